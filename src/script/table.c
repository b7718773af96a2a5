/* table.c - the driver: deals from the stacked shoe until a player or the script's staff must act. */
#include "table.h"

#include <string.h>

/* A round has a few hundred actions at most; more would mean an endless loop. */
enum { DRIVER_STEPS = 4096 };

void table_refuse(script_table *t, const char *text, const char *clause)
{
    snprintf(t->refusal.text, sizeof t->refusal.text, "%s", text);
    snprintf(t->refusal.clauses, sizeof t->refusal.clauses, "%s", clause ? clause : "");
}

/* Books the chips of an event, to be compared with those of the round. */
static void book(script_state *now, const lm_event *e)
{
    switch ((lm_event_kind)e->kind) {
    case LM_EV_INSURE:
    case LM_EV_DOUBLE:
    case LM_EV_SPLIT: now->laid += e->amount_cents; break;
    case LM_EV_TAKE:
        now->left += e->amount_cents;
        now->tray += e->amount_cents;
        break;
    case LM_EV_GIVE_BACK: now->left += e->amount_cents; break;
    case LM_EV_PAY: now->tray -= e->amount_cents; break;
    default: break;
    }
}

static void hear_script_event(void *self, const lm_event *e)
{
    script_table *t = self;
    t->event = lm_room(t->event, t->now.heard, &t->room, sizeof *t->event);
    t->reckoned = lm_room(t->reckoned, t->now.heard, &t->reckoned_room, sizeof *t->reckoned);
    lm_reckoning *reckoned = &t->reckoned[t->now.heard];
    t->event[t->now.heard++] = *e;
    book(&t->now, e);
    if (!lm_reckon(&t->now.dealer.table.round, &t->profile.rules, e, reckoned)) reckoned->terms = 0;
    t->now.explained[e->box % (LM_BOXES + 1)][e->bettor % LM_BETTORS] += lm_reckoned_cents(reckoned);
}

static lm_cents players_net(const lm_round *round)
{
    lm_cents sum = 0;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
            sum += lm_round_net(round, (lm_spot){ box, bettor, LM_ALL_WAGERS, LM_ALL_SPOTS });
        }
    }
    return sum + round->dealer_cents;
}

/* Whether the terms of all events add up to what each bettor has won or lost, and to what the dealer was given. */
static bool is_explained(const script_state *now)
{
    const lm_round *r = &now->dealer.table.round;
    bool all = now->explained[0][LM_DECIDER] == r->dealer_cents;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++)
            all &=
                now->explained[box][bettor] == lm_round_net(r, (lm_spot){ box, bettor, LM_ALL_WAGERS, LM_ALL_SPOTS });
    }
    return all;
}

/* The sum of wagers that wait for the next round. */
static lm_cents carried(const lm_round *r)
{
    lm_cents sum = 0;
    for (int i = 0; i < r->sides; i++)
        sum += r->side[i].state == LM_BET_WAITS ? r->side[i].stake : 0;
    return sum;
}

/* Checks that the sum of chips of felt, tray and players is constant, and that the events agree with the round. */
static script_result conserved(script_table *t, const script_command *c)
{
    const lm_round *r = &t->now.dealer.table.round;
    bool several =
        lm_rules_dealer_hands(&t->profile.rules) > 1; /* with multiple action, one event covers several spots */
    const struct {
        bool holds;
        const char *what;
    } laws[] = {
        { r->felt_cents >= 0, "the chips on the felt are negative" },
        { r->tray_cents + players_net(r) == 0, "the house's win is not the players' loss" },
        { several || r->felt_cents == t->now.laid - t->now.left, "the events do not explain the chips on the felt" },
        { r->tray_cents == t->now.tray, "the events do not explain the chips in the tray" },
        { !lm_round_over(r) || r->felt_cents == carried(r), "the round is over and chips lie on the felt" },
        { !lm_round_over(r) || is_explained(&t->now), "the terms of the explanation are not what was won and lost" },
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        if (laws[i].holds) continue;
        return script_is_bad(t, c, "internal error: %s (felt %s, tray %s)", laws[i].what,
                             lm_dollars(r->felt_cents).text, lm_dollars(r->tray_cents).text);
    }
    return SCRIPT_DONE;
}

