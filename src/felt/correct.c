/* correct.c - a card that the dealer of a live table entered wrongly.
 *
 * The round is rehearsed twice from its beginning: as recorded, which must reproduce the present table, and with the
 * right card. The result of the second becomes the table, and the differences in money and coupons are booked, account
 * by account. Where a later act no longer fits, the rehearsal stops before it, and the dealer continues from there.
 * Both values of the card stay in the journal. */
#include <stdlib.h>
#include <string.h>

#include "lammer/server/json.h"
#include "play.h"

/* The acts of the round with earlier corrections applied; their texts point into `told`. */
typedef struct {
    json_t *told;
    lm_act *act;
    size_t n;
    bool paid;  /* a meter has paid an award, which only an adjustment undoes */
    bool dealt; /* the first cards of the round have been dealt */
    uint32_t
        passed; /* places (bit LM_PLACE) that have had another player since, who must not pay for the earlier one */
} round_story;

/* The result of a rehearsal, and the number of acts it played. */
typedef struct {
    house_play play;
    size_t done;
} rehearsal;

/* A rehearsal skips the balance check, which was made when the act was recorded. */
static const lm_cents PLENTY = (lm_cents)1 << 50;

static lm_act *nth_card(const round_story *story, int64_t number)
{
    for (size_t i = 0; i < story->n; i++) {
        if (lm_act_has(&story->act[i], LM_FIELD_CARD) && --number == 0) return &story->act[i];
    }
    return NULL;
}

/* Applies an earlier correction: changes its card, and drops the acts after which that correction stopped. */
static void correct_story(round_story *story, const lm_act *correction)
{
    lm_act *act = nth_card(story, lm_act_int(correction, LM_FIELD_NUMBER));
    size_t kept = (size_t)lm_act_int(correction, LM_FIELD_KEPT_ACTS);
    if (!act) return;
    lm_act_set_int(act, LM_FIELD_CARD, lm_act_int(correction, LM_FIELD_CARD));
    if (story->n > kept) story->n = kept;
}

bool act_is_of_round(lm_act_word word)
{
    return lm_act_rows[word].is_verb || word == LM_ACT_CALL || word == LM_ACT_VERIFY_AWARD ||
           word == LM_ACT_WITHDRAW_AWARD || word == LM_ACT_END_GAME;
}

static void add_to_story(round_story *story, const lm_act *act)
{
    static const bool pays[LM_ACT_COUNT] = {
        [LM_ACT_PAY_AWARD] = true, [LM_ACT_ADJUST] = true, [LM_ACT_ARM] = true, [LM_ACT_HIT_METER] = true
    };
    lm_seat at = lm_act_seat(act, LM_FIELD_SEAT);
    story->paid |= pays[act->word];
    story->dealt |= act->word == LM_ACT_DEAL;
    if (act->word == LM_ACT_SIT && story->dealt && at.box <= LM_BOXES)
        story->passed |= 1u << LM_PLACE(at.box, at.bettor);
    if (act->word == LM_ACT_OPEN) {
        story->n = story->passed = 0;
        story->paid = story->dealt = false;
    } else if (act->word == LM_ACT_CORRECT) {
        correct_story(story, act);
    } else if (act_is_of_round((lm_act_word)act->word)) {
        story->act[story->n++] = *act;
    }
}

static round_story read_story(const house_play *play)
{
    json_t *told = play->round_acts ? list_read(play->round_acts) : NULL;
    size_t n = json_array_size(told);
    round_story story = { .told = told, .act = memory_or_end((n + 1) * sizeof *story.act) };
    for (size_t i = 0; i < n; i++) {
        char why[LM_WORDS_WHY];
        lm_act act;
        if (lm_act_recall(&act, json_array_get(told, i), why, sizeof why)) add_to_story(&story, &act);
    }
    return story;
}

