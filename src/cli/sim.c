/* sim.c - `lammer sim`: from the command line to a job, its rounds, its answer. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim_cli.h"

static int help(void)
{
    puts("usage: lammer sim --rules NAME|FILE --rounds N [OPTION ...]\n\n"
         "Plays N rounds and counts. Round k of a seed is the same round on every machine and by every "
         "backend,\n"
         "so the digest of the tallies can be compared (docs/simulation.md).\n\n"
         "  --rules NAME|FILE        the rules; --set KEY=VALUE overrides single ones\n"
         "  --rounds N               how many: 1000000 or 1e6\n"
         "  --seed S                 1 unless said otherwise\n"
         "  --seats N                1 to 7, all playing the same chart\n"
         "  --bet DOLLARS            the wager of each seat, $10 or what the table allows\n"
         "  --wager ID|all           side wagers to lay as well; repeat it, or ID,ID; ID:TABLE if not "
         "offered\n"
         "  --dealing fresh|shoe     shuffle before each round, or deal a shoe out to the cover card\n"
         "  --penetration P          where the cover card lies, 0.75 of the shoe\n"
         "  --chart FILE             play this chart (JSON) instead of the analyser's best\n"
         "  --count FILE             play by a counting system: tags, plays, bets (docs/simulation.md)\n\n"
         "  --backend auto|scalar|simd|cuda\n"
         "  --threads T              one for each core unless said otherwise\n"
         "  --se X                   stop at this standard error of the edge, such as 0.0001\n"
         "  --save FILE              keep the tallies in a shard file, also while running; goes on where it "
         "stopped\n"
         "  --first K                begin with round K: one shard of many\n"
         "  --merge FILE ...         add up shards instead of playing\n\n"
         "  --format text|json|csv\n"
         "  --detail                 doubles, splits, surrenders, blackjacks, hands over 21\n"
         "  --by-hand FILE           results by starting hand and up card, CSV\n"
         "  --each FILE              every round, CSV\n"
         "  --bankroll BETS          risk of ruin and N0\n"
         "  --svg FILE               sample paths of --path ROUNDS (1000) and how they end\n"
         "  --quiet                  no progress line\n\n"
         "Ctrl-C prints what there is, saves it with --save, and exits 1.\n\n"
         "  lammer sim --rules wa-freebet --rounds 1e8 --wager all\n"
         "  lammer sim --rules wa-freebet --rounds 1e9 --first 1000000512 --save part2.shard\n"
         "  lammer sim --rules wa-freebet --merge part1.shard part2.shard");
    return CLI_YES;
}

/* --- the job ---------------------------------------------------------------------------------------------- */

static void warn_of(void *self, const lm_finding *finding)
{
    (void)self;
    if (finding->severity == LM_ERROR)
        fprintf(stderr, "lammer: warning: %s [%s]\n", finding->text, finding->clause);
}

/* No table may offer some of what can be simulated (C-29): said, not refused. */
static bool load_rules(sim_question *q)
{
    const sim_args *args = q->args;
    lm_finder finder = { warn_of, NULL };
    if (!cli_load_rules(&q->profile, args->rules, args->setting, args->settings)) return false;
    if (!args->quiet) lm_rules_check(&q->profile.rules, &finder);
    return true;
}

/* A stake as large as the bet where the wager's limits let it be, or what a clause fixes. */
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

/* Whether an offered wager is meant: by its id, or by the family of streak.2 to streak.5. */
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
        cli_error(offered == LM_OFFER_AMBIGUOUS ? "--wager %s: say which pay table, as ID:TABLE"
                  : offered == LM_OFFER_TABLE   ? "--wager %s: there is no such pay table"
                  : offered == LM_OFFER_FULL
                      ? "--wager %s: the table offers too many wagers already"
                      : /* say:sim-no-wager */ "--wager %s: there is no such wager; see lammer rules show",
                  text);
        return false;
    }
    return found;
}