/* Prefers the reason of the finished round, which is more precise than the table's. */
static lm_status why_refused(const script_table *t, lm_action action, lm_status status)
{
    lm_round copy = t->now.dealer.table.round;
    if (action.verb >= LM_VERB_COUNT || !lm_round_over(&copy)) return status;
    lm_status better = lm_round_apply(&copy, &t->profile.rules, action);
    return lm_ok(better) ? status : better;
}

script_result table_step(script_table *t, const script_command *c, lm_action action)
{
    lm_dealer before = t->now.dealer;
    lm_dealer_ear ear = { hear_script_event, meters_hear, t };
    int heard = t->now.heard;
    lm_status status = lm_dealer_do(&t->now.dealer, &t->profile.rules, action, &ear);
    if (!lm_ok(status)) {
        status = why_refused(t, action, status);
        table_refuse(t, lm_why_text(status.why), status.clause);
        if (heard == t->now.heard && memcmp(&before, &t->now.dealer, sizeof before) == 0) return SCRIPT_REFUSED;
        return script_is_bad(t, c, "internal error: a refused action changed the round");
    }
    if (action.verb == LM_BET || action.verb == LM_WITHDRAW || action.verb == LM_OPEN)
        t->now.laid = t->now.dealer.table.round.felt_cents;
    return conserved(t, c);
}

static script_result draw(script_table *t, const script_command *c, lm_turn turn, lm_card *card)
{
    const script *s = t->script;
    int i = t->now.next_card;
    if (i < s->cards && s->card[i].table == t->table) {
        *card = s->card[i].card;
        t->now.next_card++;
        return SCRIPT_DONE;
    }
    int first = i;
    while (first > 0 && s->card[first - 1].table == t->table)
        first--;
    char whom[16];
    lm_words_of_seat(turn.box, 0, turn.hand, whom);
    script_complain(s, c, /* say:shoe-ran-out */
                    "the shoe ran out: %d cards are needed up to here (the last one for %s%s), and it holds %d",
                    i - first + 1, turn.box ? "hand " : "the ", whom, i - first);
    return SCRIPT_BAD;
}

int table_hand_cards(const script_table *t, uint8_t box, uint8_t hand, lm_card cards[LM_HAND_CARDS])
{
    const lm_dealer *d = &t->now.dealer;
    return lm_downs_hand(&d->downs, NULL, &d->table.round, box, hand, cards);
}

/* Whether a later command of the round answers the offer of a card to the box; if not, it is declined. */
static bool offer_is_spoken_of(const script_table *t, uint8_t box)
{
    const script *s = t->script;
    for (int i = t->position + 1; i < s->commands; i++) {
        const script_command *c = &s->command[i];
        if (ends_round(c)) return false;
        bool speaks = c->verb->verb == LM_HIT || c->verb->verb == LM_STAND || c->actions;
        if (speaks && c->action.box == box) return true;
    }
    return false;
}

/* Automatic choices of a player: stand on 21, and decline a card that the script does not mention. */
static bool goes_by_itself(const script_table *t, lm_turn turn)
{
    const lm_round *r = &t->now.dealer.table.round;
    lm_card cards[LM_HAND_CARDS];
    if (r->phase == LM_OFFERING && !r->due) return !offer_is_spoken_of(t, r->at_box);
    if (turn.who != LM_BY_PLAYER || !r->box[turn.box - 1].hand[turn.hand - 1].hidden) return false;
    return lm_cards_score(cards, table_hand_cards(t, turn.box, turn.hand, cards)).total >= 21;
}

/* Whether as many cards were dealt as the script's `pause` allows. */
static bool stops_here(script_table *t)
{
    if (t->now.pause != 1) return false;
    t->now.pause = 0;
    return true;
}

/* The next step that no player decides; its cards come from the script. */
static bool owed(const script_table *t, lm_turn turn, lm_action *action)
{
    if (lm_dealer_owes(&t->now.dealer, &t->profile.rules, action)) return true;
    *action = (lm_action){ .verb = LM_STAND, .box = turn.box };
    return goes_by_itself(t, turn);
}

static script_result draw_owed(script_table *t, const script_command *c, lm_turn turn, lm_action *action)
{
    bool card = action->verb == LM_CARD || action->verb == LM_DOWN || action->verb == LM_DETERMINE;
    if (!card || action->card != LM_CARD_DOWN) return SCRIPT_DONE;
    action->yes = action->verb == LM_DETERMINE && t->now.side_b;
    return draw(t, c, turn, &action->card);
}

