/* awards.c - acts of the progressives: call, confirmation, card, END GAME, must-hit, adjustment.
 *
 * src/meters knows what an award is worth and in which order awards are paid. Here are the people: an award takes three acts of
 * two people at least, and the money moves with the last (WB7-13(e)(a)). */
#include <string.h>

#include "deal.h"
#include "lammer/words.h"
#include "play.h"

/* The wager of a spot that an act is about. */
typedef struct {
    uint8_t slot, box, bettor;
    int game, place;
} spot;

static void tell(house_play *play, json_t *event)
{
    json_array_append_new(play->events, event);
}

static bool malformed(house_play *play, const char *what)
{
    return play_refuse(play, 400, NULL, "the field \"%s\" is missing or malformed", what);
}

static int meter_index(const lm_meters *meters, uint8_t kind)
{
    return lm_meters_find(meters, lm_meter_name((lm_meter_kind)kind));
}

/* Whoever shares the meters must have seen what is used here. */
static void use_meters(house_play *play, int first, int n)
{
    if (!play->state.terms.link[0]) return;
    for (int i = first; i < first + n; i++)
        play->meters_in |= 1u << i;
    play->shares = true;
}

static void use_game(house_play *play, int game)
{
    use_meters(play, play->state.meters.game[game].first, play->state.meters.game[game].n);
}

/* --- reading ------------------------------------------------------------------------------------------------- */

static bool read_game(house_play *play, const json_t *act, spot *at)
{
    const char *wager = act_text(act, "wager");
    uint8_t n;
    *at = (spot){ .game = -1 };
    if (!*wager || !lm_words_wager(play->rules, wager, &at->slot, &n)) return malformed(play, "wager");
    at->game = lm_meters_game(&play->state.meters, at->slot);
    if (at->game < 0) return play_refuse(play, 409, NULL, "this wager has no meter");
    use_game(play, at->game);
    return true;
}

static bool read_spot(house_play *play, const json_t *act, spot *at)
{
    if (!read_game(play, act, at)) return false;
    if (!lm_words_seat(act_text(act, "seat"), &at->box, &at->bettor)) return malformed(play, "seat");
    at->place = LM_PLACE(at->box, at->bettor);
    return true;
}

/* Who acts, and as what. Only the program has no name; it deals virtual tables. */
static bool read_person(house_play *play, const json_t *act, const char **person, lm_role *role)
{
    int found = lm_words_role(act_text(act, "role"));
    *person = act_text(act, "person");
    if (found < 0) return malformed(play, "role");
    *role = (lm_role)found;
    bool program = !**person && play->state.terms.dealing == DEALT_VIRTUALLY && found == LM_ROLE_DEALER;
    if (!**person && !program) return malformed(play, "person");
    return strlen(*person) < LM_HOUSE_ID || malformed(play, "person");
}

static const lm_side_bet *bet_at(const lm_round *r, const spot *at)
{
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].box_bettor == at->place && r->side[i].slot == at->slot) return &r->side[i];
    }
    return NULL;
}

/* --- who has acted for an award -------------------------------------------------------------------------------- */

static house_award *find_award(house_state *s, const spot *at)
{
    for (int i = 0; i < s->awards; i++) {
        if (s->award[i].game == at->game && s->award[i].place == at->place) return &s->award[i];
    }
    return NULL;
}

static void drop_award(house_state *s, house_award *award)
{
    int i = (int)(award - s->award);
    memmove(award, award + 1, (size_t)(s->awards - i - 1) * sizeof *award);
    memset(&s->award[--s->awards], 0, sizeof *award);
}

/* An award that a corrected card has undone waits no more. */
static void drop_stale(house_state *s)
{
    for (int i = s->awards - 1; i >= 0; i--) {
        if (lm_meters_prize(&s->meters, s->award[i].game, s->award[i].place) < 0) drop_award(s, &s->award[i]);
    }
}

static json_t *award_event(house_play *play, const char *word, const json_t *act, const spot *at)
{
    lm_cents prize = lm_meters_prize(&play->state.meters, at->game, at->place);
    return json_pack("{s:s, s:O, s:O, s:I}", "event", word, "seat", json_object_get(act, "seat"), "wager",
                     json_object_get(act, "wager"), "cents", (json_int_t)prize);
}

/* --- call, confirmation ----------------------------------------------------------------------------------------- */

