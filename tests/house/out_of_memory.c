/* out_of_memory.c - every allocation of our own code fails once: malloc, calloc, realloc and strdup,
 * JSON's included.
 *
 * A floor is opened, played and closed in a process of its own, single-threaded and from a seed, so that
 * the n-th allocation is the same one each time; there it finds no memory. The process then goes on,
 * refuses, stops in order or ends with the sentence of src/felt/memory.c; it never crashes. Where it
 * closes its house in order, nothing that it took is left behind. Afterwards, with memory, chains and
 * ledger verify, every movement of money is one that the rules order, everything that was acknowledged
 * is there, and the tables play on. */
/* soak */
#include "kit/disk_check.h"
#include "kit/no_memory.h"
#include "said.h"

#include <sys/mman.h>

enum { STEPS = 24, STEPS_AFTER = 3, BRIEF = 40, PATIENCE_S = 100 };

static proof run;
static pid_t parent;
static floor_run base, *child; /* the child's floor lies in memory that both processes see */

#define broken(...)                                                                                                    \
    do {                                                                                                               \
        print_error("seed %" PRIu64 ", allocation %" PRId64 ": ", run.seed, failing);                                  \
        fail_msg(__VA_ARGS__);                                                                                         \
    } while (0)

/* --- the floor that runs out of memory ---------------------------------------------------------------------------- */

static void play(floor_run *f, int steps)
{
    for (int i = 0; i < steps && !lm_house_fault(f->house) && floor_holds_all(f); i++) {
        floor_step(f);
        floor_settle(f);
    }
}

/* What else is asked of a house: {who, what}. */
static const struct {
    enum { NOBODY, GUEST, ADA, SUE } who;
    const char *what;
} asks[] = {
    { NOBODY, "{'do':'guest'}" },
    { NOBODY, "{'do':'lobby'}" },
    { GUEST, "{'do':'set-limits','loss_cents':500000}" },
    { GUEST, "{'do':'limits'}" },
    { GUEST, "{'do':'wallet'}" },
    { GUEST, "{'do':'dispute','table':'one','text':'that was a push'}" },
    { GUEST, "{'do':'legal','table':'one'}" },
    { GUEST, "{'do':'look','table':'two'}" },
    { SUE, "{'do':'tables'}" },
    { SUE, "{'do':'people'}" },
    { SUE, "{'do':'mishaps','table':'three'}" },
    { SUE, "{'do':'fill','table':'three','cents':100000}" },
    { SUE, "{'do':'approvals'}" },
    { SUE, "{'do':'freeze','table':'three','reason':'a look at the cards'}" },
    { SUE, "{'do':'thaw','table':'three'}" },
    { SUE, "{'do':'resolve-dispute','dispute':1,'resolution':'it was'}" },
    { SUE, "{'do':'disputes'}" },
    { SUE, "{'do':'report-win'}" },
    { SUE, "{'do':'report-ratings'}" },
    { SUE, "{'do':'report-currency','format':'csv'}" },
    { SUE, "{'do':'report-cage'}" },
    { SUE, "{'do':'report-tax'}" },
    { SUE, "{'do':'report-review'}" },
    { SUE, "{'do':'journal-search','limit':5}" },
    { SUE, "{'do':'significant-events','limit':5}" },
    { SUE, "{'do':'meter-history','table':'floor','meter':'blazing7','limit':5}" },
    { SUE, "{'do':'recall','table':'one','round':1}" },
    { ADA, "{'do':'config'}" },
    { ADA, "{'do':'open-table','table':'four','rules':'ma-freebet'}" },
};

static json_t *read_ask(const char *what)
{
    char text[200];
    snprintf(text, sizeof text, "%s", what);
    for (char *quote = text; (quote = strchr(quote, '\''));)
        *quote = '"';
    return json_loads(text, 0, NULL);
}

static void ask_everything(floor_run *f)
{
    const char *session[] = { "", f->player[0].session, f->ada, f->sue };
    for (size_t i = 0; i < sizeof asks / sizeof *asks && !lm_house_fault(f->house); i++) {
        bool done = floor_ask(f, session[asks[i].who], read_ask(asks[i].what));
        if (!failing && !done) {
            char *answer = json_dumps(f->answer, 0);
            fprintf(stderr, "%s: %s\n", asks[i].what, answer);
            fflush(stderr);
            _exit(4); /* an unanswered question would prove nothing */
        }
    }
}

/* A wager behind another player's box. */
static void say_what_is_refused(floor_run *f)
{
    floor_command(f, 0, json_pack("{s:s, s:s, s:i}", "do", "bet", "seat", f->player[FLOOR_TABLES].seat, "cents", 500));
    floor_settle(f);
}

static void end_stuck(void)
{
    _exit(3);
}

/* Never returns. */
static void live(void)
{
    floor_run *f = child;
    char path[160];
    static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS };
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i], SIG_DFL); /* not the handlers of the test framework */
    alarm(PATIENCE_S);
    if (!freopen(floor_path(f, "last-words", path), "w", stderr)) _exit(2);
    f->stuck = end_stuck;
    own.on = true;
    if (floor_open_store(f) && floor_open_house(f) && floor_await_tables(f) && floor_watch(f)) {
        play(f, STEPS);
        say_what_is_refused(f);
        ask_everything(f);
    }
    floor_close(f);
    floor_forget(f);
    own.on = false;
    seen->closed = true;
    _exit(0);
}

