/* verbs.c - tests the enumerator of small shoes: against shoes of obvious value, against all orders of a shoe dealt one
 * by one, and against players who change one decision. */
/* sanitized */
/* soak */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kit/small_games.h"

#define BLACKJACK "rule_set=mbj free_double=none free_split=none decks=8 "

static void make(const char *settings, const char *shoe, lm_rules *rules, lm_census *census)
{
    assert_true(test_rules_read(rules, settings));
    assert_true(test_census_read(census, shoe));
}

static int times(int usually, int soak)
{
    const char *long_run = getenv("LAMMER_SOAK");
#ifdef LAMMER_SANITIZED
    return usually / 5 + 1;
#endif
    return long_run && *long_run == '1' ? soak : usually;
}

/* --- shoes whose value is plain */

/* Where all cards are equal, or nearly, the best play and what it brings can be seen without a computer. */
static const struct {
    const char *why, *rules, *shoe;
    int tenths; /* the best mean net */
} plain[] = {
    { "dealer 24, four hands stand on 16, three of them lammers", "dealer_22=push decks=8", "888888888888888888888888",
      40 },
    { "the same with chips", BLACKJACK, "888888888888888888888888", 40 },
    { "the same with two hands", BLACKJACK "split_hands=2", "888888888888888888888888", 20 },
    { "the same where nothing is split a second time for free", "decks=8 free_splits=1", "888888888888888888888888",
      40 },
    { "20 against 20", BLACKJACK, "TTTTTTTTTTTTTTTT", 0 },
    { "20 against 20 where ties lose", BLACKJACK "ties=lose", "TTTTTTTTTTTTTTTT", -10 },
    { "the same with surrender", BLACKJACK "ties=lose surrender=on", "TTTTTTTTTTTTTTTT", -5 },
    { "21 in three sevens against 21", BLACKJACK "bonus_777=on", "77777777777777777777", 0 },
    { "18 against 18", "decks=8", "999999999999999999", 0 },
    { "two aces draw to 21 each against soft 17", BLACKJACK "split_hands=2 split_aces=play-on",
      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 20 },
};

static void test_plain(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        static lm_rules rules;
        lm_census census;
        test_tally best;
        make(plain[i].rules, plain[i].shoe, &rules, &census);
        test_question question = { .rules = &rules, .census = &census };
        assert_true(test_play_best(&question, &best));
        if (best.item[TEST_NET] != best.item[TEST_ORDERS] * plain[i].tenths || best.item[TEST_RAN_OUT])
            fail_msg("%s: %g instead of %g", plain[i].why, 10 * test_mean(&best), (double)plain[i].tenths);
    }
}

/* Few orders, counted by hand. */
static const struct {
    const char *why, *rules, *shoe;
    int num, den; /* mean net */
} counted[] = {
    /* Four places, 24 orders of A T T T. The player has the ace in the first or third place (half of all orders): a
     * blackjack against two tens, paid 3 to 2. Otherwise T T against A T: lost. */
    { "A T T T", BLACKJACK "hole_card=reader", "ATTT", 1, 4 },
    { "A T T T, 6 to 5", BLACKJACK "hole_card=reader blackjack_pays=6:5", "ATTT", 1, 10 },
    { "A T T T, surrender comes too late", BLACKJACK "hole_card=reader surrender=on", "ATTT", 1, 4 },
};

static void test_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        static lm_rules rules;
        lm_census census;
        test_tally best;
        make(counted[i].rules, counted[i].shoe, &rules, &census);
        test_question question = { .rules = &rules, .census = &census };
        assert_true(test_play_best(&question, &best));
        test_exact net = best.item[TEST_NET] * counted[i].den;
        if (net != best.item[TEST_ORDERS] * TEST_TENTHS * counted[i].num)
            fail_msg("%s: %g instead of %d/%d", counted[i].why, test_mean(&best), counted[i].num, counted[i].den);
    }
}

/* --- a player who does anything */

/* What the player does depends on the cards, without their order, and on a number. */
static lm_play any_play(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    test_random random = { *(uint64_t *)self };
    uint64_t cards = 1 + seen.up + 11U * seen.second + 121U * held->staked + 242U * held->suited, one = 484;
    for (int i = 0; i < held->n; i++)
        cards += one << (4 * held->value[i]);
    random.state += cards * 0x9E3779B97F4A7C15ULL | 1;
    for (int i = 0; i < 3; i++)
        test_random_next(&random);
    for (;;) {
        unsigned play = (unsigned)test_random_below(&random, LM_PLAYS);
        if (allowed >> play & 1) return (lm_play)play;
    }
}

