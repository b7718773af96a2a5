/* table.c - loading, burning, opening rounds, and the census of the shoe. */
#include "lammer/table.h"

#include <string.h>

#include "lammer/irregular.h"
#include "step.h"

_Static_assert(sizeof(lm_table) == sizeof(lm_round) + 8 + 4 + 4 + 2 + 4 + 6 + LM_CARDS, "padding in lm_table");

typedef lm_status may_table(const lm_table *, const lm_rules *, const lm_action *);
typedef void do_table(lm_table *, const lm_step *, const lm_action *);

static lm_status may_load(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    (void)a;
    return t->phase == LM_TABLE_ROUND ? lm_refuse(k, LM_WHY_IN_ROUND) : lm_accept();
}

/* The first card of each loaded stack is burned: MFB-6(c).1, MBJ-6(c).1. */
static void do_load(lm_table *t, const lm_step *s, const lm_action *a)
{
    (void)a;
    memset(t->seen, 0, sizeof t->seen);
    t->unseen_out = t->burned = 0;
    t->burns_due = 1;
    t->phase = LM_TABLE_IDLE;
    LM_TELL(s, .kind = LM_EV_LOAD, .clause = lm_is_free_bet(s->k) ? "MFB-6(a).1" : "MBJ-6(a)");
}

static lm_status may_burn(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    (void)a;
    return t->burns_due ? lm_accept() : lm_refuse(k, LM_WHY_NO_BURN);
}

static void do_burn(lm_table *t, const lm_step *s, const lm_action *a)
{
    (void)a;
    t->burns_due--;
    t->burned = 1;
    t->unseen_out++;
    LM_TELL(s, .kind = LM_EV_BURN, .card = LM_CARD_DOWN, .clause = lm_is_free_bet(s->k) ? "MFB-6(c).1" : "MBJ-6(c).1");
}

static bool shoe_holds(const lm_table *t, const lm_rules *k, lm_card card)
{
    return card < LM_CARDS && t->seen[card] < k->decks;
}

/* Only Massachusetts Blackjack grants it: MBJ-6(c).3, D-17. */
static lm_status may_show_burn(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    if (!t->burned || lm_is_free_bet(k)) return lm_refuse(k, LM_WHY_NOT_SHOWN);
    return shoe_holds(t, k, a->card) ? lm_accept() : lm_refuse(k, a->card < LM_CARDS ? LM_WHY_SHOE : LM_WHY_NO_CARD);
}

static void do_show_burn(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->burned = 0;
    t->unseen_out--;
    t->seen[a->card]++;
    LM_TELL(s, .kind = LM_EV_SHOW_BURN, .card = a->card, .clause = "MBJ-6(c).3");
}

static lm_status may_new_dealer(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    (void)a;
    return t->phase == LM_TABLE_IDLE ? lm_accept() : lm_refuse(k, t->phase ? LM_WHY_IN_ROUND : LM_WHY_NOT_LOADED);
}

static void do_new_dealer(lm_table *t, const lm_step *s, const lm_action *a)
{
    (void)a;
    if (!t->burns_due) t->burns_due = 1; /* MFB-6(c).2, MBJ-6(c).2 */
    LM_TELL(s, .kind = LM_EV_NEW_DEALER, .clause = lm_is_free_bet(s->k) ? "MFB-6(c).2" : "MBJ-6(c).2");
}

static lm_status may_open(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    (void)a;
    if (t->phase == LM_TABLE_EMPTY) return lm_refuse(k, LM_WHY_NOT_LOADED);
    if (t->phase == LM_TABLE_ROUND) return lm_refuse(k, LM_WHY_IN_ROUND);
    return t->burns_due ? lm_refuse(k, LM_WHY_BURN_DUE) : lm_accept();
}

static void do_open(lm_table *t, const lm_step *s, const lm_action *a)
{
    (void)a;
    lm_round_open(&t->round, s->k);
    t->phase = LM_TABLE_ROUND;
    t->rounds++;
    LM_TELL(s, .kind = LM_EV_OPEN);
    if (t->face_down_doubles) LM_TELL(s, .kind = LM_EV_PROMPT, .clause = "MBJ-10(c).2");
}

static const struct {
    const char *word;
    may_table *may;
    do_table *act;
} verbs[LM_TABLE_VERB_COUNT - LM_VERB_COUNT] = {
    [LM_LOAD - LM_VERB_COUNT] = {"load", may_load, do_load},
    [LM_BURN - LM_VERB_COUNT] = {"burn", may_burn, do_burn},
    [LM_SHOW_BURN - LM_VERB_COUNT] = {"show-burn", may_show_burn, do_show_burn},
    [LM_NEW_DEALER - LM_VERB_COUNT] = {"new-dealer", may_new_dealer, do_new_dealer},
    [LM_OPEN - LM_VERB_COUNT] = {"open", may_open, do_open},
};

const char *lm_action_word(uint8_t verb)
{
    return verb < LM_VERB_COUNT ? lm_verb_word((lm_verb)verb) : verbs[verb - LM_VERB_COUNT].word;
}

