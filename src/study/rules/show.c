/* show.c - `lammer rules show`: everything that is known of one submission. */
#include <stdlib.h>
#include <string.h>

#include "rules.h"

/* The readings (C-nn) of a rule that apply to this document, separated by spaces. */
static short_words reading_words(const char *reading, lm_rule_set set)
{
    short_words all = { "" };
    while (reading && *reading) {
        size_t n = strcspn(reading, " "), length;
        if (n && lm_reading_applies(reading, n, set, &length))
            lm_words_add(all.text, sizeof all.text, "%s%.*s", all.text[0] ? " " : "", (int)length, reading);
        reading += n + (reading[n] == ' ');
    }
    return all;
}

static short_words legal_words(const lm_rule *rule)
{
    switch (rule->kind) {
    case LM_KIND_RANKS: return words_of("any of %s, or none", rule->legal);
    case LM_KIND_WEIGHTS: return words_of("none, or weights such as 10x80+25x20 on %s", rule->legal);
    case LM_KIND_CARDS: return words_of("off, or an ace and a face card such as As+Js");
    case LM_KIND_MONEY: return words_of("%s dollars", rule->legal);
    case LM_KIND_PERCENT: return words_of("%s per cent", rule->legal);
    default: return words_of("%s", rule->legal);
    }
}

static void print_head(lm_text *out, const lm_profile *profile)
{
    const lm_document *document = &lm_documents[profile->rules.rule_set];
    put(out, "%s: %s\n", profile->rules.name, profile->about.title[0] ? profile->about.title : "(no title)");
    put(out, "document    %s; %s%s%s%s\n", document->title, document->provenance, document->clause ? " [" : "",
        document->clause ? document->clause : "", document->clause ? "]" : "");
    if (profile->about.regulator[0]) put(out, "regulator   %s\n", profile->about.regulator);
    if (profile->about.filed[0]) put(out, "filed       %s\n", profile->about.filed);
    if (profile->about.approved[0]) put(out, "approved    %s\n", profile->about.approved);
    put(out, "hash        %s\n\n", rules_hash(&profile->rules).text);
}

static void print_rule(lm_text *out, const lm_profile *profile, lm_rule_id id)
{
    const lm_rule *rule = &lm_rule_table[id];
    lm_rule_set set = (lm_rule_set)profile->rules.rule_set;
    short_words reading = reading_words(rule->reading, set);
    char value[64], clauses[256];
    lm_rule_write(id, profile->rules.value[id], value, sizeof value);
    bool inherited = lm_rule_clauses(id, set, clauses, sizeof clauses);
    put(out, "%-44s %s\n    %s; legal: %s", words_of("%s = %s", rule->name, value).text,
        origin_words(&profile->origin[id], "preset").text, rule->help, legal_words(rule).text);
    if (clauses[0]) put(out, "; %s%s", clauses, inherited ? " (inherited, C-34)" : "");
    if (reading.text[0]) put(out, "; other values need ruling %s", reading.text);
    put_char('\n', out);
}

/* Names the clause, or the rule of the house, that limits a wager to the main wager. */
static short_words tie_words(const lm_rules *rules, const lm_wager *wager)
{
    const char *by = wager->main_cap ? wager->main_cap : lm_rule_table[LM_RULE_side_within_main].name;
    return lm_wager_is_tied(rules, wager) ? words_of(" within the main wager [%s]", by) : (short_words){ "" };
}

static void print_offer(lm_text *out, const lm_profile *profile, int i)
{
    const lm_rules *rules = &profile->rules;
    const lm_offer *offer = &rules->offer[i];
    const lm_paytable *table = &offer->wager->paytables[offer->paytable];
    lm_stakes stakes = lm_wager_stakes(rules, offer->wager);
    short_words reading = reading_words(offer->wager->reading, (lm_rule_set)rules->rule_set);
    put(out, "%-20s %s [%s], $%s to $%s%s, %s\n", offer_words(offer).text, offer->wager->title, table->clause,
        lm_dollars(stakes.least).text, lm_dollars(stakes.most).text, tie_words(rules, offer->wager).text,
        origin_words(&profile->offer_origin[i], "preset").text);
    for (int row = LM_OUTCOMES - 1; row > 0; row--) {
        if (!outcome_shown(rules, offer, row)) continue;
        put(out, "    %-48s %s%s\n", offer->wager->outcomes[row], odds_words(offer->pays[row]).text,
            table->strictness == LM_FLOOR ? " or more" : "");
    }
    if (reading.text[0]) put(out, "    needs ruling %s\n", reading.text);
}

