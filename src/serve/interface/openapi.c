/* openapi.c - the interface as an OpenAPI document, made from the rows of acts.def and replies.def. */
#include <stdlib.h>
#include <string.h>

#include "lammer/version.h"
#include "schemas.h"

/* The types of fields and replies as schemas; replies name them in small letters. */
static const struct {
    const char *name, *schema;
} schemas[] = {
    { "text", "{\"type\":\"string\"}" },
    { "id", "{\"type\":\"string\",\"pattern\":\"^[a-z0-9-]{1,31}$\"}" },
    { "seat", "{\"type\":\"string\",\"pattern\":\"^([1-7][bct]?|dealer)$\"}" },
    { "card", "{\"type\":\"string\",\"pattern\":\"^[A23456789TJQK][cdhs]$\"}" },
    { "int", "{\"type\":\"integer\",\"format\":\"int64\"}" },
    { "cents", "{\"type\":\"integer\",\"format\":\"int64\"}" },
    { "number", "{\"type\":\"number\"}" },
    { "money", "{\"type\":\"string\",\"enum\":[\"play\",\"real\"]}" },
    { "dealing", "{\"type\":\"string\",\"enum\":[\"virtual\",\"live\"]}" },
    { "bool", "{\"type\":\"boolean\"}" },
    { "list", "{\"type\":\"array\",\"items\":{}}" },
    { "object", "{\"type\":\"object\"}" },
    { "any", "{}" },
    { 0 },
};

static json_t *schema_named(const char *name)
{
    int i = 0;
    while (schemas[i].name && strcmp(schemas[i].name, name) != 0)
        i++;
    return schemas[i].name ? json_loads(schemas[i].schema, 0, NULL) : NULL;
}

json_t *schema_reference(const char *name)
{
    return json_pack("{s:s+}", "$ref", "#/components/schemas/", name);
}

static json_t *enum_schema(const char *const *words)
{
    json_t *list = json_array();
    for (int i = 0; words[i]; i++)
        json_array_append_new(list, json_string(words[i]));
    return json_pack("{s:s, s:o}", "type", "string", "enum", list);
}

static json_t *schema_of(lm_act_type type)
{
    static const char *const names[LM_TYPE_COUNT] = {
        [LM_TYPE_TEXT] = "text", [LM_TYPE_ID] = "id",     [LM_TYPE_SEAT] = "seat",     [LM_TYPE_PLACE] = "seat",
        [LM_TYPE_CARD] = "card", [LM_TYPE_INT] = "int",   [LM_TYPE_CENTS] = "cents",   [LM_TYPE_PACK] = "int",
        [LM_TYPE_BOOL] = "bool", [LM_TYPE_LIST] = "list", [LM_TYPE_OBJECT] = "object", [LM_TYPE_ANY] = "any",
        [LM_TYPE_BY] = "any",
    };
    const char *const *words = lm_type_words(type);
    if (type == LM_TYPE_WAGER) return schema_reference("WagerId");
    return words ? enum_schema(words) : schema_named(names[type]);
}

static void add_word(void *list, const char *word)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (strcmp(json_string_value(json_array_get(list, i)), word) == 0) return;
    }
    json_array_append_new(list, json_string(word));
}

/* NULL: the texts of the field are free. Wagers are not rows of acts: their list is a schema of its own. */
static json_t *choice_of(const char *of, const char *field)
{
    json_t *words = json_array();
    bool chosen = lm_choice_words(of, field, add_word, words), listed = json_array_size(words) > 0;
    if (chosen && listed) return json_pack("{s:s, s:o}", "type", "string", "enum", words);
    json_decref(words);
    return chosen ? schema_reference("WagerId") : NULL;
}

/* Texts that are one of a few words say so. */
static json_t *field_schema(const lm_act_row *word, lm_act_field field)
{
    json_t *choice = choice_of(word->word, lm_field_key(field));
    if (choice && lm_field_type(field) == LM_TYPE_LIST)
        return json_pack("{s:s, s:o}", "type", "array", "items", choice);
    if (choice) return choice;
    switch (field) {
    case LM_FIELD_MONEY:
    case LM_FIELD_DEALING: return schema_named(lm_field_key(field));
    default: return schema_of(lm_field_type(field));
    }
}

static void require(json_t *properties, json_t *required, const char *name, json_t *schema, bool needed)
{
    json_object_set_new(properties, name, schema);
    if (needed) json_array_append_new(required, json_string(name));
}

/* Steals both. */
static json_t *object_schema(json_t *properties, json_t *required)
{
    json_t *schema = json_pack("{s:s, s:o}", "type", "object", "properties", properties);
    if (json_array_size(required)) json_object_set(schema, "required", required);
    json_decref(required);
    return schema;
}

