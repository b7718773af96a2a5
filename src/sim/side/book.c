/* book.c - the wagers of one table that tables do not decide: asked, remembered, or paid by meters and displays.
 *
 * Meters are fed when an award needs them: the stakes of all rounds since then at once, which gives the same amounts
 * (lm_meter_absorb adds parts of a cent). A must-hit prize is due in a round that is known in advance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/dealer.h"
#include "plan.h"
#include "tally.h"

static void must(lm_meter_status status)
{
    if (lm_meter_ok(status)) return;
    fprintf(stderr, "lammer: a meter refuses: %s\n", lm_meter_why_text(status.why));
    abort();
}

static uint32_t below(void *self, uint32_t bound)
{
    return (uint32_t)words_below(self, bound);
}

/* --- meters ------------------------------------------------------------------------------------------------------- */

static lm_cents stake_of_game(const side_book *book, int game)
{
    return book->plan->stake_cents[book->meters.game[game].slot - LM_SIDE];
}

static void start_games(side_book *book, uint32_t rounds)
{
    for (int game = 0; game < book->meters.games; game++) {
        lm_cents stake = stake_of_game(book, game);
        if (!stake) continue;
        for (int box = 1; box <= book->job->seats; box++)
            must(lm_meters_light(&book->meters, game, LM_PLACE(box, LM_DECIDER)));
        must(lm_meters_start(&book->meters, game, book->job->seats, stake * rounds));
    }
}

static void end_games(side_book *book)
{
    for (int game = 0; game < book->meters.games; game++) {
        if (stake_of_game(book, game)) must(lm_meters_end(&book->meters, game));
    }
}

/* The first round of the session in which some must-hit prize is due. */
static void find_due(side_book *book)
{
    book->due = 0;
    for (int game = 0; game < book->meters.games; game++) {
        const lm_progressive *g = &book->meters.game[game];
        const lm_meter *m = &book->meters.meter[g->first + g->n - 1];
        int64_t parts = book->job->seats * stake_of_game(book, game) * m->terms.contribution;
        if (m->kind != LM_METER_MUST_HIT || parts <= 0) continue;
        int64_t lacks = (m->trigger_cents - m->shown_cents) * LM_PARTS - m->rest_parts;
        int64_t rounds = lacks <= 0 ? 1 : (lacks + parts - 1) / parts;
        uint32_t due = book->fed + (uint32_t)(rounds < LM_SIM_SESSION ? rounds : LM_SIM_SESSION + 1);
        if (due <= LM_SIM_SESSION && (!book->due || due < book->due)) book->due = due;
    }
}

static void open_meters(side_book *book)
{
    lm_meters_open(&book->meters, book->job->rules, 1);
    for (int i = 0; i < book->meters.meters; i++) {
        lm_meter *meter = &book->meters.meter[i];
        if (meter->kind == LM_METER_MUST_HIT)
            must(lm_meter_arm(meter, lm_meter_draw_trigger(meter, 0, below, &book->chance)));
    }
    find_due(book);
}

/* --- a table ------------------------------------------------------------------------------------------------------ */

void side_open(side_book *book, const side_plan *plan, const lm_sim_job *job, side_counts *counts, lm_sim_tally *tally)
{
    memset(book, 0, sizeof *book);
    book->plan = plan;
    book->job = job;
    book->counts = counts;
    book->tally = tally;
}

void side_begin(side_book *book, uint64_t round)
{
    book->fed = book->due = 0;
    memset(book->carry, 0, sizeof book->carry);
    book->chance = words_of_chance(book->job->seed, round);
    if (book->plan->has_meters) open_meters(book);
}

/* The carried wagers that lie on the felt in this round: those from earlier rounds, and new ones where they may be laid
 * (has_open_one of src/core/round/bets.c). */
static unsigned carried_now(const side_book *book, const uint8_t *carry, uint64_t round)
{
    unsigned open = 0, carried = book->plan->carried;
    for (unsigned left = carried; left; left &= left - 1)
        open |= carry[__builtin_ctz(left)] ? left & -left : 0;
    bool too_late = round % LM_SIM_SESSION >= LM_SIM_SESSION - LM_SIM_TO_DECIDE;
    if (too_late) return open;
    return open ? open | (carried & ~(unsigned)book->plan->once_open) : carried;
}

void side_results(side_book *book, uint8_t box, uint64_t round, unsigned won, unsigned lost)
{
    uint8_t *carry = book->carry[box - 1];
    for (unsigned left = carried_now(book, carry, round); left; left &= left - 1) {
        int offer = __builtin_ctz(left);
        side_step step = book->plan->step[offer][carry[offer] ? carry[offer] - 1 : 0][won][lost];
        carry[offer] = step.decided ? 0 : (uint8_t)(step.carry + 1);
        if (step.decided) book->counts->carried[offer][step.decided - 1]++;
    }
}

/* --- questions ---------------------------------------------------------------------------------------------------- */

/* While boxes play, decisions come from the left; all other windows go from the right, box by box. */
static uint8_t order_of(int window, uint8_t box)
{
    int phase = window == LM_AFTER_HANDS ? LM_WITH_MAIN : window;
    return (uint8_t)(phase << 4 | (window == LM_AT_ELECTION ? box : LM_BOXES - box));
}

