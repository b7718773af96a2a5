/* decks.c - the deck inventory log, and the master list of tables.
 *
 * A shoe is reconciled when its cards are known: one that the program shuffled when it is opened, one that people deal by
 * what was seen of it, which must not be more of a card than its decks have. */
#include <stdlib.h>
#include <string.h>

#include "lammer/rules.h"
#include "lammer/wager.h"
#include "reports.h"

typedef struct {
    report_query *query;
    json_t *rows, *shoe; /* borrowed: the row of the shoe in use */
    bool live, inside;
    int64_t number, dealt, cards;
    int seen[LM_CARDS];
} deck_book;

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void set(json_t *row, const char *key, int64_t number)
{
    json_object_set_new(row, key, json_integer(number));
}

static bool seen_too_often(const deck_book *b, int64_t decks)
{
    for (int card = 0; card < LM_CARDS; card++) {
        if (b->seen[card] > decks) return true;
    }
    return false;
}

/* What was seen so far of the shoe in use. */
static void note_shoe(deck_book *b, const table_reading *t, bool over)
{
    if (!b->shoe) return;
    set(b->shoe, "dealt", b->dealt);
    set(b->shoe, "left", b->cards > b->dealt ? b->cards - b->dealt : 0);
    if (b->live)
        json_object_set_new(b->shoe, "reconciled",
                            json_string(seen_too_often(b, t->rules ? t->rules->decks : 8) ? "no"
                                        : over                                            ? "yes"
                                                                                          : "not yet"));
}

static void begin_shoe(deck_book *b, const table_reading *t, const thing *what, int64_t cards)
{
    char time[24];
    note_shoe(b, t, true);
    b->number++;
    b->dealt = 0;
    b->cards = cards;
    memset(b->seen, 0, sizeof b->seen);
    b->shoe = NULL;
    if (!what->inside) return;
    time_write(what->time_ms, time);
    b->shoe = add_row(b->rows, "DeckRow", t->table, t->title, b->live ? "live" : "virtual", b->number, time,
                      what->time_ms, what->seq, cards / LM_CARDS, cards, (int64_t)0, cards, (const char *)NULL,
                      "not yet", text_in(what->recorded, "commitment"));
}

/* Whether the sides of an opened shoe have each card as often as any other. */
static bool is_complete(const json_t *order)
{
    size_t i;
    json_t *side;
    json_array_foreach(order, i, side)
    {
        int count[LM_CARDS] = { 0 }, cards = 0;
        char name[4];
        size_t n = 0;
        for (const char *at = json_string_value(side); at && *at; at++) {
            if (*at == ' ') continue;
            lm_card card;
            if (n < sizeof name - 1) name[n++] = *at;
            name[n] = '\0';
            if (!strchr("shdc", *at) || n < 2) continue;
            n = 0;
            if (!lm_card_read(name, &card) || card >= LM_CARDS) return false;
            count[card]++;
            cards++;
        }
        for (int card = 0; card < LM_CARDS; card++) {
            if (count[card] * LM_CARDS != cards) return false;
        }
    }
    return json_array_size(order) > 0;
}

static json_t *shoe_of(const deck_book *b, const char *table, int64_t number)
{
    for (size_t i = json_array_size(b->rows); i-- > 0;) {
        json_t *row = json_array_get(b->rows, i);
        if (strcmp(text_in(row, "table"), table) != 0) return NULL;
        if (json_integer_value(json_object_get(row, "shoe")) == number) return row;
    }
    return NULL;
}

static void open_shoe(const deck_book *b, const table_reading *t, const thing *what, bool is_void)
{
    char time[24];
    json_t *row = shoe_of(b, t->table, json_integer_value(json_object_get(what->recorded, "number")));
    if (!row) return;
    time_write(what->time_ms, time);
    json_object_set_new(row, "opened", json_string(time));
    if (!is_void)
        json_object_set_new(row, "reconciled",
                            json_string(is_complete(json_object_get(what->recorded, "order")) ? "yes" : "no"));
}

static void see(deck_book *b, const json_t *act, const char *key, int by)
{
    lm_card card;
    if (lm_card_read(text_in(act, key), &card) && card < LM_CARDS) b->seen[card] += by;
}

