/* said.c - sentences by their ids, read once from tools/sentences. */
#include "said.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

enum { GAP = 1, LINES = 256 * 1024 };

static char *catalogue(void)
{
    static char lines[LINES];
    if (*lines) return lines;
    FILE *f = popen("tools/sentences --lines", "r");
    if (!f) fail_msg("tools/sentences cannot be run");
    size_t n = fread(lines, 1, LINES - 1, f);
    if (pclose(f) != 0 || n == 0 || n == LINES - 1) fail_msg("tools/sentences failed, or has more to say than is kept");
    return lines;
}

/* The sentence of "say:id" up to the end of its line; GAP stands for what the program fills in. */
static const char *sentence(const char *id, size_t size)
{
    for (const char *line = catalogue(); *line; line = strchr(line, '\n') + 1)
        if (strncmp(line, id, size) == 0 && line[size] == '\t') return line + size + 1;
    fail_msg("no sentence has the id %.*s: tools/sentences lists them", (int)size, id);
    return NULL;
}

static bool same_letter(char a, char b, bool first)
{
    return a == b || (first && tolower((unsigned char)a) == tolower((unsigned char)b));
}

/* Whether the sentence stands at the beginning of `text`; `filled` is "|what stands in the next gap|..."
 * or "". */
static bool begins(const char *text, const char *s, const char *filled, bool first)
{
    for (; *s && *s != '\n' && *s != GAP; s++, text++, first = false)
        if (!*text || !same_letter(*s, *text, first)) return false;
    if (*s != GAP) return true;
    const char *field = *filled ? filled + 1 : "";
    size_t size = strcspn(field, "|");
    if (size) return strncmp(text, field, size) == 0 && begins(text + size, s + 1, field + size, false);
    for (;; text++) {
        if (begins(text, s + 1, field, false)) return true;
        if (!*text) return false;
    }
}

/* One message: text that stands before the sentence, the sentence's id, what fills its gaps. */
static bool holds(const char *text, const char *message)
{
    const char *id = strstr(message, "say:");
    if (!id) return strstr(text, message) != NULL;
    size_t before = (size_t)(id - message), size = strcspn(id, "|");
    const char *s = sentence(id, size);
    do {
        if (strncmp(text, message, before) == 0 && begins(text + before, s, id + size, true)) return true;
    } while (*text++);
    return false;
}

bool is_said(const char *text, const char *message)
{
    char one[512];
    for (const char *rest = message, *next = message; next; rest = next + strlen(" & ")) {
        next = strstr(rest, " & ");
        size_t size = next ? (size_t)(next - rest) : strlen(rest);
        assert_true(size < sizeof one);
        memcpy(one, rest, size);
        one[size] = 0;
        if (!holds(text, one)) return false;
    }
    return true;
}

void said_check(const char *text, const char *message, bool wanted, const char *file, int line)
{
    if (is_said(text, message) == wanted) return;
    print_error("%s %s:\n%s\n", message, wanted ? "is not said" : "is said", text);
    _fail(file, line);
}
