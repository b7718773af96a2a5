/* tally.c - sums of integers, and the digest that tells whether two simulations agree. */
#include <sodium.h>
#include <string.h>

#include "lammer/sim.h"

void lm_sim_wide_add(lm_sim_wide *sum, lm_sim_wide value)
{
    sum->low += value.low;
    sum->high += value.high + (sum->low < value.low);
}

lm_sim_wide lm_sim_wide_square(int64_t value)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    wide square = (wide)size * size;
    return (lm_sim_wide){ (uint64_t)square, (uint64_t)(square >> 64) };
}

double lm_sim_wide_double(lm_sim_wide value)
{
    return (double)value.high * 18446744073709551616.0 + (double)value.low;
}

/* A value in a row of 1 + 2 + ... + v-1 pairs whose higher card is smaller. */
int lm_sim_pair(int first, int second)
{
    int high = first > second ? first : second, low = first > second ? second : first;
    return high * (high - 1) / 2 + low - 1;
}

static void add_counts(uint64_t *sum, const uint64_t *part, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] += part[i];
}

static void add_main(lm_sim_main *sum, const lm_sim_main *part)
{
    sum->rounds += part->rounds;
    sum->initial_cents += part->initial_cents;
    sum->staked_cents += part->staked_cents;
    sum->net_cents += part->net_cents;
    lm_sim_wide_add(&sum->seat_squares, part->seat_squares);
    lm_sim_wide_add(&sum->round_squares, part->round_squares);
    sum->win += part->win;
    sum->push += part->push;
    sum->lose += part->lose;
    sum->hands += part->hands;
    add_counts(sum->lammers, part->lammers, LM_SIM_LAMMERS);
}

static void add_wager(lm_sim_wager *sum, const lm_sim_wager *part)
{
    sum->bets += part->bets;
    sum->staked_cents += part->staked_cents;
    sum->net_cents += part->net_cents;
    lm_sim_wide_add(&sum->squares, part->squares);
    sum->win += part->win;
    sum->push += part->push;
    sum->lose += part->lose;
    add_counts(sum->outcome, part->outcome, LM_OUTCOMES);
}

static void add_detail(lm_sim_detail *sum, const lm_sim_detail *part)
{
    sum->free_doubles += part->free_doubles;
    sum->paid_doubles += part->paid_doubles;
    sum->free_splits += part->free_splits;
    sum->paid_splits += part->paid_splits;
    sum->surrenders += part->surrenders;
    sum->blackjacks += part->blackjacks;
    sum->dealer_blackjacks += part->dealer_blackjacks;
    sum->busts += part->busts;
}

void lm_sim_tally_add(lm_sim_tally *sum, const lm_sim_tally *part)
{
    add_main(&sum->main, &part->main);
    for (int i = 0; i < LM_SIM_WAGERS; i++)
        add_wager(&sum->wager[i], &part->wager[i]);
    add_detail(&sum->detail, &part->detail);
}

void lm_sim_hands_add(lm_sim_hands *sum, const lm_sim_hands *part)
{
    for (int pair = 0; pair < LM_SIM_PAIRS; pair++) {
        for (int up = 0; up < LM_SIM_UPS; up++) {
            lm_sim_cell *cell = &sum->cell[pair][up];
            const lm_sim_cell *more = &part->cell[pair][up];
            cell->seats += more->seats;
            cell->net_cents += more->net_cents;
            lm_sim_wide_add(&cell->squares, more->squares);
        }
    }
}

/* --- digest ----------------------------------------------------------------------------------------------- */

static void hash_number(crypto_generichash_state *hash, uint64_t value)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    crypto_generichash_update(hash, bytes, sizeof bytes);
}

static void hash_wide(crypto_generichash_state *hash, lm_sim_wide value)
{
    hash_number(hash, value.low);
    hash_number(hash, value.high);
}

static void hash_main(crypto_generichash_state *hash, const lm_sim_main *main)
{
    hash_number(hash, main->rounds);
    hash_number(hash, main->initial_cents);
    hash_number(hash, main->staked_cents);
    hash_number(hash, (uint64_t)main->net_cents);
    hash_wide(hash, main->seat_squares);
    hash_wide(hash, main->round_squares);
    hash_number(hash, main->win);
    hash_number(hash, main->push);
    hash_number(hash, main->lose);
    hash_number(hash, main->hands);
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        hash_number(hash, main->lammers[i]);
}

static void hash_wager(crypto_generichash_state *hash, const lm_sim_wager *wager)
{
    hash_number(hash, wager->bets);
    hash_number(hash, wager->staked_cents);
    hash_number(hash, (uint64_t)wager->net_cents);
    hash_wide(hash, wager->squares);
    hash_number(hash, wager->win);
    hash_number(hash, wager->push);
    hash_number(hash, wager->lose);
    for (int i = 0; i < LM_OUTCOMES; i++)
        hash_number(hash, wager->outcome[i]);
}

void lm_sim_digest(const lm_sim_job *job, const lm_sim_tally *tally, uint8_t digest[LM_SIM_DIGEST])
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, LM_SIM_DIGEST);
    hash_main(&hash, &tally->main);
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i]) hash_wager(&hash, &tally->wager[i]);
    }
    if (job->insures || (job->count && job->count->insures))
        hash_wager(&hash, &tally->wager[LM_SIM_INSURANCE]);
    crypto_generichash_final(&hash, digest, LM_SIM_DIGEST);
}
