/* store.c - durable actions a second, compared with bare inserts in equal batches into the same database.
 *
 * An action is what a table does: a record in one of 300 streams under a client's command number; every eighth moves
 * chips. A bare insert is one row with the same number of bytes, in transactions of the same size, into a table without
 * indexes. They run in turns; each figure is the median of its runs. It also prints the CPU time of an action in this
 * process, how long an action waits for its answer, and the longest time without any answer.
 *
 *   store [FOLDER]                 SQLite in FOLDER (the working folder), which should lie on the disk to be measured
 *   store --instructions [FOLDER]  instructions for an action on SQLite, counted by valgrind: no other program disturbs
 *                                  them, and they leave out what the kernel and the disk do
 *   store --postgres               PostgreSQL alone
 *   LAMMER_BENCH_POSTGRES          the URL of a PostgreSQL database whose schema `lammer` may be dropped: measured too */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bare.h"
#include "lammer/server/store.h"

enum { STREAMS = 300, CLIENTS = 2000, BODY = 160, RUNS = 9, ACTIONS = 8192, MOVES_EVERY = 8 };
enum { ALONE = 512 }; /* actions that are done one at a time */

static double clock_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double seconds(void)
{
    return clock_of(CLOCK_MONOTONIC);
}

static double processor_seconds(void)
{
    return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

static void give_up(const char *what)
{
    fprintf(stderr, "store: %s\n", what);
    exit(1);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *rates)
{
    qsort(rates, RUNS, sizeof *rates, ascending);
    return rates[RUNS / 2];
}

/* --- actions ---------------------------------------------------------------------------------------------- */

static void prepare_house(lm_store *store)
{
    lm_batch *batch = lm_batch_new();
    char name[32];
    lm_batch_append(batch, "house", LM_STORE_ANY, "opened", "bench", "{}", 2);
    lm_batch_open(batch, "tray", true);
    for (int i = 0; i < CLIENTS; i++) {
        snprintf(name, sizeof name, "player/%d", i);
        lm_batch_open(batch, name, false);
        lm_batch_move(batch, "tray", name, 100000, "buy-in");
    }
    if (lm_store_do(store, batch).why != LM_STORE_DONE) give_up("the house could not be prepared");
    lm_batch_free(batch);
}

static lm_batch *action(int64_t i)
{
    static const char body[BODY + 1] = "{\"verb\":\"hit\"}";
    char client[32], stream[32], player[32];
    int who = (int)((uint64_t)i * 2654435761u % CLIENTS);
    lm_batch *batch = lm_batch_new();
    snprintf(client, sizeof client, "client/%d", who);
    snprintf(stream, sizeof stream, "table/%d", who % STREAMS);
    snprintf(player, sizeof player, "player/%d", who);
    lm_batch_command(batch, client, i, "{\"seq\":123456}", 14);
    lm_batch_append(batch, stream, LM_STORE_ANY, "action", client, body, BODY);
    if (i % MOVES_EVERY == 0) lm_batch_move(batch, player, "tray", 1, "wager");
    return batch;
}

/* A fixed number of actions is always pending: each finished one starts the next, so groups have that size. */
typedef struct load load;

typedef struct {
    load *l;
    int number;
} one;

struct load {
    lm_store *store;
    lm_batch *batch[ACTIONS];
    one one[ACTIONS];
    double sent[ACTIONS], waited[ACTIONS], answered, gap;
    int actions, next, done;
    pthread_mutex_t mutex;
    pthread_cond_t finished;
};

typedef struct {
    double rate, processor, half, most, longest,
        gap; /* seconds; half and most: percentiles 50 and 99 of an action's wait */
} measurement;

static void submit_next(load *l);

static void hear(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    one *o = context;
    load *l = o->l;
    double now = seconds();
    if (outcome->why != LM_STORE_DONE) give_up("an action was refused");
    if (now - l->answered > l->gap) l->gap = now - l->answered;
    l->answered = now;
    l->waited[o->number] = now - l->sent[o->number];
    submit_next(l);
    pthread_mutex_lock(&l->mutex);
    if (++l->done == l->actions) pthread_cond_signal(&l->finished);
    pthread_mutex_unlock(&l->mutex);
}

static void submit(load *l, int i)
{
    l->one[i] = (one){ l, i };
    l->sent[i] = seconds();
    if (!lm_store_submit(l->store, l->batch[i], hear, &l->one[i])) give_up("the queue is full");
}

static void submit_next(load *l)
{
    if (l->next < l->actions) submit(l, l->next++);
}

/* Sets `next` first, because the writer may answer the first action before the last one is submitted. */
static void submit_first(load *l, int group)
{
    l->next = group;
    for (int i = 0; i < group; i++)
        submit(l, i);
}

static measurement run_actions(lm_store *store, int group, int actions, int64_t *number)
{
    static load l;
    memset(&l, 0, sizeof l);
    l.store = store;
    l.actions = actions;
    pthread_mutex_init(&l.mutex, NULL);
    pthread_cond_init(&l.finished, NULL);
    for (int i = 0; i < actions; i++)
        l.batch[i] = action(++*number);
    double start = l.answered = seconds(), processor = processor_seconds();
    submit_first(&l, group);
    pthread_mutex_lock(&l.mutex);
    while (l.done < actions)
        pthread_cond_wait(&l.finished, &l.mutex);
    pthread_mutex_unlock(&l.mutex);
    measurement m = { .rate = actions / (seconds() - start),
                      .processor = (processor_seconds() - processor) / actions,
                      .gap = l.gap };
    for (int i = 0; i < actions; i++)
        lm_batch_free(l.batch[i]);
    qsort(l.waited, (size_t)actions, sizeof *l.waited, ascending);
    m.half = l.waited[actions / 2];
    m.most = l.waited[actions * 99 / 100];
    m.longest = l.waited[actions - 1];
    return m;
}

/* --- both in turns ---------------------------------------------------------------------------------------- */

typedef struct {
    double ours[RUNS], theirs[RUNS], part[RUNS], processor[RUNS], half[RUNS], most[RUNS], longest, gap;
} comparison;

static void note(comparison *c, int run, const measurement *m)
{
    c->ours[run] = m->rate;
    c->part[run] = 100 * m->rate / c->theirs[run]; /* measured close together in time, because disk speed varies */
    c->processor[run] = 1e6 * m->processor;
    c->half[run] = 1e3 * m->half;
    c->most[run] = 1e3 * m->most;
    if (1e3 * m->longest > c->longest) c->longest = 1e3 * m->longest;
    if (1e3 * m->gap > c->gap) c->gap = 1e3 * m->gap;
}

static void tell(const char *name, int group, comparison *c)
{
    printf("%-10s groups of %3d: %8.0f actions/s, bare inserts %8.0f/s: %3.0f %%; %5.2f us of processor; "
           "waits of %.2f (50 %%), %.2f (99 %%), at most %.1f ms; longest gap %.1f ms\n",
           name, group, median(c->ours), median(c->theirs), median(c->part), median(c->processor), median(c->half),
           median(c->most), c->longest, c->gap);
    fflush(stdout);
}

static void compare(const char *name, lm_store *store, const bare *b)
{
    static const int groups[] = { 16, 64, 256 };
    int64_t number = 0;
    prepare_house(store);
    run_actions(store, 256, ACTIONS, &number); /* every stream and client exists by now */
    measurement alone = run_actions(store, 1, ALONE, &number);
    printf("%-10s one at a time: %8.0f actions/s; waits of %.2f (50 %%), %.2f (99 %%) ms\n", name, alone.rate,
           1e3 * alone.half, 1e3 * alone.most);
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        comparison c = { 0 };
        for (int i = 0; i < RUNS; i++) {
            c.theirs[i] = bare_rate(b, groups[g], ACTIONS);
            measurement m = run_actions(store, groups[g], ACTIONS, &number);
            note(&c, i, &m);
        }
        tell(name, groups[g], &c);
    }
}

