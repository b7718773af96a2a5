/* serve.h - the server around a house: HTTP and WebSocket, sessions, limits, metrics, a graceful stop.
 *
 * Knows the house through house.h and opens its store; does not know tables, money or cards. One thread does all
 * input and output and owns the house; the store's writer, one worker for slow work and the proof of the journal have
 * a thread each. docs/serve.md describes routes, limits, logs and the reasons. */
#ifndef LAMMER_SERVE_H
#define LAMMER_SERVE_H

#include <stdbool.h>

#include "lammer/server/desk.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_SERVE_TEXT = 600 };

/* Whether the process gives up every right it does not need: as far as this kernel can; fully, and the server does not
 * start otherwise; or not at all. */
typedef enum { LM_CONTAIN_AS_CAN_BE, LM_CONTAIN_WHOLLY, LM_CONTAIN_NOT } lm_contain;

/* One JSON object a line for programs; lines for people, with or without the colours of a terminal. */
typedef enum { LM_LOG_JSON, LM_LOG_TEXT, LM_LOG_TERMINAL, LM_LOG_COLOUR } lm_log_format; /* colour: at a terminal */

typedef struct {
    const char *listen;  /* "127.0.0.1:2222", "[::1]:2222", ":2222" for every address; port 0: any that is free */
    const char *store;   /* sqlite:FILE or postgresql://...; NULL is lm_store_default_url */
    const char *name;    /* this server's name among the servers of the house; NULL: host name and port */
    const char *address; /* where clients find it; NULL: made from `listen` */
    const char
        *inside; /* where other servers of the house reach it, "10.0.0.2:2223"; NULL: made from `listen`; "off" */
    const char *
        hosts; /* further names that clients may use in Host, separated by commas; addresses and localhost always work */
    const char *key;    /* file of the signing key; NULL: beside the store */
    const char *secret; /* file of the key that seals face-down cards; NULL: beside the store */
    bool new_secret;    /* makes a new secret for a house that has lost its own */
    const char *cert;   /* TLS: certificate chain and private key, PEM; NULL: none */
    const char *cert_key;
    bool trust_proxy;     /* believe X-Forwarded-For and X-Forwarded-Proto */
    bool demo;            /* a new house gets a play-money table for each shipped profile */
    bool open_metrics;    /* all clients may read /metrics, not only those on this machine */
    int drain_s;          /* how long a stop waits for open rounds */
    int connections;      /* connections at once; 0 is 16,000 */
    int per_address;      /* connections at once from one address; 0: no limit */
    int address_rate;     /* requests a second from one address; 0: no limit */
    int session_rate;     /* requests a second of one session; 0: no limit */
    int busy_ms;          /* commands that would wait longer are refused at once; 0: none is */
    int guests;           /* new guests of one network in an hour; 0: no limit. This machine has no limit. */
    int reserve_mb;       /* MB of free space for a SQLite journal below which no round begins; 0: not watched */
    int store_limit_mb;   /* MB that the database may take up: what it does not use counts as free space; 0: no limit */
    int log_file;         /* descriptor that gets the log */
    const char *log_path; /* the log's file, opened again on SIGHUP; NULL: the server did not open it */
    lm_log_format log_format;
    lm_contain contain;
    const char *manifest;  /* manifest to match; NULL: the one beside the program or in ../share/lammer, if any */
    const char *head;      /* file of a signed head that the store must hold; NULL: the one in `heads`, if any */
    const char *heads;     /* folder into which signed heads go, on another disk or machine; NULL: none */
    const char *stamp;     /* stamps heads by RFC 3161: http://..., or a program; NULL: none. Needs `heads`. */
    int head_s;            /* seconds between signed heads, if there are new records; 0: after every commit */
    int scrub_s;           /* seconds between proofs of the journal; 0: only at the start and after a reconnection */
    int verify_s;          /* seconds between comparisons of the program with the manifest; 0: only at the start */
    lm_rules_source rules; /* reads the rules of tables */
    const char *recover;   /* a person who gets a one-time token to set a new password; NULL: none */
    /* Called once, when clients can connect. `token` is the one-time token of the first administrator, "" once there is
     * one; `recovery` that of the person to recover, or "". */
    void (*ready)(void *context, const char *address, const char *token, const char *recovery);
    void *context;
} lm_serve_options;

/* The defaults. */
lm_serve_options lm_serve_defaults(void);

/* How the server ended, as the exit status for a service manager. STOPPED: it was asked to stop. UNPROVED: the journal is
 * wrong, or the program differs from its manifest, so a person must look first. MISTAKE: the options or the installation are
 * wrong. AGAIN (EX_TEMPFAIL): a restart may help, as with a taken port, a silent database or a failed commit. */
enum { LM_SERVE_STOPPED = 0, LM_SERVE_UNPROVED = 1, LM_SERVE_MISTAKE = 2, LM_SERVE_AGAIN = 75 };

/* Serves until SIGTERM or SIGINT. All but LM_SERVE_STOPPED leave a sentence in `text` (LM_SERVE_TEXT bytes). */
int lm_serve(const lm_serve_options *options, char *text);

/* Whether the file `path` is an RFC 3161 stamp of this head, by an authority whose root certificate is in the file `ca`
 * (NULL: not checked). `text` (LM_SERVE_TEXT bytes) gets the time of the stamp, or what is wrong with it. */
bool lm_stamp_verify(const char *head, const char *path, const char *ca, char *text);

/* Whether the program carries the pages of web/, which sign people in; a build without Node.js carries the plain ones. */
bool lm_serve_has_sign_in_page(void);

/* The interface as an OpenAPI document, made from the words of the house; NULL without memory. The caller frees it. */
char *lm_serve_openapi(const lm_wager *const *wagers);
/* The messages of the socket as an AsyncAPI document, in the same way. */
char *lm_serve_asyncapi(const lm_wager *const *wagers);

/* The protocol as types of TypeScript; freed by the caller. NULL without memory. */
char *lm_serve_types(void);

/* What the running program is made of: digests of its file, its profiles, pages and migrations, one a line; NULL when it
 * cannot be read. The caller frees it. */
char *lm_serve_manifest(void);

#ifdef __cplusplus
}
#endif

#endif
