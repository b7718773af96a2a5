/* review.c - seat review: each player's bets and insurance beside the count of the cards that had been seen.
 *
 * The count is high-low: +1 for 2 to 6, -1 for tens and aces; the true count is that by decks left in the shoe. The
 * report states figures and judges nobody: whoever follows the count shows it here, and so may chance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports.h"

enum { COUNT_LEAST = -5, COUNT_MOST = 5, COUNTS = COUNT_MOST - COUNT_LEAST + 1 };

/* Running sums for means and a correlation. */
typedef struct {
    double n, x, y, xx, yy, xy;
} pairs;

static void pairs_add(pairs *p, double x, double y)
{
    p->n++;
    p->x += x;
    p->y += y;
    p->xx += x * x;
    p->yy += y * y;
    p->xy += x * y;
}

/* Null where one of both never changed. */
static json_t *pairs_correlation(const pairs *p)
{
    double n = p->n > 0 ? p->n : 1;
    double sxx = p->xx - p->x * p->x / n, syy = p->yy - p->y * p->y / n, sxy = p->xy - p->x * p->y / n;
    if (p->n < 2 || sxx <= 1e-9 * (p->xx + 1) || syy <= 1e-9 * (p->yy + 1)) return json_null();
    return json_real(sxy / sqrt(sxx * syy));
}

typedef struct {
    char player[LM_HOUSE_ID];
    pairs bets; /* true count, cents */
    lm_cents least, most;
    struct {
        int64_t bets, insured, declined;
        lm_cents cents;
    } at[COUNTS];
    double taken_count, declined_count;
    int64_t taken, declined;
} seat_review;

/* Who may insure in the round being read. */
typedef struct {
    char player[LM_HOUSE_ID], seat[REPORT_SEAT];
    bool insured;
} seat_answer;

/* What an act of the round added to the count; a correction takes those back that it cuts off. */
typedef struct {
    int out, running;
    bool names_card;
} round_count;

typedef struct {
    report_query *query;
    json_t *rows, *by_count;
    player_rows reviews;     /* seat_review */
    int cards, out, running; /* of the shoe */
    round_count *since;      /* acts of the round, and what each has added; */
    size_t sinces, since_room;
    seat_answer answer[REPORT_STAKES];
    int answers;
    bool window, window_inside; /* insurance was offered in this round */
    double window_count;
} review_book;

/* --- the count -------------------------------------------------------------------------------------------------------- */

static int high_low(const char *text)
{
    lm_card card;
    if (!text || !lm_card_read(text, &card)) return 0;
    int value = lm_card_value(card);
    return value == 1 || value == 10 ? -1 : value <= 6 ? 1 : 0;
}

static double true_count(const review_book *b)
{
    double decks = (double)(b->cards - b->out) / LM_CARDS;
    return b->running / (decks < 0.5 ? 0.5 : decks);
}

static void new_shoe(review_book *b, const table_reading *t, const json_t *cards)
{
    int decks = t->rules ? (int)t->rules->decks : 6;
    b->cards = json_is_integer(cards) ? (int)json_integer_value(cards) : decks * LM_CARDS;
    b->out = b->running = 0;
}

/* What an act does to the count: whether a card leaves the shoe, and whether it is seen. */
static const struct {
    const char *word;
    bool leaves, seen;
} card_acts[] = {
    { "card", true, true },  { "determinant", true, true }, { "down", true, false },
    { "burn", true, false }, { "turn", false, true },       { "show-burn", false, true },
};

static void note_act(review_book *b, round_count added)
{
    if (b->sinces == b->since_room) {
        size_t room = 2 * b->since_room + 64;
        round_count *more = realloc(b->since, room * sizeof *more);
        if (!more) memory_end();
        b->since = more;
        b->since_room = room;
    }
    b->since[b->sinces++] = added;
}

