/* small_games.h - rules and small shoes for the tests that enumerate: written as words, or drawn at random. */
#ifndef LAMMER_TEST_SMALL_GAMES_H
#define LAMMER_TEST_SMALL_GAMES_H

#include "dealer_box.h"
#include "enumerate.h"

/* A generator for one case of a test. */
test_random test_random_from(uint32_t test, int seed);

/* Rules by settings such as "rule_set=mbj hole_card=none", on the presets. False, with a line on stderr, when one is
 * not a setting. Seals them. */
bool test_rules_read(lm_rules *rules, const char *settings);

/* The settings in which the rules differ from the presets. */
void test_rules_write(const lm_rules *rules, char *text, size_t size);

/* A shoe as words: "TTT998" is six ranks that take the suits in turn, "6h 7h" are these cards. */
bool test_census_read(lm_census *census, const char *text);
void test_census_write(const lm_census *census, char *text, size_t size);

/* Rules of any mode of play; with `legal`, only rules that a table may offer. */
void test_rules_draw(lm_rules *rules, test_random *random, bool legal);

/* A shoe of some cards, no more copies of one than the rules have decks. Where suits matter two of them have
 * equally many of each card. `pairs` false: no two cards are of one value. */
void test_census_draw(lm_census *census, const lm_rules *rules, int cards, int values, bool pairs, test_random *random);

#endif
