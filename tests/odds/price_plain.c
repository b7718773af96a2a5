/* The same ways by the plainest count there is: loops over all 52 cards, every suit, every order.
 *
 * Where the hands are judged here they are judged by code of this file, written from docs/rules/paytables.md; where
 * the dealer draws, the wager is asked about every single hand of real cards, so that this also shows which cards
 * a price may leave out. */
/* sanitized */
#include "kit/price_help.h"

#ifdef LAMMER_SANITIZED
enum { SLOW = 0 };
#else
enum { SLOW = 1 };
#endif

__extension__ typedef unsigned __int128 wide;
typedef wide tally[LM_OUTCOMES];

static wide wide_of(const lm_wide *number)
{
    for (int i = 2; i < LM_WIDE_PARTS; i++)
        assert_int_equal(number->part[i], 0);
    return (wide)number->part[1] << 64 | number->part[0];
}

/* Compares fractions of whole numbers, by outcome: found / found_all = ways / all. */
static void assert_same(const char *what, const lm_price *price, const tally found, wide found_all)
{
    wide all = wide_of(&price->all), common = all / found_all; /* the price deals as many cards, or more */
    assert_adds_up(price);
    assert_true(common * found_all == all);
    for (int o = 0; o < LM_OUTCOMES; o++) {
        wide difference = common * found[o] - wide_of(&price->ways[o]);
        if (difference)
            fail_msg("%s, outcome %d: %.12f, not %.12f", what, o, price->probability[o],
                     (double)found[o] / (double)found_all);
    }
    print_message("%s: %.6g ways, %.6g of them lost; the difference is 0\n", what, (double)all,
                  (double)wide_of(&price->ways[0]));
}

/* --- three cards, judged here ------------------------------------------------------------------------------ */

typedef int judge3(const int *rank, const int *suit); /* ranks 1..13, two player's cards and the up card */

static void sort3(int *r)
{
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2 - i; k++) {
            if (r[k] <= r[k + 1]) continue;
            int swap = r[k];
            r[k] = r[k + 1];
            r[k + 1] = swap;
        }
    }
}

/* 1 flush, 2 straight, 3 three of a kind, 4 straight flush. */
static int poker(const int *rank, const int *suit)
{
    int r[3] = { rank[0], rank[1], rank[2] };
    bool flush = suit[0] == suit[1] && suit[1] == suit[2];
    sort3(r);
    bool straight = (r[1] == r[0] + 1 && r[2] == r[1] + 1) || (r[0] == 1 && r[1] == 12 && r[2] == 13);
    if (straight) return flush ? 4 : 2;
    if (r[0] == r[2]) return 3;
    return flush ? 1 : 0;
}

/* 1 wider, 2 three cards, 3 two, 4 one, 5 triple; the ace is high. */
static int between(const int *rank, const int *suit)
{
    int r[3];
    (void)suit;
    for (int i = 0; i < 3; i++)
        r[i] = rank[i] == 1 ? 14 : rank[i];
    int low = r[0] < r[1] ? r[0] : r[1], high = r[0] < r[1] ? r[1] : r[0], inside = high - low - 1;
    if (r[0] == r[1]) return r[2] == r[0] ? 5 : 0;
    if (r[2] <= low || r[2] >= high) return 0;
    return inside > 3 ? 1 : 5 - inside;
}

