/* disk_errors.c - the disk fails under a floor that plays: an error, a full disk, a sync that fails, a
 * read that fails.
 *
 * Any operation may fail, once or from then on, while the house is opened or while it serves. After a failed write the
 * house stops: it acknowledges and announces nothing more, and takes no wager. Opened again on a good disk it has
 * everything that it acknowledged, and commands whose fate was unknown are done once when they are repeated. After a
 * failed read the house may refuse a request, but it never loses or forges anything.
 *
 * The store runs without a thread, so that a failure replays from its seed. One case in THREADED runs with the store's
 * own threads, as the server does, where the machine decides the moment of the failure. */
/* soak */
#include "kit/disk_check.h"
#include "../store/kit/faulty_vfs.h"

enum { OPENING = 40, STEPS = 120, STEPS_AFTER = 40, BURST = 3, READS = 30, THREADED = 5 };

typedef enum { ERROR_EIO, ERROR_FULL, ERROR_SYNC, ERROR_READ, ERRORS } error_kind;

static const char *const error_words[ERRORS] = { "EIO", "ENOSPC", "a sync that fails", "EIO on reading" };

static proof run;
static floor_run base;
static int64_t injection;
static bool by_hand = true;
static int64_t threaded; /* failures that were injected with the store's threads */
static struct {
    error_kind kind;
    bool lasting;
    long at;
} error;
static struct {
    int64_t opening, serving, refused, repeated, acknowledged;
} figures;

#define broken(...)                                                                                                    \
    do {                                                                                                               \
        print_error("seed %" PRIu64 ", injection %" PRId64 "%s: %s%s at operation %ld: ", run.seed, injection,         \
                    by_hand ? "" : " with threads", error_words[error.kind], error.lasting ? " from then on" : "",     \
                    error.at);                                                                                         \
        fail_msg(__VA_ARGS__);                                                                                         \
    } while (0)

/* Chooses a failure anywhere in a floor's life, every fourth time at its beginning. */
static void arm(uint64_t *random, long writes, long reads)
{
    settle(NULL, false);
    memset(&fault, 0, sizeof fault);
    error.kind = (error_kind)(injection % ERRORS);
    error.lasting = proof_random(random) & 1;
    long most = error.kind == ERROR_READ ? reads : writes;
    if (proof_random(random) % 4 == 0) most = most < OPENING ? most : OPENING;
    error.at = 1 + (long)(proof_random(random) % (uint64_t)most);
    static const fault_kind kinds[] = { FAULT_EIO, FAULT_FULL, FAULT_SYNC, FAULT_EIO };
    fault.kind = kinds[error.kind];
    fault.lasting = error.lasting;
    fault.coin = proof_random(random);
    *(error.kind == ERROR_READ ? &fault.read_at : &fault.at) = error.at;
}

static void disarm(void)
{
    settle(NULL, false);
    memset(&fault, 0, sizeof fault);
}

/* --- under the failure --------------------------------------------------------------------------------------------- */

/* Waits for answers until the house has stopped; a read that fails may have left a request without one. */
static void play(floor_run *f, int steps)
{
    for (int i = 0; i < steps && !lm_house_fault(f->house) && floor_holds_all(f); i++) {
        for (int n = 1 + below(f, BURST); n > 0 && floor_holds_all(f); n--)
            floor_step(f);
        floor_settle(f);
    }
}

/* A house that has stopped takes no wager, says why, and sends no message. */
static void check_stopped(floor_run *f)
{
    int64_t told[FLOOR_TABLES];
    uint64_t before = f->last;
    memcpy(told, f->told, sizeof told);
    for (int i = 0; i < FLOOR_PLAYERS; i++)
        floor_command(f, i, json_pack("{s:s, s:s, s:i}", "do", "bet", "seat", f->player[i].seat, "cents", 500));
    for (int i = 0; i < STEPS_AFTER; i++) {
        f->now_ms += 1000;
        lm_house_poll(f->house);
    }
    for (uint64_t i = before + 1; i <= f->last; i++) {
        if (f->said[i].status != 503)
            broken(/* say:test-wager-after-failure */ "after the failure a wager is answered %d", f->said[i].status);
        figures.refused++;
    }
    if (memcmp(told, f->told, sizeof told) != 0)
        broken(/* say:test-message-after-failure */ "after the failure a message leaves");
    if (strlen(lm_house_fault(f->house)) < 20) broken("the house does not say why it stopped");
}

static void live(floor_run *f)
{
    f->vfs = "faulty";
    bool opened = floor_open_store(f) && floor_open_house(f) && floor_await_tables(f) && floor_watch(f);
    if (opened) play(f, STEPS);
    bool struck = has_struck();
    if (opened && struck && error.kind != ERROR_READ) {
        play(f, STEPS_AFTER); /* the thread that carries the log over is heard at the next commit */
        if (!lm_house_fault(f->house))
            broken(/* say:test-house-goes-on-without-disk */ "the disk has failed and the house continues");
    }
    if (f->house && lm_house_fault(f->house)) check_stopped(f);
    if (!opened && !struck) broken("the house does not open: %s", f->text);
    figures.opening += !opened;
    figures.serving += opened && struck;
    floor_close(f);
}

/* --- after it --------------------------------------------------------------------------------------------------------- */

