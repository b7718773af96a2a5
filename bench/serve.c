/* serve.c - the whole server under load: players at virtual tables over WebSockets on loopback.
 *
 * Starts the server on a new store, opens tables, seats guests and lets them play: cut, bet, ready, decide, next round. Two
 * parts. Paced: players think before they act, as people do; every command's time from sending to its durable acknowledgement
 * is kept. Flat out: nobody thinks; how many commands a second, beside bare inserts in equal groups into the same database on
 * the same disk, taken right before and after. Server and client share the machine's cores.
 *
 *   serve [FOLDER]            store and bare database in FOLDER (the working folder)
 *   LAMMER                    the program; build/lammer
 *   LAMMER_BENCH_PLAYERS, _TABLES, _SECONDS, _THINK_MS, _RULES     2000, 300, 15 (of each part), 2000, ma-freebet
 *   LAMMER_BENCH_POSTGRES     the URL of a PostgreSQL database whose schema `lammer` may be dropped: measured too */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdarg.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "bare.h"
#include "serve_client.h"

enum { SEATS = 7, HANDS = 4, BET_CENTS = 500, CHIPS_CENTS = 90000, SAMPLES = 1 << 22, BARE_ROWS = 8192 };

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int setting(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atoi(text) : otherwise;
}

/* --- what everybody at a table sees --------------------------------------------------------------------------------- */

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
    int64_t seen;  /* the table's last message that came to him */
    int64_t wants; /* the number of the message that his last command caused */
    int64_t acted; /* the message that he answered by a decision */
    int64_t bet_round, ready_round, insured_round;
    int64_t number, sent_us; /* the command under way; 0: none */
    int64_t due_us;          /* thinks until then; 0: does not */
    uint32_t dice;
} player;

