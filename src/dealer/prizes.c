/* prizes.c - the effects of a round on the meters of its table, and prizes from them. */
#include "lammer/dealer.h"

static const lm_meter_status done = { LM_METER_WHY_OK, NULL };

static void tell_meter(const lm_dealer_ear *ear, lm_meter_act act, uint8_t slot, lm_role role, lm_meter_entry entry)
{
    if (!ear || !ear->news) return;
    lm_meter_news news = { act, slot, (uint8_t)role, entry };
    ear->news(ear->self, &news);
}

lm_meter_status lm_prizes_fixed(lm_meters *meters, const lm_rules *rules, const lm_event *heard, int n,
                                const lm_dealer_ear *ear)
{
    for (int i = 0; i < n; i++) {
        int game = lm_meters_pays_fixed(meters, rules, &heard[i]);
        lm_meter_entry entry;
        if (game < 0) continue;
        lm_meter_status paid =
            lm_meters_fixed(meters, game, LM_PLACE(heard[i].box, heard[i].bettor), heard[i].amount_cents, &entry);
        if (!lm_meter_ok(paid)) return paid;
        tell_meter(ear, LM_METER_ACT_FIXED, heard[i].wager, LM_ROLE_DEALER, entry);
    }
    return done;
}

/* A spot whose light goes out had its stake refunded. */
static void refund_void(lm_meters *meters, const lm_round *round, const lm_dealer_ear *ear)
{
    uint32_t lit[LM_GAMES];
    for (int game = 0; game < meters->games; game++)
        lit[game] = meters->game[game].lit;
    if (!lm_meters_refund_void(meters, round)) return;
    for (int game = 0; game < meters->games; game++) {
        uint32_t gone = lit[game] & ~meters->game[game].lit;
        for (uint8_t place = 0; place < 32; place++) {
            lm_meter_entry entry = { .place = place };
            if (gone >> place & 1u)
                tell_meter(ear, LM_METER_ACT_REFUNDED, meters->game[game].slot, LM_ROLE_DEALER, entry);
        }
    }
}

static lm_meter_status call_awards(lm_meters *meters, const lm_round *round, const lm_rules *rules, bool alone,
                                   const lm_dealer_ear *ear)
{
    const lm_side_bet *bet;
    while ((bet = lm_meters_uncalled(meters, round))) {
        lm_meter_status status = lm_meters_call_bet(meters, rules, bet);
        if (!lm_meter_ok(status)) return status;
        tell_meter(ear, LM_METER_ACT_CALLED, bet->slot, LM_ROLE_DEALER, lm_meters_award_of(meters, rules, bet));
        if (!alone) continue;
        status = lm_meters_confirm(meters, lm_meters_game(meters, bet->slot), bet->box_bettor, LM_ROLE_SUPERVISOR);
        if (!lm_meter_ok(status)) return status;
        tell_meter(ear, LM_METER_ACT_CONFIRMED, bet->slot, LM_ROLE_SUPERVISOR, lm_meters_award_of(meters, rules, bet));
    }
    return done;
}

lm_meter_status lm_prizes_follow(lm_meters *meters, const lm_round *round, const lm_rules *rules, uint8_t verb,
                                 const lm_event *heard, int n, bool alone, const lm_dealer_ear *ear)
{
    if (verb >= LM_VERB_COUNT) return done;
    if (verb == LM_DEAL) return lm_meters_deal(meters, round);
    lm_meter_status status = lm_prizes_fixed(meters, rules, heard, n, ear);
    if (!lm_meter_ok(status)) return status;
    refund_void(meters, round, ear);
    return call_awards(meters, round, rules, alone, ear);
}

lm_meter_status lm_prizes_pay(lm_meters *meters, lm_action *award, const lm_dealer_ear *ear)
{
    lm_meter_entry entry;
    lm_meter_status paid = lm_meters_card(meters, lm_meters_game(meters, award->wager),
                                          LM_PLACE(award->box, award->bettor), LM_ROLE_EXECUTIVE, &entry);
    if (!lm_meter_ok(paid)) return paid;
    tell_meter(ear, LM_METER_ACT_PAID, award->wager, LM_ROLE_EXECUTIVE, entry);
    award->amount_cents = entry.amount_cents;
    return paid;
}

static int place_of_winner(uint32_t lit, int winner)
{
    int place = 0;
    while (!(lit >> place & 1u) || winner--)
        place++;
    return place;
}

bool lm_prizes_draw_hit(const lm_meters *meters, int game, lm_random_below *below, void *self, lm_action *award)
{
    const lm_meter *due = lm_meters_due(meters, game);
    uint32_t lit = meters->game[game].lit;
    if (!due) return false;
    int place = place_of_winner(lit, (int)below(self, (uint32_t)__builtin_popcount(lit)));
    lm_cents trigger = lm_meter_draw_trigger(due, lm_meter_next_start(due), below, self);
    *award = (lm_action){ .verb = LM_AWARD,
                          .box = (uint8_t)(place / LM_BETTORS),
                          .bettor = (uint8_t)(place % LM_BETTORS),
                          .wager = meters->game[game].slot,
                          .yes = 1,
                          .least_cents = trigger,
                          .most_cents = trigger };
    return true;
}

lm_meter_status lm_prizes_hit(lm_meters *meters, lm_action *award, const lm_dealer_ear *ear)
{
    int game = lm_meters_game(meters, award->wager), place = LM_PLACE(award->box, award->bettor);
    if (game < 0) return (lm_meter_status){ LM_METER_WHY_NO_METER, NULL };
    uint32_t before = meters->game[game].lit & ((1u << place) - 1);
    lm_meter_entry entry;
    if (!(meters->game[game].lit >> place & 1u))
        return (lm_meter_status){ LM_METER_WHY_WINNER, lm_meters_why_clause(meters, game, LM_METER_WHY_WINNER) };
    lm_meter_status hit = lm_meters_hit(meters, game, __builtin_popcount(before), award->least_cents, &entry);
    if (!lm_meter_ok(hit)) return hit;
    tell_meter(ear, LM_METER_ACT_HIT, award->wager, LM_ROLE_DEALER, entry);
    award->amount_cents = entry.amount_cents;
    award->least_cents = award->most_cents = award->step_cents = 0;
    return hit;
}
