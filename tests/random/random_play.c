/* random_play.c - tables run and rounds played at random, under every shipped profile and under randomly drawn
 * legal rules, half of them by the book: decks delivered, shuffled, cut, counted. */
/* sanitized */
/* soak */
/* After every action: money and cards are conserved, meters included, and no round costs more than the worst one;
 * now and then: the legal list is exactly what apply accepts, and a refused action changes no byte; after every
 * table: replaying the list of actions gives identical bytes. The books are kept twice, by the round and from the
 * events, and must agree. */
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "kit/any_action.h"
#include "kit/books.h"
#include "every_action.h"
#include "lammer/check.h"
#include "lammer/irregular.h"
#include "proof.h"

#ifdef LAMMER_SANITIZED
enum { BRIEF = 200000, FULL = 20000000 };
#else
enum { BRIEF = 2000000, FULL = 1000000000 };
#endif

/* What a table's meters must hold, from the bets that fed them and the payments they reported. */
typedef struct {
    int64_t parts[LM_METERS];
    uint32_t lit[LM_GAMES];
    lm_cents stake[LM_GAMES];
} meter_books;

typedef struct {
    wanderer w;
    books books;
    meter_books meters;
    int cards_out;
    int racked;         /* cards of finished dealer hands in multiple action */
    int racks;          /* how many of them the current action adds if it ends a dealer hand */
    int spot;           /* before the current action */
    bool exhausted;     /* the rack was shuffled in this round: what it held may come again */
    bool device_failed; /* a second batch may not have come */
    lm_cents held;      /* by the meters when the round was dealt, with what its stakes had fed them */
    uint64_t events;
} floor_;

static floor_ *floor_of(wanderer *w)
{
    return w->watcher;
}

/* Fails, and prints how to repeat the run. */
static void broken(const wanderer *w, const char *what)
{
    fprintf(stderr, "random play: %s; rules %s, step %d (again: LAMMER_SEED=%" PRIu64 " LAMMER_COUNT=1)\n", what,
            w->rules->name, w->steps, w->seed);
    for (int i = w->steps > 40 ? w->steps - 40 : 0; i < w->steps; i++) {
        char card[3];
        lm_card_write(w->trail[i].card, card);
        fprintf(stderr, "  %s box %d bettor %d wager %d n %d card %s yes %d amount %lld\n",
                lm_action_word(w->trail[i].verb), w->trail[i].box, w->trail[i].bettor, w->trail[i].wager, w->trail[i].n,
                card, w->trail[i].yes, (long long)w->trail[i].amount_cents);
    }
    fail();
}

/* --- money -------------------------------------------------------------------------------------------------- */

static void check_net(const floor_ *f)
{
    const lm_round *r = &f->w.table.round;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t b = 0; b < LM_BETTORS; b++) {
            lm_cents main = lm_round_net(r, (lm_spot){ box, b, LM_MAIN, LM_ALL_SPOTS });
            lm_cents all = lm_round_net(r, (lm_spot){ box, b, LM_ALL_WAGERS, 0 });
            if (main != f->books.main_gain[box][b]) broken(&f->w, "net of main is not what was paid and taken");
            if (all - main != f->books.other_gain[box][b])
                broken(&f->w, "net of the other wagers is not what was paid and taken");
        }
    }
}

static void check_money(const floor_ *f)
{
    const lm_round *r = &f->w.table.round;
    if (r->felt_cents != count_felt(r, f->w.rules)) broken(&f->w, "the felt does not hold what was laid on it");
    if (r->felt_cents != f->books.felt || r->tray_cents != f->books.tray)
        broken(&f->w, /* say:test-events-and-round-differ */ "events and round disagree on money");
    if (!lm_round_over(r)) return;
    if (r->felt_cents != carried(r)) broken(&f->w, "chips are left on the felt");
    if (f->books.lammers_on_felt) broken(&f->w, "lammers are left on the felt");
    check_net(f);
}

static int64_t parts_of(const lm_meter *m)
{
    int64_t parts =
        (m->shown_cents + m->reserve_cents + m->overflow_cents) * LM_PARTS + m->rest_parts + m->reserve_rest_parts;
    for (int i = 0; i < m->awards; i++)
        parts += m->line[i].after_parts + m->line[i].after_reserve_parts;
    return parts;
}

static int bets_on(const lm_round *r, int slot, lm_cents *stake)
{
    int bets = 0;
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].slot != slot) continue;
        *stake = r->side[i].stake;
        bets++;
    }
    return bets;
}

