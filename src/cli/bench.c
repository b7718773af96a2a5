/* bench.c - `lammer bench`: the project's own measurements, for the machine at hand. */
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lammer/profile.h"
#include "lammer/program/bench.h"
#include "options.h"

static const char usage[] =
    "usage: lammer bench [--jobs] [--long] [--format text|json]\n"
    "       lammer bench --raw libsodium|philox [--seed S]\n\n"
    "Measures this machine and prints each result with its required value and its goal. Rates on one thread and\n"
    "times are per CPU second. \"simd to scalar\" is a ratio, with both sides measured in turn, and tells\n"
    "more than a rate. The required rates are for a 2.8 GHz core with AVX-512 and for one H200.\n\n"
    "  --jobs     measure only what kinds of simulation there are: the backend that plays each, its rounds\n"
    "             and boxes a second, and which other simulators are faster (half a minute)\n"
    "  --long     measure for minutes instead of a minute; 10^12 rounds on a GPU\n"
    "  --format   text or json\n"
    "  --raw      measure nothing; write the bytes of a generator to standard output until it is\n"
    "             closed. libsodium shuffles the shoes of the house, philox those of lammer sim\n"
    "  --seed     seed of philox; default 1\n\n"
    "Exits 1 when a backend does not give the same integers as scalar, 0 otherwise.\n";

typedef struct {
    bool is_long, jobs_only;
    lm_ask_format format;
    const char *raw; /* a generator, or NULL */
    uint64_t seed;
} bench_args;

static bool read_seed(void *into, const char *value)
{
    errno = 0;
    *(uint64_t *)into = strtoull(value, NULL, 10);
    return strspn(value, "0123456789") == strlen(value) && !errno;
}

static bool read_args(bench_args *args, int argc, char **argv, int *result)
{
    const cli_option options[] = {
        { "--long", .flag = &args->is_long },
        { "--jobs", .flag = &args->jobs_only },
        { "--format", .choice = &args->format, .words = (const char *const[]){ "text", "json", NULL } },
        { "--raw", .text = &args->raw, .words = (const char *const[]){ "libsodium", "philox", NULL } },
        { "--seed", "a whole number below 2^64", .read = read_seed, .into = &args->seed },
        { NULL },
    };
    return options_read("bench", usage, options, argc, argv, result);
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
    for (int i = 0; i < table->jobs; i++) {
        if (table->job[i].wrong) return true;
    }
    return false;
}

/* The reader closes the output when it has enough; that is not an error. */
static bool write_raw(const void *bytes, size_t n)
{
    return fwrite(bytes, n, 1, stdout) == 1;
}

int cmd_bench(int argc, char **argv)
{
    static bench_table table;
    lm_text text = { 0 };
    char path[512];
    bench_args args = { .seed = 1 };
    int result;
    if (!read_args(&args, argc, argv, &result)) return result;
    if (sodium_init() < 0) return cli_error("libsodium cannot be started");
    if (args.raw) signal(SIGPIPE, SIG_IGN);
    if (args.raw) return bench_raw(args.raw, args.seed, write_raw) ? CLI_YES : CLI_BAD;
    table.is_long = args.is_long;
    table.program = own_path(path);
    table.ear = &cli_ear;
    bool ok = args.jobs_only || (bench_add_simulation(&table) && bench_add_odds(&table));
    if (!ok || !bench_add_jobs(&table, lm_profile_names())) return cli_error("no memory to measure with");
    if (!args.jobs_only) bench_add_round(&table);
    cli_ear.progress(NULL, NULL);
    bench_write(&table, args.format, &text);
    return cli_print_answer(&text, has_wrong(&table) ? CLI_NO : CLI_YES);
}
