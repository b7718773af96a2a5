/* types.c - the protocol as types of TypeScript, made from the rows of acts.def and replies.def (web/src/net/protocol.ts). */
#include <string.h>

#include "room.h"

static void line(lm_out *out, const char *text)
{
    lm_out_raw(out, text, strlen(text));
}

static const char *plain_type(const char *name)
{
    static const struct {
        const char *name, *type;
    } types[] = { { "text", "string" },
                  { "id", "string" },
                  { "seat", "string" },
                  { "card", "string" },
                  { "int", "number" },
                  { "cents", "number" },
                  { "number", "number" },
                  { "bool", "boolean" },
                  { "money", "\"play\" | \"real\"" },
                  { "dealing", "\"virtual\" | \"live\"" },
                  { "any", "unknown" } };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, name) == 0) return types[i].type;
    }
    return name;
}

/* --- replies ------------------------------------------------------------------------------------------------- */

static void reply_field(lm_out *out, const lm_reply_field *f)
{
    line(out, "    ");
    line(out, f->name);
    line(out, f->optional ? "?: " : ": ");
    if (f->by_name) line(out, "Record<string, ");
    if (f->nullable && f->lists) line(out, "(");
    line(out, plain_type(f->type));
    if (f->nullable) line(out, f->lists ? " | null)" : " | null");
    for (int i = 0; i < f->lists; i++)
        line(out, "[]");
    line(out, f->by_name ? ">;\n" : ";\n");
}

static void choice_type(lm_out *out, const char *names)
{
    char name[32];
    for (const char *at = names; *(at += strspn(at, " ")); at += strlen(name)) {
        sscanf(at, "%31s", name);
        line(out, at == names + 1 ? "" : " | ");
        line(out, name);
    }
    line(out, ";\n");
}

static void reply_type(lm_out *out, const lm_reply_row *row)
{
    lm_reply_field f;
    bool choice = row->fields[0] == '=';
    line(out, "\n/* ");
    line(out, row->what);
    line(out, choice ? " */\nexport type " : " */\nexport interface ");
    line(out, row->name);
    line(out, choice ? " = " : " {\n");
    if (choice) {
        choice_type(out, row->fields + 1);
        return;
    }
    for (const char *at = row->fields; lm_reply_next(&at, &f);)
        reply_field(out, &f);
    line(out, "}\n");
}

/* --- requests ------------------------------------------------------------------------------------------------- */

static void words_type(lm_out *out, const char *const *words)
{
    for (int i = 0; words[i]; i++) {
        line(out, i ? " | \"" : "\"");
        line(out, words[i]);
        line(out, "\"");
    }
}

static void field_type(lm_out *out, lm_act_type type)
{
    static const char *const types[LM_TYPE_COUNT] = {
        [LM_TYPE_TEXT] = "string",      [LM_TYPE_ID] = "string",      [LM_TYPE_SEAT] = "string",
        [LM_TYPE_PLACE] = "string",     [LM_TYPE_WAGER] = "string",   [LM_TYPE_CARD] = "string",
        [LM_TYPE_INT] = "number",       [LM_TYPE_CENTS] = "number",   [LM_TYPE_PACK] = "number",
        [LM_TYPE_BOOL] = "boolean",     [LM_TYPE_LIST] = "unknown[]", [LM_TYPE_OBJECT] = "object",
        [LM_TYPE_BY] = "string | null", [LM_TYPE_ANY] = "unknown",
    };
    const char *const *words = lm_type_words(type);
    if (words)
        words_type(out, words);
    else
        line(out, types[type]);
}

static void field(lm_out *out, const char *key, bool needed, lm_act_type type)
{
    line(out, " ");
    line(out, key);
    line(out, needed ? ": " : "?: ");
    field_type(out, type);
    line(out, ";");
}

static void request(lm_out *out, const lm_act_row *word)
{
    bool at_table = word->where == LM_AT_TABLE;
    line(out, "    \"");
    line(out, word->word);
    line(out, "\": {");
    if (at_table) field(out, "table", true, LM_TYPE_ID);
    for (int i = 0; i < word->fields; i++) {
        lm_act_field f = (lm_act_field)word->has[i].field;
        if (lm_act_takes(word, i, false)) field(out, lm_field_key(f), lm_act_needs(word, i, false), lm_field_type(f));
    }
    if (at_table) field(out, "seen", word->when & LM_ACT_DECIDES, LM_TYPE_INT);
    line(out, " };\n");
}

static void replies(lm_out *out)
{
    line(out, "\n/* What each word answers; one that a second person must approve may wait first. */\nexport "
              "interface Replies {\n");
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w)) {
        line(out, "    \"");
        line(out, w->word);
        line(out, "\": ");
        line(out, w->reply);
        line(out, w->second ? " | Waiting;\n" : ";\n");
    }
    line(out, "}\n");
}

static void roles(lm_out *out)
{
    static const char *const names[] = {
#define X(name, word) word,
        LM_HOUSE_ROLES(X)
#undef X
            NULL
    };
    line(out, "\nexport type Role = ");
    words_type(out, names);
    line(out, ";\n");
}

char *lm_serve_types(void)
{
    lm_out out = { 0 };
    line(&out, "/* protocol.ts - what goes over the wire, as types. Made by `lammer serve --types` from "
               "acts.def and "
               "replies.def; do not edit. */\n");
    roles(&out);
    for (const lm_reply_row *row = lm_replies; row->name; row++)
        reply_type(&out, row);
    line(&out, "\n/* What each word takes, beside the number \"n\" of the command. */\nexport interface "
               "Requests {\n");
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w))
        request(&out, w);
    line(&out, "}\n");
    replies(&out);
    if (!out.failed) {
        out.at[out.size - 1] = '\0'; /* whoever prints it ends the line */
        return out.at;
    }
    lm_out_free(&out);
    return NULL;
}
