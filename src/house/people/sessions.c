/* sessions.c - sessions: random tokens for clients, their hashes in the store.
 *
 * A session is 32 random bytes. The store knows only their BLAKE2b-256, so a reader of the database cannot pass for a
 * person. */
#include <stdlib.h>
#include <string.h>

#include "people.h"

/* Sessions are outside the journal, so a writer of the database could plant one: a session is valid only with a seal
 * made by the house's secret. */
static void session_seal(lm_house *house, const char *key, const session_row *row, char seal[SESSION_TEXT])
{
    uint8_t out[(SESSION_TEXT - 1) / 2];
    char text[512];
    int n = snprintf(text, sizeof text, "lammer session 1\n%s\n%s\n%lld\n%lld\n%lld\n", key, row->person,
                     (long long)row->created_ms, (long long)row->seen_ms, (long long)row->generation);
    crypto_generichash(out, sizeof out, (const uint8_t *)text, (unsigned long long)n, house->key, LM_STORE_HASH);
    sodium_bin2hex(seal, SESSION_TEXT, out, sizeof out);
}

bool session_is_sealed(lm_house *house, const char *key, const session_row *row)
{
    char seal[SESSION_TEXT];
    if (!house->options.secret_path) return true; /* servers without a shared secret cannot check each other's seals */
    session_seal(house, key, row, seal);
    return strlen(row->seal) == SESSION_TEXT - 1 && sodium_memcmp(row->seal, seal, SESSION_TEXT) == 0;
}

const row_field session_fields[] = {
    ROW_HAS(TEXT, session_row, person),
    ROW_HAS(INT, session_row, created_ms),
    ROW_HAS(INT, session_row, seen_ms),
    ROW_HAS(INT, session_row, generation),
    ROW_HAS(TEXT, session_row, kind),
    ROW_HAS(TEXT, session_row, seal),
    ROW_END,
};

/* The caller sets times and generation of the row; the other fields come from the person. */
static void session_put(lm_house *house, lm_batch *batch, const char *key, int64_t version, const house_person *p,
                        session_row row)
{
    memcpy(row.person, p->id, sizeof row.person);
    strcpy(row.kind, person_is_staff(p) ? "staff" : row.passes ? "guest" : "player");
    session_seal(house, key, &row, row.seal);
    row_put(batch, session_fields, &row, version, "%s", key);
}

#define SEEN_PREFIX "~seen/"

/* When a person last used the house, for the list of people: outside the journal, which would grow with every request.
 * Guests are not in the list. */
static void seen_put(lm_batch *batch, const house_person *p, int64_t seen_ms)
{
    if (p->roles != LM_HOUSE_BIT(GUEST)) number_put(batch, "ms", seen_ms, LM_STORE_ANY, SEEN_PREFIX "%s", p->id);
}

typedef struct {
    json_t *rows;
    size_t next; /* both lists are in the order of the ids */
} seen_reading;

static bool read_seen(void *context, const lm_value_row *row)
{
    seen_reading *r = context;
    const char *id = row->key + strlen(SEEN_PREFIX);
    json_t *person = json_array_get(r->rows, r->next);
    while (person && strcmp(text_in(person, "person"), id) < 0)
        person = json_array_get(r->rows, ++r->next);
    if (!person) return false;
    if (strcmp(text_in(person, "person"), id) != 0) return true;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    json_object_set_new(person, "seen_ms", json_integer(int_in(value, "ms", 0)));
    json_decref(value);
    return true;
}

