/* second.c - keeps an administrator from being their own second person.
 *
 * The person who sets a password knows it. So a person whose password was set by another cannot approve requests until
 * they have set their own. And once the house has another possible approver, an administrator needs approval to make
 * staff or to set a staff member's password. Until then the first administrator acts alone. A player's password opens a
 * wallet: no administrator ever sets it alone. */
#include <string.h>

#include "enter.h"

typedef struct {
    const char *asker, *subject;
    uint32_t second;
    bool founded; /* another person has a role that may approve, even if they are locked */
    bool able;    /* such a person could approve now */
} second_question;

static bool hear_person(void *context, const lm_value_row *row)
{
    second_question *q = context;
    const char *id = row->key + strlen("person/");
    house_person p;
    if (strcmp(id, q->asker) == 0) return true;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    person_of_value(&p, value);
    if (p.roles & q->second && !p.password_by[0]) {
        q->founded = true;
        q->able |= strcmp(id, q->subject) != 0 && !p.locked;
    }
    sodium_memzero(p.hash, sizeof p.hash);
    json_decref(value);
    return !q->able;
}

static void look_for_second(house_request *request)
{
    house_errand *e = request->own;
    char text[LM_STORE_TEXT];
    second_question q = { .asker = request->caller.person,
                          .subject = field_text(request, LM_FIELD_PERSON),
                          .second = request->word->second };
    e->failed =
        lm_store_values(house_reader(request->house, LM_WORK_LIST), "person/", hear_person, &q, text) != LM_STORE_DONE;
    e->founded = q.founded;
    e->right = q.able;
}

/* The waiting request holds only the hash, so only the asker sees the password. */
static void ask_or_do(house_request *request)
{
    house_errand *e = request->own;
    if (e->failed) {
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(STORE_UNREAD, "", "the house cannot read its store; try again"));
    } else if (!e->founded && !e->never_alone) {
        e->then(request);
    } else if (!caller_is_known(request)) {
        return;
    } else if (!e->right) {
        request_refuse(
            request, LM_REFUSED_NOW,
            LM_STAFF_SAYS("another administrator or executive must approve this, but none can: make or unlock one, or "
                          "let one set a password of their own; a person who lost a password gets a link from a server "
                          "started to recover them"));
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
        request_later(request, LM_WORK_LIST, look_for_second, ask_or_do);
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
