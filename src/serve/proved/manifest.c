/* manifest.c - digests of the program and its embedded files.
 *
 *   lammer manifest 1
 *   version 0.1.0
 *   8f0c...  program
 *   27b1...  profile/ia-freebet
 *
 * A digest is BLAKE2b-256, as `b2sum -l 256` prints it. The program is read from its file; embedded files are read in
 * memory, so that an altered profile is reported by its name. */
#define _GNU_SOURCE /* open_memstream, readlink */
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "lammer/embedded.h"
#include "lammer/server/serve.h"
#include "lammer/version.h"
#include "manifest.h"
#include "signed_heads.h"

enum { DIGEST_BYTES = (MANIFEST_DIGEST - 1) / 2, PIECE = 65536 };

extern const lm_embedded_file lm_embedded_migrations_sqlite[], lm_embedded_migrations_postgres[];

static const struct {
    const char *folder;
    const lm_embedded_file *files;
} carried[] = {
    { "profile", lm_embedded_profiles },
    { "page", lm_embedded_www },
    { "migration/sqlite", lm_embedded_migrations_sqlite },
    { "migration/postgresql", lm_embedded_migrations_postgres },
};

static void digest_bytes(const void *bytes, size_t size, char hex[MANIFEST_DIGEST])
{
    uint8_t digest[DIGEST_BYTES];
    crypto_generichash(digest, sizeof digest, bytes, size, NULL, 0);
    sodium_bin2hex(hex, MANIFEST_DIGEST, digest, sizeof digest);
}

static bool digest_file(int file, char hex[MANIFEST_DIGEST])
{
    static const size_t most = PIECE;
    uint8_t digest[DIGEST_BYTES], *piece = malloc(most);
    crypto_generichash_state state;
    off_t at = 0;
    ssize_t n = piece ? 1 : -1;
    crypto_generichash_init(&state, NULL, 0, sizeof digest);
    while (n > 0 && (n = pread(file, piece, most, at)) > 0) {
        crypto_generichash_update(&state, piece, (size_t)n);
        at += n;
    }
    crypto_generichash_final(&state, digest, sizeof digest);
    sodium_bin2hex(hex, MANIFEST_DIGEST, digest, sizeof digest);
    free(piece);
    return n == 0;
}

/* The path of the program; without /proc, the path it was started by. */
static bool program_path(char *path, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    const char *started = (const char *)getauxval(AT_EXECFN);
    if (n > 0) path[n] = '\0';
    return n > 0 || (started && (size_t)snprintf(path, size, "%s", started) < size);
}

/* The link in /proc leads to the running program even if its file was replaced since. */
int manifest_open_program(void)
{
    char path[1024];
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    return file >= 0 || !program_path(path, sizeof path) ? file : open(path, O_RDONLY | O_CLOEXEC);
}

static void print_carried(FILE *out)
{
    char hex[MANIFEST_DIGEST];
    for (size_t i = 0; i < sizeof carried / sizeof *carried; i++) {
        for (const lm_embedded_file *f = carried[i].files; f->name; f++) {
            digest_bytes(f->data, f->size, hex);
            fprintf(out, "%s  %s/%s.%s\n", hex, carried[i].folder, f->name, f->type);
        }
    }
}

char *manifest_make(int program)
{
    char hex[MANIFEST_DIGEST], *text = NULL;
    size_t size;
    FILE *out = sodium_init() >= 0 && digest_file(program, hex) ? open_memstream(&text, &size) : NULL;
    if (!out) return NULL;
    fprintf(out, "lammer manifest 1\nversion %s\n%s  program\n", LAMMER_VERSION, hex);
    print_carried(out);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

char *manifest_read(const char *path)
{
    char program[1024], beside[1200];
    if (path) return text_of_file(path);
    if (!program_path(program, sizeof program)) return NULL;
    snprintf(beside, sizeof beside, "%s.manifest", program);
    char *text = text_of_file(beside), *slash = strrchr(program, '/');
    if (text || !slash) return text;
    *slash = '\0';
    snprintf(beside, sizeof beside, "%s/../share/lammer/manifest", program);
    return text_of_file(beside);
}

/* Whether the text contains this line. */
static bool has_line(const char *text, const char *line, size_t size)
{
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        if (strcspn(at, "\n") == size && strncmp(at, line, size) == 0) return true;
    }
    return false;
}

/* Adds the names of lines that the other text lacks, each once. */
static void tell_missing(const char *text, const char *other, char *what, size_t size)
{
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t n = strcspn(at, "\n"), used = strlen(what);
        if (has_line(other, at, n)) continue;
        const char *two = n > MANIFEST_DIGEST && at[MANIFEST_DIGEST - 1] == ' ' ? at + MANIFEST_DIGEST + 1 : at;
        int length = (int)(n - (size_t)(two - at));
        char name[100];
        snprintf(name, sizeof name, "%.*s", length, two);
        if (!strstr(what, name)) snprintf(what + used, size - used, "%s%s", used ? ", " : "", name);
    }
}

bool manifest_agrees(const char *kept, const char *now, char *what, size_t size)
{
    what[0] = '\0';
    tell_missing(kept, now, what, size);
    tell_missing(now, kept, what, size);
    return !what[0];
}

void manifest_digest(const char *manifest, char digest[MANIFEST_DIGEST])
{
    digest_bytes(manifest, strlen(manifest), digest);
}

void manifest_digest_of(const char *manifest, const char *name, char digest[MANIFEST_DIGEST])
{
    size_t size = strlen(name);
    digest[0] = '\0';
    for (const char *at = manifest; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t n = strcspn(at, "\n");
        if (n != MANIFEST_DIGEST + 1 + size || strncmp(at + MANIFEST_DIGEST + 1, name, size) != 0) continue;
        snprintf(digest, MANIFEST_DIGEST, "%s", at);
    }
}

char *lm_serve_manifest(void)
{
    int program = manifest_open_program();
    char *text = program >= 0 ? manifest_make(program) : NULL;
    if (program >= 0) close(program);
    return text;
}
