/* shoes.c - the commitment to a virtual shoe, and its cut (docs/fair-shoe.md).
 *
 * The act `shoe` publishes the commitment and keeps the order sealed; `cut-shoe` is the cut that comes
 * after it. */
#include <sodium.h>
#include <string.h>

#include "deal.h"
#include "play.h"
#include "lammer/words.h"

enum { NO_COVER = UINT16_MAX };

bool shoes_malformed(house_play *play, const char *word)
{
    return play_refuse(play, LM_REFUSED_FORM, NULL, "\"%s\" lacks a field or has one that is malformed", word);
}

bool shoes_exhausted(const house_state *state)
{
    return deal_in_round(state) && state->table.burns & LM_BURN_FOR_EXHAUSTION && !state->spent.number;
}

uint8_t shoes_next_cutter(const house_state *state, const lm_rules *rules)
{
    lm_table seats = state->table;
    seats.seated = 0;
    seats.refused = state->cut_refused;
    for (uint8_t box = 1; box <= rules->boxes; box++) {
        if (deal_is_seated(state, box)) seats.seated |= (uint8_t)(1 << (box - 1));
    }
    if (deal_in_round(state)) seats.cause = LM_COVER_CARD; /* MFB-11(g), MBJ-15(g): cut as after the cover card */
    return seats.seated ? lm_table_cutter(&seats, rules) : 0;
}

/* The same cut is made in every side of the shoe, so it must leave enough cards at both ends of each. */
void shoe_cut_limits(const house_state *state, const lm_rules *rules, int *least, int *most)
{
    *least = 0;
    *most = LM_SHOE_CARDS;
    for (int side = 0; side < state->sides; side++) {
        int cards = state->shoe[side].cards;
        if (!cards) continue;
        lm_table stack = { .cards_out = (uint16_t)((int)rules->decks * LM_CARDS - cards),
                           .paused = LM_PAUSED_BY_EXHAUSTION };
        int minimum = lm_table_cut_minimum(&stack, rules);
        if (minimum > *least) *least = minimum;
        if (cards - minimum < *most) *most = cards - minimum;
    }
}

/* Cards in front of the cover card; behind it lies the part of the stack that the house has posted, a
 * quarter at least and a third in the hand-dealt game: MFB-4(e).3, MBJ-5(d).3, MBJ-5(i).2. */
static uint16_t cover_of(const house_play *play, int cards)
{
    const lm_rules *k = play->rules;
    bool one_round = k->shoe == LM_SHOE_HAND && k->rounds_per_deck == LM_ROUNDS_ONE;
    bool used = k->cover_cards && k->shoe != LM_SHOE_CONTINUOUS && !one_round;
    if (!used || deal_in_round(&play->state)) return NO_COVER;
    return (uint16_t)(cards - (int)((cards * k->cover_depth + 9999) / 10000));
}

/* The number of cards on each side; false unless the shoe has this number of sides and all cards that are not on the
 * layout. */
static bool read_cards(const house_play *play, const lm_act *act, int count[HOUSE_SIDES])
{
    const lm_act_value *cards = lm_act_get(act, LM_FIELD_CARDS);
    int sum = 0, out = deal_in_round(&play->state) ? play->state.table.cards_out : 0;
    if (cards->counts.n != fair_sides(play->rules)) return false;
    for (int i = 0; i < cards->counts.n; i++) {
        count[i] = cards->counts.of[i];
        if (count[i] > LM_SHOE_CARDS) return false;
        sum += count[i];
    }
    return sum + out == (int)play->rules->decks * LM_CARDS;
}

/* Cards that lie face down in the rack are shuffled with the others. */
static void forget_racked(house_state *s)
{
    for (int i = (int)s->downs.n - 1; i >= 0; i--) {
        if (deal_is_racked(s, &s->downs.down[i])) lm_downs_take(&s->downs, i);
    }
}

/* Keeps the shoe that ran out as the spent shoe, for its face-down cards, until the round is over. */
static void set_spent(house_play *play)
{
    house_state *s = &play->state;
    house_stack *spent = &s->spent;
    *spent = (house_stack){ .number = s->shoe_number, .sides = s->sides };
    memcpy(spent->commitment, s->commitment, sizeof spent->commitment);
    memcpy(spent->on_layout, s->table.seen, sizeof spent->on_layout);
    memcpy(spent->side, s->shoe, sizeof spent->side);
    spent->mix = s->mix;
    forget_racked(s);
    for (uint32_t i = 0; i < s->downs.n; i++) {
        uint16_t *number = &s->downs.down[i].card;
        spent->where[spent->hidden++] = (uint16_t)(down_side(*number) * LM_SHOE_CARDS + (*number & DOWN_INDEX));
        *number |= DOWN_SPENT;
    }
}

static const char *by_document(const house_play *play, const char *free_bet, const char *blackjack)
{
    return lm_is_free_bet(play->rules) ? free_bet : blackjack;
}

static void offer_cut(house_play *play)
{
    int least, most;
    play->state.cutter = shoes_next_cutter(&play->state, play->rules);
    if (!play->state.cutter) return;
    shoe_cut_limits(&play->state, play->rules, &least, &most);
    lm_out *event = event_begin(play, "offer-cut");
    lm_out_seat(event, play->state.cutter, LM_DECIDER);
    lm_out_pack(event, "least:i most:i clause:s", least, most, by_document(play, "MFB-4(b)", "MBJ-5(b)"));
    event_end(play);
}

