/* frames.h - WebSocket frames (RFC 6455), as bytes. Does not know connections. */
#ifndef LAMMER_SERVE_FRAMES_H
#define LAMMER_SERVE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_BYTES = 64 * 1024,         /* of a message, in one frame or several */
    SERVER_FRAME_BYTES = 120 * 1024, /* of a message of another server */
    FRAME_HEAD = 10,                 /* most bytes before the payload of a server's frame */
};

enum {
    CODE_NORMAL = 1000,
    CODE_AWAY,
    CODE_PROTOCOL,
    CODE_KIND,
    CODE_NONE = 1005,
    CODE_TEXT = 1007,
    CODE_POLICY,
    CODE_SIZE,
    CODE_FAULT = 1011,
    CODE_LATER = 1013
};

typedef enum {
    FRAMES_MORE, /* no complete frame yet */
    FRAMES_TEXT, /* a message: at, size */
    FRAMES_PING, /* at, size: to be sent back */
    FRAMES_PONG,
    FRAMES_CLOSE,   /* the client closes the connection: code */
    FRAMES_WRONG,   /* the connection must be closed: code, why */
    FRAMES_NOTHING, /* a part of a message was taken */
} frames_event;

/* A message that comes in parts is gathered here. */
typedef struct {
    char *part;
    size_t part_size;
    bool in_parts;
    bool from_server; /* its frames are not masked, and may be longer */
    /* of the last event; valid until the next call */
    const char *at;
    size_t size;
    int code;
    const char *why;
} frames;

/* Parses the bytes received (and unmasks them in place); *used gets the number of bytes consumed. */
frames_event frames_next(frames *f, unsigned char *data, size_t size, size_t *used);
void frames_free(frames *f);

/* Writes the head of a frame to send; returns its size. */
typedef enum { OPCODE_PART, OPCODE_TEXT, OPCODE_BINARY, OPCODE_CLOSE = 8, OPCODE_PING, OPCODE_PONG } opcode;
size_t frame_head(unsigned char head[FRAME_HEAD], opcode code, size_t size);

/* Sec-WebSocket-Accept for a key; false: not a valid key. */
bool frames_accept(const char *key, char accept[32]);

bool text_is_utf8(const char *text, size_t size);

#endif
