/* awards.c - an award from a meter: call, confirmation, card.
 *
 * src/meters knows what an award is worth and in which order awards are paid. This file knows the people: an award
 * takes three acts by at least two people, and the last moves the money (WB7-13(e)(a)). */
#include <string.h>

#include "deal/deal.h"
#include "lammer/words.h"
#include "play.h"

bool award_malformed(house_play *play, const char *what)
{
    return play_refuse(play, LM_REFUSED_FORM, NULL, "the field \"%s\" is missing or malformed", what);
}

bool award_read_game(house_play *play, const lm_act *act, award_spot *at)
{
    const char *wager = lm_act_text(act, LM_FIELD_WAGER);
    uint8_t n;
    *at = (award_spot){ .game = -1 };
    if (!lm_words_wager(play->rules, wager, &at->slot, &n)) {
        const char *names[LM_OFFERS];
        char hint[LM_MEANT_TEXT];
        for (int i = 0; i < play->rules->offers; i++)
            names[i] = play->rules->offer[i].wager->id;
        return play_refuse(play, LM_REFUSED_FORM, NULL, "\"%.40s\" is not a wager of this table%s", wager,
                           lm_words_meant(lm_words_nearest_of(wager, names, play->rules->offers), hint));
    }
    at->game = lm_meters_game(&play->state.meters, at->slot);
    if (at->game < 0) return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("this wager has no meter"));
    meters_use_game(play, at->game);
    return true;
}

static bool read_spot(house_play *play, const lm_act *act, award_spot *at)
{
    lm_seat seat = lm_act_seat(act, LM_FIELD_SEAT);
    if (!award_read_game(play, act, at)) return false;
    at->box = seat.box;
    at->bettor = seat.bettor;
    at->place = LM_PLACE(at->box, at->bettor);
    return true;
}

/* The actor and their role. Only the program, which deals virtual tables, has no name. */
static bool read_person(house_play *play, const lm_act *act, const char **person, lm_role *role)
{
    *person = lm_act_text(act, LM_FIELD_PERSON);
    *role = (lm_role)lm_act_int(act, LM_FIELD_ROLE);
    if (!lm_act_has(act, LM_FIELD_ROLE)) return award_malformed(play, "role");
    bool program = play->state.terms.dealing == DEALT_VIRTUALLY && *role == LM_ROLE_DEALER;
    return **person || program || award_malformed(play, "person");
}

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

/* Drops awards that no longer exist because a card was corrected. */
static void drop_stale(house_state *s)
{
    for (int i = s->awards - 1; i >= 0; i--) {
        if (lm_meters_prize(&s->meters, s->award[i].game, s->award[i].place) < 0) drop_award(s, &s->award[i]);
    }
}

/* Begins an event about a spot; the caller may add fields. */
lm_out *award_event(house_play *play, const char *word, const award_spot *at)
{
    lm_out *event = event_begin(play, word);
    lm_out_seat(event, at->box, at->bettor);
    lm_out_wager(event, play->rules, at->slot, 0);
    return event;
}

static void tell_prize(house_play *play, const lm_act *act, const award_spot *at)
{
    lm_cents prize = lm_meters_prize(&play->state.meters, at->game, at->place);
    lm_out_pack(award_event(play, lm_act_row_of(act)->word, at), "cents:I", prize);
    event_end(play);
}

bool act_call(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    award_spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    const lm_side_bet *bet = lm_round_side(&s->table.round, at.box, at.bettor, at.slot);
    if (!bet || bet->state != LM_BET_HELD)
        return play_refuse(play, LM_REFUSED_NOW, lm_meters_why_clause(&s->meters, at.game, LM_METER_WHY_NO_AWARD),
                           LM_STAFF_SAYS("no award from a meter waits at that spot"));
    drop_stale(s);
    if (s->awards == HOUSE_AWARDS)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_STAFF_SAYS("too many awards wait at this table"));
    lm_odds pays = play->rules->offer[at.slot - LM_SIDE].pays[bet->outcome];
    int percent = lm_act_has(act, LM_FIELD_PERCENT) ? (int)lm_act_int(act, LM_FIELD_PERCENT) : pays.a;
    lm_meter_status called = lm_meters_call(&s->meters, at.game, at.place, percent, pays);
    if (!lm_meter_ok(called)) return play_refuse_meter(play, called);
    house_award *award = &s->award[s->awards++];
    *award = (house_award){ .game = (uint8_t)at.game, .place = (uint8_t)at.place, .stage = LM_AWARD_CALLED };
    strcpy(award->caller, person);
    tell_prize(play, act, &at);
    return true;
}

/* The person who called an award must not confirm it. */
bool act_verify_award(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    award_spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    house_award *award = find_award(s, &at);
    if (award && strcmp(award->caller, person) == 0)
        return play_refuse(
            play, LM_REFUSED_PERSON, lm_meters_why_clause(&s->meters, at.game, LM_METER_WHY_SUPERVISOR),
            LM_STAFF_SAYS("The person who called an award must not confirm it. Ask another supervisor."));
    lm_meter_status confirmed = lm_meters_confirm(&s->meters, at.game, at.place, role);
    if (!lm_meter_ok(confirmed)) return play_refuse_meter(play, confirmed);
    if (!award) return play_refuse(play, LM_REFUSED_FAULT, NULL, "the record does not say who called that award");
    award->stage = LM_AWARD_CONFIRMED;
    strcpy(award->confirmer, person);
    tell_prize(play, act, &at);
    return true;
}

