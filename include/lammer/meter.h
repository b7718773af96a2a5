/* meter.h - progressive meters: the stakes that feed them, the awards that empty them, and the people who must confirm.
 *
 * Knows the meters that a table's offered wagers need, START GAME and END GAME, the line in which awards wait for their
 * paperwork, reseeding, sharing, the must-hit prize. Knows no cards, no people and no clock: the caller says which
 * wager wins how much of which meter, which role acts, and every random number. Awards in dollars
 * do not touch a meter, unless the house pays them from it (WB7-13(b)).
 *
 * lm_meters holds all meters of one table, lm_meter one meter; both are plain values without pointers or padding:
 * copy with =, compare with memcmp, store. Nothing is allocated, and there is no other state. A refused call
 * changes nothing and names a clause. A meter that several tables share is one lm_meter that its keeper copies
 * into the table's set before a call and out of it afterwards; lm_meter_may_link says whether it may be shared.
 *
 * No part of a cent is ever lost. Money that is smaller than a cent is counted in parts, ten-thousandths of a
 * cent: a rate is kept in hundredths of a per cent, so a stake's share is a whole number of them. */
#ifndef LAMMER_METER_H
#define LAMMER_METER_H

#include <stdbool.h>
#include <stdint.h>

#include "lammer/money.h"
#include "lammer/round.h"
#include "lammer/rules.h"
#include "lammer/shoe.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LM_PARTS = 10000,   /* parts of a cent, and 100 % as a rate */
    LM_METERS = 8,      /* the most meters of a table: blazing7, aces, five of Super 4, its must-hit prize */
    LM_GAMES = 3,       /* the most progressives of a table */
    LM_GAME_METERS = 6, /* the most meters that one stake feeds */
    LM_AWARD_LINE = 24, /* the most awards that wait on one meter */
};

/* An act is refused (LM_METER_WHY_AMOUNT) while an account of its meter is above a trillion dollars, in cents, or a
 * shortfall or the stakes behind a waiting award are above a billion dollars, in parts. No table reaches these amounts. */
#define LM_METER_MOST ((lm_cents)100000000000000)
#define LM_METER_PARTS_MOST ((int64_t)1000000000000000)

/* Meters by their names in scripts and journals, and as a display shows them. */
#define LM_METER_KINDS(X)                                                                                              \
    X(BLAZING7, "blazing7", "Blazing 7's")                                                                             \
    X(ACES, "aces", "Ace Progressive")                                                                                 \
    X(SUPER4, "super4", "Super 4") /* the only meter of pay table N */                                                 \
    X(STAR, "super4.star", "Super 4 Star")                                                                             \
    X(SPADE, "super4.spade", "Super 4 Spade")                                                                          \
    X(HEART, "super4.heart", "Super 4 Heart")                                                                          \
    X(DIAMOND, "super4.diamond", "Super 4 Diamond")                                                                    \
    X(CLUB, "super4.club", "Super 4 Club")                                                                             \
    X(MUST_HIT, "super4.musthit", "Super 4 must-hit")

typedef enum {
#define X(name, word, title) LM_METER_##name,
    LM_METER_KINDS(X)
#undef X
        LM_METER_KIND_COUNT
} lm_meter_kind;

/* --- refusals ------------------------------------------------------------------------------------------- */

