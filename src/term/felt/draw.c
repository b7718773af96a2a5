/* draw.c - the whole screen: its layout, the title, the question, the story. */
#include <stdio.h>
#include <stdlib.h>

#include <curses.h>

#include "felt.h"
#include "lammer/words.h"

enum { MARGIN = FELT_MARGIN, STORY_LEAST = 3, BOTTOM_MOST = 4 };

void felt_blank_title(void)
{
    attron(term_ink(INK_TITLE));
    mvhline(0, 0, ' ', COLS);
    attroff(term_ink(INK_TITLE));
}

static void draw_title(const felt *f)
{
    const solo_table *p = f->p;
    char left[160], right[64];
    snprintf(left, sizeof left, " %s", lm_profile_title(&p->profile));
    snprintf(right, sizeof right, "bankroll %s ", solo_dollars(solo_cash(p)).text);
    felt_blank_title();
    felt_put(0, 0, COLS - felt_width(right) - 1, INK_TITLE, left);
    felt_put(0, COLS - felt_width(right), felt_width(right), INK_TITLE, right);
}

static void draw_facts(const felt *f, int row)
{
    const lm_rules *k = f->p->rules;
    char text[240], rules[160], left[32];
    lm_words_of_rules(k, "blackjack_pays dealer_soft17 dealer_22 ties", rules, sizeof rules);
    snprintf(text, sizeof text, "%s to %s, %s", solo_dollars(k->min_bet).text, solo_dollars(k->max_bet).text, rules);
    felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_QUIET, text);
    snprintf(left, sizeof left, "%d cards left", solo_cards_left(f->p));
    felt_put(row + 1, COLS - MARGIN - felt_width(left), felt_width(left), INK_QUIET, left);
}

static void draw_question(felt *f, int row)
{
    const solo_table *p = f->p;
    char text[FELT_LINE];
    lm_cents net = p->now.won_cents;
    bool played = p->now.dealer.table.rounds && lm_round_over(&p->now.dealer.table.round) && solo_is_betting(p);
    solo_question(p, &f->teller, text, sizeof text);
    if (played) snprintf(text, sizeof text, "You %s%s.", solo_result(net), net ? solo_dollars(llabs(net)).text : "");
    felt_put(row, MARGIN, COLS - 2 * MARGIN, !played || !net ? INK_PLAIN : net > 0 ? INK_WON : INK_LOST, text);
}

static void draw_message(const felt *f, int row)
{
    char text[FELT_INPUT + 32];
    curs_set(f->typing);
    if (f->typing) {
        snprintf(text, sizeof text, "bets: %s", f->input);
        int at = felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_PLAIN, text);
        move(row, MARGIN + at < COLS ? MARGIN + at : COLS - 1);
    } else {
        felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_LOST, f->message);
    }
}

/* The number of bytes of a line that fit, up to a blank if possible. */
static int fitting(const char *text, int width)
{
    int n = 0, bytes = 0, blank = 0;
    while (text[bytes] && n < width) {
        if (text[bytes] == ' ') blank = bytes;
        bytes += felt_letter(text + bytes);
        n++;
    }
    return text[bytes] && blank ? blank : bytes;
}

static int rows_of(const char *text, int width)
{
    int rows = 0;
    do {
        int n = fitting(text, width - 2 * (rows > 0));
        text += n + (text[n] == ' ');
        rows++;
    } while (*text);
    return rows;
}

/* Draws the latest lines that fit, and wraps long ones. */
static void draw_story(const felt *f, int row, int rows)
{
    int width = COLS - 2 * MARGIN, last = f->lines - f->scrolled, first = last, used = 0;
    while (first > 0 && used + rows_of(f->line[first - 1], width) <= rows)
        used += rows_of(f->line[--first], width);
    for (int i = first; i < last; i++) {
        const char *text = f->line[i];
        for (int part = 0; *text; part++) {
            char piece[FELT_LINE];
            int n = fitting(text, width - 2 * (part > 0));
            snprintf(piece, sizeof piece, "%.*s", n, text);
            felt_put(row++, MARGIN + 2 * (part > 0), width, INK_PLAIN, piece);
            text += n + (text[n] == ' ');
        }
    }
}

static void draw_help(void)
{
    static const char *const lines[] = {
        "h hit, s stand, d double, p split, u surrender",
        "i insure, e even money, n no",
        "a what the chart says",
        "Enter deals with the bets shown",
        "+ - more or less on the hand; 1 to 9 side wagers",
        "b types bets: 25 push22 5 is $25 and $5 on Push 22",
        "PgUp PgDn scroll the story; the mouse presses buttons",
        "q leaves; a hand in play is kept for the next time",
        "Gold is free: the house sets a lammer instead of your chips.",
    };
    int n = (int)(sizeof lines / sizeof *lines);
    felt_put(1, MARGIN, COLS, INK_TITLE, " Help ");
    for (int i = 0; i < n && i + 3 < LINES; i++)
        felt_put(i + 3, MARGIN, COLS - 2 * MARGIN, INK_PLAIN, lines[i]);
    felt_put(LINES - 1, MARGIN, COLS - 2 * MARGIN, INK_QUIET, /* say:help-goes-on */ "press any key to continue");
}

static void draw_too_small(void)
{
    char text[80];
    snprintf(text, sizeof text, "%d by %d is too small.", COLS, LINES);
    felt_put(0, 0, COLS, INK_PLAIN, text);
    snprintf(text, sizeof text, "%d by %d is enough.", FELT_LEAST_COLUMNS, FELT_LEAST_ROWS);
    felt_put(1, 0, COLS, INK_PLAIN, text);
    felt_put(2, 0, COLS, INK_PLAIN, "Your hand waits.");
}

/* Rows of each part. The player's own cards come first, then the neighbours, the story, and larger cards. */
typedef struct {
    int card, neighbours, bottom;
} layout;

static layout lay_out(felt *f)
{
    layout l = { .card = 1, .bottom = felt_lay_buttons(f, 0, false) + 2 };
    int left = LINES - (2 + 2 + 3 + (f->p->rules->offers > 0) + l.bottom), wanted = felt_neighbour_rows(f);
    l.neighbours = wanted < left ? wanted : left > 0 ? left : 0;
    left = LINES - (2 + 2 + 3 + BOTTOM_MOST + l.neighbours +
                    STORY_LEAST); /* counts the most rows of buttons, so that cards keep their size */
    l.card = left >= 12 ? 5 : left >= 4 ? 3 : 1;
    return l;
}

static void draw_table(felt *f)
{
    layout l = lay_out(f);
    int top = LINES - l.bottom;
    draw_title(f);
    int row = felt_draw_dealer(f, 2, l.card);
    draw_facts(f, 1);
    row = felt_draw_neighbours(f, row, l.neighbours);
    row = felt_draw_hands(f, row, l.card);
    if (f->p->rules->offers > 0) felt_draw_sides(f, row++);
    draw_story(f, row, top - row);
    draw_question(f, top);
    felt_lay_buttons(f, top + 1, true);
    draw_message(f, LINES - 1);
}

void felt_draw(felt *f)
{
    erase();
    f->buttons = 0;
    if (COLS < FELT_LEAST_COLUMNS || LINES < FELT_LEAST_ROWS) {
        draw_too_small();
    } else if (f->helping) {
        draw_help();
    } else {
        draw_table(f);
    }
    refresh();
}
