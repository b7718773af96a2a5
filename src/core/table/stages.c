/* stages.c - the stages that cards pass through: who owes the next step, and which stages a house skips. */
#include "table_step.h"

typedef bool when(const lm_table *, const lm_rules *);
typedef void begin(lm_table *, const lm_step *);

/* clang-format off */
#define WHEN(name, condition)                                                                                          \
    static bool name(const lm_table *t, const lm_rules *k)                                                             \
    {                                                                                                                  \
        return condition;                                                                                              \
    }

/* Decks that come inspected and shuffled need none of the opening (MFB-3(e)); Massachusetts Blackjack spares
 * them only the shuffle (MBJ-5(a)). */
WHEN(comes_ready, k->preshuffled && t->opening && lm_is_free_bet(k))

WHEN(no_verification, !lm_is_free_bet(k) || comes_ready(t, k))

/* With a device: MBJ-4(d) at the opening, MFB-4(h)(2).1 and MBJ-5(j)(2) at an idle table. */
WHEN(no_wash, comes_ready(t, k) || (lm_uses_device(t, k) && (!lm_is_free_bet(k) || !t->opening)))

/* A continuous device shuffles what is loaded. */
WHEN(no_shuffle, lm_is_continuous(k) || (k->preshuffled && t->opening))
WHEN(no_swap, !lm_alternates(k) || t->device_down || t->paused)
WHEN(no_cut, lm_is_continuous(k)) /* MFB-4(i), MBJ-21 */
WHEN(no_bottom_card, !lm_is_hand_dealt(k) || t->paused == LM_PAUSED_BY_EXHAUSTION)

/* The round that exhausted the shoe is its last in any case; a deck dealt for one round needs no cover card. */
WHEN(no_cover, lm_is_continuous(k) || (lm_is_hand_dealt(k) && k->rounds_per_deck == LM_ROUNDS_ONE) || !k->cover_cards ||
               t->paused == LM_PAUSED_BY_EXHAUSTION)

WHEN(is_hand_dealt, lm_is_hand_dealt(k))
WHEN(is_continuous, lm_is_continuous(k))
WHEN(was_idle, t->idle)
WHEN(was_idle_with_device, t->idle && lm_uses_device(t, k))
WHEN(was_asked_for, !t->opening)
WHEN(opens_one_of_two, t->opening && k->shuffler == LM_SHUFFLER_BATCH)
WHEN(was_exhausted, t->paused == LM_PAUSED_BY_EXHAUSTION)
WHEN(deck_was_exhausted, was_exhausted(t, k) && lm_is_hand_dealt(k))
/* clang-format on */

/* The first player to arrive is invited to look at the cards: MFB-3(b), MBJ-4(b). */
static void begin_view(lm_table *t, const lm_step *s)
{
    if (t->seated)
        LM_TELL(s, .kind = LM_EV_PROMPT, .box = t->first_in, .how = LM_PROMPT_VIEW, .clause = lm_stage_clause(t, s->k));
}

