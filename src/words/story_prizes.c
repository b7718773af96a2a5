/* story_prizes.c - optional wagers and prizes in sentences: awards, the progressive system and its meters, streaks. */
#include "story_parts.h"

static const char *outcome_of(const lm_story *t, const lm_event *e)
{
    const lm_wager *wager = story_wager(t, e->wager);
    return wager ? wager->outcomes[e->n % LM_OUTCOMES] : NULL;
}

static lm_odds odds_of(const lm_story *t, const lm_event *e)
{
    if (!story_wager(t, e->wager)) return (lm_odds){ 0 };
    return t->rules->offer[e->wager - LM_SIDE].pays[e->n % LM_OUTCOMES];
}

static void tell_award(lm_story *t, const lm_event *e)
{
    const lm_wager *wager = story_wager(t, e->wager);
    lm_sentence s = story_begin(t, e, LM_SAY_AWARD);
    s.outcome = outcome_of(t, e);
    if (wager && wager->amount_is_shown) s.id = LM_SAY_AWARD_SHOWN;
    if (e->how == LM_CAUSE_MUST_HIT) s.id = LM_SAY_MUST_HIT_AWARD;
    t->award = *e;
    t->award.clause = NULL;
    story_say(t, &s);
}

/* A held wager without an outcome waits for further cards; with one it has won, and its amount comes from outside. */
static void tell_hold(lm_story *t, const lm_event *e)
{
    const lm_wager *wager = story_wager(t, e->wager);
    lm_odds odds = odds_of(t, e);
    lm_sentence s = story_begin(t, e, LM_SAY_HOLD_WAITS);
    if (e->n && wager) {
        s.id = wager->amount_is_shown    ? LM_SAY_HOLD_SHOWN
               : odds.form == LM_PERCENT ? LM_SAY_HOLD_METER
                                         : LM_SAY_HOLD_CONFIRM;
        s.outcome = outcome_of(t, e);
        s.count = odds.a;
        s.role = wager->witness.role;
    }
    story_say(t, &s);
}

static void tell_light(lm_story *t, const lm_event *e)
{
    story_say_event(t, e, e->how == LM_CAUSE_MUST_HIT ? LM_SAY_MUST_HIT_LIGHT : LM_SAY_LIGHT);
}

/* Several streak wagers of a box have one marker. */
static void tell_marker(lm_story *t, const lm_event *e)
{
    lm_told_box *box = story_box(t, e);
    if (box->marker == e->n) return;
    box->marker = e->n;
    lm_sentence s = story_begin(t, e, LM_SAY_MARKER);
    s.number = e->n;
    story_say(t, &s);
}

const story_row story_prize_rows[LM_EV_COUNT] = {
    [LM_EV_AWARD] = { LM_PART_MONEY, .tell = tell_award }, [LM_EV_HOLD] = { LM_PART_MONEY, .tell = tell_hold },
    [LM_EV_LIGHT] = { LM_PART_NONE, .tell = tell_light },  [LM_EV_START_GAME] = { LM_PART_NONE, LM_SAY_START_GAME },
    [LM_EV_END_GAME] = { LM_PART_NONE, LM_SAY_END_GAME },  [LM_EV_MARKER] = { LM_PART_MONEY, .tell = tell_marker },
};

void lm_story_meter(lm_story *t, const lm_meter_news *news)
{
    static const lm_message ids[LM_METER_ACTS] = {
        [LM_METER_ACT_CALLED] = LM_SAY_METER_CALLED, [LM_METER_ACT_CONFIRMED] = LM_SAY_METER_CONFIRMED,
        [LM_METER_ACT_PAID] = LM_SAY_METER_PAID,     [LM_METER_ACT_FIXED] = LM_SAY_METER_FIXED,
        [LM_METER_ACT_HIT] = LM_SAY_METER_HIT,       [LM_METER_ACT_REFUNDED] = LM_SAY_METER_REFUNDED,
    };
    static const char *const meters[LM_METER_KIND_COUNT] = {
#define X(name, word, title) [LM_METER_##name] = word,
        LM_METER_KINDS(X)
#undef X
    };
    const lm_meter_entry *entry = &news->entry;
    lm_event at = { .box = (uint8_t)(entry->place / LM_BETTORS),
                    .bettor = entry->place % LM_BETTORS,
                    .wager = news->slot,
                    .amount_cents = entry->amount_cents };
    lm_sentence s = story_begin(t, &at, ids[news->act]);
    s.role = news->role;
    s.meter = meters[entry->meter % LM_METER_KIND_COUNT];
    s.count = entry->percent;
    s.more_cents = entry->after_cents;
    if (news->act == LM_METER_ACT_CALLED && !entry->percent) s.id = LM_SAY_METER_CALLED_PLAIN;
    story_say(t, &s);
    if (entry->tray_cents && news->act == LM_METER_ACT_FIXED) {
        s.id = LM_SAY_METER_TRAY;
        s.cents = entry->tray_cents;
        story_say(t, &s);
    }
}