/* In a rehearsal every place has its own rack, so that the difference is known by place. */
static void set_stage(rehearsal *scene, const house_play *play)
{
    house_state *s = &scene->play.state;
    scene->play = *play;
    scene->play.acts = scene->play.events = (house_list){ 0 };
    scene->play.again = (lm_out){ 0 };
    s->table = play->state.before;
    s->meters = play->state.meters_before;
    s->cents[ACCOUNT_FELT] = s->table.round.felt_cents;
    s->cents[ACCOUNT_TRAY] = s->cents[ACCOUNT_TOKES] = PLENTY;
    for (int i = 0; i < s->meters.meters; i++)
        s->cents[ACCOUNT_METER + i] = meter_holds(&s->meters.meter[i]);
    s->started = s->awards = 0;
    s->story = (lm_story){ 0 };
    lm_story_opened(&s->story);
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

/* Plays the acts and stops before the first that is refused. All players have the name REHEARSED_PLAYER. */
static rehearsal *rehearse(const house_play *play, const round_story *story)
{
    rehearsal *scene = memory_or_end(sizeof *scene);
    set_stage(scene, play);
    house_play *p = &scene->play;
    bool fits = true;
    for (scene->done = 0; fits && scene->done < story->n; scene->done += fits) {
        house_state kept = p->state;
        lm_act act = story->act[scene->done];
        lm_act_unset(&act, LM_FIELD_PLAYER);
        play_clear(p);
        fits = play_act(p, &act);
        if (!fits) p->state = kept;
    }
    return scene;
}

static void end_rehearsal(rehearsal *scene)
{
    if (scene) play_end(&scene->play);
    free(scene);
}

/* The acts as recorded must reproduce the present table; if not, too much has happened since. */
static bool is_as_it_stands(const house_play *play, const rehearsal *told, const round_story *story)
{
    const house_state *now = &play->state, *then = &told->play.state;
    bool meters = play->state.terms.link[0] || memcmp(&now->meters, &then->meters, sizeof now->meters) == 0;
    return told->done == story->n && memcmp(&now->table, &then->table, sizeof now->table) == 0 && meters &&
           coupons_are_same(now, then);
}

/* Whether the card changes a place: chips in its rack, or wagers still to be decided. */
static bool touches_place(const house_play *play, const house_state *told, const house_state *meant, int place)
{
    uint8_t box = (uint8_t)(place / LM_BETTORS + 1), bettor = (uint8_t)(place % LM_BETTORS);
    felt_of_place before = felt_at(&told->table.round, play->rules, box, bettor);
    felt_of_place after = felt_at(&meant->table.round, play->rules, box, bettor);
    return meant->rack[place].chips_cents != told->rack[place].chips_cents || before.lies != after.lies ||
           before.open != after.open;
}

/* The amount that each account must gain or lose. In both states a rack stands for a place. No player pays for another
 * who has left. */
static bool count_difference(house_play *play, const round_story *story, const house_state *told,
                             const house_state *meant, lm_cents *difference)
{
    memset(difference, 0, ACCOUNT_COUNT * sizeof *difference);
    for (int i = 0; i < ACCOUNT_RACK; i++)
        difference[i] = meant->cents[i] - told->cents[i];
    for (int place = 0; place < HOUSE_RACKS; place++) {
        uint8_t box = (uint8_t)(place / LM_BETTORS + 1), bettor = (uint8_t)(place % LM_BETTORS);
        bool tip = bettor == LM_TIP; /* take_tips gives the spot back to the player who bet for the dealer */
        if (tip || !touches_place(play, told, meant, place)) continue;
        int rack = rack_at(&play->state, box, bettor);
        if (rack < 0 || story->passed >> LM_PLACE(box, bettor) & 1) {
            char seat[LM_SEAT_TEXT];
            lm_words_of_seat(box, bettor, 0, seat);
            return play_refuse(
                play, LM_REFUSED_NOW, NULL,
                LM_STAFF_SAYS("the player of box %s has left; the difference cannot be settled at the table"), seat);
        }
        difference[ACCOUNT_RACK + rack] += meant->rack[place].chips_cents - told->rack[place].chips_cents;
    }
    return true;
}

/* Moves money from accounts with too much to accounts with too little. Players give first and take last, so that the
 * tray needs no needless fill. */
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

/* Other tables have fed a shared meter since, so its old value cannot simply be restored. */
static bool take_meters(house_play *play, const house_state *told, const house_state *meant)
{
    house_state *s = &play->state;
    if (!s->terms.link[0]) {
        s->meters = meant->meters;
        return true;
    }
    if (memcmp(told->meters.meter, meant->meters.meter, sizeof told->meters.meter) != 0)
        return play_refuse(play, LM_REFUSED_NOW, "WB7-13(e)(c)",
                           LM_STAFF_SAYS("the card changes a meter that other tables share; adjust it by hand"));
    memcpy(s->meters.game, meant->meters.game, sizeof s->meters.game);
    return true;
}

/* The player who bet for the dealer holds that spot again when it is back in play. */
static void take_tips(house_play *play, const round_story *story)
{
    house_state *s = &play->state;
    for (size_t i = 0; i < story->n; i++) {
        const lm_act *act = &story->act[i];
        lm_seat at = lm_act_seat(act, LM_FIELD_SEAT);
        if (act->word != LM_ACT_BET || at.bettor != LM_TIP || at.box < 1 || at.box > LM_BOXES) continue;
        int rack = rack_of(s, lm_act_text(act, LM_FIELD_PLAYER));
        if (rack < 0) rack = rack_at(s, at.box, LM_DECIDER);
        s->holder[at.box - 1][LM_TIP] = (uint8_t)(rack + 1);
    }
    seats_after(play);
}

static void take_cards(house_state *s, const house_state *told, const house_state *meant)
{
    s->downs = meant->downs;
    for (int side = 0; side < HOUSE_SIDES; side++) {
        house_shoe *shoe = &s->shoe[side];
        const house_shoe *right = &meant->shoe[side];
        int first = shoe->dealt - told->shoe[side].dealt; /* the index in the shoe of the round's first card */
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

static bool take_over(house_play *play, const round_story *story, const house_state *told, const house_state *meant)
{
    house_state *s = &play->state;
    lm_cents difference[ACCOUNT_COUNT];
    if (!count_difference(play, story, told, meant, difference) || !move_difference(play, difference)) return false;
    if (!take_meters(play, told, meant)) return false;
    s->table = meant->table;
    s->story = meant->story;
    s->started = meant->started;
    coupons_correct(play, meant);
    s->awards = meant->awards;
    memcpy(s->award, meant->award, sizeof s->award);
    take_cards(s, told, meant);
    take_tips(play, story);
    if (s->cents[ACCOUNT_FELT] == s->table.round.felt_cents) return true;
    return play_refuse(play, LM_REFUSED_FAULT, NULL,
                       "after the correction the ledger and the round disagree about the felt");
}

static void tell_correction(house_play *play, lm_act *act, const round_story *story, size_t kept)
{
    static const lm_act_field less[] = { LM_FIELD_KEPT_ACTS, LM_FIELD_BY_PERSON, LM_FIELDS };
    lm_act_set_int(act, LM_FIELD_KEPT_ACTS, (int64_t)kept);
    lm_act_unset(act, LM_FIELD_AGAIN);
    if (kept < story->n) {
        lm_act_write(&story->act[kept], &play->again);
        if (play->again.failed) memory_end();
        lm_act_set(act, LM_FIELD_AGAIN)->json = play->again.at;
    }
    lm_out *event = event_begin(play, "correct");
    lm_act_write_fields(act, less, event);
    lm_out_pack(event, "snapshot:{");
    view_table(&play->state, play->rules, play->id, event);
    lm_out_end(event, '}');
    event_end(play);
}

static bool compare(house_play *play, lm_act *act, round_story *story, lm_act *wrong)
{
    rehearsal *told = rehearse(play, story), *meant = NULL;
    bool good = is_as_it_stands(play, told, story);
    if (!good)
        play_refuse(play, LM_REFUSED_NOW, NULL,
                    LM_STAFF_SAYS(/* say:round-cannot-be-rebuilt */
                                  "too much has happened since: the round cannot be rebuilt from its acts"));
    lm_act_set_int(wrong, LM_FIELD_CARD, lm_act_int(act, LM_FIELD_CARD));
    if (good) meant = rehearse(play, story);
    if (good && meant->done <= (size_t)(wrong - story->act)) { /* the right card is refused, too */
        play->refusal = meant->play.refusal;
        good = false;
    }
    good = good && take_over(play, story, &told->play.state, &meant->play.state);
    if (good) tell_correction(play, act, story, meant->done);
    end_rehearsal(told);
    end_rehearsal(meant);
    return good;
}

static bool may_correct(house_play *play, const lm_act *act, const round_story *story, const lm_act *wrong)
{
    if (play->state.terms.dealing != DEALT_LIVE)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_STAFF_SAYS("the program deals this table, so no card was entered by hand"));
    if (!*lm_act_text(act, LM_FIELD_REASON)) return play_refuse(play, LM_REFUSED_FORM, NULL, "say why");
    if (!wrong) return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("no such card was entered in this round"));
    if (story->paid)
        return play_refuse(play, LM_REFUSED_NOW, "WB7-13(e)(c)",
                           LM_STAFF_SAYS("a meter has paid an award of this round; only an adjustment undoes that"));
    return lm_act_int(wrong, LM_FIELD_CARD) != lm_act_int(act, LM_FIELD_CARD) ||
           play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("that is the card that was entered"));
}

bool act_correct(house_play *play, lm_act *act)
{
    round_story story = read_story(play);
    lm_act *wrong = nth_card(&story, lm_act_int(act, LM_FIELD_NUMBER));
    bool good = may_correct(play, act, &story, wrong);
    if (good) lm_act_set_int(act, LM_FIELD_WAS, lm_act_int(wrong, LM_FIELD_CARD));
    good = good && compare(play, act, &story, wrong);
    free(story.act);
    json_decref(story.told);
    return good;
}