typedef struct {
    pid_t server;
    int players, tables, seconds, think_ms;
    player *player;
    table_view *table;
    int epoll;
    bool stops;  /* no new bets */
    bool pauses; /* nobody says anything */
    int64_t acknowledged, refused, rounds;
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

static void say(player *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(player *p, const char *format, ...)
{
    char text[300], rest[200];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    int n = snprintf(text, sizeof text, "{\"n\":%lld,\"table\":\"%s\",%s}", (long long)++p->number,
                     p->table->id, rest);
    p->sent_us = now_us();
    socket_write(&p->socket, FRAME_TEXT, text, (size_t)n);
}

/* Free doubles and splits are taken; 17 and more stands, and so does what is hard to follow. */
static const char *decision(const player *p)
{
    const table_view *t = p->table;
    int seat = atoi(p->seat), hard = t->hand[seat].hard;
    int total = t->hand[seat].ace && hard <= 11 ? hard + 10 : hard;
    if (t->may_split_free) return "split";
    if (t->may_double_free) return "double";
    return t->split[seat] || total >= 16 ? "stand" : "hit";
}

/* Says what is next, if anything is his to say. */
static bool act(load *l, player *p, bool really)
{
    table_view *t = p->table;
    bool mine = strcmp(t->seat, p->seat) == 0;
    if (strcmp(t->owes, "bet") == 0 && !l->stops && p->bet_round != t->round) {
        if (really)
            p->bet_round = t->round,
            say(p, "\"do\":\"bet\",\"seat\":\"%s\",\"cents\":%d", p->seat, BET_CENTS);
        return true;
    }
    if (strcmp(t->owes, "bet") == 0 && p->bet_round == t->round && p->ready_round != t->round) {
        if (really) p->ready_round = t->round, say(p, "\"do\":\"ready\"");
        return true;
    }
    if (strcmp(t->owes, "insure") == 0 && p->bet_round == t->round && p->insured_round != t->round) {
        if (really)
            p->insured_round = t->round, say(p, "\"do\":\"insure\",\"seat\":\"%s\",\"cents\":0", p->seat);
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

/* He has got the table's last message, and the one that his own last command caused. */
static bool knows_all(const player *p)
{
    return p->seen >= p->table->seq && p->seen >= p->wants;
}

static void consider(load *l, player *p)
{
    if (l->pauses || p->stage != PLAYING || p->sent_us || p->due_us || !knows_all(p) || !act(l, p, false))
        return;
    if (l->think_ms)
        p->due_us = now_us() + throw_dice(p) % (uint32_t)(2 * l->think_ms) * (int64_t)1000 + 1;
    else
        act(l, p, true);
}

static void stop_thinking(load *l, int64_t now)
{
    for (int i = 0; i < l->players; i++) {
        player *p = &l->player[i];
        if (!p->due_us || p->due_us > now) continue;
        p->due_us = 0;
        if (!p->sent_us && knows_all(p)) act(l, p, true);
    }
}

/* --- what comes ------------------------------------------------------------------------------------------------------------ */

static void join_on(player *p)
{
    if (p->stage == JOIN_WATCH) say(p, "\"do\":\"sit\",\"seat\":\"%s\"", p->seat);
    if (p->stage == JOIN_SIT) say(p, "\"do\":\"buy\",\"cents\":%d", CHIPS_CENTS);
    p->stage++;
}

static void take_answer(load *l, player *p, const char *text, size_t size, int64_t now)
{
    bool ok = memmem(text, size, "\"ok\":true", 9) || memmem(text, size, "\"ok\": true", 10);
    l->acknowledged += ok;
    if (!ok && l->refused++ == 0)
        snprintf(l->first_refusal, sizeof l->first_refusal, "%.*s", (int)size, text);
    if (ok && l->samples < SAMPLES) l->sample_us[l->samples++] = (uint32_t)(now - p->sent_us);
    const char *seq = memmem(text, size, "\"seq\":", 6);
    if (ok && seq) p->wants = strtoll(seq + 6, NULL, 10);
    p->sent_us = 0;
    if (p->stage != PLAYING && ok) join_on(p);
    consider(l, p);
}

/* Of a table's message the number is needed by everybody, the rest once. */
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

static void run_until(load *l, int64_t end, bool (*enough)(const load *))
{
    struct epoll_event ready[256];
    while (now_us() < end && !(enough && enough(l))) {
        int n = epoll_wait(l->epoll, ready, 256, l->think_ms ? 2 : 100);
        for (int i = 0; i < n; i++)
            hear(l, ready[i].data.ptr);
        if (l->think_ms) stop_thinking(l, now_us());
    }
}

/* --- the server ------------------------------------------------------------------------------------------------------------- */

typedef struct {
    pid_t pid;
    int port;
    char token[200], session[80];
} server;

/* Reads its first lines: the address, and the token that makes an administrator. */
static void read_greeting(server *s, int from)
{
    char text[4096];
    size_t have = 0;
    while (!memmem(text, have, "curl", 4)) {
        ssize_t n = read(from, text + have, sizeof text - 1 - have);
        if (n <= 0) give_up("the server did not start");
        have += (size_t)n;
    }
    text[have] = '\0';
    const char *address = strstr(text, "http://"), *token = strstr(text, "once:\n\n");
    const char *port = address ? strchr(address + 7, ':') : NULL;
    if (!port || !token) give_up("the server's greeting is not understood");
    s->port = atoi(port + 1);
    sscanf(token + 7, "%199s", s->token);
}

static void start_server(server *s, const char *url, const char *folder)
{
    const char *program = getenv("LAMMER") ? getenv("LAMMER") : "build/lammer";
    char key[600], secret[600], log[600];
    int out[2];
    snprintf(key, sizeof key, "%s/sign.key", folder);
    snprintf(secret, sizeof secret, "%s/seal.key", folder);
    snprintf(log, sizeof log, "%s/server.log", folder);
    if (pipe(out) != 0 || (s->pid = fork()) < 0) give_up("no process could be started");
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(out[1], 1);
        close(out[0]);
        execl(program, program, "serve", "--listen", "127.0.0.1:0", "--store", url, "--key", key, "--secret",
              secret, "--no-demo", "--per-address", "0", "--address-rate", "0", "--session-rate", "0",
              "--drain", "1", "--log", log, (char *)NULL);
        perror(program);
        _exit(127);
    }
    close(out[1]);
    read_greeting(s, out[0]);
    close(out[0]);
}

static int64_t memory_kib(const server *s, const char *what)
{
    char path[64], line[200];
    int64_t kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)s->pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, what, strlen(what)) == 0) kib = strtoll(line + strlen(what) + 1, NULL, 10);
    }
    if (file) fclose(file);
    return kib;
}

