/* sums.c - the results of lanes, counted and turned into tallies. */
#include <string.h>

#include "count.h"
#include "tally.h"
#include "walk.h"

__extension__ typedef unsigned __int128 wide;

static int64_t net_of(const walk_lanes *l, int spots, int box, int lane)
{
    const walk_row *row = walk_row_of(l, box, lane);
    int64_t net = row->net_cents[l->final[0][lane]];
    for (int spot = 1; spot < spots; spot++)
        net += row->net_cents[l->final[spot][lane]];
    return net;
}

lm_sim_round walk_round_of(const walk_lanes *lanes, const walk_machine *m, int lane)
{
    const walk_row *row = walk_row_of(lanes, 0, lane);
    lm_sim_round round = { .hands = row->hands, .lammers = row->lammers };
    if (lanes->bets->watches[lanes->step[lane]]) return round;
    round.net_cents = (int32_t)net_of(lanes, m->spots, 0, lane);
    round.staked_cents = row->staked_cents;
    return round;
}

static lm_sim_wide narrow(wide value)
{
    return (lm_sim_wide){ (uint64_t)value, (uint64_t)(value >> 64) };
}

static void add_result(lm_sim_main *main, const walk_row *row, int64_t net, uint64_t n)
{
    lm_sim_wide square = lm_sim_wide_square(net);
    main->staked_cents += (uint64_t)row->staked_cents * n;
    main->net_cents += net * (int64_t)n;
    lm_sim_wide_add(&main->seat_squares, narrow(((wide)square.high << 64 | square.low) * n));
    *(net > 0 ? &main->win : net < 0 ? &main->lose : &main->push) += n;
    main->hands += row->hands * n;
    main->lammers[row->lammers] += n;
}

/* Counts ends against several dealer hands; rows of split boxes, or with a ramp all, are added at once. */
static void add_spots(walk_sums *sums, const walk_lanes *l, int box, const uint8_t *listed, int n)
{
    int spots = sums->machine->spots;
    for (int i = 0; i < n; i++) {
        int lane = listed[i], end = l->end[box][lane], joint = 0;
        for (int spot = 0; spot < spots; spot++)
            joint = joint * WALK_FINALS + l->final[spot][lane];
        if (__builtin_expect(end < WALK_ENDS && !sums->bets->count, 1)) {
            sums->joint[end][joint]++;
        } else {
            add_result(&sums->tally.main, walk_row_of(l, box, lane), net_of(l, spots, box, lane), 1);
        }
    }
}

