/* distribution.c - the distribution of a round, as text, JSON and CSV. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "beside.h"
#include "study.h"

static double net_at(int i)
{
    return (i + LM_NET_LEAST) / 10.0;
}

/* Decimals of a per cent that the error of a probability leaves known. */
static int decimals(const lm_distribution *d)
{
    int known = 0;
    for (double digit = 0.1; known < 7 && 100 * d->error <= digit / 2; digit /= 10)
        known++;
    return known;
}

static double edge_of(const distribution_answer *y)
{
    return lm_rules_dealer_hands(y->study->rules) > 1 ? -y->of.mean : -y->study->best.mean;
}

static double sd_of(const distribution_answer *y)
{
    return y->study->insured > 0 ? y->of.sd : y->study->best.round_sd;
}

/* What rebate of a loss takes the house's edge away; NAN where there is none. */
static double rebate_of(const lm_session *s)
{
    return s->mean < 0 && s->loss > 0 ? -s->mean / s->loss : (double)NAN;
}

/* "30.12", with the digits that the error leaves known; "over 5e+06" where it leaves none. */
static void print_one_in(const lm_distribution *d, double chance, lm_text *out)
{
    char text[32];
    int known = d->error > 0 ? (int)floor(log10(chance / d->error)) : 4;
    if (known < 1)
        snprintf(text, sizeof text, "over %.1g", 1 / (chance + d->error));
    else
        snprintf(text, sizeof text, "%.*g", known < 4 ? known : 4, 1 / chance);
    put(out, " %14s", text);
}

static void print_nets(const distribution_answer *y, lm_text *out)
{
    const lm_distribution *d = &y->of;
    int known = decimals(d);
    double more = 0;
    put(out, "  %7s %16s %14s %18s\n", "net", "probability", "one in", "this or more");
    for (int i = LM_NETS - 1; i >= 0; i--) {
        if (d->chance[i] <= 0) continue;
        more += d->chance[i];
        put(out, net_at(i) != 0 ? "  %+7.4g" : "  %7.4g", net_at(i));
        put(out, " %14.*f %%", known, 100 * d->chance[i]);
        print_one_in(d, d->chance[i], out);
        put(out, " %16.*f %%\n", known, 100 * more);
    }
}

/* A small shoe: the orders that give each net. */
static void print_ways(const distribution_answer *y, lm_text *out)
{
    char all[LM_WIDE_TEXT], ways[LM_WIDE_TEXT];
    lm_wide_write(&y->ways.all, all);
    int width = (int)strlen(all) < 6 ? 6 : (int)strlen(all);
    put(out, /* say:net-ways */
        "\nEvery probability above is exact. In whole numbers, of %s equally likely orders of the cards\n\n", all);
    put(out, "  %7s  %*s\n", "net", width, "orders");
    for (int i = LM_NETS - 1; i >= 0; i--) {
        if (y->of.chance[i] <= 0) continue;
        lm_wide_write(&y->ways.ways[i], ways);
        put(out, net_at(i) != 0 ? "  %+7.4g" : "  %7.4g", net_at(i));
        put(out, "  %*s\n", width, ways);
    }
}

static void print_moments(const distribution_answer *y, lm_text *out)
{
    const lm_distribution *d = &y->of;
    int known = decimals(d);
    bool spots = lm_rules_dealer_hands(y->study->rules) > 1;
    put(out, "\n  %-28s %14.*f %%\n", spots ? "house edge of all spots" : "house edge", spots ? known : 8,
        100 * edge_of(y));
    put(out, "  %-28s %14.*f\n", "standard deviation", spots ? 3 : 6, sd_of(y));
    put(out, "  %-28s %14.*f\n", "skewness", spots ? 3 : 5, d->skewness);
    put(out, "  %-28s %14.*f\n", "excess kurtosis", spots ? 3 : 5, d->kurtosis);
    put(out, "  %-28s %14.*f %%\n  %-28s %14.*f %%\n  %-28s %14.*f %%\n", "win", known, 100 * d->win, "push", known,
        100 * d->push, "lose", known, 100 * d->lose);
}

