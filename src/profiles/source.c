/* source.c - finds the bytes of a profile: shipped with the program, or a file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lammer/embedded.h"
#include "loader.h"

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_path(const char *name)
{
    return strchr(name, '/') || ends_with(name, ".yaml") || ends_with(name, ".yml");
}

static bool open_shipped(loader *l, source *s, const char *name, const char *file, int line)
{
    for (int i = 0; lm_embedded_profiles[i].name; i++) {
        if (strcmp(lm_embedded_profiles[i].name, name) != 0) continue;
        snprintf(s->shown, sizeof s->shown, "%s.yaml", name);
        s->data = lm_embedded_profiles[i].data;
        s->size = lm_embedded_profiles[i].size;
        return true;
    }
    const char *const *names = lm_profile_names();
    char hint[LM_MEANT_TEXT];
    int n = 0;
    while (names[n])
        n++;
    report(l, file, line, /* say:no-such-profile */
           "\"%.64s\" is not a shipped profile%s (lammer rules list names them; a file has a / or ends in .yaml)", name,
           suggest(name, names, n, hint));
    return false;
}

/* A path in `inherits` starts from the folder of the file that names it. */
static bool resolve(char *path, size_t size, const char *name, const source *from)
{
    while (from && strncmp(name, "./", 2) == 0)
        name += 2;
    const char *slash = from && name[0] != '/' ? strrchr(from->shown, '/') : NULL;
    int folder = slash ? (int)(slash - from->shown + 1) : 0;
    int n = snprintf(path, size, "%.*s%s", folder, folder ? from->shown : "", name);
    return n >= 0 && (size_t)n < size;
}

static const char *read_file(source *s, FILE *in)
{
    struct stat info;
    if (fstat(fileno(in), &info) != 0) return strerror(errno);
    s->file[0] = (unsigned long long)info.st_dev;
    s->file[1] = (unsigned long long)info.st_ino;
    if (S_ISDIR(info.st_mode)) return /* say:it-is-a-folder */ "it is a folder";
    if (S_ISREG(info.st_mode) && info.st_size > LM_PROFILE_BYTES)
        return /* say:longer-than-a-mib */ "it is longer than 1 MiB";
    s->owned = malloc(LM_PROFILE_BYTES + 1);
    if (!s->owned) return "not enough memory";
    s->size = fread(s->owned, 1, LM_PROFILE_BYTES + 1, in);
    s->data = s->owned;
    if (ferror(in)) return strerror(errno);
    return s->size > LM_PROFILE_BYTES ? /* say:longer-than-a-mib */ "it is longer than 1 MiB" : NULL;
}

static bool open_file(loader *l, source *s, const char *name, const source *from, int line)
{
    const char *asking = from ? from->shown : name;
    if (!resolve(s->shown, sizeof s->shown, name, from)) {
        report(l, asking, line, "the path \"%.64s...\" is too long", name);
        return false;
    }
    FILE *in = fopen(s->shown, "rb");
    const char *wrong = in ? read_file(s, in) : strerror(errno);
    if (in) fclose(in);
    if (!wrong) return true;
    if (from) {
        report(l, asking, line, /* say:cannot-inherit */ "cannot inherit from %s: %s", s->shown, wrong);
    } else {
        report(l, asking, line, /* say:profile-unreadable */ "cannot be read: %s", wrong);
    }
    source_close(s);
    return false;
}

bool source_open(loader *l, source *s, const char *name, const source *from, int line)
{
    memset(s, 0, sizeof *s);
    if (is_path(name)) return open_file(l, s, name, from, line);
    return open_shipped(l, s, name, from ? from->shown : "", line);
}

void source_close(source *s)
{
    free(s->owned);
    s->owned = NULL;
}
