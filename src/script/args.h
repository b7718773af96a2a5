/* args.h - the kinds of argument that a script's words take; see args.c. */
#ifndef LAMMER_SCRIPT_ARGS_H
#define LAMMER_SCRIPT_ARGS_H

#include "script.h"

/* The words of one command and how far they have been taken. */
typedef struct script_reader {
    script *script;
    script_command *command;
    char **word;
    int words;
    int next;
} script_reader;

script_arg arg_rules, arg_cards, arg_seat, arg_hand, arg_wager_maybe, arg_dollars, arg_dollars_maybe, arg_by_maybe;
script_arg arg_down_maybe, arg_actions, arg_total, arg_count, arg_clauses, arg_events, arg_name;
script_arg arg_equals_maybe, arg_side, arg_along, arg_card, arg_in_maybe, arg_role;
script_arg arg_irregular, arg_step;

#endif
