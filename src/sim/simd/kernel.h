/* kernel.h - the rounds themselves, in lanes; included once by each simd_<vectors>.c.
 *
 * The including file says what a vector is. `lanes` are LANES numbers of 16 bits, one for each round; `where`
 * is a set of lanes; `words` are a quarter as many numbers of 64 bits. A function whose first argument is a `where`
 * reads or changes only these lanes.
 *
 * docs/simulation.md defines the draws to the bit. Nothing here branches on a single lane. Each step deals one card in
 * every lane: to the player or the dealer, who is on turn in this lane, or to neither if the round is over. */

enum { QUARTERS = 4, WORD_LANES = LANES / QUARTERS, QUICK_BATCHES = 12 };

/* --- words: Philox4x32-10 --------------------------------------------------------------------------------- */

static const uint32_t philox_times[2] = { PHILOX_TIMES_0, PHILOX_TIMES_1 };

INLINE uint32_t key_low(const simd_plan *plan, int round)
{
    return (uint32_t)plan->seed + (uint32_t)round * PHILOX_KEY_0;
}

INLINE uint32_t key_high(const simd_plan *plan, int round)
{
    return (uint32_t)(plan->seed >> 32) + (uint32_t)round * PHILOX_KEY_1;
}

/* A counter during the rounds of Philox: each number has 32 bits; higher bits are ignored. */
typedef struct {
    words c[4];
} counter;

INLINE counter philox_round(const simd_plan *plan, counter in, int round)
{
    words a = times(in.c[0], word_fill(philox_times[0])), b = times(in.c[2], word_fill(philox_times[1]));
    return (counter){ { word_xor3(b >> 32, in.c[1], word_fill(key_low(plan, round))), b,
                        word_xor3(a >> 32, in.c[3], word_fill(key_high(plan, round))), a } };
}

/* The last round of Philox. Its words serve an even round of the game and the odd round after it. */
INLINE void philox_words(const simd_plan *plan, counter in, words *even, words *odd)
{
    int last = PHILOX_ROUNDS - 1;
    words a = times(in.c[0], word_fill(philox_times[0])), b = times(in.c[2], word_fill(philox_times[1]));
    *even = word_xor_low(word_swap(b), in.c[1]) ^ word_fill(key_low(plan, last));
    *odd = word_xor_low(word_swap(a), in.c[3]) ^ word_fill(key_high(plan, last));
}

/* The parts of block 0 or 1 that consecutive pairs of rounds share. Only counter word 1 differs between lanes, so all but
 * two products of the first three rounds of Philox are the same in all lanes. */
typedef struct {
    uint32_t of_product, of_other, of_third, last;
} philox_head;

INLINE philox_head head_of(const simd_plan *plan, uint32_t index_high, uint32_t block, uint32_t purpose)
{
    uint64_t a = (uint64_t)philox_times[0] * index_high;
    uint64_t b = (uint64_t)philox_times[1] * ((uint32_t)(a >> 32) ^ purpose ^ key_high(plan, 0));
    uint64_t c = (uint64_t)philox_times[0] * ((uint32_t)(b >> 32) ^ block * philox_times[1] ^ key_low(plan, 1));
    return (philox_head){ (uint32_t)a ^ key_high(plan, 1), (uint32_t)b ^ key_low(plan, 2),
                          (uint32_t)(c >> 32) ^ key_high(plan, 2), (uint32_t)c };
}

INLINE void first_words(const simd_plan *plan, const philox_head *head, words index_low, words *even, words *odd)
{
    words product = times(index_low ^ word_fill(key_low(plan, 0)), word_fill(philox_times[0]));
    words other = times((product >> 32) ^ word_fill(head->of_product), word_fill(philox_times[1]));
    counter at = { { (other >> 32) ^ word_fill(head->of_other), other, product ^ word_fill(head->of_third),
                     word_fill(head->last) } };
#pragma GCC unroll 8
    for (int round = 3; round < PHILOX_ROUNDS - 1; round++)
        at = philox_round(plan, at, round);
    philox_words(plan, at, even, odd);
}

/* --- slots ------------------------------------------------------------------------------------------------ */

/* Seven digits of a word from its upper half, three at a time, each in the upper half of its lane. Returns the lanes in
 * which the digits are sure: the omitted lower half cannot carry into a digit, and the word cannot be a rejected
 * one. */
INLINE word_where quick_digits(const simd_plan *plan, int group, words word, words digit[SIMD_DRAWS])
{
    const uint32_t *radix = plan->radix[group];
    uint64_t edge = (plan->threshold[group] >> 32) + 1, span = (1ull << 32) - radix[6] - edge;
    word_where good = word_everywhere();
#pragma GCC unroll 2
    for (int i = 0; i < 6; i += 3) {
        uint64_t three = (uint64_t)radix[i] * radix[i + 1] * radix[i + 2];
        digit[i] = times(word >> 32, word_fill(radix[i]));
        digit[i + 1] = times(digit[i], word_fill(radix[i + 1]));
        digit[i + 2] = times(digit[i + 1], word_fill(radix[i + 2]));
        words top = digit[i + 2] << 32;
        word = top + times(word, word_fill(three));
        good = word_not_less(good, word, top);
    }
    digit[6] = times(word >> 32, word_fill(radix[6]));
    words rest = (digit[6] << 32) - word_fill(edge << 32);
    return word_not_less(good, word_fill((span << 32) - 1), rest);
}

