/* wagers.c - finds the wagers of a question and prices them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"
#include "study.h"

static const char *const other_names[] = { "main", "insurance", "all", "streak" };
enum { OTHER_NAMES = sizeof other_names / sizeof *other_names };

static const char *name_at(int i)
{
    if (i < OTHER_NAMES) return other_names[i];
    const lm_wager *wager = lm_wagers[i - OTHER_NAMES];
    return wager ? wager->id : NULL;
}

/* `streak` is streak.2 to streak.5. */
static bool is_named(const lm_wager *wager, const char *name)
{
    size_t n = strlen(name);
    return strcmp(wager->id, name) == 0 || (strncmp(wager->id, name, n) == 0 && wager->id[n] == '.');
}

/* Allocates the largest possible list: every pay table with two stakes, and insurance. */
static bool make_room(asked *list, const lm_study *s)
{
    list->room = 2 * (1 + LM_OFFERS);
    for (int i = 0; lm_wagers[i]; i++) {
        for (int t = 0; lm_wagers[i]->paytables[t].clause; t++)
            list->room += 2;
    }
    list->item = calloc((size_t)list->room, sizeof *list->item);
    return list->item || say(&s->ear, "no memory for the wagers");
}

static asked_wager *append_asked(asked *list)
{
    assert(list->n < list->room);
    return &list->item[list->n++];
}

/* A pay table that is offered is priced as offered, because the house may pay more than the document prints. */
static void append_table(asked *list, const lm_rules *rules, const lm_wager *wager, int table)
{
    asked_wager *item = append_asked(list);
    for (int i = 0; i < rules->offers; i++) {
        if (rules->offer[i].wager != wager || rules->offer[i].paytable != table) continue;
        item->offer = rules->offer[i];
        return;
    }
    lm_price_offer(&item->offer, wager, table);
}

static const lm_offer *offer_of(const lm_rules *rules, const lm_wager *wager)
{
    for (int i = 0; i < rules->offers; i++) {
        if (rules->offer[i].wager == wager) return &rules->offer[i];
    }
    return NULL;
}

/* Whether an equal pay table is listed: documents that share a wager repeat its tables. */
static bool is_listed(const asked *list, const lm_wager *wager, const lm_paytable *table)
{
    for (int i = 0; i < list->n; i++) {
        const lm_offer *offer = &list->item[i].offer;
        if (list->item[i].insurance || offer->wager != wager) continue;
        const lm_paytable *other = &wager->paytables[offer->paytable];
        if (strcmp(other->id, table->id) == 0 && memcmp(other->pays, table->pays, sizeof table->pays) == 0) return true;
    }
    return false;
}

/* Appends the pay tables of a wager and returns their number. `named`: only tables of this name; `fitting`: only tables
 * that fit the decks and the document. */
static int append_tables(asked *list, const lm_rules *rules, const lm_wager *wager, const char *named, bool fitting)
{
    int n = 0;
    for (int t = 0; wager->paytables[t].clause; t++) {
        const lm_paytable *table = &wager->paytables[t];
        if (named && strcmp(table->id, named) != 0) continue;
        if (fitting && !lm_paytable_fits(wager, table, rules)) continue;
        if (!fitting && is_listed(list, wager, table)) continue;
        append_table(list, rules, wager, t);
        n++;
    }
    return n;
}

static void append_all(asked *list, const lm_rules *rules)
{
    if (rules->insurance) append_asked(list)->insurance = true;
    for (int i = 0; lm_wagers[i]; i++) {
        if (lm_wagers[i]->rule_sets >> rules->rule_set & 1) append_tables(list, rules, lm_wagers[i], NULL, true);
    }
}

static bool refuse_table(const lm_study *s, const lm_wager *wager, const char *named)
{
    char tables[160] = "";
    for (int t = 0; wager->paytables[t].clause; t++) {
        const char *id = wager->paytables[t].id;
        size_t used = strlen(tables);
        if (!id[0] || strstr(tables, id)) continue;
        snprintf(tables + used, sizeof tables - used, "%s%s", used ? ", " : "", id);
    }
    if (tables[0]) {
        say(&s->ear, "%s has no pay table \"%s\"; it has %s", wager->id, named, tables);
    } else {
        say(&s->ear, /* say:one-pay-table */ "%s has one pay table, without a name; leave the name out", wager->id);
    }
    return false;
}

/* Appends a wager with the named pay table, or else with the one that is offered, or else with all that fit, or else
 * with all that exist. */
