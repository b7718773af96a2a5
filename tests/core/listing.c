/* listing.c - a round's list of legal actions is exactly what it accepts: every verb with every choice of its fields,
 * at every step of rounds with several boxes, bettors, tips and optional wagers, under houses that random play seldom
 * draws. */
/* sanitized */
#include "dealer_box.h"
#include "every_action.h"
#include "lammer/irregular.h"
#include "kit/rules_help.h"

enum { ROOM = 4096, MISHAPS = LM_IR_COUNT * (LM_BOXES + 1) * 3 * LM_CARDS, STEPS = 150, SEEDS = 8 };

/* A round, its legal actions and its possible irregularities. */
typedef struct {
    const char *house;
    lm_rules rules;
    lm_round round;
    test_shoe shoe;
    test_random random;
    lm_action list[ROOM], mishap[MISHAPS];
    int listed, mishaps;
    int steps;
} scene;

static void wrong(const scene *s, const lm_action *a, const char *what)
{
    fail_msg("%s, step %d, phase %d: %s box %d bettor %d wager %d n %d card %d yes %d amount %lld %s", s->house,
             s->steps, s->round.phase, lm_verb_word((lm_verb)a->verb), a->box, a->bettor, a->wager, a->n, a->card,
             a->yes, (long long)a->amount_cents, what);
}

static bool accepted(const scene *s, lm_action a)
{
    lm_round copy = s->round;
    return lm_ok(lm_round_apply(&copy, &s->rules, a));
}

static bool same_choice(const lm_action *a, const lm_action *b)
{
    return a->verb == b->verb && a->box == b->box && a->bettor == b->bettor && a->wager == b->wager && a->n == b->n &&
           a->card == b->card && a->yes == b->yes;
}

static bool fits(const lm_action *listed, const lm_action *a)
{
    lm_cents amount = a->amount_cents;
    if (!same_choice(listed, a) || amount < listed->least_cents || amount > listed->most_cents) return false;
    return amount == listed->least_cents || amount == listed->most_cents ||
           (listed->step_cents && (amount - listed->least_cents) % listed->step_cents == 0);
}

static bool is_listed(const scene *s, const lm_action *a)
{
    const lm_action *list = a->verb == LM_IRREGULAR ? s->mishap : s->list;
    int n = a->verb == LM_IRREGULAR ? s->mishaps : s->listed;
    for (int i = 0; i < n; i++) {
        if (fits(&list[i], a)) return true;
    }
    return false;
}

/* --- the list ----------------------------------------------------------------------------------------------- */

/* A short list still counts every action, and nothing is written beyond its end. */
static void make_list(scene *s)
{
    lm_action few[4] = { [3].verb = 255 };
    s->listed = lm_round_legal(&s->round, &s->rules, s->list, ROOM);
    s->mishaps = lm_round_mishaps(&s->round, &s->rules, s->mishap, MISHAPS);
    assert_in_range(s->listed, 0, ROOM);
    assert_in_range(s->mishaps, 0, MISHAPS);
    assert_int_equal(lm_round_legal(&s->round, &s->rules, few, 3), s->listed);
    assert_int_equal(few[3].verb, 255);
    assert_memory_equal(few, s->list, sizeof *few * (size_t)(s->listed < 3 ? s->listed : 3));
    assert_int_equal(lm_round_mishaps(&s->round, &s->rules, few, 3), s->mishaps);
    assert_int_equal(few[3].verb, 255);
}

/* A listed action is accepted with its usual, its least and its most amount and with none beyond these, and nothing
 * is listed twice. */
static void check_listed(const scene *s)
{
    for (int i = 0; i < s->listed; i++) {
        lm_action a = s->list[i];
        for (int k = 0; k < i; k++) {
            if (same_choice(&a, &s->list[k]) && a.least_cents <= s->list[k].most_cents &&
                s->list[k].least_cents <= a.most_cents)
                wrong(s, &a, "is listed twice");
        }
        if (!accepted(s, a)) wrong(s, &a, "is listed but refused");
        a.amount_cents = s->list[i].least_cents;
        if (!accepted(s, a)) wrong(s, &a, "is listed but refused");
        if (a.verb == LM_CARD || a.verb == LM_TURN || a.verb == LM_DETERMINE) continue;
        a.amount_cents = s->list[i].least_cents - 1;
        if (!is_listed(s, &a) && accepted(s, a)) wrong(s, &a, "is less than the least");
        a.amount_cents = s->list[i].most_cents + 1;
        if (!is_listed(s, &a) && accepted(s, a)) wrong(s, &a, "is more than the most");
    }
}

