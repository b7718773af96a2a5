/* correct.c - a card that the dealer of a live table entered wrongly.
 *
 * The round is rehearsed twice from its beginning: as it was recorded, which must give the table as it stands, and with the other card.
 * The difference of money between the two is moved, account by account, coupons change hands as it wants, and the second becomes the table. Where a later act no longer fits, the
 * rehearsal stops before it, and the dealer goes on from there. Both values of the card stay in the journal. */
#include <stdlib.h>
#include <string.h>

#include "play.h"

/* Acts of the round as they stand after earlier corrections. */
typedef struct {
    json_t *list;
    bool paid; /* a meter has paid an award, which only an adjustment undoes */
} round_story;

/* What a rehearsal left behind, and how far it came. */
typedef struct {
    house_play play;
    size_t done;
} rehearsal;

/* Chips that nobody runs out of while rehearsing: whether he had them was asked when it happened. */
static const lm_cents PLENTY = (lm_cents)1 << 50;

static const char *word_of(const json_t *act)
{
    return act_text(act, "do");
}

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

/* --- what was done ------------------------------------------------------------------------------------------------- */

static size_t nth_card(const json_t *list, json_int_t number)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (json_object_get(json_array_get(list, i), "card") && --number == 0) return i;
    }
    return SIZE_MAX;
}

/* A correction that was made before: the card it changed, and where the acts were cut off. */
static void correct_story(json_t *list, const json_t *act)
{
    size_t at = nth_card(list, json_integer_value(json_object_get(act, "number")));
    if (at == SIZE_MAX) return;
    json_object_set(json_array_get(list, at), "card", json_object_get(act, "card"));
    size_t kept = (size_t)json_integer_value(json_object_get(act, "kept"));
    while (json_array_size(list) > kept)
        json_array_remove(list, json_array_size(list) - 1);
}

/* The engine's word has a seat; without one it is the must-hit prize that is drawn. */
static bool is_must_hit(const json_t *act)
{
    return strcmp(word_of(act), "hit") == 0 && !json_object_get(act, "seat");
}

bool act_is_of_round(const json_t *act)
{
    static const char *const of_awards[] = { "call", "verify-award", "withdraw-award", "end-game", NULL };
    const char *word = word_of(act);
    bool house_leave = strcmp(word, "leave") == 0 && json_object_get(act, "player");
    return (lm_words_row_of(word) && !is_must_hit(act) && !house_leave) || is_one_of(word, of_awards);
}

static round_story read_story(const house_play *play)
{
    static const char *const paying[] = { "pay-award", "adjust", "arm", NULL };
    round_story story = { json_array(), false };
    size_t n = json_array_size(play->round_acts);
    for (size_t i = 0; i < n; i++) {
        const json_t *act = json_array_get(play->round_acts, i);
        const char *word = word_of(act);
        story.paid |= is_one_of(word, paying) || is_must_hit(act);
        if (strcmp(word, "open") == 0) {
            json_array_clear(story.list);
            story.paid = false;
        } else if (strcmp(word, "correct") == 0) {
            correct_story(story.list, act);
        } else if (act_is_of_round(act)) {
            json_array_append_new(story.list, json_deep_copy(act));
        }
    }
    return story;
}

/* Whether somebody took the place after the cards were dealt: what it owes is not his. */
static bool changed_hands(const house_play *play, const char *seat)
{
    bool dealt = false, changed = false;
    for (size_t i = 0; i < json_array_size(play->round_acts); i++) {
        const json_t *act = json_array_get(play->round_acts, i);
        if (strcmp(word_of(act), "open") == 0) dealt = changed = false;
        if (strcmp(word_of(act), "deal") == 0) dealt = true;
        bool sits = strcmp(word_of(act), "sit") == 0 && strcmp(act_text(act, "seat"), seat) == 0;
        changed |= dealt && sits;
    }
    return changed;
}

/* --- rehearsing ---------------------------------------------------------------------------------------------------- */

