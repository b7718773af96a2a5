/* two_worlds_rounds.c - two worlds side by side, for thousands of rounds.
 *
 * Two houses get the same requests, one after the other. Before the second one does its part, every card
 * that no person will have seen after this step is exchanged in it: the hole card, burned cards, the
 * rest of the shoe. So at every step of every round the two differ in all that is hidden and in nothing
 * else, and every byte that they send must be the same, the salted commitment apart. At a hand-dealt
 * table the player of box 2 has other cards as well; what that player alone is told of them is left out.
 * When a shoe is opened nothing of it is hidden any more, and both are given the same one to show.
 * MFB-6(b).2 MBJ-6(b).2 a card that lies face down is unknown to all. */
/* soak */
#include "kit/worlds.h"
#include "told.h"

enum { VISIT = 400, HOUSE_STEPS = 40000, SECRETIVE = 2 };

static const char *const tables[] = { "wa-freebet",          "ma-freebet",        "ma-blackjack",
                                      "ma-blackjack-nohole", "ma-blackjack-6to5", "ma-blackjack-multi",
                                      "vendor-freebet",      "ia-freebet",        "ma-blackjack-doubleshoe",
                                      "ma-blackjack-faceup" };
enum { TABLES = sizeof tables / sizeof *tables };

static struct {
    world a, b;
    const proof *proof;
    uint64_t wander;
    long step;
    int64_t rounds, bytes, holes, shoes;
    bool broke[2]; /* has asked for more chips than the wallet holds */
} two;

static unsigned below(unsigned n)
{
    return wander_below(&two.wander, n);
}

/* --- what people say ------------------------------------------------------------------------------------------ */

static json_t *with_seat(const char *word, const char *table, int who)
{
    return json_pack("{s:s, s:s, s:s}", "do", word, "table", table, "seat", who ? "2" : "1");
}

static json_t *with_cents(json_t *body, int cents)
{
    json_object_set_new(body, "cents", json_integer(cents));
    return body;
}

/* A wager that the table offers, at its least. */
static json_t *side_bet(const house_table *t, int who)
{
    json_t *view = told_view(&t->state, t->rules, t->id);
    const json_t *wagers = json_object_get(json_object_get(view, "layout"), "wagers");
    size_t n = json_array_size(wagers);
    json_t *body = with_seat("bet", t->id, who);
    if (n) {
        const json_t *wager = json_array_get(wagers, below((unsigned)n));
        json_object_set(body, "wager", json_object_get(wager, "wager"));
        json_object_set(body, "cents", json_object_get(wager, "least"));
    } else {
        with_cents(body, 500);
    }
    json_decref(view);
    return body;
}

static json_t *lay_bets(const house_table *t, int *who)
{
    const house_state *s = &t->state;
    int other = s->holder[!*who][0] - 1, rack = s->holder[*who][0] - 1;
    if (rack >= 0 && t->state.ready >> rack & 1) {
        *who = !*who;
        rack = other;
    }
    bool has_bet = s->table.round.box[*who].main[0][0] > 0;
    if (rack < 0) return with_seat("sit", t->id, *who);
    if (s->rack[rack].chips_cents < 5000 && !has_bet) {
        two.broke[*who] = !two.broke[*who];
        if (!two.broke[*who]) return json_pack("{s:s}", "do", "play-money");
        return with_cents(json_pack("{s:s, s:s}", "do", "buy", "table", t->id), 20000);
    }
    int spots = s->table.round.box[*who].main[0][1] ? 0 : (int)t->rules->multiple_action;
    if (!has_bet && below(8)) return with_cents(with_seat("bet", t->id, *who), 1000);
    if (has_bet && spots && below(2)) {
        json_t *body = with_cents(with_seat("bet", t->id, *who), 1000);
        json_object_set_new(body, "wager", json_string("main.2"));
        return body;
    }
    if (has_bet && below(4) == 0) return side_bet(t, *who);
    return json_pack("{s:s, s:s}", "do", "ready", "table", t->id);
}

/* Every person may look at any time. */
static json_t *look_around(const char *table, int *who)
{
    static const char *const words[] = { "look", "legal", "watch", "mishaps", "opened-shoe" };
    *who = (int)below(PEOPLE);
    return json_pack("{s:s, s:s}", "do", words[below(5)], "table", table);
}

/* One of the decisions that the turn allows. */
static json_t *decide(const json_t *turn, const char *table, int who)
{
    static const char *const plays[] = { "stand", "hit", "double", "split", "surrender" };
    const json_t *legal = json_object_get(turn, "legal");
    size_t n = json_array_size(legal);
    const char *word = n ? json_string_value(json_object_get(json_array_get(legal, below((unsigned)n)), "do")) : NULL;
    for (size_t i = 0; word && i < sizeof plays / sizeof *plays; i++) {
        if (strcmp(word, plays[i]) == 0) return with_seat(word, table, who);
    }
    return with_seat(plays[below(2)], table, who);
}

static json_t *answer_turn(const house_table *t, const json_t *turn, int *who)
{
    const char *verb = json_string_value(json_object_get(turn, "do"));
    const char *seat = json_string_value(json_object_get(turn, "seat"));
    *who = seat ? seat[0] == '2' : (int)below(2);
    if (verb && strcmp(verb, "bet") == 0) return lay_bets(t, who);
    if (verb && strcmp(verb, "insure") == 0) return with_cents(with_seat("insure", t->id, *who), below(3) ? 0 : 500);
    if (!verb || strcmp(verb, "cut") != 0) return decide(turn, t->id, *who);
    json_t *body = with_seat("cut", t->id, *who);
    json_object_set_new(body, "count", json_integer(40 + below(20)));
    return body;
}

