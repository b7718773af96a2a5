/* file.c - the proof of an exported journal: nothing is needed but its lines, and for what was cut off at the end a head
 * that was kept elsewhere. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "lammer/server/records.h"

/* A record that a head vouches for. */
typedef struct {
    char stream[LM_STORE_NAME + 1];
    int64_t seq;
    uint8_t hash[LM_STORE_HASH];
    const char *who;
    bool met;
} mark;

typedef struct {
    const lm_file_proof *asked;
    lm_file_report *report;
    /* the kept head's, and those of heads in the journal, which are compared on a second way through the file */
    mark *mark;
    int marks, mark_room;
    bool only_marks;
    const char *who;     /* says the marks that are being added */
    lm_head_names names; /* of the first head; "" none yet */
    /* the stream that is being read */
    char stream[LM_STORE_NAME + 1];
    int64_t seq, time_ms;
    uint8_t hash[LM_STORE_HASH];
    bool broken; /* something is wrong with the stream */
    lm_recall *recall;
    int64_t played;
    json_t *streams;          /* name: true */
    json_t *balance, *opened; /* account: cents; account: whether it is the house's */
    json_t *version, *puts;   /* key: its last version; key: how often it was put */
} proof;

static void wrong(proof *p, const char *stream, int64_t seq, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void wrong(proof *p, const char *stream, int64_t seq, const char *format, ...)
{
    char what[LM_STORE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    p->asked->found(p->asked->context, stream, seq, what);
    p->broken = true;
}

/* --- heads --------------------------------------------------------------------------------------------------------- */

static int mark_order(const void *a, const void *b)
{
    const mark *one = a, *other = b;
    int names = strcmp(one->stream, other->stream);
    return names ? names : (one->seq > other->seq) - (one->seq < other->seq);
}

/* Of a part of the journal only that part is asked for. */
static bool add_mark(void *context, const char *stream, int64_t seq, const uint8_t *hash)
{
    proof *p = context;
    bool asked = (!p->asked->stream || strcmp(p->asked->stream, stream) == 0) && seq >= p->asked->from;
    if (!asked) return true;
    if (p->marks == p->mark_room) {
        p->mark_room = 2 * p->mark_room + 64;
        mark *larger = realloc(p->mark, (size_t)p->mark_room * sizeof *larger);
        if (!larger) return false;
        p->mark = larger;
    }
    mark *m = &p->mark[p->marks++];
    *m = (mark){ .seq = seq, .who = p->who };
    snprintf(m->stream, sizeof m->stream, "%s", stream);
    memcpy(m->hash, hash, sizeof m->hash);
    return true;
}

/* All heads of a journal are one house's, signed by one key. */
static void hear_head(proof *p, const char *who, const char *head, size_t size, const char *stream, int64_t seq)
{
    lm_head_names names;
    p->who = who;
    p->report->heads++;
    const char *what = lm_head_read(head, size, &names, add_mark, p);
    if (!what && !p->names.key[0]) p->names = names;
    if (!what && strcmp(names.house, p->names.house) != 0) what = "it is the head of another house";
    if (!what && strcmp(names.key, p->names.key) != 0) what = "it was signed with another key";
    if (what) wrong(p, stream, seq, "the %s: %s", who, what);
}

static void meet_marks(proof *p, const lm_record *record)
{
    mark wanted = { .seq = record->seq };
    snprintf(wanted.stream, sizeof wanted.stream, "%s", record->stream);
    mark *m = p->marks ? bsearch(&wanted, p->mark, (size_t)p->marks, sizeof *m, mark_order) : NULL;
    while (m && m > p->mark && mark_order(m - 1, &wanted) == 0)
        m--;
    for (; m && m < p->mark + p->marks && mark_order(m, &wanted) == 0; m++) {
        if (!m->met && memcmp(m->hash, record->hash, LM_STORE_HASH) != 0)
            wrong(p, record->stream, record->seq, "the record is not the one that the %s vouches for", m->who);
        m->met = true;
    }
}

static void miss_marks(proof *p)
{
    for (int i = 0; i < p->marks; i++) {
        const mark *m = &p->mark[i];
        if (!m->met) wrong(p, m->stream, m->seq, "the record is missing: the %s vouches for it", m->who);
    }
}

/* --- the ledger ------------------------------------------------------------------------------------------------------ */

static void count_line(proof *p, const lm_record *record, const char *account, int64_t cents)
{
    json_t *balance = json_object_get(p->balance, account);
    int64_t sum;
    if (!balance) {
        json_object_set_new(p->balance, account, json_integer(0));
        balance = json_object_get(p->balance, account);
    }
    if (__builtin_add_overflow(json_integer_value(balance), cents, &sum)) {
        wrong(p, record->stream, record->seq, "account %s cannot hold that much", account);
        return;
    }
    json_integer_set(balance, sum);
}

static void count_move(proof *p, const lm_record *record, const lm_effect *e)
{
    p->report->moves++;
    if (e->number < 1) {
        wrong(p, record->stream, record->seq, "less than a cent is moved");
        return;
    }
    count_line(p, record, e->name, -e->number);
    count_line(p, record, e->to, e->number);
}

static void open_account(proof *p, const lm_record *record, const lm_effect *e)
{
    if (json_object_get(p->opened, e->name))
        wrong(p, record->stream, record->seq, "account %s is opened a second time", e->name);
    json_object_set_new(p->opened, e->name, json_boolean(e->number));
    count_line(p, record, e->name, 0);
}

/* Every put makes a version more, whichever stream it is in. */
static void count_put(proof *p, const lm_effect *e)
{
    json_int_t last = json_integer_value(json_object_get(p->version, e->name));
    json_int_t n = json_integer_value(json_object_get(p->puts, e->name));
    if (e->number > last) json_object_set_new(p->version, e->name, json_integer(e->number));
    json_object_set_new(p->puts, e->name, json_integer(n + 1));
}

/* The ledger is kept by names. */
static bool is_text(const char *name)
{
    json_t *text = json_string(name);
    json_decref(text);
    return text != NULL;
}

static void hear_effects(proof *p, const lm_record *record)
{
    lm_effect e;
    size_t at = 0;
    while (lm_effect_next(record->effects, record->effects_size, &at, &e)) {
        if (!is_text(e.name) || !is_text(e.to)) {
            wrong(p, record->stream, record->seq, "an effect names something that is no text");
            continue;
        }
        switch (e.kind) {
        case LM_EFFECT_COMMAND:
        case LM_EFFECT_ANSWER: break;
        case LM_EFFECT_OPEN: open_account(p, record, &e); break;
        case LM_EFFECT_MOVE: count_move(p, record, &e); break;
        case LM_EFFECT_PUT: count_put(p, &e); break;
        }
    }
    if (at == SIZE_MAX) wrong(p, record->stream, record->seq, "the record's effects cannot be read");
}

/* A part of the journal tells only a part of an account. */
static void close_ledger(proof *p)
{
    const char *name;
    json_t *cents, *version;
    p->report->accounts = (int64_t)json_object_size(p->balance);
    p->report->values = (int64_t)json_object_size(p->version);
    if (p->asked->stream || p->asked->from > 1) return;
    json_object_foreach(p->balance, name, cents)
    {
        const json_t *house = json_object_get(p->opened, name);
        if (!house) wrong(p, "", 0, "account %s was opened by no record", name);
        if (json_is_false(house) && json_integer_value(cents) < 0) wrong(p, "", 0, "account %s is below 0", name);
    }
    json_object_foreach(p->version, name, version)
    {
        if (json_integer_value(version) != json_integer_value(json_object_get(p->puts, name)))
            wrong(p, "", 0, "value %s: some of its %" JSON_INTEGER_FORMAT " versions are in no record", name,
                  json_integer_value(version));
    }
}

/* --- one stream after the other ---------------------------------------------------------------------------------------- */

static void end_stream(proof *p)
{
    if (!p->recall) return;
    p->report->played.tables++;
    p->report->played.records += p->played;
    p->report->played.rounds += lm_recall_rounds(p->recall);
    p->report->played.shoes += lm_recall_shoes(p->recall);
    lm_recall_free(p->recall);
    p->recall = NULL;
}

static void begin_stream(proof *p, const lm_line *line)
{
    char text[LM_HOUSE_TEXT];
    const lm_record *record = &line->record;
    end_stream(p);
    snprintf(p->stream, sizeof p->stream, "%s", record->stream);
    p->seq = p->asked->from - 1;
    p->time_ms = INT64_MIN;
    p->played = 0;
    p->broken = false;
    memset(p->hash, 0, sizeof p->hash);
    if (p->seq && line->has_previous) memcpy(p->hash, line->previous, sizeof p->hash);
    if (json_object_get(p->streams, record->stream))
        wrong(p, record->stream, record->seq, "the stream was there before");
    if (p->asked->stream && strcmp(p->asked->stream, record->stream) != 0)
        wrong(p, record->stream, record->seq, "only %s was asked for", p->asked->stream);
    json_object_set_new(p->streams, record->stream, json_true());
    if (strncmp(record->stream, "table/", 6) != 0 || record->seq != 1) return;
    p->recall = lm_recall_new(p->asked->rules, NULL, text);
    if (!p->recall) wrong(p, record->stream, record->seq, "the table cannot be played: %.300s", text);
}

static void check_link(proof *p, const lm_line *line)
{
    const lm_record *record = &line->record;
    uint8_t hash[LM_STORE_HASH];
    bool first = p->seq == p->asked->from - 1;
    if (record->seq > p->seq + 1)
        wrong(p, record->stream, p->seq + 1, "records %" PRId64 " to %" PRId64 " are missing", p->seq + 1,
              record->seq - 1);
    if (record->seq <= p->seq) wrong(p, record->stream, record->seq, "there is a record too many");
    lm_record_hash(p->hash, record, hash);
    if (record->seq == p->seq + 1 && memcmp(hash, record->hash, LM_STORE_HASH) != 0)
        wrong(p, record->stream, record->seq, "the record was altered: its hash does not fit");
    if (line->has_previous != (first && p->asked->from > 1))
        wrong(p, record->stream, record->seq, "only the first record of a part names the hash of the one before");
    if (record->time_ms < p->time_ms) wrong(p, record->stream, record->seq, "the clock goes back");
    p->seq = record->seq;
    p->time_ms = record->time_ms;
    memcpy(p->hash, record->hash, LM_STORE_HASH);
}

/* A table whose records are not as they were is not played on. */
static void play_record(proof *p, const lm_record *record)
{
    char text[LM_HOUSE_TEXT];
    if (!p->recall || p->broken) return;
    if (lm_recall_record(p->recall, record, text)) {
        p->played++;
    } else {
        wrong(p, record->stream, record->seq, "%.300s", text);
    }
}

static void hear_record(proof *p, const lm_line *line)
{
    const lm_record *record = &line->record;
    if (strcmp(record->stream, p->stream) != 0) begin_stream(p, line);
    check_link(p, line);
    hear_effects(p, record);
    if (strcmp(record->kind, "head") == 0)
        hear_head(p, "head in the journal", record->body, record->body_size, record->stream, record->seq);
    play_record(p, record);
    p->report->records++;
}

/* --- the file ------------------------------------------------------------------------------------------------------------ */

static void hear_line(proof *p, const char *text, size_t size)
{
    lm_line line;
    const char *what = lm_line_read(text, size, &line);
    if (p->only_marks) {
        if (line.is_record) meet_marks(p, &line.record);
    } else {
        if (what) wrong(p, line.stream, line.is_record ? line.record.seq : 0, "%s", what);
        if (line.is_record) hear_record(p, &line);
    }
    lm_line_free(&line);
}

static bool read_lines(proof *p, FILE *file, char *text)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    *p->asked->line = 0;
    while ((size = getline(&line, &room, file)) >= 0) {
        (*p->asked->line)++;
        if (!p->only_marks && line[size - 1] != '\n') wrong(p, "", 0, "the line is cut off");
        hear_line(p, line, (size_t)size);
    }
    free(line);
    if (!p->only_marks) {
        end_stream(p);
        *p->asked->line = 0;
        if (!p->report->records) wrong(p, "", 0, "there is no record in it");
        close_ledger(p);
    }
    bool whole = feof(file) && !ferror(file);
    if (!whole) snprintf(text, LM_STORE_TEXT, "it cannot be read to its end: %s", strerror(errno));
    return whole;
}

/* Once for the records, and where a head vouches for some, once more for those. */
static bool prove(proof *p, FILE *file, char *text)
{
    if (!read_lines(p, file, text)) return false;
    if (!p->report->heads) return true;
    if (p->marks) qsort(p->mark, (size_t)p->marks, sizeof *p->mark, mark_order);
    p->only_marks = true;
    if (fseek(file, 0, SEEK_SET) != 0) {
        snprintf(text, LM_STORE_TEXT,
                 /* say:must-be-plain-file */
                 "a head is compared on a second way through the file, so it must "
                 "be a plain one");
        return false;
    }
    if (!read_lines(p, file, text)) return false;
    *p->asked->line = 0;
    miss_marks(p);
    return true;
}

bool lm_file_verify(const lm_file_proof *asked, lm_file_report *report, char *text)
{
    proof p = { .asked = asked,
                .report = report,
                .streams = json_object(),
                .balance = json_object(),
                .opened = json_object(),
                .version = json_object(),
                .puts = json_object() };
    FILE *file = fopen(asked->path, "rb");
    if (file && asked->head) hear_head(&p, /* say:kept-head */ "kept head", asked->head, strlen(asked->head), "", 0);
    if (!file) snprintf(text, LM_STORE_TEXT, "%s", strerror(errno));
    bool well = file && prove(&p, file, text);
    report->streams = (int64_t)json_object_size(p.streams);
    memcpy(report->house, p.names.house, sizeof report->house);
    memcpy(report->key, p.names.key, sizeof report->key);
    if (file) fclose(file);
    lm_recall_free(p.recall);
    free(p.mark);
    json_decref(p.streams);
    json_decref(p.balance);
    json_decref(p.opened);
    json_decref(p.version);
    json_decref(p.puts);
    return well;
}
