/* price_dealer.c - wagers that the dealer's drawing decides.
 *
 * A dealer's hand is a set of values with a last card, and the number of orders in which it can be drawn: some 5,000
 * hands of at most 13 cards. A given order of values can be dealt from the suits of a set T alone in W(T) ways, the
 * product of the cards left at each draw. So the number of ways in which exactly the suits of a set S occur is the
 * alternating sum of W(T) over all subsets T of S. The player's two cards are dealt, from the cards that the dealer's
 * hand leaves, only where a blackjack changes the answer. */
#include "price_count.h"

enum {
    HANDS = 8192, /* room for both finished hands and hands that draw again */
    SLOTS = 4 * HANDS,
    LONGEST = LM_VIEW_DEALER,
    SUIT_SETS = 16,
};

/* Cards of each value in four bits from bit 4 * value; for a finished hand, the last card in the lowest four bits. */
typedef uint64_t hand_key;

typedef struct {
    hand_key key;
    int64_t orders;
    int32_t before[2]; /* the hand before the last card, in the order found first and in the order found last */
    uint8_t last[2];
    uint8_t n;
    uint8_t hard;
    bool finished;
} hand;

typedef struct study study;
struct study {
    price_count *count;
    price_hand_listener hear; /* NULL where hands are counted */
    void *self;
    int parts; /* number of parts of a wide number that can be nonzero */
    int hands;
    int longest;
    int left[SUIT_SETS][11];    /* cards of each value whose suits are in the set */
    uint8_t same_as[SUIT_SETS]; /* the first set with equal numbers of cards */
    uint8_t suits[SUIT_SETS][4], suits_in[SUIT_SETS];
    hand hand[HANDS];
    int32_t slot[SLOTS];
    lm_wide ways[LM_JOINTS][LONGEST + 1];        /* by number of the dealer's cards */
    lm_wide with_player[LM_JOINTS][LONGEST + 1]; /* the same with the player's two cards dealt */
};

static int cards_of(hand_key key, int value)
{
    return (int)(key >> (4 * value) & 15);
}

static hand_key one_of(int value)
{
    return (hand_key)1 << (4 * value);
}

bool price_dealer_draws(const price_count *count, int cards, int hard, bool has_ace)
{
    lm_score score = lm_score_of(hard, has_ace);
    lm_needs needs = count->wager->needs;
    bool hits_soft_17 = needs == LM_NEEDS_COMPLETE || count->ask->rules->dealer_soft17 == LM_SOFT17_HIT;
    if (cards < 2) return true;
    if (needs == LM_NEEDS_THIRD) return cards == 2 && score.total < 17;
    return score.total < 17 || (score.total == 17 && score.soft && hits_soft_17);
}

/* The hand with this key; makes it if it is new. */
static hand *find(study *s, hand_key key)
{
    uint64_t at = key * 0x9e3779b97f4a7c15u >> 32;
    for (;; at++) {
        int32_t *slot = &s->slot[at % SLOTS];
        if (!*slot) {
            if (s->hands == HANDS) return NULL;
            s->hand[s->hands] = (hand){ .key = key, .before = { -1, -1 } };
            *slot = ++s->hands;
        }
        if (s->hand[*slot - 1].key == key) return &s->hand[*slot - 1];
    }
}

static bool draw(study *s, int from, int value)
{
    hand next = { .key = one_of(value), .n = 1, .hard = (uint8_t)value, .orders = 1 };
    if (from >= 0) {
        const hand *h = &s->hand[from];
        next.key += h->key;
        next.n = (uint8_t)(h->n + 1);
        next.hard = (uint8_t)(h->hard + value);
        next.orders = h->orders;
    }
    next.finished = !price_dealer_draws(s->count, next.n, next.hard, cards_of(next.key, 1) > 0);
    if (next.finished) next.key |= (hand_key)value;
    hand *h = next.n <= LONGEST ? find(s, next.key) : NULL;
    if (!h) return false;
    next.orders += h->orders;
    next.before[0] = h->n ? h->before[0] : from;
    next.last[0] = h->n ? h->last[0] : (uint8_t)value;
    next.before[1] = from;
    next.last[1] = (uint8_t)value;
    *h = next;
    return true;
}

/* Shorter hands are made first, so all orders of a hand are counted before it draws. `first`: the value of the first
 * card; 0: any. */
static bool all_hands(study *s, int first)
{
    for (int value = 1; value <= 10; value++) {
        if ((!first || value == first) && !draw(s, -1, value)) return false;
    }
    for (int i = 0; i < s->hands; i++) {
        for (int value = 1; value <= 10 && !s->hand[i].finished; value++) {
            if (!draw(s, i, value)) return false;
        }
    }
    return true;
}

