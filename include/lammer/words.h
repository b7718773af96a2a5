/* words.h - the spelling of boxes, wagers, actions, events and turns, in scripts and in JSON.
 *
 * The grammar is that of JSON lines (docs/json-lines.md). An lm_words_row is one verb: its word, the fields it needs and
 * those it may have. The functions that make and read objects of libjansson are the program's own
 * (lammer/program/words_json.h). */
#ifndef LAMMER_WORDS_H
#define LAMMER_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lammer/chart.h"
#include "lammer/irregular.h"
#include "lammer/table.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LM_SEAT_TEXT = 16,  /* bytes of a seat with its end */
    LM_WAGER_TEXT = 40, /* bytes of a wager's name with its end */
    LM_WORDS_WHY = 512, /* bytes that hold every error message of this room */
};

/* --- seats, wagers and other words ----------------------------------------------------------------------- */

typedef struct {
    uint8_t box;    /* 1.., 0 the dealer */
    uint8_t bettor; /* lm_bettor */
    uint8_t hand;   /* 1.., 0: not named */
} lm_seat;

/* "1", "1b", "1c", "1t". False when the text is not a box; "dealer" is not one here. */
bool lm_words_seat(const char *text, uint8_t *box, uint8_t *bettor);
/* The same with "1.2" for a hand. */
bool lm_words_hand(const char *text, lm_seat *seat);
/* Box 0 is "dealer"; hand 0 is not written. */
void lm_words_of_seat(uint8_t box, uint8_t bettor, uint8_t hand, char text[LM_SEAT_TEXT]);

/* The slot and the dealer hand (0 the first) of "main", "insurance", "push22", "main.2". False when the rules have none
 * of this name; then the slot is one that no table has, and the engine refuses it with its clause. */
bool lm_words_wager(const lm_rules *rules, const char *name, uint8_t *slot, uint8_t *n);
void lm_words_of_wager(const lm_rules *rules, uint8_t slot, uint8_t n, char text[LM_WAGER_TEXT]);

/* Whether the list, which ends with NULL, has a wager of this name, or it is main or insurance. */
bool lm_words_wager_exists(const lm_wager *const *wagers, const char *name);

/* Words that stand for a number; -1 when there is no such word. */
int lm_words_instrument(const char *text);   /* "chips" "plaque" "coupon" "cash": lm_instrument */
int lm_words_role(const char *text);         /* "dealer" "supervisor" ...: lm_role */
int lm_words_irregularity(const char *text); /* lm_irregularity */
int lm_words_how(const char *text);          /* "forward" "dealer" "burn": lm_misdeal; "late": 1 */

/* The same words as lists that end with NULL, in the order of their numbers. */
typedef enum {
    LM_LIST_INSTRUMENTS,
    LM_LIST_RIDES,
    LM_LIST_SIDES,
    LM_LIST_ROLES,
    LM_LIST_IRREGULARITIES
} lm_words_list_of;
const char *const *lm_words_list(lm_words_list_of list);

/* "did you mean": the name that differs least from the word, NULL when none is close. `name_at` gives the i-th name,
 * NULL after the last. */
const char *lm_words_nearest(const char *word, const char *(*name_at)(int i));
const char *lm_words_nearest_of(const char *word, const char *const *names, int n);  /* NULL names are skipped */
const char *lm_words_nearest_wager(const lm_wager *const *wagers, const char *name); /* main and insurance among them */

/* Ends a refusal by suggesting the nearest name: `. Did you mean "NAME"?`, or "" for NULL. */
enum { LM_MEANT_TEXT = 72 };
const char *lm_words_meant(const char *near, char text[LM_MEANT_TEXT]);

/* The sentence of a rule (rules.def) for this table: the posted one, the phrase for the rules in one line, or the words on
 * the layout. It is the rule's first sentence whose conditions hold; false if there is none. */
typedef enum { LM_RULE_POSTED, LM_RULE_SUMMED, LM_RULE_PRINTED, LM_RULE_SAYINGS } lm_rule_saying;
bool lm_words_of_rule(const lm_rules *rules, lm_rule_id rule, lm_rule_saying saying, char *text, size_t size);

/* The phrases of the rules in a list such as "decks dealer_soft17 dealer_22", joined by commas. lm_words_next_rule iterates
 * over such a list; LM_RULE_COUNT after the last rule. */
void lm_words_of_rules(const lm_rules *rules, const char *names, char *text, size_t size);
lm_rule_id lm_words_next_rule(const char **names);

/* Appends formatted text; what does not fit is cut off. */
void lm_words_add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

