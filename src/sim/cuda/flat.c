/* flat.c - joins the machines of a box and of the dealer into one table of whole rounds.
 *
 * Rows are made from the ends of rounds backwards, and equal rows are merged. */
#include "flat.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = 0xFFFF, HASHES = 8192, DEALERS = 128 };

typedef struct {
    const boxes_game *game;
    const boxes_machine *from;
    flat_table *to;
    bool is_full;
    uint16_t hash[HASHES];
    int dealers; /* dealers that differ in what they do for a box, and where each begins */
    uint16_t begins[DEALERS][WALK_NEEDS];
    uint16_t box[DEALERS][BOXES_PLACES];      /* by dealer and the box's place */
    uint16_t dealer[WALK_ENDS][BOXES_PLACES]; /* by end of the box and the dealer's place */
} maker;

static uint16_t keep(maker *m, const uint16_t row[CUDA_RANKS])
{
    flat_table *to = m->to;
    uint32_t hash = 2166136261u;
    for (int i = 0; i < CUDA_RANKS; i++)
        hash = (hash ^ row[i]) * 16777619u;
    uint32_t at = (hash ^ hash >> 15) % HASHES;
    for (; m->hash[at] != UNKNOWN; at = (at + 1) % HASHES) {
        if (memcmp((const char *)to->step + m->hash[at], row, CUDA_ROW_BYTES) == 0) return m->hash[at];
    }
    if (to->step_bytes + CUDA_ROW_BYTES > CUDA_MOST_BYTES) {
        m->is_full = true;
        return 0;
    }
    memcpy((char *)to->step + to->step_bytes, row, CUDA_ROW_BYTES);
    m->hash[at] = (uint16_t)to->step_bytes;
    to->step_bytes += CUDA_ROW_BYTES;
    return m->hash[at];
}

static uint16_t result_of(maker *m, int end, int final)
{
    flat_end result = { m->from->net[end][final], m->from->info[end] % BOXES_NEEDS };
    flat_table *to = m->to;
    uint32_t i = 0;
    while (i < to->ends && (to->end[i].net != result.net || to->end[i].info != result.info))
        i++;
    if (i == FLAT_ENDS) {
        m->is_full = true;
        return 0;
    }
    if (i == to->ends) to->end[to->ends++] = result;
    return (uint16_t)(i * CUDA_END_BYTES);
}

static uint16_t to_dealer(maker *m, int end, uint16_t place)
{
    if (place < WALK_OVER) return result_of(m, end, place / WALK_RANKS - WALK_FINAL);
    uint16_t *known = &m->dealer[end][place / WALK_RANKS];
    if (*known == UNKNOWN) {
        uint16_t row[CUDA_RANKS];
        for (int rank = 0; rank < CUDA_RANKS; rank++)
            row[rank] = to_dealer(m, end, m->from->next[place + rank]);
        *known = keep(m, row);
    }
    return *known;
}

static uint16_t to_box(maker *m, int dealer, uint16_t place)
{
    int end = place / WALK_RANKS;
    if (place < WALK_OVER) {
        if (end == WALK_SPLIT) return FLAT_SPLIT * CUDA_END_BYTES;
        return to_dealer(m, end, m->begins[dealer][m->from->info[end] / BOXES_NEEDS]);
    }
    uint16_t *known = &m->box[dealer][end];
    if (*known == UNKNOWN) {
        uint16_t row[CUDA_RANKS];
        for (int rank = 0; rank < CUDA_RANKS; rank++)
            row[rank] = to_box(m, dealer, m->from->next[place + rank]);
        *known = keep(m, row);
    }
    return *known;
}

static int dealer_of(maker *m, uint32_t two)
{
    uint16_t begins[WALK_NEEDS];
    for (int needs = 0; needs < WALK_NEEDS; needs++)
        begins[needs] = m->from->dealer[0][needs][two];
    int i = 0;
    while (i < m->dealers && memcmp(m->begins[i], begins, sizeof begins) != 0)
        i++;
    if (i == DEALERS) {
        m->is_full = true;
        return 0;
    }
    if (i == m->dealers) memcpy(m->begins[m->dealers++], begins, sizeof begins);
    return i;
}

/* The state after four cards, in the order in which they are drawn. */
static uint16_t to_deal(maker *m, uint32_t first, uint32_t up, uint32_t second, uint32_t fourth)
{
    uint32_t two = up << 4 | (m->game->has_hole ? fourth : 0), view = m->from->view[two];
    uint16_t state = to_box(m, dealer_of(m, two), m->from->start[view][first << 4 | second]);
    return m->game->has_hole ? state : m->to->step[state / 2 + fourth];
}

static void make_ends(flat_table *table)
{
    for (uint32_t i = 0; i < FLAT_FIRST_ROW / 2; i++)
        table->step[i] = (uint16_t)(i * 2 / CUDA_END_BYTES * CUDA_END_BYTES);
    table->step_bytes = FLAT_FIRST_ROW;
}

static void make_deals(maker *m)
{
    for (uint32_t i = 0; i < CUDA_DEALS; i++) {
        uint32_t fourth = i % CUDA_RANKS, second = i / CUDA_RANKS % CUDA_RANKS;
        uint32_t up = i / (CUDA_RANKS * CUDA_RANKS) % CUDA_RANKS, first = i / (CUDA_RANKS * CUDA_RANKS * CUDA_RANKS);
        m->to->deal[i] = to_deal(m, first, up, second, fourth);
    }
}

bool flat_make(flat_table *table, const boxes_game *g, const boxes_machine *machine)
{
    if (g->boxes != 1 || g->spots != 1 || g->cover || g->sights.is_on) return false;
    maker *m = malloc(sizeof *m);
    if (!m) return false;
    memset(m, 0xFF, sizeof *m); /* all states UNKNOWN */
    memset(table, 0, sizeof *table);
    m->game = g;
    m->from = machine;
    m->to = table;
    m->is_full = false;
    m->dealers = 0;
    make_ends(table);
    make_deals(m);
    for (uint32_t slot = 0; slot < g->n; slot++)
        table->place[slot] = (uint8_t)(2 * (slot / (4 * g->decks)));
    bool made = !m->is_full;
    free(m);
    return made;
}
