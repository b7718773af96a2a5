/* loop.c - the loop in which libwebsockets waits: that of libev, where it and the plugin for it are installed.
 *
 * Of thousands of sockets few are active. epoll names the active ones, while the loop of libwebsockets itself polls all of
 * them each time. libev is opened when a server starts, and only for this file: it also defines functions of libevent, such
 * as event_add, and Open MPI would call those instead of libevent's if the program were linked with it. */
#include <dlfcn.h>
#include <stdlib.h>

#ifdef LAMMER_EV
#include <ev.h>
#endif

#include "room.h"

#ifdef LAMMER_EV
_Static_assert(EV_VERSION_MAJOR == 4, "open the libev whose header is included");

struct server_loop {
    struct ev_loop *loop;
    void *library;
    struct ev_loop *(*open)(unsigned flags);
    int (*run)(struct ev_loop *loop, int flags);
    void (*close)(struct ev_loop *loop);
};

/* POSIX lets the address of an object hold that of a function; ISO C has no cast for it. */
static bool find(void *library, const char *name, void *function)
{
    *(void **)function = dlsym(library, name);
    return *(void **)function != NULL;
}

server_loop *loop_open(void)
{
    server_loop *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->library = dlopen("libev.so.4", RTLD_NOW | RTLD_LOCAL);
    if (l->library && find(l->library, "ev_loop_new", &l->open) && find(l->library, "ev_run", &l->run) &&
        find(l->library, "ev_loop_destroy", &l->close))
        l->loop = l->open(EVBACKEND_EPOLL | EVFLAG_NOENV);
    if (l->loop) return l;
    loop_close(l);
    return NULL;
}

void *loop_foreign(server_loop *l)
{
    return l->loop;
}

void loop_run(server_loop *l)
{
    l->run(l->loop, EVRUN_ONCE);
}

void loop_close(server_loop *l)
{
    if (!l) return;
    if (l->loop) l->close(l->loop);
    if (l->library) dlclose(l->library);
    free(l);
}

#else

server_loop *loop_open(void)
{
    return NULL;
}

void *loop_foreign(server_loop *l)
{
    return NULL;
}

void loop_run(server_loop *l)
{
}

void loop_close(server_loop *l)
{
}
#endif
