/* sentences.c - what the rows of rules.def say: every sentence has its place, and no two of a rule hold together. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/words.h"
#include "rules/rules.h"
#include "study.h"

static const struct {
    int rule; /* LM_RULE_COUNT: a sentence of the rule before it */
    lm_rule_saying saying;
    const char *when, *say;
} rows[] = {
#define RULE(field, name, kind, legal, preset, clauses, notice, reading, help) { LM_RULE_##field, 0, NULL, NULL },
#define RULE_POSTED(when, sentence) { LM_RULE_COUNT, LM_RULE_POSTED, when, sentence },
#define RULE_SUMMED(when, phrase) { LM_RULE_COUNT, LM_RULE_SUMMED, when, phrase },
#define RULE_PRINTED(when, phrase) { LM_RULE_COUNT, LM_RULE_PRINTED, when, phrase },
#include "lammer/rules.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static int times_named(const char *names, lm_rule_id rule)
{
    int n = 0;
    for (lm_rule_id id; (id = lm_words_next_rule(&names)) != LM_RULE_COUNT;)
        n += id == rule;
    return n;
}

static bool is_said(lm_rule_id rule, lm_rule_saying saying)
{
    int at = 0;
    while (rows[at].rule != (int)rule)
        at++;
    for (at++; at < ROWS && rows[at].say; at++) {
        if (rows[at].saying == saying) return true;
    }
    return false;
}

static void test_every_sentence_has_its_place(void **state)
{
    (void)state;
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        lm_rule_id rule = (lm_rule_id)id;
        const char *name = lm_rule_table[id].name;
        int posted = times_named(posted_limits, rule) + times_named(posted_rules, rule);
        int summed =
            times_named(summed_rules, rule) + (rule == LM_RULE_rule_set); /* the title of a table sums up rule_set */
        if (posted != is_said(rule, LM_RULE_POSTED)) fail_msg("%s stands %d times in a notice", name, posted);
        if (summed != is_said(rule, LM_RULE_SUMMED)) fail_msg("%s stands %d times in a summary", name, summed);
    }
}

static void test_every_gap_is_a_rule(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        for (const char *at = rows[i].say; at && (at = strchr(at, '{')); at++) {
            char name[48];
            assert_non_null(strchr(at, '}'));
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 1, "}"), at + 1);
            if (lm_rule_find(name) == LM_RULE_COUNT) fail_msg("\"%s\" names no rule", rows[i].say);
        }
    }
}

/* Tries every shipped profile with every value of the rule itself. */
static void check_one_at_most(lm_rules *rules, int row)
{
    const char *legal = lm_rule_table[rows[row].rule].legal;
    while (*legal) {
        char value[64];
        int held[LM_RULE_SAYINGS] = { 0 };
        size_t n = strcspn(legal, "|");
        snprintf(value, sizeof value, "%.*s", (int)n, legal);
        legal += n + (legal[n] == '|');
        if (!lm_rule_read((lm_rule_id)rows[row].rule, value, &rules->value[rows[row].rule])) continue;
        for (int i = row + 1; i < ROWS && rows[i].say; i++)
            held[rows[i].saying] += lm_rules_match(rules, rows[i].when);
        for (int saying = 0; saying < LM_RULE_SAYINGS; saying++) {
            if (held[saying] <= 1) continue;
            fail_msg("%s: %s=%s is said twice", rules->name, lm_rule_table[rows[row].rule].name, value);
        }
    }
}

static void test_one_sentence_holds_at_most(void **state)
{
    static lm_profile profile;
    (void)state;
    for (const char *const *name = lm_profile_names(); *name; name++) {
        assert_true(lm_study_rules(&profile, *name, NULL, 0, NULL));
        for (int i = 0; i < ROWS; i++) {
            lm_rules rules = profile.rules;
            if (!rows[i].say) check_one_at_most(&rules, i);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_sentence_has_its_place),
        cmocka_unit_test(test_every_gap_is_a_rule),
        cmocka_unit_test(test_one_sentence_holds_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
