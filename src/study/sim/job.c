/* job.c - turns a request into a job: rules, wagers, chart, backend and threads. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sim.h"

static void warn_of(void *self, const lm_finding *finding)
{
    const sim_question *q = self;
    if (finding->severity == LM_ERROR) say(q->ear, "warning: %s [%s]", finding->text, finding->clause);
}

/* Warns of rules that no table may offer but does not refuse them, because they may be simulated (C-29). */
static bool load_rules(sim_question *q)
{
    const sim_ask *args = q->args;
    lm_finder finder = { warn_of, q };
    if (!lm_study_rules(&q->profile, args->rules, args->setting, args->settings, q->ear)) return false;
    if (!args->quiet) lm_rules_check(&q->profile.rules, &finder);
    return true;
}

/* A stake equal to the bet if the wager's limits allow it, or the fixed stake of its clause. */
static lm_cents stake_of(const lm_rules *rules, const lm_wager *wager, lm_cents bet)
{
    lm_stakes stakes = lm_wager_stakes(rules, wager);
    if (stakes.fixed) return stakes.least;
    lm_cents stake = bet < stakes.most ? bet : stakes.most;
    stake -= stakes.step ? stake % stakes.step : 0;
    return stake < stakes.least ? stakes.least : stake;
}

static void lay(sim_question *q, int offer)
{
    const lm_rules *rules = &q->profile.rules;
    const lm_wager *wager = rules->offer[offer].wager;
    q->job.stake_cents[offer] = stake_of(rules, wager, q->job.bet_cents);
    int companion = wager->beside ? lm_rules_slot(rules, wager->beside) : -1;
    if (companion >= LM_SIDE && !q->job.stake_cents[companion - LM_SIDE]) lay(q, companion - LM_SIDE);
}

/* Whether the name means this offered wager: its id, or `streak` for streak.2 to streak.5. */
static bool is_meant(const char *id, const char *text)
{
    size_t n = strcspn(text, ":");
    return strncmp(id, text, n) == 0 && (!id[n] || (id[n] == '.' && strcmp(text, "streak") == 0));
}

static bool lay_named(sim_question *q, const char *text)
{
    lm_rules *rules = &q->profile.rules;
    bool found = false;
    for (int pass = 0; pass < 2 && !found; pass++) {
        for (int i = 0; i < rules->offers; i++) {
            if (!is_meant(rules->offer[i].wager->id, text)) continue;
            lay(q, i);
            found = true;
        }
        if (found) break;
        lm_offered offered = lm_rules_offer(rules, lm_wagers, text);
        lm_rules_seal(rules);
        if (offered == LM_OFFER_OK) continue;
        const char *near = offered == LM_OFFER_UNKNOWN ? lm_words_nearest_wager(lm_wagers, text) : NULL;
        char hint[LM_MEANT_TEXT];
        return say(q->ear,
                   offered == LM_OFFER_AMBIGUOUS ? "%s has several pay tables; say which, as ID:TABLE%s"
                   : offered == LM_OFFER_TABLE   ? "%s names a pay table that the wager does not have%s"
                   : offered == LM_OFFER_FULL
                       ? "%s: the table offers too many wagers already%s"
                       : /* say:sim-no-wager */ "\"%s\" is not a wager%s (lammer rules show lists all wagers)",
                   text, lm_words_meant(near, hint));
    }
    return found;
}

static bool lay_wagers(sim_question *q)
{
    for (int i = 0; i < q->args->wagers; i++) {
        char list[256], *save = NULL;
        if (strlen(q->args->wager[i]) >= sizeof list)
            return say(q->ear, "the list of wagers is too long; name fewer at a time");
        strcpy(list, q->args->wager[i]);
        for (char *word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
            if (strcmp(word, "main") == 0) continue;
            if (strcmp(word, "insurance") == 0) {
                if (!q->profile.rules.insurance) return say(q->ear, "insurance: this table offers none");
                q->job.insures = true;
                continue;
            }
            if (strcmp(word, "all") == 0) {
                for (int o = 0; o < q->profile.rules.offers; o++)
                    lay(q, o);
            } else if (!lay_named(q, word)) {
                return false;
            }
        }
    }
    return true;
}

static lm_cents usual_bet(const lm_rules *rules)
{
    lm_cents bet = 10 * LM_DOLLAR;
    if (bet < rules->min_bet) bet = rules->min_bet;
    if (bet > rules->max_bet) bet = rules->max_bet;
    lm_cents rest = bet % rules->bet_step;
    return rest && bet - rest + rules->bet_step <= rules->max_bet ? bet - rest + rules->bet_step : bet - rest;
}