static bool do_call(house_play *play, const json_t *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    const lm_side_bet *bet = bet_at(&s->table.round, &at);
    if (!bet || bet->state != LM_BET_HELD)
        return play_refuse(play, 409, "WB7-13(d)", "no award from a meter waits at that spot");
    drop_stale(s);
    if (s->awards == HOUSE_AWARDS) return play_refuse(play, 409, NULL, "too many awards wait at this table");
    lm_odds pays = play->rules->offer[at.slot - LM_SIDE].pays[bet->outcome];
    const json_t *button = json_object_get(act, "percent");
    int percent = json_is_integer(button) ? (int)json_integer_value(button) : pays.a;
    lm_meter_status called = lm_meters_call(&s->meters, at.game, at.place, percent, pays);
    if (!lm_meter_ok(called)) return play_refuse_meter(play, called);
    house_award *award = &s->award[s->awards++];
    *award = (house_award){ .game = (uint8_t)at.game, .place = (uint8_t)at.place, .stage = LM_AWARD_CALLED };
    strcpy(award->caller, person);
    tell(play, award_event(play, "call", act, &at));
    return true;
}

/* The person who called does not confirm. */
static bool do_verify(house_play *play, const json_t *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    house_award *award = find_award(s, &at);
    if (award && strcmp(award->caller, person) == 0)
        return play_refuse(play, 403, "WB7-13(e)(a).1", "whoever called an award does not confirm it");
    lm_meter_status confirmed = lm_meters_confirm(&s->meters, at.game, at.place, role);
    if (!lm_meter_ok(confirmed)) return play_refuse_meter(play, confirmed);
    if (!award) return play_refuse(play, 500, NULL, "nobody knows who called that award");
    award->stage = LM_AWARD_CONFIRMED;
    strcpy(award->confirmer, person);
    tell(play, award_event(play, "verify-award", act, &at));
    return true;
}

/* --- the card ---------------------------------------------------------------------------------------------------- */

/* Three acts, two people: whoever confirmed may pay only what another person called; the program is no person. */
static bool may_pay(house_play *play, const house_award *award, const char *person)
{
    if (!award) return true; /* the meters refuse it with their clause */
    if (*award->caller && strcmp(award->caller, person) == 0)
        return play_refuse(play, 403, "WB7-13(e)(a).2", "whoever called an award does not pay it");
    if (!*award->caller && strcmp(award->confirmer, person) == 0)
        return play_refuse(play, 403, "WB7-13(e)(a).2", "the award needs a second person's card");
    return true;
}

/* The meter's part reaches the tray, which pays the player; the house's seed reaches the meter. */
static bool move_entry(house_play *play, const lm_meter_entry *entry)
{
    int account = ACCOUNT_METER + meter_index(&play->state.meters, entry->meter);
    lm_cents from_meter = entry->amount_cents - entry->tray_cents;
    if (from_meter && !play_move(play, account, ACCOUNT_TRAY, REASON_AWARD, from_meter)) return false;
    return !entry->seeded_cents || play_move(play, ACCOUNT_SEEDS, account, REASON_SEED, entry->seeded_cents);
}

/* Stakes that were given while an award waited reach the meter when it has left (C-116). */
static bool move_rest(house_play *play)
{
    house_state *s = &play->state;
    for (int i = 0; i < s->meters.meters; i++) {
        lm_cents rest = meter_holds(&s->meters.meter[i]) - s->cents[ACCOUNT_METER + i];
        int meter = ACCOUNT_METER + i;
        if (rest > 0 && !play_move(play, ACCOUNT_TRAY, meter, REASON_CONTRIBUTION, rest)) return false;
        if (rest < 0 && !play_move(play, meter, ACCOUNT_TRAY, REASON_REFUND, -rest)) return false;
    }
    return true;
}

static const char *player_at(const house_state *s, const spot *at)
{
    int rack = rack_at(s, at->box, at->bettor);
    return rack < 0 ? "" : s->rack[rack].player;
}

/* What accounting prints: WB7-13(e)(a).4. */
static json_t *win_page(house_play *play, const json_t *act, const spot *at, const lm_meter_entry *entry)
{
    const house_state *s = &play->state;
    return json_pack("{s:s, s:s, s:I, s:O, s:O, s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:I}", "event",
                     "win-page", "table", play->id, "round", (json_int_t)s->round, "seat",
                     json_object_get(act, "seat"), "wager", json_object_get(act, "wager"), "player",
                     player_at(s, at), "meter", lm_meter_name((lm_meter_kind)entry->meter), "percent",
                     entry->percent, "cents", (json_int_t)entry->amount_cents, "tray_cents",
                     (json_int_t)entry->tray_cents, "seeded_cents", (json_int_t)entry->seeded_cents,
                     "before_cents", (json_int_t)entry->before_cents, "after_cents",
                     (json_int_t)entry->after_cents, "time_ms", (json_int_t)play->now_ms);
}

