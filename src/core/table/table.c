/* table.c - the table's verbs: the stages in which each is allowed, and the round inside the table. prepare.c,
 * shuffle.c, cut.c, shoe.c and seats.c judge and do them. */
#include "lammer/table.h"

#include <string.h>

#include "table_step.h"

_Static_assert(sizeof(lm_table) == sizeof(lm_round) + 8 + 2 * 4 + 4 * 2 + LM_PACKS + LM_PATRONS + 31 + LM_CARDS,
               "padding in lm_table");
_Static_assert(LM_TABLE_VERB_COUNT <= UINT8_MAX, "a verb is one byte");

/* Fields that a verb uses. */
enum { BOX = 1, ROLE = 2, PACK = 4, CARD = 8, YES = 16 };

/* Stages. */
#define IN(stage) (1u << LM_##stage)
#define FROM_TO(first, last) (IN(last) | (IN(last) - IN(first)))
#define ANY FROM_TO(TO_DELIVER, STOPPED)
#define OUT_OF_ROUND (ANY & ~IN(IN_ROUND))
#define WITH_CARDS (FROM_TO(TO_OPEN, TO_UNLOAD))

static lm_status may_always(const lm_table *t, const lm_rules *k, lm_action *a)
{
    return lm_accept();
}

/* clang-format off */
static const struct {
    uint32_t stages; /* stages in which it can be done at all */
    uint8_t fields;
    bool needs_shoe; /* refused with LM_WHY_NOT_LOADED while no shoe is loaded */
    lm_table_may *may;
    lm_table_do *act;
} verbs[LM_TABLE_VERB_COUNT - LM_VERB_COUNT] = {
#define ROW(name) [LM_##name - LM_VERB_COUNT]
    ROW(DELIVER) = {IN(TO_DELIVER), PACK, false, lm_may_deliver, lm_do_deliver},
    ROW(INSPECT) = {IN(TO_INSPECT), 0, false, may_always, lm_do_step},
    ROW(VERIFY) = {IN(TO_VERIFY), ROLE, false, lm_may_verify, lm_do_step},
    ROW(SPREAD) = {IN(TO_SPREAD), 0, false, may_always, lm_do_step},
    ROW(VIEW) = {IN(TO_VIEW), BOX, false, lm_may_view, lm_do_step},
    ROW(WASH) = {IN(TO_WASH), 0, false, may_always, lm_do_step},
    ROW(STACK) = {IN(TO_STACK), 0, false, may_always, lm_do_step},
    ROW(PLUG) = {IN(TO_SHUFFLE), 0, false, lm_may_plug, lm_do_hand_step},
    ROW(RIFFLE) = {IN(TO_SHUFFLE), 0, false, lm_may_riffle, lm_do_hand_step},
    ROW(TURN_HALF) = {IN(TO_SHUFFLE), 0, false, lm_may_turn_half, lm_do_hand_step},
    ROW(STRIP) = {IN(TO_SHUFFLE), 0, false, lm_may_strip, lm_do_hand_step},
    ROW(SHUFFLE_CUT) = {IN(TO_SHUFFLE), 0, false, lm_may_shuffle_cut, lm_do_hand_step},
    ROW(DEVICE_SHUFFLE) = {IN(TO_SHUFFLE), 0, false, lm_may_device_shuffle, lm_do_device_shuffle},
    ROW(JAM) = {IN(TO_SHUFFLE), 0, false, lm_may_device_shuffle, lm_do_jam},
    ROW(SIGN) = {OUT_OF_ROUND & ~IN(TO_SWAP), YES, false, lm_may_sign, lm_do_sign},
    ROW(SWAP) = {IN(TO_SWAP), PACK, false, lm_may_swap, lm_do_swap},
    ROW(CUT) = {IN(TO_CUT), BOX, false, lm_may_cut, lm_do_cut},
    ROW(REFUSE_CUT) = {IN(TO_CUT), BOX, false, lm_may_refuse_cut, lm_do_refuse_cut},
    ROW(RECUT) = {FROM_TO(TO_COVER_BOTTOM, IN_ROUND), ROLE, false, lm_may_recut, lm_do_recut},
    ROW(COVER) = {FROM_TO(TO_COVER_BOTTOM, TO_COVER), 0, false, lm_may_cover, lm_do_cover},
    ROW(LOAD) = {IN(TO_DELIVER) | IN(TO_LOAD) | IN(TO_OPEN) | IN(TO_UNLOAD), YES, false, lm_may_load, lm_do_load},
    ROW(BURN) = {IN(TO_OPEN) | IN(IN_ROUND), 0, true, lm_may_burn, lm_do_burn},
    ROW(SHOW_BURN) = {WITH_CARDS, CARD, true, lm_may_show_burn, lm_do_show_burn},
    ROW(FORGOT_BURN) = {IN(TO_OPEN), 0, true, lm_may_forgot_burn, lm_do_forgot_burn},
    ROW(NEW_DEALER) = {IN(TO_OPEN), 0, true, may_always, lm_do_new_dealer},
    ROW(OPEN) = {IN(TO_OPEN), 0, true, lm_may_open, lm_do_open},
    ROW(COVER_SEEN) = {IN(TO_OPEN) | IN(IN_ROUND), BOX, true, lm_may_cover_seen, lm_do_cover_seen},
    ROW(ORDER_SHUFFLE) = {IN(TO_OPEN), ROLE, true, lm_may_order_shuffle, lm_do_order_shuffle},
    ROW(UNLOAD) = {IN(TO_UNLOAD) | IN(STOPPED), PACK, true, lm_may_unload, lm_do_unload},
    ROW(IDLE) = {IN(TO_OPEN), YES, true, lm_may_idle, lm_do_idle},
    ROW(REQUEST_SPREAD) = {FROM_TO(TO_VIEW, TO_CUT), BOX, false, lm_may_request_spread, lm_do_request_spread},
    ROW(CHANGE_DECKS) = {OUT_OF_ROUND, 0, false, lm_may_change_decks, lm_do_change_decks},
    ROW(HOURS) = {OUT_OF_ROUND, 0, false, lm_may_hours, lm_do_hours},
    ROW(ARRIVE) = {OUT_OF_ROUND, BOX, false, lm_may_arrive, lm_do_arrive},
    ROW(LEAVE) = {OUT_OF_ROUND, BOX, false, lm_may_leave, lm_do_leave},
    ROW(READMIT) = {ANY, BOX, false, lm_may_readmit, lm_do_readmit},
#undef ROW
};
/* clang-format on */

