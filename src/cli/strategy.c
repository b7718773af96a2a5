/* strategy.c - `lammer strategy`: the chart, as text, JSON, CSV, SVG or HTML. */
#include <stdlib.h>
#include <string.h>

#include "strategy_cli.h"

static const char usage[] =
    "usage: lammer strategy --rules NAME|FILE [--set KEY=VALUE ...] [--hand real|free] [--exceptions]\n"
    "                       [--format text|json|csv|svg|html]\n"
    "\n"
    "The best chart that a person can print: what to do with a total against what the dealer shows, for "
    "hands with\n"
    "chips and for hands that only a lammer stakes. A star marks what the house pays for.\n"
    "\n"
    "  --rules NAME|FILE    a shipped profile (lammer rules list) or a YAML file\n"
    "  --set KEY=VALUE      change one rule; may be repeated\n"
    "  --hand real|free     one of the two charts: hands with chips (real), or only a lammer (free)\n"
    "  --exceptions         also list hands of two and three cards that are better played otherwise, with "
    "the gain\n"
    "  --removed CARDS      cards that have left the shoe, such as \"5h 5d Tc\"\n"
    "  --infinite           a shoe that does not notice what was dealt\n"
    "  --format F           text, json, csv, svg or html\n"
    "  --help               this text\n"
    "\n"
    "  lammer strategy --rules ma-freebet\n"
    "  lammer strategy --rules wa-freebet --hand free --format svg > chart.svg\n"
    "  lammer strategy --rules ma-blackjack --set decks=1 --exceptions\n"
    "\n"
    "Exits 0 on success, 2 on bad usage or input.\n";

static bool choose_stakes(strategy *y, const odds_ask *ask)
{
    const lm_rules *rules = y->study->rules;
    bool lammers = rules_split_free(rules);
    y->stakes = 1u << LM_STAKED_CHIPS | (unsigned)lammers << LM_STAKED_LAMMER;
    if (!ask->kind) return true;
    y->stakes = 1u << (strcmp(ask->kind, "free") == 0 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS);
    if (lammers || y->stakes == 1u << LM_STAKED_CHIPS) return true;
    cli_error("%s gives no free splits, so no hand is staked by a lammer alone; leave out --hand free",
              rules->name);
    return false;
}

static int print(const strategy *y, ask_format format)
{
    switch (format) {
    case ASK_JSON: return strategy_json(y);
    case ASK_CSV: strategy_csv(y, stdout); break;
    case ASK_SVG: strategy_svg(y, stdout); break;
    case ASK_HTML: strategy_html(y, stdout); break;
    default: strategy_text(y, stdout); break;
    }
    return CLI_YES;
}

static int run(study *s, const odds_ask *ask)
{
    strategy y = { .study = s, .with_exceptions = ask->exceptions };
    if (!study_open(s, ask) || !choose_stakes(&y, ask)) return CLI_BAD;
    y.chart = study_chart(s);
    if (!y.chart) return CLI_BAD;
    y.house_edge = study_chart_edge(s);
    int result = CLI_BAD;
    if (!ask->exceptions || find_exceptions(&y.exceptions, s, y.stakes)) result = print(&y, ask->format);
    free(y.exceptions.item);
    return result;
}

int cmd_strategy(int argc, char **argv)
{
    return study_command(ASK_STRATEGY, usage, run, argc, argv);
}