static void count_suits(study *s)
{
    for (int set = 1; set < SUIT_SETS; set++) {
        for (int suit = 0; suit < 4; suit++) {
            if (set >> suit & 1) s->suits[set][s->suits_in[set]++] = (uint8_t)suit;
        }
        for (int card = 0; card < LM_CARDS; card++) {
            if (set >> lm_suit((lm_card)card) & 1) s->left[set][lm_card_value((lm_card)card)] += s->count->copies[card];
        }
        for (int other = set; other >= 1; other--) {
            bool same = true;
            for (int value = 1; value <= 10; value++)
                same = same && s->left[other][value] == s->left[set][value];
            if (same) s->same_as[set] = (uint8_t)other;
        }
    }
}

/* W(T): the ways to deal one order of the values from the suits of the set. */
static lm_wide ways_within(const study *s, hand_key key, int set)
{
    lm_wide ways = { { 1 } };
    uint64_t factor = 1;
    for (int value = 1; value <= 10; value++) {
        int left = s->left[set][value];
        for (int n = cards_of(key, value); n > 0; n--, left--) {
            uint64_t next;
            if (left <= 0) return (lm_wide){ { 0 } };
            if (!__builtin_mul_overflow(factor, (uint64_t)left, &next)) {
                factor = next;
                continue;
            }
            wide_multiply(&ways, factor, s->parts);
            factor = (uint64_t)left;
        }
    }
    wide_multiply(&ways, factor, s->parts);
    return ways;
}

/* For each set of suits, the ways to deal the hand, in all orders, with exactly these suits. */
static void ways_by_suits(const study *s, const hand *h, lm_wide ways[SUIT_SETS])
{
    ways[0] = (lm_wide){ { 0 } };
    for (int set = 1; set < SUIT_SETS; set++) {
        ways[set] = s->same_as[set] == set ? ways_within(s, h->key, set) : ways[s->same_as[set]];
    }
    for (int suit = 1; suit < SUIT_SETS; suit <<= 1) {
        for (int set = 1; set < SUIT_SETS; set++) {
            if (set & suit) wide_subtract(&ways[set], &ways[set ^ suit], s->parts);
        }
    }
    for (int set = 1; set < SUIT_SETS; set++)
        wide_multiply(&ways[set], (uint64_t)h->orders, s->parts);
}

/* Two presentations of the same hand that differ in everything that should not matter. */
typedef struct {
    int order;       /* 0: the order found first; 1: the order found last */
    bool backwards;  /* suits dealt from the last card */
    uint8_t ten;     /* not 0: the ten-value cards have different ranks, beginning with this */
    lm_card mine[2]; /* the player's cards */
} guise;

static void put_values(const study *s, const hand *h, const guise *g, lm_view *view)
{
    for (int i = h->n - 1; i >= 0; i--) {
        int value = h->last[g->order];
        int rank = value < 10 ? value - 1 : LM_TEN + (g->ten + i) % 4;
        if (!g->ten && value == 10) rank = LM_TEN;
        view->dealer[i] = lm_card_make(rank, 0);
        if (i) h = &s->hand[h->before[g->order]];
    }
}

/* Gives each suit of the set to one card, and the first or the last suit to all further cards. */
static void put_suits(const study *s, int set, const guise *g, lm_view *view)
{
    const uint8_t *suits = s->suits[set];
    int n = s->suits_in[set], rest = suits[g->backwards ? n - 1 : 0];
    int at = g->backwards ? view->n_dealer - 1 : 0, step = g->backwards ? -1 : 1;
    for (int i = 0; i < view->n_dealer; i++, at += step)
        view->dealer[at] = lm_card_make(lm_rank(view->dealer[at]), i < n ? suits[i] : rest);
}

static lm_view view_of(const study *s, const hand *h, const guise *g)
{
    lm_view view = price_view(s->count, g->mine[0], g->mine[1], 0);
    view.n_dealer = h->n;
    view.dealer_done = true;
    view.may_draw = false;
    put_values(s, h, g, &view);
    view.dealer_blackjack = lm_cards_blackjack(view.dealer, h->n);
    return view;
}

static int ask(study *s, lm_view *view, const guise *g, int set)
{
    put_suits(s, set, g, view);
    view->up = view->dealer[0];
    return price_ask(s->count, view);
}

/* Whether the wager judges a hand of 30 differently; the facts do not include the frequency of such hands. */
static bool minds_thirty(study *s, lm_view view, int joint)
{
    const lm_play_facts *facts = s->count->ask->facts;
    if (!facts || !facts->draws_to_hard_20) return false;
    view.original_total = 30;
    view.busted = true;
    return price_ask(s->count, &view) != joint;
}

