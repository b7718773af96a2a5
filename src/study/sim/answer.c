/* answer.c - plays rounds or adds up tallies, and writes the result. */
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim.h"

static bool merge_shards(const sim_question *q, lm_sim_shard *sum)
{
    char why[LM_SHARD_TEXT];
    lm_sim_shard *part = malloc(sizeof *part);
    bool ok = part != NULL;
    for (int i = 0; ok && i < q->args->merges; i++) {
        const char *path = q->args->merge[i];
        ok = lm_sim_shard_load(part, path, why) && lm_sim_shard_merge(sum, part, why);
        if (!ok) say(q->ear, "%s: %s", path, why);
    }
    free(part);
    return ok;
}

static bool gives_hands(const sim_question *q)
{
    const char *why;
    return lm_sim_choose_hands(&q->job, q->backend->name, &why) == q->backend;
}

/* Continues an earlier run of the same command. *range becomes the rounds still to play. */
static bool resume(const sim_question *q, lm_sim_shard *shard, lm_sim_range *range)
{
    char why[LM_SHARD_TEXT];
    const char *path = q->args->save;
    lm_sim_shard *old = malloc(sizeof *old);
    bool ok = old && lm_sim_shard_load(old, path, why);
    if (!ok) say(q->ear, "%s cannot be continued: %s", path, old ? why : "no memory");
    if (ok && !lm_sim_shard_matches(shard, old, why)) ok = say(q->ear, "%s cannot be continued: %s", path, why);
    if (ok && old->has_hands && !gives_hands(q))
        ok = say(q->ear, /* say:sim-keep-cells */
                 "%s cannot be continued: it has results by hand, which %s does not give; choose scalar, simd or quick",
                 path, q->backend->name);
    if (ok && sim_asks_cells(q->args) && !old->has_hands)
        ok = say(q->ear, /* say:sim-no-cells-yet */ "%s cannot be continued: its rounds have no results by hand", path);
    bool begins_it =
        ok && old->ranges == 1 && old->range[0].first == range->first && old->range[0].rounds <= range->rounds;
    if (ok && !begins_it) ok = say(q->ear, "%s cannot be continued: it does not begin with these rounds", path);
    if (ok) {
        bool at_session = !lm_sim_remembers(&q->job) || old->range[0].rounds % LM_SIM_SESSION == 0;
        if (!at_session && old->range[0].rounds < range->rounds)
            ok = say(q->ear, "%s cannot be continued: it ends within a session of %d rounds", path, LM_SIM_SESSION);
    }
    if (ok) {
        uint64_t done = old->range[0].rounds;
        *shard = *old;
        *range = (lm_sim_range){ range->first + done, range->rounds - done };
    }
    free(old);
    return ok;
}

static bool play_range(const sim_question *q, sim_answer *a, lm_sim_shard *shard, lm_sim_range range)
{
    uint64_t before = shard->tally.main.rounds;
    if (!range.rounds) return true;
    if (!sim_run_watched(q, shard, range, &a->stopped, &a->seconds)) return false;
    a->played = shard->tally.main.rounds - before;
    return true;
}

/* Plays this rank's part of the range, and adds the parts of all ranks at rank 0. Rounds of earlier runs count once. */
static bool play_part(const sim_question *q, sim_answer *a, lm_sim_shard *shard, lm_sim_range range)
{
    char why[LM_SHARD_TEXT];
    lm_sim_shard *sum = malloc(sizeof *sum);
    uint64_t before = shard->tally.main.rounds;
    if (!sum) return say(q->ear, "no memory for the tallies");
    if (q->ranks.rank) {
        bool has_hands = shard->has_hands, has_counts = shard->has_counts;
        lm_sim_shard_open(shard, &q->job);
        shard->has_hands = has_hands;
        shard->has_counts = has_counts;
    }
    double begin = bench_wall_seconds();
    bool ok = play_range(q, a, shard, lm_sim_rank_part(q->ranks, range));
    bool gathered = lm_sim_ranks_gather(q->ranks, ok ? shard : NULL, sum, why);
    if (ok && !gathered) ok = say(q->ear, "%s", why);
    if (ok) *shard = *sum;
    a->seconds = bench_wall_seconds() - begin;
    a->played = shard->tally.main.rounds - before;
    free(sum);
    return ok;
}