static void check_unlisted_one(scene *s, lm_action a, lm_round *copy)
{
    if (!lm_ok(lm_round_apply(copy, &s->rules, a))) return;
    *copy = s->round;
    if (!is_listed(s, &a)) wrong(s, &a, "is accepted but not listed");
}

static void check_unlisted(scene *s)
{
    static lm_round copy;
    copy = s->round;
    for (uint8_t verb = 0; verb < LM_VERB_COUNT; verb++) {
        bool bets = verb == LM_BET && s->round.phase != LM_BETTING;
        for (int nth = 0; !bets && nth < test_actions_of(verb); nth++) {
            lm_action a = test_nth_action(&s->round, &s->rules, verb, nth, s->steps);
            check_unlisted_one(s, a, &copy);
            if (verb != LM_BET || a.wager < LM_SIDE || a.amount_cents) continue;
            a.amount_cents = s->rules.side_max; /* full stakes as well: C-100 */
            check_unlisted_one(s, a, &copy);
        }
    }
}

/* Every optional wager is found by its place, and by no other. */
static void check_sides(const scene *s)
{
    for (uint8_t key = 0; key < (LM_BOXES + 1) * LM_BETTORS; key++) {
        for (uint8_t slot = 0; slot < LM_SIDE + 4; slot++) {
            const lm_side_bet *there = NULL;
            for (int i = 0; i < s->round.sides; i++) {
                const lm_side_bet *bet = &s->round.side[i];
                if (bet->box_bettor == key && bet->slot == slot) there = bet;
            }
            assert_ptr_equal(lm_round_side(&s->round, key / LM_BETTORS, key % LM_BETTORS, slot), there);
        }
    }
}

/* The player, dealer or staff who owe an action can do it. */
static void check_turn(const scene *s)
{
    lm_turn turn = lm_round_turn(&s->round, &s->rules);
    if (!turn.box) assert_int_equal(turn.hand, 0);
    bool free_choice = turn.who == LM_BY_PLAYERS || turn.who == LM_BY_NOBODY || turn.verb == LM_IRREGULAR;
    for (int i = 0; !free_choice && i <= s->listed; i++) {
        if (i == s->listed) fail_msg("%s: %s is owed but not listed", s->house, lm_verb_word((lm_verb)turn.verb));
        bool of_player = turn.who == LM_BY_PLAYER && s->list[i].verb == LM_STAND;
        if (of_player || s->list[i].verb == turn.verb) return;
    }
}

/* --- playing ------------------------------------------------------------------------------------------------ */

/* Draws one of the listed verbs, then one of its choices, so that rare verbs come as often as others. */
static lm_action draw(scene *s)
{
    uint8_t verbs[LM_VERB_COUNT];
    int kinds = 0, n = 0;
    for (uint8_t verb = 0; verb < LM_VERB_COUNT; verb++) {
        bool there = false;
        for (int i = 0; i < s->listed && !there; i++)
            there = s->list[i].verb == verb;
        bool early = s->round.phase == LM_BETTING && (verb == LM_DEAL || verb == LM_WITHDRAW);
        if (there && (!early || s->steps > 14)) verbs[kinds++] = verb;
    }
    assert_in_range(kinds, 1, LM_VERB_COUNT);
    uint8_t verb =
        s->steps == 16 && s->round.phase == LM_BETTING ? LM_DEAL : verbs[test_random_below(&s->random, kinds)];
    static lm_action choice[ROOM];
    for (int i = 0; i < s->listed; i++) {
        bool far = verb == LM_BET && s->list[i].box > 3; /* so that boxes fill up */
        if (s->list[i].verb == verb && !far) choice[n++] = s->list[i];
    }
    if (!n) return (lm_action){ .verb = LM_CLOSE };
    lm_action a = choice[test_random_below(&s->random, n)];
    if (test_random_below(&s->random, 3) == 0) a.amount_cents = a.least_cents;
    return a;
}

