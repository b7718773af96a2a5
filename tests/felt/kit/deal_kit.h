/* deal_kit.h - a virtual table without a house around it: records are made by play_act and play_on, and
 * every one of them is replayed at once on a second state, with the key and on a third without it. */
#ifndef LAMMER_TESTS_DEAL_KIT_H
#define LAMMER_TESTS_DEAL_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "dealer_box.h"
#include "play.h"
#include "replay.h"
#include "server_rooms.h"
#include "lammer/program/words_json.h"
#include "told.h"

typedef struct kit {
    lm_rules *own_rules;
    const lm_rules *rules;
    house_state state, echo, blind;
    house_secret secret, echo_secret;
    uint8_t key[32];
    house_play *play; /* the last record as it was made */
    house_play *again;
    test_random random;
    json_t *journal; /* array of records: arrays of acts */
    int refused;
    bool coverless; /* the cover card is left out of every shoe, so that shoes run out in mid-round */
    /* Runs after every record with the state before it; the seed of chance is reset first, so that a repeat draws the
     * same. */
    void (*twin)(struct kit *k, const house_state *before, const house_secret *secret, const json_t *act);
    void (*seed)(uint64_t seed);
} kit;

#define KIT_ID "t1"

/* --- chance that can be repeated ------------------------------------------------------------------------ */

static test_random kit_chance = { 1 };

static inline const char *kit_chance_name(void)
{
    return "repeatable";
}

static inline uint32_t kit_chance_next(void)
{
    return (uint32_t)(test_random_next(&kit_chance) >> 32);
}

static inline void kit_chance_fill(void *const bytes, const size_t size)
{
    uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)kit_chance_next();
}

static inline void kit_seed(uint64_t seed)
{
    kit_chance.state = 0x9E3779B97F4A7C15ULL * (seed + 1);
}

/* Call this before sodium_init: then every number that libsodium draws comes from kit_seed. */
static inline void kit_repeatable(void)
{
    static randombytes_implementation repeatable = {
        .implementation_name = kit_chance_name,
        .random = kit_chance_next,
        .buf = kit_chance_fill,
    };
    randombytes_set_implementation(&repeatable);
}

/* --- records -------------------------------------------------------------------------------------------- */

static inline void kit_begin(kit *k, house_play *play, house_state *from, house_secret *secret, bool replays,
                             bool with_key)
{
    play_end(play);
    memset(play, 0, sizeof *play);
    play->state = *from;
    play->rules = k->rules;
    play->id = KIT_ID;
    play->secret = secret;
    play->key = with_key ? k->key : NULL;
    play->replays = replays;
    play->now_ms = 1000 * (from->seq + 1);
}

static inline void kit_replay_on(kit *k, house_state *state, house_secret *secret, bool with_key)
{
    kit_begin(k, k->again, state, secret, true, with_key);
    replay_acts(k->play, k->again);
    *state = k->again->state;
    state->seq++;
}

/* The trigger of a must-hit prize is all that stays hidden without the key. */
static inline void kit_compare_blind(const kit *k)
{
    static house_state seen, blind;
    seen = k->state;
    blind = k->blind;
    for (int i = 0; i < LM_METERS; i++) {
        seen.meters.meter[i].trigger_cents = blind.meters.meter[i].trigger_cents = 0;
        seen.meters_before.meter[i].trigger_cents = blind.meters_before.meter[i].trigger_cents = 0;
    }
    assert_memory_equal(&seen, &blind, sizeof seen);
}

/* Keeps what was played as the next record. */
static inline void kit_keep(kit *k)
{
    k->state = k->play->state;
    k->state.seq++;
    kit_replay_on(k, &k->echo, &k->echo_secret, true);
    assert_memory_equal(&k->state, &k->echo, sizeof k->state);
    assert_memory_equal(&k->secret, &k->echo_secret, sizeof k->secret);
    kit_replay_on(k, &k->blind, NULL, false);
    kit_compare_blind(k);
    if (k->journal) json_array_append(k->journal, told_acts(k->play));
}

static inline void kit_take_cover(kit *k)
{
    for (int side = 0; k->coverless && side < HOUSE_SIDES; side++)
        k->state.shoe[side].cover = k->echo.shoe[side].cover = k->blind.shoe[side].cover = UINT16_MAX;
}

/* Does one act, and then all that the dealer can do. False: refused, nothing changed. Steals the act; NULL: only
 * the dealer acts. */
