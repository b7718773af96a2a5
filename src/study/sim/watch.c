/* watch.c - a run with progress, which a person can interrupt and continue. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* How far the run is: its share of the rounds, or of those that the target standard error takes, which grow with its
 * inverse square. */
static double share_done(const watch *w, const lm_sim_state *state, double se)
{
    double wanted = w->question->args->wanted_se, share = (double)state->done / (double)state->rounds;
    double near = wanted > 0 && se > 0 ? (wanted / se) * (wanted / se) : 0;
    if (near > share) share = near;
    return share < 1 ? share : 1;
}

/* The rounds still to play, until the last one or the target standard error. */
static double rounds_left(const watch *w, const lm_sim_state *state, double se)
{
    double wanted = w->question->args->wanted_se, left = (double)(state->rounds - state->done);
    double more = (double)state->tally->main.rounds * ((se / wanted) * (se / wanted) - 1);
    if (wanted <= 0 || se <= 0 || more >= left) return left;
    return more > 0 ? more : 0;
}

/* One line: how far, a bar, then as much as the terminal has room for of the rate, the interval and the time left. The
 * time is the last to be left out, the rate the first. */
static void show_progress(const watch *w, const lm_sim_state *state)
{
    enum { LEAST_BAR = 8, MOST_BAR = 30, PARTS = 3 };
    static const char full[] = "##############################", empty[] = "..............................";
    lm_sim_figures f;
    lm_sim_main_figures(&w->question->job, state->tally, &f);
    double rate = state->seconds > 0 ? (double)state->done / state->seconds : 0, share = share_done(w, state, f.se);
    short_words part[PARTS] = { { "" }, { "" }, { "" } };
    int columns = w->question->args->columns ? w->question->args->columns() : 80;
    int room = columns - 1 - (int)strlen("100.0 % []") - LEAST_BAR;
    for (int i = PARTS - 1; state->done && i >= 0; i--) {
        short_words words = i == 2   ? words_of("  %s left", time_words(rounds_left(w, state, f.se) / rate).text)
                            : i == 1 ? words_of("  %.4f to %.4f %%", 100 * f.low, 100 * f.high)
                                     : words_of("  %.4g M rounds/s", rate / 1e6);
        if ((int)strlen(words.text) > room) break;
        part[i] = words;
        room -= (int)strlen(words.text);
    }
    int bar = room > 0 ? LEAST_BAR + room : LEAST_BAR;
    if (bar > MOST_BAR) bar = MOST_BAR;
    int marks = (int)(share * bar);
    say_progress(w->question->ear, "%5.1f %% [%.*s%.*s]%s%s%s", 100 * share, marks, full, bar - marks, empty,
                 part[0].text, part[1].text, part[2].text);
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

static bool is_precise(const sim_question *q, const lm_sim_shard *shard)
{
    lm_sim_figures figures;
    if (q->args->wanted_se <= 0) return false;
    lm_sim_main_figures(&q->job, &shard->tally, &figures);
    return figures.se > 0 && figures.se <= q->args->wanted_se;
}

static bool say_cards_gone(const sim_question *q, uint64_t round)
{
    return say(q->ear, /* say:sim-cards-gone */
               "%d boxes use up all cards of %d deck%s in one of the rounds from %" PRIu64
               " on, so the run has no result; play fewer boxes, or more decks",
               (int)q->job.seats, (int)q->job.rules->decks, q->job.rules->decks == 1 ? "" : "s", round);
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
        if (done < range.rounds && !interrupted && !w.has_failed && !is_precise(q, shard))
            ok = say_cards_gone(q, range.first + done);
        if (!done && interrupted) say(q->ear, "interrupted before the first block of rounds was done");
        if (ok && !lm_sim_shard_add_range(shard, (lm_sim_range){ range.first, done }, why)) ok = say(q->ear, "%s", why);
    } else {
        say(q->ear, "no memory for the tallies");
    }
    free(before);
    free(draft);
    return ok;
}