static bool lay_wagers(sim_question *q)
{
    for (int i = 0; i < q->args->wagers; i++) {
        char list[256], *save = NULL;
        if (strlen(q->args->wager[i]) >= sizeof list) return cli_error("--wager is too long") == CLI_YES;
        strcpy(list, q->args->wager[i]);
        for (char *word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
            if (strcmp(word, "main") == 0) continue;
            if (strcmp(word, "insurance") == 0) {
                if (!q->profile.rules.insurance)
                    return cli_error("--wager insurance: this table has none") == CLI_YES;
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

static bool make_job(sim_question *q)
{
    const sim_args *args = q->args;
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
        if (!sim_read_count(&q->count, args->count)) return false;
        q->job.count = &q->count;
    }
    if (args->chart) {
        if (!sim_read_chart(&q->chart, args->chart)) return false;
        sim_exact_value(q);
    } else if (!sim_best_chart(q)) {
        return false;
    }
    const char *fault = lm_sim_job_fault(&q->job);
    if (fault) cli_error("%s", fault);
    return !fault;
}

/* --- backend and threads ---------------------------------------------------------------------------------- */

/* What speaks against a backend for this job; NULL: nothing. */
static const char *objection(const sim_question *q, const lm_sim_backend *backend)
{
    if (!backend->is_here())
        return backend->needs ? backend->needs : "this machine does not have what it needs";
    if (q->job.insures && backend != &lm_sim_scalar) return "insurance is for scalar";
    if ((q->args->by_hand || q->args->detail) && !backend->has_by_hand)
        return "results by hand and --detail are for scalar";
    return backend->refuses(&q->job);
}

/* The first one from there on that takes the job: scalar, at the end, takes every one. */
static const lm_sim_backend *first_willing(const sim_question *q, const lm_sim_backend *const *backend)
{
    while (objection(q, *backend))
        backend++;
    return *backend;
}

static bool choose_backend(sim_question *q)
{
    const char *name = q->args->backend;
    const lm_sim_backend *const *wanted = lm_sim_backends;
    bool any = strcmp(name, "auto") == 0;
    while (!any && *wanted && strcmp((*wanted)->name, name) != 0)
        wanted++;
    if (!*wanted) {
        cli_error(/* say:sim-no-backend */ "there is no backend '%s': auto, scalar, simd or cuda", name);
        return false;
    }
    const char *why = objection(q, *wanted);
    q->backend = first_willing(q, wanted);
    if (why && !any)
        fprintf(stderr, "lammer: %s does not take this job (%s); %s takes over\n", name, why,
                q->backend->name);
    return true;
}

/* A few more threads than cores do no harm and are warned of; many more are a mistake. */
static bool choose_threads(sim_question *q)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores < 1) cores = 1;
    long most = 8 * cores < 16 ? 16 : 8 * cores;
    q->threads = q->args->threads ? q->args->threads : (int)cores / q->ranks.here;
    if (q->threads < 1) q->threads = 1;
    if (q->backend->one_thread) q->threads = 1;
    if (q->threads > most) {
        cli_error(/* say:sim-threads-more */ "%d threads are more than the %ld core%s of this machine can "
                                             "use: --threads %ld",
                  q->threads, cores, cores == 1 ? "" : "s", cores);
        return false;
    }
    if (q->threads > cores && !q->args->quiet)
        fprintf(stderr, "lammer: warning: %d threads on %ld core%s are no faster than %ld\n", q->threads,
                cores, cores == 1 ? "" : "s", cores);
    return true;
}

/* --- rounds ----------------------------------------------------------------------------------------------- */

static bool merge_shards(const sim_question *q, lm_sim_shard *sum)
{
    char why[LM_SHARD_TEXT];
    lm_sim_shard *part = malloc(sizeof *part);
    bool ok = part != NULL;
    for (int i = 0; ok && i < q->args->merges; i++) {
        const char *path = q->args->merge[i];
        ok = lm_sim_shard_load(part, path, why) && lm_sim_shard_merge(sum, part, why);
        if (!ok) cli_error("%s: %s", path, why);
    }
    free(part);
    return ok;
}

/* Goes on where an earlier run with the same command stopped. *range becomes what is left. */
static bool resume(const sim_question *q, lm_sim_shard *shard, lm_sim_range *range)
{
    char why[LM_SHARD_TEXT];
    const char *path = q->args->save;
    lm_sim_shard *old = malloc(sizeof *old);
    bool ok = old && lm_sim_shard_load(old, path, why);
    if (!ok) cli_error("%s is in the way: %s", path, old ? why : "no memory");
    if (ok && !lm_sim_shard_matches(shard, old, why))
        ok = cli_error("%s is in the way: %s", path, why) == CLI_YES;
    if (ok && shard->has_hands != old->has_hands)
        ok = cli_error("%s is in the way: it was made %s --by-hand", path,
                       old->has_hands ? "with" : "without") == CLI_YES;
    bool begins_it = ok && old->ranges == 1 && old->range[0].first == range->first &&
                     old->range[0].rounds <= range->rounds;
    if (ok && !begins_it)
        ok = cli_error("%s is in the way: it does not hold the beginning of these rounds", path) == CLI_YES;
    if (ok) {
        bool at_session = !lm_sim_remembers(&q->job) || old->range[0].rounds % LM_SIM_SESSION == 0;
        if (!at_session && old->range[0].rounds < range->rounds)
            ok = cli_error("%s is in the way: it ends within a session of %d rounds", path, LM_SIM_SESSION) ==
                 CLI_YES;
    }
    if (ok) {
        uint64_t done = old->range[0].rounds;
        *shard = *old;
        *range = (lm_sim_range){ range->first + done, range->rounds - done };
    }
    free(old);
    return ok;
}

static bool play_range(const sim_question *q, sim_answer *a, lm_sim_shard *shard, lm_sim_range range)
{
    uint64_t before = shard->tally.main.rounds;
    if (!range.rounds) return true;
    if (!sim_run_watched(q, shard, range, &a->stopped, &a->seconds)) return false;
    a->played = shard->tally.main.rounds - before;
    return true;
}

/* One rank of several: its part of the range, then the sum of all for rank 0. What was there before counts once. */
static bool play_part(const sim_question *q, sim_answer *a, lm_sim_shard *shard, lm_sim_range range)
{
    char why[LM_SHARD_TEXT];
    lm_sim_shard *sum = malloc(sizeof *sum);
    uint64_t before = shard->tally.main.rounds;
    if (!sum) return cli_error("there is no memory for the tallies") == CLI_YES;
    if (q->ranks.rank) {
        bool has_hands = shard->has_hands;
        lm_sim_shard_open(shard, &q->job);
        shard->has_hands = has_hands;
    }
    double begin = sim_now();
    bool ok = play_range(q, a, shard, lm_sim_rank_part(q->ranks, range));
    if (ok && !lm_sim_ranks_gather(q->ranks, shard, sum, why)) ok = cli_error("%s", why) == CLI_YES;
    *shard = *sum;
    a->seconds = sim_now() - begin;
    a->played = shard->tally.main.rounds - before;
    free(sum);
    return ok;
}

static bool play(const sim_question *q, sim_answer *a, lm_sim_shard *shard)
{
    lm_sim_range range = { q->args->first, q->args->rounds };
    if (lm_sim_remembers(&q->job) && range.first % LM_SIM_SESSION)
        return cli_error(/* say:sim-session */ "--first %" PRIu64 " is within a session; shards of this job "
                                                                  "begin with a multiple of %d",
                         range.first, LM_SIM_SESSION) == CLI_YES;
    shard->has_hands = q->args->by_hand != NULL;
    if (q->args->save && access(q->args->save, F_OK) == 0 && !resume(q, shard, &range)) return false;
    return q->ranks.ranks > 1 ? play_part(q, a, shard, range) : play_range(q, a, shard, range);
}

static bool write_files(const sim_answer *a)
{
    const sim_args *args = a->question->args;
    char why[LM_SHARD_TEXT];
    if (args->save && !lm_sim_shard_save(a->shard, args->save, why)) return cli_error("%s", why) == CLI_YES;
    if (args->by_hand && !a->shard->has_hands)
        return cli_error("these shards have no results by hand") == CLI_YES;
    if (args->by_hand && !sim_write_hands(a, args->by_hand)) return false;
    lm_sim_range range = { args->first, a->shard->tally.main.rounds };
    if (args->each && !sim_write_each(a->question, range, args->each)) return false;
    return !args->svg || sim_write_svg(a, args->svg);
}

static int print(const sim_answer *a)
{
    switch (a->question->args->format) {
    case SIM_JSON: return sim_print_json(a);
    case SIM_CSV: sim_print_csv(a, stdout); break;
    case SIM_TEXT: sim_print_text(a, stdout); break;
    }
    return fflush(stdout) == 0 ? CLI_YES : cli_error("the answer could not be written");
}

static int answer(const sim_question *q, lm_sim_shard *shard)
{
    sim_answer a = { .question = q, .shard = shard };
    lm_sim_shard_open(shard, &q->job);
    if (!(q->args->merges ? merge_shards(q, shard) : play(q, &a, shard))) return CLI_BAD;
    if (q->ranks.rank) return CLI_YES; /* rank 0 speaks for all */
    lm_sim_digest(&q->job, &shard->tally, a.digest);
    lm_sim_main_figures(&q->job, &shard->tally, &a.main);
    if (!write_files(&a)) return CLI_BAD;
    int result = print(&a);
    return result == CLI_YES && a.stopped ? CLI_NO : result;
}

int cmd_sim(int argc, char **argv)
{
    static sim_args args;
    lm_sim_ranks ranks;
    char why[LM_SHARD_TEXT];
    if (!sim_args_read(&args, argc, argv)) return CLI_BAD;
    if (args.help) return help();
    if (sodium_init() < 0) return cli_error("libsodium does not start");
    if (!lm_sim_ranks_open(&ranks, why)) return cli_error("%s", why);
    if (ranks.ranks > 1 && args.wanted_se > 0) {
        lm_sim_ranks_close(ranks);
        return cli_error("--se is for one process: ranks do not know of each other's rounds");
    }
    if (ranks.rank) args.quiet = true;
    sim_question *q = calloc(1, sizeof *q);
    lm_sim_shard *shard = malloc(sizeof *shard);
    int result = CLI_BAD;
    if (!q || !shard) {
        cli_error("there is no memory for the tallies");
    } else {
        q->args = &args;
        q->ranks = ranks;
        if (load_rules(q) && make_job(q) && choose_backend(q) && choose_threads(q)) result = answer(q, shard);
    }
    free(shard);
    free(q);
    lm_sim_ranks_close(ranks);
    return result;
}
