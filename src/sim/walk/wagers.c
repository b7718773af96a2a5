/* wagers.c - the wagers of the lanes: what they see, what they make boxes and dealer draw, and their results. */
#include <string.h>

#include "walk.h"

bool walk_has_wagers(const lm_sim_job *job)
{
    bool any = false;
    for (int i = 0; i < job->rules->offers; i++)
        any |= job->stake_cents[i] != 0;
    return any;
}

static inline lm_card card_at(const walk_lanes *l, uint32_t at)
{
    uint8_t card = l->cards[at];
    return lm_card_make(card & WALK_RANK, card >> WALK_SUIT_SHIFT);
}

static inline lm_card dealt_card(const walk_lanes *l, int lane, uint32_t place)
{
    return card_at(l, l->dealt[lane] + place * l->stride);
}

uint8_t walk_needs_of(int needs)
{
    static const uint8_t needed[] = { [LM_NEEDS_NOTHING] = WALK_NEEDS_NOTHING,
                                      [LM_NEEDS_SECOND] = WALK_NEEDS_SECOND,
                                      [LM_NEEDS_THIRD] = WALK_NEEDS_SECOND,
                                      [LM_NEEDS_DRAW] = WALK_NEEDS_DRAW,
                                      [LM_NEEDS_COMPLETE] = WALK_NEEDS_DRAW };
    return needed[needs];
}

void walk_wagers_deal(const walk_machine *m, walk_lanes *l)
{
    uint32_t boxes = m->boxes;
    for (uint32_t box = 0; box < boxes; box++) {
        for (int i = 0; i < l->n; i++) {
            lm_card first = dealt_card(l, i, box), second = dealt_card(l, i, boxes + 1 + box);
            unsigned cell = side_deal(l->plan, first, second, dealt_card(l, i, boxes));
            const side_cell *c = &l->plan->cell[cell];
            l->cell[box][i] = (uint16_t)cell;
            uint8_t needs = walk_needs_of(c->needs);
            l->first_needs[i] = needs > l->first_needs[i] ? needs : l->first_needs[i];
            if (__builtin_expect(c->draws, 0))
                l->place[box][i] = m->forced[l->view[i]][lm_rank(first) << 4 | lm_rank(second)];
        }
    }
}

/* --- the dealer ------------------------------------------------------------------------------------------------- */

typedef struct {
    int sum, n;
    bool ace;
} dealer_hand;

static inline void take(const walk_machine *m, dealer_hand *hand, uint8_t card)
{
    int value = m->value[card & WALK_RANK];
    hand->sum += value;
    hand->ace |= value == 1;
    hand->n++;
}

/* The first dealer hand as it stands with the draws before `end`. */
static inline dealer_hand hand_until(const walk_machine *m, const walk_lanes *l, int lane, uint32_t end)
{
    dealer_hand hand = { 0 };
    take(m, &hand, l->cards[l->dealt[lane] + m->boxes * l->stride]);
    if (m->has_hole) take(m, &hand, l->cards[l->dealt[lane] + (2u * m->boxes + 1) * l->stride]);
    for (uint32_t at = l->turn[lane]; at < end; at += l->stride)
        take(m, &hand, l->cards[at]);
    return hand;
}

static inline bool draws_for(dealer_hand hand, bool third_only)
{
    lm_score score = lm_score_of(hand.sum, hand.ace);
    if (third_only) return hand.n == 2 && score.total < 17;
    return score.total < 17 || (score.total == 17 && score.soft);
}

/* Draws what wagers need beyond the main game. */
static void draw_on(const walk_machine *m, walk_lanes *l, bool third, bool completes)
{
    for (int i = 0; i < l->n; i++) {
        l->settled[i] = l->at[i];
        bool drawn_out = l->first_needs[i] == WALK_NEEDS_DRAW;
        bool looks = drawn_out ? completes && l->final[0][i] == WALK_17 : third;
        if (looks && l->final[0][i] != WALK_DEALER_BLACKJACK) {
            dealer_hand hand = hand_until(m, l, i, l->at[i]);
            while (draws_for(hand, !drawn_out)) {
                take(m, &hand, l->cards[l->at[i]]);
                l->at[i] += l->stride;
            }
        }
        if (!drawn_out) l->settled[i] = l->at[i];
        l->turned[i] = l->at[i];
    }
}

static inline unsigned end_of(dealer_hand hand, bool blackjack)
{
    return side_end_of(lm_score_of(hand.sum, hand.ace).total, hand.n, blackjack);
}

