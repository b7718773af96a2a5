/* edges.c - the house edges of the main wager, insurance and the offered wagers, computed once for each set of
 * rules. */
#include <math.h>
#include <stdlib.h>

#include "study.h"

struct lm_edges {
    lm_edges *next;
    uint64_t hash;
    struct {
        bool known;
        double edge, sd;
    } slot[LM_SIDE + LM_OFFERS];
    double tie; /* correlation of two boxes */
};

void lm_edges_free(lm_edges *edges)
{
    while (edges) {
        lm_edges *next = edges->next;
        free(edges);
        edges = next;
    }
}

static void keep_edge(lm_edges *e, int slot, double edge, double sd)
{
    e->slot[slot].known = isfinite(edge) && isfinite(sd);
    e->slot[slot].edge = edge;
    e->slot[slot].sd = sd;
}

static void keep_price(lm_edges *e, int slot, const lm_price *price)
{
    keep_edge(e, slot, price->house_edge, price->sd_known ? price->sd : (double)NAN);
}

static bool price_all(lm_edges *e, lm_study *s)
{
    lm_price price;
    const lm_figures *best = lm_study_best(s);
    if (!best) return false;
    lm_two_boxes two;
    keep_edge(e, LM_MAIN, -best->mean, best->sd);
    e->tie = lm_study_two_boxes(s, &two) ? two.correlation : 1;
    if (lm_study_insurance(s, &price)) keep_price(e, LM_INSURANCE, &price);
    for (int i = 0; i < s->rules->offers; i++) {
        if (lm_study_price(s, &s->rules->offer[i], 0, 0, &price)) keep_price(e, LM_SIDE + i, &price);
    }
    return true;
}

/* The edges under these rules; computes them if the rules are new. */
static const lm_edges *find_edges(lm_edges **kept, const lm_rules *rules)
{
    for (const lm_edges *e = *kept; e; e = e->next) {
        if (e->hash == rules->hash) return e;
    }
    lm_study *s = lm_study_open(rules, NULL, NULL);
    lm_edges *e = s ? calloc(1, sizeof *e) : NULL;
    if (e && price_all(e, s)) {
        e->hash = rules->hash;
        e->next = *kept;
        *kept = e;
    } else {
        free(e);
        e = NULL;
    }
    lm_study_close(s);
    return e;
}

bool lm_edges_ask(lm_edges **kept, const lm_rules *rules, const char *wager, double *edge, double *sd)
{
    int slot = lm_rules_slot(rules, wager);
    const lm_edges *e = slot >= 0 && slot < LM_SIDE + LM_OFFERS ? find_edges(kept, rules) : NULL;
    if (!e || !e->slot[slot].known) return false;
    *edge = e->slot[slot].edge;
    *sd = e->slot[slot].sd;
    return true;
}

double lm_edges_tie(lm_edges **kept, const lm_rules *rules)
{
    const lm_edges *e = find_edges(kept, rules);
    return e ? e->tie : 1;
}
