/* plays.c - the play of a class as a table, and where it differs from the play of unsplit hands. */
#include "after/after.h"

#include <string.h>

#ifndef ODDS_EXACT

/* Unsplit, or one of 2, 3 or 4 hands after the split of a value. */
enum { PLACES = 1 + 10 * AFTER_COUNTS };

struct lm_plays {
    int columns, over;
    lm_seen seen[LM_COLUMNS];
    split_again again[LM_COLUMNS][11];
    hand_table hands;
    bool suited; /* two suited cards of 6-7-8 may be played differently */
    uint8_t act[];
};

static int place_of(lm_after after)
{
    return after.value ? 1 + (after.value - 1) * AFTER_COUNTS + after.hands - 2 : 0;
}

static size_t at_of(const lm_plays *plays, int which, lm_after after, lm_staked staked)
{
    return (size_t)((which * PLACES + place_of(after)) * LM_STAKES + (int)staked) * (size_t)plays->over;
}

size_t lm_plays_size(const lm_game *g)
{
    return sizeof(lm_plays) + (size_t)(g->columns * PLACES * LM_STAKES * g->hands.over);
}

static void fill_column(lm_plays *plays, lm_game *g, int which, lm_post_split class)
{
    plays->seen[which] = g->column[which].seen;
    after_solve(g, which, class);
    if (!g->column[which].solved) return;
    for (int v = 0; v <= 10; v++) {
        plays->again[which][v] = g->after->play[v].again;
        for (int hands = 2; hands <= (v ? SPLIT_HANDS : 2); hands++) {
            lm_after after = { (uint8_t)v, (uint8_t)hands };
            for (int s = 0; s < LM_STAKES; s++) {
                uint8_t *act = &plays->act[at_of(plays, which, after, (lm_staked)s)];
                for (hand_id h = 1; h < g->hands.over; h++)
                    act[h] = after_act(g, (lm_staked)s, h, after);
            }
        }
    }
}

lm_plays *lm_plays_fill(lm_game *g, lm_post_split class, void *memory)
{
    lm_plays *plays = memory;
    memset(plays, 0, lm_plays_size(g)); /* with the gaps of the struct, so that its bytes can be hashed */
    plays->columns = g->columns;
    plays->over = g->hands.over;
    plays->hands = g->hands;
    plays->suited = g->rules.bonus_678;
    for (int i = 0; i < g->columns; i++)
        fill_column(plays, g, i, class);
    return plays;
}

static int column_of(const lm_plays *plays, lm_seen seen)
{
    for (int i = 0; i < plays->columns; i++) {
        lm_seen c = plays->seen[i];
        if ((c.up == seen.up && c.second == seen.second) || (c.up == seen.second && c.second == seen.up)) return i;
    }
    return -1;
}

lm_play lm_plays_choice(const lm_plays *plays, lm_seen seen, const lm_held *held, const lm_after *after,
                        unsigned allowed)
{
    int which = column_of(plays, seen);
    hand_id h = hands_find(&plays->hands, held->value, held->n);
    if (which < 0 || h >= plays->over) return choice_of_act(0, false, allowed);
    uint8_t act = plays->act[at_of(plays, which, *after, held->staked) + h];
    bool pair = held->n == 2 && held->value[0] == held->value[1];
    if (after->value && pair && held->value[0] == after->value &&
        after_splits(&plays->again[which][after->value], held, after))
        act |= ACT_SPLIT;
    if (!after->value && act & ACT_SPLIT_FREE && held->split_costs) allowed &= ~(1u << LM_PLAY_SPLIT);
    return choice_of_act(act, plays->suited && held->suited && suited_place(&plays->hands, h) >= 0, allowed);
}

/* --- where a class differs */

typedef struct {
    lm_game *g;
    const column *c;
    int which, value, most; /* hands that the pair may become; 1: of unsplit hands */
    lm_post_split class;
    lm_play_after *list;
    int n, room;
    uint8_t other[SPLIT_HANDS][HANDS_MOST]; /* by the number of hands less 1: 1 + the play, if it is another */
} lister;

static lm_held held_of(const lister *y, hand_id h, lm_staked staked, int hands)
{
    lm_held held = { .staked = staked };
    for (int v = 1; v <= 10; v++) {
        for (int k = 0; k < y->g->hands.count[h][v]; k++)
            held.value[held.n++] = (uint8_t)v;
    }
    int pair = hands_pair_value(&y->g->hands, h);
    held.split_costs = !pair || !terms_free_split(&y->g->rules, pair, hands - 1);
    return held;
}

