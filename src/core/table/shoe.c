/* shoe.c - the shoe in play: burns, rounds, the census of its cards, the cover card, and its end. */
#include <string.h>

#include "lammer/irregular.h"
#include "table_step.h"

/* The kinds of burn with their clauses, in the order in which they are made. */
static const struct {
    uint8_t bit;
    const char *free_bet, *blackjack;
} burn_kinds[] = {
    { LM_BURN_FOR_BATCH, "MFB-6(c).1", "MBJ-6(c).1" },
    { LM_BURN_FOR_EXHAUSTION, "MFB-11(g)", "MBJ-15(g).1" },
    { LM_BURN_FOR_DEALER, "MFB-6(c).2", "MBJ-6(c).2" },
    { LM_BURN_FOR_ROUND, NULL, "MBJ-6a(c).1" },
};

enum { LAST_BURN_KIND = sizeof burn_kinds / sizeof *burn_kinds - 1 };

static int next_burn(const lm_table *t)
{
    int i = 0;
    while (i < LAST_BURN_KIND && !(t->burns & burn_kinds[i].bit))
        i++;
    return i;
}

const char *lm_burn_clause(const lm_table *t, const lm_rules *k)
{
    int i = next_burn(t);
    if (burn_kinds[i].bit == LM_BURN_FOR_EXHAUSTION && lm_is_hand_dealt(k)) return "MBJ-15(g).2";
    return lm_by_document(k, burn_kinds[i].free_bet, burn_kinds[i].blackjack);
}

static void count_unseen(lm_table *t, int cards)
{
    t->unseen_out = (uint16_t)(t->unseen_out + cards);
    t->cards_out = (uint16_t)(t->cards_out + cards);
}

lm_status lm_may_burn(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (!t->burns) return lm_refuse(k, LM_WHY_NO_BURN);
    return lm_shoe_is_empty(t, k) ? lm_refuse(k, LM_WHY_SHOE_EMPTY) : lm_accept();
}

void lm_do_burn(lm_table *t, const lm_step *s, const lm_action *a)
{
    LM_TELL(s, .kind = LM_EV_BURN, .card = LM_CARD_DOWN, .clause = lm_burn_clause(t, s->k));
    t->burns &= (uint8_t)~burn_kinds[next_burn(t)].bit;
    t->burned++;
    count_unseen(t, 1);
}

/* Only Massachusetts Blackjack shows a burned card (MBJ-6(c).3, D-17), and its hand-dealt game does not
 * (MBJ-6a(c).1). */
lm_status lm_may_show_burn(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (lm_is_hand_dealt(k)) return lm_refuse(k, LM_WHY_BURN_UNSEEN);
    if (!t->burned || lm_is_free_bet(k)) return lm_refuse(k, LM_WHY_NOT_SHOWN);
    if (a->card >= LM_CARDS) return lm_refuse(k, LM_WHY_NO_CARD);
    return lm_shoe_holds(t, k, a->card) ? lm_accept() : lm_refuse(k, LM_WHY_SHOE);
}

void lm_do_show_burn(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->burned--;
    t->unseen_out--;
    t->seen[a->card]++;
    LM_TELL(s, .kind = LM_EV_SHOW_BURN, .card = a->card, .clause = "MBJ-6(c).3");
}

/* Only Free Bet forgives a forgotten burn: MFB-11(n). */
lm_status lm_may_forgot_burn(const lm_table *t, const lm_rules *k, lm_action *a)
{
    return t->burns && lm_is_free_bet(k) ? lm_accept() : lm_refuse(k, LM_WHY_FORGOTTEN);
}

void lm_do_forgot_burn(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->burns = 0;
    LM_TELL(s, .kind = LM_EV_FORGOT_BURN, .clause = "MFB-11(n)");
}

/* Each new dealer burns a card: MFB-6(c).2, MBJ-6(c).2. A double shoe and a hand-dealt game do not. */
void lm_do_new_dealer(lm_table *t, const lm_step *s, const lm_action *a)
{
    bool burns = !lm_is_double_shoe(s->k) && !lm_is_hand_dealt(s->k);
    if (burns) t->burns |= LM_BURN_FOR_DEALER;
    LM_TELL(s, .kind = LM_EV_NEW_DEALER, .clause = burns ? lm_by_document(s->k, "MFB-6(c).2", "MBJ-6(c).2") : NULL);
}

