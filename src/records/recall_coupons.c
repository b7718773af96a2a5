/* recall_coupons.c - coupons of a recalled table: the play must lay and give back exactly those in the record. */
#include <string.h>

#include "recall.h"

/* The next put of a coupon among the record's effects. */
static bool next_put(const lm_record *record, size_t *at, lm_effect *effect)
{
    while (lm_effect_next(record->effects, record->effects_size, at, effect)) {
        if (effect->kind == LM_EFFECT_PUT && strncmp(effect->name, "coupon/", 7) == 0) return true;
    }
    return false;
}

static bool same_puts(const house_play *play, const lm_record *record)
{
    char key[LM_STORE_NAME + 1];
    size_t at = 0;
    lm_effect effect;
    for (int i = 0; i < play->coupon_moves; i++) {
        const house_coupon *coupon = &play->coupon_move[i].coupon;
        coupon_key(coupon->owner, coupon->number, key);
        if (!next_put(record, &at, &effect) || strcmp(effect.name, key) != 0) return false;
    }
    return !next_put(record, &at, &effect);
}

/* Older records do not name the owner of a coupon and gave none back, so there is nothing to compare. */
bool recall_coupons(lm_recall *recall, const lm_record *record, const json_t *body, char *text)
{
    const house_play *play = recall->play;
    const json_t *told = json_object_get(body, "coupons");
    lm_out moves = { 0 };
    coupon_moves_write(play, &moves);
    json_t *ordered = out_read(&moves);
    bool same = told ? json_equal(told, ordered) : play->coupon_moves == 0;
    recall->names_owners |= play->coupon_moves > 0;
    json_decref(ordered);
    if (same && (!recall->names_owners || same_puts(play, record))) return true;
    return refuse_text(text, "the coupons it lays or gives back are not those that the rules order");
}