static void prepare(void)
{
    floor_said *said = child->said;
    memset(said, 0, FLOOR_SAID * sizeof *said);
    memset(seen, 0, sizeof *seen);
    floor_copy(child, &base, run.seed);
    free(child->said);
    child->said = said;
}

/* How the process ended, once it has. */
static int run_child(void)
{
    int status = 0;
    prepare();
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) live();
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

/* --- afterwards ------------------------------------------------------------------------------------------------------
 * */

static const char *last_words(void)
{
    static char line[400];
    char path[160];
    FILE *in = fopen(floor_path(child, "last-words", path), "r");
    if (!in || !fgets(line, sizeof line, in)) line[0] = '\0';
    if (in) fclose(in);
    return line;
}

static void check_end(int status)
{
    if (WIFSIGNALED(status))
        broken(/* say:test-ended-by-signal */ "the process was ended by signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status) == 3) broken("a request was never answered");
    if (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 75)
        broken("the process ended with %d: %s", WEXITSTATUS(status), last_words());
    if (WEXITSTATUS(status) != 0 && !is_said(last_words(), "say:house-no-memory"))
        broken("the process ended without a word");
    if ((WEXITSTATUS(status) == 0) != seen->closed) broken("the process did not end");
    if (seen->closed && seen->left)
        broken(/* say:test-memory-left-behind */ "%" PRId64 " blocks of memory were left behind", seen->left);
}

static void check_journal(void)
{
    floor_run f = *child;
    f.store = NULL;
    f.house = NULL;
    f.signer = NULL;
    f.answer = NULL;
    f.stuck = NULL;
    f.open = 0;
    for (uint64_t i = 0; i <= f.last; i++)
        f.said[i].body = NULL;
    if (!floor_open_store(&f)) broken("afterwards the store does not open: %s", f.text);
    const char *wrong = floor_check(&f);
    if (wrong) broken("%s", wrong);
    if (!floor_open_house(&f) || !floor_await_tables(&f)) broken("afterwards the house does not open: %s", f.text);
    for (int i = 0; i < FLOOR_PLAYERS; i++)
        f.player[i].n += 1000;
    play(&f, STEPS_AFTER);
    if (lm_house_fault(f.house)) broken("afterwards the house stops: %s", lm_house_fault(f.house));
    floor_close(&f);
    floor_forget(&f);
}

static void swap(int64_t *a, int64_t *b)
{
    int64_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Moves one allocation of each place in the code to the front of the list: those of the JSON library, or all others.
 * Returns how many places are in front now. */
static int64_t places_first(int64_t *list, int64_t n, int64_t places, bool of_json)
{
    for (int64_t i = places; i < n; i++) {
        bool known = seen->of_json[list[i]] != of_json;
        for (int64_t k = 0; k < places && !known; k++)
            known = seen->place[list[k]] == seen->place[list[i]];
        if (!known) swap(&list[places++], &list[i]);
    }
    return places;
}

static void in_any_order(int64_t *list, int64_t n)
{
    uint64_t random = run.seed;
    for (int64_t i = 0; i < n; i++)
        list[i] = i + 1;
    for (int64_t i = n - 1; i > 0; i--)
        swap(&list[i], &list[proof_random(&random) % (uint64_t)(i + 1)]);
}

static void no_allocation_is_missed(void **state)
{
    static int64_t list[SEEN];
    int64_t done = 0, ended = 0, acknowledged = 0;
    failing = 0;
    check_end(run_child());
    check_journal();
    int64_t all = seen->taken;
    assert_true(all < SEEN);
    in_any_order(list, all);
    int64_t direct = places_first(list, all, 0, false), places = places_first(list, all, direct, true);
    if (!run.count) run.count = direct + BRIEF;
    if (run.count > all) run.count = all;
    for (; proof_goes_on(&run, done); done++) {
        failing = list[done];
        int status = run_child();
        check_end(status);
        check_journal();
        ended += WEXITSTATUS(status) != 0;
        for (uint64_t i = 1; i <= child->last; i++)
            acknowledged += child->said[i].n && child->said[i].status == 200;
    }
    proof_end(&run, done, "allocations failed",
              "of %" PRId64 " at %" PRId64 " places; %" PRId64
              " times the process ended in order, else it refused or went on; %" PRId64
              " acknowledged commands, 0 lost; 0 crashes, 0 leaks, 0 half settlements",
              all, places, ended, acknowledged);
}

/* --- the proof -------------------------------------------------------------------------------------------------------
 * */

static void *shared(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

static int set_up(void **state)
{
    parent = getpid();
    seen = shared(sizeof *seen);
    child = shared(sizeof *child);
    child->said = shared(FLOOR_SAID * sizeof *child->said);
    if (harness_set_up(false) != 0) return -1;
    floor_make_base(&base, run.seed);
    return 0;
}

static int tear_down(void **state)
{
    if (getpid() != parent) _exit(5); /* an assertion failed in the floor's process */
    floor_end(&base);
    return harness_tear_down();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_allocation_is_missed) };
    run = proof_begin("allocations", 0, INT64_MAX);
    use_seeded_chance(run.seed);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
