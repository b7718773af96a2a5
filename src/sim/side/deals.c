/* deals.c - the table by the first two cards of a box and the dealer's up card: one cell for all wagers together. */
#include <string.h>

#include "plan.h"

/* What a deal decides about one wager. */
typedef struct {
    uint8_t code, needs;
    bool ask_blackjack, draws;
} verdict;

typedef struct {
    side_maker *maker;
    int offer;
    const lm_wager *wager;
    unsigned reads;
    bool open; /* the dealer's second card is dealt face up */
} dealing;

/* A code for all facts that were merged, or SIDE_ASK. */
static uint8_t merge(uint8_t code, uint8_t more)
{
    return code == more ? code : SIDE_ASK;
}

static uint8_t vary_end(const dealing *d, side_facts *facts, uint8_t code)
{
    for (int way = 0; way < 4 && code != SIDE_ASK; way++) {
        facts->split = way & 1;
        facts->busted = way >> 1;
        code = merge(code, side_code_of(d->maker, d->offer, facts));
    }
    return code;
}

/* Against a blackjack that is seen before the boxes play, a box draws one card at most. */
static uint8_t vary_offered(const dealing *d, side_facts facts)
{
    uint8_t code = side_code_of(d->maker, d->offer, &facts);
    if (!(d->reads & (LM_READS_THIRD | LM_READS_RUN))) return code;
    facts.n_first = 3;
    for (facts.first[2] = 0; facts.first[2] < LM_CARDS && code != SIDE_ASK; facts.first[2]++)
        code = merge(code, side_code_of(d->maker, d->offer, &facts));
    return code;
}

/* All plays of the box, as far as the wager can tell them apart. */
static uint8_t vary_play(const dealing *d, side_facts facts)
{
    facts.n_first = 2;
    uint8_t code = side_code_of(d->maker, d->offer, &facts);
    if (!(d->reads & (LM_READS_THIRD | LM_READS_RUN))) return code;
    bool pair = lm_rank(facts.first[0]) == lm_rank(facts.first[1]);
    lm_card thirds = d->reads & LM_READS_THIRD || pair ? LM_CARDS : 1;
    for (facts.first[2] = 0; facts.first[2] < thirds && code != SIDE_ASK; facts.first[2]++) {
        facts.n_first = 3;
        code = vary_end(d, &facts, code);
        bool run = d->reads & LM_READS_RUN && pair && lm_rank(facts.first[2]) == lm_rank(facts.first[0]);
        facts.n_first = 4;
        for (facts.first[3] = 0; run && facts.first[3] < LM_CARDS; facts.first[3]++)
            code = vary_end(d, &facts, code);
    }
    return code;
}

static lm_card partner_of(lm_card up)
{
    return lm_card_make(lm_rank(up) == LM_ACE ? LM_TEN : LM_ACE, 0);
}

static lm_needs needs_of(const dealing *d, const side_facts *facts)
{
    lm_outcomes found;
    side_question question = side_question_of(d->maker->job, d->offer);
    if (d->wager->needs == LM_NEEDS_NOTHING) return LM_NEEDS_NOTHING;
    bool excluded = d->maker->job->rules->hole_card != LM_HOLE_NONE || !side_may_hide_blackjack(facts->dealer[0]);
    if (d->wager->needs == LM_NEEDS_SECOND && excluded) return LM_NEEDS_NOTHING;
    return side_decide(&question, facts, &found) >= LM_THIRD_CARD ? d->wager->needs : LM_NEEDS_NOTHING;
}

/* By all that may follow. The wager's answer without a dealer blackjack is its code. */
static verdict by_enumeration(const dealing *d, side_facts facts)
{
    verdict v = { 0 };
    lm_card up = facts.dealer[0];
    facts.dealer[1] = lm_card_make(4, 0);
    facts.n_dealer = facts.n_main = 2;
    v.code = vary_play(d, facts);
    v.needs = (uint8_t)needs_of(d, &facts);
    side_question question = side_question_of(d->maker->job, d->offer);
    v.draws = d->wager->third_card && side_waits(&question, &facts);
    if (d->maker->job->rules->hole_card == LM_HOLE_NONE && d->reads & LM_READS_BLACKJACK) {
        facts.n_dealer = facts.n_main = 1;
        v.code = merge(v.code, vary_play(d, facts));
        facts.n_dealer = facts.n_main = 2;
    }
    if (!side_may_hide_blackjack(up) || v.code == SIDE_ASK) return v;
    facts.dealer[1] = partner_of(up);
    bool early = d->open || d->maker->job->rules->hole_card == LM_HOLE_READER;
    v.ask_blackjack =
        d->reads & LM_READS_BLACKJACK_CARDS || (early ? vary_offered(d, facts) : vary_play(d, facts)) != v.code;
    return v;
}

/* Most wagers are decided right after the deal, whatever follows: false if this one is not. */
static bool is_decided_at_once(const dealing *d, const side_facts *facts, verdict *v)
{
    lm_outcomes found = { 0 };
    if (d->open || d->wager->window != LM_AFTER_DEAL) return false;
    bool natural = lm_cards_blackjack(facts->first, 2);
    lm_view view = { .rules = d->maker->job->rules,
                     .window = LM_AFTER_DEAL,
                     .n_first = 2,
                     .first = { facts->first[0], facts->first[1] },
                     .up = facts->dealer[0],
                     .n_dealer = 1,
                     .dealer = { facts->dealer[0] },
                     .player_blackjack = natural,
                     .may_draw = !natural,
                     .blackjack_possible = side_may_hide_blackjack(facts->dealer[0]),
                     .stake_cents = d->maker->job->stake_cents[d->offer] };
    lm_view_hide(&view, d->wager);
    d->wager->classify(&view, &found);
    *v = (verdict){ .code = found.pending ? SIDE_ASK : side_code(d->maker, d->offer, &found) };
    return !found.pending;
}

