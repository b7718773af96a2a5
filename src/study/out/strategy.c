/* strategy.c - the charts as text, JSON, CSV and a page. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw.h"
#include "rules/rules.h"

/* ---- text ---------------------------------------------------------------------------------------------- */

/* Colours of a terminal by what is done first; the letters say the same. */
static const char *paint(advice a)
{
    static const char *const colours[LM_PLAYS + 1][2] = {
        [LM_PLAY_STAND] = { "\033[30;43m", "\033[30;43m" },
        [LM_PLAY_HIT] = { "", "" },
        [LM_PLAY_DOUBLE] = { "\033[30;46m", "\033[1;37;44m" },
        [LM_PLAY_SPLIT] = { "\033[30;42m", "\033[1;30;42m" },
        [LM_PLAY_SURRENDER] = { "\033[30;45m", "\033[30;45m" },
        [LM_PLAY_NONE] = { "\033[2m", "\033[2m" },
    };
    return colours[a.first][a.free];
}

static bool has_colour(FILE *out)
{
    const char *term = getenv("TERM");
    return isatty(fileno(out)) && !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}

static void print_rows(const strategy *y, lm_staked staked, row_kind kind, bool colour, FILE *out)
{
    const lm_rules *rules = y->study->rules;
    chart_row rows[CHART_ROWS];
    int n = chart_rows(y->chart, rules, staked, kind, true, rows), columns = lm_chart_columns(y->chart);
    fprintf(out, "\n  %-12s", row_kind_title(kind));
    for (int c = 0; c < columns; c++) {
        char label[CODE];
        column_label(y->chart, c, label);
        fprintf(out, " %3s", label);
    }
    fputc('\n', out);
    for (int i = 0; i < n; i++) {
        fprintf(out, "  %10s  ", rows[i].label);
        for (int c = 0; c < columns; c++) {
            char code[CODE];
            advice a = chart_advice(y->chart, rules, staked, kind, rows[i].first, c);
            advice_code(a, code);
            fprintf(out, " %s%3s%s", colour ? paint(a) : "", code, colour ? "\033[0m" : "");
        }
        fputc('\n', out);
    }
}

static void print_exceptions(const strategy *y, FILE *out)
{
    fprintf(out, "\nWhere the cards matter (two and three cards): %s\n", y->exceptions.n ? "" : "nowhere");
    if (y->exceptions.n)
        fprintf(out, "  %-10s %-10s %-6s %-10s %-10s %s\n", "hand", "dealer", "kind", "chart", "better",
                "gain");
    for (int i = 0; i < y->exceptions.n; i++) {
        const exception *e = &y->exceptions.item[i];
        lm_seen seen = lm_game_column(y->study->game, e->column);
        char hand[64], dealer[16];
        exception_words(e, hand, sizeof hand);
        snprintf(dealer, sizeof dealer, "%s%s%s", value_word(seen.up), seen.second ? "," : "",
                 seen.second ? value_word(seen.second) : "");
        fprintf(out, "  %-10s %-10s %-6s %-10s %-10s %.8f\n", hand, dealer, staked_word(e->held.staked),
                lm_words_of_play(e->chart), lm_words_of_play(e->best), e->gain);
    }
}

