/* driver.c - drives lm_round by its five verbs: cards from a stack, decisions from a chart. */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "count.h"

static lm_status apply(driver *d, lm_action *action)
{
    return d->has_meters ? prizes_apply(d, action) : lm_round_do(&d->round, d->job->rules, action, NULL);
}

static bool try_action(driver *d, lm_action *action)
{
    return lm_ok(apply(d, action));
}

static __attribute__((noinline)) void end_refused(const driver *d, const lm_action *action, lm_status status)
{
    if (d->cards_gone) return;
    fprintf(stderr, "lammer: round %llu refuses %s: %s (%s)\n", (unsigned long long)d->number,
            lm_verb_word((lm_verb)action->verb), lm_why_text(status.why), status.clause ? status.clause : "-");
    abort();
}

/* A refusal here is an error in this program, so it aborts instead of printing a wrong figure, unless the card was any card.
 * Inlined where most actions of a round are done. */
static inline void do_at_once(driver *d, lm_action *action)
{
    lm_status status = apply(d, action);
    if (!lm_ok(status)) end_refused(d, action, status);
}

void driver_do(driver *d, lm_action *action)
{
    do_at_once(d, action);
}

static bool is_double_shoe(const lm_rules *k)
{
    return k->shoe == LM_SHOE_DOUBLE;
}

static void see(driver *d, lm_card card)
{
    if (d->job->count) d->running += d->job->count->tag[card];
}

/* The count by which the players bet and play now. A card that lies face down is not seen yet. */
static int count_now(const driver *d)
{
    int left = stack_left(&d->shoe[d->round.shoe_side].stack) + (int)d->downs.n;
    return count_of(d->job->count, d->running, left);
}

/* A shuffled shoe, one card burned: MFB-6(b), MBJ-6(c). */
static void load_shoe(driver *d, int side)
{
    driver_shoe *shoe = &d->shoe[side];
    stack_open(&shoe->stack, &d->plan, words_of_shoe(d->job->seed, d->session, shoe->shoes++, side));
    shoe->ran_out = false;
    if (!is_double_shoe(d->job->rules)) stack_draw(&shoe->stack);
    if (d->job->count) d->running = d->job->count->start * (int)d->job->rules->decks;
}

/* When the shoe runs out during a round, the discards are shuffled and one card is burned. Where they were shuffled in
 * this round before, or are at most one card, all others lie on the table: the round ends, with any card. */
static __attribute__((noinline, cold)) lm_card draw_from_discards(driver *d, int side)
{
    driver_shoe *shoe = &d->shoe[side];
    uint16_t copies[LM_CARDS] = { 0 };
    d->cards_gone = shoe->ran_out || shoe->discards <= 1;
    if (d->cards_gone) return 0;
    for (int i = 0; i < shoe->discards; i++)
        copies[shoe->stack.out[i]]++;
    stack_plan_cards(&shoe->rest, copies);
    stack_open(&shoe->stack, &shoe->rest, words_of_shoe(d->job->seed, d->session, shoe->shoes++, side));
    shoe->ran_out = true;
    stack_draw(&shoe->stack);
    return stack_draw(&shoe->stack);
}

static inline lm_card draw(driver *d, int side)
{
    card_stack *stack = &d->shoe[side].stack;
    return stack_left(stack) ? stack_draw(stack) : draw_from_discards(d, side);
}

static void open_fresh(driver *d, int side)
{
    driver_shoe *shoe = &d->shoe[side];
    if (shoe->stack.plan == &d->plan) {
        stack_reopen(&shoe->stack, d->job->seed, d->number, side);
    } else {
        stack_open(&shoe->stack, &d->plan, words_of_round(d->job->seed, d->number, side));
    }
}

/* Prepares the cards of the next round: a fresh shoe for every round, or a new shoe once the cover card is out. */
static void prepare_cards(driver *d)
{
    const lm_sim_job *job = d->job;
    int sides = is_double_shoe(job->rules) ? 2 : 1;
    for (int side = 0; side < sides; side++) {
        driver_shoe *shoe = &d->shoe[side];
        if (job->dealing == LM_DEALING_FRESH) {
            open_fresh(d, side);
        } else if (!shoe->shoes || shoe->ran_out || shoe->stack.drawn >= job->cover) {
            load_shoe(d, side);
        }
        if (job->rules->burn_each_round && job->dealing == LM_DEALING_SHOE) draw(d, side);
        shoe->discards = shoe->stack.drawn;
    }
    d->downs.n = 0;
    d->cards_gone = false;
}

