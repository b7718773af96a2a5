/* sim_report.c - the answer of `lammer sim` as text, JSON and CSV. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <sodium.h>
#include <string.h>

#include "sim_cli.h"

/* How many standard errors an observed edge lies from an exact one. */
static double z_of(const lm_sim_figures *f, double exact)
{
    return f->se > 0 ? (f->house_edge - exact) / f->se : 0;
}

static void digest_words(const sim_answer *answer, char text[2 * LM_SIM_DIGEST + 1])
{
    sodium_bin2hex(text, 2 * LM_SIM_DIGEST + 1, answer->digest, LM_SIM_DIGEST);
}

/* 12,345,678 */
static const char *grouped(uint64_t number, char text[32])
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, number), out = 0;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0) text[out++] = ',';
        text[out++] = digits[i];
    }
    text[out] = '\0';
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

/* --- text ------------------------------------------------------------------------------------------------- */

static void print_head(const sim_answer *a, FILE *out)
{
    const sim_question *q = a->question;
    const lm_sim_job *job = &q->job;
    char bet[24], rounds[32];
    lm_cents_write(job->bet_cents, bet);
    fprintf(out, "%s, %d deck%s, ", job->rules->name, (int)job->rules->decks,
            job->rules->decks == 1 ? "" : "s");
    if (job->dealing == LM_DEALING_SHOE)
        fprintf(out, "shoe dealt to %d of %d cards", job->cover, (int)job->rules->decks * LM_CARDS);
    else
        fputs("all cards shuffled before each round", out);
    fprintf(out, ", %d seat%s, bet $%s\n", job->seats, job->seats == 1 ? "" : "s", bet);
    fprintf(out, "%s rounds, seed %" PRIu64 "%s", grouped(a->shard->tally.main.rounds, rounds), job->seed,
            a->stopped ? ", interrupted" : "");
    if (a->played)
        fprintf(out, "; %s backend, %d thread%s, %.1f s, %.4g million rounds/s", q->backend->name, q->threads,
                q->threads == 1 ? "" : "s", a->seconds, (double)a->played / a->seconds / 1e6);
    fputs("\n\n", out);
}

/* What a counter earns: bets change with the count, so in money and for every round he watched or played. */
static void print_profit(const sim_answer *a, FILE *out)
{
    const lm_sim_tally *t = &a->shard->tally;
    double rounds = (double)t->main.rounds, seats = (double)(t->main.win + t->main.push + t->main.lose);
    double won = (double)t->main.net_cents + (double)t->wager[LM_SIM_INSURANCE].net_cents;
    fprintf(out, "  profit               $%+.2f     in 100 rounds, insurance included\n", won / rounds);
    fprintf(out, "  mean bet             $%.2f      in %.2f %% of the rounds\n",
            (double)t->main.initial_cents / seats / 100, 100 * seats / rounds / a->question->job.seats);
}

static void print_main(const sim_answer *a, FILE *out)
{
    const lm_sim_figures *f = &a->main;
    fprintf(out, "  house edge           %9.5f %%   of the initial wager\n", 100 * f->house_edge);
    fprintf(out, "  standard error       %9.5f %%   95 %%: %.5f %% to %.5f %%\n", 100 * f->se, 100 * f->low,
            100 * f->high);
    if (a->question->has_exact)
        fprintf(out, "  exact                %9.5f %%   z = %+.2f\n", 100 * a->question->exact_edge,
                z_of(&a->main, a->question->exact_edge));
    fprintf(out, "  standard deviation   %9.5f     of one round; %.3f of 100 rounds\n", f->sd, f->sd_100);
    fprintf(out, "  element of risk      %9.5f %%   of the chips staked, %.5f a round\n",
            100 * f->element_of_risk, f->staked);
    fprintf(out, "  per 100 rounds       %+9.3f     bets won, standard deviation %.3f\n",
            -100 * f->house_edge, f->sd_100);
    if (a->question->job.count) print_profit(a, out);
    fprintf(out, "  win, push, lose      %9.4f %% %9.4f %% %9.4f %%\n", 100 * f->win, 100 * f->push,
            100 * f->lose);
    fprintf(out, "  hands a round        %9.5f\n", f->hands);
}

static void print_lammers(const sim_answer *a, FILE *out)
{
    const uint64_t *lammers = a->shard->tally.main.lammers;
    double all = 0;
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        all += (double)lammers[i];
    if (!lm_is_free_bet(a->question->job.rules)) return;
    fputs("\n  lammers    rounds           share\n", out);
    for (int i = 0; i < LM_SIM_LAMMERS; i++) {
        char count[32];
        fprintf(out, "  %7d    %-16s %.6f %%\n", i, grouped(lammers[i], count),
                100 * (double)lammers[i] / all);
    }
}

