/* sights.c - see sights_plan.h. */
#include "sights_plan.h"

#include <stdlib.h>
#include <string.h>

#include "lammer/meter.h"
#include "side/ask.h"
#include "side/plan.h"
#include "tally.h"

_Static_assert((int)SIGHTS_ENDS == (int)SIDE_DEALERS, "ends are counted as in side.h");

enum {
    BOX = LM_READS_FIRST | LM_READS_THIRD | LM_READS_RUN | LM_READS_UP,
    END = LM_READS_DEALER | LM_READS_DEALER_TOTAL | LM_READS_LAMMERS | LM_READS_TOTAL,
    LEAST_SUITED = 18, /* no dealer draws to more than soft 17, so such a hand is final */
};

static const char *offer_fault(const lm_sim_job *job, int offer)
{
    const lm_offer *offered = &job->rules->offer[offer];
    const lm_wager *wager = offered->wager;
    unsigned reads = lm_wager_reads(wager, job->rules);
    for (int row = 0; row < LM_OUTCOMES; row++) {
        if (offered->pays[row].form == LM_PERCENT) return "it does not keep meters";
    }
    if (wager->carries) return "it does not know wagers that outlive a round";
    if (wager->amount_is_shown) return "it does not draw what a display shows";
    if (reads & LM_READS_RESULTS || (reads & BOX && reads & END)) return "it does not know all that a wager reads";
    return wager->suited_totals % (1u << LEAST_SUITED) ? "it does not know all that a wager reads" : NULL;
}

bool sights_wanted(const lm_sim_job *job)
{
    return job->insures || walk_has_wagers(job);
}

const char *sights_refuses(const lm_sim_job *job)
{
    const char *why = NULL;
    for (int i = 0; i < job->rules->offers && !why; i++)
        why = job->stake_cents[i] ? offer_fault(job, i) : NULL;
    return why;
}

/* --- tables --------------------------------------------------------------------------------------------------- */

static bool reads(const sights_plan *plan, unsigned offers, unsigned what)
{
    for (; offers; offers &= offers - 1) {
        const lm_rules *k = plan->job->rules;
        if (lm_wager_reads(k->offer[__builtin_ctz(offers)].wager, k) & what) return true;
    }
    return false;
}

static unsigned offers_by_end(const side_plan *side, int last)
{
    unsigned all = side->by_end | (side->completes ? 0u : side->by_last);
    return last ? side->by_last & ~all : all;
}

static bool shows_suits(const sights_plan *plan, unsigned offers)
{
    for (; offers; offers &= offers - 1) {
        if (plan->job->rules->offer[__builtin_ctz(offers)].wager->suited_totals) return true;
    }
    return false;
}

static uint8_t flags_of(const side_plan *side, const side_cell *cell)
{
    return (uint8_t)(walk_needs_of(cell->needs) | (cell->draws ? SIGHT_DRAWS : 0) | (cell->ask ? SIGHT_ASKS : 0) |
                     (cell->ask_blackjack ? SIGHT_ASKS_BLACKJACK : 0) |
                     ((cell->ask | cell->ask_blackjack) & side->shared ? SIGHT_IS_SHARED : 0));
}

static lm_cents insured_cents(const lm_sim_job *job)
{
    const lm_rules *k = job->rules;
    lm_cents half = job->bet_cents / 2;
    bool offered = job->insures && k->insurance && !k->late_insurance && k->hole_card != LM_HOLE_FACE_UP;
    return offered ? half - half % lm_rules_step(k) : 0;
}

/* Whether the box with this deal takes insurance: the up card is an ace. */
static bool is_insured(const lm_sim_job *job, int deal)
{
    return lm_rank((lm_card)(deal % LM_CARDS)) == LM_ACE && insured_cents(job);
}

