/* limits.c - limits that players set for themselves: deposits and losses of a day, a time-out, self-exclusion.
 *
 * A stricter limit takes effect at once, a looser one after 24 hours, and an exclusion is never shortened. Setting the
 * clock back does not loosen a limit: a waiting change takes effect by the latest time ever seen, an exclusion ends by
 * the present clock, and a day does not start twice. */
#include <string.h>
#include <time.h>

#include "people.h"

enum { LIMIT_DEPOSIT, LIMIT_LOSS, LIMIT_TIME_OUT, LIMIT_EXCLUSION, LIMITS };

typedef enum { LESS_IS_STRICT, MORE_IS_STRICT } limit_sense;

typedef struct {
    const char *name;
    limit_sense strict;
    int64_t none;
    bool may_loosen; /* after 24 hours */
} limit_row;

typedef struct {
    int64_t value;
    int64_t wanted, wanted_at_ms; /* a looser value and when it takes effect; at 0: none */
} limit;

typedef struct {
    limit limit[LIMITS];
    int64_t seen_ms; /* the latest time at which a limit was set */
    int64_t version;
} limits;

/* "none" is the value of a limit that was never set. */
static const limit_row limit_rows[LIMITS] = {
    [LIMIT_DEPOSIT] = { "deposit_cents", LESS_IS_STRICT, INT64_MAX, true },
    [LIMIT_LOSS] = { "loss_cents", LESS_IS_STRICT, INT64_MAX, true },
    [LIMIT_TIME_OUT] = { "time_out_until_ms", MORE_IS_STRICT, 0, true },
    [LIMIT_EXCLUSION] = { "excluded_until_ms", MORE_IS_STRICT, 0, false },
};

const char *money_word(house_money money)
{
    return money == MONEY_REAL ? "real" : "play";
}

void time_text(int64_t ms, char text[32])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm when;
    gmtime_r(&seconds, &when);
    strftime(text, 32, "%Y-%m-%d %H:%M UTC", &when);
}

static int64_t limit_now(const limit *l, int64_t now_ms)
{
    return l->wanted_at_ms && now_ms >= l->wanted_at_ms ? l->wanted : l->value;
}

/* The value in force; a time-out or an exclusion that has ended is 0. */
static int64_t in_force(int which, const limit *l, int64_t now_ms)
{
    int64_t value = limit_now(l, now_ms);
    return limit_rows[which].strict == MORE_IS_STRICT && value <= now_ms ? 0 : value;
}

static bool is_looser(int which, int64_t value, int64_t than)
{
    return limit_rows[which].strict == LESS_IS_STRICT ? value > than : value < than;
}

/* False if the value is looser and this limit can never be loosened. */
static bool limit_set(limits *all, int which, int64_t value, int64_t now_ms)
{
    limit *l = &all->limit[which];
    int64_t present = in_force(which, l, now_ms), latest = all->seen_ms > now_ms ? all->seen_ms : now_ms;
    bool looser = is_looser(which, value, present);
    if (looser && !limit_rows[which].may_loosen) return false;
    *l = looser ? (limit){ present, value, latest + DAY_MS } : (limit){ .value = value };
    return true;
}

static void limits_key(const char *player, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "limits/%s", player);
}

static void limits_read(lm_house *house, const char *player, limits *all)
{
    char key[LM_STORE_NAME + 1];
    memset(all, 0, sizeof *all);
    limits_key(player, key);
    json_t *value = house_value(house, key, &all->version);
    for (int i = 0; i < LIMITS; i++) {
        const limit_row *row = &limit_rows[i];
        const json_t *waits = json_object_get(json_object_get(value, "waiting"), row->name);
        all->limit[i] = (limit){ int_in(value, row->name, row->none), int_in(waits, "value", row->none),
                                 int_in(waits, "at_ms", 0) };
    }
    all->seen_ms = int_in(value, "seen_ms", 0);
    json_decref(value);
}

