/* prove_boxes.c - the covariance of two boxes against every round that a small shoe can deal to both, played through the
 * verbs by the optimum. Nothing is left out of small shoes but what a late dealer blackjack takes beyond the original wager
 * of a split, and that is within the error that the analyser states. */
/* soak */
#include "kit/price_help.h"

#include <math.h>
#include <stdlib.h>

#include "kit/whole_rounds.h"

typedef struct {
    long double ended, mean[2], product;
} sums;

static void note_end(void *self, const lm_round *r, long double chance)
{
    sums *s = self;
    long double net[2];
    for (int i = 0; i < 2; i++) {
        lm_cents cents = lm_round_net(r, (lm_spot){ .box = (uint8_t)(i + 1), .wager = LM_MAIN });
        net[i] = (long double)cents / ROUNDS_MAIN;
        s->mean[i] += chance * net[i];
    }
    s->ended += chance;
    s->product += chance * net[0] * net[1];
}

static void check(lm_rule_set set, const char *settings, const char *shoe)
{
    lm_rules rules = rules_with(set, 8, settings);
    sums s = { 0 };
    lm_two_boxes two;
    lm_rules_seal(&rules);
    void *memory = malloc(lm_game_size(&rules)), *room = malloc(lm_two_boxes_room());
    whole_rounds w = { .rules = &rules, .census = whole_rounds_census(shoe), .boxes = 2, .end = note_end, .self = &s };
    w.game = lm_game_open(memory, lm_game_size(&rules), &rules, &w.census);
    assert_non_null(w.game);
    whole_rounds_play(&w);
    assert_true(fabsl(s.ended - 1) < 1e-14L);
    assert_true(fabsl(s.mean[0] - lm_game_mean(w.game)) < 1e-13L && fabsl(s.mean[1] - s.mean[0]) < 1e-13L);
    assert_true(lm_game_two_boxes(w.game, NULL, room, lm_two_boxes_room(), &two));
    double verbs = (double)(s.product - s.mean[0] * s.mean[1]), apart = fabs(two.covariance - verbs);
    print_message("%s (%s): covariance %+.12f, apart %.1e, error %.1e\n", shoe, settings, verbs, apart, two.error);
    if (!(apart <= 1e-13 + two.error))
        fail_msg(/* say:test-boxes-covariance */ "%s: covariance %.15f, verbs %.15f", shoe, two.covariance, verbs);
    free(room);
    free(memory);
}

/* clang-format off */
static const struct {
    lm_rule_set set;
    const char *settings, *shoe;
} games[] = {
    { LM_MBJ, "hole_card=reader split_hands=2",                                  "8Ks 8 9h 8 8d" },
    { LM_MBJ, "hole_card=reader surrender=on split_hands=2",                     "8Ah 8Ks 8 9h" },
    { LM_MBJ, "hole_card=none split_hands=2 free_double=none free_split=none",      "8Ah 8Ks 8 9h" },
    { LM_MBJ, "hole_card=face-up split_hands=2",                                 "8Ah 8Ks 8 8h" },
    { LM_WFB, "dealer_22=push dealer_soft17=hit hole_card=reader split_hands=2", "8 6d 8Tc 8 8d" },
    /* long ones */
    { LM_MBJ, "hole_card=reader",                                                "8Ks 8 9h 8 8d" },
    { LM_MBJ, "hole_card=reader split_hands=2",                                  "8Ah 8Ks 8 8h 8 9d" },
    { LM_WFB, "dealer_22=push dealer_soft17=hit hole_card=reader split_hands=2", "8Ah 8 6d 8Tc 8 9d" },
};
/* clang-format on */

enum { USUAL_GAMES = 5 };

static void test_covariance(void **state)
{
    const char *soak = getenv("LAMMER_SOAK");
    size_t n = soak && *soak == '1' ? sizeof games / sizeof *games : USUAL_GAMES;
    (void)state;
    for (size_t i = 0; i < n; i++)
        check(games[i].set, games[i].settings, games[i].shoe);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_covariance) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
