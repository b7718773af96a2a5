#!/bin/sh
# What the program prints of a Free Bet round before the hole card is turned is the same for every such card, as
# long as the reader gives the same answer:
#   MFB-6(b).2    no face-down card is exposed
#   MFB-1.hole    the second card lies face down until the players are done
#   MFB-1.reader  the reader tells blackjack or not, and nothing else
#   MFB-6(g).2    it goes into the reader unseen
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

turned='turns the hole card|^    turn:'

# told HOW UP HOLE ANSWER: the output of --HOW for a round, up to the line that turns the card
told() {
    printf '%s\n' "rules ma-freebet even_money=on" "shoe 8h As 5c  $2  8s Kh 6s  $3  Tc 7c 5d  2c 3c 2d 3d 2h 3h 4c" \
        "bet 1 10" "bet 1 push22 5" "bet 2 10" "bet 2 push22 5" "bet 3 10" "deal" >"$work/script"
    case $2 in A*) printf '%s\n' "insure 1 5" "evenmoney 2" "insure 3 0" >>"$work/script" ;; esac
    case $4 in no) printf '%s\n' "split 1" "stand 1" "stand 1" "double 3" >>"$work/script" ;; esac
    "$LAMMER" deal "--$1" - <"$work/script" >"$work/told" || {
        cat "$work/told"
        echo "$1, $2 up, $3 in the hole: failed"
        exit 1
    }
    sed -E "/$turned/,\$d" "$work/told" >"$work/before"
    grep -Eq "$turned" "$work/told" || {
        echo "$1, $2 up: the hole card was never turned"
        exit 1
    }
}

# same HOW UP ANSWER HOLE...: every one of these cards makes the same story, and its name is not in it
same() {
    how=$1 up=$2 answer=$3
    shift 3
    rm -f "$work/first"
    for hole in "$@"; do
        told "$how" "$up" "$hole" "$answer"
        [ -f "$work/first" ] || cp "$work/before" "$work/first"
        cmp "$work/first" "$work/before" || {
            echo "$how, $up up: $hole shows before it is turned"
            exit 1
        }
    done
}

for way in tell events; do
    same "$way" 6d no 2s 3s 4s 5s 7s 9s Ts Js Qs Ks Ad 6h 8d
    same "$way" Td no 2s 3s 4s 5s 7s 9s Ts Js Qs Ks 6h 8d
    same "$way" Kd no 2s 9s Qs
    same "$way" Ad no 2s 3s 4s 5s 7s 9s 6h 8d Ac
    same "$way" Ad yes Ts Js Qs Kd
    same "$way" Td yes Ac Ad Ah As
done

# "events" names the reader's step and its answer; of the card it only shows the place
told events Ad 9s no
grep -qx '    down:dealer@MFB-6(e)(4)' "$work/before"
grep -q '^    reader@MFB-6(g).2$' "$work/before"
grep -q '^    reader-no@MFB-1.reader$' "$work/before"
grep -q '9s' "$work/before" && {
    echo "the hole card is named"
    exit 1
}
told events Ad Ks yes
grep -q '^    reader-blackjack@MFB-1.reader$' "$work/before"
grep -q 'Ks' "$work/before" && {
    echo "the hole card is named"
    exit 1
}
exit 0
