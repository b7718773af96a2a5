/* enter.c - guests and new players: how somebody becomes a person. */
#include <string.h>

#include "enter.h"

bool enter_take_password(house_request *request, const char *field)
{
    const char *password = text_in(request->body, field);
    const char *complaint = password_complaint(password);
    house_errand *e = errand_of(request);
    if (!e) return false;
    if (complaint) {
        errand_refuse(request, LM_REFUSED_FORM, "%s", complaint);
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

/* An id for a person who has chosen only a sign-in name and a display name: letters of the latter and some chance. */
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
    house_errand *e = request->own;
    const char *login = text_in(request->body, "login"), *name = text_in(request->body, "name");
    char id[LM_HOUSE_ID];
    snprintf(id, sizeof id, "%s", text_in(request->body, "person"));
    if (!*id && *login) make_id(name, id);
    if (!person_id_is_good(id)) {
        errand_refuse(request, LM_REFUSED_FORM,
                      "A person's id begins with a letter and has 2 to 31 characters of a to z, 0 to 9 and -. "
                      "Choose another one.");
        return false;
    }
    if (*name && !name_is_good(name)) {
        errand_refuse(request, LM_REFUSED_FORM, "A name has 1 to 63 bytes and no control characters.");
        return false;
    }
    if (person_read(request->house, id, p)) {
        errand_refuse(request, LM_REFUSED_NOW, "The id \"%s\" is taken. Choose another one.", id);
        return false;
    }
    if (!login_choose(request, login, p)) return false;
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
    json_t *body =
        json_pack("{s:s, s:s, s:n, s:o}", "person", p->id, "reason", reason, "before", "after", person_view(p));
    if (request->approver[0]) json_object_set_new(body, "approved", json_string(request->approver));
    lm_batch *batch = house_batch(request, "person-created", body);
    if (by_himself) request->caller.person[0] = '\0';
    person_put(batch, p);
    if (p->login[0]) login_keep(request, batch, p);
    person_accounts(batch, p, PLAY_MONEY_CENTS);
    return batch;
}

json_t *enter_open(house_request *request, lm_batch *batch, const house_person *p)
{
    house_errand *e = request->own;
    session_open(request->house, batch, p, e->session);
    json_t *answer = session_answer(p, e->session);
    json_object_set_new(answer, "session", json_string(e->session));
    if (p->roles & LM_HOUSE_BIT(GUEST)) return answer;
    device_recognise(request);
    device_keep(request, batch, p->id);
    json_object_set_new(answer, "device", json_string(e->device));
    return answer;
}

/* A name nobody chose and nobody can guess; with no password, the session is all there is. */
void enter_guest(house_request *request)
{
    uint8_t random[5];
    char hex[2 * sizeof random + 1];
    if (!errand_of(request)) return;
    house_person p = { .roles = LM_HOUSE_BIT(GUEST), .created_ms = house_now_ms(request->house) };
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(hex, sizeof hex, random, sizeof random);
    snprintf(p.id, sizeof p.id, "guest-%s", hex);
    snprintf(p.name, sizeof p.name, "Guest %.4s", hex);
    lm_batch *batch = enter_batch(request, &p, "a guest came");
    json_t *answer = enter_open(request, batch, &p);
    errand_submit(request, batch, answer, enter_guest);
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
