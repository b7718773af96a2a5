#!/bin/sh
# Every command of docs/published-figures.md is run, and prints what stands below it there.
#
# In an indented block, "$ lammer ..." is a command and the lines after it are parts of lines that it must print, but for
# spaces.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

lammer() { "$LAMMER" "$@"; }

# One or more spaces are one; the ends of lines have none.
plain() { sed 's/[[:space:]][[:space:]]*/ /g; s/^ //; s/ $//'; }

awk '/^    / { sub(/^    /, ""); print }' docs/published-figures.md | plain >"$work/lines"

commands=0 lines=0 bad=0
while IFS= read -r line; do
    case $line in
    '$ lammer '*)
        eval "${line#\$ }" >"$work/raw" 2>"$work/errors" </dev/null || {
            cat "$work/errors" >&2
            bad=1
        }
        plain <"$work/raw" >"$work/printed"
        command=$line
        commands=$((commands + 1))
        ;;
    *)
        lines=$((lines + 1))
        grep -qF -- "$line" "$work/printed" || {
            printf 'published: %s\n  does not print: %s\n' "$command" "$line" >&2
            bad=1
        }
        ;;
    esac
done <"$work/lines"

echo "published: $commands commands, $lines figures"
[ "$commands" -ge 30 ] && [ "$lines" -ge 40 ] || {
    echo "published: some are missing" >&2
    exit 1
}
exit $bad
