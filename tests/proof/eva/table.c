/* table.c - a table in any state within its bounds, under any legal value of every rule, and any action, with or without a listener, or
 * one of the questions that other rooms ask of a table.
 *
 * The round inside is a contract: an accepted action leaves any round within the bounds that the table relies on (any_round), and keeps
 * what judged.c proves of the round's own judgement. The bounds of the table are asserted after the call, so that they hold after any
 * number of actions. */
#include <__fc_builtin.h>

#include "lammer/irregular.h"
#include "table_step.h"

#include "any_rules.h"

#define BETWEEN(least, most) Frama_C_interval(least, most)
#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)

enum { ALL_BURNS = LM_BURN_FOR_BATCH | LM_BURN_FOR_EXHAUSTION | LM_BURN_FOR_DEALER | LM_BURN_FOR_ROUND, LISTED = 8 };

static lm_rules rules;
static lm_table table;
static bool spends; /* whether the irregularity takes its card out of the shoe */

/* --- the round ------------------------------------------------------------------------------------------- */

static void any_round(lm_round *r)
{
    lm_box box;
    lm_hand hand;
    Frama_C_make_unknown((char *)&hand, sizeof hand);
    Frama_C_make_unknown((char *)&box, sizeof box);
    //@ loop unroll LM_HANDS;
    for (int i = 0; i < LM_HANDS; i++)
        box.hand[i] = hand;
    box.hands = BYTE(0, LM_HANDS);
    box.owner = EITHER ? BYTE(0, LM_BOXES) : LM_NOBODY;
    Frama_C_make_unknown((char *)r, sizeof *r);
    r->rules_hash = 1;
    //@ loop unroll LM_BOXES;
    for (int i = 0; i < LM_BOXES; i++)
        r->box[i] = box;
    r->dealer.n = BYTE(0, LM_HAND_CARDS);
    //@ loop unroll LM_HAND_CARDS;
    for (int i = 0; i < LM_HAND_CARDS; i++)
        r->dealer.card[i] = BYTE(0, LM_CARD_DOWN);
    r->next_card = BYTE(0, LM_CARDS);
    r->phase = BYTE(LM_BETTING, LM_DONE);
}

static lm_status any_status(void)
{
    return (lm_status){ (lm_why)BETWEEN(0, LM_WHY_COUNT - 1), EITHER ? 0 : "clause" };
}

/* No accepted action shows a card that does not exist or seats a player at a box that does not (judged.c). */
lm_status lm_round_apply_heard(lm_round *round, const lm_rules *k, lm_action a, const lm_listener *listener)
{
    bool shows = a.verb == LM_CARD || a.verb == LM_TURN || a.verb == LM_DETERMINE || (a.verb == LM_IRREGULAR && spends);
    if (shows && a.card >= LM_CARDS) return (lm_status){ LM_WHY_NO_CARD, 0 };
    bool seats = a.verb == LM_BET && a.wager == LM_MAIN && a.instrument != LM_COUPON && a.bettor == LM_DECIDER;
    if (a.verb == LM_BET && (a.box < 1 || a.box > LM_BOXES)) return (lm_status){ LM_WHY_BOX, 0 };
    if (seats && a.player != LM_NOBODY && a.player > LM_BOXES) return (lm_status){ LM_WHY_OWNER, 0 };
    if (EITHER) return (lm_status){ (lm_why)BETWEEN(1, LM_WHY_COUNT - 1), 0 };
    any_round(round);
    return (lm_status){ LM_WHY_OK, 0 };
}

lm_status lm_round_next(lm_round *round, const lm_rules *k)
{
    any_round(round);
    return any_status();
}

lm_turn lm_round_turn(const lm_round *round, const lm_rules *k)
{
    return (
        lm_turn){ BYTE(0, LM_BY_NOBODY), BYTE(0, LM_VERB_COUNT - 1), BYTE(0, LM_BOXES), BYTE(0, LM_HANDS), 0, 0, 0 };
}

int lm_round_legal(const lm_round *round, const lm_rules *k, lm_action *actions, int room)
{
    Frama_C_make_unknown((char *)actions, (size_t)room * sizeof *actions);
    return BETWEEN(0, 100000);
}

bool lm_round_over(const lm_round *round)
{
    return round->phase == LM_DONE;
}

bool lm_irregular_spends(const lm_action *action)
{
    return spends;
}

lm_status lm_refuse(const lm_rules *k, lm_why why)
{
    return (lm_status){ why, lm_cite_refusal(k, why) };
}

void lm_tell_event(const lm_step *s, lm_event event)
{
    s->ear->hear(s->ear->self, &event);
}

static void hear(void *self, const lm_event *event)
{
}

/* --- the table ------------------------------------------------------------------------------------------- */

static void any_table(lm_table *t)
{
    Frama_C_make_unknown((char *)t, sizeof *t);
    any_round(&t->round);
    t->rules_hash = 1;
    t->stage = BYTE(0, LM_STAGES - 1);
    t->pack = BYTE(0, LM_PACKS - 1);
    for (int i = 0; i < LM_PACKS; i++)
        t->place[i] = BYTE(0, LM_IN_PLAY);
    t->burns = BYTE(0, ALL_BURNS);
    t->first_in = BYTE(0, LM_BOXES);
    t->cover_box = BYTE(0, LM_BOXES);
    t->cut_start = BYTE(0, LM_BOXES);
    t->last_cutter = BYTE(0, LM_BOXES);
    t->paused = BYTE(0, LM_PAUSED_BY_EXHAUSTION);
    t->cause = BYTE(0, LM_ORDERED);
}

