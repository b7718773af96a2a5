/* head.c - the head of an HTTP/1.1 request. */
#include <string.h>
#include <strings.h>

#include "head.h"

enum { BAD = 400, TOO_LONG = 431, NO_SUCH_VERSION = 505, LENGTH_DIGITS = 12 };

static bool is_token(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool piece_is(piece p, const char *text)
{
    return p.size == strlen(text) && memcmp(p.at, text, p.size) == 0;
}

static bool piece_is_like(piece p, const char *text)
{
    return p.size == strlen(text) && strncasecmp(p.at, text, p.size) == 0;
}

static piece trim(piece p)
{
    while (p.size && (*p.at == ' ' || *p.at == '\t'))
        p.at++, p.size--;
    while (p.size && (p.at[p.size - 1] == ' ' || p.at[p.size - 1] == '\t'))
        p.size--;
    return p;
}

/* Cuts off the part before the first `end`; false when there is no `end`. */
static bool split(piece *rest, char end, piece *first)
{
    const char *found = memchr(rest->at, end, rest->size);
    if (!found) return false;
    *first = (piece){ rest->at, (size_t)(found - rest->at) };
    rest->size -= first->size + 1;
    rest->at = found + 1;
    return true;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool piece_decode(piece p, bool plus, char *text, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < p.size; i++, n++) {
        int c = (unsigned char)p.at[i];
        if (c == '%') {
            if (p.size - i < 3 || hex(p.at[i + 1]) < 0 || hex(p.at[i + 2]) < 0) return false;
            c = hex(p.at[i + 1]) << 4 | hex(p.at[i + 2]);
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        if (c == 0 || n + 1 >= size) return false;
        text[n] = (char)c;
    }
    text[n] = '\0';
    return true;
}

/* The next line without its end. Lines end with CR LF and hold neither elsewhere. */
static bool next_line(piece *rest, piece *line)
{
    if (!split(rest, '\n', line)) return false;
    if (line->size == 0 || line->at[line->size - 1] != '\r') return false;
    line->size--;
    return !memchr(line->at, '\r', line->size) && !memchr(line->at, '\0', line->size);
}

static method method_named(piece p)
{
    static const char *const names[] = { [METHOD_GET] = "GET", [METHOD_HEAD] = "HEAD", [METHOD_POST] = "POST" };
    for (method m = METHOD_GET; m < METHOD_OTHER; m++) {
        if (piece_is(p, names[m])) return m;
    }
    return METHOD_OTHER;
}

static bool is_word(piece p)
{
    for (size_t i = 0; i < p.size; i++) {
        if (!is_token((unsigned char)p.at[i])) return false;
    }
    return p.size > 0;
}

static bool is_visible(piece p)
{
    for (size_t i = 0; i < p.size; i++) {
        if ((unsigned char)p.at[i] <= ' ' || p.at[i] == 0x7f) return false;
    }
    return true;
}

/* "GET /path?query HTTP/1.1". */
static int read_request(head *h, piece line)
{
    piece name, target;
    if (!split(&line, ' ', &name) || !split(&line, ' ', &target) || !is_word(name) || !is_visible(target)) return BAD;
    if (target.size == 0 || target.at[0] != '/') return BAD;
    if (line.size != 8 || memcmp(line.at, "HTTP/", 5) != 0) return BAD;
    if (!piece_is(line, "HTTP/1.1") && !piece_is(line, "HTTP/1.0")) return NO_SUCH_VERSION;
    h->method = method_named(name);
    h->minor = line.at[7] - '0';
    if (!split(&target, '?', &h->path)) {
        h->path = target;
        target.size = 0;
    }
    h->query = target;
    return 1;
}

/* "Name: value". A line that begins with a space would continue the one before it: refused. */
static int read_field(head *h, piece line)
{
    piece name;
    if (h->lines == HEAD_LINES) return TOO_LONG;
    if (!split(&line, ':', &name) || !is_word(name)) return BAD;
    line = trim(line);
    for (size_t i = 0; i < line.size; i++) {
        unsigned char c = (unsigned char)line.at[i];
        if ((c < ' ' && c != '\t') || c == 0x7f) return BAD;
    }
    h->line[h->lines].name = name;
    h->line[h->lines++].value = line;
    return 1;
}

static int count(const head *h, const char *name, piece *value)
{
    int n = 0;
    for (int i = 0; i < h->lines; i++) {
        if (!piece_is_like(h->line[i].name, name)) continue;
        *value = h->line[i].value;
        n++;
    }
    return n;
}

/* Where the request ends, and whether another may follow. */
static int read_ends(head *h)
{
    piece value;
    int lengths = count(h, "content-length", &value);
    h->length = -1;
    if (lengths > 1) return BAD;
    if (lengths == 1) {
        if (value.size == 0 || value.size > LENGTH_DIGITS) return BAD;
        h->length = 0;
        for (size_t i = 0; i < value.size; i++) {
            if (value.at[i] < '0' || value.at[i] > '9') return BAD;
            h->length = 10 * h->length + (value.at[i] - '0');
        }
    }
    h->chunked = count(h, "transfer-encoding", &value) > 0;
    int hosts = count(h, "host", &value);
    if (hosts > 1 || (hosts == 0 && h->minor == 1)) return BAD;
    h->close = head_lists(h, "connection", "close") || (h->minor == 0 && !head_lists(h, "connection", "keep-alive"));
    h->continues = h->minor == 1 && head_lists(h, "expect", "100-continue");
    return 1;
}

/* Skips empty lines before a request, as old clients sent them after a body. */
int head_parse(head *h, const char *data, size_t size)
{
    piece rest = { data, size }, line;
    int result = 0;
    *h = (head){ 0 };
    while (rest.size >= 2 && rest.at[0] == '\r' && rest.at[1] == '\n')
        rest.at += 2, rest.size -= 2;
    if (rest.size == 0 || (rest.size == 1 && rest.at[0] == '\r')) return size > HEAD_BYTES ? BAD : 0;
    size_t first = (size_t)(rest.at - data), most = rest.size < HEAD_BYTES ? rest.size : HEAD_BYTES;
    const char *end = NULL;
    for (size_t i = 3; i < most && !end; i++) {
        if (rest.at[i] == '\n' && memcmp(rest.at + i - 3, "\r\n\r", 3) == 0) end = rest.at + i + 1;
    }
    /* methods are short, so these bytes cannot be the beginning of a request */
    for (size_t i = 0; i < most && i < 16 && rest.at[i] != ' '; i++) {
        if (!is_token((unsigned char)rest.at[i])) return BAD;
    }
    if (!end) return rest.size >= HEAD_BYTES ? TOO_LONG : 0;
    rest.size = (size_t)(end - rest.at) - 2; /* without the empty line */
    h->size = first + rest.size + 2;
    if (!next_line(&rest, &line) || (result = read_request(h, line)) != 1) return result ? result : BAD;
    while (rest.size > 0) {
        if (!next_line(&rest, &line)) return BAD;
        if ((result = read_field(h, line)) != 1) return result;
    }
    return read_ends(h);
}

bool head_has(const head *h, const char *name)
{
    piece value;
    return count(h, name, &value) > 0;
}

static bool copy(piece value, char *text, size_t size)
{
    text[0] = '\0';
    if (value.size == 0 || value.size >= size) return false;
    memcpy(text, value.at, value.size);
    text[value.size] = '\0';
    return true;
}

bool head_copy(const head *h, const char *name, char *text, size_t size)
{
    piece value = { 0 };
    count(h, name, &value);
    return copy(value, text, size);
}

bool head_last(const head *h, const char *name, char *text, size_t size)
{
    piece rest = { 0 }, item;
    count(h, name, &rest);
    while (rest.size && split(&rest, ',', &item))
        ;
    return copy(trim(rest), text, size);
}

bool head_lists(const head *h, const char *name, const char *word)
{
    for (int i = 0; i < h->lines; i++) {
        piece rest = h->line[i].value, item;
        if (!piece_is_like(h->line[i].name, name)) continue;
        while (split(&rest, ',', &item)) {
            if (piece_is_like(trim(item), word)) return true;
        }
        if (piece_is_like(trim(rest), word)) return true;
    }
    return false;
}
