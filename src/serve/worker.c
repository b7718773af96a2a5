/* worker.c - the thread for slow work. */
#include <signal.h>
#include <stdlib.h>

#include "worker.h"

static void put_job(job ***end, job *j)
{
    j->next = NULL;
    **end = j;
    *end = &j->next;
}

/* The next job, or NULL when the worker stops and nothing is left. */
static job *take_job(worker *w)
{
    pthread_mutex_lock(&w->mutex);
    while (!w->first && !w->stops)
        pthread_cond_wait(&w->some, &w->mutex);
    job *j = w->first;
    if (j) w->first = j->next;
    if (!w->first) w->end = &w->first;
    pthread_mutex_unlock(&w->mutex);
    return j;
}

static void *run_jobs(void *self)
{
    worker *w = self;
    for (job *j = take_job(w); j; j = take_job(w)) {
        j->work(j->job);
        pthread_mutex_lock(&w->mutex);
        put_job(&w->done_end, j);
        w->waiting--;
        pthread_mutex_unlock(&w->mutex);
        w->wake(w->self);
    }
    return NULL;
}

/* Signals are for the thread of the event loop. */
bool worker_start(worker *w, void (*wake)(void *self), void *self)
{
    sigset_t all, before;
    w->wake = wake;
    w->self = self;
    w->end = &w->first;
    w->done_end = &w->done_first;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->some, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    w->started = pthread_create(&w->thread, NULL, run_jobs, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return w->started;
}

/* If there is no memory for a job, it is done on this thread: slow, but done. */
void worker_later(worker *w, void (*work)(void *job), void (*done)(void *job), void *arg)
{
    job *j = malloc(sizeof *j);
    if (!j) {
        work(arg);
        done(arg);
        return;
    }
    *j = (job){ .work = work, .done = done, .job = arg };
    pthread_mutex_lock(&w->mutex);
    put_job(&w->end, j);
    w->waiting++;
    pthread_cond_signal(&w->some);
    pthread_mutex_unlock(&w->mutex);
}

void worker_finish(worker *w)
{
    pthread_mutex_lock(&w->mutex);
    job *j = w->done_first;
    w->done_first = NULL;
    w->done_end = &w->done_first;
    pthread_mutex_unlock(&w->mutex);
    while (j) {
        job *next = j->next;
        j->done(j->job);
        free(j);
        j = next;
    }
}

void worker_stop(worker *w)
{
    if (!w->started) return;
    pthread_mutex_lock(&w->mutex);
    w->stops = true;
    pthread_cond_signal(&w->some);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    worker_finish(w);
    pthread_cond_destroy(&w->some);
    pthread_mutex_destroy(&w->mutex);
    w->started = false;
}

int worker_waiting(worker *w)
{
    pthread_mutex_lock(&w->mutex);
    int n = w->waiting;
    pthread_mutex_unlock(&w->mutex);
    return n;
}
