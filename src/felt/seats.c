/* seats.c - who sits where, and with how many chips: sit, leave, buy, cash, toke.
 *
 * A player may have several places and one rack. The engine knows players by the box they took first. It accepts
 * arrivals and departures only between rounds, so this file reports them to it after the round. */
#include <stdio.h>
#include <string.h>

#include "play.h"

static bool is_home(const house_state *s, uint8_t box)
{
    int rack = rack_at(s, box, LM_DECIDER);
    return rack >= 0 && s->rack[rack].home == box;
}

/* The engine accepts players only between rounds, after it has finished the last one (a prize, an overdrawn card). */
static bool engine_listens(const house_state *s)
{
    return s->table.stage != LM_IN_ROUND && !s->table.just_over;
}

static bool sync_box(house_play *play, uint8_t box)
{
    bool engine = play->state.table.seated >> (box - 1) & 1, here = is_home(&play->state, box);
    if (engine == here) return true;
    uint8_t verb = (uint8_t)(here ? LM_ARRIVE : LM_LEAVE);
    lm_table tried = play->state.table;
    if (!lm_ok(lm_table_apply(&tried, play->rules, (lm_action){ .verb = verb, .box = box }))) return true;
    return play_implied(play, (lm_action){ .verb = verb, .box = box });
}

bool seats_sync(house_play *play)
{
    if (play->state.table.stage == LM_IN_ROUND) return true;
    for (uint8_t box = 1; box <= play->rules->boxes; box++) {
        if (!sync_box(play, box)) return false;
    }
    return true;
}

static bool sync_now(house_play *play)
{
    return engine_listens(&play->state) ? seats_sync(play) : true;
}

/* A player who bets for the dealer holds that spot only while chips lie on it. */
void seats_after(house_play *play)
{
    house_state *s = &play->state;
    const lm_round *r = &s->table.round;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        felt_of_place tip = felt_at(r, play->rules, box, LM_TIP);
        if (!tip.lies && !tip.open) s->holder[box - 1][LM_TIP] = 0;
    }
}

static bool read_place(house_play *play, const lm_act *act, lm_seat *seat)
{
    if (!act_box(play, act, seat)) return false;
    return seat->bettor < play->rules->bettors_per_box || play_refuse_why(play, LM_WHY_BETTOR);
}

/* Why a player may not hold this box in addition to their others, or LM_WHY_OK. */
static lm_why box_refused(const house_play *play, int rack, uint8_t box)
{
    unsigned held = 1u << (box - 1);
    for (uint8_t i = 1; i <= play->rules->boxes; i++) {
        if (rack_at(&play->state, i, LM_DECIDER) == rack) held |= 1u << (i - 1);
    }
    return lm_boxes_refused(play->rules, held);
}

static bool may_take_place(house_play *play, int rack, uint8_t box, uint8_t bettor)
{
    house_state *s = &play->state;
    if (rack_at(s, box, bettor) >= 0) return play_refuse_why(play, LM_WHY_TAKEN);
    felt_of_place felt = felt_at(&s->table.round, play->rules, box, bettor);
    bool dealt = !lm_round_over(&s->table.round) && s->table.round.box[box - 1].main[bettor][0];
    if (felt.lies || felt.open || dealt)
        return play_refuse(
            play, LM_REFUSED_NOW, felt.waits ? "MBJ-22(f)" : NULL,
            LM_SAYS(WAGERS_STAY_THERE, "",
                    "wagers of the player who left stay there until the next deal; take another box, or wait"));
    for (uint8_t b = 0; rack >= 0 && b < LM_TIP; b++) {
        if (rack_at(s, box, b) == rack)
            return play_refuse(play, LM_REFUSED_NOW, NULL,
                               LM_SAYS(PLACE_ALREADY, "", "you have a place at that box already"));
    }
    lm_why why = rack >= 0 && bettor == LM_DECIDER                          ? box_refused(play, rack, box)
                 : bettor != LM_DECIDER && seats_sharing_is_full(play, box) ? LM_WHY_SHARED
                                                                            : LM_WHY_OK;
    return !why || play_refuse_why(play, why);
}

