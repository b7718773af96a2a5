/* deal.c - deals hands from a fresh shoe until one fits the drill, and prices it exactly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "train.h"

/* A cost below this does not count: two actions of the same value are both right. */
#define NO_COST 1e-12

static lm_held held_of(const question *q)
{
    return solo_held(q->card, q->n, q->staked);
}

/* "8,8 chips 6": values in ascending order, so that the order of the cards does not matter. */
static void name_hand(question *q)
{
    lm_held held = held_of(q);
    size_t used = 0;
    for (int value = 1; value <= 10; value++) {
        for (int i = 0; i < held.n; i++) {
            if (held.value[i] != value) continue;
            used += (size_t)snprintf(q->name + used, TRAIN_NAME - used, "%s%d", used ? "," : "", value);
        }
    }
    used += (size_t)snprintf(q->name + used, TRAIN_NAME - used, " %s %d",
                             q->staked == LM_STAKED_LAMMER ? "lammer" : "chips", lm_card_value(q->up[0]));
    if (q->ups > 1) snprintf(q->name + used, TRAIN_NAME - used, ",%d", lm_card_value(q->up[1]));
}

static int column_of(const train *t, const question *q)
{
    int up = lm_card_value(q->up[0]), second = q->ups > 1 ? lm_card_value(q->up[1]) : 0;
    for (int c = 0; c < lm_game_columns(t->game); c++) {
        lm_seen seen = lm_game_column(t->game, c);
        bool same = seen.up == up && seen.second == second;
        if (same || (second && seen.up == second && seen.second == up)) return c;
    }
    return -1;
}

/* Whether a player can hold these cards: no player draws another card to a 21. */
static bool can_be_held(const question *q)
{
    for (int n = 2; n <= q->n; n++) {
        if (lm_cards_score(q->card, n).total >= 21) return false;
    }
    return true;
}

/* Prices the hand; false if there is no decision. */
static bool price(train *t, question *q)
{
    lm_held held = held_of(q);
    int column = column_of(t, q), plays = 0;
    bool open_blackjack = q->ups == 2 && lm_cards_blackjack(q->up, 2);
    if (!can_be_held(q) || column < 0 || open_blackjack) return false;
    lm_game_price(t->game, column, &held, &q->prices);
    q->allowed = 0;
    for (int play = 0; play < LM_PLAYS; play++) {
        if (isnan(q->prices.value[play])) continue;
        q->allowed |= 1u << play;
        plays++;
    }
    name_hand(q);
    return plays > 1;
}

/* --- the cards of other hands */

static bool of_shoe(const train *t)
{
    return coach_gone(t->rules, t->args.gone) == GONE_SHOE;
}

static int cards_gone(const train *t, const lm_census *left)
{
    return (int)t->rules->decks * LM_CARDS - lm_census_total(left);
}

/* A split with the best play of the hands after it, from a fresh shoe. It is worth no less than with the play of unsplit
 * hands, so it can only become the best. */
static void price_split(train *t, question *q)
{
    int column = column_of(t, q), value = lm_card_value(q->card[0]);
    double *split = &q->prices.value[LM_PLAY_SPLIT];
    if (isnan(*split)) return;
    for (int v = 1; v <= 10 && !t->split_known[column]; v++)
        t->split[column][v] = lm_game_split_value(t->game, column, LM_POST_SPLIT_CDPN, v);
    t->split_known[column] = true;
    *split = t->split[column][value];
    if (*split > q->prices.value[q->prices.best] + NO_COST) q->prices.best = LM_PLAY_SPLIT;
}

/* The price with the cards of other hands gone, as the coach of the browser has it. A hand that a lammer stakes is one of
 * two. */
