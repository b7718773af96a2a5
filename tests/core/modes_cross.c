/* modes_cross.c - the same cards under two modes of dealing: what must agree, and exactly where they differ. */
/* sanitized */
/* Cards come in streams, one for the players and one for each dealer hand, so that it does not matter when a mode
 * deals the dealer's second card. Decisions are drawn at random in one mode and repeated in the other. */
#include "kit/rules_help.h"

#include "dealer_box.h"
#include "lammer/round.h"

enum { ROUNDS = 3000, BOXES = 3, PLAYER_CARDS = 120, MOST_ROOM = 256, MOST_SAID = 160, FIVE = 5 * LM_DOLLAR };

typedef struct {
    lm_card player[PLAYER_CARDS];
    lm_card up;
    lm_card dealer[LM_SPOTS][LM_HAND_CARDS];
    uint8_t copies[LM_CARDS];
} cards;

/* A table, and its players' announcements since betting closed. */
typedef struct {
    lm_rules rules;
    lm_round round;
    const cards *shoe;
    int next;
    lm_action said[MOST_SAID];
    int n_said, at;
} table;

/* ---- cards ------------------------------------------------------------------------------------------- */

/* Aces, eights and tens come often: blackjacks, splits and dealer blackjacks are what the modes differ by. */
static lm_card draw(cards *shoe, test_random *random)
{
    static const char ranks[] = "AA2345678889TJQKTJQK", suits[] = "cdhs";
    for (;;) {
        char text[3] = { ranks[test_random_below(random, 20)], suits[test_random_below(random, 4)], '\0' };
        lm_card card;
        assert_true(lm_card_read(text, &card));
        if (shoe->copies[card] == 8) continue;
        shoe->copies[card]++;
        return card;
    }
}

static void stack(cards *shoe, test_random *random)
{
    memset(shoe, 0, sizeof *shoe);
    shoe->up = draw(shoe, random);
    for (int hand = 0; hand < LM_SPOTS; hand++) {
        for (int i = 0; i < LM_HAND_CARDS; i++)
            shoe->dealer[hand][i] = draw(shoe, random);
    }
    for (int i = 0; i < PLAYER_CARDS; i++)
        shoe->player[i] = draw(shoe, random);
}

static bool dealer_has_blackjack(const cards *shoe, int hand)
{
    lm_card two[2] = { shoe->up, shoe->dealer[hand][0] };
    return lm_cards_blackjack(two, 2);
}

/* ---- driving ----------------------------------------------------------------------------------------- */

static void done(table *t, lm_action action)
{
    lm_status status = lm_round_apply(&t->round, &t->rules, action);
    if (!lm_ok(status)) fail_msg("%s: %s", lm_verb_word((lm_verb)action.verb), lm_why_text(status.why));
}

static lm_card next_card(table *t, uint8_t box)
{
    if (box) {
        assert_true(t->next < PLAYER_CARDS);
        return t->shoe->player[t->next++];
    }
    int n = t->round.dealer.n;
    return n ? t->shoe->dealer[t->round.spot][n - 1] : t->shoe->up;
}

/* Deals, reads and turns until a player owes something or the round is over. */
static void drive(table *t)
{
    for (;;) {
        lm_turn turn = lm_round_turn(&t->round, &t->rules);
        lm_action action = { .verb = turn.verb };
        if (turn.who != LM_BY_SHOE && turn.who != LM_BY_DEALER) return;
        switch (turn.verb) {
        case LM_CARD: action.card = next_card(t, turn.box); break;
        case LM_PEEK: action.yes = dealer_has_blackjack(t->shoe, 0); break;
        case LM_TURN: action.card = t->shoe->dealer[0][0]; break;
        case LM_DETERMINE: /* drawn from the side that it names, so that it is the first player's card */
            action.card = next_card(t, 1);
            action.yes = !lm_is_red(action.card);
            break;
        default: break;
        }
        done(t, action);
    }
}

static void open_table(table *t, const char *base, const char *settings, const cards *shoe)
{
    memset(t, 0, sizeof *t);
    rules_make(&t->rules, base, settings);
    assert_true(lm_ok(lm_round_open(&t->round, &t->rules)));
    t->shoe = shoe;
}

static void bet(table *t, uint8_t box, uint8_t bettor, uint8_t spot, lm_cents amount)
{
    done(t, (lm_action){
                .verb = LM_BET, .box = box, .bettor = bettor, .wager = LM_MAIN, .n = spot, .amount_cents = amount });
}

