/* room.h - the server, a peer, and a request on its way to the house: what the files of this room share.
 *
 * A peer is one connection, from accept to close. It speaks HTTP, one exchange after the other, and may become a
 * WebSocket once. Everything here belongs to the thread of the event loop unless a comment says otherwise. */
#ifndef LAMMER_SERVE_ROOM_H
#define LAMMER_SERVE_ROOM_H

#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "proved/books.h"
#include "buckets.h"
#include "contain/contain.h"
#include "frames.h"
#include "head.h"
#include "lammer/server/house.h"
#include "lammer/server/json.h"
#include "lammer/server/out.h"
#include "lammer/server/records.h"
#include "lammer/server/saying.h"
#include "lammer/server/serve.h"
#include "lammer/study.h"
#include "log.h"
#include "proved/manifest.h"
#include "proved/proof.h"
#include "slots.h"
#include "worker.h"

enum {
    BODY_BYTES = FRAME_BYTES, /* bytes of a request, over HTTP or WebSocket */
    QUEUE_BYTES = 256 * 1024, /* bytes that may wait for a slow reader */
    SOCKET_ASKS = 64,         /* unanswered requests at which a socket is no longer read */
    SESSION_BYTES = 80,       /* with the final 0, as in house_request */
    PAGE_BYTES = 33,          /* 32 hexadecimal digits that a page drew */
    ADDRESS_BYTES = 46,       /* INET6_ADDRSTRLEN */
    PATH_BYTES = 200,
    INSIDE_BYTES = 64,
    PEER_LINKS = 4, /* other servers whose tables one client uses at once */
    COMMON_STATUS = 600,
    CONNECTIONS = 16000,
};

/* Time limits, in seconds. */
enum {
    REQUEST_S = 10, /* from accept, or the first byte, to a whole request */
    ANSWER_S = 60,  /* for the house's answer */
    SEND_S = 30,    /* without progress */
    IDLE_S = 60,    /* between two requests */
    PING_S = 5,     /* silence after which a socket is pinged */
    SILENCE_S = 20, /* silence after which a socket is closed */
    CLOSE_S = 3,    /* for a client to read its close frame */
    LINGER_S = 2,
};

typedef struct server server;
typedef struct server_loop server_loop;
typedef struct peer peer;

/* Bytes to send to one or more peers: a whole HTTP reply or a whole frame. */
typedef struct {
    unsigned refs;
    size_t size;
    unsigned char bytes[];
} message;

typedef struct queued {
    struct queued *next;
    message *message;
} queued;

/* What a reply's head says besides its status and length. */
typedef struct {
    const char *type;
    const char *encoding;
    bool varies;       /* the reply depends on what the client accepts: the header Vary */
    const char *cache; /* Cache-Control; NULL: no-store */
    const char *allow; /* of a 405 */
    char etag[40];
    char cookie[160], device[160]; /* Set-Cookie */
    char link[240];                /* files that the page will need at once */
    char script[64];               /* what the page has of its own, by its hash: " 'sha256-...'" */
    bool joined;                   /* the socket of the page that asked goes on in the new session */
    int retry_s;
} reply;

typedef enum {
    PEER_NEW,     /* no complete request yet */
    PEER_READS,   /* a request is coming in */
    PEER_WAITS,   /* for the house's answer */
    PEER_SENDS,   /* the reply */
    PEER_IDLE,    /* between two requests */
    PEER_SOCKET,  /* a WebSocket */
    PEER_LINGERS, /* our side is closed; the client may still be sending */
    PEER_LINK,    /* to another server, for a client of this one (links.c) */
} peer_stage;

struct peer {
    server *server;
    struct lws *wsi;
    uint64_t id; /* in server.peers; also the connection number of a socket in the house */
    peer_stage stage;
    int64_t since_ms;     /* when the stage began, or a sender last made progress */
    uint64_t address_key; /* 0: not counted */
    char address[ADDRESS_BYTES];
    char network[LM_HOUSE_ADDRESS]; /* the network that counts as one guesser of passwords */
    bool local;                     /* the client is on this machine */
    bool secure;                    /* TLS, here or at the proxy */
    bool browser;                   /* the client sent an Origin, so it must not see its session */
    bool cookie;                    /* the session came by cookie */
    bool inside;                    /* came in where only servers may */
    bool linked;                    /* another server carries a client's requests to this one */
    char session[SESSION_BYTES];
    char device[SESSION_BYTES]; /* the token of an earlier sign-in at this browser; "": none */
    char page[PAGE_BYTES]; /* the name that a page gave itself: of its socket, or of the page that asks; "": none */