lm_status lm_may_open(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (t->burns && !lm_has_own_procedure(k)) return (lm_status){ LM_WHY_BURN_DUE, lm_burn_clause(t, k) };
    if (lm_decks_are_old(t, k)) return lm_refuse(k, LM_WHY_DECKS_OLD);
    return lm_cover_is_overdue(t, k) ? lm_refuse(k, LM_WHY_COVER_OUT) : lm_accept();
}

void lm_do_open(lm_table *t, const lm_step *s, const lm_action *a)
{
    uint8_t reader_out = t->round.reader_out, dark = t->round.dark;
    lm_round_next(&t->round, s->k);
    t->round.dark = dark;
    t->round.reader_out = reader_out; /* until it is repaired: MFB-11(k), MBJ-15(l) */
    t->stage = LM_IN_ROUND;
    t->rounds++;
    t->burns = 0;
    LM_TELL(s, .kind = LM_EV_OPEN);
    if (t->face_down_doubles) LM_TELL(s, .kind = LM_EV_PROMPT, .how = LM_PROMPT_FACE_DOWN, .clause = "MBJ-10(c).2");
}

/* The cards of a round go back into the device, and any may come again: MFB-4(i), MBJ-21. */
static void return_to_device(lm_table *t, const lm_step *s)
{
    lm_forget_cards(t);
    memset(t->sat_out, 0, sizeof t->sat_out);
    LM_TELL(s, .kind = LM_EV_TO_DEVICE, .clause = lm_by_document(s->k, "MFB-4(i)", "MBJ-21"));
}

static void round_is_over(lm_table *t, const lm_step *s)
{
    bool hand = lm_is_hand_dealt(s->k), one_round = hand && s->k->rounds_per_deck == LM_ROUNDS_ONE;
    t->stage = t->cover_seen || one_round ? LM_TO_UNLOAD : LM_TO_OPEN;
    t->cause = t->cover_seen ? LM_COVER_CARD : t->cause;
    if (one_round && !t->cover_seen) t->cause = LM_ORDERED; /* MBJ-5(i).3: the house's choice */
    if (hand) LM_TELL(s, .kind = LM_EV_TO_DEVICE, .clause = "MBJ-6a(i)");
    if (hand && s->k->burn_each_round && t->stage == LM_TO_OPEN) t->burns |= LM_BURN_FOR_ROUND;
    if (lm_is_continuous(s->k)) return_to_device(t, s);
    t->just_over = 1;
}

int lm_table_cards_out(const lm_table *table)
{
    return table->cards_out;
}

bool lm_shoe_holds(const lm_table *t, const lm_rules *k, lm_card card)
{
    return card < LM_CARDS && t->seen[card] < k->decks;
}

/* A card that was drawn in error and waits to be dealt need not come from the shoe. */
bool lm_shoe_is_empty(const lm_table *t, const lm_rules *k)
{
    const lm_round *r = &t->round;
    bool waiting = t->stage == LM_IN_ROUND && r->next_card;
    if (waiting && (!r->next_is_dealers || r->at_box == 0)) return false;
    return t->cards_out + waiting >= lm_full_shoe(k);
}

static bool shows_card(const lm_action *a)
{
    if (a->verb == LM_IRREGULAR) return lm_irregular_spends(a);
    return a->verb == LM_CARD || a->verb == LM_TURN || a->verb == LM_DETERMINE;
}

/* Unlike shows_card, includes a card drawn in error, which the census counts only when it is dealt. */
static bool brings_card(const lm_action *a)
{
    return shows_card(a) || (a->verb == LM_IRREGULAR && (a->n == LM_IR_EXPOSED || a->n == LM_IR_MISDEAL));
}

