/* steps.c - `table STEP ...`: the life of a shoe, step by step. */
#include "table.h"

/* The simplest way to do the owed step: with the required number of cards, the least depth, the lowest role. */
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

/* A table without cards owes their delivery here, instead of loading them at once. */
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
        if (turn.verb == c->action.verb) return SCRIPT_DONE;
        bool goes_on = t->now.dealer.table.stage != LM_IN_ROUND && turn.verb != LM_OPEN && plainest(t, turn, &action);
        if (!goes_on)
            return script_fails(
                t, c,
                /* say:step-owed-first */ "\"%s\" is owed first, and the script must give its arguments",
                lm_action_word(turn.verb));
        script_result result = table_step(t, c, action);
        if (result != SCRIPT_DONE) return result;
    }
    return script_fails(t, c, "\"%s\" is never owed", lm_action_word(c->action.verb));
}

/* Does only this step; with `until`, all owed steps before it. */
script_result run_table(script_table *t, const script_command *c)
{
    if (c->until) return go_until(t, c);
    if (c->action.verb == LM_OPEN) return t->now.dealer.table.rounds ? run_next(t, c) : table_open(t, c);
    return table_step(t, c, c->action);
}

bool ends_round(const script_command *c)
{
    bool opens = c->verb->run == run_table && c->action.verb == LM_OPEN && !c->until;
    return opens || c->verb->run == run_next || opens_table(c);
}

/* If a script's first command at a table is a step, the script does all steps of the opening itself. */
bool opens_by_script(const script_table *t)
{
    const script *s = t->script;
    int i = t->position + 1;
    while (i < s->commands && s->command[i].verb->run == run_shoe)
        i++;
    return i < s->commands && s->command[i].verb->run == run_table;
}
