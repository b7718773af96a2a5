/* sanitized */
/* Every wager's descriptor makes sense: names, pay tables, conditions, and clauses that exist. */
#include <stdlib.h>

#include "kit/hands.h"

/* Profiles, scripts and other people's tools depend on these names. */
static void test_ids(void **state)
{
    static const char *const ids[] = {
        "push22",   "pot-of-gold", "blazing7",     "over13",          "under13",    "suited",
        "sevens",   "aces",        "super4",       "blackjack-bonus", "streak.2",   "streak.3",
        "streak.4", "streak.5",    "match-dealer", "twenty-point",    "third-card", "in-between",
        "buster",   "21+3",        "kings-bounty", "trilux",          "super3",
    };
    enum { N = sizeof ids / sizeof *ids };
    (void)state;
    for (int i = 0; i < N; i++) {
        assert_non_null(lm_wagers[i]);
        assert_string_equal(lm_wagers[i]->id, ids[i]);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(ids[i], ids[j]);
    }
    assert_null(lm_wagers[N]);
}

static bool is_named(const lm_wager *wager, int outcome)
{
    return wager->outcomes[outcome] && *wager->outcomes[outcome];
}

static void check_rows(const lm_wager *wager, const lm_paytable *table)
{
    if (table->pays[0].a) fail_msg("%s: the lost wager is paid", wager->id);
    for (int o = 1; o < LM_OUTCOMES; o++) {
        lm_odds pays = table->pays[o];
        if ((pays.a > 0) != is_named(wager, o)) fail_msg("%s table '%s': row %d", wager->id, table->id, o);
        if (pays.a && pays.b < 1) fail_msg("%s table '%s': odds of row %d", wager->id, table->id, o);
        if (pays.form == LM_PERCENT && pays.a > 100) fail_msg("%s: %d per cent", wager->id, pays.a);
    }
}

static void test_outcomes_and_rows(void **state)
{
    (void)state;
    for (int i = 0; lm_wagers[i]; i++) {
        const lm_wager *w = lm_wagers[i];
        assert_true(*w->title && *w->clause && w->rule_sets && w->decks);
        if (!is_named(w, 0)) fail_msg("%s: the lost wager has no name", w->id);
        assert_non_null(w->paytables[0].clause);
        assert_null(w->paytables[LM_PAYTABLES - 1].clause);
        for (int t = 0; w->paytables[t].clause; t++)
            check_rows(w, &w->paytables[t]);
    }
}

/* A deck count, a document and an id select at most one pay table, and every pay table can be selected. */
static void test_tables_are_unambiguous(void **state)
{
    (void)state;
    for (int i = 0; lm_wagers[i]; i++) {
        const lm_wager *w = lm_wagers[i];
        uint32_t reached = 0;
        for (int set = 0; set < LM_RULE_SETS; set++) {
            if (!(w->rule_sets >> set & 1)) continue;
            for (int decks = 1; decks <= 8; decks++) {
                bool any = false;
                for (int t = 0; w->paytables[t].clause; t++) {
                    int found = find_table(w, w->paytables[t].id, decks, set);
                    if (found < 0) continue;
                    reached |= 1u << found;
                    any = true;
                }
                if (any != (w->decks >> decks & 1)) fail_msg("%s: no table with %d decks", w->id, decks);
            }
        }
        for (int t = 0; w->paytables[t].clause; t++) {
            if (!(reached >> t & 1)) fail_msg("%s: table '%s' is never used", w->id, w->paytables[t].id);
        }
    }
}

/* Stakes that a clause fixes; all others are free within the table's limits. */
static void test_stakes(void **state)
{
    static const struct {
        const char *clause;
        const char *id;
        lm_cents least, most;
    } fixed[] = {
        { "WB7-1", "blazing7", 100, 0 },
        { "MBJ-17(a)(3)(i)", "sevens", 100, 0 },
        { "MBJ-19(a)", "aces", 100, 0 },
        { "MBJ-20(a)", "blackjack-bonus", 100, 500 },
    };
    (void)state;
    for (int i = 0, f = 0; lm_wagers[i]; i++) {
        const lm_wager *w = lm_wagers[i];
        bool is_fixed = f < (int)(sizeof fixed / sizeof *fixed) && strcmp(fixed[f].id, w->id) == 0;
        lm_cents least = is_fixed ? fixed[f].least : 0, most = is_fixed ? fixed[f].most : 0;
        if (w->fixed_cents[0] != least || w->fixed_cents[1] != most) fail_msg("%s: stake", w->id);
        f += is_fixed;
    }
}

/* The documents leave the stake of Super 4 open; a rule fixes it (C-79). The blackjack bonus has two, and a house has
 * either or both (MBJ-20(a)). */
static void test_ruled_stake(void **state)
{
    (void)state;
    for (int i = 0; lm_wagers[i]; i++) {
        bool super4 = strcmp(lm_wagers[i]->id, "super4") == 0;
        bool bonus = strcmp(lm_wagers[i]->id, "blackjack-bonus") == 0;
        int rule = super4 ? LM_RULE_super4_stake : bonus ? LM_RULE_bonus_stakes : 0;
        assert_int_equal(lm_wagers[i]->stake_rule, rule);
    }
}

