/* floor_staff.h - supervisors, executives and cashiers: their necessary acts at a table, and occasional ones. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_STAFF_H
#define LAMMER_TESTS_HOUSE_FLOOR_STAFF_H

#include "floor_dealers.h"

static bool confirm_award(person *p, const house_table *t)
{
    const house_state *s = &t->state;
    for (int i = 0; i < s->awards; i++) {
        const house_award *award = &s->award[i];
        const char *word = award->stage == LM_AWARD_CALLED ? "verify-award" : "pay-award";
        bool mine = award->stage == LM_AWARD_CALLED ? p->calling == IS_SUPERVISOR : p->calling == IS_EXECUTIVE;
        if (!mine) continue;
        ask_at(p, word,
               award_body(t, award->place / LM_BETTORS, award->place % LM_BETTORS, s->meters.game[award->game].slot));
        return true;
    }
    return false;
}

/* Acts without which the table cannot continue. */
static bool do_duty(person *p, const house_table *t)
{
    const house_state *s = &t->state;
    lm_turn turn = lm_table_turn(&s->table, t->rules);
    bool live = s->terms.dealing == DEALT_LIVE;
    if (!s->is_open) {
        ask_at(p, "tray-open", json_pack("{s:i}", "cents", 2000000));
    } else if (s->frozen && (w.calm || once_in(4))) {
        ask_at(p, "thaw", NULL);
    } else if (s->frozen) {
        return false;
    } else if (turn.who == LM_BY_STAFF && turn.verb == LM_CONFIRM) {
        ask_at(p, "confirm", NULL);
    } else if (live && turn.verb == LM_VERIFY) {
        ask_at(p, "verify", NULL);
    } else {
        return confirm_award(p, t);
    }
    return true;
}

/* Things that are done now and then. */
static void do_something(person *p, const house_table *t)
{
    char card[3];
    bool live = t->state.terms.dealing == DEALT_LIVE;
    lm_card_write((lm_card)drawn(LM_CARDS), card);
    if (live && t->state.table.stage == LM_IN_ROUND && once_in(2)) {
        ask_at(p, "correct", json_pack("{s:i, s:s, s:s}", "number", 1 + drawn(4), "card", card, "reason", "misread"));
        return;
    }
    if (live && once_in(4)) { /* a supervisor looks through the discards */
        char was[3];
        lm_card_write((lm_card)drawn(LM_CARDS), was);
        ask_at(p, "recount", json_pack("{s:s, s:s, s:s}", "was", was, "card", card, "reason", "misread"));
        return;
    }
    switch (drawn(9)) {
    case 0: ask_at(p, "fill", json_pack("{s:i}", "cents", 10000 * (1 + drawn(20)))); break;
    case 1: ask_at(p, "credit", json_pack("{s:i}", "cents", 10000 * (1 + drawn(5)))); break;
    case 2: ask_at(p, "freeze", json_pack("{s:s}", "reason", "a look at the cards")); break;
    case 3: ask_at(p, "drop-count", json_pack("{s:I}", "cents", (json_int_t)t->state.cents[ACCOUNT_DROP])); break;
    case 4: ask_at(p, "tokes-out", json_pack("{s:I}", "cents", (json_int_t)t->state.cents[ACCOUNT_TOKES])); break;
    case 5: ask_at(p, "terms", json_pack("{s:i}", "decision_ms", 1000 + 500 * drawn(6))); break;
    case 6: ask_at(p, "attend", NULL); break;
    case 8: ask_at(p, "tray-close", json_pack("{s:I}", "cents", (json_int_t)t->state.cents[ACCOUNT_TRAY])); break;
    case 7:
        if (t->state.meters.meters)
            ask_at(p, "adjust",
                   json_pack("{s:s, s:i, s:s}", "meter", lm_meter_name((lm_meter_kind)t->state.meters.meter[0].kind),
                             "cents", 1 + drawn(1000), "reason", "audit"));
        break;
    default: break;
    }
}

/* Another person's request waits for approval. */
static bool approve(person *p)
{
    for (int i = 0; i < PEOPLE; i++) {
        person *asker = &w.person[i];
        if (asker == p || !asker->approval[0] || !once_in(3)) continue;
        json_t *body = json_pack("{s:s, s:s}", "do", once_in(6) ? "decline" : "approve", "approval", asker->approval);
        asker->approval[0] = '\0';
        ask(p, body);
        return true;
    }
    return false;
}

static void floor_acts(person *p)
{
    p->next_ms = w.now_ms + 200 + drawn(w.calm ? 400 : 2000);
    if (!p->session[0]) {
        sign_in(p);
        return;
    }
    if (approve(p)) return;
    for (int i = 0; i < TABLES; i++) {
        p->table = (i + (int)(w.steps % TABLES)) % TABLES;
        const house_table *t = held(p->table);
        if (t && !t->busy && !t->first && do_duty(p, t)) return;
    }
    p->table = drawn(TABLES);
    const house_table *t = held(p->table);
    if (t && !w.calm && once_in(10)) do_something(p, t);
}

/* A match-play coupon for the blackjack wager, or one that is the stake of a progressive. */
static void issue_coupon(person *p, const person *player)
{
    static const struct {
        const char *wager;
        int cents;
    } progressives[] = { { "blazing7", 500 }, { "aces", 100 }, { "super4", 100 } };
    int which = drawn(6);
    bool progressive = which < (int)(sizeof progressives / sizeof *progressives);
    if (player->calling != IS_PLAYER) return;
    ask(p, json_pack("{s:s, s:s, s:s, s:s, s:i, s:s}", "do", "issue-coupon", "person", player->id, "kind",
                     progressive ? "progressive" : "match-play", "wager", progressive ? progressives[which].wager : "",
                     "cents", progressive ? progressives[which].cents : 500, "money", once_in(2) ? "real" : "play"));
}

static void cashier_acts(person *p)
{
    p->next_ms = w.now_ms + 300 + drawn(1000);
    if (!p->session[0]) {
        sign_in(p);
        return;
    }
    if (approve(p)) return;
    for (int i = 0; i < PEOPLE; i++) {
        person *player = &w.person[i];
        if (player->calling != IS_PLAYER || !player->lacks_cents) continue;
        ask(p, json_pack("{s:s, s:s, s:I}", "do", "deposit", "person", player->id, "cents",
                         (json_int_t)player->lacks_cents));
        player->lacks_cents = 0;
        return;
    }
    if (once_in(3)) issue_coupon(p, &w.person[drawn(PEOPLE)]);
}

static void (*const acts_of[])(person *) = {
    [IS_PLAYER] = player_acts,   [IS_GUEST] = player_acts,    [IS_DEALER] = dealer_acts, [IS_SUPERVISOR] = floor_acts,
    [IS_EXECUTIVE] = floor_acts, [IS_CASHIER] = cashier_acts, [IS_ADMINISTRATOR] = NULL,
};

#endif
