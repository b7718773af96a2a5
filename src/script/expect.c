/* expect.c - what a script may expect: money, totals, lammers, legal actions, events. */
#include <string.h>

#include "table.h"

static script_result failed(const script_table *t, const script_command *c, const char *expected, const char *got)
{
    return script_fails(t, c, /* say:expected-got */ "expected %s, got %s", expected, got);
}

static bool box_exists(const script_table *t, const script_command *c)
{
    if (c->action.box >= 1 && c->action.box <= t->profile.rules.boxes) return true;
    return script_complain(t->script, c, /* say:script-no-seat */ "this table has no box %d; its boxes are 1 to %d",
                           c->action.box, (int)t->profile.rules.boxes);
}

/* Whether a later command of the round answers what the players are being asked now. */
static bool answer_follows(const script_table *t)
{
    const script *s = t->script;
    bool insuring = t->now.dealer.table.round.phase == LM_INSURING;
    for (int i = t->position + 1; i < s->commands; i++) {
        const script_verb *verb = s->command[i].verb;
        bool refused = i + 1 < s->commands && s->command[i + 1].verb->kind == KIND_REFUSE;
        if (ends_round(&s->command[i])) return false;
        if (!refused && (insuring ? verb->kind == KIND_ANSWER : verb->verb == LM_HIT)) return true;
    }
    return false;
}

/* Before a result is checked, declines what the script does not answer later. */
static script_result hear_silence(script_table *t, const script_command *c)
{
    return table_window_open(t) && !answer_follows(t) ? table_close_window(t, c) : SCRIPT_DONE;
}

script_result expect_net(script_table *t, const script_command *c)
{
    if (!box_exists(t, c)) return SCRIPT_BAD;
    script_result result = hear_silence(t, c);
    if (result != SCRIPT_DONE) return result;
    lm_spot spot = { c->action.box, c->action.bettor, LM_ALL_WAGERS, LM_ALL_SPOTS };
    if (c->wager) lm_words_wager(&t->profile.rules, c->wager, &spot.wager, &spot.n);
    lm_cents net = lm_round_net(&t->now.dealer.table.round, spot);
    if (net == c->action.amount_cents) return SCRIPT_DONE;
    return failed(t, c, lm_dollars(c->action.amount_cents).text, lm_dollars(net).text);
}

static void write_total(int total, char text[24])
{
    if (total == TOTAL_BLACKJACK) {
        strcpy(text, "blackjack");
    } else {
        snprintf(text, 24, "%d", total);
    }
}

static script_result compare_total(const script_table *t, const script_command *c, int total, bool blackjack)
{
    if (c->number == TOTAL_BLACKJACK ? blackjack : c->number == total) return SCRIPT_DONE;
    char expected[24], got[24];
    write_total(c->number, expected);
    write_total(blackjack ? TOTAL_BLACKJACK : total, got);
    return failed(t, c, expected, got);
}

script_result expect_dealer(script_table *t, const script_command *c)
{
    script_result result = hear_silence(t, c);
    if (result != SCRIPT_DONE) return result;
    const lm_round *r = &t->now.dealer.table.round;
    if (lm_rules_dealer_hands(&t->profile.rules) == 1) {
        if (c->dealer_hand) return failed(t, c, "several dealer hands", "a table with one");
        return compare_total(t, c, lm_dealer_score(r).total, lm_dealer_blackjack(r));
    }
    uint8_t total = r->totals[c->dealer_hand];
    if (!total) return failed(t, c, "a finished dealer hand", "one that was not played");
    bool blackjack = total == LM_TOTAL_BLACKJACK;
    return compare_total(t, c, blackjack ? 21 : total, blackjack);
}

script_result expect_hand(script_table *t, const script_command *c)
{
    if (!box_exists(t, c)) return SCRIPT_BAD;
    const lm_box *box = &t->now.dealer.table.round.box[c->action.box - 1];
    char got[40];
    snprintf(got, sizeof got, "a box with %d", box->hands);
    if (c->hand > box->hands) return failed(t, c, "that many hands", got);
    const lm_hand *hand = &box->hand[c->hand - 1];
    lm_card cards[LM_HAND_CARDS];
    int n = table_hand_cards(t, c->action.box, c->hand, cards);
    bool whole = !(hand->marks & LM_FROM_SPLIT) || t->profile.rules.split_blackjack == LM_ON;
    return compare_total(t, c, lm_cards_score(cards, n).total, whole && lm_cards_blackjack(cards, n));
}

