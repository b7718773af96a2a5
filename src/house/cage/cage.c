/* cage.c - the cage: deposits, withdrawals and play money, each with a numbered receipt. */
#include <assert.h>
#include <string.h>

#include "cage.h"

void wallet_name(const char *player, house_money money, char name[LM_STORE_NAME + 1])
{
    snprintf(name, LM_STORE_NAME + 1, "wallet/%s/%s", money_word(money), player);
}

static bool hear_account(void *context, const lm_account_row *row)
{
    account_question *q = context;
    if (strcmp(row->name, q->name) != 0) return true;
    q->found = true;
    q->cents = row->cents;
    q->lines = row->lines;
    return false;
}

bool account_read(lm_store *store, account_question *q)
{
    char text[LM_STORE_TEXT];
    q->unread = lm_store_accounts(store, q->name, hear_account, q, text) != LM_STORE_DONE;
    return q->found && !q->unread;
}

void account_refuse_unread(house_request *request)
{
    house_refusal unread;
    refuse_unread(&unread);
    request_refuse_here(request, &unread, NULL);
}

/* The last answer to every cashier is kept outside the journal, so that a customer gets the receipt even if the cashier
 * missed the answer. */
typedef struct {
    char client[sizeof(((house_caller *)0)->client)];
    json_t *n, *answer;
} told_row;

static const row_field told_fields[] = {
    ROW_HAS(TEXT, told_row, client),
    ROW_HAS(JSON, told_row, n),
    ROW_HAS(JSON, told_row, answer),
    ROW_END,
};

#define TOLD_KEY "~told/%s"

static void tell_again(house_request *request)
{
    told_row told;
    row_load(request->house, told_fields, &told, NULL, TOLD_KEY, request->caller.person);
    bool same =
        strcmp(told.client, request->caller.client) == 0 && json_equal(told.n, json_object_get(request->body, "n"));
    json_t *answer = json_deep_copy(told.answer);
    row_drop(told_fields, &told);
    if (!same) { /* a receipt before the last one is searched in the journal */
        json_decref(answer);
        command_search(request, request->caller.client);
        return;
    }
    json_object_set_new(answer, "repeated", json_true());
    request_answer(request, answer);
}

void cage_begin(house_request *request)
{
    request->repeated = tell_again;
    request->tells_record = true;
}

void cage_submit(house_request *request, lm_batch *batch, json_t *answer, house_handler *again)
{
    told_row told = { .n = json_object_get(request->body, "n"), .answer = answer };
    told_row last;
    int64_t version;
    if (told.n) {
        row_load(request->house, told_fields, &last, &version, TOLD_KEY, request->caller.person);
        row_drop(told_fields, &last);
        memcpy(told.client, request->caller.client, sizeof told.client);
        row_put(batch, told_fields, &told, version, TOLD_KEY, request->caller.person);
    }
    errand_submit(request, batch, answer, again);
}

typedef enum { CASH_IN, CASH_OUT } cash_way;

/* Cash of one person at the counter in one gaming day, which the law may require to be reported. */
typedef struct {
    int64_t day_ms; /* the beginning of the gaming day */
    lm_cents in_cents, out_cents;
} cash_row;

static const row_field cash_fields[] = {
    ROW_HAS(INT, cash_row, day_ms),
    ROW_HAS(INT, cash_row, in_cents),
    ROW_HAS(INT, cash_row, out_cents),
    ROW_END,
};

/* One visit to the cage, as read before anything is written. Every movement of a wallet changes the purse, and the
 * purse is read first, so its version detects any change in between. */
typedef struct {
    house_person who;
    house_money money;
    cash_way way;
    lm_cents cents;
    house_purse purse;
    account_question wallet;
    int64_t receipt, receipt_version;
    cash_row cash; /* including this visit; `cash` and the fields below are for real money only */
    int64_t cash_version;
    bool reportable;
} visit;

static bool read_visit(house_request *request, visit *v)
{
    lm_house *house = request->house;
    wallet_name(v->who.id, v->money, v->wallet.name);
    number_load(house, "number", &v->receipt, &v->receipt_version, "receipt/last");
    v->receipt++;
    if (account_read(house->store, &v->wallet)) return true;
    if (v->wallet.unread) {
        account_refuse_unread(request);
        return false;
    }
    request_refuse(request, LM_REFUSED_NOW,
                   LM_STAFF_SAYS(/* say:no-wallet-for */ "\"%s\" does not have a wallet for %s money"), v->who.id,
                   money_word(v->money));
    return false;
}

#define CASH_KEY "cash/%s"

/* Adds this visit to the person's cash of the gaming day, because several small movements count as one large one. */
static lm_cents count_cash(visit *v, lm_house *house)
{
    report_config config;
    char date[11];
    config_of_house(house, &config, &(int64_t){ 0 });
    bool found = row_load(house, cash_fields, &v->cash, &v->cash_version, CASH_KEY, v->who.id);
    int64_t began = gaming_day(&config, house->now_ms, date);
    if (!found || v->cash.day_ms != began) v->cash = (cash_row){ .day_ms = began };
    lm_cents *cents = v->way == CASH_IN ? &v->cash.in_cents : &v->cash.out_cents;
    *cents += v->cents;
    v->reportable = *cents > currency_line(&config, house->now_ms);
    return *cents;
}

static json_t *visit_record(house_request *request, const visit *v)
{
    lm_cents after = v->wallet.cents + (v->way == CASH_IN ? v->cents : -v->cents);
    const char *reason = field_text(request, LM_FIELD_REASON);
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:s*, s:o*, s:s*}", "person", v->who.id, "money",
                     money_word(v->money), "cents", (json_int_t)v->cents, "receipt", (json_int_t)v->receipt, "before",
                     (json_int_t)v->wallet.cents, "after", (json_int_t)after, "reason", *reason ? reason : NULL,
                     "currency", v->reportable ? json_true() : NULL, "approved", approver_of(request));
}

