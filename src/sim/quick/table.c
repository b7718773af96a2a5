/* table.c - the table of rounds that are not split, from the rules and the chart. */
#include <assert.h>
#include <string.h>

#include "quick.h"

int quick_verdict(const simd_plan *rules, int total, hand_sum dealer)
{
    int his = hand_total(dealer);
    if (!total) return -1;
    if (his == rules->pushed_total) return 0;
    if (his > 21 || total > his) return 1;
    return total == his && rules->ties_push ? 0 : -1;
}

/* The places made so far, by meaning; 0: not made yet. Places during the deal are not shared, so they have no entry. */
enum { DRAWS = 3, SUMS = 22, CLASSES = 7 };
typedef struct {
    quick_table *table;
    uint16_t player[10][10][DRAWS][SUMS][2];  /* by up card, hole card, drawing(), the hand's sum, soft */
    uint16_t dealer[CLASSES][DRAWS][SUMS][2]; /* by class of the player's total, drawing(), the dealer's sum, soft */
} maker;

/* The choice for which a card is drawn, as an index: CHOICE_HIT, CHOICE_PAID or CHOICE_HOUSE. */
static int drawing(choice play)
{
    return (int)play - CHOICE_HIT;
}

static uint16_t new_place(quick_table *table)
{
    assert(table->rows < QUICK_ROWS);
    return (uint16_t)(QUICK_VALUES * table->rows++);
}

static uint16_t result(quick_table *table, int code)
{
    int i = 0;
    while (i < QUICK_FINALS && table->code[i] && table->code[i] != code)
        i++;
    assert(i < QUICK_FINALS);
    table->code[i] = (uint16_t)code;
    return (uint16_t)(QUICK_VALUES * i);
}

/* The result of a hand by what was staked on it. A house double risks one wager and wins two. */
static uint16_t hand_result(quick_table *table, choice play, int verdict)
{
    bool doubled = play != CHOICE_HIT;
    int net = verdict > 0 ? 1 + doubled : verdict < 0 ? -1 - (play == CHOICE_PAID) : 0;
    return result(table, SIMD_EVEN + net + (play == CHOICE_PAID) * SIMD_STAKED + (play == CHOICE_HOUSE) * SIMD_LAMMER);
}

/* Totals below 17 share a class, because they win and lose against the same dealer's hands. A bust hand has total 0. */
static int class_of(int total)
{
    return !total ? 0 : total < 17 ? 1 : total - 15;
}

static uint16_t dealer_place(maker *m, int total, choice play, hand_sum dealer)
{
    const simd_plan *rules = &m->table->rules;
    if (!quick_dealer_draws(rules, dealer)) return hand_result(m->table, play, quick_verdict(rules, total, dealer));
    uint16_t *place = &m->dealer[class_of(total)][drawing(play)][dealer.sum][hand_is_soft(dealer)];
    if (!*place) {
        *place = new_place(m->table);
        for (int value = 1; value <= 10; value++)
            m->table->next[*place + value - 1] = dealer_place(m, total, play, hand_with(dealer, value));
    }
    return *place;
}

static uint16_t player_place(maker *m, int up, int hole, choice play, hand_sum hand);

/* The place after the player's card: the hand is bust, draws again or stands. */
static uint16_t after_card(maker *m, int up, int hole, choice play, hand_sum hand)
{
    bool bust = hand.sum > 21;
    if (bust && (play == CHOICE_HIT || !m->table->doubles_down)) return hand_result(m->table, play, -1);
    choice more = CHOICE_STAND;
    if (play == CHOICE_HIT && hand.sum < 21)
        more = m->table->rules.choices[LM_STAKED_CHIPS][AT_FIRST_MORE][hand_row(hand)][up];
    if (more != CHOICE_STAND) return player_place(m, up, hole, more, hand);
    return dealer_place(m, bust ? 0 : hand_total(hand), play, hand_of_two(up, hole));
}