static bool any_even_money(void *self, bool special)
{
    return *(const uint64_t *)self & (special ? 8 : 4);
}

/* --- all orders, one by one */

typedef struct {
    const lm_rules *rules;
    const test_strategy *strategy;
    lm_round round;
    test_shoe shoe;
    int spots;
    int first_net;                /* against the first dealer hand */
    int seconds;                  /* second cards that the dealer got */
    lm_card second;               /* the first of them */
    test_exact heard[TEST_ITEMS]; /* in one round */
    test_exact sum[TEST_ITEMS];
} dealing;

static void hear(void *self, const lm_event *e)
{
    dealing *d = self;
    int amount = (int)(e->amount_cents / LM_DOLLAR);
    if (e->wager != LM_MAIN) return;
    switch ((lm_event_kind)e->kind) {
    case LM_EV_BET: d->heard[TEST_STAKED] += amount; break;
    case LM_EV_DOUBLE:
        d->heard[TEST_STAKED] += amount;
        d->heard[amount ? TEST_PAID_DOUBLES : TEST_FREE_DOUBLES]++;
        break;
    case LM_EV_SPLIT:
        d->heard[TEST_STAKED] += amount;
        d->heard[amount ? TEST_PAID_SPLITS : TEST_FREE_SPLITS]++;
        break;
    case LM_EV_SURRENDER: d->heard[TEST_SURRENDERS]++; break;
    case LM_EV_LAMMER: d->heard[TEST_LAMMERS]++; break;
    case LM_EV_PAY:
    case LM_EV_TAKE:
        if (e->kind == LM_EV_TAKE) amount = -amount;
        d->heard[TEST_NET] += amount;
        if (e->n == 0) d->first_net += amount;
        break;
    default: break;
    }
}

static bool done(dealing *d, lm_action action)
{
    const lm_listener ear = { .hear = hear, .self = d };
    return lm_ok(lm_round_apply_heard(&d->round, d->rules, action, &ear));
}

/* Whether the round takes an action, and with which amount: none, one wager, one on each spot. */
static bool takes(const dealing *d, lm_verb verb, lm_action *action)
{
    for (int wagers = 0; wagers <= d->spots; wagers++) {
        lm_round copy = d->round;
        *action = (lm_action){ .verb = (uint8_t)verb, .box = 1, .amount_cents = wagers * 10 * LM_DOLLAR };
        if (lm_ok(lm_round_apply(&copy, d->rules, *action))) return true;
    }
    return false;
}

static void ask_about_even_money(dealing *d, lm_verb no)
{
    lm_action action;
    const lm_card *card = d->round.box[0].hand[0].card;
    lm_card ace = lm_card_make(LM_ACE, LM_SPADES), jack = lm_card_make(LM_JACK, LM_SPADES);
    bool special =
        d->rules->special_blackjack && ((card[0] == ace && card[1] == jack) || (card[0] == jack && card[1] == ace));
    bool wanted = d->strategy->even_money(d->strategy->self, special) && takes(d, LM_EVEN_MONEY, &action);
    assert_true(done(d, wanted ? action : (lm_action){ .verb = (uint8_t)no, .box = no == LM_STAND }));
}

/* Whether the strategy surrenders before the reader answers. */
static bool gives_up_early(const dealing *d, lm_action *action)
{
    const lm_hand *hand = &d->round.box[0].hand[0];
    static const uint8_t verbs[LM_PLAYS] = { LM_STAND, LM_HIT, LM_DOUBLE, LM_SPLIT, LM_SURRENDER };
    unsigned allowed = 1u << LM_PLAY_SURRENDER;
    static dealing later;
    lm_held held = { .n = 2, .suited = d->rules->bonus_678 };
    for (int i = 0; i < 2; i++) {
        int value = lm_card_value(hand->card[i]);
        held.value[i] = (uint8_t)value;
        held.suited &= value >= 6 && value <= 8 && lm_suit(hand->card[i]) == lm_suit(hand->card[0]);
    }
    const lm_seen seen = { (uint8_t)lm_card_value(d->round.dealer.card[0]), 0 };
    if (!takes(d, LM_SURRENDER, action)) return false;
    later = *d;
    lm_round_apply(&later.round, d->rules, (lm_action){ .verb = LM_CLOSE });
    lm_round_apply(&later.round, d->rules, (lm_action){ .verb = LM_PEEK });
    for (int play = 0; play < LM_PLAYS; play++) {
        lm_action tried;
        allowed |= (unsigned)takes(&later, verbs[play], &tried) << play;
    }
    return d->strategy->choose(d->strategy->self, seen, &held, allowed) == LM_PLAY_SURRENDER;
}

