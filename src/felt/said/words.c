/* words.c - the commands at a table: the states that allow each, and the function that does it. */
#include <string.h>

#include "said.h"

extern const lm_wager *const lm_wagers[];

#define DEALER LM_HOUSE_BIT(DEALER)
#define FLOOR (LM_HOUSE_BIT(SUPERVISOR) | LM_HOUSE_BIT(EXECUTIVE))

/* The functions of commands that need more than their row. */
static table_handler *const handlers[LM_ACT_COUNT] = {
    [LM_ACT_SIT] = do_sit,
    [LM_ACT_LEAVE_TABLE] = do_leave,
    [LM_ACT_SHARE] = do_share,
    [LM_ACT_ASK] = do_ask,
    [LM_ACT_BUY] = do_chips,
    [LM_ACT_CASH] = do_chips,
    [LM_ACT_TOKE] = do_chips,
    [LM_ACT_READY] = do_ready,
    [LM_ACT_COMMIT] = do_commit,
    [LM_ACT_REVEAL] = do_ask,
    [LM_ACT_BET] = do_bet,
    [LM_ACT_WITHDRAW] = do_bet,
    [LM_ACT_CUT] = do_cut,
    [LM_ACT_REFUSE_CUT] = do_refuse_cut,
    [LM_ACT_READMIT] = do_dealers_verb,
    [LM_ACT_SHOW_AMOUNT] = do_shown_amount,
    [LM_ACT_DEALER] = do_dealer,
    [LM_ACT_CORRECT] = do_correct,
    [LM_ACT_RECOUNT] = do_correct,
    [LM_ACT_SUMMON] = do_summon,
    [LM_ACT_EMOTE] = do_emote,
};

static bool row_keeps(const lm_act_row *row, lm_act_field field)
{
    for (int i = 0; i < row->fields; i++) {
        if (row->has[i].field == field) return true;
    }
    return false;
}

/* A verb needs the sender's role, or the table's dealer, or the player of the hand; the record of a staff act keeps the
 * names of those who acted. */
static table_handler *handler_of(const lm_act_row *row)
{
    table_handler *own = handlers[lm_act_word_of(row)];
    if (own || row->where != LM_AT_TABLE) return own;
    if (row->is_verb) {
        if (row_keeps(row, LM_FIELD_ROLE)) return do_role_verb;
        return row->when & LM_ACT_DEALERS ? do_dealers_verb : do_decision;
    }
    return row_keeps(row, LM_FIELD_PERSON) ? do_award : row_keeps(row, LM_FIELD_BY_PERSON) ? do_house : NULL;
}

static bool fits_table(house_play *play, uint32_t states)
{
    const house_state *s = &play->state;
    if (s->is_closed)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(TABLE_CLOSED_FOR_GOOD, "", "the table is closed for good"));
    if (!s->is_open && !(states & LM_ACT_CLOSED_TOO))
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(TABLE_CLOSED, "", "the table is closed: its tray has no chips"));
    if (s->frozen && !(states & LM_ACT_FROZEN_TOO))
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(TABLE_FROZEN, "", "the table is frozen; a supervisor must unfreeze it"));
    if (s->drained && states & LM_ACT_STARTS)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(NO_NEW_ROUNDS, "", "this table starts no new rounds"));
    if (states & LM_ACT_LIVE_ONLY && s->terms.dealing != DEALT_LIVE)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(PROGRAM_DEALS, "", "the program deals at this table"));
    return true;
}

/* A dealer deals only their own table; at a table without a dealer only the floor deals. */
static bool is_dealing(const table_request_ *r)
{
    bool floor = r->caller->roles & FLOOR;
    return floor || strcmp(r->play->state.dealer, r->caller->person) == 0;
}

bool table_do(house_play *play, const house_caller *caller, const lm_act *act, int64_t seen, const char *approver)
{
    const lm_act_row *word = lm_act_row_of(act);
    table_request_ r = { play, caller, word, act, approver };
    table_handler *handler = handler_of(word);
    if (!handler)
        return play_refuse(play, LM_REFUSED_UNKNOWN, NULL, LM_STAFF_SAYS("\"%.60s\" is not a command at a table"),
                           word->word);
    if (!fits_table(play, word->when)) return false;
    if (word->when & LM_ACT_DEALERS && !is_dealing(&r))
        return play_refuse(play, LM_REFUSED_PERSON, NULL, LM_STAFF_SAYS("another dealer has this table"));
    if (word->when & LM_ACT_DECIDES && !decided_on_this(play, act, caller->person, seen)) return false;
    return handler(&r);
}

/* At a live table its dealer and the floor act for players; at a virtual one players act for themselves. */
bool speaks_for_house(const table_request_ *r)
{
    return r->play->state.terms.dealing == DEALT_LIVE && r->caller->roles & (DEALER | FLOOR) && is_dealing(r);
}

bool said_action(table_request_ *r, const lm_act *act, lm_action *action)
{
    char why[LM_WORDS_WHY];
    lm_words_reader reader = { r->play->rules, &r->play->state.table, lm_wagers, NULL };
    return lm_act_action(&reader, act, action, why, sizeof why) ||
           play_refuse(r->play, LM_REFUSED_FORM, NULL, "%s", why);
}
