/* spread.c - see spread.h. */
#include "spread.h"

#ifndef ODDS_EXACT

#include <string.h>

static void note_wanted(const split_courses *courses, spread_room *room)
{
    memset(room->wanted, 0, sizeof room->wanted);
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        for (int a = 0; a < course->hands; a++) {
            for (int b = a + 1; b < course->hands; b++)
                room->wanted[stake_pair_of(course->staked[a], course->staked[b])] = true;
        }
    }
}

static double size_of_hand(const split_study *study, int at, double draws)
{
    double orders = 0;
    for (int s = 0; s < study->stakes; s++) {
        for (int k = study->first_part[s][at]; k < study->first_part[s][at + 1]; k++)
            orders += study->part[s][k].orders > 0 ? study->part[s][k].orders : -study->part[s][k].orders;
    }
    return orders * draws;
}

static void sort_by_size(spread_hand *hand, int n)
{
    for (int gap = n / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < n; i++) {
            spread_hand x = hand[i];
            int j = i;
            for (; j >= gap && hand[j - gap].size < x.size; j -= gap)
                hand[j] = hand[j - gap];
            hand[j] = x;
        }
    }
}

static void list_hands(const lm_game *g, const column *c, const split_study *study, spread_room *room)
{
    room->hands = 0;
    for (int at = 0; at < study->n; at++) {
        hand_id h = study->touched[at];
        double size = size_of_hand(study, at, split_draws(g, c, h, study->value, 1));
        if (size > 0) room->hand[room->hands++] = (spread_hand){ .at = at, .cards = key_of_hand(g, h), .size = size };
    }
    sort_by_size(room->hand, room->hands);
}

/* The total probability of the pairs of hands whose product of sizes is below a limit. Hands are sorted by size, so `j`
 * never grows. */
static double light_below(const spread_room *room, const double *sum, double limit)
{
    double light = 0;
    int j = room->hands;
    for (int i = 0; i < room->hands; i++) {
        while (j > 0 && room->hand[i].size * room->hand[j - 1].size < limit)
            j--;
        light += room->hand[i].size * (sum[room->hands] - sum[j]);
    }
    return light;
}

/* The least product of sizes for which two hands are computed jointly. */
static double heavy_limit(const spread_room *room)
{
    double sum[HANDS_MOST + 1] = { 0 };
    for (int i = 0; i < room->hands; i++)
        sum[i + 1] = sum[i] + room->hand[i].size;
    double all = sum[room->hands], limit = 1e-30;
    if (room->hands * room->hands <= EXACT_PAIRS) return 0;
    while (light_below(room, sum, limit * 4) < LIGHT * all * all)
        limit *= 4;
    return limit;
}

/* The index of the union in the table, or -1: the table is full. */
static int place_of(spread_room *room, card_key cards)
{
    enum { SLOTS = SPREAD_UNIONS * 2 };
    uint32_t at = (uint32_t)((cards * 0x9e3779b97f4a7c15u) >> 40) % SLOTS;
    while (room->slot[at] && room->cards[room->slot[at] - 1] != cards)
        at = (at + 1) % SLOTS;
    if (!room->slot[at]) {
        if (room->n == SPREAD_UNIONS) return -1;
        room->cards[room->n] = cards;
        room->slot[at] = (uint32_t)++room->n;
    }
    return (int)room->slot[at] - 1;
}

static int cells_above(const spread_room *room, int i, double limit)
{
    int n = 0;
    while (n < room->hands && room->hand[i].size * room->hand[n].size >= limit)
        n++;
    return n;
}

/* Chooses the pairs of hands to compute jointly, for each number of cards gone: each further card makes the case ten
 * times rarer, so fewer pairs matter. False when the table is full. */
