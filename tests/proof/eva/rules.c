/* rules.c - the table of house rules and its questions: any text of up to 15 characters read as a value, a name or an offer; any legal value
 * written into any buffer; any rules with one more offer; any wager.
 *
 * A text is any: so are the words, numbers, cards and weights in it. */
#include <__fc_builtin.h>

#include "exact.h"
#include "lammer/rules.h"

#include "any_rules.h"

#define BETWEEN(least, most) Frama_C_interval(least, most)
#define EITHER Frama_C_interval(0, 1)

enum { TEXT = 16, LONGEST = 240, WAGERS = 24 };

static lm_rules rules;
static char text[TEXT];

static void any_text(void)
{
    Frama_C_make_unknown(text, TEXT);
    text[TEXT - 1] = '\0';
}

static void read_any(void)
{
    int64_t value = 0;
    int id = BETWEEN(0, LM_RULE_COUNT - 1);
    any_text();
    //@ split id;
    lm_rule_read((lm_rule_id)id, text, &value);
}

static void write_any(void)
{
    static char buffer[LONGEST];
    int id = BETWEEN(0, LM_RULE_COUNT - 1);
    //@ split id;
    lm_rule_write((lm_rule_id)id, rules.value[id], buffer, EITHER ? 8 : LONGEST);
}

static void ask_of_rule(void)
{
    static char buffer[LONGEST];
    int id = BETWEEN(0, LM_RULE_COUNT - 1), rule_set = BETWEEN(0, LM_RULE_SETS - 1);
    //@ split id;
    //@ split rule_set;
    lm_rule_clauses((lm_rule_id)id, (lm_rule_set)rule_set, buffer, EITHER ? 8 : LONGEST);
    lm_rule_find(lm_rule_table[id].name);
}

static void find_any(void)
{
    size_t length;
    int rule_set = BETWEEN(0, LM_RULE_SETS - 1), n = BETWEEN(0, TEXT - 1);
    any_text();
    //@ split rule_set;
    //@ split n;
    if (EITHER)
        lm_rule_find(text);
    else
        lm_reading_applies(text, (size_t)n, (lm_rule_set)rule_set, &length);
}

int main(void)
{
    any_rules(&rules);
    switch (BETWEEN(0, 3)) {
    case 0: read_any(); break;
    case 1: write_any(); break;
    case 2: ask_of_rule(); break;
    default: find_any(); break;
    }
    return 0;
}
