/* simd_kernel.h - the rounds themselves, in lanes; included once by each simd_<vectors>.c.
 *
 * The including file says what a vector is. `lanes` are LANES numbers of 16 bits, one for each round; `where` is a
 * set of lanes; `words` are a quarter as many numbers of 64 bits. A function whose first argument is a `where`
 * looks at these lanes only, or changes these only. docs/simulation.md has the draws, to the bit.
 *
 * Nothing here branches on what happens in one lane: a card is dealt to all lanes at once, to the player where he
 * is on turn, to the dealer where he is, to nobody where the round is over. */

enum { QUARTERS = 4, WORD_LANES = LANES / QUARTERS, QUICK_BATCHES = 8 };

/* --- words: Philox4x32-10 --------------------------------------------------------------------------------- */

static const uint32_t philox_times[2] = { 0xD2511F53, 0xCD9E8D57 };

INLINE uint32_t key_low(const simd_plan *plan, int round)
{
    return (uint32_t)plan->seed + (uint32_t)round * 0x9E3779B9u;
}

INLINE uint32_t key_high(const simd_plan *plan, int round)
{
    return (uint32_t)(plan->seed >> 32) + (uint32_t)round * 0xBB67AE85u;
}

/* A counter on its way: each number has 32 bits, and what stands above them does not matter. */
typedef struct {
    words c[4];
} counter;

INLINE counter philox_round(const simd_plan *plan, counter in, int round)
{
    words a = times(in.c[0], word_fill(philox_times[0])), b = times(in.c[2], word_fill(philox_times[1]));
    return (counter){ { word_xor3(word_right(b, 32), in.c[1], word_fill(key_low(plan, round))), b,
                        word_xor3(word_right(a, 32), in.c[3], word_fill(key_high(plan, round))), a } };
}

/* The last round, which leaves the words of an even round and of the odd one after it. */
INLINE void philox_words(const simd_plan *plan, counter in, words *even, words *odd)
{
    int last = PHILOX_ROUNDS - 1;
    words a = times(in.c[0], word_fill(philox_times[0])), b = times(in.c[2], word_fill(philox_times[1]));
    *even = word_xor(word_xor_low(word_swap(b), in.c[1]), word_fill(key_low(plan, last)));
    *odd = word_xor(word_xor_low(word_swap(a), in.c[3]), word_fill(key_high(plan, last)));
}

/* Block 0 of consecutive pairs of rounds. Only counter word 1 changes from lane to lane, so of the products of the
 * first three rounds all but two are the same everywhere. */
INLINE void first_words(const simd_plan *plan, uint32_t index_high, words index_low, words *even, words *odd)
{
    uint64_t a = (uint64_t)philox_times[0] * index_high;
    uint64_t b = (uint64_t)philox_times[1] * ((uint32_t)(a >> 32) ^ key_high(plan, 0));
    words product = times(word_xor(index_low, word_fill(key_low(plan, 0))), word_fill(philox_times[0]));
    uint64_t c = (uint64_t)philox_times[0] * ((uint32_t)(b >> 32) ^ key_low(plan, 1));
    words third = word_xor(word_right(product, 32), word_fill((uint32_t)a ^ key_high(plan, 1)));
    words other = times(third, word_fill(philox_times[1]));
    counter at = { { word_xor(word_right(other, 32), word_fill((uint32_t)b ^ key_low(plan, 2))), other,
                     word_xor(product, word_fill((uint32_t)(c >> 32) ^ key_high(plan, 2))),
                     word_fill((uint32_t)c) } };
#pragma GCC unroll 8
    for (int round = 3; round < PHILOX_ROUNDS - 1; round++)
        at = philox_round(plan, at, round);
    philox_words(plan, at, even, odd);
}

/* --- slots ------------------------------------------------------------------------------------------------ */

/* Seven digits of a word from its upper half, three at a time, each in the upper half of its lane. Where what was
 * left out below carries into a digit, and where the word may have to be rejected, the last digit is spoiled. */