static void hear_decks(void *self, const table_reading *t, const thing *what)
{
    deck_book *b = self;
    if (what->kind != THING_ACT) return;
    int64_t cards = 0;
    switch (what->act->word) {
    case LM_ACT_OPEN_TABLE: b->live = strcmp(text_in(what->recorded, "dealing"), "live") == 0; break;
    case LM_ACT_SHOE:
        b->number = json_integer_value(json_object_get(what->recorded, "number")) - 1;
        for (size_t i = 0; i < json_array_size(json_object_get(what->recorded, "cards")); i++)
            cards += json_integer_value(json_array_get(json_object_get(what->recorded, "cards"), i));
        begin_shoe(b, t, what, cards);
        break;
    case LM_ACT_LOAD:
        if (b->live) begin_shoe(b, t, what, t->rules ? t->rules->decks * LM_CARDS : 0);
        break;
    case LM_ACT_OPEN_SHOE: open_shoe(b, t, what, false); break;
    case LM_ACT_VOID_SHOE: open_shoe(b, t, what, true); break;
    case LM_ACT_CARD:
        see(b, what->recorded, "card", 1);
        b->dealt++;
        break;
    case LM_ACT_DOWN:
    case LM_ACT_BURN: b->dealt++; break;
    case LM_ACT_TURN:
    case LM_ACT_SHOW_BURN: see(b, what->recorded, "card", 1); break;
    case LM_ACT_CORRECT:
    case LM_ACT_RECOUNT:
        see(b, what->recorded, "was", -1);
        see(b, what->recorded, "card", 1);
        break;
    default: break;
    }
}

static void begin_decks(void *self, const table_reading *t)
{
    deck_book *b = self;
    (void)t;
    *b = (deck_book){ .query = b->query, .rows = b->rows };
}

static void end_decks(void *self, const table_reading *t)
{
    note_shoe(self, t, false);
}

json_t *report_decks(report_query *query, json_t *more)
{
    (void)more;
    deck_book book = { .query = query, .rows = json_array() };
    table_listener listener = { .self = &book, .begin = begin_decks, .hear = hear_decks, .end = end_decks };
    return read_tables(query, &listener) ? book.rows : no_rows(book.rows);
}

/* --- the master list ------------------------------------------------------------------------------------------------------ */

typedef struct {
    json_t *rows, *terms;
    int64_t founded_ms;
    bool closed;
} game_book;

static void hear_game(void *self, const table_reading *t, const thing *what)
{
    game_book *b = self;
    (void)t;
    if (what->kind != THING_ACT) return;
    if (what->act->word == LM_ACT_OPEN_TABLE) b->founded_ms = what->time_ms;
    if (what->act->word == LM_ACT_OPEN_TABLE || what->act->word == LM_ACT_TERMS)
        json_object_update(b->terms, (json_t *)(uintptr_t)what->recorded);
    if (what->act->word == LM_ACT_CLOSE_TABLE) b->closed = true;
}

static void begin_game(void *self, const table_reading *t)
{
    game_book *b = self;
    (void)t;
    b->terms = json_object();
    b->founded_ms = 0;
    b->closed = false;
}

/* "Push 22 (1), King's Bounty (2)": the wagers that are offered, with their pay tables. */
static void write_wagers(const lm_rules *rules, lm_out *out)
{
    for (int i = 0; rules && i < rules->offers; i++) {
        const lm_offer *offer = &rules->offer[i];
        char text[160];
        const char *table = offer->wager->paytables[offer->paytable].id;
        int n = snprintf(text, sizeof text, *table ? "%s%s (%s)" : "%s%s%s", i ? ", " : "", offer->wager->title, table);
        lm_out_raw(out, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    }
    lm_out_raw(out, "", 1);
}

static void end_game(void *self, const table_reading *t)
{
    game_book *b = self;
    const lm_rules *rules = t->rules;
    char time[24];
    lm_out wagers = { 0 };
    const char *dealing = text_in(b->terms, "dealing");
    time_write(b->founded_ms, time);
    write_wagers(rules, &wagers);
    add_row(b->rows, "GameRow", t->table, t->title, rules ? lm_documents[rules->rule_set].title : "",
            text_in(b->terms, "rules"), text_in(b->terms, "settings"), *dealing ? dealing : "virtual", t->money,
            rules ? rules->decks : 0, rules ? rules->boxes : 0, rules ? rules->min_bet : 0, rules ? rules->max_bet : 0,
            wagers.at ? wagers.at : "", text_in(b->terms, "link"), time, json_boolean(b->closed));
    lm_out_free(&wagers);
    json_decref(b->terms);
}

json_t *report_games(report_query *query, json_t *more)
{
    (void)more;
    game_book book = { .rows = json_array() };
    table_listener listener = { .self = &book, .begin = begin_game, .hear = hear_game, .end = end_game };
    return read_tables(query, &listener) ? book.rows : no_rows(book.rows);
}