lm_status lm_table_open(lm_table *table, const lm_rules *rules)
{
    if (!rules->hash) return lm_refuse(rules, LM_WHY_RULES);
    memset(table, 0, sizeof *table);
    table->rules_hash = rules->hash;
    return lm_accept();
}

static bool shows_card(const lm_action *a)
{
    if (a->verb == LM_IRREGULAR) return lm_irregular_spends(a);
    return a->verb == LM_CARD || a->verb == LM_TURN || a->verb == LM_DETERMINE;
}

static lm_status may_in_round(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    if (t->phase != LM_TABLE_ROUND) return lm_refuse(k, LM_WHY_NO_ROUND);
    if (shows_card(a) && a->card < LM_CARDS && !shoe_holds(t, k, a->card)) return lm_refuse(k, LM_WHY_SHOE);
    return lm_accept();
}

static lm_status apply_to_round(lm_table *t, const lm_rules *k, lm_action a, const lm_listener *ear)
{
    uint8_t waiting = t->round.next_card, aside = t->round.set_aside;
    lm_status status = may_in_round(t, k, &a);
    if (lm_ok(status)) status = lm_round_apply_heard(&t->round, k, a, ear);
    if (!lm_ok(status)) return status;
    if (shows_card(&a)) t->seen[a.card]++;
    if (waiting && t->round.set_aside > aside && !(a.verb == LM_IRREGULAR && lm_irregular_spends(&a))) t->seen[waiting - 1]++;
    if (a.verb == LM_TURN) t->unseen_out--;
    if (a.verb == LM_DOWN) t->unseen_out++;
    if (a.verb == LM_DOUBLE && a.yes) t->face_down_doubles = 1;
    if (lm_round_over(&t->round)) t->phase = LM_TABLE_IDLE;
    return status;
}

lm_status lm_table_apply_heard(lm_table *table, const lm_rules *rules, lm_action action, const lm_listener *listener)
{
    if (table->rules_hash != rules->hash) return lm_refuse(rules, LM_WHY_RULES);
    if (action.verb >= LM_TABLE_VERB_COUNT) return lm_refuse(rules, LM_WHY_VERB);
    if (action.verb >= LM_VERB_COUNT && action.amount_cents) return lm_refuse(rules, LM_WHY_VERB);
    lm_status status;
    if (action.verb < LM_VERB_COUNT) {
        status = apply_to_round(table, rules, action, listener);
    } else {
        lm_step step = {&table->round, rules, listener};
        int verb = action.verb - LM_VERB_COUNT;
        status = verbs[verb].may(table, rules, &action);
        if (lm_ok(status)) verbs[verb].act(table, &step, &action);
    }
    if (lm_ok(status)) table->actions++;
    return status;
}

lm_status lm_table_apply(lm_table *table, const lm_rules *rules, lm_action action)
{
    return lm_table_apply_heard(table, rules, action, NULL);
}

/* The round's own list, less the cards that the shoe no longer holds. */
static int legal_in_round(const lm_table *t, const lm_rules *k, lm_action *actions, int room)
{
    int listed = lm_round_legal(&t->round, k, actions, room), kept = 0;
    for (int i = 0; i < listed && i < room; i++) {
        if (lm_ok(may_in_round(t, k, &actions[i]))) actions[kept++] = actions[i];
    }
    return listed > room ? listed : kept;
}

int lm_table_legal(const lm_table *table, const lm_rules *rules, lm_action *actions, int room)
{
    int n = table->phase == LM_TABLE_ROUND ? legal_in_round(table, rules, actions, room) : 0;
    for (uint8_t verb = LM_VERB_COUNT; verb < LM_TABLE_VERB_COUNT; verb++) {
        int cards = verb == LM_SHOW_BURN ? LM_CARDS : 1;
        for (int card = 0; card < cards; card++) {
            lm_action a = {.verb = verb, .card = (lm_card)card};
            if (!lm_ok(verbs[verb - LM_VERB_COUNT].may(table, rules, &a))) continue;
            if (n < room) actions[n] = a;
            n++;
        }
    }
    return n;
}

lm_turn lm_table_turn(const lm_table *table, const lm_rules *rules)
{
    bool free_bet = lm_is_free_bet(rules);
    if (table->phase == LM_TABLE_EMPTY) return (lm_turn){LM_BY_DEALER, LM_LOAD, 0, 0, free_bet ? "MFB-6(a).1" : "MBJ-6(a)"};
    if (table->phase == LM_TABLE_ROUND) return lm_round_turn(&table->round, rules);
    if (table->burns_due) return (lm_turn){LM_BY_DEALER, LM_BURN, 0, 0, free_bet ? "MFB-6(c).1" : "MBJ-6(c).1"};
    return (lm_turn){LM_BY_DEALER, LM_OPEN, 0, 0, NULL};
}

int lm_table_cards_out(const lm_table *table)
{
    int out = table->unseen_out;
    for (int card = 0; card < LM_CARDS; card++) out += table->seen[card];
    return out;
}