INLINE void quick_digits(const simd_plan *plan, words word, words digit[SIMD_DRAWS])
{
    const uint32_t *radix = plan->radix[0];
    uint64_t edge = (plan->threshold[0] >> 32) + 1, span = (1ull << 32) - radix[6] - edge;
    word_where good = word_everywhere();
#pragma GCC unroll 2
    for (int i = 0; i < 6; i += 3) {
        uint64_t three = (uint64_t)radix[i] * radix[i + 1] * radix[i + 2];
        digit[i] = times(word_right(word, 32), word_fill(radix[i]));
        digit[i + 1] = times(digit[i], word_fill(radix[i + 1]));
        digit[i + 2] = times(digit[i + 1], word_fill(radix[i + 2]));
        words top = word_left(digit[i + 2], 32);
        word = word_plus(top, times(word, word_fill(three)));
        good = word_not_less(good, word, top);
    }
    words last = times(word_right(word, 32), word_fill(radix[6]));
    words rest = word_minus(word_left(last, 32), word_fill(edge << 32));
    good = word_not_less(good, word_fill((span << 32) - 1), rest);
    digit[6] = word_pick(good, last, word_fill(0x7fffull << 32));
}

/* The same exactly, for words that are known not to be rejected. */
INLINE void full_digits(const uint32_t radix[SIMD_DRAWS], words word, words digit[SIMD_DRAWS])
{
#pragma GCC unroll 8
    for (int i = 0; i < SIMD_DRAWS; i++) {
        words low = times(word, word_fill(radix[i]));
        digit[i] = word_plus(times(word_right(word, 32), word_fill(radix[i])), word_right(low, 32));
        word = word_xor_low(word_left(digit[i], 32), low);
    }
}

INLINE words times_64(words word, uint64_t factor)
{
    words high = times(word_right(word, 32), word_fill((uint32_t)factor));
    words cross = times(word, word_fill(factor >> 32));
    return word_plus(times(word, word_fill((uint32_t)factor)), word_left(word_plus(high, cross), 32));
}

/* Half of some slots, before they are packed: upper halves of two vectors of words. */
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
    lanes suit;  /* 1 << suit, where suits are wanted */
} dealt;

INLINE lanes value_less_one(const simd_plan *plan, lanes place)
{
    return least(times_high(place, fill(plan->rank_scale)), fill(9));
}

/* Draw t, where only values count: a slot that was used before holds one of the last cards, which are tens. */
INLINE lanes value_at(const simd_plan *plan, const lanes *slot, int t)
{
    where new = everywhere();
#pragma GCC unroll 8
    for (int u = 0; u < t; u++)
        new = is_other(new, slot[t], slot[u]);
    return plus_or(new, value_less_one(plan, slot[t]), fill(1), fill(10));
}

/* Draw t with its suit: goes back to the slot of the sorted stack. */
INLINE dealt card_at(const simd_plan *plan, const lanes *slot, int t)
{
    lanes place = slot[t];
#pragma GCC unroll 8
    for (int u = t - 1; u >= 0; u--)
        place = pick(is_same(everywhere(), place, slot[u]), fill(plan->cards - 1 - u), place);
    lanes suit = bits(times_high(shift_left(place, 1), fill(plan->suit_scale)), fill(3));
    return (dealt){ plus(value_less_one(plan, place), fill(1)), bit_of(suit) };
}

INLINE dealt card_in(const simd_plan *plan, const lanes *slot, int t, bool suits)
{
    if (suits) return card_at(plan, slot, t);
    return (dealt){ value_at(plan, slot, t), fill(0) };
}

/* --- hands ------------------------------------------------------------------------------------------------ */

typedef struct {
    lanes sum; /* aces at 1 */
    where ace;
} hand;

INLINE hand with_card(where w, hand h, lanes value)
{
    return (hand){ plus_where(w, h.sum, value), either(h.ace, is_same(w, value, fill(1))) };
}

