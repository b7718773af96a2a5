/* coupon_table.h - a live table in its betting, and people to whom coupons are issued; what is played
 * there is recalled from its records at the end. */
#ifndef LAMMER_TEST_COUPON_TABLE_H
#define LAMMER_TEST_COUPON_TABLE_H

#include "people_help.h"
#include "quoted.h"
#include "recall.h"
#include "server_rooms.h"

static desk *d;
static session_text ada, eve, sue, cas, dan, deb, pat, ann;

/* JSON in which ' stands for " and # for the coupon. */
static inline json_t *w(const char *text, const char *coupon)
{
    char whole[400];
    size_t n = 0;
    for (; *text && n < sizeof whole - 40; text++) {
        if (*text == '#')
            n += (size_t)snprintf(whole + n, sizeof whole - n, "%s", coupon);
        else
            whole[n++] = *text;
    }
    whole[n] = '\0';
    return quoted(whole);
}

#define SAY(who, text, status) assert_ask(d, who, w(text, coupon), status)

typedef char coupon_id[40];

static inline void issue(const char *to, const char *kind, const char *wager, int cents, coupon_id id)
{
    json_t *body = json_pack("{s:s, s:s, s:s, s:i, s:s}", "do", "issue-coupon", "person", to, "kind", kind, "cents",
                             cents, "money", "play");
    json_object_set_new(body, "wager", json_string(wager));
    assert_ask(d, cas, body, 200);
    snprintf(id, sizeof(coupon_id), "%s", text_in(heard(d), "coupon"));
}

static inline bool is_used(const char *owner, const char *coupon)
{
    char key[LM_STORE_NAME + 1];
    snprintf(key, sizeof key, "coupon/%s/%s", owner, coupon);
    json_t *value = house_value(d->house, key, NULL);
    bool used = json_is_true(json_object_get(value, "used"));
    assert_non_null(value);
    json_decref(value);
    return used;
}

static lm_signer *signer;

/* A store that keeps snapshots, which are signed. */
static inline void open_signed_store(void)
{
    static int n;
    char key[128], name[32], text[LM_STORE_TEXT];
    snprintf(key, sizeof key, "%s/signer-%d", h.folder, n);
    snprintf(name, sizeof name, "coupons-%d.db", n++);
    clock_ms = 1763208000000;
    signer = lm_signer_load(key, true, text);
    assert_non_null(signer);
    store = open_with((lm_store_options){ .url = sqlite_url(name), .by_hand = true, .signer = signer });
}

/* A live table in its betting, dealt by dan; deb, who is a dealer too, and pat and ann play. */
static inline int begin(void **state)
{
    const char *coupon = "";
    static const struct {
        char *who;
        const char *seat;
    } places[] = { { deb, "1" }, { pat, "2" }, { ann, "3" } };
    open_signed_store();
    (void)state;
    d = desk_open("a");
    first_admin(d, ada);
    make_and_sign_in(d, ada, "eve", "executive", eve);
    make_and_sign_in(d, ada, "sue", "supervisor", sue);
    make_and_sign_in(d, ada, "cas", "cashier", cas);
    make_and_sign_in(d, ada, "dan", "dealer", dan);
    make_and_sign_in(d, ada, "deb", "dealer", deb);
    make_and_sign_in(d, ada, "pat", "player", pat);
    make_and_sign_in(d, ada, "ann", "player", ann);
    SAY(eve,
        "{'do':'open-table','table':'t','rules':'ma-blackjack-nohole','settings':'offer=aces,match-dealer','"
        "dealing':'"
        "live'}",
        200);
    SAY(sue, "{'do':'tray-open','table':'t','cents':10000000}", 200);
    SAY(dan, "{'do':'dealer','table':'t'}", 200);
    SAY(dan, "{'do':'load','table':'t','prepared':true}", 200);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        assert_ask(d, places[i].who, json_pack("{s:s, s:s, s:s}", "do", "sit", "table", "t", "seat", places[i].seat),
                   200);
        SAY(places[i].who, "{'do':'buy','table':'t','cents':50000}", 200);
    }
    SAY(dan, "{'do':'burn','table':'t'}", 200);
    SAY(dan, "{'do':'open','table':'t'}", 200);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_ask(d, places[i].who,
                   json_pack("{s:s, s:s, s:s, s:i}", "do", "bet", "table", "t", "seat", places[i].seat, "cents", 1000),
                   200);
    return 0;
}

static inline bool recall_one(void *context, const lm_record *record)
{
    char text[LM_HOUSE_TEXT];
    if (!lm_recall_record(context, record, text)) fail_msg("record %d: %s", (int)record->seq, text);
    return true;
}

static inline int end(void **state)
{
    char text[LM_HOUSE_TEXT];
    lm_recall *recall = lm_recall_new(&shipped_rules, NULL, text);
    desk_close(d);
    assert_non_null(recall);
    assert_int_equal(lm_store_records(store, "table/t", 1, recall_one, recall, text), LM_STORE_DONE);
    lm_recall_free(recall);
    close_store(state);
    lm_signer_free(signer);
    return 0;
}

#define AT_TABLE(name) cmocka_unit_test_setup_teardown(name, begin, end)

#endif
