/* irregular.c - irregularities as actions: what happened, what the rule orders, who must be told. */
#include "lammer/irregular.h"

#include "step.h"

typedef bool can_be(const lm_round *, const lm_rules *, const lm_action *);

static bool is_playing(const lm_round *r)
{
    return r->phase == LM_PLAYING && !r->due;
}

static bool box_is_in(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    return lm_box_exists(k, a->box) && r->box[a->box - 1].hands;
}

static bool is_available(const lm_round *r, const lm_rules *k, lm_card card)
{
    return card < LM_CARDS && r->seen[card] < k->decks;
}

/* A card can wait for the dealer's hand unless the hole card, which lies face down, would be the next. */
static bool may_wait_for_dealer(const lm_round *r, const lm_rules *k)
{
    return r->phase >= LM_PLAYING || r->dealer.n == 0 || k->hole_card == LM_HOLE_NONE ||
           k->hole_card == LM_HOLE_FACE_UP;
}

static bool can_misdeal(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    if (lm_due_now(r, k) == LM_NO_CARD_DUE || r->next_card || !is_available(r, k, a->card)) return false;
    if (lm_due_now(r, k) != LM_CARD_DUE_UP) return a->yes == LM_MISDEAL_BURN; /* one that should lie face down */
    if (a->yes == LM_MISDEAL_DEALER) return may_wait_for_dealer(r, k) && r->at_box != 0;
    return a->yes <= LM_MISDEAL_BURN;
}

static bool has_lit_bet(const lm_round *r, const lm_rules *k, uint8_t box)
{
    for (int i = 0; i < r->sides; i++) {
        if (lm_side_box(&r->side[i]) == box && lm_wager_in(k, r->side[i].slot)->lit) return true;
    }
    return false;
}

/* clang-format off */
#define CAN(what, condition)                                                                                           \
    static bool can_##what(const lm_round *r, const lm_rules *k, const lm_action *a)                                   \
    {                                                                                                                  \
        return condition;                                                                                              \
    }

/* The error may be found at any time until the box is settled. */
CAN(release, r->misdealt && r->phase < LM_AWARDING && box_is_in(r, k, a) && lm_box_is_live(&r->box[a->box - 1]))

CAN(find_face_up, lm_due_now(r, k) != LM_NO_CARD_DUE && !r->next_card && is_available(r, k, a->card))
CAN(draw_unexposed, r->phase >= LM_DEALING && r->phase < LM_DONE && !r->next_card)
CAN(expose, (r->phase == LM_INSURING || r->phase == LM_PEEKING || is_playing(r)) && !r->next_card &&
            is_available(r, k, a->card))
CAN(refuse, is_playing(r) && a->box == r->at_box && r->next_card && !r->next_is_dealers)
CAN(overdraw, (r->phase == LM_DONE || r->phase == LM_SHOWING) && r->dealer.n >= 2 && lm_dealer_pat(r, k) &&
              is_available(r, k, a->card))
CAN(miss_own, r->phase == LM_DEALING && r->at_box == 0 && !r->next_card && !(r->dealer.n == 0 && lm_is_late(r)))
CAN(exhaust, lm_due_now(r, k) != LM_NO_CARD_DUE && !r->next_card)

/* The dealer passed over the box: in the first pass, so it has no card; in the second pass, so it has one. */
CAN(get_no_card, r->phase == LM_DEALING && r->at_box == a->box && box_is_in(r, k, a) &&
                 r->box[a->box - 1].hand[0].n == 0)
CAN(get_one_card, r->phase == LM_DEALING && r->at_box == a->box && box_is_in(r, k, a) &&
                  r->box[a->box - 1].hand[0].n == 1 && !(r->late_second >> (a->box - 1) & 1) && a->yes <= 1)

/* A card beyond the first two of the box: a hit, the card of a double, the second card of a split hand. */
CAN(miss_hit, r->phase == LM_PLAYING && (r->due == LM_DUE_UP || r->due == LM_DUE_DOWN) && a->box == r->at_box &&
              a->yes <= 1 && !r->next_card)

CAN(misuse_reader, is_playing(r) && lm_uses_reader(r, k) && !r->reader_out && r->dealer.n == 2 &&
                   !lm_up_may_hide_blackjack(r) && r->dealer.reader == LM_READER_UNUSED)
CAN(break_reader, k->hole_card == LM_HOLE_READER && !r->reader_out && r->phase <= LM_PEEKING)
CAN(repair_reader, k->hole_card == LM_HOLE_READER && r->reader_out &&
                   (lm_is_free_bet(k) ? r->phase < LM_DONE : r->phase == LM_BETTING))
