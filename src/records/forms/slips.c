/* slips.c - the slips of a gaming day: openers, fills, credits, closers, counted drops and jackpots.
 *
 * A slip is an act of a table's record; nothing else is kept. Its number counts the slips of its gaming day and kind over
 * all tables in the order of time, so a slip has the same number in every report. */
#include <stdlib.h>
#include <string.h>

#include "reports.h"

enum { AWARDS_WAITING = 16 };

/* Who called and confirmed an award that is not paid yet. */
typedef struct {
    char box[8], wager[40], called[LM_HOUSE_ID], confirmed[LM_HOUSE_ID];
} waiting_award;

typedef struct {
    report_query *query;
    json_t *rows, *filed;
    json_t *slip; /* borrowed: that of the present record */
    int64_t slip_seq, fills;
    bool is_jackpot, is_paid;
    int64_t last_slip; /* the table's own number */
    waiting_award award[AWARDS_WAITING];
    report_stake stake[REPORT_STAKES];
    int stakes;
} slip_book;

typedef struct {
    const char *kind, *by, *wager, *box, *called, *confirmed;
    lm_cents cents, book, difference;
    int64_t slip;
    const char *chips, *approved;
} new_slip;

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const char *or_none(const char *text)
{
    return text && *text ? text : NULL;
}

static json_t *add_slip(slip_book *b, const table_reading *t, const thing *what, const new_slip *s)
{
    char time[24], date[11], key[LM_STORE_NAME + 32];
    shift_name shift;
    query_shift(b->query, what->time_ms, &shift);
    date_write(shift.midnight_ms, date);
    time_write(what->time_ms, time);
    snprintf(key, sizeof key, "%s/%lld", t->table, (long long)what->seq);
    const json_t *filed = json_object_get(b->filed, key);
    return add_row(b->rows, "SlipRow", date, shift.name, s->kind, (int64_t)0, t->table, t->title, t->money, time,
                   what->time_ms, what->seq, s->cents, s->book, s->difference, or_none(s->chips), s->by ? s->by : "",
                   or_none(s->approved), s->slip, (const char *)NULL, or_none(s->wager), or_none(s->box), (int64_t)0,
                   or_none(s->called), or_none(s->confirmed), json_false(), (int64_t)0, (int64_t)0, (int64_t)0,
                   (int64_t)0, or_none(text_in(filed, "by")), or_none(text_in(filed, "time")));
}

/* --- awards ------------------------------------------------------------------------------------------------------------ */

static waiting_award *award_at(slip_book *b, const json_t *act, bool make)
{
    const char *box = text_in(act, "seat"), *wager = text_in(act, "wager");
    waiting_award *free_one = NULL;
    for (int i = 0; i < AWARDS_WAITING; i++) {
        waiting_award *a = &b->award[i];
        if (a->wager[0] && strcmp(a->box, box) == 0 && strcmp(a->wager, wager) == 0) return a;
        if (!a->wager[0] && !free_one) free_one = a;
    }
    if (!make || !free_one) return NULL;
    snprintf(free_one->box, sizeof free_one->box, "%s", box);
    snprintf(free_one->wager, sizeof free_one->wager, "%s", wager);
    return free_one;
}

static void take_award(slip_book *b, const json_t *act, bool called)
{
    waiting_award *a = award_at(b, act, true);
    if (a) snprintf(called ? a->called : a->confirmed, LM_HOUSE_ID, "%s", text_in(act, "person"));
}

static void pay_award(slip_book *b, const table_reading *t, const thing *what)
{
    const json_t *act = what->recorded;
    waiting_award none = { .box = "" }, *a = award_at(b, act, false);
    if (!a) a = &none;
    b->slip = add_slip(b, t, what,
                       &(new_slip){ .kind = "jackpot",
                                    .by = text_in(act, "person"),
                                    .wager = text_in(act, "wager"),
                                    .box = text_in(act, "seat"),
                                    .called = *a->called ? a->called : "dealer",
                                    .confirmed = a->confirmed });
    b->is_jackpot = true;
    b->is_paid = false;
    *a = none;
}