INLINE where soft(hand h)
{
    return is_less(h.ace, h.sum, fill(12));
}

INLINE lanes total_of(hand h)
{
    return plus_where(soft(h), h.sum, fill(10));
}

INLINE lanes row_of(hand h)
{
    return plus_where(soft(h), h.sum, fill(SIMD_SOFT));
}

INLINE where natural_of(hand two_cards)
{
    return is_same(two_cards.ace, two_cards.sum, fill(11));
}

INLINE where dealer_draws(where w, const simd_plan *plan, hand dealer)
{
    return is_less(w, plus_where(soft(dealer), dealer.sum, fill(plan->soft_bonus)), fill(17));
}

/* The dealer's last hand: what a player's total must beat, and where it pushes them all. */
typedef struct {
    lanes to_beat;
    where pushes;
    where is_22;
} final_hand;

INLINE final_hand dealer_final(const simd_plan *plan, hand dealer)
{
    lanes total = total_of(dealer);
    return (final_hand){ pick(is_less(everywhere(), fill(21), total), fill(0), total),
                         is_same(everywhere(), total, fill(plan->pushed_total)),
                         is_same(everywhere(), total, fill(22)) };
}

INLINE where wins(where w, const final_hand *dealer, lanes total)
{
    return is_less(but(w, dealer->pushes), dealer->to_beat, total);
}

INLINE where ties(where w, const simd_plan *plan, const final_hand *dealer, lanes total)
{
    where equal = plan->ties_push ? is_same(w, dealer->to_beat, total) : nowhere();
    return either(equal, both(w, dealer->pushes));
}

/* What Push 22 sees, in its place of a code. `first_sum` is the first hand's, with aces at 1 like any total of 30. */
INLINE lanes push22_bits(where w, const simd_plan *plan, const final_hand *dealer, lanes suits,
                         lanes first_sum)
{
    where made = both(w, dealer->is_22);
    if (plan->push22_limit) made = is_less(made, first_sum, fill(30));
    return pick(made, look32(&plan->push22_kind, suits), fill(0));
}

/* --- quick ------------------------------------------------------------------------------------------------ */

/* Of half a batch: its even rounds are one vector of words, the odd ones the other. */
INLINE half_slots quick_slots(const simd_plan *plan, uint64_t first)
{
    words even, odd, even_digit[SIMD_DRAWS], odd_digit[SIMD_DRAWS];
    uint64_t index = first >> 1;
    first_words(plan, (uint32_t)(index >> 32), word_plus(word_fill((uint32_t)index), word_numbers()), &even, &odd);
    quick_digits(plan, even, even_digit);
    quick_digits(plan, odd, odd_digit);
    return join_digits(even_digit, odd_digit);
}

/* The code of a hand that was not split. */
INLINE lanes quick_code(where win, where lose, where paid, where house)
{
    lanes code = plus_where(win, fill(SIMD_EVEN), plus_where(either(paid, house), fill(1), fill(1)));
    code = minus_where(lose, code, plus_where(paid, fill(1), fill(1)));
    code = plus_where(paid, code, fill(SIMD_STAKED));
    return plus_where(house, code, fill(SIMD_LAMMER));
}

typedef struct {
    lanes code;
    lanes push22;
    where left; /* not finished */
} quick_result;

