/* perft.c - every way to play the rounds of table.txt through the five verbs, against the reference model. */
/* sanitized */
/* A row is `profile [key=value...] ; wagers ; shoe ; figures`. The figures are summed over all complete
 * sequences of decisions: insurance (none, the most, even money) box by box, then whatever is legal, a paid
 * double with its most and its least amount. The digest sees each sequence by itself. Rules are loaded without
 * asking whether a table may offer them.
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

enum { LINE = 4096, SETTINGS = 32, CHOICES = 32, TRAIL = 1024 };

typedef struct {
    int64_t sequences, main, insurance, push22, lammers, cards, draws;
    uint64_t digest; /* sum of the CRC-32 of each sequence as it is printed */
} figures;

typedef struct {
    char *rules, *wagers, *shoe, *figures;
} row;

/* Where a walk stands. */
typedef struct {
    lm_round round;
    test_shoe shoe;
    lm_turn turn;
} place;

/* A walk through all sequences of one row. */
typedef struct {
    const lm_rules *rules;
    int push22; /* slot, or -1 */
    bool traced;
    char trail[TRAIL]; /* decisions that led here */
    const char *wrong; /* what made the walk impossible, or NULL */
    figures sum;
} walk;

/* --- what a sequence came to */

static lm_cents box_net(const lm_round *round, int box, int wager)
{
    if (wager < 0) return 0;
    return lm_round_net(round, (lm_spot){ (uint8_t)box, LM_DECIDER, (uint8_t)wager, LM_ALL_SPOTS });
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

/* As zlib counts it. */
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
    char line[TRAIL + 200];
    const char *trail = w->trail[0] ? w->trail : "nothing to decide";
    snprintf(line, sizeof line, "%s => " MONEY " drew=%" PRId64, trail, f.main, f.insurance, f.push22,
             f.lammers, f.cards, f.draws);
    if (w->traced) printf("%s\n", line);
    f.digest = crc32(line);
    add_figures(&w->sum, &f);
}

static void write_figures(const figures *f, char text[LINE])
{
    snprintf(text, LINE, "sequences=%" PRId64 " " MONEY " draws=%" PRId64 " digest=%" PRIu64, f->sequences,
             f->main, f->insurance, f->push22, f->lammers, f->cards, f->draws, f->digest);
}

/* --- the walk */

static bool answers_insurance(const lm_action *a)
{
    return a->verb == LM_INSURE || a->verb == LM_EVEN_MONEY;
}

/* In the words of the reference model. */
static const char *decision_word(const lm_action *a)
{
    if (a->verb == LM_INSURE) return a->amount_cents ? "insure" : "no-insurance";
    return a->verb == LM_EVEN_MONEY ? "even-money" : lm_verb_word((lm_verb)a->verb);
}

static void enter_trail(walk *w, const lm_action *a, lm_turn turn)
{
    size_t used = strlen(w->trail);
    int box = answers_insurance(a) ? a->box : turn.box;
    int hand = answers_insurance(a) ? 0 : turn.hand;
    snprintf(w->trail + used, TRAIL - used, "%s%d.%d %s %" PRId64, used ? ", " : "", box, hand,
             decision_word(a), a->amount_cents);
}

static void go_on(walk *w, place at);

static void take(walk *w, const place *at, lm_action a, lm_cents amount)
{
    place next = *at;
    size_t used = strlen(w->trail);
    a.amount_cents = amount;
    enter_trail(w, &a, at->turn);
    if (lm_ok(lm_round_apply(&next.round, w->rules, a))) {
        go_on(w, next);
    } else {
        w->wrong = "a listed action is refused";
    }
    w->trail[used] = '\0';
}

/* The lowest box that owes an answer; 0 when all have given it. */
static int insuring_box(const lm_action *list, int n)
{
    int lowest = 0;
    for (int i = 0; i < n; i++) {
        if (list[i].verb == LM_INSURE && (!lowest || list[i].box < lowest)) lowest = list[i].box;
    }
    return lowest;
}

static void branch_insurance(walk *w, const place *at, int box, const lm_action *list, int n)
{
    for (int i = 0; i < n; i++) {
        if (!answers_insurance(&list[i]) || list[i].box != box) continue;
        take(w, at, list[i], list[i].most_cents);
        if (list[i].verb == LM_INSURE) take(w, at, list[i], 0);
    }
}

static void branch_play(walk *w, const place *at, const lm_action *list, int n)
{
    for (int i = 0; i < n; i++) {
        take(w, at, list[i], list[i].most_cents);
        bool for_less = list[i].verb == LM_DOUBLE && list[i].least_cents < list[i].most_cents;
        if (for_less) take(w, at, list[i], list[i].least_cents);
    }
}

static void branch(walk *w, const place *at)
{
    lm_action list[CHOICES];
    int n = lm_round_legal(&at->round, w->rules, list, CHOICES);
    if (n > CHOICES) {
        w->wrong = "more is legal than the list holds";
        return;
    }
    int box = insuring_box(list, n);
    if (box)
        branch_insurance(w, at, box, list, n);
    else
        branch_play(w, at, list, n);
}

/* Plays on to the next decision, or to the end. */
static void go_on(walk *w, place at)
{
    while (!w->wrong && !lm_round_over(&at.round)) {
        lm_action forced;
        at.turn = lm_round_turn(&at.round, w->rules);
        if (!test_dealer_answers(&at.shoe, &at.round, at.turn, &forced)) {
            branch(w, &at);
            return;
        }
        if (at.shoe.next > at.shoe.size)
            w->wrong = "the shoe runs out";
        else if (!lm_ok(lm_round_apply(&at.round, w->rules, forced)))
            w->wrong = "a card is refused";
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

/* `box:dollars` or `box:wager:dollars`, with blanks between. */
static bool lay_wagers(lm_round *round, const lm_rules *rules, char *text)
{
    while (*text) {
        char *word = cut(&text, " ");
        lm_action bet = { .verb = LM_BET, .box = (uint8_t)strtoul(cut(&word, ":"), NULL, 10) };
        char *wager = cut(&word, ":");
        int slot = *word ? lm_rules_slot(rules, wager) : LM_MAIN;
        if (slot < 0 || !lm_cents_read(*word ? word : wager, &bet.amount_cents)) return false;
        bet.wager = (uint8_t)slot;
        if (!lm_ok(lm_round_apply(round, rules, bet))) return false;
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
    if (!load_shoe(&start.shoe, r.shoe)) return "the shoe holds what is no card";
    if (!lm_ok(lm_round_open(&start.round, rules))) return "the round cannot be opened";
    if (!lay_wagers(&start.round, rules, r.wagers)) return "a wager is refused";
    walk w = { .rules = rules, .push22 = lm_rules_slot(rules, "push22"), .traced = traced };
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
