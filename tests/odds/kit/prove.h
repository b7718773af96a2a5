/* prove.h - what the proofs of the analyser share: a case, how to say what is wrong with it, the analyser as a player. */
#ifndef LAMMER_TEST_PROVE_H
#define LAMMER_TEST_PROVE_H

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "proof.h"
#include "small_games.h"

enum { TEXT = 1024, QUICK_PLACES = 150000, SOAK_PLACES = 600000 };
static const double close_enough = 1e-12;

/* One set of rules, one shoe, and the analyser's game of them. */
typedef struct {
    int seed;
    lm_rules rules;
    lm_census census;
    lm_game *game;
    test_question question;
    int wrong;
} bout;

static inline bool soaking(void)
{
    const char *soak = getenv("LAMMER_SOAK");
    return soak && *soak == '1';
}

#ifdef LAMMER_SANITIZED
enum { SLOWER = 6 };
#else
enum { SLOWER = 1 };
#endif

/* How many cases are tried, in a usual run or in a long one. */
static inline proof cases(const char *name, int usually, int soak)
{
    return proof_begin(name, (usually + SLOWER - 1) / SLOWER, soak);
}

/* --- saying what is wrong */

static inline void wrong(bout *b, const char *what, double analyser, double verbs)
{
    char settings[TEXT], shoe[TEXT];
    if (b->wrong++) {
        fprintf(stderr, "    also %s: analyser %.15g, verbs %.15g\n", what, analyser, verbs);
        return;
    }
    test_rules_write(&b->rules, settings, sizeof settings);
    test_census_write(&b->census, shoe, sizeof shoe);
    fprintf(stderr, /* say:test-verbs-differ */ "seed %d, %s: analyser %.15g, verbs %.15g\n    rules %s\n    shoe %s\n",
            b->seed, what, analyser, verbs, settings, shoe);
}

static inline void expect(bout *b, const char *what, double analyser, double verbs)
{
    if (!(fabs(analyser - verbs) <= close_enough)) wrong(b, what, analyser, verbs);
}

/* --- the analyser as a player */

static inline int column_of(const lm_game *game, lm_seen seen)
{
    for (int i = 0; i < lm_game_columns(game); i++) {
        lm_seen c = lm_game_column(game, i);
        bool same = c.up == seen.up && c.second == seen.second;
        bool turned = c.up == seen.second && c.second == seen.up;
        if (same || turned) return i;
    }
    return -1;
}

static inline lm_play as_optimum(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    lm_game *game = ((bout *)self)->game;
    return lm_game_choice(game, column_of(game, seen), held, allowed);
}

/* The designated blackjack pays 2 to 1: even money is better only if the dealer is more likely to have one than not. */
static inline bool sells_special(const bout *b)
{
    double dealer = (lm_game_insurance(b->game, 1, 10) + 1) / 3;
    return b->rules.ties == LM_TIES_PUSH && dealer > 0.5;
}

static inline bool even_money(void *self, bool special)
{
    return special ? sells_special(self) : lm_game_even_money(((bout *)self)->game);
}

/* All games use the same memory, which is not cleared between them. */
static inline void *room_for(const lm_rules *rules)
{
    static void *room;
    static size_t size;
    if (size < lm_game_size(rules)) {
        free(room);
        size = lm_game_size(rules);
        room = malloc(size);
    }
    assert_non_null(room);
    return room;
}

static inline bool open_bout(bout *b, int seed, const lm_rules *rules, const lm_census *census)
{
    *b = (bout){ .seed = seed, .rules = *rules, .census = *census };
    b->game = lm_game_open(room_for(rules), lm_game_size(rules), &b->rules, &b->census);
    b->question = (test_question){ .rules = &b->rules,
                                   .census = &b->census,
                                   .most_places = soaking() ? SOAK_PLACES : QUICK_PLACES };
    return b->game != NULL;
}

/* --- what to play */

/* Small values make long hands, and many different values make many hands. */
static inline void draw_shoe(lm_census *census, const lm_rules *rules, bool pairs, test_random *random)
{
    if (pairs)
        test_census_draw(census, rules, 16 + test_random_below(random, TEST_CARDS - 16),
                         3 + test_random_below(random, 3), true, random);
    else
        test_census_draw(census, rules, 10, 8 + test_random_below(random, 3), false, random);
}

#endif