static void fill_tables(sights_plan *plan, const walk_machine *walk)
{
    const side_plan *side = plan->side;
    for (int i = 0; i < SIGHTS_DEALS; i++) {
        uint8_t flags = flags_of(side, &side->cell[side->deal[i]]);
        bool more = is_insured(plan->job, i) && (flags & SIGHT_NEEDS) < WALK_NEEDS_SECOND;
        plan->tables.deal[i] = (uint8_t)(flags + (more ? WALK_NEEDS_SECOND - (flags & SIGHT_NEEDS) : 0));
    }
    memcpy(plan->tables.forced, walk->forced, sizeof plan->tables.forced);
    for (int last = 0; last < 2; last++) {
        unsigned offers = offers_by_end(side, last);
        for (int end = 0; end < SIGHTS_ENDS; end++) {
            unsigned asked = side->ask_end[last][end * LM_SIM_LAMMERS] & offers;
            plan->tables.values[last * SIGHTS_ENDS + end] = reads(plan, asked, LM_READS_DEALER);
        }
    }
}

/* How many counters ends need before copies. */
static uint32_t end_counters(const sights_game *g)
{
    return SIGHTS_ENDS * (g->natural ? 2u : 1u) * (g->pattern ? (uint32_t)SIGHT_PATTERNS : 1u) *
           (g->lammers ? (uint32_t)LM_SIM_LAMMERS : 1u) * (g->total ? 32u : 1u);
}

static bool fill_game(const sights_plan *plan, sights_game *g)
{
    const side_plan *side = plan->side;
    unsigned main = offers_by_end(side, 0), last = offers_by_end(side, 1), all = main | last;
    *g = (sights_game){ .is_on = 1,
                        .third = side->needs == LM_NEEDS_THIRD,
                        .completes = side->completes,
                        .ends = main != 0,
                        .lasts = last != 0,
                        .values = (reads(plan, main, LM_READS_DEALER) ? 1u : 0u) |
                                  (reads(plan, last, LM_READS_DEALER) ? 2u : 0u),
                        .natural = reads(plan, all, LM_READS_NATURAL),
                        .pattern = shows_suits(plan, all),
                        .lammers = reads(plan, all, LM_READS_LAMMERS),
                        .total = reads(plan, all, LM_READS_TOTAL),
                        .shared = side->shared != 0,
                        .copies = 1024 };
    while (g->copies > 1 && end_counters(g) * g->copies > SIGHTS_END_ROOM)
        g->copies /= 2;
    return !side->always && end_counters(g) * g->copies <= SIGHTS_END_ROOM;
}

bool sights_open(sights_plan *plan, const lm_sim_job *job, const walk_machine *walk, sights_game *game)
{
    memset(game, 0, sizeof *game);
    game->copies = 1;
    plan->job = job;
    plan->side = NULL;
    if (!sights_wanted(job)) return true;
    plan->side = side_plan_join(job);
    fill_tables(plan, walk);
    return fill_game(plan, game);
}

void sights_close(sights_plan *plan)
{
    if (plan->side) side_plan_leave(plan->side);
    plan->side = NULL;
}

/* --- tallies -------------------------------------------------------------------------------------------------- */

/* An award that would be shared with others, were there any: it is limited like the sum of all. */
static lm_cents limited(const lm_sim_job *job, const lm_offer *offer, const side_asked *asked, lm_cents stake)
{
    const lm_wager *wager = offer->wager;
    lm_cents cap = wager->cap_rule ? job->rules->value[wager->cap_rule] : 0, share = asked->net_cents;
    if (!cap || asked->outcome != wager->capped_outcome) return share;
    lm_cents due = lm_odds_net(offer->pays[asked->outcome], stake, tally_chip(job->rules));
    lm_share_capped(cap, &due, &stake, 1, &share);
    return share;
}

static void ask(const sights_plan *plan, int offer, const side_facts *facts, uint64_t n, lm_sim_tally *tally)
{
    const lm_sim_job *job = plan->job;
    side_question question = side_question_of(job, offer);
    side_asked asked = { 0 };
    if (side_decide(&question, facts, &asked.found) == SIDE_UNDECIDED) return;
    for (int i = 0; i < asked.found.n; i++)
        asked.outcome = asked.found.which[i] > asked.outcome ? asked.found.which[i] : asked.outcome;
    asked.net_cents = side_net(&question, &job->rules->offer[offer], &asked.found);
    lm_cents net = limited(job, &job->rules->offer[offer], &asked, question.stake_cents);
    tally_bets(&tally->wager[offer], question.stake_cents, net, asked.outcome, n);
}

