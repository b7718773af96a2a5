/* sessions.c - who speaks: random tokens for clients, their hashes in the store, a short memory of them here.
 *
 * A session is 32 random bytes. The store knows only their BLAKE2b-256, so whoever reads the database cannot be anybody. Other
 * servers of the house end sessions, lock persons and change roles too: what is remembered here is read again after two
 * seconds. */
#include <stdlib.h>
#include <string.h>

#include "people.h"

enum { SECRET = 32, SWEEP_MS = 14 * 1000 }; /* 256 sweeps an hour, one for each first byte */

/* --- tokens ---------------------------------------------------------------------------------------------------- */

static bool session_secret(const char *session, uint8_t secret[SECRET])
{
    size_t size = 0;
    return session && strlen(session) == 2 * SECRET &&
           sodium_hex2bin(secret, SECRET, session, 2 * SECRET, NULL, &size, NULL) == 0 && size == SECRET;
}

static bool session_hash(const char *session, uint8_t hash[LM_STORE_HASH])
{
    uint8_t secret[SECRET];
    if (!session_secret(session, secret)) return false;
    crypto_generichash(hash, LM_STORE_HASH, secret, sizeof secret, NULL, 0);
    sodium_memzero(secret, sizeof secret);
    return true;
}

static void key_of_hash(const uint8_t hash[LM_STORE_HASH], char key[LM_STORE_NAME + 1])
{
    strcpy(key, "~session/");
    sodium_bin2hex(key + strlen(key), 2 * LM_STORE_HASH + 1, hash, LM_STORE_HASH);
}

bool session_key(const char *session, char key[LM_STORE_NAME + 1])
{
    uint8_t hash[LM_STORE_HASH];
    if (!session_hash(session, hash)) return false;
    key_of_hash(hash, key);
    return true;
}

/* Derived from the session, so that nothing more has to be kept, and useless for finding the session. */
bool lm_house_csrf(const char *session, char token[LM_HOUSE_CSRF])
{
    static const char what[] = "lammer csrf";
    uint8_t secret[SECRET], out[(LM_HOUSE_CSRF - 1) / 2];
    if (!session_secret(session, secret)) return false;
    crypto_generichash(out, sizeof out, (const uint8_t *)what, sizeof what - 1, secret, sizeof secret);
    sodium_bin2hex(token, LM_HOUSE_CSRF, out, sizeof out);
    sodium_memzero(secret, sizeof secret);
    return true;
}

/* --- in the store -------------------------------------------------------------------------------------------------- */

static json_t *session_value(const char *person, int64_t created_ms, int64_t seen_ms, int64_t generation,
                             bool staff)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:s}", "person", person, "created_ms", (json_int_t)created_ms,
                     "seen_ms", (json_int_t)seen_ms, "generation", (json_int_t)generation, "kind",
                     staff ? "staff" : "player");
}

void session_open(lm_house *house, lm_batch *batch, const house_person *p, char session[SESSION_TEXT])
{
    uint8_t secret[SECRET];
    char key[LM_STORE_NAME + 1];
    int64_t now = house_now_ms(house);
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(session, SESSION_TEXT, secret, sizeof secret);
    sodium_memzero(secret, sizeof secret);
    session_key(session, key);
    batch_put(batch, key, 0, session_value(p->id, now, now, p->generation, person_is_staff(p)));
}

json_t *session_answer(const house_person *p, const char *session)
{
    char csrf[LM_HOUSE_CSRF] = "";
    json_t *answer = person_view(p);
    if (lm_house_csrf(session, csrf)) json_object_set_new(answer, "csrf", json_string(csrf));
    return answer;
}

static void forget_batch(void *context, lm_batch *batch, const lm_store_outcome *outcome)
{
    lm_batch_free(batch);
}

/* Written behind: when it is lost, somebody is asked for the password a minute early. */
static void submit_behind(lm_house *house, lm_batch *batch)
{
    if (!lm_store_submit(house_store(house), batch, forget_batch, NULL)) lm_batch_free(batch);
}

/* The version keeps a session that was ended meanwhile from coming back. */
static void note_seen(lm_house *house, session_slot *slot)
{
    char key[LM_STORE_NAME + 1];
    lm_batch *batch = lm_batch_new();
    if (!batch) return;
    key_of_hash(slot->hash, key);
    batch_put(batch, key, slot->version++,
              session_value(slot->who.id, slot->created_ms, slot->seen_ms, slot->generation,
                            person_is_staff(&slot->who)));
    slot->noted_ms = slot->seen_ms;
    submit_behind(house, batch);
}

/* --- the memory of two seconds ---------------------------------------------------------------------------------------- */

static session_slot *slot_of(lm_house *house, const uint8_t hash[LM_STORE_HASH])
{
    struct people *all = *house_people(house);
    return &all->slot[(hash[0] | hash[1] << 8) % SESSION_SLOTS];
}

void session_forget(lm_house *house, const char *person)
{
    struct people *all = *house_people(house);
    for (int i = 0; i < SESSION_SLOTS; i++) {
        if (strcmp(all->slot[i].who.id, person) == 0) all->slot[i].read_ms = 0;
    }
}

/* When the clock went back, what is remembered may be any age. */
static bool is_fresh(const session_slot *slot, int64_t now)
{
    return slot->read_ms && now >= slot->read_ms && now - slot->read_ms < SESSION_CACHED_MS;
}

