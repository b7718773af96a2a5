/* check_pairs.c - the wager-exclusion matrix of docs/rules/options.md 4: 43 barred pairs, and what only looks
 * barred. A pair is barred when either side bars it, and every side that does is named (C-96). */
/* sanitized */
#include "kit/rules_help.h"

/* What each column of the matrix is at a table; MA is a rule, the others are offers. */
#define AW13 "@over13"
#define AWSU "@suited:1"
#define AW7 "@sevens"
#define MA "multiple_action=3 split_hands=2"
#define PB "@aces"
#define S4 "@super4:2"
#define BB "@blackjack-bonus"
#define ST "@streak"
#define MD "@match-dealer"
#define TP "@twenty-point:A"
#define OB "@third-card"
#define IB "@in-between:A"
#define BU "@buster:A"
#define P3 "@21+3:A"
#define KB "@kings-bounty:1"
#define TX "@trilux:1"
#define B7 "@blazing7:1"

/* clang-format off */
static const struct {
    int number;
    const char *first, *second;
    const char *by_first[3], *by_second[3]; /* clauses of each side; none: that side is silent */
} barred[] = {
    {  1, AW13, PB, { "MBJ-17(a)" }, { 0 } },
    {  2, AW13, AWSU, { "MBJ-17(a)" }, { "MBJ-17(a)" } },
    {  3, AW13, AW7, { "MBJ-17(a)" }, { "MBJ-17(a)" } },
    {  4, AWSU, AW7, { "MBJ-17(a)" }, { "MBJ-17(a)" } },
    {  5, MA, PB, { "MBJ-18(a).2" }, { 0 } },
    {  6, MA, BB, { "MBJ-18(a).2" }, { "MBJ-20(l)" } },
    {  7, MA, ST, { "MBJ-18(a).2" }, { "MBJ-22(l)" } },
    {  8, MA, MD, { "MBJ-18(a).2" }, { 0 } },
    {  9, MA, TP, { "MBJ-18(a).2" }, { "MBJ-24(i)" } },
    { 10, MA, OB, { "MBJ-18(a).2" }, { "MBJ-25(h)" } },
    { 11, MA, IB, { "MBJ-18(a).2" }, { "MBJ-26(h)", "MBJ-26(i)" } },
    { 12, MA, P3, { "MBJ-18(a).2" }, { "MBJ-28(g)" } },
    { 13, MA, KB, { "MBJ-18(a).2" }, { "MBJ-29(j)" } },
    { 14, PB, S4, { 0 }, { "MBJ-19(j).1" } },
    { 15, PB, BB, { 0 }, { "MBJ-20(l)" } },
    { 16, PB, ST, { 0 }, { "MBJ-22(l)" } },
    { 17, PB, TP, { 0 }, { "MBJ-24(i)" } },
    { 18, PB, OB, { 0 }, { "MBJ-25(h)" } },
    { 19, PB, IB, { 0 }, { "MBJ-26(h)", "MBJ-26(i)" } },
    { 20, PB, P3, { 0 }, { "MBJ-28(g)" } },
    { 21, BB, ST, { "MBJ-20(l)" }, { "MBJ-22(l)" } },
    { 22, BB, TP, { "MBJ-20(l)" }, { "MBJ-24(i)" } },
    { 23, BB, OB, { "MBJ-20(l)" }, { "MBJ-25(h)" } },
    { 24, BB, IB, { "MBJ-20(l)" }, { "MBJ-26(h)", "MBJ-26(i)" } },
    { 25, BB, P3, { "MBJ-20(l)" }, { "MBJ-28(g)" } },
    { 26, BB, KB, { 0 }, { "MBJ-29(j)" } },
    { 27, ST, TP, { "MBJ-22(l)" }, { "MBJ-24(i)" } },
    { 28, ST, OB, { "MBJ-22(l)" }, { "MBJ-25(h)" } },
    { 29, ST, IB, { "MBJ-22(l)" }, { "MBJ-26(h)", "MBJ-26(i)" } },
    { 30, ST, P3, { "MBJ-22(l)" }, { "MBJ-28(g)" } },
    { 31, ST, KB, { "MBJ-22(l)" }, { "MBJ-29(j)" } },
    { 32, MD, OB, { "MBJ-23(g)" }, { "MBJ-25(h)" } },
    { 33, MD, IB, { 0 }, { "MBJ-26(h)", "MBJ-26(i)" } },
    { 34, TP, OB, { "MBJ-24(i)" }, { "MBJ-25(h)" } },
    { 35, TP, IB, { "MBJ-24(i)" }, { "MBJ-26(h)", "MBJ-26(i)" } },
    { 36, TP, P3, { "MBJ-24(i)" }, { 0 } },
    { 37, TP, KB, { "MBJ-24(i)" }, { "MBJ-29(j)" } },
    { 38, OB, IB, { "MBJ-25(h)" }, { "MBJ-26(h)" } },
    { 39, OB, P3, { "MBJ-25(h)" }, { "MBJ-28(g)" } },
    { 40, OB, KB, { "MBJ-25(h)" }, { "MBJ-29(j)" } },
    { 41, IB, P3, { "MBJ-26(i)" }, { "MBJ-28(g)" } },
    { 42, IB, KB, { "MBJ-26(i)" }, { "MBJ-29(j)" } },
    { 43, P3, KB, { "MBJ-28(g)" }, { 0 } },
};

