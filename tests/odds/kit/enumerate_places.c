/* enumerate_places.c - the shoe of a walk, and the places that it has met before: see enumerate.h. */
#include "enumerate_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- the shoe */

bool walk_is_678(lm_card card)
{
    return lm_card_value(card) >= 6 && lm_card_value(card) <= 8;
}

/* Whether a card is more than its value to these rules. */
static bool is_special(const lm_rules *k, lm_card card)
{
    int64_t pair = k->special_blackjack - 1;
    bool named = k->special_blackjack && (card == pair / 64 || card == pair % 64);
    return named || (k->bonus_678 && walk_is_678(card));
}

static uint8_t find_kind(const walk *w, lm_card card)
{
    bool apart = w->question->apart || is_special(w->rules, card);
    uint8_t i = 0;
    for (; i < w->kinds; i++) {
        lm_card other = w->kind[i].card[0];
        if (other == card) break;
        bool equal = w->kind[i].value == lm_card_value(card) && !apart && !is_special(w->rules, other);
        if (equal) break;
    }
    return i;
}

void walk_sort_cards(walk *w)
{
    for (lm_card card = 0; card < LM_CARDS; card++) {
        for (int copies = w->question->census->copies[card]; copies > 0; copies--) {
            uint8_t i = find_kind(w, card);
            assert(w->cards < TEST_CARDS);
            if (i == w->kinds) w->kind[w->kinds++] = (kind){ .value = (uint8_t)lm_card_value(card) };
            w->kind[i].card[w->kind[i].n++] = card;
            w->kind_of[card] = i;
            w->cards++;
        }
    }
}

/* The orders of everything that is out, over all that the hole card may be. */
test_exact walk_orders_of(const walk *w, const place *at)
{
    test_exact all = at->weight[0];
    for (int i = 1; at->hole_unknown && i < w->kinds; i++)
        all += at->weight[i];
    return all;
}

/* One card of a kind becomes known. False when no order of the shoe has one left. */
bool walk_draw(const walk *w, place *at, uint8_t k)
{
    for (int hole = 0; hole < (at->hole_unknown ? w->kinds : 1); hole++)
        at->weight[hole] *= at->left[k] - (at->hole_unknown && hole == k);
    if (walk_orders_of(w, at) == 0) return false;
    at->left[k]--;
    at->out++;
    return true;
}

/* A card goes face down and may be any that is left. */
void walk_hide(const walk *w, place *at)
{
    test_exact orders = at->weight[0];
    for (int i = 0; i < w->kinds; i++)
        at->weight[i] = orders * at->left[i];
    at->hole_unknown = 1;
    at->out++;
}

/* The card of this kind that is dealt next. */
lm_card walk_next_of(const walk *w, const place *at, uint8_t k)
{
    return w->kind[k].card[w->kind[k].n - at->left[k]];
}

/* --- places that were met before */

static void mix(uint64_t name[2], uint64_t word)
{
    name[0] = (name[0] ^ word) * 0x9E3779B97F4A7C15ULL;
    name[0] ^= name[0] >> 29;
    name[1] = (name[1] + word) * 0xD6E8FEB86659FD93ULL;
    name[1] = (name[1] << 27 | name[1] >> 37) ^ (name[1] >> 11);
}

static void mix_bytes(uint64_t name[2], const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    for (; n; n -= n < 8 ? n : 8) {
        uint64_t word = 0;
        memcpy(&word, at, n < 8 ? n : 8);
        mix(name, word);
        at += 8;
    }
}

/* Cards without their order. */
static void mix_cards(const walk *w, uint64_t name[2], const lm_card *card, int n)
{
    uint64_t word[(KINDS + WORD_KINDS - 1) / WORD_KINDS] = { 0 };
    for (int i = 0; i < n; i++) {
        if (card[i] == LM_CARD_DOWN) continue;
        int k = w->kind_of[card[i]];
        word[k / WORD_KINDS] += 1ULL << (5 * (k % WORD_KINDS));
    }
    for (int i = 0; i * WORD_KINDS < w->kinds; i++)
        mix(name, word[i]);
}

/* A split leaves the first card where it is, so the order of a pair matters where the rules distinguish its cards. */
static bool is_pair(const lm_hand *hand)
{
    return hand->n == 2 && !hand->hidden && lm_card_value(hand->card[0]) == lm_card_value(hand->card[1]);
}

/* The name of a state: the whole round except the order of the cards in each hand, and the shoe. Equal names have equal
 * futures. */
void walk_name_place(const walk *w, const place *at, uint64_t name[2])
{
    const lm_round *r = &at->round;
    const lm_box *box = &r->box[0];
    name[0] = 0x243F6A8885A308D3ULL;
    name[1] = 0x13198A2E03707344ULL;
    mix_bytes(name, &r->felt_cents, 3 * sizeof(lm_cents));
    mix_bytes(name, box, offsetof(lm_box, hand));
    mix_bytes(name, &box->answered, sizeof *box - offsetof(lm_box, answered));
    for (int h = 0; h < box->hands; h++) {
        const lm_hand *hand = &box->hand[h];
        mix_cards(w, name, hand->card, hand->n);
        mix(name, is_pair(hand) ? w->kind_of[hand->card[0]] : KINDS);
        mix_bytes(name, &hand->n, sizeof *hand - offsetof(lm_hand, n));
    }
    if (w->strategy && w->strategy->look && box->hands > 1) /* the player knows which pair was split */
        mix(name, (uint64_t)lm_card_value(box->hand[0].card[0]));
    mix(name, r->dealer.n ? w->kind_of[r->dealer.card[0]] : KINDS);
    mix_cards(w, name, r->dealer.card, r->dealer.n);
    mix_bytes(name, &r->dealer.n, sizeof r->dealer - offsetof(lm_dealer_hand, n));
    mix_bytes(name, &r->phase, offsetof(lm_round, actions) - offsetof(lm_round, phase));
    mix_bytes(name, at->left, offsetof(place, down) + sizeof at->down - offsetof(place, left));
}

memory *walk_find_memory(walk *w, const uint64_t name[2])
{
    size_t i = name[0] & (w->room - 1);
    while (w->met[i].used && (w->met[i].name[0] != name[0] || w->met[i].name[1] != name[1]))
        i = (i + 1) & (w->room - 1);
    return &w->met[i];
}

void walk_grow(walk *w)
{
    memory *old = w->met;
    size_t n = w->room;
    w->room = n ? 2 * n : 1 << 12;
    w->met = calloc(w->room, sizeof *w->met);
    assert(w->met);
    for (size_t i = 0; i < n; i++) {
        if (old[i].used) *walk_find_memory(w, old[i].name) = old[i];
    }
    free(old);
}

void walk_remember(walk *w, const uint64_t name[2], test_exact orders, const test_exact *sum)
{
    size_t items = (size_t)w->items;
    if (2 * w->n_met >= w->room) walk_grow(w);
    if (w->n_sums + items > w->sums_room) {
        w->sums_room = w->sums_room ? 2 * w->sums_room : 1 << 16;
        w->sums = realloc(w->sums, w->sums_room * sizeof *w->sums);
        assert(w->sums);
    }
    memcpy(w->sums + w->n_sums, sum, items * sizeof *sum);
    *walk_find_memory(w, name) = (memory){ { name[0], name[1] }, orders, (uint32_t)(w->n_sums / items), true };
    w->n_sums += items;
    w->n_met++;
}

void walk_add(const walk *w, test_exact *sum, const test_exact *other)
{
    for (int i = 0; i < w->items; i++)
        sum[i] += other[i];
}
