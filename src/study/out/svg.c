/* svg.c - the charts as one drawing (SVG). */
#include <stdio.h>

#include "draw.h"

enum { CELL = 34, LINE = 24, LABEL = 58, GAP = 36, FOOT = 16, CARD_GAP = 24, CARD_HEAD = 40 };

/* Millimetres of a playing card. */
static const double CARD_LONG = 88.9, CARD_SHORT = 63.5;

static int block_width(const lm_chart *chart)
{
    return LABEL + lm_chart_columns(chart) * CELL;
}

static int table_height(const strategy *y, lm_staked staked, row_kind kind)
{
    chart_row rows[CHART_ROWS];
    return (chart_rows(y->chart, y->study->rules, staked, kind, true, rows) + 1) * LINE + 34;
}

static int block_height(const strategy *y, lm_staked staked)
{
    int height = 26;
    for (int kind = 0; kind < ROW_KINDS; kind++)
        height += table_height(y, staked, (row_kind)kind);
    return height;
}

static void put_cell(lm_text *out, int x, int y, int width, const char *fill, const char *text, bool bold)
{
    put(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#555\"/>", x, y, width, LINE,
        fill);
    put(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\"%s>%s</text>\n", x + width / 2, y + 17,
        bold ? " font-weight=\"bold\"" : "", text);
}

