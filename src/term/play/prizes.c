/* prizes.c - amounts that do not come from the cards: progressive meters, and what a display shows.
 *
 * Here dealer, supervisor and executive are of one mind: an award is called, confirmed and paid at once. */
#include <stdlib.h>

#include "lammer/irregular.h"
#include "play.h"

static bool settled(solo_table *p, lm_meter_status status)
{
    return lm_meter_ok(status) || solo_refuse(p, "a meter refuses: %s", lm_meter_why_text(status.why));
}

static uint32_t below(void *self, uint32_t bound)
{
    return chance_below(self, bound);
}

void solo_prizes_open_meters(solo_table *p)
{
    lm_meters *meters = &p->now.meters;
    lm_meters_open(meters, p->rules, 1);
    for (int i = 0; i < meters->meters; i++) {
        if (meters->meter[i].kind == LM_METER_MUST_HIT)
            lm_meter_arm(&meters->meter[i],
                         lm_meter_draw_trigger(&meters->meter[i], 0, below, &p->now.chance));
    }
}

static void note(solo_table *p, lm_meter_act act, uint8_t slot, lm_role role, lm_meter_entry entry)
{
    if (p->news_n == p->news_room) {
        p->news_room = p->news_room ? 2 * p->news_room : 16;
        p->news = realloc(p->news, (size_t)p->news_room * sizeof *p->news);
        if (!p->news) term_out_of_memory("what the meters do");
    }
    p->news[p->news_n++] = (lm_dated_news){ p->events, { act, slot, (uint8_t)role, entry } };
}

/* Fixed awards that this house pays from the meter. */
static void pay_fixed(solo_table *p, int from)
{
    for (int i = from; i < p->events; i++) {
        const lm_event *e = &p->event[i];
        int game = lm_meters_pays_fixed(&p->now.meters, p->rules, e);
        lm_meter_entry entry;
        if (game < 0) continue;
        lm_meters_fixed(&p->now.meters, game, LM_PLACE(e->box, e->bettor), e->amount_cents, &entry);
        note(p, LM_METER_ACT_FIXED, e->wager, LM_ROLE_DEALER, entry);
    }
}

/* The dealer calls every award that waits, and a supervisor confirms it. */
static bool call_awards(solo_table *p)
{
    lm_meters *meters = &p->now.meters;
    const lm_side_bet *bet;
    while ((bet = lm_meters_uncalled(meters, &p->now.table.round))) {
        int game = lm_meters_game(meters, bet->slot);
        if (!settled(p, lm_meters_call_bet(meters, p->rules, bet))) return false;
        note(p, LM_METER_ACT_CALLED, bet->slot, LM_ROLE_DEALER, lm_meters_award_of(meters, p->rules, bet));
        if (!settled(p, lm_meters_confirm(meters, game, bet->box_bettor, LM_ROLE_SUPERVISOR))) return false;
        note(p, LM_METER_ACT_CONFIRMED, bet->slot, LM_ROLE_SUPERVISOR,
             lm_meters_award_of(meters, p->rules, bet));
    }
    return true;
}

bool solo_prizes_after(solo_table *p, const lm_action *action, int heard)
{
    if (!p->now.meters.games || action->verb >= LM_VERB_COUNT) return true;
    if (action->verb == LM_DEAL) return settled(p, lm_meters_deal(&p->now.meters, &p->now.table.round));
    pay_fixed(p, heard);
    lm_meters_refund_void(&p->now.meters, &p->now.table.round);
    return call_awards(p);
}

/* A display that can show nothing has failed: MBJ-15(p). */
static bool show(solo_table *p, lm_action award)
{
    lm_action failed = { .verb = LM_IRREGULAR, .n = LM_IR_BONUS_FAILED, .box = award.box };
    return solo_apply(p, award.amount_cents ? award : failed);
}

bool solo_prizes_award(solo_table *p, lm_turn turn)
{
    lm_action award = { .verb = LM_AWARD, .box = turn.box, .bettor = turn.bettor, .wager = turn.wager };
    if (p->rules->offer[turn.wager - LM_SIDE].wager->amount_is_shown) {
        const lm_side_bet *bet = lm_round_side(&p->now.table.round, turn.box, turn.bettor, turn.wager);
        award.amount_cents = bet ? lm_shown_draw(p->rules, bet->stake, below, &p->now.chance) : 0;
        return show(p, award);
    }
    lm_meter_entry entry;
    int game = lm_meters_game(&p->now.meters, turn.wager);
    if (!settled(p, lm_meters_card(&p->now.meters, game, LM_PLACE(turn.box, turn.bettor), LM_ROLE_EXECUTIVE,
                                   &entry)))
        return false;
    note(p, LM_METER_ACT_PAID, turn.wager, LM_ROLE_EXECUTIVE, entry);
    award.amount_cents = entry.amount_cents;
    return solo_apply(p, award);
}

/* One bettor of the round is drawn when the prize has come to its trigger (MBJ-19(m).1). */
static bool award_must_hit(solo_table *p, int game)
{
    lm_meters *meters = &p->now.meters;
    const lm_meter *due = lm_meters_due(meters, game);
    if (!due) return true;
    lm_meter_entry entry;
    uint32_t lit = (uint32_t)__builtin_popcount(meters->game[game].lit);
    int winner = (int)chance_below(&p->now.chance, lit);
    lm_cents next_trigger = lm_meter_draw_trigger(due, lm_meter_next_start(due), below, &p->now.chance);
    if (!settled(p, lm_meters_hit(meters, game, winner, next_trigger, &entry))) return false;
    note(p, LM_METER_ACT_HIT, meters->game[game].slot, LM_ROLE_DEALER, entry);
    return solo_apply(p, (lm_action){ .verb = LM_AWARD,
                                      .box = entry.place / LM_BETTORS,
                                      .bettor = entry.place % LM_BETTORS,
                                      .wager = meters->game[game].slot,
                                      .yes = 1,
                                      .amount_cents = entry.amount_cents });
}

/* The end of every game that this round started: the must-hit prize, then END GAME. */
bool solo_prizes_end(solo_table *p)
{
    lm_meters *meters = &p->now.meters;
    for (int game = 0; game < meters->games; game++) {
        if (lm_meters_state(meters, game) < LM_GAME_LOCKED) continue;
        if (!award_must_hit(p, game) || !settled(p, lm_meters_end(meters, game))) return false;
    }
    return true;
}
