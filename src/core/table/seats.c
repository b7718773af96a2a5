/* seats.c - players take and leave boxes; a player who sat out may have to wait. */
#include "table_step.h"

void lm_take_seat(lm_table *t, uint8_t box)
{
    if (!t->seated) t->first_in = box;
    t->seated |= lm_box_bit(box);
}

lm_status lm_may_arrive(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (!lm_box_exists(k, a->box)) return lm_refuse(k, LM_WHY_BOX);
    return t->seated & lm_box_bit(a->box) ? lm_refuse(k, LM_WHY_TAKEN) : lm_accept();
}

/* Face-down cards of an idle table are turned for the player: MBJ-5(j). */
void lm_do_arrive(lm_table *t, const lm_step *s, const lm_action *a)
{
    bool first = !t->seated;
    lm_take_seat(t, a->box);
    LM_TELL(s, .kind = LM_EV_ARRIVE, .box = a->box);
    if (t->face_down) LM_TELL(s, .kind = LM_EV_FACE_UP, .box = a->box, .clause = "MBJ-5(j)");
    t->face_down = 0;
    if (first && t->stage == LM_TO_VIEW)
        LM_TELL(s, .kind = LM_EV_PROMPT, .box = a->box, .how = LM_PROMPT_VIEW, .clause = lm_stage_clause(t, s->k));
    if (first && t->stage == LM_TO_CUT) lm_offer_cut(t, s);
}

/* A player cannot leave while a wager is at stake. */
static bool has_wager(const lm_round *r, const lm_rules *k, uint8_t player)
{
    for (int i = 0; i < k->boxes; i++) {
        if (r->box[i].owner == player && r->box[i].main[LM_DECIDER][0]) return true;
    }
    return false;
}

lm_status lm_may_leave(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (!lm_is_seated(t, k, a->box)) return lm_refuse(k, LM_WHY_NOT_SEATED);
    return t->paused && has_wager(&t->round, k, a->box) ? lm_refuse(k, LM_WHY_TOUCH) : lm_accept();
}

void lm_do_leave(lm_table *t, const lm_step *s, const lm_action *a)
{
    bool was_offered = t->stage == LM_TO_CUT && lm_table_cutter(t, s->k) == a->box;
    t->seated &= (uint8_t)~lm_box_bit(a->box);
    LM_TELL(s, .kind = LM_EV_LEAVE, .box = a->box);
    if (was_offered) lm_offer_cut(t, s);
}

/* Mid-shoe entry: MFB-5(b), MBJ-3(i). */

/* The patron who bets: the player of a box, who may sit at another one, or a further bettor on it. */
static uint8_t patron_of(const lm_action *a)
{
    bool elsewhere = a->bettor == LM_DECIDER && a->player && a->player != LM_NOBODY;
    return elsewhere ? a->player : a->box;
}

bool lm_is_barred(const lm_table *t, const lm_rules *k, const lm_action *a)
{
    if (!k->mid_shoe_bar || a->verb != LM_BET || a->bettor >= LM_PATRONS) return false;
    uint8_t patron = patron_of(a);
    return lm_box_exists(k, patron) && t->sat_out[a->bettor] & lm_box_bit(patron);
}

/* A patron who did not bet has sat out, seated or not. */
void lm_mark_absent(lm_table *t, const lm_rules *k)
{
    uint8_t here[LM_PATRONS] = { 0 };
    for (uint8_t i = 1; i <= k->boxes; i++) {
        const lm_box *box = &t->round.box[i - 1];
        for (int b = 0; b < k->bettors_per_box; b++) {
            uint8_t owner = b == LM_DECIDER ? box->owner : 0, patron = i;
            if (owner && owner != LM_NOBODY) patron = owner;
            if (box->main[b][0]) here[b] |= lm_box_bit(patron);
        }
    }
    for (int b = 0; b < k->bettors_per_box; b++)
        t->sat_out[b] |= (uint8_t)(~here[b] & ((1 << k->boxes) - 1));
}

lm_status lm_may_readmit(const lm_table *t, const lm_rules *k, lm_action *a)
{
    if (!lm_box_exists(k, a->box)) return lm_refuse(k, LM_WHY_BOX);
    uint8_t barred = t->sat_out[0] | t->sat_out[1] | t->sat_out[2];
    return k->mid_shoe_bar && barred & lm_box_bit(a->box) ? lm_accept() : lm_refuse(k, LM_WHY_NOT_BARRED);
}

void lm_do_readmit(lm_table *t, const lm_step *s, const lm_action *a)
{
    for (int b = 0; b < LM_PATRONS; b++)
        t->sat_out[b] &= (uint8_t)~lm_box_bit(a->box);
    LM_TELL(s, .kind = LM_EV_READMIT, .box = a->box, .clause = lm_by_document(s->k, "MFB-5(b)(1)", "MBJ-3(i)"));
}
