/* settings.c - reads single values: a profile's description, rules by name, offers by id, and a house's own odds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loader.h"

char *about_field(lm_submission *about, const char *key, size_t *size)
{
    const struct {
        const char *key;
        char *text;
        size_t size;
    } fields[] = {
        { "title", about->title, sizeof about->title },
        { "regulator", about->regulator, sizeof about->regulator },
        { "filed", about->filed, sizeof about->filed },
        { "approved", about->approved, sizeof about->approved },
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (strcmp(fields[i].key, key) != 0) continue;
        *size = fields[i].size;
        return fields[i].text;
    }
    return NULL;
}

static void set_origin(lm_origin *origin, const char *file, int line)
{
    snprintf(origin->file, sizeof origin->file, "%s", file);
    origin->line = line;
}

bool set_rule(loader *l, const char *key, const char *value, const char *file, int line)
{
    char hint[LM_MEANT_TEXT];
    lm_rule_id id = lm_rule_find(key);
    if (id == LM_RULE_COUNT) {
        report(l, file, line, /* say:no-such-rule */ "\"%.64s\" is not a rule%s (lammer rules show lists all rules)",
               key, suggest_rule(key, hint));
        return false;
    }
    if (!lm_rule_read(id, value, &l->profile->rules.value[id])) {
        const lm_rule *rule = &lm_rule_table[id];
        report(l, file, line, /* say:rule-cannot-be */ "%s cannot be \"%.64s\"; legal values: %s%s (%s)%s", rule->name,
               value, rule->legal, rule->kind == LM_KIND_RANKS ? " or none" : "",
               rule->clauses[0] ? rule->clauses : rule->reading, suggest_listed(value, rule->legal, hint));
        return false;
    }
    set_origin(&l->profile->origin[id], file, line);
    return true;
}

wanted_offer *add_offer(loader *l, const char *text, const char *file, int line)
{
    if (l->offers == MOST_OFFERS) {
        report(l, file, line, "an offer list has at most %d entries", MOST_OFFERS);
        return NULL;
    }
    wanted_offer *offer = &l->offer[l->offers++];
    memset(offer, 0, sizeof *offer);
    snprintf(offer->text, sizeof offer->text, "%s", text);
    set_origin(&offer->origin, file, line);
    return offer;
}

/* "a, b:T" without its spaces; "none" and nothing offer nothing. */
void set_offer_text(loader *l, const char *text, const char *file, int line)
{
    l->offers = 0;
    if (strcmp(text, "none") == 0) return;
    while (*text) {
        size_t n = strcspn(text, ",");
        size_t start = strspn(text, " "), end = n;
        while (end > start && text[end - 1] == ' ')
            end--;
        char entry[SCALAR];
        if (end > start && end - start < sizeof entry) {
            memcpy(entry, text + start, end - start);
            entry[end - start] = '\0';
            if (!add_offer(l, entry, file, line)) return;
        } else if (n || text[n]) {
            report(l, file, line, /* say:entry-no-wager */ "the offer list has an entry that is empty or too long");
        }
        text += n + (text[n] == ',');
    }
}

void apply_setting(loader *l, const char *setting)
{
    const char *equals = strchr(setting, '=');
    char key[SCALAR];
    size_t n = equals ? (size_t)(equals - setting) : 0;
    if (!n || n >= sizeof key) {
        report(l, "setting", 0, /* say:not-key-value */ "\"%.64s\" is not of the form key=value, such as decks=8",
               setting);
        return;
    }
    memcpy(key, setting, n);
    key[n] = '\0';
    if (strcmp(key, "offer") == 0) {
        set_offer_text(l, equals + 1, "setting", 0);
    } else {
        set_rule(l, key, equals + 1, "setting", 0);
    }
}

static const lm_wager *find_wager(const loader *l, const char *text)
{
    size_t n = strcspn(text, ":");
    for (int i = 0; l->wagers[i]; i++) {
        if (strlen(l->wagers[i]->id) == n && strncmp(l->wagers[i]->id, text, n) == 0) return l->wagers[i];
    }
    return NULL;
}

/* The ids of a wager's pay tables, each once, in their order. */
static const char *table_ids(const lm_wager *wager, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int t = 0; wager && wager->paytables[t].clause && used < size; t++) {
        bool seen = false;
        for (int s = 0; s < t; s++)
            seen |= strcmp(wager->paytables[s].id, wager->paytables[t].id) == 0;
        if (seen || !wager->paytables[t].id[0]) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", wager->paytables[t].id);
    }
    return used ? text : "one table without a name";
}