static void tally_deals(const sights_plan *plan, const sights_memory *seen, lm_sim_tally *tally)
{
    const side_plan *side = plan->side;
    uint64_t insured[2] = { 0, 0 };
    side_counts *counts = calloc(1, sizeof *counts);
    if (!counts) abort();
    for (int blackjack = 0; blackjack < 2; blackjack++) {
        for (int i = 0; i < SIGHTS_DEALS; i++) {
            uint32_t n = seen->by_deal[blackjack * SIGHTS_DEALS + i];
            counts->deal[blackjack][side->deal[i]] += n;
            if (is_insured(plan->job, i)) insured[blackjack] += n;
        }
    }
    side_tally(side, counts, tally);
    free(counts);
    lm_cents stake = insured_cents(plan->job);
    for (int won = 0; won < 2; won++) {
        if (insured[won])
            tally_bets(&tally->wager[LM_SIM_INSURANCE], stake, won ? 2 * stake : -stake, won, insured[won]);
    }
}

/* A dealer's hand and a box beside it. */
typedef struct {
    uint32_t end, natural, pattern, lammers, total;
    uint64_t values; /* of the dealer's cards, KEY_VALUE bits each; 0: any of this number and total */
} end_sight;

static void show_dealer(const end_sight *s, side_facts *f)
{
    static const int other_suit[SIGHT_PATTERNS] = { [SIGHT_MIXED] = 1, [SIGHT_COLOUR] = 3, [SIGHT_SUIT] = 0 };
    int n = s->end ? (int)((s->end - 1) / SIDE_END_TOTALS + 1) : 2, total = (int)((s->end - 1) % SIDE_END_TOTALS);
    if (s->values) {
        for (int i = 0; i < n; i++)
            f->dealer[i] = lm_card_make((int)(s->values >> i * KEY_VALUE & 15) - 1, 0);
    } else if (!s->end) {
        f->dealer[0] = lm_card_make(LM_ACE, 0);
        f->dealer[1] = lm_card_make(LM_TEN, 0);
    } else if (n == 1) {
        f->dealer[0] = lm_card_make(total == 11 ? LM_ACE : total - 1, 0);
    } else {
        lm_view_plain_hand(f->dealer, n, total);
    }
    for (int i = 1; i < n; i += 2)
        f->dealer[i] = lm_card_make(lm_rank(f->dealer[i]), other_suit[s->pattern]);
    f->n_dealer = f->n_main = (uint8_t)n;
}

static side_facts facts_of_end(const end_sight *s)
{
    side_facts f = { .first = { lm_card_make(s->natural ? LM_ACE : LM_KING, 0), lm_card_make(LM_KING, 0) },
                     .n_first = 2,
                     .original_total = (uint8_t)s->total,
                     .lammers = (uint8_t)s->lammers };
    show_dealer(s, &f);
    return f;
}

/* Adds the wagers of boxes that the end decides: from the table, or where that does not know by asking. */
static void tally_end(const sights_plan *plan, const end_sight *s, int last, uint64_t n, lm_sim_tally *tally)
{
    const side_plan *side = plan->side;
    unsigned at = s->end * LM_SIM_LAMMERS + s->lammers;
    side_facts facts = facts_of_end(s);
    for (unsigned left = offers_by_end(side, last); left; left &= left - 1) {
        int offer = __builtin_ctz(left);
        bool asks = side->ask_end[last][at] >> offer & 1, by_values = reads(plan, left & -left, LM_READS_DEALER);
        const side_result *result = &side->result[offer][asks ? 0 : side->end_code[offer][at]];
        if (!asks && !s->values) {
            tally_bets(&tally->wager[offer], side->stake_cents[offer], result->net_cents, result->outcome, n);
        } else if (asks && by_values == (s->values != 0)) {
            ask(plan, offer, &facts, n, tally);
        }
    }
}

