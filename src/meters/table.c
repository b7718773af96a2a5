/* table.c - a table's progressives: lights, START GAME, awards, END GAME. */
#include "account.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(lm_progressive) == 4 + 3 * 4 + 8 + 2 * 4 * LM_GAME_METERS, "padding in lm_progressive");
_Static_assert(sizeof(lm_meters) == 8 + LM_GAMES * sizeof(lm_progressive) + LM_METERS * sizeof(lm_meter),
               "padding in lm_meters");

static lm_progressive *game_of(lm_meters *t, int game)
{
    assert(game >= 0 && game < t->games);
    return &t->game[game];
}

static lm_meter *meter_of(lm_meters *t, const lm_progressive *g, int i)
{
    return &t->meter[g->first + i];
}

static lm_meter_status refuse(const lm_meters *t, const lm_progressive *g, lm_meter_why why)
{
    return lm_meter_refuse(&t->meter[g->first], why);
}

static bool is_place(int place)
{
    return place >= LM_PLACE(1, 0) && place < LM_PLACE(LM_BOXES + 1, 0);
}

static bool is_lit(const lm_progressive *g, int place)
{
    return is_place(place) && (g->lit >> place & 1);
}

static bool is_locked(const lm_progressive *g)
{
    return g->stake_cents > 0;
}

static bool has_won(const lm_progressive *g, int place)
{
    return g->won >> place & 1;
}

int lm_meters_find(const lm_meters *t, const char *name)
{
    for (int i = 0; i < t->meters; i++) {
        if (strcmp(lm_meter_name((lm_meter_kind)t->meter[i].kind), name) == 0) return i;
    }
    return -1;
}

int lm_meters_game(const lm_meters *t, int slot)
{
    for (int i = 0; i < t->games; i++) {
        if (t->game[i].slot == slot) return i;
    }
    return -1;
}

int lm_meters_index(const lm_meters *t, int game, lm_odds pays)
{
    const lm_progressive *g = &t->game[game];
    if (pays.form != LM_PERCENT || pays.a < 1 || pays.a > 100 || pays.b != 1 || pays.meter >= g->n) return -1;
    int i = g->first + pays.meter;
    return t->meter[i].kind == LM_METER_MUST_HIT ? -1 : i;
}

static bool award_waits(const lm_meters *t, const lm_progressive *g)
{
    for (int i = 0; i < g->n; i++) {
        if (lm_line_holds(&t->meter[g->first + i], t->table, g->round)) return true;
    }
    return false;
}

lm_game_state lm_meters_state(const lm_meters *t, int game)
{
    const lm_progressive *g = &t->game[game];
    if (!is_locked(g)) return g->lit ? LM_GAME_DETECTED : LM_GAME_READY;
    return award_waits(t, g) ? LM_GAME_PENDING : LM_GAME_LOCKED;
}

lm_meter_status lm_meters_light(lm_meters *t, int game, int place)
{
    lm_progressive *g = game_of(t, game);
    if (!is_place(place)) return refuse(t, g, LM_METER_WHY_PLACE);
    if (is_locked(g)) return refuse(t, g, LM_METER_WHY_CLOSED);
    if (is_lit(g, place)) return refuse(t, g, LM_METER_WHY_LIT);
    g->lit |= 1u << place;
    return lm_meter_done();
}

lm_meter_status lm_meters_unlight(lm_meters *t, int game, int place)
{
    lm_progressive *g = game_of(t, game);
    if (is_locked(g)) return refuse(t, g, LM_METER_WHY_CLOSED);
    if (!is_lit(g, place)) return refuse(t, g, LM_METER_WHY_DARK);
    g->lit &= ~(1u << place);
    return lm_meter_done();
}

/* Enters some stakes into every meter of the game, or takes them out again. */
static void feed(lm_meters *t, const lm_progressive *g, int stakes)
{
    for (int i = 0; i < g->n; i++) {
        lm_meter *m = meter_of(t, g, i);
        int64_t parts = stakes * g->stake_cents * g->contribution[i];
        int64_t reserve_parts = stakes * g->stake_cents * g->reserve[i];
        m->contributed_parts += parts + reserve_parts;
        lm_meter_give(m, parts, reserve_parts);
    }
}

