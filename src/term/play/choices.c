/* choices.c - the player's present choices, and reading a choice from words. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lammer/words.h"
#include "play.h"

static const struct {
    uint8_t verb;
    char key;
    const char *word, *label;
} rows[] = {
    { LM_HIT, 'h', "hit", "hit" },
    { LM_STAND, 's', "stand", "stand" },
    { LM_DOUBLE, 'd', "double", "double" },
    { LM_SPLIT, 'p', "split", "split" },
    { LM_SURRENDER, 'u', "surrender", "surrender" },
    { LM_INSURE, 'i', "insure", "insure" },
    { LM_EVEN_MONEY, 'e', "even", "even money" },
};
enum { ROWS = sizeof rows / sizeof *rows };

static void label_choice(solo_choice *c, const char *word)
{
    const lm_action *a = &c->action;
    bool may_cost = a->verb == LM_DOUBLE || a->verb == LM_SPLIT;
    c->is_free = may_cost && !a->amount_cents;
    snprintf(c->label, sizeof c->label, "%s%s", word, a->verb == LM_DOUBLE && a->yes ? " face down" : "");
    if (c->is_free) lm_words_add(c->label, sizeof c->label, " free");
    if (a->amount_cents) lm_words_add(c->label, sizeof c->label, " %s", solo_dollars(a->amount_cents).text);
    if (a->verb == LM_INSURE && a->n) lm_words_add(c->label, sizeof c->label, " (hand %d)", a->n + 1);
}

/* With multiple action a double is laid on each spot. */
lm_cents solo_cost(const solo_table *p, const lm_action *a)
{
    int spots = 0;
    const lm_box *box = &p->now.dealer.table.round.box[p->now.seat - 1];
    for (int n = 0; n < LM_SPOTS; n++)
        spots += box->main[LM_DECIDER][n] != 0;
    return a->verb == LM_DOUBLE ? a->amount_cents * (spots ? spots : 1) : a->amount_cents;
}

lm_cents solo_cash(const solo_table *p)
{
    const lm_round *r = &p->now.dealer.table.round;
    lm_cents carried = 0;
    for (int i = 0; i < r->sides; i++) {
        bool mine = r->side[i].box_bettor == LM_PLACE(p->now.seat, LM_DECIDER);
        if (mine && r->side[i].state == LM_BET_WAITS && r->phase == LM_BETTING) carried += r->side[i].stake;
    }
    return p->now.bankroll_cents - p->now.laid_cents - carried;
}

/* Doubles for less if the bankroll is too small. */
static bool afford(const solo_table *p, lm_action *a)
{
    lm_cents cash = solo_cash(p);
    if (solo_cost(p, a) <= cash) return true;
    if (a->verb != LM_DOUBLE && a->verb != LM_INSURE) return false;
    lm_cents step = a->step_cents ? a->step_cents : LM_DOLLAR, spots = solo_cost(p, a) / a->amount_cents;
    a->amount_cents = cash / spots / step * step;
    return a->amount_cents > 0 && a->amount_cents >= a->least_cents;
}

static int add_choice(const solo_table *p, solo_choice *choices, int n, lm_action action)
{
    for (int i = 0; i < ROWS && n < PLAY_CHOICES; i++) {
        if (rows[i].verb != action.verb || !afford(p, &action)) continue;
        char key = action.verb == LM_DOUBLE && action.yes ? 'f' : rows[i].key;
        choices[n] = (solo_choice){ .key = key, .word = rows[i].word, .action = action };
        if (key == 'f') choices[n].word = "down";
        label_choice(&choices[n++], rows[i].label);
    }
    return n;
}

/* A pair that only its player has seen is shown before it is split: MBJ-6a(e)(1). */
static int add_hidden_split(const solo_table *p, solo_choice *choices, int n)
{
    enum { ROOM = 128 };
    lm_round shown = p->now.dealer.table.round;
    lm_action legal[ROOM];
    lm_card cards[LM_HAND_CARDS];
    uint8_t box = p->now.seat, hand = shown.at_hand;
    if (!lm_round_shows_for_split(&shown, box)) return n;
    int held = solo_hand_cards(p, box, (uint8_t)(hand + 1), cards);
    for (int i = 0; i < held; i++) {
        if (p->now.dealer.table.round.box[box - 1].hand[hand].card[i] == LM_CARD_DOWN)
            lm_round_apply(&shown, p->rules, (lm_action){ .verb = LM_TURN, .box = box, .card = cards[i] });
    }
    int found = lm_round_legal(&shown, p->rules, legal, ROOM);
    for (int i = 0; i < found && i < ROOM; i++) {
        if (legal[i].verb == LM_SPLIT && legal[i].box == box) return add_choice(p, choices, n, legal[i]);
    }
    return n;
}

