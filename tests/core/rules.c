/* rules.c - the rule table itself, its values as text, offers and the hash. */
/* sanitized */
#include "kit/rules_help.h"

static void presets_are_legal_and_names_unique(void **state)
{
    (void)state;
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        const lm_rule *rule = &lm_rule_table[id];
        int64_t value;
        char text[64];
        assert_true(lm_rule_read((lm_rule_id)id, rule->preset, &value));
        lm_rule_write((lm_rule_id)id, value, text, sizeof text);
        assert_true(lm_rule_read((lm_rule_id)id, text, &value));
        assert_int_equal(lm_rule_find(rule->name), id);
        assert_true(rule->help[0]);
        assert_false(lm_rule_read((lm_rule_id)id, "no such value", &value));
        assert_false(lm_rule_read((lm_rule_id)id, "", &value));
    }
}

/* The names and values that scripts rely on. */
static void values_read_and_write(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct { const char *name, *text; int64_t value; const char *written; } rows[] = {
        { "decks", "8", 8, "8" },                       { "boxes", "7", 7, "7" },
        { "min_bet", "5", 500, "5" },                   { "chip_unit", "0.50", 50, "0.50" },
        { "max_bet", "12.5", 1250, "12.50" },           { "dealer_soft17", "hit", LM_SOFT17_HIT, "hit" },
        { "dealer_soft17", "stand", LM_SOFT17_STAND, "stand" },
        { "dealer_22", "push", LM_22_PUSH, "push" },    { "dealer_22", "bust", LM_22_BUST, "bust" },
        { "hole_card", "none", LM_HOLE_NONE, "none" },  { "hole_card", "unseen", LM_HOLE_UNSEEN, "unseen" },
        { "hole_card", "reader", LM_HOLE_READER, "reader" }, { "hole_card", "face-up", LM_HOLE_FACE_UP, "face-up" },
        { "blackjack_pays", "3:2", LM_BLACKJACK_3_2, "3:2" }, { "blackjack_pays", "6:5", LM_BLACKJACK_6_5, "6:5" },
        { "blackjack_pays", "1:1", LM_BLACKJACK_1_1, "1:1" },
        { "insurance", "off", LM_OFF, "off" },          { "even_money", "on", LM_ON, "on" },
        { "surrender", "on", LM_ON, "on" },             { "resplit_aces", "off", LM_OFF, "off" },
        { "double_after_split", "off", LM_OFF, "off" }, { "bonus_678", "on", LM_ON, "on" },
        { "bonus_777", "on", LM_ON, "on" },             { "five_card_21", "on", LM_ON, "on" },
        { "split_hands", "2", 2, "2" },                 { "split_hands", "4", 4, "4" },
        { "split_aces", "one-card", LM_ACES_ONE_CARD, "one-card" }, { "split_aces", "play-on", LM_ACES_PLAY_ON, "play-on" },
        { "special_blackjack", "As+Js", 1 + 3 * 64 + 43, "As+Js" }, { "special_blackjack", "off", 0, "off" },
        { "push22_limit", "none", 0, "none" },          { "push22_limit", "29", 1, "29" },
        { "buster_bonus", "B1", 1, "B1" },              { "buster_bonus", "B3", 2, "B3" },
        { "multiple_action", "off", 0, "off" },         { "multiple_action", "2", LM_MULTIPLE_2, "2" },
        { "multiple_action", "3", LM_MULTIPLE_3, "3" }, { "multiple_action", "all", LM_MULTIPLE_ALL, "all" },
        { "shoe", "single", LM_SHOE_SINGLE, "single" }, { "shoe", "double", LM_SHOE_DOUBLE, "double" },
        { "shoe", "continuous", LM_SHOE_CONTINUOUS, "continuous" },
        { "dealer_bj_takes", "original", 0, "original" }, { "dealer_bj_takes", "busted-plus-one", 1, "busted-plus-one" },
        { "cut_minimum", "10", 10, "10" },              { "cut_minimum", "auto", 0, "auto" },
        { "bettors_per_box", "3", 3, "3" },             { "super4_suit", "spades", LM_SPADES, "spades" },
        { "super4_star", "3", 3, "3" },                 { "super4_musthit", "off", 0, "off" },
        { "super4_musthit", "3", 3, "3" },              { "blazing7.seed", "2000", 200000, "2000" },
        { "blazing7.contribution", "24", 2400, "24" },  { "blazing7.contribution", "7.5%", 750, "7.50" },
        { "blazing7.reserve", "1.25", 125, "1.25" },    { "aces.seed", "5000", 500000, "5000" },
        { "aces.contribution", "70", 7000, "70" },      { "aces.reserve", "5", 500, "5" },
        { "super4.seed", "1000", 100000, "1000" },      { "super4.star.seed", "50000", 5000000, "50000" },
        { "free_split", "A8", 1 << 1 | 1 << 8, "A8" },  { "free_split", "T9", 1 << 10 | 1 << 9, "9T" },
        { "free_split", "none", 0, "none" },            { "free_double", "any", LM_FREE_DOUBLE_ANY, "any" },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rule_id id = lm_rule_find(rows[i].name);
        int64_t value = -1;
        char text[64];
        if (id == LM_RULE_COUNT) fail_msg("there is no rule %s", rows[i].name);
        if (!lm_rule_read(id, rows[i].text, &value)) fail_msg("%s cannot be %s", rows[i].name, rows[i].text);
        if (value != rows[i].value) fail_msg("%s=%s is %lld", rows[i].name, rows[i].text, (long long)value);
        lm_rule_write(id, value, text, sizeof text);
        assert_string_equal(text, rows[i].written);
    }
}

