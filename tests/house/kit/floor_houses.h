/* floor_houses.h - how a simulated floor begins and ends: a house with its people, and tables drawn from
 * the seed. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_HOUSES_H
#define LAMMER_TESTS_HOUSE_FLOOR_HOUSES_H

#include "floor_checks.h"
#include "server_rooms.h"

static const int64_t MIDNIGHT = 1763164800000; /* 2025-11-15 00:00 UTC */

static const struct {
    const char *id;
    calling calling;
    const char *role;
} staff[] = {
    { "ada", IS_ADMINISTRATOR, "administrator" },
    { "sue", IS_SUPERVISOR, "supervisor" },
    { "sid", IS_SUPERVISOR, "supervisor" },
    { "eve", IS_EXECUTIVE, "executive" },
    { "cas", IS_CASHIER, "cashier" },
    { "dan", IS_DEALER, "dealer" },
    { "ann", IS_PLAYER, "player" },
    { "bob", IS_PLAYER, "player" },
    { "cho", IS_PLAYER, "player" },
    { "dee", IS_PLAYER, "player" },
    { "eli", IS_PLAYER, "player" },
    { "fay", IS_PLAYER, "player" },
    { "gus", IS_PLAYER, "player" },
    { "hal", IS_PLAYER, "player" },
};
enum { STAFF = sizeof staff / sizeof *staff };

typedef struct {
    const char *rules, *settings, *link;
} game;

/* Two of them share a meter. */
static const game linked_game = { "wa-freebet", "blazing7.link=same-game", "blaze" };

static const game virtual_games[] = {
    { "wa-freebet", "", "" },
    { "wa-freebet", "blazing7.link=same-game", "blaze" },
    { "ma-freebet", "", "" },
    { "ma-blackjack", "bettors_per_box=2", "" },
    { "ma-blackjack-6to5", "", "" },
    { "ma-blackjack-multi", "", "" },
    { "ma-blackjack-doubleshoe", "", "" },
    { "ma-blackjack-nohole", "", "" },
    { "ma-blackjack-faceup", "", "" },
    { "ma-blackjack", "offer=super4:1,kings-bounty:1", "" },
    { "ma-blackjack-nohole", "bettors_per_box=2", "" },
    { "ia-freebet", "", "" },
};

static const game live_games[] = {
    { "ma-freebet", "", "" },
    { "ma-blackjack", "bettors_per_box=2", "" },
    { "ma-blackjack-faceup", "", "" },
    { "wa-freebet", "", "" },
};

/* Sends a request at once, before all others. Steals the body. */
static json_t *say_at_once(const char *session, json_t *body)
{
    person *p = &w.person[0];
    p->token = ++w.tokens * PEOPLE;
    p->asked = body;
    lm_house_request(w.server[0].house, p->token, &(lm_house_client){ .session = session }, &(lm_request){ body });
    for (int i = 0; i < 100; i++) {
        let_store_write();
        lm_house_poll(w.server[0].house);
        for (int k = 0; k < w.packets; k++) {
            if (w.packet[k].kind != PACKET_ANSWER || w.packet[k].token != p->token) continue;
            json_t *answer = w.packet[k].body;
            if (w.packet[k].status != 200) broken("%s: %s", text_at(body, "do"), text_at(answer, "why"));
            w.packet[k] = w.packet[--w.packets];
            forget_asked(p);
            return answer;
        }
    }
    broken("%s is not answered", text_at(body, "do"));
    return NULL;
}

static void keep_session(person *p, json_t *answer)
{
    snprintf(p->session, sizeof p->session, "%s", text_at(answer, "session"));
    json_decref(answer);
}

/* A second person can approve only after setting their own password. */
static void own_password(const char *id)
{
    person p = { .table = -1 };
    char password[64];
    snprintf(password, sizeof password, "password of %s", id);
    keep_session(&p, say_at_once("", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", id, "password",
                                               "a given password")));
    json_decref(say_at_once(p.session, json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", "a given password",
                                                 "password", password)));
}

/* A house with its people, made once; every floor starts from its copy. */
static void found_house(void)
{
    chance_begin(1);
    w.now_ms = MIDNIGHT - DAY_MS;
    w.calm = true;
    open_store();
    open_server(0);
    person *ada = &w.person[0];
    keep_session(ada, say_at_once("", json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token",
                                                lm_house_token(w.server[0].house), "person", "ada", "password",
                                                "password of ada")));
    for (int i = 1; i < STAFF; i++) {
        json_decref(
            say_at_once(ada->session, json_pack("{s:s, s:s, s:s, s:[s]}", "do", "create-person", "person", staff[i].id,
                                                "password", "a given password", "roles", staff[i].role)));
    }
    for (int i = 1; i < STAFF; i++)
        own_password(staff[i].id);
    stop_server(0);
    lm_store_close(w.store);
    w.store = NULL;
    w.founded = memory_copy(w.path);
}

