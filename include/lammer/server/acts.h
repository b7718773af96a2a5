/* acts.h - the rows of acts.def, and an act as a typed value of fixed size.
 *
 * An act is read from a request or a record by its row (lammer/server/json.h), and written back by it. Texts point into
 * what was read, which must outlive the act. Knows no table: the caller passes a table's rules to turn a verb of the
 * engine into an lm_action. */
#ifndef LAMMER_SERVER_ACTS_H
#define LAMMER_SERVER_ACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lammer/server/desk.h"
#include "lammer/server/out.h"
#include "lammer/story.h"
#include "lammer/table.h"
#include "lammer/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- the rows ---------------------------------------------------------------------------------------------- */

typedef enum {
#define ACT(name, word, where, roles, second, when, reply, fields, help) LM_ACT_##name,
#include "lammer/server/acts.def"
    LM_ACT_COUNT
} lm_act_word;

typedef enum {
#define FIELD(name, key, type) LM_FIELD_##name,
#include "lammer/server/acts.def"
    LM_FIELDS
} lm_act_field;

/* The type of a value: its schema, the sentence that asks for it, how it is read and written (src/acts/types.c). */
typedef enum {
    LM_TYPE_TEXT,
    LM_TYPE_ID,
    LM_TYPE_SEAT,
    LM_TYPE_PLACE, /* a seat, or "dealer" */
    LM_TYPE_BY,    /* the seat of an owner, or null */
    LM_TYPE_WAGER,
    LM_TYPE_CARD,
    LM_TYPE_INT,
    LM_TYPE_CENTS,
    LM_TYPE_PACK,
    LM_TYPE_BOOL,
    LM_TYPE_RIDE,
    LM_TYPE_IRREGULARITY,
    LM_TYPE_HOW,
    LM_TYPE_ROLE,
    LM_TYPE_SIDE,
    LM_TYPE_INSTRUMENT,
    LM_TYPE_COUNTS, /* a whole number for each side of a shoe */
    LM_TYPE_ORDERS, /* a text for each side of a shoe */
    LM_TYPE_LIST,
    LM_TYPE_OBJECT,
    LM_TYPE_ANY,
    LM_TYPE_COUNT
} lm_act_type;

/* When a command is accepted, and how. */
enum {
    LM_ACT_CLOSED_TOO = 1, /* also while the tray is closed */
    LM_ACT_FROZEN_TOO = 2, /* also while the table is frozen */
    LM_ACT_LIVE_ONLY = 4,  /* only where people deal */
    LM_ACT_STARTS = 8,     /* only while new rounds may begin */
    LM_ACT_DEALERS = 16,   /* only from the table's own dealer or a supervisor */
    LM_ACT_READS = 32,     /* changes nothing: may be asked by GET */
    LM_ACT_SOMETIMES = 64, /* `second` applies only to some requests: see acts.def */
    /* What a command at a table depends on. Such a command needs "seen", the last record its sender has seen, and is
     * refused if anything it depends on has changed since. */
    LM_ACT_ON_GAME = 128,      /* the cards, the turn and the step of the game */
    LM_ACT_ON_CHIPS = 256,     /* the player's chips */
    LM_ACT_ON_BOX = 512,       /* the box: who has it, and whether others may bet behind it */
    LM_ACT_ON_TRAY = 1024,     /* what was put into the tray, drop box and tokes, or taken out */
    LM_ACT_ON_STANDING = 2048, /* whether the table is frozen, starts rounds, is closed for good */
    LM_ACT_ON_TERMS = 4096,    /* its dealer, clocks, title and components */
    LM_ACT_ON_METERS = 8192,   /* meters that were set by hand or paid from */
    LM_ACT_DECIDES = LM_ACT_ON_GAME | LM_ACT_ON_CHIPS | LM_ACT_ON_BOX | LM_ACT_ON_TRAY | LM_ACT_ON_STANDING |
                     LM_ACT_ON_TERMS | LM_ACT_ON_METERS,
    LM_ACT_ANY_TIME = 16384 /* depends on nothing at the table: "seen" is not needed */
};

typedef enum { LM_USE_NEED, LM_USE_MAY, LM_USE_ALSO, LM_USE_KEPT, LM_USE_FILLED, LM_USE_ASKED } lm_act_use;

enum {
    LM_ACT_FIELDS = 14, /* the most fields of a row */
    LM_ACT_SIDES = 2,   /* of a shoe */
};

typedef struct {
    const char *word;
    uint8_t size;       /* of the word */
    uint8_t where;      /* lm_house_where */
    bool is_verb;       /* a verb of the engine */
    uint8_t verb, slot; /* if is_verb: the verb, and the wager when none is named */
    uint32_t roles;     /* bits; 0: all callers, signed in or not */
    uint32_t second;    /* another person with one of these roles must approve it first; 0: none */
    uint32_t when;
    const char *reply, *help;
    uint8_t fields; /* number of fields */
    struct {
        uint8_t field, use; /* lm_act_field, lm_act_use */
    } has[LM_ACT_FIELDS + 1];
} lm_act_row;

/* All rows, by lm_act_word. */
extern const lm_act_row lm_act_rows[LM_ACT_COUNT];

static inline lm_act_word lm_act_word_of(const lm_act_row *row)
{
    return (lm_act_word)(row - lm_act_rows);
}

/* Iterates over the rows that people can send: pass NULL for the first; NULL after the last. */
const lm_act_row *lm_act_next(const lm_act_row *row);

/* The row of a word that people can send; NULL: there is none. */
const lm_act_row *lm_act_said(const char *word, size_t size);

