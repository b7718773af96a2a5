/* show.c - `lammer rules show`: everything that is known of one submission. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

static void origin_words(const lm_origin *origin, char *text, size_t size)
{
    if (!origin->file[0]) {
        snprintf(text, size, "preset");
    } else if (origin->line) {
        snprintf(text, size, "%s:%d", origin->file, origin->line);
    } else {
        snprintf(text, size, "%s", origin->file);
    }
}

/* The C-nn of a row that concern this document, with spaces between. */
static void reading_words(const char *reading, lm_rule_set set, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    while (reading && *reading) {
        size_t n = strcspn(reading, " "), length;
        if (n && lm_reading_applies(reading, n, set, &length) && used < size) {
            used +=
                (size_t)snprintf(text + used, size - used, "%s%.*s", used ? " " : "", (int)length, reading);
        }
        reading += n + (reading[n] == ' ');
    }
}

static const char *legal_words(const lm_rule *rule, char *text, size_t size)
{
    switch (rule->kind) {
    case LM_KIND_RANKS: snprintf(text, size, "any of %s, or none", rule->legal); break;
    case LM_KIND_WEIGHTS:
        snprintf(text, size, "none, or weights such as 10x80+25x20 on %s", rule->legal);
        break;
    case LM_KIND_CARDS: snprintf(text, size, "off, or an ace and a face card such as As+Js"); break;
    case LM_KIND_MONEY: snprintf(text, size, "%s dollars", rule->legal); break;
    case LM_KIND_PERCENT: snprintf(text, size, "%s per cent", rule->legal); break;
    case LM_KIND_INT:
    case LM_KIND_ENUM: snprintf(text, size, "%s", rule->legal); break;
    }
    return text;
}

/* --- text ----------------------------------------------------------------------------------------------- */

static void print_head(const lm_profile *profile)
{
    const lm_document *document = &lm_documents[profile->rules.rule_set];
    printf("%s: %s\n", profile->rules.name, profile->about.title[0] ? profile->about.title : "(no title)");
    printf("document    %s; %s%s%s%s\n", document->title, document->provenance, document->clause ? " [" : "",
           document->clause ? document->clause : "", document->clause ? "]" : "");
    if (profile->about.regulator[0]) printf("regulator   %s\n", profile->about.regulator);
    if (profile->about.filed[0]) printf("filed       %s\n", profile->about.filed);
    if (profile->about.approved[0]) printf("approved    %s\n", profile->about.approved);
    printf("hash        %016llx\n\n", (unsigned long long)profile->rules.hash);
}

static void print_rule(const lm_profile *profile, lm_rule_id id)
{
    const lm_rule *rule = &lm_rule_table[id];
    lm_rule_set set = (lm_rule_set)profile->rules.rule_set;
    char value[64], origin[280], clauses[256], reading[64], legal[128], setting[128];
    lm_rule_write(id, profile->rules.value[id], value, sizeof value);
    origin_words(&profile->origin[id], origin, sizeof origin);
    bool inherited = lm_rule_clauses(id, set, clauses, sizeof clauses);
    reading_words(rule->reading, set, reading, sizeof reading);
    snprintf(setting, sizeof setting, "%s = %s", rule->name, value);
    printf("%-44s %s\n    %s; legal: %s", setting, origin, rule->help,
           legal_words(rule, legal, sizeof legal));
    if (clauses[0]) printf("; %s%s", clauses, inherited ? " (inherited, C-34)" : "");
    if (reading[0]) printf("; other values need ruling %s", reading);
    putchar('\n');
}

/* What ties a wager to the main one: a clause, or the house's own rule. */
static void tie_words(const lm_rules *rules, const lm_wager *wager, char *text, size_t size)
{
    const char *by = wager->main_cap ? wager->main_cap : lm_rule_table[LM_RULE_side_within_main].name;
    text[0] = '\0';
    if (lm_wager_is_tied(rules, wager)) snprintf(text, size, " within the main wager [%s]", by);
}

