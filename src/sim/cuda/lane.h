/* lane.h - one round as one lane of a GPU plays it. Compiles for the CPU too.
 *
 * There are several ways to play a round, with the same result (docs/simulation.md defines the cards to the bit):
 *   lane_general     any round, by the rules in cuda_game: short and slow, the reference for the others
 *   lane_fast        the first seven cards through the tables; finishes nine rounds in ten
 *   lane_more        up to fourteen cards; rounds without a split
 *   lane_split       rounds with a split, up to fourteen cards
 *   lane_long_split  the same with more cards
 * A lane that cannot finish a round reports it, and another kind of lane plays it. */
#ifndef LAMMER_SIM_CUDA_LANE_H
#define LAMMER_SIM_CUDA_LANE_H

#include "philox.h"
#include "plan.h"

#ifdef __CUDACC__
#define LANE static __host__ __device__ __forceinline__
#define LANE_UNROLL _Pragma("unroll")
typedef uint32_t lane_mem; /* an address in a block's shared memory */
#else
#define LANE static inline
#define LANE_UNROLL
typedef uintptr_t lane_mem;
#endif

/* Multiplies 32-bit factors; without asm, the compiler multiplies 64-bit factors and adds zeros to the product. */
LANE uint64_t lane_wide(uint32_t a, uint32_t b)
{
#ifdef __CUDA_ARCH__
    uint64_t product;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
    return product;
#else
    return (uint64_t)a * b;
#endif
}

/* The upper half alone, which takes one register less. */
LANE uint32_t lane_high(uint32_t a, uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __umulhi(a, b);
#else
    return (uint32_t)((uint64_t)a * b >> 32);
#endif
}

#ifdef __CUDA_ARCH__
#define LANE_LOAD(bits)                                                                                                \
    LANE uint32_t lane_load##bits(lane_mem at)                                                                         \
    {                                                                                                                  \
        uint32_t value;                                                                                                \
        asm volatile("ld.shared.u" #bits " %0, [%1];" : "=r"(value) : "r"(at));                                        \
        return value;                                                                                                  \
    }
#else
#define LANE_LOAD(bits)                                                                                                \
    LANE uint32_t lane_load##bits(lane_mem at)                                                                         \
    {                                                                                                                  \
        return *(const uint##bits##_t *)(uintptr_t)at;                                                                 \
    }
#endif
LANE_LOAD(8)
LANE_LOAD(16)
LANE_LOAD(32)

/* A selection that is never compiled to a branch or a move. */
LANE uint32_t lane_choose32(bool yes, uint32_t a, uint32_t b)
{
#ifdef __CUDA_ARCH__
    uint32_t value;
    asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; selp.u32 %0, %1, %2, p; }"
        : "=r"(value)
        : "r"(a), "r"(b), "r"((uint32_t)yes));
    return value;
#else
    return yes ? a : b;
#endif
}

/* --- words ------------------------------------------------------------------------------------------------- */

/* One round of Philox; the key of round i is key + i * Weyl constant. */
LANE void lane_philox_round(uint32_t c[4], uint32_t key_low, uint32_t key_high)
{
    uint64_t a = lane_wide(c[0], PHILOX_TIMES_0), b = lane_wide(c[2], PHILOX_TIMES_1);
    uint32_t first = (uint32_t)(b >> 32) ^ c[1] ^ key_low, third = (uint32_t)(a >> 32) ^ c[3] ^ key_high;
    c[0] = first;
    c[1] = (uint32_t)b;
    c[2] = third;
    c[3] = (uint32_t)a;
}

/* Word `block` of a round. */
LANE uint64_t lane_word(uint64_t seed, uint64_t round, uint32_t block)
{
    uint64_t pair = round >> 1;
    uint32_t c[4] = { (uint32_t)(pair >> 32), (uint32_t)pair, block, 0 };
    uint32_t key_low = (uint32_t)seed, key_high = (uint32_t)(seed >> 32);
    LANE_UNROLL
    for (int i = 0; i < PHILOX_ROUNDS; i++) {
        lane_philox_round(c, key_low, key_high);
        key_low += PHILOX_KEY_0;
        key_high += PHILOX_KEY_1;
    }
    return round & 1 ? (uint64_t)c[3] << 32 | c[2] : (uint64_t)c[1] << 32 | c[0];
}