INLINE quick_result quick_play(const simd_plan *plan, const half_slots half[2], bool push22)
{
    lanes slot[SIMD_DRAWS];
    dealt card[SIMD_DRAWS];
    pack_slots(half, slot);
#pragma GCC unroll 8
    for (int t = 0; t < SIMD_DRAWS; t++)
        card[t] = card_in(plan, slot, t, push22);
    where left = is_less(everywhere(), fill(plan->cards), slot[6]);

    hand none = { fill(0), nowhere() };
    hand player = with_card(everywhere(), with_card(everywhere(), none, card[0].value), card[2].value);
    hand dealer = with_card(everywhere(), with_card(everywhere(), none, card[1].value), card[3].value);
    lanes suits = either_bits(card[1].suit, card[3].suit), up = bit_of(card[1].value);
    where natural = natural_of(player), dealer_natural = natural_of(dealer);
    where open = but(but(everywhere(), natural), dealer_natural);

    where pair = is_same(open, card[0].value, card[2].value);
    left = either(left, has_bit(pair, look32(&plan->odd_pairs, card[0].value), up));
    lanes row = row_of(player);
    where paid = has_bit(open, look32(&plan->first.paid, row), up);
    where house = has_bit(open, look32(&plan->first.house, row), up);
    where surrendered = has_bit(open, look32(&plan->first.surrender, row), up);
    where draws = has_bit(open, look32(&plan->first.hit, row), up);
    where doubled = either(paid, house), stays = but(open, surrendered);
    where wanted = push22 ? but(everywhere(), dealer_natural) : stays; /* a dealer's hand */
    draws = either(draws, doubled);
    where deals = dealer_draws(but(wanted, draws), plan, dealer);

#pragma GCC unroll 8
    for (int t = 4; t < SIMD_DRAWS; t++) {
        player = with_card(draws, player, card[t].value);
        dealer = with_card(deals, dealer, card[t].value);
        if (push22) suits = pick(deals, either_bits(suits, card[t].suit), suits);
        where asked = is_less(but(draws, doubled), player.sum, fill(21));
        row = row_of(player);
        draws = has_bit(asked, look32(&plan->drawn[0].hit, row), up);
        if (plan->late_doubles) left = either(left, has_bit(asked, look32(&plan->drawn[0].house, row), up));
        where turn = but(wanted, draws);
        deals = dealer_draws(push22 ? turn : is_less(turn, player.sum, fill(22)), plan, dealer);
    }
    left = either(left, either(draws, deals));

    final_hand final = dealer_final(plan, dealer);
    lanes total = total_of(player);
    where alive = is_less(stays, player.sum, fill(22));
    where win = wins(alive, &final, total), tie = ties(alive, plan, &final, total);
    where lose = either(but(but(stays, win), tie), but(dealer_natural, natural));
    lanes code = quick_code(win, lose, paid, house);
    code = pick(plan->ties_push ? but(natural, dealer_natural) : natural, fill(SIMD_BLACKJACK), code);
    code = pick(surrendered, fill(SIMD_SURRENDER), code);
    lanes kinds = fill(0);
    if (push22) kinds = push22_bits(but(everywhere(), dealer_natural), plan, &final, suits, player.sum);
    return (quick_result){ code, kinds, left };
}

INLINE void count_codes(simd_counts *counts, const quick_result *result, bool push22)
{
    where done = but(everywhere(), result->left);
#pragma GCC unroll 16
    for (int i = 0; i < SIMD_QUICK_CODES; i++)
        counts->quick[i] += count(is_same(done, result->code, fill(simd_quick_code[i])));
    for (int kind = 0; push22 && kind < SIMD_22_KINDS; kind++)
        counts->push22[kind] += count(is_same(done, result->push22, fill(kind * SIMD_PUSH22)));
}

/* Slots of some batches first, then their play: each loop is short enough for a processor to begin the next turn
 * while the last one is still on its way. */
INLINE int quick_batches(const simd_plan *plan, uint64_t base, uint32_t from, int batches, simd_counts *counts,
                         uint32_t *rest, uint16_t *codes, bool push22)
{
    simd_counts sums = { { 0 } };
    half_slots half[2 * QUICK_BATCHES];
    int n = 0;
    for (int batch = 0; batch < batches; batch += QUICK_BATCHES) {
        int ready = batches - batch < QUICK_BATCHES ? batches - batch : QUICK_BATCHES;
        for (int i = 0; i < 2 * ready; i++)
            half[i] = quick_slots(plan, base + from + (uint32_t)(i * LANES / 2));
        for (int i = 0; i < ready; i++, from += LANES) {
            quick_result result = quick_play(plan, half + 2 * i, push22);
            count_codes(&sums, &result, push22);
            if (codes) store(codes + (batch + i) * LANES, either_bits(result.code, result.push22));
            n += list(rest + n, result.left, from);
        }
    }
    for (int i = 0; i < SIMD_QUICK_CODES; i++)
        counts->quick[i] += sums.quick[i];
    for (int kind = 0; kind < SIMD_22_KINDS; kind++)
        counts->push22[kind] += sums.push22[kind];
    return n;
}

