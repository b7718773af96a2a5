/* balance.c - a million contributions and awards at random, a hundred million in a long run. */
/* sanitized */
/* soak */
/* Two tables share their meters. After every act the test's own books agree with the meters to the ten-thousandth of a
 * cent, and a display has gone down only by an award, a refund or an adjustment, and only by its amount. In a second
 * test one pair of tables is late with its paperwork and another pair, which deals the same rounds, is prompt: awards and
 * meters must come out the same. */
#include "kit/floor.h"

#include "dealer_box.h"
#include "proof.h"

#ifdef LAMMER_SANITIZED
enum { COUNT = 200000 };
#else
enum { COUNT = 1000000 };
#endif
enum { SOAK = 100000000, LIFE = 5000, PLACES = LM_PLACE(8, 0) };

static const char *const houses[] = {
    WASHINGTON "blazing7.link=same-game",
    WASHINGTON "blazing7.link=same-game blazing7.fixed_from=meter",
    WASHINGTON "blazing7.link=same-game blazing7.order=internal-controls",
    ACES,
    SUPER4 "1",
    SUPER4 "3 super4_musthit=3",
    SUPER4 "N decks=8 super4.seed=100",
};

typedef struct {
    lm_cents seeded, paid, adjusted;
    int64_t contributed_parts;
    int64_t took_parts; /* the last act: awards, refunds, adjustments downwards */
} books;

typedef struct {
    test_random random;
    lm_meters table[TABLES];
    int at;
    lm_rules rules;
    books book[LM_METERS];
    uint64_t entries; /* contributions and awards so far */
    uint64_t refused;
} world;

static int below(world *w, int bound)
{
    return test_random_below(&w->random, bound);
}

static lm_meters *here(world *w)
{
    return &w->table[w->at];
}

/* Rates of every size, and limits so low that meters overflow. */
static lm_meter_terms random_terms(world *w, const lm_meter *m)
{
    static const int most_rates[] = { 1, 300, LM_PARTS + 1 };
    static const int most_dollars[] = { 1, 30, 5000 };
    lm_meter_terms terms = m->terms;
    terms.contribution = below(w, most_rates[below(w, 3)]);
    terms.reserve = below(w, most_rates[below(w, 3)]);
    if (m->kind == LM_METER_MUST_HIT) return terms;
    terms.seed_cents = below(w, most_dollars[below(w, 3)] * LM_DOLLAR);
    lm_cents from = below(w, 2) && m->shown_cents > terms.seed_cents ? m->shown_cents : terms.seed_cents;
    terms.limit_cents = below(w, 2) ? LM_CENTS_MAX : from + below(w, 10 * LM_DOLLAR);
    return terms;
}

static lm_cents random_trigger(world *w, const lm_meter *m)
{
    return m->terms.seed_cents + 1 + below(w, (int)(m->terms.limit_cents - m->terms.seed_cents));
}

/* Both tables begin with the same meters, and the books with what the house has put into them. */
static void open_house(world *w)
{
    rules_make(&w->rules, houses[below(w, sizeof houses / sizeof *houses)], "");
    lm_meters_open(&w->table[0], &w->rules, 1);
    for (int i = 0; i < w->table[0].meters; i++) {
        lm_meter *m = &w->table[0].meter[i];
        lm_meter_change(m, random_terms(w, m));
        if (m->kind == LM_METER_MUST_HIT) lm_meter_arm(m, random_trigger(w, m));
        w->book[i] = (books){ .seeded = m->shown_cents };
    }
    w->table[1] = w->table[0];
    w->table[1].table = 2;
    w->at = 0;
}

static void change_table(world *w)
{
    int other = !w->at;
    for (int i = 0; i < here(w)->meters; i++)
        w->table[other].meter[i] = here(w)->meter[i];
    w->at = other;
}

/* --- acts ----------------------------------------------------------------------------------------------- */

/* A lit spot of the present game, or a dark one. */
static int random_place(world *w)
{
    return LM_PLACE(1, 0) + below(w, PLACES - LM_PLACE(1, 0));
}