static void illegal_values_are_refused(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct { const char *clause, *name, *text; } rows[] = {
        { "MBJ-2(a).1", "decks", "0" }, { "MBJ-2(a).1", "decks", "9" }, { "MBJ-2(a).1", "decks", "-1" },
        { "MBJ-2(a).1", "decks", "6.5" }, { "MBJ-2(a).1", "decks", "6 " }, { "MBJ-2(a).1", "decks", "99999999999999999999" },
        { "MBJ-18(a).1", "multiple_action", "1" }, { "MBJ-18(a).1", "multiple_action", "4" },
        { "MBJ-13(a).1", "bettors_per_box", "4" }, { "MBJ-13(a).1", "bettors_per_box", "0" },
        { "MBJ-6(h).3", "hole_card", "peek" },
        { "MBJ-10(c).1", "double_card", "sideways" },
        { "MBJ-20(a)", "bonus_stakes", "2" },
        { "MFB-6(r)", "settle_order", "both" },
        { "WPS-METER.1", "blazing7.contribution", "101" }, { "WPS-METER.1", "blazing7.contribution", "-1" },
        { "WPS-METER.1", "blazing7.contribution", "1.001" },
        { BY(MBJ, "3(e)(3)"), "special_blackjack", "As+Ts" }, { BY(MBJ, "3(e)(3)"), "special_blackjack", "Ks+As" },
        { BY(MBJ, "3(e)(3)"), "special_blackjack", "As+J" }, { BY(MBJ, "3(e)(3)"), "special_blackjack", "As-Js" },
        { BY(MFB, "9(b)(2)"), "free_split", "AA" }, { BY(MFB, "9(b)(2)"), "free_split", "K" },
        { BY(MFB, "5(a)"), "min_bet", "0" }, { BY(MFB, "5(a)"), "min_bet", "5.001" }, { BY(MFB, "5(a)"), "min_bet", "five" },
        { BY(MFB, "5(a)"), "max_bet", "1000001" }, { BY(MFB, "5(a)"), "max_bet", "$5" },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t value = 77;
        if (lm_rule_read(lm_rule_find(rows[i].name), rows[i].text, &value))
            fail_msg("%s: %s=%s was read", rows[i].clause, rows[i].name, rows[i].text);
        assert_int_equal(value, 77);
    }
    static const struct {
        const char *clause, *name, *text;
    } ends[] = { { "WPS-METER.1", "blazing7.contribution", "0" },
                 { "WPS-METER.1", "blazing7.contribution", "100" },
                 { "MBJ-2(a).1", "decks", "1" } };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        int64_t value;
        assert_true(lm_rule_read(lm_rule_find(ends[i].name), ends[i].text, &value));
    }
}

