/* deal_json.c - a table driven by JSON lines: one object in, one object out (docs/json-lines.md).
 *
 * The caller supplies everything: wagers, cards, the reader's answer, decisions. Nothing is drawn here and
 * nothing is hidden: the answer to `who` says what the table waits for. */
#include "deal.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "script.h"

enum { JSON_LINE = 1 << 16 }; /* a longer line is refused */

/* Fields of a request, as bits. */
enum {
    F_SEAT = 1,
    F_WAGER = 2,
    F_CENTS = 4,
    F_BY = 8,
    F_CARD = 16,
    F_BLACKJACK = 32,
    F_DOWN = 64,
    F_IN = 128,
    F_RIDE = 256,
    F_ROLE = 512,
    F_SIDE = 1024,
    F_KIND = 2048,
    F_HOW = 4096,
};
static const char *const field_names[] = { "seat", "wager", "cents", "by",   "card", "blackjack", "down",
                                           "in",   "ride",  "role",  "side", "kind", "how" };
enum { FIELD_COUNT = sizeof field_names / sizeof *field_names };

typedef struct {
    const lm_rules *rules;
    lm_table table;
    int line;
    json_t *events; /* of the action being applied */
} session;

/* A request that was understood. */
typedef struct {
    int given; /* fields */
    lm_action action;
} request;

typedef json_t *answer_fn(session *, const request *);
static answer_fn do_action, do_legal, do_who, do_net, do_state;

static const struct verb {
    const char *word;
    answer_fn *answer;
    uint8_t verb;
    uint16_t needs;
    uint16_t takes;
} verbs[] = {
    { "load", do_action, LM_LOAD, 0, 0 },
    { "burn", do_action, LM_BURN, 0, 0 },
    { "show-burn", do_action, LM_SHOW_BURN, F_CARD, 0 },
    { "new-dealer", do_action, LM_NEW_DEALER, 0, 0 },
    { "open", do_action, LM_OPEN, 0, 0 },
    { "bet", do_action, LM_BET, F_SEAT | F_CENTS, F_WAGER | F_BY | F_IN },
    { "withdraw", do_action, LM_WITHDRAW, F_SEAT, F_WAGER },
    { "deal", do_action, LM_DEAL, 0, 0 },
    { "determinant", do_action, LM_DETERMINE, F_CARD | F_SIDE, 0 },
    { "card", do_action, LM_CARD, F_CARD, 0 },
    { "down", do_action, LM_DOWN, 0, 0 },
    { "insure", do_action, LM_INSURE, F_SEAT | F_CENTS, F_WAGER },
    { "evenmoney", do_action, LM_EVEN_MONEY, F_SEAT, 0 },
    { "close", do_action, LM_CLOSE, 0, 0 },
    { "peek", do_action, LM_PEEK, F_BLACKJACK, 0 },
    { "turn", do_action, LM_TURN, F_CARD, 0 },
    { "hit", do_action, LM_HIT, F_SEAT, 0 },
    { "stand", do_action, LM_STAND, F_SEAT, 0 },
    { "double", do_action, LM_DOUBLE, F_SEAT, F_CENTS | F_DOWN },
    { "split", do_action, LM_SPLIT, F_SEAT, F_CENTS },
    { "surrender", do_action, LM_SURRENDER, F_SEAT, 0 },
    { "with-double", do_action, LM_WITH_DOUBLE, F_SEAT | F_CENTS, 0 },
    { "with-split", do_action, LM_WITH_SPLIT, F_SEAT | F_RIDE, 0 },
    { "confirm", do_action, LM_CONFIRM, F_ROLE, 0 },
    { "irregular", do_action, LM_IRREGULAR, F_KIND, F_SEAT | F_CARD | F_HOW },
    { "legal", do_legal, 0, 0, F_SEAT },
    { "who", do_who, 0, 0, 0 },
    { "net", do_net, 0, F_SEAT, F_WAGER },
    { "state", do_state, 0, 0, 0 },
};

/* Words that stand for a small number, each list in the order of its enum. */
static const char *const instrument_words[] = { "chips", "plaque", "coupon", "cash", NULL };
static const char *const ride_words[] = { "left", "right", "both", NULL };
static const char *const side_words[] = { "A", "B", NULL };
#define X(name, word) word,
static const char *const role_words[] = { LM_ROLES(X) NULL };
#undef X
#define X(name, word, free_bet, blackjack) word,
static const char *const kind_words[] = { LM_IRREGULARITIES(X) NULL };
#undef X

/* ---- writing --------------------------------------------------------------------------------------- */

