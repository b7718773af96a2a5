/* rules.c - what a row of rules.def says of a table: posted as a sentence, as a phrase among others, or printed on the layout. */
#include <stdio.h>
#include <string.h>

#include "lammer/check.h"
#include "lammer/words.h"

/* The rows in order: each rule is followed by its sentences. */
static const struct {
    const char *when, *say; /* NULL: the rule itself */
    int rule;
    lm_rule_saying saying;
} rows[] = {
#define RULE(field, name, kind, legal, preset, clauses, notice, reading, help) { NULL, NULL, LM_RULE_##field, 0 },
#define RULE_POSTED(when, sentence) { when, sentence, LM_RULE_COUNT, LM_RULE_POSTED },
#define RULE_SUMMED(when, phrase) { when, phrase, LM_RULE_COUNT, LM_RULE_SUMMED },
#define RULE_PRINTED(when, phrase) { when, phrase, LM_RULE_COUNT, LM_RULE_PRINTED },
#include "lammer/rules.def"
    { NULL, NULL, LM_RULE_COUNT, 0 },
};

/* Replaces {name} by the value of that rule. */
static void fill(const lm_rules *rules, const char *say, char *text, size_t size)
{
    text[0] = '\0';
    for (const char *close; *say; say = close + 1) {
        size_t plain = strcspn(say, "{");
        lm_words_add(text, size, "%.*s", (int)plain, say);
        if (!say[plain]) return;
        say += plain + 1;
        close = strchr(say, '}');
        char name[48], value[64];
        snprintf(name, sizeof name, "%.*s", (int)(close - say), say);
        lm_rule_id id = lm_rule_find(name);
        lm_rule_write(id, rules->value[id], value, sizeof value);
        lm_words_add(text, size, "%s", value);
    }
}

bool lm_words_of_rule(const lm_rules *rules, lm_rule_id rule, lm_rule_saying saying, char *text, size_t size)
{
    int at = 0;
    while (rows[at].rule != (int)rule)
        at++;
    for (at++; rows[at].say; at++) {
        if (rows[at].saying != saying || !lm_rules_match(rules, rows[at].when)) continue;
        fill(rules, rows[at].say, text, size);
        return true;
    }
    return false;
}

lm_rule_id lm_words_next_rule(const char **names)
{
    char name[48];
    *names += strspn(*names, " ");
    size_t n = strcspn(*names, " ");
    snprintf(name, sizeof name, "%.*s", (int)n, *names);
    *names += n;
    return lm_rule_find(name);
}

void lm_words_of_rules(const lm_rules *rules, const char *names, char *text, size_t size)
{
    char phrase[160];
    text[0] = '\0';
    for (lm_rule_id id; (id = lm_words_next_rule(&names)) != LM_RULE_COUNT;) {
        if (!lm_words_of_rule(rules, id, LM_RULE_SUMMED, phrase, sizeof phrase)) continue;
        lm_words_add(text, size, "%s%s", text[0] ? ", " : "", phrase);
    }
}
