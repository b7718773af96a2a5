/* report.c - `lammer report`: the mathematics of a submission as one self-contained page.
 *
 * The page is written to a temporary file and then renamed, so that a reader never sees half of one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

static const char usage[] =
    "usage: lammer report --rules NAME|FILE [--set KEY=VALUE ...] --out FILE.html\n"
    "\n"
    "The mathematics of a rules submission as one HTML page, complete in itself, to read, print and sign: the rules\n"
    "with their clauses, every wager's outcomes, the main game's figures, charts and values of each starting hand,\n"
    "and a comparison with the figures that the document prints.\n"
    "\n"
    "  --rules NAME|FILE    a shipped profile (lammer rules list) or a YAML file\n"
    "  --set KEY=VALUE      change one rule; may be repeated\n"
    "  --wager ID           report on this wager instead of the offered ones; all: on every wager of the document\n"
    "  --players N, --stake DOLLARS, --removed CARDS\n"
    "                       as for lammer odds\n"
    "  --out FILE.html      where to write the page; - is the standard output\n"
    "  --date TEXT          a date to print; none by default, so that the same question gives the same page\n"
    "  --help               this text\n"
    "\n"
    "  lammer report --rules wa-freebet --out wa-freebet.html\n"
    "  lammer report --rules ma-blackjack --wager all --set decks=8 --out all.html --date 2025-06-30\n"
    "\n"
    "Exits 0 on success, 2 on bad usage or input.\n";

typedef struct {
    FILE *file;
    char *temporary; /* NULL: writes in place */
} destination;

/* Writes to a pipe or a device directly; only a file can be replaced. */
static bool is_replaceable(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static bool cannot_write(const char *path)
{
    cli_error("%s cannot be written: %s", path, strerror(errno));
    return false;
}

static bool open_beside(destination *d, const char *path)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    d->temporary = malloc(size);
    if (!d->temporary) return cannot_write(path);
    snprintf(d->temporary, size, "%s.XXXXXX", path);
    int handle = mkstemp(d->temporary);
    if (handle < 0) {
        free(d->temporary);
        d->temporary = NULL;
        return cannot_write(path);
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(handle, 0666 & ~mask);
    d->file = fdopen(handle, "w");
    return d->file || cannot_write(path);
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

/* Renames the finished page, or removes an unfinished one. */
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

static bool write_page(FILE *file, const lm_text *page)
{
    return fwrite(page->data, 1, page->n, file) == page->n;
}

int cmd_report(int argc, char **argv)
{
    static lm_ask ask;
    lm_study *study = NULL;
    lm_text page = { 0 };
    destination d;
    if (!lm_ask_read(&ask, argc, argv, &cli_ear)) return CLI_BAD;
    if (ask.help) return cli_print_help(usage);
    if (!destination_open(&d, ask.out)) return destination_close(&d, ask.out, false), CLI_BAD;
    bool fine = lm_study_answer(&study, &ask, &cli_ear, &page) == CLI_YES;
    if (fine) write_page(d.file, &page);
    fine = destination_close(&d, ask.out, fine);
    lm_study_close(study);
    lm_text_free(&page);
    return fine ? CLI_YES : CLI_BAD;
}
