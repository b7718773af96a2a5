/* prepare.c - the life of decks outside the shoe: delivered, inspected, shown at an idle table, replaced. */
#include <string.h>

#include "table_step.h"

/* Every pack is delivered by itself, in its turn and complete: MFB-3(d), MBJ-4(d). */
lm_status lm_may_deliver(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (a->n != t->pack) return lm_refuse(k, LM_WHY_BATCH);
    a->least_count = a->most_count = lm_pack_decks(k, t->pack);
    return lm_accept();
}

void lm_do_deliver(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->by_book = t->opening = 1;
    t->place[t->pack] = LM_SPREAD_OUT;
    lm_do_step(t, s, a);
}

lm_status lm_may_verify(const lm_table *t, const lm_rules *k, lm_action *a)
{
    return lm_is_at_least(a->n, LM_ROLE_FLOORPERSON) ? lm_accept() : lm_refuse(k, LM_WHY_VERIFY);
}

/* The first player to arrive looks at the cards; Massachusetts Blackjack says "the first player or players". */
lm_status lm_may_view(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (!lm_is_seated(t, k, a->box)) return lm_refuse(k, LM_WHY_NOT_SEATED);
    bool first_is_here = lm_is_seated(t, k, t->first_in);
    if (lm_is_free_bet(k) && first_is_here && a->box != t->first_in) return lm_refuse_stage(t, k);
    return lm_accept();
}

/* Only Massachusetts Blackjack lets the cards lie face down: MBJ-5(j). */
lm_status lm_may_idle(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (t->seated) return lm_refuse(k, LM_WHY_PLAYERS_HERE);
    return a->yes && lm_is_free_bet(k) ? lm_refuse(k, LM_WHY_VERB) : lm_accept();
}

void lm_do_idle(lm_table *t, const lm_step *s, const lm_action *a)
{
    lm_forget_cards(t);
    t->idle = 1;
    t->face_down = a->yes;
    t->asked = t->burns = t->cover_seen = t->first_in = t->fresh = 0;
    t->cause = LM_NEW_GAME;
    for (int i = 0; i < LM_PACKS; i++) {
        if (t->place[i] == LM_IN_PLAY) t->place[i] = LM_SPREAD_OUT;
    }
    if (lm_is_double_shoe(s->k)) t->pack = 0;
    LM_TELL(s, .kind = LM_EV_IDLE, .n = a->yes, .clause = lm_by_document(s->k, "MFB-4(h)", "MBJ-5(j)"));
    lm_enter_stage(t, s, LM_TO_VIEW);
}

/* A batch that was stored while the table lay idle is shown on request, until it is cut: MFB-4(h)(2).2. */
lm_status lm_may_request_spread(const lm_table *t, const lm_rules *k, lm_action *a)
{
    bool can_be = t->idle && lm_alternates(k) && lm_uses_device(t, k) && !t->asked;
    if (!can_be) return lm_refuse(k, LM_WHY_NO_REQUEST);
    return lm_is_seated(t, k, a->box) ? lm_accept() : lm_refuse(k, LM_WHY_NOT_SEATED);
}

void lm_do_request_spread(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->asked = 1;
    LM_TELL(s, .kind = LM_EV_REQUEST_SPREAD, .box = a->box,
            .clause = lm_by_document(s->k, "MFB-4(h)(2).2", "MBJ-5(j)(2)"));
    if (t->stage == LM_TO_CUT) lm_spread_stored(t, s);
}

/* The batch that came out of the device is looked at and shuffled again before it is dealt. */
void lm_spread_stored(lm_table *t, const lm_step *s)
{
    t->idle = t->asked = 0;
    t->place[t->pack] = LM_SPREAD_OUT;
    lm_enter_stage(t, s, LM_TO_SPREAD);
}

lm_status lm_may_hours(const lm_table *t, const lm_rules *k, lm_action *a)
{
    a->least_count = t->hours;
    a->most_count = UINT16_MAX;
    a->step_cents = 1;
    return lm_accept();
}

/* The caller counts the hours; the table only knows their limit: MFB-2(c). */
void lm_do_hours(lm_table *t, const lm_step *s, const lm_action *a)
{
    t->hours = (uint16_t)a->count;
    bool due = lm_is_free_bet(s->k) && t->hours >= s->k->deck_hours;
    if (due) LM_TELL(s, .kind = LM_EV_PROMPT, .how = LM_PROMPT_OLD_DECKS, .clause = "MFB-2(c)");
}

bool lm_decks_are_old(const lm_table *t, const lm_rules *k)
{
    return lm_is_free_bet(k) && t->hours > k->deck_hours;
}

lm_status lm_may_change_decks(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (t->paused) return lm_refuse(k, LM_WHY_IN_ROUND);
    bool nothing_there = t->stage == LM_TO_DELIVER && t->place[0] == LM_AWAY;
    return nothing_there ? lm_refuse_stage(t, k) : lm_accept();
}

void lm_do_change_decks(lm_table *t, const lm_step *s, const lm_action *a)
{
    lm_forget_cards(t);
    memset(t->place, LM_AWAY, sizeof t->place);
    memset(t->sat_out, 0, sizeof t->sat_out);
    t->hours = 0;
    t->pack = t->burns = t->idle = t->face_down = t->asked = t->undealt = 0;
    t->opening = t->fresh = t->cover_seen = 0;
    t->cause = t->seated ? LM_ORDERED : LM_NEW_GAME;
    LM_TELL(s, .kind = LM_EV_CHANGE_DECKS, .clause = lm_by_document(s->k, "MFB-2(c)", NULL));
    lm_enter_stage(t, s, LM_TO_DELIVER);
}