static uint32_t take_digit(uint32_t *number, uint32_t digits, bool is_there, uint32_t otherwise)
{
    if (!is_there) return otherwise;
    uint32_t digit = *number % digits;
    *number /= digits;
    return digit;
}

static void tally_ends(const sights_plan *plan, const sights_game *g, const uint32_t *counters, int last,
                       lm_sim_tally *tally)
{
    for (uint32_t i = 0; i < end_counters(g); i++) {
        uint64_t n = 0;
        for (uint32_t copy = 0; copy < g->copies; copy++)
            n += counters[i * g->copies + copy];
        if (!n) continue;
        end_sight s = { 0 };
        uint32_t number = i;
        s.total = take_digit(&number, 32, g->total, 20);
        s.lammers = take_digit(&number, LM_SIM_LAMMERS, g->lammers, 0);
        s.pattern = take_digit(&number, SIGHT_PATTERNS, g->pattern, SIGHT_SUIT);
        s.natural = take_digit(&number, 2, g->natural, 0);
        s.end = number;
        tally_end(plan, &s, last, n, tally);
    }
}

static uint32_t part(uint64_t key, int shift, int bits)
{
    return (uint32_t)(key >> shift & ((1u << bits) - 1));
}

static void tally_dealer_key(const sights_plan *plan, uint64_t key, uint32_t n, lm_sim_tally *tally)
{
    uint64_t without_marks = key & (((uint64_t)1 << KEY_OF_DEALER) - 1);
    end_sight s = { .end = part(key, 0, 9),
                    .pattern = part(key, KEY_PATTERN, 2),
                    .natural = part(key, KEY_NATURAL, 1),
                    .total = 20,
                    .values = without_marks >> KEY_VALUES };
    tally_end(plan, &s, (int)part(key, KEY_LAST, 1), n, tally);
}

static void tally_box_key(const sights_plan *plan, uint64_t key, uint32_t n, lm_sim_tally *tally)
{
    side_facts f = { .n_first = (uint8_t)part(key, KEY_FIRSTS, 3),
                     .split = part(key, KEY_SPLIT, 1),
                     .busted = part(key, KEY_BUSTED, 1),
                     .dealer = { (lm_card)part(key, KEY_UP, KEY_CARD), lm_card_make(4, 0) } };
    bool blackjack = part(key, KEY_BLACKJACK, 1), alone = part(key, KEY_ALONE, 1);
    for (int i = 0; i < f.n_first; i++)
        f.first[i] = (lm_card)part(key, i * KEY_CARD, KEY_CARD);
    if (blackjack) f.dealer[1] = (lm_card)part(key, KEY_SECOND, KEY_CARD);
    f.n_dealer = f.n_main = alone ? 1 : 2;
    const side_cell *cell = &plan->side->cell[side_deal(plan->side, f.first[0], f.first[1], f.dealer[0])];
    for (unsigned left = cell->ask | (blackjack ? cell->ask_blackjack : 0u); left; left &= left - 1)
        ask(plan, __builtin_ctz(left), &f, n, tally);
}

bool sights_tally(const sights_plan *plan, const sights_game *g, const sights_memory *seen, lm_sim_tally *tally)
{
    if (seen->is_full) return false;
    tally_deals(plan, seen, tally);
    if (g->ends) tally_ends(plan, g, seen->by_end[0], 0, tally);
    if (g->lasts) tally_ends(plan, g, seen->by_end[1], 1, tally);
    for (int i = 0; i < SIGHTS_KEYS; i++) {
        uint64_t key = seen->key[i];
        if (!key) continue;
        if (key >> KEY_OF_DEALER & 1) {
            tally_dealer_key(plan, key, seen->keyed[i], tally);
        } else {
            tally_box_key(plan, key, seen->keyed[i], tally);
        }
    }
    return true;
}
