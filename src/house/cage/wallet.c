/* wallet.c - balances and statements of wallets, read from the ledger on another thread. */
#include <string.h>

#include "cage.h"

enum { STATEMENT_LINES = 100 };

typedef struct {
    json_t *list;
    int n;
} line_list;

static bool add_line(void *context, const lm_line_row *row)
{
    line_list *l = context;
    json_array_append_new(l->list, json_pack("{s:I, s:I, s:I, s:s, s:I}", "line", (json_int_t)row->n, "cents",
                                             (json_int_t)row->cents, "balance_cents", (json_int_t)row->balance_cents,
                                             "stream", row->stream, "seq", (json_int_t)row->seq));
    return ++l->n < STATEMENT_LINES;
}

/* Finds the movement in the record to which a line of the ledger belongs: the first with this account and amount that
 * no earlier line has used. */
typedef struct {
    const char *account;
    json_t *line;
    int skip;
} reason_question;

static bool is_movement(const reason_question *q, const lm_effect *effect)
{
    int64_t cents = int_in(q->line, "cents", 0);
    const char *side = cents < 0 ? effect->name : effect->to;
    return effect->kind == LM_EFFECT_MOVE && effect->number == (cents < 0 ? -cents : cents) &&
           strcmp(side, q->account) == 0;
}

static bool hear_record(void *context, const lm_record *record)
{
    reason_question *q = context;
    lm_effect effect;
    json_object_set_new(q->line, "time_ms", json_integer(record->time_ms));
    json_object_set_new(q->line, "by", json_string(record->actor));
    for (size_t at = 0; lm_effect_next(record->effects, record->effects_size, &at, &effect);) {
        if (!is_movement(q, &effect) || q->skip-- > 0) continue;
        json_object_set_new(q->line, "reason", json_string(effect.reason));
        break;
    }
    return false;
}

static int same_before(const json_t *list, size_t at)
{
    const json_t *line = json_array_get(list, at);
    int n = 0;
    for (size_t i = at; i-- > 0;) {
        const json_t *other = json_array_get(list, i);
        if (int_in(other, "seq", 0) != int_in(line, "seq", 0) ||
            strcmp(text_in(other, "stream"), text_in(line, "stream")) != 0)
            break;
        n += int_in(other, "cents", 0) == int_in(line, "cents", 0);
    }
    return n;
}

static void add_reasons(lm_store *store, const char *account, json_t *list)
{
    char text[LM_STORE_TEXT];
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *line = json_array_get(list, i);
        reason_question q = { account, line, same_before(list, i) };
        lm_store_records(store, text_in(line, "stream"), int_in(line, "seq", 0), hear_record, &q, text);
    }
}

/* Works on the errand's `kept`, which holds the question and then the answer. */
static void read_statement(house_request *request)
{
    house_errand *e = request->own;
    lm_store *store = house_reader(request->house, LM_WORK_LIST);
    char text[LM_STORE_TEXT];
    account_question wallet = { .found = false };
    line_list lines = { .list = json_array() };
    snprintf(wallet.name, sizeof wallet.name, "%s", text_in(e->kept, "account"));
    e->failed = !account_read(store, &wallet);
    e->unread = wallet.unread;
    int64_t last = wallet.lines - STATEMENT_LINES + 1, from = int_in(e->kept, "from", last);
    if (!e->failed)
        e->unread = lm_store_lines(store, wallet.name, from < 1 ? 1 : from, add_line, &lines, text) != LM_STORE_DONE;
    add_reasons(store, wallet.name, lines.list);
    json_object_set_new(e->kept, "cents", json_integer(wallet.cents));
    json_object_set_new(e->kept, "lines", json_integer(wallet.lines));
    json_object_set_new(e->kept, "statement", lines.list);
}

static void answer_statement(house_request *request)
{
    const house_errand *e = request->own;
    house_person who;
    if (e->unread)
        account_refuse_unread(request);
    else if (e->failed && !person_read(request->house, text_in(e->kept, "person"), &who))
        refuse_misnamed_person(request, text_in(e->kept, "person"));
    else if (e->failed)
        request_refuse(request, LM_REFUSED_UNKNOWN, LM_SAYS(NO_ACCOUNT, "account", "there is no account %s"),
                       text_in(e->kept, "account"));
    else
        request_answer(request, json_incref(e->kept));
}

/* Why the house accepts no deposits to this wallet now, worded as its refusal. */
static void add_stop(lm_house *house, const char *player, house_money money, json_t *statement)
{
    house_person who;
    house_refusal refusal;
    if (person_read(house, player, &who) && !limits_allow_deposit(house, &who, money, 1, &refusal))
        json_object_set_new(statement, "takes_nothing", json_string(refusal.text));
}

static void state_of(house_request *request, const char *player)
{
    char name[LM_STORE_NAME + 1];
    const char *word = field_text(request, LM_FIELD_MONEY);
    house_money money = strcmp(word, "real") == 0 ? MONEY_REAL : MONEY_PLAY;
    house_errand *e = errand_of(request);
    if (*word && strcmp(word, money_word(money)) != 0) {
        char hint[LM_MEANT_TEXT];
        static const char *const kinds[] = { "play", "real" };
        request_refuse(request, LM_REFUSED_FORM, "\"money\" must be play or real%s",
                       lm_words_meant(lm_words_nearest_of(word, kinds, 2), hint));
        return;
    }
    wallet_name(player, money, name);
    if (guest_is_passing(&request->caller) && money == MONEY_PLAY) {
        request_answer(request, json_pack("{s:s, s:s, s:i, s:i, s:[]}", "person", player, "account", name, "cents",
                                          PLAY_MONEY_CENTS, "lines", 0, "statement"));
        return;
    }
    e->kept = json_pack("{s:s, s:s}", "person", player, "account", name);
    add_stop(request->house, player, money, e->kept);
    if (lm_act_has(&request->act, LM_FIELD_SINCE))
        json_object_set_new(e->kept, "from", json_integer(lm_act_int(&request->act, LM_FIELD_SINCE)));
    request_later(request, LM_WORK_LIST, read_statement, answer_statement);
}

void wallet_statement(house_request *request)
{
    state_of(request, field_text(request, LM_FIELD_PERSON));
}

/* Answers with balances and the amount that play money is filled up to; with lines only if a wallet is named. */
void wallet_show(house_request *request)
{
    account_question play = { .found = false }, real = { .found = false };
    lm_store *store = request->house->store;
    if (lm_act_has(&request->act, LM_FIELD_MONEY)) {
        state_of(request, request->caller.person);
        return;
    }
    wallet_name(request->caller.person, MONEY_PLAY, play.name);
    wallet_name(request->caller.person, MONEY_REAL, real.name);
    json_t *answer = json_pack("{s:i}", "play_full_cents", PLAY_MONEY_CENTS);
    if (guest_is_passing(&request->caller)) /* the wallet is filled before the first bet */
        json_object_set_new(answer, "play_cents", json_integer(PLAY_MONEY_CENTS));
    if (account_read(store, &play)) json_object_set_new(answer, "play_cents", json_integer(play.cents));
    if (account_read(store, &real)) json_object_set_new(answer, "real_cents", json_integer(real.cents));
    if (!play.unread && !real.unread) {
        request_answer(request, answer);
        return;
    }
    json_decref(answer);
    account_refuse_unread(request);
}
