/* spread.c - see spread.h. */
#include "spread.h"

#ifndef LM_EXACT

#include <string.h>

static card_key key_of(const lm_game *g, hand_id h)
{
    card_key key = 0;
    for (int v = 1; v <= 10; v++)
        key |= (card_key)g->hands.count[h][v] << (6 * (v - 1));
    return key;
}

static stake_pair pair_of_stakes(int a, int b)
{
    if (a != b) return CHIPS_AND_LAMMER;
    return a == LM_STAKED_CHIPS ? TWO_CHIPS : TWO_LAMMERS;
}

static void note_wanted(const split_courses *courses, spread_room *room)
{
    memset(room->wanted, 0, sizeof room->wanted);
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        for (int a = 0; a < course->hands; a++) {
            for (int b = a + 1; b < course->hands; b++)
                room->wanted[pair_of_stakes(course->staked[a], course->staked[b])] = true;
        }
    }
}

/* The union's place in the table, or -1 where the table is full. */
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

/* Unions of some hands with all hands, as many as there is room for. Returns the first hand that did not fit. */
static int unite_from(spread_room *room, int from)
{
    int rows = SPREAD_CELLS / room->hands, i = from;
    room->n = 0;
    memset(room->slot, 0, sizeof room->slot);
    for (; i < room->hands && i - from < rows; i++) {
        if (room->n + room->hands > SPREAD_UNIONS) break;
        for (int j = 0; j < room->hands; j++)
            room->index[(i - from) * room->hands + j] = (uint32_t)place_of(room, room->key[i] + room->key[j]);
    }
    return i;
}

/* Chance of the union's draws in one order, both first cards being there and `gone` more of the value elsewhere. */
typedef struct {
    double copies[11][43], rest[48];
} draw_table;