static void ask_for_play(dealing *d)
{
    static const uint8_t verbs[LM_PLAYS] = { LM_STAND, LM_HIT, LM_DOUBLE, LM_SPLIT, LM_SURRENDER };
    const lm_hand *hand = &d->round.box[0].hand[d->round.at_hand];
    lm_held held = { .n = hand->n, .staked = !!(hand->marks & LM_FREE_HAND), .suited = d->rules->bonus_678 };
    lm_action action[LM_PLAYS];
    unsigned allowed = 0;
    for (int i = 0; i < hand->n; i++) {
        int value = lm_card_value(hand->card[i]);
        held.value[i] = (uint8_t)value;
        held.suited &= value >= 6 && value <= 8 && lm_suit(hand->card[i]) == lm_suit(hand->card[0]);
    }
    for (int play = 0; play < LM_PLAYS; play++)
        allowed |= (unsigned)takes(d, verbs[play], &action[play]) << play;
    lm_seen seen = { (uint8_t)lm_card_value(d->round.dealer.card[0]), 0 };
    if (d->rules->hole_card == LM_HOLE_FACE_UP) seen.second = (uint8_t)lm_card_value(d->round.dealer.card[1]);
    bool asked = allowed & (allowed - 1);
    lm_play play = LM_PLAY_STAND;
    if (asked) play = d->strategy->choose(d->strategy->self, seen, &held, allowed);
    assert_true(done(d, action[play]));
}

/* Does what comes next; false when the shoe has run out. */
static bool step(dealing *d)
{
    lm_action action;
    lm_turn turn = lm_round_turn(&d->round, d->rules);
    bool card = turn.verb == LM_CARD || turn.verb == LM_DOWN;
    if (card && d->shoe.next == d->shoe.size) return false;
    if (card && turn.box == 0 && d->round.dealer.n == 1 && !d->seconds++) d->second = d->shoe.card[d->shoe.next];
    const lm_hand *hand = &d->round.box[0].hand[0];
    if (d->round.phase == LM_EXPOSING && hand->hidden) {
        lm_card shown = test_shoe_turn(&d->shoe, 1, 1);
        assert_true(done(d, (lm_action){ .verb = LM_TURN, .box = 1, .card = shown }));
    } else if (d->round.phase == LM_EXPOSING) {
        assert_true(done(d, (lm_action){ .verb = LM_CLOSE }));
    } else if (turn.verb == LM_DETERMINE) {
        lm_card red = lm_card_make(LM_KING, LM_DIAMONDS);
        assert_true(done(d, (lm_action){ .verb = LM_DETERMINE, .card = red, .yes = 1 }));
    } else if (test_dealer_answers(&d->shoe, &d->round, turn, &action)) {
        assert_true(done(d, action));
    } else if (d->round.phase == LM_INSURING) {
        if (hand->state == LM_HAND_OPEN && gives_up_early(d, &action))
            assert_true(done(d, action));
        else
            ask_about_even_money(d, LM_CLOSE);
    } else if (d->round.box[0].hand[d->round.at_hand].state == LM_HAND_BLACKJACK) {
        ask_about_even_money(d, LM_STAND);
    } else {
        ask_for_play(d);
    }
    return true;
}

/* The dealer's first two cards, also where no wager waited for the second: it would be the next. */
static bool has_blackjack(const dealing *d)
{
    if (!d->seconds && d->shoe.next == d->shoe.size) return false;
    return lm_cards_blackjack((lm_card[]){ d->shoe.card[1], d->seconds ? d->second : d->shoe.card[d->shoe.next] }, 2);
}

