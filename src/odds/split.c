/* split.c - see split.h. */
#include "joint.h"

#include <assert.h>
#include <string.h>

/* The parts of a split that are the same for all its courses. */
typedef struct {
    const lm_rules *rules;
    int value, most_hands;
    split_again again;
    split_courses *out;
} splitting;

static void go_on(const splitting *s, split_course so_far, const uint8_t *waiting, int n)
{
    if (n == 0) {
        assert(s->out->n < SPLIT_COURSES);
        s->out->course[s->out->n++] = so_far;
        return;
    }
    lm_staked staked = (lm_staked)waiting[0];
    bool free = terms_free_split(s->rules, s->value, so_far.free_splits);
    int hands = so_far.hands + n;
    bool again = hands < s->most_hands && s->again.staked[staked] >= (free ? SPLIT_WHILE_FREE : SPLIT_ALWAYS) &&
                 !(s->again.never_at[staked] >> hands & 1);
    if (again) {
        split_course next = so_far;
        uint8_t queue[SPLIT_HANDS] = { (uint8_t)staked, free ? LM_STAKED_LAMMER : LM_STAKED_CHIPS };
        memcpy(queue + 2, waiting + 1, (size_t)(n - 1));
        next.steps |= (uint8_t)(1 << (so_far.hands + so_far.pairs));
        next.pairs++;
        if (free)
            next.free_splits++;
        else
            next.paid_splits++;
        go_on(s, next, queue, n + 1);
    }
    so_far.staked[so_far.hands] = (uint8_t)staked;
    so_far.count[so_far.hands] = (uint8_t)(so_far.hands + n);
    so_far.second[so_far.hands++] = again ? SECOND_OTHER : SECOND_ANY;
    go_on(s, so_far, waiting + 1, n - 1);
}

static split_when when_by(uint8_t act)
{
    return act & ACT_SPLIT_FREE ? SPLIT_WHILE_FREE : SPLIT_ALWAYS;
}

split_again split_again_by(const policy *p, hand_id pair)
{
    uint8_t lammer = p->act[LM_STAKED_LAMMER][pair];
    split_when chips = when_by(p->act[LM_STAKED_CHIPS][pair]);
    return (split_again){ { chips, lammer & ACT_SPLIT ? when_by(lammer) : SPLIT_NEVER }, { 0 } };
}

void split_courses_make(const lm_rules *rules, int value, lm_staked first, split_again again, split_courses *courses)
{
    int before = terms_splits_before(first);
    splitting s = { rules, value, terms_most_hands(rules, value) - before, again, courses };
    bool free = terms_free_split(rules, value, before);
    uint8_t waiting[SPLIT_HANDS] = { (uint8_t)first, free ? LM_STAKED_LAMMER : LM_STAKED_CHIPS };
    courses->n = 0;
    courses->again = (uint8_t)(again.staked[LM_STAKED_CHIPS] * 3 + again.staked[LM_STAKED_LAMMER]);
    go_on(&s, (split_course){ .free_splits = (uint8_t)(before + free), .paid_splits = !free }, waiting, 2);
}

bool split_is_blackjack(const lm_game *g, hand_id h)
{
    const uint8_t *count = g->hands.count[h];
    return g->rules.split_blackjack && count[0] == 2 && count[1] == 1 && count[10] == 1;
}

static int odds_of(const lm_game *g, hand_id h)
{
    return split_is_blackjack(g, h) ? terms_blackjack(&g->rules) : terms_odds(&g->rules, &g->hands, h);
}

double split_mean_win(const lm_game *g, hand_id h, backing backed)
{
    double plain = terms_win(&g->rules, backed, odds_of(g, h));
    if (!g->rules.special_blackjack || !split_is_blackjack(g, h)) return plain;
    return plain + g->special * (terms_win(&g->rules, backed, ODDS_SPECIAL) - plain);
}

