/* story_play.c - wagers and decisions in sentences. */
#include "story_parts.h"

/* The sentence of a wager: on the player's own box, on another's, for the dealer, or replacing an earlier one. */
static lm_message main_bet(const lm_told_box *box, const lm_event *e)
{
    uint8_t owner = e->how;
    if (box->main_cents[e->bettor % LM_BETTORS][e->n % LM_SPOTS]) return LM_SAY_BET_CHANGED;
    if (e->bettor == LM_TIP) return LM_SAY_BET_FOR_DEALER;
    if (owner == LM_NOBODY) return LM_SAY_BET_UNOWNED;
    return owner && owner != e->box && e->bettor == LM_DECIDER ? LM_SAY_BET_OWNED : LM_SAY_BET;
}

static lm_message side_bet(const lm_told_box *box, const lm_event *e, uint32_t bit)
{
    if (box->sides[e->bettor % LM_BETTORS] & bit) return LM_SAY_BET_SIDE_CHANGED;
    return e->bettor == LM_TIP ? LM_SAY_BET_SIDE_FOR_DEALER : LM_SAY_BET_SIDE;
}

static uint32_t bit_of(const lm_event *e)
{
    return e->wager >= LM_SIDE ? 1u << (e->wager - LM_SIDE) % 32 : 0;
}

static void tell_bet(lm_story *t, const lm_event *e)
{
    lm_told_box *box = story_box(t, e);
    uint8_t bettor = e->bettor % LM_BETTORS;
    lm_sentence s = story_begin(t, e, LM_SAY_BET);
    s.id = e->wager == LM_MAIN ? main_bet(box, e) : side_bet(box, e, bit_of(e));
    s.other = e->how;
    box->has_bet[bettor] = true;
    box->sides[bettor] |= bit_of(e);
    if (e->wager == LM_MAIN) box->main_cents[bettor][e->n % LM_SPOTS] = e->amount_cents;
    story_say(t, &s);
}

static void tell_withdraw(lm_story *t, const lm_event *e)
{
    lm_told_box *box = story_box(t, e);
    box->sides[e->bettor % LM_BETTORS] &= ~bit_of(e);
    if (e->wager == LM_MAIN) box->main_cents[e->bettor % LM_BETTORS][e->n % LM_SPOTS] = 0;
    story_say_event(t, e, e->wager == LM_MAIN ? LM_SAY_WITHDRAW : LM_SAY_WITHDRAW_SIDE);
}

static void tell_coupon(lm_story *t, const lm_event *e)
{
    bool back = e->n == LM_TIED || e->n == LM_VOID;
    story_say_event(t, e, e->kind == LM_EV_COUPON ? LM_SAY_COUPON : back ? LM_SAY_COUPON_BACK : LM_SAY_COUPON_OFF);
}

static void tell_no_more_bets(lm_story *t, const lm_event *e)
{
    t->is_dealing = true;
    story_say_event(t, e, LM_SAY_NO_MORE_BETS);
}

/* Cards that lie under one wager already stay there. */
static void tell_tuck(lm_story *t, const lm_event *e)
{
    lm_told_hand *hand = story_hand(t, e);
    if (!hand->is_tucked) story_say_event(t, e, LM_SAY_TUCK);
    hand->is_tucked = true;
}

/* Told with its card, or by the irregularity that keeps the card away. */
static void note_hit(lm_story *t, const lm_event *e)
{
    story_hand(t, e)->has_asked = true;
}

static void tell_stand(lm_story *t, const lm_event *e)
{
    lm_told_box *box = story_box(t, e);
    bool hidden = story_has_hidden(&story_hand(t, e)->cards);
    story_say_event(t, e, box->is_offered ? LM_SAY_DECLINES : hidden ? LM_SAY_STAND_UNSEEN : LM_SAY_STAND);
    box->is_offered = false;
}

static void tell_double(lm_story *t, const lm_event *e)
{
    lm_told_hand *hand = story_hand(t, e);
    bool hidden = story_has_hidden(&hand->cards);
    hand->is_doubled = hand->has_asked = true;
    hand->doubled_cents[e->bettor % LM_BETTORS] += e->amount_cents;
    story_say_event(t, e, !e->amount_cents ? LM_SAY_DOUBLE_FREE : hidden ? LM_SAY_DOUBLE_UNSEEN : LM_SAY_DOUBLE);
}