static void test_three_cards(void **state)
{
    static const struct {
        const char *wager;
        judge3 *judge;
    } games[] = { { "21+3:B", poker }, { "trilux:2", poker }, { "in-between:A", between } };
    static const int decks[] = { 1, 2, 6 };
    (void)state;
    for (int g = 0; g < 3; g++) {
        for (int d = 0; d < 3; d++) {
            if (g == 1 && d == 0) continue;
            tally found = { 0 };
            wide all = 0;
            char what[64];
            for (int a = 0; a < 52; a++)
                for (int b = 0; b < 52; b++)
                    for (int c = 0; c < 52; c++) {
                        int rank[] = { a / 4 + 1, b / 4 + 1, c / 4 + 1 }, suit[] = { a % 4, b % 4, c % 4 };
                        uint64_t n = (uint64_t)(decks[d]) * (uint64_t)(decks[d] - (b == a)) *
                                     (uint64_t)(decks[d] - (c == a) - (c == b));
                        if (decks[d] < 2 && (a == b || a == c || b == c)) n = 0;
                        found[games[g].judge(rank, suit)] += n;
                        all += n;
                    }
            lm_rules rules = rules_with(LM_MBJ, decks[d], "");
            lm_price price = price_of(&rules, games[g].wager, (lm_price_ask){ 0 });
            snprintf(what, sizeof what, "%s, %d decks", games[g].wager, decks[d]);
            assert_same(what, &price, found, all);
        }
    }
}

/* --- four cards: Super 4, judged here ---------------------------------------------------------------------- */

static bool is_ten(int rank)
{
    return rank >= 10;
}

/* 0 lost, 1 ace up, 2 nothing, 3 pair, 4 colour, 5 two pair, 6 flush, 7 straight, 8 trips, 9 royal, 10 of diamonds. */
static int super4(const int *rank, const int *suit)
{
    bool blackjack = (rank[2] == 1 && is_ten(rank[3])) || (is_ten(rank[2]) && rank[3] == 1);
    if (!blackjack) return rank[2] == 1;
    int alike = 0, faces = 0;
    bool flush = true, colour = true;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < i; k++)
            alike += rank[i] == rank[k];
        flush = flush && suit[i] == suit[0];
        colour = colour && (suit[i] == 1 || suit[i] == 2) == (suit[0] == 1 || suit[0] == 2);
        faces |= rank[i] == 1 || rank[i] >= 11 ? 1 << (rank[i] % 13) : 1 << 14;
    }
    bool royal = faces == (1 << 1 | 1 << 0 | 1 << 12 | 1 << 11);
    if (royal) return !flush ? 7 : suit[0] == 1 ? 10 : 9;
    if (alike == 3) return 8;
    if (flush) return 6;
    if (alike == 2) return 5;
    if (colour) return 4;
    return alike == 1 ? 3 : 2;
}

static void test_super4(void **state)
{
    (void)state;
    for (int decks = 1; decks <= (SLOW ? 6 : 1); decks += decks == 1 ? 1 : 4) {
        tally found = { 0 };
        wide all = 0;
        char what[64];
        int c[4];
        for (c[0] = 0; c[0] < 52; c[0]++)
            for (c[1] = 0; c[1] < 52; c[1]++)
                for (c[2] = 0; c[2] < 52; c[2]++)
                    for (c[3] = 0; c[3] < 52; c[3]++) {
                        int rank[4], suit[4];
                        int64_t n = 1;
                        for (int i = 0; i < 4; i++) {
                            int left = decks;
                            for (int k = 0; k < i; k++)
                                left -= c[k] == c[i];
                            n = left > 0 ? n * left : 0;
                            rank[i] = c[i] / 4 + 1;
                            suit[i] = c[i] % 4;
                        }
                        if (!n) continue;
                        found[super4(rank, suit)] += (uint64_t)n;
                        all += (uint64_t)n;
                    }
        lm_rules rules = rules_with(LM_MBJ, decks, "super4_suit=diamonds");
        lm_price price = price_of(&rules, "super4:1", (lm_price_ask){ 0 });
        snprintf(what, sizeof what, "super4:1, %d decks", decks);
        assert_same(what, &price, found, all);
    }
}

/* --- the dealer draws, every card of every suit ------------------------------------------------------------- */

enum { MOST_DRAWN = 14 };

typedef struct {
    const lm_wager *wager;
    lm_rules rules;
    lm_census census;
    int cards;
    tally found[MOST_DRAWN + 1];
    lm_card hand[MOST_DRAWN];
} drawing;