/* Without a division by a number that only the lanes know. */
static inline uint32_t cards_between(const walk_lanes *l, uint32_t from, uint32_t to)
{
    return l->stride == 1 ? to - from : (to - from) / WALK_LANES;
}

/* The end of the first dealer hand as the main wagers were settled. A hand that drew is known by its final total and the
 * number of its cards, one that did not by its first cards. The others must be added up: totals above 22 where some
 * wager tells them apart, and hands that drew a third card for a wager alone. */
static inline unsigned settled_end(const walk_machine *m, const walk_lanes *l, int lane)
{
    int final = l->final[0][lane], cards = 1 + m->has_hole + (int)cards_between(l, l->turn[lane], l->settled[lane]);
    bool stands = l->settled[lane] == l->turn[lane];
    bool drew = l->first_needs[lane] == WALK_NEEDS_DRAW && final <= l->highest_end;
    unsigned first = l->first_end[l->two[lane]], drawn = side_end_of(17 + final, cards, false);
    unsigned chosen = -(unsigned)stands; /* not a branch: it would be mispredicted often */
    if (__builtin_expect(stands | drew, 1)) return (first & chosen) | (drawn & ~chosen);
    return end_of(hand_until(m, l, lane, l->settled[lane]), final == WALK_DEALER_BLACKJACK);
}

void walk_wagers_draw(const walk_machine *m, walk_lanes *l)
{
    bool third = l->plan->needs == LM_NEEDS_THIRD, completes = l->plan->completes;
    if (third || completes) {
        draw_on(m, l, third, completes);
    } else {
        memcpy(l->settled, l->at, sizeof l->settled);
        memcpy(l->turned, l->at, sizeof l->turned);
    }
    for (int i = 0; i < l->n; i++)
        l->wager_end[i] = (uint16_t)settled_end(m, l, i);
    memcpy(l->wager_last, l->wager_end, sizeof l->wager_last);
    for (int i = 0; i < l->n && completes; i++) {
        if (__builtin_expect(l->turned[i] != l->settled[i], 0))
            l->wager_last[i] = (uint16_t)end_of(hand_until(m, l, i, l->turned[i]), false);
    }
}

/* --- results ---------------------------------------------------------------------------------------------------- */

static void see_dealer(const walk_machine *m, const walk_lanes *l, int lane, side_facts *f)
{
    f->dealer[f->n_dealer++] = dealt_card(l, lane, m->boxes);
    if (m->has_hole) f->dealer[f->n_dealer++] = dealt_card(l, lane, 2u * m->boxes + 1);
    f->n_main = f->n_dealer;
    for (uint32_t at = l->turn[lane]; at < l->turned[lane] && f->n_dealer < LM_VIEW_DEALER; at += l->stride) {
        f->n_main = (uint8_t)(f->n_main + (at < l->settled[lane]));
        f->dealer[f->n_dealer++] = card_at(l, at);
    }
}

static void see_hand(const walk_machine *m, const walk_lanes *l, int lane, int box, side_facts *f)
{
    uint32_t end = box + 1 < m->boxes ? l->drew[box + 1][lane] : l->turn[lane];
    lm_card first = dealt_card(l, lane, (uint32_t)box), second = dealt_card(l, lane, (uint32_t)(m->boxes + 1 + box));
    int sum = lm_card_value(first) + lm_card_value(second);
    bool ace = lm_rank(first) == LM_ACE || lm_rank(second) == LM_ACE;
    f->first[0] = first;
    f->first[1] = second;
    f->n_first = 2;
    for (uint32_t at = l->drew[box][lane]; at < end; at += l->stride) {
        lm_card card = card_at(l, at);
        if (f->n_first < LM_VIEW_FIRST) f->first[f->n_first++] = card;
        sum += lm_card_value(card);
        ace |= lm_rank(card) == LM_ACE;
    }
    f->original_total = lm_score_of(sum, ace).total;
    f->busted = sum > 21;
}

static inline unsigned hands_won(const walk_row *row, int final)
{
    return row->hands > 1 ? row->won[final] : row->net_cents[final] > 0;
}

static inline unsigned hands_lost(const walk_row *row, int final)
{
    return row->hands > 1 ? row->lost[final] : row->net_cents[final] < 0;
}

