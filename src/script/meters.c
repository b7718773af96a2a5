/* meters.c - the progressive meters of a script's table: fed, called, confirmed and paid as it goes.
 *
 * The dealer's part happens by itself: START GAME with the deal, the hand button when a prize is won, END GAME
 * before the next round. People's part are the `confirm` lines: a supervisor's confirmation, then a card. */
#include <stdlib.h>
#include <string.h>

#include "table.h"

static int place_of(const lm_side_bet *bet)
{
    return bet->box_bettor; /* LM_PLACE */
}

static const lm_wager *wager_of(const script_table *t, const lm_side_bet *bet)
{
    return t->profile.rules.offer[bet->slot - LM_SIDE].wager;
}

void meters_start(script_table *t)
{
    lm_meters_open(&t->now.meters, &t->profile.rules, 1);
    for (int i = 0; i < t->now.meters.meters; i++) {
        lm_meter *meter = &t->now.meters.meter[i];
        if (meter->kind == LM_METER_MUST_HIT) lm_meter_arm(meter, meter->terms.limit_cents);
    }
}

static script_result went_wrong(script_table *t, const script_command *c, lm_meter_status status)
{
    script_complain(t->script, c, "internal error: a meter refuses: %s (%s)", lm_meter_why_text(status.why),
                    status.clause ? status.clause : "no clause");
    return SCRIPT_BAD;
}

static void note(script_table *t, lm_meter_act act, uint8_t slot, lm_role role, const lm_meter_entry *entry)
{
    if (t->now.news == t->news_room) {
        t->news_room = t->news_room ? 2 * t->news_room : 16;
        t->news = realloc(t->news, (size_t)t->news_room * sizeof *t->news);
        if (!t->news) script_out_of_memory("what the meters do");
    }
    t->news[t->now.news++] = (lm_dated_news){ t->now.heard, { act, slot, (uint8_t)role, *entry } };
}

/* The dealer presses the hand button for every prize that was just won from a meter. */
static script_result call_awards(script_table *t, const script_command *c)
{
    const lm_side_bet *bet;
    while ((bet = lm_meters_uncalled(&t->now.meters, &t->now.table.round))) {
        lm_meter_status status = lm_meters_call_bet(&t->now.meters, &t->profile.rules, bet);
        if (!lm_meter_ok(status)) return went_wrong(t, c, status);
        lm_meter_entry called = lm_meters_award_of(&t->now.meters, &t->profile.rules, bet);
        note(t, LM_METER_ACT_CALLED, bet->slot, LM_ROLE_DEALER, &called);
    }
    return SCRIPT_DONE;
}

/* Fixed awards that this house pays from the meter. */
static void pay_fixed(script_table *t, int from)
{
    for (int i = from; i < t->now.heard; i++) {
        const lm_event *e = &t->event[i];
        int game = lm_meters_pays_fixed(&t->now.meters, &t->profile.rules, e);
        lm_meter_entry entry;
        if (game < 0) continue;
        lm_meters_fixed(&t->now.meters, game, LM_PLACE(e->box, e->bettor), e->amount_cents, &entry);
        note(t, LM_METER_ACT_FIXED, e->wager, LM_ROLE_DEALER, &entry);
    }
}

/* A spot whose light goes out had its stake refunded. */
static void refund_void(script_table *t)
{
    lm_meters before = t->now.meters;
    if (!lm_meters_refund_void(&t->now.meters, &t->now.table.round)) return;
    for (int game = 0; game < before.games; game++) {
        uint32_t gone = before.game[game].lit & ~t->now.meters.game[game].lit;
        for (uint8_t place = 0; place < 32; place++) {
            lm_meter_entry entry = { .place = place };
            if (gone >> place & 1u)
                note(t, LM_METER_ACT_REFUNDED, before.game[game].slot, LM_ROLE_DEALER, &entry);
        }
    }
}

