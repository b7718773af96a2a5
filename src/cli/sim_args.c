/* sim_args.c - the command line of `lammer sim`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/words.h"
#include "sim_args.h"

typedef bool reader(sim_ask *args, const char *value);

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

static bool read_real(const char *text, double least, double most, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && !*end && isfinite(*number) && *number >= least && *number <= most;
}

static bool wrong(const char *text)
{
    cli_error("%s", text);
    return false;
}

static bool add_word(const char **list, int *n, const char *value)
{
    if (*n == SIM_LIST) return wrong("an option is given too often");
    list[(*n)++] = value;
    return true;
}

static bool read_rules(sim_ask *args, const char *value)
{
    args->rules = value;
    return true;
}

static bool read_set(sim_ask *args, const char *value)
{
    return add_word(args->setting, &args->settings, value);
}

static bool read_wager(sim_ask *args, const char *value)
{
    return add_word(args->wager, &args->wagers, value);
}

static bool read_merge(sim_ask *args, const char *value)
{
    return add_word(args->merge, &args->merges, value);
}

static bool read_rounds(sim_ask *args, const char *value)
{
    args->has_rounds = true;
    if (read_count_of_rounds(value, &args->rounds) && args->rounds) return true;
    return wrong(/* say:sim-rounds-is */ "--rounds is a number from 1 to 2^63, such as 1000000 or 1e9");
}

static bool read_first(sim_ask *args, const char *value)
{
    args->has_first = true;
    if (read_count_of_rounds(value, &args->first)) return true;
    return wrong("--first is the number of a round, from 0 to 2^63");
}

static bool read_seed(sim_ask *args, const char *value)
{
    if (read_whole(value, UINT64_MAX, &args->seed)) return true;
    return wrong("--seed is a number from 0 to 2^64 - 1");
}

static bool read_threads(sim_ask *args, const char *value)
{
    uint64_t n;
    if (!read_whole(value, 1 << 20, &n) || !n) return wrong(/* say:sim-threads-is */ "--threads is a number from 1 on");
    args->threads = (int)n;
    return true;
}

static bool read_backend(sim_ask *args, const char *value)
{
    args->backend = value;
    return true;
}

static bool read_dealing(sim_ask *args, const char *value)
{
    args->dealing = strcmp(value, "shoe") == 0 ? LM_DEALING_SHOE : LM_DEALING_FRESH;
    if (args->dealing == LM_DEALING_SHOE || strcmp(value, "fresh") == 0) return true;
    return wrong("--dealing is fresh or shoe");
}

static bool read_penetration(sim_ask *args, const char *value)
{
    if (read_real(value, 0.05, 0.99, &args->penetration)) return true;
    return wrong("--penetration is the part of the shoe that is dealt, from 0.05 to 0.99");
}

static bool read_seats(sim_ask *args, const char *value)
{
    uint64_t n;
    if (!read_whole(value, LM_SIM_SEATS, &n) || !n) return wrong("--seats is a number from 1 to 7");
    args->seats = (int)n;
    return true;
}

static bool read_bet(sim_ask *args, const char *value)
{
    if (lm_cents_read(value, &args->bet_cents) && args->bet_cents > 0) return true;
    return wrong("--bet is an amount in dollars");
}

static bool read_se(sim_ask *args, const char *value)
{
    if (read_real(value, 1e-9, 1, &args->wanted_se)) return true;
    return wrong("--se is the standard error to stop at, such as 0.0001 for a hundredth of a per cent");
}

static bool read_bankroll(sim_ask *args, const char *value)
{
    if (read_real(value, 1, 1e9, &args->bankroll)) return true;
    return wrong("--bankroll is a number of bets, from 1 on");
}

static bool read_path(sim_ask *args, const char *value)
{
    if (read_whole(value, 100000, &args->path_rounds) && args->path_rounds >= 10) return true;
    return wrong("--path is a number of rounds from 10 to 100000");
}

static bool read_format(sim_ask *args, const char *value)
{
    static const char *const names[] = { "text", "json", "csv" };
    for (int i = 0; i < 3; i++) {
        if (strcmp(names[i], value) != 0) continue;
        args->format = (lm_ask_format)i;
        return true;
    }
    return wrong("--format is text, json or csv");
}

