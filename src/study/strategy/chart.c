/* chart.c - the cells of a chart, with their codes and words. */
#include <stdio.h>
#include <string.h>

#include "strategy.h"

const char *const row_kind_word[ROW_KINDS] = { "hard", "soft", "pairs" };
const char *const row_kind_title[ROW_KINDS] = { /* say:hard-totals */ "Hard totals",
                                                /* say:soft-totals */ "Soft totals",
                                                /* say:pairs */ "Pairs" };
const char *const staked_word[LM_STAKES] = { "real", "free" };
const char *const staked_by[LM_STAKES] = { "chips", "a lammer" };
const char *const staked_title[LM_STAKES] = { /* say:staked-by-chips */ "Hands staked by chips",
                                              /* say:staked-by-lammer */ "Hands staked by a lammer" };

short_words column_label(const lm_chart *chart, int column)
{
    if (!chart->open) return words_of("%s", value_word(column == 9 ? 1 : column + 2));
    return words_of(column < 17 ? "%d" : "s%d", (column < 17 ? column + 4 : column - 17 + 12) % 100);
}

static int row_index(row_kind kind, int row)
{
    static const int base[] = { LM_ROW_HARD, LM_ROW_SOFT, LM_ROW_PAIR };
    return base[kind] + row;
}

static bool is_free_split(const lm_rules *rules, lm_staked staked, int value)
{
    return rules->free_splits > (staked == LM_STAKED_LAMMER) && rules->free_split >> value & 1;
}

static bool is_free_double(const lm_rules *rules, row_kind kind, int total)
{
    return rules->free_double != LM_FREE_DOUBLE_NONE && kind == ROWS_HARD && total >= 9 && total <= 11;
}

/* A lammer stakes only hands of a pair that was split free. */
static bool can_happen(const lm_rules *rules, lm_staked staked, row_kind kind, int row)
{
    if (kind != ROWS_PAIRS || staked == LM_STAKED_CHIPS) return true;
    return rules->free_splits > 0 && rules->free_split >> row & 1;
}

static advice chart_advice(const lm_chart *chart, const lm_rules *rules, lm_staked staked, row_kind kind, int row,
                           int column)
{
    lm_advice cell = chart->cell[staked][row_index(kind, row)][column];
    advice a = { (lm_play)cell.first, (lm_play)cell.otherwise, .free = false };
    if (!can_happen(rules, staked, kind, row)) return (advice){ LM_PLAY_NONE, LM_PLAY_NONE, .free = false };
    if (kind != ROWS_PAIRS) {
        a.free = a.first == LM_PLAY_DOUBLE && is_free_double(rules, kind, row);
        return a;
    }
    advice total =
        chart_advice(chart, rules, staked, row == 1 ? ROWS_SOFT : ROWS_HARD, row == 1 ? 12 : 2 * row, column);
    if (a.first == LM_PLAY_NONE) return total;
    if (a.otherwise == LM_PLAY_NONE && a.first != LM_PLAY_SPLIT) a.otherwise = total.otherwise;
    a.free = (a.first == LM_PLAY_SPLIT || a.otherwise == LM_PLAY_SPLIT) && is_free_split(rules, staked, row);
    return a;
}

static advice with_code(advice a)
{
    static const char letters[] = "SHDPR-", *const ends[] = { "s", "h", "", "p", "", "" };
    bool while_free = a.first == LM_PLAY_SPLIT && a.otherwise == LM_PLAY_NONE;
    bool otherwise = a.first == LM_PLAY_SURRENDER || (a.first == LM_PLAY_DOUBLE && a.otherwise == LM_PLAY_STAND);
    snprintf(a.code, sizeof a.code, "%c%s%s", letters[a.first],
             while_free  ? "f"
             : otherwise ? ends[a.otherwise]
                         : "",
             a.free && !while_free ? "*" : "");
    return a;
}

advice chart_cell(const lm_chart *chart, const lm_rules *rules, lm_staked staked, row_kind kind, int row, int column)
{
    return with_code(chart_advice(chart, rules, staked, kind, row, column));
}

