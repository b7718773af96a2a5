/* round.c - the five verbs. Judging and doing live in bets.c, deal.c, play.c, dealer.c and settle.c. */
#include "lammer/round.h"

#include <stddef.h>
#include <string.h>

#include "step.h"

/* No padding anywhere: a round can be compared, hashed and stored as bytes. */
_Static_assert(sizeof(lm_hand) == LM_HAND_CARDS + 8 + 4 * LM_BETTORS, "padding in lm_hand");
_Static_assert(sizeof(lm_box) == 4 * LM_BETTORS * (3 * LM_SPOTS + 1) + LM_HANDS * sizeof(lm_hand) + LM_VIEW_FIRST + 12,
               "padding in lm_box");
_Static_assert(sizeof(lm_side_bet) == 16, "padding in lm_side_bet");
_Static_assert(sizeof(lm_dealer_hand) == LM_HAND_CARDS + 4, "padding in lm_dealer_hand");
_Static_assert(sizeof(lm_round) == 8 + 3 * 8 + LM_BOXES * sizeof(lm_box) + LM_SIDE_BETS * sizeof(lm_side_bet) +
                                       sizeof(lm_dealer_hand) + LM_CARDS + 40 + 4 * LM_BETTORS + 4,
               "padding in lm_round");
_Static_assert(sizeof(lm_round) <= 4096, "a round is at most 4 KiB");

/* clang-format off */
#define VERBS(X)                                                                                                       \
    X(BET, bet) X(WITHDRAW, withdraw) X(DEAL, deal) X(CARD, card) X(DOWN, down) X(INSURE, insure)                      \
    X(EVEN_MONEY, even_money) X(CLOSE, close) X(PEEK, peek) X(TURN, turn) X(HIT, hit) X(STAND, stand)                  \
    X(DOUBLE, double) X(SPLIT, split) X(SURRENDER, surrender) X(DETERMINE, determine) X(WITH_DOUBLE, with_double)      \
    X(WITH_SPLIT, with_split) X(CONFIRM, confirm) X(AWARD, award) X(IRREGULAR, irregular) X(DISCARD, discard)
/* clang-format on */

const char *lm_verb_word(lm_verb verb)
{
    static const char *const words[] = {
#define ROUND_VERB(name, word, ...) word,
#define TABLE_VERB(name, ...)
#include "lammer/verbs.def"
    };
    return words[verb];
}

lm_status lm_refuse(const lm_rules *k, lm_why why)
{
    return (lm_status){ why, lm_cite_refusal(k, why) };
}

lm_status lm_round_open(lm_round *round, const lm_rules *rules)
{
    if (!rules->hash) return lm_refuse(rules, LM_WHY_RULES);
    memset(round, 0, sizeof *round);
    round->rules_hash = rules->hash;
    return lm_accept();
}

const lm_side_bet *lm_round_side(const lm_round *round, uint8_t box, uint8_t bettor, uint8_t slot)
{
    int i = lm_find_side(round, (uint8_t)(box * LM_BETTORS + bettor), slot);
    return i < 0 ? NULL : &round->side[i];
}

static bool has_early_wager(const lm_round *round, const lm_rules *rules, uint8_t box)
{
    for (int i = 0; i < round->sides; i++) {
        const lm_wager *wager = lm_wager_in(rules, round->side[i].slot);
        if (lm_side_box(&round->side[i]) == box && wager->window == LM_AFTER_DEAL) return true;
    }
    return false;
}

bool lm_box_shows_now(const lm_round *round, const lm_rules *rules, uint8_t box, const lm_card *cards, int n)
{
    const lm_hand *h = &round->box[box - 1].hand[0];
    if (!h->hidden || h->state == LM_HAND_OVER) return false;
    return h->hidden < h->n || has_early_wager(round, rules, box) || lm_cards_blackjack(cards, n);
}

bool lm_round_shows_for_split(const lm_round *round, uint8_t box)
{
    if (round->phase != LM_PLAYING || round->at_box != box || box < 1 || box > LM_BOXES) return false;
    const lm_hand *hand = &round->box[box - 1].hand[round->at_hand];
    return hand->n == 2 && hand->hidden;
}

/* Compilers write out a memset whose size they know as `rep stos`, which takes longer to begin than the library takes for
 * a part of a round. */
