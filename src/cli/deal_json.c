/* deal_json.c - a table driven by JSON lines: one object in, one object out (docs/json-lines.md).
 *
 * The caller supplies everything: wagers, cards, the reader's answer, decisions, and every step of the life of
 * a shoe. Nothing is drawn here and nothing is hidden: the answer to `who` says what the table waits for. */
#include "deal.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "deal_json.h"

enum { JSON_LINE = 1 << 16 }; /* a longer line is refused */

struct word;

/* A request that was understood. */
typedef struct {
    const struct word *word;
    uint32_t given; /* fields */
    lm_action action;
} request;

typedef json_t *answer_fn(json_session *, const request *);
static answer_fn do_action, do_legal, do_mishaps, do_who, do_net, do_state;

/* Every word that a line may say: the verb it stands for, and its fields. */
typedef struct word {
    const char *word;
    answer_fn *answer;
    uint8_t verb;
    uint32_t needs;
    uint32_t takes;
    uint8_t wager; /* when none is named */
} word;

/* clang-format off */
#define F JSON_BIT
static const word words[] = {
    /* the round */
    { "bet", do_action, LM_BET, F(SEAT) | F(CENTS), F(WAGER) | F(BY) | F(IN), LM_MAIN },
    { "withdraw", do_action, LM_WITHDRAW, F(SEAT), F(WAGER), LM_MAIN },
    { "confirm", do_action, LM_CONFIRM, F(ROLE), 0, 0 },
    { "deal", do_action, LM_DEAL, 0, 0, 0 },
    { "determinant", do_action, LM_DETERMINE, F(CARD) | F(SIDE), 0, 0 },
    { "card", do_action, LM_CARD, F(CARD), 0, 0 },
    { "down", do_action, LM_DOWN, 0, 0, 0 },
    { "turn", do_action, LM_TURN, F(CARD), F(SEAT), 0 },
    { "peek", do_action, LM_PEEK, F(BLACKJACK), 0, 0 },
    { "insure", do_action, LM_INSURE, F(SEAT) | F(CENTS), F(WAGER), LM_INSURANCE },
    { "evenmoney", do_action, LM_EVEN_MONEY, F(SEAT), 0, 0 },
    { "close", do_action, LM_CLOSE, 0, 0, 0 },
    { "hit", do_action, LM_HIT, F(SEAT), 0, 0 },
    { "stand", do_action, LM_STAND, F(SEAT), 0, 0 },
    { "double", do_action, LM_DOUBLE, F(SEAT), F(CENTS) | F(DOWN), 0 },
    { "split", do_action, LM_SPLIT, F(SEAT), F(CENTS), 0 },
    { "surrender", do_action, LM_SURRENDER, F(SEAT), 0, 0 },
    { "with-double", do_action, LM_WITH_DOUBLE, F(SEAT) | F(CENTS), 0, 0 },
    { "with-split", do_action, LM_WITH_SPLIT, F(SEAT) | F(RIDE), 0, 0 },
    { "award", do_action, LM_AWARD, F(SEAT) | F(WAGER) | F(CENTS), F(MUST_HIT), 0 },
    { "irregular", do_action, LM_IRREGULAR, F(NAME), F(SEAT) | F(CARD) | F(HOW), 0 },
    /* the table */
    { "deliver", do_action, LM_DELIVER, F(COUNT), F(PACK), 0 },
    { "inspect", do_action, LM_INSPECT, 0, 0, 0 },
    { "verify", do_action, LM_VERIFY, F(ROLE), 0, 0 },
    { "spread", do_action, LM_SPREAD, 0, 0, 0 },
    { "view", do_action, LM_VIEW, F(SEAT), 0, 0 },
    { "wash", do_action, LM_WASH, 0, 0, 0 },
    { "stack", do_action, LM_STACK, 0, 0, 0 },
    { "plug", do_action, LM_PLUG, 0, 0, 0 },
    { "riffle", do_action, LM_RIFFLE, 0, 0, 0 },
    { "turn-half", do_action, LM_TURN_HALF, 0, 0, 0 },
    { "strip", do_action, LM_STRIP, 0, 0, 0 },
    { "shuffle-cut", do_action, LM_SHUFFLE_CUT, 0, 0, 0 },
    { "device-shuffle", do_action, LM_DEVICE_SHUFFLE, 0, 0, 0 },
    { "jam", do_action, LM_JAM, 0, 0, 0 },
    { "sign", do_action, LM_SIGN, F(ON), 0, 0 },
    { "swap", do_action, LM_SWAP, F(PACK), 0, 0 },
    { "cut", do_action, LM_CUT, F(PLACE) | F(COUNT), 0, 0 },
    { "refuse-cut", do_action, LM_REFUSE_CUT, F(SEAT), 0, 0 },
    { "recut", do_action, LM_RECUT, F(ROLE), 0, 0 },
    { "cover", do_action, LM_COVER, F(COUNT), 0, 0 },
    { "load", do_action, LM_LOAD, 0, F(PREPARED), 0 },
    { "burn", do_action, LM_BURN, 0, 0, 0 },
    { "show-burn", do_action, LM_SHOW_BURN, F(CARD), 0, 0 },
    { "forgot-burn", do_action, LM_FORGOT_BURN, 0, 0, 0 },
    { "new-dealer", do_action, LM_NEW_DEALER, 0, 0, 0 },
    { "open", do_action, LM_OPEN, 0, 0, 0 },
    { "cover-seen", do_action, LM_COVER_SEEN, F(PLACE), 0, 0 },
    { "order-shuffle", do_action, LM_ORDER_SHUFFLE, F(ROLE), 0, 0 },
    { "unload", do_action, LM_UNLOAD, F(COUNT), F(PACK), 0 },
    { "idle", do_action, LM_IDLE, 0, F(FACE_DOWN), 0 },
    { "request-spread", do_action, LM_REQUEST_SPREAD, F(SEAT), 0, 0 },
    { "change-decks", do_action, LM_CHANGE_DECKS, 0, 0, 0 },
    { "hours", do_action, LM_HOURS, F(COUNT), 0, 0 },
    { "arrive", do_action, LM_ARRIVE, F(SEAT), 0, 0 },
    { "leave", do_action, LM_LEAVE, F(SEAT), 0, 0 },
    { "readmit", do_action, LM_READMIT, F(SEAT), 0, 0 },
    /* questions */
    { "legal", do_legal, 0, 0, F(SEAT), 0 },
    { "mishaps", do_mishaps, 0, 0, 0, 0 },
    { "who", do_who, 0, 0, 0, 0 },
    { "net", do_net, 0, F(SEAT), F(WAGER), 0 },
    { "state", do_state, 0, 0, 0, 0 },
};
#undef F
/* clang-format on */

