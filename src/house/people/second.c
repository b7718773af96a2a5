/* second.c - nobody makes his own second person.
 *
 * Whoever sets a password knows it. So who was given his password takes no part where two people are wanted before he has set one
 * himself; and once a house has somebody else who could allow it, nobody is made staff, and no staff gets another password, by one
 * administrator alone. Until then the first administrator founds the house by himself. */
#include <string.h>

#include "enter.h"

bool people_is_himself(house_request *request)
{
    if (!request->caller.given) return true;
    errand_refuse(request, LM_REFUSED_PERSON,
                  "somebody else set your password and knows it: set one of your own first (set-password)");
    return false;
}

/* --- who could be the second person -------------------------------------------------------------------------------- */

typedef struct {
    const char *asker, *subject;
    uint32_t second;
    bool founded; /* somebody else has a part in this house, even if he is locked now */
    bool able;    /* somebody could say yes now */
} second_question;

static bool hear_person(void *context, const lm_value_row *row)
{
    second_question *q = context;
    const char *id = row->key + strlen("person/");
    uint32_t roles;
    if (strcmp(id, q->asker) == 0) return true;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    bool whole = roles_read(json_object_get(value, "roles"), &roles);
    if (whole && roles & q->second && !*text_in(value, "password_by")) {
        q->founded = true;
        q->able |= strcmp(id, q->subject) != 0 && !json_is_true(json_object_get(value, "locked"));
    }
    json_decref(value);
    return !q->able;
}

static void look_for_second(house_request *request)
{
    house_errand *e = request->own;
    char text[LM_STORE_TEXT];
    second_question q = { .asker = request->caller.person,
                          .subject = text_in(request->body, "person"),
                          .second = request->word->second };
    e->failed = lm_store_values(house_store(request->house), "person/", hear_person, &q, text) != LM_STORE_DONE;
    e->founded = q.founded;
    e->right = q.able;
}

/* --- asking, or doing it alone ----------------------------------------------------------------------------------------- */

/* What waits holds the hash: nobody but the asker has seen the password. */
static void ask_or_do(house_request *request)
{
    house_errand *e = request->own;
    if (e->failed) {
        errand_refuse(request, LM_REFUSED_LATER, "the house cannot read its store");
    } else if (!e->founded) {
        e->then(request);
    } else if (!people_is_himself(request)) {
        return;
    } else if (!e->right) {
        errand_refuse(request, LM_REFUSED_NOW,
                      "another administrator or executive must approve this, and nobody can: unlock one, or "
                      "let one set a password of his own");
    } else {
        json_object_set_new(request->body, "hash", json_string(e->hash));
        approval_ask(request);
    }
}

void second_for_staff(house_request *request, bool staff, house_handler *then)
{
    house_errand *e = request->own;
    e->then = then;
    if (staff) {
        request_later(request, look_for_second, ask_or_do);
    } else {
        then(request);
    }
}

bool second_has_allowed(house_request *request)
{
    house_errand *e = errand_of(request);
    if (!request->approver[0]) return false;
    snprintf(e->hash, sizeof e->hash, "%s", text_in(request->body, "hash"));
    return true;
}