static inline void clear(void *part, size_t size)
{
    volatile size_t unknown = size;
    memset(part, 0, unknown);
}

/* Moves the wagers that wait to the front and clears the places of the others; returns how many wait. */
static __attribute__((noinline)) uint8_t keep_waiting(lm_round *round)
{
    uint8_t kept = 0;
    for (int i = 0; i < round->sides; i++) {
        if (round->side[i].state == LM_BET_WAITS) round->side[kept++] = round->side[i];
    }
    for (int i = kept; i < round->sides; i++)
        round->side[i] = (lm_side_bet){ 0 };
    return kept;
}

/* Most of a round has never been written, so only what was used is cleared: a box has an owner once it has been used,
 * and no wager lies beyond `sides`. */
lm_status lm_round_next(lm_round *round, const lm_rules *rules)
{
    if (!rules->hash) return lm_refuse(rules, LM_WHY_RULES);
    uint8_t sides = round->sides ? keep_waiting(round) : 0;
    for (int i = 0; i < LM_BOXES; i++) {
        if (round->box[i].owner) clear(&round->box[i], sizeof round->box[i]);
    }
    memset(round, 0, offsetof(lm_round, box));
    clear(&round->dealer, sizeof *round - offsetof(lm_round, dealer));
    round->rules_hash = rules->hash;
    for (round->sides = 0; round->sides < sides; round->sides++)
        round->felt_cents += round->side[round->sides].stake;
    return lm_accept();
}

/* The refusal of an amount that is too small, too large or between two steps. */
static __attribute__((cold)) lm_status amount_refused(const lm_round *r, const lm_rules *k, const lm_action *a)
{
    bool above = a->amount_cents > a->most_cents;
    bool below = a->amount_cents < a->least_cents;
    bool is_free = a->most_cents == 0;
    bool odd = a->amount_cents % LM_FIVES && a->verb != LM_AWARD;
    if (lm_is_hand_dealt(k) && odd) return lm_refuse(k, LM_WHY_FIVES);
    switch (a->verb) {
    case LM_BET: return lm_bet_amount_refused(r, k, a);
    case LM_WITH_DOUBLE: return lm_refuse(k, LM_WHY_DOUBLE_AMOUNT);
    case LM_INSURE: return lm_refuse(k, above ? LM_WHY_INSURANCE_HALF : LM_WHY_STEP);
    case LM_DOUBLE: return lm_refuse(k, is_free ? LM_WHY_DOUBLE_FREE : LM_WHY_DOUBLE_AMOUNT);
    case LM_SPLIT: return lm_refuse(k, is_free ? LM_WHY_SPLIT_FREE : LM_WHY_SPLIT_AMOUNT);
    case LM_AWARD: return lm_refuse(k, below ? LM_WHY_LOW : LM_WHY_HIGH);
    default: return lm_refuse(k, LM_WHY_VERB);
    }
}

static bool amount_allowed(const lm_action *a)
{
    if (a->amount_cents < a->least_cents) return false;
    if (a->amount_cents == a->most_cents) return true;
    if (a->amount_cents > a->most_cents) return false;
    if (a->amount_cents == a->least_cents) return true;
    return a->step_cents > 0 && (a->amount_cents - a->least_cents) % a->step_cents == 0;
}

/* Judges and does one action: each verb has a function of its own for it, so that its two steps become one. */
typedef lm_status verb_apply(lm_round *, const lm_rules *, lm_action *, const lm_listener *);

/* Unoptimised, as tools/coverage compiles it, it stays one function, whose branches are measured once. */
#ifdef __OPTIMIZE__
__attribute__((always_inline))
#endif
static inline lm_status
judge_and_do(lm_round *round, const lm_rules *rules, lm_action *action, const lm_listener *listener, lm_may *may,
             lm_do *act)
{
    action->least_cents = action->most_cents = action->step_cents = 0;
    lm_status status = may(round, rules, action);
    if (!lm_ok(status))
        return status.why == LM_WHY_TURN && round->phase == LM_DONE ? lm_refuse(rules, LM_WHY_OVER) : status;
    if (!amount_allowed(action)) return amount_refused(round, rules, action);
    lm_step step = { round, rules, listener, LM_AFTER_DEAL };
    act(&step, action);
    round->actions++;
    return lm_accept();
}