static double cpu_seconds(const server *s)
{
    char path[64], text[1024] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)s->pid);
    FILE *file = fopen(path, "r");
    if (file && fgets(text, sizeof text, file)) {
        const char *after = strrchr(text, ')');
        if (after) sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    }
    if (file) fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Of this process: it shares the cores with the server. */
static double own_cpu_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

static void stop_server(server *s)
{
    int status;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        printf("  the server ended with status %x\n", (unsigned)status);
}

/* --- preparing ---------------------------------------------------------------------------------------------------------------- */

static void ask(int fd, const char *word, const char *session, const char *body, char *answer, size_t room)
{
    int status = http_post(fd, word, session, body, answer, room);
    if (status == 200) return;
    fprintf(stderr, "serve: %s: %d %s\n", word, status, answer);
    exit(1);
}

static void copy_session(const char *answer, char *session)
{
    json_t *object = json_loads(answer, 0, NULL);
    snprintf(session, 80, "%s", text_at(object, "session"));
    if (!*session) give_up("an answer has no session");
    json_decref(object);
}

static void open_tables(load *l, server *s)
{
    char body[400], answer[4096];
    const char *rules = getenv("LAMMER_BENCH_RULES") ? getenv("LAMMER_BENCH_RULES") : "ma-freebet";
    int fd = dial(s->port);
    snprintf(body, sizeof body,
             "{\"token\":\"%s\",\"person\":\"admin\",\"password\":\"correct horse battery\"}", s->token);
    ask(fd, "first-administrator", "", body, answer, sizeof answer);
    copy_session(answer, s->session);
    for (int i = 0; i < l->tables; i++) {
        snprintf(l->table[i].id, sizeof l->table[i].id, "bench-%d", i + 1);
        snprintf(body, sizeof body,
                 "{\"table\":\"%s\",\"title\":\"Bench "
                 "%d\",\"rules\":\"%s\",\"dealing\":\"virtual\",\"money\":\"play\","
                 "\"betting_ms\":120000,\"decision_ms\":60000,\"cut_ms\":60000}",
                 l->table[i].id, i + 1, rules);
        ask(fd, "open-table", s->session, body, answer, sizeof answer);
    }
    close(fd);
}

static void seat_players(load *l, const server *s)
{
    char answer[4096];
    int fd = dial(s->port);
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < l->players; i++) {
        player *p = &l->player[i];
        ask(fd, "guest", "", "{}", answer, sizeof answer);
        copy_session(answer, p->session);
        p->table = &l->table[i % l->tables];
        p->dice = (uint32_t)i * 2654435761u;
        p->bet_round = p->ready_round = p->insured_round = -1;
        snprintf(p->seat, sizeof p->seat, "%d", i / l->tables + 1);
        socket_connect(&p->socket, s->port, p->session);
        struct epoll_event wants = { .events = EPOLLIN, .data.ptr = p };
        epoll_ctl(l->epoll, EPOLL_CTL_ADD, p->socket.fd, &wants);
        say(p, "\"do\":\"watch\"");
    }
    close(fd);
}

static bool all_play(const load *l)
{
    for (int i = 0; i < l->players; i++) {
        if (l->player[i].stage != PLAYING) return false;
    }
    return true;
}

static bool all_answered(const load *l)
{
    for (int i = 0; i < l->players; i++) {
        if (l->player[i].sent_us || l->player[i].due_us) return false;
    }
    return true;
}

static bool all_rest(const load *l)
{
    for (int i = 0; i < l->players; i++) {
        const player *p = &l->player[i];
        if (p->sent_us || p->due_us ||
            (p->bet_round == p->table->round && strcmp(p->table->owes, "bet") != 0))
            return false;
    }
    return true;
}

/* --- measuring -------------------------------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double percentile_ms(const load *l, double part)
{
    if (!l->samples) return 0;
    return l->sample_us[(int64_t)((double)(l->samples - 1) * part)] / 1000.0;
}

/* Records and commits of the server so far, from its own figures. */
static double figure(const server *s, const char *name)
{
    char text[65536];
    size_t have = 0;
    ssize_t n;
    int fd = dial(s->port);
    static const char request[] = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    write_all(fd, request, sizeof request - 1);
    while (have + 1 < sizeof text && (n = read(fd, text + have, sizeof text - 1 - have)) > 0)
        have += (size_t)n;
    close(fd);
    text[have] = '\0';
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ' ')
            return strtod(line + strlen(name), NULL);
    }
    return 0;
}

