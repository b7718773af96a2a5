/* disk_play.h - founds the floor of disk_floor.h and plays it from its seed. */
#ifndef LAMMER_TESTS_HOUSE_DISK_PLAY_H
#define LAMMER_TESTS_HOUSE_DISK_PLAY_H

#include "disk_floor.h"
#include "lammer/program/words_json.h"
#include "play.h"

/* --- founding ---------------------------------------------------------------------------------------------------- */

static inline bool floor_must(floor_run *f, uint64_t token)
{
    floor_settle(f);
    return f->said[token].status == 200;
}

static inline bool floor_ask(floor_run *f, const char *session, json_t *body)
{
    uint64_t token = ++f->last;
    f->said[token] = (floor_said){ .body = body, .player = -1, .table = -1 };
    f->open++;
    json_t *whole = with_seen(f->house, body);
    lm_house_request(f->house, token, &(lm_house_client){ .session = session }, &(lm_request){ whole });
    json_decref(whole);
    return floor_must(f, token);
}

static inline void floor_keep_session(const floor_run *f, char session[80])
{
    snprintf(session, 80, "%s", json_string_value(json_object_get(f->answer, "session")));
}

/* Ada administers; sue does everything else that needs no second person. */
static inline bool floor_found_staff(floor_run *f)
{
    static const char pass[] = "a password for all of them";
    if (!floor_ask(f, "",
                   json_pack("{s:s, s:s, s:s, s:s}", "do", "first-administrator", "token", lm_house_token(f->house),
                             "person", "ada", "password", pass)))
        return false;
    floor_keep_session(f, f->ada);
    if (!floor_ask(f, f->ada,
                   json_pack("{s:s, s:s, s:s, s:[ssssss]}", "do", "create-person", "person", "sue", "password", pass,
                             "roles", "dealer", "supervisor", "executive", "cashier", "surveillance", "auditor")))
        return false;
    if (!floor_ask(f, "", json_pack("{s:s, s:s, s:s}", "do", "sign-in", "person", "sue", "password", pass)))
        return false;
    floor_keep_session(f, f->sue);
    if (!floor_ask(
            f, f->sue,
            json_pack("{s:s, s:s, s:s}", "do", "set-password", "old", pass, "password", "a password of her own")))
        return false;
    floor_keep_session(f, f->sue);
    return true;
}

static inline bool floor_found_tables(floor_run *f)
{
    for (int i = 0; i < FLOOR_TABLES; i++) {
        const floor_table *t = &floor_tables[i];
        if (!floor_ask(f, f->ada,
                       json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "do", "open-table", "table", t->id, "title",
                                 t->id, "rules", t->rules, "link", t->link, "settings", t->settings, "dealing",
                                 "virtual")))
            return false;
    }
    return floor_await_tables(f);
}

static inline bool floor_watch(floor_run *f)
{
    for (int i = 0; i < FLOOR_TABLES; i++) {
        json_t *body = json_pack("{s:s, s:s}", "do", "watch", "table", floor_tables[i].id);
        if (!floor_must(f, floor_say(f, -1, i, body))) return false;
    }
    return true;
}

static inline bool floor_seat_players(floor_run *f)
{
    for (int i = 0; i < FLOOR_PLAYERS; i++) {
        floor_player *p = &f->player[i];
        if (!floor_ask(f, "", json_pack("{s:s}", "do", "guest"))) return false;
        floor_keep_session(f, p->session);
        p->table = i % FLOOR_TABLES;
        p->n = (int64_t)(i + 1) << 20; /* the number identifies the sender */
        snprintf(p->seat, sizeof p->seat, "%d", 1 + i / FLOOR_TABLES * 2);
        if (!floor_must(f, floor_command(f, i, json_pack("{s:s, s:s}", "do", "sit", "seat", p->seat)))) return false;
        if (!floor_must(f, floor_command(f, i, json_pack("{s:s, s:i}", "do", "buy", "cents", 90000)))) return false;
    }
    return true;
}

