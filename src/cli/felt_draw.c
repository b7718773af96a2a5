/* felt_draw.c - the felt: title, dealer, neighbours, the player's hands, the story, what may be pressed. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <curses.h>

#include "felt_cli.h"

enum { NEIGHBOUR_WIDTH = 26, MARGIN = 1, STORY_LEAST = 3, BOTTOM_MOST = 4 };

static void add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

static const lm_round *round_of(const felt *f)
{
    return &f->p->now.table.round;
}

static void blank_row(int row, felt_ink ink)
{
    attron(term_ink(ink));
    mvhline(row, 0, ' ', COLS);
    attroff(term_ink(ink));
}

/* ---- title ----------------------------------------------------------------------------------------------- */

static void draw_title(const felt *f)
{
    const solo_table *p = f->p;
    char left[160], right[64], bankroll[32];
    const char *title = p->profile.about.title[0] ? p->profile.about.title : p->rules->name;
    solo_dollars(solo_cash(p), bankroll);
    snprintf(left, sizeof left, " %s", title);
    snprintf(right, sizeof right, "bankroll %s ", bankroll);
    blank_row(0, INK_TITLE);
    felt_put(0, 0, COLS - felt_width(right) - 1, INK_TITLE, left);
    felt_put(0, COLS - felt_width(right), felt_width(right), INK_TITLE, right);
}

static void draw_facts(const felt *f, int row)
{
    static const char *const pays[] = { "3 to 2", "6 to 5", "1 to 1" };
    const lm_rules *k = f->p->rules;
    char text[200] = "", least[32], most[32];
    solo_dollars(k->min_bet, least);
    solo_dollars(k->max_bet, most);
    add(text, sizeof text, "%s to %s, blackjack %s, %s soft 17%s, %d cards left", least, most,
        pays[k->blackjack_pays], k->dealer_soft17 == LM_SOFT17_HIT ? "hits" : "stands on",
        k->dealer_22 == LM_22_PUSH ? ", 22 pushes" : "", solo_cards_left(f->p));
    felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_QUIET, text);
}

/* ---- hands ----------------------------------------------------------------------------------------------- */

static void add_total(const lm_card *cards, int n, char *text, size_t size)
{
    lm_card seen[LM_HAND_CARDS] = { 0 };
    int known = 0;
    for (int i = 0; i < n; i++) {
        if (cards[i] < LM_CARDS) seen[known++] = cards[i];
    }
    lm_score score = lm_cards_score(seen, known);
    if (!known) return;
    add(text, size, "%s%s%d", known < n ? "shows " : "", score.soft && score.total < 21 ? "soft " : "",
        score.total);
}

static int draw_dealer(const felt *f, int row, int height)
{
    const lm_dealer *d = &round_of(f)->dealer;
    char label[80] = "Dealer  ";
    if (d->n) {
        bool natural = d->n == 2 && d->card[1] < LM_CARDS && lm_cards_blackjack(d->card, 2);
        if (natural) {
            add(label, sizeof label, "blackjack");
        } else {
            add_total(d->card, d->n, label, sizeof label);
        }
        if (lm_dealer_score(round_of(f)).total > 21) add(label, sizeof label, ", over 21");
    }
    felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_PLAIN, label);
    felt_cards(f, row + 1, MARGIN, COLS - 2 * MARGIN, height, d->card, d->n, false);
    return row + 1 + height;
}

static int lammers_of(const lm_hand *h)
{
    return (h->marks & LM_FREE_HAND ? 1 : 0) + (h->marks & LM_FREE_DOUBLE ? 1 : 0);
}

/* A neighbour's hands in one line: "2  8♥ 3♦ 11 | T♣ 9♠ 19". */
static void draw_neighbour(const felt *f, uint8_t box, int row, int column)
{
    const lm_box *b = &round_of(f)->box[box - 1];
    bool on_turn = round_of(f)->phase == LM_PLAYING && round_of(f)->at_box == box;
    char text[16];
    int end = column + NEIGHBOUR_WIDTH - 1;
    snprintf(text, sizeof text, "Seat %d ", box);
    int at = column + felt_put(row, column, 7, on_turn ? INK_BUTTON : INK_QUIET, text);
    for (int h = 0; h < b->hands && at < end - 3; h++) {
        const lm_hand *hand = &b->hand[h];
        if (h) at += felt_put(row, at, end - at, INK_QUIET, "|");
        int step = b->hands > 1 || hand->n > 5 ? 2 : 3;
        for (int i = 0; i < hand->n && at + 2 <= end; i++) {
            felt_cards(f, row, at, 2, 1, &hand->card[i], 1, hand->marks & LM_CARDS_GONE);
            at += step;
        }
        for (int i = 0; i < lammers_of(hand) && at < end; i++)
            at += felt_put(row, at, 1, INK_GOLD, f->symbols ? "●" : "o");
    }
}