static void ask_one(side_book *book, uint8_t box, int offer, const side_facts *facts)
{
    bool remembers = book->plan->answers >> offer & 1;
    side_answer *answer = remembers ? side_answer_to(book->counts, offer, facts) : NULL;
    if (answer && answer->n) {
        answer->n++;
        return;
    }
    side_asked *asked = &book->ask[book->asked];
    side_question question = side_question_of(book->job, offer);
    *asked = (side_asked){ .box = box, .offer = (uint8_t)offer };
    int window = side_decide(&question, facts, &asked->found);
    if (window == SIDE_UNDECIDED) return; /* stays on the felt, and is not counted */
    for (int i = 0; i < asked->found.n; i++)
        asked->outcome = asked->found.which[i] > asked->outcome ? asked->found.which[i] : asked->outcome;
    asked->order = order_of(window, box);
    asked->special = side_is_special(book->job, &book->meters, offer, &asked->found);
    asked->net_cents = side_net(&question, &book->job->rules->offer[offer], &asked->found);
    if (asked->special || book->plan->notes) {
        book->asked++;
    } else if (answer) {
        *answer = (side_answer){ answer->key, asked->outcome, asked->net_cents, 1 };
    } else {
        tally_bets(&book->tally->wager[offer], question.stake_cents, asked->net_cents, asked->outcome, 1);
    }
}

void side_ask(side_book *book, uint8_t box, unsigned ask, const side_facts *facts)
{
    for (; ask; ask &= ask - 1)
        ask_one(book, box, __builtin_ctz(ask), facts);
}

/* --- prizes ------------------------------------------------------------------------------------------------------- */

static const lm_offer *offer_of(const side_book *book, const side_asked *asked)
{
    return &book->job->rules->offer[asked->offer];
}

static lm_odds pays_of(const side_book *book, const side_asked *asked)
{
    return offer_of(book, asked)->pays[asked->outcome];
}

static lm_cents stake_of(const side_book *book, const side_asked *asked)
{
    return book->plan->stake_cents[asked->offer];
}

/* Winners of a capped award share the cap, the one farthest right first (MBJ-24(h).2). */
static void share_cap(side_book *book, side_asked *asked)
{
    const lm_wager *wager = offer_of(book, asked)->wager;
    lm_cents cap = wager->cap_rule ? book->job->rules->value[wager->cap_rule] : 0;
    lm_cents due[LM_SIM_SEATS], stake[LM_SIM_SEATS], share[LM_SIM_SEATS];
    int n = 0, mine = 0;
    if (!cap || asked->outcome != wager->capped_outcome) return;
    for (int box = book->job->seats; box >= 1; box--) {
        for (int i = 0; i < book->asked; i++) {
            const side_asked *other = &book->ask[i];
            if (other->box != box || other->offer != asked->offer || other->outcome != asked->outcome) continue;
            if (other == asked) mine = n;
            due[n] = lm_odds_net(pays_of(book, other), stake_of(book, other), tally_chip(book->job->rules));
            stake[n++] = stake_of(book, other);
        }
    }
    lm_share_capped(cap, due, stake, n, share);
    asked->net_cents = share[mine];
}

/* As the wager is decided: an award from a meter is called, a fixed one is paid. */
static void settle_with_meter(side_book *book, side_asked *asked)
{
    lm_meter_entry entry;
    int game = lm_meters_game(&book->meters, LM_SIDE + asked->offer), place = LM_PLACE(asked->box, LM_DECIDER);
    lm_odds pays = pays_of(book, asked);
    if (game < 0 || !asked->found.n) return;
    if (pays.form == LM_PERCENT) {
        must(lm_meters_call(&book->meters, game, place, pays.a, pays));
        must(lm_meters_confirm(&book->meters, game, place, LM_ROLE_SUPERVISOR));
    } else if (book->meters.game[game].fixed_from_meter) {
        lm_cents paid = asked->net_cents + (pays.form == LM_TO ? 0 : stake_of(book, asked));
        must(lm_meters_fixed(&book->meters, game, place, paid, &entry));
    }
}

static void pay_from_meter(side_book *book, side_asked *asked)
{
    lm_action award = { .verb = LM_AWARD, .box = asked->box, .wager = (uint8_t)(LM_SIDE + asked->offer) };
    if (!asked->found.n || pays_of(book, asked).form != LM_PERCENT) return;
    must(lm_prizes_pay(&book->meters, &award, NULL));
    asked->net_cents = award.amount_cents - stake_of(book, asked);
}

static void pay_shown(side_book *book, side_asked *asked)
{
    if (!asked->found.n || !offer_of(book, asked)->wager->amount_is_shown) return;
    lm_cents stake = stake_of(book, asked), shown = lm_shown_draw(book->job->rules, stake, below, &book->chance);
    asked->net_cents = shown - (pays_of(book, asked).form == LM_TO ? 0 : stake);
}

