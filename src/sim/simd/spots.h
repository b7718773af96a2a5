/* spots.h - rounds of multiple action in lanes, included by kernel.h: one box without a hole card against several dealer
 * hands, which begin with the same up card.
 *
 * Knows fourteen cards of each round, two words. When the box is done, each further card goes to the dealer hand on turn;
 * the hand that begins next takes the up card again in the same step. Rounds with a split, an uncertain word or more cards
 * are left. */

enum { SPOTS_DRAWS = 2 * SIMD_DRAWS, SPOTS_FINAL_BITS = 5, SPOTS_FINAL = 31 };

/* The box, and the dealer's hands so far: what each showed at the end (0: bust, 22: pushes), the last one lowest. */
typedef struct {
    hand player, dealer, up;
    where draws, doubled; /* the box takes the next card; it is its last one */
    where deals, wanted;  /* the dealer hand on turn takes the next card; a dealer hand is to come */
    where one, waits;     /* that hand has only the up card; the box only waits for its second card */
    lanes seen;           /* bit of the up card */
    lanes finals, ended;
} spots_hands;

/* A blackjack that showed late. */
enum { SPOTS_BLACKJACK = 23 };

/* Puts away the dealer hands that end with this card; the next one begins. */
INLINE void end_dealer_hands(const simd_plan *plan, spots_hands *s, lanes number, where done, where blackjack)
{
    lanes final = pick(blackjack, fill(SPOTS_BLACKJACK), look64(&plan->to_beat, number));
    s->finals = pick(done, s->finals << SPOTS_FINAL_BITS | final, s->finals);
    s->dealer.sum = pick(done, s->up.sum, s->dealer.sum);
    s->dealer.ace = pick(done, s->up.ace, s->dealer.ace);
    s->ended = plus_where(done, s->ended, fill(1));
    s->wanted = but(s->wanted, is_same(done, s->ended, fill(plan->spots)));
}

/* Gives each lane its next card. Returns where the box doubles a hand of three and more cards, which is left. */
INLINE where spots_card(const simd_plan *plan, spots_hands *s, dealt card)
{
    s->player = with_card(s->draws, s->player, card);
    s->dealer = with_card(s->deals, s->dealer, card);
    where asked = but(s->draws, s->doubled), late_double = nowhere();
    lanes player = number_of(s->player), dealer = number_of(s->dealer);
    s->draws = has_bit(asked, look64(&plan->quick_drawn[0].hit, player), s->seen);
    if (plan->late_doubles) late_double = has_bit(asked, look64(&plan->quick_drawn[0].house, player), s->seen);
    where second = both(s->deals, s->one), blackjack = is_same(second, dealer, fill(SIMD_NATURAL));
    where done = but(s->deals, but(dealer_draws(s->deals, plan, s->dealer), s->waits));
    s->one = either(but(s->one, second), done);
    end_dealer_hands(plan, s, dealer, done, blackjack);
    s->deals = but(s->wanted, s->draws);
    return late_double;
}

/* What the dealer hands do to a box that was not dealt a blackjack, in wagers, plus SIMD_EVEN. */
INLINE lanes spots_net(const simd_plan *plan, const spots_hands *s, where stays, where paid, where house)
{
    lanes total = look64(&plan->total, number_of(s->player)), net = fill(SIMD_EVEN);
    lanes wins = plus_where(either(paid, house), fill(1), fill(1)), costs = plus_where(paid, fill(1), fill(1));
    where alive = is_less(stays, fill(0), total);
    for (int i = 0; i < plan->spots; i++) {
        lanes final = s->finals >> (i * SPOTS_FINAL_BITS) & fill(SPOTS_FINAL);
        where taken = is_same(alive, final, fill(SPOTS_BLACKJACK)), fights = but(alive, taken);
        where win = is_less(fights, final, total), even = either(win, ties(fights, plan, final, total));
        net = plus_where(win, net, wins);
        net = minus_where(but(but(stays, even), taken), net, costs);
        net = minus_where(taken, net, fill(1));
    }
    return net;
}

/* How many dealer hands pay a blackjack: those that have none. */
INLINE lanes spots_blackjacks(const simd_plan *plan, const spots_hands *s)
{
    lanes paid = fill(plan->spots);
    for (int i = 0; plan->ties_push && i < plan->spots; i++) {
        lanes final = s->finals >> (i * SPOTS_FINAL_BITS) & fill(SPOTS_FINAL);
        paid = minus_where(is_same(everywhere(), final, fill(SPOTS_BLACKJACK)), paid, fill(1));
    }
    return paid;
}