script_result expect_lammers(script_table *t, const script_command *c)
{
    if (!box_exists(t, c)) return SCRIPT_BAD;
    int lammers = t->now.dealer.table.round.box[c->action.box - 1].lammers;
    char expected[24], got[24];
    if (lammers == c->number) return SCRIPT_DONE;
    write_total(c->number, expected);
    write_total(lammers, got);
    return failed(t, c, expected, got);
}

static uint16_t legal_set(const script_table *t, const lm_action *of)
{
    lm_action list[512];
    int n = lm_round_legal(&t->now.dealer.table.round, &t->profile.rules, list, 512);
    uint16_t set = 0;
    for (int i = 0; i < n && i < 512; i++) {
        if (list[i].box != of->box || list[i].bettor != of->bettor) continue;
        bool is_free = (list[i].verb == LM_DOUBLE || list[i].verb == LM_SPLIT) && list[i].most_cents == 0;
        for (int k = 0; k < SCRIPT_ACTIONS; k++) {
            bool same = script_actions[k].verb == list[i].verb && script_actions[k].is_free == is_free;
            if (same) set |= (uint16_t)(1u << k);
        }
    }
    return set;
}

static void write_set(uint16_t set, char *text, size_t size)
{
    snprintf(text, size, "%s", set ? "" : "nothing");
    for (int k = 0; k < SCRIPT_ACTIONS; k++) {
        char name[SCRIPT_ACTION_TEXT];
        script_action_write(k, name);
        if (set >> k & 1) lm_words_add(text, size, "%s%s", *text ? " " : "", name);
    }
}

script_result expect_legal(script_table *t, const script_command *c)
{
    if (!box_exists(t, c)) return SCRIPT_BAD;
    script_state before =
        t->now; /* shows the player's hidden cards, by which they decide, and restores the state afterwards */
    script_result result = table_expose(t, c, c->action.box);
    uint16_t set = legal_set(t, &c->action);
    t->now = before;
    if (result != SCRIPT_DONE) return result;
    if (set == c->actions) return SCRIPT_DONE;
    char expected[128], got[128];
    write_set(c->actions, expected, sizeof expected);
    write_set(set, got, sizeof got);
    return failed(t, c, expected, got);
}

/* The events from `first` on, in the notation of `saw`. */
static void write_events(const script_table *t, int first, char *text, size_t size)
{
    enum { SHOWN = 16 };
    size_t used = 0;
    snprintf(text, size, "no further event");
    for (int i = first; i < t->now.heard && i < first + SHOWN; i++) {
        char event[96];
        script_event_write(&t->profile.rules, &t->event[i], event, sizeof event);
        int n = snprintf(text + used, size - used, "%s%s", used ? " " : "", event);
        if (n < 0 || (size_t)n >= size - used) return;
        used += (size_t)n;
    }
    if (first + SHOWN < t->now.heard) snprintf(text + used, size - used, " ...");
}

script_result expect_saw(script_table *t, const script_command *c)
{
    for (int i = 0; i < c->words; i++) {
        int at = t->now.saw;
        while (at < t->now.heard && !script_event_matches(&t->profile.rules, &t->event[at], c->word[i]))
            at++;
        if (at == t->now.heard) {
            char got[1200];
            write_events(t, t->now.saw, got, sizeof got);
            return failed(t, c, c->word[i], got);
        }
        t->now.saw = at + 1;
    }
    return SCRIPT_DONE;
}

script_result expect_unseen(script_table *t, const script_command *c)
{
    for (int at = t->now.since; at < t->now.heard; at++) {
        for (int i = 0; i < c->words; i++) {
            if (!script_event_matches(&t->profile.rules, &t->event[at], c->word[i])) continue;
            char expected[128], got[96];
            snprintf(expected, sizeof expected, "no %.90s", c->word[i]);
            script_event_write(&t->profile.rules, &t->event[at], got, sizeof got);
            return failed(t, c, expected, got);
        }
    }
    return SCRIPT_DONE;
}
