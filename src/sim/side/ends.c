/* ends.c - the tables by the dealer's final hand and the lammers of a box. */
#include "plan.h"

enum { EMPTY = 254 };

typedef struct {
    side_maker *maker;
    int offer;
    unsigned reads;
    uint32_t suited_totals;
    bool sees_whole;
    uint8_t *code; /* by end */
} filling;

static void merge(uint8_t *code, uint8_t more)
{
    *code = *code == EMPTY || *code == more ? more : SIDE_ASK;
}

/* All boxes that may stand against this hand, as far as the wager can tell them apart. */
static void put_hand(filling *f, side_facts *facts, uint8_t *code)
{
    int naturals = f->reads & LM_READS_NATURAL ? 2 : 1;
    int least = f->reads & LM_READS_TOTAL ? 4 : 20, most = f->reads & LM_READS_TOTAL ? 31 : 20;
    for (int natural = 0; natural < naturals; natural++) {
        facts->first[0] = lm_card_make(natural ? LM_ACE : LM_KING, 0);
        facts->first[1] = lm_card_make(LM_KING, 0);
        for (int total = least; total <= most && *code != SIDE_ASK; total++) {
            facts->original_total = (uint8_t)total;
            merge(code, side_code_of(f->maker, f->offer, facts));
        }
    }
}

/* A wager that is decided with the main one sees the whole hand only; an earlier one may see its first cards, too. */
static bool shows_suits(const filling *f, const side_facts *facts)
{
    int least = f->sees_whole && facts->n_dealer > 2 ? facts->n_dealer : 2;
    for (int n = least; n <= facts->n_dealer; n++) {
        if (f->suited_totals >> lm_cards_score(facts->dealer, n).total & 1) return true;
    }
    return false;
}

static void put_dealer(filling *f, side_facts *facts)
{
    int n = facts->n_dealer, lammers = f->reads & LM_READS_LAMMERS ? LM_SIM_LAMMERS : 1;
    lm_score score = lm_cards_score(facts->dealer, n);
    unsigned end = side_end_of(score.total, n, lm_cards_blackjack(facts->dealer, n));
    bool suited = shows_suits(f, facts);
    facts->n_main = facts->n_dealer;
    facts->n_first = 2;
    for (int i = 0; i < lammers; i++) {
        uint8_t *code = &f->code[end * LM_SIM_LAMMERS + (unsigned)i];
        facts->lammers = (uint8_t)i;
        if (suited) *code = SIDE_ASK;
        if (*code != SIDE_ASK) put_hand(f, facts, code);
    }
}

static bool may_draw_to(lm_score score)
{
    return score.total < 17 || (score.total == 17 && score.soft);
}

/* Every order of values that some table's rule can draw. */
static void put_draws(filling *f, side_facts *facts)
{
    if (facts->n_dealer) put_dealer(f, facts);
    if (facts->n_dealer > 1 && !may_draw_to(lm_cards_score(facts->dealer, facts->n_dealer))) return;
    for (int rank = LM_ACE; rank <= LM_TEN && facts->n_dealer < LM_VIEW_DEALER; rank++) {
        facts->dealer[facts->n_dealer++] = lm_card_make(rank, 0);
        put_draws(f, facts);
        facts->n_dealer--;
    }
}

/* Only number and total count, so one hand stands for all; an ace in it is safe from 12 on. */
static void put_totals(filling *f)
{
    side_facts facts = { 0 };
    for (uint8_t n = 2; n < LM_VIEW_DEALER; n++) {
        for (int total = 2; total < SIDE_END_TOTALS - 1; total++) {
            if (n == 2 ? total < 4 || total > 20 : total < 2 * n && (total < 12 || total < n)) continue;
            if (total > 10 * n) continue;
            facts.n_dealer = n;
            lm_view_plain_hand(facts.dealer, n, total);
            put_dealer(f, &facts);
        }
    }
    for (int up = LM_ACE; up <= LM_TEN; up++) {
        facts.n_dealer = 1;
        facts.dealer[0] = lm_card_make(up, 0);
        put_dealer(f, &facts);
    }
    for (int ace = 0; ace < 2; ace++) {
        facts.n_dealer = 2;
        facts.dealer[ace] = lm_card_make(LM_ACE, 0);
        facts.dealer[!ace] = lm_card_make(LM_TEN, 0);
        put_dealer(f, &facts);
    }
}

void side_fill_end(side_maker *maker, int offer)
{
    side_plan *plan = maker->plan;
    const lm_wager *wager = maker->job->rules->offer[offer].wager;
    filling f = { .maker = maker,
                  .offer = offer,
                  .reads = lm_wager_reads(wager, maker->job->rules),
                  .suited_totals = wager->suited_totals,
                  .sees_whole = wager->window >= LM_WITH_MAIN,
                  .code = plan->end_code[offer] };
    for (int i = 0; i < SIDE_ENDS; i++)
        f.code[i] = EMPTY;
    if (f.reads & LM_READS_DEALER) {
        put_draws(&f, &(side_facts){ 0 });
    } else {
        put_totals(&f);
    }
    bool last = plan->completes && plan->by_last >> offer & 1;
    for (int i = 0; i < SIDE_ENDS; i++) {
        if (!(f.reads & LM_READS_LAMMERS)) f.code[i] = f.code[i - i % LM_SIM_LAMMERS];
        if (f.code[i] == EMPTY) f.code[i] = SIDE_ASK;
        if (f.code[i] == SIDE_ASK) plan->ask_end[last][i] = (uint16_t)(plan->ask_end[last][i] | 1u << offer);
    }
}
