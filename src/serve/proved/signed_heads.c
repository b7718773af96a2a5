/* signed_heads.c - signed heads in files: the last head, the last head of each day, and heads that are stamped. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "signed_heads.h"

enum { STAMP_MS = 60 * 60 * 1000, HEAD_MOST = 64 * 1024 * 1024 };

void signed_heads_open(signed_heads *h, const char *folder, const char *server)
{
    *h = (signed_heads){ .folder = folder, .stamper = -1 };
    snprintf(h->name, sizeof h->name, "%s", server);
    for (char *c = h->name; *c; c++) {
        if (*c <= ' ' || *c == '/' || *c > '~' || (*c == '.' && c == h->name)) *c = '_';
    }
}

char *text_of_file(const char *path)
{
    FILE *file = fopen(path, "rbe");
    if (!file) return NULL;
    char *text = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size >= 0 && size <= HEAD_MOST && fseek(file, 0, SEEK_SET) == 0) text = malloc((size_t)size + 1);
    size_t n = text ? fread(text, 1, (size_t)size, file) : 0;
    if (text) text[n] = '\0';
    if (text && n != (size_t)size) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* NAME.head, not NAME-DATE.head or NAME-TIME.head. */
static bool is_last(const char *file)
{
    size_t n = strlen(file), end = strlen(".head");
    if (n <= end || strcmp(file + n - end, ".head") != 0) return false;
    const char *dash = strrchr(file, '-');
    bool dated = n > 16 && file[n - 16] == '-' && strspn(file + n - 15, "0123456789-") == 10;
    return !dated && !(dash && strspn(dash + 1, "0123456789TZ") == strlen(dash + 1) - end && strchr(dash, 'T'));
}

/* The newest head that a server left in the folder under another name; every head covers the whole house. */
static bool newest_other(const signed_heads *h, char path[HEADS_PATH])
{
    char one[HEADS_PATH];
    struct stat about;
    struct timespec newest = { 0 };
    DIR *folder = opendir(h->folder);
    bool found = false;
    for (const struct dirent *at; folder && (at = readdir(folder));) {
        if (!is_last(at->d_name)) continue;
        snprintf(one, sizeof one, "%s/%s", h->folder, at->d_name);
        if (stat(one, &about) != 0 || about.st_mtim.tv_sec < newest.tv_sec ||
            (about.st_mtim.tv_sec == newest.tv_sec && about.st_mtim.tv_nsec <= newest.tv_nsec))
            continue;
        newest = about.st_mtim;
        memcpy(path, one, sizeof one);
        found = true;
    }
    if (folder) closedir(folder);
    return found;
}

char *signed_heads_last(const signed_heads *h)
{
    char path[HEADS_PATH];
    errno = ENOENT;
    if (!h->folder) return NULL;
    snprintf(path, sizeof path, "%s/%s.head", h->folder, h->name);
    char *head = text_of_file(path);
    if (head || errno != ENOENT) return head;
    bool other = newest_other(h, path);
    errno = ENOENT;
    return other ? text_of_file(path) : NULL;
}

/* Writes the whole file or nothing, even if the power fails. */
static const char *replace(const char *path, const char *head)
{
    char part[HEADS_PATH + 24];
    size_t size = strlen(head);
    snprintf(part, sizeof part, "%s.%d.part", path, (int)getpid()); /* servers without a name share the file */
    int file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    bool well = file >= 0;
    for (size_t at = 0; well && at < size;) {
        ssize_t n = write(file, head + at, size - at);
        well = n > 0;
        if (well) at += (size_t)n;
    }
    well = well && fsync(file) == 0;
    if (file >= 0 && close(file) != 0) well = false;
    return well && rename(part, path) == 0 ? NULL : strerror(errno);
}

/* A stamp covers exactly these bytes, so they are kept under their own name. */
static const char *keep_for_stamp(signed_heads *h, const char *head, const char *time, int64_t now_ms)
{
    char path[HEADS_PATH], line[HEADS_PATH + 2];
    snprintf(path, sizeof path, "%s/%s-%s.head", h->folder, h->name, time);
    const char *wrong = replace(path, head);
    if (wrong) return wrong;
    int n = snprintf(line, sizeof line, "%s\n", path);
    if (write(h->stamper, line, (size_t)n) != n) return "the process that fetches stamps has ended";
    h->stamped_ms = now_ms;
    return NULL;
}

const char *signed_heads_keep(signed_heads *h, const char *head, int64_t now_ms, bool last)
{
    char path[HEADS_PATH], date[16], moment[24];
    struct tm now;
    time_t seconds = (time_t)(now_ms / 1000);
    if (!h->folder) return NULL;
    gmtime_r(&seconds, &now);
    strftime(date, sizeof date, "%Y-%m-%d", &now);
    strftime(moment, sizeof moment, "%Y%m%dT%H%M%SZ", &now);
    snprintf(path, sizeof path, "%s/%s-%s.head", h->folder, h->name, date);
    const char *wrong = replace(path, head);
    snprintf(path, sizeof path, "%s/%s.head", h->folder, h->name);
    if (!wrong) wrong = replace(path, head);
    bool due = !h->stamped_ms || now_ms - h->stamped_ms >= STAMP_MS || last;
    if (!wrong && h->stamper >= 0 && due) wrong = keep_for_stamp(h, head, moment, now_ms);
    return wrong;
}
