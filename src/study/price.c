/* price.c - prices an optional wager beside a well-played main hand. */
#include <math.h>
#include <string.h>

#include "study.h"

unsigned prices_allowed(const lm_prices *prices)
{
    unsigned allowed = 0;
    for (int p = 0; p < LM_PLAYS; p++)
        allowed |= (unsigned)!isnan(prices->value[p]) << p;
    return allowed;
}

/* The play of a hand against a column: by the chart, or by the optimum. */
static lm_play play_of(lm_game *game, const lm_chart *chart, int column, const lm_held *held)
{
    lm_prices prices;
    lm_game_price(game, column, held, &prices);
    unsigned allowed = prices_allowed(&prices);
    if (!chart) return prices.best;
    if (!allowed) return LM_PLAY_NONE;
    lm_seen seen = lm_game_column(game, column);
    return lm_chart_choice(chart, lm_chart_column(chart, seen.up, seen.second), held, allowed);
}

static bool draws(lm_play play)
{
    return play == LM_PLAY_HIT || play == LM_PLAY_DOUBLE;
}

/* Whether a hard 20 of two or three cards draws. Longer hands are played like these. */
static bool draws_to_hard_20(lm_game *game, const lm_chart *chart, int column)
{
    for (uint8_t a = 2; a <= 10; a++) {
        for (uint8_t b = a; b <= 10; b++) {
            int third = 20 - a - b;
            lm_held held = { .n = third ? 3 : 2, .value = { a, b, (uint8_t)third } };
            if (third < 0 || third > 10 || (third && third < b)) continue;
            if (draws(play_of(game, chart, column, &held))) return true;
        }
    }
    return false;
}

static void find_choices(lm_game *game, const lm_chart *chart, lm_play_facts *facts)
{
    for (int c = 0; c < lm_game_columns(game); c++) {
        lm_held sevens = { .n = 2, .value = { 7, 7 } };
        lm_play play = play_of(game, chart, c, &sevens);
        if (draws(play) || play == LM_PLAY_SPLIT)
            facts->draws_to_sevens |= (uint16_t)(1u << lm_game_column(game, c).up);
        facts->draws_to_hard_20 |= draws_to_hard_20(game, chart, c);
    }
}

static void take_figures(lm_play_facts *facts, const lm_figures *figures)
{
    memcpy(facts->lammers, figures->lammers, sizeof facts->lammers);
    facts->advance = figures->advance;
    facts->fall = figures->fall;
}

bool lm_study_facts(lm_study *s, const lm_chart *chart, lm_play_facts *facts)
{
    lm_figures figures;
    const lm_figures *best = chart ? NULL : lm_study_best(s);
    lm_game *game = lm_study_game(s);
    if (!game || (!chart && !best)) return false;
    if (chart) lm_game_chart_figures(game, chart, &figures);
    *facts = (lm_play_facts){ .strategy = chart ? "chart" : /* say:optimum-of-main */ "the optimum of the main game" };
    find_choices(game, chart, facts);
    take_figures(facts, chart ? &figures : best);
    return true;
}

/* Wagers on lammers and streaks need the whole distribution of results; other wagers need only a few decisions. */
static const lm_play_facts *facts_for(lm_study *s, const lm_wager *wager)
{
    bool whole = wager->collects_lammers || wager->carries;
    const lm_figures *best = whole ? lm_study_best(s) : NULL;
    lm_game *game = whole ? NULL : study_solved(s);
    if (!best && !game) return NULL;
    if (game && !s->choices_known) find_choices(game, NULL, &s->facts);
    s->choices_known |= game != NULL;
    s->facts.strategy = /* say:optimum-of-main */ "the optimum of the main game";
    if (best) take_figures(&s->facts, best);
    return &s->facts;
}

static bool refuse_price(const lm_study *s, const lm_offer *offer, lm_price_status status)
{
    const char *table = offer->wager->paytables[offer->paytable].id;
    return say(&s->ear, "%s%s%s cannot be priced: %s", offer->wager->id, table[0] ? ":" : "", table,
               lm_price_status_text(status));
}

