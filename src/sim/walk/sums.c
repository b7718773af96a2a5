/* sums.c - the results of lanes, counted and turned into tallies. */
#include <string.h>

#include "tally.h"
#include "walk.h"

__extension__ typedef unsigned __int128 wide;

static int64_t net_of(const walk_lanes *l, int spots, int box, int lane)
{
    const walk_row *row = &l->row[l->end[box][lane]];
    int64_t net = row->net_cents[l->final[0][lane]];
    for (int spot = 1; spot < spots; spot++)
        net += row->net_cents[l->final[spot][lane]];
    return net;
}

lm_sim_round walk_round_of(const walk_lanes *lanes, const walk_machine *m, int lane)
{
    const walk_row *row = &lanes->row[lanes->end[0][lane]];
    return (lm_sim_round){ .net_cents = (int32_t)net_of(lanes, m->spots, 0, lane),
                           .staked_cents = row->staked_cents,
                           .hands = row->hands,
                           .lammers = row->lammers };
}

static void add_result(lm_sim_main *main, const walk_row *row, int64_t net, uint64_t n)
{
    lm_sim_wide square = lm_sim_wide_square(net);
    wide squares = ((wide)square.high << 64 | square.low) * n;
    main->staked_cents += (uint64_t)row->staked_cents * n;
    main->net_cents += net * (int64_t)n;
    lm_sim_wide_add(&main->seat_squares, (lm_sim_wide){ (uint64_t)squares, (uint64_t)(squares >> 64) });
    *(net > 0 ? &main->win : net < 0 ? &main->lose : &main->push) += n;
    main->hands += row->hands * n;
    main->lammers[row->lammers] += n;
}

/* Counts ends against finals; rows of split boxes and of several dealer hands are added at once. */
static void add_box(walk_sums *sums, const walk_lanes *l, int box, const uint8_t *listed, int n)
{
    int spots = sums->machine->spots;
    for (int i = 0; i < n; i++) {
        int lane = listed[i], end = l->end[box][lane];
        if (__builtin_expect(end < WALK_ENDS && spots == 1, 1)) {
            sums->count[end][l->final[0][lane]]++;
        } else {
            add_result(&sums->tally.main, &l->row[end], net_of(l, spots, box, lane), 1);
        }
    }
}

static void add_round_squares(walk_sums *sums, const walk_lanes *l, const uint8_t *listed, int n)
{
    wide squares = 0;
    for (int i = 0; i < n; i++) {
        int64_t net = 0;
        for (int box = 0; box < sums->machine->boxes; box++)
            net += net_of(l, sums->machine->spots, box, listed[i]);
        uint64_t size = (uint64_t)(net < 0 ? -net : net);
        squares += (wide)size * size;
    }
    lm_sim_wide_add(&sums->tally.main.round_squares, (lm_sim_wide){ (uint64_t)squares, (uint64_t)(squares >> 64) });
}

void walk_sums_add(walk_sums *sums, const walk_lanes *lanes, const uint8_t *listed, int n)
{
    sums->rounds += (uint64_t)n;
    for (int box = 0; box < sums->machine->boxes; box++)
        add_box(sums, lanes, box, listed, n);
    if (sums->machine->boxes > 1) add_round_squares(sums, lanes, listed, n);
}

void walk_sums_open(walk_sums *sums, const lm_sim_job *job, const walk_machine *machine)
{
    memset(sums, 0, sizeof *sums);
    sums->job = job;
    sums->machine = machine;
}

void walk_sums_close(walk_sums *sums, lm_sim_tally *by_scalar, lm_sim_tally *tally)
{
    const walk_machine *m = sums->machine;
    lm_sim_main *main = &sums->tally.main;
    main->rounds += sums->rounds;
    main->initial_cents += sums->rounds * m->boxes * m->spots * (uint64_t)sums->job->bet_cents;
    for (int end = 0; end < WALK_ENDS; end++) {
        for (int final = 0; final < WALK_FINALS; final++) {
            uint64_t n = sums->count[end][final];
            if (n) add_result(main, &m->row[end], m->row[end].net_cents[final], n);
        }
    }
    if (m->boxes == 1) main->round_squares = main->seat_squares;
    lm_sim_tally_add(tally, &sums->tally);
    memset(&by_scalar->detail, 0, sizeof by_scalar->detail);
    lm_sim_tally_add(tally, by_scalar);
}
