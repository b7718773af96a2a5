/* perft.c - every way to play the rounds of table.txt through the five verbs, against the reference model. */
/* sanitized */
/* A row is `profile [key=value...] ; wagers ; shoe ; figures`. The figures are summed over all complete
 * sequences of decisions: insurance (none, the most, even money) box by box, then every legal action, a paid
 * double with its most and its least amount, with several spots also with the wager of each. Before a hand that may
 * be doubled or split, each further bettor on it says nothing, doubles along, rides on the right hand or covers both.
 * Cards dealt face down from the hand are known to their player, who shows a blackjack and a pair to split, throws in
 * a hand over 21, and stands on 21. The digest sees each sequence by itself. Rules are loaded without asking whether
 * a table may offer them.
 *
 * Wagers are `box:dollars` or `box:wager:dollars`: 1:10 1b:25 1:push22:5 1:main.2:10, and 1:nobody:10 at a box
 * without a seated player. `side:B` tells the side of a double shoe from which the determinant card comes.
 *
 *     perft [FILE]            compares each row
 *     perft --print [FILE]    prints the figures of each row
 *     perft --trace [FILE]    prints each sequence
 *
 * tests/reference/perft.py is the other side. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dealer_box.h"
#include "lammer/profile.h"

enum { LINE = 4096, SETTINGS = 32, CHOICES = 128, TRAIL = 2048, WORD = 32, NETS = 1024 };

typedef struct {
    int64_t sequences, main, insurance, push22, lammers, cards, draws;
    uint64_t digest; /* sum of the CRC-32 of each sequence as it is printed */
} figures;

typedef struct {
    char *rules, *wagers, *shoe, *figures;
} row;

/* The place that a walk has reached. */
typedef struct {
    lm_round round;
    test_shoe shoe;
    lm_turn turn;
} place;

/* A walk through all sequences of one row. */
typedef struct {
    const lm_rules *rules;
    int push22;  /* slot, or -1 */
    bool side_b; /* the determinant card comes from there */
    bool traced;
    char trail[TRAIL]; /* decisions that led here */
    const char *wrong; /* what made the walk impossible, or NULL */
    figures sum;
} walk;

static const char *const bettor_letter[LM_BETTORS] = { "", "b", "c", "t" };

/* --- what a sequence came to */

static lm_cents box_net(const lm_round *round, int box, int wager)
{
    lm_cents net = 0;
    if (wager < 0) return 0;
    for (int bettor = LM_DECIDER; bettor < LM_BETTORS; bettor++) {
        net += lm_round_net(round, (lm_spot){ (uint8_t)box, (uint8_t)bettor, (uint8_t)wager, LM_ALL_SPOTS });
    }
    return net;
}

static figures figures_of(const walk *w, const place *at)
{
    figures f = { .sequences = 1, .cards = at->shoe.next, .draws = at->round.dealer.n > 2 };
    for (int box = 1; box <= LM_BOXES; box++) {
        f.main += box_net(&at->round, box, LM_MAIN);
        f.insurance += box_net(&at->round, box, LM_INSURANCE);
        f.push22 += box_net(&at->round, box, w->push22);
        f.lammers += at->round.box[box - 1].lammers;
    }
    return f;
}

/* Main and insurance of each spot, where a bettor has several or a box several bettors; else nothing. */
static void write_nets(const lm_round *round, char *text, size_t size)
{
    bool several = false;
    size_t used = 0;
    for (int i = 0; i < LM_BOXES * LM_BETTORS * LM_SPOTS && used < size; i++) {
        lm_spot main = { .box = (uint8_t)(i / (LM_BETTORS * LM_SPOTS) + 1), .wager = LM_MAIN };
        main.bettor = (uint8_t)(i / LM_SPOTS % LM_BETTORS);
        main.n = (uint8_t)(i % LM_SPOTS);
        if (!round->box[main.box - 1].main[main.bettor][main.n]) continue;
        lm_spot insurance = main;
        insurance.wager = LM_INSURANCE;
        several |= main.bettor || main.n;
        used += (size_t)snprintf(text + used, size - used, " %d%s.%d=%" PRId64 "/%" PRId64, main.box,
                                 bettor_letter[main.bettor], main.n + 1, lm_round_net(round, main),
                                 lm_round_net(round, insurance));
    }
    if (!several) text[0] = '\0';
}

