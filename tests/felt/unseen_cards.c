/* unseen_cards.c - exchanging unseen cards changes no message.
 *
 * Random people play. After every record the cards that still lie face down or have not left the shoe are shuffled
 * among themselves, as far as earlier messages allow (the reader has answered, a hand was not thrown in), and the same
 * act is repeated: record, messages, money, state and views must be the same to the byte. Chance other than cards comes
 * from the same numbers in both worlds. */
/* sanitized */
#include "kit/deal_play.h"

/* --- what has been told of hidden cards ----------------------------------------------------------------- */

static lm_card *card_of(house_secret *secret, const house_state *s, int side, int index)
{
    house_deck *deck = &secret->shoe;
    return &deck->order[side][(index + s->shoe[side].cut) % deck->cards[side]];
}

static int hidden_hand(house_secret *secret, const house_state *s, uint8_t box, uint8_t hand,
                       lm_card cards[LM_HAND_CARDS])
{
    const lm_hand *h = &s->table.round.box[box - 1].hand[hand];
    int at = 0;
    for (int i = 0; i < h->n; i++) {
        cards[i] = h->card[i];
        if (cards[i] != LM_CARD_DOWN) continue;
        while (at < (int)s->downs.n && (s->downs.down[at].box != box || s->downs.down[at].hand != hand + 1))
            at++;
        if (at == (int)s->downs.n) continue;
        cards[i] = s->downs.down[at].card & DOWN_SPENT
                       ? LM_ACE
                       : *card_of(secret, s, down_side(s->downs.down[at].card), s->downs.down[at].card & DOWN_INDEX);
        at++;
    }
    return h->n;
}

/* Bits that are known although the cards lie face down. */
static uint64_t told(house_secret *secret, const house_state *s, const lm_rules *rules)
{
    const lm_round *r = &s->table.round;
    uint64_t bits = 0;
    for (int i = 0; i < (int)s->downs.n; i++) {
        bool asked =
            s->downs.down[i].box == 0 && !(s->downs.down[i].card & DOWN_SPENT) && r->dealer.reader != LM_READER_UNUSED;
        if (!asked) continue;
        lm_card two[2] = { r->dealer.card[0],
                           *card_of(secret, s, down_side(s->downs.down[i].card), s->downs.down[i].card & DOWN_INDEX) };
        bits |= lm_cards_blackjack(two, 2);
    }
    if (rules->shoe != LM_SHOE_HAND) return bits;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t hand = 0; hand < r->box[box - 1].hands; hand++) {
            lm_card cards[LM_HAND_CARDS];
            if (!r->box[box - 1].hand[hand].hidden) continue;
            int n = hidden_hand(secret, s, box, hand, cards);
            bits |= (uint64_t)(lm_cards_score(cards, n).total > 21) << (1 + 8 * box - 7 + hand);
            if (lm_cards_blackjack(cards, 2)) bits |= 1ULL << 63;
        }
    }
    return bits;
}

/* --- the other world ------------------------------------------------------------------------------------ */

typedef struct {
    int records, exchanged, holes, own, dealt_blind, shoes;
} tally;
static tally sum;
static test_random other;

/* Whether the card is unseen and may be exchanged: undealt, burned in an earlier record, or face down in a
 * round that is not over. */
static bool is_hidden(const house_state *before, const house_state *after, int side, int index)
{
    const house_shoe *was = &before->shoe[side], *is = &after->shoe[side];
    if (index >= is->dealt) return true;
    if (is->came[index] != LM_CARD_DOWN) return false;
    if (before->round == after->round && after->table.stage == LM_IN_ROUND) return true;
    for (uint32_t i = 0; i < before->downs.n; i++) {
        uint16_t number = before->downs.down[i].card;
        if (down_side(number) == side && (number & DOWN_INDEX) == index) return false;
    }
    return index < was->dealt;
}

static bool lies_down(const house_state *s, int side, int index)
{
    for (int i = 0; i < (int)s->downs.n; i++) {
        if (!(s->downs.down[i].card & DOWN_SPENT) && down_side(s->downs.down[i].card) == side &&
            (s->downs.down[i].card & DOWN_INDEX) == index)
            return true;
    }
    return false;
}

