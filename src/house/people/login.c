/* login.c - the name that a person signs in with. Only its owner and administrators see it.
 *
 * The value "login/NAME" says whose it is. A person's id and display name are public: they stand at the box, in the lobby and
 * in messages to every watcher. They do not open the door. A person of an earlier house
 * has no such value and signs in with the id. */
#include <string.h>

#include "enter.h"

static void login_key(const char *login, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "login/%s", login);
}

/* Whose the name is; "" where it was given up, and false where it never was anyone's. */
static bool login_read(lm_house *house, const char *login, char person[LM_HOUSE_ID], int64_t *version)
{
    char key[LM_STORE_NAME + 1];
    login_key(login, key);
    json_t *value = house_value(house, key, version);
    snprintf(person, LM_HOUSE_ID, "%s", text_in(value, "person"));
    bool found = value != NULL;
    json_decref(value);
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

/* Free for this person: neither another person's name nor the id of one who signs in by id. */
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
    char key[LM_STORE_NAME + 1];
    login_key(login, key);
    batch_put(batch, key, version, json_pack("{s:s}", "person", person));
}

bool login_choose(house_request *request, const char *wanted, house_person *p)
{
    house_errand *e = request->own;
    const char *login = *wanted ? wanted : p->id;
    if (!person_id_is_good(login)) {
        errand_refuse(request, LM_REFUSED_FORM,
                      "A sign-in name begins with a letter and has 2 to 31 characters of a to z, 0 to 9 and -. "
                      "Choose another one.");
        return false;
    }
    if (!login_is_free(request, login, p->id, &e->login_version)) {
        errand_refuse(request, LM_REFUSED_NOW, "The sign-in name \"%s\" is taken. Choose another one.", login);
        return false;
    }
    snprintf(p->login, sizeof p->login, "%s", login);
    return true;
}

void login_keep(const house_request *request, lm_batch *batch, const house_person *p)
{
    const house_errand *e = request->own;
    login_put(batch, p->login, p->id, e->login_version);
}

/* --- another sign-in name ---------------------------------------------------------------------------------------- */

/* The old name is given up and may be taken by others. */
void login_change(house_request *request)
{
    house_errand *e = errand_of(request);
    house_person p;
    char old[LM_HOUSE_ID], owner[LM_HOUSE_ID];
    int64_t old_version;
    snprintf(e->person, sizeof e->person, "%s", request->caller.person);
    if (!person_read(request->house, e->person, &p)) {
        errand_refuse(request, LM_REFUSED_UNKNOWN, "\"%s\" is not known to this house.", e->person);
        return;
    }
    snprintf(old, sizeof old, "%s", p.login);
    if (strcmp(old, text_in(request->body, "login")) == 0) {
        errand_refuse(request, LM_REFUSED_NOW, "This already is your sign-in name.");
        return;
    }
    if (!login_choose(request, text_in(request->body, "login"), &p)) return;
    lm_batch *batch = house_batch(request, "login-set", json_pack("{s:s}", "person", p.id));
    person_put(batch, &p);
    login_keep(request, batch, &p);
    if (old[0] && login_read(request->house, old, owner, &old_version)) login_put(batch, old, "", old_version);
    json_t *answer = json_pack("{s:s}", "login", p.login);
    sodium_memzero(&p, sizeof p);
    errand_submit(request, batch, answer, login_change);
}