static void print_offer(const lm_profile *profile, int i)
{
    const lm_rules *rules = &profile->rules;
    const lm_offer *offer = &rules->offer[i];
    const lm_paytable *table = &offer->wager->paytables[offer->paytable];
    char name[48], origin[280], odds[48], reading[64], least_text[24], most_text[24], tied[64];
    lm_cents least, most;
    offer_words(offer, name, sizeof name);
    origin_words(&profile->offer_origin[i], origin, sizeof origin);
    offer_stakes(rules, offer, &least, &most);
    lm_cents_write(least, least_text);
    lm_cents_write(most, most_text);
    tie_words(rules, offer->wager, tied, sizeof tied);
    reading_words(offer->wager->reading, (lm_rule_set)rules->rule_set, reading, sizeof reading);
    printf("%-20s %s [%s], $%s to $%s%s, %s\n", name, offer->wager->title, table->clause, least_text,
           most_text, tied, origin);
    for (int row = LM_OUTCOMES - 1; row > 0; row--) {
        if (!outcome_shown(rules, offer, row)) continue;
        odds_words(offer->pays[row], odds, sizeof odds);
        printf("    %-48s %s%s\n", offer->wager->outcomes[row], odds,
               table->strictness == LM_FLOOR ? " or more" : "");
    }
    if (reading[0]) printf("    needs ruling %s\n", reading);
}

static void decks_words(uint32_t decks, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int n = 1; n <= 8; n++) {
        if (decks >> n & 1) used += (size_t)snprintf(text + used, size - used, "%s%d", used ? " " : "", n);
    }
}

static void documents_words(unsigned sets, char *text, size_t size)
{
    size_t used = 0;
    char name[8];
    text[0] = '\0';
    for (int set = 0; set < LM_RULE_SETS; set++) {
        if (!(sets >> set & 1)) continue;
        lm_rule_write(LM_RULE_rule_set, set, name, sizeof name);
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "", name);
    }
}

/* "50 to 1 22 of one suit; ..." on one line, best first. */
static void print_odds(const lm_wager *wager, const lm_paytable *table)
{
    char odds[48];
    const char *comma = "        ";
    for (int row = LM_OUTCOMES - 1; row > 0; row--) {
        if (!table->pays[row].a) continue;
        odds_words(table->pays[row], odds, sizeof odds);
        printf("%s%s %s", comma, wager->outcomes[row], odds);
        comma = "; ";
    }
    printf("%s\n", table->strictness == LM_FLOOR ? " (at least)" : "");
}

static void print_wager(const lm_wager *wager)
{
    char decks[32], documents[32];
    decks_words(wager->decks, decks, sizeof decks);
    documents_words(wager->rule_sets, documents, sizeof documents);
    printf("%-16s %s [%s]; in %s; decks %s\n", wager->id, wager->title, wager->clause, documents, decks);
    for (int t = 0; wager->paytables[t].clause; t++) {
        const lm_paytable *table = &wager->paytables[t];
        decks_words(table->decks ? table->decks : wager->decks, decks, sizeof decks);
        documents_words(table->rule_sets ? table->rule_sets : wager->rule_sets, documents, sizeof documents);
        printf("    table %-4s %-20s in %s; decks %s\n", table->id[0] ? table->id : "-", table->clause,
               documents, decks);
        print_odds(wager, table);
    }
    for (int b = 0; b < LM_BARS && wager->bars[b].clause; b++)
        printf("    %s bars %s\n", wager->bars[b].clause, wager->bars[b].with);
    for (int w = 0; w < LM_BARS && wager->wants[w].clause; w++)
        printf("    %s wants %s\n", wager->wants[w].clause, wager->wants[w].with);
}

static void print_all(const lm_profile *profile)
{
    print_head(profile);
    for (int id = 0; id < LM_RULE_COUNT; id++)
        print_rule(profile, (lm_rule_id)id);
    printf("\nOffered wagers%s\n\n", profile->rules.offers ? "" : ": none");
    for (int i = 0; i < profile->rules.offers; i++)
        print_offer(profile, i);
    printf("\nAll wagers (offer=ID:TABLE)\n\n");
    printf("main             the blackjack wager; always offered, see blackjack_pays and the bonus odds\n");
    printf("insurance        against an ace up, where insurance=on; 2 to 1\n");
    for (int i = 0; lm_wagers[i]; i++)
        print_wager(lm_wagers[i]);
}

/* --- JSON ----------------------------------------------------------------------------------------------- */

static json_t *rule_json(const lm_profile *profile, lm_rule_id id)
{
    static const char *const kinds[] = { "int", "money", "enum", "percent", "ranks", "weights", "cards" };
    const lm_rule *rule = &lm_rule_table[id];
    lm_rule_set set = (lm_rule_set)profile->rules.rule_set;
    char value[64], clauses[256], reading[64];
    lm_rule_write(id, profile->rules.value[id], value, sizeof value);
    bool inherited = lm_rule_clauses(id, set, clauses, sizeof clauses);
    reading_words(rule->reading, set, reading, sizeof reading);
    json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:b, s:o, s:s}", "name", rule->name, "value",
                             value, "preset", rule->preset, "kind", kinds[rule->kind], "legal", rule->legal,
                             "clauses", json_words(clauses), "inherited", inherited, "readings",
                             json_words(reading), "help", rule->help);
    const lm_origin *origin = &profile->origin[id];
    if (origin->file[0]) {
        json_object_set_new(json, "file", json_string(origin->file));
        json_object_set_new(json, "line", json_integer(origin->line));
    }
    return json;
}

