/* line.c - awards that wait for their cards.
 *
 * An award pays what it would have paid at the moment of its call. So the line is in the order of payment, and
 * contributions made meanwhile are kept after the award that preceded them: each award meets the meter as it was at its
 * own call, less the awards before it. Awards of one round stand together, at the place of the first of them, from the
 * dealer's right (WB7-13(c)); all of them are called at one settlement. */
#include "account.h"

static bool same_round(const lm_award *a, const lm_award *b)
{
    return a->table == b->table && a->round == b->round;
}

/* [first, end) of the awards of one round. */
typedef struct {
    int first, end;
} span;

static span round_of(const lm_meter *m, const lm_award *award)
{
    span s = { 0, 0 };
    while (s.first < m->awards && !same_round(&m->line[s.first], award))
        s.first++;
    s.end = s.first;
    while (s.end < m->awards && same_round(&m->line[s.end], award))
        s.end++;
    return s;
}

/* The round of an award in the line. */
static span round_at(const lm_meter *m, int i)
{
    span s = { i, i + 1 };
    while (s.first > 0 && same_round(&m->line[s.first - 1], &m->line[i]))
        s.first--;
    while (s.end < m->awards && same_round(&m->line[s.end], &m->line[i]))
        s.end++;
    return s;
}

int lm_line_find(const lm_meter *m, uint32_t table, uint32_t round, int place)
{
    for (int i = 0; i < m->awards; i++) {
        const lm_award *a = &m->line[i];
        if (a->table == table && a->round == round && a->place == place) return i;
    }
    return -1;
}

bool lm_line_holds(const lm_meter *m, uint32_t table, uint32_t round)
{
    span s = round_of(m, &(lm_award){ .table = table, .round = round });
    return s.first < s.end;
}

/* The higher box is nearer to the dealer's right; on one box the decider comes first, as in the round. */
static bool stands_before(const lm_meter *m, const lm_award *a, const lm_award *b)
{
    int box_a = a->place / LM_BETTORS, box_b = b->place / LM_BETTORS;
    if (m->order == LM_AS_CALLED) return false;
    return box_a == box_b ? a->place < b->place : box_a > box_b;
}

/* Contributions made during a settlement come after all its awards. */
static void gather(lm_meter *m, span s)
{
    lm_award *last = &m->line[s.end - 1];
    for (int i = s.first; i < s.end - 1; i++) {
        last->after_parts += m->line[i].after_parts;
        last->after_reserve_parts += m->line[i].after_reserve_parts;
        m->line[i].after_parts = m->line[i].after_reserve_parts = 0;
    }
}

lm_meter_status lm_line_join(lm_meter *m, const lm_award *award)
{
    if (m->awards == LM_AWARD_LINE) return lm_meter_refuse(m, LM_METER_WHY_LINE);
    span s = round_of(m, award);
    if (s.first < s.end && m->line[s.first].shares_set) return lm_meter_refuse(m, LM_METER_WHY_SHARED);
    int at = s.first;
    while (at < s.end && !stands_before(m, award, &m->line[at]))
        at++;
    for (int i = LM_AWARD_LINE - 1; i > at; i--) /* behind the last award the line is empty */
        m->line[i] = m->line[i - 1];
    m->line[at] = *award;
    m->awards++;
    if (s.first < s.end) gather(m, (span){ s.first, s.end + 1 });
    return lm_meter_done();
}

static lm_cents value(const lm_meter *m, int i)
{
    const lm_award *a = &m->line[i];
    if (a->shares_set) return a->share_cents;
    if (m->sharing == LM_SEQUENTIAL) return m->shown_cents * a->percent / 100;
    span s = round_at(m, i);
    return lm_share_equal(m->shown_cents, s.end - s.first, i - s.first);
}

/* The first payment fixes what each of the winners gets (MBJ-19(h).2). */
static void set_shares(lm_meter *m, span s)
{
    int n = s.end - s.first;
    for (int k = 0; k < n; k++) {
        m->line[s.first + k].share_cents = lm_share_equal(m->shown_cents, n, k);
        m->line[s.first + k].shares_set = true;
    }
}

void lm_line_leave(lm_meter *m, int i)
{
    lm_award gone = m->line[i];
    m->awards--;
    for (int k = i; k < LM_AWARD_LINE - 1; k++)
        m->line[k] = m->line[k + 1];
    m->line[LM_AWARD_LINE - 1] = (lm_award){ 0 };
    if (i > 0) {
        m->line[i - 1].after_parts += gone.after_parts;
        m->line[i - 1].after_reserve_parts += gone.after_reserve_parts;
    } else {
        lm_meter_absorb(m, gone.after_parts, gone.after_reserve_parts);
    }
    if (m->awards == 0 && m->waiting) lm_meter_take_terms(m, m->next_terms);
}

lm_cents lm_line_pay(lm_meter *m, int i)
{
    span s = round_at(m, i);
    bool shared = m->sharing == LM_EQUAL;
    if (shared && !m->line[i].shares_set) set_shares(m, s);
    bool last = !shared || s.end - s.first == 1;
    bool empties = m->line[i].percent == 100 && last;
    lm_cents paid = lm_meter_pay(m, value(m, i), empties);
    lm_line_leave(m, i);
    return paid;
}

lm_cents lm_line_prize(const lm_meter *m, int i)
{
    lm_meter then = *m;
    int ahead = m->sharing == LM_EQUAL ? round_at(m, i).first : i;
    for (int k = 0; k < ahead; k++)
        lm_line_pay(&then, 0);
    return value(&then, i - ahead);
}

lm_meter lm_line_paid(const lm_meter *m)
{
    lm_meter then = *m;
    while (then.awards)
        lm_line_pay(&then, 0);
    return then;
}

lm_meter_status lm_line_may_pay(const lm_meter *m, int i)
{
    span with = m->sharing == LM_EQUAL ? round_at(m, i) : (span){ i, i + 1 };
    if (with.first > 0) return lm_meter_refuse(m, LM_METER_WHY_EARLIER);
    for (int k = with.first; k < with.end; k++) {
        if (m->line[k].stage != LM_AWARD_CONFIRMED) return lm_meter_refuse(m, LM_METER_WHY_SUPERVISOR);
    }
    return lm_meter_done();
}
