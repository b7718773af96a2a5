/* prove_both.c - the main wager and another wager of the same box against every round that a small shoe can deal, played
 * through the verbs by the optimum of the main game.
 *
 * All wagers of a document lie on the box at once. Each end of a round gives a net of the main wager and one of each other
 * wager, and the number of orders of the cards that lead to them; the analyser must give every pair of nets the same chance.
 * Where a split becomes more than two hands it may differ by the error that it states. */
/* soak */
#include "kit/price_help.h"

#include <math.h>
#include <stdlib.h>

#include "lammer/both.h"
#include "lammer/round.h"

enum { PAIRS = 400, STAKE = 500, MAIN = 1000, PRIZE = 1234500, SHOWN = 700 };

typedef struct {
    lm_cents main, side;
    long double ways; /* there are millions of rounds to add up */
} pair;

typedef struct {
    int n;
    pair pair[PAIRS];
} pairs;

static void add_pair(pairs *to, lm_cents main, lm_cents side, long double ways)
{
    int i = 0;
    while (i < to->n && (to->pair[i].main != main || to->pair[i].side != side))
        i++;
    assert_true(i < PAIRS);
    if (i == to->n) to->pair[to->n++] = (pair){ main, side, 0 };
    to->pair[i].ways += ways;
}

typedef struct {
    const lm_rules *rules;
    lm_game *game;
    lm_census census;
    int cards, dealt;
    lm_card hole;
    long double ended, crowded; /* ways of all rounds, and of those with more than two hands */
    pairs of[LM_OFFERS];
} walk;

/* --- every round */

static int column_of(const lm_game *game, const lm_round *r)
{
    bool open = r->dealer.n > 1 && r->dealer.card[1] != LM_CARD_DOWN;
    return lm_game_column_of(game, (lm_seen){ (uint8_t)lm_card_value(r->dealer.card[0]),
                                              open ? (uint8_t)lm_card_value(r->dealer.card[1]) : 0 });
}

static lm_held held_of(const lm_rules *k, const lm_round *r)
{
    const lm_box *box = &r->box[0];
    const lm_hand *hand = &box->hand[r->at_hand];
    lm_held held = { .n = hand->n, .staked = hand->marks & LM_FREE_HAND ? LM_STAKED_LAMMER : LM_STAKED_CHIPS };
    for (int i = 0; i < hand->n; i++)
        held.value[i] = (uint8_t)lm_card_value(hand->card[i]);
    held.split_costs = box->free_splits >= k->free_splits || !(k->free_split >> lm_card_value(hand->card[0]) & 1);
    return held;
}

/* What the optimum does, of the legal actions; a blackjack stands unless even money is better. */
static lm_action decide(const walk *w, const lm_round *r)
{
    static const struct {
        lm_verb verb;
        lm_play play;
    } plays[] = { { LM_STAND, LM_PLAY_STAND },
                  { LM_HIT, LM_PLAY_HIT },
                  { LM_DOUBLE, LM_PLAY_DOUBLE },
                  { LM_SPLIT, LM_PLAY_SPLIT },
                  { LM_SURRENDER, LM_PLAY_SURRENDER } };
    enum { ROOM = 160, PLAYS = sizeof plays / sizeof *plays };
    lm_action legal[ROOM], of[LM_PLAYS] = { { 0 } };
    unsigned allowed = 0;
    int n = lm_round_legal(r, w->rules, legal, ROOM);
    for (int i = 0; i < n; i++) {
        if (legal[i].bettor != LM_DECIDER || legal[i].yes) continue;
        if (legal[i].verb == LM_EVEN_MONEY && lm_game_even_money(w->game)) return legal[i];
        for (int k = 0; k < PLAYS; k++) {
            if (legal[i].verb != plays[k].verb) continue;
            of[plays[k].play] = legal[i];
            allowed |= 1u << plays[k].play;
        }
    }
    if (r->phase == LM_INSURING) return (lm_action){ .verb = LM_CLOSE };
    lm_held held = held_of(w->rules, r);
    bool only = !(allowed & (allowed - 1));
    lm_play play = only ? LM_PLAY_STAND : lm_game_choice(w->game, column_of(w->game, r), &held, allowed);
    lm_action action = of[play];
    action.least_cents = action.most_cents = action.step_cents = 0;
    return action;
}

