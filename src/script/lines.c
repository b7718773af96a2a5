/* lines.c - a table driven by JSON lines: one object in, one object out (docs/json-lines.md).
 *
 * The caller supplies everything: wagers, cards, the reader's answer, decisions, and every step of the life of
 * a shoe. Nothing is drawn here and nothing is hidden: the answer to `who` says what the table waits for. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/program/script.h"
#include "lammer/program/words_json.h"

enum { JSON_LINE = 1 << 16 }; /* a longer line is refused */

struct script_lines {
    const lm_rules *rules;
    lm_table table;
    int line;
    json_t *events; /* events of the action being applied */
};

__attribute__((format(printf, 3, 4))) static json_t *refusal(const script_lines *s, const char *clause,
                                                             const char *format, ...)
{
    char why[LM_WORDS_WHY];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    json_t *text = json_string(why);
    json_t *answer = json_pack("{s:b, s:i, s:o}", "ok", 0, "line", s->line, "why",
                               text ? text : json_string("the line cannot be read"));
    if (clause) json_object_set_new(answer, "clause", json_string(clause));
    return answer;
}

static json_t *turn(const script_lines *s)
{
    return lm_words_of_turn(s->rules, lm_table_turn(&s->table, s->rules));
}

static void hear_line_event(void *self, const lm_event *e)
{
    script_lines *s = self;
    json_array_append_new(s->events, lm_words_of_event(s->rules, e));
}

static json_t *do_action(script_lines *s, const json_t *object)
{
    char why[LM_WORDS_WHY];
    lm_action action;
    lm_words_reader reader = { s->rules, &s->table, lm_wagers, NULL };
    if (!lm_words_action(&reader, object, &action, why, sizeof why)) return refusal(s, NULL, "%s", why);
    lm_listener ear = { hear_line_event, s };
    s->events = json_array();
    lm_status status = lm_table_apply_heard(&s->table, s->rules, action, &ear);
    if (!lm_ok(status)) {
        json_decref(s->events);
        return refusal(s, status.clause, "%s", lm_why_text(status.why));
    }
    return json_pack("{s:b, s:o, s:o}", "ok", 1, "events", s->events, "turn", turn(s));
}

/* Reads the fields of a question. */
typedef struct {
    lm_action about;
    uint32_t given;
} asked;

static json_t *answer_who(const script_lines *s, const asked *q)
{
    return json_pack("{s:b, s:o}", "ok", 1, "turn", turn(s));
}

static json_t *answer_legal(const script_lines *s, const asked *q)
{
    if (q->given && !q->about.box) return json_pack("{s:b, s:[]}", "ok", 1, "legal");
    json_t *legal = lm_words_legal(&s->table, s->rules, q->about.box, q->about.bettor);
    return json_pack("{s:b, s:o}", "ok", 1, "legal", legal);
}

static json_t *answer_mishaps(const script_lines *s, const asked *q)
{
    return json_pack("{s:b, s:o}", "ok", 1, "mishaps", lm_words_mishaps(&s->table, s->rules));
}

static json_t *answer_net(const script_lines *s, const asked *q)
{
    lm_spot spot = { q->about.box, q->about.bettor, LM_ALL_WAGERS, LM_ALL_SPOTS };
    if (spot.box < 1 || spot.box > s->rules->boxes)
        return refusal(s, NULL, /* say:lines-no-seat */ "this table has no box %d; its boxes are 1 to %d", spot.box,
                       (int)s->rules->boxes);
    if (q->given & LM_WORD_BIT(WAGER)) {
        spot.wager = q->about.wager;
        spot.n = q->about.n;
    }
    return json_pack("{s:b, s:I}", "ok", 1, "cents", (json_int_t)lm_round_net(&s->table.round, spot));
}

static json_t *answer_state(const script_lines *s, const asked *q)
{
    json_t *answer = json_pack("{s:b}", "ok", 1), *state = lm_words_of_table(&s->table, s->rules);
    json_object_update(answer, state);
    json_decref(state);
    return answer;
}

typedef struct {
    lm_words_row row;
    json_t *(*answer)(const script_lines *s, const asked *q);
} question;

static const question questions[] = {
    { { .word = "legal", .takes = LM_WORD_BIT(SEAT) }, answer_legal },
    { { .word = "mishaps" }, answer_mishaps },
    { { .word = "who" }, answer_who },
    { { .word = "net", .needs = LM_WORD_BIT(SEAT), .takes = LM_WORD_BIT(WAGER) }, answer_net },
    { { .word = "state" }, answer_state },
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static json_t *do_question(const script_lines *s, const question *which, const json_t *object)
{
    char why[LM_WORDS_WHY];
    asked q;
    lm_words_reader reader = { s->rules, NULL, lm_wagers, NULL };
    if (!lm_words_read(&reader, &which->row, object, &q.about, &q.given, why, sizeof why))
        return refusal(s, NULL, "%s", why);
    return which->answer(s, &q); // cppcheck-suppress returnDanglingLifetime
}

static json_t *answer_object(script_lines *s, const json_t *object)
{
    const char *word = json_string_value(json_object_get(object, "do"));
    if (!word) return refusal(s, NULL, /* say:line-wants-do */ "the line must be an object with a text \"do\"");
    for (int i = 0; i < QUESTIONS; i++) {
        if (strcmp(questions[i].row.word, word) == 0) return do_question(s, &questions[i], object);
    }
    return do_action(s, object);
}

static json_t *answer_line(script_lines *s, const char *line, size_t length)
{
    if (length > JSON_LINE)
        return refusal(s, NULL, /* say:json-line-too-long */ "the line is longer than %d bytes", JSON_LINE);
    json_error_t error;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!object) return refusal(s, NULL, /* say:malformed-json */ "malformed JSON: %s", error.text);
    json_t *answer = answer_object(s, object);
    json_decref(object);
    return answer;
}

/* Reads to the end of the line; bytes beyond the limit are counted, not kept. False at the end of input. */
static bool read_line(FILE *in, char *line, size_t *length)
{
    int c;
    *length = 0;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (*length < JSON_LINE) line[*length] = (char)c;
        ++*length;
    }
    return c != EOF || *length;
}

script_lines *script_lines_open(const lm_rules *rules)
{
    script_lines *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->rules = rules;
    lm_table_open(&s->table, rules);
    return s;
}

void script_lines_close(script_lines *s)
{
    free(s);
}

void script_lines_answer(script_lines *s, const char *line, size_t length, FILE *out)
{
    s->line++;
    json_t *answer = answer_line(s, line, length);
    json_dumpf(answer, out, JSON_COMPACT);
    json_decref(answer);
}

const char *script_lines_run(const lm_rules *rules, FILE *in, FILE *out)
{
    script_lines *s = script_lines_open(rules);
    char *line = malloc(JSON_LINE);
    const char *why = s && line ? NULL : "not enough memory for a table";
    size_t length;
    while (!why && read_line(in, line, &length)) {
        script_lines_answer(s, line, length, out);
        putc('\n', out);
        if (fflush(out) != 0) why = "the answer could not be written";
    }
    free(line);
    script_lines_close(s);
    return why;
}