void strategy_text(const strategy *y, FILE *out)
{
    const study *s = y->study;
    legend_row legend[LEGEND];
    char sentence[1024];
    rules_sentence(s->rules, sentence, sizeof sentence);
    fprintf(out, "%s: %s\n%s\nhouse edge with this chart %.8f %%\n", s->rules->name,
            lm_profile_title(s->profile), sentence, 100 * y->house_edge);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        if (!(y->stakes >> staked & 1)) continue;
        fprintf(out, "\n%s\n", staked_title((lm_staked)staked));
        for (int kind = 0; kind < ROW_KINDS; kind++)
            print_rows(y, (lm_staked)staked, (row_kind)kind, has_colour(out), out);
    }
    fputc('\n', out);
    int n = chart_legend(y->chart, s->rules, y->stakes, legend);
    for (int i = 0; i < n; i++) {
        if (legend[i].used) fprintf(out, "  %-3s  %s\n", legend[i].code, legend[i].means);
    }
    if (y->with_exceptions) print_exceptions(y, out);
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static json_t *rows_json(const strategy *y, lm_staked staked, row_kind kind)
{
    static const int from[] = { 4, 12, 1 }, to[] = { 21, 21, 10 };
    json_t *rows = json_object();
    for (int row = from[kind]; row <= to[kind]; row++) {
        char name[8];
        json_t *cells = json_array();
        for (int c = 0; c < lm_chart_columns(y->chart); c++) {
            char code[CODE];
            chart_raw_code(y->chart, staked, kind, row, c, code);
            json_array_append_new(cells, json_string(code));
        }
        snprintf(name, sizeof name, "%d", row % 100);
        if (kind == ROWS_PAIRS) snprintf(name, sizeof name, "%s", row == 10 ? "T" : value_word(row));
        json_object_set_new(rows, name, cells);
    }
    return rows;
}

static json_t *exceptions_json(const strategy *y)
{
    json_t *list = json_array();
    for (int i = 0; i < y->exceptions.n; i++) {
        const exception *e = &y->exceptions.item[i];
        lm_seen seen = lm_game_column(y->study->game, e->column);
        json_t *cards = json_array(), *dealer = json_array();
        for (int k = 0; k < e->held.n; k++)
            json_array_append_new(cards, json_integer(e->held.value[k]));
        json_array_append_new(dealer, json_integer(seen.up));
        if (seen.second) json_array_append_new(dealer, json_integer(seen.second));
        json_array_append_new(list, json_pack("{s:o, s:o, s:s, s:s, s:s, s:f}", "hand", cards, "dealer",
                                              dealer, "kind", staked_word(e->held.staked), "chart",
                                              lm_words_of_play(e->chart), "best", lm_words_of_play(e->best),
                                              "gain", e->gain));
    }
    return list;
}

/* Totals whose doubles, and pairs whose splits, the house pays for. */
static json_t *free_json(const lm_rules *rules)
{
    json_t *doubles = json_array(), *splits = json_array();
    for (int total = 9; total <= 11 && rules->free_double != LM_FREE_DOUBLE_NONE; total++)
        json_array_append_new(doubles, json_integer(total));
    for (int v = 1; v <= 10; v++) {
        if (rules->free_splits > 0 && rules->free_split >> v & 1)
            json_array_append_new(splits, json_string(v == 10 ? "T" : value_word(v)));
    }
    return json_pack("{s:o, s:o}", "hard_doubles", doubles, "pairs", splits);
}

int strategy_json(const strategy *y)
{
    json_t *charts = json_object(), *columns = json_array(), *legend = json_object();
    for (int staked = 0; staked < LM_STAKES; staked++) {
        json_t *chart = json_object();
        for (int kind = 0; kind < ROW_KINDS; kind++) {
            json_object_set_new(chart, row_kind_word((row_kind)kind),
                                rows_json(y, (lm_staked)staked, (row_kind)kind));
        }
        if (y->stakes >> staked & 1) json_object_set(charts, staked_word((lm_staked)staked), chart);
        json_decref(chart);
    }
    for (int c = 0; c < lm_chart_columns(y->chart); c++) {
        char label[CODE];
        column_label(y->chart, c, label);
        json_array_append_new(columns, json_string(label));
    }
    legend_row rows[LEGEND];
    int n = chart_legend(y->chart, y->study->rules, y->stakes, rows);
    for (int i = 0; i < n; i++) {
        if (!strchr(rows[i].code, '*') && strcmp(rows[i].code, "-") != 0)
            json_object_set_new(legend, rows[i].code, json_string(rows[i].means));
    }
    json_object_set_new(legend, "-", json_string("played by its total"));
    json_t *json = json_pack("{s:s, s:i, s:b, s:f, s:o, s:o, s:o, s:o}", "rules", y->study->rules->name,
                             "decks", (int)y->study->rules->decks, "open", (int)y->chart->open,
                             "chart_house_edge", y->house_edge, "columns", columns, "charts", charts,
                             "house_pays", free_json(y->study->rules), "legend", legend);
    if (y->with_exceptions) json_object_set_new(json, "exceptions", exceptions_json(y));
    return print_json(json);
}

