/* steps.c - `table WORD ...`: the life of a shoe, step by step.
 *
 * One row of `steps` says which words follow a verb of the table; a verb without a row stands alone. */
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "table.h"

/* ---- words ----------------------------------------------------------------------------------------- */

static bool read_seat(const char *word, lm_action *a)
{
    uint8_t bettor;
    return lm_words_seat(word, &a->box, &bettor) && !bettor;
}

/* The dealer is box 0. */
static bool read_place(const char *word, lm_action *a)
{
    return strcmp(word, "dealer") == 0 || read_seat(word, a);
}

static bool read_count(const char *word, lm_action *a)
{
    size_t n = strspn(word, "0123456789");
    if (n == 0 || n > 5 || word[n]) return false;
    a->count = strtol(word, NULL, 10);
    return true;
}

static bool read_role(const char *word, lm_action *a)
{
    int role = lm_words_role(word);
    if (role >= 0) a->n = (uint8_t)role;
    return role >= 0;
}

static bool read_pack(const char *word, lm_action *a)
{
    if ((word[0] != 'A' && word[0] != 'B') || word[1]) return false;
    a->n = word[0] == 'B';
    return true;
}

static bool read_card(const char *word, lm_action *a)
{
    return lm_card_read(word, &a->card);
}

static bool read_switch(const char *word, lm_action *a)
{
    a->yes = strcmp(word, "on") == 0;
    return a->yes || strcmp(word, "off") == 0;
}

static bool read_down(const char *word, lm_action *a)
{
    a->yes = strcmp(word, "down") == 0;
    return a->yes;
}

static bool read_prepared(const char *word, lm_action *a)
{
    a->yes = strcmp(word, "prepared") == 0;
    return a->yes;
}

typedef struct {
    const char *what;
    bool (*read)(const char *word, lm_action *action);
    bool optional;
} step_word;

static const step_word seat = { "a seat", read_seat, false };
static const step_word place = { "a seat, or dealer", read_place, false };
static const step_word count = { "a number", read_count, false };
static const step_word some_count = { "a number", read_count, true };
static const step_word role = { "a role such as floorperson", read_role, false };
static const step_word pack = { "A or B", read_pack, false };
static const step_word some_pack = { "A or B", read_pack, true };
static const step_word card = { "a card such as Th", read_card, false };
static const step_word on_off = { "on or off", read_switch, false };
static const step_word some_down = { "the word down", read_down, true };
static const step_word some_prepared = { "the word prepared", read_prepared, true };

enum { STEP_WORDS = 2 };

/* clang-format off */
static const struct {
    uint8_t verb;
    const step_word *words[STEP_WORDS];
} steps[] = {
    { LM_DELIVER, { &count, &some_pack } },
    { LM_VERIFY, { &role } },
    { LM_VIEW, { &seat } },
    { LM_SIGN, { &on_off } },
    { LM_SWAP, { &pack } },
    { LM_CUT, { &place, &count } },
    { LM_REFUSE_CUT, { &seat } },
    { LM_RECUT, { &role } },
    { LM_COVER, { &some_count } },
    { LM_LOAD, { &some_prepared } },
    { LM_SHOW_BURN, { &card } },
    { LM_COVER_SEEN, { &place } },
    { LM_ORDER_SHUFFLE, { &role } },
    { LM_UNLOAD, { &count, &some_pack } },
    { LM_IDLE, { &some_down } },
    { LM_REQUEST_SPREAD, { &seat } },
    { LM_HOURS, { &count } },
    { LM_ARRIVE, { &seat } },
    { LM_LEAVE, { &seat } },
    { LM_READMIT, { &seat } },
};
/* clang-format on */

static const char *missing(const script_reader *r)
{
    return r->next < r->words ? r->word[r->next] : NULL;
}

static bool complain(const script_reader *r, const char *word, const char *wanted)
{
    const char *usage = r->command->verb->usage;
    if (word) {
        script_complain(r->script, r->command, /* say:script-not-a */ "\"%s\" is not %s; usage: %s", word, wanted,
                        usage);
    } else {
        script_complain(r->script, r->command, /* say:script-missing */ "%s is missing; usage: %s", wanted, usage);
    }
    return false;
}

