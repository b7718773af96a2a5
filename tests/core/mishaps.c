/* mishaps.c - what can go wrong at each moment of a round: the list of mishaps against a table of the documents'
 * conditions.
 *
 * Rounds are played at random with mishaps in them. Before every action each irregularity, with every box, card and way
 * that it speaks of, must be listed exactly when its row says that it can have happened. */
/* sanitized */
#include "round/step.h"
#include "kit/stumble.h"

enum { TOLD_BOX = 1, TOLD_CARD = 2, TOLD_WAY = 4 };

/* Facts about a round, or about a reported irregularity. */
enum {
    CARD_DUE = 1,        /* a hand is to get a card */
    NONE_OUT = 2,        /* no card lies out already */
    LEFT = 4,            /* not all copies of the card have been seen */
    NO_DUE = 8,          /* the player on turn waits for no card */
    ON_TURN = 16,        /* the box is the one that is due, or on turn */
    DEALT_IN = 32,       /* the box is in the round */
    EXPOSED_OUT = 64,    /* a card lies out for the next player */
    PAT = 128,           /* the dealer has two cards or more and must stand */
    DEALERS = 256,       /* the card that is due in the deal is the dealer's, and was not passed over before */
    BARE = 512,          /* no card lies in the box */
    ONE = 1024,          /* one card lies in the box, and its second was not passed over before */
    HIT_DUE = 2048,      /* a card beyond the first two of the box is owed: up, down, or to a split hand */
    READER = 4096,       /* a card reader that works */
    BROKEN = 8192,       /* a card reader that does not */
    IDLE_HOLE = 16384,   /* a hole card that the reader must not see */
    TWO_SIDES = 32768,   /* a double shoe */
    LATER_HAND = 65536,  /* multiple action: the first dealer hand is over */
    UP_CARD = 1 << 17,   /* the card is the dealer's up card */
    LIGHT = 1 << 18,     /* the light of the box can be reported out: it has not been, and no wager is lit */
    DARK = 1 << 19,      /* the light of the box is out */
    SHOWN = 1 << 20,     /* the prize that waits is the box's, and a display shows it */
    FACE_DOWN = 1 << 21, /* the card of a double is due face down */
    MAY_LEAVE =
        1
        << 22, /* a card was misdelivered, the box has a hand that is neither settled nor over 21, the house lets players out */
    THIS_WAY = 1 << 23, /* it can go this way: late or not, forward, to the dealer, burned */
};

#define IN(phase) (1 << LM_##phase)
#define FROM_TO(first, last) ((2 << LM_##last) - (1 << LM_##first))
#define ALWAYS FROM_TO(BETTING, DONE)
#define IN_THE_CARDS FROM_TO(DEALING, AWARDING)