static void close_betting(table *t)
{
    done(t, (lm_action){ .verb = LM_DEAL });
    drive(t);
}

static void say(table *t, lm_action action)
{
    assert_true(t->n_said < MOST_SAID);
    action.least_cents = action.most_cents = action.step_cents = 0;
    t->said[t->n_said++] = action;
    done(t, action);
    drive(t);
}

static bool is_choice(const lm_action *a)
{
    return a->bettor == LM_DECIDER &&
           (a->verb == LM_INSURE || a->verb == LM_EVEN_MONEY || (a->verb >= LM_HIT && a->verb <= LM_SURRENDER));
}

/* Draws one of the decisions that are open now. Insurance is laid whole or not at all, doubles sometimes for $5. */
static lm_action choose(const table *t, test_random *random)
{
    lm_action list[MOST_ROOM], chosen = { 0 };
    int n = lm_round_legal(&t->round, &t->rules, list, MOST_ROOM), fitting = 0;
    assert_true(n <= MOST_ROOM);
    for (int i = 0; i < n; i++) {
        if (is_choice(&list[i]) && test_random_below(random, ++fitting) == 0) chosen = list[i];
    }
    assert_true(fitting > 0);
    bool coin = test_random_below(random, 2);
    if (chosen.verb == LM_INSURE && coin) chosen.amount_cents = 0;
    if (chosen.verb == LM_DOUBLE && coin) chosen.amount_cents = FIVE;
    return chosen;
}

static void play_at_random(table *t, test_random *random)
{
    while (!lm_round_over(&t->round))
        say(t, choose(t, random));
}

/* The same decisions at another table; a reader's blackjack may end the round before all are used. */
static void repeat(table *t, const table *other)
{
    while (!lm_round_over(&t->round)) {
        assert_true(t->at < other->n_said);
        say(t, other->said[t->at++]);
    }
}

/* ---- reading ----------------------------------------------------------------------------------------- */

static lm_cents net(const table *t, uint8_t box, uint8_t bettor, uint8_t wager, uint8_t spot)
{
    return lm_round_net(&t->round, (lm_spot){ box, bettor, wager, spot });
}

static void assert_net(const char *clause, int round, const table *t, uint8_t box, lm_cents expected)
{
    lm_cents got = net(t, box, LM_DECIDER, LM_MAIN, 0);
    if (got != expected)
        fail_msg("%s: round %d, box %d: %lld expected, got %lld", clause, round, box, (long long)expected,
                 (long long)got);
}

static lm_cents stake_on(const lm_box *box, const lm_hand *hand)
{
    return (hand->chips & 1 ? box->main[LM_DECIDER][0] : 0) + hand->doubled[LM_DECIDER];
}

/* What a box has lost by breaking. */
static lm_cents busted(const lm_box *box)
{
    lm_cents lost = 0;
    for (int h = 0; h < box->hands; h++) {
        if (box->hand[h].marks & LM_WENT_BUST) lost += stake_on(box, &box->hand[h]);
    }
    return lost;
}

static bool was_dealt_blackjack(const lm_box *box)
{
    return box->hands == 1 && lm_hand_blackjack(&box->hand[0]);
}

static lm_cents wager_at(uint8_t box)
{
    return (lm_cents)box * 10 * LM_DOLLAR;
}

static void bet_on_all(table *t)
{
    for (uint8_t box = 1; box <= BOXES; box++)
        bet(t, box, LM_DECIDER, 0, wager_at(box));
    close_betting(t);
}

/* ---- no hole card, and a reader ---------------------------------------------------------------------- */

#define COMMON "decks=8 split_hands=4 "

/* What a dealer blackjack takes from a box that has played: the original wager, or what was lost by breaking if that
 * is more (C-64); nothing from a blackjack, which stands off, or was paid even money before. */
static lm_cents against_blackjack(const lm_box *box)
{
    lm_cents original = box->main[LM_DECIDER][0], lost = busted(box);
    if (box->even & 1) return original;
    if (was_dealt_blackjack(box)) return 0;
    return lost > original ? -lost : -original;
}

