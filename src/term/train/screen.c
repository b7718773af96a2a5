/* screen.c - the coach on a screen: the hand, the keys, and after each answer what every action was worth. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include <curses.h>

#include "felt/felt.h"
#include "train.h"

typedef struct {
    train *t;
    felt *felt;
    question q;
    bool answered;
    verdict v;
} lesson;

static void draw_head(const lesson *l)
{
    const train *t = l->t;
    char text[160];
    felt_blank_title();
    snprintf(text, sizeof text, " %.80s, drill %s", lm_profile_title(&t->profile), drill_word(t->args.drill));
    felt_put(0, 0, COLS, INK_TITLE, text);
    snprintf(text, sizeof text, "%d right of %d%s", t->right, t->asked, l->q.again ? "   this one again" : "");
    felt_put(1, 1, COLS - 2, INK_QUIET, text);
}

static int draw_cards(const lesson *l)
{
    const question *q = &l->q;
    char text[64], others[160];
    int height = LINES >= 24 ? 5 : LINES >= 18 ? 3 : 1, row = 2;
    lm_score score = lm_cards_score(q->card, q->n);
    felt_put(row++, 1, COLS - 2, INK_PLAIN, "Dealer shows");
    felt_cards(l->felt, row, 1, COLS - 2, height, q->up, q->ups, false);
    row += height;
    snprintf(text, sizeof text, "You hold %s%d, staked by ", score.soft ? "soft " : "", score.total);
    int at = 1 + felt_put(row, 1, COLS - 2, INK_PLAIN, text);
    bool lammer = q->staked == LM_STAKED_LAMMER;
    const char *stake = !lammer ? "chips" : l->felt->symbols ? "● a lammer" : "(o) a lammer";
    felt_put(row++, at, COLS - at, lammer ? INK_GOLD : INK_PLAIN, stake);
    felt_cards(l->felt, row, 1, COLS - 2, height, q->card, q->n, false);
    train_others(l->t, q, others, sizeof others);
    felt_put(row + height, 1, COLS - 2, INK_QUIET, others);
    return row + height + (others[0] != '\0');
}

/* A bar from the worst to the best: the longer the better. */
static void draw_bar(const lesson *l, int row, double value, double least, double most)
{
    int room = COLS - 40, length = most > least ? (int)((value - least) / (most - least) * room + 0.5) : room;
    for (int i = 0; i < length && i < room; i++)
        felt_put(row, 38 + i, 1, INK_BUTTON, l->felt->symbols ? "▪" : "=");
}

static void draw_values(const lesson *l, int row)
{
    char text[200], words[32];
    lm_play plays[LM_PLAYS];
    int n = train_order(&l->q, plays);
    double most = l->q.prices.value[plays[0]], least = l->q.prices.value[plays[n - 1]];
    train_answer(&l->q, l->v, text, sizeof text);
    felt_put(row++, 1, COLS - 2, l->v.right ? INK_WON : INK_LOST, text);
    train_basis(l->t, &l->q, text, sizeof text);
    if (text[0]) felt_put(row++, 1, COLS - 2, INK_QUIET, text);
    for (int i = 0; i < n && row < LINES - 2; i++, row++) {
        train_play_words(&l->q, plays[i], words, sizeof words);
        snprintf(text, sizeof text, "%-16s %+.6f", words, l->q.prices.value[plays[i]]);
        felt_put(row, 3, COLS - 4, l->q.prices.is_free[plays[i]] ? INK_GOLD : INK_PLAIN, text);
        felt_put(row, 31, 6, INK_PLAIN, plays[i] == l->v.play ? "yours" : "");
        draw_bar(l, row, l->q.prices.value[plays[i]], least, most);
    }
}

static int add_button(lesson *l, int row, int at, int key, felt_ink ink, const char *label)
{
    felt *f = l->felt;
    int width = felt_put(row, at, COLS - at - 1, ink, label);
    f->button[f->buttons++] = (felt_button){ row, at, width, key };
    return at + width + 2;
}

static void draw_keys(lesson *l)
{
    char label[48], words[32];
    int at = 1, row = LINES - 2;
    if (l->answered) {
        at = add_button(l, row, at, ' ', INK_BUTTON, "[Enter] next");
    }
    for (int play = 0; play < LM_PLAYS && !l->answered; play++) {
        if (!(l->q.allowed >> play & 1)) continue;
        bool is_free = l->q.prices.is_free[play];
        train_play_words(&l->q, (lm_play)play, words, sizeof words);
        snprintf(label, sizeof label, "[%c] %s", train_keys[play], words);
        at = add_button(l, row, at, train_keys[play], is_free ? INK_GOLD : INK_BUTTON, label);
    }
    add_button(l, row, at, 'q', INK_PLAIN, "[q] leave");
}

static void draw_lesson(lesson *l)
{
    erase();
    l->felt->buttons = 0;
    if (COLS < FELT_LEAST_COLUMNS || LINES < FELT_LEAST_ROWS) {
        felt_put(0, 0, COLS, INK_PLAIN, "This window is too small.");
        refresh();
        return;
    }
    draw_head(l);
    int row = draw_cards(l);
    if (l->answered) draw_values(l, row + 1);
    draw_keys(l);
    refresh();
}

static void answer(lesson *l, int key)
{
    for (int play = 0; play < LM_PLAYS; play++) {
        if (key != train_keys[play] || !(l->q.allowed >> play & 1)) continue;
        l->v = train_judge(&l->q, (lm_play)play);
        progress_note(l->t, &l->q, l->v);
        l->answered = true;
    }
}

static bool is_over(const train *t)
{
    return t->args.rounds && t->asked >= t->args.rounds;
}

/* False when the player leaves, or the lesson is over. */
static bool take_key(lesson *l, int key)
{
    if (key == KEY_MOUSE) key = term_clicked(l->felt);
    if (key < 128 && isupper(key)) key = tolower(key);
    if (key == 'q') return false;
    if (!l->answered) {
        answer(l, key);
        return true;
    }
    if (key != ' ' && key != '\r' && key != '\n' && key != KEY_ENTER) return true;
    if (is_over(l->t)) return false;
    train_deal(l->t, &l->q);
    l->answered = false;
    return true;
}

void train_screen(train *t)
{
    char text[200];
    lesson *l = calloc(1, sizeof *l);
    felt *f = calloc(1, sizeof *f);
    if (!l || !f || !term_open(f)) {
        free(l);
        free(f);
        train_plain(t);
        return;
    }
    l->t = t;
    l->felt = f;
    train_deal(t, &l->q);
    for (bool goes_on = true; goes_on;) {
        draw_lesson(l);
        int key = term_key();
        goes_on = key != ERR && take_key(l, key);
    }
    term_close();
    progress_sentence(t, text, sizeof text);
    printf("%d of %d right. %s\n", t->right, t->asked, text);
    fflush(stdout);
    free(l);
    free(f);
    t->signal = waits_caught();
}
