/* rounds.c - what the boxes of a round saw that the scalar driver has played. */
#include <string.h>

#include "rounds.h"

static bool draws_at(const lm_card *cards, int n, bool hits_soft_17)
{
    lm_score score = lm_cards_score(cards, n);
    return score.total < 17 || (score.total == 17 && score.soft && hits_soft_17);
}

/* The first dealer hand of multiple action: its cards lie between those of the players and of the next hands. */
static void first_dealer_hand(const driver *d, bool hits_soft_17, side_facts *facts)
{
    const lm_round *r = &d->round;
    const driver_shoe *shoe = &d->shoe[0];
    int at = shoe->discards + 1;
    for (int box = 0; box < d->job->seats; box++) {
        for (int h = 0; h < r->box[box].hands; h++)
            at += r->box[box].hand[h].n;
    }
    facts->n_dealer = 1;
    while (at < shoe->stack.drawn && (facts->n_dealer < 2 || draws_at(facts->dealer, facts->n_dealer, hits_soft_17)))
        facts->dealer[facts->n_dealer++] = shoe->stack.out[at++];
}

static side_facts facts_of(const driver *d, const side_plan *plan, int box)
{
    const lm_round *r = &d->round;
    const lm_box *b = &r->box[box - 1];
    side_facts f = { .n_first = b->n_first, .n_dealer = r->dealer.n, .lammers = b->lammers, .split = b->hands > 1 };
    memcpy(f.first, b->first, sizeof f.first);
    memcpy(f.dealer, r->dealer.card, r->dealer.n);
    f.original_total = lm_hand_score(&b->hand[0]).total;
    f.busted = true;
    for (int h = 0; h < b->hands; h++) {
        f.busted &= (b->hand[h].marks & LM_WENT_BUST) != 0;
        f.won = (uint8_t)(f.won + (b->hand[h].result == LM_WON));
        bool lost = b->hand[h].result == LM_LOST || b->hand[h].result == LM_SURRENDERED;
        f.lost = (uint8_t)(f.lost + lost);
    }
    bool hits_soft_17 = d->job->rules->dealer_soft17 == LM_SOFT17_HIT;
    if (lm_rules_dealer_hands(d->job->rules) > 1) first_dealer_hand(d, hits_soft_17 || plan->completes, &f);
    f.n_main = f.n_dealer < 2 ? f.n_dealer : 2;
    while (f.n_main < f.n_dealer && draws_at(f.dealer, f.n_main, hits_soft_17))
        f.n_main++;
    return f;
}

static unsigned end_of(const side_facts *f, int n)
{
    return side_end_of(lm_cards_score(f->dealer, n).total, n, lm_cards_blackjack(f->dealer, n));
}

static void add_box(side_book *book, uint8_t box, uint64_t round, const side_facts *f)
{
    unsigned cell = side_deal(book->plan, f->first[0], f->first[1], f->dealer[0]);
    unsigned ask = side_box(book, box, cell, end_of(f, f->n_main), end_of(f, f->n_dealer), f->lammers);
    if (ask) side_ask(book, box, ask, f);
    if (book->plan->carried) side_results(book, box, round, f->won, f->lost);
}

void side_add_round(side_book *book, const driver *d)
{
    for (uint8_t box = 1; box <= d->job->seats; box++) {
        side_facts facts = facts_of(d, book->plan, box);
        add_box(book, box, d->number, &facts);
    }
    if (side_round_waits(book, d->number)) side_round_over(book, d->number);
}
