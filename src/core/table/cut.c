/* cut.c - who cuts, how deep, where the cover card goes, and the stack in the shoe. */
#include <string.h>

#include "table_step.h"

enum { ONE_DECK = LM_CARDS, SMALL_GAME_CUT = 10, SMALL_GAME_DECKS = 2 };

static uint8_t highest_seat(const lm_table *t, const lm_rules *k)
{
    uint8_t box = (uint8_t)k->boxes;
    while (box && !lm_is_seated(t, k, box))
        box--;
    return box;
}

/* MFB-4(c), MBJ-5(e): the first to arrive, the player to whom the cover card came, else the farthest right. */
static uint8_t designated(const lm_table *t, const lm_rules *k)
{
    if (t->cut_start) return t->cut_start;
    if (t->cause == LM_NEW_GAME && t->first_in) return t->first_in;
    if (t->cause == LM_COVER_CARD && t->cover_box) return t->cover_box;
    return highest_seat(t, k);
}

/* From the designated box counterclockwise in Free Bet, clockwise in Blackjack, all around, then the dealer
 * (MFB-4(d), MBJ-5(f), D-14). A house may cut for the table: MFB-4(b), C-19. */
uint8_t lm_table_cutter(const lm_table *table, const lm_rules *rules)
{
    uint8_t boxes = (uint8_t)rules->boxes, box = designated(table, rules);
    if (!box || (lm_is_free_bet(rules) && rules->cut_by == LM_CUT_BY_DEALER)) return 0;
    for (uint8_t i = 0; i < boxes; i++) {
        if (lm_is_seated(table, rules, box) && !(table->refused & lm_box_bit(box))) return box;
        if (lm_is_free_bet(rules))
            box = box == 1 ? boxes : (uint8_t)(box - 1);
        else
            box = box >= boxes ? 1 : (uint8_t)(box + 1);
    }
    return 0;
}

/* The first player of a game that is just beginning is offered the cut: MFB-4(c)(1), MBJ-5(e)(1). */
bool lm_waits_for_first_player(const lm_table *t, const lm_rules *k)
{
    bool players_cut = !lm_is_free_bet(k) || k->cut_by == LM_CUT_BY_PLAYERS;
    return players_cut && t->cause == LM_NEW_GAME && !t->seated;
}

/* The clause that names the player who is offered the cut. */
static const char *offer_clause(const lm_table *t, const lm_rules *k, uint8_t box)
{
    if (lm_is_free_bet(k) && k->cut_by == LM_CUT_BY_DEALER) return "MFB-4(b)";
    if (t->cut_start) return lm_by_document(k, "MFB-4(f).2", "MBJ-5(g)");
    if (!box || box != designated(t, k)) return lm_by_document(k, "MFB-4(d)", "MBJ-5(f)");
    if (t->cause == LM_NEW_GAME) return lm_by_document(k, "MFB-4(c)(1)", "MBJ-5(e)(1)");
    if (t->cause == LM_ORDERED) return lm_by_document(k, "MFB-4(c)(4)", "MBJ-5(e)(4)");
    if (t->cover_box) return lm_by_document(k, "MFB-4(c)(2)", "MBJ-5(e)(2)");
    return lm_by_document(k, "MFB-4(c)(3)", "MBJ-5(e)(3)");
}

void lm_offer_cut(lm_table *t, const lm_step *s)
{
    if (lm_waits_for_first_player(t, s->k)) return;
    uint8_t box = lm_table_cutter(t, s->k);
    LM_TELL(s, .kind = LM_EV_OFFER_CUT, .box = box, .clause = offer_clause(t, s->k, box));
}

void lm_begin_cut(lm_table *t, const lm_step *s)
{
    t->opening = 0;
    t->refused = t->cut_start = 0;
    lm_offer_cut(t, s);
}

/* Each side of a double shoe is cut separately. The stack lacks burned cards and, after an exhausted shoe, the layout. */
int lm_table_stack(const lm_table *table, const lm_rules *rules)
{
    bool one_side = lm_is_double_shoe(rules) && table->paused != LM_PAUSED_BY_EXHAUSTION;
    return one_side ? lm_pack_decks(rules, table->pack) * LM_CARDS : lm_full_shoe(rules) - table->cards_out;
}

/* A deck from either end: MFB-4(e).1, MBJ-5(c). One or two decks are too few for that and have an approved minimum
 * (C-113). A short stack is cut in half at most. */