static int put_table(lm_text *out, const strategy *y, lm_staked staked, row_kind kind, int left, int at)
{
    const lm_rules *rules = y->study->rules;
    chart_row rows[CHART_ROWS];
    int n = chart_rows(y->chart, rules, staked, kind, true, rows);
    put(out, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", left, at + 20, row_kind_title[kind]);
    at += 28;
    for (int c = 0; c < lm_chart_columns(y->chart); c++)
        put_cell(out, left + LABEL + c * CELL, at, CELL, "#f2f2f2", column_label(y->chart, c).text, true);
    for (int i = 0; i < n; i++) {
        at += LINE;
        put_cell(out, left, at, LABEL, "#f2f2f2", rows[i].label, false);
        for (int c = 0; c < lm_chart_columns(y->chart); c++) {
            advice a = chart_cell(y->chart, rules, staked, kind, rows[i].first, c);
            put_cell(out, left + LABEL + c * CELL, at, CELL, draw_fill(a), a.code, a.free);
        }
    }
    return at + LINE + 6;
}

/* A sentence in lines of `wrap` characters; returns how many. Without `out` it only counts. */
static int put_lines(lm_text *out, const char *text, int wrap, int left, int at)
{
    int lines = 0;
    for (; *text; lines++) {
        char line[256];
        const char *begin = text;
        snprintf(line, sizeof line, "%.*s", next_line(&text, (size_t)wrap), begin);
        if (!out) continue;
        put(out, "<text x=\"%d\" y=\"%d\" fill=\"#333\">", left, at + 17 * lines);
        put_html_in(out, "", line, "</text>\n");
    }
    return lines;
}

static int put_legend(lm_text *out, const strategy *y, int left, int at, int columns)
{
    legend_row rows[LEGEND];
    int n = chart_legend(y->chart, y->study->rules, y->stakes, rows), shown = 0;
    for (int i = 0; i < n; i++) {
        if (!rows[i].used) continue;
        int x = left + shown % columns * 310, top = at + shown / columns * 22;
        shown++;
        if (!out) continue;
        put(out, "<text x=\"%d\" y=\"%d\"><tspan font-weight=\"bold\">%s</tspan>  %s</text>\n", x, top + 14,
            rows[i].code, rows[i].means);
    }
    return (shown + columns - 1) / columns * 22;
}

/* One chart on a playing card that lies on its side: hard totals and the legend on the left, soft totals and pairs on the right.
 * An open hole card has so many columns that two cards are joined. */
static void put_card(const strategy *y, lm_staked staked, int at_card, lm_text *out)
{
    int block = block_width(y->chart), width = 2 * block + 3 * CARD_GAP, right = CARD_GAP * 2 + block;
    int hard = table_height(y, staked, ROWS_HARD), soft = table_height(y, staked, ROWS_SOFT);
    int left_end = CARD_HEAD + hard + 10 + put_legend(NULL, y, 0, 0, 1), right_end = CARD_HEAD + soft;
    right_end += table_height(y, staked, ROWS_PAIRS);
    int height = (left_end > right_end ? left_end : right_end) + CARD_GAP / 2;
    put(out, "<svg y=\"%.1fmm\" width=\"%.1fmm\" height=\"%.1fmm\" viewBox=\"0 0 %d %d\" font-size=\"17\">\n",
        at_card * CARD_SHORT, y->chart->open ? 2 * CARD_LONG : CARD_LONG, CARD_SHORT, width, height);
    put(out, "<text x=\"%d\" y=\"32\" font-size=\"19\" font-weight=\"bold\">", CARD_GAP);
    put_html(out, lm_profile_title(y->study->profile));
    put(out, "</text>\n<text x=\"%d\" y=\"32\" text-anchor=\"end\">%s</text>\n", width - CARD_GAP,
        staked_title[staked]);
    put_table(out, y, staked, ROWS_HARD, CARD_GAP, CARD_HEAD);
    put_legend(out, y, CARD_GAP, CARD_HEAD + hard + 10, 1);
    put_table(out, y, staked, ROWS_PAIRS, right, put_table(out, y, staked, ROWS_SOFT, right, CARD_HEAD));
    put_text("</svg>\n", out);
}

static void put_opening(lm_text *out, const strategy *y, int width, int height)
{
    put(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
        "aria-labelledby=\"title desc\" font-family=\"'Helvetica Neue', Arial, sans-serif\" font-size=\"13\" "
        "fill=\"#111\">\n<title id=\"title\">Strategy for ",
        width, height, width, height);
    put_html(out, lm_profile_title(y->study->profile));
    put_text("</title>\n<desc id=\"desc\">What to do with each hand (rows) against what the dealer shows (columns). "
             "Each cell has its letters; the legend is below.</desc>\n<rect width=\"100%\" height=\"100%\" "
             "fill=\"#fff\"/>\n",
             out);
}

void strategy_svg(const strategy *y, lm_text *out)
{
    long_words sentence = rules_sentence(y->study->rules);
    int block = block_width(y->chart), blocks = (y->stakes & 1) + (y->stakes >> 1 & 1), tall = 0;
    int width = blocks * block + (blocks + 1) * GAP, columns = width / 320, wrap = (width - 2 * GAP) * 10 / 64;
    int lines = put_lines(NULL, sentence.text, wrap, 0, 0), top = 60 + 17 * lines + 26;
    for (int staked = 0; staked < LM_STAKES; staked++) {
        int height = y->stakes >> staked & 1 ? block_height(y, (lm_staked)staked) : 0;
        if (height > tall) tall = height;
    }
    put_opening(out, y, width, top + tall + put_legend(NULL, y, 0, 0, columns) + FOOT + 20);
    put(out, "<text x=\"%d\" y=\"38\" font-size=\"20\" font-weight=\"bold\">", GAP);
    put_html(out, lm_profile_title(y->study->profile));
    put_text("</text>\n", out);
    put_lines(out, sentence.text, wrap, GAP, 62);
    put(out, "<text x=\"%d\" y=\"%d\" fill=\"#333\">House edge with this chart: %.4f %%</text>\n", GAP, 64 + 17 * lines,
        100 * y->house_edge);
    for (int staked = 0, left = GAP; staked < LM_STAKES; staked++) {
        int at = top + 22;
        if (!(y->stakes >> staked & 1)) continue;
        put(out, "<text x=\"%d\" y=\"%d\" font-size=\"16\" font-weight=\"bold\">%s</text>\n", left, at,
            staked_title[staked]);
        for (int kind = 0; kind < ROW_KINDS; kind++)
            at = put_table(out, y, (lm_staked)staked, (row_kind)kind, left, at + (kind ? 0 : 4));
        left += block + GAP;
    }
    put_legend(out, y, GAP, top + tall + 12, columns);
    put_text("</svg>\n", out);
}

void strategy_card(const strategy *y, lm_text *out)
{
    int cards = (y->stakes & 1) + (y->stakes >> 1 & 1), at = 0;
    double width = y->chart->open ? 2 * CARD_LONG : CARD_LONG;
    put(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.1fmm\" height=\"%.1fmm\" role=\"img\" "
        "aria-labelledby=\"title\" font-family=\"'Helvetica Neue', Arial, sans-serif\" fill=\"#111\">\n"
        "<title id=\"title\">Strategy card for ",
        width, cards * CARD_SHORT);
    put_html(out, lm_profile_title(y->study->profile));
    put_text("</title>\n", out);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        if (!(y->stakes >> staked & 1)) continue;
        put(out,
            "<rect x=\"0.2mm\" y=\"%.1fmm\" width=\"%.1fmm\" height=\"%.1fmm\" rx=\"3mm\" fill=\"#fff\" "
            "stroke=\"#999\" stroke-width=\"0.2mm\"/>\n",
            at * CARD_SHORT + 0.2, width - 0.4, CARD_SHORT - 0.4);
        put_card(y, (lm_staked)staked, at++, out);
    }
    put_text("</svg>\n", out);
}
