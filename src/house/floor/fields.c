/* fields.c - whether a request holds what its word takes, and nothing else. */
#include <string.h>

#include "floor.h"

typedef struct {
    const char *name;
    bool (*fits)(const json_t *value);
    const char *what;
} field_type;

static bool is_text(const json_t *v)
{
    return json_is_string(v) && json_string_length(v) <= 4096;
}
static bool is_int(const json_t *v)
{
    return json_is_integer(v);
}
static bool is_bool(const json_t *v)
{
    return json_is_boolean(v);
}
static bool is_object(const json_t *v)
{
    return json_is_object(v);
}
static bool is_list(const json_t *v)
{
    return json_is_array(v);
}
static bool is_any(const json_t *v)
{
    return v != NULL;
}

bool house_is_name(const char *text)
{
    size_t n = strlen(text);
    return n >= 1 && n < LM_HOUSE_ID && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

static bool is_id(const json_t *v)
{
    return json_is_string(v) && json_string_length(v) == strlen(json_string_value(v)) &&
           house_is_name(json_string_value(v));
}

const char *request_id(const house_request *request, const char *key)
{
    const json_t *value = json_object_get(request->body, key);
    return is_id(value) ? json_string_value(value) : NULL;
}

static const field_type seen_type = { "seen", is_int,
                                      "the record it was decided on, the last \"seq\" that you were told" };

static const field_type types[] = {
    { "text", is_text, "a text" },
    { "int", is_int, "a whole number" },
    { "bool", is_bool, "true or false" },
    { "object", is_object, "an object" },
    { "list", is_list, "a list" },
    { "any", is_any, "anything" },
    { "id", is_id, "a name of a to z, 0 to 9 and -, at most 31 characters" },
    { "seat", is_text, "a seat such as \"1\" or \"1b\"" },
    { "card", is_text, "a card such as \"Th\"" },
};

static const field_type *type_named(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].name) == length && strncmp(types[i].name, name, length) == 0) return &types[i];
    }
    return &types[5];
}

/* Checks the object against "name:type name?:type ..."; NULL, or what is wrong with it. */
const char *request_check_fields(const lm_house_word *w, const json_t *body, char *text, size_t size)
{
    char known[1024] = " do n table session client ";
    size_t used = strlen(known);
    const json_t *seen = json_object_get(body, "seen");
    if (w->where == LM_AT_TABLE) used += (size_t)snprintf(known + used, sizeof known - used, "seen ");
    if (w->decides ? !seen_type.fits(seen) : w->where == LM_AT_TABLE && seen && !seen_type.fits(seen)) {
        snprintf(text, size, "\"%s\" wants a field \"seen\": %s", w->word, seen_type.what);
        return text;
    }
    for (const char *at = w->fields ? w->fields : ""; *at;) {
        size_t word = strcspn(at, " ");
        size_t name = strcspn(at, ":?");
        if (name > word) name = word;
        bool may_lack = at[name] == '?';
        const char *colon = memchr(at, ':', word);
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)name, at);
        const json_t *value = json_object_get(body, key);
        const field_type *type = colon ? type_named(colon + 1, (size_t)(at + word - colon - 1)) : &types[5];
        if (!value && !may_lack) {
            snprintf(text, size, /* say:wants-field-of */ "\"%s\" wants a field \"%s\": %s", w->word, key,
                     type->what);
            return text;
        }
        if (value && !type->fits(value)) {
            snprintf(text, size, "\"%s\" must be %s", key, type->what);
            return text;
        }
        used += (size_t)snprintf(known + used, sizeof known - used, "%s ", key);
        at += word;
        at += strspn(at, " ");
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)body, key, value)
    {
        char wanted[80];
        snprintf(wanted, sizeof wanted, " %.70s ", key);
        if (strchr(key, ' ') || !strstr(known, wanted)) {
            snprintf(text, size, "\"%s\" takes no field \"%.60s\"", w->word, key);
            return text;
        }
    }
    return NULL;
}