static bool has_room(const lm_meters *t, const lm_progressive *g)
{
    for (int i = 0; i < g->n; i++) {
        if (!lm_meter_has_room(&t->meter[g->first + i])) return false;
    }
    return true;
}

static bool must_be_armed(const lm_meters *t, const lm_progressive *g)
{
    const lm_meter *last = &t->meter[g->first + g->n - 1];
    return last->kind == LM_METER_MUST_HIT && last->trigger_cents == 0;
}

lm_meter_status lm_meters_start(lm_meters *t, int game, int chips, lm_cents stake_cents)
{
    lm_progressive *g = game_of(t, game);
    if (is_locked(g)) return refuse(t, g, LM_METER_WHY_STARTED);
    if (chips != __builtin_popcount(g->lit)) return refuse(t, g, LM_METER_WHY_CHIPS);
    if (must_be_armed(t, g)) return refuse(t, g, LM_METER_WHY_TRIGGER);
    if (stake_cents < 1 || stake_cents > LM_CENTS_MAX || !has_room(t, g)) return refuse(t, g, LM_METER_WHY_AMOUNT);
    g->round++;
    g->stake_cents = stake_cents;
    for (int i = 0; i < g->n; i++) {
        g->contribution[i] = meter_of(t, g, i)->terms.contribution;
        g->reserve[i] = meter_of(t, g, i)->terms.reserve;
    }
    feed(t, g, chips);
    return lm_meter_done();
}

/* The index of the meter on which a spot's award of the present round waits, and where in the line; -1 when
 * none does. */
static int waiting_on(const lm_meters *t, const lm_progressive *g, int place, int *at)
{
    for (int i = g->first; is_locked(g) && i < g->first + g->n; i++) {
        *at = lm_line_find(&t->meter[i], t->table, g->round, place);
        if (*at >= 0) return i;
    }
    return -1;
}

static bool is_waiting(const lm_meters *t, const lm_progressive *g, int place)
{
    int at;
    return waiting_on(t, g, place, &at) >= 0;
}

lm_meter_status lm_meters_refund(lm_meters *t, int game, int place)
{
    lm_progressive *g = game_of(t, game);
    if (!is_locked(g)) return refuse(t, g, LM_METER_WHY_NOT_STARTED);
    if (!is_lit(g, place)) return refuse(t, g, LM_METER_WHY_DARK);
    if (is_waiting(t, g, place)) return refuse(t, g, LM_METER_WHY_PENDING);
    if (has_won(g, place)) return refuse(t, g, LM_METER_WHY_TWICE);
    if (!has_room(t, g)) return refuse(t, g, LM_METER_WHY_AMOUNT);
    g->lit &= ~(1u << place);
    feed(t, g, -1);
    return lm_meter_done();
}

lm_meter_status lm_meters_end(lm_meters *t, int game)
{
    lm_progressive *g = game_of(t, game);
    if (!is_locked(g)) return refuse(t, g, LM_METER_WHY_NOT_STARTED);
    if (award_waits(t, g)) return refuse(t, g, LM_METER_WHY_PENDING);
    if (lm_meters_due(t, game)) return refuse(t, g, LM_METER_WHY_DUE);
    g->lit = g->won = 0;
    g->stake_cents = 0;
    memset(g->contribution, 0, sizeof g->contribution);
    memset(g->reserve, 0, sizeof g->reserve);
    return lm_meter_done();
}

static lm_meter_entry entry_of(const lm_meters *t, const lm_progressive *g, const lm_meter *m, lm_entry_kind kind,
                               int place)
{
    return (lm_meter_entry){
        .kind = (uint8_t)kind,
        .meter = m->kind,
        .place = (uint8_t)place,
        .table = t->table,
        .round = g->round,
        .before_cents = m->shown_cents,
    };
}

