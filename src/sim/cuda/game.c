/* game.c - see game.h. */
#include "game.h"

#include <string.h>

#include "choice.h"
#include "stack.h"
#include "tally.h"

static const char *wagers_fault(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i] && i != choice_push22(job)) return "it plays the main game and Push 22, no other wager";
    }
    return NULL;
}

const char *cuda_game_refuses(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    const char *common = choice_refuses(job);
    if (common) return common;
    if (job->bet_cents % lm_rules_step(k) || job->bet_cents > LM_CENTS_MAX / CUDA_MOST_UNITS)
        return "the bet cannot be doubled in chips";
    if (k->split_21_beats) return "it does not know a two-card 21 that wins ties after a split";
    if (k->double_card != LM_DOUBLE_UP || k->late_insurance || k->buster_bonus)
        return "it does not know this variation of the game";
    return wagers_fault(job);
}

static void plan_groups(cuda_game *game)
{
    stack_plan cards;
    stack_plan_decks(&cards, (int)game->decks);
    for (uint32_t group = 0; group < CUDA_GROUPS && group * CUDA_A_WORD < game->n; group++) {
        game->product[group] = cards.product[group];
        game->threshold[group] = cards.threshold[group];
    }
}

void cuda_game_of(cuda_game *game, const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    memset(game, 0, sizeof *game);
    game->decks = (uint32_t)k->decks;
    game->n = game->decks * LM_CARDS;
    plan_groups(game);
    game->hits_soft_17 = k->dealer_soft17 == LM_SOFT17_HIT;
    game->pushes_22 = k->dealer_22 == LM_22_PUSH;
    game->ties_lose = k->ties == LM_TIES_LOSE;
    game->split_hands = (uint8_t)k->split_hands;
    game->splits_aces_again = k->resplit_aces != 0;
    game->free_splits = (uint8_t)k->free_splits;
    game->free_pairs = (uint16_t)k->free_split;
    game->push22 = choice_push22(job) >= 0;
    game->push22_limit = k->push22_limit != 0;
    choice_fill(game->act, job);
}

static lm_cents net_cents(const lm_sim_job *job, int net)
{
    if (net == CUDA_NET_BLACKJACK) return tally_blackjack_cents(job);
    if (net == CUDA_NET_SURRENDERED) return tally_surrender_cents(job);
    return (net - CUDA_MOST_UNITS) * job->bet_cents;
}

void cuda_game_tally(const lm_sim_job *job, const cuda_counts *counts, lm_sim_tally *tally)
{
    lm_sim_main *main = &tally->main;
    for (int net = 0; net <= CUDA_NET_SURRENDERED; net++)
        tally_net(job, net_cents(job, net), counts->count[net], main);
    main->staked_cents += counts->count[CUDA_STAKED] * (uint64_t)job->bet_cents;
    main->hands += counts->count[CUDA_HANDS];
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        main->lammers[i] += counts->count[CUDA_LAMMERS + i];
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i])
            tally_outcomes(job, i, counts->count + CUDA_PUSH22, CUDA_COUNTS - CUDA_PUSH22, &tally->wager[i]);
    }
}

lm_sim_round cuda_game_round(const lm_sim_job *job, cuda_round round)
{
    int net = round.special == CUDA_BLACKJACK     ? CUDA_NET_BLACKJACK
              : round.special == CUDA_SURRENDERED ? CUDA_NET_SURRENDERED
                                                  : round.units + CUDA_MOST_UNITS;
    return (lm_sim_round){ .net_cents = (int32_t)net_cents(job, net),
                           .staked_cents = (int32_t)(round.staked * job->bet_cents),
                           .hands = round.hands,
                           .lammers = round.lammers };
}
