/* seen.c - see seen.h. Nodes are found forward, with the chance that a hand comes to be played there, and solved
 * backward. */
#include "after/seen.h"

#ifndef ODDS_EXACT

#include <assert.h>
#include <string.h>

/* In a shoe of so few cards everything is followed, as far as the memory lasts. In others a node is followed if its
 * chance is at least LEAST, and a play is tried if it costs at most CLOSE tenths in the shoe as the split finds it,
 * with six decks; what a card changes is greater in smaller shoes. */
enum { WHOLE_SHOE = 40, SIX_DECKS = 312 };
static const double LEAST = 1e-5, CLOSE = 0.5;

/* --- stages */

static int find_stage(seen_room *room, const seen_stage *like)
{
    for (int i = 0; i < room->stages; i++) {
        const seen_stage *s = &room->stage[i];
        if (s->hands == like->hands && s->waiting == like->waiting && s->free_splits == like->free_splits &&
            !memcmp(s->staked, like->staked, sizeof s->staked))
            return i;
    }
    return -1;
}

static int add_stage(const lm_game *g, seen_room *room, seen_stage s)
{
    int found = find_stage(room, &s);
    if (found >= 0) return found;
    if (room->stages == SEEN_STAGES) return -1;
    int at = room->stages++;
    bool free = terms_free_split(&g->rules, room->value, s.free_splits);
    split_when least = free ? SPLIT_WHILE_FREE : SPLIT_ALWAYS;
    const split_again *again = &room->base->again;
    s.next = s.more = -1;
    s.splits = again->staked[s.staked[0]] >= least && !(again->never_at[s.staked[0]] >> s.hands & 1);
    if (s.waiting) {
        seen_stage next = { .hands = s.hands, .waiting = (uint8_t)(s.waiting - 1), .free_splits = s.free_splits };
        memcpy(next.staked, s.staked + 1, s.waiting);
        s.next = (int8_t)add_stage(g, room, next);
    }
    if (s.hands < terms_most_hands(&g->rules, room->value)) {
        seen_stage more = { .hands = (uint8_t)(s.hands + 1),
                            .waiting = (uint8_t)(s.waiting + 1),
                            .free_splits = (uint8_t)(s.free_splits + free),
                            .staked = { s.staked[0], free ? LM_STAKED_LAMMER : LM_STAKED_CHIPS } };
        memcpy(more.staked + 2, s.staked + 1, s.waiting);
        s.more = (int8_t)add_stage(g, room, more);
    }
    s.splits &= s.more >= 0;
    room->stage[at] = s;
    return at;
}

static int kind_of(const seen_stage *s)
{
    return (s->hands - 2) * LM_STAKES + s->staked[0];
}

/* --- a turn */

static seen_turn turn_at(lm_game *g, int stage, seen_key key, double weight)
{
    seen_room *room = g->seen;
    seen_turn t = { .room = room, .g = g, .stage = &room->stage[stage], .key = key, .weight = weight };
    t.play = room->play[kind_of(t.stage)];
    memcpy(t.left, room->left, sizeof t.left);
    for (int v = 1; v <= 10; v++) {
        seen_key field = v < 10 ? seen_card(v + 1) / seen_card(v) - 1 : 15;
        int gone = (int)(key / seen_card(v) & field);
        t.left[v] -= gone;
        t.left[0] -= gone;
    }
    return t;
}

/* --- nodes */

static seen_node *place_of_node(seen_room *room, int stage, seen_key cards)
{
    seen_key key = cards + ((seen_key)(stage + 1) << SEEN_BITS);
    uint32_t at = (uint32_t)((key * 0x9e3779b97f4a7c15U) >> (64 - 20));
    static_assert(SEEN_NODES == 1 << 20, "a place has 20 bits");
    while (room->node[at].key && room->node[at].key != key)
        at = (at + 1) % SEEN_NODES;
    return &room->node[at];
}

static void come_to(seen_room *room, int stage, seen_key cards, double weight)
{
    seen_node *node = place_of_node(room, stage, cards);
    bool rare = weight < room->least / 8 || room->nodes >= SEEN_NODES / 4 * 3;
    if (!node->key && rare) {
        room->skipped[stage] += weight;
        return;
    }
    if (!node->key) {
        *node = (seen_node){ cards + ((seen_key)(stage + 1) << SEEN_BITS), 0, 0, room->first[stage] };
        room->first[stage] = (int32_t)(node - room->node);
        room->nodes++;
    }
    node->weight += weight;
}

