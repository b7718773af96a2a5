/* serve.c - the server from start to stop: store, proof, house, event loop, drain. */
#define _DEFAULT_SOURCE /* IFF_UP */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "lammer/version.h"
#include "lammer/profile.h"
#include "room.h"
#include "proved/stamp.h"

enum { DISMISS_MS = 2000, SWEEP_US = 1000000 / SWEEPS_A_SECOND, MEASURE_US = 10000000 };

lm_serve_options lm_serve_defaults(void)
{
    return (lm_serve_options){ .listen = "127.0.0.1:2222",
                               .demo = true,
                               .drain_s = 10,
                               .connections = CONNECTIONS,
                               .per_address = 500,
                               .address_rate = 500,
                               .session_rate = 50,
                               .busy_ms = 500,
                               .guests = 200,
                               .reserve_mb = 128,
                               .log_file = STDERR_FILENO,
                               .head_s = 60,
                               .scrub_s = 60,
                               .verify_s = 24 * 60 * 60 };
}

static void later(void *self, lm_work kind, void (*work)(void *), void (*done)(void *), void *slow)
{
    worker_later(&((server *)self)->worker[kind], work, done, slow);
}

static bool edge(void *self, const lm_rules *rules, const char *wager, double *mean, double *sd)
{
    server *s = self;
    pthread_mutex_lock(&s->pricing);
    bool known = lm_edges_ask(&s->edges, rules, wager, mean, sd);
    pthread_mutex_unlock(&s->pricing);
    return known;
}

static double tie(void *self, const lm_rules *rules)
{
    server *s = self;
    pthread_mutex_lock(&s->pricing);
    double correlation = lm_edges_tie(&s->edges, rules);
    pthread_mutex_unlock(&s->pricing);
    return correlation;
}

static void sweep_due(lws_sorted_usec_list_t *timer)
{
    server *s = lws_container_of(timer, server, sweep_timer);
    peers_sweep(s);
    if (s->watched && s->swept == 0) service_notify(s, "WATCHDOG=1");
    lws_sul_schedule(s->context, 0, &s->sweep_timer, sweep_due, SWEEP_US);
}

/* Continues a stop as far as is possible now. */
static void step_stop(server *s)
{
    if (!s->told_stop) service_notify(s, "STOPPING=1");
    s->told_stop = true;
    int64_t passed = now_ms() - s->stage_ms, drain_ms = (int64_t)s->options.drain_s * 1000;
    if (s->stage == SERVER_DRAINS) {
        int64_t left = drain_ms > passed ? drain_ms - passed : 0;
        bool empty = lm_house_drain(s->house, (int)left);
        if (!empty && left > 0) return;
        server_set_stage(s, SERVER_DISMISSES);
        peers_dismiss(s);
    } else if (s->stage == SERVER_DISMISSES && (!peers_are_busy(s) || passed > DISMISS_MS)) {
        server_set_stage(s, SERVER_STOPPED);
    }
}

static void run_loop(server *s)
{
    lws_sul_schedule(s->context, 0, &s->sweep_timer, sweep_due, SWEEP_US);
    program_schedule(s);
    server_poll(s);
    while (s->stage != SERVER_STOPPED && net_service(s)) {
        server_end_turn(s);
        if (s->stage == SERVER_SERVES) continue;
        step_stop(s);
        traffic_flush(s);
    }
    lws_sul_cancel(&s->poll_timer);
    lws_sul_cancel(&s->sweep_timer);
    lws_sul_cancel(&s->flush_timer);
    lws_sul_cancel(&s->verify_timer);
}

static bool fail(server *s, const char *what)
{
    if (what != s->text) snprintf(s->text, sizeof s->text, "%s", what);
    return false;
}

