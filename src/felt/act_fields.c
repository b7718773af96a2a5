/* act_fields.c - the fields of an act, and the act told as an event. */
#include <stdio.h>
#include <string.h>

#include "play.h"

/* --- reading and telling ------------------------------------------------------------------------------------------ */

const char *act_text(const json_t *act, const char *key)
{
    const char *text = json_string_value(json_object_get(act, key));
    return text ? text : "";
}

bool act_cents(house_play *play, const json_t *act, const char *key, lm_cents least, lm_cents *cents)
{
    const json_t *value = json_object_get(act, key);
    if (!json_is_integer(value))
        return play_refuse(play, LM_REFUSED_FORM, NULL, "\"%s\" is a whole number of cents", key);
    *cents = json_integer_value(value);
    if (*cents >= least && *cents <= 1000 * LM_CENTS_MAX) return true;
    return play_refuse(play, LM_REFUSED_FORM, NULL, "\"%s\" is out of reach", key);
}

void act_tell(house_play *play, const json_t *act, const char *const *less)
{
    json_t *event = json_pack("{s:s}", "event", act_text(act, "do"));
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)act, key, value)
    {
        bool told = strcmp(key, "do") != 0;
        for (int i = 0; less && less[i]; i++)
            told &= strcmp(key, less[i]) != 0;
        if (told) json_object_set(event, key, value);
    }
    json_array_append_new(play->events, event);
}
