/* feed.c - the change feed: the records of the streams that a role may see, from where a consumer stopped.
 *
 * A place is the number of the last record that a consumer has of each stream ("house:120,table/a:77"). It is the whole
 * memory of a feed and lies with the consumer, so any server answers any request, also after years. A stream is handed
 * over in the order of its chain without gaps. A record is handed over as it was exported, so its hash can be computed;
 * of one that the role may not see there is only the hash, so the chain goes on. What lies face down is sealed in the
 * records themselves: the feed has no key and opens nothing. */
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"
#include "list.h"
#include "named.h"
#include "reports.h"

enum { FEED_ROWS = 1000, FEED_BYTES = 128 * 1024, FEED_WAIT_MS = 30000 };

/* --- who sees what --------------------------------------------------------------------------------------------------- */

#define BIT(role) LM_HOUSE_BIT(role)

/* A role sees the records of these streams ("": all; with '/' at the end: all that begin so) of one of these kinds
 * (NULL: all kinds), and those that move money of these accounts. docs/feed.md has this table for people. */
static const struct {
    const char *stream;
    uint32_t roles;
    const char *kinds, *accounts;
} sights[] = {
    { "", BIT(AUDITOR) | BIT(SURVEILLANCE) | BIT(EXECUTIVE), NULL, NULL },
    { "heads", BIT(SUPERVISOR) | BIT(CASHIER), NULL, NULL },
    { "table/", BIT(SUPERVISOR), NULL, NULL },
    { "house", BIT(SUPERVISOR),
      " dispute dispute-resolved dispute-appealed dispute-ruled coupon-issued table-moved config-set alarm-raised "
      "alarm-ended ",
      "" },
    { "table/", BIT(CASHIER), " open-table close-table ", " wallet cage world seeds drop tokes " },
    { "house", BIT(CASHIER), " coupon-issued config-set alarm-raised alarm-ended ", " wallet cage world seeds " },
};
enum { SIGHTS = sizeof sights / sizeof *sights };

static bool is_stream_of(const char *stream, const char *of)
{
    size_t n = strlen(of);
    return !n || (of[n - 1] == '/' ? strncmp(stream, of, n) == 0 : strcmp(stream, of) == 0);
}

static bool sees_stream(uint32_t roles, const char *stream)
{
    for (int i = 0; i < SIGHTS; i++) {
        if (sights[i].roles & roles && is_stream_of(stream, sights[i].stream)) return true;
    }
    return false;
}

/* Whether the word, up to `size` bytes, stands in a list " one two ". */
static bool lists_word(const char *list, const char *word, size_t size)
{
    char spaced[LM_STORE_NAME + 3];
    snprintf(spaced, sizeof spaced, " %.*s ", (int)(size > LM_STORE_NAME ? LM_STORE_NAME : size), word);
    return strstr(list, spaced) != NULL;
}

static bool moves_money_of(const lm_record *record, const char *accounts)
{
    lm_effect e;
    for (size_t at = 0; next_move(record, &at, &e);) {
        if (lists_word(accounts, e.name, strcspn(e.name, "/")) || lists_word(accounts, e.to, strcspn(e.to, "/")))
            return true;
    }
    return false;
}

static bool sees_record(uint32_t roles, const lm_record *record)
{
    for (int i = 0; i < SIGHTS; i++) {
        if (!(sights[i].roles & roles) || !is_stream_of(record->stream, sights[i].stream)) continue;
        if (!sights[i].kinds || lists_word(sights[i].kinds, record->kind, strlen(record->kind)) ||
            moves_money_of(record, sights[i].accounts))
            return true;
    }
    return false;
}

/* --- the question ---------------------------------------------------------------------------------------------------- */

typedef struct {
    named_row row;
    int64_t seq;
    bool met; /* the journal has the stream */
} feed_place;

typedef struct {
    char name[LM_STORE_NAME + 1];
    int64_t place, last, time_ms; /* the consumer has `place`; the journal has `last` */
} feed_stream;

typedef struct {
    const lm_inquiry *inquiry;
    const char *stream; /* the only stream that is asked for; NULL: all */
    int64_t first;      /* "from" as a number; 0: it is none */
    bool now;           /* from now on */
    named_rows places;
    feed_stream *list;
    size_t n, room;
    lm_out *answer;
    int64_t rows, rows_end;
    size_t bytes_end;
    bool skips; /* the next record is only read for its hash */
    uint8_t previous[LM_STORE_HASH];
    bool has_previous;
    char *text;
} feed;

/* Reads "house:120,table/a:77". */
static bool read_places(feed *f, const char *text)
{
    while (*text) {
        char name[LM_STORE_NAME + 1];
        size_t size = strcspn(text, ","), colon = size;
        while (colon && text[colon - 1] != ':')
            colon--;
        char *end;
        int64_t seq = strtoimax(text + colon, &end, 10);
        bool digits = colon < size && text[colon] >= '0' && text[colon] <= '9';
        bool last_comma = text[size] && !text[size + 1];
        if (last_comma || colon < 2 || colon - 1 > LM_STORE_NAME || !digits || end != text + size || seq == INTMAX_MAX)
            return false;
        snprintf(name, sizeof name, "%.*s", (int)colon - 1, text);
        if (named_find(&f->places, name)) return false;
        ((feed_place *)named_add(&f->places, name))->seq = seq;
        text += size + (text[size] == ',');
    }
    return true;
}