/* The digits of a word exactly, for words that are known not to be rejected. */
INLINE void full_digits(const uint32_t radix[SIMD_DRAWS], words word, words digit[SIMD_DRAWS])
{
#pragma GCC unroll 8
    for (int i = 0; i < SIMD_DRAWS; i++) {
        words low = times(word, word_fill(radix[i]));
        digit[i] = times(word >> 32, word_fill(radix[i])) + (low >> 32);
        word = word_xor_low(digit[i] << 32, low);
    }
}

INLINE words times_64(words word, uint64_t factor)
{
    words high = times(word >> 32, word_fill((uint32_t)factor));
    words cross = times(word, word_fill(factor >> 32));
    return times(word, word_fill((uint32_t)factor)) + ((high + cross) << 32);
}

/* The slots of half the lanes, before they are packed: two vectors of words in one. */
typedef struct {
    words pair[SIMD_DRAWS];
} half_slots;

INLINE half_slots join_digits(const words even[SIMD_DRAWS], const words odd[SIMD_DRAWS])
{
    half_slots half;
#pragma GCC unroll 8
    for (int i = 0; i < SIMD_DRAWS; i++)
        half.pair[i] = join_high(even[i], odd[i]);
    return half;
}

INLINE void pack_slots(const half_slots half[2], lanes slot[SIMD_DRAWS])
{
#pragma GCC unroll 8
    for (int i = 0; i < SIMD_DRAWS; i++)
        slot[i] = pack(half[0].pair[i], half[1].pair[i]);
}

/* --- cards ------------------------------------------------------------------------------------------------ */

typedef struct {
    lanes value; /* 1 to 10 */
    lanes ace;   /* SIMD_ACE or 0 */
    lanes suit;  /* 1 << suit; set only where suits matter */
} dealt;

/* The card of a rank, 0 to 12, in the lanes of `known`; a ten in the others. */
INLINE dealt card_of(where known, lanes rank)
{
    return (dealt){ plus_or(known, least(rank, fill(9)), fill(1), fill(10)), ace_flag(known, rank), fill(0) };
}

/* The value of draw t. A slot that was used before holds one of the last cards, which are tens. */
INLINE dealt value_at(const simd_plan *plan, const lanes *slot, int t)
{
    where new = everywhere(), used = nowhere();
#pragma GCC unroll 8
    for (int u = t - t % SIMD_DRAWS; u < t; u++)
        new = is_other(new, slot[t], slot[u]);
    for (int u = 0; u < t - t % SIMD_DRAWS; u++)
        used = either(used, is_same(everywhere(), slot[t], slot[u]));
    if (t >= SIMD_DRAWS) new = but(new, used);
    return card_of(new, times_high(slot[t], fill(plan->rank_scale)));
}

/* Draw t with its suit, traced back to the slot of the sorted stack. */
INLINE dealt card_at(const simd_plan *plan, const lanes *slot, int t)
{
    lanes place = slot[t];
#pragma GCC unroll 8
    for (int u = t - 1; u >= 0; u--)
        place = pick(is_same(everywhere(), place, slot[u]), fill(plan->cards - 1 - u), place);
    dealt card = card_of(everywhere(), times_high(place, fill(plan->rank_scale)));
    card.suit = bit_of(times_high(place << 1, fill(plan->suit_scale)) & fill(3));
    return card;
}

INLINE dealt card_in(const simd_plan *plan, const lanes *slot, int t, bool suits)
{
    return suits ? card_at(plan, slot, t) : value_at(plan, slot, t);
}

/* --- hands ------------------------------------------------------------------------------------------------ */

typedef struct {
    lanes sum; /* aces at 1 */
    lanes ace; /* SIMD_ACE or 0 */
} hand;

INLINE hand hand_of(dealt a, dealt b)
{
    return (hand){ a.value + b.value, a.ace | b.ace };
}

INLINE hand with_card(where w, hand h, dealt card)
{
    return (hand){ plus_where(w, h.sum, card.value), most_where(w, h.ace, card.ace) };
}

INLINE lanes number_of(hand h)
{
    return h.sum | h.ace;
}

INLINE where is_natural(hand two_cards)
{
    return is_same(everywhere(), number_of(two_cards), fill(SIMD_NATURAL));
}

INLINE where dealer_draws(where w, const simd_plan *plan, hand dealer)
{
    return has_bit(w, look64(&plan->dealer_draws, number_of(dealer)), fill(1));
}

