/* deal.c - the virtual dealer: takes every step that needs no player's decision, in the order of a list.
 *
 * The engine says what is owed; the order of the sealed shoe says which card it is. A card that lies face
 * down stays in the secret and out of all messages until it is turned, except that hand-dealt players are
 * told their own. */
#include "deal.h"

#include <sodium.h>
#include <string.h>

#include "lammer/words.h"

/* A round, its end and the next one's start have a few hundred steps; more means an endless loop. */
enum { DEAL_STEPS = 4096 };

deal_result deal_act(house_play *play, const lm_act *act)
{
    return deal_did(play_act(play, act));
}

static deal_result act_of(house_play *play, lm_action action)
{
    return deal_did(play_action(play, action));
}

static bool is_hand_dealt(const lm_rules *rules)
{
    return rules->shoe == LM_SHOE_HAND;
}

/* Opens the sealed shoes for the dealer. */
typedef struct {
    const house_state *state;
    const house_secret *secret;
} opened_shoes;

static lm_card card_at(const void *self, uint16_t number)
{
    const opened_shoes *o = self;
    int side = down_side(number), index = number & DOWN_INDEX;
    return number & DOWN_SPENT ? fair_card(&o->secret->spent, &o->state->spent.side[side], side, index)
                               : fair_card(&o->secret->shoe, &o->state->shoe[side], side, index);
}

static lm_card card_of(const house_state *s, const house_secret *secret, const lm_down *down)
{
    opened_shoes opened = { s, secret };
    return card_at(&opened, down->card);
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

void own_write(const house_own *own, lm_out *out)
{
    char text[3];
    lm_card_write(own->card, text);
    lm_out_pack(out, "{ event:s", "card");
    lm_out_seat(out, own->box, LM_DECIDER);
    lm_out_pack(out, "hand:i card:s own:b }", (int)own->hand, text, true);
}

/* The index, within its hand, of the card that lies face down, in the order of the deal. */
static int place_in_hand(const house_state *s, const lm_down *down)
{
    const lm_hand *hand = &s->table.round.box[down->box - 1].hand[down->hand - 1];
    int before = 0, i = 0;
    for (const lm_down *d = s->downs.down; d < down; d++)
        before += d->box == down->box && d->hand == down->hand;
    while (i < hand->n && (hand->card[i] != LM_CARD_DOWN || before-- > 0))
        i++;
    return i;
}

/* A hand-dealt player may look at the first two cards only (MBJ-6a(d).1); no player sees the face-down card of a
 * doubled hand (MBJ-10(c).5). */
static bool is_own(const house_state *s, const lm_rules *rules, const lm_down *down)
{
    return is_hand_dealt(rules) && down->box && down->hand && place_in_hand(s, down) < 2;
}

static const char *player_of(const house_state *s, uint8_t box)
{
    uint8_t holder = s->holder[box - 1][s->table.round.box[box - 1].decider];
    return holder ? s->rack[holder - 1].player : "";
}

static void add_own(const house_state *s, const house_secret *secret, const lm_down *down, house_own *own, int *n)
{
    own[*n] = (house_own){ .box = down->box, .hand = down->hand, .card = card_of(s, secret, down) };
    strcpy(own[(*n)++].player, player_of(s, down->box));
}

int deal_own(const house_state *state, const lm_rules *rules, const house_secret *secret, const char *player,
             house_own own[LM_DOWNS])
{
    int n = 0;
    for (int i = 0; secret && secret->shoe.known && i < (int)state->downs.n; i++) {
        const lm_down *down = &state->downs.down[i];
        if (!is_own(state, rules, down) || deal_is_racked(state, down) ||
            strcmp(player_of(state, down->box), player) != 0)
            continue;
        add_own(state, secret, down, own, &n);
    }
    return n;
}

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
    uint32_t before = s->downs.n;
    if (before == LM_DOWNS) return deal_did(play_refuse(play, LM_REFUSED_FAULT, NULL, "too many cards lie face down"));
    if (!play_action(play, (lm_action){ .verb = LM_DOWN })) return DEAL_FAILED;
    const lm_down *down = &s->downs.down[before];
    bool tells = s->downs.n > before && is_own(s, play->rules, down) && *player_of(s, down->box);
    if (tells && play->owns < LM_DOWNS) add_own(s, play->secret, down, play->own, &play->owns);
    return DEAL_DONE;
}

