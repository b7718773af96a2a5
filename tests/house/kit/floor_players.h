/* floor_players.h - players of a simulated floor: they sign in, watch, sit, buy, bet, play and leave, and act on what
 * their clients show. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_PLAYERS_H
#define LAMMER_TESTS_HOUSE_FLOOR_PLAYERS_H

#include "floor_coupons.h"
#include "floor_servers.h"

static const char *table_id(const person *p)
{
    return w.table[p->table].id;
}

/* The last record a person has seen: a watching player's is the last one their client showed; a dealer's, and that of
 * a player who does not watch, is the table's newest. */
static int64_t seen_by(const person *p)
{
    const house_table *t = held(p->table);
    bool plays = p->calling == IS_PLAYER || p->calling == IS_GUEST;
    return plays && p->view.known ? p->view.seq : t ? t->state.seq : 0;
}

/* A numbered request; the same until it is answered. Steals the body. */
static void ask(person *p, json_t *body)
{
    const char *word = text_at(body, "do");
    bool reads = strcmp(word, "watch") == 0 || strcmp(word, "sign-in") == 0 || strcmp(word, "guest") == 0;
    if (!reads) json_object_set_new(body, "n", json_integer(++p->n));
    if (word_decides(word)) json_object_set_new(body, "seen", json_integer(seen_by(p)));
    if (w.verbose) {
        char *text = json_dumps(body, JSON_COMPACT);
        trace("%s asks %d: %s", p->id, p->server, text);
        free(text);
    }
    p->asked = body;
    p->tries = 0;
    int who = (int)(p - w.person);
    p->token = ++w.tokens * PEOPLE + (uint64_t)who;
    w.did.commands += !reads;
    send_request(who);
}

static void ask_at(person *p, const char *word, json_t *more)
{
    json_t *body = json_pack("{s:s, s:s}", "do", word, "table", table_id(p));
    if (more) json_object_update(body, more);
    json_decref(more);
    ask(p, body);
}

static void forget_asked(person *p)
{
    json_decref(p->asked);
    p->asked = NULL;
}

static void sign_in(person *p)
{
    char password[64];
    p->n = 0;
    snprintf(password, sizeof password, "password of %s", p->id);
    ask(p, p->calling == IS_GUEST
               ? json_pack("{s:s}", "do", "guest")
               : json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", p->id, "password", password));
}

/* --- choosing ------------------------------------------------------------------------------------------------------ */

static bool is_mine(const person *p, const char *seat)
{
    return strcmp(text_at(p->view.seats, seat), p->id) == 0;
}

static bool is_seated(const person *p)
{
    const char *place;
    json_t *player;
    json_object_foreach(p->view.seats, place, player)
    {
        if (strcmp(json_string_value(player), p->id) == 0) return true;
    }
    return false;
}

static json_int_t amount_of(const json_t *offer)
{
    json_int_t least = int_at(offer, "least"), most = int_at(offer, "most"), step = int_at(offer, "step");
    if (step <= 0 || most <= least) return least;
    json_int_t steps = (most - least) / step;
    return least + step * drawn((int)(steps < 20 ? steps : 20) + 1);
}

/* One of the offers for the person's own seat. */
static bool choose(person *p, const json_t *legal)
{
    const json_t *chosen = NULL;
    int fitting = 0;
    for (size_t i = 0; i < json_array_size(legal); i++) {
        const json_t *offer = json_array_get(legal, i);
        if (is_mine(p, text_at(offer, "seat")) && once_in(++fitting)) chosen = offer;
    }
    if (!chosen) return false;
    json_t *more = json_object();
    static const char *const kept[] = { "seat", "wager", "ride", "down" };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (json_object_get(chosen, kept[i])) json_object_set(more, kept[i], json_object_get(chosen, kept[i]));
    }
    if (int_at(chosen, "most") > 0) json_object_set_new(more, "cents", json_integer(amount_of(chosen)));
    ask_at(p, text_at(chosen, "do"), more);
    return true;
}

static const char *own_seat(const person *p)
{
    const char *place, *chosen = "";
    json_t *player;
    int n = 0;
    json_object_foreach(p->view.seats, place, player)
    {
        if (strcmp(json_string_value(player), p->id) == 0 && once_in(++n)) chosen = place;
    }
    return chosen;
}

static void bet_main(person *p, const char *seat, json_int_t least)
{
    json_t *more = json_pack("{s:s, s:I}", "seat", seat, "cents", least + 100 * drawn(20));
    bool multiple = strcmp(text_at(json_object_get(p->view.layout, "rules"), "multiple_action"), "off") != 0;
    if (multiple && p->bet_round == p->view.round)
        json_object_set_new(more, "wager", json_string(once_in(2) ? "main.2" : "main.3"));
    p->bet_round = p->view.round;
    ask_at(p, "bet", more);
}