bool host_and_port(const char *text, char *host, size_t room, int *to_port)
{
    const char *colon = strrchr(text, ':');
    size_t size = colon ? (size_t)(colon - text) : 0;
    char *end;
    long port = colon ? strtol(colon + 1, &end, 10) : -1;
    bool brackets = size >= 2 && text[0] == '[' && text[size - 1] == ']';
    if (brackets) text++, size -= 2;
    if (!colon || !colon[1] || *end || port < 0 || port > 65535 || size >= room ||
        (!brackets && memchr(text, ':', size)))
        return false;
    memcpy(host, text, size);
    host[size] = '\0';
    if (strcmp(host, "localhost") == 0)
        snprintf(host, room, "127.0.0.1"); /* libwebsockets takes names for interfaces */
    *to_port = (int)port;
    return true;
}

static bool read_listen(server *s)
{
    if (!host_and_port(s->options.listen, s->host, sizeof s->host, &s->port)) {
        snprintf(s->text, sizeof s->text,
                 "\"%.100s\" is not an address to listen at; give ADDRESS:PORT, such as 127.0.0.1:2222 or [::1]:2222",
                 s->options.listen);
        return false;
    }
    return true;
}

/* The key lies beside a SQLite file, where `lammer journal` looks for it; for other stores in the data directory. */
static bool beside_store(server *s, const char *given, const char *extension, char *path, size_t size)
{
    char url[sizeof s->store_url];
    const char *near = s->store_url;
    if (given) return (size_t)snprintf(path, size, "%s", given) < size;
    if (strncmp(near, "sqlite:", 7) != 0 && lm_store_default_url(url, sizeof url)) near = url;
    if (strncmp(near, "sqlite:", 7) != 0)
        return fail(
            s, "there is no default place for the house's keys; name the files of the signing key and of the secret");
    return (size_t)snprintf(path, size, "%s.%s", near + 7, extension) < size;
}

static bool find_places(server *s)
{
    const char *url = s->options.store;
    bool fits = url ? (size_t)snprintf(s->store_url, sizeof s->store_url, "%s", url) < sizeof s->store_url
                    : lm_store_default_url(s->store_url, sizeof s->store_url);
    if (!fits) return fail(s, "there is no default place for the house; name a store, such as sqlite:FILE");
    char text[LM_STORE_TEXT];
    if (!lm_store_is_url(s->store_url, text)) return fail(s, text);
    return beside_store(s, s->options.key, "key", s->key, sizeof s->key) &&
           beside_store(s, s->options.secret, "secret", s->secret, sizeof s->secret);
}