/* Every place has a rack of its own, so that the difference is known by place. */
static void set_stage(rehearsal *scene, const house_play *play)
{
    house_state *s = &scene->play.state;
    scene->play = *play;
    s->table = play->state.before;
    s->meters = play->state.meters_before;
    s->cents[ACCOUNT_FELT] = s->table.round.felt_cents;
    s->cents[ACCOUNT_TRAY] = s->cents[ACCOUNT_TOKES] = PLENTY;
    for (int i = 0; i < s->meters.meters; i++)
        s->cents[ACCOUNT_METER + i] = meter_holds(&s->meters.meter[i]);
    s->started = s->awards = 0;
    s->downs = (lm_downs){ .n = 0 };
    coupons_rehearse(s);
    memset(s->award, 0, sizeof s->award);
    memset(s->shoe, 0, sizeof s->shoe);
    memset(s->holder, 0, sizeof s->holder);
    memset(s->rack, 0, sizeof s->rack);
    for (int place = 0; place < HOUSE_RACKS; place++) {
        s->holder[place / LM_BETTORS][place % LM_BETTORS] = (uint8_t)(place + 1);
        strcpy(s->rack[place].player, REHEARSED_PLAYER);
        s->rack[place].chips_cents = PLENTY;
        if (place % LM_BETTORS == LM_DECIDER) s->rack[place].home = (uint8_t)(place / LM_BETTORS + 1);
    }
    for (int box = 0; box < LM_BOXES; box++)
        s->holder[box][LM_TIP] = 0;
}

/* Plays the acts; stops before the first that is refused. */
static rehearsal *rehearse(const house_play *play, const json_t *list)
{
    rehearsal *scene = malloc(sizeof *scene);
    if (!scene) return NULL;
    set_stage(scene, play);
    house_play *p = &scene->play;
    bool fits = true;
    for (scene->done = 0; fits && scene->done < json_array_size(list); scene->done += fits) {
        house_state kept = p->state;
        json_t *act = json_copy(json_array_get(list, scene->done));
        p->acts = json_array();
        p->events = json_array();
        p->own = json_array();
        p->moves = p->coupon_moves = 0;
        json_object_del(act, "player");
        fits = play_act(p, act);
        if (!fits) p->state = kept;
        json_decref(p->acts);
        json_decref(p->events);
        json_decref(p->own);
        json_decref(act);
    }
    return scene;
}

/* The acts as recorded must lead to the table as it stands, or too much has happened since. */
static bool is_as_it_stands(const house_play *play, const rehearsal *told, const json_t *list)
{
    const house_state *now = &play->state, *then = &told->play.state;
    bool meters = play->state.terms.link[0] || memcmp(&now->meters, &then->meters, sizeof now->meters) == 0;
    return told->done == json_array_size(list) && memcmp(&now->table, &then->table, sizeof now->table) == 0 && meters &&
           coupons_are_same(now, then);
}

/* --- the difference ------------------------------------------------------------------------------------------------- */

/* Whether the card changes what a place has: chips in its rack, or wagers that are still to be decided. */
static bool touches_place(const house_play *play, const house_state *told, const house_state *meant, int place)
{
    uint8_t box = (uint8_t)(place / LM_BETTORS + 1), bettor = (uint8_t)(place % LM_BETTORS);
    felt_of_place before = felt_at(&told->table.round, play->rules, box, bettor);
    felt_of_place after = felt_at(&meant->table.round, play->rules, box, bettor);
    return meant->rack[place].chips_cents != told->rack[place].chips_cents || before.lies != after.lies ||
           before.open != after.open;
}