void seen_add(lm_store *store, json_t *rows)
{
    char first[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    snprintf(first, sizeof first, SEEN_PREFIX "%s", text_in(json_array_get(rows, 0), "person"));
    seen_reading reading = { rows, 0 };
    lm_store_values_from(store, SEEN_PREFIX, first, read_seen, &reading, text);
}

void session_open(lm_house *house, lm_batch *batch, const house_person *p, char session[SESSION_TEXT])
{
    char key[LM_STORE_NAME + 1];
    int64_t now = house->now_ms;
    random_hex(session, SESSION_TEXT);
    session_key(session, key);
    session_put(house, batch, key, 0, p,
                (session_row){ .created_ms = now,
                               .seen_ms = now,
                               .generation = p->generation,
                               .passes = p->roles == LM_HOUSE_BIT(GUEST) && !p->version });
    seen_put(batch, p, now);
}

json_t *session_answer(lm_house *house, const house_person *p, const char *session)
{
    char csrf[LM_HOUSE_CSRF] = "", client[33];
    uint8_t hash[LM_STORE_HASH];
    json_t *answer = person_view(p);
    if (lm_house_csrf(session, csrf)) json_object_set_new(answer, "csrf", json_string(csrf));
    if (people_session(session, hash)) { /* the name under which the journal has this session's commands */
        sodium_bin2hex(client, sizeof client, hash, 16);
        json_object_set_new(answer, "client", json_string(client));
    }
    json_object_set_new(answer, "given", json_boolean(p->password_by[0]));
    if (p->second_factor || person_is_staff(p))
        json_object_set_new(answer, "second_factor",
                            json_string(p->second_factor          ? "on"
                                        : factor_is_due(house, p) ? "due"
                                                                  : "off"));
    if (p->hash[0]) json_object_set_new(answer, "login", json_string(p->login[0] ? p->login : p->id));
    return answer;
}

/* The version check keeps this write from restoring a session that has just ended. */
static void put_seen(lm_house *house, lm_batch *batch, const session_slot *slot, int64_t seen_ms)
{
    char key[LM_STORE_NAME + 1];
    hash_key("~session/", slot->hash, key);
    session_put(house, batch, key, slot->version, &slot->who,
                (session_row){ .created_ms = slot->created_ms, .seen_ms = seen_ms, .generation = slot->generation });
    if (seen_ms / SEEN_NOTED_MS != slot->noted_ms / SEEN_NOTED_MS) seen_put(batch, &slot->who, seen_ms);
}

void session_stays(lm_house *house, lm_batch *batch, const char *session)
{
    uint8_t hash[LM_STORE_HASH];
    const session_slot *slot = people_session(session, hash) ? session_recall(house, hash, true) : NULL;
    if (slot) put_seen(house, batch, slot, house->now_ms);
}

void session_renew(lm_house *house, lm_batch *batch, const char *session)
{
    uint8_t hash[LM_STORE_HASH];
    const session_slot *slot = people_session(session, hash) ? session_recall(house, hash, true) : NULL;
    if (!slot) return;
    put_seen(house, batch, slot, house->now_ms);
    session_changed(house, batch, slot->who.id);
}

static bool has_ended(const session_slot *slot, int64_t now)
{
    return slot->who.locked || slot->generation != slot->who.generation || now - slot->created_ms >= SESSION_END_MS ||
           now - slot->seen_ms >= SESSION_IDLE_MS || (!slot->who.version && now - slot->created_ms >= GUEST_MS);
}

static bool is_stale(const session_slot *slot, int64_t now)
{
    return person_is_staff(&slot->who) && now - slot->seen_ms >= SESSION_STALE_MS;
}

/* Reads the store again before a session is refused, because another server may have seen the person since. */
static session_slot *session_find(lm_house *house, const uint8_t hash[LM_STORE_HASH])
{
    int64_t now = house->now_ms;
    session_slot *slot = session_recall(house, hash, false);
    if (slot && (has_ended(slot, now) || is_stale(slot, now))) slot = session_recall(house, hash, true);
    return slot && !has_ended(slot, now) ? slot : NULL;
}

bool people_session_lasts(lm_house *house, const uint8_t hash[LM_STORE_HASH])
{
    return house->people && session_find(house, hash);
}

/* Written at most once a minute, in the background. If the write is lost, the person is asked for the password a minute
 * early. */
static void note_seen(lm_house *house, session_slot *slot, int64_t now)
{
    uint8_t hash[LM_STORE_HASH];
    memcpy(hash, slot->hash, sizeof hash);
    if (now > slot->seen_ms) slot->seen_ms = now;
    if (slot->seen_ms - slot->noted_ms < SESSION_NOTED_MS) return;
    slot = session_recall(house, hash, true);
    lm_batch *batch = slot ? lm_batch_new() : NULL;
    if (!batch) return;
    put_seen(house, batch, slot, slot->seen_ms);
    slot->noted_ms = slot->seen_ms;
    batch_behind(house, batch);
}

static void fill_caller(const session_slot *slot, int64_t now, house_caller *caller)
{
    snprintf(caller->person, sizeof caller->person, "%s", slot->who.id);
    snprintf(caller->name, sizeof caller->name, "%s", slot->who.name);
    caller->roles = slot->who.roles;
    caller->stale = is_stale(slot, now);
    caller->given = slot->who.password_by[0] != '\0';
    caller->factor_due = slot->factor_due;
    caller->barred_ms = slot->barred_ms;
    caller->version = slot->who.version;
    sodium_bin2hex(caller->client, 2 * 16 + 1, slot->hash, 16);
}

bool people_caller(lm_house *house, const char *session, bool does, house_caller *caller)
{
    uint8_t hash[LM_STORE_HASH];
    memset(caller, 0, sizeof *caller);
    if (!house->people) return false;
    session_tick(house);
    if (!session || !*session) return true;
    session_slot *slot = people_session(session, hash) ? session_find(house, hash) : NULL;
    if (!slot) return false;
    fill_caller(slot, house->now_ms, caller);
    if (does && !caller->stale) note_seen(house, slot, house->now_ms);
    return true;
}

int64_t people_sessions(const lm_house *house)
{
    const struct people *all = house->people;
    int64_t n = 0;
    for (int i = 0; i < SESSION_SLOTS; i++)
        n += all->slot[i].created_ms != 0 && house->now_ms - all->slot[i].seen_ms < SESSION_STALE_MS;
    return n;
}
