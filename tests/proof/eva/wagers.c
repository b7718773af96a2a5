/* wagers.c - every wager of src/wagers/list.c, asked about any view that a round can give, under any legal value of every rule.
 *
 * A view is any box and any dealer's hand, then hidden as the round hides it (hide.c). Every outcome must have a name in the wager's
 * own table, and the round pays all of them at once. */
#include <__fc_builtin.h>

#include "lammer/rules.h"

#include "any_rules.h"

#define BYTE(least, most) (uint8_t) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)

static void any_view(lm_view *v, const lm_rules *rules)
{
    Frama_C_make_unknown((char *)v, sizeof *v);
    v->rules = rules;
    v->window = (lm_window)Frama_C_interval(LM_AFTER_DEAL, LM_AFTER_ALL);
    v->n_first = BYTE(0, LM_VIEW_FIRST);
    for (int i = 0; i < LM_VIEW_FIRST; i++)
        v->first[i] = BYTE(0, LM_CARD_DOWN);
    v->up = BYTE(0, LM_CARD_DOWN);
    v->n_dealer = BYTE(0, LM_VIEW_DEALER);
    for (int i = 0; i < LM_VIEW_DEALER; i++)
        v->dealer[i] = BYTE(0, LM_CARD_DOWN);
    v->dealer_blackjack = 0;
    v->blackjack_possible = EITHER;
    v->dealer_done = EITHER;
    v->player_blackjack = EITHER;
    v->split = EITHER;
    v->busted = EITHER;
    v->may_draw = EITHER;
    v->stake_cents = Frama_C_long_long_interval(1, LM_CENTS_MAX);
}

static lm_card any_of_values(int least, int most)
{
    int rank = least == 10 ? Frama_C_interval(LM_TEN, LM_KING) : Frama_C_interval(least - 1, most - 1);
    return lm_card_make(rank, Frama_C_interval(0, 3));
}

/* An ace, a card of another value, or a ten-value card. */
static lm_card any_of_kind(int kind)
{
    return kind == 0 ? any_of_values(1, 1) : kind == 1 ? any_of_values(2, 9) : any_of_values(10, 10);
}

extern const lm_wager lm_wager_third_card;

/* What a wager tells by how several cards relate is told apart here: the dealer's two cards of a blackjack, the number of the cards of
 * other hands, and whether the third card takes the dealer over 21. */
static void ask(const lm_wager *wager, const lm_rules *rules)
{
    lm_view view;
    lm_outcomes out = { 0 };
    any_view(&view, rules);
    unsigned reads = wager->reads;
    if (wager ==
        &lm_wager_third_card) { /* a dealer who draws has at most 16, so a card under six does not bust the hand */
        int first = Frama_C_interval(1, 10), second = EITHER, third = Frama_C_interval(0, 2);
        //@ split first;
        //@ split second;
        //@ split third;
        view.n_dealer = BYTE(3, LM_VIEW_DEALER);
        int most = 16 - first < 10 ? 16 - first : 10;
        view.dealer[0] = any_of_values(first, first);
        view.dealer[1] = second && most == 10 ? any_of_values(10, 10) : any_of_values(1, most < 10 ? most : 9);
        view.dealer[2] = third == 0 ? any_of_values(1, 5) : third == 1 ? any_of_values(6, 9) : any_of_values(10, 10);
        if (EITHER) view.n_dealer = BYTE(0, 2);
    } else if (reads & LM_READS_BLACKJACK_CARDS) {
        int one = Frama_C_interval(0, 2), two = Frama_C_interval(0, 2);
        //@ split one;
        //@ split two;
        view.n_first = BYTE(2, LM_VIEW_FIRST);
        view.first[0] = any_of_kind(one);
        view.first[1] = any_of_kind(two);
    }
    if (reads & (LM_READS_BLACKJACK | LM_READS_BLACKJACK_CARDS | LM_READS_DEALER | LM_READS_DEALER_TOTAL) && EITHER) {
        int ace = EITHER;
        //@ split ace;
        view.dealer_blackjack = 1;
        view.n_dealer = 2;
        view.dealer[ace] = any_of_kind(0);
        view.dealer[!ace] = any_of_kind(2);
    } else if (reads & LM_READS_DEALER_TOTAL) {
        int n = Frama_C_interval(0, LM_VIEW_DEALER);
        //@ split n;
        view.n_dealer = (uint8_t)n;
    }
    lm_view_hide(&view, wager);
    wager->classify(&view, &out);
    int most = (wager->most_awards ? wager->most_awards : 1) + (wager->bonus.rule != 0);
    //@ assert kept_outcomes: out.n <= most <= LM_AWARDS;
    //@ loop unroll LM_AWARDS;
    for (int i = 0; i < out.n; i++) {
        //@ assert kept_outcome: out.which[i] < LM_OUTCOMES;
        //@ assert kept_named: wager->outcomes[out.which[i]] != \null;
    }
}

int main(void)
{
    static lm_rules rules;
    any_rules(&rules);
    rules.offers = 0;
    //@ loop unroll 24;
    for (int i = 0; lm_wagers[i]; i++)
        ask(lm_wagers[i], &rules);
    return 0;
}
