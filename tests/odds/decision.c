/* decision.c - the price of a decision as it stands on the felt, against every order of the cards that are not seen.
 *
 * A round with several boxes and split hands is brought to a decision through the verbs, card by card. From there the
 * unseen cards come in every order, the hole card among them: the hand takes one action and then plays the
 * analyser's best, the other hands play on by a fixed rule. What the hand wins on average is what the coach must say,
 * with the cards of all other hands taken out of the shoe. */
#include "kit/prove.h"

typedef struct {
    const char *name, *settings;
    const char *seen;   /* in the order of dealing, without the hole card */
    const char *unseen; /* by value: in every order */
    const char *before; /* what the boxes do until the decision: s stand, h hit, d double, p split */
    uint8_t box, hands; /* of the decision; the box's hands by then */
    uint8_t boxes;
    uint8_t hand; /* 1 the first */
    bool down;
    const char *plays; /* that are tried: the same letters, f a double face down */
} spot;

static const spot table[] = {
    { "after splitting twos", "rule_set=mbj decks=8 hole_card=reader double_on=any double_after_split=on surrender=off",
      "2c 6d 2h 6s", "TTTT55988", "p", 1, 2, 1, 1, false, "shd" },
    { "the last hand of a split", "rule_set=mbj decks=8 hole_card=reader double_on=any surrender=off",
      "8c Td 8h 3s Tc 2c", "TTT999556", "ph", 1, 2, 1, 2, false, "shd" },
    { "between two boxes", "rule_set=mbj decks=8 hole_card=reader double_on=any surrender=on", "Tc 5d Ts 9c Th 7s 8c",
      "TTT777338", "s", 2, 1, 3, 1, false, "shdu" },
    { "a hand that a lammer stakes", "decks=8 hole_card=reader", "8c 6d 8h Ts 3c", "TTTT99944", "ps", 1, 2, 1, 2, false,
      "shd" },
    { "a pair that is split again", "rule_set=mbj decks=8 hole_card=reader split_hands=3 surrender=off double_on=any",
      "8c 6d 8h 8s", "TTTT999884", "p", 1, 2, 1, 1, false, "shdp" },
    { "a lammer's pair", "decks=8 hole_card=reader split_hands=3 free_splits=3", "8c 6d 8h Ts 8d", "TTTTT99884", "ps",
      1, 2, 1, 2, false, "shdp" },
    { "no double after a split", "decks=8 hole_card=reader double_after_split=off", "5c 6d 5h 4d", "TTTT99944", "p", 1,
      2, 1, 1, false, "sh" },
    { "no hole card", "rule_set=mbj decks=8 hole_card=none double_on=any double_card=request surrender=off",
      "7c 7d Ts 9d 6h", "TTT77744A", "s", 2, 1, 2, 1, false, "shd" },
    { "a double face down", "rule_set=mbj decks=8 hole_card=none double_on=any double_card=request surrender=off",
      "7c 7d Ts 9d 6h", "TTT77744A", "s", 2, 1, 2, 1, true, "f" },
    { "two dealer hands",
      "rule_set=mbj decks=8 hole_card=none multiple_action=2 split_hands=2 double_on=any surrender=off",
      "7c Tc 5s 9d 6h", "TTTT777A88", "s", 2, 1, 2, 1, false, "shd" },
};

static int read_list(const char *text, lm_card *cards)
{
    int n = 0;
    for (const char *at = text; *at; at += at[2] ? 3 : 2)
        assert_true(lm_card_read((char[]){ at[0], at[1], 0 }, &cards[n++]));
    return n;
}

/* --- a table on the way to the decision, and beyond it */

enum { CARDS = 24 };
typedef struct {
    const spot *at;
    lm_rules rules;
    bout odds;
    lm_decision decision;
    lm_card seen[CARDS], unseen[CARDS];
    int seens, unseens;
    /* of the order that is played */
    lm_round round;
    lm_downs downs;
    int seen_next, unseen_next, acts;
    bool reached;
} felt;

static lm_play play_of_letter(char letter)
{
    static const char letters[] = "shdpu";
    return letter == 'f' ? LM_PLAY_DOUBLE : (lm_play)(strchr(letters, letter) - letters);
}

