/* worlds.h - two runs ("worlds") that differ only in unseen cards.
 *
 * Random numbers are replaced underneath libsodium, so that a house runs unchanged and repeatably, and a shuffle can be
 * given its result. A world keeps every byte that its house sends, except the salted commitment. */
#ifndef LAMMER_TEST_WORLDS_H
#define LAMMER_TEST_WORLDS_H

#include <sodium.h>

#include "hand_house.h"
#include "floor/floor.h"
#include "proof.h"

enum { SHUFFLES = 256, PEOPLE = 3 };

/* --- chance ---------------------------------------------------------------------------------------------- */

typedef struct {
    int n;
    lm_card card[LM_SHOE_CARDS];
} known_order;

static struct {
    uint64_t state;
    int shuffles;                /* begun */
    int left;                    /* draws left in the current shuffle */
    known_order order[SHUFFLES]; /* as they were made */
    int wanted;                  /* number of a shuffle that must come out as `target`; -1: none */
    known_order target;
} chance;

static uint32_t next_random(void)
{
    return (uint32_t)(proof_random(&chance.state) >> 32);
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
    hand_house h;
    char session[PEOPLE][80];
    char *heard; /* lines: a connection, and what it was sent */
    size_t size, room;
    int status;         /* of the last answer */
    uint64_t keeps_own; /* a connection whose own cards are not kept here; 0: none */
} world;

/* The commitment may differ, because it is salted. */
static void mask_commitments(char *text)
{
    static const char key[] = "\"commitment\":\"";
    for (char *at = strstr(text, key); at; at = strstr(at, key)) {
        at += sizeof key - 1;
        for (; *at && *at != '"'; at++)
            *at = '-';
    }
}

static void note(world *w, uint64_t to, const char *text, size_t size)
{
    if (w->size + size + 32 > w->room) {
        w->room = 2 * w->room + size + 4096;
        w->heard = realloc(w->heard, w->room);
        assert_non_null(w->heard);
    }
    char *line = w->heard + w->size;
    int head = sprintf(line, "%llu ", (unsigned long long)to);
    memcpy(line + head, text, size);
    line[(size_t)head + size] = '\0';
    mask_commitments(line);
    line[(size_t)head + size] = '\n';
    w->size += (size_t)head + size + 1;
}

static void world_hears(hand_house *h, uint64_t connection, const char *text, size_t size)
{
    world *w = (world *)h;
    bool own = strstr(text, "\"own\":true") || (strstr(text, "\"own_cards\":[") && !strstr(text, "\"own_cards\":[]"));
    if (!own || connection != w->keeps_own) note(w, connection, text, size);
}

/* Borrows the body; returns the answer. */
static json_t *say(world *w, int who, const json_t *body)
{
    uint64_t token = hand_ask(&w->h, (uint64_t)who + 1, w->session[who], body);
    json_t *answer = hand_wait(&w->h, token, &w->status);
    hand_step(&w->h);
    char *text = json_dumps(answer, JSON_COMPACT);
    note(w, 0, text, strlen(text));
    free(text);
    return answer;
}

static void world_open(world *w, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    chance_start(seed);
    hand_open(&w->h, true);
    w->h.hear = world_hears;
    for (int i = 0; i < PEOPLE; i++) {
        json_t *answer = hand_say(&w->h, 0, "", json_pack("{s:s}", "do", "guest"), NULL);
        snprintf(w->session[i], 80, "%s", json_string_value(json_object_get(answer, "session")));
    }
}

static void world_close(world *w)
{
    hand_remove(&w->h);
    free(w->heard);
}

static house_table *the_table(world *w, const char *table)
{
    return table_find(w->h.house, table);
}

/* Compares byte for byte; reports the first line that differs. */
static void compare_worlds(const world *a, const world *b, const char *table, uint64_t seed, long step)
{
    if (a->size == b->size && memcmp(a->heard, b->heard, a->size) == 0) return;
    const char *x = a->heard, *y = b->heard, *xe = a->heard + a->size, *ye = b->heard + b->size;
    while (x < xe && y < ye) {
        size_t m = strcspn(x, "\n"), n = strcspn(y, "\n");
        if (m != n || memcmp(x, y, m) != 0)
            fail_msg(/* say:test-worlds-differ */ "%s, seed %llu, step %ld: the worlds differ:\n%.*s\n%.*s", table,
                     (unsigned long long)seed, step, (int)m, x, (int)n, y);
        x += m + 1;
        y += n + 1;
    }
    fail_msg("%s, seed %llu, step %ld: one world says more than the other", table, (unsigned long long)seed, step);
}

/* --- the second world ---------------------------------------------------------------------------------------- */

static unsigned wander_below(uint64_t *wander, unsigned n)
{
    return (unsigned)(proof_random(wander) % n);
}