/* Three acts, two people: a person may both confirm and pay only if another person called. The program does not count
 * as a person. */
static bool may_pay(house_play *play, const house_award *award, const char *person)
{
    if (!award) return true; /* the meters refuse it with their clause */
    const char *clause = lm_meters_why_clause(&play->state.meters, award->game, LM_METER_WHY_CARD);
    if (*award->caller && strcmp(award->caller, person) == 0)
        return play_refuse(play, LM_REFUSED_PERSON, clause,
                           LM_STAFF_SAYS("The person who called an award must not pay it. Ask another person."));
    if (!*award->caller && strcmp(award->confirmer, person) == 0)
        return play_refuse(play, LM_REFUSED_PERSON, clause, LM_STAFF_SAYS("the award needs a second person's card"));
    return true;
}

/* The meter's part reaches the tray, which pays the player; the house's seed reaches the meter. */
bool award_move_entry(house_play *play, const lm_meter_entry *entry)
{
    int account = ACCOUNT_METER + lm_meters_find(&play->state.meters, lm_meter_name((lm_meter_kind)entry->meter));
    lm_cents from_meter = entry->amount_cents - entry->tray_cents;
    if (from_meter && !play_move(play, account, ACCOUNT_TRAY, REASON_AWARD, from_meter)) return false;
    return !entry->seeded_cents || play_move(play, ACCOUNT_SEEDS, account, REASON_SEED, entry->seeded_cents);
}

const char *award_player(const house_state *s, const award_spot *at)
{
    int rack = rack_at(s, at->box, at->bettor);
    return rack < 0 ? "" : s->rack[rack].player;
}

/* The clauses of confirmation, card and record of the win: Massachusetts has one clause for the last two. */
static void write_clauses(const house_play *play, const house_award *award, lm_out *page)
{
    const lm_meters *meters = &play->state.meters;
    lm_out_pack(page, "clauses:[ s s", lm_meters_why_clause(meters, award->game, LM_METER_WHY_SUPERVISOR),
                lm_meters_why_clause(meters, award->game, LM_METER_WHY_CARD));
    if (lm_is_free_bet(play->rules)) lm_out_word(page, "WB7-13(e)(a).3");
    lm_out_end(page, ']');
}

/* The entry that accounting prints and signs: WB7-13(e)(a).4. */
static void tell_page(house_play *play, const award_spot *at, const lm_meter_entry *entry, const house_award *award,
                      const lm_act *act)
{
    const house_state *s = &play->state;
    lm_out *page = event_begin(play, "win-page");
    lm_out_pack(page, "table:s round:i", play->id, (int)s->round);
    lm_out_seat(page, at->box, at->bettor);
    lm_out_wager(page, play->rules, at->slot, 0);
    lm_out_pack(
        page, "player:s meter:s percent:i cents:I tray_cents:I seeded_cents:I before_cents:I after_cents:I time_ms:I",
        award_player(s, at), lm_meter_name((lm_meter_kind)entry->meter), (int)entry->percent, entry->amount_cents,
        entry->tray_cents, entry->seeded_cents, entry->before_cents, entry->after_cents, play->now_ms);
    lm_out_pack(page, "called:s confirmed:s paid:s card:s", *award->caller ? award->caller : "dealer", award->confirmer,
                lm_act_text(act, LM_FIELD_PERSON), lm_role_word((lm_role)lm_act_int(act, LM_FIELD_ROLE)));
    write_clauses(play, award, page);
    event_end(play);
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

bool act_pay_award(house_play *play, lm_act *act)
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
    if (!award) return play_refuse(play, LM_REFUSED_FAULT, NULL, "the record does not say who called that award");
    tell_page(play, &at, &entry, award, act);
    drop_award(s, award);
    return award_move_entry(play, &entry) && meters_follow_money(play, REASON_CONTRIBUTION, REASON_REFUND) &&
           play_implied(play, award_action(&at, entry.amount_cents, false));
}

/* The dealer of a live table may have pressed the wrong button; the program cannot. */
bool act_withdraw_award(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    const char *person;
    lm_role role;
    award_spot at;
    if (!read_spot(play, act, &at) || !read_person(play, act, &person, &role)) return false;
    if (s->terms.dealing == DEALT_VIRTUALLY)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_STAFF_SAYS("at a virtual table the cards themselves called the award"));
    if (!*lm_act_text(act, LM_FIELD_REASON)) return award_malformed(play, "reason");
    lm_meter_status withdrawn = lm_meters_withdraw(&s->meters, at.game, at.place);
    if (!lm_meter_ok(withdrawn)) return play_refuse_meter(play, withdrawn);
    house_award *award = find_award(s, &at);
    if (award) drop_award(s, award);
    lm_out_pack(award_event(play, "withdraw-award", &at), "reason:s", lm_act_text(act, LM_FIELD_REASON));
    event_end(play);
    return meters_follow_money(play, REASON_CONTRIBUTION, REASON_REFUND);
}
