/* types.c - the protocol as types of TypeScript, made from the rows of acts.def and replies.def (web/src/net/protocol.ts). */
#define _GNU_SOURCE /* open_memstream */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

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

static void write_reply_field(FILE *out, const lm_reply_field *f)
{
    bool groups = f->nullable && f->lists;
    fprintf(out, "    %s%s: %s%s%s%s%s", f->name, f->optional ? "?" : "", f->by_name ? "Record<string, " : "",
            groups ? "(" : "", plain_type(f->type), f->nullable ? " | null" : "", groups ? ")" : "");
    for (int i = 0; i < f->lists; i++)
        fputs("[]", out);
    fputs(f->by_name ? ">;\n" : ";\n", out);
}

/* A row "= A B" means: either A or B. */
static void write_choice(FILE *out, const char *names)
{
    char name[32];
    for (const char *at = names; *(at += strspn(at, " ")); at += strlen(name)) {
        sscanf(at, "%31s", name);
        fprintf(out, "%s%s", at == names + 1 ? "" : " | ", name);
    }
    fputs(";\n", out);
}

static void write_reply(FILE *out, const lm_reply_row *row)
{
    lm_reply_field f;
    bool choice = row->fields[0] == '=';
    fprintf(out, "\n/* %s */\nexport %s %s%s", row->what, choice ? "type" : "interface", row->name,
            choice ? " = " : " {\n");
    if (choice) {
        write_choice(out, row->fields + 1);
        return;
    }
    for (const char *at = row->fields; lm_reply_next(&at, &f);)
        write_reply_field(out, &f);
    fputs("}\n", out);
}

enum { WORDS_IN_LINE = 8, FIELDS_IN_LINE = 8 }; /* longer lists get one line for each item */

static void write_words(FILE *out, const char *const *words)
{
    int n = 0;
    while (words[n])
        n++;
    for (int i = 0; i < n; i++)
        fprintf(out, "%s\"%s\"", n > WORDS_IN_LINE ? "\n            | " : i ? " | " : "", words[i]);
}

static void write_field(FILE *out, const char *between, const char *key, bool needed, lm_act_type type)
{
    static const char *const types[LM_TYPE_COUNT] = {
        [LM_TYPE_TEXT] = "string",      [LM_TYPE_ID] = "string",      [LM_TYPE_SEAT] = "string",
        [LM_TYPE_PLACE] = "string",     [LM_TYPE_WAGER] = "string",   [LM_TYPE_CARD] = "string",
        [LM_TYPE_INT] = "number",       [LM_TYPE_CENTS] = "number",   [LM_TYPE_PACK] = "number",
        [LM_TYPE_BOOL] = "boolean",     [LM_TYPE_LIST] = "unknown[]", [LM_TYPE_OBJECT] = "object",
        [LM_TYPE_BY] = "string | null", [LM_TYPE_ANY] = "unknown",
    };
    const char *const *words = lm_type_words(type);
    fprintf(out, "%s%s%s: %s", between, key, needed ? "" : "?", words ? "" : types[type]);
    if (words) write_words(out, words);
    fputs(";", out);
}

static void write_request(FILE *out, const lm_act_row *word)
{
    bool at_table = word->where == LM_AT_TABLE;
    int taken = 0;
    for (int i = 0; i < word->fields; i++)
        taken += lm_act_takes(word, i, false);
    const char *between = taken > FIELDS_IN_LINE ? "\n        " : " ";
    fprintf(out, "    \"%s\": {", word->word);
    if (at_table) write_field(out, between, "table", true, LM_TYPE_ID);
    for (int i = 0; i < word->fields; i++) {
        lm_act_field f = (lm_act_field)word->has[i].field;
        if (lm_act_takes(word, i, false))
            write_field(out, between, lm_field_key(f), lm_act_needs(word, i, false), lm_field_type(f));
    }
    if (at_table) write_field(out, between, "seen", word->when & LM_ACT_DECIDES, LM_TYPE_INT);
    fputs(taken > FIELDS_IN_LINE ? "\n    };\n" : " };\n", out);
}

static void write_types(FILE *out)
{
    fputs("/* protocol.ts - what goes over the wire, as types. Made from acts.def and replies.def; "
          "do not edit. */\n\nexport type Role = ",
          out);
    write_words(out, house_roles);
    fputs(";\n", out);
    for (const lm_reply_row *row = lm_replies; row->name; row++)
        write_reply(out, row);
    fputs("\n/* The fields of each command, besides the number \"n\" of the command. */\nexport interface Requests {\n",
          out);
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w))
        write_request(out, w);
    fputs("}\n\n/* The answer to each command; one that needs a second person may wait first. */\n"
          "export interface Replies {\n",
          out);
    for (const lm_act_row *w = lm_act_next(NULL); w; w = lm_act_next(w))
        fprintf(out, "    \"%s\": %s%s;\n", w->word, w->reply, w->second ? " | Waiting" : "");
    fputs("}", out); /* the caller ends the line */
}

char *lm_serve_types(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out) write_types(out);
    if (out && fclose(out) == 0) return text;
    free(text);
    return NULL;
}
