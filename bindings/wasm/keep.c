/* keep.c - one study is kept between questions, so that the main game of a table is solved once, not at every hand.
 *
 * The commands open a study, ask it and close it. Here closing keeps it, and opening finds it again when the next
 * question is about the same rules and cards. What opening had to say is said again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "kept.h"
#include "odds_cli.h"

enum { KEY = 8192 };

static study kept;
static bool is_kept;
static char kept_key[KEY];

/* Everything that a study depends on, as text. */
static bool write_key(const odds_ask *ask, char key[KEY])
{
    int n = snprintf(key, KEY, "%s\n%s\n%d\n", ask->rules, ask->removed ? ask->removed : "", ask->infinite);
    for (int i = 0; i < ask->settings && n < KEY; i++)
        n += snprintf(key + n, (size_t)(KEY - n), "%s\n", ask->setting[i]);
    return n < KEY;
}

static void warn(void *self, const lm_finding *finding)
{
    const lm_rules *rules = self;
    if (finding->severity != LM_ERROR) return;
    cli_error("warning: %s: %s [%s]; the figures are given all the same", rules->name, finding->text,
              finding->clause);
}

static void take_again(study *s, const odds_ask *ask)
{
    *s = kept;
    s->players = ask->players;
    s->progress = is_watched;
    lm_finder finder = { warn, &s->profile->rules };
    lm_rules_check(s->rules, &finder);
    is_kept = false;
}

bool kept_open(study *s, const odds_ask *ask)
{
    static char key[KEY];
    bool fits = write_key(ask, key);
    if (is_kept && fits && strcmp(key, kept_key) == 0) {
        take_again(s, ask);
        return true;
    }
    if (is_kept) study_close(&kept);
    is_kept = false;
    strcpy(kept_key, fits ? key : "");
    return study_open(s, ask);
}

/* A study that could not be opened has no room for prices. */
void kept_close(study *s)
{
    bool whole = s->rules && s->room && kept_key[0];
    if (!whole) {
        study_close(s);
        return;
    }
    kept = *s;
    is_kept = true;
    memset(s, 0, sizeof *s);
}