/* Only Pot of Gold has a spot to which lammers move. */
static void test_lammers(void **state)
{
    (void)state;
    for (int i = 0; lm_wagers[i]; i++)
        assert_int_equal(lm_wagers[i]->collects_lammers, strcmp(lm_wagers[i]->id, "pot-of-gold") == 0);
}

/* --- conditions ------------------------------------------------------------------------------------------------ */

static const char *const rule_names[] = {
#define RULE(field, name, kind, legal, preset, clauses, notice, reading, help) name,
#include "lammer/rules.def"
#undef RULE
};

static const char *const rule_values[] = {
#define RULE(field, name, kind, legal, preset, clauses, notice, reading, help) legal,
#include "lammer/rules.def"
#undef RULE
};

/* "@name" is that wager, or any name.N. */
static bool names_wager(const char *word, const lm_wager *wager)
{
    size_t n = strlen(word) - 1;
    return word[0] == '@' && strncmp(word + 1, wager->id, n) == 0 && (!wager->id[n] || wager->id[n] == '.');
}

static bool is_one_of(const char *value, size_t n, const char *values)
{
    for (;; values++) {
        size_t length = strcspn(values, "|");
        if (length == n && strncmp(value, values, n) == 0) return true;
        values += length;
        if (!*values) return false;
    }
}

/* rule=value|value or rule!=value, in the names of rules.def. */
static bool is_rule_condition(const char *word)
{
    size_t n = strcspn(word, "!=");
    const char *value = word + n + strspn(word + n, "!=");
    for (size_t i = 0; i < sizeof rule_names / sizeof *rule_names; i++) {
        if (strlen(rule_names[i]) != n || strncmp(rule_names[i], word, n) != 0) continue;
        for (;; value++) {
            size_t length = strcspn(value, "|");
            if (!is_one_of(value, length, rule_values[i])) return false;
            value += length;
            if (!*value) return true;
        }
    }
    return false;
}

static void check_words(const lm_wager *wager, const lm_bar *bar)
{
    char word[64];
    for (const char *list = bar->with; *list;) {
        next_word(&list, word, sizeof word);
        bool known = is_rule_condition(word);
        for (int i = 0; lm_wagers[i]; i++)
            known |= names_wager(word, lm_wagers[i]);
        if (!known) fail_msg("%s: %s bars with '%s', which names nothing", wager->id, bar->clause, word);
        if (names_wager(word, wager)) fail_msg("%s: %s bars it with itself", wager->id, bar->clause);
    }
}

static void test_conditions_are_known(void **state)
{
    (void)state;
    for (int i = 0; lm_wagers[i]; i++) {
        for (int b = 0; b < LM_BARS; b++) {
            if (lm_wagers[i]->bars[b].clause) check_words(lm_wagers[i], &lm_wagers[i]->bars[b]);
            if (lm_wagers[i]->wants[b].clause) check_words(lm_wagers[i], &lm_wagers[i]->wants[b]);
        }
    }
}

static bool bars_word(const lm_wager *wager, const char *wanted)
{
    char word[64];
    for (int b = 0; b < LM_BARS && wager->bars[b].clause; b++) {
        for (const char *list = wager->bars[b].with; *list;) {
            next_word(&list, word, sizeof word);
            if (strcmp(word, wanted) == 0) return true;
        }
    }
    return false;
}

static const lm_wager *wager_by_id(const char *id)
{
    for (int i = 0; lm_wagers[i]; i++) {
        if (strcmp(lm_wagers[i]->id, id) == 0) return lm_wagers[i];
    }
    fail_msg("no wager %s", id);
    return NULL;
}

static bool bars_wager(const lm_wager *wager, const lm_wager *other)
{
    char word[64];
    for (int b = 0; b < LM_BARS && wager->bars[b].clause; b++) {
        for (const char *list = wager->bars[b].with; *list;) {
            next_word(&list, word, sizeof word);
            if (names_wager(word, other)) return true;
        }
    }
    return false;
}

/* The matrix of docs/rules/options.md 4, less multiple action, which is a rule: whether the wager of the row's
 * own section bars that of the column (b), only the other's section does (o), both (X), or neither (.).  */
