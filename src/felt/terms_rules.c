/* terms_rules.c - the rules that a table's terms name: the caller's source reads them, this file checks them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/check.h"
#include "lammer/server/felt.h"

/* Reads only the rules, which the first act needs before it can be applied; applying it fills in the other terms. */
bool terms_read_rules(const lm_act *act, house_terms *out)
{
    const char *rules = lm_act_text(act, LM_FIELD_RULES), *settings = lm_act_text(act, LM_FIELD_SETTINGS);
    if (act->word != LM_ACT_OPEN_TABLE) return false;
    if (strlen(rules) >= sizeof out->rules || strlen(settings) >= sizeof out->settings) return false;
    if (strchr(rules, '/') || strchr(rules, '.'))
        return false; /* shipped submissions only: a file is not part of the journal */
    snprintf(out->rules, sizeof out->rules, "%s", rules);
    snprintf(out->settings, sizeof out->settings, "%s", settings);
    return true;
}

/* Adds a complaint to `all`, as far as there is room. */
static void add_complaint(char *all, const char *text)
{
    size_t used = strlen(all), room = LM_HOUSE_TEXT - 1 - used, more = strlen(text);
    if (used && room > 2) {
        memcpy(all + used, "; ", 3);
        used += 2;
        room -= 2;
    }
    if (more > room) more = room;
    memcpy(all + used, text, more);
    all[used + more] = '\0';
}

static void hear_finding(void *self, const lm_finding *finding)
{
    if (finding->severity != LM_ERROR) return;
    char text[2 * LM_HOUSE_TEXT];
    snprintf(text, sizeof text, "%s (%s)", finding->text, finding->clause);
    add_complaint(self, text);
}

bool rules_of_terms(const lm_rules_source *source, const house_terms *terms, lm_rules **rules, char *text)
{
    lm_rules *made = calloc(1, sizeof *made);
    text[0] = '\0';
    bool good =
        made && source->read && source->read(source->wagers, terms->rules, terms->settings, made, text, LM_HOUSE_TEXT);
    if (good) good = lm_rules_check(made, &(lm_finder){ hear_finding, text }) == 0;
    if (!good) {
        if (!*text) snprintf(text, LM_HOUSE_TEXT, "these rules cannot be read");
        free(made);
        return false;
    }
    free(*rules);
    *rules = made;
    return true;
}

static void hear_disagreement(void *self, const lm_finding *finding)
{
    house_refusal *refusal = self;
    refusal->kind = LM_REFUSED_NOW;
    snprintf(refusal->text, sizeof refusal->text, "%s (%s); open it with other rules, or close the other table",
             finding->text, finding->clause);
}

/* MBJ-13(g).2, MBJ-17(e)(2).1, MBJ-20(k).2. */
bool rules_fit_house(const lm_rules *const *tables, int n, house_refusal *refusal)
{
    return lm_house_check_last(tables, n, &(lm_finder){ hear_disagreement, refusal }) == 0;
}
