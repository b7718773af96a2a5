/* neighbours.c - the other players at the table: they bet the minimum and play the analyser's best chart. */
#include <stdlib.h>

#include "lammer/odds.h"
#include "play.h"

bool neighbours_learn(solo_table *p)
{
    lm_census census;
    size_t size = lm_game_size(p->rules);
    void *memory = !p->has_chart && size ? malloc(size) : NULL;
    if (p->has_chart || !memory) return p->has_chart;
    lm_census_fresh(&census, (int)p->rules->decks);
    lm_game *game = lm_game_open(memory, size, p->rules, &census);
    if (game) lm_game_chart(game, &p->chart);
    p->has_chart = game != NULL;
    free(memory);
    return p->has_chart;
}

/* The least legal main wager on every spot that the table plays. */
bool neighbours_bet(solo_table *p)
{
    int hands = lm_rules_dealer_hands(p->rules), spots = p->rules->multiple_action == LM_MULTIPLE_3 ? 2 : 3;
    spots = hands < spots ? hands : spots;
    for (uint8_t box = 1; box <= p->now.seats; box++) {
        if (box == p->now.seat) continue;
        for (uint8_t n = 0; n < spots; n++) {
            lm_action bet = { .verb = LM_BET, .box = box, .n = n, .amount_cents = p->rules->min_bet };
            if (!solo_apply(p, bet)) return false;
        }
    }
    return true;
}

lm_held solo_held(const lm_card *cards, int n, lm_staked staked)
{
    lm_held held = { .n = (uint8_t)n, .staked = staked, .suited = n > 0 };
    for (int i = 0; i < n; i++) {
        held.value[i] = (uint8_t)(cards[i] < LM_CARDS ? lm_card_value(cards[i]) : 10);
        held.suited &= lm_suit(cards[i]) == lm_suit(cards[0]);
    }
    return held;
}

lm_play chart_says(const solo_table *p, uint8_t box, uint8_t hand, unsigned allowed)
{
    const lm_round *r = &p->now.dealer.table.round;
    const lm_box *mine = &r->box[box - 1];
    bool lammer = mine->hand[hand - 1].marks & LM_FREE_HAND;
    lm_card cards[LM_HAND_CARDS];
    int n = solo_hand_cards(p, box, hand, cards);
    lm_held held = solo_held(cards, n, lammer ? LM_STAKED_LAMMER : LM_STAKED_CHIPS);
    held.split_costs = mine->free_splits >= p->rules->free_splits || !(p->rules->free_split >> held.value[0] & 1);
    int second = p->chart.open && r->dealer.card[1] < LM_CARDS ? lm_card_value(r->dealer.card[1]) : 0;
    int column = lm_chart_column(&p->chart, lm_card_value(r->dealer.card[0]), second);
    return lm_chart_choice(&p->chart, column, &held, allowed);
}

lm_play play_of(uint8_t verb)
{
    switch (verb) {
    case LM_STAND: return LM_PLAY_STAND;
    case LM_HIT: return LM_PLAY_HIT;
    case LM_DOUBLE: return LM_PLAY_DOUBLE;
    case LM_SPLIT: return LM_PLAY_SPLIT;
    case LM_SURRENDER: return LM_PLAY_SURRENDER;
    default: return LM_PLAY_NONE;
    }
}

/* The plays that are allowed to the hand on turn, and the action of each. */
static unsigned allowed_plays(const solo_table *p, uint8_t box, lm_action actions[LM_PLAYS])
{
    enum { ROOM = 128 };
    lm_action legal[ROOM];
    unsigned allowed = 0;
    int n = lm_round_legal(&p->now.dealer.table.round, p->rules, legal, ROOM);
    for (int i = 0; i < n && i < ROOM; i++) {
        lm_play play = play_of(legal[i].verb);
        if (play == LM_PLAY_NONE || legal[i].box != box || allowed >> play & 1) continue;
        actions[play] = legal[i];
        allowed |= 1u << play;
    }
    return allowed;
}

/* Without a chart (not enough memory) a neighbour plays like the dealer. */
bool neighbours_decide(solo_table *p, lm_turn turn)
{
    lm_action actions[LM_PLAYS];
    lm_card cards[LM_HAND_CARDS];
    unsigned allowed = allowed_plays(p, turn.box, actions);
    int total = lm_cards_score(cards, solo_hand_cards(p, turn.box, turn.hand, cards)).total;
    lm_play play = total < 17 ? LM_PLAY_HIT : LM_PLAY_STAND;
    if (p->now.dealer.table.round.phase == LM_OFFERING || total == 21) {
        play = LM_PLAY_STAND;
    } else if (neighbours_learn(p)) {
        play = chart_says(p, turn.box, turn.hand, allowed);
    }
    if (!(allowed >> play & 1)) play = LM_PLAY_STAND;
    if (!(allowed >> play & 1)) return solo_refuse(p, "box %d has nothing to do", turn.box);
    return solo_apply(p, actions[play]);
}
