/* pieces.c - the main game shared by several games: a game that takes all pieces has the answer of a game that works alone, to the last
 * bit; and the quick estimate lies near it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/small_games.h"
#include "lammer/program/pieces.h"

static lm_game *open_game(const lm_rules *rules, void **memory)
{
    lm_census fresh;
    size_t size = lm_game_size(rules);
    lm_census_fresh(&fresh, (int)rules->decks);
    *memory = malloc(size);
    assert_non_null(*memory);
    return lm_game_open(*memory, size, rules, &fresh);
}

/* Ordinary, with an open hole card (two dealer cards of 21 are on no chart), with free splits. */
static const char *const shared[] = {
    "rule_set=mbj free_double=none free_split=none decks=1 split_hands=2",
    "rule_set=mbj free_double=none free_split=none decks=1 split_hands=2 hole_card=face-up ties=lose",
    "decks=1 dealer_22=push split_hands=2 free_splits=1",
};

static void test_shared(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        lm_rules rules;
        void *memory[4];
        lm_game *game[4];
        lm_chart alone, taken;
        lm_figures wanted, found;
        assert_true(test_rules_read(&rules, shared[i]));
        for (int g = 0; g < 4; g++)
            game[g] = open_game(&rules, &memory[g]);
        void *piece = malloc(lm_game_piece_size());
        assert_non_null(piece);
        lm_game *head = game[3];
        for (int at = 0; at < lm_game_pieces(head); at++) {
            assert_false(lm_game_has(head, LM_PIECE_CHART));
            lm_game_piece(game[at % 2], at, LM_PIECE_CHART, piece);
            lm_game_take(head, at, piece);
            lm_game_piece(game[(at + 1) % 2], at, LM_PIECE_FIGURES, piece);
            lm_game_take(head, at, piece);
        }
        assert_true(lm_game_has(head, LM_PIECE_CHART) && lm_game_has(head, LM_PIECE_FIGURES));
        lm_game_figures(game[2], &wanted);
        lm_game_chart(game[2], &alone);
        lm_game_figures(head, &found);
        lm_game_chart(head, &taken);
        assert_memory_equal(&found, &wanted, sizeof wanted);
        assert_memory_equal(&taken, &alone, sizeof alone);
        double by_chart = lm_game_chart_mean(game[2], &alone), taken_by_chart = lm_game_chart_mean(head, &taken);
        assert_memory_equal(&taken_by_chart, &by_chart, sizeof by_chart);
        if (lm_game_mean(head) - wanted.mean > 1e-15 || wanted.mean - lm_game_mean(head) > 1e-15)
            fail_msg("%s: mean %.17g, figures %.17g", shared[i], lm_game_mean(head), wanted.mean);
        for (int g = 0; g < 4; g++)
            free(memory[g]);
        free(piece);
    }
}

/* Per cent of the initial wager; one deck is the worst. */
static const struct {
    const char *settings;
    double within;
} estimated[] = {
    { "decks=6 dealer_22=push", 0.01 },
    { "decks=6 dealer_22=bust", 0.01 },
    { "decks=1 dealer_22=push", 0.04 },
    { "rule_set=mbj free_double=none free_split=none decks=8 dealer_soft17=hit surrender=on", 0.01 },
    { "rule_set=mbj free_double=none free_split=none decks=6 double_after_split=off blackjack_pays=6:5", 0.01 },
    { "rule_set=mbj free_double=none free_split=none decks=2", 0.02 },
};

static void test_estimated(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof estimated / sizeof *estimated; i++) {
        lm_rules rules;
        void *memory;
        lm_figures quick;
        assert_true(test_rules_read(&rules, estimated[i].settings));
        lm_game *game = open_game(&rules, &memory);
        lm_game_estimate(game, &quick);
        double off = 100 * (quick.mean - lm_game_mean(game));
        printf("%-90s off by %+.4f %%\n", estimated[i].settings, off);
        if (off > estimated[i].within || off < -estimated[i].within)
            fail_msg("%s: off by %.4f %%", estimated[i].settings, off);
        free(memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_shared), cmocka_unit_test(test_estimated) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
