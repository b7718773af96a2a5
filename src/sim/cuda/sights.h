/* sights.h - what the boxes of a round saw, as far as optional wagers look at it. Compiles for the CPU too.
 *
 * A lane knows no wager. It counts sights: the deal of a box, the dealer's final hand beside it, and, where a wager reads
 * more cards than these, a key with all of them. sights.c asks each wager's own classify once for each sight that
 * was counted. Wagers see the suits of a dealer's hand only as "one suit", "one colour" or neither
 * (lm_view_hide), so a sight of the dealer needs no more. */
#ifndef LAMMER_SIM_CUDA_SIGHTS_H
#define LAMMER_SIM_CUDA_SIGHTS_H

#include "lane.h"

enum {
    SIGHTS_CARDS = 52,
    SIGHTS_DEALS = SIGHTS_CARDS * SIGHTS_CARDS * SIGHTS_CARDS, /* by first card, second card, up card */
    SIGHTS_END_CARDS = 12,
    SIGHTS_END_TOTALS = 28,
    SIGHTS_ENDS = 1 + SIGHTS_END_CARDS * SIGHTS_END_TOTALS, /* numbered by side_end_of */
    SIGHTS_END_ROOM = 1 << 20,                              /* counters of ends */
    SIGHTS_KEYS = 1 << 18,
    SIGHTS_TRIES = 256,
};

/* What wagers ask of the play after a deal: how far the dealer must go, as in WALK_NEEDS_NOTHING ..; and whether
 * cards beyond the deal decide them: always, or against a dealer blackjack. */
enum {
    SIGHT_NEEDS = 3,
    SIGHT_DRAWS = 1 << 2, /* the box must draw */
    SIGHT_ASKS = 1 << 3,
    SIGHT_ASKS_BLACKJACK = 1 << 4,
    SIGHT_IS_SHARED = 1 << 5, /* such an award may be shared with other boxes */
};

/* How the cards of a hand are alike. */
enum { SIGHT_MIXED, SIGHT_COLOUR, SIGHT_SUIT, SIGHT_PATTERNS };

/* Parts of a key; the first card lies in the lowest bits. A key of a box: four cards and how many there are, whether
 * the box has split or gone bust, the up card, and the second card of a blackjack. A key of a dealer: end, pattern,
 * natural, last, and the values of the cards. */
enum {
    KEY_CARD = 6,
    KEY_FIRSTS = 4 * KEY_CARD,
    KEY_SPLIT = KEY_FIRSTS + 3,
    KEY_BUSTED,
    KEY_UP,
    KEY_SECOND = KEY_UP + KEY_CARD,
    KEY_BLACKJACK = KEY_SECOND + KEY_CARD,
    KEY_ALONE, /* the dealer has no second card */
    KEY_PATTERN = 9,
    KEY_NATURAL = 11,
    KEY_LAST,
    KEY_VALUES,
    KEY_VALUE = 4,
    KEY_OF_DEALER = 62,
    KEY_IS_USED = 63,
};

/* What of a round the wagers read. */
typedef struct {
    uint32_t is_on;            /* the job lays wagers */
    uint32_t third, completes; /* how the dealer draws for wagers: walk/wagers.c */
    uint32_t ends, lasts;      /* counters of ends are needed: as the main wagers are settled, and after Buster */
    uint32_t values;           /* bit 0 and 1: likewise, and the values of the dealer's cards */
    uint32_t natural, pattern, lammers,
        total;       /* which parts of a box and of the dealer's hand are counted with an end */
    uint32_t shared; /* awards may be shared */
    uint32_t
        copies; /* of each counter of an end, a power of two: lanes and blocks that count the same end do not meet */
} sights_game;

/* Tables and counters, in the memory of the device. */
typedef struct {
    const uint8_t *deal;    /* [SIGHTS_DEALS]: SIGHT_NEEDS .. */
    const uint8_t *values;  /* [2][SIGHTS_ENDS]: wagers read the values of the cards of such a hand */
    const uint16_t *forced; /* walk_machine.forced */
    uint32_t *by_deal;      /* [2][SIGHTS_DEALS], by dealer blackjack */
    uint32_t *by_end[2];    /* [SIGHTS_END_ROOM], main and last */
    uint64_t *key;          /* [SIGHTS_KEYS] */
    uint32_t *keyed;        /* how often each was seen */
    uint32_t *is_full;      /* a key found no place */
} sights_counts;

#ifdef __CUDA_ARCH__
LANE void sights_add(uint32_t *at)
{
    atomicAdd(at, 1u);
}
LANE uint64_t sights_claim(uint64_t *at, uint64_t key)
{
    uint64_t there = *(volatile uint64_t *)at;
    if (there) return there;
    return atomicCAS((unsigned long long *)at, 0ull, (unsigned long long)key);
}
LANE uint32_t sights_lane(void)
{
    return blockIdx.x * 32 + threadIdx.x % 32;
}
#else
LANE void sights_add(uint32_t *at)
{
    ++*at;
}
LANE uint64_t sights_claim(uint64_t *at, uint64_t key)
{
    uint64_t there = *at;
    if (!there) *at = key;
    return there;
}
LANE uint32_t sights_lane(void)
{
    return 0;
}
#endif

