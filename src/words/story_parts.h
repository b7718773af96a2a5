/* story_parts.h - common parts of the narrator: the story so far, and functions that begin a sentence. */
#ifndef LAMMER_STORY_PARTS_H
#define LAMMER_STORY_PARTS_H

#include "lammer/irregular.h"
#include "lammer/story.h"

typedef void story_tell(lm_story *t, const lm_event *e);

/* How one kind of event is told: its part of the story, and its sentence or a function that chooses one. With neither, it
 * is told together with another event. */
typedef struct {
    lm_part part; /* LM_PART_NONE: the part that the story is in */
    lm_message id;
    story_tell *tell;
} story_row;

/* By kind of event, each in the file that tells it; story.c joins them. */
extern const story_row story_table_rows[LM_EV_COUNT];
extern const story_row story_card_rows[LM_EV_COUNT];
extern const story_row story_play_rows[LM_EV_COUNT];
extern const story_row story_money_rows[LM_EV_COUNT];
extern const story_row story_prize_rows[LM_EV_COUNT];
extern const story_row story_trouble_rows[LM_EV_COUNT];

/* The sentence in the row of an event. */
lm_message story_id(const lm_event *e);

/* A sentence about the place, wager, card and amount of an event. */
lm_sentence story_begin(const lm_story *t, const lm_event *e, lm_message id);
void story_say(lm_story *t, const lm_sentence *s);
void story_say_event(lm_story *t, const lm_event *e, lm_message id);

lm_told_box *story_box(lm_story *t, const lm_event *e);
lm_told_hand *story_hand(lm_story *t, const lm_event *e);
const lm_wager *story_wager(const lm_story *t, uint8_t slot); /* NULL: main and insurance */

/* The reason, in words, why the cards won, lost or returned a main wager. */
typedef struct {
    uint8_t kind; /* lm_event_kind */
    bool is_bust, is_bonus;
    const lm_told_cards *mine, *dealers;
} story_facts;
lm_message story_why_main(const story_facts *facts);

/* What a sentence is made of: bits of the arguments in its text. */
enum {
    NEEDS_PLACE = 1 << 0,
    NEEDS_OTHER = 1 << 1,
    NEEDS_ROLE = 1 << 2,
    NEEDS_MONEY = 1 << 3,
    NEEDS_MORE = 1 << 4,
    NEEDS_CARD = 1 << 5,
    NEEDS_CARDS = 1 << 6,
    NEEDS_DEALERS = 1 << 7,
    NEEDS_WAGER = 1 << 8,
    NEEDS_OUTCOME = 1 << 9,
    NEEDS_PRIZE = 1 << 10,
    NEEDS_METER = 1 << 11,
    NEEDS_NUMBER = 1 << 12,
    NEEDS_COUNT = 1 << 13,
    NEEDS_SPOT = 1 << 14,
    NEEDS_PACK = 1 << 15,
    NEEDS_WHY = 1 << 16,
};
uint32_t sentence_needs(lm_message id);

/* Shows the felt when all first cards are out, or when something interrupts the deal. */
void story_show_felt(lm_story *t);

static inline int story_total(const lm_told_cards *hand)
{
    lm_card seen[LM_HAND_CARDS];
    int n = 0;
    for (int i = 0; i < hand->n; i++) {
        if (hand->card[i] < LM_CARDS) seen[n++] = hand->card[i];
    }
    return lm_cards_score(seen, n).total;
}

static inline bool story_has_hidden(const lm_told_cards *hand)
{
    for (int i = 0; i < hand->n; i++) {
        if (hand->card[i] >= LM_CARDS) return true;
    }
    return false;
}

static inline bool story_is_blackjack(const lm_told_cards *hand)
{
    return hand->whole && hand->n == 2 && !story_has_hidden(hand) && lm_cards_blackjack(hand->card, 2);
}

#endif
