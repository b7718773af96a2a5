/* bench.c - `lammer bench`: the project's own measurements, for the machine at hand. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lammer/program/bench.h"

static int help(void)
{
    puts("usage: lammer bench [--long] [--format text|json]\n"
         "       lammer bench --raw libsodium|philox [--seed S]\n\n"
         "Measures this machine and prints what each part must reach and what it aims at. Rates on one thread "
         "and\n"
         "times are per CPU second; what is called \"to\" something is a ratio, both sides measured in turn, "
         "and tells\n"
         "more than a rate. The rates to reach are meant for a 2.8 GHz core with AVX-512 and for one H200.\n\n"
         "  --long     minutes instead of half a minute; 10^12 rounds on a GPU\n"
         "  --format   text or json\n"
         "  --raw      measures nothing and writes what a generator gives to standard output until that is\n"
         "             closed: libsodium shuffles the shoes of the house, philox those of lammer sim\n"
         "  --seed     of philox; 1 when left out\n\n"
         "Exits 1 when a backend does not give the same integers as scalar, 0 otherwise.");
    return CLI_YES;
}

typedef struct {
    bool is_long;
    lm_ask_format format;
    const char *raw; /* a generator, or NULL */
    uint64_t seed;
} bench_args;

static bool read_format(bench_args *args, const char *value)
{
    args->format = strcmp(value, "json") == 0 ? LM_ASK_JSON : LM_ASK_TEXT;
    return args->format == LM_ASK_JSON || strcmp(value, "text") == 0 ||
           cli_error("--format is text or json") == CLI_YES;
}

static bool read_raw(bench_args *args, const char *value)
{
    args->raw = value;
    return true;
}

static bool read_seed(bench_args *args, const char *value)
{
    bool is_number = *value && strspn(value, "0123456789") == strlen(value);
    errno = 0;
    args->seed = strtoull(value, NULL, 10);
    return (is_number && !errno) || cli_error("--seed takes a whole number below 2^64") == CLI_YES;
}

static const struct {
    const char *name;
    bool (*read)(bench_args *args, const char *value);
} options[] = { { "--format", read_format }, { "--raw", read_raw }, { "--seed", read_seed } };

/* What follows the option's name, in the same word or the next; NULL where the word is another one. */
static const char *value_of(const char *name, int argc, char **argv, int *at)
{
    size_t length = strlen(name);
    if (strncmp(argv[*at], name, length) != 0) return NULL;
    if (argv[*at][length] == '=') return argv[*at] + length + 1;
    if (argv[*at][length]) return NULL;
    return *at + 1 < argc ? argv[++*at] : "";
}

static bool read_option(bench_args *args, int argc, char **argv, int *at)
{
    if (strcmp(argv[*at], "--long") == 0) return args->is_long = true;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = value_of(options[i].name, argc, argv, at);
        if (value) return options[i].read(args, value);
    }
    return cli_error("there is no option '%s'; see lammer bench --help", argv[*at]) == CLI_YES;
}

static bool read_args(bench_args *args, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!read_option(args, argc, argv, &i)) return false;
    }
    return true;
}

static const char *own_path(char path[512])
{
    ssize_t n = readlink("/proc/self/exe", path, 511);
    if (n <= 0 || memchr(path, '\'', (size_t)n)) return NULL;
    path[n] = '\0';
    return path;
}

static bool has_wrong(const bench_table *table)
{
    for (int i = 0; i < table->rows; i++) {
        if (table->row[i].wrong) return true;
    }
    return false;
}

int cmd_bench(int argc, char **argv)
{
    static bench_table table;
    lm_text text = { 0 };
    char path[512];
    bench_args args = { .seed = 1 };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return help();
    }
    if (!read_args(&args, argc, argv)) return CLI_BAD;
    if (sodium_init() < 0) return cli_error("libsodium does not start");
    if (args.raw) return bench_raw(args.raw, args.seed) ? CLI_YES : cli_error("--raw is libsodium or philox");
    table.is_long = args.is_long;
    table.program = own_path(path);
    table.ear = &cli_ear;
    if (!bench_add_simulation(&table) || !bench_add_odds(&table))
        return cli_error("there is no memory to measure with");
    bench_add_round(&table);
    cli_ear.progress(NULL, NULL);
    bench_write(&table, args.format, &text);
    return cli_print_answer(&text, has_wrong(&table) ? CLI_NO : CLI_YES);
}
