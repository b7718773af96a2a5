/* ride.c - see behind.h. */
#include "behind.h"

#ifndef ODDS_EXACT

/* Where the walk through the tree stands: the courses that go on like this, and the hands that carry the wager. */
typedef struct {
    int from, to, step, played;
    unsigned done, waiting; /* hands that are played, and those whose turn comes (bit 0 is the next), as bit sets */
} ride_at;

static bool is_split_at(const ride_tree *t, int course, int step)
{
    return t->courses.course[course].steps >> step & 1;
}

/* The courses that split here come before those that do not. */
static int middle_of(const ride_tree *t, const ride_at *at)
{
    int i = at->from;
    while (i < at->to && is_split_at(t, i, at->step))
        i++;
    return i;
}

static ride_at after_play(const ride_tree *t, const ride_at *at)
{
    ride_at next = *at;
    next.from = middle_of(t, at);
    next.done |= (at->waiting & 1) << at->played;
    next.waiting >>= 1;
    next.played++;
    next.step++;
    return next;
}

/* `hands`: which of the two hands carries the wager. */
static ride_at after_split(const ride_tree *t, const ride_at *at, unsigned hands)
{
    ride_at next = *at;
    next.to = middle_of(t, at);
    next.waiting = at->waiting >> 1 << 2 | hands;
    next.step++;
    return next;
}

static ride_at first_split(const ride_tree *t, unsigned hands)
{
    return (ride_at){ .to = t->courses.n, .waiting = hands };
}

static const unsigned hands_of[] = { [LM_RIDE_LEFT] = 1, [LM_RIDE_RIGHT] = 2, [LM_RIDE_BOTH] = 3 };

/* A bit for each ride that the bettor may choose: a free split moves no wager (MFB-9(b)(2)(ii)). */
static unsigned rides_allowed(const ride_tree *t, int splits)
{
    if (terms_free_split(&t->g->rules, t->value, splits)) return 1u << LM_RIDE_LEFT;
    switch (t->riding) {
    case LM_RIDING_BOTH: return 1u << LM_RIDE_BOTH;
    case LM_RIDING_LEFT: return 1u << LM_RIDE_LEFT;
    case LM_RIDING_RIGHT: return 1u << LM_RIDE_RIGHT;
    default: return 1u << LM_RIDE_LEFT | 1u << LM_RIDE_RIGHT | 1u << LM_RIDE_BOTH;
    }
}

static lm_real go_on(const ride_tree *t, ride_at at);

/* Chooses where the wager rides when the next hand is split; `at` NULL: at the first split. */
static lm_ride choose(const ride_tree *t, const ride_at *at, lm_real *value)
{
    lm_ride best = LM_RIDE_LEFT;
    bool found = false;
    unsigned allowed = rides_allowed(t, at ? 1 + at->step - at->played : 0);
    for (lm_ride ride = LM_RIDE_LEFT; ride <= LM_RIDE_BOTH; ride++) {
        if (!(allowed >> ride & 1)) continue;
        lm_real x = go_on(t, at ? after_split(t, at, hands_of[ride]) : first_split(t, hands_of[ride]));
        if (found && !beats(x, *value)) continue;
        *value = x;
        best = ride;
        found = true;
    }
    return best;
}

static lm_real go_on(const ride_tree *t, ride_at at)
{
    const split_course *course = &t->courses.course[at.from];
    if (at.step == course->hands + course->pairs) return t->worth[at.from][at.done];
    int middle = middle_of(t, &at);
    lm_real sum = 0, split = 0;
    if (middle > at.from) {
        if (at.waiting & 1)
            choose(t, &at, &split);
        else
            split = go_on(t, after_split(t, &at, 0));
        sum += split;
    }
    return middle < at.to ? sum + go_on(t, after_play(t, &at)) : sum;
}

