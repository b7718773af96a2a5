#!/bin/sh
# Checks that `lammer sim` on a GPU gives the same digests as scalar, and times it. Run in the repository root on a machine
# with a CUDA device, after `make build`. LAMMER names another program, ROUNDS the number of rounds of the last job (10^12).
# docs/simulation.md keeps the last output.
lammer=${LAMMER:-build/lammer}
rounds=${ROUNDS:-1e12}
checked=${CHECKED:-1000000}

digest() {
    "$lammer" sim --quiet --format json "$@" | sed -n 's/.*"digest": *"\([0-9a-f]*\)".*/\1/p'
}

same() {
    a=$(digest --backend scalar "$@")
    b=$(digest --backend cuda "$@")
    if [ -n "$a" ] && [ "$a" = "$b" ]; then
        echo "same    $(echo "$a" | cut -c 1-16)  $*"
    else
        echo "DIFFERS $a $b  $*"
        failed=1
    fi
}

if ! "$lammer" sim --rules wa-freebet --rounds 1000 --backend cuda --quiet | grep -q 'cuda backend'; then
    echo "cuda.sh: no CUDA device, or a program built without nvcc" >&2
    exit 1
fi
failed=0
for rules in wa-freebet ma-freebet ia-freebet vendor-freebet ma-blackjack ma-blackjack-6to5; do
    same --rules $rules --rounds "$checked"
done
same --rules wa-freebet --first 8589934001 --rounds 100001 --seed 18446744073709551615
same --rules wa-freebet --set decks=1 --rounds "$checked"
same --rules ma-blackjack --set surrender=on --rounds "$checked"
same --rules wa-freebet --wager push22 --rounds "$checked"
for rules in ma-blackjack-nohole ma-blackjack-faceup ma-blackjack-doubleshoe ma-blackjack-multi; do
    same --rules $rules --rounds "$checked"
    same --rules $rules --boxes 3 --rounds "$checked"
done
for boxes in 2 7; do
    same --rules wa-freebet --boxes $boxes --rounds "$checked"
    same --rules wa-freebet --boxes $boxes --dealing shoe --rounds "$checked"
done
same --rules ma-blackjack-nohole --dealing shoe --rounds "$checked"
same --rules ma-blackjack-multi --dealing shoe --rounds "$checked"
for boxes in 1 3 6; do
    same --rules ma-blackjack --wager all --boxes $boxes --rounds "$checked"
done
for wager in third-card sevens kings-bounty:1 twenty-point:A in-between:A match-dealer over13 suited:1; do
    same --rules ma-blackjack --set offer=$wager --wager all --rounds "$checked"
done
same --rules wa-freebet --set offer=push22:1,pot-of-gold:01 --wager all --rounds "$checked"
same --rules wa-freebet --set offer=push22:1,pot-of-gold:01 --wager all --dealing shoe --boxes 7 --rounds "$checked"
same --rules ma-freebet --wager all --rounds "$checked"
same --rules ia-freebet --wager all --rounds "$checked"
same --rules ma-blackjack-nohole --set offer=21+3:A,buster:A,trilux:1 --wager all --rounds "$checked"
same --rules ma-blackjack-faceup --set offer=21+3:A,buster:A,trilux:1 --wager all --rounds "$checked"
same --rules ma-blackjack-doubleshoe --set offer=21+3:A,buster:A,trilux:1 --wager all --rounds "$checked"
same --rules ma-blackjack-multi --set offer=21+3:A,buster:A,trilux:1 --wager all --rounds "$checked"
same --rules ma-blackjack-multi --set multiple_action=2 --rounds "$checked"
same --rules ma-blackjack-multi --set decks=8 --rounds "$checked"
LAMMER_CUDA_PARTS=2 same --rules ma-blackjack-nohole --wager insurance --boxes 3 --rounds "$checked"

# timed ROUNDS JOB: millions of rounds a second, the start of the program included.
timed() {
    each=$1
    shift
    rate=$("$lammer" sim --quiet --backend cuda --rounds "$each" "$@" | sed -n '2s/.*, \([0-9.e+]*\) million.*/\1/p')
    echo "$rate million rounds/s in $each  $*"
}
for rules in ma-blackjack ma-blackjack-6to5 ma-blackjack-nohole ma-blackjack-faceup ma-blackjack-doubleshoe; do
    timed 3e11 --rules $rules
done
timed 4e11 --rules ma-blackjack-multi
timed 1e11 --rules wa-freebet --set offer=push22:1,pot-of-gold:01 --wager all
for rules in ma-freebet ia-freebet ma-blackjack; do
    timed 1e11 --rules $rules --wager all
done
timed 2e10 --rules ma-blackjack-doubleshoe --boxes 3
timed 2e10 --rules ma-blackjack-multi --boxes 3
"$lammer" sim --rules wa-freebet --rounds "$rounds" --backend cuda --quiet
exit $failed
