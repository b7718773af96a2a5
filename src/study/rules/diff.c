/* diff.c - `lammer rules diff`: what changed between two submissions, and the notices that it needs.
 *
 * A duty of the new table is owed when its subject is offered or changed; a duty of the old one is looked
 * at once more when its subject is withdrawn, because most notices must come before the withdrawal. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

typedef struct {
    lm_profile *profile;
    findings list;
} side;

static json_t *notice_json(const char *clause, const char *text)
{
    return json_pack("{s:s, s:s}", "clause", clause, "text", text);
}

/* Whether a clause is of the table's own document. */
static bool governs(const char *clause, const lm_rules *rules)
{
    const char *prefix = lm_documents[rules->rule_set].prefix;
    return strncmp(clause, prefix, strlen(prefix)) == 0;
}

/* Most duties are owed when something is offered or changed; those that speak of an end are owed then. */
static bool owed(const char *duty, bool withdrawn)
{
    bool of_end = strstr(duty, "withdrawn") || strstr(duty, "ended") || strstr(duty, "lowered");
    bool of_start = strstr(duty, "offered") || !of_end;
    return withdrawn ? of_end : of_start;
}

static void add_duties(json_t *notices, const side *s, lm_rule_id rule, const char *wager, bool withdrawn)
{
    for (int i = 0; i < s->list.n; i++) {
        const lm_finding *f = &s->list.item[i];
        if (f->severity != LM_DUTY || !owed(f->text, withdrawn)) continue;
        bool mine = wager ? f->offer >= 0 && strcmp(s->profile->rules.offer[f->offer].wager->id, wager) == 0
                          : f->rule == rule && f->offer < 0;
        if (mine) json_array_append_new(notices, notice_json(f->clause, f->text));
    }
}

static void add_approval(json_t *notices, const side *now)
{
    if (now->profile->rules.rule_set != LM_WFB) return;
    json_array_append_new(
        notices, notice_json("WFB-LTR.8", "any change to the game may void the approval: ask first"));
}

/* "on" for an option that was at its preset before, "withdrawn" for one that is again. */
static const char *change_of_rule(lm_rule_id id, const lm_rules *old, const lm_rules *now)
{
    int64_t preset;
    lm_rule_read(id, lm_rule_table[id].preset, &preset);
    if (!lm_rule_table[id].notice[0]) return "changed";
    if (old->value[id] == preset) return "offered";
    return now->value[id] == preset ? "withdrawn" : "changed";
}

static json_t *rule_change(const side *old, const side *now, lm_rule_id id)
{
    char before[64], after[64];
    const lm_rule *rule = &lm_rule_table[id];
    const lm_rules *k = &now->profile->rules;
    const char *change = change_of_rule(id, &old->profile->rules, k);
    bool withdrawn = strcmp(change, "withdrawn") == 0;
    json_t *notices = json_array();
    lm_rule_write(id, old->profile->rules.value[id], before, sizeof before);
    lm_rule_write(id, k->value[id], after, sizeof after);
    add_duties(notices, withdrawn ? old : now, id, NULL, withdrawn);
    if (!json_array_size(notices) && rule->notice[0] && governs(rule->notice, k)) {
        json_array_append_new(notices,
                              notice_json(rule->notice, withdrawn ? "give notice before it is withdrawn"
                                                                  : "give notice of the change"));
    }
    add_approval(notices, now);
    return json_pack("{s:s, s:s, s:s, s:s, s:o}", "rule", rule->name, "old", before, "new", after, "change",
                     change, "notices", notices);
}

static const lm_offer *offer_of(const lm_rules *rules, const char *id)
{
    int slot = lm_rules_slot(rules, id);
    return slot < LM_SIDE ? NULL : &rules->offer[slot - LM_SIDE];
}

static bool same_odds(const lm_offer *a, const lm_offer *b)
{
    for (int row = 0; row < LM_OUTCOMES; row++) {
        const lm_odds *x = &a->pays[row], *y = &b->pays[row];
        if (x->a != y->a || x->b != y->b || x->form != y->form || x->meter != y->meter) return false;
    }
    return strcmp(a->wager->paytables[a->paytable].id, b->wager->paytables[b->paytable].id) == 0;
}

