/* args.h - the kinds of argument that a script's words take (args.c), and the fields of the engine's verbs (fields.c). */
#ifndef LAMMER_SCRIPT_ARGS_H
#define LAMMER_SCRIPT_ARGS_H

#include "script.h"

/* The words of one command, and how many have been taken. */
typedef struct script_reader {
    script *script;
    script_command *command;
    char **word;
    int words;
    int next;
} script_reader;

script_arg arg_rules, arg_cards, arg_box, arg_hand, arg_wager_maybe, arg_dollars, arg_actions, arg_total, arg_count;
script_arg arg_clauses, arg_events, arg_name, arg_equals_maybe, arg_side, arg_along, arg_step, arg_fields;

/* The next word without taking it; NULL at the end of the line. */
const char *peek_word(const script_reader *reader);

/* Errors with the usage of the command; always return false. `near` is the nearest known word, or NULL. */
bool missing_word(const script_reader *reader, const char *wanted);
bool wrong_word(const script_reader *reader, const char *word, const char *wanted, const char *near);
bool extra_word(const script_reader *reader);

/* An amount that is too large or too fine is still read: the rules refuse it when it is wagered. */
bool read_dollars(const char *word, script_command *command);

/* The fields after a verb: "bet BOX [WAGER] DOLLARS ...". */
void script_usage(const script_verb *verb, uint8_t step, char text[SCRIPT_USAGE]);

#endif
