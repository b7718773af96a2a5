/* deal.c - the virtual dealer: does whatever needs no player's decision, in the order of a list of steps.
 *
 * The engine says what is owed; the order of the sealed shoe says which card it is. A card that lies face
 * down stays in the secret and in nobody's message until it is turned, except that a hand-dealt player is
 * told his own. */
#include "deal.h"

#include <sodium.h>
#include <string.h>

#include "lammer/words.h"

/* A round, its end and the next one's beginning have a few hundred steps; more means that something asks
 * for ever. */
enum { DEAL_STEPS = 4096 };

deal_result deal_act(house_play *play, json_t *act)
{
    if (!act)
        return deal_did(play_refuse(play, LM_REFUSED_FAULT, NULL, "no memory for an act of the dealer"));
    bool ok = play_act(play, act);
    json_decref(act);
    return deal_did(ok);
}

static deal_result act_of(house_play *play, lm_action action)
{
    return deal_did(play_action(play, action));
}

/* --- cards from the secret ------------------------------------------------------------------------------ */

static bool is_hand_dealt(const lm_rules *rules)
{
    return rules->shoe == LM_SHOE_HAND;
}

static lm_card card_at(const house_state *s, const house_secret *secret, const house_down *down)
{
    return down->spent ? fair_card(&secret->spent, &s->spent.side[down->side], down->side, down->index)
                       : fair_card(&secret->shoe, &s->shoe[down->side], down->side, down->index);
}

/* The card that lies face down at a place, the one dealt first if there are several; NULL when none does. */
static const house_down *find_down(const house_state *s, uint8_t box, uint8_t hand)
{
    for (int i = 0; i < s->downs; i++) {
        if (s->down[i].box == box && (box == 0 || s->down[i].hand == hand)) return &s->down[i];
    }
    for (int i = 0; i < s->downs; i++) {
        if (s->down[i].box == box) return &s->down[i];
    }
    return NULL;
}

/* All cards of a hand, the hidden ones too. */
static int hand_cards(const house_play *play, uint8_t box, uint8_t hand, lm_card cards[LM_HAND_CARDS])
{
    const house_state *s = &play->state;
    const lm_hand *h = &s->table.round.box[box - 1].hand[hand - 1];
    int down = 0;
    for (int i = 0; i < h->n; i++) {
        cards[i] = h->card[i];
        if (cards[i] != LM_CARD_DOWN) continue;
        while (down < s->downs && (s->down[down].box != box || s->down[down].hand != hand))
            down++;
        if (down < s->downs) cards[i] = card_at(s, play->secret, &s->down[down++]);
    }
    return h->n;
}

static int side_on_turn(const house_play *play)
{
    return fair_sides(play->rules) > 1 ? play->state.table.round.shoe_side : 0;
}

static bool is_empty(const house_shoe *shoe)
{
    return shoe->dealt >= shoe->cards;
}

static lm_card next_card(const house_play *play, int side)
{
    const house_shoe *shoe = &play->state.shoe[side];
    return fair_card(&play->secret->shoe, shoe, side, shoe->dealt);
}

/* --- what one player alone is told ---------------------------------------------------------------------- */

static json_t *own_event(uint8_t box, uint8_t hand, lm_card card)
{
    char seat[LM_SEAT_TEXT], text[3];
    lm_words_of_seat(box, 0, 0, seat);
    lm_card_write(card, text);
    return json_pack("{s:s, s:s, s:i, s:s, s:b}", "event", "card", "seat", seat, "hand", hand, "card", text,
                     "own", 1);
}

/* Which card of its hand lies face down there, in order of dealing from 0. */
static int place_in_hand(const house_state *s, const house_down *down)
{
    const lm_hand *hand = &s->table.round.box[down->box - 1].hand[down->hand - 1];
    int before = 0, i = 0;
    for (const house_down *d = s->down; d < down; d++)
        before += d->box == down->box && d->hand == down->hand;
    while (i < hand->n && (hand->card[i] != LM_CARD_DOWN || before-- > 0))
        i++;
    return i;
}

/* Only the first two cards of a hand-dealt box are the player's to look at (MBJ-6a(d).1); a doubled hand's face-down card
 * is nobody's (MBJ-10(c).5). */
static bool is_own(const house_state *s, const lm_rules *rules, const house_down *down)
{
    return is_hand_dealt(rules) && down->box && down->hand && place_in_hand(s, down) < 2;
}

static const char *player_of(const house_state *s, uint8_t box)
{
    uint8_t holder = s->holder[box - 1][s->table.round.box[box - 1].decider];
    return holder ? s->rack[holder - 1].player : "";
}

