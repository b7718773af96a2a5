/* worst_round.c - no round costs the house more than `rules check` says.
 *
 * Every place bets its most on everything, with coupons beside it, and a search looks for the worst round there is: it
 * begins with shoes of few ranks and suits, exchanges cards and decisions, and keeps what costs the house no less.
 * Prizes from meters are paid by the meters; what they held when the round began is allowed on top. */
/* sanitized */
/* soak */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dealer_box.h"
#include "lammer/check.h"
#include "lammer/irregular.h"
#include "lammer/meter.h"
#include "lammer/profile.h"

extern const lm_wager *const lm_wagers[];

enum { CHOICES = 256, ROOM = 512, MOST_STEPS = 4000, MOST_BETS = 512 };

/* --- a table ---------------------------------------------------------------------------------------------- */

static lm_profile profile;
static const lm_rules *const k = &profile.rules;

/* The bets of every place at this table: the most that may be laid on each wager, and a coupon for as much beside it.
 * */
static lm_action laid[MOST_BETS];
static int n_laid;

static bool find_most(const lm_round *r, lm_action wanted, lm_action *found)
{
    static lm_action list[8 * ROOM];
    int n = lm_round_legal(r, k, list, 8 * ROOM);
    for (int i = 0; i < n; i++) {
        bool same = list[i].verb == LM_BET && list[i].box == wanted.box && list[i].bettor == wanted.bettor &&
                    list[i].wager == wanted.wager && list[i].n == wanted.n;
        if (!same) continue;
        *found = list[i];
        found->amount_cents = list[i].most_cents;
        return true;
    }
    return false;
}

static void keep_bet(lm_round *r, lm_action action)
{
    if (!lm_ok(lm_round_apply(r, k, action))) return;
    assert_true(n_laid < MOST_BETS);
    laid[n_laid++] = action;
}

static void find_bet(lm_round *r, lm_action wanted)
{
    lm_action found;
    if (!find_most(r, wanted, &found)) return;
    keep_bet(r, found);
    found.instrument = LM_COUPON;
    keep_bet(r, found);
}

/* Wagers that ride on another one come in the second pass. */
static void find_bets(void)
{
    static lm_round r;
    n_laid = 0;
    assert_true(lm_ok(lm_round_open(&r, k)));
    for (uint8_t box = 1; box <= k->boxes; box++) {
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
            for (uint8_t n = 0; n < LM_SPOTS; n++)
                find_bet(&r, (lm_action){ .box = box, .bettor = bettor, .n = n });
            for (uint8_t i = 0; i < 2 * k->offers; i++) {
                uint8_t wager = (uint8_t)(LM_SIDE + i % k->offers);
                bool rides = k->offer[wager - LM_SIDE].wager->beside != NULL;
                if (rides == (i >= k->offers))
                    find_bet(&r, (lm_action){ .box = box, .bettor = bettor, .wager = wager });
            }
        }
    }
}

static void print_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static void print_finding(void *self, const lm_finding *finding)
{
    (void)self;
    if (finding->severity == LM_ERROR) fprintf(stderr, "%s (%s)\n", finding->text, finding->clause);
}

static void open_table(const char *name, const char *words)
{
    static const lm_profile_reader reader = { print_problem, NULL };
    static const lm_finder finder = { print_finding, NULL };
    char text[512];
    const char *settings[24];
    int n = 0;
    snprintf(text, sizeof text, "%s", words);
    for (char *rest = text, *word; (word = strtok_r(rest, " ", &rest));)
        settings[n++] = word;
    assert_true(lm_profile_load(&profile, lm_wagers, name, settings, n, &reader));
    if (lm_rules_check(k, &finder)) fail_msg("%s %s is not legal", name, words);
    find_bets();
}

/* --- a round ---------------------------------------------------------------------------------------------- */

/* What the search alters: the order of the cards, and which of its choices each player takes. */
typedef struct {
    test_shoe shoe;
    uint8_t choice[CHOICES];
} plan;

typedef struct {
    lm_round round;
    lm_meters meters;
    plan *plan;
    int choices;
} game;

static bool may(game *g, lm_action action)
{
    return lm_ok(lm_round_apply(&g->round, k, action));
}

static void must(game *g, lm_action action)
{
    lm_status status = lm_round_apply(&g->round, k, action);
    if (!lm_ok(status))
        fail_msg("%s: %s is refused: %s (%s)", k->name, lm_verb_word((lm_verb)action.verb), lm_why_text(status.why),
                 status.clause ? status.clause : "-");
}

static lm_cents held_by_meters(const game *g)
{
    lm_cents held = 0;
    for (int i = 0; i < g->meters.meters; i++) {
        const lm_meter *m = &g->meters.meter[i];
        if (m->kind != LM_METER_MUST_HIT) held += m->shown_cents + m->reserve_cents + m->overflow_cents;
    }
    return held;
}