static bool counts(world *w, lm_meter_status status)
{
    if (lm_meter_ok(status)) return true;
    w->refused++;
    return false;
}

static void act_start(world *w)
{
    lm_meters *t = here(w);
    for (int n = below(w, 8); n > 0 && !t->game[0].stake_cents; n--)
        lm_meters_light(t, 0, random_place(w));
    int chips = __builtin_popcount(t->game[0].lit);
    lm_cents stake = 1 + below(w, 1000);
    if (!counts(w, lm_meters_start(t, 0, chips, stake))) return;
    for (int i = 0; i < t->meters; i++)
        w->book[i].contributed_parts += chips * stake * (t->meter[i].terms.contribution + t->meter[i].terms.reserve);
    w->entries += (uint64_t)chips;
}

static void act_end(world *w)
{
    counts(w, lm_meters_end(here(w), 0));
}

static void act_refund(world *w)
{
    lm_meters *t = here(w);
    lm_progressive before = t->game[0];
    if (!counts(w, lm_meters_refund(t, 0, random_place(w)))) return;
    for (int i = 0; i < t->meters; i++) {
        w->book[i].took_parts = before.stake_cents * before.contribution[i];
        w->book[i].contributed_parts -= before.stake_cents * (before.contribution[i] + before.reserve[i]);
    }
}

static void act_call(world *w)
{
    static const int percents[] = { 1, 10, 33, 100, 100 };
    lm_meters *t = here(w);
    lm_odds pays = LM_PAYS_PERCENT(percents[below(w, 5)]);
    pays.meter = (uint8_t)below(w, t->meters);
    counts(w, lm_meters_call(t, 0, random_place(w), pays.a, pays));
}

static void act_confirm(world *w)
{
    for (int place = LM_PLACE(1, 0); place < PLACES; place++)
        lm_meters_confirm(here(w), 0, place, LM_ROLE_SUPERVISOR);
}

static books *book_of(world *w, const lm_meter_entry *entry)
{
    for (int i = 0; i < here(w)->meters; i++) {
        if (here(w)->meter[i].kind == entry->meter) return &w->book[i];
    }
    fail_msg("no such meter");
    return NULL;
}

static void write_down(world *w, const lm_meter_entry *entry)
{
    books *b = book_of(w, entry);
    b->paid += entry->amount_cents - entry->tray_cents;
    b->took_parts = (entry->amount_cents - entry->tray_cents) * LM_PARTS;
    b->seeded += entry->seeded_cents;
    w->entries++;
}

static void act_card(world *w)
{
    lm_meter_entry entry;
    for (int place = LM_PLACE(1, 0); place < PLACES; place++) {
        lm_cents prize = lm_meters_prize(here(w), 0, place);
        if (prize < 0 || !counts(w, lm_meters_card(here(w), 0, place, LM_ROLE_EXECUTIVE, &entry))) continue;
        assert_int_equal(entry.amount_cents, prize);
        write_down(w, &entry);
        return;
    }
}

static void act_withdraw(world *w)
{
    counts(w, lm_meters_withdraw(here(w), 0, random_place(w)));
}

static void act_fixed(world *w)
{
    lm_meter_entry entry;
    if (counts(w, lm_meters_fixed(here(w), 0, random_place(w), below(w, 500), &entry))) write_down(w, &entry);
}

static void act_hit(world *w)
{
    lm_meters *t = here(w);
    const lm_meter *m = lm_meters_due(t, 0);
    lm_meter_entry entry;
    if (m && counts(w, lm_meters_hit(t, 0, below(w, 3), random_trigger(w, m), &entry))) write_down(w, &entry);
}

static void act_change(world *w)
{
    lm_meter *m = &here(w)->meter[below(w, here(w)->meters)];
    counts(w, lm_meter_change(m, random_terms(w, m)));
}

