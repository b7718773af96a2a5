/* boxes.c - the machine of walk/table.c for a GPU: amounts in small units, and places for the hands of a split box. */
#include "boxes_job.h"

#include <stdlib.h>
#include <string.h>

#include "hand.h"
#include "scalar/driver.h"
#include "stack.h"
#include "straight.h"
#include "tally.h"
#include "walk/walk.h"

enum { UNKNOWN = 0, HASHES = 8192, RANKS = 13, SUMS = 32 };

typedef struct {
    const walk_machine *walk;
    boxes_machine *to;
    uint32_t places; /* used */
    bool is_full;
    uint16_t hash[HASHES];
    uint16_t more[2][SUMS][2];             /* of one view, by lammer, hand */
    uint16_t doubled[WALK_KINDS][SUMS][2]; /* by kind of double, hand */
} maker;

static uint32_t hash_of(const uint16_t row[WALK_RANKS])
{
    uint32_t hash = 2166136261u;
    for (int i = 0; i < RANKS; i++)
        hash = (hash ^ row[i]) * 16777619u;
    return (hash ^ hash >> 15) % HASHES;
}

/* Stores a row, unless an equal one is stored already, and returns its place. */
static uint16_t keep(maker *k, const uint16_t row[WALK_RANKS])
{
    uint32_t at = hash_of(row);
    for (; k->hash[at]; at = (at + 1) % HASHES) {
        if (memcmp(k->to->next + k->hash[at], row, RANKS * sizeof *row) == 0) return k->hash[at];
    }
    if (k->places == BOXES_PLACES) {
        k->is_full = true;
        return WALK_OVER;
    }
    uint16_t place = (uint16_t)(k->places++ * WALK_RANKS);
    memcpy(k->to->next + place, row, RANKS * sizeof *row);
    return k->hash[at] = place;
}

static uint16_t end_of(int kind, hand_sum hand)
{
    int total = hand_total(hand), class = total > 21 ? 0 : total < 17 ? 1 : total - 15;
    return (uint16_t)((kind * WALK_CLASSES + class) * WALK_RANKS);
}

/* A doubled hand; one that busts face down is not known to have done so. */
static uint16_t to_double(maker *k, int kind, hand_sum hand)
{
    uint16_t *known = &k->doubled[kind][hand.sum][hand.ace];
    if (*known) return *known;
    uint16_t row[WALK_RANKS] = { 0 };
    for (int rank = 0; rank < RANKS; rank++) {
        hand_sum next = hand_with(hand, k->walk->value[rank]);
        bool hidden = next.sum > 21 && k->walk->doubles_down;
        row[rank] = hidden ? (uint16_t)((WALK_HIDDEN + kind) * WALK_RANKS) : end_of(kind, next);
    }
    return *known = keep(k, row);
}

/* One of the hands of a split box. */
typedef struct {
    int view, lammer;
} spot;

static uint16_t to_more(maker *k, spot s, hand_sum hand);

static uint16_t to_act(maker *k, spot s, int situation, int row, hand_sum hand)
{
    switch (hand_total(hand) >= 21 ? CHOICE_STAND : k->walk->choices[s.view][s.lammer][situation][row]) {
    case CHOICE_HIT: return to_more(k, s, hand);
    case CHOICE_PAID: return to_double(k, WALK_PAID, hand);
    case CHOICE_HOUSE: return to_double(k, WALK_HOUSE, hand);
    case CHOICE_SPLIT: return WALK_SPLIT * WALK_RANKS;
    default: return end_of(WALK_PLAIN, hand);
    }
}

static uint16_t to_more(maker *k, spot s, hand_sum hand)
{
    uint16_t *known = &k->more[s.lammer][hand.sum][hand.ace];
    if (*known) return *known;
    uint16_t row[WALK_RANKS] = { 0 };
    for (int rank = 0; rank < RANKS; rank++) {
        hand_sum next = hand_with(hand, k->walk->value[rank]);
        row[rank] = to_act(k, s, AT_SPLIT_MORE, hand_row(next), next);
    }
    return *known = keep(k, row);
}