/* Takes the card that was placed face down first at this hand. */
static lm_card pick_up(driver *d, uint8_t box, uint8_t hand)
{
    lm_card card = (lm_card)lm_downs_take(&d->downs, lm_downs_find(&d->downs, box, hand)).card;
    see(d, card);
    return card;
}

static bool is_of_one_suit(const lm_hand *hand)
{
    for (int i = 1; i < hand->n; i++) {
        if (lm_suit(hand->card[i]) != lm_suit(hand->card[0])) return false;
    }
    return true;
}

static lm_staked staked_on(const lm_hand *hand)
{
    return hand->marks & LM_FREE_HAND ? LM_STAKED_LAMMER : LM_STAKED_CHIPS;
}

/* Whether a pair of this value is split for chips. */
static bool split_costs(const driver *d, const lm_box *box, int value)
{
    const lm_rules *k = d->job->rules;
    return box->free_splits >= k->free_splits || !(k->free_split >> value & 1);
}

static lm_held held_of(const driver *d, const lm_box *box, const lm_hand *hand)
{
    lm_held held = { .n = hand->n, .staked = staked_on(hand) };
    for (int i = 0; i < hand->n; i++)
        held.value[i] = (uint8_t)lm_card_value(hand->card[i]);
    held.split_costs = split_costs(d, box, held.value[0]);
    held.suited = d->job->rules->bonus_678 && is_of_one_suit(hand);
    return held;
}

/* Guesses whether the house pays for the play; a wrong guess costs a second attempt. */
static bool guess_free(const driver *d, lm_play play, const lm_hand *hand)
{
    const lm_rules *k = d->job->rules;
    lm_score score = lm_hand_score(hand);
    if (play == LM_PLAY_SPLIT) return k->free_split >> lm_card_value(hand->card[0]) & 1;
    return k->free_double && !score.soft && score.total >= 9 && score.total <= 11;
}

static void note_play(driver *d, lm_play play, uint8_t box, lm_cents laid)
{
    d->staked_cents[box - 1] += laid;
    if (d->watches) return;
    if (play == LM_PLAY_DOUBLE) {
        *(laid ? &d->detail.paid_doubles : &d->detail.free_doubles) += 1;
    } else if (play == LM_PLAY_SPLIT) {
        *(laid ? &d->detail.paid_splits : &d->detail.free_splits) += 1;
    } else if (play == LM_PLAY_SURRENDER) {
        d->detail.surrenders++;
    }
}

/* A double or split for chips. */
static bool try_paid(driver *d, lm_play play)
{
    uint8_t box = d->round.at_box;
    lm_action action = d->play_ready[box - 1][play];
    action.amount_cents = play == LM_PLAY_SPLIT ? d->bet_cents * d->spots : d->bet_cents;
    if (!try_action(d, &action)) return false;
    note_play(d, play, box, d->bet_cents * d->spots);
    return true;
}

static bool try_unpaid(driver *d, lm_play play)
{
    uint8_t box = d->round.at_box;
    if (!try_action(d, &d->play_ready[box - 1][play])) return false;
    if (play >= LM_PLAY_DOUBLE) note_play(d, play, box, 0);
    return true;
}

/* Tries a play, free and for chips; false where the rules refuse it. */
static bool try_play(driver *d, lm_play play)
{
    if (play != LM_PLAY_DOUBLE && play != LM_PLAY_SPLIT) return try_unpaid(d, play);
    if (guess_free(d, play, &d->round.box[d->round.at_box - 1].hand[d->round.at_hand]))
        return try_unpaid(d, play) || try_paid(d, play);
    return try_paid(d, play) || try_unpaid(d, play);
}

/* Some wagers get a third card even against a dealer blackjack. Their price is for a player who draws until the wager
 * is decided, so every box with such a wager draws. */
static bool wager_wants_card(const driver *d)
{
    const lm_round *r = &d->round;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        bool waits = bet->state == LM_BET_WAITS && bet->box_bettor == r->at_box * LM_BETTORS;
        if (waits && d->job->rules->offer[bet->slot - LM_SIDE].wager->third_card) return true;
    }
    return false;
}

