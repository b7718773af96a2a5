/* coupons.c - match-play and progressive coupons: issued to a person at the cage, used at a table, given back after a tie.
 *
 * A match-play coupon lies beside a wager and wins its face value (MBJ-3(d).1); a progressive coupon is the stake of
 * the wager it names (MBJ-3(k)). */
#include <string.h>

#include "cage.h"
#include "lammer/wager.h"
#include "lammer/words.h"
#include "people/page.h"

enum { COUPON_DAYS = 30, COUPON_DAYS_MOST = 366, COUPON_MOST_CENTS = 1000000 };

/* A progressive coupon is for a wager with a light; a match-play coupon is for the blackjack wager or a wager without a
 * light. */
static bool is_for(const lm_wager *const *wagers, const char *wager, bool progressive)
{
    for (int i = 0; wagers && wagers[i]; i++) {
        if (strcmp(wagers[i]->id, wager) == 0) return wagers[i]->lit == progressive;
    }
    return !progressive && (!*wager || strcmp(wager, "main") == 0);
}

/* The kind of coupon that a misspelt word probably means, or NULL. */
static const char *kind_meant(const house_request *request)
{
    static const char *const kinds[] = { "match-play", "progressive" };
    const char *kind = field_text(request, LM_FIELD_KIND);
    bool known = strcmp(kind, kinds[0]) == 0 || strcmp(kind, kinds[1]) == 0;
    return known ? NULL : lm_words_nearest_of(kind, kinds, 2);
}

/* Returns what is wrong with the request, or NULL. */
static const char *coupon_complaint(const house_request *request)
{
    const char *kind = field_text(request, LM_FIELD_KIND), *wager = field_text(request, LM_FIELD_WAGER);
    const char *money = field_text(request, LM_FIELD_MONEY);
    int64_t cents = lm_act_int(&request->act, LM_FIELD_CENTS), days = field_int(request, LM_FIELD_DAYS, COUPON_DAYS);
    bool progressive = strcmp(kind, "progressive") == 0;
    if (!progressive && strcmp(kind, "match-play") != 0) return "\"kind\" must be match-play or progressive";
    if (progressive && !*wager) return "name the wager of a progressive coupon: \"aces\" or \"blazing7\"";
    if (!is_for(request->house->options.rules.wagers, wager, progressive))
        return progressive ? /* say:no-progressive */ "there is no progressive wager of that name"
                           : "a match-play coupon cannot be used with that wager";
    if (cents < 1 || cents > COUPON_MOST_CENTS) return "a coupon must be worth $0.01 to $10000.00";
    if (days < 1 || days > COUPON_DAYS_MOST) return "a coupon must be valid for 1 to 366 days";
    if (*money && strcmp(money, "play") != 0 && strcmp(money, "real") != 0) return "\"money\" must be play or real";
    return NULL;
}

typedef struct {
    char kind[16], wager[LM_WAGER_TEXT], money[8], issuer[LM_HOUSE_ID], table[LM_HOUSE_ID];
    int64_t cents, issued_ms, expires_ms, used_ms, back_ms;
    bool used;
} coupon_row;

static const row_field coupon_fields[] = {
    ROW_HAS(TEXT, coupon_row, kind),      ROW_HAS(TEXT, coupon_row, wager),  ROW_HAS(INT, coupon_row, cents),
    ROW_HAS(TEXT, coupon_row, money),     ROW_HAS(TEXT, coupon_row, issuer), ROW_HAS(INT, coupon_row, issued_ms),
    ROW_HAS(INT, coupon_row, expires_ms), ROW_HAS(BOOL, coupon_row, used),   ROW_MAY(INT, coupon_row, used_ms),
    ROW_MAY(INT, coupon_row, back_ms),    ROW_MAY(TEXT, coupon_row, table),  ROW_END,
};

void coupon_issue(house_request *request)
{
    char id[COUPON_NUMBER], key[LM_STORE_NAME + 1];
    const char *complaint = coupon_complaint(request), *money = field_text(request, LM_FIELD_MONEY);
    house_person who;
    if (complaint) {
        const char *wager = field_text(request, LM_FIELD_WAGER);
        const lm_wager *const *wagers = request->house->options.rules.wagers;
        char hint[LM_MEANT_TEXT];
        bool unknown = *wager && !lm_words_wager_exists(wagers, wager);
        cage_begin(request);
        request_refuse(request, LM_REFUSED_FORM, "%s%s", complaint,
                       lm_words_meant(unknown ? lm_words_nearest_wager(wagers, wager) : kind_meant(request), hint));
        return;
    }
    if (!cage_begin_for(request, &who)) return;
    if (cage_asks_second(request, lm_act_int(&request->act, LM_FIELD_CENTS), true)) return;
    int64_t now = request->house->now_ms;
    coupon_row row = { .cents = lm_act_int(&request->act, LM_FIELD_CENTS),
                       .issued_ms = now,
                       .expires_ms = now + field_int(request, LM_FIELD_DAYS, COUPON_DAYS) * DAY_MS };
    snprintf(row.kind, sizeof row.kind, "%s", field_text(request, LM_FIELD_KIND));
    snprintf(row.wager, sizeof row.wager, "%s", field_text(request, LM_FIELD_WAGER));
    snprintf(row.money, sizeof row.money, "%s", *money ? money : "real");
    memcpy(row.issuer, request->caller.person, sizeof row.issuer);
    random_hex(id, sizeof id);
    coupon_key(who.id, id, key);
    json_t *record = row_write(coupon_fields, &row);
    json_object_set_new(record, "person", json_string(who.id));
    json_object_set_new(record, "coupon", json_string(id));
    json_object_set_new(record, "reason", json_string(field_text(request, LM_FIELD_REASON)));
    if (request->approver[0]) json_object_set_new(record, "approved", json_string(request->approver));
    json_t *answer = json_deep_copy(record);
    lm_batch *batch = house_batch(request, "coupon-issued", record);
    row_put(batch, coupon_fields, &row, 0, "%s", key);
    cage_submit(request, batch, answer, coupon_issue);
}

