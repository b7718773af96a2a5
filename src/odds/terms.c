/* terms.c - see terms.h. */
#include "terms.h"

const backing_parts backing_table[BACKINGS] = {
    [BACKED_CHIPS] = { 1, 0, 0 },      [BACKED_LAMMER] = { 0, 0, 1 },      [BACKED_CHIPS_PAID] = { 1, 1, 0 },
    [BACKED_CHIPS_FREE] = { 1, 0, 1 }, [BACKED_LAMMER_PAID] = { 0, 1, 1 }, [BACKED_LAMMER_FREE] = { 0, 0, 2 },
};

static bool is_hard_9_to_11(const hand_table *hands, hand_id hand)
{
    return !hands->soft[hand] && hands->total[hand] >= 9 && hands->total[hand] <= 11;
}

static bool is_charlie(const lm_rules *k, const hand_table *hands, hand_id hand)
{
    return k->five_card_21 == LM_FIVE_CARD_CHARLIE && hands->count[hand][0] >= 5;
}

bool terms_finished(const lm_rules *k, const hand_table *hands, hand_id hand)
{
    return hands->total[hand] >= 21 || is_charlie(k, hands, hand);
}

backing terms_double(const lm_rules *k, const hand_table *hands, hand_id hand, lm_staked staked, bool split)
{
    bool lammer = staked == LM_STAKED_LAMMER, two = hands->count[hand][0] == 2;
    if (terms_finished(k, hands, hand) || (split && !k->double_after_split)) return NOT_BACKED;
    bool cards_fit = k->free_double == LM_FREE_DOUBLE_ANY || (k->free_double == LM_FREE_DOUBLE_TWO_CARDS && two);
    if (cards_fit && is_hard_9_to_11(hands, hand)) return lammer ? BACKED_LAMMER_FREE : BACKED_CHIPS_FREE;
    if (!two || (lammer && !k->lammer_double)) return NOT_BACKED;
    if (k->double_on != LM_DOUBLE_ANY && !is_hard_9_to_11(hands, hand)) return NOT_BACKED;
    if (k->double_on == LM_DOUBLE_10_TO_11 && hands->total[hand] == 9) return NOT_BACKED;
    return lammer ? BACKED_LAMMER_PAID : BACKED_CHIPS_PAID;
}

int terms_odds(const lm_rules *k, const hand_table *hands, hand_id hand)
{
    const uint8_t *count = hands->count[hand];
    if (k->bonus_777 && count[0] == 3 && count[7] == 3) return 15;
    if (k->five_card_21 == LM_FIVE_CARD_PAYS && count[0] == 5 && hands->total[hand] == 21) return 20;
    return TENTHS;
}

/* A lammer wins the original wager at 1 to 1 (C-12); chips added by a double get bonus odds only where posted. */
int terms_win(const lm_rules *k, backing backed, int odds)
{
    backing_parts p = backing_table[backed];
    return p.chips * odds + p.added * (k->bonus_on_double ? odds : TENTHS) + p.lammers * TENTHS;
}

int terms_result(const lm_rules *k, const hand_table *hands, hand_id hand, bool two_card_21, dealer_end end)
{
    int total = hands->total[hand];
    if (end == END_BLACKJACK) return -1;
    if (is_charlie(k, hands, hand)) return 1;
    if (end == END_OVER) return 1;
    if (end == END_22) return k->dealer_22 == LM_22_PUSH ? 0 : 1;
    int his = 17 + (int)end;
    if (total != his) return total > his ? 1 : -1;
    if (two_card_21 && k->split_21_beats) return 1;
    return k->ties == LM_TIES_LOSE ? -1 : 0;
}

void terms_list(const lm_rules *k, const hand_table *hands, hand_terms *terms)
{
    for (hand_id h = 0; h < hands->over; h++) {
        hand_terms *t = &terms[h];
        int odds = terms_odds(k, hands, h);
        t->finished = terms_finished(k, hands, h);
        for (int i = 0; i < LM_STAKES * 2; i++)
            t->doubled[i / 2][i % 2] = (uint8_t)terms_double(k, hands, h, (lm_staked)(i / 2), i % 2);
        for (int b = 0; b < BACKINGS; b++)
            t->win[b] = (int16_t)terms_win(k, (backing)b, odds);
        for (int e = 0; e < END_BLACKJACK; e++)
            t->result[e] = (int8_t)terms_result(k, hands, h, false, (dealer_end)e);
    }
}

bool terms_free_split(const lm_rules *k, int value, int free_splits)
{
    return free_splits < k->free_splits && k->free_split >> value & 1;
}

bool terms_one_card(const lm_rules *k, int value)
{
    return value == 1 && k->split_aces == LM_ACES_ONE_CARD;
}

int terms_most_hands(const lm_rules *k, int value)
{
    return value == 1 && !k->resplit_aces ? 2 : (int)k->split_hands;
}

bool terms_split(const lm_rules *k, int value, lm_staked staked)
{
    if (staked == LM_STAKED_LAMMER && !terms_free_split(k, value, 0)) return false;
    return terms_most_hands(k, value) > 1 + terms_splits_before(staked);
}

int terms_blackjack(const lm_rules *k)
{
    static const int pays[] = { 15, 12, 10, 20, 14 };
    return pays[k->blackjack_pays];
}

bool terms_peek(const lm_rules *k)
{
    return k->hole_card == LM_HOLE_READER || k->hole_card == LM_HOLE_FACE_UP;
}

bool terms_takes_all(const lm_rules *k)
{
    return !terms_peek(k) && k->dealer_bj_takes == LM_BJ_TAKES_ALL;
}

bool terms_surrender(const lm_rules *k, int up)
{
    return lm_rules_surrender(k, up) && k->hole_card != LM_HOLE_FACE_UP;
}

bool terms_surrender_early(const lm_rules *k, int up)
{
    return lm_rules_surrender_early(k, up) && k->hole_card != LM_HOLE_FACE_UP;
}

bool terms_doubled_unseen(const lm_rules *k)
{
    return k->double_card == LM_DOUBLE_DOWN;
}

/* Even money is taken in the insurance window; never where 6 to 5 is paid outside the hand-dealt game (MBJ-7(d).1). */
bool terms_even_money(const lm_rules *k)
{
    bool is_void = k->game == LM_GAME_STANDARD && k->blackjack_pays == LM_BLACKJACK_6_5;
    bool too_late =
        k->late_insurance && k->hole_card == LM_HOLE_READER; /* the reader answers before insurance closes */
    return k->even_money && k->insurance && !is_void && !too_late && k->hole_card != LM_HOLE_FACE_UP;
}