static void sign_page(json_t *page, const house_award *award, const char *person, lm_role role)
{
    json_object_set_new(page, "called", json_string(*award->caller ? award->caller : "dealer"));
    json_object_set_new(page, "confirmed", json_string(award->confirmer));
    json_object_set_new(page, "paid", json_string(person));
    json_object_set_new(page, "card", json_string(lm_role_word(role)));
    json_object_set_new(page, "clauses",
                        json_pack("[s, s, s]", "WB7-13(e)(a).1", "WB7-13(e)(a).2", "WB7-13(e)(a).3"));
}

static lm_action award_action(const spot *at, lm_cents amount, bool must_hit)
{
    return (lm_action){ .verb = LM_AWARD,
                        .box = at->box,
                        .bettor = at->bettor,
                        .wager = at->slot,
                        .yes = must_hit,
                        .amount_cents = amount };
}

static bool do_pay(house_play *play, const json_t *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    lm_meter_entry entry;
    spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    house_award *award = find_award(s, &at);
    if (!may_pay(play, award, person)) return false;
    lm_meter_status paid = lm_meters_card(&s->meters, at.game, at.place, role, &entry);
    if (!lm_meter_ok(paid)) return play_refuse_meter(play, paid);
    if (!award) return play_refuse(play, 500, NULL, "nobody knows who called that award");
    json_t *page = win_page(play, act, &at, &entry);
    sign_page(page, award, person, role);
    tell(play, page);
    drop_award(s, award);
    return move_entry(play, &entry) && move_rest(play) &&
           play_implied(play, award_action(&at, entry.amount_cents, false));
}

/* A real table's dealer may have pressed the wrong button; the program does not. */
static bool do_withdraw(house_play *play, const json_t *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    if (s->terms.dealing == DEALT_VIRTUALLY)
        return play_refuse(play, 409, NULL, "at a virtual table the cards themselves called the award");
    if (!*act_text(act, "reason")) return malformed(play, "reason");
    lm_meter_status withdrawn = lm_meters_withdraw(&s->meters, at.game, at.place);
    if (!lm_meter_ok(withdrawn)) return play_refuse_meter(play, withdrawn);
    house_award *award = find_award(s, &at);
    if (award) drop_award(s, award);
    tell(play,
         json_pack("{s:s, s:O, s:O, s:O}", "event", "withdraw-award", "seat", json_object_get(act, "seat"),
                   "wager", json_object_get(act, "wager"), "reason", json_object_get(act, "reason")));
    return move_rest(play);
}

/* --- END GAME, must-hit ------------------------------------------------------------------------------------------ */

static bool do_end(house_play *play, const json_t *act)
{
    spot at;
    if (!read_game(play, act, &at)) return false;
    if (deal_in_round(&play->state))
        return play_refuse(play, 409, "WB7-12", "END GAME comes when everything is settled");
    lm_meter_status ended = lm_meters_end(&play->state.meters, at.game);
    if (!lm_meter_ok(ended)) return play_refuse_meter(play, ended);
    play->state.started &= (uint8_t) ~(1u << at.game);
    tell(play, json_pack("{s:s, s:O, s:s}", "event", "end-game", "wager", json_object_get(act, "wager"),
                         "clause", lm_is_free_bet(play->rules) ? "WB7-12" : "MBJ-31(k)"));
    return true;
}

static bool find_meter(house_play *play, const json_t *act, lm_meter **meter)
{
    int i = lm_meters_find(&play->state.meters, act_text(act, "meter"));
    if (i < 0) return malformed(play, "meter");
    use_meters(play, i, 1);
    *meter = &play->state.meters.meter[i];
    return true;
}

/* Nobody is told the trigger, nor that there is a new one. */
static bool do_arm(house_play *play, const json_t *act)
{
    lm_meter *meter;
    if (!find_meter(play, act, &meter)) return false;
    if (meter->kind != LM_METER_MUST_HIT || meter->trigger_cents)
        return play_refuse(play, 409, "MBJ-19(m).3", "no meter waits for a trigger");
    lm_meter_status armed = lm_meter_arm(meter, bonus_trigger(play, meter, act));
    return lm_meter_ok(armed) || play_refuse_meter(play, armed);
}

/* Who reads back may not know the trigger (no key, or another table's); that the prize was drawn says it was reached. */
static lm_meter *must_hit_meter(house_play *play, int game)
{
    const lm_progressive *g = &play->state.meters.game[game];
    lm_meter *last = &play->state.meters.meter[g->first + g->n - 1];
    bool past = play->replays && last->kind == LM_METER_MUST_HIT;
    if (past && last->trigger_cents > last->shown_cents) last->trigger_cents = last->shown_cents;
    return last;
}