static short_words decks_words(uint32_t decks)
{
    short_words all = { "" };
    for (int n = 1; n <= 8; n++) {
        if (decks >> n & 1) lm_words_add(all.text, sizeof all.text, "%s%d", all.text[0] ? " " : "", n);
    }
    return all;
}

static short_words documents_words(unsigned sets)
{
    short_words all = { "" };
    for (int set = 0; set < LM_RULE_SETS; set++) {
        char name[8];
        if (!(sets >> set & 1)) continue;
        lm_rule_write(LM_RULE_rule_set, set, name, sizeof name);
        lm_words_add(all.text, sizeof all.text, "%s%s", all.text[0] ? " " : "", name);
    }
    return all;
}

/* A table has the decks and documents of its wager unless it names its own. */
static uint32_t table_decks(const lm_wager *wager, const lm_paytable *table)
{
    return table->decks ? table->decks : wager->decks;
}

static unsigned table_sets(const lm_wager *wager, const lm_paytable *table)
{
    return table->rule_sets ? table->rule_sets : wager->rule_sets;
}

/* "50 to 1 22 of one suit; ..." on one line, best first. */
static void print_odds(lm_text *out, const lm_wager *wager, const lm_paytable *table)
{
    const char *comma = "        ";
    for (int row = LM_OUTCOMES - 1; row > 0; row--) {
        if (!table->pays[row].a) continue;
        put(out, "%s%s %s", comma, wager->outcomes[row], odds_words(table->pays[row]).text);
        comma = "; ";
    }
    put(out, "%s\n", table->strictness == LM_FLOOR ? " (at least)" : "");
}

static void print_wager(lm_text *out, const lm_wager *wager)
{
    put(out, "%-16s %s [%s]; in %s; decks %s\n", wager->id, wager->title, wager->clause,
        documents_words(wager->rule_sets).text, decks_words(wager->decks).text);
    for (int t = 0; wager->paytables[t].clause; t++) {
        const lm_paytable *table = &wager->paytables[t];
        put(out, "    table %-4s %-20s in %s; decks %s\n", table->id[0] ? table->id : "-", table->clause,
            documents_words(table_sets(wager, table)).text, decks_words(table_decks(wager, table)).text);
        print_odds(out, wager, table);
    }
    for (int b = 0; b < LM_BARS && wager->bars[b].clause; b++)
        put(out, "    %s bars %s\n", wager->bars[b].clause, wager->bars[b].with);
    for (int w = 0; w < LM_BARS && wager->wants[w].clause; w++)
        put(out, "    %s needs %s\n", wager->wants[w].clause, wager->wants[w].with);
}

static void print_submission(lm_text *out, const lm_profile *profile)
{
    print_head(out, profile);
    for (int id = 0; id < LM_RULE_COUNT; id++)
        print_rule(out, profile, (lm_rule_id)id);
    put(out, "\nOffered wagers%s\n\n", profile->rules.offers ? "" : ": none");
    for (int i = 0; i < profile->rules.offers; i++)
        print_offer(out, profile, i);
    put(out, "\nAll wagers (offer=ID:TABLE)\n\n");
    put(out, "main             the blackjack wager; always offered, see blackjack_pays and the bonus odds\n");
    put(out, "insurance        against an ace up, where insurance=on; 2 to 1\n");
    for (int i = 0; lm_wagers[i]; i++)
        print_wager(out, lm_wagers[i]);
}

static void write_rule(out_json *j, const lm_profile *profile, lm_rule_id id)
{
    static const char *const kinds[] = { "int", "money", "enum", "percent", "ranks", "weights", "cards" };
    const lm_rule *rule = &lm_rule_table[id];
    const lm_origin *origin = &profile->origin[id];
    lm_rule_set set = (lm_rule_set)profile->rules.rule_set;
    char value[64], clauses[256];
    lm_rule_write(id, profile->rules.value[id], value, sizeof value);
    bool inherited = lm_rule_clauses(id, set, clauses, sizeof clauses);
    out_put(j, "{ name:s value:s preset:s kind:s legal:s", rule->name, value, rule->preset, kinds[rule->kind],
            rule->legal);
    out_words(j, "clauses", clauses);
    out_put(j, "inherited:b", inherited);
    out_words(j, "readings", reading_words(rule->reading, set).text);
    out_put(j, "help:s", rule->help);
    if (origin->file[0]) out_put(j, "file:s line:i", origin->file, origin->line);
    out_put(j, "}");
}