/* The dealer calls every award that waits, and the one on turn is paid from its meter. */
static lm_cents paid_by_meter(game *g, lm_turn turn)
{
    const lm_side_bet *bet;
    lm_meter_entry entry;
    while ((bet = lm_meters_uncalled(&g->meters, &g->round))) {
        int called = lm_meters_game(&g->meters, bet->slot);
        assert_true(lm_meter_ok(lm_meters_call_bet(&g->meters, k, bet)));
        assert_true(lm_meter_ok(lm_meters_confirm(&g->meters, called, bet->box_bettor, LM_ROLE_SUPERVISOR)));
    }
    int game_ = lm_meters_game(&g->meters, turn.wager), place = LM_PLACE(turn.box, turn.bettor);
    assert_true(lm_meter_ok(lm_meters_card(&g->meters, game_, place, LM_ROLE_EXECUTIVE, &entry)));
    return entry.amount_cents;
}

/* A display shows the most it may. */
static void award(game *g, lm_turn turn)
{
    const lm_wager *wager = k->offer[turn.wager - LM_SIDE].wager;
    lm_action action = { .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager };
    for (int n = 0; wager->amount_is_shown && n < 2; n++) {
        if (wager->shown[n].most > action.amount_cents) action.amount_cents = wager->shown[n].most;
    }
    if (!wager->amount_is_shown) action.amount_cents = paid_by_meter(g, turn);
    must(g, action);
}

/* Hand-dealt: every player shows the cards. */
static void expose(game *g)
{
    for (uint8_t box = 1; box <= k->boxes; box++) {
        while (g->round.box[box - 1].hand[0].hidden)
            must(g, (lm_action){ .verb = LM_TURN, .box = box, .card = test_shoe_turn(&g->plan->shoe, box, 1) });
    }
    must(g, (lm_action){ .verb = LM_CLOSE });
}

static void choose(game *g)
{
    lm_action list[ROOM];
    int n = lm_round_legal(&g->round, k, list, ROOM);
    assert_true(n > 0);
    if (n > ROOM) n = ROOM;
    lm_action action = list[g->plan->choice[g->choices++ % CHOICES] % n];
    action.amount_cents = action.most_cents;
    must(g, action);
}

static void step(game *g)
{
    lm_turn turn = lm_round_turn(&g->round, k);
    lm_action action;
    if (turn.verb == LM_AWARD) {
        award(g, turn);
    } else if (g->round.phase == LM_EXPOSING) {
        expose(g);
    } else if (test_dealer_answers(&g->plan->shoe, &g->round, turn, &action)) {
        must(g, action);
    } else {
        choose(g);
    }
}

/* Draws one bettor for the must-hit prize, at its largest amount. */
static void award_must_hit(game *g)
{
    for (int i = 0; i < g->round.sides; i++) {
        const lm_side_bet *bet = &g->round.side[i];
        const lm_wager *wager = k->offer[bet->slot - LM_SIDE].wager;
        int64_t configuration = wager->must_hit.rule ? k->value[wager->must_hit.rule] : 0;
        if (!configuration) continue;
        may(g, (lm_action){ .verb = LM_AWARD,
                            .yes = 1,
                            .box = bet->box_bettor / LM_BETTORS,
                            .bettor = bet->box_bettor % LM_BETTORS,
                            .wager = bet->slot,
                            .amount_cents = (lm_cents)wager->must_hit.most_dollars[configuration] * LM_DOLLAR });
    }
}

static void open_meters(game *g)
{
    lm_meters_open(&g->meters, k, 1);
    for (int i = 0; i < g->meters.meters; i++) {
        lm_meter *m = &g->meters.meter[i];
        if (m->kind == LM_METER_MUST_HIT) assert_true(lm_meter_ok(lm_meter_arm(m, m->terms.limit_cents)));
    }
}

/* What the round costs the house; `held` is what its meters held. */
static lm_cents play(plan *p, lm_cents *held)
{
    static game g;
    g.plan = p;
    g.choices = 0;
    p->shoe.next = p->shoe.burns = 0;
    p->shoe.downs.n = 0;
    open_meters(&g);
    assert_true(lm_ok(lm_round_open(&g.round, k)));
    for (int i = 0; i < n_laid; i++)
        must(&g, laid[i]);
    must(&g, (lm_action){ .verb = LM_DEAL });
    if (g.meters.games) assert_true(lm_meter_ok(lm_meters_deal(&g.meters, &g.round)));
    *held = held_by_meters(&g);
    for (int steps = 0; !lm_round_over(&g.round); steps++) {
        assert_true(steps < MOST_STEPS);
        if (p->shoe.next == p->shoe.size) return 0; /* the shoe is exhausted: another one will do */
        step(&g);
    }
    award_must_hit(&g);
    lm_cents loss = -g.round.tray_cents, allowed = lm_rules_worst_loss(k) + *held;
    if (loss > allowed)
        fail_msg(/* say:test-round-costs-too-much */ "%s: a round costs $%lld, above the bound of $%lld", k->name,
                 (long long)loss / LM_DOLLAR, (long long)allowed / LM_DOLLAR);
    return loss;
}

