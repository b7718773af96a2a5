/* price_deal.c - wagers that the deal decides: two cards, the up card, and perhaps a dealer blackjack. */
#include "price_count.h"

/* The ways of each joint, decided by three cards or by four. */
typedef struct {
    price_count *count;
    price_u128 three[LM_JOINTS], four[LM_JOINTS];
    price_deal_listener hear; /* may be NULL */
    void *self;
} tally;

static void tell(const tally *t, const lm_view *view, bool blackjack, int joint, double ways)
{
    const lm_card cards[] = { view->first[0], view->first[1], view->up };
    if (t->hear) t->hear(t->self, cards, blackjack, joint, ways);
}

/* `three`, in which the second card does not count, are shared by `all` second cards of which `some` lead to the answer. */
static bool put_four(tally *t, const lm_view *view, price_u128 three, int some, int all)
{
    int joint = price_ask(t->count, view);
    if (joint < 0) {
        t->count->status = LM_PRICE_BEYOND;
        return false;
    }
    t->four[joint] += ways_times(three, some);
    tell(t, view, view->dealer_blackjack, joint, ways_real(three) * some / all);
    return true;
}

static int values_left(const price_count *count, int value)
{
    int left = 0;
    for (int card = 0; card < LM_CARDS; card++) {
        if (lm_card_value((lm_card)card) == value) left += count->copies[card];
    }
    return left;
}

/* The value that completes the up card to a blackjack, or 0. */
static int partner_of(lm_card up)
{
    int value = lm_card_value(up);
    return value == 1 ? 10 : value == 10 ? 1 : 0;
}

/* The wager's answers once it is known whether the dealer has a blackjack: only then is the second card seen. The three
 * cards are out of the census. */
static bool second_card(tally *t, lm_view view, price_u128 three)
{
    price_count *count = t->count;
    int partner = partner_of(view.up);
    view.window = LM_AFTER_ALL;
    view.may_draw = view.blackjack_possible = false;
    int makes = partner ? values_left(count, partner) : 0, others = count->cards - 3 - makes;
    if (others > 0 && !put_four(t, &view, three, others, others)) return false;
    for (int card = 0; partner && card < LM_CARDS; card++) {
        if (lm_card_value((lm_card)card) != partner || !count->copies[card]) continue;
        lm_view turned = view;
        price_view_blackjack(&turned, (lm_card)card);
        if (!put_four(t, &turned, three, count->copies[card], makes)) return false;
    }
    return true;
}

/* False when the wager waits for more than the dealer's second card. */
static bool three_cards(void *self, lm_card first, lm_card second, price_u128 two)
{
    tally *t = self;
    price_count *count = t->count;
    lm_view view = price_view(count, first, second, 0);
    for (int up = 0; up < LM_CARDS; up++) {
        if (count->copies[up] <= 0) continue;
        price_u128 three = ways_times(two, count->copies[up]);
        view.up = view.dealer[0] = (lm_card)up;
        view.blackjack_possible = partner_of((lm_card)up) != 0;
        int joint = count->wager->window == LM_AFTER_DEAL ? price_ask(count, &view) : PRICE_PENDING;
        if (joint >= 0) {
            t->three[joint] += three;
            tell(t, &view, false, joint, ways_real(three));
            tell(t, &view, true, joint, ways_real(three));
            continue;
        }
        if (joint == PRICE_FULL || count->wager->needs != LM_NEEDS_SECOND) return false;
        count->copies[up]--;
        bool counted = second_card(t, view, three);
        count->copies[up]++;
        if (!counted) return false;
    }
    return true;
}

bool price_count_deal(price_count *count)
{
    return price_each_deal(count, NULL, NULL);
}

bool price_each_deal(price_count *count, price_deal_listener hear, void *self)
{
    tally t = { .count = count, .hear = hear, .self = self };
    if (!price_each_two(count, three_cards, &t)) return false;
    for (int i = 0; i < count->joints; i++) {
        lm_wide four = wide_of(t.four[i]);
        count->ways[i] = wide_of(t.three[i]);
        price_deal_on(&count->ways[i], count, 3, 4);
        wide_add(&count->ways[i], &four, LM_WIDE_PARTS);
    }
    count->all = wide_of(1);
    price_deal_on(&count->all, count, 0, 4);
    return true;
}