static const struct {
    int told, phases, needs;
    const char *free_bet, *blackjack; /* NULL: not in that document */
} rows[LM_IR_COUNT] = {
    /* clang-format off */
    [LM_IR_MISDEAL]        = { TOLD_CARD | TOLD_WAY, ALWAYS, CARD_DUE | NONE_OUT | LEFT | THIS_WAY, "MFB-11(a).2", "MBJ-15(a)" },
    [LM_IR_RELEASE]        = { TOLD_BOX, FROM_TO(DEALING, SHOWING), DEALT_IN | MAY_LEAVE, "MFB-11(a).3", "MBJ-15(a)" },
    [LM_IR_FACE_UP_CARD]   = { TOLD_CARD, ALWAYS, CARD_DUE | NONE_OUT | LEFT, "MFB-11(b)", "MBJ-15(b)" },
    [LM_IR_UNEXPOSED]      = { 0, IN_THE_CARDS, NONE_OUT, "MFB-11(c)", "MBJ-15(c)" },
    [LM_IR_EXPOSED]        = { TOLD_CARD, IN(INSURING) | IN(PEEKING) | IN(PLAYING), NO_DUE | NONE_OUT | LEFT, "MFB-11(d).1", "MBJ-15(d)" },
    [LM_IR_REFUSE]         = { TOLD_BOX, IN(PLAYING), NO_DUE | ON_TURN | EXPOSED_OUT, "MFB-11(d).2", "MBJ-15(d)" },
    [LM_IR_OVERDRAW]       = { TOLD_CARD, IN(SHOWING) | IN(DONE), PAT | LEFT, "MFB-11(e)", "MBJ-15(e)" },
    [LM_IR_MISSED_OWN]     = { 0, IN(DEALING), DEALERS | NONE_OUT, "MFB-11(f)", "MBJ-15(f)" },
    [LM_IR_EXHAUSTED]      = { 0, ALWAYS, CARD_DUE | NONE_OUT, "MFB-11(g)", "MBJ-15(g).1" },
    [LM_IR_NO_CARD]        = { TOLD_BOX, IN(DEALING), ON_TURN | DEALT_IN | BARE, "MFB-11(h).1", "MBJ-15(h)" },
    [LM_IR_ONE_CARD]       = { TOLD_BOX | TOLD_WAY, IN(DEALING), ON_TURN | DEALT_IN | ONE | THIS_WAY, "MFB-11(h).2", "MBJ-15(h)" },
    [LM_IR_MISSED_HIT]     = { TOLD_BOX | TOLD_WAY, IN(PLAYING), ON_TURN | HIT_DUE | NONE_OUT | THIS_WAY, "MFB-11(i)", "MBJ-15(j)" },
    [LM_IR_READER_MISUSED] = { 0, IN(PLAYING), NO_DUE | READER | IDLE_HOLE, "MFB-11(j)", "MBJ-15(k)(2)" },
    [LM_IR_READER_BROKEN]  = { 0, FROM_TO(BETTING, PEEKING), READER, "MFB-11(k)", "MBJ-15(l)" },
    [LM_IR_READER_REPAIRED] = { 0, FROM_TO(BETTING, AWARDING), BROKEN, "MFB-11(k)", "MBJ-15(l)" },
    [LM_IR_WRONG_SIDE]     = { 0, IN_THE_CARDS, TWO_SIDES, NULL, "MBJ-15(i)" },
    [LM_IR_UP_NOT_MOVED]   = { 0, IN_THE_CARDS, LATER_HAND, NULL, "MBJ-15(m)" },
    [LM_IR_UP_RACKED]      = { TOLD_CARD, IN_THE_CARDS, LATER_HAND | UP_CARD, NULL, "MBJ-15(n)" },
    [LM_IR_LIGHT_OUT]      = { TOLD_BOX, IN(BETTING), LIGHT, "WB7-4.1", "MBJ-15(o)" },
    [LM_IR_LIGHT_REPAIRED] = { TOLD_BOX, IN(BETTING), DARK, "WB7-4.1", "MBJ-15(o)" },
    [LM_IR_BONUS_FAILED]   = { TOLD_BOX, IN(AWARDING), SHOWN, NULL, "MBJ-15(p)" },
    [LM_IR_DOUBLE_UP]      = { 0, IN(PLAYING), FACE_DOWN, NULL, "MBJ-15(q)" },
    /* clang-format on */
};

static int if_so(bool so, int fact)
{
    return so ? fact : 0;
}

/* The verb of the deal: a card up, a card down, or LM_DEAL when none is due. A broken reader stops the
 * dealing, but the card that is due can still go wrong. */
static uint8_t card_verb(const lm_round *r, const lm_rules *k)
{
    lm_round working = *r;
    working.reader_out = 0;
    lm_turn turn = lm_round_turn(&working, k);
    return turn.verb == LM_CARD || turn.verb == LM_DOWN ? turn.verb : LM_DEAL;
}

static int facts_of_cards(const lm_round *r, const lm_rules *k, uint8_t verb)
{
    const lm_dealer_hand *d = &r->dealer;
    enum { SECOND_CARDS = 2 }; /* lm_round.deal_pass: the passes after it make up for boxes that were passed over */
    bool own = r->at_box == 0 && (d->n || r->deal_pass <= SECOND_CARDS);
    int up = d->n ? lm_rank(d->card[0]) : 0;
    bool seventeen = d->n >= 2 && lm_dealer_score(r).total >= 17;
    bool soft = lm_dealer_score(r).soft && lm_dealer_score(r).total == 17 && k->dealer_soft17 == LM_SOFT17_HIT;
    return if_so(verb != LM_DEAL, CARD_DUE) | if_so(!r->next_card, NONE_OUT) | if_so(!r->due, NO_DUE) |
           if_so(r->next_card && !r->next_is_dealers, EXPOSED_OUT) | if_so(seventeen && !soft, PAT) |
           if_so(own, DEALERS) | if_so(r->due == LM_DUE_DOWN, FACE_DOWN) |
           if_so(d->n == 2 && up >= 1 && up < LM_TEN && up != LM_ACE && !d->reader, IDLE_HOLE) |
           if_so(k->hole_card == LM_HOLE_READER && !r->reader_out, READER) |
           if_so(k->shoe == LM_SHOE_DOUBLE, TWO_SIDES) | if_so(r->spot > 0, LATER_HAND);
}

