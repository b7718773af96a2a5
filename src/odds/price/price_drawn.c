/* price_drawn.c - wagers that wait for cards which the box draws.
 *
 * In Massachusetts the bettor chooses whether the hand draws again (MBJ-17(e).2), so the price is for a bettor
 * who draws until the wager is decided. Under a Free Bet document the next card of the hand decides the wager,
 * whether by a hit, a double or a split (WB7-8, WB7-9), so the price depends on when the strategy draws. A dealer
 * blackjack that a reader finds, or that lies open, ends the hand at two cards (C-45), unless the rules give the
 * wager its card even then (MBJ-6(j)(3)). */
#include "price_count.h"
#include "terms.h"

enum { MORE = LM_VIEW_FIRST - 2 }; /* the most cards that a wager may wait for */
enum { PLAIN, OTHER, BLACKJACK, VIEWS };
enum { ALL_UPS = 0x7fe }; /* bit v: up card of value v */

typedef struct {
    price_count *count;
    lm_wide ways[MORE + 1][LM_JOINTS]; /* by the number of cards drawn after the deal */
    int most;                          /* the most cards drawn so far */
    bool peeks;                        /* a dealer blackjack ends the hand */
    const lm_play_facts *facts;        /* say when the hand draws; NULL: always */
    lm_view view[VIEWS];
} drawn;

/* The ways to deal two cards to a dealer against whom the hand draws, or stays; [1]: those with a dealer blackjack. */
typedef struct {
    uint64_t draws[2], stays[2];
} dealings;

static dealings dealings_left(const drawn *d, unsigned ups)
{
    dealings ways = { { 0 }, { 0 } };
    uint64_t left[11] = { 0 }, all = 0;
    for (int card = 0; card < LM_CARDS; card++)
        left[lm_card_value((lm_card)card)] += (uint64_t)d->count->copies[card];
    for (int value = 1; value <= 10; value++)
        all += left[value];
    for (int up = 1; up <= 10 && all > 0; up++) {
        uint64_t blackjacks = up == 1 || up == 10 ? left[1] * left[10] : 0;
        uint64_t rest = left[up] * (all - 1) - blackjacks;
        bool draws = ups >> up & 1;
        *(draws ? &ways.draws[0] : &ways.stays[0]) += rest;
        *(draws && !d->peeks ? &ways.draws[1] : &ways.stays[1]) += blackjacks;
    }
    return ways;
}

/* Sets up the views of these two cards: against a deuce, against another up card, and against a dealer blackjack. */
static void set_views(drawn *d, lm_card first, lm_card second)
{
    static const lm_card deuce = 1 << 2, ace = 0;
    lm_card other = (lm_card)((first * 5 + second) % LM_CARDS);
    d->view[PLAIN] = price_view(d->count, first, second, deuce);
    d->view[OTHER] = price_view(d->count, first, second, other);
    d->view[BLACKJACK] = price_view(d->count, first, second, ace);
    price_view_blackjack(&d->view[BLACKJACK], lm_card_make(LM_KING, LM_SPADES));
    for (int i = 0; i < VIEWS; i++) {
        d->view[i].window = LM_AFTER_ALL;
        d->view[i].may_draw = false;
    }
}

/* The wager's result for the box's first n cards at the end of the round. */
static int answer(drawn *d, const lm_card *cards, int n, int which)
{
    lm_view *view = &d->view[which];
    lm_score score = lm_cards_score(cards, n);
    view->n_first = (uint8_t)n;
    for (int i = 2; i < n; i++)
        view->first[i] = cards[i];
    view->original_total = score.total;
    view->busted = score.total > 21;
    return price_ask(d->count, view);
}

/* A wager whose answer depends on the dealer's up card cannot be counted here. */
static int judge_drawn(drawn *d, const lm_card *cards, int n, bool blackjack)
{
    int joint = answer(d, cards, n, blackjack ? BLACKJACK : PLAIN);
    if (joint < 0 || (!blackjack && joint != answer(d, cards, n, OTHER))) d->count->status = LM_PRICE_BEYOND;
    return joint;
}