static inline bool kit_do(kit *k, json_t *act)
{
    house_secret secret = k->secret;
    house_state *before = malloc(sizeof *before);
    kit_take_cover(k);
    *before = k->state;
    if (k->seed) k->seed((uint64_t)k->state.seq + 1);
    kit_begin(k, k->play, &k->state, &k->secret, false, true);
    bool ok = (!act || play_recorded(k->play, act)) && play_on(k->play);
    if (ok && json_array_size(told_acts(k->play))) kit_keep(k);
    if (ok && k->twin) k->twin(k, before, &secret, act);
    json_decref(act);
    free(before);
    if (ok) return true;
    bool by_dealer =
        json_array_size(told_acts(k->play)) > 0; /* the refusal concerns the dealer's own step, not the player's act */
    if (k->play->refusal.kind == LM_REFUSED_FAULT || by_dealer) fail_msg("%s", k->play->refusal.text);
    k->secret = secret;
    k->refused++;
    return false;
}

static inline void kit_must(kit *k, json_t *act)
{
    char *text = json_dumps(act, 0);
    if (!kit_do(k, act))
        fail_msg(/* say:test-act-refused */ "%s is refused: %s (%s)", text, k->play->refusal.text,
                 k->play->refusal.clause);
    free(text);
}

static inline bool kit_action(kit *k, lm_action action)
{
    return kit_do(k, lm_words_of_action(k->rules, &action));
}

/* A table that is open for business, without players. */
static inline kit *kit_found(const char *rules, const char *settings, const char *dealing, const char *link,
                             uint64_t seed)
{
    kit *k = calloc(1, sizeof *k);
    char text[LM_HOUSE_TEXT];
    assert_true(sodium_init() >= 0);
    k->play = calloc(1, sizeof *k->play);
    k->again = calloc(1, sizeof *k->again);
    k->random.state = seed;
    randombytes_buf(k->key, sizeof k->key);
    house_terms terms = { 0 };
    snprintf(terms.rules, sizeof terms.rules, "%s", rules);
    snprintf(terms.settings, sizeof terms.settings, "%s", settings);
    if (!rules_of_terms(&shipped_rules, &terms, &k->own_rules, text)) fail_msg("%s %s: %s", rules, settings, text);
    k->rules = k->own_rules;
    kit_must(k, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "title", "a table", "rules", rules,
                          "settings", settings, "dealing", dealing, "money", "play", "link", link));
    kit_must(k, json_pack("{s:s, s:i}", "do", "tray-open", "cents", 100000000));
    return k;
}

static inline kit *kit_open(const char *rules, const char *settings, uint64_t seed)
{
    return kit_found(rules, settings, "virtual", "", seed);
}

static inline void kit_close(kit *k)
{
    play_end(k->play);
    play_end(k->again);
    json_decref(k->journal);
    free(k->play);
    free(k->again);
    free(k->own_rules);
    free(k);
}

static inline void kit_sit(kit *k, const char *player, const char *seat)
{
    bool new_here = rack_of(&k->state, player) < 0;
    kit_must(k, json_pack("{s:s, s:s, s:s}", "do", "sit", "player", player, "seat", seat));
    if (new_here) kit_must(k, json_pack("{s:s, s:s, s:i}", "do", "buy", "player", player, "cents", 5000000));
}

