/* floor_view.h - a client's copy of a table: a snapshot with the later messages applied one by one. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_VIEW_H
#define LAMMER_TESTS_HOUSE_FLOOR_VIEW_H

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "lammer/server/felt.h"
#include "lammer/words.h"

enum { VIEW_HANDS = 8, VIEW_CARDS = 32, VIEW_WHY = 400 };

typedef struct {
    lm_card card[VIEW_CARDS];
    int n;
} view_hand;

typedef struct {
    bool known;
    bool live;
    int64_t seq, round;
    bool open, frozen, drained;
    char dealer_person[LM_HOUSE_ID];
    json_t *racks, *seats, *turn, *meters, *layout;
    json_t *shared;   /* boxes whose holder allows bets behind: MBJ-13(a).1 */
    bool in_round;    /* cards are out, or have been and lie there still */
    bool cards_known; /* no irregularity has moved cards in a way that only a snapshot tells */
    view_hand dealer;
    view_hand hand[LM_BOXES][VIEW_HANDS];
    int hands[LM_BOXES];
    int64_t shoe;
    int named[LM_CARDS]; /* how often each card of this shoe was named */
} view;

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static json_int_t int_at(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void view_clear(view *v)
{
    json_decref(v->racks);
    json_decref(v->seats);
    json_decref(v->shared);
    json_decref(v->turn);
    json_decref(v->meters);
    json_decref(v->layout);
    memset(v, 0, sizeof *v);
}

/* --- from a snapshot ---------------------------------------------------------------------------------------------- */

static lm_card card_in(const json_t *value)
{
    lm_card card = LM_CARD_DOWN;
    if (json_is_string(value)) lm_card_read(json_string_value(value), &card);
    return card;
}

static void load_cards(view_hand *hand, const json_t *cards)
{
    hand->n = 0;
    for (size_t i = 0; i < json_array_size(cards) && i < VIEW_CARDS; i++)
        hand->card[hand->n++] = card_in(json_array_get(cards, i));
}

static void load_hands(view *v, const json_t *boxes)
{
    for (size_t i = 0; i < json_array_size(boxes); i++) {
        const json_t *box = json_array_get(boxes, i), *hands = json_object_get(box, "hands");
        int number = atoi(text_at(box, "seat")) - 1;
        if (number < 0 || number >= LM_BOXES) continue;
        for (size_t h = 0; h < json_array_size(hands) && h < VIEW_HANDS; h++)
            load_cards(&v->hand[number][h], json_object_get(json_array_get(hands, h), "cards"));
        v->hands[number] = (int)json_array_size(hands);
    }
}

static void load_people(view *v, const json_t *players)
{
    v->racks = json_object();
    v->seats = json_object();
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *one = json_array_get(players, i), *seats = json_object_get(one, "seats");
        json_object_set(v->racks, text_at(one, "player"), json_object_get(one, "chips"));
        for (size_t s = 0; s < json_array_size(seats); s++) {
            const char *place = json_string_value(json_array_get(seats, s));
            bool tip = place[strlen(place) - 1] == 't'; /* a bet for the dealer, no seat */
            if (!tip) json_object_set(v->seats, place, json_object_get(one, "player"));
        }
    }
}

static void load_shared(view *v, const json_t *boxes)
{
    v->shared = json_object();
    for (size_t i = 0; i < json_array_size(boxes); i++)
        json_object_set_new(v->shared, json_string_value(json_array_get(boxes, i)), json_true());
}

static void load_shoe(view *v, const json_t *shoe)
{
    const json_t *came = json_object_get(shoe, "came");
    v->shoe = int_at(shoe, "number");
    for (size_t s = 0; s < json_array_size(came); s++) {
        const json_t *side = json_array_get(came, s);
        for (size_t i = 0; i < json_array_size(side); i++) {
            lm_card card = card_in(json_array_get(side, i));
            if (card < LM_CARDS) v->named[card]++;
        }
    }
}

/* Everything that the snapshot says, in place of what was known. */
static void view_load(view *v, const json_t *shot, int64_t seq)
{
    view_clear(v);
    bool betting = strcmp(text_at(shot, "phase"), "betting") == 0;
    v->known = v->cards_known = true;
    v->seq = seq;
    v->live = strcmp(text_at(json_object_get(shot, "terms"), "dealing"), "live") == 0;
    v->round = int_at(shot, "round");
    v->open = json_is_true(json_object_get(shot, "open"));
    v->frozen = json_is_true(json_object_get(shot, "frozen"));
    v->drained = json_is_true(json_object_get(shot, "drained"));
    snprintf(v->dealer_person, sizeof v->dealer_person, "%s", text_at(json_object_get(shot, "dealer"), "person"));
    v->turn = json_incref(json_object_get(shot, "turn"));
    v->meters = json_deep_copy(json_object_get(shot, "meters"));
    v->layout = json_incref(json_object_get(shot, "layout"));
    load_people(v, json_object_get(shot, "players"));
    load_shared(v, json_object_get(shot, "shared"));
    load_shoe(v, json_object_get(shot, "shoe"));
    v->in_round = strcmp(text_at(shot, "at"), "round") == 0 && !betting;
    if (!v->in_round) return;
    load_cards(&v->dealer, json_object_get(json_object_get(shot, "dealer"), "cards"));
    load_hands(v, json_object_get(shot, "boxes"));
}