static void feed(floor_ *f, const lm_progressive *g, int stakes, lm_cents stake)
{
    for (int i = g->first; i < g->first + g->n; i++) {
        const lm_meter_terms *terms = &f->w.meters.meter[i].terms;
        f->meters.parts[i] += stakes * stake * (terms->contribution + terms->reserve);
    }
}

/* The deal feeds the meters by the bets that lie there; a light that goes out in the round takes its stake back. */
static void keep_meters(floor_ *f, const lm_action *a)
{
    for (int game = 0; game < f->w.meters.games; game++) {
        const lm_progressive *g = &f->w.meters.game[game];
        int stakes = -__builtin_popcount(f->meters.lit[game] & ~g->lit);
        if (a->verb == LM_DEAL) stakes = bets_on(&f->w.table.round, g->slot, &f->meters.stake[game]);
        if (g->stake_cents) feed(f, g, stakes, f->meters.stake[game]);
        f->meters.lit[game] = g->lit;
    }
}

static void meter_paid(wanderer *w, const lm_meter_entry *entry)
{
    floor_ *f = floor_of(w);
    lm_cents change = entry->seeded_cents - (entry->amount_cents - entry->tray_cents);
    for (int i = 0; i < w->meters.meters; i++)
        f->meters.parts[i] += w->meters.meter[i].kind == entry->meter ? change * LM_PARTS : 0;
}

static void check_meters(const floor_ *f)
{
    for (int i = 0; i < f->w.meters.meters; i++) {
        const lm_meter *m = &f->w.meters.meter[i];
        if (!lm_meter_balanced(m)) broken(&f->w, "a meter is out of balance");
        if (parts_of(m) != f->meters.parts[i])
            broken(&f->w, /* say:test-meter-loses-money */ "a meter does not hold what fed it less what it paid");
    }
}

static lm_cents held_by_meters(const floor_ *f)
{
    int64_t parts = 0;
    for (int i = 0; i < f->w.meters.meters; i++)
        parts += parts_of(&f->w.meters.meter[i]);
    return parts / LM_PARTS + 1;
}

/* No round costs the house more than the sum of what `rules check` says and what the meters held. */
static void check_loss(floor_ *f, const lm_action *a)
{
    const lm_round *r = &f->w.table.round;
    if (a->verb == LM_DEAL) f->held = held_by_meters(f);
    if (lm_round_over(r) && -r->tray_cents > lm_rules_worst_loss(f->w.rules) + f->held)
        broken(&f->w, "the round costs more than the rules allow for");
}

/* --- cards -------------------------------------------------------------------------------------------------- */

/* Cards of one hand that lie face down. */
static int check_hand(const floor_ *f, const lm_hand *hand)
{
    if (hand->n > LM_HAND_CARDS) broken(&f->w, "a hand is longer than any hand can be");
    int hidden = 0;
    for (int c = 0; c < hand->n; c++)
        hidden += hand->card[c] == LM_CARD_DOWN;
    if (hidden != hand->hidden) broken(&f->w, "hidden cards are miscounted");
    if (!hidden && hand->n && lm_cards_score(hand->card, hand->n).total != lm_hand_score(hand).total)
        broken(&f->w, "a hand's total is miscounted");
    return hidden;
}

static int count_seen(const floor_ *f)
{
    const lm_round *r = &f->w.table.round;
    int seen = 0;
    for (int card = 0; card < LM_CARDS; card++) {
        seen += r->seen[card];
        if (r->seen[card] > f->w.rules->decks) broken(&f->w, "more copies of a card than decks");
        if (f->w.table.seen[card] > f->w.rules->decks) broken(&f->w, "the census counts more copies than decks");
    }
    return seen;
}

/* Every card that lies open was seen, suit for suit; what a finished dealer hand held has gone to the rack. */
static void check_faces(const floor_ *f)
{
    const lm_round *r = &f->w.table.round;
    int open[LM_CARD_DOWN + 1] = { 0 };
    for (int i = 0; i < r->dealer.n; i++)
        open[r->dealer.card[i]]++;
    for (int i = 0; i < LM_BOXES; i++) {
        for (int h = 0; h < r->box[i].hands; h++) {
            for (int c = 0; c < r->box[i].hand[h].n; c++)
                open[r->box[i].hand[h].card[c]]++;
        }
    }
    for (int card = 0; card < LM_CARDS; card++) {
        if (open[card] > r->seen[card] || (open[card] < r->seen[card] && !f->racked))
            broken(&f->w, "a card has changed its face");
    }
}