static void close_entry(lm_meter_entry *entry, const lm_meter *m, lm_cents seeded_before)
{
    entry->seeded_cents = m->seeded_cents - seeded_before;
    entry->after_cents = m->shown_cents;
}

/* If awards wait, the meter pays from what it will hold once they are paid. */
lm_meter_status lm_meters_fixed(lm_meters *t, int game, int place, lm_cents amount_cents, lm_meter_entry *entry)
{
    lm_progressive *g = game_of(t, game);
    lm_meter *m = meter_of(t, g, 0);
    if (!is_locked(g)) return refuse(t, g, LM_METER_WHY_NOT_STARTED);
    if (!is_lit(g, place)) return refuse(t, g, LM_METER_WHY_DARK);
    if (has_won(g, place) || is_waiting(t, g, place)) return refuse(t, g, LM_METER_WHY_TWICE);
    bool fits = amount_cents >= 0 && amount_cents <= LM_CENTS_MAX && lm_meter_has_room(m);
    if (!fits) return refuse(t, g, LM_METER_WHY_AMOUNT);
    *entry = entry_of(t, g, m, LM_ENTRY_FIXED, place);
    lm_cents from_meter = 0;
    if (g->fixed_from_meter) {
        lm_meter then = lm_line_paid(m);
        lm_cents holds = then.shown_cents + then.overflow_cents;
        from_meter = amount_cents < holds ? amount_cents : holds;
        m->paid_cents += from_meter;
        lm_meter_give(m, -from_meter * LM_PARTS, 0);
    }
    entry->amount_cents = amount_cents;
    entry->tray_cents = amount_cents - from_meter;
    g->won |= 1u << place;
    close_entry(entry, m, m->seeded_cents);
    return lm_meter_done();
}

lm_meter_status lm_meters_call(lm_meters *t, int game, int place, int button_percent, lm_odds pays)
{
    lm_progressive *g = game_of(t, game);
    int which = lm_meters_index(t, game, pays);
    if (!is_locked(g)) return refuse(t, g, LM_METER_WHY_NOT_STARTED);
    if (!is_lit(g, place)) return refuse(t, g, LM_METER_WHY_DARK);
    if (which < 0) return refuse(t, g, LM_METER_WHY_NO_METER);
    if (button_percent != pays.a) return refuse(t, g, LM_METER_WHY_BUTTON);
    if (has_won(g, place) || is_waiting(t, g, place)) return refuse(t, g, LM_METER_WHY_TWICE);
    lm_meter *m = &t->meter[which];
    if (m->sharing == LM_EQUAL && pays.a != 100) return refuse(t, g, LM_METER_WHY_NO_METER);
    if (!lm_meter_has_room(m)) return refuse(t, g, LM_METER_WHY_AMOUNT);
    return lm_line_join(m, &(lm_award){
                               .table = t->table,
                               .round = g->round,
                               .place = (uint8_t)place,
                               .percent = (uint8_t)pays.a,
                               .stage = LM_AWARD_CALLED,
                           });
}

static bool is_supervisor(lm_role role)
{
    return role == LM_ROLE_SUPERVISOR || role == LM_ROLE_EXECUTIVE;
}

lm_meter_status lm_meters_confirm(lm_meters *t, int game, int place, lm_role role)
{
    lm_progressive *g = game_of(t, game);
    int at, which = waiting_on(t, g, place, &at);
    if (which < 0) return refuse(t, g, LM_METER_WHY_NO_AWARD);
    lm_meter *m = &t->meter[which];
    if (!is_supervisor(role)) return lm_meter_refuse(m, LM_METER_WHY_SUPERVISOR);
    if (m->line[at].stage != LM_AWARD_CALLED) return lm_meter_refuse(m, LM_METER_WHY_CONFIRMED);
    m->line[at].stage = LM_AWARD_CONFIRMED;
    return lm_meter_done();
}