/* Every word that the documents offer a house to choose. */
static void options_take_all_their_values(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *name, *values;
    } rows[] = {
        { "MBJ-6(h).3", "hole_card", "none|unseen|reader|face-up" },
        { "MBJ-10(c).1", "double_card", "up|down|request" },
        { "MBJ-12(b)(1)", "dealer_soft17", "stand" },
        { "MBJ-12(b)(2)(i)", "dealer_soft17", "hit" },
        { "MFB-6(r)", "settle_order", "take-then-pay|box-by-box" },
        { "MFB-4(b)", "cut_by", "players|dealer" },
        { "MBJ-6(d)(1).2", "red_suits", "A|B" },
        { "MBJ-1.reader", "reader_reveals", "off|on" },
        { "MBJ-19(k).5", "super4_star", "1|2|3" },
        { "MBJ-19(m).3", "super4_musthit", "off|1|2|3" },
        { "WB7-13(b)", "blazing7.fixed_from", "tray|meter" },
        { "MBJ-6a(c).1", "burn_each_round", "off|on" },
        { "MBJ-5(g)", "recut_by", "last-cutter|next-entitled" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = rows[i].values;
        while (*at) {
            char text[32];
            int64_t value;
            size_t n = strcspn(at, "|");
            snprintf(text, sizeof text, "%.*s", (int)n, at);
            if (!lm_rule_read(lm_rule_find(rows[i].name), text, &value))
                fail_msg("%s: %s cannot be %s", rows[i].clause, rows[i].name, text);
            at += n + (at[n] == '|');
        }
    }
}

/* A journal of an earlier version says seat where people read box now. */
static void earlier_words_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *name, *was, *is;
    } rows[] = { { "settle_order", "seat-by-seat", "box-by-box" } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rule_id id = lm_rule_find(rows[i].name);
        int64_t was, is;
        char text[32];
        assert_true(lm_rule_read(id, rows[i].was, &was));
        assert_true(lm_rule_read(id, rows[i].is, &is));
        assert_int_equal(was, is);
        lm_rule_write(id, was, text, sizeof text);
        assert_string_equal(text, rows[i].is);
        assert_false(lm_rule_read(LM_RULE_busted_bet, rows[i].was, &was)); /* another rule does not accept it */
    }
}

static void stated_defaults(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *name, *value;
    } rows[] = {
        { "MBJ-14", "boxes_per_player", "1" },          { "MBJ-13(a).1", "bettors_per_box", "1" },
        { BY(MBJ, "3(e).2"), "blackjack_pays", "3:2" }, { "MBJ-19(i).1", "aces.contribution", "70" },
        { "MBJ-19(i).2", "aces.seed", "5000" },         { "MFB-2(c)", "deck_hours", "24" },
        { BY(MFB, "4(e).3"), "cover_depth", "25" },     { "MBJ-19(k).5", "super4_star", "1" },
        { BY(MBJ, "19(j).3"), "super4_stake", "5" },    { "MFB-7(e).1", "even_money", "off" },
        { "MBJ-8(c).1", "surrender", "off" },           { "MBJ-9(b).4", "late_insurance", "off" },
        { "MBJ-18(a).1", "multiple_action", "off" },    { "MBJ-23(c)", "side_within_main", "off" },
        { "MBJ-13(g).3", "shared_boxes", "all" },
    };
    lm_rules rules;
    lm_rules_preset(&rules);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[32];
        lm_rule_id id = lm_rule_find(rows[i].name);
        lm_rule_write(id, rules.value[id], text, sizeof text);
        if (strcmp(text, rows[i].value) != 0) fail_msg("%s: %s is %s", rows[i].clause, rows[i].name, text);
    }
}

