/* game.c - opens and solves a game of given rules and cards, and answers questions about it. */
#include "after/seen.h"
#include "best_chart.h"
#include "several/overlap.h"
#include "spots/spots.h"

#include <string.h>

static bool is_open(const lm_rules *rules)
{
    return rules->hole_card == LM_HOLE_FACE_UP;
}

static int columns_of(const lm_rules *rules)
{
    return is_open(rules) ? LM_COLUMNS : 10;
}

/* The columns that one chart column covers: an open hard 12 can be made of two cards in five ways. */
static int bases_of(const lm_rules *rules)
{
    return is_open(rules) ? 5 : 1;
}

static size_t rounded(size_t size)
{
    enum { LINE = 64 };
    return (size + LINE - 1) / LINE * LINE;
}

/* The parts of a game in its memory, one after another. */
static size_t lay_out(const lm_rules *rules, lm_game *g)
{
    size_t at = rounded(sizeof(lm_game) + (size_t)columns_of(rules) * sizeof(column));
    char *base = (char *)g;
    if (g) g->study = (split_study *)(void *)(base + at);
    at += rounded(sizeof(split_study));
    if (g) g->joint = (joint_room *)(void *)(base + at);
    at += rounded(sizeof(joint_room));
    if (g) g->after = (after_room *)(void *)(base + at);
    at += rounded(sizeof(after_room));
    if (g) g->base = (column_base *)(void *)(base + at);
    at += rounded((size_t)bases_of(rules) * sizeof(column_base));
#ifndef ODDS_EXACT
    if (g) g->spread = (spread_room *)(void *)(base + at);
    at += rounded(sizeof(spread_room));
    if (g) g->moments = (moments *)(void *)(base + at);
    at += rounded(sizeof(moments) * HANDS_MOST);
    bool late = !terms_peek(rules);
    if (g) g->overlap = late ? (overlap_room *)(void *)(base + at) : NULL;
    if (late) at += rounded(sizeof(overlap_room));
    if (g) g->nets = (net_room *)(void *)(base + at);
    at += rounded(sizeof(net_room));
    bool several = lm_rules_dealer_hands(rules) > 1;
    if (g) g->spots = several ? (spots_room *)(void *)(base + at) : NULL;
    if (several) at += rounded(sizeof(spots_room));
#endif
    return at;
}

size_t lm_game_size(const lm_rules *rules)
{
    return lay_out(rules, NULL) + 64;
}

static void count_values(lm_game *g)
{
    memset(g->cards, 0, sizeof g->cards);
    for (int card = 0; card < LM_CARDS; card++) {
        g->cards[lm_card_value((lm_card)card)] += g->census.copies[card];
        g->cards[0] += g->census.copies[card];
    }
}

static void make_unit(lm_game *g)
{
    g->one = 1;
#ifdef ODDS_EXACT
    for (int n = 2; n <= g->cards[0]; n++)
        g->one *= n;
#endif
}

/* The probability that a blackjack consists of the two designated cards. */
static void count_special(lm_game *g)
{
    int64_t special = g->rules.special_blackjack;
    g->special = 0;
    if (!special || !g->cards[1] || !g->cards[10]) return;
    double ace = g->census.copies[(special - 1) / 64], face = g->census.copies[(special - 1) % 64];
    g->special = ace / g->cards[1] * face / g->cards[10];
}

static void open_column(lm_game *g, column *c, int up, int second)
{
    memcpy(c->left, g->cards, sizeof c->left);
    c->seen = (lm_seen){ (uint8_t)up, (uint8_t)second };
    c->ready = c->solved = false;
    c->left[up]--;
    c->left[0]--;
    if (second) {
        c->left[second]--;
        c->left[0]--;
    }
    c->blackjack_value = second ? 0 : up == 1 ? 10 : up == 10 ? 1 : 0;
}

static void open_columns(lm_game *g)
{
    static const uint8_t order[] = { 2, 3, 4, 5, 6, 7, 8, 9, 10, 1 };
    g->columns = 0;
    for (int i = 0; i < 10; i++) {
        if (!is_open(&g->rules)) {
            open_column(g, &g->column[g->columns++], order[i], 0);
            continue;
        }
        for (int j = i; j < 10; j++)
            open_column(g, &g->column[g->columns++], order[i], order[j]);
    }
}