int lm_table_cut_minimum(const lm_table *table, const lm_rules *rules)
{
    int stack = lm_table_stack(table, rules);
    bool small = !lm_is_free_bet(rules) && rules->decks <= SMALL_GAME_DECKS;
    int minimum = rules->cut_minimum ? (int)rules->cut_minimum : small ? SMALL_GAME_CUT : ONE_DECK;
    return minimum <= stack / 2 ? minimum : stack / 2;
}

lm_status lm_may_cut(const lm_table *t, const lm_rules *k, lm_action *a)
{
    bool offered = a->box == lm_table_cutter(t, k) && !lm_waits_for_first_player(t, k);
    if (!offered) return lm_refuse(k, LM_WHY_CUTTER);
    a->least_count = lm_table_cut_minimum(t, k);
    a->most_count = lm_table_stack(t, k) - a->least_count;
    a->step_cents = 1;
    return lm_accept();
}

void lm_do_cut(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->last_cutter = a->box;
    t->idle = 0;
    LM_TELL(s, .kind = LM_EV_CUT, .box = a->box, .count = a->count,
            .clause = lm_by_document(s->k, "MFB-4(e).2", "MBJ-5(d).1"));
    lm_next_stage(t, s);
}

lm_status lm_may_refuse_cut(const lm_table *t, const lm_rules *k, lm_action *a)
{
    return a->box && a->box == lm_table_cutter(t, k) ? lm_accept() : lm_refuse(k, LM_WHY_CUTTER);
}

void lm_do_refuse_cut(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->refused |= lm_box_bit(a->box);
    LM_TELL(s, .kind = LM_EV_REFUSE_CUT, .box = a->box, .clause = lm_by_document(s->k, "MFB-4(d)", "MBJ-5(f)"));
    lm_offer_cut(t, s);
}

/* Free Bet: a floorperson, until the stack is in the shoe. Blackjack: a supervisor, until a card is dealt (D-15). */
lm_status lm_may_recut(const lm_table *t, const lm_rules *k, lm_action *a)
{
    bool loaded = t->stage >= LM_TO_OPEN;
    bool undealt = t->fresh && !t->round.next_card && !lm_is_free_bet(k);
    lm_role least = lm_is_free_bet(k) ? LM_ROLE_FLOORPERSON : LM_ROLE_SUPERVISOR;
    return lm_is_at_least(a->n, least) && (!loaded || undealt) ? lm_accept() : lm_refuse(k, LM_WHY_RECUT);
}

/* The cards are cut again by the player who cut last, or by the next in the rotation (C-03). */
void lm_do_recut(lm_table *t, const lm_step *s, const lm_action *a)
{
    if (t->stage == LM_IN_ROUND) t->paused = LM_PAUSED_FOR_RECUT;
    if (s->k->recut_by == LM_RECUT_BY_NEXT && t->last_cutter) t->refused |= lm_box_bit(t->last_cutter);
    t->cut_start = t->last_cutter;
    t->behind_cover = t->fresh = 0;
    t->stage = LM_TO_CUT;
    LM_TELL(s, .kind = LM_EV_RECUT, .n = a->n, .clause = lm_by_document(s->k, "MFB-4(f).1", "MBJ-5(g)"));
    lm_offer_cut(t, s);
}

static int part_of(int cards, int64_t hundredths_of_percent)
{
    return (int)((cards * hundredths_of_percent + 9999) / 10000);
}

/* A quarter of the stack, a third of a hand-dealt one, or more if the house chose more (D-18). */
static int least_behind_cover(const lm_table *t, const lm_rules *k)
{
    int stack = lm_table_stack(t, k), parts = lm_is_hand_dealt(k) ? 3 : 4;
    int document = (stack + parts - 1) / parts, house = part_of(stack, k->cover_depth);
    return house > document ? house : document;
}

lm_status lm_may_cover(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (t->stage == LM_TO_COVER_BOTTOM) return lm_accept();
    a->least_count = lm_has_own_procedure(k) ? 0 : least_behind_cover(t, k);
    a->most_count = lm_table_stack(t, k) - 1;
    a->step_cents = 1;
    return lm_accept();
}

void lm_do_cover(lm_table *t, const lm_step *s, const lm_action *a)
{
    if (!lm_is_double_shoe(s->k)) t->behind_cover = (uint16_t)a->count;
    lm_do_step(t, s, a);
}

static bool device_loads(const lm_table *t, const lm_rules *k)
{
    return lm_is_free_bet(k) && k->shuffler_loads_shoe && lm_alternates(k) && !t->device_down && !t->paused;
}

