/* chips.c - moves chips after the bet, and removes cards and lammers from the layout. */
#include "step.h"

void lm_lay(lm_step *s, lm_cents amount)
{
    s->r->felt_cents += amount;
}

static void book(lm_step *s, lm_where at, lm_cents gain)
{
    if (at.wager == LM_MAIN) {
        lm_cents32 *net = &lm_box_at(s->r, at.box)->net[at.bettor][at.spot];
        *net = (lm_cents32)(*net + gain);
    }
}

#define TELL_MONEY(s, event, at, amount)                                                                               \
    LM_TELL(s, .kind = (event), .box = (at).box, .bettor = (at).bettor, .wager = (at).wager, .hand = (at).hand,        \
            .n = (at).spot, .how = (at).cause, .amount_cents = (amount))

void lm_take(lm_step *s, lm_where at, lm_cents amount)
{
    if (!amount) return;
    s->r->felt_cents -= amount;
    s->r->tray_cents += amount;
    book(s, at, -amount);
    TELL_MONEY(s, LM_EV_TAKE, at, amount);
}

void lm_give_back(lm_step *s, lm_where at, lm_cents amount)
{
    if (!amount) return;
    s->r->felt_cents -= amount;
    TELL_MONEY(s, LM_EV_GIVE_BACK, at, amount);
}

void lm_pay(lm_step *s, lm_where at, lm_cents amount)
{
    if (!amount) return;
    s->r->tray_cents -= amount;
    book(s, at, amount);
    TELL_MONEY(s, LM_EV_PAY, at, amount);
}

lm_cents lm_round_chip(const lm_rules *k)
{
    return k->round_up ? k->chip_unit : 0;
}

void lm_clear_cards(lm_step *s, uint8_t box, uint8_t h, lm_cite_id step)
{
    lm_hand *hand = &lm_box_at(s->r, box)->hand[h];
    if (hand->marks & LM_CARDS_GONE) return;
    hand->marks |= LM_CARDS_GONE;
    LM_TELL(s, .kind = LM_EV_CLEAR, .box = box, .hand = (uint8_t)(h + 1), .clause = lm_cite(s->k, step));
}

/* Cards of a settled hand stay under an optional wager that still needs the box: MFB-6(h)(1).2, MBJ-27(f). */
void lm_clear_or_tuck(lm_step *s, uint8_t box, uint8_t h)
{
    if (!lm_has_undecided_side(s->r, box)) {
        lm_clear_cards(s, box, h, LM_CITE_NOTHING);
        return;
    }
    lm_box_at(s->r, box)->tucked = 1;
    LM_TELL(s, .kind = LM_EV_TUCK, .box = box, .hand = (uint8_t)(h + 1));
}

int lm_lammers_on(const lm_hand *hand)
{
    return !!(hand->marks & LM_FREE_HAND) + !!(hand->marks & LM_FREE_DOUBLE);
}

void lm_remove_lammers(lm_step *s, uint8_t box, uint8_t h)
{
    const lm_hand *hand = &lm_box_at(s->r, box)->hand[h];
    if (!s->ear || !lm_lammers_on(hand)) return;
    lm_event_kind kind = lm_collects_lammers(s, box) ? LM_EV_LAMMER_POT : LM_EV_LAMMER_OFF;
    static const uint8_t marks[] = { LM_FREE_HAND, LM_FREE_DOUBLE };
    for (int i = 0; i < 2; i++) {
        if (hand->marks & marks[i])
            LM_TELL(s, .kind = (uint8_t)kind, .box = box, .hand = (uint8_t)(h + 1),
                    .clause = lm_lammer_clause(s, hand, marks[i] == LM_FREE_HAND));
    }
}
