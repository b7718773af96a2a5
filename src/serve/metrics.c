/* metrics.c - /metrics in OpenMetrics text. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lammer/version.h"
#include "room.h"

typedef enum { GAUGE, COUNTER } kind;

/* A row is one metric family without labels: where its number is, and what it counts. */
typedef struct {
    const char *name;
    kind kind;
    const char *help;
    int64_t value;
} family;

static void write_family(FILE *out, const family *f)
{
    fprintf(out, "# TYPE lammer_%s %s\n# HELP lammer_%s %s\nlammer_%s%s %" PRId64 "\n", f->name,
            f->kind == COUNTER ? "counter" : "gauge", f->name, f->help, f->name, f->kind == COUNTER ? "_total" : "",
            f->value);
}

static int64_t resident_bytes(const server *s)
{
    long long size = 0, pages = 0;
    char text[100];
    ssize_t n = pread(s->memory_file, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    if (sscanf(text, "%lld %lld", &size, &pages) != 2) pages = 0;
    return pages * sysconf(_SC_PAGESIZE);
}

static void write_house(FILE *out, const server *s)
{
    lm_house_figures f = { 0 };
    lm_house_read_figures(s->house, &f);
    const family families[] = {
        { "tables", GAUGE, "Tables this server deals.", f.tables },
        { "watchers", GAUGE, "Connections that watch a table.", f.watchers },
        { "sessions", GAUGE, "Sessions in the cache.", f.sessions },
        { "house_requests", COUNTER, "Requests that reached the house.", f.requests },
        { "house_refusals", COUNTER, "Requests that the house refused.", f.refusals },
        { "records", COUNTER, "Records written to the journal.", f.records },
        { "rounds", COUNTER, "Rounds opened.", f.rounds },
        { "cards", COUNTER, "Cards dealt.", f.cards },
        { "store_waiting", GAUGE, "Batches that wait for the store.", f.waiting },
        { "store_commits", COUNTER, "Groups of batches that became durable.", f.commits },
        { "store_rows_read", COUNTER, "Rows that lists and reports have read.", f.rows_read },
        { "takeovers", COUNTER, "Tables taken over from another server.", f.takeovers },
        { "tables_lost", COUNTER, "Tables lost to another server.", f.lost_tables },
        { "tables_handed_over", COUNTER, "Tables handed over to another server.", f.handed_over },
    };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        write_family(out, &families[i]);
}

static void write_server(FILE *out, server *s)
{
    const server_figures *f = &s->figures;
    struct rusage used = { 0 };
    getrusage(RUSAGE_SELF, &used);
    int64_t wrong = s->books.last.report.wrong;
    const family families[] = {
        { "connections", GAUGE, "Open connections.", (int64_t)s->peers.held },
        { "sockets", GAUGE, "Open WebSockets.", s->sockets },
        { "connections_opened", COUNTER, "Connections accepted.", f->opened },
        { "connections_refused", COUNTER, "Connections refused: too many in all or from one address.", f->refused },
        { "connections_timed_out", COUNTER, "Connections dropped because they were too slow or silent.", f->timed_out },
        { "slow_readers", COUNTER, "WebSockets closed because their clients did not read.", f->slow },
        { "sockets_opened", COUNTER, "WebSockets opened.", f->sockets_opened },
        { "frames", COUNTER, "Messages received over WebSocket.", f->frames },
        { "bad_frames", COUNTER, "Messages over WebSocket that were not requests.", f->bad_frames },
        { "messages_sent", COUNTER, "Messages sent over WebSocket.", f->sent },
        { "requests_limited", COUNTER, "Requests refused because of a rate limit.", f->limited },
        { "requests_busy", COUNTER, "Commands refused early because the queue was too long.", f->busy },
        { "links", GAUGE, "Links to other servers, for clients of this one.", f->links },
        { "requests_carried", COUNTER, "Requests carried to the server that runs the table.", f->carried },
        { "answers_waiting", GAUGE, "Requests that are not answered yet.", (int64_t)s->asks.held },
        { "hasher_waiting", GAUGE, "Passwords that wait to be hashed.", worker_waiting(&s->worker[LM_WORK_HASH]) },
        { "lists_waiting", GAUGE, "Pages of lists that wait or are being read.",
          worker_waiting(&s->worker[LM_WORK_LIST]) },
        { "reports_waiting", GAUGE, "Reports that wait or are being made.",
          worker_waiting(&s->worker[LM_WORK_REPORT]) },
        { "searches_waiting", GAUGE, "Rounds and commands that wait or are being looked for.",
          worker_waiting(&s->worker[LM_WORK_SEARCH]) },
        { "journal_proofs", COUNTER, "Proofs of the whole journal since the start.", s->books.proofs },
        { "alarm", GAUGE, "1 while the books are wrong and the cage is closed.", lm_house_alarmed(s->house) },
        { "journal_wrong", GAUGE, "Faults that the proof of the journal found.", wrong },
        { "memory_bytes", GAUGE, "Resident memory.", resident_bytes(s) },
        { "cpu_milliseconds", COUNTER, "Processor time used.",
          (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
              (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000 },
        { "up_milliseconds", GAUGE, "Time since the start.", now_ms() - s->started_ms },
    };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        write_family(out, &families[i]);
}

static void write_statuses(FILE *out, const server *s)
{
    fprintf(out, "# TYPE lammer_answers counter\n# HELP lammer_answers Answers by status, HTTP and WebSocket.\n");
    for (int i = 0; i < COMMON_STATUS; i++) {
        if (s->figures.by_status[i])
            fprintf(out, "lammer_answers_total{status=\"%d\"} %" PRId64 "\n", i, s->figures.by_status[i]);
    }
}

static void write_latency(FILE *out, const server *s)
{
    const server_figures *f = &s->figures;
    int64_t sum = 0;
    fprintf(out, "# TYPE lammer_acknowledge_seconds histogram\n# UNIT lammer_acknowledge_seconds seconds\n"
                 "# HELP lammer_acknowledge_seconds From a request that changes something to its durable answer.\n");
    for (int i = 0; i < LATENCY_STEPS; i++) {
        sum += f->latency[i];
        fprintf(out, "lammer_acknowledge_seconds_bucket{le=\"%g\"} %" PRId64 "\n", latency_steps_s[i], sum);
    }
    fprintf(out, "lammer_acknowledge_seconds_bucket{le=\"+Inf\"} %" PRId64 "\n", f->latency_count);
    fprintf(out, "lammer_acknowledge_seconds_count %" PRId64 "\nlammer_acknowledge_seconds_sum %.6f\n",
            f->latency_count, (double)f->latency_us / 1e6);
}

void metrics_reply(peer *p)
{
    server *s = p->server;
    char *text = NULL;
    size_t size = 0;
    if (!p->local && !s->options.open_metrics) {
        http_refuse(p, 403, "only this machine may read the figures, unless the server is started with open metrics");
        return;
    }
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        http_refuse(p, 503, LM_SAYS(OUT_OF_MEMORY, "", "out of memory; try again later"));
        return;
    }
    fprintf(out, "# TYPE lammer info\n# HELP lammer The program.\nlammer_info{version=\"" LAMMER_VERSION "\"} 1\n");
    write_server(out, s);
    write_house(out, s);
    write_statuses(out, s);
    write_latency(out, s);
    fprintf(out, "# EOF\n");
    fclose(out);
    http_reply(p, 200, "application/openmetrics-text; version=1.0.0; charset=utf-8", text, size);
    free(text);
}