/* Exchanges the unseen cards. Returns how many cards that lie face down are others now. */
static int exchange(const kit *k, const house_state *before, house_secret *secret)
{
    const house_state *after = &k->state;
    uint64_t known = told(secret, after, k->rules);
    int changed = 0;
    for (int side = 0; side < after->sides; side++) {
        int cards = after->shoe[side].cards;
        for (int try = 0; cards && try < 200; try++) {
            int downs = (int)after->downs.n;
            int i =
                try < 20 && downs ? after->downs.down[try % downs].card & DOWN_INDEX : test_random_below(&other, cards);
            int j = test_random_below(&other, cards);
            if (i >= cards) continue; /* of the shoe that ran out */
            lm_card *a = card_of(secret, after, side, i), *b = card_of(secret, after, side, j), held = *a;
            if (*a == *b || !is_hidden(before, after, side, i) || !is_hidden(before, after, side, j)) continue;
            *a = *b;
            *b = held;
            if (told(secret, after, k->rules) != known) {
                *b = *a;
                *a = held;
                continue;
            }
            changed += lies_down(after, side, i) || lies_down(after, side, j);
        }
    }
    return changed;
}

static void same_json(const char *what, const json_t *a, const json_t *b)
{
    if (json_equal(a, b)) return;
    fail_msg("the two worlds differ in %s:\n%s\n%s", what, json_dumps(a, 0), json_dumps(b, 0));
}

static void same_view(const kit *k, const house_state *b)
{
    json_t *a_view = told_view(&k->state, k->rules, KIT_ID), *b_view = told_view(b, k->rules, KIT_ID);
    json_t *a_turn = told_turn(&k->state, k->rules), *b_turn = told_turn(b, k->rules);
    uint64_t a_mark = 0, b_mark = 0;
    int a_ms = 0, b_ms = 0;
    same_json("views", a_view, b_view);
    same_json("turns", a_turn, b_turn);
    assert_int_equal(clock_of(&k->state, k->rules, &a_mark, &a_ms), clock_of(b, k->rules, &b_mark, &b_ms));
    assert_true(a_mark == b_mark && a_ms == b_ms);
    json_decref(a_view);
    json_decref(b_view);
    json_decref(a_turn);
    json_decref(b_turn);
}

/* Players see the cards of their own hands: only those may differ, and only for that player. */
static void same_own(const house_play *a, const house_play *b)
{
    assert_int_equal(a->owns, b->owns);
    for (int i = 0; i < a->owns; i++) {
        assert_string_equal(a->own[i].player, b->own[i].player);
        assert_int_equal(a->own[i].box, b->own[i].box);
        assert_int_equal(a->own[i].hand, b->own[i].hand);
        sum.own++;
    }
}

static void in_another_world(kit *k, const house_state *before, const house_secret *secret, const json_t *act)
{
    house_secret exchanged = *secret;
    house_state *start = malloc(sizeof *start);
    sum.records++;
    *start = *before;
    if (before->shoe_number == k->state.shoe_number && secret->shoe.known && k->secret.shoe.known) {
        int holes = exchange(k, before, &exchanged);
        sum.holes += holes > 0;
        sum.exchanged++;
    }
    kit_seed((uint64_t)before->seq + 1);
    kit_begin(k, k->again, start, &exchanged, false, true);
    if ((act && !play_recorded(k->again, act)) || !play_on(k->again))
        fail_msg("in the other world: %s", k->again->refusal.text);
    same_json("records", told_acts(k->play), told_acts(k->again));
    same_json("messages", told_events(k->play), told_events(k->again));
    same_own(k->play, k->again);
    assert_int_equal(k->play->moves, k->again->moves);
    assert_memory_equal(k->play->move, k->again->move, sizeof *k->play->move * (size_t)k->play->moves);
    *start = k->again->state;
    start->seq = k->state.seq;
    assert_memory_equal(start, &k->state, sizeof *start);
    same_view(k, start);
    free(start);
}

/* --- tables --------------------------------------------------------------------------------------------- */