/* What was heard of the round, and what is seen when it is over. */
static void enter_round(dealing *d)
{
    const lm_box *box = &d->round.box[0];
    test_exact *heard = d->heard, *sum = d->sum;
    int majority = 0, lammers = (int)heard[TEST_LAMMERS];
    for (int h = 0; h < box->hands; h++) {
        int result = box->hand[h].result;
        bool chips = !(box->hand[h].marks & LM_FREE_HAND);
        if (chips) majority += result == LM_WON ? 1 : result == LM_LOST || result == LM_SURRENDERED ? -1 : 0;
        sum[TEST_BUSTS] += lm_cards_score(box->hand[h].card, box->hand[h].n).total > 21;
    }
    sum[TEST_ORDERS]++;
    sum[TEST_CROWDED] += box->hands > 2;
    sum[TEST_SQUARE] += d->first_net * d->first_net;
    sum[d->first_net > 0 ? TEST_WIN : d->first_net < 0 ? TEST_LOSE : TEST_PUSH]++;
    sum[majority > 0 ? TEST_ADVANCE : majority < 0 ? TEST_FALL : TEST_LEVEL]++;
    sum[TEST_BLACKJACKS] += lm_cards_blackjack((lm_card[]){ d->shoe.card[0], d->shoe.card[2] }, 2);
    bool blackjack = has_blackjack(d);
    sum[blackjack ? TEST_DEALER_BLACKJACKS : TEST_LAMMERS + lammers]++;
    test_exact all = heard[TEST_NET]; /* against all dealer hands */
    sum[TEST_NET] += all;
    sum[TEST_ROUND_SQUARE] += all * all;
    sum[all > 0 ? TEST_ROUND_WIN : all < 0 ? TEST_ROUND_LOSE : TEST_ROUND_PUSH]++;
    for (int i = TEST_STAKED; i <= TEST_SURRENDERS; i++)
        sum[i] += heard[i];
}

static void deal_order(dealing *d)
{
    memset(d->heard, 0, sizeof d->heard);
    d->shoe.next = d->first_net = d->seconds = 0;
    d->shoe.downs.n = 0;
    assert_true(lm_ok(lm_round_open(&d->round, d->rules)));
    for (uint8_t n = 0; n < d->spots; n++)
        assert_true(done(d, (lm_action){ .verb = LM_BET, .box = 1, .n = n, .amount_cents = 10 * LM_DOLLAR }));
    assert_true(done(d, (lm_action){ .verb = LM_DEAL }));
    while (!lm_round_over(&d->round)) {
        if (!step(d)) {
            d->sum[TEST_RAN_OUT]++;
            return;
        }
    }
    enter_round(d);
}

/* Every order of the cards from `from` on. */
static void deal_orders(dealing *d, int from)
{
    lm_card *card = d->shoe.card;
    if (from == d->shoe.size) {
        deal_order(d);
        return;
    }
    for (int i = from; i < d->shoe.size; i++) {
        lm_card other = card[i];
        card[i] = card[from];
        card[from] = other;
        deal_orders(d, from + 1);
        other = card[i];
        card[i] = card[from];
        card[from] = other;
    }
}

static void deal_all(dealing *d, const lm_rules *rules, const lm_census *census, const test_strategy *strategy)
{
    memset(d, 0, sizeof *d);
    d->rules = rules;
    d->strategy = strategy;
    d->spots = lm_rules_dealer_hands(rules);
    for (int card = 0; card < LM_CARDS; card++) {
        for (int i = 0; i < census->copies[card]; i++)
            d->shoe.card[d->shoe.size++] = (lm_card)card;
    }
    deal_orders(d, 0);
}

static void fail_item(const lm_rules *rules, const lm_census *census, int item, test_exact a, test_exact b)
{
    char settings[1024], shoe[256];
    test_rules_write(rules, settings, sizeof settings);
    test_census_write(census, shoe, sizeof shoe);
    fail_msg("item %d: %.15g and %.15g; %s; %s", item, (double)a, (double)b, settings, shoe);
}

static void expect_same(const lm_rules *rules, const lm_census *census, const test_exact *a, const test_exact *b,
                        int items)
{
    for (int i = 0; i < items; i++) {
        if (a[i] != b[i]) fail_item(rules, census, i, a[i], b[i]);
    }
}