static bool do_hit(house_play *play, const json_t *act)
{
    house_state *s = &play->state;
    lm_meter_entry entry;
    spot at;
    if (!read_game(play, act, &at)) return false;
    const lm_meter *meter = must_hit_meter(play, at.game);
    lm_cents next = bonus_trigger(play, meter, act);
    int winner = (int)json_integer_value(json_object_get(act, "winner"));
    lm_meter_status hit = lm_meters_hit(&s->meters, at.game, winner, next, &entry);
    if (!lm_meter_ok(hit)) return play_refuse_meter(play, hit);
    at.place = entry.place;
    at.box = entry.place / LM_BETTORS;
    at.bettor = entry.place % LM_BETTORS;
    char seat[LM_SEAT_TEXT];
    lm_words_of_seat(at.box, at.bettor, 0, seat);
    tell(play, json_pack("{s:s, s:s, s:O, s:s, s:I, s:I, s:s}", "event", "must-hit", "seat", seat, "wager",
                         json_object_get(act, "wager"), "player", player_at(s, &at), "cents",
                         (json_int_t)entry.amount_cents, "after_cents", (json_int_t)entry.after_cents,
                         "clause", "MBJ-19(m).1"));
    return move_entry(play, &entry) && play_implied(play, award_action(&at, entry.amount_cents, true));
}

/* --- adjustment by hand ------------------------------------------------------------------------------------------ */

static int word_index(const char *const *words, int n, const char *word)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(words[i], word) == 0) return i;
    }
    return -1;
}

static const char *const accounts[] = { [LM_ACCOUNT_SHOWN] = "shown", [LM_ACCOUNT_RESERVE] = "reserve" };
static const char *const reasons[] = {
    [LM_REASON_NONE] = "none",
    [LM_REASON_SETUP] = "setup",
    [LM_REASON_AWARD_UNDONE] = "award-undone",
    [LM_REASON_MALFUNCTION] = "malfunction",
    [LM_REASON_TRANSFER] = "transfer",
    [LM_REASON_CORRECTION] = "correction",
};

static bool may_adjust(house_play *play, const json_t *act)
{
    const char *person = act_text(act, "person"), *second = act_text(act, "second");
    if (!*person) return malformed(play, "person");
    return (*second && strcmp(person, second) != 0) ||
           play_refuse(play, 403, "WB7-13(e)(c)", "an adjustment needs a second person");
}

static bool move_adjustment(house_play *play, int meter, lm_cents change)
{
    int account = ACCOUNT_METER + meter;
    if (change > 0) return play_move(play, ACCOUNT_SEEDS, account, REASON_ADJUST, change);
    return !change || play_move(play, account, ACCOUNT_SEEDS, REASON_ADJUST, -change);
}

static bool do_adjust(house_play *play, const json_t *act)
{
    lm_meter *meter;
    lm_meter_entry entry;
    int account = word_index(accounts, 2, act_text(act, "account"));
    int reason = word_index(reasons, LM_REASON_COUNT, act_text(act, "reason"));
    const json_t *cents = json_object_get(act, "cents");
    if (!find_meter(play, act, &meter) || !may_adjust(play, act)) return false;
    if (account < 0 || !json_is_integer(cents)) return malformed(play, account < 0 ? "account" : "cents");
    lm_cents before = meter_holds(meter);
    lm_meter_status adjusted = lm_meter_adjust(meter, (lm_meter_account)account, json_integer_value(cents),
                                               (lm_reason)(reason < 0 ? LM_REASON_NONE : reason), &entry);
    if (!lm_meter_ok(adjusted)) return play_refuse_meter(play, adjusted);
    tell(play, json_pack("{s:s, s:O, s:O, s:s, s:I, s:I, s:s}", "event", "adjust", "meter",
                         json_object_get(act, "meter"), "account", json_object_get(act, "account"), "reason",
                         reasons[reason], "before_cents", (json_int_t)entry.before_cents, "after_cents",
                         (json_int_t)entry.after_cents, "clause", "WB7-13(e)(c)"));
    return move_adjustment(play, (int)(meter - play->state.meters.meter), meter_holds(meter) - before);
}

/* ----------------------------------------------------------------------------------------------------------------- */

bool award_act(house_play *play, const char *word, const json_t *act, bool *mine)
{
    static const struct {
        const char *word;
        bool (*act)(house_play *, const json_t *);
    } words[] = {
        { "call", do_call },       { "verify-award", do_verify },
        { "pay-award", do_pay },   { "withdraw-award", do_withdraw },
        { "end-game", do_end },    { "arm", do_arm },
        { "hit", do_hit },         { "adjust", do_adjust },
        { "system", systems_act },
    };
    *mine = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, word) == 0) return words[i].act(play, act);
    }
    *mine = false;
    return true;
}