INLINE where ties(where w, const simd_plan *plan, lanes to_beat, lanes total)
{
    where equal = plan->ties_push ? is_same(w, to_beat, total) : nowhere();
    return either(equal, is_same(w, to_beat, fill(22)));
}

/* The outcome of Push 22. `first_sum` is the sum of the first hand with aces at 1, which is its total if it is 30. */
INLINE lanes push22_kind(where w, const simd_plan *plan, hand dealer, lanes suits, lanes first_sum)
{
    where made = has_bit(w, look64(&plan->is_22, number_of(dealer)), fill(1));
    if (plan->push22_limit) made = is_less(made, first_sum, fill(30));
    return pick(made, look16(&plan->push22_kind, suits), fill(0));
}

/* --- quick ------------------------------------------------------------------------------------------------ */

/* Marks an unknown digit; greater than any slot. */
#define SPOILED (0x7fffull << 32)

/* The slots of half a batch: one vector of words for its even rounds, one for its odd rounds. */
INLINE half_slots quick_slots(const simd_plan *plan, const philox_head *head, int group, uint32_t index)
{
    words even, odd, even_digit[SIMD_DRAWS], odd_digit[SIMD_DRAWS];
    first_words(plan, head, word_fill(index) + word_numbers(), &even, &odd);
    word_where even_good = quick_digits(plan, group, even, even_digit);
    word_where odd_good = quick_digits(plan, group, odd, odd_digit);
    even_digit[6] = word_pick(even_good, even_digit[6], word_fill(SPOILED));
    odd_digit[6] = word_pick(odd_good, odd_digit[6], word_fill(SPOILED));
    return join_digits(even_digit, odd_digit);
}

typedef struct {
    lanes end;
    lanes push22;  /* kind */
    where left;    /* not finished */
    where spoiled; /* the slots are not known */
} quick_result;

/* The slots of a batch. With a double shoe, `other` are the slots of side B, and the first card of one side, which a bit
 * of `from_b` tells, names the side that is dealt from. */
INLINE where quick_pack(const simd_plan *plan, const half_slots *half, const half_slots *other, where from_b,
                        lanes slot[SIMD_DRAWS], unsigned kind)
{
    pack_slots(half, slot);
    if (!(kind & SIMD_SIDES)) return is_less(everywhere(), fill(plan->cards), slot[6]);
    lanes side_b[SIMD_DRAWS];
    pack_slots(other, side_b);
    where spoiled = is_less(everywhere(), fill(plan->cards), pick(from_b, side_b[6], slot[6]));
    lanes first = pick(from_b, side_b[0], slot[0]), suit = times_high(first << 1, fill(plan->suit_scale)) & fill(3);
    where red = either(is_same(everywhere(), suit, fill(LM_DIAMONDS)), is_same(everywhere(), suit, fill(LM_HEARTS)));
    where is_b = plan->red_is_b ? red : but(everywhere(), red);
#pragma GCC unroll 8
    for (int t = 0; t < SIMD_DRAWS; t++)
        slot[t] = pick(is_b, side_b[t], slot[t]);
    return either(spoiled, is_less(everywhere(), fill(plan->cards), slot[6]));
}

/* What the players see of the dealer: a bit in the choices, and whether it is one of the second table. */
typedef struct {
    lanes bit;
    where high;
} sight;

INLINE lanes look_seen(const simd_table *low, const simd_table *high, lanes row, sight seen, unsigned kind)
{
    return kind & SIMD_OPEN ? pick(seen.high, look64(high, row), look64(low, row)) : look64(low, row);
}

INLINE sight sight_of(const simd_plan *plan, hand dealer, lanes up, unsigned kind)
{
    if (!(kind & SIMD_OPEN)) return (sight){ bit_of(up), nowhere() };
    lanes column = look64(&plan->column, number_of(dealer));
    return (sight){ bit_of(column & fill(15)), is_less(everywhere(), fill(15), column) };
}

#define SEEN(choices, play, row) look_seen(&(choices)[0].play, &(choices)[1].play, row, seen, kind)

/* A dealer without a hole card has one card at first. The second is dealt when the box is done, also for a blackjack against
 * which the dealer may have one; a blackjack that shows then takes no more than the first wager. */
