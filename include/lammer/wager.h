/* wager.h - the interface of an optional wager: one C file each in src/wagers.
 *
 * A wager says how to classify the cards it looks at, which pay tables exist, and which clauses say so. The table
 * settles by it, the analyser enumerates it, the notice prints it, and the validator refuses what its section bars.
 * Nothing outside the wager's own file and one line in src/wagers/list.c knows its name. */
#ifndef LAMMER_WAGER_H
#define LAMMER_WAGER_H

#include <stdbool.h>
#include <stdint.h>

#include "lammer/card.h"
#include "lammer/money.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_rules;

enum {
    LM_OUTCOMES = 16,       /* the most outcomes of a wager; outcome 0 is always the lost wager */
    LM_PAYTABLES = 20,      /* the most pay tables of a wager, and the entry that ends them */
    LM_BARS = 4,            /* the most exclusion lists of a section */
    LM_VIEW_FIRST = 4,      /* the first cards dealt to a box that any wager asks for */
    LM_VIEW_DEALER = 20,    /* the most cards of a dealer's hand */
    LM_WAGER_DOCUMENTS = 5, /* LM_RULE_SETS, which rules.h counts */
    LM_AWARDS = 4,          /* the most outcomes that one wager collects in a round */
};

/* Deck counts as a bit set: LM_DECKS(6, 8). */
#define LM_DECK(n) (1u << (n))
#define LM_DECKS_ANY 0x1feu /* one to eight */
#define LM_DECKS_FROM(n) (LM_DECKS_ANY & ~((1u << (n)) - 1u))

/* When a wager is decided: the windows W1 to W6 of docs/rules/rounds.md 9. */
typedef enum {
    LM_AFTER_DEAL,   /* W1: second cards are out, before the reader and any draw */
    LM_AFTER_READER, /* W2: the reader has answered, or there is none */
    LM_AT_ELECTION,  /* W3: the player chooses what to do with the hand */
    LM_THIRD_CARD,   /* W4: the dealer's third card */
    LM_WITH_MAIN,    /* W5: as the main wagers are settled, before the box's hands */
    LM_AFTER_HANDS,  /* W5: the same, after the box's last hand */
    LM_AFTER_ALL,    /* W6: when every other wager is settled */
} lm_window;

/* How far a live wager makes the dealer draw although no hand needs it. */
typedef enum {
    LM_NEEDS_NOTHING,
    LM_NEEDS_SECOND,   /* the dealer's second card */
    LM_NEEDS_THIRD,    /* a third card to a two-card hand under 17 */
    LM_NEEDS_DRAW,     /* the table's own drawing rule */
    LM_NEEDS_COMPLETE, /* to hard 17 or soft 18, whatever the table's rule (27(f)(3)) */
} lm_needs;

/* What a wager may look at: seen cards only. */
typedef struct {
    const struct lm_rules *rules;
    lm_window window; /* in which it is asked */
    uint8_t n_first;  /* cards dealt to the box so far, at most LM_VIEW_FIRST */
    lm_card first[LM_VIEW_FIRST];
    lm_card up; /* the dealer's up card */
    uint8_t n_dealer;
    lm_card dealer[LM_VIEW_DEALER];
    bool dealer_blackjack;
    bool blackjack_possible; /* it is not known yet whether the dealer has one */
    bool dealer_done;        /* the dealer takes no further card */
    bool player_blackjack;   /* the box was dealt one */
    bool split;              /* the box has split */
    bool busted;             /* every hand of the box has gone over 21 */
    bool may_draw;           /* the original hand may still get a card */
    uint8_t original_total;  /* of the hand that carries the original wager */
    uint8_t lammers;         /* given to the box in this round */
    lm_cents stake_cents;
    uint8_t carry;     /* what the wager remembered from earlier rounds */
    uint8_t won, lost; /* hands of the box in this round; a surrender is lost, a dead hand neither */
} lm_view;

/* What classify found. No entry means lost, like outcome 0. A wager that pays for each of two cards adds two
 * entries. */