static int quick(const simd_plan *plan, uint64_t base, uint32_t from, int batches, simd_counts *counts,
                 uint32_t *rest, uint16_t *codes)
{
    if (plan->push22) return quick_batches(plan, base, from, batches, counts, rest, codes, true);
    return quick_batches(plan, base, from, batches, counts, rest, codes, false);
}

/* --- full: draws ------------------------------------------------------------------------------------------ */

/* The stacks of listed rounds. */
typedef struct {
    uint32_t index_high;
    words index[QUARTERS], number[QUARTERS]; /* of the next word */
    word_where odd[QUARTERS];
    lanes slot[SIMD_GROUPS * SIMD_DRAWS];
    dealt card[SIMD_DRAWS]; /* of the latest group */
} stacks;

INLINE void open_stacks(stacks *s, uint64_t base, const uint32_t *rounds)
{
    uint64_t index = base >> 1;
    s->index_high = (uint32_t)(index >> 32);
    for (int q = 0; q < QUARTERS; q++) {
        words round = word_load(rounds + q * WORD_LANES);
        s->index[q] = word_plus(word_fill((uint32_t)index), word_right(round, 1));
        s->odd[q] = word_less(word_fill(0), word_left(round, 63));
        s->number[q] = word_fill(0);
    }
}

INLINE words next_word(const simd_plan *plan, const stacks *s, int q)
{
    counter at = { { word_fill(s->index_high), s->index[q], s->number[q], word_fill(0) } };
    words even, odd;
#pragma GCC unroll 16
    for (int round = 0; round < PHILOX_ROUNDS - 1; round++)
        at = philox_round(plan, at, round);
    philox_words(plan, at, &even, &odd);
    return word_pick(s->odd[q], odd, even);
}

/* The next word that is not rejected, in each lane. */
INLINE words accepted_word(const simd_plan *plan, stacks *s, int q, int group)
{
    for (;;) {
        words word = next_word(plan, s, q);
        words rest = times_64(word, plan->product[group]);
        word_where rejected = word_less(rest, word_fill(plan->threshold[group]));
        s->number[q] = word_plus(s->number[q], word_fill(1));
        if (!word_any(rejected)) return word;
        s->number[q] = word_minus(s->number[q], word_pick(rejected, word_fill(0), word_fill(1)));
    }
}

INLINE void draw_group(const simd_plan *plan, stacks *s, int group, bool suits)
{
    words digit[QUARTERS][SIMD_DRAWS];
    for (int q = 0; q < QUARTERS; q++)
        full_digits(plan->radix[group], accepted_word(plan, s, q, group), digit[q]);
    half_slots half[2] = { join_digits(digit[0], digit[1]), join_digits(digit[2], digit[3]) };
    pack_slots(half, s->slot + group * SIMD_DRAWS);
    for (int i = 0; i < SIMD_DRAWS; i++)
        s->card[i] = card_in(plan, s->slot, group * SIMD_DRAWS + i, suits);
}

/* --- full: play ------------------------------------------------------------------------------------------- */

/* A finished hand in one number: its total (0: bust), what it wins and what it costs, in wagers. */
enum { HAND_WINS = 32, HAND_COSTS = 128, HAND_TOTAL = 31, HAND_WINS_SHIFT = 5, HAND_COSTS_SHIFT = 7 };

