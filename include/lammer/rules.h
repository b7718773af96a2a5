/* rules.h - what a house has chosen: every option of the five documents as one plain struct.
 *
 * rules.def is the one table of house rules. The struct, the names, the legal values, the defaults, the
 * validator's citations, `lammer rules show` and the documentation come from its rows.
 *
 * lm_rules also carries the offered wagers with the odds they pay. It owns nothing: wager descriptors are
 * constants. Change values only through lm_rules_set or before lm_rules_seal, which fixes the hash that a
 * round keeps. */
#ifndef LAMMER_RULES_H
#define LAMMER_RULES_H

#include <stddef.h>
#include <stdint.h>

#include "lammer/card.h"
#include "lammer/money.h"
#include "lammer/status.h"
#include "lammer/wager.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Enumerated values in the order in which rules.def lists their names. */
typedef enum { LM_MFB, LM_VFB, LM_WFB, LM_IFB, LM_MBJ, LM_RULE_SETS } lm_rule_set;
enum { LM_OFF, LM_ON };
enum { LM_GAME_STANDARD, LM_GAME_SIX_TO_FIVE };
enum { LM_SOFT17_STAND, LM_SOFT17_HIT };
enum { LM_22_BUST, LM_22_PUSH };
enum { LM_HOLE_NONE, LM_HOLE_UNSEEN, LM_HOLE_READER, LM_HOLE_FACE_UP };
enum { LM_BLACKJACK_3_2, LM_BLACKJACK_6_5, LM_BLACKJACK_1_1, LM_BLACKJACK_2_1, LM_BLACKJACK_7_5 };
enum { LM_PAID_ON_TURN, LM_PAID_AT_ONCE };
enum { LM_ACES_ONE_CARD, LM_ACES_PLAY_ON };
enum { LM_SURRENDER_OFF, LM_SURRENDER_LATE, LM_SURRENDER_EARLY, LM_SURRENDER_EARLY_TEN, LM_SURRENDER_EARLY_ACE };
enum { LM_FIVE_CARD_OFF, LM_FIVE_CARD_PAYS, LM_FIVE_CARD_CHARLIE };
enum { LM_DOUBLE_ANY, LM_DOUBLE_9_TO_11, LM_DOUBLE_10_TO_11 };
enum { LM_DOUBLE_UP, LM_DOUBLE_DOWN, LM_DOUBLE_REQUEST };
enum { LM_TIES_PUSH, LM_TIES_LOSE };
enum { LM_FREE_DOUBLE_NONE, LM_FREE_DOUBLE_TWO_CARDS, LM_FREE_DOUBLE_ANY };
enum { LM_BJ_TAKES_ORIGINAL, LM_BJ_TAKES_BUSTED_PLUS_ONE, LM_BJ_TAKES_ALL };
enum { LM_SETTLE_TAKE_THEN_PAY, LM_SETTLE_BOX_BY_BOX };
enum { LM_MULTIPLE_OFF, LM_MULTIPLE_2, LM_MULTIPLE_3, LM_MULTIPLE_ALL };
enum { LM_SHOE_SINGLE, LM_SHOE_DOUBLE, LM_SHOE_CONTINUOUS, LM_SHOE_HAND };
enum { LM_RELEASE_PER_EVENT, LM_RELEASE_ALWAYS, LM_RELEASE_NEVER };
enum { LM_BUSTED_WITH_SIBLINGS, LM_BUSTED_ROUND_END };
enum { LM_RED_UNSET, LM_RED_SIDE_A, LM_RED_SIDE_B };
enum { LM_SHUFFLER_NONE, LM_SHUFFLER_BATCH };
enum { LM_CUT_BY_PLAYERS, LM_CUT_BY_DEALER };
enum { LM_RECUT_BY_LAST, LM_RECUT_BY_NEXT };
enum { LM_ROUNDS_SEVERAL, LM_ROUNDS_ONE }; /* from one shuffle of a hand-dealt deck */
enum { LM_CUSTOM_NONE, LM_CUSTOM_SUBMITTED, LM_CUSTOM_APPROVED };
enum { LM_SEVENS_FIRST, LM_SEVENS_FIRST_TWO, LM_SEVENS_FIRST_THREE };
enum { LM_BONUS_1, LM_BONUS_5, LM_BONUS_BOTH }; /* stakes of the blackjack bonus */

