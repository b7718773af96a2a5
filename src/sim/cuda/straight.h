/* straight.h - a round with fresh cards in which no box splits, as one lane of a GPU plays it. Compiles for the CPU too.
 *
 * All lanes of a warp are in the same phase: the deal, box 1, box 2 .. the dealer; each phase is one short loop. A round
 * in which a box splits, or that needs more cards than are drawn, is reported and played by boxes_play_fresh. */
#ifndef LAMMER_SIM_CUDA_STRAIGHT_H
#define LAMMER_SIM_CUDA_STRAIGHT_H

#include "boxes.h"

enum { STRAIGHT_GROUPS = 6, STRAIGHT_CARDS = STRAIGHT_GROUPS * CUDA_A_WORD };

/* From which card of the sorted pile, counted from its end, draw t comes. `sees`: traced back through all draws
 * (lane_draw); otherwise a used place holds a king, as in boxes_draw_marked. */
LANE uint32_t straight_origin(const uint32_t *drawn, uint32_t t, bool sees)
{
    uint32_t origin = drawn[t];
    bool used = false;
    LANE_UNROLL
    for (uint32_t i = 0; i < t; i++) {
        uint32_t u = t - 1 - i;
        if (sees)
            origin = lane_choose32(origin == drawn[u], u, origin);
        else
            used |= origin == drawn[u];
    }
    return used ? 0 : origin;
}

/* The cards of a round: its words, and the first of them where `has_first`. */
typedef struct {
    boxes_words words;
    uint64_t first;
    bool has_first;
} straight_cards;

LANE uint64_t straight_word(const boxes_game *g, straight_cards *cards, uint32_t group)
{
    if (cards->has_first && group == 0) {
        cards->words.next = 1;
        if (cards->first * g->product[0] >= g->threshold[0]) return cards->first;
    }
    return boxes_take_word(g, &cards->words, group);
}

/* Draws card t to place t; `groups` is a constant, so that what was drawn lies in registers. */
LANE void straight_draw(const boxes_game *g, const boxes_felt *felt, straight_cards cards, uint32_t groups, bool sees)
{
    uint32_t drawn[STRAIGHT_CARDS], four = 0;
    LANE_UNROLL
    for (uint32_t group = 0; group < groups; group++) {
        uint64_t fraction = straight_word(g, &cards, group);
        LANE_UNROLL
        for (uint32_t t = group * CUDA_A_WORD; t < (group + 1) * CUDA_A_WORD; t++) {
            drawn[t] = g->n - 1 - lane_slot(&fraction, g->n - t);
            four |= boxes_card_of(g, g->n - 1 - straight_origin(drawn, t, sees)) << 8 * (t % 4);
            if (t % 4 == 3 || t == groups * CUDA_A_WORD - 1) {
                lane_store32(felt->card + (t >> 2) * felt->stride, four);
                four = 0;
            }
        }
    }
}

/* Follows the machine to an end, where `goes_on`. */
LANE void straight_follow(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t ready, bool goes_on)
{
    while (LANE_ANY(goes_on)) {
        if (goes_on) {
            uint32_t rank = boxes_card(felt, r, r->t++) >> 2;
            r->place = lane_load16(BOXES_AT(m, next) + (r->place + rank) * 2);
            goes_on = r->place >= WALK_OVER && r->t < ready;
        }
    }
}

/* The total of a box that has drawn. */
LANE uint32_t straight_total(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r, uint32_t box)
{
    sights_hand hand = { 0, 0, 0, 0 };
    sights_take(&hand, boxes_card(felt, r, r->dealt + box));
    sights_take(&hand, boxes_card(felt, r, r->dealt + m->boxes + 1 + box));
    for (uint32_t t = r->drew; t < r->t; t++)
        sights_take(&hand, boxes_card(felt, r, t));
    return sights_total(hand.sum, hand.ace);
}

/* Plays a box; false where it does not come to an end here. */
LANE bool straight_box(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t ready, uint32_t box,
                       bool sees, bool active)
{
    r->place = lane_load32(felt->box + box * felt->stride);
    r->drew = r->t;
    straight_follow(m, felt, r, ready, active && r->place >= WALK_OVER);
    uint32_t end = r->place / WALK_RANKS;
    bool ended = r->place < WALK_OVER && end != WALK_SPLIT;
    if (!ended) return false;
    lane_store32(felt->box + box * felt->stride, end);
    boxes_need(r, lane_load32(BOXES_AT(m, info) + end * 4) / BOXES_NEEDS);
    if (sees && r->t != r->drew) {
        uint32_t total = straight_total(m, felt, r, box);
        boxes_see_box(felt, r, box, total, false, total > 21);
    }
    return true;
}