static bool has_verb(const solo_choice *choices, int n, uint8_t verb)
{
    for (int i = 0; i < n; i++) {
        if (choices[i].action.verb == verb) return true;
    }
    return false;
}

/* Only insurance can be declined; other decisions have "stand". */
static int add_no(const solo_table *p, solo_choice *choices, int n)
{
    bool asked = has_verb(choices, n, LM_INSURE) || has_verb(choices, n, LM_EVEN_MONEY);
    if (!asked || p->now.dealer.table.round.phase != LM_INSURING || n == PLAY_CHOICES) return n;
    choices[n] =
        (solo_choice){ .key = 'n', .word = "no", .label = "no", .action = { .verb = LM_CLOSE, .box = p->now.seat } };
    return n + 1;
}

int solo_choices(const solo_table *p, solo_choice choices[PLAY_CHOICES])
{
    enum { ROOM = 512 };
    lm_action legal[ROOM];
    const lm_round *r = &p->now.dealer.table.round;
    int n = 0;
    if (solo_is_betting(p)) return 0;
    if (r->phase != LM_INSURING && r->phase != LM_PLAYING && r->phase != LM_OFFERING) return 0;
    int found = lm_round_legal(r, p->rules, legal, ROOM);
    for (int i = 0; i < found && i < ROOM; i++) {
        if (legal[i].box == p->now.seat && legal[i].bettor == LM_DECIDER) n = add_choice(p, choices, n, legal[i]);
    }
    if (!has_verb(choices, n, LM_SPLIT)) n = add_hidden_split(p, choices, n);
    return add_no(p, choices, n);
}

void solo_add_cards(bool symbols, const lm_card *cards, int n, char *text, size_t size)
{
    lm_story_style style = { .symbols = symbols };
    for (int i = 0; i < n; i++) {
        if (i) lm_words_add(text, size, " ");
        size_t used = strlen(text);
        lm_story_card(cards[i], &style, text + used, size - used);
    }
}

static void add_hand(const solo_table *p, const teller *t, char *text, size_t size)
{
    const lm_round *r = &p->now.dealer.table.round;
    lm_card cards[LM_HAND_CARDS];
    uint8_t hand = (uint8_t)(r->phase == LM_PLAYING || r->phase == LM_OFFERING ? r->at_hand + 1 : 1);
    int n = solo_hand_cards(p, p->now.seat, hand, cards);
    lm_score score = lm_cards_score(cards, n);
    bool both = r->dealer.n > 1 && r->dealer.card[1] < LM_CARDS;
    if (r->box[p->now.seat - 1].hands > 1) lm_words_add(text, size, "hand %d, ", hand);
    solo_add_cards(t->symbols, cards, n, text, size);
    lm_words_add(text, size, " (%s%d) against ", score.soft && score.total < 21 ? "soft " : "", score.total);
    solo_add_cards(t->symbols, r->dealer.card, both ? 2 : 1, text, size);
}

void solo_question(const solo_table *p, const teller *t, char *text, size_t size)
{
    const lm_round *r = &p->now.dealer.table.round;
    text[0] = '\0';
    if (solo_is_betting(p)) {
        lm_words_add(text, size, /* say:your-bets */ "Your bets?");
        return;
    }
    lm_words_add(text, size, r->phase == LM_INSURING ? "Insurance? You have " : "Your ");
    add_hand(p, t, text, size);
}

static bool read_dollars(solo_table *p, const char *word, lm_cents *cents)
{
    if (word && *word == '$') word++;
    if (word && lm_cents_read(word, cents) && *cents >= 0) return true;
    return solo_refuse(p, "\"%s\" is not an amount in dollars", word ? word : "");
}

static bool read_side(solo_table *p, solo_bets *bets, const char *id, const char *amount)
{
    const char *offered[LM_OFFERS];
    int slot = lm_rules_slot(p->rules, id);
    if (slot >= LM_SIDE) return read_dollars(p, amount, &bets->side_cents[slot - LM_SIDE]);
    for (int i = 0; i < p->rules->offers; i++)
        offered[i] = p->rules->offer[i].wager->id;
    const char *near = lm_words_nearest_of(id, offered, p->rules->offers);
    if (near) return solo_refuse(p, "\"%s\" is not a wager of this table; did you mean \"%s\"?", id, near);
    return solo_refuse(p, "\"%s\" is not a wager of this table; \"wagers\" lists them", id);
}