/* The verdicts of one wager for all up cards. If it reads neither the up card nor a blackjack, two of them stand for all. */
static void judge_ups(const dealing *d, lm_card first, lm_card second, verdict by_up[LM_CARDS])
{
    side_facts facts = { .first = { first, second }, .n_first = 2 };
    bool minds_up = d->reads & (LM_READS_UP | LM_READS_BLACKJACK | LM_READS_BLACKJACK_CARDS);
    verdict other[2];
    for (int hides = 0; hides < 2 && !minds_up; hides++) {
        facts.dealer[0] = lm_card_make(hides ? LM_ACE : LM_SEVEN, 0);
        if (!is_decided_at_once(d, &facts, &other[hides])) other[hides] = by_enumeration(d, facts);
    }
    for (lm_card up = 0; up < LM_CARDS; up++) {
        facts.dealer[0] = up;
        if (!minds_up) {
            by_up[up] = other[side_may_hide_blackjack(up)];
        } else if (!is_decided_at_once(d, &facts, &by_up[up])) {
            by_up[up] = by_enumeration(d, facts);
        }
    }
}

static void add_verdict(side_cell *cell, int offer, const verdict *v)
{
    cell->code[offer] = v->code;
    if (v->code == SIDE_ASK) cell->ask = (uint16_t)(cell->ask | 1u << offer);
    if (v->ask_blackjack) cell->ask_blackjack = (uint16_t)(cell->ask_blackjack | 1u << offer);
    if (v->needs > cell->needs) cell->needs = v->needs;
    cell->draws |= v->draws;
}

/* --- cells ------------------------------------------------------------------------------------------------------ */

static unsigned hash_of(const side_cell *cell)
{
    const uint8_t *byte = (const uint8_t *)cell;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *cell; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    return (unsigned)(hash >> 32);
}

/* The number of a cell; when there is no room for another, -1. */
static int number_of(side_maker *maker, const side_cell *cell)
{
    side_plan *plan = maker->plan;
    unsigned at = hash_of(cell) % (2 * SIDE_CELLS);
    for (; maker->place[at]; at = (at + 1) % (2 * SIDE_CELLS)) {
        int number = maker->place[at] - 1;
        if (memcmp(&plan->cell[number], cell, sizeof *cell) == 0) return number;
    }
    if (plan->cells == SIDE_CELLS) return -1;
    plan->cell[plan->cells] = *cell;
    maker->place[at] = (uint16_t)(plan->cells + 1);
    return plan->cells++;
}

/* What no card of the box decides. */
static side_cell common_cell(const side_maker *maker, lm_card up)
{
    const side_plan *plan = maker->plan;
    const lm_sim_job *job = maker->job;
    side_cell cell = { .ask = plan->always };
    bool no_hole = job->rules->hole_card == LM_HOLE_NONE;
    for (int i = 0; i < job->rules->offers; i++) {
        if (!((plan->by_end | plan->by_last | plan->always | plan->carried) >> i & 1)) continue;
        lm_needs needs = job->rules->offer[i].wager->needs;
        if (needs == LM_NEEDS_SECOND && !(no_hole && side_may_hide_blackjack(up))) needs = LM_NEEDS_NOTHING;
        if (needs > cell.needs) cell.needs = (uint8_t)needs;
    }
    return cell;
}

/* All deals of two cards. False if there are more cells than room. */
static bool fill_pair(side_maker *maker, lm_card first, lm_card second)
{
    static const verdict none;
    verdict verdicts[LM_OFFERS][LM_CARDS];
    side_plan *plan = maker->plan;
    const lm_rules *k = maker->job->rules;
    for (int i = 0; i < k->offers; i++) {
        if (!(plan->by_deal >> i & 1)) continue;
        dealing d = { maker, i, k->offer[i].wager, lm_wager_reads(k->offer[i].wager, k),
                      k->hole_card == LM_HOLE_FACE_UP };
        judge_ups(&d, first, second, verdicts[i]);
    }
    for (lm_card up = 0; up < LM_CARDS; up++) {
        side_cell cell = maker->common[up];
        for (int i = 0; i < LM_OFFERS; i++)
            add_verdict(&cell, i, plan->by_deal >> i & 1 ? &verdicts[i][up] : &none);
        int number = number_of(maker, &cell);
        if (number < 0) return false;
        plan->deal[(first * LM_CARDS + second) * LM_CARDS + up] = (uint16_t)number;
        if (cell.needs > plan->needs) plan->needs = cell.needs;
    }
    return true;
}

/* A wager with too many combinations is asked for each box. */
static void ask_last(side_maker *maker)
{
    side_plan *plan = maker->plan;
    uint16_t last = (uint16_t)(1u << (31 - __builtin_clz(plan->by_deal)));
    plan->by_deal = (uint16_t)(plan->by_deal & ~last);
    plan->always |= last;
    plan->cells = 0;
    memset(maker->place, 0, sizeof maker->place);
}

static void fill_common(side_maker *maker)
{
    for (lm_card up = 0; up < LM_CARDS; up++)
        maker->common[up] = common_cell(maker, up);
}

void side_fill_deal(side_maker *maker)
{
    fill_common(maker);
    for (int deal = 0; deal < LM_CARDS * LM_CARDS; deal++) {
        if (fill_pair(maker, (lm_card)(deal / LM_CARDS), (lm_card)(deal % LM_CARDS))) continue;
        ask_last(maker);
        fill_common(maker);
        deal = -1;
    }
}
