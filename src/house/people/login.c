/* login.c - the name that a person signs in with. Only its owner and administrators see it.
 *
 * The value "login/NAME" says whose it is. A person's id and display name are public: every watcher sees them. They
 * cannot be used to sign in. Persons of older houses have no such value and sign in with the id. */
#include <string.h>

#include "enter.h"

typedef struct {
    char person[LM_HOUSE_ID];
} login_row;

static const row_field login_fields[] = { ROW_HAS(TEXT, login_row, person), ROW_END };

#define LOGIN_KEY "login/%s"

/* The person who has the sign-in name; "" if it was given up; false if no person ever had it. */
static bool login_read(lm_house *house, const char *login, char person[LM_HOUSE_ID], int64_t *version)
{
    login_row row;
    bool found = row_load(house, login_fields, &row, version, LOGIN_KEY, login);
    memcpy(person, row.person, sizeof row.person);
    return found;
}

void login_find(house_request *request, const char *login)
{
    house_errand *e = request->own;
    house_person p;
    snprintf(e->login, sizeof e->login, "%s", login);
    if (login_read(request->house, login, e->person, NULL)) return;
    bool by_id = person_read(request->house, login, &p) && !p.login[0];
    snprintf(e->person, sizeof e->person, "%s", by_id ? login : "");
    sodium_memzero(&p, sizeof p);
}

/* Whether this person may take the name: it is neither another person's nor the id of a person who signs in by id. */
static bool login_is_free(house_request *request, const char *login, const char *person, int64_t *version)
{
    char owner[LM_HOUSE_ID];
    house_person p;
    bool taken = login_read(request->house, login, owner, version) && owner[0];
    bool by_id = strcmp(login, person) != 0 && person_read(request->house, login, &p) && !p.login[0];
    return !taken && !by_id;
}

static void login_put(lm_batch *batch, const char *login, const char *person, int64_t version)
{
    login_row row;
    snprintf(row.person, sizeof row.person, "%s", person);
    row_put(batch, login_fields, &row, version, LOGIN_KEY, login);
}

bool login_choose(house_request *request, const char *wanted, house_person *p)
{
    const char *login = *wanted ? wanted : p->id;
    if (!person_id_is_good(login))
        return request_refuse(
            request, LM_REFUSED_FORM,
            LM_SAYS(LOGIN_FORM, "",
                    "A sign-in name begins with a letter and has 2 to 31 characters of a to z, 0 to 9 and -. "
                    "Choose another one."));
    if (!login_is_free(request, login, p->id, &request->own->login_version))
        return request_refuse(request, LM_REFUSED_NOW,
                              LM_SAYS(LOGIN_TAKEN, "login", "The sign-in name \"%s\" is taken. Choose another one."),
                              login);
    snprintf(p->login, sizeof p->login, "%s", login);
    return true;
}

void login_keep(const house_request *request, lm_batch *batch, const house_person *p)
{
    login_put(batch, p->login, p->id, request->own->login_version);
}

/* The old name is given up and may be taken by others. */
void login_change(house_request *request)
{
    house_errand *e = errand_of(request);
    house_person p;
    char old[LM_HOUSE_ID], owner[LM_HOUSE_ID];
    int64_t old_version;
    snprintf(e->person, sizeof e->person, "%s", request->caller.person);
    if (!person_read(request->house, e->person, &p)) {
        refuse_unknown_person(request, e->person);
        return;
    }
    snprintf(old, sizeof old, "%s", p.login);
    if (strcmp(old, field_text(request, LM_FIELD_LOGIN)) == 0) {
        request_refuse(request, LM_REFUSED_NOW, LM_SAYS(LOGIN_SAME, "", "This is already your sign-in name."));
        return;
    }
    if (!login_choose(request, field_text(request, LM_FIELD_LOGIN), &p)) return;
    lm_batch *batch = house_batch(request, "login-set", json_pack("{s:s}", "person", p.id));
    person_put(batch, &p);
    login_keep(request, batch, &p);
    if (old[0] && login_read(request->house, old, owner, &old_version)) login_put(batch, old, "", old_version);
    json_t *answer = json_pack("{s:s}", "login", p.login);
    sodium_memzero(&p, sizeof p);
    errand_submit(request, batch, answer, login_change);
}
