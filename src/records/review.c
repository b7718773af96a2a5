/* review.c - the review of players: each player's bets and insurance beside the count of the cards that had been seen.
 *
 * The count is high-low: +1 for 2 to 6, -1 for tens and aces; the true count is the count divided by the decks left.
 * The report gives figures without a verdict: a correlation may come from counting, or from chance; by_chance tells how
 * often chance alone would do it (chance.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "list.h"
#include "named.h"
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

/* NAN if x or y never changed. */
static double pairs_correlation(const pairs *p)
{
    double n = p->n > 0 ? p->n : 1;
    double sxx = p->xx - p->x * p->x / n, syy = p->yy - p->y * p->y / n, sxy = p->xy - p->x * p->y / n;
    if (p->n < 2 || sxx <= 1e-9 * (p->xx + 1) || syy <= 1e-9 * (p->yy + 1)) return (double)NAN;
    return sxy / sqrt(sxx * syy);
}

typedef struct {
    named_row player;
    pairs bets; /* x: true count, y: cents */
    count_chance chance;
    lm_cents least, most;
    struct {
        int64_t bets, insured, declined;
        lm_cents cents;
    } at[COUNTS];
    double taken_count, declined_count;
    int64_t taken, declined;
} player_review;

/* A player who may insure in the round being read. */
typedef struct {
    report_stake stake;
    bool insured;
} box_answer;

/* What each act of the round added to the count, so that a correction can take it back. */
typedef struct {
    int out, running;
    bool names_card;
} round_count;

typedef struct {
    report_query *query;
    json_t *rows, *by_count;
    named_rows reviews;      /* player_review, by player */
    int cards, out, running; /* of the shoe: its cards, cards dealt, running count */
    round_count *since;      /* acts of the round, with the count that each added */
    size_t sinces, since_room;
    box_answer answer[REPORT_STAKES];
    int answers;
    bool window, window_inside; /* insurance was offered in this round */
    double window_count;
} review_book;

/* --- the count -------------------------------------------------------------------------------------------------------- */

/* The tag of the card that a field of the act names, if any. */
static int high_low(const lm_act *act, lm_act_field field)
{
    if (!lm_act_has(act, field)) return 0;
    int value = lm_card_value((lm_card)lm_act_int(act, field));
    return value == 1 || value == 10 ? -1 : value <= 6 ? 1 : 0;
}

static double true_count(const review_book *b)
{
    double decks = (double)(b->cards - b->out) / LM_CARDS;
    return b->running / (decks < 0.5 ? 0.5 : decks);
}

static void end_shoe(review_book *b)
{
    for (named_row *row = b->reviews.first; row; row = row->next)
        chance_shoe(&((player_review *)row)->chance);
}

static void new_shoe(review_book *b, const table_reading *t)
{
    end_shoe(b);
    b->cards = (t->rules ? (int)t->rules->decks : 6) * LM_CARDS;
    b->out = b->running = 0;
}

/* What an act does to the count: whether a card leaves the shoe, and whether it is seen. */
static const struct {
    lm_act_word word;
    bool leaves, seen;
} card_acts[] = {
    { LM_ACT_CARD, true, true },  { LM_ACT_DETERMINE, true, true }, { LM_ACT_DOWN, true, false },
    { LM_ACT_BURN, true, false }, { LM_ACT_TURN, false, true },     { LM_ACT_SHOW_BURN, false, true },
};

static void note_act(review_book *b, round_count added)
{
    b->since = list_with_room(b->since, b->sinces, &b->since_room, sizeof *b->since);
    b->since[b->sinces++] = added;
}

/* Replaces the tag of a corrected card, and takes back the acts that the correction did not keep. */
static void correct_count(review_book *b, const lm_act *act, int difference)
{
    int64_t number = lm_act_int(act, LM_FIELD_NUMBER);
    size_t kept = (size_t)lm_act_int(act, LM_FIELD_KEPT_ACTS);
    for (size_t i = 0; i < b->sinces && number; i++) {
        if (b->since[i].names_card && --number == 0) b->since[i].running += difference;
    }
    b->running += difference;
    for (; b->sinces > kept; b->sinces--) {
        b->out -= b->since[b->sinces - 1].out;
        b->running -= b->since[b->sinces - 1].running;
    }
}

static round_count count_of(const lm_act *act)
{
    round_count added = { .names_card = lm_act_has(act, LM_FIELD_CARD) };
    for (size_t i = 0; i < sizeof card_acts / sizeof *card_acts; i++) {
        if (act->word != card_acts[i].word) continue;
        added.out = card_acts[i].leaves;
        if (card_acts[i].seen) added.running = high_low(act, LM_FIELD_CARD);
    }
    return added;
}

static void count_act(review_book *b, const table_reading *t, const thing *what)
{
    const lm_act *act = what->act;
    bool continuous = t->rules && t->rules->shoe == LM_SHOE_CONTINUOUS;
    int difference = high_low(act, LM_FIELD_CARD) - high_low(act, LM_FIELD_WAS);
    if (act->word == LM_ACT_SHOE || (act->word == LM_ACT_LOAD && (b->out || !b->cards))) new_shoe(b, t);
    if (act->word == LM_ACT_OPEN && continuous) b->out = b->running = 0;
    if (act->word == LM_ACT_CORRECT) correct_count(b, act, difference);
    if (act->word == LM_ACT_RECOUNT) b->running += difference;
    round_count added = count_of(act);
    b->out += added.out;
    b->running += added.running;
    if (act->word == LM_ACT_OPEN)
        b->sinces = 0;
    else if (act_is_of_round((lm_act_word)act->word))
        note_act(b, added);
}

