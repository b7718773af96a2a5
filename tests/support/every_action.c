/* every_action.c - see every_action.h. */
#include "every_action.h"

#include "lammer/irregular.h"

/* Fields that a verb reads. */
enum { BETTOR = 1, WAGER = 2, NUMBER = 4, CARD = 8, YES = 16, AMOUNT = 32, BOX = 64, FIELDS = 7 };
static const uint8_t fields_of[LM_VERB_COUNT] = {
    [LM_BET] = BOX | BETTOR | WAGER | NUMBER | AMOUNT,
    [LM_WITHDRAW] = BOX | BETTOR | WAGER | NUMBER,
    [LM_DETERMINE] = CARD | YES,
    [LM_CARD] = CARD,
    [LM_INSURE] = BOX | BETTOR | NUMBER | AMOUNT,
    [LM_EVEN_MONEY] = BOX | BETTOR,
    [LM_PEEK] = YES,
    [LM_TURN] = BOX | CARD,
    [LM_HIT] = BOX,
    [LM_STAND] = BOX,
    [LM_DOUBLE] = BOX | YES | AMOUNT,
    [LM_SPLIT] = BOX | AMOUNT,
    [LM_SURRENDER] = BOX,
    [LM_WITH_DOUBLE] = BOX | BETTOR | AMOUNT,
    [LM_WITH_SPLIT] = BOX | BETTOR | NUMBER,
    [LM_DISCARD] = BOX,
    [LM_CONFIRM] = NUMBER,
    [LM_AWARD] = BOX | BETTOR | WAGER | YES | AMOUNT,
    [LM_IRREGULAR] = BOX | NUMBER | CARD | YES,
};

static const struct {
    uint8_t field;
    int choices;
} choices[FIELDS] = { { BETTOR, LM_BETTORS }, { WAGER, LM_SIDE + 3 }, { NUMBER, 4 }, { CARD, 2 }, { YES, 2 },
                      { AMOUNT, 3 },          { BOX, LM_BOXES + 1 } };

/* What each irregularity tells, by lammer/irregular.h. */
static const uint8_t told_of[LM_IR_COUNT] = {
    [LM_IR_MISDEAL] = CARD | YES,   [LM_IR_RELEASE] = BOX,    [LM_IR_FACE_UP_CARD] = CARD, [LM_IR_EXPOSED] = CARD,
    [LM_IR_REFUSE] = BOX,           [LM_IR_OVERDRAW] = CARD,  [LM_IR_NO_CARD] = BOX,       [LM_IR_ONE_CARD] = BOX | YES,
    [LM_IR_MISSED_HIT] = BOX | YES, [LM_IR_UP_RACKED] = CARD, [LM_IR_LIGHT_OUT] = BOX,     [LM_IR_LIGHT_REPAIRED] = BOX,
    [LM_IR_BONUS_FAILED] = BOX,
};

static lm_action nth_mishap(int at, lm_action a)
{
    a.n = (uint8_t)((a.n + 4 * (at % 6)) % LM_IR_COUNT);
    if (!(told_of[a.n] & BOX)) a.box = 0;
    if (!(told_of[a.n] & CARD)) a.card = 0;
    if (!(told_of[a.n] & YES)) a.yes = 0;
    return a;
}

/* The nth choice of all fields, counted like digits. Irregularities take turns. */
lm_action test_nth_action(const lm_round *round, const lm_rules *rules, uint8_t verb, int nth, int at)
{
    const lm_cents amounts[] = { 0, rules->min_bet, rules->side_min };
    int digit[FIELDS] = { 0 };
    for (int i = 0; i < FIELDS; i++) {
        if (!(fields_of[verb] & choices[i].field)) continue;
        digit[i] = nth % choices[i].choices;
        nth /= choices[i].choices;
    }
    lm_action a = { .verb = verb, .bettor = (uint8_t)digit[0], .n = (uint8_t)digit[2], .yes = (uint8_t)digit[4] };
    bool own_card = verb == LM_TURN && round->phase == LM_REVEALING; /* the dealer's: no box is named */
    a.box = own_card ? round->at_box : (uint8_t)digit[6];
    a.wager = verb == LM_INSURE ? LM_INSURANCE : (uint8_t)digit[1];
    a.card = fields_of[verb] & CARD ? (lm_card)(digit[3] * 13 + at % 13) : 0;
    a.amount_cents = amounts[digit[5]];
    return verb == LM_IRREGULAR ? nth_mishap(at, a) : a;
}

int test_actions_of(uint8_t verb)
{
    int n = 1;
    for (int i = 0; i < FIELDS; i++)
        n *= fields_of[verb] & choices[i].field ? choices[i].choices : 1;
    return n;
}

static bool is_listed(const lm_action *list, int n, const lm_action *a)
{
    for (int i = 0; i < n; i++) {
        const lm_action *l = &list[i];
        lm_cents amount = a->amount_cents;
        bool same = l->verb == a->verb && l->box == a->box && l->bettor == a->bettor && l->wager == a->wager &&
                    l->n == a->n && l->card == a->card && l->yes == a->yes;
        if (!same || amount < l->least_cents || amount > l->most_cents) continue;
        if (amount == l->least_cents || amount == l->most_cents) return true;
        if (l->step_cents && (amount - l->least_cents) % l->step_cents == 0) return true;
    }
    return false;
}

bool test_round_lists(const lm_round *round, const lm_rules *rules, const lm_action *a)
{
    static lm_action list[LM_IR_COUNT * (LM_BOXES + 1) * 3 * LM_CARDS];
    const int room = (int)(sizeof list / sizeof *list);
    int n =
        a->verb == LM_IRREGULAR ? lm_round_mishaps(round, rules, list, room) : lm_round_legal(round, rules, list, room);
    return is_listed(list, n, a);
}

bool test_accepts_unlisted(const lm_round *round, const lm_rules *rules, uint8_t verb, int at, lm_action *found)
{
    for (int nth = 0; nth < test_actions_of(verb); nth++) {
        lm_round copy = *round;
        *found = test_nth_action(round, rules, verb, nth, at);
        if (lm_ok(lm_round_apply(&copy, rules, *found)) && !test_round_lists(round, rules, found)) return true;
    }
    return false;
}