/* What every change of an offer needs where its section says nothing more precise. */
static json_t *plain_notice(const lm_offer *offer, const char *change)
{
    const char *text = "give notice of the change, and post the new odds";
    if (strcmp(change, "offered") == 0) text = "give notice, and post its odds and limits";
    if (strcmp(change, "withdrawn") == 0) text = "give notice, and take down what was posted of it";
    return notice_json(offer->wager->paytables[offer->paytable].clause, text);
}

static json_t *wager_change(const side *old, const side *now, const char *id)
{
    const lm_offer *before = offer_of(&old->profile->rules, id), *after = offer_of(&now->profile->rules, id);
    const lm_offer *shown = after ? after : before;
    const char *change = !before ? "offered" : !after ? "withdrawn" : "changed";
    char was[48] = "", is[48] = "";
    if (!shown || (before && after && same_odds(before, after))) return NULL;
    if (before) offer_words(before, was, sizeof was);
    if (after) offer_words(after, is, sizeof is);
    json_t *notices = json_array();
    add_duties(notices, after ? now : old, LM_RULE_COUNT, id, !after);
    if (!json_array_size(notices)) json_array_append_new(notices, plain_notice(shown, change));
    add_approval(notices, now);
    return json_pack("{s:s, s:s, s:s, s:s, s:o}", "wager", id, "old", was, "new", is, "change", change,
                     "notices", notices);
}

static json_t *compare(const side *old, const side *now)
{
    json_t *changes = json_array();
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        if (old->profile->rules.value[id] == now->profile->rules.value[id]) continue;
        json_array_append_new(changes, rule_change(old, now, (lm_rule_id)id));
    }
    for (int i = 0; lm_wagers[i]; i++) {
        json_t *change = wager_change(old, now, lm_wagers[i]->id);
        if (change) json_array_append_new(changes, change);
    }
    return changes;
}

static const char *text_of(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

static void print_changes(const json_t *changes)
{
    size_t i, n;
    json_t *change, *notice;
    json_array_foreach(changes, i, change)
    {
        const char *wager = text_of(change, "wager"), *old = text_of(change, "old"),
                   *now = text_of(change, "new");
        printf("%s: %s -> %s (%s)\n", wager[0] ? wager : text_of(change, "rule"), old[0] ? old : "-",
               now[0] ? now : "-", text_of(change, "change"));
        json_array_foreach(json_object_get(change, "notices"), n, notice)
        {
            printf("    %s [%s]\n", text_of(notice, "text"), text_of(notice, "clause"));
        }
    }
    if (!json_array_size(changes)) printf("the rules are the same\n");
}

static bool load_side(const rules_args *args, const char *name, side *s)
{
    s->profile = load_profile(args, name);
    if (s->profile) s->list = findings_of(&s->profile->rules);
    return s->profile;
}

static int print_diff(const rules_args *args, const side *old, const side *now)
{
    json_t *changes = compare(old, now);
    if (args->format == FORMAT_JSON) {
        return print_json(json_pack("{s:s, s:s, s:b, s:o}", "old", old->profile->rules.name, "new",
                                    now->profile->rules.name, "new_is_legal", now->list.errors == 0,
                                    "changes", changes));
    }
    print_changes(changes);
    json_decref(changes);
    if (now->list.errors) printf("%s is not legal: see lammer rules check\n", now->profile->rules.name);
    return ANSWER_YES;
}

int rules_diff(const rules_args *args)
{
    /* --set changes the new rules: `diff ma-blackjack ma-blackjack --set surrender=on` asks what it would
     * take. */
    rules_args plain = *args;
    plain.settings = 0;
    side old = { 0 }, now = { 0 };
    bool both = load_side(&plain, args->name[0], &old);
    both &= load_side(args, args->name[1], &now);
    int result = both ? print_diff(args, &old, &now) : ANSWER_BAD;
    findings_free(&old.list);
    findings_free(&now.list);
    free(old.profile);
    free(now.profile);
    return result;
}
