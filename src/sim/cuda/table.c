/* table.c - turns rules and chart into state machines that read ranks.
 *
 * A state is everything that still matters in a round; its row gives the next state for each rank. Every card is played
 * from every deal, and rows are made from the ends of rounds backwards; equal rows are merged, which gives the smallest
 * machine. */
#include <stdlib.h>
#include <string.h>

#include "hand.h"
#include "plan.h"

enum { NORMAL, FREE_DOUBLED, PAID_DOUBLED, DOUBLES };
enum { UNKNOWN = 0xFFFF, HASHES = 8192, FULL = 0xFFFE };

typedef struct {
    const cuda_game *game;
    uint16_t *step; /* the table being made */
    uint32_t bytes, first;
    bool is_full;
    uint16_t hash[HASHES];
    uint16_t dealer[DOUBLES][22][32][2];  /* by double, player's total, dealer's hand */
    uint16_t doubled[2][2][32][2][32][2]; /* by kind of double, lammer, player's hand, dealer's hand */
    uint16_t player[2][11][32][2][32][2]; /* by lammer, up card, player's hand, dealer's hand */
    uint16_t split_dealer[32][2];
} maker;

/* A hand being played. The result of a split one is told as an event; the dealer's hand matters after all of them. */
typedef struct {
    bool is_split;
    int lammer, up;
    hand_sum dealer;
} spot;

static int value_of(int rank)
{
    return rank < 9 ? rank + 1 : 10;
}

static bool dealer_draws(const cuda_game *game, hand_sum dealer)
{
    int total = hand_total(dealer);
    return total < 17 || (total == 17 && hand_is_soft(dealer) && game->hits_soft_17);
}

/* Stores a row, unless an equal row is stored already, and returns its offset. */
static uint16_t keep(maker *m, const uint16_t row[CUDA_RANKS])
{
    uint32_t hash = 2166136261u;
    for (int i = 0; i < CUDA_RANKS; i++)
        hash = (hash ^ row[i]) * 16777619u;
    uint32_t at = (hash ^ hash >> 15) % HASHES;
    for (; m->hash[at] != UNKNOWN; at = (at + 1) % HASHES) {
        if (memcmp((const char *)m->step + (m->hash[at] - m->first), row, CUDA_ROW_BYTES) == 0) return m->hash[at];
    }
    if (m->bytes + m->first + CUDA_ROW_BYTES > CUDA_MOST_BYTES) {
        m->is_full = true;
        return 0;
    }
    memcpy((char *)m->step + m->bytes, row, CUDA_ROW_BYTES);
    m->hash[at] = (uint16_t)(m->bytes + m->first);
    m->bytes += CUDA_ROW_BYTES;
    return m->hash[at];
}

static uint16_t end_of(int doubled, int result)
{
    return (uint16_t)((doubled * CUDA_END_DOUBLES + 1 + result) * CUDA_END_BYTES);
}

static int compare(const cuda_game *game, int mine, int his)
{
    if (his == 22 && game->pushes_22) return 0;
    if (his > 21 || mine > his) return 1;
    return mine < his || game->ties_lose ? -1 : 0;
}

/* The state when the player has finished and the dealer draws. */
static uint16_t to_dealer(maker *m, int doubled, int mine, hand_sum dealer)
{
    if (mine > 21) return end_of(doubled, -1);
    if (!dealer_draws(m->game, dealer)) return end_of(doubled, compare(m->game, mine, hand_total(dealer)));
    if (mine < 16) mine = 16; /* totals below 17 are equal: they win only if the dealer goes over 21 */
    uint16_t *known = &m->dealer[doubled][mine][dealer.sum][dealer.ace];
    if (*known == UNKNOWN) {
        uint16_t row[CUDA_RANKS];
        for (int rank = 0; rank < CUDA_RANKS; rank++)
            row[rank] = to_dealer(m, doubled, mine, hand_with(dealer, value_of(rank)));
        *known = keep(m, row);
    }
    return *known;
}

static uint16_t result_of(int total, int doubled, int lammer)
{
    int place = total > 21 ? 6 : total < 17 ? 0 : total - 16;
    return (uint16_t)((place * 3 + doubled) * 2 + lammer);
}