/* clang-format off */
static const struct {
    uint8_t who, verb, event;
    lm_why why; /* the refusal of every other action */
    const char *free_bet, *blackjack;
    when *skip;
    begin *begin;
} stages[LM_STAGES] = {
    [LM_TO_DELIVER] = {LM_BY_DEALER, LM_DELIVER, LM_EV_DELIVER, LM_WHY_NOT_DELIVERED, "MFB-3(a).1", "MBJ-4(a)", NULL, NULL},
    [LM_TO_INSPECT] = {LM_BY_DEALER, LM_INSPECT, LM_EV_INSPECT, LM_WHY_INSPECT, "MFB-3(a).1", "MBJ-4(a)", comes_ready, NULL},
    [LM_TO_VERIFY] = {LM_BY_STAFF, LM_VERIFY, LM_EV_VERIFY, LM_WHY_VERIFY, "MFB-3(a).2", NULL, no_verification, NULL},
    [LM_TO_SPREAD] = {LM_BY_DEALER, LM_SPREAD, LM_EV_SPREAD, LM_WHY_SPREAD, "MFB-3(b)", "MBJ-4(b)", comes_ready, NULL},
    [LM_TO_VIEW] = {LM_BY_PLAYER, LM_VIEW, LM_EV_VIEW, LM_WHY_VIEW, "MFB-3(b)", "MBJ-4(b)", comes_ready, begin_view},
    [LM_TO_WASH] = {LM_BY_DEALER, LM_WASH, LM_EV_WASH, LM_WHY_WASH, "MFB-3(c)", "MBJ-4(c)", no_wash, NULL},
    [LM_TO_STACK] = {LM_BY_DEALER, LM_STACK, LM_EV_STACK, LM_WHY_STACK, "MFB-3(c)", "MBJ-4(c)", comes_ready, NULL},
    [LM_TO_SHUFFLE] = {LM_BY_DEALER, LM_DEVICE_SHUFFLE, LM_EV_DEVICE_SHUFFLE, LM_WHY_SHUFFLE, "MFB-4(a).1", "MBJ-5(a)", no_shuffle, lm_begin_shuffle},
    [LM_TO_SWAP] = {LM_BY_DEALER, LM_SWAP, LM_EV_SWAP, LM_WHY_SWAP, "MFB-2(b)(4)", "MBJ-2(b*)(4)", no_swap, lm_begin_swap},
    [LM_TO_CUT] = {LM_BY_DEALER, LM_CUT, LM_EV_CUT, LM_WHY_CUT, "MFB-4(b)", "MBJ-5(b)", no_cut, lm_begin_cut},
    [LM_TO_COVER_BOTTOM] = {LM_BY_DEALER, LM_COVER, LM_EV_COVER, LM_WHY_COVER, NULL, "MBJ-5(i).1", no_bottom_card, NULL},
    [LM_TO_COVER] = {LM_BY_DEALER, LM_COVER, LM_EV_COVER, LM_WHY_COVER, "MFB-4(e).3", "MBJ-5(d).3", no_cover, NULL},
    [LM_TO_LOAD] = {LM_BY_DEALER, LM_LOAD, LM_EV_LOAD, LM_WHY_LOAD, "MFB-4(e).4", "MBJ-5(d).3", NULL, lm_begin_load},
    [LM_TO_OPEN] = {LM_BY_DEALER, LM_OPEN, LM_EV_OPEN, LM_WHY_LOADED, NULL, NULL, NULL, NULL},
    [LM_IN_ROUND] = {LM_BY_NOBODY, LM_DEAL, LM_EV_OPEN, LM_WHY_IN_ROUND, NULL, NULL, NULL, NULL},
    [LM_TO_UNLOAD] = {LM_BY_DEALER, LM_UNLOAD, LM_EV_UNLOAD, LM_WHY_UNLOAD, "MFB-6(d)(1)", "MBJ-6(l)(2)(i)", NULL, NULL},
    [LM_STOPPED] = {LM_BY_STAFF, LM_CHANGE_DECKS, LM_EV_CHANGE_DECKS, LM_WHY_ALARM, "MFB-6(d)(1)", "MBJ-6(l)(2)(i)", NULL, NULL},
};
/* clang-format on */

/* Where another clause orders the step of a stage; the first that applies counts. */
/* clang-format off */
static const struct {
    uint8_t stage;
    when *applies;
    const char *free_bet, *blackjack;
} variants[] = {
    {LM_TO_SPREAD, was_asked_for, "MFB-4(h)(2).2", "MBJ-5(j)(2)"},
    {LM_TO_SPREAD, opens_one_of_two, "MFB-3(d)", "MBJ-4(d)"},
    {LM_TO_VIEW, was_idle, "MFB-4(h)", "MBJ-5(j)"},
    {LM_TO_WASH, was_idle, "MFB-4(h)(1)", "MBJ-5(j)(1)"},
    {LM_TO_STACK, was_idle_with_device, "MFB-4(h)(2).1", "MBJ-5(j)(2)"},
    {LM_TO_STACK, was_idle, "MFB-4(h)(1)", "MBJ-5(j)(1)"},
    {LM_TO_STACK, opens_one_of_two, "MFB-3(d)", "MBJ-4(d)"},
    {LM_TO_SHUFFLE, deck_was_exhausted, NULL, "MBJ-15(g).2"},
    {LM_TO_SHUFFLE, was_exhausted, "MFB-11(g)", "MBJ-15(g).1"},
    {LM_TO_SWAP, was_idle, "MFB-4(h)(2).1", "MBJ-5(j)(2)"},
    {LM_TO_SWAP, is_hand_dealt, NULL, "MBJ-2(c).3"},
    {LM_TO_COVER, is_hand_dealt, NULL, "MBJ-5(i).2"},
    {LM_TO_LOAD, is_hand_dealt, NULL, "MBJ-6a(b).1"},
    {LM_TO_LOAD, is_continuous, "MFB-4(i)", "MBJ-21"},
    {LM_TO_UNLOAD, is_hand_dealt, NULL, "MBJ-6a(j)"},
};
/* clang-format on */

const char *lm_stage_clause(const lm_table *t, const lm_rules *k)
{
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++) {
        if (variants[i].stage != t->stage || !variants[i].applies(t, k)) continue;
        return lm_by_document(k, variants[i].free_bet, variants[i].blackjack);
    }
    return lm_by_document(k, stages[t->stage].free_bet, stages[t->stage].blackjack);
}