/* A card that waits for its place leaves one copy less for all other hands. */
static bool may_come(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    const lm_round *r = &t->round;
    bool waits = t->stage == LM_IN_ROUND && r->next_card == a->card + 1;
    bool is_it = a->verb == LM_CARD && lm_round_card_waits(r);
    return lm_shoe_holds(t, k, a->card) && (!waits || is_it || t->seen[a->card] + 1 < k->decks);
}

static bool draws_card(const lm_action *a)
{
    return a->verb == LM_DOWN || (shows_card(a) && a->verb != LM_TURN);
}

/* Whether the table's stage lets a round's verb reach the round. */
static lm_status may_in_stage(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    bool after_round = (a->verb == LM_IRREGULAR || a->verb == LM_AWARD) && t->just_over;
    if (t->stage == LM_IN_ROUND || after_round) return lm_accept();
    if (t->stage == LM_TO_OPEN) return lm_refuse(k, LM_WHY_NO_ROUND);
    return t->stage < LM_TO_OPEN && !t->paused ? lm_refuse(k, LM_WHY_NOT_LOADED) : lm_refuse_stage(t, k);
}

/* Whether a card is left that would make the reader's answer true. */
static bool reader_may_say(const lm_table *t, const lm_rules *k, bool blackjack)
{
    for (lm_card card = 0; card < LM_CARDS; card++) {
        lm_card two[2] = { t->round.dealer.card[0], card };
        if (lm_shoe_holds(t, k, card) && lm_cards_blackjack(two, 2) == blackjack) return true;
    }
    return false;
}

/* Whether what the reader said of a hole card that still lies face down can be true. */
static bool reader_is_believed(const lm_table *t, const lm_rules *k)
{
    const lm_dealer_hand *d = &t->round.dealer;
    bool asked = t->stage == LM_IN_ROUND && d->reader != LM_READER_UNUSED;
    bool hidden = d->n == 2 && d->card[1] == LM_CARD_DOWN;
    return !asked || !hidden || reader_may_say(t, k, d->reader == LM_READER_SAID_YES);
}

lm_status lm_table_recount(lm_table *table, const lm_rules *rules, lm_card was, lm_card is)
{
    lm_action comes = { .verb = LM_TURN, .card = is };
    bool seen = was < LM_CARDS && table->seen[was];
    if (!seen || !may_come(table, rules, &comes)) return lm_refuse(rules, LM_WHY_SHOE);
    table->seen[was]--;
    table->seen[is]++;
    if (reader_is_believed(table, rules)) return lm_accept();
    table->seen[was]++;
    table->seen[is]--;
    return lm_refuse(rules, LM_WHY_READER);
}

lm_status lm_may_reach_round(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    lm_status status = may_in_stage(t, k, a);
    if (!lm_ok(status)) return status;
    if (lm_is_barred(t, k, a)) return lm_refuse(k, LM_WHY_BARRED);
    if (draws_card(a) && t->burns && t->stage == LM_IN_ROUND)
        return (lm_status){ LM_WHY_BURN_DUE, lm_burn_clause(t, k) };
    if (draws_card(a) && lm_shoe_is_empty(t, k)) return lm_refuse(k, LM_WHY_SHOE_EMPTY);
    if (brings_card(a) && a->card < LM_CARDS && !may_come(t, k, a)) return lm_refuse(k, LM_WHY_SHOE);
    if (a->verb == LM_PEEK && !reader_may_say(t, k, a->yes)) return lm_refuse(k, LM_WHY_SHOE);
    return lm_accept();
}

static int hidden_on_layout(const lm_round *r)
{
    int hidden = 0;
    for (int i = 0; i < r->dealer.n; i++)
        hidden += r->dealer.card[i] == LM_CARD_DOWN;
    for (int i = 0; i < LM_BOXES; i++) {
        for (int h = 0; h < r->box[i].hands; h++) {
            const lm_hand *hand = &r->box[i].hand[h];
            hidden += hand->marks & LM_CARDS_GONE ? 0 : hand->hidden;
        }
    }
    return hidden;
}