/* Everything that is counted, at one moment. */
typedef struct {
    int64_t us;
    double server_cpu, own_cpu, records, commits;
} mark;

static mark take_mark(const server *s)
{
    return (mark){ .server_cpu = cpu_seconds(s),
                   .own_cpu = own_cpu_seconds(),
                   .records = figure(s, "lammer_records_total"),
                   .commits = figure(s, "lammer_store_commits_total"),
                   .us = now_us() };
}

typedef struct {
    double acks, records; /* a second */
    int group;            /* records that were committed together, in the mean; 0: not known */
} part;

static part print_part(load *l, const char *name, const mark *from, const mark *to)
{
    double seconds = (double)(to->us - from->us) * 1e-6, commits = to->commits - from->commits;
    part p = { .acks = (double)l->acknowledged / seconds,
               .records = (to->records - from->records) / seconds };
    p.group = commits > 0 ? (int)((to->records - from->records) / commits + 0.5) : 0;
    qsort(l->sample_us, (size_t)l->samples, sizeof *l->sample_us, ascending);
    printf("  %-9s %8.0f %9.0f %8.0f %8.1f %8.1f %8.1f %8.1f %8.0f %% %8.0f %% %7lld\n", name, p.acks,
           p.records, (double)l->rounds / seconds, percentile_ms(l, 0.5), percentile_ms(l, 0.99),
           percentile_ms(l, 0.999), percentile_ms(l, 1), 100 * (to->server_cpu - from->server_cpu) / seconds,
           100 * (to->own_cpu - from->own_cpu) / seconds, (long long)l->refused);
    fflush(stdout);
    return p;
}

/* So many seconds of play; then everybody waits for his answer and pauses. */
static part measure(load *l, const server *s, const char *name, int think_ms)
{
    l->think_ms = think_ms;
    l->acknowledged = l->rounds = l->samples = 0;
    mark from = take_mark(s);
    for (int i = 0; i < l->players; i++)
        consider(l, &l->player[i]);
    run_until(l, now_us() + l->seconds * (int64_t)1000000, NULL);
    mark to = take_mark(s);
    part p = print_part(l, name, &from, &to);
    l->pauses = true;
    run_until(l, now_us() + 30000000, all_answered);
    l->pauses = false;
    return p;
}

static void prepare(load *l, server *s, const char *url, const char *folder)
{
    l->player = calloc((size_t)l->players, sizeof *l->player);
    l->table = calloc((size_t)l->tables, sizeof *l->table);
    l->sample_us = calloc(SAMPLES, sizeof *l->sample_us);
    if (!l->player || !l->table || !l->sample_us) give_up("there is no memory");
    if (l->players > l->tables * SEATS) give_up("seven players a table at most");
    start_server(s, url, folder);
    l->server = s->pid;
    open_tables(l, s);
    l->pauses = true; /* nobody plays before all are there */
    seat_players(l, s);
    run_until(l, now_us() + 60000000, all_play);
    if (!all_play(l))
        give_up(l->first_refusal[0] ? l->first_refusal : "not everybody was seated within a minute");
    l->pauses = false;
}

/* Rounds are finished, then everybody goes. */
static void finish(load *l, server *s)
{
    l->stops = true;
    for (int i = 0; i < l->players; i++)
        consider(l, &l->player[i]);
    run_until(l, now_us() + 30000000, all_rest);
    for (int i = 0; i < l->players; i++) {
        close(l->player[i].socket.fd);
        free(l->player[i].socket.in);
    }
    close(l->epoll);
    stop_server(s);
    free(l->player);
    free(l->table);
    free(l->sample_us);
}

