/* random_play.c - tables run and rounds played at random, under every shipped profile and under randomly drawn
 * legal rules, half of them by the book: decks delivered, shuffled, cut, counted. */
/* sanitized */
/* soak */
/* After every action: money and cards are conserved, the legal list is exactly what apply accepts, a refused
 * action changes no byte; after every table: replaying the list of actions gives identical bytes. The books
 * are kept twice, by the round and from the events, and must agree. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dealer_box.h"
#include "lammer/check.h"
#include "lammer/irregular.h"
#include "lammer/profile.h"

extern const lm_wager *const lm_wagers[];

enum { ROOM = 2048, TRAIL = 4096, ROUNDS_PER_RULES = 40, CARDS_A_BOX = 24, CARDS_SPARE = 40 };

/* Chips as the events tell of them. */
typedef struct {
    lm_cents felt, tray;
    lm_cents main_gain[LM_BOXES + 1][LM_BETTORS];
    lm_cents other_gain[LM_BOXES + 1][LM_BETTORS];
    lm_cents laid[LM_BOXES + 1][LM_BETTORS][LM_SIDE + LM_OFFERS][LM_SPOTS];
    int lammers_on_felt;
} books;

typedef struct {
    const lm_rules *rules;
    lm_table table;
    test_shoe shoe;
    test_random random;
    books books;
    lm_action trail[TRAIL];
    int steps;
    int cards_out;
    int racked;         /* cards of finished dealer hands in multiple action */
    bool exhausted;     /* the rack was shuffled in this round: what it held may come again */
    bool device_failed; /* a second batch may not have come */
    uint64_t seed;
} floor_;

static void gain(books *b, const lm_event *e, lm_cents amount)
{
    if (e->wager == LM_MAIN)
        b->main_gain[e->box][e->bettor] += amount;
    else
        b->other_gain[e->box][e->bettor] += amount;
}

static void keep_books(void *self, const lm_event *e)
{
    books *b = self;
    lm_cents amount = e->amount_cents;
    switch ((lm_event_kind)e->kind) {
    case LM_EV_BET:
        b->felt += amount - b->laid[e->box][e->bettor][e->wager][e->n];
        b->laid[e->box][e->bettor][e->wager][e->n] = amount;
        break;
    case LM_EV_WITHDRAW:
        b->felt -= amount;
        b->laid[e->box][e->bettor][e->wager][e->n] = 0;
        break;
    case LM_EV_INSURE:
    case LM_EV_DOUBLE:
    case LM_EV_SPLIT: b->felt += amount; break;
    case LM_EV_TAKE:
        b->felt -= amount;
        b->tray += amount;
        gain(b, e, -amount);
        break;
    case LM_EV_PAY:
        b->tray -= amount;
        gain(b, e, amount);
        break;
    case LM_EV_GIVE_BACK: b->felt -= amount; break;
    case LM_EV_LAMMER: b->lammers_on_felt++; break;
    case LM_EV_LAMMER_OFF:
    case LM_EV_LAMMER_POT: b->lammers_on_felt--; break;
    default: break;
    }
}

/* Says how to see it again, and fails. */
static void broken(const floor_ *f, const char *what)
{
    fprintf(stderr, "random play: %s; seed %llu, rules %s, step %d\n", what, (unsigned long long)f->seed,
            f->rules->name, f->steps);
    for (int i = f->steps > 40 ? f->steps - 40 : 0; i < f->steps; i++) {
        char card[3];
        lm_card_write(f->trail[i].card, card);
        fprintf(stderr, "  %s box %d bettor %d wager %d card %s yes %d amount %lld\n",
                lm_action_word(f->trail[i].verb), f->trail[i].box, f->trail[i].bettor, f->trail[i].wager,
                card, f->trail[i].yes, (long long)f->trail[i].amount_cents);
    }
    fail();
}

