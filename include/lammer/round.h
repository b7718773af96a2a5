/* round.h - one round of blackjack: five verbs over a plain value. Start here.
 *
 * The engine never draws a card, reads a clock or throws a die. Whatever is decided outside comes in as an
 * action: a wager, a dealt card, the reader's answer, a player's choice. A card that lies face down is the
 * action LM_DOWN, which has no identity; what becomes known of it comes later as LM_PEEK and LM_TURN, or
 * never (LM_DISCARD, a burned card). So the same code is driven by a shuffled shoe, a scanner, an enumerator
 * that tries every card, or a script.
 *
 * lm_round has no pointers and no padding: copy it with =, compare it with memcmp, hash it, store it. A
 * refused action leaves it as it was, byte for byte, and names the clause. */
#ifndef LAMMER_ROUND_H
#define LAMMER_ROUND_H

#include "lammer/card.h"
#include "lammer/event.h"
#include "lammer/money.h"
#include "lammer/rules.h"
#include "lammer/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LM_BOXES = 7,
    LM_HANDS = 4,
    LM_BETTORS = 4,
    LM_SPOTS = 3,       /* dealer hands of multiple action; 1 elsewhere */
    LM_HAND_CARDS = 20, /* ten aces, a two, nine aces: no hand of eight decks is longer (docs/limits.md) */
    LM_SIDE_BETS = 80,
};

/* The bettors of a box. LM_DECIDER is the player who sits there; LM_TIP is a bet for the dealer that rides along (C-33). */
typedef enum { LM_DECIDER, LM_SECOND, LM_THIRD, LM_TIP } lm_bettor;

/* The verbs of a round: verbs.def has their words and which fields of an lm_action each one uses. */
typedef enum {
#define ROUND_VERB(name, ...) LM_##name,
#define TABLE_VERB(name, ...)
#include "lammer/verbs.def"
    LM_VERB_COUNT
} lm_verb;

/* What is laid on the layout: MFB-5(a), MBJ-3(d). */
typedef enum { LM_CHIPS, LM_PLAQUE, LM_COUPON, LM_CASH, LM_INSTRUMENTS } lm_instrument;

/* Where a further bettor's wager goes when the decider splits (MBJ-13(e)); on the left hand if the bettor is silent. */
typedef enum { LM_RIDE_LEFT, LM_RIDE_RIGHT, LM_RIDE_BOTH } lm_ride;

/* Who confirms: MBJ-3(d).2 and the irregularities. */
#define LM_ROLES(X)                                                                                                    \
    X(DEALER, "dealer") X(SUPERVISOR, "supervisor") X(FLOORPERSON, "floorperson") X(EXECUTIVE, "executive")
typedef enum {
#define X(name, word) LM_ROLE_##name,
    LM_ROLES(X)
#undef X
        LM_ROLE_COUNT
} lm_role;

/* One thing done at the table. Fields that a verb does not use are zero. In a list of legal actions `amount_cents` is the
 * largest legal amount, and least, most and step say which others are legal; lm_round_apply reads only `amount_cents`. */
typedef struct {
    uint8_t verb;   /* lm_verb */
    uint8_t box;    /* 1.. */
    uint8_t bettor; /* lm_bettor */
    uint8_t wager;  /* slot */
    uint8_t n;      /* dealer hand of multiple action, 0 the first */
    union {
        lm_card card;
        uint8_t instrument; /* LM_BET: lm_instrument */
    };
    uint8_t yes;
    uint8_t player; /* LM_BET: the first box of the player who owns this box; 0: this box; LM_NOBODY: no owner */
    union {
        lm_cents amount_cents;
        int64_t count; /* LM_CUT, LM_COVER, LM_UNLOAD: cards; LM_DELIVER: decks; LM_HOURS: hours */
    };
    union {
        lm_cents least_cents;
        int64_t least_count;
    };
    union {
        lm_cents most_cents;
        int64_t most_count;
    };
    lm_cents step_cents;
} lm_action;

