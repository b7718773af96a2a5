/* worker.h - a thread for slow work, one job after the other. Each kind of slow work has one (lm_work of house.h). */
#ifndef LAMMER_SERVE_WORKER_H
#define LAMMER_SERVE_WORKER_H

#include <pthread.h>
#include <stdbool.h>

typedef struct job {
    struct job *next;
    void (*work)(void *job);
    void (*done)(void *job);
    void *job;
} job;

typedef struct {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t some;
    job *first, **end;           /* jobs to be done */
    job *done_first, **done_end; /* jobs done, but not yet reported to their owner */
    int waiting;
    bool started, stops;
    void (*wake)(void *self); /* called on the worker's thread when worker_finish has something to do */
    void *self;
} worker;

bool worker_start(worker *w, void (*wake)(void *self), void *self);

/* As lm_house_owner.later. */
void worker_later(worker *w, void (*work)(void *job), void (*done)(void *job), void *job);

/* Calls `done` of finished jobs, on the caller's thread. */
void worker_finish(worker *w);

/* Finishes all jobs, calls every `done` on this thread and joins the worker. */
void worker_stop(worker *w);
int worker_waiting(worker *w);

#endif
