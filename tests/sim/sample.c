/* sample.c - every backend gives scalar's digests, for every job of kit/jobs.h that it takes, and scalar's results by
 * hand, count and penetration where it gives any.
 *
 * A run plays a sample of the jobs, with a million rounds in all. The day chooses it, so that every job has its turn within weeks;
 * the number that the test prints repeats a sample (LAMMER_SAMPLE). `make soak` plays all jobs. LAMMER_BACKEND
 * restricts the test to one backend. */
/* soak */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "kit/jobs.h"

enum { SAMPLE = 32, SESSIONS = 32, SOAK_SESSIONS = 128, FIRST = 5 * LM_SIM_SESSION, PRIME = 7919 };

typedef struct {
    uint64_t number; /* of the sample */
    bool plays_all;
    uint64_t jobs, at;                /* jobs that a fast backend takes; the one that is visited */
    uint64_t rounds, compared, hands; /* hands: comparisons of results by hand, too */
    int differences;
} sample;

static bool is_asked(const lm_sim_backend *backend)
{
    const char *only = getenv("LAMMER_BACKEND");
    return !only || strcmp(only, backend->name) == 0;
}

static bool takes(const lm_sim_backend *backend, const lm_sim_job *job)
{
    const char *why;
    return is_asked(backend) && lm_sim_choose(job, backend->name, false, &why) == backend;
}

static void count_job(void *self, const char *profile_name, const char *what, int cell, const lm_sim_job *job)
{
    sample *s = self;
    bool taken = false;
    for (int i = 0; job && lm_sim_backends[i] != &lm_sim_scalar; i++)
        taken |= takes(lm_sim_backends[i], job);
    s->jobs += taken;
}

/* The samples of successive days go through all jobs, in steps of a prime that spread each sample over the list. */
static bool is_chosen(const sample *s)
{
    for (uint64_t i = 0; i < SAMPLE; i++) {
        if ((s->number * SAMPLE + i) * PRIME % s->jobs == s->at) return true;
    }
    return s->plays_all;
}

typedef struct {
    lm_sim_tally tally;
    lm_sim_hands hands;
} results;

static void play(const lm_sim_job *job, const lm_sim_backend *backend, uint64_t rounds, bool by_hand, results *r)
{
    lm_sim_backend cut = *backend;
    if (!cut.one_thread) cut.block = 3 * LM_SIM_SESSION;
    memset(r, 0, sizeof *r);
    lm_sim_run(job, &cut, 2, FIRST, rounds, NULL, &r->tally, by_hand ? &r->hands : NULL);
}

static void compare(sample *s, const char *name, const lm_sim_job *job, const lm_sim_backend *backend,
                    const results *plain, uint64_t rounds)
{
    static results other;
    uint8_t ours[LM_SIM_DIGEST], scalars[LM_SIM_DIGEST];
    const char *why;
    lm_sim_digest(job, &plain->tally, scalars);
    bool gives_hands = lm_sim_choose_hands(job, backend->name, &why) == backend;
    for (int by_hand = 0; by_hand <= gives_hands; by_hand++) {
        play(job, backend, rounds, by_hand, &other);
        lm_sim_digest(job, &other.tally, ours);
        s->compared++;
        s->hands += (uint64_t)by_hand;
        bool same = memcmp(ours, scalars, LM_SIM_DIGEST) == 0;
        if (same && (!by_hand || memcmp(&other.hands, &plain->hands, sizeof other.hands) == 0)) continue;
        s->differences++;
        if (same) {
            fprintf(stderr, /* say:test-hands-differ */ "%s: the results by hand of %s differ from scalar's\n", name,
                    backend->name);
        } else {
            fprintf(stderr, /* say:test-digest-differs */ "%s: the digest of %s differs from scalar's\n", name,
                    backend->name);
        }
    }
}

static void play_job(void *self, const char *profile_name, const char *what, int cell, const lm_sim_job *job)
{
    static results plain;
    sample *s = self, one = { 0 };
    char name[160];
    count_job(&one, profile_name, what, cell, job);
    if (!one.jobs) return;
    bool chosen = is_chosen(s);
    s->at++;
    if (!chosen) return;
    uint64_t rounds = (s->plays_all ? SOAK_SESSIONS : SESSIONS) * LM_SIM_SESSION - 7;
    snprintf(name, sizeof name, "%s %s, %s", profile_name, what, job_cells[cell]);
    play(job, &lm_sim_scalar, rounds, true, &plain);
    s->rounds += rounds;
    for (int i = 0; lm_sim_backends[i] != &lm_sim_scalar; i++) {
        if (takes(lm_sim_backends[i], job)) compare(s, name, job, lm_sim_backends[i], &plain, rounds);
    }
}

static void test_sample(void **state)
{
    const char *wish = getenv("LAMMER_SAMPLE");
    uint64_t today = (uint64_t)time(NULL) / (24 * 60 * 60);
    sample s = { .number = wish ? strtoull(wish, NULL, 10) : today, .plays_all = getenv("LAMMER_SOAK") != NULL };
    (void)state;
    visit_jobs(&(job_visitor){ count_job, &s });
    assert_true(s.jobs > 0);
    visit_jobs(&(job_visitor){ play_job, &s });
    printf("LAMMER_SAMPLE=%llu: %llu digests of %llu jobs, %llu rounds\n", (unsigned long long)s.number,
           (unsigned long long)s.compared, (unsigned long long)s.jobs, (unsigned long long)s.rounds);
    if (s.differences) fail_msg("%d digests differ from scalar's", s.differences);
    assert_true(s.compared > 0 && (s.hands > 0 || getenv("LAMMER_BACKEND")));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sample) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
