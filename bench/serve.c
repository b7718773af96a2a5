/* serve.c - the whole server under load: players at virtual tables over WebSockets on loopback.
 *
 * Starts the server on a new store, opens tables, seats guests and lets them play: cut, bet, ready, decide, next round.
 * The bench has two parts. Paced: players think before they act, as people do, and the time from sending each command to
 * its durable acknowledgement is measured. Flat out: players act at once, and the commands a second are compared with bare
 * inserts in equal groups into the same database on the same disk, measured right before and after. Server and client
 * share the machine's cores.
 *
 *   serve [FOLDER]            store and bare database in FOLDER (the working folder)
 *   LAMMER                    the program; build/lammer
 *   LAMMER_BASE               another build of the program. Then only this is measured: the server's CPU time for an acknowledged
 *                             action, flat out, in windows that alternate between the two programs; and the ratio of the two
 *   LAMMER_BENCH_WINDOWS      windows of either program; 7
 *   LAMMER_BENCH_PLAYERS, _TABLES, _SECONDS, _THINK_MS, _RULES     2000, 300, 15 (of each part), 2000, ma-freebet
 *   LAMMER_BENCH_SERVERS      1 to 8: measures only this many servers that share the tables at LAMMER_BENCH_POSTGRES, flat out
 *   LAMMER_BENCH_GROUPS       folder of control groups s1, s2 ... with a quota of CPU time; each server enters its own for the measurement
 *   LAMMER_BENCH_POSTMASTER   process id of that PostgreSQL, if its CPU time is to be counted
 *   LAMMER_BENCH_POSTGRES     the URL of a PostgreSQL database whose schema `lammer` may be dropped: measured too */
#define _GNU_SOURCE
#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "bare.h"
#include "serve_players.h"
#include "serve_process.h"

enum { BARE_ROWS = 8192, HEARD_EVERY = 16 };

static int setting(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atoi(text) : otherwise;
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
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"person\":\"admin\",\"password\":\"correct horse battery\"}",
             s->token);
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
        socket_connect(&p->socket, l->servers ? l->port[i % l->tables % l->servers] : s->port, p->session);
        struct epoll_event wants = { .events = EPOLLIN, .data.ptr = p };
        epoll_ctl(l->epoll, EPOLL_CTL_ADD, p->socket.fd, &wants);
        say(p, "\"do\":\"watch\"");
        if (i % HEARD_EVERY == 0) hear_all(l);
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
        if (p->sent_us || p->due_us || (p->bet_round == p->table->round && strcmp(p->table->owes, "bet") != 0))
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
    int group;            /* records that were committed together on average; 0: not known */
} part;

static part print_part(load *l, const char *name, const mark *from, const mark *to)
{
    double seconds = (double)(to->us - from->us) * 1e-6, commits = to->commits - from->commits;
    part p = { .acks = (double)l->acknowledged / seconds, .records = (to->records - from->records) / seconds };
    p.group = commits > 0 ? (int)((to->records - from->records) / commits + 0.5) : 0;
    qsort(l->sample_us, (size_t)l->samples, sizeof *l->sample_us, ascending);
    double n = l->acknowledged ? (double)l->acknowledged : 1;
    printf("  %-9s %8.0f %9.0f %8.0f %8.1f %8.1f %8.1f %8.1f %8.0f %% %8.0f %% %7.1f %7.1f %7lld\n", name, p.acks,
           p.records, (double)l->rounds / seconds, percentile_ms(l, 0.5), percentile_ms(l, 0.99),
           percentile_ms(l, 0.999), percentile_ms(l, 1), 100 * (to->server_cpu - from->server_cpu) / seconds,
           100 * (to->own_cpu - from->own_cpu) / seconds, (to->server_cpu - from->server_cpu) * 1e6 / n,
           (to->own_cpu - from->own_cpu) * 1e6 / n, (long long)l->refused);
    fflush(stdout);
    return p;
}

/* Plays for some seconds; then each player waits for the last answer and pauses. */
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

static load *load_new(void)
{
    load *l = calloc(1, sizeof *l);
    if (!l) give_up("out of memory");
    l->players = setting("LAMMER_BENCH_PLAYERS", 2000);
    l->tables = setting("LAMMER_BENCH_TABLES", 300);
    l->seconds = setting("LAMMER_BENCH_SECONDS", 15);
    l->player = calloc((size_t)l->players, sizeof *l->player);
    l->thinker = calloc((size_t)l->players, sizeof *l->thinker);
    l->table = calloc((size_t)l->tables, sizeof *l->table);
    l->sample_us = calloc(SAMPLES, sizeof *l->sample_us);
    if (!l->player || !l->thinker || !l->table || !l->sample_us) give_up("out of memory");
    return l;
}