static bool lay_rows(spread_room *room, int most_gone, double limit)
{
    int cell = 0;
    for (int i = 0; i < room->hands; i++) {
        room->hand[i].first_cell = cell;
        double at = limit;
        for (int gone = 0; gone <= most_gone; gone++, at *= 10)
            room->hand[i].cells[gone] = cells_above(room, i, at);
        cell += room->hand[i].cells[0];
        if (cell > SPREAD_CELLS) return false;
    }
    return true;
}

/* Makes the unions. Those that every number of cards gone needs come first. */
static bool unite(spread_room *room, int most_gone)
{
    room->n = 0;
    memset(room->slot, 0, sizeof room->slot);
    for (int gone = most_gone; gone >= 0; gone--) {
        for (int i = 0; i < room->hands; i++) {
            const spread_hand *mine = &room->hand[i];
            for (int j = gone == most_gone ? 0 : mine->cells[gone + 1]; j < mine->cells[gone]; j++) {
                int place = place_of(room, mine->cards + room->hand[j].cards);
                if (place < 0) return false;
                room->cell[mine->first_cell + j] = (uint32_t)place;
            }
        }
        room->n_at[gone] = room->n;
    }
    return true;
}

/* Factors of the probability that two hands draw the cards of a union in one order. */
typedef struct {
    double copies[11][43], rest[48];
} draw_table;

static void make_draws(const column *c, int value, int gone, draw_table *t)
{
    for (int v = 1; v <= 10; v++) {
        int from = v == value ? 2 : 0, away = v == value ? gone : 0;
        t->copies[v][0] = 1;
        for (int k = 1; k < 43; k++) {
            int copies = c->left[v] - away - (k - 1);
            t->copies[v][k] = k <= from ? 1 : t->copies[v][k - 1] * (copies > 0 ? copies : 0);
        }
    }
    t->rest[0] = 1;
    for (int d = 1; d < 48; d++) {
        int all = c->left[0] - 2 - gone - (d - 1);
        t->rest[d] = all > 0 ? t->rest[d - 1] / all : 0;
    }
}

/* Computes the dealer's ends for every union. */
static void run_unions(const lm_game *g, const column *c, int value, int gone, spread_room *room)
{
    draw_table draws = { 0 };
    lm_lanes left[11] = { { 0 } }, ends[ENDS];
    double chance[LANES];
    int of[LANES], n = 0;
    make_draws(c, value, gone, &draws);
    for (int u = 0; u < room->n_at[gone]; u++) {
        int all = 0;
        double share = 1;
        for (int v = 1; v <= 10; v++) {
            int k = key_count(room->cards[u], v);
            share *= draws.copies[v][k];
            all += k;
            left[v][n] = c->left[v] - k - (v == value ? gone : 0);
        }
        left[0][n] = c->left[0] - all - gone;
        share *= draws.rest[all - 2];
        room->ends[u] = (lm_lanes){ 0 };
        if (share > 0) {
            chance[n] = share;
            of[n++] = u;
        }
        if (n < LANES && (u + 1 < room->n_at[gone] || n == 0)) continue;
        dealer_run(&c->tree, left, g->one, ends);
        for (int i = 0; i < n; i++) {
            for (int e = 0; e < ENDS; e++)
                room->ends[of[i]][e] = ends[e][i] * chance[i];
        }
        n = 0;
    }
}

/* Computes each hand with only the first card of the other hand out, for pairs that are not computed jointly. */
static void run_singles(const lm_game *g, const column *c, const split_study *study, int gone, spread_room *room)
{
    lm_lanes left[11] = { { 0 } }, ends[ENDS];
    int of[LANES], n = 0;
    for (int i = 0; i < room->hands; i++) {
        hand_id h = study->touched[room->hand[i].at];
        bool held = left_to(g, c, h, study->value) - gone - 1 >= 0;
        room->hand[i].draws = held ? split_draws(g, c, h, study->value, gone + 1) : 0;
        room->hand[i].ends = (lm_lanes){ 0 };
        if (room->hand[i].draws > 0) {
            for (int v = 0; v <= 10; v++)
                left[v][n] = left_to(g, c, h, v) - (v == 0 || v == study->value ? gone + 1 : 0);
            of[n++] = i;
        }
        if (n < LANES && (i + 1 < room->hands || n == 0)) continue;
        dealer_run(&c->tree, left, g->one, ends);
        for (int lane = 0; lane < n; lane++) {
            for (int e = 0; e < ENDS; e++)
                room->hand[of[lane]].ends[e] = ends[e][lane];
        }
        n = 0;
    }
}

