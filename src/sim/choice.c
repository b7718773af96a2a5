/* choice.c - see choice.h. */
#include "choice.h"

#include <string.h>

#include "count.h"

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

static bool held_is_9(const asking *hand)
{
    return hand->held.value[0] + hand->held.value[1] == 9;
}

static bool may_double(const asking *hand)
{
    const lm_rules *k = hand->rules;
    if (hand->finished || (hand->from_split && !k->double_after_split)) return false;
    if (is_free_double(hand)) return true;
    if (hand->held.n != 2 || (k->double_on != LM_DOUBLE_ANY && !is_hard_9_to_11(hand))) return false;
    if (k->double_on == LM_DOUBLE_10_TO_11 && held_is_9(hand)) return false;
    return hand->held.staked == LM_STAKED_CHIPS || k->lammer_double;
}

/* The value of the up card in a column; 0: a column stands for several. */
static int up_in(const lm_chart *chart, int column)
{
    return chart->open ? 0 : column == 9 ? 1 : column + 2;
}

/* Early surrender may be limited to tens or to aces; an open chart (up 0) comes only with the late one. */
static bool may_surrender(const asking *hand)
{
    return lm_rules_surrender(hand->rules, up_in(hand->chart, hand->column));
}

static bool is_legal(const asking *hand, lm_play play)
{
    switch (play) {
    case LM_PLAY_HIT: return !hand->finished;
    case LM_PLAY_DOUBLE: return may_double(hand);
    case LM_PLAY_SPLIT: return hand->may_split;
    case LM_PLAY_SURRENDER: return may_surrender(hand) && hand->held.n == 2 && !hand->from_split;
    default: return true;
    }
}

static unsigned legal_plays(const asking *hand)
{
    unsigned legal = 0;
    for (unsigned play = 0; play < LM_PLAYS; play++)
        legal |= (unsigned)is_legal(hand, (lm_play)play) << play;
    return legal;
}

static choice choice_of(const asking *hand, lm_play play)
{
    static const choice plays[LM_PLAYS] = { CHOICE_STAND, CHOICE_HIT, CHOICE_PAID, CHOICE_SPLIT, CHOICE_SURRENDER };
    return play == LM_PLAY_DOUBLE && is_free_double(hand) ? CHOICE_HOUSE : plays[play];
}

/* The hand of a row in a situation; false where no such hand is decided, as it stands. No lammer stakes a dealt hand. An
 * ace that gets one card can only be split again. Rows from 21 on are never used. */
static bool hand_in(asking *hand, const lm_sim_job *job, lm_staked staked, int situation, int row)
{
    bool more = situation == AT_FIRST_MORE || situation == AT_SPLIT_MORE, pair = row > LM_ROW_PAIR;
    bool aces = situation == AT_ACE_SPLIT || situation == AT_LAST_ACE_SPLIT;
    int value = row - LM_ROW_PAIR, sum = row - LM_ROW_SOFT - 10; /* of a soft hand: with the ace as 1 */
    hand->held = (lm_held){ .n = more ? 3 : 2, .staked = staked };
    hand->from_split = situation >= AT_SPLIT;
    hand->may_split = pair && (situation == AT_FIRST || situation == AT_SPLIT || situation == AT_ACE_SPLIT);
    hand->finished = aces && job->rules->split_aces == LM_ACES_ONE_CARD;
    if (situation == AT_FIRST && staked != LM_STAKED_CHIPS) return false;
    if (pair) {
        hand->held.value[0] = hand->held.value[1] = (uint8_t)value;
        hand->held.split_costs = !(job->rules->free_split >> value & 1);
        return !more && (!aces || value == 1);
    }
    if (row >= 4 && row <= 20) {
        hand->held.value[0] = (uint8_t)row;
        return !hand->finished;
    }
    hand->held.value[0] = 1;
    hand->held.value[1] = (uint8_t)(sum - 1);
    return sum >= (more ? 2 : 3) && sum <= 10 && !hand->finished;
}

/* The chart's play, or CHOICE_COUNTS where some count changes it. */
static choice choice_in(const asking *hand, const lm_sim_job *job)
{
    unsigned legal = legal_plays(hand);
    lm_play play = lm_chart_choice(hand->chart, hand->column, &hand->held, legal);
    int up = up_in(hand->chart, hand->column);
    if (job->count && count_may_depart(job->count, &hand->held, up, legal, play)) return CHOICE_COUNTS;
    return choice_of(hand, play);
}

void choice_fill_column(choice_column choices, const lm_sim_job *job, int column)
{
    asking hand = { .rules = job->rules, .chart = job->chart, .column = column };
    memset(choices, CHOICE_STAND, sizeof(choice_column));
    for (lm_staked staked = 0; staked < LM_STAKES; staked++) {
        for (int situation = 0; situation < SITUATIONS; situation++) {
            for (int row = 0; row < CHOICE_ROWS; row++) {
                if (hand_in(&hand, job, staked, situation, row))
                    choices[staked][situation][row] = (uint8_t)choice_in(&hand, job);
            }
        }
    }
}

/* As scalar does: the player wishes a play, and the next one if the rules refuse it. A refused surrender lets an index play
 * by total replace a split that the chart would name second. */
choice choice_at_count(const lm_sim_job *job, const choice_cell *cell, int up, int now)
{
    asking hand = { .rules = job->rules, .chart = job->chart, .column = cell->column };
    hand_in(&hand, job, cell->staked, cell->situation, cell->row);
    unsigned legal = legal_plays(&hand), wishes = (1u << LM_PLAYS) - 1;
    lm_play play;
    do {
        play = lm_chart_choice(hand.chart, hand.column, &hand.held, wishes);
        play = count_play(job->count, now, &hand.held, up, wishes, play);
        wishes &= ~(1u << play);
    } while (!(legal >> play & 1));
    return choice_of(&hand, play);
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
    if (lm_rules_dealer_hands(k) > 1 || k->shoe == LM_SHOE_DOUBLE)
        return "it plays only one dealer hand, from one shoe";
    if (k->surrender > LM_SURRENDER_LATE) return "it does not surrender before a dealer blackjack is known";
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
