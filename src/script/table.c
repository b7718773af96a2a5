/* table.c - the driver: deals from the stacked shoe and does whatever needs no player. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* A round has a few hundred actions at most; more means that the engine asks for ever. */
enum { DRIVER_STEPS = 4096 };

void table_refuse(script_table *t, const char *text, const char *clause)
{
    snprintf(t->refusal.text, sizeof t->refusal.text, "%s", text);
    snprintf(t->refusal.clauses, sizeof t->refusal.clauses, "%s", clause ? clause : "");
}

/* ---- hearing --------------------------------------------------------------------------------------- */

/* Books an event's chips: what it says must agree with what the round keeps. */
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

static void hear(void *self, const lm_event *e)
{
    script_table *t = self;
    if (t->now.heard == t->room) {
        t->room = t->room ? 2 * t->room : 256;
        t->event = realloc(t->event, (size_t)t->room * sizeof *t->event);
        if (!t->event) script_out_of_memory("the events of a round");
    }
    t->event[t->now.heard++] = *e;
    book(&t->now, e);
}

/* ---- what must hold after every action ------------------------------------------------------------- */

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

/* Wagers that wait for the next round. */
static lm_cents carried(const lm_round *r)
{
    lm_cents sum = 0;
    for (int i = 0; i < r->sides; i++)
        sum += r->side[i].state == LM_BET_WAITS ? r->side[i].stake : 0;
    return sum;
}

/* Chips on felt + tray + players are constant, and the events tell the same story as the round. */
static script_result conserved(script_table *t, const script_command *c)
{
    const lm_round *r = &t->now.table.round;
    bool several =
        t->profile.rules.multiple_action != LM_MULTIPLE_OFF; /* an event speaks for all its spots */
    const struct {
        bool holds;
        const char *what;
    } laws[] = {
        { r->felt_cents >= 0, "fewer than no chips lie on the felt" },
        { r->tray_cents + players_net(r) == 0, "what the house won is not what the players lost" },
        { several || r->felt_cents == t->now.laid - t->now.left,
          "the events do not explain the chips on the felt" },
        { r->tray_cents == t->now.tray, "the events do not explain the chips in the tray" },
        { !lm_round_over(r) || r->felt_cents == carried(r), "the round is over and chips lie on the felt" },
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        if (laws[i].holds) continue;
        char felt[24], tray[24];
        lm_cents_write(r->felt_cents, felt);
        lm_cents_write(r->tray_cents, tray);
        script_complain(t->script, c, "internal error: %s (felt %s, tray %s)", laws[i].what, felt, tray);
        return SCRIPT_BAD;
    }
    return SCRIPT_DONE;
}

/* A wager's own file may refuse without a sentence of its own. */
static const char *sentence(lm_why why)
{
    const char *text = lm_why_text(why);
    return *text ? text : "the wager's own rules do not allow it";
}

/* A finished round knows better than the table why it takes nothing more. */
static lm_status try_action(script_table *t, lm_action action)
{
    lm_listener ear = { hear, t };
    lm_table *table = &t->now.table;
    if (action.verb < LM_VERB_COUNT && lm_round_over(&table->round)) {
        return lm_round_apply_heard(&table->round, &t->profile.rules, action, &ear);
    }
    return lm_table_apply_heard(table, &t->profile.rules, action, &ear);
}

static script_result apply(script_table *t, const script_command *c, lm_action action)
{
    lm_table before = t->now.table;
    int heard = t->now.heard;
    lm_status status = try_action(t, action);
    if (!lm_ok(status)) {
        table_refuse(t, sentence(status.why), status.clause);
        if (heard == t->now.heard && memcmp(&before, &t->now.table, sizeof before) == 0)
            return SCRIPT_REFUSED;
        script_complain(t->script, c, "internal error: a refused action changed the round");
        return SCRIPT_BAD;
    }
    script_result metered = meters_after(t, c, &action, heard);
    if (metered != SCRIPT_DONE) return metered;
    if (action.verb == LM_BET || action.verb == LM_WITHDRAW || action.verb == LM_OPEN)
        t->now.laid = t->now.table.round.felt_cents;
    return conserved(t, c);
}

/* ---- the stacked shoe ------------------------------------------------------------------------------ */

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
    script_complain(
        s, c, /* say:shoe-ran-out */
        "the shoe ran out: %d cards are needed up to here (the last one for %s%s), and it holds %d",
        i - first + 1, turn.box ? "hand " : "the ", whom, i - first);
    return SCRIPT_BAD;
}

/* The card that lies face down at a place, the one dealt first if there are several. */
static script_down *find_down(script_table *t, lm_turn turn)
{
    for (int i = 0; i < t->now.downs; i++) {
        script_down *down = &t->now.down[i];
        if (down->box == turn.box && (turn.box == 0 || down->hand == turn.hand)) return down;
    }
    for (int i = 0; i < t->now.downs; i++) {
        if (t->now.down[i].box == turn.box) return &t->now.down[i];
    }
    return NULL;
}