static int neighbour_columns(void)
{
    int columns = (COLS - 2 * MARGIN) / NEIGHBOUR_WIDTH;
    return columns ? columns : 1;
}

static int neighbour_rows(const felt *f)
{
    int others = f->p->now.seats - 1, columns = neighbour_columns();
    return (others + columns - 1) / columns;
}

static int draw_neighbours(const felt *f, int row, int rows)
{
    int columns = neighbour_columns(), n = 0;
    for (uint8_t box = 1; box <= f->p->now.seats; box++) {
        if (box == f->p->now.seat || n / columns >= rows) continue;
        draw_neighbour(f, box, row + n / columns, MARGIN + n % columns * NEIGHBOUR_WIDTH);
        n++;
    }
    return row + rows;
}

/* What became of a hand, in one word. */
static const char *fate(const lm_hand *h, felt_ink *ink)
{
    static const struct {
        const char *word;
        felt_ink ink;
    } fates[] = { [LM_RESULT_NONE] = { "", INK_PLAIN },        [LM_WON] = { "wins", INK_WON },
                  [LM_TIED] = { "push", INK_QUIET },           [LM_LOST] = { "loses", INK_LOST },
                  [LM_SURRENDERED] = { "given up", INK_LOST }, [LM_VOID] = { "void", INK_QUIET } };
    *ink = fates[h->result].ink;
    if (h->marks & LM_WENT_BUST) {
        *ink = INK_LOST;
        return "bust";
    }
    if (h->result == LM_RESULT_NONE && lm_hand_blackjack(h) && !(h->marks & LM_FROM_SPLIT)) {
        *ink = INK_WON;
        return "blackjack";
    }
    return fates[h->result].word;
}

/* Chips of the wager, chips that double it, and a gold lammer for each that the house pays for. */
static int draw_stake(const felt *f, const lm_hand *h, int row, int column, int width)
{
    const lm_box *box = &round_of(f)->box[f->p->now.seat - 1];
    char text[48] = "", amount[32];
    if (!(h->marks & LM_FREE_HAND)) {
        solo_dollars(box->main[LM_DECIDER][0], amount);
        add(text, sizeof text, "%s", amount);
    }
    if (h->doubled[LM_DECIDER]) {
        solo_dollars(h->doubled[LM_DECIDER], amount);
        add(text, sizeof text, "+%s", amount);
    }
    int at = felt_put(row, column, width, INK_PLAIN, text);
    for (int i = 0; i < lammers_of(h); i++) {
        at += felt_put(row, column + at, width - at, INK_PLAIN, at ? " " : "");
        at += felt_put(row, column + at, width - at, INK_GOLD, f->symbols ? "● free" : "(free)");
    }
    return at;
}

static void draw_hand(const felt *f, int hand, int row, int column, int width, int height)
{
    const lm_round *r = round_of(f);
    const lm_box *box = &r->box[f->p->now.seat - 1];
    const lm_hand *h = &box->hand[hand];
    bool on_turn =
        !solo_is_betting(f->p) && r->phase == LM_PLAYING && r->at_box == f->p->now.seat && r->at_hand == hand;
    lm_card cards[LM_HAND_CARDS];
    char text[64] = "";
    felt_ink ink;
    int n = solo_hand_cards(f->p, f->p->now.seat, (uint8_t)(hand + 1), cards);
    if (box->hands > 1) {
        snprintf(text, sizeof text, "Hand %d ", hand + 1);
    } else {
        snprintf(text, sizeof text, "You  ");
    }
    int at = felt_put(row, column, width, on_turn ? INK_BUTTON : INK_PLAIN, on_turn ? "> " : "");
    at += felt_put(row, column + at, width - at, on_turn ? INK_BUTTON : INK_PLAIN, text);
    draw_stake(f, h, row, column + at, width - at);
    felt_cards(f, row + 1, column, width, height, cards, n, h->marks & LM_CARDS_GONE);
    text[0] = '\0';
    add_total(cards, n, text, sizeof text);
    at = felt_put(row + 1 + height, column, width, INK_PLAIN, text);
    const char *word = fate(h, &ink);
    felt_put(row + 1 + height, column + at + 1, width - at - 1, ink, word);
}