lm_real ride_tree_value(const ride_tree *t, lm_ride *first, lm_ride *later)
{
    lm_real value = 0, ignored;
    *first = *later = choose(t, NULL, &value);
    ride_at at = first_split(t, hands_of[*first]);
    if (at.waiting & 1 && middle_of(t, &at) > at.from) *later = choose(t, &at, &ignored);
    return value;
}

/* Courses in which the same cards come are worth the same in any order, so any course that comes to such a box will
 * do. */
lm_ride ride_tree_choice(const ride_tree *t, int hands, int at, unsigned chips)
{
    lm_real ignored;
    int step = hands - 2 + at;
    const unsigned before = (1u << (step > 0 ? step : 0)) - 1;
    if (hands < 2) return choose(t, NULL, &ignored);
    for (int i = 0; i < t->courses.n; i++) {
        unsigned steps = t->courses.course[i].steps;
        if (__builtin_popcount(steps & before) != hands - 2 || !is_split_at(t, i, step)) continue;
        ride_at here = { i, i + 1, step, at, chips & ((1u << at) - 1), chips >> at };
        while (here.to < t->courses.n && (t->courses.course[here.to].steps & before) == (steps & before))
            here.to++;
        return choose(t, &here, &ignored);
    }
    return LM_RIDE_LEFT; /* the decider does not split here */
}

/* --- what a course is worth */

/* Tenths that a late dealer blackjack takes from these hands beyond the original wager, as split_cost counts it for the
 * whole box. */
static lm_real late_cost(lm_game *g, const column *c, const split_course *course, unsigned hands)
{
    lm_real cost = 0;
    bool all = terms_takes_all(&g->rules), plus_one = g->rules.dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE;
    for (int h = 0; h < course->hands; h++) {
        if (hands >> h & 1) cost += split_hand_of(g, c, course, h, all ? split_all_chips : split_busted_chips);
    }
    lm_real blackjack = joint_chance(g, c, course, 0, HOLE_BLACKJACK);
    if (all) return TENTHS * (cost - blackjack);
    if (!plus_one) return TENTHS * (cost + joint_chance(g, c, course, hands, HOLE_BLACKJACK) - blackjack);
    for (unsigned some = 0; some < 1u << course->hands; some++) {
        if (some & ~hands) continue;
        lm_real x = joint_chance(g, c, course, some, HOLE_BLACKJACK);
        cost -= __builtin_parity(some) ? -x : x;
    }
    return TENTHS * cost;
}

static void value_course(ride_tree *t, lm_game *g, const column *c, int i, bool late)
{
    const split_course *course = &t->courses.course[i];
    lm_real hand[SPLIT_HANDS] = { 0 };
    unsigned own = 0;
    for (int h = 0; h < course->hands; h++) {
        if (course->staked[h] != LM_STAKED_CHIPS) continue;
        own |= 1u << h;
        hand[h] = split_hand_of(g, c, course, h, split_worth);
    }
    for (unsigned hands = 0; hands < 1u << SPLIT_HANDS; hands++) {
        t->worth[i][hands] = 0;
        if (hands & ~own || !hands) continue;
        for (int h = 0; h < course->hands; h++)
            t->worth[i][hands] += hands >> h & 1 ? hand[h] : 0;
        if (late) t->worth[i][hands] -= late_cost(g, c, course, hands);
    }
}

void ride_tree_make(ride_tree *t, lm_game *g, const column *c, const policy *p, int value, lm_riding riding)
{
    bool late = c->blackjack_value && !terms_peek(&g->rules);
    bool plus_one = g->rules.dealer_bj_takes == LM_BJ_TAKES_BUSTED_PLUS_ONE;
    t->g = g;
    t->value = value;
    t->riding = riding;
    split_courses_make(&g->rules, value, LM_STAKED_CHIPS, split_again_by(p, hands_pair(&g->hands, value)), &t->courses);
    split_study_begin(g, c, value, p);
    if (late) joint_lists(g, plus_one ? TOGETHER_CHIPS_LIVE : TOGETHER_NOTHING_LOST);
    for (int i = 0; i < t->courses.n; i++)
        value_course(t, g, c, i, late);
}

#endif
