/* floor_coupons.h - coupons of a simulated floor: compares the records with the house's books. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_COUPONS_H
#define LAMMER_TESTS_HOUSE_FLOOR_COUPONS_H

#include "floor_chance.h"
#include "floor_world.h"

/* How often the records lay a coupon, less how often they give it back. Streams are read one after the other, so the
 * number means something only when all are read. */
static inline json_int_t times_out(const char *key)
{
    return json_integer_value(json_object_get(w.coupons, key));
}

static inline void note_coupons(const lm_record *record)
{
    size_t i;
    json_t *move, *body = json_loadb(record->body, record->body_size, 0, NULL);
    json_array_foreach(json_object_get(body, "coupons"), i, move)
    {
        char key[LM_STORE_NAME + 1];
        bool back = strcmp(text_at(move, "what"), "back") == 0;
        snprintf(key, sizeof key, "coupon/%.40s/%.40s", text_at(move, "owner"), text_at(move, "coupon"));
        json_object_set_new(w.coupons, key, json_integer(times_out(key) + (back ? -1 : 1)));
        w.did.coupons_laid += !back;
        w.did.coupons_back += back;
    }
    json_decref(body);
}

static inline bool check_coupon(void *context, const lm_value_row *row)
{
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    bool used = json_is_true(json_object_get(value, "used"));
    json_decref(value);
    if (times_out(row->key) != used)
        broken("%s is %s in the books, and by the records it is %lld times out", row->key, used ? "used" : "unused",
               (long long)times_out(row->key));
    *(json_int_t *)context += used;
    return true;
}

/* The house's books say of every coupon that its owner has it or that it is out; coupons on a table are out. */
static inline void check_coupons(void)
{
    char text[LM_STORE_TEXT], key[LM_STORE_NAME + 1];
    json_int_t used = 0, out = 0;
    const char *name;
    json_t *times;
    if (lm_store_values(w.store, "coupon/", check_coupon, &used, text) != LM_STORE_DONE) return;
    json_object_foreach(w.coupons, name, times) out += json_integer_value(times);
    if (used != out) broken("%lld coupons are used in the books, %lld in the records", (long long)used, (long long)out);
    for (int i = 0; i < TABLES; i++) {
        const house_state *s = &w.table[i].shadow->play->state;
        for (uint32_t c = 0; c < s->coupons; c++) {
            const house_coupon *coupon = &s->coupon[c];
            snprintf(key, sizeof key, "coupon/%s/%s", coupon->owner, coupon->number);
            if (coupon->stage == COUPON_LIES && coupon->owner[0] && times_out(key) != 1)
                broken("%s lies on %s and is not out", key, w.table[i].id);
        }
    }
}

typedef struct {
    const char *money;
    json_t *found;
    int fitting;
} coupon_wish;

/* A random one of the coupons that fit. */
static inline bool keep_unused(void *context, const lm_value_row *row)
{
    coupon_wish *wish = context;
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    bool fits = !json_is_true(json_object_get(value, "used")) && strcmp(text_at(value, "money"), wish->money) == 0;
    if (fits && once_in(++wish->fitting)) {
        json_decref(wish->found);
        wish->found = json_pack("{s:s, s:I, s:s, s:s}", "coupon", strrchr(row->key, '/') + 1, "cents",
                                (json_int_t)int_at(value, "cents"), "wager", text_at(value, "wager"), "in", "coupon");
    }
    json_decref(value);
    return true;
}

/* A bet with a coupon for this table's money, as far as the person remembers; NULL: none. */
static inline json_t *coupon_bet(const person *p, const char *seat)
{
    char prefix[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    coupon_wish wish = { .money = w.table[p->table].money };
    snprintf(prefix, sizeof prefix, "coupon/%s/", p->id);
    lm_store_values(w.store, prefix, keep_unused, &wish, text);
    if (!wish.found) return NULL;
    if (!*text_at(wish.found, "wager")) json_object_set_new(wish.found, "wager", json_string("main"));
    json_object_set_new(wish.found, "seat", json_string(seat));
    return wish.found;
}

#endif
