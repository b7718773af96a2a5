/* coupon.c - `lammer odds --coupon`: a match-play coupon beside the main wager. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "situations.h"
#include "strategy/strategy.h"

/* A coupon, and two games: without it, and with it. */
typedef struct {
    lm_study *study;
    lm_cents coupon, stake;
    lm_game *plain, *game;
    void *memory;
    lm_coupon_worth worth;
    double by_chart; /* what it is worth to a player who keeps to the usual chart */
    lm_chart usual, chart;
} couponed;

static double share_of(const couponed *y)
{
    return (double)y->coupon / (double)y->stake;
}

static bool find_stake(couponed *y, const lm_ask *ask)
{
    const lm_study *s = y->study;
    y->coupon = ask->coupon_cents;
    y->stake = ask->stake_cents ? ask->stake_cents : y->coupon;
    if (y->coupon <= y->stake) return true;
    return say(&s->ear, /* say:coupon-over-stake */
               "the wager beside a coupon must be at least as large as the coupon (MBJ-3(d).1); name a stake of %g or "
               "more",
               (double)y->coupon / LM_DOLLAR);
}

static bool open_second(couponed *y)
{
    size_t size = lm_game_size(y->study->rules);
    y->memory = malloc(size);
    y->game = y->memory ? lm_game_open(y->memory, size, y->study->rules, &y->study->census) : NULL;
    return y->game || say(&y->study->ear, "no memory for a second game (%zu MB)", size >> 20);
}

static double chart_mean_with(couponed *y, double returns)
{
    const lm_coupon coupon = { share_of(y), returns };
    lm_game_lay_coupon(y->game, y->plain, &coupon);
    return lm_game_chart_mean(y->game, &y->usual);
}

/* Under one chart the mean grows evenly with what a coupon returns. */
static void value_by_usual_chart(couponed *y)
{
    double once = chart_mean_with(y, 0), again = chart_mean_with(y, 1), plain = lm_game_chart_mean(y->plain, &y->usual);
    y->by_chart = (once - plain) / (1 - (again - once));
}

static bool find(couponed *y)
{
    const lm_chart *usual = lm_study_chart(y->study);
    y->plain = study_solved(y->study);
    if (!usual || !y->plain || !open_second(y)) return false;
    y->usual = *usual;
    value_by_usual_chart(y);
    say_progress(&y->study->ear, "the best play with the coupon");
    lm_game_coupon(y->game, y->plain, share_of(y), &y->worth);
    lm_game_chart(y->game, &y->chart);
    say_progress(&y->study->ear, NULL);
    return true;
}

static void put_figures(sheet *sh, const couponed *y)
{
    const lm_coupon_worth *w = &y->worth;
    const double dollars = (double)y->stake / LM_DOLLAR, face = share_of(y);
    const sheet_column worth = { "worth", "the coupon is worth, per unit of its face", SHEET_PERCENT, 5 };
    const sheet_column once = { "worth_once", "and if a tie takes it", SHEET_PERCENT, 5 };
    const sheet_column by_chart = { "worth_by_usual_chart", "and played by the usual chart", SHEET_PERCENT, 5 };
    sheet_number(sh, (sheet_column){ "coupon", "coupon, dollars", SHEET_REAL, 2 }, (double)y->coupon / LM_DOLLAR);
    sheet_number(sh, (sheet_column){ "stake", "wager beside it, dollars", SHEET_REAL, 2 }, dollars);
    sheet_number(sh, worth, w->worth / face);
    sheet_number(sh, once, w->once / face);
    sheet_number(sh, by_chart, y->by_chart / face);
    sheet_number(sh, (sheet_column){ "worth_dollars", "the coupon is worth, dollars", SHEET_REAL, 4 },
                 w->worth * dollars);
    sheet_number(sh, (sheet_column){ "house_edge", "house edge of the round with it", SHEET_PERCENT, 5 },
                 -(w->mean - w->ties * w->worth));
    sheet_number(sh, (sheet_column){ "house_edge_without", "house edge without it", SHEET_PERCENT, 5 }, -w->plain);
    sheet_number(sh, (sheet_column){ "tie", "the coupon goes back", SHEET_PERCENT, 5 }, w->ties);
    sheet_number(sh, (sheet_column){ "even_money", "even money is right with it", SHEET_YES, 0 },
                 lm_game_even_money(y->game));
    sheet_number(sh, (sheet_column){ "even_money_without", "even money is right without it", SHEET_YES, 0 },
                 lm_game_even_money(y->plain));
}