INLINE quick_result quick_play(const simd_plan *plan, const half_slots *half, const half_slots *other, where from_b,
                               bool push22, unsigned kind)
{
    const simd_choices *first = plan->quick_first, *drawn = plan->quick_drawn;
    bool late = kind & SIMD_LATE;
    lanes slot[SIMD_DRAWS];
    dealt card[SIMD_DRAWS];
    where spoiled = quick_pack(plan, half, other, from_b, slot, kind);
#pragma GCC unroll 8
    for (int t = 0; t < SIMD_DRAWS; t++)
        card[t] = card_in(plan, slot, t, push22);

    hand player = hand_of(card[0], card[2]);
    hand dealer = late ? (hand){ card[1].value, card[1].ace } : hand_of(card[1], card[3]);
    lanes suits = card[1].suit | card[3].suit;
    sight seen = sight_of(plan, dealer, card[1].value, kind);
    where natural = is_natural(player), dealer_natural = late ? nowhere() : is_natural(dealer);
    where open = but(but(everywhere(), natural), dealer_natural);

    where pair = is_same(open, card[0].value, card[2].value);
    lanes odd = look_seen(&plan->odd_pairs[0], &plan->odd_pairs[1], card[0].value, seen, kind);
    where left = either(spoiled, has_bit(pair, odd, seen.bit));
    lanes number = number_of(player);
    where paid = has_bit(open, SEEN(first, paid, number), seen.bit);
    where house = has_bit(open, SEEN(first, house, number), seen.bit);
    where surrendered = plan->surrenders ? has_bit(open, SEEN(first, surrender, number), seen.bit) : nowhere();
    where doubled = either(paid, house), stays = but(open, surrendered);
    where draws = either(doubled, has_bit(open, SEEN(first, hit, number), seen.bit));
    where wanted = push22 ? but(everywhere(), dealer_natural) : stays; /* a dealer's hand */
    where waits = nowhere(), one = everywhere();                       /* for the second card alone; one card so far */
    if (late) {
        waits = either(is_same(natural, card[1].value, fill(1)), is_same(natural, card[1].value, fill(10)));
        wanted = either(wanted, waits);
    }
    where deals = dealer_draws(but(wanted, draws), plan, dealer);

#pragma GCC unroll 8
    for (int t = late ? 3 : 4; t < SIMD_DRAWS; t++) {
        player = with_card(draws, player, card[t]);
        dealer = with_card(deals, dealer, card[t]);
        if (push22) suits = pick(deals, suits | card[t].suit, suits);
        where asked = but(draws, doubled);
        number = number_of(player);
        draws = has_bit(asked, SEEN(drawn, hit, number), seen.bit);
        if (plan->late_doubles) left = either(left, has_bit(asked, SEEN(drawn, house, number), seen.bit));
        if (late) {
            where second = both(deals, one);
            dealer_natural = either(dealer_natural, is_same(second, number_of(dealer), fill(SIMD_NATURAL)));
            one = but(one, second);
            wanted = but(wanted, both(waits, second));
        }
        deals = dealer_draws(but(wanted, draws), plan, dealer);
    }

    lanes total = look64(&plan->total, number), to_beat = look64(&plan->to_beat, number_of(dealer));
    where alive = is_less(stays, fill(0), total);
    left = either(left, either(draws, push22 ? deals : both(deals, alive)));
    where taken = late ? both(alive, dealer_natural) : nowhere(), fights = but(alive, taken);
    where win = is_less(fights, to_beat, total), tie = ties(fights, plan, to_beat, total);
    where lose = but(but(stays, win), tie);
    if (!late) lose = either(lose, but(dealer_natural, natural));
    lanes end = plus_where(win, fill(SIMD_TIED), fill(SIMD_WON - SIMD_TIED));
    end = minus_where(lose, end, fill(SIMD_TIED - SIMD_LOST));
    end = plus_where(paid, end, fill(SIMD_ENDS_PAID));
    end = plus_where(house, end, fill(SIMD_ENDS_HOUSE));
    if (late) end = pick(both(taken, paid), fill(SIMD_ENDS_PAID_ONE), end);
    end = pick(plan->ties_push ? but(natural, dealer_natural) : natural, fill(SIMD_ENDS_BLACKJACK), end);
    end = pick(surrendered, fill(SIMD_ENDS_SURRENDERED), end);
    lanes kind_22 = fill(0);
    if (push22) kind_22 = push22_kind(but(everywhere(), dealer_natural), plan, dealer, suits, player.sum);
    return (quick_result){ pick(left, fill(SIMD_LEFT), end), pick(left, fill(SIMD_22_KINDS), kind_22), left, spoiled };
}

/* Counts of ends. `narrow` has four in a lane, of four bits each, which gather_counts adds to `wide`. */
enum { COUNTERS = (SIMD_ENDS + 3) / 4, FIELDS = 4, FIELD_BITS = 4, FIELD = 15 };

typedef struct {
    lanes narrow[COUNTERS + 1]; /* the last is for Push 22 */
    lanes wide[COUNTERS + 1][FIELDS];
} lane_counts;

INLINE void count_ends(lane_counts *counts, const quick_result *result, bool push22)
{
#pragma GCC unroll 4
    for (int i = 0; i < COUNTERS; i++)
        counts->narrow[i] += look16(&simd_end_field[i], result->end);
    if (push22) {
        lanes field = look16(&simd_end_field[0], result->push22);
        counts->narrow[COUNTERS] += field;
    }
}

/* Call before a field of four bits can overflow. */
INLINE void gather_counts(lane_counts *counts, bool push22)
{
    for (int i = 0; i < COUNTERS + push22; i++) {
#pragma GCC unroll 4
        for (int field = 0; field < FIELDS; field++) {
            lanes counted = (counts->narrow[i] >> (field * FIELD_BITS)) & fill(FIELD);
            counts->wide[i][field] += counted;
        }
        counts->narrow[i] = fill(0);
    }
}