/* The parts of a block that are the same for all pairs of rounds with the same upper half of their number. */
typedef struct {
    uint32_t first, second, third, third_high, fourth; /* what each of the first rounds of Philox xors in */
    uint32_t low[PHILOX_ROUNDS], high[PHILOX_ROUNDS];
} lane_keys;

LANE lane_keys lane_keys_for(uint64_t seed, uint32_t pair_high, uint32_t block, uint32_t purpose)
{
    lane_keys k;
    for (uint32_t i = 0; i < PHILOX_ROUNDS; i++) {
        k.low[i] = (uint32_t)seed + i * PHILOX_KEY_0;
        k.high[i] = (uint32_t)(seed >> 32) + i * PHILOX_KEY_1;
    }
    uint64_t a = (uint64_t)PHILOX_TIMES_0 * pair_high, of_block = (uint64_t)PHILOX_TIMES_1 * block;
    uint32_t w2 = (uint32_t)(a >> 32) ^ purpose ^ k.high[0], w3 = (uint32_t)a;
    uint64_t b = (uint64_t)PHILOX_TIMES_1 * w2;
    uint32_t x0 = (uint32_t)(b >> 32) ^ (uint32_t)of_block ^ k.low[1], x1 = (uint32_t)b;
    uint64_t c = (uint64_t)PHILOX_TIMES_0 * x0;
    k.first = k.low[0] ^ (uint32_t)(of_block >> 32);
    k.second = w3 ^ k.high[1];
    k.third = x1 ^ k.low[2];
    k.third_high = (uint32_t)(c >> 32) ^ k.high[2];
    k.fourth = (uint32_t)c ^ k.high[3];
    return k;
}

/* The block of a pair of rounds: 16 multiplications instead of 20. */
LANE void lane_block(const lane_keys *k, uint32_t pair_low, uint32_t c[4])
{
    uint64_t a = lane_wide(pair_low ^ k->first, PHILOX_TIMES_0);
    uint32_t x2 = (uint32_t)(a >> 32) ^ k->second, x3 = (uint32_t)a;
    uint64_t b = lane_wide(x2, PHILOX_TIMES_1);
    uint32_t y0 = (uint32_t)(b >> 32) ^ k->third, y1 = (uint32_t)b, y2 = x3 ^ k->third_high;
    a = lane_wide(y0, PHILOX_TIMES_0);
    b = lane_wide(y2, PHILOX_TIMES_1);
    c[0] = (uint32_t)(b >> 32) ^ y1 ^ k->low[3];
    c[1] = (uint32_t)b;
    c[2] = (uint32_t)(a >> 32) ^ k->fourth;
    c[3] = (uint32_t)a;
    LANE_UNROLL
    for (int i = 4; i < PHILOX_ROUNDS; i++)
        lane_philox_round(c, k->low[i], k->high[i]);
}

/* Word `block` of a round whose pair has the upper half that the keys were made for. */
LANE uint64_t lane_keyed_word(const lane_keys *k, uint64_t round, uint32_t block)
{
    uint64_t pair = round >> 1;
    uint32_t c[4] = { (uint32_t)(pair >> 32), (uint32_t)pair, block, 0 };
    LANE_UNROLL
    for (int i = 0; i < PHILOX_ROUNDS; i++)
        lane_philox_round(c, k->low[i], k->high[i]);
    return round & 1 ? (uint64_t)c[3] << 32 | c[2] : (uint64_t)c[1] << 32 | c[0];
}

/* Word 0 of such a round. */
LANE uint64_t lane_first_word(const lane_keys *k, uint64_t round)
{
    uint32_t c[4];
    lane_block(k, (uint32_t)(round >> 1), c);
    return round & 1 ? (uint64_t)c[3] << 32 | c[2] : (uint64_t)c[1] << 32 | c[0];
}

/* The words from which a round takes its first groups of draws: rejected ones are skipped. */
LANE void lane_exact_words(const lane_keys *k, const uint64_t *product, const uint64_t *threshold, uint64_t round,
                           uint32_t groups, uint32_t *high, uint32_t *low)
{
    uint32_t next = 0;
    LANE_UNROLL
    for (uint32_t i = 0; i < groups; i++) {
        uint64_t word;
        do
            word = lane_keyed_word(k, round, next++);
        while (word * product[i] < threshold[i]);
        high[i] = (uint32_t)(word >> 32);
        low[i] = (uint32_t)word;
    }
}

/* --- cards --------------------------------------------------------------------------------------------------- */

