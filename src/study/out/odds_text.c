/* odds_text.c - the odds as a page to read. */
#include <math.h>

#include "out.h"
#include "rules/rules.h"
#include "study.h"

enum { WIDE = 100 };

static void print_head(const lm_study *s, lm_text *out)
{
    put(out, "%s: %s\n", s->rules->name, lm_profile_title(s->profile));
    put_wrapped(out, "", WIDE, rules_sentence(s->rules).text);
    if (s->infinite) {
        put(out, "an infinite shoe");
    } else {
        put(out, "%d cards in the shoe", lm_census_total(&s->census));
        if (s->removed) put(out, ", %d removed", s->removed);
    }
    put(out, "; rules %s\n", rules_hash(s->rules).text);
}

static void percent_row(lm_text *out, const char *name, double value)
{
    put(out, "  %-46s %14.8f %%\n", name, 100 * value);
}

static void plain_row(lm_text *out, const char *name, double value)
{
    put(out, "  %-46s %14.8f\n", name, value);
}

/* Signs of three and four hands are composed, so the last digits of the others are not known. */
static void sign_row(lm_text *out, const lm_study *s, const char *name, double value)
{
    put(out, "  %-46s %14.*f %%\n", name, study_sign_decimals(s), 100 * value);
}

static void print_lammers(const lm_figures *best, lm_text *out)
{
    put(out, "\n  Lammers in a round\n");
    for (int n = 0; n < 8; n++)
        percent_row(out, words_of("%d", n).text, best->lammers[n]);
    percent_row(out, "ended by a dealer blackjack", best->dealer_blackjacks);
}

static void print_insurance(const lm_study *s, lm_text *out)
{
    double wins = study_insured(s);
    if (!s->rules->insurance || isnan(wins)) return;
    percent_row(out, "house edge of insurance, ignoring the player's cards", 1 - 3 * wins);
}

/* All dealer hands of multiple action together, in units of one spot's wager. */
static void print_round(const lm_study *s, lm_text *out)
{
    const lm_figures *best = &s->best;
    int less = study_round_decimals(s);
    const struct {
        const char *name;
        double value;
    } rows[] = { { "all spots together win", best->round_win },
                 { "all spots together push", best->round_push },
                 { "all spots together lose", best->round_lose } };
    put(out, "  %-46s %14.*f\n", "standard deviation of all spots together", less, best->round_sd);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put(out, "  %-46s %14.*f %%\n", rows[i].name, less > 1 ? less - 1 : 0, 100 * rows[i].value);
}

/* A class of play after a split that was asked for. */
static void print_classes(const odds_answer *answer, lm_text *out)
{
    for (int i = LM_POST_SPLIT_CDZ_MINUS + 1; i < LM_POST_SPLITS; i++) {
        if (!isfinite(answer->classes.edge[i])) continue;
        int decimals = i == LM_POST_SPLIT_OPT ? study_decimals_within(answer->classes.left_out) : 8;
        put(out, "  %-46s %*.*f %%\n",
            words_of("house edge, play after a split: %s", lm_post_split_name((lm_post_split)i)).text, 6 + decimals,
            decimals, 100 * answer->classes.edge[i]);
        if (i == LM_POST_SPLIT_CDZ && isfinite(answer->classes.cdz_bound))
            percent_row(out, "  no strategy of this class is below", answer->classes.cdz_bound);
    }
}