/* A Free Bet table waits in the round for the repair, a blackjack table continues without the reader (MBJ-15(l)). */
static int facts_of_repair(const lm_round *r, const lm_rules *k)
{
    bool in_time = k->rule_set != LM_MBJ || r->phase == LM_BETTING;
    return if_so(k->hole_card == LM_HOLE_READER && r->reader_out && in_time, BROKEN);
}

static int facts_of_box(const lm_round *r, const lm_rules *k, uint8_t box)
{
    if (box < 1 || box > k->boxes) return 0;
    const lm_box *b = &r->box[box - 1];
    bool lit = false, open = false, dark = r->dark & 1 << (box - 1);
    for (int i = 0; i < r->sides; i++)
        lit |= lm_side_box(&r->side[i]) == box && k->offer[r->side[i].slot - LM_SIDE].wager->lit;
    for (int h = 0; h < b->hands; h++)
        open |= b->hand[h].state != LM_HAND_OVER && !(b->hand[h].marks & LM_WENT_BUST);
    int award = r->phase == LM_AWARDING ? lm_next_award(r, k) : -1;
    bool shown = award >= 0 && lm_side_box(&r->side[award]) == box &&
                 k->offer[r->side[award].slot - LM_SIDE].wager->amount_is_shown;
    bool released = r->misdealt && open && k->release_players != LM_RELEASE_NEVER;
    bool hit = r->due == LM_DUE_UP || r->due == LM_DUE_DOWN;
    return if_so(r->at_box == box, ON_TURN) | if_so(b->hands, DEALT_IN) | if_so(!b->hand[0].n, BARE) |
           if_so(b->hand[0].n == 1 && !(r->late_second & 1 << (box - 1)), ONE) | if_so(hit, HIT_DUE) |
           if_so(!dark && !lit, LIGHT) | if_so(dark, DARK) | if_so(shown, SHOWN) | if_so(released, MAY_LEAVE);
}

/* Whether the irregularity can be resolved this way. A misdealt card goes forward to the hand that is due, or to the
 * dealer, unless the dealer's next card lies face down, or is burned; a card that was due face down can only be
 * burned. All other irregularities have two ways: late, or not at all. */
static bool goes_this_way(const lm_round *r, const lm_rules *k, const lm_action *a, uint8_t verb)
{
    if (a->n != LM_IR_MISDEAL) return a->yes <= 1;
    bool hidden_next =
        r->phase < LM_PLAYING && r->dealer.n == 1 && (k->hole_card == LM_HOLE_READER || k->hole_card == LM_HOLE_UNSEEN);
    if (verb == LM_DOWN || a->yes == LM_MISDEAL_BURN) return a->yes == LM_MISDEAL_BURN;
    return a->yes == LM_MISDEAL_FORWARD || (r->at_box && !hidden_next);
}

static bool can_be(const lm_round *r, const lm_rules *k, const lm_action *a, uint8_t verb, int round_facts)
{
    const char *clause = lm_is_free_bet(k) ? rows[a->n].free_bet : rows[a->n].blackjack;
    bool is_there = clause && (strncmp(clause, "WB7", 3) != 0 || k->rule_set == LM_WFB);
    if (!is_there || r->awaiting || !(rows[a->n].phases >> r->phase & 1)) return false;
    int facts = round_facts | if_so(r->seen[a->card] < k->decks, LEFT) |
                if_so(r->dealer.n && a->card == r->dealer.card[0], UP_CARD);
    if (rows[a->n].told & TOLD_BOX) facts |= facts_of_box(r, k, a->box);
    if (rows[a->n].told & TOLD_WAY) facts |= if_so(goes_this_way(r, k, a, verb), THIS_WAY);
    return (facts & rows[a->n].needs) == rows[a->n].needs;
}

enum { ROOM = LM_IR_COUNT * (LM_BOXES + 1) * 3 * LM_CARDS };
static lm_action listed[ROOM];
static long came_up[LM_IR_COUNT];

static bool same(const lm_action *a, const lm_action *b)
{
    return a->n == b->n && a->box == b->box && a->card == b->card && a->yes == b->yes;
}