static void add_figures(figures *sum, const figures *f)
{
    sum->sequences += f->sequences;
    sum->main += f->main;
    sum->insurance += f->insurance;
    sum->push22 += f->push22;
    sum->lammers += f->lammers;
    sum->cards += f->cards;
    sum->draws += f->draws;
    sum->digest += f->digest;
}

/* The CRC-32 as zlib computes it. */
static uint32_t crc32(const char *text)
{
    uint32_t crc = UINT32_MAX;
    for (; *text; text++) {
        crc ^= (uint8_t)*text;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        }
    }
    return ~crc;
}

#define MONEY "main=%" PRId64 " insurance=%" PRId64 " push22=%" PRId64 " lammers=%" PRId64 " cards=%" PRId64

static void end_sequence(walk *w, const place *at)
{
    figures f = figures_of(w, at);
    char nets[NETS] = "", line[TRAIL + NETS + 200];
    const char *trail = w->trail[0] ? w->trail : "nothing to decide";
    write_nets(&at->round, nets, sizeof nets);
    snprintf(line, sizeof line, "%s => " MONEY " drew=%" PRId64 "%s", trail, f.main, f.insurance, f.push22, f.lammers,
             f.cards, f.draws, nets);
    if (w->traced) printf("%s\n", line);
    f.digest = crc32(line);
    add_figures(&w->sum, &f);
}

static void write_figures(const figures *f, char text[LINE])
{
    snprintf(text, LINE, "sequences=%" PRId64 " " MONEY " draws=%" PRId64 " digest=%" PRIu64, f->sequences, f->main,
             f->insurance, f->push22, f->lammers, f->cards, f->draws, f->digest);
}

/* --- the walk */

static bool answers_insurance(const lm_action *a)
{
    return a->verb == LM_INSURE || a->verb == LM_EVEN_MONEY;
}

static bool goes_along(const lm_action *a)
{
    return a->verb == LM_WITH_DOUBLE || a->verb == LM_WITH_SPLIT;
}

/* A decision in the words of the reference model. */
static const char *decision_word(const lm_action *a, char text[WORD])
{
    if (a->verb == LM_EVEN_MONEY) return "even-money";
    if (a->verb != LM_INSURE) return lm_verb_word((lm_verb)a->verb);
    const char *word = a->amount_cents ? "insure" : "no-insurance";
    if (!a->n) return word;
    snprintf(text, WORD, "%s.%d", word, a->n + 1);
    return text;
}

static void write_trail(walk *w, const char *who, int hand, const char *what, int64_t amount)
{
    size_t used = strlen(w->trail);
    snprintf(w->trail + used, TRAIL - used, "%s%s.%d %s %" PRId64, used ? ", " : "", who, hand, what, amount);
}

static void enter_trail(walk *w, const lm_action *a, lm_turn turn)
{
    char who[WORD], what[WORD];
    bool own = answers_insurance(a) || goes_along(a);
    snprintf(who, WORD, "%d%s", own ? a->box : turn.box, own ? bettor_letter[a->bettor] : "");
    write_trail(w, who, answers_insurance(a) ? 0 : turn.hand, decision_word(a, what),
                a->verb == LM_WITH_SPLIT ? a->n : a->amount_cents);
}

static bool apply(walk *w, place *at, lm_action a)
{
    if (lm_ok(lm_round_apply(&at->round, w->rules, a))) return true;
    w->wrong = "a listed action is refused";
    return false;
}

static void go_on(walk *w, place at);

static void take(walk *w, const place *at, lm_action a, lm_cents amount)
{
    place next = *at;
    size_t used = strlen(w->trail);
    a.amount_cents = amount;
    enter_trail(w, &a, at->turn);
    if (apply(w, &next, a)) go_on(w, next);
    w->trail[used] = '\0';
}

static int list_legal(walk *w, const place *at, lm_action list[CHOICES])
{
    int n = lm_round_legal(&at->round, w->rules, list, CHOICES);
    if (n <= CHOICES) return n;
    w->wrong = "more actions are legal than the list holds";
    return 0;
}

/* --- insurance */

/* The lowest box, bettor and spot that owe an answer; NULL when all have given it. */
static const lm_action *first_insurance(const lm_action *list, int n)
{
    const lm_action *first = NULL;
    for (int i = 0; i < n; i++) {
        const lm_action *a = &list[i];
        if (a->verb != LM_INSURE) continue;
        bool before =
            !first || a->box < first->box ||
            (a->box == first->box && (a->bettor < first->bettor || (a->bettor == first->bettor && a->n < first->n)));
        if (before) first = a;
    }
    return first;
}

