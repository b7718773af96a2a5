/* rules_help.h - rules for the tests of the validator, without a file: settings as words, offers among
 * them. */
#ifndef LAMMER_TEST_RULES_HELP_H
#define LAMMER_TEST_RULES_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/check.h"

extern const lm_wager *const lm_wagers[];

/* Tables that are legal as they stand; each test changes one of them. */
#define FREE_BET "dealer_22=push boxes=7 "
#define MFB "rule_set=mfb split_aces=play-on " FREE_BET
#define VFB "rule_set=vfb dealer_soft17=hit busted_bet=round-end " FREE_BET
#define WFB                                                                                                            \
    "rule_set=wfb dealer_soft17=hit busted_bet=round-end push22_limit=29 "                                             \
    "settle_order=box-by-box " FREE_BET
#define IFB "rule_set=ifb dealer_soft17=hit @push22 " FREE_BET
#define MBJ "rule_set=mbj free_double=none free_split=none blackjack_paid=at-once "
#define NO_HOLE MBJ "hole_card=none "
#define FACE_UP MBJ "hole_card=face-up ties=lose blackjack_pays=1:1 insurance=off double_on=9-11 split_hands=2 "
#define SIX_TO_FIVE                                                                                                    \
    MBJ "game=six-to-five decks=2 shoe=hand shuffler=batch cover_cards=2 cover_depth=33.34 "                           \
        "dealer_soft17=hit "                                                                                           \
        "blackjack_pays=6:5 bet_step=5 side_min=5 "
#define MULTI NO_HOLE "multiple_action=3 split_hands=2 "

/* Writes a clause in two parts, so that the clause index does not take it for evidence: clauses about play are proved
 * by rounds, and the tests here only see the validator cite them. */
#define BY(document, clause) #document "-" clause

/* One word of settings: `rule=value`, or `@wager:table` to offer. Offers come after the rules. */
static inline void rules_word(lm_rules *rules, const char *word, size_t n, bool offers)
{
    char text[96];
    assert_true(n < sizeof text);
    memcpy(text, word, n);
    text[n] = '\0';
    if (text[0] == '@') {
        if (!offers || lm_rules_slot(rules, text + 1) >= 0) return;
        lm_offered result = lm_rules_offer(rules, lm_wagers, text + 1);
        if (result != LM_OFFER_OK && result != LM_OFFER_TWICE) fail_msg("cannot offer %s: %d", text, (int)result);
        return;
    }
    char *equals = strchr(text, '=');
    if (!equals) fail_msg("'%s' is not a setting", text);
    *equals = '\0';
    lm_rule_id id = lm_rule_find(text);
    if (id == LM_RULE_COUNT) fail_msg("there is no rule %s", text);
    if (!offers && !lm_rule_read(id, equals + 1, &rules->value[id])) fail_msg("%s cannot be %s", text, equals + 1);
}

static inline void rules_make(lm_rules *rules, const char *base, const char *settings)
{
    lm_rules_preset(rules);
    for (int pass = 0; pass < 2; pass++) {
        for (int part = 0; part < 2; part++) {
            const char *at = part ? settings : base;
            while (*at) {
                size_t n = strcspn(at, " ");
                if (n) rules_word(rules, at, n, pass == 1);
                at += n + (at[n] == ' ');
            }
        }
    }
    lm_rules_seal(rules);
}

enum { MOST_FINDINGS = 256 };
typedef struct {
    lm_finding item[MOST_FINDINGS];
    int n;
    int errors;
} found;

static inline void found_add(void *self, const lm_finding *finding)
{
    found *f = self;
    assert_true(f->n < MOST_FINDINGS);
    f->item[f->n++] = *finding;
}

static inline void found_of(found *f, const lm_rules *rules)
{
    f->n = 0;
    lm_finder finder = { found_add, f };
    f->errors = lm_rules_check(rules, &finder);
}

static inline const lm_finding *found_clause(const found *f, lm_severity severity, const char *clause)
{
    for (int i = 0; i < f->n; i++) {
        if (f->item[i].severity == severity && strcmp(f->item[i].clause, clause) == 0) return &f->item[i];
    }
    return NULL;
}

static inline void found_print(const found *f, lm_severity severity)
{
    for (int i = 0; i < f->n; i++) {
        if (f->item[i].severity == severity) print_error("    [%s] %s\n", f->item[i].clause, f->item[i].text);
    }
}

#endif
