/* hands.c - any finished round of a table for all readers, as its watchers saw it: events without names, and the opened
 * shoes that its cards came from.
 *
 * A round is played again from the table's records, because the journal holds acts, but no events. The table is kept as
 * it was after that round, so that a question about a later round continues from there. Answers that can no longer
 * change are kept as well. A long table is played in slices, and other questions have their turn between
 * them. All of this belongs to the thread of searches. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "recall.h"
#include "reports.h"

enum { KEPT_TABLES = 8, KEPT_ANSWERS = 64, SHOES = 4, SLICE = 1024 };

typedef struct {
    char table[LM_HOUSE_ID];
    int64_t round;
    lm_out answer;
} kept_answer;

struct lm_hands {
    lm_recall *recall[KEPT_TABLES];
    int next_recall;
    kept_answer answer[KEPT_ANSWERS];
    int next_answer;
};

lm_hands *lm_hands_new(void)
{
    return zeroed_or_end(sizeof(lm_hands));
}

void lm_hands_free(lm_hands *hands)
{
    if (!hands) return;
    for (int i = 0; i < KEPT_TABLES; i++)
        lm_recall_free(hands->recall[i]);
    for (int i = 0; i < KEPT_ANSWERS; i++)
        lm_out_free(&hands->answer[i].answer);
    free(hands);
}

/* --- what was kept ---------------------------------------------------------------------------------------------------- */

static const lm_out *kept_of(const lm_hands *hands, const char *table, int64_t round)
{
    for (int i = 0; hands && i < KEPT_ANSWERS; i++) {
        const kept_answer *kept = &hands->answer[i];
        if (kept->round == round && strcmp(kept->table, table) == 0) return &kept->answer;
    }
    return NULL;
}

static void keep_answer(lm_hands *hands, const report_query *q, const lm_out *answer)
{
    if (!hands || answer->failed) return;
    kept_answer *kept = &hands->answer[hands->next_answer];
    hands->next_answer = (hands->next_answer + 1) % KEPT_ANSWERS;
    lm_out_clear(&kept->answer);
    lm_out_raw(&kept->answer, answer->at, answer->size);
    kept->round = q->round;
    memcpy(kept->table, q->table, sizeof kept->table);
}

/* Takes from the list a table that was played to a point before the round. */
static lm_recall *recall_before(lm_hands *hands, const report_query *q)
{
    for (int i = 0; hands && i < KEPT_TABLES; i++) {
        lm_recall *recall = hands->recall[i];
        if (!recall || strcmp(recall->id, q->table) != 0 || lm_recall_rounds(recall) >= q->round) continue;
        hands->recall[i] = NULL;
        return recall;
    }
    return NULL;
}

/* Keeps a recall for the next question; of two recalls of a table, the one that was played further. */
static void park(lm_hands *hands, lm_recall *recall)
{
    if (!hands || !recall || recall->is_broken) {
        lm_recall_free(recall);
        return;
    }
    int at = hands->next_recall;
    for (int i = 0; i < KEPT_TABLES; i++) {
        if (hands->recall[i] && strcmp(hands->recall[i]->id, recall->id) == 0) at = i;
    }
    lm_recall *other = hands->recall[at];
    bool is_same = other && strcmp(other->id, recall->id) == 0;
    bool is_behind = is_same && lm_recall_rounds(other) > lm_recall_rounds(recall);
    lm_recall_free(is_behind ? recall : other);
    if (!is_behind) hands->recall[at] = recall;
    if (!is_same) hands->next_recall = (at + 1) % KEPT_TABLES;
}

/* --- one round ------------------------------------------------------------------------------------------------------- */

/* A shoe that cards of the round may have come from. */
typedef struct {
    uint32_t number;
    json_t *told; /* a HandShoe */
    bool opened;
} hand_shoe;

typedef struct {
    lm_recall *recall;
    int64_t round, time_ms, last; /* last: the last record of the round */
    json_t *steps;
    bool over;
    hand_shoe shoe[SHOES];
    int shoes;
    char *text;
    int left;     /* records that this slice may still read */
    bool paused;  /* it read that many */
    int64_t next; /* record at which the search for the openings of shoes goes on; 0: not begun */
} hand_search;

static bool pauses(hand_search *s)
{
    s->paused = s->left-- <= 0;
    return s->paused;
}