/* Wagers that wait for the next round. */
static lm_cents carried(const lm_round *r)
{
    lm_cents sum = 0;
    for (int i = 0; i < r->sides; i++)
        sum += r->side[i].state == LM_BET_WAITS ? r->side[i].stake : 0;
    return sum;
}

static bool is_on_felt(const lm_round *r, const lm_rules *k, const lm_side_bet *bet)
{
    bool gone = r->phase > LM_BETTING && k->offer[bet->slot - LM_SIDE].wager->taken_at_start;
    return bet->state != LM_BET_DECIDED && !gone;
}

/* Chips on the felt, counted from the layout rather than from movements. */
static lm_cents count_felt(const lm_round *r, const lm_rules *k)
{
    lm_cents felt = 0;
    for (int i = 0; i < k->boxes; i++) {
        const lm_box *box = &r->box[i];
        for (int b = 0; b < LM_BETTORS; b++) {
            for (int n = 0; n < LM_SPOTS; n++) {
                if (r->phase <= LM_DETERMINING) felt += box->main[b][n];
                if (!(r->insurance_settled >> n & 1)) felt += box->insured[b][n];
                for (int h = 0; h < box->hands; h++) {
                    const lm_hand *hand = &box->hand[h];
                    bool settled = n < r->spot || (n == r->spot && r->main_settled);
                    if (hand->state == LM_HAND_OVER || settled) continue;
                    felt += hand->doubled[b] < box->main[b][n] ? hand->doubled[b] : box->main[b][n];
                    felt += hand->chips >> b & 1 ? box->main[b][n] : 0;
                }
            }
        }
    }
    for (int i = 0; i < r->sides; i++) {
        if (is_on_felt(r, k, &r->side[i])) felt += r->side[i].stake;
    }
    return felt;
}

static void check_money(const floor_ *f)
{
    const lm_round *r = &f->table.round;
    if (r->felt_cents != count_felt(r, f->rules)) broken(f, "the felt does not hold what was laid on it");
    if (r->felt_cents != f->books.felt || r->tray_cents != f->books.tray)
        broken(f, "events and round disagree on money");
    if (!lm_round_over(r)) return;
    if (r->felt_cents != carried(r)) broken(f, "chips are left on the felt");
    if (f->books.lammers_on_felt) broken(f, "lammers are left on the felt");
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t b = 0; b < LM_BETTORS; b++) {
            lm_cents main = lm_round_net(r, (lm_spot){ box, b, LM_MAIN, LM_ALL_SPOTS });
            lm_cents all = lm_round_net(r, (lm_spot){ box, b, LM_ALL_WAGERS, 0 });
            if (main != f->books.main_gain[box][b]) broken(f, "net of main is not what was paid and taken");
            if (all - main != f->books.other_gain[box][b])
                broken(f, "net of the other wagers is not what was paid and taken");
        }
    }
}

static void check_cards(const floor_ *f)
{
    const lm_round *r = &f->table.round;
    int on_table = r->dealer.n + f->racked, seen = 0, down = 0, by_first = 0;
    for (int i = 0; i < r->dealer.n; i++)
        down += r->dealer.card[i] == LM_CARD_DOWN;
    for (int i = 0; i < LM_BOXES; i++) {
        by_first += r->box[i].n_first > LM_VIEW_FIRST;
        for (int h = 0; h < r->box[i].hands; h++) {
            const lm_hand *hand = &r->box[i].hand[h];
            on_table += hand->n;
            if (hand->n > LM_HAND_CARDS) broken(f, "a hand is longer than any hand can be");
            int hidden = 0;
            for (int c = 0; c < hand->n; c++)
                hidden += hand->card[c] == LM_CARD_DOWN;
            if (hidden != hand->hidden) broken(f, "hidden cards are miscounted");
            down += hidden;
            lm_score counted = lm_cards_score(hand->card, hand->n);
            if (!hidden && hand->n && counted.total != lm_hand_score(hand).total)
                broken(f, "a hand's total is miscounted");
        }
    }
    for (int card = 0; card < LM_CARDS; card++) {
        seen += r->seen[card];
        if (r->seen[card] > f->rules->decks) broken(f, "more copies of a card than decks");
        if (f->table.seen[card] > f->rules->decks) broken(f, "the census counts more copies than decks");
    }
    if ((on_table != seen + down && !f->exhausted) || by_first)
        broken(f, "cards seen and cards lying there differ");
    if (on_table != f->cards_out) broken(f, "a card was lost or invented");
    int waiting = r->next_card != 0;
    if (lm_table_cards_out(&f->table) + waiting != f->shoe.next)
        broken(f, "the table's census differs from the shoe");
}

