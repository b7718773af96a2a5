/* plain.c - `lammer play --plain`: one line in, a few lines out. For pipes, screen readers, simple terminals. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"

enum { LINE = 512 };

typedef struct {
    solo_table *p;
    teller teller;
    int told; /* events of this round that have been told */
    uint32_t round;
    bool leaves;
} table_talk;

static void tell_new(table_talk *t)
{
    solo_table *p = t->p;
    if (t->round != p->now.dealer.table.rounds) {
        t->round = p->now.dealer.table.rounds;
        t->told = 0;
    }
    if (p->events > t->told) solo_tell(p, &t->teller, t->told);
    t->told = p->events;
}

static void tell_result(const solo_table *p)
{
    lm_cents net = p->now.won_cents;
    printf(/* say:you-won */ "\n  You %s%s. Bankroll %s.\n", solo_result(net), net ? solo_dollars(llabs(net)).text : "",
           solo_dollars(p->now.bankroll_cents).text);
}

static void tell_wagers(const solo_table *p)
{
    for (int i = 0; i < p->rules->offers; i++) {
        const lm_wager *wager = p->rules->offer[i].wager;
        lm_stakes stakes = lm_wager_stakes(p->rules, wager);
        printf("  %-14s %s, %s to %s%s\n", wager->id, wager->title, solo_dollars(stakes.least).text,
               solo_dollars(stakes.most).text,
               !stakes.fixed && lm_wager_is_tied(p->rules, wager) ? ", not above the hand's bet" : "");
    }
    if (!p->rules->offers) printf("  This table offers no side wagers.\n");
}

static void tell_help(void)
{
    printf("  bet 25 push22 5   your bets from now on: the hand, then side wagers by name (0 takes one off)\n"
           "  deal, or nothing  deals with the same bets\n"
           "  hit stand double split surrender insure even no: answers; first letters suffice\n"
           "  advice            what the chart would do\n"
           "  wagers            side wagers of this table\n"
           "  buy 500           more money\n"
           "  quit              leave; a hand in play is kept for the next time\n");
}

static void ask_bets(const solo_table *p)
{
    char bets[256];
    solo_write_bets(p, bets, sizeof bets);
    printf("\nBankroll %s. deal (%s), bet AMOUNT, wagers, help, quit > ", solo_dollars(solo_cash(p)).text, bets);
}

static void ask_decision(const table_talk *t, const solo_choice *choices, int n)
{
    char question[256];
    solo_question(t->p, &t->teller, question, sizeof question);
    printf("\n%s: ", question);
    for (int i = 0; i < n; i++)
        printf("%s%s", i ? ", " : "", choices[i].label);
    printf(" > ");
}

static void refused(const solo_table *p)
{
    printf(/* say:not-possible */ "  That is not possible: %s.\n", p->refusal);
}

static bool buy(solo_table *p, const char *amount)
{
    lm_cents cents;
    bool good =
        lm_cents_read(amount + (*amount == '$'), &cents) && cents > 0 && p->now.bankroll_cents + cents <= LM_CENTS_MAX;
    if (!good) return solo_refuse(p, "\"%s\" is not an amount in dollars", amount);
    p->now.bankroll_cents += cents;
    return true;
}

/* Prints the result of a deal or a decision, or the refusal. */
static void tell_done(table_talk *t, bool done)
{
    if (!done) {
        refused(t->p);
        return;
    }
    tell_new(t);
    if (solo_is_betting(t->p)) tell_result(t->p);
}

/* Matches the word, an unambiguous beginning of it, or its key. */
static const solo_choice *find_choice(const solo_choice *choices, int n, const char *word)
{
    const solo_choice *found = NULL;
    size_t length = strlen(word);
    for (int i = 0; i < n; i++) {
        if (length == 1 && choices[i].key == word[0]) return &choices[i];
    }
    for (int i = 0; i < n; i++) {
        if (strncmp(choices[i].word, word, length) != 0) continue;
        if (found) return NULL;
        found = &choices[i];
    }
    return found;
}

static void say_advice(solo_table *p)
{
    char text[320];
    solo_advice(p, text, sizeof text);
    printf("  %s\n", text);
    solo_coach(p, text, sizeof text);
    if (text[0]) printf("  %s\n", text);
}

static bool is_word(const char *word, const char *whole, const char *brief)
{
    return strcmp(word, whole) == 0 || strcmp(word, brief) == 0;
}

/* Words that work at any time. */
static bool answer_anywhere(table_talk *t, const char *word)
{
    bool help = is_word(word, "help", "?"), wagers = strcmp(word, "wagers") == 0;
    bool advice = is_word(word, "advice", "a");
    t->leaves = is_word(word, "quit", "q");
    if (help) tell_help();
    if (wagers) tell_wagers(t->p);
    if (advice) say_advice(t->p);
    return help || wagers || advice || t->leaves;
}

static void answer_bets(table_talk *t, const char *word, const char *rest)
{
    bool is_amount = isdigit((unsigned char)word[0]) || word[0] == '$';
    if (!*word || is_word(word, "deal", "d")) {
        tell_done(t, solo_deal(t->p));
    } else if (strcmp(word, "buy") == 0) {
        if (!buy(t->p, rest)) refused(t->p);
    } else if (is_amount || is_word(word, "bet", "b")) {
        char bets[LINE];
        snprintf(bets, sizeof bets, "%.200s %.200s", is_amount ? word : "", rest);
        if (!solo_read_bets(t->p, bets)) refused(t->p);
    } else {
        printf(/* say:not-an-answer */ "  \"%s\" is not an answer here; help lists the answers.\n", word);
    }
}

static void answer_decision(table_talk *t, const solo_choice *choices, int n, const char *word)
{
    const solo_choice *choice = *word ? find_choice(choices, n, word) : NULL;
    if (choice) {
        tell_done(t, solo_do(t->p, choice->action));
        return;
    }
    printf(/* say:answers-are */ "  \"%s\" is not an answer here; these are: ", word);
    for (int i = 0; i < n; i++)
        printf("%s%s", i ? ", " : "", choices[i].word);
    printf("; help, advice, quit.\n");
}

static void answer(table_talk *t, const solo_choice *choices, int n, char *line)
{
    char *word = line + strspn(line, " \t");
    char *end = word + strcspn(word, " \t\r\n"), *rest = end;
    if (*end) {
        *end = '\0';
        rest = end + 1;
        rest[strcspn(rest, "\r\n")] = '\0';
    }
    for (char *c = word; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    if (answer_anywhere(t, word)) return;
    if (n) {
        answer_decision(t, choices, n, word);
    } else {
        answer_bets(t, word, rest);
    }
}

/* One question and its answer; false when there will be no answer. */
static bool talk(table_talk *t)
{
    solo_choice choices[PLAY_CHOICES];
    char line[LINE];
    int n = solo_choices(t->p, choices);
    if (n) {
        ask_decision(t, choices, n);
    } else {
        ask_bets(t->p);
    }
    if (fflush(stdout) != 0 || !lines_read(line, sizeof line)) return false;
    if (!isatty(STDIN_FILENO)) putchar('\n');
    answer(t, choices, n, line);
    return !t->leaves;
}

bool solo_plain(solo_table *p)
{
    table_talk t = { .p = p };
    lines_catch_signals();
    teller_start(&t.teller, false);
    tell_table(&t.teller, p->rules);
    t.teller.rounds = (int)p->now.dealer.table.rounds - 1;
    if (p->events && !solo_is_betting(p)) tell_new(&t);
    while (talk(&t))
        continue;
    solo_goodbye(p);
    p->signal = waits_caught();
    return true;
}
