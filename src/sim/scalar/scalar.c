/* scalar.c - the reference of all backends: lm_round plays every round, and the tallies are read from it. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "tally.h"

static void tally_sides(const driver *d, lm_sim_tally *tally)
{
    const lm_round *r = &d->round;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->state != LM_BET_DECIDED) continue;
        tally_bets(&tally->wager[bet->slot - LM_SIDE], bet->stake, bet->net, bet->outcome, 1);
    }
}

/* Returns the net of insurance. */
static lm_cents tally_insurance(const driver *d, uint8_t box, lm_sim_tally *tally)
{
    lm_cents stake = 0;
    for (int n = 0; n < LM_SPOTS; n++)
        stake += d->round.box[box - 1].insured[LM_DECIDER][n];
    if (!stake) return 0;
    lm_cents net = lm_round_net(&d->round, (lm_spot){ .box = box, .wager = LM_INSURANCE, .n = LM_ALL_SPOTS });
    tally_bets(&tally->wager[LM_SIM_INSURANCE], stake, net, net > 0, 1);
    return net;
}

static void tally_detail(const driver *d, uint8_t box, lm_sim_detail *detail)
{
    const lm_box *b = &d->round.box[box - 1];
    detail->blackjacks += lm_two_blackjack(b->first[0], b->first[1]);
    for (int h = 0; h < b->hands; h++)
        detail->busts += (b->hand[h].marks & LM_WENT_BUST) != 0;
}

static void tally_hands(const driver *d, uint8_t box, lm_cents net, lm_sim_hands *hands)
{
    const lm_box *b = &d->round.box[box - 1];
    tally_add_hand(d->job,
                   &(tally_hand){ .first = lm_card_value(b->first[0]),
                                  .second = lm_card_value(b->first[1]),
                                  .up = lm_card_value(d->round.dealer.card[0]),
                                  .count = d->count_at_bet,
                                  .gone = d->shoe[d->round.shoe_side].discards,
                                  .initial_cents = d->bet_cents * d->spots,
                                  .staked_cents = d->staked_cents[box - 1],
                                  .net_cents = net },
                   hands);
}

static void tally_seat(const driver *d, uint8_t box, lm_cents net, lm_sim_main *main)
{
    const lm_box *b = &d->round.box[box - 1];
    main->initial_cents += (uint64_t)(d->bet_cents * d->spots);
    main->staked_cents += (uint64_t)d->staked_cents[box - 1];
    main->net_cents += net;
    lm_sim_wide_add(&main->seat_squares, lm_sim_wide_square(net));
    main->win += net > 0;
    main->push += net == 0;
    main->lose += net < 0;
    main->hands += b->hands;
    main->lammers[b->lammers]++;
}

lm_cents scalar_main_net(const driver *d, uint8_t box)
{
    return lm_round_net(&d->round, (lm_spot){ .box = box, .wager = LM_MAIN, .n = LM_ALL_SPOTS });
}

static void tally_round(const driver *d, lm_sim_tally *tally, lm_sim_hands *hands)
{
    lm_cents total = 0;
    tally->main.rounds++;
    if (d->watches) return;
    for (uint8_t box = 1; box <= d->job->seats; box++) {
        lm_cents net = scalar_main_net(d, box);
        total += net;
        tally_seat(d, box, net, &tally->main);
        tally_detail(d, box, &tally->detail);
        lm_sim_wide_add(&tally->detail.purse_squares, lm_sim_wide_square(net + tally_insurance(d, box, tally)));
        if (hands) tally_hands(d, box, net, hands);
    }
    lm_sim_wide_add(&tally->main.round_squares, lm_sim_wide_square(total));
    if (d->round.sides) tally_sides(d, tally);
    tally->detail.dealer_blackjacks += lm_dealer_blackjack(&d->round);
}

void scalar_tally_main(const driver *d, lm_sim_tally *tally, lm_sim_hands *hands)
{
    lm_sim_tally round = { .main = { 0 } };
    tally_round(d, &round, hands);
    memset(round.wager, 0, LM_OFFERS * sizeof *round.wager);
    lm_sim_tally_add(tally, &round);
}

static driver *open_table(const lm_sim_job *job)
{
    driver *d = malloc(sizeof *d);
    if (!d) abort();
    driver_open(d, job);
    return d;
}

void scalar_run_from(const lm_sim_job *job, uint64_t first, uint64_t skipped, uint64_t rounds, lm_sim_tally *tally,
                     lm_sim_hands *hands)
{
    driver *d = open_table(job);
    for (uint64_t i = 0; i < rounds; i++) {
        if (i == skipped) memset(&d->detail, 0, sizeof d->detail);
        if (!driver_play(d, first + i)) break;
        if (i >= skipped) tally_round(d, tally, hands);
    }
    lm_sim_tally_add(tally, &(lm_sim_tally){ .detail = d->detail });
    free(d);
}

static void run_scalar(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_tally *tally, lm_sim_hands *hands)
{
    scalar_run_from(job, first, 0, rounds, tally, hands);
}

static void each_scalar(const lm_sim_job *job, uint64_t first, uint64_t rounds, lm_sim_round *out)
{
    driver *d = open_table(job);
    for (uint64_t i = 0; i < rounds; i++) {
        if (!driver_play(d, first + i)) break;
        const lm_box *box = &d->round.box[0];
        out[i] = (lm_sim_round){ .net_cents = d->watches ? 0 : (int32_t)scalar_main_net(d, 1),
                                 .staked_cents = d->watches ? 0 : (int32_t)d->staked_cents[0],
                                 .hands = box->hands,
                                 .lammers = box->lammers };
    }
    free(d);
}

const lm_sim_backend lm_sim_scalar = {
    .name = "scalar",
    .block = 64 * LM_SIM_SESSION,
    .has_by_hand = true,
    .has_hands = true,
    .run = run_scalar,
    .each = each_scalar,
};
