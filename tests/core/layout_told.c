/* layout_told.c - the layout as the events tell of it: a listener sees every card, tuck, clearing and lammer where the
 * round has it. Money is followed the same way in random play (tests/random/kit/books.h). */
/* sanitized */
#include "kit/stumble.h"

typedef struct {
    lm_card card[LM_HAND_CARDS];
    int n;
    bool cleared;
} told_hand;

typedef struct {
    told_hand hand[LM_BOXES + 1][LM_HANDS]; /* box 0: the dealer's */
    int hands[LM_BOXES + 1];
    bool tucked[LM_BOXES + 1];
    int lammers[LM_BOXES + 1]; /* given */
    bool split;                /* by the current action: each further bettor reports it again */
    long heard[LM_EV_COUNT];
    const char *name;
} layout;

/* Box 0 is the dealer, who has one hand; a box with a bet has one as soon as the cards come. */
static told_hand *hand_at(layout *l, const lm_event *e)
{
    int hands = e->box > LM_BOXES ? -1 : l->hands[e->box] ? l->hands[e->box] : 1;
    if (e->box ? e->hand < 1 || e->hand > hands : e->hand)
        fail_msg("%s: %s names hand %d of box %d", l->name, lm_event_name(e->kind), e->hand, e->box);
    if (e->box) l->hands[e->box] = hands;
    return &l->hand[e->box][e->box ? e->hand - 1 : 0];
}

static void add_card(layout *l, const lm_event *e)
{
    told_hand *hand = hand_at(l, e);
    if (hand->cleared || hand->n == LM_HAND_CARDS) fail_msg("%s: a card to a hand that is over", l->name);
    hand->card[hand->n++] = e->kind == LM_EV_DOWN ? LM_CARD_DOWN : e->card;
}

static void turn_card(layout *l, const lm_event *e)
{
    told_hand *hand = hand_at(l, e);
    int i = 0;
    while (i < hand->n && hand->card[i] != LM_CARD_DOWN)
        i++;
    if (i == hand->n) fail_msg("%s: box %d has no face-down card to turn", l->name, e->box);
    hand->card[i] = e->card;
}

/* The second card of a pair begins a hand of its own at the right: MFB-9(b)(2), MBJ-11(b). */
static void split_hand(layout *l, const lm_event *e)
{
    told_hand *hand = hand_at(l, e);
    if (l->split) return;
    l->split = true;
    int at = e->hand, *hands = &l->hands[e->box];
    if (hand->n != 2 || *hands == LM_HANDS) fail_msg("%s: a hand that is not a pair is split", l->name);
    for (int i = *hands; i > at; i--)
        l->hand[e->box][i] = l->hand[e->box][i - 1];
    l->hand[e->box][at] = (told_hand){ .n = 1, .card = { hand->card[1] } };
    hand->n = 1;
    ++*hands;
}

static void clear_hand(layout *l, const lm_event *e)
{
    told_hand *hand = hand_at(l, e);
    if (hand->cleared) fail_msg("%s: the hand of box %d is cleared twice", l->name, e->box);
    hand->cleared = true;
}

/* Cards under an optional wager; those under the original wager of a box with lammers wait there (MFB-9(c)(2)), and so
 * do those of a winner whose prize a display shows. */
static void tuck_hand(layout *l, const lm_event *e)
{
    if (hand_at(l, e)->cleared) fail_msg("%s: cleared cards are tucked", l->name);
    static const char *const elsewhere[] = { "MFB-9(c)(2)", "VFB-SPLIT.7", "WFB-SPLIT.4", "IFB-SPLIT.7",
                                             "MBJ-20(e)(2)" };
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        if (strcmp(e->clause, elsewhere[i]) == 0) return;
    }
    l->tucked[e->box] = true;
}

/* Chips of a main wager lie on a hand; insurance and optional wagers belong to the box. */
static void check_place(layout *l, const lm_event *e)
{
    bool side = e->wager >= LM_SIDE, insurance = e->wager == LM_INSURANCE;
    if (e->bettor >= LM_BETTORS) fail_msg("%s: %s without a bettor", l->name, lm_event_name(e->kind));
    if ((side || insurance) && e->hand) fail_msg("%s: %s on a hand", l->name, lm_event_name(e->kind));
    if (side && e->kind != LM_EV_AWARD && e->n) fail_msg("%s: %s on a spot", l->name, lm_event_name(e->kind));
    if (!side && !insurance) hand_at(l, e);
}