/* The verb of the table with this word. */
static bool take_verb(script_reader *r, uint8_t *verb)
{
    const char *word = missing(r);
    for (uint8_t v = LM_VERB_COUNT; word && v < LM_TABLE_VERB_COUNT; v++) {
        if (strcmp(lm_action_word(v), word) != 0) continue;
        *verb = v;
        r->next++;
        return true;
    }
    return complain(r, word, "a step such as cut (docs/round-scripts.md lists them)");
}

static bool take_words(script_reader *r, const step_word *const words[STEP_WORDS], lm_action *a)
{
    for (int i = 0; i < STEP_WORDS && words[i]; i++) {
        const char *word = missing(r);
        if (!word && words[i]->optional) return true;
        if (!word || !words[i]->read(word, a)) return complain(r, word, words[i]->what);
        r->next++;
    }
    return true;
}

bool arg_step(script_reader *r, script_command *c)
{
    c->until = missing(r) && strcmp(missing(r), "until") == 0;
    r->next += c->until;
    if (!take_verb(r, &c->step.verb)) return false;
    for (size_t i = 0; !c->until && i < sizeof steps / sizeof *steps; i++) {
        if (steps[i].verb == c->step.verb) return take_words(r, steps[i].words, &c->step);
    }
    return true;
}

/* ---- doing ----------------------------------------------------------------------------------------- */

/* What is owed, done the plainest way: as many cards as there must be, at the least depth, by the lowest rank. */
static bool plainest(const script_table *t, lm_turn turn, lm_action *action)
{
    enum { ROOM = 512 };
    lm_action list[ROOM];
    int n = lm_table_legal(&t->now.dealer.table, &t->profile.rules, list, ROOM);
    for (int i = n < ROOM ? n - 1 : ROOM - 1; i >= 0; i--) {
        if (list[i].verb == turn.verb && list[i].box == turn.box) *action = list[i];
    }
    if (action->verb == LM_CUT || action->verb == LM_COVER) action->count = action->least_count;
    return action->verb == turn.verb;
}

/* A table without cards takes them by delivery here, not the quick way. */
static lm_turn owed(const script_table *t)
{
    lm_turn turn = lm_table_turn(&t->now.dealer.table, &t->profile.rules);
    if (turn.verb == LM_LOAD && t->now.dealer.table.stage == LM_TO_DELIVER) turn.verb = LM_DELIVER;
    return turn;
}

static script_result go_until(script_table *t, const script_command *c)
{
    enum { STEPS = 64 };
    for (int i = 0; i < STEPS; i++) {
        lm_turn turn = owed(t);
        lm_action action = { 0 };
        if (turn.verb == c->step.verb) return SCRIPT_DONE;
        bool goes_on = t->now.dealer.table.stage != LM_IN_ROUND && turn.verb != LM_OPEN && plainest(t, turn, &action);
        if (!goes_on) {
            script_complain(t->script, c,
                            /* say:step-owed-first */ "\"%s\" is owed first, and somebody must say more of it",
                            lm_action_word(turn.verb));
            return SCRIPT_FAILED;
        }
        script_result result = table_step(t, c, action);
        if (result != SCRIPT_DONE) return result;
    }
    script_complain(t->script, c, "\"%s\" does not come", lm_action_word(c->step.verb));
    return SCRIPT_FAILED;
}

/* One step, and nothing follows by itself. */
script_result run_table(script_table *t, const script_command *c)
{
    if (c->until) return go_until(t, c);
    if (c->step.verb == LM_OPEN) return t->now.dealer.table.rounds ? run_next(t, c) : table_open(t, c);
    return table_step(t, c, c->step);
}

bool ends_round(const script_command *c)
{
    const char *word = c->verb->word;
    bool opens = strcmp(word, "table") == 0 && c->step.verb == LM_OPEN && !c->until;
    return opens || strcmp(word, "next") == 0 || strcmp(word, "rules") == 0;
}

/* A script whose first command at the table is a step of its own opens it by the book. */
bool opens_by_script(const script_table *t)
{
    const script *s = t->script;
    for (int i = t->position + 1; i < s->commands; i++) {
        const char *word = s->command[i].verb->word;
        if (strcmp(word, "shoe") != 0) return strcmp(word, "table") == 0;
    }
    return false;
}
