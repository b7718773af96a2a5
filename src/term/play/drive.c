/* drive.c - the dealer and the house of `lammer play`: every step that needs no decision of the player. */
#include <stdarg.h>
#include <stdio.h>

#include "lammer/irregular.h"
#include "lammer/program/room.h"
#include "play.h"

/* A round, its end and the start of the next have a few hundred steps; more would mean an endless loop. */
enum { DRIVE_STEPS = 4096 };

bool solo_refuse(solo_table *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(p->refusal, sizeof p->refusal, format, args);
    va_end(args);
    return false;
}

static void hear_solo_event(void *self, const lm_event *e)
{
    solo_table *p = self;
    p->event = lm_room(p->event, p->events, &p->room, sizeof *p->event);
    p->event[p->events++] = *e;
}

static void hear_solo_news(void *self, const lm_meter_news *news)
{
    solo_table *p = self;
    p->news = lm_room(p->news, p->news_n, &p->news_room, sizeof *p->news);
    p->news[p->news_n++] = (lm_dated_news){ p->events, *news };
}

bool solo_apply(solo_table *p, lm_action action)
{
    lm_dealer_ear ear = { hear_solo_event, hear_solo_news, p };
    lm_status status = lm_dealer_do(&p->now.dealer, p->rules, action, &ear);
    if (lm_ok(status)) return true;
    if (!status.clause) return solo_refuse(p, "%s", lm_why_text(status.why));
    return solo_refuse(p, "%s [%s]", lm_why_text(status.why), status.clause);
}

int solo_hand_cards(const solo_table *p, uint8_t box, uint8_t hand, lm_card cards[LM_HAND_CARDS])
{
    const lm_dealer *d = &p->now.dealer;
    const lm_hand *h = &d->table.round.box[box - 1].hand[hand - 1];
    bool mine = p->rules->shoe == LM_SHOE_HAND; /* only players of a hand-dealt game may look at their first cards */
    int n = lm_downs_hand(&d->downs, NULL, &d->table.round, box, hand, cards);
    for (int i = mine ? 2 : 0; i < n; i++)
        cards[i] = h->card[i]; /* no player sees the face-down card of a double: MBJ-10(c).5 */
    return n;
}

bool solo_turn_card(solo_table *p, uint8_t box, uint8_t hand)
{
    const lm_downs *downs = &p->now.dealer.downs;
    int at = lm_downs_find(downs, box, hand);
    if (at < 0) return solo_refuse(p, "no card lies face down where one is to be turned");
    lm_card card = lm_down_card(&downs->down[at], NULL);
    return solo_apply(p, (lm_action){ .verb = LM_TURN, .box = box, .card = card });
}

/* Any card of a continuous shuffler may come again in the next round (MFB-4(i), MBJ-21). */
static void prepare_round(solo_table *p)
{
    if (p->rules->shoe == LM_SHOE_CONTINUOUS) solo_shuffle(p);
    p->now.laid_cents = 0;
    p->events = p->news_n = p->news_told = 0;
}

/* Does a step of the dealer, with its effect on the shoe. */
static bool do_dealers(solo_table *p, lm_action action)
{
    if (action.verb == LM_LOAD) solo_shuffle(p);
    if (action.verb == LM_BURN) solo_burn(&p->now);
    if (action.verb == LM_OPEN) prepare_round(p);
    if (!solo_apply(p, action)) return false;
    if (action.verb == LM_IRREGULAR && action.n == LM_IR_EXHAUSTED) solo_shuffle_rest(p);
    return true;
}

/* A hand of 21 stands without being asked. */
static bool stands_by_itself(const solo_table *p, lm_turn turn)
{
    const lm_round *r = &p->now.dealer.table.round;
    lm_card cards[LM_HAND_CARDS];
    if (r->phase != LM_PLAYING || !r->box[turn.box - 1].hand[turn.hand - 1].hidden) return false;
    return lm_cards_score(cards, solo_hand_cards(p, turn.box, turn.hand, cards)).total >= 21;
}

/* Whether the player has something to decide. */
static bool player_is_asked(const solo_table *p)
{
    solo_choice choices[PLAY_CHOICES];
    return solo_choices(p, choices) > 0;
}

static bool go_on_with_player(solo_table *p, lm_turn turn, bool *rests)
{
    if (stands_by_itself(p, turn)) return solo_apply(p, (lm_action){ .verb = LM_STAND, .box = turn.box });
    *rests = turn.box == p->now.seat;
    return *rests || neighbours_decide(p, turn);
}

static bool go_on_with_players(solo_table *p, bool *rests)
{
    if (p->now.dealer.table.round.phase == LM_BETTING) return *rests = true;
    *rests = player_is_asked(p);
    return *rests || solo_apply(p, (lm_action){ .verb = LM_CLOSE });
}

static bool step(solo_table *p, bool *rests)
{
    lm_source source = solo_source(&p->now);
    lm_action action;
    if (lm_dealer_next(&p->now.dealer, p->rules, &source, &action)) return do_dealers(p, action);
    lm_turn turn = lm_table_turn(&p->now.dealer.table, p->rules);
    if (turn.who == LM_BY_PLAYER) return go_on_with_player(p, turn, rests);
    if (turn.who == LM_BY_PLAYERS) return go_on_with_players(p, rests);
    return solo_refuse(p, "the table waits for \"%s\"", lm_action_word(turn.verb));
}

/* A must-hit prize that is due belongs to the round. */
static bool round_has_ended(const solo_table *p)
{
    lm_action prize;
    if (p->now.dealer.table.stage == LM_IN_ROUND || !p->now.dealer.table.rounds) return false;
    return !lm_dealer_owes(&p->now.dealer, p->rules, &prize) || prize.verb != LM_AWARD;
}

bool solo_drive(solo_table *p, bool opens)
{
    bool rests = false;
    for (int i = 0; i < DRIVE_STEPS && !rests; i++) {
        if (!opens && round_has_ended(p)) return true;
        if (!step(p, &rests)) return false;
    }
    return rests || solo_refuse(p, "the dealer's steps at this table do not end");
}