static void test_exclusion_matrix(void **state)
{
    static const char *const ids[] = {
        "over13",   "under13",      "suited",       "sevens",       "aces",       "super4",     "blackjack-bonus",
        "streak.2", "streak.5",     "match-dealer", "twenty-point", "third-card", "in-between", "buster",
        "21+3",     "kings-bounty", "trilux",       "super3",       "blazing7",
    };
    static const char *const matrix[] = {
        /* o u s 7 A 4 B 2 5 M T 3 I b P K t S Z */
        "..XXb..............", /* over13 */
        "..XXb..............", /* under13 */
        "XX.Xb..............", /* suited */
        "XXX.b..............", /* sevens */
        "oooo.oooo.ooo.o....", /* aces */
        "....b..............", /* super4 */
        "....b..XX.XXX.Xo...", /* blackjack-bonus: 20(l) leaves out King's Bounty */
        "....b.X...XXX.XX...", /* streak.2 */
        "....b.X...XXX.XX...", /* streak.5 */
        "...........Xo......", /* match-dealer: 23(g) leaves out In-Between */
        "....b.XXX..XX.bX...", /* twenty-point: 28(g) leaves it out */
        "....b.XXXXX.X.XX...", /* third-card */
        "....b.XXXbXX..XX...", /* in-between */
        "...................", /* buster */
        "....b.XXX.oXX..b...", /* 21+3: 29(j) leaves it out */
        "......bXX.XXX.o....", /* kings-bounty */
        "...................", /* trilux */
        "...................", /* super3 */
        "...................", /* blazing7 */
    };
    enum { N = sizeof ids / sizeof *ids };
    (void)state;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            const lm_wager *row = wager_by_id(ids[i]), *column = wager_by_id(ids[j]);
            bool mine = bars_wager(row, column), theirs = bars_wager(column, row);
            char found = mine && theirs ? 'X' : mine ? 'b' : theirs ? 'o' : '.';
            if (found != matrix[i][j]) fail_msg("%s with %s: %c, not %c", ids[i], ids[j], found, matrix[i][j]);
        }
    }
}

/* Sections whose list names multiple action. Section 18 bars more from its own side (C-96). */
static void test_multiple_action(void **state)
{
    static const char *const barred[] = { "blackjack-bonus", "streak.2",   "streak.3",   "streak.4", "streak.5",
                                          "twenty-point",    "third-card", "in-between", "21+3",     "kings-bounty" };
    (void)state;
    for (int i = 0; lm_wagers[i]; i++) {
        bool listed = false;
        for (size_t j = 0; j < sizeof barred / sizeof *barred; j++)
            listed |= strcmp(barred[j], lm_wagers[i]->id) == 0;
        if (bars_word(lm_wagers[i], "multiple_action!=off") != listed) fail_msg("%s", lm_wagers[i]->id);
    }
}

/* --- clauses --------------------------------------------------------------------------------------------------- */

static char *read_document(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size > 0);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
    fclose(file);
    return text;
}

/* The rows of a catalogue begin "| id |"; a section is the beginning of one. */
static bool has_row(const char *text, const char *id, bool section)
{
    char row[64];
    int length = (int)strcspn(id, ":"); /* a reading may be for one document: C-105:mbj */
    snprintf(row, sizeof row, "\n| %.*s", length, id);
    for (const char *at = text; (at = strstr(at, row)); at++) {
        char next = at[strlen(row)];
        if (next == ' ' || (section && (next == '(' || next == '.'))) return true;
    }
    return false;
}

static void want_clause(const char *clauses, const lm_wager *wager, const char *id, bool section)
{
    if (id && !has_row(clauses, id, section)) fail_msg("%s cites %s, which does not exist", wager->id, id);
}

static void check_clauses(const char *clauses, const lm_wager *w)
{
    want_clause(clauses, w, w->clause, true);
    want_clause(clauses, w, w->main_rule, false);
    want_clause(clauses, w, w->limits, false);
    want_clause(clauses, w, w->free_bet_limits, false);
    want_clause(clauses, w, w->least_rule, false);
    want_clause(clauses, w, w->main_cap, false);
    want_clause(clauses, w, w->no_tip, false);
    want_clause(clauses, w, w->deck_rule, false);
    for (int b = 0; b < LM_BARS; b++) {
        want_clause(clauses, w, w->bars[b].clause, false);
        want_clause(clauses, w, w->wants[b].clause, false);
    }
    for (int t = 0; w->paytables[t].clause; t++)
        want_clause(clauses, w, w->paytables[t].clause, false);
}

static void test_cited_clauses_exist(void **state)
{
    char *clauses = read_document("docs/rules/clauses.md");
    char *conflicts = read_document("docs/rules/conflicts.md");
    char reading[16];
    (void)state;
    if (!clauses || !conflicts) {
        free(clauses);
        free(conflicts);
        skip(); /* not run in the root of the source tree */
    }
    for (int i = 0; lm_wagers[i]; i++) {
        const char *readings = lm_wagers[i]->reading ? lm_wagers[i]->reading : "";
        check_clauses(clauses, lm_wagers[i]);
        while (*readings) {
            next_word(&readings, reading, sizeof reading);
            want_clause(conflicts, lm_wagers[i], reading, false);
        }
    }
    free(clauses);
    free(conflicts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_outcomes_and_rows),
        cmocka_unit_test(test_tables_are_unambiguous),
        cmocka_unit_test(test_stakes),
        cmocka_unit_test(test_ruled_stake),
        cmocka_unit_test(test_lammers),
        cmocka_unit_test(test_conditions_are_known),
        cmocka_unit_test(test_exclusion_matrix),
        cmocka_unit_test(test_multiple_action),
        cmocka_unit_test(test_cited_clauses_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