/* Finds the price or, if `gain` is not NULL, the effects of removal. The main game is solved only for a wager that
 * depends on the play of the main hand, which follows `chart` or, if that is NULL, the optimum. */
static bool find_price(lm_study *s, const lm_chart *chart, lm_price_ask ask, lm_price *price, double *gain)
{
    lm_play_facts by_chart;
    ask.rules = s->rules;
    ask.census = &s->census;
    for (;;) {
        lm_price_status status = gain ? lm_price_removal(gain, &ask, s->room, LM_PRICE_ROOM)
                                      : lm_price_wager(price, &ask, s->room, LM_PRICE_ROOM);
        if (status == LM_PRICE_OK) return true;
        if (status != LM_PRICE_PLAY || ask.facts) return refuse_price(s, ask.offer, status);
        ask.facts = !chart ? facts_for(s, ask.offer->wager) : lm_study_facts(s, chart, &by_chart) ? &by_chart : NULL;
        if (!ask.facts) return false;
    }
}

bool lm_study_price(lm_study *s, const lm_offer *offer, lm_cents stake_cents, int players, lm_price *price)
{
    return lm_study_price_by_chart(s, NULL, offer, stake_cents, players, price);
}

bool lm_study_price_by_chart(lm_study *s, const lm_chart *chart, const lm_offer *offer, lm_cents stake_cents,
                             int players, lm_price *price)
{
    lm_price_ask ask = { .offer = offer, .stake_cents = stake_cents, .players = players };
    return find_price(s, chart, ask, price, NULL);
}

bool lm_study_removal(lm_study *s, const lm_offer *offer, lm_cents stake_cents, int players, double gain[LM_CARDS])
{
    lm_price_ask ask = { .offer = offer, .stake_cents = stake_cents, .players = players };
    bool found = find_price(s, NULL, ask, NULL, gain);
    for (int card = 0; card < LM_CARDS && found; card++)
        gain[card] = -gain[card];
    return found;
}

/* Insurance as a wager: 2 to 1 that the card under an ace is a ten. */
static const lm_wager insurance = {
    .id = "insurance",
    .title = "Insurance",
    .clause = "MBJ-9(a)",
    .outcomes = { "no dealer blackjack", "dealer blackjack" },
    .paytables = { { "", "MFB-10(b)", LM_EXACT, { { 0, 1 }, { 2, 1 } } },
                   { "", "MBJ-9(c)", LM_EXACT, { { 0, 1 }, { 2, 1 } } } },
};

double study_insured(const lm_study *s)
{
    int aces = 0, tens = 0;
    for (int card = 0; card < LM_CARDS; card++) {
        if (lm_card_value((lm_card)card) == 1) aces += s->census.copies[card];
        if (lm_card_value((lm_card)card) == 10) tens += s->census.copies[card];
    }
    int others = lm_census_total(&s->census) - 1;
    return aces && others > 0 ? (double)tens / others : (double)NAN;
}

bool lm_study_insurance(lm_study *s, lm_price *price)
{
    double wins = study_insured(s);
    const lm_paytable *table = &insurance.paytables[lm_is_free_bet(s->rules) ? 0 : 1];
    if (isnan(wins)) return say(&s->ear, /* say:no-ace-left */ "no ace is left, so insurance is never offered");
    *price = (lm_price){ .status = LM_PRICE_OK, .wager = &insurance, .paytable = table };
    memcpy(price->pays, table->pays, sizeof price->pays);
    price->outcomes = 2;
    price->probability[1] = wins;
    price->probability[0] = 1 - wins;
    price->hit_frequency = wins;
    price->house_edge = 1 - 3 * wins;
    price->fixed_return = 3 * wins;
    price->sd = 3 * sqrt(wins * (1 - wins));
    price->sd_known = true;
    price->caveat = "for a player who ignores their cards; the odds of one hand show their effect";
    return true;
}