static bool reader_says(script_table *t)
{
    lm_turn dealer = { .box = 0 };
    const script_down *hole = find_down(t, dealer);
    lm_card cards[2] = { t->now.table.round.dealer.card[0],
                         hole ? hole->card : t->now.table.round.dealer.card[1] };
    return cards[1] < LM_CARDS && lm_cards_blackjack(cards, 2);
}

static script_result deal_down(script_table *t, const script_command *c, lm_turn turn)
{
    if (t->now.downs == SCRIPT_DOWN_CARDS) {
        script_complain(t->script, c, "internal error: too many cards lie face down");
        return SCRIPT_BAD;
    }
    script_down *down = &t->now.down[t->now.downs];
    *down = (script_down){ turn.box, turn.hand, 0 };
    script_result result = draw(t, c, turn, &down->card);
    if (result == SCRIPT_DONE) t->now.downs++;
    return result;
}

static script_result turn_down(script_table *t, const script_command *c, lm_turn turn, lm_card *card)
{
    script_down *down = find_down(t, turn);
    if (!down) {
        script_complain(t->script, c, "internal error: no card lies face down where one is to be turned");
        return SCRIPT_BAD;
    }
    *card = down->card;
    int i = (int)(down - t->now.down);
    memmove(down, down + 1, (size_t)(t->now.downs - i - 1) * sizeof *down);
    t->now.downs--;
    return SCRIPT_DONE;
}

/* ---- cards that only their player has seen --------------------------------------------------------- */

int table_hand_cards(const script_table *t, uint8_t box, uint8_t hand, lm_card cards[LM_HAND_CARDS])
{
    const lm_hand *h = &t->now.table.round.box[box - 1].hand[hand - 1];
    int down = 0;
    for (int i = 0; i < h->n; i++) {
        cards[i] = h->card[i];
        if (cards[i] != LM_CARD_DOWN) continue;
        while (down < t->now.downs && (t->now.down[down].box != box || t->now.down[down].hand != hand))
            down++;
        if (down < t->now.downs) cards[i] = t->now.down[down++].card;
    }
    return h->n;
}

static bool shows_now(const script_table *t, uint8_t box)
{
    lm_card cards[LM_HAND_CARDS];
    int n = table_hand_cards(t, box, 1, cards);
    return lm_box_shows_now(&t->now.table.round, &t->profile.rules, box, cards, n);
}

/* Whether the script speaks of the card that the seat is offered; silence declines it. */
static bool offer_is_spoken_of(const script_table *t, uint8_t box)
{
    const script *s = t->script;
    for (int i = t->position + 1; i < s->commands; i++) {
        const script_command *c = &s->command[i];
        const char *word = c->verb->word;
        if (ends_round(c)) return false;
        bool speaks = strcmp(word, "hit") == 0 || strcmp(word, "stand") == 0 ||
                      (strcmp(word, "legal") == 0 && c->actions);
        if (speaks && c->seat.box == box) return true;
    }
    return false;
}

/* What a player does without being asked: shows what must be shown, discards a hand over 21 face down, takes nothing
 * on 21. Changes the turn into that. */
static bool goes_by_itself(const script_table *t, lm_turn *turn)
{
    const lm_round *r = &t->now.table.round;
    if (r->phase == LM_EXPOSING) {
        *turn = (lm_turn){ LM_BY_PLAYERS, LM_CLOSE, 0, 0, NULL };
        for (uint8_t box = (uint8_t)t->profile.rules.boxes; box >= 1; box--) {
            if (shows_now(t, box)) *turn = (lm_turn){ LM_BY_PLAYERS, LM_TURN, box, 1, NULL };
        }
        return true;
    }
    if (r->phase == LM_OFFERING && !r->due) {
        turn->verb = LM_STAND;
        return !offer_is_spoken_of(t, r->at_box);
    }
    if (turn->who != LM_BY_PLAYER || !r->box[turn->box - 1].hand[turn->hand - 1].hidden) return false;
    lm_card cards[LM_HAND_CARDS];
    int total = lm_cards_score(cards, table_hand_cards(t, turn->box, turn->hand, cards)).total;
    const lm_hand *hand = &r->box[turn->box - 1].hand[turn->hand - 1];
    turn->verb = total > 21 && lm_hand_may_be_over(hand) ? LM_DISCARD : LM_STAND;
    return total >= 21 || hand->marks & LM_IS_DOUBLED;
}

/* ---- driving --------------------------------------------------------------------------------------- */

static script_result next_card(script_table *t, const script_command *c, lm_turn turn, lm_card *card)
{
    const lm_round *r = &t->now.table.round;
    if (!lm_round_card_waits(r)) return draw(t, c, turn, card);
    *card = (lm_card)(r->next_card - 1);
    return SCRIPT_DONE;
}

/* Whether as many cards as the script wants have been dealt. */
static bool stops_here(script_table *t)
{
    if (t->now.pause != 1) return false;
    t->now.pause = 0;
    return true;
}