    unsigned char *in; /* bytes received and not yet handled */
    size_t in_size, in_room;
    queued *first, **end; /* bytes to be sent */
    size_t first_sent, waiting_bytes;
    bool listed;     /* the peer is in server.unsent */
    bool patient;    /* only messages of tables wait to be sent, and they may be delayed */
    int64_t sent_us; /* when something was last sent */
    bool held;       /* the server does not read from it now */
    bool closes;     /* the connection is closed after everything is sent */
    bool last;       /* the connection ends with this exchange */
    bool said_last;

    /* HTTP */
    const head *head; /* set while a request is being handled */
    method method;
    char path[PATH_BYTES];
    const lm_act_row *word; /* the command of a path under /api */
    int status;
    int64_t began_us;
    reply reply;

    /* WebSocket */
    frames frames;
    int asks;                    /* number of unanswered requests */
    int writes;                  /* number of unanswered commands that change something */
    char writes_at[LM_HOUSE_ID]; /* the table to which all of these were sent; "": the house */
    json_t *parked;              /* the next command, which waits for these; NULL: none */
    const lm_act_row *parked_word;
    int64_t heard_ms, pinged_ms;
    int close_code; /* 0: stays open */
    int64_t closing_ms;

    uint64_t links[PEER_LINKS]; /* peers that carry its requests to other servers */
    struct link *link;          /* PEER_LINK */
};

/* peers.c */
bool peers_admit(server *s, const struct sockaddr_storage *from);
bool peer_open(server *s, struct lws *wsi);
void peer_close(peer *p);
void peer_set_stage(peer *p, peer_stage stage);
void peer_drop(peer *p); /* closes at once; not for use in its own callbacks */
/* Takes address and scheme from the request if a proxy sent it. False if the address has too many connections. */
bool peer_believe_proxy(peer *p);
bool peer_set_address(peer *p, const char *address); /* of the client, as another server names it */
enum { SWEEPS_A_SECOND = 20 };
void peers_sweep(server *s);   /* ends what has lasted too long; called so often, it looks at each once a second */
void peers_dismiss(server *s); /* closes every socket with code 1001 */
bool peers_are_busy(const server *s);

/* traffic.c: bytes in and out. The functions return < 0 if the connection must be closed now. */
int traffic_receive(peer *p, void *data, size_t size);
int traffic_writeable(peer *p, void *data, size_t size);
void traffic_hold(peer *p, bool hold); /* stops or resumes reading */
bool traffic_waits(const peer *p);     /* the client's system has not accepted everything yet */
int traffic_go_on(peer *p);            /* handles bytes that came before or during a hold */
void traffic_forget(peer *p);
void traffic_flush(server *s); /* sends what waits for the sockets in server.unsent */

/* queue.c */
message *message_new(size_t size);
void message_release(message *m);
bool queue_add(peer *p, message *m);         /* takes the reference; false without memory */
bool queue_add_patient(peer *p, message *m); /* as queue_add, but may be sent later with others */
void queue_drop_first(peer *p);
void queue_drop(peer *p); /* keeps a message that was sent in part */