typedef enum {
    LM_BETTING,
    LM_DETERMINING, /* double shoe: a card tells which side to deal from */
    LM_DEALING,
    LM_EXPOSING, /* hand-dealt: players show hands that must be settled now */
    LM_INSURING,
    LM_PEEKING,
    LM_PLAYING,
    LM_OFFERING,  /* a pending wager gets a card although the dealer has a blackjack */
    LM_REVEALING, /* the dealer's hole card is turned or, in a game without one, the second card is dealt */
    LM_DRAWING,
    LM_SHOWING,  /* players' cards that still lie face down are turned */
    LM_AWARDING, /* prizes whose amount comes from outside: a display, a meter */
    LM_DONE,
} lm_phase;

typedef enum {
    LM_HAND_NONE,
    LM_HAND_OPEN,        /* may still be played */
    LM_HAND_STANDS,      /* waits for the dealer */
    LM_HAND_BLACKJACK,   /* waits for its payment */
    LM_HAND_SURRENDERED, /* waits for the dealer's second card */
    LM_HAND_BUST,        /* lost; its chips stay on the felt because a lammer is worth the same amount */
    LM_HAND_OVER,        /* settled */
} lm_hand_state;

/* lm_round.due */
typedef enum { LM_DUE_NONE, LM_DUE_UP, LM_DUE_DOWN, LM_DUE_TURN } lm_due;

/* Bits of lm_hand.marks. */
enum {
    LM_HAS_ACE = 1,
    LM_FROM_SPLIT = 2,
    LM_FROM_ACES = 4,
    LM_IS_DOUBLED = 8,
    LM_FREE_HAND = 16,   /* a lammer, not chips, stakes this hand */
    LM_FREE_DOUBLE = 32, /* a lammer doubles it */
    LM_WENT_BUST = 64,
    LM_CARDS_GONE = 128, /* its cards lie in the discard rack */
};

typedef struct {
    lm_card card[LM_HAND_CARDS];
    uint8_t n;
    uint8_t hard; /* sum with every ace at 1 */
    uint8_t state;
    uint8_t marks;
    uint8_t chips;                  /* bit set of bettors whose wager lies on this hand */
    uint8_t result;                 /* lm_result once known */
    uint8_t hidden;                 /* its cards that lie face down */
    uint8_t waits;                  /* lm_due of the card that this hand asked for and gets after the other players */
    lm_cents32 doubled[LM_BETTORS]; /* chips added by each bettor, at most the wager on each spot */
} lm_hand;

/* A hand as far as it was seen; LM_CARD_DOWN for the rest. */
typedef struct {
    lm_card card[LM_HAND_CARDS];
    uint8_t n;
    bool whole; /* the box has not split: an ace and a ten are a blackjack */
} lm_told_cards;

typedef enum { LM_RESULT_NONE, LM_WON, LM_TIED, LM_LOST, LM_SURRENDERED, LM_VOID } lm_result;

typedef struct {
    lm_cents32 main[LM_BETTORS][LM_SPOTS]; /* initial wagers */
    lm_cents32 net[LM_BETTORS][LM_SPOTS];  /* result so far of the main wager with doubles, splits and lammers */
    lm_cents32 insured[LM_BETTORS][LM_SPOTS];
    lm_cents32 coupon[LM_BETTORS]; /* match-play coupons beside the wager */
    lm_hand hand[LM_HANDS];
    lm_card first[LM_VIEW_FIRST]; /* the first cards dealt to the box, in order */
    uint16_t answered;            /* insurance answers: bit bettor * LM_SPOTS + spot */
    uint8_t n_first;
    uint8_t hands;
    uint8_t owner;   /* the player, as a box number; LM_NOBODY at a free box */
    uint8_t decider; /* lm_bettor */
    uint8_t lammers; /* given in this round */
    uint8_t even;    /* bit set of bettors paid even money */
    uint8_t free_splits;
    uint8_t tucked;  /* cards lie under a side wager after the main wager was settled */
    uint8_t offered; /* lm_offer_answer: a card against a dealer blackjack */
    uint8_t spare[1];
} lm_box;

enum { LM_NOBODY = 255 };
typedef enum { LM_NOT_OFFERED, LM_OFFER_MADE, LM_OFFER_DECLINED } lm_offer_answer;