static unsigned allowed_to(const lister *y, hand_id h, lm_staked staked, int hands)
{
    const lm_game *g = y->g;
    bool split = hands > 1;
    unsigned allowed = 1u << LM_PLAY_STAND;
    int pair = hands_pair_value(&g->hands, h);
    bool fits = split ? pair == y->value && hands < y->most : pair && terms_split(&g->rules, pair, staked);
    if (fits) allowed |= 1u << LM_PLAY_SPLIT;
    if (split ? after_is_over(g, y->value, h) : terms_finished(&g->rules, &g->hands, h)) return allowed;
    if (!split && g->hands.count[h][0] == 2 && column_surrenders(g, y->c)) allowed |= 1u << LM_PLAY_SURRENDER;
    if (terms_double(&g->rules, &g->hands, h, staked, split) != NOT_BACKED) allowed |= 1u << LM_PLAY_DOUBLE;
    return allowed | 1u << LM_PLAY_HIT;
}

/* What the class does, and what the optimum does with the same hand unsplit. */
static lm_play play_of(const lister *y, hand_id h, lm_staked staked, int hands, bool by_class)
{
    lm_after after = { (uint8_t)(hands > 1 ? y->value : 0), (uint8_t)hands };
    lm_held held = held_of(y, h, staked, hands);
    unsigned allowed = allowed_to(y, h, staked, hands);
    uint8_t act = by_class ? after_act(y->g, staked, h, after) : y->c->best.act[staked][h];
    bool again = by_class && after.value && after_splits(&y->g->after->play[y->value].again, &held, &after);
    if (again && hands_pair_value(&y->g->hands, h) == y->value) act |= ACT_SPLIT;
    bool only_free = (!by_class || !after.value) && act & ACT_SPLIT_FREE && held.split_costs;
    if (only_free) allowed &= ~(1u << LM_PLAY_SPLIT);
    return choice_of_act(act, false, allowed);
}

/* Follows the play of the class from the first cards on and marks where it differs. */
static void mark_others(lister *y, lm_staked staked, int hands)
{
    const lm_game *g = y->g;
    uint8_t *other = y->other[hands - 1];
    bool reached[HANDS_MOST] = { false };
    memset(other, 0, HANDS_MOST);
    for (hand_id h = 1; h < g->hands.over; h++) {
        bool starts = g->hands.count[h][0] == 2 && (hands == 1 || g->hands.count[h][y->value] > 0);
        if (!(starts || reached[h]) || !column_holds(g, y->c, h)) continue;
        lm_play play = play_of(y, h, staked, hands, true);
        if (play != play_of(y, h, staked, hands, false)) other[h] = (uint8_t)(1 + play);
        for (int v = 1; v <= 10 && play == LM_PLAY_HIT; v++) {
            hand_id next = g->hands.plus[h][v];
            if (is_live(g, next)) reached[next] = true;
        }
    }
}

static void list_hand(lister *y, hand_id h, lm_staked staked, int from, int to)
{
    bool alike = to > from || y->class != LM_POST_SPLIT_CDPN;
    for (int hands = from + 1; hands <= to; hands++)
        alike &= y->other[hands - 1][h] == y->other[from - 1][h];
    for (int hands = from; hands <= (alike ? from : to); hands++) {
        uint8_t play = y->other[hands - 1][h];
        if (!play || y->n == y->room) continue;
        y->list[y->n++] = (lm_play_after){
            .column = (uint8_t)y->which,
            .after = { (uint8_t)(from > 1 ? y->value : 0), (uint8_t)(alike || from == 1 ? 0 : hands) },
            .held = held_of(y, h, staked, hands),
            .play = (uint8_t)(play - 1),
            .unsplit = (uint8_t)play_of(y, h, staked, hands, false),
        };
    }
}

static void list_place(lister *y, int from, int to)
{
    for (int s = 0; s < LM_STAKES; s++) {
        if (s == LM_STAKED_LAMMER && (from == 1 || !terms_free_split(&y->g->rules, y->value, 0))) continue;
        for (int hands = from; hands <= to; hands++)
            mark_others(y, (lm_staked)s, hands);
        for (hand_id h = 1; h < y->g->hands.over; h++)
            list_hand(y, h, (lm_staked)s, from, to);
    }
}

int lm_game_plays_after(lm_game *g, lm_post_split class, lm_play_after *list, int most)
{
    lister y = { .g = g, .class = class, .list = list, .room = most };
    if (class == LM_POST_SPLIT_OPT) y.class = LM_POST_SPLIT_CDPN;
    for (int i = 0; i < g->columns; i++) {
        y.which = i;
        y.c = game_solved(g, i);
        if (!y.c->solved || class == LM_POST_SPLIT_TD) continue;
        after_solve(g, i, y.class);
        y.most = 1;
        list_place(&y, 1, 1);
        for (y.value = 1; y.value <= 10; y.value++) {
            hand_id pair = hands_pair(&g->hands, y.value);
            bool splits = pair != HAND_NONE && column_holds(g, y.c, pair) &&
                          g->after->start.act[LM_STAKED_CHIPS][pair] & ACT_SPLIT;
            y.most = terms_most_hands(&g->rules, y.value);
            if (splits) list_place(&y, 2, y.class == LM_POST_SPLIT_CDPN ? y.most : 2);
        }
    }
    return y.n;
}

#endif