void split_fill_pays(const lm_game *g, hand_id h, backing backed, int odds, bool blackjack, int16_t *pays)
{
    bool two_card_21 = g->hands.count[h][0] == 2 && g->hands.total[h] == 21;
    for (int e = 0; e < ENDS; e++) {
        int result = e == END_BLACKJACK ? -1
                     : two_card_21      ? terms_result(&g->rules, &g->hands, h, true, (dealer_end)e)
                                        : g->terms[h].result[e];
        if (blackjack && e != END_BLACKJACK) result = 1;
        pays[e] = (int16_t)(result > 0 ? terms_win(&g->rules, backed, odds) : result < 0 ? terms_loss(backed) : 0);
    }
}

int split_chips_of_kind(const split_study *study, int staked, int kind)
{
    return (staked == LM_STAKED_CHIPS) + study->kinds[staked].added[kind];
}

static int find_kind(hand_kinds *kinds, const int16_t *pays, backing backed)
{
    uint8_t added = backing_table[backed].added;
    uint8_t lammers = (uint8_t)(backed == BACKED_CHIPS_FREE || backed == BACKED_LAMMER_FREE);
    for (int i = KIND_LIVE; i < kinds->n; i++) {
        bool same = kinds->added[i] == added && kinds->lammers[i] == lammers;
        if (same && !memcmp(kinds->pays[i], pays, sizeof kinds->pays[i])) return i;
    }
    assert(kinds->n < KINDS_MOST);
    memcpy(kinds->pays[kinds->n], pays, sizeof kinds->pays[0]);
    kinds->added[kinds->n] = added;
    kinds->lammers[kinds->n] = lammers;
    return kinds->n++;
}

static void begin_kinds(hand_kinds *kinds, lm_staked staked)
{
    backing plain = backing_of(staked);
    const backing backed[KIND_LIVE] = { plain, plain == BACKED_CHIPS ? BACKED_CHIPS_PAID : BACKED_LAMMER_PAID,
                                        plain == BACKED_CHIPS ? BACKED_CHIPS_FREE : BACKED_LAMMER_FREE };
    for (int i = 0; i < KIND_LIVE; i++) {
        for (int e = 0; e < ENDS; e++)
            kinds->pays[i][e] = (int16_t)terms_loss(backed[i]);
        kinds->added[i] = i == KIND_BUST_PAID;
        kinds->lammers[i] = i == KIND_BUST_FREE;
    }
    kinds->n = KIND_LIVE;
}

typedef struct {
    lm_game *g;
    const column *c;
    const policy *p;
    split_study *study;
    lm_staked staked;
    lm_real (*orders)[HANDS_MOST]; /* see hand_orders */
} player;

static hand_ending *touch(split_study *study, hand_id h)
{
    hand_ending *e = &study->ending[h];
    if (study->seen[h]) return e;
    memset(e, 0, sizeof *e);
    study->seen[h] = true;
    study->touched[study->n++] = h;
    return e;
}

static int manner_of(backing backed)
{
    if (backed == BACKED_CHIPS_PAID || backed == BACKED_LAMMER_PAID) return DOUBLED_PAID;
    return backed == BACKED_CHIPS_FREE || backed == BACKED_LAMMER_FREE ? DOUBLED_FREE : STOOD;
}

/* Ends a share of the hands in the given manner. */
static void end_here(player *y, hand_id h, int manner, const lm_real *orders, lm_real share)
{
    hand_ending *e = touch(y->study, h);
    for (int s = 0; s < SECONDS; s++)
        e->orders[y->staked][manner][s] += orders[s] * share;
}

static void double_here(player *y, hand_id h, backing backed, const lm_real *orders, lm_real share, lm_real third)
{
    hand_ending *e = touch(y->study, h);
    int manner = manner_of(backed);
    for (int s = 0; s < SECONDS; s++)
        e->doubled[y->staked][manner][s] += orders[s] * share;
    for (int v = 1; v <= 10; v++) {
        hand_id next = y->g->hands.plus[h][v];
        if (!is_live(y->g, next) || !column_holds(y->g, y->c, next)) continue;
        bool completes = third != 0 && is_678(&y->g->hands, next);
        if (completes) end_here(y, next, manner + SPECIAL_MANNER, orders, share * third);
        end_here(y, next, manner, orders, completes ? share * (1 - third) : share);
    }
}

