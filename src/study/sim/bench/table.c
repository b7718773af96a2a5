/* table.c - clocks, and measurements as text and JSON. */
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lammer/program/bench.h"
#include "out/out.h"
#include "say.h"

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
    say_progress(table->ear, "measuring %s ...", what);
}

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

/* Uses the prefix (k, M, G) that leaves one to three digits before the point. */
static short_words number_words(bench_unit unit, double value)
{
    static const struct {
        double size;
        const char *prefix;
    } prefixes[] = { { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" }, { 1, "" }, { 1e-3, "m" }, { 1e-6, "u" }, { 1e-9, "n" } };
    static const char *const names[BENCH_UNITS] = { " rounds/s", " times", "s", "B" };
    int i = 0;
    if (value <= 0) return (short_words){ "" };
    if (unit == BENCH_TIMES) return words_of("%.2f times", value);
    while (i < 6 && value < prefixes[i].size)
        i++;
    return words_of("%.4g %s%s", value / prefixes[i].size, prefixes[i].prefix, names[unit]);
}

static void print_row(lm_text *out, const bench_row *row)
{
    put(out, "  %-36s %16s  %16s  %16s  %s%s%s%s\n", row->name, number_words(row->unit, row->value).text,
        number_words(row->unit, row->must).text, number_words(row->unit, row->aim).text, verdict(row),
        row->note ? " (" : "", row->note ? row->note : "", row->note ? ")" : "");
}

/* The peers whose best is faster: "hhoppe, freebj", or "none". */
static short_words faster_peers(const bench_job *job)
{
    short_words names = { "" };
    for (int i = 0; i < BENCH_PEERS; i++) {
        if (job->boxes < bench_peers[i].high)
            names = words_of("%s%s%s", names.text, names.text[0] ? ", " : "", bench_peers[i].name);
    }
    return names.text[0] ? names : words_of("none");
}

static void print_jobs(const bench_table *table, lm_text *out)
{
    if (!table->jobs) return;
    put(out, "jobs, one thread, by the backend that auto takes\n  %-36s %-8s %12s %12s %10s  %s\n", "", "backend",
        "M rounds/s", "M boxes/s", "must", "faster peers");
    for (int i = 0; i < table->jobs; i++) {
        const bench_job *job = &table->job[i];
        put(out, "  %-36s %-8s %12.2f %12.2f %10.0f  %s%s\n", job->name, job->backend, job->rounds / 1e6,
            job->boxes / 1e6, job->must / 1e6, faster_peers(job).text, job->wrong ? "; wrong" : "");
    }
    for (int i = 0; i < BENCH_PEERS; i++)
        put(out, "  %-36s %-8s %5.1f to %.1f M rounds/s: one box, main game\n", bench_peers[i].name, "peer",
            bench_peers[i].low / 1e6, bench_peers[i].high / 1e6);
}

static void write_bench_text(const bench_table *table, lm_text *out)
{
    const char *section = "";
    if (table->rows) put(out, "  %-36s %16s  %16s  %16s\n", "", "measured", "must", "aim");
    for (int i = 0; i < table->rows; i++) {
        if (strcmp(section, table->row[i].section) != 0) put(out, "%s\n", section = table->row[i].section);
        print_row(out, &table->row[i]);
    }
    print_jobs(table, out);
}

static double number(double value)
{
    return value > 0 ? value : (double)NAN;
}

static void write_bench_json(const bench_table *table, lm_text *out)
{
    static const char *const units[BENCH_UNITS] = { "rounds_per_second", "ratio", "seconds", "bytes" };
    out_json j = out_begin(out, 6);
    out_put(&j, "{ cores:i long:b rows:[", (int)sysconf(_SC_NPROCESSORS_ONLN), table->is_long);
    for (int i = 0; i < table->rows; i++) {
        const bench_row *row = &table->row[i];
        out_put(&j, "{ section:s name:s unit:s value:f must:f aim:f verdict:s note:s }", row->section, row->name,
                units[row->unit], number(row->value), number(row->must), number(row->aim), verdict(row), row->note);
    }
    out_put(&j, "] jobs:[");
    for (int i = 0; i < table->jobs; i++) {
        const bench_job *job = &table->job[i];
        out_put(&j, "{ name:s backend:s rounds_per_second:f boxes_per_second:f must:f faster_peers:s wrong:b }",
                job->name, job->backend, job->rounds, job->boxes, number(job->must), faster_peers(job).text,
                job->wrong);
    }
    out_put(&j, "] }");
}

void bench_write(const bench_table *table, lm_ask_format format, lm_text *out)
{
    (format == LM_ASK_JSON ? write_bench_json : write_bench_text)(table, out);
}