/* name, sentence, clause for: Blazing 7's in Washington and in Massachusetts, the ace progressive, Super 4 */
/* clang-format off */
#define LM_METER_WHYS(X)                                                                                            \
    X(OK, "done", 0, 0, 0, 0)                                                                                       \
    X(PLACE, "the table does not have that spot", "WB7-4.1", "MBJ-31(e)", "MBJ-19(b).1", "MBJ-19(j).2")            \
    X(CLOSED, "START GAME has locked the wagers", "WB7-5.1", "MBJ-31(f)", "MBJ-19(b).3", "MBJ-19(b).3")             \
    X(LIT, "the light of that spot is on: a spot takes one wager", "WB7-4.1", "MBJ-31(e)", "MBJ-19(b).2", "MBJ-19(b).2")                        \
    X(DARK, "no wager lights that spot", "WB7-5.2", "MBJ-31(e)", "MBJ-19(g)(2)", "MBJ-19(g)(2)")                    \
    X(CHIPS, "there must be as many chips as lights", "WB7-5.2", "MBJ-31(f)", "MBJ-19(b).2", "MBJ-19(b).2")                       \
    X(STARTED, "END GAME comes before the next START GAME", "WB7-12", "MBJ-31(k)", "MBJ-19(b).3", "MBJ-19(m).1")    \
    X(NOT_STARTED, "no game is in play", "WB7-5.1", "MBJ-31(f)", "MBJ-19(b).3", "MBJ-19(b).3")                      \
    X(PENDING, "an award waits on this meter", "WB7-12", "MBJ-31(k)", "MBJ-19(h).3", "MBJ-19(h).3")                 \
    X(BUTTON, "that button is for another hand", "WB7-13(d)", "MBJ-31(l)(b)", "MBJ-19(g)(1)", "MBJ-19(g)(1)")          \
    X(NO_METER, "that award is not a share of a meter", "WB7-13(a)", "MBJ-31(l)(a)", "MBJ-19(c)", "MBJ-19(k).1")       \
    X(TWICE, "that award was called already", "WB7-13(d)", "MBJ-31(l)(b)", "MBJ-19(e)", "MBJ-19(e)")                \
    X(LINE, "no further award can wait on this meter", 0, 0, 0, 0)                                                  \
    X(NO_AWARD, "the dealer has not called that award", "WB7-13(d)", "MBJ-31(l)(b)", "MBJ-19(g)(1)", "MBJ-19(g)(1)")\
    X(CONFIRMED, "the award is confirmed already", "WB7-13(e)(a).1", "MBJ-31(l)(d)", "MBJ-19(g)(3)", "MBJ-19(g)(3)")\
    X(SUPERVISOR, "a supervisor must confirm the award first", "WB7-13(e)(a).1", "MBJ-31(l)(d)", "MBJ-19(g)(3)",               \
      "MBJ-19(g)(3)")                                                                                               \
    X(CARD, "the award needs a higher card", "WB7-13(e)(a).2", "MBJ-31(l)(d)", "MBJ-19(g)(3)", "MBJ-19(g)(3)")      \
    X(EARLIER, "an earlier award in the line must be paid first", "WB7-13(c)", "MBJ-31(l)(a)", "MBJ-19(h).1",          \
      "MBJ-19(h).1")                                                                                                \
    X(SHARED, "the shares were set when the first winner was paid", 0, 0, "MBJ-19(h).2", 0)                         \
    X(DUE, "the must-hit prize must be won before the round ends", 0, 0, 0, "MBJ-19(m).1")                               \
    X(NOT_DUE, "the must-hit prize is not due", 0, 0, 0, "MBJ-19(m).1")                                             \
    X(TRIGGER, "the trigger must lie above the reset and not above the maximum", 0, 0, 0, "MBJ-19(m).3")           \
    X(WINNER, "the prize must go to a bettor of this round", 0, 0, 0, "MBJ-19(m).1")                                   \
    X(TERMS, "the rates must add up to at most 100 %, and the seed must not exceed the limit", "WPS-METER.1", "WPS-METER.1", "MBJ-19(i).1", \
      "MBJ-19(k).5")                                                                                                \
    X(REASON, "an adjustment must state its reason", "WB7-13(e)(c)", "WB7-13(e)(c)", "WB7-13(e)(c)", "WB7-13(e)(c)")    \
    X(AMOUNT, "the meter cannot hold that amount", 0, 0, 0, 0)                                                      \
    X(LINK, "only tables of the same game share a meter", "WB7-0.2", "WB7-0.2", 0, 0)
/* clang-format on */

typedef enum {
#define X(name, ...) LM_METER_WHY_##name,
    LM_METER_WHYS(X)
#undef X
        LM_METER_WHY_COUNT
} lm_meter_why;

/* The result of a call: LM_METER_WHY_OK, or the reason and the clause of the refusal (NULL: none). */
typedef struct {
    lm_meter_why why;
    const char *clause;
} lm_meter_status;

static inline bool lm_meter_ok(lm_meter_status status)
{
    return status.why == LM_METER_WHY_OK;
}

/* The reason as a sentence without a full stop. */
const char *lm_meter_why_text(lm_meter_why why);

/* --- one meter ------------------------------------------------------------------------------------------ */

/* What the house has set. Rates are hundredths of a per cent of the stake. */
typedef struct {
    lm_cents seed_cents;  /* the house puts it in after a 100 % award */
    lm_cents limit_cents; /* the display stops here; more waits in the overflow */
    int32_t contribution;
    int32_t reserve;
} lm_meter_terms;

