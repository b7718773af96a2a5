/* add-wager.c - a house's own wager: settled at the table and priced like those of the documents.
 *
 * "Red Pair" wins when the first two cards of a box are a pair, more when both are red. A wager says how to classify
 * the cards it looks at and what it pays; table, analyser and simulator need no more. Here Red Pair is one more entry of
 * the list of wagers with which the rules are loaded. */
#include <stdio.h>
#include <stdlib.h>

#include "lammer/price.h"
#include "lammer/profile.h"
#include "lammer/round.h"

enum { PAIR = 1, RED_PAIR };

static void classify(const lm_view *view, lm_outcomes *out)
{
    if (lm_rank(view->first[0]) != lm_rank(view->first[1])) return;
    bool red = lm_is_red(view->first[0]) && lm_is_red(view->first[1]);
    lm_outcome_add(out, red ? RED_PAIR : PAIR);
}

static const lm_wager red_pair = {
    .id = "red-pair",
    .title = "Red Pair",
    .clause = "HOUSE-1", /* of the submission that describes it */
    .rule_sets = 1u << LM_MFB | 1u << LM_MBJ,
    .window = LM_AFTER_DEAL,
    .needs = LM_NEEDS_NOTHING,
    .decks = LM_DECKS_ANY,
    .reads = LM_READS_FIRST, /* the table shows it nothing else */
    .classify = classify,
    .outcomes = { "no pair", "pair", "red pair" },
    .paytables = { { .id = "", .clause = "HOUSE-1", .pays = { { 0, 1 }, { 10, 1 }, { 20, 1 } } } },
};

static void complain(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static void price(const lm_rules *rules)
{
    static lm_price price;
    void *room = malloc(LM_PRICE_ROOM);
    const lm_price_ask ask = { .rules = rules, .offer = &rules->offer[0] };
    lm_price_status status = room ? lm_price_wager(&price, &ask, room, LM_PRICE_ROOM) : LM_PRICE_MEMORY;
    if (status != LM_PRICE_OK) {
        fprintf(stderr, "add-wager: %s\n", lm_price_status_text(status));
        exit(1);
    }
    for (int i = 0; i < price.outcomes; i++)
        printf("%-8s %.12f\n", red_pair.outcomes[i], price.probability[i]);
    printf("house edge %.12f\n", price.house_edge);
    free(room);
}

/* Ten dollars on the main wager, five on the pair; eights of hearts and diamonds come. */
static void play(const lm_rules *rules)
{
    static const char *const cards[] = { "8h", "6c", "8d" };
    static lm_round round;
    lm_card card;
    lm_round_open(&round, rules);
    lm_round_apply(&round, rules, (lm_action){ .verb = LM_BET, .box = 1, .amount_cents = 1000 });
    lm_round_apply(&round, rules, (lm_action){ .verb = LM_BET, .box = 1, .wager = LM_SIDE, .amount_cents = 500 });
    lm_round_apply(&round, rules, (lm_action){ .verb = LM_DEAL });
    for (int i = 0; i < 3; i++) {
        lm_card_read(cards[i], &card);
        lm_round_apply(&round, rules, (lm_action){ .verb = LM_CARD, .card = card });
    }
    lm_round_apply(&round, rules, (lm_action){ .verb = LM_DOWN });
    printf("won %lld cents\n", (long long)lm_round_net(&round, (lm_spot){ 1, LM_DECIDER, LM_SIDE, 0 }));
}

int main(void)
{
    static const lm_wager *const wagers[] = { &red_pair, NULL };
    static const char *const settings[] = { "offer=red-pair", "decks=6" };
    static lm_profile profile;
    const lm_profile_reader reader = { complain, NULL };
    if (!lm_profile_load(&profile, wagers, "ma-freebet", settings, 2, &reader)) return 1;
    price(&profile.rules);
    play(&profile.rules);
    return 0;
}
