/* story_money.c - chips in sentences: what is taken, paid and given back, why, and what a round came to.
 *
 * The cause of a movement comes with its event. Where the cards decided it, the hands on the layout give the reason. */
#include "story_parts.h"

/* Whether the hand wins more than 1 to 1 and its lammers; not known where there are several dealer hands. */
static bool pays_bonus(const lm_story *t, const lm_event *e, const lm_told_box *box, const lm_told_hand *hand)
{
    uint8_t bettor = e->bettor % LM_BETTORS;
    lm_cents main = box->main_cents[bettor][0];
    lm_cents even = main + hand->doubled_cents[bettor] + main * hand->lammers;
    return lm_rules_dealer_hands(t->rules) == 1 && main && e->amount_cents > even;
}

static lm_message why_paid(const story_facts *f)
{
    int total = story_total(f->mine), against = story_total(f->dealers);
    if (f->is_bonus) return LM_SAY_WHY_BONUS;
    if (against <= 21 && total == against) return LM_SAY_WHY_SPLIT_21;
    return against > 21 ? LM_SAY_WHY_DEALER_BUST : LM_SAY_WHY_TOTALS;
}

lm_message story_why_main(const story_facts *f)
{
    int total = story_total(f->mine), against = story_total(f->dealers);
    bool dealer_blackjack = story_is_blackjack(f->dealers), blackjack = story_is_blackjack(f->mine);
    bool judged = f->dealers->n >= 2 && !story_has_hidden(f->dealers) && !story_has_hidden(f->mine);
    if (f->is_bust || total > 21) return LM_SAY_WHY_BUST;
    if (f->kind == LM_EV_PAY && blackjack) return LM_SAY_WHY_BLACKJACK;
    if (dealer_blackjack) return blackjack ? LM_SAY_WHY_BOTH_BLACKJACK : LM_SAY_WHY_DEALER_BLACKJACK;
    if (!judged) return LM_SAY_NOTHING;
    if (f->kind == LM_EV_PAY) return why_paid(f);
    if (against == 22 && f->kind == LM_EV_GIVE_BACK) return LM_SAY_WHY_22;
    return f->kind == LM_EV_TAKE && total == against ? LM_SAY_WHY_TIE_LOSES : LM_SAY_WHY_TOTALS;
}

/* A lost optional wager names its first outcome; a won one has named its outcome with the award. */
static void add_why(lm_story *t, const lm_event *e, lm_sentence *s)
{
    const lm_wager *wager = story_wager(t, e->wager);
    bool awarded = t->award.kind == LM_EV_AWARD && t->award.box == e->box && t->award.bettor == e->bettor &&
                   t->award.wager == e->wager;
    if (e->wager == LM_MAIN) {
        const lm_told_hand *hand = story_hand(t, e);
        story_facts facts = { e->kind, hand->is_bust, pays_bonus(t, e, story_box(t, e), hand), &hand->cards,
                              &t->box[0].hand[0].cards };
        s->why = story_why_main(&facts);
    } else if (wager && wager->outcomes[0] && e->kind == LM_EV_TAKE && !awarded) {
        s->outcome = wager->outcomes[0];
        s->why = LM_SAY_WHY_OUTCOME;
    }
}

/* Sentences by the wager that moves: main, insurance, optional. */
enum { MAIN, INSURANCE, SIDE, WAGERS };
static const lm_message takes[LM_CAUSE_COUNT][WAGERS] = {
    [LM_CAUSE_CARDS] = { LM_SAY_TAKE, LM_SAY_TAKE_INSURANCE, LM_SAY_TAKE_SIDE },
    [LM_CAUSE_SURRENDER] = { [MAIN] = LM_SAY_TAKE_SURRENDER },
    [LM_CAUSE_START] = { [SIDE] = LM_SAY_TAKE_START },
    [LM_CAUSE_ABANDONED] = { [SIDE] = LM_SAY_TAKE_ABANDONED },
};
static const lm_message pays[LM_CAUSE_COUNT][WAGERS] = {
    [LM_CAUSE_CARDS] = { LM_SAY_PAY, LM_SAY_PAY_INSURANCE, LM_SAY_PAY_SIDE },
    [LM_CAUSE_COUPON] = { [MAIN] = LM_SAY_PAY_COUPON },
    [LM_CAUSE_EVEN_MONEY] = { [MAIN] = LM_SAY_PAY_EVEN_MONEY },
    [LM_CAUSE_DEAD] = { [SIDE] = LM_SAY_PAY_DEAD },
    [LM_CAUSE_OTHERS] = { [SIDE] = LM_SAY_PAY_OTHERS },
    [LM_CAUSE_MUST_HIT] = { [SIDE] = LM_SAY_PAY_MUST_HIT },
};
static const lm_message backs[LM_CAUSE_COUNT][WAGERS] = {
    [LM_CAUSE_CARDS] = { LM_SAY_BACK, LM_SAY_BACK, LM_SAY_BACK_SIDE },
    [LM_CAUSE_SURRENDER] = { [MAIN] = LM_SAY_BACK_SURRENDER },
    [LM_CAUSE_DEAD] = { LM_SAY_BACK_DEAD, LM_SAY_BACK_DEAD_INSURANCE, LM_SAY_BACK_DEAD_SIDE },
    [LM_CAUSE_SPARED] = { [MAIN] = LM_SAY_BACK_SPARED },
};

