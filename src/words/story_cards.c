/* story_cards.c - cards in sentences: who gets which, what it makes, what is turned and what is racked. */
#include "story_parts.h"

static void keep_card(lm_story *t, const lm_event *e, lm_card card)
{
    lm_told_box *box = story_box(t, e);
    lm_told_cards *cards = &story_hand(t, e)->cards;
    if (!box->hands) box->hands = 1;
    if (cards->n < LM_HAND_CARDS) cards->card[cards->n++] = card;
}

/* Whether a card belongs to the deal, not to a decision: a box's first two cards, and the dealer's cards before any hand
 * is played. */
static bool is_dealt(const lm_story *t, const lm_event *e, const lm_told_hand *hand)
{
    if (e->box == 0) return hand->cards.n == 1 || (hand->cards.n == 2 && t->part < LM_PART_DEALER);
    return hand->cards.n <= 2 && hand->cards.whole && !hand->has_asked && !hand->was_asking;
}

static lm_message card_message(const lm_story *t, const lm_event *e, const lm_told_hand *hand)
{
    if (e->card == t->out && e->kind == LM_EV_CARD)
        return hand->has_asked && t->out_exposed ? LM_SAY_HITS_OUT : LM_SAY_DRAWS_OUT;
    if (hand->has_asked && t->box[e->box % (LM_BOXES + 1)].is_offered) return LM_SAY_HITS_OFFERED;
    if (is_dealt(t, e, hand)) return hand->cards.n == 1 ? LM_SAY_DEALT_FIRST : LM_SAY_DEALT;
    return hand->has_asked && !hand->is_doubled ? LM_SAY_HITS : LM_SAY_DRAWS;
}

static lm_message face_down(lm_message message)
{
    return message == LM_SAY_HITS ? LM_SAY_HITS_DOWN : message == LM_SAY_DRAWS ? LM_SAY_DRAWS_DOWN : LM_SAY_DEALT_DOWN;
}

static void tell_card(lm_story *t, const lm_event *e)
{
    lm_told_hand *hand = story_hand(t, e);
    bool down = e->kind == LM_EV_DOWN;
    keep_card(t, e, down ? LM_CARD_DOWN : e->card);
    if (t->is_dealing) return;
    lm_message id = card_message(t, e, hand);
    if (!is_dealt(t, e, hand)) t->part = e->box ? LM_PART_PLAY : LM_PART_DEALER;
    story_say_event(t, e, down ? face_down(id) : id);
    if (!down && e->card == t->out) t->out = LM_CARD_DOWN;
    hand->has_asked = hand->was_asking = story_box(t, e)->is_offered = false;
}

static void tell_turn(lm_story *t, const lm_event *e)
{
    lm_told_cards *cards = &story_hand(t, e)->cards;
    for (int i = 0; i < cards->n; i++) {
        if (cards->card[i] < LM_CARDS) continue;
        cards->card[i] = e->card;
        break;
    }
    if (!e->box) t->part = LM_PART_DEALER;
    story_say_event(t, e, e->box ? LM_SAY_TURN : LM_SAY_TURN_HOLE);
}

static void tell_determinant(lm_story *t, const lm_event *e)
{
    lm_sentence s = story_begin(t, e, story_id(e));
    s.number = e->n;
    s.is_side = true;
    story_say(t, &s);
}

/* The up card stays for the next dealer hand. */
static void tell_rack(lm_story *t, const lm_event *e)
{
    lm_told_cards *cards = &t->box[0].hand[0].cards;
    lm_sentence s = story_begin(t, e, LM_SAY_RACK);
    s.number = (uint8_t)(++t->spot);
    s.card = cards->card[0];
    story_say(t, &s);
    if (cards->n > 1) cards->n = 1;
}

/* Told with others: TOTAL and SIDEWAYS with the card, CLEAR with the settlement. */
const story_row story_card_rows[LM_EV_COUNT] = {
    [LM_EV_CARD] = { LM_PART_NONE, .tell = tell_card },
    [LM_EV_DOWN] = { LM_PART_NONE, .tell = tell_card },
    [LM_EV_TURN] = { LM_PART_NONE, .tell = tell_turn },
    [LM_EV_EXPOSE] = { LM_PART_PLAY, LM_SAY_EXPOSE },
    [LM_EV_DEALERS_CARD] = { LM_PART_DEALER, LM_SAY_DEALERS_CARD },
    [LM_EV_DETERMINANT] = { LM_PART_BETS, LM_SAY_DETERMINANT, tell_determinant },
    [LM_EV_SEGREGATE] = { LM_PART_BETS, LM_SAY_SEGREGATE, tell_determinant },
    [LM_EV_RACK] = { LM_PART_DEALER, .tell = tell_rack },
};
