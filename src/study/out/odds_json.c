/* odds_json.c - the odds as JSON (docs/odds-json.md) and as lines for a spreadsheet. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "out.h"
#include "rules/rules.h"
#include "study.h"

/* One table of figures serves both formats. */
void figures_of(const lm_figures *f, figure list[FIGURES])
{
    const figure all[FIGURES] = {
        { "house_edge", -f->mean },
        { "sd", f->round_sd },
        { "element_of_risk", f->staked > 0 ? -f->mean / f->staked : (double)NAN },
        { "win", f->round_win },
        { "push", f->round_push },
        { "lose", f->round_lose },
        { "staked", f->staked },
        { "free_doubles", f->free_doubles },
        { "paid_doubles", f->paid_doubles },
        { "free_splits", f->free_splits },
        { "paid_splits", f->paid_splits },
        { "surrenders", f->surrenders },
        { "blackjacks", f->blackjacks },
        { "dealer_blackjacks", f->dealer_blackjacks },
        { "busts", f->busts },
        { "hands_ahead", f->advance },
        { "hands_behind", f->fall },
    };
    memcpy(list, all, sizeof all);
}

static void write_values(out_json *j, const char *key, const double effect[LM_VALUES])
{
    out_put(j, "*:{", key);
    for (int v = 1; v <= 10; v++)
        out_put(j, "*:f", v == 10 ? "T" : value_word(v), effect[v]);
    out_put(j, "}");
}

static void write_main(out_json *j, const odds_answer *answer)
{
    lm_study *s = answer->study;
    const lm_figures *best = &s->best;
    figure list[FIGURES];
    figures_of(best, list);
    out_put(j, "main:{ house_edge:f chart_house_edge:f", -best->mean, s->chart_edge);
    for (int i = 1; i < FIGURES; i++) /* the first is the house edge */
        out_put(j, "*:f", list[i].name, list[i].value);
    out_reals(j, "lammers", best->lammers, 8);
    out_put(j, "classes:{");
    for (int i = 0; i < LM_POST_SPLITS; i++) {
        if (isfinite(answer->classes.edge[i]))
            out_put(j, "*:f", lm_post_split_name((lm_post_split)i), answer->classes.edge[i]);
    }
    out_put(j, "}");
    if (isfinite(answer->classes.cdz_bound)) out_put(j, "cdz_bound:f", answer->classes.cdz_bound);
    if (isfinite(answer->classes.edge[LM_POST_SPLIT_OPT])) out_put(j, "opt_left_out:f", answer->classes.left_out);
    if (lm_rules_dealer_hands(s->rules) > 1)
        out_put(j, "spot:{ sd:f win:f push:f lose:f }", best->sd, best->win, best->push, best->lose);
    out_put(j, "insurance_house_edge:f", s->rules->insurance ? 1 - 3 * study_insured(s) : (double)NAN);
    if (answer->eor) write_values(j, "effect_of_removal", answer->removal);
    if (answer->eor) write_values(j, "effect_of_removal_fixed", answer->fixed);
    out_put(j, "}");
}

/* Only an exact price has its ways counted. */
static void write_ways(out_json *j, const lm_price *p, const lm_wide *ways)
{
    char text[LM_WIDE_TEXT];
    if (!p->exact) return;
    lm_wide_write(ways, text);
    out_put(j, "ways:s", text);
}

static void write_outcomes(out_json *j, const lm_study *s, const asked_wager *w)
{
    const lm_price *p = &w->price;
    out_put(j, "outcomes:[");
    for (int row = 0; row < p->outcomes; row++) {
        if (!outcome_told(s, w, row)) continue;
        out_put(j, "{ name:s", p->wager->outcomes[row]);
        odds_json(j, row ? p->pays[row] : (lm_odds){ 0, 1, LM_TO, 0 });
        out_put(j, "probability:f", p->probability[row]);
        write_ways(j, p, &p->ways[row]);
        out_put(j, "}");
    }
    out_put(j, "]");
}

static void write_meters(out_json *j, const lm_price *p)
{
    out_put(j, "meters:[");
    for (int i = 0; i < p->meters; i++) {
        const lm_priced_meter *m = &p->meter[i];
        out_put(j, "{ name:s seed:f contribution:f reserve:f won_whole:f dollar_value:f break_even:f cost:f }", m->name,
                m->seed, m->contribution, m->reserve, m->whole, m->value,
                m->kind == LM_METER_MUST_HIT ? (double)NAN : m->break_even, m->cost);
    }
    out_put(j, "]");
}

static void write_printed(out_json *j, const lm_study *s, const asked_wager *w)
{
    printed_figure found[PRINTED_MOST];
    int n = printed_figures(s, w, found);
    out_put(j, "printed:[");
    for (int i = 0; i < n; i++) {
        out_put(j, "{ clause:s figure:s printed:f ours:f agrees:b note:s }", found[i].clause, found[i].figure,
                found[i].printed, found[i].ours, found[i].agrees, found[i].note);
    }
    out_put(j, "]");
}

static void write_removal(out_json *j, const asked_wager *w)
{
    out_put(j, "effect_of_removal:{");
    for (int card = 0; card < LM_CARDS; card++)
        out_put(j, "*:f", lm_card_name((lm_card)card).text, w->removal[card]);
    out_put(j, "}");
}

