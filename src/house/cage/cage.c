/* cage.c - money comes in and goes out: deposits, withdrawals, play money. Every movement has a numbered receipt. */
#include <string.h>

#include "cage.h"

void wallet_name(const char *player, house_money money, char name[LM_STORE_NAME + 1])
{
    snprintf(name, LM_STORE_NAME + 1, "wallet/%s/%s", money_word(money), player);
}

/* --- balances ------------------------------------------------------------------------------------------------------ */

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
    house_could_not_read(request->house, &unread);
    errand_refuse(request, unread.kind, "%s", unread.text);
}

/* --- an answer that was lost ------------------------------------------------------------------------------------------ */

/* Of every cashier the last answer is kept, outside the journal: a customer who waits for his receipt gets it. */
static void told_key(const house_request *request, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "~told/%s", request->caller.person);
}

static void tell_again(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    told_key(request, key);
    json_t *told = house_value(request->house, key, NULL);
    bool same = strcmp(text_in(told, "client"), request->caller.client) == 0 &&
                json_equal(json_object_get(told, "n"), json_object_get(request->body, "n"));
    json_t *answer = same ? json_deep_copy(json_object_get(told, "answer")) : json_object();
    json_decref(told);
    json_object_set_new(answer, "repeated", json_true());
    request_answer(request, answer);
}

void cage_begin(house_request *request)
{
    request->repeated = tell_again;
}

void cage_submit(house_request *request, lm_batch *batch, json_t *answer, house_handler *again)
{
    const json_t *n = json_object_get(request->body, "n");
    char key[LM_STORE_NAME + 1];
    int64_t version = 0;
    if (n) {
        told_key(request, key);
        json_decref(house_value(request->house, key, &version));
        batch_put(batch, key, version,
                  json_pack("{s:s, s:O, s:O}", "client", request->caller.client, "n", n, "answer", answer));
    }
    errand_submit(request, batch, answer, again);
}

/* --- receipts ------------------------------------------------------------------------------------------------------ */

/* The next number of the house, taken together with what it is the receipt for. */
static int64_t next_receipt(lm_house *house, int64_t *version)
{
    json_t *last = house_value(house, "receipt/last", version);
    int64_t number = int_in(last, "number", 0) + 1;
    json_decref(last);
    return number;
}

/* --- one movement ---------------------------------------------------------------------------------------------------- */

typedef enum { CASH_IN, CASH_OUT } cash_way;

/* One visit to the cage, as read before anything is written. The purse's version holds it together: every movement of a
 * wallet changes the purse, which is read before everything that is judged. */
typedef struct {
    house_person who;
    house_money money;
    cash_way way;
    lm_cents cents;
    house_purse purse;
    account_question wallet;
    int64_t receipt, receipt_version;
    int64_t day_ms; /* when this gaming day began; real money only, as what follows */
    lm_cents cash_cents[2];
    int64_t cash_version;
    bool reportable;
} visit;

static bool read_visit(house_request *request, visit *v)
{
    lm_house *house = request->house;
    wallet_name(v->who.id, v->money, v->wallet.name);
    v->receipt = next_receipt(house, &v->receipt_version);
    if (account_read(house_store(house), &v->wallet)) return true;
    if (v->wallet.unread) {
        account_refuse_unread(request);
        return false;
    }
    errand_refuse(request, LM_REFUSED_NOW, "\"%s\" has no wallet for %s money", v->who.id, money_word(v->money));
    return false;
}

/* Cash of one person over the counter in one gaming day, this visit included: what a law may want to be told. */
static void count_cash(visit *v, lm_house *house)
{
    report_config config;
    int64_t version;
    char date[11], key[LM_STORE_NAME + 1];
    if (v->money != MONEY_REAL) return;
    config_of_house(house, &config, &version);
    snprintf(key, sizeof key, "cash/%s", v->who.id);
    json_t *value = house_value(house, key, &v->cash_version);
    int64_t began = gaming_day(&config, house_now_ms(house), date);
    bool same = int_in(value, "day_ms", -1) == began;
    v->day_ms = began;
    v->cash_cents[CASH_IN] = same ? int_in(value, "in_cents", 0) : 0;
    v->cash_cents[CASH_OUT] = same ? int_in(value, "out_cents", 0) : 0;
    v->cash_cents[v->way] += v->cents;
    v->reportable = v->cash_cents[v->way] > config.currency_cents;
    json_decref(value);
}

static void cash_put(lm_batch *batch, const visit *v)
{
    char key[LM_STORE_NAME + 1];
    if (v->money != MONEY_REAL) return;
    snprintf(key, sizeof key, "cash/%s", v->who.id);
    batch_put(batch, key, v->cash_version,
              json_pack("{s:I, s:I, s:I}", "day_ms", (json_int_t)v->day_ms, "in_cents",
                        (json_int_t)v->cash_cents[CASH_IN], "out_cents", (json_int_t)v->cash_cents[CASH_OUT]));
}