static bool applies(const floor_ *f, lm_action a)
{
    lm_table copy = f->table;
    lm_status status = lm_table_apply(&copy, f->rules, a);
    if (!lm_ok(status) && memcmp(&copy, &f->table, sizeof copy)) broken(f, "a refused action left a mark");
    if (lm_ok(status) && !memcmp(&copy, &f->table, sizeof copy)) broken(f, "an accepted action left no mark");
    return lm_ok(status);
}

static bool same_choice(const lm_action *a, const lm_action *b)
{
    return a->verb == b->verb && a->box == b->box && a->bettor == b->bettor && a->wager == b->wager &&
           a->n == b->n && a->card == b->card && a->yes == b->yes;
}

static bool is_listed(const lm_action *list, int n, const lm_action *a)
{
    for (int i = 0; i < n; i++) {
        lm_cents amount = a->amount_cents;
        if (!same_choice(&list[i], a) || amount < list[i].least_cents || amount > list[i].most_cents)
            continue;
        if (amount == list[i].least_cents || amount == list[i].most_cents) return true;
        if (list[i].step_cents && (amount - list[i].least_cents) % list[i].step_cents == 0) return true;
    }
    return false;
}

/* Everything listed is accepted at its least, its most and in between; an amount beyond is refused. */
static void check_listed(floor_ *f, const lm_action *list, int n)
{
    for (int i = 0; i < n; i++) {
        lm_action a = list[i];
        if (!applies(f, a)) broken(f, "a listed action is refused");
        a.amount_cents = list[i].least_cents;
        if (!applies(f, a)) broken(f, "the least amount of a listed action is refused");
        a.amount_cents = list[i].most_cents + 1;
        if (list[i].step_cents && applies(f, a)) broken(f, "more than the most is accepted");
        a.amount_cents = list[i].least_cents - 1;
        if (applies(f, a)) broken(f, "less than the least is accepted");
    }
}

