/* harness.h - a folder, a PostgreSQL server and stores for the tests of this room. */
#ifndef LAMMER_TESTS_STORE_HARNESS_H
#define LAMMER_TESTS_STORE_HARNESS_H

#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lammer/server/records.h"

typedef struct {
    char folder[64];
    char tools[128]; /* where initdb lies; "" without PostgreSQL */
    pid_t server;
    uid_t user;
    gid_t group;
} harness;

static harness h;

static inline void nap_ms(int ms)
{
    nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L }, NULL);
}

/* PostgreSQL refuses to run as root; then it runs as "postgres" or "nobody". */
static inline void choose_user(void)
{
    h.user = getuid();
    h.group = getgid();
    if (h.user != 0) return;
    struct passwd *user = getpwnam("postgres");
    if (!user) user = getpwnam("nobody");
    assert_non_null(user);
    h.user = user->pw_uid;
    h.group = user->pw_gid;
}

static inline pid_t start_as_user(const char *command, const char *log)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0) return pid;
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    dup2(out, 1);
    dup2(out, 2);
    if (getuid() == 0 && (setgid(h.group) != 0 || setuid(h.user) != 0)) _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (chdir(h.folder) != 0) _exit(126);
    execl("/bin/sh", "sh", "-c", command, NULL);
    _exit(127);
}

static inline char *in_folder(const char *name, char *path)
{
    snprintf(path, 256, "%s/%s", h.folder, name);
    return path;
}

static inline void server_start(void)
{
    char command[400], log[256];
    snprintf(command, sizeof command, "exec %s/postgres -D %s/data -k %s -h '' -F -c max_connections=40", h.tools,
             h.folder, h.folder);
    h.server = start_as_user(command, in_folder("server.log", log));
}

/* Stops the server at once: what was not committed is lost, as when the machine is switched off. */
static inline void server_kill(void)
{
    kill(h.server, SIGQUIT);
    waitpid(h.server, NULL, 0);
    h.server = 0;
}

static inline int psql(const char *sql)
{
    char command[1024];
    snprintf(command, sizeof command,
             "%s/psql -q -v ON_ERROR_STOP=1 -h %s -U lammer -c \"%s\" postgres >/dev/null 2>&1", h.tools, h.folder,
             sql);
    return system(command);
}

static inline void server_await(void)
{
    for (int i = 0; i < 12000 && psql("SELECT 1") != 0; i++)
        nap_ms(25);
    assert_int_equal(psql("SELECT 1"), 0);
}

static inline const char *postgres_url(void)
{
    static char url[256];
    snprintf(url, sizeof url, "postgresql:///postgres?host=%s&user=lammer", h.folder);
    return url;
}

static inline void postgres_set_up(void)
{
    glob_t found;
    if (glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) == 0) {
        snprintf(h.tools, sizeof h.tools, "%s", found.gl_pathv[found.gl_pathc - 1]);
        *strrchr(h.tools, '/') = '\0';
    }
    globfree(&found);
    if (!h.tools[0]) return;
    char command[400], log[256];
    snprintf(command, sizeof command, "exec %s/initdb -D %s/data -A trust -U lammer -N -E UTF8 --locale=C", h.tools,
             h.folder);
    int status = 0;
    waitpid(start_as_user(command, in_folder("initdb.log", log)), &status, 0);
    assert_int_equal(status, 0);
    server_start();
    server_await();
}

