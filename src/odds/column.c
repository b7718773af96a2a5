/* column.c - the value of every hand against one dealer card. */
#include "split.h"

bool column_holds(const lm_game *g, const column *c, hand_id h)
{
    for (int v = 1; v <= 10; v++) {
        if (left_to(g, c, h, v) < 0) return false;
    }
    return left_to(g, c, h, 0) >= 0;
}

lm_real column_blackjack(const lm_game *g, const column *c, hand_id h)
{
    if (c->tree.pat == END_BLACKJACK) return g->one;
    int all = left_to(g, c, h, 0);
    return c->blackjack_value && all ? lm_real_part(g->one, left_to(g, c, h, c->blackjack_value), all) : 0;
}

lm_real column_bust(const lm_game *g, const column *c, hand_id h, bool blackjack)
{
    int all = left_to(g, c, h, 0), busts = 0, least = 22 - g->hands.total[h]; /* the lowest card that is too much */
    lm_real both = 0; /* chance that the hand goes over 21 and the dealer has a blackjack */
    if (g->hands.soft[h] || c->tree.pat == END_BLACKJACK || all == 0) return 0;
    for (int v = least > 1 ? least : 1; v <= 10; v++) {
        int copies = left_to(g, c, h, v);
        if (copies <= 0) continue;
        busts += copies;
        int makes = c->blackjack_value ? left_to(g, c, h, c->blackjack_value) - (v == c->blackjack_value) : 0;
        if (makes > 0) both += lm_real_part(lm_real_part(g->one, makes, all - 1), copies, all);
    }
    return blackjack ? both : lm_real_part(g->one, busts, all) - both;
}

void column_keep_chances(const lm_game *g, column *c, hand_id h, const lm_lanes *ends, int lane)
{
    c->win[h] = c->lose[h] = 0;
    for (int e = 0; e < END_BLACKJACK; e++) {
        int result = g->terms[h].result[e];
        if (result > 0) c->win[h] += LANE(ends[e], lane);
        if (result < 0) c->lose[h] += LANE(ends[e], lane);
    }
}

static void keep_batch(const lm_game *g, column *c, dealer_batch *batch, kept_ends *kept)
{
    dealer_batch_run(&c->tree, g->one, batch);
    for (int i = 0; i < batch->n; i++) {
        hand_id h = (hand_id)batch->of[i];
        int at = split_kept_place(kept, g->hands.key[h]);
        column_keep_chances(g, c, h, &batch->ends[i / LANES * ENDS], i % LANES);
        kept->n += !kept->cards[at];
        kept->cards[at] = g->hands.key[h];
        for (int e = 0; e < ENDS; e++)
            kept->ends[at][e] = dealer_batch_end(batch, i, e);
    }
    batch->n = 0;
}

void column_prepare(lm_game *g, column *c)
{
    dealer_batch batch;
    batch.n = 0;
    kept_ends *kept = split_kept(g, c, HANDS_MOST);
    const uint64_t room = room_of_cards(c->left);
    for (hand_id h = 1; h < g->hands.over; h++) {
        c->win[h] = c->lose[h] = 0;
        c->bust[h] = 0;
        if (g->hands.count[h][0] < 2 || !has_room(room, g->hands.key[h])) continue;
        c->bust[h] = column_bust(g, c, h, false);
        for (int v = 0; v <= 10; v++)
            dealer_batch_left(&batch, v, left_to(g, c, h, v));
        if (dealer_batch_add(&batch, h)) keep_batch(g, c, &batch, kept);
    }
    keep_batch(g, c, &batch, kept);
    c->ready = true;
}

/* What one card more makes of a hand: the hands within 21, the copies of their cards, and the chance to go over 21. */
typedef struct {
    int n, all;
    lm_real bust;
    hand_id to[10];
    int copies[10];
} draws;

static void list_draws(const lm_game *g, const column *c, hand_id h, lm_real bust, draws *d)
{
    d->n = 0;
    d->all = left_to(g, c, h, 0);
    d->bust = bust;
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        int copies = left_to(g, c, h, v);
        if (!is_live(g, next) || copies <= 0) continue;
        d->to[d->n] = next;
        d->copies[d->n++] = copies;
    }
}