static json_t *choose(const house_table *t, int *who)
{
    if (below(30) == 0) return look_around(t->id, who);
    json_t *turn = told_turn(&t->state, t->rules);
    json_t *body = answer_turn(t, turn, who);
    json_decref(turn);
    return body;
}

/* --- one step in both ----------------------------------------------------------------------------------------- */

/* The first world as it was before the step. */
typedef struct {
    uint64_t chance;
    int shuffles;
    uint32_t shoe_number, opened_number;
    uint8_t commitment[LM_STORE_HASH];
    house_secret secret;
} before_step;

static before_step remember(const house_table *t)
{
    before_step before = { .chance = chance.state,
                           .shuffles = chance.shuffles,
                           .shoe_number = t->state.shoe_number,
                           .opened_number = t->state.opened_number,
                           .secret = t->secret };
    memcpy(before.commitment, t->state.commitment, sizeof before.commitment);
    return before;
}

/* Hides other cards in the second world than in the first. A new shoe is shuffled as wanted; one that is
 * being opened, or that runs out in mid-round, is the same in both for this step. */
static void part_worlds(const before_step *before, const house_table *a, house_table *b)
{
    house_deck target;
    bool same_shoe = a->state.shoe_number == before->shoe_number;
    bool opens = a->state.opened_number != before->opened_number || a->state.spent.number;
    chance.wanted = -1;
    if (!other_world(a, &two.wander, SECRETIVE, &target) || opens || !same_shoe) {
        b->secret = before->secret;
        memcpy(b->state.commitment, before->commitment, sizeof before->commitment);
    } else {
        b->secret.shoe = target;
    }
    if (!same_shoe && chance.shuffles == before->shuffles + 1 && a->state.sides == 1 && !a->state.spent.number) {
        chance.wanted = before->shuffles;
        chance.target.n = a->state.shoe[0].cards;
        memcpy(chance.target.card, target.order[0], a->state.shoe[0].cards);
        two.shoes++;
    }
    chance.state = before->chance;
    chance.shuffles = before->shuffles;
}

static bool holes_differ(const house_table *a, const house_table *b)
{
    for (int side = 0; side < a->state.sides; side++) {
        int hole = hole_index(&a->state, side);
        if (hole >= 0 && fair_card(&a->secret.shoe, &a->state.shoe[side], side, hole) !=
                             fair_card(&b->secret.shoe, &b->state.shoe[side], side, hole))
            return true;
    }
    return false;
}

static void step(const char *table, json_t *body, int who)
{
    house_table *a = the_table(&two.a, table), *b = the_table(&two.b, table);
    before_step before = remember(a);
    two.a.size = two.b.size = 0;
    two.a.keeps_own = two.b.keeps_own = SECRETIVE;
    chance.wanted = -1;
    forget_players_own();
    note_players_own(a);
    say(&two.a, who, body);
    part_worlds(&before, a, b);
    say(&two.b, who, body);
    compare_worlds(&two.a, &two.b, table, two.proof->seed, two.step++);
    two.bytes += (int64_t)two.a.size;
    two.holes += holes_differ(a, b);
    json_decref(body);
}

/* --- a long evening ----------------------------------------------------------------------------------------------- */

static void visit(const char *table)
{
    const house_table *t = the_table(&two.a, table);
    uint32_t rounds = t->state.round;
    if (t->state.holder[0][0] == 0) {
        for (int i = 0; i < PEOPLE; i++)
            step(table, json_pack("{s:s, s:s}", "do", "watch", "table", table), i);
        for (int i = 0; i < 2; i++)
            step(table, with_seat("sit", table, i), i);
    }
    for (int i = 0; i < VISIT && proof_goes_on(two.proof, two.rounds + (t->state.round - rounds)); i++) {
        int who = 0;
        json_t *body = choose(t, &who);
        step(table, body, who);
    }
    two.rounds += t->state.round - rounds;
}

static void open_both(void)
{
    uint64_t seed = proof_random(&two.wander);
    chance.wanted = -1;
    world_open(&two.a, seed);
    world_open(&two.b, seed);
}

static void test_rounds(void **state)
{
    proof p = proof_begin("two-worlds-rounds", 10000, 1000000);
    (void)state;
    two.proof = &p;
    two.wander = p.seed;
    while (proof_goes_on(&p, two.rounds)) {
        open_both();
        for (long end = two.step + HOUSE_STEPS; two.step < end && proof_goes_on(&p, two.rounds);)
            visit(tables[below(TABLES)]);
        world_close(&two.a);
        world_close(&two.b);
    }
    assert_true(two.holes > two.rounds / 4 && two.shoes > two.rounds / 200);
    proof_end(&p, two.rounds, "rounds",
              "%ld steps, %lld bytes compared, 0 differ; other hole cards in %lld steps, %lld other shoes", two.step,
              (long long)two.bytes, (long long)two.holes, (long long)two.shoes);
}

int main(void)
{
    if (randombytes_set_implementation(&made_chance) != 0 || sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rounds) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
