/* buttons.c - the buttons, for keyboard and mouse. */
#include <stdarg.h>
#include <stdio.h>

#include <curses.h>

#include "felt.h"

enum { MARGIN = FELT_MARGIN };

typedef struct {
    int key;
    char label[PLAY_WORDS + 8];
    felt_ink ink;
} wish;

__attribute__((format(printf, 5, 6))) static int add_wish(wish *wishes, int n, int key, felt_ink ink,
                                                          const char *format, ...)
{
    va_list args;
    if (n == FELT_BUTTONS) return n;
    wishes[n].key = key;
    wishes[n].ink = ink;
    va_start(args, format);
    vsnprintf(wishes[n].label, sizeof wishes[n].label, format, args);
    va_end(args);
    return n + 1;
}

static int wish_bets(const felt *f, wish *wishes)
{
    const lm_rules *k = f->p->rules;
    int n = add_wish(wishes, 0, '\r', INK_BUTTON, "[Enter] deal %s", solo_dollars(f->p->now.bets.main_cents).text);
    n = add_wish(wishes, n, '+', INK_BUTTON, "[+] more");
    n = add_wish(wishes, n, '-', INK_BUTTON, "[-] less");
    for (int i = 0; i < k->offers && i < 9; i++) {
        lm_cents stake = f->p->now.bets.side_cents[i];
        n = add_wish(wishes, n, '1' + i, stake ? INK_GOLD : INK_PLAIN, "[%d] %s %s", i + 1, k->offer[i].wager->title,
                     stake ? solo_dollars(stake).text : "-");
    }
    return add_wish(wishes, n, 'b', INK_BUTTON, "[b] bets");
}

/* Everything that can be pressed now; free actions are gold. */
static int wishes_now(const felt *f, wish *wishes)
{
    solo_choice choices[PLAY_CHOICES];
    int found = solo_choices(f->p, choices), n = 0;
    for (int i = 0; i < found; i++) {
        n = add_wish(wishes, n, choices[i].key, choices[i].is_free ? INK_GOLD : INK_BUTTON, "[%c] %s", choices[i].key,
                     choices[i].label);
    }
    if (!found) n = wish_bets(f, wishes);
    if (found) n = add_wish(wishes, n, 'a', INK_PLAIN, "[a] advice");
    n = add_wish(wishes, n, '?', INK_PLAIN, "[?] help");
    return add_wish(wishes, n, 'q', INK_PLAIN, "[q] leave");
}

/* Puts the buttons into rows from `row` on, or only counts the rows. */
int felt_lay_buttons(felt *f, int row, bool draw)
{
    wish wishes[FELT_BUTTONS];
    int n = wishes_now(f, wishes), rows = 1, at = MARGIN;
    f->buttons = 0;
    for (int i = 0; i < n; i++) {
        int width = felt_width(wishes[i].label);
        if (at > MARGIN && at + width > COLS - MARGIN) {
            rows++;
            at = MARGIN;
        }
        if (draw) {
            felt_put(row + rows - 1, at, COLS - at, wishes[i].ink, wishes[i].label);
            f->button[f->buttons++] = (felt_button){ row + rows - 1, at, width, wishes[i].key };
        }
        at += width + 2;
    }
    return rows;
}