/* Ends the refusal of an unknown word: `. Did you mean "X"?` or "". */
const char *lm_act_meant(const char *word, char text[LM_MEANT_TEXT]);

const char *lm_field_key(lm_act_field field);
lm_act_type lm_field_type(lm_act_field field);
/* The values of an enumerated type, ending with NULL; NULL for other types. */
const char *const *lm_type_words(lm_act_type type);
/* The words of a field that has a closed list of them, found by its row of replies.def or its command; a word may come
 * twice. False: the field has any text. */
typedef void lm_word_heard(void *self, const char *word);
bool lm_choice_words(const char *of, const char *field, lm_word_heard *hear, void *self);
const char *lm_type_what(lm_act_type type); /* "a seat such as ..." */

/* Whether a request, or a record, of this row has the field. */
bool lm_act_takes(const lm_act_row *row, int i, bool in_record);
bool lm_act_needs(const lm_act_row *row, int i, bool in_record);

/* --- an act ------------------------------------------------------------------------------------------------- */

typedef union {
    int64_t number;   /* INT, CENTS, PACK, BOOL, CARD, and the index of a word */
    const char *text; /* TEXT, ID, WAGER: ends with a zero, has none inside */
    const char *
        json; /* LIST, OBJECT, ANY: JSON to write; in an act that was read "null", because the value stays in the request */
    struct {
        uint8_t box, bettor; /* SEAT, PLACE (box 0 is the dealer), BY (LM_NOBODY is null) */
    } seat;
    struct {
        uint8_t n;
        uint16_t of[LM_ACT_SIDES];
    } counts;
    const char *orders[LM_ACT_SIDES]; /* NULL after the last */
} lm_act_value;

typedef struct {
    uint8_t word;   /* lm_act_word */
    uint16_t given; /* bit i: the row's i-th field */
    char wager[40]; /* in an act made from an action, the text of its wager is NULL and the name is here */
    lm_act_value value[LM_ACT_FIELDS];
} lm_act;

static inline const lm_act_row *lm_act_row_of(const lm_act *act)
{
    return &lm_act_rows[act->word];
}

/* The value of a field; NULL: the act does not have it. */
const lm_act_value *lm_act_get(const lm_act *act, lm_act_field field);
bool lm_act_has(const lm_act *act, lm_act_field field);
int64_t lm_act_int(const lm_act *act, lm_act_field field);      /* 0 where there is none */
const char *lm_act_text(const lm_act *act, lm_act_field field); /* "" where there is none */
lm_seat lm_act_seat(const lm_act *act, lm_act_field field);     /* box 0 where there is none */

/* A row must have the field that is set: anything else is a bug. Texts are borrowed. */
lm_act_value *lm_act_set(lm_act *act, lm_act_field field); /* marks the field as given; the caller fills in the value */
void lm_act_set_int(lm_act *act, lm_act_field field, int64_t number);
void lm_act_set_text(lm_act *act, lm_act_field field, const char *text);
void lm_act_set_seat(lm_act *act, lm_act_field field, uint8_t box, uint8_t bettor);
void lm_act_unset(lm_act *act, lm_act_field field);

/* --- reading and writing ------------------------------------------------------------------------------------ */

typedef enum { LM_FROM_REQUEST, LM_FROM_RECORD } lm_act_from;

/* {"do":"sit","seat":"1",...} with the fields in the order of the row. */
void lm_act_write(const lm_act *act, lm_out *out);

/* Writes its fields into an open object, except those in `less`: a list that ends with LM_FIELDS, or NULL. */
void lm_act_write_fields(const lm_act *act, const lm_act_field *less, lm_out *out);

/* --- verbs of the engine ------------------------------------------------------------------------------------- */

/* The action of a verb at a table; a double or split without an amount adds the amount of the wager. False where the
 * wager does not exist. */
bool lm_act_action(const lm_words_reader *reader, const lm_act *act, lm_action *action, char *why, size_t size);

/* The act that records an action. */
void lm_act_of_action(const lm_rules *rules, const lm_action *action, lm_act *act);

/* Write the fields of an offer (least, most and step in place of the amount), an event or a turn into an open object,
 * spelled as in words.h. */
void lm_out_offer(lm_out *out, const lm_rules *rules, const lm_action *action);
void lm_out_event(lm_out *out, const lm_rules *rules, const lm_event *event);
void lm_out_sentence(lm_out *out, const lm_sentence *sentence);
void lm_out_turn(lm_out *out, const lm_rules *rules, lm_turn turn);
void lm_out_seat(lm_out *out, uint8_t box, uint8_t bettor);                     /* "seat":"1b" */
void lm_out_wager(lm_out *out, const lm_rules *rules, uint8_t slot, uint8_t n); /* "wager":"main" */

/* --- as sentences (journal.def) ------------------------------------------------------------------------------------ */

/* The sentence that journal.def has for an act, or for an event or a kind of record that is not an act; NULL: none.
 * lm_tell (json.h) writes it. */
const char *lm_told_act(lm_act_word word);
const char *lm_told_news(const char *word);

/* --- replies ------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *fields, *what;
} lm_reply_row;

/* The rows of replies.def; ends with a row without a name. */
extern const lm_reply_row lm_replies[];

/* One field of "seat?:seat bets:Bet[] hold:number|null". */
typedef struct {
    char name[32], type[32]; /* the type without the marks after it */
    bool optional, nullable; /* nullable: one of the innermost values may be null */
    int lists;               /* how many [] */
    bool by_name;            /* {} */
} lm_reply_field;

/* Reads the field at *at and advances *at; false at the end. */
bool lm_reply_next(const char **at, lm_reply_field *field);

#ifdef __cplusplus
}
#endif

#endif
