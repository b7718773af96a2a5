/* hands.c - a box that is split, or whose play depends on a count, hand by hand. */
#include "choice.h"
#include "hand.h"
#include "walk.h"

enum { MOST_HANDS = 4 };

typedef struct {
    uint8_t total; /* 0: bust */
    uint8_t full;  /* the total even so */
    bool hidden;   /* the last card lies face down until settlement */
    bool chips, paid;
    uint8_t lammers;
} ended_hand;

typedef struct {
    const walk_machine *m;
    const lm_sim_job *job;
    walk_lanes *lanes;
    int lane;
    const uint8_t (*choices)[SITUATIONS][CHOICE_ROWS];
    const uint8_t *cards;
    uint32_t at, stride;
    int pair;
    int hands, free_splits, lammers, staked; /* staked: wagers added to the first */
    bool waiting[MOST_HANDS];                /* for each waiting hand, the next last: whether a lammer stakes it */
    int waits;
    ended_hand ended[MOST_HANDS];
    int ends;
} split_box;

static int draw(split_box *b)
{
    int value = b->m->value[b->cards[b->at] & WALK_RANK];
    b->at += b->stride;
    return value;
}

/* The chart's choice or, where a count may change it, the choice at this count. */
static choice decide(const split_box *b, int situation, int row, bool lammer)
{
    choice play = b->choices[lammer][situation][row];
    if (play != CHOICE_COUNTS) return play;
    int now = walk_count_now(b->m, b->lanes, b->lane, b->at);
    choice_cell cell = { b->lanes->view[b->lane], situation, row, lammer ? LM_STAKED_LAMMER : LM_STAKED_CHIPS };
    return choice_at_count(b->job, &cell, b->m->value[b->lanes->two[b->lane] >> 4], now);
}

/* Splits a hand, with a lammer while the rules allow free splits; the right-hand card waits as a new hand. */
static void divide(split_box *b)
{
    bool given = b->m->free_pairs >> b->pair & 1 && b->free_splits < b->m->free_splits;
    b->free_splits += given;
    b->lammers += given;
    b->staked += !given;
    b->hands++;
    b->waiting[b->waits++] = given;
}

/* The choice for the two cards of a hand. */
static choice ask_two(const split_box *b, hand_sum hand, int second, bool lammer)
{
    bool again = b->hands < b->m->most_hands && (b->pair != 1 || b->m->resplits_aces);
    int row = second == b->pair ? CHOICE_PAIR + second : hand_row(hand);
    if (hand_total(hand) == 21) return CHOICE_STAND;
    return decide(b, situation_after_split(b->pair == 1, again), row, lammer);
}

static choice ask_more(const split_box *b, hand_sum hand, bool lammer)
{
    if (hand_total(hand) >= 21) return CHOICE_STAND;
    return decide(b, AT_SPLIT_MORE, hand_row(hand), lammer);
}

static void end_hand(split_box *b, hand_sum hand, choice last, bool lammer, bool two)
{
    int total = hand.sum > 21 ? 0 : hand_total(hand);
    bool paid = last == CHOICE_PAID, house = last == CHOICE_HOUSE;
    if (two && total == 21 && b->m->split_21_beats) total = 22;
    b->ended[b->ends++] = (ended_hand){ .total = (uint8_t)total,
                                        .full = (uint8_t)hand_total(hand),
                                        .hidden = (paid || house) && b->m->doubles_down,
                                        .chips = !lammer,
                                        .paid = paid,
                                        .lammers = (uint8_t)(lammer + house) };
    b->lammers += house;
    b->staked += paid;
    if (!b->lanes->bets->count || !b->ended[b->ends - 1].hidden) return;
    b->lanes->downs[b->lane]++;
    b->lanes->hidden[b->lane] += b->lanes->bets->tag[b->cards[b->at - b->stride] % WALK_CARDS];
}

static void play_hand(split_box *b, bool lammer)
{
    hand_sum hand;
    choice play;
    do {
        int second = draw(b);
        hand = hand_of_two(b->pair, second);
        play = ask_two(b, hand, second, lammer);
        if (play == CHOICE_SPLIT) divide(b);
    } while (play == CHOICE_SPLIT);
    bool two = play == CHOICE_STAND;
    while (play == CHOICE_HIT) {
        hand = hand_with(hand, draw(b));
        play = ask_more(b, hand, lammer);
    }
    if (play == CHOICE_PAID || play == CHOICE_HOUSE) hand = hand_with(hand, draw(b));
    end_hand(b, hand, play, lammer, two);
}

/* A blackjack that shows late takes busted hands, and of the live ones no more than the first wager; busted hands count
 * towards that wager unless the rules say otherwise (C-64). */
