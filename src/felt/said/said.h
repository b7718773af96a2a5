/* said.h - words at a table: what each may be said in, and what does it. */
#ifndef LAMMER_FELT_SAID_H
#define LAMMER_FELT_SAID_H

#include "play.h"

/* When a word may be said; everything else is up to the acts themselves. */
enum {
    CLOSED_TOO = 1, /* also while the tray is closed */
    FROZEN_TOO = 2, /* also while the table is frozen */
    LIVE_ONLY = 4,  /* where people deal */
    STARTS = 8,     /* not while no new rounds begin */
    DEALERS = 16,   /* the table's own dealer, or a supervisor */
    DECIDES = 32,   /* rests on what lies on the felt: refused once the table has moved on (moved.c) */
};

/* A request at a table on its way to its acts. */
typedef struct {
    house_play *play;
    const house_caller *caller;
    const char *word;
    const json_t *body;
} table_request_;

typedef bool table_handler(table_request_ *r);

/* Who speaks: somebody of the house for whom every place is open, or a player for his own. */
bool speaks_for_house(const table_request_ *r);
/* The body as an act: less what belongs to the request. A new reference. */
json_t *act_from(const table_request_ *r);
bool do_act(table_request_ *r, json_t *act); /* steals */

/* players.c */
table_handler do_verb, do_bet, do_decision, do_ready, do_cut, do_refuse_cut, do_sit, do_chips, do_leave,
    do_share, do_ask;
/* staff.c */
table_handler do_dealers_verb, do_role_verb, do_award, do_shown_amount, do_house, do_dealer, do_correct,
    do_summon;

#endif