typedef enum {
    LM_BET_NONE,
    LM_BET_LIVE,
    LM_BET_WAITS, /* it is due, but the cards that decide it are still to come */
    LM_BET_HELD,  /* won; a display or a meter will say how much */
    LM_BET_DECIDED,
    LM_BET_UNCONFIRMED, /* won; paid once the person whom the wager's clause names has confirmed it */
} lm_bet_state;

/* A wager of the table's offer list. */
typedef struct {
    uint8_t box_bettor; /* box * 4 + bettor */
    uint8_t slot;
    uint8_t state;
    uint8_t outcome; /* the best outcome; while the wager waits, what it must remember */
    lm_cents32 stake;
    lm_cents32 coupon; /* a match-play coupon beside it: wins at the same odds, costs nothing */
    lm_cents32 net;
} lm_side_bet;

typedef struct {
    lm_card card[LM_HAND_CARDS];
    uint8_t n;
    uint8_t hard; /* of the cards that have been seen */
    uint8_t marks;
    uint8_t reader; /* lm_reader */
} lm_dealer_hand;

typedef enum { LM_READER_UNUSED, LM_READER_SAID_YES, LM_READER_SAID_NO } lm_reader;

typedef struct {
    uint64_t rules_hash;
    lm_cents felt_cents;   /* chips on the layout */
    lm_cents tray_cents;   /* what the house has taken less what it has paid */
    lm_cents dealer_cents; /* bonuses from the house to the dealer */
    lm_box box[LM_BOXES];
    lm_side_bet side[LM_SIDE_BETS];
    lm_dealer_hand dealer;
    uint8_t seen[LM_CARDS]; /* copies of each card seen in this round */
    uint8_t phase;
    uint8_t at_box;  /* whose turn: 1.., 0 the dealer */
    uint8_t at_hand; /* index */
    uint8_t due;     /* lm_due: a card for the hand on turn */
    uint8_t deal_pass;
    uint8_t sides;
    uint8_t spot;                   /* dealer hand being played */
    uint8_t totals[LM_SPOTS];       /* of finished dealer hands, LM_TOTAL_BLACKJACK for a blackjack */
    uint8_t insurance_won;          /* bit set of spots */
    uint8_t insurance_settled;      /* bit set of spots */
    uint8_t main_settled;           /* against the dealer hand being played */
    uint8_t last_box;               /* the highest box that is dealt in */
    uint8_t shoe_side;              /* double shoe: 0 side A, 1 side B */
    uint8_t unconfirmed;            /* spoken cash wagers that wait for two confirmations */
    uint8_t confirmed;              /* bit set of lm_role */
    uint8_t with_split[LM_BETTORS]; /* lm_ride of each further bettor, for the decision being made */
    uint8_t next_card;              /* 1 + a known card that was drawn already and must be dealt next; 0: none */
    uint8_t next_is_dealers;        /* that card is for the dealer's hand */
    uint8_t late_second;            /* bit set of boxes that get their second card after the others */
    uint8_t reader_out;             /* the card reader is out of order */
    uint8_t awaiting;               /* bit set of lm_role whose confirmation an irregularity or a prize needs */
    uint8_t awaiting_kind;          /* lm_irregularity */
    uint8_t awaiting_box;
    uint8_t misdealt;  /* a card was misdelivered in this round: players may be let out */
    uint8_t set_aside; /* cards of this round that went to the rack unused */
    uint8_t must_hit_paid;
    uint8_t dark;           /* bit set of boxes whose progressive light is out */
    lm_cents32 shown_cents; /* a prize that staff have yet to confirm */
    uint32_t spare;
    lm_cents32 with_double[LM_BETTORS]; /* what each further bettor adds if the decider doubles */
    uint32_t actions;                   /* applied so far */
} lm_round;

enum { LM_TOTAL_BLACKJACK = 255 };

/* Who owes the next action, and what. `clause` says why. */
typedef enum { LM_BY_PLAYERS, LM_BY_PLAYER, LM_BY_SHOE, LM_BY_DEALER, LM_BY_STAFF, LM_BY_NOBODY } lm_actor;
typedef struct {
    uint8_t who;  /* lm_actor */
    uint8_t verb; /* the verb that answers it; LM_HIT stands for any play decision */
    uint8_t box;  /* 0 the dealer */
    uint8_t hand; /* 1.. */
    const char *clause;
    uint8_t bettor, wager; /* of the prize that LM_AWARD is about */
} lm_turn;