/* The stake of the wager that was paid; where it lies elsewhere, the player's smallest, so that no form is missed. */
static lm_cents stake_of(const slip_book *b, const char *player, const char *wager)
{
    lm_cents exact = 0, least = 0;
    for (int i = 0; i < b->stakes; i++) {
        const report_stake *s = &b->stake[i];
        if (strcmp(s->player, player) != 0) continue;
        if (strcmp(s->wager, wager) == 0 && (!exact || s->cents < exact)) exact = s->cents;
        if (!least || s->cents < least) least = s->cents;
    }
    return exact ? exact : least;
}

static void set(json_t *row, const char *key, int64_t number)
{
    json_object_set_new(row, key, json_integer(number));
}

/* The first payment to a player in the record of the card is the award; later ones settle the round. */
static void take_payment(slip_book *b, const thing *what, bool real)
{
    const lm_effect *m = what->move;
    const char *player = account_person(m->to, "rack/");
    if (strncmp(m->name, "meter/", 6) == 0 && strcmp(m->reason, "award") == 0) set(b->slip, "meter_cents", m->number);
    if (!player || b->is_paid || (strcmp(m->reason, "pay") != 0 && strcmp(m->reason, "award") != 0)) return;
    tax_line line = { 0 };
    lm_cents stake = stake_of(b, player, text_in(b->slip, "wager"));
    bool form =
        real && tax_is_listed(config_at(b->query, what->time_ms), what->time_ms, m->number, stake, &line) && line.form;
    b->is_paid = true;
    json_object_set_new(b->slip, "person", json_string(player));
    set(b->slip, "cents", m->number);
    json_object_set_new(b->slip, "form", json_boolean(form));
    set(b->slip, "threshold_cents", line.form ? line.form->cents : 0);
    set(b->slip, "federal_cents", line.federal_cents);
    set(b->slip, "state_cents", line.state_cents);
    set(b->slip, "backup_cents", line.backup_cents);
}

/* --- trays and drops ---------------------------------------------------------------------------------------------------- */

static void hear_act(slip_book *b, const table_reading *t, const thing *what)
{
    static const struct {
        lm_act_word word;
        const char *kind;
    } kinds[] = {
        { LM_ACT_TRAY_OPEN, "opener" },  { LM_ACT_FILL, "fill" },       { LM_ACT_CREDIT, "credit" },
        { LM_ACT_TRAY_CLOSE, "closer" }, { LM_ACT_DROP_COUNT, "drop" },
    };
    const lm_act *act = what->act;
    if (act->word == LM_ACT_OPEN) b->stakes = 0;
    if (act->word == LM_ACT_CALL || act->word == LM_ACT_VERIFY_AWARD)
        take_award(b, what->recorded, act->word == LM_ACT_CALL);
    if (act->word == LM_ACT_PAY_AWARD) pay_award(b, t, what);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].word != act->word) continue;
        int64_t slip = json_integer_value(json_object_get(what->recorded, "slip"));
        if (slip) b->last_slip = slip;
        if (act->word == LM_ACT_FILL) b->fills++;
        b->slip =
            add_slip(b, t, what,
                     &(new_slip){ .kind = kinds[i].kind,
                                  .by = text_in(what->recorded, "by"),
                                  .approved = text_in(what->recorded, "approved"),
                                  .chips = text_in(what->recorded, "chips"),
                                  .cents = lm_act_int(act, LM_FIELD_CENTS),
                                  .book = json_integer_value(json_object_get(what->recorded, "book_cents")),
                                  .difference = json_integer_value(json_object_get(what->recorded, "difference_cents")),
                                  .slip = slip });
    }
}

/* A tray that lacked chips for a payment was filled by the house itself, on a slip of the table. */
static void hear_fill(slip_book *b, const table_reading *t, const thing *what)
{
    if (b->fills-- > 0) return;
    b->fills = 0;
    add_slip(b, t, what,
             &(new_slip){ .kind = "fill", .by = "house", .cents = what->move->number, .slip = ++b->last_slip });
}

static void hear_slips(void *self, const table_reading *t, const thing *what)
{
    slip_book *b = self;
    if (what->seq != b->slip_seq) {
        b->slip_seq = what->seq;
        b->slip = NULL;
        b->is_jackpot = false;
        b->fills = 0;
    }
    if (what->kind == THING_ACT) hear_act(b, t, what);
    if (what->kind == THING_STAKE && b->stakes < REPORT_STAKES) b->stake[b->stakes++] = *what->stake;
    if (what->kind != THING_MOVE) return;
    if (b->is_jackpot && b->slip) take_payment(b, what, strcmp(t->money, "real") == 0);
    if (strcmp(what->move->reason, "fill") == 0 && account_is(what->move->to, "tray", t->table)) hear_fill(b, t, what);
}