static void check_cards(const floor_ *f)
{
    const lm_round *r = &f->w.table.round;
    int on_table = r->dealer.n + f->racked, down = 0, by_first = 0;
    for (int i = 0; i < r->dealer.n; i++)
        down += r->dealer.card[i] == LM_CARD_DOWN;
    for (int i = 0; i < LM_BOXES; i++) {
        by_first += r->box[i].n_first > LM_VIEW_FIRST;
        for (int h = 0; h < r->box[i].hands; h++) {
            on_table += r->box[i].hand[h].n;
            down += check_hand(f, &r->box[i].hand[h]);
        }
    }
    if ((on_table != count_seen(f) + down && !f->exhausted) || by_first)
        broken(&f->w, /* say:test-cards-seen-and-lying-differ */ "cards seen and cards lying there differ");
    if (on_table != f->cards_out) broken(&f->w, "a card was lost or invented");
    if (!f->exhausted) check_faces(f);
    int waiting = r->next_card != 0;
    if (lm_table_cards_out(&f->w.table) + waiting != f->w.shoe.next)
        broken(&f->w, "the table's census differs from the shoe");
}

/* Where the packs of cards are: MFB-2(b)(3), MBJ-2(b*)(3), MBJ-2(c).2. */
static void check_packs(const floor_ *f)
{
    const lm_table *t = &f->w.table;
    const lm_rules *k = f->w.rules;
    if (t->stage != LM_IN_ROUND || t->device_down) return;
    bool two = k->shuffler == LM_SHUFFLER_BATCH && k->shoe != LM_SHOE_CONTINUOUS && k->shoe != LM_SHOE_DOUBLE;
    uint8_t elsewhere = t->place[!t->pack];
    if (t->place[t->pack] != LM_IN_PLAY) broken(&f->w, "a round is dealt from cards that are not in play");
    if (two && !f->device_failed && elsewhere != LM_IN_DEVICE) broken(&f->w, "the other batch is not in the shuffler");
}

/* --- what is legal ------------------------------------------------------------------------------------------ */

static bool applies(const wanderer *w, lm_action a)
{
    lm_table copy = w->table;
    lm_status status = lm_table_apply(&copy, w->rules, a);
    bool same = memcmp(&copy, &w->table, sizeof copy) == 0;
    if (!lm_ok(status) && !same) broken(w, "a refused action left a mark");
    if (lm_ok(status) && same) broken(w, "an accepted action left no mark");
    return lm_ok(status);
}

static bool same_choice(const lm_action *a, const lm_action *b)
{
    return a->verb == b->verb && a->box == b->box && a->bettor == b->bettor && a->wager == b->wager && a->n == b->n &&
           a->card == b->card && a->yes == b->yes;
}

static bool is_listed(const lm_action *list, int n, const lm_action *a)
{
    for (int i = 0; i < n; i++) {
        lm_cents amount = a->amount_cents;
        if (!same_choice(&list[i], a) || amount < list[i].least_cents || amount > list[i].most_cents) continue;
        if (amount == list[i].least_cents || amount == list[i].most_cents) return true;
        if (list[i].step_cents && (amount - list[i].least_cents) % list[i].step_cents == 0) return true;
    }
    return false;
}

/* Everything listed is accepted at its least, its most and in between; an amount beyond is refused. */
static void check_listed(const wanderer *w, const lm_action *listed)
{
    lm_action a = *listed;
    if (!applies(w, a)) broken(w, "a listed action is refused");
    a.amount_cents = listed->least_cents;
    if (!applies(w, a)) broken(w, "the least amount of a listed action is refused");
    a.amount_cents = listed->most_cents + 1;
    if (listed->step_cents && applies(w, a)) broken(w, "more than the most is accepted");
    a.amount_cents = listed->least_cents - 1;
    if (applies(w, a)) broken(w, "less than the least is accepted");
}

/* Verbs take turns, so that the generator is left alone. */
static void check_unlisted(const wanderer *w)
{
    uint8_t verb = (uint8_t)(w->actions / 3 % LM_VERB_COUNT);
    lm_action a;
    if (w->table.stage != LM_IN_ROUND || !test_accepts_unlisted(&w->table.round, w->rules, verb, w->steps, &a)) return;
    fprintf(stderr, "%s box %d bettor %d wager %d n %d yes %d card %d amount %lld\n", lm_action_word(verb), a.box,
            a.bettor, a.wager, a.n, a.yes, a.card, (long long)a.amount_cents);
    broken(w, "a round accepts an action that it does not list");
}

