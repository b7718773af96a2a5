/* play_kit.h - a table without a house around it, driven by words, with a ledger of its own.
 *
 * Every record's movements are booked by the names of their accounts on books that know nothing of the
 * table; after every record the books must agree with the table and the engine, and the record's acts
 * are replayed on a second table that must be the same byte for byte. */
#ifndef LAMMER_TESTS_PLAY_KIT_H
#define LAMMER_TESTS_PLAY_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "dealer_box.h"
#include "server_rooms.h"
#include "lammer/program/words_json.h"
#include "play.h"
#include "replay.h"
#include "same_chance.h"
#include "told.h"

typedef struct {
    lm_rules *own_rules;
    const lm_rules *rules;
    house_state state, echo;
    house_secret secret, echo_secret;
    uint8_t key[32];
    house_play *play, *again;
    test_random random;
    test_shoe shoe;      /* of a live table */
    json_t *books;       /* account: cents */
    json_t *journal;     /* records: arrays of acts */
    lm_cents sold_cents; /* chips for buy-ins since the tray was opened */
    int refused;
} desk;

static const house_caller DAN = { .person = "dan", .roles = LM_HOUSE_BIT(DEALER), .client = "c1" };
static const house_caller SUE = { .person = "sue", .roles = LM_HOUSE_BIT(SUPERVISOR), .client = "c2" };
static const house_caller EVE = { .person = "eve", .roles = LM_HOUSE_BIT(EXECUTIVE), .client = "c3" };

static inline house_caller player(const char *name)
{
    house_caller caller = { .roles = LM_HOUSE_BIT(PLAYER), .client = "p" };
    snprintf(caller.person, sizeof caller.person, "%s", name);
    return caller;
}

static inline const lm_act_row *word_row(const char *word)
{
    const lm_act_row *row = lm_act_said(word, strlen(word));
    if (!row) fail_msg("there is no word %s", word);
    return row;
}

/* --- books ---------------------------------------------------------------------------------------------------- */

static inline json_int_t on_books(const desk *d, const char *account)
{
    return json_integer_value(json_object_get(d->books, account));
}

static inline void enter(desk *d, const char *account, lm_cents cents)
{
    json_object_set_new(d->books, account, json_integer(on_books(d, account) + cents));
}

static inline void book_moves(desk *d)
{
    for (int i = 0; i < d->play->moves; i++) {
        const house_move *m = &d->play->move[i];
        char from[LM_STORE_NAME + 1], to[LM_STORE_NAME + 1];
        account_name(&d->play->state, "t1", m->from, from);
        account_name(&d->play->state, "t1", m->to, to);
        assert_true(m->cents > 0);
        assert_string_not_equal(from, to);
        enter(d, from, -m->cents);
        enter(d, to, m->cents);
        if (m->reason == REASON_CHIPS) d->sold_cents += m->cents;
        if (m->reason == REASON_OPENER) d->sold_cents = 0;
        bool house =
            strncmp(from, "cage/", 5) == 0 || strncmp(from, "world/", 6) == 0 || strncmp(from, "seeds/", 6) == 0;
        if (!house && on_books(d, from) < 0) fail_msg("%s is %lld below zero", from, (long long)-on_books(d, from));
    }
}

static inline void expect_on_books(const desk *d, int account, lm_cents cents)
{
    char name[LM_STORE_NAME + 1];
    account_name(&d->state, "t1", account, name);
    if (on_books(d, name) != cents)
        fail_msg("%s holds %lld, the table says %lld", name, (long long)on_books(d, name), (long long)cents);
}

/* Chips that the places have on the layout, counted place by place. */
static inline lm_cents counted_felt(const desk *d)
{
    lm_cents sum = 0;
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t b = 0; b < LM_BETTORS; b++)
            sum += felt_at(&d->state.table.round, d->rules, box, b).lies;
    }
    return sum;
}

/* Felt, tray, racks and meters as the engine has them; nothing made or lost; win = drop + closer +
 * credits - opener - fills. */
