/* deal.c - a table for the host to deal at: the conversation of docs/json-lines.md, one line a call. */
#include <stdio.h>

#include "input.h"
#include "lammer/program/script.h"

#define EXPORT(name) __attribute__((export_name(name)))

static lm_profile profile;
static script_lines *table;

/* Opens a table with the rules whose name and settings are the `words` of the input; 0, or the exit code of a refusal. */
EXPORT("open_table") int lammer_open_table(int words)
{
    const char *const *word = input_words(words);
    if (!word) return LM_ANSWER_BAD;
    script_lines_close(table);
    bool legal = lm_study_legal_rules(&profile, word[0], word + 1, words - 1, &face_ear);
    table = legal ? script_lines_open(&profile.rules) : NULL;
    return table ? LM_ANSWER_YES : LM_ANSWER_BAD;
}

/* Answers the line of `size` bytes in the input. */
EXPORT("ask_table") void lammer_ask_table(int size)
{
    if (!table) return;
    script_lines_answer(table, input_text(), (size_t)size, stdout);
    fflush(stdout);
}
