/* people.c - persons as values of the store: reading and writing them, their roles, who administrates. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "people.h"

/* --- small things ------------------------------------------------------------------------------------------- */

const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

int64_t int_in(const json_t *object, const char *key, int64_t otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

void batch_put(lm_batch *batch, const char *key, int64_t version, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
    lm_batch_put(batch, key, version, text ? text : "", text ? strlen(text) : 0);
    if (text) sodium_memzero(text, strlen(text));
    free(text);
    json_decref(value);
}

void batch_record(lm_batch *batch, const char *kind, const char *actor, json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT | JSON_SORT_KEYS);
    lm_batch_append(batch, "house", LM_STORE_ANY, kind, actor, text ? text : "", text ? strlen(text) : 0);
    free(text);
    json_decref(body);
}

bool refuse_into(house_refusal *refusal, int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    refusal->kind = status;
    refusal->clause = NULL;
    vsnprintf(refusal->text, sizeof refusal->text, format, args);
    va_end(args);
    return false;
}

/* --- roles ---------------------------------------------------------------------------------------------------- */

static const char *const role_words[] = {
#define X(name, word) word,
    LM_HOUSE_ROLES(X)
#undef X
};

json_t *roles_write(uint32_t roles)
{
    json_t *list = json_array();
    for (int i = 0; i < LM_HOUSE_ROLE_COUNT; i++) {
        if (roles >> i & 1) json_array_append_new(list, json_string(role_words[i]));
    }
    return list;
}

static int role_named(const char *word)
{
    for (int i = 0; word && i < LM_HOUSE_ROLE_COUNT; i++) {
        if (strcmp(role_words[i], word) == 0) return i;
    }
    return -1;
}

/* False when one of them is no role. */
bool roles_read(const json_t *list, uint32_t *roles)
{
    *roles = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int role = role_named(json_string_value(json_array_get(list, i)));
        if (role < 0) return false;
        *roles |= 1u << role;
    }
    return json_is_array(list);
}

/* --- persons -------------------------------------------------------------------------------------------------- */

static void person_key(const char *id, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "person/%s", id);
}

bool person_read(lm_house *house, const char *id, house_person *p)
{
    char key[LM_STORE_NAME + 1];
    memset(p, 0, sizeof *p);
    snprintf(p->id, sizeof p->id, "%s", id);
    if (!*id) return false;
    person_key(id, key);
    json_t *value = house_value(house, key, &p->version);
    if (!value) return false;
    snprintf(p->name, sizeof p->name, "%s", text_in(value, "name"));
    snprintf(p->login, sizeof p->login, "%s", text_in(value, "login"));
    snprintf(p->hash, sizeof p->hash, "%s", text_in(value, "hash"));
    snprintf(p->password_by, sizeof p->password_by, "%s", text_in(value, "password_by"));
    bool whole = roles_read(json_object_get(value, "roles"), &p->roles);
    p->locked = !whole || json_is_true(json_object_get(value, "locked"));
    p->generation = int_in(value, "generation", 0);
    p->created_ms = int_in(value, "created_ms", 0);
    json_decref(value);
    return true;
}

void person_put(lm_batch *batch, const house_person *p)
{
    char key[LM_STORE_NAME + 1];
    person_key(p->id, key);
    batch_put(batch, key, p->version,
              json_pack("{s:s, s:s, s:o, s:s, s:s, s:b, s:I, s:I}", "name", p->name, "login", p->login, "roles",
                        roles_write(p->roles), "hash", p->hash, "password_by", p->password_by, "locked", p->locked,
                        "generation", (json_int_t)p->generation, "created_ms", (json_int_t)p->created_ms));
}

/* What a person may be called: nothing that a record's actor or a seat's player already means. */
bool person_id_is_good(const char *id)
{
    static const char *const taken[] = { "house", "dealer", "clock", "nobody", "player", "program" };
    size_t n = strlen(id);
    if (!house_is_name(id) || n < 2 || id[0] < 'a' || id[0] > 'z') return false;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (strcmp(id, taken[i]) == 0) return false;
    }
    return strncmp(id, "guest-", 6) != 0 && strncmp(id, "walkin-", 7) != 0;
}

bool person_is_staff(const house_person *p)
{
    return (p->roles & ROLES_STAFF) != 0;
}

/* Guests have no real money and never will. */
void person_accounts(lm_batch *batch, const house_person *p, lm_cents play_cents)
{
    char play[LM_STORE_NAME + 1], real[LM_STORE_NAME + 1];
    snprintf(play, sizeof play, "wallet/play/%s", p->id);
    snprintf(real, sizeof real, "wallet/real/%s", p->id);
    lm_batch_open(batch, play, false);
    if (!(p->roles & LM_HOUSE_BIT(GUEST))) lm_batch_open(batch, real, false);
    if (play_cents > 0) lm_batch_move(batch, "world/play", play, play_cents, "play money");
}

json_t *person_view(const house_person *p)
{
    return json_pack("{s:s, s:s, s:o, s:b, s:I}", "person", p->id, "name", p->name, "roles", roles_write(p->roles),
                     "locked", p->locked, "created_ms", (json_int_t)p->created_ms);
}

/* --- administrators ------------------------------------------------------------------------------------------- */

int administrators(lm_house *house, json_t **list, int64_t *version)
{
    int able = 0;
    *list = house_value(house, "config/administrators", version);
    if (!json_is_array(*list)) {
        json_decref(*list);
        *list = json_array();
    }
    for (size_t i = 0; i < json_array_size(*list); i++) {
        house_person p;
        if (person_read(house, json_string_value(json_array_get(*list, i)), &p) && !p.locked) able++;
    }
    return able;
}

static bool list_has(const json_t *list, const char *id, size_t *at)
{
    for (*at = 0; *at < json_array_size(list); ++*at) {
        if (strcmp(json_string_value(json_array_get(list, *at)), id) == 0) return true;
    }
    return false;
}

/* Keeps the list in step with a person that is about to be written. */
bool administrators_put(lm_house *house, lm_batch *batch, const house_person *p)
{
    json_t *list;
    int64_t version;
    size_t at;
    int able = administrators(house, &list, &version);
    bool is_one = (p->roles & LM_HOUSE_BIT(ADMINISTRATOR)) != 0;
    bool was_one = list_has(list, p->id, &at);
    house_person before;
    bool was_able = was_one && person_read(house, p->id, &before) && !before.locked;
    bool left = able - was_able + (is_one && !p->locked) > 0;
    if (is_one && !was_one) json_array_append_new(list, json_string(p->id));
    if (!is_one && was_one) json_array_remove(list, at);
    if (is_one != was_one || was_able) batch_put(batch, "config/administrators", version, json_incref(list));
    json_decref(list);
    return left || !was_able;
}
