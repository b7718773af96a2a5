/* cards.c - playing cards in letters: as large as there is room for. */
#include <stdio.h>

#include <curses.h>

#include "felt.h"

/* The number of bytes of the first character; all characters written here are one column wide. */
int felt_letter(const char *text)
{
    unsigned char c = (unsigned char)text[0];
    int n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    for (int i = 1; i < n; i++) {
        if (!text[i]) return i;
    }
    return n;
}

int felt_width(const char *text)
{
    int n = 0;
    for (; *text; text += felt_letter(text))
        n++;
    return n;
}

int felt_put(int row, int column, int width, felt_ink ink, const char *text)
{
    int n = 0, bytes = 0;
    if (row < 0 || row >= LINES || column < 0 || column >= COLS) return 0;
    if (width > COLS - column) width = COLS - column;
    for (; text[bytes] && n < width; n++)
        bytes += felt_letter(text + bytes);
    attron(term_ink(ink));
    mvaddnstr(row, column, text, bytes);
    attroff(term_ink(ink));
    return n;
}

static void card_text(const felt *f, lm_card card, char text[8])
{
    snprintf(text, 8, "%s", f->symbols ? "▒▒" : "##");
    if (card < LM_CARDS) lm_story_card(card, &(lm_story_style){ .symbols = f->symbols }, text, 8);
}

static felt_ink ink_of(const felt *f, lm_card card, bool dim)
{
    if (dim) return INK_QUIET;
    if (!f->colours) return INK_PLAIN;
    return card >= LM_CARDS ? INK_BACK : lm_is_red(card) ? INK_RED_CARD : INK_CARD;
}

/* A card by the available rows: two letters, a small frame, or a large one with both corners. */
static const struct {
    int height, width, step;
    const char *top[2], *bottom[2]; /* drawn with ASCII, and with lines */
} sizes[] = {
    { 5, 7, 7, { "+-----+", "╭─────╮" }, { "+-----+", "╰─────╯" } },
    { 3, 4, 4, { "+--+", "╭──╮" }, { "+--+", "╰──╯" } },
    { 1, 2, 3, { "", "" }, { "", "" } },
};

static int size_of(int height)
{
    return height >= 5 ? 0 : height >= 3 ? 1 : 2;
}

static void draw_framed(const felt *f, int row, int column, int size, const char *text, felt_ink ink)
{
    const char *wall = f->symbols ? "│" : "|";
    int height = sizes[size].height, width = sizes[size].width;
    char line[40];
    felt_put(row, column, width, ink, sizes[size].top[f->symbols]);
    for (int i = 1; i < height - 1; i++) {
        bool first = i == 1, last = i == height - 2;
        snprintf(line, sizeof line, "%s%s%*s%s%s", wall,
                 first        ? text
                 : height > 3 ? "  "
                              : "",
                 width - (height > 3 ? 6 : 4), "",
                 height < 5 ? ""
                 : last     ? text
                            : "  ",
                 wall);
        felt_put(row + i, column, width, ink, line);
    }
    felt_put(row + height - 1, column, width, ink, sizes[size].bottom[f->symbols]);
}

static void draw_card(const felt *f, int row, int column, int size, lm_card card, bool dim)
{
    char text[8];
    felt_ink ink = ink_of(f, card, dim);
    card_text(f, card, text);
    if (sizes[size].height == 1) {
        felt_put(row, column, 2, ink, text);
    } else {
        draw_framed(f, row, column, size, text, ink);
    }
}

/* Overlaps cards that do not fit side by side; returns the columns used. */
int felt_cards(const felt *f, int row, int column, int width, int height, const lm_card *cards, int n, bool dim)
{
    int size = size_of(height), wide = sizes[size].width, step = sizes[size].step;
    if (n > 1 && (n - 1) * step + wide > width) step = (width - wide) / (n - 1);
    if (step < 1) step = 1;
    for (int i = 0; i < n; i++) {
        if (i * step + wide > width) break;
        draw_card(f, row, column + i * step, size, cards[i], dim);
    }
    return n ? (n - 1) * step + wide : 0;
}
