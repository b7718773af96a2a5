/* damage.h - an object with one of its fields damaged: left out, of another type, out of range. */
#ifndef LAMMER_TESTS_HOUSE_DAMAGE_H
#define LAMMER_TESTS_HOUSE_DAMAGE_H

#include <jansson.h>
#include <stdint.h>
#include <string.h>

enum { DAMAGES = 17 };

/* What stands in the place of a field; NULL: the field is left out. */
static inline json_t *damaged_value(int damage, const json_t *value)
{
    static const json_int_t whole[] = { -1, -10000, 0, 1, 255, INT32_MAX, INT64_MAX };
    static const char *const text[] = { "", "0", "9z", "zz", "no such thing" };
    enum { WHOLE = sizeof whole / sizeof *whole, TEXT = sizeof text / sizeof *text };
    if (damage == 0) return NULL;
    if (--damage < WHOLE) return json_integer(whole[damage]);
    if ((damage -= WHOLE) < TEXT) return json_string(text[damage]);
    switch (damage - TEXT) {
    case 0: return json_null();
    case 1: return json_boolean(!json_is_true(value));
    case 2: return json_pack("[s, i]", "a", 1);
    default: {
        char longer[300];
        memset(longer, 'a', sizeof longer - 1);
        longer[sizeof longer - 1] = '\0';
        return json_string(longer);
    }
    }
}

/* A copy of the object with that damage to one field. */
static inline json_t *damaged(const json_t *object, const char *key, int damage)
{
    json_t *copy = json_deep_copy(object), *value = damaged_value(damage, json_object_get(object, key));
    if (value)
        json_object_set_new(copy, key, value);
    else
        json_object_del(copy, key);
    return copy;
}

#endif
