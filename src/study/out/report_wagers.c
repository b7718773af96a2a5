/* report_wagers.c - optional wagers in the report: outcomes, plots, meters. */
#include <math.h>
#include <string.h>

#include "report.h"
#include "rules/rules.h"

/* Shows the numbers of ways only if they fit in a column; those of a dealer's whole hand do not. */
static bool ways_fit(const lm_price *p)
{
    char all[LM_WIDE_TEXT];
    if (!p->exact) return false;
    lm_wide_write(&p->all, all);
    return strlen(all) <= 20;
}

static void put_outcomes(const report *r, const asked_wager *w, lm_text *out)
{
    const lm_price *p = &w->price;
    bool counted = ways_fit(p);
    draw_table_begin(out, "wide", "",
                     counted ? "outcome\t#pays\t#ways\t#probability\t#one in"
                             : "outcome\t#pays\t#probability\t#one in");
    for (int row = p->outcomes - 1; row >= 0; row--) {
        char ways[LM_WIDE_TEXT];
        double probability = p->probability[row];
        if (!outcome_told(r->study, w, row)) continue;
        short_words pays = row ? odds_words(p->pays[row]) : (short_words){ "lost" };
        short_words one_in = probability > 0 ? words_of("%.7g", 1 / probability) : (short_words){ "never" };
        if (counted) {
            lm_wide_write(&p->ways[row], ways);
            draw_row(out, "%s\t#%s\t#%s\t#%.12f\t#%s", p->wager->outcomes[row], pays.text, ways, probability,
                     one_in.text);
        } else {
            draw_row(out, "%s\t#%s\t#%.12f\t#%s", p->wager->outcomes[row], pays.text, probability, one_in.text);
        }
    }
    draw_table_end(out);
}

static void put_plot(const report *r, const asked_wager *w, lm_text *out)
{
    const lm_price *p = &w->price;
    bar bars[LM_OUTCOMES] = { 0 };
    int n = 0;
    for (int row = p->outcomes - 1; row >= 0; row--) {
        if (!outcome_told(r->study, w, row)) continue;
        bars[n++] = bar_of(p->wager->outcomes[row], p->probability[row], words_of("%.4g", p->probability[row]));
    }
    put_text("<h4>Probability of each outcome</h4>\n", out);
    draw_bars(out, p->wager->title, "Probability of each outcome on a logarithmic scale.", bars, n, true);
}

/* The mean win of an outcome, as a part of the stake, without meters. */
static double mean_award(const lm_price *p, int row)
{
    lm_odds pays = p->pays[row];
    if (pays.form == LM_PERCENT || !pays.a) return 0;
    if (pays.form == LM_DOLLARS) return p->probability[row] * pays.a * LM_DOLLAR / (double)p->stake_cents;
    return p->probability[row] * pays.a / pays.b;
}

static void add_part(bar *bars, int *n, const char *label, double part)
{
    if (part < 1e-9 && part > -1e-9) return;
    bars[(*n)++] = bar_of(label, part > 0 ? part : 0, words_of("%.4f %%", 100 * part));
}

/* Where a stake goes in the long run: winnings, the stakes that winners keep, meters, the house. */
static void put_parts(const report *r, const asked_wager *w, lm_text *out)
{
    const lm_price *p = &w->price;
    bar bars[LM_OUTCOMES + 4] = { 0 };
    int n = 0;
    double kept = p->fixed_return - p->envy_return, meters = 0;
    if (p->wager->amount_is_shown) return; /* a display chooses the amounts */
    for (int row = p->outcomes - 1; row > 0; row--) {
        if (!outcome_told(r->study, w, row)) continue;
        add_part(bars, &n, p->wager->outcomes[row], mean_award(p, row));
        kept -= mean_award(p, row);
    }
    for (int i = 0; i < p->meters; i++)
        meters += p->meter[i].cost;
    add_part(bars, &n, "stakes that winners keep", kept);
    add_part(bars, &n, "others' wins", p->envy_return);
    add_part(bars, &n, "meters", meters);
    add_part(bars, &n, "the house", p->house_edge);
    put_text("<h4>Where a stake goes</h4>\n", out);
    draw_bars(out, "Where a stake goes",
              "Parts of a stake that go to each award, back to winners, to meters and to the house, in the long run.",
              bars, n, false);
}

