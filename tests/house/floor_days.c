/* floor_days.c - days of a whole floor, simulated from one seed.
 *
 * Two servers on one store and one disk, four tables, twenty people and the links between them live
 * through days in which everything fails: packets are lost, doubled and overtaken, connections cut,
 * servers killed and stalled, the power goes, the disk refuses, the clock stands still and jumps. The
 * invariants of floor_checks.h hold after each restart and each evening; every evening all faults are
 * healed and every round must come to its end.
 *
 * A table-day is 24 simulated hours of one table: people come in three to five busy spells of the day,
 * and the hours between pass at once. The same seed gives the same bytes. */
/* soak */
#include "kit/floor_houses.h"
#include "kit/floor_steps.h"
#include "told.h"

enum { BRIEF = 200, FULL = 100000, DAYS = 5, SPELL_STEPS = 800, QUIET_STEPS = 6000 };

/* --- a day --------------------------------------------------------------------------------------------------------- */

static void somebody_comes(void)
{
    for (int i = 0; i < PEOPLE; i++) {
        person *p = &w.person[i];
        if (p->table >= 0 || p->calling > IS_GUEST || !once_in(3)) continue;
        int table = drawn(TABLES);
        if (p->calling == IS_GUEST && strcmp(w.table[table].money, "real") == 0) continue;
        p->table = table;
        p->server = drawn(SERVERS);
        p->next_ms = w.now_ms + drawn(5000);
        return;
    }
}

static void busy_spell(void)
{
    w.calm = false;
    w.storm = once_in(2);
    int visitors = 3 + drawn(6);
    for (int i = 0; i < SPELL_STEPS; i++) {
        if (i < 5 * visitors && i % 5 == 0) somebody_comes();
        step(true);
    }
}

/* Whether every round has been played to its end and all players have their chips back. */
static bool is_over(int i)
{
    const house_table *t = held(i);
    if (!is_at_rest(t)) return false;
    const house_state *s = &t->state;
    if (s->table.stage == LM_IN_ROUND && s->table.round.phase != LM_BETTING) return false;
    for (int r = 0; r < HOUSE_RACKS; r++) {
        if (rack_is_taken(s, r)) return false;
    }
    return s->table.round.felt_cents == 0 && !s->awards;
}

static const char *where_it_stands(int i)
{
    static char text[600];
    const house_table *t = held(i);
    if (!t) return "no server holds it";
    json_t *turn = told_turn(&t->state, t->rules);
    char *said = json_dumps(turn, 0);
    snprintf(text, sizeof text, "record %lld, %s, stage %d, phase %d, felt %lld, frozen %d, open %d, turn %.300s",
             (long long)t->state.seq, is_at_rest(t) ? "at rest" : "busy", t->state.table.stage,
             t->state.table.round.phase, (long long)t->state.table.round.felt_cents, t->state.frozen, t->state.is_open,
             said);
    free(said);
    json_decref(turn);
    return text;
}

/* Everything is healed and the players are gone: the clocks and the staff bring every table to its end. */
static void quiet_hour(void)
{
    w.calm = true;
    w.still = 0;
    memory_heal();
    if (w.faltered) start_again();
    for (int i = 0; i < SERVERS; i++)
        w.server[i].stalled_ms = 0;
    for (int i = 0; i < PEOPLE; i++) {
        if (w.person[i].calling <= IS_GUEST) hang_up(&w.person[i]);
    }
    int left = QUIET_STEPS;
    for (bool over = false; !over && left > 0; left--) {
        step(false);
        over = true;
        for (int i = 0; i < TABLES && over; i++)
            over = is_over(i);
    }
    for (int i = 0; i < TABLES && left == 0; i++) {
        if (!is_over(i))
            broken(/* say:test-table-never-ends */ "with all faults healed %s does not come to its end: %s",
                   w.table[i].id, where_it_stands(i));
    }
    for (int i = 0; i < PEOPLE; i++) {
        if (w.person[i].calling <= IS_GUEST) go_home(&w.person[i]);
    }
}