static void print_main(const odds_answer *answer, lm_text *out)
{
    lm_study *s = answer->study;
    const lm_figures *best = &s->best;
    put(out, "\nMain game, played by the optimum\n");
    percent_row(out, "house edge", -best->mean);
    percent_row(out, "house edge by the printed chart", s->chart_edge);
    print_classes(answer, out);
    percent_row(out, "element of risk", -best->mean / best->staked);
    bool spots = lm_rules_dealer_hands(s->rules) > 1;
    put(out, "  %-46s %14.6f\n", spots ? "standard deviation of one spot" : "standard deviation", best->sd);
    plain_row(out, spots ? "chips staked for one spot" : "chips staked in a round", best->staked);
    sign_row(out, s, spots ? "one spot wins" : "win", best->win);
    sign_row(out, s, spots ? "one spot pushes" : "push", best->push);
    sign_row(out, s, spots ? "one spot loses" : "lose", best->lose);
    if (spots) print_round(s, out);
    plain_row(out, "free doubles in a round", best->free_doubles);
    plain_row(out, "paid doubles in a round", best->paid_doubles);
    plain_row(out, "free splits in a round", best->free_splits);
    plain_row(out, "paid splits in a round", best->paid_splits);
    if (s->rules->surrender) percent_row(out, "surrender", best->surrenders);
    percent_row(out, "blackjack", best->blackjacks);
    percent_row(out, "dealer blackjack", best->dealer_blackjacks);
    print_insurance(s, out);
    if (rules_give_lammers(s->rules)) print_lammers(best, out);
    put(out, "\n");
    put_wrapped(
        out, "  ", WIDE,
        "The optimum decides by the up card, the hand's cards and its stake (chips or a lammer), and plays split hands "
        "like unsplit ones (class cdz-); the chart decides by the total alone (class td, lammer strategy). Both edges "
        "are exact, split hands included.");
    if (s->insured > 0)
        put(out, "  The optimum takes insurance where it is right, which gains %.8f %%.\n", 100 * s->insured);
}

static void print_main_removal(const odds_answer *answer, lm_text *out)
{
    const struct {
        const char *name;
        const double *effect;
    } rows[] = { { "adapted", answer->removal }, { "fixed", answer->fixed } };
    put(out,
        "\nEffect of removal on the main game: percentage points that the player gains when one card of a "
        "value\nis removed from the shoe, with the strategy adapted to it or fixed\n\n  %-8s",
        "");
    for (int v = 2; v <= 11; v++)
        put(out, " %9s", value_word(v == 11 ? 1 : v));
    put(out, "\n");
    for (int i = 0; i < 2; i++) {
        put(out, "  %-8s", rows[i].name);
        for (int v = 2; v <= 11; v++)
            put(out, " %+9.5f", 100 * rows[i].effect[v == 11 ? 1 : v]);
        put(out, "\n");
    }
}

static void print_outcomes(const lm_study *s, const asked_wager *w, lm_text *out)
{
    const lm_price *p = &w->price;
    put(out, "  %-40s %19s %18s %13s\n", "outcome", "pays", "probability", "one in");
    for (int row = p->outcomes - 1; row >= 0; row--) {
        double probability = p->probability[row];
        if (!outcome_told(s, w, row)) continue;
        put(out, "  %-40s %19s %16.10f %% %12s\n", p->wager->outcomes[row],
            row ? odds_words(p->pays[row]).text : "lost", 100 * probability,
            probability > 0 ? words_of("%.6g", 1 / probability).text : "never");
    }
}

static void print_meters(const lm_price *p, lm_text *out)
{
    put(out, "  fixed awards give back %.8f %% of the stake\n", 100 * p->fixed_return);
    for (int i = 0; i < p->meters; i++) {
        const lm_priced_meter *m = &p->meter[i];
        put(out, "  meter %s: seed $%.2f, contribution %.4g %%, reserve %.4g %%\n", m->name, m->seed,
            100 * m->contribution, 100 * m->reserve);
        put(out, "    won whole in %.10g %% of the wagers; costs %.8f %% of the stake in the long run\n",
            100 * m->whole, 100 * m->cost);
        if (m->kind == LM_METER_MUST_HIT) continue;
        put(out, "    a dollar on the display is worth $%.10g a wager", m->value);
        if (isfinite(m->break_even)) put(out, "; no house edge from $%.2f on", m->break_even);
        put(out, "\n");
    }
}