INLINE uint64_t sum_of(lanes a)
{
    uint16_t lane[LANES];
    uint64_t sum = 0;
    store(lane, a);
    for (int i = 0; i < LANES; i++)
        sum += lane[i];
    return sum;
}

/* The rounds of a batch whose determinant cards come from side B. */
INLINE where sides_of(side_stream *sides, const simd_plan *plan, uint64_t first)
{
    uint16_t place[LANES];
    uint32_t bits = sides_around(sides, plan->seed, first)->word[first >> 5 & 3] >> (first & 31);
    for (int i = 0; i < LANES; i++)
        place[i] = (uint16_t)simd_quick_place(i, LANES);
    lanes at = load(place);
    lanes half = pick(is_less(everywhere(), at, fill(16)), fill((int)(bits & 0xffff)), fill((int)(bits >> 16)));
    return has_bit(everywhere(), half, bit_of(at & fill(15)));
}

/* Computes slots of some batches first, then plays them: each loop is short enough for a processor to overlap its
 * iterations. */
INLINE void quick_batches(const simd_plan *plan, uint64_t base, uint32_t from, int batches, simd_counts *counts,
                          simd_rest *rest, uint16_t *codes, bool push22, unsigned kind)
{
    philox_head head = head_of(plan, (uint32_t)(base >> 33), 0, 0);
    philox_head head_b = head_of(plan, (uint32_t)(base >> 33), 0, 1u << STREAM_SIDE_SHIFT);
    half_slots half[2 * QUICK_BATCHES], other[2 * QUICK_BATCHES]; /* of side B */
    side_stream sides = { .is_known = false };
    lane_counts sums;
    memset(&sums, 0, sizeof sums);
    for (int batch = 0; batch < batches; batch += QUICK_BATCHES) {
        int ready = batches - batch < QUICK_BATCHES ? batches - batch : QUICK_BATCHES;
        uint32_t index = (uint32_t)(base >> 1) + from / 2;
        for (int i = 0; i < 2 * ready; i++, index += WORD_LANES) {
            half[i] = quick_slots(plan, &head, 0, index);
            if (kind & SIMD_SIDES) other[i] = quick_slots(plan, &head_b, 0, index);
        }
        for (int i = 0; i < ready; i++, from += LANES) {
            where from_b = kind & SIMD_SIDES ? sides_of(&sides, plan, base + from) : nowhere();
            quick_result result = quick_play(plan, half + 2 * i, other + 2 * i, from_b, push22, kind);
            count_ends(&sums, &result, push22);
            rest->lefts += list(rest->left + rest->lefts, but(result.left, result.spoiled), from);
            rest->spoils += list(rest->spoiled + rest->spoils, result.spoiled, from);
            if (codes) store(codes + (batch + i) * LANES, look16(&simd_end_code, result.end));
        }
        gather_counts(&sums, push22);
    }
    for (int i = 0; i < SIMD_ENDS; i++)
        counts->ends[i] += sum_of(sums.wide[i / FIELDS][i % FIELDS]);
    for (int i = 0; i < SIMD_22_KINDS; i++)
        counts->push22[i] += sum_of(sums.wide[COUNTERS][i]);
}

#include "spots.h"

static void quick(const simd_plan *plan, uint64_t base, uint32_t from, int batches, simd_counts *counts,
                  simd_rest *rest, uint16_t *codes)
{
    switch (plan->kind) {
    case SIMD_LATE: quick_batches(plan, base, from, batches, counts, rest, codes, false, SIMD_LATE); break;
    case SIMD_OPEN: quick_batches(plan, base, from, batches, counts, rest, codes, false, SIMD_OPEN); break;
    case SIMD_LATE | SIMD_SIDES:
        quick_batches(plan, base, from, batches, counts, rest, codes, false, SIMD_LATE | SIMD_SIDES);
        break;
    case SIMD_LATE | SIMD_SPOTS: spots_batches(plan, base, from, batches, rest, codes); break;
    default:
        if (plan->push22) {
            quick_batches(plan, base, from, batches, counts, rest, codes, true, 0);
        } else {
            quick_batches(plan, base, from, batches, counts, rest, codes, false, 0);
        }
    }
}

/* --- full: draws ------------------------------------------------------------------------------------------ */

/* The stacks of listed rounds. */
typedef struct {
    uint32_t index_high;
    words index[QUARTERS], number[QUARTERS]; /* index of the stream, number of the next word */
    word_where odd[QUARTERS];
    uint32_t purpose; /* the last word of the counter */
    lanes slot[SIMD_CARD_GROUPS * SIMD_DRAWS];
    dealt card[SIMD_DRAWS]; /* cards of the latest group */
} stacks;

