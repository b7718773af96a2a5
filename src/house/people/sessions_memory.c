/* sessions_memory.c - a cache of sessions, so that a request need not read the store.
 *
 * A change of a person's rights (a sign-out, a lock, other roles, limits or another password) leaves a note under
 * "~changed/PERSON". Every server reads the notes every two seconds and forgets those persons' sessions. A cached
 * session is read again after a minute at the latest, and before a caller is turned away because of it. */
#include <stdlib.h>
#include <string.h>

#include "people.h"

enum { WAYS = 4, SWEEP_MS = 14 * 1000 }; /* 256 sweeps an hour, one for each first byte */

/* memcmp may reveal bytes of the hash by its duration, but a session cannot be found from its hash. */
static bool is_slot_of(const session_slot *slot, const uint8_t hash[LM_STORE_HASH])
{
    return slot->created_ms && memcmp(slot->hash, hash, LM_STORE_HASH) == 0;
}

/* The slot of a session or, if it has none, the least recently seen of the few that it may use. */
static session_slot *slot_of(lm_house *house, const uint8_t hash[LM_STORE_HASH])
{
    struct people *all = house->people;
    session_slot *set = &all->slot[(hash[0] | hash[1] << 8) % (SESSION_SLOTS / WAYS) * WAYS], *oldest = set;
    for (int i = 0; i < WAYS; i++) {
        if (is_slot_of(&set[i], hash)) return &set[i];
        if (set[i].seen_ms < oldest->seen_ms) oldest = &set[i];
    }
    return oldest;
}

/* Reads the session from the store, but keeps a later time of use that is not written yet. */
static bool slot_read(lm_house *house, session_slot *slot, const uint8_t hash[LM_STORE_HASH])
{
    char key[LM_STORE_NAME + 1];
    int64_t version, seen = is_slot_of(slot, hash) ? slot->seen_ms : 0;
    session_row row;
    house_refusal unread;
    hash_key("~session/", hash, key);
    memset(slot, 0, sizeof *slot);
    bool there = row_load(house, session_fields, &row, &version, "%s", key) && session_is_sealed(house, key, &row) &&
                 (person_read(house, row.person, &slot->who) ||
                  (!house->unread && guest_person(row.person, row.created_ms, row.generation, &slot->who)));
    if (there) slot->barred_ms = limits_barred_ms(house, slot->who.id);
    if (there) slot->factor_due = factor_is_due(house, &slot->who);
    if (!there || house_could_not_read(house, &unread)) { /* an uncertain session is not kept */
        memset(slot, 0, sizeof *slot);
        return false;
    }
    sodium_memzero(slot->who.hash, sizeof slot->who.hash);
    memcpy(slot->hash, hash, LM_STORE_HASH);
    slot->version = version;
    slot->created_ms = row.created_ms;
    slot->noted_ms = row.seen_ms;
    slot->seen_ms = seen > slot->noted_ms ? seen : slot->noted_ms;
    slot->generation = row.generation;
    slot->read_ms = house->now_ms;
    return true;
}

/* After the clock went back, the age of cached sessions is unknown. */
static bool is_known(const session_slot *slot, int64_t now)
{
    return slot->read_ms && now >= slot->read_ms && now - slot->read_ms < SESSION_KNOWN_MS;
}

session_slot *session_recall(lm_house *house, const uint8_t hash[LM_STORE_HASH], bool again)
{
    session_slot *slot = slot_of(house, hash);
    if (!again && is_slot_of(slot, hash) && is_known(slot, house->now_ms)) return slot;
    return slot_read(house, slot, hash) ? slot : NULL;
}

void session_forget(lm_house *house, const char *id)
{
    struct people *all = house->people;
    for (int i = 0; i < SESSION_SLOTS; i++) {
        if (strcmp(all->slot[i].who.id, id) == 0) all->slot[i].read_ms = 0;
    }
}

void session_changed(lm_house *house, lm_batch *batch, const char *id)
{
    number_put(batch, "ms", house->now_ms, LM_STORE_ANY, "~changed/%s", id);
}

typedef struct {
    lm_house *house;
    lm_batch *batch; /* drops */
    int drops;
    int kind; /* row of `swept` */
} sweep;

/* A note is dropped only after every server has read it and has re-read the sessions that it cached before. */
static bool hear_change(void *context, const lm_value_row *row)
{
    sweep *s = context;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    int64_t age = s->house->now_ms - int_in(value, "ms", 0);
    session_forget(s->house, row->key + strlen("~changed/"));
    if (age > 2 * SESSION_KNOWN_MS || age < -2 * SESSION_KNOWN_MS) {
        lm_batch_drop(s->batch, row->key);
        s->drops++;
    }
    json_decref(value);
    return true;
}

/* Values to remove, with the member that tells their age. */
static const struct {
    const char *prefix, *since;
    int64_t kept_ms;
} swept[] = {
    { "~session/", "created_ms", SESSION_END_MS }, { "~tries/", "seen_ms", TRIES_KEPT_MS },
    { "~device/", "seen_ms", DEVICE_MS },          { "~round/", "time_ms", ROUNDS_MS },
    { "~guests/", "since_ms", GUEST_MS },
};

static bool look_at_age(void *context, const lm_value_row *row)
{
    sweep *s = context;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    int64_t kept_ms = strcmp(text_in(value, "kind"), "guest") == 0 ? GUEST_MS : swept[s->kind].kept_ms;
    if (s->house->now_ms - int_in(value, swept[s->kind].since, 0) >= kept_ms) {
        lm_batch_drop(s->batch, row->key);
        s->drops++;
    }
    json_decref(value);
    return s->drops < 100;
}

static void sweep_keys(lm_house *house, const char *prefix, lm_value_reader reader, int kind)
{
    char text[LM_STORE_TEXT];
    sweep s = { .house = house, .batch = lm_batch_new(), .kind = kind };
    if (!s.batch) return;
    lm_store_values(house->store, prefix, reader, &s, text);
    if (s.drops)
        batch_behind(house, s.batch);
    else
        lm_batch_free(s.batch);
}

static bool is_due(int64_t *last_ms, int64_t now, int64_t every_ms)
{
    if (now >= *last_ms && now - *last_ms < every_ms) return false;
    *last_ms = now;
    return true;
}

void session_tick(lm_house *house)
{
    struct people *all = house->people;
    int64_t now = house->now_ms;
    char prefix[32];
    if (is_due(&all->heard_ms, now, SESSION_HEARD_MS)) sweep_keys(house, "~changed/", hear_change, 0);
    if (!is_due(&all->swept_ms, now, SWEEP_MS)) return;
    for (int i = 0; i < (int)(sizeof swept / sizeof *swept); i++) {
        snprintf(prefix, sizeof prefix, "%s%02x", swept[i].prefix, all->sweep);
        sweep_keys(house, prefix, look_at_age, i);
    }
    all->sweep++;
}
