/* small_games.c - see small_games.h. */
#include "small_games.h"

#include <stdio.h>
#include <string.h>

#include "lammer/check.h"

test_random test_random_from(uint32_t test, int seed)
{
    uint64_t number = (uint64_t)test << 32 | (uint32_t)seed;
    test_random random = { (number * 0x9E3779B97F4A7C15U) | 1 };
    test_random_next(&random);
    return random;
}

/* --- as words */

static bool set_rule(lm_rules *rules, const char *word, size_t n)
{
    char text[96];
    if (n >= sizeof text) return false;
    memcpy(text, word, n);
    text[n] = '\0';
    char *equals = strchr(text, '=');
    if (!equals) return false;
    *equals = '\0';
    lm_rule_id id = lm_rule_find(text);
    return id != LM_RULE_COUNT && lm_rule_read(id, equals + 1, &rules->value[id]);
}

bool test_rules_read(lm_rules *rules, const char *settings)
{
    lm_rules_preset(rules);
    for (const char *at = settings; *at;) {
        size_t n = strcspn(at, " ");
        if (n && !set_rule(rules, at, n)) {
            fprintf(stderr, "%.*s is not a setting\n", (int)n, at);
            return false;
        }
        at += n + (at[n] == ' ');
    }
    lm_rules_seal(rules);
    return true;
}

void test_rules_write(const lm_rules *rules, char *text, size_t size)
{
    lm_rules presets;
    size_t used = 0;
    lm_rules_preset(&presets);
    text[0] = '\0';
    for (int id = 0; id < LM_RULE_COUNT && used < size; id++) {
        char value[64];
        if (rules->value[id] == presets.value[id]) continue;
        lm_rule_write((lm_rule_id)id, rules->value[id], value, sizeof value);
        used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used ? " " : "", lm_rule_table[id].name, value);
    }
}

/* The cards of one rank take the suits in turn. */
static bool add_ranks(lm_census *census, const char *word, size_t n)
{
    static const char suits[] = "cdhs";
    for (size_t i = 0; i < n; i++) {
        int fewest = 0;
        lm_card card;
        if (!lm_card_read((char[]){ word[i], 'c', '\0' }, &card)) return false;
        for (int s = 1; suits[s]; s++)
            fewest = census->copies[card + s] < census->copies[card + fewest] ? s : fewest;
        census->copies[card + fewest]++;
    }
    return true;
}

bool test_census_read(lm_census *census, const char *text)
{
    memset(census, 0, sizeof *census);
    while (*text) {
        size_t n = strcspn(text, " ");
        lm_card card;
        if (n == 2 && lm_card_read((char[]){ text[0], text[1], '\0' }, &card))
            census->copies[card]++;
        else if (!add_ranks(census, text, n))
            return false;
        text += n + (text[n] == ' ');
    }
    return true;
}

void test_census_write(const lm_census *census, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (lm_card card = 0; card < LM_CARDS; card++) {
        char name[3];
        lm_card_write(card, name);
        for (int i = 0; i < census->copies[card] && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "", name);
    }
}

/* --- at random */

#define FREE_BET "dealer_22=push boxes=7 decks=8 "
#define BLACKJACK "rule_set=mbj free_double=none free_split=none blackjack_paid=at-once decks=8 "
static const char *const tables[] = {
    "rule_set=mfb split_aces=play-on " FREE_BET,
    "rule_set=vfb dealer_soft17=hit busted_bet=round-end " FREE_BET,
    "rule_set=wfb dealer_soft17=hit busted_bet=round-end push22_limit=29 settle_order=box-by-box " FREE_BET,
    "rule_set=ifb dealer_soft17=hit " FREE_BET,
    "rule_set=mfb split_aces=play-on " FREE_BET,
    BLACKJACK,
    BLACKJACK "hole_card=unseen ",
    BLACKJACK "hole_card=none ",
    BLACKJACK "hole_card=none shoe=double red_suits=A",
    BLACKJACK "hole_card=none multiple_action=2 split_hands=2",
    BLACKJACK "hole_card=none multiple_action=3 split_hands=2",
    BLACKJACK "hole_card=face-up ties=lose blackjack_pays=1:1 insurance=off double_on=9-11 split_hands=2 ",
    BLACKJACK "game=six-to-five decks=2 shoe=hand shuffler=batch cover_cards=2 cover_depth=33.34 "
              "dealer_soft17=hit blackjack_pays=6:5 bet_step=5 side_min=5 ",
    BLACKJACK "game=six-to-five decks=2 shoe=hand shuffler=batch cover_cards=2 cover_depth=33.34 "
              "dealer_soft17=hit blackjack_pays=6:5 bet_step=5 side_min=5 hole_card=none",
};
enum { TABLES = sizeof tables / sizeof *tables, TRIES = 60 };