CAN(take_wrong_side, k->shoe == LM_SHOE_DOUBLE && r->phase >= LM_DEALING && r->phase < LM_DONE)
CAN(leave_up_card, r->spot > 0 && r->phase < LM_DONE)
CAN(rack_up_card, can_leave_up_card(r, k, a) && a->card == r->dealer.card[0])
CAN(show_double, r->phase == LM_PLAYING && r->due == LM_DUE_DOWN)
CAN(go_dark, lm_box_exists(k, a->box) && r->phase == LM_BETTING && !(r->dark >> (a->box - 1) & 1) &&
             !has_lit_bet(r, k, a->box))
CAN(light_up, lm_box_exists(k, a->box) && r->phase == LM_BETTING && r->dark >> (a->box - 1) & 1)
/* clang-format on */

static bool can_fail_to_show(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    int next = r->phase == LM_AWARDING ? lm_next_award(r, k) : -1;
    if (next < 0 || lm_side_box(&r->side[next]) != a->box) return false;
    return lm_wager_in(k, r->side[next].slot)->amount_is_shown;
}

static void put_aside(lm_step *s, lm_card card, const char *clause)
{
    s->r->set_aside++;
    LM_TELL(s, .kind = LM_EV_BURN, .card = card, .clause = clause);
}

static const char *clause_of(const lm_step *s, const lm_action *a)
{
    return lm_irregular_clause(s->k, a->n);
}

static void do_misdeal(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    r->misdealt = 1;
    switch ((lm_misdeal)a->yes) {
    case LM_MISDEAL_FORWARD: lm_deliver(s, a->card); break;
    case LM_MISDEAL_DEALER:
        r->next_card = (uint8_t)(a->card + 1);
        r->next_is_dealers = 1;
        break;
    case LM_MISDEAL_BURN: put_aside(s, a->card, clause_of(s, a)); break;
    }
}

/* A box is dead, and the round goes on without it. */
static void do_leave_out(lm_step *s, const lm_action *a)
{
    lm_void_box(s, a->box, true);
    lm_go_on_without(s, a->box);
}

static void do_put_aside(lm_step *s, const lm_action *a)
{
    put_aside(s, a->card, clause_of(s, a));
}

static void do_nothing(lm_step *s, const lm_action *a)
{
}

static void do_expose(lm_step *s, const lm_action *a)
{
    s->r->next_card = (uint8_t)(a->card + 1);
}

static void stand_as_it_lies(lm_box *box)
{
    for (int h = 0; h < box->hands; h++) {
        if (box->hand[h].state == LM_HAND_OPEN) box->hand[h].state = LM_HAND_STANDS;
        box->hand[h].waits = LM_DUE_NONE;
    }
}

/* No further card for this player in this round, at any of their boxes (C-119). */
static void do_refuse(lm_step *s, const lm_action *a)
{
    uint8_t player = lm_box_at(s->r, a->box)->owner;
    for (uint8_t box = 1; box <= s->r->last_box; box++) {
        bool theirs = player != LM_NOBODY && lm_box_at(s->r, box)->owner == player;
        if (theirs || box == a->box) stand_as_it_lies(lm_box_at(s->r, box));
    }
    lm_go_on_playing(s);
}

static void do_miss_own(lm_step *s, const lm_action *a)
{
    if (s->r->dealer.n == 0) lm_go_on_dealing(s); /* the dealer's second card comes last in any case */
}

static void note_on_layout(lm_round *r, lm_card card)
{
    if (card < LM_CARDS) r->seen[card]++;
}

/* The rack is shuffled: every card may come again but those on the layout. */
static void do_exhaust(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    for (int card = 0; card < LM_CARDS; card++)
        r->seen[card] = 0;
    for (int i = 0; i < r->dealer.n; i++)
        note_on_layout(r, r->dealer.card[i]);
    for (int i = 0; i < r->last_box; i++) {
        for (int h = 0; h < r->box[i].hands; h++) {
            const lm_hand *hand = &r->box[i].hand[h];
            if (hand->marks & LM_CARDS_GONE) continue;
            for (int c = 0; c < hand->n; c++)
                note_on_layout(r, hand->card[c]);
        }
    }
}

static void do_one_card(lm_step *s, const lm_action *a)
{
    if (!a->yes) {
        do_leave_out(s, a);
        return;
    }
    s->r->late_second |= (uint8_t)(1 << (a->box - 1));
    lm_go_on_dealing(s);
}