/* --- from events --------------------------------------------------------------------------------------------------- */

static view_hand *view_place(view *v, const json_t *e)
{
    const char *seat = text_at(e, "seat");
    int box = atoi(seat) - 1, hand = (int)int_at(e, "hand");
    if (box < 0) return &v->dealer;
    if (box >= LM_BOXES || hand > VIEW_HANDS) return NULL;
    if (hand < 1) hand = 1;
    if (v->hands[box] < hand) v->hands[box] = hand;
    return &v->hand[box][hand - 1];
}

static void name_card(view *v, const json_t *e)
{
    lm_card card = card_in(json_object_get(e, "card"));
    if (card < LM_CARDS) v->named[card]++;
}

static void see_card(view *v, const json_t *e)
{
    view_hand *hand = view_place(v, e);
    name_card(v, e);
    if (hand && hand->n < VIEW_CARDS) hand->card[hand->n++] = card_in(json_object_get(e, "card"));
}

static void see_turn(view *v, const json_t *e)
{
    view_hand *hand = view_place(v, e);
    name_card(v, e);
    for (int i = 0; hand && i < hand->n; i++) {
        if (hand->card[i] != LM_CARD_DOWN) continue;
        hand->card[i] = card_in(json_object_get(e, "card"));
        return;
    }
}

/* The second card moves to a new hand at the right of the first. */
static void see_split(view *v, const json_t *e)
{
    int box = atoi(text_at(e, "seat")) - 1, at = (int)int_at(e, "hand") - 1;
    if (at < 0) at = 0;
    if (box < 0 || box >= LM_BOXES || at + 1 >= VIEW_HANDS || v->hand[box][at].n < 2) return;
    for (int h = v->hands[box]; h > at + 1; h--)
        v->hand[box][h] = v->hand[box][h - 1];
    view_hand *left = &v->hand[box][at], *right = &v->hand[box][at + 1];
    right->n = 1;
    right->card[0] = left->card[--left->n];
    v->hands[box]++;
}

static void no_cards(view *v)
{
    memset(v->hand, 0, sizeof v->hand);
    memset(v->hands, 0, sizeof v->hands);
    v->dealer.n = 0;
}

static void see_no_more_bets(view *v, const json_t *e)
{
    (void)e;
    no_cards(v);
    v->in_round = v->cards_known = true;
}

static void see_open(view *v, const json_t *e)
{
    (void)e;
    no_cards(v);
    v->round++;
    v->in_round = false;
    v->cards_known = true;
}

static void see_irregular(view *v, const json_t *e)
{
    (void)e;
    v->cards_known = false;
}

static void see_rack(view *v, const json_t *e)
{
    (void)e;
    if (v->dealer.n > 1) v->dealer.n = 1;
}

static void see_sit(view *v, const json_t *e)
{
    json_object_set(v->seats, text_at(e, "seat"), json_object_get(e, "player"));
}

static void see_leave(view *v, const json_t *e)
{
    const char *place;
    json_t *player;
    void *next;
    if (!json_object_get(e, "player")) return; /* the engine's own: a box has lost its player */
    json_object_foreach_safe(v->seats, next, place, player)
    {
        if (strcmp(json_string_value(player), text_at(e, "player")) != 0) continue;
        json_object_del(v->shared, place); /* consent ends when the holder leaves */
        json_object_del(v->seats, place);
    }
}

static void see_give_back(view *v, const json_t *e)
{
    json_object_del(v->seats, text_at(e, "seat"));
}

static void see_share(view *v, const json_t *e)
{
    if (json_is_true(json_object_get(e, "on")))
        json_object_set_new(v->shared, text_at(e, "seat"), json_true());
    else
        json_object_del(v->shared, text_at(e, "seat"));
}

static void see_shoe(view *v, const json_t *e)
{
    memset(v->named, 0, sizeof v->named);
    v->shoe = int_at(e, "number");
}

static void see_freeze(view *v, const json_t *e)
{
    v->frozen = strcmp(text_at(e, "event"), "freeze") == 0;
}

static void see_drain(view *v, const json_t *e)
{
    (void)e;
    v->drained = true;
}

static void see_tray(view *v, const json_t *e)
{
    v->open = strcmp(text_at(e, "event"), "tray-open") == 0;
}

static void see_dealer(view *v, const json_t *e)
{
    snprintf(v->dealer_person, sizeof v->dealer_person, "%s", text_at(e, "person"));
}

static void see_correct(view *v, const json_t *e)
{
    view_load(v, json_object_get(e, "snapshot"), v->seq);
}

