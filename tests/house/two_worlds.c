/* two_worlds.c - nothing that is sent depends on an unseen card.
 *
 * A house is played twice by the same requests. In the second world the hole card, the burned cards and
 * all cards that have not left the shoe are different; what has been seen is the same. Until a hidden card
 * is turned, every byte to every connection must be the same, the salted commitment apart.
 * MFB-6(b).2 MBJ-6(b).2 a card that lies face down is unknown to all. */
/* soak */
#include "kit/worlds.h"
#include "told.h"

enum { STEPS = 40 };

typedef struct {
    int who;
    json_t *body;
} said;

static void say_once(world *w, int who, json_t *body)
{
    say(w, who, body);
    json_decref(body);
}

/* All people watch; two sit down with chips. */
static void arrive(world *w, const char *table)
{
    for (int i = 0; i < PEOPLE; i++)
        say_once(w, i, json_pack("{s:s, s:s}", "do", "watch", "table", table));
    for (int i = 0; i < 2; i++) {
        say_once(w, i, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", table, "seat", i ? "2" : "1"));
        say_once(w, i, json_pack("{s:s, s:s, s:i}", "do", "buy", "table", table, "cents", 50000));
    }
}

/* A command that is allowed now, chosen from what all people see. Returns a new reference. */
static json_t *choose(world *w, const char *table, uint64_t *wander, int *who)
{
    house_table *t = the_table(w, table);
    json_t *turn = told_turn(&t->state, t->rules);
    const char *verb = json_string_value(json_object_get(turn, "do"));
    const char *seat = json_string_value(json_object_get(turn, "seat"));
    static const char *const plays[] = { "stand", "hit", "double", "split", "hit" };
    json_t *body = NULL;
    unsigned pick = wander_below(wander, 1u << 31);
    *who = seat && seat[0] == '2' ? 1 : 0;
    if (verb && strcmp(verb, "cut") == 0) {
        body = json_pack("{s:s, s:s, s:s, s:i}", "do", "cut", "table", table, "seat", seat ? seat : "1", "count",
                         40 + (int)(pick % 20));
    } else if (verb && strcmp(verb, "bet") == 0) {
        *who = (int)(pick % 2);
        body = pick / 2 % 2 ? json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", table, "seat", *who ? "2" : "1",
                                        "cents", 1000)
                            : json_pack("{s:s, s:s}", "do", "ready", "table", table);
    } else if (verb && strcmp(verb, "insure") == 0) {
        if (!seat) *who = !(pick % 2);
        body = json_pack("{s:s, s:s, s:s, s:i}", "do", "insure", "table", table, "seat", *who ? "2" : "1", "cents", 0);
    } else {
        body = json_pack("{s:s, s:s, s:s}", "do", plays[pick % 5], "table", table, "seat",
                         seat && (*seat == '1' || *seat == '2') ? seat : "1");
    }
    json_decref(turn);
    return body;
}

static int shuffle_of(const house_table *t)
{
    for (int i = 0; i < chance.shuffles; i++) {
        if (memcmp(chance.order[i].card, t->secret.shoe.order[0], t->state.shoe[0].cards) == 0) return i;
    }
    fail_msg("the shoe was not shuffled here");
    return -1;
}

/* The script of the first world, played in a second one whose shoe comes out as the target. */
static void play_again(world *a, const said *script, int steps, const char *table, uint64_t seed,
                       const house_deck *target)
{
    static world b;
    const house_table *t = the_table(a, table);
    chance.wanted = shuffle_of(t);
    chance.target.n = t->state.shoe[0].cards;
    memcpy(chance.target.card, target->order[0], t->state.shoe[0].cards);
    world_open(&b, seed);
    arrive(&b, table);
    for (int i = 0; i < steps; i++)
        say(&b, script[i].who, script[i].body);
    compare_worlds(a, &b, table, seed, steps);
    assert_memory_equal(the_table(&b, table)->secret.shoe.order[0], target->order[0], t->state.shoe[0].cards);
    assert_memory_not_equal(t->secret.shoe.order[0], target->order[0], t->state.shoe[0].cards);
    world_close(&b);
}

/* True when two different worlds were compared. */
static bool two_worlds(const char *table, uint64_t seed)
{
    static world a;
    said script[STEPS];
    uint64_t wander = seed;
    house_deck target;
    int steps = 1 + (int)wander_below(&wander, STEPS);
    chance.wanted = -1;
    forget_players_own();
    world_open(&a, seed);
    arrive(&a, table);
    uint32_t shoe = the_table(&a, table)->state.shoe_number;
    for (int i = 0; i < steps; i++) {
        script[i].body = choose(&a, table, &wander, &script[i].who);
        say(&a, script[i].who, script[i].body);
        note_players_own(the_table(&a, table));
    }
    const house_table *t = the_table(&a, table);
    bool comparable = t->state.sides == 1 && t->state.shoe_number == shoe && t->state.spent.number == 0 &&
                      other_world(t, &wander, 0, &target);
    if (comparable) play_again(&a, script, steps, table, seed, &target);
    world_close(&a);
    for (int i = 0; i < steps; i++)
        json_decref(script[i].body);
    return comparable;
}

static void test_two_worlds(void **state)
{
    static const char *const tables[] = { "wa-freebet",          "ma-freebet",        "ma-blackjack",
                                          "ma-blackjack-nohole", "ma-blackjack-6to5", "ma-blackjack-multi",
                                          "vendor-freebet" };
    enum { TABLES = sizeof tables / sizeof *tables };
    proof p = proof_begin("two-worlds", 70, 20000);
    int64_t compared = 0, tried = 0;
    (void)state;
    for (; proof_goes_on(&p, compared); tried++) {
        uint64_t seed = p.seed + (uint64_t)tried;
        assert_true(tried < compared * 20 + 100);
        compared += two_worlds(tables[seed % TABLES], seed);
    }
    proof_end(&p, compared, "pairs of houses", "0 bytes differ");
}

int main(void)
{
    if (randombytes_set_implementation(&made_chance) != 0 || sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_two_worlds) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
