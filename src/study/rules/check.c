/* check.c - `lammer rules check`: findings of one table or of a whole house, and the worst round. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

typedef struct {
    lm_profile *profile;
    findings list;
} checked;

static void print_finding(const lm_profile *profile, const lm_finding *finding)
{
    const lm_origin *origin = finding_origin(profile, finding);
    if (origin && origin->line) {
        printf("%s:%d: ", origin->file, origin->line);
    } else if (origin) {
        printf("%s: ", origin->file);
    } else {
        printf("%s: ", profile->rules.name);
    }
    printf("%s: %s [%s]\n", lm_severity_name(finding->severity), finding->text, finding->clause);
}

static int count(const findings *list, lm_severity severity)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        n += list->item[i].severity == severity;
    return n;
}

static void print_summary(const checked *table)
{
    char worst[24];
    const findings *list = &table->list;
    lm_cents_write(lm_rules_worst_loss(&table->profile->rules), worst);
    printf("%s: %s; the house loses at most $%s in one round%s", table->profile->rules.name,
           list->errors ? "NOT LEGAL" : "legal", worst,
           lm_rules_have_meters(&table->profile->rules) ? ", and what the meters hold when it begins" : "");
    printf("; errors %d, warnings %d, rulings needed %d, duties %d\n", list->errors, count(list, LM_WARNING),
           count(list, LM_RULING), count(list, LM_DUTY));
}

/* One line on stderr that says no, with the clauses that say it. */
static void print_refusal(const checked *table)
{
    char clauses[256];
    size_t used = 0;
    clauses[0] = '\0';
    for (int i = 0; i < table->list.n; i++) {
        const lm_finding *finding = &table->list.item[i];
        if (finding->severity != LM_ERROR || strstr(clauses, finding->clause) || used > sizeof clauses - 40)
            continue;
        used += (size_t)snprintf(clauses + used, sizeof clauses - used, "%s%s", used ? ", " : "",
                                 finding->clause);
    }
    say_error("%s breaks %s; change the settings listed above", table->profile->rules.name, clauses);
}

static json_t *table_json(const checked *table)
{
    json_t *list = json_array();
    for (int i = 0; i < table->list.n; i++)
        json_array_append_new(list, finding_json(table->profile, &table->list.item[i]));
    const lm_rules *rules = &table->profile->rules;
    return json_pack("{s:s, s:b, s:i, s:I, s:b, s:o}", "name", rules->name, "legal", table->list.errors == 0,
                     "errors", table->list.errors, "worst_loss_cents", (json_int_t)lm_rules_worst_loss(rules),
                     "meters_apart", lm_rules_have_meters(rules), "findings", list);
}

static void print_house_finding(const checked *tables, const lm_finding *finding)
{
    print_finding(tables[finding->table].profile, finding);
    printf("    it differs from %s\n", tables[finding->other_table].profile->rules.name);
}

static int print_text(const checked *tables, int n, const findings *house)
{
    int errors = house->errors;
    for (int t = 0; t < n; t++) {
        for (int i = 0; i < tables[t].list.n; i++)
            print_finding(tables[t].profile, &tables[t].list.item[i]);
        print_summary(&tables[t]);
        errors += tables[t].list.errors;
    }
    for (int i = 0; i < house->n; i++)
        print_house_finding(tables, &house->item[i]);
    fflush(stdout);
    for (int t = 0; t < n; t++) {
        if (tables[t].list.errors) print_refusal(&tables[t]);
    }
    if (house->errors) say_error("these tables cannot stand in one house: %s", house->item[0].clause);
    return errors ? ANSWER_NO : ANSWER_YES;
}

static int print_as_json(const checked *tables, int n, const findings *house)
{
    json_t *list = json_array(), *house_list = json_array();
    int errors = house->errors;
    for (int t = 0; t < n; t++) {
        json_array_append_new(list, table_json(&tables[t]));
        errors += tables[t].list.errors;
    }
    for (int i = 0; i < house->n; i++) {
        json_t *json = finding_json(tables[house->item[i].table].profile, &house->item[i]);
        json_object_set_new(json, "table", json_string(tables[house->item[i].table].profile->rules.name));
        json_object_set_new(json, "differs_from",
                            json_string(tables[house->item[i].other_table].profile->rules.name));
        json_array_append_new(house_list, json);
    }
    int result =
        print_json(json_pack("{s:b, s:o, s:o}", "legal", errors == 0, "tables", list, "house", house_list));
    return result != ANSWER_YES ? result : errors ? ANSWER_NO : ANSWER_YES;
}

static findings check_house(const checked *tables, int n)
{
    findings list = { NULL, 0, 0 };
    const lm_rules *rules[MOST_NAMES];
    for (int t = 0; t < n; t++)
        rules[t] = &tables[t].profile->rules;
    lm_finder finder = { findings_add, &list };
    lm_house_check(rules, n, &finder);
    return list;
}

int rules_check(const rules_args *args)
{
    checked *tables = calloc((size_t)args->names, sizeof *tables);
    int n = 0, result = ANSWER_YES;
    if (!tables) return say_error("no memory for the tables");
    for (int i = 0; i < args->names; i++) { /* every file is read, so that all problems are told at once */
        lm_profile *profile = load_profile(args, args->name[i]);
        if (!profile) {
            result = ANSWER_BAD;
            continue;
        }
        tables[n].profile = profile;
        tables[n++].list = findings_of(&profile->rules);
    }
    if (result == ANSWER_YES) {
        findings house = check_house(tables, n);
        result =
            args->format == FORMAT_JSON ? print_as_json(tables, n, &house) : print_text(tables, n, &house);
        findings_free(&house);
    }
    for (int t = 0; t < n; t++) {
        findings_free(&tables[t].list);
        free(tables[t].profile);
    }
    free(tables);
    return result;
}
