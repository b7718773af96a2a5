/* check_conditions.c - the conditions of exclusions, and that all findings are reported. */
/* sanitized */
#include "kit/rules_help.h"

#include "check/rows.h"

static void check_words(const lm_rules *rules, const char *words)
{
    lm_word word;
    lm_subject subject;
    while (words && lm_word_next(&words, ' ', &word)) {
        lm_condition(rules, word, &subject); /* asserts when it names nothing */
        if (word.at[0] != '@') continue;
        bool known = false;
        for (int i = 0; lm_wagers[i]; i++) {
            size_t n = strcspn(word.at + 1, ": ");
            known |= strncmp(lm_wagers[i]->id, word.at + 1, n) == 0 && strchr(".", lm_wagers[i]->id[n]);
        }
        if (!known) fail_msg("no wager is called %.*s", (int)word.n, word.at);
    }
}

/* A condition that names no rule, no value or no wager would silently never hold. */
static void every_condition_names_what_exists(void **state)
{
    (void)state;
    lm_rules rules;
    lm_rules_preset(&rules);
    static const lm_check_row *const tables[] = { lm_check_documents, lm_check_features, lm_check_shoe, lm_check_meters,
                                                  lm_check_duties };
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        for (const lm_check_row *r = tables[t]; r->clause; r++) {
            check_words(&rules, r->when);
            check_words(&rules, r->must);
            check_words(&rules, r->never);
        }
    }
    for (int i = 0; lm_wagers[i]; i++) {
        for (int b = 0; b < LM_BARS; b++) {
            check_words(&rules, lm_wagers[i]->bars[b].with);
            check_words(&rules, lm_wagers[i]->wants[b].with);
        }
    }
}

static void conditions(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool holds;
    } rows[] = {
        { "", true },
        { "decks=6", true },
        { "decks=6|8", true },
        { "decks!=6", false },
        { "decks!=4|8", true },
        { "decks!=6|8", false },
        { "decks>5", true },
        { "decks>6", false },
        { "decks>=6", true },
        { "decks<6", false },
        { "decks<=6", true },
        { "bet_step%5", false },
        { "max_bet%5", true },
        { "min_bet<=max_bet", true },
        { "max_bet<=min_bet", false },
        { "second_batch_decks=same|decks", true },
        { "@buster", true },
        { "@buster:A", true },
        { "@buster:B", false },
        { "@streak", true },
        { "@streak.3", false },
        { "@sev", false },
        { "decks=6 @buster surrender=off", true },
        { "decks=6 surrender=on", false },
    };
    lm_rules rules;
    rules_make(&rules, MBJ, "@buster:A @streak.2");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (lm_rules_match(&rules, rows[i].words) != rows[i].holds) fail_msg("'%s'", rows[i].words);
    }
}

static void all_violations_are_told_at_once(void **state)
{
    (void)state;
    lm_rules rules;
    static found f;
    rules_make(&rules, MBJ, "surrender=on multiple_action=2 decks=3 @aces @match-dealer @third-card");
    found_of(&f, &rules);
    static const char *const clauses[] = { "MBJ-8(c).1",  "MBJ-11(e).2", "MBJ-18(a).2", BY(MBJ, "18(e)"), "MBJ-6(j)(2)",
                                           "MBJ-2(a)(3)", "MBJ-2(a)(4)", "MBJ-25(h)",   "MBJ-23(g)" };
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
        if (!found_clause(&f, LM_ERROR, clauses[i])) fail_msg("%s is missing", clauses[i]);
    }
    assert_int_equal(lm_rules_check(&rules, NULL), f.errors); /* a finder is not needed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_condition_names_what_exists),
        cmocka_unit_test(conditions),
        cmocka_unit_test(all_violations_are_told_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
