/* common.c - findings, offers and odds as the subcommands of `lammer rules` print them. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

void findings_add(void *self, const lm_finding *finding)
{
    findings *list = self;
    lm_finding *item = realloc(list->item, (size_t)(list->n + 1) * sizeof *item);
    if (!item) exit(say_error("no memory for the findings"));
    list->item = item;
    list->item[list->n++] = *finding;
    list->errors += finding->severity == LM_ERROR;
}

findings findings_of(const lm_rules *rules)
{
    findings list = { NULL, 0, 0 };
    lm_finder finder = { findings_add, &list };
    lm_rules_check(rules, &finder);
    return list;
}

void findings_free(findings *list)
{
    free(list->item);
    *list = (findings){ NULL, 0, 0 };
}

const lm_origin *finding_origin(const lm_profile *profile, const lm_finding *finding)
{
    const lm_origin *origin = NULL;
    if (finding->offer >= 0) origin = &profile->offer_origin[finding->offer];
    if (finding->rule != LM_RULE_COUNT && !origin) origin = &profile->origin[finding->rule];
    if (origin && origin->file[0]) return origin;
    if (finding->other_offer >= 0) return &profile->offer_origin[finding->other_offer];
    if (finding->other != LM_RULE_COUNT && profile->origin[finding->other].file[0])
        return &profile->origin[finding->other];
    return NULL;
}

json_t *finding_json(const lm_profile *profile, const lm_finding *finding)
{
    const lm_origin *origin = finding_origin(profile, finding);
    json_t *json = json_pack("{s:s, s:s, s:s}", "severity", lm_severity_name(finding->severity), "clause",
                             finding->clause, "text", finding->text);
    if (finding->rule != LM_RULE_COUNT) {
        json_object_set_new(json, "rule", json_string(lm_rule_table[finding->rule].name));
    }
    if (finding->offer >= 0) {
        json_object_set_new(json, "wager", json_string(profile->rules.offer[finding->offer].wager->id));
    }
    if (origin) {
        json_object_set_new(json, "file", json_string(origin->file));
        json_object_set_new(json, "line", json_integer(origin->line));
    }
    return json;
}

lm_profile *load_profile(const rules_args *args, const char *name)
{
    lm_profile *profile = malloc(sizeof *profile);
    if (!profile) {
        say_error("no memory to read %s", name);
        return NULL;
    }
    if (say_load_rules(profile, name, args->setting, args->settings)) return profile;
    free(profile);
    return NULL;
}

void odds_words(lm_odds odds, char *text, size_t size)
{
    switch ((lm_form)odds.form) {
    case LM_TO: snprintf(text, size, "%d to %d", odds.a, odds.b); return;
    case LM_FOR: snprintf(text, size, "%d for 1", odds.a); return;
    case LM_DOLLARS: snprintf(text, size, "$%d", odds.a); return;
    case LM_PERCENT: snprintf(text, size, "%d %% of the meter", odds.a); return;
    }
}

json_t *odds_json(lm_odds odds)
{
    static const char *const forms[] = { "to", "for", "dollars", "percent" };
    return json_pack("{s:s, s:i, s:i}", "form", forms[odds.form], "a", (int)odds.a, "b", (int)odds.b);
}

void offer_words(const lm_offer *offer, char *text, size_t size)
{
    const char *table = offer->wager->paytables[offer->paytable].id;
    snprintf(text, size, "%s%s%s", offer->wager->id, table[0] ? ":" : "", table);
}

bool outcome_shown(const lm_rules *rules, const lm_offer *offer, int row)
{
    static const char free_bonus[] = "Free Bonus";
    const char *name = offer->wager->outcomes[row];
    char bonus[8];
    if (!offer->pays[row].a || !name) return false;
    if (strncmp(name, free_bonus, sizeof free_bonus - 1) != 0) return true;
    lm_rule_write(LM_RULE_buster_bonus, rules->buster_bonus, bonus, sizeof bonus);
    const char *which = strstr(name, " B");
    which = which ? strstr(which + 1, " B") : NULL; /* past "Bonus" itself */
    return rules->buster_bonus && (!which || strncmp(which + 1, bonus, strlen(bonus)) == 0);
}

void offer_stakes(const lm_rules *rules, const lm_offer *offer, lm_cents *least, lm_cents *most)
{
    lm_stakes stakes = lm_wager_stakes(rules, offer->wager);
    *least = stakes.least;
    *most = stakes.most;
}

int print_json(json_t *json)
{
    int failed = json_dumpf(json, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    json_decref(json);
    putchar('\n');
    return failed ? say_error("the answer could not be written") : ANSWER_YES;
}

json_t *json_words(const char *words)
{
    json_t *list = json_array();
    while (*words) {
        size_t n = strcspn(words, " ");
        if (n) json_array_append_new(list, json_stringn(words, n));
        words += n + (words[n] == ' ');
    }
    return list;
}
