/* price.c - how long all prices take: every optional wager, every pay table, every deck count it may be dealt with.
 *
 * Prints the total and the slowest single price. Push 22 is priced with a dealer who hits soft 17 and with one who
 * stands. What the play of the main hand decides is priced with made-up figures, which cost the same. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lammer/price.h"

static _Alignas(max_align_t) unsigned char memory[LM_PRICE_ROOM];

static const lm_play_facts facts = {
    .strategy = "bench",
    .lammers = { 0.7, 0.2, 0.04, 0.01, 0.002 },
    .advance = 0.43,
    .fall = 0.48,
    .draws_to_sevens = 0x7fe,
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int document_of(const lm_wager *wager, const lm_paytable *table)
{
    unsigned sets = table->rule_sets ? table->rule_sets : wager->rule_sets;
    int set = 0;
    while (!(sets >> set & 1))
        set++;
    return set;
}

typedef struct {
    int prices, failures;
    double total, slowest;
    char slowest_name[64];
} results;

static void price_one(results *r, const lm_rules *rules, const lm_offer *offer)
{
    static lm_price price;
    lm_price_ask ask = { .rules = rules, .offer = offer, .facts = &facts, .players = 5 };
    double begin = seconds();
    if (lm_price_wager(&price, &ask, memory, sizeof memory) != LM_PRICE_OK) r->failures++;
    double took = seconds() - begin;
    r->prices++;
    r->total += took;
    if (took <= r->slowest) return;
    r->slowest = took;
    snprintf(r->slowest_name, sizeof r->slowest_name, "%s:%s, %d decks", offer->wager->id,
             offer->wager->paytables[offer->paytable].id, (int)rules->decks);
}

static void price_table(results *r, const lm_wager *wager, int table)
{
    static lm_rules rules;
    lm_offer offer;
    lm_price_offer(&offer, wager, table);
    unsigned decks = wager->paytables[table].decks ? wager->paytables[table].decks : wager->decks;
    for (int n = 1; n <= 8; n++) {
        if (!(decks >> n & 1)) continue;
        lm_rules_preset(&rules);
        rules.rule_set = document_of(wager, &wager->paytables[table]);
        rules.decks = n;
        price_one(r, &rules, &offer);
        rules.dealer_soft17 = LM_SOFT17_HIT;
        if (wager->needs == LM_NEEDS_DRAW) price_one(r, &rules, &offer);
    }
}

int main(void)
{
    results all = { 0 };
    for (int i = 0; lm_wagers[i]; i++) {
        results one = { 0 };
        for (int t = 0; lm_wagers[i]->paytables[t].clause; t++)
            price_table(&one, lm_wagers[i], t);
        printf("%-16s %3d prices %8.2f ms, slowest %6.2f ms\n", lm_wagers[i]->id, one.prices, 1e3 * one.total,
               1e3 * one.slowest);
        all.prices += one.prices;
        all.failures += one.failures;
        all.total += one.total;
        if (one.slowest > all.slowest) {
            all.slowest = one.slowest;
            memcpy(all.slowest_name, one.slowest_name, sizeof all.slowest_name);
        }
    }
    printf("prices: %d in %.3f s on one core, %d refused, slowest %.2f ms (%s)\n", all.prices, all.total,
           all.failures, 1e3 * all.slowest, all.slowest_name);
    return all.failures != 0;
}