/* Every command has a number. A command at a table also has the table, and a decision also has the last record that its
 * sender had seen. */
json_t *schema_of_request(const lm_act_row *word)
{
    json_t *properties = json_object(), *required = json_array();
    if (word->where == LM_AT_TABLE) require(properties, required, "table", schema_named("id"), true);
    for (int i = 0; i < word->fields; i++) {
        lm_act_field field = (lm_act_field)word->has[i].field;
        if (lm_act_takes(word, i, false))
            require(properties, required, lm_field_key(field), field_schema(word, field), lm_act_needs(word, i, false));
    }
    if (word->when & LM_ACT_DECIDES) require(properties, required, "seen", schema_named("int"), true);
    if (!word_reads(word)) require(properties, required, "n", schema_named("int"), false);
    return object_schema(properties, required);
}

static json_t *reply_field_schema(const lm_reply_row *row, const lm_reply_field *f)
{
    json_t *schema = choice_of(row->name, f->name);
    if (!schema) schema = schema_named(f->type);
    if (!schema) schema = schema_reference(f->type);
    if (f->nullable) schema = json_pack("{s:[o, {s:s}]}", "anyOf", schema, "type", "null");
    for (int i = 0; i < f->lists; i++)
        schema = json_pack("{s:s, s:o}", "type", "array", "items", schema);
    if (f->by_name) schema = json_pack("{s:s, s:o}", "type", "object", "additionalProperties", schema);
    return schema;
}

/* A row "= A B" means: either A or B. */
static json_t *choice_schema(const lm_reply_row *row)
{
    json_t *list = json_array();
    char name[32];
    for (const char *at = row->fields + 1; *(at += strspn(at, " ")); at += strlen(name)) {
        sscanf(at, "%31s", name);
        json_array_append_new(list, schema_reference(name));
    }
    return json_pack("{s:s, s:o}", "description", row->what, "anyOf", list);
}

static json_t *reply_schema(const lm_reply_row *row)
{
    if (row->fields[0] == '=') return choice_schema(row);
    json_t *properties = json_object(), *required = json_array();
    lm_reply_field f;
    for (const char *at = row->fields; lm_reply_next(&at, &f);)
        require(properties, required, f.name, reply_field_schema(row, &f), !f.optional);
    json_t *schema = object_schema(properties, required);
    json_object_set_new(schema, "description", json_string(row->what));
    return schema;
}

static json_t *reply_schemas(void)
{
    json_t *all = json_object();
    for (const lm_reply_row *row = lm_replies; row->name; row++)
        json_object_set_new(all, row->name, reply_schema(row));
    return all;
}

/* The answers of a command: its reply; "done before" for a repeated number; or "needs approval". */
json_t *schema_of_answer(const lm_act_row *word)
{
    json_t *list = json_pack("[o]", schema_reference(word->reply));
    if (!word_reads(word) && strcmp(word->reply, "Nothing") != 0)
        json_array_append_new(list, schema_reference("Nothing"));
    if (word->second) json_array_append_new(list, schema_reference("Waiting"));
    return json_pack("{s:o}", "anyOf", list);
}

static json_t *query_parameters(const lm_act_row *word)
{
    json_t *list = json_array(), *schema = schema_of_request(word), *value, *name;
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
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:b, s:O}", "name", key, "in", "query", "required", must, "schema", value));
    }
    json_decref(schema);
    return list;
}

const char *const house_roles[] = {
#define X(name, word) word,
    LM_HOUSE_ROLES(X)
#undef X
        NULL
};

static json_t *role_names(uint32_t roles)
{
    json_t *list = json_array();
    for (int i = 0; house_roles[i]; i++) {
        if (roles >> i & 1) json_array_append_new(list, json_string(house_roles[i]));
    }
    return list;
}

static json_t *responses(const lm_act_row *word)
{
    return json_pack("{s:{s:s, s:{s:{s:{s:[o, o]}}}}, s:o}", "200", "description", "Done, and durable.", "content",
                     "application/json", "schema", "allOf", schema_reference("Answer"), schema_of_answer(word),
                     "default", json_pack("{s:s}", "$ref", "#/components/responses/Refused"));
}

/* OpenAPI has no roles, so extra fields say who may send a command and who must approve it. */
static json_t *operation(const lm_act_row *word, const char *verb)
{
    json_t *op =
        json_pack("{s:s+, s:s, s:[s], s:o}", "operationId", verb, word->word, "summary", word->help ? word->help : "",
                  "tags", word->where == LM_AT_TABLE ? "table" : "house", "responses", responses(word));
    if (word->roles) json_object_set_new(op, "x-roles", role_names(word->roles));
    if (word->second) json_object_set_new(op, "x-approved-by", role_names(word->second));
    if (!word->roles) json_object_set_new(op, "security", json_array());
    return op;
}