/* What there is to gain from the next hand on, in a state that comes about with the chance `weight`. */
static double gain_after(const seen_turn *t, seen_key cards, double weight)
{
    if (t->stage->next < 0 || weight < t->room->least / 8) return 0;
    return place_of_node(t->room, t->stage->next, cards)->gain;
}

/* --- the chance of each hand */

/* The hands that the first two cards make; `pairs`: also a pair that might be split. */
static void begin_reach(const seen_turn *t, bool pairs)
{
    seen_room *room = t->room;
    memset(room->reach, 0, sizeof(double) * (size_t)room->hands);
    memset(room->stood, 0, (size_t)room->hands);
    for (int v = 1; v <= 10 && t->left[0] > 0; v++) {
        int at = room->hand[0].plus[v];
        if (at >= 0 && t->left[v] > 0 && (v != room->value || pairs)) room->reach[at] = (double)t->left[v] / t->left[0];
    }
}

static void pass_on(const seen_turn *t, int i, uint8_t acts, bool ending)
{
    seen_room *room = t->room;
    const seen_hand *hand = &room->hand[i];
    int all = t->left[0] - hand->count[0], next_stage = t->stage->next;
    double chance = room->reach[i], weight = t->weight * chance;
    bool ends = acts & SEEN_STAND || (acts & SEEN_DOUBLE && room->unseen);
    if (acts & SEEN_STAND) room->stood[i] = true;
    if (ending && ends) come_to(room, next_stage, t->key + hand->key, weight);
    if (!(acts & (SEEN_HIT | SEEN_DOUBLE)) || all <= 0) return;
    for (int v = 1; v <= 10; v++) {
        int copies = t->left[v] - hand->count[v], next = hand->plus[v];
        if (copies <= 0) continue;
        double share = (double)copies / all;
        if (next >= 0 && acts & SEEN_HIT) room->reach[next] += chance * share;
        if (next >= 0 && acts & SEEN_DOUBLE) room->stood[next] = true;
        bool over = (acts & SEEN_HIT && next == SEEN_OVER) || (acts & SEEN_DOUBLE && !room->unseen);
        if (ending && over) come_to(room, next_stage, t->key + hand->key + seen_card(v), weight * share);
    }
}

static void reach_hands(const seen_turn *t, bool pairs, bool only_base, bool ending)
{
    begin_reach(t, pairs);
    for (int i = 1; i < t->room->hands; i++) {
        if (t->room->reach[i] > 0) pass_on(t, i, only_base ? t->play[i].base : t->play[i].tried, ending);
    }
}

/* --- cdpn by itself, to compare whether a pair is split */

static void find_base_worth(seen_turn *t, bool pairs)
{
    seen_room *room = t->room;
    reach_hands(t, pairs, true, false);
    seen_find_ends(t, true);
    for (int i = room->hands - 1; i > 0; i--) {
        if (room->reach[i] > 0) room->worth[i] = seen_worth(t, i, t->play[i].base);
    }
}

/* What the hands from here on are worth in tenths as cdpn plays them. That the second card is not of the pair's value is
 * everything less that it is. */
static double base_worth(lm_game *g, int stage, seen_key key)
{
    seen_turn t = turn_at(g, stage, key, 1);
    const seen_room *room = g->seen;
    const seen_stage *s = t.stage;
    double sum = 0, pair = t.left[0] > 0 ? (double)t.left[room->value] / t.left[0] : 0;
    find_base_worth(&t, !s->splits);
    for (int v = 1; v <= 10; v++) {
        int at = room->hand[0].plus[v];
        if (at >= 0 && t.left[v] > 0 && (v != room->value || !s->splits))
            sum += room->worth[at] * t.left[v] / t.left[0];
    }
    seen_key more = key + seen_card(room->value);
    if (s->next >= 0) sum += base_worth(g, s->next, key);
    if (!s->splits || pair <= 0) return sum;
    if (s->next >= 0) sum -= pair * base_worth(g, s->next, more);
    return sum + pair * base_worth(g, s->more, more);
}

/* What it is worth to split the pair that comes, less to play it, when cdpn goes on. */
static double worth_of_more(lm_game *g, int stage, seen_key key)
{
    seen_turn t = turn_at(g, stage, key, 1);
    const seen_room *room = g->seen;
    int pair = room->hand[0].plus[room->value];
    find_base_worth(&t, true);
    double played = room->worth[pair];
    seen_key more = key + seen_card(room->value);
    if (t.stage->next >= 0) played += base_worth(g, t.stage->next, more);
    return base_worth(g, t.stage->more, more) - played;
}

/* --- a node */