/* ---- CSV ----------------------------------------------------------------------------------------------- */

static void put_exceptions_csv(const strategy *y, FILE *out)
{
    fprintf(out, "\nhand,dealer,kind,chart,best,gain\n");
    for (int i = 0; i < y->exceptions.n; i++) {
        const exception *e = &y->exceptions.item[i];
        lm_seen seen = lm_game_column(y->study->game, e->column);
        char hand[64];
        exception_words(e, hand, sizeof hand);
        fprintf(out, "\"%s\",\"%s%s%s\",%s,%s,%s,%.15g\n", hand, value_word(seen.up), seen.second ? "," : "",
                seen.second ? value_word(seen.second) : "", staked_word(e->held.staked),
                lm_words_of_play(e->chart), lm_words_of_play(e->best), e->gain);
    }
}

void strategy_csv(const strategy *y, FILE *out)
{
    fputs("kind,rows,hand", out);
    for (int c = 0; c < lm_chart_columns(y->chart); c++) {
        char label[CODE];
        column_label(y->chart, c, label);
        fprintf(out, ",%s", label);
    }
    fputc('\n', out);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        for (int kind = 0; kind < ROW_KINDS && y->stakes >> staked & 1; kind++) {
            chart_row rows[CHART_ROWS];
            int n = chart_rows(y->chart, y->study->rules, (lm_staked)staked, (row_kind)kind, false, rows);
            for (int i = 0; i < n; i++) {
                fprintf(out, "%s,%s,\"%s\"", staked_word((lm_staked)staked), row_kind_word((row_kind)kind),
                        rows[i].label);
                for (int c = 0; c < lm_chart_columns(y->chart); c++) {
                    char code[CODE];
                    advice_code(chart_advice(y->chart, y->study->rules, (lm_staked)staked, (row_kind)kind,
                                             rows[i].first, c),
                                code);
                    fprintf(out, ",%s", code);
                }
                fputc('\n', out);
            }
        }
    }
    if (y->with_exceptions) put_exceptions_csv(y, out);
}

/* ---- a page -------------------------------------------------------------------------------------------- */

void strategy_html(const strategy *y, FILE *out)
{
    const study *s = y->study;
    char sentence[1024];
    rules_sentence(s->rules, sentence, sizeof sentence);
    draw_page_begin(out, lm_profile_title(s->profile));
    fputs("<h1>", out);
    draw_text(out, lm_profile_title(s->profile));
    fputs("</h1>\n<p class=\"lead\">", out);
    draw_text(out, sentence);
    fprintf(out, ".</p>\n<p>House edge with this chart: %.6f %%.</p>\n<div class=\"charts%s\">\n",
            100 * y->house_edge, y->chart->open ? " tight" : "");
    for (int staked = 0; staked < LM_STAKES; staked++) {
        if (!(y->stakes >> staked & 1)) continue;
        fprintf(out, "<section>\n<h3>%s</h3>\n", staked_title((lm_staked)staked));
        draw_chart_tables(out, y->chart, s->rules, (lm_staked)staked);
        fputs("</section>\n", out);
    }
    fputs("</div>\n", out);
    draw_legend(out, y->chart, s->rules, y->stakes);
    if (y->with_exceptions) draw_exceptions(out, y, y->exceptions.n);
    fprintf(out, "<p class=\"small\">Rules %s, %016llx; lammer %s</p>\n", s->rules->name,
            (unsigned long long)s->rules->hash, LAMMER_VERSION);
    draw_page_end(out);
}