/* Limits that were never set are left out. */
static json_t *limits_write(const limits *all)
{
    json_t *value = json_object(), *waiting = json_object();
    for (int i = 0; i < LIMITS; i++) {
        const limit *l = &all->limit[i];
        const limit_row *row = &limit_rows[i];
        if (l->value != row->none) json_object_set_new(value, row->name, json_integer(l->value));
        if (!l->wanted_at_ms) continue;
        json_t *wish = json_pack("{s:I}", "at_ms", (json_int_t)l->wanted_at_ms);
        if (l->wanted != row->none) json_object_set_new(wish, "value", json_integer(l->wanted));
        json_object_set_new(waiting, row->name, wish);
    }
    if (json_object_size(waiting)) json_object_set(value, "waiting", waiting);
    json_decref(waiting);
    return value;
}

static void limits_put(lm_house *house, lm_batch *batch, const char *player, const limits *all)
{
    char key[LM_STORE_NAME + 1];
    int64_t now = house->now_ms;
    json_t *value = limits_write(all);
    json_object_set_new(value, "seen_ms", json_integer(all->seen_ms > now ? all->seen_ms : now));
    limits_key(player, key);
    batch_put(batch, key, all->version, value);
}

static const row_field purse_fields[] = {
    ROW_HAS(INT, house_purse, day),
    ROW_HAS(INT, house_purse, deposits_cents),
    ROW_HAS(INT, house_purse, withdrawals_cents),
    ROW_HAS(INT, house_purse, bought_cents),
    ROW_HAS(INT, house_purse, cashed_cents),
    ROW_HAS(INT, house_purse, risk_cents),
    ROW_HAS(INT, house_purse, seen_ms),
    ROW_END,
};

#define PURSE_KEY "purse/%s/%s"

/* A new day starts at zero. If the clock was set back to an earlier day, the present day continues. */
void purse_read(lm_house *house, const char *player, house_money money, house_purse *p)
{
    int64_t now = house->now_ms, version;
    row_load(house, purse_fields, p, &version, PURSE_KEY, money_word(money), player);
    if (now > p->seen_ms) p->seen_ms = now;
    if (now / DAY_MS > p->day) *p = (house_purse){ .day = now / DAY_MS, .seen_ms = p->seen_ms };
    p->version = version;
}

void purse_put(lm_house *house, lm_batch *batch, const char *player, house_money money, const house_purse *p)
{
    row_put(batch, purse_fields, p, p->version, PURSE_KEY, money_word(money), player);
}

static bool is_walk_in(const char *player)
{
    return strncmp(player, "walkin-", 7) == 0;
}

typedef struct {
    int64_t day;
    lm_cents risk_cents;
} table_risk;

#define RISK_KEY "risk/%s/%.31s/%.31s"

static const row_field risk_fields[] = {
    ROW_HAS(INT, table_risk, day),
    ROW_HAS(INT, table_risk, risk_cents),
    ROW_END,
};

/* The money at risk at one table today. It is never below zero, because yesterday's chips, or winnings at another
 * table, must not allow higher losses here. */
static lm_cents book_risk(lm_house *house, lm_batch *batch, const char *player, house_money money, const char *table,
                          int64_t day, lm_cents more)
{
    int64_t version;
    table_risk risk;
    row_load(house, risk_fields, &risk, &version, RISK_KEY, money_word(money), player, table);
    lm_cents before = risk.day == day ? risk.risk_cents : 0;
    lm_cents after = before + more > 0 ? before + more : 0;
    row_put(batch, risk_fields, &(table_risk){ day, after }, version, RISK_KEY, money_word(money), player, table);
    return after - before;
}

void limits_book(lm_house *house, lm_batch *batch, const char *player, house_money money, const char *table,
                 lm_cents bought_cents, lm_cents cashed_cents)
{
    house_purse p;
    if (is_walk_in(player)) return;
    purse_read(house, player, money, &p);
    p.bought_cents += bought_cents;
    p.cashed_cents += cashed_cents;
    p.risk_cents += book_risk(house, batch, player, money, table, p.day, bought_cents - cashed_cents);
    purse_put(house, batch, player, money, &p);
}

/* Refuses locked persons, and real money for guests and staff. */
static bool allow_role(const house_person *p, house_money money, house_refusal *refusal)
{
    if (p->locked)
        return refuse_into(refusal, LM_REFUSED_PERSON,
                           LM_SAYS(ACCOUNT_LOCKED, "", "this account is locked; a supervisor can unlock it"));
    if (money == MONEY_REAL && p->roles & LM_HOUSE_BIT(GUEST))
        return refuse_into(
            refusal, LM_REFUSED_PERSON,
            LM_SAYS(GUESTS_PLAY_MONEY, "", "guests play for play money; register to play for real money"));
    if (money == MONEY_REAL && person_is_staff(p))
        return refuse_into(refusal, LM_REFUSED_PERSON,
                           LM_SAYS(STAFF_REAL_MONEY, "", "staff may not play for real money in their own house"));
    return true;
}

