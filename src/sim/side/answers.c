/* answers.c - what wagers have answered, for those that see of the cards only the dealer's final hand.
 *
 * The tables by ends leave a question open where suits or the box's own total matter. Few such questions differ
 * (lm_view_hide shows suits as one suit, one colour or neither), so each is asked once and then looked up. */
#include "plan.h"
#include "tally.h"

enum {
    REMEMBERED = LM_READS_DEALER_TOTAL | LM_READS_TOTAL | LM_READS_NATURAL | LM_READS_LAMMERS | LM_READS_BLACKJACK,
    OFFER_SHIFT = 5 + 5 + 2 + 5 + 1 + 3,
    USED = 1 << (OFFER_SHIFT + 4),
};

void side_choose_answers(side_plan *plan, const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        const lm_wager *wager = job->rules->offer[i].wager;
        bool by_hand = wager->window >= LM_WITH_MAIN && !(lm_wager_reads(wager, job->rules) & ~(unsigned)REMEMBERED);
        bool asked = (plan->by_end | plan->by_last) >> i & 1;
        if (by_hand && asked && !plan->notes) plan->answers |= (uint16_t)(1u << i);
    }
}

/* 2: one suit; 1: one colour; 0: neither. */
static unsigned agreement(const lm_card *cards, int n)
{
    bool one_suit = true, one_colour = true;
    for (int i = 1; i < n; i++) {
        one_suit &= lm_suit(cards[i]) == lm_suit(cards[0]);
        one_colour &= lm_is_red(cards[i]) == lm_is_red(cards[0]);
    }
    return one_suit + one_colour;
}

/* Everything that the wager may see. */
static uint32_t key_of(int offer, const side_facts *f)
{
    uint32_t key = (uint32_t)offer << 5 | f->n_dealer;
    key = key << 5 | lm_cards_score(f->dealer, f->n_dealer).total;
    key = key << 2 | agreement(f->dealer, f->n_dealer);
    key = key << 5 | f->original_total;
    key = key << 1 | lm_cards_blackjack(f->first, 2);
    return key << 3 | f->lammers | USED;
}

side_answer *side_answer_to(side_counts *counts, int offer, const side_facts *facts)
{
    if (facts->n_main != facts->n_dealer) return NULL;
    uint32_t key = key_of(offer, facts), at = key * 0x9E3779B1u >> (32 - SIDE_ANSWER_BITS);
    for (int tries = 0; tries < SIDE_ANSWER_TRIES; tries++) {
        side_answer *answer = &counts->answer[(at + (uint32_t)tries) % SIDE_ANSWERS];
        if (!answer->key) answer->key = key;
        if (answer->key == key) return answer;
    }
    return NULL;
}

void side_tally_answers(const side_plan *plan, const side_counts *counts, lm_sim_tally *tally)
{
    for (int i = 0; i < SIDE_ANSWERS; i++) {
        const side_answer *answer = &counts->answer[i];
        uint32_t offer = answer->key % USED >> OFFER_SHIFT;
        if (answer->n)
            tally_bets(&tally->wager[offer], plan->stake_cents[offer], answer->net_cents, answer->outcome, answer->n);
    }
}