static void begin_slips(void *self, const table_reading *t)
{
    slip_book *b = self;
    (void)t;
    b->slip = NULL;
    b->slip_seq = b->last_slip = 0;
    b->stakes = 0;
    memset(b->award, 0, sizeof b->award);
}

/* --- what was filed ------------------------------------------------------------------------------------------------------ */

static bool hear_filed(void *context, const lm_record *record)
{
    slip_book *b = context;
    if (strcmp(record->kind, "slip-filed") != 0) return true;
    char key[LM_STORE_NAME + 32], time[24];
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL);
    snprintf(key, sizeof key, "%s/%lld", text_in(body, "table"),
             (long long)json_integer_value(json_object_get(body, "seq")));
    time_write(record->time_ms, time);
    json_object_set_new(b->filed, key, json_pack("{s:s, s:s}", "by", record->actor, "time", time));
    json_decref(body);
    return true;
}

/* --- the list ------------------------------------------------------------------------------------------------------------- */

static int by_time(const void *one, const void *other)
{
    const json_t *a = *(json_t *const *)one, *b = *(json_t *const *)other;
    int64_t at = json_integer_value(json_object_get(a, "time_ms")),
            bt = json_integer_value(json_object_get(b, "time_ms"));
    if (at != bt) return at < bt ? -1 : 1;
    int table = strcmp(text_in(a, "table"), text_in(b, "table"));
    if (table) return table;
    return (int)(json_integer_value(json_object_get(a, "seq")) - json_integer_value(json_object_get(b, "seq")));
}

/* "tray" stands for the four slips of a tray. */
static bool is_kind(const char *asked, const char *kind)
{
    if (strcmp(asked, "tray") == 0) return strcmp(kind, "drop") != 0 && strcmp(kind, "jackpot") != 0;
    return !*asked || strcmp(asked, kind) == 0;
}

static bool is_asked(const report_query *q, const report_query *asked, const json_t *row)
{
    int64_t time_ms = json_integer_value(json_object_get(row, "time_ms"));
    return time_ms >= asked->from_ms && time_ms < asked->to_ms &&
           (!asked->table[0] || strcmp(asked->table, text_in(row, "table")) == 0) &&
           is_kind(q->word, text_in(row, "kind"));
}

/* Numbers all slips, then keeps those that were asked for. */
static json_t *number_slips(const report_query *q, const report_query *asked, json_t *all)
{
    size_t n = json_array_size(all);
    json_t **row = zeroed_or_end((n + 1) * sizeof *row), *rows = json_array(), *numbers = json_object();
    for (size_t i = 0; i < n; i++)
        row[i] = json_array_get(all, i);
    qsort(row, n, sizeof *row, by_time);
    for (size_t i = 0; i < n; i++) {
        char key[48];
        snprintf(key, sizeof key, "%s %s", text_in(row[i], "day"), text_in(row[i], "kind"));
        int64_t number = json_integer_value(json_object_get(numbers, key)) + 1;
        json_object_set_new(numbers, key, json_integer(number));
        set(row[i], "number", number);
        if (is_asked(q, asked, row[i])) json_array_append(rows, row[i]);
    }
    free(row);
    json_decref(numbers);
    json_decref(all);
    return rows;
}

json_t *report_slips(report_query *query, json_t *more)
{
    (void)more;
    report_query asked = *query;
    slip_book *b = zeroed_or_end(sizeof *b);
    b->query = query;
    b->rows = json_array();
    b->filed = json_object();
    query->table[0] = '\0';
    query->to_ms = query_day_of(query, query_midnight(query, query_end(query) - 1) + 86400000);
    table_listener listener = { .self = b, .begin = begin_slips, .hear = hear_slips };
    bool read = read_stream(query, "house", 1, hear_filed, b) && read_tables(query, &listener);
    json_t *rows = read ? number_slips(query, &asked, b->rows) : no_rows(b->rows);
    json_decref(b->filed);
    free(b);
    query->from_ms = asked.from_ms;
    query->to_ms = asked.to_ms;
    memcpy(query->table, asked.table, sizeof query->table);
    return rows;
}