static void offers_choose_their_pay_table(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct { const char *base, *text; lm_offered result; int32_t row, pays; } rows[] = {
        { MFB, "push22:A", LM_OFFER_OK, 1, 8 },      { MFB, "push22:B", LM_OFFER_OK, 1, 7 },
        { WFB, "push22:3", LM_OFFER_OK, 1, 11 },     { IFB, "push22", LM_OFFER_TWICE, 0, 0 },
        { MFB, "push22", LM_OFFER_AMBIGUOUS, 0, 0 }, { MFB, "push22:C", LM_OFFER_TABLE, 0, 0 },
        { MFB, "push", LM_OFFER_UNKNOWN, 0, 0 },     { MFB, "", LM_OFFER_UNKNOWN, 0, 0 },
        { MFB, ":A", LM_OFFER_UNKNOWN, 0, 0 },       { MFB, "push22:", LM_OFFER_TABLE, 0, 0 },
        { MBJ, "match-dealer", LM_OFFER_OK, 1, 4 },  { MBJ "decks=8", "match-dealer", LM_OFFER_OK, 1, 3 },
        { MBJ "decks=4", "match-dealer", LM_OFFER_OK, 1, 4 }, /* refused by the validator, not by the reader */
        { MBJ "decks=4", "suited:4", LM_OFFER_OK, 2, 50 }, { MBJ "decks=6", "suited:4", LM_OFFER_OK, 2, 15 },
        { MBJ, "suited", LM_OFFER_AMBIGUOUS, 0, 0 }, { MBJ, "blackjack-bonus", LM_OFFER_OK, 1, 5 },
        { MBJ, "blazing7:2", LM_OFFER_OK, 1, 2 },    { MBJ, "streak.4", LM_OFFER_OK, 1, 17 },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lm_rules rules;
        rules_make(&rules, rows[i].base, "");
        lm_offered result = lm_rules_offer(&rules, lm_wagers, rows[i].text);
        if (result != rows[i].result) fail_msg("%s: %d", rows[i].text, (int)result);
        if (result == LM_OFFER_OK) assert_int_equal(rules.offer[0].pays[rows[i].row].a, rows[i].pays);
    }
}

static void streak_offers_all_four_spots(void **state)
{
    (void)state;
    lm_rules rules;
    rules_make(&rules, MBJ, "@streak");
    assert_int_equal(rules.offers, 4); /* MBJ-22(a) */
    assert_int_equal(lm_rules_slot(&rules, "streak.2"), LM_SIDE);
    assert_int_equal(lm_rules_slot(&rules, "streak.5"), LM_SIDE + 3);
    assert_int_equal(lm_rules_slot(&rules, "streak.6"), -1);
    assert_int_equal(lm_rules_slot(&rules, "streak"), -1);
    assert_int_equal(lm_rules_slot(&rules, "main"), LM_MAIN);
    assert_int_equal(lm_rules_slot(&rules, "insurance"), LM_INSURANCE);
    assert_int_equal(lm_rules_offer(&rules, lm_wagers, "streak.3"), LM_OFFER_TWICE);
}

/* The decks choose again when the rules are sealed; a house's own odds stay. */
static void sealing_refits_pay_tables(void **state)
{
    (void)state;
    lm_rules rules;
    rules_make(&rules, MBJ, "@match-dealer");
    rules.offer[0].pays[2].a = 20;
    rules.decks = 8;
    lm_rules_seal(&rules);
    assert_int_equal(rules.offer[0].pays[1].a, 3);
    assert_int_equal(rules.offer[0].pays[2].a, 20);
}

