/* step.c - does a verb of the engine with its money, meters, coupons and events. */
#include <assert.h>
#include <string.h>

#include "play.h"

static void hear(void *self, const lm_event *event)
{
    play_step *step = self;
    if (step->heard == PLAY_HEARD) {
        step->overheard = true;
        return;
    }
    step->event[step->heard] = *event;
    step_explain(step, event);
    step->why_at[step->heard++] = (uint32_t)step->whys.size;
}

/* Prefers the reason of the finished round, which is more precise than the table's. */
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
    if (!s->is_open)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(TABLE_CLOSED, "", "the table is closed: its tray has no chips"));
    if (s->drained)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(NO_NEW_ROUNDS, "", "this table starts no new rounds"));
    if (s->started && lm_table_phase_of(&s->table) != LM_TABLE_ROUND)
        return play_refuse(play, LM_REFUSED_NOW,
                           lm_meters_why_clause(&s->meters, __builtin_ctz(s->started), LM_METER_WHY_STARTED),
                           LM_SAYS(END_GAME_FIRST, "", "END GAME comes before the next round"));
    return true;
}

/* Keeps the state at the start of the round, where a correction begins. */
static void keep_beginning(house_state *s)
{
    s->round++;
    s->round_seq = s->seq + 1;
    s->before = s->table;
    s->meters_before = s->meters;
}

/* The sentences about one event, which follow its fields. */
typedef struct {
    lm_out *out;
    int n;
} telling;

static void hear_sentence(void *self, const lm_sentence *sentence)
{
    telling *t = self;
    if (!t->n++) {
        lm_out_key(t->out, "say");
        lm_out_begin(t->out, '[');
    }
    lm_out_begin(t->out, '{');
    lm_out_sentence(t->out, sentence);
    lm_out_end(t->out, '}');
}

/* The hands of the deal are told later, when a player is asked. */
static void tell_sentences(house_play *play, const lm_event *event, bool is_last, lm_out *out)
{
    lm_story *story = &play->state.story;
    telling t = { .out = out };
    story->rules = play->rules;
    story->ear = (lm_story_ear){ hear_sentence, &t };
    lm_story_event(story, event);
    if (is_last && lm_table_turn(&play->state.table, play->rules).who == LM_BY_PLAYER) lm_story_pause(story);
    if (t.n) lm_out_end(out, ']');
    story->rules = NULL;
    story->ear = (lm_story_ear){ 0 };
}

/* Marks a stake that is made by coupon, as its act does (MBJ-3(k)): none of the player's chips lie there. */
static void tell_events(house_play *play, const play_step *step)
{
    bool coupon = step->action.verb == LM_BET && step->action.instrument == LM_COUPON;
    uint32_t from = 0;
    for (int i = 0; i < step->heard; i++) {
        lm_out *out = list_begin(&play->events);
        lm_out_event(out, play->rules, &step->event[i]);
        if (coupon && step->event[i].kind == LM_EV_BET) lm_out_pack(out, "in:s", "coupon");
        tell_sentences(play, &step->event[i], i == step->heard - 1, out);
        if (step->why_at[i] > from) {
            lm_out_key(out, "why");
            lm_out_value(out, step->whys.at + from, step->why_at[i] - from);
        }
        from = step->why_at[i];
        list_end(&play->events);
    }
}

/* A player who changes a bet is no longer ready. */
static void ready_follows(house_state *s, const lm_action *action)
{
    bool bets = action->verb == LM_BET || action->verb == LM_WITHDRAW;
    int rack = bets ? rack_at(s, action->box, action->bettor) : -1;
    if (action->verb == LM_DEAL) s->ready = 0;
    if (rack >= 0) s->ready &= ~(1u << rack);
}

static bool after_action(house_play *play, const play_step *step)
{
    house_state *s = &play->state;
    cards_follow(play, step);
    if (!meters_follow(play, step, true) || !books_move(play, step) || !meters_follow(play, step, false)) return false;
    if (!meters_agree(s)) return play_refuse(play, LM_REFUSED_FAULT, NULL, "the ledger and the meters disagree");
    tell_events(play, step);
    coupons_follow(play, step);
    lapses_follow(play, &step->action);
    if (step->action.verb == LM_OPEN) keep_beginning(s);
    ready_follows(s, &step->action);
    over_follow(play, step);
    seats_after(play);
    return true;
}

bool play_implied(house_play *play, lm_action action)
{
    house_state *s = &play->state;
    if (!play->rules || s->table.rules_hash != play->rules->hash)
        return play_refuse(play, LM_REFUSED_FAULT, NULL, "the table was opened under other rules");
    if (action.verb >= LM_VERB_COUNT && action.verb != LM_ARRIVE && action.verb != LM_LEAVE && !seats_sync(play))
        return false;
    if (!house_allows(play, &action)) return false;
    play_step step;
    step.play = play;
    step.whys = (lm_out){ 0 };
    step.action = action;
    step.turn = lm_table_turn(&s->table, play->rules);
    step.before = s->table;
    step.heard = 0;
    step.overheard = false;
    lm_listener ear = { hear, &step };
    lm_status status = lm_table_apply_heard(&s->table, play->rules, action, &ear);
    bool done = false;
    if (!lm_ok(status))
        refuse_action(play, &step, status);
    else if (step.overheard || step.whys.failed)
        play_refuse(play, LM_REFUSED_FAULT, NULL, "one action had too many events");
    else
        done = after_action(play, &step);
    lm_out_free(&step.whys);
    return done;
}

/* The player who bets for the dealer is named, because that place has no holder of its own. */
void play_note(house_play *play, const lm_action *action, const verb_extras *more)
{
    lm_act act;
    bool for_dealer = action->verb == LM_BET && action->bettor == LM_TIP;
    int rack = for_dealer ? rack_at(&play->state, action->box, LM_TIP) : -1;
    lm_act_of_action(play->rules, action, &act);
    if (rack >= 0) lm_act_set_text(&act, LM_FIELD_PLAYER, play->state.rack[rack].player);
    if (more && more->coupon) lm_act_set_text(&act, LM_FIELD_COUPON, more->coupon);
    if (more && more->owner) lm_act_set_text(&act, LM_FIELD_OWNER, more->owner);
    play_done(play, &act);
}

bool play_action(house_play *play, lm_action action)
{
    lm_cents money = money_of(play);
    if (!play_implied(play, action)) return false;
    assert(money_of(play) == money);
    (void)money;
    play_note(play, &action, NULL);
    return true;
}
