/* asyncapi.c - the messages of the socket as an AsyncAPI document, made from the rows of acts.def and replies.def. */
#include <stdlib.h>
#include <string.h>

#include "lammer/version.h"
#include "schemas.h"

#define CHANNEL "#/channels/socket"

static json_t *message_reference(const char *name)
{
    return json_pack("{s:s+}", "$ref", CHANNEL "/messages/", name);
}

static void add_message(json_t *messages, const char *name, const char *summary, json_t *payload)
{
    json_object_set_new(messages, name,
                        json_pack("{s:s, s:s, s:s, s:o}", "name", name, "contentType", "application/json", "summary",
                                  summary, "payload", payload));
}

/* A request is the body of the same command over HTTP, with the command in "do" and, also where it only reads, the number
 * that its answer will have. */
static json_t *request_payload(const lm_act_row *word)
{
    json_t *schema = schema_of_request(word), *required = json_object_get(schema, "required");
    if (!required) json_object_set_new(schema, "required", required = json_array());
    json_array_insert_new(required, 0, json_string("do"));
    json_t *properties = json_object_get(schema, "properties");
    json_object_set_new(properties, "do", json_pack("{s:s}", "const", word->word));
    json_object_set_new(properties, "n", json_pack("{s:s}", "type", "integer"));
    return schema;
}

/* The server receives a request and sends one answer or a refusal; "n" of both is that of the request. */
static void add_exchange(json_t *messages, json_t *operations, const char *word, const char *summary, json_t *request,
                         json_t *answer)
{
    char answered[64];
    snprintf(answered, sizeof answered, "%s-answer", word);
    add_message(messages, word, summary, request);
    add_message(messages, answered, "It was done.", answer);
    json_object_set_new(operations, word,
                        json_pack("{s:s, s:{s:s}, s:s, s:[o], s:{s:{s:s}, s:[o, o]}}", "action", "receive", "channel",
                                  "$ref", CHANNEL, "summary", summary, "messages", message_reference(word), "reply",
                                  "channel", "$ref", CHANNEL, "messages", message_reference(answered),
                                  message_reference("refused")));
}

static void add_own(json_t *messages, json_t *operations)
{
    static const struct {
        const char *word, *summary, *request, *answer;
    } own[] = {
        { "hello", "The first message of a program without a cookie: its session.",
          "{\"type\":\"object\",\"required\":[\"do\"],\"properties\":{\"do\":{\"const\":\"hello\"},\"session\":{"
          "\"type\":\"string\"},\"n\":{\"type\":\"integer\"}}}",
          "{\"type\":\"object\",\"required\":[\"ok\",\"protocol\",\"server\",\"version\",\"session\"],\"properties\":{"
          "\"ok\":{\"const\":true},\"n\":{\"type\":\"integer\"},\"protocol\":{\"type\":\"string\"},\"server\":{"
          "\"type\":\"string\"},\"version\":{\"type\":\"string\"},\"session\":{\"type\":\"boolean\"}}}" },
        { "beat", "Asks whether the server is there. It needs no session and keeps none awake.",
          "{\"type\":\"object\",\"required\":[\"do\"],\"properties\":{\"do\":{\"const\":\"beat\"},\"n\":{"
          "\"type\":\"integer\"}}}",
          "{\"type\":\"object\",\"required\":[\"ok\",\"beat\"],\"properties\":{\"ok\":{\"const\":true},\"n\":{"
          "\"type\":\"integer\"},\"beat\":{\"const\":true}}}" },
    };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        add_exchange(messages, operations, own[i].word, own[i].summary, json_loads(own[i].request, 0, NULL),
                     json_loads(own[i].answer, 0, NULL));
}

/* What a table tells those who watch it. */
static void add_told(json_t *messages, json_t *operations)
{
    static const struct {
        const char *name, *reply;
    } told[] = { { "message", "Message" }, { "own-cards", "OwnCards" }, { "moved", "Moved" } };
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const lm_reply_row *row = lm_replies;
        while (strcmp(row->name, told[i].reply) != 0)
            row++;
        add_message(messages, told[i].name, row->what, schema_reference(row->name));
        json_array_append_new(list, message_reference(told[i].name));
    }
    json_object_set_new(operations, "tell",
                        json_pack("{s:s, s:{s:s}, s:s, s:o}", "action", "send", "channel", "$ref", CHANNEL, "summary",
                                  "What happens at the tables that the client watches.", "messages", list));
}

char *lm_serve_asyncapi(const lm_wager *const *wagers)
{
    json_t *messages = json_object(), *operations = json_object();
    add_own(messages, operations);
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w))
        add_exchange(messages, operations, w->word, w->help ? w->help : "", request_payload(w),
                     json_pack("{s:[o, o]}", "allOf", schema_reference("Answer"), schema_of_answer(w)));
    add_message(messages, "refused", "Refused; nothing was changed.", schema_of_refusal());
    add_told(messages, operations);
    json_t *document = json_pack(
        "{s:s, s:{s:s, s:s, s:s}, s:s, s:{s:{s:s, s:s, s:s}}, s:{s:{s:s, s:s, s:o, s:{s:{s:s}}}}, s:o, s:{s:o}}",
        "asyncapi", "3.0.0", "info", "title", "Lammer", "version", LAMMER_VERSION, "description",
        "The socket of the house, subprotocol lammer.1: a text frame is one message. /openapi.json has the same "
        "commands over HTTP.",
        "defaultContentType", "application/json", "servers", "house", "host", "127.0.0.1:2222", "protocol", "ws",
        "pathname", "/ws", "channels", "socket", "address", "/ws", "description",
        "One connection. A request is answered once, by \"n\"; messages of watched tables come between.", "messages",
        messages, "bindings", "ws", "method", "GET", "operations", operations, "components", "schemas",
        schemas_by_name(wagers));
    char *text = document ? json_dumps(document, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    json_decref(document);
    return text;
}