bool solo_read_bets(solo_table *p, const char *text)
{
    solo_bets bets = p->now.bets;
    char words[256], *rest = NULL;
    snprintf(words, sizeof words, "%s", text);
    char *word = strtok_r(words, " ,", &rest);
    if (!word) return solo_refuse(p, /* say:how-much */ "give the amount of the bet, then wagers with their amounts");
    lm_cents ignored;
    if (word[0] == '$' || lm_cents_read(word, &ignored)) {
        if (!read_dollars(p, word, &bets.main_cents)) return false;
        word = strtok_r(NULL, " ,", &rest);
    }
    for (; word; word = strtok_r(NULL, " ,", &rest)) {
        if (!read_side(p, &bets, word, strtok_r(NULL, " ,", &rest))) return false;
    }
    p->now.bets = bets;
    return true;
}

void solo_write_bets(const solo_table *p, char *text, size_t size)
{
    snprintf(text, size, "%s", solo_dollars(p->now.bets.main_cents).text);
    for (int i = 0; i < p->rules->offers; i++) {
        lm_cents stake = p->now.bets.side_cents[i];
        if (stake) lm_words_add(text, size, ", %s %s", p->rules->offer[i].wager->title, solo_dollars(stake).text);
    }
}

void solo_raise_side(solo_table *p, int offer)
{
    static const lm_cents usual[] = { 100, 200, 500, 1000, 2500, 5000, 10000 };
    lm_cents *stake = &p->now.bets.side_cents[offer];
    lm_stakes stakes = lm_wager_stakes_beside(p->rules, p->rules->offer[offer].wager, p->now.bets.main_cents);
    lm_cents next = 0;
    if (stakes.fixed) {
        next = *stake < stakes.least ? stakes.least : *stake < stakes.most ? stakes.most : 0;
    } else if (*stake < stakes.least) {
        next = stakes.least;
    } else {
        for (size_t i = sizeof usual / sizeof *usual; i-- > 0;) {
            if (usual[i] > *stake && usual[i] <= stakes.most && (!stakes.step || usual[i] % stakes.step == 0))
                next = usual[i];
        }
    }
    *stake = next;
}

void solo_raise_main(solo_table *p, int steps)
{
    const lm_rules *k = p->rules;
    lm_cents step = k->min_bet > 0 ? k->min_bet : LM_DOLLAR, bet = p->now.bets.main_cents + steps * step;
    p->now.bets.main_cents = bet < k->min_bet ? k->min_bet : bet > k->max_bet ? k->max_bet : bet;
}

/* "double +0.1544, hit +0.1388": the best first. */
static void add_prices(const coach_price *price, char *text, size_t size)
{
    double value[LM_PLAYS + 1];
    memcpy(value, price->prices.value, sizeof price->prices.value);
    value[LM_PLAYS] = price->down;
    for (int told = 0;; told++) {
        int best = -1;
        for (int play = 0; play <= LM_PLAYS; play++) {
            if (!isnan(value[play]) && (best < 0 || value[play] > value[best])) best = play;
        }
        if (best < 0) break;
        const char *word = best == LM_PLAYS ? "double face down" : lm_words_of_play((lm_play)best);
        lm_words_add(text, size, "%s%s %+.4f", told ? ", " : "", word, value[best]);
        value[best] = (double)NAN;
    }
}

static unsigned allowed_choices(const solo_table *p, bool *down)
{
    solo_choice choices[PLAY_CHOICES];
    int n = solo_choices(p, choices);
    unsigned allowed = 0;
    *down = false;
    for (int i = 0; i < n; i++) {
        lm_play play = play_of(choices[i].action.verb);
        if (play != LM_PLAY_NONE) allowed |= 1u << play;
        *down |= play == LM_PLAY_DOUBLE && choices[i].action.yes;
    }
    return allowed;
}

void solo_coach(const solo_table *p, char *text, size_t size)
{
    coach_price price;
    char basis[96];
    bool down;
    unsigned allowed = allowed_choices(p, &down);
    text[0] = '\0';
    if (!allowed || !coach_prices(p, allowed, down, &price)) return;
    coach_basis(coach_gone(p->rules, p->args.gone), price.gone, basis, sizeof basis);
    snprintf(text, size, "%s%s: ", basis[0] ? "Priced " : "Prices", basis);
    add_prices(&price, text, size);
    lm_words_add(text, size, ".");
}

void solo_advice(solo_table *p, char *text, size_t size)
{
    const lm_round *r = &p->now.dealer.table.round;
    bool down;
    unsigned allowed = allowed_choices(p, &down);
    if (r->phase == LM_INSURING) {
        snprintf(text, size, "A player who does not count cards declines insurance.");
    } else if (!allowed || !neighbours_learn(p)) {
        snprintf(text, size, "The chart says nothing about this.");
    } else {
        lm_play play = chart_says(p, p->now.seat, (uint8_t)(r->at_hand + 1), allowed);
        snprintf(text, size, /* say:chart-says */ "The chart says: %s.", lm_words_of_play(play));
    }
}