static uint16_t to_end(maker *m, const spot *s, int doubled, hand_sum hand)
{
    int total = hand_total(hand);
    return s->is_split ? result_of(total, doubled, s->lammer) : to_dealer(m, doubled, total, s->dealer);
}

static uint16_t to_double(maker *m, const spot *s, int doubled, hand_sum hand)
{
    uint16_t *known = &m->doubled[doubled - 1][s->lammer][hand.sum][hand.ace][s->dealer.sum][s->dealer.ace];
    if (*known == UNKNOWN) {
        uint16_t row[CUDA_RANKS];
        for (int rank = 0; rank < CUDA_RANKS; rank++)
            row[rank] = to_end(m, s, doubled, hand_with(hand, value_of(rank)));
        *known = keep(m, row);
    }
    return *known;
}

static uint16_t to_more(maker *m, const spot *s, hand_sum hand);

/* What the chart says for a hand in a situation; 21 stands. */
static uint16_t to_act(maker *m, const spot *s, int situation, int row, hand_sum hand)
{
    switch (hand_total(hand) >= 21 ? CHOICE_STAND : m->game->act[s->lammer][situation][row][s->up]) {
    case CHOICE_HIT: return to_more(m, s, hand);
    case CHOICE_PAID: return to_double(m, s, PAID_DOUBLED, hand);
    case CHOICE_HOUSE: return to_double(m, s, FREE_DOUBLED, hand);
    case CHOICE_SPLIT: return s->is_split ? CUDA_RESPLIT : CUDA_END_SPLIT * CUDA_END_BYTES;
    case CHOICE_SURRENDER: return CUDA_END_SURRENDERED * CUDA_END_BYTES;
    default: return to_end(m, s, NORMAL, hand);
    }
}

/* A third card, or a later one. */
static uint16_t to_more(maker *m, const spot *s, hand_sum hand)
{
    uint16_t *known = &m->player[s->lammer][s->up][hand.sum][hand.ace][s->dealer.sum][s->dealer.ace];
    if (*known == UNKNOWN) {
        uint16_t row[CUDA_RANKS];
        for (int rank = 0; rank < CUDA_RANKS; rank++) {
            hand_sum next = hand_with(hand, value_of(rank));
            row[rank] = to_act(m, s, s->is_split ? AT_SPLIT_MORE : AT_FIRST_MORE, hand_row(next), next);
        }
        *known = keep(m, row);
    }
    return *known;
}

static uint16_t to_deal(maker *m, int first, int up, int second, int hole)
{
    hand_sum hand = hand_of_two(first, second), dealer = hand_of_two(up, hole);
    bool blackjack = hand_total(hand) == 21;
    if (hand_total(dealer) == 21) {
        if (!blackjack) return end_of(NORMAL, -1);
        return m->game->ties_lose ? CUDA_END_BLACKJACK * CUDA_END_BYTES : end_of(NORMAL, 0);
    }
    if (blackjack) return CUDA_END_BLACKJACK * CUDA_END_BYTES;
    int row = first == second ? CHOICE_PAIR + first : hand_row(hand);
    return to_act(m, &(spot){ .up = up, .dealer = dealer }, AT_FIRST, row, hand);
}

static void make_deals(maker *m, cuda_table *table)
{
    m->step = table->step;
    m->first = 0;
    m->bytes = CUDA_FIRST_ROW;
    for (int end = 0; end < CUDA_LAST_END; end++) {
        for (int rank = 0; rank < CUDA_END_BYTES / 2; rank++)
            table->step[end * CUDA_END_BYTES / 2 + rank] = (uint16_t)(end * CUDA_END_BYTES);
    }
    for (int i = 0; i < CUDA_DEALS; i++) {
        int hole = i % CUDA_RANKS, second = i / CUDA_RANKS % CUDA_RANKS,
            up = i / (CUDA_RANKS * CUDA_RANKS) % CUDA_RANKS, first = i / (CUDA_RANKS * CUDA_RANKS * CUDA_RANKS);
        table->deal[i] = to_deal(m, value_of(first), value_of(up), value_of(second), value_of(hole));
    }
    table->step_bytes = m->bytes;
    for (uint32_t slot = 0; slot < m->game->n; slot++)
        table->place[slot] = (uint8_t)(2 * (slot / (4 * m->game->decks)));
}