static void prepare(load *l, server *s, const char *program, const char *url, const char *folder)
{
    if (l->players > l->tables * SEATS) give_up("seven players a table at most");
    start_server(s, program, url, folder);
    l->server = s->pid;
    open_tables(l, s);
    l->pauses = true; /* no player acts before all are seated */
    seat_players(l, s);
    run_until(l, now_us() + 60000000, all_play);
    if (!all_play(l)) give_up(l->first_refusal[0] ? l->first_refusal : "not all players were seated within a minute");
    l->pauses = false;
}

/* Rounds are finished, then all players leave. */
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
    free(l->thinker);
    free(l->table);
    free(l->sample_us);
    free(l);
}

/* How long single commits take on this disk at this moment: nothing durable can be quicker. */
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

/* Measures the house at full speed and the bare database in turns, because the speed of a disk varies with time. */
static void compare_bare(load *l, const server *s, const bare *b)
{
    enum { TURNS = 3 };
    l->seconds = l->seconds < TURNS ? 1 : l->seconds / TURNS;
    for (int i = 0; i < TURNS; i++) {
        part flat = measure(l, s, "flat out", 0);
        int group = flat.group ? flat.group : 64;
        double rate = bare_rate(b, group, BARE_ROWS);
        printf("            bare inserts in groups of %d: %.0f/s; acks are %.0f %%, records %.0f %% of it\n", group,
               rate, 100 * flat.acks / rate, 100 * flat.records / rate);
        fflush(stdout);
    }
}

static const char *program_at(const char *name, const char *otherwise)
{
    const char *path = getenv(name);
    return path && *path ? path : otherwise;
}

static void compare(const char *name, const char *url, const char *folder, const bare *b)
{
    load *l = load_new();
    server s = { 0 };
    int64_t start = now_us();
    prepare(l, &s, program_at("LAMMER", "build/lammer"), url, folder);
    printf("%s: %d players at %d tables, ready after %.1f s\n", name, l->players, l->tables,
           (double)(now_us() - start) * 1e-6);
    puts("              acks/s records/s rounds/s   p50 ms   p99 ms p99.9 ms   max ms server CPU client CPU  us/ack "
         " client refused");
    print_bare_commits(b);
    measure(l, &s, "paced", setting("LAMMER_BENCH_THINK_MS", 2000));
    print_bare_commits(b);
    compare_bare(l, &s, b);
    printf("  server memory: %.0f MB, at most %.0f MB\n", (double)memory_kib(&s, "VmRSS:") / 1024,
           (double)memory_kib(&s, "VmHWM:") / 1024);
    if (l->refused) printf("  REFUSED %lld, the first: %s\n", (long long)l->refused, l->first_refusal);
    finish(l, &s);
}

/* --- against another build ------------------------------------------------------------------------------------------------------- */

/* One program under load, with the cost of an acknowledged action in each of its windows. */
typedef struct {
    const char *name;
    load *load;
    server server;
    double window_us[64];
} contender;

static void contender_start(contender *c, const char *name, const char *program, const char *folder)
{
    char own[560], url[600];
    snprintf(own, sizeof own, "%s/%s", folder, name);
    snprintf(url, sizeof url, "sqlite:%s/house.db", own);
    if (mkdir(own, 0700) != 0) give_up("the folder cannot be written to");
    c->name = name;
    c->load = load_new();
    prepare(c->load, &c->server, program, url, own);
}

static void contender_play(contender *c, int window)
{
    load *l = c->load;
    mark from, to;
    l->acknowledged = l->samples = 0;
    from = take_mark(&c->server);
    for (int i = 0; i < l->players; i++)
        consider(l, &l->player[i]);
    run_until(l, now_us() + l->seconds * (int64_t)1000000, NULL);
    l->pauses = true; /* commands are answered within the window, so each action is counted with its whole cost */
    run_until(l, now_us() + 30000000, all_answered);
    to = take_mark(&c->server);
    l->pauses = false;
    if (!l->acknowledged) give_up("no action was acknowledged");
    c->window_us[window] = (to.server_cpu - from.server_cpu) * 1e6 / (double)l->acknowledged;
    double seconds = (double)(to.us - from.us) * 1e-6, commits = to.commits - from.commits;
    printf("  %-5s %8.0f %9.0f %9.1f %12.1f\n", c->name, (double)l->acknowledged / seconds,
           (to.records - from.records) / seconds, commits > 0 ? (to.records - from.records) / commits : 0,
           c->window_us[window]);
    fflush(stdout);
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *of, int n)
{
    qsort(of, (size_t)n, sizeof *of, rising);
    return n % 2 ? of[n / 2] : (of[n / 2 - 1] + of[n / 2]) / 2;
}