static void the_hash_knows_every_value(void **state)
{
    (void)state;
    lm_rules rules, other;
    rules_make(&rules, MBJ, "@buster:A");
    rules_make(&other, MBJ, "@buster:A");
    assert_true(rules.hash != 0 && rules.hash == other.hash);
    snprintf(other.name, sizeof other.name, "another name");
    lm_rules_seal(&other);
    assert_true(rules.hash == other.hash);
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        other = rules;
        other.value[id]++;
        if (id == LM_RULE_rule_set || id == LM_RULE_decks) other.value[id] -= 2; /* stays legal */
        lm_rules_seal(&other);
        if (other.hash == rules.hash) fail_msg("the hash ignores %s", lm_rule_table[id].name);
    }
    other = rules;
    other.offer[0].pays[3].a++;
    lm_rules_seal(&other);
    assert_true(other.hash != rules.hash);
    rules_make(&other, MBJ, "@buster:B");
    assert_true(other.hash != rules.hash);
    rules_make(&other, MBJ, "");
    assert_true(other.hash != rules.hash);
}

static void steps_of_doubles_and_insurance(void **state)
{
    (void)state;
    lm_rules rules;
    rules_make(&rules, MBJ, "");
    assert_int_equal(lm_rules_step(&rules), 50);
    rules_make(&rules, SIX_TO_FIVE, "");
    assert_int_equal(lm_rules_step(&rules), 500); /* MBJ-3(d).3, C-114 */
}

/* What a document leaves open is marked as inherited: WFB-LIM.1, C-34. */
static void silent_documents_inherit(void **state)
{
    (void)state;
    char text[256];
    static const struct {
        const char *clause, *rule;
        lm_rule_set set;
        bool inherited;
        const char *clauses;
    } rows[] = {
        { "WFB-LIM.1", "insurance", LM_WFB, true, BY(MFB, "7(a)") },
        { "WFB-LIM.1", "split_aces", LM_WFB, true, BY(MFB, "9(d).1") },
        { BY(WFB, "RULES.8"), "dealer_soft17", LM_WFB, false, BY(WFB, "RULES.8") },
        { "WFB-LIM.1", "hole_card", LM_IFB, true, "MFB-6(e)(4) MFB-6(g).1" },
        { BY(MFB, "6(l).1"), "dealer_soft17", LM_MFB, false, BY(MFB, "6(l).1") },
        { BY(MBJ, "9(a)"), "insurance", LM_MBJ, false, BY(MBJ, "9(a)") },
        { BY(MBJ, "9(a)"), "free_double", LM_MBJ, false, "" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool inherited = lm_rule_clauses(lm_rule_find(rows[i].rule), rows[i].set, text, sizeof text);
        assert_int_equal(inherited, rows[i].inherited);
        assert_string_equal(text, rows[i].clauses);
    }
}

/* Every document names its origin. */
static void documents_know_their_origin(void **state)
{
    (void)state;
    static const struct {
        const char *clause;
        lm_rule_set set;
        const char *says;
    } rows[] = {
        { "WFB-LTR.1", LM_WFB, "15 January 2015" },
        { "WFB-LTR.1", LM_WFB, "29 April 2015" },
        { "IFB-TITLE.1", LM_IFB, "16 December 2014" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const lm_document *document = &lm_documents[rows[i].set];
        assert_string_equal(document->clause, rows[i].clause);
        assert_non_null(strstr(document->provenance, rows[i].says));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_legal_and_names_unique),
        cmocka_unit_test(values_read_and_write),
        cmocka_unit_test(illegal_values_are_refused),
        cmocka_unit_test(options_take_all_their_values),
        cmocka_unit_test(earlier_words_are_read),
        cmocka_unit_test(stated_defaults),
        cmocka_unit_test(offers_choose_their_pay_table),
        cmocka_unit_test(streak_offers_all_four_spots),
        cmocka_unit_test(sealing_refits_pay_tables),
        cmocka_unit_test(the_hash_knows_every_value),
        cmocka_unit_test(steps_of_doubles_and_insurance),
        cmocka_unit_test(silent_documents_inherit),
        cmocka_unit_test(documents_know_their_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