const char *lm_words_of_play(lm_play play); /* "stand" "hit" "double" "split" "surrender" "none" */

/* Reads a chart, with its exceptions, from a file of JSON. False with the reason. */
bool lm_words_chart(lm_chart *chart, const char *path, char why[LM_WORDS_WHY]);

const char *lm_words_of_phase(lm_phase phase);             /* "betting" "dealing" ... "done" */
const char *lm_words_of_table_phase(lm_table_phase phase); /* "empty" "idle" "round" */
const char *lm_words_of_stage(lm_stage stage);             /* "deliver" "inspect" ... "round" "stopped" */
const char *lm_words_of_hand_state(lm_hand_state state);   /* "open" "stands" ... */
const char *lm_words_of_bet_state(lm_bet_state state);     /* "live" "waits" "held" "decided" */
const char *lm_words_of_place(lm_place place);             /* "away" "in-play" ... */
const char *lm_words_of_actor(lm_actor actor);             /* "players" "player" "shoe" ... */

/* --- actions as JSON ---------------------------------------------------------------------------------------- */

/* Fields of an action (verbs.def), in the order in which they are written. */
typedef enum {
#define FIELD(name, key, type) LM_WORD_##name,
#include "lammer/verbs.def"
    LM_WORD_FIELDS
} lm_words_field;
#define LM_WORD_BIT(field) (1u << LM_WORD_##field)

const char *lm_words_key(lm_words_field field);

/* A value of "do": a verb with its fields as bit sets. */
typedef struct {
    const char *word;
    uint32_t needs;
    uint32_t takes; /* may be left out */
    uint8_t verb;
    uint8_t wager; /* slot when none is named */
    const char *help;
} lm_words_row;

/* Verbs of round and table. */
const lm_words_row *lm_words_row_of(const char *word); /* NULL: no verb has this word */
const lm_words_row *lm_words_row_of_verb(uint8_t verb);

/* What reading an action depends on. Only the rules are required. */
typedef struct lm_words_reader {
    const lm_rules *rules;
    const lm_table *table; /* a double or split without cents adds the most this table allows; NULL: 0 */
    const lm_wager *const *
        wagers; /* names that are read even where the table does not offer them, so that the engine refuses them; ends with NULL */
    const char *const *also; /* ends with NULL: further keys, which the caller reads; NULL: none */
} lm_words_reader;

/* Reads the text {"do":"hit","seat":"3"}. False with the reason: not JSON, no such verb, a field that is missing,
 * unknown or malformed. */
bool lm_words_action_text(const lm_words_reader *reader, const char *text, size_t length, lm_action *action, char *why,
                          size_t size);

/* What a double or split adds where the amount is left out: the most allowed; 0 where it is free or refused. */
lm_cents lm_words_usual_amount(const lm_table *table, const lm_rules *rules, const lm_action *action);

/* --- what happened, in words ------------------------------------------------------------------------------ */

/* The fields that an event may have. */
enum {
    LM_EVENT_PLACE = 1,
    LM_EVENT_WAGER = 2,
    LM_EVENT_AMOUNT = 4,
    LM_EVENT_CARD = 8,
    LM_EVENT_NUMBER = 16,
    LM_EVENT_SIDE = 32,
    LM_EVENT_KIND = 64,
    LM_EVENT_N = 128,
    LM_EVENT_PACK = 256,
    LM_EVENT_COUNT = 512,
    LM_EVENT_ROLE = 1024,
    LM_EVENT_ON = 2048,
    LM_EVENT_ABOUT = 4096, /* lm_prompt */
    LM_EVENT_FOR = 8192,   /* lm_money_cause */
    LM_EVENT_HOW = 16384,  /* of an irregularity: lm_words_how */
    LM_EVENT_FIELDS = 5,   /* the most fields of an event */
};
/* The fields of a kind of event in the order in which scripts write them; 0 after the last. */
const uint16_t *lm_words_event_fields(lm_event_kind kind);

/* Whether this event has a value for a field of its kind: a prompt may be about no wager, a burned card may be unseen.
 * */
bool lm_words_event_has(const lm_event *event, int field);

/* Words of lm_event.how; "" where there is nothing to say. */
const char *lm_words_of_prompt(lm_prompt prompt);
const char *lm_words_of_cause(lm_money_cause cause);
const char *lm_words_of_how(lm_irregularity kind, uint8_t how);

/* The dealer hand that an event's wager faces; in an award, n is the outcome instead. */
uint8_t lm_words_dealer_hand(const lm_event *event);

#ifdef __cplusplus
}
#endif

#endif