static void hit_here(player *y, hand_id h, const lm_real *orders, lm_real share, lm_real third)
{
    for (int v = 1; v <= 10; v++) {
        hand_id next = y->g->hands.plus[h][v];
        if (!is_live(y->g, next)) continue;
        bool completes = third != 0 && is_678(&y->g->hands, next);
        if (completes) end_here(y, next, STOOD + SPECIAL_MANNER, orders, share * third);
        for (int s = 0; s < SECONDS; s++)
            y->orders[s][next] += orders[s] * (completes ? share * (1 - third) : share);
    }
}

/* Applies `act` to a share of the hands; `third` is the probability that the card which completes 6-7-8 is of the same
 * suit. */
static void act_here(player *y, hand_id h, uint8_t act, const lm_real *orders, lm_real share, lm_real third)
{
    const lm_rules *k = &y->g->rules;
    backing doubled = (backing)y->g->terms[h].doubled[y->staked][true];
    bool over = y->g->terms[h].finished || (terms_one_card(k, y->study->value) && y->g->hands.count[h][0] == 2);
    if (!over && act & ACT_DOUBLE && doubled != NOT_BACKED)
        double_here(y, h, act & ACT_ALONE ? backing_of(y->staked) : doubled, orders, share, third);
    else if (!over && act & ACT_HIT)
        hit_here(y, h, orders, share, third);
    else
        end_here(y, h, STOOD, orders, share);
}

static void play_hand(player *y, hand_id h, uint8_t act, const lm_real *orders)
{
#ifndef ODDS_EXACT
    suited_chance suited = column_suited(y->g, y->c, h);
    if (suited.two > 0) {
        act_here(y, h, act, orders, 1 - suited.two, 0);
        act_here(y, h, suited_act(act), orders, suited.two, suited.three / suited.two);
        return;
    }
    if (y->g->rules.special_blackjack && split_is_blackjack(y->g, h)) {
        end_here(y, h, STOOD, orders, 1 - y->g->special);
        end_here(y, h, STOOD + SPECIAL_MANNER, orders, y->g->special);
        return;
    }
#endif
    act_here(y, h, act, orders, 1, 0);
}

/* Follows the policy from one card on; every card leads to a hand of a higher index. */
static void play_out(player *y)
{
    const uint64_t room = room_of_cards(y->c->left);
    hand_id one = hands_one(&y->g->hands, y->study->value);
    for (int s = 0; s < SECONDS; s++)
        memset(y->orders[s], 0, sizeof y->orders[s][0] * (size_t)y->g->hands.over);
    for (int v = 1; v <= 10; v++) {
        hand_id h = y->g->hands.plus[one][v];
        if (is_live(y->g, h)) y->orders[v == y->study->value ? SECOND_PAIR : SECOND_OTHER][h] += 1;
    }
    for (hand_id h = one; h < y->g->hands.over; h++) {
        const lm_real orders[SECONDS] = { y->orders[SECOND_OTHER][h], y->orders[SECOND_PAIR][h] };
        bool held = orders[SECOND_OTHER] != 0 || orders[SECOND_PAIR] != 0;
        if (held && has_room(room, y->g->hands.key[h])) play_hand(y, h, y->p->act[y->staked][h], orders);
    }
}

/* The first hand that the old policy comes to and the new one plays otherwise. */
static hand_id first_change(const player *y, const policy *before, const lm_real (*was)[HANDS_MOST])
{
    const uint8_t *act = y->p->act[y->staked], *old = before->act[y->staked];
    hand_id h = hands_one(&y->g->hands, y->study->value);
    while (h < y->g->hands.over && (act[h] == old[h] || (was[SECOND_OTHER][h] == 0 && was[SECOND_PAIR][h] == 0)))
        h++;
    return h;
}