enum { WORDS = sizeof words / sizeof *words, QUESTIONS = 5 };
_Static_assert(WORDS == LM_TABLE_VERB_COUNT + QUESTIONS, "every verb has its word");

/* ---- answers --------------------------------------------------------------------------------------- */

static void hear(void *self, const lm_event *e)
{
    json_session *s = self;
    json_array_append_new(s->events, json_event(s, e));
}

/* Everything that is allowed now; the caller frees it. */
static lm_action *list_legal(const json_session *s, int *n)
{
    int room = lm_table_legal(&s->table, s->rules, NULL, 0);
    lm_action *list = malloc(((size_t)room + 1) * sizeof *list);
    if (!list) exit(cli_error("no memory for the list of what is allowed"));
    *n = lm_table_legal(&s->table, s->rules, list, room);
    return list;
}

/* Doubles and splits without an amount add the usual one. */
static lm_cents usual_amount(const json_session *s, const lm_action *action)
{
    int n;
    lm_cents amount = 0;
    lm_action *list = list_legal(s, &n);
    for (int i = n - 1; i >= 0; i--) {
        if (list[i].verb == action->verb && list[i].box == action->box) amount = list[i].most_cents;
    }
    free(list);
    return amount;
}

static json_t *do_action(json_session *s, const request *r)
{
    lm_action action = r->action;
    bool may_add = r->word->takes & JSON_BIT(CENTS);
    if (may_add && !(r->given & JSON_BIT(CENTS))) action.amount_cents = usual_amount(s, &action);
    lm_listener ear = { hear, s };
    s->events = json_array();
    lm_status status = lm_table_apply_heard(&s->table, s->rules, action, &ear);
    if (!lm_ok(status)) {
        json_decref(s->events);
        const char *why = lm_why_text(status.why);
        return json_refusal(s, status.clause, "%s", *why ? why : "the wager's own rules do not allow it");
    }
    return json_pack("{s:b, s:o, s:o}", "ok", 1, "events", s->events, "turn", json_turn(s));
}

static json_t *do_who(json_session *s, const request *r)
{
    (void)r;
    return json_pack("{s:b, s:o}", "ok", 1, "turn", json_turn(s));
}

/* The request that does the action, less some of its fields. */
static json_t *request_json(const json_session *s, const lm_action *a, uint32_t less)
{
    const word *w = words;
    while (w->answer != do_action || w->verb != a->verb)
        w++;
    json_t *object = json_pack("{s:s}", "do", w->word);
    json_fields_write(s, a, w->needs & ~less, w->takes & ~less, object);
    return object;
}