static void exchange_cards(lm_card *a, lm_card *b)
{
    lm_card held = *a;
    *a = *b;
    *b = held;
}

/* Cards that lay face down before a player of the hand-dealt game: a hand over 21 is discarded unseen,
 * so their sum is known although they are not (MBJ-6a(e)(2).1). */
static bool was_players_own[HOUSE_SIDES][LM_SHOE_CARDS];

static void forget_players_own(void)
{
    memset(was_players_own, 0, sizeof was_players_own);
}

static void note_players_own(const house_table *t)
{
    const house_state *s = &t->state;
    for (int d = 0; d < (int)s->downs.n; d++)
        was_players_own[down_side(s->downs.down[d].card)][s->downs.down[d].card & DOWN_INDEX] |=
            s->downs.down[d].box && !(s->downs.down[d].card & DOWN_SPENT);
}

/* A hand-dealt player's own cards stay; no player knows any other card that lies face down. */
static bool is_players_own(const house_table *t, int side, int index)
{
    const house_state *s = &t->state;
    if (t->rules->shoe == LM_SHOE_HAND && was_players_own[side][index]) return true;
    for (int d = 0; d < (int)s->downs.n; d++) {
        if ((s->downs.down[d].card & DOWN_INDEX) == index && down_side(s->downs.down[d].card) == side &&
            s->downs.down[d].box)
            return t->rules->shoe == LM_SHOE_HAND;
    }
    return false;
}

static int hole_index(const house_state *s, int side)
{
    for (int d = 0; d < (int)s->downs.n; d++) {
        if (!s->downs.down[d].box && down_side(s->downs.down[d].card) == side && !(s->downs.down[d].card & DOWN_SPENT))
            return s->downs.down[d].card & DOWN_INDEX;
    }
    return -1;
}

static bool makes_blackjack(lm_card a, lm_card b)
{
    lm_card two[2] = { a, b };
    return lm_cards_blackjack(two, 2);
}

/* What the card reader has said stays true. */
static void keep_readers_word(const house_table *t, int side, const int *hidden, int n, house_deck *target)
{
    const house_state *s = &t->state;
    const house_shoe *shoe = &s->shoe[side];
    int hole = hole_index(s, side);
    if (hole < 0 || s->table.round.dealer.reader == LM_READER_UNUSED) return;
    lm_card *it = &target->order[side][(hole + shoe->cut) % shoe->cards], up = s->table.round.dealer.card[0];
    bool was = makes_blackjack(up, fair_card(&t->secret.shoe, shoe, side, hole));
    for (int i = 0; makes_blackjack(up, *it) != was && i < n; i++)
        exchange_cards(it, &target->order[side][hidden[i]]);
    assert_true(makes_blackjack(up, *it) == was);
}

/* Exchanges the cards that only their hand-dealt player sees for others of the same rank. The round stays the same,
 * so no other player may see a difference. */
static void change_own_cards(const house_table *t, uint8_t box, int side, const int *hidden, int n, house_deck *target)
{
    const house_shoe *shoe = &t->state.shoe[side];
    for (uint32_t d = 0; box && d < t->state.downs.n; d++) {
        const lm_down *down = &t->state.downs.down[d];
        if (down->box != box || down_side(down->card) != side || down->card & DOWN_SPENT) continue;
        lm_card *it = &target->order[side][((down->card & DOWN_INDEX) + shoe->cut) % shoe->cards];
        int i = 0;
        while (i < n &&
               (lm_rank(*it) != lm_rank(target->order[side][hidden[i]]) || *it == target->order[side][hidden[i]]))
            i++;
        if (i < n) exchange_cards(it, &target->order[side][hidden[i]]);
    }
}

/* Other cards in all unseen places: the hole card, burned cards and all that have not left the shoe; and
 * at a hand-dealt table in the hand of one box, unless that is 0. False when there is nothing to change. */
static bool other_world(const house_table *t, uint64_t *wander, uint8_t box, house_deck *target)
{
    *target = t->secret.shoe;
    bool other = false;
    for (int side = 0; side < t->state.sides; side++) {
        const house_shoe *shoe = &t->state.shoe[side];
        int hidden[LM_SHOE_CARDS], n = 0;
        for (int i = 0; i < shoe->cards; i++) {
            bool unseen = i >= shoe->dealt || shoe->came[i] >= LM_CARDS;
            if (unseen && !is_players_own(t, side, i)) hidden[n++] = (i + shoe->cut) % shoe->cards;
        }
        for (int i = n - 1; i > 0; i--)
            exchange_cards(&target->order[side][hidden[i]],
                           &target->order[side][hidden[wander_below(wander, (unsigned)i + 1)]]);
        if (t->rules->shoe == LM_SHOE_HAND) change_own_cards(t, box, side, hidden, n, target);
        keep_readers_word(t, side, hidden, n, target);
        other |= n > 1;
    }
    return other;
}

#endif