#define PATH_READER(field)                                                                                             \
    static bool read_##field(sim_ask *args, const char *value)                                                         \
    {                                                                                                                  \
        args->field = value;                                                                                           \
        return true;                                                                                                   \
    }
PATH_READER(chart)
PATH_READER(count)
PATH_READER(save)
PATH_READER(by_hand)
PATH_READER(each)
PATH_READER(svg)

static bool set_detail(sim_ask *args, const char *value)
{
    (void)value;
    args->detail = true;
    return true;
}

static bool set_quiet(sim_ask *args, const char *value)
{
    (void)value;
    args->quiet = true;
    return true;
}

static bool set_help(sim_ask *args, const char *value)
{
    (void)value;
    args->help = true;
    return true;
}

static const struct {
    const char *name;
    bool takes_value;
    reader *read;
} options[] = {
    { "--rules", true, read_rules },     { "--set", true, read_set },
    { "--rounds", true, read_rounds },   { "--first", true, read_first },
    { "--seed", true, read_seed },       { "--threads", true, read_threads },
    { "--backend", true, read_backend }, { "--dealing", true, read_dealing },
    { "--seats", true, read_seats },     { "--penetration", true, read_penetration },
    { "--bet", true, read_bet },         { "--wager", true, read_wager },
    { "--chart", true, read_chart },     { "--count", true, read_count },
    { "--save", true, read_save },       { "--merge", true, read_merge },
    { "--se", true, read_se },           { "--by-hand", true, read_by_hand },
    { "--each", true, read_each },       { "--svg", true, read_svg },
    { "--path", true, read_path },       { "--bankroll", true, read_bankroll },
    { "--format", true, read_format },   { "--detail", false, set_detail },
    { "--quiet", false, set_quiet },     { "--help", false, set_help },
    { "-h", false, set_help },           { NULL, false, NULL },
};

static const char *option_at(int i)
{
    return options[i].name;
}

static bool unknown(const char *word)
{
    const char *near = lm_words_nearest(word, option_at);
    if (near)
        cli_error(/* say:option-near */ "there is no option %s; did you mean %s?", word, near);
    else
        cli_error("there is no option %s; see lammer sim --help", word);
    return false;
}

/* One option with its value, `--name VALUE` or `--name=VALUE`; *i moves past it. */
static bool read_option(sim_ask *args, int argc, char **argv, int *i)
{
    const char *word = argv[*i];
    size_t n = strcspn(word, "=");
    for (int o = 0; options[o].name; o++) {
        if (strlen(options[o].name) != n || strncmp(options[o].name, word, n) != 0) continue;
        if (!options[o].takes_value) return word[n] ? unknown(word) : options[o].read(args, NULL);
        const char *value = word[n] ? word + n + 1 : *i + 1 < argc ? argv[++*i] : "";
        if (value[0]) return options[o].read(args, value);
        cli_error("%s lacks its value; see lammer sim --help", options[o].name);
        return false;
    }
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)n, word);
    return unknown(name);
}

/* Files after --merge need no further --merge. */
bool sim_args_read(sim_ask *args, int argc, char **argv)
{
    *args = (sim_ask){ .seed = 1, .seats = 1, .penetration = 0.75, .backend = "auto", .path_rounds = 1000 };
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1]) {
            if (!read_option(args, argc, argv, &i)) return false;
        } else if (args->merges) {
            if (!read_merge(args, argv[i])) return false;
        } else {
            cli_error("'%s' is not expected here; see lammer sim --help", argv[i]);
            return false;
        }
    }
    if (args->help) return true;
    if (!args->rules)
        return wrong(/* say:sim-which-rules */ "say which rules: lammer sim --rules wa-freebet --rounds 1e7");
    if (!args->has_rounds && args->wanted_se > 0) args->rounds = LM_SIM_MOST_ROUNDS - args->first;
    if (!args->rounds && !args->merges)
        return wrong(/* say:sim-how-many */ "say how many rounds: --rounds 1e7, or --se 0.0005");
    if (args->merges && (args->has_rounds || args->has_first || args->wanted_se > 0))
        return wrong(
            /* say:sim-only-adds */ "--merge only adds up shards: it plays no rounds, so --rounds, --first "
                                    "and --se have no place");
    if (args->rounds > LM_SIM_MOST_ROUNDS - args->first)
        return wrong(/* say:sim-beyond */ "--first and --rounds go beyond 2^63");
    return true;
}
