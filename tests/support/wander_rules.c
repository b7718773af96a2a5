/* wander_rules.c - see wander_rules.h. */
#include "wander_rules.h"

#include <stdio.h>

#include "lammer/check.h"
#include "lammer/wager.h"

extern const lm_wager *const lm_wagers[];

enum { KINDS = 8, SETTINGS = 3 };

/* Houses that a random change of a profile hardly finds: progressives with their options, shown amounts. */
static const struct {
    const char *profile, *settings[SETTINGS];
} houses[] = {
    { "ma-blackjack", { "offer=super4:2", "super4_musthit=1" } },
    { "ma-blackjack", { "offer=super4:3", "decks=8", "super4_musthit=3" } },
    { "ma-blackjack", { "offer=super4:N", "decks=8", "super4.seed=100" } },
    { "ma-blackjack-nohole", { "offer=super4:1" } },
    { "ma-blackjack-nohole", { "offer=aces" } },
    { "ma-blackjack-nohole", { "offer=sevens" } },
    { "ma-blackjack", { "offer=blackjack-bonus" } },
    { "ma-blackjack", { "offer=blackjack-bonus", "even_money=on", "bettors_per_box=2" } },
    { "ma-blackjack", { "offer=blazing7:1" } },
    { "wa-freebet", { "blazing7.fixed_from=meter", "blazing7.contribution=70" } },
    { "wa-freebet", { "blazing7.order=internal-controls", "blazing7.reserve=3" } },
    { "ma-blackjack", { "offer=streak" } },
};

static void ignore_finding(void *self, const lm_finding *finding)
{
    (void)self;
    (void)finding;
}

static bool is_legal(const lm_rules *rules)
{
    static const lm_finder ignore = { ignore_finding, NULL };
    return lm_rules_check(rules, &ignore) == 0;
}

/* Draws a new value for one rule, and keeps it if the rules are still legal. */
static void change_rule(lm_rules *rules, test_random *random)
{
    lm_rules tried = *rules;
    char text[64];
    int64_t value;
    int id = test_random_below(random, LM_RULE_COUNT);
    if (lm_rule_table[id].kind != LM_KIND_ENUM && lm_rule_table[id].kind != LM_KIND_INT) return;
    if (id == LM_RULE_decks || id == LM_RULE_rule_set || id == LM_RULE_game) return;
    tried.value[id] = test_random_below(random, 5);
    lm_rule_write((lm_rule_id)id, tried.value[id], text, sizeof text);
    if (lm_rule_read((lm_rule_id)id, text, &value) && is_legal(&tried)) *rules = tried;
}

/* One more wager, with one of its pay tables. */
static void offer_wager(lm_rules *rules, test_random *random)
{
    int count = 0, tables = 0;
    while (lm_wagers[count])
        count++;
    const lm_wager *wager = lm_wagers[test_random_below(random, count)];
    while (wager->paytables[tables].clause)
        tables++;
    const char *table = wager->paytables[test_random_below(random, tables)].id;
    lm_rules tried = *rules;
    char text[64];
    snprintf(text, sizeof text, "%s%s%s", wager->id, *table ? ":" : "", table);
    if (lm_rules_offer(&tried, lm_wagers, text) == LM_OFFER_OK && is_legal(&tried)) *rules = tried;
}

static void report_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static bool load(lm_profile *profile, const char *name, const char *const *settings)
{
    static const lm_profile_reader reader = { report_problem, NULL };
    int n = 0;
    while (n < SETTINGS && settings[n])
        n++;
    return lm_profile_load(profile, lm_wagers, name, settings, n, &reader);
}

bool wander_rules(lm_profile *profile, uint64_t seed, test_random *random)
{
    static const char *const none[SETTINGS] = { NULL };
    uint64_t names = 0, kind;
    while (lm_profile_names()[names])
        names++;
    kind = seed / names % KINDS;
    int house = test_random_below(random, sizeof houses / sizeof *houses);
    bool special =
        kind == 1 || kind == 2; /* of eight tables one is plain, two are special, the others are neighbours */
    bool loaded = special ? load(profile, houses[house].profile, houses[house].settings)
                          : load(profile, lm_profile_names()[seed % names], none);
    if (!loaded || kind < 2) return loaded;
    for (int changes = test_random_below(random, 6); changes; changes--)
        change_rule(&profile->rules, random);
    for (int offers = test_random_below(random, 5); offers; offers--)
        offer_wager(&profile->rules, random);
    lm_rules_seal(&profile->rules);
    return true;
}
