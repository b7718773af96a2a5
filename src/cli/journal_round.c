/* journal_round.c - one round of a table, told again from the journal: who did what, cards, chips before and after. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "journal_cli.h"
#include "lammer/server/records.h"
#include "lammer/program/words_json.h"
#include "lammer/server/json.h"
#include "lammer/program/tell.h"

typedef struct {
    lm_recall *recall;
    int64_t round;
    json_t *stories; /* records with something of the round in them */
    bool broken;
    char text[LM_HOUSE_TEXT];
} search;

/* A record that ends one round and opens the next belongs to both. */
static bool take_record(void *context, const lm_record *record)
{
    search *s = context;
    bool within = lm_recall_rounds(s->recall) == s->round;
    s->broken = !lm_recall_record(s->recall, record, s->text);
    if (s->broken) {
        char what[LM_HOUSE_TEXT];
        snprintf(what, sizeof what, "%s, record %" PRId64 ": %.300s", record->stream, record->seq, s->text);
        snprintf(s->text, sizeof s->text, "%s", what);
        return false;
    }
    int64_t now = lm_recall_rounds(s->recall);
    if (within || now == s->round) json_array_append_new(s->stories, lm_recall_story(s->recall));
    return now <= s->round;
}

/* The part of a record that belongs to the round: a record may end one round and open the next. */
typedef struct {
    bool is_first; /* it opens the round */
    bool is_next;  /* it opens the next one */
    const json_t *opens;
} part;

static part part_of(const search *s, const json_t *story)
{
    const json_t *opens = json_object_get(story, "opens");
    bool own = json_integer_value(json_object_get(story, "round")) == s->round;
    return (part){ opens && own, opens && !own, opens };
}

/* From which on and up to which of `n` acts, events or movements. */
static void range_of(const part *p, const char *what, size_t n, size_t *from, size_t *to)
{
    size_t before = (size_t)json_integer_value(json_object_get(p->opens, what));
    *from = p->is_first ? before : 0;
    *to = p->is_next ? before : n;
}

typedef struct {
    json_t *now;      /* {account: cents} of the table's own accounts, movement by movement */
    json_t *accounts; /* {account: {before, after}} of the round */
    json_t *changes;  /* {account: cents} of accounts that others move too */
    json_t *meters;
} balances;

static void set_end(json_t *ends, const char *name, lm_cents before, lm_cents after)
{
    json_t *known = json_object_get(ends, name);
    if (known) {
        json_object_set_new(known, "after", json_integer(after));
    } else {
        json_object_set_new(ends, name,
                            json_pack("{s:I, s:I}", "before", (json_int_t)before, "after", (json_int_t)after));
    }
}

static void move_one(balances *b, const char *account, lm_cents cents, bool counts)
{
    const json_t *known = json_object_get(b->now, account);
    if (!known) {
        lm_cents sum = json_integer_value(json_object_get(b->changes, account)) + cents;
        if (counts) json_object_set_new(b->changes, account, json_integer(sum));
        return;
    }
    lm_cents before = json_integer_value(known), after = before + cents;
    json_object_set_new(b->now, account, json_integer(after));
    if (counts) set_end(b->accounts, account, before, after);
}

static void add_moves(balances *b, const json_t *story, const part *p)
{
    const char *account;
    json_t *row;
    const json_t *moves = json_object_get(story, "moves");
    size_t n = json_array_size(moves), from, to;
    json_object_foreach(json_object_get(story, "balances"), account, row)
    {
        json_object_set(b->now, account, json_object_get(row, "before"));
    }
    range_of(p, "moves", n, &from, &to);
    for (size_t i = 0; i < n; i++) {
        const json_t *move = json_array_get(moves, i);
        lm_cents cents = json_integer_value(json_object_get(move, "cents"));
        bool counts = i >= from && i < to;
        move_one(b, json_string_value(json_object_get(move, "from")), -cents, counts);
        move_one(b, json_string_value(json_object_get(move, "to")), cents, counts);
    }
}

/* A meter's display at the opening stands for what it was before, or after, the round. */
static void add_meters(balances *b, const json_t *story, const part *p)
{
    const char *name;
    json_t *row;
    json_object_foreach(json_object_get(story, "meters"), name, row)
    {
        const json_t *opening = json_object_get(json_object_get(p->opens, "meters"), name);
        const json_t *before = p->is_first ? opening : json_object_get(row, "before");
        const json_t *after = p->is_next ? opening : json_object_get(row, "after");
        set_end(b->meters, name, json_integer_value(before), json_integer_value(after));
    }
}

static void print_ends(const char *title, json_t *ends)
{
    const char *name;
    json_t *row;
    if (json_object_size(ends)) printf("\n%-40s %14s %14s\n", title, "before", "after");
    json_object_foreach(ends, name, row)
    {
        char before[24], after[24];
        lm_cents_write(json_integer_value(json_object_get(row, "before")), before);
        lm_cents_write(json_integer_value(json_object_get(row, "after")), after);
        printf("%-40s %14s %14s\n", name, before, after);
    }
}

static void print_changes(json_t *sums)
{
    const char *name;
    json_t *cents;
    json_object_foreach(sums, name, cents)
    {
        char amount[24];
        lm_cents_write(json_integer_value(cents), amount);
        printf("%-40s %14s %14s\n", name, "change", amount);
    }
}