/* The side that the determinant card comes from is random too: MBJ-6(d)(1). */
static int determining_side(const house_play *play)
{
    if (fair_sides(play->rules) < 2) return 0;
    int side = (int)randombytes_uniform(2);
    return is_empty(&play->state.shoe[side]) ? !side : side;
}

static deal_result deal_card(house_play *play, lm_turn turn)
{
    lm_action action = { .verb = turn.verb };
    bool determines = turn.verb == LM_DETERMINE;
    int side = determines ? determining_side(play) : side_on_turn(play);
    if (cover_is_next(play, side)) return act_of(play, (lm_action){ .verb = LM_COVER_SEEN, .box = turn.box });
    if (is_empty(&play->state.shoe[side]))
        return act_of(play, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXHAUSTED });
    if (turn.verb == LM_DOWN) return deal_down(play);
    action.card = next_card(play, side);
    action.yes = determines ? (uint8_t)side : 0;
    return act_of(play, action);
}

static deal_result no_card_down(house_play *play)
{
    return deal_did(play_refuse(play, LM_REFUSED_FAULT, NULL, "no card lies face down where one is to be turned"));
}

static deal_result turn_card(house_play *play, uint8_t box, uint8_t hand)
{
    const lm_downs *downs = &play->state.downs;
    int at = lm_downs_find(downs, box, hand);
    if (at < 0) return no_card_down(play);
    lm_card card = card_of(&play->state, play->secret, &downs->down[at]);
    return act_of(play, (lm_action){ .verb = LM_TURN, .box = box, .card = card });
}

/* The dealer answers whatever no player decides (dealer.h); cards come from the sealed shoe. A hidden 21 is left to its
 * player: standing for them would reveal it. */
static deal_result answer_turn(house_play *play, lm_turn turn)
{
    const lm_round *r = &play->state.table.round;
    opened_shoes opened = { &play->state, play->secret };
    lm_sealed sealed = { card_at, &opened };
    lm_answer answer;
    lm_owed owed = lm_round_answer(r, play->rules, &play->state.downs, &sealed, turn, &answer);
    if (owed == LM_OWES_NOTHING) return DEAL_REST;
    if (owed == LM_OWES_CHANCE) return deal_card(play, turn);
    if (answer.verb == LM_TURN && answer.card == LM_CARD_DOWN) return no_card_down(play);
    return act_of(play, lm_answer_action(answer));
}

static deal_result dealer_acts(house_play *play, lm_turn turn)
{
    switch (turn.verb) {
    case LM_BURN: return act_of(play, (lm_action){ .verb = LM_BURN });
    case LM_IRREGULAR: return act_of(play, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXHAUSTED });
    default: return answer_turn(play, turn);
    }
}

bool deal_expose(house_play *play, uint8_t box)
{
    const lm_round *r = &play->state.table.round;
    while (lm_round_shows_for_split(r, box)) {
        if (turn_card(play, box, (uint8_t)(r->at_hand + 1)) != DEAL_DONE) return false;
    }
    return true;
}

/* One step that the open round owes. */
static deal_result go_on_with_round(house_play *play)
{
    if (!deal_in_round(&play->state)) return DEAL_PASS;
    lm_turn turn = lm_table_turn(&play->state.table, play->rules);
    switch ((lm_actor)turn.who) {
    case LM_BY_DEALER: return dealer_acts(play, turn);
    case LM_BY_SHOE:
    case LM_BY_PLAYERS:
    case LM_BY_PLAYER: return answer_turn(play, turn);
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
    if (s->drained || !deal_has_players(s) || game_is_open(&s->meters)) return DEAL_REST;
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
    bonus_hit, bonus_end_games, shoes_open_finished, rest_when_closed, shoes_bring, shoes_cut, shoes_mix, go_on_with_round,
    shoes_load, burn, open_round, NULL,
};
/* clang-format on */

/* The program draws the trigger and the winner of a must-hit prize at every table, live ones included. */
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
    return play_refuse(play, LM_REFUSED_FAULT, NULL, "the dealer's steps at this table do not end");
}
