/* open.c - opens the meters that the offered wagers need, with the amounts of rules and pay tables. */
#include "account.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The first meter of each progressive; `table` names a pay table, and NULL stands for all others. */
static const struct {
    const char *wager, *table;
    lm_meter_kind first;
} progressives[] = {
    { "blazing7", NULL, LM_METER_BLAZING7 },
    { "aces", NULL, LM_METER_ACES },
    { "super4", "N", LM_METER_SUPER4 },
    { "super4", NULL, LM_METER_STAR },
};

static const char *table_of(const lm_offer *offer)
{
    return offer->wager->paytables[offer->paytable].id;
}

static lm_meter_terms must_hit_terms(const lm_rules *rules, const lm_wager *wager)
{
    int64_t configuration = rules->value[wager->must_hit.rule];
    return (lm_meter_terms){
        .seed_cents = (lm_cents)wager->must_hit.reset_dollars[configuration] * LM_DOLLAR,
        .limit_cents = (lm_cents)wager->must_hit.most_dollars[configuration] * LM_DOLLAR,
        .contribution = wager->must_hit.rate[configuration],
    };
}

/* LM_METER_KIND_COUNT: the wager has none. */
static lm_meter_kind first_meter(const lm_offer *offer)
{
    for (size_t i = 0; i < sizeof progressives / sizeof *progressives; i++) {
        const char *table = progressives[i].table;
        bool serves = !table || strcmp(table, table_of(offer)) == 0;
        if (serves && strcmp(progressives[i].wager, offer->wager->id) == 0) return progressives[i].first;
    }
    return LM_METER_KIND_COUNT;
}

lm_meter_terms lm_meter_terms_of(const lm_rules *rules, int slot, lm_meter_kind kind)
{
    const lm_offer *offer = &rules->offer[slot - LM_SIDE];
    lm_meter_rules meter;
    if (kind == LM_METER_MUST_HIT) return must_hit_terms(rules, offer->wager);
    bool found = lm_rules_meter(rules, slot - LM_SIDE, (int)kind - (int)first_meter(offer), &meter);
    assert(found);
    (void)found;
    return (lm_meter_terms){
        .seed_cents = lm_meter_rule_value(rules, meter.seed),
        .limit_cents = LM_CENTS_MAX, /* a wager cannot be paid more than this in a round */
        .contribution = (int32_t)lm_meter_rule_value(rules, meter.contribution),
        .reserve = (int32_t)lm_meter_rule_value(rules, meter.reserve),
    };
}

static void add_meter(lm_meters *t, const lm_rules *rules, lm_meter_kind kind)
{
    lm_progressive *g = &t->game[t->games - 1];
    assert(t->meters < LM_METERS && g->n < LM_GAME_METERS);
    lm_meter *m = &t->meter[t->meters++];
    g->n++;
    lm_meter_terms terms = lm_meter_terms_of(rules, g->slot, kind);
    lm_meter_open(m, kind, kind == LM_METER_ACES ? rules->aces_initial : terms.seed_cents, terms);
    m->rule_set = (uint8_t)rules->rule_set;
    m->paytable = (uint8_t)rules->offer[g->slot - LM_SIDE].paytable;
    m->executive_cents = rules->executive_level;
    if (kind == LM_METER_ACES) m->sharing = LM_EQUAL; /* MBJ-19(h).2 */
    if (kind == LM_METER_BLAZING7) {
        m->order = rules->blazing7_order ? LM_AS_CALLED : LM_RIGHT_FIRST;
        m->linked = rules->blazing7_link != 0;
        g->fixed_from_meter = rules->blazing7_fixed_from != 0;
    }
}

/* The number of meters that the rows of the pay table use. */
static int meters_of(const lm_offer *offer)
{
    int n = 0;
    for (int i = 0; i < LM_OUTCOMES; i++) {
        lm_odds pays = offer->pays[i];
        if (pays.a && pays.form == LM_PERCENT && pays.meter >= n) n = pays.meter + 1;
    }
    return n;
}

static void add_progressive(lm_meters *t, const lm_rules *rules, int slot)
{
    const lm_offer *offer = &rules->offer[slot - LM_SIDE];
    lm_meter_kind first = first_meter(offer);
    if (first == LM_METER_KIND_COUNT) return;
    assert(t->games < LM_GAMES);
    t->game[t->games++] = (lm_progressive){ .slot = (uint8_t)slot, .first = t->meters };
    for (int k = 0; k < meters_of(offer); k++)
        add_meter(t, rules, (lm_meter_kind)((int)first + k));
    if (first >= LM_METER_SUPER4 && rules->super4_musthit) add_meter(t, rules, LM_METER_MUST_HIT);
}

void lm_meters_open(lm_meters *t, const lm_rules *rules, uint32_t table)
{
    *t = (lm_meters){ .table = table };
    for (int i = 0; i < rules->offers; i++)
        add_progressive(t, rules, LM_SIDE + i);
}