/* Shown to the player at a table and to the cashier at the cage, so the sentence suits both. */
static bool allow_presence(const limits *all, int64_t now_ms, house_refusal *refusal)
{
    static const int rows[] = { LIMIT_EXCLUSION, LIMIT_TIME_OUT };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t until = in_force(rows[i], &all->limit[rows[i]], now_ms);
        char when[32];
        if (!until) continue;
        time_text(until, when);
        return refuse_into(refusal, LM_REFUSED_PERSON,
                           rows[i] == LIMIT_EXCLUSION
                               ? LM_SAYS(EXCLUSION_HOLDS, "until", "a self-exclusion holds until %s")
                               : LM_SAYS(TIME_OUT_HOLDS, "until", "a time-out holds until %s"),
                           when);
    }
    return true;
}

int64_t limits_barred_ms(lm_house *house, const char *player)
{
    limits all;
    int64_t now = house->now_ms;
    limits_read(house, player, &all);
    int64_t excluded = in_force(LIMIT_EXCLUSION, &all.limit[LIMIT_EXCLUSION], now);
    int64_t out = in_force(LIMIT_TIME_OUT, &all.limit[LIMIT_TIME_OUT], now);
    return excluded > out ? excluded : out;
}

static bool allow_amount(bool is_loss, int64_t limit_cents, lm_cents used_cents, lm_cents more_cents,
                         house_refusal *refusal)
{
    if (limit_cents == INT64_MAX || more_cents <= 0 || more_cents <= limit_cents - used_cents) return true;
    return refuse_into(refusal, LM_REFUSED_NOW,
                       is_loss ? LM_SAYS(BEYOND_LOSSES, "limit_cents + used_cents +",
                                         "this goes beyond the limit of $%lld.%02lld of losses a day that the player "
                                         "has set; $%lld.%02lld is used")
                               : LM_SAYS(BEYOND_DEPOSITS, "limit_cents + used_cents +",
                                         "this goes beyond the limit of $%lld.%02lld of deposits a day that the "
                                         "player has set; $%lld.%02lld is used"),
                       (long long)limit_cents / 100, (long long)limit_cents % 100, (long long)used_cents / 100,
                       (long long)used_cents % 100);
}

bool limits_allow(lm_house *house, const char *player, house_money money, lm_cents buys_cents, house_refusal *refusal)
{
    house_person who;
    limits all;
    house_purse p;
    int64_t now = house->now_ms;
    if (is_walk_in(player)) return true;
    if (!person_read(house, player, &who))
        return refuse_into(refusal, LM_REFUSED_UNKNOWN, LM_SAYS(NO_PERSON, "person", "this house has no person \"%s\""),
                           player);
    if (!allow_role(&who, money, refusal)) return false;
    limits_read(house, player, &all);
    if (!allow_presence(&all, now, refusal)) return false;
    if (buys_cents <= 0) return true;
    purse_read(house, player, money, &p);
    return allow_amount(true, limit_now(&all.limit[LIMIT_LOSS], now), p.risk_cents, buys_cents, refusal);
}

bool limits_allow_deposit(lm_house *house, const house_person *who, house_money money, lm_cents cents,
                          house_refusal *refusal)
{
    limits all;
    house_purse p;
    int64_t now = house->now_ms;
    if (!allow_role(who, money, refusal)) return false;
    limits_read(house, who->id, &all);
    if (!allow_presence(&all, now, refusal)) return false;
    purse_read(house, who->id, money, &p);
    return allow_amount(false, limit_now(&all.limit[LIMIT_DEPOSIT], now), p.deposits_cents, cents, refusal);
}

enum { HOUR_MS = 60 * 60 * 1000 };

