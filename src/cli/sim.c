/* sim.c - `lammer sim`: the question, Ctrl-C, the answer. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "sim_args.h"

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

static volatile sig_atomic_t was_interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
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
    if (!sim_args_read(&ask, argc, argv)) return CLI_BAD;
    if (ask.help) return help();
    if (!isatty(STDERR_FILENO)) ear.progress = NULL;
    sigemptyset(&catch.sa_mask);
    sigaction(SIGINT, &catch, NULL);
    sigaction(SIGTERM, &catch, NULL);
    return cli_print_answer(&text, sim_answer_ask(&ask, &ear, interrupted, &text));
}
