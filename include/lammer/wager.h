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
    LM_VIEW_FIRST = 4,      /* how many first cards of a box a wager may look at */
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
    LM_AFTER_DEAL,   /* W1: second cards are dealt, before the reader and any draw */
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

/* What the classify of a wager reads. A view shows nothing else (lm_view_hide), so a table by what is declared decides as
 * classify does. The rules, the window and the stake are always shown. */
enum {
    LM_READS_FIRST = 1 << 0, /* the box's first two cards */
    LM_READS_THIRD = 1 << 1, /* its third card; whether it may draw, has split or has gone bust */
    LM_READS_RUN = 1 << 2,   /* the same, and the fourth card: each only if all cards before it have one rank */
    LM_READS_UP = 1 << 3,
    LM_READS_BLACKJACK = 1 << 4,       /* whether the dealer has a blackjack, or may have one */
    LM_READS_BLACKJACK_CARDS = 1 << 5, /* the cards of the dealer's blackjack */
    LM_READS_DEALER = 1 << 6,          /* the values of the dealer's cards; at suited_totals how their suits agree */
    LM_READS_DEALER_TOTAL = 1 << 7,    /* only their number and total: other cards of that total stand for them */
    LM_READS_NATURAL = 1 << 8,         /* whether the box was dealt a blackjack */
    LM_READS_TOTAL = 1 << 9,           /* of the hand that carries the original wager */
    LM_READS_LAMMERS = 1 << 10,
    LM_READS_RESULTS = 1 << 11, /* hands won and lost, and what the wager remembers */
};

/* What a wager may look at: seen cards only, and of them what it declares to read. */
typedef struct {
    const struct lm_rules *rules;
    lm_window window; /* when the wager is asked */
    uint8_t n_first;  /* cards dealt to the box so far, at most LM_VIEW_FIRST */
    lm_card first[LM_VIEW_FIRST];
    lm_card up; /* the dealer's up card */
    uint8_t n_dealer;
    lm_card dealer[LM_VIEW_DEALER];
    bool dealer_blackjack;
    bool blackjack_possible; /* the dealer may have a blackjack that is not known yet */
    bool dealer_done;        /* the dealer takes no further card */
    bool player_blackjack;   /* the box was dealt one */
    bool split;              /* the box has split */
    bool busted;             /* every hand of the box has gone over 21 */
    bool may_draw;           /* the original hand may still get a card */
    uint8_t original_total;  /* of the hand that carries the original wager */
    uint8_t lammers;         /* given to the box in this round */
    lm_cents stake_cents;
    uint8_t carry;     /* what the wager remembered from earlier rounds */
    uint8_t won, lost; /* hands of the box in this round; a surrender is lost, a dead hand is neither */
} lm_view;

/* What classify found. No entry means lost, like outcome 0. A wager that pays for each of two cards adds two
 * entries. */
typedef struct {
    uint8_t n;
    uint8_t which[LM_AWARDS];
    bool pending;  /* too early to say: asked again when more is known */
    uint8_t carry; /* what to remember while the wager is pending */
    bool attended; /* the wager's witness must confirm the prize before it is paid; there is then only one outcome */
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
    const char *clause; /* the clause that prints the odds and says for which decks or documents they are */
    lm_strictness strictness;
    lm_odds pays[LM_OUTCOMES];
    uint32_t decks;                      /* 0: as the wager's */
    uint8_t rule_sets;                   /* bit set of lm_rule_set; 0: as the wager's */
    int32_t others_dollars[LM_OUTCOMES]; /* what the wager's other recipient gets */
} lm_paytable;

/* An exclusion that a section prints. Conditions are words: `@buster` (offered), `surrender=on`,
 * `multiple_action!=off`, `hole_card=none|face-up`. Each word of `with` is barred on its own.
 * `@name` also matches name.N: `@streak` is any of streak.2 to streak.5. */
typedef struct {
    const char *clause;
    const char *with;
} lm_bar;

