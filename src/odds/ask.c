/* ask.c - the optimum's values for one hand, insurance and even money. */
#include "after/after.h"

/* Converts tenths, summed over rounds without a dealer blackjack, to a value in units of the wager. After a reader has
 * excluded a blackjack, the sum is divided by the chance of this answer; elsewhere a blackjack still takes the
 * chips. Where the hand may be surrendered before the reader answers, that is when the player decides. */
static double value_of(const lm_game *g, const column *c, hand_id h, lm_staked staked, lm_real tenths)
{
    double one = (double)g->one, his = (double)column_blackjack(g, c, h) / one;
    double value = (double)tenths / one / TENTHS;
    bool early = staked == LM_STAKED_CHIPS && g->hands.count[h][0] == 2 && terms_surrender_early(&g->rules, c->seen.up);
    if (terms_peek(&g->rules) && !early) return his < 1 ? value / (1 - his) : -1;
    return staked == LM_STAKED_CHIPS ? value - his : value;
}

static bool can_split(const lm_game *g, hand_id h, lm_staked staked)
{
    int value = hands_pair_value(&g->hands, h);
    return value && terms_split(&g->rules, value, staked);
}

/* The plays that are allowed to an unsplit hand, as a bit set. */
static unsigned allowed_to(const lm_game *g, const column *c, hand_id h, lm_staked staked)
{
    unsigned allowed = 1u << LM_PLAY_STAND;
    bool two = g->hands.count[h][0] == 2;
    if (terms_finished(&g->rules, &g->hands, h)) return allowed;
    allowed |= 1u << LM_PLAY_HIT;
    if (terms_double(&g->rules, &g->hands, h, staked, false) != NOT_BACKED) allowed |= 1u << LM_PLAY_DOUBLE;
    if (can_split(g, h, staked)) allowed |= 1u << LM_PLAY_SPLIT;
    bool chips = staked == LM_STAKED_CHIPS;
    if (two && chips && column_surrenders(g, c)) allowed |= 1u << LM_PLAY_SURRENDER;
    return allowed;
}

lm_play choice_of_act(uint8_t act, bool suited, unsigned allowed)
{
    if (act & ACT_SURRENDER && allowed >> LM_PLAY_SURRENDER & 1) return LM_PLAY_SURRENDER;
    if (act & ACT_SPLIT && allowed >> LM_PLAY_SPLIT & 1) return LM_PLAY_SPLIT;
    if (suited) act = suited_act(act);
    if (act & ACT_DOUBLE && allowed >> LM_PLAY_DOUBLE & 1) return LM_PLAY_DOUBLE;
    return act & ACT_HIT && allowed >> LM_PLAY_HIT & 1 ? LM_PLAY_HIT : LM_PLAY_STAND;
}

bool held_suited(const lm_game *g, const lm_held *held, hand_id h)
{
    return g->rules.bonus_678 && held->suited && suited_place(&g->hands, h) >= 0;
}

lm_play lm_game_choice(lm_game *g, int which, const lm_held *held, unsigned allowed)
{
    const column *c = game_solved(g, which);
    hand_id h = hands_find(&g->hands, held->value, held->n);
    if (!is_live(g, h)) return LM_PLAY_STAND;
    uint8_t act = c->best.act[held->staked][h];
    if (act & ACT_SPLIT_FREE && held->split_costs) allowed &= ~(1u << LM_PLAY_SPLIT);
    return choice_of_act(act, held_suited(g, held, h), allowed);
}

static void price_plays(lm_game *g, const column *c, hand_id h, lm_staked staked, bool suited, lm_prices *out)
{
    const worth *w = &c->worth;
    int pair = hands_pair_value(&g->hands, h), place = suited ? suited_place(&g->hands, h) : -1;
    backing doubled = terms_double(&g->rules, &g->hands, h, staked, false);
    lm_real tenths[LM_PLAYS] = {
        [LM_PLAY_STAND] = column_stand(g, c, h, backing_of(staked)),
        [LM_PLAY_HIT] = suited ? w->suited_hit[staked][place] : w->hit[staked][h],
        [LM_PLAY_DOUBLE] = suited ? w->suited_dbl[staked][place] : w->dbl[staked][h],
        [LM_PLAY_SPLIT] = pair ? w->split[staked][pair] - w->split_cost[staked][pair] : 0,
        [LM_PLAY_SURRENDER] = column_surrender(g, c, h),
    };
    unsigned allowed = allowed_to(g, c, h, staked);
    for (int play = 0; play < LM_PLAYS; play++) {
        if (allowed >> play & 1) out->value[play] = value_of(g, c, h, staked, tenths[play]);
    }
    out->is_free[LM_PLAY_DOUBLE] = doubled == BACKED_CHIPS_FREE || doubled == BACKED_LAMMER_FREE;
    out->is_free[LM_PLAY_SPLIT] =
        pair && terms_split(&g->rules, pair, staked) && terms_free_split(&g->rules, pair, terms_splits_before(staked));
    out->best = choice_of_act(c->best.act[staked][h], suited, allowed);
}

