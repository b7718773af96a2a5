#!/usr/bin/env bash
# The recipe of CONTRIBUTING.md, followed to the letter: a made-up wager is one new file and one line in the list, and the
# validator, the settlement, the notice and `rules show` pick it up.
set -euo pipefail

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp -r CMakeLists.txt CHANGELOG.md LICENSE README.md bindings cmake docs include packaging profiles src tools "$tree"
mkdir -p "$tree/tests"

cat >"$tree/src/wagers/first_ace.c" <<'WAGER'
/* first_ace.c - a made-up wager: the first card is an ace. */
#include "lammer/rules.h"

enum { LOST, ACE, ACE_OF_SPADES };

static void classify(const lm_view *v, lm_outcomes *out)
{
    if (lm_rank(v->first[0]) != LM_ACE) return;
    lm_outcome_add(out, lm_suit(v->first[0]) == LM_SPADES ? ACE_OF_SPADES : ACE);
}

const lm_wager lm_wager_first_ace = {
    .id        = "first-ace",
    .title     = "First Ace",
    .clause    = "MBJ-5(k)", /* clauses: skip */
    .main_rule = "MBJ-3(a)", /* clauses: skip */
    .limits    = "MBJ-3(d).1", /* clauses: skip */
    .deck_rule = "MBJ-2(a).1", /* clauses: skip */
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,
    .decks     = LM_DECK(6),
    .bars      = { { "MBJ-5(k)", "@buster surrender=on" } }, /* clauses: skip */
    .reads     = LM_READS_FIRST,
    .classify  = classify,
    .outcomes  = { "no ace", "ace", "ace of spades" },
    .paytables = { { "", "MBJ-5(k)", LM_EXACT, { [ACE] = { 11, 1 }, [ACE_OF_SPADES] = { 15, 1 } } } }, /* clauses: skip */
};
WAGER
sed -i 's/^    X(super3)$/    X(super3) X(first_ace)/' "$tree/src/wagers/list.c"
grep -q 'X(first_ace)' "$tree/src/wagers/list.c"

cmake -S "$tree" -B "$tree/build" -G Ninja -DLAMMER_WEB=OFF -DBUILD_TESTING=OFF >"$tree/log" 2>&1 || {
    cat "$tree/log"
    exit 1
}
cmake --build "$tree/build" --target lammer >>"$tree/log" 2>&1 || {
    tail -n 40 "$tree/log"
    exit 1
}
lammer=$tree/build/lammer

expect() { # what, wanted text, command...
    local what=$1 wanted=$2
    shift 2
    local got
    got=$("$@" 2>&1) || true
    [[ $got == *"$wanted"* ]] || {
        printf '%s: expected "%s", got:\n%s\n' "$what" "$wanted" "$got"
        exit 1
    }
}

expect "show" "First Ace" "$lammer" rules show ma-blackjack
expect "validator" "legal" "$lammer" rules check ma-blackjack --set offer=first-ace
expect "its bar" "MBJ-5(k)" "$lammer" rules check ma-blackjack --set offer=first-ace,buster:A
expect "its decks" "MBJ-2(a).1" "$lammer" rules check ma-blackjack --set decks=8 --set offer=first-ace
expect "notice" "15 to 1" "$lammer" rules notice ma-blackjack --set offer=first-ace

printf '%s\n' '# MBJ-3(a)' 'rules ma-blackjack offer=first-ace' 'shoe As 9h 7d 9c Th Th' 'bet 1 10' 'bet 1 first-ace 5' \
    'bet 2 10' 'bet 2 first-ace 5' 'deal' 'stand 1' 'stand 2' 'net 1 first-ace 75' 'net 2 first-ace -5' |
    "$lammer" deal - | grep -q '^1 passed, 0 failed$' || {
    echo "settlement: the made-up wager is not settled"
    exit 1
}
echo "1 passed, 0 failed"
