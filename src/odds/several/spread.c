/* spread.c - see spread.h. */
#include "several/spread.h"

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

/* Where the table has the union, or has room for it. */
static uint32_t slot_of(const spread_room *room, card_key cards)
{
    enum { SLOTS = SPREAD_UNIONS * 2 };
    uint32_t at = (uint32_t)((cards * 0x9e3779b97f4a7c15u) >> 40) % SLOTS;
    while (room->slot[at] && room->cards[room->slot[at] - 1] != cards)
        at = (at + 1) % SLOTS;
    return at;
}

/* The index of the union in the table, or -1: the table is full. */
static int place_of(spread_room *room, card_key cards)
{
    uint32_t at = slot_of(room, cards);
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

/* How many of these are hands before the i-th one, or itself. Two hands have one union, whichever comes first. */
static int cells_before(const spread_hand *hand, int i, int gone)
{
    return hand->cells[gone] <= i ? hand->cells[gone] : i + 1;
}

/* Chooses the pairs of hands to compute jointly, for each number of cards gone: each further card makes the case ten
 * times rarer, so fewer pairs matter. False when the table is full. */
static bool lay_rows(spread_room *room, int most_gone, double limit)
{
    int cell = 0, all = 0;
    for (int i = 0; i < room->hands; i++) {
        room->hand[i].first_cell = cell;
        double at = limit;
        for (int gone = 0; gone <= most_gone; gone++, at *= 10)
            room->hand[i].cells[gone] = cells_above(room, i, at);
        all += room->hand[i].cells[0];
        cell += cells_before(&room->hand[i], i, 0);
        if (all > SPREAD_CELLS) return false;
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
            int j = gone == most_gone ? 0 : cells_before(mine, i, gone + 1);
            for (; j < cells_before(mine, i, gone); j++) {
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

static void keep_unions(const lm_game *g, const column *c, int gone, dealer_batch *batch, spread_room *room)
{
    dealer_batch_run(&c->tree, g->one, batch);
    for (int i = 0; i < batch->n; i++) {
        lm_lanes *ends = &room->ends[batch->of[i]], plain;
        for (int e = 0; e < ENDS; e++)
            plain[e] = dealer_batch_end(batch, i, e);
        if (gone == 0) room->plain[batch->of[i]] = plain;
        *ends = plain * room->chance[batch->of[i]];
    }
    batch->n = 0;
}

static card_key more_of(int value, int cards)
{
    return (card_key)cards << (6 * (value - 1));
}

/* Whether a union with more cards of the value stands in the table as one with none gone: its ends are known then. */
static bool find_known(const spread_room *room, card_key cards, lm_lanes *ends)
{
    uint32_t at = room->slot[slot_of(room, cards)];
    if (!at || !room->known[at - 1]) return false;
    *ends = room->plain[at - 1];
    return true;
}

/* Computes the dealer's ends for every union. */
static void run_unions(const lm_game *g, const column *c, int value, int gone, spread_room *room)
{
    draw_table draws = { 0 };
    dealer_batch batch;
    batch.n = 0;
    make_draws(c, value, gone, &draws);
    for (int u = 0; u < room->n_at[gone]; u++) {
        int count[11] = { 0 };
        double share = 1;
        lm_lanes ends = { 0 };
        for (card_key rest = room->cards[u]; rest;) {
            int v = __builtin_ctzll(rest) / 6 + 1;
            count[v] = key_count(rest, v);
            count[0] += count[v];
            share *= draws.copies[v][count[v]];
            rest -= more_of(v, count[v]);
        }
        share *= draws.rest[count[0] - 2];
        room->chance[u] = share;
        if (gone == 0) room->known[u] = share > 0;
        if (share <= 0 || (gone > 0 && find_known(room, room->cards[u] + more_of(value, gone), &ends))) {
            room->ends[u] = ends * share;
            continue;
        }
        for (int v = 0; v <= 10; v++)
            dealer_batch_left(&batch, v, c->left[v] - count[v] - (v == 0 || v == value ? gone : 0));
        if (dealer_batch_add(&batch, u)) keep_unions(g, c, gone, &batch, room);
    }
    keep_unions(g, c, gone, &batch, room);
}

static void keep_singles(const lm_game *g, const column *c, dealer_batch *batch, spread_room *room)
{
    dealer_batch_run(&c->tree, g->one, batch);
    for (int i = 0; i < batch->n; i++) {
        for (int e = 0; e < ENDS; e++)
            room->hand[batch->of[i]].ends[e] = dealer_batch_end(batch, i, e);
    }
    batch->n = 0;
}

/* Computes each hand with only the first card of the other hand out, for pairs that are not computed jointly. */
static void run_singles(const lm_game *g, const column *c, const split_study *study, int gone, spread_room *room)
{
    dealer_batch batch;
    batch.n = 0;
    for (int i = 0; i < room->hands; i++) {
        hand_id h = study->touched[room->hand[i].at];
        bool held = left_to(g, c, h, study->value) - gone - 1 >= 0;
        room->hand[i].draws = held ? split_draws(g, c, h, study->value, gone + 1) : 0;
        room->hand[i].ends = (lm_lanes){ 0 };
        if (room->hand[i].draws <= 0) continue;
        for (int v = 0; v <= 10; v++)
            dealer_batch_left(&batch, v, left_to(g, c, h, v) - (v == 0 || v == study->value ? gone + 1 : 0));
        if (dealer_batch_add(&batch, i)) keep_singles(g, c, &batch, room);
    }
    keep_singles(g, c, &batch, room);
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

/* A hand's partners, by second card and kind. */
typedef struct {
    lm_lanes of[SECONDS][KINDS_MOST];
} law_row;

typedef struct {
    const hand_part *begin, *end;
} hand_parts;

static inline hand_parts parts_of(const split_study *study, int stake, const spread_hand *hand)
{
    const int *first = &study->first_part[stake][hand->at];
    return (hand_parts){ &study->part[stake][first[0]], &study->part[stake][first[1]] };
}

static const uint8_t stakes_of[TWOS][2] = { { LM_STAKED_CHIPS, LM_STAKED_CHIPS },
                                            { LM_STAKED_CHIPS, LM_STAKED_LAMMER },
                                            { LM_STAKED_LAMMER, LM_STAKED_LAMMER } };

/* Adds the i-th hand as first of two, with the hands up to it, and as second, with the hands before it. */
LM_WIDE static void add_with_others(const split_study *study, int i, const law_row *upto, const law_row *before,
                                    int gone, spread_room *room)
{
    for (int two = 0; two < TWOS; two++) {
        int a = stakes_of[two][0], b = stakes_of[two][1];
        pair_law *law = &room->law[two][gone];
        if (!room->wanted[two]) continue;
        hand_parts first = parts_of(study, a, &room->hand[i]), second = parts_of(study, b, &room->hand[i]);
        for (const hand_part *part = first.begin; part < first.end; part++) {
            for (int t = 0; t < SECONDS; t++) {
                for (int m = 0; m < study->kinds[b].n; m++)
                    law->chance[part->second][part->kind][t][m] += upto[b].of[t][m] * part->orders;
            }
        }
        for (const hand_part *part = second.begin; part < second.end; part++) {
            for (int s = 0; s < SECONDS; s++) {
                for (int k = 0; k < study->kinds[a].n; k++)
                    law->chance[s][k][part->second][part->kind] += before[a].of[s][k] * part->orders;
            }
        }
    }
}

static void clear_rows(const split_study *study, law_row *rows)
{
    for (int s = 0; s < study->stakes; s++) {
        for (int second = 0; second < SECONDS; second++)
            memset(rows[s].of[second], 0, sizeof(lm_lanes) * (size_t)study->kinds[s].n);
    }
}

static void copy_rows(const split_study *study, law_row *to, const law_row *from)
{
    for (int s = 0; s < study->stakes; s++) {
        for (int second = 0; second < SECONDS; second++)
            memcpy(to[s].of[second], from[s].of[second], sizeof(lm_lanes) * (size_t)study->kinds[s].n);
    }
}

/* For jointly computed pairs: replaces the independent value by the exact one. Each two hands are met once. */
LM_WIDE static void add_united(const split_study *study, int gone, bool loose, const lm_lanes *base, spread_room *room)
{
    law_row upto[LM_STAKES], before[LM_STAKES];
    for (int i = 0; i < room->hands; i++) {
        const spread_hand *mine = &room->hand[i];
        int cells = cells_before(mine, i, gone);
        clear_rows(study, upto);
        for (int j = 0; j < cells; j++) {
            const spread_hand *his = &room->hand[j];
            lm_lanes x = room->ends[room->cell[mine->first_cell + j]];
            if (loose) x -= (mine->ends + his->ends - *base) * (mine->draws * his->draws);
            if (j == i) copy_rows(study, before, upto);
            for (int s = 0; s < study->stakes; s++) {
                hand_parts parts = parts_of(study, s, his);
                for (const hand_part *part = parts.begin; part < parts.end; part++)
                    upto[s].of[part->second][part->kind] += x * part->orders;
            }
        }
        if (cells == 0) continue;
        add_with_others(study, i, upto, cells > i ? before : upto, gone, room);
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

static void clear_law(const split_study *study, int a, int b, pair_law *law)
{
    for (int s = 0; s < SECONDS; s++) {
        for (int k = 0; k < study->kinds[a].n; k++) {
            for (int t = 0; t < SECONDS; t++)
                memset(law->chance[s][k][t], 0, sizeof(lm_lanes) * (size_t)study->kinds[b].n);
        }
    }
}

static void make_laws(const split_study *study, int gone, bool loose, const lm_lanes *base, spread_room *room)
{
    for (int two = 0; two < TWOS; two++) {
        int a = stakes_of[two][0], b = stakes_of[two][1];
        if (!room->wanted[two]) continue;
        clear_law(study, a, b, &room->law[two][gone]);
        if (loose) add_loose(study, a, b, base, room, &room->law[two][gone]);
    }
    add_united(study, gone, loose, base, room);
    for (int two = 0; two < TWOS; two++) {
        if (room->wanted[two]) tell_busts(study, stakes_of[two][0], stakes_of[two][1], &room->law[two][gone]);
    }
}

/* What treating the lightest pairs of hands as independent may miss in any event. The chance of two sets and an end is
 * taken as d1 d2 (D1 + D2 - D), which is 3 d1 d2 at most over all ends, and is d1 d2 times what drawing without putting
 * back makes likelier at most. Hands over 21 are found by subtraction, so each of them counts twice. */
static void bound_light(const lm_game *g, const column *c, double limit, spread_room *room)
{
    double sum[HANDS_MOST + 1] = { 0 };
    int most = 0;
    for (int i = 0; i < room->hands; i++) {
        int cards = 0;
        for (int v = 1; v <= 10; v++)
            cards += key_count(room->hand[i].cards, v);
        if (cards > most) most = cards;
        sum[i + 1] = sum[i] + room->hand[i].size;
    }
    for (int gone = 0; gone < SPREAD_MADE; gone++, limit *= 10) {
        double apart = 1, likelier = 1;
        int all = c->left[0] - 3 - gone;
        for (int k = 0; k < most; k++) {
            int rest = all - most - k;
            apart *= (double)(all + gone - k) / (rest > 0 ? all - k : 1);
            likelier *= (double)(all - k) / (rest > 0 ? rest : 1);
        }
        room->light[gone] = limit > 0 ? 4 * apart * apart * (3 + likelier) * light_below(room, sum, limit) : 0;
    }
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
    bound_light(g, c, limit, room);
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
        make_laws(study, gone, limit > 0, &base, room);
    }
}

#endif
