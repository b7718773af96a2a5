/* recall_help.h - a table played at random without a hub: every record goes through two recalls as it is
 * made. */
#ifndef LAMMER_TEST_RECALL_HELP_H
#define LAMMER_TEST_RECALL_HELP_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <sodium.h>

#include "dealer_box.h"
#include "lammer/program/words_json.h"
#include "recall.h"
#include "same_chance.h"
#include "server_rooms.h"
#include "told.h"

enum { TRAIL = 4096, BODY = 1 << 16, ROOM = 4096 };

/* A record that owns its bytes. */
typedef struct {
    char stream[64], kind[64], actor[64];
    int64_t seq;
    char *body;
    uint8_t *effects;
    size_t effects_size;
} kept_record;

typedef struct {
    const char *id;
    lm_rules *rules;
    house_state state;
    house_secret secret;
    uint8_t key[32];
    house_play *play;
    house_secret play_secret;
    test_random random;
    int64_t now_ms, number;
    kept_record *trail;
    int records;
    lm_recall *with_key, *without;
    int64_t plays, refused, corrections;
    test_shoe shoe; /* of a live table: the cards in the dealer's hands */
} driver;

/* ---- effects by docs/store.md ------------------------------------------------------------------------------ */

static uint8_t *put_number(uint8_t *at, int64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)((uint64_t)n >> 8 * i);
    return at;
}

static uint8_t *put_text(uint8_t *at, const char *text)
{
    at = put_number(at, (int64_t)strlen(text), 4);
    memcpy(at, text, strlen(text));
    return at + strlen(text);
}

static uint8_t *put_move(uint8_t *at, const char *from, const char *to, int64_t cents, const char *reason)
{
    *at++ = 'm';
    return put_text(put_text(put_number(put_text(at, from), cents, 8), to), reason);
}

/* ---- a table without a hub ------------------------------------------------------------------------------------ */

static void begin(driver *d)
{
    house_play *play = d->play;
    play_end(play);
    memset(play, 0, sizeof *play);
    play->state = d->state;
    d->play_secret = d->secret;
    play->secret = &d->play_secret;
    play->rules = d->rules;
    play->id = d->id;
    play->key = d->key;
    play->now_ms = d->now_ms;
}

static house_list round_acts(const driver *d)
{
    house_list acts = { 0 };
    for (int i = 0; i < d->records; i++) {
        if (d->trail[i].seq < d->state.round_seq) continue;
        json_t *body = json_loads(d->trail[i].body, 0, NULL);
        list_take(&acts, json_object_get(body, "acts"));
        json_decref(body);
    }
    return acts;
}

static lm_record record_of(const kept_record *kept)
{
    static const uint8_t hash[LM_STORE_HASH];
    return (lm_record){ .stream = kept->stream,
                        .seq = kept->seq,
                        .time_ms = kept->seq,
                        .kind = kept->kind,
                        .actor = kept->actor,
                        .body = kept->body,
                        .body_size = strlen(kept->body),
                        .effects = kept->effects,
                        .effects_size = kept->effects_size,
                        .hash = hash };
}

static void keep(driver *d, const char *actor)
{
    static uint8_t effects[HOUSE_MOVES * 400];
    const house_play *play = d->play;
    assert_true(d->records < TRAIL);
    kept_record *kept = &d->trail[d->records++];
    char hash[17], from[LM_STORE_NAME + 1], to[LM_STORE_NAME + 1];
    uint8_t *at = effects;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)play->rules->hash);
    json_t *body = json_pack("{s:s, s:s, s:I, s:O}", "engine", "test", "rules", hash, "time_ms",
                             (json_int_t)play->now_ms, "acts", told_acts(play));
    *kept = (kept_record){ .seq = play->state.seq, .body = json_dumps(body, JSON_COMPACT) };
    json_decref(body);
    snprintf(kept->stream, sizeof kept->stream, "table/%s", d->id);
    snprintf(kept->kind, sizeof kept->kind, "%s",
             json_string_value(json_object_get(json_array_get(told_acts(play), 0), "do")));
    snprintf(kept->actor, sizeof kept->actor, "%s", actor);
    *at++ = 'c';
    at = put_number(put_text(at, "ann/1"), d->number, 8);
    for (int i = 0; i < play->moves; i++) {
        account_name(&play->state, d->id, play->move[i].from, from);
        account_name(&play->state, d->id, play->move[i].to, to);
        at = put_move(at, from, to, play->move[i].cents, reason_word((house_reason)play->move[i].reason));
    }
    kept->effects_size = (size_t)(at - effects);
    kept->effects = malloc(kept->effects_size);
    memcpy(kept->effects, effects, kept->effects_size);
}