static bool price_on_felt(train *t, question *q)
{
    lm_decision d = { .held = held_of(q), .seen = { (uint8_t)lm_card_value(q->up[0]), 0 } };
    lm_rules rules = *t->rules;
    lm_census left = t->shoe;
    size_t size = lm_game_size(&rules);
    if (q->ups > 1) d.seen.second = (uint8_t)lm_card_value(q->up[1]);
    d.hands = q->staked == LM_STAKED_LAMMER ? 2 : 1;
    if (!of_shoe(t)) lm_census_fresh(&left, (int)rules.decks);
    for (int i = 0; i < q->others; i++)
        lm_census_remove(&left, q->other[i]);
    q->gone = cards_gone(t, &left);
    if (!q->gone && d.hands == 1) {
        price_split(t, q);
        return true;
    }
    lm_decision_rules(&d, &rules);
    if (!t->felt_memory) t->felt_memory = malloc(size);
    lm_game *game = t->felt_memory ? lm_game_open(t->felt_memory, size, &rules, &left) : NULL;
    if (!game || !lm_decision_price(game, &d, LM_POST_SPLIT_CDPN, &q->prices)) return false;
    q->allowed = 0;
    for (int play = 0; play < LM_PLAYS; play++)
        q->allowed |= (unsigned)!isnan(q->prices.value[play]) << play;
    return true;
}

/* Takes the cards of the question out of a shoe; false where it has not got them. */
static bool take_question(lm_census *left, const question *q)
{
    for (int i = 0; i < q->n; i++) {
        if (!lm_census_remove(left, q->card[i])) return false;
    }
    for (int i = 0; i < q->ups; i++) {
        if (!lm_census_remove(left, q->up[i])) return false;
    }
    return true;
}

static bool is_pair(const question *q)
{
    return q->n == 2 && lm_card_value(q->card[0]) == lm_card_value(q->card[1]);
}

static bool is_soft(const question *q)
{
    return lm_cards_score(q->card, q->n).soft && !is_pair(q);
}

static bool is_free(const question *q)
{
    return q->staked == LM_STAKED_LAMMER || q->prices.is_free[LM_PLAY_DOUBLE] || q->prices.is_free[LM_PLAY_SPLIT];
}

static bool is_rare(const question *q)
{
    return q->n > 2 || q->staked == LM_STAKED_LAMMER;
}

static bool is_any(const question *q)
{
    return true;
}

/* cards: the most cards of a hand in the drill; lammers: the drill includes hands that a lammer stakes. */
static const struct {
    const char *word;
    bool (*has)(const question *q);
    int cards;
    bool lammers;
} drills[DRILLS] = {
    [DRILL_ALL] = { "all", is_any, 3, true },     [DRILL_PAIRS] = { "pairs", is_pair, 2, false },
    [DRILL_SOFT] = { "soft", is_soft, 3, false }, [DRILL_FREE] = { "free", is_free, 2, true },
    [DRILL_RARE] = { "rare", is_rare, 5, true },
};

const char *drill_word(drill which)
{
    return drills[which].word;
}

static bool splits_free(const lm_rules *k)
{
    return k->free_split && k->free_splits > 0;
}

bool train_has_drill(const lm_rules *rules, drill which)
{
    return which != DRILL_FREE || rules->free_double != LM_FREE_DOUBLE_NONE || splits_free(rules);
}

static lm_card draw(train *t, lm_census *left)
{
    int at = (int)chance_below(&t->chance, (uint32_t)lm_census_total(left));
    lm_card card = 0;
    while (at >= left->copies[card])
        at -= left->copies[card++];
    lm_census_remove(left, card);
    return card;
}

/* Every value equally often; otherwise two thirds of the pairs would be tens. */
static lm_card draw_evenly(train *t, lm_census *left)
{
    for (;;) {
        int value = 1 + (int)chance_below(&t->chance, 10);
        int rank = value < 10 ? value - 1 : LM_TEN + (int)chance_below(&t->chance, 4);
        lm_card card = lm_card_make(rank, (int)chance_below(&t->chance, 4));
        if (lm_census_remove(left, card)) return card;
    }
}

/* A lammer stakes only hands that began with a card of a pair that splits free. */
static bool may_be_lammers(const lm_rules *k, lm_card first)
{
    return splits_free(k) && k->free_split >> lm_card_value(first) & 1;
}

/* The other hand of a split begins with a card of the same rank; other boxes have two cards each. */
static bool deal_others(train *t, question *q)
{
    lm_census left = t->shoe;
    q->others = 0;
    if (!take_question(&left, q)) return false;
    for (int suit = 0; suit < 4 && q->staked == LM_STAKED_LAMMER && !q->others; suit++) {
        lm_card card = lm_card_make(lm_rank(q->card[0]), (lm_suit(q->card[0]) + 1 + suit) % 4);
        if (lm_census_remove(&left, card)) q->other[q->others++] = card;
    }
    while (q->others < 2 * (t->args.seats - 1) + (q->staked == LM_STAKED_LAMMER))
        q->other[q->others++] = draw(t, &left);
    return price_on_felt(t, q);
}

