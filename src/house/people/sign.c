/* sign.c - signing in and out, giving the password again, changing it.
 *
 * A refusal does not help a guesser: its words and its duration are the same whether the name is unknown, the password
 * is wrong or the account is locked. Each wrong password is one record, with the address it came from. */
#include <string.h>

#include "enter.h"

enum { CODE_TRIES = 64 };

static const char sign_in_refusal[] = LM_SAYS(SIGN_IN_WRONG, "",
                                              "The sign-in name or the password is wrong, or the account is locked. "
                                              "Try again, or ask a supervisor.");

static const char code_refusal[] =
    LM_SAYS(CODE_WRONG, "", "The code is wrong, too old, or was used before. Wait for the next one.");

static void let_in(house_request *request);

static void failure_kept(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    if (outcome->why == LM_STORE_VERSION && e->code_was_wrong && ++e->tries < CODE_TRIES) {
        e->again(request); /* another code came first, and was counted */
    } else if (outcome->why == LM_STORE_FAILED) {
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(JOURNAL_STOPPED_NOW, "", "The house cannot write its journal and has stopped."));
    } else {
        request_refuse(request, LM_REFUSED_STRANGER, "%s", e->code_was_wrong ? code_refusal : sign_in_refusal);
    }
}

/* Changes neither the account nor its sessions, because a stranger's mistake must not affect the owner. */
void enter_failed(house_request *request, factor_row *judged)
{
    house_errand *e = request->own;
    const char *person = e->person[0] ? e->person : e->login;
    request->caller.client[0] = '\0'; /* an attempt is not a repeatable command */
    request->caller.version = 0;      /* it counts even if the person has changed */
    lm_batch *batch = house_batch(request, "sign-in-failed",
                                  json_pack("{s:s, s:b, s:b, s:i, s:s, s:s*}", "person", person, "known",
                                            e->person[0] != '\0', "known_device", e->known, "wrong", e->wrong + 1,
                                            "address", request->address, "what", judged ? "code" : NULL));
    if (judged) factor_keep(batch, e->person, judged);
    e->code_was_wrong = judged != NULL;
    tries_failed(request, batch);
    house_log(request->house, "info", "sign-in-failed", "person:s known:b known_device:b wrong:i address:s", person,
              e->person[0] != '\0', e->known, e->wrong + 1, request->address);
    request_submit(request, batch, failure_kept);
}

static void code_asked_for(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    if (outcome->why == LM_STORE_VERSION && ++e->tries < CODE_TRIES)
        let_in(request);
    else if (outcome->why != LM_STORE_DONE)
        request_refuse_outcome(request, outcome);
    else
        request_refuse(
            request, LM_REFUSED_STRANGER,
            LM_SAYS(CODE_NEEDED, "", "Give the code that your authenticator shows (\"code\"), or a recovery code."));
}

/* No session before the code. The attempt was neither wrong nor finished, so it leaves the counts as they were. */
static void ask_for_code(house_request *request)
{
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    tries_undo(request, batch);
    request_submit(request, batch, code_asked_for);
}

/* Reads the person again: they may have been locked, or have a new password, since the comparison. Writing their
 * unchanged value makes the store refuse this sign-in if that happens at the same moment. */
static void let_in(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    bool found = person_read(request->house, e->person, &p);
    if (!found || p.locked || !password_holds(e, &p)) {
        enter_failed(request, NULL);
        return;
    }
    factor_row judged;
    switch (factor_judge(request, &p, e->known, &judged)) {
    case FACTOR_REFUSED: return;
    case FACTOR_NEEDED: ask_for_code(request); return;
    case FACTOR_WRONG:
        e->again = let_in;
        enter_failed(request, &judged);
        return;
    case FACTOR_PASSED: break;
    }
    snprintf(request->caller.person, sizeof request->caller.person, "%s", p.id);
    lm_batch *batch = house_batch(
        request, "signed-in",
        json_pack("{s:s, s:i, s:s}", "person", p.id, "failures_before", e->wrong, "address", request->address));
    request->caller.person[0] = '\0'; /* if this starts over, the caller has no session again */
    person_put(batch, &p);
    factor_keep(batch, p.id, &judged);
    tries_succeeded(request, batch);
    json_t *answer = enter_open(request, batch, &p);
    sodium_memzero(&p, sizeof p);
    errand_submit(request, batch, answer, let_in);
}

/* A session that gives its password again belongs to its person, so strangers' attempts do not delay it. If a change of
 * the password has just ended the session, the count is not committed: repeating that change is not a wrong guess. */
void enter_try_own(house_request *request, lm_act_field field, house_handler *then)
{
    house_errand *e = errand_of(request);
    snprintf(e->person, sizeof e->person, "%s", request->caller.person);
    snprintf(e->login, sizeof e->login, "%s", request->caller.person);
    e->known = true;
    tries_begin(request, field, then);
}