static void branch_insurance(walk *w, const place *at, const lm_action *first, const lm_action *list, int n)
{
    take(w, at, *first, first->most_cents);
    take(w, at, *first, 0);
    for (int i = 0; i < n; i++) {
        bool same = list[i].box == first->box && list[i].bettor == first->bettor;
        if (same && list[i].verb == LM_EVEN_MONEY) take(w, at, list[i], 0);
    }
}

/* --- cards that only their player knows */

static const lm_hand *hand_at(const place *at, uint8_t box, uint8_t hand)
{
    return &at->round.box[box - 1].hand[hand - 1];
}

/* All cards of a hand, hidden ones too. */
static int known_cards(const place *at, uint8_t box, uint8_t hand, lm_card cards[LM_HAND_CARDS])
{
    const lm_hand *h = hand_at(at, box, hand);
    int n = 0;
    for (int i = 0; i < h->n; i++) {
        if (h->card[i] != LM_CARD_DOWN) cards[n++] = h->card[i];
    }
    const lm_downs *downs = &at->shoe.downs;
    for (uint32_t i = 0; i < downs->n; i++) {
        if (downs->down[i].box == box && downs->down[i].hand == hand) cards[n++] = (lm_card)downs->down[i].card;
    }
    return n;
}

static lm_action turn_card(place *at, uint8_t box, uint8_t hand)
{
    return (lm_action){ .verb = LM_TURN, .box = box, .card = test_shoe_turn(&at->shoe, box, hand) };
}

/* A player shows a blackjack and nothing else. */
static lm_action exposure(place *at)
{
    lm_card cards[LM_HAND_CARDS];
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (!hand_at(at, box, 1)->hidden) continue;
        if (lm_cards_blackjack(cards, known_cards(at, box, 1, cards))) return turn_card(at, box, 1);
    }
    return (lm_action){ .verb = LM_CLOSE };
}

/* What a player does with hidden cards when there is nothing to choose. A double card that lies face down is
 * unknown to the player too. */
static bool plays_hidden(const walk *w, place *at, lm_action *action)
{
    lm_card cards[LM_HAND_CARDS];
    lm_turn turn = at->turn;
    if (turn.who != LM_BY_PLAYER || !hand_at(at, turn.box, turn.hand)->hidden) return false;
    bool doubled = hand_at(at, turn.box, turn.hand)->marks & LM_IS_DOUBLED;
    bool blind = doubled && w->rules->double_card == LM_DOUBLE_DOWN;
    int total = lm_cards_score(cards, known_cards(at, turn.box, turn.hand, cards)).total;
    *action = (lm_action){ .verb = LM_STAND, .box = turn.box };
    if (total > 21 && !blind) action->verb = LM_DISCARD;
    return total >= 21 || doubled;
}

/* Turns two hidden cards over and splits them, where that makes a split legal. */
static void branch_hidden_split(walk *w, place at)
{
    lm_action list[CHOICES];
    if (hand_at(&at, at.turn.box, at.turn.hand)->n != 2) return;
    for (int i = 0; i < 2; i++) {
        if (!apply(w, &at, turn_card(&at, at.turn.box, at.turn.hand))) return;
    }
    int n = list_legal(w, &at, list);
    for (int i = 0; i < n; i++) {
        if (list[i].verb == LM_SPLIT) take(w, &at, list[i], list[i].most_cents);
    }
}

/* --- play */

/* The least, the most, and between them what lies on each spot. */
static void branch_double(walk *w, const place *at, const lm_action *a)
{
    const lm_box *box = &at->round.box[at->turn.box - 1];
    lm_cents taken = a->least_cents;
    if (a->least_cents < a->most_cents) take(w, at, *a, a->least_cents);
    for (int spot = 0; spot < LM_SPOTS; spot++) {
        lm_cents amount = box->main[box->decider][spot];
        if (amount <= a->least_cents || amount >= a->most_cents || amount == taken) continue;
        take(w, at, *a, amount);
        taken = amount;
    }
    take(w, at, *a, a->most_cents);
}

static void branch_play(walk *w, const place *at, const lm_action *list, int n)
{
    for (int i = 0; i < n; i++) {
        if (goes_along(&list[i]) || list[i].verb == LM_TURN || list[i].verb == LM_DISCARD) continue;
        if (list[i].verb == LM_DOUBLE)
            branch_double(w, at, &list[i]);
        else
            take(w, at, list[i], list[i].most_cents);
    }
    if (hand_at(at, at->turn.box, at->turn.hand)->hidden) branch_hidden_split(w, *at);
}