/* Makes the default folder before the store does, because the key is in it and is read first. */
static void make_usual_folder(const server *s)
{
    char path[sizeof s->key];
    if (s->options.store || s->options.key) return;
    snprintf(path, sizeof path, "%s", s->key);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

/* A SQLite file has one server at a time. So each server has the same name and takes the tables at once, without
 * waiting for a lease to run out. */
static bool is_alone(const server *s)
{
    return strncmp(s->store_url, "sqlite:", 7) == 0;
}

/* Refuses a key without its database, which means that a disk is not mounted, the folder is wrong or a file was
 * removed. */
static bool refuse_vanished(server *s)
{
    const char *path = s->store_url + strlen("sqlite:");
    const char *left = access(s->key, F_OK) == 0 ? s->key : s->secret;
    if (!is_alone(s) || access(path, F_OK) == 0 || access(left, F_OK) != 0) return false;
    snprintf(s->text, sizeof s->text,
             /* say:database-is-missing */
             "%.200s is missing, but %.200s is a key of its house: mount its disk or restore its backup. To found a "
             "new house there, move the key and the secret away",
             path, left);
    return true;
}

static bool open_key(server *s)
{
    if (refuse_vanished(s)) return false;
    char text[LM_STORE_TEXT];
    make_usual_folder(s);
    s->made_key = access(s->key, F_OK) != 0;
    s->signer = lm_signer_load(s->key, true, text);
    return s->signer || fail(s, text);
}

/* A head named by the options must exist. Otherwise the last head of this server is used, if there is one. */
static bool open_heads(server *s)
{
    const lm_serve_options *o = &s->options;
    /* a name that has the machine and the port in it may be another one at each start */
    signed_heads_open(&s->books.heads, o->heads, o->name || is_alone(s) ? s->name : "house");
    if (o->heads && access(o->heads, W_OK | X_OK) != 0) {
        snprintf(s->text, sizeof s->text,
                 /* say:heads-not-written */ "%.300s: heads cannot be written there: %s", o->heads, strerror(errno));
        return false;
    }
    s->kept_head = o->head ? text_of_file(o->head) : signed_heads_last(&s->books.heads);
    if (!s->kept_head && (o->head || errno != ENOENT)) {
        snprintf(s->text, sizeof s->text, "%.300s: the head cannot be read: %s", o->head ? o->head : o->heads,
                 strerror(errno));
        return false;
    }
    if (!o->stamp) return true;
    if (!o->heads) return fail(s, "stamps are kept beside signed heads; name a folder for the heads, too");
    s->books.heads.stamper = stamp_start(o->stamp);
    return s->books.heads.stamper >= 0 ||
           fail(s, "the process that fetches stamps cannot be started; free memory or processes");
}

/* A PostgreSQL server watches its own disk. */
static void open_folder(server *s)
{
    char folder[sizeof s->store_url];
    if (!is_alone(s)) return;
    snprintf(folder, sizeof folder, "%s", s->store_url + strlen("sqlite:"));
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    s->folder = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Opens files that are read after the process can no longer open files. */
static bool open_files(server *s)
{
    open_folder(s);
    s->memory_file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (!open_heads(s)) return false;
    if (program_open(&s->program, s->options.manifest)) return true;
    snprintf(s->text, sizeof s->text, /* say:manifest-unreadable */ "%s: the manifest cannot be read: %s",
             s->options.manifest, strerror(errno));
    return false;
}

static bool open_store(server *s)
{
    char text[LM_STORE_TEXT];
    lm_store_options options = { .url = s->store_url, .signer = s->signer };
    /* another server may still have the file open, or the database may not answer yet */
    s->may_help =
        is_alone(s) ? access(s->store_url + strlen("sqlite:"), F_OK) == 0 : strncmp(s->store_url, "postgres", 8) == 0;
    s->store = lm_store_open(&options, text);
    if (!s->store) return fail(s, text);
    options.mode = LM_STORE_READ;
    for (int i = LM_WORK_HASH + 1; i < LM_WORKS; i++) {
        s->reader[i] = lm_store_open(&options, text);
        if (!s->reader[i]) return fail(s, text);
    }
    return true;
}

static bool refuse_journal(server *s, const lm_store_report *r)
{
    snprintf(s->text, sizeof s->text,
             /* say:journal-does-not-prove */
             "the journal fails its proof: %.100s, record %lld: %.200s; see lammer journal verify", r->first_stream,
             (long long)r->first_seq, r->first);
    return false;
}

static bool prove_quickly(server *s)
{
    const lm_store_report *r = &s->quick;
    s->quick_state = proof_quick(s->store, &s->quick, s->text);
    log_line(s->quick_state == PROOF_RIGHT ? "info" : "error", "journal proved",
             json_pack("{s:s, s:s, s:I, s:I}", "scope", "since snapshots", "state", proof_word(s->quick_state),
                       "records", (json_int_t)r->records, "wrong", (json_int_t)r->wrong));
    if (s->quick_state == PROOF_RIGHT) return true;
    return s->quick_state == PROOF_FAILED ? false : refuse_journal(s, r);
}

/* Proves everything before the first request, so that the house never pays a balance that no record explains. Accounts
 * with wrong books are frozen when the house opens. The server refuses a journal with a broken chain, and a store that
 * lacks the records of the kept head, because it is another store. */
static bool prove_whole(server *s)
{
    proof_finding *f = &s->books.last;
    char fingerprint[LM_STORE_FINGERPRINT];
    lm_store_fingerprint(lm_signer_public(s->signer), fingerprint);
    log_line("info", "key", json_pack("{s:s, s:s}", "file", s->key, "fingerprint", fingerprint));
    proof_whole(f, s->store, s->signer, s->kept_head);
    server_log_proof(s, f);
    s->books.wrong = f->state == PROOF_WRONG;
    if (f->state == PROOF_FAILED) return fail(s, f->text);
    if (!f->report.against_head) return !f->report.unchained || refuse_journal(s, &f->report);
    snprintf(s->text, sizeof s->text,
             /* say:rolled-back */
             "the store lacks records that its signed head covers: %.100s, record %lld: %.200s; it was rolled back or "
             "altered. If you restored a backup on purpose, keep that head and name another folder of heads",
             f->report.first_stream, (long long)f->report.first_seq, f->report.first);
    return false;
}

/* The first address of this machine that others can call; its own if there is none. */
static void own_address(bool v6, char text[INET6_ADDRSTRLEN])
{
    struct ifaddrs *all = NULL;
    snprintf(text, INET6_ADDRSTRLEN, "%s", v6 ? "::1" : "127.0.0.1");
    if (getifaddrs(&all) != 0) return;
    for (const struct ifaddrs *at = all; at; at = at->ifa_next) {
        if (!at->ifa_addr || at->ifa_addr->sa_family != (v6 ? AF_INET6 : AF_INET)) continue;
        const void *bytes = v6 ? (const void *)&((const struct sockaddr_in6 *)(const void *)at->ifa_addr)->sin6_addr
                               : (const void *)&((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr;
        if (at->ifa_flags & IFF_LOOPBACK || !(at->ifa_flags & IFF_UP)) continue;
        if (v6 && IN6_IS_ADDR_LINKLOCAL((const struct in6_addr *)bytes)) continue;
        inet_ntop(at->ifa_addr->sa_family, bytes, text, INET6_ADDRSTRLEN);
        break;
    }
    freeifaddrs(all);
}

/* Where other servers reach this one: its own door, or where it listens for all. */
static void name_inside(server *s)
{
    char own[INET6_ADDRSTRLEN];
    const char *host = s->door ? s->door_host : s->host;
    if (!s->lets_servers_in) return;
    if (!host[0] || strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0) {
        own_address(strcmp(host, "::") == 0, own);
        host = own;
    }
    bool v6 = strchr(host, ':');
    snprintf(s->inside, sizeof s->inside, "%s%.45s%s:%d", v6 ? "[" : "", host, v6 ? "]" : "",
             s->door ? s->door_port : s->port);
}

/* Clients cannot open a wildcard address. */
static void name_server(server *s)
{
    char host[64] = "server";
    const char *at =
        s->host[0] && strcmp(s->host, "0.0.0.0") != 0 && strcmp(s->host, "::") != 0 ? s->host : "127.0.0.1";
    bool v6 = strchr(at, ':');
    gethostname(host, sizeof host - 1);
    if (s->options.address) {
        snprintf(s->address, sizeof s->address, "%s", s->options.address);
    } else {
        snprintf(s->address, sizeof s->address, "%s://%s%s%s:%d", s->options.cert ? "https" : "http", v6 ? "[" : "", at,
                 v6 ? "]" : "", s->port);
    }
    if (s->options.name) {
        snprintf(s->name, sizeof s->name, "%s", s->options.name);
    } else if (is_alone(s)) {
        strcpy(s->name, "main");
    } else {
        snprintf(s->name, sizeof s->name, "%.60s-%d", host, s->port);
    }
}

static void measure_store(void *self)
{
    server *s = self;
    s->measured_bytes = lm_store_bytes(s->reader[LM_WORK_LIST]);
}

static void store_measured(void *self)
{
    server *s = self;
    s->store_bytes = s->measured_bytes;
    s->measured_us = lws_now_usecs();
    s->measuring = false;
}

/* The bytes that the limit leaves to the store. The worker measures the store, because a database may be on another
 * machine. */
static int64_t limit_leaves(server *s)
{
    if (!s->options.store_limit_mb) return -1;
    if (!s->measuring && lws_now_usecs() - s->measured_us >= MEASURE_US) {
        s->measuring = true;
        worker_later(&s->worker[LM_WORK_LIST], measure_store, store_measured, s);
    }
    int64_t left = (int64_t)s->options.store_limit_mb * 1000000 - s->store_bytes;
    return s->store_bytes < 0 ? -1 : left < 0 ? 0 : left;
}

static int64_t space_left(void *self)
{
    server *s = self;
    struct statvfs disk;
    int64_t limit = limit_leaves(s);
    if (s->folder < 0 || fstatvfs(s->folder, &disk) != 0) return limit;
    int64_t free = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    return limit < 0 || free < limit ? free : limit;
}

static bool open_house(server *s)
{
    char text[LM_HOUSE_TEXT];
    s->records = (lm_records_owner){ .rules = s->options.rules,
                                     .self = s,
                                     .edge = edge,
                                     .tie = tie,
                                     .hands = lm_hands_new(),
                                     .pages = lm_pages_new(),
                                     .signer = s->signer };
    lm_house_options options = { .store = s->store,
                                 .owner = { .self = s,
                                            .answer = ask_answered,
                                            .status = http_status,
                                            .send = ask_message,
                                            .tell = ask_tell,
                                            .wake = server_wake,
                                            .space = space_left,
                                            .later = later,
                                            .log = log_house },
                                 .rules = s->options.rules,
                                 .questions = lm_records_questions,
                                 .questions_self = &s->records,
                                 .server = s->name,
                                 .address = s->address,
                                 .inside = s->inside,
                                 .secret_path = s->secret,
                                 .new_secret = s->options.new_secret,
                                 .lease_ms = is_alone(s) ? 300000 : 0,
                                 .keeps_memory = true,
                                 .demo = s->options.demo ? lm_profile_names() : NULL,
                                 .guests = s->options.guests,
                                 .reserve_bytes = (int64_t)s->options.reserve_mb * 1000000,
                                 .recover = s->options.recover };
    memcpy(options.reader, s->reader, sizeof options.reader);
    measure_store(s);
    store_measured(s);
    s->house = lm_house_open(&options, text);
    return s->house || fail(s, text);
}

static bool open_rest(server *s)
{
    s->openapi = lm_serve_openapi(s->options.rules.wagers);
    s->asyncapi = lm_serve_asyncapi(s->options.rules.wagers);
    if (!s->openapi || !s->asyncapi || !buckets_open(&s->addresses, s->options.address_rate) ||
        !buckets_open(&s->sessions, s->options.session_rate))
        return fail(s, "out of memory");
    for (int i = 0; i < LM_WORKS; i++) {
        if (!worker_start(&s->worker[i], server_wake, s))
            return fail(s, "a thread for slow work cannot be started; free memory or threads");
    }
    return true;
}

static void block_signals(void)
{
    sigset_t set;
    server_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static int failed(const server *s)
{
    return s->may_help ? LM_SERVE_AGAIN : LM_SERVE_MISTAKE;
}

/* The exit status after a failed proof: books that could not be read are not known to be wrong, so try again. */
static int unproved(const server *s)
{
    bool unread = s->quick_state == PROOF_FAILED || s->books.last.state == PROOF_FAILED;
    return unread ? LM_SERVE_AGAIN : LM_SERVE_UNPROVED;
}

/* The listener opens before the house: the house needs the server's address, and a taken port is reported before
 * anything is written. The server answers once the loop runs. By then the process has given up what it does not need:
 * files before the first thread starts, system calls after the last one has. */
static int open_all(server *s)
{
    if (!read_listen(s) || !find_places(s)) return failed(s);
    s->lets_servers_in = !is_alone(s) && !(s->options.inside && strcmp(s->options.inside, "off") == 0);
    if (!net_open(s)) return failed(s);
    service_open(s);
    name_server(s);
    name_inside(s);
    if (!open_files(s) || !open_key(s)) return LM_SERVE_MISTAKE;
    server_contain_files(s);
    if (!open_store(s)) {
        if (s->made_key && !s->store) unlink(s->key); /* the new key has signed nothing */
        return failed(s);
    }
    if (!open_rest(s)) return LM_SERVE_AGAIN;
    if (!prove_quickly(s) || !prove_whole(s) || !program_verify(s)) return unproved(s);
    if (!open_house(s) || !server_contain_calls(s)) return LM_SERVE_MISTAKE;
    server_tell_house(s, &s->books.last);
    s->started_ms = now_ms();
    return LM_SERVE_STOPPED;
}

/* Signs the last head of a house at rest, unless it has failed or has wrong books. */
static bool may_sign_last(const server *s, int result)
{
    return s->house && result == LM_SERVE_STOPPED && !lm_house_fault(s->house) && !s->books.wrong &&
           s->books.last.state == PROOF_RIGHT;
}

static void free_ask(ask *a)
{
    if (a) json_decref(a->body);
    free(a);
}

/* Open requests end without an answer: they were never acknowledged. */
static void close_all(server *s, int result)
{
    s->stage = SERVER_STOPPED;
    net_close(s);
    for (int i = 0; i < LM_WORKS; i++)
        worker_stop(&s->worker[i]);
    bool signs = may_sign_last(s, result), left = !books_stop(&s->books);
    if (s->house) lm_house_close(s->house);
    lm_hands_free(s->records.hands);
    lm_pages_free(s->records.pages);
    if (signs && !left) books_sign_last(&s->books, is_alone(s));
    for (int i = 0; i < LM_WORKS; i++)
        lm_store_close(s->reader[i]);
    lm_store_close(s->store);
    if (left) { /* the books' thread still waits for the database; it only reads, so ending the process is safe */
        fflush(stdout);
        _exit(result);
    }
    if (s->books.heads.stamper >= 0) close(s->books.heads.stamper);
    free(s->kept_head);
    lm_signer_free(s->signer);
    lm_edges_free(s->edges);
    pthread_mutex_destroy(&s->pricing);
    for (uint32_t i = 0; i < s->asks.count; i++)
        free_ask(s->asks.slot[i].item);
    slots_free(&s->asks);
    slots_free(&s->peers);
    buckets_close(&s->addresses);
    buckets_close(&s->sessions);
    message_release(s->last);
    lm_out_free(&s->written);
    free(s->openapi);
    free(s->asyncapi);
    free(s->unsent);
    program_close(&s->program);
    if (s->memory_file >= 0) close(s->memory_file);
    if (s->folder >= 0) close(s->folder);
    service_close(s);
    pthread_mutex_destroy(&s->waking);
}

int lm_serve(const lm_serve_options *options, char *text)
{
    server *s = calloc(1, sizeof *s);
    snprintf(text, LM_SERVE_TEXT, "out of memory");
    if (!s) return LM_SERVE_MISTAKE;
    s->options = *options;
    s->program.file = s->memory_file = s->books.heads.stamper = s->service = s->folder = -1;
    if (!s->options.connections) s->options.connections = CONNECTIONS;
    pthread_mutex_init(&s->waking, NULL);
    pthread_mutex_init(&s->pricing, NULL);
    log_open(options->log_file, options->log_format);
    block_signals();
    int result = open_all(s);
    if (result == LM_SERVE_STOPPED) {
        log_line("info", "serving",
                 json_pack("{s:s, s:s, s:s}", "address", s->address, "server", s->name, "version", LAMMER_VERSION));
        if (options->ready)
            options->ready(options->context, s->address, lm_house_token(s->house), lm_house_recovery(s->house));
        service_notify(s, "READY=1");
        if (!books_start(&s->books, s)) log_line("error", "the thread for proofs and heads cannot be started", NULL);
        run_loop(s);
        if (s->program.state == PROGRAM_ALTERED || s->program.state == PROGRAM_UNREAD) result = LM_SERVE_UNPROVED;
    }
    snprintf(text, LM_SERVE_TEXT, "%s", s->text);
    close_all(s, result);
    free(s);
    return result;
}