static void make_draws(const column *c, int value, int gone, draw_table *t)
{
    for (int v = 1; v <= 10; v++) {
        int from = v == value ? 2 : 0, away = v == value ? gone : 0;
        for (int k = 0; k < 43; k++) {
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

/* Runs the dealer for every union. */
static void run_unions(const lm_game *g, const column *c, int value, int gone, spread_room *room)
{
    draw_table draws;
    lm_lanes left[11] = { { 0 } }, ends[ENDS];
    double chance[LANES];
    int of[LANES], n = 0;
    make_draws(c, value, gone, &draws);
    for (int u = 0; u < room->n; u++) {
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
        if (n < LANES && (u + 1 < room->n || n == 0)) continue;
        dealer_run(&c->tree, left, g->one, ends);
        for (int i = 0; i < n; i++) {
            for (int e = 0; e < ENDS; e++)
                room->ends[of[i]][e] = ends[e][i] * chance[i];
        }
        n = 0;
    }
}

static int parts_of(const lm_game *g, const split_study *study, hand_id h, int staked, hand_part *out)
{
    const hand_ending *e = &study->ending[h];
    hand_id one = g->hands.plus[HAND_EMPTY][study->value], pair = g->hands.plus[one][study->value];
    int n = 0;
    for (int second = 0; second < SECONDS; second++) {
        for (int m = 0; m < MANNERS; m++) {
            double orders = e->orders[staked][m][second];
            if (orders != 0) out[n++] = (hand_part){ (uint8_t)second, e->kind[staked][m], orders };
        }
        for (int m = DOUBLED_PAID; m < PLAIN_MANNERS; m++) {
            double orders = e->doubled[staked][m][second];
            if (orders != 0) out[n++] = (hand_part){ (uint8_t)second, (uint8_t)(KIND_BUST + m), orders };
        }
    }
    if (h == one) out[n++] = (hand_part){ SECOND_OTHER, KIND_BUST, 1 };
    if (h == pair) out[n++] = (hand_part){ SECOND_OTHER, KIND_BUST, -1 };
    if (h == pair) out[n++] = (hand_part){ SECOND_PAIR, KIND_BUST, 1 };
    return n;
}

static void list_parts(const lm_game *g, const split_study *study, spread_room *room)
{
    for (int s = 0; s < LM_STAKES; s++) {
        int n = 0;
        for (int i = 0; i < room->hands; i++) {
            room->first_part[s][i] = n;
            n += parts_of(g, study, room->hand[i], s, &room->part[s][n]);
        }
        room->first_part[s][room->hands] = n;
    }
}

/* Adds the hands from `from` on, of stake a, together with all hands of stake b. */
static void add_rows(const split_study *study, int a, int b, int from, int to, spread_room *room, pair_law *law)
{
    lm_lanes row[SECONDS][KINDS_MOST];
    int kinds = study->kinds[b].n;
    for (int i = from; i < to; i++) {
        int begin = room->first_part[a][i], end = room->first_part[a][i + 1];
        const uint32_t *index = &room->index[(i - from) * room->hands];
        if (begin == end) continue;
        memset(row, 0, sizeof row);
        for (int j = 0; j < room->hands; j++) {
            for (int k = room->first_part[b][j]; k < room->first_part[b][j + 1]; k++) {
                const hand_part *his = &room->part[b][k];
                row[his->second][his->kind] += room->ends[index[j]] * his->orders;
            }
        }
        for (const hand_part *mine = &room->part[a][begin]; mine < &room->part[a][end]; mine++) {
            for (int second = 0; second < SECONDS; second++) {
                for (int kind = 0; kind < kinds; kind++)
                    law->chance[mine->second][mine->kind][second][kind] += row[second][kind] * mine->orders;
            }
        }
    }
}

static int manner_of_kind(const hand_kinds *kinds, int kind)
{
    return kinds->added[kind] ? DOUBLED_PAID : kinds->lammers[kind] ? DOUBLED_FREE : STOOD;
}

/* Of all hands, those that neither end otherwise nor are doubled have gone over 21; of doubled ones, those that do not
 * end. Done for the second hand, then for the first. */
static void tell_busts(const split_study *study, int a, int b, pair_law *law)
{
    const hand_kinds *ka = &study->kinds[a], *kb = &study->kinds[b];
    for (int s = 0; s < SECONDS; s++) {
        for (int k = 0; k < ka->n; k++) {
            for (int t = 0; t < SECONDS; t++) {
                lm_lanes *x = law->chance[s][k][t];
                x[KIND_BUST] -= x[KIND_BUST_PAID] + x[KIND_BUST_FREE];
                for (int kind = KIND_LIVE; kind < kb->n; kind++)
                    x[KIND_BUST + manner_of_kind(kb, kind)] -= x[kind];
            }
        }
        for (int t = 0; t < SECONDS; t++) {
            for (int kind = 0; kind < kb->n; kind++) {
                lm_lanes *bust = &law->chance[s][KIND_BUST][t][kind];
                *bust -= law->chance[s][KIND_BUST_PAID][t][kind] + law->chance[s][KIND_BUST_FREE][t][kind];
                for (int k = KIND_LIVE; k < ka->n; k++)
                    law->chance[s][KIND_BUST + manner_of_kind(ka, k)][t][kind] -= law->chance[s][k][t][kind];
            }
        }
    }
}

void spread_make(lm_game *g, const column *c, const split_study *study, const split_courses *courses, int most_gone,
                 spread_room *room)
{
    static const uint8_t stakes[TWOS][2] = { { LM_STAKED_CHIPS, LM_STAKED_CHIPS },
                                             { LM_STAKED_CHIPS, LM_STAKED_LAMMER },
                                             { LM_STAKED_LAMMER, LM_STAKED_LAMMER } };
    note_wanted(courses, room);
    room->hands = study->n;
    for (int i = 0; i < study->n; i++) {
        room->hand[i] = study->touched[i];
        room->key[i] = key_of(g, study->touched[i]);
    }
    list_parts(g, study, room);
    for (int two = 0; two < TWOS; two++) {
        for (int gone = 0; gone <= most_gone && room->wanted[two]; gone++)
            memset(&room->law[two][gone], 0, sizeof room->law[two][gone]);
    }
    for (int from = 0, to; from < room->hands; from = to) {
        to = unite_from(room, from);
        for (int gone = 0; gone <= most_gone; gone++) {
            run_unions(g, c, study->value, gone, room);
            for (int two = 0; two < TWOS; two++) {
                if (room->wanted[two])
                    add_rows(study, stakes[two][0], stakes[two][1], from, to, room, &room->law[two][gone]);
            }
        }
    }
    for (int two = 0; two < TWOS; two++) {
        for (int gone = 0; gone <= most_gone && room->wanted[two]; gone++)
            tell_busts(study, stakes[two][0], stakes[two][1], &room->law[two][gone]);
    }
}

#endif
