/* story_trouble.c - irregularities, prompts and confirmations in sentences: the card, the player who chooses, the staff
 * who confirm, the consequences. */
#include "story_parts.h"

enum { WAYS = 3 }; /* of lm_event.how */
static const lm_message irregular[LM_IR_COUNT][WAYS] = {
    [LM_IR_MISDEAL] = { LM_SAY_MISDEAL_FORWARD, LM_SAY_MISDEAL_DEALER, LM_SAY_MISDEAL_BURN },
    [LM_IR_RELEASE] = { LM_SAY_RELEASE },
    [LM_IR_FACE_UP_CARD] = { LM_SAY_FACE_UP_CARD },
    [LM_IR_UNEXPOSED] = { LM_SAY_UNEXPOSED },
    [LM_IR_EXPOSED] = { LM_SAY_EXPOSED },
    [LM_IR_REFUSE] = { LM_SAY_REFUSE_CARD },
    [LM_IR_OVERDRAW] = { LM_SAY_OVERDRAW },
    [LM_IR_MISSED_OWN] = { LM_SAY_MISSED_OWN },
    [LM_IR_EXHAUSTED] = { LM_SAY_EXHAUSTED },
    [LM_IR_NO_CARD] = { LM_SAY_NO_CARD },
    [LM_IR_ONE_CARD] = { LM_SAY_ONE_CARD, LM_SAY_ONE_CARD_LATE },
    [LM_IR_MISSED_HIT] = { LM_SAY_MISSED_HIT, LM_SAY_MISSED_HIT_LATE },
    [LM_IR_READER_MISUSED] = { LM_SAY_READER_MISUSED },
    [LM_IR_READER_BROKEN] = { LM_SAY_READER_BROKEN },
    [LM_IR_READER_REPAIRED] = { LM_SAY_READER_REPAIRED },
    [LM_IR_WRONG_SIDE] = { LM_SAY_WRONG_SIDE },
    [LM_IR_UP_NOT_MOVED] = { LM_SAY_UP_NOT_MOVED },
    [LM_IR_UP_RACKED] = { LM_SAY_UP_RACKED },
    [LM_IR_LIGHT_OUT] = { LM_SAY_LIGHT_OUT },
    [LM_IR_LIGHT_REPAIRED] = { LM_SAY_LIGHT_REPAIRED },
    [LM_IR_BONUS_FAILED] = { LM_SAY_BONUS_FAILED },
    [LM_IR_DOUBLE_UP] = { LM_SAY_DOUBLE_UP },
};

/* The sentence when staff confirm an irregularity; none if they need not. */
static const lm_message confirmed[LM_IR_COUNT] = {
    [LM_IR_RELEASE] = LM_SAY_CONFIRM_RELEASE,
    [LM_IR_READER_MISUSED] = LM_SAY_CONFIRM_READER,
    [LM_IR_UP_RACKED] = LM_SAY_CONFIRM_UP_RACKED,
    [LM_IR_BONUS_FAILED] = LM_SAY_CONFIRM_BONUS_FAILED,
};

static bool is_free_bet(const lm_story *t)
{
    return t->rules->rule_set != LM_MBJ;
}

/* Remembers a card that was drawn in error until a hand takes it. */
static void note_card(lm_story *t, const lm_event *e)
{
    bool waits = e->n == LM_IR_EXPOSED || (e->n == LM_IR_MISDEAL && e->how == LM_MISDEAL_DEALER);
    if (!waits) return;
    t->out = e->card;
    t->out_exposed = e->n == LM_IR_EXPOSED;
}

static void tell_irregular(lm_story *t, const lm_event *e)
{
    uint8_t kind = e->n % LM_IR_COUNT;
    lm_sentence s = story_begin(t, e, irregular[kind][e->how % WAYS]);
    if (kind == LM_IR_READER_BROKEN && !is_free_bet(t)) s.id = LM_SAY_READER_BROKEN_ON;
    if (kind == LM_IR_REFUSE) s.card = t->out;
    t->irregular = kind;
    note_card(t, e);
    story_say(t, &s);
}

static const lm_message prompts[LM_PROMPT_COUNT] = {
    [LM_PROMPT_NOTHING] = LM_SAY_PROMPT_IRREGULAR,
    [LM_PROMPT_DECIDES] = LM_SAY_PROMPT_DECIDES,
    [LM_PROMPT_CASH] = LM_SAY_PROMPT_CASH,
    [LM_PROMPT_CARDS] = LM_SAY_PROMPT_CARDS,
    [LM_PROMPT_SPLIT_FORFEITS] = LM_SAY_PROMPT_SPLIT,
    [LM_PROMPT_THIRD_CARD] = LM_SAY_PROMPT_THIRD_CARD,
    [LM_PROMPT_SHOWN] = LM_SAY_PROMPT_SHOWN,
    [LM_PROMPT_PRIZE] = LM_SAY_PROMPT_PRIZE,
    [LM_PROMPT_FACE_DOWN] = LM_SAY_PROMPT_FACE_DOWN,
    [LM_PROMPT_VIEW] = LM_SAY_PROMPT_VIEW,
    [LM_PROMPT_OLD_DECKS] = LM_SAY_PROMPT_OLD_DECKS,
    [LM_PROMPT_IRREGULAR] = LM_SAY_PROMPT_IRREGULAR,
};

static void tell_prompt(lm_story *t, const lm_event *e)
{
    lm_sentence s = story_begin(t, e, prompts[e->how % LM_PROMPT_COUNT]);
    s.role = e->n;
    if (e->how == LM_PROMPT_PRIZE && !e->amount_cents) s.id = LM_SAY_PROMPT_PRIZE_OPEN;
    if (e->how == LM_PROMPT_THIRD_CARD) story_box(t, e)->is_offered = true;
    t->prompt = *e;
    t->prompt.clause = NULL;
    story_say(t, &s);
}

static lm_message confirmation_of(const lm_story *t, const lm_event *e)
{
    switch (e->how) {
    case LM_PROMPT_CASH: return LM_SAY_CONFIRM_CASH;
    case LM_PROMPT_PRIZE: return t->prompt.amount_cents ? LM_SAY_CONFIRM_PRIZE : LM_SAY_CONFIRM_PRIZE_OPEN;
    default: break;
    }
    bool reveals = t->irregular == LM_IR_READER_MISUSED && !is_free_bet(t) && t->rules->reader_reveals;
    return reveals ? LM_SAY_CONFIRM_READER_VOID : confirmed[t->irregular];
}

/* A confirmation has the subject of the prompt before it. */
static void tell_confirm(lm_story *t, const lm_event *e)
{
    lm_event about = t->prompt;
    about.clause = e->clause;
    lm_message id = confirmation_of(t, e);
    lm_sentence s = story_begin(t, &about, id ? id : LM_SAY_CONFIRM);
    s.role = e->n;
    if (t->irregular == LM_IR_UP_RACKED) s.card = t->box[0].hand[0].cards.card[0];
    story_say(t, &s);
}

const story_row story_trouble_rows[LM_EV_COUNT] = {
    [LM_EV_IRREGULAR] = { LM_PART_NONE, .tell = tell_irregular },
    [LM_EV_PROMPT] = { LM_PART_NONE, .tell = tell_prompt },
    [LM_EV_CONFIRM] = { LM_PART_NONE, .tell = tell_confirm },
};
