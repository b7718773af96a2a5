/* html.c - pages, tables and bars. */
#include "draw.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lammer/embedded.h"

static const char *style_named(const char *name)
{
    const lm_embedded_file *file = lm_embedded_styles;
    while (strcmp(file->name, name) != 0)
        file++;
    return file->data;
}

void draw_page_begin(lm_text *out, const char *title, const char *style)
{
    put_text("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
             out);
    put_html(out, title);
    put(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style_named(style));
}

void draw_page_end(lm_text *out)
{
    put_text("</body>\n</html>\n", out);
}

/* Writes the cells of a text, by the sign that each begins with. */
static void put_cells(lm_text *out, const char *tag, const char *signs, const char *text)
{
    put_text("<tr>", out);
    for (; *signs; signs += strcspn(signs, "\t"), signs += *signs == '\t') {
        bool number = *signs == '#', signed_cell = number || *signs == '[';
        char cell[512];
        size_t n = strcspn(text, "\t");
        snprintf(cell, sizeof cell, "%.*s", (int)(n - signed_cell), text + signed_cell);
        put(out, "<%s%s>", tag, number ? " class=\"n\"" : signed_cell ? " class=\"clause\"" : "");
        put_html(out, cell);
        put(out, "</%s>", tag);
        text += n + (text[n] == '\t');
    }
    put_text("</tr>", out);
}

void draw_table_begin(lm_text *out, const char *class, const char *caption, const char *columns)
{
    put(out, *class ? "<table class=\"%s\">\n" : "<table>\n", class);
    if (*caption) put(out, "<caption>%s</caption>\n", caption);
    put_text("<thead>", out);
    put_cells(out, "th", columns, columns);
    put_text("</thead>\n<tbody>\n", out);
}

void draw_row(lm_text *out, const char *cells, ...)
{
    char text[1024];
    va_list args;
    va_start(args, cells);
    vsnprintf(text, sizeof text, cells, args);
    va_end(args);
    put_cells(out, "td", cells, text);
    put_char('\n', out);
}

void draw_table_end(lm_text *out)
{
    put_text("</tbody></table>\n", out);
}

/* CSS class in HTML and fill colour in SVG, by the first action. */
static const struct {
    const char *name, *fill;
} looks[LM_PLAYS + 1][2] = {
    [LM_PLAY_STAND] = { { "s", "#f5e2b0" }, { "s", "#f5e2b0" } },
    [LM_PLAY_HIT] = { { "h", "#ffffff" }, { "h", "#ffffff" } },
    [LM_PLAY_DOUBLE] = { { "d", "#bcd9f4" }, { "fd", "#6aa5dd" } },
    [LM_PLAY_SPLIT] = { { "p", "#c3e6c6" }, { "fp", "#74bb7c" } },
    [LM_PLAY_SURRENDER] = { { "r", "#e9bccb" }, { "r", "#e9bccb" } },
    [LM_PLAY_NONE] = { { "x", "#eeeeee" }, { "x", "#eeeeee" } },
};

const char *draw_class(advice a)
{
    return looks[a.first][a.free].name;
}

const char *draw_fill(advice a)
{
    return looks[a.first][a.free].fill;
}

static void put_chart_row(lm_text *out, const lm_chart *chart, const lm_rules *rules, lm_staked staked,
                          const chart_row *row)
{
    put(out, "<tr><th scope=\"row\">%s</th>", row->label);
    for (int c = 0; c < lm_chart_columns(chart); c++) {
        advice a = chart_cell(chart, rules, staked, row->kind, row->first, c);
        put(out, "<td class=\"%s\">%s</td>", draw_class(a), a.code);
    }
    put_text("</tr>\n", out);
}

static void draw_chart_tables(lm_text *out, const lm_chart *chart, const lm_rules *rules, lm_staked staked)
{
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        chart_row rows[CHART_ROWS];
        int n = chart_rows(chart, rules, staked, (row_kind)kind, true, rows);
        put(out, "<table class=\"chart\">\n<caption>%s</caption>\n<thead><tr><td></td>", row_kind_title[kind]);
        for (int c = 0; c < lm_chart_columns(chart); c++)
            put(out, "<th scope=\"col\">%s</th>", column_label(chart, c).text);
        put_text("</tr></thead>\n<tbody>\n", out);
        for (int i = 0; i < n; i++)
            put_chart_row(out, chart, rules, staked, &rows[i]);
        put_text("</tbody></table>\n", out);
    }
}

/* A code in the legend looks like a cell with that code. */
static advice advice_of_code(const char *code)
{
    advice a = { LM_PLAY_NONE, LM_PLAY_NONE, .free = strchr(code, '*') };
    static const char letters[] = "SHDPR";
    const char *at = strchr(letters, code[0]);
    if (at) a.first = (lm_play)(at - letters);
    return a;
}

static void draw_legend(lm_text *out, const lm_chart *chart, const lm_rules *rules, unsigned stakes)
{
    legend_row rows[LEGEND];
    int n = chart_legend(chart, rules, stakes, rows);
    put_text("<table class=\"legend\"><tbody>\n", out);
    for (int i = 0; i < n; i++) {
        if (!rows[i].used) continue;
        put(out, "<tr><td class=\"%s\">%s</td><td>%s</td></tr>\n", draw_class(advice_of_code(rows[i].code)),
            rows[i].code, rows[i].means);
    }
    put_text("</tbody></table>\n", out);
}