static void remove_files(const char *path)
{
    static const char *const ends[] = { "", "-wal", "-shm", ".lock" };
    char name[600];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

typedef struct {
    char house[512], other[512];
    lm_store *store;
    bare bare;
} sqlite_pair;

static void open_pair(sqlite_pair *p, const char *folder)
{
    char url[600], text[LM_STORE_TEXT];
    snprintf(p->house, sizeof p->house, "%s/bench-house.db", folder);
    snprintf(p->other, sizeof p->other, "%s/bench-bare.db", folder);
    snprintf(url, sizeof url, "sqlite:%s", p->house);
    remove_files(p->house);
    remove_files(p->other);
    lm_store_options options = { .url = url };
    p->store = lm_store_open(&options, text);
    if (!p->store) give_up(text);
    p->bare = bare_open_sqlite(p->other);
}

static void close_pair(sqlite_pair *p)
{
    bare_close(&p->bare);
    lm_store_close(p->store);
    remove_files(p->house);
    remove_files(p->other);
}

static void measure_sqlite(const char *folder)
{
    sqlite_pair p;
    open_pair(&p, folder);
    compare("SQLite", p.store, &p.bare);
    close_pair(&p);
}

/* --- instructions ----------------------------------------------------------------------------------------- */

/* What valgrind runs: `rounds` times ACTIONS actions, or as many bare rows, and nothing is printed. */
static int run_once(const char *what, int group, int rounds, const char *folder)
{
    sqlite_pair p;
    int64_t number = 0;
    open_pair(&p, folder);
    prepare_house(p.store);
    run_actions(p.store, group, ACTIONS, &number);
    for (int i = 0; i < rounds; i++) {
        if (strcmp(what, "bare") == 0) {
            bare_rate(&p.bare, group, ACTIONS);
        } else {
            run_actions(p.store, group, ACTIONS, &number);
        }
    }
    close_pair(&p);
    return 0;
}

static double count_instructions(const char *self, const char *what, int group, int rounds, const char *folder)
{
    char command[1400], line[400];
    double count = 0;
    snprintf(command, sizeof command,
             "valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' --once %s %d %d '%s' 2>&1", self, what,
             group, rounds, folder);
    FILE *valgrind = popen(command, "r");
    if (!valgrind) give_up("valgrind does not run");
    while (fgets(line, sizeof line, valgrind)) {
        const char *found = strstr(line, "Collected :");
        if (found) count = strtod(found + strlen("Collected :"), NULL);
    }
    if (pclose(valgrind) != 0 || count == 0) give_up("valgrind does not count");
    return count;
}

/* By the difference of a long run and a short one: opening and closing cancel out. */
static void measure_instructions(const char *self, const char *folder)
{
    static const int groups[] = { 16, 64, 256 };
    static const char *const whats[] = { "actions", "bare" };
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        double each[2];
        for (int w = 0; w < 2; w++)
            each[w] = (count_instructions(self, whats[w], groups[g], 4, folder) -
                       count_instructions(self, whats[w], groups[g], 1, folder)) /
                      (3.0 * ACTIONS);
        printf("SQLite     groups of %3d: %6.0f instructions for an action, %6.0f for a bare insert\n", groups[g],
               each[0], each[1]);
        fflush(stdout);
    }
}

/* --- PostgreSQL ------------------------------------------------------------------------------------------- */

static void measure_postgres(const char *url)
{
    char text[LM_STORE_TEXT];
    bare b = bare_open_postgres(url);
    lm_store_options options = { .url = url };
    lm_store *store = lm_store_open(&options, text);
    if (!store) give_up(text);
    compare("PostgreSQL", store, &b);
    lm_store_close(store);
    bare_close(&b);
}

int main(int argc, char **argv)
{
    const char *url = getenv("LAMMER_BENCH_POSTGRES");
    if (argc == 6 && strcmp(argv[1], "--once") == 0) return run_once(argv[2], atoi(argv[3]), atoi(argv[4]), argv[5]);
    if (argc > 1 && strcmp(argv[1], "--instructions") == 0) {
        measure_instructions(argv[0], argc > 2 ? argv[2] : ".");
        return 0;
    }
    bool only_postgres = argc > 1 && strcmp(argv[1], "--postgres") == 0;
    if (!only_postgres) measure_sqlite(argc > 1 ? argv[1] : ".");
    if (url) measure_postgres(url);
    if (!url) puts("PostgreSQL not measured: LAMMER_BENCH_POSTGRES is not set");
    return 0;
}