/* --- rounds made by hand ---------------------------------------------------------------------------------- */

/* The shoe begins with these cards; players take their first choice, which is not asked for where the dealer shows a
 * blackjack. */
static const struct {
    const char *clause, *profile, *settings, *shoe;
    lm_cents dollars;
} rounds[] = {
    /* Six A-K-Q-J of the chosen suit: envy pays 30 times $3,000. The first wins the meter with what the stakes fed it,
     * $1,003, the others each a new seed. The house takes six wagers of $500 and six of $5. */
    { "MBJ-19(n).2", "ma-blackjack",
      "offer=super4:N decks=8 boxes=6 max_bet=500 super4.seed=1000 super4.contribution=10",
      "Qd Qd Qd Qd Qd Qd Kd Jd Jd Jd Jd Jd Jd Ad", 30 * 3000 + 1003 + 5 * 1000 - 6 * 500 - 6 * 5 },
    /* Four pairs of the king of spades against a blackjack at 1000 to 1: $100 with a coupon, and for the dealer the
     * tenth that may be added at the maximum, with its coupon. */
    { "MBJ-29(h)", "ma-blackjack", "offer=kings-bounty:1 decks=8 boxes=4 max_bet=500 side_max=100",
      "Ks Ks Ks Ks Th Ks Ks Ks Ks Ah", 4 * 1000 * (200 + 20) - 4 * 500 },
    /* TriLux and its bonus for the dealer: three times A-K-Q of hearts, which win 25 to 1 on $100 and a coupon. */
    { "MBJ-30(T2)", "ma-blackjack", "offer=trilux:2 boxes=3 max_bet=500 side_max=100", "Kh Kh Kh Qh Ah Ah Ah 9c 2c",
      3 * (25 * 200 + 10) + 3 * (750 + 500) },
};

static int stack_cards(plan *p, const char *text)
{
    int n = 0;
    char word[3];
    for (int length; sscanf(text, " %2s%n", word, &length) == 1; text += length, n++) {
        lm_card card;
        assert_true(lm_card_read(word, &card));
        int at = n;
        while (p->shoe.card[at] != card)
            at++;
        p->shoe.card[at] = p->shoe.card[n];
        p->shoe.card[n] = card;
    }
    return n;
}

static void test_rounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        static plan p;
        test_random random = { 1 };
        lm_cents held;
        open_table(rounds[i].profile, rounds[i].settings);
        test_shoe_shuffle(&p.shoe, (int)k->decks, &random);
        stack_cards(&p, rounds[i].shoe);
        memset(p.choice, 0, sizeof p.choice);
        lm_cents loss = play(&p, &held);
        if (loss != rounds[i].dollars * LM_DOLLAR)
            fail_msg("%s: the round costs $%lld", rounds[i].clause, (long long)loss / LM_DOLLAR);
    }
}

/* --- the search ------------------------------------------------------------------------------------------- */

static void exchange(lm_card *a, lm_card *b)
{
    lm_card card = *a;
    *a = *b;
    *b = card;
}

typedef struct {
    unsigned ranks, suits;
} theme;

/* A-K-Q-J of the suit that Super 4 honours, or a few ranks and suits by chance. */
static theme draw_theme(bool royal, test_random *random)
{
    theme t = { 0, 0 };
    if (royal) return (theme){ 1u << LM_ACE | 1u << LM_KING | 1u << LM_QUEEN | 1u << LM_JACK, 1u << k->super4_suit };
    for (int n = 1 + test_random_below(random, 4); n; n--)
        t.ranks |= 1u << test_random_below(random, 13);
    for (int n = 1 + test_random_below(random, 3); n; n--)
        t.suits |= 1u << test_random_below(random, 4);
    return t;
}

/* Moves the given cards to the front of the shoe. */
static void stack_theme(test_shoe *shoe, theme t)
{
    int front = 0;
    for (int i = 0; i < shoe->size; i++) {
        lm_card card = shoe->card[i];
        if (t.ranks >> lm_rank(card) & 1 && t.suits >> lm_suit(card) & 1)
            exchange(&shoe->card[front++], &shoe->card[i]);
    }
}

