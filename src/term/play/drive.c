/* drive.c - the dealer and the house of `lammer play`: whatever needs no decision of the player. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/irregular.h"
#include "play.h"

/* A round, its end and the next one's beginning have a few hundred steps; more means that something asks for
 * ever. */
enum { DRIVE_STEPS = 4096 };

bool solo_refuse(solo_table *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(p->refusal, sizeof p->refusal, format, args);
    va_end(args);
    return false;
}

/* ---- one action ---------------------------------------------------------------------------------------- */

static void hear(void *self, const lm_event *e)
{
    solo_table *p = self;
    if (p->events == p->room) {
        p->room = p->room ? 2 * p->room : 256;
        p->event = realloc(p->event, (size_t)p->room * sizeof *p->event);
        if (!p->event) term_out_of_memory("the events of a round");
    }
    p->event[p->events++] = *e;
}

static const char *sentence(lm_why why)
{
    const char *text = lm_why_text(why);
    return *text ? text : "the wager's own rules do not allow it";
}

bool solo_apply(solo_table *p, lm_action action)
{
    lm_listener ear = { hear, p };
    int heard = p->events;
    lm_status status = lm_table_apply_heard(&p->now.table, p->rules, action, &ear);
    if (lm_ok(status)) return solo_prizes_after(p, &action, heard);
    if (!status.clause) return solo_refuse(p, "%s", sentence(status.why));
    return solo_refuse(p, "%s [%s]", sentence(status.why), status.clause);
}

/* ---- cards that lie face down -------------------------------------------------------------------------- */

/* The card that lies face down at a place, the one dealt first if there are several. */
static const solo_down *find_down(const solo_state *s, uint8_t box, uint8_t hand)
{
    for (int i = 0; i < s->downs; i++) {
        if (s->down[i].box == box && (box == 0 || s->down[i].hand == hand)) return &s->down[i];
    }
    for (int i = 0; i < s->downs; i++) {
        if (s->down[i].box == box) return &s->down[i];
    }
    return NULL;
}

int solo_hand_cards(const solo_table *p, uint8_t box, uint8_t hand, lm_card cards[LM_HAND_CARDS])
{
    const solo_state *s = &p->now;
    const lm_hand *h = &s->table.round.box[box - 1].hand[hand - 1];
    bool mine = p->rules->shoe == LM_SHOE_HAND; /* only then may the player look */
    int down = 0;
    for (int i = 0; i < h->n; i++) {
        cards[i] = h->card[i];
        if (cards[i] != LM_CARD_DOWN || !mine || i >= 2)
            continue; /* a double card is shown to no player: MBJ-10(c).5 */
        while (down < s->downs && (s->down[down].box != box || s->down[down].hand != hand))
            down++;
        if (down < s->downs) cards[i] = s->down[down++].card;
    }
    return h->n;
}

bool solo_turn_card(solo_table *p, uint8_t box, uint8_t hand)
{
    solo_state *s = &p->now;
    const solo_down *down = find_down(s, box, hand);
    if (!down) return solo_refuse(p, "no card lies face down where one is to be turned");
    int at = (int)(down - s->down);
    lm_action action = { .verb = LM_TURN, .box = box, .card = down->card };
    memmove(&s->down[at], &s->down[at + 1], (size_t)(s->downs - at - 1) * sizeof *s->down);
    s->downs--;
    return solo_apply(p, action);
}

static bool reader_says(const solo_state *s)
{
    const solo_down *hole = find_down(s, 0, 0);
    lm_card two[2] = { s->table.round.dealer.card[0], hole ? hole->card : s->table.round.dealer.card[1] };
    return two[1] < LM_CARDS && lm_cards_blackjack(two, 2);
}

/* ---- cards from the shoe ------------------------------------------------------------------------------- */

static int side_of(solo_table *p, lm_turn turn)
{
    if (p->rules->shoe != LM_SHOE_DOUBLE) return 0;
    if (turn.verb != LM_DETERMINE) return p->now.table.round.shoe_side;
    int side = (int)chance_below(&p->now.chance, 2);
    return solo_shoe_is_empty(&p->now, side) ? !side : side;
}

static bool lay_down(solo_table *p, lm_turn turn, int side)
{
    solo_state *s = &p->now;
    if (s->downs == PLAY_DOWNS) return solo_refuse(p, "too many cards lie face down");
    s->down[s->downs++] = (solo_down){ turn.box, turn.hand, solo_draw(s, side) };
    return solo_apply(p, (lm_action){ .verb = LM_DOWN });
}

static bool shoe_ran_out(solo_table *p)
{
    if (!solo_apply(p, (lm_action){ .verb = LM_IRREGULAR, .n = LM_IR_EXHAUSTED })) return false;
    solo_shuffle_rest(p);
    return true;
}

static bool deal_card(solo_table *p, lm_turn turn)
{
    const lm_round *r = &p->now.table.round;
    lm_action action = { .verb = turn.verb };
    if (turn.verb == LM_CARD && lm_round_card_waits(r)) {
        action.card = (lm_card)(r->next_card - 1);
        return solo_apply(p, action);
    }
    int side = side_of(p, turn);
    if (solo_cover_is_next(&p->now, side))
        return solo_apply(p, (lm_action){ .verb = LM_COVER_SEEN, .box = turn.box });
    if (solo_shoe_is_empty(&p->now, side)) return shoe_ran_out(p);
    if (turn.verb == LM_DOWN) return lay_down(p, turn, side);
    action.card = solo_draw(&p->now, side);
    action.yes = turn.verb == LM_DETERMINE && side;
    return solo_apply(p, action);
}