/* Windows alternate, so that other work of the machine slows both programs alike; each ratio is of two adjacent windows. */
static void compare_programs(const char *base, const char *folder)
{
    static contender was = { 0 }, is = { 0 };
    double ratio[64];
    int windows = setting("LAMMER_BENCH_WINDOWS", 7);
    if (windows < 1 || windows > 64) give_up("LAMMER_BENCH_WINDOWS is 1 to 64");
    contender_start(&was, "base", base, folder);
    contender_start(&is, "this", program_at("LAMMER", "build/lammer"), folder);
    printf("SQLite: %d players at %d tables, flat out\n", is.load->players, is.load->tables);
    puts("          acks/s records/s   a group CPU us/ack");
    for (int i = 0; i < windows; i++) {
        contender_play(i % 2 ? &is : &was, i);
        contender_play(i % 2 ? &was : &is, i);
        ratio[i] = is.window_us[i] / was.window_us[i];
    }
    printf("  CPU of one acknowledged action, medians of %d windows: base %.1f us, this %.1f us; ratio %.3f", windows,
           median(was.window_us, windows), median(is.window_us, windows), median(ratio, windows));
    printf(" (%.3f to %.3f)\n", ratio[0], ratio[windows - 1]);
    if (was.load->refused) printf("  base REFUSED commands; the first reason: %s\n", was.load->first_refusal);
    if (is.load->refused) printf("  this REFUSED commands; the first reason: %s\n", is.load->first_refusal);
    finish(was.load, &was.server);
    finish(is.load, &is.server);
}

/* --- several servers on one database ------------------------------------------------------------------------------------------- */

/* CPU seconds of all processes of the PostgreSQL whose first process this is, to a hundredth. */
static double postgres_cpu_seconds(int postmaster)
{
    double ticks = 0;
    DIR *folder = postmaster ? opendir("/proc") : NULL;
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char path[300], line[1000];
        int parent = 0;
        unsigned long user = 0, system = 0;
        if (*e->d_name < '0' || *e->d_name > '9') continue;
        snprintf(path, sizeof path, "/proc/%s/stat", e->d_name);
        FILE *file = fopen(path, "r");
        const char *rest = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
        if (file) fclose(file);
        if (!rest ||
            sscanf(rest + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &parent, &user, &system) != 3)
            continue;
        if (parent == postmaster || atoi(e->d_name) == postmaster) ticks += (double)(user + system);
    }
    if (folder) closedir(folder);
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

/* Staff name the server of each table, so that none moves while it is measured. */
static void share_tables(load *l, server *s)
{
    char body[200], answer[65536];
    int fd[8] = { dial(s[0].port) };
    for (int i = 0; i < l->tables; i++) {
        snprintf(body, sizeof body, "{\"table\":\"%s\",\"server\":\"%s\",\"reason\":\"bench\"}", l->table[i].id,
                 s[i % l->servers].name);
        ask(fd[0], "move-table", s[l->servers - 1].session, body, answer, sizeof answer);
    }
    for (int i = 1; i < l->servers; i++)
        fd[i] = dial(s[i].port); /* not earlier: a server does not wait long for the first request */
    for (int i = 0, tries = 0; i < l->tables; tries++) {
        snprintf(body, sizeof body, "{\"table\":\"%s\"}", l->table[i].id);
        if (http_post(fd[i % l->servers], "look", "", body, answer, sizeof answer) == 200) {
            i++;
            continue;
        }
        if (tries > 3000) give_up("the tables do not come to their servers");
        nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
    }
    for (int i = 0; i < l->servers; i++)
        close(fd[i]);
}

static void floor_prepare(load *l, server *s, const char *url, const char *folder)
{
    for (int i = 0; i < l->servers; i++) {
        snprintf(s[i].name, sizeof s[i].name, "s%d", i + 1);
        start_server(&s[i], program_at("LAMMER", "build/lammer"), url, folder);
        l->port[i] = s[i].port;
    }
    l->server = s[0].pid;
    open_tables(l, &s[l->servers - 1]); /* the token of the last start counts */
    share_tables(l, s);
    l->pauses = true;
    seat_players(l, &s[0]);
    run_until(l, now_us() + 60000000, all_play);
    if (!all_play(l)) give_up(l->first_refusal[0] ? l->first_refusal : "not all players were seated within a minute");
    l->pauses = false;
}