typedef struct {
    uint8_t n;
    uint8_t which[LM_AWARDS];
    bool pending;  /* too early to say: asked again when more is known */
    uint8_t carry; /* to be remembered while it is pending */
    bool attended; /* paid once the wager's witness has confirmed it; then it collects one outcome */
} lm_outcomes;

static inline void lm_outcome_add(lm_outcomes *out, int which)
{
    if (which) out->which[out->n++] = (uint8_t)which;
}

typedef enum {
    LM_EXACT, /* the table pays the printed odds */
    LM_FLOOR, /* "no less than": a house may pay more, row by row (C-110) */
} lm_strictness;

/* Who else is paid when a wager wins. */
typedef enum {
    LM_NOBODY_ELSE,
    LM_THE_DEALER,    /* a flat bonus from the house to the dealer (C-104) */
    LM_OTHER_BETTORS, /* everyone else who made the wager (C-81) */
} lm_recipient;

/* Pay tables of one wager may share an id: decks and document then select exactly one. */
typedef struct {
    const char *id;     /* "" where there is one table, or where the decks decide */
    const char *clause; /* prints the odds, and the decks or documents they are for */
    lm_strictness strictness;
    lm_odds pays[LM_OUTCOMES];
    uint32_t decks;                      /* 0: as the wager's */
    uint8_t rule_sets;                   /* bit set of lm_rule_set; 0: as the wager's */
    int32_t others_dollars[LM_OUTCOMES]; /* what the wager's other recipient gets */
} lm_paytable;

/* An exclusion that a section prints. Conditions are words: `@buster` (offered), `surrender=on`,
 * `multiple_action!=off`, `hole_card=none|face-up`. Each word of `with` is barred by itself.
 * `@name` also matches name.N: `@streak` is any of streak.2 to streak.5. */
typedef struct {
    const char *clause;
    const char *with;
} lm_bar;

/* A figure that a document prints for a wager dealt from a fresh shoe, and what explains a difference from the exact one. */
typedef enum { LM_PRINTED_EDGE, LM_PRINTED_HOLD, LM_PRINTED_HITS } lm_printed_figure;
enum { LM_PRINTED_DECKS = 9, LM_PRINTED_WHYS = 5 };
typedef struct {
    const char *clause;
    const char *paytable; /* its id */
    const char *when;     /* conditions of the rules that it is printed for */
    lm_printed_figure figure;
    uint16_t printed[LM_PRINTED_DECKS]; /* hundredths of a per cent by decks, 0: none; [0]: whatever the decks */
    const char *remark;                 /* always told with it, or NULL */
    struct {
        const char *when, *say;
    } why[LM_PRINTED_WHYS]; /* told where the figures differ: the first whose conditions hold */
} lm_printed;

