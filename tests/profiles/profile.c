/* profile.c - reading submissions: the shipped ones, inheritance, settings, and everything that can be wrong. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "lammer/check.h"
#include "lammer/profile.h"
#include "said.h"

extern const lm_wager *const lm_wagers[];

/* --- problems as text ----------------------------------------------------------------------------------- */

typedef struct {
    char text[8192];
    int n;
} problems;

static void hear(void *self, const char *file, int line, const char *text)
{
    problems *p = self;
    size_t used = strlen(p->text);
    const char *slash = strrchr(file, '/');
    p->n++;
    snprintf(p->text + used, sizeof p->text - used, "%s:%d: %s\n", slash ? slash + 1 : file, line, text);
}

static lm_profile profile;
static problems told;

static bool load(const char *name, const char *const *settings, int n)
{
    lm_profile_reader reader = { hear, &told };
    memset(&told, 0, sizeof told);
    return lm_profile_load(&profile, lm_wagers, name, settings, n, &reader);
}

static int64_t value(const char *rule)
{
    return profile.rules.value[lm_rule_find(rule)];
}

/* --- files in a folder of their own --------------------------------------------------------------------- */

static char folder[64];

static const char *path_of(const char *file)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return path;
}

static void write_bytes(const char *file, const char *bytes, size_t n)
{
    FILE *out = fopen(path_of(file), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(out);
}

static void write_text(const char *file, const char *text)
{
    write_bytes(file, text, strlen(text));
}

static bool load_text(const char *text)
{
    write_text("table.yaml", text);
    return load(path_of("table.yaml"), NULL, 0);
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/lammer-profile-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const files[] = { "table.yaml", "a.yaml", "b.yaml", "c.yaml", "big.yaml" };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(path_of(files[i]));
    return rmdir(folder);
}

/* --- what is shipped ------------------------------------------------------------------------------------ */

static void shipped_profiles_are_legal_and_as_described(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct { const char *name, *settings, *offers; } rows[] = {
        { "ma-freebet", "rule_set=mfb decks=6 dealer_soft17=stand hole_card=reader split_aces=play-on boxes=7 dealer_22=push", "push22:A" },
        { "wa-freebet", "rule_set=wfb decks=6 dealer_soft17=hit split_aces=one-card resplit_aces=on push22_limit=29", "push22:1 pot-of-gold:01 blazing7:1" },
        { "ia-freebet", "rule_set=ifb dealer_soft17=hit push22_limit=none split_aces=one-card", "push22" },
        { "vendor-freebet", "rule_set=vfb dealer_soft17=hit split_aces=one-card push22_limit=none", "" },
        { "ma-blackjack", "rule_set=mbj dealer_soft17=stand hole_card=reader split_hands=4 split_aces=one-card boxes=6 dealer_22=bust", "21+3:A buster:A trilux:1" },
        { "ma-blackjack-nohole", "hole_card=none dealer_bj_takes=original", "" },
        { "ma-blackjack-faceup", "hole_card=face-up ties=lose blackjack_pays=1:1", "" },
        { "ma-blackjack-6to5", "game=six-to-five decks=2 dealer_soft17=hit hole_card=reader bet_step=5 blackjack_pays=6:5", "" },
        { "ma-blackjack-multi", "multiple_action=3 hole_card=none", "" },
        { "ma-blackjack-doubleshoe", "shoe=double hole_card=none", "" },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!load(rows[i].name, NULL, 0)) fail_msg("%s: %s", rows[i].name, told.text);
        assert_string_equal(profile.rules.name, rows[i].name);
        assert_int_equal(lm_rules_check(&profile.rules, NULL), 0);
        assert_true(profile.about.title[0]);
        for (const char *at = rows[i].settings; *at;) {
            char word[64];
            size_t n = strcspn(at, " ");
            snprintf(word, sizeof word, "%.*s", (int)n, at);
            if (!lm_rules_match(&profile.rules, word)) fail_msg("%s is not %s", rows[i].name, word);
            at += n + (at[n] == ' ');
        }
        char offers[128] = "";
        for (int o = 0; o < profile.rules.offers; o++) {
            const lm_offer *offer = &profile.rules.offer[o];
            const char *table = offer->wager->paytables[offer->paytable].id;
            size_t used = strlen(offers);
            snprintf(offers + used, sizeof offers - used, "%s%s%s%s", o ? " " : "", offer->wager->id,
                     table[0] ? ":" : "", table);
        }
        assert_string_equal(offers, rows[i].offers);
        /* limits of every shipped table */
        assert_int_equal(value("min_bet"), 500);
        assert_int_equal(value("max_bet"), 50000);
        assert_int_equal(value("chip_unit"), 50);
        assert_int_equal(value("side_max"), 10000);
    }
    const char *const *names = lm_profile_names();
    int n = 0;
    while (names[n])
        n++;
    assert_int_equal(n, sizeof rows / sizeof *rows);
}