static void act_adjust(world *w)
{
    int i = below(w, here(w)->meters);
    lm_meter_entry entry;
    lm_meter_account account = below(w, 2) ? LM_ACCOUNT_SHOWN : LM_ACCOUNT_RESERVE;
    if (!counts(w,
                lm_meter_adjust(&here(w)->meter[i], account, below(w, 100 * LM_DOLLAR), LM_REASON_CORRECTION, &entry)))
        return;
    w->book[i].adjusted += entry.amount_cents;
    if (entry.after_cents < entry.before_cents)
        w->book[i].took_parts = (entry.before_cents - entry.after_cents) * LM_PARTS;
}

static const struct {
    void (*act)(world *);
    int weight;
} acts[] = {
    { act_start, 30 }, { act_end, 18 },   { act_call, 12 },  { act_confirm, 10 },
    { act_card, 15 },  { act_fixed, 6 },  { act_refund, 4 }, { act_withdraw, 1 },
    { act_hit, 10 },   { act_change, 1 }, { act_adjust, 1 }, { change_table, 10 },
};

/* --- what must hold -------------------------------------------------------------------------------------- */

static void check_books(const lm_meter *m, const books *b)
{
    int64_t parts = m->rest_parts + m->reserve_rest_parts;
    for (int i = 0; i < m->awards; i++)
        parts += m->line[i].after_parts + m->line[i].after_reserve_parts;
    lm_cents cents = m->shown_cents + m->reserve_cents + m->overflow_cents + b->paid;
    assert_true(cents * LM_PARTS + parts == (b->seeded + b->adjusted) * LM_PARTS + b->contributed_parts);
    assert_true(lm_meter_balanced(m));
    assert_true(m->shown_cents >= 0 && m->reserve_cents >= 0 && m->overflow_cents >= 0);
    assert_true(m->rest_parts < LM_PARTS && m->reserve_rest_parts < LM_PARTS);
    /* only an empty meter may owe a refund */
    assert_true(m->rest_parts >= 0 || m->shown_cents + m->overflow_cents == 0);
    assert_true(m->reserve_rest_parts >= 0 || m->reserve_cents == 0);
}

/* Refunds that the display still owes, because an award waits or the meter is empty. */
static int64_t kept_back(const lm_meter *m)
{
    int64_t parts = m->rest_parts < 0 ? -m->rest_parts : 0;
    for (int i = 0; i < m->awards; i++)
        parts += m->line[i].after_parts < 0 ? -m->line[i].after_parts : 0;
    return parts;
}

static size_t random_act(world *w)
{
    int total = 0;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        total += acts[i].weight;
    size_t which = 0;
    for (int at = below(w, total); at >= acts[which].weight; which++)
        at -= acts[which].weight;
    return which;
}

/* A display falls by what an award, a refund or an adjustment took, to the cent, and by nothing else. */
static void one_act(world *w)
{
    lm_cents shown[LM_METERS];
    int64_t kept[LM_METERS];
    for (int i = 0; i < here(w)->meters; i++) {
        shown[i] = here(w)->meter[i].shown_cents;
        kept[i] = kept_back(&here(w)->meter[i]);
        w->book[i].took_parts = 0;
    }
    size_t which = random_act(w);
    acts[which].act(w);
    for (int i = 0; i < here(w)->meters; i++) {
        const lm_meter *m = &here(w)->meter[i];
        check_books(m, &w->book[i]);
        int64_t fell = (shown[i] - m->shown_cents) * LM_PARTS, took = w->book[i].took_parts + kept[i];
        if (fell > 0 && (took == 0 || fell >= took + LM_PARTS))
            fail_msg("act %zu lowered %s", which, lm_meter_name((lm_meter_kind)m->kind));
    }
}

static void money_is_conserved(void **state)
{
    (void)state;
    static world w;
    proof p = proof_begin("balance", COUNT, SOAK);
    p.seconds *= 0.8;
    w.random.state = 20240518 + p.seed;
    for (int life = 0; life % LIFE || proof_goes_on(&p, (int64_t)w.entries); life++) {
        if (life % LIFE == 0) open_house(&w);
        one_act(&w);
    }
    assert_true(w.refused > 0);
    proof_end(&p, (int64_t)w.entries, "contributions and awards", "%llu refused, 0 deviations",
              (unsigned long long)w.refused);
}