static bool moved_in_this_record(const house_play *play, int rack)
{
    for (int i = 0; i < play->moves; i++) {
        const house_move *m = &play->move[i];
        if (m->from == ACCOUNT_RACK + rack || m->to == ACCOUNT_RACK + rack) return true;
    }
    return false;
}

/* A player gets a rack with the first place they take. */
static int take_rack(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    int rack = 0;
    while (rack < HOUSE_RACKS && (rack_is_taken(s, rack) || moved_in_this_record(play, rack)))
        rack++;
    if (rack == HOUSE_RACKS) return -1;
    memset(&s->rack[rack], 0, sizeof s->rack[rack]);
    snprintf(s->rack[rack].player, sizeof s->rack[rack].player, "%s", lm_act_text(act, LM_FIELD_PLAYER));
    if (!lm_act_has(act, LM_FIELD_TIME_MS)) lm_act_set_int(act, LM_FIELD_TIME_MS, play->now_ms);
    s->rack[rack].since_ms = lm_act_int(act, LM_FIELD_TIME_MS);
    return rack;
}

bool act_sit(house_play *play, lm_act *act)
{
    static const lm_act_field less[] = { LM_FIELD_TIME_MS, LM_FIELDS };
    house_state *s = &play->state;
    const char *player = lm_act_text(act, LM_FIELD_PLAYER);
    lm_seat at;
    if (!*player) return play_refuse(play, LM_REFUSED_FORM, NULL, "name the player who sits down in \"player\"");
    if (strcmp(player, s->dealer) == 0)
        return play_refuse(play, LM_REFUSED_PERSON, NULL,
                           LM_SAYS(OWN_TABLE, "", "a dealer must not play at their own table"));
    if (!read_place(play, act, &at)) return false;
    int rack = rack_of(s, player);
    if (!may_take_place(play, rack, at.box, at.bettor)) return false;
    if (rack < 0 && (rack = take_rack(play, act)) < 0)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(ALL_PLACES_TAKEN, "", "every place is taken"));
    s->holder[at.box - 1][at.bettor] = (uint8_t)(rack + 1);
    if (at.bettor == LM_DECIDER && !s->rack[rack].home) s->rack[rack].home = at.box;
    if (!mix_keeps(play, act, rack)) return false;
    consent_follows(s, at.box, at.bettor);
    act_tell(play, act, less);
    return sync_now(play);
}

static bool find_rack(house_play *play, const lm_act *act, int *rack)
{
    *rack = rack_of(&play->state, lm_act_text(act, LM_FIELD_PLAYER));
    return *rack >= 0 ||
           play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(NO_PLACE_OF, "who", "\"%.40s\" has no place at this table"),
                       lm_act_text(act, LM_FIELD_PLAYER));
}

/* Pays chips out: to the wallet at the cage, or in cash. */
static bool cash_in(house_play *play, int rack, lm_cents cents)
{
    int to = rack_is_walkin(&play->state, rack) ? ACCOUNT_WORLD : ACCOUNT_WALLET + rack;
    play->state.rack[rack].cashed_cents += cents;
    return play_move(play, ACCOUNT_RACK + rack, to, REASON_CASH, cents);
}

static void give_places_back(house_state *s, int rack)
{
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        if (rack_at(s, box, LM_DECIDER) == rack) consent_follows(s, box, LM_DECIDER);
        for (uint8_t bettor = 0; bettor < LM_BETTORS; bettor++) {
            if (rack_at(s, box, bettor) != rack) continue;
            s->holder[box - 1][bettor] = 0;
            state_box_moves(s, box);
        }
    }
    consent_forgets(s, s->rack[rack].player);
    mix_forgets(s, rack);
}