/* The gain of an act over cdpn, with the hands that wait. */
static double gain_of_act(const seen_turn *t, int i, uint8_t act)
{
    const seen_room *room = t->room;
    const seen_hand *hand = &room->hand[i];
    double weight = t->weight * room->reach[i], sum = 0;
    int all = t->left[0] - hand->count[0];
    if (act == SEEN_STAND || (act == SEEN_DOUBLE && room->unseen)) return gain_after(t, t->key + hand->key, weight);
    if (act == SEEN_DOUBLE && t->stage->next < 0) return 0;
    for (int v = 1; v <= 10; v++) {
        int copies = t->left[v] - hand->count[v], next = hand->plus[v];
        if (copies <= 0) continue;
        double share = (double)copies / all;
        bool goes_on = act == SEEN_HIT && next != SEEN_OVER;
        sum += share * (goes_on ? room->gain[next] : gain_after(t, t->key + hand->key + seen_card(v), weight * share));
    }
    return sum;
}

static bool can_draw(const seen_turn *t, int i)
{
    return t->left[0] - t->room->hand[i].count[0] > 0;
}

/* Looks for an act that is better than that of cdpn, with what the hands that wait gain. */
static void solve_hand(const seen_turn *t, int i)
{
    static const uint8_t acts[] = { SEEN_STAND, SEEN_HIT, SEEN_DOUBLE };
    seen_room *room = t->room;
    const seen_play *play = &t->play[i];
    double best = gain_of_act(t, i, play->base), by_base = 0;
    if (play->needed) by_base = room->worth[i] = seen_worth(t, i, play->base);
    for (int k = 0; k < 3 && play->tried != play->base; k++) {
        if (!(play->tried & acts[k]) || acts[k] == play->base || (acts[k] != SEEN_STAND && !can_draw(t, i))) continue;
        double gain = seen_worth(t, i, acts[k]) - by_base + gain_of_act(t, i, acts[k]);
        if (gain > best) best = gain;
    }
    room->gain[i] = best;
}

static double gain_of_pair(const seen_turn *t, double more, double played)
{
    const seen_room *room = t->room;
    const seen_stage *s = t->stage;
    double split = place_of_node(t->room, s->more, t->key + seen_card(room->value))->gain;
    if (!s->tries) return s->splits ? split : played;
    double by_split = s->splits ? split : split + more, by_play = s->splits ? played - more : played;
    return by_split > by_play ? by_split : by_play;
}

/* Whether the hand {v, v} may be played as it is. */
static bool plays_pair(const seen_stage *s)
{
    return s->more < 0 || s->tries || !s->splits;
}

static double solve_node(lm_game *g, int stage, seen_key cards, double weight)
{
    seen_room *room = g->seen;
    seen_turn t = turn_at(g, stage, cards, weight);
    const seen_stage *s = t.stage;
    bool pair_comes = s->more >= 0 && t.left[room->value] > 0;
    double sum = 0, more = s->tries && pair_comes ? worth_of_more(g, stage, cards) : 0;
    reach_hands(&t, plays_pair(s), false, false);
    seen_find_ends(&t, false);
    for (int i = room->hands - 1; i > 0; i--) {
        room->gain[i] = 0;
        if (room->reach[i] > 0 && (t.play[i].needed || s->next >= 0)) solve_hand(&t, i);
    }
    for (int v = 1; v <= 10; v++) {
        int at = room->hand[0].plus[v];
        if (t.left[v] <= 0 || at < 0) continue;
        bool pair = v == room->value && s->more >= 0;
        sum += (pair ? gain_of_pair(&t, more, room->gain[at]) : room->gain[at]) * t.left[v] / t.left[0];
    }
    return sum;
}

/* --- preparation */

static void list_hands(const lm_game *g, const column *c, seen_room *room)
{
    int16_t place[HANDS_MOST];
    room->hands = 0;
    for (hand_id h = 1; h < g->hands.over; h++) {
        place[h] = SEEN_NONE;
        if (!g->hands.count[h][room->value] || !column_holds(g, c, h)) continue;
        place[h] = (int16_t)room->hands;
        seen_hand *hand = &room->hand[room->hands++];
        *hand = (seen_hand){ .hand = h };
        memcpy(hand->count, g->hands.count[h], sizeof hand->count);
        hand->count[room->value]--;
        hand->count[0]--;
        for (int v = 1; v <= 10; v++)
            hand->key += hand->count[v] * seen_card(v);
    }
    for (int i = 0; i < room->hands; i++) {
        seen_hand *hand = &room->hand[i];
        int16_t pays[ENDS];
        for (int b = 0; b < BACKINGS; b++)
            hand->win[b] = split_mean_win(g, hand->hand, (backing)b);
        split_fill_pays(g, hand->hand, BACKED_CHIPS, TENTHS, split_is_blackjack(g, hand->hand), pays);
        for (int e = 0; e < ENDS; e++) {
            room->result[i].win[e] = pays[e] > 0 && e != END_BLACKJACK;
            room->result[i].lose[e] = pays[e] < 0 && e != END_BLACKJACK;
        }
        for (int v = 1; v <= 10; v++) {
            hand_id next = g->hands.plus[hand->hand][v];
            hand->plus[v] = is_live(g, next) ? place[next] : SEEN_OVER;
        }
    }
}