static uint16_t player_place(maker *m, int up, int hole, choice play, hand_sum hand)
{
    uint16_t *place = &m->player[up - 1][hole - 1][drawing(play)][hand.sum][hand_is_soft(hand)];
    if (!*place) {
        *place = new_place(m->table);
        for (int value = 1; value <= 10; value++)
            m->table->next[*place + value - 1] = after_card(m, up, hole, play, hand_with(hand, value));
    }
    return *place;
}

static bool is_natural(int a, int b)
{
    return (a == 1 && b == 10) || (a == 10 && b == 1);
}

/* The place after the four cards of the deal. */
static uint16_t after_deal(maker *m, int first, int up, int second, int hole)
{
    quick_table *table = m->table;
    bool natural = is_natural(first, second), dealer_natural = is_natural(up, hole);
    if (natural) return result(table, dealer_natural && table->rules.ties_push ? SIMD_EVEN : SIMD_BLACKJACK);
    if (dealer_natural) return result(table, SIMD_EVEN - 1);
    hand_sum hand = hand_of_two(first, second);
    int row = first == second ? CHOICE_PAIR + first : hand_row(hand);
    choice play = table->rules.choices[LM_STAKED_CHIPS][AT_FIRST][row][up];
    switch (play) {
    case CHOICE_STAND: return dealer_place(m, hand_total(hand), CHOICE_HIT, hand_of_two(up, hole));
    case CHOICE_SURRENDER: return result(table, SIMD_SURRENDER);
    case CHOICE_SPLIT: return (uint16_t)(QUICK_SPLIT + (up - 1) * 100 + (hole - 1) * 10 + first - 1);
    default: return player_place(m, up, hole, play, hand);
    }
}

/* First and second cards that make the same hand share a place. */
static uint16_t hole_place(maker *m, uint16_t made[SUMS][3], int first, int up, int second)
{
    hand_sum hand = hand_of_two(first, second);
    uint16_t *place = &made[hand.sum][first == second ? 2 : hand.ace];
    if (!*place) {
        *place = new_place(m->table);
        for (int hole = 1; hole <= 10; hole++)
            m->table->next[*place + hole - 1] = after_deal(m, first, up, second, hole);
    }
    return *place;
}

static void make_deal(maker *m, uint16_t begin)
{
    uint16_t *next = m->table->next;
    uint16_t made[10][SUMS][3] = { 0 };
    for (int first = 1; first <= 10; first++) {
        uint16_t up_place = new_place(m->table);
        next[begin + first - 1] = up_place;
        for (int up = 1; up <= 10; up++) {
            uint16_t second_place = new_place(m->table);
            next[up_place + up - 1] = second_place;
            for (int second = 1; second <= 10; second++)
                next[second_place + second - 1] = hole_place(m, made[up - 1], first, up, second);
        }
    }
}

/* A step for the card that is burned before each round. */
static uint16_t burn_place(quick_table *table, uint16_t begin)
{
    uint16_t place = new_place(table);
    for (int value = 0; value < QUICK_VALUES; value++)
        table->next[place + value] = begin;
    return place;
}

static void make_places(quick_table *table)
{
    static const maker blank;
    maker m = blank;
    m.table = table;
    table->rows = QUICK_FINALS;
    uint16_t begin = new_place(table);
    make_deal(&m, begin);
    table->begin = table->job->rules->burn_each_round ? burn_place(table, begin) : begin;
    for (int i = 0; i < QUICK_FINALS; i++)
        memcpy(&table->next[QUICK_VALUES * i], &table->next[table->begin], QUICK_VALUES * sizeof *table->next);
}

void quick_table_make(quick_table *table, const lm_sim_job *job)
{
    memset(table, 0, sizeof *table);
    table->job = job;
    simd_plan_job(&table->rules, job);
    table->doubles_down = job->rules->double_card == LM_DOUBLE_DOWN;
    table->cover = job->cover > 2 ? job->cover : 2;
    walk_shoe_plan(&table->cards, (int)job->rules->decks);
    for (int i = 0; i < table->cards.cards.n; i++) {
        uint8_t rank = table->cards.reversed[i] & WALK_RANK;
        table->cards.reversed[i] = rank < QUICK_VALUES ? rank : QUICK_VALUES - 1;
    }
    make_places(table);
}