typedef enum {
    LM_KIND_INT,     /* least..most */
    LM_KIND_MONEY,   /* dollars, least..most; kept in cents */
    LM_KIND_ENUM,    /* names between bars; kept as the index */
    LM_KIND_PERCENT, /* least..most per cent; kept in hundredths of a per cent */
    LM_KIND_RANKS,   /* a set of card values such as A23456789, or none; kept as a bit set, bit v = value v */
    LM_KIND_WEIGHTS, /* none, or amounts of a ladder with weights 1 to 127: 10x60+25x40; one byte for each rung */
    LM_KIND_CARDS,   /* off, or an ace and a face card such as As+Js; kept as 1 + ace * 64 + face */
} lm_rule_kind;

typedef enum {
#define RULE(field, name, kind, legal, preset, clauses, notice, reading, help) LM_RULE_##field,
#include "lammer/rules.def"
#undef RULE
    LM_RULE_COUNT
} lm_rule_id;

/* One row of the table. `clauses` grant or fix the rule; `notice` is the clause that orders a notice when the rule is
 * offered, changed or withdrawn; `reading` is the C-nn of docs/rules/conflicts.md that justifies a value other than the
 * preset (C-26:wfb: under that document only; fb is any Free Bet document). Each may be "". */
typedef struct {
    const char *name;
    lm_rule_kind kind;
    const char *legal;
    const char *preset;
    const char *clauses;
    const char *notice;
    const char *reading;
    const char *help;
} lm_rule;

extern const lm_rule lm_rule_table[LM_RULE_COUNT];

enum { LM_OFFERS = 16, LM_RULES_NAME = 48 };

/* A wager this table offers. `pays` starts as the pay table's rows; a house may pay more where the document
 * calls its odds a minimum. */
typedef struct {
    const lm_wager *wager;
    int32_t paytable;
    lm_odds pays[LM_OUTCOMES];
} lm_offer;

typedef struct lm_rules {
    char name[LM_RULES_NAME]; /* of the profile */
    union {
        struct {
#define RULE(field, name, kind, legal, preset, clauses, notice, reading, help) int64_t field;
#include "lammer/rules.def"
#undef RULE
        };
        int64_t value[LM_RULE_COUNT]; /* the same by lm_rule_id */
    };
    int32_t offers;
    lm_offer offer[LM_OFFERS];
    uint64_t hash; /* covers all fields above except the name; 0 until sealed */
} lm_rules;

/* Where a document comes from: what a lab or an inspector asks first (WFB-LTR.1, IFB-TITLE.1). */
typedef struct {
    const char *prefix; /* of its clauses: "MFB-" */
    const char *title;
    const char *provenance;
    const char *clause; /* that states the provenance, or NULL */
} lm_document;

extern const lm_document lm_documents[LM_RULE_SETS];

/* The clauses of a row under one document, separated by spaces. A Free Bet document that has none inherits those of
 * Massachusetts Free Bet (WFB-LIM.1, C-34); then the result is true. */
bool lm_rule_clauses(lm_rule_id id, lm_rule_set rule_set, char *text, size_t size);

/* The clause on an optional wager in the table's own document. */
const char *lm_wager_clause(const lm_rules *rules, const lm_wager *wager);

/* Whether one word of a `reading` column concerns a document; its first *length characters are then the C-nn itself. */
bool lm_reading_applies(const char *word, size_t word_length, lm_rule_set rule_set, size_t *length);

/* Every rule at its preset, nothing offered, not sealed. */
void lm_rules_preset(lm_rules *rules);

/* LM_RULE_COUNT when there is no such rule. */
lm_rule_id lm_rule_find(const char *name);

/* Reads and writes one value as text. Reading fails when the text is not one of the row's legal values. */
bool lm_rule_read(lm_rule_id id, const char *text, int64_t *value);
void lm_rule_write(lm_rule_id id, int64_t value, char *text, size_t size);

/* Offers `id` or `id:table` from the list of wagers (NULL-terminated); `streak` offers streak.2 to streak.5.
 * The result says what failed. */
