/* cite.c - the clause of a step or a refusal under the table's document and mode. */
#include "cite.h"

#include <stddef.h>

static const char *const steps[LM_CITE_COUNT][LM_RULE_SETS] = {
#define X(name, mfb, vfb, wfb, ifb, mbj) [LM_CITE_##name] = { mfb, vfb, wfb, ifb, mbj },
    LM_CITES(X)
#undef X
};

/* clang-format off */
/* Where a mode of Massachusetts Blackjack states the step anew. Multiple action falls back to the mode
 * without a hole card, and the hand-dealt game with a reader to the hand-dealt game (`wider`). */
static const char *const step_modes[LM_CITE_COUNT][LM_MODE_COUNT] = {
    [LM_CITE_DEAL]            = { [LM_MODE_MULTIPLE] = "MBJ-18(c).1", [LM_MODE_HAND] = "MBJ-6a(a)" },
    [LM_CITE_FIRST_CARD]      = { [LM_MODE_HAND] = "MBJ-6a(c)(1)" },
    [LM_CITE_UP_CARD]         = { [LM_MODE_HAND] = "MBJ-6a(c)(2)" },
    [LM_CITE_SECOND_CARD]     = { [LM_MODE_HAND] = "MBJ-6a(c)(3)" },
    [LM_CITE_HOLE_CARD]       = { [LM_MODE_FACE_UP] = "MBJ-6(k).1", [LM_MODE_HAND_READER] = "MBJ-6a(h)" },
    [LM_CITE_INSURE]          = { [LM_MODE_MULTIPLE] = "MBJ-18(d)" },
    [LM_CITE_TURN]            = { [LM_MODE_MULTIPLE] = "MBJ-18(c).1", [LM_MODE_HAND] = "MBJ-6a(d).2" },
    [LM_CITE_DECISION]        = { [LM_MODE_MULTIPLE] = "MBJ-18(c).1", [LM_MODE_HAND] = "MBJ-6a(d).2" },
    [LM_CITE_FURTHER_CARD]    = { [LM_MODE_HAND] = "MBJ-6a(e)" },
    [LM_CITE_NEW_TOTAL]       = { [LM_MODE_HAND] = "MBJ-6a(k)" },
    [LM_CITE_PAID_DOUBLE]     = { [LM_MODE_MULTIPLE] = "MBJ-18(c).2", [LM_MODE_FACE_UP] = "MBJ-6(k)(4)" },
    [LM_CITE_PAID_SPLIT]      = { [LM_MODE_MULTIPLE] = "MBJ-18(c).2" },
    [LM_CITE_OFFERED_CARD]    = { [LM_MODE_FACE_UP] = "MBJ-6(k)(6).2" },
    [LM_CITE_BUST]            = { [LM_MODE_MULTIPLE] = "MBJ-18(f).2", [LM_MODE_HAND] = "MBJ-6a(e)(3)" },
    [LM_CITE_BUST_TAKEN]      = { [LM_MODE_MULTIPLE] = "MBJ-18(f).2", [LM_MODE_HAND] = "MBJ-6a(e)(3)" },
    [LM_CITE_SPLIT_BUST_TAKEN] = { [LM_MODE_MULTIPLE] = "MBJ-18(f).2", [LM_MODE_HAND] = "MBJ-6a(e)(3)" },
    [LM_CITE_BUST_RACKED]     = { [LM_MODE_MULTIPLE] = "MBJ-18(f).2", [LM_MODE_HAND] = "MBJ-6a(e)(3)" },
    [LM_CITE_BLACKJACK_PAID]  = { [LM_MODE_FACE_UP] = "MBJ-6(k)(2)" },
    [LM_CITE_BLACKJACK_PAID_LATE] = { [LM_MODE_FACE_UP] = "MBJ-6(k)(2)" },
    [LM_CITE_BLACKJACKS_TIE]  = { [LM_MODE_FACE_UP] = "MBJ-6(k)(1)" },
    [LM_CITE_DEALER_BLACKJACK] = { [LM_MODE_FACE_UP] = "MBJ-6(k)(6).1" },
    [LM_CITE_DEALERS_CARD]    = { [LM_MODE_MULTIPLE] = "MBJ-18(e)", [LM_MODE_HAND] = "MBJ-6a(f).1" },
    [LM_CITE_TURNED_AT_END]   = { [LM_MODE_HAND] = "MBJ-6a(g)" },
    [LM_CITE_HOLE_TURNED]     = { [LM_MODE_NO_HOLE] = "MBJ-6(h).1", [LM_MODE_MULTIPLE] = "MBJ-18(e)", [LM_MODE_HAND] = "MBJ-6a(f).1",
                                  [LM_MODE_HAND_READER] = "MBJ-6a(h)" },
    [LM_CITE_DEALER_DRAWS]    = { [LM_MODE_HAND] = "MBJ-12(d)" },
    [LM_CITE_DEALER_DRAWS_H17] = { [LM_MODE_HAND] = "MBJ-12(d)" },
    [LM_CITE_DEALERS_TOTAL]   = { [LM_MODE_HAND] = "MBJ-6a(f).2" },
    [LM_CITE_COLLECTED]       = { [LM_MODE_MULTIPLE] = "MBJ-18(j)", [LM_MODE_HAND] = "MBJ-6a(i)" },
};

