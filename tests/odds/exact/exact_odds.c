/* exact_odds.c - see exact_odds.h. */
#include "exact_odds.h"

#include "after/after.h"

size_t exact_odds_size(const lm_rules *rules)
{
    return lm_game_size(rules);
}

lm_game *exact_odds_open(void *memory, size_t size, const lm_rules *rules, const lm_census *census)
{
    return lm_game_open(memory, size, rules, census);
}

lm_play exact_odds_choice(lm_game *game, int which, const lm_held *held, unsigned allowed)
{
    return lm_game_choice(game, which, held, allowed);
}

bool exact_odds_even_money(lm_game *game)
{
    return lm_game_even_money(game);
}

exact_mean exact_odds_optimum(lm_game *game)
{
    exact_mean mean = { 0, game->one };
    for (int i = 0; i < game->columns; i++) {
        const column *c = game_solved(game, i);
        if (c->solved) mean.sum += column_mean(game, c, &c->best, &c->worth);
    }
    return mean;
}

exact_mean exact_odds_class(lm_game *game, lm_post_split post_split)
{
    exact_mean mean = { 0, game->one };
    for (int i = 0; i < game->columns; i++)
        mean.sum += after_solve(game, i, post_split);
    return mean;
}

lm_play exact_odds_choice_after(lm_game *game, int which, lm_post_split post_split, const lm_held *held,
                                const lm_after *after, unsigned allowed)
{
    return lm_game_choice_after(game, which, post_split, held, after, allowed);
}

exact_mean exact_odds_chart(lm_game *game, const lm_chart *chart)
{
    exact_mean mean = { 0, game->one };
    for (int i = 0; i < game->columns; i++) {
        if (column_possible(&game->column[i])) mean.sum += chart_column_mean(game, chart, i);
    }
    return mean;
}