/* The mean value after one more card; a hand over 21 is worth `loss`. */
static lm_real draw_on(const draws *d, const lm_real *play, int loss)
{
    lm_real sum = 0;
    if (d->all == 0) return 0;
    for (int i = 0; i < d->n; i++)
        sum += play[d->to[i]] * d->copies[i];
    return lm_real_part(sum, 1, d->all) + loss * d->bust;
}

static lm_real draw_one(const lm_game *g, const column *c, const draws *d, backing backed)
{
    lm_real sum = 0;
    if (d->all == 0) return 0;
    for (int i = 0; i < d->n; i++)
        sum += column_stand(g, c, d->to[i], backed) * d->copies[i];
    return lm_real_part(sum, 1, d->all) + terms_loss(backed) * d->bust;
}

lm_real column_draw_one(const lm_game *g, const column *c, hand_id h, backing backed)
{
    draws d;
    list_draws(g, c, h, column_bust(g, c, h, false), &d);
    return draw_one(g, c, &d, backed);
}

/* What a doubled hand loses beyond the original wager when the dealer has a blackjack: if it goes over 21, unless all is
 * taken anyway. While the card
 * of a double lies face down, the hand has not gone over 21, so it loses only the original wager. */
static lm_real doubled_cost(const lm_game *g, const column *c, hand_id h, backing backed)
{
    bool lies_face_down = terms_doubled_unseen(&g->rules) && !terms_takes_all(&g->rules);
    if (terms_peek(&g->rules) || lies_face_down || !backing_table[backed].added) return 0;
    return TENTHS * (terms_takes_all(&g->rules) ? column_blackjack(g, c, h) : column_bust(g, c, h, true));
}

/* The extra value of drawing with two suited cards of 6-7-8: a third of the same suit pays more. */
static lm_real suited_extra(const lm_game *g, const column *c, hand_id h, backing backed, suited_chance suited)
{
    static const uint8_t missing[3] = { 8, 7, 6 };
    int v = missing[suited_place(&g->hands, h)];
    hand_id made = g->hands.plus[h][v];
    if (made == HAND_NONE || left_to(g, c, h, v) <= 0) return 0;
    int more = terms_win(&g->rules, backed, ODDS_SPECIAL) - terms_win(&g->rules, backed, TENTHS);
    lm_real x = lm_real_part(c->win[made] * more, left_to(g, c, h, v), left_to(g, c, h, 0));
    return (lm_real)((double)x * (suited.three / suited.two));
}

typedef struct {
    lm_real stand, hit, dbl;
    bool may_double;
} choices;

static uint8_t best_of(const choices *x)
{
    bool hits = beats(x->hit, x->stand);
    lm_real better = hits ? x->hit : x->stand;
    return (uint8_t)((hits ? ACT_HIT : 0) | (x->may_double && beats(x->dbl, better) ? ACT_DOUBLE : 0));
}

static lm_real worth_of(const choices *x, uint8_t act)
{
    if (act & ACT_DOUBLE && x->may_double) return x->dbl;
    return act & ACT_HIT ? x->hit : x->stand;
}

/* Two cards of 6-7-8: when suited, they may be played differently. */
static void value_suited(lm_game *g, column *c, policy *p, worth *w, hand_id h, lm_staked staked, choices x,
                         backing doubled, bool choose)
{
    suited_chance suited = column_suited(g, c, h);
    int place = suited_place(&g->hands, h);
    uint8_t *act = &p->act[staked][h];
    if (suited.two <= 0) return;
    x.hit += suited_extra(g, c, h, backing_of(staked), suited);
    if (x.may_double) x.dbl += suited_extra(g, c, h, doubled, suited);
    w->suited_hit[staked][place] = x.hit;
    w->suited_dbl[staked][place] = x.dbl;
    if (choose) {
        uint8_t best = best_of(&x);
        if (best & ACT_HIT) *act |= ACT_SUITED_HIT;
        if (best & ACT_DOUBLE) *act |= ACT_SUITED_DOUBLE;
    }
    lm_real plain = w->play[staked][h], better = worth_of(&x, suited_act(*act));
    w->play[staked][h] = plain + (lm_real)((double)(better - plain) * suited.two);
}

