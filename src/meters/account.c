/* account.c - one meter: display, reserve and overflow, and their parts of a cent. */
#include "account.h"

#include <assert.h>

_Static_assert(sizeof(lm_meter_terms) == 2 * 8 + 2 * 4, "padding in lm_meter_terms");
_Static_assert(sizeof(lm_award) == 2 * 4 + 4 + 4 + 3 * 8, "padding in lm_award");
_Static_assert(sizeof(lm_meter) == 8 + 11 * 8 + 2 * sizeof(lm_meter_terms) + LM_AWARD_LINE * sizeof(lm_award),
               "padding in lm_meter");
_Static_assert(sizeof(lm_meter_entry) == 8 + 2 * 4 + 5 * 8, "padding in lm_meter_entry");

static const struct {
    const char *word, *title;
} names[LM_METER_KIND_COUNT] = {
#define X(name, word, title) [LM_METER_##name] = { word, title },
    LM_METER_KINDS(X)
#undef X
};

const char *lm_meter_name(lm_meter_kind kind)
{
    return names[kind].word;
}

const char *lm_meter_title(lm_meter_kind kind)
{
    return names[kind].title;
}

static lm_cents most(lm_cents a, lm_cents b)
{
    return a > b ? a : b;
}

static lm_cents least(lm_cents a, lm_cents b)
{
    return a < b ? a : b;
}

/* Whole cents in a number of parts, rounded down below zero too, so that what is left over is never negative. */
static int64_t whole_cents(int64_t parts)
{
    int64_t cents = parts / LM_PARTS;
    return parts % LM_PARTS < 0 ? cents - 1 : cents;
}

/* Splits the sum of display and overflow between them. A limit that was lowered takes nothing off the display. */
static void divide(lm_meter *m, lm_cents together)
{
    m->shown_cents = least(together, most(m->terms.limit_cents, m->shown_cents));
    m->overflow_cents = together - m->shown_cents;
}

void lm_meter_absorb(lm_meter *m, int64_t parts, int64_t reserve_parts)
{
    m->rest_parts += parts;
    lm_cents together = m->shown_cents + m->overflow_cents;
    int64_t cents = most(whole_cents(m->rest_parts), -together);
    divide(m, together + cents);
    m->rest_parts -= cents * LM_PARTS;

    m->reserve_rest_parts += reserve_parts;
    cents = most(whole_cents(m->reserve_rest_parts), -m->reserve_cents);
    m->reserve_cents += cents;
    m->reserve_rest_parts -= cents * LM_PARTS;
}

void lm_meter_give(lm_meter *m, int64_t parts, int64_t reserve_parts)
{
    if (m->awards == 0) {
        lm_meter_absorb(m, parts, reserve_parts);
        return;
    }
    lm_award *last = &m->line[m->awards - 1];
    last->after_parts += parts;
    last->after_reserve_parts += reserve_parts;
}

lm_cents lm_meter_pay(lm_meter *m, lm_cents amount, bool empties)
{
    assert(amount >= 0);
    lm_cents paid = least(amount, m->shown_cents);
    m->shown_cents -= paid;
    m->paid_cents += paid;
    if (!empties) return paid;
    /* seed and reserve start the meter again (WPS-RES.2), with the overflow, which is players' money too */
    m->seeded_cents += m->terms.seed_cents;
    divide(m, m->shown_cents + m->overflow_cents + m->terms.seed_cents + m->reserve_cents);
    m->reserve_cents = 0;
    return paid;
}

lm_cents lm_meter_pay_whole(lm_meter *m)
{
    return lm_meter_pay(m, m->shown_cents, true);
}

static bool is_within(int64_t amount, int64_t most)
{
    return amount >= -most && amount <= most;
}

bool lm_meter_has_room(const lm_meter *m)
{
    int64_t most = LM_METER_MOST, parts = LM_METER_PARTS_MOST;
    if (!is_within(m->shown_cents, most) || !is_within(m->reserve_cents, most)) return false;
    if (!is_within(m->overflow_cents, most) || !is_within(m->adjusted_cents, most)) return false;
    if (!is_within(m->seeded_cents, most) || !is_within(m->paid_cents, most)) return false;
    if (!is_within(m->contributed_parts, most * LM_PARTS)) return false;
    if (!is_within(m->rest_parts, parts) || !is_within(m->reserve_rest_parts, parts)) return false;
    for (int i = 0; m->awards && i < LM_AWARD_LINE; i++) {
        const lm_award *a = &m->line[i];
        if (!is_within(a->after_parts, parts) || !is_within(a->after_reserve_parts, parts)) return false;
    }
    return true;
}

