/* table.c - the machine of a job, from its rules and its chart. */
#include <assert.h>
#include <string.h>

#include "choice.h"
#include "hand.h"
#include "scalar/driver.h"
#include "tally.h"
#include "walk.h"

/* The places made so far, by meaning; 0: not made yet. */
enum { SUMS = 22, RANKS = 13 };
typedef struct {
    walk_machine *m;
    const lm_sim_job *job;
    int places;
    uint16_t hit[WALK_VIEWS][SUMS][2];     /* by what the dealer shows, the hand's sum, soft */
    uint16_t doubled[WALK_KINDS][SUMS][2]; /* by kind, sum, soft */
    uint16_t draws[SUMS][2];               /* the dealer's sum, soft */
    uint16_t second[10];                   /* the dealer's second card is still to come, by up card */
    uint16_t only_second[10];              /* likewise, and no more is needed */
    uint16_t offered;                      /* a card for a wager, against a blackjack */
} maker;

int walk_verdict(const walk_machine *m, int total, int final)
{
    if (!total) return -1;
    if (final == WALK_22 && m->pushes_22) return 0;
    if (final > WALK_21) return 1;
    int his = final - WALK_17 + 17;
    if (total != his) return total > his ? 1 : -1;
    return m->ties_push ? 0 : -1;
}

static lm_cents chip_of(const lm_rules *k)
{
    return k->round_up ? k->chip_unit : 0;
}

int32_t walk_won(const lm_sim_job *job, int64_t bet, bool chips, bool paid, int lammers)
{
    const lm_rules *k = job->rules;
    lm_cents wager = chips ? bet : 0, stake = wager + (paid ? bet : 0), odds_on = k->bonus_on_double ? stake : wager;
    return (int32_t)(lm_cents_times(odds_on, 1, 1, chip_of(k)) + stake - odds_on + bet * lammers);
}

/* --- results ---------------------------------------------------------------------------------------------- */

static void fill_row(walk_row *row, int32_t net, int32_t against_blackjack, int needs)
{
    for (int final = 0; final < WALK_FINALS; final++)
        row->net_cents[final] = final == WALK_DEALER_BLACKJACK ? against_blackjack : net;
    row->needs = (uint8_t)needs;
}

/* Against a blackjack that shows late a live hand loses no more than its first wager (MBJ-10(b)). */
static void fill_hand(const walk_machine *m, const lm_sim_job *job, walk_row *row, int kind, int class, bool hidden)
{
    static const uint8_t totals[WALK_CLASSES] = { 0, 16, 17, 18, 19, 20, 21 };
    int32_t bet = (int32_t)job->bet_cents, stake = kind == WALK_PAID ? 2 * bet : bet;
    bool live = class || hidden;
    fill_row(row, 0, live ? -bet : -stake, live ? WALK_NEEDS_DRAW : WALK_NEEDS_NOTHING);
    for (int final = 0; final < WALK_DEALER_BLACKJACK; final++) {
        int verdict = walk_verdict(m, totals[class], final);
        int32_t won = walk_won(job, bet, true, kind == WALK_PAID, kind == WALK_HOUSE);
        row->net_cents[final] = verdict > 0 ? won : verdict < 0 ? -stake : 0;
    }
}

void walk_rows_make(const walk_machine *m, const lm_sim_job *job, walk_row row[WALK_ENDS])
{
    int32_t bet = (int32_t)job->bet_cents, natural = (int32_t)tally_blackjack_cents(job);
    int32_t half = (int32_t)tally_surrender_cents(job), standoff = m->ties_push ? 0 : natural;
    for (int kind = 0; kind < WALK_KINDS; kind++) {
        for (int class = 0; class < WALK_CLASSES; class ++)
            fill_hand(m, job, &row[kind * WALK_CLASSES + class], kind, class, false);
        fill_hand(m, job, &row[WALK_HIDDEN + kind], kind, 0, true);
    }
    fill_row(&row[WALK_BLACKJACK], natural, natural, WALK_NEEDS_NOTHING);
    fill_row(&row[WALK_BLACKJACK_WAITS], natural, standoff, WALK_NEEDS_SECOND);
    fill_row(&row[WALK_SURRENDERED], half, half, WALK_NEEDS_NOTHING);
    fill_row(&row[WALK_SURRENDER_WAITS], half, -bet, WALK_NEEDS_SECOND);
    fill_row(&row[WALK_BEATEN], -bet, -bet, WALK_NEEDS_NOTHING);
    fill_row(&row[WALK_STANDOFF], standoff, standoff, WALK_NEEDS_NOTHING);
    for (int end = 0; end < WALK_ENDS; end++) {
        int kind = end < WALK_HIDDEN ? end / WALK_CLASSES : end < WALK_BLACKJACK ? end - WALK_HIDDEN : WALK_PLAIN;
        row[end].staked_cents = (kind == WALK_PAID ? 2 : 1) * bet * m->spots;
        row[end].lammers = kind == WALK_HOUSE;
        row[end].hands = 1;
    }
}