double lm_game_split_value(lm_game *g, int which, lm_post_split class, int value)
{
    hand_id h = hands_pair(&g->hands, value);
    const column *c = game_solved(g, which);
    if (h == HAND_NONE || !c->solved || !column_holds(g, c, h) || !can_split(g, h, LM_STAKED_CHIPS))
        return __builtin_nan("");
    return value_of(g, c, h, LM_STAKED_CHIPS, after_split(g, which, class, value));
}

void lm_game_price(lm_game *g, int which, const lm_held *held, lm_prices *out)
{
    column *c = game_solved(g, which);
    hand_id h = hands_find(&g->hands, held->value, held->n);
    *out = (lm_prices){ .best = LM_PLAY_NONE };
    for (int play = 0; play < LM_PLAYS; play++)
        out->value[play] = __builtin_nan("");
    if (!is_live(g, h) || g->hands.count[h][0] < 2 || !c->solved || !column_holds(g, c, h)) return;
    bool two_unsplit = held->n == 2 && held->staked == LM_STAKED_CHIPS;
    if (two_unsplit) out->probability = (double)column_weight(g, c, column_chance(g, c, g->one, h)) / (double)g->one;
    if (two_unsplit && g->hands.total[h] == 21) {
        out->best = LM_PLAY_STAND;
        out->value[LM_PLAY_STAND] = (double)column_start(g, c, &c->best, &c->worth, h) / (double)g->one / TENTHS;
        return;
    }
    int pair = hands_pair_value(&g->hands, h);
    if (pair) column_settle_cost(g, c, pair, held->staked);
    price_plays(g, c, h, held->staked, held_suited(g, held, h), out);
}

static const column *ace_column(const lm_game *g)
{
    for (int i = 0; i < g->columns; i++) {
        if (g->column[i].seen.up == 1 && !g->column[i].seen.second) return &g->column[i];
    }
    return NULL;
}

double lm_game_insurance(lm_game *g, uint8_t first, uint8_t second)
{
    const column *c = ace_column(g);
    uint8_t values[2] = { first, second };
    hand_id h = hands_find(&g->hands, values, 2);
    if (!c || h == HAND_NONE || !column_holds(g, c, h)) return __builtin_nan("");
    return 3.0 * (double)column_blackjack(g, c, h) / (double)g->one - 1;
}

bool lm_game_even_money(lm_game *g)
{
    const column *c = ace_column(g);
    uint8_t values[2] = { 1, 10 };
    hand_id h = hands_find(&g->hands, values, 2);
    if (!c || h == HAND_NONE || !column_holds(g, c, h)) return false;
    double his = (double)column_blackjack(g, c, h) / (double)g->one;
    double wins = g->rules.ties == LM_TIES_LOSE ? 1 : 1 - his;
    double beside = g->coupon.laid ? (double)g->coupon.wins : 0, tied = g->coupon.laid ? (double)g->coupon.returns : 0;
    double waiting = wins * (terms_blackjack(&g->rules) + beside) + (1 - wins) * tied;
    return terms_even_money(&g->rules) && waiting < TENTHS + beside;
}

/* Even money is insurance of a blackjack, and the value of a blackjack has it already. */
bool column_insures(const lm_game *g, const column *c, hand_id h)
{
    bool sold = g->hands.total[h] == 21 && terms_even_money(&g->rules);
    bool offered = g->rules.insurance && c->seen.up == 1 && !c->seen.second;
    return offered && !sold && left_to(g, c, h, 0) > 0 && 3 * left_to(g, c, h, 10) > left_to(g, c, h, 0);
}

double lm_game_insured(const lm_game *g)
{
    const column *c = ace_column(g);
    double sum = 0;
    if (!c || !column_possible(c)) return 0;
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (g->hands.count[h][0] != 2 || !column_holds(g, c, h) || !column_insures(g, c, h)) continue;
        double gain = 3.0 * left_to(g, c, h, 10) / left_to(g, c, h, 0) - 1;
        sum += gain / 2 * (double)column_weight(g, c, column_chance(g, c, g->one, h)) / (double)g->one;
    }
    return sum;
}
