/* reports_rounds.c - the rounds of a table, one row each, for those who look through them: who dealt, what was staked and
 * won, what the tray must hold afterwards, and how often people had to correct what was entered.
 *
 * The errors of each dealer stand beside those of all: by_chance is the probability that a dealer who errs as often as
 * the others has at least so many in as many hands. It is a reason to look, not a verdict. */
#include <math.h>
#include <string.h>

#include "named.h"
#include "reports.h"

typedef struct {
    int64_t number, seq, time_ms, end_ms, hands, corrections, irregular;
    lm_cents staked, win, tray;
    char dealer[LM_HOUSE_ID];
    bool inside;
} round_row;

typedef struct {
    named_row dealer;
    int64_t rounds, hands, corrections, irregular;
} dealer_row;

typedef struct {
    report_query *query;
    json_t *rows;
    named_rows dealers; /* dealer_row, of all tables */
    round_row round;    /* number 0: none is open yet */
    char dealer[LM_HOUSE_ID];
    lm_cents tray;
} rounds_book;

/* --- a round ------------------------------------------------------------------------------------------------------- */

static void write_round(rounds_book *b, const table_reading *t)
{
    const round_row *r = &b->round;
    if (r->number && r->inside && r->hands) {
        add_row(b->rows, "RoundRow", t->table, t->money, r->number, r->seq, r->time_ms, r->end_ms - r->time_ms,
                r->dealer, r->hands, r->staked, r->win, r->tray, r->corrections, r->irregular);
        dealer_row *d = named_add(&b->dealers, r->dealer);
        d->rounds++;
        d->hands += r->hands;
        d->corrections += r->corrections;
        d->irregular += r->irregular;
    }
    b->round = (round_row){ 0 };
}

static void begin_round(rounds_book *b, const table_reading *t, const thing *what)
{
    write_round(b, t);
    b->round = (round_row){
        .number = t->round, .seq = what->seq, .time_ms = what->time_ms, .end_ms = what->time_ms, .inside = what->inside
    };
    snprintf(b->round.dealer, sizeof b->round.dealer, "%s", b->dealer);
}

static void hear_act(rounds_book *b, const table_reading *t, const thing *what)
{
    switch (what->act->word) {
    case LM_ACT_OPEN: begin_round(b, t, what); break;
    case LM_ACT_DEALER: snprintf(b->dealer, sizeof b->dealer, "%s", lm_act_text(what->act, LM_FIELD_PERSON)); break;
    case LM_ACT_CORRECT:
    case LM_ACT_RECOUNT: b->round.corrections++; break;
    case LM_ACT_IRREGULAR: b->round.irregular++; break;
    case LM_ACT_TRAY_CLOSE: write_round(b, t); break;
    default: break;
    }
}

/* Chips that people carry to and from the tray are not won or lost. */
static bool is_won(const char *reason)
{
    static const char *const carried[] = { "opener",   "fill",         "credit",
                                           "closer",   "buy-in",       "chips for a buy-in",
                                           "cash-out", "drop counted", "adjustment" };
    for (size_t i = 0; i < sizeof carried / sizeof *carried; i++) {
        if (strcmp(reason, carried[i]) == 0) return false;
    }
    return true;
}

static void hear_move(rounds_book *b, const table_reading *t, const thing *what)
{
    const lm_effect *m = what->move;
    lm_cents cents = 0;
    if (account_is(m->to, "tray", t->table)) cents += m->number;
    if (account_is(m->name, "tray", t->table)) cents -= m->number;
    b->tray += cents;
    if (!cents || !is_won(m->reason)) return;
    b->round.win += cents;
    b->round.tray = b->tray;
    b->round.end_ms = what->time_ms;
}

static void hear_rounds(void *self, const table_reading *t, const thing *what)
{
    rounds_book *b = self;
    if (what->kind == THING_ACT) hear_act(b, t, what);
    if (what->kind == THING_MOVE) hear_move(b, t, what);
    if (what->kind != THING_STAKE) return;
    b->round.staked += what->stake->cents;
    b->round.hands += is_hand(what->stake);
}

/* --- dealers ------------------------------------------------------------------------------------------------------- */

/* The probability of at least n events where `mean` are expected, if each comes by itself (Poisson). */
static double at_least(int64_t n, double mean)
{
    double term = exp(-mean), below = 0;
    for (int64_t i = 0; i < n; i++) {
        below += term;
        term *= mean / (double)(i + 1);
    }
    return below < 1 ? 1 - below : 0;
}

static json_t *write_dealers(rounds_book *b)
{
    json_t *rows = json_array();
    double hands = 0, errors = 0;
    named_sort(&b->dealers);
    for (const named_row *row = b->dealers.first; row; row = row->next) {
        hands += (double)((const dealer_row *)row)->hands;
        errors += (double)((const dealer_row *)row)->corrections;
    }
    for (const named_row *row = b->dealers.first; row; row = row->next) {
        const dealer_row *d = (const dealer_row *)row;
        double mean = hands > 0 ? errors * (double)d->hands / hands : 0;
        if (!row->name[0]) continue; /* the program deals */
        add_row(rows, "DealerRow", row->name, d->rounds, d->hands, d->corrections, d->irregular,
                share_of(1000.0 * (double)d->corrections, (double)d->hands), share_of(1000.0 * errors, hands),
                b->dealers.n > 1 && errors > 0 ? at_least(d->corrections, mean) : (double)NAN);
    }
    return rows;
}

static void begin_rounds(void *self, const table_reading *t)
{
    rounds_book *b = self;
    b->round = (round_row){ 0 };
    b->dealer[0] = '\0';
    b->tray = 0;
}

static void end_rounds(void *self, const table_reading *t)
{
    write_round(self, t);
}

json_t *report_rounds(report_query *query, json_t *more)
{
    rounds_book book = { .query = query, .rows = json_array() };
    table_listener listener = { .self = &book, .begin = begin_rounds, .hear = hear_rounds, .end = end_rounds };
    named_begin(&book.dealers, sizeof(dealer_row));
    json_t *rows = read_tables(query, &listener) ? book.rows : no_rows(book.rows);
    json_object_set_new(more, "dealers", write_dealers(&book));
    named_free(&book.dealers);
    return rows;
}