static lm_action award(const lm_round *r, const lm_rules *k, lm_turn turn)
{
    lm_action action = { .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager };
    action.amount_cents = SHOWN;
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].slot == turn.wager && !k->offer[turn.wager - LM_SIDE].wager->amount_is_shown)
            action.amount_cents = PRIZE + r->side[i].outcome;
    }
    return action;
}

static lm_action confirm(const lm_round *r)
{
    lm_action action = { .verb = LM_CONFIRM };
    while (!(r->awaiting >> action.n & 1))
        action.n++;
    return action;
}

static void go(walk *w, lm_round r, long double ways);

static void deal_each(walk *w, const lm_round *r, lm_verb verb, long double ways)
{
    lm_card hole = w->hole;
    assert_true(w->dealt < w->cards); /* the shoe is large enough for every round */
    for (int card = 0; card < LM_CARDS; card++) {
        int left = w->census.copies[card];
        if (!left) continue;
        lm_round next = *r;
        lm_action action = { .verb = (uint8_t)verb };
        if (verb == LM_CARD)
            action.card = (lm_card)card;
        else
            w->hole = (lm_card)card;
        assert_true(lm_ok(lm_round_apply(&next, w->rules, action)));
        w->census.copies[card]--;
        w->dealt++;
        go(w, next, ways * left / (w->cards - w->dealt + 1));
        w->dealt--;
        w->census.copies[card]++;
        w->hole = hole;
    }
}

static void note_end(walk *w, const lm_round *r, long double ways)
{
    lm_cents main = lm_round_net(r, (lm_spot){ .box = 1, .wager = LM_MAIN });
    w->ended += ways;
    if (r->box[0].hands > 2) w->crowded += ways;
    for (int i = 0; i < w->rules->offers; i++)
        add_pair(&w->of[i], main, lm_round_net(r, (lm_spot){ .box = 1, .wager = (uint8_t)(LM_SIDE + i) }), ways);
}

static void go(walk *w, lm_round r, long double ways)
{
    const lm_rules *k = w->rules;
    while (!lm_round_over(&r)) {
        lm_turn turn = lm_round_turn(&r, k);
        lm_card two[] = { r.dealer.card[0], w->hole };
        lm_action action = { .verb = turn.verb };
        switch (turn.verb) {
        case LM_CARD:
        case LM_DOWN: deal_each(w, &r, (lm_verb)turn.verb, ways); return;
        case LM_PEEK: action.yes = lm_cards_blackjack(two, 2); break;
        case LM_TURN: action.card = w->hole; break;
        case LM_AWARD: action = award(&r, k, turn); break;
        case LM_CONFIRM: action = confirm(&r); break;
        default: action = decide(w, &r); break;
        }
        lm_status status = lm_round_apply(&r, k, action);
        if (!lm_ok(status)) fail_msg("%s refused: %s", lm_verb_word((lm_verb)action.verb), status.clause);
    }
    note_end(w, &r, ways);
}

static lm_cents stake_of(const lm_rules *k, const lm_wager *wager)
{
    lm_stakes stakes = lm_wager_stakes(k, wager);
    return stakes.fixed ? stakes.least : STAKE;
}

static void bet(const lm_rules *k, lm_round *r, int slot, lm_cents stake)
{
    lm_action action = { .verb = LM_BET, .box = 1, .wager = (uint8_t)slot, .amount_cents = stake };
    lm_status status = lm_round_apply(r, k, action);
    if (!lm_ok(status)) fail_msg("wager %d refused: %s", slot, status.clause);
}