static json_t *refusal(const session *s, const char *clause, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static json_t *refusal(const session *s, const char *clause, const char *format, ...)
{
    char why[512];
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

static void set_seat(json_t *object, uint8_t box, uint8_t bettor)
{
    char seat[16];
    script_seat_write(box, bettor, 0, seat);
    json_object_set_new(object, "seat", json_string(seat));
}

static void set_wager(const session *s, json_t *object, uint8_t slot, uint8_t n)
{
    char wager[40];
    script_wager_write(s->rules, slot, n, wager, sizeof wager);
    json_object_set_new(object, "wager", json_string(wager));
}

static void set_card(json_t *object, lm_card card)
{
    char text[3];
    lm_card_write(card, text);
    json_object_set_new(object, "card", json_string(text));
}

static json_t *cards_json(const lm_card *card, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char text[3];
        lm_card_write(card[i], text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static json_t *event_json(const session *s, const lm_event *e)
{
    int fields = script_event_fields((lm_event_kind)e->kind);
    json_t *event = json_pack("{s:s}", "event", lm_event_name((lm_event_kind)e->kind));
    bool award = e->kind == LM_EV_AWARD;
    if (fields & FIELD_PLACE) set_seat(event, e->box, e->bettor);
    if (fields & FIELD_PLACE && e->hand) json_object_set_new(event, "hand", json_integer(e->hand));
    if (fields & FIELD_WAGER) set_wager(s, event, e->wager, award ? 0 : e->n);
    if (fields & FIELD_CARD) set_card(event, e->card);
    if (fields & FIELD_AMOUNT) json_object_set_new(event, "cents", json_integer(e->amount_cents));
    if (fields & FIELD_SIDE) json_object_set_new(event, "side", json_string(side_words[e->n != 0]));
    if (fields & FIELD_KIND) json_object_set_new(event, "kind", json_string(kind_words[e->n]));
    if (fields & FIELD_NUMBER) json_object_set_new(event, "total", json_integer(e->amount_cents));
    if (award && e->wager >= LM_SIDE) {
        const char *outcome = s->rules->offer[e->wager - LM_SIDE].wager->outcomes[e->n];
        json_object_set_new(event, "outcome", json_string(outcome ? outcome : ""));
    }
    if (e->clause) json_object_set_new(event, "clause", json_string(e->clause));
    return event;
}

static json_t *turn_json(const session *s)
{
    static const char *const who[] = {
        [LM_BY_PLAYERS] = "players", [LM_BY_PLAYER] = "player", [LM_BY_SHOE] = "shoe",
        [LM_BY_DEALER] = "dealer",   [LM_BY_STAFF] = "staff",   [LM_BY_NOBODY] = "nobody",
    };
    lm_turn turn = lm_table_turn(&s->table, s->rules);
    json_t *object = json_pack("{s:s}", "who", who[turn.who]);
    if (turn.who == LM_BY_NOBODY) return object;
    json_object_set_new(object, "do", json_string(lm_action_word(turn.verb)));
    bool to_dealer = turn.verb == LM_CARD || turn.verb == LM_DOWN || turn.verb == LM_TURN;
    if (turn.box || to_dealer) set_seat(object, turn.box, 0);
    if (turn.hand) json_object_set_new(object, "hand", json_integer(turn.hand));
    if (turn.clause) json_object_set_new(object, "clause", json_string(turn.clause));
    return object;
}

/* ---- answers --------------------------------------------------------------------------------------- */

static void hear(void *self, const lm_event *e)
{
    session *s = self;
    json_array_append_new(s->events, event_json(s, e));
}

/* Doubles and splits without an amount add the usual one. */
static lm_cents usual_amount(const session *s, const request *r)
{
    lm_action list[256];
    int n = lm_table_legal(&s->table, s->rules, list, 256);
    for (int i = 0; i < n && i < 256; i++) {
        if (list[i].verb == r->action.verb && list[i].box == r->action.box) return list[i].most_cents;
    }
    return 0;
}

static json_t *do_action(session *s, const request *r)
{
    lm_action action = r->action;
    bool may_add = action.verb == LM_DOUBLE || action.verb == LM_SPLIT;
    if (may_add && !(r->given & F_CENTS)) action.amount_cents = usual_amount(s, r);
    lm_listener ear = { hear, s };
    s->events = json_array();
    lm_status status = lm_table_apply_heard(&s->table, s->rules, action, &ear);
    if (!lm_ok(status)) {
        json_decref(s->events);
        const char *why = lm_why_text(status.why);
        return refusal(s, status.clause, "%s", *why ? why : "the wager's own rules do not allow it");
    }
    return json_pack("{s:b, s:o, s:o}", "ok", 1, "events", s->events, "turn", turn_json(s));
}

static json_t *do_who(session *s, const request *r)
{
    (void)r;
    return json_pack("{s:b, s:o}", "ok", 1, "turn", turn_json(s));
}

static json_t *legal_json(const session *s, const lm_action *a)
{
    json_t *object = json_pack("{s:s}", "do", lm_action_word(a->verb));
    bool amount = a->verb == LM_BET || a->verb == LM_INSURE || a->verb == LM_DOUBLE || a->verb == LM_SPLIT ||
                  a->verb == LM_WITH_DOUBLE;
    if (a->box) set_seat(object, a->box, a->bettor);
    if (a->verb == LM_BET || a->verb == LM_WITHDRAW || a->verb == LM_INSURE)
        set_wager(s, object, a->wager, a->n);
    if (a->verb == LM_CARD || a->verb == LM_TURN || a->verb == LM_SHOW_BURN || a->verb == LM_DETERMINE) {
        set_card(object, a->card);
    }
    if (a->verb == LM_PEEK) json_object_set_new(object, "blackjack", json_boolean(a->yes));
    if (a->verb == LM_WITH_SPLIT) json_object_set_new(object, "ride", json_string(ride_words[a->n]));
    if (a->verb == LM_IRREGULAR) json_object_set_new(object, "kind", json_string(kind_words[a->n]));
    if (a->verb == LM_CONFIRM) json_object_set_new(object, "role", json_string(role_words[a->n]));
    if (a->verb == LM_DETERMINE) json_object_set_new(object, "side", json_string(side_words[a->yes]));
    if (a->verb == LM_DOUBLE && a->yes) json_object_set_new(object, "down", json_true());
    if (amount) {
        json_object_set_new(object, "least", json_integer(a->least_cents));
        json_object_set_new(object, "most", json_integer(a->most_cents));
        json_object_set_new(object, "step", json_integer(a->step_cents));
    }
    return object;
}

static json_t *do_legal(session *s, const request *r)
{
    enum { ROOM = 4096 }; /* seven boxes, four bettors, eighteen wagers, twice: far below */
    lm_action *list = malloc(ROOM * sizeof *list);
    if (!list) return refusal(s, NULL, "no memory for the list");
    int n = lm_table_legal(&s->table, s->rules, list, ROOM);
    json_t *legal = json_array();
    for (int i = 0; i < n && i < ROOM; i++) {
        const lm_action *a = &list[i];
        bool wanted = !(r->given & F_SEAT) || (a->box == r->action.box && a->bettor == r->action.bettor);
        if (wanted) json_array_append_new(legal, legal_json(s, a));
    }
    free(list);
    return json_pack("{s:b, s:o}", "ok", 1, "legal", legal);
}

static json_t *do_net(session *s, const request *r)
{
    lm_spot spot = { r->action.box, r->action.bettor, LM_ALL_WAGERS, LM_ALL_SPOTS };
    if (spot.box < 1 || spot.box > s->rules->boxes)
        return refusal(s, NULL, "this table has no seat %d", spot.box);
    if (r->given & F_WAGER) {
        spot.wager = r->action.wager;
        spot.n = r->action.n;
    }
    return json_pack("{s:b, s:I}", "ok", 1, "cents", (json_int_t)lm_round_net(&s->table.round, spot));
}

/* ---- the whole state ------------------------------------------------------------------------------- */

static json_t *hand_json(const lm_hand *h)
{
    static const char *const states[] = {
        "none", "open", "stands", "blackjack", "surrendered", "bust", "over"
    };
    lm_score score = lm_hand_score(h);
    lm_cents doubled = 0;
    for (int b = 0; b < LM_BETTORS; b++)
        doubled += h->doubled[b];
    return json_pack("{s:o, s:i, s:b, s:s, s:b, s:b, s:I, s:b}", "cards", cards_json(h->card, h->n), "total",
                     (int)score.total, "soft", (int)score.soft, "state", states[h->state], "free",
                     (h->marks & LM_FREE_HAND) != 0, "doubled", (h->marks & LM_IS_DOUBLED) != 0,
                     "doubled_cents", (json_int_t)doubled, "free_double", (h->marks & LM_FREE_DOUBLE) != 0);
}

/* Chips of each bettor on the main and insurance spots of a box. */
static json_t *bets_json(const session *s, const lm_box *box, uint8_t number)
{
    json_t *bets = json_array();
    for (uint8_t b = 0; b < LM_BETTORS; b++) {
        for (uint8_t n = 0; n < LM_SPOTS; n++) {
            const lm_cents stakes[] = { [LM_MAIN] = box->main[b][n], [LM_INSURANCE] = box->insured[b][n] };
            for (uint8_t slot = LM_MAIN; slot <= LM_INSURANCE; slot++) {
                if (!stakes[slot]) continue;
                json_t *bet = json_object();
                set_seat(bet, number, b);
                set_wager(s, bet, slot, n);
                json_object_set_new(bet, "cents", json_integer(stakes[slot]));
                json_array_append_new(bets, bet);
            }
        }
    }
    return bets;
}

static json_t *boxes_json(const session *s)
{
    json_t *boxes = json_array();
    for (uint8_t number = 1; number <= s->rules->boxes; number++) {
        const lm_box *box = &s->table.round.box[number - 1];
        if (!box->main[LM_DECIDER][0]) continue;
        json_t *object = json_object(), *hands = json_array();
        set_seat(object, number, 0);
        for (int h = 0; h < box->hands; h++)
            json_array_append_new(hands, hand_json(&box->hand[h]));
        json_object_set_new(object, "player",
                            box->owner == LM_NOBODY ? json_null() : json_integer(box->owner));
        json_object_set_new(object, "bets", bets_json(s, box, number));
        json_object_set_new(object, "hands", hands);
        json_object_set_new(object, "lammers", json_integer(box->lammers));
        json_array_append_new(boxes, object);
    }
    return boxes;
}

static json_t *sides_json(const session *s)
{
    static const char *const states[] = { "none", "live", "waits", "held", "decided" };
    json_t *sides = json_array();
    for (int i = 0; i < s->table.round.sides; i++) {
        const lm_side_bet *bet = &s->table.round.side[i];
        json_t *object = json_object();
        set_seat(object, bet->box_bettor / LM_BETTORS, bet->box_bettor % LM_BETTORS);
        set_wager(s, object, bet->slot, 0);
        json_object_set_new(object, "cents", json_integer(bet->stake));
        json_object_set_new(object, "state", json_string(states[bet->state]));
        json_object_set_new(object, "net", json_integer(bet->net));
        json_array_append_new(sides, object);
    }
    return sides;
}

static json_t *do_state(session *s, const request *r)
{
    (void)r;
    static const char *const phases[] = {
        [LM_BETTING] = "betting",   [LM_DETERMINING] = "determining",
        [LM_DEALING] = "dealing",   [LM_EXPOSING] = "exposing",
        [LM_INSURING] = "insuring", [LM_PEEKING] = "peeking",
        [LM_PLAYING] = "playing",   [LM_REVEALING] = "revealing",
        [LM_DRAWING] = "drawing",   [LM_SHOWING] = "showing",
        [LM_DONE] = "done",
    };
    static const char *const at_table[] = { "empty", "idle", "round" };
    const lm_round *round = &s->table.round;
    const lm_dealer *d = &round->dealer;
    json_t *dealer =
        json_pack("{s:o, s:i, s:b}", "cards", cards_json(d->card, d->n), "total",
                  (int)lm_dealer_score(round).total, "blackjack", (int)lm_dealer_blackjack(round));
    return json_pack("{s:b, s:s, s:s, s:s, s:i, s:i, s:I, s:I, s:o, s:o, s:o, s:o}", "ok", 1, "rules",
                     s->rules->name, "table", at_table[lm_table_phase_of(&s->table)], "phase", phases[round->phase],
                     "rounds", (int)s->table.rounds, "cards_out", lm_table_cards_out(&s->table), "felt_cents",
                     (json_int_t)round->felt_cents, "tray_cents", (json_int_t)round->tray_cents, "dealer",
                     dealer, "boxes", boxes_json(s), "wagers", sides_json(s), "turn", turn_json(s));
}

/* ---- reading --------------------------------------------------------------------------------------- */

static json_t *read_wager(session *s, const json_t *value, request *r)
{
    const char *name = json_string_value(value);
    if (name && script_wager_find(s->rules, name, &r->action.wager, &r->action.n)) return NULL;
    return refusal(s, NULL, "\"wager\" must name a wager such as \"main\" or \"push22\"");
}

static json_t *read_seat(session *s, const json_t *value, const char *field, script_seat *seat)
{
    const char *text = json_string_value(value);
    if (text && script_seat_read(text, false, seat)) return NULL;
    return refusal(s, NULL, "\"%s\" must be a seat such as \"1\" or \"1b\"", field);
}

static json_t *read_word(session *s, const char *field, const json_t *value, const char *const *words,
                         uint8_t *out)
{
    const char *text = json_string_value(value);
    for (uint8_t i = 0; text && words[i]; i++) {
        if (strcmp(words[i], text) != 0) continue;
        *out = i;
        return NULL;
    }
    char all[128] = "";
    for (int i = 0; words[i]; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", words[i]);
    }
    return refusal(s, NULL, "\"%s\" must be one of %s", field, all);
}

static json_t *read_how(session *s, const json_t *value, request *r)
{
    int how = json_is_string(value) ? script_how_read(json_string_value(value)) : -1;
    if (how < 0) return refusal(s, NULL, "\"how\" must be one of forward, dealer, burn, late");
    r->action.yes = (uint8_t)how;
    return NULL;
}

/* One field of the request into the action; what is wrong with it, or NULL. */
static json_t *read_field(session *s, int field, const json_t *value, request *r)
{
    script_seat seat;
    json_t *wrong = NULL;
    const char *name = field_names[field];
    switch (1 << field) {
    case F_SEAT:
        wrong = read_seat(s, value, name, &seat);
        if (wrong) return wrong;
        r->action.box = seat.box;
        r->action.bettor = seat.bettor;
        return NULL;
    case F_BY:
        if (json_is_null(value)) {
            r->action.player = LM_NOBODY;
            return NULL;
        }
        wrong = read_seat(s, value, name, &seat);
        if (!wrong) r->action.player = seat.box;
        return wrong;
    case F_IN: return read_word(s, name, value, instrument_words, &r->action.instrument);
    case F_RIDE: return read_word(s, name, value, ride_words, &r->action.n);
    case F_SIDE: return read_word(s, name, value, side_words, &r->action.yes);
    case F_KIND: return read_word(s, name, value, kind_words, &r->action.n);
    case F_HOW: return read_how(s, value, r);
    case F_ROLE: return read_word(s, name, value, role_words, &r->action.n);
    case F_WAGER: return read_wager(s, value, r);
    case F_CENTS:
        if (!json_is_integer(value)) return refusal(s, NULL, "\"cents\" must be a whole number of cents");
        r->action.amount_cents = json_integer_value(value);
        return NULL;
    case F_CARD:
        if (json_is_string(value) && lm_card_read(json_string_value(value), &r->action.card)) return NULL;
        return refusal(s, NULL, "\"card\" must be a card such as \"Th\"");
    default: /* F_BLACKJACK, F_DOWN */
        if (!json_is_boolean(value)) return refusal(s, NULL, "\"%s\" must be true or false", name);
        r->action.yes = json_is_true(value);
        return NULL;
    }
}

static int find_field(const char *name)
{
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(field_names[i], name) == 0) return i;
    }
    return -1;
}

static json_t *read_fields(session *s, const struct verb *verb, json_t *object, request *r)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        if (strcmp(key, "do") == 0) continue;
        int field = find_field(key);
        if (field < 0 || !((verb->needs | verb->takes) >> field & 1)) {
            return refusal(s, NULL, "\"%s\" takes no field \"%.60s\"", verb->word, key);
        }
        json_t *wrong = read_field(s, field, value, r);
        if (wrong) return wrong;
        r->given |= 1 << field;
    }
    for (int field = 0; field < FIELD_COUNT; field++) {
        if (verb->needs >> field & 1 && !(r->given >> field & 1)) {
            return refusal(s, NULL, "\"%s\" wants a field \"%s\"", verb->word, field_names[field]);
        }
    }
    return NULL;
}

static json_t *answer_object(session *s, json_t *object)
{
    const char *word = json_string_value(json_object_get(object, "do"));
    if (!word) return refusal(s, NULL, "the line must be an object with a text \"do\"");
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].word, word) != 0) continue;
        request r = { .action = { .verb = verbs[i].verb } };
        if (verbs[i].verb == LM_INSURE) r.action.wager = LM_INSURANCE;
        json_t *wrong = read_fields(s, &verbs[i], object, &r);
        return wrong ? wrong : verbs[i].answer(s, &r);
    }
    return refusal(s, NULL, "there is nothing to do called \"%.60s\"", word);
}

static json_t *answer_line(session *s, const char *line, size_t length)
{
    if (length > JSON_LINE) return refusal(s, NULL, "the line is longer than %d bytes", JSON_LINE);
    json_error_t error;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!object) return refusal(s, NULL, "malformed JSON: %s", error.text);
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
    session *s = calloc(1, sizeof *s);
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