/* --- bets and insurance -------------------------------------------------------------------------------------------------- */

static player_review *review_of(review_book *b, const char *player)
{
    return named_add(&b->reviews, player);
}

static int bucket_of(double count)
{
    double whole = floor(count);
    return (int)(whole < COUNT_LEAST ? COUNT_LEAST : whole > COUNT_MOST ? COUNT_MOST : whole) - COUNT_LEAST;
}

static void review_bet(review_book *b, const report_stake *stake)
{
    double count = true_count(b);
    player_review *r = review_of(b, stake->player);
    pairs_add(&r->bets, count, (double)stake->cents);
    chance_add(&r->chance, count, (double)stake->cents);
    if (!r->least || stake->cents < r->least) r->least = stake->cents;
    if (stake->cents > r->most) r->most = stake->cents;
    r->at[bucket_of(count)].bets++;
    r->at[bucket_of(count)].cents += stake->cents;
}

/* At a hand-dealt table `close` also ends the showing of cards, so there only an answer proves that insurance was
 * offered. */
static void hear_answer(review_book *b, const table_reading *t, const thing *what)
{
    const lm_act *act = what->act;
    bool insures = act->word == LM_ACT_INSURE, even = act->word == LM_ACT_EVEN_MONEY;
    bool by_hand = t->rules && t->rules->shoe == LM_SHOE_HAND;
    bool closes = act->word == LM_ACT_CLOSE && !by_hand;
    if (!insures && !even && !closes) return;
    if (!b->window) b->window_count = true_count(b);
    b->window = true;
    b->window_inside = what->inside;
    const lm_act_value *at = lm_act_get(act, LM_FIELD_SEAT);
    bool takes = even || (insures && lm_act_int(act, LM_FIELD_CENTS) > 0);
    for (int i = 0; at && takes && i < b->answers; i++) {
        const report_stake *stake = &b->answer[i].stake;
        if (stake->box == at->seat.box && stake->bettor == at->seat.bettor) b->answer[i].insured = true;
    }
}

/* No answer means that insurance was declined. */
static void end_round(review_book *b)
{
    int bucket = bucket_of(b->window_count);
    for (int i = 0; b->window && b->window_inside && i < b->answers; i++) {
        const box_answer *a = &b->answer[i];
        player_review *r = review_of(b, a->stake.player);
        r->taken += a->insured;
        r->declined += !a->insured;
        r->at[bucket].insured += a->insured;
        r->at[bucket].declined += !a->insured;
        *(a->insured ? &r->taken_count : &r->declined_count) += b->window_count;
    }
    b->answers = 0;
    b->window = false;
}

static void hear_review(void *self, const table_reading *t, const thing *what)
{
    review_book *b = self;
    if (what->kind == THING_ACT) {
        if (what->act->word == LM_ACT_OPEN) end_round(b);
        count_act(b, t, what);
        hear_answer(b, t, what);
    }
    if (what->kind != THING_STAKE || strncmp(what->stake->wager, "main", 4) != 0) return;
    if (b->answers < REPORT_STAKES) b->answer[b->answers++] = (box_answer){ .stake = *what->stake };
    if (what->inside) review_bet(b, what->stake);
}

/* --- rows -------------------------------------------------------------------------------------------------------------------- */

static void write_review(review_book *b, const table_reading *t, const player_review *r)
{
    const pairs *p = &r->bets;
    add_row(b->rows, "ReviewRow", r->player.name, t->table, (int64_t)p->n, r->least, r->most, share_of(p->y, p->n),
            share_of(p->x, p->n), pairs_correlation(p), r->taken, r->declined,
            share_of(r->taken_count, (double)r->taken), share_of(r->declined_count, (double)r->declined),
            r->chance.shoes, chance_of(&r->chance));
    for (int i = 0; i < COUNTS; i++) {
        int64_t bets = r->at[i].bets, insured = r->at[i].insured, declined = r->at[i].declined;
        if (bets || insured || declined)
            add_row(b->by_count, "CountRow", r->player.name, t->table, (int64_t)i + COUNT_LEAST, bets,
                    share_of((double)r->at[i].cents, (double)bets), insured, declined);
    }
}

static void begin_review(void *self, const table_reading *t)
{
    review_book *b = self;
    named_begin(&b->reviews, sizeof(player_review));
    b->cards = b->out = b->running = b->answers = 0;
    b->sinces = 0;
    b->window = false;
}

static void end_review(void *self, const table_reading *t)
{
    review_book *b = self;
    end_round(b);
    end_shoe(b);
    named_sort(&b->reviews);
    for (const named_row *row = b->reviews.first; row; row = row->next) {
        bool asked = !b->query->person[0] || strcmp(b->query->person, row->name) == 0;
        if (row->name[0] && asked) write_review(b, t, (const void *)row);
    }
    named_free(&b->reviews);
}

json_t *report_review(report_query *query, json_t *more)
{
    review_book *book = zeroed_or_end(sizeof *book);
    book->query = query;
    book->rows = json_array();
    book->by_count = json_array();
    table_listener listener = { .self = book, .begin = begin_review, .hear = hear_review, .end = end_review };
    json_t *rows = read_tables(query, &listener) ? book->rows : no_rows(book->rows);
    json_object_set_new(more, "by_count", book->by_count);
    free(book->since);
    free(book);
    return rows;
}
