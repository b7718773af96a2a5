/* two_worlds.c - nothing that anybody is sent depends on a card that nobody has seen.
 *
 * A house is played twice by the same requests. In the second world the hole card, the burned cards and all cards that
 * have not left the shoe are others; what has been seen is the same. Until a hidden card is turned, every byte to every
 * connection must be the same, the salted commitment apart. Chance is replaced underneath libsodium, so that the house itself
 * runs as it always does.
 *
 * MFB-6(b).2 MBJ-6(b).2 a card that lies face down is known to nobody. */
/* soak */
#include <sodium.h>

#include "house_help.h"
#include "house_impl.h"

enum { SHUFFLES = 256, STEPS = 40, PEOPLE = 3 };

/* --- chance ---------------------------------------------------------------------------------------------- */

typedef struct {
    int n;
    lm_card card[LM_SHOE_CARDS];
} known_order;

static struct {
    uint64_t state;
    int shuffles;                /* begun */
    int left;                    /* draws of the shuffle in hand */
    known_order order[SHUFFLES]; /* as they were made */
    int wanted;                  /* number of a shuffle that must come out as `target`; -1: none */
    known_order target;
} chance;

static uint32_t next_random(void)
{
    chance.state += 0x9E3779B97F4A7C15u;
    uint64_t z = chance.state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 32);
}

static const char *chance_name(void)
{
    return "two worlds";
}

/* A shuffle asks for a number below 52 times its decks, then below one less, and so on to 2. */
static uint32_t chance_uniform(const uint32_t bound)
{
    uint32_t drawn = next_random() % bound;
    if (chance.left == 0 && (bound < LM_CARDS || bound % LM_CARDS)) return drawn;
    if (chance.left == 0) {
        known_order *o = &chance.order[chance.shuffles++ % SHUFFLES];
        o->n = (int)bound;
        for (int i = 0; i < o->n; i++)
            o->card[i] = (lm_card)(i % LM_CARDS);
        chance.left = (int)bound - 1;
    }
    known_order *o = &chance.order[(chance.shuffles - 1) % SHUFFLES];
    assert_int_equal(bound, chance.left + 1);
    uint32_t i = bound - 1, j = drawn;
    if (chance.shuffles - 1 == chance.wanted) {
        for (j = 0; o->card[j] != chance.target.card[i]; j++)
            assert_true(j < i);
    }
    lm_card held = o->card[i];
    o->card[i] = o->card[j];
    o->card[j] = held;
    chance.left--;
    return j;
}

static void chance_buf(void *const buf, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)buf)[i] = (uint8_t)next_random();
}

static randombytes_implementation made_chance = {
    .implementation_name = chance_name, .random = next_random, .uniform = chance_uniform, .buf = chance_buf
};

static void chance_start(uint64_t seed)
{
    chance.state = seed;
    chance.shuffles = chance.left = 0;
}

/* --- one world ---------------------------------------------------------------------------------------------- */

typedef struct {
    char *text[TEST_HISTORY];
    int n;
} transcript;

typedef struct {
    int step;
    int who;
    json_t *body;
} said;

typedef struct {
    test_house house;
    char session[PEOPLE][80];
    transcript heard;
    int told; /* messages that are in the transcript */
} world;

/* The commitment differs by right. */
static json_t *masked(json_t *json)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(json)) {
        json_array_foreach(json, i, value) masked(value);
    } else if (json_is_object(json)) {
        json_object_foreach(json, key, value)
        {
            if (strcmp(key, "commitment") == 0) {
                json_string_set(value, "-");
            } else {
                masked(value);
            }
        }
    }
    return json;
}

