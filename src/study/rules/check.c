/* check.c - `lammer rules check`: findings of one table or of a whole house, and the worst round. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

typedef struct {
    lm_profile *profile;
    findings list;
} checked;

static void print_finding(lm_text *out, const lm_profile *profile, const lm_finding *finding)
{
    long_words where = origin_words(finding_origin(profile, finding), profile->rules.name);
    put(out, "%s: %s: %s [%s]\n", where.text, lm_severity_name(finding->severity), finding->text, finding->clause);
}

static int count_severity(const findings *list, lm_severity severity)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        n += list->item[i].severity == severity;
    return n;
}

static void print_summary(lm_text *out, const checked *table)
{
    const findings *list = &table->list;
    put(out, /* say:loses-at-most */ "%s: %s; the house loses at most $%s in one round%s", table->profile->rules.name,
        list->errors ? "NOT LEGAL" : "legal", lm_dollars(lm_rules_worst_loss(&table->profile->rules)).text,
        lm_rules_have_meters(&table->profile->rules) ? ", plus the meters' balances at its start" : "");
    put(out, "; errors %d, warnings %d, rulings needed %d, duties %d\n", list->errors, count_severity(list, LM_WARNING),
        count_severity(list, LM_RULING), count_severity(list, LM_DUTY));
}

/* One sentence with the clauses that forbid the table. */
static void say_refusal(const rules_args *args, const checked *table)
{
    char clauses[256] = "";
    for (int i = 0; i < table->list.n; i++) {
        const lm_finding *finding = &table->list.item[i];
        if (finding->severity != LM_ERROR || strstr(clauses, finding->clause)) continue;
        lm_words_add(clauses, sizeof clauses, "%s%s", clauses[0] ? ", " : "", finding->clause);
    }
    say(args->ear, "%s breaks %s; change the settings listed above", table->profile->rules.name, clauses);
}

static void write_table(out_json *j, const checked *table)
{
    const lm_rules *rules = &table->profile->rules;
    out_put(j, "{ name:s legal:b errors:i worst_loss_cents:I meters_apart:b findings:[", rules->name,
            table->list.errors == 0, table->list.errors, (int64_t)lm_rules_worst_loss(rules),
            lm_rules_have_meters(rules));
    for (int i = 0; i < table->list.n; i++) {
        finding_json(j, table->profile, &table->list.item[i]);
        out_put(j, "}");
    }
    out_put(j, "] }");
}

static void print_checks(const rules_args *args, const checked *tables, int n, const findings *house, bool legal)
{
    lm_text *out = args->out;
    for (int t = 0; t < n; t++) {
        for (int i = 0; i < tables[t].list.n; i++)
            print_finding(out, tables[t].profile, &tables[t].list.item[i]);
        print_summary(out, &tables[t]);
    }
    for (int i = 0; i < house->n; i++) {
        print_finding(out, tables[house->item[i].table].profile, &house->item[i]);
        put(out, /* say:differs-from */ "    it differs from %s\n",
            tables[house->item[i].other_table].profile->rules.name);
    }
    for (int t = 0; t < n; t++) {
        if (tables[t].list.errors) say_refusal(args, &tables[t]);
    }
    if (house->errors) say(args->ear, "these tables cannot be in one house: %s", house->item[0].clause);
}

static void write_checks(const rules_args *args, const checked *tables, int n, const findings *house, bool legal)
{
    out_json j = out_begin(args->out, 0);
    out_put(&j, "{ legal:b tables:[", legal);
    for (int t = 0; t < n; t++)
        write_table(&j, &tables[t]);
    out_put(&j, "] house:[");
    for (int i = 0; i < house->n; i++) {
        const lm_profile *table = tables[house->item[i].table].profile;
        finding_json(&j, table, &house->item[i]);
        out_put(&j, "table:s differs_from:s }", table->rules.name,
                tables[house->item[i].other_table].profile->rules.name);
    }
    out_put(&j, "] }");
}

static findings check_house(const checked *tables, int n)
{
    const lm_rules *rules[MOST_NAMES];
    for (int t = 0; t < n; t++)
        rules[t] = &tables[t].profile->rules;
    return findings_of_house(rules, n);
}

static int answer_check(const rules_args *args, const checked *tables, int n)
{
    findings house = check_house(tables, n);
    int errors = house.errors;
    for (int t = 0; t < n; t++)
        errors += tables[t].list.errors;
    (args->format == LM_ASK_JSON ? write_checks : print_checks)(args, tables, n, &house, errors == 0);
    findings_free(&house);
    return errors ? LM_ANSWER_NO : LM_ANSWER_YES;
}

int rules_check(const rules_args *args)
{
    checked *tables = calloc((size_t)args->names, sizeof *tables);
    int n = 0, result = LM_ANSWER_YES;
    if (!tables) return say(args->ear, "not enough memory for the tables"), LM_ANSWER_BAD;
    for (int i = 0; i < args->names; i++) { /* reads every file, so that all problems are reported at once */
        lm_profile *profile = load_profile(args, args->name[i]);
        if (!profile) {
            result = LM_ANSWER_BAD;
            continue;
        }
        tables[n].profile = profile;
        tables[n++].list = findings_of(&profile->rules);
    }
    if (result == LM_ANSWER_YES) result = answer_check(args, tables, n);
    for (int t = 0; t < n; t++) {
        findings_free(&tables[t].list);
        free(tables[t].profile);
    }
    free(tables);
    return result;
}