static bool card_suffices(const lm_meter *m, lm_cents amount, lm_role role)
{
    bool high = m->executive_cents > 0 && amount >= m->executive_cents;
    return high ? role == LM_ROLE_EXECUTIVE : is_supervisor(role);
}

lm_meter_status lm_meters_card(lm_meters *t, int game, int place, lm_role role, lm_meter_entry *entry)
{
    lm_progressive *g = game_of(t, game);
    int at, which = waiting_on(t, g, place, &at);
    if (which < 0) return refuse(t, g, LM_METER_WHY_NO_AWARD);
    lm_meter *m = &t->meter[which];
    lm_meter_status status = lm_line_may_pay(m, at);
    if (!lm_meter_ok(status)) return status;
    if (!lm_meter_has_room(m)) return refuse(t, g, LM_METER_WHY_AMOUNT);
    if (!card_suffices(m, lm_line_prize(m, at), role)) return lm_meter_refuse(m, LM_METER_WHY_CARD);
    *entry = entry_of(t, g, m, LM_ENTRY_AWARD, place);
    lm_cents seeded = m->seeded_cents;
    entry->percent = m->line[at].percent;
    entry->role = (uint8_t)role;
    g->won |= 1u << m->line[at].place;
    entry->amount_cents = lm_line_pay(m, at);
    close_entry(entry, m, seeded);
    return lm_meter_done();
}

lm_meter_status lm_meters_withdraw(lm_meters *t, int game, int place)
{
    lm_progressive *g = game_of(t, game);
    int at, which = waiting_on(t, g, place, &at);
    if (which < 0) return refuse(t, g, LM_METER_WHY_NO_AWARD);
    lm_meter *m = &t->meter[which];
    if (m->line[at].shares_set) return lm_meter_refuse(m, LM_METER_WHY_SHARED);
    if (!lm_meter_has_room(m)) return refuse(t, g, LM_METER_WHY_AMOUNT);
    lm_line_leave(m, at);
    return lm_meter_done();
}

lm_cents lm_meters_prize(const lm_meters *t, int game, int place)
{
    const lm_progressive *g = &t->game[game];
    int at, which = waiting_on(t, g, place, &at);
    return which < 0 ? -1 : lm_line_prize(&t->meter[which], at);
}

const lm_meter *lm_meters_due(const lm_meters *t, int game)
{
    const lm_progressive *g = &t->game[game];
    const lm_meter *last = &t->meter[g->first + g->n - 1];
    return is_locked(g) && g->lit && lm_meter_due(last) ? last : NULL;
}

/* The lit spot that has `winner` lit spots before it. */
static int lit_place(const lm_progressive *g, int winner)
{
    int place = LM_PLACE(1, 0);
    while (place < LM_PLACE(LM_BOXES, LM_TIP) && (!(g->lit >> place & 1) || winner-- > 0))
        place++;
    return place;
}

lm_meter_status lm_meters_hit(lm_meters *t, int game, int winner, lm_cents next_trigger_cents, lm_meter_entry *entry)
{
    lm_progressive *g = game_of(t, game);
    lm_meter *m = meter_of(t, g, g->n - 1);
    if (!lm_meters_due(t, game)) return refuse(t, g, LM_METER_WHY_NOT_DUE);
    if (winner < 0 || winner >= __builtin_popcount(g->lit)) return refuse(t, g, LM_METER_WHY_WINNER);
    if (!lm_meter_has_room(m)) return refuse(t, g, LM_METER_WHY_AMOUNT);
    lm_meter next = *m;
    next.trigger_cents = 0;
    lm_cents amount = lm_meter_pay_whole(&next);
    lm_meter_status status = lm_meter_arm(&next, next_trigger_cents);
    if (!lm_meter_ok(status)) return status;
    *entry = entry_of(t, g, m, LM_ENTRY_MUST_HIT, lit_place(g, winner));
    entry->percent = 100;
    entry->amount_cents = amount;
    close_entry(entry, &next, m->seeded_cents);
    *m = next;
    return lm_meter_done();
}