/* Any action at all: accepted if and only if it is listed. */
static lm_action any_round_action(floor_ *f, uint8_t verb)
{
    lm_action a = { .verb = verb };
    bool seat = test_random_below(&f->random, 8) != 0;
    bool seatless = a.verb == LM_DEAL || a.verb == LM_DETERMINE || a.verb == LM_CONFIRM;
    a.box = seat && !seatless ? (uint8_t)test_random_below(&f->random, LM_BOXES + 2) : 0;
    if (a.verb == LM_CONFIRM || a.verb == LM_WITH_SPLIT || a.verb == LM_INSURE)
        a.n = (uint8_t)test_random_below(&f->random, 5);
    if (a.verb == LM_WITH_DOUBLE || a.verb == LM_WITH_SPLIT)
        a.bettor = (uint8_t)test_random_below(&f->random, LM_BETTORS + 1);
    if (a.verb == LM_BET || a.verb == LM_WITHDRAW || a.verb == LM_INSURE || a.verb == LM_EVEN_MONEY) {
        a.bettor = (uint8_t)test_random_below(&f->random, LM_BETTORS + 1);
        a.wager = a.verb == LM_INSURE       ? LM_INSURANCE
                  : a.verb == LM_EVEN_MONEY ? 0
                                            : (uint8_t)test_random_below(&f->random, 5);
    }
    if (a.verb == LM_CARD || a.verb == LM_TURN || a.verb == LM_DETERMINE)
        a.card = (lm_card)test_random_below(&f->random, 54);
    if (a.verb == LM_TURN && (f->table.round.phase == LM_REVEALING || test_random_below(&f->random, 2)))
        a.box = f->table.round.at_box;
    if (a.verb == LM_CARD || a.verb == LM_DOWN || a.verb == LM_PEEK || a.verb == LM_CLOSE) a.box = 0;
    if (a.verb == LM_PEEK || a.verb == LM_DOUBLE || a.verb == LM_DETERMINE)
        a.yes = (uint8_t)test_random_below(&f->random, 2);
    if (a.verb == LM_BET || a.verb == LM_INSURE || a.verb == LM_DOUBLE || a.verb == LM_SPLIT ||
        a.verb == LM_WITH_DOUBLE) {
        static const lm_cents amounts[] = { 0,    1,    -100,  100,   250,       500,       1000,     1050,
                                            2000, 5000, 50000, 60000, 1LL << 40, INT64_MIN, INT64_MAX };
        a.amount_cents = amounts[test_random_below(&f->random, (int)(sizeof amounts / sizeof *amounts))];
    }
    return a;
}

/* Mostly malformed: every field may be set, whether the verb uses it or not. */
static lm_action any_table_action(floor_ *f, uint8_t verb)
{
    static const lm_cents amounts[] = { 0,  1,   2,   3,   6,   8,   10,  51, 52,        77,
                                        78, 104, 156, 260, 312, 313, 416, -1, INT64_MIN, INT64_MAX };
    lm_action a = { .verb = verb };
    int fields = test_random_below(&f->random, 64);
    if (fields & 1) a.box = (uint8_t)test_random_below(&f->random, LM_BOXES + 2);
    if (fields & 2) a.n = (uint8_t)test_random_below(&f->random, 6);
    if (fields & 4) a.yes = (uint8_t)test_random_below(&f->random, 3);
    if (fields & 8)
        a.amount_cents = amounts[test_random_below(&f->random, (int)(sizeof amounts / sizeof *amounts))];
    if (fields & 16 && test_random_below(&f->random, 4) == 0)
        a.card = (lm_card)test_random_below(&f->random, 54);
    if (fields == 63) a.bettor = a.wager = a.player = 1;
    return a;
}

static void check_unlisted(floor_ *f, const lm_action *list, int n)
{
    uint8_t verb = (uint8_t)test_random_below(&f->random, LM_TABLE_VERB_COUNT + 1);
    lm_action a = verb < LM_VERB_COUNT ? any_round_action(f, verb) : any_table_action(f, verb);
    if (a.verb == LM_IRREGULAR) return;
    bool accepted = applies(f, a);
    if (accepted != is_listed(list, n, &a)) {
        f->trail[f->steps++] = a;
        broken(f, accepted ? "an unlisted action is accepted" : "a listed action is refused");
    }
}

/* Where the packs of cards are: MFB-2(b)(3), MBJ-2(b*)(3), MBJ-2(c).2. */
static void check_packs(const floor_ *f)
{
    const lm_table *t = &f->table;
    if (t->stage != LM_IN_ROUND || t->device_down) return;
    bool two = f->rules->shuffler == LM_SHUFFLER_BATCH && f->rules->shoe != LM_SHOE_CONTINUOUS &&
               f->rules->shoe != LM_SHOE_DOUBLE;
    uint8_t elsewhere = t->place[!t->pack];
    if (t->place[t->pack] != LM_IN_PLAY) broken(f, "a round is dealt from cards that are not in play");
    if (two && !f->device_failed && elsewhere != LM_IN_DEVICE)
        broken(f, "the other batch is not in the shuffler");
}