static void print_wager(const sim_answer *a, int wager, FILE *out)
{
    const lm_sim_wager *w = &a->shard->tally.wager[wager];
    lm_sim_figures f;
    char count[32];
    lm_sim_wager_figures(w, &f);
    fprintf(out, "\n  %s: %s bets decided\n", wager_id(a->question, wager), grouped(w->bets, count));
    if (!w->bets) return;
    fprintf(out, "  house edge           %9.5f %%   standard error %.5f %%, 95 %%: %.5f %% to %.5f %%\n",
            100 * f.house_edge, 100 * f.se, 100 * f.low, 100 * f.high);
    if (wager < LM_OFFERS && a->question->has_price[wager])
        fprintf(out, "  exact                %9.5f %%   z = %+.2f\n", 100 * a->question->price[wager],
                z_of(&f, a->question->price[wager]));
    fprintf(out, "  standard deviation   %9.5f     hit frequency %.5f %%\n", f.sd, 100 * f.win);
    for (int row = LM_OUTCOMES - 1; row >= 0; row--) {
        const char *name = outcome_name(a->question, wager, row);
        if (name && w->outcome[row])
            fprintf(out, "    %-44s %-16s %.6f %%\n", name, grouped(w->outcome[row], count),
                    100 * (double)w->outcome[row] / (double)w->bets);
    }
}

static void print_detail(const sim_answer *a, FILE *out)
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
    fputs("\n  in 100 rounds\n", out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        fprintf(out, "  %-20s %9.5f\n", rows[i].name, 100 * (double)rows[i].count / rounds);
}

static void print_bankroll(const sim_answer *a, FILE *out)
{
    static const double horizons[] = { 100, 1000, 10000, 100000, 0 };
    double mean = -a->main.house_edge, sd = a->main.sd, bankroll = a->question->args->bankroll;
    double n0 = lm_sim_n0(mean, sd);
    if (isinf(n0))
        fputs("\n  N0                    none: the player has no advantage\n", out);
    else
        fprintf(
            out,
            "\n  N0                   %9.0f     rounds until the expected win is one standard deviation\n",
            n0);
    fprintf(out, "  risk of losing %g bets:", bankroll);
    for (size_t i = 0; i < sizeof horizons / sizeof *horizons; i++) {
        double risk = 100 * lm_sim_ruin(mean, sd, bankroll, horizons[i]);
        if (horizons[i] > 0)
            fprintf(out, " %.4g %% in %.0f rounds,", risk, horizons[i]);
        else
            fprintf(out, " %.4g %% ever\n", risk);
    }
}

void sim_print_text(const sim_answer *a, FILE *out)
{
    char digest[2 * LM_SIM_DIGEST + 1];
    print_head(a, out);
    print_main(a, out);
    print_lammers(a, out);
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        if (is_laid(a->question, i)) print_wager(a, i, out);
    }
    if (a->question->args->detail) print_detail(a, out);
    if (a->question->args->bankroll > 0) print_bankroll(a, out);
    digest_words(a, digest);
    fprintf(out, "\n  digest %s\n", digest);
}

/* --- JSON ------------------------------------------------------------------------------------------------- */

static json_t *outcomes_json(const sim_question *q, int wager, const lm_sim_wager *w)
{
    json_t *list = json_array();
    for (int row = 0; row < LM_OUTCOMES; row++) {
        const char *name = outcome_name(q, wager, row);
        if (name)
            json_array_append_new(
                list, json_pack("{s:s, s:I}", "name", name, "count", (json_int_t)w->outcome[row]));
    }
    return list;
}

static json_t *wager_json(const sim_question *q, int wager, const lm_sim_wager *w)
{
    lm_sim_figures f;
    lm_sim_wager_figures(w, &f);
    const char *table =
        wager == LM_SIM_INSURANCE
            ? ""
            : q->job.rules->offer[wager].wager->paytables[q->job.rules->offer[wager].paytable].id;
    json_t *json =
        json_pack("{s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:I, s:I, s:I, s:o}", "id", wager_id(q, wager),
                  "paytable", table, "bets", (json_int_t)w->bets, "house_edge", f.house_edge, "se", f.se,
                  "sd", f.sd, "hit_frequency", f.win, "win", (json_int_t)w->win, "push", (json_int_t)w->push,
                  "lose", (json_int_t)w->lose, "outcomes", outcomes_json(q, wager, w));
    if (wager < LM_OFFERS && q->has_price[wager]) {
        json_object_set_new(json, "exact", json_real(q->price[wager]));
        json_object_set_new(json, "z", json_real(z_of(&f, q->price[wager])));
    }
    return json;
}

static json_t *detail_json(const lm_sim_detail *d)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "free_doubles", (json_int_t)d->free_doubles,
                     "paid_doubles", (json_int_t)d->paid_doubles, "free_splits", (json_int_t)d->free_splits,
                     "paid_splits", (json_int_t)d->paid_splits, "surrenders", (json_int_t)d->surrenders,
                     "blackjacks", (json_int_t)d->blackjacks, "dealer_blackjacks",
                     (json_int_t)d->dealer_blackjacks, "busts", (json_int_t)d->busts);
}

