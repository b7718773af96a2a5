/* irregular.h - irregularities: what can go wrong at a table, and the remedy that the rules order.
 *
 * An irregularity is an action like any other (LM_IRREGULAR), reported by the person who saw it. It is refused where it
 * cannot have happened. lm_round_legal lists the choices of people; lm_round_mishaps lists the irregularities that are
 * possible now. */
#ifndef LAMMER_IRREGULAR_H
#define LAMMER_IRREGULAR_H

#include "lammer/round.h"

#ifdef __cplusplus
extern "C" {
#endif

/* name, word in scripts, Free Bet clause, Massachusetts Blackjack clause; a comment begins with the action's fields */
/* clang-format off */
#define LM_IRREGULARITIES(X)                                                                                     \
    X(MISDEAL, "misdeal", "MFB-11(a).2", "MBJ-15(a)")             /* card; yes: lm_misdeal */                    \
    X(RELEASE, "release", "MFB-11(a).3", "MBJ-15(a)")             /* box: its player is let out of the hand */   \
    X(FACE_UP_CARD, "face-up-card", "MFB-11(b)", "MBJ-15(b)")     /* card, found turned in the shoe */           \
    X(UNEXPOSED, "unexposed", "MFB-11(c)", "MBJ-15(c)")           /* drawn in error, unseen */                   \
    X(EXPOSED, "exposed", "MFB-11(d).1", "MBJ-15(d)")             /* card, drawn in error and seen */            \
    X(REFUSE, "refuse-card", "MFB-11(d).2", "MBJ-15(d)")          /* box: does not want the exposed card */      \
    X(OVERDRAW, "overdraw", "MFB-11(e)", "MBJ-15(e)")             /* card the dealer drew on a pat hand */       \
    X(MISSED_OWN, "missed-own", "MFB-11(f)", "MBJ-15(f)")         /* the dealer left out the dealer's own card */\
    X(EXHAUSTED, "exhausted", "MFB-11(g)", "MBJ-15(g).1")         /* the shoe is empty in mid-round */           \
    X(NO_CARD, "no-card", "MFB-11(h).1", "MBJ-15(h)")             /* box: passed over in the deal */             \
    X(ONE_CARD, "one-card", "MFB-11(h).2", "MBJ-15(h)")           /* box; yes: takes the second card late */     \
    X(MISSED_HIT, "missed-hit", "MFB-11(i)", "MBJ-15(j)")         /* box; yes: takes the card late */            \
    X(READER_MISUSED, "reader-misused", "MFB-11(j)", "MBJ-15(k)(2)") /* the up card is neither ace nor ten */    \
    X(READER_BROKEN, "reader-broken", "MFB-11(k)", "MBJ-15(l)")                                                  \
    X(READER_REPAIRED, "reader-repaired", "MFB-11(k)", "MBJ-15(l)")                                              \
    X(WRONG_SIDE, "wrong-side", NULL, "MBJ-15(i)")                /* the round came from it (double shoe) */     \
    X(UP_NOT_MOVED, "up-not-moved", NULL, "MBJ-15(m)")            /* multiple action */                          \
    X(UP_RACKED, "up-racked", NULL, "MBJ-15(n)")                  /* card: the up card as rebuilt */             \
    X(LIGHT_OUT, "light-out", "WB7-4.1", "MBJ-15(o)")           /* box: its progressive light is broken */     \
    X(LIGHT_REPAIRED, "light-repaired", "WB7-4.1", "MBJ-15(o)") /* box */                                      \
    X(BONUS_FAILED, "bonus-failed", NULL, "MBJ-15(p)")            /* box: its display shows no amount */           \
    X(DOUBLE_UP, "double-up", NULL, "MBJ-15(q)")                  /* a face-down double dealt face up */
/* clang-format on */

typedef enum {
#define X(name, word, free_bet, blackjack) LM_IR_##name,
    LM_IRREGULARITIES(X)
#undef X
        LM_IR_COUNT
} lm_irregularity;

/* Where a misdelivered card goes. It never goes back (MFB-11(a).1). */
typedef enum { LM_MISDEAL_FORWARD, LM_MISDEAL_DEALER, LM_MISDEAL_BURN } lm_misdeal;

const char *lm_irregular_word(lm_irregularity kind);

/* Whether an irregularity names a card. */
bool lm_irregular_names_card(lm_irregularity kind);

/* Whether the irregularity takes its card out of the shoe. */
bool lm_irregular_spends(const lm_action *action);

/* Writes up to `room` irregularities that can have happened now and returns how many there are. */
int lm_round_mishaps(const lm_round *round, const lm_rules *rules, lm_action *actions, int room);

#ifdef __cplusplus
}
#endif

#endif