/* The player to whom the table offers the cut cuts, or the dealer. */
static inline void kit_cut(kit *k)
{
    int least, most;
    char seat[LM_SEAT_TEXT];
    assert_int_equal(k->state.shoe_stage, SHOE_SEALED);
    assert_true(k->state.cutter);
    shoe_cut_limits(&k->state, k->rules, &least, &most);
    lm_words_of_seat(k->state.cutter, 0, 0, seat);
    int count = least + test_random_below(&k->random, most - least + 1);
    kit_must(k, json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", seat, "count", count));
}

/* A shoe in the test's order, as a separate record, cut by the dealer: the cards named come
 * first (burn cards too), the rest of the decks in order of rank. The table must need a shoe: no player may
 * have sat down before. */
static inline void kit_stack(kit *k, const char *cards)
{
    int left[LM_CARDS], n = 0, cut, most, decks = (int)k->rules->decks, size = decks * LM_CARDS;
    lm_card out[LM_SHOE_CARDS];
    house_secret secret = { .shoe = { .known = true, .cards = { (uint16_t)size } } };
    uint8_t commitment[LM_STORE_HASH];
    char hex[2 * LM_STORE_HASH + 1];
    for (int i = 0; i < LM_CARDS; i++)
        left[i] = decks;
    for (; *cards; cards += *cards == ' ' ? 1 : 2) {
        if (*cards == ' ') continue;
        assert_true(lm_card_read((char[]){ cards[0], cards[1], '\0' }, &out[n]));
        left[out[n++]]--;
    }
    for (int i = 0; i < LM_CARDS; i++) {
        for (; left[i] > 0; left[i]--)
            out[n++] = (lm_card)i;
    }
    assert_int_equal(n, size);
    house_state asked = { .sides = 1, .shoe = { { .cards = (uint16_t)size } } };
    shoe_cut_limits(&asked, k->rules, &cut, &most);
    for (int i = 0; i < size; i++)
        secret.shoe.order[0][(i + cut) % size] = out[i];
    fair_commitment(&secret.shoe, commitment);
    sodium_bin2hex(hex, sizeof hex, commitment, sizeof commitment);
    uint32_t number = k->state.shoe_number + 1;
    kit_begin(k, k->play, &k->state, &k->secret, false, true);
    char *sealed = fair_seal(&secret, k->key, KIT_ID, number);
    json_t *shoe = json_pack("{s:s, s:i, s:[i], s:s, s:s}", "do", "shoe", "number", (int)number, "cards", size,
                             "commitment", hex, "sealed", sealed);
    free(sealed);
    json_t *by_dealer = json_pack("{s:s, s:s, s:i}", "do", "cut-shoe", "seat", "dealer", "count", cut);
    if (!play_recorded(k->play, shoe) || !play_recorded(k->play, by_dealer)) fail_msg("%s", k->play->refusal.text);
    json_decref(shoe);
    json_decref(by_dealer);
    kit_keep(k);
}

static inline void kit_bet(kit *k, const char *seat, const char *wager, int dollars)
{
    kit_must(k, json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "seat", seat, "wager", wager, "cents", 100 * dollars));
}

/* Acts as one line of words with bars between: "deal | card 7h | stand 1". The second word is a card, a box or nothing.
 * */
static inline void kit_say(kit *k, const char *line)
{
    char copy[512];
    snprintf(copy, sizeof copy, "%s", line);
    for (char *save, *part = strtok_r(copy, "|", &save); part; part = strtok_r(NULL, "|", &save)) {
        char word[32] = "", what[32] = "";
        assert_true(sscanf(part, "%31s %31s", word, what) >= 1);
        json_t *act = json_pack("{s:s}", "do", word);
        bool card = strcmp(word, "card") == 0 || strcmp(word, "turn") == 0;
        if (*what) json_object_set_new(act, card ? "card" : "seat", json_string(what));
        if (strcmp(word, "load") == 0) json_object_set_new(act, "prepared", json_true());
        if (strcmp(word, "peek") == 0) json_object_set_new(act, "blackjack", json_boolean(strcmp(what, "yes") == 0));
        if (strcmp(word, "peek") == 0) json_object_del(act, "seat");
        kit_must(k, act);
    }
}

/* The act is refused with this status and clause (NULL: any), and nothing changes. Steals the act. */
static inline void kit_refused(kit *k, json_t *act, int status, const char *clause)
{
    char *text = json_dumps(act, 0);
    if (kit_do(k, act)) fail_msg(/* say:test-act-was-done */ "%s was done", text);
    int was = status_of[k->play->refusal.kind];
    if (was != status) fail_msg("%s: %d %s", text, was, k->play->refusal.text);
    if (clause && (!k->play->refusal.clause || strcmp(k->play->refusal.clause, clause) != 0))
        fail_msg("%s: refused by %s (%s), not by %s", text, k->play->refusal.clause, k->play->refusal.text, clause);
    free(text);
}

/* The n-th event of a name in the last record, or NULL. */
static inline const json_t *kit_event(const kit *k, const char *name)
{
    size_t i;
    json_t *event;
    json_array_foreach(told_events(k->play), i, event)
    {
        if (strcmp(json_string_value(json_object_get(event, "event")), name) == 0) return event;
    }
    return NULL;
}

static inline lm_cents kit_cents(const json_t *event, const char *key)
{
    const json_t *value = json_object_get(event, key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

/* What moved between two accounts in the last record. */
static inline lm_cents kit_moved(const kit *k, int from, int to)
{
    lm_cents sum = 0;
    for (int i = 0; i < k->play->moves; i++) {
        if (k->play->move[i].from == from && k->play->move[i].to == to) sum += k->play->move[i].cents;
    }
    return sum;
}

/* The same, for one reason only. */
static inline lm_cents kit_moved_for(const kit *k, house_reason reason)
{
    lm_cents sum = 0;
    for (int i = 0; i < k->play->moves; i++)
        sum += k->play->move[i].reason == reason ? k->play->move[i].cents : 0;
    return sum;
}

static inline lm_turn kit_turn(const kit *k)
{
    return lm_table_turn(&k->state.table, k->rules);
}

#endif