/* The frame of an action holds its step and no array that could overflow; a guard beside it takes a tenth of a round's
 * time. */
#define NO_ARRAY __attribute__((no_stack_protector))

#define X(verb, name)                                                                                                  \
    NO_ARRAY static lm_status apply_##name(lm_round *round, const lm_rules *rules, lm_action *action,                  \
                                           const lm_listener *ear)                                                     \
    {                                                                                                                  \
        return judge_and_do(round, rules, action, ear, lm_may_##name, lm_do_##name);                                   \
    }
VERBS(X)
#undef X
#undef NO_ARRAY

static const struct {
    lm_may *may;
    verb_apply *apply;
} verbs[LM_VERB_COUNT] = {
#define X(verb, name) [LM_##verb] = { lm_may_##name, apply_##name },
    VERBS(X)
#undef X
};

lm_status lm_round_do(lm_round *round, const lm_rules *rules, lm_action *action, const lm_listener *listener)
{
    if (round->rules_hash != rules->hash) return lm_refuse(rules, LM_WHY_RULES);
    if (action->verb >= LM_VERB_COUNT) return lm_refuse(rules, LM_WHY_VERB);
    if (round->awaiting && action->verb != LM_CONFIRM)
        return (lm_status){ LM_WHY_AWAITING, lm_awaited_clause(round, rules) };
    return verbs[action->verb].apply(round, rules, action, listener);
}

lm_status lm_round_apply(lm_round *round, const lm_rules *rules, lm_action action)
{
    return lm_round_do(round, rules, &action, NULL);
}

lm_status lm_round_apply_heard(lm_round *round, const lm_rules *rules, lm_action action, const lm_listener *listener)
{
    return lm_round_do(round, rules, &action, listener);
}

typedef struct {
    const lm_round *r;
    const lm_rules *k;
    lm_action_list to;
} listing;

/* Lists the action if it is legal with the usual amount: the most that is allowed. */
static lm_status offer(listing *l, lm_action a)
{
    lm_status status = verbs[a.verb].may(l->r, l->k, &a);
    if (!lm_ok(status) || a.most_cents < a.least_cents) return status;
    a.amount_cents = a.most_cents;
    lm_list_action(&l->to, a);
    return status;
}

static void offer_confirmations(listing *l)
{
    for (uint8_t role = 0; role < LM_ROLE_COUNT; role++)
        offer(l, (lm_action){ .verb = LM_CONFIRM, .n = role });
}

/* With a small stake for the dealer beside it, the player's own stake may be at its maximum but not just below
 * (C-100). */
static void offer_full_stake(listing *l, uint8_t box, uint8_t bettor, uint8_t slot)
{
    const lm_wager *wager = lm_wager_in(l->k, slot);
    lm_action full = { .verb = LM_BET, .box = box, .bettor = bettor, .wager = slot, .amount_cents = l->k->side_max };
    lm_action any = { .verb = LM_BET, .box = box, .bettor = bettor, .wager = slot };
    if (!wager->tips.limits || bettor != LM_DECIDER || !lm_ok(lm_may_bet(l->r, l->k, &any))) return;
    if (any.most_cents < l->k->side_max) {
        lm_action tried = full;
        if (lm_ok(lm_may_bet(l->r, l->k, &tried)) && tried.most_cents == l->k->side_max) offer(l, full);
    }
}

static void offer_bets(listing *l)
{
    for (uint8_t box = 1; box <= l->k->boxes; box++) {
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
            for (uint8_t n = 0; n < lm_rules_dealer_hands(l->k); n++) {
                offer(l, (lm_action){ .verb = LM_BET, .box = box, .bettor = bettor, .wager = LM_MAIN, .n = n });
                offer(l, (lm_action){ .verb = LM_WITHDRAW, .box = box, .bettor = bettor, .wager = LM_MAIN, .n = n });
            }
            for (uint8_t i = 0; i < l->k->offers; i++) {
                uint8_t slot = (uint8_t)(LM_SIDE + i);
                offer(l, (lm_action){ .verb = LM_BET, .box = box, .bettor = bettor, .wager = slot });
                offer_full_stake(l, box, bettor, slot);
                offer(l, (lm_action){ .verb = LM_WITHDRAW, .box = box, .bettor = bettor, .wager = slot });
            }
        }
    }
    offer_confirmations(l);
    offer(l, (lm_action){ .verb = LM_DEAL });
}

