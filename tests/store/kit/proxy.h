/* proxy.h - a link to PostgreSQL that can be cut, also between a COMMIT and its answer. */
#ifndef LAMMER_TESTS_STORE_PROXY_H
#define LAMMER_TESTS_STORE_PROXY_H

#include "harness.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

typedef enum {
    CUT_NEVER,
    CUT_BEFORE_COMMIT,
    CUT_AFTER_COMMIT,
    CUT_LATE_COMMIT, /* the client is cut off at once; its COMMIT arrives a while later */
} cut_kind;

typedef struct {
    char folder[80];
    int listener, wake[2];
    pthread_t thread;
    pthread_mutex_t mutex;
    cut_kind cut;   /* at the next COMMIT */
    int skip, cuts; /* COMMITs to let through first; links that were cut */
    int late;       /* the server's end of a link whose COMMIT is held up, or -1 */
    char held[65536];
    size_t held_size;
    int naps;
} proxy;

enum { LINKS = 8 };

typedef struct {
    int client, server;
} link_ends;

static inline int connect_server(const char *folder)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(to.sun_path, sizeof to.sun_path, "%s/.s.PGSQL.5432", folder);
    if (connect(s, (struct sockaddr *)&to, sizeof to) == 0) return s;
    close(s);
    return -1;
}

static inline void unlink_ends(link_ends *l)
{
    close(l->client);
    close(l->server);
    l->client = l->server = -1;
}

/* Whether the link is to be cut at what the client sends now. */
static inline cut_kind at_commit(proxy *p, const char *data, ssize_t n)
{
    cut_kind cut = CUT_NEVER;
    pthread_mutex_lock(&p->mutex);
    if (p->cut != CUT_NEVER && memmem(data, (size_t)n, "COMMIT", 6) && p->skip-- <= 0) {
        cut = p->cut;
        p->cut = CUT_NEVER;
        p->cuts++;
    }
    pthread_mutex_unlock(&p->mutex);
    return cut;
}

/* Passes on what has come from one side; false when the link is gone. */
static inline bool pass(proxy *p, link_ends *l, bool from_client)
{
    char data[65536];
    ssize_t n = read(from_client ? l->client : l->server, data, sizeof data);
    if (n <= 0) return false;
    cut_kind cut = from_client ? at_commit(p, data, n) : CUT_NEVER;
    if (cut == CUT_BEFORE_COMMIT) return false;
    if (cut == CUT_LATE_COMMIT) {
        assert_true((size_t)n <= sizeof p->held);
        memcpy(p->held, data, p->held_size = (size_t)n);
        p->late = dup(l->server);
        p->naps = 0;
        return false;
    }
    for (ssize_t done = 0; done < n;) {
        ssize_t w = write(from_client ? l->server : l->client, data + done, (size_t)(n - done));
        if (w <= 0) return false;
        done += w;
    }
    if (cut == CUT_AFTER_COMMIT) { /* the answer comes no further than this proxy */
        if (read(l->server, data, sizeof data) < 0) return false;
        return false;
    }
    return true;
}

/* Called every 20 ms while a COMMIT is held up; passes it on after 300. */
static inline void pass_late(proxy *p)
{
    char data[4096];
    if (p->late < 0 || ++p->naps < 15) return;
    if (write(p->late, p->held, p->held_size) > 0 && read(p->late, data, sizeof data) < 0) p->naps = 0;
    close(p->late);
    p->late = -1;
}

static inline void *proxy_run(void *context)
{
    proxy *p = context;
    link_ends link[LINKS];
    memset(link, -1, sizeof link);
    for (;;) {
        struct pollfd wait[2 + 2 * LINKS] = { { p->wake[0], POLLIN, 0 }, { p->listener, POLLIN, 0 } };
        for (int i = 0; i < LINKS; i++) {
            wait[2 + 2 * i] = (struct pollfd){ link[i].client, POLLIN, 0 };
            wait[3 + 2 * i] = (struct pollfd){ link[i].server, POLLIN, 0 };
        }
        poll(wait, 2 + 2 * LINKS, p->late >= 0 ? 20 : -1);
        pass_late(p);
        for (int i = 0; i < LINKS; i++) {
            bool fine = link[i].client >= 0;
            if (fine && wait[2 + 2 * i].revents) fine = pass(p, &link[i], true);
            if (fine && wait[3 + 2 * i].revents) fine = pass(p, &link[i], false);
            if (!fine && link[i].client >= 0) unlink_ends(&link[i]);
        }
        if (wait[0].revents) {
            for (int i = 0; i < LINKS; i++)
                unlink_ends(&link[i]);
            return NULL;
        }
        if (!wait[1].revents) continue;
        int client = accept(p->listener, NULL, NULL), server = connect_server(h.folder), free_link = 0;
        while (free_link < LINKS - 1 && link[free_link].client >= 0)
            free_link++;
        link[free_link] = (link_ends){ client, server };
        if (server < 0) unlink_ends(&link[free_link]);
    }
}

static inline void proxy_start(proxy *p)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    *p = (proxy){ .mutex = PTHREAD_MUTEX_INITIALIZER, .late = -1 };
    snprintf(p->folder, sizeof p->folder, "%s/link", h.folder);
    mkdir(p->folder, 0777);
    snprintf(at.sun_path, sizeof at.sun_path, "%s/.s.PGSQL.5432", p->folder);
    unlink(at.sun_path);
    p->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(p->listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(p->listener, 8), 0);
    assert_int_equal(pipe(p->wake), 0);
    assert_int_equal(pthread_create(&p->thread, NULL, proxy_run, p), 0);
}

static inline void proxy_stop(proxy *p)
{
    assert_int_equal(write(p->wake[1], "", 1), 1);
    pthread_join(p->thread, NULL);
    close(p->listener);
    close(p->wake[0]);
    close(p->wake[1]);
}

static inline void proxy_cut(proxy *p, cut_kind cut, int skip)
{
    pthread_mutex_lock(&p->mutex);
    p->cut = cut;
    p->skip = skip;
    pthread_mutex_unlock(&p->mutex);
}

static inline const char *proxy_url(const proxy *p)
{
    static char url[256];
    snprintf(url, sizeof url, "postgresql:///postgres?host=%s&user=lammer", p->folder);
    return url;
}

#endif