/* The device puts the stack into the shoe itself: MFB-4(a).3. */
void lm_begin_load(lm_table *t, const lm_step *s)
{
    if (device_loads(t, s->k)) lm_fill_shoe(t, s);
}

void lm_forget_cards(lm_table *t)
{
    memset(t->seen, 0, sizeof t->seen);
    t->cards_out = t->unseen_out = t->behind_cover = 0;
    t->burned = 0;
}

static const char *load_clause(const lm_table *t, const lm_rules *k)
{
    if (lm_is_continuous(k)) return lm_by_document(k, "MFB-4(i)", "MBJ-21");
    if (lm_is_hand_dealt(k)) return "MBJ-6a(b).1";
    if (device_loads(t, k) && t->by_book) return "MFB-4(a).3";
    return lm_by_document(k, "MFB-6(a).1", "MBJ-6(a)");
}

/* The first card of a full shoe is burned: MFB-6(c).1, MBJ-6(c).1. A double shoe has the determinant card instead
 * (MBJ-6(d)), the hand-dealt game at most a burn before each round (MBJ-6a(c)). */
static void burn_from_full_shoe(lm_table *t, const lm_rules *k)
{
    if (t->paused == LM_PAUSED_BY_EXHAUSTION)
        t->burns |= LM_BURN_FOR_EXHAUSTION;
    else if (t->cards_out || lm_is_double_shoe(k))
        return;
    else if (!lm_is_hand_dealt(k))
        t->burns |= LM_BURN_FOR_BATCH;
    else if (k->burn_each_round)
        t->burns |= LM_BURN_FOR_ROUND;
}

/* A double shoe is not full before both sides are. */
static bool other_side_is_due(lm_table *t, const lm_step *s)
{
    static const uint8_t stage_of[] = {
        [LM_AWAY] = LM_TO_DELIVER, [LM_SPREAD_OUT] = LM_TO_WASH, [LM_STACKED] = LM_TO_SHUFFLE
    };
    uint8_t other = !t->pack, place = t->place[other];
    if (!lm_is_double_shoe(s->k) || lm_packs(s->k) < 2 || place >= LM_IN_DEVICE) return false;
    t->pack = other;
    lm_enter_stage(t, s, stage_of[place]);
    return true;
}

void lm_fill_shoe(lm_table *t, const lm_step *s)
{
    LM_TELL(s, .kind = LM_EV_LOAD, .n = t->pack, .clause = load_clause(t, s->k));
    t->place[t->pack] = LM_IN_PLAY;
    if (other_side_is_due(t, s)) return;
    burn_from_full_shoe(t, s->k);
    t->cover_seen = t->paused == LM_PAUSED_BY_EXHAUSTION;
    t->fresh = t->by_book && !lm_is_continuous(s->k) && !t->cover_seen;
    t->opening = t->idle = t->undealt = 0;
    t->stage = t->paused ? LM_IN_ROUND : LM_TO_OPEN;
    t->paused = LM_NOT_PAUSED;
}

/* The quick way: on a closed table, and then between any two rounds. */
lm_status lm_may_load(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (t->stage == LM_TO_LOAD) return a->yes ? lm_refuse(k, LM_WHY_VERB) : lm_accept();
    bool prepared = t->stage == LM_TO_DELIVER && t->pack == 0 && a->yes;
    return prepared || !t->by_book ? lm_accept() : lm_refuse_stage(t, k);
}

/* Puts all packs where they lie at a prepared table, with the next pack in the shoe. */
static void load_quickly(lm_table *t, const lm_step *s)
{
    bool first = t->stage == LM_TO_DELIVER;
    memset(t->place, LM_AWAY, sizeof t->place);
    memset(t->sat_out, 0, sizeof t->sat_out);
    lm_forget_cards(t);
    t->by_book = t->burns = t->cause = 0;
    if (lm_alternates(s->k)) {
        t->pack = first ? 0 : !t->pack;
        t->place[!t->pack] = LM_IN_DEVICE;
    } else if (lm_packs(s->k) > 1) {
        t->pack = 0;
        t->place[1] = LM_IN_PLAY;
    }
    lm_fill_shoe(t, s);
}

void lm_do_load(lm_table *t, const lm_step *s, const lm_action *a)
{
    if (t->stage == LM_TO_LOAD)
        lm_fill_shoe(t, s);
    else
        load_quickly(t, s);
}
