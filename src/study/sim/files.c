/* files.c - files beside the answer, and every single round as a table. */
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
