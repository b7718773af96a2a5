/* ratings.c - ratings of players at tables: time, bets, theoretical and actual result. */
#include <string.h>

#include "named.h"
#include "reports.h"

typedef struct {
    named_row player;
    int64_t since_ms, played_ms; /* since_ms: when the player sat down; 0: is not at the table */
    int64_t hands, stakes;
    lm_cents main_cents, result_cents, bought_cents, cashed_cents;
    theory theory;
    bool any;
} rating;

typedef struct {
    report_query *query;
    json_t *rows;
    named_rows ratings; /* rating, by player */
} rating_book;

static rating *rating_of(rating_book *b, const char *player)
{
    return named_add(&b->ratings, player);
}

/* Adds the player's time at the table, as far as it lies within the query's time. */
static void stand_up(rating_book *b, rating *r, int64_t time_ms)
{
    int64_t from = r->since_ms > b->query->from_ms ? r->since_ms : b->query->from_ms;
    if (r->since_ms && time_ms > from) r->played_ms += time_ms - from;
    r->since_ms = 0;
}

static void come_or_go(rating_book *b, const thing *what)
{
    const char *player = lm_act_text(what->act, LM_FIELD_PLAYER);
    if (!*player) return;
    if (what->act->word == LM_ACT_SIT) {
        rating *r = rating_of(b, player);
        if (!r->since_ms) r->since_ms = what->time_ms;
    }
    if (what->act->word == LM_ACT_LEAVE_TABLE) stand_up(b, rating_of(b, player), what->time_ms);
}

/* Adds chips that a player wins or loses. Chips bought, cashed or given away are not part of the result. */
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

static void add_stake(rating_book *b, const table_reading *t, const report_stake *stake)
{
    rating *r = rating_of(b, stake->player);
    theory_stake(&r->theory, t, stake);
    r->any = true;
    r->stakes++;
    if (!is_hand(stake)) return;
    r->hands++;
    r->main_cents += stake->cents;
}

static void hear_ratings(void *self, const table_reading *t, const thing *what)
{
    rating_book *b = self;
    if (what->kind == THING_ACT) come_or_go(b, what);
    if (!what->inside) return;
    if (what->kind == THING_MOVE) add_move(b, what->move);
    if (what->kind == THING_STAKE) add_stake(b, t, what->stake);
    if (what->kind != THING_ROUND) return;
    for (named_row *row = b->ratings.first; row; row = row->next)
        theory_round(&((rating *)row)->theory);
}

static void write_rating(rating_book *b, const table_reading *t, const rating *r)
{
    const theory *th = &r->theory;
    double reach = theory_reach(th);
    lm_cents average = r->hands ? (r->main_cents + r->hands / 2) / r->hands : 0;
    add_row(b->rows, "RatingRow", r->player.name, t->table, t->money, r->played_ms / 60000, r->hands, r->stakes,
            average, th->staked_cents + th->unknown_cents, r->result_cents, r->bought_cents, r->cashed_cents,
            whole_cents(th->mean_cents), whole_cents(-th->mean_cents - reach), whole_cents(-th->mean_cents + reach));
}

static void begin_ratings(void *self, const table_reading *t)
{
    named_begin(&((rating_book *)self)->ratings, sizeof(rating));
}

static void end_ratings(void *self, const table_reading *t)
{
    rating_book *b = self;
    named_sort(&b->ratings);
    for (named_row *row = b->ratings.first; row; row = row->next) {
        rating *r = (rating *)row;
        bool asked = !b->query->person[0] || strcmp(b->query->person, row->name) == 0;
        stand_up(b, r, query_end(b->query));
        if (asked && row->name[0] && (r->any || r->played_ms)) write_rating(b, t, r);
    }
    named_free(&b->ratings);
}

json_t *report_ratings(report_query *query, json_t *more)
{
    rating_book book = { .query = query, .rows = json_array() };
    table_listener listener = { .self = &book, .begin = begin_ratings, .hear = hear_ratings, .end = end_ratings };
    return read_tables(query, &listener) ? book.rows : no_rows(book.rows);
}