static void put_cell(sheet *sh, const couponed *y, const chart_row *row, int column)
{
    const lm_rules *k = y->study->rules;
    advice usual = chart_cell(&y->usual, k, LM_STAKED_CHIPS, row->kind, row->first, column);
    advice with = chart_cell(&y->chart, k, LM_STAKED_CHIPS, row->kind, row->first, column);
    if (strcmp(usual.code, with.code) == 0) return;
    sheet_put_word(sh, row_kind_word[row->kind]);
    sheet_put_word(sh, row->label);
    sheet_put_word(sh, column_label(&y->chart, column).text);
    sheet_put_word(sh, usual.code);
    sheet_put_word(sh, with.code);
}

static void put_changes(sheet *sh, const couponed *y)
{
    static const sheet_column columns[] = {
        { "rows", "rows", SHEET_TEXT, 0 },   { "row", "row", SHEET_TEXT, 0 },      { "up", "up", SHEET_TEXT, 0 },
        { "usual", "usual", SHEET_TEXT, 0 }, { "with", "with it", SHEET_TEXT, 0 },
    };
    sheet_table_begin(sh, "changes", "Cells of the chart that the coupon changes, for the hand that it lies at",
                      columns, 5);
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        chart_row rows[CHART_ROWS];
        int n = chart_rows(&y->chart, y->study->rules, LM_STAKED_CHIPS, (row_kind)kind, false, rows);
        for (int i = 0; i < n; i++) {
            for (int c = 0; c < lm_chart_columns(&y->chart); c++)
                put_cell(sh, y, &rows[i], c);
        }
    }
}

/* Optional wagers of the same box. The coupon changes how the main hand is played, which the prices of most wagers do
 * not depend on: then the gains of a round add up. */
static void put_wagers(sheet *sh, const couponed *y, const asked *list)
{
    static const sheet_column columns[] = {
        { "wager", "wager", SHEET_TEXT, 0 },
        { "paytable", "pay table", SHEET_TEXT, 0 },
        { "stake", "dollars", SHEET_REAL, 2 },
        { "house_edge", "house edge", SHEET_PERCENT, 5 },
        { "gain", "gains a round, dollars", SHEET_REAL, 4 },
    };
    const lm_coupon_worth *w = &y->worth;
    double box = w->mean * (double)y->stake / LM_DOLLAR;
    sheet_table_begin(sh, "wagers", "Optional wagers of the same box", columns, 5);
    for (int i = 0; i < list->n; i++) {
        const lm_price *price = &list->item[i].price;
        bool by_play = price->status != LM_PRICE_OK || price->strategy || price->wager->collects_lammers;
        double dollars = (double)price->stake_cents / LM_DOLLAR;
        double gain = by_play || list->item[i].insurance ? (double)NAN : -price->house_edge * dollars;
        sheet_put_word(sh, list->item[i].insurance ? "insurance" : price->wager->id);
        sheet_put_word(sh, price->paytable->id);
        sheet_put(sh, dollars);
        sheet_put(sh, isnan(gain) ? gain : price->house_edge);
        sheet_put(sh, gain);
        if (!isnan(gain)) box += gain;
    }
    sheet_number(sh, (sheet_column){ "box_gain", "the box gains in a round, dollars", SHEET_REAL, 4 }, box);
    sheet_note(sh,
               "The gain of the box counts a coupon that goes back with its worth. A wager without a figure depends "
               "on how the main hand is played, which the coupon changes, or is insurance; it is left out.");
}

bool coupon_answer_ask(lm_study *s, const lm_ask *ask, lm_text *out)
{
    couponed *y = calloc(1, sizeof *y);
    asked list = { 0 };
    sheet sh;
    if (!y) return say(&s->ear, "no memory for the coupon");
    y->study = s;
    bool fine = find_stake(y, ask) && find(y);
    if (fine && ask->wager) fine = asked_find(&list, s, ask) && asked_price(&list, s, ask);
    if (fine) {
        sheet_begin(&sh, s, "coupon",
                    "A match-play coupon beside the main wager; played by the optimum with it (cdz-)");
        put_figures(&sh, y);
        put_changes(&sh, y);
        if (ask->wager) put_wagers(&sh, y, &list);
        sheet_note(
            &sh, "Worth to a player who plays the round anyway. The coupon wins its face when its hand wins, goes back "
                 "to be laid again after a tie, and is lost otherwise. The house edge is in chips, per unit of the "
                 "wager; insurance is left out.");
        sheet_note(&sh, "After a split the coupon lies at the first hand; the others are played by the usual optimum. "
                        "Every figure is exact.");
        fine = sheet_write(&sh, ask->format, out);
    }
    asked_free(&list);
    free(y->memory);
    free(y);
    return fine;
}
