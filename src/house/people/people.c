/* people.c - persons as values of the store: reading and writing them, and the list of administrators. */
#include <string.h>

#include "people.h"

#define PERSON_KEY "person/%s"

static const row_field person_fields[] = {
    ROW_HAS(TEXT, house_person, name),          ROW_HAS(TEXT, house_person, login),
    ROW_HAS(ROLES, house_person, roles),        ROW_HAS(TEXT, house_person, hash),
    ROW_HAS(TEXT, house_person, password_by),   ROW_HAS(BOOL, house_person, locked),
    ROW_MAY(BOOL, house_person, second_factor), ROW_HAS(INT, house_person, generation),
    ROW_HAS(INT, house_person, created_ms),     ROW_END,
};

/* A person whose roles cannot be read is locked and has no roles. */
void person_of_value(house_person *p, const json_t *value)
{
    row_read(person_fields, value, p);
    p->locked |= !roles_read(json_object_get(value, "roles"), &p->roles);
}

bool person_read(lm_house *house, const char *id, house_person *p)
{
    char key[LM_STORE_NAME + 1];
    memset(p, 0, sizeof *p);
    snprintf(p->id, sizeof p->id, "%s", id);
    if (!*id) return false;
    snprintf(key, sizeof key, PERSON_KEY, id);
    json_t *value = house_value(house, key, &p->version);
    if (value) person_of_value(p, value);
    json_decref(value);
    return value != NULL;
}

void person_put(lm_batch *batch, const house_person *p)
{
    row_put(batch, person_fields, p, p->version, PERSON_KEY, p->id);
}

/* An id must not be a word that has another meaning as the actor of a record or the player of a box. */
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

bool factor_is_due(lm_house *house, const house_person *p)
{
    report_config config;
    if (p->second_factor || !person_is_staff(p)) return false;
    config_of_house(house, &config, &(int64_t){ 0 });
    return (config.second_factor & p->roles) != 0;
}

void refuse_unknown_person(house_request *request, const char *id)
{
    request_refuse(request, LM_REFUSED_UNKNOWN, LM_SAYS(NO_PERSON, "person", "this house has no person \"%s\""), id);
}

enum { PEOPLE_COMPARED = 2000 }; /* the house answers no other request while it compares */
typedef struct {
    const char *wanted;
    char near[LM_HOUSE_ID];
    int compared;
} people_near;

static bool compare_person(void *context, const lm_value_row *row)
{
    people_near *q = context;
    const char *names[] = { *q->near ? q->near : NULL, row->key + strlen("person/") };
    const char *near = lm_words_nearest_of(q->wanted, names, 2);
    if (near && near != q->near) snprintf(q->near, sizeof q->near, "%s", near);
    return ++q->compared < PEOPLE_COMPARED;
}

void refuse_misnamed_person(house_request *request, const char *id)
{
    char before[LM_STORE_NAME + 1], text[LM_STORE_TEXT], hint[LM_MEANT_TEXT];
    people_near q = { .wanted = id };
    snprintf(before, sizeof before, "person/%.1s", id);
    lm_store_values(request->house->store, before, compare_person, &q, text);
    request_refuse(request, LM_REFUSED_UNKNOWN,
                   LM_SAYS(NO_PERSON_NAMED, "person hint", "this house has no person \"%s\"%s"), id,
                   lm_words_meant(*q.near ? q.near : NULL, hint));
}

/* Opens the wallets of a person; a guest gets none for real money. */
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

/* Updates the list for a person who is about to be written. */
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

bool caller_is_known(house_request *request)
{
    if (!request->caller.given) return true;
    request_refuse(request, LM_REFUSED_PERSON,
                   LM_SAYS(PASSWORD_KNOWN, "",
                           "another person set your password and knows it: set one of your own first (set-password)"));
    return false;
}