/* The hand gets its card late, or is dead and its chips go back; wagers that do not need the hand stay up
 * (C-16). */
static void do_miss_hit(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    lm_hand *hand = &lm_box_at(r, a->box)->hand[r->at_hand];
    if (a->yes) {
        hand->waits = r->due;
    } else {
        lm_void_hand(s, a->box, r->at_hand);
    }
    r->due = LM_DUE_NONE;
    lm_go_on_playing(s);
}

static void do_break_reader(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    r->reader_out = 1;
    if (r->phase == LM_PEEKING && !lm_is_free_bet(s->k)) lm_close_insurance(s);
}

static void do_repair_reader(lm_step *s, const lm_action *a)
{
    s->r->reader_out = 0;
}

/* MBJ-15(k): dead only where that model of reader could show players the card. */
static void do_misuse_reader(lm_step *s, const lm_action *a)
{
    if (!lm_is_free_bet(s->k) && s->k->reader_reveals) lm_void_round(s);
}

static void do_show_double(lm_step *s, const lm_action *a)
{
    s->r->due = LM_DUE_UP;
}

static void do_light(lm_step *s, const lm_action *a)
{
    s->r->dark ^= (uint8_t)(1 << (a->box - 1));
}

/* 21 to 1 where no amount can be found. */
static void do_fail_to_show(lm_step *s, const lm_action *a)
{
    int next = lm_next_award(s->r, s->k);
    if (next >= 0) lm_finish_award(s, next, 21 * (lm_cents)s->r->side[next].stake, LM_CAUSE_FAILED);
}

static const struct {
    const char *word, *free_bet, *blackjack;
} irregularities[LM_IR_COUNT] = {
#define X(name, word, free_bet, blackjack) [LM_IR_##name] = { word, free_bet, blackjack },
    LM_IRREGULARITIES(X)
#undef X
};

/* Fields of the action that an irregularity speaks of. With STAFF its order is carried out once the
 * floorperson of a Free Bet table, or the supervisor of a blackjack table, has confirmed it. */
enum { BOX = 1, CARD = 2, YES = 4, STAFF = 8 };

static const struct {
    can_be *can;
    lm_do *act;
    uint8_t fields;
} rows[LM_IR_COUNT] = {
    [LM_IR_MISDEAL] = { can_misdeal, do_misdeal, CARD | YES },
    [LM_IR_RELEASE] = { can_release, do_leave_out, BOX | STAFF },
    [LM_IR_FACE_UP_CARD] = { can_find_face_up, do_put_aside, CARD },
    [LM_IR_UNEXPOSED] = { can_draw_unexposed, do_nothing, 0 },
    [LM_IR_EXPOSED] = { can_expose, do_expose, CARD },
    [LM_IR_REFUSE] = { can_refuse, do_refuse, BOX },
    [LM_IR_OVERDRAW] = { can_overdraw, do_put_aside, CARD },
    [LM_IR_MISSED_OWN] = { can_miss_own, do_miss_own, 0 },
    [LM_IR_EXHAUSTED] = { can_exhaust, do_exhaust, 0 },
    [LM_IR_NO_CARD] = { can_get_no_card, do_leave_out, BOX },
    [LM_IR_ONE_CARD] = { can_get_one_card, do_one_card, BOX | YES },
    [LM_IR_MISSED_HIT] = { can_miss_hit, do_miss_hit, BOX | YES },
    [LM_IR_READER_MISUSED] = { can_misuse_reader, do_misuse_reader, STAFF },
    [LM_IR_READER_BROKEN] = { can_break_reader, do_break_reader, 0 },
    [LM_IR_READER_REPAIRED] = { can_repair_reader, do_repair_reader, 0 },
    [LM_IR_WRONG_SIDE] = { can_take_wrong_side, do_nothing, 0 },
    [LM_IR_UP_NOT_MOVED] = { can_leave_up_card, do_nothing, 0 },
    [LM_IR_UP_RACKED] = { can_rack_up_card, do_nothing, CARD | STAFF },
    [LM_IR_LIGHT_OUT] = { can_go_dark, do_light, BOX },
    [LM_IR_LIGHT_REPAIRED] = { can_light_up, do_light, BOX },
    [LM_IR_BONUS_FAILED] = { can_fail_to_show, do_fail_to_show, BOX | STAFF },
    [LM_IR_DOUBLE_UP] = { can_show_double, do_show_double, 0 },
};

const char *lm_irregular_word(lm_irregularity kind)
{
    return irregularities[kind].word;
}

