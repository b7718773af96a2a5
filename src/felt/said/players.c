/* players.c - commands of players for their own places; at a live table the dealer gives them. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "said.h"

static int rack_of_caller(const table_request_ *r)
{
    return rack_of(&r->play->state, r->caller->person);
}

/* A place belongs to its holder. The hands of a box belong to its decider, and any player at the box may lay the bet
 * for the dealer. */
static bool has_place(const table_request_ *r, const lm_action *a)
{
    const house_state *s = &r->play->state;
    int rack = rack_of_caller(r);
    if (rack < 0 || a->box < 1 || a->box > LM_BOXES || a->bettor >= LM_BETTORS) return false;
    if (a->bettor == LM_TIP) {
        int holder = rack_at(s, a->box, LM_TIP);
        bool here = memchr(s->holder[a->box - 1], rack + 1, LM_TIP) != NULL;
        return holder < 0 ? here : holder == rack;
    }
    bool decides = a->verb == LM_HIT || a->verb == LM_STAND || a->verb == LM_DOUBLE || a->verb == LM_SPLIT ||
                   a->verb == LM_SURRENDER;
    uint8_t bettor = decides ? s->table.round.box[a->box - 1].decider : a->bettor;
    return rack_at(s, a->box, bettor) == rack;
}

static bool may_act_for(table_request_ *r, const lm_action *a)
{
    if (has_place(r, a) || speaks_for_house(r)) return true;
    return play_refuse(r->play, LM_REFUSED_PERSON, NULL, LM_SAYS(NOT_YOUR_BOX, "", "that is not your box"));
}

/* The owner of the coupon: the player who has the place, or makes the bet for the dealer there. */
static const char *coupon_owner(const table_request_ *r, const lm_action *a, const char *tipper)
{
    const house_state *s = &r->play->state;
    int rack = *tipper ? rack_of(s, tipper) : rack_at(s, a->box, a->bettor);
    if (rack < 0 && a->bettor == LM_TIP) rack = rack_at(s, a->box, LM_DECIDER);
    return rack < 0 ? "" : s->rack[rack].player;
}

/* Who bets for the dealer; "": the player of the box. */
static const char *tipper_of(const table_request_ *r, const lm_action *a)
{
    const char *player = lm_act_text(r->act, LM_FIELD_PLAYER);
    bool own = !*player || !speaks_for_house(r);
    if (a->verb != LM_BET || a->bettor != LM_TIP) return "";
    if (!own) return player;
    return rack_of_caller(r) >= 0 ? r->caller->person : "";
}

static bool act_and_record(table_request_ *r, const lm_action *a)
{
    verb_extras more = { .player = tipper_of(r, a) };
    if (lm_act_has(r->act, LM_FIELD_COUPON)) {
        more.coupon = lm_act_text(r->act, LM_FIELD_COUPON);
        more.owner = coupon_owner(r, a, more.player);
    }
    return play_verb(r->play, a, &more);
}

/* Chips and plaques need nothing more; cash needs people who confirm it, a coupon its number: MBJ-3(d). */
static bool instrument_fits(table_request_ *r, const lm_action *a)
{
    bool live = r->play->state.terms.dealing == DEALT_LIVE;
    bool coupon = lm_act_has(r->act, LM_FIELD_COUPON);
    if (a->verb != LM_BET) return true;
    if (a->instrument == LM_CASH && (!live || !speaks_for_house(r)))
        return play_refuse(r->play, LM_REFUSED_NOW, "MBJ-3(d).2",
                           LM_SAYS(CASH_BY_DEALER, "", "only the dealer of a live table can enter a cash wager"));
    if (a->instrument == LM_COUPON && !coupon && !speaks_for_house(r))
        return play_refuse(r->play, LM_REFUSED_FORM, "MBJ-3(d).1", "name the coupon: \"coupon\" is its number");
    if (a->instrument != LM_COUPON && coupon)
        return play_refuse(r->play, LM_REFUSED_FORM, "MBJ-3(d).1", "a coupon is laid with \"in\":\"coupon\"");
    return true;
}

/* The engine knows a player with several boxes by the box they took first. */
static void name_owner(table_request_ *r, lm_action *a)
{
    int rack = rack_at(&r->play->state, a->box, LM_DECIDER);
    if (a->verb != LM_BET || a->bettor != LM_DECIDER || a->wager != LM_MAIN || rack < 0) return;
    if (lm_act_has(r->act, LM_FIELD_BY) && speaks_for_house(r)) return;
    uint8_t home = r->play->state.rack[rack].home;
    a->player = home == a->box ? 0 : home;
}