/* The stacked shoe goes where the table's cards go. */
static void follow_cards(floor_ *f, const lm_action *a)
{
    bool exhausted = a->verb == LM_IRREGULAR && a->n == LM_IR_EXHAUSTED;
    bool continuous =
        f->rules->shoe == LM_SHOE_CONTINUOUS && a->verb < LM_VERB_COUNT && lm_round_over(&f->table.round);
    bool back = a->verb == LM_UNLOAD || a->verb == LM_IDLE || a->verb == LM_CHANGE_DECKS;
    if (f->table.stage == LM_STOPPED) return;
    if (exhausted || continuous || back || a->verb == LM_LOAD) {
        if (lm_round_over(&f->table.round) || !f->table.rounds) f->shoe.downs = 0;
        test_shoe_restack(&f->shoe, &f->table, f->rules, &f->random);
    }
}

static void step(floor_ *f, lm_action a)
{
    lm_listener ear = { keep_books, &f->books };
    bool forward = a.verb == LM_IRREGULAR && a.n == LM_IR_MISDEAL && a.yes == LM_MISDEAL_FORWARD;
    int dealer_cards =
        f->table.round.dealer.n + ((a.verb == LM_CARD || forward) && f->table.round.at_box == 0);
    int spot = f->table.round.spot;
    if (f->steps >= TRAIL) broken(f, "the trail is too short");
    f->trail[f->steps++] = a;
    lm_status status = lm_table_apply_heard(&f->table, f->rules, a, &ear);
    if (!lm_ok(status)) broken(f, lm_why_text(status.why));
    if (a.verb == LM_CARD || a.verb == LM_DOWN) f->cards_out++;
    f->cards_out += forward;
    if (a.verb == LM_DETERMINE) f->cards_out += f->table.round.shoe_side == a.yes;
    if (f->table.round.spot > spot) f->racked += dealer_cards - 1;
    if (a.verb == LM_OPEN) {
        memset(&f->books, 0, sizeof f->books);
        f->books.felt = f->table.round.felt_cents; /* what stayed from earlier rounds */
        f->cards_out = f->racked = 0;
        f->exhausted = false;
    }
    if (a.verb == LM_IRREGULAR && a.n == LM_IR_EXHAUSTED) f->exhausted = true;
    if (a.verb == LM_SIGN) f->device_failed = true;
    follow_cards(f, &a);
    check_money(f);
    check_cards(f);
    check_packs(f);
}

/* So many boxes that a round cannot exhaust the shoe. */
static int boxes_in_use(const lm_rules *k)
{
    int most = (int)(k->decks * LM_CARDS - CARDS_SPARE) / CARDS_A_BOX;
    return most < 1 ? 1 : most < k->boxes ? most : (int)k->boxes;
}

/* Bets now and then, deals sooner or later; plays anything that is allowed. */
static lm_action choose(floor_ *f, const lm_action *list, int n)
{
    if (f->table.round.phase == LM_BETTING && test_random_below(&f->random, 6) == 0) {
        for (int i = 0; i < n; i++) {
            if (list[i].verb == LM_DEAL) return list[i];
        }
    }
    lm_action a;
    do
        a = list[test_random_below(&f->random, n)];
    while ((a.verb >= LM_VERB_COUNT && a.verb != LM_READMIT) ||
           (a.verb == LM_BET && a.box > boxes_in_use(f->rules)) ||
           (a.verb == LM_WITHDRAW && test_random_below(&f->random, 8)));
    if (a.verb == LM_TURN)
        a.card = test_shoe_turn(
            &f->shoe, a.box, (uint8_t)(f->table.round.phase == LM_EXPOSING ? 1 : f->table.round.at_hand + 1));
    if (a.step_cents) {
        int64_t steps = (a.most_cents - a.least_cents) / a.step_cents;
        a.amount_cents =
            a.least_cents + a.step_cents * (steps ? test_random_below(&f->random, (int)(steps + 1)) : 0);
    }
    if (a.verb == LM_BET && a.wager == LM_MAIN && !a.bettor && test_random_below(&f->random, 4) == 0) {
        lm_action wide = a;
        wide.player = (uint8_t)(1 + test_random_below(&f->random, (int)f->rules->boxes));
        if (applies(f, wide)) a = wide;
    }
    return a;
}

