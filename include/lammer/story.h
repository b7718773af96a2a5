/* story.h - what happens at a table, in sentences.
 *
 * Hears the events of the engine and of the table, and what the meters do, and says each as a typed sentence:
 * a message of messages/en.def with its arguments. lm_sentence_write makes words of one; the terminal, log or page
 * that shows a story decides where the lines go. The story knows only what it was told: it follows cards, hands
 * and money by events, so a replay tells the same story as the game. Plain values, no memory of its own, no
 * output. */
#ifndef LAMMER_STORY_H
#define LAMMER_STORY_H

#include <stddef.h>

#include "lammer/explain.h"
#include "lammer/meter.h"
#include "lammer/round.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the money of the named box changes by what a sentence tells. */
typedef enum { LM_FLOW_NONE, LM_FLOW_IN, LM_FLOW_OUT, LM_FLOW_WON, LM_FLOW_LOST } lm_flow;

typedef enum {
    LM_SAY_NOTHING,
#define SAY(name, text) LM_SAY_##name,
#include "lammer/messages/en.def"
#undef SAY
    LM_SAY_COUNT
} lm_message;

const char *lm_message_name(lm_message message); /* "TAKE_SIDE" */
const char *lm_message_text(lm_message message); /* as the table has it */
lm_flow lm_message_flow(lm_message message);

/* Parts of a story that stand apart on a page. */
typedef enum {
    LM_PART_NONE,
    LM_PART_TABLE, /* between rounds */
    LM_PART_BETS,
    LM_PART_FELT, /* the hands as they lie after the deal, one a line: place, cards and total between tabs */
    LM_PART_PLAY,
    LM_PART_DEALER,
    LM_PART_MONEY,
    LM_PART_RESULT,
} lm_part;

typedef struct {
    lm_message id;
    lm_message why; /* LM_SAY_NOTHING, or what {why} says */
    lm_part part;
    uint8_t box, bettor, hand; /* {who}; hand 0 where the box has one */
    uint8_t other;             /* {other}: another box */
    uint8_t spot;              /* {spot}: dealer hand 1.. of multiple action, 0 elsewhere */
    uint8_t role;              /* {role}: lm_role */
    uint8_t number;            /* {number}; {pack}: 0 the first, 1 the second */
    bool is_side;              /* {pack} is a side of a double shoe, not a batch */
    lm_card card;
    int64_t count;
    lm_cents cents, more_cents;                  /* {money}, {more} */
    const char *wager, *outcome, *prize, *meter; /* titles, from the rules */
    lm_told_cards mine, dealers;                 /* {cards}, {points}; {against} */
    const char *clause;                          /* what prescribes it, or NULL */
} lm_sentence;

typedef struct {
    void (*say)(void *self, const lm_sentence *sentence);
    void *self;
} lm_story_ear;

/* What follows belongs to the story: callers may read it and must not change it. */
typedef struct {
    lm_told_cards cards;
    uint8_t lammers;
    bool is_bust, is_doubled, is_tucked;
    bool has_asked;  /* asked for a card that has not come */
    bool was_asking; /* the sentence that it asked for a card was written */
    lm_cents doubled_cents[LM_BETTORS];
} lm_told_hand;

typedef struct {
    lm_told_hand hand[LM_HANDS];
    uint8_t hands;
    bool is_offered;
    uint8_t marker;             /* position of its streak marker that was told last in this round */
    uint32_t sides[LM_BETTORS]; /* bit sets of offers with a wager */
    lm_cents main_cents[LM_BETTORS][LM_SPOTS];
    lm_cents net_cents[LM_BETTORS];
    bool has_bet[LM_BETTORS];
} lm_told_box;

typedef struct {
    const lm_rules *rules;
    lm_story_ear ear;
    lm_part part;
    bool is_dealing; /* the first cards are still coming: they are told together */
    bool is_open;    /* betting has opened for this round */
    bool is_over;
    uint8_t irregular;             /* lm_irregularity that was called last */
    uint8_t spot;                  /* dealer hand being played, 0 the first */
    lm_card out;                   /* a card that an irregularity brought out, LM_CARD_DOWN when there is none */
    bool out_exposed;              /* players may refuse the card `out` */
    lm_event last, prompt, award;  /* without their clauses */
    lm_told_box box[LM_BOXES + 1]; /* 0 the dealer */
} lm_story;

/* Begins the story of a table under these rules, to which it keeps a pointer. */
void lm_story_open(lm_story *story, const lm_rules *rules, lm_story_ear ear);

/* Begins another round: forgets the hands and results of the last one. */
void lm_story_round(lm_story *story);

/* Begins a round in which betting has opened already, for a story that continues from there. */
void lm_story_opened(lm_story *story);

/* Tells one event. Events must come in the order in which they happened. */
void lm_story_event(lm_story *story, const lm_event *event);

/* Call before a person is asked for a decision: finishes the sentence that is being collected. */
void lm_story_pause(lm_story *story);

void lm_story_meter(lm_story *story, const lm_meter_news *news);

/* What a meter did after the first `at` events of its round. */
typedef struct {
    int at;
    lm_meter_news news;
} lm_dated_news;

/* --- words ----------------------------------------------------------------------------------------------- */

typedef struct {
    bool symbols;            /* suits as symbols, in UTF-8; letters where not */
    const char *red, *plain; /* put around a red card; NULL: nothing */
} lm_story_style;

/* A reckoning (explain.h): what decided, "21 against 20", and one of its terms, "$10 at 3 to 2". */
lm_sentence lm_sentence_of_reckoning(const lm_rules *rules, const lm_event *event, const lm_reckoning *reckoning);
lm_sentence lm_sentence_of_term(const lm_term *term);

enum { LM_STORY_LINE = 400 }; /* bytes that hold every sentence */

void lm_sentence_write(const lm_sentence *sentence, const lm_story_style *style, char *text, size_t size);

/* Money and cards as sentences spell them, for other texts: "$1,234.50", "T♥" or "Th". */
void lm_story_money(lm_cents cents, char *text, size_t size);
void lm_story_card(lm_card card, const lm_story_style *style, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
