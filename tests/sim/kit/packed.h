/* packed.h - every pay table in every mode that allows it, packed into as few tables as the exclusions allow.
 *
 * A test that includes it defines simulate(), which is called for each of these tables. */
#ifndef LAMMER_TEST_SIM_PACKED_H
#define LAMMER_TEST_SIM_PACKED_H

#include <stdlib.h>
#include <string.h>

#include "offers.h"

enum { MOST_ITEMS = 256, TEXT = 512 };

/* --- modes ------------------------------------------------------------------------------------------------ */

/* The loaded table with these offers and further settings. */
static void simulate(const mode *m, const char *offers, const char *settings);

/* Every profile is a mode, with all pay tables; these are the others, with one pay table of each wager. */
static const mode variants[] = {
    { "ma-blackjack", "hole_card=unseen" },
    { "ma-blackjack", "dealer_soft17=hit" },
    { "ma-blackjack", "surrender=on" },
    { "ma-blackjack-nohole", "dealer_soft17=hit" },
    { "ma-blackjack-faceup", "dealer_soft17=hit" },
    { "ma-blackjack-6to5", "hole_card=none" },
    { "ma-blackjack-6to5", "decks=1" },
    { "ma-blackjack-multi", "multiple_action=2" },
    { "ma-blackjack-multi", "multiple_action=all dealer_soft17=hit" },
    { "vendor-freebet", "push22_limit=29" },
};

/* Settings of wagers that change which outcomes there are; each is tried with one pay table. */
static const struct {
    const char *wager, *settings;
} own_settings[] = {
    { "buster", "buster_bonus=B1" },
    { "buster", "buster_bonus=B3" },
    { "sevens", "sevens_counts=first-two" },
    { "sevens", "sevens_counts=first-three" },
    { "super4", "super4_suit=spades" },
    { "push22", "push22_limit=29" },
    { "blackjack-bonus", "bonus_stakes=both" },
    { "super4", "super4_musthit=1" },
};

/* A pay table that a mode allows, as it is offered, with the settings it needs. */
typedef struct {
    const lm_wager *wager;
    char offer[48];
    char settings[64];
    bool done;
} item;

static item items[MOST_ITEMS];
static int n_items;

/* Whether the loaded rules pay this wager by this table: several share an id, and the decks choose. */
static bool pays_by(const lm_wager *wager, int table)
{
    int slot = lm_rules_slot(&profile.rules, wager->id);
    return slot >= LM_SIDE && profile.rules.offer[slot - LM_SIDE].paytable == table;
}

static bool add_item(const mode *m, const lm_wager *wager, int table, const char *settings)
{
    item *it = &items[n_items];
    assert_true(n_items < MOST_ITEMS);
    *it = (item){ .wager = wager };
    name_offer(it->offer, wager, &wager->paytables[table]);
    snprintf(it->settings, sizeof it->settings, "%s", settings);
    if (!load_alone(m, wager, table, settings) || !pays_by(wager, table)) return false;
    n_items++;
    return true;
}

/* The decks of the mode, or the fewest that allow the pay table. */
static bool add_table(const mode *m, const lm_wager *wager, int table, const char *settings)
{
    if (add_item(m, wager, table, settings)) return true;
    for (int decks = 1; decks <= 8; decks++) {
        char with[64];
        snprintf(with, sizeof with, "%s decks=%d", settings, decks);
        if (add_item(m, wager, table, with)) return true;
    }
    return false;
}

static void collect_items(const mode *m, bool all_tables)
{
    n_items = 0;
    for (int i = 0; lm_wagers[i]; i++) {
        bool any = false;
        for (int t = 0; lm_wagers[i]->paytables[t].clause && (all_tables || !any); t++)
            any |= add_table(m, lm_wagers[i], t, "");
        for (size_t s = 0; any && s < sizeof own_settings / sizeof *own_settings; s++) {
            if (strcmp(own_settings[s].wager, lm_wagers[i]->id) == 0)
                add_table(m, lm_wagers[i], 0, own_settings[s].settings);
        }
    }
}

/* --- packing ---------------------------------------------------------------------------------------------- */

static void join(char *list, const char *word)
{
    size_t n = strlen(list);
    if (list[0] == '\0') {
        snprintf(list, TEXT, "%s", word);
    } else if (!strstr(list, word)) {
        snprintf(list + n, TEXT - n, ",%s", word);
    }
}

/* All pay tables that are left and may stand at one table with the first of them, one of each wager. */
static bool simulate_next(const mode *m)
{
    char offers[TEXT] = "", settings[64] = "";
    const lm_wager *taken[LM_OFFERS];
    int n = 0;
    for (int i = 0; i < n_items && n < LM_OFFERS - 1; i++) {
        char trial[TEXT];
        bool again = false;
        if (items[i].done || (n && strcmp(items[i].settings, settings))) continue;
        for (int k = 0; k < n; k++)
            again |= taken[k] == items[i].wager;
        if (again) continue;
        snprintf(trial, sizeof trial, "%s", offers);
        if (items[i].wager->beside && !strstr(trial, items[i].wager->beside)) {
            const lm_wager *companion = wager_named(items[i].wager->beside);
            char beside[48];
            name_offer(beside, companion, &companion->paytables[0]);
            join(trial, beside);
        }
        join(trial, items[i].offer);
        if (!load_legal(m, trial, items[i].settings)) continue;
        snprintf(offers, sizeof offers, "%s", trial);
        snprintf(settings, sizeof settings, "%s", items[i].settings);
        taken[n++] = items[i].wager;
        items[i].done = true;
    }
    if (!n) return false;
    assert_true(load_legal(m, offers, settings));
    simulate(m, offers, settings);
    return true;
}

static int simulate_mode(const mode *m, bool all_tables)
{
    int tables = 0;
    const char *only = getenv("LAMMER_MODE");
    if (only && strcmp(only, m->profile) != 0) return 0;
    collect_items(m, all_tables);
    while (simulate_next(m))
        tables++;
    printf("%s %s: %d pay tables at %d tables\n", m->profile, m->settings, n_items, tables);
    return n_items;
}

static int simulate_profiles(void)
{
    int n = 0;
    for (const char *const *name = lm_profile_names(); *name; name++)
        n += simulate_mode(&(mode){ *name, "" }, true);
    return n;
}

static void simulate_variants(void)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        assert_true(simulate_mode(&variants[i], false) > 0 || getenv("LAMMER_MODE"));
}

#endif