static void value_hand(lm_game *g, column *c, policy *p, worth *w, hand_id h, const draws *d, lm_staked staked,
                       bool choose)
{
    backing plain = backing_of(staked), doubled = (backing)g->terms[h].doubled[staked][false];
    uint8_t *act = &p->act[staked][h];
    choices x = { .stand = column_stand(g, c, h, plain), .may_double = doubled != NOT_BACKED };
    if (choose) *act = 0;
    backing laid = *act & ACT_ALONE && doubled != NOT_BACKED ? plain : doubled;
    if (g->terms[h].finished) {
        w->play[staked][h] = x.stand;
        return;
    }
    x.hit = draw_on(d, w->play[staked], terms_loss(plain));
    if (x.may_double) x.dbl = draw_one(g, c, d, laid) - doubled_cost(g, c, h, laid);
    w->hit[staked][h] = x.hit;
    w->dbl[staked][h] = x.dbl;
    if (choose) *act = best_of(&x);
    w->play[staked][h] = worth_of(&x, *act);
    if (g->rules.bonus_678 && suited_place(&g->hands, h) >= 0) value_suited(g, c, p, w, h, staked, x, laid, choose);
}

static void value_one(lm_game *g, column *c, policy *p, worth *w, hand_id h, lm_staked staked)
{
    draws d = { 0 };
    if (!g->terms[h].finished) list_draws(g, c, h, column_bust(g, c, h, false), &d);
    value_hand(g, c, p, w, h, &d, staked, false);
}

void column_value_hand(lm_game *g, column *c, policy *p, worth *w, hand_id h)
{
    value_one(g, c, p, w, h, LM_STAKED_CHIPS);
}

static bool draws_to_changed(const lm_game *g, const bool *changed, int h)
{
    for (int v = 1; v <= 10; v++) {
        hand_id next = g->hands.plus[h][v];
        if (is_live(g, next) && changed[next]) return true;
    }
    return false;
}

void column_value_again(lm_game *g, column *c, policy *p, const policy *before, worth *w)
{
    bool changed[HANDS_MOST];
    for (int s = 0; s < g->stakes; s++) {
        bool any = false;
        for (int h = g->hands.over - 1; h > 0; h--) {
            bool again = p->act[s][h] != before->act[s][h] || (any && draws_to_changed(g, changed, h));
            changed[h] = false;
            if (!again || g->hands.count[h][0] < 2 || !column_holds(g, c, (hand_id)h)) continue;
            lm_real kept = w->play[s][h];
            value_one(g, c, p, w, (hand_id)h, (lm_staked)s);
            changed[h] = w->play[s][h] != kept;
            any |= changed[h];
        }
    }
}

static void value_hands(lm_game *g, column *c, policy *p, worth *w, const uint8_t *marked, bool choose)
{
    const uint64_t room = room_of_cards(c->left);
    draws d = { 0 };
    for (int h = g->hands.over - 1; h > 0; h--) {
        if (marked && !marked[h]) continue;
        bool held = g->hands.count[h][0] >= 2 && has_room(room, g->hands.key[h]);
        if (held && !g->terms[h].finished)
            list_draws(g, c, (hand_id)h, marked ? column_bust(g, c, (hand_id)h, false) : c->bust[h], &d);
        for (int s = 0; s < g->stakes; s++) {
            w->play[s][h] = w->hit[s][h] = w->dbl[s][h] = 0;
            if (held) value_hand(g, c, p, w, (hand_id)h, &d, (lm_staked)s, choose);
        }
    }
}

void column_value(lm_game *g, column *c, policy *p, worth *w, bool choose)
{
    value_hands(g, c, p, w, NULL, choose);
}

void column_value_marked(lm_game *g, column *c, policy *p, worth *w, const uint8_t *marked)
{
    value_hands(g, c, p, w, marked, false);
}