/* Plays all dealer hands; false where there are too few cards. */
LANE bool straight_dealer(const boxes_tables *m, const boxes_felt *felt, boxes_round *r, uint32_t ready, bool sees,
                          bool active)
{
    boxes_open_dealer(r);
    for (uint32_t spot = 0; spot < m->spots; spot++) {
        r->place = boxes_dealer_place(m, r, sees);
        straight_follow(m, felt, r, ready, active && r->place >= WALK_OVER);
        active = active && r->place < WALK_OVER;
        if (active) boxes_end_dealer(m, felt, r, sees);
    }
    return active;
}

LANE void straight_settle(const boxes_tables *m, const boxes_felt *felt, const boxes_round *r, bool sees, boxes_sums *s)
{
    lane_mem net_of = BOXES_AT(m, net);
    int32_t all = 0;
    for (uint32_t box = 0; box < m->boxes; box++) {
        uint32_t end = lane_load32(felt->box + box * felt->stride), info = lane_load32(BOXES_AT(m, info) + end * 4);
        int32_t net = 0;
        for (uint32_t spot = 0; spot < m->spots; spot++)
            net += (int32_t)lane_load32(net_of + (end * WALK_FINALS + (r->finals >> 4 * spot & 15)) * 4);
        all += net;
        boxes_add_box(m, net, info, s);
        if (sees) boxes_count_sight(m, felt, r, box, info >> 8 & 7);
    }
    boxes_add_round(m, all, s);
}

LANE straight_cards straight_cards_of(const boxes_game *g, uint64_t round)
{
    straight_cards cards = { boxes_words_of_round(round, g->is_double ? boxes_side(g, round) : 0), 0, false };
    return cards;
}

/* Two neighbouring rounds take the halves of the same blocks. */
LANE void straight_pair(const boxes_game *g, uint64_t even, straight_cards cards[2])
{
    cards[0] = straight_cards_of(g, even);
    cards[1] = straight_cards_of(g, even + 1);
    if (g->is_double) return;
    cards[0].words.half = BOXES_BOTH;
    cards[0].first = boxes_next_word(g, &cards[0].words);
    cards[1].first = cards[0].words.kept;
    cards[0].words = boxes_words_of_round(even, 0);
    cards[0].has_first = cards[1].has_first = true;
}

/* A round, where `active`; false, with nothing counted, where it needs more cards or splits a box. */
LANE bool straight_play(const boxes_game *g, const boxes_tables *m, const boxes_felt *felt, straight_cards cards,
                        uint32_t groups, bool sees, bool active, boxes_sums *s)
{
    uint32_t ready = groups * CUDA_A_WORD;
    boxes_round r;
    r.from = 0;
    r.step = 1;
    r.t = 0;
    straight_draw(g, felt, cards, groups, sees);
    boxes_open_round(m, felt, &r);
    for (uint32_t box = 0; box < m->boxes; box++) {
        uint32_t first;
        lane_store32(felt->box + box * felt->stride, boxes_start(m, felt, &r, box, sees, &first));
    }
    for (uint32_t box = 0; box < m->boxes; box++)
        active = straight_box(m, felt, &r, ready, box, sees, active) && active;
    active = straight_dealer(m, felt, &r, ready, sees, active) && boxes_is_whole(m, felt, &r, ready, sees);
    if (active) straight_settle(m, felt, &r, sees, s);
    return active;
}

/* Any round, a split one too, from so many groups of draws; false, with nothing counted, where it needs more. */
LANE bool straight_play_any(const boxes_game *g, const boxes_tables *m, const boxes_felt *felt, straight_cards cards,
                            uint32_t groups, bool sees, bool active, boxes_sums *s)
{
    boxes_round r;
    r.from = 0;
    r.step = 1;
    straight_draw(g, felt, cards, groups, sees);
    return boxes_play_ready(m, felt, &r, groups * CUDA_A_WORD, sees, active, s);
}

#endif