/* 4.2: combinations that look barred and are not. */
static const struct { const char *clause, *first, *second; } allowed[] = {
    { "MBJ-23(g)", PB, MD }, { "MBJ-29(j)", PB, KB },
    { "MBJ-23(g)", MD, BB }, { "MBJ-23(g)", MD, ST }, { "MBJ-23(g)", MD, TP }, { "MBJ-23(g)", MD, P3 }, { "MBJ-23(g)", MD, KB },
    { BY(MBJ, "27(a)"), BU, AW13 }, { BY(MBJ, "27(a)"), BU, AWSU }, { BY(MBJ, "27(a)"), BU, AW7 }, { BY(MBJ, "27(a)"), BU, MA }, { BY(MBJ, "27(a)"), BU, PB },
    { BY(MBJ, "27(a)"), BU, S4 }, { BY(MBJ, "27(a)"), BU, BB }, { BY(MBJ, "27(a)"), BU, ST }, { BY(MBJ, "27(a)"), BU, MD }, { BY(MBJ, "27(a)"), BU, TP },
    { BY(MBJ, "27(a)"), BU, OB }, { BY(MBJ, "27(a)"), BU, IB }, { BY(MBJ, "27(a)"), BU, P3 }, { BY(MBJ, "27(a)"), BU, KB }, { BY(MBJ, "27(a)"), BU, TX },
    { BY(MBJ, "27(a)"), BU, B7 },
    { "MBJ-30(a)", TX, AW13 }, { "MBJ-30(a)", TX, AWSU }, { "MBJ-30(a)", TX, AW7 }, { "MBJ-30(a)", TX, S4 }, { "MBJ-30(a)", TX, BB },
    { "MBJ-30(a)", TX, ST }, { "MBJ-30(a)", TX, MD }, { "MBJ-30(a)", TX, TP }, { "MBJ-30(a)", TX, OB }, { "MBJ-30(a)", TX, IB },
    { "MBJ-30(a)", TX, P3 }, { "MBJ-30(a)", TX, KB }, { "MBJ-30(a)", TX, B7 },
    { "MBJ-31(a)", B7, AW13 }, { "MBJ-31(a)", B7, AWSU }, { "MBJ-31(a)", B7, AW7 }, { "MBJ-31(a)", B7, MA }, { "MBJ-31(a)", B7, PB },
    { "MBJ-31(a)", B7, S4 }, { "MBJ-31(a)", B7, BB }, { "MBJ-31(a)", B7, ST }, { "MBJ-31(a)", B7, MD }, { "MBJ-31(a)", B7, TP },
    { "MBJ-31(a)", B7, OB }, { "MBJ-31(a)", B7, IB }, { "MBJ-31(a)", B7, P3 }, { "MBJ-31(a)", B7, KB },
    { "MBJ-19(j).1", S4, AW13 }, { "MBJ-19(j).1", S4, AWSU }, { "MBJ-19(j).1", S4, AW7 }, { "MBJ-19(j).1", S4, MA },
    { "MBJ-19(j).1", S4, BB }, { "MBJ-19(j).1", S4, ST }, { "MBJ-19(j).1", S4, MD }, { "MBJ-19(j).1", S4, TP },
    { "MBJ-19(j).1", S4, OB }, { "MBJ-19(j).1", S4, IB }, { "MBJ-19(j).1", S4, P3 }, { "MBJ-19(j).1", S4, KB },
    { "MBJ-17(a)", AW13, MA }, { "MBJ-17(a)", AWSU, MA }, { "MBJ-17(a)", AW7, MA }, { "MBJ-17(a)", AW13, BB }, { "MBJ-17(a)", AWSU, ST },
    { "MBJ-17(a)", AW7, MD }, { "MBJ-17(a)", AW13, TP }, { "MBJ-17(a)", AWSU, OB }, { "MBJ-17(a)", AW7, IB },
    { "MBJ-17(a)", AW13, P3 }, { "MBJ-17(a)", AWSU, KB }, { "MBJ-17(a)", AW13, "@under13" },
};
/* clang-format on */