static void branch_others(walk *w, const place *at, int bettor);

/* What a further bettor says, then the next one. To ride on the left hand is to say nothing. */
static void speak(walk *w, const place *at, lm_action a, lm_cents amount)
{
    place next = *at;
    size_t used = strlen(w->trail);
    a.amount_cents = amount;
    enter_trail(w, &a, at->turn);
    if (apply(w, &next, a)) branch_others(w, &next, a.bettor + 1);
    w->trail[used] = '\0';
}

static void say_nothing(walk *w, const place *at, int bettor)
{
    char who[WORD];
    size_t used = strlen(w->trail);
    snprintf(who, WORD, "%d%s", at->turn.box, bettor_letter[bettor]);
    write_trail(w, who, at->turn.hand, "silent", 0);
    branch_others(w, at, bettor + 1);
    w->trail[used] = '\0';
}

/* Walks through the choices of the further bettors from this one on, then through the decider's. */
static void branch_others(walk *w, const place *at, int bettor)
{
    lm_action list[CHOICES];
    int n = list_legal(w, at, list);
    int next = LM_BETTORS;
    for (int i = 0; i < n; i++) {
        if (goes_along(&list[i]) && list[i].bettor >= bettor && list[i].bettor < next) next = list[i].bettor;
    }
    if (next == LM_BETTORS) {
        branch_play(w, at, list, n);
        return;
    }
    say_nothing(w, at, next);
    for (int i = 0; i < n; i++) {
        const lm_action *a = &list[i];
        if (!goes_along(a) || a->bettor != next) continue;
        if (a->verb == LM_WITH_DOUBLE || a->n != LM_RIDE_LEFT) speak(w, at, *a, a->most_cents);
        if (a->verb == LM_WITH_DOUBLE && a->least_cents < a->most_cents) speak(w, at, *a, a->least_cents);
    }
}

static void branch(walk *w, const place *at)
{
    lm_action list[CHOICES];
    int n = list_legal(w, at, list);
    const lm_action *insurance = first_insurance(list, n);
    if (insurance)
        branch_insurance(w, at, insurance, list, n);
    else
        branch_others(w, at, LM_DECIDER);
}

/* Whether the next action leaves no choice; then it is filled in. */
static bool goes_by_itself(walk *w, place *at, lm_action *action)
{
    if (at->round.phase == LM_EXPOSING) {
        *action = exposure(at);
        return true;
    }
    if (plays_hidden(w, at, action)) return true;
    if (!test_dealer_answers(&at->shoe, &at->round, at->turn, action)) return false;
    if (action->verb == LM_DETERMINE) action->yes = w->side_b;
    return true;
}

/* Plays until the next decision, or to the end. */
static void go_on(walk *w, place at)
{
    while (!w->wrong && !lm_round_over(&at.round)) {
        lm_action forced;
        at.turn = lm_round_turn(&at.round, w->rules);
        if (!goes_by_itself(w, &at, &forced)) {
            branch(w, &at);
            return;
        }
        if (at.shoe.next > at.shoe.size)
            w->wrong = "the shoe runs out";
        else if (!lm_ok(lm_round_apply(&at.round, w->rules, forced)))
            w->wrong = "an action without a choice is refused";
    }
    if (!w->wrong) end_sequence(w, &at);
}

/* --- rows */

/* Cuts the text at the next separator and returns what stood before it, without blanks around it. */
static char *cut(char **text, const char *separator)
{
    char *field = *text;
    size_t length = strcspn(field, separator);
    *text = field + length + (field[length] != '\0');
    field[length] = '\0';
    field += strspn(field, " ");
    for (size_t end = strlen(field); end && field[end - 1] == ' ';) {
        field[--end] = '\0';
    }
    return field;
}

static row read_row(char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    row r = { .rules = cut(&line, ";") };
    r.wagers = cut(&line, ";");
    r.shoe = cut(&line, ";");
    r.figures = cut(&line, ";");
    return r;
}

static void print_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static bool load_rules(lm_profile *profile, char *text)
{
    static const lm_profile_reader reader = { print_problem, NULL };
    const char *settings[SETTINGS];
    const char *name = cut(&text, " ");
    int n = 0;
    while (*text && n < SETTINGS) {
        settings[n++] = cut(&text, " ");
    }
    return lm_profile_load(profile, lm_wagers, name, settings, n, &reader);
}

