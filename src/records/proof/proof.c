/* proof.c - recomputes every chain record by record, and reports errors for stores and files alike. */
#include "proof.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void proving_begin(proving *p, const lm_store_proof *asked, lm_store_report *report)
{
    *p = (proving){ .asked = asked, .report = report, .from = 1 };
    memset(report, 0, sizeof *report);
    named_begin(&p->streams, sizeof(proved_stream));
    named_begin(&p->accounts, sizeof(proved_account));
    named_begin(&p->values, sizeof(proved_value));
    named_begin(&p->clients, sizeof(proved_client));
}

void proving_end(proving *p)
{
    named_rows *all[] = { &p->streams, &p->accounts, &p->values, &p->clients };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        named_free(all[i]);
    free(p->mark);
    free(p->rest);
}

static void tell_wrong(proving *p, const char *stream, int64_t seq, const char *format, va_list args)
{
    lm_store_report *report = p->report;
    char what[LM_STORE_TEXT];
    vsnprintf(what, sizeof what, format, args);
    if (report->wrong++ == 0) {
        report->first_seq = seq;
        snprintf(report->first_stream, sizeof report->first_stream, "%s", stream);
        memcpy(report->first, what, sizeof report->first);
    }
    if (p->asked->found) p->asked->found(p->asked->context, stream, seq, what);
}

void found_wrong(proving *p, const char *stream, int64_t seq, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell_wrong(p, stream, seq, format, args);
    va_end(args);
}

void found_account(proving *p, const char *account, record_place at, const char *format, ...)
{
    va_list args;
    if (p->asked->account) p->asked->account(p->asked->context, account);
    va_start(args, format);
    tell_wrong(p, at.stream, at.seq, format, args);
    va_end(args);
}

static void check_link(proving *p, proved_stream *s, const lm_record *record)
{
    uint8_t hash[LM_STORE_HASH];
    if (record->seq > s->seq + 1)
        found_wrong(p, record->stream, s->seq + 1,
                    /* say:records-missing */ "records %" PRId64 " to %" PRId64 " are missing", s->seq + 1,
                    record->seq - 1);
    if (record->seq <= s->seq)
        found_wrong(p, record->stream, record->seq, /* say:record-twice */ "an earlier record has this number");
    lm_record_hash(s->hash, record, hash);
    if (record->seq == s->seq + 1 && memcmp(hash, record->hash, LM_STORE_HASH) != 0)
        found_wrong(p, record->stream, record->seq,
                    /* say:record-altered */ "the record was altered: its hash does not match");
    if (s->begun && record->time_ms < s->time_ms)
        found_wrong(p, record->stream, record->seq, "its time is earlier than the time of the record before it");
    s->begun = true;
    s->seq = record->seq;
    s->time_ms = record->time_ms;
    memcpy(s->hash, record->hash, LM_STORE_HASH);
}

void proving_hear(proving *p, const lm_record *record)
{
    int64_t before = p->report->wrong;
    if (!p->chain || strcmp(record->stream, p->chain->row.name) != 0) p->chain = named_add(&p->streams, record->stream);
    check_link(p, p->chain, record);
    p->report->unchained += p->report->wrong - before;
    p->report->records++;
    if (p->asked->since_snapshots) return;
    ledger_hear(p, record);
    if (strcmp(record->kind, "head") == 0)
        heads_hear(p, "head in the journal", record->body, record->body_size, record->stream, record->seq);
}