script_result meters_after(script_table *t, const script_command *c, const lm_action *action, int heard)
{
    if (!t->now.meters.games || action->verb >= LM_VERB_COUNT) return SCRIPT_DONE;
    if (action->verb == LM_DEAL) {
        lm_meter_status status = lm_meters_deal(&t->now.meters, &t->now.table.round);
        return lm_meter_ok(status) ? SCRIPT_DONE : went_wrong(t, c, status);
    }
    pay_fixed(t, heard);
    refund_void(t);
    return call_awards(t, c);
}

/* END GAME, before the next round. */
script_result meters_end(script_table *t, const script_command *c)
{
    for (int game = 0; game < t->now.meters.games; game++) {
        if (lm_meters_state(&t->now.meters, game) < LM_GAME_LOCKED) continue;
        lm_meter_status status = lm_meters_end(&t->now.meters, game);
        if (lm_meter_ok(status)) continue;
        script_complain(t->script, c, "END GAME is refused: %s (%s)", lm_meter_why_text(status.why),
                        status.clause);
        return SCRIPT_FAILED;
    }
    return SCRIPT_DONE;
}

/* The prize that the round waits for, by its game; -1 when it waits for none from a meter. */
static int waiting_game(const script_table *t, const lm_side_bet **bet)
{
    const lm_round *r = &t->now.table.round;
    lm_turn turn = lm_round_turn(r, &t->profile.rules);
    if (r->phase != LM_AWARDING || r->awaiting) return -1;
    for (int i = 0; i < r->sides; i++) {
        *bet = &r->side[i];
        if (place_of(*bet) == LM_PLACE(turn.box, turn.bettor) && (*bet)->slot == turn.wager) {
            return lm_meters_game(&t->now.meters, turn.wager);
        }
    }
    return -1;
}

static script_result refuse(script_table *t, lm_meter_status status)
{
    table_refuse(t, lm_meter_why_text(status.why), status.clause);
    return SCRIPT_REFUSED;
}

/* Pays the prize in the round as the card has paid it from the meter. */
static script_result pay_prize(script_table *t, const script_command *c, const lm_side_bet *bet,
                               lm_cents amount)
{
    return script_do(t, c,
                     (lm_action){ .verb = LM_AWARD,
                                  .box = bet->box_bettor / LM_BETTORS,
                                  .bettor = bet->box_bettor % LM_BETTORS,
                                  .wager = bet->slot,
                                  .amount_cents = amount });
}

static bool is_shared_equally(const script_table *t, int game, const lm_side_bet *bet)
{
    lm_odds pays = t->profile.rules.offer[bet->slot - LM_SIDE].pays[bet->outcome];
    int m = lm_meters_index(&t->now.meters, game, pays);
    return m >= 0 && t->now.meters.meter[m].sharing == LM_EQUAL;
}

/* Confirms the award that is next; of those who share a meter equally, the first whose award is not yet. */
static lm_meter_status confirm_next(script_table *t, int game, const lm_side_bet *bet, lm_role role)
{
    const lm_side_bet *confirmed = bet;
    lm_meters *meters = &t->now.meters;
    const lm_round *r = &t->now.table.round;
    lm_meter_status status = lm_meters_confirm(meters, game, place_of(bet), role);
    for (int i = 0; i < r->sides && status.why == LM_METER_WHY_CONFIRMED && is_shared_equally(t, game, bet);
         i++) {
        const lm_side_bet *other = &r->side[i];
        if (other->slot == bet->slot && other->state == LM_BET_HELD && other != bet) {
            status = lm_meters_confirm(meters, game, place_of(other), role);
            confirmed = other;
        }
    }
    lm_meter_entry entry = lm_meters_award_of(meters, &t->profile.rules, confirmed);
    if (lm_meter_ok(status)) note(t, LM_METER_ACT_CONFIRMED, bet->slot, role, &entry);
    return status;
}