const char *lm_irregular_clause(const lm_rules *k, uint8_t kind)
{
    if (kind == LM_IR_READER_MISUSED && !lm_is_free_bet(k) && k->reader_reveals) return "MBJ-15(k)(1)";
    if (kind == LM_IR_EXHAUSTED && lm_is_hand_dealt(k)) return "MBJ-15(g).2";
    if (kind == LM_IR_LIGHT_OUT || kind == LM_IR_LIGHT_REPAIRED) return lm_cite(k, LM_CITE_LIGHT_OUT);
    return lm_is_free_bet(k) ? irregularities[kind].free_bet : irregularities[kind].blackjack;
}

const char *lm_awaited_clause(const lm_round *r, const lm_rules *k)
{
    if (r->awaiting_kind != LM_AWAITING_AWARD) return lm_irregular_clause(k, r->awaiting_kind);
    return lm_wager_in(k, r->side[r->awaiting_box].slot)->witness.clause;
}

lm_status lm_may_irregular(const lm_round *r, const lm_rules *k, lm_action *a)
{
    if (a->n >= LM_IR_COUNT) return lm_refuse(k, LM_WHY_VERB);
    const char *clause = lm_irregular_clause(k, a->n);
    if (!clause || !rows[a->n].can(r, k, a)) return (lm_status){ LM_WHY_CANNOT_BE, clause };
    if (a->n == LM_IR_RELEASE && k->release_players == LM_RELEASE_NEVER) return lm_refuse(k, LM_WHY_RELEASE);
    return lm_accept();
}

void lm_do_irregular(lm_step *s, const lm_action *a)
{
    lm_round *r = s->r;
    const char *clause = clause_of(s, a);
    LM_TELL(s, .kind = LM_EV_IRREGULAR, .box = a->box, .n = a->n, .card = a->card, .how = a->yes, .clause = clause);
    if (!(rows[a->n].fields & STAFF)) {
        s->cause = clause;
        rows[a->n].act(s, a);
        return;
    }
    lm_role role = lm_is_free_bet(s->k) ? LM_ROLE_FLOORPERSON : LM_ROLE_SUPERVISOR;
    r->awaiting = (uint8_t)(1 << role);
    r->awaiting_kind = a->n;
    r->awaiting_box = a->box;
    LM_TELL(s, .kind = LM_EV_PROMPT, .box = a->box, .n = (uint8_t)role, .how = LM_PROMPT_IRREGULAR, .clause = clause);
}

void lm_irregular_confirmed(lm_step *s)
{
    if (s->r->awaiting_kind == LM_AWAITING_AWARD) {
        lm_award_confirmed(s);
        return;
    }
    lm_action a = { .verb = LM_IRREGULAR, .n = s->r->awaiting_kind, .box = s->r->awaiting_box };
    s->r->awaiting_kind = s->r->awaiting_box = 0;
    s->cause = clause_of(s, &a);
    rows[a.n].act(s, &a);
}

bool lm_irregular_spends(const lm_action *action)
{
    bool waits = action->n == LM_IR_MISDEAL && action->yes == LM_MISDEAL_DEALER;
    return !waits && (action->n == LM_IR_MISDEAL || action->n == LM_IR_FACE_UP_CARD || action->n == LM_IR_OVERDRAW);
}

bool lm_irregular_names_card(lm_irregularity kind)
{
    return rows[kind].fields & CARD;
}

static void list_kind(const lm_round *r, const lm_rules *k, uint8_t kind, lm_action_list *to)
{
    uint8_t fields = rows[kind].fields, boxes = fields & BOX ? LM_BOXES : 0, ways = fields & YES ? 2 : 0;
    lm_card cards = fields & CARD ? LM_CARDS - 1 : 0;
    for (uint8_t box = boxes ? 1 : 0; box <= boxes; box++) {
        for (uint8_t yes = 0; yes <= ways; yes++) {
            for (lm_card card = 0; card <= cards; card++) {
                lm_action a = { .verb = LM_IRREGULAR, .n = kind, .box = box, .yes = yes, .card = card };
                if (lm_ok(lm_may_irregular(r, k, &a))) lm_list_action(to, a);
            }
        }
    }
}

int lm_round_mishaps(const lm_round *round, const lm_rules *rules, lm_action *actions, int room)
{
    lm_action_list to = { actions, room, 0 };
    if (round->rules_hash != rules->hash || round->awaiting) return 0;
    for (uint8_t kind = 0; kind < LM_IR_COUNT; kind++)
        list_kind(round, rules, kind, &to);
    return to.n;
}