bool do_bet(table_request_ *r)
{
    lm_action a;
    if (!said_action(r, r->act, &a) || !may_act_for(r, &a) || !consent_to_bet(r->play, &a) || !instrument_fits(r, &a))
        return false;
    name_owner(r, &a);
    return act_and_record(r, &a);
}

/* Cards that only their player has seen are shown before they are split: MBJ-6a(e)(1). */
static bool shows_first(const table_request_ *r, const lm_action *a)
{
    const lm_round *round = &r->play->state.table.round;
    return a->verb == LM_SPLIT && r->play->state.terms.dealing == DEALT_VIRTUALLY && !round->due &&
           lm_round_shows_for_split(round, a->box);
}

/* A further bettor may promise only chips that they have. */
static bool can_keep_word(table_request_ *r, const lm_action *a)
{
    const house_state *s = &r->play->state;
    bool joins = a->verb == LM_WITH_DOUBLE || (a->verb == LM_WITH_SPLIT && a->n == LM_RIDE_BOTH);
    int rack = rack_at(s, a->box, a->bettor);
    if (!joins || rack < 0) return true;
    lm_cents all = 0;
    for (int n = 0; n < LM_SPOTS; n++)
        all += s->table.round.box[a->box - 1].main[a->bettor][n];
    lm_cents needed = a->verb == LM_WITH_DOUBLE && all > a->amount_cents && lm_rules_dealer_hands(r->play->rules) == 1
                          ? a->amount_cents
                          : all;
    return s->rack[rack].chips_cents >= needed ||
           play_refuse(r->play, LM_REFUSED_NOW, NULL,
                       LM_SAYS(TOO_FEW_CHIPS, "who", "%s does not have enough chips for that"), s->rack[rack].player);
}

bool do_decision(table_request_ *r)
{
    lm_action a;
    if (!said_action(r, r->act, &a) || !may_act_for(r, &a) || !can_keep_word(r, &a)) return false;
    if (shows_first(r, &a)) {
        if (!deal_expose(r->play, a.box)) return false;
        if (!lm_act_has(r->act, LM_FIELD_CENTS))
            a.amount_cents = lm_words_usual_amount(&r->play->state.table, r->play->rules, &a);
    }
    return act_and_record(r, &a);
}

/* Deals once all players who could bet are ready. Until then the player's wish is recorded, so that another server
 * knows it, and the betting clock may start the deal. */
bool do_ready(table_request_ *r)
{
    house_play *play = r->play;
    const house_state *s = &play->state;
    int rack = rack_of_caller(r);
    if (rack < 0) return play_refuse(play, LM_REFUSED_PERSON, NULL, LM_SAYS(SIT_FIRST, "", "sit down first"));
    if (s->terms.dealing != DEALT_VIRTUALLY)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(DEALER_CLOSES_BETTING, "", "at this table the dealer closes the betting"));
    if (s->table.stage != LM_IN_ROUND || s->table.round.phase != LM_BETTING)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(NO_BETS_NOW, "", "no bets are being taken"));
    lm_table tried = s->table;
    if (s->table.round.felt_cents && !racks_not_ready(s, play->rules, s->ready | 1u << rack) &&
        lm_ok(lm_table_apply(&tried, play->rules, (lm_action){ .verb = LM_DEAL })))
        return play_action(play, (lm_action){ .verb = LM_DEAL });
    if (s->ready >> rack & 1) return true;
    lm_act ready = { .word = LM_ACT_READY };
    lm_act_set_text(&ready, LM_FIELD_PLAYER, s->rack[rack].player);
    return play_act(play, &ready);
}

static bool cut_virtually(table_request_ *r, lm_act_field place, int64_t count)
{
    lm_seat at = lm_act_seat(r->act, place);
    lm_action a = { .verb = LM_CUT, .box = at.box, .bettor = at.bettor };
    if (!may_act_for(r, &a)) return false;
    if (r->play->state.shoe_stage != SHOE_SEALED || r->play->state.cutter != a.box)
        return play_refuse_why(r->play, LM_WHY_CUTTER);
    return cut_shoe(r->play, a.box, count);
}

bool do_cut(table_request_ *r)
{
    int64_t count = lm_act_int(r->act, LM_FIELD_COUNT);
    if (r->play->state.terms.dealing == DEALT_VIRTUALLY)
        return count > 0 ? cut_virtually(r, LM_FIELD_PLACE, count)
                         : play_refuse(r->play, LM_REFUSED_NOW,
                                       lm_why_clause(LM_WHY_CUT_DEPTH, (int)r->play->rules->rule_set), "%s",
                                       lm_why_text(LM_WHY_CUT_DEPTH));
    lm_action a;
    if (!said_action(r, r->act, &a)) return false;
    if (!a.box ? !speaks_for_house(r) : !may_act_for(r, &a))
        return play_refuse(r->play, LM_REFUSED_PERSON, NULL, LM_SAYS(NOT_YOUR_BOX, "", "that is not your box"));
    return act_and_record(r, &a);
}

