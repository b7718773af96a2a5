/* fields.c - checks that a request has the fields of its command, and no others. */
#include <string.h>

#include "floor.h"

bool house_is_name(const char *text)
{
    size_t n = strlen(text);
    return n >= 1 && n < LM_HOUSE_ID && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

const char *request_table(const house_request *request)
{
    const json_t *value = json_object_get(request->body, "table");
    const char *name = json_string_value(value);
    return name && json_string_length(value) == strlen(name) && house_is_name(name) ? name : NULL;
}

/* Keys that belong to the request and not to its command. */
static const char *const of_request[] = { "n", "table", "session", "client", "seen", NULL };

static bool reads_seen(const house_request *r)
{
    const json_t *seen = json_object_get(r->body, "seen");
    bool at_table = r->word->where == LM_AT_TABLE;
    return r->word->when & LM_ACT_DECIDES ? json_is_integer(seen) : !seen || (at_table && json_is_integer(seen));
}

bool request_read_act(house_request *r, char *text, size_t size)
{
    if (reads_seen(r)) return lm_act_read(&r->act, r->word, LM_FROM_REQUEST, r->body, of_request, text, size);
    if (r->word->where == LM_AT_TABLE)
        snprintf(text, size, "\"%s\" needs a field \"seen\": the last \"seq\" you received, on which you decided",
                 r->word->word);
    else
        snprintf(text, size, "\"%s\" takes no field \"seen\"", r->word->word);
    return false;
}

/* Reads a request that waited for approval. It was checked when it came; since then it has lost its number, and its
 * password is a hash. */
void request_read_kept(house_request *r)
{
    static const char *const also[] = { "n", "table", "session", "client", "seen", "hash", "approved", NULL };
    char text[LM_HOUSE_TEXT];
    if (json_object_get(r->body, "hash")) json_object_set_new(r->body, "password", json_string(""));
    if (!lm_act_read(&r->act, r->word, LM_FROM_REQUEST, r->body, also, text, sizeof text))
        r->act = (lm_act){ .word = (uint8_t)lm_act_word_of(r->word) };
}