/* First the supervisor's confirmation, then the card: three acts with the dealer's call, two people. */
script_result run_confirm(script_table *t, const script_command *c)
{
    const lm_side_bet *bet = NULL;
    int game = waiting_game(t, &bet);
    if (game < 0) return script_do(t, c, (lm_action){ .verb = LM_CONFIRM, .n = c->role });
    lm_meter_status confirmed = confirm_next(t, game, bet, (lm_role)c->role);
    if (lm_meter_ok(confirmed)) return SCRIPT_DONE;
    if (confirmed.why != LM_METER_WHY_CONFIRMED) return refuse(t, confirmed);
    lm_meter_entry entry;
    lm_meter_status paid = lm_meters_card(&t->now.meters, game, place_of(bet), (lm_role)c->role, &entry);
    if (!lm_meter_ok(paid)) return refuse(t, paid);
    note(t, LM_METER_ACT_PAID, bet->slot, (lm_role)c->role, &entry);
    return pay_prize(t, c, bet, entry.amount_cents);
}

static lm_meter *meter_named(script_table *t, const script_command *c)
{
    int i = lm_meters_find(&t->now.meters, c->word[0]);
    if (i >= 0) return &t->now.meters.meter[i];
    script_complain(t->script, c, /* say:script-no-meter */ "this table has no meter %s", c->word[0]);
    return NULL;
}

script_result run_meter(script_table *t, const script_command *c)
{
    lm_meter *meter = meter_named(t, c);
    lm_meter_entry entry;
    if (!meter) return SCRIPT_BAD;
    if (!c->expects) {
        lm_meter_status status =
            lm_meter_adjust(meter, LM_ACCOUNT_SHOWN, c->amount.cents, LM_REASON_SETUP, &entry);
        return lm_meter_ok(status) ? SCRIPT_DONE : refuse(t, status);
    }
    if (meter->shown_cents == c->amount.cents) return SCRIPT_DONE;
    char wanted[24], got[24];
    lm_cents_write(c->amount.cents, wanted);
    lm_cents_write(meter->shown_cents, got);
    script_complain(t->script, c, "expected meter %s = %s, got %s", c->word[0], wanted, got);
    return SCRIPT_FAILED;
}

/* Which of the round's bettors is drawn: the seat's place among the lit ones. */
static int winner_of(const script_table *t, int game, int place)
{
    int before = 0;
    for (int i = 0; i < place; i++)
        before += (t->now.meters.game[game].lit >> i & 1u) != 0;
    return before;
}

/* Chance drew this seat: the must-hit prize has come to its trigger. */
script_result run_must_hit(script_table *t, const script_command *c)
{
    const lm_round *r = &t->now.table.round;
    int m = lm_meters_find(&t->now.meters, "super4.musthit");
    int place = LM_PLACE(c->seat.box, c->seat.bettor);
    for (int i = 0; m >= 0 && i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (place_of(bet) != place || !wager_of(t, bet)->must_hit.rule) continue;
        int game = lm_meters_game(&t->now.meters, bet->slot);
        lm_meter *meter = &t->now.meters.meter[m];
        lm_meter_entry entry;
        meter->trigger_cents = meter->shown_cents; /* the script's chance, instead of a hidden draw */
        lm_meter_status status =
            lm_meters_hit(&t->now.meters, game, winner_of(t, game, place), meter->terms.limit_cents, &entry);
        if (!lm_meter_ok(status)) return refuse(t, status);
        note(t, LM_METER_ACT_HIT, bet->slot, LM_ROLE_DEALER, &entry);
        return script_do(t, c,
                         (lm_action){ .verb = LM_AWARD,
                                      .box = c->seat.box,
                                      .bettor = c->seat.bettor,
                                      .wager = bet->slot,
                                      .yes = 1,
                                      .amount_cents = entry.amount_cents });
    }
    table_refuse(t, "only a Super 4 bettor of this round wins the must-hit prize", "MBJ-19(m).1");
    return SCRIPT_REFUSED;
}
