/* split.c - rounds that are split, hand by hand. */
#include "quick.h"

enum { MOST_HANDS = 4 };

typedef struct {
    quick_shoe *shoe;
    const quick_table *table;
    const simd_plan *rules;
    int up, pair;
    bool ran_out;
    int hands, free_splits, lammers, staked; /* staked: wagers added to the first */
    bool waiting[MOST_HANDS];                /* for each waiting hand, the next last: whether a lammer stakes it */
    int waits;
    struct {
        uint8_t total; /* 0: bust */
        uint8_t wins, costs;
        bool hidden; /* the last card lies face down until settlement */
    } ended[MOST_HANDS];
    int ends;
} split_round;

static int draw(split_round *r)
{
    quick_shoe *shoe = r->shoe;
    if (!quick_shoe_has(shoe)) {
        r->ran_out = true;
        return 10;
    }
    return shoe->card[shoe->drawn++] + 1;
}

/* Splits a hand, with a lammer while the rules allow free splits; the right-hand card waits as a new hand. */
static void divide(split_round *r)
{
    bool given = r->rules->free_pairs >> r->pair & 1 && r->free_splits < r->rules->free_splits;
    r->free_splits += given;
    r->lammers += given;
    r->staked += !given;
    r->hands++;
    r->waiting[r->waits++] = given;
}

/* The choice for the two cards of a hand. */
static choice ask_two(const split_round *r, hand_sum hand, int second, bool lammer)
{
    bool again = r->hands < r->rules->most_hands && (r->pair != 1 || r->rules->resplits_aces);
    int row = second == r->pair ? CHOICE_PAIR + second : hand_row(hand);
    if (hand_total(hand) == 21) return CHOICE_STAND;
    return r->rules->choices[lammer][situation_after_split(r->pair == 1, again)][row][r->up];
}

static choice ask_more(const split_round *r, hand_sum hand, bool lammer)
{
    if (hand_total(hand) >= 21) return CHOICE_STAND;
    return r->rules->choices[lammer][AT_SPLIT_MORE][hand_row(hand)][r->up];
}

static void end_hand(split_round *r, hand_sum hand, choice last, bool lammer, bool two)
{
    int total = hand.sum > 21 ? 0 : hand_total(hand);
    if (two && total == 21 && r->rules->split_21_beats) total = 22;
    bool doubled = last == CHOICE_PAID || last == CHOICE_HOUSE;
    r->ended[r->ends].total = (uint8_t)total;
    r->ended[r->ends].hidden = doubled && r->table->doubles_down;
    r->ended[r->ends].wins = (uint8_t)(1 + doubled);
    r->ended[r->ends++].costs = (uint8_t)(!lammer + (last == CHOICE_PAID));
    r->lammers += last == CHOICE_HOUSE;
    r->staked += last == CHOICE_PAID;
}

static void play_hand(split_round *r, bool lammer)
{
    hand_sum hand;
    choice play;
    do {
        int second = draw(r);
        hand = hand_of_two(r->pair, second);
        play = ask_two(r, hand, second, lammer);
        if (play == CHOICE_SPLIT) divide(r);
    } while (play == CHOICE_SPLIT);
    bool two = play == CHOICE_STAND;
    while (play == CHOICE_HIT) {
        hand = hand_with(hand, draw(r));
        play = ask_more(r, hand, lammer);
    }
    if (play == CHOICE_PAID || play == CHOICE_HOUSE) hand = hand_with(hand, draw(r));
    end_hand(r, hand, play, lammer, two);
}

/* The dealer draws unless all hands are known to be bust. */
static hand_sum play_dealer(split_round *r, hand_sum dealer)
{
    bool wanted = false;
    for (int i = 0; i < r->ends; i++)
        wanted |= r->ended[i].total || r->ended[i].hidden;
    while (wanted && quick_dealer_draws(r->rules, dealer))
        dealer = hand_with(dealer, draw(r));
    return dealer;
}

static uint16_t code_of(const split_round *r, hand_sum dealer)
{
    int net = 0;
    for (int i = 0; i < r->ends; i++) {
        int verdict = quick_verdict(r->rules, r->ended[i].total, dealer);
        net += verdict > 0 ? r->ended[i].wins : verdict < 0 ? -r->ended[i].costs : 0;
    }
    return (uint16_t)(SIMD_EVEN + net + SIMD_STAKED * r->staked + SIMD_HAND * (r->hands - 1) +
                      SIMD_LAMMER * r->lammers);
}

bool quick_split(quick_shoe *shoe, uint16_t place, uint16_t *code)
{
    int at = place - QUICK_SPLIT;
    split_round r = { .shoe = shoe,
                      .table = shoe->table,
                      .rules = &shoe->table->rules,
                      .up = at / 100 + 1,
                      .pair = at % 10 + 1,
                      .hands = 1 };
    hand_sum dealer = hand_of_two(r.up, at / 10 % 10 + 1);
    divide(&r);
    play_hand(&r, false);
    while (r.waits)
        play_hand(&r, r.waiting[--r.waits]);
    *code = code_of(&r, play_dealer(&r, dealer));
    return !r.ran_out;
}