/* --- the box ---------------------------------------------------------------------------------------------- */

static uint16_t end_place(int end)
{
    return (uint16_t)(end * WALK_RANKS);
}

static uint16_t new_place(maker *k)
{
    assert(k->places < WALK_PLACES);
    return (uint16_t)(WALK_RANKS * k->places++);
}

static uint16_t end_of(int kind, int total)
{
    return end_place(walk_end_of(kind, total));
}

typedef uint16_t after(maker *k, int which, hand_sum hand);

/* Fills the row of a new place with what follows each card. */
static uint16_t fill_place(maker *k, uint16_t *made, after *follows, int which, hand_sum hand)
{
    if (*made) return *made;
    uint16_t place = *made = new_place(k);
    for (int rank = 0; rank < RANKS; rank++)
        k->m->next[place + rank] = follows(k, which, hand_with(hand, k->m->value[rank]));
    return place;
}

/* After the one card of a doubled hand. */
static uint16_t after_double(maker *k, int kind, hand_sum hand)
{
    if (hand.sum > 21) return k->m->doubles_down ? end_place(WALK_HIDDEN + kind) : end_of(kind, 0);
    return end_of(kind, hand_total(hand));
}

static uint16_t played(maker *k, int view, choice play, hand_sum hand);

static uint16_t after_hit(maker *k, int view, hand_sum hand)
{
    if (hand.sum > 21) return end_of(WALK_PLAIN, 0);
    if (hand_total(hand) == 21) return end_of(WALK_PLAIN, 21);
    return played(k, view, k->m->choices[view][LM_STAKED_CHIPS][AT_FIRST_MORE][hand_row(hand)], hand);
}

static uint16_t played(maker *k, int view, choice play, hand_sum hand)
{
    int soft = hand_is_soft(hand), kind = play == CHOICE_PAID ? WALK_PAID : WALK_HOUSE;
    if (play == CHOICE_COUNTS) return end_place(WALK_SPLIT);
    if (play == CHOICE_STAND) return end_of(WALK_PLAIN, hand_total(hand));
    if (play == CHOICE_HIT) return fill_place(k, &k->hit[view][hand.sum][soft], after_hit, view, hand);
    return fill_place(k, &k->doubled[kind][hand.sum][soft], after_double, kind, hand);
}

static bool is_natural(int a, int b)
{
    return a + b == 11 && (a == 1 || b == 1);
}

/* What the two cards of a box are up against: `waits`: the dealer may have a blackjack that is not known yet; `beaten`: a
 * blackjack that is known. `up` is the value of the up card where that may still save half the wager, else 0. */
typedef struct {
    int up;
    bool waits, beaten;
} facing;

static choice first_choice(const maker *k, int view, int first, int second)
{
    int row = first == second ? CHOICE_PAIR + first : hand_row(hand_of_two(first, second));
    return k->m->choices[view][LM_STAKED_CHIPS][AT_FIRST][row];
}

static uint16_t start_of(maker *k, int view, facing dealer, int first, int second)
{
    bool keeps_half = lm_rules_surrender_early(k->job->rules, dealer.up);
    if (is_natural(first, second)) return end_place(dealer.waits ? WALK_BLACKJACK_WAITS : WALK_BLACKJACK);
    choice play = first_choice(k, view, first, second);
    if (play == CHOICE_SPLIT) return end_place(WALK_SPLIT);
    if (play == CHOICE_SURRENDER)
        return end_place(dealer.waits && !keeps_half ? WALK_SURRENDER_WAITS : WALK_SURRENDERED);
    return played(k, view, play, hand_of_two(first, second));
}

