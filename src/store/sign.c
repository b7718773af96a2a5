/* sign.c - the house's Ed25519 key, signed snapshots and signed heads. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record.h"
#include "sign.h"

struct lm_signer {
    uint8_t public_key[crypto_sign_PUBLICKEYBYTES];
    uint8_t secret[crypto_sign_SECRETKEYBYTES];
};

/* --- the key ---------------------------------------------------------------------------------------------- */

enum { SEED_HEX = 2 * crypto_sign_SEEDBYTES };

static bool write_seed(const char *path)
{
    uint8_t seed[crypto_sign_SEEDBYTES];
    char hex[SEED_HEX + 2];
    randombytes_buf(seed, sizeof seed);
    sodium_bin2hex(hex, sizeof hex, seed, sizeof seed);
    strcat(hex, "\n");
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool well = file >= 0 && write(file, hex, SEED_HEX + 1) == SEED_HEX + 1 && fsync(file) == 0;
    if (file >= 0 && close(file) != 0) well = false;
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(hex, sizeof hex);
    return well;
}

static bool read_seed(int file, uint8_t seed[crypto_sign_SEEDBYTES])
{
    char hex[SEED_HEX + 2] = { 0 };
    size_t size = 0;
    ssize_t n = read(file, hex, SEED_HEX + 1);
    bool well = n >= SEED_HEX && (n == SEED_HEX || hex[SEED_HEX] == '\n') &&
                sodium_hex2bin(seed, crypto_sign_SEEDBYTES, hex, SEED_HEX, NULL, &size, NULL) == 0 &&
                size == crypto_sign_SEEDBYTES;
    sodium_memzero(hex, sizeof hex);
    return well;
}

bool lm_key_is_private(int file, const char *path, char *text)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !(about.st_mode & (S_IRWXG | S_IRWXO))) return true;
    snprintf(text, LM_STORE_TEXT,
             /* say:key-open-to-others */
             "%.200s: other users can read this key (mode %04o); chmod 600 it, and replace "
             "it if another user could have copied it",
             path, (unsigned)about.st_mode & 07777);
    return false;
}

bool lm_key_file_is_private(const char *path, char *text)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) snprintf(text, LM_STORE_TEXT, "%.200s: %s", path, strerror(errno));
    bool is_private = file >= 0 && lm_key_is_private(file, path, text);
    if (file >= 0) close(file);
    return is_private;
}

lm_signer *lm_signer_load(const char *path, bool create, char *text)
{
    lm_signer *signer = NULL;
    uint8_t seed[crypto_sign_SEEDBYTES];
    if (sodium_init() < 0) {
        snprintf(text, LM_STORE_TEXT, "libsodium does not start");
        return NULL;
    }
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 && errno == ENOENT && create && write_seed(path)) file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        snprintf(text, LM_STORE_TEXT, /* say:key-cannot-open */ "%s: the key cannot be opened: %s%s", path,
                 strerror(errno), errno == ENOENT && create ? "; make its folder first" : "");
        return NULL;
    }
    if (!read_seed(file, seed)) {
        snprintf(text, LM_STORE_TEXT,
                 /* say:no-key */ "%s: this is not a key; a key file holds %d hexadecimal digits", path, SEED_HEX);
    } else if (lm_key_is_private(file, path, text) && !(signer = malloc(sizeof *signer))) {
        snprintf(text, LM_STORE_TEXT, "out of memory");
    } else if (signer) {
        crypto_sign_seed_keypair(signer->public_key, signer->secret, seed);
    }
    sodium_memzero(seed, sizeof seed);
    close(file);
    return signer;
}

void lm_signer_free(lm_signer *signer)
{
    if (signer) sodium_memzero(signer, sizeof *signer);
    free(signer);
}

const uint8_t *lm_signer_public(const lm_signer *signer)
{
    return signer->public_key;
}

void lm_store_fingerprint(const uint8_t *public_key, char fingerprint[LM_STORE_FINGERPRINT])
{
    sodium_bin2hex(fingerprint, LM_STORE_FINGERPRINT, public_key, PUBLIC_KEY);
}

/* --- snapshots -------------------------------------------------------------------------------------------- */

