/* cite.h - which clause orders a step: the one table of the engine's citations.
 *
 * A row is a step of the round, with the clause of each document that states it. Vendor, Washington and Iowa inherit
 * the Massachusetts Free Bet text where they have none (C-34), so an empty column stands for the first. Modes of
 * Massachusetts Blackjack that state a step anew (Sections 6(h), 6(k), 6a, 18) have a row in cite.c as well. Refusals
 * have the same columns in status.h. The steps between rounds are stated by the two Massachusetts documents only; their
 * clauses stand in the tables of stages.c and beside lm_by_document. */
#ifndef LAMMER_CITE_H
#define LAMMER_CITE_H

#include "lammer/rules.h"
#include "lammer/status.h"

/* step, clause in: Massachusetts Free Bet, vendor, Washington, Iowa, Massachusetts Blackjack */
/* clang-format off */
#define LM_CITES(X)                                                                                                     \
    X(NOTHING, 0, 0, 0, 0, 0)                                                                                           \
    /* wagers */                                                                                                        \
    X(BET, "MFB-5(d)", "VFB-INTRO.1", "WFB-INTRO.2", 0, "MBJ-3(a)")                                                     \
    X(BET_BEHIND, 0, 0, 0, 0, "MBJ-13(a).1")                                                                            \
    X(BET_FOR_DEALER, "MFB-5(a)", "VFB-DOUBLE.6", "WFB-DOUBLE.6", "IFB-DOUBLE.6", "MBJ-29(d).1")                          \
    X(BET_SIDE, "MFB-5(e).1", "VFB-INTRO.2", "WFB-INTRO.1", "IFB-OV.2", 0)                                              \
    X(BET_SPOT, 0, 0, 0, 0, "MBJ-18(b).1")                                                                              \
    X(COUPON, "MFB-5(a)", 0, 0, 0, "MBJ-3(d).1")                                                                        \
    X(CASH, 0, 0, 0, 0, "MBJ-3(d).2")                                                                                   \
    X(CLOSED, "MFB-5(c).1", "VFB-INTRO.4", "WFB-INTRO.3", 0, "MBJ-3(c)")                                                \
    X(DECIDES, 0, 0, 0, 0, "MBJ-13(c)")                                                                                 \
    X(LIGHT, 0, 0, "WB7-4.1", 0, 0)                                                                                     \
    X(LIGHT_OUT, 0, 0, "WB7-4.1", 0, "MBJ-15(o)")                                                                       \
    X(START_GAME, 0, 0, "WB7-5.1", 0, 0)                                                                                \
    X(START_TAKES, 0, 0, "WB7-5.2", 0, 0)                                                                               \
    X(END_GAME, 0, 0, "WB7-12", 0, 0)                                                                                   \
    /* the deal */                                                                                                      \
    X(DEAL, "MFB-6(e)", 0, 0, 0, "MBJ-6(e)")                                                                            \
    X(DETERMINANT, 0, 0, 0, 0, "MBJ-6(d)(1).1")                                                                         \
    X(SEGREGATE, 0, 0, 0, 0, "MBJ-6(d)(2)")                                                                             \
    X(FIRST_CARD, "MFB-6(e)(1)", 0, 0, 0, "MBJ-6(e)(1)")                                                                \
    X(UP_CARD, "MFB-6(e)(2)", 0, 0, 0, "MBJ-6(e)(2)")                                                                   \
    X(SECOND_CARD, "MFB-6(e)(3)", 0, 0, 0, "MBJ-6(e)(3)")                                                               \
    X(HOLE_CARD, "MFB-6(e)(4)", 0, 0, 0, "MBJ-6(j).1")                                                                  \
    X(LATE_SECOND_CARD, "MFB-11(h).2", 0, 0, 0, "MBJ-15(h)")                                                            \
    X(LATE_UP_CARD, "MFB-11(f)", 0, 0, 0, "MBJ-15(f)")                                                                  \
    X(SHOWN_BLACKJACK, 0, 0, 0, 0, "MBJ-7(a).1")                                                                        \
    X(SHOWN_BLACKJACK_HELD, 0, 0, 0, 0, "MBJ-7(b).1")                                                                   \
    /* insurance and the reader */                                                                                      \
    X(OFFER_INSURANCE, "MFB-6(f)", 0, 0, 0, "MBJ-9(a)")                                                                 \
    X(OFFER_EVEN_MONEY, "MFB-7(e).1", 0, 0, 0, "MBJ-7(c).1")                                                            \
    X(INSURE, "MFB-7(a)", 0, 0, 0, "MBJ-9(a)")                                                                          \
    X(INSURE_BEHIND, 0, 0, 0, 0, "MBJ-13(f)")                                                                           \
    X(EVEN_MONEY, "MFB-7(e).2", 0, 0, 0, "MBJ-7(c).2")                                                                  \
    X(INSURANCE_TAKEN, "MFB-7(d)", 0, 0, 0, "MBJ-9(d)")                                                                 \
    X(INSURANCE_PAID, "MFB-10(b)", 0, "WFB-ART.4", 0, "MBJ-9(c)")                                                       \
    X(PEEK, "MFB-6(g).1", 0, 0, 0, "MBJ-6(j).2")                                                                        \
    X(READER, "MFB-6(g).2", 0, 0, 0, "MBJ-6(j).3")                                                                      \
    X(READER_SAYS, "MFB-1.reader", 0, 0, 0, "MBJ-6(j).2")                                                               \
    /* a player's turn */                                                                                               \
    X(TURN, "MFB-6(h).1", 0, 0, 0, "MBJ-6(f)")                                                                          \
    X(DECISION, "MFB-6(h)(2).1", 0, 0, 0, "MBJ-6(f)")                                                                   \
    X(HIT, "MFB-6(j).1", 0, 0, 0, "MBJ-12(a)")                                                                          \
    X(FURTHER_CARD, "MFB-6(i)", 0, 0, 0, "MBJ-6(g)")                                                                    \
    X(NEW_TOTAL, 0, 0, 0, 0, "MBJ-6(g)")                                                                                \
    X(FREE_DOUBLE, "MFB-8(a)(1).1", "VFB-DOUBLE.1", "WFB-DOUBLE.1", "IFB-BASE.1", 0)                                    \
    X(FREE_DOUBLE_OF_SPLIT, "MFB-8(b)", "VFB-DOUBLE.5", "WFB-DOUBLE.4", "IFB-DOUBLE.5", 0)                              \
    X(DOUBLE_LAMMER, "MFB-8(a)(1).2", "VFB-DOUBLE.2", "WFB-DOUBLE.1", "IFB-DOUBLE.1", 0)                                \
    X(PAID_DOUBLE, "MFB-8(a)(2)", "VFB-RULES.6", "WFB-RULES.6", "IFB-BASE.6", "MBJ-10(a).2")                            \
    X(DOUBLE_BEHIND, 0, 0, 0, 0, "MBJ-13(d)")                                                                           \
    X(DOUBLE_CARD, "MFB-8(c)", 0, 0, 0, "MBJ-10(a).3")                                                                  \
    X(DOUBLE_CARD_DOWN, 0, 0, 0, 0, "MBJ-10(c).1")                                                                      \
    X(DOUBLE_DOWN_FOR_ALL, 0, 0, 0, 0, "MBJ-10(c).2")                                                                   \
    X(SIDEWAYS, "MFB-8(c)", 0, 0, 0, "MBJ-10(c).3")                                                                     \
    X(FREE_SPLIT, "MFB-9(b)(2)", "VFB-SPLIT.1", "WFB-SPLIT.1", "IFB-BASE.2", 0)                                         \
    X(FREE_RESPLIT, "MFB-9(d).2", "VFB-SPLIT.9", "WFB-SPLIT.6", "IFB-SPLIT.5", 0)                                       \
    X(SPLIT_LAMMER, "MFB-9(b)(2)(i)", "VFB-SPLIT.2", "WFB-SPLIT.1", "IFB-SPLIT.1", 0)                                   \
    X(PAID_SPLIT, "MFB-9(b)(1)", "VFB-RULES.5", "WFB-RULES.5", "IFB-BASE.5", "MBJ-11(a)")                               \
    X(SPLIT_BEHIND, 0, 0, 0, 0, "MBJ-13(e)")                                                                            \
    X(SPLIT_CARD, "MFB-9(c)", 0, 0, 0, "MBJ-11(b)")                                                                     \
    X(SPLIT_ACE_CARD, "MBJ-11(c)(2)", 0, 0, 0, "MBJ-11(c)(2)")                                                          \
    X(SURRENDER, 0, 0, 0, 0, "MBJ-8(a).1")                                                                              \
    X(MISSED_CARD, "MFB-11(i)", 0, 0, 0, "MBJ-15(j)")                                                                   \
    X(OFFERED_CARD, 0, 0, 0, 0, "MBJ-6(j)(3)")                                                                          \
    X(TURNED_FOR_SPLIT, 0, 0, 0, 0, "MBJ-6a(e)(1)")                                                                     \
    X(TURNED_AT_END, 0, 0, 0, 0, "MBJ-10(c).5")                                                                           \
    X(DISCARDED, 0, 0, 0, 0, "MBJ-6a(e)(2).1")                                                                          \
    X(BUST, "MFB-6(q)(1)", 0, 0, 0, "MBJ-12(a)")                                                                        \
    X(BUST_KEPT, "MFB-9(c)(2)", "VFB-SPLIT.7", "WFB-SPLIT.4", "IFB-SPLIT.7", 0)                                         \
    X(BUST_TUCKED, "MFB-6(m).2", "VFB-P22.3", "WFB-RULES.12", "IFB-P22.4", 0)                                           \
    X(BUST_TAKEN, "MFB-6(q)(1)", 0, 0, 0, "MBJ-3(e).1")                                                                 \
    X(BUST_RACKED, "MFB-6(s)", 0, 0, 0, "MBJ-6(i)")                                                                     \
    X(SPLIT_BUST_TAKEN, "MFB-9(c)(1)", 0, 0, 0, "MBJ-3(e).1")                                                           \
    X(FREE_HAND_BUST, "MFB-9(c)(1)", "VFB-SPLIT.4", "WFB-SPLIT.2", "IFB-SPLIT.3", 0)                                    \
    X(FREE_DOUBLE_BUST, "MFB-6(q)(1)", "VFB-DOUBLE.3", "WFB-DOUBLE.2", "IFB-DOUBLE.3", 0)                               \
    /* blackjacks */                                                                                                    \
    X(BLACKJACK, "MFB-6(h)(1).1", "VFB-P22.2", "WFB-P22.3", "IFB-P22.3", "MBJ-7(a).1")                                  \
    X(BLACKJACK_HELD, "MFB-6(h)(1).1", "VFB-P22.2", "WFB-P22.3", "IFB-P22.3", "MBJ-7(b).1")                             \
    X(BLACKJACK_LATE, "MFB-6(h)(1).1", "VFB-P22.2", "WFB-P22.3", "IFB-P22.3", "MBJ-7(b).2")                             \
    X(BLACKJACK_PAID, "MFB-10(a).2", "VFB-RULES.9", "WFB-RULES.9", "IFB-BASE.8", "MBJ-7(a).1")                          \
    X(BLACKJACK_PAID_LATE, "MFB-10(a).2", "VFB-RULES.9", "WFB-RULES.9", "IFB-BASE.8", "MBJ-7(b).2")                     \
    X(BLACKJACK_CLEARED, "MFB-6(h)(1).1", "VFB-P22.2", "WFB-P22.3", "IFB-P22.3", "MBJ-7(a).2")                          \
    X(BLACKJACK_TUCKED, "MFB-6(h)(1).2", 0, 0, 0, "MBJ-7(a).2")                                                         \
    X(EVEN_MONEY_TUCKED, "MFB-7(e).3", 0, 0, 0, "MBJ-7(a).2")                                                           \
    X(BLACKJACKS_TIE, "MFB-6(g)(1)", 0, 0, 0, "MBJ-7(b).3")                                                             \
    X(DEALER_BLACKJACK, "MFB-6(g)(2)", 0, 0, 0, "MBJ-3(b).2")                                                           \
    X(SPARES_DOUBLE, 0, 0, 0, 0, "MBJ-10(b)")                                                                           \
    X(SPARES_SPLIT, 0, 0, 0, 0, "MBJ-11(d)")                                                                            \
    /* the dealer's hand */                                                                                             \
    X(DEALERS_CARD, 0, 0, 0, 0, "MBJ-6(h).1")                                                                           \
    X(HOLE_TURNED, "MFB-6(k)", 0, 0, 0, "MBJ-6(j).1")                                                                   \
    X(DEALER_DRAWS, "MFB-6(l).1", "VFB-RULES.8", "WFB-RULES.8", "IFB-BASE.9", "MBJ-12(b)(1)")                           \
    X(DEALER_DRAWS_H17, "MFB-6(l).1", "VFB-RULES.8", "WFB-RULES.8", "IFB-BASE.9", "MBJ-12(b)(2)(i)")                    \
    X(DRAWS_FOR_WAGER, "MFB-6(m).2", "VFB-P22.3", "WFB-P22.4", "IFB-P22.4", 0)                                          \
    X(DEALERS_TOTAL, "MFB-6(l).2", 0, 0, 0, "MBJ-6(h).2")                                                               \
    X(DEALERS_CARDS_RACKED, 0, 0, 0, 0, "MBJ-18(f)(2)")                                                                 \
    /* settlement */                                                                                                    \
    X(DEALER_22, "MFB-6(n)(1)", "VFB-P22.1", "WFB-P22.1", "IFB-P22.1", 0)                                               \
    X(WON_BY_BUST, "MFB-6(o)(1)", 0, 0, 0, "MBJ-3(a)(1)")                                                               \
    X(WON, "MFB-6(o)(2)", 0, 0, 0, "MBJ-3(a)(2)")                                                                       \
    X(WON_21, 0, 0, 0, 0, "MBJ-3(a)(3)")                                                                                \
    X(TIED, "MFB-6(p)", 0, 0, 0, "MBJ-3(b).1")                                                                          \
    X(LOST, "MFB-6(q)(2)", 0, 0, 0, "MBJ-3(e).1")                                                                       \
    X(LOST_TIE, 0, 0, 0, 0, "MBJ-6(k)(1)")                                                                              \
    X(FREE_HAND_WON, "MFB-6(o)", "VFB-SPLIT.3", "WFB-SPLIT.5", "IFB-SPLIT.2", 0)                                        \
    X(FREE_HAND_TIED, "MFB-6(p)", "VFB-SPLIT.5", "WFB-SPLIT.2", "IFB-SPLIT.4", 0)                                       \
    X(FREE_HAND_LOST, "MFB-6(q)(2)", "VFB-SPLIT.4", "WFB-SPLIT.2", "IFB-SPLIT.3", 0)                                    \
    X(FREE_DOUBLE_WON, "MFB-6(o)", "VFB-DOUBLE.3", "WFB-DOUBLE.2", "IFB-DOUBLE.2", 0)                                   \
    X(FREE_DOUBLE_TIED, "MFB-6(p)", "VFB-DOUBLE.3", "WFB-DOUBLE.2", "IFB-DOUBLE.4", 0)                                  \
    X(FREE_DOUBLE_LOST, "MFB-6(q)(2)", "VFB-DOUBLE.3", "WFB-DOUBLE.2", "IFB-DOUBLE.3", 0)                               \
    X(SPLIT_LAMMER_WON, "MFB-6(o)", "VFB-SPLIT.6", "WFB-SPLIT.3", "IFB-SPLIT.2", 0)                                     \
    X(SPLIT_LAMMER_TIED, "MFB-6(p)", "VFB-SPLIT.6", "WFB-SPLIT.3", "IFB-SPLIT.4", 0)                                    \
    X(SPLIT_LAMMER_LOST, "MFB-6(q)(2)", "VFB-SPLIT.6", "WFB-SPLIT.3", "IFB-SPLIT.3", 0)                                 \
    X(DOUBLE_LAMMER_WON, "MFB-6(o)", "VFB-DOUBLE.4", "WFB-DOUBLE.3", "IFB-DOUBLE.2", 0)                                 \
    X(DOUBLE_LAMMER_TIED, "MFB-6(p)", "VFB-DOUBLE.4", "WFB-DOUBLE.3", "IFB-DOUBLE.4", 0)                                \
    X(DOUBLE_LAMMER_LOST, "MFB-6(q)(2)", "VFB-DOUBLE.4", "WFB-DOUBLE.3", "IFB-DOUBLE.3", 0)                             \
    X(LAMMER_22, "MFB-6(n)(1)", "VFB-P22.1", "WFB-P22.1", "IFB-P22.1", 0)                                               \
    X(SURRENDER_SETTLED, 0, 0, 0, 0, "MBJ-8(a)(1)")                                                                     \
    X(SURRENDER_SETTLED_LATE, 0, 0, 0, 0, "MBJ-8(a)(2).2")                                                              \
    X(AWARD_DUE, 0, 0, "WB7-13(d)", 0, "MBJ-20(f).1")                                                                   \
    X(NOBODYS_CARD, "MFB-11(d).3", 0, 0, 0, "MBJ-15(d)")                                                                \
    X(COLLECTED, "MFB-6(s)", 0, 0, 0, "MBJ-6(i)")
/* clang-format on */

typedef enum {
#define X(name, ...) LM_CITE_##name,
    LM_CITES(X)
#undef X
        LM_CITE_COUNT
} lm_cite_id;

/* How Massachusetts Blackjack is dealt here. */
typedef enum {
    LM_MODE_READER, /* 6(j) with the card reader */
    LM_MODE_UNSEEN, /* 6(j) without */
    LM_MODE_NO_HOLE,
    LM_MODE_MULTIPLE, /* no hole card and several dealer hands */
    LM_MODE_FACE_UP,
    LM_MODE_HAND, /* from the hand */
    LM_MODE_HAND_READER,
    LM_MODE_COUNT
} lm_mode;

/* The clause of the table's own document and mode, or NULL where no document has one. */
const char *lm_cite(const lm_rules *rules, lm_cite_id step);
const char *lm_cite_refusal(const lm_rules *rules, lm_why why);

/* One column of the table; tests compare it with docs/rules/clauses.md. */
const char *lm_cite_column(lm_cite_id step, int rule_set);

#endif
