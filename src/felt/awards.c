/* awards.c - an award from a meter: call, confirmation, card.
 *
 * src/meters knows what an award is worth and in which order awards are paid. Here are the people: an award
 * takes three acts of two people at least, and the money moves with the last (WB7-13(e)(a)). */
#include <string.h>

#include "deal/deal.h"
#include "lammer/words.h"
#include "play.h"

bool award_malformed(house_play *play, const char *what)
{
    return play_refuse(play, LM_REFUSED_FORM, NULL, "the field \"%s\" is missing or malformed", what);
}

static int meter_index(const lm_meters *meters, uint8_t kind)
{
    return lm_meters_find(meters, lm_meter_name((lm_meter_kind)kind));
}

/* Whoever shares the meters must have seen what is used here. */
void award_use_meters(house_play *play, int first, int n)
{
    if (!play->state.terms.link[0]) return;
    for (int i = first; i < first + n; i++)
        play->meters_in |= 1u << i;
    play->shares = true;
}

static void use_game(house_play *play, int game)
{
    award_use_meters(play, play->state.meters.game[game].first, play->state.meters.game[game].n);
}

/* --- reading -------------------------------------------------------------------------------------------- */

bool award_read_game(house_play *play, const json_t *act, award_spot *at)
{
    const char *wager = act_text(act, "wager");
    uint8_t n;
    *at = (award_spot){ .game = -1 };
    if (!*wager || !lm_words_wager(play->rules, wager, &at->slot, &n)) return award_malformed(play, "wager");
    at->game = lm_meters_game(&play->state.meters, at->slot);
    if (at->game < 0) return play_refuse(play, LM_REFUSED_NOW, NULL, "this wager has no meter");
    use_game(play, at->game);
    return true;
}

static bool read_spot(house_play *play, const json_t *act, award_spot *at)
{
    if (!award_read_game(play, act, at)) return false;
    if (!lm_words_seat(act_text(act, "seat"), &at->box, &at->bettor)) return award_malformed(play, "seat");
    at->place = LM_PLACE(at->box, at->bettor);
    return true;
}

/* Who acts, and as what. Only the program has no name; it deals virtual tables. */
static bool read_person(house_play *play, const json_t *act, const char **person, lm_role *role)
{
    int found = lm_words_role(act_text(act, "role"));
    *person = act_text(act, "person");
    if (found < 0) return award_malformed(play, "role");
    *role = (lm_role)found;
    bool program = !**person && play->state.terms.dealing == DEALT_VIRTUALLY && found == LM_ROLE_DEALER;
    if (!**person && !program) return award_malformed(play, "person");
    return strlen(*person) < LM_HOUSE_ID || award_malformed(play, "person");
}

static const lm_side_bet *bet_at(const lm_round *r, const award_spot *at)
{
    for (int i = 0; i < r->sides; i++) {
        if (r->side[i].box_bettor == at->place && r->side[i].slot == at->slot) return &r->side[i];
    }
    return NULL;
}

/* --- who has acted for an award ------------------------------------------------------------------------- */

static house_award *find_award(house_state *s, const award_spot *at)
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

static json_t *award_event(house_play *play, const char *word, const json_t *act, const award_spot *at)
{
    lm_cents prize = lm_meters_prize(&play->state.meters, at->game, at->place);
    return json_pack("{s:s, s:O, s:O, s:I}", "event", word, "seat", json_object_get(act, "seat"), "wager",
                     json_object_get(act, "wager"), "cents", (json_int_t)prize);
}

/* --- call, confirmation --------------------------------------------------------------------------------- */

bool act_call(house_play *play, json_t *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    award_spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    const lm_side_bet *bet = bet_at(&s->table.round, &at);
    if (!bet || bet->state != LM_BET_HELD)
        return play_refuse(play, LM_REFUSED_NOW, lm_meters_why_clause(&s->meters, at.game, LM_METER_WHY_NO_AWARD),
                           "no award from a meter waits at that spot");
    drop_stale(s);
    if (s->awards == HOUSE_AWARDS) return play_refuse(play, LM_REFUSED_NOW, NULL, "too many awards wait at this table");
    lm_odds pays = play->rules->offer[at.slot - LM_SIDE].pays[bet->outcome];
    const json_t *button = json_object_get(act, "percent");
    int percent = json_is_integer(button) ? (int)json_integer_value(button) : pays.a;
    lm_meter_status called = lm_meters_call(&s->meters, at.game, at.place, percent, pays);
    if (!lm_meter_ok(called)) return play_refuse_meter(play, called);
    house_award *award = &s->award[s->awards++];
    *award = (house_award){ .game = (uint8_t)at.game, .place = (uint8_t)at.place, .stage = LM_AWARD_CALLED };
    strcpy(award->caller, person);
    deal_tell(play, award_event(play, "call", act, &at));
    return true;
}

/* The person who called does not confirm. */
bool act_verify_award(house_play *play, json_t *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    award_spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    house_award *award = find_award(s, &at);
    if (award && strcmp(award->caller, person) == 0)
        return play_refuse(play, LM_REFUSED_PERSON, lm_meters_why_clause(&s->meters, at.game, LM_METER_WHY_SUPERVISOR),
                           "The person who called an award must not confirm it. Ask another supervisor.");
    lm_meter_status confirmed = lm_meters_confirm(&s->meters, at.game, at.place, role);
    if (!lm_meter_ok(confirmed)) return play_refuse_meter(play, confirmed);
    if (!award) return play_refuse(play, LM_REFUSED_FAULT, NULL, "nobody knows who called that award");
    award->stage = LM_AWARD_CONFIRMED;
    strcpy(award->confirmer, person);
    deal_tell(play, award_event(play, "verify-award", act, &at));
    return true;
}