/* A new house with all guests seated; false where something failed on the way. */
static inline bool floor_found(floor_run *f)
{
    return floor_found_staff(f) && floor_found_tables(f) && floor_watch(f) && floor_seat_players(f);
}

/* --- playing ------------------------------------------------------------------------------------------------------ */

static inline int floor_holder(const floor_run *f, int table, const char *seat)
{
    for (int i = 0; i < FLOOR_PLAYERS; i++) {
        if (f->player[i].table == table && strcmp(f->player[i].seat, seat) == 0) return i;
    }
    return -1;
}

/* Something that the rules allow one of the guests now; -1 when no guest may act. */
static inline int floor_pick(floor_run *f, int table, lm_action *picked)
{
    enum { ROOM = 2048 };
    static lm_action list[ROOM];
    static const uint8_t verbs[] = { LM_BET, LM_INSURE, LM_EVEN_MONEY, LM_HIT, LM_STAND, LM_DOUBLE, LM_SPLIT };
    const house_table *t = floor_at(f, table);
    char seat[LM_SEAT_TEXT];
    int who = -1, seen = 0, n = lm_table_legal(&t->state.table, t->rules, list, ROOM);
    for (int i = 0; i < n && i < ROOM; i++) {
        if (!memchr(verbs, list[i].verb, sizeof verbs) || !list[i].box || list[i].bettor) continue;
        lm_words_of_seat(list[i].box, list[i].bettor, 0, seat);
        int holder = floor_holder(f, table, seat);
        int weight = list[i].verb == LM_DOUBLE || list[i].verb == LM_SPLIT ? 4 : 1;
        seen += holder >= 0 ? weight : 0;
        if (holder < 0 || below(f, seen) >= weight) continue;
        *picked = list[i];
        who = holder;
    }
    if (who >= 0 && picked->step_cents)
        picked->amount_cents =
            picked->least_cents + (picked->most_cents > picked->least_cents ? picked->step_cents * below(f, 2) : 0);
    return who;
}

/* One request at one table, as the seed says: a cut, a wager, "ready", a decision. Returns the token; 0 when the table
 * waits only for its clock. */
static inline uint64_t floor_play(floor_run *f, int table)
{
    const house_table *t = floor_at(f, table);
    const house_state *s = &t->state;
    lm_action action;
    if (s->shoe_stage == SHOE_SEALED && s->cutter) {
        char seat[LM_SEAT_TEXT];
        lm_words_of_seat(s->cutter, 0, 0, seat);
        int holder = floor_holder(f, table, seat);
        if (holder < 0) return 0;
        return floor_command(f, holder,
                             json_pack("{s:s, s:s, s:i}", "do", "cut", "seat", seat, "count", 60 + below(f, 60)));
    }
    bool betting = s->table.stage == LM_IN_ROUND && s->table.round.phase == LM_BETTING;
    if (betting && s->table.round.felt_cents && below(f, 2)) {
        int player = table + FLOOR_TABLES * below(f, FLOOR_PLAYERS / FLOOR_TABLES);
        return floor_command(f, player, json_pack("{s:s}", "do", "ready"));
    }
    int who = floor_pick(f, table, &action);
    return who < 0 ? 0 : floor_command(f, who, lm_words_of_action(t->rules, &action));
}

static inline int floor_choose_table(floor_run *f)
{
    int n = below(f, 10), table = 0;
    while ((n -= floor_tables[table].weight) >= 0)
        table++;
    return table;
}

/* One step of the floor's life. Does not wait for the answer. */
static inline uint64_t floor_step(floor_run *f)
{
    uint64_t token = floor_play(f, floor_choose_table(f));
    f->now_ms += token ? 50 : 1000;
    lm_house_poll(f->house);
    return token;
}

static inline int64_t floor_rounds(const floor_run *f)
{
    int64_t rounds = 0;
    for (int i = 0; i < FLOOR_TABLES; i++)
        rounds += floor_at(f, i)->state.round;
    return rounds;
}

#endif