static void note(world *w, uint64_t to, const json_t *json)
{
    json_t *copy = masked(json_deep_copy(json));
    char *text = json_dumps(copy, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(copy);
    char *line = malloc(strlen(text) + 32);
    sprintf(line, "%llu %s", (unsigned long long)to, text);
    free(text);
    w->heard.text[w->heard.n++] = line;
}

static void note_messages(world *w)
{
    for (; w->told < w->house.messages; w->told++)
        note(w, w->house.to[w->told], w->house.message[w->told]);
}

static void say(world *w, int who, const json_t *body)
{
    json_t *answer = test_say(&w->house, (uint64_t)who + 1, w->session[who], json_deep_copy(body));
    note(w, 0, answer);
    note_messages(w);
}

static bool all_held(const lm_house *house)
{
    for (int i = 0; i < house->tables; i++) {
        if (house->table[i]->holding != TABLE_HELD || house->table[i]->first) return false;
    }
    return house->under_way == 0;
}

static void settle(world *w)
{
    for (int i = 0; i < 100000; i++) {
        lm_house_poll(w->house.house);
        if (all_held(w->house.house)) return;
        nanosleep(&(struct timespec){ .tv_nsec = 50000 }, NULL);
    }
    fail_msg("the tables were not taken");
}

static void world_open(world *w, uint64_t seed, const char *table)
{
    memset(w, 0, sizeof *w);
    chance_start(seed);
    test_house_open(&w->house, true);
    settle(w);
    for (int i = 0; i < PEOPLE; i++) {
        json_t *answer = test_do(&w->house, 0, "", json_pack("{s:s}", "do", "guest"));
        snprintf(w->session[i], 80, "%s", json_string_value(json_object_get(answer, "session")));
        json_t *watch = json_pack("{s:s, s:s}", "do", "watch", "table", table);
        say(w, i, watch);
        json_decref(watch);
    }
}

static void world_close(world *w)
{
    test_house_remove(&w->house);
    for (int i = 0; i < w->heard.n; i++)
        free(w->heard.text[i]);
}

/* --- what people say ---------------------------------------------------------------------------------------- */

static house_table *the_table(world *w, const char *table)
{
    return table_find(w->house.house, table);
}

/* Something that may be said now, from what everybody sees; a new reference. */
static json_t *choose(world *w, const char *table, uint64_t *wander, int *who)
{
    house_table *t = the_table(w, table);
    json_t *turn = view_turn(&t->state, &t->profile->rules);
    const char *verb = json_string_value(json_object_get(turn, "do"));
    const char *seat = json_string_value(json_object_get(turn, "seat"));
    static const char *const plays[] = { "stand", "hit", "double", "split", "hit" };
    json_t *body = NULL;
    *wander = *wander * 6364136223846793005u + 1442695040888963407u;
    unsigned pick = (unsigned)(*wander >> 33);
    *who = seat && seat[0] == '2' ? 1 : 0;
    if (verb && strcmp(verb, "cut") == 0) {
        body = json_pack("{s:s, s:s, s:s, s:i}", "do", "cut", "table", table, "seat", seat ? seat : "1",
                         "count", 40 + (int)(pick % 20));
    } else if (verb && strcmp(verb, "bet") == 0) {
        *who = (int)(pick % 2);
        body = pick / 2 % 2 ? json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", table, "seat",
                                        *who ? "2" : "1", "cents", 1000)
                            : json_pack("{s:s, s:s}", "do", "ready", "table", table);
    } else if (verb && strcmp(verb, "insure") == 0) {
        body = json_pack("{s:s, s:s, s:s, s:i}", "do", "insure", "table", table, "seat",
                         seat       ? seat
                         : pick % 2 ? "1"
                                    : "2",
                         "cents", 0);
        *who = seat ? *who : !(pick % 2);
    } else {
        body = json_pack("{s:s, s:s, s:s}", "do", plays[pick % 5], "table", table, "seat",
                         seat && (*seat == '1' || *seat == '2') ? seat : "1");
    }
    json_decref(turn);
    return body;
}

static void arrive(world *w, const char *table)
{
    for (int i = 0; i < 2; i++) {
        json_t *sit = json_pack("{s:s, s:s, s:s}", "do", "sit", "table", table, "seat", i ? "2" : "1");
        json_t *buy = json_pack("{s:s, s:s, s:i}", "do", "buy", "table", table, "cents", 50000);
        say(w, i, sit);
        say(w, i, buy);
        json_decref(sit);
        json_decref(buy);
    }
}

/* --- the second world ---------------------------------------------------------------------------------------- */

static bool makes_blackjack(lm_card a, lm_card b)
{
    lm_card two[2] = { a, b };
    return lm_cards_blackjack(two, 2);
}