static const struct {
    const char *rules, *settings;
    int rounds;
} tables[] = {
    { "wa-freebet", "", 40 },
    { "ma-freebet", "", 40 },
    { "ma-blackjack", "", 40 },
    { "ma-blackjack", "double_card=down offer=trilux:1,buster:A", 40 },
    { "ma-blackjack", "double_card=request", 30 },
    { "ma-blackjack-nohole", "", 20 },
    { "ma-blackjack-faceup", "", 20 },
    { "ma-blackjack-6to5", "", 80 },
    { "ma-blackjack-6to5", "decks=1 boxes=7 split_hands=3 burn_each_round=on", 60 },
    { "ma-blackjack-multi", "", 20 },
    { "ma-blackjack-doubleshoe", "", 40 },
    { "ma-blackjack", "offer=super4:1,blazing7:2 super4_musthit=3", 60 },
    { "ma-blackjack", "shoe=continuous continuous_approved=on", 20 },
};

static void play_table(const char *rules, const char *settings, int rounds, uint64_t seed)
{
    static const char *const names[] = { "ann", "bob", "cyd", "dan", "eli", "fay", "gil" };
    kit_seed(seed);
    kit *k = kit_open(rules, settings, seed);
    k->seed = kit_seed;
    k->twin = in_another_world;
    sum = (tally){ 0 };
    for (int box = 1; box <= k->rules->boxes; box++) {
        char seat[LM_SEAT_TEXT];
        snprintf(seat, sizeof seat, "%d", box);
        if (box % 2 || rounds > 30) kit_sit(k, names[box - 1], seat);
    }
    while (k->state.round < (uint32_t)rounds)
        play_step_on(k);
    print_message("%-24s %-40.40s %4d records, %4d exchanged, %3d with other cards face down, %d own cards\n", rules,
                  settings, sum.records, sum.exchanged, sum.holes, sum.own);
    bool hides = k->rules->hole_card == LM_HOLE_READER || k->rules->hole_card == LM_HOLE_UNSEEN;
    assert_true(!hides || sum.holes > rounds / 4);
    /* MBJ-10(c).1: a doubled hand's face-down card is hidden even from its player */
    assert_true(k->rules->shoe == LM_SHOE_HAND ? sum.own > rounds : sum.own == 0);
    kit_close(k);
}

static void test_worlds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        play_table(tables[i].rules, tables[i].settings, tables[i].rounds, i + 1);
}

/* --- the commitment tells nothing ----------------------------------------------------------------------- */

/* Two shoes of different orders have equal messages except the commitment, and equal records except that and the
 * seal. */
static void test_shoe_record(void **state)
{
    kit *a, *b;
    (void)state;
    kit_seed(1);
    a = kit_open("wa-freebet", "", 1);
    kit_seed(2);
    b = kit_open("wa-freebet", "", 1);
    memcpy(b->key, a->key, sizeof b->key);
    kit_seed(3);
    kit_must(a, json_pack("{s:s, s:s, s:s}", "do", "sit", "player", "ann", "seat", "3"));
    kit_seed(4);
    kit_must(b, json_pack("{s:s, s:s, s:s}", "do", "sit", "player", "ann", "seat", "3"));
    assert_memory_not_equal(&a->secret.shoe.order, &b->secret.shoe.order, sizeof a->secret.shoe.order);
    json_t *event_a = json_deep_copy(kit_event(a, "shoe")), *event_b = json_deep_copy(kit_event(b, "shoe"));
    assert_false(json_equal(event_a, event_b));
    json_object_del(event_a, "commitment");
    json_object_del(event_b, "commitment");
    assert_true(json_equal(event_a, event_b));
    assert_null(json_object_get(event_a, "sealed"));
    assert_int_equal(json_array_size(told_events(a->play)), json_array_size(told_events(b->play)));
    json_decref(event_a);
    json_decref(event_b);
    kit_close(a);
    kit_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_worlds), cmocka_unit_test(test_shoe_record) };
    kit_repeatable();
    if (sodium_init() < 0) return 1;
    other.state = 12345;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
