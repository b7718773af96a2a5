/* common.c - findings, offers and odds as the subcommands of `lammer rules` print them. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

/* Counts the findings first, then stores them, so that none is lost. */
static void count_finding(void *self, const lm_finding *finding)
{
    findings *list = self;
    list->room++;
    list->errors += finding->severity == LM_ERROR;
}

static void keep_finding(void *self, const lm_finding *finding)
{
    findings *list = self;
    if (list->n < list->room) list->item[list->n++] = *finding;
}

static findings collect(const lm_rules *const *rules, int n)
{
    findings list = { 0 };
    for (int pass = 0; pass < 2; pass++) {
        lm_finder finder = { pass ? keep_finding : count_finding, &list };
        if (n > 0) {
            lm_house_check(rules, n, &finder);
        } else {
            lm_rules_check(rules[0], &finder);
        }
        if (pass) break;
        list.item = calloc((size_t)list.room + 1, sizeof *list.item);
        if (!list.item) list.room = 0;
    }
    return list;
}

findings findings_of(const lm_rules *rules)
{
    return collect(&rules, 0);
}

findings findings_of_house(const lm_rules *const *rules, int n)
{
    return collect(rules, n);
}

void findings_free(findings *list)
{
    free(list->item);
    *list = (findings){ 0 };
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

void finding_json(out_json *j, const lm_profile *profile, const lm_finding *finding)
{
    const lm_origin *origin = finding_origin(profile, finding);
    out_put(j, "{ severity:s clause:s text:s", lm_severity_name(finding->severity), finding->clause, finding->text);
    if (finding->rule != LM_RULE_COUNT) out_put(j, "rule:s", lm_rule_table[finding->rule].name);
    if (finding->offer >= 0) out_put(j, "wager:s", profile->rules.offer[finding->offer].wager->id);
    if (origin) out_put(j, "file:s line:i", origin->file, origin->line);
}

lm_profile *load_profile(const rules_args *args, const char *name)
{
    lm_profile *profile = malloc(sizeof *profile);
    if (!profile) {
        say(args->ear, "no memory to read %s", name);
        return NULL;
    }
    if (lm_study_rules(profile, name, args->setting, args->settings, args->ear)) return profile;
    free(profile);
    return NULL;
}

short_words odds_words(lm_odds odds)
{
    switch ((lm_form)odds.form) {
    case LM_TO: return words_of("%d to %d", odds.a, odds.b);
    case LM_FOR: return words_of("%d for 1", odds.a);
    case LM_DOLLARS: return words_of("$%d", odds.a);
    default: return words_of("%d %% of the meter", odds.a);
    }
}

void odds_json(out_json *j, lm_odds odds)
{
    static const char *const forms[] = { "to", "for", "dollars", "percent" };
    out_put(j, "pays:{ form:s a:i b:i }", forms[odds.form], (int)odds.a, (int)odds.b);
}

short_words offer_words(const lm_offer *offer)
{
    const char *table = offer->wager->paytables[offer->paytable].id;
    return words_of("%s%s%s", offer->wager->id, table[0] ? ":" : "", table);
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
    which = which ? strstr(which + 1, " B") : NULL; /* skips the "B" of "Bonus" */
    return rules->buster_bonus && (!which || strncmp(which + 1, bonus, strlen(bonus)) == 0);
}
