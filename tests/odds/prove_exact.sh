#!/bin/sh
# The analyser built to count in whole numbers, against the enumerator: not a single order of a shoe may be missing.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=$(ls src/core/*.c src/wagers/*.c src/odds/*.c | grep -v /price)
"${CC:-cc}" -std=c17 -O1 -w -DODDS_EXACT -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc/core -Isrc/odds -Itests/support \
    tests/odds/prove.c tests/support/enumerate.c tests/support/small_games.c tests/support/dealer_box.c \
    $sources -lcmocka -lm -o "$work/prove"
LAMMER_CASES=${LAMMER_CASES:-25} "$work/prove"