/* Where no card is due or lies hidden, one refusal stands for all 52 cards. */
static void offer_cards(listing *l, lm_verb verb, uint8_t box, uint8_t yes)
{
    for (lm_card card = 0; card < LM_CARDS; card++) {
        lm_why why = offer(l, (lm_action){ .verb = (uint8_t)verb, .box = box, .card = card, .yes = yes }).why;
        if (why == LM_WHY_NO_CARD_DUE || why == LM_WHY_NOT_DOWN) return;
    }
}

/* Players whose hidden cards may be shown now. */
static void offer_exposures(listing *l)
{
    for (uint8_t box = 1; box <= l->r->last_box; box++)
        offer_cards(l, LM_TURN, box, 0);
    offer(l, (lm_action){ .verb = LM_CLOSE });
}

static void offer_answers(listing *l)
{
    for (uint8_t box = 1; box <= l->k->boxes; box++) {
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
            for (uint8_t n = 0; n < lm_rules_dealer_hands(l->k); n++) {
                offer(l, (lm_action){ .verb = LM_INSURE, .box = box, .bettor = bettor, .wager = LM_INSURANCE, .n = n });
            }
            offer(l, (lm_action){ .verb = LM_EVEN_MONEY, .box = box, .bettor = bettor });
        }
        if (lm_surrender_is_asked(l->r, l->k)) offer(l, (lm_action){ .verb = LM_SURRENDER, .box = box });
    }
    offer(l, (lm_action){ .verb = LM_CLOSE });
}

static void offer_awards(listing *l, uint8_t must_hit)
{
    for (int i = 0; i < l->r->sides; i++) {
        uint8_t key = l->r->side[i].box_bettor;
        offer(l, (lm_action){ .verb = LM_AWARD,
                              .box = key / LM_BETTORS,
                              .bettor = key % LM_BETTORS,
                              .wager = l->r->side[i].slot,
                              .yes = must_hit });
    }
}

static void offer_decisions(listing *l)
{
    static const uint8_t decisions[] = { LM_HIT, LM_STAND, LM_DOUBLE, LM_SPLIT, LM_SURRENDER, LM_DISCARD };
    for (unsigned i = 0; i < sizeof decisions; i++) {
        offer(l, (lm_action){ .verb = decisions[i], .box = l->r->at_box });
    }
    if (l->k->late_insurance && l->r->phase == LM_PLAYING) offer_answers(l); /* MBJ-9(b).4 */
    for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
        offer(l, (lm_action){ .verb = LM_WITH_DOUBLE, .box = l->r->at_box, .bettor = bettor });
        for (uint8_t ride = 0; ride <= LM_RIDE_BOTH; ride++) {
            offer(l, (lm_action){ .verb = LM_WITH_SPLIT, .box = l->r->at_box, .bettor = bettor, .n = ride });
        }
    }
    if (l->k->double_card == LM_DOUBLE_REQUEST)
        offer(l, (lm_action){ .verb = LM_DOUBLE, .box = l->r->at_box, .yes = 1 });
}

int lm_round_legal(const lm_round *round, const lm_rules *rules, lm_action *actions, int room)
{
    listing l = { round, rules, { actions, room, 0 } };
    if (round->rules_hash != rules->hash) return 0;
    if (round->awaiting) {
        offer_confirmations(&l);
        return l.to.n;
    }
    switch ((lm_phase)round->phase) {
    case LM_BETTING: offer_bets(&l); break;
    case LM_INSURING: offer_answers(&l); break;
    case LM_PEEKING:
        offer(&l, (lm_action){ .verb = LM_PEEK, .yes = 1 });
        offer(&l, (lm_action){ .verb = LM_PEEK });
        break;
    case LM_DETERMINING:
        offer_cards(&l, LM_DETERMINE, 0, 0);
        offer_cards(&l, LM_DETERMINE, 0, 1);
        break;
    case LM_EXPOSING: offer_exposures(&l); break;
    case LM_AWARDING: offer_awards(&l, 0); break;
    case LM_OFFERING:
    case LM_PLAYING:
        offer_decisions(&l);
        offer_cards(&l, LM_TURN, round->at_box, 0);
        offer_cards(&l, LM_CARD, 0, 0);
        offer(&l, (lm_action){ .verb = LM_DOWN });
        break;
    case LM_DEALING:
    case LM_REVEALING:
    case LM_DRAWING:
    case LM_SHOWING:
        offer_cards(&l, LM_CARD, 0, 0);
        offer_cards(&l, LM_TURN, round->at_box, 0);
        offer(&l, (lm_action){ .verb = LM_DOWN });
        break;
    case LM_DONE: offer_awards(&l, 1); break;
    }
    return l.to.n;
}

