/* people_enter.c - guests and new players: how somebody becomes a person. */
#include <string.h>

#include "people_enter.h"

bool enter_take_password(house_request *request, const char *field)
{
    const char *password = text_in(request->body, field);
    const char *complaint = password_complaint(password);
    house_errand *e = errand_of(request);
    if (!e) return false;
    if (complaint) {
        errand_refuse(request, 400, "%s", complaint);
        return false;
    }
    snprintf(e->password, sizeof e->password, "%s", password);
    json_object_del(request->body, field);
    return true;
}

/* What others see of a person: no control characters, not empty. */
static bool name_is_good(const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f) return false;
    }
    return n > 0 && n < PERSON_NAME && name[0] != ' ';
}

bool enter_new_person(house_request *request, uint32_t roles, house_person *p)
{
    house_errand *e = request->own;
    const char *id = text_in(request->body, "person"), *name = text_in(request->body, "name");
    if (!person_id_is_good(id)) {
        errand_refuse(request, 400,
                      "a person's id begins with a letter and has 2 to 31 of a to z, 0 to 9 and -; some "
                      "words are taken");
        return false;
    }
    if (*name && !name_is_good(name)) {
        errand_refuse(request, 400, "a name has 1 to 63 bytes and no control characters");
        return false;
    }
    if (person_read(request->house, id, p)) {
        errand_refuse(request, 409, "somebody is called \"%s\" already", id);
        return false;
    }
    p->roles = roles;
    p->created_ms = house_now_ms(request->house);
    snprintf(p->name, sizeof p->name, "%s", *name ? name : id);
    memcpy(p->hash, e->hash, sizeof p->hash);
    return true;
}

/* Whoever makes himself is the actor of it. */
lm_batch *enter_batch(house_request *request, const house_person *p, const char *reason)
{
    bool by_himself = !request->caller.person[0];
    if (by_himself) snprintf(request->caller.person, sizeof request->caller.person, "%s", p->id);
    json_t *body = json_pack("{s:s, s:s, s:n, s:o}", "person", p->id, "reason", reason, "before", "after",
                             person_view(p));
    if (request->approver[0]) json_object_set_new(body, "approved", json_string(request->approver));
    lm_batch *batch = house_batch(request, "person-created", body);
    if (by_himself) request->caller.person[0] = '\0';
    person_put(batch, p);
    person_accounts(batch, p, PLAY_MONEY_CENTS);
    return batch;
}

json_t *enter_answer(const house_person *p, const char *session)
{
    json_t *answer = session_answer(p, session);
    json_object_set_new(answer, "session", json_string(session));
    return answer;
}

/* A name nobody chose and nobody can guess; with no password, the session is all there is. */
void enter_guest(house_request *request)
{
    uint8_t random[5];
    char hex[2 * sizeof random + 1];
    house_errand *e = errand_of(request);
    if (!e) return;
    house_person p = { .roles = LM_HOUSE_BIT(GUEST), .created_ms = house_now_ms(request->house) };
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(hex, sizeof hex, random, sizeof random);
    snprintf(p.id, sizeof p.id, "guest-%s", hex);
    snprintf(p.name, sizeof p.name, "Guest %.4s", hex);
    lm_batch *batch = enter_batch(request, &p, "a guest came");
    session_open(request->house, batch, &p, e->session);
    errand_submit(request, batch, enter_answer(&p, e->session), enter_guest);
}

static void register_player(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    if (!enter_new_person(request, LM_HOUSE_BIT(PLAYER), &p)) return;
    lm_batch *batch = enter_batch(request, &p, "registered");
    session_open(request->house, batch, &p, e->session);
    errand_submit(request, batch, enter_answer(&p, e->session), register_player);
}

void enter_register(house_request *request)
{
    house_person p;
    if (!enter_take_password(request, "password") || !enter_new_person(request, 0, &p)) return;
    password_make(request, register_player);
}

void enter_who(house_request *request)
{
    house_person p;
    char csrf[LM_HOUSE_CSRF] = "";
    const house_caller *caller = &request->caller;
    if (!caller->person[0] || !person_read(request->house, caller->person, &p)) {
        request_answer(request, json_pack("{s:s, s:[]}", "person", "", "roles"));
        return;
    }
    json_t *answer = session_answer(&p, request->session);
    if (lm_house_csrf(request->session, csrf)) json_object_set_new(answer, "csrf", json_string(csrf));
    json_object_set_new(answer, "stale", json_boolean(caller->stale));
    request_answer(request, answer);
}