/* Does all steps until a player must act. Opens a new round only if `may_open`. */
static script_result drive(script_table *t, const script_command *c, bool may_open)
{
    for (int i = 0; i < DRIVER_STEPS; i++) {
        if (t->by_script && t->now.dealer.table.stage != LM_IN_ROUND) return SCRIPT_DONE;
        lm_turn turn = lm_table_turn(&t->now.dealer.table, &t->profile.rules);
        lm_action action;
        if (!owed(t, turn, &action) || (!may_open && stops_here(t))) return SCRIPT_DONE;
        if (action.verb == LM_OPEN && !may_open) return SCRIPT_DONE;
        if (action.verb == LM_OPEN) may_open = false;
        script_result result = draw_owed(t, c, turn, &action);
        if (result == SCRIPT_DONE) result = table_step(t, c, action);
        if (result == SCRIPT_REFUSED)
            return script_is_bad(t, c, "internal error: the table owes \"%s\" and refuses it: %s",
                                 lm_action_word(action.verb), t->refusal.text);
        if (result != SCRIPT_DONE) return result;
        if (turn.who == LM_BY_SHOE && t->now.pause > 1) t->now.pause--;
    }
    return script_is_bad(t, c, "internal error: the round does not end");
}

script_result run_go(script_table *t, const script_command *c)
{
    return drive(t, c, false);
}

script_result table_draw(script_table *t, const script_command *c, lm_card *card)
{
    return draw(t, c, lm_table_turn(&t->now.dealer.table, &t->profile.rules), card);
}

script_result script_do(script_table *t, const script_command *c, lm_action action)
{
    script_result result = table_step(t, c, action);
    return result == SCRIPT_DONE ? drive(t, c, false) : result;
}

script_result table_expose(script_table *t, const script_command *c, uint8_t box)
{
    const lm_round *r = &t->now.dealer.table.round;
    while (lm_round_shows_for_split(r, box)) {
        const lm_downs *downs = &t->now.dealer.downs;
        int at = lm_downs_find(downs, box, (uint8_t)(r->at_hand + 1));
        if (at < 0) return script_is_bad(t, c, "internal error: no card lies face down where one is to be turned");
        lm_action turn = { .verb = LM_TURN, .box = box, .card = lm_down_card(&downs->down[at], NULL) };
        script_result result = table_step(t, c, turn);
        if (result != SCRIPT_DONE) return result;
    }
    return SCRIPT_DONE;
}

bool table_window_open(const script_table *t)
{
    if (!t->is_open || t->now.dealer.table.round.phase == LM_BETTING) return false;
    return lm_round_turn(&t->now.dealer.table.round, &t->profile.rules).who == LM_BY_PLAYERS;
}

script_result table_close_window(script_table *t, const script_command *c)
{
    script_result result = SCRIPT_DONE;
    for (int i = 0; i < DRIVER_STEPS && result == SCRIPT_DONE && table_window_open(t); i++) {
        result = script_do(t, c, (lm_action){ .verb = LM_CLOSE });
    }
    return result;
}

/* Resets what a script expects of a round; table and shoe stay as they are. */
static void start_anew(script_state *now)
{
    now->heard = now->saw = now->since = now->told = now->news = now->news_told = 0;
    now->laid = now->left = now->tray = 0;
    memset(now->explained, 0, sizeof now->explained);
}

script_result table_start(script_table *t, const script_command *c)
{
    lm_status status = lm_dealer_open(&t->now.dealer, &t->profile.rules, NULL);
    t->is_open = lm_ok(status);
    t->by_script = opens_by_script(t);
    t->now.dealer.alone = false; /* the script's lines act for the staff */
    if (t->is_open) {
        start_anew(&t->now);
        return t->by_script ? SCRIPT_DONE : drive(t, c, true);
    }
    return script_is_bad(t, c, "internal error: no table can be opened: %s", lm_why_text(status.why));
}

script_result table_open(script_table *t, const script_command *c)
{
    start_anew(&t->now);
    return t->by_script ? table_step(t, c, (lm_action){ .verb = LM_OPEN }) : drive(t, c, true);
}