static bool stands(const drawing *d, int n)
{
    int sum = 0, aces = 0;
    for (int i = 0; i < n; i++) {
        int rank = d->hand[i] / 4 + 1;
        sum += rank > 10 ? 10 : rank;
        aces += rank == 1;
    }
    bool soft = aces && sum <= 11;
    int total = soft ? sum + 10 : sum;
    if (n < 2) return false;
    if (d->wager->needs == LM_NEEDS_THIRD) return n == 3 || total >= 17;
    bool hits = d->wager->needs == LM_NEEDS_COMPLETE || d->rules.dealer_soft17 == LM_SOFT17_HIT;
    return total > 17 || (total == 17 && !(soft && hits));
}

static void draw_on(drawing *d, int n, wide ways)
{
    if (stands(d, n)) {
        lm_outcomes out = { 0 };
        lm_view view = { .rules = &d->rules,
                         .window = d->wager->window,
                         .n_first = 2,
                         .first = { 4, 12 },
                         .up = d->hand[0],
                         .n_dealer = (uint8_t)n,
                         .dealer_done = true,
                         .original_total = 12,
                         .stake_cents = 500 };
        memcpy(view.dealer, d->hand, (size_t)n);
        view.dealer_blackjack = n == 2 && lm_cards_blackjack(d->hand, 2);
        d->wager->classify(&view, &out);
        assert_true(out.n <= 1);
        d->found[n][out.n ? out.which[0] : 0] += ways;
        return;
    }
    assert_true(n < MOST_DRAWN);
    for (int card = 0; card < LM_CARDS; card++) {
        uint64_t left = (uint64_t)d->census.copies[card];
        if (!left) continue;
        d->census.copies[card]--;
        d->hand[n] = (lm_card)card;
        draw_on(d, n + 1, ways * left);
        d->census.copies[card]++;
    }
}

static int longest_hand(const drawing *d)
{
    int longest = 0;
    for (int n = 0; n <= MOST_DRAWN; n++) {
        for (int o = 0; o < LM_OUTCOMES; o++) {
            if (d->found[n][o]) longest = n;
        }
    }
    return longest;
}

/* Ranks and suits that are in the shoe, such as "56789TJQK cdhs": few enough for every hand to be dealt. */
static lm_census part_of_shoe(const char *ranks, const char *suits, int decks)
{
    lm_census census = { { 0 } };
    for (const char *r = ranks; *r; r++) {
        for (const char *s = suits; *s; s++) {
            lm_card card;
            assert_true(lm_card_read((char[]){ *r, *s, 0 }, &card));
            census.copies[card] = decks;
        }
    }
    return census;
}