static void print_balances(const search *s)
{
    balances b = { json_object(), json_object(), json_object(), json_object() };
    for (size_t i = 0; i < json_array_size(s->stories); i++) {
        const json_t *story = json_array_get(s->stories, i);
        part p = part_of(s, story);
        add_moves(&b, story, &p);
        add_meters(&b, story, &p);
    }
    print_ends("account, in dollars", b.accounts);
    print_changes(b.changes);
    print_ends("meter, in dollars", b.meters);
    json_decref(b.now);
    json_decref(b.accounts);
    json_decref(b.changes);
    json_decref(b.meters);
}

/* An event of the house: its word and its fields. */
static void print_plain(json_t *event)
{
    const char *key;
    json_t *value;
    printf("  %s", json_string_value(json_object_get(event, "event")));
    json_object_foreach(event, key, value)
    {
        char amount[24];
        if (strcmp(key, "event") == 0 || strcmp(key, "order") == 0) continue;
        if (strcmp(key, "cents") == 0) {
            lm_cents_write(json_integer_value(value), amount);
            printf(" %s", amount);
        } else {
            char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
            printf(" %s %s", key, text ? text : "");
            free(text);
        }
    }
    putchar('\n');
}

/* Events of one record from `from` up to `to`; those of the engine in sentences. */
static void tell_some(teller *t, const json_t *events, size_t from, size_t to)
{
    lm_event heard[256];
    int n = 0;
    for (size_t i = from; i <= to; i++) {
        json_t *event = i < to ? json_array_get(events, i) : NULL;
        bool of_engine = event && n < 256 && lm_words_event(t->story.rules, event, &heard[n]);
        if (of_engine) {
            n++;
            continue;
        }
        if (n) tell_events(t, heard, n);
        n = 0;
        lm_meter_news news;
        if (event && journal_news(t->story.rules, event, &news)) {
            lm_story_meter(&t->story, &news);
        } else if (event) {
            print_plain(event);
        }
    }
}

static void print_heading(const json_t *story)
{
    time_t seconds = (time_t)(json_integer_value(json_object_get(story, "time_ms")) / 1000);
    struct tm utc;
    char when[40] = "";
    if (gmtime_r(&seconds, &utc)) strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &utc);
    printf("\n[record %" JSON_INTEGER_FORMAT ", %s UTC, by %s]\n", json_integer_value(json_object_get(story, "seq")),
           when, json_string_value(json_object_get(story, "by")));
}

static void tell_story(const search *s, teller *t, const json_t *story)
{
    const json_t *events = json_object_get(story, "events");
    part p = part_of(s, story);
    size_t from, to;
    range_of(&p, "events", json_array_size(events), &from, &to);
    if (from == to) return;
    print_heading(story);
    tell_some(t, events, from, to);
}

static void print_round(const search *s, const journal_args *args)
{
    teller t;
    size_t n = json_array_size(s->stories);
    const json_t *first = json_array_get(s->stories, 0), *last = json_array_get(s->stories, n - 1);
    printf("REPLAY of round %" PRId64 " at table %s, rules %s, from the journal's records %" JSON_INTEGER_FORMAT
           " to %" JSON_INTEGER_FORMAT "\n",
           s->round, args->table, lm_recall_rules(s->recall)->name, json_integer_value(json_object_get(first, "seq")),
           json_integer_value(json_object_get(last, "seq")));
    teller_start(&t, true);
    teller_rules(&t, lm_recall_rules(s->recall));
    for (size_t i = 0; i < n; i++)
        tell_story(s, &t, json_array_get(s->stories, i));
    print_balances(s);
}

static void print_round_json(const search *s, const journal_args *args)
{
    json_t *json = json_pack("{s:b, s:s, s:s, s:I, s:O}", "replay", 1, "table", args->table, "rules",
                             lm_recall_rules(s->recall)->name, "round", (json_int_t)s->round, "records", s->stories);
    json_dumpf(json, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
    putchar('\n');
    json_decref(json);
}

static int tell(const search *s, const journal_args *args)
{
    if (!lm_recall_rules(s->recall)) return cli_error(/* say:no-such-table */ "there is no table %s", args->table);
    if (!json_array_size(s->stories))
        return cli_error("table %s has had %" PRId64 " rounds", args->table, lm_recall_rounds(s->recall));
    (args->json ? print_round_json : print_round)(s, args);
    return CLI_YES;
}

int journal_round(lm_store *store, const journal_args *args)
{
    char stream[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    search s = { .round = args->round, .stories = json_array() };
    int result = CLI_YES;
    snprintf(stream, sizeof stream, "table/%s", args->table);
    s.recall = lm_recall_new(&shipped_rules, NULL, s.text);
    if (!s.recall) {
        result = cli_error("%s", s.text);
    } else if (lm_store_records(store, stream, 1, take_record, &s, text) != LM_STORE_DONE) {
        result = cli_error("%s", text);
    } else if (s.broken) {
        result = CLI_NO;
        cli_error("%s", s.text);
    } else {
        result = tell(&s, args);
    }
    lm_recall_free(s.recall);
    json_decref(s.stories);
    return result;
}
