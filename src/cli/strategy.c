/* strategy.c - `lammer strategy`: the chart, as text, JSON, CSV, SVG or HTML. */
#include "cli.h"

static const char usage[] =
    "usage: lammer strategy --rules NAME|FILE [--set KEY=VALUE ...] [--hand real|free] [--exceptions]\n"
    "                       [--format text|json|csv|svg|html] [--card]\n"
    "\n"
    "The best chart that a person can print: what to do with a total against what the dealer shows, for hands with\n"
    "chips and for hands that only a lammer stakes. A star marks doubles and splits that the house pays for.\n"
    "\n"
    "  --rules NAME|FILE    a shipped profile (lammer rules list) or a YAML file\n"
    "  --set KEY=VALUE      change one rule; may be repeated\n"
    "  --hand real|free     one of the two charts: hands with chips (real), or only a lammer (free)\n"
    "  --exceptions         also list hands of two and three cards that are better played differently, and totals of\n"
    "                       many cards such as 16 of three or more, with the gain\n"
    "  --simplify K         the best simple chart: one advice in each row, except for at most K runs of up cards\n"
    "  --advices K          the best chart that gives at most K different advices, such as H, S, D and P\n"
    "  --post-split CLASS   also the hands that a class of play after a split (td, cdz-, cdz, cdp, cdpn, opt) plays\n"
    "                       otherwise than the optimum plays unsplit hands; lammer sim plays the classes\n"
    "  --removed CARDS      cards that have left the shoe, such as \"5h 5d Tc\"\n"
    "  --seen CARDS         cards of other hands, which have left the shoe as well\n"
    "  --infinite           an infinite shoe, which dealt cards do not change\n"
    "  --format F           text, json, csv, svg or html\n"
    "  --card               with --format svg: on playing cards to print, 88.9 by 63.5 mm, one for each chart\n"
    "  --help               this text\n"
    "\n"
    "  lammer strategy --rules ma-freebet\n"
    "  lammer strategy --rules wa-freebet --hand free --format svg > chart.svg\n"
    "  lammer strategy --rules ma-freebet --format svg --card > card.svg\n"
    "  lammer strategy --rules ma-blackjack --set decks=1 --exceptions\n"
    "\n"
    "Exits 0 on success, 2 on bad usage or input.\n";

int cmd_strategy(int argc, char **argv)
{
    return cli_answer(usage, argc, argv);
}
