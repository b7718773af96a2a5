/* script.h - a round script in memory: its words, its commands and how they are dealt.
 *
 * script_read parses a whole file before anything is dealt; script_run deals it at a table with a stacked shoe and
 * judges its expectations. One row of script_verbs is one word of the grammar: which arguments it takes and what it
 * does. A verb of the engine has its word and its arguments from verbs.def. To add a word, add a row. */
#ifndef LAMMER_SCRIPT_SCRIPT_H
#define LAMMER_SCRIPT_SCRIPT_H

#include "lammer/irregular.h"
#include "lammer/profile.h"
#include "lammer/program/room.h"
#include "lammer/program/script.h"
#include "lammer/table.h"
#include "lammer/words.h"

enum {
    SCRIPT_BYTES = 1 << 20, /* a longer file is refused */
    SCRIPT_LINE = 4096,     /* a longer line is refused */
    SCRIPT_REFUSAL = 1024,
    SCRIPT_ARGS = 4,
    SCRIPT_USAGE = 128, /* bytes of a word with its arguments */
};

struct script_verb;
struct script_table;
struct script_reader;

/* One command of a script with its arguments. The verb decides which of them are set. */
typedef struct {
    const struct script_verb *verb;
    int line;
    int table;         /* number of `rules` commands up to this one, at least 1 */
    const char *text;  /* source text, without its comment */
    lm_action action;  /* without the wager, whose slot depends on the rules; expectations use box, bettor and amount */
    uint32_t given;    /* fields of the action that the script gives, as bits of lm_words_field */
    bool too_fine;     /* the amount is not in whole cents, so the rules refuse it */
    const char *wager; /* NULL: none named */
    char *const *word; /* free words: settings, clauses, events */
    int words;
    uint8_t hand;        /* the 2 of `1.2`; the first hand is 1 */
    uint8_t dealer_hand; /* the first hand is 0 */
    bool until;          /* `table until WORD` */
    bool expects;        /* `meter NAME = DOLLARS` */
    uint16_t actions;    /* `legal`: bits of script_actions */
    int number;          /* a total or a count; TOTAL_BLACKJACK */
} script_command;

enum { TOTAL_BLACKJACK = -1 };

/* What `legal` may expect, as bits of script_command.actions. */
enum { SCRIPT_ACTIONS = 9, SCRIPT_ACTION_TEXT = 24 };
typedef struct {
    uint8_t verb;
    bool is_free;
} script_action;
extern const script_action script_actions[SCRIPT_ACTIONS];
void script_action_write(int i, char text[SCRIPT_ACTION_TEXT]); /* "double:free" */

/* A kind of argument takes words from the line; on failure it reports the error and returns false. */
typedef bool script_arg(struct script_reader *reader, script_command *command);

typedef enum { KIND_SETUP, KIND_COMMAND, KIND_PLAY, KIND_ANSWER, KIND_EXPECT, KIND_REFUSE } script_kind;

enum { NO_VERB = LM_TABLE_VERB_COUNT };

typedef struct script_verb {
    const char *word;  /* NULL: the word of the engine's verb */
    const char *usage; /* the arguments; NULL: the fields of the engine's verb */
    const char *help;
    script_kind kind;
    uint8_t verb; /* verb of the engine, or NO_VERB */
    script_arg *takes[SCRIPT_ARGS];
    script_result (*run)(struct script_table *table, const script_command *command);
} script_verb;

extern const script_verb script_verbs[];
extern const int script_verb_count;
const char *script_word(const script_verb *verb);

typedef struct {
    lm_card card;
    int line;
    int table;
} script_card;

typedef struct {
    char name[256]; /* for messages: the path, or "stdin" */
    char *bytes;    /* the file as read, into which the commands' texts point */
    char *split;    /* a copy that is cut into words */
    char **word;
    int words;
    script_command *command;
    int commands;
    script_card *card; /* cards of all shoe lines, in order */
    int cards;
    int tables;
    char why[SCRIPT_WHY]; /* why the file could not be read; "" if it could, even if a line is wrong */
} script;

/* Reads and parses a file; `path` may be "-". Reports errors in lines; s->why gets an error about the file. Call
 * script_free in both cases. */
bool script_read(script *s, const char *path);
void script_free(script *s);

/* Deals a parsed script. */
script_result script_run(const script *s, const script_options *options);

/* Prints "file:line: message" and, below it, the line; returns false. */
bool script_complain(const script *s, const script_command *command, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes FILE:LINE: and the text as a warning: the script goes on. */
void script_warn(const script *s, const script_command *command, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Events as `kind:field:field`; a pattern may leave out fields. */
void script_event_write(const lm_rules *rules, const lm_event *event, char *text, size_t size);
bool script_event_matches(const lm_rules *rules, const lm_event *event, const char *pattern);
bool script_event_known(const char *pattern); /* whether the kind exists and has at least as many fields */

/* Whether the clause is `id` or extends it at '.' or '('. */
bool script_clause_matches(const char *clause, const char *id);

#endif