static void put_drawn(drawn *d, int more, int joint, price_u128 cards, uint64_t dealers)
{
    if (!dealers || d->count->status != LM_PRICE_OK) return;
    lm_wide ways = wide_of(cards);
    wide_multiply(&ways, dealers, LM_WIDE_PARTS);
    wide_add(&d->ways[more][joint], &ways, LM_WIDE_PARTS);
    if (more > d->most) d->most = more;
}

/* Whether some next card changes the answer to n cards. */
static bool is_open(drawn *d, lm_card *cards, int n)
{
    int now = judge_drawn(d, cards, n, false);
    for (int card = 0; card < LM_CARDS && d->count->status == LM_PRICE_OK; card++) {
        if (d->count->copies[card] <= 0) continue;
        cards[n] = (lm_card)card;
        if (judge_drawn(d, cards, n + 1, false) != now) return true;
    }
    return false;
}

/* The up cards against which the hand draws another card, as a bit set. */
static unsigned ups_drawn_to(drawn *d, lm_card *cards, int n)
{
    if (n == LM_VIEW_FIRST || !is_open(d, cards, n)) return 0;
    d->count->drawn_for = true;
    if (!d->facts) return ALL_UPS;
    bool sevens = n == 2 && lm_rank(cards[0]) == LM_SEVEN && lm_rank(cards[1]) == LM_SEVEN;
    if (!sevens) d->count->status = LM_PRICE_BEYOND; /* the facts cover only two sevens */
    d->count->by_facts = true;
    return d->facts->draws_to_sevens;
}

/* Counts `ways` of n cards, and where the hand draws again, the ways of the next card instead. */
static void hands(drawn *d, lm_card *cards, int n, price_u128 ways, unsigned reached)
{
    price_count *count = d->count;
    unsigned on = ups_drawn_to(d, cards, n) & reached;
    dealings here = dealings_left(d, reached), further = dealings_left(d, on);
    for (int blackjack = 0; blackjack < 2; blackjack++) {
        uint64_t arrived = n == 2 ? here.draws[blackjack] + here.stays[blackjack] : here.draws[blackjack];
        uint64_t ends = arrived - further.draws[blackjack];
        put_drawn(d, n - 2, judge_drawn(d, cards, n, blackjack), ways, ends);
    }
    for (int card = 0; on && card < LM_CARDS && count->status == LM_PRICE_OK; card++) {
        if (count->copies[card] <= 0) continue;
        price_u128 more = ways_times(ways, count->copies[card]);
        cards[n] = (lm_card)card;
        count->copies[card]--;
        hands(d, cards, n + 1, more, on);
        count->copies[card]++;
    }
}

static bool two_cards(void *self, lm_card first, lm_card second, price_u128 ways)
{
    drawn *d = self;
    lm_card cards[LM_VIEW_FIRST + 1] = { first, second };
    set_views(d, first, second);
    hands(d, cards, 2, ways, ALL_UPS);
    return d->count->status == LM_PRICE_OK;
}

void price_count_drawn(price_count *count)
{
    drawn *d = count->memory;
    const lm_rules *rules = count->ask->rules;
    *d = (drawn){ .count = count,
                  .peeks = terms_peek(rules) && !count->wager->third_card,
                  .facts = lm_is_free_bet(rules) ? count->ask->facts : NULL };
    price_each_two(count, two_cards, d);
    for (int i = 0; i < count->joints; i++) {
        for (int more = 0; more <= d->most; more++) {
            price_deal_on(&d->ways[more][i], count, 4 + more, 4 + d->most);
            wide_add(&count->ways[i], &d->ways[more][i], LM_WIDE_PARTS);
        }
    }
    count->all = wide_of(1);
    price_deal_on(&count->all, count, 0, 4 + d->most);
}
