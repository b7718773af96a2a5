/* joint.c - see joint.h. */
#include "several/apart.h"

#include <assert.h>
#include <string.h>

card_key key_of_hand(const lm_game *g, hand_id h)
{
    return g->hands.key[h];
}

/* Orders in which the hand stands after a paid double; if the double's card is not seen, orders up to the double. */
static lm_real orders_paid(const split_study *study, const hand_ending *e, lm_staked staked, int second)
{
    if (study->doubled_unseen) return e->doubled[staked][DOUBLED_PAID][second];
    return e->orders[staked][DOUBLED_PAID][second] + e->orders[staked][DOUBLED_PAID + SPECIAL_MANNER][second];
}

static lm_real orders_not_bust(const split_study *study, const hand_ending *e, lm_staked staked, int second)
{
    lm_real sum = orders_paid(study, e, staked, second);
    sum += e->orders[staked][STOOD][second] + e->orders[staked][STOOD + SPECIAL_MANNER][second];
    if (study->doubled_unseen) return sum + e->doubled[staked][DOUBLED_FREE][second];
    return sum + e->orders[staked][DOUBLED_FREE][second] + e->orders[staked][DOUBLED_FREE + SPECIAL_MANNER][second];
}

/* A lammer's hand loses chips only if it was doubled with chips and went over 21. So all hands count except those
 * doubled with chips, and of these count the ones within 21. */
static lm_real orders_nothing_lost(const lm_game *g, hand_id h, int second)
{
    const split_study *study = g->study;
    const hand_ending *e = &study->ending[h];
    hand_id one = hands_one(&g->hands, study->value), pair = hands_pair(&g->hands, study->value);
    lm_real all = second == SECOND_OTHER ? (h == one) - (h == pair) : h == pair;
    return all - e->doubled[LM_STAKED_LAMMER][DOUBLED_PAID][second] + orders_paid(study, e, LM_STAKED_LAMMER, second);
}

static lm_real orders_of(const lm_game *g, hand_id h, lm_staked staked, int second, joint_event event)
{
    const split_study *study = g->study;
    const hand_ending *e = &study->ending[h];
    if (event == TOGETHER_DOUBLE_FREE) return e->doubled[staked][DOUBLED_FREE][second];
    if (staked == LM_STAKED_CHIPS) return orders_not_bust(study, e, staked, second);
    return event == TOGETHER_CHIPS_LIVE ? orders_paid(study, e, staked, second) : orders_nothing_lost(g, h, second);
}

static void add_item(joint_list *list, card_key cards, lm_real orders)
{
    if (orders == 0) return;
    list->item[list->n++] = (joint_item){ cards, orders };
    uint64_t bits = 0;
    memcpy(&bits, &orders, sizeof bits);
    list->mark = joint_mix(joint_mix(list->mark, cards), bits);
}

void joint_forget(lm_game *g)
{
    g->joint->known = 0;
}

static bool doubles_paid(const hand_ending *e, int staked)
{
    return e->doubled[staked][DOUBLED_PAID][SECOND_OTHER] != 0 || e->doubled[staked][DOUBLED_PAID][SECOND_PAIR] != 0;
}

unsigned joint_concerned(const lm_game *g, const split_course *course)
{
    unsigned which = 0;
    for (int i = 0; i < course->hands; i++)
        which |= (unsigned)g->joint->concerned[course->staked[i]] << i;
    return which;
}

void joint_lists(lm_game *g, joint_event event)
{
    joint_lists_at(g, event, 0);
}

void joint_lists_at(lm_game *g, joint_event event, int count)
{
    const split_study *study = g->study;
    joint_room *room = g->joint;
    joint_list(*list)[SECONDS + 1] = room->list[count ? count - 2 : 0];
    room->by_count = count > 0;
    if (count <= 2) {
        room->concerned[LM_STAKED_CHIPS] = true;
        room->concerned[LM_STAKED_LAMMER] = event == TOGETHER_DOUBLE_FREE;
    }
    joint_forget(g);
    for (int s = 0; s < LM_STAKES; s++) {
        for (int second = 0; second <= SECONDS; second++) {
            list[s][second].n = 0;
            list[s][second].mark = 0;
        }
    }
    for (int i = 0; i < study->n; i++) {
        hand_id h = study->touched[i];
        card_key key = key_of_hand(g, h);
        for (int s = 0; s < LM_STAKES; s++) {
            lm_real other = orders_of(g, h, (lm_staked)s, SECOND_OTHER, event);
            lm_real pair = orders_of(g, h, (lm_staked)s, SECOND_PAIR, event);
            if (s < study->stakes && doubles_paid(&study->ending[h], s)) room->concerned[s] = true;
            add_item(&list[s][SECOND_OTHER], key, other);
            add_item(&list[s][SECOND_PAIR], key, pair);
            add_item(&list[s][SECOND_ANY], key, other + pair);
        }
    }
}

/* Tabulates the factors of the probability of a set of cards. The first cards of the hands and `gone` further cards of
 * their value are out of the shoe. */