/* Events of the house that say how the round was played. All others are about people, money and the table. */
static bool is_public(const char *word)
{
    static const char *const hidden[] = { "arrive", "leave", NULL };
    for (int i = 0; hidden[i]; i++) {
        if (strcmp(hidden[i], word) == 0) return false;
    }
    for (int kind = 0; kind < LM_EV_COUNT; kind++) {
        if (strcmp(lm_event_name((lm_event_kind)kind), word) == 0) return true;
    }
    return strcmp(word, "time-ran-out") == 0;
}

/* The actor of a step as shown to all readers: a role of the house by its name, any person as "player". */
static const char *role_of(const char *actor)
{
    static const char *const roles[] = { "dealer", "clock", "house", NULL };
    for (int i = 0; roles[i]; i++) {
        if (strcmp(roles[i], actor) == 0) return roles[i];
    }
    return "player";
}

static void add_step(hand_search *s, json_t *event, const lm_record *record)
{
    static const char *const of_people[] = { "player", "reason", "owner", "person", "coupon", NULL };
    const char *word = json_string_value(json_object_get(event, "event"));
    if (s->over || !word || !is_public(word)) return;
    for (int i = 0; of_people[i]; i++)
        json_object_del(event, of_people[i]);
    s->over |= strcmp(word, "over") == 0;
    json_array_append_new(s->steps, json_pack("{s:O, s:s, s:I, s:I}", "event", event, "by", role_of(record->actor),
                                              "seq", (json_int_t)record->seq, "time", (json_int_t)record->time_ms));
}

/* Adds the events of the record that belong to the round. */
static void add_steps(hand_search *s, const lm_record *record, bool opens, bool ends)
{
    json_t *events = list_read(&s->recall->play->events);
    size_t n = json_array_size(events), before = s->recall->opens.events;
    size_t from = opens ? before : 0, to = ends ? before : n;
    for (size_t i = from; i < to; i++)
        add_step(s, json_array_get(events, i), record);
    json_decref(events);
    s->last = record->seq;
    s->time_ms = record->time_ms;
}

/* The public part of a shoe: its commitment, the cut and the players' parts in the shuffle. */
static json_t *sealed_shoe(const house_state *state)
{
    char seal[2 * LM_STORE_HASH + 1];
    lm_out out = { 0 };
    sodium_bin2hex(seal, sizeof seal, state->commitment, sizeof state->commitment);
    lm_out_pack(&out, "{ number:I commitment:s cut:[", (int64_t)state->shoe_number, seal);
    for (int side = 0; side < state->sides; side++)
        lm_out_int(&out, state->shoe[side].cut);
    lm_out_end(&out, ']');
    mix_write(&state->mix, &out);
    lm_out_end(&out, '}');
    return out_read(&out);
}

static void note_shoe(hand_search *s)
{
    const house_state *state = &s->recall->play->state;
    if (state->shoe_stage != SHOE_LOADED || s->shoes == SHOES) return;
    if (s->shoes && s->shoe[s->shoes - 1].number == state->shoe_number) return;
    s->shoe[s->shoes++] = (hand_shoe){ .number = state->shoe_number, .told = sealed_shoe(state) };
}

static bool take_record(void *context, const lm_record *record)
{
    hand_search *s = context;
    if (pauses(s)) return false;
    bool within = lm_recall_rounds(s->recall) == s->round;
    if (!lm_recall_record(s->recall, record, s->text)) return false;
    int64_t now = lm_recall_rounds(s->recall);
    bool opens = s->recall->opens.round && now == s->round, ends = within && now != s->round;
    if (within || now == s->round) add_steps(s, record, opens, ends);
    if (now == s->round) note_shoe(s);
    return !s->over && now <= s->round;
}

