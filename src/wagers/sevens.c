/* sevens.c - the sevens wager of Section 17: a seven first, a pair of them, three of them.
 *
 * MBJ-17(b)(4) lets any seven among the first three cards win, but the pay table pays a single seven only as the first
 * card. The other reading would pay players more than they stake, so a single seven that comes second or third loses
 * unless the rule sevens_counts says otherwise (C-69). A pair waits for the player's choice (MBJ-17(e).2): the third card counts when the hand draws it.
 * Splitting the pair forfeits the three-sevens award, and two sevens are paid before the split hands get cards
 * (MBJ-11(f).2), so at the split there is no third card yet. */
#include "lammer/rules.h"
#include "cards.h"

enum { LOST, ONE, TWO, TWO_SUITED, THREE, THREE_SUITED };

/* Whether a seven is among the later cards that count; only asked if the first card is not a seven. */
static bool has_late_seven(const lm_view *v)
{
    int counted = 1 + (int)v->rules->sevens_counts;
    for (int i = 1; i < v->n_first && i < counted; i++) {
        if (lm_rank(v->first[i]) == LM_SEVEN) return true;
    }
    return false;
}

static void classify(const lm_view *v, lm_outcomes *out)
{
    static const int any[] = { LOST, ONE, TWO, THREE };
    static const int suited[] = { LOST, ONE, TWO_SUITED, THREE_SUITED };
    int n = rank_at_front(v->first, v->n_first < 3 ? v->n_first : 3, LM_SEVEN);
    bool late = n == 0 && has_late_seven(v);
    bool third_counts = n == 2 || (n == 0 && !late && v->rules->sevens_counts == LM_SEVENS_FIRST_THREE);
    bool to_come = v->n_first == 2 ? v->may_draw : v->first[2] == LM_CARD_DOWN;
    out->pending = third_counts && to_come && !v->split;
    if (late)
        lm_outcome_add(out, ONE);
    else
        lm_outcome_add(out, one_suit(v->first, n) ? suited[n] : any[n]);
}

/* clang-format off */
const lm_wager lm_wager_sevens = {
    .id        = "sevens",
    .title     = "Sevens",
    .spot      = "SEVENS",
    .clause    = "MBJ-17",
    .main_rule = "MBJ-17(b)",
    .limits    = "MBJ-17(a)(3)(i)",
    .main_cap  = "MBJ-17(g)(1)",
    .deck_rule = "MBJ-2(a)(3)",
    .rule_sets = 1 << LM_MBJ,
    .window    = LM_AFTER_DEAL,                    /* MBJ-17(d), MBJ-17(e).1; a pair waits for the choice */
    .split_forfeits = "MBJ-11(f).1",
    .third_card = "MBJ-6(j)(3)",
    .decks     = LM_DECKS_FROM(4),
    .fixed_cents = { 1 * LM_DOLLAR },
    .bars      = { { "MBJ-17(a)", "@over13 @under13 @suited @aces" } },
    .reading   = "C-68 C-69 C-71",
    .reads     = LM_READS_THIRD,
    .classify  = classify,
    .outcomes  = { "no 7 where it counts", "a 7 where it counts", "two 7s", "two 7s, one suit", "three 7s",
                   "three 7s, one suit" },
    .paytables = {
        { "", "MBJ-17(e)(3)", LM_EXACT, { [ONE]   = {   3, 1 }, [TWO]          = {   50, 1 }, [TWO_SUITED] = { 100, 1 },
                                          [THREE] = { 500, 1 }, [THREE_SUITED] = { 5000, 1 } } },
    },
};