static void play_all(walk *w)
{
    const lm_rules *k = w->rules;
    lm_round r;
    assert_true(lm_ok(lm_round_open(&r, k)));
    bet(k, &r, LM_MAIN, MAIN);
    for (int i = 0; i < k->offers; i++)
        bet(k, &r, LM_SIDE + i, stake_of(k, k->offer[i].wager));
    assert_true(lm_ok(lm_round_apply(&r, k, (lm_action){ .verb = LM_DEAL })));
    go(w, r, 1);
}

/* --- the analyser */

static lm_cents net_of(const lm_price *price, const lm_both_joint *joint)
{
    lm_cents won = 0;
    bool keeps = false;
    for (int i = 0; i < joint->n; i++) {
        lm_odds pays = price->pays[joint->which[i]];
        lm_cents paid[] = {
            [LM_TO] = price->stake_cents * pays.a / (pays.b ? pays.b : 1),
            [LM_FOR] = price->stake_cents * pays.a,
            [LM_DOLLARS] = (lm_cents)pays.a * LM_DOLLAR,
            [LM_PERCENT] = PRIZE + joint->which[i],
        };
        won += price->wager->amount_is_shown ? SHOWN : paid[pays.form];
        keeps = keeps || pays.form == LM_TO;
    }
    return won - (keeps ? 0 : price->stake_cents);
}

static double chance_in(const pairs *of, const pair *like)
{
    for (int i = 0; i < of->n; i++) {
        if (of->pair[i].main == like->main && of->pair[i].side == like->side) return (double)of->pair[i].ways;
    }
    return 0;
}

/* Every pair of nets that either side has. */
static double compare_pairs(const char *id, const pairs *ours, const pairs *verbs, double within)
{
    double worst = 0;
    const pairs *both[] = { ours, verbs };
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < both[side]->n; i++) {
            const pair *p = &both[side]->pair[i];
            double a = chance_in(ours, p), b = chance_in(verbs, p);
            worst = fmax(worst, fabs(a - b));
            if (!(fabs(a - b) <= within))
                fail_msg(/* say:test-both-pair */ "%s: main net %lld with net %lld: analyser %.15f, verbs %.15f", id,
                         (long long)p->main, (long long)p->side, a, b);
        }
    }
    return worst;
}

static void compare_moments(const char *id, const lm_price *price, const lm_both *both, const pairs *verbs)
{
    double main = 0, side = 0, product = 0;
    for (int i = 0; i < verbs->n; i++) {
        double x = (double)verbs->pair[i].main / MAIN, y = (double)verbs->pair[i].side / (double)price->stake_cents;
        double chance = (double)verbs->pair[i].ways;
        main += chance * x;
        side += chance * y;
        product += chance * x * y;
    }
    if (price->meters || price->wager->amount_is_shown) return; /* paid from outside of the round */
    if (!(fabs(both->covariance - (product - main * side)) <= 1e-9 + 1e3 * both->error))
        fail_msg("%s: covariance %.15f, verbs %.15f", id, both->covariance, product - main * side);
}

static void compare_wager(const walk *w, int i)
{
    static lm_both both;
    static _Alignas(64) unsigned char price_room[LM_PRICE_ROOM];
    static void *room;
    const lm_offer *offer = &w->rules->offer[i];
    pairs ours = { 0 };
    lm_price price;
    lm_price_ask ask = {
        .rules = w->rules, .census = &w->census, .offer = offer, .stake_cents = stake_of(w->rules, offer->wager)
    };
    assert_int_equal(lm_price_wager(&price, &ask, price_room, sizeof price_room), LM_PRICE_OK);
    if (!room) room = aligned_alloc(64, (lm_both_room() + 63) / 64 * 64);
    lm_both_status status = lm_game_both(w->game, &ask, &price, room, lm_both_room(), &both);
    if (status != LM_BOTH_OK) fail_msg("%s: %s", offer->wager->id, lm_both_text(status));
    for (int k = 0; k < both.joints; k++) {
        for (int net = 0; net < LM_NETS; net++) {
            if (both.joint[k].with[net] > 0)
                add_pair(&ours, (net + LM_NET_LEAST) * MAIN / 10, net_of(&price, &both.joint[k]),
                         both.joint[k].with[net]);
        }
    }
    double worst = compare_pairs(offer->wager->id, &ours, &w->of[i], w->crowded > 0 ? both.error : 1e-12);
    compare_moments(offer->wager->id, &price, &both, &w->of[i]);
    print_message(" %s %.0e", offer->wager->id, worst);
}

