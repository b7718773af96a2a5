#!/bin/sh
# What docs/simulation.md, section 10, shows: a stored run answers a question by count without playing again.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ask="sim --rules ma-blackjack --dealing shoe --count examples/hi-lo.txt"
# shellcheck disable=SC2086
"$LAMMER" $ask --rounds 40960 --save "$folder/all.shard" --by-count "$folder/played.csv" >"$folder/played"
# shellcheck disable=SC2086
"$LAMMER" $ask --merge "$folder/all.shard" --by-count "$folder/asked.csv" >"$folder/asked"
cmp "$folder/played.csv" "$folder/asked.csv"
[ "$(grep digest "$folder/played")" = "$(grep digest "$folder/asked")" ]
[ "$(wc -l <"$folder/asked.csv")" -gt 10 ]
for line in "--count examples/hi-lo.txt" "lammer sim --rules ma-blackjack --dealing shoe"; do
    grep -q -- "$line" docs/simulation.md
done