const char *lm_action_word(uint8_t verb)
{
    static const char *const words[] = {
#define VERB(name, word, ...) word,
#include "lammer/verbs.def"
    };
    return words[verb];
}

lm_table_phase lm_table_phase_of(const lm_table *table)
{
    if (table->stage == LM_IN_ROUND || table->paused) return LM_TABLE_ROUND;
    return table->stage == LM_TO_OPEN || table->stage == LM_TO_UNLOAD ? LM_TABLE_IDLE : LM_TABLE_EMPTY;
}

lm_status lm_table_open(lm_table *table, const lm_rules *rules)
{
    if (!rules->hash) return lm_refuse(rules, LM_WHY_RULES);
    memset(table, 0, sizeof *table);
    table->rules_hash = rules->hash;
    return lm_accept();
}

/* A verb that names a box where no player is concerned would let a player handle the cards. */
static lm_status may_fields(const lm_rules *k, const lm_action *a, uint8_t fields)
{
    if (a->box && !(fields & BOX)) return lm_refuse(k, LM_WHY_HANDLE);
    bool clean = !a->bettor && !a->wager && !a->player && (!a->n || fields & (ROLE | PACK)) &&
                 (!a->card || fields & CARD) && a->yes <= !!(fields & YES);
    return clean ? lm_accept() : lm_refuse(k, LM_WHY_VERB);
}

static lm_status refuse_amount(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    switch (a->verb) {
    case LM_DELIVER: return lm_refuse(k, LM_WHY_DECKS);
    case LM_CUT: return lm_refuse(k, LM_WHY_CUT_DEPTH);
    case LM_COVER:
        if (t->stage == LM_TO_COVER_BOTTOM) return lm_refuse(k, LM_WHY_COVER_BOTTOM);
        return lm_refuse(k, lm_is_hand_dealt(k) ? LM_WHY_COVER_THIRD : LM_WHY_COVER_DEPTH);
    case LM_HOURS: return lm_refuse(k, LM_WHY_HOURS);
    default: return lm_refuse(k, LM_WHY_VERB);
    }
}