/* Follows what a change of policy adds and takes away. Where the act is another, the old one is taken back. */
static void play_change(player *y, const policy *before, const lm_real (*was)[HANDS_MOST])
{
    const hand_id over = (hand_id)y->g->hands.over, first = first_change(y, before, was);
    for (int s = 0; s < SECONDS; s++)
        memset(y->orders[s] + first, 0, sizeof(lm_real) * (size_t)(over - first));
    for (hand_id h = first; h < over; h++) {
        uint8_t act = y->p->act[y->staked][h], old = before->act[y->staked][h];
        lm_real orders[SECONDS], taken[SECONDS];
        bool held = false;
        for (int s = 0; s < SECONDS; s++) {
            taken[s] = act == old ? 0 : -was[s][h];
            orders[s] = y->orders[s][h] - taken[s];
            held |= orders[s] != 0 || taken[s] != 0;
        }
        if (!held || !column_holds(y->g, y->c, h)) continue;
        play_hand(y, h, act, orders);
        if (act != old) play_hand(y, h, old, taken);
    }
}

/* Numbers the kinds of hands, when all endings are known. */
static void name_kinds(lm_game *g, split_study *study)
{
    static const backing backed[LM_STAKES][PLAIN_MANNERS] = {
        { BACKED_CHIPS, BACKED_CHIPS_PAID, BACKED_CHIPS_FREE },
        { BACKED_LAMMER, BACKED_LAMMER_PAID, BACKED_LAMMER_FREE },
    };
    for (int i = 0; i < study->n; i++) {
        hand_id h = study->touched[i];
        hand_ending *e = &study->ending[h];
        bool blackjack = split_is_blackjack(g, h);
        int odds = odds_of(g, h);
        for (int s = 0; s < study->stakes; s++) {
            for (int m = 0; m < MANNERS; m++) {
                backing behind = backed[s][m % PLAIN_MANNERS];
                int16_t pays[ENDS];
                e->kind[s][m] = KIND_LIVE;
                if (e->orders[s][m][SECOND_OTHER] == 0 && e->orders[s][m][SECOND_PAIR] == 0) continue;
                split_fill_pays(g, h, behind, m < SPECIAL_MANNER ? odds : ODDS_SPECIAL, blackjack, pays);
                e->kind[s][m] = (uint8_t)find_kind(&study->kinds[s], pays, behind);
            }
        }
    }
}

static int parts_of(const lm_game *g, const split_study *study, hand_id h, int staked, hand_part *out)
{
    const hand_ending *e = &study->ending[h];
    hand_id one = hands_one(&g->hands, study->value), pair = hands_pair(&g->hands, study->value);
    int n = 0;
    for (int second = 0; second < SECONDS; second++) {
        for (int m = 0; m < MANNERS; m++) {
            lm_real orders = e->orders[staked][m][second];
            if (orders != 0) out[n++] = (hand_part){ (uint8_t)second, e->kind[staked][m], orders };
        }
        for (int m = DOUBLED_PAID; m < PLAIN_MANNERS; m++) {
            lm_real orders = e->doubled[staked][m][second];
            if (orders != 0) out[n++] = (hand_part){ (uint8_t)second, (uint8_t)(KIND_BUST + m), orders };
        }
    }
    if (study->change) return n;
    if (h == one) out[n++] = (hand_part){ SECOND_OTHER, KIND_BUST, 1 };
    if (h == pair) out[n++] = (hand_part){ SECOND_OTHER, KIND_BUST, -1 };
    if (h == pair) out[n++] = (hand_part){ SECOND_PAIR, KIND_BUST, 1 };
    return n;
}

static void list_parts(const lm_game *g, split_study *study)
{
    for (int s = 0; s < study->stakes; s++) {
        int n = 0;
        for (int i = 0; i < study->n; i++) {
            study->first_part[s][i] = n;
            n += parts_of(g, study, study->touched[i], s, &study->part[s][n]);
        }
        study->first_part[s][study->n] = n;
    }
}

static void clear_study(lm_game *g, int value, bool change)
{
    split_study *study = g->study;
    memset(study->seen, 0, sizeof study->seen);
    study->value = value;
    study->doubled_unseen = terms_doubled_unseen(&g->rules);
    study->stakes = terms_free_split(&g->rules, value, 0) ? LM_STAKES : 1;
    study->n = 0;
    study->change = change;
    memset(study->has_law, 0, sizeof study->has_law);
    for (int s = 0; s < LM_STAKES; s++)
        begin_kinds(&study->kinds[s], (lm_staked)s);
}

