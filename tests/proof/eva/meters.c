/* meters.c - a table's meters in any state within its bounds, and one call of each function with any arguments.
 *
 * The bounds of the accounts are asserted after each call that moves no award in the line: an act is refused while an account is above
 * LM_METER_MOST, and adds no more than what lies between that and the bound. */
#include <__fc_builtin.h>

#include "account.h"

#define BETWEEN(least, most) Frama_C_long_long_interval(least, most)
#define CENTS(most) BETWEEN(0, most)
#define PARTS BETWEEN(-PARTS_MOST, PARTS_MOST)

#define SHOWN_MOST LM_METER_MOST
#define BOOKS_MOST (10 * LM_METER_MOST)
#define RESERVE_MOST (4 * LM_METER_MOST)
#define PARTS_MOST (30 * LM_METER_PARTS_MOST)
#define CONTRIBUTED_MOST (2 * LM_METER_MOST * LM_PARTS)

static lm_meter_terms any_terms(void)
{
    return (lm_meter_terms){ BETWEEN(0, LM_CENTS_MAX), BETWEEN(0, LM_CENTS_MAX), Frama_C_interval(0, LM_PARTS),
                             Frama_C_interval(0, LM_PARTS) };
}

static void any_meter(lm_meter *m)
{
    m->kind = (uint8_t)Frama_C_interval(0, LM_METER_KIND_COUNT - 1);
    m->rule_set = (uint8_t)Frama_C_interval(0, LM_RULE_SETS - 1);
    m->paytable = (uint8_t)Frama_C_interval(0, 255);
    m->sharing = (uint8_t)Frama_C_interval(0, 1);
    m->order = (uint8_t)Frama_C_interval(0, 1);
    m->linked = (uint8_t)Frama_C_interval(0, 1);
    m->waiting = (uint8_t)Frama_C_interval(0, 1);
    m->awards = (uint8_t)Frama_C_interval(0, LM_AWARD_LINE);
    m->shown_cents = CENTS(SHOWN_MOST);
    m->reserve_cents = CENTS(RESERVE_MOST);
    m->overflow_cents = CENTS(BOOKS_MOST);
    m->rest_parts = PARTS;
    m->reserve_rest_parts = PARTS;
    m->trigger_cents = BETWEEN(0, LM_CENTS_MAX);
    m->executive_cents = BETWEEN(0, LM_CENTS_MAX);
    m->terms = any_terms();
    m->next_terms = any_terms();
    m->seeded_cents = CENTS(BOOKS_MOST);
    m->adjusted_cents = BETWEEN(-BOOKS_MOST, BOOKS_MOST);
    m->paid_cents = CENTS(BOOKS_MOST);
    m->contributed_parts = BETWEEN(-CONTRIBUTED_MOST, CONTRIBUTED_MOST);
    //@ loop unroll LM_AWARD_LINE;
    for (int i = 0; i < LM_AWARD_LINE; i++) {
        lm_award *a = &m->line[i];
        Frama_C_make_unknown((char *)a, sizeof *a);
        a->place = (uint8_t)Frama_C_interval(0, LM_PLACE(LM_BOXES, LM_TIP));
        a->percent = (uint8_t)Frama_C_interval(0, 100);
        a->share_cents = CENTS(SHOWN_MOST);
        a->after_parts = PARTS;
        a->after_reserve_parts = PARTS;
    }
}

/* A game touches its own meters alone, so one game with two of them stands for all. */
static void any_game(lm_progressive *g)
{
    g->slot = (uint8_t)Frama_C_interval(0, 255);
    g->n = (uint8_t)Frama_C_interval(1, 2);
    g->first = 0;
    g->fixed_from_meter = (uint8_t)Frama_C_interval(0, 1);
    g->lit = Frama_C_unsigned_int_interval(0, 4294967295U);
    g->won = Frama_C_unsigned_int_interval(0, 4294967295U);
    g->round = Frama_C_unsigned_int_interval(0, 4294967295U);
    g->stake_cents = BETWEEN(0, LM_CENTS_MAX);
    for (int k = 0; k < LM_GAME_METERS; k++) {
        g->contribution[k] = Frama_C_interval(0, LM_PARTS);
        g->reserve[k] = Frama_C_interval(0, LM_PARTS);
    }
}