typedef struct lm_wager {
    const char *id;
    const char *title;
    const char *clause;                       /* the section */
    const char *sections[LM_WAGER_DOCUMENTS]; /* by lm_rule_set, where several documents have it; NULL: `clause` */
    const char *beaten[LM_WAGER_DOCUMENTS];   /* the clause by which a dealer blackjack takes it, by lm_rule_set */
    const char *draws;                        /* the clause by which the dealer draws for it alone */
    struct {
        const char *blackjack, *bust;
    } keeps;               /* the clauses that keep the cards of a paid blackjack, of a bust hand, under the wager */
    const char *main_rule; /* the clause that wants a main wager first; NULL: the document's own (status.h) */
    const char *free_bet_main_rule; /* the same in a Free Bet document, where both have the wager */
    const char *beside;             /* a wager the bettor must also have made, by id (main_rule says so), or NULL */
    const char *limits;             /* the clause of its posted or fixed stakes; NULL: the document's own (status.h) */
    const char *free_bet_limits;    /* the same in a Free Bet document, where both have the wager */
    const char *least_rule;         /* the clause of its least stake, where not `limits` */
    const char *main_cap;  /* the clause that ties its stake to the main wager; NULL: no text does (side_within_main) */
    const char *no_tip;    /* the clause by which none is made for the dealer in a Free Bet document, or NULL */
    const char *deck_rule; /* the clause of its decks, or NULL where none limits them */
    uint8_t rule_sets;     /* bit set of lm_rule_set whose document has it */
    lm_window window;
    lm_needs needs;
    uint32_t decks;
    lm_cents fixed_cents[2];       /* stakes fixed by a clause, {0} where free */
    bool collects_lammers;         /* lammers move to this wager's spot (VFB-SPLIT.6) */
    bool lost_to_dealer_blackjack; /* collected as soon as the dealer shows one */
    lm_recipient others;           /* whom the pay table's second column is for */
    const char *others_title;      /* and the name of that prize; NULL where there is none */
    const char *verify;            /* the clause by which winning cards are checked before payment */
    const char *start_rule;        /* what orders START GAME and END GAME; NULL: the document's own */
    const char *end_rule;
    bool lit;               /* a sensor or acceptor with a light tells of the bet (MBJ-19(b), WB7-4) */
    bool in_succession;     /* settled box by box, not all losers first */
    bool taken_at_start;    /* the stake goes to the tray before the deal (WB7-5.2) */
    bool carries;           /* lives across rounds until it is decided (Section 22) */
    const char *once_open;  /* the clause that bars a new one while an earlier one is open */
    const char *abandoned;  /* the clause that forfeits it when the bettor sits out */
    const char *third_card; /* the clause that offers a pending bettor a card against a dealer blackjack */
    struct {
        uint16_t rule; /* lm_rule_id: which configuration is in force; 0: the wager has no such prize */
        int32_t reset_dollars[4], most_dollars[4]; /* by configuration */
        int32_t rate[4];                           /* of each stake, in hundredths of a per cent */
        const char *clause, *shown;                /* what grants the prize; where the winner is shown */
    } must_hit;                                    /* one bettor of a round may be drawn for it */
    struct {
        uint16_t rule;    /* lm_rule_id: which bonus is in force; 0: none */
        uint16_t rows[3]; /* by its value: the outcomes, a bit each, that are paid beside the others */
    } bonus;
    uint16_t stake_rule; /* lm_rule_id of its fixed stake, or of which of two; 0: fixed_cents */
    uint16_t cap_rule;   /* lm_rule_id of the cap that the winners of capped_outcome share; 0: none */
    uint8_t capped_outcome;
    struct {
        uint16_t rule;      /* lm_rule_id: per cent of the maximum that may be added beside a player's own maximum */
        const char *limits; /* the clause of both stakes together; NULL: the wager is not staked for the dealer */
    } tips;
    struct {
        lm_cents stake, least, most;
    } shown[2]; /* what the display may show for each stake */
    struct {
        uint8_t role;       /* lm_role */
        const char *clause; /* wants that person's confirmation before payment; NULL: no prize needs one */
    } witness;
    struct {
        lm_cents witnessed_from; /* amounts from here on need the witness */
        const char *announced;   /* the clause of the smaller ones */
        const char *cards;       /* the clause that keeps the winner's cards under the wager */
    } display;
    const char
        *split_forfeits;   /* the clause by which the dealer warns a bettor whose pending wager a split cuts short */
    bool amount_is_shown;  /* a display chooses what it wins; the pay table holds the least (MBJ-20(j)) */
    uint8_t most_awards;   /* outcomes that may be paid together; 0: one */
    lm_bar bars[LM_BARS];  /* combinations that its section forbids */
    lm_bar wants[LM_BARS]; /* conditions that must hold, all words of each */
    const char *reading;   /* the C-nn it rests on, with spaces between, or NULL */
    void (*classify)(const lm_view *, lm_outcomes *);
    const char *outcomes[LM_OUTCOMES];
    lm_paytable paytables[LM_PAYTABLES]; /* ends with an entry whose clause is NULL */
    const lm_printed *printed;           /* likewise; NULL: the documents print no figure */
    const char *spot;                    /* what the layout prints at its spot; NULL: the title */
} lm_wager;

/* Every wager of src/wagers, ending with NULL, for programs that link them; core never does. */
extern const lm_wager *const lm_wagers[];

/* Slots: a wager's place in a round. */
enum { LM_MAIN, LM_INSURANCE, LM_SIDE };

#ifdef __cplusplus
}
#endif

#endif
