/* enumerate_ends.c - what a round came to: see enumerate.h. */
#include "enumerate_walk.h"

#include <assert.h>

/* --- what a round came to */

bool walk_makes_blackjack(const walk *w, const place *at, int k)
{
    int up = lm_card_value(at->round.dealer.card[0]), value = w->kind[k].value;
    return (up == 1 && value == 10) || (up == 10 && value == 1);
}

/* Orders in which the dealer's first two cards are a blackjack. Where all hands were over before the second card, it
 * would have been the next one. */
static test_exact blackjack_orders(const walk *w, const place *at, test_exact orders)
{
    const lm_round *r = &at->round;
    int left = w->cards - at->out, makes = 0;
    if (r->totals[0] == LM_TOTAL_BLACKJACK) return orders;
    if (r->dealer.n != 1) return 0;
    for (int k = 0; k < w->kinds; k++)
        makes += walk_makes_blackjack(w, at, k) ? at->left[k] : 0;
    return left ? orders / left * makes : 0;
}

/* Hands won less hands lost, of those with chips of their own: MBJ-22(h) is about the player's wagers. */
static int majority_of(const lm_box *box)
{
    int majority = 0;
    for (int h = 0; h < box->hands; h++) {
        const lm_hand *hand = &box->hand[h];
        if (hand->marks & LM_FREE_HAND) continue;
        majority += (hand->result == LM_WON) - (hand->result == LM_LOST || hand->result == LM_SURRENDERED);
    }
    return majority;
}

static int count_busts(const lm_box *box)
{
    int busts = 0;
    for (int h = 0; h < box->hands; h++)
        busts += lm_cards_score(box->hand[h].card, box->hand[h].n).total > 21;
    return busts;
}

bool walk_has_bettor_behind(const walk *w)
{
    return w->strategy && w->strategy->along;
}

static int net_against(const walk *w, const place *at, uint8_t dealer_hand)
{
    uint8_t bettor = walk_has_bettor_behind(w) ? LM_SECOND : LM_DECIDER;
    lm_spot spot = { .box = 1, .bettor = bettor, .wager = LM_MAIN, .n = dealer_hand };
    lm_cents cents = lm_round_net(&at->round, spot);
    bool returned = w->question->coupon && at->round.box[0].hand[0].result == LM_TIED; /* it lies at the first hand */
    assert(cents % LM_DOLLAR == 0);
    return (int)(cents / LM_DOLLAR) + (returned ? w->question->returned : 0);
}

static int item_of_net(walk *w, int net)
{
    int i = 0;
    while (i < w->nets && w->net[i] != net)
        i++;
    assert(i < TEST_NETS);
    if (i == w->nets) w->net[w->nets++] = net;
    return TEST_ITEMS + i;
}

void walk_end_round(walk *w, const place *at, test_exact *sum)
{
    const lm_box *box = &at->round.box[0];
    if (at->on_the_way == PASSED_BY) return;
    assert(at->round.felt_cents == 0);
    test_exact orders = walk_orders_of(w, at) * w->factorial[w->cards - at->out];
    sum[TEST_ORDERS] += orders;
    sum[TEST_NET] += orders * net_against(w, at, LM_ALL_SPOTS);
    if (w->items == TEST_SQUARE) return;
    int net = net_against(w, at, 0), all = net_against(w, at, LM_ALL_SPOTS), majority = majority_of(box);
    if (w->items > TEST_ITEMS) sum[item_of_net(w, all)] += orders;
    sum[TEST_ROUND_SQUARE] += orders * all * all;
    sum[all > 0 ? TEST_ROUND_WIN : all == 0 ? TEST_ROUND_PUSH : TEST_ROUND_LOSE] += orders;
    sum[TEST_SQUARE] += orders * net * net;
    sum[net > 0 ? TEST_WIN : net == 0 ? TEST_PUSH : TEST_LOSE] += orders;
    sum[majority > 0 ? TEST_ADVANCE : majority == 0 ? TEST_LEVEL : TEST_FALL] += orders;
    sum[TEST_STAKED] += orders * at->staked;
    for (int i = FREE_DOUBLE; i <= SURRENDER; i++)
        sum[TEST_FREE_DOUBLES + i] += orders * at->did[i];
    sum[TEST_BLACKJACKS] += orders * at->blackjack;
    sum[TEST_BUSTS] += orders * count_busts(box);
    if (box->hands > 2) sum[TEST_CROWDED] += orders;
    test_exact blackjack = blackjack_orders(w, at, orders);
    sum[TEST_DEALER_BLACKJACKS] += blackjack;
    sum[TEST_LAMMERS + box->lammers] += orders - blackjack;
}

void walk_run_out(walk *w, const place *at, test_exact *sum)
{
    w->ran_out = true;
    if (at->on_the_way != PASSED_BY) sum[TEST_RAN_OUT] += walk_orders_of(w, at);
}
