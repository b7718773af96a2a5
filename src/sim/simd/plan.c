/* plan.c - turns a job into tables for the vector kernels, and refuses jobs that do not fit. */
#include <string.h>

#include "choice.h"
#include "scalar/driver.h"
#include "simd.h"
#include "walk/walk.h"

/* Every code of a round includes the number of lammers. */
static const char *wagers_refused(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        bool known = i == choice_push22(job) || i == choice_by_lammers(job);
        if (job->stake_cents[i] && !known) return "it plays no optional wagers except Push 22 and Pot of Gold";
    }
    return NULL;
}

const char *simd_refuses(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    const char *common = choice_refuses(job);
    if (common) return common;
    if (k->game != LM_GAME_STANDARD) return "it plays only the standard game";
    if (k->round_up && job->bet_cents % k->chip_unit) return "it does not round up what even money pays";
    return wagers_refused(job);
}

const char *simd_quick_refuses(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    bool late = k->hole_card == LM_HOLE_NONE, laid = walk_has_wagers(job);
    if (job->seats != 1 || job->count || job->insures || laid) return "it plays the main game of one box only";
    if (k->hole_card == LM_HOLE_UNSEEN) return "it deals hole cards that the reader or the players know";
    if (lm_rules_dealer_hands(k) > 1 && k->shoe == LM_SHOE_DOUBLE)
        return "it deals several dealer hands from one shoe only";
    if (k->surrender > LM_SURRENDER_LATE) return "it does not surrender before a dealer blackjack is known";
    if (late && (k->surrender || k->double_card != LM_DOUBLE_UP)) return "a late blackjack would take what it gave up";
    if (k->shoe == LM_SHOE_DOUBLE && !late) return "it deals double shoes without a hole card only";
    if (k->round_up && job->bet_cents % k->chip_unit) return "it does not round up what even money pays";
    return walk_refuses(job);
}

void simd_plan_draws(simd_plan *plan, const lm_sim_job *job)
{
    uint32_t decks = (uint32_t)job->rules->decks;
    stack_plan cards;
    stack_plan_decks(&cards, (int)decks);
    plan->seed = job->seed;
    plan->cards = cards.n;
    plan->rank_scale = (uint16_t)(65536 / (4 * decks) + 1);
    plan->suit_scale = (uint16_t)(32768 / decks + (32768 % decks != 0));
    for (int group = 0; group < SIMD_CARD_GROUPS; group++) {
        plan->product[group] = cards.product[group];
        plan->threshold[group] = cards.threshold[group];
        for (int i = 0; i < SIMD_DRAWS; i++)
            plan->radix[group][i] = (uint32_t)(cards.n - group * SIMD_DRAWS - i);
    }
}

static void put_row(simd_table *table, int row, unsigned value)
{
    table->at[row] = (uint16_t)value;
    table->low[row] = (uint8_t)value;
    table->high[row] = (uint8_t)(value >> 8);
}

static void plan_hands(simd_plan *plan, const lm_rules *k)
{
    plan->soft_bonus = k->dealer_soft17 == LM_SOFT17_HIT ? 9 : 10;
    plan->pushed_total = k->dealer_22 == LM_22_PUSH ? 22 : 99;
    for (int hand = 0; hand < SIMD_ROWS; hand++) {
        int sum = hand & SIMD_SUM;
        lm_score score = lm_score_of(sum, hand & SIMD_ACE);
        bool draws = sum + (score.soft ? plan->soft_bonus : 0) < 17;
        put_row(&plan->total, hand, score.total <= 21 ? score.total : 0);
        put_row(&plan->to_beat, hand, score.total <= 21 || score.total == plan->pushed_total ? score.total : 0);
        put_row(&plan->dealer_draws, hand, draws ? 0xffff : 0);
        put_row(&plan->is_22, hand, score.total == 22 ? 0xffff : 0);
        put_row(&plan->row, hand, (unsigned)(score.soft ? SIMD_SOFT + sum : sum <= 21 ? SIMD_HARD + sum : 21));
    }
}

static void note_up(simd_table *table, int row, int up)
{
    put_row(table, row, table->at[row] | 1u << up);
}