/* Unseals the order of the new shoe and, with it, that of the shoe which it replaced. */
static bool learn_order(house_play *play, const lm_act *act)
{
    if (!play->secret) return true;
    if (!play->key) {
        memset(play->secret, 0, sizeof *play->secret);
        return true;
    }
    if (fair_unseal(play->secret, lm_act_text(act, LM_FIELD_SEALED), play->key, play->id, play->state.shoe_number))
        return true;
    return play_refuse(play, LM_REFUSED_FAULT, NULL, "the sealed shoe does not open with this house's key");
}

static bool may_bring(house_play *play)
{
    const house_state *s = &play->state;
    if (s->terms.dealing != DEALT_VIRTUALLY)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("a live table has a real shoe"));
    if (s->shoe_stage == SHOE_NONE && !deal_in_round(s)) return true;
    return shoes_exhausted(s) ||
           play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("the shoe on the table is not finished"));
}

bool act_shoe(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    int count[HOUSE_SIDES] = { 0 };
    uint8_t commitment[LM_STORE_HASH];
    if (!may_bring(play)) return false;
    if (lm_act_int(act, LM_FIELD_NUMBER) != (int64_t)s->shoe_number + 1 || !read_cards(play, act, count) ||
        !shoes_read_hex(lm_act_text(act, LM_FIELD_COMMITMENT), commitment, sizeof commitment))
        return shoes_malformed(play, "shoe");
    if (deal_in_round(s)) set_spent(play);
    s->shoe_number++;
    s->shoe_seq = s->seq + 1;
    s->sides = (uint8_t)fair_sides(play->rules);
    memcpy(s->commitment, commitment, sizeof commitment);
    for (int side = 0; side < HOUSE_SIDES; side++)
        s->shoe[side] = (house_shoe){ .cards = (uint16_t)count[side], .cover = cover_of(play, count[side]) };
    if (!learn_order(play, act)) return false;
    mix_close(play);
    s->shoe_stage = SHOE_SEALED;
    if (play->rules->shoe == LM_SHOE_CONTINUOUS) mix_begin(play); /* MFB-4(i), MBJ-21: no cut */
    s->cut_refused = s->cutter = 0;
    lm_out *event = event_begin(play, "shoe");
    lm_act_write_fields(act, (const lm_act_field[]){ LM_FIELD_SEALED, LM_FIELDS }, event);
    mix_write(&s->mix, event);
    event_end(play);
    if (s->shoe_stage == SHOE_SEALED) offer_cut(play);
    return true;
}

/* A player who declines has declined for all of their boxes; the next in the rotation is asked: MFB-4(d),
 * MBJ-5(f). A place whose player has left has not declined. */
static void decline(house_play *play, uint8_t box)
{
    house_state *s = &play->state;
    uint8_t holder = s->holder[box - 1][LM_DECIDER];
    for (int i = 0; holder && i < LM_BOXES; i++) {
        if (s->holder[i][LM_DECIDER] == holder) s->cut_refused |= (uint8_t)(1 << i);
    }
    lm_out *event = event_begin(play, "refuse-cut");
    lm_out_seat(event, box, LM_DECIDER);
    lm_out_pack(event, "clause:s", by_document(play, "MFB-4(d)", "MBJ-5(f)"));
    event_end(play);
    offer_cut(play);
}

/* A cut protects the players only if the commitment was published before it. */
static bool may_cut(house_play *play, uint8_t box)
{
    const house_state *s = &play->state;
    if (s->shoe_stage != SHOE_SEALED)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(NO_CUT_WAITS, "", "no shoe waits for a cut"));
    if (box && box != s->cutter)
        return play_refuse(play, LM_REFUSED_NOW, by_document(play, "MFB-4(c)(1)", "MBJ-5(e)(1)"),
                           LM_SAYS(CUT_OF_ANOTHER, "", "the cut is offered to another player"));
    if (box && s->shoe_seq > s->seq)
        return play_refuse(play, LM_REFUSED_FAULT, NULL, "a player cuts only after the commitment was published");
    return true;
}

bool act_cut_shoe(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    lm_seat at = lm_act_seat(act, LM_FIELD_PLACE);
    int64_t count = lm_act_int(act, LM_FIELD_COUNT);
    int least, most;
    if (at.bettor != LM_DECIDER) return shoes_malformed(play, "cut-shoe");
    if (!may_cut(play, at.box)) return false;
    if (count == 0) {
        if (at.box)
            decline(play, at.box);
        else
            offer_cut(play);
        return true;
    }
    shoe_cut_limits(s, play->rules, &least, &most);
    if (count < least || count > most)
        return play_refuse(
            play, LM_REFUSED_NOW, by_document(play, "MFB-4(e).1", "MBJ-5(c)"),
            LM_SAYS(CUT_RANGE, "cards least most", "a cut must leave at least %d cards on either side: cut %d to %d"),
            least, least, most);
    for (int side = 0; side < s->sides; side++)
        s->shoe[side].cut = s->shoe[side].cards ? (uint16_t)count : 0;
    mix_begin(play);
    s->cutter = s->cut_refused = 0;
    lm_out *event = event_begin(play, "cut-shoe");
    lm_act_write_fields(act, NULL, event);
    lm_out_pack(event, "clause:s", by_document(play, "MFB-4(e).2", "MBJ-5(d).1"));
    event_end(play);
    return true;
}