static void keeps_bounds(const lm_table *t)
{
    //@ assert kept_stage: t->stage < LM_STAGES;
    //@ assert kept_pack: t->pack < LM_PACKS && t->place[0] <= LM_IN_PLAY && t->place[1] <= LM_IN_PLAY;
    //@ assert kept_burns: t->burns <= ALL_BURNS;
    //@ assert kept_cutter: t->last_cutter <= LM_BOXES && t->cut_start <= LM_BOXES;
    //@ assert kept_boxes: t->first_in <= LM_BOXES && t->cover_box <= LM_BOXES;
    //@ assert kept_pause: t->paused <= LM_PAUSED_BY_EXHAUSTION && t->cause <= LM_ORDERED;
}

/* What the table or the round asks of an action before it goes on stands apart: boxes, cards and players that exist, and others. */
static int choose_box(lm_action *a)
{
    a->box = 0;
    if (EITHER) return 0;
    a->box = BYTE(LM_BOXES + 1, 255);
    if (EITHER) return 1;
    a->box = BYTE(1, LM_BOXES);
    return 2;
}

static int choose_card(lm_action *a)
{
    a->card = BYTE(LM_CARDS, 255);
    if (EITHER) return 0;
    a->card = BYTE(0, LM_CARDS - 1);
    return 1;
}

static int choose_player(lm_action *a)
{
    a->player = LM_NOBODY;
    if (EITHER) return 0;
    a->player = BYTE(LM_BOXES + 1, LM_NOBODY - 1);
    if (EITHER) return 1;
    a->player = 0;
    if (EITHER) return 2;
    a->player = BYTE(1, LM_BOXES);
    return 3;
}

/* A verb of the round: stages matter only as far as a round is open or not. */
static void apply_to_any_round(lm_action a, const lm_listener *ear)
{
    bool names_card = a.verb == LM_CARD || a.verb == LM_TURN || a.verb == LM_DETERMINE || a.verb == LM_IRREGULAR;
    if (EITHER) {
        table.stage = LM_IN_ROUND;
    } else {
        table.stage = EITHER ? BYTE(0, LM_TO_OPEN) : BYTE(LM_TO_UNLOAD, LM_STAGES - 1);
    }
    spends = EITHER;
    if (names_card) choose_card(&a);
    if (a.verb == LM_IRREGULAR) {
        //@ split spends;
        ;
    }
    if (a.verb == LM_BET) {
        choose_player(&a);
        choose_box(&a);
    }
    lm_table_apply_heard(&table, &rules, a, ear);
}

static void apply_to_any_table(lm_action a, const lm_listener *ear)
{
    //@ split table.stage;
    //@ split a.verb;
    if (a.verb == LM_SHOW_BURN) choose_card(&a);
    choose_box(&a);
    lm_table_apply_heard(&table, &rules, a, ear);
}

static void apply_any(void)
{
    static const lm_listener listener = { hear, 0 };
    const lm_listener *ear = EITHER ? &listener : 0;
    lm_action a;
    Frama_C_make_unknown((char *)&a, sizeof a);
    switch (BETWEEN(0, 2)) {
    case 0:
        a.verb = BYTE(0, LM_VERB_COUNT - 1);
        //@ split a.verb;
        apply_to_any_round(a, ear);
        break;
    case 1:
        a.verb = BYTE(LM_VERB_COUNT, LM_TABLE_VERB_COUNT - 1);
        apply_to_any_table(a, ear);
        break;
    default:
        a.verb = BYTE(LM_TABLE_VERB_COUNT, 255);
        lm_table_apply_heard(&table, &rules, a, ear);
        break;
    }
}

static void ask_any(void)
{
    static lm_action list[LISTED];
    lm_card was = BYTE(0, 255), is = EITHER ? BYTE(0, LM_CARDS - 1) : BYTE(LM_CARDS, 255);
    switch (BETWEEN(0, 6)) {
    case 0: lm_table_legal(&table, &rules, list, LISTED); break;
    case 1: lm_table_recount(&table, &rules, was, is); break;
    case 2: lm_table_turn(&table, &rules); break;
    case 3: lm_table_open(&table, &rules); break;
    case 4: lm_action_word(BYTE(0, LM_TABLE_VERB_COUNT - 1)); break;
    case 5:
        lm_table_stack(&table, &rules);
        lm_table_cut_minimum(&table, &rules);
        lm_table_cutter(&table, &rules);
        break;
    default:
        lm_table_phase_of(&table);
        lm_table_cards_out(&table);
        break;
    }
}

int main(void)
{
    any_rules(&rules);
    rules.hash = 1;
    any_table(&table);
    rules.shoe = EITHER ? LM_SHOE_DOUBLE : EITHER ? LM_SHOE_SINGLE : BETWEEN(LM_SHOE_CONTINUOUS, LM_SHOE_HAND);
    if (EITHER)
        apply_any();
    else
        ask_any();
    //@ slevel merge;
    keeps_bounds(&table);
    return 0;
}