/* A hand that waits for its second card. */
static uint16_t split_start(maker *m, int value, int up, int lammer, int again)
{
    const spot s = { .is_split = true, .lammer = lammer, .up = up };
    int situation = situation_after_split(value == 1, again);
    uint16_t row[CUDA_RANKS];
    for (int rank = 0; rank < CUDA_RANKS; rank++) {
        int second = value_of(rank);
        hand_sum hand = hand_of_two(value, second);
        row[rank] = to_act(m, &s, situation, second == value ? CHOICE_PAIR + value : hand_row(hand), hand);
    }
    return keep(m, row);
}

static uint16_t split_to_dealer(maker *m, hand_sum dealer)
{
    if (!dealer_draws(m->game, dealer)) {
        int total = hand_total(dealer), place = total <= 21 ? total - 17 : total == 22 && m->game->pushes_22 ? 5 : 6;
        return (uint16_t)(CUDA_DEALER_DONE + place);
    }
    uint16_t *known = &m->split_dealer[dealer.sum][dealer.ace];
    if (*known == UNKNOWN) {
        uint16_t row[CUDA_RANKS];
        for (int rank = 0; rank < CUDA_RANKS; rank++)
            row[rank] = split_to_dealer(m, hand_with(dealer, value_of(rank)));
        *known = keep(m, row);
    }
    return *known;
}

/* Makes `result` with four bits for each total (16 or less, 17 .. 21, bust), and doubles in the top four bits. */
static void make_results(const cuda_game *game, cuda_table *table)
{
    for (int place = 0; place < 7; place++) {
        for (int doubled = 0; doubled < DOUBLES; doubled++) {
            for (int lammer = 0; lammer < 2; lammer++) {
                uint32_t *result = table->result[(place * 3 + doubled) * 2 + lammer];
                uint32_t wins = place == 6 ? 0 : doubled ? 2 : 1;
                uint32_t loses = (lammer ? 0u : 1u) + (doubled == PAID_DOUBLED ? 1u : 0u);
                result[0] = wins << 4 * place | (uint32_t)(doubled == FREE_DOUBLED) << 28;
                result[1] = loses << 4 * place | (uint32_t)(doubled == PAID_DOUBLED) << 28;
            }
        }
    }
    for (int done = 0; done < 7; done++) {
        int his = done < 5 ? 17 + done : done == 5 ? 22 : 26;
        table->wins[done] = 0;
        table->loses[done] = 0xFu << 24;
        for (int place = 0; place < 6; place++) {
            int verdict = done == 5 ? 0 : compare(game, 16 + place, his);
            if (verdict > 0) table->wins[done] |= 0xFu << 4 * place;
            if (verdict < 0) table->loses[done] |= 0xFu << 4 * place;
        }
    }
}

static void make_splits(maker *m, cuda_table *table)
{
    m->step = table->split_step;
    m->first = CUDA_SPLIT_FIRST;
    m->bytes = 0;
    memset(m->hash, 0xFF, sizeof m->hash); /* nothing is known of this table */
    memset(m->doubled, 0xFF, sizeof m->doubled);
    memset(m->player, 0xFF, sizeof m->player);
    for (int value = 1; value <= 10; value++) {
        for (int i = 0; i < 40; i++)
            table->start[value - 1][i / 4][i / 2 % 2][i % 2] = split_start(m, value, i / 4 + 1, i / 2 % 2, i % 2);
    }
    for (int up = 0; up < CUDA_RANKS; up++) {
        for (int hole = 0; hole < CUDA_RANKS; hole++) {
            table->dealer[up][hole] = split_to_dealer(m, hand_of_two(value_of(up), value_of(hole)));
        }
    }
    table->split_bytes = m->bytes;
    make_results(m->game, table);
}

bool cuda_table_make(cuda_table *table, const cuda_game *game)
{
    maker *m = malloc(sizeof *m);
    if (!m) return false;
    memset(m, 0xFF, sizeof *m); /* all states UNKNOWN */
    memset(table, 0, sizeof *table);
    m->game = game;
    m->is_full = false;
    make_deals(m, table);
    make_splits(m, table);
    bool made = !m->is_full;
    free(m);
    return made;
}