static bool load_shoe(test_shoe *shoe, char *text)
{
    memset(shoe, 0, sizeof *shoe);
    while (*text && shoe->size < TEST_SHOE) {
        if (!lm_card_read(cut(&text, " "), &shoe->card[shoe->size++])) return false;
    }
    return true;
}

/* The wager that a word names; false when there is none. */
static bool read_wager(const lm_rules *rules, const char *name, lm_action *bet)
{
    if (!strcmp(name, "nobody")) bet->player = LM_NOBODY;
    bool main = !strncmp(name, "main.", 5) || !strcmp(name, "nobody");
    int slot = main ? LM_MAIN : lm_rules_slot(rules, name);
    if (!strncmp(name, "main.", 5)) bet->n = (uint8_t)(strtoul(name + 5, NULL, 10) - 1);
    bet->wager = (uint8_t)slot;
    return slot >= 0;
}

/* One word: a wager, or the side of the determinant card. */
static bool lay_wager(lm_round *round, const lm_rules *rules, char *word, bool *side_b)
{
    char *letter, *where = cut(&word, ":"), *wager = cut(&word, ":");
    lm_action bet = { .verb = LM_BET, .box = (uint8_t)strtoul(where, &letter, 10) };
    if (!strcmp(where, "side")) {
        *side_b = *wager == 'B';
        return true;
    }
    if (*letter) bet.bettor = (uint8_t)(*letter - 'a');
    if (bet.box >= 1 && bet.box <= LM_BOXES && round->box[bet.box - 1].owner == LM_NOBODY) bet.player = LM_NOBODY;
    if (*word && !read_wager(rules, wager, &bet)) return false;
    if (!lm_cents_read(*word ? word : wager, &bet.amount_cents)) return false;
    return lm_ok(lm_round_apply(round, rules, bet));
}

static bool lay_wagers(lm_round *round, const lm_rules *rules, char *text, bool *side_b)
{
    while (*text) {
        if (!lay_wager(round, rules, cut(&text, " "), side_b)) return false;
    }
    return lm_ok(lm_round_apply(round, rules, (lm_action){ .verb = LM_DEAL }));
}

/* What made it impossible, or NULL. */
static const char *play_row(row r, bool traced, figures *sum)
{
    static lm_profile profile;
    static place start;
    const lm_rules *rules = &profile.rules;
    if (!load_rules(&profile, r.rules)) return "the rules cannot be loaded";
    if (!load_shoe(&start.shoe, r.shoe)) return "the shoe holds a word that is not a card";
    if (!lm_ok(lm_round_open(&start.round, rules))) return "the round cannot be opened";
    walk w = { .rules = rules, .push22 = lm_rules_slot(rules, "push22"), .traced = traced };
    if (!lay_wagers(&start.round, rules, r.wagers, &w.side_b)) return "a wager is refused";
    go_on(&w, start);
    *sum = w.sum;
    return w.wrong;
}

/* --- the program */

typedef enum { COMPARE, PRINT, TRACE } mode;

static bool run_row(const char *file, int line, row r, mode m)
{
    figures sum;
    char found[LINE];
    const char *wrong = play_row(r, m == TRACE, &sum);
    if (wrong)
        snprintf(found, LINE, "error: %s", wrong);
    else
        write_figures(&sum, found);
    bool passed = !wrong && (m != COMPARE || !strcmp(found, r.figures));
    if (m == PRINT || (m == TRACE && wrong)) printf("%s\n", found);
    if (m == COMPARE && !passed) {
        fprintf(stderr, "%s:%d:\n  table  %s\n  engine %s\n", file, line, r.figures, found);
    }
    return passed;
}

static int run_file(const char *file, mode m)
{
    char line[LINE];
    int n = 0, passed = 0, failed = 0;
    FILE *table = fopen(file, "r");
    if (!table) {
        fprintf(stderr, "perft: cannot read %s\n", file);
        return 2;
    }
    while (fgets(line, sizeof line, table)) {
        n++;
        if (line[0] == '#' || line[strspn(line, " \r\n")] == '\0') continue;
        bool ok = run_row(file, n, read_row(line), m);
        passed += ok;
        failed += !ok;
    }
    fclose(table);
    if (m == COMPARE) printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed ? 1 : 0;
}

int main(int argc, char **argv)
{
    const char *file = "tests/perft/table.txt";
    mode m = COMPARE;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--print"))
            m = PRINT;
        else if (!strcmp(argv[i], "--trace"))
            m = TRACE;
        else
            file = argv[i];
    }
    return run_file(file, m);
}