/* The signed bytes: the words below, the house, the stream, the number, the record's hash, the state's hash. */
static size_t snapshot_message(const char *house, const lm_snapshot_row *row, uint8_t message[512])
{
    char text[2 * LM_STORE_NAME + 64];
    int n = snprintf(text, sizeof text, "lammer snapshot 1\n%s\n%s\n%" PRId64 "\n", house, row->stream, row->seq);
    memcpy(message, text, (size_t)n);
    memcpy(message + n, row->hash, LM_STORE_HASH);
    bytes_hash(row->state, row->size, message + n + LM_STORE_HASH);
    return (size_t)n + 2 * LM_STORE_HASH;
}

lm_snapshot_row snapshot_of(const snapshot_row *r)
{
    return (lm_snapshot_row){ r->stream,         r->seq,           r->hash, r->state.data, r->state.size,
                              r->signature.data, r->signature.size };
}

void sign_snapshot(const lm_signer *signer, const char *house, const snapshot_row *row,
                   uint8_t signature[LM_STORE_SIGNATURE])
{
    uint8_t message[512];
    lm_snapshot_row snapshot = snapshot_of(row);
    size_t size = snapshot_message(house, &snapshot, message);
    crypto_sign_detached(signature, NULL, message, size, signer->secret);
}

bool lm_snapshot_signed(const uint8_t public_key[PUBLIC_KEY], const char *house, const lm_snapshot_row *row)
{
    uint8_t message[512];
    if (row->signature_size != LM_STORE_SIGNATURE) return false;
    size_t size = snapshot_message(house, row, message);
    return crypto_sign_verify_detached(row->signature, message, size, public_key) == 0;
}

/* --- heads ------------------------------------------------------------------------------------------------ */

void head_begin(buffer *text, const char *house, int64_t time_ms, const uint8_t public_key[PUBLIC_KEY])
{
    char hex[2 * PUBLIC_KEY + 1], line[256];
    sodium_bin2hex(hex, sizeof hex, public_key, PUBLIC_KEY);
    int n = snprintf(line, sizeof line, "lammer head 2\nhouse %s\ntime %" PRId64 "\nkey %s\n", house, time_ms, hex);
    buffer_bytes(text, line, (size_t)n);
}

void head_add(buffer *text, const lm_head_line *line)
{
    char hex[2 * LM_STORE_HASH + 1], out[LM_STORE_NAME + 128];
    sodium_bin2hex(hex, sizeof hex, line->hash, LM_STORE_HASH);
    int n =
        snprintf(out, sizeof out, "stream %" PRId64 " %s %" PRId64 " %s\n", line->seq, hex, line->epoch, line->stream);
    buffer_bytes(text, out, (size_t)n);
}

void head_add_rest(buffer *text, const lm_head_rest *rest)
{
    char hex[2 * LM_STORE_HASH + 1], out[LM_REST_NAME + 128];
    sodium_bin2hex(hex, sizeof hex, rest->digest, LM_STORE_HASH);
    int n = snprintf(out, sizeof out, "rest %" PRId64 " %s %s\n", rest->rows, hex, rest->name);
    buffer_bytes(text, out, (size_t)n);
}

void lm_text_sign(const lm_signer *signer, const void *text, size_t size, char line[LM_SIGNATURE_LINE + 1])
{
    uint8_t signature[LM_STORE_SIGNATURE];
    char hex[2 * LM_STORE_SIGNATURE + 1];
    crypto_sign_detached(signature, NULL, text, size, signer->secret);
    sodium_bin2hex(hex, sizeof hex, signature, sizeof signature);
    snprintf(line, LM_SIGNATURE_LINE + 1, "signature %s\n", hex);
}

static bool hex_is(const char *hex, uint8_t *out, size_t size)
{
    size_t read = 0;
    if (strspn(hex, "0123456789abcdef") != 2 * size) return false; /* canonical form: no byte may differ */
    return strlen(hex) == 2 * size && sodium_hex2bin(out, size, hex, 2 * size, NULL, &read, NULL) == 0 && read == size;
}

bool lm_store_fingerprint_read(const char *fingerprint, uint8_t public_key[LM_STORE_HASH])
{
    return hex_is(fingerprint, public_key, PUBLIC_KEY);
}

static bool head_line_read(const char *text, int format, lm_head_line *line)
{
    char hex[2 * LM_STORE_HASH + 1];
    int end = 0;
    memset(line, 0, sizeof *line);
    int read = format == 1 ? sscanf(text, "stream %" SCNd64 " %64s %120s%n", &line->seq, hex, line->stream, &end)
                           : sscanf(text, "stream %" SCNd64 " %64s %" SCNd64 " %120s%n", &line->seq, hex, &line->epoch,
                                    line->stream, &end) -
                                 1;
    return read == 3 && text[end] == '\n' && hex_is(hex, line->hash, LM_STORE_HASH);
}

