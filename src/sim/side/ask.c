/* ask.c - see ask.h. The order of questions is that of src/core/round: AFTER_DEAL, AFTER_READER, the box's play, the
 * dealer's third card, settlement. tests/sim/side.c compares it with rounds that lm_round played. */
#include "ask.h"
#include "tally.h"

typedef struct {
    const side_question *question;
    const side_facts *facts;
    lm_view seen; /* everything that is on the table at this time */
    bool reader_said_no;
    lm_outcomes *found;
    int window;
} asking;

/* Asks the wager if the window is its own or a later one; whether it is decided then. */
static bool decided(asking *a, lm_window window)
{
    const lm_wager *wager = a->question->wager;
    bool exact = window == LM_THIRD_CARD || wager->carries;
    if (exact ? wager->window != window : wager->window > window) return false;
    lm_view view = a->seen;
    view.window = window;
    lm_view_hide(&view, wager);
    *a->found = (lm_outcomes){ 0 };
    wager->classify(&view, a->found);
    a->window = window;
    return !a->found->pending;
}

static void see_box(asking *a, int n, bool split, bool may_draw, bool busted)
{
    a->seen.n_first = (uint8_t)n;
    for (int i = 0; i < n; i++)
        a->seen.first[i] = a->facts->first[i];
    a->seen.split = split;
    a->seen.may_draw = may_draw;
    a->seen.busted = busted;
}

static void see_dealer(asking *a, int n)
{
    lm_view *v = &a->seen;
    v->n_dealer = (uint8_t)n;
    for (int i = 0; i < n; i++)
        v->dealer[i] = a->facts->dealer[i];
    v->dealer_blackjack = lm_cards_blackjack(v->dealer, n);
    v->blackjack_possible = n < 2 && !a->reader_said_no && side_may_hide_blackjack(v->up);
}

static asking begin(const side_question *question, const side_facts *facts, lm_outcomes *found)
{
    asking a = { .question = question, .facts = facts, .found = found };
    lm_view *v = &a.seen;
    v->rules = question->rules;
    v->stake_cents = question->stake_cents;
    v->carry = question->carry;
    v->up = facts->dealer[0];
    v->player_blackjack = lm_cards_blackjack(facts->first, 2);
    v->original_total = facts->original_total;
    v->lammers = facts->lammers;
    v->won = facts->won;
    v->lost = facts->lost;
    see_box(&a, 2, false, !v->player_blackjack, false);
    see_dealer(&a, question->rules->hole_card == LM_HOLE_FACE_UP ? 2 : 1);
    return a;
}

static bool reader_is_used(const asking *a)
{
    return a->question->rules->hole_card == LM_HOLE_READER && side_may_hide_blackjack(a->seen.up);
}

/* A blackjack that is seen before the boxes play. */
static bool early_blackjack(const asking *a)
{
    bool seen = reader_is_used(a) || a->question->rules->hole_card == LM_HOLE_FACE_UP;
    return seen && lm_cards_blackjack(a->facts->dealer, a->facts->n_dealer);
}

/* A box that splits has done so with two cards: the wager is asked before the next card (MBJ-11(f)). */
static bool decided_in_play(asking *a)
{
    const side_facts *f = a->facts;
    if (decided(a, LM_AT_ELECTION)) return true;
    for (int n = f->split ? 2 : 3; n <= f->n_first; n++) {
        see_box(a, n, f->split, false, f->busted && n == f->n_first);
        if (decided(a, LM_AT_ELECTION)) return true;
    }
    see_box(a, f->n_first, f->split, false, f->busted);
    return decided(a, LM_AT_ELECTION);
}

/* No card is drawn against a blackjack that was seen early but the one that a waiting wager is offered. */
static bool decided_against_blackjack(asking *a, bool early)
{
    const side_facts *f = a->facts;
    if (early && f->n_first > 2) {
        see_box(a, f->n_first, false, false, false);
        if (decided(a, LM_AT_ELECTION)) return true;
    }
    see_dealer(a, 2);
    if (decided(a, LM_THIRD_CARD)) return true;
    a->seen.may_draw = false;
    if (a->question->wager->lost_to_dealer_blackjack) {
        decided(a, LM_AFTER_ALL);
        return true;
    }
    return decided(a, LM_AFTER_HANDS) || decided(a, LM_AFTER_ALL);
}

static bool decided_by_dealer(asking *a)
{
    const side_facts *f = a->facts;
    see_dealer(a, f->n_main < 3 ? f->n_main : 3);
    if (f->n_main >= 2 && decided(a, LM_THIRD_CARD)) return true;
    see_dealer(a, f->n_main);
    bool waits = a->question->wager->needs == LM_NEEDS_COMPLETE;
    if (!waits && (decided(a, LM_WITH_MAIN) || decided(a, LM_AFTER_HANDS))) return true;
    see_dealer(a, f->n_dealer);
    return decided(a, LM_AFTER_ALL);
}

int side_decide(const side_question *question, const side_facts *facts, lm_outcomes *found)
{
    asking a = begin(question, facts, found);
    bool blackjack = lm_cards_blackjack(facts->dealer, facts->n_dealer), early = early_blackjack(&a);
    if (decided(&a, LM_AFTER_DEAL)) return a.window;
    if (!early) {
        a.reader_said_no = reader_is_used(&a);
        see_dealer(&a, a.seen.n_dealer);
        if (decided(&a, LM_AFTER_READER) || decided_in_play(&a)) return a.window;
    }
    bool last = blackjack ? decided_against_blackjack(&a, early) : decided_by_dealer(&a);
    return last ? a.window : SIDE_UNDECIDED;
}

bool side_waits(const side_question *question, const side_facts *facts)
{
    lm_outcomes found = { 0 };
    asking a = begin(question, facts, &found);
    if (question->wager->window != LM_AFTER_DEAL || decided(&a, LM_AFTER_DEAL)) return false;
    a.reader_said_no = reader_is_used(&a);
    see_dealer(&a, a.seen.n_dealer);
    return !decided(&a, LM_AFTER_READER) && !decided(&a, LM_AT_ELECTION);
}

lm_cents side_net(const side_question *question, const lm_offer *offer, const lm_outcomes *found)
{
    lm_cents stake = question->stake_cents, won = 0;
    bool keeps_stake = false;
    for (int i = 0; i < found->n; i++) {
        lm_odds odds = offer->pays[found->which[i]];
        bool to = odds.form == LM_TO;
        won += to ? lm_odds_net(odds, stake, tally_chip(question->rules)) : lm_odds_net(odds, stake, 0) + stake;
        keeps_stake |= to;
    }
    return won - (keeps_stake ? 0 : stake);
}