static void submissions_carry_their_provenance(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *name, *filed, *approved;
    } rows[] = {
        { "WFB-LTR.1", "wa-freebet", "2015-01-15", "2015-04-29" },
        { "IFB-TITLE.1", "ia-freebet", "2014-12-16", "2014-12-16" },
        { "WFB-LTR.1", "vendor-freebet", "", "" }, /* it inherits the rules, not the approval */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(load(rows[i].name, NULL, 0));
        assert_string_equal(profile.about.filed, rows[i].filed);
        assert_string_equal(profile.about.approved, rows[i].approved);
    }
}

/* --- reading -------------------------------------------------------------------------------------------- */

static void files_say_only_the_differences(void **state)
{
    (void)state;
    assert_true(load_text("inherits: ma-blackjack   # a comment\n"
                          "title: My table\n"
                          "decks: 8\n"
                          "surrender: on\n"
                          "offer: [kings-bounty:1, 'buster:F']\n"));
    assert_int_equal(value("decks"), 8);
    assert_int_equal(value("surrender"), LM_ON);
    assert_int_equal(value("rule_set"), LM_MBJ);
    assert_int_equal(profile.rules.offers, 2);
    assert_string_equal(profile.about.title, "My table");
    assert_string_equal(profile.rules.name, "table");
    assert_int_equal(profile.origin[LM_RULE_decks].line, 3);
    assert_int_equal(profile.offer_origin[1].line, 5);
    assert_string_equal(profile.origin[LM_RULE_rule_set].file, "ma-blackjack.yaml");
    assert_string_equal(profile.origin[LM_RULE_preshuffled].file, "");
    assert_true(profile.rules.hash != 0);
}

static void files_inherit_from_files(void **state)
{
    (void)state;
    write_text("a.yaml", "boxes: 5\ninherits: b.yaml\n");
    write_text("b.yaml", "inherits: ./c.yaml\nboxes: 4\ndecks: 8\n");
    write_text("c.yaml", "inherits: ma-freebet\ndecks: 6\neven_money: on\n");
    assert_true(load(path_of("a.yaml"), NULL, 0));
    assert_int_equal(value("boxes"), 5);
    assert_int_equal(value("decks"), 8);
    assert_int_equal(value("even_money"), LM_ON);
    assert_int_equal(profile.rules.offers, 1);
}

static void settings_come_last(void **state)
{
    (void)state;
    static const char *const settings[] = { "decks=8", "offer=match-dealer,kings-bounty:2", "decks=6", "decks=8" };
    assert_true(load("ma-blackjack", settings, 4));
    assert_int_equal(value("decks"), 8);
    assert_int_equal(profile.rules.offers, 2);
    assert_int_equal(profile.rules.offer[0].pays[1].a, 3); /* eight decks chose the pay table */
    assert_string_equal(profile.origin[LM_RULE_decks].file, "setting");
    static const char *const none[] = { "offer=" }, *const word[] = { "offer=none" };
    assert_true(load("ma-blackjack", none, 1));
    assert_int_equal(profile.rules.offers, 0);
    assert_true(load("ma-blackjack", word, 1));
    assert_int_equal(profile.rules.offers, 0);
}

