/* play.c - acts on a table: the only way in which its state changes, whether an act is new or read back.
 *
 * An act is a verb of the engine or an act of the house. A verb brings its money, its meters and its events with it; afterwards
 * ledger and engine must agree to the cent, or nothing of it happens. */
#include <string.h>

#include "play.h"

extern const lm_wager *const lm_wagers[];

/* --- a verb of the engine -------------------------------------------------------------------------------------- */

static void hear(void *self, const lm_event *event)
{
    play_step *step = self;
    if (step->heard == PLAY_HEARD) {
        step->overheard = true;
        return;
    }
    step->event[step->heard++] = *event;
}

/* A finished round knows better than the table why it takes nothing more. */
static bool refuse_action(house_play *play, const play_step *step, lm_status status)
{
    lm_round round = step->before.round;
    if (step->action.verb < LM_VERB_COUNT && lm_round_over(&round)) {
        lm_status better = lm_round_apply(&round, play->rules, step->action);
        if (!lm_ok(better)) status = better;
    }
    return play_refuse_engine(play, status);
}

/* Whether the house lets the engine do this now. */
static bool house_allows(house_play *play, const lm_action *a)
{
    const house_state *s = &play->state;
    if (a->verb != LM_OPEN) return true;
    if (!s->is_open) return play_refuse(play, 409, NULL, "the table is closed: no chips in the tray");
    if (s->drained) return play_refuse(play, 409, NULL, "no new rounds at this table");
    if (s->started && lm_table_phase_of(&s->table) != LM_TABLE_ROUND)
        return play_refuse(play, 409,
                           lm_meters_why_clause(&s->meters, __builtin_ctz(s->started), LM_METER_WHY_STARTED),
                           "END GAME comes before the next round");
    return true;
}

/* What a correction goes back to. */
static void keep_beginning(house_state *s)
{
    s->round++;
    s->round_seq = s->seq + 1;
    s->before = s->table;
    s->meters_before = s->meters;
}

/* A stake that a coupon stands for says so, as its act does (MBJ-3(k)): no chips of the player lie there. */
static void tell_events(house_play *play, const play_step *step)
{
    bool coupon = step->action.verb == LM_BET && step->action.instrument == LM_COUPON;
    for (int i = 0; i < step->heard; i++) {
        json_t *event = lm_words_of_event(play->rules, &step->event[i]);
        if (coupon && step->event[i].kind == LM_EV_BET)
            json_object_set_new(event, "in", json_string("coupon"));
        json_array_append_new(play->events, event);
    }
}

static bool after_action(house_play *play, const play_step *step)
{
    house_state *s = &play->state;
    cards_follow(play, step);
    if (!meters_follow(play, step, true) || !books_move(play, step) || !meters_follow(play, step, false))
        return false;
    if (!meters_agree(s)) return play_refuse(play, 500, NULL, "the ledger and the meters disagree");
    tell_events(play, step);
    coupons_follow(play, step);
    lapses_follow(play, &step->action);
    if (step->action.verb == LM_OPEN) keep_beginning(s);
    if (step->action.verb == LM_DEAL) play->ready = 0;
    seats_after(play);
    return true;
}

bool play_implied(house_play *play, lm_action action)
{
    house_state *s = &play->state;
    if (!play->rules || s->table.rules_hash != play->rules->hash)
        return play_refuse(play, 500, NULL, "the table was opened under other rules");
    if (action.verb >= LM_VERB_COUNT && action.verb != LM_ARRIVE && action.verb != LM_LEAVE &&
        !seats_sync(play))
        return false;
    if (!house_allows(play, &action)) return false;
    play_step step;
    step.action = action;
    step.turn = lm_table_turn(&s->table, play->rules);
    step.before = s->table;
    step.heard = 0;
    step.overheard = false;
    lm_listener ear = { hear, &step };
    lm_status status = lm_table_apply_heard(&s->table, play->rules, action, &ear);
    if (!lm_ok(status)) return refuse_action(play, &step, status);
    if (step.overheard) return play_refuse(play, 500, NULL, "too many things happened at once");
    return after_action(play, &step);
}

/* Whoever bets for the dealer is named: nobody sits there. */
static json_t *act_of(const house_play *play, const lm_action *action)
{
    json_t *act = lm_words_of_action(play->rules, action);
    bool for_dealer = action->verb == LM_BET && action->bettor == LM_TIP;
    int rack = for_dealer ? rack_at(&play->state, action->box, LM_TIP) : -1;
    if (rack >= 0) json_object_set_new(act, "player", json_string(play->state.rack[rack].player));
    return act;
}

