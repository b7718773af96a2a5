/* people_sign.c - signing in and out, giving the password again, changing it.
 *
 * Whoever tries passwords learns nothing from a refusal: it says and costs the same whether the name exists, the
 * password is wrong or the account is locked, and each try is one record. */
#include <string.h>

#include "people_enter.h"

static const char sign_in_refusal[] = "the name or the password is wrong, or the account is locked; after "
                                      "three failures in a row a supervisor unlocks it";

/* --- failures ---------------------------------------------------------------------------------------------------- */

static void count_failure(house_request *request);

static void failure_kept(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    session_forget(request->house, e->person);
    if (outcome->why == LM_STORE_VERSION && ++e->tries < 100) {
        count_failure(request);
    } else if (outcome->why == LM_STORE_FAILED) {
        errand_refuse(request, 503, "the house cannot write its journal and has stopped");
    } else {
        errand_refuse(request, 401, "%s", sign_in_refusal);
    }
}

/* The third in a row locks; a locked account counts no further. */
static void count_failure(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    bool known = person_read(request->house, e->person, &p), counts = known && !p.locked;
    if (counts) p.failures++;
    bool locks = counts && p.failures >= PERSON_FAILURES;
    json_object_del(request->body, "n"); /* a try is no command that may be repeated */
    lm_batch *batch = house_batch(request, "sign-in-failed",
                                  json_pack("{s:s, s:b, s:i, s:b}", "person", e->person, "known", known,
                                            "failures", p.failures, "locked", known && p.locked));
    if (locks) {
        p.locked = true;
        p.generation++;
        batch_record(batch, "locked", "house",
                     json_pack("{s:s, s:s, s:{s:b}, s:{s:b}}", "person", p.id, "reason",
                               "three wrong passwords in a row", "before", "locked", 0, "after", "locked",
                               1));
    }
    if (counts) person_put(batch, &p);
    if (locks) session_changed(request->house, batch, p.id);
    request_submit(request, batch, failure_kept);
}

/* --- signing in -------------------------------------------------------------------------------------------------- */

/* The person as he is now: he may have been locked or have another password since this one was looked at. His value is written even where nothing
 * changes, so that of many tries under way at once no more than three are not counted. */
static void let_in(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    bool known = person_read(request->house, e->person, &p);
    if (!known || p.locked || !password_holds(e, &p)) {
        count_failure(request);
        return;
    }
    snprintf(request->caller.person, sizeof request->caller.person, "%s", p.id);
    lm_batch *batch = house_batch(request, "signed-in",
                                  json_pack("{s:s, s:i}", "person", p.id, "failures_before", p.failures));
    p.failures = 0;
    person_put(batch, &p);
    session_open(request->house, batch, &p, e->session);
    errand_submit(request, batch, enter_answer(&p, e->session), let_in);
}

/* Starts the work on a password for the person named in the errand. */
static void check_person(house_request *request, const char *password, void (*then)(house_request *))
{
    house_errand *e = request->own;
    house_person p;
    bool can = person_read(request->house, e->person, &p) && !p.locked && strlen(password) <= PASSWORD_MOST;
    snprintf(e->password, sizeof e->password, "%s", password);
    password_check(request, can ? p.hash : "", then);
    sodium_memzero(p.hash, sizeof p.hash);
}

void enter_sign_in(house_request *request)
{
    house_errand *e = errand_of(request);
    if (!e) return;
    memset(&request->caller, 0, sizeof request->caller); /* whoever he was before */
    snprintf(e->person, sizeof e->person, "%s", text_in(request->body, "person"));
    check_person(request, text_in(request->body, "password"), let_in);
}

void enter_sign_out(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    house_errand *e = errand_of(request);
    if (!e) return;
    if (!request->caller.person[0] || !session_key(request->session, key)) {
        errand_answer(request, NULL);
        return;
    }
    snprintf(e->person, sizeof e->person, "%s", request->caller.person);
    lm_batch *batch =
        house_batch(request, "signed-out", json_pack("{s:s}", "person", request->caller.person));
    lm_batch_drop(batch, key);
    session_changed(request->house, batch, request->caller.person);
    errand_submit(request, batch, NULL, enter_sign_out);
}

/* --- the password again -------------------------------------------------------------------------------------------- */