static lm_play choose_by_cell(const driver *d, int column, const lm_box *box, const lm_hand *hand, unsigned allowed)
{
    int first = lm_card_value(hand->card[0]);
    bool pair = hand->n == 2 && lm_card_value(hand->card[1]) == first;
    lm_in_cell in = { .score = lm_hand_score(hand),
                      .n = hand->n,
                      .pair = pair ? (uint8_t)first : 0,
                      .split_costs = split_costs(d, box, first),
                      .staked = staked_on(hand) };
    return lm_chart_cell_choice(d->job->chart, column, &in, allowed);
}

/* What the job's play, or its chart, chooses among the plays that were not refused yet. */
static lm_play choose(const driver *d, const lm_box *box, const lm_hand *hand, unsigned allowed)
{
    const lm_sim_job *job = d->job;
    const lm_round *r = &d->round;
    const uint8_t up = (uint8_t)lm_card_value(r->dealer.card[0]);
    const uint8_t second = (uint8_t)(job->chart->open ? lm_card_value(r->dealer.card[1]) : 0);
    int column = lm_chart_column(job->chart, up, second);
    if (d->plays_by_cell) return choose_by_cell(d, column, box, hand, allowed);
    lm_held held = held_of(d, box, hand);
    if (job->plays) {
        uint8_t split = (uint8_t)(box->hands > 1 ? lm_card_value(box->hand[0].card[0]) : 0);
        return job->plays->choose(job->plays->table, (uint8_t[]){ up, second }, &held, &(lm_after){ split, box->hands },
                                  allowed);
    }
    lm_play play = lm_chart_choice(job->chart, column, &held, allowed);
    return job->count ? count_play(job->count, count_now(d), &held, up, allowed, play) : play;
}

/* Plays the chart's choice or, if the rules refuse it, its alternative. A refused action leaves the round unchanged, so
 * the driver can try. */
static void play_decision(driver *d)
{
    const lm_round *r = &d->round;
    if (r->phase == LM_OFFERING) {
        driver_do(d, &d->play_ready[r->at_box - 1][LM_PLAY_HIT]);
        return;
    }
    if (r->sides && wager_wants_card(d) && try_unpaid(d, LM_PLAY_HIT)) return;
    const lm_box *box = &r->box[r->at_box - 1];
    const lm_hand *hand = &box->hand[r->at_hand];
    unsigned allowed = (1u << LM_PLAYS) - 1;
    if (lm_hand_score(hand).total == 21) allowed = 1u << LM_PLAY_STAND;
    while (allowed) {
        lm_play play = choose(d, box, hand, allowed);
        if (try_play(d, play)) return;
        allowed &= ~(1u << play);
    }
    driver_do(d, &d->play_ready[r->at_box - 1][LM_PLAY_STAND]);
}

/* Whether the job takes insurance now: always, or at its count and above. */
static bool job_insures(const driver *d)
{
    const lm_count *count = d->job->count;
    return d->job->insures || (count && count->insures && count_now(d) >= count->insure_from);
}

/* What the chart says before anything else is known. */
static lm_play first_play(driver *d, uint8_t box)
{
    const lm_round *r = &d->round;
    const lm_chart *chart = d->job->chart;
    lm_held held = held_of(d, &r->box[box - 1], &r->box[box - 1].hand[0]);
    int up = lm_card_value(r->dealer.card[0]), column = lm_chart_column(chart, up, 0);
    unsigned allowed = (1u << LM_PLAYS) - 1;
    lm_play play = lm_chart_choice(chart, column, &held, allowed);
    return d->job->count ? count_play(d->job->count, count_now(d), &held, up, allowed, play) : play;
}

/* Gives hands up before the reader answers, where the rules have it. */
static void surrender_early(driver *d)
{
    int up = lm_card_value(d->round.dealer.card[0]);
    for (uint8_t box = 1; box <= d->job->seats && lm_rules_surrender_early(d->job->rules, up); box++) {
        if (first_play(d, box) != LM_PLAY_SURRENDER) continue;
        if (try_action(d, &d->play_ready[box - 1][LM_PLAY_SURRENDER])) note_play(d, LM_PLAY_SURRENDER, box, 0);
    }
}

static void answer_insurance(driver *d)
{
    surrender_early(d);
    bool insures = job_insures(d);
    lm_cents half = d->bet_cents / 2, step = lm_rules_step(d->job->rules);
    for (uint8_t box = 1; insures && box <= d->job->seats; box++) {
        lm_action action = { .verb = LM_INSURE, .box = box, .wager = LM_INSURANCE, .amount_cents = half - half % step };
        try_action(d, &action); /* a box with a blackjack may be offered even money instead */
        if (d->round.phase != LM_INSURING) return;
    }
    driver_do(d, &d->plain_ready[LM_CLOSE]);
}