/* A shoe is shuffled when a quarter is left. */
static void shuffle_when_due(train *t)
{
    bool due = !of_shoe(t) || 4 * lm_census_total(&t->shoe) < (int)t->rules->decks * LM_CARDS;
    if (due) lm_census_fresh(&t->shoe, (int)t->rules->decks);
}

static void leave_shoe(train *t, const question *q)
{
    if (!of_shoe(t)) return;
    take_question(&t->shoe, q);
    for (int i = 0; i < q->others; i++)
        lm_census_remove(&t->shoe, q->other[i]);
}

static void deal_any(train *t, question *q)
{
    const lm_rules *k = t->rules;
    lm_census left;
    drill which = t->args.drill;
    lm_card (*next)(train *, lm_census *) = which == DRILL_ALL ? draw : draw_evenly;
    left = t->shoe;
    memset(q, 0, sizeof *q);
    q->ups = k->hole_card == LM_HOLE_FACE_UP ? 2 : 1;
    for (int i = 0; i < q->ups; i++)
        q->up[i] = next(t, &left);
    q->n = 2 + (int)chance_below(&t->chance, (uint32_t)(drills[which].cards - 1));
    for (int i = 0; i < q->n; i++)
        q->card[i] = next(t, &left);
    bool lammers = drills[which].lammers && chance_below(&t->chance, 4) == 0;
    q->staked = lammers && may_be_lammers(k, q->card[0]) ? LM_STAKED_LAMMER : LM_STAKED_CHIPS;
}

/* Turns the values of a name back into cards, with random suits. */
static bool read_values(train *t, const char *text, lm_card *cards, int most, int *n)
{
    const char *at = text;
    int suit = (int)chance_below(&t->chance, 4); /* the first suit is random, the others follow in order */
    *n = 0;
    for (;;) {
        char *end;
        long value = strtol(at, &end, 10);
        if (end == at || value < 1 || value > 10 || *n == most) return false;
        int rank = value < 10 ? (int)value - 1 : LM_TEN + (int)chance_below(&t->chance, 4);
        cards[*n] = lm_card_make(rank, (suit + *n) % 4);
        ++*n;
        if (*end != ',') return *end == '\0';
        at = end + 1;
    }
}

static bool train_named(train *t, const char *name, question *q)
{
    char text[TRAIN_NAME], *rest = NULL;
    snprintf(text, sizeof text, "%s", name);
    char *values = strtok_r(text, " ", &rest), *staked = strtok_r(NULL, " ", &rest);
    char *up = strtok_r(NULL, " ", &rest);
    memset(q, 0, sizeof *q);
    if (!up || !read_values(t, values, q->card, TRAIN_CARDS, &q->n) || !read_values(t, up, q->up, 2, &q->ups))
        return false;
    q->staked = strcmp(staked, "lammer") == 0 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS;
    q->again = true;
    return price(t, q) && strcmp(q->name, name) == 0;
}

static bool is_of_drill(train *t, const char *name, question *q)
{
    return train_named(t, name, q) && drills[t->args.drill].has(q);
}

void train_deal(train *t, question *q)
{
    shuffle_when_due(t);
    if (!progress_due(t, is_of_drill, q) || !deal_others(t, q)) {
        do
            deal_any(t, q);
        while (!price(t, q) || !drills[t->args.drill].has(q) || !deal_others(t, q));
    }
    leave_shoe(t, q);
}

verdict train_judge(const question *q, lm_play play)
{
    double cost = q->prices.value[q->prices.best] - q->prices.value[play];
    return (verdict){ play, cost > NO_COST ? cost : 0, cost <= NO_COST };
}

int train_order(const question *q, lm_play plays[LM_PLAYS])
{
    int n = 0;
    for (int p = 0; p < LM_PLAYS; p++) {
        if (!(q->allowed >> p & 1)) continue;
        int at = n++;
        for (; at > 0 && q->prices.value[plays[at - 1]] < q->prices.value[p]; at--)
            plays[at] = plays[at - 1];
        plays[at] = (lm_play)p;
    }
    return n;
}
