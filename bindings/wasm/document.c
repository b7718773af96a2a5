/* document.c - a shipped profile as the build has flattened it: one setting a line, with the file and line that it
 * comes from. There is no YAML in a browser, and every `inherits` was followed when the profile was flattened. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loader.h"

/* FILE, LINE, KEY and VALUE with tabs between. */
enum { FILE_FIELD, LINE_FIELD, KEY_FIELD, VALUE_FIELD, FIELDS };

static void read_about(lm_submission *about, const char *key, const char *value)
{
    size_t size;
    char *text = about_field(about, key, &size);
    if (text) snprintf(text, size, "%s", value);
}

static void read_line(loader *l, char *line)
{
    const char *field[FIELDS];
    for (int i = 0; i < FIELDS; i++) {
        size_t n = strcspn(line, "\t");
        field[i] = line;
        line += n;
        if (*line) *line++ = '\0';
    }
    int number = (int)strtol(field[LINE_FIELD], NULL, 10);
    if (strcmp(field[KEY_FIELD], "offer") == 0) {
        add_offer(l, field[VALUE_FIELD], field[FILE_FIELD], number);
    } else if (strcmp(field[FILE_FIELD], "about") == 0) {
        read_about(&l->profile->about, field[KEY_FIELD], field[VALUE_FIELD]);
    } else {
        set_rule(l, field[KEY_FIELD], field[VALUE_FIELD], field[FILE_FIELD], number);
    }
}

void document_read(loader *l, const source *s)
{
    char line[2 * SCALAR + 300];
    const char *at = s->data, *end = s->data + s->size;
    while (at < end) {
        size_t n = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, at);
        read_line(l, line);
        at += n + 1;
    }
}

bool document_inherits(const source *s, char value[SCALAR], int *line)
{
    (void)s, (void)value, (void)line;
    return false;
}
