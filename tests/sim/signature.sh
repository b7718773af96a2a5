#!/bin/sh
# signature.sh [--update]: the digest of each shipped profile. A change of the rules, of the mapping or of the tallies
# either keeps these lines or states new ones; compilers and machines may not change them.
set -u
lines=tests/sim/signatures.txt

signatures() {
    while read -r rules options; do
        case $rules in '#'*)
            echo "$rules $options"
            continue
            ;;
        esac
        options=${options%% digest*}
        case $rules in *freebet) chart=freebet ;; *) chart=blackjack ;; esac
        digest=$("$LAMMER" sim --quiet --rules "$rules" --chart tests/sim/$chart.json $options --format json |
            sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p')
        echo "$rules $options digest $digest"
    done <$lines
}

if [ "${1:-}" = --update ]; then
    signatures >$lines.new && mv $lines.new $lines
    exit
fi
signatures | diff $lines - || {
    echo "if the change is meant: LAMMER=$LAMMER tests/sim/signature.sh --update"
    exit 1
}
