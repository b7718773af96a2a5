/* serve_client.h - a minimal HTTP and WebSocket client for loopback: requests one after the other, and masked text
 * frames over a non-blocking socket. */
#ifndef LAMMER_BENCH_SERVE_CLIENT_H
#define LAMMER_BENCH_SERVE_CLIENT_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void give_up(const char *what)
{
    fprintf(stderr, "serve: %s\n", what);
    exit(1);
}

static int dial(int port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0) give_up("the server cannot be reached");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static void write_all(int fd, const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) give_up("the server has closed a connection");
        at += n;
        size -= (size_t)n;
    }
}

/* Reads until the text holds `end`; how many bytes came. */
static size_t read_until(int fd, char *text, size_t room, size_t have, const char *end)
{
    text[have] = '\0';
    while (!strstr(text, end)) {
        ssize_t n = have + 1 < room ? read(fd, text + have, room - 1 - have) : 0;
        if (n <= 0) give_up("an answer broke off");
        have += (size_t)n;
        text[have] = '\0';
    }
    return have;
}

/* Sends one request on a connection that stays open, writes the answer's body to `answer` and returns the status. */
static int http_post(int fd, const char *path, const char *session, const char *body, char *answer, size_t room)
{
    char text[65536];
    int n =
        snprintf(text, sizeof text,
                 "POST /api/%s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                 "Content-Length: %zu\r\n%s%s%s\r\n%s",
                 path, strlen(body), *session ? "Authorization: Bearer " : "", session, *session ? "\r\n" : "", body);
    write_all(fd, text, (size_t)n);
    size_t have = read_until(fd, text, sizeof text, 0, "\r\n\r\n");
    char *start = strstr(text, "\r\n\r\n") + 4, *length = strcasestr(text, "content-length:");
    size_t size = length && length < start ? strtoul(length + 15, NULL, 10) : 0;
    while (have < (size_t)(start - text) + size) {
        ssize_t got = read(fd, text + have, sizeof text - 1 - have);
        if (got <= 0) give_up("an answer broke off");
        have += (size_t)got;
    }
    text[have] = '\0';
    snprintf(answer, room, "%.*s", (int)size, start);
    return atoi(text + 9);
}

/* --- sockets ------------------------------------------------------------------------------------------------------ */

typedef struct {
    int fd;
    unsigned char *in; /* bytes received that are not a whole frame yet */
    size_t have, room;
} web_socket;

/* The handshake waits; afterwards the socket does not. The key is not a secret, and its echo is not checked: the server is
 * our own. */
static void socket_connect(web_socket *s, int port, const char *session)
{
    char text[2048];
    s->fd = dial(port);
    int n = snprintf(text, sizeof text,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: bGFtbWVyIGJlbmNoIDAxMQ==\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Protocol: lammer.1\r\nAuthorization: Bearer %s\r\n\r\n",
                     session);
    write_all(s->fd, text, (size_t)n);
    size_t have = read_until(s->fd, text, sizeof text, 0, "\r\n\r\n");
    if (strncmp(text, "HTTP/1.1 101", 12) != 0) give_up(text);
    size_t head = (size_t)(strstr(text, "\r\n\r\n") + 4 - text);
    s->room = 8192;
    s->in = malloc(s->room);
    s->have = have - head;
    memcpy(s->in, text + head, s->have);
    fcntl(s->fd, F_SETFL, fcntl(s->fd, F_GETFL) | O_NONBLOCK);
}

enum { FRAME_TEXT = 1, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };

static void socket_write(web_socket *s, int kind, const char *text, size_t size)
{
    unsigned char frame[2048] = { (unsigned char)(0x80 | kind) };
    static const unsigned char mask[4] = { 0x12, 0x34, 0x56, 0x78 };
    size_t head = size < 126 ? 2 : 4;
    if (size + 8 > sizeof frame) give_up("a frame is too long");
    frame[1] = (unsigned char)(0x80 | (size < 126 ? size : 126));
    if (size >= 126) {
        frame[2] = (unsigned char)(size >> 8);
        frame[3] = (unsigned char)size;
    }
    memcpy(frame + head, mask, 4);
    for (size_t i = 0; i < size; i++)
        frame[head + 4 + i] = (unsigned char)text[i] ^ mask[i & 3];
    write_all(s->fd, frame, head + 4 + size);
}

/* Reads what is there. False when the other side has closed. */
static bool socket_fill(web_socket *s)
{
    for (;;) {
        if (s->have == s->room) {
            s->room *= 2;
            s->in = realloc(s->in, s->room);
            if (!s->in) give_up("out of memory");
        }
        ssize_t n = read(s->fd, s->in + s->have, s->room - s->have);
        if (n > 0) {
            s->have += (size_t)n;
            if (s->have < s->room) return true;
        } else {
            return n < 0 && (errno == EAGAIN || errno == EINTR);
        }
    }
}

typedef struct {
    int kind;
    char *text;
    size_t size, whole; /* whole: with its head */
} web_frame;

/* The first whole frame among the bytes; servers mask nothing. */
static bool socket_frame(unsigned char *bytes, size_t have, web_frame *frame)
{
    if (have < 2) return false;
    size_t head = 2, size = bytes[1] & 127;
    if (size >= 126) head = size == 126 ? 4 : 10;
    if (have < head) return false;
    if (size >= 126) {
        size = 0;
        for (size_t i = 2; i < head; i++)
            size = size << 8 | bytes[i];
    }
    *frame = (web_frame){ bytes[0] & 15, (char *)bytes + head, size, head + size };
    return have >= frame->whole;
}

#endif