/* Repeats the unacknowledged requests on a working disk. */
static void repeat_commands(floor_run *f, uint64_t asked)
{
    for (uint64_t i = 1; i <= asked; i++) {
        const floor_said was = f->said[i];
        if (!was.n || was.status == 200) continue;
        floor_must(f, floor_say(f, was.player, was.table, json_deep_copy(was.body)));
        if (f->said[f->last].status >= 500)
            broken("after the restart a command is answered %d", f->said[f->last].status);
        figures.repeated += f->said[f->last].repeated;
    }
}

static void check_after(floor_run *f)
{
    uint64_t asked = f->last;
    f->vfs = NULL;
    f->open = 0;
    if (!floor_open_store(f)) broken("afterwards the store does not open: %s", f->text);
    const char *wrong = floor_check(f);
    if (wrong) broken("%s", wrong);
    for (uint64_t i = 1; i <= asked; i++)
        figures.acknowledged += f->said[i].n && f->said[i].status == 200;
    if (!floor_open_house(f) || !floor_await_tables(f)) broken("afterwards the house does not open: %s", f->text);
    repeat_commands(f, asked);
    for (int i = 0; i < FLOOR_PLAYERS; i++)
        f->player[i].n += 1000;
    play(f, 3);
    wrong = floor_check(f);
    if (wrong) broken("%s", wrong);
}

static void begin(floor_run *f, uint64_t seed)
{
    floor_copy(f, &base, seed);
    f->by_hand = by_hand;
}

/* How much a floor without failures asks of its disk. */
static void count_operations(long *writes, long *reads)
{
    floor_run f;
    disarm();
    begin(&f, run.seed);
    f.vfs = "faulty";
    assert_true(floor_open_store(&f) && floor_open_house(&f) && floor_await_tables(&f));
    play(&f, STEPS);
    floor_close(&f);
    *writes = fault.count;
    *reads = fault.reads;
    floor_end(&f);
}

static void inject(uint64_t *random, long writes, long reads)
{
    floor_run f;
    begin(&f, proof_random(random));
    arm(random, writes, reads);
    live(&f);
    disarm();
    check_after(&f);
    floor_end(&f);
}

static void no_acknowledgement_after_a_failure(void **state)
{
    uint64_t random = run.seed;
    long writes, reads;
    count_operations(&writes, &reads);
    for (injection = 0; proof_goes_on(&run, figures.opening + figures.serving); injection++)
        inject(&random, writes, reads);
    proof_end(&run, figures.opening + figures.serving, "failures",
              "%" PRId64 " while opening, %" PRId64 " while serving; %" PRId64
              " acknowledged commands, 0 lost; %" PRId64 " wagers "
              "after a failure, 0 taken; %" PRId64 " commands of unknown fate were done and not repeated",
              figures.opening, figures.serving, figures.acknowledged, figures.refused, figures.repeated);
    threaded = injection / THREADED;
}

/* The thread may be anywhere when the disk fails, and several batches may wait for it. */
static void nor_with_threads(void **state)
{
    uint64_t random = run.seed;
    long writes, reads;
    by_hand = false;
    count_operations(&writes, &reads);
    for (injection = 0; injection < threaded; injection++)
        inject(&random, writes, reads);
    print_message("%" PRId64 " injections with threads\n", threaded);
}

/* A self-exclusion holds also when it cannot be read. */
static void an_exclusion_that_cannot_be_read(void **state)
{
    floor_run f;
    int refused = 0;
    disarm();
    begin(&f, run.seed);
    f.vfs = "faulty";
    assert_true(floor_open_store(&f) && floor_open_house(&f) && floor_await_tables(&f));
    const char *session = f.player[0].session;
    assert_true(floor_must(&f, floor_command(&f, 0, json_pack("{s:s}", "do", "leave"))));
    assert_true(floor_ask(&f, session, json_pack("{s:s, s:i}", "do", "set-limits", "exclude_days", 400)));
    for (int i = 0; i < READS; i++) {
        /* A write by another player, so that the server does not remember what it has read. */
        floor_must(&f, floor_command(&f, 1, json_pack("{s:s, s:i}", "do", "toke", "cents", 100)));
        pthread_mutex_lock(&fault_mutex);
        fault.read_at = fault.reads + 1 + i;
        pthread_mutex_unlock(&fault_mutex);
        uint64_t token = floor_command(&f, 0, json_pack("{s:s, s:s}", "do", "sit", "seat", "1"));
        floor_settle(&f);
        if (f.said[token].status == 200) fail_msg("read %d fails, and an excluded player sits down", i + 1);
        refused += f.said[token].status == 503;
    }
    print_message(/* say:test-reads-reported */ "%d of %d reads failed and were reported\n", refused, READS);
    assert_true(refused > 0);
    disarm();
    floor_end(&f);
}

static int set_up(void **state)
{
    faulty_register();
    if (harness_set_up(false) != 0) return -1;
    floor_make_base(&base, run.seed);
    return 0;
}

static int tear_down(void **state)
{
    floor_end(&base);
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exclusion_that_cannot_be_read),
        cmocka_unit_test(no_acknowledgement_after_a_failure),
        cmocka_unit_test(nor_with_threads),
    };
    run = proof_begin("disk_errors", 100, 10000);
    use_seeded_chance(run.seed);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