static void renew(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    bool known = person_read(request->house, e->person, &p);
    if (!known || p.locked || !password_holds(e, &p)) {
        count_failure(request);
        return;
    }
    lm_batch *batch = house_batch(request, "re-authenticated", json_pack("{s:s}", "person", p.id));
    p.failures = 0;
    person_put(batch, &p);
    session_renew(request->house, batch, request->session);
    errand_submit(request, batch, session_answer(&p, request->session), renew);
}

void enter_again(house_request *request)
{
    house_errand *e = errand_of(request);
    if (!e) return;
    snprintf(e->person, sizeof e->person, "%s", request->caller.person);
    check_person(request, text_in(request->body, "password"), renew);
}

/* --- another password ------------------------------------------------------------------------------------------------ */

static json_t *password_record(const house_person *p, bool own)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "person", p->id, "reason",
                     own ? "changed by himself" : "set by an administrator", "before",
                     p->hash[0] ? "a password" : "none", "after", "another password");
}

/* Whoever changed his password and sends that again to a server that has not heard of it yet has not guessed wrongly: the
 * session was ended by it. */
static bool has_lapsed(house_request *request)
{
    house_person p;
    char key[LM_STORE_NAME + 1];
    if (!session_key(request->session, key) || !person_read(request->house, request->caller.person, &p))
        return false;
    json_t *session = house_value(request->house, key, NULL);
    bool lapsed = session && int_in(session, "generation", -1) != p.generation;
    json_decref(session);
    return lapsed;
}

static void refuse_old_password(house_request *request)
{
    if (has_lapsed(request))
        errand_refuse(request, 401, "the session has ended; sign in again");
    else
        count_failure(request);
}

/* Ends every session of the person; whoever changed his own goes on in a new one. */
static void keep_password(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    if (!person_read(request->house, e->person, &p)) {
        errand_refuse(request, 404, "there is nobody called \"%s\"", e->person);
        return;
    }
    bool own = strcmp(p.id, request->caller.person) == 0;
    if (own && (p.locked || !password_holds(e, &p))) {
        refuse_old_password(request);
        return;
    }
    json_t *record = password_record(&p, own);
    if (request->approver[0]) json_object_set_new(record, "approved", json_string(request->approver));
    lm_batch *batch = house_batch(request, "password-set", record);
    snprintf(p.password_by, sizeof p.password_by, "%s", own ? "" : request->caller.person);
    memcpy(p.hash, e->hash, sizeof p.hash);
    p.generation++;
    p.failures = 0;
    person_put(batch, &p);
    session_changed(request->house, batch, p.id);
    if (own) session_open(request->house, batch, &p, e->session);
    json_t *answer = own ? enter_answer(&p, e->session) : person_view(&p);
    sodium_memzero(&p, sizeof p);
    errand_submit(request, batch, answer, keep_password);
}

static void old_password_seen(house_request *request)
{
    const house_errand *e = request->own;
    if (!e->right)
        refuse_old_password(request);
    else if (enter_take_password(request, "password"))
        password_make(request, keep_password);
}

static void keep_or_ask(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    bool staff = person_read(request->house, e->person, &p) && person_is_staff(&p);
    second_for_staff(request, staff, keep_password);
}

/* One's own with the old one; another person's as administrator. */
void enter_set_password(house_request *request)
{
    const char *of = text_in(request->body, "person"), *old = text_in(request->body, "old");
    const char *complaint = password_complaint(text_in(request->body, "password"));
    bool own = !*of || strcmp(of, request->caller.person) == 0;
    house_errand *e = errand_of(request);
    if (!e) return;
    snprintf(e->person, sizeof e->person, "%s", own ? request->caller.person : of);
    if (second_has_allowed(request)) {
        keep_password(request);
    } else if (complaint) {
        errand_refuse(request, 400, "%s", complaint);
    } else if (own && strcmp(old, text_in(request->body, "password")) == 0) {
        errand_refuse(request, 400, "another password is one that you do not have yet");
    } else if (own) {
        check_person(request, old, old_password_seen);
    } else if (!(request->caller.roles & LM_HOUSE_BIT(ADMINISTRATOR))) {
        errand_refuse(request, 403, "only an administrator sets the password of somebody else");
    } else if (enter_take_password(request, "password")) {
        password_make(request, keep_or_ask);
    }
}
