/* explain.c - a reckoning in words: what decided a wager, and each term of its arithmetic. */
#include "story_parts.h"

/* A stake that is given back without a tie has won; the winnings have an event of their own. */
static lm_message why_cards(const lm_rules *k, const lm_event *e, const lm_reckoning *r)
{
    int total = story_total(&r->mine), against = story_total(&r->dealers);
    bool wins_back = e->kind == LM_EV_GIVE_BACK && total != against && !(against == 22 && k->dealer_22 == LM_22_PUSH);
    story_facts facts = { wins_back ? LM_EV_PAY : e->kind, r->is_bust, r->is_bonus, &r->mine, &r->dealers };
    if (e->wager == LM_MAIN) {
        lm_message why = story_why_main(&facts);
        return why == LM_SAY_WHY_TOTALS && facts.kind == LM_EV_GIVE_BACK ? LM_SAY_WHY_PUSH : why;
    }
    if (e->wager == LM_INSURANCE)
        return e->kind == LM_EV_TAKE ? LM_SAY_WHY_INSURANCE_LOST : LM_SAY_WHY_DEALER_BLACKJACK;
    return LM_SAY_WHY_OUTCOME;
}

lm_sentence lm_sentence_of_reckoning(const lm_rules *rules, const lm_event *e, const lm_reckoning *r)
{
    static const lm_message causes[LM_CAUSE_COUNT] = {
        [LM_CAUSE_COUPON] = LM_SAY_WHY_COUPON,       [LM_CAUSE_EVEN_MONEY] = LM_SAY_WHY_EVEN_MONEY,
        [LM_CAUSE_SURRENDER] = LM_SAY_WHY_SURRENDER, [LM_CAUSE_DEAD] = LM_SAY_WHY_DEAD,
        [LM_CAUSE_SPARED] = LM_SAY_WHY_SPARED,       [LM_CAUSE_START] = LM_SAY_WHY_START,
        [LM_CAUSE_ABANDONED] = LM_SAY_WHY_ABANDONED, [LM_CAUSE_OTHERS] = LM_SAY_WHY_OTHERS,
        [LM_CAUSE_MUST_HIT] = LM_SAY_WHY_MUST_HIT,   [LM_CAUSE_FAILED] = LM_SAY_WHY_FAILED,
    };
    const lm_wager *wager = e->wager >= LM_SIDE ? rules->offer[e->wager - LM_SIDE].wager : NULL;
    int outcome = e->kind == LM_EV_AWARD ? e->n % LM_OUTCOMES : 0;
    lm_sentence s = { .id = causes[e->how % LM_CAUSE_COUNT], .mine = r->mine, .dealers = r->dealers };
    if (e->how == LM_CAUSE_CARDS) s.id = why_cards(rules, e, r);
    s.wager = wager ? wager->title : NULL;
    s.outcome = wager ? wager->outcomes[outcome] : NULL;
    return s;
}

lm_sentence lm_sentence_of_term(const lm_term *term)
{
    static const lm_message ids[LM_TERM_COUNT] = {
        [LM_TERM_LOST] = LM_SAY_TERM_LOST,         [LM_TERM_ODDS] = LM_SAY_TERM_ODDS,
        [LM_TERM_COUPON] = LM_SAY_TERM_COUPON,     [LM_TERM_FOR] = LM_SAY_TERM_FOR,
        [LM_TERM_ROUNDED] = LM_SAY_TERM_ROUNDED,   [LM_TERM_LAMMER] = LM_SAY_TERM_LAMMER,
        [LM_TERM_MATCHED] = LM_SAY_TERM_MATCHED,   [LM_TERM_HALF] = LM_SAY_TERM_HALF,
        [LM_TERM_BACK] = LM_SAY_TERM_BACK,         [LM_TERM_FIXED] = LM_SAY_TERM_FIXED,
        [LM_TERM_SHOWN] = LM_SAY_TERM_SHOWN,       [LM_TERM_METER] = LM_SAY_TERM_METER,
        [LM_TERM_MUST_HIT] = LM_SAY_TERM_MUST_HIT, [LM_TERM_CAPPED] = LM_SAY_TERM_CAPPED,
        [LM_TERM_REFUND] = LM_SAY_TERM_REFUND,
    };
    return (lm_sentence){
        .id = ids[term->kind % LM_TERM_COUNT], .cents = term->of_cents, .count = term->a, .number = (uint8_t)term->b
    };
}