typedef struct {
    hand player, dealer;       /* the hand on turn */
    where playing, dealing;    /* who takes the next card */
    where fresh;               /* the hand on turn waits for its second card */
    where lammer, paid, house; /* it is staked by a lammer; its last card comes, doubled for chips or free */
    where alive, turn;         /* some hand is not bust; the dealer is wanted */
    where aces;
    lanes up, pair; /* bit of the up card; value of the first card */
    lanes waiting;  /* hands to come, the next one lowest: a bit each, set for a lammer, above them a 1 */
    lanes hands, free_splits, lammers, staked; /* hands and staked: after the first */
    lanes finished[4];
    lanes suits, first_sum;
} seats;

typedef struct {
    where hit, paid, house, split;
} decision;

/* Puts the hand on turn aside with its final total. */
INLINE void finish_hand(where over, const simd_plan *plan, seats *s)
{
    where bust = is_less(over, fill(21), s->player.sum);
    lanes total = total_of(s->player);
    if (plan->split_21_beats) total = plus_where(is_same(s->fresh, total, fill(21)), total, fill(1));
    lanes end = plus(pick(bust, fill(0), total), fill(HAND_WINS));
    end = plus_where(either(s->paid, s->house), end, fill(HAND_WINS));
    end = plus_where(but(everywhere(), s->lammer), end, fill(HAND_COSTS));
    end = plus_where(s->paid, end, fill(HAND_COSTS));
    s->first_sum = pick(is_same(over, s->finished[0], fill(0)), s->player.sum, s->first_sum);
    for (int i = 3; i > 0; i--)
        s->finished[i] = pick(over, s->finished[i - 1], s->finished[i]);
    s->finished[0] = pick(over, end, s->finished[0]);
    s->alive = either(s->alive, but(over, bust));
}

/* Does what was decided for the hands in `asked`, and finds out who takes the next card. */
INLINE void act(where asked, const simd_plan *plan, seats *s, decision d, bool push22)
{
    where draws = either(d.hit, either(d.paid, d.house)), over = but(asked, either(draws, d.split));
    where free_pair = has_bit(d.split, bit_of(s->pair), fill(plan->free_pairs));
    where given = is_less(free_pair, s->free_splits, fill(plan->free_splits));
    s->free_splits = plus_where(given, s->free_splits, fill(1));
    s->hands = plus_where(d.split, s->hands, fill(1));
    s->lammers = plus_where(either(d.house, given), s->lammers, fill(1));
    s->staked = plus_where(either(d.paid, but(d.split, given)), s->staked, fill(1));
    s->waiting = pick(d.split, plus_where(given, shift_left(s->waiting, 1), fill(1)), s->waiting);

    finish_hand(over, plan, s);
    where next = is_less(over, fill(1), s->waiting), begins = either(d.split, next);
    s->lammer = either(but(s->lammer, over), has_bit(next, s->waiting, fill(1)));
    s->waiting = pick(next, shift_right(s->waiting, 1), s->waiting);
    s->player.sum = pick(begins, s->pair, s->player.sum);
    s->player.ace = either(but(s->player.ace, begins), both(begins, s->aces));
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

/* What the chart says to the hands that have just got a card. */
INLINE decision decide(const simd_plan *plan, const seats *s, lanes value)
{
    const simd_choices *chips = plan->split, *lammers = plan->split + 1;
    where asked = is_less(but(s->playing, either(s->paid, s->house)), s->player.sum, fill(21));
    where two = both(asked, s->fresh), twins = is_same(two, value, s->pair);
    where splittable =
        is_less(plan->resplits_aces ? twins : but(twins, s->aces), s->hands, fill(plan->most_hands - 1));
    if (plan->aces_once) two = but(two, but(s->aces, splittable));
    lanes row = row_of(s->player);
    lanes pair_row = plus(s->pair, pick(splittable, fill(SIMD_PAIR), fill(SIMD_BARRED)));
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
                       has_bit(w, look64(&first->house, row), up),
                       has_bit(w, look64(&first->split, row), up) };
}

