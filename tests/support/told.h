/* told.h - what a play recorded and told, and whose turn a table sees, read back as JSON.
 *
 * What is read back is freed after a number of further texts; a test that keeps it longer takes a reference. */
#ifndef LAMMER_TESTS_TOLD_H
#define LAMMER_TESTS_TOLD_H

#include <jansson.h>
#include <string.h>

#include "lammer/server/felt.h"
#include "lammer/server/json.h"

static inline json_t *told_text(lm_out *text)
{
    enum { KEPT = 64 };
    static struct {
        char *text;
        json_t *json;
    } kept[KEPT];
    static int next;
    for (int i = 0; i < KEPT; i++) {
        if (!kept[i].text || strcmp(kept[i].text, text->at) != 0) continue;
        lm_out_free(text);
        return kept[i].json;
    }
    next = (next + 1) % KEPT;
    free(kept[next].text);
    json_decref(kept[next].json);
    kept[next].text = strdup(text->at);
    kept[next].json = out_read(text);
    return kept[next].json;
}

static inline json_t *told_list(const house_list *list)
{
    lm_out text = { 0 };
    list_write(list, &text);
    return told_text(&text);
}

static inline json_t *told_acts(const house_play *play)
{
    return told_list(&play->acts);
}

static inline json_t *told_events(const house_play *play)
{
    return told_list(&play->events);
}

/* New references. */
static inline json_t *told_view(const house_state *state, const lm_rules *rules, const char *id)
{
    lm_out text = { 0 };
    lm_out_begin(&text, '{');
    view_table(state, rules, id, &text);
    lm_out_end(&text, '}');
    return out_read(&text);
}

static inline json_t *told_turn(const house_state *state, const lm_rules *rules)
{
    lm_out text = { 0 };
    view_turn(state, rules, &text);
    return out_read(&text);
}

static inline const char *act_text(const json_t *act, const char *key)
{
    const char *text = json_string_value(json_object_get(act, key));
    return text ? text : "";
}

#endif
