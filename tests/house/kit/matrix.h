/* matrix.h - who may send which command in which state of a table.
 *
 * Taken from DESIGN, docs/house.md, the guides and the clauses, not from the program's own tables. A row
 * grants at most this; everything else must be refused. People are letters; those at a table differ from those
 * elsewhere. */
#ifndef LAMMER_TESTS_HOUSE_MATRIX_H
#define LAMMER_TESTS_HOUSE_MATRIX_H

#include <stdint.h>

#include "lammer/server/acts.h" /* must come before the macros below, which use its names */

/* V: a table that the program deals. L: one with a dealer, dan. C: one where cash was laid. */
typedef enum {
    V_EMPTY,     /* open, without players or shoe */
    V_CUT,       /* a shoe waits for ann's cut */
    V_BETTING,   /* ann has laid a wager */
    V_TURN,      /* ann owes a decision */
    V_FROZEN,    /* ann owes a decision, and the table is frozen */
    V_DRAINED,   /* no new rounds, the last one is over */
    V_CLOSED,    /* the tray is closed, without players */
    V_GONE,      /* closed for good */
    L_CLOSED,    /* founded, never opened, without a dealer */
    L_EMPTY,     /* open, dan deals, there is no shoe */
    L_READY,     /* the shoe is loaded and burned, betting not open */
    L_BETTING,   /* ann has laid two wagers */
    L_CARD,      /* the first card is owed */
    L_INSURANCE, /* an ace is up */
    L_OVER,      /* the round is settled, END GAME not pressed */
    L_TURN,      /* ann owes a decision */
    L_WON,       /* a wager has won an award from a meter, which was not called */
    L_AWARD,     /* dan has called it */
    L_VERIFIED,  /* sue has verified it */
    L_FROZEN,    /* sue has verified it, and the table is frozen */
    L_ENDED,     /* the cover card came, its round is over */
    C_CASH,      /* cash lies on the layout and waits to be confirmed */
    STATES
} matrix_state;

#define IN(state) (1u << (state))
#define V_OPEN (IN(V_EMPTY) | IN(V_CUT) | IN(V_BETTING) | IN(V_TURN) | IN(V_DRAINED))
#define L_ROUND                                                                                                        \
    (IN(L_CARD) | IN(L_INSURANCE) | IN(L_TURN) | IN(L_WON) | IN(L_AWARD) | IN(L_VERIFIED)) /* cards are out */
#define L_OPEN (BETWEEN | IN(L_BETTING) | IN(C_CASH) | L_ROUND)
#define FROZEN (IN(V_FROZEN) | IN(L_FROZEN))
#define CLOSED (IN(V_CLOSED) | IN(L_CLOSED))
#define OPEN (V_OPEN | L_OPEN)
#define BETWEEN (IN(L_EMPTY) | IN(L_READY) | IN(L_OVER) | IN(L_ENDED))
#define EVER (OPEN | FROZEN | CLOSED) /* but V_GONE */

/* People:
 *   n a stranger   g a guest   h ann, who sits at box 1   r ray, who sits at box 3   b a player who sits elsewhere
 *   D dan, who deals here   o another dealer
 *   s supervisor   e executive   c cashier   v surveillance   a auditor   A administrator
 * Roles are the same letters, p for players and d for dealers. */
typedef struct {
    const char *word;
    const char *roles;  /* who may send the command at all; "*": all */
    const char *second; /* who may approve it, where that is needed */
    const char *body;
    const char *virtual_people, *live_people; /* which of those may send it at a table */
    uint32_t states;
} matrix_row;

