/* looks.h - a client that reads the table before each command, so that it decides on the last record. */
#ifndef LAMMER_TESTS_HOUSE_LOOKS_H
#define LAMMER_TESTS_HOUSE_LOOKS_H

#include <jansson.h>
#include <string.h>

#include "../../../src/house/hub.h"
#include "server_rooms.h"

static inline bool word_decides(const char *word)
{
    const lm_act_row *w = word ? lm_act_said(word, strlen(word)) : NULL;
    return w && w->when & LM_ACT_DECIDES;
}

/* A copy of the request with the field "seen", the last record of its table, where it needs that field and lacks it. */
static inline json_t *with_seen(lm_house *house, const json_t *body)
{
    const char *table = json_string_value(json_object_get(body, "table"));
    json_t *whole = json_copy((json_t *)(uintptr_t)body);
    if (!word_decides(json_string_value(json_object_get(body, "do"))) || json_object_get(body, "seen")) return whole;
    const house_state *state = table ? house_table_state(house, table, NULL) : NULL;
    json_object_set_new(whole, "seen", json_integer(state ? state->seq : 0));
    return whole;
}

#endif
