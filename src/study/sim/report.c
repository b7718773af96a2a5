/* report.c - the answer as text, JSON and CSV. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "sim.h"

/* How many standard errors an observed edge lies from an exact one. */
static double z_of(const lm_sim_figures *f, double exact)
{
    return f->se > 0 ? (f->house_edge - exact) / f->se : 0;
}

/* 12,345,678 */
static short_words grouped(uint64_t number)
{
    short_words digits = words_of("%" PRIu64, number), text = { "" };
    int n = (int)strlen(digits.text), out = 0;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0) text.text[out++] = ',';
        text.text[out++] = digits.text[i];
    }
    return text;
}

static bool is_laid(const sim_question *q, int wager)
{
    if (wager == LM_SIM_INSURANCE) return q->job.insures || (q->job.count && q->job.count->insures);
    return wager < q->job.rules->offers && q->job.stake_cents[wager];
}

static const char *wager_id(const sim_question *q, int wager)
{
    return wager == LM_SIM_INSURANCE ? "insurance" : q->job.rules->offer[wager].wager->id;
}

static const char *outcome_name(const sim_question *q, int wager, int row)
{
    static const char *const insurance[] = { "no blackjack", "dealer blackjack" };
    if (wager == LM_SIM_INSURANCE) return row < 2 ? insurance[row] : NULL;
    return q->job.rules->offer[wager].wager->outcomes[row];
}

static void print_head(const sim_answer *a, lm_text *out)
{
    const sim_question *q = a->question;
    const lm_sim_job *job = &q->job;
    put(out, "%s, %d deck%s, ", job->rules->name, (int)job->rules->decks, job->rules->decks == 1 ? "" : "s");
    if (job->dealing == LM_DEALING_SHOE)
        put(out, "shoe dealt to %d of %d cards", job->cover, (int)job->rules->decks * LM_CARDS);
    else
        put_text("all cards shuffled before each round", out);
    put(out, ", %d box%s, bet $%s\n", job->seats, job->seats == 1 ? "" : "es", lm_dollars(job->bet_cents).text);
    put(out, "%s rounds, seed %" PRIu64 "%s", grouped(a->shard->tally.main.rounds).text, job->seed,
        a->stopped ? ", interrupted" : "");
    if (a->played)
        put(out, "; %s backend, %d thread%s, %.1f s, %.4g million rounds/s", q->backend->name, q->threads,
            q->threads == 1 ? "" : "s", a->seconds, (double)a->played / a->seconds / 1e6);
    if (a->played) put(out, "\n%s", q->choice.text);
    put_text("\n\n", out);
}

/* A counter's result per round, played or watched. It is in money, because bets change with the count. */
static void print_profit(const sim_answer *a, lm_text *out)
{
    const lm_sim_tally *t = &a->shard->tally;
    double rounds = (double)t->main.rounds, seats = (double)(t->main.win + t->main.push + t->main.lose);
    double won = (double)t->main.net_cents + (double)t->wager[LM_SIM_INSURANCE].net_cents;
    put(out, "  profit               $%+.2f     in 100 rounds, insurance included\n", won / rounds);
    put(out, "  mean bet             $%.2f      in %.2f %% of the rounds\n",
        (double)t->main.initial_cents / seats / 100, 100 * seats / rounds / a->question->job.seats);
}

static void print_main(const sim_answer *a, lm_text *out)
{
    const lm_sim_figures *f = &a->main;
    put(out, "  house edge           %9.5f %%   of the initial wager\n", 100 * f->house_edge);
    put(out, "  standard error       %9.5f %%   95 %%: %.5f %% to %.5f %%\n", 100 * f->se, 100 * f->low, 100 * f->high);
    if (a->question->job.plays) put(out, "  play after a split   %9s\n", lm_post_split_name(a->question->class));
    if (a->question->has_exact)
        put(out, "  exact                %9.5f %%   z = %+.2f\n", 100 * a->question->exact_edge,
            z_of(&a->main, a->question->exact_edge));
    put(out, "  standard deviation   %9.5f     of one round; %.3f of 100 rounds\n", f->sd, f->sd_100);
    put(out, "  element of risk      %9.5f %%   of the chips staked, %.5f a round\n", 100 * f->element_of_risk,
        f->staked);
    put(out, "  per 100 rounds       %+9.3f     bets won, standard deviation %.3f\n", -100 * f->house_edge, f->sd_100);
    if (a->question->job.count) print_profit(a, out);
    put(out, "  win, push, lose      %9.4f %% %9.4f %% %9.4f %%\n", 100 * f->win, 100 * f->push, 100 * f->lose);
    put(out, "  hands a round        %9.5f\n", f->hands);
}

static void print_lammers(const sim_answer *a, lm_text *out)
{
    const uint64_t *lammers = a->shard->tally.main.lammers;
    double all = 0;
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        all += (double)lammers[i];
    if (!lm_is_free_bet(a->question->job.rules)) return;
    put_text("\n  lammers    rounds           share\n", out);
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        put(out, "  %7d    %-16s %.6f %%\n", i, grouped(lammers[i]).text, 100 * (double)lammers[i] / all);
}

