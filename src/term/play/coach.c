/* coach.c - the coach of the terminal: prices a decision with the cards gone that the player has seen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lammer/odds.h"
#include "lammer/words.h"
#include "play.h"

gone_cards coach_gone(const lm_rules *rules, gone_cards asked)
{
    bool counts = rules->shoe != LM_SHOE_CONTINUOUS && rules->shoe != LM_SHOE_DOUBLE;
    return counts ? asked : GONE_FELT;
}

void coach_basis(gone_cards gone, int cards, char *text, size_t size)
{
    const char *plural = cards == 1 ? "" : "s";
    text[0] = '\0';
    if (cards && gone == GONE_SHOE)
        snprintf(text, size, /* say:without-shoe */ "without %d card%s seen since the shuffle", cards, plural);
    if (cards && gone == GONE_FELT)
        snprintf(text, size, /* say:without-felt */ "without %d other card%s on the felt", cards, plural);
}

static void put_back(lm_census *left, lm_card card)
{
    if (card < LM_CARDS) left->copies[card]++;
}

/* The shoe less all cards that were seen in other hands. Those of the hand and the dealer's are in the question. */
static lm_census census_of(const solo_table *p, const lm_hand *hand)
{
    const lm_table *t = &p->now.dealer.table;
    bool of_shoe = coach_gone(p->rules, p->args.gone) == GONE_SHOE;
    lm_census left;
    lm_census_fresh(&left, (int)p->rules->decks);
    for (int card = 0; card < LM_CARDS; card++)
        left.copies[card] -= of_shoe ? t->seen[card] : t->round.seen[card];
    for (int i = 0; i < hand->n; i++)
        put_back(&left, hand->card[i]);
    for (int i = 0; i < t->round.dealer.n; i++)
        put_back(&left, t->round.dealer.card[i]);
    return left;
}

static bool price_with(const solo_table *p, lm_decision d, const lm_census *left, lm_prices *prices)
{
    lm_rules rules = *p->rules;
    size_t size = lm_game_size(&rules);
    void *memory = malloc(size);
    lm_decision_rules(&d, &rules);
    lm_game *game = memory ? lm_game_open(memory, size, &rules, left) : NULL;
    bool priced = game && lm_decision_price(game, &d, LM_POST_SPLIT_CDPN, prices);
    free(memory);
    return priced;
}

bool coach_prices(const solo_table *p, unsigned allowed, bool down, coach_price *price)
{
    const lm_round *r = &p->now.dealer.table.round;
    const lm_box *box = &r->box[p->now.seat - 1];
    const lm_hand *hand = &box->hand[r->at_hand];
    lm_card cards[LM_HAND_CARDS];
    int n = solo_hand_cards(p, p->now.seat, (uint8_t)(r->at_hand + 1), cards);
    if (r->phase != LM_PLAYING || !r->dealer.n) return false;
    lm_staked staked = hand->marks & LM_FREE_HAND ? LM_STAKED_LAMMER : LM_STAKED_CHIPS;
    bool open = p->rules->hole_card == LM_HOLE_FACE_UP && r->dealer.n > 1;
    lm_decision d = { .held = solo_held(cards, n, staked), .hands = box->hands };
    d.seen =
        (lm_seen){ (uint8_t)lm_card_value(r->dealer.card[0]), (uint8_t)(open ? lm_card_value(r->dealer.card[1]) : 0) };
    lm_census left = census_of(p, hand);
    price->gone = (int)p->rules->decks * LM_CARDS - lm_census_total(&left);
    price->down = (double)NAN;
    if (!price_with(p, d, &left, &price->prices)) return false;
    for (int play = 0; play < LM_PLAYS; play++) {
        if (!(allowed >> play & 1)) price->prices.value[play] = (double)NAN;
    }
    lm_prices faced;
    d.down = true;
    if (down && price_with(p, d, &left, &faced)) price->down = faced.value[LM_PLAY_DOUBLE];
    return true;
}
