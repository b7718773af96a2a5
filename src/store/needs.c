/* needs.c - what a database needs from the machine, for a server that gives up all other rights. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/server/store.h"

typedef struct {
    lm_store_need_reader reader;
    void *context;
} listener;

static void tell_need(const listener *l, lm_store_need need, const char *path, int port)
{
    if (port || (path && path[0])) l->reader(l->context, need, path, port);
}

/* `house.db` is in the current folder. */
static void tell_folder_of(const listener *l, const char *path)
{
    char folder[1024];
    const char *slash = strrchr(path, '/');
    int size = slash ? (int)(slash - path) : 0;
    snprintf(folder, sizeof folder, "%.*s", slash ? size : 1, slash ? path : ".");
    tell_need(l, LM_STORE_NEEDS_FOLDER, slash == path ? "/" : folder, 0);
}

/* SQLite creates and removes its file, the log and the lock in one folder; if the name is a link, the log is in the
 * folder to which it leads. */
static void tell_sqlite(const listener *l, const char *path)
{
    char *real = realpath(path, NULL);
    tell_folder_of(l, path);
    if (real) tell_folder_of(l, real);
    free(real);
}

/* Files that may be read to resolve a host name, check a certificate, and find the user's name and home. */
static const char *const system_files[] = {
    "/etc/resolv.conf",
    "/run/systemd/resolve",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/host.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/passwd",
    "/usr/lib/ssl",
    "/etc/ssl/openssl.cnf",
    "/etc/ssl/certs",
    "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates",
};

/* Settings of libpq that name a file, and where it looks when the setting is missing. */
static const struct {
    const char *setting, *in_home;
} files[] = {
    { "sslrootcert", ".postgresql/root.crt" },
    { "sslcrl", ".postgresql/root.crl" },
    { "sslcert", ".postgresql/postgresql.crt" },
    { "sslkey", ".postgresql/postgresql.key" },
    { "passfile", ".pgpass" },
    { "sslcrldir", NULL },
};

/* A list of hosts has a list of ports, or one for all. A host that begins with a slash is a folder with a socket in it, for
 * which no port is needed; an extra port is harmless. */
static void tell_ports(const listener *l, const char *ports)
{
    for (const char *at = ports; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        int port = (int)strtol(at, NULL, 10);
        tell_need(l, LM_STORE_NEEDS_PORT, NULL, port > 0 && port < 65536 ? port : 5432);
    }
}

/* The value in the URL, or in the environment if the URL has none. */
static const char *setting(const PQconninfoOption *said, const PQconninfoOption *usual, const char *name)
{
    const PQconninfoOption *lists[] = { said, usual };
    for (int i = 0; i < 2; i++) {
        for (const PQconninfoOption *o = lists[i]; o && o->keyword; o++) {
            if (strcmp(o->keyword, name) == 0 && o->val && o->val[0]) return o->val;
        }
    }
    return NULL;
}

static void tell_postgres(const listener *l, const char *url)
{
    PQconninfoOption *said = PQconninfoParse(url, NULL), *usual = PQconndefaults();
    const char *home = getenv("HOME"), *port = setting(said, usual, "port");
    char path[1024];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *named = setting(said, usual, files[i].setting);
        if (!named && home && files[i].in_home) {
            snprintf(path, sizeof path, "%s/%s", home, files[i].in_home);
            named = path;
        }
        tell_need(l, LM_STORE_NEEDS_FILE, named, 0);
    }
    for (size_t i = 0; i < sizeof system_files / sizeof *system_files; i++)
        tell_need(l, LM_STORE_NEEDS_FILE, system_files[i], 0);
    tell_ports(l, port ? port : "5432");
    PQconninfoFree(said);
    PQconninfoFree(usual);
}

void lm_store_needs(const char *url, lm_store_need_reader reader, void *context)
{
    const listener l = { reader, context };
    if (strncmp(url, "sqlite:", 7) == 0) {
        tell_sqlite(&l, url + 7);
    } else {
        tell_postgres(&l, url);
    }
}