static int draw_hands(const felt *f, int row, int height)
{
    const lm_box *box = &round_of(f)->box[f->p->now.seat - 1];
    int hands = box->hands ? box->hands : 0, width = COLS - 2 * MARGIN;
    if (hands > 1) width /= hands;
    for (int h = 0; h < hands; h++)
        draw_hand(f, h, row, MARGIN + h * width, width - 1, height);
    if (!hands) felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_PLAIN, "You");
    return row + height + 2;
}

/* ---- side wagers ------------------------------------------------------------------------------------------ */

static void draw_sides(const felt *f, int row)
{
    const lm_round *r = round_of(f);
    int at = MARGIN;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        char text[96], stake[32], net[32];
        if (bet->box_bettor != LM_PLACE(f->p->now.seat, LM_DECIDER)) continue;
        const char *title = f->p->rules->offer[bet->slot - LM_SIDE].wager->title;
        solo_dollars(bet->stake, stake);
        solo_dollars(bet->net, net);
        bool decided = bet->state == LM_BET_DECIDED;
        if (decided) {
            snprintf(text, sizeof text, "%s %s%s", title, bet->net > 0 ? "+" : "", net);
        } else {
            snprintf(text, sizeof text, "%s %s", title, stake);
        }
        felt_ink ink = !decided ? INK_PLAIN : bet->net > 0 ? INK_WON : INK_LOST;
        at += felt_put(row, at, COLS - at - MARGIN, ink, text) + 3;
    }
}

static bool has_sides(const felt *f)
{
    return f->p->rules->offers > 0;
}

/* ---- buttons ---------------------------------------------------------------------------------------------- */

typedef struct {
    int key;
    char label[PLAY_WORDS + 8];
    felt_ink ink;
} wish;

static int add_wish(wish *wishes, int n, int key, felt_ink ink, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static int add_wish(wish *wishes, int n, int key, felt_ink ink, const char *format, ...)
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
    char amount[32];
    solo_dollars(f->p->now.bets.main_cents, amount);
    int n = add_wish(wishes, 0, '\r', INK_BUTTON, "[Enter] deal %s", amount);
    n = add_wish(wishes, n, '+', INK_BUTTON, "[+] more");
    n = add_wish(wishes, n, '-', INK_BUTTON, "[-] less");
    for (int i = 0; i < k->offers && i < 9; i++) {
        lm_cents stake = f->p->now.bets.side_cents[i];
        solo_dollars(stake, amount);
        n = add_wish(wishes, n, '1' + i, stake ? INK_GOLD : INK_PLAIN, "[%d] %s %s", i + 1,
                     k->offer[i].wager->title, stake ? amount : "-");
    }
    return add_wish(wishes, n, 'b', INK_BUTTON, "[b] bets");
}

/* Everything that can be pressed now; free actions are gold. */
static int wishes_now(const felt *f, wish *wishes)
{
    solo_choice choices[PLAY_CHOICES];
    int found = solo_choices(f->p, choices), n = 0;
    for (int i = 0; i < found; i++) {
        n = add_wish(wishes, n, choices[i].key, choices[i].is_free ? INK_GOLD : INK_BUTTON, "[%c] %s",
                     choices[i].key, choices[i].label);
    }
    if (!found) n = wish_bets(f, wishes);
    if (found) n = add_wish(wishes, n, 'a', INK_PLAIN, "[a] advice");
    n = add_wish(wishes, n, '?', INK_PLAIN, "[?] help");
    return add_wish(wishes, n, 'q', INK_PLAIN, "[q] leave");
}

/* Puts the buttons into rows from `row` on, or only counts the rows. */
static int lay_buttons(felt *f, int row, bool draw)
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

/* ---- the bottom ------------------------------------------------------------------------------------------- */

