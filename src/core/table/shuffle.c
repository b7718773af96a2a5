/* shuffle.c - the shuffle, by hand or by a device, and the batches that take turns in it. */
#include <string.h>

#include "table_step.h"

/* Bits of lm_table.steps. */
enum { PLUG_DUE = 1, TURNED = 2, RIFFLE_DUE = 4, STRIPPED = 8 };
enum { RIFFLES_BEFORE_STRIP = 2 };

void lm_begin_shuffle(lm_table *t, const lm_step *s)
{
    t->riffles = 0;
    t->steps = t->undealt ? PLUG_DUE : 0;
    if (!t->paused) t->place[t->pack] = LM_STACKED;
}

/* What is left of an exhausted shoe is shuffled by hand: the device keeps the other batch (MBJ-15(g).2). */
bool lm_shuffles_by_hand(const lm_table *t, const lm_rules *k)
{
    return t->paused || !lm_uses_device(t, k);
}

/* The shuffle is complete: players who sat out may bet again (MFB-5(b)(2), MBJ-3(i)). */
static void shuffled(lm_table *t, const lm_step *s)
{
    if (!t->paused) memset(t->sat_out, 0, sizeof t->sat_out);
    lm_next_stage(t, s);
}

/* By hand: MFB-4(j), MBJ-5(l). */

static lm_status may_by_hand(const lm_table *t, const lm_rules *k)
{
    return lm_shuffles_by_hand(t, k) ? lm_accept() : lm_refuse(k, LM_WHY_DEVICE);
}

/* Nothing comes between turning a half and riffling it in. */
static lm_status may_step(const lm_table *t, const lm_rules *k)
{
    lm_status status = may_by_hand(t, k);
    if (!lm_ok(status) || !(t->steps & RIFFLE_DUE) || lm_has_own_procedure(k)) return status;
    return lm_refuse(k, LM_WHY_RIFFLE);
}

lm_status lm_may_plug(const lm_table *t, const lm_rules *k, lm_action *a)
{
    lm_status status = may_step(t, k);
    if (!lm_ok(status)) return status;
    return t->steps & PLUG_DUE ? status : lm_refuse(k, LM_WHY_NO_PLUG);
}

lm_status lm_may_riffle(const lm_table *t, const lm_rules *k, lm_action *a)
{
    return may_by_hand(t, k);
}

lm_status lm_may_turn_half(const lm_table *t, const lm_rules *k, lm_action *a)
{
    return may_step(t, k);
}

lm_status lm_may_strip(const lm_table *t, const lm_rules *k, lm_action *a)
{
    lm_status status = may_step(t, k);
    if (!lm_ok(status) || lm_has_own_procedure(k)) return status;
    return t->riffles >= RIFFLES_BEFORE_STRIP ? status : lm_refuse(k, LM_WHY_STRIP);
}

/* "The following steps will be incorporated": the last one comes when all others have been done, and all cards
 * are in one stack (MFB-4(a).3). */
lm_status lm_may_shuffle_cut(const lm_table *t, const lm_rules *k, lm_action *a)
{
    lm_status status = may_step(t, k);
    if (!lm_ok(status)) return status;
    bool one_stack = !(t->steps & PLUG_DUE);
    bool complete = t->steps & TURNED && t->steps & STRIPPED;
    return one_stack && (complete || lm_has_own_procedure(k)) ? status : lm_refuse(k, LM_WHY_SHUFFLE_CUT);
}

/* The usual order: the first row that is still missing. */
uint8_t lm_manual_step(const lm_table *t)
{
    if (t->steps & RIFFLE_DUE) return LM_RIFFLE;
    if (t->steps & PLUG_DUE) return LM_PLUG;
    if (t->riffles < RIFFLES_BEFORE_STRIP) return LM_RIFFLE;
    if (!(t->steps & TURNED)) return LM_TURN_HALF;
    return t->steps & STRIPPED ? LM_SHUFFLE_CUT : LM_STRIP;
}