static void take_row(simd_choices *choices, int row, const uint8_t made[11])
{
    simd_table *const tables[] = {
        NULL, &choices->hit, &choices->paid, &choices->house, &choices->split, &choices->surrender
    };
    for (int up = 1; up <= 10; up++) {
        if (made[up] != CHOICE_STAND) note_up(tables[made[up]], row, up);
    }
}

/* Rows of totals stand here as in the chart. */
static void take_totals(simd_choices *choices, int rows, uint8_t made[CHOICE_ROWS][11])
{
    for (int row = 4; row < CHOICE_PAIR; row++)
        take_row(choices, rows + row, made[row]);
}

static void plan_plays(simd_plan *plan, const lm_sim_job *job)
{
    uint8_t(*table)[SITUATIONS][CHOICE_ROWS][11] = plan->choices;
    choice_fill(plan->choices, job);
    take_totals(&plan->first, 0, table[LM_STAKED_CHIPS][AT_FIRST]);
    for (int value = 1; value <= 10; value++)
        take_row(&plan->first, SIMD_PAIR + value, table[LM_STAKED_CHIPS][AT_FIRST][CHOICE_PAIR + value]);
    for (int staked = 0; staked < LM_STAKES; staked++) {
        take_totals(&plan->drawn[staked], 0, table[staked][AT_FIRST_MORE]);
        take_totals(&plan->drawn[staked], SIMD_SPLIT, table[staked][AT_SPLIT_MORE]);
        take_totals(&plan->split[staked], 0, table[staked][AT_SPLIT]);
        for (int value = 1; value <= 10; value++) {
            int pair = CHOICE_PAIR + value, last = situation_after_split(value == 1, false);
            take_row(&plan->split[staked], SIMD_BARRED + value, table[staked][last][pair]);
            take_row(&plan->split[staked], SIMD_PAIR + value,
                     table[staked][situation_after_split(value == 1, true)][pair]);
        }
    }
}

static void put_by_hand(simd_choices *by_hand, const simd_choices *by_row, int hand, int row)
{
    put_row(&by_hand->hit, hand, by_row->hit.at[row]);
    put_row(&by_hand->paid, hand, by_row->paid.at[row]);
    put_row(&by_hand->house, hand, by_row->house.at[row]);
    put_row(&by_hand->surrender, hand, by_row->surrender.at[row]);
}

static void plan_quick(simd_plan *plan)
{
    for (int hand = 0; hand < SIMD_ROWS; hand++) {
        put_by_hand(&plan->quick_first[0], &plan->first, hand, plan->row.at[hand]);
        put_by_hand(&plan->quick_drawn[0], &plan->drawn[LM_STAKED_CHIPS], hand, plan->row.at[hand]);
    }
}

static unsigned differing_ups(const simd_table *table, int a, int b)
{
    return (unsigned)(table->at[a] ^ table->at[b]);
}

/* Pairs that are split or otherwise not played by their total. */
static void plan_odd_pairs(simd_plan *plan)
{
    const simd_choices *first = &plan->first;
    for (int value = 1; value <= 10; value++) {
        int pair = SIMD_PAIR + value, total = value == 1 ? SIMD_SOFT + 2 : SIMD_HARD + 2 * value;
        unsigned ups = first->split.at[pair];
        ups |= differing_ups(&first->hit, pair, total) | differing_ups(&first->paid, pair, total);
        ups |= differing_ups(&first->house, pair, total) | differing_ups(&first->surrender, pair, total);
        for (int up = 1; up <= 10; up++) {
            if (ups >> up & 1) note_up(&plan->odd_pairs[0], value, up);
        }
    }
}

static void take_choice(simd_choices *choices, int hand, int bit, uint8_t made)
{
    simd_table *const tables[] = {
        NULL, &choices->hit, &choices->paid, &choices->house, &choices->split, &choices->surrender
    };
    if (made != CHOICE_STAND) note_up(tables[made], hand, bit);
}