static void test_dealer(void **state)
{
    /* clang-format off */
    static const struct {
        const char *wager;
        int set;
        const char *settings, *ranks, *suits;
        int decks;
    } shoes[] = {
        { "push22:A",   LM_MFB, "dealer_soft17=stand", "56789TJQK",     "cdhs", 1 },
        { "push22:A",   LM_MFB, "dealer_soft17=stand", "56789TJQK",     "cdhs", 2 },
        { "push22:A",   LM_MFB, "dealer_soft17=stand", "56789TJQK",     "cdhs", 6 },
        { "push22:A",   LM_MFB, "dealer_soft17=hit",   "A5678TK",       "dhs",  2 },
        { "push22:A",   LM_MFB, "dealer_soft17=stand", "A56TQ",         "cdh",  6 },
        { "push22:A",   LM_MFB, "dealer_soft17=hit",   "3456TK",        "cd",   3 },
        { "buster:A",   LM_MBJ, "dealer_soft17=stand", "A4568TK",       "cdh",  1 },
        { "buster:A",   LM_MBJ, "dealer_soft17=stand", "456789TJQK",    "cdhs", 6 },
        { "buster:A",   LM_MBJ, "dealer_soft17=stand", "2T6",           "cs",   4 },
        { "third-card", LM_MBJ, "",                    "A23456789TJQK", "cdhs", 6 },
        { "third-card", LM_MBJ, "",                    "A23456789TJQK", "cdhs", 8 },
        { "third-card", LM_MBJ, "",                    "A2345689TJQK",  "chs",  8 },
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < sizeof shoes / sizeof *shoes; i++) {
        static drawing d;
        char what[96];
        lm_rules rules = rules_with((lm_rule_set)shoes[i].set, 6, shoes[i].settings);
        if (!SLOW && strlen(shoes[i].ranks) * strlen(shoes[i].suits) > 30) continue;
        d = (drawing){ .rules = rules, .census = part_of_shoe(shoes[i].ranks, shoes[i].suits, shoes[i].decks) };
        d.wager = offer_named(&rules, shoes[i].wager).wager;
        d.cards = lm_census_total(&d.census);
        draw_on(&d, 0, 1);
        lm_price price = price_of(&rules, shoes[i].wager, (lm_price_ask){ .census = &d.census });
        tally found = { 0 };
        wide all = 1;
        for (int n = 1, longest = longest_hand(&d); n <= longest; n++) {
            uint64_t left = (uint64_t)(d.cards - n + 1);
            all *= left;
            for (int o = 0; o < LM_OUTCOMES; o++)
                found[o] = found[o] * left + d.found[n][o];
        }
        snprintf(what, sizeof what, "%s, %d of %s %s", shoes[i].wager, shoes[i].decks, shoes[i].ranks, shoes[i].suits);
        assert_same(what, &price, found, all);
    }
}

/* --- cards the box draws ------------------------------------------------------------------------------------ */

/* Nothing is left out: all first four cards are judged here, for aces without a reader (C-77). */
static int aces(const int *c)
{
    int n = 0;
    while (n < 4 && c[n] < 4)
        n++;
    bool colour = n == 4, suit3 = n >= 3 && c[0] == c[1] && c[1] == c[2];
    for (int i = 0; i < n; i++)
        colour = colour && (c[i] == 1 || c[i] == 2) == (c[0] == 1 || c[0] == 2);
    if (colour) return 5;
    if (n >= 3) return suit3 ? 4 : 3;
    if (n == 2) return c[0] == c[1] ? 2 : 1;
    return 0;
}

static void test_aces(void **state)
{
    (void)state;
    for (int decks = 1; decks <= (SLOW ? 6 : 1); decks += decks == 1 ? 1 : 4) {
        tally found = { 0 };
        wide all = 0;
        char what[64];
        int c[4];
        for (c[0] = 0; c[0] < 52; c[0]++)
            for (c[1] = 0; c[1] < 52; c[1]++)
                for (c[2] = 0; c[2] < 52; c[2]++)
                    for (c[3] = 0; c[3] < 52; c[3]++) {
                        int64_t n = 1;
                        for (int i = 0; i < 4; i++) {
                            int left = decks;
                            for (int k = 0; k < i; k++)
                                left -= c[k] == c[i];
                            n = left > 0 ? n * left : 0;
                        }
                        found[aces(c)] += (uint64_t)n;
                        all += (uint64_t)n;
                    }
        lm_rules rules = rules_with(LM_MBJ, decks, "hole_card=none");
        lm_offer offer;
        lm_price_offer(&offer, wager_named("aces"), 0); /* also with decks it may not be dealt with */
        lm_price price;
        lm_price_ask ask = { .rules = &rules, .offer = &offer };
        assert_int_equal(lm_price_wager(&price, &ask, price_memory, sizeof price_memory), LM_PRICE_OK);
        snprintf(what, sizeof what, "aces, %d decks", decks);
        assert_same(what, &price, found, all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_cards),
        cmocka_unit_test(test_super4),
        cmocka_unit_test(test_dealer),
        cmocka_unit_test(test_aces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