lm_status lm_refuse_stage(const lm_table *t, const lm_rules *k)
{
    lm_status status = lm_refuse(k, stages[t->stage].why);
    const char *clause = lm_stage_clause(t, k);
    if (clause) status.clause = clause;
    return status;
}

void lm_enter_stage(lm_table *t, const lm_step *s, uint8_t stage)
{
    while (stages[stage].skip && stages[stage].skip(t, s->k))
        stage++;
    t->stage = stage;
    if (stages[stage].begin) stages[stage].begin(t, s);
}

void lm_next_stage(lm_table *t, const lm_step *s)
{
    lm_enter_stage(t, s, (uint8_t)(t->stage + 1));
}

void lm_do_step(lm_table *t, const lm_step *s, const lm_action *a)
{
    LM_TELL(s, .kind = stages[t->stage].event, .box = a->box, .n = a->n, .count = a->count,
            .clause = lm_stage_clause(t, s->k));
    lm_next_stage(t, s);
}

static lm_turn turn_to_view(const lm_table *t, const lm_rules *k, lm_turn turn)
{
    uint8_t box = t->first_in;
    if (!t->seated) return (lm_turn){ LM_BY_PLAYERS, LM_ARRIVE, 0, 0, turn.clause };
    for (uint8_t i = 1; !lm_is_seated(t, k, box); i++)
        box = i;
    turn.box = box;
    return turn;
}

static lm_turn turn_to_cut(const lm_table *t, const lm_rules *k, lm_turn turn)
{
    if (lm_waits_for_first_player(t, k)) {
        return (lm_turn){ LM_BY_PLAYERS, LM_ARRIVE, 0, 0, lm_by_document(k, "MFB-4(c)(1)", "MBJ-5(e)(1)") };
    }
    turn.box = lm_table_cutter(t, k);
    if (turn.box) turn.who = LM_BY_PLAYER;
    return turn;
}

static lm_turn turn_between_rounds(const lm_table *t, const lm_rules *k, lm_turn turn)
{
    if (t->burns) return (lm_turn){ LM_BY_DEALER, LM_BURN, 0, 0, lm_burn_clause(t, k) };
    if (lm_decks_are_old(t, k)) return (lm_turn){ LM_BY_STAFF, LM_CHANGE_DECKS, 0, 0, "MFB-2(c)" };
    if (lm_cover_is_overdue(t, k)) {
        return (lm_turn){ LM_BY_DEALER, LM_COVER_SEEN, 0, 0, lm_by_document(k, "MFB-6(d).1", "MBJ-6(l)") };
    }
    if (t->by_book && !t->seated)
        return (lm_turn){ LM_BY_DEALER, LM_IDLE, 0, 0, lm_by_document(k, "MFB-4(h)", "MBJ-5(j)") };
    return turn;
}

static lm_turn turn_in_round(const lm_table *t, const lm_rules *k)
{
    if (t->burns) return (lm_turn){ LM_BY_DEALER, LM_BURN, 0, 0, lm_burn_clause(t, k) };
    lm_turn turn = lm_round_turn(&t->round, k);
    if (turn.who != LM_BY_SHOE || !lm_shoe_is_empty(t, k)) return turn;
    return (lm_turn){ LM_BY_DEALER, LM_IRREGULAR, 0, 0, lm_cite_refusal(k, LM_WHY_SHOE_EMPTY) };
}

/* A driver that has never delivered a deck goes the quick way. */
static lm_turn turn_to_load_quickly(const lm_rules *k)
{
    return (lm_turn){ LM_BY_DEALER, LM_LOAD, 0, 0, lm_by_document(k, "MFB-6(a).1", "MBJ-6(a)") };
}

lm_turn lm_table_turn(const lm_table *table, const lm_rules *rules)
{
    uint8_t stage = table->stage;
    lm_turn turn = { stages[stage].who, stages[stage].verb, 0, 0, lm_stage_clause(table, rules) };
    switch ((lm_stage)stage) {
    case LM_TO_DELIVER:
    case LM_TO_UNLOAD: return table->by_book ? turn : turn_to_load_quickly(rules);
    case LM_TO_VIEW: return turn_to_view(table, rules, turn);
    case LM_TO_SHUFFLE:
        if (lm_shuffles_by_hand(table, rules)) turn.verb = lm_manual_step(table);
        return turn;
    case LM_TO_CUT: return turn_to_cut(table, rules, turn);
    case LM_TO_OPEN: return turn_between_rounds(table, rules, turn);
    case LM_IN_ROUND: return turn_in_round(table, rules);
    default: return turn;
    }
}
