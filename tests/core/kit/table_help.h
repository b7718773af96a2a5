/* table_help.h - the life of a table as a line of words, for tests.
 *
 *   deliver:a6          does it; arguments: bN box, nN number, aN amount, y yes, cAh card (c?: none), or a role's word;
 * of a bet
 *                       sN bettor, pN the box's player, wN the Nth offer
 *   !wash=MFB-3(a).1    it is refused with this clause, and leaves no mark
 *   ?dealer:wash        who owes what next; ?player:cut:b3 names the box as well
 *   +prompt:b4=MFB-3(b) the last action told of this, in this place, with this clause (each part may be left out)
 *   -unload             and not of this
 *   &A=in-play          where a pack is: away spread stacked in-device in-play
 *   &out=1              cards that have left the shoe
 *   &phase=idle         empty, idle or round
 *   to:cut              follows the turns until this verb is owed; choices that the rules leave open are drawn
 *   play:b1:b3          a round is opened, these boxes bet and stand, and it is played to its end
 *   start:b1            the same up to the first card, which is due
 *   next                the action that is owed
 *   finish              the open round is played to its end
 *   times:N             the rest of the line is done N times */
#ifndef LAMMER_TEST_TABLE_HELP_H
#define LAMMER_TEST_TABLE_HELP_H

#include <stdlib.h>

#include "dealer_box.h"
#include "rules_help.h"

typedef struct {
    const char *clause;
    const char *rules;
    const char *settings;
    const char *life;
} table_case;

enum { LIFE_EVENTS = 256, LIFE_WORD = 64 };

typedef struct {
    const table_case *test;
    lm_rules rules;
    lm_table table;
    test_shoe shoe;
    test_random random;
    lm_event heard[LIFE_EVENTS]; /* of the last action */
    int events;
    char word[LIFE_WORD]; /* being read */
    jmp_buf end;
} life;

/* Ends this sequence, not the test, so that all failures are reported. */
#define LIFE_FAIL(l, ...)                                                                                              \
    do {                                                                                                               \
        print_error("%s, at '%s': ", (l)->test->clause, (l)->word);                                                    \
        print_error(__VA_ARGS__);                                                                                      \
        print_error("\n  in: %s\n", (l)->test->life);                                                                  \
        longjmp((l)->end, 1);                                                                                          \
    } while (0)

static inline void life_hear(void *self, const lm_event *event)
{
    life *l = self;
    if (l->events < LIFE_EVENTS) l->heard[l->events++] = *event;
}

/* The stacked shoe follows the table's cards. */
static inline void life_follow(life *l, lm_action a)
{
    bool back = a.verb == LM_UNLOAD || a.verb == LM_IDLE || a.verb == LM_CHANGE_DECKS || a.verb == LM_LOAD;
    bool recycled = l->table.cards_out < l->shoe.next && a.verb < LM_VERB_COUNT && !l->table.round.next_card;
    if (l->table.stage == LM_STOPPED || !(back || recycled)) return;
    if (!l->table.rounds || lm_round_over(&l->table.round)) l->shoe.downs.n = 0;
    test_shoe_restack(&l->shoe, &l->table, &l->rules, &l->random);
}

static inline lm_status life_try(life *l, lm_action a)
{
    lm_table before = l->table;
    lm_listener ear = { life_hear, l };
    l->events = 0;
    lm_status status = lm_table_apply_heard(&l->table, &l->rules, a, &ear);
    bool same = memcmp(&before, &l->table, sizeof before) == 0;
    if (!lm_ok(status) && (!same || l->events)) LIFE_FAIL(l, "a refused action left a mark");
    lm_table unheard = before;
    lm_table_apply(&unheard, &l->rules, a);
    if (memcmp(&unheard, &l->table, sizeof unheard) != 0)
        LIFE_FAIL(l, /* say:test-listener-changes-table */ "a listener changes what happens");
    if (lm_ok(status)) life_follow(l, a);
    return status;
}

static inline void life_do(life *l, lm_action a)
{
    lm_status status = life_try(l, a);
    if (!lm_ok(status))
        LIFE_FAIL(l, "%s is refused: %s [%s]", lm_action_word(a.verb), lm_why_text(status.why),
                  status.clause ? status.clause : "no clause");
}

/* ---- reading ------------------------------------------------------------------------------------------------ */

static inline uint8_t life_verb(life *l, const char *word)
{
    for (uint8_t verb = 0; verb < LM_TABLE_VERB_COUNT; verb++) {
        if (strcmp(lm_action_word(verb), word) == 0) return verb;
    }
    LIFE_FAIL(l, "there is no verb '%s'", word);
    return 0;
}