static json_t *ranges_json(const lm_sim_shard *shard)
{
    json_t *list = json_array();
    for (int i = 0; i < shard->ranges; i++)
        json_array_append_new(
            list, json_pack("[I, I]", (json_int_t)shard->range[i].first, (json_int_t)shard->range[i].rounds));
    return list;
}

static void add_extras(json_t *json, const sim_answer *a)
{
    const sim_question *q = a->question;
    const lm_sim_figures *f = &a->main;
    const lm_sim_main *m = &a->shard->tally.main;
    json_t *more = json_pack(
        "{s:s, s:s, s:i, s:i, s:s, s:f, s:[f, f], s:f, s:f, s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
        "s:o, s:b}",
        "rules", q->job.rules->name, "backend", q->backend->name, "threads", q->threads, "seats",
        (int)q->job.seats, "dealing", q->job.dealing == LM_DEALING_SHOE ? "shoe" : "fresh", "seconds",
        a->seconds, "interval", f->low, f->high, "sd_100", f->sd_100, "element_of_risk", f->element_of_risk,
        "staked", f->staked, "hands", f->hands, "win", (json_int_t)m->win, "push", (json_int_t)m->push,
        "lose", (json_int_t)m->lose, "bet_cents", (json_int_t)q->job.bet_cents, "initial_cents",
        (json_int_t)m->initial_cents, "staked_cents", (json_int_t)m->staked_cents, "net_cents",
        (json_int_t)m->net_cents, "ranges", ranges_json(a->shard), "interrupted", a->stopped);
    json_object_update(json, more);
    json_decref(more);
    if (q->has_exact) {
        json_object_set_new(json, "exact", json_real(q->exact_edge));
        json_object_set_new(json, "z", json_real(z_of(&a->main, a->question->exact_edge)));
    }
    if (q->job.count)
        json_object_set_new(
            json, "profit_100_cents",
            json_real(100.0 *
                      ((double)m->net_cents + (double)a->shard->tally.wager[LM_SIM_INSURANCE].net_cents) /
                      (double)m->rounds));
    if (q->args->detail) json_object_set_new(json, "detail", detail_json(&a->shard->tally.detail));
    if (q->args->bankroll > 0) {
        double n0 = lm_sim_n0(-f->house_edge, f->sd);
        json_object_set_new(json, "n0", isinf(n0) ? json_null() : json_real(n0));
        json_object_set_new(json, "risk_of_ruin",
                            json_real(lm_sim_ruin(-f->house_edge, f->sd, q->args->bankroll, 0)));
    }
}

/* A seed beyond what JSON readers take as an integer is written as a string of digits. */
static json_t *seed_json(uint64_t seed)
{
    char text[24];
    if (seed <= INT64_MAX) return json_integer((json_int_t)seed);
    snprintf(text, sizeof text, "%" PRIu64, seed);
    return json_string(text);
}

int sim_print_json(const sim_answer *a)
{
    const lm_sim_main *m = &a->shard->tally.main;
    char digest[2 * LM_SIM_DIGEST + 1];
    json_t *lammers = json_array(), *wagers = json_array();
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        json_array_append_new(lammers, json_integer((json_int_t)m->lammers[i]));
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        if (is_laid(a->question, i))
            json_array_append_new(wagers, wager_json(a->question, i, &a->shard->tally.wager[i]));
    }
    digest_words(a, digest);
    json_t *json =
        json_pack("{s:I, s:o, s:f, s:f, s:f, s:f, s:s, s:o, s:o}", "rounds", (json_int_t)m->rounds, "seed",
                  seed_json(a->question->job.seed), "house_edge", a->main.house_edge, "se", a->main.se, "sd",
                  a->main.sd, "rounds_per_second", a->seconds > 0 ? (double)a->played / a->seconds : 0.0,
                  "digest", digest, "lammers", lammers, "wagers", wagers);
    add_extras(json, a);
    int failed = json_dumpf(json, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    json_decref(json);
    putchar('\n');
    return failed ? cli_error("the answer could not be written") : CLI_YES;
}

/* --- CSV -------------------------------------------------------------------------------------------------- */

static void print_row(FILE *out, const char *id, uint64_t bets, const lm_sim_figures *f)
{
    fprintf(out, "%s,%" PRIu64 ",%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", id, bets,
            f->house_edge, f->se, f->low, f->high, f->sd, f->element_of_risk, f->win, f->push, f->lose);
}

void sim_print_csv(const sim_answer *a, FILE *out)
{
    lm_sim_figures f;
    const lm_sim_tally *tally = &a->shard->tally;
    fputs("wager,bets,house_edge,se,low_95,high_95,sd,element_of_risk,win,push,lose\n", out);
    print_row(out, "main", tally->main.win + tally->main.push + tally->main.lose, &a->main);
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        if (!is_laid(a->question, i)) continue;
        lm_sim_wager_figures(&tally->wager[i], &f);
        print_row(out, wager_id(a->question, i), tally->wager[i].bets, &f);
    }
}