/* By account: what the house and the players should have more of; places stand for racks. Nobody pays for somebody who has left. */
static bool count_difference(house_play *play, const house_state *told, const house_state *meant, lm_cents *difference)
{
    memset(difference, 0, ACCOUNT_COUNT * sizeof *difference);
    for (int i = 0; i < ACCOUNT_RACK; i++)
        difference[i] = meant->cents[i] - told->cents[i];
    for (int place = 0; place < HOUSE_RACKS; place++) {
        uint8_t box = (uint8_t)(place / LM_BETTORS + 1), bettor = (uint8_t)(place % LM_BETTORS);
        bool tip = bettor == LM_TIP; /* it comes back into play with whoever made it */
        if (tip || !touches_place(play, told, meant, place)) continue;
        char seat[LM_SEAT_TEXT];
        lm_words_of_seat(box, bettor, 0, seat);
        int rack = rack_at(&play->state, box, bettor);
        if (rack < 0 || changed_hands(play, seat))
            return play_refuse(play, LM_REFUSED_NOW, NULL,
                               "whoever played seat %s has left; the difference cannot be settled at the table", seat);
        difference[ACCOUNT_RACK + rack] += meant->rack[place].chips_cents - told->rack[place].chips_cents;
    }
    return true;
}

/* From those who have too much to those who have too little; players first give and last take, so that no tray is filled for nothing. */
static bool move_difference(house_play *play, lm_cents *difference)
{
    for (int from = ACCOUNT_WALLET - 1; from >= 0; from--) {
        for (int to = 0; difference[from] < 0 && to < ACCOUNT_WALLET; to++) {
            if (difference[to] <= 0) continue;
            lm_cents cents = difference[to] < -difference[from] ? difference[to] : -difference[from];
            if (!play_move(play, from, to, REASON_CORRECTION, cents)) return false;
            difference[from] += cents;
            difference[to] -= cents;
        }
    }
    return true;
}

/* --- the table afterwards -------------------------------------------------------------------------------------------- */

/* A meter that other tables feed has gone on since; only what this round changes there could be taken back. */
static bool take_meters(house_play *play, const house_state *told, const house_state *meant)
{
    house_state *s = &play->state;
    if (!s->terms.link[0]) {
        s->meters = meant->meters;
        return true;
    }
    if (memcmp(told->meters.meter, meant->meters.meter, sizeof told->meters.meter) != 0)
        return play_refuse(play, LM_REFUSED_NOW, "WB7-13(e)(c)",
                           "the card changes a meter that other tables share; it is adjusted by hand");
    memcpy(s->meters.game, meant->meters.game, sizeof s->meters.game);
    return true;
}

/* Whoever bet for the dealer holds that spot again when it is back in play. */
static void take_tips(house_play *play, const json_t *list)
{
    house_state *s = &play->state;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *act = json_array_get(list, i);
        uint8_t box, bettor;
        bool bets = strcmp(word_of(act), "bet") == 0 && lm_words_seat(act_text(act, "seat"), &box, &bettor);
        if (!bets || bettor != LM_TIP || box < 1 || box > LM_BOXES) continue;
        int rack = rack_of(s, act_text(act, "player"));
        if (rack < 0) rack = rack_at(s, box, LM_DECIDER);
        s->holder[box - 1][LM_TIP] = (uint8_t)(rack + 1);
    }
    seats_after(play);
}

static void take_cards(house_state *s, const house_state *told, const house_state *meant)
{
    s->downs = meant->downs;
    for (int side = 0; side < HOUSE_SIDES; side++) {
        house_shoe *shoe = &s->shoe[side];
        const house_shoe *right = &meant->shoe[side];
        int first = shoe->dealt - told->shoe[side].dealt; /* the round's first card of the shoe */
        if (first < 0 || first + right->dealt > LM_SHOE_CARDS) continue;
        for (uint32_t i = 0; i < s->downs.n; i++) {
            uint16_t *number = &s->downs.down[i].card;
            if (down_side(*number) == side) *number = (uint16_t)(*number + first);
        }
        memcpy(shoe->came + first, right->came, right->dealt * sizeof *right->came);
        memset(shoe->came + first + right->dealt, 0,
               (size_t)(LM_SHOE_CARDS - first - right->dealt) * sizeof *right->came);
        shoe->dealt = (uint16_t)(first + right->dealt);
    }
}