static inline void check_books(const desk *d)
{
    const house_state *s = &d->state;
    json_int_t sum = 0;
    const char *name;
    json_t *cents;
    json_object_foreach(d->books, name, cents) sum += json_integer_value(cents);
    assert_int_equal(sum, 0);
    expect_on_books(d, ACCOUNT_FELT, s->table.round.felt_cents);
    assert_int_equal(counted_felt(d), s->table.round.felt_cents);
    expect_on_books(d, ACCOUNT_TRAY, s->cents[ACCOUNT_TRAY]);
    expect_on_books(d, ACCOUNT_DROP, s->cents[ACCOUNT_DROP]);
    expect_on_books(d, ACCOUNT_TOKES, s->cents[ACCOUNT_TOKES]);
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (rack_is_taken(s, i)) expect_on_books(d, ACCOUNT_RACK + i, s->rack[i].chips_cents);
    }
    for (int i = 0; i < s->meters.meters; i++) {
        const lm_meter *m = &s->meters.meter[i];
        expect_on_books(d, ACCOUNT_METER + i, m->shown_cents + m->reserve_cents + m->overflow_cents);
    }
    if (s->is_open)
        assert_int_equal(s->cents[ACCOUNT_TRAY],
                         s->opener_cents + s->fills_cents - s->credits_cents + s->net_cents - d->sold_cents);
}

/* --- records -------------------------------------------------------------------------------------------------- */

static inline void desk_begin(desk *d, house_play *play, const house_state *from, house_secret *secret, bool replays)
{
    play_end(play);
    memset(play, 0, sizeof *play);
    play->state = *from;
    play->rules = d->rules;
    play->id = "t1";
    play->secret = secret;
    play->key = d->key;
    play->replays = replays;
    play->now_ms = 1000 * (from->seq + 1);
}

/* What the hub reads back for a correction: everything since the record that opened the round. */
static inline house_list desk_round(const desk *d)
{
    house_list acts = { 0 };
    for (size_t i = (size_t)d->state.round_seq; i >= 1 && i <= json_array_size(d->journal); i++)
        list_take(&acts, json_array_get(d->journal, i - 1));
    return acts;
}

static inline void desk_replay(desk *d, const house_list *round)
{
    desk_begin(d, d->again, &d->echo, &d->echo_secret, true);
    d->again->round_acts = round;
    replay_acts(d->play, d->again);
    d->echo = d->again->state;
    d->echo.seq++;
}

static inline void desk_keep(desk *d)
{
    house_list round = desk_round(d);
    d->state = d->play->state;
    d->state.seq++;
    book_moves(d);
    check_books(d);
    desk_replay(d, &round);
    lm_out_free(&round.text);
    if (memcmp(&d->state, &d->echo, sizeof d->state) != 0) fail_msg("replay gives another table");
    json_array_append(d->journal, told_acts(d->play));
    json_decref(told_view(&d->state, d->rules, "t1"));
}

/* Ends a play: keeps it if it was accepted, and drops it otherwise. */
static inline bool desk_end(desk *d, bool good, const house_secret *before)
{
    if (good) {
        if (json_array_size(told_acts(d->play))) desk_keep(d);
        return true;
    }
    if (d->play->refusal.kind == LM_REFUSED_FAULT) fail_msg("%s", d->play->refusal.text);
    assert_true(d->play->refusal.kind != LM_ANSWERED);
    assert_true(d->play->refusal.text[0]);
    d->secret = *before;
    d->refused++;
    return false;
}

/* Does one act, and then all that the dealer can do. Steals the act. */
static inline bool desk_act(desk *d, json_t *act)
{
    house_secret before = d->secret;
    desk_begin(d, d->play, &d->state, &d->secret, false);
    house_list round = desk_round(d);
    d->play->round_acts = &round;
    bool good = play_recorded(d->play, act) && play_on(d->play);
    lm_out_free(&round.text);
    json_decref(act);
    return desk_end(d, good, &before);
}

/* Sends the body as a command of the caller. Steals the body. */
static inline bool desk_say(desk *d, const house_caller *caller, json_t *body)
{
    house_secret before = d->secret;
    const lm_act_row *row = word_row(act_text(body, "do"));
    desk_begin(d, d->play, &d->state, &d->secret, false);
    house_list round = desk_round(d);
    d->play->round_acts = &round;
    json_object_set_new(body, "table", json_string("t1"));
    static const char *const also[] = { "table", "seen", "approved", NULL };
    char why[LM_WORDS_WHY];
    lm_act act;
    bool read = lm_act_read(&act, row, LM_FROM_REQUEST, body, also, why, sizeof why);
    const json_t *named = json_object_get(body, "seen");
    int64_t seen = named ? json_integer_value(named) : d->state.seq;
    if (!read) play_refuse(d->play, LM_REFUSED_FORM, NULL, "%s", why);
    bool good = (row->roles & caller->roles) && read &&
                table_do(d->play, caller, &act, seen, act_text(body, "approved")) && play_on(d->play);
    if (!good && !d->play->refusal.kind)
        play_refuse(d->play, LM_REFUSED_PERSON, NULL, "this role may not send the act");
    lm_out_free(&round.text);
    json_decref(body);
    return desk_end(d, good, &before);
}