static void list_endings(lm_game *g)
{
    split_study *study = g->study;
    name_kinds(g, study);
    list_parts(g, study);
}

void split_study_begin(lm_game *g, const column *c, int value, const policy *p)
{
    split_study *study = g->study;
    clear_study(g, value, false);
    touch(study, hands_one(&g->hands, value));
    touch(study, hands_pair(&g->hands, value));
    for (int s = 0; s < study->stakes; s++) {
        player y = { g, c, p, study, (lm_staked)s, study->orders[s] };
        play_out(&y);
    }
    list_endings(g);
}

void split_study_change(lm_game *g, const column *c, int value, const policy *p, const policy *before,
                        const hand_orders *orders)
{
    split_study *study = g->study;
    clear_study(g, value, true);
    for (int s = 0; s < study->stakes; s++) {
        player y = { g, c, p, study, (lm_staked)s, study->orders[s] };
        play_change(&y, before, orders[s]);
    }
    list_endings(g);
}

/* The chance of the drawn cards, the lowest first: that of all but the highest is known, or soon is. */
static lm_share share_of_draws(const lm_game *g, const column *c, hand_id drawn)
{
    split_study *study = g->study;
    if (drawn == HAND_EMPTY) return LM_WHOLE;
    if (study->draws.known[drawn] == study->draws.run) return study->draws.share[drawn];
    int v = hands_highest(&g->hands, drawn), value = study->draws.value, gone = study->draws.gone;
    int copies = c->left[v] - (v == value ? 1 + gone : 0) - (g->hands.count[drawn][v] - 1);
    lm_share before = share_of_draws(g, c, g->hands.minus[drawn][v]);
    study->draws.known[drawn] = study->draws.run;
    return study->draws.share[drawn] =
               lm_share_times(before, copies, c->left[0] - 1 - gone - (g->hands.count[drawn][0] - 1));
}

lm_share split_draws(const lm_game *g, const column *c, hand_id h, int value, int gone)
{
    split_study *study = g->study;
    bool same = study->draws.of == c && study->draws.value == value && study->draws.gone == gone;
    if (!same) {
        study->draws.of = c;
        study->draws.value = value;
        study->draws.gone = gone;
        study->draws.run++;
    }
    return share_of_draws(g, c, g->hands.minus[h][value]);
}

/* Adds one hand to the laws; `ends` are the dealer's ends with the cards of the hand out of the shoe. */
LM_WIDE static void add_to_law(split_study *study, int gone, int i, lm_share chance, const lm_real *ends)
{
    lm_real x[ENDS];
    for (int e = 0; e < ENDS; e++)
        x[e] = lm_share_of(ends[e], chance);
    for (int s = 0; s < study->stakes; s++) {
        hand_law *law = &study->law[gone][s];
        for (int k = study->first_part[s][i]; k < study->first_part[s][i + 1]; k++) {
            const hand_part *part = &study->part[s][k];
            const lm_real orders = part->orders;
            lm_real *to = law->chance[part->second][part->kind];
            for (int e = 0; e < ENDS; e++)
                to[e] += x[e] * orders;
        }
    }
}

int split_kept_place(const kept_ends *kept, uint64_t cards)
{
    uint32_t at = (uint32_t)((cards * 0x9e3779b97f4a7c15u) >> 40) % ENDS_KEPT;
    while (kept->cards[at] && kept->cards[at] != cards)
        at = (at + 1) % ENDS_KEPT;
    return (int)at;
}

kept_ends *split_kept(lm_game *g, const column *c, int more)
{
    kept_ends *kept = &g->study->kept[(c - g->column) % KEPT_COLUMNS];
    if (kept->of == c && kept->n + more <= ENDS_KEPT / 2) return kept;
    memset(kept->cards, 0, sizeof kept->cards);
    kept->of = c;
    kept->n = 0;
    return kept;
}

void split_forget_ends(lm_game *g)
{
    for (int i = 0; i < KEPT_COLUMNS; i++)
        g->study->kept[i].of = NULL;
    g->study->draws.of = NULL;
    g->study->draws.run = 0;
    memset(g->study->draws.known, 0, sizeof g->study->draws.known);
}