/* The acts that a hand may take, and that of cdpn. */
static void allow_acts(const lm_game *g, seen_room *room, int hands, lm_staked staked)
{
    seen_play *play = room->play[(hands - 2) * LM_STAKES + (int)staked];
    for (int i = 0; i < room->hands; i++) {
        hand_id h = room->hand[i].hand;
        uint8_t act = room->base->act[hands - 2][staked][h];
        backing doubled = terms_double(&g->rules, &g->hands, h, staked, true);
        bool over = after_is_over(g, room->value, h), may_double = !over && doubled != NOT_BACKED;
        play[i] = (seen_play){ .plain = (uint8_t)backing_of(staked), .doubled = (uint8_t)doubled };
        play[i].tried = (uint8_t)(SEEN_STAND | (over ? 0 : SEEN_HIT) | (may_double ? SEEN_DOUBLE : 0));
        play[i].base = may_double && act & ACT_DOUBLE ? SEEN_DOUBLE : !over && act & ACT_HIT ? SEEN_HIT : SEEN_STAND;
    }
}

/* Leaves out what costs too much in the shoe as it is when a hand of this stage is played first. */
static void leave_out(lm_game *g, int stage, bool whole)
{
    static const uint8_t acts[] = { SEEN_STAND, SEEN_HIT, SEEN_DOUBLE };
    seen_room *room = g->seen;
    seen_turn t = turn_at(g, stage, (seen_key)(room->stage[stage].hands - 2) * seen_card(room->value), 1);
    seen_play *play = room->play[kind_of(t.stage)];
    reach_hands(&t, true, false, false);
    seen_find_ends(&t, true);
    for (int i = room->hands - 1; i > 0; i--) {
        double values[3], best = -1e9;
        if (room->reach[i] <= 0) continue;
        for (int k = 0; k < 3; k++) {
            if (!(play[i].tried & acts[k]) || (acts[k] != SEEN_STAND && !can_draw(&t, i))) continue;
            values[k] = seen_worth(&t, i, acts[k]);
            if (values[k] > best) best = values[k];
            if (acts[k] == play[i].base) room->worth[i] = values[k];
        }
        for (int k = 0; k < 3 && !whole; k++) {
            bool tried = play[i].tried & acts[k] && acts[k] != play[i].base;
            if (tried && values[k] < best - room->close) play[i].tried &= (uint8_t)~acts[k];
        }
        room->worth[i] = best;
    }
}

/* Marks the hands that are decided in more than one way, and those that come after them. */
static void mark_needed(seen_room *room, seen_play *play)
{
    for (int i = 1; i < room->hands; i++) {
        if (play[i].tried != play[i].base) play[i].needed = true;
        if (!play[i].needed || !(play[i].tried & (SEEN_HIT | SEEN_DOUBLE))) continue;
        for (int v = 1; v <= 10; v++) {
            int next = room->hand[i].plus[v];
            if (next >= 0) play[next].needed = true;
        }
    }
}

static void prepare_kinds(lm_game *g, bool whole)
{
    seen_room *room = g->seen;
    memset(room->has_kind, 0, sizeof room->has_kind);
    for (int s = 0; s < room->stages; s++) {
        const seen_stage *stage = &room->stage[s];
        if (room->has_kind[kind_of(stage)]) continue;
        room->has_kind[kind_of(stage)] = true;
        allow_acts(g, room, stage->hands, (lm_staked)stage->staked[0]);
        leave_out(g, s, whole);
        mark_needed(room, room->play[kind_of(stage)]);
    }
    for (int s = 0; s < room->stages; s++) {
        seen_stage *stage = &room->stage[s];
        stage->tries = stage->more >= 0;
        if (whole || !stage->tries) continue;
        double more = worth_of_more(g, s, (seen_key)(stage->hands - 2) * seen_card(room->value));
        stage->tries = more > -room->close && more < room->close;
    }
}

