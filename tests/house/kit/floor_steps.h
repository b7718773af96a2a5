/* floor_steps.h - one step of a simulated floor: time passes, packets arrive, people act, the store
 * writes, and something goes wrong. */
#ifndef LAMMER_TESTS_HOUSE_FLOOR_STEPS_H
#define LAMMER_TESTS_HOUSE_FLOOR_STEPS_H

#include "floor_checks.h"

static void hear_message(const packet *in)
{
    person *p = &w.person[in->person];
    const json_t *m = in->body, *shot = json_object_get(m, "snapshot");
    if (p->connection != in->connection || p->table < 0 || strcmp(text_at(m, "table"), table_id(p)) != 0) return;
    int64_t seq = int_at(m, "seq");
    if (json_object_get(m, "moved")) {
        hang_up(p);
    } else if (json_object_get(m, "own")) {
        const json_t *event = json_array_get(json_object_get(m, "events"), 0);
        if (p->whole && p->view.known && !is_mine(p, text_at(event, "seat")))
            broken(/* say:test-player-was-told-hidden-card */ "%s was told the face-down card of seat %s", p->id,
                   text_at(event, "seat"));
    } else if (shot) {
        if (!p->view.known || seq >= p->view.seq) view_load(&p->view, shot, seq);
    } else if (p->view.known && seq == p->view.seq + 1) {
        view_fold(&p->view, m);
        if (once_in(12)) check_view(p);
    } else if (p->view.known && seq > p->view.seq + 1) {
        if (p->whole)
            broken(/* say:test-message-is-missing */ "%s heard record %" PRId64 " of %s and then %" PRId64
                                                     ": a message is missing",
                   p->id, p->view.seq, table_id(p), seq);
        hang_up(p);
    }
}

/* Packets are lost with their connection; a stalled server receives nothing. */
static void deliver_request(server *s, const packet *in)
{
    const person *p = &w.person[in->person];
    bool over_wire = strcmp(text_at(in->body, "do"), "watch") == 0, wired = in->connection == p->connection;
    if (!s->house || w.now_ms < s->stalled_ms || (over_wire && !wired)) return;
    lm_house_client from = { .connection = wired ? in->connection : 0, .session = in->session };
    lm_house_request(s->house, in->token, &from, &(lm_request){ in->body });
    if (s->poll_ms > w.now_ms + 2) s->poll_ms = w.now_ms + 2;
}

static void deliver(packet *in)
{
    server *s = &w.server[in->server];
    switch (in->kind) {
    case PACKET_REQUEST: deliver_request(s, in); break;
    case PACKET_ANSWER: hear_answer(in); break;
    case PACKET_MESSAGE: hear_message(in); break;
    case PACKET_GONE:
        if (s->house) lm_house_disconnect(s->house, in->connection);
        break;
    }
    json_decref(in->body);
}

/* The earliest packet that is due, or -1. */
static int next_packet(void)
{
    int first = -1;
    for (int i = 0; i < w.packets; i++) {
        const packet *a = &w.packet[i], *b = first < 0 ? NULL : &w.packet[first];
        if (a->due_ms > w.now_ms) continue;
        if (!b || a->due_ms < b->due_ms || (a->due_ms == b->due_ms && a->order < b->order)) first = i;
    }
    return first;
}

static void deliver_due(void)
{
    for (int i; (i = next_packet()) >= 0;) {
        packet in = w.packet[i];
        w.packet[i] = w.packet[--w.packets];
        deliver(&in);
    }
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Whether the person acts unasked. */
static bool may_act(const person *p, bool players)
{
    if (p->calling == IS_PLAYER || p->calling == IS_GUEST) return players && p->table >= 0;
    return acts_of[p->calling] != NULL;
}

/* Advances to the next awaited event. */
static void pass_time(bool players)
{
    int64_t next = w.now_ms + 2000;
    if (w.still > 0) {
        w.still--;
        return;
    }
    for (int i = 0; i < w.packets; i++)
        next = earlier(next, w.packet[i].due_ms);
    for (int i = 0; i < PEOPLE; i++) {
        const person *p = &w.person[i];
        if (!p->asked && may_act(p, players)) next = earlier(next, p->next_ms);
    }
    for (int i = 0; i < SERVERS; i++) {
        if (w.server[i].house) next = earlier(next, w.server[i].poll_ms);
    }
    if (lm_store_waiting(w.store)) next = earlier(next, w.now_ms + 1 + drawn(4));
    if (next > w.now_ms) w.now_ms = next + drawn(15); /* what is due together happens together */
}

static void people_act(bool players)
{
    for (int i = 0; i < PEOPLE; i++) {
        person *p = &w.person[i];
        if (p->asked) {
            ask_again(p);
        } else if (w.now_ms >= p->next_ms && may_act(p, players)) {
            acts_of[p->calling](p);
        }
    }
}

/* --- what befalls -------------------------------------------------------------------------------------------------- */

static void cut_somebody(void)
{
    person *p = &w.person[drawn(PEOPLE)];
    if (!p->connection) return;
    befall(BEFELL_CUT);
    hang_up(p);
}

static void restart(void)
{
    check_all(false);
    for (int i = 0; i < SERVERS; i++)
        stop_server(i);
    lm_store_close(w.store);
    open_store();
    check_all(false); /* what the servers have saved, before anything happens */
    for (int i = 0; i < SERVERS; i++)
        open_server(i);
}

static void misfortune(void)
{
    int which = drawn(9), one = drawn(SERVERS);
    switch (which) {
    case 0:
        befall(BEFELL_KILLED);
        crash(false);
        check_all(once_in(8));
        break;
    case 1:
        befall(BEFELL_POWER);
        if (once_in(3)) {
            crash(true);
            check_all(once_in(8));
        } else {
            memory_plan(MEMORY_POWER, 1 + drawn(60));
        }
        break;
    case 2:
        befall(BEFELL_DISK);
        memory_plan((memory_fault)(MEMORY_EIO + drawn(3)), 1 + drawn(60));
        break;
    case 3:
        befall(BEFELL_DIED);
        kill_server(one);
        break;
    case 4:
        befall(BEFELL_STALLED);
        w.server[one].stalled_ms = w.now_ms + 1000 + drawn(90000);
        break;
    case 5:
        befall(BEFELL_STOPPED);
        restart();
        break;
    case 6:
        befall(BEFELL_JUMP);
        w.now_ms += once_in(4) ? drawn(3600) * SECOND : drawn(30000);
        break;
    case 7:
        befall(BEFELL_BACK);
        w.now_ms -= once_in(4) ? drawn(600) * SECOND : drawn(5000);
        break;
    default:
        befall(BEFELL_STILL);
        w.still = 10 + drawn(60);
        break;
    }
}

/* A store that failed has said so; its process ends, and another one finds the disk healed. */
static void start_again(void)
{
    crash(disk.kind == MEMORY_POWER);
    check_all(once_in(8));
}

static void revive(void)
{
    for (int i = 0; i < SERVERS; i++) {
        bool only = !w.server[!i].house;
        if (!w.server[i].house && (w.calm || only || once_in(200))) open_server(i);
    }
}

static void step(bool players)
{
    w.steps++;
    pass_time(players);
    deliver_due();
    people_act(players);
    if (w.calm || !once_in(4)) let_store_write();
    for (int i = 0; i < SERVERS; i++) {
        if (w.now_ms >= w.server[i].poll_ms) poll_server(&w.server[i]);
    }
    if (w.faltered) start_again();
    revive();
    if (w.calm) return;
    if (once_in(120)) cut_somebody();
    if (once_in(400)) misfortune();
}

#endif