const lm_phase_step lm_phase_steps[] = {
    [LM_BETTING] = { LM_BY_PLAYERS, LM_BET, LM_CITE_BET },
    [LM_DETERMINING] = { LM_BY_SHOE, LM_DETERMINE, LM_CITE_DETERMINANT },
    [LM_DEALING] = { LM_BY_SHOE, LM_CARD, LM_CITE_DEAL },
    [LM_OFFERING] = { LM_BY_PLAYER, LM_HIT, LM_CITE_OFFERED_CARD },
    [LM_EXPOSING] = { LM_BY_PLAYERS, LM_TURN, LM_CITE_SHOWN_BLACKJACK },
    [LM_INSURING] = { LM_BY_PLAYERS, LM_INSURE, LM_CITE_OFFER_INSURANCE },
    [LM_PEEKING] = { LM_BY_DEALER, LM_PEEK, LM_CITE_PEEK },
    [LM_PLAYING] = { LM_BY_PLAYER, LM_HIT, LM_CITE_TURN },
    [LM_REVEALING] = { LM_BY_DEALER, LM_TURN, LM_CITE_HOLE_TURNED },
    [LM_DRAWING] = { LM_BY_SHOE, LM_CARD, LM_CITE_DEALER_DRAWS },
    [LM_AWARDING] = { LM_BY_STAFF, LM_AWARD, LM_CITE_AWARD_DUE },
    [LM_SHOWING] = { LM_BY_DEALER, LM_TURN, LM_CITE_TURNED_AT_END },
    [LM_DONE] = { LM_BY_NOBODY, LM_DEAL, LM_CITE_NOTHING },
};

static lm_turn turn_of(const lm_round *round, const lm_rules *rules)
{
    lm_verb verb = lm_round_owes(round, rules);
    lm_turn turn = { lm_phase_steps[round->phase].who, (uint8_t)verb, round->at_box, (uint8_t)(round->at_hand + 1) };
    if (round->at_box == 0) turn.hand = 0;
    if (verb == LM_CONFIRM || verb == LM_IRREGULAR) return (lm_turn){ LM_BY_STAFF, (uint8_t)verb };
    int award = round->phase == LM_AWARDING ? lm_next_award(round, rules) : -1;
    if (award >= 0) {
        const lm_side_bet *bet = &round->side[award];
        turn.bettor = bet->box_bettor % LM_BETTORS;
        turn.wager = bet->slot;
    }
    if (round->due == LM_DUE_TURN) turn.who = LM_BY_DEALER;
    if (verb == LM_CARD || verb == LM_DOWN) turn.who = LM_BY_SHOE;
    return turn;
}

static const char *why_owed(const lm_round *round, const lm_rules *rules, const lm_turn *turn)
{
    if (round->awaiting) return lm_awaited_clause(round, rules);
    if (lm_reader_is_awaited(round, rules)) return lm_cite_refusal(rules, LM_WHY_READER_OUT);
    if (round->phase == LM_EXPOSING && lm_up_may_hide_blackjack(round))
        return lm_cite(rules, LM_CITE_SHOWN_BLACKJACK_HELD);
    if (round->phase == LM_DRAWING && rules->dealer_soft17 == LM_SOFT17_HIT)
        return lm_cite(rules, LM_CITE_DEALER_DRAWS_H17);
    if (turn->wager >= LM_SIDE && rules->rule_set == LM_MBJ) {
        const lm_wager *wager = lm_wager_in(rules, turn->wager);
        if (!wager->amount_is_shown) return lm_wager_clause(rules, wager);
    }
    return lm_cite(rules, (lm_cite_id)lm_phase_steps[round->phase].step);
}