/* In a hand-dealt game every player shows the cards. Later play does not depend on who has seen them. */
static void expose(driver *d)
{
    for (uint8_t box = 1; box <= d->job->seats; box++) {
        while (d->round.box[box - 1].hand[0].hidden)
            driver_do(d, &(lm_action){ .verb = LM_TURN, .box = box, .card = pick_up(d, box, 1) });
    }
    driver_do(d, &d->plain_ready[LM_CLOSE]);
}

/* The hand that gets or turns a card, from 1; the dealer's is 0. */
static uint8_t hand_at(const lm_round *r)
{
    return r->at_box ? (uint8_t)(r->at_hand + 1) : 0;
}

static void turn_players_card(driver *d)
{
    uint8_t box = d->round.at_box;
    driver_do(d, &(lm_action){ .verb = LM_TURN, .box = box, .card = pick_up(d, box, hand_at(&d->round)) });
}

static void confirm(driver *d)
{
    lm_answer answer;
    lm_turn turn = lm_round_turn(&d->round, d->job->rules);
    lm_round_answer(&d->round, d->job->rules, &d->downs, NULL, turn, &answer);
    driver_do(d, &(lm_action){ .verb = answer.verb, .n = answer.n });
}

/* The next card, face up. */
static lm_card deal_card(driver *d)
{
    lm_card card = draw(d, d->round.shoe_side);
    see(d, card);
    return card;
}

/* The determinant card comes from either side by chance, and everyone sees it. */
static void determine(driver *d)
{
    int side = side_of_round(&d->sides, d->job->seed, d->number);
    lm_card card = draw(d, side);
    see(d, card);
    driver_do(d, &(lm_action){ .verb = LM_DETERMINE, .card = card, .yes = (uint8_t)side });
}

/* What the dealer does most often, as a prepared action; NULL: something else is owed. */
static lm_action *next_action(driver *d, lm_verb owed)
{
    switch (owed) {
    case LM_CARD: return &d->card_ready[deal_card(d)];
    case LM_DOWN:
        lm_downs_lay(&d->downs, d->round.at_box, hand_at(&d->round), draw(d, d->round.shoe_side));
        return &d->plain_ready[LM_DOWN];
    case LM_PEEK: return &d->peek_ready[lm_downs_blackjack(&d->downs, NULL, &d->round)];
    case LM_TURN: return d->round.phase == LM_REVEALING ? &d->turn_ready[pick_up(d, 0, 0)] : NULL;
    default: return NULL;
    }
}

static void step(driver *d)
{
    lm_verb owed = lm_round_owes(&d->round, d->job->rules);
    lm_action *action = next_action(d, owed);
    if (action) {
        do_at_once(d, action);
        return;
    }
    switch (owed) {
    case LM_INSURE: answer_insurance(d); break;
    case LM_TURN:
        if (d->round.phase == LM_EXPOSING) {
            expose(d);
        } else {
            turn_players_card(d);
        }
        break;
    case LM_DETERMINE: determine(d); break;
    case LM_AWARD: prizes_award(d, lm_round_turn(&d->round, d->job->rules)); break;
    case LM_CONFIRM: confirm(d); break;
    default: play_decision(d); break;
    }
}

/* A wager that lasts for several rounds is not laid near the end of a session, where it might remain undecided: an
 * undecided streak has won so far, so leaving it out would bias the result against the wager. */
static bool may_be_decided(const driver *d)
{
    return d->number % LM_SIM_SESSION < LM_SIM_SESSION - LM_SIM_TO_DECIDE;
}

static void lay_side(driver *d, uint8_t box, uint8_t offer)
{
    const lm_sim_job *job = d->job;
    lm_action bet = {
        .verb = LM_BET, .box = box, .wager = (uint8_t)(LM_SIDE + offer), .amount_cents = job->stake_cents[offer]
    };
    if (job->rules->offer[offer].wager->carries) {
        if (may_be_decided(d)) try_action(d, &bet);
    } else {
        driver_do(d, &bet);
    }
}