static const char *read_from(feed *f, const json_t *from)
{
    const char *text = json_string_value(from);
    if (json_is_integer(from)) {
        f->first = json_integer_value(from);
        if (f->first < 1 || f->first == INT64_MAX) return /* say:feed-from-number */ "\"from\" counts records from 1";
        if (!f->stream) return /* say:feed-from-stream */ "\"from\" as a number needs a \"stream\"";
        return NULL;
    }
    f->now = text && strcmp(text, "now") == 0;
    if (!from || f->now || (text && read_places(f, text))) return NULL;
    return /* say:feed-from-next */ "\"from\" must be the \"next\" of an answer, \"now\", or the number of a record";
}

static const char *read_question(feed *f)
{
    const json_t *body = f->inquiry->body->object;
    const json_t *limit = json_object_get(body, "limit");
    int64_t wait_ms = json_integer_value(json_object_get(body, "wait_ms"));
    f->stream = json_string_value(json_object_get(body, "stream"));
    f->rows_end = limit ? json_integer_value(limit) : FEED_ROWS;
    if (f->rows_end < 1 || f->rows_end > FEED_ROWS) return "\"limit\" must be 1 to 1000";
    if (wait_ms < 0 || wait_ms > FEED_WAIT_MS) return /* say:feed-wait */ "\"wait_ms\" must be 0 to 30000";
    return read_from(f, json_object_get(body, "from"));
}

/* --- the streams ----------------------------------------------------------------------------------------------------- */

static bool hear_stream(void *context, const lm_stream_row *row)
{
    feed *f = context;
    if (row->seq < 1 || (f->stream && strcmp(f->stream, row->name) != 0)) return true;
    feed_place *place = named_find(&f->places, row->name);
    if (place) place->met = true;
    if (!sees_stream(f->inquiry->roles, row->name)) return true;
    f->list = list_with_room(f->list, f->n, &f->room, sizeof *f->list);
    feed_stream *s = &f->list[f->n++];
    *s = (feed_stream){ .last = row->seq, .time_ms = row->time_ms };
    snprintf(s->name, sizeof s->name, "%s", row->name);
    s->place = f->now ? s->last : place ? place->seq : f->first ? f->first - 1 : 0;
    return true;
}

/* A journal that lacks what a consumer has is not the one that it followed: it was restored or is another house's. */
static bool lacks_place(feed *f)
{
    for (size_t i = 0; i < f->n; i++) {
        if (f->list[i].place <= f->list[i].last) continue;
        snprintf(
            f->text, LM_HOUSE_TEXT,
            /* say:feed-beyond-end */
            "stream %s ends with record %lld, and you have record %lld: this is not the journal that you followed; "
            "was it restored from a backup, or is it another house's?",
            f->list[i].name, (long long)f->list[i].last, (long long)f->list[i].place);
        return true;
    }
    for (feed_place *p = (feed_place *)f->places.first; p && !f->stream; p = (feed_place *)p->row.next) {
        if (p->met) continue;
        snprintf(f->text, LM_HOUSE_TEXT, /* say:feed-no-such-stream */ "the journal has no stream %s", p->row.name);
        return true;
    }
    if (!f->stream || f->n) return false;
    snprintf(f->text, LM_HOUSE_TEXT,
             /* say:feed-stream-unseen */ "the journal has no stream %s that your role may see", f->stream);
    return true;
}

/* Streams that have been quiet for longest come first: one that never rests cannot keep the others waiting. */
static int by_quiet(const void *a, const void *b)
{
    const feed_stream *x = a, *y = b;
    return x->time_ms != y->time_ms ? (x->time_ms > y->time_ms) - (x->time_ms < y->time_ms) : strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const feed_stream *)a)->name, ((const feed_stream *)b)->name);
}

/* --- the records ----------------------------------------------------------------------------------------------------- */

static void write_withheld(lm_out *out, const lm_record *record)
{
    char hash[2 * LM_STORE_HASH + 1];
    sodium_bin2hex(hash, sizeof hash, record->hash, LM_STORE_HASH);
    lm_out_begin(out, '{');
    lm_out_pack(out, "stream:s seq:I hash:s withheld:b", record->stream, record->seq, hash, true);
    lm_out_end(out, '}');
}

typedef struct {
    feed *feed;
    feed_stream *stream;
    int64_t rows_end; /* this stream's share of the page */
    size_t bytes_end;
} feed_reading;

static bool hear_record(void *context, const lm_record *record)
{
    feed_reading *r = context;
    feed *f = r->feed;
    if (f->skips) {
        memcpy(f->previous, record->hash, sizeof f->previous);
        f->has_previous = true;
        f->skips = false;
        return true;
    }
    if (sees_record(f->inquiry->roles, record)) {
        json_t *line = line_json(record, f->has_previous ? f->previous : NULL);
        if (!line) memory_end();
        lm_out_json(f->answer, line);
        json_decref(line);
    } else {
        write_withheld(f->answer, record);
    }
    f->has_previous = false;
    r->stream->place = record->seq;
    return ++f->rows < r->rows_end && f->answer->size < r->bytes_end;
}