static lm_cents delivered_decks(const lm_rules *k)
{
    return k->shoe == LM_SHOE_DOUBLE ? k->decks - k->decks / 2 : k->decks;
}

static void replay(const floor_ *f)
{
    static lm_table again;
    lm_table_open(&again, f->rules);
    for (int i = 0; i < f->steps; i++)
        lm_table_apply(&again, f->rules, f->trail[i]);
    if (memcmp(&again, &f->table, sizeof again)) broken(f, "replaying the actions gives another table");
}

static bool brings_card(const lm_action *a)
{
    return a->n == LM_IR_MISDEAL || a->n == LM_IR_FACE_UP_CARD || a->n == LM_IR_EXPOSED ||
           a->n == LM_IR_OVERDRAW;
}

/* Now and then something goes wrong: a kind that can have happened, with the next card where it needs one. */
static void stumble(floor_ *f)
{
    static lm_action list[LM_IR_COUNT * (LM_BOXES + 1) * 3 * LM_CARDS];
    if (f->table.stage != LM_IN_ROUND || f->table.burns || test_random_below(&f->random, 24)) return;
    if (f->table.round.reader_out &&
        f->table.round.phase == LM_BETTING) { /* bets alone do not bring the cards */
        step(f, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_READER_REPAIRED });
        return;
    }
    int n = lm_round_mishaps(&f->table.round, f->rules, list, (int)(sizeof list / sizeof *list));
    if (!n) return;
    lm_action a = list[test_random_below(&f->random, n)];
    for (int i = 0; i < 6 && a.n == LM_IR_MISDEAL; i++)
        a = list[test_random_below(&f->random, n)];
    if (a.n == LM_IR_EXHAUSTED && test_random_below(&f->random, 8)) return;
    if (brings_card(&a)) a.card = f->shoe.card[f->shoe.next];
    if (!applies(f, a)) return;
    if (brings_card(&a)) f->shoe.next++;
    step(f, a);
}

/* The cover card shows when the cards in front of it are gone; now and then nobody says so. */
static bool cover_shows(floor_ *f, lm_turn turn, lm_action *a)
{
    const lm_table *t = &f->table;
    bool here = t->behind_cover ? f->shoe.size - f->shoe.next == t->behind_cover
                                : test_random_below(&f->random, 300) == 0;
    *a = (lm_action){ .verb = LM_COVER_SEEN, .box = turn.box };
    return here && turn.who == LM_BY_SHOE && test_random_below(&f->random, 8) && applies(f, *a);
}

/* So many cards behind the cover card that no round can exhaust the shoe, where the stack allows it. */
static int reserve_of(const lm_rules *k)
{
    return CARDS_SPARE + CARDS_A_BOX * boxes_in_use(k);
}

static void keep_reserve(const floor_ *f, lm_action *a)
{
    int most = lm_table_stack(&f->table, f->rules) - 1, wanted = reserve_of(f->rules);
    if (a->verb != LM_COVER || f->table.stage != LM_TO_COVER || a->amount_cents >= wanted) return;
    a->amount_cents = wanted < most ? wanted : most;
}

/* One action: what is owed, or, between rounds, anything that is allowed. */
static lm_action next_action(floor_ *f, const lm_action *list, int n, lm_turn turn)
{
    lm_action a;
    bool players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
    if (f->table.stage == LM_IN_ROUND && cover_shows(f, turn, &a)) return a;
    if (players && f->table.stage == LM_IN_ROUND) return choose(f, list, n);
    if (!test_table_answers(&f->shoe, &f->table, f->rules, turn, &f->random, &a))
        broken(f, "nobody owes the next action");
    keep_reserve(f, &a);
    return a;
}

