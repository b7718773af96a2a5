/* decision.c - prices a decision as it stands on the felt: the hand may be one of a box that has been split, and the card
 * of a double may lie face down. The cards of other hands are gone from the census that the game was opened with. */
#include "game.h"

#ifndef ODDS_EXACT

static bool is_of_split(const lm_decision *d)
{
    return d->hands > 1;
}

/* A hand is priced as if it were the only one, and a lammer's hand as one of two; so the rules allow it what its box has
 * left. The house has paid for the first splits of a value that splits free. */
void lm_decision_rules(const lm_decision *d, lm_rules *rules)
{
    int splits = d->hands - 1, counted = terms_splits_before(d->held.staked);
    if (d->down) rules->double_card = LM_DOUBLE_DOWN;
    if (!is_of_split(d)) return;
    bool splits_free = rules->free_split >> d->held.value[0] & 1;
    int given = !splits_free ? 0 : splits < rules->free_splits ? splits : (int)rules->free_splits;
    rules->surrender = LM_SURRENDER_OFF;
    rules->split_hands -= splits - counted;
    if (given > counted) rules->free_splits -= given - counted;
    if (!rules->double_after_split) rules->free_double = LM_FREE_DOUBLE_NONE;
}

int lm_game_column_of(const lm_game *g, lm_seen seen)
{
    for (int i = 0; i < g->columns; i++) {
        lm_seen c = g->column[i].seen;
        bool same = c.up == seen.up && c.second == seen.second, turned = c.up == seen.second && c.second == seen.up;
        if (same || turned) return i;
    }
    return -1;
}

/* What a hand of a split may not do. */
static void bar_plays(const lm_rules *k, const lm_decision *d, double value[LM_PLAYS])
{
    const double none = __builtin_nan("");
    bool one_card = terms_one_card(k, d->held.value[0]);
    value[LM_PLAY_SURRENDER] = none;
    if (!k->double_after_split || one_card) value[LM_PLAY_DOUBLE] = none;
    if (one_card) value[LM_PLAY_HIT] = none;
}

static bool is_allowed(double value)
{
    return value == value; /* NAN marks what is not */
}

static lm_play best_play(const double value[LM_PLAYS])
{
    lm_play best = LM_PLAY_NONE;
    for (int play = 0; play < LM_PLAYS; play++) {
        if (is_allowed(value[play]) && (best == LM_PLAY_NONE || beats(value[play], value[best]))) best = (lm_play)play;
    }
    return best;
}

bool lm_decision_price(lm_game *g, const lm_decision *d, lm_post_split post_split, lm_prices *out)
{
    int which = lm_game_column_of(g, d->seen);
    *out = (lm_prices){ .best = LM_PLAY_NONE };
    if (which < 0) return false;
    lm_game_price(g, which, &d->held, out);
    bool by_class = post_split != LM_POST_SPLIT_TD && post_split != LM_POST_SPLIT_CDZ_MINUS &&
                    d->held.staked == LM_STAKED_CHIPS && is_allowed(out->value[LM_PLAY_SPLIT]);
    if (by_class) out->value[LM_PLAY_SPLIT] = lm_game_split_value(g, which, post_split, d->held.value[0]);
    if (is_of_split(d)) bar_plays(&g->rules, d, out->value);
    if (by_class || is_of_split(d)) out->best = best_play(out->value);
    return out->best != LM_PLAY_NONE;
}

#endif
