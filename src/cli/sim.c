/* sim.c - `lammer sim`: options, Ctrl-C, and the report. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lammer/program/simulation.h"
#include "options.h"

static const char usage[] =
    "usage: lammer sim --rules NAME|FILE --rounds N [OPTION ...]\n\n"
    "Plays N rounds and counts. Round k of a seed is the same round on every machine and by every backend,\n"
    "so the digest of the tallies can be compared (docs/simulation.md).\n\n"
    "  --rules NAME|FILE        the rules; --set KEY=VALUE overrides single ones\n"
    "  --rounds N               how many: 1000000 or 1e6\n"
    "  --seed S                 default 1\n"
    "  --boxes N                1 to 7, all playing the same chart\n"
    "  --bet DOLLARS            the wager of each box; default $10, or what the table allows\n"
    "  --wager ID|all           side wagers to lay as well; repeat it, or ID,ID; ID:TABLE if not offered\n"
    "  --dealing fresh|shoe     shuffle before each round, or deal a shoe out to the cover card\n"
    "  --penetration P          the part of the shoe before the cover card; default 0.75\n"
    "  --chart FILE             play this chart (JSON) instead of the analyser's best\n"
    "  --post-split CLASS       play by a class of play after a split (docs/odds.md): td (the chart), cdz-, cdz, cdp\n"
    "                           or cdpn. opt depends on all cards seen, so it has no table\n"
    "  --count FILE             play by a counting system: tags, plays, bets (docs/simulation.md)\n\n"
    "  --backend auto|scalar|quick|simd|cuda\n"
    "  --threads T              default: one for each core\n"
    "  --se X                   stop at this standard error of the edge, such as 0.0001\n"
    "  --save FILE              keep the tallies in a shard file while running; an interrupted run continues from it.\n"
    "                           Run with --by-hand, --by-count or --by-penetration, or by scalar, it also keeps these\n"
    "                           results, for later questions\n"
    "  --first K                begin with round K: one shard of many\n"
    "  --merge FILE ...         add up shards instead of playing\n\n"
    "  --format text|json|csv\n"
    "  --detail                 doubles, splits, surrenders, blackjacks, hands over 21\n"
    "  --by-hand FILE           results by starting hand and up card, as CSV, or as JSON in a FILE.json\n"
    "  --by-count FILE          results by the count when the bet is made\n"
    "  --by-penetration FILE    results by the part of the shoe that is dealt, in sixteenths\n"
    "  --each FILE              every round, CSV\n"
    "  --joint FILE             how often the main wager and each wager of --wager had which nets together, CSV\n"
    "  --bankroll BETS          risk of ruin and N0\n"
    "  --svg FILE               sample paths of --path ROUNDS (1000) and how they end\n"
    "  --quiet                  no progress line\n\n"
    "Ctrl-C prints the results so far, saves them with --save, and exits 1.\n\n"
    "  lammer sim --rules wa-freebet --rounds 1e8 --wager all\n"
    "  lammer sim --rules wa-freebet --rounds 1e9 --first 1000000512 --save part2.shard\n"
    "  lammer sim --rules wa-freebet --merge part1.shard part2.shard\n"
    "  lammer sim --rules wa-freebet --dealing shoe --merge all.shard --by-penetration depth.csv\n";

static bool read_whole(const char *text, uint64_t most, uint64_t *number)
{
    char digits[32];
    size_t n = 0;
    for (; *text; text++) {
        if (*text == '_' && n) continue;
        if (*text < '0' || *text > '9' || n + 1 >= sizeof digits) return false;
        digits[n++] = *text;
    }
    digits[n] = '\0';
    if (!n || n > 20 || (n == 20 && strcmp(digits, "18446744073709551615") > 0)) return false;
    *number = strtoull(digits, NULL, 10);
    return *number <= most;
}

static bool read_count_of_rounds(const char *text, uint64_t *rounds)
{
    const char *e = strpbrk(text, "eE");
    if (!e) return read_whole(text, LM_SIM_MOST_ROUNDS, rounds);
    char digits[32];
    uint64_t power;
    size_t n = (size_t)(e - text);
    if (n >= sizeof digits) return false;
    memcpy(digits, text, n);
    digits[n] = '\0';
    if (!read_whole(digits, LM_SIM_MOST_ROUNDS, rounds) || !read_whole(e + 1, 18, &power)) return false;
    for (; power; power--) {
        if (*rounds > LM_SIM_MOST_ROUNDS / 10) return false;
        *rounds *= 10;
    }
    return true;
}

static bool read_rounds(void *into, const char *value)
{
    sim_ask *ask = into;
    ask->has_rounds = true;
    return read_count_of_rounds(value, &ask->rounds) && ask->rounds;
}

static bool read_first(void *into, const char *value)
{
    sim_ask *ask = into;
    ask->has_first = true;
    return read_count_of_rounds(value, &ask->first);
}

static bool read_seed(void *into, const char *value)
{
    return read_whole(value, UINT64_MAX, into);
}

static bool read_bet(void *into, const char *value)
{
    lm_cents *cents = into;
    return lm_cents_read(value, cents) && *cents > 0;
}

static bool read_path(void *into, const char *value)
{
    uint64_t *rounds = into;
    return read_whole(value, 100000, rounds) && *rounds >= 10;
}

/* Files after --merge need no further --merge. */
static bool read_merge(void *into, const char *value)
{
    sim_ask *ask = into;
    bool good = ask->merges && ask->merges < SIM_LIST;
    if (good) ask->merge[ask->merges++] = value;
    if (!good) cli_error("lammer sim takes no files except after --merge, and at most %d there", SIM_LIST);
    return good;
}