static void compare_reader(int i, const table *none, const table *reader)
{
    bool blackjack = dealer_has_blackjack(none->shoe, 0);
    for (uint8_t box = 1; box <= BOXES; box++) {
        const lm_box *played = &none->round.box[box - 1], *stopped = &reader->round.box[box - 1];
        lm_cents without = net(none, box, LM_DECIDER, LM_MAIN, 0);
        assert_int_equal(net(none, box, LM_DECIDER, LM_INSURANCE, 0), net(reader, box, LM_DECIDER, LM_INSURANCE, 0));
        if (!blackjack) {
            assert_net("MBJ-6(h).2", i, reader, box, without);
            continue;
        }
        assert_net("MBJ-10(b)", i, none, box, against_blackjack(played));
        assert_net("MBJ-11(d)", i, reader, box, against_blackjack(stopped));
        assert_int_equal(busted(stopped), 0); /* MBJ-6(j)(1): no additional cards */
    }
}

/* "MBJ-6(h).2", "MBJ-10(b)", "MBJ-11(d)": without a dealer blackjack nothing differs; with one, only
 * the wagers of broken hands do. */
static void test_no_hole_card_and_reader(void **state)
{
    (void)state;
    static const char *const settings[] = { "", "surrender=on", "even_money=on dealer_soft17=hit",
                                            "split_hands=2 surrender=on" };
    static cards shoe;
    static table none, reader, unseen;
    test_random random = { 20 };
    int blackjacks = 0, more = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const char *chosen = settings[i % 4];
        stack(&shoe, &random);
        open_table(&none, NO_HOLE COMMON, chosen, &shoe);
        open_table(&reader, MBJ COMMON "hole_card=reader ", chosen, &shoe);
        open_table(&unseen, MBJ COMMON "hole_card=unseen ", chosen, &shoe);
        bet_on_all(&none);
        play_at_random(&none, &random);
        bet_on_all(&reader);
        repeat(&reader, &none);
        compare_reader(i, &none, &reader);
        bet_on_all(&unseen); /* a hole card that is not checked changes nothing at all */
        repeat(&unseen, &none);
        for (uint8_t box = 1; box <= BOXES; box++) {
            assert_net("MBJ-6(j).1", i, &unseen, box, net(&none, box, LM_DECIDER, LM_MAIN, 0));
            more += dealer_has_blackjack(&shoe, 0) && busted(&none.round.box[box - 1]) > wager_at(box);
        }
        blackjacks += dealer_has_blackjack(&shoe, 0);
    }
    assert_true(blackjacks > ROUNDS / 100);
    assert_true(more > 5);
}

/* ---- multiple action --------------------------------------------------------------------------------- */

/* Each box plays two or three spots with different wagers. */
static lm_cents spot_wager(uint8_t box, int spot)
{
    static const lm_cents wagers[LM_SPOTS] = { 10 * LM_DOLLAR, 25 * LM_DOLLAR, 15 * LM_DOLLAR };
    return wagers[(box + spot) % LM_SPOTS];
}

static bool plays_third(int round, uint8_t box)
{
    return (round + box) % 2 == 1;
}

/* The events that concern one spot. */
static bool said_to_spot(const table *multi, int i, uint8_t spot, lm_action *action)
{
    *action = multi->said[i];
    lm_cents wager = spot_wager(action->box, spot);
    if (action->verb == LM_INSURE) {
        if (action->n != spot) return false;
        action->n = 0;
    }
    if (action->verb == LM_DOUBLE && action->amount_cents > wager) action->amount_cents = wager;
    if (action->verb == LM_SPLIT) action->amount_cents = wager;
    return true;
}

/* A bettor is not asked to insure a spot without a wager. */
static void close_insurance(table *t, uint8_t verb)
{
    if (t->round.phase != LM_INSURING || verb == LM_INSURE) return;
    done(t, (lm_action){ .verb = LM_CLOSE });
    drive(t);
}

/* A table whose one dealer hand has the cards of the given hand of multiple action. A box without that spot bets
 * too, to get the same cards; its result is not looked at. */
static void play_spot(table *t, const table *multi, uint8_t spot)
{
    static cards alone;
    alone = *multi->shoe;
    memcpy(alone.dealer[0], multi->shoe->dealer[spot], sizeof alone.dealer[0]);
    open_table(t, NO_HOLE "decks=8 split_hands=2 ", "", &alone);
    for (uint8_t box = 1; box <= BOXES; box++)
        bet(t, box, LM_DECIDER, 0, spot_wager(box, spot));
    close_betting(t);
    for (int i = 0; i < multi->n_said; i++) {
        lm_action action;
        close_insurance(t, multi->said[i].verb);
        if (said_to_spot(multi, i, spot, &action)) say(t, action);
    }
    close_insurance(t, LM_STAND);
    assert_true(lm_round_over(&t->round));
}