static bool take_act(felt *f, lm_play play, bool down)
{
    static const uint8_t verbs[LM_PLAYS] = { LM_STAND, LM_HIT, LM_DOUBLE, LM_SPLIT, LM_SURRENDER };
    lm_action list[128];
    int n = lm_round_legal(&f->round, &f->rules, list, 128);
    for (int i = 0; i < n; i++) {
        if (list[i].verb != verbs[play] || (play == LM_PLAY_DOUBLE && list[i].yes != down)) continue;
        assert_true(lm_ok(lm_round_apply(&f->round, &f->rules, list[i])));
        return true;
    }
    return false;
}

static unsigned plays_allowed(const felt *f)
{
    lm_action list[128];
    int n = lm_round_legal(&f->round, &f->rules, list, 128);
    unsigned allowed = 0;
    for (int i = 0; i < n; i++) {
        if (list[i].verb == LM_STAND) allowed |= 1u << LM_PLAY_STAND;
        if (list[i].verb == LM_HIT) allowed |= 1u << LM_PLAY_HIT;
        if (list[i].verb == LM_DOUBLE && list[i].yes == f->at->down) allowed |= 1u << LM_PLAY_DOUBLE;
        if (list[i].verb == LM_SPLIT) allowed |= 1u << LM_PLAY_SPLIT;
        if (list[i].verb == LM_SURRENDER) allowed |= 1u << LM_PLAY_SURRENDER;
    }
    return allowed;
}

static lm_held held_at(const lm_hand *hand)
{
    lm_held held = { .n = hand->n, .staked = hand->marks & LM_FREE_HAND ? LM_STAKED_LAMMER : LM_STAKED_CHIPS };
    for (int i = 0; i < hand->n; i++)
        held.value[i] = (uint8_t)lm_card_value(hand->card[i]);
    return held;
}

static bool is_ours(const felt *f)
{
    const lm_box *box = &f->round.box[f->at->box - 1];
    int last = f->at->hand + box->hands - f->at->hands;
    return f->round.at_box == f->at->box && f->round.at_hand + 1 >= f->at->hand && f->round.at_hand + 1 <= last;
}

/* Other hands draw to 14 and never double, split or surrender. */
static void play_other(felt *f)
{
    const lm_hand *hand = &f->round.box[f->round.at_box - 1].hand[f->round.at_hand];
    bool hits = lm_cards_score(hand->card, hand->n).total < 14 && plays_allowed(f) >> LM_PLAY_HIT & 1;
    assert_true(take_act(f, hits ? LM_PLAY_HIT : LM_PLAY_STAND, false));
}

static void play_ours(felt *f)
{
    lm_held held = held_at(&f->round.box[f->round.at_box - 1].hand[f->round.at_hand]);
    int column = lm_game_column_of(f->odds.game, f->decision.seen);
    lm_play play = lm_game_choice(f->odds.game, column, &held, plays_allowed(f) & ~(1u << LM_PLAY_SPLIT));
    assert_true(take_act(f, play, f->at->down));
}

static lm_card next_card(felt *f, bool hidden)
{
    bool seen = !hidden && f->seen_next < f->seens;
    if (seen) return f->seen[f->seen_next++];
    assert_true(f->unseen_next < f->unseens); /* the shoe lasts for the round */
    return f->unseen[f->unseen_next++];
}

/* A step that no player decides. */
static void step(felt *f, lm_turn turn)
{
    lm_action a = { .verb = turn.verb };
    if (turn.verb == LM_CARD) a.card = next_card(f, false);
    if (turn.verb == LM_DOWN) lm_downs_lay(&f->downs, turn.box, turn.hand, next_card(f, true));
    if (turn.verb == LM_PEEK) a.yes = lm_downs_blackjack(&f->downs, NULL, &f->round);
    if (turn.verb == LM_TURN) {
        a.box = turn.box;
        a.card = (lm_card)lm_downs_take(&f->downs, lm_downs_find(&f->downs, turn.box, turn.hand)).card;
    }
    assert_true(lm_ok(lm_round_apply(&f->round, &f->rules, a)));
}

static void decide(felt *f, lm_play play)
{
    if (f->round.phase != LM_PLAYING) {
        assert_true(lm_ok(lm_round_apply(&f->round, &f->rules, (lm_action){ .verb = LM_CLOSE })));
    } else if (f->at->before[f->acts]) {
        assert_true(take_act(f, play_of_letter(f->at->before[f->acts++]), false));
    } else if (!f->reached) {
        assert_true(is_ours(f) && f->seen_next == f->seens);
        f->reached = true;
        assert_true(take_act(f, play, f->at->down));
    } else {
        (is_ours(f) ? play_ours : play_other)(f);
    }
}