static void bet(person *p)
{
    const json_t *wagers = json_object_get(p->view.layout, "wagers");
    const char *seat = own_seat(p);
    int sides = (int)json_array_size(wagers);
    json_int_t least = int_at(p->view.layout, "min_bet");
    json_t *coupon = p->bet_round == p->view.round && once_in(3) ? coupon_bet(p, seat) : NULL;
    if (coupon) {
        ask_at(p, "bet", coupon);
    } else if (p->bet_round != p->view.round && !once_in(10)) {
        bet_main(p, seat, least);
    } else if (!p->view.live && once_in(2)) {
        ask_at(p, "ready", NULL);
    } else if (sides && once_in(2)) {
        const json_t *wager = json_array_get(wagers, (size_t)drawn(sides));
        for (int i = 0; i < sides && !once_in(4) && !json_object_get(wager, "meter"); i++)
            wager = json_array_get(wagers, (size_t)i);
        ask_at(p, "bet",
               json_pack("{s:s, s:s, s:I}", "seat", seat, "wager", text_at(wager, "wager"), "cents", amount_of(wager)));
    } else if (once_in(30)) {
        ask_at(p, "withdraw", json_pack("{s:s}", "seat", seat));
    } else if (once_in(20)) {
        char tip[16];
        snprintf(tip, sizeof tip, "%d%s", atoi(seat), "t");
        ask_at(p, "bet", json_pack("{s:s, s:I}", "seat", tip, "cents", least));
    } else if (once_in(3)) {
        bet_main(p, seat, least);
    }
}

/* --- players ------------------------------------------------------------------------------------------------------- */

static void watch(person *p)
{
    if (!p->connection) {
        p->connection = ++w.connections;
        p->whole = true;
        if (w.server[p->server].house) lm_house_connect(w.server[p->server].house, p->connection);
    }
    json_t *more = json_object();
    if (p->view.known) json_object_set_new(more, "from", json_integer(p->view.seq));
    ask_at(p, "watch", more);
}

static void take_seat(person *p)
{
    char seat[16];
    int boxes = (int)int_at(p->view.layout, "boxes"), bettors = (int)int_at(p->view.layout, "bettors");
    int box = 1 + drawn(boxes);
    char number[16];
    snprintf(number, sizeof number, "%d", box);
    bool behind = bettors > 1 && (json_object_get(p->view.seats, number) || once_in(8));
    snprintf(seat, sizeof seat, "%d%s", box, behind ? "b" : "");
    bool asks = behind && !json_object_get(p->view.shared, number) && !once_in(4);
    ask_at(p, asks ? "ask" : "sit", json_pack("{s:s}", "seat", asks ? number : seat));
}

/* A box holder opens the box to others, and closes it now and then: MBJ-13(a).1. */
static bool share(person *p)
{
    const char *seat = own_seat(p);
    if (int_at(p->view.layout, "bettors") < 2 || !once_in(8) || strpbrk(seat, "bc")) return false;
    bool on = !json_object_get(p->view.shared, seat);
    ask_at(p, "share", json_pack("{s:s, s:b}", "seat", seat, "on", (int)on));
    return true;
}

static void go_home(person *p)
{
    hang_up(p);
    view_clear(&p->view);
    p->table = -1;
    p->going = false;
}

static void play(person *p)
{
    const json_t *turn = p->view.turn;
    const char *word = text_at(turn, "do"), *who = text_at(turn, "who"), *seat = text_at(turn, "seat");
    json_int_t chips = int_at(p->view.racks, p->id);
    if (chips < int_at(p->view.layout, "min_bet") && !p->view.in_round) {
        ask_at(p, "buy", json_pack("{s:i}", "cents", 5000 + 1000 * drawn(40)));
    } else if (strcmp(word, "cut") == 0 && is_mine(p, seat)) {
        if (once_in(4))
            ask_at(p, "refuse-cut", json_pack("{s:s}", "seat", seat));
        else
            ask_at(p, "cut", json_pack("{s:s, s:I}", "seat", seat, "count", int_at(turn, "least") + drawn(10)));
    } else if (strcmp(who, "player") == 0 && is_mine(p, seat)) {
        if (!choose(p, json_object_get(turn, "legal"))) p->next_ms = w.now_ms + SECOND;
    } else if (strcmp(word, "bet") == 0) {
        if (once_in(25))
            p->going = true;
        else if (!share(p))
            bet(p);
    } else if (strcmp(who, "players") == 0 && once_in(2) && choose(p, json_object_get(turn, "legal"))) {
        return;
    } else if (once_in(60)) {
        ask_at(p, "toke", json_pack("{s:i}", "cents", 100));
    } else if (once_in(90)) {
        ask_at(p, "cash", json_pack("{s:i}", "cents", 100 + drawn(2000)));
    } else if (once_in(200)) {
        ask_at(p, "summon", NULL);
    }
}

static void player_acts(person *p)
{
    p->next_ms = w.now_ms + (once_in(40) ? 20000 : 50 + drawn(900));
    if (!p->session[0]) {
        sign_in(p);
    } else if (p->lacks_cents && p->calling == IS_GUEST) {
        p->lacks_cents = 0;
        ask(p, json_pack("{s:s}", "do", "play-money"));
    } else if (!p->connection || !p->watches) {
        watch(p);
    } else if (!p->view.known) {
        hang_up(p); /* the snapshot was lost */
    } else if (p->going) {
        if (is_seated(p))
            ask_at(p, "leave", NULL);
        else
            go_home(p);
    } else if (!is_seated(p)) {
        take_seat(p);
    } else {
        play(p);
    }
}

#endif
