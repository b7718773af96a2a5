/* frames.c - WebSocket frames. */
#include <jansson.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"

/* libjansson makes a string only if the text is valid UTF-8. */
bool text_is_utf8(const char *text, size_t size)
{
    json_t *string = json_stringn(text, size);
    json_decref(string);
    return string;
}

typedef struct {
    bool final, masked;
    int reserved, opcode;
    uint64_t size; /* of the payload */
    size_t head;   /* bytes before it, mask included */
    unsigned char mask[4];
} frame;

/* False if the head is not complete yet. */
static bool read_head(frame *f, const unsigned char *data, size_t size)
{
    if (size < 2) return false;
    *f = (frame){ .final = data[0] >> 7, .reserved = data[0] >> 4 & 7, .opcode = data[0] & 15, .masked = data[1] >> 7 };
    size_t extra = (data[1] & 127) == 126 ? 2 : (data[1] & 127) == 127 ? 8 : 0;
    f->size = data[1] & 127;
    f->head = 2 + extra + (f->masked ? 4 : 0);
    if (size < f->head) return false;
    if (extra) f->size = 0;
    for (size_t i = 0; i < extra; i++)
        f->size = f->size << 8 | data[2 + i];
    if (f->masked) memcpy(f->mask, data + 2 + extra, 4);
    return true;
}

static frames_event wrong(frames *f, int code, const char *why)
{
    f->code = code;
    f->why = why;
    return FRAMES_WRONG;
}

/* Checks the head of a frame; FRAMES_MORE if it has no error. */
static frames_event judge_frame(frames *f, const frame *in)
{
    bool control = in->opcode >= OPCODE_CLOSE;
    if (in->reserved) return wrong(f, CODE_PROTOCOL, "no extension was negotiated");
    if (!in->masked && !f->from_server) return wrong(f, CODE_PROTOCOL, "a client must mask its frames");
    if (in->opcode == OPCODE_BINARY) return wrong(f, CODE_KIND, "requests must be text frames");
    if ((!control && in->opcode > OPCODE_TEXT) || in->opcode > OPCODE_PONG)
        return wrong(f, CODE_PROTOCOL, "unknown opcode");
    if (control && (in->size > 125 || !in->final))
        return wrong(f, CODE_PROTOCOL, "a control frame must be short and whole");
    if (in->opcode == OPCODE_PART && !f->in_parts) return wrong(f, CODE_PROTOCOL, "a continuation without a beginning");
    if (in->opcode == OPCODE_TEXT && f->in_parts)
        return wrong(f, CODE_PROTOCOL, "a new message before the last has ended");
    if (!control && in->size > (f->from_server ? SERVER_FRAME_BYTES : FRAME_BYTES) - f->part_size)
        return wrong(f, CODE_SIZE, "a request must have at most 65,536 bytes");
    return FRAMES_MORE;
}

static void unmask(unsigned char *data, size_t size, const unsigned char mask[4])
{
    for (size_t i = 0; i < size; i++)
        data[i] ^= mask[i & 3];
}

/* A close frame must have a code that RFC 6455 allows to a client, and valid UTF-8 after it. */
static frames_event take_close(frames *f, const unsigned char *data, size_t size)
{
    f->code = size >= 2 ? data[0] << 8 | data[1] : CODE_NONE;
    bool named = (f->code >= 1000 && f->code <= 1003) || (f->code >= 1007 && f->code <= 1014) ||
                 (f->code >= 3000 && f->code <= 4999);
    if (size == 1 || (size >= 2 && !named)) return wrong(f, CODE_PROTOCOL, "not a close code");
    if (size > 2 && !text_is_utf8((const char *)data + 2, size - 2)) return wrong(f, CODE_TEXT, "not UTF-8");
    return FRAMES_CLOSE;
}

static frames_event whole_text(frames *f)
{
    return text_is_utf8(f->at, f->size) ? FRAMES_TEXT : wrong(f, CODE_TEXT, "not UTF-8");
}

/* A message of one frame, the usual case, is passed on without copying. */
static frames_event take_text(frames *f, const frame *in, const unsigned char *data)
{
    f->at = (const char *)data;
    f->size = (size_t)in->size;
    if (in->final && !f->in_parts) return whole_text(f);
    if (!f->part && !(f->part = malloc(f->from_server ? SERVER_FRAME_BYTES : FRAME_BYTES)))
        return wrong(f, CODE_FAULT, "out of memory");
    memcpy(f->part + f->part_size, data, f->size);
    f->part_size += f->size;
    f->in_parts = !in->final;
    if (!in->final) return FRAMES_NOTHING;
    f->at = f->part;
    f->size = f->part_size;
    f->part_size = 0;
    return whole_text(f);
}

frames_event frames_next(frames *f, unsigned char *data, size_t size, size_t *used)
{
    frame in;
    *used = 0;
    if (!f->in_parts && f->part) { /* the message that the last call returned */
        free(f->part);
        f->part = NULL;
    }
    if (!read_head(&in, data, size)) return FRAMES_MORE;
    if (judge_frame(f, &in) == FRAMES_WRONG) return FRAMES_WRONG;
    if (size - in.head < in.size) return FRAMES_MORE;
    *used = in.head + (size_t)in.size;
    data += in.head;
    unmask(data, (size_t)in.size, in.mask);
    if (in.opcode <= OPCODE_TEXT) return take_text(f, &in, data);
    if (in.opcode == OPCODE_CLOSE) return take_close(f, data, (size_t)in.size);
    f->at = (const char *)data;
    f->size = (size_t)in.size;
    return in.opcode == OPCODE_PING ? FRAMES_PING : FRAMES_PONG;
}

void frames_free(frames *f)
{
    free(f->part);
    *f = (frames){ 0 };
}

size_t frame_head(unsigned char head[FRAME_HEAD], opcode code, size_t size)
{
    int extra = size < 126 ? 0 : size < 65536 ? 2 : 8;
    head[0] = (unsigned char)(0x80 | code);
    head[1] = (unsigned char)(extra == 0 ? size : extra == 2 ? 126 : 127);
    for (int i = 0; i < extra; i++)
        head[2 + i] = (unsigned char)((uint64_t)size >> 8 * (extra - 1 - i));
    return (size_t)(2 + extra);
}

/* RFC 6455 prescribes SHA-1 for the handshake; nothing secret depends on it. */
bool frames_accept(const char *key, char accept[32])
{
    static const char constant[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char nonce[18], hash[EVP_MAX_MD_SIZE];
    char text[24 + sizeof constant];
    unsigned n = 0;
    size_t size = 0;
    if (strlen(key) != 24 ||
        sodium_base642bin(nonce, sizeof nonce, key, 24, NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL) != 0 ||
        size != 16)
        return false;
    memcpy(text, key, 24);
    memcpy(text + 24, constant, sizeof constant);
    if (!EVP_Digest(text, strlen(text), hash, &n, EVP_sha1(), NULL) || n != 20) return false;
    sodium_bin2base64(accept, 32, hash, n, sodium_base64_VARIANT_ORIGINAL);
    return true;
}