static bool shows_coupon(const house_request *request, const char *id, json_t *value, const json_t *list)
{
    (void)request, (void)list;
    json_object_set_new(value, "coupon", json_string(id));
    return true;
}

void coupon_list(house_request *request)
{
    static const struct paged_list coupons = { .name = "coupons", .here = true, .shows = shows_coupon };
    char prefix[LM_STORE_NAME + 1];
    const char *of = field_text(request, LM_FIELD_PERSON);
    bool own = !*of || strcmp(of, request->caller.person) == 0;
    if (!own && !(request->caller.roles & ROLES_STAFF)) {
        request_refuse(request, LM_REFUSED_PERSON, LM_STAFF_SAYS("only staff may see the coupons of another person"));
        return;
    }
    coupon_key(own ? request->caller.person : of, "", prefix);
    page_answer(request, &coupons, prefix);
}

static bool coupon_fits(const coupon_row *coupon, house_money money, const lm_rules *rules, const json_t *bet,
                        int64_t now_ms, house_refusal *refusal)
{
    const char *named = text_in(bet, "wager"), *wager = *named ? named : "main";
    bool progressive = strcmp(coupon->kind, "progressive") == 0;
    if (coupon->used)
        return refuse_into(refusal, LM_REFUSED_NOW, LM_SAYS(COUPON_USED, "", "this coupon has been used"));
    if (now_ms >= coupon->expires_ms)
        return refuse_into(refusal, LM_REFUSED_NOW, LM_SAYS(COUPON_EXPIRED, "", "this coupon has expired"));
    if (strcmp(coupon->money, money_word(money)) != 0)
        return refuse_into(refusal, LM_REFUSED_NOW,
                           money == MONEY_REAL ? LM_SAYS(COUPON_FOR_PLAY, "", "this coupon is for play money")
                                               : LM_SAYS(COUPON_FOR_REAL, "", "this coupon is for real money"));
    if (progressive != wager_is_progressive(rules, wager) || (coupon->wager[0] && strcmp(coupon->wager, wager) != 0))
        return refuse_into(refusal, LM_REFUSED_NOW,
                           LM_SAYS(COUPON_NOT_FOR_WAGER, "wager", "this coupon is not for the wager \"%.40s\""), wager);
    if (int_in(bet, "cents", coupon->cents) != coupon->cents)
        return refuse_into(refusal, LM_REFUSED_NOW,
                           LM_SAYS(COUPON_WORTH, "worth_cents +", "this coupon is worth $%lld.%02lld"),
                           (long long)coupon->cents / 100, (long long)coupon->cents % 100);
    return true;
}

/* Reads the coupon of a move; false if it does not exist. */
static bool coupon_load(lm_house *house, const house_coupon_move *move, char key[LM_STORE_NAME + 1], coupon_row *coupon,
                        int64_t *version)
{
    coupon_key(move->coupon.owner, move->coupon.number, key);
    return row_load(house, coupon_fields, coupon, version, "%s", key);
}

/* Writes that the coupon was used at the table now, or given back there. */
static void coupon_book(lm_house *house, lm_batch *batch, const char *key, int64_t version, coupon_row *coupon,
                        const char *table, bool used)
{
    coupon->used = used;
    coupon->used_ms = used ? house->now_ms : 0;
    coupon->back_ms = used ? 0 : house->now_ms;
    snprintf(coupon->table, sizeof coupon->table, "%s", table);
    row_put(batch, coupon_fields, coupon, version, "%s", key);
}

bool coupon_take(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move,
                 const json_t *bet, house_refusal *refusal)
{
    char key[LM_STORE_NAME + 1];
    int64_t version;
    coupon_row coupon;
    if (!coupon_load(house, move, key, &coupon, &version))
        return refuse_into(refusal, LM_REFUSED_NOW,
                           LM_SAYS(NOT_YOUR_COUPON, "", "you do not have this coupon; \"coupons\" lists yours"));
    house_money money = (house_money)play->state.terms.money;
    if (!coupon_fits(&coupon, money, play->rules, bet, house->now_ms, refusal)) return false;
    coupon_book(house, batch, key, version, &coupon, play->id, true);
    return true;
}

/* Uses a coupon that was given back, because with the corrected card its wager was decided. Refused if the coupon has
 * been used elsewhere since: it cannot count twice. */
bool coupon_take_again(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move,
                       house_refusal *refusal)
{
    char key[LM_STORE_NAME + 1];
    int64_t version;
    coupon_row coupon;
    if (!coupon_load(house, move, key, &coupon, &version) || coupon.used)
        return refuse_into(
            refusal, LM_REFUSED_NOW,
            LM_STAFF_SAYS(
                "the coupon that was given back has been laid elsewhere since; the difference cannot be settled "
                "at the table"));
    coupon_book(house, batch, key, version, &coupon, play->id, true);
    return true;
}

void coupon_give_back(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move)
{
    char key[LM_STORE_NAME + 1];
    int64_t version;
    coupon_row coupon;
    if (coupon_load(house, move, key, &coupon, &version))
        coupon_book(house, batch, key, version, &coupon, play->id, false);
}