/* What was seen here since it was last noted counts too. */
static bool slot_read(lm_house *house, session_slot *slot, const uint8_t hash[LM_STORE_HASH])
{
    char key[LM_STORE_NAME + 1];
    int64_t version, seen = 0;
    if (memcmp(slot->hash, hash, LM_STORE_HASH) == 0) seen = slot->seen_ms;
    key_of_hash(hash, key);
    json_t *value = house_value(house, key, &version);
    memset(slot, 0, sizeof *slot);
    if (!value) return false;
    memcpy(slot->hash, hash, LM_STORE_HASH);
    slot->version = version;
    slot->created_ms = int_in(value, "created_ms", 0);
    slot->noted_ms = int_in(value, "seen_ms", 0);
    slot->seen_ms = seen > slot->noted_ms ? seen : slot->noted_ms;
    slot->generation = int_in(value, "generation", 0);
    bool known = person_read(house, text_in(value, "person"), &slot->who);
    slot->read_ms = house_now_ms(house);
    json_decref(value);
    return known;
}

static bool has_ended(const session_slot *slot, int64_t now)
{
    return slot->who.locked || slot->generation != slot->who.generation ||
           now - slot->created_ms >= SESSION_END_MS || now - slot->seen_ms >= SESSION_IDLE_MS;
}

static session_slot *session_find(lm_house *house, const char *session)
{
    uint8_t hash[LM_STORE_HASH];
    if (!session_hash(session, hash)) return NULL;
    session_slot *slot = slot_of(house, hash);
    bool same = sodium_memcmp(slot->hash, hash, LM_STORE_HASH) == 0;
    if (!(same && is_fresh(slot, house_now_ms(house))) && !slot_read(house, slot, hash)) {
        memset(slot, 0, sizeof *slot);
        return NULL;
    }
    return has_ended(slot, house_now_ms(house)) ? NULL : slot;
}

void session_renew(lm_house *house, lm_batch *batch, const char *session)
{
    char key[LM_STORE_NAME + 1];
    session_slot *slot = session_find(house, session);
    if (!slot || !session_key(session, key)) return;
    batch_put(batch, key, slot->version,
              session_value(slot->who.id, slot->created_ms, house_now_ms(house), slot->generation,
                            person_is_staff(&slot->who)));
}

/* --- sessions that nobody came back to -------------------------------------------------------------------------------- */

typedef struct {
    int64_t now_ms;
    lm_batch *batch;
    int ended;
} sweep;

static bool look_at_session(void *context, const lm_value_row *row)
{
    sweep *s = context;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    if (s->now_ms - int_in(value, "created_ms", 0) >= SESSION_END_MS) {
        lm_batch_drop(s->batch, row->key);
        s->ended++;
    }
    json_decref(value);
    return s->ended < 100;
}

static void sweep_some(lm_house *house)
{
    struct people *all = *house_people(house);
    char prefix[32], text[LM_STORE_TEXT];
    sweep s = { .now_ms = house_now_ms(house), .batch = lm_batch_new() };
    all->swept_ms = s.now_ms;
    snprintf(prefix, sizeof prefix, "~session/%02x", all->sweep++);
    if (!s.batch) return;
    lm_store_values(house_store(house), prefix, look_at_session, &s, text);
    if (s.ended) {
        submit_behind(house, s.batch);
    } else {
        lm_batch_free(s.batch);
    }
}

/* --- callers ------------------------------------------------------------------------------------------------------------ */

static void fill_caller(const session_slot *slot, house_caller *caller)
{
    char hex[2 * 16 + 1];
    const house_person *p = &slot->who;
    snprintf(caller->person, sizeof caller->person, "%s", p->id);
    snprintf(caller->name, sizeof caller->name, "%s", p->name);
    caller->roles = p->roles;
    caller->stale = slot->stale;
    sodium_bin2hex(hex, sizeof hex, slot->hash, 16);
    snprintf(caller->client, sizeof caller->client, "%s", hex);
}

bool people_caller(lm_house *house, const char *session, house_caller *caller)
{
    struct people *all = *house_people(house);
    int64_t now = house_now_ms(house);
    memset(caller, 0, sizeof *caller);
    if (!all) return false;
    if (now - all->swept_ms >= SWEEP_MS || now < all->swept_ms) sweep_some(house);
    if (!session || !*session) return true;
    session_slot *slot = session_find(house, session);
    if (!slot) return false;
    slot->stale = person_is_staff(&slot->who) && now - slot->seen_ms >= SESSION_STALE_MS;
    fill_caller(slot, caller);
    if (slot->stale) return true;
    if (now > slot->seen_ms) slot->seen_ms = now;
    if (slot->seen_ms - slot->noted_ms >= SESSION_NOTED_MS) note_seen(house, slot);
    return true;
}

int64_t people_sessions(const lm_house *house)
{
    const struct people *all = *house_people((lm_house *)(uintptr_t)house);
    int64_t n = 0;
    for (int i = 0; i < SESSION_SLOTS; i++)
        n += all->slot[i].created_ms != 0 && house_now_ms(house) - all->slot[i].seen_ms < SESSION_STALE_MS;
    return n;
}
