/* www.c - serves the pages embedded in the program. */
#include <sodium.h>
#include <stdio.h>
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

/* "/" is index.html, "/plain.js" is plain.js, "/pit" is pit.html if there is one. */
static bool is_at(const lm_embedded_file *file, const char *path)
{
    const char *name = path[1] ? path + 1 : "index";
    size_t size = strlen(file->name);
    if (strncmp(name, file->name, size) != 0) return false;
    if (name[size] == '.') return strcmp(name + size + 1, file->type) == 0;
    return name[size] == '\0' && strcmp(file->type, "html") == 0;
}

static const lm_embedded_file *file_at(const char *path)
{
    for (const lm_embedded_file *file = lm_embedded_www; file->name; file++) {
        if (is_at(file, path)) return file;
    }
    return NULL;
}

/* One page serves many paths: it reads its own path and decides what to show. */
static bool is_of_the_page(const char *path)
{
    static const char *const segments[] = { "table", "dealer", "meter", "rules", "recall",  "hand",    "pit",
                                            "odds",  "coach",  "fair",  "cage",  "sign-in", "account", NULL };
    size_t size = strcspn(path + 1, "/");
    for (int i = 0; segments[i]; i++) {
        if (strlen(segments[i]) == size && memcmp(segments[i], path + 1, size) == 0) return true;
    }
    return false;
}

static const lm_embedded_file *find(const char *path)
{
    if (path[0] != '/') return NULL;
    const lm_embedded_file *file = file_at(path);
    return file || !is_of_the_page(path) ? file : file_at("/");
}

/* The compressed version of a file: "app.js.gz" beside "app.js". */
static const lm_embedded_file *smaller(const lm_embedded_file *file)
{
    char whole[200];
    snprintf(whole, sizeof whole, "%s.%s", file->name, file->type);
    for (const lm_embedded_file *other = lm_embedded_www; other->name; other++) {
        if (strcmp(other->type, "gz") == 0 && strcmp(other->name, whole) == 0) return other;
    }
    return NULL;
}

bool lm_serve_has_sign_in_page(void)
{
    return !file_at("/plain.js");
}

/* "app-5KQ2W7ZD.js": a file with the hash of its content in its name gets another name when it changes. */
static bool is_hashed(const lm_embedded_file *file)
{
    enum { HASH = 8 };
    const char *dash = strrchr(file->name, '-');
    return dash && strlen(dash + 1) == HASH && strspn(dash + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == HASH;
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

static bool accepts_gzip(const peer *p)
{
    char accepted[200];
    return head_copy(p->head, "accept-encoding", accepted, sizeof accepted) && strstr(accepted, "gzip");
}

static bool asks_for_page(const peer *p)
{
    char accepted[200];
    return head_copy(p->head, "accept", accepted, sizeof accepted) && strstr(accepted, "text/html");
}

/* The messages of a language, such as "es-5KQ2W7ZD.js"; NULL if the pages do not have it. */
static const lm_embedded_file *messages_of(const char *language)
{
    for (const lm_embedded_file *file = lm_embedded_www; file->name; file++) {
        if (strncmp(file->name, language, 2) == 0 && file->name[2] == '-' && is_hashed(file) &&
            strcmp(file->type, "js") == 0)
            return file;
    }
    return NULL;
}

/* The messages in the language that the reader chose, or else in the first of the browser's languages that the pages
 * have. */
static const lm_embedded_file *messages_for(const peer *p)
{
    static const char chosen[] = "language=";
    char text[1000];
    const char *cookie = head_copy(p->head, "cookie", text, sizeof text) ? strstr(text, chosen) : NULL;
    const lm_embedded_file *found = cookie ? messages_of(cookie + sizeof chosen - 1) : NULL;
    if (!found && head_copy(p->head, "accept-language", text, sizeof text)) {
        for (const char *at = text; *at && !found; at += strcspn(at, ","), at += strspn(at, ", "))
            found = messages_of(at);
    }
    return found ? found : messages_of("en");
}

/* The page has one script of its own, which opens its socket while the others are still on their way. */
static void allow_own_script(reply *r, const lm_embedded_file *page)
{
    static const char begin[] = "<script>";
    unsigned char hash[crypto_hash_sha256_BYTES];
    char text[48];
    const char *at = strstr(page->data, begin), *from = at ? at + sizeof begin - 1 : NULL;
    const char *to = from ? strstr(from, "</script>") : NULL;
    if (!to) return;
    crypto_hash_sha256(hash, (const unsigned char *)from, (size_t)(to - from));
    sodium_bin2base64(text, sizeof text, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    snprintf(r->script, sizeof r->script, " 'sha256-%s'", text);
}

/* Names files that a browser should load with the page instead of after its scripts. */
static void link_needs(peer *p)
{
    static const char early[] = "; rel=preload; as=fetch; crossorigin";
    const lm_embedded_file *messages = messages_for(p);
    if (!messages) return;
    snprintf(p->reply.link, sizeof p->reply.link, "</%s.js>; rel=modulepreload, </session>%s%s%s", messages->name,
             early, p->path[1] ? "" : ", </api/lobby?limit=200>", p->path[1] ? "" : early);
}

static void reply_file(peer *p, const lm_embedded_file *file, int status)
{
    char known[200];
    const lm_embedded_file *packed = smaller(file);
    reply *r = &p->reply;
    const char *type = type_of(file);
    r->cache = is_hashed(file) ? "public, max-age=31536000, immutable" : "no-cache"; /* asks each time */
    r->varies = packed;
    if (strcmp(file->type, "html") == 0) {
        link_needs(p);
        allow_own_script(r, file);
    }
    if (packed && accepts_gzip(p)) {
        r->encoding = "gzip";
        file = packed;
    }
    make_etag(file, r->etag);
    if (status == 200 && head_copy(p->head, "if-none-match", known, sizeof known) && strstr(known, r->etag)) {
        http_reply(p, 304, NULL, NULL, 0);
        return;
    }
    http_reply(p, status, type, file->data, file->size);
}

void www_reply(peer *p)
{
    reply_file(p, find(p->path), 200);
}

/* A browser gets the page, which says that the path does not exist and offers links; a program gets a sentence. */
void www_reply_unknown(peer *p)
{
    const lm_embedded_file *page = file_at("/");
    if (page && asks_for_page(p)) {
        reply_file(p, page, 404);
    } else {
        http_refuse(p, 404, "there is nothing at %s", p->path);
    }
}