LANE void sights_add_key(const sights_counts *c, uint64_t key)
{
    key |= (uint64_t)1 << KEY_IS_USED;
    uint32_t at = (uint32_t)((key * 0x9E3779B97F4A7C15u) >> 40) % SIGHTS_KEYS;
    for (int i = 0; i < SIGHTS_TRIES; i++, at = (at + 1) % SIGHTS_KEYS) {
        uint64_t there = sights_claim(&c->key[at], key);
        if (there == 0 || there == key) {
            sights_add(&c->keyed[at]);
            return;
        }
    }
    sights_add(c->is_full);
}

/* Of a set of suits; red ones are 1 and 2. */
LANE uint32_t sights_pattern(uint32_t suits)
{
    if ((suits & (suits - 1)) == 0) return SIGHT_SUIT;
    return suits == 6 || suits == 9 ? SIGHT_COLOUR : SIGHT_MIXED;
}

/* --- hands -------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t sum, ace, n, suits;
} sights_hand;

/* A card: rank * 4 + suit. */
LANE void sights_take(sights_hand *hand, uint32_t card)
{
    hand->sum += lane_value(card >> 2);
    hand->ace |= card < 4;
    hand->suits |= 1u << (card & 3);
    hand->n++;
}

LANE uint32_t sights_total(uint32_t sum, uint32_t ace)
{
    return sum + (ace && sum <= 11 ? 10 : 0);
}

/* As side_end_of counts. */
LANE uint32_t sights_end(const sights_hand *hand)
{
    uint32_t total = sights_total(hand->sum, hand->ace), n = hand->n < SIGHTS_END_CARDS ? hand->n : SIGHTS_END_CARDS;
    return hand->n == 2 && total == 21 ? 0 : 1 + (n - 1) * SIGHTS_END_TOTALS + total;
}

/* Whether the dealer takes another card for wagers: a third one only, or to hard 17 or soft 18. */
LANE bool sights_draws(const sights_hand *hand, bool third_only)
{
    uint32_t total = sights_total(hand->sum, hand->ace);
    if (third_only) return hand->n == 2 && total < 17;
    return total < 17 || (total == 17 && hand->ace && hand->sum == 7);
}

/* The dealer's hand in the end, as a wager sees it. */
typedef struct {
    uint32_t end, pattern;
    uint32_t cards; /* in it */
} sights_dealer;

LANE sights_dealer sights_dealer_of(const sights_hand *hand)
{
    sights_dealer d = { sights_end(hand), sights_pattern(hand->suits), hand->n };
    return d;
}

/* A box when its round is over. */
typedef struct {
    uint32_t first, second, up; /* cards */
    uint32_t third, fourth, n;  /* n: how many of them came, at most four */
    uint32_t total, split, busted, lammers;
    uint32_t flags; /* of its deal */
} sights_box;

LANE uint64_t sights_box_key(const sights_box *b, uint32_t dealer_second, uint32_t dealer_cards, bool blackjack)
{
    /* only cards before which all have one rank are seen, so a fourth card behind another rank is like that one */
    uint32_t third = b->n > 2 ? b->third : 0, fourth = b->n > 3 ? b->fourth : 0;
    if (b->n > 3 && third >> 2 != b->first >> 2) fourth = third;
    return (uint64_t)(b->first | b->second << KEY_CARD | third << 2 * KEY_CARD | fourth << 3 * KEY_CARD) |
           (uint64_t)b->n << KEY_FIRSTS | (uint64_t)b->split << KEY_SPLIT | (uint64_t)b->busted << KEY_BUSTED |
           (uint64_t)b->up << KEY_UP | (uint64_t)(blackjack ? dealer_second : 0) << KEY_SECOND |
           (uint64_t)blackjack << KEY_BLACKJACK | (uint64_t)(dealer_cards < 2) << KEY_ALONE;
}

LANE bool sights_is_natural(uint32_t first, uint32_t second)
{
    return (first < 4 && second >= 4 * 9) || (second < 4 && first >= 4 * 9);
}

LANE void sights_count_end(const sights_game *g, uint32_t *counters, const sights_dealer *d, const sights_box *b)
{
    uint32_t at = d->end, natural = sights_is_natural(b->first, b->second);
    if (g->natural) at = at * 2 + natural;
    if (g->pattern) at = at * SIGHT_PATTERNS + d->pattern;
    if (g->lammers) at = at * 8 + b->lammers;
    if (g->total) at = at * 32 + b->total;
    sights_add(&counters[at * g->copies + (sights_lane() & (g->copies - 1))]);
}

#endif