/* The codes of a batch; the sets of the result say what is left. */
INLINE quick_result spots_play(const simd_plan *plan, const half_slots *half, const half_slots *later)
{
    const simd_choices *first = plan->quick_first;
    lanes slot[SPOTS_DRAWS];
    dealt card[4];
    pack_slots(half, slot);
    pack_slots(later, slot + SIMD_DRAWS);
    where spoiled = is_less(everywhere(), fill(plan->cards), slot[SIMD_DRAWS - 1]);
    spoiled = either(spoiled, is_less(everywhere(), fill(plan->cards), slot[SPOTS_DRAWS - 1]));
#pragma GCC unroll 4
    for (int t = 0; t < 3; t++)
        card[t] = value_at(plan, slot, t);
    hand up = { card[1].value, card[1].ace };
    spots_hands s = { .player = hand_of(card[0], card[2]), .dealer = up, .up = up, .one = everywhere() };
    s.seen = bit_of(up.sum);
    where natural = is_natural(s.player), open = but(everywhere(), natural);
    where pair = is_same(open, card[0].value, card[2].value);
    where left = either(spoiled, has_bit(pair, look64(&plan->odd_pairs[0], card[0].value), s.seen));
    lanes number = number_of(s.player);
    where paid = has_bit(open, look64(&first->paid, number), s.seen);
    where house = has_bit(open, look64(&first->house, number), s.seen);
    s.doubled = either(paid, house);
    s.draws = either(s.doubled, has_bit(open, look64(&first->hit, number), s.seen));
    s.waits = either(is_same(natural, up.sum, fill(1)), is_same(natural, up.sum, fill(10)));
    s.wanted = either(open, s.waits);
    s.deals = but(s.wanted, s.draws);
    s.finals = s.ended = fill(0);
#pragma GCC unroll 16
    for (int t = 3; t < SPOTS_DRAWS; t++)
        left = either(left, spots_card(plan, &s, value_at(plan, slot, t)));

    where alive = is_less(everywhere(), fill(0), look64(&plan->total, number_of(s.player)));
    left = either(left, either(s.draws, both(s.deals, alive)));
    lanes code = spots_net(plan, &s, open, paid, house), blackjacks = spots_blackjacks(plan, &s);
    blackjacks = pick(is_same(natural, blackjacks, fill(0)), fill(SIMD_EVEN), blackjacks + fill(SIMD_BLACKJACK - 1));
    code = pick(natural, blackjacks, code);
    code = plus_where(paid, code, fill(SIMD_STAKED));
    code = plus_where(house, code, fill(SIMD_LAMMER));
    return (quick_result){ pick(left, fill(SIMD_NET_MASK), code), fill(0), left, spoiled };
}

/* Like quick_batches, but writes a code for each round. */
INLINE void spots_batches(const simd_plan *plan, uint64_t base, uint32_t from, int batches, simd_rest *rest,
                          uint16_t *codes)
{
    philox_head head = head_of(plan, (uint32_t)(base >> 33), 0, 0), next = head_of(plan, (uint32_t)(base >> 33), 1, 0);
    half_slots half[2 * QUICK_BATCHES], later[2 * QUICK_BATCHES];
    for (int batch = 0; batch < batches; batch += QUICK_BATCHES) {
        int ready = batches - batch < QUICK_BATCHES ? batches - batch : QUICK_BATCHES;
        uint32_t index = (uint32_t)(base >> 1) + from / 2;
        for (int i = 0; i < 2 * ready; i++, index += WORD_LANES) {
            half[i] = quick_slots(plan, &head, 0, index);
            later[i] = quick_slots(plan, &next, 1, index);
        }
        for (int i = 0; i < ready; i++, from += LANES) {
            quick_result result = spots_play(plan, half + 2 * i, later + 2 * i);
            rest->lefts += list(rest->left + rest->lefts, but(result.left, result.spoiled), from);
            rest->spoils += list(rest->spoiled + rest->spoils, result.spoiled, from);
            store(codes + (batch + i) * LANES, result.end);
        }
    }
}