/* The next digit of a word, below `radix`. */
LANE uint32_t lane_slot(uint64_t *fraction, uint32_t radix)
{
    uint64_t low = lane_wide((uint32_t)*fraction, radix);
    uint64_t high = lane_wide((uint32_t)(*fraction >> 32), radix) + (low >> 32);
    *fraction = high << 32 | (uint32_t)low;
    return (uint32_t)(high >> 32);
}

/* The next word that is not rejected as biased. */
LANE uint64_t lane_take_word(const cuda_game *g, uint64_t seed, uint64_t round, uint32_t group, uint32_t *next)
{
    for (;;) {
        uint64_t word = lane_word(seed, round, (*next)++);
        if (word * g->product[group] >= g->threshold[group]) return word;
    }
}

/* The cards of a round, without a limit: remembers every slot, and traces a card back to the sorted shoe. */
typedef struct {
    uint64_t seed, round, fraction;
    uint32_t next, drawn;
    uint16_t slot[CUDA_CARDS];
} lane_deck;

/* rank * 4 + suit */
LANE uint32_t lane_draw(const cuda_game *g, lane_deck *d)
{
    if (d->drawn % CUDA_A_WORD == 0)
        d->fraction = lane_take_word(g, d->seed, d->round, d->drawn / CUDA_A_WORD, &d->next);
    uint32_t x = lane_slot(&d->fraction, g->n - d->drawn);
    d->slot[d->drawn] = (uint16_t)x;
    for (uint32_t u = d->drawn; u-- > 0;) {
        if (x == d->slot[u]) x = g->n - 1 - u;
    }
    d->drawn++;
    return x / g->decks;
}

LANE uint32_t lane_value(uint32_t rank)
{
    return rank < 9 ? rank + 1 : 10;
}

/* --- any round, by the rules ----------------------------------------------------------------------------------- */

typedef struct {
    uint32_t hard, aces, cards;
    uint32_t pair; /* the value of a pair, or 0 */
} lane_hand;

LANE void lane_add(lane_hand *hand, uint32_t value)
{
    hand->pair = hand->cards == 1 && hand->hard == value ? value : 0;
    hand->hard += value;
    hand->aces += value == 1;
    hand->cards++;
}

LANE bool lane_soft(const lane_hand *hand)
{
    return hand->aces && hand->hard <= 11;
}

LANE uint32_t lane_total(const lane_hand *hand)
{
    return hand->hard + (lane_soft(hand) ? 10 : 0);
}

/* The row of a hand, numbered as in lammer/chart.h. */
LANE uint32_t lane_row(const lane_hand *hand)
{
    if (hand->pair) return 31 + hand->pair;
    return lane_soft(hand) ? lane_total(hand) + 10 : hand->hard;
}

/* A finished hand: its total, and the units that it wins or loses. */
typedef struct {
    uint32_t total;
    int32_t wins, loses;
} lane_bet;

typedef struct {
    lane_deck deck;
    cuda_round out;
    uint32_t up, hole; /* ranks */
    uint32_t split;    /* the value that was split, or 0 */
    uint32_t waiting;  /* a bit for each waiting hand, the next in bit 0: 1 if a lammer stakes it; a 1 above them */
    lane_bet bet[4];
    uint32_t bets;
    lane_hand dealer;
    uint32_t suits; /* suits of the dealer's cards, as a bit set */
} lane_table;

LANE uint32_t lane_draw_value(const cuda_game *g, lane_table *t)
{
    return lane_value(lane_draw(g, &t->deck) / 4);
}

/* Splits a hand: one card stays, the other waits as a new hand. */
LANE void lane_divide(const cuda_game *g, lane_table *t, lane_hand *hand)
{
    bool is_free = g->free_pairs >> hand->pair & 1 && t->out.hands <= g->free_splits;
    t->split = hand->pair;
    t->waiting = t->waiting << 1 | is_free;
    t->out.hands++;
    if (is_free)
        t->out.lammers++;
    else
        t->out.staked++;
    hand->hard = t->split;
    hand->aces = t->split == 1;
    hand->cards = 1;
    hand->pair = 0;
}

LANE uint32_t lane_situation(const cuda_game *g, const lane_table *t, const lane_hand *hand)
{
    if (hand->cards > 2) return t->split ? AT_SPLIT_MORE : AT_FIRST_MORE;
    if (!t->split) return AT_FIRST;
    bool again = t->out.hands < g->split_hands && (t->split != 1 || g->splits_aces_again);
    return (uint32_t)(t->split == 1 ? (again ? AT_ACE_SPLIT : AT_LAST_ACE_SPLIT) : again ? AT_SPLIT : AT_LAST_SPLIT);
}

