/* downs.c - cards that lie face down, and what their players owe because of them. */
#include "lammer/dealer.h"

int lm_downs_hand(const lm_downs *downs, const lm_sealed *sealed, const lm_round *round, uint8_t box, uint8_t hand,
                  lm_card cards[LM_HAND_CARDS])
{
    const lm_hand *h = &round->box[box - 1].hand[hand - 1];
    uint32_t at = 0;
    for (int i = 0; i < h->n; i++) {
        cards[i] = h->card[i];
        if (cards[i] != LM_CARD_DOWN) continue;
        while (at < downs->n && (downs->down[at].box != box || downs->down[at].hand != hand))
            at++;
        if (at < downs->n) cards[i] = lm_down_card(&downs->down[at++], sealed);
    }
    return h->n;
}

static bool shows_now(const lm_round *r, const lm_rules *rules, const lm_downs *downs, const lm_sealed *sealed,
                      uint8_t box)
{
    lm_card cards[LM_HAND_CARDS];
    int n = lm_downs_hand(downs, sealed, r, box, 1, cards);
    return lm_box_shows_now(r, rules, box, cards, n);
}

static lm_owed expose(const lm_round *r, const lm_rules *rules, const lm_downs *downs, const lm_sealed *sealed,
                      lm_answer *answer)
{
    for (uint8_t box = 1; box <= rules->boxes; box++) {
        if (!shows_now(r, rules, downs, sealed, box)) continue;
        int at = lm_downs_find(downs, box, 1);
        answer->verb = LM_TURN;
        answer->box = box;
        if (at >= 0) answer->card = lm_down_card(&downs->down[at], sealed);
        return LM_OWES_THIS;
    }
    answer->verb = LM_CLOSE;
    return LM_OWES_THIS;
}

lm_owed lm_players_owe(const lm_round *r, const lm_rules *rules, const lm_downs *downs, const lm_sealed *sealed,
                       lm_turn turn, lm_answer *answer)
{
    if (r->phase == LM_EXPOSING) return expose(r, rules, downs, sealed, answer);
    if (r->phase != LM_PLAYING || turn.who != LM_BY_PLAYER) return LM_OWES_NOTHING;
    const lm_hand *hand = &r->box[turn.box - 1].hand[turn.hand - 1];
    lm_card cards[LM_HAND_CARDS];
    bool over = lm_hand_may_be_over(hand) &&
                lm_cards_score(cards, lm_downs_hand(downs, sealed, r, turn.box, turn.hand, cards)).total > 21;
    if (!hand->hidden || (!over && !(hand->marks & LM_IS_DOUBLED))) return LM_OWES_NOTHING;
    answer->verb = over ? LM_DISCARD : LM_STAND;
    answer->box = turn.box;
    return LM_OWES_THIS;
}

lm_action lm_answer_action(lm_answer answer)
{
    bool card =
        answer.verb == LM_CARD || answer.verb == LM_DOWN || answer.verb == LM_DETERMINE || answer.verb == LM_TURN;
    return (lm_action){
        .verb = answer.verb, .box = answer.box, .n = answer.n, .yes = answer.yes, .card = card ? answer.card : 0
    };
}