bool lm_meter_terms_valid(lm_meter_terms t)
{
    bool shares = t.contribution >= 0 && t.contribution <= LM_PARTS && t.reserve >= 0 &&
                  t.reserve <= LM_PARTS - t.contribution; /* together at most the whole stake: C-122 */
    return shares && t.seed_cents >= 0 && t.seed_cents <= t.limit_cents && t.limit_cents <= LM_CENTS_MAX;
}

void lm_meter_open(lm_meter *m, lm_meter_kind kind, lm_cents initial_cents, lm_meter_terms terms)
{
    assert(lm_meter_terms_valid(terms) && initial_cents >= 0 && initial_cents <= terms.limit_cents);
    *m = (lm_meter){
        .kind = (uint8_t)kind,
        .linked = true,
        .shown_cents = initial_cents,
        .seeded_cents = initial_cents,
        .terms = terms,
    };
}

bool lm_meter_balanced(const lm_meter *m)
{
    int64_t parts = m->contributed_parts - m->rest_parts - m->reserve_rest_parts;
    for (int i = 0; i < m->awards; i++)
        parts -= m->line[i].after_parts + m->line[i].after_reserve_parts;
    lm_cents cents =
        m->shown_cents + m->reserve_cents + m->overflow_cents + m->paid_cents - m->seeded_cents - m->adjusted_cents;
    lm_cents product;
    return lm_cents_mul(cents, LM_PARTS, &product) && product == parts;
}

void lm_meter_take_terms(lm_meter *m, lm_meter_terms terms)
{
    m->waiting = m->awards > 0;
    m->next_terms = m->waiting ? terms : (lm_meter_terms){ 0 };
    if (m->waiting) return;
    m->terms = terms;
    lm_meter_absorb(m, 0, 0);
}

lm_meter_status lm_meter_change(lm_meter *m, lm_meter_terms terms)
{
    if (!lm_meter_terms_valid(terms)) return lm_meter_refuse(m, LM_METER_WHY_TERMS);
    if (!lm_meter_has_room(m)) return lm_meter_refuse(m, LM_METER_WHY_AMOUNT);
    lm_meter_take_terms(m, terms);
    return lm_meter_done();
}

lm_meter_status lm_meter_adjust(lm_meter *m, lm_meter_account account, lm_cents to_cents, lm_reason reason,
                                lm_meter_entry *entry)
{
    bool shown = account == LM_ACCOUNT_SHOWN;
    lm_cents before = shown ? m->shown_cents : m->reserve_cents;
    lm_cents limit = shown ? m->terms.limit_cents : LM_CENTS_MAX;
    if (reason <= LM_REASON_NONE || reason >= LM_REASON_COUNT) return lm_meter_refuse(m, LM_METER_WHY_REASON);
    if (m->awards > 0) return lm_meter_refuse(m, LM_METER_WHY_PENDING);
    if (to_cents < 0 || to_cents > limit || !lm_meter_has_room(m)) return lm_meter_refuse(m, LM_METER_WHY_AMOUNT);
    *entry = (lm_meter_entry){
        .kind = LM_ENTRY_ADJUSTMENT,
        .meter = m->kind,
        .reason = (uint8_t)reason,
        .account = (uint8_t)account,
        .amount_cents = to_cents - before,
        .before_cents = before,
    };
    m->adjusted_cents += to_cents - before;
    if (shown) {
        m->shown_cents = to_cents;
    } else {
        m->reserve_cents = to_cents;
    }
    lm_meter_absorb(m, 0, 0);
    entry->after_cents = shown ? m->shown_cents : m->reserve_cents;
    return lm_meter_done();
}

static bool same_terms(lm_meter_terms a, lm_meter_terms b)
{
    return a.seed_cents == b.seed_cents && a.limit_cents == b.limit_cents && a.contribution == b.contribution &&
           a.reserve == b.reserve;
}

lm_meter_status lm_meter_may_link(const lm_meter *a, const lm_meter *b)
{
    bool same = a->kind == b->kind && a->rule_set == b->rule_set && a->paytable == b->paytable &&
                same_terms(a->terms, b->terms);
    if (!same || !a->linked || !b->linked) return lm_meter_refuse(a, LM_METER_WHY_LINK);
    return lm_meter_done();
}

lm_meter_status lm_meter_arm(lm_meter *m, lm_cents trigger_cents)
{
    bool fits = trigger_cents > m->terms.seed_cents && trigger_cents <= m->terms.limit_cents;
    if (m->kind != LM_METER_MUST_HIT || m->trigger_cents || !fits) return lm_meter_refuse(m, LM_METER_WHY_TRIGGER);
    m->trigger_cents = trigger_cents;
    return lm_meter_done();
}

bool lm_meter_due(const lm_meter *m)
{
    return m->trigger_cents > 0 && m->shown_cents >= m->trigger_cents;
}