typedef enum { LM_AWARD_CALLED, LM_AWARD_CONFIRMED } lm_award_stage;
typedef enum { LM_SEQUENTIAL, LM_EQUAL } lm_sharing;          /* WB7-13(c), C-43; MBJ-19(h).2 */
typedef enum { LM_RIGHT_FIRST, LM_AS_CALLED } lm_award_order; /* as the internal controls say */

/* A spot: box 1..7 and lm_bettor as one number, 4 to 31, and a bit of lm_progressive.lit. */
#define LM_PLACE(box, bettor) ((box)*LM_BETTORS + (bettor))

/* An award that waits for its card. Contributions after the call must not raise this award, so they are kept in
 * `after_parts` until it is paid; they belong to the awards behind it in the line (C-116). */
typedef struct {
    uint32_t table, round; /* awards of one round stand together in the line */
    uint8_t place;
    uint8_t percent;
    uint8_t stage;      /* lm_award_stage */
    uint8_t shares_set; /* equal sharing: another of the winners has been paid */
    uint32_t spare;
    lm_cents share_cents;
    int64_t after_parts, after_reserve_parts;
} lm_award;

/* Callers may read every field, but only the functions change them. Both rests are 0 to LM_PARTS - 1 parts, or below 0
 * when a refund found too little to take back; the next contributions make up that shortfall first. */
typedef struct {
    uint8_t kind;     /* lm_meter_kind */
    uint8_t rule_set; /* lm_rule_set of the base game */
    uint8_t paytable; /* of the wager */
    uint8_t sharing;  /* lm_sharing */
    uint8_t order;    /* lm_award_order */
    uint8_t linked;   /* may be shared with tables of the same game */
    uint8_t waiting;  /* next_terms take effect when no award waits */
    uint8_t awards;   /* number of awards in `line` */
    lm_cents shown_cents, reserve_cents, overflow_cents;
    int64_t rest_parts, reserve_rest_parts;
    lm_cents trigger_cents;   /* must-hit: hidden, 0 until armed. Never shown */
    lm_cents executive_cents; /* awards of this amount or more need an Executive's card; 0: none does */
    lm_meter_terms terms, next_terms;
    /* since the meter was opened: put in by the house, by stakes less refunds, by adjustments; paid out */
    lm_cents seeded_cents, adjusted_cents, paid_cents;
    int64_t contributed_parts;
    lm_award line[LM_AWARD_LINE];
} lm_meter;

/* A new meter that shows `initial_cents` of the house's money. The terms must be valid for lm_meter_change. */
void lm_meter_open(lm_meter *meter, lm_meter_kind kind, lm_cents initial_cents, lm_meter_terms terms);

const char *lm_meter_name(lm_meter_kind kind);
const char *lm_meter_title(lm_meter_kind kind);

/* Whether every part of a cent is accounted for: display + reserve + overflow + rests + paid equals seeded +
 * contributed + adjusted. */
bool lm_meter_balanced(const lm_meter *meter);

/* What an entry in the journal or a line of the win page needs. Unused fields are zero. */
typedef enum { LM_ENTRY_AWARD, LM_ENTRY_FIXED, LM_ENTRY_MUST_HIT, LM_ENTRY_ADJUSTMENT } lm_entry_kind;
typedef enum {
    LM_REASON_NONE,
    LM_REASON_SETUP, /* a meter starts from a figure that came from elsewhere */
    LM_REASON_AWARD_UNDONE,
    LM_REASON_MALFUNCTION,
    LM_REASON_TRANSFER,   /* to or from another meter */
    LM_REASON_CORRECTION, /* of an earlier adjustment */
    LM_REASON_COUNT
} lm_reason;

typedef struct {
    uint8_t kind;   /* lm_entry_kind */
    uint8_t meter;  /* lm_meter_kind */
    uint8_t reason; /* lm_reason */
    uint8_t place;
    uint8_t percent;
    uint8_t account; /* lm_meter_account, of an adjustment */
    uint8_t role;    /* lm_role whose card paid it */
    uint8_t spare;
    uint32_t table, round;
    lm_cents amount_cents; /* paid; of an adjustment: added */
    lm_cents tray_cents;   /* the part of amount_cents that the tray pays */
    lm_cents seeded_cents; /* put in by the house as the meter started again */
    lm_cents before_cents, after_cents;
} lm_meter_entry;

/* The steps of a meter's award from call to payment, for callers that report them. */
typedef enum {
    LM_METER_ACT_CALLED,    /* the dealer pressed the hand button: amount_cents is what it will pay */
    LM_METER_ACT_CONFIRMED, /* by `role` */
    LM_METER_ACT_PAID,      /* by the card of `role` */
    LM_METER_ACT_FIXED,     /* an award in dollars that the meter pays */
    LM_METER_ACT_HIT,       /* the must-hit prize is due */
    LM_METER_ACT_REFUNDED,  /* a void stake takes its share back */
    LM_METER_ACTS
} lm_meter_act;

