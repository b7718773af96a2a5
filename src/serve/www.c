/* www.c - pages that the program carries inside itself. */
#include <sodium.h>
#include <string.h>

#include "lammer/embedded.h"
#include "room.h"

static const struct {
    const char *extension, *type;
} types[] = { { "html", "text/html; charset=utf-8" },
              { "js", "text/javascript; charset=utf-8" },
              { "css", "text/css; charset=utf-8" },
              { "svg", "image/svg+xml" },
              { "json", "application/json" },
              { "webmanifest", "application/manifest+json" },
              { "wasm", "application/wasm" },
              { "png", "image/png" },
              { "ico", "image/x-icon" },
              { "woff2", "font/woff2" },
              { "txt", "text/plain; charset=utf-8" },
              { 0, "application/octet-stream" } };

static const char *type_of(const lm_embedded_file *file)
{
    int i = 0;
    while (types[i].extension && strcmp(types[i].extension, file->type) != 0)
        i++;
    return types[i].type;
}

/* "/" is index.html, "/pit" is pit.html, "/app.js" is app.js. */
static bool is_at(const lm_embedded_file *file, const char *path)
{
    const char *name = path[1] ? path + 1 : "index";
    size_t size = strlen(file->name);
    if (strncmp(name, file->name, size) != 0) return false;
    if (name[size] == '.') return strcmp(name + size + 1, file->type) == 0;
    return name[size] == '\0' && strcmp(file->type, "html") == 0;
}

static const lm_embedded_file *find(const char *path)
{
    if (path[0] != '/') return NULL;
    for (const lm_embedded_file *file = lm_embedded_www; file->name; file++) {
        if (is_at(file, path)) return file;
    }
    return NULL;
}

bool www_has(const char *path)
{
    return find(path);
}

static void make_etag(const lm_embedded_file *file, char etag[40])
{
    unsigned char hash[16];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)file->data, file->size, NULL, 0);
    etag[0] = '"';
    sodium_bin2hex(etag + 1, 33, hash, sizeof hash);
    strcpy(etag + 33, "\"");
}

bool www_reply(peer *p)
{
    char known[200];
    const lm_embedded_file *file = find(p->path);
    if (!file) return false;
    p->reply.cache = "no-cache"; /* ask each time whether it has changed */
    make_etag(file, p->reply.etag);
    if (header_copy(p, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known) && strstr(known, p->reply.etag)) {
        http_reply(p, 304, NULL, NULL, 0);
        return true;
    }
    p->reply.lent = file->data;
    http_reply(p, 200, type_of(file), NULL, file->size);
    return true;
}
