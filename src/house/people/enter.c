/* enter.c - makes guests and new players. */
#include <string.h>

#include "enter.h"

static bool is_own_name(const house_request *request, const char *password)
{
    return password_is_name(password, field_text(request, LM_FIELD_PERSON)) ||
           password_is_name(password, field_text(request, LM_FIELD_LOGIN)) ||
           password_is_name(password, field_text(request, LM_FIELD_FULL_NAME)) ||
           password_is_name(password, request->caller.person);
}

/* Removes the password from the body, which may be stored until a second person approves it. */
bool enter_take_password(house_request *request)
{
    const char *password = field_text(request, LM_FIELD_PASSWORD);
    const char *complaint = password_complaint(password);
    house_errand *e = errand_of(request);
    if (complaint) return request_refuse(request, LM_REFUSED_FORM, "%s", complaint);
    if (is_own_name(request, password))
        return request_refuse(request, LM_REFUSED_FORM,
                              LM_SAYS(PASSWORD_IS_NAME, "", "the password is your name: choose another one"));
    snprintf(e->password, sizeof e->password, "%s", password);
    json_object_del(request->body, "password");
    return true;
}

/* Whether a display name is visible to others: not empty, without invisible characters. */
static bool name_is_good(const char *name)
{
    size_t n = strlen(name);
    return n > 0 && n < PERSON_NAME && name[0] != ' ' && text_is_visible(name);
}

/* An id for a person who has chosen only a sign-in name and a display name: letters of the latter and random
 * characters. */
static void make_id(const char *name, char id[LM_HOUSE_ID])
{
    char letters[21];
    size_t n = 0;
    for (; *name && n < sizeof letters - 1; name++) {
        char c = (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
        if (c >= 'a' && c <= 'z') letters[n++] = c;
    }
    letters[n] = '\0';
    snprintf(id, LM_HOUSE_ID, "%s-%06x", n ? letters : "p", (unsigned)randombytes_uniform(1u << 24));
}

bool enter_new_person(house_request *request, uint32_t roles, house_person *p)
{
    const char *login = field_text(request, LM_FIELD_LOGIN), *name = field_text(request, LM_FIELD_FULL_NAME);
    char id[LM_HOUSE_ID];
    snprintf(id, sizeof id, "%s", field_text(request, LM_FIELD_PERSON));
    if (!*id && *login) make_id(name, id);
    if (!person_id_is_good(id))
        return request_refuse(
            request, LM_REFUSED_FORM,
            LM_SAYS(ID_FORM, "",
                    "A person's id begins with a letter and has 2 to 31 characters of a to z, 0 to 9 and -. "
                    "Choose another one."));
    if (*name && !name_is_good(name))
        return request_refuse(
            request, LM_REFUSED_FORM,
            LM_SAYS(NAME_FORM, "", "A name has 1 to 63 bytes, and no control or invisible characters."));
    if (person_read(request->house, id, p))
        return request_refuse(request, LM_REFUSED_NOW,
                              LM_SAYS(ID_TAKEN, "id", "The id \"%s\" is taken. Choose another one."), id);
    if (!login_choose(request, login, p)) return false;
    p->roles = roles;
    p->created_ms = request->house->now_ms;
    snprintf(p->name, sizeof p->name, "%s", *name ? name : id);
    memcpy(p->hash, request->own->hash, sizeof p->hash);
    return true;
}

/* A person who registers is the actor of the record. */
lm_batch *enter_batch(house_request *request, const house_person *p, const char *reason)
{
    bool registers = !request->caller.person[0];
    if (registers) snprintf(request->caller.person, sizeof request->caller.person, "%s", p->id);
    lm_batch *batch = house_batch(request, "person-created",
                                  json_pack("{s:s, s:s, s:n, s:o, s:s*}", "person", p->id, "reason", reason, "before",
                                            "after", person_view(p), "approved", approver_of(request)));
    if (registers) request->caller.person[0] = '\0';
    person_put(batch, p);
    if (p->login[0]) login_keep(request, batch, p);
    person_accounts(batch, p, PLAY_MONEY_CENTS);
    return batch;
}

json_t *enter_open(house_request *request, lm_batch *batch, const house_person *p)
{
    house_errand *e = request->own;
    session_open(request->house, batch, p, e->session);
    json_t *answer = session_answer(request->house, p, e->session);
    json_object_set_new(answer, "session", json_string(e->session));
    if (p->roles & LM_HOUSE_BIT(GUEST)) return answer;
    device_recognise(request);
    device_keep(request, batch, p->id);
    json_object_set_new(answer, "device", json_string(e->device));
    return answer;
}

static void register_player(house_request *request)
{
    house_person p;
    if (!enter_new_person(request, LM_HOUSE_BIT(PLAYER), &p)) return;
    lm_batch *batch = enter_batch(request, &p, "registered");
    json_t *answer = enter_open(request, batch, &p);
    errand_submit(request, batch, answer, register_player);
}

void enter_register(house_request *request)
{
    house_person p;
    if (!space_for_people(request) || !enter_take_password(request) || !enter_new_person(request, 0, &p)) return;
    password_make(request, register_player);
}

void enter_who(house_request *request)
{
    house_person p;
    if (!person_read(request->house, request->caller.person, &p) &&
        !guest_person(request->caller.person, request->house->now_ms, 0, &p)) {
        request_answer(request, json_pack("{s:s, s:[]}", "person", "", "roles"));
        return;
    }
    json_t *answer = session_answer(request->house, &p, request->session);
    json_object_set_new(answer, "stale", json_boolean(request->caller.stale));
    request_answer(request, answer);
}