INLINE void open_stacks(stacks *s, uint64_t base, const uint32_t *rounds, uint32_t purpose)
{
    uint64_t index = base >> 1;
    s->purpose = purpose;
    s->index_high = (uint32_t)(index >> 32);
    for (int q = 0; q < QUARTERS; q++) {
        words round = word_load(rounds + q * WORD_LANES);
        s->index[q] = word_fill((uint32_t)index) + (round >> 1);
        s->odd[q] = word_less(word_fill(0), round << 63);
        s->number[q] = word_fill(0);
    }
}

INLINE words next_word(const simd_plan *plan, const stacks *s, int q)
{
    counter at = { { word_fill(s->index_high), s->index[q], s->number[q], word_fill(s->purpose) } };
    words even, odd;
#pragma GCC unroll 16
    for (int round = 0; round < PHILOX_ROUNDS - 1; round++)
        at = philox_round(plan, at, round);
    philox_words(plan, at, &even, &odd);
    return word_pick(s->odd[q], odd, even);
}

/* Digits of the next word that is not rejected, in each lane. */
INLINE void exact_digits(const simd_plan *plan, stacks *s, int q, int group, words digit[SIMD_DRAWS])
{
    for (;;) {
        words word = next_word(plan, s, q);
        words rest = times_64(word, plan->product[group]);
        word_where rejected = word_less(rest, word_fill(plan->threshold[group]));
        if (!word_any(rejected)) {
            full_digits(plan->radix[group], word, digit);
            return;
        }
        s->number[q] += word_pick(rejected, word_fill(1), word_fill(0));
    }
}

INLINE void draw_slots(const simd_plan *plan, stacks *s, int group)
{
    words digit[QUARTERS][SIMD_DRAWS];
    for (int q = 0; q < QUARTERS; q++) {
        if (!word_all(quick_digits(plan, group, next_word(plan, s, q), digit[q])))
            exact_digits(plan, s, q, group, digit[q]);
        s->number[q] += word_fill(1);
    }
    half_slots half[2] = { join_digits(digit[0], digit[1]), join_digits(digit[2], digit[3]) };
    pack_slots(half, s->slot + group * SIMD_DRAWS);
}

INLINE void draw_group(const simd_plan *plan, stacks *s, int group, bool suits)
{
    draw_slots(plan, s, group);
    for (int i = 0; i < SIMD_DRAWS; i++)
        s->card[i] = card_in(plan, s->slot, group * SIMD_DRAWS + i, suits);
}

/* --- cards of listed rounds --------------------------------------------------------------------------------- */

typedef uint8_t card_bytes __attribute__((vector_size(LANES)));

/* The slot of the sorted stack from which draw t comes. */
INLINE lanes traced(const simd_plan *plan, const lanes *slot, int t)
{
    lanes place = slot[t];
    for (int u = t - 1; u >= 0; u--)
        place = pick(is_same(everywhere(), place, slot[u]), fill(plan->cards - 1 - u), place);
    return place;
}

static void cards(const simd_plan *plan, uint64_t base, const uint32_t *rounds, int side, int groups, uint8_t *card,
                  size_t stride)
{
    stacks stack;
    open_stacks(&stack, base, rounds, (uint32_t)side << STREAM_SIDE_SHIFT);
    for (int group = 0; group < groups; group++) {
        draw_slots(plan, &stack, group);
        for (int t = group * SIMD_DRAWS; t < (group + 1) * SIMD_DRAWS; t++, card += stride) {
            lanes place = traced(plan, stack.slot, t);
            lanes rank = times_high(place, fill(plan->rank_scale));
            lanes suit = times_high(place << 1, fill(plan->suit_scale)) & fill(3);
            card_bytes bytes = __builtin_convertvector(rank | suit << 4, card_bytes);
            memcpy(card, &bytes, sizeof bytes);
        }
    }
}

/* --- full: play ------------------------------------------------------------------------------------------- */

/* A finished hand in one number: its total (0: bust), what it wins and what it costs, in wagers. */
enum { HAND_WINS = 32, HAND_COSTS = 128, HAND_TOTAL = 31, HAND_WINS_SHIFT = 5, HAND_COSTS_SHIFT = 7 };

typedef struct {
    hand player, dealer;       /* the hand on turn */
    where playing, dealing;    /* lanes where the player, or the dealer, takes the next card */
    where fresh;               /* the hand on turn waits for its second card */
    where lammer, paid, house; /* a lammer stakes this hand; it gets its last card after a paid, or a free, double */
    where alive, turn;         /* some hand is not bust; the dealer must draw */
    where aces;
    lanes up, pair, pair_ace; /* bit of the up card; value of the first card; SIMD_ACE if it is an ace */
    lanes waiting; /* a bit for each waiting hand, the next lowest: 1 if a lammer stakes it; a 1 above them */
    lanes hands, free_splits, lammers, staked; /* hands and staked wagers: not counting the first */
    lanes finished[4];
    lanes suits, first_sum;
} seats;

typedef struct {
    where hit, paid, house, split;
} decision;