/* Rules of the main game, and how many values of each are tried. */
static const struct {
    lm_rule_id id;
    int values;
} drawn[] = {
    { LM_RULE_dealer_soft17, 2 },   { LM_RULE_dealer_22, 2 },       { LM_RULE_ties, 2 },
    { LM_RULE_dealer_bj_takes, 3 }, { LM_RULE_blackjack_pays, 5 },  { LM_RULE_blackjack_paid, 2 },
    { LM_RULE_insurance, 2 },       { LM_RULE_late_insurance, 2 },  { LM_RULE_even_money, 2 },
    { LM_RULE_surrender, 5 },       { LM_RULE_double_on, 3 },       { LM_RULE_double_after_split, 2 },
    { LM_RULE_double_card, 3 },     { LM_RULE_split_hands, 5 },     { LM_RULE_split_aces, 2 },
    { LM_RULE_resplit_aces, 2 },    { LM_RULE_split_blackjack, 2 }, { LM_RULE_split_21_beats, 2 },
    { LM_RULE_free_double, 3 },     { LM_RULE_free_split, 2048 },   { LM_RULE_free_splits, 4 },
    { LM_RULE_lammer_double, 2 },   { LM_RULE_busted_bet, 2 },      { LM_RULE_bonus_678, 2 },
    { LM_RULE_bonus_777, 2 },       { LM_RULE_five_card_21, 3 },    { LM_RULE_bonus_on_double, 2 },
    { LM_RULE_hole_card, 4 },       { LM_RULE_settle_order, 2 },    { LM_RULE_special_blackjack, 2 },
};
enum { DRAWN = sizeof drawn / sizeof *drawn };

static int64_t draw_value(lm_rule_id id, int values, test_random *random)
{
    int64_t value = test_random_below(random, values);
    if (id == LM_RULE_special_blackjack && value) lm_rule_read(id, "As+Js", &value);
    if (id == LM_RULE_free_split) value &= ~(int64_t)1;
    if (id == LM_RULE_split_hands && value < 2) value += 2;
    return value;
}

/* Rules that contradict each other have no meaning: hand-dealt cards need a reader or no hole card, and blackjacks of
 * split hands, which no document has, can be settled only when the dealer is known to have none. */
static bool has_meaning(const lm_rules *rules)
{
    bool second_card_dealt_last = rules->hole_card == LM_HOLE_NONE;
    bool late = second_card_dealt_last || rules->hole_card == LM_HOLE_UNSEEN;
    if (rules->split_blackjack && late) return false;
    return rules->game == LM_GAME_STANDARD || second_card_dealt_last || rules->hole_card == LM_HOLE_READER;
}

static void ignore(void *self, const lm_finding *finding)
{
    (void)self;
    (void)finding;
}

void test_rules_draw(lm_rules *rules, test_random *random, bool legal)
{
    const lm_finder finder = { ignore, NULL };
    test_rules_read(rules, tables[test_random_below(random, TABLES)]);
    for (int changes = test_random_below(random, TRIES); changes; changes--) {
        lm_rules tried = *rules;
        int i = test_random_below(random, DRAWN);
        tried.value[drawn[i].id] = draw_value(drawn[i].id, drawn[i].values, random);
        if (has_meaning(&tried) && (!legal || lm_rules_check(&tried, &finder) == 0)) *rules = tried;
    }
    lm_rules_seal(rules);
}

/* A rank of this value; the value ten has up to four. */
static int draw_rank(int value, test_random *random)
{
    return value < 10 ? value - 1 : LM_TEN + test_random_below(random, 4);
}

/* Adds a card of this value, or nothing where all copies are in the shoe already. */
static void add_card(lm_census *census, const lm_rules *rules, int value, test_random *random)
{
    for (int tries = 0; tries < 64; tries++) {
        lm_card card = lm_card_make(draw_rank(value, random), test_random_below(random, 4));
        if (census->copies[card] >= rules->decks) continue;
        census->copies[card]++;
        return;
    }
}

/* Hearts and spades alike: what a suited hand does cannot depend on which suit it is. */
static void add_two_suits(lm_census *census, const lm_rules *rules, int value)
{
    if (census->copies[lm_card_make(value - 1, LM_HEARTS)] >= rules->decks) return;
    census->copies[lm_card_make(value - 1, LM_HEARTS)]++;
    census->copies[lm_card_make(value - 1, LM_SPADES)]++;
}

static bool wants_two_suits(const lm_rules *rules, int value)
{
    return rules->bonus_678 && value >= 6 && value <= 8;
}

static int count_cards(const lm_census *census)
{
    int n = 0;
    for (int card = 0; card < LM_CARDS; card++)
        n += census->copies[card];
    return n;
}

/* Some values, high ones more often; aces and tens in half of the shoes. */
static void draw_values(int *value, int values, test_random *random)
{
    unsigned have = 0;
    for (int n = 0; n < values;) {
        int v = 1 + test_random_below(random, 10);
        if (n < 2 && test_random_below(random, 2)) v = n ? 1 : 10;
        if (v > 1 && v < 5 && test_random_below(random, 3)) continue;
        if (have >> v & 1) continue;
        have |= 1U << v;
        value[n++] = v;
    }
}

void test_census_draw(lm_census *census, const lm_rules *rules, int cards, int values, bool pairs, test_random *random)
{
    int value[10];
    memset(census, 0, sizeof *census);
    draw_values(value, values, random);
    for (int i = 0; i < (pairs ? 8 * cards : values) && count_cards(census) < cards; i++) {
        int v = value[i < values ? i : test_random_below(random, values)];
        if (pairs && wants_two_suits(rules, v))
            add_two_suits(census, rules, v);
        else
            add_card(census, rules, v, random);
    }
}
