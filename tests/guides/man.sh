#!/bin/bash
# Every command has a manual page, every option of its --help is in it, and man formats the pages without a warning.
set -euo pipefail

command -v scdoc >/dev/null || {
    echo "man: no scdoc; skipped"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "man: $*" >&2
    exit 1
}

tools/completion "$LAMMER" json >"$work/table.json"
for source in docs/man/*.scd; do
    page=$(basename "$source" .scd)
    docs/man/fill "$work/table.json" "$source" >"$work/$page.scd" || fail "$source: cannot be filled"
    ! grep -n '^@' "$work/$page.scd" || fail "$source: something was not filled in"
    scdoc <"$work/$page.scd" >"$work/$page" || fail "$source: scdoc refuses it"
    ! grep 'SEE ALSO' -A5 "$source" | grep -o 'lammer[a-z-]*\*([15])' | tr -d '*' | sed 's/(\(.\))/.\1/' | while read -r other; do
        [ -f "docs/man/$other.scd" ] || echo "$source: there is no page $other"
    done | grep . || fail "a page points nowhere"
done

options=0
for command in $("$LAMMER" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    page=$work/lammer-$command.1
    [ -f "$page" ] || fail "lammer $command has no page"
    grep -qF "fB$command\fR" "$work/lammer.1" || fail "lammer(1) does not name $command"
    sed 's/\\-/-/g' "$page" >"$work/plain"
    for option in $("$LAMMER" $command --help | grep -o -- '--[a-z][a-z-]*' | sort -u); do
        grep -qF -- "$option" "$work/plain" || fail "lammer-$command(1) lacks $option"
        options=$((options + 1))
    done
done

for page in "$work"/*.[15]; do
    groff -man -Tutf8 -ww -z "$page" 2>"$work/warnings"
    [ ! -s "$work/warnings" ] || fail "$(basename "$page"): $(cat "$work/warnings")"
done
echo "man: $(ls "$work"/*.[15] | wc -l) pages, $options options"