#define HOUSE_DEALS "hDse" /* players act for themselves; at a live table its dealer and the floor act for them */
#define DEALER "Dse"
#define FLOOR "se"
#define MATRIX_HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* clang-format off */
static const matrix_row matrix[] = {
    /* players at a table, for themselves */
    { "sit", "gpdse", "", "{'seat':'2'}", "ghrbDose", "ghrbDose", OPEN },
    { "leave", "gpdsecvaA", "", "{'player':'ann'}", "h", HOUSE_DEALS, OPEN | CLOSED },
    { "share", "gpdse", "", "{'seat':'1','on':true}", "", "", 0 }, /* one bettor on each box here; consent.c has tables with more */
    { "ask", "gp", "", "{'seat':'1'}", "", "", 0 },
    { "buy", "gpdse", "", "{'cents':1000,'player':'ann'}", "h", "h", OPEN }, /* wallets open to their owners alone */
    { "cash", "gpdsecvaA", "", "{'cents':1000,'player':'ann'}", "h", "h", OPEN | CLOSED },
    { "toke", "gpdse", "", "{'cents':100,'player':'ann'}", "h", "h", OPEN },
    { "ready", "gp", "", "{}", "hr", "", IN(V_BETTING) },
    { "bet", "gpdse", "", "{'seat':'1','cents':1500}", "h", HOUSE_DEALS, IN(V_BETTING) | IN(L_BETTING) | IN(C_CASH) },
    { "withdraw", "gpdsecvaA", "", "{'seat':'1'}", "h", HOUSE_DEALS, IN(V_BETTING) | IN(L_BETTING) | IN(C_CASH) },
    { "insure", "gpdse", "", "{'seat':'1','cents':0}", "", HOUSE_DEALS, IN(L_INSURANCE) },
    { "evenmoney", "gpdse", "", "{'seat':'1'}", "", "", 0 }, /* ann has no blackjack */
    { "hit", "gpdse", "", "{'seat':'1'}", "h", HOUSE_DEALS, IN(V_TURN) | IN(L_TURN) },
    { "stand", "gpdse", "", "{'seat':'1'}", "h", HOUSE_DEALS, IN(V_TURN) | IN(L_TURN) },
    { "double", "gpdse", "", "{'seat':'1'}", "h", HOUSE_DEALS, IN(V_TURN) | IN(L_TURN) },
    { "split", "gpdse", "", "{'seat':'1'}", "h", HOUSE_DEALS, IN(V_TURN) | IN(L_TURN) },
    { "surrender", "gpdse", "", "{'seat':'1'}", "", "", 0 }, /* not in Free Bet */
    { "discard", "gpdse", "", "{'seat':'1'}", "", "", 0 }, /* hand-dealt games only */
    { "with-double", "gpdse", "", "{'seat':'1b','cents':500}", "", "", 0 }, /* one bettor on each box here */
    { "with-split", "gpdse", "", "{'seat':'1b','ride':'both'}", "", "", 0 },
    { "cut", "gpdse", "", "{'seat':'1','count':100}", "h", "", IN(V_CUT) },
    { "refuse-cut", "gpdse", "", "{'seat':'1'}", "h", "", IN(V_CUT) },
    { "view", "gpdse", "", "{'seat':'1'}", "", "", 0 },
    { "request-spread", "gpdse", "", "{'seat':'1'}", "", "", 0 },
    { "emote", "gp", "", "{'emote':'nice'}", "hr", "hr", OPEN | FROZEN }, /* players who sit here */
    { "commit", "gp", "", "{'commitment':'" MATRIX_HASH "'}", "hr", "", V_OPEN | FROZEN },
    { "reveal", "gp", "", "{'value':'" MATRIX_HASH "'}", "", "", 0 }, /* no shoe here waits for a value */
    { "summon", "gpdse", "", "{}", "hrse", "hrDse", EVER }, /* all who play or work here */

    /* the dealer of a live table, and the floor */
    { "shoe-card", "dse", "", "{'card':'5c'}", "", "Dose", IN(L_CARD) }, /* the shoe has a session of its own */
    { "open", "dse", "", "{}", "", DEALER, IN(L_READY) },
    { "deal", "dse", "", "{}", "", DEALER, IN(L_BETTING) }, /* MBJ-3(d).2: not while cash is unconfirmed */
    { "card", "dse", "", "{'card':'5c'}", "", DEALER, IN(L_CARD) },
    { "down", "dse", "", "{}", "", "", 0 },
    { "peek", "dse", "", "{'blackjack':false}", "", "", 0 },
    { "turn", "dse", "", "{'card':'5c'}", "", "", 0 },
    { "determinant", "dse", "", "{'card':'5c','side':'A'}", "", "", 0 },
    { "close", "dse", "", "{}", "", DEALER, IN(L_INSURANCE) },
    { "irregular", "dse", "", "{'name':'double-up'}", "", DEALER, L_OPEN },
    { "show-amount", "dse", "", "{'seat':'1','wager':'blazing7','cents':100}", "", "", 0 }, /* an award from a meter
     * is paid by three acts of its own */
    { "deliver", "dse", "", "{'count':312}", "", DEALER, BETWEEN },
    { "inspect", "dse", "", "{}", "", DEALER, BETWEEN },
    { "spread", "dse", "", "{}", "", DEALER, BETWEEN },
    { "wash", "dse", "", "{}", "", DEALER, BETWEEN },
    { "stack", "dse", "", "{}", "", DEALER, BETWEEN },
    { "plug", "dse", "", "{}", "", DEALER, BETWEEN },
    { "riffle", "dse", "", "{}", "", DEALER, BETWEEN },
    { "turn-half", "dse", "", "{}", "", DEALER, BETWEEN },
    { "strip", "dse", "", "{}", "", DEALER, BETWEEN },
    { "shuffle-cut", "dse", "", "{}", "", DEALER, BETWEEN },
    { "device-shuffle", "dse", "", "{}", "", DEALER, BETWEEN },
    { "jam", "dse", "", "{}", "", DEALER, BETWEEN },
    { "sign", "dse", "", "{'on':true}", "", DEALER, BETWEEN },
    { "swap", "dse", "", "{'pack':1}", "", DEALER, BETWEEN },
    { "cover", "dse", "", "{'count':78}", "", DEALER, BETWEEN },
    { "load", "dse", "", "{'prepared':true}", "", DEALER, BETWEEN },
    { "burn", "dse", "", "{}", "", DEALER, BETWEEN },
    { "show-burn", "dse", "", "{'card':'5c'}", "", DEALER, L_OPEN & ~IN(L_EMPTY) },
    { "forgot-burn", "dse", "", "{}", "", DEALER, BETWEEN },
    { "cover-seen", "dse", "", "{'seat':'1'}", "", DEALER, IN(L_CARD) },
    { "unload", "dse", "", "{'count':312}", "", DEALER, BETWEEN },
    { "idle", "dse", "", "{}", "", DEALER, BETWEEN },
    { "change-decks", "dse", "", "{}", "", DEALER, BETWEEN },
    { "hours", "dse", "", "{'count':3}", "", DEALER, BETWEEN },
    { "confirm", "dse", "", "{}", "", DEALER, IN(C_CASH) },
    { "dealer", "dse", "", "{}", "", "Do", IN(L_CLOSED) | L_OPEN }, /* the other dealer only where there is no dealer: see is_granted */
    { "call", "dse", "", "{'seat':'1','wager':'blazing7'}", "", DEALER, IN(L_WON) },
    { "end-game", "dse", "", "{'wager':'blazing7'}", "", DEALER, IN(L_OVER) }, /* WB7-12 */

    /* the floor */
    { "verify", "se", "", "{}", "", FLOOR, BETWEEN },
    { "recut", "se", "", "{}", "", FLOOR, BETWEEN },
    { "order-shuffle", "se", "", "{}", "", FLOOR, L_OPEN },
    { "readmit", "se", "", "{'seat':'1'}", FLOOR, FLOOR, OPEN },
    { "correct", "se", "", "{'number':1,'card':'2c','reason':'test'}", "", FLOOR, L_ROUND | IN(L_OVER) | IN(L_FROZEN) | IN(L_ENDED) }, /* also when the round is settled, because only then does staff check the camera. Chips still move between the players
        at the table; a dispute settles accounts with players who have left (docs/house/tables.md). From the next round on "recount" corrects the count only */
    { "recount", "se", "", "{'was':'Th','card':'2c','reason':'test'}", "", "", 0 }, /* no earlier round in any of these states */
    { "freeze", "se", "", "{'reason':'test'}", FLOOR, FLOOR, OPEN | CLOSED },
    { "thaw", "se", "", "{}", FLOOR, FLOOR, FROZEN | IN(V_DRAINED) | IN(V_CLOSED) }, /* undoes "freeze" first and then "drain", one at a time; a
        closed table is thawed before its tray is opened again. It needs no second person, because it undoes what one person of the same roles may do alone */
    { "drain", "se", "", "{'reason':'test'}", FLOOR, FLOOR, EVER },
    { "attend", "se", "", "{}", FLOOR, FLOOR, EVER },
    { "tray-open", "se", "", "{'cents':1000}", FLOOR, FLOOR, CLOSED },
    { "tray-close", "se", "sec", "{'cents':1000}", FLOOR, FLOOR, EVER | IN(V_GONE) }, /* this only asks; the state is checked when the request is done */
    { "fill", "se", "sec", "{'cents':1000}", FLOOR, FLOOR, EVER | IN(V_GONE) },
    { "credit", "se", "sec", "{'cents':1000}", FLOOR, FLOOR, EVER | IN(V_GONE) },
    { "adjust", "se", "se", "{'meter':'blazing7','cents':1000,'reason':'malfunction'}", FLOOR, FLOOR, EVER | IN(V_GONE) },
    { "drop-count", "sec", "", "{'cents':0}", "sec", "sec", EVER },
    { "tokes-out", "sec", "", "{'cents':0}", "sec", "sec", EVER },
    { "terms", "seA", "", "{'title':'another'}", "seA", "seA", OPEN | CLOSED },
    { "close-table", "seA", "", "{}", "seA", "seA", CLOSED },
    { "system", "seA", "", "{'component':'display','version':'9.9'}", "seA", "seA", EVER },
    { "verify-award", "se", "", "{'seat':'1','wager':'blazing7'}", "", FLOOR, IN(L_AWARD) },
    { "pay-award", "se", "", "{'seat':'1','wager':'blazing7'}", "", FLOOR, IN(L_VERIFIED) | IN(L_FROZEN) },
    { "withdraw-award", "se", "", "{'seat':'1','wager':'blazing7','reason':'test'}", "", FLOOR, IN(L_AWARD) | IN(L_VERIFIED) | IN(L_FROZEN) }, /* until the card, which logs the award: only an adjustment undoes a logged award (WB7-13(e)(a).3,
        (e)(c)). One person with a reason is enough: no money has moved, the cards are still there, and the player may dispute it */

    /* every person may look */
    { "watch", "*", "", "{}", "", "", 0 },
    { "unwatch", "*", "", "{}", "", "", 0 },
    { "look", "*", "", "{}", "", "", 0 },
    { "legal", "*", "", "{}", "", "", 0 },
    { "why-not", "*", "", "{'seat':'1'}", "", "", 0 },
    { "opened-shoe", "*", "", "{}", "", "", 0 },
    { "mishaps", "*", "", "{}", "", "", 0 },

    /* commands to the house: a row says only who may send them */
    { .word = "guest", .roles = "*" },
    { .word = "register", .roles = "*" },
    { .word = "sign-in", .roles = "*" },
    { .word = "sign-out", .roles = "*" },
    { .word = "sign-out-everywhere", .roles = "gpdsecvaA" },
    { .word = "sessions", .roles = "gpdsecvaA" },
    { .word = "who-am-i", .roles = "*" },
    { .word = "numbers", .roles = "*" },
    { .word = "fate", .roles = "*" },
    { .word = "first-administrator", .roles = "*" },
    { .word = "recover", .roles = "*" },
    { .word = "set-login", .roles = "pdsecvaA" },
    { .word = "lobby", .roles = "*" },
    { .word = "re-authenticate", .roles = "gpdsecvaA" },
    { .word = "set-password", .roles = "pdsecvaA", .second = "eA" },
    { .word = "begin-second-factor", .roles = "dsecvaA" },
    { .word = "confirm-second-factor", .roles = "dsecvaA" },
    { .word = "drop-second-factor", .roles = "pdsecvaA", .second = "eA" },
    { .word = "limits", .roles = "gpdsecvaA" },
    { .word = "set-limits", .roles = "gpdsecvaA" },
    { .word = "play-money", .roles = "gpdsecvaA" },
    { .word = "wallet", .roles = "gpdsecvaA" },
    { .word = "rounds", .roles = "gpdsecvaA" },
    { .word = "coupons", .roles = "gpdsecvaA" },
    { .word = "create-person", .roles = "A", .second = "eA" },
    { .word = "set-roles", .roles = "A", .second = "eA" },
    { .word = "lock", .roles = "sA" },
    { .word = "unlock", .roles = "sA" },
    { .word = "people", .roles = "secvaA" },
    { .word = "approvals", .roles = "dsecvaA" },
    { .word = "approve", .roles = "dsecvaA" },
    { .word = "decline", .roles = "dsecvaA" },
    { .word = "deposit", .roles = "c", .second = "sec" },
    { .word = "withdrawal", .roles = "c", .second = "sec" },
    { .word = "statement", .roles = "secva" },
    { .word = "issue-coupon", .roles = "sc", .second = "sec" },
    { .word = "tables", .roles = "dsecvaA" },
    { .word = "open-table", .roles = "seA" },
    { .word = "servers", .roles = "dsecvaA" },
    { .word = "move-table", .roles = "seA" },
    { .word = "config", .roles = "dsecvaA" },
    { .word = "set-config", .roles = "eA" },
    { .word = "alarm", .roles = "dsecvaA" },
    { .word = "end-alarm", .roles = "eA", .second = "eA" },
    { .word = "file-slip", .roles = "sec" },
    { .word = "dispute", .roles = "gpds" },
    { .word = "resolve-dispute", .roles = "se" },
    { .word = "appeal", .roles = "gpds" },
    { .word = "disputes", .roles = "gpdsecvaA" },
    { .word = "report-win", .roles = "seva" },
    { .word = "report-ratings", .roles = "seva" },
    { .word = "report-currency", .roles = "secva" },
    { .word = "report-cage", .roles = "secva" },
    { .word = "report-tax", .roles = "secva" },
    { .word = "report-review", .roles = "seva" },
    { .word = "report-slips", .roles = "secva" },
    { .word = "report-decks", .roles = "seva" },
    { .word = "report-games", .roles = "seva" },
    { .word = "report-close", .roles = "secva" },
    { .word = "report-rounds", .roles = "seva" },
    { .word = "journal-search", .roles = "eva" },
    { .word = "journal", .roles = "secva" },
    { .word = "journal-head", .roles = "secva" },
    { .word = "significant-events", .roles = "eva" },
    { .word = "meter-history", .roles = "seva" },
    { .word = "recall", .roles = "seva" },
    { .word = "hand", .roles = "*" },
};
/* clang-format on */
enum { MATRIX_ROWS = sizeof matrix / sizeof *matrix };

#endif