static void prepare_chances(lm_game *g, const column *c, int hands, int gone)
{
    joint_room *room = g->joint;
    int value = g->study->value;
    for (int v = 1; v <= 10; v++) {
        int from = v == value ? hands : 0, away = v == value ? gone : 0;
        room->copies[v][0] = LM_WHOLE;
        for (int k = 1; k < JOINT_COPIES; k++) {
            int copies = c->left[v] - away - (k - 1);
            room->copies[v][k] =
                k <= from ? LM_WHOLE : lm_share_times(room->copies[v][k - 1], copies > 0 ? copies : 0, 1);
        }
    }
    room->rest[0] = LM_WHOLE;
    for (int d = 1; d < 128; d++) {
        int all = c->left[0] - hands - gone - (d - 1);
        room->rest[d] = lm_share_times(room->rest[d - 1], 1, all > 0 ? all : 1);
    }
}

#ifdef ODDS_EXACT
static lm_share share_times_share(lm_share a, lm_share b)
{
    return (lm_share){ a.above * b.above, a.below * b.below };
}

/* The probability that the united hands draw these cards: all but the first card of each hand. */
static lm_real draw_chance(const lm_game *g, const column *c, const together *t, card_key cards, lm_real orders)
{
    const joint_room *room = g->joint;
    int hands = t->n, gone = t->gone, drawn = -hands;
    lm_share share = LM_WHOLE;
    for (int v = 1; v <= 10; v++) {
        int k = key_count(cards, v);
        if (k) share = share_times_share(share, room->copies[v][k]);
        drawn += k;
    }
    share = share_times_share(share, room->rest[drawn]);
    if (t->hole != HOLE_ANY) {
        int kept = c->blackjack_value, all = c->left[0] - hands - gone - drawn;
        if (all <= 0) return 0;
        int makes = kept ? c->left[kept] - key_count(cards, kept) - (kept == g->study->value ? gone : 0) : 0;
        share = lm_share_times(share, t->hole == HOLE_BLACKJACK ? makes : all - makes, all);
    }
    return lm_share_of(g->one, share) * orders;
}
#endif

/* Whether a union fits the table of copies. Only many aces or twos could exceed it, in shoes of more than eight
 * decks. */
static bool fits(card_key a, card_key b)
{
    return key_count(a, 1) + key_count(b, 1) < JOINT_COPIES && key_count(a, 2) + key_count(b, 2) < JOINT_COPIES;
}

/* Slots for twice as many unions as two lists can have. Clearing all of them would cost more than most lists. */
static uint32_t slots_for(int n_a, int n_b)
{
    int64_t unions = (int64_t)n_a * n_b;
    uint32_t slots = 64;
    while (slots < JOINT_UNIONS * 2 && slots < unions * 2)
        slots *= 2;
    return slots;
}

/* Writes the unions of two lists, each once, and returns their number. The lists of two hands never fill `out`, and
 * longer ones are summed apart. */
static int unite(joint_room *room, const joint_item *a, int n_a, const joint_item *b, int n_b, joint_item *out)
{
    const uint32_t slots = slots_for(n_a, n_b);
    int n = 0;
    memset(room->slot, 0, slots * sizeof room->slot[0]);
    for (int i = 0; i < n_a; i++) {
        for (int j = a == b ? i : 0; j < n_b; j++) {
            if (!fits(a[i].cards, b[j].cards)) continue;
            card_key cards = a[i].cards + b[j].cards;
            uint32_t at = (uint32_t)((cards * 0x9e3779b97f4a7c15u) >> 40) & (slots - 1);
            while (room->slot[at] && out[room->slot[at] - 1].cards != cards)
                at = (at + 1) & (slots - 1);
            if (!room->slot[at]) {
                assert(n < JOINT_UNIONS);
                out[n] = (joint_item){ cards, 0 };
                room->slot[at] = (uint32_t)++n;
            }
            out[room->slot[at] - 1].orders += a[i].orders * b[j].orders * (a == b && j > i ? 2 : 1);
        }
    }
    return n;
}

#ifdef ODDS_EXACT
static lm_real sum_over_unions(lm_game *g, const column *c, const together *t, const joint_item *last, int n_last,
                               const joint_item *unions, int n)
{
    lm_real sum = 0;
    prepare_chances(g, c, t->n, t->gone);
    for (int i = 0; i < n_last; i++) {
        for (int j = 0; j < n; j++) {
            if (!fits(unions[j].cards, last[i].cards)) continue;
            sum += draw_chance(g, c, t, last[i].cards + unions[j].cards, last[i].orders * unions[j].orders);
        }
    }
    return sum;
}
#else
/* The cards that the last hand adds to a union, as a short list of values. */
typedef struct {
    int n, cards;
    uint8_t value[8], count[8];
    uint8_t kept; /* cards that would have made the dealer's blackjack */
    double orders;
} addition;

static addition addition_of(const joint_item *item, int kept)
{
    addition a = { .orders = item->orders, .kept = kept ? (uint8_t)key_count(item->cards, kept) : 0 };
    for (int v = 1; v <= 10; v++) {
        int count = key_count(item->cards, v);
        if (!count) continue;
        a.value[a.n] = (uint8_t)v;
        a.count[a.n++] = (uint8_t)count;
        a.cards += count;
    }
    return a;
}