LANE uint32_t lane_choose(const cuda_game *g, const lane_table *t, const lane_hand *hand, bool lammer)
{
    if (lane_total(hand) >= 21) return CHOICE_STAND;
    return g->act[lammer][lane_situation(g, t, hand)][lane_row(hand)][lane_value(t->up)];
}

/* Plays one hand to its end. */
LANE void lane_play(const cuda_game *g, lane_table *t, lane_hand hand, bool lammer)
{
    lane_bet bet = { 0, 1, lammer ? 0 : 1 };
    uint32_t act = CHOICE_HIT;
    while (act == CHOICE_HIT || act == CHOICE_SPLIT) {
        if (hand.cards == 1) lane_add(&hand, lane_draw_value(g, t));
        act = lane_choose(g, t, &hand, lammer);
        if (act == CHOICE_SPLIT) lane_divide(g, t, &hand);
        if (act == CHOICE_HIT) lane_add(&hand, lane_draw_value(g, t));
    }
    if (act == CHOICE_SURRENDER) t->out.special = CUDA_SURRENDERED;
    if (act == CHOICE_PAID || act == CHOICE_HOUSE) {
        lane_add(&hand, lane_draw_value(g, t));
        bet.wins++;
        if (act == CHOICE_PAID) {
            bet.loses++;
            t->out.staked++;
        } else {
            t->out.lammers++;
        }
    }
    bet.total = lane_total(&hand);
    t->bet[t->bets++] = bet;
}

LANE void lane_play_all(const cuda_game *g, lane_table *t, lane_hand hand)
{
    lane_play(g, t, hand, false);
    while (t->waiting > 1) { /* one bit for each waiting hand; the highest bit marks the end */
        lane_hand next = { t->split, t->split == 1, 1, 0 };
        bool lammer = t->waiting & 1;
        t->waiting >>= 1;
        lane_play(g, t, next, lammer);
    }
}

LANE void lane_dealer_draws(const cuda_game *g, lane_table *t)
{
    for (;;) {
        uint32_t total = lane_total(&t->dealer);
        if (total > 17 || (total == 17 && !(g->hits_soft_17 && lane_soft(&t->dealer)))) return;
        uint32_t card = lane_draw(g, &t->deck);
        t->suits |= 1u << card % 4;
        lane_add(&t->dealer, lane_value(card / 4));
    }
}

LANE int32_t lane_verdict(const cuda_game *g, const lane_bet *bet, uint32_t his)
{
    if (bet->total > 21) return -bet->loses;
    if (his == 22 && g->pushes_22) return 0;
    if (his > 21 || bet->total > his) return bet->wins;
    return bet->total < his || g->ties_lose ? -bet->loses : 0;
}

/* 0: lost; 1: a 22 of any suits; 2: of one colour (clubs and spades are 0 and 3); 3: of one suit. */
LANE uint8_t lane_push22(const cuda_game *g, const lane_table *t, uint32_t original_total)
{
    if (lane_total(&t->dealer) != 22 || (g->push22_limit && original_total > 29)) return 0;
    if (!(t->suits & (t->suits - 1))) return 3;
    return !(t->suits & 9) || !(t->suits & 6) ? 2 : 1;
}

LANE void lane_settle(const cuda_game *g, lane_table *t, bool blackjack)
{
    bool wanted = false;
    for (uint32_t i = 0; i < t->bets; i++)
        wanted |= t->bet[i].total <= 21;
    if (t->out.special || blackjack) wanted = false;
    if (wanted || g->push22) lane_dealer_draws(g, t);
    for (uint32_t i = 0; wanted && i < t->bets; i++)
        t->out.units = (int8_t)(t->out.units + lane_verdict(g, &t->bet[i], lane_total(&t->dealer)));
    if (!wanted && !t->out.special) {
        for (uint32_t i = 0; i < t->bets; i++)
            t->out.units = (int8_t)(t->out.units - t->bet[i].loses);
    }
    if (g->push22) t->out.push22 = lane_push22(g, t, blackjack ? 21 : t->bet[0].total);
}