static bool append_wager(asked *list, const lm_study *s, const lm_wager *wager, const char *named)
{
    const lm_rules *rules = s->rules;
    const lm_offer *offered = offer_of(rules, wager);
    if (!named && offered) {
        append_asked(list)->offer = *offered;
        return true;
    }
    if (append_tables(list, rules, wager, named, true) || append_tables(list, rules, wager, named, false)) return true;
    return refuse_table(s, wager, named);
}

/* A wager that the rules do not offer is checked as if it were the only offered one. */
static void warn_of(const asked_wager *item, const lm_study *s)
{
    const lm_rules *rules = s->rules;
    if (item->insurance || offer_of(rules, item->offer.wager)) return;
    lm_rules alone = *rules;
    alone.offers = 1;
    alone.offer[0] = item->offer;
    lawful_ear self = { &s->ear, &alone, true };
    lm_finder finder = { say_unlawful, &self };
    lm_rules_check(&alone, &finder);
}

static bool find_named(asked *list, const lm_study *s, const lm_ask *ask)
{
    bool found = false;
    for (int i = 0; lm_wagers[i]; i++) {
        if (!is_named(lm_wagers[i], ask->wager)) continue;
        if (!append_wager(list, s, lm_wagers[i], ask->paytable)) return false;
        found = true;
    }
    if (!found) {
        char hint[LM_MEANT_TEXT];
        return say(&s->ear, /* say:odds-no-wager */ "\"%s\" is not a wager%s (lammer rules show lists all wagers)",
                   ask->wager, lm_words_meant(lm_words_nearest(ask->wager, name_at), hint));
    }
    for (int i = 0; i < list->n; i++) {
        if (!i || list->item[i].offer.wager != list->item[i - 1].offer.wager) warn_of(&list->item[i], s);
    }
    return true;
}

static bool find_asked(asked *list, const lm_study *s, const lm_ask *ask)
{
    const char *name = ask->wager;
    *list = (asked){ .main = !name || strcmp(name, "main") == 0 || strcmp(name, "all") == 0 };
    if (!make_room(list, s)) return false;
    bool special = name && (list->main || strcmp(name, "insurance") == 0);
    if (special && ask->paytable) {
        return say(&s->ear, /* say:no-pay-tables */ "%s has no pay tables; leave the pay table out", name);
    }
    if (!name) {
        for (int i = 0; i < s->rules->offers; i++)
            append_asked(list)->offer = s->rules->offer[i];
        return true;
    }
    if (strcmp(name, "all") == 0) append_all(list, s->rules);
    if (strcmp(name, "insurance") == 0) append_asked(list)->insurance = true;
    return special || find_named(list, s, ask);
}

/* A wager with two fixed stakes is priced once for each, unless a stake was named. */
static void choose_stakes(asked *list, const lm_rules *rules, lm_cents named)
{
    int n = list->n;
    for (int i = 0; i < n; i++) {
        list->item[i].stake_cents = named;
        if (named || list->item[i].insurance) continue;
        lm_stakes stakes = lm_wager_stakes(rules, list->item[i].offer.wager);
        if (!stakes.fixed || stakes.least == stakes.most) continue;
        asked_wager *second = append_asked(list);
        second->offer = list->item[i].offer;
        second->stake_cents = stakes.most;
        list->item[i].stake_cents = stakes.least;
    }
}

bool asked_find(asked *list, const lm_study *s, const lm_ask *ask)
{
    if (!find_asked(list, s, ask)) return false;
    choose_stakes(list, s->rules, ask->stake_cents);
    return true;
}

bool outcome_told(const lm_study *s, const asked_wager *wager, int row)
{
    return !row || wager->insurance || outcome_shown(s->rules, &wager->offer, row);
}

void asked_free(asked *list)
{
    free(list->item);
    *list = (asked){ 0 };
}

static bool price_insurance(asked_wager *item, lm_study *s)
{
    if (!lm_study_insurance(s, &item->price)) return false;
    lm_price_offer(&item->offer, item->price.wager, (int)(item->price.paytable - item->price.wager->paytables));
    return true;
}

bool asked_price(asked *list, lm_study *s, const lm_ask *ask)
{
    for (int i = 0; i < list->n; i++) {
        asked_wager *item = &list->item[i];
        if (item->insurance) {
            if (!price_insurance(item, s)) return false;
            continue;
        }
        say_progress(&s->ear, "pricing %s", item->offer.wager->id);
        if (!lm_study_price(s, &item->offer, item->stake_cents, ask->players, &item->price)) return false;
        item->has_removal = ask->eor;
        if (ask->eor && !lm_study_removal(s, &item->offer, item->stake_cents, ask->players, item->removal))
            return false;
    }
    say_progress(&s->ear, NULL);
    return true;
}
