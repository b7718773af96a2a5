/* tally.c - sums of integers, and the digest that tells whether two simulations agree. */
#include <sodium.h>

#include "scalar/driver.h"
#include "tally.h"

__extension__ typedef unsigned __int128 wide;

void lm_sim_wide_add(lm_sim_wide *sum, lm_sim_wide value)
{
    sum->low += value.low;
    sum->high += value.high + (sum->low < value.low);
}

static lm_sim_wide wide_of(wide value)
{
    return (lm_sim_wide){ (uint64_t)value, (uint64_t)(value >> 64) };
}

lm_sim_wide lm_sim_wide_square(int64_t value)
{
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    return wide_of((wide)size * size);
}

double lm_sim_wide_double(lm_sim_wide value)
{
    return (double)value.high * 18446744073709551616.0 + (double)value.low;
}

/* The number of pairs whose higher card is below v: 1 + 2 + ... + v-1. */
int lm_sim_pair(int first, int second)
{
    int high = first > second ? first : second, low = first > second ? second : first;
    return high * (high - 1) / 2 + low - 1;
}

static void add_cell(const tally_hand *hand, lm_sim_wide square, lm_sim_cell *cell)
{
    cell->seats++;
    cell->net_cents += hand->net_cents;
    lm_sim_wide_add(&cell->squares, square);
    cell->initial_cents += (uint64_t)hand->initial_cents;
    cell->staked_cents += (uint64_t)hand->staked_cents;
}

static int count_cell(int count)
{
    if (count < -LM_SIM_MOST_COUNT) count = -LM_SIM_MOST_COUNT;
    return LM_SIM_MOST_COUNT + (count < LM_SIM_MOST_COUNT ? count : LM_SIM_MOST_COUNT);
}

/* The part of the shoe that had left it. */
static int depth_cell(const lm_sim_job *job, int gone)
{
    int depth = gone * LM_SIM_DEPTHS / ((int)job->rules->decks * LM_CARDS);
    return depth < LM_SIM_DEPTHS ? depth : LM_SIM_DEPTHS - 1;
}

void tally_add_hand(const lm_sim_job *job, const tally_hand *hand, lm_sim_hands *hands)
{
    lm_sim_wide square = lm_sim_wide_square(hand->net_cents);
    add_cell(hand, square, &hands->cell[lm_sim_pair(hand->first, hand->second)][hand->up - 1]);
    add_cell(hand, square, &hands->count[count_cell(hand->count)]);
    add_cell(hand, square, &hands->depth[depth_cell(job, hand->gone)]);
}

static void add_words(void *sum, const void *part, int n)
{
    uint64_t *word = sum;
    const uint64_t *more = part;
    for (int i = 0; i < n; i++)
        word[i] += more[i];
}

/* The carry out of the lower word of a wide sum. */
static void carry(lm_sim_wide *sum, const lm_sim_wide *part)
{
    sum->high += sum->low < part->low;
}

void lm_sim_tally_add(lm_sim_tally *sum, const lm_sim_tally *part)
{
    add_words(sum, part, TALLY_WORDS);
    carry(&sum->main.seat_squares, &part->main.seat_squares);
    carry(&sum->main.round_squares, &part->main.round_squares);
    carry(&sum->detail.purse_squares, &part->detail.purse_squares);
    for (int i = 0; i < LM_SIM_WAGERS; i++)
        carry(&sum->wager[i].squares, &part->wager[i].squares);
}

void lm_sim_hands_add(lm_sim_hands *sum, const lm_sim_hands *part)
{
    lm_sim_cell *all = (lm_sim_cell *)sum;
    const lm_sim_cell *more = (const lm_sim_cell *)part;
    add_words(sum, part, HANDS_WORDS);
    for (int i = 0; i < CELLS; i++)
        carry(&all[i].squares, &more[i].squares);
}

lm_cents tally_chip(const lm_rules *k)
{
    return k->round_up ? k->chip_unit : 0;
}

lm_cents tally_blackjack_cents(const lm_sim_job *job)
{
    static const uint8_t odds[][2] = { { 3, 2 }, { 6, 5 }, { 1, 1 }, { 2, 1 }, { 7, 5 } };
    const uint8_t *pays = odds[job->rules->blackjack_pays];
    return lm_cents_times(job->bet_cents, pays[0], pays[1], tally_chip(job->rules));
}

lm_cents tally_surrender_cents(const lm_sim_job *job)
{
    return lm_cents_times(job->bet_cents, 1, 2, tally_chip(job->rules)) - job->bet_cents;
}

static lm_sim_wide squares_of(lm_cents value, uint64_t times)
{
    return wide_of((wide)times * (uint64_t)(value * value));
}

void tally_net(const lm_sim_job *job, lm_cents net, uint64_t rounds, lm_sim_main *main)
{
    lm_sim_wide squares = squares_of(net, rounds);
    main->rounds += rounds;
    main->initial_cents += rounds * (uint64_t)(job->bet_cents * lm_rules_dealer_hands(job->rules));
    main->net_cents += (int64_t)rounds * net;
    lm_sim_wide_add(&main->seat_squares, squares);
    lm_sim_wide_add(&main->round_squares, squares);
    *(net > 0 ? &main->win : net < 0 ? &main->lose : &main->push) += rounds;
}

void tally_rounds(const lm_sim_job *job, lm_sim_round round, uint64_t rounds, lm_sim_main *main)
{
    tally_net(job, round.net_cents, rounds, main);
    main->staked_cents += rounds * (uint64_t)round.staked_cents;
    main->hands += rounds * round.hands;
    main->lammers[round.lammers] += rounds;
}

void tally_bets(lm_sim_wager *wager, lm_cents stake, lm_cents net, int outcome, uint64_t n)
{
    wager->bets += n;
    wager->staked_cents += n * (uint64_t)stake;
    wager->net_cents += (int64_t)n * net;
    lm_sim_wide_add(&wager->squares, squares_of(net, n));
    *(net > 0 ? &wager->win : net < 0 ? &wager->lose : &wager->push) += n;
    wager->outcome[outcome] += n;
}

void tally_outcomes(const lm_sim_job *job, int offer, const uint64_t *bets, int outcomes, lm_sim_wager *wager)
{
    const lm_odds *pays = job->rules->offer[offer].pays;
    lm_cents stake = job->stake_cents[offer];
    for (int outcome = 0; outcome < outcomes; outcome++) {
        lm_cents net = outcome ? lm_odds_net(pays[outcome], stake, tally_chip(job->rules)) : -stake;
        tally_bets(wager, stake, net, outcome, bets[outcome]);
    }
}

static void hash_words(crypto_generichash_state *hash, const void *words, int n)
{
    const uint64_t *word = words;
    for (int i = 0; i < n; i++) {
        uint8_t bytes[8];
        for (int b = 0; b < 8; b++)
            bytes[b] = (uint8_t)(word[i] >> 8 * b);
        crypto_generichash_update(hash, bytes, sizeof bytes);
    }
}

void lm_sim_digest(const lm_sim_job *job, const lm_sim_tally *tally, uint8_t digest[LM_SIM_DIGEST])
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, LM_SIM_DIGEST);
    hash_words(&hash, &tally->main, MAIN_WORDS);
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i]) hash_words(&hash, &tally->wager[i], WAGER_WORDS);
    }
    if (job->insures || (job->count && job->count->insures))
        hash_words(&hash, &tally->wager[LM_SIM_INSURANCE], WAGER_WORDS);
    crypto_generichash_final(&hash, digest, LM_SIM_DIGEST);
}
