/* desk.h - the roles of people, the results of requests, and the commands that other rooms answer for the house.
 *
 * Shared by the rooms behind the server: the house answers most commands, `records` answers the reports, and `serve`
 * offers all of them to the network. */
#ifndef LAMMER_SERVER_DESK_H
#define LAMMER_SERVER_DESK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lammer/rules.h"
#include "lammer/server/out.h"
#include "lammer/server/store.h"

enum {
    LM_HOUSE_ID = 32, /* bytes of a person's or a table's id with its end: a-z, 0-9 and '-' */
    LM_HOUSE_TEXT = 400,
    LM_HOUSE_ADDRESS = 50, /* bytes of an address or a network with its end */
};

/* Who may do what. A person has one or more roles, as bits; a caller who has not signed in has none. */
/* clang-format off */
#define LM_HOUSE_ROLES(X)                                                                                    \
    X(GUEST, "guest")                 /* play money only */                                                  \
    X(PLAYER, "player")                                                                                      \
    X(DEALER, "dealer")                                                                                      \
    X(SUPERVISOR, "supervisor")                                                                              \
    X(EXECUTIVE, "executive")                                                                                \
    X(CASHIER, "cashier")                                                                                    \
    X(SURVEILLANCE, "surveillance")                                                                          \
    X(AUDITOR, "auditor")                                                                                    \
    X(ADMINISTRATOR, "administrator")
/* clang-format on */
typedef enum {
#define X(name, word) LM_HOUSE_##name,
    LM_HOUSE_ROLES(X)
#undef X
        LM_HOUSE_ROLE_COUNT
} lm_house_role;
#define LM_HOUSE_BIT(role) (1u << LM_HOUSE_##role)
#define LM_HOUSE_ROLES_ALL ((1u << LM_HOUSE_ROLE_COUNT) - 1)

/* Where a command applies; LM_INSIDE: it occurs only in records. */
typedef enum { LM_AT_HOUSE, LM_AT_TABLE, LM_INSIDE } lm_house_where;

/* How a request ended. The owner of a house chooses the number that clients get for each (lm_house_owner.status). */
typedef enum {
    LM_ANSWERED,
    LM_REFUSED_FORM,      /* the command is unknown, or a field is missing or malformed */
    LM_REFUSED_STRANGER,  /* sign in first */
    LM_REFUSED_PERSON,    /* not allowed to this person */
    LM_REFUSED_UNKNOWN,   /* nothing of that name exists */
    LM_REFUSED_NOW,       /* not possible in the present state */
    LM_REFUSED_ELSEWHERE, /* another server runs the table */
    LM_REFUSED_OFTEN,     /* too many tries; retry_s says when to try again */
    LM_REFUSED_FAULT,     /* the house found its own data wrong: nothing was done */
    LM_REFUSED_LATER,     /* the house cannot do it now; try again */
    LM_KINDS,
    LM_UNFINISHED = LM_KINDS, /* not an answer: a room wants to be asked again, after others have had their turn */
    LM_WAITING                /* not an answer: there is nothing to tell yet, and the sender waits for it */
} lm_kind;

/* --- what the house gives to other rooms -------------------------------------------------------------------- */

/* Reads the rules that a table is opened with: the name of a shipped submission, and settings "key=value" with spaces
 * between. False with the reason in `text`. */
typedef struct {
    const lm_wager *const *wagers;
    bool (*read)(const lm_wager *const *wagers, const char *name, const char *settings, lm_rules *rules, char *text,
                 size_t size);
} lm_rules_source;

/* A request as its sender wrote it, parsed once where it comes in (lammer/server/json.h). */
typedef struct lm_request lm_request;

/* A command on its way to the room that answers it. */
typedef struct {
    int word;               /* lm_act_word */
    const lm_request *body; /* borrowed; has been checked against the command's row */
    lm_store *store;
    int64_t now_ms;
    uint32_t roles;   /* of the sender, as bits */
    bool waits;       /* the sender waits for news: the room may answer LM_WAITING */
    const void *self; /* what the room was given */
    void **kept;      /* the room's own, NULL at first: what it keeps when it has not finished */
} lm_inquiry;

/* A command that another room answers from the journal alone, without a running table. */
typedef struct {
    int word;      /* lm_act_word; below 0 ends a list */
    bool searches; /* LM_WORK_SEARCH, else LM_WORK_REPORT */
    /* Called by slow work, on its thread. LM_ANSWERED has written an object into `answer`; LM_UNFINISHED asks for another
     * call with the same inquiry, until it answers, and LM_WAITING for one when something may have been recorded; any
     * other kind has the reason in `text` (LM_HOUSE_TEXT bytes). */
    lm_kind (*answer)(const lm_inquiry *inquiry, lm_out *answer, char *text);
} lm_question;

#endif