/* A player cannot leave wagers behind, except streaks, which sitting out forfeits (MBJ-22(f)). */
bool act_leave(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    int rack;
    bool waits;
    if (!find_rack(play, act, &rack)) return false;
    if (rack_has_wagers(s, play->rules, rack, &waits))
        return play_refuse(
            play, LM_REFUSED_NOW, lm_why_clause(LM_WHY_TOUCH, (int)play->rules->rule_set),
            LM_SAYS(WAGERS_STILL_PLAYED, "", "your wagers are still being played; leave when they are decided"));
    lm_cents cents = s->rack[rack].chips_cents;
    if (!cash_in(play, rack, cents)) return false;
    lm_act_set_int(act, LM_FIELD_CENTS, cents);
    give_places_back(s, rack);
    s->ready &= ~(1u << rack);
    act_tell(play, act, NULL);
    return sync_now(play);
}

bool act_ready(house_play *play, lm_act *act)
{
    int rack;
    if (!find_rack(play, act, &rack)) return false;
    play->state.ready |= 1u << rack;
    act_tell(play, act, NULL);
    return true;
}

static bool in_chips(house_play *play, lm_cents cents)
{
    lm_cents unit = play->rules->chip_unit;
    char text[24];
    lm_cents_write(unit, text);
    return unit <= 0 || cents % unit == 0 ||
           play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(SMALLEST_CHIP, "chip_cents", "the smallest chip is %s"),
                       text);
}

bool act_buy(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    int rack;
    lm_cents cents;
    if (!find_rack(play, act, &rack) || !act_cents(play, act, 1, &cents) || !in_chips(play, cents)) return false;
    bool cash = rack_is_walkin(s, rack);
    if (cash && s->terms.dealing != DEALT_LIVE)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(NO_CASH_HERE, "", "this table takes no cash"));
    s->rack[rack].bought_cents += cents;
    act_tell(play, act, NULL);
    return play_move(play, cash ? ACCOUNT_WORLD : ACCOUNT_WALLET + rack, ACCOUNT_DROP, REASON_BUY, cents) &&
           play_move(play, ACCOUNT_TRAY, ACCOUNT_RACK + rack, REASON_CHIPS, cents);
}

/* Chips that the player has promised to add if the decider doubles or splits. */
static lm_cents promised(const house_play *play, int rack)
{
    const lm_round *r = &play->state.table.round;
    lm_cents sum = 0;
    if (play->state.table.stage != LM_IN_ROUND || r->phase != LM_PLAYING || !r->at_box) return 0;
    for (uint8_t b = 0; b < LM_BETTORS; b++) {
        if (rack_at(&play->state, r->at_box, b) != rack) continue;
        lm_cents all = 0;
        for (int n = 0; n < LM_SPOTS; n++)
            all += r->box[r->at_box - 1].main[b][n];
        if (r->with_double[b] || r->with_split[b] == LM_RIDE_BOTH) sum += all;
    }
    return sum;
}

static bool may_part_with(house_play *play, int rack, lm_cents cents)
{
    lm_cents kept = promised(play, rack);
    if (play->state.rack[rack].chips_cents - cents >= kept || !kept) return true;
    return play_refuse(
        play, LM_REFUSED_NOW, lm_why_clause(LM_WHY_TOUCH, (int)play->rules->rule_set),
        LM_SAYS(CHIPS_PROMISED, "", "you promised these chips for a double or split; they stay until it is decided"));
}

bool act_cash(house_play *play, lm_act *act)
{
    int rack;
    lm_cents cents;
    if (!find_rack(play, act, &rack) || !act_cents(play, act, 1, &cents) || !may_part_with(play, rack, cents))
        return false;
    act_tell(play, act, NULL);
    return cash_in(play, rack, cents);
}

bool act_toke(house_play *play, lm_act *act)
{
    int rack;
    lm_cents cents;
    if (!find_rack(play, act, &rack) || !act_cents(play, act, 1, &cents) || !in_chips(play, cents) ||
        !may_part_with(play, rack, cents))
        return false;
    act_tell(play, act, NULL);
    return play_move(play, ACCOUNT_RACK + rack, ACCOUNT_TOKES, REASON_TOKE, cents);
}