/* From now on the server has only its share of a core. Without a quota the servers, the database and the client would
 * share the cores of one machine, and a second server could add nothing. */
static void enter_group(const server *s)
{
    const char *groups = getenv("LAMMER_BENCH_GROUPS");
    char path[600];
    if (!groups || !*groups) return;
    snprintf(path, sizeof path, "%s/%s/cgroup.procs", groups, s->name);
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%d", (int)s->pid) < 0 || fclose(file) != 0)
        give_up("a server cannot enter its control group");
}

typedef struct {
    int64_t us;
    double servers, database, own, syncs, log_bytes;
} floor_mark;

/* Syncs and bytes of the database's log so far. */
static void read_log(PGconn *db, floor_mark *m)
{
    PGresult *result = PQexec(db, "SELECT wal_sync, wal_bytes FROM pg_stat_wal");
    if (PQntuples(result) == 1) {
        m->syncs = atof(PQgetvalue(result, 0, 0));
        m->log_bytes = atof(PQgetvalue(result, 0, 1));
    }
    PQclear(result);
}

static floor_mark take_floor_mark(const load *l, const server *s, PGconn *db)
{
    floor_mark m = { .us = now_us(), .own = own_cpu_seconds() };
    read_log(db, &m);
    m.database = postgres_cpu_seconds(setting("LAMMER_BENCH_POSTMASTER", 0));
    for (int i = 0; i < l->servers; i++)
        m.servers += cpu_seconds(&s[i]);
    return m;
}

static void measure_floor(const char *url, const char *folder)
{
    static server s[8];
    load *l = load_new();
    l->servers = setting("LAMMER_BENCH_SERVERS", 1);
    if (l->servers < 1 || l->servers > 8) give_up("LAMMER_BENCH_SERVERS is 1 to 8");
    bare b = bare_open_postgres(url); /* drops the schema of an earlier house */
    floor_prepare(l, s, url, folder);
    for (int i = 0; i < l->servers; i++)
        enter_group(&s[i]);
    l->acknowledged = l->samples = l->rounds = l->repeated = 0;
    floor_mark from = take_floor_mark(l, s, b.postgres);
    for (int i = 0; i < l->players; i++)
        consider(l, &l->player[i]);
    run_until(l, now_us() + l->seconds * (int64_t)1000000, NULL);
    floor_mark to = take_floor_mark(l, s, b.postgres);
    double n = (double)l->acknowledged, seconds = (double)(to.us - from.us) * 1e-6;
    if (n < 1) give_up("no action was acknowledged");
    qsort(l->sample_us, (size_t)l->samples, sizeof *l->sample_us, ascending);
    double of_servers = (to.servers - from.servers) * 1e6 / n, of_database = (to.database - from.database) * 1e6 / n;
    printf("%7d %8.0f %8.1f %8.1f %12.1f %12.1f %10.1f %8.2f %8.0f %8.1f %8lld %8lld\n", l->servers, n / seconds,
           percentile_ms(l, 0.5), percentile_ms(l, 0.99), of_servers, of_database, (to.own - from.own) * 1e6 / n,
           (to.servers - from.servers + to.database - from.database + to.own - from.own) / seconds,
           (to.syncs - from.syncs) / seconds, (to.log_bytes - from.log_bytes) / n / 1000, (long long)l->refused,
           (long long)l->repeated);
    for (int i = 0; i < l->servers; i++)
        kill(s[i].pid, SIGKILL);
    for (int i = 0; i < l->servers; i++)
        waitpid(s[i].pid, NULL, 0);
    bare_close(&b);
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
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max; /* a descriptor for each player */
        setrlimit(RLIMIT_NOFILE, &files);
    }
    snprintf(folder, sizeof folder, "%s/bench-serve-XXXXXX", argc > 1 ? argv[1] : ".");
    if (!mkdtemp(folder)) give_up("the folder cannot be written to");
    if (*program_at("LAMMER_BASE", "")) {
        compare_programs(program_at("LAMMER_BASE", ""), folder);
        remove_folder(folder);
        return 0;
    }
    if (getenv("LAMMER_BENCH_SERVERS") && url) {
        measure_floor(url, folder);
        remove_folder(folder);
        return 0;
    }
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