static void print_wager(const sim_answer *a, int wager, lm_text *out)
{
    const lm_sim_wager *w = &a->shard->tally.wager[wager];
    lm_sim_figures f;
    lm_sim_wager_figures(w, &f);
    put(out, "\n  %s: %s bets decided\n", wager_id(a->question, wager), grouped(w->bets).text);
    if (!w->bets) return;
    put(out, "  house edge           %9.5f %%   standard error %.5f %%, 95 %%: %.5f %% to %.5f %%\n",
        100 * f.house_edge, 100 * f.se, 100 * f.low, 100 * f.high);
    if (wager < LM_OFFERS && a->question->has_price[wager])
        put(out, "  exact                %9.5f %%   z = %+.2f\n", 100 * a->question->price[wager],
            z_of(&f, a->question->price[wager]));
    put(out, "  standard deviation   %9.5f     hit frequency %.5f %%\n", f.sd, 100 * f.win);
    for (int row = LM_OUTCOMES - 1; row >= 0; row--) {
        const char *name = outcome_name(a->question, wager, row);
        if (name && w->outcome[row])
            put(out, "    %-44s %-16s %.6f %%\n", name, grouped(w->outcome[row]).text,
                100 * (double)w->outcome[row] / (double)w->bets);
    }
}

static void print_detail(const sim_answer *a, lm_text *out)
{
    const lm_sim_detail *d = &a->shard->tally.detail;
    const struct {
        const char *name;
        uint64_t count;
    } rows[] = { { "free doubles", d->free_doubles },
                 { "paid doubles", d->paid_doubles },
                 { "free splits", d->free_splits },
                 { "paid splits", d->paid_splits },
                 { "surrenders", d->surrenders },
                 { "player blackjacks", d->blackjacks },
                 { "dealer blackjacks", d->dealer_blackjacks },
                 { "hands over 21", d->busts } };
    double rounds = (double)a->shard->tally.main.rounds;
    put_text("\n  in 100 rounds\n", out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put(out, "  %-20s %9.5f\n", rows[i].name, 100 * (double)rows[i].count / rounds);
}

static void print_bankroll(const sim_answer *a, lm_text *out)
{
    static const double horizons[] = { 100, 1000, 10000, 100000, 0 };
    lm_sim_purse purse = lm_sim_purse_of(&a->question->job, &a->shard->tally);
    double n0 = lm_sim_n0(purse.mean, purse.sd), bankroll = a->question->args->bankroll;
    if (isinf(n0))
        put_text("\n  N0                    none: the player has no advantage\n", out);
    else
        put(out, "\n  N0                   %9.0f     rounds dealt until the expected win is one standard deviation\n",
            n0);
    put(out, "  risk of losing %g bets of $%s:", bankroll, lm_dollars(a->question->job.bet_cents).text);
    for (size_t i = 0; i < sizeof horizons / sizeof *horizons; i++) {
        double risk = 100 * lm_sim_ruin(purse.mean, purse.sd, bankroll, horizons[i]);
        if (horizons[i] > 0)
            put(out, " %.4g %% in %.0f rounds,", risk, horizons[i]);
        else
            put(out, " %.4g %% ever\n", risk);
    }
}

static void write_sim_text(const sim_answer *a, lm_text *out)
{
    print_head(a, out);
    print_main(a, out);
    print_lammers(a, out);
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        if (is_laid(a->question, i)) print_wager(a, i, out);
    }
    if (a->question->args->detail) print_detail(a, out);
    if (a->question->args->bankroll > 0) print_bankroll(a, out);
    put(out, "\n  digest %s\n", a->digest);
}

static void write_wager(out_json *j, const sim_question *q, int wager, const lm_sim_wager *w)
{
    lm_sim_figures f;
    lm_sim_wager_figures(w, &f);
    const char *table = wager == LM_SIM_INSURANCE
                            ? ""
                            : q->job.rules->offer[wager].wager->paytables[q->job.rules->offer[wager].paytable].id;
    out_put(j, "{ id:s paytable:s bets:I house_edge:f se:f sd:f hit_frequency:f win:I push:I lose:I outcomes:[",
            wager_id(q, wager), table, (int64_t)w->bets, f.house_edge, f.se, f.sd, f.win, (int64_t)w->win,
            (int64_t)w->push, (int64_t)w->lose);
    for (int row = 0; row < LM_OUTCOMES; row++) {
        const char *name = outcome_name(q, wager, row);
        if (name) out_put(j, "{ name:s count:I }", name, (int64_t)w->outcome[row]);
    }
    out_put(j, "]");
    if (wager < LM_OFFERS && q->has_price[wager]) out_put(j, "exact:f z:f", q->price[wager], z_of(&f, q->price[wager]));
    out_put(j, "}");
}

static void write_detail(out_json *j, const lm_sim_detail *d)
{
    out_put(j,
            "detail:{ free_doubles:I paid_doubles:I free_splits:I paid_splits:I surrenders:I blackjacks:I "
            "dealer_blackjacks:I busts:I }",
            (int64_t)d->free_doubles, (int64_t)d->paid_doubles, (int64_t)d->free_splits, (int64_t)d->paid_splits,
            (int64_t)d->surrenders, (int64_t)d->blackjacks, (int64_t)d->dealer_blackjacks, (int64_t)d->busts);
}