static json_t *outcomes_json(const lm_wager *wager, const lm_odds *pays)
{
    json_t *outcomes = json_array();
    for (int row = 1; row < LM_OUTCOMES; row++) {
        if (!pays[row].a) continue;
        json_array_append_new(
            outcomes, json_pack("{s:s, s:o}", "name", wager->outcomes[row], "pays", odds_json(pays[row])));
    }
    return outcomes;
}

static json_t *offer_json(const lm_rules *rules, const lm_offer *offer)
{
    const lm_paytable *table = &offer->wager->paytables[offer->paytable];
    lm_cents least, most;
    offer_stakes(rules, offer, &least, &most);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:b, s:o}", "id", offer->wager->id, "title",
                     offer->wager->title, "paytable", table->id, "clause", table->clause, "odds",
                     table->strictness == LM_FLOOR ? "floor" : "exact", "least_cents", (json_int_t)least,
                     "most_cents", (json_int_t)most, "tied", lm_wager_is_tied(rules, offer->wager),
                     "outcomes", outcomes_json(offer->wager, offer->pays));
}

static json_t *decks_json(uint32_t decks)
{
    json_t *list = json_array();
    for (int n = 1; n <= 8; n++) {
        if (decks >> n & 1) json_array_append_new(list, json_integer(n));
    }
    return list;
}

static json_t *paytable_json(const lm_wager *wager, const lm_paytable *table)
{
    char documents[32];
    documents_words(table->rule_sets ? table->rule_sets : wager->rule_sets, documents, sizeof documents);
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "id", table->id, "clause", table->clause, "odds",
                     table->strictness == LM_FLOOR ? "floor" : "exact", "decks",
                     decks_json(table->decks ? table->decks : wager->decks), "rule_sets",
                     json_words(documents), "outcomes", outcomes_json(wager, table->pays));
}

static json_t *wager_json(const lm_wager *wager)
{
    char documents[32];
    json_t *tables = json_array(), *bars = json_array();
    documents_words(wager->rule_sets, documents, sizeof documents);
    for (int t = 0; wager->paytables[t].clause; t++)
        json_array_append_new(tables, paytable_json(wager, &wager->paytables[t]));
    for (int b = 0; b < LM_BARS && wager->bars[b].clause; b++) {
        json_array_append_new(bars, json_pack("{s:s, s:o}", "clause", wager->bars[b].clause, "with",
                                              json_words(wager->bars[b].with)));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "id", wager->id, "title", wager->title, "clause",
                     wager->clause, "rule_sets", json_words(documents), "decks", decks_json(wager->decks),
                     "paytables", tables, "bars", bars);
}

static json_t *profile_json(const lm_profile *profile)
{
    const lm_document *document = &lm_documents[profile->rules.rule_set];
    char hash[24];
    json_t *rules = json_array(), *offers = json_array(), *wagers = json_array();
    for (int id = 0; id < LM_RULE_COUNT; id++)
        json_array_append_new(rules, rule_json(profile, (lm_rule_id)id));
    for (int i = 0; i < profile->rules.offers; i++)
        json_array_append_new(offers, offer_json(&profile->rules, &profile->rules.offer[i]));
    for (int i = 0; lm_wagers[i]; i++)
        json_array_append_new(wagers, wager_json(lm_wagers[i]));
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)profile->rules.hash);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "name", profile->rules.name,
                     "title", profile->about.title, "regulator", profile->about.regulator, "filed",
                     profile->about.filed, "approved", profile->about.approved, "document", document->title,
                     "provenance", document->provenance, "hash", hash, "rules", rules, "offers", offers,
                     "wagers", wagers);
}

int rules_show(const rules_args *args)
{
    lm_profile *profile = load_profile(args, args->name[0]);
    if (!profile) return ANSWER_BAD;
    int result = ANSWER_YES;
    if (args->format == FORMAT_JSON) {
        result = print_json(profile_json(profile));
    } else {
        print_all(profile);
    }
    free(profile);
    return result;
}
