/* factor_words.c - the commands about a second factor: setting one up, confirming it, removing it. */
#include <string.h>

#include "enter.h"

/* --- setting one up ------------------------------------------------------------------------------------------------ */

static bool own_person(house_request *request, house_person *p)
{
    house_errand *e = errand_of(request);
    snprintf(e->person, sizeof e->person, "%s", request->caller.person);
    if (person_read(request->house, e->person, p)) return true;
    refuse_unknown_person(request, e->person);
    return false;
}

static bool refuse_second(house_request *request)
{
    return request_refuse(request, LM_REFUSED_NOW,
                          LM_STAFF_SAYS("you have a second factor: remove it first (drop-second-factor)"));
}

static void show_secret(house_request *request)
{
    house_errand *e = request->own;
    char text[TOTP_TEXT];
    house_person p;
    if (!person_read(request->house, e->person, &p) || p.locked || !password_holds(e, &p)) {
        enter_failed(request, NULL);
        return;
    }
    lm_batch *batch = house_batch(request, "second-factor-begun", json_pack("{s:s}", "person", p.id));
    factor_make(request->house, batch, p.id, text);
    person_put(batch, &p);
    tries_succeeded(request, batch);
    json_t *uri = json_sprintf("otpauth://totp/Lammer:%s?secret=%s&issuer=Lammer&algorithm=SHA1&digits=%d&period=%d",
                               p.login[0] ? p.login : p.id, text, TOTP_DIGITS, TOTP_STEP_MS / 1000);
    json_t *answer = json_pack("{s:s, s:o}", "secret", text, "uri", uri);
    sodium_memzero(text, sizeof text);
    errand_submit(request, batch, answer, show_secret);
}

void factor_begin(house_request *request)
{
    house_person p;
    if (own_person(request, &p) && (!p.second_factor || refuse_second(request)))
        enter_try_own(request, LM_FIELD_PASSWORD, show_secret);
}

void factor_confirm(house_request *request)
{
    house_person p;
    factor_row row;
    if (!own_person(request, &p) || (p.second_factor && !refuse_second(request))) return;
    if (!factor_confirms(request->house, p.id, field_text(request, LM_FIELD_CODE), &row)) {
        request_refuse(
            request, LM_REFUSED_NOW,
            LM_STAFF_SAYS("this is not the code of the secret that begin-second-factor showed last: give the "
                          "one that your authenticator shows now, and check the clock of the device"));
        return;
    }
    lm_batch *batch = house_batch(request, "second-factor-set", json_pack("{s:s}", "person", p.id));
    p.second_factor = true;
    json_t *codes = factor_start(batch, p.id, &row);
    person_put(batch, &p);
    session_changed(request->house, batch, p.id);
    sodium_memzero(&p, sizeof p);
    errand_submit(request, batch, json_pack("{s:o}", "recovery_codes", codes), factor_confirm);
}

/* --- removing it --------------------------------------------------------------------------------------------------- */

static void drop(house_request *request, house_person *p, house_handler *again)
{
    bool own = strcmp(p->id, request->caller.person) == 0;
    const char *reason = field_text(request, LM_FIELD_REASON);
    lm_batch *batch = house_batch(request, "second-factor-dropped",
                                  json_pack("{s:s, s:s, s:s*}", "person", p->id, "reason",
                                            *reason                ? reason
                                            : approver_of(request) ? "lost"
                                                                   : "removed with a code of it",
                                            "approved", approver_of(request)));
    factor_clear(request->house, batch, p);
    if (!own || approver_of(request)) p->generation++; /* a session may be that of the person who has the lost device */
    person_put(batch, p);
    session_changed(request->house, batch, p->id);
    json_t *answer = person_view(p);
    sodium_memzero(p, sizeof *p);
    errand_submit(request, batch, answer, again);
}

static void drop_with_code(house_request *request, house_person *p)
{
    factor_row judged;
    factor_verdict verdict = factor_judge(request, p, false, &judged);
    if (verdict == FACTOR_PASSED) {
        factor_forget(&judged);
        drop(request, p, factor_drop);
    } else if (verdict == FACTOR_WRONG) {
        enter_failed(request, &judged);
    }
}

/* Their own code is enough; without it a second person must approve, for example after a lost device. */
void factor_drop(house_request *request)
{
    const char *of = field_text(request, LM_FIELD_PERSON);
    house_errand *e = errand_of(request);
    house_person p;
    bool own = !*of || strcmp(of, request->caller.person) == 0;
    snprintf(e->person, sizeof e->person, "%s", own ? request->caller.person : of);
    snprintf(e->login, sizeof e->login, "%s", e->person);
    e->again = factor_drop;
    if (!person_read(request->house, e->person, &p)) {
        refuse_unknown_person(request, e->person);
    } else if (!own && !(request->caller.roles & LM_HOUSE_BIT(ADMINISTRATOR))) {
        request_refuse(request, LM_REFUSED_PERSON,
                       LM_STAFF_SAYS("only an administrator may ask to remove another person's second factor"));
    } else if (!p.second_factor) {
        request_refuse(request, LM_REFUSED_NOW, LM_STAFF_SAYS("%s has no second factor"), p.id);
    } else if (request->approver[0]) {
        drop(request, &p, factor_drop);
    } else if (own && *field_text(request, LM_FIELD_CODE)) {
        drop_with_code(request, &p);
    } else if (caller_is_known(request)) {
        json_object_del(request->body, "code");
        json_object_set_new(request->body, "person", json_string(p.id)); /* who cannot approve it */
        approval_ask(request);
    }
    sodium_memzero(p.hash, sizeof p.hash);
}
