/* dealer.h - the dealer: takes every step of a table that no player decides.
 *
 * The engine says who is on turn and never draws; lm_dealer does the rest of a dealer's work. It lays cards face down and
 * remembers them, answers for the reader, turns cards, shows hands that must be shown, discards hands over 21, feeds
 * meters, calls awards, pays prizes, draws must-hit winners and ends games. The caller passes in the source of cards
 * and other chance: a shuffled shoe, a sealed one, a script, or none for a caller that tries every outcome.
 *
 *     while (lm_dealer_next(&dealer, rules, &source, &action) && action.verb != LM_OPEN)
 *         lm_dealer_do(&dealer, rules, action, NULL);
 *
 * lm_dealer is a plain value without pointers: copy it with =, compare, store. A refused action leaves it as it was. */
#ifndef LAMMER_DEALER_H
#define LAMMER_DEALER_H

#include "lammer/meter.h"
#include "lammer/shoe.h"
#include "lammer/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- cards that lie face down ---------------------------------------------------------------------------- */

enum { LM_DOWNS = 64 };

typedef struct {
    uint8_t box; /* 0: the dealer */
    uint8_t hand;
    uint16_t card; /* the lm_card, or a number by which its keeper finds it in a sealed shoe */
} lm_down;

/* The face-down cards in the order in which they were dealt. */
typedef struct {
    lm_down down[LM_DOWNS];
    uint32_t n;
} lm_downs;

/* Turns the numbers of sealed cards into cards; NULL where the numbers are cards already. */
typedef struct {
    lm_card (*card)(const void *self, uint16_t number);
    const void *self;
} lm_sealed;

static inline lm_card lm_down_card(const lm_down *down, const lm_sealed *sealed)
{
    return sealed ? sealed->card(sealed->self, down->card) : (lm_card)down->card;
}

/* The list must not be full. */
static inline void lm_downs_lay(lm_downs *downs, uint8_t box, uint8_t hand, uint16_t card)
{
    lm_down *down = &downs->down[downs->n++];
    down->box = box;
    down->hand = hand;
    down->card = card;
}

/* Index of the first face-down card of a hand. If a split has moved that card from another hand, this is the first
 * face-down card of the box. -1: no card of the box lies face down. */
static inline int lm_downs_find(const lm_downs *downs, uint8_t box, uint8_t hand)
{
    int n = (int)downs->n;
    for (int i = 0; i < n; i++) {
        if (downs->down[i].box == box && (!box || downs->down[i].hand == hand)) return i;
    }
    for (int i = 0; i < n; i++) {
        if (downs->down[i].box == box) return i;
    }
    return -1;
}

static inline lm_down lm_downs_take(lm_downs *downs, int at)
{
    lm_down taken = downs->down[at];
    downs->n--;
    for (int i = at; i < (int)downs->n; i++)
        downs->down[i] = downs->down[i + 1];
    downs->down[downs->n].box = downs->down[downs->n].hand = 0;
    downs->down[downs->n].card = 0;
    return taken;
}

/* Writes all cards of a hand, including those face down; returns how many. */
int lm_downs_hand(const lm_downs *downs, const lm_sealed *sealed, const lm_round *round, uint8_t box, uint8_t hand,
                  lm_card cards[LM_HAND_CARDS]);

/* The reader's answer: whether the up card and the hole card make a blackjack. */
static inline bool lm_downs_blackjack(const lm_downs *downs, const lm_sealed *sealed, const lm_round *round)
{
    int hole = lm_downs_find(downs, 0, 0);
    lm_card two[2] = { round->dealer.card[0],
                       hole < 0 ? round->dealer.card[1] : lm_down_card(&downs->down[hole], sealed) };
    return two[1] < LM_CARDS && lm_cards_blackjack(two, 2);
}

/* --- steps without a choice ------------------------------------------------------------------------------ */

typedef enum {
    LM_OWES_NOTHING, /* a person decides, or people prepare the table */
    LM_OWES_THIS,
    LM_OWES_CHANCE, /* the verb is owed; a card, a side or an amount is still to be drawn */
} lm_owed;

typedef struct {
    uint8_t verb, box, n, yes;
    lm_card card; /* LM_CARD_DOWN until it is drawn */
} lm_answer;

/* Answers for a player who has no choice: shows the cards that must be shown, discards a hand over 21 face down
 * (MBJ-6a(e)(2)), stands on a doubled hand. */
lm_owed lm_players_owe(const lm_round *round, const lm_rules *rules, const lm_downs *downs, const lm_sealed *sealed,
                       lm_turn turn, lm_answer *answer);

/* Answers a turn of an open round where the dealer, the shoe or staff has no choice. Does not set the amounts of
 * prizes. */
