/* notation.c - which wagers and clauses a script may name. */
#include "script.h"

#include <string.h>

bool script_wager_known(const char *name)
{
    return lm_words_wager_exists(lm_wagers, name);
}

bool script_clause_matches(const char *clause, const char *id)
{
    size_t n = strlen(id);
    return n && strncmp(clause, id, n) == 0 && (clause[n] == '\0' || clause[n] == '.' || clause[n] == '(');
}