static int32_t net_against_blackjack(const split_box *b, int32_t bet)
{
    int32_t busted = 0, live = 0;
    for (int i = 0; i < b->ends; i++) {
        const ended_hand *hand = &b->ended[i];
        *(hand->total || hand->hidden ? &live : &busted) += (hand->chips + hand->paid) * bet;
    }
    int32_t owed = b->m->takes_busted ? bet : busted < bet ? bet - busted : 0;
    return -busted - (live < owed ? live : owed);
}

static void add_hand(walk_row *row, const split_box *b, const ended_hand *hand, int64_t bet)
{
    int32_t won = walk_won(b->job, bet, hand->chips, hand->paid, hand->lammers);
    int32_t lost = (int32_t)((hand->chips + hand->paid) * bet);
    for (int final = 0; final < WALK_DEALER_BLACKJACK; final++) {
        int verdict = walk_verdict(b->m, hand->total, final);
        row->net_cents[final] += verdict > 0 ? won : verdict < 0 ? -lost : 0;
        row->won[final] = (uint8_t)(row->won[final] + (verdict > 0));
        row->lost[final] = (uint8_t)(row->lost[final] + (verdict < 0));
    }
    if (hand->total || hand->hidden) row->needs = WALK_NEEDS_DRAW;
}

static walk_row row_of(const split_box *b, int64_t bet)
{
    walk_row row = { .staked_cents = (int32_t)((1 + b->staked) * bet * b->m->spots),
                     .hands = (uint8_t)b->hands,
                     .lammers = (uint8_t)b->lammers };
    for (int i = 0; i < b->ends; i++)
        add_hand(&row, b, &b->ended[i], bet);
    row.original_total = b->ended[0].full;
    row.busted = 1;
    for (int i = 0; i < b->ends; i++)
        row.busted &= !b->ended[i].total;
    row.lost[WALK_DEALER_BLACKJACK] = (uint8_t)b->hands;
    row.net_cents[WALK_DEALER_BLACKJACK] = net_against_blackjack(b, (int32_t)bet);
    return row;
}

static int play_split(split_box *b)
{
    walk_lanes *lanes = b->lanes;
    divide(b);
    play_hand(b, false);
    while (b->waits)
        play_hand(b, b->waiting[--b->waits]);
    lanes->row[lanes->rows] = row_of(b, lanes->bets->bet_cents[lanes->step[b->lane]]);
    return lanes->rows++;
}

/* Plays a hand that is not split, from this choice on. */
static int play_single(split_box *b, choice play, hand_sum hand)
{
    int up = b->m->value[b->lanes->two[b->lane] >> 4], kind = WALK_PLAIN;
    bool waits = b->m->shows_late && (up == 1 || up == 10);
    if (play == CHOICE_SURRENDER) return waits ? WALK_SURRENDER_WAITS : WALK_SURRENDERED;
    while (play == CHOICE_HIT) {
        hand = hand_with(hand, draw(b));
        play = hand.sum > 21 || hand_total(hand) == 21 ? CHOICE_STAND : decide(b, AT_FIRST_MORE, hand_row(hand), false);
    }
    if (play != CHOICE_STAND) {
        kind = play == CHOICE_PAID ? WALK_PAID : WALK_HOUSE;
        hand = hand_with(hand, draw(b));
    }
    if (hand.sum <= 21) return walk_end_of(kind, hand_total(hand));
    return kind != WALK_PLAIN && b->m->doubles_down ? WALK_HIDDEN + kind : walk_end_of(kind, 0);
}

/* Whether a wager makes the box draw, whatever the chart says. */
static bool must_draw(const walk_lanes *l, int box, int lane)
{
    return l->plan && l->plan->cell[l->cell[box][lane]].draws;
}

void walk_by_hand(const walk_machine *m, const lm_sim_job *job, walk_lanes *lanes, int box, int lane)
{
    const uint8_t *cards = lanes->cards + lanes->dealt[lane] + lanes->stride * (uint32_t)box;
    int first = m->value[cards[0] & WALK_RANK], second = m->value[cards[lanes->stride * (m->boxes + 1u)] & WALK_RANK];
    split_box b = { .m = m,
                    .job = job,
                    .lanes = lanes,
                    .lane = lane,
                    .choices = m->choices[lanes->view[lane]],
                    .cards = lanes->cards,
                    .at = lanes->drew[box][lane],
                    .stride = lanes->stride,
                    .pair = first,
                    .hands = 1 };
    hand_sum hand = hand_of_two(first, second);
    int row = first == second ? CHOICE_PAIR + first : hand_row(hand);
    choice play = must_draw(lanes, box, lane) ? CHOICE_HIT : decide(&b, AT_FIRST, row, false);
    lanes->end[box][lane] = (uint16_t)(play == CHOICE_SPLIT ? play_split(&b) : play_single(&b, play, hand));
    lanes->at[lane] = b.at;
}