/* "MBJ-18(f).1", "MBJ-18(h).1", "MBJ-18(i)", "MBJ-18(d)", "MBJ-18(c).2": each spot is settled as a base round with its wager
 * against its dealer hand would be. */
static void test_each_spot_is_a_base_round(void **state)
{
    (void)state;
    static const char *const clauses[LM_SPOTS] = { "MBJ-18(f).1", "MBJ-18(h).1", "MBJ-18(i)" };
    static cards shoe;
    static table multi, base;
    test_random random = { 18 };
    for (int i = 0; i < ROUNDS; i++) {
        stack(&shoe, &random);
        open_table(&multi, MULTI "decks=8 ", "", &shoe);
        for (uint8_t box = 1; box <= BOXES; box++) {
            for (uint8_t spot = 0; spot < 2 + plays_third(i, box); spot++)
                bet(&multi, box, LM_DECIDER, spot, spot_wager(box, spot));
        }
        close_betting(&multi);
        play_at_random(&multi, &random);
        for (uint8_t spot = 0; spot < LM_SPOTS; spot++) {
            play_spot(&base, &multi, spot);
            for (uint8_t box = 1; box <= BOXES; box++) {
                if (spot == 2 && !plays_third(i, box)) continue;
                assert_net(clauses[spot], i, &base, box, net(&multi, box, LM_DECIDER, LM_MAIN, spot));
                assert_int_equal(net(&base, box, LM_DECIDER, LM_INSURANCE, 0),
                                 net(&multi, box, LM_DECIDER, LM_INSURANCE, spot));
            }
        }
    }
}

/* ---- the hole card face up --------------------------------------------------------------------------- */

/* What the same decisions win where ties lose and a blackjack wins 1 to 1, also against a blackjack. */
static lm_cents with_losing_ties(const table *reader, uint8_t box_number)
{
    const lm_box *box = &reader->round.box[box_number - 1];
    lm_cents gain = net(reader, box_number, LM_DECIDER, LM_MAIN, 0);
    if (was_dealt_blackjack(box)) return box->main[LM_DECIDER][0];
    for (int h = 0; h < box->hands; h++) {
        if (box->hand[h].result == LM_TIED) gain -= stake_on(box, &box->hand[h]);
    }
    return gain;
}

/* "MBJ-6(k)(1)", "MBJ-6(k)(2)", "MBJ-6(k)(6).1": apart from ties and blackjacks a face-up hole card settles like a reader's table. */
static void test_face_up_hole_card(void **state)
{
    (void)state;
    static cards shoe;
    static table open, reader;
    test_random random = { 6 };
    int ties = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const char *soft = i & 1 ? "dealer_soft17=hit" : "";
        stack(&shoe, &random);
        open_table(&open, FACE_UP "decks=8 ", soft, &shoe);
        open_table(&reader, MBJ "decks=8 insurance=off double_on=9-11 split_hands=2 ", soft, &shoe);
        bet_on_all(&open);
        play_at_random(&open, &random);
        bet_on_all(&reader);
        repeat(&reader, &open);
        for (uint8_t box = 1; box <= BOXES; box++) {
            lm_cents expected = with_losing_ties(&reader, box);
            ties += expected != net(&reader, box, LM_DECIDER, LM_MAIN, 0);
            assert_net("MBJ-6(k)(1)", i, &open, box, expected);
        }
    }
    assert_true(ties > ROUNDS / 20);
}

/* ---- the double shoe --------------------------------------------------------------------------------- */

/* "MBJ-6(d)(2)": a determinant card of its own side is the first player's card, so the round is the same as from a
 * single shoe. */
static void test_double_shoe(void **state)
{
    (void)state;
    static cards shoe;
    static table single, twin;
    test_random random = { 66 };
    for (int i = 0; i < ROUNDS; i++) {
        stack(&shoe, &random);
        open_table(&single, NO_HOLE COMMON, "", &shoe);
        open_table(&twin, NO_HOLE COMMON "shoe=double red_suits=A ", "", &shoe);
        bet_on_all(&single);
        play_at_random(&single, &random);
        bet_on_all(&twin);
        repeat(&twin, &single);
        for (uint8_t box = 1; box <= BOXES; box++) {
            assert_net("MBJ-6(d)(2)", i, &twin, box, net(&single, box, LM_DECIDER, LM_MAIN, 0));
        }
    }
}