/* Against a blackjack that is known: a box may have been given up before. */
static uint16_t beaten_start(const maker *k, int up, int first, int second)
{
    if (is_natural(first, second)) return end_place(WALK_STANDOFF);
    bool gave_up = lm_rules_surrender_early(k->job->rules, up) &&
                   first_choice(k, lm_chart_column(k->job->chart, up, 0), first, second) == CHOICE_SURRENDER;
    return end_place(gave_up ? WALK_SURRENDERED : WALK_BEATEN);
}

static void make_starts(maker *k, int view, facing dealer)
{
    const uint8_t *value = k->m->value;
    for (int two = 0; two < WALK_TWO_RANKS; two++) {
        int first = two >> 4, second = two & WALK_RANK;
        if (first >= RANKS || second >= RANKS) continue;
        k->m->start[view][two] = dealer.beaten ? beaten_start(k, dealer.up, value[first], value[second])
                                               : start_of(k, view, dealer, value[first], value[second]);
    }
}

static uint16_t after_offered(maker *k, int which, hand_sum hand)
{
    return end_place(WALK_BEATEN);
}

/* A box with a wager that waits for its third card hits, whatever the chart says. */
static void make_forced(maker *k, int view, bool beaten)
{
    const uint8_t *value = k->m->value;
    for (int two = 0; two < WALK_TWO_RANKS; two++) {
        int first = two >> 4, second = two & WALK_RANK;
        if (first >= RANKS || second >= RANKS || is_natural(value[first], value[second])) continue;
        hand_sum hand = hand_of_two(value[first], value[second]);
        k->m->forced[view][two] =
            beaten ? fill_place(k, &k->offered, after_offered, 0, hand) : played(k, view, CHOICE_HIT, hand);
    }
}

static bool has_waiting_wager(const lm_sim_job *job)
{
    for (int i = 0; i < job->rules->offers; i++) {
        if (job->stake_cents[i] && job->rules->offer[i].wager->third_card) return true;
    }
    return false;
}

static bool surrenders_early(const lm_sim_job *job)
{
    return job->rules->surrender > LM_SURRENDER_LATE;
}

/* What the players see of the dealer decides their play: the up card, both cards, or a blackjack. Where a box may be given
 * up before a blackjack is known, there are two views of it: with an ace up, and with a ten up. */
static void make_views(maker *k)
{
    const lm_sim_job *job = k->job;
    bool open = job->rules->hole_card == LM_HOLE_FACE_UP, late = k->m->shows_late, early = surrenders_early(job);
    int views = lm_chart_columns(job->chart);
    for (int column = 0; column < views; column++)
        choice_fill_column(k->m->choices[column], job, column);
    for (int two = 0; two < WALK_TWO_RANKS; two++) {
        int up = k->m->value[two >> 4], hole = k->m->value[two & WALK_RANK];
        bool seen = !late && is_natural(up, hole);
        k->m->view[two] =
            (uint8_t)(seen ? views + (early && up != 1) : lm_chart_column(job->chart, up, open ? hole : 0));
    }
    for (int column = 0; column < views; column++)
        make_starts(k, column, (facing){ 0 });
    for (int up = 1; late && up <= 10; up += 9)
        make_starts(k, lm_chart_column(job->chart, up, 0), (facing){ .up = up, .waits = true });
    make_starts(k, views, (facing){ .up = early, .beaten = true });
    if (early) make_starts(k, views + 1, (facing){ .up = 10, .beaten = true });
    for (int view = 0; has_waiting_wager(job) && view <= views; view++)
        make_forced(k, view, view == views);
}

/* --- the dealer ------------------------------------------------------------------------------------------- */

static bool dealer_draws(const lm_rules *k, hand_sum dealer)
{
    int total = hand_total(dealer);
    return total < 17 || (total == 17 && hand_is_soft(dealer) && k->dealer_soft17 == LM_SOFT17_HIT);
}

static uint16_t final_of(hand_sum dealer)
{
    int total = hand_total(dealer);
    return end_place(WALK_FINAL + (total > 22 ? WALK_OVER_22 : total < 17 ? WALK_17 : total - 17 + WALK_17));
}