static void one_setting_more(void **state)
{
    (void)state;
    lm_profile_reader reader = { hear, &told };
    assert_true(load("ma-blackjack", NULL, 0));
    uint64_t before = profile.rules.hash;
    assert_true(lm_profile_set(&profile, lm_wagers, "surrender=on", &reader));
    assert_true(profile.rules.hash != before && profile.rules.hash != 0);
    assert_int_equal(profile.rules.offers, 3);
    assert_true(lm_profile_set(&profile, lm_wagers, "offer=buster:F", &reader));
    assert_int_equal(profile.rules.offers, 1);
    assert_false(lm_profile_set(&profile, lm_wagers, "decks=99", &reader));
    assert_int_equal(value("decks"), 6);
}

/* A house may pay more than a floor, row by row (C-110); the validator judges it. */
static void a_house_pays_its_own_odds(void **state)
{
    (void)state;
    assert_true(load_text("inherits: ma-blackjack\n"
                          "offer:\n"
                          "  - wager: buster:A\n"
                          "    pays:\n"
                          "      bust with 8 or more cards: 300:1\n"
                          "      bust with 7 cards: 60 to 1\n"
                          "  - {wager: 'kings-bounty:1', pays: {'unsuited 20': '5:1'}}\n"));
    assert_int_equal(profile.rules.offer[0].pays[6].a, 300);
    assert_int_equal(profile.rules.offer[0].pays[5].a, 60);
    assert_int_equal(profile.rules.offer[0].pays[4].a, 15);
    assert_int_equal(lm_rules_check(&profile.rules, NULL), 1); /* King's Bounty's odds are exact */
}

/* --- what is wrong -------------------------------------------------------------------------------------- */

