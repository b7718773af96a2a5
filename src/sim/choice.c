/* choice.c - see choice.h. */
#include "choice.h"

#include <string.h>

/* A hand to decide. A chart depends on the number of cards, their sum, aces and pairs, so one hand stands for all that
 * agree in these. */
typedef struct {
    const lm_rules *rules;
    const lm_chart *chart;
    bool from_split, may_split;
    bool finished; /* a split ace that gets no further card */
    int column;    /* of the chart */
    lm_held held;
} asking;

static bool is_hard_9_to_11(const asking *hand)
{
    const uint8_t *value = hand->held.value;
    int total = value[0] + value[1];
    return value[0] != 1 && total >= 9 && total <= 11;
}

static bool is_free_double(const asking *hand)
{
    int64_t rule = hand->rules->free_double;
    bool cards_fit = rule == LM_FREE_DOUBLE_ANY || (rule == LM_FREE_DOUBLE_TWO_CARDS && hand->held.n == 2);
    return cards_fit && is_hard_9_to_11(hand);
}

static bool may_double(const asking *hand)
{
    const lm_rules *k = hand->rules;
    if (hand->finished || (hand->from_split && !k->double_after_split)) return false;
    if (is_free_double(hand)) return true;
    if (hand->held.n != 2 || (k->double_on == LM_DOUBLE_9_TO_11 && !is_hard_9_to_11(hand))) return false;
    return hand->held.staked == LM_STAKED_CHIPS || k->lammer_double;
}

static bool is_legal(const asking *hand, lm_play play)
{
    switch (play) {
    case LM_PLAY_HIT: return !hand->finished;
    case LM_PLAY_DOUBLE: return may_double(hand);
    case LM_PLAY_SPLIT: return hand->may_split;
    case LM_PLAY_SURRENDER: return hand->rules->surrender && hand->held.n == 2 && !hand->from_split;
    default: return true;
    }
}

static choice choice_of(const asking *hand)
{
    static const choice plays[LM_PLAYS] = { CHOICE_STAND, CHOICE_HIT, CHOICE_PAID, CHOICE_SPLIT, CHOICE_SURRENDER };
    unsigned allowed = 0;
    for (unsigned play = 0; play < LM_PLAYS; play++)
        allowed |= (unsigned)is_legal(hand, (lm_play)play) << play;
    lm_play play = lm_chart_choice(hand->chart, hand->column, &hand->held, allowed);
    return play == LM_PLAY_DOUBLE && is_free_double(hand) ? CHOICE_HOUSE : plays[play];
}

static uint8_t choice_for(asking *hand, int first, int second)
{
    hand->held.value[0] = (uint8_t)first;
    hand->held.value[1] = (uint8_t)second;
    hand->held.split_costs = first <= 10 && !(hand->rules->free_split >> first & 1);
    return (uint8_t)choice_of(hand);
}

/* Totals of two or three cards. Rows from 21 on are never used. */
static void fill_totals(uint8_t rows[CHOICE_ROWS], asking hand, uint8_t cards)
{
    hand.held.n = cards;
    for (int total = 4; total <= 20; total++)
        rows[LM_ROW_HARD + total] = choice_for(&hand, total, 0);
    for (int sum = cards == 2 ? 3 : 2; sum <= 10; sum++) /* with the ace as 1 */
        rows[LM_ROW_SOFT + sum + 10] = choice_for(&hand, 1, sum - 1);
}

static void fill_pairs(uint8_t rows[CHOICE_ROWS], asking hand, bool may_split, int most)
{
    hand.held.n = 2;
    hand.may_split = may_split;
    for (int value = 1; value <= most; value++)
        rows[LM_ROW_PAIR + value] = choice_for(&hand, value, value);
}

