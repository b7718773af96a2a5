/* html.c - pages, tables and bars. */
#include "draw.h"

#include <math.h>
#include <string.h>

/* ---- a page -------------------------------------------------------------------------------------------- */

static const char style[] =
    "<style>\n"
    ":root { color-scheme: light }\n"
    "body { font: 15px/1.45 Georgia, 'Times New Roman', serif; color: #111; background: #fff; max-width: "
    "62rem; "
    "margin: 2rem auto; padding: 0 1.2rem }\n"
    "h1 { font-size: 1.75em; line-height: 1.2; margin: 0 0 .2em } h2 { font-size: 1.3em; margin: 2em 0 .5em; "
    "border-bottom: 2px solid #111; padding-bottom: .1em }\n"
    "h3 { font-size: 1.08em; margin: 1.6em 0 .4em } h4 { font-size: .95em; margin: .8em 0 .2em }\n"
    "table { border-collapse: collapse; font: 13px/1.35 'Helvetica Neue', Arial, sans-serif; "
    "font-variant-numeric: tabular-nums }\n"
    "caption { text-align: left; font-weight: bold; padding: .3em 0 }\n"
    "th, td { padding: .22em .55em; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top }\n"
    "thead th { border-bottom: 1.5px solid #111 } td.n, th.n { text-align: right; white-space: nowrap }\n"
    "table.wide { width: 100% } table.facts th { white-space: nowrap; width: 8em } .lead { color: #444; "
    "margin: .1em 0 .6em } .small { font-size: .84em; color: #444 }\n"
    ".clause { color: #555; font: 12px 'Helvetica Neue', Arial, sans-serif; white-space: nowrap }\n"
    ".charts { display: flex; flex-wrap: wrap; gap: 1rem 3rem; align-items: flex-start }\n"
    "table.chart { margin-bottom: .9em } table.chart th, table.chart td { text-align: center; border: 1px "
    "solid #777; "
    "padding: .14em 0; width: 2.35em; min-width: 2.35em }\n"
    "table.chart tbody th { width: 4em; min-width: 3.6em; white-space: nowrap; background: #f2f2f2; "
    "font-weight: normal } table.chart thead th { "
    "background: "
    "#f2f2f2; border: 1px solid #777 }\n"
    ".tight table.chart th, .tight table.chart td { width: 1.9em; min-width: 1.9em; font-size: 11px }\n"
    "td.h { background: #fff } td.s { background: #f5e2b0 } td.d { background: #bcd9f4 } td.fd { background: "
    "#6aa5dd; "
    "font-weight: bold }\n"
    "td.p { background: #c3e6c6 } td.fp { background: #74bb7c; font-weight: bold } td.r { background: "
    "#e9bccb } td.x { "
    "background: #eee; color: #666 }\n"
    ".charts h3 { margin-top: .4em } table.legend td { border: 0; padding: .1em .6em .1em .7em } "
    "table.legend td:first-child { border: 1px solid #777; "
    "text-align: center; padding: .1em .5em; min-width: 1.6em } td.w { white-space: nowrap }\n"
    "table.ev { font-size: 11px } table.ev th, table.ev td { padding: .1em .3em; border: 1px solid #ccc } "
    "table.ev td { "
    "text-align: right; white-space: nowrap }\n"
    "table.ev td b { font-weight: bold } td.good { background: #dcefdd } td.bad { background: #fff }\n"
    ".tiles { display: flex; flex-wrap: wrap; gap: .8rem; margin: 1em 0 } .tile { border: 1px solid #777; "
    "padding: .5em "
    ".9em; min-width: 8em } .tile b { display: block; font-size: 1.35em }\n"
    ".note { border-left: 3px solid #a00; padding: .1em 0 .1em .7em; margin: .4em 0 } .yes { color: #174d1b "
    "} .no { "
    "color: #8a0000; font-weight: bold }\n"
    "figure { margin: .6em 0 } svg { max-width: 100%; height: auto } .sign { display: flex; gap: 3rem; "
    "margin-top: 3em } "
    ".sign div { flex: 1; border-top: 1px solid #111; padding-top: .3em; font-size: .85em }\n"
    "* { -webkit-print-color-adjust: exact; print-color-adjust: exact }\n"
    "@page { margin: 14mm 13mm }\n"
    "@media print { body { margin: 0; max-width: none; padding: 0; font-size: 10.5pt } table { font-size: "
    "8.5pt } "
    "h2, h3, h4, caption { break-after: avoid } figure, table.chart, .tile, .keep, tr { break-inside: avoid "
    "} "
    "thead { display: table-header-group } h2.page { break-before: page; margin-top: 0 } table.ev { "
    "font-size: 6.6pt } "
    ".charts { gap: .5rem 1.5rem } table.chart th, table.chart td { width: 1.9em; min-width: 1.9em } }\n"
    "</style>\n";