static void put_meters(const lm_price *p, lm_text *out)
{
    if (!p->meters) return;
    put(out, "<p>Fixed awards give back %.8f %% of the stake.</p>\n", 100 * p->fixed_return);
    draw_table_begin(out, "wide", "Meters",
                     "meter\t#seed\t#contribution\t#reserve\t#won whole, one in\t#value of a meter dollar\t"
                     "#no house edge from\t#costs");
    for (int i = 0; i < p->meters; i++) {
        const lm_priced_meter *m = &p->meter[i];
        bool breaks_even = m->kind != LM_METER_MUST_HIT && isfinite(m->break_even);
        draw_row(out, "%s\t#$%.2f\t#%.4g %%\t#%.4g %%\t#%s\t#$%.8g\t#%s\t#%.4f %%", m->name, m->seed,
                 100 * m->contribution, 100 * m->reserve, m->whole > 0 ? words_of("%.1f", 1 / m->whole).text : "never",
                 m->value, breaks_even ? words_of("$%.2f", m->break_even).text : "-", 100 * m->cost);
    }
    draw_table_end(out);
}

static void put_remarks(const report *r, const asked_wager *w, lm_text *out)
{
    const lm_price *p = &w->price;
    printed_figure found[PRINTED_MOST];
    int n = printed_figures(r->study, w, found);
    if (p->wager->amount_is_shown)
        put_text("<p>A display chooses the amounts; the smallest of each is listed.</p>\n", out);
    if (p->strategy) put(out, "<p>Strategy: %s.</p>\n", p->strategy);
    if (p->envy_return > 0) {
        put(out, "<p>With %d players on the wager, wins of the others bring %.6f %% of the stake.</p>\n",
            p->players ? p->players : 1, 100 * p->envy_return);
    }
    if (p->caveat) {
        put_html_in(out, "<p class=\"small\">", p->caveat, "</p>\n");
    }
    for (int i = 0; i < n; i++) {
        if (found[i].agrees && !found[i].note[0]) continue;
        put(out, "<p class=\"note\">The document prints a %s of %.2f %% (%s): %s", found[i].figure,
            100 * found[i].printed, found[i].clause, found[i].agrees ? "it agrees; " : "it does not agree: ");
        put_html(out, found[i].note);
        put_text("</p>\n", out);
    }
}

static void put_wager(const report *r, const asked_wager *w, lm_text *out)
{
    const lm_price *p = &w->price;
    put_text("<h3>", out);
    put_html(out, p->wager->title);
    if (p->paytable->id[0]) put(out, ", pay table %s", p->paytable->id);
    if (w->stake_cents) put(out, ", $%s", lm_dollars(w->stake_cents).text);
    put(out, " <span class=\"clause\">%s</span></h3>\n", p->paytable->clause);
    put(out, "<p>%s <b>%.8f %%</b>, hit frequency %.8f %%", p->meters ? "Long-run hold" : "House edge",
        100 * p->house_edge, 100 * p->hit_frequency);
    if (p->sd_known) put(out, ", standard deviation %.8f", p->sd);
    put_text(".</p>\n", out);
    put_outcomes(r, w, out);
    put_plot(r, w, out);
    put_parts(r, w, out);
    put_meters(p, out);
    put_remarks(r, w, out);
}

void report_wagers(const report *r, lm_text *out)
{
    if (!r->wagers.n) return;
    put_text("<h2 id=\"wagers\" class=\"page\">Optional wagers</h2>\n", out);
    for (int i = 0; i < r->wagers.n; i++)
        put_wager(r, &r->wagers.item[i], out);
}