typedef struct {
    lm_meter_act act;
    uint8_t slot; /* the wager */
    uint8_t role; /* lm_role that acts */
    lm_meter_entry entry;
} lm_meter_news;

/* Sets seed, limit and rates, at once or when the last waiting award has left (then meter->waiting is set). A
 * limit below the display does not lower the display. Refused: TERMS. */
lm_meter_status lm_meter_change(lm_meter *meter, lm_meter_terms terms);

typedef enum { LM_ACCOUNT_SHOWN, LM_ACCOUNT_RESERVE } lm_meter_account;

/* Brings an account to a value by hand: the only way to undo a paid award (WB7-13(e)(c)). It also settles the overflow
 * and any shortfall, and the entry shows the value after that. Refused without a reason, while an award waits, and for
 * a value that the account cannot hold. */
lm_meter_status lm_meter_adjust(lm_meter *meter, lm_meter_account account, lm_cents to_cents, lm_reason reason,
                                lm_meter_entry *entry);

/* Whether two tables may share a meter: it must be the same meter with the same document, pay table and terms, and the
 * rules of both tables must link it where a rule decides (WB7-0.2, C-116). */
lm_meter_status lm_meter_may_link(const lm_meter *a, const lm_meter *b);

/* Must-hit: the hidden trigger of this cycle, drawn outside, above the reset and up to the maximum. */
lm_meter_status lm_meter_arm(lm_meter *meter, lm_cents trigger_cents);

/* Whether the meter has reached its trigger. If so, the bettor drawn at the end of the round wins what it shows. */
bool lm_meter_due(const lm_meter *meter);

/* --- a table's meters ----------------------------------------------------------------------------------- */

/* One progressive of a table. Between START and END it keeps the stake and the rates it fed the meters with, so
 * that a refund reverses exactly what was entered. */
typedef struct {
    uint8_t slot;  /* LM_SIDE + k */
    uint8_t first; /* of its meters, in lm_meters.meter */
    uint8_t n;     /* how many */
    uint8_t fixed_from_meter;
    uint32_t lit;         /* spots with a wager, bit LM_PLACE */
    uint32_t won;         /* spots whose award has been paid: a wager wins one award */
    uint32_t round;       /* games started */
    lm_cents stake_cents; /* 0: no game is in play */
    int32_t contribution[LM_GAME_METERS], reserve[LM_GAME_METERS];
} lm_progressive;

typedef struct {
    uint32_t table; /* tells the tables of a shared meter apart */
    uint8_t games, meters;
    uint8_t spare[2];
    lm_progressive game[LM_GAMES];
    lm_meter meter[LM_METERS];
} lm_meters;

/* The clause of a reason in the section that a game of the table belongs to. */
const char *lm_meters_why_clause(const lm_meters *meters, int game, lm_meter_why why);

/* The meters that the offered wagers need, each at its initial amount, in the order of the offers. A must-hit
 * prize must be armed before its first START. */
void lm_meters_open(lm_meters *meters, const lm_rules *rules, uint32_t table);

/* The terms that the rules and the pay table set for a meter of the wager in a slot. When the rules of a running table
 * change, pass them to lm_meter_change. */
lm_meter_terms lm_meter_terms_of(const lm_rules *rules, int slot, lm_meter_kind kind);

/* Index of a meter by name, of the progressive in a slot, of a meter by a pay table's row (lm_odds.meter);
 * -1 when there is none. */
int lm_meters_find(const lm_meters *meters, const char *name);
int lm_meters_game(const lm_meters *meters, int slot);
int lm_meters_index(const lm_meters *meters, int game, lm_odds pays);

typedef enum { LM_GAME_READY, LM_GAME_DETECTED, LM_GAME_LOCKED, LM_GAME_PENDING } lm_game_state;
lm_game_state lm_meters_state(const lm_meters *meters, int game);

/* A chip lights a spot, or is taken back before START. */
lm_meter_status lm_meters_light(lm_meters *meters, int game, int place);
lm_meter_status lm_meters_unlight(lm_meters *meters, int game, int place);

/* START GAME: the dealer has taken `chips` chips of `stake_cents`. Locks the wagers and feeds every meter of
 * the game, once. Refused when chips and lights differ, and before the last game's END. */