advice chart_raw_cell(const lm_chart *chart, lm_staked staked, row_kind kind, int row, int column)
{
    lm_advice cell = chart->cell[staked][row_index(kind, row)][column];
    return with_code((advice){ (lm_play)cell.first, (lm_play)cell.otherwise, .free = false });
}

static bool rows_alike(const lm_chart *chart, const lm_rules *rules, lm_staked staked, row_kind kind, int a, int b)
{
    for (int c = 0; c < lm_chart_columns(chart); c++) {
        advice one = chart_cell(chart, rules, staked, kind, a, c), other = chart_cell(chart, rules, staked, kind, b, c);
        if (strcmp(one.code, other.code) != 0) return false;
    }
    return true;
}

void chart_label(chart_row *row)
{
    if (row->kind == ROWS_PAIRS) {
        snprintf(row->label, sizeof row->label, "%s,%s", value_word(row->first), value_word(row->first));
    } else if (row->kind == ROWS_SOFT) {
        snprintf(row->label, sizeof row->label, "A,%s", value_word(row->first - 11));
    } else if (row->first == row->last) {
        snprintf(row->label, sizeof row->label, "%d", row->first);
    } else {
        snprintf(row->label, sizeof row->label, "%d-%d", row->last, row->first);
    }
}

/* The largest total comes first, pairs from aces down. Soft 12 is a pair of aces that may not be split again, so its
 * row exists only where split aces may be played. */
int chart_rows(const lm_chart *chart, const lm_rules *rules, lm_staked staked, row_kind kind, bool joined,
               chart_row rows[CHART_ROWS])
{
    static const int from[] = { 20, 20, 10 }, to[] = { 4, 12, 2 };
    int n = 0, last = kind == ROWS_SOFT && rules->split_aces == LM_ACES_ONE_CARD ? 13 : to[kind];
    if (kind == ROWS_PAIRS) rows[n++] = (chart_row){ kind, 1, 1, "" };
    for (int row = from[kind]; row >= last; row--) {
        chart_row *before = n ? &rows[n - 1] : NULL;
        bool alike =
            joined && kind == ROWS_HARD && before && rows_alike(chart, rules, staked, kind, before->first, row);
        if (alike) {
            before->last = row;
        } else {
            rows[n++] = (chart_row){ kind, row, row, "" };
        }
    }
    for (int i = 0; i < n; i++)
        chart_label(&rows[i]);
    return n;
}

static const legend_row meanings[] = {
    { "H", "hit", false },
    { "S", "stand", false },
    { "D", "double; hit where that is not allowed", false },
    { "Ds", "double; stand where that is not allowed", false },
    { "D*", "double free; hit where that is not allowed", false },
    { "Ds*", "double free; stand where that is not allowed", false },
    { "P", "split", false },
    { "P*", "split free", false },
    { "Pf", "split free; play by the total where a split takes chips", false },
    { "Rh", "surrender; hit where that is not allowed", false },
    { "Rs", "surrender; stand where that is not allowed", false },
    { "Rp", "surrender; split where that is not allowed", false },
    { "Rp*", "surrender; split free where that is not allowed", false },
    { "-", "cannot happen", false },
};
enum { MEANINGS = sizeof meanings / sizeof *meanings };
_Static_assert((int)MEANINGS <= (int)LEGEND, "the legend holds every code");

static void mark_used(legend_row rows[LEGEND], const char *code)
{
    for (int i = 0; i < MEANINGS; i++) {
        if (strcmp(rows[i].code, code) == 0) rows[i].used = true;
    }
}

int chart_legend(const lm_chart *chart, const lm_rules *rules, unsigned stakes, legend_row rows[LEGEND])
{
    memcpy(rows, meanings, sizeof meanings);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int kind = 0; kind < ROW_KINDS && stakes >> staked & 1; kind++) {
            chart_row list[CHART_ROWS];
            int n = chart_rows(chart, rules, (lm_staked)staked, (row_kind)kind, false, list);
            for (int i = 0; i < n * lm_chart_columns(chart); i++) {
                mark_used(rows,
                          chart_cell(chart, rules, (lm_staked)staked, (row_kind)kind, list[i % n].first, i / n).code);
            }
        }
    }
    return MEANINGS;
}
