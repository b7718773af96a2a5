/* counts.c - what lanes bet, by their count, and what they insure. */
#include "count.h"
#include "walk.h"

static lm_cents half_of(const lm_sim_job *job)
{
    lm_cents half = job->bet_cents / 2;
    return half - half % lm_rules_step(job->rules);
}

/* The bets of one step: the job with another bet, as all amounts are rounded by themselves. */
static void make_step(walk_bets *bets, const walk_machine *m, int step, int units)
{
    lm_sim_job job = *bets->job;
    bets->watches[step] = units == 0;
    job.bet_cents *= units ? units : 1;
    bets->bet_cents[step] = job.bet_cents;
    bets->insured_cents[step] = half_of(&job);
    walk_rows_make(m, &job, bets->row[step]);
}

void walk_bets_make(walk_bets *bets, const walk_machine *m, const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    bool offered = k->insurance && !k->late_insurance && k->hole_card != LM_HOLE_FACE_UP;
    *bets = (walk_bets){ .job = job, .count = job->count };
    bets->insures = offered && (job->insures || (job->count && job->count->insures));
    if (!job->count) {
        make_step(bets, m, 0, 1);
        return;
    }
    for (lm_card card = 0; card < LM_CARDS; card++)
        bets->tag[lm_rank(card) | lm_suit(card) << WALK_SUIT_SHIFT] = job->count->tag[card];
    for (int step = 0; step < count_steps(job->count); step++)
        make_step(bets, m, step, count_units(job->count, step));
}

int walk_bets_start(const walk_bets *bets)
{
    return bets->count ? bets->count->start * (int)bets->job->rules->decks : 0;
}

int walk_tags(const walk_lanes *l, int lane, uint32_t at)
{
    int sum = 0;
    for (uint32_t i = l->dealt[lane]; i < at; i += l->stride)
        sum += l->bets->tag[l->cards[i] % WALK_CARDS];
    return sum;
}

/* Cards that lie face down have left the shoe, but are not seen. */
int walk_count_now(const walk_machine *m, const walk_lanes *l, int lane, uint32_t at)
{
    int running = l->running[lane] + walk_tags(l, lane, at) - l->hidden[lane];
    int left = l->unseen[lane] - (int)((at - l->dealt[lane]) / l->stride) + l->downs[lane];
    if (m->hides_hole) {
        running -= l->bets->tag[l->cards[l->dealt[lane] + (2u * m->boxes + 1) * l->stride] % WALK_CARDS];
        left++;
    }
    return count_of(l->bets->count, running, left);
}

/* Insurance on a bust hand needs the dealer's second card as well. */
void walk_insure(const walk_machine *m, walk_lanes *l)
{
    const lm_count *count = l->bets->count;
    bool always = l->bets->job->insures;
    for (int i = 0; i < l->n; i++) {
        l->insured[i] = false;
        if (l->two[i] >> 4 != LM_ACE || !l->bets->insured_cents[l->step[i]]) continue;
        l->insured[i] = always || walk_count_now(m, l, i, l->at[i]) >= count->insure_from;
        if (l->insured[i] && l->first_needs[i] < WALK_NEEDS_SECOND) l->first_needs[i] = WALK_NEEDS_SECOND;
    }
}

/* The one card of a doubled hand that was not split lies face down. */
void walk_hide_doubles(walk_lanes *l, int box)
{
    for (int i = 0; i < l->n; i++) {
        unsigned end = l->end[box][i];
        if (end < WALK_PAID * WALK_CLASSES || end >= WALK_BLACKJACK) continue;
        l->downs[i]++;
        l->hidden[i] += l->bets->tag[l->cards[l->at[i] - l->stride] % WALK_CARDS];
    }
}
