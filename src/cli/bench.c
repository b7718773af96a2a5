/* bench.c - `lammer bench`: the project's own measurements, for the machine at hand. */
#include <errno.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench_cli.h"

static int help(void)
{
    puts(
        "usage: lammer bench [--long] [--format text|json]\n"
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

static double clock_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_cpu_seconds(void)
{
    return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_wall_seconds(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

bench_row *bench_add(bench_table *table, bench_row row)
{
    bench_row *place = &table->row[table->rows];
    if (table->rows < BENCH_ROWS - 1) table->rows++;
    *place = row;
    return place;
}

void bench_tell(const bench_table *table, const char *what)
{
    if (table->tells) fprintf(stderr, "\r\033[Kmeasuring %s ...", what);
}

/* --- what is printed -------------------------------------------------------------------------------------- */

static bool is_ceiling(bench_unit unit)
{
    return unit == BENCH_SECONDS || unit == BENCH_BYTES;
}

static bool reaches(const bench_row *row, double line)
{
    return is_ceiling(row->unit) ? row->value <= line : row->value >= line;
}

static const char *verdict(const bench_row *row)
{
    if (row->wrong) return "wrong";
    if (row->value <= 0) return "not measured";
    if (row->must <= 0) return "";
    if (!reaches(row, row->must)) return "missed";
    return row->aim > 0 && reaches(row, row->aim) ? "aim" : "must";
}

/* With a prefix that leaves one to three digits before the point. */
static void print_number(char text[32], bench_unit unit, double value)
{
    static const struct {
        double size;
        const char *prefix;
    } prefixes[] = { { 1e9, "G" },  { 1e6, "M" },  { 1e3, "k" }, { 1, "" },
                     { 1e-3, "m" }, { 1e-6, "u" }, { 1e-9, "n" } };
    static const char *const names[BENCH_UNITS] = { " rounds/s", " times", "s", "B" };
    int i = 0;
    text[0] = '\0';
    if (value <= 0) return;
    while (i < 6 && value < prefixes[i].size)
        i++;
    if (unit == BENCH_TIMES) {
        snprintf(text, 32, "%.2f times", value);
    } else {
        snprintf(text, 32, "%.4g %s%s", value / prefixes[i].size, prefixes[i].prefix, names[unit]);
    }
}

static void print_row(const bench_row *row)
{
    char value[32], must[32], aim[32];
    print_number(value, row->unit, row->value);
    print_number(must, row->unit, row->must);
    print_number(aim, row->unit, row->aim);
    printf("  %-36s %16s  %16s  %16s  %s%s%s%s\n", row->name, value, must, aim, verdict(row),
           row->note ? " (" : "", row->note ? row->note : "", row->note ? ")" : "");
}

static int print_text(const bench_table *table)
{
    const char *section = "";
    printf("  %-36s %16s  %16s  %16s\n", "", "measured", "must", "aim");
    for (int i = 0; i < table->rows; i++) {
        if (strcmp(section, table->row[i].section) != 0) printf("%s\n", section = table->row[i].section);
        print_row(&table->row[i]);
    }
    return CLI_YES;
}

static json_t *number_json(double value)
{
    return value > 0 ? json_real(value) : json_null();
}

static int print_json(const bench_table *table)
{
    static const char *const units[BENCH_UNITS] = { "rounds_per_second", "ratio", "seconds", "bytes" };
    json_t *rows = json_array();
    for (int i = 0; i < table->rows; i++) {
        const bench_row *row = &table->row[i];
        json_array_append_new(rows,
                              json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:s?}", "section", row->section,
                                        "name", row->name, "unit", units[row->unit], "value",
                                        number_json(row->value), "must", number_json(row->must), "aim",
                                        number_json(row->aim), "verdict", verdict(row), "note", row->note));
    }
    json_t *json = json_pack("{s:i, s:b, s:o}", "cores", (int)sysconf(_SC_NPROCESSORS_ONLN), "long",
                             table->is_long, "rows", rows);
    int failed = json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(json);
    return failed ? cli_error("the answer could not be written") : CLI_YES;
}

/* --- the command ------------------------------------------------------------------------------------------ */

typedef struct {
    bool is_long, as_json;
    const char *raw; /* a generator, or NULL */
    uint64_t seed;
} bench_args;

static bool read_format(bench_args *args, const char *value)
{
    args->as_json = strcmp(value, "json") == 0;
    return args->as_json || strcmp(value, "text") == 0 || cli_error("--format is text or json") == CLI_YES;
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
    char path[512];
    bench_args args = { .seed = 1 };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return help();
    }
    if (!read_args(&args, argc, argv)) return CLI_BAD;
    if (sodium_init() < 0) return cli_error("libsodium does not start");
    if (args.raw) return bench_raw(args.raw, args.seed);
    table.is_long = args.is_long;
    table.program = own_path(path);
    table.tells = isatty(STDERR_FILENO);
    if (!bench_add_simulation(&table) || !bench_add_odds(&table))
        return cli_error("there is no memory to measure with");
    bench_add_round(&table);
    if (table.tells) fputs("\r\033[K", stderr);
    int result = args.as_json ? print_json(&table) : print_text(&table);
    return result == CLI_YES && has_wrong(&table) ? CLI_NO : result;
}