/* Other cards wherever nobody has looked; false when there is nothing to change. Players' own cards stay. */
static bool other_world(const house_table *t, uint64_t *wander)
{
    const house_state *s = &t->state;
    const house_shoe *shoe = &s->shoe[0];
    int hidden[LM_SHOE_CARDS], n = 0, hole = -1;
    chance.target.n = shoe->cards;
    memcpy(chance.target.card, t->secret.shoe.order[0], shoe->cards);
    for (int i = 0; i < shoe->cards; i++) {
        bool own = false;
        for (int d = 0; d < s->downs; d++) {
            if (s->down[d].index != i || s->down[d].side) continue;
            if (s->down[d].box)
                own = true;
            else
                hole = i;
        }
        if (!own && (i >= shoe->dealt || shoe->came[i] >= LM_CARDS))
            hidden[n++] = (i + shoe->cut) % shoe->cards;
    }
    for (int i = n - 1; i > 0; i--) {
        *wander = *wander * 6364136223846793005u + 1442695040888963407u;
        int j = (int)((*wander >> 33) % (unsigned)(i + 1));
        lm_card held = chance.target.card[hidden[i]];
        chance.target.card[hidden[i]] = chance.target.card[hidden[j]];
        chance.target.card[hidden[j]] = held;
    }
    if (hole < 0) return n > 1;
    int at = (hole + shoe->cut) % shoe->cards;
    lm_card up = s->table.round.dealer.card[0];
    bool before = makes_blackjack(up, t->secret.shoe.order[0][at]);
    for (int i = 0; makes_blackjack(up, chance.target.card[at]) != before && i < n; i++) {
        lm_card held = chance.target.card[at];
        chance.target.card[at] = chance.target.card[hidden[i]];
        chance.target.card[hidden[i]] = held;
    }
    return makes_blackjack(up, chance.target.card[at]) == before;
}

static int shuffle_of(const house_table *t)
{
    for (int i = 0; i < chance.shuffles; i++) {
        if (memcmp(chance.order[i].card, t->secret.shoe.order[0], t->state.shoe[0].cards) == 0) return i;
    }
    fail_msg("the shoe was not shuffled here");
    return -1;
}

static void compare(const world *a, const world *b, const char *table, uint64_t seed)
{
    for (int i = 0; i < a->heard.n && i < b->heard.n; i++) {
        if (strcmp(a->heard.text[i], b->heard.text[i]) != 0)
            fail_msg("%s, seed %llu, message %d:\n%s\n%s", table, (unsigned long long)seed, i,
                     a->heard.text[i], b->heard.text[i]);
    }
    assert_int_equal(a->heard.n, b->heard.n);
}

/* True when two different worlds were compared. */
static bool two_worlds(const char *table, uint64_t seed)
{
    static world a, b;
    said script[STEPS];
    int steps = 1 + (int)(seed * 2654435761u >> 7) % STEPS;
    uint64_t wander = seed;
    chance.wanted = -1;
    world_open(&a, seed, table);
    arrive(&a, table);
    uint32_t shoe = the_table(&a, table)->state.shoe_number;
    for (int i = 0; i < steps; i++) {
        script[i].body = choose(&a, table, &wander, &script[i].who);
        say(&a, script[i].who, script[i].body);
    }
    const house_table *t = the_table(&a, table);
    bool comparable = t->state.sides == 1 && t->state.shoe_number == shoe && t->state.spent.number == 0 &&
                      other_world(t, &wander);
    if (comparable) {
        chance.wanted = shuffle_of(t);
        world_open(&b, seed, table);
        arrive(&b, table);
        for (int i = 0; i < steps; i++)
            say(&b, script[i].who, script[i].body);
        compare(&a, &b, table, seed);
        assert_memory_not_equal(the_table(&a, table)->secret.shoe.order,
                                the_table(&b, table)->secret.shoe.order,
                                sizeof(lm_card) * t->state.shoe[0].cards);
        world_close(&b);
    }
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
    int wanted = getenv("LAMMER_SOAK") ? 10000 : 70, compared = 0;
    (void)state;
    for (uint64_t seed = 1; compared < wanted; seed++) {
        assert_true(seed < (uint64_t)wanted * 20 + 100);
        compared += two_worlds(tables[seed % TABLES], seed);
    }
    print_message("%d pairs of worlds\n", compared);
}

int main(void)
{
    if (randombytes_set_implementation(&made_chance) != 0 || sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_two_worlds) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
