/* report.c - `lammer report`: the mathematics of a submission as one page that needs nothing else. */
#include "cli.h"
#include "lammer/study.h"

static const char usage[] =
    "usage: lammer report --rules NAME|FILE [--set KEY=VALUE ...] --out FILE.html\n"
    "\n"
    "The mathematics of a rules submission as one HTML page, complete in itself, to read, print and sign: "
    "the rules\n"
    "with their clauses, every wager's outcomes, the main game's figures, charts and values of each starting "
    "hand,\n"
    "and a comparison with the figures that the document prints.\n"
    "\n"
    "  --rules NAME|FILE    a shipped profile (lammer rules list) or a YAML file\n"
    "  --set KEY=VALUE      change one rule; may be repeated\n"
    "  --wager ID           report on this wager instead of the offered ones; all: on every wager of the "
    "document\n"
    "  --players N, --stake DOLLARS, --removed CARDS\n"
    "                       as for lammer odds\n"
    "  --out FILE.html      where to; - is the standard output\n"
    "  --date TEXT          a date to print; the same question gives the same page, so there is none by "
    "itself\n"
    "  --help               this text\n"
    "\n"
    "  lammer report --rules wa-freebet --out wa-freebet.html\n"
    "  lammer report --rules ma-blackjack --wager all --set decks=8 --out all.html --date 2025-06-30\n"
    "\n"
    "Exits 0 on success, 2 on bad usage or input.\n";

int cmd_report(int argc, char **argv)
{
    return lm_study_answer(usage, argc, argv);
}
