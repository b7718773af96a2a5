/* serve_players.h - guests at virtual tables over WebSockets: their view of the table, their commands, and how long the
 * house took. */
#ifndef LAMMER_BENCH_SERVE_PLAYERS_H
#define LAMMER_BENCH_SERVE_PLAYERS_H

#include <jansson.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <time.h>

#include "serve_client.h"

enum { SEATS = 7, HANDS = 4, BET_CENTS = 500, CHIPS_CENTS = 90000, SAMPLES = 1 << 22 };

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* --- what all at a table see --------------------------------------------------------------------------------- */

/* The last message of a table, understood once for all who get it. */
typedef struct {
    char id[24];
    int64_t seq;
    int64_t round; /* `open` events so far */
    char owes[16]; /* turn.do */
    char seat[12]; /* turn.seat */
    int least;     /* of a cut */
    bool may_split_free, may_double_free;
    struct {
        int hard;
        bool ace;
    } hand[SEATS + 1]; /* the cards of a box that was not split */
    bool split[SEATS + 1];
} table_view;

typedef enum { JOIN_WATCH, JOIN_SIT, JOIN_BUY, PLAYING } player_stage;

typedef struct {
    web_socket socket;
    table_view *table;
    char seat[12];
    char session[80];
    player_stage stage;
    int64_t seen;  /* the table's last message that reached this player */
    int64_t wants; /* the number of the message that the last command caused */
    int64_t acted; /* the message that was answered by a decision */
    int64_t bet_round, ready_round, insured_round;
    int64_t number, sent_us; /* the command under way; 0: none */
    int64_t due_us;          /* thinks until then; 0: does not */
    uint32_t dice;
    char said[300]; /* the last command */
    size_t said_size;
    bool repeats; /* sends it again at due_us */
} player;

typedef struct {
    pid_t server;
    int servers, port[8]; /* table i is at server i modulo servers */
    int players, tables, seconds, think_ms;
    player *player;
    player **thinker; /* players who think, as a heap: the first one acts next */
    int thinkers;
    table_view *table;
    int epoll;
    bool stops;  /* no new bets */
    bool pauses; /* no player acts */
    int64_t acknowledged, refused, repeated, rounds;
    char first_refusal[400];
    uint32_t *sample_us;
    int64_t samples;
} load;

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void take_card(table_view *t, const json_t *event)
{
    int seat = atoi(text_at(event, "seat"));
    const char *card = text_at(event, "card");
    if (seat < 1 || seat > SEATS || !*card) return;
    const char *rank = strchr("A23456789TJQK", *card);
    int value = rank ? (int)(rank - "A23456789TJQK") + 1 : 10;
    t->hand[seat].hard += value > 10 ? 10 : value;
    t->hand[seat].ace |= value == 1;
}

static void take_event(load *l, table_view *t, const json_t *event)
{
    const char *kind = text_at(event, "event");
    if (strcmp(kind, "open") == 0) {
        t->round++;
        l->rounds++;
        memset(t->hand, 0, sizeof t->hand);
        memset(t->split, 0, sizeof t->split);
    }
    if (strcmp(kind, "card") == 0) take_card(t, event);
    if (strcmp(kind, "split") == 0) t->split[atoi(text_at(event, "seat")) % (SEATS + 1)] = true;
}

static void take_turn(table_view *t, const json_t *turn)
{
    snprintf(t->owes, sizeof t->owes, "%s", text_at(turn, "do"));
    snprintf(t->seat, sizeof t->seat, "%s", text_at(turn, "seat"));
    t->least = (int)json_integer_value(json_object_get(turn, "least"));
    t->may_split_free = t->may_double_free = false;
    const json_t *legal = json_object_get(turn, "legal");
    for (size_t i = 0; i < json_array_size(legal); i++) {
        const json_t *offer = json_array_get(legal, i);
        bool is_free = json_is_true(json_object_get(offer, "free"));
        if (is_free && strcmp(text_at(offer, "do"), "split") == 0) t->may_split_free = true;
        if (is_free && strcmp(text_at(offer, "do"), "double") == 0) t->may_double_free = true;
    }
}

static void understand(load *l, table_view *t, int64_t seq, const json_t *message)
{
    const json_t *snapshot = json_object_get(message, "snapshot");
    const json_t *events = json_object_get(message, "events");
    if (seq <= t->seq && !(snapshot && t->seq == 0)) return;
    for (size_t i = 0; i < json_array_size(events); i++)
        take_event(l, t, json_array_get(events, i));
    take_turn(t, json_object_get(snapshot ? snapshot : message, "turn"));
    t->seq = seq;
}