static void a_day(void)
{
    int64_t midnight = MIDNIGHT + (int64_t)w.day * DAY_MS;
    int spells = 3 + drawn(3);
    for (int i = 0; i < spells; i++) {
        int64_t begins = midnight + DAY_MS / spells * i + drawn(2 * 3600) * SECOND;
        if (w.now_ms < begins) w.now_ms = begins;
        busy_spell();
    }
    quiet_hour();
    check_all(true);
}

/* Days of one floor; the number of table-days. */
static int64_t live_through(uint64_t seed, int64_t most)
{
    int64_t done = 0;
    floor_begin(seed);
    for (w.day = 0; w.day < DAYS && done < most; w.day++) {
        a_day();
        done += TABLES;
    }
    floor_end();
    return done;
}

/* --- the proof ----------------------------------------------------------------------------------------------------- */

static void tell_figures(const proof *p, int64_t done)
{
    char faults[400] = "";
    for (int i = 0; i < BEFELL_COUNT; i++) {
        size_t used = strlen(faults);
        snprintf(faults + used, sizeof faults - used, "%s%s %" PRId64, i ? ", " : "", floor_fault_words[i],
                 w.did.befell[i]);
    }
    proof_end(p, done, "table-days",
              "%" PRId64 " rounds, %" PRId64 " commands, %" PRId64 " records, %" PRId64 " messages, %" PRId64
              " takeovers, %" PRId64 " awards, %" PRId64 " irregularities, %" PRId64 " corrections, %" PRId64
              " coupons laid and %" PRId64 " given back, %" PRId64 " views and %" PRId64
              " saved states compared; faults: %s; 0 invariants broken",
              w.did.rounds, w.did.commands, w.did.records, w.did.messages, w.did.takeovers, w.did.awards, w.did.mishaps,
              w.did.corrections, w.did.coupons_laid, w.did.coupons_back, w.did.checks, w.did.saved, faults);
}

static void test_days(void **state)
{
    (void)state;
    proof p = proof_begin("floor-days", BRIEF, FULL);
    int64_t done = 0;
    for (uint64_t i = 0; proof_goes_on(&p, done); i++)
        done += live_through(p.seed + i, p.count - done);
    tell_figures(&p, done);
}

/* Two runs with one seed: not a byte differs in what was sent, nor in the journal. */
static void test_same_seed(void **state)
{
    (void)state;
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        live_through(77, TABLES);
        hash[i] = w.hash;
    }
    if (hash[0] != hash[1]) fail_msg("seed 77 gave %016" PRIx64 " and then %016" PRIx64, hash[0], hash[1]);
    live_through(78, TABLES);
    assert_true(w.hash != hash[0]);
    memset(&w.did, 0, sizeof w.did);
}

static int set_up(void **state)
{
    char text[LM_STORE_TEXT], key[128];
    (void)state;
    randombytes_set_implementation(&chance_source);
    if (sodium_init() < 0) return 1;
    json_object_seed(1);
    memory_register();
    w.verbose = getenv("LAMMER_TRACE") != NULL;
    strcpy(w.folder, "/tmp/lammer-floor-XXXXXX");
    if (!mkdtemp(w.folder)) return 1;
    snprintf(w.path, sizeof w.path, "%s/house.db", w.folder);
    snprintf(w.url, sizeof w.url, "sqlite:%s", w.path);
    snprintf(w.secret, sizeof w.secret, "%s/house.key", w.folder);
    snprintf(key, sizeof key, "%s/sign.key", w.folder);
    chance_begin(2);
    w.signer = lm_signer_load(key, true, text);
    if (!w.signer) return 1;
    found_house();
    return 0;
}

static int tear_down(void **state)
{
    char line[128];
    (void)state;
    lm_signer_free(w.signer);
    json_decref(w.coupons);
    free(w.founded.data);
    free(w.command);
    memory_clear();
    snprintf(line, sizeof line, "rm -r %s", w.folder);
    return system(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_same_seed), cmocka_unit_test(test_days) };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