LANE cuda_round lane_general(const cuda_game *g, uint64_t seed, uint64_t round)
{
    lane_table t;
    lane_hand none = { 0, 0, 0, 0 }, hand = none;
    cuda_round blank = { 0, CUDA_PLAIN, 1, 1, 0, 0 };
    t.deck.seed = seed;
    t.deck.round = round;
    t.deck.next = t.deck.drawn = 0;
    t.out = blank;
    t.split = t.bets = 0;
    t.waiting = 1;
    uint32_t first = lane_draw(g, &t.deck), up = lane_draw(g, &t.deck), second = lane_draw(g, &t.deck),
             hole = lane_draw(g, &t.deck);
    t.up = up / 4;
    t.dealer = none;
    t.suits = 1u << up % 4 | 1u << hole % 4;
    lane_add(&t.dealer, lane_value(t.up));
    lane_add(&t.dealer, lane_value(hole / 4));
    lane_add(&hand, lane_value(first / 4));
    lane_add(&hand, lane_value(second / 4));
    bool blackjack = lane_total(&hand) == 21;
    if (lane_total(&t.dealer) == 21) { /* the reader finds the blackjack, and the round is over */
        if (!blackjack) t.out.units = -1;
        if (blackjack && g->ties_lose) t.out.special = CUDA_BLACKJACK;
        return t.out;
    }
    if (blackjack)
        t.out.special = CUDA_BLACKJACK;
    else
        lane_play_all(g, &t, hand);
    lane_settle(g, &t, blackjack);
    return t.out;
}

/* --- through the tables ---------------------------------------------------------------------------------------- */

/* What the fast lane needs besides the tables. A result is sure only below `edge` and from `rest` on. */
typedef struct {
    uint32_t radix[CUDA_A_WORD], pair[3]; /* n - t; products of two radices */
    uint32_t rank;                        /* 2^28 / cards of a rank, rounded up */
    uint32_t edge, rest;
} lane_shoe;

LANE lane_shoe lane_shoe_for(uint32_t n, uint32_t decks, uint64_t threshold)
{
    lane_shoe shoe;
    for (uint32_t t = 0; t < CUDA_A_WORD; t++)
        shoe.radix[t] = n - t;
    for (uint32_t i = 0; i < 3; i++)
        shoe.pair[i] = shoe.radix[2 * i] * shoe.radix[2 * i + 1];
    shoe.rank = (1u << 28) / (4 * decks) + 1;
    shoe.edge = 0u - shoe.pair[0];
    shoe.rest = (uint32_t)(threshold >> 32) + shoe.radix[6] + 1;
    return shoe;
}

/* What the lanes need for the first two words of a round. */
typedef struct {
    lane_keys keys[2];
    lane_shoe shoe[2];
} lane_source;

LANE lane_source lane_source_of(const cuda_game *g, uint64_t seed, uint32_t pair_high)
{
    lane_source source;
    for (uint32_t i = 0; i < 2; i++) {
        source.keys[i] = lane_keys_for(seed, pair_high, i, 0);
        source.shoe[i] = lane_shoe_for(g->n - i * CUDA_A_WORD, g->decks, g->threshold[i]);
    }
    return source;
}

/* Of a slot of the sorted shoe. */
LANE uint32_t lane_rank(const lane_shoe *shoe, uint32_t slot)
{
#ifdef __CUDA_ARCH__
    uint32_t rank; /* in asm, because the compiler would merge this shift with a later one and add a mask */
    asm("shr.u32 %0, %1, 28;" : "=r"(rank) : "r"(slot * shoe->rank));
    return rank;
#else
    return slot * shoe->rank >> 28;
#endif
}

/* Two slots a and b as the polynomial (x - a)(x - b), which is less than 2^32 and zero for these two alone: a
 * multiplication takes the place of a comparison, for which a GPU has fewer units free. */
typedef struct {
    uint32_t sum, less; /* a + b; -ab */
} lane_two;

LANE lane_two lane_two_of(const uint32_t *slot)
{
    lane_two two = { slot[0] + slot[1], 0u - slot[0] * slot[1] };
    return two;
}

LANE bool lane_is_either(lane_two two, uint32_t slot)
{
    return two.sum * slot + two.less == slot * slot;
}

LANE bool lane_is_used(const uint32_t *slot, int t)
{
    bool used = false;
    LANE_UNROLL
    for (int u = 0; u < t; u++)
        used |= slot[t] == slot[u];
    return used;
}