/* Choices by the column of an open chart, 16 columns to a table. */
static void plan_open_column(simd_plan *plan, const lm_sim_job *job, int column)
{
    choice_column choices;
    int half = column / 16, bit = column % 16;
    choice_fill_column(choices, job, column);
    const uint8_t *first = choices[LM_STAKED_CHIPS][AT_FIRST], *drawn = choices[LM_STAKED_CHIPS][AT_FIRST_MORE];
    for (int hand = 0; hand < SIMD_ROWS; hand++) {
        int row = plan->row.at[hand];
        if (row < 4 || row >= CHOICE_PAIR) continue;
        take_choice(&plan->quick_first[half], hand, bit, first[row]);
        take_choice(&plan->quick_drawn[half], hand, bit, drawn[row]);
        plan->late_doubles |= drawn[row] == CHOICE_HOUSE;
        plan->surrenders |= first[row] == CHOICE_SURRENDER;
    }
    for (int value = 1; value <= 10; value++) {
        uint8_t total = first[value == 1 ? SIMD_SOFT + 2 : SIMD_HARD + 2 * value], pair = first[CHOICE_PAIR + value];
        if (pair != total || pair == CHOICE_SPLIT) note_up(&plan->odd_pairs[half], value, bit);
    }
}

static void plan_open(simd_plan *plan, const lm_sim_job *job)
{
    for (int column = 0; column < lm_chart_columns(job->chart); column++)
        plan_open_column(plan, job, column);
    for (int up = 1; up <= 10; up++) {
        for (int hole = 1; hole <= 10; hole++) {
            int number = (up + hole) | (up == 1 || hole == 1 ? SIMD_ACE : 0);
            put_row(&plan->column, number, (unsigned)lm_chart_column(job->chart, up, hole));
        }
    }
}

/* Suits are a bit set, bit s for suit s; clubs and spades are black. */
static void plan_push22(simd_plan *plan, const lm_sim_job *job)
{
    plan->push22 = choice_push22(job) >= 0;
    plan->push22_limit = plan->push22 && job->rules->push22_limit;
    for (unsigned suits = 1; suits < 16; suits++) {
        bool one_suit = !(suits & (suits - 1));
        bool one_colour = !(suits & (1 << LM_CLUBS | 1 << LM_SPADES)) || !(suits & (1 << LM_DIAMONDS | 1 << LM_HEARTS));
        int kind = one_suit ? SIMD_22_SUIT : one_colour ? SIMD_22_COLOUR : SIMD_22;
        put_row(&plan->push22_kind, (int)suits, (unsigned)kind);
    }
}

static bool is_ever(const simd_table *play)
{
    for (int row = 0; row < SIMD_ROWS; row++) {
        if (play->at[row]) return true;
    }
    return false;
}

void simd_plan_job(simd_plan *plan, const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    memset(plan, 0, sizeof *plan);
    simd_plan_draws(plan, job);
    plan_hands(plan, k);
    if (k->hole_card == LM_HOLE_FACE_UP) {
        plan->kind |= SIMD_OPEN;
        plan_open(plan, job);
    } else {
        plan_plays(plan, job);
        plan_quick(plan);
        plan_odd_pairs(plan);
        plan->surrenders = is_ever(&plan->first.surrender);
        plan->late_doubles = is_ever(&plan->drawn[0].house) || is_ever(&plan->drawn[1].house);
    }
    if (k->hole_card == LM_HOLE_NONE) plan->kind |= SIMD_LATE;
    if (k->shoe == LM_SHOE_DOUBLE) plan->kind |= SIMD_SIDES;
    plan->spots = lm_rules_dealer_hands(k);
    if (plan->spots > 1) plan->kind |= SIMD_SPOTS;
    plan->red_is_b = k->red_suits == LM_RED_SIDE_B;
    plan_push22(plan, job);
    plan->ties_push = k->ties == LM_TIES_PUSH;
    plan->aces_once = k->split_aces == LM_ACES_ONE_CARD;
    plan->resplits_aces = k->resplit_aces;
    plan->split_21_beats = k->split_21_beats;
    plan->most_hands = (uint16_t)k->split_hands;
    plan->free_splits = (uint16_t)k->free_splits;
    plan->free_pairs = (uint16_t)k->free_split;
}
