/* file.c - proves an exported journal from its lines alone. To notice records missing at the end, it needs a head that
 * was kept elsewhere. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "proof.h"
#include "replay.h"

typedef struct {
    proving p;
    const lm_file_proof *asked;
    lm_file_report *report;
    bool only_marks; /* the second pass through the file */
    table_play play; /* replays the stream that is being read */
    int64_t wrong_before;
} file_proof;

static int by_place(const void *a, const void *b)
{
    const lm_head_line *one = &((const proof_mark *)a)->line, *other = &((const proof_mark *)b)->line;
    int names = strcmp(one->stream, other->stream);
    return names ? names : (one->seq > other->seq) - (one->seq < other->seq);
}

static void meet_marks(proving *p, const lm_record *record)
{
    proof_mark wanted = { .line = { .seq = record->seq } };
    snprintf(wanted.line.stream, sizeof wanted.line.stream, "%s", record->stream);
    proof_mark *m = p->marks ? bsearch(&wanted, p->mark, p->marks, sizeof *m, by_place) : NULL;
    while (m && m > p->mark && by_place(m - 1, &wanted) == 0)
        m--;
    for (; m && m < p->mark + p->marks && by_place(m, &wanted) == 0; m++) {
        if (!m->met) mark_judge(p, m, record);
    }
}

static void miss_marks(proving *p)
{
    for (size_t i = 0; i < p->marks; i++) {
        if (!p->mark[i].met) mark_judge(p, &p->mark[i], NULL);
    }
}

static void begin_stream(file_proof *f, const lm_line *line)
{
    proving *p = &f->p;
    const lm_record *record = &line->record;
    table_play_end(&f->play, &f->report->played);
    f->wrong_before = p->report->wrong;
    if (named_find(&p->streams, record->stream))
        found_wrong(p, record->stream, record->seq,
                    /* say:stream-apart */
                    "the records of the stream are not together: others of it came earlier in the file");
    if (p->only_stream && strcmp(p->only_stream, record->stream) != 0)
        found_wrong(p, record->stream, record->seq, "this is not stream %s, which the file should hold alone",
                    p->only_stream);
    p->chain = named_add(&p->streams, record->stream);
    *p->chain = (proved_stream){ .row = p->chain->row, .seq = p->from - 1 };
    if (p->from > 1 && line->has_previous) memcpy(p->chain->hash, line->previous, LM_STORE_HASH);
    if (strncmp(record->stream, "table/", 6) != 0 || record->seq != 1) return;
    char text[LM_HOUSE_TEXT];
    if (!table_play_begin(&f->play, f->asked->rules, NULL, text))
        found_wrong(p, record->stream, record->seq, "the table cannot be played: %.300s", text);
}

/* Replays the next record of a table, unless an earlier one was altered. */
static void play_on(file_proof *f, const lm_record *record)
{
    char text[LM_HOUSE_TEXT];
    if (!f->play.recall || f->p.report->wrong != f->wrong_before) return;
    if (!table_play_record(&f->play, record, text)) found_wrong(&f->p, record->stream, record->seq, "%.300s", text);
}

static void hear_record(file_proof *f, const lm_line *line)
{
    proving *p = &f->p;
    const lm_record *record = &line->record;
    bool begins = !p->chain || strcmp(record->stream, p->chain->row.name) != 0;
    if (begins) begin_stream(f, line);
    if (line->has_previous != (begins && p->from > 1))
        found_wrong(p, record->stream, record->seq,
                    "only the first record of a part may name the hash of the record before it");
    proving_hear(p, record);
    play_on(f, record);
}

static void hear_line(file_proof *f, const char *text, size_t size)
{
    lm_line line;
    const char *what = lm_line_read(text, size, &line);
    if (f->only_marks) {
        if (line.is_record) meet_marks(&f->p, &line.record);
    } else {
        if (what) found_wrong(&f->p, line.stream, line.is_record ? line.record.seq : 0, "%s", what);
        if (line.is_record) hear_record(f, &line);
    }
    lm_line_free(&line);
}

static bool read_lines(file_proof *f, FILE *file, char *text)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    *f->asked->line = 0;
    while ((size = getline(&line, &room, file)) >= 0) {
        (*f->asked->line)++;
        if (!f->only_marks && line[size - 1] != '\n')
            found_wrong(&f->p, "", 0, /* say:line-cut-off */ "the line is cut off");
        hear_line(f, line, (size_t)size);
    }
    free(line);
    *f->asked->line = 0;
    bool whole = feof(file) && !ferror(file);
    if (!whole) snprintf(text, LM_STORE_TEXT, "it cannot be read to its end: %s", strerror(errno));
    return whole;
}

/* Accounts are checked only if the file holds the whole journal, because a part does not show all their movements. */
static void close_books(file_proof *f)
{
    proving *p = &f->p;
    table_play_end(&f->play, &f->report->played);
    p->report->streams = (int64_t)p->streams.n;
    p->report->accounts = (int64_t)p->accounts.n;
    p->report->values = (int64_t)p->values.n;
    if (!p->report->records) found_wrong(p, "", 0, /* say:no-record-in-it */ "there is no record in it");
    if (!p->only_stream && p->from == 1) ledger_close(p);
}

/* Reads the file once for its records and, if it has heads, a second time for the records that these vouch for. */
static bool read_file(file_proof *f, FILE *file, char *text)
{
    proving *p = &f->p;
    heads_hear_kept(p);
    bool whole = read_lines(f, file, text);
    close_books(f);
    if (!whole || !p->report->heads) return whole;
    if (fseek(file, 0, SEEK_SET) != 0) {
        snprintf(text, LM_STORE_TEXT,
                 /* say:must-be-plain-file */
                 "with a head the file is read twice, so it cannot be a pipe; save it to a file first");
        return false;
    }
    if (p->marks) qsort(p->mark, p->marks, sizeof *p->mark, by_place);
    f->only_marks = true;
    if (!read_lines(f, file, text)) return false;
    miss_marks(p);
    return true;
}

bool lm_file_verify(const lm_file_proof *asked, lm_file_report *report, char *text)
{
    lm_store_proof how = { .kept_head = asked->head, .found = asked->found, .context = asked->context };
    file_proof f = { .asked = asked, .report = report };
    FILE *file = fopen(asked->path, "rb");
    if (!file) {
        snprintf(text, LM_STORE_TEXT, "%s", strerror(errno));
        return false;
    }
    memset(report, 0, sizeof *report);
    proving_begin(&f.p, &how, &report->proved);
    f.p.only_stream = asked->stream;
    f.p.from = asked->from;
    bool well = read_file(&f, file, text);
    memcpy(report->house, f.p.names.house, sizeof report->house);
    memcpy(report->key, f.p.names.key, sizeof report->key);
    fclose(file);
    proving_end(&f.p);
    return well;
}
