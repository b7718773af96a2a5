#!/bin/sh
# How many instructions the optimum of ordinary blackjack takes: six decks, dealer hits soft 17, up to four hands.
#
# Counted by callgrind in the built bench (make bench), and printed beside its limit, 1.4 thousand million. The
# count of a run that solves nothing is subtracted.
set -eu

bench=${1:-build/bench/odds}
command -v valgrind >/dev/null || {
    echo "odds-instructions: valgrind is not installed" >&2
    exit 2
}
[ -x "$bench" ] || {
    echo "odds-instructions: no $bench; run make bench first" >&2
    exit 2
}

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$1" 2>&1 | sed -n 's/.*Collected : //p'
}

with=$(count 1)
without=$(count 0)
awk -v n=$((with - without)) 'BEGIN {
    printf "optimum of six-deck blackjack: %.3f G instructions (must: 1.4, goal: 0.56)\n", n / 1e9
    exit n > 1.4e9
}'
