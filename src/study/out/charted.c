/* charted.c - a given chart and what its cells cost, as text, JSON and CSV. */
#include <stdio.h>

#include "out.h"
#include "strategy/strategy.h"

enum { LISTED = 20 };

typedef struct {
    chart_row row;
    short_words dealer;
    advice chart, best;
} cell_words;

static cell_words words_of_cell(const charted *y, const charged_cell *cell)
{
    cell_words words = { .row = { (row_kind)cell->kind, cell->row, cell->row, "" },
                         .dealer = column_label(&y->chart, cell->column) };
    chart_label(&words.row);
    words.chart = chart_cell(&y->chart, y->study->rules, cell->staked, (row_kind)cell->kind, cell->row, cell->column);
    words.best =
        chart_cell(&y->study->chart, y->study->rules, cell->staked, (row_kind)cell->kind, cell->row, cell->column);
    return words;
}

static double cost_from(const charted *y, int first)
{
    double sum = 0;
    for (int i = first; i < y->n; i++)
        sum += y->cell[i].cost;
    return sum;
}

static void print_cell(const charted *y, const charged_cell *cell, lm_text *out)
{
    cell_words words = words_of_cell(y, cell);
    put(out, "  %-6s %-6s %-6s %-6s %-6s %-6s %13.8f %% %14.8f %%\n", row_kind_word[cell->kind], words.row.label,
        words.dealer.text, staked_word[cell->staked], words.chart.code, words.best.code, 100 * cell->reach,
        100 * cell->cost);
}

static void charted_text(const charted *y, lm_text *out)
{
    const lm_study *s = y->study;
    const lm_figures *f = &y->figures;
    put(out, "%s: %s\n%s\n", s->rules->name, lm_profile_title(s->profile), rules_sentence(s->rules).text);
    put(out, "\nThe chart %s", y->path);
    if (y->chart.exceptions) put(out, " with %d exception%s", y->chart.exceptions, y->chart.exceptions == 1 ? "" : "s");
    put(out, "\n  %-32s %14.8f %%\n", "house edge by this chart", -100 * f->mean);
    put(out, "  %-32s %14.8f %%\n", "house edge of the best chart", 100 * s->chart_edge);
    put(out, "  %-32s %14.8f %%\n", "house edge of the optimum", -100 * y->optimum);
    put(out, "  %-32s %14.8f %%\n", "cost against the optimum", 100 * (y->optimum - f->mean));
    put(out, "  %-32s %14.6f\n", "standard deviation", f->sd);
    put(out, "\nCells by their cost in a round, which add up to the cost of the chart\n");
    put(out, "  %-6s %-6s %-6s %-6s %-6s %-6s %15s %16s\n", "rows", "hand", "dealer", "kind", "chart", "best",
        "decides", "cost");
    for (int i = 0; i < y->n && i < LISTED; i++)
        print_cell(y, &y->cell[i], out);
    if (y->n > LISTED)
        put(out, "  %-57s %14.8f %%\n", words_of("%d other cells", y->n - LISTED).text, 100 * cost_from(y, LISTED));
}

static void charted_json(const charted *y, lm_text *out)
{
    const lm_study *s = y->study;
    figure list[FIGURES];
    out_json j = out_begin(out, 0);
    figures_of(&y->figures, list);
    out_put(&j, "{ rules:s decks:i hash:s infinite:b removed:i chart:{", s->rules->name, (int)s->rules->decks,
            rules_hash(s->rules).text, s->infinite, s->removed);
    out_put(&j, "exceptions:i best_chart_house_edge:f optimum_house_edge:f cost:f", y->chart.exceptions, s->chart_edge,
            -y->optimum, y->optimum - y->figures.mean);
    for (int i = 0; i < FIGURES; i++)
        out_put(&j, "*:f", list[i].name, list[i].value);
    out_put(&j, "cells:[");
    for (int i = 0; i < y->n; i++) {
        const charged_cell *cell = &y->cell[i];
        cell_words words = words_of_cell(y, cell);
        out_put(&j, "{ kind:s rows:s hand:s dealer:s chart:s best:s reach:f cost:f }", staked_word[cell->staked],
                row_kind_word[cell->kind], words.row.label, words.dealer.text, words.chart.code, words.best.code,
                cell->reach, cell->cost);
    }
    out_put(&j, "] } }");
}

static void charted_csv(const charted *y, lm_text *out)
{
    put_text("kind,rows,hand,dealer,chart,best,reach,cost\n", out);
    for (int i = 0; i < y->n; i++) {
        const charged_cell *cell = &y->cell[i];
        cell_words words = words_of_cell(y, cell);
        put(out, "%s,%s,\"%s\",%s,%s,%s,%.15g,%.15g\n", staked_word[cell->staked], row_kind_word[cell->kind],
            words.row.label, words.dealer.text, words.chart.code, words.best.code, cell->reach, cell->cost);
    }
}

void charted_write(const charted *y, lm_ask_format format, lm_text *out)
{
    (format == LM_ASK_JSON ? charted_json : format == LM_ASK_CSV ? charted_csv : charted_text)(y, out);
}
