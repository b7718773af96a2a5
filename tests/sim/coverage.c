/* coverage.c - every job is played by a fast backend.
 *
 * tests/sim/coverage.txt lists the jobs that only scalar takes. The list may only shrink: a job that is refused and not
 * listed fails this test, and so does a job that is listed and taken. LAMMER_COVERAGE=write writes the list anew, after
 * a backend has learnt something. Each line has a profile, a wager and one letter for each cell of kit/jobs.h: x for a
 * job that only scalar takes, a dot for all others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/jobs.h"

enum { ROWS = 512 };

typedef struct {
    char name[80]; /* profile and wager */
    char cell[JOB_CELLS + 1];
} row;

typedef struct {
    row row[ROWS];
    int rows, jobs, refused;
} table;

static const char path[] = "tests/sim/coverage.txt";

/* A GPU is not on every machine, so it does not count. */
static bool is_fast(const lm_sim_job *job)
{
    for (int i = 0; lm_sim_backends[i] != &lm_sim_scalar; i++) {
        const lm_sim_backend *backend = lm_sim_backends[i];
        const char *why;
        if (backend != &lm_sim_cuda && lm_sim_choose(job, backend->name, false, &why) == backend) return true;
    }
    return false;
}

static row *row_named(table *t, const char *name)
{
    for (int i = 0; i < t->rows; i++) {
        if (strcmp(t->row[i].name, name) == 0) return &t->row[i];
    }
    return NULL;
}

static row *row_of(table *t, const char *name)
{
    row *found = row_named(t, name);
    if (found) return found;
    assert_true(t->rows < ROWS);
    row *r = &t->row[t->rows++];
    snprintf(r->name, sizeof r->name, "%s", name);
    memset(r->cell, '.', JOB_CELLS);
    return r;
}

static void note_job(void *self, const char *profile_name, const char *what, int cell, const lm_sim_job *job)
{
    table *t = self;
    char name[80];
    if (!job) return;
    t->jobs++;
    if (is_fast(job)) return;
    t->refused++;
    snprintf(name, sizeof name, "%s %s", profile_name, what);
    row_of(t, name)->cell[cell] = 'x';
}

static void read_list(table *t)
{
    char line[160], profile_name[40], what[40], cells[40];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%39s %39s %39s", profile_name, what, cells) != 3 || strlen(cells) != JOB_CELLS)
            fail_msg("%s: not a line of the list: %s", path, line);
        char name[80];
        snprintf(name, sizeof name, "%s %s", profile_name, what);
        memcpy(row_of(t, name)->cell, cells, JOB_CELLS);
    }
    if (file) fclose(file);
}

static void write_list(const table *t)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < t->rows; i++)
        fprintf(file, "%s %s\n", t->row[i].name, t->row[i].cell);
    assert_int_equal(fclose(file), 0);
}

/* Prints the cells that are marked in one row and not in the other; returns their number. */
static int differences(const table *marked, table *other, const char *words)
{
    int n = 0;
    for (int i = 0; i < marked->rows; i++) {
        const row *r = &marked->row[i], *same = row_named(other, r->name);
        for (int cell = 0; cell < JOB_CELLS; cell++) {
            if (r->cell[cell] != 'x' || (same && same->cell[cell] == 'x')) continue;
            if (n++ < 20) fprintf(stderr, "%s, %s: %s\n", r->name, job_cells[cell], words);
        }
    }
    return n;
}

static void test_coverage(void **state)
{
    static table found, listed;
    (void)state;
    visit_jobs(&(job_visitor){ note_job, &found });
    printf("%d jobs, %d played by scalar only\n", found.jobs, found.refused);
    assert_true(found.jobs > 1000);
    const char *wish = getenv("LAMMER_COVERAGE");
    if (wish && strcmp(wish, "write") == 0) write_list(&found);
    read_list(&listed);
    int lost = differences(&found, &listed, "every fast backend refuses it");
    int won = differences(&listed, &found, "it is listed, but a fast backend takes it; write the list anew");
    if (lost || won) fail_msg("%d jobs are refused, %d are listed needlessly", lost, won);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_coverage) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