static void set_person(int i)
{
    person *p = &w.person[i];
    memset(p, 0, sizeof *p);
    p->table = -1;
    p->calling = i < STAFF ? staff[i].calling : IS_GUEST;
    snprintf(p->id, sizeof p->id, "%s", i < STAFF ? staff[i].id : "guest");
}

/* The last table is dealt by hand. */
static void open_tables(const char *session)
{
    for (int i = 0; i < TABLES; i++) {
        floor_table *t = &w.table[i];
        bool live = i == TABLES - 1;
        const game *g = live ? &live_games[drawn(sizeof live_games / sizeof *live_games)]
                             : &virtual_games[drawn(sizeof virtual_games / sizeof *virtual_games)];
        if (chance.stacked && i < 2) g = &linked_game;
        memset(t, 0, sizeof *t);
        snprintf(t->id, sizeof t->id, "t%d", i + 1);
        t->money = once_in(2) ? "real" : "play";
        json_decref(say_at_once(session,
                                json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:I}", "do",
                                          "open-table", "table", t->id, "rules", g->rules, "settings", g->settings,
                                          "dealing", live ? "live" : "virtual", "money", g->link[0] ? "play" : t->money,
                                          "link", g->link, "betting_ms", 3000, "decision_ms", 2000, "cut_ms", 1500,
                                          "hold_ms", 20000, "par_cents", (json_int_t)2000000)));
        if (g->link[0]) t->money = "play";
        char text[LM_HOUSE_TEXT];
        t->shadow = lm_recall_new(&shipped_rules, w.secret, text);
        if (!t->shadow) broken("%s", text);
        test_shoe_shuffle(&t->shoe, 6, &w.dealers);
        trace("%s: %s %s %s %s", t->id, g->rules, g->settings, live ? "live" : "virtual", t->money);
    }
}

static void floor_begin(uint64_t seed)
{
    w.seed = seed;
    w.day = 0;
    w.steps = w.packets = w.acks = 0;
    w.order = w.connections = w.tokens = 0;
    w.hash = 14695981039346656037u;
    w.house_seq = w.command_count = 0;
    w.line_kept = false;
    json_decref(w.coupons);
    w.coupons = json_object();
    if (w.command) memset(w.command, 0, (size_t)w.command_room * sizeof *w.command);
    memset(w.last_due_ms, 0, sizeof w.last_due_ms);
    w.now_ms = MIDNIGHT;
    w.calm = true;
    w.still = 0;
    chance_begin(seed);
    w.dealers.state = seed * 2 + 1;
    w.lease_ms = once_in(3) ? 2500 : 20000; /* often too short for how seldom a server is polled here */
    memory_clear();
    memory_put(w.path, &w.founded);
    disk.coin = seed;
    sqlite3_randomness(0, NULL);
    for (int i = 0; i < PEOPLE; i++)
        set_person(i);
    open_store();
    open_server(0);
    json_t *answer =
        say_at_once("", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "ada", "password", "password of ada"));
    keep_session(&w.person[0], answer);
    open_tables(w.person[0].session);
    open_server(1);
    for (int i = 0; i < PEOPLE; i++) {
        w.person[i].server = drawn(SERVERS);
        if (w.person[i].calling == IS_DEALER) w.person[i].table = TABLES - 1;
    }
}

static bool hash_head(void *context, const lm_stream_row *row)
{
    (void)context;
    hash_bytes(row->hash, LM_STORE_HASH);
    return true;
}

static void floor_end(void)
{
    char text[LM_STORE_TEXT];
    lm_store_streams(w.store, "", hash_head, NULL, text);
    for (int i = 0; i < SERVERS; i++)
        stop_server(i);
    lm_store_close(w.store);
    w.store = NULL;
    for (int i = 0; i < w.packets; i++)
        json_decref(w.packet[i].body);
    for (int i = 0; i < PEOPLE; i++) {
        forget_asked(&w.person[i]);
        view_clear(&w.person[i].view);
    }
    for (int i = 0; i < TABLES; i++)
        lm_recall_free(w.table[i].shadow);
}

#endif