/* Sums the probability of each last hand together with each union of the other hands. */
static lm_real sum_over_unions(lm_game *g, const column *c, const together *t, const joint_item *last, int n_last,
                               const joint_item *unions, int n)
{
    int kept = c->blackjack_value, all = c->left[0] - t->gone;
    int keeps = kept ? c->left[kept] - (kept == g->study->value ? t->gone : 0) : 0;
    double sum = 0;
    prepare_chances(g, c, t->n, t->gone);
    for (int i = 0; i < n_last; i++) {
        addition a = addition_of(&last[i], kept);
        for (int j = 0; j < n; j++) {
            double chance = unions[j].orders * a.orders;
            int cards = a.cards;
            if (!fits(unions[j].cards, last[i].cards)) continue;
            for (int v = 1, k = 0; v <= 10; v++) {
                int count = key_count(unions[j].cards, v);
                cards += count;
                if (k < a.n && a.value[k] == v) count += a.count[k++];
                chance *= g->joint->copies[v][count];
            }
            int rest = all - cards, makes = keeps - (kept ? key_count(unions[j].cards, kept) + a.kept : 0);
            if (rest < 0 || (rest == 0 && t->hole != HOLE_ANY)) continue;
            if (t->hole == HOLE_BLACKJACK) chance *= (double)makes / rest;
            if (t->hole == HOLE_NO_BLACKJACK) chance *= (double)(rest - makes) / rest;
            sum += chance * g->joint->rest[cards - t->n];
        }
    }
    return sum * g->one;
}
#endif

/* Unites the lists of all hands but the last, then sums over these unions and the last list. */
static lm_real sum_of_lists(lm_game *g, const column *c, const together *t)
{
    joint_room *room = g->joint;
    static const joint_item nothing = { 0, 1 };
    const joint_list *last = t->n ? t->list[t->n - 1] : NULL;
    const joint_item *unions = &nothing;
    int n = 1;
#ifndef ODDS_EXACT
    const double many = 300000;
    double terms = 1;
    for (int i = 0; i < t->n; i++)
        terms *= t->list[i]->n;
    if (g->overlap && t->n > 1 && terms > many) return apart_sum(g, c, t);
#endif
    if (t->n > 1) {
        unions = t->list[0]->item;
        n = t->list[0]->n;
    }
    for (int i = 1; i + 1 < t->n; i++) {
        joint_item *out = i % 2 ? room->item : room->other;
        n = unite(room, unions, n, t->list[i]->item, t->list[i]->n, out);
        unions = out;
    }
    return sum_over_unions(g, c, t, last ? last->item : &nothing, last ? last->n : 1, unions, n);
}

static uint64_t key_of_lists(const together *t, const joint_room *room)
{
    enum { LISTS = JOINT_COUNTS * LM_STAKES * (SECONDS + 1) };
    uint64_t key = ((uint64_t)(t->n * 8 + t->gone) * 4 + t->hole) << (3 * LISTS);
    for (int i = 0; i < t->n; i++)
        key += (uint64_t)1 << 3 * (t->list[i] -
                                   &room->list[0][0][0]); /* a sum, so the order of the lists does not matter */
    return key;
}

static lm_real chance_of(lm_game *g, const column *c, const together *t)
{
    joint_room *room = g->joint;
    uint64_t key = key_of_lists(t, room);
    for (int i = 0; i < room->known; i++) {
        if (room->sum[i].key == key) return room->sum[i].sum;
    }
    lm_real sum = sum_of_lists(g, c, t);
    if (room->known < JOINT_KNOWN) {
        room->sum[room->known].key = key;
        room->sum[room->known++].sum = sum;
    }
    return sum;
}

lm_real joint_chance(lm_game *g, const column *c, const split_course *course, unsigned which, hole_card hole)
{
    together t = { .hole = hole };
    int others = 0;
    lm_real sum = 0;
    for (int i = 0; i < course->hands; i++) {
        if (which >> i & 1)
            t.list[t.n++] =
                &g->joint->list[g->joint->by_count ? course->count[i] - 2 : 0][course->staked[i]][course->second[i]];
        else
            others += course->second[i] == SECOND_OTHER;
    }
    for (int j = 0; j <= others; j++) {
        int pairs = course->pairs + j;
        if (c->left[g->study->value] - 2 - pairs < 0) break;
        t.gone = 2 + pairs - t.n;
        lm_real x = chance_of(g, c, &t);
        sum += split_if_pairs(c, g->study->value, course, others, j, x);
    }
    return sum;
}

lm_real joint_none(lm_game *g, const column *c, const split_course *course, hole_card hole)
{
    unsigned concerned = joint_concerned(g, course);
    lm_real sum = 0;
    for (unsigned which = 0; which <= concerned; which++) {
        if (which & ~concerned) continue;
        lm_real x = joint_chance(g, c, course, which, hole);
        sum += __builtin_parity(which) ? -x : x;
    }
    return sum;
}
