/* report_page.c - the page: head, summary, rules, comparison, method. */
#include <stdio.h>

#include "report.h"
#include "rules/rules.h"

static void put_fact(lm_text *out, const char *name, const char *value)
{
    if (!value[0]) return;
    put(out, "<tr><th scope=\"row\">%s</th>", name);
    put_html_in(out, "<td>", value, "</td></tr>\n");
}

static void put_head(const report *r, lm_text *out)
{
    const lm_study *s = r->study;
    const lm_submission *about = &s->profile->about;
    const lm_document *document = &lm_documents[s->rules->rule_set];
    short_words shoe = words_of(s->removed ? "%d cards, %d removed from a fresh shoe" : "%d cards, fresh",
                                lm_census_total(&s->census), s->removed);
    put_html_in(out, "<h1>", lm_profile_title(s->profile),
                "</h1>\n<p class=\"lead\">The mathematics of the rules submission ");
    put_html(out, s->rules->name);
    put_text("</p>\n<table class=\"wide facts\"><tbody>\n", out);
    put_fact(out, "Document", document->title);
    put_fact(out, "Provenance", document->provenance);
    put_fact(out, "Regulator", about->regulator);
    put_fact(out, "Filed", about->filed);
    put_fact(out, "Approved", about->approved);
    put_fact(out, "Rules", rules_sentence(s->rules).text);
    put_fact(out, "Shoe", shoe.text);
    put_fact(out, "Rules hash", rules_hash(s->rules).text);
    put_fact(out, "Computed by", "lammer " LAMMER_VERSION);
    if (r->date) put_fact(out, "Date", r->date);
    put_text("</tbody></table>\n", out);
}

static void put_tile(lm_text *out, const char *name, double value, const char *unit)
{
    put(out, "<div class=\"tile\">%s<b>%.4f%s</b></div>\n", name, value, unit);
}

static short_words wager_name(const lm_price *p)
{
    return words_of("%s%s%s", p->wager->title, p->paytable->id[0] ? ", table " : "", p->paytable->id);
}

static void put_summary(const report *r, lm_text *out)
{
    const lm_figures *best = &r->study->best;
    put_text("<h2 id=\"summary\">Summary</h2>\n<div class=\"tiles\">\n", out);
    put_tile(out, "House edge, optimal play", -100 * best->mean, " %");
    put_tile(out, "House edge, printed chart", 100 * r->strategy.house_edge, " %");
    put_tile(out, "Element of risk", -100 * best->mean / best->staked, " %");
    put_tile(out, "Standard deviation", best->sd, "");
    put_text("</div>\n", out);
    if (!r->wagers.n) return;
    draw_table_begin(out, "wide", "Optional wagers", "wager\tclause\t#house edge\t#hit frequency\t#standard deviation");
    for (int i = 0; i < r->wagers.n; i++) {
        const lm_price *p = &r->wagers.item[i].price;
        draw_row(out, "%s\t[%s\t#%.4f %%%s\t#%.4f %%\t#%s", wager_name(p).text, p->paytable->clause,
                 100 * p->house_edge, p->meters ? " (hold)" : "", 100 * p->hit_frequency,
                 p->sd_known ? words_of("%.4f", p->sd).text : "not known");
    }
    draw_table_end(out);
}

static void put_rule(const report *r, lm_rule_id id, lm_text *out)
{
    const lm_rules *rules = r->study->rules;
    char value[64], clauses[256];
    lm_rule_write(id, rules->value[id], value, sizeof value);
    bool inherited = lm_rule_clauses(id, (lm_rule_set)rules->rule_set, clauses, sizeof clauses);
    put(out, "<tr><td>%s</td>", lm_rule_table[id].name);
    put_html_in(out, "<td><b>", value, "</b></td><td>");
    put_html(out, lm_rule_table[id].help);
    put(out, "</td><td class=\"clause\" style=\"white-space:normal\">%s%s</td></tr>\n", clauses,
        inherited && clauses[0] ? " (inherited, C-34)" : "");
}

/* Rules from `rule_set` to the modes of play may decide a figure; shuffle, cut and approvals do not. */
static bool decides(lm_rule_id id)
{
    return id < LM_RULE_red_suits || (id >= LM_RULE_blazing7_seed && id <= LM_RULE_super4_club_reserve);
}

/* A preset rule of another document is not part of this table. */
static bool concerns(const report *r, lm_rule_id id)
{
    const lm_rules *rules = r->study->rules;
    char clauses[256];
    int64_t preset = 0;
    lm_rule_clauses(id, (lm_rule_set)rules->rule_set, clauses, sizeof clauses);
    return clauses[0] || !lm_rule_read(id, lm_rule_table[id].preset, &preset) || preset != rules->value[id];
}

static void put_rules(const report *r, bool deciding, lm_text *out)
{
    draw_table_begin(out, "wide", deciding ? "The game and its wagers" : "Shuffle, cut, burn and approvals",
                     "rule\tvalue\twhat it decides\tclauses");
    for (int id = 0; id < LM_RULE_COUNT; id++) {
        if (decides((lm_rule_id)id) == deciding && concerns(r, (lm_rule_id)id)) put_rule(r, (lm_rule_id)id, out);
    }
    put_text("</tbody></table>\n", out);
}

