/* ratings.c - each player at each table: how long, how much, what theory expects of it and what became of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports.h"

typedef struct {
    char player[LM_HOUSE_ID];
    int64_t since_ms, played_ms; /* since: he sits there now; 0: he does not */
    int64_t hands, stakes;
    lm_cents main_cents, result_cents, bought_cents, cashed_cents;
    theory theory;
    bool any;
} rating;

typedef struct {
    report_query *query;
    json_t *rows;
    player_rows ratings; /* rating */
} rating_book;

static rating *rating_of(rating_book *b, const char *player)
{
    return player_row(&b->ratings, sizeof(rating), player);
}

/* Time at the table that lies in the query's time. */
static void stand_up(rating_book *b, rating *r, int64_t time_ms)
{
    int64_t from = r->since_ms > b->query->from_ms ? r->since_ms : b->query->from_ms;
    if (r->since_ms && time_ms > from) r->played_ms += time_ms - from;
    r->since_ms = 0;
}

static void come_or_go(rating_book *b, const thing *what)
{
    const char *player = json_string_value(json_object_get(what->act, "player"));
    if (!player) return;
    if (strcmp(what->word, "sit") == 0) {
        rating *r = rating_of(b, player);
        if (!r->since_ms) r->since_ms = what->time_ms;
    }
    if (strcmp(what->word, "leave") == 0) stand_up(b, rating_of(b, player), what->time_ms);
}

/* Chips that come before a player or leave him by play. What he bought, cashed or gave away is no result. */
static void add_move(rating_book *b, const lm_effect *m)
{
    static const char *const not_play[] = { "toke", "buy-in", "chips for a buy-in", "cash-out" };
    const char *gets = account_person(m->to, "rack/"), *gives = account_person(m->name, "rack/");
    if (!gets && !gives) return;
    bool play = true;
    for (size_t i = 0; i < sizeof not_play / sizeof *not_play; i++)
        play = play && strcmp(m->reason, not_play[i]) != 0;
    rating *r = rating_of(b, gets ? gets : gives);
    r->any = true;
    if (play) r->result_cents += gets ? m->number : -m->number;
    if (!play && gets) r->bought_cents += m->number;
    if (strcmp(m->reason, "cash-out") == 0 && gives) r->cashed_cents += m->number;
}

static void add_stake(rating_book *b, const table_reading *t, const thing *what)
{
    rating *r = rating_of(b, what->player);
    theory_stake(&r->theory, t, what->wager, what->cents);
    r->any = true;
    r->stakes++;
    if (!is_hand(what)) return;
    r->hands++;
    r->main_cents += what->cents;
}

static void hear(void *self, const table_reading *t, const thing *what)
{
    rating_book *b = self;
    if (what->kind == THING_ACT) come_or_go(b, what);
    if (!what->inside) return;
    if (what->kind == THING_MOVE) add_move(b, what->move);
    if (what->kind == THING_STAKE) add_stake(b, t, what);
    rating *all = b->ratings.row;
    for (size_t i = 0; what->kind == THING_ROUND && i < b->ratings.n; i++)
        theory_round(&all[i].theory);
}

static void write_rating(rating_book *b, const table_reading *t, const rating *r)
{
    double reach = 1.96 * sqrt(r->theory.widest);
    json_t *row = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I}", "player", r->player, "table", t->table, "money",
                            t->money, "minutes", (json_int_t)(r->played_ms / 60000), "hands", (json_int_t)r->hands,
                            "bets", (json_int_t)r->stakes, "average_bet_cents",
                            (json_int_t)(r->hands ? (r->main_cents + r->hands / 2) / r->hands : 0), "staked_cents",
                            (json_int_t)(r->theory.staked_cents + r->theory.unknown_cents));
    json_t *sums =
        json_pack("{s:I, s:I, s:I, s:o, s:o, s:o}", "result_cents", (json_int_t)r->result_cents, "bought_cents",
                  (json_int_t)r->bought_cents, "cashed_cents", (json_int_t)r->cashed_cents, "theory_cents",
                  theory_cents(r->theory.mean_cents), "band_low_cents", theory_cents(-r->theory.mean_cents - reach),
                  "band_high_cents", theory_cents(-r->theory.mean_cents + reach));
    json_object_update(row, sums);
    json_decref(sums);
    json_array_append_new(b->rows, row);
}

static void begin(void *self, const table_reading *t)
{
    ((rating_book *)self)->ratings.n = 0;
}

static void end(void *self, const table_reading *t)
{
    rating_book *b = self;
    rating *r = b->ratings.row;
    player_rows_sort(&b->ratings, sizeof *r);
    for (size_t i = 0; i < b->ratings.n; i++, r++) {
        bool asked = !b->query->person[0] || strcmp(b->query->person, r->player) == 0;
        stand_up(b, r, query_end(b->query));
        if (asked && r->player[0] && (r->any || r->played_ms)) write_rating(b, t, r);
    }
}

json_t *report_ratings(report_query *query, json_t *more)
{
    rating_book book = { .query = query, .rows = json_array() };
    table_listener listener = { .self = &book, .begin = begin, .hear = hear, .end = end };
    (void)more;
    bool read = read_tables(query, &listener);
    free(book.ratings.row);
    if (read) return book.rows;
    json_decref(book.rows);
    return NULL;
}