static void write_wager(out_json *j, const lm_study *s, const asked_wager *w)
{
    const lm_price *p = &w->price;
    out_put(j, "{ id:s paytable:s title:s clause:s house_edge:f hit_frequency:f sd:f", p->wager->id, p->paytable->id,
            p->wager->title, p->paytable->clause, p->house_edge, p->hit_frequency, p->sd_known ? p->sd : (double)NAN);
    write_outcomes(j, s, w);
    write_ways(j, p, &p->all);
    out_put(j, "fixed_return:f envy_return:f players:i stake_cents:I", p->fixed_return, p->envy_return,
            p->players ? p->players : 1, (int64_t)p->stake_cents);
    write_meters(j, p);
    out_put(j, "strategy:s caveat:s", p->strategy, p->caveat);
    write_printed(j, s, w);
    if (w->has_removal) write_removal(j, w);
    out_put(j, "}");
}

void odds_write_json(const odds_answer *answer, lm_text *out)
{
    const lm_study *s = answer->study;
    out_json j = out_begin(out, 0);
    out_put(&j, "{ rules:s decks:i hash:s infinite:b removed:i", s->rules->name, (int)s->rules->decks,
            rules_hash(s->rules).text, s->infinite, s->removed);
    if (answer->wagers.main) {
        write_main(&j, answer);
    } else {
        out_put(&j, "main:n");
    }
    out_put(&j, "wagers:[");
    for (int i = 0; i < answer->wagers.n; i++)
        write_wager(&j, s, &answer->wagers.item[i]);
    out_put(&j, "] }");
}

/* rules,decks,wager,paytable,item,name,pays,value */
static void put_line(const lm_study *s, const char *wager, const char *table, const char *item, const char *name,
                     const char *pays, double value, lm_text *out)
{
    put_field(s->rules->name, out);
    put(out, ",%d,%s,%s,%s,", (int)s->rules->decks, wager, table, item);
    put_field(name, out);
    put(out, ",%s,", pays);
    if (isfinite(value)) put(out, "%.15g", value);
    put_char('\n', out);
}

static void put_main(const odds_answer *answer, lm_text *out)
{
    lm_study *s = answer->study;
    const lm_figures *best = &s->best;
    figure list[FIGURES];
    figures_of(best, list);
    for (int i = 0; i < FIGURES; i++)
        put_line(s, "main", "", "figure", list[i].name, "", list[i].value, out);
    put_line(s, "main", "", "figure", "chart_house_edge", "", s->chart_edge, out);
    for (int i = 0; i < LM_POST_SPLITS; i++) {
        char name[32];
        snprintf(name, sizeof name, "classes.%s", lm_post_split_name((lm_post_split)i));
        if (isfinite(answer->classes.edge[i]))
            put_line(s, "main", "", "figure", name, "", answer->classes.edge[i], out);
    }
    if (isfinite(answer->classes.cdz_bound))
        put_line(s, "main", "", "figure", "classes.cdz.bound", "", answer->classes.cdz_bound, out);
    const figure spot[] = {
        { "spot.sd", best->sd }, { "spot.win", best->win }, { "spot.push", best->push }, { "spot.lose", best->lose }
    };
    for (size_t i = 0; i < sizeof spot / sizeof *spot && lm_rules_dealer_hands(s->rules) > 1; i++)
        put_line(s, "main", "", "figure", spot[i].name, "", spot[i].value, out);
    for (int n = 0; n < 8; n++) {
        char name[16];
        snprintf(name, sizeof name, "lammers_%d", n);
        put_line(s, "main", "", "figure", name, "", best->lammers[n], out);
    }
    for (int v = 1; v <= 10 && answer->eor; v++)
        put_line(s, "main", "", "effect_of_removal", v == 10 ? "T" : value_word(v), "", answer->removal[v], out);
    for (int v = 1; v <= 10 && answer->eor; v++)
        put_line(s, "main", "", "effect_of_removal_fixed", v == 10 ? "T" : value_word(v), "", answer->fixed[v], out);
}

static void put_meters(const lm_study *s, const lm_price *p, lm_text *out)
{
    for (int i = 0; i < p->meters; i++) {
        const lm_priced_meter *m = &p->meter[i];
        const figure list[] = { { "seed", m->seed },          { "contribution", m->contribution },
                                { "reserve", m->reserve },    { "won_whole", m->whole },
                                { "dollar_value", m->value }, { "break_even", m->break_even },
                                { "cost", m->cost } };
        for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s.%s", m->name, list[k].name);
            put_line(s, p->wager->id, p->paytable->id, "meter", name, "", list[k].value, out);
        }
    }
}

static void put_wager(const lm_study *s, const asked_wager *w, lm_text *out)
{
    const lm_price *p = &w->price;
    const char *id = p->wager->id, *table = p->paytable->id;
    put_line(s, id, table, "figure", "house_edge", "", p->house_edge, out);
    put_line(s, id, table, "figure", "hit_frequency", "", p->hit_frequency, out);
    put_line(s, id, table, "figure", "sd", "", p->sd_known ? p->sd : (double)NAN, out);
    put_line(s, id, table, "figure", "fixed_return", "", p->fixed_return, out);
    for (int row = 0; row < p->outcomes; row++) {
        short_words pays = row ? odds_words(p->pays[row]) : (short_words){ "lost" };
        if (outcome_told(s, w, row))
            put_line(s, id, table, "outcome", p->wager->outcomes[row], pays.text, p->probability[row], out);
    }
    put_meters(s, p, out);
    for (int card = 0; card < LM_CARDS && w->has_removal; card++) {
        lm_card_text name = lm_card_name((lm_card)card);
        put_line(s, id, table, "effect_of_removal", name.text, "", w->removal[card], out);
    }
}

void odds_write_csv(const odds_answer *answer, lm_text *out)
{
    put_text("rules,decks,wager,paytable,item,name,pays,value\n", out);
    if (answer->wagers.main) put_main(answer, out);
    for (int i = 0; i < answer->wagers.n; i++)
        put_wager(answer->study, &answer->wagers.item[i], out);
}