/* All but the layout is shuffled and cut again, and the first card burned: MFB-11(g), MBJ-15(g). */
static void shoe_ran_out(lm_table *t, const lm_step *s)
{
    lm_forget_cards(t);
    memcpy(t->seen, t->round.seen, sizeof t->seen);
    t->unseen_out = (uint16_t)hidden_on_layout(&t->round);
    t->cards_out = t->unseen_out;
    for (int card = 0; card < LM_CARDS; card++)
        t->cards_out = (uint16_t)(t->cards_out + t->seen[card]);
    t->cover_box = t->cover_seen ? t->cover_box : 0;
    t->cover_seen = 1;
    t->fresh = 0;
    if (t->by_book) {
        t->paused = LM_PAUSED_BY_EXHAUSTION;
        t->cause = LM_COVER_CARD;
        lm_enter_stage(t, s, LM_TO_SHUFFLE);
    } else {
        t->burns |= LM_BURN_FOR_EXHAUSTION;
    }
}

static void see_card(lm_table *t, lm_card card)
{
    t->seen[card]++;
    t->cards_out++;
}

/* A waiting card that no hand could use went to the rack with this action. */
static bool set_waiting_aside(const lm_table *t, const lm_round_marks *before, const lm_action *a)
{
    return before->next_card && t->round.set_aside > before->set_aside &&
           !(a->verb == LM_IRREGULAR && lm_irregular_spends(a));
}

static void count_cards(lm_table *t, const lm_round_marks *before, const lm_action *a)
{
    if (a->verb == LM_TURN) count_unseen(t, -1);
    if (a->verb == LM_DOWN) count_unseen(t, 1);
    if (shows_card(a)) see_card(t, a->card);
    if (set_waiting_aside(t, before, a)) see_card(t, (lm_card)(before->next_card - 1));
}

/* The player of a main wager sits down. The round does not ask which player lays a coupon: it may name one that the table
 * does not have. */
static void seat_player(lm_table *t, const lm_rules *k, const lm_action *a)
{
    bool takes_place = a->verb == LM_BET && a->wager == LM_MAIN && a->bettor == LM_DECIDER && a->player != LM_NOBODY;
    uint8_t place = a->player ? a->player : a->box;
    if (takes_place && lm_box_exists(k, place)) lm_take_seat(t, place);
}

void lm_round_was_changed(lm_table *t, const lm_step *s, const lm_action *a, const lm_round_marks *before)
{
    count_cards(t, before, a);
    if (draws_card(a)) t->fresh = 0;
    if (a->verb == LM_DOUBLE && a->yes) t->face_down_doubles = 1;
    seat_player(t, s->k, a);
    if (a->verb == LM_DEAL) lm_mark_absent(t, s->k);
    bool exhausted = a->verb == LM_IRREGULAR && a->n == LM_IR_EXHAUSTED;
    if (exhausted)
        shoe_ran_out(t, s);
    else if (t->stage == LM_IN_ROUND && lm_round_over(&t->round))
        round_is_over(t, s);
}

/* By the count of cards left the cover card must have come out, announced or not. */
bool lm_cover_is_overdue(const lm_table *t, const lm_rules *k)
{
    return t->behind_cover && !t->cover_seen && lm_full_shoe(k) - t->cards_out < t->behind_cover;
}

static bool cover_can_come(const lm_table *t, const lm_rules *k)
{
    bool used = !lm_is_continuous(k) && !(lm_is_hand_dealt(k) && k->rounds_per_deck == LM_ROUNDS_ONE);
    bool reached = !t->behind_cover || lm_full_shoe(k) - t->cards_out <= t->behind_cover;
    return used && reached && !t->cover_seen;
}

static bool was_dealt_in(const lm_table *t, const lm_rules *k, uint8_t box)
{
    return t->rounds && box >= 1 && box <= k->boxes && t->round.box[box - 1].hands;
}

/* The cover card comes out instead of the card that is due, or before the first card of the next round (C-15), or
 * staff report it late. */
lm_status lm_may_cover_seen(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (lm_is_continuous(k)) return lm_refuse(k, LM_WHY_CONTINUOUS);
    bool there = a->box == 0;
    if (t->stage == LM_IN_ROUND) {
        lm_turn turn = lm_round_turn(&t->round, k);
        there = turn.who == LM_BY_SHOE && turn.box == a->box && !t->burns;
    } else if (lm_cover_is_overdue(t, k)) {
        there = there || was_dealt_in(t, k, a->box);
    }
    return there && cover_can_come(t, k) ? lm_accept() : lm_refuse(k, LM_WHY_NO_COVER);
}