static side_facts facts_of(const walk_machine *m, const walk_lanes *l, int lane, int box)
{
    side_facts f = { 0 };
    const walk_row *row = &l->row[l->end[box][lane]];
    see_dealer(m, l, lane, &f);
    see_hand(m, l, lane, box, &f);
    f.lammers = row->lammers;
    f.won = (uint8_t)hands_won(row, l->final[0][lane]);
    f.lost = (uint8_t)hands_lost(row, l->final[0][lane]);
    f.split = row->hands > 1;
    if (f.split) {
        f.original_total = row->original_total;
        f.busted = row->busted;
    }
    return f;
}

static bool ends_are_alike(const side_plan *plan, unsigned a, unsigned b)
{
    bool alike = plan->ask_end[0][a] == plan->ask_end[0][b] && plan->ask_end[1][a] == plan->ask_end[1][b];
    for (unsigned left = plan->by_end | plan->by_last; left; left &= left - 1)
        alike &= plan->end_code[__builtin_ctz(left)][a] == plan->end_code[__builtin_ctz(left)][b];
    return alike;
}

/* Whether no wager tells the dealer's totals above 22 apart. */
static bool over_22_is_one(const side_plan *plan)
{
    bool one = true;
    for (unsigned lammers = 0; lammers < LM_SIM_LAMMERS && one; lammers++) {
        for (int cards = 3; cards <= SIDE_END_CARDS; cards++) {
            for (int total = 24; total <= 26; total++)
                one &= ends_are_alike(plan, side_end_of(23, cards, false) * LM_SIM_LAMMERS + lammers,
                                      side_end_of(total, cards, false) * LM_SIM_LAMMERS + lammers);
        }
    }
    return one;
}

void walk_wagers_open(const walk_machine *m, walk_lanes *lanes, const side_plan *plan)
{
    lanes->plan = plan;
    lanes->highest_end = over_22_is_one(plan) ? WALK_OVER_22 : WALK_22;
    for (int up = LM_ACE; up <= LM_KING; up++) {
        for (int hole = LM_ACE; hole <= LM_KING; hole++) {
            const lm_card first[] = { lm_card_make(up, 0), lm_card_make(hole, 0) };
            dealer_hand hand = { 0 };
            for (int i = 0; i <= m->has_hole; i++)
                take(m, &hand, (uint8_t)lm_rank(first[i]));
            lanes->first_end[up << 4 | hole] = (uint16_t)end_of(hand, m->has_hole && lm_cards_blackjack(first, 2));
        }
    }
}

void walk_wagers_add(const walk_machine *m, const walk_lanes *l, int lane, uint64_t round, side_book *book)
{
    const side_plan *plan = l->plan;
    unsigned end = l->wager_end[lane], last = l->wager_last[lane];
    for (int box = 0; box < m->boxes; box++) {
        const walk_row *row = &l->row[l->end[box][lane]];
        int final = l->final[0][lane];
        unsigned ask = side_box(book, (unsigned)box + 1, l->cell[box][lane], end, last, row->lammers);
        if (__builtin_expect(ask != 0, 0)) {
            side_facts facts = facts_of(m, l, lane, box);
            side_ask(book, (uint8_t)(box + 1), ask, &facts);
        }
        if (plan->carried) side_results(book, (uint8_t)(box + 1), round, hands_won(row, final), hands_lost(row, final));
    }
    if (side_round_waits(book, round)) side_round_over(book, round);
}

bool walk_wagers_are_plain(const side_plan *plan)
{
    return !plan->notes && !plan->carried;
}

void walk_wagers_count(const walk_machine *m, const walk_lanes *l, const uint8_t *listed, int n, side_counts *counts,
                       walk_asks *asks)
{
    memset(asks->any, 0, sizeof asks->any);
    for (int box = 0; box < m->boxes; box++) {
        for (int i = 0; i < n; i++) {
            int lane = listed[i];
            unsigned lammers = l->row[l->end[box][lane]].lammers;
            unsigned cell = l->cell[box][lane], end = l->wager_end[lane], last = l->wager_last[lane];
            unsigned ask = side_plain_box(l->plan, counts, cell, end, last, lammers);
            asks->box[box][lane] = (uint16_t)ask;
            asks->any[lane] |= (uint16_t)ask;
        }
    }
}

void walk_wagers_ask(const walk_machine *m, const walk_lanes *l, const walk_asks *asks, int lane, uint64_t round,
                     side_book *book)
{
    for (int box = 0; box < m->boxes && asks->any[lane]; box++) {
        unsigned ask = asks->box[box][lane];
        if (!ask) continue;
        side_facts facts = facts_of(m, l, lane, box);
        side_ask(book, (uint8_t)(box + 1), ask, &facts);
    }
    if (side_round_waits(book, round)) side_round_over(book, round);
}