/* --- playing ------------------------------------------------------------------------------------------------------------- */

static void send_said(player *p)
{
    p->repeats = false;
    p->sent_us = now_us();
    socket_write(&p->socket, FRAME_TEXT, p->said, p->said_size);
}

static void say(player *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(player *p, const char *format, ...)
{
    char rest[200];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    int n = snprintf(p->said, sizeof p->said, "{\"n\":%lld,\"seen\":%lld,\"table\":\"%s\",%s}", (long long)++p->number,
                     (long long)p->seen, p->table->id, rest);
    p->said_size = (size_t)n;
    send_said(p);
}

/* Takes free doubles and splits, stands on 16 or more, and on split hands, whose cards the bench does not follow. */
static const char *decision(const player *p)
{
    const table_view *t = p->table;
    int seat = atoi(p->seat), hard = t->hand[seat].hard;
    int total = t->hand[seat].ace && hard <= 11 ? hard + 10 : hard;
    if (t->may_split_free) return "split";
    if (t->may_double_free) return "double";
    return t->split[seat] || total >= 16 ? "stand" : "hit";
}

/* Sends this player's next command, if there is one. */
static bool act(load *l, player *p, bool really)
{
    table_view *t = p->table;
    bool mine = strcmp(t->seat, p->seat) == 0;
    if (strcmp(t->owes, "bet") == 0 && !l->stops && p->bet_round != t->round) {
        if (really) p->bet_round = t->round, say(p, "\"do\":\"bet\",\"seat\":\"%s\",\"cents\":%d", p->seat, BET_CENTS);
        return true;
    }
    if (strcmp(t->owes, "bet") == 0 && p->bet_round == t->round && p->ready_round != t->round) {
        if (really) p->ready_round = t->round, say(p, "\"do\":\"ready\"");
        return true;
    }
    if (strcmp(t->owes, "insure") == 0 && p->bet_round == t->round && p->insured_round != t->round) {
        if (really) p->insured_round = t->round, say(p, "\"do\":\"insure\",\"seat\":\"%s\",\"cents\":0", p->seat);
        return true;
    }
    if (!mine || p->acted == t->seq) return false;
    bool cut = strcmp(t->owes, "cut") == 0, play = strcmp(t->owes, "hit") == 0;
    if (really && (cut || play)) p->acted = t->seq;
    if (really && cut) say(p, "\"do\":\"cut\",\"seat\":\"%s\",\"count\":%d", p->seat, t->least);
    if (really && play) say(p, "\"do\":\"%s\",\"seat\":\"%s\"", decision(p), p->seat);
    return cut || play;
}

static uint32_t throw_dice(player *p)
{
    p->dice = p->dice * 1664525u + 1013904223u;
    return p->dice >> 8;
}

/* Whether the player has received the table's last message, and the one that their own last command caused. */
static bool knows_all(const player *p)
{
    return p->seen >= p->table->seq && p->seen >= p->wants;
}

static void begin_thinking(load *l, player *p, int64_t until_us)
{
    int at = l->thinkers++;
    p->due_us = until_us;
    for (; at > 0 && l->thinker[(at - 1) / 2]->due_us > until_us; at = (at - 1) / 2)
        l->thinker[at] = l->thinker[(at - 1) / 2];
    l->thinker[at] = p;
}

/* Takes the first one out of the heap. */
static player *end_thinking(load *l)
{
    player *first = l->thinker[0], *last = l->thinker[--l->thinkers];
    int at = 0;
    for (int below = 1; below < l->thinkers; below = 2 * at + 1) {
        if (below + 1 < l->thinkers && l->thinker[below + 1]->due_us < l->thinker[below]->due_us) below++;
        if (l->thinker[below]->due_us >= last->due_us) break;
        l->thinker[at] = l->thinker[below];
        at = below;
    }
    l->thinker[at] = last;
    first->due_us = 0;
    return first;
}

static void consider(load *l, player *p)
{
    if (l->pauses || p->stage != PLAYING || p->sent_us || p->due_us || !knows_all(p) || !act(l, p, false)) return;
    if (l->think_ms)
        begin_thinking(l, p, now_us() + throw_dice(p) % (uint32_t)(2 * l->think_ms) * (int64_t)1000 + 1);
    else
        act(l, p, true);
}

static void stop_thinking(load *l, int64_t now)
{
    while (l->thinkers && l->thinker[0]->due_us <= now) {
        player *p = end_thinking(l);
        if (p->repeats)
            send_said(p);
        else if (!p->sent_us && knows_all(p))
            act(l, p, true);
    }
}

/* --- what comes ------------------------------------------------------------------------------------------------------------ */

static void join_on(player *p)
{
    if (p->stage == JOIN_WATCH) say(p, "\"do\":\"sit\",\"seat\":\"%s\"", p->seat);
    if (p->stage == JOIN_SIT) say(p, "\"do\":\"buy\",\"cents\":%d", CHIPS_CENTS);
    p->stage++;
}

/* A table that moves, or a server with too much to do, answers 503 and has done nothing: like a browser, the player sends the
 * same command under the same number again. */
static void repeat_later(load *l, player *p, int64_t now)
{
    p->repeats = true;
    p->sent_us = 0;
    begin_thinking(l, p, now + 50000 + throw_dice(p) % 50000);
}

static void take_answer(load *l, player *p, const char *text, size_t size, int64_t now)
{
    bool ok = memmem(text, size, "\"ok\":true", 9) || memmem(text, size, "\"ok\": true", 10);
    l->acknowledged += ok;
    if (!ok && memmem(text, size, "\"status\":503", 12)) {
        l->repeated++;
        repeat_later(l, p, now);
        return;
    }
    if (!ok && l->refused++ == 0) snprintf(l->first_refusal, sizeof l->first_refusal, "%.*s", (int)size, text);
    if (ok && l->samples < SAMPLES) l->sample_us[l->samples++] = (uint32_t)(now - p->sent_us);
    const char *seq = memmem(text, size, "\"seq\":", 6);
    if (ok && seq) p->wants = strtoll(seq + 6, NULL, 10);
    p->sent_us = 0;
    if (p->stage != PLAYING && ok) join_on(p);
    consider(l, p);
}

/* All players need the number of a table's message; the rest is read once. */
static void take_message(load *l, player *p, const char *text, size_t size)
{
    const char *seq = memmem(text, size, "\"seq\":", 6);
    int64_t number = seq ? strtoll(seq + 6, NULL, 10) : 0;
    if (number > p->table->seq) {
        json_t *message = json_loadb(text, size, 0, NULL);
        if (!message) give_up("a message is not JSON");
        understand(l, p->table, json_integer_value(json_object_get(message, "seq")), message);
        json_decref(message);
    }
    if (number > p->seen) p->seen = number;
    consider(l, p);
}

static void take_frame(load *l, player *p, const web_frame *frame, int64_t now)
{
    if (frame->kind == FRAME_PING) socket_write(&p->socket, FRAME_PONG, frame->text, frame->size);
    if (frame->kind == FRAME_CLOSE) give_up("the server has closed a player's socket");
    if (frame->kind != FRAME_TEXT) return;
    bool answer = frame->size < 2000 && memmem(frame->text, frame->size, "\"ok\":", 5) &&
                  !memmem(frame->text, frame->size, "\"events\":", 9);
    if (answer)
        take_answer(l, p, frame->text, frame->size, now);
    else
        take_message(l, p, frame->text, frame->size);
}

/* Whether the server is gone, or only this connection. */
static void tell_end(const load *l)
{
    int status = 0;
    nanosleep(&(struct timespec){ .tv_sec = 1 }, NULL);
    if (waitpid(l->server, &status, WNOHANG) == l->server)
        fprintf(stderr, "serve: the server ended with status %x\n", (unsigned)status);
    give_up("the server has closed a player's connection");
}

static void hear(load *l, player *p)
{
    web_frame frame;
    size_t at = 0;
    if (!socket_fill(&p->socket)) tell_end(l);
    int64_t now = now_us();
    for (; socket_frame(p->socket.in + at, p->socket.have - at, &frame); at += frame.whole)
        take_frame(l, p, &frame, now);
    memmove(p->socket.in, p->socket.in + at, p->socket.have - at);
    p->socket.have -= at;
}

/* Reads all messages that have arrived. The server pings every socket every few seconds and closes one that is silent
 * because the bench is busy with a long job. */
static void hear_all(load *l)
{
    struct epoll_event ready[256];
    for (int n = 256; n == 256;) {
        n = epoll_wait(l->epoll, ready, 256, 0);
        for (int i = 0; i < n; i++)
            hear(l, ready[i].data.ptr);
    }
}

static void run_until(load *l, int64_t end, bool (*enough)(const load *))
{
    struct epoll_event ready[256];
    while (now_us() < end && !(enough && enough(l))) {
        int n = epoll_wait(l->epoll, ready, 256, l->thinkers ? 2 : 100);
        for (int i = 0; i < n; i++)
            hear(l, ready[i].data.ptr);
        stop_thinking(l, now_us());
    }
}

#endif