static void draw_question(felt *f, int row)
{
    const solo_table *p = f->p;
    char text[FELT_LINE], won[32];
    if (!solo_is_betting(p)) {
        solo_question(p, &f->teller, text, sizeof text);
        felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_PLAIN, text);
        return;
    }
    lm_cents net = p->now.won_cents;
    bool played = p->now.table.rounds && lm_round_over(&p->now.table.round);
    solo_dollars(net < 0 ? -net : net, won);
    if (!played) {
        felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_PLAIN, "Your bets?");
    } else {
        snprintf(text, sizeof text, "You %s%s.",
                 net > 0   ? "win "
                 : net < 0 ? "lose "
                           : "come out even",
                 net ? won : "");
        felt_put(row, MARGIN, COLS - 2 * MARGIN, net > 0 ? INK_WON : net < 0 ? INK_LOST : INK_PLAIN, text);
    }
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

/* ---- the story -------------------------------------------------------------------------------------------- */

/* Bytes of the part of a line that fits, broken at a blank. */
static int fitting(const char *text, int width)
{
    int n = 0, bytes = 0, blank = 0;
    while (text[bytes] && n < width) {
        if (text[bytes] == ' ') blank = bytes;
        unsigned char c = (unsigned char)text[bytes];
        bytes += c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
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

/* The latest lines that fit, each broken where it must be. */
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

/* ---- help and too little room ------------------------------------------------------------------------------ */

static void draw_help(void)
{
    static const char *const lines[] = {
        "h hit, s stand, d double, p split, u surrender",
        "i insure, e even money, n no",
        "a what the chart says",
        "Enter deals with the bets you see",
        "+ - more or less on the hand; 1 to 9 side wagers",
        "b types bets: 25 push22 5 is $25 and $5 on Push 22",
        "PgUp PgDn the story; the mouse presses what it points at",
        "q leaves; a hand in play is kept for the next time",
        "Gold is free: the house sets a lammer instead of your chips.",
    };
    int n = (int)(sizeof lines / sizeof *lines);
    felt_put(1, MARGIN, COLS, INK_TITLE, " Help ");
    for (int i = 0; i < n && i + 3 < LINES; i++)
        felt_put(i + 3, MARGIN, COLS - 2 * MARGIN, INK_PLAIN, lines[i]);
    felt_put(LINES - 1, MARGIN, COLS - 2 * MARGIN, INK_QUIET, "any key goes on");
}

static void draw_too_small(void)
{
    char text[80];
    snprintf(text, sizeof text, "%d by %d is too small.", COLS, LINES);
    felt_put(0, 0, COLS, INK_PLAIN, text);
    snprintf(text, sizeof text, "%d by %d will do.", FELT_LEAST_COLUMNS, FELT_LEAST_ROWS);
    felt_put(1, 0, COLS, INK_PLAIN, text);
    felt_put(2, 0, COLS, INK_PLAIN, "Your hand waits.");
}

/* ---- all of it --------------------------------------------------------------------------------------------- */

/* Who gets how many rows. The player's own cards come first, then the neighbours, the story, and larger cards. */
typedef struct {
    int card, neighbours, bottom;
} layout;

static layout lay_out(felt *f)
{
    layout l = { .card = 1, .bottom = lay_buttons(f, 0, false) + 2 };
    int left = LINES - (2 + 2 + 3 + has_sides(f) + l.bottom), wanted = neighbour_rows(f);
    l.neighbours = wanted < left ? wanted : left > 0 ? left : 0;
    left = LINES - (2 + 2 + 3 + BOTTOM_MOST + l.neighbours +
                    STORY_LEAST); /* not by the buttons: cards keep their size */
    l.card = left >= 12 ? 5 : left >= 4 ? 3 : 1;
    return l;
}

static void draw_table(felt *f)
{
    layout l = lay_out(f);
    int top = LINES - l.bottom;
    draw_title(f);
    draw_facts(f, 1);
    int row = draw_dealer(f, 2, l.card);
    row = draw_neighbours(f, row, l.neighbours);
    row = draw_hands(f, row, l.card);
    if (has_sides(f)) draw_sides(f, row++);
    draw_story(f, row, top - row);
    draw_question(f, top);
    lay_buttons(f, top + 1, true);
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
