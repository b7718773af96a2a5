/* request.c - a request from its arrival to its handler: which word it says, whether this person may, where it goes. */
#include <stdlib.h>
#include <string.h>

#include "floor.h"

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

/* Whoever has been idle may still say who he is. */
static bool is_for_stale(lm_act_word word)
{
    return word == LM_ACT_RE_AUTHENTICATE || word == LM_ACT_SIGN_OUT || word == LM_ACT_WHO_AM_I;
}

/* Two people are two only where nobody can pass for the other. Where one may do it alone, its handler looks. */
static bool takes_two(const lm_act_row *w)
{
    lm_act_word word = lm_act_word_of(w);
    bool is_second = word == LM_ACT_APPROVE || word == LM_ACT_VERIFY_AWARD || word == LM_ACT_PAY_AWARD;
    return is_second || (w->second && !(w->when & LM_ACT_SOMETIMES));
}

static bool may_say(house_request *r)
{
    char roles[200];
    if (!r->word->roles) return true;
    if (!r->caller.person[0]) {
        request_refuse(r, LM_REFUSED_STRANGER, NULL, "sign in first: \"%s\" is for %s", r->word->word,
                       roles_text(r->word->roles, roles, sizeof roles));
        return false;
    }
    if (!(r->word->roles & r->caller.roles)) {
        request_refuse(r, LM_REFUSED_PERSON, NULL, "\"%s\" is for %s", r->word->word,
                       roles_text(r->word->roles, roles, sizeof roles));
        return false;
    }
    if (r->caller.stale && !is_for_stale(lm_act_word_of(r->word))) {
        request_refuse(r, LM_REFUSED_STRANGER, NULL,
                       /* say:password-again */
                       "nothing was done here for a while: give the password again (re-authenticate)");
        return false;
    }
    return !takes_two(r->word) || people_is_himself(r);
}

/* A command of the house with a number that is none; a table looks at its own. */
static bool has_no_number(const house_request *r)
{
    const json_t *n = json_object_get(r->body, "n");
    bool of_house = r->word->second || (r->word->where == LM_AT_HOUSE && !(r->word->when & LM_ACT_READS));
    return of_house && json_is_integer(n) && json_integer_value(n) < 1;
}

/* A request whose word, caller and fields are good: to the second person, to its table, or to its handler. */
void house_dispatch(house_request *request)
{
    if (alarm_stops(request)) return;
    if (request->word->second && !(request->word->when & LM_ACT_SOMETIMES) && !request->approver[0]) {
        approval_ask(request);
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
    const json_t *body = lm_request_json(sent);
    house_request *r = request_new(house, token, from, json_is_object(body) ? body : NULL);
    char text[LM_HOUSE_TEXT];
    const char *word = json_string_value(json_object_get(r->body, "do"));
    const lm_act_row *found = word ? lm_act_said(word, strlen(word)) : NULL;
    if (found && found->where == LM_AT_HOUSE && !word_handler(house, found)) found = NULL;
    if (house->fault[0]) {
        request_refuse(r, LM_REFUSED_LATER, NULL, "%s", house->fault);
        return;
    }
    if (!found) {
        request_refuse(r, word ? LM_REFUSED_UNKNOWN : LM_REFUSED_FORM, NULL,
                       word ? "there is nothing to do called \"%.60s\"" : "a request is an object with a text \"do\"",
                       word);
        return;
    }
    r->word = found;
    if (!people_caller(house, r->session, r->word->roles && !(r->word->when & LM_ACT_READS), &r->caller) &&
        r->word->roles) {
        house_refusal unread;
        bool known = !house_could_not_read(house, &unread);
        request_refuse(r, known ? LM_REFUSED_STRANGER : LM_REFUSED_LATER, NULL, "%s",
                       known ? "the session has ended; sign in again" : unread.text);
        return;
    }
    if (!may_say(r)) return;
    if (r->word->where == LM_AT_TABLE && !request_id(r, "table")) {
        request_refuse(r, LM_REFUSED_FORM, NULL, "\"%s\" wants a field \"table\"", word);
        return;
    }
    if (!request_read_act(r, text, sizeof text)) {
        request_refuse(r, LM_REFUSED_FORM, NULL, "%s", text);
        return;
    }
    if (has_no_number(r)) {
        request_refuse(r, LM_REFUSED_FORM, NULL, "commands are numbered from 1");
        return;
    }
    house_dispatch(r);
}