/* Awards in the order in which the round pays them: meters from the right, then displays from the left. */
static void pay_awards(side_book *book)
{
    for (int box = book->job->seats; box >= 1; box--) {
        for (int i = 0; i < book->asked; i++) {
            if (book->ask[i].box == box) pay_from_meter(book, &book->ask[i]);
        }
    }
    for (int box = 1; box <= book->job->seats; box++) {
        for (int i = 0; i < book->asked; i++) {
            if (book->ask[i].box == box) pay_shown(book, &book->ask[i]);
        }
    }
}

static void move_square(lm_sim_wide *sum, lm_cents from, lm_cents to)
{
    lm_sim_wide less = lm_sim_wide_square(from);
    lm_sim_wide_add(sum, lm_sim_wide_square(to));
    sum->high -= less.high + (sum->low < less.low);
    sum->low -= less.low;
}

static uint64_t *sign_of(lm_sim_wager *wager, lm_cents net)
{
    return net > 0 ? &wager->win : net < 0 ? &wager->lose : &wager->push;
}

/* What the tables have counted, or will count, for a wager that was not asked. */
static lm_cents counted_net(const side_book *book, int offer, int box)
{
    const side_plan *plan = book->plan;
    const side_note *note = &book->note[box - 1];
    unsigned code = plan->by_deal >> offer & 1   ? plan->cell[note->cell].code[offer]
                    : plan->by_last >> offer & 1 ? plan->end_code[offer][note->last]
                                                 : plan->end_code[offer][note->end];
    return plan->result[offer][code].net_cents;
}

/* A box wins more on a wager than its own cards gave it. Its counters may stand below zero until side_tally has added
 * what the tables counted; all of them are sums modulo 2^64. */
static void add_prize(side_book *book, int offer, int box, lm_cents amount)
{
    for (int i = 0; i < book->asked; i++) {
        side_asked *asked = &book->ask[i];
        if (asked->offer != offer || asked->box != box) continue;
        asked->net_cents += amount;
        return;
    }
    lm_sim_wager *wager = &book->tally->wager[offer];
    lm_cents from = counted_net(book, offer, box), to = from + amount;
    wager->net_cents += amount;
    move_square(&wager->squares, from, to);
    --*sign_of(wager, from);
    ++*sign_of(wager, to);
}

/* The second column of a pay table, where it is for the other bettors (C-81). */
static void pay_others(side_book *book, const side_asked *asked)
{
    const lm_offer *offer = offer_of(book, asked);
    if (offer->wager->others != LM_OTHER_BETTORS) return;
    for (int i = 0; i < asked->found.n; i++) {
        lm_cents amount =
            (lm_cents)offer->wager->paytables[offer->paytable].others_dollars[asked->found.which[i]] * LM_DOLLAR;
        for (int box = 1; box <= book->job->seats && amount; box++) {
            if (box != asked->box) add_prize(book, asked->offer, box, amount);
        }
    }
}

static void pay_must_hit(side_book *book)
{
    for (int game = 0; game < book->meters.games; game++) {
        lm_action award;
        if (!stake_of_game(book, game)) continue;
        if (!lm_prizes_draw_hit(&book->meters, game, below, &book->chance, &award)) continue;
        must(lm_prizes_hit(&book->meters, &award, NULL));
        add_prize(book, award.wager - LM_SIDE, award.box, award.amount_cents);
    }
}

static int compare_order(const void *a, const void *b)
{
    const side_asked *x = a, *y = b;
    return x->order != y->order ? x->order - y->order : x->offer - y->offer;
}

/* Brings the meters to this round, before its awards. */
static void feed_meters(side_book *book, uint32_t at)
{
    if (at > book->fed) {
        start_games(book, at - book->fed);
        end_games(book);
    }
    start_games(book, 1);
    book->fed = at + 1;
}

static bool has_special(const side_book *book)
{
    for (int i = 0; i < book->asked; i++) {
        if (book->ask[i].special) return true;
    }
    return false;
}

static void settle_specials(side_book *book, uint64_t round)
{
    uint32_t at = (uint32_t)(round % LM_SIM_SESSION);
    if (at || !lm_sim_remembers(book->job)) book->chance = words_of_chance(book->job->seed, round);
    if (book->plan->has_meters) feed_meters(book, at);
    qsort(book->ask, (size_t)book->asked, sizeof *book->ask, compare_order);
    for (int i = 0; i < book->asked; i++) {
        share_cap(book, &book->ask[i]);
        if (book->plan->has_meters) settle_with_meter(book, &book->ask[i]);
    }
    pay_awards(book);
    for (int i = 0; i < book->asked; i++)
        pay_others(book, &book->ask[i]);
    if (!book->plan->has_meters) return;
    pay_must_hit(book);
    end_games(book);
    find_due(book);
}

void side_round_over(side_book *book, uint64_t round)
{
    bool due = book->due && round % LM_SIM_SESSION + 1 >= book->due;
    if (due || has_special(book)) settle_specials(book, round);
    for (int i = 0; i < book->asked; i++) {
        const side_asked *asked = &book->ask[i];
        tally_bets(&book->tally->wager[asked->offer], stake_of(book, asked), asked->net_cents, asked->outcome, 1);
    }
    book->asked = 0;
}