static void put_findings(const report *r, lm_severity severity, const char *title, lm_text *out)
{
    findings list = findings_of(r->study->rules);
    int n = 0;
    for (int i = 0; i < list.n; i++) {
        const lm_finding *f = &list.item[i];
        if (f->severity != severity) continue;
        if (!n++) put(out, "<h3>%s</h3>\n<ul>\n", title);
        put_html_in(out, "<li>", f->text, "");
        put(out, " <span class=\"clause\">%s</span></li>\n", f->clause);
    }
    if (n) put_text("</ul>\n", out);
    findings_free(&list);
}

void report_rules(const report *r, lm_text *out)
{
    put_text("<h2 id=\"rules\" class=\"page\">Rules and their clauses</h2>\n", out);
    put_findings(r, LM_ERROR, /* say:no-table-may-offer */ "Offers that no table may make", out);
    put_findings(r, LM_RULING, "Readings that these rules rest on", out);
    put_rules(r, true, out);
    put_rules(r, false, out);
    put_text(/* say:report-fresh-shoe */
             "<p>The figures on this page are those of a round that is dealt from a whole "
             "shoe. A shoe that is dealt to a cut card (cover_depth) costs the player more: about 0.024 percentage "
             "points with six decks, 0.08 with two, 0.14 with one. A simulation from a shoe measures it.</p>\n",
             out);
}

void report_comparison(const report *r, lm_text *out)
{
    int n = 0;
    put_text("<h2 id=\"printed\">Comparison with the figures that the document prints</h2>\n", out);
    for (int i = 0; i < r->wagers.n; i++) {
        printed_figure found[PRINTED_MOST];
        int k = printed_figures(r->study, &r->wagers.item[i], found);
        for (int j = 0; j < k; j++) {
            if (!n++) draw_table_begin(out, "wide", "", "wager\tclause\tfigure\t#printed\t#exact\tresult");
            put_html_in(out, "<tr><td>", wager_name(&r->wagers.item[i].price).text, "");
            put(out,
                "</td><td class=\"clause\">%s</td><td class=\"w\">%s</td><td class=\"n\">%.2f %%</td><td "
                "class=\"n\">%.6f %%</td><td><span class=\"%s\">%s</span>%s",
                found[j].clause, found[j].figure, 100 * found[j].printed, 100 * found[j].ours,
                found[j].agrees ? "yes" : "no", found[j].agrees ? "agrees" : "does not agree",
                found[j].note[0] ? ": " : "");
            put_html_in(out, "", found[j].note, "</td></tr>\n");
        }
    }
    put_text(n ? "</tbody></table>\n"
               : /* say:prints-no-figure */ "<p>The document prints no figure for these wagers.</p>\n",
             out);
}

static void put_method(const report *r, lm_text *out)
{
    const lm_study *s = r->study;
    put_text(
        "<h2 id=\"method\">Method</h2>\n<p>Optional wagers: every deal is counted in whole ways through the same "
        "code that "
        "settles the wager at a table; nothing is rounded before the last division. Wagers that the play of the "
        "main hand decides take the distribution of lammers and results from the exact analysis of the main game "
        "under the strategy that is named with them.</p>\n<p>Main game: the optimum whose decisions depend on the "
        "dealer's card, the hand's own cards and what stakes it (chips or a lammer); split hands are played like "
        "unsplit hands. For such strategies house edges, values of hands and mean numbers are exact: they include the "
        "cards that leave the shoe, split hands that share it, resplits, the reader and the order of play. "
        "The standard deviation leaves out how the rarest pairs of split hands depend on each other; win, push "
        "and lose compose rounds of three and four hands of what each two of them do. The table of the main game "
        "gives the accuracy of each figure. The chart is the best strategy that looks at the total only. No figure "
        "on this page is simulated.</p>\n",
        out);
    put_text("<p>A progressive's hold is 1 less fixed awards, less contributions, less seed times the probability that "
             "the meter is won.</p>\n<p class=\"small\">This page is a function of the rules: ",
             out);
    put(out, "rules %s, hash %s, lammer %s. The same command gives the same bytes.</p>\n", s->rules->name,
        rules_hash(s->rules).text, LAMMER_VERSION);
    put_text("<div class=\"sign keep\"><div>Examined by</div><div>Laboratory</div><div>Date</div></div>\n", out);
}

void report_page(const report *r, lm_text *out)
{
    long_words title;
    snprintf(title.text, sizeof title.text, "%s: mathematics report", lm_profile_title(r->study->profile));
    draw_page_begin(out, title.text, "report");
    put_head(r, out);
    put_summary(r, out);
    report_comparison(r, out);
    report_main(r, out);
    report_wagers(r, out);
    report_hands(r, out);
    report_rules(r, out);
    put_method(r, out);
    draw_page_end(out);
}
