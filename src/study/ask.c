/* ask.c - the command lines of `lammer odds`, `lammer strategy` and `lammer report`. */
#include <stdlib.h>
#include <string.h>

#include "study.h"

enum {
    OPT_RULES,
    OPT_SET,
    OPT_WAGER,
    OPT_PAYTABLE,
    OPT_FORMAT,
    OPT_REMOVED,
    OPT_HAND,
    OPT_UP,
    OPT_KIND,
    OPT_EOR,
    OPT_PLAYERS,
    OPT_STAKE,
    OPT_TOGETHER,
    OPT_INFINITE,
    OPT_EXCEPTIONS,
    OPT_OUT,
    OPT_DATE,
    OPT_HELP,
    OPT_COUNT
};

#define ODDS (1u << LM_ASK_ODDS)
#define STRATEGY (1u << LM_ASK_STRATEGY)
#define REPORT (1u << LM_ASK_REPORT)

/* Which commands have the option, and whether it takes a value. */
static const struct {
    const char *name;
    bool takes_value;
    unsigned commands;
} options[] = {
    [OPT_RULES] = { "--rules", true, ODDS | STRATEGY | REPORT },
    [OPT_SET] = { "--set", true, ODDS | STRATEGY | REPORT },
    [OPT_WAGER] = { "--wager", true, ODDS | REPORT },
    [OPT_PAYTABLE] = { "--paytable", true, ODDS },
    [OPT_FORMAT] = { "--format", true, ODDS | STRATEGY },
    [OPT_REMOVED] = { "--removed", true, ODDS | STRATEGY | REPORT },
    [OPT_HAND] = { "--hand", true, ODDS | STRATEGY },
    [OPT_UP] = { "--up", true, ODDS },
    [OPT_KIND] = { "--kind", true, ODDS },
    [OPT_EOR] = { "--eor", false, ODDS },
    [OPT_PLAYERS] = { "--players", true, ODDS | REPORT },
    [OPT_STAKE] = { "--stake", true, ODDS | REPORT },
    [OPT_TOGETHER] = { "--together", true, ODDS },
    [OPT_INFINITE] = { "--infinite", false, ODDS | STRATEGY },
    [OPT_EXCEPTIONS] = { "--exceptions", false, STRATEGY },
    [OPT_OUT] = { "--out", true, REPORT },
    [OPT_DATE] = { "--date", true, REPORT },
    [OPT_HELP] = { "--help", false, ODDS | STRATEGY | REPORT },
    [OPT_COUNT] = { NULL, false, 0 },
};

static const char *const command_names[] = { "odds", "strategy", "report" };
static const char *const format_names[] = { "text", "json", "csv", "svg", "html" };

static const char *option_at(int i)
{
    return options[i].name;
}

static bool read_format(lm_ask *ask, const char *value, const lm_study_ear *ear)
{
    int known = ask->command == LM_ASK_ODDS ? LM_ASK_CSV + 1 : LM_ASK_FORMATS;
    for (int i = 0; i < known; i++) {
        if (strcmp(format_names[i], value) != 0) continue;
        ask->format = (lm_ask_format)i;
        return true;
    }
    return say(ear, "--format of lammer %s is %s, not '%s'", command_names[ask->command],
               ask->command == LM_ASK_ODDS ? /* say:format-three-csv */ "text, json or csv"
                                           : "text, json, csv, svg or html",
               value);
}

static bool read_players(lm_ask *ask, const char *value, const lm_study_ear *ear)
{
    char *end;
    long n = strtol(value, &end, 10);
    if (*end || end == value || n < 1 || n > LM_ASK_PLAYERS) {
        return say(ear, "--players is a number from 1 to %d, not '%s'", LM_ASK_PLAYERS, value);
    }
    ask->players = (int)n;
    return true;
}

static bool read_stake(lm_ask *ask, const char *value, const lm_study_ear *ear)
{
    if (lm_cents_read(value, &ask->stake_cents) && ask->stake_cents > 0 && ask->stake_cents <= LM_CENTS_MAX)
        return true;
    return say(ear, "--stake is an amount in dollars, such as 5 or 2.50, not '%s'", value);
}

static bool read_together(lm_ask *ask, const char *value, const lm_study_ear *ear)
{
    char *end;
    ask->together = strtod(value, &end);
    if (*end == '\0' && end != value && ask->together > 0 && ask->together <= 1000) return true;
    return say(ear,
               "--together is what is staked on the other wager per unit of the main wager, such as 1 or 0.2, not "
               "'%s'",
               value);
}

static bool read_kind(lm_ask *ask, const char *option, const char *value, const lm_study_ear *ear)
{
    if (strcmp(value, "real") == 0 || strcmp(value, "free") == 0) {
        ask->kind = value;
        return true;
    }
    return say(ear, /* say:kind-is */ "%s is real (chips) or free (a lammer), not '%s'", option, value);
}

static bool add_setting(lm_ask *ask, const char *value, const lm_study_ear *ear)
{
    if (ask->settings == LM_ASK_SETTINGS) {
        return say(ear, "more than %d settings", LM_ASK_SETTINGS);
    }
    ask->setting[ask->settings++] = value;
    return true;
}