static void report_offer(loader *l, const wanted_offer *wanted, lm_offered why)
{
    const char *names[128], *file = wanted->origin.file;
    char ids[128], hint[LM_MEANT_TEXT];
    const lm_wager *wager = find_wager(l, wanted->text);
    int n = 0, line = wanted->origin.line;
    for (; n < 128 && l->wagers[n]; n++)
        names[n] = l->wagers[n]->id;
    switch (why) {
    case LM_OFFER_OK: return;
    case LM_OFFER_UNKNOWN:
        report(l, file, line, /* say:no-such-wager */ "\"%.64s\" is not a wager%s (lammer rules show lists all wagers)",
               wanted->text, suggest(wanted->text, names, n, hint));
        return;
    case LM_OFFER_TABLE:
        report(l, file, line, /* say:no-such-pay-table */ "%.64s: there is no such pay table; the wager has %s",
               wanted->text, table_ids(wager, ids, sizeof ids));
        return;
    case LM_OFFER_AMBIGUOUS:
        report(l, file, line,
               /* say:several-pay-tables */ "%.64s has several pay tables; write %.32s:TABLE with one of %s",
               wanted->text, wanted->text, table_ids(wager, ids, sizeof ids));
        return;
    case LM_OFFER_TWICE: report(l, file, line, /* say:offered-twice */ "%.64s is offered twice", wanted->text); return;
    case LM_OFFER_FULL:
        report(l, file, line, /* say:too-many-wagers */ "a table offers at most %d wagers", LM_OFFERS);
        return;
    }
}

static bool read_count(const char **text, int32_t *count)
{
    char *end;
    if (**text < '0' || **text > '9') return false;
    long value = strtol(*text, &end, 10);
    if (value > 1000000) return false;
    *count = (int32_t)value;
    *text = end;
    return true;
}

/* "300:1", "300 to 1", "500 for 1", "$8000", "10%". */
static bool read_odds(const char *text, lm_odds *odds)
{
    int32_t a, b = 1;
    bool dollars = *text == '$';
    text += dollars;
    if (!read_count(&text, &a)) return false;
    odds->form = dollars ? LM_DOLLARS : LM_TO;
    if (!dollars && strcmp(text, "%") == 0) {
        odds->form = LM_PERCENT;
    } else if (!dollars) {
        const char *forms[] = { ":", " to ", " for " };
        int form = 0;
        while (form < 3 && strncmp(text, forms[form], strlen(forms[form])) != 0)
            form++;
        if (form == 3) return false;
        text += strlen(forms[form]);
        if (!read_count(&text, &b) || *text || b < 1 || b > 1000 || (form == 2 && b != 1)) return false;
        odds->form = form == 2 ? LM_FOR : LM_TO;
    } else if (*text) {
        return false;
    }
    odds->a = a;
    odds->b = (int16_t)b;
    return true;
}

static void apply_pay(loader *l, const wanted_offer *wanted, int i, lm_offer *offer)
{
    const char *outcome = wanted->pay[i].outcome, *file = wanted->origin.file;
    const char *const *names = offer->wager->outcomes;
    int row = 1, line = wanted->pay[i].line;
    char hint[LM_MEANT_TEXT];
    while (row < LM_OUTCOMES && (!names[row] || strcmp(names[row], outcome) != 0))
        row++;
    if (row == LM_OUTCOMES) {
        report(l, file, line, /* say:no-such-outcome */ "%s has no outcome \"%.64s\"%s", offer->wager->id, outcome,
               suggest(outcome, names + 1, LM_OUTCOMES - 1, hint));
    } else if (!read_odds(wanted->pay[i].odds, &offer->pays[row])) {
        report(l, file, line,
               /* say:no-odds */ "\"%.64s\" cannot be read as odds; write 300:1, 500 for 1, $8000 or 10%%",
               wanted->pay[i].odds);
    }
}

void apply_offers(loader *l)
{
    lm_rules *rules = &l->profile->rules;
    for (int i = 0; i < l->offers; i++) {
        const wanted_offer *wanted = &l->offer[i];
        int before = rules->offers;
        lm_offered result = lm_rules_offer(rules, l->wagers, wanted->text);
        if (result != LM_OFFER_OK) report_offer(l, wanted, result);
        for (int made = before; made < rules->offers; made++) {
            l->profile->offer_origin[made] = wanted->origin;
            for (int p = 0; p < wanted->pays; p++)
                apply_pay(l, wanted, p, &rules->offer[made]);
        }
    }
}
