/* meters.c - the progressive meters of a script's table: fed, called, confirmed and paid.
 *
 * The dealer's part is automatic: START GAME with the deal, the hand button when a prize is won, END GAME before the
 * next round. Staff act by the `confirm` lines: a supervisor's confirmation, then a card. */
#include "table.h"

static int place_of(const lm_side_bet *bet)
{
    return bet->box_bettor; /* LM_PLACE */
}

static const lm_offer *offer_of(const script_table *t, const lm_side_bet *bet)
{
    return &t->profile.rules.offer[bet->slot - LM_SIDE];
}

void meters_hear(void *table, const lm_meter_news *news)
{
    script_table *t = table;
    t->news = lm_room(t->news, t->now.news, &t->news_room, sizeof *t->news);
    t->news[t->now.news++] = (lm_dated_news){ t->now.heard, *news };
}

static void note(script_table *t, lm_meter_act act, uint8_t slot, lm_role role, const lm_meter_entry *entry)
{
    meters_hear(t, &(lm_meter_news){ act, slot, (uint8_t)role, *entry });
}

/* Presses END GAME before the next round. */
script_result meters_end(script_table *t, const script_command *c)
{
    for (int game = 0; game < t->now.dealer.meters.games; game++) {
        if (lm_meters_state(&t->now.dealer.meters, game) < LM_GAME_LOCKED) continue;
        lm_meter_status status = lm_meters_end(&t->now.dealer.meters, game);
        if (lm_meter_ok(status)) continue;
        return script_fails(t, c, "END GAME is refused: %s (%s)", lm_meter_why_text(status.why), status.clause);
    }
    return SCRIPT_DONE;
}

/* The game whose prize the round waits for; -1 if it does not wait for a prize from a meter. */
static int waiting_game(const script_table *t, const lm_side_bet **bet)
{
    const lm_round *r = &t->now.dealer.table.round;
    lm_turn turn = lm_round_turn(r, &t->profile.rules);
    if (r->phase != LM_AWARDING || r->awaiting) return -1;
    for (int i = 0; i < r->sides; i++) {
        *bet = &r->side[i];
        if (place_of(*bet) == LM_PLACE(turn.box, turn.bettor) && (*bet)->slot == turn.wager)
            return lm_meters_game(&t->now.dealer.meters, turn.wager);
    }
    return -1;
}

static script_result refuse_by_meter(script_table *t, lm_meter_status status)
{
    table_refuse(t, lm_meter_why_text(status.why), status.clause);
    return SCRIPT_REFUSED;
}

/* Pays the prize in the round with the amount from the meter. */
static script_result pay_prize(script_table *t, const script_command *c, const lm_side_bet *bet, lm_cents amount,
                               bool must_hit)
{
    return script_do(t, c,
                     (lm_action){ .verb = LM_AWARD,
                                  .box = bet->box_bettor / LM_BETTORS,
                                  .bettor = bet->box_bettor % LM_BETTORS,
                                  .wager = bet->slot,
                                  .yes = must_hit,
                                  .amount_cents = amount });
}

static bool is_shared_equally(const script_table *t, int game, const lm_side_bet *bet)
{
    lm_odds pays = offer_of(t, bet)->pays[bet->outcome];
    int m = lm_meters_index(&t->now.dealer.meters, game, pays);
    return m >= 0 && t->now.dealer.meters.meter[m].sharing == LM_EQUAL;
}

/* Confirms the award that is next. Where winners share a meter equally, this is the first award that is not confirmed
 * yet. */
