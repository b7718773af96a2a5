/* status.h - why something was refused, in words and by clause.
 *
 * A refusal names the clause of the document that governs the table. A Free Bet document without a clause on a point
 * inherits the Massachusetts one (C-34): its empty column stands for the first. */
#ifndef LAMMER_STATUS_H
#define LAMMER_STATUS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* name, sentence, clause in: Massachusetts Free Bet, vendor, Washington, Iowa, Massachusetts Blackjack */
/* clang-format off */
#define LM_WHYS(X)                                                                                                        \
    X(OK, "done", 0, 0, 0, 0, 0)                                                                                          \
    X(RULES, "the round was opened under other rules: continue under those, or open a new round", 0, 0, 0, 0, 0)              \
    X(VERB, "this table does not know that action, or the action has a field that it does not use", 0, 0, 0, 0, 0)                   \
    X(OVER, "the round is over", "MFB-6(s)", 0, 0, 0, "MBJ-6(i)")                                                         \
    X(BOX, "this table does not have that box", "MFB-5(a)", 0, 0, 0, "MBJ-14")                                            \
    X(BETTOR, "the box does not take that bettor", "MFB-5(f)", 0, 0, 0, "MBJ-13(a).1")                                    \
    X(SHARED, "no further box of this table may take a second bettor", 0, 0, 0, 0, "MBJ-13(g).3")                         \
    X(OWNER, "a player may not hold a further box at this table", "MFB-5(f)", 0, 0, 0, "MBJ-14")                          \
    X(ADJACENT, "a player's boxes must lie side by side", "MFB-5(f)", 0, 0, 0, 0)                                         \
    X(TIP, "this table does not take bets for the dealer", "MFB-5(a)", "VFB-DOUBLE.6", "WFB-DOUBLE.6", "IFB-DOUBLE.6", 0) \
    X(TIP_WAGER, "this wager cannot be made for the dealer", 0, 0, 0, 0, "MBJ-29(d).1")                                   \
    X(CLOSED, "wagers close before the first card", "MFB-5(c).1", "VFB-INTRO.4", "WFB-INTRO.3", 0, "MBJ-3(c)")            \
    X(TOUCH, "a wager may not be touched until it is settled", "MFB-5(c).2", 0, 0, 0, "MBJ-3(f)")                         \
    X(TOUCH_CONFIRMED, "insurance, doubles and splits may not be touched once confirmed", "MFB-5(c).2", 0, 0, 0,          \
      "MBJ-3(g)")                                                                                                         \
    X(NO_BET, "that wager was not made, so it cannot be taken back", "MFB-5(a)", 0, 0, 0, "MBJ-3(a)")                     \
    X(NO_MAIN, "the blackjack wager is made first and taken back last", "MFB-5(d)", "VFB-INTRO.1", "WFB-INTRO.2", 0, "MBJ-3(a)") \
    X(NOT_OFFERED, "this table does not offer that wager", "MFB-5(e).1", "VFB-INTRO.2", "WFB-INTRO.1", "IFB-OV.2",        \
      "MBJ-3(a)")                                                                                                         \
    X(ROOM, "the table cannot hold a further optional wager this round", "MFB-5(a)", 0, 0, 0, "MBJ-13(g).1")              \
    X(LOW, "the amount is below the minimum", "MFB-5(a)", 0, "WFB-LIM.2", 0, "MBJ-3(d).1")                                \
    X(HIGH, "the amount is above the maximum", "MFB-5(a)", 0, "WFB-LIM.2", 0, "MBJ-3(d).1")                               \
    X(TIED, "the optional wager may not exceed the main wager", "MFB-5(a)", 0, "WFB-LIM.2", 0, "MBJ-3(d).1")              \
    X(STEP, "the amount cannot be made in this table's steps", "MFB-5(a)", 0, "WFB-LIM.2", 0, "MBJ-3(d).1")               \
    X(FIVES, "every wager is a multiple of the table's unit", 0, 0, 0, 0, "MBJ-3(d).3")                                   \
    X(INSTRUMENT, "this table does not take that as a wager: lay chips", "MFB-5(a)", 0, 0, 0, "MBJ-3(d).1")               \
    X(EMPTY, "no player has made a blackjack wager yet", "MFB-5(d)", "VFB-INTRO.1", "WFB-INTRO.2", 0, "MBJ-3(a)")         \
    X(NO_CARD_DUE, "no card is due now", "MFB-6(i)", 0, 0, 0, "MBJ-6(g)")                                                 \
    X(NO_CARD, "that is not a card", "MFB-2(d)(1)", 0, 0, 0, "MBJ-2(b)(1)")                                               \
    X(COPIES, "the decks do not hold another copy of that card", "MFB-2(a).1", "VFB-RULES.10", "WFB-RULES.10", 0,         \
      "MBJ-2(a).1")                                                                                                       \
    X(FACE_DOWN, "the dealer's second card is dealt face down", "MFB-6(e)(4)", 0, 0, 0, "MBJ-6(j).1")                     \
    X(HAND_DOWN, "players' first two cards are dealt face down", 0, 0, 0, 0, "MBJ-6a(c)(1)")                              \
    X(DOUBLE_DOWN, "the card of a double is dealt face down", 0, 0, 0, 0, "MBJ-10(c).1")                                  \
    X(DEALT_UP, "this card of the deal lies face up", "MFB-6(e)", 0, 0, 0, "MBJ-6(e)")                                    \
    X(FACE_UP, "this card is dealt face up", "MFB-6(i)", 0, 0, 0, "MBJ-6(g)")                                             \
    X(NOT_DOWN, "there is no face-down card to turn now", "MFB-6(k)", 0, 0, 0, "MBJ-6(j).1")                              \
    X(NO_PEEK, "the reader answers once, and only with an ace or ten up", "MFB-6(g).1", 0, 0, 0, "MBJ-6(j).2")            \
    X(READER, "that card contradicts the reader", "MFB-1.reader", 0, 0, 0, "MBJ-6(j).2")                                  \
    X(TURN, "it is not that box's turn", "MFB-6(h).1", 0, 0, 0, "MBJ-6(f)")                                               \
    X(DEALER_BLACKJACK, "a dealer blackjack stops all further cards", "MFB-6(g).3", 0, 0, 0, "MBJ-6(j)(1)")               \
    X(AT_21, "a hand of 21 takes no further card", "MFB-6(j)(1)", 0, 0, 0, "MBJ-12(a)(1)")                                \
    X(BLACKJACK, "a blackjack takes no further card", "MFB-8(a)", 0, 0, 0, "MBJ-12(a)(1)")                                \
    X(DOUBLED, "a doubled hand takes exactly one card", "MFB-6(j)(2)", 0, 0, 0, "MBJ-12(a)(2)")                           \
    X(SPLIT_ACE, "a split ace takes exactly one card", "MBJ-12(a)(3)", 0, 0, 0, "MBJ-12(a)(3)")                           \
    X(BUST, "the hand has gone over 21 and is lost", "MFB-6(q)(1)", 0, 0, 0, "MBJ-12(a)")                                 \
    X(NO_SURRENDER, "this table does not offer surrender", "MFB-6(h)(2).2", "VFB-RULES.11", "WFB-RULES.11", 0,            \
      "MBJ-8(c).1")                                                                                                       \
    X(FACE_UP_SURRENDER, "a face-up hole card excludes surrender and insurance", 0, 0, 0, 0, "MBJ-6(k)(3)")               \
    X(SURRENDER_LATE, "surrender comes before any other decision", "MFB-6(h)(2).2", "VFB-RULES.11", "WFB-RULES.11", 0, "MBJ-8(a).2") \
    X(DOUBLE_CARDS, "only the first two cards of a hand may be doubled", "MFB-8(a)", "VFB-RULES.6", "WFB-RULES.6",            \
      "IFB-BASE.6", "MBJ-10(a).1")                                                                                        \
    X(DOUBLE_TOTAL, "this table doubles on 9, 10 or 11 only", "MFB-8(a)", "VFB-RULES.6", "WFB-RULES.6", "IFB-BASE.6", "MBJ-6(k)(4)") \
    X(DOUBLE_SPLIT, "this table does not let split hands be doubled", "MFB-8(b)", "VFB-RULES.3", "WFB-RULES.3", "IFB-BASE.3", \
      "MBJ-10(d)")                                                                                                        \
    X(DOUBLE_LAMMER, "this table does not take a paid double on a hand that a lammer stakes", "MFB-8(b)", "VFB-RULES.6", "WFB-RULES.6", \
      "IFB-BASE.6", 0)                                                                                                    \
    X(DOUBLE_FREE, "this double is free: no chips may be added", "MFB-8(a)(1).1", "VFB-DOUBLE.1", "WFB-DOUBLE.1",         \
      "IFB-BASE.1", 0)                                                                                                    \
    X(DOUBLE_AMOUNT, "a double adds at most the original wager", "MFB-8(a)(2)", 0, 0, 0, "MBJ-10(a).2")                   \
    X(PAIR, "only two cards of equal value may be split", "MFB-9(a)", 0, 0, 0, "MBJ-11(a)")                               \
    X(SPLIT_LIMIT, "the box has as many hands as the rules allow", "MFB-9(d).2", "VFB-RULES.4", "WFB-RULES.4",            \
      "IFB-BASE.4", "MBJ-11(e).1")                                                                                        \
    X(NO_RESPLIT, "a split pair may not be split again at this table", "MFB-9(d).2", "VFB-RULES.4", "WFB-RULES.4", "IFB-BASE.4", "MBJ-11(c)(1)") \
    X(ACES_AGAIN, "aces may be split only once at this table", "MBJ-11(e).3", 0, 0, 0, "MBJ-11(e).3")                     \
    X(SPLIT_FREE, "this split is free: no chips may be added", "MFB-9(b)(2)", "VFB-SPLIT.1", "WFB-SPLIT.1", "IFB-BASE.2", \
      0)                                                                                                                  \
    X(SPLIT_AMOUNT, "a paid split needs a wager equal to the original", "MFB-9(b)(1)", "VFB-RULES.5", "WFB-RULES.5",      \
      "IFB-BASE.5", "MBJ-11(a)")                                                                                          \
    X(NO_INSURANCE, "insurance is offered only against an ace", "MFB-7(a)", 0, 0, 0, "MBJ-9(a)")                                        \
    X(INSURANCE_LATE, "insurance comes before the reader and before any further card", "MFB-7(b).3", 0, 0, 0,             \
      "MBJ-9(b).5")                                                                                                       \
    X(INSURANCE_HALF, "insurance is at most half the wager, rounded up to a chip", "MFB-7(b).1", 0, 0, 0, "MBJ-9(b).1")   \
    X(ANSWERED, "that bettor has answered already", "MFB-7(b).3", 0, 0, 0, "MBJ-3(g)")                                    \
    X(NO_EVEN_MONEY, "this table does not offer even money", "MFB-7(e).1", 0, 0, 0, "MBJ-7(c).1")                         \
    X(EVEN_MONEY_ODDS, "there is no even money where blackjack pays 6 to 5 outside the 6-to-5 variation", 0, 0, 0, 0, "MBJ-7(d).1") \
    X(EVEN_MONEY_HAND, "even money is offered only for a blackjack against an ace", "MFB-7(e).1", 0, 0, 0, "MBJ-7(c).1")               \
    X(UNCONFIRMED, "the dealer and a supervisor must confirm a spoken cash wager first", 0, 0, 0, 0, "MBJ-3(d).2")                       \
    X(NO_CONFIRM, "there is nothing for that role to confirm", "MFB-5(a)", 0, 0, 0, "MBJ-3(d).2")                         \
    X(SPOTS, "make two or three wagers on each hand, as posted", 0, 0, 0, 0, "MBJ-18(a).1")                             \
    X(ALL_SPOTS, "every hand must carry all three wagers", 0, 0, 0, 0, "MBJ-18(b).2")                                     \
    X(NO_DETERMINANT, "no determinant card is drawn now", 0, 0, 0, 0, "MBJ-6(d)(1).1")                                    \
    X(HIDDEN, "turn the cards over first", 0, 0, 0, 0, "MBJ-6a(e)(1)")                                                    \
    X(STAYS_DOWN, "the first two cards stay face down once a card has been drawn", 0, 0, 0, 0, "MBJ-6a(g)")               \
    X(NOT_OVER, "only a hand over 21 is discarded", 0, 0, 0, 0, "MBJ-6a(e)(2).1")                                         \
    X(DISCARD, "discard a hand over 21 at once", 0, 0, 0, 0, "MBJ-6a(e)(2).1")                                            \
    X(NO_DRAW, "a hand over 21 takes no further card", 0, 0, 0, 0, "MBJ-6a(e)(2).2")                                      \
    X(EXPOSE, "show the cards first: a wager on them is settled now", 0, 0, 0, 0, "MBJ-6a(c)(1)")                            \
    X(COUPON, "the wager beside a coupon must be at least as large as the coupon", "MFB-5(a)", 0, 0, 0, "MBJ-3(d).1")                      \
    X(RIDE, "only a further bettor on this hand may join the decision", "MFB-5(f)", 0, 0, 0, "MBJ-13(d)")                 \
    X(DECIDER, "another bettor decides for this box", "MFB-6(h).1", 0, 0, 0, "MBJ-13(b)")                                 \
    X(RIDE_SPLIT, "a further bettor either covers both split hands or stays on one", "MFB-5(f)", 0, 0, 0, "MBJ-13(e)")            \
    X(AWAITING, "staff must confirm an irregularity or a prize first", "MFB-11(j)", 0, 0, 0, "MBJ-15(k)(2)")              \
    X(CANNOT_BE, "that cannot have happened now", "MFB-11(a).1", 0, 0, 0, "MBJ-15(a)")                                    \
    X(NEXT_CARD, "deal the card that was drawn already first", "MFB-11(d).1", 0, 0, 0, "MBJ-15(d)")                 \
    X(READER_OUT, "no dealing until the card reader is repaired or replaced", "MFB-11(k)", 0, 0, 0, "MBJ-15(l)")          \
    X(RELEASE, "this table does not let a player out of the hand", "MFB-11(a).3", 0, 0, 0, "MBJ-15(a)")                   \
    X(DARK, "the light of that box does not work: make no progressive wager there", 0, 0, "WB7-4.1", 0, "MBJ-15(o)")      \
    X(NO_AWARD, "no prize waits on that wager now", "MFB-5(e).1", "VFB-INTRO.2", "WB7-13(a)", "IFB-OV.2", "MBJ-20(f).1")  \
    X(SHOE, "the shoe no longer holds that card", "MFB-6(d)(1)", 0, 0, 0, "MBJ-6(l)(2)(i)")                               \
    X(NOT_LOADED, "cards come only from a loaded shoe", "MFB-6(a).1", 0, 0, 0, "MBJ-6(a)")                                \
    X(BURN_DUE, "burn a card first", "MFB-6(c).1", 0, 0, 0, "MBJ-6(c).1")                                                 \
    X(NO_BURN, "no burn is due now", "MFB-6(c).1", 0, 0, 0, "MBJ-6(c).1")                                                 \
    X(NOT_SHOWN, "there is no burned card to show", "MFB-6(c).1", 0, 0, 0, "MBJ-6(c).3")                                  \
    X(IN_ROUND, "a round is being played: finish it first", "MFB-6(h).1", 0, 0, 0, "MBJ-6(f)")                            \
    X(NO_ROUND, "no round is open: open one first", "MFB-5(d)", "VFB-INTRO.1", "WFB-INTRO.2", 0, "MBJ-3(a)")              \
    X(NOT_DELIVERED, "no cards have been delivered: deliver them first", "MFB-3(a).1", 0, 0, 0, "MBJ-4(a)")               \
    X(INSPECT, "the dealer must inspect the cards first", "MFB-3(a).1", 0, 0, 0, "MBJ-4(a)")                              \
    X(VERIFY, "a floorperson must verify the inspection first", "MFB-3(a).2", 0, 0, 0, 0)                                 \
    X(SPREAD, "spread the cards face up first", "MFB-3(b)", 0, 0, 0, "MBJ-4(b)")                                          \
    X(VIEW, "let the first player look at the cards first", "MFB-3(b)", 0, 0, 0, "MBJ-4(b)")                              \
    X(WASH, "wash the cards first", "MFB-3(c)", 0, 0, 0, "MBJ-4(c)")                                                      \
    X(STACK, "stack the cards first", "MFB-3(c)", 0, 0, 0, "MBJ-4(c)")                                                    \
    X(SHUFFLE, "shuffle the cards first", "MFB-4(a).1", 0, 0, 0, "MBJ-5(a)")                                              \
    X(SWAP, "take the other batch out of the shuffler first", "MFB-2(b)(4)", 0, 0, 0, "MBJ-2(b*)(4)")                     \
    X(CUT, "cut the cards first", "MFB-4(b)", 0, 0, 0, "MBJ-5(b)")                                                        \
    X(COVER, "put the cover card in first", "MFB-4(e).3", 0, 0, 0, "MBJ-5(d).3")                                          \
    X(LOAD, "put the stack into the shoe first", "MFB-4(e).4", 0, 0, 0, "MBJ-5(d).3")                                     \
    X(LOADED, "the cards stay in play until the cover card comes out or a shuffle is ordered", "MFB-4(g).1", 0, 0, 0, "MBJ-5(h)")     \
    X(UNLOAD, "empty the shoe and count the cards first", "MFB-6(d)(1)", 0, 0, 0, "MBJ-6(l)(2)(i)")                       \
    X(ALARM, "cards are missing or foreign: count them again, or change the decks", "MFB-6(d)(1)", 0, 0, 0, "MBJ-6(l)(2)(i)") \
    X(HANDLE, "players do not handle the cards", "MFB-6(t)", 0, 0, 0, "MBJ-6(m)")                                         \
    X(DECKS, "the game is played with another number of decks", "MFB-2(a).1", "VFB-RULES.10", "WFB-RULES.10", 0, "MBJ-2(a).1") \
    X(BATCH, "it is the other batch's turn", "MFB-2(b)(4)", 0, 0, 0, "MBJ-2(b*)(4)")                                      \
    X(RACK, "the rack may hold cards of one batch only", "MFB-2(b)(5)", 0, 0, 0, "MBJ-2(b*)(5)")                             \
    X(TAKEN, "that box is taken", "MFB-5(f)", 0, 0, 0, "MBJ-14")                                                          \
    X(NOT_SEATED, "no player sits at that box", "MFB-3(b)", 0, 0, 0, "MBJ-4(b)")                                          \
    X(NO_PLUG, "no undealt cards are set aside to be plugged", "MFB-4(j)(1)", 0, 0, 0, "MBJ-5(l)(1)")                                       \
    X(RIFFLE, "riffle the turned half in first", "MFB-4(j)(3)", 0, 0, 0, "MBJ-5(l)(3)")                                   \
    X(STRIP, "riffle twice before you strip the cards", "MFB-4(j)(4)", 0, 0, 0, "MBJ-5(l)(4)")                            \
    X(SHUFFLE_CUT, "the cut ends the shuffle, after plug, riffles, turn and strip", "MFB-4(j)(5)", 0, 0, 0, "MBJ-5(l)(5)") \
    X(DEVICE, "shuffle with the shuffler, or mark it as out of order first", "MFB-11(m)", 0, 0, 0, "MBJ-2(b*)(3)")     \
    X(NO_DEVICE, "no shuffler is in use here", "MFB-2(b)", 0, 0, 0, "MBJ-2(b*)")                                          \
    X(CUTTER, "the cut is offered to another player, or to the dealer", "MFB-4(d)", 0, 0, 0, "MBJ-5(f)")                  \
    X(CUT_DEPTH, "that cut is too near one end of the stack", "MFB-4(e).1", 0, 0, 0, "MBJ-5(c)")                            \
    X(RECUT, "the cards cannot be cut again now, or that role cannot order it", "MFB-4(f).1", 0, 0, 0, "MBJ-5(g)")        \
    X(COVER_DEPTH, "the cover card is too near the bottom", "MFB-4(e).3", 0, 0, 0, "MBJ-5(d).3")                        \
    X(COVER_THIRD, "the second cut card must lie at least a third of the stack from the back", 0, 0, 0, 0, "MBJ-5(i).2")                   \
    X(COVER_BOTTOM, "put a cut card under the bottom card first", 0, 0, 0, 0, "MBJ-5(i).1")                                      \
    X(NO_COVER, "the cover card cannot have come out there now", "MFB-6(d).1", 0, 0, 0, "MBJ-6(l)")                       \
    X(COVER_OUT, "the cover card has come out: say at which box first", "MFB-6(d).1", 0, 0, 0, "MBJ-6(l)")                \
    X(CONTINUOUS, "a continuous shuffler has neither a cover card nor a shuffle to order", "MFB-4(i)", 0, 0, 0, "MBJ-21") \
    X(ORDER, "that shuffle cannot be ordered now, or that role cannot order it", "MFB-4(g).2", 0, 0, 0, "MBJ-5(h)(1)")                 \
    X(BURN_UNSEEN, "the burned card is not shown to players", 0, 0, 0, 0, "MBJ-6a(c).1")                                  \
    X(FORGOTTEN, "play may continue without a burn only if the dealer forgot it", "MFB-11(n)", 0, 0, 0, "MBJ-6(c).1")                  \
    X(SHOE_EMPTY, "the shoe is empty", "MFB-11(g)", 0, 0, 0, "MBJ-15(g).1")                                               \
    X(DECKS_OLD, "change the decks first: they have been in use too long", "MFB-2(c)", 0, 0, 0, 0)                        \
    X(HOURS, "the hours of use cannot go down", "MFB-2(c)", 0, 0, 0, 0)                                                   \
    X(PLAYERS_HERE, "there are players at the table", "MFB-4(h)", 0, 0, 0, "MBJ-5(j)")                                    \
    X(NO_REQUEST, "no stored batch can be shown now", "MFB-4(h)(2).2", 0, 0, 0, "MBJ-5(j)(2)")                            \
    X(BARRED, "a player who sat out must wait for the next shuffle, unless the house allows a bet earlier", "MFB-5(b)", 0, 0, 0, "MBJ-3(i)")    \
    X(NOT_BARRED, "no player of that box is barred", "MFB-5(b)(1)", 0, 0, 0, "MBJ-3(i)")                                  \
    X(WAGER, "the wager's own rules do not allow it", 0, 0, 0, 0, 0) /* its file names the clause */
/* clang-format on */

typedef enum {
#define X(name, ...) LM_WHY_##name,
    LM_WHYS(X)
#undef X
        LM_WHY_COUNT
} lm_why;

/* The result of an attempt. `why` is LM_WHY_OK or the reason of the refusal, `clause` the clause behind a refusal, or
 * NULL where no document has one (a malformed action). */
typedef struct {
    lm_why why;
    const char *clause;
} lm_status;

static inline bool lm_ok(lm_status status)
{
    return status.why == LM_WHY_OK;
}

/* The reason as a sentence without a full stop. */
const char *lm_why_text(lm_why why);

/* The clause for a reason under one of the documents (enum lm_rule_set). */
const char *lm_why_clause(lm_why why, int rule_set);

#ifdef __cplusplus
}
#endif

#endif
