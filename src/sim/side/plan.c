/* plan.c - sorts the wagers of a job by what they declare to read, and keeps plans for those who share them. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"

static bool same_outcomes(const lm_outcomes *a, const lm_outcomes *b)
{
    return a->n == b->n && memcmp(a->which, b->which, a->n) == 0;
}

static uint8_t best_of(const lm_outcomes *found)
{
    uint8_t best = 0;
    for (int i = 0; i < found->n; i++)
        best = found->which[i] > best ? found->which[i] : best;
    return best;
}

static bool is_special_outcome(const lm_sim_job *job, const lm_offer *offer, uint8_t outcome)
{
    const lm_wager *wager = offer->wager;
    bool capped = wager->cap_rule && job->rules->value[wager->cap_rule] && outcome == wager->capped_outcome;
    bool shared = wager->others == LM_OTHER_BETTORS && wager->paytables[offer->paytable].others_dollars[outcome];
    return capped || shared || wager->amount_is_shown || offer->pays[outcome].form == LM_PERCENT;
}

bool side_is_special(const lm_sim_job *job, const lm_meters *meters, int offer, const lm_outcomes *found)
{
    int game = lm_meters_game(meters, LM_SIDE + offer);
    if (game >= 0 && meters->game[game].fixed_from_meter && found->n) return true;
    for (int i = 0; i < found->n; i++) {
        if (is_special_outcome(job, &job->rules->offer[offer], found->which[i])) return true;
    }
    return false;
}

uint8_t side_code(side_maker *maker, int offer, const lm_outcomes *found)
{
    side_plan *plan = maker->plan;
    side_question question = side_question_of(maker->job, offer);
    if (side_is_special(maker->job, &maker->meters, offer, found)) return SIDE_ASK;
    int code = 0;
    while (code < plan->results[offer] && !same_outcomes(&plan->result[offer][code].found, found))
        code++;
    if (code == SIDE_CODES) return SIDE_ASK;
    if (code == plan->results[offer]) {
        plan->results[offer]++;
        plan->result[offer][code] =
            (side_result){ .net_cents = side_net(&question, &maker->job->rules->offer[offer], found),
                           .outcome = best_of(found),
                           .found = *found };
    }
    return (uint8_t)code;
}

uint8_t side_code_of(side_maker *maker, int offer, const side_facts *facts)
{
    lm_outcomes found;
    side_question question = side_question_of(maker->job, offer);
    int window = side_decide(&question, facts, &found);
    return window == SIDE_UNDECIDED ? SIDE_ASK : side_code(maker, offer, &found);
}

/* --- wagers that outlive a round ------------------------------------------------------------------------------ */

static void fill_steps(side_maker *maker, int offer)
{
    side_question question = side_question_of(maker->job, offer);
    side_facts facts = { .n_first = 2, .n_main = 2, .n_dealer = 2 };
    for (uint8_t carry = 0; carry < SIDE_CARRIES; carry++) {
        for (uint8_t won = 0; won < SIDE_HANDS; won++) {
            for (uint8_t lost = 0; lost < SIDE_HANDS; lost++) {
                lm_outcomes found;
                question.carry = carry;
                facts.won = won;
                facts.lost = lost;
                bool waits = side_decide(&question, &facts, &found) == SIDE_UNDECIDED;
                maker->plan->step[offer][carry][won][lost] =
                    waits ? (side_step){ .carry = found.carry }
                          : (side_step){ .decided = (uint8_t)(side_code(maker, offer, &found) + 1) };
            }
        }
    }
}

/* --- the plan --------------------------------------------------------------------------------------------------- */

static void sort_offer(side_maker *maker, int offer)
{
    enum {
        BOX = LM_READS_FIRST | LM_READS_THIRD | LM_READS_RUN | LM_READS_UP,
        END = LM_READS_DEALER | LM_READS_DEALER_TOTAL | LM_READS_LAMMERS | LM_READS_TOTAL,
    };
    side_plan *plan = maker->plan;
    const lm_wager *wager = maker->job->rules->offer[offer].wager;
    unsigned reads = lm_wager_reads(wager, maker->job->rules);
    uint16_t bit = (uint16_t)(1u << offer);
    bool box = reads & BOX, end = reads & END;
    plan->laid |= bit;
    plan->stake_cents[offer] = maker->job->stake_cents[offer];
    if (wager->carries) {
        plan->carried |= bit;
        if (wager->once_open) plan->once_open |= bit;
    } else if (reads & LM_READS_RESULTS || (box && end)) {
        plan->always |= bit;
    } else if (end || (!box && reads & LM_READS_BLACKJACK)) {
        *(wager->window == LM_AFTER_ALL ? &plan->by_last : &plan->by_end) |= bit;
    } else {
        plan->by_deal |= bit;
    }
    plan->completes |= wager->needs == LM_NEEDS_COMPLETE;
}