static void keeps_meter(const lm_meter *m)
{
    //@ assert kept_kind: m->kind < LM_METER_KIND_COUNT && m->rule_set < LM_RULE_SETS && m->awards <= LM_AWARD_LINE;
    //@ assert kept_shown: 0 <= m->shown_cents <= SHOWN_MOST;
    //@ assert kept_reserve: 0 <= m->reserve_cents <= RESERVE_MOST;
    //@ assert kept_overflow: 0 <= m->overflow_cents <= BOOKS_MOST;
    //@ assert kept_rests: -PARTS_MOST <= m->rest_parts <= PARTS_MOST && -PARTS_MOST <= m->reserve_rest_parts <= PARTS_MOST;
    //@ assert kept_books: 0 <= m->seeded_cents <= BOOKS_MOST && 0 <= m->paid_cents <= BOOKS_MOST;
    //@ assert kept_adjusted: -BOOKS_MOST <= m->adjusted_cents <= BOOKS_MOST;
    //@ assert kept_contributed: -CONTRIBUTED_MOST <= m->contributed_parts <= CONTRIBUTED_MOST;
}

static void keeps_bounds(const lm_meters *t)
{
    const lm_progressive *g = &t->game[0];
    keeps_meter(&t->meter[0]);
    keeps_meter(&t->meter[1]);
    //@ assert kept_game: t->games == 1 && t->meters == 2 && g->n <= 2 && g->first == 0;
    //@ assert kept_stake: 0 <= g->stake_cents <= LM_CENTS_MAX;
    //@ assert kept_rates: 0 <= g->contribution[0] <= LM_PARTS && 0 <= g->reserve[0] <= LM_PARTS;
}

int main(void)
{
    static lm_meters t;
    lm_meter_entry entry;
    lm_odds pays;
    Frama_C_make_unknown((char *)&pays, sizeof pays);
    t.table = (uint32_t)Frama_C_unsigned_int_interval(0, 4294967295U);
    t.games = 1;
    t.meters = 2;
    any_meter(&t.meter[0]);
    any_meter(&t.meter[1]);
    any_game(&t.game[0]);
    int game = 0, place = Frama_C_interval(-2147483647 - 1, 2147483647);
    int number = Frama_C_interval(-2147483647 - 1, 2147483647);
    lm_cents cents = BETWEEN(-9223372036854775807 - 1, 9223372036854775807);
    //@ split t.game[0].n;
    switch (Frama_C_interval(0, 17)) {
    case 0: lm_meters_light(&t, game, place); break;
    case 1: lm_meters_unlight(&t, game, place); break;
    case 2: lm_meters_start(&t, game, number, cents); break;
    case 3: lm_meters_refund(&t, game, place); break;
    case 4: lm_meters_end(&t, game); break;
    case 5: lm_meters_confirm(&t, game, place, (lm_role)number); break;
    case 6: lm_meters_hit(&t, game, number, cents, &entry); break;
    case 7: lm_meter_balanced(&t.meter[0]); break;
    case 8: lm_meter_change(&t.meter[0], any_terms()); break;
    case 9:
        lm_meter_adjust(&t.meter[0], (lm_meter_account)Frama_C_interval(0, 1), cents, (lm_reason)number, &entry);
        break;
    case 10: lm_meter_arm(&t.meter[0], cents); break;
    case 11: lm_meter_may_link(&t.meter[0], &t.meter[1]); break;
    case 12:
        lm_meters_state(&t, game);
        break;
        /* Of these, which move awards in the line, it is not shown that they keep the bounds. */
    case 13: lm_meters_fixed(&t, game, place, cents, &entry); return 0;
    case 14: lm_meters_call(&t, game, place, number, pays); return 0;
    case 15: lm_meters_card(&t, game, place, (lm_role)number, &entry); return 0;
    case 16: lm_meters_withdraw(&t, game, place); return 0;
    default: lm_meters_prize(&t, game, place); return 0;
    }
    keeps_bounds(&t);
    return 0;
}
