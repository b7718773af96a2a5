/* reports_win.c - drop, win and hold of every table in every shift, with the theoretical win.
 *
 * As on paper: win = drop + closer + credits - opener - fills. A shift that begins or ends while the tray is open
 * counts what lies in it at that moment, so shifts add up to the day. */
#include <math.h>
#include <string.h>

#include "reports.h"

static const double hour_ms = 3600000;

typedef struct {
    shift_name shift;
    int64_t began_ms, end_ms;
    bool any; /* the shift is not empty */
    lm_cents opener, fills, credits, closer, drop, start_tray;
    int64_t rounds, hands, staffed_ms;
    theory theory;
} win_row;

typedef struct {
    report_query *query;
    json_t *rows;
    win_row row;
    lm_cents tray;
    bool busy; /* a player is at the table since busy_since_ms */
    int64_t busy_since_ms;
} win_book;

static void write_row(win_book *b, const table_reading *t)
{
    const win_row *r = &b->row;
    const theory *th = &r->theory;
    lm_cents opener = r->start_tray + r->opener, closer = b->tray + r->closer;
    lm_cents win = r->drop + closer + r->credits - opener - r->fills;
    double drop = (double)r->drop, staffed = (double)r->staffed_ms, reach = theory_reach(th);
    char date[11];
    date_write(r->shift.midnight_ms, date);
    add_row(b->rows, "WinRow", t->table, t->title, t->money, date, r->shift.name, opener, r->fills, r->credits, closer,
            r->drop, win, share_of((double)win, drop), r->rounds, r->hands, r->staffed_ms / 60000,
            share_of(hour_ms * (double)r->rounds, staffed), share_of(hour_ms * (double)r->hands, staffed),
            th->staked_cents + th->unknown_cents, whole_cents(th->mean_cents), whole_cents(sqrt(th->variance)),
            whole_cents(th->mean_cents - reach), whole_cents(th->mean_cents + reach), th->unknown_cents,
            share_of(th->mean_cents, drop));
}

static void count_busy(win_book *b, int64_t until_ms)
{
    if (b->busy && until_ms > b->busy_since_ms) b->row.staffed_ms += until_ms - b->busy_since_ms;
    b->busy_since_ms = until_ms;
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The beginning of the shift or of the query, whichever is later. */
static int64_t row_start(const win_book *b)
{
    return later(b->row.began_ms, b->query->from_ms);
}

/* Begins the row of the shift in which a moment lies; it starts where the one before it ended. */
static void begin_row(win_book *b, int64_t time_ms, int64_t not_before_ms)
{
    b->row = (win_row){ .start_tray = b->tray };
    query_shift(b->query, time_ms, &b->row.shift);
    b->row.began_ms = later(b->row.shift.began_ms, not_before_ms);
    b->row.end_ms = query_shift_end(b->query, time_ms);
    b->busy_since_ms = row_start(b);
}

/* Writes the shifts that are over at a moment, except those in which nothing happened. */
static void pass_time(win_book *b, const table_reading *t, int64_t time_ms)
{
    int64_t end = b->row.end_ms;
    if (time_ms < end) return;
    count_busy(b, end < query_end(b->query) ? end : query_end(b->query));
    if (b->row.any) write_row(b, t);
    begin_row(b, time_ms, end);
}

static void come_or_go(win_book *b, const table_reading *t, const thing *what)
{
    if (t->busy == b->busy) return;
    if (what->inside) count_busy(b, what->time_ms);
    if (t->busy) b->busy_since_ms = later(what->time_ms, row_start(b));
    b->busy = t->busy;
}

static void add_move(win_book *b, const table_reading *t, const thing *what)
{
    win_row *r = &b->row;
    const lm_effect *m = what->move;
    bool in = account_is(m->to, "tray", t->table), out = account_is(m->name, "tray", t->table);
    if (in) b->tray += m->number;
    if (out) b->tray -= m->number;
    if (!what->inside) return;
    static const struct {
        const char *reason;
        bool in;
        size_t sum;
    } sums[] = {
        { "opener", true, offsetof(win_row, opener) },
        { "fill", true, offsetof(win_row, fills) },
        { "credit", false, offsetof(win_row, credits) },
        { "closer", false, offsetof(win_row, closer) },
    };
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        if (strcmp(m->reason, sums[i].reason) == 0 && (sums[i].in ? in : out))
            *(lm_cents *)(void *)((char *)r + sums[i].sum) += m->number;
    }
    if (account_is(m->to, "drop", t->table)) r->drop += m->number;
    r->any = true;
}

static void add_stake(win_book *b, const table_reading *t, const thing *what)
{
    theory_stake(&b->row.theory, t, what->stake);
    if (is_hand(what->stake)) b->row.hands++;
}

static void hear_win(void *self, const table_reading *t, const thing *what)
{
    win_book *b = self;
    if (what->inside) pass_time(b, t, what->time_ms);
    if (what->kind == THING_ACT) come_or_go(b, t, what);
    if (what->kind == THING_MOVE) {
        add_move(b, t, what);
        if (!what->inside) b->row.start_tray = b->tray;
    }
    if (!what->inside) return;
    if (what->kind == THING_STAKE) add_stake(b, t, what);
    if (what->kind == THING_ROUND) {
        b->row.any = true; /* a round counts here even if its money moves in the next shift */
        b->row.rounds++;
        theory_round(&b->row.theory);
    }
}

static void begin_win(void *self, const table_reading *t)
{
    win_book *b = self;
    b->tray = 0;
    b->busy = false;
    begin_row(b, b->query->from_ms, INT64_MIN);
}

static void end_win(void *self, const table_reading *t)
{
    win_book *b = self;
    pass_time(b, t, b->query->to_ms - 1);
    count_busy(b, query_end(b->query));
    if (b->row.any) write_row(b, t);
}

json_t *report_win(report_query *query, json_t *more)
{
    win_book book = { .query = query, .rows = json_array() };
    table_listener listener = { .self = &book, .begin = begin_win, .hear = hear_win, .end = end_win };
    return read_tables(query, &listener) ? book.rows : no_rows(book.rows);
}