/* http.c */
size_t http_take(peer *p, unsigned char *data, size_t size); /* returns how many bytes were handled */
int http_sent(peer *p);
/* reply.c: all functions except json_text and refusal_json end the exchange. */
lm_out *json_text(server *s, const json_t *json); /* valid until the next call; NULL without memory */
void http_reply(peer *p, int status, const char *type, const char *body, size_t size);
void http_reply_json(peer *p, int status, json_t *body); /* steals */
void http_refuse(peer *p, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
json_t *refusal_json(int status, const lm_saying *saying, const char *why); /* NULL: no memory */

/* socket.c */
void socket_upgrade(peer *p); /* GET /ws */
size_t socket_take(peer *p, unsigned char *data, size_t size);
void socket_send(peer *p, const char *text, size_t size);
void socket_answer(peer *p, int status, json_t *answer);          /* steals */
void socket_tell(peer *p, const char *text, size_t size);         /* sends a message that may wait */
bool socket_is_full(const peer *p);                               /* the socket is not read until answers are sent */
bool socket_parks(peer *p, const lm_act_row *word, json_t *body); /* true if the command waits for earlier ones */
void socket_unpark(peer *p);
void socket_close(peer *p, int code, const char *why);
void socket_sweep(peer *p, int64_t now_ms);
void socket_end(peer *p);

/* session.c: the session of a request, and whether the request may use it. */
void session_read(peer *p);
bool session_host_is_ours(const peer *p);
bool session_same_origin(const peer *p);
bool session_csrf_is_right(const peer *p);
void session_set(peer *p, const lm_house_answer *answer); /* for an answer that begins or ends a session */

/* routes.c */
void route_request(peer *p, const char *body); /* answers the request, or passes it to the house */
static inline bool word_reads(const lm_act_row *word)
{
    return word->when & LM_ACT_READS;
}

/* openapi.c, www.c, metrics.c, health.c */
extern const char *const house_roles[]; /* names by lm_house_role; ends with NULL */
void www_reply(peer *p);                /* only for paths that www_has */
void www_reply_unknown(peer *p);
bool www_has(const char *path);
void metrics_reply(peer *p);
void health_reply(peer *p);

/* A request on its way to the house. The client may be gone when the answer comes; then the answer is dropped. */
typedef struct {
    uint64_t token, peer;
    const lm_act_row *word; /* NULL: not a command of the house */
    bool writes;            /* a command of a socket that later ones may have to wait for */
    bool admitted;          /* counted in the queue */
    int64_t began_us;
    json_t *body; /* kept while another server has it; NULL otherwise */
    int hops;     /* servers that it was carried to */
} ask;

/* asks.c: carries a request to the house and its answer back. `body` is stolen; its "do" is set. */
void ask_again(peer *p, ask *a);            /* with its kept body */
void ask_forget(server *s, uint64_t token); /* its client is gone */
void ask_house(peer *p, const lm_act_row *word, json_t *body);
int ask_limit(peer *p, const lm_act_row *word); /* ms for which the client must wait; 0: none */

/* links.c */
bool link_believe(
    peer *p); /* false: it claims to be a server of this house, or came in where only those may, and is not */
bool link_carries(peer *p, ask *a,
                  const lm_house_answer *answer); /* the request goes to the server that runs the table */
size_t link_take(peer *link, unsigned char *data, size_t size);
void link_sweep(peer *link, int64_t now);
void link_end(peer *link);
void links_end(peer *p); /* of a client that goes */
void links_hello(peer *p);

/* admit.c */
bool admit_counts(const lm_act_row *word); /* whether to call the next two for a command */
void admit_asked(server *s);
void admit_answered(server *s);
#define BUSY_SAYS LM_SAYS(HOUSE_IS_BUSY, "", "the house is busy, and this was not done; try again in a moment")
int admit_wait(server *s, const lm_act_row *word); /* 0: accept; else ms to wait before a retry */

/* For lm_house_owner. */
extern const int http_status[LM_KINDS];
void ask_answered(void *self, uint64_t token, const lm_house_answer *answer);
void ask_message(void *self, uint64_t connection, const char *text, size_t size);
void ask_tell(void *self, uint64_t connection, const char *text, size_t size);

/* contain.c */
void server_contain_files(server *s);
bool server_contain_calls(server *s); /* false, with the reason, if containment is required but impossible */

typedef enum { PROGRAM_UNLISTED, PROGRAM_RIGHT, PROGRAM_ALTERED, PROGRAM_UNREAD } program_state;

static inline const char *program_word(program_state state)
{
    static const char *const words[] = { "unlisted", "verified", "altered", "unread" };
    return words[state];
}

typedef struct {
    int file;                     /* the program's file, opened before files became inaccessible */
    char *kept;                   /* the manifest; NULL: none */
    program_state state;          /* the result of the last comparison */
    char before[MANIFEST_DIGEST]; /* digest of the program that was recorded last */
    bool looking;
} program;

/* One comparison, on the thread for slow work. */
typedef struct {
    const program *program;
    server *server;
    program_state state;
    char digest[MANIFEST_DIGEST], differs[300];
} program_look;

/* program.c */
bool program_open(program *p, const char *manifest);
void program_close(program *p);
bool program_verify(server *s); /* false, with the reason, if no table may be opened */
void program_schedule(server *s);

enum { LATENCY_STEPS = 14 };
static const double latency_steps_s[LATENCY_STEPS] = { .0005, .001, .0025, .005, .01, .02, .035,
                                                       .05,   .1,   .25,   .5,   1,   2.5, 5 };

typedef struct {
    int64_t opened, refused, slow, timed_out, limited; /* connections; limited: requests over the rate */
    int64_t busy;                                      /* refused early */
    int64_t links, carried;                            /* to other servers: now; requests so far */
    int64_t sockets_opened, frames, bad_frames, sent;
    int64_t by_status[COMMON_STATUS];   /* answers */
    int64_t latency[LATENCY_STEPS + 1]; /* time from arrival to acknowledgement, of requests that changed something */
    int64_t latency_count, latency_us;
} server_figures;

typedef enum { SERVER_SERVES, SERVER_DRAINS, SERVER_DISMISSES, SERVER_STOPPED } server_stage;

/* Measures how long commands wait (admit.c). */
typedef struct {
    int under_way;     /* commands at tables that are not answered yet */
    int64_t moved_ms;  /* when one of them was last answered, or the first came */
    int64_t window_ms; /* since when `answered` counts */
    int answered;
    double most_per_ms; /* the best recent rate of answers */
    int64_t turn_ms;    /* when this turn of the loop read its first command; 0: none yet */
} admission;

struct server {
    lm_serve_options options;
    char text[LM_SERVE_TEXT];
    bool may_help; /* starting again may help, because the cause may pass */
    char store_url[1024], name[100], address[200], key[1100], secret[1100];
    char host[100], inside[INSIDE_BYTES]; /* inside: where other servers reach it; "": nowhere */
    int port;
    bool lets_servers_in; /* several servers may share the house */
    char door_host[100];
    int door_port; /* 0: servers use the listener */
    lm_signer *signer;
    bool made_key; /* this start made the signing key */
    lm_store *store;
    lm_store *reader[LM_WORKS]; /* each on its worker's thread */
    lm_house *house;
    struct lws_context *context;
    server_loop *loop;                      /* NULL: libwebsockets uses its own loop */
    struct lws_vhost *vhost, *door, *plain; /* door: for servers alone, or NULL; plain: of connections of our own */
    struct ssl_ctx_st *tls;                 /* of the listener; NULL: none */
    int service;                            /* socket of the service manager; -1: none */
    bool watched;                           /* the service manager expects signs of life */
    bool told_stop;                         /* the service manager knows that the server is being stopped */
    pthread_mutex_t waking;                 /* holds the context while another thread wakes it */
    int signals;
    lws_sorted_usec_list_t poll_timer, sweep_timer, verify_timer;
    contain_plan plan;
    contain_report contained;
    program program;
    int folder;     /* the folder of a SQLite house, whose free space is watched; -1: none */
    bool measuring; /* the worker is measuring the size of the store */
    int64_t measured_bytes, store_bytes, measured_us; /* the size that it found, and when */
    int memory_file;                                  /* where the kernel reports our memory use */
    slots peers, asks;
    buckets addresses, sessions;
    worker worker[LM_WORKS];
    pthread_mutex_t pricing; /* held while the odds of a table are computed, so that none are computed twice */
    lm_edges *edges;
    lm_records_owner records;
    lm_store_report quick; /* the proof since the snapshots */
    proof_state quick_state;
    books books;
    char *kept_head;  /* a head that the store must hold when it is opened; NULL: none */
    lm_out written;   /* memory for the JSON text made last */
    message *last;    /* the last frame made, which all watchers of a table share */
    uint64_t *unsent; /* numbers of sockets with waiting messages; some may be closed by now */
    size_t unsents, unsent_room;
    lws_sorted_usec_list_t flush_timer; /* set while some of these messages are delayed */
    bool flush_is_due;
    char *openapi, *asyncapi;
    server_stage stage;
    int64_t stage_ms, started_ms;
    int sockets;
    uint32_t swept; /* the part of the connections that the next sweep looks at */
    bool turning;   /* lm_house_poll is running or due */
    admission admit;
    server_figures figures;
};

/* clock.c, turn.c */
int64_t now_ms(void); /* monotonic */
int64_t now_us(void);
void server_turn(server *s);
void server_turn_soon(server *s);
void server_end_turn(server *s); /* sends what the turn produced */
void server_poll(server *s);
void server_set_stage(server *s, server_stage stage);
void server_log_proof(server *s, const proof_finding *f);
void server_tell_house(server *s, const proof_finding *f); /* raises an alarm, or allows its end */
void server_stop(server *s);
void server_wake(void *self); /* wakes the loop; any thread may call it */

/* service.c */
void server_signals(sigset_t *set); /* the signals that the server handles */
void server_signal(server *s, int signal);
void service_open(server *s);
void service_close(server *s);
void service_notify(const server *s, const char *text);
void service_needs(const server *s, contain_plan *plan); /* files that are opened again at a reload */

/* loop.c */
server_loop *loop_open(void);       /* NULL: libev is not here */
void *loop_foreign(server_loop *l); /* what libwebsockets is given */
void loop_run(server_loop *l);      /* waits once, and calls what is due */
void loop_close(server_loop *l);

/* net.c */
bool net_open(server *s);
bool host_and_port(const char *text, char *host, size_t size,
                   int *port); /* serve.c: "127.0.0.1:2222", "[::1]:2222", ":2222" */
bool net_service(server *s);   /* waits for events and dispatches them */
void net_close(server *s);

#endif