bool split_can_be_held(const lm_game *g, const column *c, hand_id h, int value, int gone)
{
    for (int v = 1; v <= 10; v++) {
        if (left_to(g, c, h, v) - (v == value ? gone : 0) < 0) return false;
    }
    return left_to(g, c, h, 0) - gone >= 0;
}

/* The dealer's ends for some hands, when `gone` further cards of a value are out of the shoe. */
typedef struct {
    const hand_id *hand;
    int *place; /* is set */
    int n, value, gone;
} wanted_ends;

static void keep_batch(const lm_game *g, const column *c, dealer_batch *batch, kept_ends *kept)
{
    dealer_batch_run(&c->tree, g->one, batch);
    for (int i = 0; i < batch->n; i++) {
        for (int e = 0; e < ENDS; e++)
            kept->ends[batch->of[i]][e] = dealer_batch_end(batch, i, e);
    }
    batch->n = 0;
}

/* Computes those that are not kept yet. */
static const kept_ends *keep_ends(lm_game *g, const column *c, const wanted_ends *want)
{
    kept_ends *kept = split_kept(g, c, want->n);
    const uint64_t room = room_of_cards(c->left), gone = (uint64_t)want->gone << (6 * (want->value - 1));
    dealer_batch batch;
    batch.n = 0;
    for (int i = 0; i < want->n; i++) {
        hand_id h = want->hand[i];
        uint64_t cards = g->hands.key[h] + gone;
        int at = want->place[i] = has_room(room, cards) ? split_kept_place(kept, cards) : -1;
        if (at < 0 || kept->cards[at]) continue;
        for (int v = 0; v <= 10; v++)
            dealer_batch_left(&batch, v, left_to(g, c, h, v) - (v == 0 || v == want->value ? want->gone : 0));
        kept->cards[at] = cards;
        kept->n++;
        if (dealer_batch_add(&batch, at)) keep_batch(g, c, &batch, kept);
    }
    keep_batch(g, c, &batch, kept);
    return kept;
}

void split_stand_chances(lm_game *g, const column *c, int value, const uint8_t *marked, lm_real *win, lm_real *lose)
{
    split_study *study = g->study;
    wanted_ends want = { study->touched, study->place, 0, value, 1 };
    for (hand_id h = 1; h < g->hands.over; h++) {
        if (!marked[h]) continue;
        win[h] = lose[h] = 0;
        study->touched[want.n++] = h;
    }
    const kept_ends *kept = keep_ends(g, c, &want);
    for (int i = 0; i < want.n; i++) {
        hand_id h = study->touched[i];
        if (study->place[i] < 0) continue;
        const lm_real *ends = kept->ends[study->place[i]];
        for (int e = 0; e < END_BLACKJACK; e++) {
            int result = g->terms[h].result[e];
            if (result > 0) win[h] += ends[e];
            if (result < 0) lose[h] += ends[e];
        }
    }
}

int split_manner_of_kind(const hand_kinds *kinds, int kind)
{
    return kinds->added[kind] ? DOUBLED_PAID : kinds->lammers[kind] ? DOUBLED_FREE : STOOD;
}

/* Finds the hands over 21 by subtraction: all hands minus those that stood or were doubled, and doubled hands minus
 * those that ended within 21. */
static void tell_busts(const hand_kinds *kinds, hand_law *law)
{
    for (int second = 0; second < SECONDS; second++) {
        lm_real(*x)[ENDS] = law->chance[second];
        for (int e = 0; e < ENDS; e++) {
            x[KIND_BUST][e] -= x[KIND_BUST_PAID][e] + x[KIND_BUST_FREE][e];
            for (int kind = KIND_LIVE; kind < kinds->n; kind++)
                x[KIND_BUST + split_manner_of_kind(kinds, kind)][e] -= x[kind][e];
        }
    }
}

static void clear_law(const hand_kinds *kinds, hand_law *law)
{
    for (int second = 0; second < SECONDS; second++)
        memset(law->chance[second], 0, sizeof law->chance[second][0] * (size_t)kinds->n);
}