lm_turn lm_round_turn(const lm_round *round, const lm_rules *rules)
{
    lm_turn turn = turn_of(round, rules);
    turn.clause = why_owed(round, rules, &turn);
    return turn;
}

static bool spot_matches(uint8_t wanted, int n)
{
    return wanted == LM_ALL_SPOTS || wanted == n;
}

static lm_cents main_net(const lm_box *box, lm_spot spot)
{
    const lm_cents32 *net = box->net[spot.bettor];
    if (spot.n == LM_ALL_SPOTS) return (lm_cents)net[0] + net[1] + net[2];
    return spot.n < LM_SPOTS ? net[spot.n] : 0;
}

/* Insurance pays 2 to 1 in every document: MFB-10(b), MBJ-9(c), WFB-ART.4. */
static lm_cents insurance_net(const lm_round *r, const lm_box *box, lm_spot spot)
{
    lm_cents net = 0;
    for (int n = 0; n < LM_SPOTS; n++) {
        if (!spot_matches(spot.n, n) || !(r->insurance_settled >> n & 1)) continue;
        lm_cents stake = box->insured[spot.bettor][n];
        net += r->insurance_won >> n & 1 ? 2 * stake : -stake;
    }
    return net;
}

static lm_cents side_net(const lm_round *r, lm_spot spot)
{
    lm_cents net = 0;
    for (int i = 0; i < r->sides; i++) {
        const lm_side_bet *bet = &r->side[i];
        if (bet->box_bettor != spot.box * LM_BETTORS + spot.bettor) continue;
        if (spot.wager == LM_ALL_WAGERS || bet->slot == spot.wager) net += bet->net;
    }
    return net;
}

lm_cents lm_round_net(const lm_round *round, lm_spot spot)
{
    if (spot.box == 0) return round->dealer_cents;
    if (spot.box > LM_BOXES || spot.bettor >= LM_BETTORS) return 0;
    const lm_box *box = &round->box[spot.box - 1];
    if (spot.wager == LM_MAIN) return main_net(box, spot);
    if (spot.wager == LM_INSURANCE) return insurance_net(round, box, spot);
    if (spot.wager != LM_ALL_WAGERS) return side_net(round, spot);
    spot.n = LM_ALL_SPOTS;
    return main_net(box, spot) + insurance_net(round, box, spot) + side_net(round, spot);
}

/* Cards beyond the first two lie face up, except the card of a double that even its player has not seen. */
static bool first_two_alone_hide(const lm_hand *hand)
{
    for (int i = 2; i < hand->n; i++) {
        if (hand->card[i] == LM_CARD_DOWN) return false;
    }
    return hand->n > 2 && hand->hidden;
}

bool lm_hand_may_be_over(const lm_hand *hand)
{
    return first_two_alone_hide(hand) && hand->hard + 10 * hand->hidden > 21;
}

bool lm_hand_must_be_over(const lm_hand *hand)
{
    return first_two_alone_hide(hand) && hand->hard + hand->hidden > 21;
}

bool lm_hand_blackjack(const lm_hand *hand)
{
    return hand->n == 2 && !hand->hidden && hand->hard == 11 && hand->marks & LM_HAS_ACE;
}

bool lm_dealer_blackjack(const lm_round *round)
{
    const lm_dealer_hand *dealer = &round->dealer;
    if (dealer->n < 2 || dealer->card[1] == LM_CARD_DOWN) return dealer->reader == LM_READER_SAID_YES;
    return lm_two_blackjack(dealer->card[0], dealer->card[1]);
}

const char *lm_role_word(lm_role role)
{
    static const char *const words[] = {
#define X(name, word) [LM_ROLE_##name] = word,
        LM_ROLES(X)
#undef X
    };
    return words[role];
}

bool lm_round_over(const lm_round *round)
{
    return round->phase == LM_DONE;
}

const char *lm_event_name(lm_event_kind kind)
{
    static const char *const names[] = {
#define X(name, text) [LM_EV_##name] = text,
        LM_EVENTS(X)
#undef X
    };
    return names[kind];
}

void lm_tell_event(const lm_step *s, lm_event event)
{
    if (!event.clause) event.clause = lm_event_clause(s, &event);
    s->ear->hear(s->ear->self, &event);
}
