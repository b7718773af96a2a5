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

_Static_assert((int)CUDA_DOUBLE == CHOICE_PAID && (int)CUDA_FREE_DOUBLE == CHOICE_HOUSE &&
                   (int)CUDA_SURRENDER == CHOICE_SURRENDER,
               "plan.h and choice.h must number the choices equally");

static void fill_row(uint8_t act[11], const asking *hand)
{
    for (int up = 1; up <= 10; up++)
        act[up] = (uint8_t)choice_of(hand, up);
}

/* Rows from 21 on are never used, and there are no pairs of three cards. */
static void fill_situation(uint8_t act[CUDA_ROWS][11], const lm_sim_job *job, int situation, lm_staked staked)
{
    bool more = situation == CUDA_FIRST_MORE || situation == CUDA_SPLIT_MORE;
    bool ace = situation == CUDA_ACE_AFTER_SPLIT || situation == CUDA_ACE_AFTER_LAST;
    bool last = situation == CUDA_AFTER_LAST || situation == CUDA_ACE_AFTER_LAST;
    int cards = more ? 3 : 2;
    asking hand = { .rules = job->rules,
                    .chart = job->chart,
                    .from_split = situation >= CUDA_AFTER_SPLIT,
                    .finished = ace && job->rules->split_aces == LM_ACES_ONE_CARD };
    for (int total = 4; total <= 20; total++) {
        hand.held = held_hard(cards, total, staked);
        fill_row(act[LM_ROW_HARD + total], &hand);
    }
    for (int sum = more ? 2 : 3; sum <= 10; sum++) {
        hand.held = held_soft(cards, sum, staked);
        fill_row(act[LM_ROW_SOFT + sum + 10], &hand);
    }
    hand.may_split = !last;
    for (int value = 1; !more && value <= 10; value++) {
        hand.held = held_pair(value, staked);
        fill_row(act[LM_ROW_PAIR + value], &hand);
    }
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
    for (lm_staked staked = 0; staked < LM_STAKES; staked++) {
        for (int situation = 0; situation < CUDA_SITUATIONS; situation++)
            fill_situation(game->act[staked][situation], job, situation, staked);
    }
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