/* A hand that waits for its second card. */
static uint16_t to_second(maker *k, spot s, int value, bool again)
{
    int situation = situation_after_split(value == 1, again);
    uint16_t row[WALK_RANKS] = { 0 };
    for (int rank = 0; rank < RANKS; rank++) {
        int second = k->walk->value[rank];
        hand_sum hand = hand_of_two(value, second);
        row[rank] = to_act(k, s, situation, second == value ? CHOICE_PAIR + value : hand_row(hand), hand);
    }
    return keep(k, row);
}

static void make_splits(maker *k)
{
    for (int view = 0; view < WALK_VIEWS; view++) {
        memset(k->more, UNKNOWN, sizeof k->more);
        for (int i = 0; i < 40; i++) {
            spot s = { view, i / 2 % 2 };
            k->to->split_start[view][i / 4][i / 2 % 2][i % 2] = to_second(k, s, i / 4 + 1, i % 2);
        }
    }
    for (int rank = 0; rank < RANKS; rank++) {
        int value = k->walk->value[rank];
        k->to->frees[rank] = k->walk->free_pairs >> value & 1 ? k->walk->free_splits : 0;
        k->to->most[rank] = value != 1 || k->walk->resplits_aces ? k->walk->most_hands : 2;
    }
}

/* Classes have four bits each, hands that bust face down the last four. */
static void make_hands(const walk_machine *walk, boxes_machine *to)
{
    for (int end = 0; end < WALK_BLACKJACK; end++) {
        bool hidden = end >= WALK_HIDDEN;
        int kind = hidden ? end - WALK_HIDDEN : end / WALK_CLASSES, class = hidden ? 7 : end % WALK_CLASSES;
        for (int lammer = 0; lammer < 2; lammer++) {
            boxes_hand *hand = &to->hand[end][lammer];
            hand->wins = (kind ? 2u : 1u) << 4 * class;
            hand->loses = ((lammer ? 0u : 1u) + (kind == WALK_PAID)) << 4 * class;
            hand->info = (kind == WALK_PAID ? BOXES_STAKED : 0u) + (kind == WALK_HOUSE ? BOXES_LAMMER : 0u) +
                         (class ? BOXES_NEEDS : 0u);
        }
    }
    for (int final = 0; final < WALK_DEALER_BLACKJACK; final++) {
        for (int class = 0; class < 8; class ++) {
            int total = class == 7 ? 0 : class ? class + 15 : 0, verdict = walk_verdict(walk, total, final);
            if (verdict > 0) to->wins[final] |= 0xFu << 4 * class;
            if (verdict < 0) to->loses[final] |= 0xFu << 4 * class;
        }
    }
}

static void make_rows(const walk_machine *walk, boxes_machine *to, const lm_sim_job *job, int64_t unit)
{
    for (int end = 0; end < WALK_ENDS; end++) {
        const walk_row *row = &walk->row[end];
        for (int final = 0; final < WALK_FINALS; final++)
            to->net[end][final] = (int32_t)(row->net_cents[final] / unit);
        to->info[end] = (uint32_t)(row->staked_cents / (job->bet_cents * walk->spots)) + row->hands * BOXES_HAND +
                        row->lammers * BOXES_LAMMER + row->needs * BOXES_NEEDS;
    }
}

/* The places that the machine uses, and equal rows known by their hash. */
static void take_places(maker *k)
{
    k->places = WALK_PLACES;
    while (k->places > WALK_OVER / WALK_RANKS) {
        const uint16_t *row = k->walk->next + (k->places - 1) * WALK_RANKS;
        int used = 0;
        for (int rank = 0; rank < RANKS; rank++)
            used |= row[rank];
        if (used) break;
        k->places--;
    }
    memcpy(k->to->next, k->walk->next, k->places * WALK_RANKS * sizeof *k->to->next);
    for (uint32_t i = WALK_OVER / WALK_RANKS; i < k->places; i++) {
        uint32_t at = hash_of(k->to->next + i * WALK_RANKS);
        while (k->hash[at])
            at = (at + 1) % HASHES;
        k->hash[at] = (uint16_t)(i * WALK_RANKS);
    }
}

