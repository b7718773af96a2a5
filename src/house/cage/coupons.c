/* coupons.c - match-play and progressive coupons: issued to a person at the cage, used at a table; his again where it decided
 * nothing.
 *
 * A match-play coupon lies beside a wager and wins as much as it says (MBJ-3(d).1); a progressive coupon is the stake of the
 * wager it names (MBJ-3(k)). */
#include <string.h>

#include "cage.h"
#include "lammer/wager.h"

enum { COUPON_DAYS = 30, COUPON_DAYS_MOST = 366, COUPON_MOST_CENTS = 1000000 };

/* --- issuing ---------------------------------------------------------------------------------------------------------- */

/* A progressive coupon is for a wager with a light, a match-play coupon for the blackjack wager or one without. */
static bool is_for(const lm_wager *const *wagers, const char *wager, bool progressive)
{
    for (int i = 0; wagers && wagers[i]; i++) {
        if (strcmp(wagers[i]->id, wager) == 0) return wagers[i]->lit == progressive;
    }
    return !progressive && (!*wager || strcmp(wager, "main") == 0);
}

/* What is wrong with the body, or NULL. */
static const char *coupon_complaint(house_request *request)
{
    const json_t *body = request->body;
    const char *kind = text_in(body, "kind"), *wager = text_in(body, "wager"), *money = text_in(body, "money");
    int64_t cents = int_in(body, "cents", 0), days = int_in(body, "days", COUPON_DAYS);
    bool progressive = strcmp(kind, "progressive") == 0;
    if (!progressive && strcmp(kind, "match-play") != 0) return "\"kind\" is match-play or progressive";
    if (progressive && !*wager) return "a progressive coupon names its wager: \"aces\", \"blazing7\"";
    if (!is_for(house_rules(request->house)->wagers, wager, progressive))
        return progressive ? /* say:no-progressive */ "there is no progressive wager of that name"
                           : "no match-play coupon is for that wager";
    if (cents < 1 || cents > COUPON_MOST_CENTS) return "a coupon is worth $0.01 to $10000.00";
    if (days < 1 || days > COUPON_DAYS_MOST) return "a coupon can be used for 1 to 366 days";
    if (*money && strcmp(money, "play") != 0 && strcmp(money, "real") != 0) return "\"money\" is play or real";
    return NULL;
}

static json_t *coupon_value(house_request *request)
{
    const json_t *body = request->body;
    const char *money = text_in(body, "money");
    int64_t now = house_now_ms(request->house), days = int_in(body, "days", COUPON_DAYS);
    return json_pack("{s:s, s:s, s:I, s:s, s:s, s:I, s:I, s:b}", "kind", text_in(body, "kind"), "wager",
                     text_in(body, "wager"), "cents", (json_int_t)int_in(body, "cents", 0), "money",
                     *money ? money : "real", "issuer", request->caller.person, "issued_ms", (json_int_t)now,
                     "expires_ms", (json_int_t)(now + days * DAY_MS), "used", 0);
}

void coupon_issue(house_request *request)
{
    uint8_t random[(COUPON_NUMBER - 1) / 2];
    char id[COUPON_NUMBER], key[LM_STORE_NAME + 1];
    const char *player = text_in(request->body, "person"), *complaint = coupon_complaint(request);
    house_person who;
    if (!errand_of(request)) return;
    cage_begin(request);
    if (complaint) {
        errand_refuse(request, LM_REFUSED_FORM, "%s", complaint);
    } else if (strcmp(player, request->caller.person) == 0) {
        errand_refuse(request, LM_REFUSED_PERSON, "nobody serves himself at the cage");
    } else if (!person_read(request->house, player, &who)) {
        errand_refuse(request, LM_REFUSED_UNKNOWN, "there is nobody called \"%s\"", player);
    } else {
        randombytes_buf(random, sizeof random);
        sodium_bin2hex(id, sizeof id, random, sizeof random);
        coupon_key(player, id, key);
        json_t *value = coupon_value(request), *record = json_deep_copy(value);
        json_object_set_new(record, "person", json_string(player));
        json_object_set_new(record, "coupon", json_string(id));
        json_object_set_new(record, "reason", json_string(text_in(request->body, "reason")));
        json_t *answer = json_deep_copy(record);
        lm_batch *batch = house_batch(request, "coupon-issued", record);
        batch_put(batch, key, 0, value);
        cage_submit(request, batch, answer, coupon_issue);
    }
}

/* --- listing ------------------------------------------------------------------------------------------------------------ */

static bool add_coupon(void *context, const lm_value_row *row)
{
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    if (!value) return true;
    json_object_set_new(value, "coupon", json_string(strrchr(row->key, '/') + 1));
    json_array_append_new(context, value);
    return json_array_size(context) < 1000;
}