static void play_step(floor_ *f)
{
    static lm_action list[ROOM];
    lm_turn turn = lm_table_turn(&f->table, f->rules);
    bool inspect = test_random_below(&f->random, 16) == 0;
    bool players = turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS;
    int n = players || inspect ? lm_table_legal(&f->table, f->rules, list, ROOM) : 0;
    if (n > ROOM) broken(f, "the list of legal actions is longer than the room");
    if (inspect && n < 200) check_listed(f, list, n);
    if (inspect) check_unlisted(f, list, n);
    lm_action a = next_action(f, list, n, turn);
    if (inspect && a.verb != LM_IRREGULAR && a.verb != LM_COVER_SEEN && !is_listed(list, n, &a))
        broken(f, "what is owed is not listed");
    step(f, a);
}

/* One of the verbs that are allowed, then one of its choices. */
static lm_action draw_by_verb(floor_ *f, const lm_action *list, int n)
{
    int verbs = 0, same = 0;
    uint8_t verb = 0;
    lm_action a = list[0];
    for (int i = 0; i < n; i++) {
        if ((i == 0 || list[i].verb != list[i - 1].verb) && test_random_below(&f->random, ++verbs) == 0)
            verb = list[i].verb;
    }
    for (int i = 0; i < n; i++) {
        if (list[i].verb == verb && test_random_below(&f->random, ++same) == 0) a = list[i];
    }
    return a;
}

/* Out of a round anything may happen to a table, some of it not often. */
static void wander(floor_ *f)
{
    static lm_action list[ROOM];
    static const uint8_t seldom[] = { LM_CHANGE_DECKS, LM_LOAD, LM_UNLOAD, LM_HOURS, LM_ORDER_SHUFFLE };
    if (f->table.stage == LM_IN_ROUND && test_random_below(&f->random, 20)) return;
    if (test_random_below(&f->random, 4)) return;
    int n = lm_table_legal(&f->table, f->rules, list, ROOM);
    if (!n) return;
    lm_action a = draw_by_verb(f, list, n);
    if (memchr(seldom, a.verb, sizeof seldom) && test_random_below(&f->random, 8)) return;
    if (a.verb < LM_VERB_COUNT || a.verb == LM_OPEN || a.verb == LM_COVER_SEEN) return;
    if (a.most_cents > a.least_cents && test_random_below(&f->random, 8)) {
        int64_t span = a.verb == LM_HOURS ? 8 : a.most_cents - a.least_cents;
        a.amount_cents = a.least_cents + test_random_below(&f->random, (int)span + 1);
    }
    if (a.verb == LM_BURN) test_shoe_burn(&f->shoe);
    if (a.verb == LM_SHOW_BURN) a.card = f->shoe.burned[--f->shoe.burns];
    keep_reserve(f, &a);
    step(f, a);
}

static void play_round(floor_ *f)
{
    uint32_t rounds = f->table.rounds;
    do {
        stumble(f);
        wander(f);
        if (f->table.rounds > rounds && f->table.stage != LM_IN_ROUND && !f->table.paused) return;
        play_step(f);
    } while (f->table.rounds == rounds || f->table.stage == LM_IN_ROUND || f->table.paused);
}

