/* cage.c - money comes in and goes out: deposits, withdrawals, play money. Every movement has a numbered receipt. */
#include <string.h>

#include "cage.h"

/* The amounts that the pit's configuration names; what stands here is a preset of the house, not law. */
void thresholds_read(lm_house *house, house_thresholds *t)
{
    json_t *value = house_value(house, "config/thresholds", NULL);
    *t = (house_thresholds){ .currency_cents = int_in(value, "currency_cents", 1000000),
                             .tax_cents = int_in(value, "tax_cents", 120000),
                             .tax_odds = int_in(value, "tax_odds", 300) };
    json_decref(value);
}

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
    lm_store_accounts(store, q->name, hear_account, q, text);
    return q->found;
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
 * wallet changes the purse. */
typedef struct {
    house_person who;
    house_money money;
    cash_way way;
    lm_cents cents;
    house_purse purse;
    account_question wallet;
    int64_t receipt, receipt_version;
} visit;

static bool read_visit(house_request *request, visit *v)
{
    lm_house *house = request->house;
    purse_read(house, v->who.id, v->money, &v->purse);
    wallet_name(v->who.id, v->money, v->wallet.name);
    v->receipt = next_receipt(house, &v->receipt_version);
    if (account_read(house_store(house), &v->wallet)) return true;
    errand_refuse(request, 409, "\"%s\" has no wallet for %s money", v->who.id, money_word(v->money));
    return false;
}

/* Cash of one person in one day, this visit included, above what the house watches. */
static bool is_reportable(lm_house *house, const visit *v)
{
    house_thresholds t;
    thresholds_read(house, &t);
    lm_cents today = v->way == CASH_IN ? v->purse.deposits_cents : v->purse.withdrawals_cents;
    return v->money == MONEY_REAL && today + v->cents > t.currency_cents;
}

static json_t *visit_record(house_request *request, const visit *v)
{
    lm_cents after = v->wallet.cents + (v->way == CASH_IN ? v->cents : -v->cents);
    json_t *body =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:I}", "person", v->who.id, "money", money_word(v->money),
                  "cents", (json_int_t)v->cents, "receipt", (json_int_t)v->receipt, "before",
                  (json_int_t)v->wallet.cents, "after", (json_int_t)after);
    const char *reason = text_in(request->body, "reason");
    if (*reason) json_object_set_new(body, "reason", json_string(reason));
    if (is_reportable(request->house, v)) json_object_set_new(body, "currency", json_true());
    return body;
}

static void book_visit(house_request *request, visit *v, const char *kind, house_handler *again)
{
    bool in = v->way == CASH_IN;
    char world[LM_STORE_NAME + 1];
    snprintf(world, sizeof world, "world/%s", money_word(v->money));
    json_t *record = visit_record(request, v);
    json_t *answer = json_deep_copy(record);
    lm_batch *batch = house_batch(request, kind, record);
    lm_batch_move(batch, in ? world : v->wallet.name, in ? v->wallet.name : world, v->cents, kind);
    *(in ? &v->purse.deposits_cents : &v->purse.withdrawals_cents) += v->cents;
    purse_put(request->house, batch, v->who.id, v->money, &v->purse);
    batch_put(batch, "receipt/last", v->receipt_version,
              json_pack("{s:I}", "number", (json_int_t)v->receipt));
    errand_submit(request, batch, answer, again);
}

/* --- the cashier's words ------------------------------------------------------------------------------------------------ */

/* The customer and the amount, as the body has them. Nobody serves himself. */
static bool begin_visit(house_request *request, visit *v)
{
    const char *id = text_in(request->body, "person");
    if (!errand_of(request)) return false;
    v->cents = int_in(request->body, "cents", 0);
    if (strcmp(id, request->caller.person) == 0) {
        errand_refuse(request, 403, "nobody serves himself at the cage");
    } else if (v->cents < 1 || v->cents > CAGE_MOST_CENTS) {
        errand_refuse(request, 400, "\"cents\" is 1 to %d", CAGE_MOST_CENTS);
    } else if (!person_read(request->house, id, &v->who)) {
        errand_refuse(request, 404, "there is nobody called \"%s\"", id);
    } else {
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
        errand_refuse(request, refusal.status, "%s", refusal.text);
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
        errand_refuse(request, 409, "the wallet holds $%lld.%02lld", (long long)v.wallet.cents / 100,
                      (long long)v.wallet.cents % 100);
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
    person_read(request->house, request->caller.person, &v.who);
    if (!read_visit(request, &v)) return;
    v.cents = PLAY_MONEY_CENTS - v.wallet.cents;
    if (v.cents <= 0) {
        errand_refuse(request, 409, "there is play money enough in the wallet");
    } else if (!limits_allow_deposit(request->house, &v.who, v.money, v.cents, &refusal)) {
        errand_refuse(request, refusal.status, "%s", refusal.text);
    } else {
        book_visit(request, &v, "play-money", play_money);
    }
}

#define R(role) LM_HOUSE_BIT(role)

/* clang-format off */
const house_word cage_words[] = {
    { { .word = "deposit", .where = LM_AT_HOUSE, .roles = R(CASHIER), .fields = "person:id cents:int reason?:text",
        .help = "Cash over the counter into a person's wallet." }, deposit },
    { { .word = "withdrawal", .where = LM_AT_HOUSE, .roles = R(CASHIER), .fields = "person:id cents:int reason?:text",
        .help = "Cash over the counter out of a person's wallet." }, withdraw },
    { { .word = "play-money", .where = LM_AT_HOUSE, .roles = ROLES_ALL, .fields = "",
        .help = "Fills one's own wallet of play money up to $1,000.00." }, play_money },
    { { .word = "wallet", .where = LM_AT_HOUSE, .roles = ROLES_ALL, .fields = "money?:text from?:int", .reads = true,
        .help = "One's own balances, and the lines of one of the wallets." }, wallet_show },
    { { .word = "statement", .where = LM_AT_HOUSE, .roles = R(CASHIER) | R(SUPERVISOR) | R(EXECUTIVE) | R(SURVEILLANCE) | R(AUDITOR),
        .fields = "person:id money?:text from?:int", .reads = true,
        .help = "A person's wallet with the reason of every line." }, wallet_statement },
    { { .word = "issue-coupon", .where = LM_AT_HOUSE, .roles = R(CASHIER) | R(SUPERVISOR),
        .fields = "person:id kind:text cents:int wager?:text money?:text days?:int reason?:text",
        .help = "A match-play or a progressive coupon for a person, to be used once." }, coupon_issue },
    { { .word = "coupons", .where = LM_AT_HOUSE, .roles = ROLES_ALL, .fields = "person?:id", .reads = true,
        .help = "One's own coupons; staff may name a person." }, coupon_list },
    { { .word = NULL }, NULL },
};
/* clang-format on */
