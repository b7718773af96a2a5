/* game.c - see game.h. */
#include "game.h"

#include <string.h>

/* --- which jobs ------------------------------------------------------------------------------------------------ */

static bool is_push22(const lm_offer *offer)
{
    return strcmp(offer->wager->id, "push22") == 0;
}

static bool lays_push22(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i]) return is_push22(&job->rules->offer[i]);
    }
    return false;
}

static const char *wagers_fault(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i] && !is_push22(&job->rules->offer[i]))
            return "it plays the main game and Push 22, no other wager";
    }
    return NULL;
}

/* What the engine can and these tables cannot. */
static const char *rules_fault(const lm_rules *k)
{
    if (k->hole_card != LM_HOLE_READER) return "it plays games with a hole card and a reader";
    if (k->multiple_action || k->shoe == LM_SHOE_DOUBLE) return "it plays one dealer hand from one shoe";
    if (k->bonus_678 || k->bonus_777 || k->five_card_21 || k->special_blackjack)
        return "it does not know bonus odds";
    if (k->split_blackjack || k->split_21_beats) return "it knows no better 21 after a split";
    if (k->double_card != LM_DOUBLE_UP || k->late_insurance || k->buster_bonus)
        return "it does not know this variation of the game";
    return NULL;
}

const char *cuda_game_refuses(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    if (job->seats != 1) return "it plays one seat";
    if (job->dealing != LM_DEALING_FRESH) return "it deals every round from a fresh shoe";
    if (job->count) return "it does not count cards";
    if (job->bet_cents % lm_rules_step(k) || job->bet_cents > LM_CENTS_MAX / CUDA_MOST_UNITS)
        return "the bet cannot be doubled in chips";
    const char *fault = rules_fault(k);
    return fault ? fault : wagers_fault(job);
}

/* --- decisions ------------------------------------------------------------------------------------------------- */

/* A hand about which something is to be decided, as the chart and the rules see it. */
typedef struct {
    const lm_rules *rules;
    int situation;
    lm_held held;
    lm_score score;
} question;

static bool is_split(const question *q)
{
    return q->situation >= CUDA_AFTER_SPLIT;
}

static bool is_finished_ace(const question *q)
{
    bool ace = q->situation == CUDA_ACE_AFTER_SPLIT || q->situation == CUDA_ACE_AFTER_LAST;
    return ace && q->rules->split_aces == LM_ACES_ONE_CARD;
}

static bool is_hard_9_to_11(const question *q)
{
    return !q->score.soft && q->score.total >= 9 && q->score.total <= 11;
}

static bool doubles_free(const question *q)
{
    const lm_rules *k = q->rules;
    bool cards_fit = k->free_double == LM_FREE_DOUBLE_ANY ||
                     (k->free_double == LM_FREE_DOUBLE_TWO_CARDS && q->held.n == 2);
    return cards_fit && is_hard_9_to_11(q);
}

static bool doubles_paid(const question *q)
{
    const lm_rules *k = q->rules;
    if (q->held.n != 2) return false;
    if (k->double_on == LM_DOUBLE_9_TO_11 && !is_hard_9_to_11(q)) return false;
    return q->held.staked == LM_STAKED_CHIPS || k->lammer_double;
}

static bool is_legal(const question *q, lm_play play)
{
    bool last = q->situation == CUDA_AFTER_LAST || q->situation == CUDA_ACE_AFTER_LAST;
    switch (play) {
    case LM_PLAY_STAND: return true;
    case LM_PLAY_HIT: return !is_finished_ace(q);
    case LM_PLAY_DOUBLE:
        if (is_finished_ace(q) || (is_split(q) && !q->rules->double_after_split)) return false;
        return doubles_free(q) || doubles_paid(q);
    case LM_PLAY_SPLIT: return q->held.n == 2 && q->held.value[0] == q->held.value[1] && !last;
    case LM_PLAY_SURRENDER: return q->rules->surrender && q->situation == CUDA_FIRST;
    default: return false;
    }
}

/* The chart's first advice that the rules allow, as the driver asks for it. */
static uint8_t decide(const question *q, const lm_chart *chart, int up)
{
    static const uint8_t acts[LM_PLAYS] = { CUDA_STAND, CUDA_HIT, CUDA_DOUBLE, CUDA_SPLIT, CUDA_SURRENDER };
    unsigned allowed = (1u << LM_PLAYS) - 1;
    while (allowed) {
        lm_play play = lm_chart_choice(chart, lm_chart_column(chart, up, 0), &q->held, allowed);
        if (is_legal(q, play))
            return play == LM_PLAY_DOUBLE && doubles_free(q) ? (uint8_t)CUDA_FREE_DOUBLE : acts[play];
        allowed &= ~(1u << play);
    }
    return CUDA_STAND;
}

/* Some cards that make a row of the chart; false where none do. */
static bool cards_of_row(int row, int n, lm_held *held)
{
    int total = row < LM_ROW_SOFT + 12 ? row : row - LM_ROW_SOFT, pair = row - LM_ROW_PAIR;
    held->n = (uint8_t)n;
    if (pair >= 1) {
        held->value[0] = held->value[1] = (uint8_t)pair;
        return n == 2;
    }
    bool soft = row >= LM_ROW_SOFT + 12;
    int first = soft ? 1 : 2, rest = soft ? total - 11 : total - 2;
    if (n == 2 && rest > 10) { /* hard 13 and more: a ten and the rest */
        first = 10;
        rest = total - 10;
    }
    held->value[0] = (uint8_t)first;
    held->value[1] = (uint8_t)(n == 2 ? rest : soft ? 1 : rest - 2 < 10 ? 2 : 10);
    if (n == 3) held->value[2] = (uint8_t)(rest - held->value[1]);
    int last = held->value[n - 1], least = soft ? 1 : 2;
    return last >= least && last <= 10 && !(n == 2 && held->value[0] == held->value[1]);
}