/* Stores the hand on turn as finished. */
INLINE void finish_hand(where over, const simd_plan *plan, seats *s)
{
    lanes total = look64(&plan->total, number_of(s->player));
    s->alive = either(s->alive, is_less(over, fill(0), total));
    if (plan->split_21_beats) total = plus_where(is_same(s->fresh, total, fill(21)), total, fill(1));
    lanes end = total + fill(HAND_WINS);
    end = plus_where(either(s->paid, s->house), end, fill(HAND_WINS));
    end = plus_where(but(everywhere(), s->lammer), end, fill(HAND_COSTS));
    end = plus_where(s->paid, end, fill(HAND_COSTS));
    s->first_sum = pick(is_same(over, s->finished[0], fill(0)), s->player.sum, s->first_sum);
    for (int i = 3; i > 0; i--)
        s->finished[i] = pick(over, s->finished[i - 1], s->finished[i]);
    s->finished[0] = pick(over, end, s->finished[0]);
}

/* Carries out the decisions of the hands in `asked`, and determines who takes the next card. */
INLINE void act(where asked, const simd_plan *plan, seats *s, decision d, bool push22)
{
    where draws = either(d.hit, either(d.paid, d.house)), over = but(asked, either(draws, d.split));
    where free_pair = has_bit(d.split, bit_of(s->pair), fill(plan->free_pairs));
    where given = is_less(free_pair, s->free_splits, fill(plan->free_splits));
    s->free_splits = plus_where(given, s->free_splits, fill(1));
    s->hands = plus_where(d.split, s->hands, fill(1));
    s->lammers = plus_where(either(d.house, given), s->lammers, fill(1));
    s->staked = plus_where(either(d.paid, but(d.split, given)), s->staked, fill(1));
    s->waiting = pick(d.split, plus_where(given, s->waiting << 1, fill(1)), s->waiting);

    finish_hand(over, plan, s);
    where next = is_less(over, fill(1), s->waiting), begins = either(d.split, next);
    s->lammer = either(but(s->lammer, over), has_bit(next, s->waiting, fill(1)));
    s->waiting = pick(next, s->waiting >> 1, s->waiting);
    s->player.sum = pick(begins, s->pair, s->player.sum);
    s->player.ace = pick(begins, s->pair_ace, s->player.ace);
    s->fresh = begins;
    s->paid = d.paid;
    s->house = d.house;
    s->playing = either(draws, begins);
    where last = but(over, next);
    s->turn = either(s->turn, push22 ? last : both(last, s->alive));
    s->dealing = dealer_draws(s->turn, plan, s->dealer);
}

INLINE lanes look_staked(where lammer, const simd_table *chips, const simd_table *lammers, lanes row)
{
    return pick(lammer, look64(lammers, row), look64(chips, row));
}

/* The chart's choices for the hands that have just got a card. */
INLINE decision decide(const simd_plan *plan, const seats *s, dealt card)
{
    const simd_choices *chips = plan->split, *lammers = plan->split + 1;
    where asked = but(s->playing, either(s->paid, s->house));
    where two = both(asked, s->fresh), twins = is_same(two, card.value, s->pair);
    where splittable = is_less(plan->resplits_aces ? twins : but(twins, s->aces), s->hands, fill(plan->most_hands - 1));
    if (plan->aces_once) two = but(two, but(s->aces, splittable));
    lanes row = look64(&plan->row, number_of(s->player));
    lanes pair_row = s->pair + pick(splittable, fill(SIMD_PAIR), fill(SIMD_BARRED));
    lanes two_row = pick(twins, pair_row, row);
    decision d = { has_bit(two, look_staked(s->lammer, &chips->hit, &lammers->hit, two_row), s->up),
                   has_bit(two, look_staked(s->lammer, &chips->paid, &lammers->paid, two_row), s->up),
                   has_bit(two, look_staked(s->lammer, &chips->house, &lammers->house, two_row), s->up),
                   has_bit(two, look_staked(s->lammer, &chips->split, &lammers->split, two_row), s->up) };

    where drawn = but(asked, s->fresh);
    row = plus_where(is_less(everywhere(), fill(0), s->hands), row, fill(SIMD_SPLIT));
    lanes hit = look_staked(s->lammer, &plan->drawn[0].hit, &plan->drawn[1].hit, row);
    d.hit = either(d.hit, has_bit(drawn, hit, s->up));
    if (plan->late_doubles) {
        lanes house = look_staked(s->lammer, &plan->drawn[0].house, &plan->drawn[1].house, row);
        d.house = either(d.house, has_bit(drawn, house, s->up));
    }
    return d;
}

INLINE decision decide_first(where w, const simd_plan *plan, lanes row, lanes up)
{
    const simd_choices *first = &plan->first;
    return (decision){ has_bit(w, look64(&first->hit, row), up), has_bit(w, look64(&first->paid, row), up),
                       has_bit(w, look64(&first->house, row), up), has_bit(w, look64(&first->split, row), up) };
}