static void print_sessions(const distribution_answer *y, lm_text *out)
{
    put(out,
        /* say:rounds-independent */
        "\nMany rounds, one wager in each, independent of each other; nets in units of the "
        "wager\n\n"
        "  %9s %12s %12s %11s %11s %11s %12s %13s\n",
        "rounds", "mean", "deviation", "ahead", "even", "behind", "mean loss", "fair rebate");
    for (int i = 0; i < y->sessions; i++) {
        const lm_session *s = &y->session[i];
        put(out, "  %9d %+12.4f %12.4f %9.4f %% %9.4f %% %9.4f %% %12.4f", y->rounds[i], s->mean, s->sd, 100 * s->ahead,
            100 * s->even, 100 * s->behind, s->loss);
        if (isfinite(rebate_of(s))) put(out, " %11.4f %%", 100 * rebate_of(s));
        put(out, "\n");
    }
    put_wrapped(
        out, "  ", 100,
        "The mean loss counts 0 where the player is not behind. The fair rebate is the share of a loss that the "
        "house could give back without an edge left, to a player who plays exactly so many rounds.");
}

static void print_ruin(const distribution_answer *y, lm_text *out)
{
    put(out, "\nA player with %g wagers, who stops with less than one", y->bankroll);
    if (y->goal > 0) put(out, ", when %g are won", y->goal);
    if (y->end) put(out, ", after %d rounds", y->end);
    put(out, "\n\n  %-28s %14.4f %%\n", "ruined", 100 * y->ruin.ruined);
    if (y->goal > 0) put(out, "  %-28s %14.4f %%\n", "goal reached", 100 * y->ruin.reached);
    if (y->end) put(out, "  %-28s %14.4f %%\n", "still playing", 100 * (1 - y->ruin.ruined - y->ruin.reached));
    put(out, "  %-28s %14.1f\n", "rounds played on average", y->ruin.length);
}

/* What the house holds of all initial wagers in so many rounds, as a share, and its deviation. */
static double hold_of(const distribution_answer *y)
{
    return -y->of.mean;
}

static double hold_sd(const distribution_answer *y, int rounds)
{
    double boxes = y->boxes, square = y->of.sd * y->of.sd;
    return sqrt((square + (boxes - 1) * y->two.covariance) / (boxes * rounds));
}

static void print_holds(const distribution_answer *y, lm_text *out)
{
    int known = 0;
    for (double digit = 0.1; known < 6 && y->two.error <= digit / 2; digit /= 10)
        known++;
    put(out, /* say:boxes-depend */ "\nA house with %d %s, one wager on each in every round\n\n", y->boxes,
        y->boxes == 1 ? "box" : "boxes");
    put(out, "  %-28s %14.*f\n  %-28s %14.*f\n", "covariance of two boxes", known, y->two.covariance,
        "their correlation", known, y->two.correlation);
    put(out, "\n  %9s %14s %16s %30s\n", "rounds", "hold", "deviation", "19 of 20 holds lie between");
    for (int i = 0; i < y->sessions; i++) {
        double sd = hold_sd(y, y->rounds[i]), reach = 1.96 * sd;
        put(out, "  %9d %12.4f %% %14.4f %% %13.4f %% %+12.4f %%\n", y->rounds[i], 100 * hold_of(y), 100 * sd,
            100 * (hold_of(y) - reach), 100 * (hold_of(y) + reach));
    }
    put_wrapped(out, "  ", 100,
                "Holds are shares of the initial wagers. For the hold of the drop, multiply by the initial wagers per "
                "dollar of drop.");
}

static void write_holds(out_json *j, const distribution_answer *y)
{
    out_put(j, "boxes:{ boxes:i covariance:f correlation:f error:f hold:f rounds:[", y->boxes, y->two.covariance,
            y->two.correlation, y->two.error, hold_of(y));
    for (int i = 0; i < y->sessions; i++) {
        double sd = hold_sd(y, y->rounds[i]);
        out_put(j, "{ rounds:i sd:f low:f high:f }", y->rounds[i], sd, hold_of(y) - 1.96 * sd, hold_of(y) + 1.96 * sd);
    }
    out_put(j, "] }");
}