/* What the disk alone makes of single commits at this moment: nothing that is durable can be quicker. */
static void print_bare_commits(const bare *b)
{
    enum { COMMITS = 400, COMMIT_ROWS = 8 };
    uint32_t us[COMMITS];
    for (int i = 0; i < COMMITS; i++)
        us[i] = (uint32_t)(COMMIT_ROWS * 1e6 / bare_rate(b, COMMIT_ROWS, COMMIT_ROWS));
    qsort(us, COMMITS, sizeof *us, ascending);
    printf("            bare commits of %d rows: p50 %.1f ms, p99 %.1f ms, max %.1f ms\n", COMMIT_ROWS,
           us[COMMITS / 2] / 1000.0, us[COMMITS * 99 / 100] / 1000.0, us[COMMITS - 1] / 1000.0);
}

/* Flat out and bare in turns, neighbours in time: disks have moods. */
static void compare_bare(load *l, const server *s, const bare *b)
{
    enum { TURNS = 3 };
    l->seconds = l->seconds < TURNS ? 1 : l->seconds / TURNS;
    for (int i = 0; i < TURNS; i++) {
        part flat = measure(l, s, "flat out", 0);
        int group = flat.group ? flat.group : 64;
        double rate = bare_rate(b, group, BARE_ROWS);
        printf("            bare inserts in groups of %d: %.0f/s; acks are %.0f %%, records %.0f %% of it\n",
               group, rate, 100 * flat.acks / rate, 100 * flat.records / rate);
        fflush(stdout);
    }
}

static void compare(const char *name, const char *url, const char *folder, const bare *b)
{
    load l = { .players = setting("LAMMER_BENCH_PLAYERS", 2000),
               .tables = setting("LAMMER_BENCH_TABLES", 300),
               .seconds = setting("LAMMER_BENCH_SECONDS", 15) };
    server s = { 0 };
    int64_t start = now_us();
    prepare(&l, &s, url, folder);
    printf("%s: %d players at %d tables, ready after %.1f s\n", name, l.players, l.tables,
           (double)(now_us() - start) * 1e-6);
    puts("              acks/s records/s rounds/s   p50 ms   p99 ms p99.9 ms   max ms server CPU client CPU "
         "refused");
    print_bare_commits(b);
    measure(&l, &s, "paced", setting("LAMMER_BENCH_THINK_MS", 2000));
    print_bare_commits(b);
    compare_bare(&l, &s, b);
    printf("  server memory: %.0f MB, at most %.0f MB\n", (double)memory_kib(&s, "VmRSS:") / 1024,
           (double)memory_kib(&s, "VmHWM:") / 1024);
    if (l.refused) printf("  REFUSED %lld, the first: %s\n", (long long)l.refused, l.first_refusal);
    finish(&l, &s);
}

/* --- both databases ------------------------------------------------------------------------------------------------------------------ */

static void remove_folder(const char *folder)
{
    pid_t pid = fork();
    if (pid == 0) {
        execlp("rm", "rm", "-r", folder, (char *)NULL);
        _exit(127);
    }
    if (pid > 0) waitpid(pid, NULL, 0);
}

static void measure_sqlite(const char *folder)
{
    char url[600], path[600];
    snprintf(url, sizeof url, "sqlite:%s/house.db", folder);
    snprintf(path, sizeof path, "%s/bare.db", folder);
    bare b = bare_open_sqlite(path);
    compare("SQLite", url, folder, &b);
    bare_close(&b);
}

static void measure_postgres(const char *url, const char *folder)
{
    bare b = bare_open_postgres(url);
    compare("PostgreSQL", url, folder, &b);
    bare_close(&b);
}

int main(int argc, char **argv)
{
    const char *url = getenv("LAMMER_BENCH_POSTGRES");
    char folder[500];
    signal(SIGPIPE, SIG_IGN);
    snprintf(folder, sizeof folder, "%s/bench-serve-XXXXXX", argc > 1 ? argv[1] : ".");
    if (!mkdtemp(folder)) give_up("the folder cannot be written to");
    measure_sqlite(folder);
    remove_folder(folder);
    if (!url) {
        puts("PostgreSQL not measured: LAMMER_BENCH_POSTGRES is not set");
        return 0;
    }
    snprintf(folder, sizeof folder, "%s/bench-serve-XXXXXX", argc > 1 ? argv[1] : ".");
    if (!mkdtemp(folder)) give_up("the folder cannot be written to");
    measure_postgres(url, folder);
    remove_folder(folder);
    return 0;
}