lm_game *game_open_again(lm_game *g, const lm_census *census)
{
    g->census = *census;
    memset(&g->chart, 0, sizeof g->chart);
    memset(g->part, 0, sizeof g->part);
    g->chart.open = is_open(&g->rules);
    count_values(g);
    if (g->cards[0] < 5) return NULL;
    split_forget_ends(g);
    g->after->of = NULL;
    for (int i = 0; i < bases_of(&g->rules); i++)
        g->base[i].of = NULL;
    make_unit(g);
    count_special(g);
    hands_make(&g->hands, g->cards);
    terms_list(&g->rules, &g->hands, g->terms);
    g->stakes = g->rules.free_split ? LM_STAKES : 1;
    open_columns(g);
    return g;
}

lm_game *lm_game_open(void *memory, size_t size, const lm_rules *rules, const lm_census *census)
{
    if (size < lm_game_size(rules)) return NULL;
    char *at = (char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    lm_game *g = (lm_game *)(void *)at;
    lay_out(rules, g);
    g->rules = *rules;
    g->weighing = NULL;
    g->seen = NULL;
    g->coupon.laid = false;
#ifndef ODDS_EXACT
    if (g->overlap) overlap_begin(g->overlap);
#endif
    return game_open_again(g, census);
}

column *game_ready(lm_game *g, int which)
{
    column *c = &g->column[which];
    if (c->ready) return c;
    dealer_rule rule = { g->rules.dealer_soft17 == LM_SOFT17_HIT, g->rules.dealer_22 == LM_22_PUSH };
    dealer_compile(&c->tree, &g->hands, c->seen.up, c->seen.second, rule);
    column_prepare(g, c);
    return c;
}

bool column_possible(const column *c)
{
    for (int v = 0; v <= 10; v++) {
        if (c->left[v] < 0) return false;
    }
    return true;
}

column *game_solved(lm_game *g, int which)
{
    column *c = &g->column[which];
    if (c->solved || !column_possible(c)) return c;
    game_ready(g, which);
    memset(&c->best, 0, sizeof c->best);
    memset(&c->worth, 0, sizeof c->worth);
    column_value(g, c, &c->best, &c->worth, true);
    column_value_splits(g, c, &c->best, &c->worth, VALUE_AND_CHOOSE);
    c->solved = true;
    return c;
}

void lm_game_solve_column(lm_game *game, int which)
{
    game_solved(game, which);
}

void lm_game_solve(lm_game *game)
{
    for (int i = 0; i < game->columns; i++)
        game_solved(game, i);
}

int lm_game_columns(const lm_game *game)
{
    return game->columns;
}

lm_seen lm_game_column(const lm_game *game, int which)
{
    return game->column[which].seen;
}

double lm_game_column_probability(const lm_game *game, int which)
{
    return (double)column_weight(game, &game->column[which], game->one) / (double)game->one;
}

int lm_game_pieces(const lm_game *game)
{
    return lm_chart_columns(&game->chart) + game->chart.open;
}

bool lm_game_has(const lm_game *game, lm_piece what)
{
    for (int at = 0; at < lm_game_pieces(game); at++) {
        if (what == LM_PIECE_CHART ? !game->part[at].charted : !game->part[at].figured) return false;
    }
    return true;
}

/* Charting a column also computes its mean, so a charted game need not be solved again. */
double lm_game_mean(lm_game *game)
{
    lm_real sum = 0;
    for (int at = 0; lm_game_has(game, LM_PIECE_CHART) && at < lm_game_pieces(game); at++)
        sum += game->part[at].mean;
    if (sum != 0) return (double)sum / (double)game->one / TENTHS;
    for (int i = 0; i < game->columns; i++) {
        const column *c = game_solved(game, i);
        if (c->solved) sum += column_mean(game, c, &c->best, &c->worth);
    }
    return (double)sum / (double)game->one / TENTHS;
}
