/* play.c - a round in every lane: the deal, the boxes, the dealer. */
#include <string.h>

#include "walk.h"

/* Follows the listed lanes through the machine until each is at an end. Each pass draws one card in every lane that is
 * left; the order of lanes on the list stays. */
static inline void follow(const walk_machine *m, walk_lanes *l, uint16_t *place, uint8_t *list, int n, uint32_t stride)
{
    const uint8_t *cards = l->cards;
    while (n) {
        int left = 0;
        for (int i = 0; i < n; i++) {
            uint8_t lane = list[i];
            uint32_t at = l->at[lane];
            uint16_t to = walk_step(m, place[lane], cards[at]);
            l->at[lane] = at + stride;
            place[lane] = to;
            list[left] = lane;
            left += to >= WALK_OVER;
        }
        n = left;
    }
}

/* The first cards of all boxes and the dealer's. */
static inline void deal(const walk_machine *m, walk_lanes *l, uint32_t stride)
{
    uint32_t boxes = m->boxes, all = 2 * boxes + 1 + m->has_hole;
    for (int i = 0; i < l->n; i++) {
        uint32_t at = l->dealt[i] = l->at[i];
        uint8_t up = l->cards[at + boxes * stride] & WALK_RANK;
        uint8_t hole = m->has_hole ? l->cards[at + (all - 1) * stride] & WALK_RANK : 0;
        l->two[i] = (uint8_t)(up << 4 | hole);
        l->view[i] = m->view[l->two[i]];
        l->at[i] = at + all * stride;
    }
    for (uint32_t box = 0; box < boxes; box++) {
        uint32_t second = (boxes + 1) * stride;
        for (int i = 0; i < l->n; i++) {
            const uint8_t *card = l->cards + l->dealt[i] + box * stride;
            l->place[box][i] = m->start[l->view[i]][(card[0] & WALK_RANK) << 4 | (card[second] & WALK_RANK)];
        }
    }
    if (l->plan) walk_wagers_deal(m, l);
    if (l->bets->insures) walk_insure(m, l);
}

static inline void play_box(const walk_machine *m, const lm_sim_job *job, walk_lanes *l, int box, uint32_t stride)
{
    uint8_t open[WALK_LANES], left[WALK_LANES];
    uint16_t *place = l->place[box];
    int opens = 0, lefts = 0;
    for (int i = 0; i < l->n; i++) {
        l->drew[box][i] = l->at[i];
        open[opens] = (uint8_t)i;
        opens += place[i] >= WALK_OVER;
    }
    follow(m, l, place, open, opens, stride);
    for (int i = 0; i < l->n; i++) {
        l->end[box][i] = (uint16_t)(place[i] / WALK_RANKS);
        left[lefts] = (uint8_t)i;
        lefts += place[i] == WALK_SPLIT * WALK_RANKS;
    }
    for (int i = 0; i < lefts; i++)
        walk_by_hand(m, job, l, box, left[i]);
    if (l->bets->count && m->doubles_down) walk_hide_doubles(l, box);
    for (int i = 0; i < l->n; i++) {
        uint8_t needs = l->row[l->end[box][i]].needs;
        l->needs[i] = needs > l->needs[i] ? needs : l->needs[i];
    }
}

static inline void play_dealer(const walk_machine *m, walk_lanes *l, int spot, uint32_t stride)
{
    uint8_t open[WALK_LANES];
    uint16_t place[WALK_LANES];
    const uint8_t *needs = spot ? l->needs : l->first_needs;
    int opens = 0;
    for (int i = 0; i < l->n; i++) {
        place[i] = m->dealer[spot > 0][needs[i]][l->two[i]];
        open[opens] = (uint8_t)i;
        opens += place[i] >= WALK_OVER;
    }
    follow(m, l, place, open, opens, stride);
    for (int i = 0; i < l->n; i++)
        l->final[spot][i] = (uint8_t)(place[i] / WALK_RANKS - WALK_FINAL);
}

static inline void play_round(const walk_machine *m, const lm_sim_job *job, walk_lanes *l, uint32_t stride)
{
    l->rows = WALK_ENDS;
    memset(l->needs, 0, sizeof l->needs);
    memset(l->first_needs, 0, sizeof l->first_needs);
    if (l->bets->count) {
        memset(l->downs, 0, sizeof l->downs);
        memset(l->hidden, 0, sizeof l->hidden);
    }
    deal(m, l, stride);
    for (int box = 0; box < m->boxes; box++)
        play_box(m, job, l, box, stride);
    for (int i = 0; i < l->n; i++) {
        l->turn[i] = l->at[i];
        if (l->needs[i] > l->first_needs[i]) l->first_needs[i] = l->needs[i];
    }
    play_dealer(m, l, 0, stride);
    if (l->plan) walk_wagers_draw(m, l);
    for (int spot = 1; spot < m->spots; spot++)
        play_dealer(m, l, spot, stride);
}

void walk_play(const walk_machine *m, const lm_sim_job *job, walk_lanes *lanes)
{
    if (lanes->stride == 1) {
        play_round(m, job, lanes, 1);
    } else {
        play_round(m, job, lanes, WALK_LANES);
    }
}

void walk_lanes_open(walk_lanes *lanes, const walk_machine *m, const walk_bets *bets, const uint8_t *cards,
                     uint32_t stride)
{
    lanes->bets = bets;
    lanes->cards = cards;
    lanes->stride = stride;
    memcpy(lanes->row, m->row, sizeof m->row);
}