void enter_sign_in(house_request *request)
{
    house_errand *e = errand_of(request);
    const char *login = field_text(request, LM_FIELD_LOGIN);
    if (!*login) login = field_text(request, LM_FIELD_PERSON);
    if (!*login) {
        request_refuse(request, LM_REFUSED_FORM, "\"sign-in\" needs a field \"login\": the name you sign in with.");
        return;
    }
    memset(&request->caller, 0, sizeof request->caller); /* the session that the request came with does not count */
    login_find(request, login);
    e->known = device_recognise(request);
    tries_begin(request, LM_FIELD_PASSWORD, let_in);
}

void enter_sign_out(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    house_errand *e = errand_of(request);
    if (!request->caller.person[0] || !session_key(request->session, key)) {
        request_answer(request, NULL);
        return;
    }
    snprintf(e->person, sizeof e->person, "%s", request->caller.person);
    lm_batch *batch = guest_is_passing(&request->caller)
                          ? lm_batch_new() /* the journal does not know this guest */
                          : house_batch(request, "signed-out", json_pack("{s:s}", "person", request->caller.person));
    lm_batch_drop(batch, key);
    session_changed(request->house, batch, request->caller.person);
    errand_submit(request, batch, NULL, enter_sign_out);
}

static void renew(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    bool found = person_read(request->house, e->person, &p);
    if (!found || p.locked || !password_holds(e, &p)) {
        enter_failed(request, NULL);
        return;
    }
    lm_batch *batch = house_batch(request, "re-authenticated", json_pack("{s:s}", "person", p.id));
    person_put(batch, &p);
    tries_succeeded(request, batch);
    session_renew(request->house, batch, request->session);
    errand_submit(request, batch, session_answer(request->house, &p, request->session), renew);
}

void enter_again(house_request *request)
{
    enter_try_own(request, LM_FIELD_PASSWORD, renew);
}

static json_t *password_record(const house_person *p, bool own, const char *approver)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s*}", "person", p->id, "reason",
                     own ? "changed by its owner" : "set by an administrator", "before",
                     p->hash[0] ? "a password" : "none", "after", "another password", "approved", approver);
}

/* Ends every session of the person. A person who changed their own password gets a new session. */
static void keep_password(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    if (!person_read(request->house, e->person, &p)) {
        refuse_unknown_person(request, e->person);
        return;
    }
    bool own = strcmp(p.id, request->caller.person) == 0;
    if (own && (p.locked || !password_holds(e, &p))) {
        enter_failed(request, NULL);
        return;
    }
    lm_batch *batch = house_batch(request, "password-set", password_record(&p, own, approver_of(request)));
    snprintf(p.password_by, sizeof p.password_by, "%s", own ? "" : request->caller.person);
    memcpy(p.hash, e->hash, sizeof p.hash);
    p.generation++;
    person_put(batch, &p);
    session_changed(request->house, batch, p.id);
    if (own) tries_succeeded(request, batch);
    json_t *answer = own ? enter_open(request, batch, &p) : person_view(&p);
    sodium_memzero(&p, sizeof p);
    errand_submit(request, batch, answer, keep_password);
}

static void old_password_seen(house_request *request)
{
    const house_errand *e = request->own;
    if (!e->right)
        enter_failed(request, NULL);
    else if (enter_take_password(request))
        password_make(request, keep_password);
}

static void keep_or_ask(house_request *request)
{
    house_errand *e = request->own;
    house_person p;
    e->never_alone = person_read(request->house, e->person, &p) && !person_is_staff(&p);
    second_for_staff(request, true, keep_password);
}

/* People change their own password by giving the old one; an administrator sets another person's. */
void enter_set_password(house_request *request)
{
    const char *of = field_text(request, LM_FIELD_PERSON), *old = field_text(request, LM_FIELD_OLD);
    const char *complaint = password_complaint(field_text(request, LM_FIELD_PASSWORD));
    bool own = !*of || strcmp(of, request->caller.person) == 0;
    house_errand *e = errand_of(request);
    snprintf(e->person, sizeof e->person, "%s", own ? request->caller.person : of);
    if (second_has_allowed(request)) {
        keep_password(request);
    } else if (complaint) {
        request_refuse(request, LM_REFUSED_FORM, "%s", complaint);
    } else if (own && strcmp(old, field_text(request, LM_FIELD_PASSWORD)) == 0) {
        request_refuse(request, LM_REFUSED_FORM,
                       LM_SAYS(PASSWORD_SAME, "", "the new password is the old one: choose another"));
    } else if (own) {
        enter_try_own(request, LM_FIELD_OLD, old_password_seen);
    } else if (!(request->caller.roles & LM_HOUSE_BIT(ADMINISTRATOR))) {
        request_refuse(request, LM_REFUSED_PERSON,
                       LM_STAFF_SAYS("only an administrator may set the password of another person"));
    } else if (enter_take_password(request)) {
        password_make(request, keep_or_ask);
    }
}
