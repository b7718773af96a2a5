/* floor_hear.h - how people react to an answer, or to a missing one. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_HEAR_H
#define LAMMER_TESTS_HOUSE_FLOOR_HEAR_H

#include "floor_staff.h"
#include "said.h"

static void note_ack(const person *p, const json_t *answer)
{
    char key[LM_STORE_NAME + 1];
    const char *word = text_at(p->asked, "do");
    const json_t *seq = json_object_get(answer, "seq");
    const char *at = text_at(p->asked, "table");
    bool at_table = seq && *at;
    bool money = strcmp(word, "deposit") == 0 || strcmp(word, "play-money") == 0;
    if (!json_object_get(p->asked, "n") || !(at_table || money) || strcmp(word, "ready") == 0) return;
    if (strcmp(word, "approve") == 0 || json_object_get(answer, "waiting")) return;
    if (w.acks == ACKS) broken("too many answers were not checked");
    ack *a = &w.ack[w.acks++];
    *a = (ack){ .n = int_at(p->asked, "n"), .seq = json_integer_value(seq), .table = at_table ? atoi(at + 1) - 1 : -1 };
    session_key(p->session, key);
    snprintf(a->client, sizeof a->client, "%.32s%s%s", key + strlen("~session/"), at_table ? "/" : "",
             at_table ? at : "");
}

static void heard_done(person *p, const json_t *answer)
{
    const char *word = text_at(p->asked, "do");
    note_ack(p, answer);
    if (strcmp(word, "sign-in") == 0 || strcmp(word, "guest") == 0) {
        snprintf(p->session, sizeof p->session, "%s", text_at(answer, "session"));
        if (p->calling == IS_GUEST) snprintf(p->id, sizeof p->id, "%s", text_at(answer, "person"));
    } else if (strcmp(word, "watch") == 0) {
        p->watches = true;
    } else if (strcmp(word, "leave") == 0 && (p->calling == IS_PLAYER || p->calling == IS_GUEST)) {
        go_home(p);
    } else if (json_object_get(answer, "waiting")) {
        snprintf(p->approval, sizeof p->approval, "%s", text_at(answer, "approval"));
    } else if (p->calling == IS_DEALER && p->table >= 0 && (strcmp(word, "load") == 0 || strcmp(word, "unload") == 0)) {
        const house_table *t = held(p->table);
        if (t) test_shoe_restack(&w.table[p->table].shoe, &t->state.table, t->rules, &w.dealers);
    }
}

/* The dealer forgets the cards that were assumed to be dealt, and looks at the layout again. */
static void look_again(person *p)
{
    const house_table *t = p->calling == IS_DEALER && p->table >= 0 ? held(p->table) : NULL;
    if (!t) return;
    test_shoe *shoe = &w.table[p->table].shoe;
    *shoe = p->before;
    bool turns = p->asked && strcmp(text_at(p->asked, "do"), "turn") == 0;
    for (uint32_t i = 0; turns && i < shoe->downs.n; i++) /* a card that was misread before cannot come again */
        shoe->downs.down[i].card = (lm_card)drawn(LM_CARDS);
    test_shoe_restack(shoe, &t->state.table, t->rules, &w.dealers);
}

static void go_elsewhere(person *p, int index)
{
    hang_up(p);
    p->server = index;
    send_request((int)(p - w.person));
}

static void heard_refusal(person *p, int status, const json_t *answer)
{
    const char *word = text_at(p->asked, "do"), *why = text_at(answer, "why");
    bool forgot = strcmp(word, "re-authenticate") == 0;
    if (status == 421 && strcmp(word, "watch") == 0) {
        hang_up(p);
        p->server = strcmp(text_at(answer, "elsewhere"), "http://b") == 0;
        forget_asked(p);
        return;
    }
    if (status == 421) {
        go_elsewhere(p, strcmp(text_at(answer, "elsewhere"), "http://b") == 0);
        return;
    }
    if (status == 503) return; /* the request is sent again under the same number */
    if (status == 401 && is_said(why, "say:password-again") && !forgot) {
        char password[64];
        snprintf(password, sizeof password, "password of %s", p->id);
        forget_asked(p);
        ask(p, json_pack("{s:s, s:s}", "do", "re-authenticate", "password", password));
        return;
    }
    if (status == 401) p->session[0] = '\0';
    if (status == 401 && p->calling == IS_GUEST) go_home(p); /* the guest comes back as another one */
    if (strcmp(word, "buy") == 0 || strcmp(word, "sit") == 0) p->going |= once_in(3);
    if (strcmp(word, "buy") == 0) p->lacks_cents = 50000;
    if (strcmp(word, "leave") == 0 && status == 409) p->next_ms = w.now_ms + SECOND;
    look_again(p);
}

static void hear_answer(const packet *in)
{
    person *p = &w.person[in->person];
    if (!p->asked || in->token != p->token) return;
    if (in->status == 200)
        heard_done(p, in->body);
    else
        heard_refusal(p, in->status, in->body);
    bool again = in->status == 503 || in->status == 421;
    if (!again && in->token == p->token) forget_asked(p);
}

/* A person whose answer does not come asks again, at a server that is running. */
static void ask_again(person *p)
{
    if (w.now_ms - p->sent_ms < 1500 + 500 * p->tries) return;
    if (++p->tries > 40) {
        forget_asked(p);
        look_again(p);
        return;
    }
    if (!w.server[p->server].house || once_in(3)) {
        hang_up(p);
        p->server = !p->server;
    }
    if (strcmp(text_at(p->asked, "do"), "watch") == 0) { /* on a connection of this server */
        forget_asked(p);
        hang_up(p);
        return;
    }
    send_request((int)(p - w.person));
}

#endif