/* ---- the dealer ---------------------------------------------------------------------------------------- */

static bool load(solo_table *p)
{
    solo_shuffle(p);
    return solo_apply(p, (lm_action){ .verb = LM_LOAD, .yes = 1 });
}

/* Any card of a continuous shuffler may come again in the next round (MFB-4(i), MBJ-21). */
static bool open_round(solo_table *p)
{
    solo_state *s = &p->now;
    if (p->rules->shoe == LM_SHOE_CONTINUOUS) solo_shuffle(p);
    s->downs = 0;
    s->laid_cents = 0;
    p->events = p->news_n = p->news_told = 0;
    return solo_apply(p, (lm_action){ .verb = LM_OPEN });
}

static bool dealer_acts(solo_table *p, lm_turn turn)
{
    switch (turn.verb) {
    case LM_LOAD: return load(p);
    case LM_BURN: solo_burn(&p->now); return solo_apply(p, (lm_action){ .verb = LM_BURN });
    case LM_OPEN: return open_round(p);
    case LM_PEEK: return solo_apply(p, (lm_action){ .verb = LM_PEEK, .yes = reader_says(&p->now) });
    case LM_TURN: return solo_turn_card(p, turn.box, turn.hand);
    case LM_IRREGULAR: return shoe_ran_out(p);
    default: return solo_apply(p, (lm_action){ .verb = turn.verb });
    }
}

/* ---- players, as far as they have no choice ------------------------------------------------------------ */

static bool shows_now(const solo_table *p, uint8_t box)
{
    lm_card cards[LM_HAND_CARDS];
    int n = solo_hand_cards(p, box, 1, cards);
    return lm_box_shows_now(&p->now.table.round, p->rules, box, cards, n);
}

static bool expose(solo_table *p)
{
    for (uint8_t box = 1; box <= p->rules->boxes; box++) {
        if (shows_now(p, box)) return solo_turn_card(p, box, 1);
    }
    return solo_apply(p, (lm_action){ .verb = LM_CLOSE });
}

/* What happens to a hand by itself: one over 21 is discarded face down (MBJ-6a(e)(2)), a doubled one gets no further card, and
 * nobody draws to 21. *done tells whether it did. */
static bool go_by_itself(solo_table *p, lm_turn turn, bool *done)
{
    const lm_round *r = &p->now.table.round;
    lm_card cards[LM_HAND_CARDS];
    *done = false;
    if (r->phase != LM_PLAYING || !r->box[turn.box - 1].hand[turn.hand - 1].hidden) return true;
    int total = lm_cards_score(cards, solo_hand_cards(p, turn.box, turn.hand, cards)).total;
    const lm_hand *hand = &r->box[turn.box - 1].hand[turn.hand - 1];
    bool over = total > 21 && lm_hand_may_be_over(hand);
    *done = total >= 21 || hand->marks & LM_IS_DOUBLED;
    if (!*done) return true;
    return solo_apply(p, (lm_action){ .verb = over ? LM_DISCARD : LM_STAND, .box = turn.box });
}

/* Whether somebody asks this player something that may be left unanswered. */
static bool player_is_asked(const solo_table *p)
{
    solo_choice choices[PLAY_CHOICES];
    return solo_choices(p, choices) > 0;
}

static bool go_on_with_player(solo_table *p, lm_turn turn, bool *rests)
{
    bool done;
    if (!go_by_itself(p, turn, &done)) return false;
    if (done) return true;
    *rests = turn.box == p->now.seat;
    return *rests || neighbours_decide(p, turn);
}

static bool go_on_with_players(solo_table *p, bool *rests)
{
    if (p->now.table.round.phase == LM_BETTING) return *rests = true;
    if (p->now.table.round.phase == LM_EXPOSING) return expose(p);
    *rests = player_is_asked(p);
    return *rests || solo_apply(p, (lm_action){ .verb = LM_CLOSE });
}

static bool go_on_with_staff(solo_table *p, lm_turn turn)
{
    const lm_round *r = &p->now.table.round;
    if (turn.verb == LM_AWARD) return solo_prizes_award(p, turn);
    if (!r->awaiting) return solo_refuse(p, "the table waits for \"%s\"", lm_action_word(turn.verb));
    return solo_apply(p, (lm_action){ .verb = LM_CONFIRM, .n = (uint8_t)__builtin_ctz(r->awaiting) });
}

/* ---- driving ------------------------------------------------------------------------------------------- */

static bool step(solo_table *p, bool *rests)
{
    lm_turn turn = lm_table_turn(&p->now.table, p->rules);
    if (turn.verb == LM_AWARD) return solo_prizes_award(p, turn);
    switch ((lm_actor)turn.who) {
    case LM_BY_SHOE: return deal_card(p, turn);
    case LM_BY_DEALER: return dealer_acts(p, turn);
    case LM_BY_PLAYER: return go_on_with_player(p, turn, rests);
    case LM_BY_PLAYERS: return go_on_with_players(p, rests);
    case LM_BY_STAFF: return go_on_with_staff(p, turn);
    default: return solo_refuse(p, "nobody is on turn");
    }
}

static bool round_has_ended(const solo_table *p)
{
    return p->now.table.stage != LM_IN_ROUND && p->now.table.rounds;
}

bool solo_drive(solo_table *p, bool opens)
{
    bool rests = false;
    for (int i = 0; i < DRIVE_STEPS && !rests; i++) {
        if (!opens && round_has_ended(p)) return solo_prizes_end(p);
        if (!step(p, &rests)) return false;
    }
    return rests || solo_refuse(p, "the table does not come to rest");
}