static void tell_owner(house_play *play, const house_down *down)
{
    const char *player = player_of(&play->state, down->box);
    if (!*player || !play->own) return;
    lm_card card = card_at(&play->state, play->secret, down);
    json_array_append_new(play->own, json_pack("{s:s, s:o}", "player", player, "event",
                                               own_event(down->box, down->hand, card)));
}

json_t *deal_own(const house_state *state, const lm_rules *rules, const house_secret *secret,
                 const char *player)
{
    json_t *own = json_array();
    for (int i = 0; secret && secret->shoe.known && i < state->downs; i++) {
        const house_down *down = &state->down[i];
        if (!is_own(state, rules, down) || deal_is_racked(state, down) ||
            strcmp(player_of(state, down->box), player) != 0)
            continue;
        json_array_append_new(own, own_event(down->box, down->hand, card_at(state, secret, down)));
    }
    return own;
}

/* --- cards that the shoe owes --------------------------------------------------------------------------- */

/* The cover card comes instead of the card that is due; the round is played to its end: MFB-6(d).1,
 * MBJ-6(l), C-15. */
static bool cover_is_next(const house_play *play, int side)
{
    const house_shoe *shoe = &play->state.shoe[side];
    return !play->state.table.cover_seen && shoe->dealt >= shoe->cover;
}

static deal_result deal_down(house_play *play)
{
    house_state *s = &play->state;
    int before = s->downs;
    if (before == HOUSE_DOWNS)
        return deal_did(play_refuse(play, LM_REFUSED_FAULT, NULL, "too many cards lie face down"));
    if (!play_action(play, (lm_action){ .verb = LM_DOWN })) return DEAL_FAILED;
    if (s->downs > before && is_own(s, play->rules, &s->down[before])) tell_owner(play, &s->down[before]);
    return DEAL_DONE;
}

/* Which side the determinant card comes from is chance too: MBJ-6(d)(1). */
static int determining_side(const house_play *play)
{
    if (fair_sides(play->rules) < 2) return 0;
    int side = (int)randombytes_uniform(2);
    return is_empty(&play->state.shoe[side]) ? !side : side;
}

static deal_result deal_card(house_play *play, lm_turn turn)
{
    const lm_round *r = &play->state.table.round;
    lm_action action = { .verb = turn.verb };
    bool determines = turn.verb == LM_DETERMINE;
    if (turn.verb == LM_CARD && lm_round_card_waits(r)) {
        action.card = (lm_card)(r->next_card - 1);
        return act_of(play, action);
    }
    int side = determines ? determining_side(play) : side_on_turn(play);
    if (cover_is_next(play, side)) return act_of(play, (lm_action){ .verb = LM_COVER_SEEN, .box = turn.box });
    if (is_empty(&play->state.shoe[side]))
        return act_of(play, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXHAUSTED });
    if (turn.verb == LM_DOWN) return deal_down(play);
    action.card = next_card(play, side);
    action.yes = determines ? (uint8_t)side : 0;
    return act_of(play, action);
}

/* --- what the dealer does by himself -------------------------------------------------------------------- */

static bool reader_says(const house_play *play)
{
    const lm_round *r = &play->state.table.round;
    const house_down *hole = find_down(&play->state, 0, 0);
    lm_card two[2] = { r->dealer.card[0],
                       hole ? card_at(&play->state, play->secret, hole) : r->dealer.card[1] };
    return two[1] < LM_CARDS && lm_cards_blackjack(two, 2);
}

static deal_result turn_card(house_play *play, uint8_t box, uint8_t hand)
{
    const house_down *down = find_down(&play->state, box, hand);
    if (!down)
        return deal_did(
            play_refuse(play, LM_REFUSED_FAULT, NULL, "no card lies face down where one is to be turned"));
    return act_of(
        play, (lm_action){ .verb = LM_TURN, .box = box, .card = card_at(&play->state, play->secret, down) });
}

static deal_result dealer_acts(house_play *play, lm_turn turn)
{
    switch (turn.verb) {
    case LM_PEEK: return act_of(play, (lm_action){ .verb = LM_PEEK, .yes = reader_says(play) });
    case LM_TURN: return turn_card(play, turn.box, turn.hand);
    case LM_BURN: return act_of(play, (lm_action){ .verb = LM_BURN });
    case LM_IRREGULAR: return act_of(play, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXHAUSTED });
    default: return DEAL_REST;
    }
}

/* --- hand-dealt players, as far as they have no choice -------------------------------------------------- */

static bool shows_now(const house_play *play, uint8_t box)
{
    lm_card cards[LM_HAND_CARDS];
    int n = hand_cards(play, box, 1, cards);
    return lm_box_shows_now(&play->state.table.round, play->rules, box, cards, n);
}

static deal_result expose(house_play *play)
{
    for (uint8_t box = 1; box <= play->rules->boxes; box++) {
        if (shows_now(play, box)) return turn_card(play, box, 1);
    }
    return act_of(play, (lm_action){ .verb = LM_CLOSE });
}