/* The four cards of the deal, and the first decision. Returns where the player surrenders. */
INLINE where deal(where open, const simd_plan *plan, seats *s, const dealt card[4], bool push22)
{
    lanes row = look64(&plan->row, number_of(s->player));
    row = pick(is_same(open, card[0].value, card[2].value), s->pair + fill(SIMD_PAIR), row);
    where surrendered = has_bit(open, look64(&plan->first.surrender, row), s->up);
    act(but(open, surrendered), plan, s, decide_first(open, plan, row, s->up), push22);
    return surrendered;
}

INLINE void next_card(const simd_plan *plan, seats *s, dealt card, bool push22)
{
    where asked = s->playing;
    if (push22) s->suits = pick(s->dealing, s->suits | card.suit, s->suits);
    s->player = with_card(s->playing, s->player, card);
    s->dealer = with_card(s->dealing, s->dealer, card);
    act(asked, plan, s, decide(plan, s, card), push22);
}

INLINE lanes full_code(const simd_plan *plan, const seats *s)
{
    lanes code = fill(SIMD_EVEN), to_beat = look64(&plan->to_beat, number_of(s->dealer));
    where pushes = is_same(everywhere(), to_beat, fill(22));
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        lanes total = s->finished[i] & fill(HAND_TOTAL);
        where alive = is_less(everywhere(), fill(0), total);
        where win = is_less(but(alive, pushes), to_beat, total), tie = ties(alive, plan, to_beat, total);
        lanes worth = (s->finished[i] >> HAND_WINS_SHIFT) & fill(3);
        code = plus_where(win, code, worth);
        code = minus_where(but(but(everywhere(), win), tie), code, s->finished[i] >> HAND_COSTS_SHIFT);
    }
    code += (s->staked << 5) + (s->hands << 8);
    return code + (s->lammers << 10);
}

INLINE void full_any(const simd_plan *plan, uint64_t base, const uint32_t *rounds, int groups, uint16_t *codes,
                     bool suits)
{
    stacks stack;
    bool push22 = plan->push22;
    open_stacks(&stack, base, rounds, 0);
    draw_group(plan, &stack, 0, suits);
    const dealt *card = stack.card;
    seats s = { .player = hand_of(card[0], card[2]),
                .dealer = hand_of(card[1], card[3]),
                .playing = nowhere(),
                .dealing = nowhere(),
                .fresh = nowhere(),
                .lammer = nowhere(),
                .paid = nowhere(),
                .house = nowhere(),
                .alive = nowhere(),
                .aces = is_same(everywhere(), card[0].value, fill(1)),
                .up = bit_of(card[1].value),
                .pair = card[0].value,
                .pair_ace = card[0].ace,
                .waiting = fill(1),
                .hands = fill(0),
                .free_splits = fill(0),
                .lammers = fill(0),
                .staked = fill(0),
                .finished = { fill(0), fill(0), fill(0), fill(0) },
                .suits = card[1].suit | card[3].suit,
                .first_sum = fill(0) };
    where natural = is_natural(s.player), dealer_natural = is_natural(s.dealer);
    where open = but(but(everywhere(), natural), dealer_natural);
    s.turn = push22 ? but(natural, dealer_natural) : nowhere();
    where surrendered = deal(open, plan, &s, card, push22);
    if (push22) {
        s.turn = either(s.turn, surrendered);
        s.dealing = dealer_draws(s.turn, plan, s.dealer);
    }
    int end = groups * SIMD_DRAWS;
    for (int t = 4; t < end && any(either(s.playing, s.dealing)); t++) {
        if (t % SIMD_DRAWS == 0) draw_group(plan, &stack, t / SIMD_DRAWS, suits);
        next_card(plan, &s, stack.card[t % SIMD_DRAWS], push22);
    }

    lanes code = full_code(plan, &s);
    code = pick(but(dealer_natural, natural), fill(SIMD_EVEN - 1), code);
    code = pick(plan->ties_push ? but(natural, dealer_natural) : natural, fill(SIMD_BLACKJACK), code);
    code = pick(surrendered, fill(SIMD_SURRENDER), code);
    if (push22) {
        where w = but(everywhere(), dealer_natural);
        code += push22_kind(w, plan, s.dealer, s.suits, s.first_sum) << 13;
    }
    store(codes, pick(either(s.playing, s.dealing), fill(SIMD_UNFINISHED), code));
}

/* After many draws from one deck, a used slot may hold a card other than a ten, so cards are traced back. */
static void full(const simd_plan *plan, uint64_t base, const uint32_t *rounds, int groups, uint16_t *codes)
{
    if (plan->push22 || groups > SIMD_SHORT_GROUPS) {
        full_any(plan, base, rounds, groups, codes, true);
    } else {
        full_any(plan, base, rounds, groups, codes, false);
    }
}

#define SIMD_KERNEL(label, has_it)                                                                                     \
    static bool is_here(void)                                                                                          \
    {                                                                                                                  \
        return has_it;                                                                                                 \
    }                                                                                                                  \
    const simd_kernel simd_##label = { #label, LANES, is_here, quick, full, cards };