/* The card was another one, and what came after the acts that were kept comes again. */
static void correct_count(review_book *b, const json_t *act, int difference)
{
    json_int_t number = json_integer_value(json_object_get(act, "number"));
    size_t kept = (size_t)json_integer_value(json_object_get(act, "kept"));
    for (size_t i = 0; i < b->sinces && number; i++) {
        if (b->since[i].names_card && --number == 0) b->since[i].running += difference;
    }
    b->running += difference;
    for (; b->sinces > kept; b->sinces--) {
        b->out -= b->since[b->sinces - 1].out;
        b->running -= b->since[b->sinces - 1].running;
    }
}

static void count_act(review_book *b, const table_reading *t, const thing *what)
{
    const char *card = json_string_value(json_object_get(what->act, "card"));
    bool continuous = t->rules && t->rules->shoe == LM_SHOE_CONTINUOUS;
    if (strcmp(what->word, "shoe") == 0) new_shoe(b, t, json_object_get(what->act, "cards"));
    if (strcmp(what->word, "load") == 0 && (b->out || !b->cards)) new_shoe(b, t, NULL);
    if (strcmp(what->word, "open") == 0 && continuous) b->out = b->running = 0;
    const char *was = json_string_value(json_object_get(what->act, "was"));
    if (strcmp(what->word, "correct") == 0) correct_count(b, what->act, high_low(card) - high_low(was));
    if (strcmp(what->word, "recount") == 0) b->running += high_low(card) - high_low(was);
    round_count added = { .names_card = card != NULL };
    for (size_t i = 0; i < sizeof card_acts / sizeof *card_acts; i++) {
        if (strcmp(what->word, card_acts[i].word) != 0) continue;
        added.out = card_acts[i].leaves;
        if (card_acts[i].seen) added.running = high_low(card);
    }
    b->out += added.out;
    b->running += added.running;
    if (strcmp(what->word, "open") == 0)
        b->sinces = 0;
    else if (act_is_of_round(what->act))
        note_act(b, added);
}

/* --- bets and insurance -------------------------------------------------------------------------------------------------- */

static seat_review *review_of(review_book *b, const char *player)
{
    return player_row(&b->reviews, sizeof(seat_review), player);
}

static int bucket_of(double count)
{
    double whole = floor(count);
    return (int)(whole < COUNT_LEAST ? COUNT_LEAST : whole > COUNT_MOST ? COUNT_MOST : whole) - COUNT_LEAST;
}

static void review_bet(review_book *b, const thing *what)
{
    double count = true_count(b);
    seat_review *r = review_of(b, what->player);
    pairs_add(&r->bets, count, (double)what->cents);
    if (!r->least || what->cents < r->least) r->least = what->cents;
    if (what->cents > r->most) r->most = what->cents;
    r->at[bucket_of(count)].bets++;
    r->at[bucket_of(count)].cents += what->cents;
}

static void may_insure(review_book *b, const thing *what)
{
    if (b->answers == REPORT_STAKES) return;
    seat_answer *a = &b->answer[b->answers++];
    *a = (seat_answer){ 0 };
    snprintf(a->player, sizeof a->player, "%s", what->player);
    snprintf(a->seat, sizeof a->seat, "%s", what->seat);
}

/* At a hand-dealt table `close` also ends the showing of cards; there only an answer proves that insurance was offered. */
static void hear_answer(review_book *b, const table_reading *t, const thing *what)
{
    bool insures = strcmp(what->word, "insure") == 0, even = strcmp(what->word, "evenmoney") == 0;
    bool by_hand = t->rules && t->rules->shoe == LM_SHOE_HAND;
    bool closes = strcmp(what->word, "close") == 0 && !by_hand;
    if (!insures && !even && !closes) return;
    if (!b->window) b->window_count = true_count(b);
    b->window = true;
    b->window_inside = what->inside;
    const char *seat = json_string_value(json_object_get(what->act, "seat"));
    bool takes = even || (insures && json_integer_value(json_object_get(what->act, "cents")) > 0);
    for (int i = 0; seat && takes && i < b->answers; i++) {
        if (strcmp(b->answer[i].seat, seat) == 0) b->answer[i].insured = true;
    }
}