typedef struct {
    uint8_t box;
    uint8_t bettor;
    uint8_t wager; /* slot; LM_ALL_WAGERS for their sum */
    uint8_t n;     /* dealer hand of multiple action, 0 the first */
} lm_spot;
enum { LM_ALL_WAGERS = 255, LM_ALL_SPOTS = 255 };

/* Opens a round on fresh memory. Refuses rules that are not sealed. */
lm_status lm_round_open(lm_round *round, const lm_rules *rules);

/* Opens the next round in place of a finished one. Wagers that last several rounds stay on the felt. */
lm_status lm_round_next(lm_round *round, const lm_rules *rules);

lm_turn lm_round_turn(const lm_round *round, const lm_rules *rules);

/* Its verb alone, for a caller that reports neither clauses nor places, such as the simulator. */
lm_verb lm_round_owes(const lm_round *round, const lm_rules *rules);

/* Writes up to `room` legal actions and returns how many there are. */
int lm_round_legal(const lm_round *round, const lm_rules *rules, lm_action *actions, int room);

/* Applies the whole action, or refuses it with a clause. */
lm_status lm_round_apply(lm_round *round, const lm_rules *rules, lm_action action);

/* The same, and the listener hears what happens, in order. A refused action is silent. */
lm_status lm_round_apply_heard(lm_round *round, const lm_rules *rules, lm_action action, const lm_listener *listener);

/* The same without a copy: sets least, most and step of the caller's action. The listener may be NULL. */
lm_status lm_round_do(lm_round *round, const lm_rules *rules, lm_action *action, const lm_listener *listener);

/* Gain or loss so far on a spot: chips still at risk count as nothing. */
lm_cents lm_round_net(const lm_round *round, lm_spot spot);

/* Reading a round. */

/* Whether a card that an irregularity has brought out must be dealt before the shoe gives another. */
static inline bool lm_round_card_waits(const lm_round *round)
{
    return round->next_card && (!round->next_is_dealers || round->at_box == 0);
}

/* Whether the stake of a wager came back undecided (C-116). */
static inline bool lm_bet_is_void(const lm_side_bet *bet)
{
    return bet->state == LM_BET_DECIDED && bet->net == 0 && !bet->outcome;
}

/* A bettor's optional wager, or NULL. */
const lm_side_bet *lm_round_side(const lm_round *round, uint8_t box, uint8_t bettor, uint8_t slot);

/* Hand-dealt: whether a player shows the first hand now, for a blackjack or for wagers that are settled right
 * after the deal (MBJ-7(a).1, C-107). `cards` are all n cards of that hand, as its player knows them. */
bool lm_box_shows_now(const lm_round *round, const lm_rules *rules, uint8_t box, const lm_card *cards, int n);

/* Hand-dealt: whether the box on turn has two cards face down, which it must show to split them (MBJ-6a(e)(1)). Once the
 * box has drawn, they stay face down. */
bool lm_round_shows_for_split(const lm_round *round, uint8_t box);

static inline lm_score lm_hand_score(const lm_hand *hand)
{
    return lm_score_of(hand->hard, hand->marks & LM_HAS_ACE);
}

/* The total of the cards that have been seen. */
static inline lm_score lm_dealer_score(const lm_round *round)
{
    return lm_score_of(round->dealer.hard, round->dealer.marks & LM_HAS_ACE);
}

/* Whether the hand's face-down cards can, or must, bring it over 21, judged by its cards that are seen. */
bool lm_hand_may_be_over(const lm_hand *hand);
bool lm_hand_must_be_over(const lm_hand *hand);

bool lm_dealer_blackjack(const lm_round *round);
bool lm_dealer_pat(const lm_round *round, const lm_rules *rules); /* must stand by the table's drawing rule (C-14) */
bool lm_round_over(const lm_round *round);
const char *lm_verb_word(lm_verb verb);
const char *lm_role_word(lm_role role);
bool lm_hand_blackjack(const lm_hand *hand); /* ace and ten in two cards that have been seen */

#ifdef __cplusplus
}
#endif

#endif
