/* play_cards.c - which card of which stack an action took. The dealing code has the stacks; this file counts the cards
 * that have left each, which of them were shown, and where the others lie. */
#include <string.h>

#include "lammer/irregular.h"
#include "play.h"

static bool lay_out_already(const play_step *step)
{
    return step->action.verb == LM_CARD && step->before.stage == LM_IN_ROUND &&
           lm_round_card_waits(&step->before.round);
}

static bool leaves_shoe(const play_step *step)
{
    switch (step->action.verb) {
    case LM_CARD: return !lay_out_already(step);
    case LM_DOWN:
    case LM_BURN:
    case LM_DETERMINE: return true;
    case LM_IRREGULAR: return lm_irregular_spends(&step->action);
    default: return false;
    }
}

/* A determinant card comes from either side of a double shoe, the others from the side that it named. */
static int side_of(const house_play *play, const play_step *step)
{
    if (play->rules->shoe != LM_SHOE_DOUBLE) return 0;
    return step->action.verb == LM_DETERMINE ? step->action.yes : step->before.round.shoe_side;
}

static void lay_down(house_state *s, const play_step *step, int side, int index)
{
    if (s->downs.n == LM_DOWNS) return;
    lm_downs_lay(&s->downs, step->turn.box, step->turn.hand, (uint16_t)(index | (side ? DOWN_SIDE : 0)));
}

static void take_card(house_play *play, const play_step *step)
{
    house_state *s = &play->state;
    int side = side_of(play, step);
    house_shoe *shoe = &s->shoe[side];
    bool hidden = step->action.verb == LM_DOWN || step->action.verb == LM_BURN;
    if (shoe->dealt == LM_SHOE_CARDS) return; /* a live table reshuffles in mid-round */
    if (step->action.verb == LM_DOWN) lay_down(s, step, side, shoe->dealt);
    shoe->came[shoe->dealt++] = hidden ? LM_CARD_DOWN : step->action.card;
    shoe_card_follows(play, side);
}

static uint8_t hand_turned(const play_step *step)
{
    const lm_round *r = &step->before.round;
    return r->phase == LM_EXPOSING ? 1 : (uint8_t)(r->at_hand + 1);
}

static void turn_card(house_state *s, const play_step *step)
{
    int i = lm_downs_find(&s->downs, step->action.box, hand_turned(step));
    if (i < 0) return;
    uint16_t number = lm_downs_take(&s->downs, i).card;
    int side = down_side(number);
    lm_card *came = number & DOWN_SPENT ? s->spent.side[side].came : s->shoe[side].came;
    came[number & DOWN_INDEX] = step->action.card;
}

/* The dealer of a live table has a new stack. */
static void restack(house_play *play)
{
    house_state *s = &play->state;
    if (s->terms.dealing != DEALT_LIVE) return;
    memset(s->shoe, 0, sizeof s->shoe);
    shoe_card_restacks(s);
    s->shoe[0].cards = (uint16_t)(play->rules->decks * LM_CARDS);
}

void cards_follow(house_play *play, const play_step *step)
{
    house_state *s = &play->state;
    if (step->action.verb == LM_LOAD && s->table.stage == LM_TO_OPEN) restack(play);
    if (leaves_shoe(step)) take_card(play, step);
    if (step->action.verb == LM_TURN) turn_card(s, step);
    if (s->table.stage == LM_IN_ROUND || s->table.paused) return;
    s->downs = (lm_downs){ .n = 0 };
}