static inline bool life_role(const char *word, uint8_t *n)
{
    for (uint8_t role = 0; role < LM_ROLE_COUNT; role++) {
        if (strcmp(lm_role_word((lm_role)role), word) == 0) return *n = role, true;
    }
    return false;
}

static inline void life_argument(life *l, const char *word, lm_action *a)
{
    if (life_role(word, &a->n)) return;
    switch (*word) {
    case 'b': a->box = (uint8_t)atoi(word + 1); return;
    case 'n': a->n = (uint8_t)atoi(word + 1); return;
    case 'a': a->amount_cents = atoi(word + 1); return;
    case 'y': a->yes = 1; return;
    case 's': a->bettor = (uint8_t)atoi(word + 1); return;
    case 'p': a->player = (uint8_t)atoi(word + 1); return;
    case 'w': a->wager = (uint8_t)(LM_SIDE + atoi(word + 1) - 1); return;
    case 'c':
        if (word[1] == '?') a->card = LM_CARDS;
        if (word[1] == '?' || lm_card_read(word + 1, &a->card)) return;
    }
    LIFE_FAIL(l, "what is '%s'?", word);
}

static inline lm_action life_action(life *l, char *text)
{
    char *rest = NULL, *word = strtok_r(text, ":", &rest);
    lm_action a = { .verb = life_verb(l, word) };
    while ((word = strtok_r(NULL, ":", &rest)))
        life_argument(l, word, &a);
    return a;
}

/* ---- rounds ------------------------------------------------------------------------------------------------- */

static inline void life_answer(life *l, lm_turn turn)
{
    lm_action a = { .verb = turn.verb, .box = turn.box };
    bool players = l->table.stage == LM_IN_ROUND && (turn.who == LM_BY_PLAYER || turn.who == LM_BY_PLAYERS);
    if (players) {
        if (turn.who == LM_BY_PLAYERS)
            a = (lm_action){ .verb = LM_CLOSE };
        else
            a.verb = LM_STAND;
    } else if (!test_table_answers(&l->shoe, &l->table, &l->rules, turn, &l->random, &a)) {
        LIFE_FAIL(l, "the table waits for no action");
    }
    life_do(l, a);
}

static inline void life_follow_turns(life *l, uint8_t until)
{
    for (int i = 0; i < 2000; i++) {
        lm_turn turn = lm_table_turn(&l->table, &l->rules);
        if (turn.verb == until) return;
        if (l->table.stage == LM_IN_ROUND && l->table.round.phase == LM_BETTING) LIFE_FAIL(l, "no box bets");
        life_answer(l, turn);
    }
    LIFE_FAIL(l, "that step never comes");
}

static inline void life_start(life *l, char *boxes)
{
    char *rest = NULL;
    life_follow_turns(l, LM_OPEN);
    life_do(l, (lm_action){ .verb = LM_OPEN });
    for (char *word = strtok_r(boxes, ":", &rest); word; word = strtok_r(NULL, ":", &rest)) {
        lm_action bet = { .verb = LM_BET, .amount_cents = 1000 };
        life_argument(l, word, &bet);
        life_do(l, bet);
    }
    life_do(l, (lm_action){ .verb = LM_DEAL });
}

static inline void life_finish(life *l)
{
    for (int i = 0; i < 400 && (l->table.stage == LM_IN_ROUND || l->table.paused); i++) {
        life_answer(l, lm_table_turn(&l->table, &l->rules));
    }
    if (l->table.stage == LM_IN_ROUND) LIFE_FAIL(l, "the round does not end");
}

/* ---- expectations ------------------------------------------------------------------------------------------- */

static inline void life_expect_turn(life *l, char *text)
{
    static const char *const who[] = { "players", "player", "shoe", "dealer", "staff", "nobody" };
    lm_turn turn = lm_table_turn(&l->table, &l->rules);
    char *rest = NULL, *by = strtok_r(text, ":", &rest), *verb = strtok_r(NULL, ":", &rest);
    char *box = strtok_r(NULL, ":", &rest);
    bool met = strcmp(who[turn.who], by) == 0 && turn.verb == life_verb(l, verb);
    if (!met || (box && turn.box != atoi(box + 1)))
        LIFE_FAIL(l, "%s owes %s (box %d)", who[turn.who], lm_action_word(turn.verb), turn.box);
}

static inline void life_expect_refusal(life *l, char *text, const char *clause)
{
    lm_status status = life_try(l, life_action(l, text));
    if (lm_ok(status)) LIFE_FAIL(l, "it is not refused");
    if (!status.clause || strcmp(status.clause, clause) != 0)
        LIFE_FAIL(l, "refused by %s: %s", status.clause ? status.clause : "no clause", lm_why_text(status.why));
}