static const char *const refusal_modes[LM_WHY_COUNT][LM_MODE_COUNT] = {
    [LM_WHY_OVER]             = { [LM_MODE_MULTIPLE] = "MBJ-18(j)", [LM_MODE_HAND] = "MBJ-6a(i)" },
    [LM_WHY_CLOSED]           = { [LM_MODE_MULTIPLE] = "MBJ-18(b).1" },
    [LM_WHY_NO_CARD_DUE]      = { [LM_MODE_HAND] = "MBJ-6a(e)" },
    [LM_WHY_FACE_DOWN]        = { [LM_MODE_HAND_READER] = "MBJ-6a(h)" },
    [LM_WHY_FACE_UP]          = { [LM_MODE_HAND] = "MBJ-6a(e)" },
    [LM_WHY_DEALT_UP]         = { [LM_MODE_FACE_UP] = "MBJ-6(k).1", [LM_MODE_HAND] = "MBJ-6a(c)(2)" },
    [LM_WHY_NOT_DOWN]         = { [LM_MODE_NO_HOLE] = "MBJ-6(h).1", [LM_MODE_MULTIPLE] = "MBJ-18(e)", [LM_MODE_FACE_UP] = "MBJ-6(k).1",
                                  [LM_MODE_HAND] = "MBJ-6a(g)" },
    [LM_WHY_NO_PEEK]          = { [LM_MODE_UNSEEN] = "MBJ-6(j).1", [LM_MODE_NO_HOLE] = "MBJ-6(h).1", [LM_MODE_MULTIPLE] = "MBJ-18(e)",
                                  [LM_MODE_FACE_UP] = "MBJ-6(k).1", [LM_MODE_HAND] = "MBJ-6a(f).1", [LM_MODE_HAND_READER] = "MBJ-6a(h)" },
    [LM_WHY_TURN]             = { [LM_MODE_MULTIPLE] = "MBJ-18(c).1", [LM_MODE_HAND] = "MBJ-6a(d).2" },
    [LM_WHY_DEALER_BLACKJACK] = { [LM_MODE_UNSEEN] = "MBJ-6(j).1", [LM_MODE_NO_HOLE] = "MBJ-6(h).1", [LM_MODE_MULTIPLE] = "MBJ-18(e)",
                                  [LM_MODE_FACE_UP] = "MBJ-6(k)(6).1", [LM_MODE_HAND] = "MBJ-6a(f).1", [LM_MODE_HAND_READER] = "MBJ-6(j)(1)" },
    [LM_WHY_BUST]             = { [LM_MODE_MULTIPLE] = "MBJ-18(f).2", [LM_MODE_HAND] = "MBJ-6a(e)(2).2" },
    [LM_WHY_NO_RESPLIT]       = { [LM_MODE_MULTIPLE] = "MBJ-11(e).2", [LM_MODE_FACE_UP] = "MBJ-6(k)(5)" },
    [LM_WHY_SPLIT_AMOUNT]     = { [LM_MODE_MULTIPLE] = "MBJ-18(c).2" },
    [LM_WHY_DOUBLE_AMOUNT]    = { [LM_MODE_MULTIPLE] = "MBJ-18(c).2" },
    [LM_WHY_INSURANCE_LATE]   = { [LM_MODE_UNSEEN] = "MBJ-9(b).3", [LM_MODE_NO_HOLE] = "MBJ-9(b).3", [LM_MODE_HAND] = "MBJ-9(b).3",
                                  [LM_MODE_HAND_READER] = "MBJ-9(b).5" },
    [LM_WHY_NO_EVEN_MONEY]    = { [LM_MODE_FACE_UP] = "MBJ-6(k)(3)" },
    [LM_WHY_NOT_LOADED]       = { [LM_MODE_HAND] = "MBJ-6a(b).1" },
    [LM_WHY_NO_BURN]          = { [LM_MODE_HAND] = "MBJ-6a(c).1" },
    [LM_WHY_IN_ROUND]         = { [LM_MODE_MULTIPLE] = "MBJ-18(c).1", [LM_MODE_HAND] = "MBJ-6a(d).2" },
    [LM_WHY_SWAP]             = { [LM_MODE_HAND] = "MBJ-2(c).3" },
    [LM_WHY_BATCH]            = { [LM_MODE_HAND] = "MBJ-2(c).3" },
    [LM_WHY_DEVICE]           = { [LM_MODE_HAND] = "MBJ-2(c).2" },
    [LM_WHY_LOADED]           = { [LM_MODE_HAND] = "MBJ-6a(j)" },
    [LM_WHY_UNLOAD]           = { [LM_MODE_HAND] = "MBJ-6a(j)" },
    [LM_WHY_NO_COVER]         = { [LM_MODE_HAND] = "MBJ-6a(j)" },
    [LM_WHY_COVER_OUT]        = { [LM_MODE_HAND] = "MBJ-6a(j)" },
    [LM_WHY_SHOE_EMPTY]       = { [LM_MODE_HAND] = "MBJ-15(g).2" },
};
/* clang-format on */

