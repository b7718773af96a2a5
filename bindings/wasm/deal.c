/* deal.c - a table for the host to deal at: the conversation of docs/json-lines.md, one line at a time.
 *
 * The program reads its lines from a file to the end. Here each line is a call, so the table of deal_json.c must live from
 * call to call; its functions are taken as they are. */
#include "deal_json.c"

#include "host.h"
#include "input.h"

#define EXPORT(name) __attribute__((export_name(name)))

static lm_profile profile;
static session table;

/* Opens a table with the rules whose name and settings are the `words` of the input; 0, or the exit code of a refusal. */
EXPORT("open_table") int lammer_open_table(int words)
{
    const char *const *word = input_words(words);
    if (!word) return CLI_BAD;
    memset(&table, 0, sizeof table);
    bool legal = cli_load_legal_rules(&profile, word[0], word + 1, words - 1);
    if (legal) {
        table.rules = &profile.rules;
        lm_table_open(&table.table, table.rules);
    }
    fflush(stderr);
    return legal ? CLI_YES : CLI_BAD;
}

/* Answers the line of `size` bytes in the input. */
EXPORT("ask_table") void lammer_ask_table(int size)
{
    if (!table.rules) return;
    table.line++;
    json_dumpf(answer_line(&table, input_text(), (size_t)size), stdout, JSON_COMPACT);
    fflush(stdout);
    json_forget();
}