/* Devices open while the chart is made. */
static void prepare_backends(const char *name)
{
    for (int i = 0; lm_sim_backends[i]; i++) {
        const lm_sim_backend *backend = lm_sim_backends[i];
        bool may_play = strcmp(name, "auto") == 0 || strcmp(name, backend->name) == 0;
        if (may_play && backend->prepare) backend->prepare();
    }
}

static bool make_job(sim_question *q)
{
    const sim_ask *args = q->args;
    lm_rules *rules = &q->profile.rules;
    q->job = (lm_sim_job){ .rules = rules,
                           .chart = &q->chart,
                           .seed = args->seed,
                           .seats = (uint8_t)args->seats,
                           .dealing = (uint8_t)args->dealing,
                           .bet_cents = args->bet_cents ? args->bet_cents : usual_bet(rules) };
    if (args->dealing == LM_DEALING_SHOE)
        q->job.cover = (uint16_t)floor(args->penetration * (double)rules->decks * LM_CARDS + 1e-9);
    if (!lay_wagers(q)) return false;
    if (args->count) {
        if (!sim_read_count(&q->count, args->count, q->ear)) return false;
        q->job.count = &q->count;
    }
    if (!args->merges) prepare_backends(args->backend);
    if (args->chart) {
        char why[LM_WORDS_WHY];
        if (!lm_words_chart(&q->chart, args->chart, why)) return say(q->ear, "%s", why);
        sim_exact_value(q);
    } else if (!sim_best_chart(q)) {
        return false;
    }
    if (args->post_split && !sim_class(q)) return false;
    const char *fault = lm_sim_job_fault(&q->job);
    if (fault) say(q->ear, "%s", fault);
    return !fault;
}

bool sim_asks_cells(const sim_ask *args)
{
    return args->by_hand || args->by_count || args->by_depth;
}

static const lm_sim_backend *choose(const sim_question *q, const char *name, const char **why)
{
    bool only_hands = sim_asks_cells(q->args) && !q->args->detail;
    return only_hands ? lm_sim_choose_hands(&q->job, name, why) : lm_sim_choose(&q->job, name, q->args->detail, why);
}

/* Writes down which backend plays and why not a faster one: "quick plays, not simd (it deals ...)". */
static void explain_backend(sim_question *q)
{
    lm_text text = { 0 };
    const char *name = q->args->backend, *why = NULL;
    bool is_asked = strcmp(name, q->backend->name) == 0;
    put(&text, is_asked ? "%s plays, as asked for" : "%s plays", q->backend->name);
    for (int i = 0; !is_asked && lm_sim_backends[i] != q->backend; i++) {
        const char *faster = lm_sim_backends[i]->name;
        if (choose(q, faster, &why) && why) put(&text, ", not %s (%s)", faster, why);
    }
    snprintf(q->choice.text, sizeof q->choice.text, "%s", text.failed ? q->backend->name : text.data);
    lm_text_free(&text);
}

static bool choose_backend(sim_question *q)
{
    const char *name = q->args->backend, *why;
    q->backend = choose(q, name, &why);
    if (!q->backend) return say(q->ear, "\"%s\" is not a backend; use auto, scalar, quick, simd or cuda", name);
    if (why && strcmp(name, "auto") != 0)
        say(q->ear, "%s cannot play this job (%s); %s plays it instead", name, why, q->backend->name);
    explain_backend(q);
    return true;
}

/* A few more threads than cores are harmless and cause a warning; many more are refused as a mistake. */
static bool choose_threads(sim_question *q)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores < 1) cores = 1;
    long most = 8 * cores < 16 ? 16 : 8 * cores;
    q->threads = q->args->threads ? q->args->threads : (int)cores / q->ranks.here;
    if (q->threads < 1) q->threads = 1;
    if (q->backend->one_thread) q->threads = 1;
    if (q->threads > most)
        return say(q->ear, /* say:sim-threads-more */
                   "%d threads are more than the %ld core%s of this machine can use; use %ld", q->threads, cores,
                   cores == 1 ? "" : "s", cores);
    if (q->threads > cores && !q->args->quiet)
        say(q->ear, "warning: %d threads on %ld core%s do not run faster than %ld", q->threads, cores,
            cores == 1 ? "" : "s", cores);
    return true;
}

bool sim_question_open(sim_question *q)
{
    return load_rules(q) && make_job(q) && choose_backend(q) && choose_threads(q);
}
