/* story.c - the narrator: hears an event, finds the file that tells it, and keeps the place in the story. */
#include "story_parts.h"

static const story_row *const files[] = {
    story_table_rows, story_card_rows, story_play_rows, story_money_rows, story_prize_rows, story_trouble_rows,
};

static const story_row *row_of(uint8_t kind)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i][kind].tell || files[i][kind].id) return &files[i][kind];
    }
    return NULL;
}

lm_message story_id(const lm_event *e)
{
    return row_of(e->kind)->id;
}

lm_told_box *story_box(lm_story *t, const lm_event *e)
{
    return &t->box[e->box <= LM_BOXES ? e->box : 0];
}

lm_told_hand *story_hand(lm_story *t, const lm_event *e)
{
    return &story_box(t, e)->hand[e->hand >= 1 && e->hand <= LM_HANDS ? e->hand - 1 : 0];
}

const lm_wager *story_wager(const lm_story *t, uint8_t slot)
{
    return slot >= LM_SIDE && slot - LM_SIDE < t->rules->offers ? t->rules->offer[slot - LM_SIDE].wager : NULL;
}

static bool names_dealer_hand(const lm_event *e)
{
    switch (e->kind) {
    case LM_EV_BET:
    case LM_EV_WITHDRAW:
    case LM_EV_INSURE:
    case LM_EV_TAKE:
    case LM_EV_PAY:
    case LM_EV_GIVE_BACK: return e->wager < LM_SIDE;
    default: return false;
    }
}

lm_sentence story_begin(const lm_story *t, const lm_event *e, lm_message id)
{
    const lm_told_box *box = &t->box[e->box <= LM_BOXES ? e->box : 0];
    const lm_wager *wager = story_wager(t, e->wager);
    bool several = lm_rules_dealer_hands(t->rules) > 1 && names_dealer_hand(e);
    return (lm_sentence){
        .id = id,
        .part = t->part,
        .box = e->box,
        .bettor = e->bettor,
        .hand = box->hands > 1 ? e->hand : 0,
        .spot = several ? (uint8_t)(e->n + 1) : 0,
        .card = e->card,
        .cents = e->amount_cents,
        .wager = wager ? wager->title : NULL,
        .mine = box->hand[e->hand >= 1 && e->hand <= LM_HANDS ? e->hand - 1 : 0].cards,
        .dealers = t->box[0].hand[0].cards,
        .clause = e->clause,
    };
}

void story_say(lm_story *t, const lm_sentence *s)
{
    t->ear.say(t->ear.self, s);
}

void story_say_event(lm_story *t, const lm_event *e, lm_message id)
{
    lm_sentence s = story_begin(t, e, id);
    story_say(t, &s);
}

static void show_hands(lm_story *t, uint8_t box)
{
    for (uint8_t h = 0; h < (box ? t->box[box].hands : 1); h++) {
        lm_event at = { .box = box, .hand = (uint8_t)(h + 1) };
        if (t->box[box].hand[h].cards.n) story_say_event(t, &at, LM_SAY_FELT);
    }
}

void story_show_felt(lm_story *t)
{
    t->is_dealing = false;
    t->part = LM_PART_FELT;
    for (uint8_t box = 0; box <= LM_BOXES; box++)
        show_hands(t, box);
    t->part = LM_PART_PLAY;
}

/* Events that do not interrupt the deal: its cards, and what happens between "No more bets" and the first card. */
static bool belongs_to_deal(const lm_event *e)
{
    switch (e->kind) {
    case LM_EV_CARD:
    case LM_EV_DOWN:
    case LM_EV_START_GAME:
    case LM_EV_DETERMINANT:
    case LM_EV_SEGREGATE: return true;
    case LM_EV_TAKE: return e->how == LM_CAUSE_START || e->how == LM_CAUSE_ABANDONED;
    case LM_EV_COUPON_OFF: return e->n == LM_LOST;
    case LM_EV_PROMPT: return e->how == LM_PROMPT_DECIDES;
    default: return false;
    }
}

static bool settles(uint8_t kind)
{
    return kind == LM_EV_TAKE || kind == LM_EV_PAY || kind == LM_EV_GIVE_BACK || kind == LM_EV_AWARD ||
           kind == LM_EV_HOLD || kind == LM_EV_MARKER || kind == LM_EV_LAMMER_OFF || kind == LM_EV_LAMMER_POT ||
           kind == LM_EV_COUPON_OFF;
}

/* Money that moves after the dealer has drawn is the settlement; before that it belongs to the play. */
static lm_part part_of(const lm_story *t, const lm_event *e, const story_row *row)
{
    if (t->is_dealing || row->part == LM_PART_NONE) return t->part;
    if (!settles(e->kind)) return row->part;
    if (t->part < LM_PART_DEALER) return LM_PART_PLAY;
    return t->part > LM_PART_MONEY ? t->part : LM_PART_MONEY;
}

/* A hit is told with its card. When something else comes first, the request is told now. */
static void tell_request(lm_story *t, const lm_event *e)
{
    const lm_event asks = { .box = t->last.box, .hand = t->last.hand };
    bool card = e->kind == LM_EV_CARD || e->kind == LM_EV_DOWN;
    lm_told_hand *hand = story_hand(t, &asks);
    if (t->last.kind != LM_EV_HIT || card || !hand->has_asked) return;
    hand->has_asked = false;
    hand->was_asking = true;
    story_say_event(t, &asks, LM_SAY_ASKS);
}

void lm_story_event(lm_story *t, const lm_event *e)
{
    const story_row *row = e->kind < LM_EV_COUNT ? row_of(e->kind) : NULL;
    tell_request(t, e);
    if (row) {
        if (t->is_dealing && !belongs_to_deal(e)) story_show_felt(t);
        t->part = part_of(t, e, row);
        if (row->tell)
            row->tell(t, e);
        else
            story_say_event(t, e, row->id);
    }
    t->last = *e;
    t->last.clause = NULL;
}

void lm_story_pause(lm_story *t)
{
    bool any = false;
    for (int box = 0; box <= LM_BOXES; box++)
        any |= t->box[box].hand[0].cards.n > 0;
    if (t->is_dealing && any) story_show_felt(t);
}

void lm_story_open(lm_story *t, const lm_rules *rules, lm_story_ear ear)
{
    *t = (lm_story){ .rules = rules, .ear = ear };
    lm_story_round(t);
}

void lm_story_round(lm_story *t)
{
    const lm_rules *rules = t->rules;
    lm_story_ear ear = t->ear;
    *t = (lm_story){ .rules = rules, .ear = ear, .out = LM_CARD_DOWN };
    t->box[0].hand[0].cards.whole = true;
    for (int box = 1; box <= LM_BOXES; box++)
        t->box[box].hand[0].cards.whole = true;
}