typedef enum {
    LM_OFFER_OK,
    LM_OFFER_UNKNOWN,
    LM_OFFER_TABLE,
    LM_OFFER_AMBIGUOUS,
    LM_OFFER_TWICE,
    LM_OFFER_FULL
} lm_offered;
lm_offered lm_rules_offer(lm_rules *rules, const lm_wager *const *list, const char *text);

/* The slot of an offered wager (LM_SIDE + k), LM_MAIN, LM_INSURANCE, or -1. */
int lm_rules_slot(const lm_rules *rules, const char *wager_id);

/* Whether a pay table is for the decks and the document of these rules. */
bool lm_paytable_fits(const lm_wager *wager, const lm_paytable *table, const lm_rules *rules);

/* The weight of rung i of a ladder, and the dollars on it. */
enum { LM_RUNGS = 8 };
int lm_weight_at(int64_t weights, int rung);
int lm_ladder_dollars(lm_rule_id id, int rung);

/* The stakes of a wager at this table, regardless of the bettor's main wager. A fixed stake is one amount (least ==
 * most) or one of two that are `step` apart; other stakes are multiples of the table's step. */
typedef struct {
    lm_cents least, most, step;
    bool fixed;
} lm_stakes;
lm_stakes lm_wager_stakes(const lm_rules *rules, const lm_wager *wager);

/* The unit of every wager in the 6-to-5 variation: MBJ-3(d).3. */
enum { LM_FIVES = 5 * LM_DOLLAR };

/* The rules of a meter that an offered wager feeds, by its number in the pay table (lm_odds.meter). False where
 * the table has no such meter. */
typedef struct {
    lm_rule_id seed, contribution, reserve;
} lm_meter_rules;
bool lm_rules_meter(const lm_rules *rules, int offer, int meter, lm_meter_rules *found);

/* The value of a meter's rule: as set, or the pay table's own where the rule says "printed". */
int64_t lm_meter_rule_value(const lm_rules *rules, lm_rule_id rule);

/* Whether two cards may be surrendered against an up card of this value, and whether a dealer blackjack that comes later leaves half the wager all the same. */
static inline bool lm_rules_surrender(const lm_rules *rules, int up)
{
    if (rules->surrender == LM_SURRENDER_EARLY_TEN) return up != 1;
    return rules->surrender == LM_SURRENDER_EARLY_ACE ? up == 1 : rules->surrender != LM_SURRENDER_OFF;
}

static inline bool lm_rules_surrender_early(const lm_rules *rules, int up)
{
    bool hides_blackjack = up == 1 || up == 10;
    return rules->surrender >= LM_SURRENDER_EARLY && hides_blackjack && lm_rules_surrender(rules, up);
}

/* Whether this wager may not exceed the main wager, by its section or, where no clause says so, by a house rule. */
bool lm_wager_is_tied(const lm_rules *rules, const lm_wager *wager);

/* The stakes beside a main wager, which a tied wager may not exceed. `most` below `least`: no stake is possible. */
lm_stakes lm_wager_stakes_beside(const lm_rules *rules, const lm_wager *wager, lm_cents main_cents);

/* Why one player may not hold all of these boxes (bit i: box i + 1), or LM_WHY_OK: MFB-5(f), MBJ-14. */
lm_why lm_boxes_refused(const lm_rules *rules, unsigned boxes);

/* Chooses by decks and document among pay tables that share an id, and computes the hash. Call it after the last
 * change. */
void lm_rules_seal(lm_rules *rules);

/* The step in which doubles and insurance are laid: a chip, or $5 in the 6-to-5 variation. */
lm_cents lm_rules_step(const lm_rules *rules);

/* Dealer hands that a player's hand may meet: 2 or 3 with multiple action (MBJ-18(a).1), else 1. Each of them gets its
 * second card after the players have played (MBJ-18(e), C-73). So where the hole card is known before, by a reader or
 * because it lies open, there is one, whatever `multiple_action` says. */
int lm_rules_dealer_hands(const lm_rules *rules);

static inline bool lm_is_free_bet(const lm_rules *rules)
{
    return rules->rule_set != LM_MBJ;
}

#ifdef __cplusplus
}
#endif

#endif