static bool set_option(lm_ask *ask, int option, const char *value, const lm_study_ear *ear)
{
    switch (option) {
    case OPT_RULES: ask->rules = value; return true;
    case OPT_SET: return add_setting(ask, value, ear);
    case OPT_WAGER: ask->wager = value; return true;
    case OPT_PAYTABLE: ask->paytable = value; return true;
    case OPT_FORMAT: return read_format(ask, value, ear);
    case OPT_REMOVED: ask->removed = value; return true;
    case OPT_HAND:
        if (ask->command == LM_ASK_STRATEGY) return read_kind(ask, "--hand of lammer strategy", value, ear);
        ask->hand = value;
        return true;
    case OPT_UP: ask->up = value; return true;
    case OPT_KIND: return read_kind(ask, "--kind", value, ear);
    case OPT_EOR: ask->eor = true; return true;
    case OPT_PLAYERS: return read_players(ask, value, ear);
    case OPT_STAKE: return read_stake(ask, value, ear);
    case OPT_TOGETHER: return read_together(ask, value, ear);
    case OPT_INFINITE: ask->infinite = true; return true;
    case OPT_EXCEPTIONS: ask->exceptions = true; return true;
    case OPT_OUT: ask->out = value; return true;
    case OPT_DATE: ask->date = value; return true;
    case OPT_HELP: ask->help = true; return true;
    }
    return false;
}

/* Which option a word is; `--rules=NAME` carries its value along. -1: none that this command has. */
static int find_option(lm_ask_command command, const char *word, const char **value)
{
    for (int i = 0; i < OPT_COUNT; i++) {
        size_t n = strlen(options[i].name);
        if (!(options[i].commands >> command & 1) || strncmp(word, options[i].name, n) != 0) continue;
        if (word[n] == '=' && options[i].takes_value) *value = word + n + 1;
        if (word[n] == '\0' || *value) return i;
    }
    return strcmp(word, "-h") == 0 ? OPT_HELP : -1;
}

static bool refuse_word(lm_ask_command command, const char *word, const lm_study_ear *ear)
{
    const char *name = command_names[command];
    const char *value = NULL, *near = lm_words_nearest(word, option_at);
    if (word[0] != '-') {
        return say(ear, "'%s' belongs to no option; rules are named by --rules NAME|FILE, see lammer %s --help", word,
                   name);
    }
    if (near && find_option(command, near, &value) < 0) near = NULL;
    return say(ear, /* say:odds-no-option */ "lammer %s has no option %s; %s%s%s", name, word,
               near ? "did you mean " : "see --help", near ? near : "", near ? "?" : "");
}

/* What has no meaning together. */
static bool fits_together(const lm_ask *ask, const lm_study_ear *ear)
{
    const char *name = command_names[ask->command];
    if (ask->help) return true;
    if (!ask->rules) {
        say(ear, "lammer %s wants --rules NAME|FILE; lammer rules list names the shipped ones", name);
    } else if (ask->command == LM_ASK_ODDS && !ask->hand != !ask->up) {
        say(ear, "--hand and --up go together, such as --hand \"8h 8d\" --up 6c");
    } else if (ask->command == LM_ASK_ODDS && ask->kind && !ask->hand) {
        say(ear, "--kind says what stakes the hand of --hand; name one");
    } else if (ask->hand && (ask->wager || ask->eor || ask->paytable || ask->together > 0)) {
        say(ear, "--hand prices one decision of the main game; it takes no --wager, --paytable, --together "
                 "or --eor");
    } else if (ask->paytable && !ask->wager) {
        say(ear, "--paytable belongs to a wager; name it with --wager ID");
    } else if (ask->removed && ask->infinite) {
        say(ear, /* say:without-end */ "a shoe without end does not notice removed cards; leave out "
                                       "--removed or --infinite");
    } else if (ask->exceptions && ask->format == LM_ASK_SVG) {
        say(ear, "--exceptions is a list, not a drawing; use --format text, json, csv or html");
    } else if (ask->command == LM_ASK_REPORT && (!ask->out || !ask->out[0])) {
        say(ear, "lammer report wants --out FILE.html (or --out - for the standard output)");
    } else {
        return true;
    }
    return false;
}

static bool find_command(lm_ask *ask, const char *word, const lm_study_ear *ear)
{
    for (int i = 0; i < LM_ASK_COMMANDS; i++) {
        if (strcmp(command_names[i], word) != 0) continue;
        ask->command = (lm_ask_command)i;
        return true;
    }
    return say(ear, "there is no '%s' here; there are odds, report, rules and strategy", word);
}

bool lm_ask_read(lm_ask *ask, int n, char **words, const lm_study_ear *ear)
{
    memset(ask, 0, sizeof *ask);
    if (!find_command(ask, words[0], ear)) return false;
    for (int i = 1; i < n; i++) {
        const char *value = NULL;
        int option = find_option(ask->command, words[i], &value);
        if (option < 0) return refuse_word(ask->command, words[i], ear);
        if (options[option].takes_value && !value) {
            if (i + 1 == n) {
                return say(ear, /* say:wants-a-value */ "%s wants a value; see lammer %s --help", words[i], words[0]);
            }
            value = words[++i];
        }
        if (!set_option(ask, option, value, ear)) return false;
    }
    return fits_together(ask, ear);
}