static bool head_rest_read(const char *text, lm_head_rest *rest)
{
    char hex[2 * LM_STORE_HASH + 1];
    int end = 0;
    memset(rest, 0, sizeof *rest);
    return sscanf(text, "rest %" SCNd64 " %64s %15s%n", &rest->rows, hex, rest->name, &end) == 3 && text[end] == '\n' &&
           hex_is(hex, rest->digest, LM_STORE_HASH);
}

const char *lm_text_unsigned(const char *text, size_t size, const uint8_t public_key[PUBLIC_KEY])
{
    char hex[2 * LM_STORE_SIGNATURE + 1] = { 0 };
    uint8_t signature[LM_STORE_SIGNATURE];
    const char *line = size < LM_SIGNATURE_LINE ? "" : text + size - LM_SIGNATURE_LINE;
    if (strncmp(line, "signature ", 10) != 0 || text[size - 1] != '\n') return "it does not end with a signature";
    memcpy(hex, line + 10, 2 * LM_STORE_SIGNATURE);
    if (!hex_is(hex, signature, sizeof signature) ||
        crypto_sign_verify_detached(signature, (const uint8_t *)text, size - LM_SIGNATURE_LINE, public_key) != 0)
        return "its signature is wrong: it was altered";
    return NULL;
}

enum { HEAD_FORMATS = 2 };

/* Reads the lines before the streams; *end is where the streams begin. */
static const char *read_top(const char *head, lm_head_names *names, uint8_t key[PUBLIC_KEY], int *format, int *end)
{
    char house[40] = "", hex[80] = "";
    int64_t time_ms;
    *end = 0;
    int n = sscanf(head, "lammer head %1d house %39s time %" SCNd64 " key %79s%n", format, house, &time_ms, hex, end);
    if (n != 4 || !*end || head[*end] != '\n' || !hex_is(hex, key, PUBLIC_KEY)) return "it is not a signed head";
    if (*format < 1 || *format > HEAD_FORMATS) return "it was written by a newer lammer; use that program";
    if (names->house[0] && strcmp(house, names->house) != 0) return "it is the head of another house";
    if (names->key[0] && strcmp(hex, names->key) != 0) return "it was signed with another key than the house's";
    snprintf(names->house, sizeof names->house, "%s", house);
    snprintf(names->key, sizeof names->key, "%.64s", hex);
    ++*end;
    return NULL;
}

/* Reads a line about a stream, or about rows outside the chains. */
static const char *hear_line(const char *text, int format, const lm_head_reader *reader)
{
    lm_head_line line;
    lm_head_rest rest;
    bool heard = true;
    if (head_line_read(text, format, &line)) {
        if (reader->line) heard = reader->line(reader->context, &line);
    } else if (format >= 2 && head_rest_read(text, &rest)) {
        if (reader->rest) heard = reader->rest(reader->context, &rest);
    } else {
        return "one of its lines cannot be read";
    }
    return heard ? NULL : "out of memory";
}

const char *lm_head_read(const char *head, size_t size, lm_head_names *names, const lm_head_reader *reader)
{
    uint8_t key[PUBLIC_KEY];
    lm_head_names named = *names;
    int end, format;
    if (sodium_init() < 0 || strnlen(head, size) != size) return "it is not a signed head";
    const char *wrong = read_top(head, &named, key, &format, &end);
    if (!wrong) wrong = lm_text_unsigned(head, size, key);
    if (!wrong) *names = named;
    for (const char *at = head + end; !wrong && strncmp(at, "signature ", 10) != 0; at = strchr(at, '\n') + 1)
        wrong = hear_line(at, format, reader);
    return wrong;
}

void lm_batch_head(lm_batch *batch, const char *actor, const char *head)
{
    uint8_t digest[LM_STORE_HASH];
    char hex[2 * LM_STORE_HASH + 1], body[128];
    size_t size = strlen(head);
    bytes_hash(head, size, digest);
    sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
    int n = snprintf(body, sizeof body, "{\"digest\":\"%s\"}", hex);
    lm_batch_append(batch, LM_STORE_HEADS, LM_STORE_ANY, "signed-head", actor, body, (size_t)n);
    lm_batch_snapshot(batch, LM_STORE_HEADS, LM_STORE_ANY, head, size);
}