/* One player who does anything, by the enumerator and by all orders. */
static void compare_orders(const lm_rules *rules, const lm_census *census, uint64_t player, test_tally *tally)
{
    static dealing d;
    test_strategy strategy = { any_play, any_even_money, &player };
    test_question question = { .rules = rules, .census = census };
    deal_all(&d, rules, census, &strategy);
    assert_true(test_play(&question, &strategy, tally));
    expect_same(rules, census, tally->item, d.sum, TEST_ITEMS);
}

static void test_orders(void **state)
{
    (void)state;
    int reached = 0;
    for (int seed = 1; seed <= times(150, 3000); seed++) {
        static lm_rules rules;
        lm_census census;
        test_tally tally;
        test_random random = test_random_from(1, seed);
        test_rules_draw(&rules, &random, seed % 2);
        test_census_draw(&census, &rules, 7, 2 + test_random_below(&random, 4), true, &random);
        compare_orders(&rules, &census, (uint64_t)seed * 77773, &tally);
        reached += tally.item[TEST_FREE_SPLITS] > 0;
    }
    assert_true(reached > 3);
}

/* Cards whose rank or suit matters besides their value; a shoe drawn at random seldom has them together. */
static const struct {
    const char *rules, *shoe;
} designated[] = {
    { BLACKJACK "special_blackjack=As+Js even_money=on", "As Ac Js Tc 9c 8c Ad" },
    { BLACKJACK "special_blackjack=As+Js blackjack_pays=6:5 hole_card=none", "As Ac Js Tc 9c 8c Jd" },
    { "decks=8 special_blackjack=As+Js split_blackjack=on split_aces=play-on", "As Ac Js Tc Ad 9c 8c" },
    { "decks=8 special_blackjack=As+Js split_blackjack=on free_split=AT", "As Ac Js Td Ad 9c Jd" },
    { BLACKJACK "bonus_678=on split_hands=2", "6h 7h 8h 6s 7s 8c Td" },
};

static void test_designated(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof designated / sizeof *designated; i++) {
        static lm_rules rules;
        lm_census census;
        test_tally tally;
        make(designated[i].rules, designated[i].shoe, &rules, &census);
        for (uint64_t player = 1; player <= 12; player++)
            compare_orders(&rules, &census, player * 4 * 131071, &tally);
        for (uint64_t player = 1; player <= 4; player++)
            compare_orders(&rules, &census, player * 16 * 131071 + 4 * player, &tally);
    }
}

/* --- what must not matter */

/* Telling cards of equal value apart, or playing on from places met before, changes nothing. */
static void test_ways(void **state)
{
    (void)state;
    for (int seed = 1; seed <= times(15, 400); seed++) {
        static lm_rules rules;
        lm_census census;
        test_tally tally, other;
        uint64_t player = (uint64_t)seed * 99991;
        test_strategy strategy = { any_play, any_even_money, &player };
        test_random random = test_random_from(2, seed);
        test_rules_draw(&rules, &random, seed % 2);
        test_census_draw(&census, &rules, 9, 2 + test_random_below(&random, 3), true, &random);
        test_question question = { .rules = &rules, .census = &census }, slow = question;
        slow.forgetful = true;
        slow.apart = seed % 4 == 0;
        assert_true(test_play(&question, &strategy, &tally) && test_play(&slow, &strategy, &other));
        expect_same(&rules, &census, tally.item, other.item, TEST_ITEMS);
        slow.most_places = question.most_places = 1000000;
        if (!test_play_best(&slow, &other)) continue;
        assert_true(test_play_best(&question, &tally));
        if (!tally.ran_out) expect_same(&rules, &census, tally.item, other.item, TEST_SQUARE);
    }
}

/* Without an ace no blackjack is possible, so it does not matter when the dealer's second card is dealt or
 * whether it goes to the reader; and seeing it helps. */
static void test_hole_card(void **state)
{
    (void)state;
    static const char *const hole[] = { "none", "unseen", "reader", "face-up" };
    static const char shoe[] = "66777899TTTTTT";
    test_exact net[4];
    for (int i = 0; i < 4; i++) {
        static lm_rules rules;
        char settings[128];
        lm_census census;
        test_tally best;
        snprintf(settings, sizeof settings, BLACKJACK "split_hands=2 hole_card=%s", hole[i]);
        make(settings, shoe, &rules, &census);
        test_question question = { .rules = &rules, .census = &census };
        assert_true(test_play_best(&question, &best));
        assert_false(best.ran_out);
        net[i] = best.item[TEST_NET];
    }
    assert_true(net[0] == net[1] && net[1] == net[2]);
    assert_true(net[3] > net[2]);
}