/* Whether an award of the wager concerns other boxes. */
static bool is_shared(const lm_sim_job *job, const lm_offer *offer)
{
    const lm_wager *wager = offer->wager;
    bool shared = wager->cap_rule && job->rules->value[wager->cap_rule];
    for (int row = 0; row < LM_OUTCOMES; row++)
        shared |= wager->others == LM_OTHER_BETTORS && wager->paytables[offer->paytable].others_dollars[row];
    return shared;
}

static void look_at_prizes(side_maker *maker, int offer)
{
    side_plan *plan = maker->plan;
    const lm_offer *offered = &maker->job->rules->offer[offer];
    for (int row = 0; row < LM_OUTCOMES; row++)
        plan->has_meters |= offered->pays[row].form == LM_PERCENT;
    if (is_shared(maker->job, offered)) plan->shared = (uint16_t)(plan->shared | 1u << offer);
    int game = lm_meters_game(&maker->meters, LM_SIDE + offer);
    if (game >= 0) {
        const lm_progressive *g = &maker->meters.game[game];
        plan->notes |= maker->meters.meter[g->first + g->n - 1].kind == LM_METER_MUST_HIT;
    }
    plan->notes |= plan->shared != 0;
}

static void fill_plan(side_maker *maker)
{
    side_plan *plan = maker->plan;
    const lm_sim_job *job = maker->job;
    lm_meters_open(&maker->meters, job->rules, 1);
    for (int i = 0; i < job->rules->offers; i++) {
        if (!job->stake_cents[i]) continue;
        sort_offer(maker, i);
        look_at_prizes(maker, i);
    }
    side_choose_answers(plan, job);
    for (int i = 0; i < job->rules->offers; i++) {
        if (plan->carried >> i & 1) fill_steps(maker, i);
        if ((plan->by_end | plan->by_last) >> i & 1) side_fill_end(maker, i);
    }
    side_fill_deal(maker);
}

/* --- sharing ---------------------------------------------------------------------------------------------------- */

/* What a plan depends on. */
typedef struct {
    uint64_t rules_hash;
    lm_cents bet_cents, stake_cents[LM_OFFERS];
} plan_key;

typedef struct shared_plan {
    side_plan plan; /* first, so that a plan's address is its keeper's */
    plan_key key;
    int users;
} shared_plan;

static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;
static shared_plan *kept; /* the last one */

static plan_key key_of(const lm_sim_job *job)
{
    plan_key key;
    memset(&key, 0, sizeof key);
    key.rules_hash = job->rules->hash;
    key.bet_cents = job->bet_cents;
    memcpy(key.stake_cents, job->stake_cents, sizeof key.stake_cents);
    return key;
}

static shared_plan *make_plan(const lm_sim_job *job, plan_key key)
{
    shared_plan *shared = calloc(1, sizeof *shared);
    side_maker *maker = calloc(1, sizeof *maker);
    if (!shared || !maker) abort();
    maker->job = job;
    maker->plan = &shared->plan;
    shared->key = key;
    fill_plan(maker);
    free(maker);
    return shared;
}

side_plan *side_plan_join(const lm_sim_job *job)
{
    plan_key key = key_of(job);
    pthread_mutex_lock(&keeping);
    if (!kept || memcmp(&kept->key, &key, sizeof key) != 0) {
        if (kept && !kept->users) free(kept);
        kept = make_plan(job, key);
    }
    kept->users++;
    shared_plan *joined = kept;
    pthread_mutex_unlock(&keeping);
    return &joined->plan;
}

void side_plan_leave(side_plan *plan)
{
    shared_plan *left = (shared_plan *)plan;
    pthread_mutex_lock(&keeping);
    if (--left->users == 0 && left != kept) free(left);
    pthread_mutex_unlock(&keeping);
}