/* What each step does to lm_table.steps, and the clauses that describe it. */
static const struct {
    uint8_t event, clears, sets;
    const char *free_bet, *blackjack;
} hand_steps[] = {
    [LM_PLUG - LM_PLUG] = { LM_EV_PLUG, PLUG_DUE, 0, "MFB-4(j)(1)", "MBJ-5(l)(1)" },
    [LM_RIFFLE - LM_PLUG] = { LM_EV_RIFFLE, RIFFLE_DUE, 0, "MFB-4(j)(2)", "MBJ-5(l)(2)" },
    [LM_TURN_HALF - LM_PLUG] = { LM_EV_TURN_HALF, 0, TURNED | RIFFLE_DUE, "MFB-4(j)(3)", "MBJ-5(l)(3)" },
    [LM_STRIP - LM_PLUG] = { LM_EV_STRIP, 0, STRIPPED, "MFB-4(j)(4)", "MBJ-5(l)(4)" },
    [LM_SHUFFLE_CUT - LM_PLUG] = { LM_EV_SHUFFLE_CUT, 0, 0, "MFB-4(j)(5)", "MBJ-5(l)(5)" },
};

void lm_do_hand_step(lm_table *t, const lm_step *s, const lm_action *a)
{
    int step = a->verb - LM_PLUG;
    if (a->verb == LM_RIFFLE && t->riffles < RIFFLES_BEFORE_STRIP) t->riffles++;
    t->steps = (uint8_t)((t->steps & ~hand_steps[step].clears) | hand_steps[step].sets);
    LM_TELL(s, .kind = hand_steps[step].event,
            .clause = lm_by_document(s->k, hand_steps[step].free_bet, hand_steps[step].blackjack));
    if (a->verb == LM_SHUFFLE_CUT) shuffled(t, s);
}

/* The same check serves a jam: a cycle that was not completed has shuffled nothing (MFB-11(l)). */
lm_status lm_may_device_shuffle(const lm_table *t, const lm_rules *k, lm_action *a)
{
    return lm_shuffles_by_hand(t, k) ? lm_refuse(k, LM_WHY_NO_DEVICE) : lm_accept();
}

void lm_do_device_shuffle(lm_table *t, const lm_step *s, const lm_action *a)
{
    LM_TELL(s, .kind = LM_EV_DEVICE_SHUFFLE, .n = t->pack, .clause = lm_stage_clause(t, s->k));
    shuffled(t, s);
}

void lm_do_jam(lm_table *t, const lm_step *s, const lm_action *a)
{
    LM_TELL(s, .kind = LM_EV_JAM, .n = t->pack, .clause = lm_by_document(s->k, "MFB-11(l)", "MBJ-5(a)"));
}

/* A sign marks the shuffler before another method is used: MFB-11(m). The hand-dealt game needs its shuffler:
 * MBJ-2(c).1. */
lm_status lm_may_sign(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (k->shuffler != LM_SHUFFLER_BATCH || lm_is_continuous(k)) return lm_refuse(k, LM_WHY_NO_DEVICE);
    if (lm_is_hand_dealt(k)) return (lm_status){ LM_WHY_DEVICE, "MBJ-2(c).1" };
    return a->yes == t->device_down ? lm_refuse(k, a->yes ? LM_WHY_NO_DEVICE : LM_WHY_DEVICE) : lm_accept();
}

void lm_do_sign(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->device_down = a->yes;
    LM_TELL(s, .kind = LM_EV_SIGN, .n = a->yes, .clause = lm_by_document(s->k, "MFB-11(m)", NULL));
}

/* The batch stays in the device. When the table opens, the other batch must still be delivered. */
void lm_begin_swap(lm_table *t, const lm_step *s)
{
    uint8_t other = !t->pack;
    t->place[t->pack] = LM_IN_DEVICE;
    if (t->place[other] != LM_AWAY) return;
    t->pack = other;
    lm_enter_stage(t, s, LM_TO_DELIVER);
}

/* Only the stored batch may come out, not the one that just went in: MFB-2(b)(4), MBJ-2(b*)(4). */
lm_status lm_may_swap(const lm_table *t, const lm_rules *k, lm_action *a)
{
    return a->n == !t->pack ? lm_accept() : lm_refuse(k, LM_WHY_BATCH);
}

static bool is_stored_safely(const lm_rules *k)
{
    return k->shuffler_secure && (lm_is_free_bet(k) || k->release_approved);
}

void lm_do_swap(lm_table *t, const lm_step *s, const lm_action *a)
{
    LM_TELL(s, .kind = LM_EV_SWAP, .n = a->n, .clause = lm_stage_clause(t, s->k));
    t->pack = !t->pack;
    t->place[t->pack] = LM_IN_PLAY;
    if (t->idle && (t->asked || !is_stored_safely(s->k))) {
        lm_spread_stored(t, s);
    } else {
        lm_next_stage(t, s);
    }
}
