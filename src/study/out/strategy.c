/* strategy.c - the charts as text, JSON, CSV and a page. */
#include <string.h>

#include "draw.h"
#include "lammer/version.h"

/* Terminal colours by the first action; the letters give the same information. */
static const char *paint(advice a)
{
    static const char *const colours[LM_PLAYS + 1][2] = {
        [LM_PLAY_STAND] = { "\033[30;43m", "\033[30;43m" },     [LM_PLAY_HIT] = { "", "" },
        [LM_PLAY_DOUBLE] = { "\033[30;46m", "\033[1;37;44m" },  [LM_PLAY_SPLIT] = { "\033[30;42m", "\033[1;30;42m" },
        [LM_PLAY_SURRENDER] = { "\033[30;45m", "\033[30;45m" }, [LM_PLAY_NONE] = { "\033[2m", "\033[2m" },
    };
    return colours[a.first][a.free];
}

static void print_rows(const strategy *y, lm_staked staked, row_kind kind, bool colour, lm_text *out)
{
    const lm_rules *rules = y->study->rules;
    chart_row rows[CHART_ROWS];
    int n = chart_rows(y->chart, rules, staked, kind, true, rows), columns = lm_chart_columns(y->chart);
    put(out, "\n  %-12s", row_kind_title[kind]);
    for (int c = 0; c < columns; c++)
        put(out, " %3s", column_label(y->chart, c).text);
    put_char('\n', out);
    for (int i = 0; i < n; i++) {
        put(out, "  %10s  ", rows[i].label);
        for (int c = 0; c < columns; c++) {
            advice a = chart_cell(y->chart, rules, staked, kind, rows[i].first, c);
            put(out, " %s%3s%s", colour ? paint(a) : "", a.code, colour ? "\033[0m" : "");
        }
        put_char('\n', out);
    }
}

static void print_exceptions(const strategy *y, lm_text *out)
{
    put(out, "\nWhere the cards matter (two and three cards): %s\n", y->exceptions.n ? "" : "nowhere");
    if (y->exceptions.n)
        put(out, "  %-10s %-10s %-6s %-10s %-10s %s\n", "hand", "dealer", "kind", "chart", "better", "gain");
    for (int i = 0; i < y->exceptions.n; i++) {
        exception_words e = exception_told(&y->exceptions.item[i], y->study);
        put(out, "  %-10s %-10s %-6s %-10s %-10s %.8f\n", e.hand.text, e.dealer.text, e.kind, e.chart, e.best,
            y->exceptions.item[i].gain);
    }
}

static void print_class(const strategy *y, lm_text *out)
{
    const class_plays *list = &y->after;
    put(out,
        "\nPlay after a split, class %s, house edge %.5f %%: hands that are played otherwise than unsplit ones of the\n"
        "optimum: %s\n",
        list->name, 100 * list->house_edge, list->n ? "" : "none");
    if (list->n)
        put(out, "  %-8s %-6s %-16s %-8s %-6s %-10s %s\n", "split", "hands", "hand", "dealer", "kind", "unsplit",
            "class");
    for (int i = 0; i < list->n; i++) {
        class_words e = class_told(&list->item[i], y->study);
        put(out, "  %-8s %-6s %-16s %-8s %-6s %-10s %s\n", *e.split.text ? e.split.text : "-",
            *e.hands.text ? e.hands.text : "-", e.hand.text, e.dealer.text, e.kind, e.unsplit, e.best);
    }
    if (!strcmp(list->name, "opt"))
        put_text(
            "\nThis is the play of cdpn. opt departs from it by the cards that are seen: price one decision without\n"
            "these cards.\n",
            out);
}