/* The ranks of the deal. A used slot holds one of the last cards, a king. */
LANE void lane_ranks(const lane_shoe *shoe, const uint32_t *slot, uint32_t rank[4])
{
    LANE_UNROLL
    for (int t = 0; t < 4; t++)
        rank[t] = lane_is_used(slot, t) ? CUDA_RANKS - 1 : lane_rank(shoe, slot[t]);
}

/* Where the tables lie. */
typedef struct {
    lane_mem deal, step;
    lane_mem place; /* uint8_t: the place of a slot's rank in a row */
} lane_tables;

/* The place of a drawn card's rank in a row of the steps. */
LANE uint32_t lane_drawn(lane_mem place, const uint32_t *slot, int t)
{
    return lane_choose32(lane_is_used(slot, t), 2 * (CUDA_RANKS - 1), lane_load8(place + slot[t]));
}

LANE uint32_t lane_deal(lane_mem deal, const uint32_t rank[4])
{
    enum { THIRD = 2 * CUDA_RANKS, SECOND = THIRD * CUDA_RANKS, FIRST = SECOND * CUDA_RANKS };
    return lane_load16(deal + rank[0] * FIRST + rank[1] * SECOND + rank[2] * THIRD + rank[3] * 2);
}

LANE uint32_t lane_step(lane_mem step, uint32_t state, uint32_t place)
{
    return lane_load16(step + state + place);
}

/* The seven slots of a word in 32-bit steps: takes two digits from the upper half, then adds the lower half's part to
 * the remainder. Returns false if a sum may have overflowed or the word may have to be rejected. */
LANE bool lane_slots(const lane_shoe *shoe, uint32_t high, uint32_t low, uint32_t slot[CUDA_A_WORD])
{
    bool sure = true;
    LANE_UNROLL
    for (int i = 0; i < 3; i++) {
        uint64_t x = lane_wide(high, shoe->radix[2 * i]);
        slot[2 * i] = (uint32_t)(x >> 32);
        x = lane_wide((uint32_t)x, shoe->radix[2 * i + 1]);
        slot[2 * i + 1] = (uint32_t)(x >> 32);
        sure &= (uint32_t)x < shoe->edge;
        uint64_t more = i < 2 ? lane_wide(low, shoe->pair[i]) : (uint64_t)lane_high(low, shoe->pair[i]) << 32;
        high = (uint32_t)x + (uint32_t)(more >> 32);
        low = (uint32_t)more;
    }
    uint64_t x = lane_wide(high, shoe->radix[6]);
    slot[6] = (uint32_t)(x >> 32);
    return sure & ((uint32_t)x + shoe->radix[6] >= shoe->rest);
}

/* The state after seven cards; meaningless unless *sure. */
LANE uint32_t lane_fast(const lane_shoe *shoe, lane_tables tables, uint32_t high, uint32_t low, bool *sure)
{
    uint32_t slot[CUDA_A_WORD], rank[4];
    *sure = lane_slots(shoe, high, low, slot);
    lane_ranks(shoe, slot, rank);
    uint32_t state = lane_deal(tables.deal, rank);
    LANE_UNROLL
    for (int t = 4; t < CUDA_A_WORD; t++)
        state = lane_step(tables.step, state, lane_drawn(tables.place, slot, t));
    return state;
}

/* The words of a round for the slower lanes, which check each for rejection. */
typedef struct {
    uint64_t round;
    uint32_t next; /* word */
} lane_words;

/* The next word of a group that is not rejected. Group 0 begins with word 0, which takes fewer multiplications. */
LANE uint64_t lane_group_word(const cuda_game *g, const lane_keys *keys, lane_words *words, uint32_t group)
{
    uint64_t word = group ? lane_keyed_word(keys, words->round, words->next) : lane_first_word(keys, words->round);
    words->next++;
    while (word * g->product[group] < g->threshold[group])
        word = lane_keyed_word(keys, words->round, words->next++);
    return word;
}

enum { LANE_MORE = 2 * CUDA_A_WORD };

