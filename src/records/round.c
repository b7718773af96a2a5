/* round.c - one replayed round of a table: the part of each record that belongs to it, and its effect on accounts and
 * meters. */
#include <inttypes.h>
#include <string.h>

#include "list.h"
#include "recall.h"

/* A record that ends one round and opens the next belongs to both. */
bool round_take_record(void *context, const lm_record *record)
{
    round_search *s = context;
    bool within = lm_recall_rounds(s->recall) == s->round;
    s->is_broken = !lm_recall_record(s->recall, record, s->text);
    if (s->is_broken) return false;
    int64_t now = lm_recall_rounds(s->recall);
    if (within || now == s->round) json_array_append_new(s->stories, lm_recall_story(s->recall));
    return now <= s->round;
}

/* --- the part of a record that belongs to the round ----------------------------------------------------------------- */

typedef struct {
    bool is_first; /* the record opens the round */
    bool is_next;  /* the record opens the next round */
    const json_t *opens;
} part;

static part part_of(const json_t *story, int64_t round)
{
    const json_t *opens = json_object_get(story, "opens");
    bool own = json_integer_value(json_object_get(story, "round")) == round;
    return (part){ opens && own, opens && !own, opens };
}

/* The range of `n` events or movements that belongs to the round. */
static void range_of(const part *p, const char *what, size_t n, size_t *from, size_t *to)
{
    size_t before = (size_t)json_integer_value(json_object_get(p->opens, what));
    *from = p->is_first ? before : 0;
    *to = p->is_next ? before : n;
}

static lm_round_record read_story(const json_t *story, const part *p)
{
    lm_round_record record = { .seq = json_integer_value(json_object_get(story, "seq")),
                               .time_ms = json_integer_value(json_object_get(story, "time_ms")),
                               .by = json_string_value(json_object_get(story, "by")),
                               .events = json_object_get(story, "events"),
                               .told = json_object_get(story, "told") };
    range_of(p, "events", json_array_size(record.events), &record.from, &record.to);
    return record;
}

/* --- balances -------------------------------------------------------------------------------------------------------- */

typedef struct {
    lm_told_round *told;
    size_t room;
} sums;

static lm_round_sum *find_sum(const sums *s, const char *name, lm_round_sum_kind kind)
{
    for (size_t i = 0; i < s->told->sums; i++) {
        lm_round_sum *sum = &s->told->sum[i];
        if (sum->kind == kind && strcmp(sum->name, name) == 0) return sum;
    }
    return NULL;
}

static lm_round_sum *sum_of(sums *s, const char *name, lm_round_sum_kind kind)
{
    lm_round_sum *known = find_sum(s, name, kind);
    if (known) return known;
    s->told->sum = list_with_room(s->told->sum, s->told->sums, &s->room, sizeof *s->told->sum);
    lm_round_sum *sum = &s->told->sum[s->told->sums++];
    *sum = (lm_round_sum){ .kind = kind };
    snprintf(sum->name, sizeof sum->name, "%s", name);
    return sum;
}

static void set_ends(lm_round_sum *sum, lm_cents before, lm_cents after)
{
    if (!sum->moved) sum->before = before;
    sum->after = after;
    sum->moved = true;
}

/* The balance is known only for accounts that this table alone moves; for others only the change. */
static void move_one(sums *s, const char *account, lm_cents cents, bool counts)
{
    lm_round_sum *sum = find_sum(s, account, LM_SUM_OWN);
    if (sum) {
        sum->now += cents;
        if (counts) set_ends(sum, sum->now - cents, sum->now);
    } else if (counts) {
        sum = sum_of(s, account, LM_SUM_CHANGE);
        set_ends(sum, 0, sum->after + cents);
    }
}

static void add_moves(sums *s, const json_t *story, const part *p)
{
    const char *account;
    json_t *row;
    const json_t *moves = json_object_get(story, "moves");
    size_t n = json_array_size(moves), from, to;
    json_object_foreach(json_object_get(story, "balances"), account, row)
    {
        sum_of(s, account, LM_SUM_OWN)->now = json_integer_value(json_object_get(row, "before"));
    }
    range_of(p, "moves", n, &from, &to);
    for (size_t i = 0; i < n; i++) {
        const json_t *move = json_array_get(moves, i);
        lm_cents cents = json_integer_value(json_object_get(move, "cents"));
        move_one(s, json_string_value(json_object_get(move, "from")), -cents, i >= from && i < to);
        move_one(s, json_string_value(json_object_get(move, "to")), cents, i >= from && i < to);
    }
}

/* A meter's display at the opening of a round is its value before this round and after the previous one. */
static void add_meters(sums *s, const json_t *story, const part *p)
{
    const char *name;
    json_t *row;
    json_object_foreach(json_object_get(story, "meters"), name, row)
    {
        const json_t *opening = json_object_get(json_object_get(p->opens, "meters"), name);
        const json_t *before = p->is_first ? opening : json_object_get(row, "before");
        const json_t *after = p->is_next ? opening : json_object_get(row, "after");
        set_ends(sum_of(s, name, LM_SUM_METER), json_integer_value(before), json_integer_value(after));
    }
}

/* --- the round ------------------------------------------------------------------------------------------------------- */

static void tell_stories(lm_told_round *told, int64_t round)
{
    sums s = { .told = told };
    told->records = json_array_size(told->stories);
    told->record = memory_or_end((told->records + 1) * sizeof *told->record);
    for (size_t i = 0; i < told->records; i++) {
        const json_t *story = json_array_get(told->stories, i);
        part p = part_of(story, round);
        told->record[i] = read_story(story, &p);
        add_moves(&s, story, &p);
        add_meters(&s, story, &p);
    }
}

lm_round_end lm_round_tell(lm_store *store, const lm_rules_source *rules, const char *table, int64_t round,
                           lm_told_round *told, char *text)
{
    char stream[LM_STORE_NAME + 1], why[LM_STORE_TEXT];
    round_search s = {
        .recall = lm_recall_new(rules, NULL, text), .round = round, .stories = json_array(), .text = why
    };
    *told = (lm_told_round){ .recall = s.recall, .stories = s.stories };
    if (!s.recall) return LM_ROUND_UNREAD;
    snprintf(stream, sizeof stream, "table/%s", table);
    if (lm_store_records(store, stream, 1, round_take_record, &s, text) != LM_STORE_DONE) return LM_ROUND_UNREAD;
    told->rounds = lm_recall_rounds(s.recall);
    told->rules = lm_recall_rules(s.recall);
    if (s.is_broken) {
        snprintf(text, LM_STORE_TEXT, "%s, record %" PRId64 ": %.240s", stream, s.recall->play->state.seq + 1, why);
        return LM_ROUND_BROKEN;
    }
    tell_stories(told, round);
    return LM_ROUND_TOLD;
}

void lm_round_free(lm_told_round *told)
{
    lm_recall_free(told->recall);
    json_decref(told->stories);
    free(told->record);
    free(told->sum);
    *told = (lm_told_round){ 0 };
}