/* "3Ah 2 7d": three aces of hearts, two sevens of diamonds. */
static lm_census census_of(const char *text)
{
    lm_census census = { { 0 } };
    for (int used, copies; *text; text += used) {
        char card[3];
        lm_card which;
        assert_int_equal(sscanf(text, " %d%2s%n", &copies, card, &used), 2);
        assert_true(lm_card_read(card, &which));
        census.copies[which] = copies;
    }
    return census;
}

static void check(lm_rule_set set, const char *const *wagers, const char *settings, const char *shoe)
{
    static walk w;
    static lm_game *game;
    static void *memory;
    lm_rules rules = rules_with(set, 8, settings);
    for (int i = 0; wagers[i]; i++)
        assert_int_equal(lm_rules_offer(&rules, lm_wagers, wagers[i]), LM_OFFER_OK);
    lm_rules_seal(&rules);
    w = (walk){ .rules = &rules, .census = census_of(shoe) };
    w.cards = lm_census_total(&w.census);
    memory = malloc(lm_game_size(&rules));
    game = lm_game_open(memory, lm_game_size(&rules), &rules, &w.census);
    assert_non_null(game);
    w.game = game;
    play_all(&w);
    assert_true(fabs((double)w.ended - 1) < 1e-14);
    print_message("%s (%s), more than two hands %.1e:", shoe, settings, (double)w.crowded);
    for (int i = 0; i < rules.offers; i++)
        compare_wager(&w, i);
    print_message("\n");
    free(memory);
}

static const char *const massachusetts[] = {
    "over13",       "under13",        "suited:1",       "super4:1",     "blackjack-bonus",
    "match-dealer", "21+3:B",         "twenty-point:A", "in-between:A", "buster:A",
    "trilux:2",     "kings-bounty:1", "third-card",     "super3",       NULL,
};
static const char *const washington[] = { "push22:1", NULL };

/* clang-format off */
static const struct {
    lm_rule_set set;
    const char *settings, *shoe;
} games[] = {
    { LM_MBJ, "hole_card=reader",                                             "6Ah 7Ks 6Qh 6 8h" },
    { LM_MBJ, "hole_card=none split_hands=2",                                 "6Ah 7Ks 6 9h 6 7s" },
    { LM_MBJ, "hole_card=face-up split_hands=2",                              "6Ah 6Kd 6Ks 6 8h" },
    { LM_MBJ, "hole_card=reader surrender=on split_hands=2",                  "9 8h 8 6c 7Ks" },
    { LM_WFB, "dealer_22=push dealer_soft17=hit hole_card=reader split_hands=2", "6 6d 6Tc 6Kd 6 9d" },
    /* long ones */
    { LM_MBJ, "hole_card=none",                                               "6Ad 7Kd 6Qd 6 9d" },
    { LM_MBJ, "hole_card=reader dealer_soft17=hit",                           "6Ah 6 6d 7Kd 6 9d" },
    { LM_MBJ, "hole_card=reader dealer_soft17=stand buster_bonus=B1",         "7As 7 6c 7Jd 6 7h" },
    { LM_WFB, "dealer_22=push dealer_soft17=hit hole_card=reader",            "6 7d 6 8d 6Ah 6Td" },
};
/* clang-format on */

enum { USUAL_GAMES = 5 };

static void test_pairs(void **state)
{
    const char *soak = getenv("LAMMER_SOAK");
    size_t n = soak && *soak == '1' ? sizeof games / sizeof *games : USUAL_GAMES;
    (void)state;
    for (size_t i = 0; i < n; i++)
        check(games[i].set, games[i].set == LM_WFB ? washington : massachusetts, games[i].settings, games[i].shoe);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_pairs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
