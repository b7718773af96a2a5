/* price_count.c - common parts of all counting methods: the view, the question to the wager, the common denominator. */
#include "price_count.h"

/* The view when both sides have two cards and the dealer's second is unseen. */
lm_view price_view(const price_count *count, lm_card first, lm_card second, lm_card up)
{
    lm_card mine[] = { first, second };
    lm_view view = {
        .rules = count->ask->rules,
        .window = count->wager->window,
        .n_first = 2,
        .first = { first, second },
        .up = up,
        .n_dealer = 1,
        .dealer = { up },
        .player_blackjack = lm_cards_blackjack(mine, 2),
        .may_draw = !lm_cards_blackjack(mine, 2),
        .original_total = lm_cards_score(mine, 2).total,
        .stake_cents = count->stake_cents,
    };
    return view;
}

/* The view when the dealer turns a blackjack. */
void price_view_blackjack(lm_view *view, lm_card second)
{
    view->n_dealer = 2;
    view->dealer[1] = second;
    view->dealer_blackjack = view->dealer_done = true;
    view->blackjack_possible = false;
}

/* Outcomes as one number, the lower ones in the lower bytes: 0 is a lost wager. */
static uint32_t key_of(const lm_outcomes *found)
{
    uint32_t key = 0;
    uint8_t which[LM_AWARDS] = { 0 };
    for (int i = 0; i < found->n; i++) {
        int at = i;
        for (; at > 0 && which[at - 1] > found->which[i]; at--)
            which[at] = which[at - 1];
        which[at] = found->which[i];
    }
    for (int i = 0; i < found->n; i++)
        key |= (uint32_t)which[i] << (8 * i);
    return key;
}

static int joint_of(price_count *count, uint32_t key)
{
    for (int i = 0; i < count->joints; i++) {
        if (count->key[i] == key) return i;
    }
    if (count->joints == LM_JOINTS) return PRICE_FULL;
    count->key[count->joints] = key;
    return count->joints++;
}

int price_ask(price_count *count, const lm_view *view)
{
    lm_outcomes found = { 0 };
    count->wager->classify(view, &found);
    if (found.pending) return PRICE_PENDING;
    return joint_of(count, key_of(&found));
}

bool price_each_two(price_count *count, price_two with, void *self)
{
    bool goes_on = true;
    for (int a = 0; a < LM_CARDS && goes_on; a++) {
        if (count->copies[a] <= 0) continue;
        price_u128 one = ways_times(1, count->copies[a]--);
        for (int b = 0; b < LM_CARDS && goes_on; b++) {
            if (count->copies[b] <= 0) continue;
            price_u128 two = ways_times(one, count->copies[b]--);
            goes_on = with(self, (lm_card)a, (lm_card)b, two);
            count->copies[b]++;
        }
        count->copies[a]++;
    }
    return goes_on;
}

void price_deal_on(lm_wide *ways, const price_count *count, int from, int to)
{
    for (int dealt = from; dealt < to; dealt++)
        wide_multiply(ways, dealt < count->cards ? (uint64_t)(count->cards - dealt) : 0, LM_WIDE_PARTS);
}

bool price_adds_up(const price_count *count)
{
    lm_wide sum = { { 0 } };
    for (int i = 0; i < count->joints; i++)
        wide_add(&sum, &count->ways[i], LM_WIDE_PARTS);
    return lm_wide_compare(&sum, &count->all) == 0 && !wide_is_zero(&sum);
}