/* Whether record, purse and ledger get the same movement, and the wallet is not overdrawn. */
static bool visit_adds_up(const visit *v, const json_t *record, const house_purse *before)
{
    lm_cents change = v->way == CASH_IN ? v->cents : -v->cents;
    lm_cents in = v->purse.deposits_cents - before->deposits_cents;
    lm_cents out = v->purse.withdrawals_cents - before->withdrawals_cents;
    return v->cents > 0 && int_in(record, "after", -1) >= 0 && in - out == change &&
           int_in(record, "after", 0) - int_in(record, "before", 0) == change;
}

static void book_visit(house_request *request, visit *v, const char *kind, house_handler *again)
{
    bool in = v->way == CASH_IN;
    char world[LM_STORE_NAME + 1];
    snprintf(world, sizeof world, "world/%s", money_word(v->money));
    json_t *record = visit_record(request, v);
    json_t *answer = json_deep_copy(record);
    json_object_set_new(answer, "time_ms", json_integer(request->house->now_ms));
    lm_batch *batch = house_batch(request, kind, record);
    lm_batch_move(batch, in ? world : v->wallet.name, in ? v->wallet.name : world, v->cents, kind);
    house_purse before = v->purse;
    *(in ? &v->purse.deposits_cents : &v->purse.withdrawals_cents) += v->cents;
    assert(visit_adds_up(v, answer, &before));
    purse_put(request->house, batch, v->who.id, v->money, &v->purse);
    if (v->money == MONEY_REAL) row_put(batch, cash_fields, &v->cash, v->cash_version, CASH_KEY, v->who.id);
    number_put(batch, "number", v->receipt, v->receipt_version, "receipt/last");
    cage_submit(request, batch, answer, again);
}

bool cage_begin_for(house_request *request, house_person *customer)
{
    const char *id = field_text(request, LM_FIELD_PERSON);
    errand_of(request);
    cage_begin(request);
    if (strcmp(id, request->caller.person) == 0)
        request_refuse(request, LM_REFUSED_PERSON,
                       LM_STAFF_SAYS(/* say:not-for-oneself */ "another cashier must serve you at the cage"));
    else if (person_read(request->house, id, customer))
        return true;
    else
        refuse_misnamed_person(request, id);
    return false;
}

bool cage_asks_second(house_request *request, lm_cents cents, bool coupon)
{
    report_config config;
    config_of_house(request->house, &config, &(int64_t){ 0 });
    if (request->approver[0] || cents <= (coupon ? config.coupon_approval_cents : config.approval_cents)) return false;
    request->repeated = NULL; /* no receipt is given for a request that waits */
    if (caller_is_known(request)) approval_ask(request);
    return true;
}

static bool begin_visit(house_request *request, visit *v)
{
    v->cents = lm_act_int(&request->act, LM_FIELD_CENTS);
    if (v->cents < 1 || v->cents > CAGE_MOST_CENTS) {
        cage_begin(request);
        request_refuse(request, LM_REFUSED_FORM,
                       /* say:one-movement */ "an amount at the cage must be $0.01 to $%d.00", CAGE_MOST_CENTS / 100);
        return false;
    }
    if (!cage_begin_for(request, &v->who)) return false;
    purse_read(request->house, v->who.id, v->money, &v->purse);
    return true;
}

void cage_deposit(house_request *request)
{
    visit v = { .money = MONEY_REAL, .way = CASH_IN };
    house_refusal refusal;
    if (!begin_visit(request, &v)) return;
    if (!limits_allow_deposit(request->house, &v.who, v.money, v.cents, &refusal)) {
        request_refuse_here(request, &refusal, NULL);
        return;
    }
    if (read_visit(request, &v) && !cage_asks_second(request, count_cash(&v, request->house), false))
        book_visit(request, &v, "deposit", cage_deposit);
}

/* Players can always withdraw their own money: limits and exclusions do not apply. */
void cage_withdraw(house_request *request)
{
    visit v = { .money = MONEY_REAL, .way = CASH_OUT };
    if (!begin_visit(request, &v) || !read_visit(request, &v)) return;
    if (v.wallet.cents < v.cents) {
        request_refuse(request, LM_REFUSED_NOW,
                       LM_SAYS(WALLET_HOLDS, "holds_cents +", "the wallet holds only $%lld.%02lld"),
                       (long long)v.wallet.cents / 100, (long long)v.wallet.cents % 100);
        return;
    }
    if (!cage_asks_second(request, count_cash(&v, request->house), false))
        book_visit(request, &v, "withdrawal", cage_withdraw);
}

/* Play money is worth nothing, so a player who has little of it gets more. */
void cage_play_money(house_request *request)
{
    visit v = { .money = MONEY_PLAY, .way = CASH_IN };
    house_refusal refusal;
    errand_of(request);
    cage_begin(request);
    person_read(request->house, request->caller.person, &v.who);
    purse_read(request->house, v.who.id, v.money, &v.purse);
    if (!read_visit(request, &v)) return;
    v.cents = PLAY_MONEY_CENTS - v.wallet.cents;
    if (v.cents <= 0) {
        request_refuse(request, LM_REFUSED_NOW,
                       LM_SAYS(PLAY_MONEY_FULL, "least_cents",
                               "the wallet already holds at least $%d.00 of play money, the most that it is filled to"),
                       PLAY_MONEY_CENTS / 100);
    } else if (!limits_allow_deposit(request->house, &v.who, v.money, v.cents, &refusal)) {
        request_refuse_here(request, &refusal, NULL);
    } else {
        book_visit(request, &v, "play-money", cage_play_money);
    }
}