bool do_refuse_cut(table_request_ *r)
{
    if (r->play->state.terms.dealing == DEALT_VIRTUALLY) return cut_virtually(r, LM_FIELD_SEAT, 0);
    return do_decision(r);
}

/* Walk-ins have no account, so a number is their name: the first that is free. */
static void next_walkin(const house_state *s, char *name, size_t size)
{
    int number = 1;
    do
        snprintf(name, size, "walkin-%d", number++);
    while (rack_of(s, name) >= 0);
}

static bool sits_for_self(const table_request_ *r)
{
    return !speaks_for_house(r) || strcmp(lm_act_text(r->act, LM_FIELD_PLAYER), r->caller->person) == 0;
}

static bool act_for(table_request_ *r, const char *player)
{
    lm_act act = *r->act;
    lm_act_set_text(&act, LM_FIELD_PLAYER, player);
    return play_act(r->play, &act);
}

/* MBJ-13(a).1: a dealer who seats a player behind a box has asked its holder; a player who sits down alone needs the
 * holder's consent. */
static bool has_consent(table_request_ *r)
{
    lm_seat at = lm_act_seat(r->act, LM_FIELD_SEAT);
    return at.box < 1 || at.box > r->play->rules->boxes || at.bettor >= r->play->rules->bettors_per_box ||
           consent_to_sit(r->play, at.box, at.bettor, !sits_for_self(r));
}

static bool is_walkin(const char *player)
{
    return strncmp(player, "walkin-", 7) == 0;
}

/* A dealer seats walk-ins; a player with an account sits down in person. */
bool do_sit(table_request_ *r)
{
    const char *player = lm_act_text(r->act, LM_FIELD_PLAYER);
    char name[LM_HOUSE_ID];
    if (!has_consent(r)) return false;
    if (sits_for_self(r)) {
        bool own = !*player || strcmp(player, r->caller->person) == 0;
        return own ? act_for(r, r->caller->person)
                   : play_refuse(r->play, LM_REFUSED_PERSON, NULL,
                                 LM_SAYS(BOXES_FOR_ONESELF, "", "players can take boxes only for themselves"));
    }
    if (*player && !is_walkin(player))
        return play_refuse(r->play, LM_REFUSED_PERSON, NULL,
                           LM_STAFF_SAYS("a player with an account must sit down in person"));
    next_walkin(&r->play->state, name, sizeof name);
    return act_for(r, *player ? player : name);
}

static bool refuse_other_player(table_request_ *r)
{
    return play_refuse(r->play, LM_REFUSED_PERSON, NULL,
                       LM_SAYS(ACT_FOR_ONESELF, "", "players can act only for themselves"));
}

/* Only the owner may spend from a wallet, so a dealer sells chips to walk-ins only. */
bool do_chips(table_request_ *r)
{
    const char *player = lm_act_text(r->act, LM_FIELD_PLAYER);
    bool own = !*player || strcmp(player, r->caller->person) == 0;
    if (!own && !(is_walkin(player) && speaks_for_house(r))) return refuse_other_player(r);
    return act_for(r, own ? r->caller->person : player);
}

/* Players act for themselves; at a live table the dealer acts for the player they name. */
bool do_leave(table_request_ *r)
{
    const char *player = lm_act_text(r->act, LM_FIELD_PLAYER);
    bool other = *player && strcmp(player, r->caller->person) != 0;
    if (other && !speaks_for_house(r)) return refuse_other_player(r);
    return act_for(r, *player ? player : r->caller->person);
}

/* Players act for themselves; at a live table the dealer acts for the holder. */
bool do_share(table_request_ *r)
{
    const house_state *s = &r->play->state;
    int holder = rack_at(s, lm_act_seat(r->act, LM_FIELD_SEAT).box, LM_DECIDER);
    bool for_holder = speaks_for_house(r) && holder >= 0;
    return act_for(r, for_holder ? s->rack[holder].player : r->caller->person);
}

/* A repeated commitment is not recorded again. */
bool do_commit(table_request_ *r)
{
    int rack = rack_of_caller(r);
    const house_rack *has = rack >= 0 ? &r->play->state.rack[rack] : NULL;
    char text[2 * LM_STORE_HASH + 1];
    if (!has || !has->commits) return do_ask(r);
    sodium_bin2hex(text, sizeof text, has->commitment, sizeof has->commitment);
    return strcmp(text, lm_act_text(r->act, LM_FIELD_COMMITMENT)) == 0 || do_ask(r);
}

bool do_ask(table_request_ *r)
{
    return act_for(r, r->caller->person);
}
