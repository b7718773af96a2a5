/* offers.h - tables that offer a wager: a shipped profile, the wager, and what the wager needs. */
#ifndef LAMMER_TEST_SIM_OFFERS_H
#define LAMMER_TEST_SIM_OFFERS_H

#include <stdio.h>
#include <string.h>

#include "lammer/check.h"
#include "loaded.h"

enum { OFFER = 48, LONG = 1024 };

/* A shipped profile with single rules changed. */
typedef struct {
    const char *profile, *settings;
} mode;

/* What the rules must know of displays and meters before they can be simulated. */
#define ALWAYS                                                                                                         \
    "bonus_weights_1=10x80+25x18+100x2 bonus_weights_5=50x80+75x18+100x2 super4.seed=100 "                             \
    "super4.contribution=10"

static inline void ignore_problem(void *self, const char *file, int line, const char *text)
{
    (void)self, (void)file, (void)line, (void)text;
}

static const lm_profile_reader silent = { ignore_problem, NULL };

/* Loads a mode with these offers and further settings; false where the rules do not exist or are not legal. */
static inline bool load_legal(const mode *m, const char *offers, const char *further)
{
    char text[LONG], offer[LONG];
    const char *settings[24];
    int n = 0;
    snprintf(text, sizeof text, "%s %s %s", ALWAYS, m->settings, further);
    snprintf(offer, sizeof offer, "offer=%s", offers);
    for (char *rest = text, *word; (word = strtok_r(rest, " ", &rest));)
        settings[n++] = word;
    settings[n++] = offer;
    return lm_profile_load(&profile, lm_wagers, m->profile, settings, n, &silent) &&
           lm_rules_check(&profile.rules, NULL) == 0;
}

static inline void name_offer(char offer[OFFER], const lm_wager *wager, const lm_paytable *table)
{
    snprintf(offer, OFFER, "%s%s%s", wager->id, table->id[0] ? ":" : "", table->id);
}

static inline const lm_wager *wager_named(const char *id)
{
    for (int i = 0; lm_wagers[i]; i++) {
        if (strcmp(lm_wagers[i]->id, id) == 0) return lm_wagers[i];
    }
    return NULL;
}

/* Loads a mode that offers one pay table alone, or with the wager that it depends on. */
static inline bool load_alone(const mode *m, const lm_wager *wager, int table, const char *settings)
{
    char offers[2 * OFFER + 1], offer[OFFER], beside[OFFER] = "";
    name_offer(offer, wager, &wager->paytables[table]);
    if (wager->beside) {
        const lm_wager *companion = wager_named(wager->beside);
        name_offer(beside, companion, &companion->paytables[0]);
    }
    snprintf(offers, sizeof offers, "%s%s%s", beside, beside[0] ? "," : "", offer);
    return load_legal(m, offers, settings);
}

static inline lm_cents stake_of(const lm_rules *rules, const lm_wager *wager)
{
    lm_stakes stakes = lm_wager_stakes(rules, wager);
    return stakes.fixed || stakes.most < 10 * LM_DOLLAR ? stakes.least : 10 * LM_DOLLAR;
}

#endif