bool play_action(house_play *play, lm_action action)
{
    if (!play_implied(play, action)) return false;
    json_array_append_new(play->acts, act_of(play, &action));
    return true;
}

/* --- acts ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    house_act *act;
} house_acts[] = {
    { "open-table", act_open_table },
    { "close-table", act_close_table },
    { "terms", act_terms },
    { "tray-open", act_tray_open },
    { "tray-close", act_tray_close },
    { "fill", act_fill },
    { "credit", act_credit },
    { "drop-count", act_drop_count },
    { "tokes-out", act_tokes_out },
    { "dealer", act_dealer },
    { "sit", act_sit },
    { "buy", act_buy },
    { "cash", act_cash },
    { "toke", act_toke },
    { "correct", act_correct },
    { "recount", act_recount },
    { "freeze", act_freeze },
    { "thaw", act_thaw },
    { "drain", act_drain },
    { "summon", act_summon },
    { "attend", act_attend },
    { "share", act_share },
    { "ask", act_ask },
    { "give-back", act_give_back },
    { "time-ran-out", act_time_ran_out },
};

/* Two words mean something else to the engine; a seat tells them apart. */
static house_act *find_act(const char *word, const json_t *act)
{
    if (strcmp(word, "leave") == 0) return json_object_get(act, "player") ? act_leave : NULL;
    for (size_t i = 0; i < sizeof house_acts / sizeof *house_acts; i++) {
        if (strcmp(house_acts[i].word, word) == 0) return house_acts[i].act;
    }
    return NULL;
}

static bool is_verb(const char *word, const json_t *act)
{
    bool must_hit = strcmp(word, "hit") == 0 && !json_object_get(act, "seat");
    return lm_words_row_of(word) && !must_hit;
}

/* A bet for the dealer is paid by whoever made it. */
static bool name_tipper(house_play *play, const lm_action *action, const char *player)
{
    if (action->verb != LM_BET || action->bettor != LM_TIP || action->box < 1 || action->box > LM_BOXES)
        return true;
    uint8_t *holder = &play->state.holder[action->box - 1][LM_TIP];
    int rack = *player ? rack_of(&play->state, player) : rack_at(&play->state, action->box, LM_DECIDER);
    if (rack < 0) return play_refuse(play, 409, NULL, "No player of that name has chips at this table.");
    if (*holder && *holder != rack + 1)
        return play_refuse(play, 409, NULL, "somebody else has made the bet for the dealer there");
    *holder = (uint8_t)(rack + 1);
    return true;
}

static bool verb_act(house_play *play, const json_t *act)
{
    static const char *const also[] = { "player", "coupon", "owner", NULL };
    char why[LM_WORDS_WHY];
    lm_action action;
    if (!play->rules) return play_refuse(play, 500, NULL, "the table has no rules");
    lm_words_reader reader = { play->rules, &play->state.table, lm_wagers, also };
    if (!lm_words_action(&reader, act, &action, why, sizeof why))
        return play_refuse(play, 400, NULL, "%s", why);
    if (!name_tipper(play, &action, act_text(act, "player")) || !coupons_lay(play, &action, act) ||
        !play_implied(play, action))
        return false;
    json_t *done = act_of(play, &action);
    const json_t *coupon = json_object_get(act, "coupon"), *owner = json_object_get(act, "owner");
    if (coupon) json_object_set_new(done, "coupon", json_deep_copy(coupon));
    if (owner) json_object_set_new(done, "owner", json_deep_copy(owner));
    json_array_append_new(play->acts, done);
    return true;
}

static bool others_act(house_play *play, const char *word, json_t *act)
{
    bool mine = false;
    bool done = shoe_act(play, word, act, &mine);
    if (!mine) done = award_act(play, word, act, &mine);
    return mine ? done : play_refuse(play, 400, NULL, "there is no act called \"%.60s\"", word);
}

bool play_act(house_play *play, const json_t *act)
{
    const char *word = json_string_value(json_object_get(act, "do"));
    if (!word) return play_refuse(play, 400, NULL, "an act says what to \"do\"");
    house_act *own = find_act(word, act);
    if (!own && is_verb(word, act)) return verb_act(play, act);
    json_t *copy = json_deep_copy(act), *recorded = play->acts;
    play->acts = json_array(); /* what it implies is not recorded */
    bool done = own ? own(play, copy) : others_act(play, word, copy);
    json_decref(play->acts);
    play->acts = recorded;
    if (done && !meters_agree(&play->state))
        done = play_refuse(play, 500, NULL, "the ledger and the meters disagree after \"%s\"", word);
    if (done) json_array_append(play->acts, copy);
    json_decref(copy);
    return done;
}