/* The state after up to fourteen cards; states from `open` on are unfinished. Returns `open` where a slot is uncertain. */
LANE uint32_t lane_more(const cuda_game *g, const lane_source *source, lane_tables tables, uint32_t open,
                        uint64_t round)
{
    const lane_keys *keys = &source->keys[0];
    const lane_shoe *shoe = source->shoe;
    uint32_t slot[LANE_MORE], rank[4];
    lane_words words = { round, 0 };
    uint64_t word = lane_group_word(g, keys, &words, 0);
    if (!lane_slots(&shoe[0], (uint32_t)(word >> 32), (uint32_t)word, slot)) return open;
    lane_ranks(shoe, slot, rank);
    uint32_t state = lane_deal(tables.deal, rank);
    LANE_UNROLL
    for (int t = 4; t < CUDA_A_WORD; t++)
        state = lane_step(tables.step, state, lane_drawn(tables.place, slot, t));
    if (state < open) return state;
    word = lane_group_word(g, keys, &words, 1);
    if (!lane_slots(&shoe[1], (uint32_t)(word >> 32), (uint32_t)word, slot + CUDA_A_WORD)) return open;
    LANE_UNROLL
    for (int t = CUDA_A_WORD; t < LANE_MORE; t++) {
        state = lane_step(tables.step, state, lane_drawn(tables.place, slot, t));
        if (state < open) break;
    }
    return state;
}

/* --- splits ------------------------------------------------------------------------------------------------------ */

/* Where the tables of split hands lie. Events are below CUDA_SPLIT_FIRST, states are addresses behind `step`. */
typedef struct {
    lane_mem step;
    lane_mem start;       /* uint16_t [10][10][2][2] */
    lane_mem dealer;      /* uint16_t [13][13] */
    lane_mem result;      /* uint32_t [CUDA_RESPLIT + 1][2] */
    lane_mem wins, loses; /* uint32_t [8] */
    lane_mem place;       /* as in lane_tables */
} lane_split_tables;

/* A box while its split hands are played. `wins` and `loses` hold the units at stake by the total of their hand, in
 * four bits each, until the dealer's hand is known; their top four bits count free and paid doubles. */
typedef struct {
    lane_mem start;  /* the states of a new hand of this value against this up card */
    uint32_t dealer; /* state of the dealer's two cards */
    uint32_t frees;  /* splits of this value that the house pays for */
    uint32_t most;   /* the most hands that a pair of this value may become */
    uint32_t hands;
    uint32_t waiting; /* as in lane_table */
    uint32_t mine;    /* 1 while a lammer stakes the hand being played */
    uint32_t wins, loses;
} lane_box;

LANE uint32_t lane_begin_hand(const lane_box *box)
{
    return lane_load16(box->start + box->mine * 4 + (box->hands < box->most ? 2u : 0u));
}

/* The box after the first split; `rank` has the four cards of the deal. */
LANE lane_box lane_open_box(const cuda_game *g, const lane_split_tables *tables, const uint32_t rank[4])
{
    lane_box box;
    uint32_t value = lane_value(rank[0]), up = lane_value(rank[1]);
    box.start = tables->start + ((value - 1) * 10 + up - 1) * 8;
    box.dealer = lane_load16(tables->dealer + (rank[1] * CUDA_RANKS + rank[3]) * 2);
    box.frees = g->free_pairs >> value & 1 ? g->free_splits : 0;
    box.most = value != 1 || g->splits_aces_again ? g->split_hands : 2;
    box.hands = 2;
    box.waiting = box.frees ? 3 : 2;
    box.mine = box.wins = box.loses = 0;
    return box;
}

/* After a hand is finished or split again: the state of the next hand, or of the dealer. */
LANE uint32_t lane_next_hand(const lane_split_tables *tables, lane_box *box, uint32_t event)
{
    bool again = event == CUDA_RESPLIT, is_last = box->waiting == 1 && !again;
    uint32_t more = box->waiting << 1 | (box->hands <= box->frees ? 1u : 0u);
    box->wins += lane_load32(tables->result + event * 8);
    box->loses += lane_load32(tables->result + event * 8 + 4);
    box->mine = lane_choose32(again, box->mine, box->waiting & 1);
    box->waiting = lane_choose32(again, more, box->waiting >> 1);
    box->hands += again ? 1 : 0;
    return lane_choose32(is_last, box->dealer, lane_begin_hand(box));
}

/* The sum, below 16, of seven numbers of four bits. */
LANE int32_t lane_sum(uint32_t nibbles)
{
    return (int32_t)((nibbles & 0x0FFFFFFFu) * 0x11111111u >> 28);
}