static void alter(plan *p, test_random *random)
{
    for (int n = 1 + test_random_below(random, 3); n; n--) {
        int at = test_random_below(random, 60 < p->shoe.size ? 60 : p->shoe.size);
        if (test_random_below(random, 3))
            exchange(&p->shoe.card[at], &p->shoe.card[test_random_below(random, p->shoe.size)]);
        else
            p->choice[test_random_below(random, 48)] = (uint8_t)test_random_next(random);
    }
}

static lm_cents climb(uint64_t seed, int steps, lm_cents *held)
{
    static plan best, trial;
    test_random random = { seed * 0x9E3779B97F4A7C15u + 1 };
    test_shoe_shuffle(&best.shoe, (int)k->decks, &random);
    stack_theme(&best.shoe, draw_theme(seed % 1000 == 1, &random));
    for (int i = 0; i < CHOICES; i++)
        best.choice[i] = (uint8_t)test_random_next(&random);
    lm_cents worst = play(&best, held);
    for (int i = 1; i < steps; i++) {
        trial = best;
        alter(&trial, &random);
        lm_cents loss = play(&trial, held);
        if (loss < worst) continue;
        worst = loss;
        best = trial;
    }
    return worst;
}

static const struct {
    const char *profile, *settings;
    int found; /* per cent of the bound that the search must reach, to show that it looks in the right places */
} tables[] = {
    { "ma-blackjack", "offer=", 25 },
    { "ma-blackjack", "offer= bonus_678=on five_card_21=on bonus_on_double=on", 15 },
    { "ma-blackjack", "offer= bettors_per_box=3 surrender=on even_money=on", 20 },
    { "ma-blackjack-nohole", "offer= late_insurance=on", 25 },
    { "ma-blackjack-multi", "offer=buster:A,super4:1,over13", 25 },
    { "ma-blackjack-6to5", "offer=buster:B,blackjack-bonus bonus_stakes=5", 50 },
    { "ma-blackjack-faceup", "offer=buster:A buster_bonus=B1", 50 },
    { "ma-blackjack-doubleshoe", "offer=super4:2 super4_musthit=1 bettors_per_box=2", 2 },
    { "ma-blackjack", "offer=super4:N decks=8 super4.seed=1000 super4.contribution=10 super4_musthit=3", 5 },
    { "ma-blackjack", "offer=super4:N decks=8 super4.seed=1000 super4.contribution=10 bettors_per_box=3", 1 },
    { "ma-blackjack", "offer=kings-bounty:1,match-dealer,trilux:2,super3 decks=8 bettors_per_box=3", 5 },
    { "ma-blackjack", "offer=kings-bounty:1,over13,under13 dealer_bets=on", 1 },
    { "ma-blackjack", "offer=twenty-point:A,trilux:1,match-dealer", 2 },
    { "ma-blackjack", "offer=twenty-point:A twenty_point_cap=25000", 2 },
    { "ma-blackjack", "offer=21+3:A,trilux:3", 30 },
    { "ma-blackjack", "offer=third-card,trilux:4", 8 },
    { "ma-blackjack", "offer=in-between:A", 20 },
    { "ma-blackjack", "offer=blackjack-bonus,trilux:2 bonus_stakes=both bettors_per_box=2", 40 },
    { "ma-blackjack", "offer=blazing7:1,sevens bonus_777=on", 10 },
    { "ma-blackjack-nohole", "offer=aces", 10 },
    { "ma-blackjack-nohole", "offer=super4:3 super4_star=2 bettors_per_box=3", 2 },
    { "ma-freebet", "dealer_bets=on boxes_per_player=7", 50 },
    { "wa-freebet", "offer=push22:1,pot-of-gold:01,blazing7:2 dealer_bets=on", 3 },
    { "vendor-freebet", "offer=push22:2 dealer_bets=on", 50 },
    { "ia-freebet", "offer=push22", 50 },
};

static void test_search(void **state)
{
    (void)state;
#ifdef LAMMER_SANITIZED
    enum { CLIMBS = 1, ROUNDS = 200 };
#else
    enum { CLIMBS = 3, ROUNDS = 4000 };
#endif
    int climbs = getenv("LAMMER_SOAK") ? 100 * CLIMBS : CLIMBS;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lm_cents worst = 0, held = 0;
        open_table(tables[i].profile, tables[i].settings);
        for (int c = 0; c < climbs; c++) {
            lm_cents found = climb((uint64_t)(i * 1000 + (size_t)c + 1), ROUNDS, &held);
            if (found > worst) worst = found;
        }
        lm_cents bound = lm_rules_worst_loss(k) + held;
        printf("%s %s: $%lld found, at most $%lld\n", tables[i].profile, tables[i].settings,
               (long long)worst / LM_DOLLAR, (long long)bound / LM_DOLLAR);
#ifndef LAMMER_SANITIZED
        if (worst * 100 < bound * tables[i].found) fail_msg("the search found too little");
#endif
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rounds), cmocka_unit_test(test_search) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