static void mistakes_are_told_with_their_line(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct { const char *text, *says; } rows[] = {
        { "deks: 6\n", "table.yaml:1: say:no-such-rule|deks & say:did-you-mean|decks" },
        { "inherits: ma-freebet\n\nsurender: on\n", "table.yaml:3: say:no-such-rule|surender & say:did-you-mean|surrender" },
        { "xyzzy: 1\n", "table.yaml:1: say:no-such-rule|xyzzy" },
        { "decks: 9\n", "table.yaml:1: say:rule-cannot-be|decks|9|1..8 & MFB-2(a).1" },
        { "decks: 0\n", "MBJ-2(a).1" },
        { "decks:\n", "table.yaml:1: say:rule-cannot-be|decks" },
        { "surrender: yes\n", "say:rule-cannot-be|surrender|yes" },
        { "min_bet: -5\n", "say:rule-cannot-be|min_bet|-5" }, { "min_bet: 1e3\n", "say:rule-cannot-be|min_bet|1e3" },
        { "min_bet: 99999999999999999999\n", "say:rule-cannot-be|min_bet" },
        { "decks: 6\nboxes: 5\ndecks: 8\n", "table.yaml:3: say:rule-set-before|decks|1" },
        { "title: a\ntitle: b\n", "table.yaml:2: say:key-twice|title" }, { "offer: []\noffer: []\n", "table.yaml:2: say:key-twice|offer" },
        { "decks: [6]\n", "table.yaml:1: say:one-value|decks" }, { "decks: {a: 6}\n", "table.yaml:1: say:one-value|decks" },
        { "inherits: [a, b]\n", "table.yaml:1: say:one-value|inherits" },
        { "unknown: [1, {a: b}]\ndeks: 6\n", "table.yaml:2: say:no-such-rule|deks" },
        { "[a]: b\n", "table.yaml:1: say:key-one-word" }, { "- decks\n", "table.yaml:1: say:profile-lines" },
        { "just words\n", "table.yaml:1: say:profile-lines" }, { "", "table.yaml:1: say:profile-empty" },
        { "# nothing\n", "say:profile-empty" },
        { "decks: 6\n---\ndecks: 8\n", "table.yaml:2: say:one-document" },
        { "decks: &d 6\n", "table.yaml:1: say:no-anchors" },
        { "decks: &d 6\nboxes: *d\n", "table.yaml:2: say:no-anchors" },
        { "offer:\n  - wager: &w buster:A\n    pays: {\"bust with 8 or more cards\": &p \"300:1\"}\n", "table.yaml:2: say:no-anchors" },
        { "<<: {decks: 6}\n", "table.yaml:1: say:no-such-rule|<<" }, { "decks: !!int 6\n", "table.yaml:1: say:no-yaml-tags" },
        { "decks: 6\noffer: [buster:A\n", "table.yaml:3: say:no-yaml" }, { "decks: \"6\n", "say:no-yaml" },
        { "decks: 6\n\tboxes: 5\n", "table.yaml:2: say:no-yaml" }, { "decks: 6\nboxes: \xff\n", "table.yaml:2: say:no-yaml|invalid leading UTF-8 octet" },
        { "decks: 6\n\n boxes: 5\n", "table.yaml:3: say:no-yaml" },
        { "offer: {a: b}\n", "table.yaml:1: say:offer-list" }, { "offer:\n  - [a]\n", "table.yaml:2: say:offer-entry" },
        { "rule_set: mbj\noffer:\n  - bustr:A\n", "table.yaml:3: say:no-such-wager|bustr:A & say:did-you-mean|buster" },
        { "rule_set: mbj\noffer:\n  - buster:Z\n", "table.yaml:3: say:no-such-pay-table|buster:Z|A, B, C, D, E, F" },
        { "offer:\n  - push22\n", "table.yaml:2: say:several-pay-tables|push22|push22" },
        { "offer: [push22:A, push22:B]\n", "say:offered-twice|push22:B" }, { "offer: 'push22:A,,x'\n", "say:entry-no-wager" },
        { "offer:\n  - {pays: {a: 1}}\n", "table.yaml:2: say:offer-unnamed" },
        { "offer:\n  - {wager: 'push22:A', odds: 3}\n", "say:offer-keys" },
        { "rule_set: mbj\noffer:\n  - {wager: 'buster:A', pays: {'8 cards': '300:1'}}\n", "table.yaml:3: say:no-such-outcome|buster|8 cards" },
        { "rule_set: mbj\noffer:\n  - {wager: 'buster:A', pays: {'bust with 7 cards': 'lots'}}\n", "say:no-odds|lots" },
        { "rule_set: mbj\noffer:\n  - {wager: 'buster:A', pays: 3}\n", "say:pays-mapping" },
        { "inherits: no-such\n", "table.yaml:1: say:no-such-profile|no-such" },
        { "decks: 6\ninherits: ma-frebet\n", "table.yaml:2: say:no-such-profile|ma-frebet & say:did-you-mean|ma-freebet" },
        { "inherits: gone.yaml\n", "table.yaml:1: say:cannot-inherit" },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool ok = load_text(rows[i].text);
        if (ok || !is_said(told.text, rows[i].says))
            fail_msg("%swanted: %s\ntold: %s", rows[i].text, rows[i].says, told.text);
    }
    assert_false(load_text("xyzzy: 1\n"));
    assert_not_said(told.text, "say:did-you-mean");
}

static void all_mistakes_of_a_file_are_told(void **state)
{
    (void)state;
    assert_false(load_text("inherits: ma-blackjack\n"
                           "deks: 6\n"
                           "boxes: 9\n"
                           "min_bet: [1]\n"
                           "offer: [bustr]\n"
                           "surrender: maybe\n"));
    assert_int_equal(told.n, 5);
}