/* The advice of each row, and the runs of columns where it differs. */
static void print_simple_row(const strategy *y, lm_staked staked, const chart_row *row, lm_text *out)
{
    static const int base_of[ROW_KINDS] = { LM_ROW_HARD, LM_ROW_SOFT, LM_ROW_PAIR };
    const lm_rules *rules = y->study->rules;
    int n, index = base_of[row->kind] + row->first, columns = lm_chart_columns(y->chart);
    const lm_advice base = lm_chart_base(y->chart, staked, index, &n), *cell = y->chart->cell[staked][index];
    int usual = 0;
    while (cell[usual].first != base.first || cell[usual].otherwise != base.otherwise)
        usual++;
    put(out, "  %10s   %s", row->label, chart_cell(y->chart, rules, staked, row->kind, row->first, usual).code);
    for (int c = 0, last; c < columns; c = last + 1) {
        for (last = c; last + 1 < columns && !memcmp(&cell[last + 1], &cell[c], sizeof *cell); last++)
            ;
        if (!memcmp(&cell[c], &base, sizeof base)) continue;
        put(out, "; %s against %s", chart_cell(y->chart, rules, staked, row->kind, row->first, c).code,
            column_label(y->chart, c).text);
        if (last > c) put(out, "-%s", column_label(y->chart, last).text);
    }
    put_char('\n', out);
}

static void print_simple(const strategy *y, lm_text *out)
{
    put(out, "\nRow by row: the rule and its exceptions (%.8f %% dearer than the best chart)\n",
        100 * (y->house_edge - y->best_edge));
    for (int staked = 0; staked < LM_STAKES; staked++) {
        if (!(y->stakes >> staked & 1)) continue;
        put(out, "\n%s\n", staked_title[staked]);
        for (int kind = 0; kind < ROW_KINDS; kind++) {
            chart_row rows[CHART_ROWS];
            int n = chart_rows(y->chart, y->study->rules, (lm_staked)staked, (row_kind)kind, true, rows);
            for (int i = 0; i < n; i++)
                print_simple_row(y, (lm_staked)staked, &rows[i], out);
        }
    }
}

static void print_many_cards(const strategy *y, lm_text *out)
{
    put(out, "\nTotals of many cards, with the gain of each alone in a round: %s\n", y->many ? "" : "none");
    if (y->many) put(out, "  %-10s %-10s %-10s %-6s %-10s %s\n", "total", "cards", "dealer", "kind", "better", "gain");
    for (int i = 0; i < y->many; i++) {
        const lm_exception *e = &y->many_cards[i].exception;
        put(out, "  %-10s %d or more  %-10s %-6s %-10s %.4e\n", many_cards_total(&y->many_cards[i]).text, e->least,
            column_label(y->chart, e->column).text, staked_word[e->staked], lm_words_of_play((lm_play)e->advice.first),
            y->many_cards[i].gain);
    }
}

static void strategy_text(const strategy *y, lm_text *out)
{
    const lm_study *s = y->study;
    legend_row legend[LEGEND];
    put(out, "%s: %s\n%s\nhouse edge with this chart %.8f %%\n", s->rules->name, lm_profile_title(s->profile),
        rules_sentence(s->rules).text, 100 * y->house_edge);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        if (!(y->stakes >> staked & 1)) continue;
        put(out, "\n%s\n", staked_title[staked]);
        for (int kind = 0; kind < ROW_KINDS; kind++)
            print_rows(y, (lm_staked)staked, (row_kind)kind, y->colour, out);
    }
    put_char('\n', out);
    int n = chart_legend(y->chart, s->rules, y->stakes, legend);
    for (int i = 0; i < n; i++) {
        if (legend[i].used) put(out, "  %-3s  %s\n", legend[i].code, legend[i].means);
    }
    if (y->with_exceptions) print_exceptions(y, out);
    if (y->with_exceptions) print_many_cards(y, out);
    if (y->after.name) print_class(y, out);
    if (y->simple) print_simple(y, out);
    if (y->few)
        put(out, "\nThis chart gives few different advices: %.8f %% dearer than the best chart.\n",
            100 * (y->house_edge - y->best_edge));
}

static void write_rows(out_json *j, const strategy *y, lm_staked staked, row_kind kind)
{
    static const int from[] = { 4, 12, 1 }, to[] = { 21, 21, 10 };
    out_put(j, "*:{", row_kind_word[kind]);
    for (int row = from[kind]; row <= to[kind]; row++) {
        const char *value = kind != ROWS_PAIRS ? NULL : row == 10 ? "T" : value_word(row);
        out_put(j, "*:[", value ? value : words_of("%d", row).text);
        for (int c = 0; c < lm_chart_columns(y->chart); c++)
            out_put(j, "s", chart_raw_cell(y->chart, staked, kind, row, c).code);
        out_put(j, "]");
    }
    out_put(j, "}");
}