/* The action that answers what the shoe or the dealer owes. */
static script_result answer(script_table *t, const script_command *c, lm_turn turn, lm_action *action)
{
    *action = (lm_action){ .verb = turn.verb };
    if (turn.verb == LM_STAND || turn.verb == LM_DISCARD) action->box = turn.box;
    switch (turn.verb) {
    case LM_DETERMINE: action->yes = t->now.side_b; return draw(t, c, turn, &action->card);
    case LM_CARD: return next_card(t, c, turn, &action->card);
    case LM_DOWN: return deal_down(t, c, turn);
    case LM_TURN: action->box = turn.box; return turn_down(t, c, turn, &action->card);
    case LM_PEEK: action->yes = reader_says(t); return SCRIPT_DONE;
    default: return SCRIPT_DONE;
    }
}

/* Goes on until a player owes something; a new round is opened by `next` only. */
static script_result drive(script_table *t, const script_command *c, bool may_open)
{
    for (int i = 0; i < DRIVER_STEPS; i++) {
        if (t->by_script && t->now.table.stage != LM_IN_ROUND) return SCRIPT_DONE;
        lm_turn turn = lm_table_turn(&t->now.table, &t->profile.rules);
        bool by_itself = turn.who == LM_BY_SHOE || turn.who == LM_BY_DEALER || goes_by_itself(t, &turn);
        if (!by_itself || (!may_open && stops_here(t))) return SCRIPT_DONE;
        if (turn.verb == LM_OPEN && !may_open) return SCRIPT_DONE;
        if (turn.verb == LM_OPEN) may_open = false;
        lm_action action;
        script_result result = answer(t, c, turn, &action);
        if (result == SCRIPT_DONE) result = apply(t, c, action);
        if (result == SCRIPT_REFUSED) {
            script_complain(t->script, c, "internal error: the table owes \"%s\" and refuses it: %s",
                            lm_action_word(turn.verb), t->refusal.text);
            return SCRIPT_BAD;
        }
        if (result != SCRIPT_DONE) return result;
        if (turn.who == LM_BY_SHOE && t->now.pause > 1) t->now.pause--;
    }
    script_complain(t->script, c, "internal error: the round does not end");
    return SCRIPT_BAD;
}

script_result table_go(script_table *t, const script_command *c)
{
    return drive(t, c, false);
}

script_result table_draw(script_table *t, const script_command *c, lm_card *card)
{
    return draw(t, c, lm_table_turn(&t->now.table, &t->profile.rules), card);
}

script_result table_step(script_table *t, const script_command *c, lm_action action)
{
    return apply(t, c, action);
}

script_result script_do(script_table *t, const script_command *c, lm_action action)
{
    script_result result = apply(t, c, action);
    return result == SCRIPT_DONE ? drive(t, c, false) : result;
}

script_result table_expose(script_table *t, const script_command *c, uint8_t box)
{
    const lm_round *r = &t->now.table.round;
    while (lm_round_shows_for_split(r, box)) {
        lm_turn turn = { LM_BY_PLAYER, LM_TURN, box, (uint8_t)(r->at_hand + 1), NULL };
        lm_action action;
        script_result result = answer(t, c, turn, &action);
        if (result == SCRIPT_DONE) result = apply(t, c, action);
        if (result != SCRIPT_DONE) return result;
    }
    return SCRIPT_DONE;
}

bool table_window_open(const script_table *t)
{
    if (!t->is_open || t->now.table.round.phase == LM_BETTING) return false;
    return lm_round_turn(&t->now.table.round, &t->profile.rules).who == LM_BY_PLAYERS;
}

script_result table_close_window(script_table *t, const script_command *c)
{
    script_result result = SCRIPT_DONE;
    for (int i = 0; i < DRIVER_STEPS && result == SCRIPT_DONE && table_window_open(t); i++) {
        result = script_do(t, c, (lm_action){ .verb = LM_CLOSE });
    }
    return result;
}

/* What a round keeps for its expectations starts anew; table and shoe go on. */
static void start_anew(script_state *now)
{
    now->downs = now->heard = now->saw = now->since = now->told = now->news = now->news_told = 0;
    now->laid = now->left = now->tray = 0;
}

script_result table_start(script_table *t, const script_command *c)
{
    lm_status status = lm_table_open(&t->now.table, &t->profile.rules);
    t->is_open = lm_ok(status);
    t->by_script = opens_by_script(t);
    meters_start(t);
    if (t->is_open) {
        start_anew(&t->now);
        return t->by_script ? SCRIPT_DONE : drive(t, c, true);
    }
    script_complain(t->script, c, "internal error: no table can be opened: %s", sentence(status.why));
    return SCRIPT_BAD;
}

script_result table_open(script_table *t, const script_command *c)
{
    start_anew(&t->now);
    return t->by_script ? apply(t, c, (lm_action){ .verb = LM_OPEN }) : drive(t, c, true);
}
