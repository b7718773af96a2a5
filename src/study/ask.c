/* ask.c - the command lines of `lammer odds`, `lammer strategy` and `lammer report`. */
#include <string.h>

#include "lammer/program/options.h"
#include "study.h"

static const char *const command_names[] = { "odds", "strategy", "report" };

static bool read_stake(void *into, const char *value)
{
    lm_cents *stake = into;
    return lm_cents_read(value, stake) && *stake > 0 && *stake <= LM_CENTS_MAX;
}

/* How many questions about a situation beside the usual round are asked. */
static int situations_of(const lm_ask *ask)
{
    return ask->behind + (ask->first != NULL) + (ask->coupon_cents > 0) + ask->insurance + (ask->worth != NULL);
}

static bool asks_otherwise(const lm_ask *ask)
{
    bool chart = ask->chart && !ask->behind;
    return ask->hand || (ask->wager && !ask->coupon_cents) || ask->eor || ask->dealer || ask->distribution ||
           ask->together > 0 || chart;
}

/* Options that exclude each other. */
static bool fits_together(const lm_ask *ask, const lm_study_ear *ear)
{
    bool odds = ask->command == LM_ASK_ODDS, report = ask->command == LM_ASK_REPORT;
    const struct {
        bool wrong;
        const char *why;
    } checks[] = {
        { !ask->rules, "--rules NAME|FILE is missing; lammer rules list names the shipped profiles" },
        { odds && !ask->hand != !ask->up, "--hand and --up go together, such as --hand \"8h 8d\" --up 6c" },
        { odds && ask->kind && !ask->hand, "--kind says what stakes a hand; name the hand with --hand and --up" },
        { (ask->hands || ask->down) && !ask->hand,
          /* say:of-one-hand */ "--hands and --down are about one hand; name it with --hand and --up" },
        { ask->hand && (ask->wager || ask->eor || ask->paytable || ask->together > 0),
          "--hand prices one decision of the main game; it takes no --wager, --paytable, --together or --eor" },
        { situations_of(ask) > !asks_otherwise(ask),
          /* say:situation-alone */ "--behind, --worth, --coupon, --first and --insurance each ask one question about "
                                    "the main game; ask one of them at a time, without --hand, --dealer, "
                                    "--distribution, --together or --eor; --wager goes with --coupon only" },
        { ask->chart && (ask->hand || ask->wager || ask->eor || ask->together > 0),
          /* say:chart-alone */ "--chart values a chart of the main game; it takes no --hand, --wager, --together or "
                                "--eor" },
        { ask->dealer && (ask->hand || ask->wager || ask->chart || ask->together > 0),
          /* say:dealer-alone */ "--dealer is about the dealer's hand alone; it takes no --hand, --wager, --chart or "
                                 "--together" },
        { ask->distribution && (ask->hand || ask->chart || ask->dealer || ask->eor),
          /* say:distribution-alone */ "--distribution is about a round of the main game; it takes no --hand, --chart, "
                                       "--dealer or --eor" },
        { ask->distribution && ask->together > 0 && !ask->wager,
          /* say:together-of-what */ "--together is the stake of the wagers beside the main wager; name them with "
                                     "--wager ID" },
        { ask->tax_forms && (situations_of(ask) || ask->hand || ask->eor || ask->dealer || ask->distribution ||
                             ask->together > 0 || ask->chart),
          /* say:tax-forms-alone */ "--tax-forms is about wagers; besides --wager, --paytable, --stake, --players and "
                                    "--rounds it takes no other question" },
        { odds && !ask->distribution &&
              ((ask->rounds && !ask->tax_forms) || ask->boxes || ask->bankroll > 0 || ask->goal > 0),
          /* say:distribution-missing */ "--rounds, --boxes, --bankroll and --goal belong to --distribution" },
        { ask->goal > 0 && ask->bankroll <= 0,
          /* say:goal-of-bankroll */ "--goal is what a player with a bankroll wants to win; add --bankroll UNITS" },
        { ask->bankroll > 0 && ask->goal <= 0 && !ask->rounds,
          /* say:ruin-of-what */ "ruin is certain, or may never come, for a player who never stops; add --goal UNITS, "
                                 "--rounds N, or both" },
        { ask->paytable && !ask->wager, "--paytable belongs to a wager; name it with --wager ID" },
        { (ask->removed || ask->seen) && ask->infinite,
          /* say:without-end */ "removed cards do not change an infinite shoe; leave "
                                "out --removed or --infinite" },
        { ask->exceptions && ask->format == LM_ASK_SVG,
          "--exceptions is a list, not a drawing; use --format text, json, csv or html" },
        { ask->command == LM_ASK_STRATEGY && ask->post_split && ask->format == LM_ASK_SVG,
          /* say:class-is-a-list */ "--post-split lists hands, it is not a drawing; use --format text, json, csv or "
                                    "html" },
        { (ask->simplify || ask->advices) && ask->exceptions,
          /* say:simple-or-not */ "--simplify and --advices leave exceptions out, --exceptions lists more; ask for one "
                                  "of "
                                  "them" },
        { ask->simplify && ask->advices,
          /* say:simple-one-way */ "--simplify limits the exceptions, --advices the different advices; ask for one of "
                                   "them" },
        { ask->card && ask->format != LM_ASK_SVG, /* say:card-is-svg */ "--card is a drawing; add --format svg" },
        { report && (!ask->out || !ask->out[0]),
          "lammer report needs --out FILE.html (or --out - for the standard output)" },
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks && !ask->help; i++) {
        if (checks[i].wrong) return say(ear, "%s", checks[i].why);
    }
    return true;
}