static void write_charts(out_json *j, const strategy *y)
{
    out_put(j, "charts:{");
    for (int staked = 0; staked < LM_STAKES; staked++) {
        if (!(y->stakes >> staked & 1)) continue;
        out_put(j, "*:{", staked_word[staked]);
        for (int kind = 0; kind < ROW_KINDS; kind++)
            write_rows(j, y, (lm_staked)staked, (row_kind)kind);
        out_put(j, "}");
    }
    out_put(j, "}");
}

static void write_exceptions(out_json *j, const strategy *y)
{
    out_put(j, "exceptions:[");
    for (int i = 0; i < y->exceptions.n; i++) {
        const exception *e = &y->exceptions.item[i];
        exception_words words = exception_told(e, y->study);
        lm_seen seen = lm_game_column(y->study->game, e->column);
        out_put(j, "{ hand:[");
        for (int k = 0; k < e->held.n; k++)
            out_put(j, "i", e->held.value[k]);
        out_put(j, seen.second ? "] dealer:[ i i ]" : "] dealer:[ i ]", seen.up, seen.second);
        out_put(j, "kind:s chart:s best:s gain:f }", words.kind, words.chart, words.best, e->gain);
    }
    out_put(j, "]");
}

/* A chart file may have these among its exceptions. */
static void write_many_cards(out_json *j, const strategy *y)
{
    out_put(j, "many_cards:[");
    for (int i = 0; i < y->many; i++) {
        const lm_exception *e = &y->many_cards[i].exception;
        out_put(j, "{ total:s cards:i dealer:s kind:s best:s gain:f }", many_cards_total(&y->many_cards[i]).text,
                e->least, column_label(y->chart, e->column).text, staked_word[e->staked],
                lm_words_of_play((lm_play)e->advice.first), y->many_cards[i].gain);
    }
    out_put(j, "]");
}

static void write_class(out_json *j, const strategy *y)
{
    out_put(j, "post_split:{ class:s house_edge:f differs:[", y->after.name, y->after.house_edge);
    for (int i = 0; i < y->after.n; i++) {
        const lm_play_after *e = &y->after.item[i];
        class_words words = class_told(e, y->study);
        lm_seen seen = lm_game_column(y->study->game, e->column);
        out_put(j, "{ split:i hands:i hand:[", (int)e->after.value, (int)e->after.hands);
        for (int k = 0; k < e->held.n; k++)
            out_put(j, "i", e->held.value[k]);
        out_put(j, seen.second ? "] dealer:[ i i ]" : "] dealer:[ i ]", seen.up, seen.second);
        out_put(j, "kind:s unsplit:s best:s }", words.kind, words.unsplit, words.best);
    }
    out_put(j, "] }");
}

/* Totals whose doubles, and pairs whose splits, the house pays for. */
static void write_free(out_json *j, const lm_rules *rules)
{
    out_put(j, "house_pays:{ hard_doubles:[");
    for (int total = 9; total <= 11 && rules->free_double != LM_FREE_DOUBLE_NONE; total++)
        out_put(j, "i", total);
    out_put(j, "] pairs:[");
    for (int v = 1; v <= 10; v++) {
        const char *word = v == 10 ? "T" : value_word(v);
        if (rules->free_splits > 0 && rules->free_split >> v & 1) out_put(j, "s", word);
    }
    out_put(j, "] }");
}

static void write_legend(out_json *j, const strategy *y)
{
    legend_row rows[LEGEND];
    int n = chart_legend(y->chart, y->study->rules, y->stakes, rows);
    out_put(j, "legend:{");
    for (int i = 0; i < n; i++) {
        if (!strchr(rows[i].code, '*') && strcmp(rows[i].code, "-") != 0)
            out_put(j, "*:s", rows[i].code, rows[i].means);
    }
    out_put(j, "-:s }", "played by its total");
}