static uint16_t dealer_place(maker *k, int which, hand_sum dealer)
{
    if (!dealer_draws(k->job->rules, dealer)) return final_of(dealer);
    return fill_place(k, &k->draws[dealer.sum][hand_is_soft(dealer)], dealer_place, which, dealer);
}

static uint16_t after_second(maker *k, int needs, hand_sum two)
{
    if (two.ace && two.sum == 11) return end_place(WALK_FINAL + WALK_DEALER_BLACKJACK);
    return needs == WALK_NEEDS_DRAW ? dealer_place(k, 0, two) : final_of(two);
}

/* The dealer with the up card alone. */
static uint16_t up_place(maker *k, int needs, int up)
{
    hand_sum one = hand_with((hand_sum){ 0 }, up);
    uint16_t *made = needs == WALK_NEEDS_DRAW ? &k->second[up - 1] : &k->only_second[up - 1];
    return needs ? fill_place(k, made, after_second, needs, one) : end_place(WALK_FINAL);
}

static void make_dealer(maker *k)
{
    const uint8_t *value = k->m->value;
    for (int two = 0; two < WALK_TWO_RANKS; two++) {
        int up = two >> 4, hole = two & WALK_RANK;
        if (up >= RANKS || hole >= RANKS) continue;
        for (int needs = 0; needs < WALK_NEEDS; needs++) {
            uint16_t alone = up_place(k, needs, value[up]);
            k->m->dealer[1][needs][two] = alone;
            k->m->dealer[0][needs][two] =
                k->m->has_hole ? after_second(k, needs, hand_of_two(value[up], value[hole])) : alone;
        }
    }
}

/* --- the job ---------------------------------------------------------------------------------------------- */

const char *walk_refuses(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    if (surrenders_early(job) && (job->count || job->insures || walk_has_wagers(job)))
        return "it surrenders before a dealer blackjack is known only without wagers, insurance and a count";
    if (k->bonus_678 || k->bonus_777 || k->five_card_21 || k->special_blackjack) return "it does not know bonus odds";
    if (k->split_blackjack) return "it does not know blackjacks of split hands";
    if (k->dealer_bj_takes == LM_BJ_TAKES_ALL) return "it loses only original wagers to a late blackjack";
    if (choice_declines_splits(job)) return "it does not decline splits that are not free";
    if (lm_rules_dealer_hands(k) > 1 && (k->hole_card != LM_HOLE_NONE || k->surrender))
        return "it plays multiple action only without a hole card and without surrender";
    if (k->game == LM_GAME_SIX_TO_FIVE && k->double_card != LM_DOUBLE_UP)
        return "it deals doubled hands of the six-to-five game face up";
    return k->surrender && k->hole_card == LM_HOLE_FACE_UP ? "it does not surrender against a face-up hole card" : NULL;
}

static void take_rules(walk_machine *m, const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    m->boxes = job->seats;
    m->spots = (uint8_t)lm_rules_dealer_hands(k);
    m->has_hole = k->hole_card != LM_HOLE_NONE;
    m->hides_hole = k->hole_card == LM_HOLE_UNSEEN || k->hole_card == LM_HOLE_READER;
    m->shows_late = k->hole_card == LM_HOLE_NONE || k->hole_card == LM_HOLE_UNSEEN;
    m->most_hands = (uint8_t)k->split_hands;
    m->free_splits = (uint8_t)k->free_splits;
    m->free_pairs = (uint16_t)k->free_split;
    m->resplits_aces = k->resplit_aces != 0;
    m->split_21_beats = k->split_21_beats != 0;
    m->doubles_down = k->double_card == LM_DOUBLE_DOWN;
    m->ties_push = k->ties == LM_TIES_PUSH;
    m->pushes_22 = k->dealer_22 == LM_22_PUSH;
    m->takes_busted = k->dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE;
    for (int rank = 0; rank < WALK_RANKS; rank++)
        m->value[rank] = (uint8_t)(rank < 10 ? rank + 1 : 10);
}

void walk_machine_make(walk_machine *m, const lm_sim_job *job)
{
    static const maker blank;
    maker k = blank;
    memset(m, 0, sizeof *m);
    k.m = m;
    k.job = job;
    k.places = WALK_OVER / WALK_RANKS;
    take_rules(m, job);
    make_views(&k);
    make_dealer(&k);
    walk_rows_make(m, job, m->row);
}