/* The round is finished; the player of the box cuts next: MFB-6(d).1, MFB-4(c)(2), MBJ-6(l), MBJ-5(e)(2). */
void lm_do_cover_seen(lm_table *t, const lm_step *s, const lm_action *a)
{
    uint8_t owner = a->box ? t->round.box[a->box - 1].owner : 0;
    bool late = lm_cover_is_overdue(t, s->k) && t->stage == LM_TO_OPEN;
    t->cover_seen = 1;
    t->cover_box = owner && owner != LM_NOBODY ? owner : a->box;
    const char *clause = lm_is_hand_dealt(s->k) ? "MBJ-6a(j)" : lm_by_document(s->k, "MFB-6(d).1", "MBJ-6(l)");
    LM_TELL(s, .kind = LM_EV_COVER_SEEN, .box = a->box, .clause = clause);
    if (!late) return;
    t->cause = LM_COVER_CARD;
    t->stage = LM_TO_UNLOAD;
}

/* A floorperson may order a shuffle at any Free Bet table, and at a Blackjack table whose house has chosen so. */
lm_status lm_may_order_shuffle(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (lm_is_continuous(k)) return lm_refuse(k, LM_WHY_CONTINUOUS);
    bool allowed = lm_is_free_bet(k) || k->house_reshuffle;
    return allowed && lm_is_at_least(a->n, LM_ROLE_FLOORPERSON) ? lm_accept() : lm_refuse(k, LM_WHY_ORDER);
}

void lm_do_order_shuffle(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->cause = LM_ORDERED;
    t->burns = t->fresh = 0;
    t->stage = LM_TO_UNLOAD;
    LM_TELL(s, .kind = LM_EV_ORDER_SHUFFLE, .n = a->n, .clause = lm_by_document(s->k, "MFB-4(g).2", "MBJ-5(h)(1)"));
}

/* Staff may report any count of the rack; only the full count lets the game go on. */
lm_status lm_may_unload(const lm_table *t, const lm_rules *k, lm_action *a)
{
    uint8_t pack = lm_alternates(k) ? t->pack : 0;
    if (a->n != pack) return lm_refuse(k, LM_WHY_RACK);
    a->most_count = 2 * lm_full_shoe(k);
    a->step_cents = 1;
    return lm_accept();
}

/* The rest of the shoe joins the rack; with a double shoe, both sides and the segregated area (C-57). */
static void tell_unload(const lm_table *t, const lm_step *s, const lm_action *a)
{
    const char *clause = lm_stage_clause(t, s->k);
    if (lm_is_double_shoe(s->k)) LM_TELL(s, .kind = LM_EV_UNLOAD, .n = 1, .clause = clause);
    LM_TELL(s, .kind = LM_EV_UNLOAD, .n = a->n, .count = a->count, .clause = clause);
    if (lm_is_hand_dealt(s->k)) LM_TELL(s, .kind = LM_EV_TO_DEVICE, .n = a->n, .clause = "MBJ-6a(i)");
}

void lm_do_unload(lm_table *t, const lm_step *s, const lm_action *a)
{
    tell_unload(t, s, a);
    if (a->count != lm_full_shoe(s->k)) {
        t->stage = LM_STOPPED;
        LM_TELL(s, .kind = LM_EV_ALARM, .count = a->count, .clause = lm_stage_clause(t, s->k));
        return;
    }
    t->undealt = t->cards_out < lm_full_shoe(s->k);
    t->cover_seen = t->fresh = t->burns = 0;
    lm_forget_cards(t);
    for (int i = 0; i < LM_PACKS; i++) {
        if (t->place[i] == LM_IN_PLAY) t->place[i] = LM_STACKED;
    }
    if (lm_is_double_shoe(s->k)) t->pack = 0;
    lm_enter_stage(t, s, LM_TO_SHUFFLE);
}
