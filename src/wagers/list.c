/* list.c - every optional wager this program knows.
 *
 * One line each: the Free Bet wagers, then by section number. That is also the order in which wagers of one
 * window are settled (docs/rules/rounds.md 9). */
#include <stddef.h>

#include "lammer/wager.h"

/* clang-format off */
#define WAGERS(X)      \
    X(push22)          \
    X(pot_of_gold)     \
    X(blazing7)        \
    X(over13)          \
    X(under13)         \
    X(suited)          \
    X(sevens)          \
    X(aces)            \
    X(super4)          \
    X(blackjack_bonus) \
    X(streak2)         \
    X(streak3)         \
    X(streak4)         \
    X(streak5)         \
    X(match_dealer)    \
    X(twenty_point)    \
    X(third_card)      \
    X(in_between)      \
    X(buster)          \
    X(plus3)           \
    X(kings_bounty)    \
    X(trilux)          \
    X(super3)
/* clang-format on */

#define X(name) extern const lm_wager lm_wager_##name;
WAGERS(X)
#undef X

#define X(name) &lm_wager_##name,
const lm_wager *const lm_wagers[] = { WAGERS(X) NULL };
#undef X
