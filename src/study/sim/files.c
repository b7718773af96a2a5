/* files.c - files beside the answer: every single round as a table, and what two wagers won together. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

static bool cannot_write(const sim_question *q, const char *path)
{
    return say(q->ear, /* say:sim-not-written */ "%s cannot be written: %s", path, strerror(errno));
}

static bool close_file(const sim_question *q, FILE *file, const char *path)
{
    bool failed = ferror(file) != 0;
    failed |= fclose(file) != 0;
    return !failed || cannot_write(q, path);
}

bool sim_write_file(const sim_question *q, lm_text *text, const char *path)
{
    bool whole = !text->failed || say(q->ear, "no memory for %s", path);
    FILE *file = whole ? fopen(path, "w") : NULL;
    if (whole && !file) cannot_write(q, path);
    if (file) fwrite(text->data, 1, text->n, file);
    lm_text_free(text);
    return file && close_file(q, file, path);
}

bool sim_write_each(const sim_question *q, lm_sim_range range, const char *path)
{
    enum { BLOCK = 16 * LM_SIM_SESSION };
    lm_sim_round *rounds = malloc(BLOCK * sizeof *rounds);
    FILE *out = rounds ? fopen(path, "w") : NULL;
    const lm_sim_backend *backend = q->backend->each ? q->backend : &lm_sim_scalar;
    if (!rounds) say(q->ear, "no memory for the rounds");
    if (rounds && !out) cannot_write(q, path);
    if (out) fputs("round,net_cents,staked_cents,hands,lammers\n", out);
    for (uint64_t done = 0; out && done < range.rounds;) {
        uint64_t n = range.rounds - done < BLOCK ? range.rounds - done : BLOCK;
        backend->each(&q->job, range.first + done, n, rounds);
        for (uint64_t i = 0; i < n; i++)
            fprintf(out, "%" PRIu64 ",%d,%d,%d,%d\n", range.first + done + i, (int)rounds[i].net_cents,
                    (int)rounds[i].staked_cents, rounds[i].hands, rounds[i].lammers);
        done += n;
    }
    free(rounds);
    return out && close_file(q, out, path);
}

static int compare_cells(const void *a, const void *b)
{
    const lm_sim_joint_cell *x = a, *y = b;
    if (x->main_cents != y->main_cents) return x->main_cents < y->main_cents ? 1 : -1;
    return (x->wager_cents < y->wager_cents) - (x->wager_cents > y->wager_cents);
}

/* Plays the rounds once more, by scalar, for each wager. */
static bool write_joint_of(const sim_question *q, lm_sim_range range, int offer, lm_sim_joint *joint, FILE *out)
{
    const char *id = q->job.rules->offer[offer].wager->id;
    memset(joint, 0, sizeof *joint);
    if (!lm_sim_joint_run(&q->job, offer, range.first, range.rounds, joint))
        return say(q->ear, "no memory for the rounds");
    if (joint->left_out) return say(q->ear, "%s has more results than a joint law holds", id);
    qsort(joint->cell, LM_SIM_JOINT, sizeof *joint->cell, compare_cells);
    for (int i = 0; i < LM_SIM_JOINT; i++) {
        const lm_sim_joint_cell *cell = &joint->cell[i];
        if (cell->boxes)
            fprintf(out, "%s,%" PRId64 ",%" PRId64 ",%" PRIu64 "\n", id, cell->main_cents, cell->wager_cents,
                    cell->boxes);
    }
    return true;
}

/* A wager that outlives a round has no net in it. */
static bool has_net_of_round(const lm_sim_job *job, int offer)
{
    return job->stake_cents[offer] && !job->rules->offer[offer].wager->carries;
}

bool sim_joint_fits(const sim_question *q)
{
    for (int i = 0; i < q->job.rules->offers; i++) {
        if (has_net_of_round(&q->job, i)) return true;
    }
    return say(q->ear,
               /* say:sim-joint-of-what */ "the joint law is of the main wager and one that ends with the "
                                           "round; lay such a wager, too");
}

bool sim_write_joint(const sim_question *q, lm_sim_range range, const char *path)
{
    lm_sim_joint *joint = malloc(sizeof *joint);
    FILE *out = joint ? fopen(path, "w") : NULL;
    bool fine = out != NULL;
    if (!joint) say(q->ear, "no memory for the rounds");
    if (joint && !out) cannot_write(q, path);
    if (out) fputs("wager,main_cents,wager_cents,boxes\n", out);
    for (int i = 0; fine && i < q->job.rules->offers; i++)
        fine = !has_net_of_round(&q->job, i) || write_joint_of(q, range, i, joint, out);
    free(joint);
    return out && close_file(q, out, path) && fine;
}
