/* clock.c - the monotonic clock of the server, how its loop is woken, and how long a connection has been in its
 * stage. */
#include <time.h>

#include "room.h"

int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t now_ms(void)
{
    return now_us() / 1000;
}

/* Wakes the event loop, which may have ended. */
void server_wake(void *self)
{
    server *s = self;
    pthread_mutex_lock(&s->waking);
    if (s->context) lws_cancel_service(s->context);
    pthread_mutex_unlock(&s->waking);
}

void peer_set_stage(peer *p, peer_stage stage)
{
    p->stage = stage;
    p->since_ms = now_ms();
}

void peer_drop(peer *p)
{
    lws_set_timeout(p->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    p->since_ms = INT64_MAX; /* so that it is dropped only once */
}
