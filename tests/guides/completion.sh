#!/bin/bash
# Completion in bash, zsh and fish offers what --help names: every command, every option, the values of some.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for shell in bash zsh fish; do tools/completion "$LAMMER" $shell >"$work/lammer.$shell"; done
fail() {
    echo "completion: $*" >&2
    exit 1
}

# --- what a shell offers after the given words; the last one is the one being typed

in_bash() {
    bash --norc -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lammer; printf "%s\n" "${COMPREPLY[@]}"' \
        - "$work/lammer.bash" "$@"
}
in_fish() {
    fish --no-config -c 'source $argv[1]; complete -C "$argv[2]"' "$work/lammer.fish" "$*" | cut -f1
}
# zsh completes only at a terminal: its function is called with stubs that print what it would show
in_zsh() {
    zsh -f -c '
        compadd() { print -l -- ${@:#-*} }
        _describe() { print -l -- ${${(P)2}%%:*} }
        _files() { print FILES }
        _alternative() { print -l -- $@ }
        _arguments() { print -l -- ${${${@#\*}%%\[*}} ; print -l -- ${(M)@:#\**} }
        words=("${@:2}"); CURRENT=$#words
        source "$1"; _lammer' - "$work/lammer.zsh" "$@"
}

shells="bash fish zsh"

# offers SHELL "WANTED..." WORD...: after these words, all of WANTED are among what is offered
offers() {
    local shell=$1 wanted=$2
    shift 2
    in_$shell "$@" >"$work/offered" 2>"$work/errors" || fail "$shell: after '$*': $(cat "$work/errors")"
    [ ! -s "$work/errors" ] || fail "$shell: after '$*': $(cat "$work/errors")"
    for one in $wanted; do
        grep -qxF -- "$one" "$work/offered" || fail "$shell: after '$*' there is no '$one' but: $(head -c 600 "$work/offered")"
        checked=$((checked + 1))
    done
}

checked=0
commands=$("$LAMMER" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
for shell in $shells; do
    offers $shell "$commands" lammer ""
    for command in $commands; do
        offers $shell "$("$LAMMER" $command --help | grep -o -- '--[a-z][a-z-]*' | sort -u)" lammer $command --
    done
done
for shell in bash fish; do
    offers $shell wa-freebet lammer odds --rules wa
    offers $shell json lammer odds --rules wa-freebet --format j
    offers $shell pot-of-gold lammer odds --wager po
    offers $shell dealer_soft17= lammer odds --set dealer_
    offers $shell verify lammer journal ver
    offers $shell notice lammer rules no
    offers $shell ma-freebet lammer rules check ma
done
echo "completion: $checked offers in $shells"