/* The same record through both recalls: with the key not a byte may differ. */
static void compare(driver *d)
{
    char text[LM_HOUSE_TEXT];
    lm_record record = record_of(&d->trail[d->records - 1]);
    lm_recall *both[] = { d->with_key, d->without };
    for (int i = 0; i < 2; i++) {
        if (!lm_recall_record(both[i], &record, text))
            fail_msg("%s, record %lld, %s: %s", d->rules->name, (long long)record.seq, i ? "without key" : "with key",
                     text);
        assert_true(json_equal(told_events(both[i]->play), told_events(d->play)));
        assert_int_equal(lm_recall_rounds(both[i]), d->state.round);
    }
    if (memcmp(&d->with_key->play->state, &d->state, sizeof d->state))
        fail_msg("%s, record %lld: the state differs", d->rules->name, (long long)record.seq);
}

static bool commit(driver *d, bool done, const char *actor)
{
    d->plays++;
    d->refused += !done;
    if (!done || !json_array_size(told_acts(d->play))) return done;
    d->play->state.seq++;
    d->play->state.time_ms = d->now_ms;
    state_record_ends(&d->play->state);
    state_remember(&d->play->state, client_hash("ann/1"), ++d->number, d->play->state.seq);
    d->state = d->play->state;
    d->secret = d->play_secret;
    keep(d, actor);
    compare(d);
    return true;
}

/* Does an act as a request would, with everything the dealer then owes. Steals the act. */
static bool act(driver *d, const char *actor, json_t *what)
{
    d->now_ms += 1000;
    begin(d);
    house_list acts = round_acts(d);
    d->play->round_acts = &acts;
    bool done = play_recorded(d->play, what) && play_on(d->play);
    if (!done && d->play->refusal.kind == LM_REFUSED_FAULT) fail_msg("%s: %s", d->rules->name, d->play->refusal.text);
    json_decref(what);
    lm_out_free(&acts.text);
    return commit(d, done, actor);
}

static bool expire(driver *d)
{
    begin(d);
    bool done = clock_expire(d->play) && play_on(d->play);
    return commit(d, done, "clock");
}

/* ---- playing at random --------------------------------------------------------------------------------------- */

static bool is_players(uint8_t verb)
{
    static const uint8_t verbs[] = { LM_BET,    LM_WITHDRAW, LM_INSURE,    LM_EVEN_MONEY,  LM_HIT,       LM_STAND,
                                     LM_DOUBLE, LM_SPLIT,    LM_SURRENDER, LM_WITH_DOUBLE, LM_WITH_SPLIT };
    return memchr(verbs, verb, sizeof verbs) != NULL;
}

/* Whether a player has the place that the action is for. */
static bool is_held(const driver *d, const lm_action *a)
{
    return is_players(a->verb) && a->box && d->state.holder[a->box - 1][a->bettor == LM_TIP ? 0 : a->bettor];
}

/* One of the verbs that are allowed, then one of its choices; false when players can do nothing. */
static bool pick(driver *d, lm_action *a)
{
    static lm_action list[ROOM];
    int n = lm_table_legal(&d->state.table, d->rules, list, ROOM), verbs = 0, same = 0;
    uint8_t verb = LM_TABLE_VERB_COUNT, last = LM_TABLE_VERB_COUNT;
    for (int i = 0; i < n; i++) {
        bool is_new = list[i].verb != last && is_held(d, &list[i]);
        if (is_new) last = list[i].verb;
        if (is_new && test_random_below(&d->random, ++verbs) == 0) verb = list[i].verb;
    }
    for (int i = 0; i < n; i++) {
        if (list[i].verb == verb && is_held(d, &list[i]) && test_random_below(&d->random, ++same) == 0) *a = list[i];
    }
    if (!same) return false;
    if (a->step_cents) {
        int64_t steps = (a->most_cents - a->least_cents) / a->step_cents;
        a->amount_cents =
            a->least_cents + a->step_cents * test_random_below(&d->random, (int)(steps < 40 ? steps : 40) + 1);
    }
    return true;
}