/* The second card begins a new hand on the right. Each further bettor who covers both hands tells of the same split. */
static void tell_split(lm_story *t, const lm_event *e)
{
    lm_told_box *box = story_box(t, e);
    lm_told_hand *left = story_hand(t, e);
    int at = (int)(left - box->hand);
    if (left->cards.n != 2 || box->hands >= LM_HANDS) {
        lm_sentence s = story_begin(t, e, LM_SAY_SPLIT_ALONG);
        s.hand = 0;
        story_say(t, &s);
        return;
    }
    story_say_event(t, e, e->amount_cents ? LM_SAY_SPLIT : LM_SAY_SPLIT_FREE);
    for (int i = box->hands; i > at + 1; i--)
        box->hand[i] = box->hand[i - 1];
    box->hands++;
    left->cards.whole = false;
    left[1] = (lm_told_hand){ .cards = { .card = { left->cards.card[1] }, .n = 1 } };
    left->cards.n = 1;
}

/* After a free split the lammer stakes the new hand, after a free double it doubles this one. */
static void tell_lammer(lm_story *t, const lm_event *e)
{
    bool splits = t->last.kind == LM_EV_SPLIT;
    lm_told_hand *hand = story_hand(t, e);
    lm_sentence s = story_begin(t, e, splits ? LM_SAY_LAMMER_SPLIT : LM_SAY_LAMMER_DOUBLE);
    s.number = (uint8_t)(e->hand + 1);
    hand[splits && e->hand < LM_HANDS ? 1 : 0].lammers++;
    story_say(t, &s);
}

static void tell_bust(lm_story *t, const lm_event *e)
{
    lm_told_hand *hand = story_hand(t, e);
    hand->is_bust = true;
    story_say_event(t, e, story_has_hidden(&hand->cards) ? LM_SAY_BUST_UNSEEN : LM_SAY_BUST);
}

const story_row story_play_rows[LM_EV_COUNT] = {
    [LM_EV_BET] = { LM_PART_BETS, .tell = tell_bet },
    [LM_EV_WITHDRAW] = { LM_PART_BETS, .tell = tell_withdraw },
    [LM_EV_COUPON] = { LM_PART_BETS, .tell = tell_coupon },
    [LM_EV_COUPON_OFF] = { LM_PART_PLAY, .tell = tell_coupon },
    [LM_EV_NO_MORE_BETS] = { LM_PART_BETS, .tell = tell_no_more_bets },
    [LM_EV_OFFER_INSURANCE] = { LM_PART_PLAY, LM_SAY_OFFER_INSURANCE },
    [LM_EV_OFFER_EVEN_MONEY] = { LM_PART_PLAY, LM_SAY_OFFER_EVEN_MONEY },
    [LM_EV_INSURE] = { LM_PART_PLAY, LM_SAY_INSURE },
    [LM_EV_EVEN_MONEY] = { LM_PART_PLAY, LM_SAY_EVEN_MONEY },
    [LM_EV_READER] = { LM_PART_PLAY, LM_SAY_READER },
    [LM_EV_READER_YES] = { LM_PART_PLAY, LM_SAY_READER_YES },
    [LM_EV_READER_NO] = { LM_PART_PLAY, LM_SAY_READER_NO },
    [LM_EV_BLACKJACK] = { LM_PART_PLAY, LM_SAY_BLACKJACK },
    [LM_EV_STAND] = { LM_PART_PLAY, .tell = tell_stand },
    [LM_EV_HIT] = { LM_PART_PLAY, .tell = note_hit },
    [LM_EV_DOUBLE] = { LM_PART_PLAY, .tell = tell_double },
    [LM_EV_SPLIT] = { LM_PART_PLAY, .tell = tell_split },
    [LM_EV_SURRENDER] = { LM_PART_PLAY, LM_SAY_SURRENDER },
    [LM_EV_LAMMER] = { LM_PART_PLAY, .tell = tell_lammer },
    [LM_EV_LAMMER_OFF] = { LM_PART_PLAY, LM_SAY_LAMMER_OFF },
    [LM_EV_LAMMER_POT] = { LM_PART_PLAY, LM_SAY_LAMMER_POT },
    [LM_EV_BUST] = { LM_PART_PLAY, .tell = tell_bust },
    [LM_EV_TUCK] = { LM_PART_NONE, .tell = tell_tuck },
};