static inline bool life_heard(const life *l, const char *name, int box, const char *clause)
{
    for (int i = 0; i < l->events; i++) {
        const lm_event *e = &l->heard[i];
        if (strcmp(lm_event_name((lm_event_kind)e->kind), name) != 0 || (box >= 0 && e->box != box)) continue;
        if (!clause || (e->clause && strcmp(e->clause, clause) == 0)) return true;
    }
    return false;
}

static inline void life_expect_event(life *l, char *text, const char *clause, bool wanted)
{
    char *rest = NULL, *name = strtok_r(text, ":", &rest), *box = strtok_r(NULL, ":", &rest);
    if (life_heard(l, name, box ? atoi(box + 1) : -1, clause) != wanted) {
        for (int i = 0; i < l->events; i++)
            print_error("  heard %s box %d n %d [%s]\n", lm_event_name((lm_event_kind)l->heard[i].kind),
                        l->heard[i].box, l->heard[i].n, l->heard[i].clause ? l->heard[i].clause : "");
        LIFE_FAIL(l, wanted ? "the event was not reported" : "the event was reported");
    }
}

static inline void life_expect_state(life *l, const char *name, const char *value)
{
    static const char *const places[] = { "away", "spread", "stacked", "in-device", "in-play" };
    static const char *const phases[] = { "empty", "idle", "round" };
    if (strcmp(name, "out") == 0) {
        if (lm_table_cards_out(&l->table) != atoi(value)) LIFE_FAIL(l, "%d are out", lm_table_cards_out(&l->table));
    } else if (strcmp(name, "phase") == 0) {
        if (strcmp(phases[lm_table_phase_of(&l->table)], value) != 0)
            LIFE_FAIL(l, "it is %s", phases[lm_table_phase_of(&l->table)]);
    } else if (strcmp(places[l->table.place[*name == 'B']], value) != 0) {
        LIFE_FAIL(l, "it is %s", places[l->table.place[*name == 'B']]);
    }
}

/* ---- a whole life ------------------------------------------------------------------------------------------- */

static inline void life_word(life *l)
{
    char copy[LIFE_WORD], *text = copy;
    strcpy(copy, l->word);
    char *clause = strchr(text, '=');
    if (clause) *clause++ = '\0';
    switch (*text) {
    case '!': life_expect_refusal(l, text + 1, clause ? clause : ""); return;
    case '?': life_expect_turn(l, text + 1); return;
    case '+': life_expect_event(l, text + 1, clause, true); return;
    case '-': life_expect_event(l, text + 1, clause, false); return;
    case '&': life_expect_state(l, text + 1, clause ? clause : ""); return;
    }
    if (strncmp(text, "to:", 3) == 0)
        life_follow_turns(l, life_verb(l, text + 3));
    else if (strncmp(text, "start:", 6) == 0)
        life_start(l, text + 6);
    else if (strcmp(text, "next") == 0)
        life_answer(l, lm_table_turn(&l->table, &l->rules));
    else if (strcmp(text, "finish") == 0)
        life_finish(l);
    else if (strncmp(text, "play:", 5) == 0)
        life_start(l, text + 5), life_finish(l);
    else
        life_do(l, life_action(l, text));
}

static inline void life_words(life *l, const char *at)
{
    while (*at) {
        size_t n = strcspn(at, " ");
        if (n >= LIFE_WORD) fail_msg("%s: too long a word", l->test->clause);
        snprintf(l->word, LIFE_WORD, "%.*s", (int)n, at);
        at += n + (at[n] == ' ');
        if (strncmp(l->word, "times:", 6) == 0) {
            for (int i = atoi(l->word + 6); i > 0; i--)
                life_words(l, at);
            return;
        }
        if (n) life_word(l);
    }
}

static inline void life_begin(life *l, const table_case *test)
{
    memset(l, 0, sizeof *l);
    l->test = test;
    rules_make(&l->rules, test->rules, test->settings);
    if (lm_rules_check(&l->rules, NULL)) fail_msg("%s: no table may have the rules %s", test->clause, test->settings);
    l->random.state = 88172645463325252ULL;
    assert_true(lm_ok(lm_table_open(&l->table, &l->rules)));
    test_shoe_shuffle(&l->shoe, (int)l->rules.decks, &l->random);
}

static inline void live(const table_case *cases)
{
    static life l;
    volatile int failed = 0;
    for (const table_case *volatile test = cases; test->clause; test++) {
        life_begin(&l, test);
        if (setjmp(l.end) == 0)
            life_words(&l, test->life);
        else
            failed++;
    }
    if (failed) fail_msg("%d sequences failed", failed);
}

#endif