/* The four cards of the deal, and the first decision. Returns where the player surrenders. */
INLINE where deal(where open, const simd_plan *plan, seats *s, const dealt card[4], bool push22)
{
    lanes row =
        pick(is_same(open, card[0].value, card[2].value), plus(s->pair, fill(SIMD_PAIR)), row_of(s->player));
    where surrendered = has_bit(open, look64(&plan->first.surrender, row), s->up);
    act(but(open, surrendered), plan, s, decide_first(open, plan, row, s->up), push22);
    return surrendered;
}

INLINE void next_card(const simd_plan *plan, seats *s, dealt card, bool push22)
{
    where asked = s->playing;
    if (push22) s->suits = pick(s->dealing, either_bits(s->suits, card.suit), s->suits);
    s->player = with_card(s->playing, s->player, card.value);
    s->dealer = with_card(s->dealing, s->dealer, card.value);
    act(asked, plan, s, decide(plan, s, card.value), push22);
}

INLINE lanes full_code(const simd_plan *plan, const seats *s, const final_hand *dealer)
{
    lanes code = fill(SIMD_EVEN);
#pragma GCC unroll 8
    for (int i = 0; i < 4; i++) {
        lanes total = bits(s->finished[i], fill(HAND_TOTAL));
        where alive = is_less(everywhere(), fill(0), total);
        where win = wins(alive, dealer, total), tie = ties(alive, plan, dealer, total);
        lanes worth = bits(shift_right(s->finished[i], HAND_WINS_SHIFT), fill(3));
        code = plus_where(win, code, worth);
        code = minus_where(but(but(everywhere(), win), tie), code,
                           shift_right(s->finished[i], HAND_COSTS_SHIFT));
    }
    code = plus(code, plus(shift_left(s->staked, 5), shift_left(s->hands, 8)));
    return plus(code, shift_left(s->lammers, 10));
}

INLINE void full_any(const simd_plan *plan, uint64_t base, const uint32_t *rounds, int groups,
                     uint16_t *codes, bool suits)
{
    stacks stack;
    bool push22 = plan->push22;
    open_stacks(&stack, base, rounds);
    draw_group(plan, &stack, 0, suits);
    const dealt *card = stack.card;
    hand none = { fill(0), nowhere() };
    seats s = { .player =
                    with_card(everywhere(), with_card(everywhere(), none, card[0].value), card[2].value),
                .dealer =
                    with_card(everywhere(), with_card(everywhere(), none, card[1].value), card[3].value),
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
                .waiting = fill(1),
                .hands = fill(0),
                .free_splits = fill(0),
                .lammers = fill(0),
                .staked = fill(0),
                .finished = { fill(0), fill(0), fill(0), fill(0) },
                .suits = either_bits(card[1].suit, card[3].suit),
                .first_sum = fill(0) };
    where natural = natural_of(s.player), dealer_natural = natural_of(s.dealer);
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

    final_hand final = dealer_final(plan, s.dealer);
    lanes code = full_code(plan, &s, &final);
    code = pick(but(dealer_natural, natural), fill(SIMD_EVEN - 1), code);
    code = pick(plan->ties_push ? but(natural, dealer_natural) : natural, fill(SIMD_BLACKJACK), code);
    code = pick(surrendered, fill(SIMD_SURRENDER), code);
    if (push22) {
        where w = but(everywhere(), dealer_natural);
        code = either_bits(code, push22_bits(w, plan, &final, s.suits, s.first_sum));
    }
    store(codes, pick(either(s.playing, s.dealing), fill(SIMD_UNFINISHED), code));
}

/* Far into a stack of one deck a slot that was used may hold something else than a ten. */
static void full(const simd_plan *plan, uint64_t base, const uint32_t *rounds, int groups, uint16_t *codes)
{
    if (plan->push22 || groups > SIMD_SHORT_GROUPS) {
        full_any(plan, base, rounds, groups, codes, true);
    } else {
        full_any(plan, base, rounds, groups, codes, false);
    }
}