/* --- the card ------------------------------------------------------------------------------------------- */

/* Three acts, two people: whoever confirmed may pay only what another person called; the program is no
 * person. */
static bool may_pay(house_play *play, const house_award *award, const char *person)
{
    if (!award) return true; /* the meters refuse it with their clause */
    const char *clause = lm_meters_why_clause(&play->state.meters, award->game, LM_METER_WHY_CARD);
    if (*award->caller && strcmp(award->caller, person) == 0)
        return play_refuse(play, LM_REFUSED_PERSON, clause,
                           "The person who called an award must not pay it. Ask another person.");
    if (!*award->caller && strcmp(award->confirmer, person) == 0)
        return play_refuse(play, LM_REFUSED_PERSON, clause, "the award needs a second person's card");
    return true;
}

/* The meter's part reaches the tray, which pays the player; the house's seed reaches the meter. */
bool award_move_entry(house_play *play, const lm_meter_entry *entry)
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

const char *award_player(const house_state *s, const award_spot *at)
{
    int rack = rack_at(s, at->box, at->bettor);
    return rack < 0 ? "" : s->rack[rack].player;
}

/* What accounting prints: WB7-13(e)(a).4. */
static json_t *win_page(house_play *play, const json_t *act, const award_spot *at, const lm_meter_entry *entry)
{
    const house_state *s = &play->state;
    return json_pack("{s:s, s:s, s:I, s:O, s:O, s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:I}", "event", "win-page",
                     "table", play->id, "round", (json_int_t)s->round, "seat", json_object_get(act, "seat"), "wager",
                     json_object_get(act, "wager"), "player", award_player(s, at), "meter",
                     lm_meter_name((lm_meter_kind)entry->meter), "percent", entry->percent, "cents",
                     (json_int_t)entry->amount_cents, "tray_cents", (json_int_t)entry->tray_cents, "seeded_cents",
                     (json_int_t)entry->seeded_cents, "before_cents", (json_int_t)entry->before_cents, "after_cents",
                     (json_int_t)entry->after_cents, "time_ms", (json_int_t)play->now_ms);
}

/* Confirmation, card, and that the card records the win: Massachusetts says the last two in one clause. */
static json_t *page_clauses(const house_play *play, const house_award *award)
{
    const lm_meters *meters = &play->state.meters;
    json_t *clauses = json_pack("[s, s]", lm_meters_why_clause(meters, award->game, LM_METER_WHY_SUPERVISOR),
                                lm_meters_why_clause(meters, award->game, LM_METER_WHY_CARD));
    if (lm_is_free_bet(play->rules)) json_array_append_new(clauses, json_string("WB7-13(e)(a).3"));
    return clauses;
}

static void sign_page(const house_play *play, json_t *page, const house_award *award, const char *person, lm_role role)
{
    json_object_set_new(page, "called", json_string(*award->caller ? award->caller : "dealer"));
    json_object_set_new(page, "confirmed", json_string(award->confirmer));
    json_object_set_new(page, "paid", json_string(person));
    json_object_set_new(page, "card", json_string(lm_role_word(role)));
    json_object_set_new(page, "clauses", page_clauses(play, award));
}

lm_action award_action(const award_spot *at, lm_cents amount, bool must_hit)
{
    return (lm_action){ .verb = LM_AWARD,
                        .box = at->box,
                        .bettor = at->bettor,
                        .wager = at->slot,
                        .yes = must_hit,
                        .amount_cents = amount };
}

bool act_pay_award(house_play *play, json_t *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    lm_meter_entry entry;
    award_spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    house_award *award = find_award(s, &at);
    if (!may_pay(play, award, person)) return false;
    lm_meter_status paid = lm_meters_card(&s->meters, at.game, at.place, role, &entry);
    if (!lm_meter_ok(paid)) return play_refuse_meter(play, paid);
    if (!award) return play_refuse(play, LM_REFUSED_FAULT, NULL, "nobody knows who called that award");
    json_t *page = win_page(play, act, &at, &entry);
    sign_page(play, page, award, person, role);
    deal_tell(play, page);
    drop_award(s, award);
    return award_move_entry(play, &entry) && move_rest(play) &&
           play_implied(play, award_action(&at, entry.amount_cents, false));
}

/* A real table's dealer may have pressed the wrong button; the program does not. */
bool act_withdraw_award(house_play *play, json_t *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    award_spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    if (s->terms.dealing == DEALT_VIRTUALLY)
        return play_refuse(play, LM_REFUSED_NOW, NULL, "at a virtual table the cards themselves called the award");
    if (!*act_text(act, "reason")) return award_malformed(play, "reason");
    lm_meter_status withdrawn = lm_meters_withdraw(&s->meters, at.game, at.place);
    if (!lm_meter_ok(withdrawn)) return play_refuse_meter(play, withdrawn);
    house_award *award = find_award(s, &at);
    if (award) drop_award(s, award);
    deal_tell(play, json_pack("{s:s, s:O, s:O, s:O}", "event", "withdraw-award", "seat", json_object_get(act, "seat"),
                              "wager", json_object_get(act, "wager"), "reason", json_object_get(act, "reason")));
    return move_rest(play);
}