/* The sentence for a movement; the plain one without a reason if the table has none for its cause and wager. */
static lm_message message_of(const lm_message table[LM_CAUSE_COUNT][WAGERS], const lm_event *e)
{
    int wager = e->wager < LM_SIDE ? e->wager : SIDE;
    lm_message id = table[e->how % LM_CAUSE_COUNT][wager];
    return id ? id : table[LM_CAUSE_CARDS][wager];
}

static lm_sentence begin_money(lm_story *t, const lm_event *e, const lm_message table[LM_CAUSE_COUNT][WAGERS])
{
    lm_sentence s = story_begin(t, e, message_of(table, e));
    if (e->how == LM_CAUSE_CARDS) add_why(t, e, &s);
    return s;
}

static lm_cents *net_of(lm_story *t, const lm_event *e)
{
    return &story_box(t, e)->net_cents[e->bettor % LM_BETTORS];
}

static void tell_result(lm_story *t, uint8_t box, uint8_t bettor);

/* After the round, every prize repeats the box's result. */
static void tell_result_again(lm_story *t, const lm_event *e)
{
    if (t->is_over && e->box) tell_result(t, e->box, e->bettor);
}

static void tell_take(lm_story *t, const lm_event *e)
{
    lm_sentence s = begin_money(t, e, takes);
    *net_of(t, e) -= e->amount_cents;
    story_say(t, &s);
    tell_result_again(t, e);
}

/* A lammer is worth the original wager if its hand wins (C-12). */
static void add_lammers(lm_story *t, const lm_event *e, lm_sentence *s)
{
    const lm_told_hand *hand = story_hand(t, e);
    bool shares = e->bettor == LM_DECIDER || e->bettor == LM_TIP;
    if (s->id != LM_SAY_PAY || !hand->lammers || !shares) return;
    s->number = hand->lammers;
    s->more_cents = story_box(t, e)->main_cents[e->bettor][e->n % LM_SPOTS] * hand->lammers;
    s->id = hand->lammers > 1 ? LM_SAY_PAY_LAMMERS : LM_SAY_PAY_LAMMER;
}

static void tell_pay(lm_story *t, const lm_event *e)
{
    const lm_wager *wager = story_wager(t, e->wager);
    lm_sentence s = begin_money(t, e, pays);
    add_lammers(t, e, &s);
    s.other = t->award.box;
    s.prize = wager ? wager->others_title : NULL;
    if (e->how == LM_CAUSE_OTHERS && e->box == 0) s.id = LM_SAY_PAY_DEALER;
    *net_of(t, e) += e->amount_cents;
    story_say(t, &s);
    tell_result_again(t, e);
}

/* A stake returned with its winnings is not mentioned. */
static void tell_back(lm_story *t, const lm_event *e)
{
    const lm_event *last = &t->last;
    bool won = last->kind == LM_EV_PAY && last->box == e->box && last->bettor == e->bettor && last->wager == e->wager &&
               last->hand == e->hand && last->n == e->n && last->how == e->how;
    if (won) return;
    lm_sentence s = begin_money(t, e, backs);
    story_say(t, &s);
}

static void tell_result(lm_story *t, uint8_t box, uint8_t bettor)
{
    static const lm_message ids[2][3] = {
        { LM_SAY_RESULT_LOST, LM_SAY_RESULT_EVEN, LM_SAY_RESULT_WON },
        { LM_SAY_RESULT_NOW_LOST, LM_SAY_RESULT_NOW_EVEN, LM_SAY_RESULT_NOW_WON },
    };
    lm_cents net = t->box[box].net_cents[bettor % LM_BETTORS];
    lm_event at = { .box = box, .bettor = bettor, .amount_cents = net < 0 ? -net : net };
    story_say_event(t, &at, ids[t->is_over][net < 0 ? 0 : net > 0 ? 2 : 1]);
}

static void tell_over(lm_story *t, const lm_event *e)
{
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
            if (t->box[box].has_bet[bettor] || t->box[box].net_cents[bettor]) tell_result(t, box, bettor);
        }
    }
    t->is_over = true;
}

const story_row story_money_rows[LM_EV_COUNT] = {
    [LM_EV_TAKE] = { LM_PART_MONEY, .tell = tell_take },
    [LM_EV_PAY] = { LM_PART_MONEY, .tell = tell_pay },
    [LM_EV_GIVE_BACK] = { LM_PART_MONEY, .tell = tell_back },
    [LM_EV_OVER] = { LM_PART_RESULT, .tell = tell_over },
};
