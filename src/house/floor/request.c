/* request.c - a request from its arrival to its handler: finds its command, checks the person's rights, passes it
 * on. */
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "people/people.h"

static const char *roles_text(uint32_t roles, char *text, size_t size)
{
    static const char *const words[] = {
#define X(name, word) word,
        LM_HOUSE_ROLES(X)
#undef X
    };
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < LM_HOUSE_ROLE_COUNT; i++) {
        if (roles >> i & 1 && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", words[i]);
    }
    return text;
}

/* The commands that are allowed in a stale session. */
static bool is_for_stale(lm_act_word word)
{
    return word == LM_ACT_RE_AUTHENTICATE || word == LM_ACT_SIGN_OUT || word == LM_ACT_SIGN_OUT_EVERYWHERE ||
           word == LM_ACT_WHO_AM_I;
}

/* What staff may do who must set up a second factor first. */
static bool is_for_unproved(lm_act_word word)
{
    return is_for_stale(word) || word == LM_ACT_BEGIN_SECOND_FACTOR || word == LM_ACT_CONFIRM_SECOND_FACTOR ||
           word == LM_ACT_SET_PASSWORD;
}

/* Commands that need two people, neither of whom can pass for the other. Where one person may sometimes act alone, the
 * handler checks instead. */
static bool takes_two(const lm_act_row *w)
{
    lm_act_word word = lm_act_word_of(w);
    bool is_second = word == LM_ACT_APPROVE || word == LM_ACT_VERIFY_AWARD || word == LM_ACT_PAY_AWARD;
    return is_second || (w->second && !(w->when & LM_ACT_SOMETIMES));
}

bool request_may_say(house_request *r)
{
    char roles[200];
    if (!r->word->roles) return true;
    if (!r->caller.person[0])
        return request_refuse(r, LM_REFUSED_STRANGER,
                              LM_SAYS(SIGN_IN_FIRST, "word roles", "sign in first: \"%s\" is for %s"), r->word->word,
                              roles_text(r->word->roles, roles, sizeof roles));
    if (!(r->word->roles & r->caller.roles))
        return request_refuse(r, LM_REFUSED_PERSON, LM_SAYS(FOR_OTHER_ROLES, "word roles", "\"%s\" is for %s"),
                              r->word->word, roles_text(r->word->roles, roles, sizeof roles));
    if (r->caller.stale && !is_for_stale(lm_act_word_of(r->word)))
        return request_refuse(
            r, LM_REFUSED_STRANGER,
            LM_SAYS(PASSWORD_AGAIN, "", "you have been idle for a while: give your password again (re-authenticate)"));
    if (r->caller.factor_due && !is_for_unproved(lm_act_word_of(r->word)))
        return request_refuse(r, LM_REFUSED_PERSON,
                              LM_STAFF_SAYS(/* say:second-factor-due */
                                            "this house demands a second factor of your role: set one up on the page "
                                            "of your account (begin-second-factor)"));
    return !takes_two(r->word) || caller_is_known(r);
}

bool request_refuse_session(house_request *r)
{
    house_refusal unread;
    if (house_could_not_read(r->house, &unread)) {
        request_refuse_here(r, &unread, NULL);
        return false;
    }
    return request_refuse(r, LM_REFUSED_STRANGER, LM_SAYS(NO_SESSION, "", "the session has ended; sign in again"));
}

/* An approved request has no session, so its asker's rights are read again. */
static bool asker_still_may(house_request *request)
{
    house_person p;
    bool may = person_read(request->house, request->caller.person, &p) && !p.locked && p.roles & request->word->roles &&
               !request->house->unread;
    request->caller.roles = p.roles;
    request->caller.version = p.version;
    if (!may) request_refuse(request, request->house->unread ? LM_REFUSED_LATER : LM_REFUSED_NOW, "%s", asker_gone);
    return may;
}

bool guard_renew(house_request *request)
{
    lm_house *house = request->house;
    request->guarded++;
    house->unread = false;
    if (!request->session[0]) return asker_still_may(request);
    session_forget(house, request->caller.person);
    if (people_caller(house, request->session, false, &request->caller)) return request_may_say(request);
    return request_refuse_session(request);
}

/* Whether a command to the house has a number below 1; tables check the numbers of their own commands. */
static bool has_no_number(const house_request *r)
{
    bool of_house = r->word->second || (r->word->where == LM_AT_HOUSE && !(r->word->when & LM_ACT_READS));
    return of_house && r->is_numbered && r->n < 1;
}

/* Passes a valid request on: to the second person, to its table, or to its handler. */
void house_dispatch(house_request *request)
{
    if (alarm_stops(request) || !chips_exist(request)) return;
    bool writes = request->word->roles && !(request->word->when & LM_ACT_READS);
    if (writes && guest_is_passing(&request->caller)) {
        guest_stays(request);
        return;
    }
    if (request->word->second && !(request->word->when & LM_ACT_SOMETIMES) && !request->approver[0]) {
        if (request->word->where != LM_AT_TABLE || table_would_do(request)) approval_ask(request);
    } else if (request->word->where == LM_AT_TABLE) {
        table_request(request);
    } else {
        word_handler(request->house, request->word)(request);
    }
}

void lm_house_request(lm_house *house, uint64_t token, const lm_house_client *from, const lm_request *sent)
{
    house->figures.requests++;
    house->unread = false;
    house_read_clock(house);
    house_request *r = request_new(house, token, from, json_is_object(sent->object) ? sent->object : NULL);
    char text[LM_HOUSE_TEXT];
    const char *word = json_string_value(json_object_get(r->body, "do"));
    const lm_act_row *found = word ? lm_act_said(word, strlen(word)) : NULL;
    if (found && found->where == LM_AT_HOUSE && !word_handler(house, found)) found = NULL;
    if (house->fault[0]) {
        request_refuse(r, LM_REFUSED_LATER, "%s", house->fault);
        return;
    }
    if (!found) {
        char hint[LM_MEANT_TEXT];
        request_refuse(r, word ? LM_REFUSED_UNKNOWN : LM_REFUSED_FORM,
                       word ? LM_STAFF_SAYS("there is no command \"%.60s\"; GET /openapi.json lists all commands%s")
                            : LM_STAFF_SAYS("a request must be an object with a text \"do\""),
                       word, word ? lm_act_meant(word, hint) : "");
        return;
    }
    if (json_object_get(r->body, "n") && !r->is_numbered) {
        request_refuse(r, LM_REFUSED_FORM, /* say:number-is-integer */
                       "\"n\" numbers a command and must be an integer from 1: without it a repeated delivery is done "
                       "again");
        return;
    }
    r->word = found;
    if (!people_caller(house, r->session, r->word->roles && !(r->word->when & LM_ACT_READS), &r->caller) &&
        r->word->roles) {
        request_refuse_session(r);
        return;
    }
    if (!(r->word->when & LM_ACT_READS)) command_digest(r);
    if (!request_may_say(r)) return;
    if (!request_read_act(r, text, sizeof text)) {
        request_refuse(r, LM_REFUSED_FORM, "%s", text);
        return;
    }
    if (r->word->where == LM_AT_TABLE && !request_table(r)) {
        request_refuse(r, LM_REFUSED_FORM, "\"%s\" needs a field \"table\"", word);
        return;
    }
    if (has_no_number(r)) {
        request_refuse(r, LM_REFUSED_FORM, "commands are numbered from 1");
        return;
    }
    house_dispatch(r);
}