/* Salt and order are in the record that opened the shoe, which comes after the round. */
static bool take_opening(void *context, const lm_record *record)
{
    hand_search *s = context;
    size_t i, n;
    s->next = record->seq;
    if (pauses(s)) return false;
    json_t *body = json_loadb(record->body, record->body_size, 0, NULL), *acts = json_object_get(body, "acts");
    int left = 0;
    for (i = 0, n = json_array_size(acts); i < n; i++) {
        json_t *act = json_array_get(acts, i);
        const char *word = json_string_value(json_object_get(act, "do"));
        for (int k = 0; word && strcmp(word, "open-shoe") == 0 && k < s->shoes; k++) {
            if (json_integer_value(json_object_get(act, "number")) != s->shoe[k].number) continue;
            json_object_set(s->shoe[k].told, "salt", json_object_get(act, "salt"));
            json_object_set(s->shoe[k].told, "order", json_object_get(act, "order"));
            s->shoe[k].opened = true;
        }
    }
    json_decref(body);
    for (int k = 0; k < s->shoes; k++)
        left += !s->shoe[k].opened;
    return left > 0;
}

/* The parts of the view that a page needs to draw the table, without its players. */
static json_t *layout_of(const lm_recall *recall)
{
    static const char *const drawn[] = { "table", "terms", "layout", "meters", NULL };
    json_t *view = lm_recall_view(recall), *base = json_object();
    for (int i = 0; drawn[i]; i++)
        json_object_set(base, drawn[i], json_object_get(view, drawn[i]));
    json_decref(view);
    return base;
}

static bool search_round(report_query *q, hand_search *s)
{
    char stream[LM_HOUSE_ID + 8];
    snprintf(stream, sizeof stream, "table/%s", q->table);
    int64_t from = s->recall->play->state.seq + 1;
    s->text = q->text;
    s->left = SLICE;
    s->paused = false;
    if (!s->next && (!read_stream(q, stream, from, take_record, s) || s->recall->is_broken)) return false;
    if (s->paused || !s->over || !s->shoes) return true;
    return read_stream(q, stream, s->next ? s->next : s->last, take_opening, s);
}

static lm_kind write_hand(const report_query *q, hand_search *s, lm_hands *hands, lm_out *answer, char *text)
{
    if (!s->over) {
        snprintf(text, LM_HOUSE_TEXT, "%s",
                 s->last ? LM_SAYS(ROUND_NOT_OVER, "", "this round is not over yet; open the link again when it is")
                         : LM_SAYS(NO_SUCH_ROUND, "", "this table has not played that round"));
        return s->last ? LM_REFUSED_NOW : LM_REFUSED_UNKNOWN;
    }
    bool final = s->shoes > 0; /* a card that a dealer entered may be corrected after the round */
    json_t *shoes = json_array();
    for (int i = 0; i < s->shoes; i++) {
        final = final && s->shoe[i].opened;
        json_array_append(shoes, s->shoe[i].told);
    }
    json_t *hand =
        json_pack("{s:s, s:I, s:I, s:o, s:O, s:o}", "table", q->table, "round", (json_int_t)q->round, "time_ms",
                  (json_int_t)s->time_ms, "base", layout_of(s->recall), "steps", s->steps, "shoes", shoes);
    lm_out_json(answer, hand);
    json_decref(hand);
    if (final) keep_answer(hands, q, answer);
    return LM_ANSWERED;
}

static void end_search(hand_search *s, lm_hands *hands)
{
    json_decref(s->steps);
    for (int i = 0; i < s->shoes; i++)
        json_decref(s->shoe[i].told);
    park(hands, s->recall);
    free(s);
}

static hand_search *begin_search(report_query *q)
{
    hand_search *s = zeroed_or_end(sizeof *s);
    s->recall = recall_before(q->owner.hands, q);
    if (!s->recall) s->recall = lm_recall_new(&q->owner.rules, NULL, q->text);
    s->round = q->round;
    s->steps = json_array();
    return s;
}

lm_kind hand_answer(report_query *q, void **own, lm_out *answer, char *text)
{
    lm_hands *hands = q->owner.hands;
    const lm_out *kept = *own ? NULL : kept_of(hands, q->table, q->round);
    if (kept) {
        lm_out_raw(answer, kept->at, kept->size);
        return LM_ANSWERED;
    }
    hand_search *s = *own ? *own : begin_search(q);
    lm_kind kind = LM_REFUSED_FAULT;
    if (!s->recall || !search_round(q, s)) {
        snprintf(text, LM_HOUSE_TEXT, "the round cannot be read: %.300s", q->text);
    } else if (s->paused) {
        *own = s;
        return LM_UNFINISHED;
    } else {
        kind = write_hand(q, s, hands, answer, text);
    }
    end_search(s, hands);
    return kind;
}