/* Any action at all is accepted if and only if it is listed. */
static void inspect(wanderer *w, const lm_action *list, int n)
{
    for (int i = 0; n < 200 && i < n; i++)
        check_listed(w, &list[i]);
    check_unlisted(w);
    lm_action a = any_action(w);
    if (a.verb == LM_IRREGULAR) return;
    bool accepted = applies(w, a);
    if (accepted == is_listed(list, n, &a)) return;
    w->trail[w->steps++] = a;
    broken(w, accepted ? "an unlisted action is accepted" : "a listed action is refused");
}

/* Bets by other players or with coupons are not compared: the list holds bets of the box's own player in chips. */
static void check_owed(wanderer *w, const lm_action *list, int n, const lm_action *a)
{
    bool special = a->verb == LM_IRREGULAR || a->player || (a->verb == LM_BET && a->instrument);
    if (!special && !is_listed(list, n, a)) broken(w, "the owed action is not listed");
}

/* --- a table ------------------------------------------------------------------------------------------------ */

static void hear(wanderer *w, const lm_event *event)
{
    floor_of(w)->events++;
    keep_books(&floor_of(w)->books, event);
}

static bool deals_forward(const lm_action *a)
{
    return a->verb == LM_IRREGULAR && a->n == LM_IR_MISDEAL && a->yes == LM_MISDEAL_FORWARD;
}

static void new_table(floor_ *f)
{
    memset(&f->books, 0, sizeof f->books);
    memset(&f->meters, 0, sizeof f->meters);
    for (int i = 0; i < f->w.meters.meters; i++)
        f->meters.parts[i] = parts_of(&f->w.meters.meter[i]);
    f->cards_out = f->racked = 0;
    f->exhausted = f->device_failed = false;
}

static void before(wanderer *w, const lm_action *a)
{
    floor_ *f = floor_of(w);
    const lm_round *r = &w->table.round;
    if (!w->steps) new_table(f);
    f->racks = r->dealer.n + ((a->verb == LM_CARD || deals_forward(a)) && r->at_box == 0) - 1;
    f->spot = r->spot;
}

static void after(wanderer *w, const lm_action *a)
{
    floor_ *f = floor_of(w);
    const lm_round *r = &w->table.round;
    f->cards_out += a->verb == LM_CARD || a->verb == LM_DOWN || deals_forward(a);
    if (a->verb == LM_DETERMINE) f->cards_out += r->shoe_side == a->yes;
    if (r->spot > f->spot) f->racked += f->racks;
    if (a->verb == LM_OPEN) {
        memset(&f->books, 0, sizeof f->books);
        f->books.felt = r->felt_cents; /* what stayed from earlier rounds */
        f->cards_out = f->racked = 0;
        f->exhausted = false;
    }
    if (a->verb == LM_IRREGULAR && a->n == LM_IR_EXHAUSTED) f->exhausted = true;
    if (a->verb == LM_SIGN) f->device_failed = true;
    keep_meters(f, a);
    check_money(f);
    check_loss(f, a);
    check_meters(f);
    check_cards(f);
    check_packs(f);
}

static void replay(const wanderer *w)
{
    static lm_table again;
    lm_table_open(&again, w->rules);
    for (int i = 0; i < w->steps; i++)
        lm_table_apply(&again, w->rules, w->trail[i]);
    if (memcmp(&again, &w->table, sizeof again)) broken(w, "replaying the actions gives another table");
}

static void test_random_play(void **state)
{
    (void)state;
    static const wander_watch watch = { before, after, inspect, check_owed, meter_paid, hear, broken };
    static floor_ f = { .w.watch = &watch };
    proof p = proof_begin("random.random_play", BRIEF, FULL);
    f.w.watcher = &f;
    for (uint64_t seed = p.seed; proof_goes_on(&p, (int64_t)f.w.actions); seed++) {
        wander(&f.w, seed);
        replay(&f.w);
    }
    proof_end(&p, (int64_t)f.w.actions, "actions",
              "%" PRIu64 " rounds, %" PRIu64 " events, money, meters and cards conserved after each: 0 deviations",
              f.w.rounds, f.events);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_random_play) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