/* Draws, now and then, a mishap that takes no card from the shoe or burns it; staff must confirm it. */
static bool mishap(scene *s, lm_action *a)
{
    if (!s->mishaps || s->round.phase == LM_BETTING || test_random_below(&s->random, 4)) return false;
    *a = s->mishap[test_random_below(&s->random, s->mishaps)];
    bool burned = a->n == LM_IR_MISDEAL && a->yes == LM_MISDEAL_BURN;
    return burned || a->n == LM_IR_RELEASE || a->n == LM_IR_READER_MISUSED || a->n == LM_IR_UP_RACKED ||
           a->n == LM_IR_BONUS_FAILED;
}

static bool step(scene *s)
{
    lm_turn turn = lm_round_turn(&s->round, &s->rules);
    lm_action a;
    if (turn.who == LM_BY_NOBODY) return false;
    if (!mishap(s, &a) && !test_dealer_answers(&s->shoe, &s->round, turn, &a)) a = draw(s);
    if (a.verb == LM_TURN && a.box) a.card = test_shoe_turn(&s->shoe, a.box, (uint8_t)(s->round.at_hand + 1));
    uint32_t actions = s->round.actions;
    bool done = lm_ok(lm_round_apply(&s->round, &s->rules, a));
    assert_int_equal(s->round.actions, actions + done);
    return done;
}

static void play(scene *s, uint64_t seed)
{
    s->random.state = seed * 0x9E3779B97F4A7C15u;
    test_shoe_shuffle(&s->shoe, (int)s->rules.decks, &s->random);
    lm_round_open(&s->round, &s->rules);
    bool goes_on = true;
    for (s->steps = 0; goes_on && s->steps < STEPS; s->steps++) {
        make_list(s);
        check_listed(s);
        check_unlisted(s);
        check_turn(s);
        check_sides(s);
        goes_on = step(s);
    }
}

static void the_list_is_what_is_accepted(void **state)
{
    (void)state;
    static const char *const houses[] = {
        MFB "@push22:A dealer_bets=on ",
        VFB "dealer_bets=on ",
        WFB "@blazing7:1 @pot-of-gold:01 ",
        MBJ "@21+3:A bettors_per_box=3 even_money=on surrender=on ",
        MBJ "@kings-bounty:1 dealer_bets=on side_max=50 max_bet=50 ",
        MBJ "@kings-bounty:1 @buster:A side_within_main=on bettors_per_box=3 shared_boxes=1 boxes_per_player=2 ",
        WFB "@blazing7:1 @push22:1 dealer_bets=on boxes_per_player=2 ",
        MBJ "@streak even_money=on bettors_per_box=2 ",
        MBJ "@blackjack-bonus even_money=on bettors_per_box=2 ",
        MBJ "@super4:2 super4_musthit=1 double_card=request bettors_per_box=2 ",
        NO_HOLE "@sevens @third-card late_insurance=on bettors_per_box=3 even_money=on ",
        NO_HOLE "@aces late_insurance=on ",
        NO_HOLE "shoe=double red_suits=A bettors_per_box=2 ",
        FACE_UP "bettors_per_box=3 ",
        SIX_TO_FIVE "@over13 @buster:A bettors_per_box=2 ",
        SIX_TO_FIVE "double_card=down ",
        MULTI "bettors_per_box=2 late_insurance=on ",
        NO_HOLE "multiple_action=2 split_hands=2 ",
    };
    static scene s;
    for (size_t i = 0; i < sizeof houses / sizeof *houses; i++) {
        s.house = houses[i];
        rules_make(&s.rules, houses[i], "");
        if (lm_rules_check(&s.rules, NULL)) fail_msg("no table may have the rules %s", houses[i]);
        for (uint64_t seed = 1; seed <= SEEDS; seed++)
            play(&s, seed + 100 * i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_list_is_what_is_accepted) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