/* Without anything waiting: after = before - paid, or the new cycle's seed, reserve and overflow. */
static void a_display_falls_by_what_is_paid(void **state)
{
    (void)state;
    static world w;
    w.random.state = 77;
    for (int n = 0; n < COUNT / 50; n++) {
        open_house(&w);
        lm_meters *t = here(&w);
        lm_meter *m = &t->meter[0];
        lm_meters_light(t, 0, LM_PLACE(3, 0));
        lm_meters_start(t, 0, 1, 1 + below(&w, 100000));
        lm_meter before = *m;
        int percent = m->sharing == LM_EQUAL || below(&w, 2) ? 100 : 1 + below(&w, 99);
        lm_odds pays = LM_PAYS_PERCENT(percent);
        assert_true(lm_meter_ok(lm_meters_call(t, 0, LM_PLACE(3, 0), percent, pays)));
        assert_true(lm_meter_ok(lm_meters_confirm(t, 0, LM_PLACE(3, 0), LM_ROLE_SUPERVISOR)));
        assert_int_equal(m->shown_cents, before.shown_cents);
        lm_meter_entry entry;
        assert_true(lm_meter_ok(lm_meters_card(t, 0, LM_PLACE(3, 0), LM_ROLE_EXECUTIVE, &entry)));
        lm_cents holds = m->shown_cents + m->overflow_cents;
        lm_cents held = before.shown_cents + before.overflow_cents;
        assert_int_equal(entry.amount_cents, before.shown_cents * percent / 100);
        lm_cents cycle = percent == 100 ? before.terms.seed_cents + before.reserve_cents : 0;
        assert_int_equal(holds, held - entry.amount_cents + cycle);
        assert_int_equal(m->reserve_cents, percent == 100 ? 0 : before.reserve_cents);
        assert_true(m->overflow_cents == 0 || m->shown_cents >= m->terms.limit_cents);
    }
}

/* --- paperwork that takes its time ------------------------------------------------------------------------ */

typedef struct {
    world prompt, late;
    lm_cents due[TABLES][PLACES]; /* what the prompt tables paid, and the late ones owe; -1 nothing */
} pair;

static void settle_round(pair *p)
{
    world *w = &p->prompt;
    int at = w->at;
    if (!here(w)->game[0].stake_cents || here(w)->game[0].won) return;
    for (int n = below(w, 4); n > 0; n--) {
        int place = random_place(w);
        lm_odds pays = LM_PAYS_PERCENT(below(w, 2) ? 100 : 10);
        if (here(w)->meter[0].sharing == LM_EQUAL) pays.a = 100;
        pays.meter = (uint8_t)below(w, here(w)->meters);
        lm_meter_status prompt = lm_meters_call(here(w), 0, place, pays.a, pays);
        lm_meter_status late = lm_meters_call(&p->late.table[at], 0, place, pays.a, pays);
        if (late.why == LM_METER_WHY_LINE)
            lm_meters_withdraw(here(w), 0, place);
        else
            assert_int_equal(prompt.why, late.why);
    }
    act_confirm(w);
    for (bool paid = true; paid;) {
        paid = false;
        for (int place = LM_PLACE(1, 0); place < PLACES; place++) {
            lm_meter_entry entry;
            if (!lm_meter_ok(lm_meters_card(here(w), 0, place, LM_ROLE_EXECUTIVE, &entry))) continue;
            p->due[at][place] = entry.amount_cents;
            paid = true;
        }
    }
    int place = random_place(w);
    lm_cents amount = below(w, 30000);
    lm_meter_entry a = { 0 }, b = { 0 };
    if (p->due[at][place] >= 0) return;
    lm_meter_status status = lm_meters_fixed(here(w), 0, place, amount, &a);
    assert_int_equal(status.why, lm_meters_fixed(&p->late.table[at], 0, place, amount, &b).why);
    assert_int_equal(a.tray_cents, b.tray_cents);
}