/* No lammer stakes a dealt hand. Totals after a split are played alike, except that an ace which gets one card stands. */
static void fill_stake(uint8_t at[SITUATIONS][CHOICE_ROWS], const lm_sim_job *job, lm_staked staked, int column)
{
    bool one_card = job->rules->split_aces == LM_ACES_ONE_CARD;
    const asking dealt = { .rules = job->rules, .chart = job->chart, .column = column, .held = { .staked = staked } };
    asking split = dealt;
    split.from_split = true;
    if (staked == LM_STAKED_CHIPS) {
        fill_totals(at[AT_FIRST], dealt, 2);
        fill_pairs(at[AT_FIRST], dealt, true, 10);
    }
    fill_totals(at[AT_FIRST_MORE], dealt, 3);
    fill_totals(at[AT_SPLIT], split, 2);
    fill_totals(at[AT_SPLIT_MORE], split, 3);
    for (int last = one_card ? AT_LAST_SPLIT : AT_LAST_ACE_SPLIT; last > AT_SPLIT; last--)
        memcpy(at[last], at[AT_SPLIT], sizeof at[last]);
    fill_pairs(at[AT_SPLIT], split, true, 10);
    fill_pairs(at[AT_LAST_SPLIT], split, false, 10);
    split.finished = one_card;
    fill_pairs(at[AT_ACE_SPLIT], split, true, 1);
    fill_pairs(at[AT_LAST_ACE_SPLIT], split, false, 1);
}

void choice_fill_column(choice_column choices, const lm_sim_job *job, int column)
{
    memset(choices, 0, sizeof(choice_column));
    for (lm_staked staked = 0; staked < LM_STAKES; staked++)
        fill_stake(choices[staked], job, staked, column);
}

void choice_fill(choice_table table, const lm_sim_job *job)
{
    choice_column choices;
    memset(table, 0, sizeof(choice_table));
    for (int up = 1; up <= 10; up++) {
        choice_fill_column(choices, job, lm_chart_column(job->chart, up, 0));
        for (int staked = 0; staked < LM_STAKES; staked++) {
            for (int at = 0; at < SITUATIONS; at++) {
                for (int row = 0; row < CHOICE_ROWS; row++)
                    table[staked][at][row][up] = choices[staked][at][row];
            }
        }
    }
}

bool choice_declines_splits(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    int columns = lm_chart_columns(job->chart);
    for (int i = 0; i < LM_STAKES * 10 * columns && k->free_splits < k->split_hands - 1; i++) {
        lm_advice cell = job->chart->cell[i / columns / 10][LM_ROW_PAIR + 1 + i / columns % 10][i % columns];
        if (cell.first == LM_PLAY_SPLIT && cell.otherwise == LM_PLAY_NONE) return true;
    }
    return false;
}

const char *choice_refuses(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    if (job->seats != 1) return "it plays only one box";
    if (job->dealing != LM_DEALING_FRESH) return "it deals every round from a fresh shoe";
    if (job->count) return "it does not count cards";
    if (job->insures) return "it does not take insurance";
    if (k->hole_card != LM_HOLE_READER) return "it plays only games with a hole card and a reader";
    if (k->multiple_action || k->shoe == LM_SHOE_DOUBLE) return "it plays only one dealer hand, from one shoe";
    if (k->bonus_678 || k->bonus_777 || k->five_card_21 || k->special_blackjack) return "it does not know bonus odds";
    if (choice_declines_splits(job)) return "it does not decline splits that are not free";
    return k->split_blackjack ? "it does not know blackjacks of split hands" : NULL;
}

static int laid_wager(const lm_sim_job *job, unsigned reads, uint32_t suited_totals)
{
    for (int i = 0; i < job->rules->offers; i++) {
        const lm_wager *wager = job->rules->offer[i].wager;
        bool fits = lm_wager_reads(wager, job->rules) == reads && wager->suited_totals == suited_totals;
        if (job->stake_cents[i] && fits) return i;
    }
    return -1;
}

int choice_push22(const lm_sim_job *job)
{
    return laid_wager(job, LM_READS_DEALER_TOTAL | LM_READS_TOTAL, 1u << 22);
}

int choice_by_lammers(const lm_sim_job *job)
{
    return laid_wager(job, LM_READS_LAMMERS | LM_READS_BLACKJACK, 0);
}