static inline void desk_must(desk *d, const house_caller *caller, json_t *body)
{
    char *text = json_dumps(body, 0);
    if (!desk_say(d, caller, body))
        fail_msg(/* say:test-request-refused */ "%s sends %s, which is refused: %s (%s)", caller->person, text,
                 d->play->refusal.text, d->play->refusal.clause ? d->play->refusal.clause : "no clause");
    free(text);
}

/* Refused with this status, and by this clause where one is named; nothing has changed. */
static inline void desk_refuses(desk *d, const house_caller *caller, int status, const char *clause, json_t *body)
{
    char *text = json_dumps(body, 0);
    house_state before = d->state;
    if (desk_say(d, caller, body))
        fail_msg(/* say:test-request-not-refused */ "%s sends %s, which is not refused", caller->person, text);
    int was = status_of[d->play->refusal.kind];
    if (was != status) fail_msg("%s: status %d, not %d: %s", text, was, status, d->play->refusal.text);
    if (clause && (!d->play->refusal.clause || strcmp(d->play->refusal.clause, clause) != 0))
        fail_msg("%s: clause %s, not %s", text, d->play->refusal.clause ? d->play->refusal.clause : "none", clause);
    assert_memory_equal(&before, &d->state, sizeof before);
    free(text);
}

/* --- a table --------------------------------------------------------------------------------------------------- */

static inline desk *desk_open(const char *rules, const char *settings, const char *dealing, uint64_t seed)
{
    desk *d = calloc(1, sizeof *d);
    char text[LM_HOUSE_TEXT];
    assert_true(sodium_init() >= 0);
    d->play = calloc(1, sizeof *d->play);
    d->again = calloc(1, sizeof *d->again);
    d->books = json_object();
    d->journal = json_array();
    d->random.state = seed;
    house_terms terms = { 0 };
    snprintf(terms.rules, sizeof terms.rules, "%s", rules);
    snprintf(terms.settings, sizeof terms.settings, "%s", settings);
    if (!rules_of_terms(&shipped_rules, &terms, &d->own_rules, text)) fail_msg("%s %s: %s", rules, settings, text);
    d->rules = d->own_rules;
    assert_true(desk_act(d, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "title", "a table", "rules",
                                      rules, "settings", settings, "dealing", dealing, "money", "play")));
    desk_must(d, &SUE, json_pack("{s:s, s:i}", "do", "tray-open", "cents", 2000000));
    return d;
}

static inline void desk_close(desk *d)
{
    house_play *plays[] = { d->play, d->again };
    for (int i = 0; i < 2; i++) {
        play_end(plays[i]);
        free(plays[i]);
    }
    json_decref(d->books);
    json_decref(d->journal);
    free(d->own_rules);
    free(d);
}

/* Deposits money from outside at the cage. */
static inline void fund(desk *d, const char *name, lm_cents cents)
{
    char wallet[LM_STORE_NAME + 1];
    snprintf(wallet, sizeof wallet, "wallet/play/%s", name);
    if (on_books(d, wallet) >= cents) return;
    enter(d, wallet, cents);
    enter(d, "world/play", -cents);
}

/* MBJ-13(a).1: the box holder allows bets behind the box, if not done yet. */
static inline void let_bet_behind(desk *d, uint8_t box)
{
    int holder = rack_at(&d->state, box, LM_DECIDER);
    if (holder < 0 || box_is_shared(&d->state, box)) return;
    house_caller who = player(d->state.rack[holder].player);
    desk_must(d, &who, json_pack("{s:s, s:o, s:b}", "do", "share", "seat", json_sprintf("%d", (int)box), "on", 1));
}

static inline void seat_player(desk *d, const char *name, const char *seat, lm_cents cents)
{
    house_caller who = player(name);
    uint8_t box, bettor;
    fund(d, name, 100 * cents);
    if (lm_words_seat(seat, &box, &bettor) && is_behind(bettor)) let_bet_behind(d, box);
    desk_must(d, &who, json_pack("{s:s, s:s}", "do", "sit", "seat", seat));
    if (cents) desk_must(d, &who, json_pack("{s:s, s:I}", "do", "buy", "cents", (json_int_t)cents));
}

/* --- a live dealer ---------------------------------------------------------------------------------------------- */

/* Says a verb of the engine as the dealer does. */
static inline json_t *said(const desk *d, lm_action a)
{
    a.least_cents = a.most_cents = a.step_cents = 0;
    json_t *body = lm_words_of_action(d->rules, &a);
    if (a.verb == LM_VERIFY || a.verb == LM_RECUT || a.verb == LM_ORDER_SHUFFLE || a.verb == LM_CONFIRM)
        json_object_del(body, "role");
    return body;
}

#endif