static void late_paperwork(pair *p)
{
    world *w = &p->late;
    lm_meter_entry entry;
    act_confirm(w);
    for (int place = LM_PLACE(1, 0); place < PLACES; place++) {
        lm_meter_status status = lm_meters_card(here(w), 0, place, LM_ROLE_EXECUTIVE, &entry);
        if (!lm_meter_ok(status)) continue;
        assert_int_equal(entry.amount_cents, p->due[w->at][place]);
        p->due[w->at][place] = -1;
        return;
    }
}

static void next_round(pair *p)
{
    lm_meters *a = here(&p->prompt), *b = here(&p->late);
    if (!lm_meter_ok(lm_meters_end(b, 0)) && b->game[0].stake_cents) return;
    lm_meters_end(a, 0);
    for (int n = below(&p->prompt, 5); n > 0; n--) {
        int place = random_place(&p->prompt);
        lm_meters_light(a, 0, place);
        lm_meters_light(b, 0, place);
    }
    int chips = __builtin_popcount(a->game[0].lit);
    lm_cents stake = 1 + below(&p->prompt, 1000);
    assert_true(lm_meter_ok(lm_meters_start(a, 0, chips, stake)));
    assert_true(lm_meter_ok(lm_meters_start(b, 0, chips, stake)));
    p->prompt.entries += (uint64_t)chips;
}

static void refund_one(pair *p)
{
    int place = random_place(&p->prompt);
    if (p->due[p->prompt.at][place] >= 0) return;
    lm_meter_status prompt = lm_meters_refund(here(&p->prompt), 0, place);
    assert_int_equal(prompt.why, lm_meters_refund(here(&p->late), 0, place).why);
}

/* With nothing waiting the late table's meters are the prompt one's, byte for byte. */
static void compare(pair *p)
{
    for (int i = 0; i < here(&p->late)->meters; i++) {
        const lm_meter *late = &here(&p->late)->meter[i], *prompt = &here(&p->prompt)->meter[i];
        assert_true(lm_meter_balanced(late));
        if (late->awards == 0) assert_memory_equal(late, prompt, sizeof *late);
    }
}

/* Whether late and prompt tables can be compared. A display above a limit that was lowered later keeps its amount until
 * it pays, so its value depends on the order of payments. A must-hit prize has no paperwork. */
static bool compares(const world *w)
{
    for (int i = 0; i < w->table[0].meters; i++) {
        const lm_meter *m = &w->table[0].meter[i];
        if (m->shown_cents > m->terms.limit_cents || m->kind == LM_METER_MUST_HIT) return false;
    }
    return true;
}

static void open_pair(pair *p)
{
    do
        open_house(&p->prompt);
    while (!compares(&p->prompt));
    p->late = p->prompt;
    for (int t = 0; t < TABLES; t++) {
        for (int i = 0; i < PLACES; i++)
            p->due[t][i] = -1;
    }
}

static void paperwork_changes_nothing(void **state)
{
    (void)state;
    static pair p;
    proof late = proof_begin("balance-late", COUNT / 10, SOAK / 10);
    late.seconds *= 0.2;
    p.prompt.random.state = 4710 + late.seed;
    int paid_late = 0;
    for (int life = 0; life % LIFE || proof_goes_on(&late, (int64_t)p.prompt.entries); life++) {
        if (life % LIFE == 0) open_pair(&p);
        switch (below(&p.prompt, 8)) {
        case 0:
        case 1: next_round(&p); break;
        case 2: settle_round(&p); break;
        case 3: refund_one(&p); break;
        case 4:
        case 5:
            change_table(&p.prompt);
            change_table(&p.late);
            break;
        default: late_paperwork(&p); paid_late++;
        }
        compare(&p);
    }
    assert_true(paid_late > 0);
    proof_end(&late, (int64_t)p.prompt.entries, "contributions and awards", "%d acts of paperwork late, 0 differences",
              paid_late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_is_conserved),
        cmocka_unit_test(a_display_falls_by_what_is_paid),
        cmocka_unit_test(paperwork_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