/* One irregularity in all its forms; returns how many of the list it used up. */
static int check_kind(const lm_round *r, const lm_rules *k, uint8_t kind, int at, int n, const char *name)
{
    uint8_t verb = card_verb(r, k);
    int facts = facts_of_cards(r, k, verb) | facts_of_repair(r, k), told = rows[kind].told, used = 0;
    uint8_t first = told & TOLD_BOX ? 1 : 0, last = told & TOLD_BOX ? LM_BOXES : 0;
    for (uint8_t box = first; box <= last; box++) {
        for (uint8_t yes = 0; yes <= (told & TOLD_WAY ? 2 : 0); yes++) {
            for (lm_card card = 0; card <= (told & TOLD_CARD ? LM_CARDS - 1 : 0); card++) {
                lm_action a = { .verb = LM_IRREGULAR, .n = kind, .box = box, .yes = yes, .card = card };
                bool is_listed = at + used < n && same(&listed[at + used], &a);
                if (is_listed != can_be(r, k, &a, verb, facts))
                    fail_msg("%s [%s]: %s, box %d, card %d, way %d, phase %d: %s", name,
                             lm_is_free_bet(k) ? rows[kind].free_bet : rows[kind].blackjack, lm_irregular_word(kind),
                             box, card, yes, r->phase, is_listed ? "cannot have happened" : "can have happened");
                used += is_listed;
            }
        }
    }
    return used;
}

static void check_list(const lm_round *r, const lm_rules *k, const char *name)
{
    int n = lm_round_mishaps(r, k, listed, ROOM), at = 0;
    assert_true(n <= ROOM);
    for (uint8_t kind = 0; kind < LM_IR_COUNT; kind++) {
        int used = check_kind(r, k, kind, at, n, name);
        came_up[kind] += used;
        at += used;
    }
    if (at != n) fail_msg("%s: %d of %d listed mishaps cannot have happened", name, n - at, n);
}

/* --- what the turn says ----------------------------------------------------------------------------------- */

/* A card comes only when the shoe owes one, face up or down as the turn says; never while the table waits for a broken
 * reader, or for a player who has not asked (MFB-11(k), MBJ-15(d)). */
static void check_turn(const lm_round *r, const lm_rules *k, const char *name)
{
    lm_turn turn = lm_round_turn(r, k);
    lm_card card = 0;
    while (r->seen[card] >= k->decks)
        card++;
    if (lm_round_card_waits(r)) card = (lm_card)(r->next_card - 1);
    for (int down = 0; down < 2; down++) {
        lm_action a = { .verb = down ? LM_DOWN : LM_CARD, .card = down ? 0 : card };
        lm_round copy = *r;
        bool owed = turn.who == LM_BY_SHOE && turn.verb == a.verb;
        if (lm_ok(lm_round_apply(&copy, k, a)) != owed)
            fail_msg("%s: a card %s in phase %d is %s", name, down ? "face down" : "face up", r->phase,
                     owed ? "owed but refused" : "accepted but not owed");
    }
}

/* Cards that no hand gets are counted: a misdelivered one that is burned, one found face up, one too many. */
static void check_set_aside(const lm_round *before, const lm_round *after, const lm_action *a, const char *name)
{
    bool aside =
        a->n == LM_IR_FACE_UP_CARD || a->n == LM_IR_OVERDRAW || (a->n == LM_IR_MISDEAL && a->yes == LM_MISDEAL_BURN);
    if (a->verb == LM_IRREGULAR && aside && after->set_aside != before->set_aside + 1)
        fail_msg("%s: %s is not counted", name, lm_irregular_word(a->n));
}

static void before(void *self, const lm_round *r, const lm_rules *k)
{
    check_list(r, k, self);
    check_turn(r, k, self);
}

static void after(void *self, const lm_round *was, const lm_round *is, const lm_rules *k, const lm_action *a)
{
    (void)k;
    check_set_aside(was, is, a, self);
}

static void mishaps_are_what_can_have_happened(void **state)
{
    (void)state;
    for (size_t i = 0; i < STUMBLE_TABLES; i++) {
        stumble_watch watch = { before, after, NULL, (void *)(uintptr_t)stumble_tables[i].name };
        stumble(stumble_tables[i].rules, &watch);
    }
    for (int kind = 0; kind < LM_IR_COUNT; kind++) {
        if (!came_up[kind]) fail_msg("%s never came up", lm_irregular_word((lm_irregularity)kind));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(mishaps_are_what_can_have_happened) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