static bool find_command(lm_ask *ask, const char *word, const lm_study_ear *ear)
{
    for (int i = 0; i < LM_ASK_COMMANDS; i++) {
        if (strcmp(command_names[i], word) != 0) continue;
        ask->command = (lm_ask_command)i;
        return true;
    }
    static const char *const here[] = { "odds", "report", "rules", "strategy" };
    char hint[LM_MEANT_TEXT];
    return say(ear, "\"%s\" is not a command here; use odds, report, rules or strategy%s", word,
               lm_words_meant(lm_words_nearest_of(word, here, 4), hint));
}

bool lm_ask_read(lm_ask *ask, int n, char **words, const lm_study_ear *ear)
{
    enum { ODDS = 1 << LM_ASK_ODDS, STRATEGY = 1 << LM_ASK_STRATEGY, REPORT = 1 << LM_ASK_REPORT, ALL = 7 };
    memset(ask, 0, sizeof *ask);
    if (!find_command(ask, words[0], ear)) return false;
    static const char *const formats[] = { "text", "json", "csv", "svg", "html", NULL };
    static const char *const of_odds[] = { "text", "json", "csv", NULL };
    static const char *const kinds[] = { "real", "free", NULL };
    static const char *const gifts[] = { "all", "double", "split", "lammer", NULL };
    static const char *const classes[] = { "td", "cdz-", "cdz", "cdp", "cdpn", "opt", NULL };
    static const char classes_are[] = "a class of play after a split: td, cdz-, cdz, cdp, cdpn or opt";
    static const char units_are[] = "a number of wagers, such as 200, and a bankroll is at least one";
    static const char kinds_are[] = "real (chips) or free (a lammer)";
    const struct {
        int commands; /* the commands that take this option, as a bit set */
        lm_option option;
    } all[] = {
        { ALL, { "--rules", .text = &ask->rules } },
        { ALL, { "--set", .list = ask->setting, .n = &ask->settings, .most = LM_ASK_SETTINGS } },
        { ODDS | REPORT, { "--wager", .text = &ask->wager } },
        { ODDS, { "--paytable", .text = &ask->paytable } },
        { ODDS, { "--format", .choice = &ask->format, .words = of_odds } },
        { STRATEGY, { "--format", .choice = &ask->format, .words = formats } },
        { ALL, { "--removed", .text = &ask->removed } },
        { ALL, { "--seen", .text = &ask->seen } },
        { ALL, { "--post-split", classes_are, .text = &ask->post_split, .words = classes } },
        { ODDS, { "--hand", .text = &ask->hand } },
        { STRATEGY, { "--hand", kinds_are, .text = &ask->kind, .words = kinds } },
        { ODDS, { "--up", .text = &ask->up } },
        { ODDS, { "--kind", kinds_are, .text = &ask->kind, .words = kinds } },
        { ODDS, { "--hands", .number = &ask->hands, .least = 1, .most = 4 } },
        { ODDS, { "--down", .flag = &ask->down } },
        { ODDS, { "--eor", .flag = &ask->eor } },
        { ODDS, { "--chart", .text = &ask->chart } },
        { ODDS, { "--dealer", .flag = &ask->dealer } },
        { ODDS, { "--distribution", .flag = &ask->distribution } },
        { ODDS, { "--boxes", .number = &ask->boxes, .least = 1, .most = LM_BOXES } },
        { ODDS, { "--rounds", .number = &ask->rounds, .least = 1, .most = LM_SESSION_MOST } },
        { ODDS, { "--bankroll", units_are, .real = &ask->bankroll, .low = 1, .high = 1e6 } },
        { ODDS, { "--goal", units_are, .real = &ask->goal, .low = 0.1, .high = 1e6 } },
        { ODDS, { "--behind", .flag = &ask->behind } },
        { ODDS, { "--coupon", "an amount in dollars, such as 25", .read = read_stake, .into = &ask->coupon_cents } },
        { ODDS, { "--insurance", .flag = &ask->insurance } },
        { ODDS, { "--worth", .text = &ask->worth, .words = gifts } },
        { ODDS, { "--first", .text = &ask->first } },
        { ODDS, { "--tax-forms", .number = &ask->tax_forms, .least = 1900, .most = 2200 } },
        { STRATEGY, { "--simplify", .text = &ask->simplify } },
        { STRATEGY, { "--advices", .text = &ask->advices } },
        { ODDS | REPORT, { "--players", .number = &ask->players, .least = 1, .most = LM_ASK_PLAYERS } },
        { ODDS | REPORT,
          { "--stake", "an amount in dollars, such as 5 or 2.50", .read = read_stake, .into = &ask->stake_cents } },
        { ODDS,
          { "--together", "the stake on the other wager per unit of the main wager, such as 1 or 0.2",
            .real = &ask->together, .low = 1e-6, .high = 1000 } },
        { ODDS | STRATEGY, { "--infinite", .flag = &ask->infinite } },
        { STRATEGY, { "--exceptions", .flag = &ask->exceptions } },
        { STRATEGY, { "--card", .flag = &ask->card } },
        { REPORT, { "--out", .text = &ask->out } },
        { REPORT, { "--date", .text = &ask->date } },
        { ALL, { "--help", .flag = &ask->help } },
        { ALL, { "-h", .flag = &ask->help } },
    };
    lm_option mine[sizeof all / sizeof *all + 1] = { 0 };
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].commands >> ask->command & 1) mine[count++] = all[i].option;
    }
    return lm_options_read(words[0], mine, n, words, ear ? ear->say : NULL, ear ? ear->self : NULL) &&
           fits_together(ask, ear);
}