/* Treats two hands as independent: the probabilities of their draws are multiplied, and their effects on the dealer's
 * ends are added. */
typedef struct {
    double draws[SECONDS][KINDS_MOST];
    lm_lanes ends[SECONDS][KINDS_MOST]; /* times draws */
} loose_law;

static void make_loose(const split_study *study, int s, const spread_room *room, loose_law *loose)
{
    memset(loose, 0, sizeof *loose);
    for (int i = 0; i < room->hands; i++) {
        const spread_hand *hand = &room->hand[i];
        for (int k = study->first_part[s][hand->at]; k < study->first_part[s][hand->at + 1]; k++) {
            const hand_part *part = &study->part[s][k];
            double x = part->orders * hand->draws;
            loose->draws[part->second][part->kind] += x;
            loose->ends[part->second][part->kind] += hand->ends * x;
        }
    }
}

static void add_loose(const split_study *study, int a, int b, const lm_lanes *base, const spread_room *room,
                      pair_law *law)
{
    loose_law mine, his;
    make_loose(study, a, room, &mine);
    make_loose(study, b, room, &his);
    for (int s = 0; s < SECONDS; s++) {
        for (int k = 0; k < study->kinds[a].n; k++) {
            for (int t = 0; t < SECONDS; t++) {
                for (int m = 0; m < study->kinds[b].n; m++)
                    law->chance[s][k][t][m] += mine.draws[s][k] * his.ends[t][m] + mine.ends[s][k] * his.draws[t][m] -
                                               mine.draws[s][k] * his.draws[t][m] * *base;
            }
        }
    }
}

/* For jointly computed pairs: replaces the independent value by the exact one. */
LM_WIDE static void add_united(const split_study *study, int a, int b, int gone, bool loose, const lm_lanes *base,
                               const spread_room *room, pair_law *law)
{
    lm_lanes row[SECONDS][KINDS_MOST];
    for (int i = 0; i < room->hands; i++) {
        const spread_hand *mine = &room->hand[i];
        const hand_part *begin = &study->part[a][study->first_part[a][mine->at]];
        const hand_part *end = &study->part[a][study->first_part[a][mine->at + 1]];
        if (begin == end || mine->cells[gone] == 0) continue;
        memset(row, 0, sizeof row);
        for (int j = 0; j < mine->cells[gone]; j++) {
            const spread_hand *his = &room->hand[j];
            lm_lanes x = room->ends[room->cell[mine->first_cell + j]];
            if (loose) x -= (mine->ends + his->ends - *base) * (mine->draws * his->draws);
            for (int k = study->first_part[b][his->at]; k < study->first_part[b][his->at + 1]; k++)
                row[study->part[b][k].second][study->part[b][k].kind] += x * study->part[b][k].orders;
        }
        for (const hand_part *part = begin; part < end; part++) {
            for (int t = 0; t < SECONDS; t++) {
                for (int m = 0; m < study->kinds[b].n; m++)
                    law->chance[part->second][part->kind][t][m] += row[t][m] * part->orders;
            }
        }
    }
}