/* The quick way, as many rounds as the shoe safely holds; or by the book, shoe after shoe. */
static int play_table(floor_ *f, int rounds)
{
    int played = 0;
    f->steps = 0;
    lm_table_open(&f->table, f->rules);
    test_shoe_shuffle(&f->shoe, (int)f->rules->decks, &f->random);
    memset(&f->books, 0, sizeof f->books);
    f->cards_out = f->racked = 0;
    f->exhausted = false;
    f->device_failed = false;
    if (test_random_below(&f->random, 2))
        step(f, (lm_action){ .verb = LM_DELIVER, .amount_cents = delivered_decks(f->rules) });
    else
        step(f, (lm_action){ .verb = LM_LOAD, .yes = (uint8_t)test_random_below(&f->random, 2) });
    while (played < rounds && f->steps < TRAIL - 1200) {
        bool low = !f->table.behind_cover && f->table.stage == LM_TO_OPEN &&
                   f->shoe.size - f->shoe.next <= reserve_of(f->rules);
        if (low && f->table.by_book)
            step(f, (lm_action){ .verb = LM_CHANGE_DECKS });
        else if (low)
            step(f, (lm_action){ .verb = LM_LOAD, .yes = 1 });
        play_round(f);
        played++;
    }
    replay(f);
    return played;
}

static void ignore_finding(void *self, const lm_finding *finding)
{
    (void)self;
    (void)finding;
}

static void report_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static const lm_profile_reader reader = { report_problem, NULL };
static const lm_finder ignore = { ignore_finding, NULL };

/* A random legal neighbour of a profile: some rules drawn anew, offers drawn from all wagers. */
static void draw_rules(lm_rules *rules, test_random *random)
{
    for (int changes = test_random_below(random, 6); changes; changes--) {
        lm_rules tried = *rules;
        int id = test_random_below(random, LM_RULE_COUNT);
        if (lm_rule_table[id].kind != LM_KIND_ENUM && lm_rule_table[id].kind != LM_KIND_INT) continue;
        if (id == LM_RULE_decks || id == LM_RULE_rule_set || id == LM_RULE_game) continue;
        tried.value[id] = test_random_below(random, 5);
        char text[64];
        int64_t value;
        lm_rule_write((lm_rule_id)id, tried.value[id], text, sizeof text);
        if (!lm_rule_read((lm_rule_id)id, text, &value)) continue;
        if (lm_rules_check(&tried, &ignore) == 0) *rules = tried;
    }
    for (int tries = test_random_below(random, 5); tries; tries--) {
        int count = 0;
        while (lm_wagers[count])
            count++;
        const lm_wager *wager = lm_wagers[test_random_below(random, count)];
        lm_rules tried = *rules;
        char text[64];
        int tables = 0;
        while (wager->paytables[tables].clause)
            tables++;
        const char *table = wager->paytables[test_random_below(random, tables)].id;
        snprintf(text, sizeof text, "%s%s%s", wager->id, *table ? ":" : "", table);
        if (lm_rules_offer(&tried, lm_wagers, text) == LM_OFFER_OK && lm_rules_check(&tried, &ignore) == 0)
            *rules = tried;
    }
    lm_rules_seal(rules);
}

static long rounds_wanted(void)
{
    const char *soak = getenv("LAMMER_SOAK");
#ifdef LAMMER_SANITIZED
    return 20000;
#endif
    return soak && *soak == '1' ? 10000000 : 200000;
}

static void test_random_play(void **state)
{
    (void)state;
    static floor_ f;
    static lm_profile profile;
    const char *seed = getenv("LAMMER_SEED");
    uint64_t start = seed ? strtoull(seed, NULL, 10) : 20150429;
    long wanted = rounds_wanted(), played = 0;
    int names = 0;
    while (lm_profile_names()[names])
        names++;
    for (uint64_t table = 0; played < wanted; table++) {
        f.seed = start + table;
        f.random.state = f.seed * 0x9E3779B97F4A7C15ULL | 1;
        const char *name = lm_profile_names()[table % (uint64_t)names];
        assert_true(lm_profile_load(&profile, lm_wagers, name, NULL, 0, &reader));
        if (table >= (uint64_t)names) draw_rules(&profile.rules, &f.random);
        f.rules = &profile.rules;
        played += play_table(&f, ROUNDS_PER_RULES);
    }
    printf("random play: %ld rounds, seeds from %llu, sizeof(lm_round) %zu\n", played,
           (unsigned long long)start, sizeof(lm_round));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_random_play) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