/* A hand over 21 is discarded face down (MBJ-6a(e)(2)), a doubled one gets no further card. A hidden 21 is its
 * player's own affair: whoever stood for him would tell the table. */
static deal_result play_for(house_play *play, lm_turn turn)
{
    const lm_round *r = &play->state.table.round;
    lm_card cards[LM_HAND_CARDS];
    if (r->phase != LM_PLAYING || !is_hand_dealt(play->rules)) return DEAL_REST;
    const lm_hand *hand = &r->box[turn.box - 1].hand[turn.hand - 1];
    if (!hand->hidden) return DEAL_REST;
    if (lm_hand_may_be_over(hand) &&
        lm_cards_score(cards, hand_cards(play, turn.box, turn.hand, cards)).total > 21)
        return act_of(play, (lm_action){ .verb = LM_DISCARD, .box = turn.box });
    if (hand->marks & LM_IS_DOUBLED) return act_of(play, (lm_action){ .verb = LM_STAND, .box = turn.box });
    return DEAL_REST;
}

bool deal_expose(house_play *play, uint8_t box)
{
    const lm_round *r = &play->state.table.round;
    while (lm_round_shows_for_split(r, box)) {
        if (turn_card(play, box, (uint8_t)(r->at_hand + 1)) != DEAL_DONE) return false;
    }
    return true;
}

/* --- the list of steps ---------------------------------------------------------------------------------- */

/* One thing that the open round owes. */
static deal_result go_on_with_round(house_play *play)
{
    if (!deal_in_round(&play->state)) return DEAL_PASS;
    lm_turn turn = lm_table_turn(&play->state.table, play->rules);
    switch ((lm_actor)turn.who) {
    case LM_BY_SHOE: return deal_card(play, turn);
    case LM_BY_DEALER: return dealer_acts(play, turn);
    case LM_BY_PLAYERS: return play->state.table.round.phase == LM_EXPOSING ? expose(play) : DEAL_REST;
    case LM_BY_PLAYER: return play_for(play, turn);
    default: return DEAL_REST;
    }
}

static deal_result burn(house_play *play)
{
    const house_state *s = &play->state;
    bool due = s->table.stage == LM_TO_OPEN && s->table.burns && s->shoe_stage == SHOE_LOADED;
    return due ? act_of(play, (lm_action){ .verb = LM_BURN }) : DEAL_PASS;
}

static bool game_is_open(const lm_meters *meters)
{
    for (int game = 0; game < meters->games; game++) {
        if (lm_meters_state(meters, game) >= LM_GAME_LOCKED) return true;
    }
    return false;
}

/* Betting opens when the last round is settled to the end, progressives included (WB7-12). */
static deal_result open_round(house_play *play)
{
    const house_state *s = &play->state;
    if (s->table.stage != LM_TO_OPEN || s->shoe_stage != SHOE_LOADED) return DEAL_PASS;
    if (s->drained || !deal_anybody(s) || game_is_open(&s->meters)) return DEAL_REST;
    lm_turn turn = lm_table_turn(&s->table, play->rules);
    return turn.verb == LM_OPEN ? act_of(play, (lm_action){ .verb = LM_OPEN }) : DEAL_REST;
}

static deal_result rest_when_closed(house_play *play)
{
    return play->state.is_open ? DEAL_PASS : DEAL_REST;
}

/* clang-format off */
static deal_step *const virtual_steps[] = {
    consent_ended, bonus_arm, bonus_call, bonus_show, shoes_replace_exhausted,
    bonus_hit, bonus_end_games, shoes_open_finished, rest_when_closed, shoes_bring, shoes_cut, go_on_with_round,
    shoes_load, burn, open_round, NULL,
};
/* clang-format on */

/* The trigger and the winner of a must-hit prize are the program's to draw at every table. */
static deal_step *const live_steps[] = { consent_ended, bonus_arm, bonus_hit, NULL };

static deal_result step_on(house_play *play, deal_step *const *steps)
{
    deal_result result = DEAL_PASS;
    for (; *steps && result == DEAL_PASS; steps++)
        result = (*steps)(play);
    return result;
}

bool play_on(house_play *play)
{
    const house_state *s = &play->state;
    deal_step *const *steps = s->terms.dealing == DEALT_VIRTUALLY ? virtual_steps : live_steps;
    if (s->frozen || play->replays) return true;
    for (int i = 0; i < DEAL_STEPS; i++) {
        deal_result result = step_on(play, steps);
        if (result != DEAL_DONE) return result != DEAL_FAILED;
    }
    return play_refuse(play, LM_REFUSED_FAULT, NULL, "the table does not come to rest");
}