static bool take_over(house_play *play, const json_t *list, const house_state *told, const house_state *meant)
{
    house_state *s = &play->state;
    lm_cents difference[ACCOUNT_COUNT];
    if (!count_difference(play, told, meant, difference) || !move_difference(play, difference)) return false;
    if (!take_meters(play, told, meant)) return false;
    s->table = meant->table;
    s->started = meant->started;
    coupons_correct(play, meant);
    s->awards = meant->awards;
    memcpy(s->award, meant->award, sizeof s->award);
    take_cards(s, told, meant);
    take_tips(play, list);
    if (s->cents[ACCOUNT_FELT] == s->table.round.felt_cents) return true;
    return play_refuse(play, LM_REFUSED_FAULT, NULL, "after the correction ledger and round disagree on the felt");
}

/* --- the act ---------------------------------------------------------------------------------------------------------- */

static void tell_correction(house_play *play, json_t *act, const json_t *list, size_t kept)
{
    static const char *const less[] = { "kept", "by", NULL };
    json_object_set_new(act, "kept", json_integer((json_int_t)kept));
    if (kept < json_array_size(list)) json_object_set_new(act, "again", json_deep_copy(json_array_get(list, kept)));
    act_tell(play, act, less);
    json_t *event = json_array_get(play->events, json_array_size(play->events) - 1);
    json_object_set_new(event, "snapshot", view_table(&play->state, play->rules, play->id));
}

static bool compare(house_play *play, json_t *act, json_t *list, size_t at)
{
    rehearsal *told = rehearse(play, list), *meant = NULL;
    bool good = told && is_as_it_stands(play, told, list);
    if (!good)
        play_refuse(play, LM_REFUSED_NOW, NULL,
                    "too much has happened since: the round cannot be rebuilt from its acts");
    json_object_set(json_array_get(list, at), "card", json_object_get(act, "card"));
    if (good) meant = rehearse(play, list);
    if (good && !meant) good = play_refuse(play, LM_REFUSED_LATER, NULL, "there is no memory for this");
    if (good && meant->done <= at) { /* that card cannot have come there */
        play->refusal = meant->play.refusal;
        good = false;
    }
    good = good && take_over(play, list, &told->play.state, &meant->play.state);
    if (good) tell_correction(play, act, list, meant->done);
    free(told);
    free(meant);
    return good;
}

static bool may_correct(house_play *play, const json_t *act, const round_story *story, size_t at)
{
    lm_card card;
    if (play->state.terms.dealing != DEALT_LIVE)
        return play_refuse(play, LM_REFUSED_NOW, NULL, "the program makes no mistakes with cards");
    if (!*act_text(act, "reason")) return play_refuse(play, LM_REFUSED_FORM, NULL, "say why");
    if (!lm_card_read(act_text(act, "card"), &card))
        return play_refuse(play, LM_REFUSED_FORM, NULL, "\"card\" is no card");
    if (at == SIZE_MAX) return play_refuse(play, LM_REFUSED_NOW, NULL, "no such card was entered in this round");
    if (story->paid)
        return play_refuse(play, LM_REFUSED_NOW, "WB7-13(e)(c)",
                           "a meter has paid an award of this round; only an adjustment undoes that");
    return true;
}

bool act_correct(house_play *play, json_t *act)
{
    round_story story = read_story(play);
    size_t at = nth_card(story.list, json_integer_value(json_object_get(act, "number")));
    bool good = may_correct(play, act, &story, at);
    if (good) {
        const json_t *was = json_object_get(json_array_get(story.list, at), "card");
        json_object_set_new(act, "was", json_deep_copy(was));
        good = strcmp(json_string_value(was), act_text(act, "card")) != 0 ||
               play_refuse(play, LM_REFUSED_NOW, NULL, "that is the card that was entered");
    }
    good = good && compare(play, act, story.list, at);
    json_decref(story.list);
    return good;
}