static void write_outcomes(out_json *j, const lm_wager *wager, const lm_odds *pays)
{
    out_put(j, "outcomes:[");
    for (int row = 1; row < LM_OUTCOMES; row++) {
        if (!pays[row].a) continue;
        out_put(j, "{ name:s", wager->outcomes[row]);
        odds_json(j, pays[row]);
        out_put(j, "}");
    }
    out_put(j, "]");
}

static const char *strictness_word(const lm_paytable *table)
{
    return table->strictness == LM_FLOOR ? "floor" : "exact";
}

static void write_offer(out_json *j, const lm_rules *rules, const lm_offer *offer)
{
    const lm_paytable *table = &offer->wager->paytables[offer->paytable];
    lm_stakes stakes = lm_wager_stakes(rules, offer->wager);
    out_put(j, "{ id:s title:s paytable:s clause:s odds:s least_cents:I most_cents:I tied:b", offer->wager->id,
            offer->wager->title, table->id, table->clause, strictness_word(table), (int64_t)stakes.least,
            (int64_t)stakes.most, lm_wager_is_tied(rules, offer->wager));
    write_outcomes(j, offer->wager, offer->pays);
    out_put(j, "}");
}

static void write_decks(out_json *j, uint32_t decks)
{
    out_put(j, "decks:[");
    for (int n = 1; n <= 8; n++) {
        if (decks >> n & 1) out_put(j, "i", n);
    }
    out_put(j, "]");
}

static void write_paytable(out_json *j, const lm_wager *wager, const lm_paytable *table)
{
    out_put(j, "{ id:s clause:s odds:s", table->id, table->clause, strictness_word(table));
    write_decks(j, table_decks(wager, table));
    out_words(j, "rule_sets", documents_words(table_sets(wager, table)).text);
    write_outcomes(j, wager, table->pays);
    out_put(j, "}");
}

static void write_wager(out_json *j, const lm_wager *wager)
{
    out_put(j, "{ id:s title:s clause:s", wager->id, wager->title, wager->clause);
    out_words(j, "rule_sets", documents_words(wager->rule_sets).text);
    write_decks(j, wager->decks);
    out_put(j, "paytables:[");
    for (int t = 0; wager->paytables[t].clause; t++)
        write_paytable(j, wager, &wager->paytables[t]);
    out_put(j, "] bars:[");
    for (int b = 0; b < LM_BARS && wager->bars[b].clause; b++) {
        out_put(j, "{ clause:s", wager->bars[b].clause);
        out_words(j, "with", wager->bars[b].with);
        out_put(j, "}");
    }
    out_put(j, "] }");
}

static void write_submission(lm_text *out, const lm_profile *profile)
{
    const lm_document *document = &lm_documents[profile->rules.rule_set];
    out_json j = out_begin(out, 0);
    out_put(&j, "{ name:s title:s regulator:s filed:s approved:s document:s provenance:s hash:s rules:[",
            profile->rules.name, profile->about.title, profile->about.regulator, profile->about.filed,
            profile->about.approved, document->title, document->provenance, rules_hash(&profile->rules).text);
    for (int id = 0; id < LM_RULE_COUNT; id++)
        write_rule(&j, profile, (lm_rule_id)id);
    out_put(&j, "] offers:[");
    for (int i = 0; i < profile->rules.offers; i++)
        write_offer(&j, &profile->rules, &profile->rules.offer[i]);
    out_put(&j, "] wagers:[");
    for (int i = 0; lm_wagers[i]; i++)
        write_wager(&j, lm_wagers[i]);
    out_put(&j, "] }");
}

int rules_show(const rules_args *args)
{
    lm_profile *profile = load_profile(args, args->name[0]);
    if (!profile) return LM_ANSWER_BAD;
    (args->format == LM_ASK_JSON ? write_submission : print_submission)(args->out, profile);
    free(profile);
    return LM_ANSWER_YES;
}