void coupon_list(house_request *request)
{
    char prefix[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    const char *of = text_in(request->body, "person");
    bool own = !*of || strcmp(of, request->caller.person) == 0;
    if (!own && !(request->caller.roles & ROLES_STAFF)) {
        request_refuse(request, LM_REFUSED_PERSON, NULL, "only staff sees the coupons of somebody else");
        return;
    }
    coupon_key(own ? request->caller.person : of, "", prefix);
    json_t *list = json_array();
    lm_store_values(house_store(request->house), prefix, add_coupon, list, text);
    request_answer(request, json_pack("{s:o}", "coupons", list));
}

/* --- using -------------------------------------------------------------------------------------------------------------- */

static bool coupon_fits(const json_t *coupon, house_money money, const lm_rules *rules, const json_t *bet,
                        int64_t now_ms, house_refusal *refusal)
{
    const char *named = text_in(bet, "wager"), *wager = *named ? named : "main", *of = text_in(coupon, "wager");
    bool progressive = strcmp(text_in(coupon, "kind"), "progressive") == 0;
    int64_t worth = int_in(coupon, "cents", 0), laid = int_in(bet, "cents", worth);
    if (json_is_true(json_object_get(coupon, "used")))
        return refuse_into(refusal, LM_REFUSED_NOW, "this coupon has been used");
    if (now_ms >= int_in(coupon, "expires_ms", 0))
        return refuse_into(refusal, LM_REFUSED_NOW, "this coupon's time is over");
    if (strcmp(text_in(coupon, "money"), money_word(money)) != 0)
        return refuse_into(refusal, LM_REFUSED_NOW, "this coupon is for %s money", text_in(coupon, "money"));
    if (progressive != wager_is_progressive(rules, wager) || (*of && strcmp(of, wager) != 0))
        return refuse_into(refusal, LM_REFUSED_NOW, "this coupon is not for the wager \"%.40s\"", wager);
    if (laid != worth) return refuse_into(refusal, LM_REFUSED_NOW, "this coupon is worth %lld cents", (long long)worth);
    return true;
}

static void book_use(lm_batch *batch, const char *key, int64_t version, json_t *coupon, const char *table,
                     int64_t now_ms)
{
    json_object_set_new(coupon, "used", json_true());
    json_object_set_new(coupon, "used_ms", json_integer(now_ms));
    json_object_set_new(coupon, "table", json_string(table));
    json_object_del(coupon, "back_ms");
    batch_put(batch, key, version, json_incref(coupon));
}

bool coupon_take(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move,
                 const json_t *bet, house_refusal *refusal)
{
    char key[LM_STORE_NAME + 1];
    int64_t version, now = house_now_ms(house);
    coupon_key(move->coupon.owner, move->coupon.number, key);
    json_t *coupon = house_value(house, key, &version);
    if (!coupon) return refuse_into(refusal, LM_REFUSED_NOW, "you have no such coupon; \"coupon\" names one");
    bool fits = coupon_fits(coupon, (house_money)play->state.terms.money, play->rules, bet, now, refusal);
    if (fits) book_use(batch, key, version, coupon, play->id, now);
    json_decref(coupon);
    return fits;
}

/* A corrected card has decided the wager after all. Where the coupon has been laid elsewhere meanwhile, it cannot be had twice. */
bool coupon_take_again(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move,
                       house_refusal *refusal)
{
    char key[LM_STORE_NAME + 1];
    int64_t version;
    coupon_key(move->coupon.owner, move->coupon.number, key);
    json_t *coupon = house_value(house, key, &version);
    bool free = coupon && !json_is_true(json_object_get(coupon, "used"));
    if (free) book_use(batch, key, version, coupon, play->id, house_now_ms(house));
    json_decref(coupon);
    return free || refuse_into(refusal, LM_REFUSED_NOW,
                               "the coupon that came back has been laid elsewhere since; the difference "
                               "cannot be settled at the table");
}

void coupon_give_back(lm_house *house, lm_batch *batch, const house_play *play, const house_coupon_move *move)
{
    char key[LM_STORE_NAME + 1];
    int64_t version;
    coupon_key(move->coupon.owner, move->coupon.number, key);
    json_t *coupon = house_value(house, key, &version);
    if (!coupon) return;
    json_object_set_new(coupon, "used", json_false());
    json_object_del(coupon, "used_ms");
    json_object_set_new(coupon, "table", json_string(play->id));
    json_object_set_new(coupon, "back_ms", json_integer(house_now_ms(house)));
    batch_put(batch, key, version, coupon);
}