/* ---- several bettors --------------------------------------------------------------------------------- */

static lm_cents bettor_wager(uint8_t box, uint8_t bettor)
{
    return (lm_cents)(box + 2 * bettor) * 10 * LM_DOLLAR;
}

/* The same decision, with its amount adapted to this bettor's own wager. */
static lm_action as_his_own(lm_action said, uint8_t box, uint8_t bettor)
{
    lm_cents his = bettor_wager(box, bettor);
    if (said.verb == LM_INSURE && said.amount_cents) said.amount_cents = his / 2;
    if (said.verb == LM_DOUBLE && said.amount_cents != FIVE) said.amount_cents = his;
    if (said.verb == LM_SPLIT) said.amount_cents = his;
    return said;
}

/* All on the box follow the decider. */
static void follow(table *t, lm_action said)
{
    for (uint8_t bettor = LM_SECOND; bettor <= LM_THIRD; bettor++) {
        lm_action with = as_his_own(said, said.box, bettor);
        with.bettor = bettor;
        with.least_cents = with.most_cents = with.step_cents = 0;
        if (said.verb == LM_DOUBLE) with.verb = LM_WITH_DOUBLE;
        if (said.verb == LM_SPLIT) {
            with.verb = LM_WITH_SPLIT;
            with.n = LM_RIDE_BOTH;
            with.amount_cents = 0;
        }
        if (with.verb != said.verb || said.verb == LM_INSURE || said.verb == LM_EVEN_MONEY) done(t, with);
    }
}

static void play_together(table *t, test_random *random)
{
    while (!lm_round_over(&t->round)) {
        lm_action chosen = choose(t, random);
        follow(t, chosen);
        say(t, chosen);
    }
}

/* A table at which only this bettor of every box plays. */
static void play_alone(table *t, const table *together, uint8_t bettor)
{
    for (uint8_t box = 1; box <= BOXES; box++)
        bet(t, box, LM_DECIDER, 0, bettor_wager(box, bettor));
    close_betting(t);
    for (int i = 0; i < together->n_said; i++)
        say(t, as_his_own(together->said[i], together->said[i].box, bettor));
    assert_true(lm_round_over(&t->round));
}

static const struct {
    const char *clause, *base, *settings;
} shared[] = {
    { "MBJ-13(d)", MBJ COMMON, "surrender=on" },  { "MBJ-13(e)", NO_HOLE COMMON, "surrender=on" },
    { "MBJ-13(f)", MBJ COMMON, "even_money=on" }, { "MBJ-13(e)", MBJ COMMON, "hole_card=unseen dealer_soft17=hit" },
    { "MBJ-13(d)", FACE_UP, "decks=8" },
};

/* "MBJ-13(d)", "MBJ-13(e)", "MBJ-13(f)": three on a box who all do the same are each settled as if alone. */
static void test_three_on_a_box(void **state)
{
    (void)state;
    static cards shoe;
    static table together, alone;
    test_random random = { 13 };
    for (int i = 0; i < ROUNDS; i++) {
        size_t row = (size_t)i % (sizeof shared / sizeof *shared);
        char settings[96];
        snprintf(settings, sizeof settings, "bettors_per_box=3 %s", shared[row].settings);
        stack(&shoe, &random);
        open_table(&together, shared[row].base, settings, &shoe);
        for (uint8_t box = 1; box <= BOXES; box++) {
            for (uint8_t bettor = 0; bettor <= LM_THIRD; bettor++)
                bet(&together, box, bettor, 0, bettor_wager(box, bettor));
        }
        close_betting(&together);
        play_together(&together, &random);
        for (uint8_t bettor = 0; bettor <= LM_THIRD; bettor++) {
            open_table(&alone, shared[row].base, shared[row].settings, &shoe);
            play_alone(&alone, &together, bettor);
            for (uint8_t box = 1; box <= BOXES; box++) {
                assert_net(shared[row].clause, i, &alone, box, net(&together, box, bettor, LM_MAIN, 0));
                assert_int_equal(net(&alone, box, LM_DECIDER, LM_INSURANCE, 0),
                                 net(&together, box, bettor, LM_INSURANCE, 0));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_hole_card_and_reader), cmocka_unit_test(test_each_spot_is_a_base_round),
        cmocka_unit_test(test_face_up_hole_card),       cmocka_unit_test(test_double_shoe),
        cmocka_unit_test(test_three_on_a_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
