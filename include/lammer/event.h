/* event.h - what happens at the table, reported while it happens.
 *
 * An action makes several things happen in an order that the documents prescribe: a stand may turn the hole
 * card, take three wagers from the right and pay two. A caller that wants to see these steps passes a listener to
 * lm_round_apply_heard; nothing is stored, and the round is the same without a listener. */
#ifndef LAMMER_EVENT_H
#define LAMMER_EVENT_H

#include "lammer/card.h"
#include "lammer/money.h"

#ifdef __cplusplus
extern "C" {
#endif

/* name, as round scripts and JSON lines spell it */
/* clang-format off */
#define LM_EVENTS(X)                                                                                         \
    X(BET, "bet")                     /* chips laid on a spot */                                             \
    X(WITHDRAW, "withdraw")           /* chips taken back before the first card */                           \
    X(NO_MORE_BETS, "no-more-bets")   /* betting closes */                                                   \
    X(CARD, "card")                   /* a card face up to a hand, or to the dealer (box 0) */                \
    X(SIDEWAYS, "sideways")           /* the card of a doubled hand */                                       \
    X(DOWN, "down")                   /* a card face down */                                                 \
    X(TOTAL, "total")                 /* the dealer announces a total (amount) */                            \
    X(OFFER_INSURANCE, "offer-insurance")                                                                    \
    X(OFFER_EVEN_MONEY, "offer-even-money")                                                                  \
    X(INSURE, "insure")               /* chips laid on the insurance line */                                 \
    X(EVEN_MONEY, "even-money")       /* a blackjack settles 1 to 1 */                                       \
    X(READER, "reader")               /* the hole card goes into the reader, face down */                    \
    X(READER_YES, "reader-blackjack")                                                                        \
    X(READER_NO, "reader-no")                                                                                \
    X(DEALERS_CARD, "dealers-card")   /* the call before the dealer's second card where there is no hole card */ \
    X(TURN, "turn")                   /* a face-down card is turned */                                       \
    X(BLACKJACK, "blackjack")         /* a player's blackjack is announced */                                \
    X(STAND, "stand")                                                                                        \
    X(HIT, "hit")                                                                                            \
    X(DOUBLE, "double")               /* amount: chips added, 0 when free */                                 \
    X(SPLIT, "split")                 /* amount: chips added, 0 when free */                                 \
    X(SURRENDER, "surrender")                                                                                \
    X(LAMMER, "lammer")               /* a lammer is set beside the wager */                                 \
    X(LAMMER_OFF, "lammer-off")       /* a lammer is collected */                                            \
    X(LAMMER_POT, "lammer-pot")       /* a lammer moves to the Pot of Gold spot */                           \
    X(BUST, "bust")                                                                                          \
    X(TUCK, "tuck")                   /* cards stay, tucked under a wager */                                 \
    X(CLEAR, "clear")                 /* the cards of a hand go to the discard rack */                       \
    X(TAKE, "take")                   /* a wager is lost: chips to the tray */                               \
    X(PAY, "pay")                     /* winnings from the tray */                                           \
    X(GIVE_BACK, "return")            /* a stake goes back to its bettor */                                  \
    X(AWARD, "award")                 /* an optional wager wins: n is the outcome, amount what it wins */    \
    X(HOLD, "hold")                   /* an optional wager waits */                                          \
    X(EXPOSE, "expose")               /* a player shows face-down cards */                                   \
    X(PROMPT, "prompt")               /* the dealer must announce or ask something: see clause */                 \
    X(CONFIRM, "confirm")             /* staff confirmed what the rules want confirmed */                     \
    X(IRREGULAR, "irregular")         /* an irregularity was called */                                       \
    X(COUPON, "coupon")               /* a match-play coupon is laid beside the wager */                     \
    X(COUPON_OFF, "coupon-off")       /* the coupon is collected, or goes back after a push: n is its lm_result */ \
    X(DETERMINANT, "determinant")     /* double shoe: the card that names the side (n: 0 A, 1 B) */          \
    X(LIGHT, "light")                 /* a progressive bet is detected at the spot */                        \
    X(START_GAME, "start-game")       /* progressive bets are locked */                                      \
    X(END_GAME, "end-game")           /* the progressive system is ready again */                            \
    X(MARKER, "marker")               /* the streak marker moves to spot n */                                \
    X(SEGREGATE, "segregate")         /* a determinant card goes to the segregated area */                   \
    X(RACK, "rack")                   /* multiple action: the dealer racks all cards but the up card */   \
    X(LOAD, "load")                   /* a shuffled and cut stack is in the shoe */                          \
    X(BURN, "burn")                   /* a card goes face down to the rack */                                \
    X(SHOW_BURN, "show-burn")         /* the burned card is shown to a player who asked */                   \
    X(NEW_DEALER, "new-dealer")                                                                              \
    X(OPEN, "open")                   /* betting opens */                                                    \
    X(DELIVER, "deliver")              /* decks come to the table (n: batch or side, amount: decks) */       \
    X(INSPECT, "inspect")              /* the dealer inspects the decks */                                   \
    X(VERIFY, "verify")                /* a floorperson has verified the inspection */                       \
    X(SPREAD, "spread")                /* cards are spread face up by deck, suit and sequence */             \
    X(FACE_UP, "face-up")              /* cards spread face down are turned */                               \
    X(VIEW, "view")                    /* a player has seen the spread cards; the dealer turns them face down */ \
    X(WASH, "wash")                                                                                          \
    X(STACK, "stack")                                                                                        \
    X(PLUG, "plug")                    /* undealt cards go into the discards */                              \
    X(RIFFLE, "riffle")                                                                                      \
    X(TURN_HALF, "turn-half")          /* one half is turned around, to be riffled in */                     \
    X(STRIP, "strip")                                                                                        \
    X(SHUFFLE_CUT, "shuffle-cut")      /* ends a shuffle by hand */                                          \
    X(DEVICE_SHUFFLE, "device-shuffle") /* the device shuffles (n: batch) */                                 \
    X(JAM, "jam")                      /* the device failed in mid-shuffle */                                \
    X(SIGN, "sign")                    /* the device is out of order (n: 1) or back in service */            \
    X(SWAP, "swap")                    /* a batch comes out of the device (n: batch) */                      \
    X(OFFER_CUT, "offer-cut")          /* the stack is offered for the cut (box 0: to the dealer) */         \
    X(REFUSE_CUT, "refuse-cut")                                                                              \
    X(CUT, "cut")                      /* amount: cards from the top, which go to the bottom */              \
    X(RECUT, "recut")                  /* staff do not accept a cut (n: their lm_role) */                    \
    X(COVER, "cover")                  /* amount: cards behind the cover card */                             \
    X(COVER_SEEN, "cover-seen")        /* the cover card came out before a card of a box or the dealer */    \
    X(ORDER_SHUFFLE, "order-shuffle")  /* n: who orders it */                                                \
    X(TO_DEVICE, "to-device")          /* collected cards go into the shuffler, not to a rack */             \
    X(UNLOAD, "unload")                /* the shoe is emptied (n: batch, or side); amount: cards counted */  \
    X(ALARM, "alarm")                  /* the count is wrong: the table stops (amount: cards counted) */     \
    X(IDLE, "idle")                    /* no player is here: cards are spread (n: 1 face down) */            \
    X(REQUEST_SPREAD, "request-spread") /* a player wants to see the stored batch */                         \
    X(CHANGE_DECKS, "change-decks")                                                                          \
    X(ARRIVE, "arrive")                /* a player takes a place */                                          \
    X(LEAVE, "leave")                                                                                        \
    X(READMIT, "readmit")              /* a patron who sat out may bet again */                              \
    X(FORGOT_BURN, "forgot-burn")      /* the dealer forgot to burn a card; play continues */                \
    X(OVER, "over")                   /* every wager is settled */
/* clang-format on */

typedef enum {
#define X(name, text) LM_EV_##name,
    LM_EVENTS(X)
#undef X
        LM_EV_COUNT
} lm_event_kind;

/* lm_event.how, by the kind of event. */

/* PROMPT: what the dealer tells or asks; CONFIRM: what was confirmed. Name, word, whether staff must confirm it (n is
 * then the lm_role of the staff). */
/* clang-format off */
#define LM_PROMPTS(X)                                                                                        \
    X(NOTHING, "", 0)                                                                                        \
    X(DECIDES, "decides", 0)             /* which bettor decides for a box without a player */               \
    X(CASH, "cash", 1)                   /* a spoken cash wager: the dealer and a supervisor confirm it */   \
    X(CARDS, "cards", 0)                 /* the dealer verifies the winning cards of a wager */              \
    X(SPLIT_FORFEITS, "split-forfeits", 0) /* a split decides a wager that still waits for a card */         \
    X(THIRD_CARD, "third-card", 0)       /* a card is offered although the dealer has a blackjack */         \
    X(SHOWN, "shown", 0)                 /* the dealer announces the amount on the display */                \
    X(PRIZE, "prize", 1)                 /* a prize that is paid once staff have confirmed it */             \
    X(FACE_DOWN, "face-down", 0)         /* all players may ask for double cards face down */                \
    X(VIEW, "view", 0)                   /* a player may look at the spread cards */                         \
    X(OLD_DECKS, "old-decks", 0)         /* the decks have been in use for too long */                       \
    X(IRREGULAR, "irregular", 1)         /* an irregularity whose remedy staff must confirm */
/* clang-format on */

typedef enum {
#define X(name, word, staff) LM_PROMPT_##name,
    LM_PROMPTS(X)
#undef X
        LM_PROMPT_COUNT
} lm_prompt;

/* TAKE, PAY, GIVE_BACK, AWARD and LIGHT: what moves the chips. Name, word. */
/* clang-format off */
#define LM_CAUSES(X)                                                                                         \
    X(CARDS, "")                 /* the cards decided the wager */                                           \
    X(COUPON, "coupon")          /* what a match-play coupon wins */                                         \
    X(EVEN_MONEY, "even-money")                                                                              \
    X(SURRENDER, "surrender")                                                                                \
    X(DEAD, "dead")              /* the hand, the box or the round is dead */                                \
    X(SPARED, "spared")          /* a dealer blackjack takes the original wager only */                      \
    X(START, "start")            /* the stake of a progressive goes to the tray before the deal */           \
    X(ABANDONED, "abandoned")    /* a wager from earlier rounds whose bettor sits out */                     \
    X(OTHERS, "others")          /* the pay table's second column: the dealer, or the other bettors */       \
    X(MUST_HIT, "must-hit")      /* chance drew the bettor */                                                \
    X(FAILED, "failed")          /* a display failed: its wager is paid at the odds of the irregularity */
/* clang-format on */

typedef enum {
#define X(name, word) LM_CAUSE_##name,
    LM_CAUSES(X)
#undef X
        LM_CAUSE_COUNT
} lm_money_cause;

typedef struct {
    uint8_t kind;   /* lm_event_kind */
    uint8_t box;    /* 1.., 0 the dealer */
    uint8_t bettor; /* lm_bettor */
    uint8_t wager;  /* slot: LM_MAIN, LM_INSURANCE, LM_SIDE + k */
    uint8_t hand;   /* 1.. within the box in order of play, 0 none */
    uint8_t n;      /* dealer hand of multiple action, or outcome */
    lm_card card;
    uint8_t
        how; /* PROMPT, CONFIRM: lm_prompt; money: lm_money_cause; IRREGULAR: .yes of the action; BET: its .player */
    union {
        lm_cents amount_cents;
        int64_t count; /* cards, decks or hours, as in the action; LM_EV_TOTAL: points */
    };
    const char *clause; /* the clause that prescribes the event, or NULL */
} lm_event;

typedef struct {
    void (*hear)(void *self, const lm_event *event);
    void *self;
} lm_listener;

const char *lm_event_name(lm_event_kind kind);

#ifdef __cplusplus
}
#endif

#endif
