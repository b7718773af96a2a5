/* proof.c - proving the journal. */
#define _GNU_SOURCE /* gettid */
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "proof.h"

enum { LOWEST_PRIORITY = 19 };

const char *proof_word(proof_state state)
{
    static const char *const words[] = { [PROOF_NOT_YET] = "not yet",
                                         [PROOF_RUNS] = "running",
                                         [PROOF_RIGHT] = "right",
                                         [PROOF_WRONG] = "wrong",
                                         [PROOF_FAILED] = "failed" };
    return words[state];
}

static proof_state prove(lm_store *store, bool since_snapshots, lm_store_report *report, char *text)
{
    lm_store_proof how = { .since_snapshots = since_snapshots };
    if (lm_store_verify(store, &how, report, text) != LM_STORE_DONE) return PROOF_FAILED;
    return report->wrong ? PROOF_WRONG : PROOF_RIGHT;
}

void proof_quick(proof *p, lm_store *store)
{
    p->quick_state = prove(store, true, &p->quick, p->text);
}

/* Linux gives every thread a priority of its own; elsewhere the proof runs like the rest. */
static void *run(void *self)
{
    proof *p = self;
    setpriority(PRIO_PROCESS, (id_t)gettid(), LOWEST_PRIORITY);
    lm_store_options options = { .url = p->url, .mode = LM_STORE_READ };
    lm_store *store = lm_store_open(&options, p->text);
    proof_state state = store ? prove(store, false, &p->full, p->text) : PROOF_FAILED;
    lm_store_close(store);
    atomic_store(&p->full_state, state);
    p->wake(p->self);
    return NULL;
}

void proof_start(proof *p, const char *url, void (*wake)(void *self), void *self)
{
    sigset_t all, before;
    p->url = url;
    p->wake = wake;
    p->self = self;
    atomic_store(&p->full_state, PROOF_RUNS);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    p->started = pthread_create(&p->thread, NULL, run, p) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!p->started) atomic_store(&p->full_state, PROOF_FAILED);
}

bool proof_over(proof *p)
{
    if (!p->started) return true;
    if (atomic_load(&p->full_state) == PROOF_RUNS) return false;
    pthread_join(p->thread, NULL);
    p->started = false;
    return true;
}