static void open_round(felt *f)
{
    assert_true(lm_ok(lm_round_open(&f->round, &f->rules)));
    for (uint8_t box = 1; box <= f->at->boxes; box++) {
        for (uint8_t n = 0; n < (f->rules.multiple_action == LM_MULTIPLE_OFF ? 1 : 2); n++) {
            lm_action bet = { .verb = LM_BET, .box = box, .n = n, .amount_cents = 10 * LM_DOLLAR };
            assert_true(lm_ok(lm_round_apply(&f->round, &f->rules, bet)));
        }
    }
    assert_true(lm_ok(lm_round_apply(&f->round, &f->rules, (lm_action){ .verb = LM_DEAL })));
    f->downs.n = 0;
    f->seen_next = f->unseen_next = f->acts = 0;
    f->reached = false;
}

/* Wagers that a hand of a split wins or loses by the engine's result. */
static double net_of_hand(const lm_hand *h)
{
    double doubled = h->marks & LM_IS_DOUBLED ? 1 : 0;
    if (h->result == LM_WON) return 1 + doubled;
    if (h->result != LM_LOST) return 0;
    return -(h->marks & LM_FREE_HAND ? 0 : 1) - (h->marks & LM_FREE_DOUBLE ? 0 : doubled);
}

static double net_of(const felt *f)
{
    const lm_box *box = &f->round.box[f->at->box - 1];
    int wagers = f->rules.multiple_action == LM_MULTIPLE_OFF ? 1 : 2;
    double sum = 0;
    if (f->at->hands == 1) {
        lm_spot all = { .box = f->at->box, .wager = LM_MAIN, .n = LM_ALL_SPOTS };
        return (double)lm_round_net(&f->round, all) / (10.0 * LM_DOLLAR) / wagers;
    }
    for (int h = f->at->hand - 1; h < f->at->hand + box->hands - f->at->hands; h++)
        sum += net_of_hand(&box->hand[h]);
    return sum;
}

/* Whether the decision was reached; a reader who finds a blackjack ends the round before it. */
static bool play_order(felt *f, lm_play play, double *net)
{
    open_round(f);
    while (!lm_round_over(&f->round)) {
        lm_turn turn = lm_round_turn(&f->round, &f->rules);
        bool players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
        if (players && turn.verb != LM_TURN)
            decide(f, play);
        else
            step(f, turn);
    }
    *net = net_of(f);
    return f->reached;
}

/* --- every order of the unseen cards */

static bool next_order(lm_card *cards, int n)
{
    int i = n - 2, j = n - 1;
    while (i >= 0 && lm_card_value(cards[i]) >= lm_card_value(cards[i + 1]))
        i--;
    if (i < 0) return false;
    while (lm_card_value(cards[j]) <= lm_card_value(cards[i]))
        j--;
    lm_card kept = cards[i];
    cards[i] = cards[j];
    cards[j] = kept;
    for (int a = i + 1, b = n - 1; a < b; a++, b--) {
        kept = cards[a];
        cards[a] = cards[b];
        cards[b] = kept;
    }
    return true;
}

static int by_value(const void *a, const void *b)
{
    return lm_card_value(*(const lm_card *)a) - lm_card_value(*(const lm_card *)b);
}

static double enumerate_play(felt *f, lm_play play)
{
    double sum = 0, net;
    long orders = 0;
    qsort(f->unseen, (size_t)f->unseens, sizeof *f->unseen, by_value);
    do {
        if (!play_order(f, play, &net)) continue;
        sum += net;
        orders++;
    } while (next_order(f->unseen, f->unseens));
    assert_true(orders > 0);
    return sum / (double)orders;
}

/* --- the coach's price */

static void take_unseen(felt *f)
{
    static const char suits[] = "cdhs";
    f->unseens = 0;
    for (const char *at = f->at->unseen; *at; at++)
        assert_true(lm_card_read((char[]){ *at, suits[f->unseens % 4], 0 }, &f->unseen[f->unseens++]));
}