static void one_thing(driver *d)
{
    static const char *const players[] = { "ann", "bob", "cho" };
    const char *player = players[test_random_below(&d->random, 3)];
    char seat[LM_SEAT_TEXT];
    lm_action a;
    switch (test_random_below(&d->random, 40)) {
    case 0:
        lm_words_of_seat((uint8_t)(1 + test_random_below(&d->random, LM_BOXES)),
                         (uint8_t)test_random_below(&d->random, 3), 0, seat);
        act(d, player, json_pack("{s:s, s:s, s:s}", "do", "sit", "player", player, "seat", seat));
        return;
    case 1: act(d, player, json_pack("{s:s, s:s, s:i}", "do", "buy", "player", player, "cents", 500000)); return;
    case 2:
        if (test_random_below(&d->random, 4) == 0)
            act(d, player, json_pack("{s:s, s:s}", "do", "leave", "player", player));
        return;
    case 3: act(d, player, json_pack("{s:s, s:s, s:i}", "do", "toke", "player", player, "cents", 100)); return;
    case 4:
    case 5:
    case 6: expire(d); return;
    default: break;
    }
    if (d->state.table.round.phase == LM_BETTING && test_random_below(&d->random, 6) == 0) {
        expire(d);
        return;
    }
    if (pick(d, &a)) {
        act(d, player, lm_words_of_action(d->rules, &a));
    } else {
        expire(d);
    }
}

static void open_recalls(driver *d)
{
    char path[] = "/tmp/lammer-recall-XXXXXX", text[LM_HOUSE_TEXT];
    int file = mkstemp(path);
    randombytes_buf(d->key, sizeof d->key);
    assert_true(file >= 0 && write(file, d->key, sizeof d->key) == sizeof d->key);
    close(file);
    d->with_key = lm_recall_new(&shipped_rules, path, text);
    d->without = lm_recall_new(&shipped_rules, NULL, text);
    assert_true(d->with_key && d->without);
    unlink(path);
}

static bool open_table(driver *d, const char *rules, const char *dealing)
{
    static const char *const players[] = { "ann", "bob", "cho" };
    char text[LM_HOUSE_TEXT];
    house_terms terms = { 0 };
    snprintf(terms.rules, sizeof terms.rules, "%s", rules);
    if (!rules_of_terms(&shipped_rules, &terms, &d->rules, text)) fail_msg("%s", text);
    if (deal_fault(d->rules)) return false;
    assert_true(
        act(d, "admin",
            json_pack("{s:s, s:s, s:s, s:s}", "do", "open-table", "rules", rules, "title", "One", "dealing", dealing)));
    assert_true(act(d, "admin", json_pack("{s:s, s:i}", "do", "tray-open", "cents", 1000000)));
    for (int i = 0; i < 3; i++) {
        char seat[LM_SEAT_TEXT];
        lm_words_of_seat((uint8_t)(2 * i + 1), 0, 0, seat);
        assert_true(act(d, players[i], json_pack("{s:s, s:s, s:s}", "do", "sit", "player", players[i], "seat", seat)));
        assert_true(
            act(d, players[i], json_pack("{s:s, s:s, s:i}", "do", "buy", "player", players[i], "cents", 2000000)));
    }
    return true;
}

static driver *new_driver(const char *id, uint64_t seed)
{
    driver *d = calloc(1, sizeof *d);
    d->id = id;
    d->play = calloc(1, sizeof *d->play);
    d->trail = calloc(TRAIL, sizeof *d->trail);
    d->random.state = seed;
    d->now_ms = 1763200000000;
    open_recalls(d);
    return d;
}

static void free_driver(driver *d)
{
    begin(d);
    play_end(d->play);
    for (int i = 0; i < d->records; i++) {
        free(d->trail[i].body);
        free(d->trail[i].effects);
    }
    lm_recall_free(d->with_key);
    lm_recall_free(d->without);
    free(d->trail);
    free(d->play);
    free(d->rules);
    free(d);
}

#endif