static json_t *own_path(const char *id, const char *summary, const char *type)
{
    return json_pack("{s:{s:s, s:s, s:[s], s:[], s:{s:{s:s, s:{s:{}}}}}}", "get", "operationId", id, "summary", summary,
                     "tags", "server", "security", "responses", "200", "description", "The answer.", "content", type);
}

static json_t *paths(void)
{
    static const struct {
        const char *path, *id, *summary, *type;
    } own[] = {
        { "/healthz", "health", "Whether this server is ready, and how far the proof of its journal is.",
          "application/json" },
        { "/metrics", "metrics", "Figures in OpenMetrics text, for this machine.", "application/openmetrics-text" },
        { "/openapi.json", "openapi", "This document.", "application/json" },
        { "/asyncapi.json", "asyncapi", "The messages of the socket as an AsyncAPI document.", "application/json" },
        { "/session", "session", "Whether this browser has a session, and its CSRF token.", "application/json" },
        { 0 },
    };
    char path[100];
    json_t *all = json_object();
    for (int i = 0; own[i].path; i++)
        json_object_set_new(all, own[i].path, own_path(own[i].id, own[i].summary, own[i].type));
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w)) {
        snprintf(path, sizeof path, "/api/%s", w->word);
        json_t *post = operation(w, "post-"), *item = json_pack("{s:o}", "post", post);
        json_object_set_new(post, "requestBody",
                            json_pack("{s:b, s:{s:{s:o}}}", "required", 1, "content", "application/json", "schema",
                                      schema_of_request(w)));
        json_object_set_new(all, path, item);
        if (!word_reads(w)) continue;
        json_t *get = operation(w, "get-");
        json_object_set_new(get, "parameters", query_parameters(w));
        json_object_set_new(item, "get", get);
    }
    return all;
}

/* Bets of the main game and the ids of all optional wagers, with .2 to .5 where a box has several; "" stands for any. */
static json_t *wager_names(const lm_wager *const *wagers)
{
    static const char *const mains[] = { "main", "insurance" };
    json_t *names = json_pack("[s]", "");
    for (int i = 0; i < 2 || wagers[i - 2]; i++) {
        const char *id = i < 2 ? mains[i] : wagers[i - 2]->id;
        json_array_append_new(names, json_string(id));
        for (int n = 2; n <= 5; n++)
            json_array_append_new(names, json_sprintf("%s.%d", id, n));
    }
    return json_pack("{s:s, s:s, s:o}", "description", "A wager.", "type", "string", "enum", names);
}

json_t *schema_of_refusal(void)
{
    return json_pack("{s:[{s:s, s:[s], s:{s:{s:b}, s:{s:s}}}, o]}", "allOf", "type", "object", "required", "ok",
                     "properties", "ok", "const", 0, "n", "type", "integer", schema_reference("Refused"));
}

json_t *schemas_by_name(const lm_wager *const *wagers)
{
    json_t *all = reply_schemas();
    json_object_set_new(all, "WagerId", wager_names(wagers));
    json_object_set_new(all, "Answer",
                        json_pack("{s:s, s:[s], s:{s:{s:b}, s:{s:s}}}", "type", "object", "required", "ok",
                                  "properties", "ok", "const", 1, "n", "type", "integer"));
    return all;
}

static const char security[] =
    "{\"cookie\":{\"type\":\"apiKey\",\"in\":\"cookie\",\"name\":\"lammer_session\","
    "\"description\":\"With every POST also the header X-Lammer-Csrf; GET /session tells its value.\"},"
    "\"bearer\":{\"type\":\"http\",\"scheme\":\"bearer\"}}";

static json_t *all_components(const lm_wager *const *wagers)
{
    return json_pack("{s:o, s:{s:{s:s, s:{s:{s:o}}}}, s:o}", "securitySchemes", json_loads(security, 0, NULL),
                     "responses", "Refused", "description", "Refused; nothing was changed.", "content",
                     "application/json", "schema", schema_of_refusal(), "schemas", schemas_by_name(wagers));
}

char *lm_serve_openapi(const lm_wager *const *wagers)
{
    json_t *document =
        json_pack("{s:s, s:{s:s, s:s, s:s}, s:[{s:[]}, {s:[]}], s:o, s:o}", "openapi", "3.1.0", "info", "title",
                  "Lammer", "version", LAMMER_VERSION, "description",
                  "The commands of the house. Over WebSocket (/ws, subprotocol lammer.1) a request is the same object "
                  "with the command in \"do\".",
                  "security", "cookie", "bearer", "paths", paths(), "components", all_components(wagers));
    char *text = document ? json_dumps(document, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    json_decref(document);
    return text;
}