static const struct {
    const char *event;
    void (*see)(view *v, const json_t *e);
} view_folds[] = {
    { "card", see_card },       { "down", see_card },           { "turn", see_turn },
    { "split", see_split },     { "segregate", name_card },     { "no-more-bets", see_no_more_bets },
    { "open", see_open },       { "irregular", see_irregular }, { "rack", see_rack },
    { "sit", see_sit },         { "leave", see_leave },         { "shoe", see_shoe },
    { "freeze", see_freeze },   { "thaw", see_freeze },         { "drain", see_drain },
    { "tray-open", see_tray },  { "tray-close", see_tray },     { "dealer", see_dealer },
    { "correct", see_correct }, { "share", see_share },         { "give-back", see_give_back },
};

/* A message that follows the last one. */
static void view_fold(view *v, const json_t *message)
{
    const json_t *events = json_object_get(message, "events");
    v->seq = int_at(message, "seq");
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        for (size_t f = 0; f < sizeof view_folds / sizeof *view_folds; f++) {
            if (strcmp(view_folds[f].event, text_at(e, "event")) == 0) view_folds[f].see(v, e);
        }
    }
    json_decref(v->turn);
    v->turn = json_incref(json_object_get(message, "turn"));
    json_decref(v->racks);
    v->racks = json_incref(json_object_get(message, "racks"));
    json_t *meters = json_object_get(message, "meters");
    if (meters) json_object_update(v->meters, meters);
}

/* --- compared with a fresh snapshot -------------------------------------------------------------------------------- */

static bool same_json(const json_t *mine, const json_t *fresh, const char *what, char *why)
{
    if (json_equal(mine, fresh)) return true;
    char *a = json_dumps(mine, JSON_SORT_KEYS), *b = json_dumps(fresh, JSON_SORT_KEYS);
    snprintf(why, VIEW_WHY, "%s: %.150s instead of %.150s", what, a ? a : "nothing", b ? b : "nothing");
    free(a);
    free(b);
    return false;
}

static bool same_hand(const view_hand *mine, const view_hand *fresh, const char *whose, int hand, char *why)
{
    if (mine->n == fresh->n && memcmp(mine->card, fresh->card, (size_t)mine->n) == 0) return true;
    char text[2][3 * VIEW_CARDS + 1] = { "", "" };
    const view_hand *both[] = { mine, fresh };
    for (int b = 0; b < 2; b++) {
        for (int i = 0; i < both[b]->n; i++) {
            char card[3] = "??";
            if (both[b]->card[i] < LM_CARDS) lm_card_write(both[b]->card[i], card);
            strcat(strcat(text[b], card), " ");
        }
    }
    snprintf(why, VIEW_WHY, "cards of %s, hand %d: %s instead of %s", whose, hand + 1, text[0], text[1]);
    return false;
}

static bool same_cards(const view *mine, const view *fresh, char *why)
{
    if (!mine->cards_known || !fresh->in_round || !mine->in_round) return true;
    if (!same_hand(&mine->dealer, &fresh->dealer, "the dealer", 0, why)) return false;
    for (int box = 0; box < LM_BOXES; box++) {
        char whose[16];
        snprintf(whose, sizeof whose, "box %d", box + 1);
        for (int h = 0; h < VIEW_HANDS; h++) {
            if (!same_hand(&mine->hand[box][h], &fresh->hand[box][h], whose, h, why)) return false;
        }
    }
    return true;
}

/* No client has received a card that the table does not show. */
static bool same_named(const view *mine, const view *fresh, char *why)
{
    for (int card = 0; !mine->live && mine->shoe == fresh->shoe && card < LM_CARDS; card++) {
        char text[3];
        lm_card_write((lm_card)card, text);
        if (mine->named[card] == fresh->named[card]) continue;
        snprintf(why, VIEW_WHY, "%s of shoe %lld was named %d times and came face up %d times", text,
                 (long long)mine->shoe, mine->named[card], fresh->named[card]);
        return false;
    }
    return true;
}

static bool view_equals(const view *mine, const view *fresh, bool meters, char *why)
{
    if (!same_json(mine->racks, fresh->racks, "racks", why)) return false;
    if (!same_json(mine->seats, fresh->seats, "seats", why)) return false;
    if (!same_json(mine->shared, fresh->shared, "shared boxes", why)) return false;
    if (!same_json(mine->turn, fresh->turn, "turn", why)) return false;
    if (meters && !same_json(mine->meters, fresh->meters, "meters", why)) return false;
    if (!same_cards(mine, fresh, why) || !same_named(mine, fresh, why)) return false;
    bool same = mine->round == fresh->round && mine->open == fresh->open && mine->frozen == fresh->frozen &&
                mine->drained == fresh->drained && strcmp(mine->dealer_person, fresh->dealer_person) == 0;
    if (!same)
        snprintf(why, VIEW_WHY, "round %lld open %d frozen %d drained %d dealer \"%s\" instead of %lld %d %d %d \"%s\"",
                 (long long)mine->round, mine->open, mine->frozen, mine->drained, mine->dealer_person,
                 (long long)fresh->round, fresh->open, fresh->frozen, fresh->drained, fresh->dealer_person);
    return same;
}

#endif
