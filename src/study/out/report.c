/* report.c - the mathematics of a submission as one page that needs nothing else.
 *
 * The page is written beside its place and then moved there, so that whoever reads it never sees half of
 * one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

/* ---- where to ------------------------------------------------------------------------------------------ */

typedef struct {
    FILE *file;
    char *temporary; /* NULL: written in place */
} destination;

/* A pipe or a device is written to as it is; only a file can be replaced. */
static bool is_replaceable(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static bool cannot_write(const char *path)
{
    say_error("%s cannot be written: %s", path, strerror(errno));
    return false;
}

/* A new file beside it, under a name that nobody has. */
static bool open_beside(destination *d, const char *path)
{
    enum { MOST = 1000 };
    size_t size = strlen(path) + sizeof ".new-1000";
    d->temporary = malloc(size);
    if (!d->temporary) return cannot_write(path);
    for (int i = 0; !d->file && i < MOST && (i == 0 || errno == EEXIST); i++) {
        snprintf(d->temporary, size, "%s.new-%d", path, i);
        d->file = fopen(d->temporary, "wx");
    }
    if (d->file) return true;
    free(d->temporary);
    d->temporary = NULL;
    return cannot_write(path);
}

static bool destination_open(destination *d, const char *path)
{
    *d = (destination){ NULL, NULL };
    if (strcmp(path, "-") == 0) {
        d->file = stdout;
        return true;
    }
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return cannot_write(path);
    }
    if (is_replaceable(path)) return open_beside(d, path);
    d->file = fopen(path, "w");
    return d->file || cannot_write(path);
}

/* Moves the page to its place, or takes back what was begun. */
static bool destination_close(destination *d, const char *path, bool keep)
{
    bool fine = keep;
    if (d->file) {
        bool failed = fflush(d->file) != 0 || ferror(d->file);
        if (d->file != stdout) failed |= fclose(d->file) != 0;
        if (failed && fine) fine = cannot_write(path);
    }
    if (d->temporary) {
        if (fine && rename(d->temporary, path) != 0) fine = cannot_write(path);
        if (!fine) unlink(d->temporary);
        free(d->temporary);
    }
    return fine;
}

/* ---- what ---------------------------------------------------------------------------------------------- */

/* The main game belongs to every report. */
static bool compute(report *r, const odds_ask *ask)
{
    study *s = r->study;
    if (!asked_find(&r->wagers, s, ask) || !asked_price(&r->wagers, s, false)) return false;
    if (!study_best(s) || !study_chart(s)) return false;
    r->strategy = (strategy){ .study = s, .chart = study_chart(s), .with_exceptions = true };
    r->strategy.stakes = 1u << LM_STAKED_CHIPS | (unsigned)rules_split_free(s->rules) << LM_STAKED_LAMMER;
    r->strategy.house_edge = study_chart_edge(s);
    return find_exceptions(&r->strategy.exceptions, s, r->strategy.stakes);
}

int report_run(study *s, const odds_ask *ask)
{
    report r = { .study = s, .date = ask->date };
    destination d;
    bool fine = destination_open(&d, ask->out);
    if (fine) {
        fine = compute(&r, ask);
        if (fine) report_page(&r, d.file);
        fine = destination_close(&d, ask->out, fine);
    }
    free(r.strategy.exceptions.item);
    asked_free(&r.wagers);
    return fine ? ANSWER_YES : ANSWER_BAD;
}