static inline int harness_set_up(bool postgres)
{
    /* The folder is in memory where possible: tests commit thousands of times, and none of them cuts the power. */
    strcpy(h.folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/lammer-XXXXXX" : "/tmp/lammer-XXXXXX");
    assert_non_null(mkdtemp(h.folder));
    choose_user();
    if (chown(h.folder, h.user, h.group) != 0 && getuid() == 0) return -1;
    if (postgres) postgres_set_up();
    return 0;
}

static inline int harness_tear_down(void)
{
    char command[128];
    if (h.server) server_kill();
    snprintf(command, sizeof command, "rm -rf %s", h.folder);
    return system(command);
}

/* --- stores ----------------------------------------------------------------------------------------------- */

static inline const char *sqlite_url(const char *name)
{
    static char url[2][256];
    static int i;
    i = !i;
    snprintf(url[i], sizeof url[i], "sqlite:%s/%s", h.folder, name);
    return url[i];
}

static inline lm_store *open_with(lm_store_options options)
{
    char text[LM_STORE_TEXT];
    if (!options.sqlite_unsorted) options.sqlite_unsorted = 20; /* so that short tests sort, too */
    lm_store *store = lm_store_open(&options, text);
    if (!store) fail_msg("%s", text);
    return store;
}

static inline lm_store *open_url(const char *url)
{
    return open_with((lm_store_options){ .url = url });
}

static inline lm_store_outcome finish(lm_store *store, lm_batch *batch)
{
    lm_store_outcome outcome = lm_store_do(store, batch);
    lm_batch_free(batch);
    return outcome;
}

#define assert_why(outcome, expected)                                                                                  \
    do {                                                                                                               \
        lm_store_outcome got_ = (outcome);                                                                             \
        char text_[LM_STORE_TEXT];                                                                                     \
        lm_store_outcome_text(&got_, text_, sizeof text_);                                                             \
        if (got_.why != (expected)) fail_msg("line %d: %s", __LINE__, text_);                                          \
    } while (0)

static inline void append(lm_batch *batch, const char *stream, const char *body)
{
    lm_batch_append(batch, stream, LM_STORE_ANY, "test", "tester", body, strlen(body));
}

/* A bank that may go below zero, and two players with 100 cents each. */
static inline void open_accounts(lm_store *store)
{
    lm_batch *batch = lm_batch_new();
    append(batch, "house", "{\"open\":true}");
    lm_batch_open(batch, "bank", true);
    lm_batch_open(batch, "ann", false);
    lm_batch_open(batch, "bob", false);
    lm_batch_move(batch, "bank", "ann", 100, "buy-in");
    lm_batch_move(batch, "bank", "bob", 100, "buy-in");
    assert_why(finish(store, batch), LM_STORE_DONE);
}

typedef struct {
    const char *name;
    int64_t cents, lines;
} balance_question;

static inline bool hear_balance(void *context, const lm_account_row *row)
{
    balance_question *q = context;
    if (strcmp(row->name, q->name) == 0) {
        q->cents = row->cents;
        q->lines = row->lines;
    }
    return true;
}

static inline int64_t balance(lm_store *store, const char *account)
{
    char text[LM_STORE_TEXT];
    balance_question q = { account, INT64_MIN, 0 };
    assert_int_equal(lm_store_accounts(store, "", hear_balance, &q, text), LM_STORE_DONE);
    return q.cents;
}

static inline bool count_record(void *context, const lm_record *record)
{
    ++*(int64_t *)context;
    assert_int_equal(record->seq, *(int64_t *)context);
    return true;
}

static inline int64_t records_in(lm_store *store, const char *stream)
{
    char text[LM_STORE_TEXT];
    int64_t n = 0;
    assert_int_equal(lm_store_records(store, stream, 1, count_record, &n, text), LM_STORE_DONE);
    return n;
}

static inline lm_store_report verify(lm_store *store, const char *head)
{
    char text[LM_STORE_TEXT] = "";
    lm_store_report report;
    lm_store_proof proof = { .kept_head = head };
    if (lm_store_verify(store, &proof, &report, text) != LM_STORE_DONE) fail_msg("%s", text);
    return report;
}

static inline lm_store_report scrub(lm_store *store, const lm_store_proof *proof, int rows)
{
    char text[LM_STORE_TEXT] = "";
    lm_scrub *s = lm_scrub_new(store, proof);
    lm_scrub_end end = LM_SCRUB_GOES_ON;
    while (end == LM_SCRUB_GOES_ON)
        end = lm_scrub_step(s, rows, text);
    if (end == LM_SCRUB_FAILED) fail_msg("%s", text);
    lm_store_report report = *lm_scrub_report(s);
    lm_scrub_free(s);
    return report;
}

/* Proves the store as a whole and in small portions. */
static inline void assert_proved(lm_store *store)
{
    lm_store_report report = verify(store, NULL);
    if (report.wrong) fail_msg("%s %lld: %s", report.first_stream, (long long)report.first_seq, report.first);
    lm_store_report portions = scrub(store, &(lm_store_proof){ 0 }, 5);
    if (portions.wrong)
        fail_msg("in portions: %s %lld: %s", portions.first_stream, (long long)portions.first_seq, portions.first);
    assert_int_equal(portions.records, report.records);
    assert_int_equal(portions.moves, report.moves);
}

static inline lm_signer *new_signer(const char *name)
{
    char path[256], text[LM_STORE_TEXT];
    lm_signer *signer = lm_signer_load(in_folder(name, path), true, text);
    if (!signer) fail_msg("%s", text);
    return signer;
}

#endif