static lm_meter_status confirm_next(script_table *t, int game, const lm_side_bet *bet, lm_role role)
{
    const lm_side_bet *confirmed = bet;
    lm_meters *meters = &t->now.dealer.meters;
    const lm_round *r = &t->now.dealer.table.round;
    lm_meter_status status = lm_meters_confirm(meters, game, place_of(bet), role);
    for (int i = 0; i < r->sides && status.why == LM_METER_WHY_CONFIRMED && is_shared_equally(t, game, bet); i++) {
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

/* First the supervisor's confirmation, then the card that pays. */
script_result run_confirm(script_table *t, const script_command *c)
{
    const lm_side_bet *bet = NULL;
    int game = waiting_game(t, &bet);
    lm_role role = (lm_role)c->action.n;
    if (game < 0) return script_do(t, c, c->action);
    lm_meter_status confirmed = confirm_next(t, game, bet, role);
    if (lm_meter_ok(confirmed)) return SCRIPT_DONE;
    if (confirmed.why != LM_METER_WHY_CONFIRMED) return refuse_by_meter(t, confirmed);
    lm_meter_entry entry;
    lm_meter_status paid = lm_meters_card(&t->now.dealer.meters, game, place_of(bet), role, &entry);
    if (!lm_meter_ok(paid)) return refuse_by_meter(t, paid);
    note(t, LM_METER_ACT_PAID, bet->slot, role, &entry);
    return pay_prize(t, c, bet, entry.amount_cents, false);
}

static lm_meter *meter_named(script_table *t, const script_command *c)
{
    int i = lm_meters_find(&t->now.dealer.meters, c->word[0]);
    if (i >= 0) return &t->now.dealer.meters.meter[i];
    const char *names[LM_METERS];
    char hint[LM_MEANT_TEXT];
    int n = t->now.dealer.meters.meters;
    for (i = 0; i < n; i++)
        names[i] = lm_meter_name((lm_meter_kind)t->now.dealer.meters.meter[i].kind);
    script_complain(t->script, c, /* say:script-no-meter */ "\"%s\" is not a meter of this table%s", c->word[0],
                    lm_words_meant(lm_words_nearest_of(c->word[0], names, n), hint));
    return NULL;
}

script_result run_meter(script_table *t, const script_command *c)
{
    lm_meter *meter = meter_named(t, c);
    lm_meter_entry entry;
    if (!meter) return SCRIPT_BAD;
    if (!c->expects) {
        lm_meter_status status =
            lm_meter_adjust(meter, LM_ACCOUNT_SHOWN, c->action.amount_cents, LM_REASON_SETUP, &entry);
        return lm_meter_ok(status) ? SCRIPT_DONE : refuse_by_meter(t, status);
    }
    if (meter->shown_cents == c->action.amount_cents) return SCRIPT_DONE;
    return script_fails(t, c, "expected meter %s = %s, got %s", c->word[0], lm_dollars(c->action.amount_cents).text,
                        lm_dollars(meter->shown_cents).text);
}

/* The index of a place among the bettors whose wager is lit. */
static int winner_of(const script_table *t, int game, int place)
{
    int before = 0;
    for (int i = 0; i < place; i++)
        before += (t->now.dealer.meters.game[game].lit >> i & 1u) != 0;
    return before;
}

/* Lets the must-hit prize reach its trigger, and draws this box. */
script_result run_must_hit(script_table *t, const script_command *c)
{
    const lm_round *r = &t->now.dealer.table.round;
    int m = lm_meters_find(&t->now.dealer.meters, "super4.musthit");
    int place = LM_PLACE(c->action.box, c->action.bettor);
    for (int i = 0; m >= 0 && i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (place_of(bet) != place || !offer_of(t, bet)->wager->must_hit.rule) continue;
        int game = lm_meters_game(&t->now.dealer.meters, bet->slot);
        lm_meter *meter = &t->now.dealer.meters.meter[m];
        lm_meter_entry entry;
        meter->trigger_cents = meter->shown_cents; /* the script decides instead of a hidden draw */
        lm_meter_status status =
            lm_meters_hit(&t->now.dealer.meters, game, winner_of(t, game, place), meter->terms.limit_cents, &entry);
        if (!lm_meter_ok(status)) return refuse_by_meter(t, status);
        note(t, LM_METER_ACT_HIT, bet->slot, LM_ROLE_DEALER, &entry);
        return pay_prize(t, c, bet, entry.amount_cents, true);
    }
    table_refuse(t, "only a Super 4 bettor of this round wins the must-hit prize", "MBJ-19(m).1");
    return SCRIPT_REFUSED;
}
