/* price_help.h - what the tests of prices share: rules with one wager, its price, and a figure to compare. */
#ifndef LAMMER_TESTS_PRICE_HELP_H
#define LAMMER_TESTS_PRICE_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/price.h"

static _Alignas(max_align_t) unsigned char price_memory[LM_PRICE_ROOM];

static inline const lm_wager *wager_named(const char *id)
{
    for (int i = 0; lm_wagers[i]; i++) {
        if (strcmp(lm_wagers[i]->id, id) == 0) return lm_wagers[i];
    }
    fail_msg("no wager %s", id);
    return NULL;
}

/* "push22:1" as these rules have it. */
static inline lm_offer offer_named(const lm_rules *rules, const char *name)
{
    char id[32];
    const char *colon = strchr(name, ':'), *table = colon ? colon + 1 : "";
    lm_offer offer = { 0 };
    snprintf(id, sizeof id, "%.*s", (int)(colon ? colon - name : (int)strlen(name)), name);
    const lm_wager *wager = wager_named(id);
    for (int i = 0; wager->paytables[i].clause; i++) {
        if (strcmp(wager->paytables[i].id, table) != 0 || !lm_paytable_fits(wager, &wager->paytables[i], rules))
            continue;
        lm_price_offer(&offer, wager, i);
        return offer;
    }
    fail_msg("no pay table %s for these rules", name);
    return offer;
}

/* The settings after the document, such as "dealer_soft17=hit hole_card=none". */
static inline lm_rules rules_with(lm_rule_set set, int decks, const char *settings)
{
    lm_rules rules;
    char name[48], value[48];
    int used;
    lm_rules_preset(&rules);
    rules.rule_set = set;
    rules.decks = decks;
    for (; settings && sscanf(settings, " %47[^= ]=%47s%n", name, value, &used) == 2; settings += used) {
        lm_rule_id id = lm_rule_find(name);
        if (id == LM_RULE_COUNT || !lm_rule_read(id, value, &rules.value[id])) fail_msg("%s=%s", name, value);
    }
    return rules;
}

static inline lm_price price_of(const lm_rules *rules, const char *name, lm_price_ask ask)
{
    static lm_price price;
    lm_offer offer = offer_named(rules, name);
    ask.rules = rules;
    ask.offer = &offer;
    lm_price_status status = lm_price_wager(&price, &ask, price_memory, sizeof price_memory);
    if (status != LM_PRICE_OK) fail_msg("%s: %s", name, lm_price_status_text(status));
    return price;
}

/* The ways of the joint outcomes add up to all ways, in whole numbers. */
static inline void assert_adds_up(const lm_price *price)
{
    __extension__ unsigned __int128 carry = 0;
    lm_wide sum = { { 0 } };
    for (int part = 0; part < LM_WIDE_PARTS; part++) {
        for (int i = 0; i < price->joints; i++)
            carry += price->joint[i].ways.part[part];
        sum.part[part] = (uint64_t)carry;
        carry >>= 64;
    }
    assert_memory_equal(&sum, &price->all, sizeof sum);
}

static inline double gap(double a, double b)
{
    return a > b ? a - b : b - a;
}

/* Prints what was found and by how much it differs; fails when that is too much. */
static inline void compare(const char *clause, const char *what, double found, double wanted, double within)
{
    print_message("%-14s %-52s %.10f, wanted %.10f, differs by %.2e\n", clause, what, found, wanted,
                  gap(found, wanted));
    if (!(gap(found, wanted) <= within)) fail_msg("%s %s: more than %g", clause, what, within);
}

#endif