static void begin(lm_game *g, const column *c, int value, const after_play *base)
{
    seen_room *room = g->seen;
    bool free = terms_free_split(&g->rules, value, 0);
    room->of = c;
    room->value = value;
    room->blackjack_value = c->blackjack_value;
    room->base = base;
    room->split++;
    memcpy(room->left, c->left, sizeof room->left);
    room->left[value] -= 2;
    room->left[0] -= 2;
    room->unseen = terms_doubled_unseen(&g->rules);
    bool whole = room->left[0] <= WHOLE_SHOE;
    room->least = whole ? 0 : LEAST;
    room->close = CLOSE * (room->left[0] < SIX_DECKS ? (double)SIX_DECKS / room->left[0] : 1);
    room->stages = room->nodes = 0;
    add_stage(g, room,
              (seen_stage){ .hands = 2,
                            .waiting = 1,
                            .free_splits = free,
                            .staked = { LM_STAKED_CHIPS, free ? LM_STAKED_LAMMER : LM_STAKED_CHIPS } });
    list_hands(g, c, room);
    prepare_kinds(g, whole);
    memset(room->skipped, 0, sizeof room->skipped);
    memset(room->followed, 0, sizeof room->followed);
    memset(room->found, 0, sizeof room->found);
    for (int s = 0; s < SEEN_STAGES; s++)
        room->first[s] = -1;
}

/* --- all nodes */

static seen_key cards_of(const seen_node *node)
{
    return node->key & (((seen_key)1 << SEEN_BITS) - 1);
}

static void follow_node(lm_game *g, int stage, const seen_node *node)
{
    seen_room *room = g->seen;
    seen_turn t = turn_at(g, stage, cards_of(node), node->weight);
    const seen_stage *s = t.stage;
    if (s->more >= 0 && t.left[room->value] > 0 && (s->splits || s->tries))
        come_to(room, s->more, t.key + seen_card(room->value), node->weight * t.left[room->value] / t.left[0]);
    if (s->next >= 0) reach_hands(&t, plays_pair(s), false, true);
}

static void follow_stage(lm_game *g, int stage)
{
    seen_room *room = g->seen;
    for (int32_t at = room->first[stage]; at >= 0; at = room->node[at].next) {
        if (room->node[at].weight >= room->least)
            follow_node(g, stage, &room->node[at]);
        else
            room->skipped[stage] += room->node[at].weight;
    }
}

static void solve_stage(lm_game *g, int stage)
{
    seen_room *room = g->seen;
    for (int32_t at = room->first[stage]; at >= 0; at = room->node[at].next) {
        seen_node *node = &room->node[at];
        if (node->weight < room->least) continue;
        node->gain = solve_node(g, stage, cards_of(node), node->weight);
        room->followed[stage] += node->weight;
        room->found[stage] += node->weight * node->gain;
    }
}

/* The stages in the order in which a split comes to them: fewer hands first, then those of which more wait. */
static int order_stages(const seen_room *room, int order[SEEN_STAGES])
{
    int n = 0;
    for (int hands = 2; hands <= SPLIT_HANDS; hands++) {
        for (int waiting = hands - 1; waiting >= 0; waiting--) {
            for (int s = 0; s < room->stages; s++) {
                if (room->stage[s].hands == hands && room->stage[s].waiting == waiting) order[n++] = s;
            }
        }
    }
    return n;
}

static void clear_nodes(seen_room *room)
{
    for (int s = 0; s < room->stages; s++) {
        for (int32_t at = room->first[s]; at >= 0; at = room->node[at].next)
            room->node[at].key = 0;
    }
}

size_t lm_game_seen_size(void)
{
    return sizeof(seen_room) + 64;
}

bool lm_game_lend(lm_game *g, void *memory, size_t size)
{
    if (size < lm_game_seen_size()) return false;
    g->seen = (seen_room *)(void *)((char *)memory + (64 - (uintptr_t)memory % 64) % 64);
    memset(g->seen, 0, sizeof *g->seen);
    g->after->of = NULL; /* what was played without it is forgotten */
    return true;
}

seen_gain seen_solve(lm_game *g, const column *c, int value, const after_play *base)
{
    seen_room *room = g->seen;
    int order[SEEN_STAGES];
    seen_gain gain = { 0 };
    begin(g, c, value, base);
    int n = order_stages(room, order);
    come_to(room, 0, 0, 1);
    for (int i = 0; i < n; i++)
        follow_stage(g, order[i]);
    for (int i = n - 1; i >= 0; i--)
        solve_stage(g, order[i]);
    gain.gain = room->node[room->first[0]].gain;
    clear_nodes(room);
    for (int s = 0; s < room->stages; s++) {
        if (room->followed[s] > 0) gain.left_out += room->skipped[s] * room->found[s] / room->followed[s];
    }
    return gain;
}

#endif