/* Finds the hands over 21 by subtraction, as in split.c: for the second hand, then for the first. */
static void tell_busts(const split_study *study, int a, int b, pair_law *law)
{
    const hand_kinds *ka = &study->kinds[a], *kb = &study->kinds[b];
    for (int s = 0; s < SECONDS; s++) {
        for (int k = 0; k < ka->n; k++) {
            for (int t = 0; t < SECONDS; t++) {
                lm_lanes *x = law->chance[s][k][t];
                x[KIND_BUST] -= x[KIND_BUST_PAID] + x[KIND_BUST_FREE];
                for (int kind = KIND_LIVE; kind < kb->n; kind++)
                    x[KIND_BUST + split_manner_of_kind(kb, kind)] -= x[kind];
            }
        }
        for (int t = 0; t < SECONDS; t++) {
            for (int kind = 0; kind < kb->n; kind++) {
                lm_lanes *bust = &law->chance[s][KIND_BUST][t][kind];
                *bust -= law->chance[s][KIND_BUST_PAID][t][kind] + law->chance[s][KIND_BUST_FREE][t][kind];
                for (int k = KIND_LIVE; k < ka->n; k++)
                    law->chance[s][KIND_BUST + split_manner_of_kind(ka, k)][t][kind] -= law->chance[s][k][t][kind];
            }
        }
    }
}

static const uint8_t stakes_of[TWOS][2] = { { LM_STAKED_CHIPS, LM_STAKED_CHIPS },
                                            { LM_STAKED_CHIPS, LM_STAKED_LAMMER },
                                            { LM_STAKED_LAMMER, LM_STAKED_LAMMER } };

/* Extrapolates: each further card of the value that is gone changes a law by about as much as the one before. */
static void extend_law(const split_study *study, stake_pair two, int gone, spread_room *room)
{
    const hand_kinds *ka = &study->kinds[stakes_of[two][0]], *kb = &study->kinds[stakes_of[two][1]];
    pair_law *law = room->law[two];
    for (int s = 0; s < SECONDS; s++) {
        for (int k = 0; k < ka->n; k++) {
            for (int t = 0; t < SECONDS; t++) {
                for (int m = 0; m < kb->n; m++)
                    law[gone].chance[s][k][t][m] =
                        law[1].chance[s][k][t][m] * (double)gone - law[0].chance[s][k][t][m] * (double)(gone - 1);
            }
        }
    }
}

static void make_law(const split_study *study, stake_pair two, int gone, bool loose, const lm_lanes *base,
                     spread_room *room)
{
    int a = stakes_of[two][0], b = stakes_of[two][1];
    pair_law *law = &room->law[two][gone];
    for (int s = 0; s < SECONDS; s++) {
        for (int k = 0; k < study->kinds[a].n; k++) {
            for (int t = 0; t < SECONDS; t++)
                memset(law->chance[s][k][t], 0, sizeof(lm_lanes) * (size_t)study->kinds[b].n);
        }
    }
    if (loose) add_loose(study, a, b, base, room, law);
    add_united(study, a, b, gone, loose, base, room, law);
    tell_busts(study, a, b, law);
}

void spread_make(lm_game *g, const column *c, const split_courses *courses, int most_gone)
{
    const split_study *study = g->study;
    spread_room *room = g->spread;
    note_wanted(courses, room);
    list_hands(g, c, study, room);
    double limit = heavy_limit(room);
    while (!lay_rows(room, most_gone, limit) || !unite(room, most_gone))
        limit = limit > 0 ? limit * 4 : 1e-30;
    for (int gone = 0; gone <= most_gone; gone++) {
        lm_lanes base = { 0 };
        if (limit > 0 && gone >= SPREAD_MADE) {
            for (int two = 0; two < TWOS; two++) {
                if (room->wanted[two]) extend_law(study, (stake_pair)two, gone, room);
            }
            continue;
        }
        if (limit > 0) {
            run_singles(g, c, study, gone, room);
            for (int i = 0; i < room->hands; i++) {
                if (room->hand[i].at == 0)
                    base = room->hand[i].ends; /* in a study, the hand at 0 is the first card alone */
            }
        }
        run_unions(g, c, study->value, gone, room);
        for (int two = 0; two < TWOS; two++) {
            if (room->wanted[two]) make_law(study, (stake_pair)two, gone, limit > 0, &base, room);
        }
    }
}

#endif
