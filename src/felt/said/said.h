/* said.h - commands at a table: the states that allow each, and the function that does it. */
#ifndef LAMMER_FELT_SAID_H
#define LAMMER_FELT_SAID_H

#include "play.h"

/* A command at a table, while it is turned into acts. */
typedef struct {
    house_play *play;
    const house_caller *caller;
    const lm_act_row *word;
    const lm_act *act;
    const char *approver; /* the second person, or "" */
} table_request_;

typedef bool table_handler(table_request_ *r);

/* Whether the sender acts for the house, which may use every place; otherwise they are a player. */
bool speaks_for_house(const table_request_ *r);
/* The action of the engine that an act means at this table. */
bool said_action(table_request_ *r, const lm_act *act, lm_action *action);

/* players.c */
table_handler do_bet, do_decision, do_ready, do_cut, do_refuse_cut, do_sit, do_chips, do_leave, do_share, do_ask,
    do_commit;
/* staff.c */
table_handler do_dealers_verb, do_role_verb, do_award, do_shown_amount, do_house, do_dealer, do_correct, do_summon,
    do_emote;

#endif