/* The ace progressive and multiple action are dealt without a hole card, all else with one (TriLux needs it). */
static const char *base_of(const char *first, const char *second)
{
    static const char *const without[] = { PB, MA };
    for (int i = 0; i < 2; i++) {
        if (strcmp(first, without[i]) == 0 || strcmp(second, without[i]) == 0) return NO_HOLE;
    }
    return MBJ;
}

static void make_pair(lm_rules *rules, const char *first, const char *second)
{
    char settings[160];
    snprintf(settings, sizeof settings, "%s %s", first, second);
    rules_make(rules, base_of(first, second), settings);
}

/* Clauses that are not on the list must not be what refuses the pair. */
static bool expected(const char *clause, const char *const by_first[3], const char *const by_second[3])
{
    for (int i = 0; i < 3; i++) {
        if (by_first[i] && strcmp(clause, by_first[i]) == 0) return true;
        if (by_second[i] && strcmp(clause, by_second[i]) == 0) return true;
    }
    return false;
}

static void barred_pairs_are_refused_by_each_side(void **state)
{
    (void)state;
    assert_int_equal(sizeof barred / sizeof *barred, 43);
    for (size_t i = 0; i < sizeof barred / sizeof *barred; i++) {
        lm_rules rules;
        static found f;
        assert_int_equal(barred[i].number, i + 1);
        make_pair(&rules, barred[i].first, barred[i].second);
        found_of(&f, &rules);
        for (int s = 0; s < 6; s++) {
            const char *clause = s < 3 ? barred[i].by_first[s] : barred[i].by_second[s - 3];
            if (clause && !found_clause(&f, LM_ERROR, clause)) {
                found_print(&f, LM_ERROR);
                fail_msg("pair %d, %s and %s: %s does not refuse it", barred[i].number, barred[i].first,
                         barred[i].second, clause);
            }
        }
        for (int n = 0; n < f.n; n++) {
            if (f.item[n].severity != LM_ERROR) continue;
            if (!expected(f.item[n].clause, barred[i].by_first, barred[i].by_second))
                fail_msg("pair %d is refused by %s, which does not mention it", barred[i].number, f.item[n].clause);
        }
    }
}

/* Each half of a pair is legal alone at the same table, so only the pair is refused. */
static void halves_are_legal(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof barred / sizeof *barred; i++) {
        const char *half[] = { barred[i].first, barred[i].second };
        for (int h = 0; h < 2; h++) {
            lm_rules rules;
            static found f;
            rules_make(&rules, base_of(barred[i].first, barred[i].second), half[h]);
            found_of(&f, &rules);
            if (f.errors) {
                found_print(&f, LM_ERROR);
                fail_msg("pair %d: %s alone is not legal", barred[i].number, half[h]);
            }
        }
    }
}

static void what_only_looks_barred_is_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        lm_rules rules;
        static found f;
        make_pair(&rules, allowed[i].first, allowed[i].second);
        found_of(&f, &rules);
        if (f.errors) {
            found_print(&f, LM_ERROR);
            fail_msg("%s: %s and %s", allowed[i].clause, allowed[i].first, allowed[i].second);
        }
    }
}

/* The whole matrix: a pair is refused exactly when it is on the list. */
static void every_other_pair_is_free(void **state)
{
    (void)state;
    static const char *const all[] = { AW13, AWSU, AW7, MA, PB, S4, BB, ST, MD, TP, OB, IB, BU, P3, KB, TX, B7 };
    enum { N = sizeof all / sizeof *all };
    for (int a = 0; a < N; a++) {
        for (int b = a + 1; b < N; b++) {
            lm_rules rules;
            static found f;
            bool on_list = false;
            for (size_t i = 0; i < sizeof barred / sizeof *barred; i++) {
                on_list |= strcmp(barred[i].first, all[a]) == 0 && strcmp(barred[i].second, all[b]) == 0;
                on_list |= strcmp(barred[i].second, all[a]) == 0 && strcmp(barred[i].first, all[b]) == 0;
                /* every Section 17 wager is one row of the matrix */
                on_list |= strcmp(barred[i].first, AW13) == 0 && strcmp(barred[i].second, all[b]) == 0 &&
                           strcmp(all[b], PB) == 0 && a < 3;
            }
            bool hole = strcmp(all[b], TX) == 0 && (strcmp(all[a], PB) == 0 || strcmp(all[a], MA) == 0); /* C-115 */
            make_pair(&rules, all[a], all[b]);
            found_of(&f, &rules);
            if ((f.errors > 0) != (on_list || hole)) {
                found_print(&f, LM_ERROR);
                fail_msg("%s and %s", all[a], all[b]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barred_pairs_are_refused_by_each_side),
        cmocka_unit_test(halves_are_legal),
        cmocka_unit_test(what_only_looks_barred_is_accepted),
        cmocka_unit_test(every_other_pair_is_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
