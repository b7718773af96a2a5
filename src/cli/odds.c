/* odds.c - `lammer odds`: the exact odds of the main game and of every wager. */
#include "cli.h"

static const char usage[] =
    "usage: lammer odds --rules NAME|FILE [--set KEY=VALUE ...] [--wager ID [--paytable T]]\n"
    "                   [--format text|json|csv]\n"
    "       lammer odds --rules NAME|FILE --hand CARDS --up CARD [--kind real|free]\n"
    "                   [--format text|json|csv]\n"
    "       lammer odds --rules NAME|FILE --chart FILE [--format text|json|csv]\n"
    "\n"
    "Exact odds: the main game by its optimal play and by its printable chart, and every outcome of the optional\n"
    "wagers. Nothing is simulated. Values are per unit of the initial wager; docs/odds.md has the method,\n"
    "docs/odds-json.md the JSON.\n"
    "\n"
    "  --rules NAME|FILE    a shipped profile (lammer rules list) or a YAML file\n"
    "  --set KEY=VALUE      change one rule; may be repeated. Rules that no table may offer are answered too, with a\n"
    "                       warning that cites the clause\n"
    "  --wager ID           one wager only; main: the main game only; all: every wager of the document with every\n"
    "                       pay table; insurance. Default: the main game and what the rules offer\n"
    "  --paytable T         the pay table of that wager\n"
    "  --stake DOLLARS      the stake, for wagers whose awards depend on it\n"
    "  --players N          players who make the wager, you included: for prizes from others' wins (envy)\n"
    "  --removed CARDS      cards that have left the shoe, such as \"5h 5d Tc\"\n"
    "  --infinite           an infinite shoe, which dealt cards do not change\n"
    "  --eor                effects of removal: what one card less in the shoe is worth to the player\n"
    "  --hand CARDS         price one decision: every action, the best one, the cost of the others\n"
    "  --up CARD            against this card; two cards where the hole card lies open\n"
    "  --kind real|free     what stakes that hand: chips (real) or only a lammer (free)\n"
    "  --chart FILE         value a chart exactly: its house edge, and what each cell costs against the optimum. The\n"
    "                       file is what lammer strategy --format json prints, or one like it\n"
    "  --together R         how to play the main wager and a wager on lammers (Pot of Gold) together,\n"
    "                       with R staked on it per unit of the main wager: what changes, and what\n"
    "                       both cost\n"
    "  --format F           text, json or csv\n"
    "  --help               this text\n"
    "\n"
    "  lammer odds --rules wa-freebet\n"
    "  lammer odds --rules ma-blackjack --wager 21+3 --paytable A --format json\n"
    "  lammer odds --rules wa-freebet --together 1\n"
    "  lammer odds --rules ma-freebet --hand \"8h 8d\" --up 6c\n"
    "  lammer odds --rules ma-blackjack --wager all --set decks=8 --format csv > odds.csv\n"
    "\n"
    "Exits 0 on success, 2 on bad usage or input.\n";

int cmd_odds(int argc, char **argv)
{
    return cli_answer(usage, argc, argv);
}
