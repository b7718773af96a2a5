/* edge.c - exact odds for the house's reports. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "edge.h"
#include "lammer/odds.h"
#include "lammer/price.h"

/* All of one set of rules: main, insurance and what is offered. */
struct known_edge {
    known_edge *next;
    uint64_t hash;
    struct {
        bool known;
        double edge, sd;
    } slot[LM_SIDE + LM_OFFERS];
};

void edges_open(edges *e)
{
    pthread_mutex_init(&e->mutex, NULL);
    e->first = NULL;
}

void edges_close(edges *e)
{
    while (e->first) {
        known_edge *next = e->first->next;
        free(e->first);
        e->first = next;
    }
    pthread_mutex_destroy(&e->mutex);
}

static void set(known_edge *k, int slot, double edge, double sd)
{
    k->slot[slot].known = isfinite(edge) && isfinite(sd);
    k->slot[slot].edge = edge;
    k->slot[slot].sd = sd;
}

/* For players who do not look at their own cards: then the hole card is any of those left beside the ace. */
static void price_insurance(known_edge *k, const lm_rules *rules)
{
    double decks = (double)rules->decks, wins = 16 * decks / (52 * decks - 1);
    set(k, LM_INSURANCE, 1 - 3 * wins, 3 * sqrt(wins * (1 - wins)));
}

/* --- what some wagers ask of the play of the main hand -------------------------------------------------------- */

static bool draws(lm_game *game, int column, const lm_held *held)
{
    lm_prices prices;
    lm_game_price(game, column, held, &prices);
    return prices.best == LM_PLAY_HIT || prices.best == LM_PLAY_DOUBLE ||
           (held->n == 2 && prices.best == LM_PLAY_SPLIT);
}

static bool draws_to_hard_20(lm_game *game, int column)
{
    for (uint8_t a = 2; a <= 10; a++) {
        for (uint8_t b = a; b <= 10 && a + b < 20; b++) {
            uint8_t third = (uint8_t)(20 - a - b);
            lm_held held = { .n = 3, .value = { a, b, third } };
            if (third >= b && third <= 10 && draws(game, column, &held)) return true;
        }
    }
    return false;
}

static lm_play_facts facts_of(lm_game *game, const lm_figures *figures)
{
    lm_play_facts facts = { .strategy = /* say:optimum-of-main */ "the optimum of the main game",
                            .advance = figures->advance,
                            .fall = figures->fall };
    memcpy(facts.lammers, figures->lammers, sizeof facts.lammers);
    for (int c = 0; c < lm_game_columns(game); c++) {
        lm_held sevens = { .n = 2, .value = { 7, 7 } };
        if (draws(game, c, &sevens)) facts.draws_to_sevens |= (uint16_t)(1u << lm_game_column(game, c).up);
        facts.draws_to_hard_20 |= draws_to_hard_20(game, c);
    }
    return facts;
}

/* --- one set of rules ----------------------------------------------------------------------------------------- */

static void price_offers(known_edge *k, const lm_rules *rules, const lm_play_facts *facts)
{
    void *memory = malloc(LM_PRICE_ROOM);
    lm_price *price = calloc(1, sizeof *price);
    for (int i = 0; memory && price && i < rules->offers; i++) {
        lm_price_ask ask = { .rules = rules, .offer = &rules->offer[i], .facts = facts };
        if (lm_price_wager(price, &ask, memory, LM_PRICE_ROOM) != LM_PRICE_OK) continue;
        set(k, LM_SIDE + i, price->house_edge, price->sd_known ? price->sd : (double)NAN);
    }
    free(price);
    free(memory);
}

static known_edge *study(const lm_rules *rules)
{
    lm_census census;
    lm_figures figures;
    size_t size = lm_game_size(rules);
    known_edge *k = calloc(1, sizeof *k);
    void *memory = k ? malloc(size) : NULL;
    lm_census_fresh(&census, (int)rules->decks);
    lm_game *game = memory ? lm_game_open(memory, size, rules, &census) : NULL;
    if (game) {
        k->hash = rules->hash;
        lm_game_figures(game, &figures);
        lm_play_facts facts = facts_of(game, &figures);
        set(k, LM_MAIN, -figures.mean, figures.sd);
        price_insurance(k, rules);
        price_offers(k, rules, &facts);
    }
    free(memory);
    if (game) return k;
    free(k);
    return NULL;
}

static known_edge *find(edges *e, const lm_rules *rules)
{
    for (known_edge *k = e->first; k; k = k->next) {
        if (k->hash == rules->hash) return k;
    }
    known_edge *k = study(rules);
    if (!k) return NULL;
    k->next = e->first;
    return e->first = k;
}

bool edges_ask(edges *e, const lm_rules *rules, const char *wager, double *edge, double *sd)
{
    int slot = lm_rules_slot(rules, wager);
    if (slot < 0 || slot >= LM_SIDE + LM_OFFERS) return false;
    pthread_mutex_lock(&e->mutex);
    const known_edge *k = find(e, rules);
    bool known = k && k->slot[slot].known;
    if (known) {
        *edge = k->slot[slot].edge;
        *sd = k->slot[slot].sd;
    }
    pthread_mutex_unlock(&e->mutex);
    return known;
}