/* A figure that a document prints for a wager with a fresh shoe, and reasons why the exact figure may differ. */
typedef enum { LM_PRINTED_EDGE, LM_PRINTED_HOLD, LM_PRINTED_HITS } lm_printed_figure;
enum { LM_PRINTED_DECKS = 9, LM_PRINTED_WHYS = 5 };
typedef struct {
    const char *clause;
    const char *paytable; /* the pay table's id */
    const char *when;     /* conditions: the rules for which the figure is printed */
    lm_printed_figure figure;
    uint16_t printed[LM_PRINTED_DECKS]; /* hundredths of a per cent by decks, 0: none; [0]: whatever the decks */
    const char *remark;                 /* always reported with the figure, or NULL */
    struct {
        const char *when, *say;
    } why[LM_PRINTED_WHYS]; /* reported where the figures differ: the first whose conditions hold */
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
    } keeps; /* the clauses that keep the cards of a paid blackjack, or of a bust hand, on the layout for the wager */
    const char *main_rule; /* the clause that requires a main wager first; NULL: the document's own (status.h) */
    const char *free_bet_main_rule; /* the same in a Free Bet document, if the wager is in both */
    const char *beside;             /* id of a wager that main_rule also requires of the bettor, or NULL */
    const char *limits;             /* the clause of its posted or fixed stakes; NULL: the document's own (status.h) */
    const char *free_bet_limits;    /* the same in a Free Bet document, if the wager is in both */
    const char *least_rule;         /* the clause of its least stake, if it is not `limits` */
    const char *main_cap;  /* the clause that ties its stake to the main wager; NULL: no text does (side_within_main) */
    const char *no_tip;    /* the clause of a Free Bet document that bars this wager for the dealer, or NULL */
    const char *deck_rule; /* the clause of its decks, or NULL where none limits them */
    uint8_t rule_sets;     /* bit set of lm_rule_set whose document has it */
    lm_window window;
    lm_needs needs;
    uint32_t decks;
    lm_cents fixed_cents[2];       /* stakes fixed by a clause, {0} where free */
    bool collects_lammers;         /* lammers move to this wager's spot (VFB-SPLIT.6) */
    bool lost_to_dealer_blackjack; /* collected as soon as the dealer shows one */
    lm_recipient others;           /* whom the pay table's second column is for */
    const char *others_title;      /* the name of the second column's prize; NULL: there is none */
    const char *verify;            /* the clause by which winning cards are checked before payment */
    const char *start_rule;        /* the clauses that order START GAME and END GAME; NULL: the document's own */
    const char *end_rule;
    bool lit;               /* a sensor or acceptor with a light shows the bet (MBJ-19(b), WB7-4) */
    bool in_succession;     /* settled box by box, not all losers first */
    bool taken_at_start;    /* the stake goes to the tray before the deal (WB7-5.2) */
    bool carries;           /* lives across rounds until it is decided (Section 22) */
    const char *once_open;  /* the clause that bars a new wager of the kind while an earlier one is open */
    const char *abandoned;  /* the clause that forfeits it when the bettor sits out */
    const char *third_card; /* the clause that offers a pending bettor a card against a dealer blackjack */
    struct {
        uint16_t rule; /* lm_rule_id: which configuration is in force; 0: the wager has no such prize */
        int32_t reset_dollars[4], most_dollars[4]; /* by configuration */
        int32_t rate[4];                           /* of each stake, in hundredths of a per cent */
        const char *clause, *shown;                /* the clauses that grant the prize and show the winner */
    } must_hit;                                    /* one bettor of a round may be drawn for it */
    struct {
        uint16_t rule;    /* lm_rule_id: which bonus is in force; 0: none */
        uint16_t rows[3]; /* by the rule's value: bit set of outcomes that the bonus pays in addition */
    } bonus;
    uint16_t stake_rule; /* lm_rule_id that sets the fixed stake, or chooses one of fixed_cents; 0: none */
    uint16_t cap_rule;   /* lm_rule_id of the cap that the winners of capped_outcome share; 0: none */
    uint8_t capped_outcome;
    struct {
        uint16_t rule; /* lm_rule_id: per cent of the maximum that a player at the maximum may add for the dealer */
        const char *limits; /* the clause that limits both stakes together; NULL: no stake for the dealer */
    } tips;
    struct {
        lm_cents stake, least, most;
    } shown[2]; /* the amounts that the display may show for each stake */
    struct {
        uint8_t role;       /* lm_role */
        const char *clause; /* the clause that requires this role to confirm a prize; NULL: no prize needs it */
    } witness;
    struct {
        lm_cents witnessed_from; /* this amount and larger ones need the witness */
        const char *announced;   /* the clause for smaller amounts, which the dealer announces */
        const char *cards;       /* the clause that keeps the winner's cards under the wager */
    } display;
    const char
        *split_forfeits;   /* the clause by which the dealer warns a bettor whose pending wager a split cuts short */
    bool amount_is_shown;  /* a display chooses what it wins; the pay table holds the least (MBJ-20(j)) */
    uint8_t most_awards;   /* outcomes that may be paid together; 0: one */
    lm_bar bars[LM_BARS];  /* combinations that its section forbids */
    lm_bar wants[LM_BARS]; /* conditions of which every word must hold */
    const char *reading;   /* the C-nn that the wager rests on, separated by spaces, or NULL */
    uint16_t reads;        /* bit set: all that classify looks at */
    uint16_t unread[LM_WAGER_DOCUMENTS]; /* bits of it that do not count under a document, by lm_rule_set */
    uint32_t
        suited_totals; /* bit set: dealer totals at which cards of one suit, of one colour and others look different */
    void (*classify)(const lm_view *, lm_outcomes *);
    const char *outcomes[LM_OUTCOMES];
    lm_paytable paytables[LM_PAYTABLES]; /* ends with an entry whose clause is NULL */
    const lm_printed *printed;           /* likewise; NULL: the documents print no figure */
    const char *spot;                    /* what the layout prints at its spot; NULL: the title */
} lm_wager;

/* What the wager reads under these rules. */
unsigned lm_wager_reads(const lm_wager *wager, const struct lm_rules *rules);

/* Clears whatever the wager does not declare to read. */
void lm_view_hide(lm_view *view, const lm_wager *wager);

/* The dealer's hand as LM_READS_DEALER_TOTAL shows it: two or more cards of this total, no blackjack. */
void lm_view_plain_hand(lm_card *cards, int n, int total);

/* Every wager of src/wagers, ending with NULL, for programs that link them; core never does. */
extern const lm_wager *const lm_wagers[];

/* Slots: a wager's place in a round. */
enum { LM_MAIN, LM_INSURANCE, LM_SIDE };

#ifdef __cplusplus
}
#endif

#endif
