/* diff.c - `lammer rules diff`: what changed between two submissions, and the notices that it needs.
 *
 * A duty of the new table is owed when its subject is offered or changed. When a subject is withdrawn, the old table's
 * duties count, because most notices must come before the withdrawal. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

typedef struct {
    lm_profile *profile;
    findings list;
} side;

enum { MOST_NOTICES = 32 };

typedef struct {
    const char *clause, *text;
} notice;

/* One rule or wager that changed, and the notices that the change needs. */
typedef struct {
    const char *rule, *wager; /* one of them is NULL */
    const char *change;       /* offered, withdrawn, changed */
    short_words old, now;
    int notices;
    notice notice[MOST_NOTICES];
} change;

static void add_notice(change *c, const char *clause, const char *text)
{
    if (c->notices < MOST_NOTICES) c->notice[c->notices++] = (notice){ clause, text };
}

/* Whether a clause belongs to the document that governs the table. */
static bool governs(const char *clause, const lm_rules *rules)
{
    const char *prefix = lm_documents[rules->rule_set].prefix;
    return strncmp(clause, prefix, strlen(prefix)) == 0;
}

static void add_duties(change *c, const side *s, lm_rule_id rule, bool withdrawn)
{
    lm_duty_at other = withdrawn ? LM_DUTY_AT_START : LM_DUTY_AT_END;
    for (int i = 0; i < s->list.n; i++) {
        const lm_finding *f = &s->list.item[i];
        if (f->severity != LM_DUTY || f->at == other) continue;
        bool mine = c->wager ? f->offer >= 0 && strcmp(s->profile->rules.offer[f->offer].wager->id, c->wager) == 0
                             : f->rule == rule && f->offer < 0;
        if (mine) add_notice(c, f->clause, f->text);
    }
}

static void add_approval(change *c, const side *now)
{
    if (now->profile->rules.rule_set != LM_WFB) return;
    add_notice(c, "WFB-LTR.8", "any change to the game may void the approval: ask first");
}

/* "offered" when an option leaves its preset, "withdrawn" when it returns to it. */
static const char *change_of_rule(lm_rule_id id, const lm_rules *old, const lm_rules *now)
{
    int64_t preset;
    lm_rule_read(id, lm_rule_table[id].preset, &preset);
    if (!lm_rule_table[id].notice[0]) return "changed";
    if (old->value[id] == preset) return "offered";
    return now->value[id] == preset ? "withdrawn" : "changed";
}

static bool rule_change(change *c, const side *old, const side *now, lm_rule_id id)
{
    const lm_rule *rule = &lm_rule_table[id];
    const lm_rules *was = &old->profile->rules, *is = &now->profile->rules;
    if (was->value[id] == is->value[id]) return false;
    *c = (change){ .rule = rule->name, .change = change_of_rule(id, was, is) };
    bool withdrawn = strcmp(c->change, "withdrawn") == 0;
    lm_rule_write(id, was->value[id], c->old.text, sizeof c->old.text);
    lm_rule_write(id, is->value[id], c->now.text, sizeof c->now.text);
    add_duties(c, withdrawn ? old : now, id, withdrawn);
    if (!c->notices && rule->notice[0] && governs(rule->notice, is))
        add_notice(c, rule->notice, withdrawn ? "give notice before it is withdrawn" : "give notice of the change");
    add_approval(c, now);
    return true;
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

/* The notice for a change of an offer whose section does not prescribe one. */
static void add_plain_notice(change *c, const lm_offer *offer)
{
    const char *text = "give notice of the change, and post the new odds";
    if (strcmp(c->change, "offered") == 0) text = "give notice, and post its odds and limits";
    if (strcmp(c->change, "withdrawn") == 0) text = "give notice, and take down its posted notices";
    add_notice(c, offer->wager->paytables[offer->paytable].clause, text);
}

static bool wager_change(change *c, const side *old, const side *now, const char *id)
{
    const lm_offer *before = offer_of(&old->profile->rules, id), *after = offer_of(&now->profile->rules, id);
    const lm_offer *shown = after ? after : before;
    if (!shown || (before && after && same_odds(before, after))) return false;
    *c = (change){ .wager = id, .change = !before ? "offered" : !after ? "withdrawn" : "changed" };
    if (before) c->old = offer_words(before);
    if (after) c->now = offer_words(after);
    add_duties(c, after ? now : old, LM_RULE_COUNT, !after);
    if (!c->notices) add_plain_notice(c, shown);
    add_approval(c, now);
    return true;
}

/* The change of the i-th rule or wager; false if it has not changed. */
static bool change_at(change *c, const side *old, const side *now, int i)
{
    if (i < LM_RULE_COUNT) return rule_change(c, old, now, (lm_rule_id)i);
    return wager_change(c, old, now, lm_wagers[i - LM_RULE_COUNT]->id);
}

static void print_change(lm_text *out, const change *c)
{
    const char *old = c->old.text, *now = c->now.text;
    put(out, "%s: %s -> %s (%s)\n", c->wager ? c->wager : c->rule, *old ? old : "-", *now ? now : "-", c->change);
    for (int i = 0; i < c->notices; i++)
        put(out, "    %s [%s]\n", c->notice[i].text, c->notice[i].clause);
}

static void write_change(out_json *j, const change *c)
{
    out_put(j, c->wager ? "{ wager:s" : "{ rule:s", c->wager ? c->wager : c->rule);
    out_put(j, "old:s new:s change:s notices:[", c->old.text, c->now.text, c->change);
    for (int i = 0; i < c->notices; i++)
        out_put(j, "{ clause:s text:s }", c->notice[i].clause, c->notice[i].text);
    out_put(j, "] }");
}

static bool load_side(const rules_args *args, const char *name, side *s)
{
    s->profile = load_profile(args, name);
    if (s->profile) s->list = findings_of(&s->profile->rules);
    return s->profile;
}

static void write_diff(lm_text *out, const side *old, const side *now)
{
    change c;
    out_json j = out_begin(out, 0);
    out_put(&j, "{ old:s new:s new_is_legal:b changes:[", old->profile->rules.name, now->profile->rules.name,
            now->list.errors == 0);
    for (int i = 0; i < LM_RULE_COUNT || lm_wagers[i - LM_RULE_COUNT]; i++) {
        if (change_at(&c, old, now, i)) write_change(&j, &c);
    }
    out_put(&j, "] }");
}

static void print_diff(lm_text *out, const side *old, const side *now)
{
    change c;
    int n = 0;
    for (int i = 0; i < LM_RULE_COUNT || lm_wagers[i - LM_RULE_COUNT]; i++) {
        if (!change_at(&c, old, now, i)) continue;
        print_change(out, &c);
        n++;
    }
    if (!n) put_text(/* say:rules-same */ "the rules are the same\n", out);
    if (now->list.errors) put(out, "%s is not legal: see lammer rules check\n", now->profile->rules.name);
}

int rules_diff(const rules_args *args)
{
    /* ----set changes the new rules: `diff ma-blackjack ma-blackjack --set surrender=on` shows what that change
     * needs. */
    rules_args plain = *args;
    plain.settings = 0;
    side old = { 0 }, now = { 0 };
    bool both = load_side(&plain, args->name[0], &old);
    both &= load_side(args, args->name[1], &now);
    if (both) (args->format == LM_ASK_JSON ? write_diff : print_diff)(args->out, &old, &now);
    findings_free(&old.list);
    findings_free(&now.list);
    free(old.profile);
    free(now.profile);
    return both ? LM_ANSWER_YES : LM_ANSWER_BAD;
}