void draw_page_begin(lm_text *out, const char *title)
{
    put_text("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
             out);
    put_html(out, title);
    put(out, "</title>\n%s</head>\n<body>\n", style);
}

void draw_page_end(lm_text *out)
{
    put_text("</body>\n</html>\n", out);
}

/* ---- charts as tables ---------------------------------------------------------------------------------- */

/* Class in HTML and fill in SVG, by what is done first. */
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
        char code[CODE];
        advice a = chart_advice(chart, rules, staked, row->kind, row->first, c);
        advice_code(a, code);
        put(out, "<td class=\"%s\">%s</td>", draw_class(a), code);
    }
    put_text("</tr>\n", out);
}

void draw_chart_tables(lm_text *out, const lm_chart *chart, const lm_rules *rules, lm_staked staked)
{
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        chart_row rows[CHART_ROWS];
        int n = chart_rows(chart, rules, staked, (row_kind)kind, true, rows);
        put(out, "<table class=\"chart\">\n<caption>%s</caption>\n<thead><tr><td></td>",
            row_kind_title((row_kind)kind));
        for (int c = 0; c < lm_chart_columns(chart); c++) {
            char label[CODE];
            column_label(chart, c, label);
            put(out, "<th scope=\"col\">%s</th>", label);
        }
        put_text("</tr></thead>\n<tbody>\n", out);
        for (int i = 0; i < n; i++)
            put_chart_row(out, chart, rules, staked, &rows[i]);
        put_text("</tbody></table>\n", out);
    }
}

/* The look of a code is that of a cell which has it. */
static advice advice_of_code(const char *code)
{
    advice a = { LM_PLAY_NONE, LM_PLAY_NONE, strchr(code, '*') != NULL };
    static const char letters[] = "SHDPR";
    const char *at = strchr(letters, code[0]);
    if (at) a.first = (lm_play)(at - letters);
    return a;
}

void draw_legend(lm_text *out, const lm_chart *chart, const lm_rules *rules, unsigned stakes)
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

void draw_exceptions(lm_text *out, const strategy *y, int most)
{
    put_text("<h3>Where the cards matter</h3>\n<p>Hands of two and three cards that are better played otherwise "
             "than the "
             "chart says.</p>\n<table>\n<thead><tr><th>hand</th><th>dealer</th><th>staked by</th><th>chart</th>"
             "<th>better</th><th class=\"n\">gain</th></tr></thead>\n<tbody>\n",
             out);
    for (int i = 0; i < y->exceptions.n && i < most; i++) {
        const exception *e = &y->exceptions.item[i];
        lm_seen seen = lm_game_column(y->study->game, e->column);
        char hand[64];
        exception_words(e, hand, sizeof hand);
        put(out, "<tr><td>%s</td><td>%s%s%s</td><td>%s</td><td>%s</td><td>%s</td><td class=\"n\">%.8f</td></tr>\n",
            hand, value_word(seen.up), seen.second ? "," : "", seen.second ? value_word(seen.second) : "",
            e->held.staked == LM_STAKED_LAMMER ? "a lammer" : "chips", lm_words_of_play(e->chart),
            lm_words_of_play(e->best), e->gain);
    }
    put_text("</tbody></table>\n", out);
    if (y->exceptions.n > most)
        put(out, "<p class=\"small\">The %d largest of %d; lammer strategy --exceptions lists all.</p>\n", most,
            y->exceptions.n);
}

/* ---- bars ---------------------------------------------------------------------------------------------- */

enum { LABELS = 300, BARS = 380, VALUES = 130, LINE = 22, MARGIN = 8 };

/* Length of a bar in pixels; `most` is the value, or the power of ten, of the longest. */
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
    put_text("</title>\n<desc>", out);
    put_html(out, desc);
    put_text("</desc>\n", out);
    if (logarithmic) put_decades(out, (int)most, height - MARGIN);
    for (int i = 0; i < n; i++) {
        int y = top + i * LINE;
        double length = bar_length(bars[i].value, most, logarithmic);
        put(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LABELS - 8, y + 15);
        put_html(out, bars[i].label);
        put(out,
            "</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#6aa5dd\" stroke=\"#234\" "
            "stroke-width=\".6\"/><text x=\"%.1f\" y=\"%d\">",
            LABELS, y + 3, length, LINE - 6, LABELS + length + 6, y + 15);
        put_html(out, bars[i].text);
        put_text("</text>\n", out);
    }
    put_text("</svg></figure>\n", out);
}