static void print_printed(const lm_study *s, const asked_wager *w, lm_text *out)
{
    printed_figure found[PRINTED_MOST];
    int n = printed_figures(s, w, found);
    for (int i = 0; i < n; i++) {
        put(out, "  the document prints a %s of %.2f %% [%s]: %s (ours %.4f %%)\n", found[i].figure,
            100 * found[i].printed, found[i].clause, found[i].agrees ? "agrees" : "does not agree",
            100 * found[i].ours);
        if (found[i].note[0]) put_wrapped(out, "    ", WIDE, found[i].note);
    }
}

static bool suits_differ(const double removal[LM_CARDS])
{
    for (int card = 0; card < LM_CARDS; card++) {
        if (fabs(removal[card] - removal[card & ~3]) > 1e-12) return true;
    }
    return false;
}

/* Effects by rank, and by suit where the suits of a rank differ. */
static void print_removal(const asked_wager *w, lm_text *out)
{
    static const char ranks[] = "A23456789TJQK";
    static const char *const suits[] = { "clubs", "diamonds", "hearts", "spades" };
    bool differ = suits_differ(w->removal);
    put(out, "  effect of removal, percentage points for the player\n  %-9s", "");
    for (int r = 0; r < 13; r++)
        put(out, " %7c ", ranks[r]);
    put(out, "\n");
    for (int suit = 0; suit < (differ ? 4 : 1); suit++) {
        put(out, "  %-9s", differ ? suits[suit] : "any suit");
        for (int r = 0; r < 13; r++)
            put(out, " %+8.4f", 100 * w->removal[lm_card_make(r, suit)]);
        put(out, "\n");
    }
}

static void print_wager(const lm_study *s, const asked_wager *w, lm_text *out)
{
    const lm_price *p = &w->price;
    put(out, "\n%s", p->wager->title);
    if (p->paytable->id[0]) put(out, ", pay table %s", p->paytable->id);
    if (w->stake_cents) put(out, ", $%s", lm_dollars(w->stake_cents).text);
    put(out, "  (%s%s%s) [%s]\n", p->wager->id, p->paytable->id[0] ? ":" : "", p->paytable->id, p->paytable->clause);
    put(out, "  %s %.8f %%, hit frequency %.8f %%", p->meters ? "long-run hold" : "house edge", 100 * p->house_edge,
        100 * p->hit_frequency);
    if (p->sd_known) put(out, ", standard deviation %.8f", p->sd);
    put(out, "\n");
    print_outcomes(s, w, out);
    if (p->meters) print_meters(p, out);
    if (p->envy_return > 0) {
        put(out, "  with %d players on the wager, wins of the others bring %.8f %% of the stake\n",
            p->players ? p->players : 1, 100 * p->envy_return);
    }
    if (p->others > 0) put(out, "  others are paid $%.8f a wager on average\n", p->others);
    if (p->wager->amount_is_shown) put(out, "  a display chooses the amounts; the smallest of each is listed\n");
    if (p->strategy) put(out, "  strategy: %s\n", p->strategy);
    if (p->caveat) put_wrapped(out, "  ", WIDE, p->caveat);
    print_printed(s, w, out);
    if (w->has_removal) print_removal(w, out);
}

static void odds_write_text(const odds_answer *answer, lm_text *out)
{
    print_head(answer->study, out);
    if (answer->wagers.main) print_main(answer, out);
    if (answer->wagers.main && answer->eor) print_main_removal(answer, out);
    for (int i = 0; i < answer->wagers.n; i++)
        print_wager(answer->study, &answer->wagers.item[i], out);
}

void odds_write(const odds_answer *answer, lm_ask_format format, lm_text *out)
{
    bool json = format == LM_ASK_JSON, csv = format == LM_ASK_CSV;
    (json ? odds_write_json : csv ? odds_write_csv : odds_write_text)(answer, out);
}