static void fill_acts(cuda_game *game, const lm_sim_job *job)
{
    for (int lammer = 0; lammer < LM_STAKES; lammer++) {
        for (int situation = 0; situation < CUDA_SITUATIONS; situation++) {
            bool more = situation == CUDA_FIRST_MORE || situation == CUDA_SPLIT_MORE;
            for (int row = 4; row < CUDA_ROWS; row++) {
                question q = { .rules = job->rules, .situation = situation };
                if (!cards_of_row(row, more ? 3 : 2, &q.held)) continue;
                q.held.staked = (lm_staked)lammer;
                int sum = 0;
                for (int i = 0; i < q.held.n; i++)
                    sum += q.held.value[i];
                q.score = lm_score_of(sum, q.held.value[0] == 1);
                for (int up = 1; up <= 10; up++)
                    game->act[lammer][situation][row][up] = decide(&q, job->chart, up);
            }
        }
    }
}

/* --- the game -------------------------------------------------------------------------------------------------- */

static void plan_groups(cuda_game *game)
{
    for (uint32_t group = 0; group < CUDA_GROUPS && group * CUDA_A_WORD < game->n; group++) {
        uint64_t product = 1;
        for (uint32_t t = group * CUDA_A_WORD; t < (group + 1) * CUDA_A_WORD && t < game->n; t++)
            product *= game->n - t;
        game->product[group] = product;
        game->threshold[group] = -product % product;
        game->groups = group + 1;
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
    game->push22 = lays_push22(job);
    game->push22_limit = k->push22_limit != 0;
    fill_acts(game, job);
}

/* --- tallies --------------------------------------------------------------------------------------------------- */

static lm_cents chip(const lm_rules *k)
{
    return k->round_up ? k->chip_unit : 0;
}

static lm_cents blackjack_cents(const lm_sim_job *job)
{
    static const int64_t odds[][2] = { { 3, 2 }, { 6, 5 }, { 1, 1 } };
    const int64_t *pays = odds[job->rules->blackjack_pays];
    return lm_cents_times(job->bet_cents, pays[0], pays[1], chip(job->rules));
}

static lm_cents net_cents(const lm_sim_job *job, int net)
{
    if (net == CUDA_NET_BLACKJACK) return blackjack_cents(job);
    if (net == CUDA_NET_SURRENDERED)
        return lm_cents_times(job->bet_cents, 1, 2, chip(job->rules)) - job->bet_cents;
    return (net - CUDA_MOST_UNITS) * job->bet_cents;
}

/* count * value, for 128-bit sums of squares. */
static lm_sim_wide wide_times(lm_sim_wide value, uint64_t count)
{
    lm_sim_wide sum = { 0, 0 };
    for (int bit = 63; bit >= 0; bit--) {
        lm_sim_wide_add(&sum, sum);
        if (count >> bit & 1) lm_sim_wide_add(&sum, value);
    }
    return sum;
}

static void tally_push22(const lm_sim_job *job, const cuda_counts *counts, lm_sim_tally *tally)
{
    for (int i = 0; i < job->rules->offers; i++) {
        if (!job->stake_cents[i]) continue;
        lm_sim_wager *wager = &tally->wager[i];
        for (int outcome = 0; outcome < 4; outcome++) {
            uint64_t n = counts->count[CUDA_PUSH22 + outcome];
            lm_cents net = outcome ? lm_odds_net(job->rules->offer[i].pays[outcome], job->stake_cents[i],
                                                 chip(job->rules))
                                   : -job->stake_cents[i];
            wager->bets += n;
            wager->staked_cents += n * (uint64_t)job->stake_cents[i];
            wager->net_cents += (int64_t)n * net;
            lm_sim_wide_add(&wager->squares, wide_times(lm_sim_wide_square(net), n));
            *(net > 0 ? &wager->win : net ? &wager->lose : &wager->push) += n;
            wager->outcome[outcome] += n;
        }
    }
}

void cuda_game_tally(const lm_sim_job *job, const cuda_counts *counts, lm_sim_tally *tally)
{
    lm_sim_main *main = &tally->main;
    uint64_t bet = (uint64_t)job->bet_cents, rounds = 0;
    for (int net = 0; net <= CUDA_NET_SURRENDERED; net++) {
        uint64_t n = counts->count[net];
        lm_cents cents = net_cents(job, net);
        lm_sim_wide squares = wide_times(lm_sim_wide_square(cents), n);
        rounds += n;
        main->net_cents += (int64_t)n * cents;
        lm_sim_wide_add(&main->seat_squares, squares);
        lm_sim_wide_add(&main->round_squares, squares);
        *(cents > 0 ? &main->win : cents ? &main->lose : &main->push) += n;
    }
    main->rounds += rounds;
    main->initial_cents += rounds * bet;
    main->staked_cents += counts->count[CUDA_STAKED] * bet;
    main->hands += counts->count[CUDA_HANDS];
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        main->lammers[i] += counts->count[CUDA_LAMMERS + i];
    tally_push22(job, counts, tally);
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
