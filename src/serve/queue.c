/* queue.c - messages that wait to be sent on a connection. */
#include <stdlib.h>

#include "room.h"

message *message_new(size_t size)
{
    message *m = malloc(sizeof *m + size);
    if (m) *m = (message){ .refs = 1, .size = size };
    return m;
}

void message_release(message *m)
{
    if (m && --m->refs == 0) free(m);
}

static bool more_unsent(server *s)
{
    size_t room = s->unsent_room ? 2 * s->unsent_room : 256;
    uint64_t *larger = realloc(s->unsent, room * sizeof *larger);
    if (!larger) return false;
    s->unsent = larger;
    s->unsent_room = room;
    return true;
}

/* Frames wait for the end of the loop's turn, so that an answer and messages leave in one write. The write does not
 * check first whether the socket is writable: it nearly always is. */
static void send_soon(peer *p)
{
    server *s = p->server;
    if (p->listed) return;
    if (p->stage != PEER_SOCKET || (s->unsents == s->unsent_room && !more_unsent(s))) {
        lws_callback_on_writable(p->wsi);
        return;
    }
    p->listed = true;
    s->unsent[s->unsents++] = p->id;
}

static bool add_message(peer *p, message *m)
{
    queued *q = m ? malloc(sizeof *q) : NULL;
    if (!q) {
        message_release(m);
        return false;
    }
    *q = (queued){ .message = m };
    *p->end = q;
    p->end = &q->next;
    p->waiting_bytes += m->size;
    send_soon(p);
    return true;
}

bool queue_add(peer *p, message *m)
{
    p->patient = false;
    return add_message(p, m);
}

bool queue_add_patient(peer *p, message *m)
{
    p->patient |= !p->first;
    return add_message(p, m);
}

void queue_drop_first(peer *p)
{
    queued *q = p->first;
    p->first = q->next;
    if (!p->first) p->end = &p->first;
    p->first_sent = 0;
    p->waiting_bytes -= q->message->size;
    message_release(q->message);
    free(q);
}

/* A frame that was sent in part stays: half a frame would spoil what follows it. */
void queue_drop(peer *p)
{
    queued *kept = p->first_sent ? p->first : NULL;
    size_t sent = p->first_sent;
    if (kept) p->first = kept->next;
    while (p->first)
        queue_drop_first(p);
    if (!kept) return;
    kept->next = NULL;
    p->first = kept;
    p->end = &kept->next;
    p->first_sent = sent;
}