void draw_charts(lm_text *out, const strategy *y)
{
    put(out, "<div class=\"charts%s\">\n", y->chart->open ? " tight" : "");
    for (int staked = 0; staked < LM_STAKES; staked++) {
        if (!(y->stakes >> staked & 1)) continue;
        put(out, "<section>\n<h3>%s</h3>\n", staked_title[staked]);
        draw_chart_tables(out, y->chart, y->study->rules, (lm_staked)staked);
        put_text("</section>\n", out);
    }
    put_text("</div>\n", out);
    draw_legend(out, y->chart, y->study->rules, y->stakes);
}

void draw_exceptions(lm_text *out, const strategy *y, int most)
{
    put_text(
        "<h3>Where the cards matter</h3>\n<p>Hands of two and three cards that are better played differently from the "
        "chart.</p>\n",
        out);
    draw_table_begin(out, "", "", "hand\tdealer\tstaked by\tchart\tbetter\t#gain");
    for (int i = 0; i < y->exceptions.n && i < most; i++) {
        const exception *e = &y->exceptions.item[i];
        exception_words words = exception_told(e, y->study);
        draw_row(out, "%s\t%s\t%s\t%s\t%s\t#%.8f", words.hand.text, words.dealer.text, staked_by[e->held.staked],
                 words.chart, words.best, e->gain);
    }
    draw_table_end(out);
    if (y->exceptions.n > most)
        put(out, "<p class=\"small\">The %d largest of %d; lammer strategy lists all of them.</p>\n", most,
            y->exceptions.n);
}

void draw_class_plays(lm_text *out, const strategy *y)
{
    put(out,
        "<h3>Play after a split: %s</h3>\n<p>House edge %.5f %%. Hands that are played otherwise than unsplit ones of "
        "the optimum.</p>\n",
        y->after.name, 100 * y->after.house_edge);
    draw_table_begin(out, "", "", "split\thands\thand\tdealer\tstaked by\tunsplit\tclass");
    for (int i = 0; i < y->after.n; i++) {
        const lm_play_after *e = &y->after.item[i];
        class_words words = class_told(e, y->study);
        draw_row(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s", words.split.text, words.hands.text, words.hand.text,
                 words.dealer.text, staked_by[e->held.staked], words.unsplit, words.best);
    }
    draw_table_end(out);
}

enum { LABELS = 300, BARS = 380, VALUES = 130, LINE = 22, MARGIN = 8 };

/* Length of a bar in pixels; `most` is the value (or power of ten) of the longest. */
static double bar_length(double value, double most, bool logarithmic)
{
    if (value <= 0) return 0;
    if (!logarithmic) return most > 0 ? BARS * value / most : 0;
    double length = BARS * (1 + log10(value) / most);
    return length > 2 ? length : 2;
}

static double bar_scale(const bar *bars, int n, bool logarithmic)
{
    double most = logarithmic ? 1 : 0;
    for (int i = 0; i < n; i++) {
        double v = bars[i].value;
        if (v <= 0) continue;
        double size = logarithmic ? ceil(-log10(v) + 0.2) : v;
        if (size > most) most = size;
    }
    return most;
}

static void put_decades(lm_text *out, int decades, int height)
{
    int step = decades > 8 ? 2 : 1;
    for (int d = 0; d <= decades; d += step) {
        double x = LABELS + BARS * (1 - (double)d / decades);
        put(out, "<line x1=\"%.1f\" y1=\"24\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ccc\"/>", x, x, height);
        if (d) {
            put(out,
                "<text x=\"%.1f\" y=\"18\" text-anchor=\"middle\" fill=\"#555\">10<tspan dy=\"-5\" "
                "font-size=\"8\">-%d</tspan></text>\n",
                x, d);
        } else {
            put(out, "<text x=\"%.1f\" y=\"18\" text-anchor=\"middle\" fill=\"#555\">1</text>\n", x);
        }
    }
}

void draw_bars(lm_text *out, const char *title, const char *desc, const bar *bars, int n, bool logarithmic)
{
    int top = logarithmic ? 28 : MARGIN, height = top + n * LINE + MARGIN;
    double most = bar_scale(bars, n, logarithmic);
    put(out,
        "<figure><svg width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"'Helvetica "
        "Neue', Arial, sans-serif\" font-size=\"12\">\n<title>",
        LABELS + BARS + VALUES, height, LABELS + BARS + VALUES, height);
    put_html(out, title);
    put_html_in(out, "</title>\n<desc>", desc, "</desc>\n");
    if (logarithmic) put_decades(out, (int)most, height - MARGIN);
    for (int i = 0; i < n; i++) {
        int y = top + i * LINE;
        double length = bar_length(bars[i].value, most, logarithmic);
        put(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LABELS - 8, y + 15);
        put_html(out, bars[i].label.text);
        put(out,
            "</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#6aa5dd\" stroke=\"#234\" "
            "stroke-width=\".6\"/><text x=\"%.1f\" y=\"%d\">",
            LABELS, y + 3, length, LINE - 6, LABELS + length + 6, y + 15);
        put_html(out, bars[i].text.text);
        put_text("</text>\n", out);
    }
    put_text("</svg></figure>\n", out);
}
