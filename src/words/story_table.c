/* story_table.c - the life of a shoe in sentences: seats, decks, shuffles, cuts, the cover card, burned cards. */
#include "story_parts.h"

/* Sentences with a number of cards or decks, a batch or a side. */
static void tell_counted(lm_story *t, const lm_event *e)
{
    lm_sentence s = story_begin(t, e, story_id(e));
    bool is_double = t->rules->shoe == LM_SHOE_DOUBLE;
    bool has_packs = is_double || t->rules->shuffler == LM_SHUFFLER_BATCH;
    s.count = e->count;
    s.number = e->n;
    s.is_side = is_double;
    if (e->kind == LM_EV_DELIVER && has_packs) s.id = LM_SAY_DELIVER_BATCH;
    if (e->kind == LM_EV_COVER && !e->count) s.id = LM_SAY_COVER_BOTTOM;
    if (e->kind == LM_EV_UNLOAD && is_double && !e->count) s.id = LM_SAY_UNLOAD_SIDE;
    story_say(t, &s);
}

/* Sentences about who decides: n is a role. */
static void tell_role(lm_story *t, const lm_event *e)
{
    lm_sentence s = story_begin(t, e, story_id(e));
    s.role = e->n;
    story_say(t, &s);
}

static void tell_sign(lm_story *t, const lm_event *e)
{
    story_say_event(t, e, e->n ? LM_SAY_SIGN_ON : LM_SAY_SIGN_OFF);
}

static void tell_idle(lm_story *t, const lm_event *e)
{
    story_say_event(t, e, e->n ? LM_SAY_IDLE_DOWN : LM_SAY_IDLE_UP);
}

static void tell_cover_seen(lm_story *t, const lm_event *e)
{
    story_say_event(t, e, t->is_open && !t->is_over ? LM_SAY_COVER_SEEN : LM_SAY_COVER_SEEN_FIRST);
}

static void tell_offer_cut(lm_story *t, const lm_event *e)
{
    story_say_event(t, e, e->box ? LM_SAY_OFFER_CUT : LM_SAY_OFFER_CUT_DEALER);
}

/* A known card that is burned was dealt in error, or no hand could use it. */
static void tell_burn(lm_story *t, const lm_event *e)
{
    bool was_out = e->card < LM_CARDS && e->card == t->out;
    if (was_out) t->out = LM_CARD_DOWN;
    story_say_event(t, e, was_out ? LM_SAY_BURN_OUT : e->card < LM_CARDS ? LM_SAY_BURN_CARD : LM_SAY_BURN);
}

void lm_story_opened(lm_story *t)
{
    lm_story_round(t);
    t->part = LM_PART_BETS;
    t->is_open = true;
}

static void tell_open(lm_story *t, const lm_event *e)
{
    lm_story_opened(t);
    story_say_event(t, e, LM_SAY_OPEN);
}

const story_row story_table_rows[LM_EV_COUNT] = {
    [LM_EV_ARRIVE] = { LM_PART_TABLE, LM_SAY_ARRIVE },
    [LM_EV_LEAVE] = { LM_PART_TABLE, LM_SAY_LEAVE },
    [LM_EV_READMIT] = { LM_PART_NONE, LM_SAY_READMIT },
    [LM_EV_DELIVER] = { LM_PART_TABLE, LM_SAY_DELIVER, tell_counted },
    [LM_EV_INSPECT] = { LM_PART_TABLE, LM_SAY_INSPECT },
    [LM_EV_VERIFY] = { LM_PART_TABLE, LM_SAY_VERIFY, tell_role },
    [LM_EV_SPREAD] = { LM_PART_TABLE, LM_SAY_SPREAD },
    [LM_EV_FACE_UP] = { LM_PART_TABLE, LM_SAY_TURN_UP },
    [LM_EV_VIEW] = { LM_PART_TABLE, LM_SAY_VIEW },
    [LM_EV_WASH] = { LM_PART_TABLE, LM_SAY_WASH },
    [LM_EV_STACK] = { LM_PART_TABLE, LM_SAY_STACK },
    [LM_EV_PLUG] = { LM_PART_NONE, LM_SAY_PLUG },
    [LM_EV_RIFFLE] = { LM_PART_NONE, LM_SAY_RIFFLE },
    [LM_EV_TURN_HALF] = { LM_PART_NONE, LM_SAY_TURN_HALF },
    [LM_EV_STRIP] = { LM_PART_NONE, LM_SAY_STRIP },
    [LM_EV_SHUFFLE_CUT] = { LM_PART_NONE, LM_SAY_SHUFFLE_CUT },
    [LM_EV_DEVICE_SHUFFLE] = { LM_PART_NONE, LM_SAY_DEVICE_SHUFFLE, tell_counted },
    [LM_EV_JAM] = { LM_PART_NONE, LM_SAY_JAM, tell_counted },
    [LM_EV_SIGN] = { LM_PART_NONE, .tell = tell_sign },
    [LM_EV_SWAP] = { LM_PART_NONE, LM_SAY_SWAP, tell_counted },
    [LM_EV_OFFER_CUT] = { LM_PART_NONE, .tell = tell_offer_cut },
    [LM_EV_REFUSE_CUT] = { LM_PART_NONE, LM_SAY_REFUSE_CUT },
    [LM_EV_CUT] = { LM_PART_NONE, LM_SAY_CUT, tell_counted },
    [LM_EV_RECUT] = { LM_PART_NONE, LM_SAY_RECUT, tell_role },
    [LM_EV_COVER] = { LM_PART_NONE, LM_SAY_COVER, tell_counted },
    [LM_EV_LOAD] = { LM_PART_NONE, LM_SAY_LOAD },
    [LM_EV_BURN] = { LM_PART_NONE, .tell = tell_burn },
    [LM_EV_FORGOT_BURN] = { LM_PART_TABLE, LM_SAY_FORGOT_BURN },
    [LM_EV_SHOW_BURN] = { LM_PART_NONE, LM_SAY_SHOW_BURN },
    [LM_EV_NEW_DEALER] = { LM_PART_TABLE, LM_SAY_NEW_DEALER },
    [LM_EV_OPEN] = { LM_PART_BETS, .tell = tell_open },
    [LM_EV_COVER_SEEN] = { LM_PART_NONE, .tell = tell_cover_seen },
    [LM_EV_ORDER_SHUFFLE] = { LM_PART_NONE, LM_SAY_ORDER_SHUFFLE, tell_role },
    [LM_EV_TO_DEVICE] = { LM_PART_NONE, LM_SAY_TO_DEVICE },
    [LM_EV_UNLOAD] = { LM_PART_TABLE, LM_SAY_UNLOAD, tell_counted },
    [LM_EV_ALARM] = { LM_PART_TABLE, LM_SAY_ALARM, tell_counted },
    [LM_EV_IDLE] = { LM_PART_TABLE, .tell = tell_idle },
    [LM_EV_REQUEST_SPREAD] = { LM_PART_TABLE, LM_SAY_REQUEST_SPREAD },
    [LM_EV_CHANGE_DECKS] = { LM_PART_TABLE, LM_SAY_CHANGE_DECKS },
};