static inline lm_owed lm_round_answer(const lm_round *round, const lm_rules *rules, const lm_downs *downs,
                                      const lm_sealed *sealed, lm_turn turn, lm_answer *answer)
{
    int at;
    answer->verb = turn.verb;
    answer->box = 0;
    answer->n = 0;
    answer->yes = 0;
    answer->card = LM_CARD_DOWN;
    switch (turn.verb) {
    case LM_CARD:
        if (!lm_round_card_waits(round)) return LM_OWES_CHANCE;
        answer->card = (lm_card)(round->next_card - 1);
        return LM_OWES_THIS;
    case LM_DOWN:
    case LM_DETERMINE:
    case LM_AWARD: return LM_OWES_CHANCE;
    case LM_PEEK: answer->yes = lm_downs_blackjack(downs, sealed, round); return LM_OWES_THIS;
    case LM_TURN:
        if (turn.who == LM_BY_PLAYERS) break;
        answer->box = turn.box;
        at = lm_downs_find(downs, turn.box, turn.hand);
        if (at >= 0) answer->card = lm_down_card(&downs->down[at], sealed);
        return LM_OWES_THIS;
    case LM_CONFIRM:
        if (!round->awaiting) return LM_OWES_NOTHING;
        while (!(round->awaiting >> answer->n & 1))
            answer->n++;
        return LM_OWES_THIS;
    default: break;
    }
    return lm_players_owe(round, rules, downs, sealed, turn, answer);
}

/* The answer as an action; a card that is still to be drawn is LM_CARD_DOWN. */
lm_action lm_answer_action(lm_answer answer);

/* --- one table ------------------------------------------------------------------------------------------- */

typedef struct {
    lm_table table;
    lm_meters meters;
    lm_downs downs;
    uint8_t alone; /* the table has no staff: the dealer confirms awards, pays them and ends games */
    uint8_t spare[3];
} lm_dealer;

/* Where cards and other chance come from. `cover` may be NULL: no cover card is in the shoe. */
typedef struct {
    void *self;
    int (*left)(void *self, int side);   /* number of cards; only a double shoe has side 1 */
    bool (*cover)(void *self, int side); /* whether the cover card comes out next */
    lm_card (*draw)(void *self, int side);
    lm_random_below *below;
} lm_source;

/* Hears what happens, in order. Each function may be NULL. */
typedef struct {
    void (*hear)(void *self, const lm_event *event);
    void (*news)(void *self, const lm_meter_news *news);
    void *self;
} lm_dealer_ear;

/* Opens a table without cards, with its meters at their initial amounts. Chance draws the trigger of a must-hit prize;
 * without a source the trigger is the maximum. */
lm_status lm_dealer_open(lm_dealer *dealer, const lm_rules *rules, const lm_source *source);

/* The next action that no person decides; false when a person decides, when people must prepare the physical cards, or
 * when there is nothing to do. What chance decides is not filled in: a card, face up or face down, is LM_CARD_DOWN; the
 * amount that a display will show and the box that wins a must-hit prize are 0. */
bool lm_dealer_owes(const lm_dealer *dealer, const lm_rules *rules, lm_action *action);

/* As lm_dealer_owes, but draws what chance decides from the source. Where a card is due and the cover card comes out, or
 * the shoe is empty, the action says so instead. */
bool lm_dealer_next(const lm_dealer *dealer, const lm_rules *rules, const lm_source *source, lm_action *action);

/* Applies an action to the table, the face-down cards, the meters and the prizes. Unlike in lm_round_apply, LM_DOWN names
 * its card. A refusal by a meter is reported as LM_WHY_WAGER, with its clause. */
lm_status lm_dealer_do(lm_dealer *dealer, const lm_rules *rules, lm_action action, const lm_dealer_ear *ear);

/* Presses END GAME for every progressive that has nothing more to pay. */
void lm_dealer_end_games(lm_dealer *dealer);

/* --- every outcome of chance ----------------------------------------------------------------------------- */

/* One outcome; its probability is its share of the weights. */
typedef struct {
    lm_action action;
    uint64_t weight;
} lm_chance;

/* Writes up to `room` outcomes of what chance decides next and returns how many there are; 0 when chance does not decide
 * the next action. A card's weight is its number of copies that no player has seen, including burned ones. A
 * determinant card comes from side A. Where a must-hit prize is won, the outcomes do not list the hidden trigger of the
 * next cycle: it is any amount from least_cents to most_cents, and lm_dealer_do takes least_cents as the trigger. */
int lm_dealer_chances(const lm_dealer *dealer, const lm_rules *rules, lm_chance *outcomes, int room);

/* --- prizes ---------------------------------------------------------------------------------------------- */

/* Updates the table's meters after an action, whose events are `heard`. The deal presses START GAME, a returned stake
 * leaves the meters, and the dealer calls awards; `alone` also confirms them for the supervisor. Fixed awards, which are
 * not a share of the meter, are paid from the meter if the rules say so (WB7-13(b)). */
lm_meter_status lm_prizes_follow(lm_meters *meters, const lm_round *round, const lm_rules *rules, uint8_t verb,
                                 const lm_event *heard, int n, bool alone, const lm_dealer_ear *ear);

/* The part of lm_prizes_follow that pays fixed awards. */
lm_meter_status lm_prizes_fixed(lm_meters *meters, const lm_rules *rules, const lm_event *heard, int n,
                                const lm_dealer_ear *ear);

/* Pays the meter's next prize by an executive's card; writes it into `award`. */
lm_meter_status lm_prizes_pay(lm_meters *meters, lm_action *award, const lm_dealer_ear *ear);

/* Draws who wins the must-hit prize of a game and the trigger of its next cycle (MBJ-19(m).1); false when no
 * prize is due. */
bool lm_prizes_draw_hit(const lm_meters *meters, int game, lm_random_below *below, void *self, lm_action *award);

/* Takes the must-hit prize from its meter; fills in its amount. */
lm_meter_status lm_prizes_hit(lm_meters *meters, lm_action *award, const lm_dealer_ear *ear);

#ifdef __cplusplus
}
#endif

#endif
