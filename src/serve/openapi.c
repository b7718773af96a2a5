/* openapi.c - the interface as an OpenAPI document, made from the words of the house. */
#include <stdlib.h>
#include <string.h>

#include "lammer/version.h"
#include "room.h"

/* The types of a word's row, as schemas. What stands in no row of this table may be anything. */
static const struct {
    const char *type, *schema;
} schemas[] = {
    { "text", "{\"type\":\"string\"}" },
    { "id", "{\"type\":\"string\",\"pattern\":\"^[a-z0-9-]{1,31}$\"}" },
    { "seat", "{\"type\":\"string\",\"pattern\":\"^([1-7][bct]?|dealer)$\"}" },
    { "card", "{\"type\":\"string\",\"pattern\":\"^[A23456789TJQK][cdhs]$\"}" },
    { "int", "{\"type\":\"integer\",\"format\":\"int64\"}" },
    { "cents", "{\"type\":\"integer\",\"format\":\"int64\"}" },
    { "bool", "{\"type\":\"boolean\"}" },
    { "list", "{\"type\":\"array\",\"items\":{}}" },
    { "object", "{\"type\":\"object\"}" },
    { "any", "{}" },
    { 0 },
};

static json_t *schema_of(const char *type, size_t size)
{
    int i = 0;
    while (schemas[i].type && (strlen(schemas[i].type) != size || memcmp(schemas[i].type, type, size) != 0))
        i++;
    return json_loads(schemas[i].type ? schemas[i].schema : "{}", 0, NULL);
}

/* --- fields ----------------------------------------------------------------------------------------------- */

typedef struct {
    char name[64];
    bool optional;
    json_t *schema; /* a new reference */
} field;

/* The field at *at of "cents:int reason?:text", moving on; false at the end. */
static bool next_field(const char **at, field *f)
{
    *at += strspn(*at, " ");
    size_t whole = strcspn(*at, " "), name = strcspn(*at, "?: ");
    if (whole == 0 || name >= sizeof f->name) return false;
    const char *colon = memchr(*at, ':', whole);
    memcpy(f->name, *at, name);
    f->name[name] = '\0';
    f->optional = (*at)[name] == '?';
    f->schema = colon ? schema_of(colon + 1, whole - (size_t)(colon + 1 - *at)) : json_object();
    *at += whole;
    return true;
}

/* Every word takes the number of the command; a word at a table takes the table, and one that decides the record it was decided on. */
static json_t *body_schema(const lm_house_word *word)
{
    json_t *properties = json_object(), *required = json_array();
    const char *at = word->fields ? word->fields : "";
    field f;
    if (word->where == LM_AT_TABLE) {
        json_object_set_new(properties, "table", schema_of("id", 2));
        json_array_append_new(required, json_string("table"));
    }
    while (next_field(&at, &f)) {
        bool again = json_object_get(properties, f.name) != NULL;
        json_object_set_new(properties, f.name, f.schema);
        if (!f.optional && !again) json_array_append_new(required, json_string(f.name));
    }
    if (word->decides) {
        json_object_set_new(properties, "seen", schema_of("int", 3));
        json_array_append_new(required, json_string("seen"));
    }
    if (!word->reads) json_object_set_new(properties, "n", schema_of("int", 3));
    json_t *schema = json_pack("{s:s, s:o}", "type", "object", "properties", properties);
    if (json_array_size(required)) json_object_set(schema, "required", required);
    json_decref(required);
    return schema;
}

static json_t *query_parameters(const lm_house_word *word)
{
    json_t *list = json_array(), *schema = body_schema(word), *value, *name;
    json_t *required = json_object_get(schema, "required");
    const char *key;
    size_t i;
    json_object_foreach(json_object_get(schema, "properties"), key, value)
    {
        bool must = false;
        json_array_foreach(required, i, name)
        {
            must |= strcmp(json_string_value(name), key) == 0;
        }
        json_array_append_new(list, json_pack("{s:s, s:s, s:b, s:O}", "name", key, "in", "query", "required",
                                              must, "schema", value));
    }
    json_decref(schema);
    return list;
}

/* --- operations ------------------------------------------------------------------------------------------- */

static json_t *role_names(uint32_t roles)
{
    static const char *const names[] = {
#define X(name, word) word,
        LM_HOUSE_ROLES(X)
#undef X
    };
    json_t *list = json_array();
    for (int i = 0; i < LM_HOUSE_ROLE_COUNT; i++) {
        if (roles >> i & 1) json_array_append_new(list, json_string(names[i]));
    }
    return list;
}

static json_t *reference(const char *to)
{
    return json_pack("{s:s}", "$ref", to);
}

static json_t *responses(void)
{
    return json_pack("{s:o, s:o}", "200", reference("#/components/responses/Done"), "default",
                     reference("#/components/responses/Refused"));
}