static int64_t divisor(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return b ? divisor(b, a % b) : a;
}

/* The largest amount that divides all results, in cents. */
static int64_t unit_of(const walk_machine *walk, const lm_sim_job *job)
{
    int64_t unit = job->bet_cents;
    for (int end = 0; end < WALK_ENDS; end++) {
        for (int final = 0; final < WALK_FINALS; final++)
            unit = divisor(unit, walk->row[end].net_cents[final]);
    }
    return unit;
}

static uint32_t make_machine(boxes_machine *to, const walk_machine *walk, const lm_sim_job *job, int64_t unit)
{
    maker *k = calloc(1, sizeof *k);
    if (!k) abort();
    memset(to, 0, sizeof *to);
    k->walk = walk;
    k->to = to;
    memcpy(to->dealer, walk->dealer, sizeof to->dealer);
    memcpy(to->start, walk->start, sizeof to->start);
    memcpy(to->view, walk->view, sizeof to->view);
    take_places(k);
    make_splits(k);
    make_hands(walk, to);
    make_rows(walk, to, job, unit);
    uint32_t places = k->is_full ? 0 : k->places;
    free(k);
    return places;
}

/* Whole groups of draws that hold so many cards. */
static uint32_t whole_groups(uint32_t cards)
{
    return (cards + CUDA_A_WORD - 1) / CUDA_A_WORD;
}

/* Cards that most rounds need, or the last round of a shoe. */
static uint32_t wanted_cards(const boxes_game *g)
{
    return g->cover ? g->cover + 12 + 9 * g->boxes * g->spots : 17 * g->boxes / 5 + 2 + 8 * g->spots;
}

/* How many cards to draw from a pile: what is wanted, in whole groups. */
static uint32_t ready_cards(const boxes_game *g, uint32_t wanted)
{
    uint32_t groups = whole_groups(wanted), most = g->n / CUDA_A_WORD;
    return (groups < most ? groups : most) * CUDA_A_WORD;
}

uint32_t boxes_groups(const boxes_game *g)
{
    uint32_t groups = whole_groups(wanted_cards(g)), least = 2, most = STRAIGHT_GROUPS;
    groups = groups < least ? least : groups > most ? most : groups;
    bool exact = g->sights.is_on || groups * CUDA_A_WORD <= 16 * g->decks;
    return exact && groups * CUDA_A_WORD <= g->n ? groups : 0;
}

boxes_game boxes_with_more(const boxes_game *g, bool all)
{
    boxes_game more = *g;
    more.ready = ready_cards(g, all ? 24 * CUDA_A_WORD : wanted_cards(g) + 2 * CUDA_A_WORD);
    return more;
}

static void make_game(boxes_game *g, const walk_machine *walk, const lm_sim_job *job, int64_t unit)
{
    const lm_rules *k = job->rules;
    stack_plan cards;
    memset(g, 0, sizeof *g);
    stack_plan_decks(&cards, (int)k->decks);
    g->n = (uint32_t)cards.n;
    g->decks = (uint32_t)k->decks;
    g->boxes = job->seats;
    g->spots = walk->spots;
    g->card = (1u << 26) / g->decks + 1;
    for (uint32_t i = 0; i < g->n; i++)
        g->sorted[i / 4] |= (uint32_t)cards.sorted[i] << 8 * (i % 4);
    g->has_hole = walk->has_hole;
    g->has_reader = k->hole_card != LM_HOLE_NONE && k->hole_card != LM_HOLE_UNSEEN;
    g->takes_busted = walk->takes_busted;
    g->is_double = k->shoe == LM_SHOE_DOUBLE;
    g->red_is_b = k->red_suits == LM_RED_SIDE_B;
    g->burns = !g->is_double;
    g->burns_each_round = k->burn_each_round != 0;
    g->cover = job->dealing == LM_DEALING_SHOE ? job->cover : 0;
    g->ready = ready_cards(g, wanted_cards(g));
    g->unit = (int32_t)(job->bet_cents / unit);
    g->gives_lammers = k->free_double || k->free_split;
    g->used_words = (g->n + 31) / 32;
    boxes_set_seed(g, job->seed);
    for (uint32_t i = 0; i < BOXES_GROUPS && i * CUDA_A_WORD < g->n; i++) {
        g->product[i] = cards.product[i];
        g->threshold[i] = cards.threshold[i];
    }
}