static bool read_options(sim_ask *ask, int argc, char **argv, int *result)
{
    static const char *const dealings[] = { "fresh", "shoe", NULL }, *const formats[] = { "text", "json", "csv", NULL };
    static const char *const classes[] = { "td", "cdz-", "cdz", "cdp", "cdpn", NULL };
    static const char *const backends[] = { "auto", "scalar", "quick", "simd", "cuda", NULL };
    const cli_option options[] = {
        { "--rules", .text = &ask->rules },
        { "--set", .list = ask->setting, .n = &ask->settings, .most = SIM_LIST },
        { "--rounds", "a number from 1 to 2^63, such as 1000000 or 1e9", .read = read_rounds, .into = ask },
        { "--first", "the number of a round, from 0 to 2^63", .read = read_first, .into = ask },
        { "--seed", "a number from 0 to 2^64 - 1", .read = read_seed, .into = &ask->seed },
        { "--threads", .number = &ask->threads, .least = 1, .most = 1 << 20 },
        { "--backend", .text = &ask->backend, .words = backends },
        { "--dealing", .choice = &ask->dealing, .words = dealings },
        { "--boxes", .number = &ask->seats, .least = 1, .most = LM_SIM_SEATS },
        { "--seats", .number = &ask->seats, .least = 1, .most = LM_SIM_SEATS }, /* the older word */
        { "--penetration", "the part of the shoe that is dealt, from 0.05 to 0.99", .real = &ask->penetration,
          .low = 0.05, .high = 0.99 },
        { "--bet", "an amount in dollars", .read = read_bet, .into = &ask->bet_cents },
        { "--wager", .list = ask->wager, .n = &ask->wagers, .most = SIM_LIST },
        { "--chart", .text = &ask->chart },
        { "--post-split", "td, cdz-, cdz, cdp or cdpn, of which each is a table", .text = &ask->post_split,
          .words = classes },
        { "--count", .text = &ask->count },
        { "--save", .text = &ask->save },
        { "--merge", .list = ask->merge, .n = &ask->merges, .most = SIM_LIST },
        { "--se", "the standard error to stop at, such as 0.0001 for a hundredth of a per cent",
          .real = &ask->wanted_se, .low = 1e-9, .high = 1 },
        { "--by-hand", .text = &ask->by_hand },
        { "--by-count", .text = &ask->by_count },
        { "--by-penetration", .text = &ask->by_depth },
        { "--each", .text = &ask->each },
        { "--joint", .text = &ask->joint },
        { "--svg", .text = &ask->svg },
        { "--path", "a number of rounds from 10 to 100000", .read = read_path, .into = &ask->path_rounds },
        { "--bankroll", "a number of bets, from 1 on", .real = &ask->bankroll, .low = 1, .high = 1e9 },
        { "--format", .choice = &ask->format, .words = formats },
        { "--detail", .flag = &ask->detail },
        { "--quiet", .flag = &ask->quiet },
        { "", .read = read_merge, .into = ask },
        { NULL },
    };
    return options_read("sim", usage, options, argc, argv, result);
}

static bool wrong(const char *text)
{
    cli_error("%s", text);
    return false;
}

/* Whether the options fit together. */
static bool agree(sim_ask *ask)
{
    if (!ask->rules)
        return wrong(/* say:sim-which-rules */ "say which rules: lammer sim --rules wa-freebet --rounds 1e7");
    if (!ask->has_rounds && ask->wanted_se > 0) ask->rounds = LM_SIM_MOST_ROUNDS - ask->first;
    if (!ask->rounds && !ask->merges)
        return wrong(/* say:sim-how-many */ "say how many rounds: --rounds 1e7, or --se 0.0005");
    if (ask->merges && (ask->has_rounds || ask->has_first || ask->wanted_se > 0))
        return wrong(
            /* say:sim-only-adds */ "--merge adds up shards and plays no rounds: leave out --rounds, --first and --se");
    if (ask->by_count && !ask->count)
        return wrong(/* say:sim-count-by-what */ "--by-count needs a counting system: --count FILE");
    if (ask->rounds > LM_SIM_MOST_ROUNDS - ask->first)
        return wrong(/* say:sim-beyond */ "--first and --rounds go beyond 2^63");
    return true;
}

static volatile sig_atomic_t was_interrupted;

static void on_interrupt(int signal)
{
    was_interrupted = 1;
}

static bool interrupted(void)
{
    return was_interrupted;
}

int cmd_sim(int argc, char **argv)
{
    static sim_ask ask;
    lm_text text = { 0 };
    lm_study_ear ear = cli_ear;
    struct sigaction catch = { .sa_handler = on_interrupt };
    int result;
    ask = (sim_ask){
        .seed = 1, .seats = 1, .penetration = 0.75, .backend = "auto", .path_rounds = 1000, .columns = cli_columns
    };
    if (!read_options(&ask, argc, argv, &result)) return result;
    if (!agree(&ask)) return CLI_BAD;
    if (!isatty(STDERR_FILENO)) ear.progress = NULL;
    sigemptyset(&catch.sa_mask);
    sigaction(SIGINT, &catch, NULL);
    sigaction(SIGTERM, &catch, NULL);
    return cli_print_answer(&text, sim_answer_ask(&ask, &ear, interrupted, &text));
}