/* Counts ends against finals; rows of split boxes are added at once. */
static void add_box(walk_sums *sums, const walk_lanes *l, int box, const uint8_t *listed, int n)
{
    for (int i = 0; i < n; i++) {
        int lane = listed[i], end = l->end[box][lane];
        if (__builtin_expect(end < WALK_ENDS, 1)) {
            sums->count[l->step[lane]][end][l->final[0][lane]]++;
        } else {
            add_result(&sums->tally.main, walk_row_of(l, box, lane), net_of(l, 1, box, lane), 1);
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
    lm_sim_wide_add(&sums->tally.main.round_squares, narrow(squares));
}

/* With insurance i beside a net n a box has (n + i)^2 in place of n^2. */
static void add_insurance(walk_sums *sums, const walk_lanes *l, const uint8_t *listed, int n)
{
    for (int k = 0; k < n; k++) {
        int lane = listed[k], step = l->step[lane];
        if (!l->insured[lane]) continue;
        bool won = l->final[0][lane] == WALK_DEALER_BLACKJACK;
        int64_t insurance = sums->bets->insured_cents[step] * (won ? 2 : -1);
        sums->insured[step][won] += sums->machine->boxes;
        for (int box = 0; box < sums->machine->boxes; box++)
            sums->purse += (walk_wide)insurance * (2 * net_of(l, sums->machine->spots, box, lane) + insurance);
    }
}

static int value_at(const walk_lanes *l, const walk_machine *m, int lane, uint32_t place)
{
    return m->value[l->cards[l->dealt[lane] + place * l->stride] & WALK_RANK];
}

static void add_hands(walk_sums *sums, const walk_lanes *l, const uint8_t *listed, int n)
{
    const walk_machine *m = sums->machine;
    for (int i = 0; i < n; i++) {
        int lane = listed[i];
        for (int box = 0; box < m->boxes; box++) {
            tally_hand hand = { .first = value_at(l, m, lane, (uint32_t)box),
                                .second = value_at(l, m, lane, m->boxes + 1u + (uint32_t)box),
                                .up = value_at(l, m, lane, m->boxes),
                                .count = l->count[lane],
                                .gone = l->gone[lane],
                                .initial_cents = l->bets->bet_cents[l->step[lane]] * m->spots,
                                .staked_cents = walk_row_of(l, box, lane)->staked_cents,
                                .net_cents = net_of(l, m->spots, box, lane) };
            tally_add_hand(l->bets->job, &hand, sums->hands);
        }
    }
}

/* The lanes that do not sit out. */
static int bettors(walk_sums *sums, const walk_lanes *l, const uint8_t *listed, int n, uint8_t *betting)
{
    int bets = 0;
    for (int i = 0; i < n; i++) {
        betting[bets] = listed[i];
        bets += !sums->bets->watches[l->step[listed[i]]];
        sums->rounds[l->step[listed[i]]]++;
    }
    return bets;
}

void walk_sums_add(walk_sums *sums, const walk_lanes *lanes, const uint8_t *listed, int n)
{
    uint8_t betting[WALK_LANES];
    if (sums->bets->count) {
        n = bettors(sums, lanes, listed, n, betting);
        listed = betting;
    } else {
        sums->rounds[0] += (uint64_t)n;
    }
    for (int box = 0; box < sums->machine->boxes; box++)
        (sums->machine->spots > 1 ? add_spots : add_box)(sums, lanes, box, listed, n);
    if (sums->machine->boxes > 1) add_round_squares(sums, lanes, listed, n);
    if (sums->bets->insures) add_insurance(sums, lanes, listed, n);
    if (sums->hands) add_hands(sums, lanes, listed, n);
}

void walk_sums_open(walk_sums *sums, const walk_bets *bets, const walk_machine *machine, lm_sim_hands *hands)
{
    memset(sums, 0, sizeof *sums);
    sums->hands = hands;
    sums->bets = bets;
    sums->machine = machine;
}

static void close_step(walk_sums *sums, int step)
{
    const walk_bets *bets = sums->bets;
    lm_sim_main *main = &sums->tally.main;
    lm_sim_wager *insurance = &sums->tally.wager[LM_SIM_INSURANCE];
    uint64_t bet = (uint64_t)bets->bet_cents[step] * sums->machine->boxes * sums->machine->spots;
    lm_cents insured = bets->insured_cents[step];
    main->rounds += sums->rounds[step];
    if (!bets->watches[step]) main->initial_cents += sums->rounds[step] * bet;
    for (int end = 0; end < WALK_ENDS; end++) {
        for (int final = 0; final < WALK_FINALS; final++) {
            uint64_t n = sums->count[step][end][final];
            if (n) add_result(main, &bets->row[step][end], bets->row[step][end].net_cents[final], n);
        }
    }
    for (int won = 0; won < 2; won++)
        tally_bets(insurance, insured, won ? 2 * insured : -insured, won, sums->insured[step][won]);
}

static void close_joints(walk_sums *sums)
{
    for (int end = 0; end < WALK_ENDS; end++) {
        const walk_row *row = &sums->bets->row[0][end];
        for (int joint = 0; joint < WALK_JOINTS; joint++) {
            int64_t net = 0;
            if (!sums->joint[end][joint]) continue;
            for (int spot = 0, rest = joint; spot < sums->machine->spots; spot++, rest /= WALK_FINALS)
                net += row->net_cents[rest % WALK_FINALS];
            add_result(&sums->tally.main, row, net, sums->joint[end][joint]);
        }
    }
}

void walk_sums_close(walk_sums *sums, lm_sim_tally *by_scalar, lm_sim_tally *tally)
{
    lm_sim_main *main = &sums->tally.main;
    int steps = sums->bets->count ? count_steps(sums->bets->count) : 1;
    for (int step = 0; step < steps; step++)
        close_step(sums, step);
    close_joints(sums);
    if (sums->machine->boxes == 1) main->round_squares = main->seat_squares;
    wide seats = (wide)main->seat_squares.high << 64 | main->seat_squares.low;
    sums->tally.detail.purse_squares = narrow(seats + (wide)sums->purse);
    lm_sim_tally_add(tally, &sums->tally);
    by_scalar->detail = (lm_sim_detail){ .purse_squares = by_scalar->detail.purse_squares };
    lm_sim_tally_add(tally, by_scalar);
}
