/* seal.c - see seal.h. */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "seal.h"

enum { PIECE = 256 * 1024 };

/* BLAKE2b-256 of the first `size` bytes; false when they cannot be read. */
static bool digest_file(int file, int64_t size, char hex[2 * LM_STORE_HASH + 1])
{
    uint8_t digest[LM_STORE_HASH], *piece = malloc(PIECE);
    crypto_generichash_state state;
    int64_t at = 0;
    crypto_generichash_init(&state, NULL, 0, sizeof digest);
    while (piece && at < size) {
        size_t want = size - at < PIECE ? (size_t)(size - at) : PIECE;
        ssize_t n = pread(file, piece, want, at);
        if (n <= 0) break;
        crypto_generichash_update(&state, piece, (size_t)n);
        at += n;
    }
    crypto_generichash_final(&state, digest, sizeof digest);
    sodium_bin2hex(hex, 2 * LM_STORE_HASH + 1, digest, sizeof digest);
    free(piece);
    return at == size;
}

static int64_t size_of(int file)
{
    struct stat about;
    return fstat(file, &about) == 0 ? (int64_t)about.st_size : -1;
}

static bool append(int file, const void *data, size_t size)
{
    const char *at = data;
    for (int64_t end = size_of(file); size > 0;) {
        ssize_t n = pwrite(file, at, size, end);
        if (n <= 0) return false;
        at += n;
        end += n;
        size -= (size_t)n;
    }
    return true;
}

const char *seal_write(int file, const char *head, const lm_signer *signer)
{
    char hex[2 * LM_STORE_HASH + 1], text[SEAL_SIZE + 1];
    int64_t bytes = size_of(file);
    errno = 0;
    bool well = bytes >= 0 && append(file, head, strlen(head)) && digest_file(file, size_of(file), hex);
    if (well) {
        snprintf(text, sizeof text, "lammer backup 1\nbytes %020" PRId64 "\ndigest %s\n", bytes, hex);
        lm_text_sign(signer, text, SEAL_SIGNED, text + SEAL_SIGNED);
        well = append(file, text, SEAL_SIZE) && fsync(file) == 0;
    }
    return well ? NULL : errno ? strerror(errno) : "it cannot be written";
}

static char *read_head(int file, int64_t from, int64_t size)
{
    char *head = malloc((size_t)size + 1);
    if (!head || pread(file, head, (size_t)size, from) != size) {
        free(head);
        return NULL;
    }
    head[size] = '\0';
    return head;
}

const char *seal_read(int file, seal *s)
{
    char digest[2 * LM_STORE_HASH + 1], hex[2 * LM_STORE_HASH + 1];
    int64_t before = size_of(file) - SEAL_SIZE, bytes = -1;
    int end = 0;
    memset(s, 0, sizeof *s);
    if (before < 0 || pread(file, s->text, SEAL_SIZE, before) != SEAL_SIZE ||
        sscanf(s->text, "lammer backup 1 bytes %20" SCNd64 " digest %64s signature %n", &bytes, digest, &end) != 2 ||
        end != SEAL_SIZE - 2 * LM_STORE_SIGNATURE - 1)
        return "this is not a backup, or its end is missing";
    if (bytes < 0 || bytes >= before || before - bytes > HEAD_MOST) return "its seal was altered";
    if (!digest_file(file, before, hex)) return "it cannot be read to its end";
    if (strcmp(hex, digest) != 0) return "it was altered: its bytes are not those that were written";
    s->head = read_head(file, bytes, before - bytes);
    return s->head ? NULL : "out of memory";
}

bool seal_is_signed(const seal *s, const uint8_t *public_key)
{
    return public_key && !lm_text_unsigned(s->text, SEAL_SIZE, public_key);
}
