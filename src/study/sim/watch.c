/* watch.c - a run with progress, which a person can interrupt and continue. */
#include <math.h>
#include <stdlib.h>

#include "sim.h"

enum { FIRST_CHECKPOINT = 1, CHECKPOINT_SECONDS = 10 };

typedef struct {
    const sim_question *question;
    const lm_sim_shard *before; /* the tallies when this run began */
    lm_sim_shard *draft;
    bool has_failed;
    double saved_at, seconds;
} watch;

static short_words time_words(double seconds)
{
    int whole = seconds < 360000 ? (int)seconds : 0;
    if (!(seconds < 360000)) return words_of("days");
    if (whole >= 3600) return words_of("%d h %02d min", whole / 3600, whole / 60 % 60);
    if (whole >= 60) return words_of("%d min %02d s", whole / 60, whole % 60);
    return words_of("%d s", whole);
}

/* The time until the last round or the target standard error, whichever comes first. */
static double seconds_left(const watch *w, const lm_sim_state *state, double rate, double se)
{
    double left = (double)(state->rounds - state->done) / rate;
    double wanted = w->question->args->wanted_se;
    if (wanted > 0 && se > 0) {
        double rounds = (double)state->tally->main.rounds * (se / wanted) * (se / wanted);
        double more = (rounds - (double)state->tally->main.rounds) / rate;
        if (more < left) left = more > 0 ? more : 0;
    }
    return left;
}

static void show_progress(const watch *w, const lm_sim_state *state)
{
    lm_sim_figures f;
    double rate = state->seconds > 0 ? (double)state->done / state->seconds : 0;
    lm_sim_main_figures(&w->question->job, state->tally, &f);
    double left = rate > 0 ? seconds_left(w, state, rate, f.se) : (double)INFINITY;
    say_progress(w->question->ear, "%5.1f %%  %.4g rounds  %.4g million/s  edge %.4f %% +- %.4f  %s left ",
                 100.0 * (double)state->done / (double)state->rounds, (double)state->done, rate / 1e6,
                 100 * f.house_edge, 100 * f.se, time_words(left).text);
}

/* Saves the rounds done so far, together with those of earlier runs. */
static bool save_so_far(watch *w, const lm_sim_state *state)
{
    char why[LM_SHARD_TEXT];
    lm_sim_shard *draft = w->draft;
    *draft = *w->before;
    draft->tally = *state->tally;
    if (state->hands) draft->hands = *state->hands;
    if (lm_sim_shard_add_range(draft, (lm_sim_range){ state->first, state->done }, why) &&
        lm_sim_shard_save(draft, w->question->args->save, why))
        return true;
    return say(w->question->ear, "%s", why);
}

static bool look_at_run(void *self, const lm_sim_state *state)
{
    watch *w = self;
    w->seconds = state->seconds;
    if (w->question->ear->progress) show_progress(w, state);
    if (w->question->args->save && w->question->ranks.ranks == 1 && state->done &&
        state->seconds - w->saved_at >= CHECKPOINT_SECONDS) {
        w->saved_at = state->seconds;
        w->has_failed |= !save_so_far(w, state);
    }
    return !w->question->interrupted() && !w->has_failed;
}

static uint64_t run_rounds(const sim_question *q, lm_sim_shard *shard, lm_sim_range range, watch *w)
{
    lm_sim_watcher watcher = { .look = look_at_run, .self = w, .wanted_se = q->args->wanted_se };
    uint64_t done = lm_sim_run(&q->job, q->backend, q->threads, range.first, range.rounds, &watcher, &shard->tally,
                               shard->has_hands ? &shard->hands : NULL);
    say_progress(q->ear, NULL);
    return done;
}

bool sim_run_watched(const sim_question *q, lm_sim_shard *shard, lm_sim_range range, bool *stopped, double *seconds)
{
    char why[LM_SHARD_TEXT];
    lm_sim_shard *before = malloc(sizeof *before), *draft = malloc(sizeof *draft);
    watch w = { .question = q, .before = before, .draft = draft, .saved_at = FIRST_CHECKPOINT - CHECKPOINT_SECONDS };
    bool ok = before && draft;
    if (ok) {
        *before = *shard;
        double begin = bench_wall_seconds();
        uint64_t done = run_rounds(q, shard, range, &w);
        *seconds = bench_wall_seconds() - begin;
        bool interrupted = q->interrupted();
        *stopped = done < range.rounds && interrupted;
        ok = !w.has_failed && done;
        if (!done && interrupted) say(q->ear, "interrupted before the first block of rounds was done");
        if (ok && !lm_sim_shard_add_range(shard, (lm_sim_range){ range.first, done }, why)) ok = say(q->ear, "%s", why);
    } else {
        say(q->ear, "no memory for the tallies");
    }
    free(before);
    free(draft);
    return ok;
}