const char *boxes_refuses(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    const char *why = walk_refuses(job);
    if (why) return why;
    if (k->surrender > LM_SURRENDER_LATE) return "it does not surrender before a dealer blackjack is known";
    if (job->count) return "it does not count cards";
    if ((why = sights_refuses(job))) return why;
    if (k->split_21_beats) return "it does not know a two-card 21 that wins ties after a split";
    if (k->round_up && job->bet_cents % k->chip_unit) return "it does not round up what even money pays";
    if (job->dealing == LM_DEALING_SHOE && k->shoe == LM_SHOE_DOUBLE) return "it deals a double shoe only fresh";
    return NULL;
}

bool boxes_make(boxes_plan *plan, const lm_sim_job *job)
{
    static walk_machine walk;
    walk_machine_make(&walk, job);
    plan->unit_cents = unit_of(&walk, job);
    make_game(&plan->game, &walk, job, plan->unit_cents);
    uint32_t places = make_machine(&plan->machine, &walk, job, plan->unit_cents);
    plan->machine_bytes = (uint32_t)(offsetof(boxes_machine, next) + places * WALK_RANKS * sizeof(uint16_t));
    return sights_open(&plan->sights, job, &walk, &plan->game.sights) && places &&
           job->bet_cents / plan->unit_cents <= 1000;
}

__extension__ typedef unsigned __int128 wide;

static void add_squares(lm_sim_wide *sum, uint64_t squares, int64_t unit)
{
    wide cents = (wide)squares * (wide)(uint64_t)(unit * unit);
    lm_sim_wide_add(sum, (lm_sim_wide){ (uint64_t)cents, (uint64_t)(cents >> 64) });
}

void boxes_tally(const boxes_plan *plan, const lm_sim_job *job, const boxes_totals *sums, lm_sim_tally *tally)
{
    lm_sim_main *main = &tally->main;
    uint64_t bet = (uint64_t)job->bet_cents * plan->game.spots, boxes = sums->rounds * plan->game.boxes;
    main->rounds += sums->rounds;
    main->initial_cents += boxes * bet;
    main->staked_cents += sums->staked * bet;
    main->net_cents += sums->net * plan->unit_cents;
    add_squares(&main->seat_squares, sums->seat_squares, plan->unit_cents);
    add_squares(&main->round_squares, plan->game.boxes > 1 ? sums->round_squares : sums->seat_squares,
                plan->unit_cents);
    main->win += sums->wins;
    main->lose += sums->loses;
    main->push += boxes - sums->wins - sums->loses;
    main->hands += sums->hands;
    if (!plan->game.gives_lammers) main->lammers[0] += boxes;
    for (int i = 0; i < LM_SIM_LAMMERS; i++)
        main->lammers[i] += sums->lammers[i];
}

static void take_wide(lm_sim_wide *from, lm_sim_wide part)
{
    from->high -= part.high + (from->low < part.low);
    from->low -= part.low;
}

/* Words of a tally are sums, but for squares, which have two words each. */
void boxes_subtract(lm_sim_tally *whole, const lm_sim_tally *part)
{
    lm_sim_tally left = *whole;
    uint64_t *word = (uint64_t *)&left;
    const uint64_t *less = (const uint64_t *)part;
    for (int i = 0; i < TALLY_WORDS; i++)
        word[i] -= less[i];
    take_wide(&whole->main.seat_squares, part->main.seat_squares);
    take_wide(&whole->main.round_squares, part->main.round_squares);
    left.main.seat_squares = whole->main.seat_squares;
    left.main.round_squares = whole->main.round_squares;
    for (int i = 0; i < LM_SIM_WAGERS; i++) {
        take_wide(&whole->wager[i].squares, part->wager[i].squares);
        left.wager[i].squares = whole->wager[i].squares;
    }
    *whole = left;
}
