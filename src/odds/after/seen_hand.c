/* seen_hand.c - one hand of a split when certain cards are gone: the dealer's ends, and what each act is worth by itself. */
#include "after/seen.h"

#ifndef ODDS_EXACT

#include <assert.h>

static uint32_t place_of_ends(seen_key key)
{
    static_assert(SEEN_ENDS == 1 << 19, "a place has 19 bits");
    return (uint32_t)((key * 0x9e3779b97f4a7c15U) >> (64 - 19));
}

static void take_ends(seen_room *room, int i, const lm_lanes *end)
{
    const lm_lanes win = *end * room->result[i].win, lose = *end * room->result[i].lose;
    room->win[i] = (win[0] + win[1] + win[2] + win[3]) + (win[4] + win[5] + win[6]);
    room->lose[i] = (lose[0] + lose[1] + lose[2] + lose[3]) + (lose[4] + lose[5] + lose[6]);
}

static seen_key key_of_ends(const seen_turn *t, int i)
{
    return ((seen_key)(t->room->split & 0x7fff) << SEEN_BITS) + t->key + t->room->hand[i].key;
}

static void run_batch(seen_turn *t)
{
    seen_room *room = t->room;
    dealer_batch *batch = &room->batch;
    dealer_batch_run(&room->of->tree, 1, batch);
    for (int k = 0; k < batch->n; k++) {
        int i = batch->of[k];
        uint32_t at = place_of_ends(key_of_ends(t, i));
        room->ends_of[at] = key_of_ends(t, i);
        for (int e = 0; e < ENDS; e++)
            room->ends[at][e] = dealer_batch_end(batch, k, e);
        take_ends(room, i, &room->ends[at]);
    }
    batch->n = 0;
}

void seen_find_ends(seen_turn *t, bool all)
{
    seen_room *room = t->room;
    int n = 0;
    room->batch.n = 0;
    for (int i = 0; i < room->hands; i++) {
        if (!room->stood[i] || !(all || t->play[i].needed)) continue;
        uint32_t at = place_of_ends(key_of_ends(t, i));
        __builtin_prefetch(&room->ends_of[at]);
        __builtin_prefetch(&room->ends[at]);
        room->wanted[n] = (int16_t)i;
        room->wanted_at[n++] = at;
    }
    for (int k = 0; k < n; k++) {
        int i = room->wanted[k];
        if (room->ends_of[room->wanted_at[k]] == key_of_ends(t, i)) {
            take_ends(room, i, &room->ends[room->wanted_at[k]]);
            continue;
        }
        for (int v = 0; v <= 10; v++)
            dealer_batch_left(&room->batch, v, t->left[v] - room->hand[i].count[v]);
        if (dealer_batch_add(&room->batch, i)) run_batch(t);
    }
    if (room->batch.n) run_batch(t);
}

/* The chance that the dealer has no blackjack, when a hand and one more card of a value (0: none) are gone. */
static double free_of_blackjack(const seen_turn *t, const seen_hand *hand, int card)
{
    int x = t->room->blackjack_value, all = t->left[0] - hand->count[0] - (card != 0);
    if (t->room->of->tree.pat == END_BLACKJACK) return 0;
    if (!x || all <= 0) return 1;
    return 1 - (double)(t->left[x] - hand->count[x] - (card == x)) / all;
}

static double stand(const seen_turn *t, int i, backing backed)
{
    return t->room->win[i] * t->room->hand[i].win[backed] + t->room->lose[i] * terms_loss(backed);
}

double seen_worth(const seen_turn *t, int i, uint8_t act)
{
    const seen_hand *hand = &t->room->hand[i];
    backing backed = (backing)(act == SEEN_DOUBLE ? t->play[i].doubled : t->play[i].plain);
    int all = t->left[0] - hand->count[0];
    double sum = 0;
    if (act == SEEN_STAND) return stand(t, i, backed);
    for (int v = 1; v <= 10; v++) {
        int copies = t->left[v] - hand->count[v], next = hand->plus[v];
        if (copies <= 0) continue;
        double brings = next == SEEN_OVER    ? terms_loss(backed) * free_of_blackjack(t, hand, v)
                        : act == SEEN_DOUBLE ? stand(t, next, backed)
                                             : t->room->worth[next];
        sum += brings * copies / all;
    }
    return sum;
}

#endif