static json_t *visit_record(house_request *request, const visit *v)
{
    lm_cents after = v->wallet.cents + (v->way == CASH_IN ? v->cents : -v->cents);
    json_t *body = json_pack("{s:s, s:s, s:I, s:I, s:I, s:I}", "person", v->who.id, "money", money_word(v->money),
                             "cents", (json_int_t)v->cents, "receipt", (json_int_t)v->receipt, "before",
                             (json_int_t)v->wallet.cents, "after", (json_int_t)after);
    const char *reason = text_in(request->body, "reason");
    if (*reason) json_object_set_new(body, "reason", json_string(reason));
    if (v->reportable) json_object_set_new(body, "currency", json_true());
    return body;
}

static void book_visit(house_request *request, visit *v, const char *kind, house_handler *again)
{
    bool in = v->way == CASH_IN;
    char world[LM_STORE_NAME + 1];
    snprintf(world, sizeof world, "world/%s", money_word(v->money));
    count_cash(v, request->house);
    json_t *record = visit_record(request, v);
    json_t *answer = json_deep_copy(record);
    json_object_set_new(answer, "time_ms", json_integer(house_now_ms(request->house)));
    lm_batch *batch = house_batch(request, kind, record);
    lm_batch_move(batch, in ? world : v->wallet.name, in ? v->wallet.name : world, v->cents, kind);
    *(in ? &v->purse.deposits_cents : &v->purse.withdrawals_cents) += v->cents;
    purse_put(request->house, batch, v->who.id, v->money, &v->purse);
    cash_put(batch, v);
    batch_put(batch, "receipt/last", v->receipt_version, json_pack("{s:I}", "number", (json_int_t)v->receipt));
    cage_submit(request, batch, answer, again);
}

/* --- the cashier's words ------------------------------------------------------------------------------------------------ */

/* The customer and the amount, as the body has them. Nobody serves himself. */
static bool begin_visit(house_request *request, visit *v)
{
    const char *id = text_in(request->body, "person");
    if (!errand_of(request)) return false;
    cage_begin(request);
    v->cents = int_in(request->body, "cents", 0);
    if (strcmp(id, request->caller.person) == 0) {
        errand_refuse(request, LM_REFUSED_PERSON, "nobody serves himself at the cage");
    } else if (v->cents < 1 || v->cents > CAGE_MOST_CENTS) {
        errand_refuse(request, LM_REFUSED_FORM,
                      /* say:one-movement */ "one movement at the cage is $0.01 to $%d.00", CAGE_MOST_CENTS / 100);
    } else if (!person_read(request->house, id, &v->who)) {
        errand_refuse(request, LM_REFUSED_UNKNOWN, "there is nobody called \"%s\"", id);
    } else {
        purse_read(request->house, id, v->money, &v->purse);
        return true;
    }
    return false;
}

static void deposit(house_request *request)
{
    visit v = { .money = MONEY_REAL, .way = CASH_IN };
    house_refusal refusal;
    if (!begin_visit(request, &v)) return;
    if (!limits_allow_deposit(request->house, &v.who, v.money, v.cents, &refusal)) {
        errand_refuse(request, refusal.kind, "%s", refusal.text);
        return;
    }
    if (read_visit(request, &v)) book_visit(request, &v, "deposit", deposit);
}

/* One's own money can always be had, whatever one has forbidden oneself. */
static void withdraw(house_request *request)
{
    visit v = { .money = MONEY_REAL, .way = CASH_OUT };
    if (!begin_visit(request, &v) || !read_visit(request, &v)) return;
    if (v.wallet.cents < v.cents) {
        errand_refuse(request, LM_REFUSED_NOW, /* say:wallet-holds */ "the wallet holds $%lld.%02lld",
                      (long long)v.wallet.cents / 100, (long long)v.wallet.cents % 100);
        return;
    }
    book_visit(request, &v, "withdrawal", withdraw);
}

/* Play money is worth nothing, so whoever has little of it gets more. */
static void play_money(house_request *request)
{
    visit v = { .money = MONEY_PLAY, .way = CASH_IN };
    house_refusal refusal;
    if (!errand_of(request)) return;
    cage_begin(request);
    person_read(request->house, request->caller.person, &v.who);
    purse_read(request->house, v.who.id, v.money, &v.purse);
    if (!read_visit(request, &v)) return;
    v.cents = PLAY_MONEY_CENTS - v.wallet.cents;
    if (v.cents <= 0) {
        errand_refuse(request, LM_REFUSED_NOW, "there is play money enough in the wallet");
    } else if (!limits_allow_deposit(request->house, &v.who, v.money, v.cents, &refusal)) {
        errand_refuse(request, refusal.kind, "%s", refusal.text);
    } else {
        book_visit(request, &v, "play-money", play_money);
    }
}

const house_word cage_words[] = {
    { LM_ACT_DEPOSIT, deposit },
    { LM_ACT_WITHDRAWAL, withdraw },
    { LM_ACT_PLAY_MONEY, play_money },
    { LM_ACT_WALLET, wallet_show },
    { LM_ACT_STATEMENT, wallet_statement },
    { LM_ACT_ISSUE_COUPON, coupon_issue },
    { LM_ACT_COUPONS, coupon_list },
    { LM_ACT_COUNT, NULL },
};