static json_t *do_legal(json_session *s, const request *r)
{
    int n;
    lm_action *list = list_legal(s, &n);
    json_t *legal = json_array();
    for (int i = 0; i < n; i++) {
        const lm_action *a = &list[i];
        bool wanted = !r->given || (a->box == r->action.box && a->bettor == r->action.bettor);
        if (wanted) json_array_append_new(legal, request_json(s, a, 0));
    }
    free(list);
    return json_pack("{s:b, s:o}", "ok", 1, "legal", legal);
}

static bool differs_by_card_only(const lm_action *a, const lm_action *b)
{
    return a->n == b->n && a->box == b->box && a->yes == b->yes;
}

/* What can have gone wrong now. Whichever card it was, it is the same mishap. */
static json_t *do_mishaps(json_session *s, const request *r)
{
    enum { ROOM = 2048 }; /* 22 kinds; 52 cards, or seven boxes; three ways: far below */
    lm_action list[ROOM];
    (void)r;
    bool there = s->table.stage == LM_IN_ROUND || s->table.just_over;
    int n = there ? lm_round_mishaps(&s->table.round, s->rules, list, ROOM) : 0;
    json_t *mishaps = json_array();
    for (int i = 0; i < n && i < ROOM; i++) {
        if (i && differs_by_card_only(&list[i], &list[i - 1])) continue;
        json_array_append_new(mishaps, request_json(s, &list[i], JSON_BIT(CARD)));
    }
    return json_pack("{s:b, s:o}", "ok", 1, "mishaps", mishaps);
}

static json_t *do_net(json_session *s, const request *r)
{
    lm_spot spot = { r->action.box, r->action.bettor, LM_ALL_WAGERS, LM_ALL_SPOTS };
    if (spot.box < 1 || spot.box > s->rules->boxes)
        return json_refusal(s, NULL, "this table has no seat %d", spot.box);
    if (r->given & JSON_BIT(WAGER)) {
        spot.wager = r->action.wager;
        spot.n = r->action.n;
    }
    return json_pack("{s:b, s:I}", "ok", 1, "cents", (json_int_t)lm_round_net(&s->table.round, spot));
}

static json_t *do_state(json_session *s, const request *r)
{
    (void)r;
    return json_state(s);
}

/* ---- reading --------------------------------------------------------------------------------------- */

static json_t *read_fields(json_session *s, json_t *object, request *r)
{
    const char *key;
    json_t *value;
    const word *w = r->word;
    json_object_foreach(object, key, value)
    {
        if (strcmp(key, "do") == 0) continue;
        json_field field = json_field_find(key, w->needs | w->takes);
        if (field == JF_FIELDS) return json_refusal(s, NULL, "\"%s\" takes no field \"%.60s\"", w->word, key);
        json_t *wrong = json_field_read(s, field, value, &r->action);
        if (wrong) return wrong;
        r->given |= 1u << field;
    }
    for (int field = 0; field < JF_FIELDS; field++) {
        if (w->needs >> field & 1 && !(r->given >> field & 1)) {
            return json_refusal(s, NULL, "\"%s\" wants a field \"%s\"", w->word,
                                json_field_name((json_field)field));
        }
    }
    return NULL;
}

static json_t *answer_object(json_session *s, json_t *object)
{
    const char *text = json_string_value(json_object_get(object, "do"));
    if (!text) return json_refusal(s, NULL, "the line must be an object with a text \"do\"");
    for (const word *w = words; w < words + WORDS; w++) {
        if (strcmp(w->word, text) != 0) continue;
        request r = { .word = w, .action = { .verb = w->verb, .wager = w->wager } };
        json_t *wrong = read_fields(s, object, &r);
        return wrong ? wrong : w->answer(s, &r);
    }
    return json_refusal(s, NULL, "there is nothing to do called \"%.60s\"", text);
}

static json_t *answer_line(json_session *s, const char *line, size_t length)
{
    if (length > JSON_LINE) return json_refusal(s, NULL, "the line is longer than %d bytes", JSON_LINE);
    json_error_t error;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!object) return json_refusal(s, NULL, "malformed JSON: %s", error.text);
    json_t *answer = answer_object(s, object);
    json_decref(object);
    return answer;
}

/* Reads to the end of the line; what lies beyond the limit is counted, not kept. False at the end of input. */
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

int deal_json(const lm_rules *rules, FILE *in, FILE *out)
{
    json_session *s = calloc(1, sizeof *s);
    char *line = malloc(JSON_LINE);
    int result = CLI_YES;
    size_t length;
    if (!s || !line) {
        result = cli_error("no memory for a table");
    } else {
        s->rules = rules;
        lm_table_open(&s->table, rules);
    }
    while (result == CLI_YES && read_line(in, line, &length)) {
        s->line++;
        json_t *answer = answer_line(s, line, length);
        json_dumpf(answer, out, JSON_COMPACT);
        putc('\n', out);
        json_decref(answer);
        if (fflush(out) != 0) result = cli_error("the answer could not be written");
    }
    free(line);
    free(s);
    return result;
}
