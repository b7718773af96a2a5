/* felt.c - `lammer play` on a screen: reads keys and clicks, draws the felt. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curses.h>

#include "felt.h"

static void refused(felt *f)
{
    snprintf(f->message, sizeof f->message, "Not possible: %.180s.", f->p->refusal);
}

/* Shows the result of a deal or a decision, or the refusal. */
static void show_done(felt *f, bool done)
{
    if (done) {
        felt_tell(f);
    } else {
        refused(f);
    }
}

static void type_key(felt *f, int key)
{
    size_t n = strlen(f->input);
    if (key == '\r' || key == '\n' || key == KEY_ENTER) {
        f->typing = false;
        if (*f->input && !solo_read_bets(f->p, f->input)) refused(f);
    } else if (key == 27) {
        f->typing = false;
    } else if (key == KEY_BACKSPACE || key == 127 || key == 8) {
        if (n) f->input[n - 1] = '\0';
    } else if (key < 128 && isprint(key) && n + 1 < sizeof f->input) {
        f->input[n] = (char)key;
        f->input[n + 1] = '\0';
    }
}

static void start_typing(felt *f)
{
    f->typing = true;
    f->input[0] = '\0';
}

static bool press_bets(felt *f, int key)
{
    switch (key) {
    case '\r':
    case '\n':
    case KEY_ENTER:
    case ' ': show_done(f, solo_deal(f->p)); return true;
    case '+':
    case '=': solo_raise_main(f->p, 1); return true;
    case '-': solo_raise_main(f->p, -1); return true;
    case 'b': start_typing(f); return true;
    default: break;
    }
    int offer = key - '1';
    if (key < '1' || key > '9' || offer >= f->p->rules->offers) return false;
    solo_raise_side(f->p, offer);
    return true;
}

static bool press_choice(felt *f, int key)
{
    solo_choice choices[PLAY_CHOICES];
    int n = solo_choices(f->p, choices);
    for (int i = 0; i < n; i++) {
        if (choices[i].key != key) continue;
        show_done(f, solo_do(f->p, choices[i].action));
        return true;
    }
    return false;
}

static void scroll_story(felt *f, int lines)
{
    int to = f->scrolled + lines;
    f->scrolled = to < 0 ? 0 : to >= f->lines ? (f->lines ? f->lines - 1 : 0) : to;
}

/* The chart's advice stands below the buttons, prices in the story, where a line may be long. */
static void advise(felt *f)
{
    char text[FELT_LINE];
    solo_advice(f->p, f->message, sizeof f->message);
    solo_coach(f->p, text, sizeof text);
    if (text[0]) felt_say(f, text);
}

static bool press_anywhere(felt *f, int key)
{
    switch (key) {
    case 'q': f->leaves = true; return true;
    case '?': f->helping = true; return true;
    case 'a': advise(f); return true;
    case KEY_PPAGE: scroll_story(f, 3); return true;
    case KEY_NPAGE: scroll_story(f, -3); return true;
    case KEY_RESIZE: return true;
    default: return false;
    }
}

static void press(felt *f, int key)
{
    f->message[0] = '\0';
    if (key < 128 && isupper(key)) key = tolower(key);
    if (f->helping) {
        f->helping = key == KEY_RESIZE;
        return;
    }
    if (press_anywhere(f, key)) return;
    if (solo_is_betting(f->p) ? press_bets(f, key) : press_choice(f, key)) return;
    if (key > ' ' && key < 127) snprintf(f->message, sizeof f->message, "%c does nothing here; press ? for help.", key);
}

static void take_key(felt *f, int key)
{
    if (key == KEY_MOUSE) {
        int pressed = term_clicked(f);
        if (pressed || f->helping) press(f, pressed);
    } else if (f->typing && key != KEY_RESIZE) {
        type_key(f, key);
    } else {
        press(f, key);
    }
}

static void welcome(felt *f)
{
    const lm_rules *k = f->p->rules;
    felt_say(f, "Welcome. Enter deals; ? shows the keys.");
    for (int i = 0; i < k->offers; i++) {
        char text[FELT_LINE];
        lm_stakes stakes = lm_wager_stakes(k, k->offer[i].wager);
        bool tied = !stakes.fixed && lm_wager_is_tied(k, k->offer[i].wager);
        snprintf(text, sizeof text, "Side wager %d: %s (%s), %s to %s%s.", i + 1, k->offer[i].wager->title,
                 k->offer[i].wager->id, solo_dollars(stakes.least).text, solo_dollars(stakes.most).text,
                 tied ? ", not above the hand's bet" : "");
        felt_say(f, text);
    }
}

bool solo_screen(solo_table *p)
{
    felt *f = calloc(1, sizeof *f);
    if (!f) return solo_refuse(p, "not enough memory for a screen");
    f->p = p;
    if (!term_open(f)) {
        free(f);
        fprintf(stderr, "lammer: this terminal cannot show a screen; playing in lines\n");
        return solo_plain(p);
    }
    f->teller.symbols = f->symbols;
    teller_rules(&f->teller, p->rules);
    if (solo_is_betting(p)) {
        welcome(f);
    } else {
        felt_tell(f);
    }
    while (!f->leaves) {
        felt_draw(f);
        int key = term_key();
        if (key == ERR) break;
        take_key(f, key);
    }
    free(f);
    term_close();
    solo_goodbye(p);
    p->signal = waits_caught();
    return true;
}