/* --- no player does better than the best */

enum { DECISIONS = 4096 };
typedef struct {
    uint64_t cards;
    unsigned allowed;
    lm_play play;
} decision;
typedef struct {
    decision list[DECISIONS];
    int n;
    bool even_money, special_even_money;
} policy;

static uint64_t name_decision(lm_seen seen, const lm_held *held)
{
    uint64_t name = seen.up + 16U * seen.second;
    for (int i = 0; i < held->n; i++)
        name += 256ULL << (5 * held->value[i]);
    return name;
}

static decision *find_decision(policy *p, uint64_t cards)
{
    int i = 0;
    while (i < p->n && p->list[i].cards != cards)
        i++;
    return &p->list[i];
}

static void note_decision(void *self, lm_seen seen, const lm_held *held, unsigned allowed, lm_play play)
{
    policy *p = self;
    decision *d = find_decision(p, name_decision(seen, held));
    assert_true(d - p->list < DECISIONS - 1);
    if (d - p->list == p->n) p->n++;
    *d = (decision){ name_decision(seen, held), allowed, play };
}

static lm_play by_policy(void *self, lm_seen seen, const lm_held *held, unsigned allowed)
{
    const decision *d = find_decision(self, name_decision(seen, held));
    assert_int_equal(d->allowed, allowed);
    return d->play;
}

static bool policy_even_money(void *self, bool special)
{
    if (special) return ((const policy *)self)->special_even_money;
    return ((const policy *)self)->even_money;
}

/* The best player's answers about even money are found by trying. */
static bool find_even_money(const test_question *question, policy *p, test_exact best)
{
    test_strategy strategy = { by_policy, policy_even_money, p };
    test_tally tally;
    for (int i = 0; i < 4; i++) {
        p->even_money = i & 1;
        p->special_even_money = i & 2;
        assert_true(test_play(question, &strategy, &tally));
        if (tally.item[TEST_NET] == best) return true;
    }
    return false;
}

/* Playing the best player's decisions gives the promised value; changing any one of them never gives more. */
static void test_best(void **state)
{
    (void)state;
    static policy p;
    for (int seed = 1; seed <= times(4, 300); seed++) {
        static lm_rules rules;
        lm_census census;
        test_tally best, tally;
        test_random random = test_random_from(3, seed);
        test_strategy strategy = { by_policy, policy_even_money, &p };
        test_rules_draw(&rules, &random, seed % 2);
        /* before the reader answers the same hand has another decision, which a list by hands does not hold */
        if (rules.surrender > LM_SURRENDER_LATE) rules.surrender = LM_SURRENDER_LATE;
        lm_rules_seal(&rules);
        test_census_draw(&census, &rules, 10, 8, false, &random);
        test_question question = { .rules = &rules, .census = &census, .hear = note_decision, .self = &p };
        p.n = 0;
        assert_true(test_play_best(&question, &best));
        assert_true(find_even_money(&question, &p, best.item[TEST_NET]));
        assert_true(test_play(&question, &strategy, &tally));
        expect_same(&rules, &census, tally.item, best.item, TEST_SQUARE);
        for (int i = 0; i < 60 && p.n; i++) {
            decision *d = &p.list[test_random_below(&random, p.n)], kept = *d;
            do {
                d->play = (lm_play)test_random_below(&random, LM_PLAYS);
            } while (!(d->allowed >> d->play & 1));
            assert_true(test_play(&question, &strategy, &tally));
            if (!best.ran_out && tally.item[TEST_NET] > best.item[TEST_NET])
                fail_item(&rules, &census, TEST_NET, tally.item[TEST_NET], best.item[TEST_NET]);
            *d = kept;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),      cmocka_unit_test(test_counted), cmocka_unit_test(test_orders),
        cmocka_unit_test(test_designated), cmocka_unit_test(test_ways),    cmocka_unit_test(test_hole_card),
        cmocka_unit_test(test_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