static const lm_mode wider[LM_MODE_COUNT] = {
    [LM_MODE_MULTIPLE] = LM_MODE_NO_HOLE, [LM_MODE_HAND_READER] = LM_MODE_HAND
};

static lm_mode mode_of(const lm_rules *k)
{
    static const lm_mode modes[] = { [LM_HOLE_NONE] = LM_MODE_NO_HOLE,
                                     [LM_HOLE_UNSEEN] = LM_MODE_UNSEEN,
                                     [LM_HOLE_READER] = LM_MODE_READER,
                                     [LM_HOLE_FACE_UP] = LM_MODE_FACE_UP };
    if (k->game == LM_GAME_SIX_TO_FIVE) return k->hole_card == LM_HOLE_READER ? LM_MODE_HAND_READER : LM_MODE_HAND;
    return lm_rules_dealer_hands(k) > 1 ? LM_MODE_MULTIPLE : modes[k->hole_card];
}

static const char *of_mode(const char *const by_mode[LM_MODE_COUNT], const lm_rules *k)
{
    lm_mode mode = mode_of(k);
    return by_mode[mode] ? by_mode[mode] : by_mode[wider[mode]];
}

const char *lm_cite(const lm_rules *rules, lm_cite_id step)
{
    const char *const *by_document = steps[step];
    const char *own = by_document[rules->rule_set];
    if (rules->rule_set != LM_MBJ) return own ? own : by_document[LM_MFB];
    const char *special = of_mode(step_modes[step], rules);
    return special ? special : own;
}

const char *lm_cite_refusal(const lm_rules *rules, lm_why why)
{
    const char *special = rules->rule_set == LM_MBJ ? of_mode(refusal_modes[why], rules) : NULL;
    return special ? special : lm_why_clause(why, (int)rules->rule_set);
}

const char *lm_cite_column(lm_cite_id step, int rule_set)
{
    return steps[step][rule_set];
}