static void circles_are_shown(void **state)
{
    (void)state;
    write_text("a.yaml", "inherits: b.yaml\n");
    write_text("b.yaml", "decks: 6\ninherits: ./c.yaml\n");
    char text[160];
    snprintf(text, sizeof text, "inherits: ../%s/a.yaml\n", strrchr(folder, '/') + 1);
    write_text("c.yaml", text); /* the same file by another path */
    assert_false(load(path_of("a.yaml"), NULL, 0));
    assert_int_equal(told.n, 1);
    assert_said(told.text, "c.yaml:1: say:inherits-circle");
    assert_non_null(strstr(told.text, "a.yaml > "));
    write_text("a.yaml", "inherits: a.yaml\n");
    assert_false(load(path_of("a.yaml"), NULL, 0));
    assert_said(told.text, "a.yaml:1: say:inherits-circle");
}

static void files_that_are_no_profiles(void **state)
{
    (void)state;
    assert_false(load(path_of("gone.yaml"), NULL, 0));
    assert_said(told.text, "gone.yaml:0: say:profile-unreadable|No such file");
    assert_false(load(folder, NULL, 0));
    assert_said(told.text, "say:it-is-a-folder");
    assert_false(load("ma-freebett", NULL, 0));
    assert_said(told.text, "say:did-you-mean|ma-freebet");
    write_bytes("table.yaml", "decks: 6\nboxes: \0 5\n", 20);
    assert_false(load(path_of("table.yaml"), NULL, 0));
    assert_said(told.text, "table.yaml:2: say:zero-byte");
    assert_int_equal(told.n, 1);

    write_text("big.yaml", "decks: 6\n"); /* 100 MB, mostly a hole */
    assert_int_equal(truncate(path_of("big.yaml"), 100L << 20), 0);
    assert_false(load(path_of("big.yaml"), NULL, 0));
    assert_said(told.text, "say:longer-than-a-mib");
    assert_int_equal(told.n, 1);

    char *deep = malloc(LM_PROFILE_BYTES);
    assert_non_null(deep);
    memset(deep, '[', LM_PROFILE_BYTES); /* a million open lists */
    write_bytes("table.yaml", deep, LM_PROFILE_BYTES);
    free(deep);
    assert_false(load(path_of("table.yaml"), NULL, 0));
    assert_true(told.n >= 1);
}

static void wrong_settings_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *setting, *says;
    } rows[] = {
        { "dekcs=6", "setting:0: say:no-such-rule|dekcs & say:did-you-mean|decks" },
        { "decks=5x", "setting:0: say:rule-cannot-be|decks|5x" },
        { "decks", "say:not-key-value|decks" },
        { "=6", "say:not-key-value" },
        { "", "say:not-key-value" },
        { "offer=bustr:A", "setting:0: say:no-such-wager|bustr:A" },
        { "offer=push22", "say:several-pay-tables|push22" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(load("ma-freebet", &rows[i].setting, 1));
        if (!is_said(told.text, rows[i].says)) fail_msg("%s: %s", rows[i].setting, told.text);
    }
}

static void a_table_offers_sixteen_wagers(void **state)
{
    (void)state;
    static const char *const all[] = {
        "offer=over13,under13,suited:1,sevens,aces,super4:1,blackjack-bonus,streak,match-dealer,twenty-point:"
        "A,third-card,"
        "in-between:A,buster:A,21+3:A",
    };
    assert_false(load("ma-blackjack", all, 1)); /* seventeen */
    assert_said(told.text, "say:too-many-wagers|16");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_profiles_are_legal_and_as_described),
        cmocka_unit_test(submissions_carry_their_provenance),
        cmocka_unit_test(files_say_only_the_differences),
        cmocka_unit_test(files_inherit_from_files),
        cmocka_unit_test(settings_come_last),
        cmocka_unit_test(one_setting_more),
        cmocka_unit_test(a_house_pays_its_own_odds),
        cmocka_unit_test(mistakes_are_told_with_their_line),
        cmocka_unit_test(all_mistakes_of_a_file_are_told),
        cmocka_unit_test(circles_are_shown),
        cmocka_unit_test(files_that_are_no_profiles),
        cmocka_unit_test(wrong_settings_are_told),
        cmocka_unit_test(a_table_offers_sixteen_wagers),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