static void write_ranges(out_json *j, const lm_sim_shard *shard)
{
    out_put(j, "ranges:[");
    for (int i = 0; i < shard->ranges; i++)
        out_put(j, "[ I I ]", (int64_t)shard->range[i].first, (int64_t)shard->range[i].rounds);
    out_put(j, "]");
}

static void write_job(out_json *j, const sim_answer *a)
{
    const sim_question *q = a->question;
    const lm_sim_figures *f = &a->main;
    const lm_sim_main *m = &a->shard->tally.main;
    out_put(j, "rules:s backend:s backend_choice:s threads:i seats:i dealing:s seconds:f", q->job.rules->name,
            q->backend->name, q->choice.text, q->threads, (int)q->job.seats,
            q->job.dealing == LM_DEALING_SHOE ? "shoe" : "fresh", a->seconds);
    out_reals(j, "interval", (double[]){ f->low, f->high }, 2);
    out_put(j,
            "sd_100:f element_of_risk:f staked:f hands:f win:I push:I lose:I bet_cents:I initial_cents:I "
            "staked_cents:I net_cents:I",
            f->sd_100, f->element_of_risk, f->staked, f->hands, (int64_t)m->win, (int64_t)m->push, (int64_t)m->lose,
            (int64_t)q->job.bet_cents, (int64_t)m->initial_cents, (int64_t)m->staked_cents, (int64_t)m->net_cents);
    write_ranges(j, a->shard);
    out_put(j, "interrupted:b", a->stopped);
}

static void write_extras(out_json *j, const sim_answer *a)
{
    const sim_question *q = a->question;
    const lm_sim_figures *f = &a->main;
    const lm_sim_tally *t = &a->shard->tally;
    lm_sim_purse purse = lm_sim_purse_of(&q->job, t);
    if (q->job.plays) out_put(j, "post_split:s", lm_post_split_name(q->class));
    if (q->has_exact) out_put(j, "exact:f z:f", q->exact_edge, z_of(f, q->exact_edge));
    if (q->job.count)
        out_put(j, "profit_100_cents:f",
                100.0 * ((double)t->main.net_cents + (double)t->wager[LM_SIM_INSURANCE].net_cents) /
                    (double)t->main.rounds);
    if (q->args->detail) write_detail(j, &t->detail);
    if (q->args->bankroll > 0)
        out_put(j, "n0:f risk_of_ruin:f", lm_sim_n0(purse.mean, purse.sd),
                lm_sim_ruin(purse.mean, purse.sd, q->args->bankroll, 0));
}

/* A seed that is too large for an integer in JSON is written as a string of digits. */
static void write_seed(out_json *j, uint64_t seed)
{
    if (seed <= INT64_MAX) {
        out_put(j, "seed:I", (int64_t)seed);
    } else {
        out_put(j, "seed:s", words_of("%" PRIu64, seed).text);
    }
}

static void write_sim_json(const sim_answer *a, lm_text *out)
{
    const lm_sim_main *m = &a->shard->tally.main;
    out_json j = out_begin(out, 0);
    out_put(&j, "{ rounds:I", (int64_t)m->rounds);
    write_seed(&j, a->question->job.seed);
    out_put(&j, "house_edge:f se:f sd:f rounds_per_second:f digest:s lammers:[", a->main.house_edge, a->main.se,
            a->main.sd, a->seconds > 0 ? (double)a->played / a->seconds : 0.0, a->digest);
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        out_put(&j, "I", (int64_t)m->lammers[i]);
    out_put(&j, "] wagers:[");
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        if (is_laid(a->question, i)) write_wager(&j, a->question, i, &a->shard->tally.wager[i]);
    }
    out_put(&j, "]");
    write_job(&j, a);
    write_extras(&j, a);
    out_put(&j, "}");
}

static void print_row(lm_text *out, const char *id, uint64_t bets, const lm_sim_figures *f)
{
    put(out, "%s,%" PRIu64 ",%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", id, bets, f->house_edge, f->se,
        f->low, f->high, f->sd, f->element_of_risk, f->win, f->push, f->lose);
}

static void write_sim_csv(const sim_answer *a, lm_text *out)
{
    lm_sim_figures f;
    const lm_sim_tally *tally = &a->shard->tally;
    put_text("wager,bets,house_edge,se,low_95,high_95,sd,element_of_risk,win,push,lose\n", out);
    print_row(out, "main", tally->main.win + tally->main.push + tally->main.lose, &a->main);
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        if (!is_laid(a->question, i)) continue;
        lm_sim_wager_figures(&tally->wager[i], &f);
        print_row(out, wager_id(a->question, i), tally->wager[i].bets, &f);
    }
}

void sim_write(const sim_answer *a, lm_text *out)
{
    bool json = a->question->args->format == LM_ASK_JSON, csv = a->question->args->format == LM_ASK_CSV;
    (json ? write_sim_json : csv ? write_sim_csv : write_sim_text)(a, out);
}