/* Places the bets of every box. */
static void lay_bets(driver *d)
{
    const lm_sim_job *job = d->job;
    int spots = d->spots;
    for (uint8_t box = 1; box <= job->seats; box++) {
        if (spots == 1 && !job->count) {
            driver_do(d, &d->bet_ready[box - 1]);
        } else {
            for (uint8_t n = 0; n < spots; n++)
                driver_do(d, &(lm_action){ .verb = LM_BET, .box = box, .n = n, .amount_cents = d->bet_cents });
        }
        d->staked_cents[box - 1] = d->bet_cents * spots;
        for (int i = 0; i < d->laids; i++)
            lay_side(d, box, d->laid[i]);
    }
}

/* Lists the wagers of the job; one that depends on another comes after it. */
static void list_sides(driver *d)
{
    const lm_sim_job *job = d->job;
    for (int riding = 0; riding < 2; riding++) {
        for (uint8_t i = 0; i < job->rules->offers; i++) {
            bool rides = job->rules->offer[i].wager->beside != NULL;
            if (job->stake_cents[i] && rides == riding) d->laid[d->laids++] = i;
        }
    }
}

static void begin_session(driver *d, uint64_t round)
{
    d->session = round / LM_SIM_SESSION;
    for (int side = 0; side < DRIVER_SIDES; side++)
        d->shoe[side].shoes = 0;
    if (d->has_meters) prizes_open(d);
}

static void make_actions(driver *d)
{
    static const uint8_t verbs[LM_PLAYS] = { LM_STAND, LM_HIT, LM_DOUBLE, LM_SPLIT, LM_SURRENDER };
    for (uint8_t verb = 0; verb < LM_VERB_COUNT; verb++)
        d->plain_ready[verb] = (lm_action){ .verb = verb };
    for (lm_card card = 0; card < LM_CARDS; card++) {
        d->card_ready[card] = (lm_action){ .verb = LM_CARD, .card = card };
        d->turn_ready[card] = (lm_action){ .verb = LM_TURN, .card = card };
    }
    for (uint8_t yes = 0; yes < 2; yes++)
        d->peek_ready[yes] = (lm_action){ .verb = LM_PEEK, .yes = yes };
    for (uint8_t seat = 0; seat < LM_SIM_SEATS; seat++) {
        uint8_t box = (uint8_t)(seat + 1);
        d->bet_ready[seat] = (lm_action){ .verb = LM_BET, .box = box, .amount_cents = d->job->bet_cents };
        for (int play = 0; play < LM_PLAYS; play++)
            d->play_ready[seat][play] = (lm_action){ .verb = verbs[play], .box = box };
    }
}

void driver_open(driver *d, const lm_sim_job *job)
{
    memset(d, 0, sizeof *d);
    d->job = job;
    d->has_sessions = lm_sim_remembers(job);
    d->spots = lm_rules_dealer_hands(job->rules);
    d->plays_by_cell = !job->plays && !job->count && !job->chart->exceptions;
    make_actions(d);
    list_sides(d);
    for (int i = 0; i < job->rules->offers; i++) {
        bool is_bet = job->stake_cents[i] != 0;
        for (int row = 0; is_bet && row < LM_OUTCOMES; row++)
            d->has_meters |= job->rules->offer[i].pays[row].form == LM_PERCENT;
    }
    stack_plan_decks(&d->plan, (int)job->rules->decks);
}

/* A round that the ramp sits out is dealt with one bet. */
static void choose_bet(driver *d)
{
    const lm_count *count = d->job->count;
    d->bet_cents = d->job->bet_cents;
    if (!count) return;
    d->count_at_bet = count_now(d);
    int units = count_units(count, count_step(count, d->count_at_bet));
    d->watches = units == 0;
    d->bet_cents *= units ? units : 1;
}

bool driver_play(driver *d, uint64_t round)
{
    const lm_rules *k = d->job->rules;
    bool first = round % LM_SIM_SESSION == 0 || !d->has_sessions;
    d->number = round;
    if (d->laids) d->chance = words_of_chance(d->job->seed, round);
    if (d->has_sessions && first) begin_session(d, round);
    prepare_cards(d);
    if (d->job->count && d->job->dealing == LM_DEALING_FRESH) d->running = d->job->count->start * (int)k->decks;
    choose_bet(d);
    if (first && d->has_sessions) {
        lm_round_open(&d->round, k);
    } else {
        lm_round_next(&d->round, k);
    }
    lay_bets(d);
    driver_do(d, &d->plain_ready[LM_DEAL]);
    while (d->round.phase != LM_DONE && !d->cards_gone)
        step(d);
    if (d->cards_gone) return false;
    if (d->has_meters) prizes_end(d);
    return true;
}
