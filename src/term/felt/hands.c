/* hands.c - what lies on the felt: the dealer's cards, the neighbours', the player's, and the side wagers. */
#include <stdio.h>

#include <curses.h>

#include "felt.h"
#include "lammer/words.h"

enum { NEIGHBOUR_WIDTH = 26, MARGIN = FELT_MARGIN };

static const lm_round *round_of(const felt *f)
{
    return &f->p->now.dealer.table.round;
}

static void add_total(const lm_card *cards, int n, char *text, size_t size)
{
    lm_card seen[LM_HAND_CARDS] = { 0 };
    int known = 0;
    for (int i = 0; i < n; i++) {
        if (cards[i] < LM_CARDS) seen[known++] = cards[i];
    }
    lm_score score = lm_cards_score(seen, known);
    if (!known) return;
    lm_words_add(text, size, "%s%s%d", known < n ? "shows " : "", score.soft && score.total < 21 ? "soft " : "",
                 score.total);
}

int felt_draw_dealer(const felt *f, int row, int height)
{
    const lm_dealer_hand *d = &round_of(f)->dealer;
    char label[80] = "Dealer  ";
    if (d->n) {
        bool natural = d->n == 2 && d->card[1] < LM_CARDS && lm_cards_blackjack(d->card, 2);
        if (natural) {
            lm_words_add(label, sizeof label, "blackjack");
        } else {
            add_total(d->card, d->n, label, sizeof label);
        }
        if (lm_dealer_score(round_of(f)).total > 21) lm_words_add(label, sizeof label, ", over 21");
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
    snprintf(text, sizeof text, "Box %d ", box);
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

int felt_neighbour_rows(const felt *f)
{
    int others = f->p->now.seats - 1, columns = neighbour_columns();
    return (others + columns - 1) / columns;
}

int felt_draw_neighbours(const felt *f, int row, int rows)
{
    int columns = neighbour_columns(), n = 0;
    for (uint8_t box = 1; box <= f->p->now.seats; box++) {
        if (box == f->p->now.seat || n / columns >= rows) continue;
        draw_neighbour(f, box, row + n / columns, MARGIN + n % columns * NEIGHBOUR_WIDTH);
        n++;
    }
    return row + rows;
}

/* The result of a hand, in one word. */
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

/* Chips of the wager, chips that double it, and a gold mark for each lammer. */
static int draw_stake(const felt *f, const lm_hand *h, int row, int column, int width)
{
    const lm_box *box = &round_of(f)->box[f->p->now.seat - 1];
    lm_cents doubled = h->doubled[LM_DECIDER];
    char text[48] = "";
    if (!(h->marks & LM_FREE_HAND)) lm_words_add(text, sizeof text, "%s", solo_dollars(box->main[LM_DECIDER][0]).text);
    if (doubled) lm_words_add(text, sizeof text, "+%s", solo_dollars(doubled).text);
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
    snprintf(text, sizeof text, box->hands > 1 ? "Hand %d " : "You  ", hand + 1);
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

int felt_draw_hands(const felt *f, int row, int height)
{
    const lm_box *box = &round_of(f)->box[f->p->now.seat - 1];
    int hands = box->hands ? box->hands : 0, width = COLS - 2 * MARGIN;
    if (hands > 1) width /= hands;
    for (int h = 0; h < hands; h++)
        draw_hand(f, h, row, MARGIN + h * width, width - 1, height);
    if (!hands) felt_put(row, MARGIN, COLS - 2 * MARGIN, INK_PLAIN, "You");
    return row + height + 2;
}

void felt_draw_sides(const felt *f, int row)
{
    const lm_round *r = round_of(f);
    int at = MARGIN;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        char text[96];
        if (bet->box_bettor != LM_PLACE(f->p->now.seat, LM_DECIDER)) continue;
        const char *title = f->p->rules->offer[bet->slot - LM_SIDE].wager->title;
        bool decided = bet->state == LM_BET_DECIDED;
        snprintf(text, sizeof text, "%s %s%s", title, decided && bet->net > 0 ? "+" : "",
                 solo_dollars(decided ? bet->net : bet->stake).text);
        felt_ink ink = !decided ? INK_PLAIN : bet->net > 0 ? INK_WON : INK_LOST;
        at += felt_put(row, at, COLS - at - MARGIN, ink, text) + 3;
    }
}