static json_t *purse_view(lm_house *house, const char *player, house_money money)
{
    static const row_field shown[] = { ROW_HAS(INT, house_purse, deposits_cents),
                                       ROW_HAS(INT, house_purse, bought_cents), ROW_HAS(INT, house_purse, cashed_cents),
                                       ROW_HAS(INT, house_purse, risk_cents), ROW_END };
    house_purse p;
    purse_read(house, player, money, &p);
    return row_write(shown, &p);
}

/* Limits in force, changes that wait, and what the day has used. */
static json_t *limits_view(const limits *all, int64_t now_ms)
{
    limits present = *all;
    for (int i = 0; i < LIMITS; i++) {
        limit *l = &present.limit[i];
        if (l->wanted_at_ms && now_ms >= l->wanted_at_ms) *l = (limit){ .value = l->wanted };
    }
    return limits_write(&present);
}

void limits_show(house_request *request)
{
    lm_house *house = request->house;
    const char *player = request->caller.person;
    limits all;
    limits_read(house, player, &all);
    json_t *today = json_pack("{s:o, s:o}", "play", purse_view(house, player, MONEY_PLAY), "real",
                              purse_view(house, player, MONEY_REAL));
    int64_t now = house->now_ms, tomorrow = (now / DAY_MS + 1) * DAY_MS;
    request_answer(request, json_pack("{s:o, s:o, s:I}", "limits", limits_view(&all, now), "today", today,
                                      "day_ends_ms", (json_int_t)tomorrow));
}

typedef struct {
    lm_act_field field;
    int which;
    int64_t least, most;
    int64_t unit_ms; /* 0: an amount; otherwise the unit of a time span from now on */
} limit_field;

static const limit_field fields[] = {
    { LM_FIELD_DEPOSIT_CENTS, LIMIT_DEPOSIT, -1, CAGE_MOST_CENTS, 0 },
    { LM_FIELD_LOSS_CENTS, LIMIT_LOSS, -1, CAGE_MOST_CENTS, 0 },
    { LM_FIELD_TIME_OUT_HOURS, LIMIT_TIME_OUT, 0, 6 * 7 * 24, HOUR_MS },
    { LM_FIELD_EXCLUDE_DAYS, LIMIT_EXCLUSION, 1, 36500, DAY_MS },
};

static int64_t wanted_value(const limit_field *f, int64_t given, int64_t now_ms)
{
    if (f->unit_ms) return given ? now_ms + given * f->unit_ms : 0;
    return given < 0 ? limit_rows[f->which].none : given;
}

/* True when all fields of the body were accepted; otherwise the request has been refused. */
static bool take_fields(house_request *request, limits *all, int64_t now_ms)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const limit_field *f = &fields[i];
        if (!lm_act_has(&request->act, f->field)) continue;
        int64_t value = lm_act_int(&request->act, f->field);
        if (value < f->least || value > f->most) {
            if (f->unit_ms)
                request_refuse(request, LM_REFUSED_FORM, "\"%s\" must be %lld to %lld", lm_field_key(f->field),
                               (long long)f->least, (long long)f->most);
            else
                request_refuse(
                    request, LM_REFUSED_FORM,
                    LM_SAYS(LIMIT_RANGE, "most_cents", "a limit must be $0.00 to $%lld.00 a day, or -1 for none"),
                    (long long)f->most / 100);
            return false;
        }
        if (!limit_set(all, f->which, wanted_value(f, value, now_ms), now_ms))
            return request_refuse(request, LM_REFUSED_NOW,
                                  LM_SAYS(EXCLUSION_STAYS, "", "a self-exclusion cannot be shortened"));
    }
    return true;
}

void limits_set(house_request *request)
{
    lm_house *house = request->house;
    int64_t now = house->now_ms;
    const char *player = request->caller.person;
    limits all;
    house_errand *e = errand_of(request);
    snprintf(e->person, sizeof e->person, "%s", player);
    limits_read(house, player, &all);
    json_t *before = limits_write(&all);
    if (!take_fields(request, &all, now)) {
        json_decref(before);
        return;
    }
    lm_batch *batch = house_batch(request, "limits-set",
                                  json_pack("{s:s, s:s, s:o, s:o}", "person", player, "reason", "set by the player",
                                            "before", before, "after", limits_write(&all)));
    limits_put(house, batch, player, &all);
    session_changed(house, batch, player);
    errand_submit(request, batch, json_pack("{s:o}", "limits", limits_view(&all, now)), limits_set);
}