static void hear(void *self, const lm_event *e)
{
    layout *l = self;
    l->heard[e->kind]++;
    switch ((lm_event_kind)e->kind) {
    case LM_EV_CARD:
    case LM_EV_DOWN: add_card(l, e); break;
    case LM_EV_TURN: turn_card(l, e); break;
    case LM_EV_SPLIT: split_hand(l, e); break;
    case LM_EV_CLEAR: clear_hand(l, e); break;
    case LM_EV_TUCK: tuck_hand(l, e); break;
    case LM_EV_RACK: l->hand[0][0].n = 1; break; /* the up card stays: MBJ-18(f).2 */
    case LM_EV_LAMMER:
        l->lammers[e->box]++;
        hand_at(l, e);
        break;
    case LM_EV_TAKE:
    case LM_EV_PAY:
    case LM_EV_GIVE_BACK: check_place(l, e); break;
    case LM_EV_SIDEWAYS:
    case LM_EV_TOTAL:
    case LM_EV_EVEN_MONEY:
    case LM_EV_BLACKJACK:
    case LM_EV_STAND:
    case LM_EV_HIT:
    case LM_EV_DOUBLE:
    case LM_EV_SURRENDER:
    case LM_EV_LAMMER_OFF:
    case LM_EV_LAMMER_POT:
    case LM_EV_BUST: hand_at(l, e); break;
    default: break;
    }
}

static void compare_hand(const layout *l, const told_hand *told, const lm_card *cards, int n, int box)
{
    if (told->n != n || memcmp(told->card, cards, (size_t)n) != 0)
        fail_msg("%s: the events told other cards than box %d has", l->name, box);
}

static void compare(const layout *l, const lm_round *r)
{
    compare_hand(l, &l->hand[0][0], r->dealer.card, r->dealer.n, 0);
    for (int box = 1; box <= LM_BOXES; box++) {
        const lm_box *b = &r->box[box - 1];
        for (int h = 0; h < b->hands; h++) {
            const told_hand *told = &l->hand[box][h];
            compare_hand(l, told, b->hand[h].card, b->hand[h].n, box);
            if (told->cleared != !!(b->hand[h].marks & LM_CARDS_GONE))
                fail_msg("%s: a hand of box %d is cleared without an event", l->name, box);
            if (lm_round_over(r) && !told->cleared) fail_msg("%s: cards are left in box %d", l->name, box);
        }
        if (l->tucked[box] != b->tucked) fail_msg("%s: the cards of box %d are tucked without an event", l->name, box);
        if (l->lammers[box] != b->lammers)
            fail_msg("%s: the events told another number of lammers than box %d has", l->name, box);
    }
}

static void after(void *self, const lm_round *was, const lm_round *is, const lm_rules *k, const lm_action *a)
{
    (void)was;
    (void)k;
    (void)a;
    layout *l = self;
    compare(l, is);
    l->split = false;
}

/* A new round has an empty layout. */
static void before(void *self, const lm_round *r, const lm_rules *k)
{
    layout *l = self;
    (void)k;
    if (r->actions) return;
    memset(l->hand, 0, sizeof l->hand);
    memset(l->hands, 0, sizeof l->hands);
    memset(l->tucked, 0, sizeof l->tucked);
    memset(l->lammers, 0, sizeof l->lammers);
    l->split = false;
}

static void a_listener_sees_the_layout(void **state)
{
    (void)state;
    static layout l;
    static const lm_event_kind must[] = { LM_EV_CARD, LM_EV_DOWN,      LM_EV_TURN,    LM_EV_SPLIT,     LM_EV_CLEAR,
                                          LM_EV_TUCK, LM_EV_RACK,      LM_EV_LAMMER,  LM_EV_BUST,      LM_EV_TAKE,
                                          LM_EV_PAY,  LM_EV_DOUBLE,    LM_EV_TOTAL,   LM_EV_GIVE_BACK, LM_EV_STAND,
                                          LM_EV_HIT,  LM_EV_SURRENDER, LM_EV_SIDEWAYS };
    for (size_t i = 0; i < STUMBLE_TABLES; i++) {
        l.name = stumble_tables[i].name;
        stumble_watch watch = { before, after, hear, &l };
        stumble(stumble_tables[i].rules, &watch);
    }
    for (size_t i = 0; i < sizeof must / sizeof *must; i++) {
        if (!l.heard[must[i]]) fail_msg("%s was never heard", lm_event_name(must[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_listener_sees_the_layout) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