static void strategy_json(const strategy *y, lm_text *out)
{
    out_json j = out_begin(out, 0);
    out_put(&j, "{ rules:s decks:i open:b chart_house_edge:f columns:[", y->study->rules->name,
            (int)y->study->rules->decks, y->chart->open, y->house_edge);
    for (int c = 0; c < lm_chart_columns(y->chart); c++)
        out_put(&j, "s", column_label(y->chart, c).text);
    out_put(&j, "]");
    write_charts(&j, y);
    write_free(&j, y->study->rules);
    write_legend(&j, y);
    if (y->with_exceptions) write_exceptions(&j, y);
    if (y->with_exceptions) write_many_cards(&j, y);
    if (y->after.name) write_class(&j, y);
    out_put(&j, "}");
}

static void put_exceptions_csv(const strategy *y, lm_text *out)
{
    put(out, "\nhand,dealer,kind,chart,best,gain\n");
    for (int i = 0; i < y->exceptions.n; i++) {
        exception_words e = exception_told(&y->exceptions.item[i], y->study);
        put(out, "\"%s\",\"%s\",%s,%s,%s,%.15g\n", e.hand.text, e.dealer.text, e.kind, e.chart, e.best,
            y->exceptions.item[i].gain);
    }
}

static void put_class_csv(const strategy *y, lm_text *out)
{
    put(out, "\nclass,split,hands,hand,dealer,kind,unsplit,best\n");
    for (int i = 0; i < y->after.n; i++) {
        class_words e = class_told(&y->after.item[i], y->study);
        put(out, "%s,\"%s\",%s,\"%s\",\"%s\",%s,%s,%s\n", y->after.name, e.split.text, e.hands.text, e.hand.text,
            e.dealer.text, e.kind, e.unsplit, e.best);
    }
}

static void strategy_csv(const strategy *y, lm_text *out)
{
    const lm_rules *rules = y->study->rules;
    put_text("kind,rows,hand", out);
    for (int c = 0; c < lm_chart_columns(y->chart); c++)
        put(out, ",%s", column_label(y->chart, c).text);
    put_char('\n', out);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int kind = 0; kind < ROW_KINDS && y->stakes >> staked & 1; kind++) {
            chart_row rows[CHART_ROWS];
            int n = chart_rows(y->chart, rules, (lm_staked)staked, (row_kind)kind, false, rows);
            for (int i = 0; i < n; i++) {
                put(out, "%s,%s,\"%s\"", staked_word[staked], row_kind_word[kind], rows[i].label);
                for (int c = 0; c < lm_chart_columns(y->chart); c++)
                    put(out, ",%s",
                        chart_cell(y->chart, rules, (lm_staked)staked, (row_kind)kind, rows[i].first, c).code);
                put_char('\n', out);
            }
        }
    }
    if (y->with_exceptions) put_exceptions_csv(y, out);
    if (y->after.name) put_class_csv(y, out);
}

static void strategy_html(const strategy *y, lm_text *out)
{
    const lm_study *s = y->study;
    draw_page_begin(out, lm_profile_title(s->profile), "report");
    put_html_in(out, "<h1>", lm_profile_title(s->profile), "</h1>\n<p class=\"lead\">");
    put_html(out, rules_sentence(s->rules).text);
    put(out, ".</p>\n<p>House edge with this chart: %.6f %%.</p>\n", 100 * y->house_edge);
    draw_charts(out, y);
    if (y->with_exceptions) draw_exceptions(out, y, y->exceptions.n);
    if (y->after.name) draw_class_plays(out, y);
    put(out, "<p class=\"small\">Rules %s, %s; lammer %s</p>\n", s->rules->name, rules_hash(s->rules).text,
        LAMMER_VERSION);
    draw_page_end(out);
}

void strategy_write(const strategy *y, lm_ask_format format, lm_text *out)
{
    static void (*const writers[LM_ASK_FORMATS])(const strategy *, lm_text *) = {
        [LM_ASK_TEXT] = strategy_text, [LM_ASK_JSON] = strategy_json, [LM_ASK_CSV] = strategy_csv,
        [LM_ASK_SVG] = strategy_svg,   [LM_ASK_HTML] = strategy_html,
    };
    if (y->card)
        strategy_card(y, out);
    else
        writers[format](y, out);
}