/* The shoe less all cards of other hands: the unseen ones, the hand's own and the dealer's. */
static lm_census census_of(const felt *f, const lm_hand *hand, lm_card up)
{
    lm_census census = { { 0 } };
    for (int i = 0; i < f->unseens; i++)
        census.copies[f->unseen[i]]++;
    for (int i = 0; i < hand->n; i++)
        census.copies[hand->card[i]]++;
    census.copies[up]++;
    return census;
}

static void go_to_decision(felt *f)
{
    open_round(f);
    for (;;) {
        lm_turn turn = lm_round_turn(&f->round, &f->rules);
        bool players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
        if (!players) {
            step(f, turn);
            continue;
        }
        if (f->round.phase == LM_PLAYING && !f->at->before[f->acts] && is_ours(f)) return;
        decide(f, LM_PLAY_STAND);
    }
}

static void open_felt(felt *f, const spot *at)
{
    *f = (felt){ .at = at };
    assert_true(test_rules_read(&f->rules, at->settings));
    f->seens = read_list(at->seen, f->seen);
    take_unseen(f);
    qsort(f->unseen, (size_t)f->unseens, sizeof *f->unseen, by_value); /* the hole card is low: no blackjack */
    go_to_decision(f);
    const lm_hand *hand = &f->round.box[at->box - 1].hand[at->hand - 1];
    lm_card up = f->round.dealer.card[0];
    f->decision = (lm_decision){
        .held = held_at(hand), .seen = { (uint8_t)lm_card_value(up), 0 }, .hands = at->hands, .down = at->down
    };
    lm_rules fitted = f->rules;
    lm_census census = census_of(f, hand, up);
    lm_decision_rules(&f->decision, &fitted);
    assert_true(open_bout(&f->odds, 0, &fitted, &census));
}

static void prove_spot(const spot *at)
{
    static felt f;
    lm_prices prices;
    double best = -9;
    open_felt(&f, at);
    assert_true(lm_decision_price(f.odds.game, &f.decision, LM_POST_SPLIT_CDZ_MINUS, &prices));
    for (const char *letter = at->plays; *letter; letter++) {
        lm_play play = play_of_letter(*letter);
        double verbs = enumerate_play(&f, play);
        if (!(fabs(prices.value[play] - verbs) <= close_enough)) {
            fprintf(stderr, /* say:test-decision-price */ "%s: %c is priced %.12f, enumerated %.12f\n", at->name,
                    *letter, prices.value[play], verbs);
            f.odds.wrong++;
        }
        if (verbs > best) best = verbs;
    }
    for (int play = 0; play < LM_PLAYS; play++) {
        bool tried = false;
        for (const char *letter = at->plays; *letter; letter++)
            tried |= play_of_letter(*letter) == (lm_play)play;
        if (!at->down) assert_int_equal(tried, !isnan(prices.value[play]));
    }
    if (!at->down) assert_true(fabs(prices.value[prices.best] - best) <= close_enough);
    assert_int_equal(f.odds.wrong, 0);
}

static void test_spots(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        prove_spot(&table[i]);
}

/* One deck, twos split against a 6: without the other two 2-6 is doubled, and is hit when that card is forgotten. */
static void test_split_twos(void **state)
{
    (void)state;
    static bout b;
    lm_rules rules;
    lm_census census;
    lm_prices prices;
    const lm_decision d = { .held = { .n = 2, .value = { 2, 6 } }, .seen = { 6, 0 }, .hands = 2 };
    assert_true(test_rules_read(&rules, "rule_set=mbj decks=1 double_on=any dealer_soft17=stand surrender=off"));
    for (int gone = 0; gone < 2; gone++) {
        lm_census_fresh(&census, 1);
        if (gone) assert_true(lm_census_remove(&census, lm_card_make(1, 0)));
        lm_rules fitted = rules;
        lm_decision_rules(&d, &fitted);
        assert_true(open_bout(&b, 0, &fitted, &census) && lm_decision_price(b.game, &d, LM_POST_SPLIT_CDPN, &prices));
        assert_int_equal(prices.best, gone ? LM_PLAY_DOUBLE : LM_PLAY_HIT);
    }
    assert_true(fabs(prices.value[LM_PLAY_DOUBLE] - 0.1544) < 5e-5 && fabs(prices.value[LM_PLAY_HIT] - 0.1388) < 6e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_spots), cmocka_unit_test(test_split_twos) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