/* Whether the action can be done with some amount; the action then says with which. */
static lm_status may_do(const lm_table *t, const lm_rules *k, lm_action *a)
{
    int row = a->verb - LM_VERB_COUNT;
    lm_status status = may_fields(k, a, verbs[row].fields);
    if (!lm_ok(status)) return status;
    a->least_count = a->most_count = a->step_cents = 0;
    if (verbs[row].stages >> t->stage & 1) return verbs[row].may(t, k, a);
    bool no_shoe = verbs[row].needs_shoe && t->stage < LM_TO_OPEN && !t->paused;
    return no_shoe ? lm_refuse(k, LM_WHY_NOT_LOADED) : lm_refuse_stage(t, k);
}

static lm_status apply_to_table(lm_table *t, const lm_step *s, lm_action *a)
{
    lm_status status = may_do(t, s->k, a);
    if (!lm_ok(status)) return status;
    if (a->count < a->least_count || a->count > a->most_count) return refuse_amount(t, s->k, a);
    t->just_over = 0;
    verbs[a->verb - LM_VERB_COUNT].act(t, s, a);
    return status;
}

static lm_status apply_to_round(lm_table *t, const lm_step *s, lm_action *a)
{
    lm_round_marks before = { t->round.next_card, t->round.set_aside };
    lm_status status = lm_may_reach_round(t, s->k, a);
    if (lm_ok(status)) status = lm_round_apply_heard(&t->round, s->k, *a, s->ear);
    if (lm_ok(status)) lm_round_was_changed(t, s, a, &before);
    return status;
}

lm_status lm_table_apply_heard(lm_table *table, const lm_rules *rules, lm_action action, const lm_listener *listener)
{
    lm_step step = { &table->round, rules, listener, LM_AFTER_DEAL };
    if (table->rules_hash != rules->hash) return lm_refuse(rules, LM_WHY_RULES);
    if (action.verb >= LM_TABLE_VERB_COUNT) return lm_refuse(rules, LM_WHY_VERB);
    bool to_round = action.verb < LM_VERB_COUNT;
    lm_status status = to_round ? apply_to_round(table, &step, &action) : apply_to_table(table, &step, &action);
    if (lm_ok(status)) table->actions++;
    return status;
}

lm_status lm_table_apply(lm_table *table, const lm_rules *rules, lm_action action)
{
    return lm_table_apply_heard(table, rules, action, NULL);
}

typedef struct {
    const lm_table *t;
    const lm_rules *k;
    lm_action_list to;
} listing;

static void offer(listing *l, lm_action a)
{
    if (!lm_ok(may_do(l->t, l->k, &a))) return;
    a.count = a.verb == LM_UNLOAD ? lm_full_shoe(l->k) : a.most_count;
    lm_list_action(&l->to, a);
}

/* Every choice of the fields that a verb uses. */
static void offer_verb(listing *l, uint8_t verb)
{
    uint8_t fields = verbs[verb - LM_VERB_COUNT].fields;
    int boxes = fields & BOX ? (int)l->k->boxes : 0, yeses = fields & YES ? 2 : 1;
    int numbers = fields & ROLE ? LM_ROLE_COUNT : fields & PACK ? LM_PACKS : 1;
    int cards = fields & CARD ? LM_CARDS : 1;
    for (int box = 0; box <= boxes; box++) {
        for (int i = 0; i < numbers * yeses * cards; i++) {
            lm_action a = { .verb = verb, .box = (uint8_t)box };
            a.card = (lm_card)(i % cards);
            a.yes = (uint8_t)(i / cards % yeses);
            a.n = (uint8_t)(i / cards / yeses);
            offer(l, a);
        }
    }
}

/* The round's own list, without what the table forbids. */
static int legal_in_round(const lm_table *t, const lm_rules *k, lm_action *actions, int room)
{
    int listed = lm_round_legal(&t->round, k, actions, room), kept = 0;
    for (int i = 0; i < listed && i < room; i++) {
        lm_action a = actions[i];
        if (lm_ok(lm_may_reach_round(t, k, &a))) actions[kept++] = a;
    }
    return listed > room ? listed : kept;
}

int lm_table_legal(const lm_table *table, const lm_rules *rules, lm_action *actions, int room)
{
    if (table->rules_hash != rules->hash) return 0;
    listing l = { table, rules, { actions, room, 0 } };
    if (table->stage == LM_IN_ROUND) l.to.n = legal_in_round(table, rules, actions, room);
    for (uint8_t verb = LM_VERB_COUNT; verb < LM_TABLE_VERB_COUNT; verb++) {
        if (verbs[verb - LM_VERB_COUNT].stages >> table->stage & 1) offer_verb(&l, verb);
    }
    return l.to.n;
}