LANE cuda_round lane_close_box(const lane_split_tables *tables, const lane_box *box, uint32_t event)
{
    cuda_round out;
    uint32_t at = (event - CUDA_DEALER_DONE) * 4, splits = box->hands - 1;
    uint32_t frees = splits < box->frees ? splits : box->frees;
    out.units = (int8_t)(lane_sum(box->wins & lane_load32(tables->wins + at)) -
                         lane_sum(box->loses & lane_load32(tables->loses + at)));
    out.special = CUDA_PLAIN;
    out.hands = (uint8_t)box->hands;
    out.staked = (uint8_t)(box->hands - frees + (box->loses >> 28));
    out.lammers = (uint8_t)(frees + (box->wins >> 28));
    out.push22 = 0;
    return out;
}

enum { LANE_SPLIT = 2 * CUDA_A_WORD };

/* A round whose deal is split, with up to fourteen cards; false when they are not enough, or a word is uncertain. */
LANE bool lane_split(const cuda_game *g, const lane_source *source, const lane_split_tables *tables, uint64_t round,
                     cuda_round *out)
{
    const lane_keys *keys = source->keys;
    const lane_shoe *shoe = source->shoe;
    uint32_t slot[2 * CUDA_A_WORD], rank[4], block[2][4], odd = round & 1;
    lane_block(&keys[0], (uint32_t)(round >> 1), block[0]);
    lane_block(&keys[1], (uint32_t)(round >> 1), block[1]);
    bool sure = true;
    LANE_UNROLL
    for (int i = 0; i < 2; i++) {
        uint32_t high = lane_choose32(odd, block[i][3], block[i][1]),
                 low = lane_choose32(odd, block[i][2], block[i][0]);
        sure &= lane_slots(&shoe[i], high, low, slot + i * CUDA_A_WORD);
    }
    if (!sure) return false;
    lane_ranks(shoe, slot, rank);
    lane_box box = lane_open_box(g, tables, rank);
    uint32_t state = lane_begin_hand(&box);
    LANE_UNROLL
    for (int t = 4; t < LANE_SPLIT; t++) {
        state = lane_step(tables->step, state, lane_drawn(tables->place, slot, t));
        if (state < CUDA_DEALER_DONE) state = lane_next_hand(tables, &box, state);
        if (state < CUDA_SPLIT_FIRST) break;
    }
    if (state >= CUDA_SPLIT_FIRST) return false;
    *out = lane_close_box(tables, &box, state);
    return true;
}

/* A bit for each slot of the shoe: word i of a lane at used[i * stride]. */
typedef struct {
    uint32_t *used;
    uint32_t stride;
} lane_bits;

enum { LANE_USED_WORDS = 13, LANE_LONG_SPLIT = 42 };

LANE uint32_t lane_use(lane_bits bits, const lane_shoe *shoe, uint32_t slot)
{
    uint32_t *word = &bits.used[(slot >> 5) * bits.stride], bit = 1u << (slot & 31), before = *word;
    *word = before | bit;
    return before & bit ? CUDA_RANKS - 1 : lane_rank(shoe, slot);
}

/* Plays a split round with any number of cards. After more draws than there are kings, a used slot may hold another
 * card. */
LANE bool lane_long_split(const cuda_game *g, const lane_keys *keys, const lane_shoe *shoe,
                          const lane_split_tables *tables, lane_bits bits, uint64_t round, cuda_round *out)
{
    lane_words words = { round, 0 };
    uint32_t rank[4], most = 16 * g->decks < LANE_LONG_SPLIT ? 16 * g->decks : (uint32_t)LANE_LONG_SPLIT;
    for (uint32_t i = 0; i < LANE_USED_WORDS; i++)
        bits.used[i * bits.stride] = 0;
    uint64_t fraction = lane_group_word(g, keys, &words, 0);
    for (uint32_t t = 0; t < 4; t++)
        rank[t] = lane_use(bits, shoe, lane_slot(&fraction, g->n - t));
    lane_box box = lane_open_box(g, tables, rank);
    uint32_t state = lane_begin_hand(&box);
    for (uint32_t t = 4; state >= CUDA_SPLIT_FIRST; t++) {
        if (t >= most) return false;
        if (t % CUDA_A_WORD == 0) fraction = lane_group_word(g, keys, &words, t / CUDA_A_WORD);
        state = lane_step(tables->step, state, 2 * lane_use(bits, shoe, lane_slot(&fraction, g->n - t)));
        if (state < CUDA_DEALER_DONE) state = lane_next_hand(tables, &box, state);
    }
    *out = lane_close_box(tables, &box, state);
    return true;
}

#endif