static lm_real worth_of_law(const hand_kinds *kinds, const lm_real chance[KINDS_MOST][ENDS])
{
    lm_real sum = 0;
    for (int k = 0; k < kinds->n; k++) {
        for (int e = 0; e < END_BLACKJACK; e++)
            sum += chance[k][e] * kinds->pays[k][e];
    }
    return sum;
}

static void keep_worth(split_study *study, int gone)
{
    for (int s = 0; s < study->stakes; s++) {
        const hand_law *law = &study->law[gone][s];
        lm_real *by_second = study->worth[gone][s];
        for (int i = 0; i < SECONDS; i++)
            by_second[i] = worth_of_law(&study->kinds[s], law->chance[i]);
        by_second[SECOND_ANY] = by_second[SECOND_OTHER] + by_second[SECOND_PAIR];
    }
}

void split_study_law(lm_game *g, const column *c, int gone)
{
    split_study *study = g->study;
    const wanted_ends want = { study->touched, study->place, study->n, study->value, gone };
    if (study->has_law[gone]) return;
    study->has_law[gone] = true;
    for (int s = 0; s < study->stakes; s++)
        clear_law(&study->kinds[s], &study->law[gone][s]);
    const kept_ends *kept = keep_ends(g, c, &want);
    for (int i = 0; i < study->n; i++) {
        if (study->place[i] < 0) continue;
        lm_share chance = split_draws(g, c, study->touched[i], study->value, gone);
        add_to_law(study, gone, i, chance, kept->ends[study->place[i]]);
    }
    for (int s = 0; s < study->stakes; s++)
        tell_busts(&study->kinds[s], &study->law[gone][s]);
    keep_worth(study, gone);
}

lm_real split_if_pairs(const column *c, int value, const split_course *course, int others, int j, lm_real x)
{
    static const int choose[5][5] = { { 1 }, { 1, 1 }, { 1, 2, 1 }, { 1, 3, 3, 1 }, { 1, 4, 6, 4, 1 } };
    for (int i = course->pairs + j - 1; i >= 0; i--) {
        int copies = c->left[value] - 2 - i;
        x = copies <= 0 ? 0 : lm_real_part(x, copies, c->left[0] - 2 - i);
    }
    x *= choose[others][j];
    return j % 2 ? -x : x;
}

int split_others_known(const split_course *course, int a, int b)
{
    int n = 0;
    for (int i = 0; i < course->hands; i++)
        n += i != a && i != b && course->second[i] == SECOND_OTHER;
    return n;
}

/* The value of one hand of a course. The course excludes pairs on `others` hands, so the value is an alternating sum
 * over the number j of these hands that pair. */
lm_real split_hand_of(lm_game *g, const column *c, const split_course *course, int hand, split_functional of)
{
    const split_study *study = g->study;
    lm_real sum = 0;
    int others = split_others_known(course, hand, hand);
    for (int j = 0; j <= others; j++) {
        int pairs = course->pairs + j;
        if (c->left[study->value] - 2 - pairs < 0) break;
        split_study_law(g, c, 1 + pairs);
        lm_real x = of(study, 1 + pairs, (lm_staked)course->staked[hand], (second_card)course->second[hand]);
        sum += split_if_pairs(c, study->value, course, others, j, x);
    }
    return sum;
}

lm_real split_sum_at(lm_game *g, const column *c, const split_courses *courses, int count, split_functional of)
{
    lm_real sum = 0;
    if (g->coupon.laid && of == split_worth && courses->course[0].staked[0] == LM_STAKED_CHIPS)
        return coupon_split_sum(g, c, courses);
    for (int i = 0; i < courses->n; i++) {
        const split_course *course = &courses->course[i];
        for (int h = 0; h < course->hands; h++) {
            if (!count || course->count[h] == count) sum += split_hand_of(g, c, course, h, of);
        }
    }
    return sum;
}

lm_real split_sum(lm_game *g, const column *c, const split_courses *courses, split_functional of)
{
    return split_sum_at(g, c, courses, 0, of);
}

lm_real split_worth(const split_study *study, int gone, lm_staked staked, second_card second)
{
    return study->worth[gone][staked][second];
}