static void distribution_text(const distribution_answer *y, lm_text *out)
{
    const lm_study *s = y->study;
    put(out, "%s: %s\n", s->rules->name, lm_profile_title(s->profile));
    put_wrapped(out, "", 100, rules_sentence(s->rules).text);
    put(out, "\nThe net result of a round, %s, played by the optimum\n\n",
        lm_rules_dealer_hands(s->rules) > 1 ? "all dealer hands together, in units of one spot's wager"
                                            : "in units of the wager");
    print_nets(y, out);
    print_moments(y, out);
    if (!y->counted)
        put(out, /* say:net-error */ "  Each probability is right within %.1e, as measured on small shoes.\n",
            y->of.error);
    if (!y->counted && y->of.bound < 1)
        put(out, /* say:net-bound */ "  It is proved to be right within %.1e.\n", y->of.bound);
    if (s->insured > 0) put(out, "  Insurance is taken where it is right, and counted.\n");
    if (y->counted) print_ways(y, out);
    print_sessions(y, out);
    if (y->bankroll > 0) print_ruin(y, out);
    if (y->boxes) print_holds(y, out);
    beside_text(&y->beside, s, out);
}

static void write_sessions(out_json *j, const distribution_answer *y)
{
    out_put(j, "rounds:[");
    for (int i = 0; i < y->sessions; i++) {
        const lm_session *s = &y->session[i];
        out_put(j, "{ rounds:i mean:f sd:f ahead:f even:f behind:f mean_loss:f fair_rebate:f }", y->rounds[i], s->mean,
                s->sd, s->ahead, s->even, s->behind, s->loss, rebate_of(s));
    }
    out_put(j, "]");
}

static void write_ways(out_json *j, const char *field, const lm_wide *ways)
{
    char text[LM_WIDE_TEXT];
    lm_wide_write(ways, text);
    out_put(j, field, text);
}

static void distribution_json(const distribution_answer *y, lm_text *out)
{
    const lm_study *s = y->study;
    const lm_distribution *d = &y->of;
    out_json j = out_begin(out, 0);
    double more = 0;
    out_put(&j, "{ rules:s decks:i hash:s infinite:b removed:i distribution:{", s->rules->name, (int)s->rules->decks,
            rules_hash(s->rules).text, s->infinite, s->removed);
    out_put(&j, "house_edge:f sd:f skewness:f kurtosis:f win:f push:f lose:f error:f error_bound:f insured:b nets:[",
            edge_of(y), sd_of(y), d->skewness, d->kurtosis, d->win, d->push, d->lose, d->error,
            d->bound < 1 ? d->bound : (double)NAN, s->insured > 0);
    for (int i = LM_NETS - 1; i >= 0; i--) {
        if (d->chance[i] <= 0) continue;
        more += d->chance[i];
        out_put(&j, "{ net:f probability:f or_more:f", net_at(i), d->chance[i], more);
        if (y->counted) write_ways(&j, "ways:s", &y->ways.ways[i]);
        out_put(&j, "}");
    }
    out_put(&j, "]");
    if (y->counted) write_ways(&j, "all_ways:s", &y->ways.all);
    write_sessions(&j, y);
    if (y->bankroll > 0) {
        out_put(&j, "ruin:{ bankroll:f goal:f rounds:f ruined:f reached:f length:f }", y->bankroll,
                y->goal > 0 ? y->goal : (double)NAN, y->end ? y->end : (double)NAN, y->ruin.ruined, y->ruin.reached,
                y->ruin.length);
    }
    if (y->boxes) write_holds(&j, y);
    beside_json(&y->beside, &j);
    out_put(&j, "} }");
}

static void distribution_csv(const distribution_answer *y, lm_text *out)
{
    if (y->beside.wagers.n) {
        beside_csv(&y->beside, out);
        return;
    }
    put_text("net,probability\n", out);
    for (int i = LM_NETS - 1; i >= 0; i--) {
        if (y->of.chance[i] > 0) put(out, "%g,%.15g\n", net_at(i), y->of.chance[i]);
    }
}

void distribution_write(const distribution_answer *y, lm_ask_format format, lm_text *out)
{
    (format == LM_ASK_JSON ? distribution_json : format == LM_ASK_CSV ? distribution_csv : distribution_text)(y, out);
}
