/* flatten.c - writes a shipped profile as the list of settings that it comes to: flatten NAME OUT.
 *
 * Runs when the WebAssembly build is made; document.c reads the lines: file, line, key and value with tabs between. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/profile.h"

static void die(const char *name, const char *what)
{
    fprintf(stderr, "flatten: %s: %s\n", name, what);
    exit(1);
}

static void problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "flatten: %s:%d: %s\n", file, line, text);
}

static void write_about(const lm_submission *about, FILE *out)
{
    const char *const fields[][2] = { { "title", about->title },
                                      { "regulator", about->regulator },
                                      { "filed", about->filed },
                                      { "approved", about->approved } };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        fprintf(out, "about\t0\t%s\t%s\n", fields[i][0], fields[i][1]);
}

/* Odds of a house's own would be lost on the way, so they are refused. */
static void write_offer(const lm_profile *profile, int i, FILE *out)
{
    const lm_offer *offer = &profile->rules.offer[i];
    const lm_origin *origin = &profile->offer_origin[i];
    const lm_paytable *table = &offer->wager->paytables[offer->paytable];
    if (memcmp(offer->pays, table->pays, sizeof offer->pays) != 0)
        die(profile->rules.name, "an offer pays other odds than its table");
    fprintf(out, "%s\t%d\toffer\t%s%s%s\n", origin->file, origin->line, offer->wager->id,
            table->id[0] ? ":" : "", table->id);
}

int main(int argc, char **argv)
{
    static lm_profile profile;
    lm_profile_reader reader = { problem, NULL };
    if (argc != 3) {
        fputs("usage: flatten NAME OUT\n", stderr);
        return 2;
    }
    if (!lm_profile_load(&profile, lm_wagers, argv[1], NULL, 0, &reader)) return 1;
    FILE *out = fopen(argv[2], "w");
    if (!out) die(argv[2], "cannot be written");
    write_about(&profile.about, out);
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        char value[128];
        const lm_origin *origin = &profile.origin[id];
        if (!origin->file[0]) continue;
        lm_rule_write((lm_rule_id)id, profile.rules.value[id], value, sizeof value);
        fprintf(out, "%s\t%d\t%s\t%s\n", origin->file, origin->line, lm_rule_table[id].name, value);
    }
    for (int i = 0; i < profile.rules.offers; i++)
        write_offer(&profile, i, out);
    if (fclose(out) != 0) die(argv[2], "cannot be written");
    return 0;
}