/* Each stream has an equal share of what is left of the page, and at least one record while the page has room. */
static bool read_records(feed *f, size_t i, char *text)
{
    feed_stream *s = &f->list[i];
    int64_t share = (f->rows_end - f->rows) / (int64_t)(f->n - i);
    size_t bytes = (f->bytes_end - f->answer->size) / (f->n - i);
    feed_reading r = { f, s, f->rows + (share > 1 ? share : 1), f->answer->size + bytes };
    f->skips = f->first > 1;
    return lm_store_records_between(f->inquiry->store, s->name, s->place + !f->skips, s->last, hear_record, &r, text) ==
           LM_STORE_DONE;
}

/* Moves the streams without new records to the front, so that only the others share the page. */
static size_t put_ahead_last(feed *f)
{
    size_t done = 0;
    for (size_t i = 0; i < f->n; i++) {
        if (f->list[i].place < f->list[i].last) continue;
        feed_stream other = f->list[done];
        f->list[done++] = f->list[i];
        f->list[i] = other;
    }
    qsort(f->list + done, f->n - done, sizeof *f->list, by_quiet);
    return done;
}

static bool write_records(feed *f, char *text)
{
    bool read = true;
    lm_out_key(f->answer, "records");
    lm_out_begin(f->answer, '[');
    f->bytes_end = f->answer->size + FEED_BYTES;
    for (size_t i = put_ahead_last(f); read && i < f->n && f->rows < f->rows_end && f->answer->size < f->bytes_end; i++)
        read = read_records(f, i, text);
    lm_out_end(f->answer, ']');
    return read;
}

static void write_next(feed *f)
{
    lm_out next = { 0 };
    char digits[LM_OUT_DIGITS];
    qsort(f->list, f->n, sizeof *f->list, by_name);
    for (size_t i = 0; i < f->n; i++) {
        const feed_stream *s = &f->list[i];
        const char *number = lm_out_digits(s->place, digits);
        if (i) lm_out_raw(&next, ",", 1);
        lm_out_raw(&next, s->name, strlen(s->name));
        lm_out_raw(&next, ":", 1);
        lm_out_raw(&next, number, strlen(number));
    }
    lm_out_key(f->answer, "next");
    lm_out_string(f->answer, next.at ? next.at : "", next.size);
    f->answer->failed |= next.failed;
    lm_out_free(&next);
}

static lm_kind refuse_unreadable(char *text, const char *why)
{
    snprintf(text, LM_HOUSE_TEXT, "the journal could not be read: %.300s", why);
    return LM_REFUSED_FAULT;
}

static lm_kind answer_feed(feed *f, char *text)
{
    char why[LM_STORE_TEXT];
    const char *wrong = read_question(f);
    if (wrong) {
        snprintf(text, LM_HOUSE_TEXT, "%s", wrong);
        return LM_REFUSED_FORM;
    }
    lm_store *store = f->inquiry->store;
    if (lm_store_streams(store, f->stream ? f->stream : "", hear_stream, f, why) != LM_STORE_DONE)
        return refuse_unreadable(text, why);
    if (lacks_place(f)) return LM_REFUSED_UNKNOWN;
    lm_out_clear(f->answer);
    lm_out_begin(f->answer, '{');
    lm_out_pack(f->answer, "house:s", lm_store_house(store));
    if (!write_records(f, why)) return refuse_unreadable(text, why);
    if (!f->rows && f->inquiry->waits && !f->now) return LM_WAITING; /* later, "now" would be another place */
    write_next(f);
    lm_out_end(f->answer, '}');
    return LM_ANSWERED;
}

lm_kind feed_answer(const lm_inquiry *inquiry, lm_out *answer, char *text)
{
    feed f = { .inquiry = inquiry, .answer = answer, .text = text };
    named_begin(&f.places, sizeof(feed_place));
    lm_kind kind = answer_feed(&f, text);
    named_free(&f.places);
    free(f.list);
    return kind;
}

/* --- the signed head ------------------------------------------------------------------------------------------------- */

static bool write_head(void *context, const lm_snapshot_row *row)
{
    lm_out *answer = context;
    lm_out_key(answer, "head");
    lm_out_string(answer, row->state, row->size);
    return false;
}

lm_kind feed_head_answer(const lm_inquiry *inquiry, lm_out *answer, char *text)
{
    char why[LM_STORE_TEXT];
    lm_out_begin(answer, '{');
    lm_out_pack(answer, "house:s", lm_store_house(inquiry->store));
    if (lm_store_snapshot(inquiry->store, LM_STORE_HEADS, write_head, answer, why) != LM_STORE_DONE)
        return refuse_unreadable(text, why);
    lm_out_end(answer, '}');
    return LM_ANSWERED;
}