/* Whoever may say a word and who must approve it stand in fields of their own: OpenAPI has no roles. */
static json_t *operation(const lm_house_word *word, const char *verb)
{
    json_t *op = json_pack("{s:s+, s:s, s:[s], s:o}", "operationId", verb, word->word, "summary",
                           word->help ? word->help : "", "tags",
                           word->where == LM_AT_TABLE ? "table" : "house", "responses", responses());
    if (word->roles) json_object_set_new(op, "x-roles", role_names(word->roles));
    if (word->second) json_object_set_new(op, "x-approved-by", role_names(word->second));
    if (!word->roles) json_object_set_new(op, "security", json_array());
    return op;
}

static json_t *post(const lm_house_word *word)
{
    json_t *op = operation(word, "post-");
    json_object_set_new(op, "requestBody",
                        json_pack("{s:b, s:{s:{s:o}}}", "required", 1, "content", "application/json",
                                  "schema", body_schema(word)));
    return op;
}

static json_t *get(const lm_house_word *word)
{
    json_t *op = operation(word, "get-");
    json_object_set_new(op, "parameters", query_parameters(word));
    return op;
}

static json_t *own_path(const char *id, const char *summary, const char *type)
{
    return json_pack("{s:{s:s, s:s, s:[s], s:[], s:{s:{s:s, s:{s:{}}}}}}", "get", "operationId", id,
                     "summary", summary, "tags", "server", "security", "responses", "200", "description",
                     "The answer.", "content", type);
}

static json_t *paths(void)
{
    static const struct {
        const char *path, *id, *summary, *type;
    } own[] = {
        { "/healthz", "health", "Whether this server serves, and how far the proof of its journal is.",
          "application/json" },
        { "/metrics", "metrics", "Figures in OpenMetrics text, for this machine.",
          "application/openmetrics-text" },
        { "/openapi.json", "openapi", "This document.", "application/json" },
        { "/session", "session", "Whether this browser has a session, and its token against forged requests.",
          "application/json" },
        { 0 },
    };
    char path[100];
    json_t *all = json_object();
    for (int i = 0; own[i].path; i++)
        json_object_set_new(all, own[i].path, own_path(own[i].id, own[i].summary, own[i].type));
    for (const lm_house_word *w = desk_words(); w->word; w++) {
        snprintf(path, sizeof path, "/api/%s", w->word);
        json_t *item = json_pack("{s:o}", "post", post(w));
        if (w->reads) json_object_set_new(item, "get", get(w));
        json_object_set_new(all, path, item);
    }
    return all;
}

static const char components[] =
    "{\"securitySchemes\":{"
    "\"cookie\":{\"type\":\"apiKey\",\"in\":\"cookie\",\"name\":\"lammer_session\","
    "\"description\":\"With every POST also the header X-Lammer-Csrf; GET /session tells its value.\"},"
    "\"bearer\":{\"type\":\"http\",\"scheme\":\"bearer\"}},"
    "\"responses\":{"
    "\"Done\":{\"description\":\"Done, and durable.\",\"content\":{\"application/json\":{\"schema\":"
    "{\"type\":\"object\",\"required\":[\"ok\"],\"properties\":{\"ok\":{\"const\":true},\"n\":{\"type\":"
    "\"integer\"},"
    "\"seq\":{\"type\":\"integer\"},\"repeated\":{\"type\":\"boolean\"}}}}}},"
    "\"Refused\":{\"description\":\"Refused; nothing was "
    "changed.\",\"content\":{\"application/json\":{\"schema\":"
    "{\"type\":\"object\",\"required\":[\"ok\",\"status\",\"why\"],\"properties\":{\"ok\":{\"const\":false},"
    "\"n\":{\"type\":\"integer\"},\"status\":{\"type\":\"integer\"},\"why\":{\"type\":\"string\"},"
    "\"clause\":{\"type\":\"string\"},\"elsewhere\":{\"type\":\"string\"},"
    "\"seq\":{\"type\":\"integer\"},\"snapshot\":{\"type\":\"object\",\"description\":\"The table as it "
    "stands, where it "
    "has moved past what was \\\"seen\\\".\"}}}}}}}}";

json_t *openapi_document(void)
{
    return json_pack(
        "{s:s, s:{s:s, s:s, s:s}, s:[{s:[]}, {s:[]}], s:o, s:o}", "openapi", "3.1.0", "info", "title",
        "Lammer", "version", LAMMER_VERSION, "description",
        "The words of the house. Over WebSocket (/ws, subprotocol lammer.1) a request is the same object "
        "with the word in \"do\".",
        "security", "cookie", "bearer", "paths", paths(), "components", json_loads(components, 0, NULL));
}

char *lm_serve_openapi(void)
{
    json_t *document = openapi_document();
    char *text = document ? json_dumps(document, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    json_decref(document);
    return text;
}