static bool play_rounds(const sim_question *q, sim_answer *a, lm_sim_shard *shard)
{
    lm_sim_range range = { q->args->first, q->args->rounds };
    if (lm_sim_remembers(&q->job) && range.first % LM_SIM_SESSION)
        return say(q->ear, /* say:sim-session */
                   "round %" PRIu64 " is within a session; shards of this job begin with a multiple of %d", range.first,
                   LM_SIM_SESSION);
    shard->has_hands = sim_asks_cells(q->args) || (q->args->save && q->backend->has_by_hand);
    shard->has_counts = shard->has_hands;
    if (q->args->save && access(q->args->save, F_OK) == 0 && !resume(q, shard, &range)) return false;
    return q->ranks.ranks > 1 ? play_part(q, a, shard, range) : play_range(q, a, shard, range);
}

static bool write_files(const sim_answer *a)
{
    const sim_ask *args = a->question->args;
    char why[LM_SHARD_TEXT];
    if (args->save && !lm_sim_shard_save(a->shard, args->save, why)) return say(a->question->ear, "%s", why);
    if (!sim_write_cells(a)) return false;
    lm_sim_range range = { args->first, a->shard->tally.main.rounds };
    if (args->each && !sim_write_each(a->question, range, args->each)) return false;
    if (args->joint && !sim_write_joint(a->question, range, args->joint)) return false;
    return !args->svg || sim_write_svg(a, args->svg);
}

static int answer_question(const sim_question *q, lm_sim_shard *shard, lm_text *out)
{
    uint8_t digest[LM_SIM_DIGEST];
    sim_answer a = { .question = q, .shard = shard };
    lm_sim_shard_open(shard, &q->job);
    if (q->args->joint && !sim_joint_fits(q)) return LM_ANSWER_BAD;
    if (!(q->args->merges ? merge_shards(q, shard) : play_rounds(q, &a, shard))) return LM_ANSWER_BAD;
    if (q->ranks.rank) return LM_ANSWER_YES; /* rank 0 reports for all */
    lm_sim_digest(&q->job, &shard->tally, digest);
    sodium_bin2hex(a.digest, sizeof a.digest, digest, sizeof digest);
    lm_sim_main_figures(&q->job, &shard->tally, &a.main);
    if (!write_files(&a)) return LM_ANSWER_BAD;
    sim_write(&a, out);
    return a.stopped ? LM_ANSWER_NO : LM_ANSWER_YES;
}

static int answer_ranks(const sim_ask *ask, const lm_study_ear *ear, bool (*interrupted)(void), lm_sim_ranks ranks,
                        lm_text *out)
{
    int result = LM_ANSWER_BAD;
    sim_question *q = calloc(1, sizeof *q);
    lm_sim_shard *shard = malloc(sizeof *shard);
    if (!q || !shard) {
        say(ear, "no memory for the tallies");
    } else {
        *q = (sim_question){ .args = ask, .ear = ear, .interrupted = interrupted, .ranks = ranks };
        if (sim_question_open(q)) result = answer_question(q, shard, out);
    }
    free(shard);
    if (q) free(q->played);
    free(q);
    return result;
}

int sim_answer_ask(const sim_ask *ask, const lm_study_ear *ear, bool (*interrupted)(void), lm_text *out)
{
    char why[LM_SHARD_TEXT];
    lm_sim_ranks ranks;
    sim_ask mine = *ask;
    int result = LM_ANSWER_BAD;
    if (sodium_init() < 0) return say(ear, "libsodium does not start"), LM_ANSWER_BAD;
    if (!lm_sim_ranks_open(&ranks, why)) return say(ear, "%s", why), LM_ANSWER_BAD;
    mine.quiet |= ranks.rank != 0; /* rank 0 reports for all */
    if (ranks.ranks > 1 && ask->wanted_se > 0) {
        say(ear, "a target standard error works only in one process, because MPI ranks do not see each other's rounds");
    } else {
        lm_study_ear quiet = { ear->say, mine.quiet ? NULL : ear->progress, ear->self };
        result = answer_ranks(&mine, &quiet, interrupted, ranks, out);
    }
    lm_sim_ranks_close(ranks);
    return result;
}