/* Silence was a no. */
static void end_round(review_book *b)
{
    int bucket = bucket_of(b->window_count);
    for (int i = 0; b->window && b->window_inside && i < b->answers; i++) {
        const seat_answer *a = &b->answer[i];
        seat_review *r = review_of(b, a->player);
        r->taken += a->insured;
        r->declined += !a->insured;
        r->at[bucket].insured += a->insured;
        r->at[bucket].declined += !a->insured;
        *(a->insured ? &r->taken_count : &r->declined_count) += b->window_count;
    }
    b->answers = 0;
    b->window = false;
}

static void hear(void *self, const table_reading *t, const thing *what)
{
    review_book *b = self;
    if (what->kind == THING_ACT) {
        if (strcmp(what->word, "open") == 0) end_round(b);
        count_act(b, t, what);
        hear_answer(b, t, what);
    }
    if (what->kind != THING_STAKE || strncmp(what->wager, "main", 4) != 0) return;
    may_insure(b, what);
    if (what->inside) review_bet(b, what);
}

/* --- rows -------------------------------------------------------------------------------------------------------------------- */

static json_t *mean(double sum, double n)
{
    return n > 0 ? json_real(sum / n) : json_null();
}

static void write_review(review_book *b, const table_reading *t, const seat_review *r)
{
    const pairs *p = &r->bets;
    json_t *row =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:o, s:o, s:o}", "player", r->player, "table", t->table, "bets",
                  (json_int_t)p->n, "least_cents", (json_int_t)r->least, "most_cents", (json_int_t)r->most,
                  "mean_cents", mean(p->y, p->n), "mean_count", mean(p->x, p->n), "correlation", pairs_correlation(p));
    json_object_set_new(row, "insured", json_integer(r->taken));
    json_object_set_new(row, "declined", json_integer(r->declined));
    json_object_set_new(row, "insured_mean_count", mean(r->taken_count, (double)r->taken));
    json_object_set_new(row, "declined_mean_count", mean(r->declined_count, (double)r->declined));
    json_array_append_new(b->rows, row);
    for (int i = 0; i < COUNTS; i++) {
        if (!r->at[i].bets && !r->at[i].insured && !r->at[i].declined) continue;
        json_array_append_new(b->by_count,
                              json_pack("{s:s, s:s, s:i, s:I, s:o, s:I, s:I}", "player", r->player, "table", t->table,
                                        "count", i + COUNT_LEAST, "bets", (json_int_t)r->at[i].bets, "mean_cents",
                                        mean((double)r->at[i].cents, (double)r->at[i].bets), "insured",
                                        (json_int_t)r->at[i].insured, "declined", (json_int_t)r->at[i].declined));
    }
}

static void begin(void *self, const table_reading *t)
{
    review_book *b = self;
    b->reviews.n = 0;
    b->cards = b->out = b->running = b->answers = 0;
    b->sinces = 0;
    b->window = false;
}

static void end(void *self, const table_reading *t)
{
    review_book *b = self;
    end_round(b);
    const seat_review *r = b->reviews.row;
    player_rows_sort(&b->reviews, sizeof *r);
    for (size_t i = 0; i < b->reviews.n; i++, r++) {
        if (r->player[0] && (!b->query->person[0] || strcmp(b->query->person, r->player) == 0)) write_review(b, t, r);
    }
}

json_t *report_review(report_query *query, json_t *more)
{
    review_book *book = calloc(1, sizeof *book);
    if (!book) return NULL;
    book->query = query;
    book->rows = json_array();
    book->by_count = json_array();
    table_listener listener = { .self = book, .begin = begin, .hear = hear, .end = end };
    bool read = read_tables(query, &listener);
    json_t *rows = book->rows;
    json_object_set_new(more, "by_count", book->by_count);
    free(book->reviews.row);
    free(book->since);
    free(book);
    if (read) return rows;
    json_decref(rows);
    return NULL;
}