static void put_hand(study *s, const hand *h, int joint, int with_blackjack, const lm_wide *ways)
{
    wide_add(&s->ways[joint][h->n], ways, s->parts);
    if (joint == with_blackjack) return;
    uint64_t aces = (uint64_t)(s->left[15][1] - cards_of(h->key, 1));
    uint64_t tens = (uint64_t)(s->left[15][10] - cards_of(h->key, 10));
    lm_wide moved = *ways;
    wide_multiply(&moved, 2 * aces, LM_WIDE_PARTS);
    wide_multiply(&moved, tens, LM_WIDE_PARTS);
    wide_add(&s->with_player[with_blackjack][h->n], &moved, LM_WIDE_PARTS);
    wide_subtract(&s->with_player[joint][h->n], &moved, LM_WIDE_PARTS);
}

static void tell_hand(study *s, const hand *h, int joint, int with_blackjack, const lm_wide *ways)
{
    lm_wide all = ways_within(s, h->key, SUIT_SETS - 1);
    wide_multiply(&all, (uint64_t)h->orders, s->parts);
    s->hear(s->self, h->key, joint, with_blackjack, lm_wide_ratio(ways, &all));
}

static void judge_hand(study *s, const hand *h)
{
    enum { PLAIN, OTHER, BLACKJACK, GUISES };
    static const guise guises[GUISES] = {
        [PLAIN] = { 0, false, 0, { 1 << 2, 8 << 2 } },
        [OTHER] = { 1, true, LM_JACK - LM_TEN, { (8 << 2) + 3, (6 << 2) + 1 } },
        [BLACKJACK] = { 0, true, LM_QUEEN - LM_TEN, { LM_ACE << 2, (LM_KING << 2) + 1 } },
    };
    lm_wide ways[SUIT_SETS];
    lm_view view[GUISES];
    ways_by_suits(s, h, ways);
    for (int g = 0; g < GUISES; g++)
        view[g] = view_of(s, h, &guises[g]);
    for (int set = 1; set < SUIT_SETS; set++) {
        if (wide_is_zero(&ways[set])) continue;
        int joint[GUISES];
        for (int g = 0; g < GUISES; g++)
            joint[g] = ask(s, &view[g], &guises[g], set);
        if (joint[PLAIN] < 0 || joint[PLAIN] != joint[OTHER] || joint[BLACKJACK] < 0) {
            s->count->status = LM_PRICE_BEYOND;
            return;
        }
        if (minds_thirty(s, view[PLAIN], joint[PLAIN])) s->count->leaves_out = true;
        (s->hear ? tell_hand : put_hand)(s, h, joint[PLAIN], joint[BLACKJACK], &ways[set]);
        if (h->n > s->longest) s->longest = h->n;
    }
}

static int parts_needed(int cards)
{
    int bits = 1;
    while (bits < 31 && cards >> bits)
        bits++;
    int parts = (bits * (LONGEST - 6) + 63) / 64; /* no hand is longer than 13 cards */
    return parts < LM_WIDE_PARTS ? parts : LM_WIDE_PARTS;
}

static void bring_together(study *s)
{
    price_count *count = s->count;
    int all = s->longest + 2;
    for (int i = 0; i < count->joints; i++) {
        for (int n = 0; n <= s->longest; n++) {
            price_deal_on(&s->ways[i][n], count, n, all);
            price_deal_on(&s->with_player[i][n], count, n + 2, all);
            wide_add(&count->ways[i], &s->ways[i][n], LM_WIDE_PARTS);
            wide_add(&count->ways[i], &s->with_player[i][n], LM_WIDE_PARTS);
        }
    }
    count->all = wide_of(1);
    price_deal_on(&count->all, count, 0, all);
}

static void judge_all(study *s, price_count *count, int first)
{
    _Static_assert(sizeof *s <= LM_PRICE_ROOM, "a study fits in the caller's memory");
    s->count = count;
    s->parts = parts_needed(count->cards);
    count_suits(s);
    if (!all_hands(s, first)) count->status = LM_PRICE_BEYOND;
    for (int i = 0; i < s->hands && count->status == LM_PRICE_OK; i++) {
        if (s->hand[i].finished) judge_hand(s, &s->hand[i]);
    }
}

void price_count_dealer(price_count *count)
{
    study *s = count->memory;
    *s = (study){ 0 };
    judge_all(s, count, 0);
    bring_together(s);
}

void price_each_dealer_hand(price_count *count, int first, price_hand_listener hear, void *self)
{
    study *s = count->memory;
    *s = (study){ .hear = hear, .self = self };
    judge_all(s, count, first);
}