lm_meter_status lm_meters_start(lm_meters *meters, int game, int chips, lm_cents stake_cents);

/* The wager of a spot is void: its stake goes back and every entry it made is reversed to the part (C-116). */
lm_meter_status lm_meters_refund(lm_meters *meters, int game, int place);

/* END GAME: refused while an award of this game waits or its must-hit prize is due. */
lm_meter_status lm_meters_end(lm_meters *meters, int game);

/* Pays an award in dollars. Under WB7-13(b) the meter pays it, and the tray adds what the meter lacks (C-42); otherwise
 * the tray pays all and the meter does not change. The entry says how much the tray pays. */
lm_meter_status lm_meters_fixed(lm_meters *meters, int game, int place, lm_cents amount_cents, lm_meter_entry *entry);

/* An award from a meter takes three acts. Only the last touches the meter (WB7-13(e)(a).3).
 *
 * call: as the wager is settled, the dealer presses the hand button. This freezes the award: later stakes and awards do
 *   not change what it pays (C-116).
 * confirm: a supervisor has verified cards and light.
 * card: the card of a Supervisor or, from a set amount on, of an Executive. Pays the award, starts the meter again
 *   after 100 %, and fills in the entry. Awards are paid in the line's order (WB7-13(c)), equal shares in any order
 *   once all are confirmed.
 * withdraw: verification failed, or the round is void; before the card only. */
lm_meter_status lm_meters_call(lm_meters *meters, int game, int place, int button_percent, lm_odds pays);
lm_meter_status lm_meters_confirm(lm_meters *meters, int game, int place, lm_role role);
lm_meter_status lm_meters_card(lm_meters *meters, int game, int place, lm_role role, lm_meter_entry *entry);
lm_meter_status lm_meters_withdraw(lm_meters *meters, int game, int place);

/* What a called award will pay once those before it in the line are paid; -1: no award waits. */
lm_cents lm_meters_prize(const lm_meters *meters, int game, int place);

/* --- what a round does to the meters -------------------------------------------------------------------- */

/* At the deal: lights each spot with a wager and presses START GAME, which feeds the meters (WB7-4.1, MBJ-19(b).2).
 * Returns the first refusal. */
lm_meter_status lm_meters_deal(lm_meters *meters, const lm_round *round);

/* Takes the stakes that came back undecided out of the meters (C-116). Returns a bit for each game concerned. */
uint32_t lm_meters_refund_void(lm_meters *meters, const lm_round *round);

/* The game whose meter pays the fixed award of this event (WB7-13(b)), for lm_meters_fixed; -1: the tray pays it. */
int lm_meters_pays_fixed(const lm_meters *meters, const lm_rules *rules, const lm_event *event);

/* The wager whose meter prize the dealer must call next, from the dealer's right; NULL when all are called. */
const lm_side_bet *lm_meters_uncalled(const lm_meters *meters, const lm_round *round);
lm_meter_status lm_meters_call_bet(lm_meters *meters, const lm_rules *rules, const lm_side_bet *bet);

/* The award of a bet as it waits in its meter's line. */
lm_meter_entry lm_meters_award_of(const lm_meters *meters, const lm_rules *rules, const lm_side_bet *bet);

/* --- chance --------------------------------------------------------------------------------------------- */

/* Draws the hidden trigger of a must-hit prize, uniform above the meter's start and up to the maximum (MBJ-19(m).3,
 * C-82). After a win the meter starts from lm_meter_next_start. */
lm_cents lm_meter_draw_trigger(const lm_meter *meter, lm_cents start_cents, lm_random_below *below, void *self);
lm_cents lm_meter_next_start(const lm_meter *meter);

/* Draws the amount that a display shows for a stake, by the weights that the house has filed (MBJ-20(j), C-85); 0 when
 * it has filed none. lm_shown_weights is the rule that holds the weights. */
lm_cents lm_shown_draw(const lm_rules *rules, lm_cents stake_cents, lm_random_below *below, void *self);
lm_rule_id lm_shown_weights(lm_cents stake_cents);

/* The must-hit prize that is due, or NULL. */
const lm_meter *lm_meters_due(const lm_meters *meters, int game);

/* Pays the must-hit prize, before END. `winner` counts this round's lit spots from box 1, beginning with 0; the next
 * trigger arms the next cycle. The caller draws both by chance. */
lm_meter_status lm_meters_hit(lm_meters *meters, int game, int winner, lm_cents next_trigger_cents,
                              lm_meter_entry *entry);

#ifdef __cplusplus
}
#endif

#endif
