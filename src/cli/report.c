/* report.c - `lammer report`: the mathematics of a submission as one self-contained page.
 *
 * The page is written to a temporary file and then renamed, so that a reader never sees half of one. */
#include <errno.h>
#include <limits.h>
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
    "  --players N, --stake DOLLARS, --removed CARDS, --seen CARDS, --post-split CLASS\n"
    "                       as for lammer odds\n"
    "  --out FILE.html      where to write the page; - is the standard output\n"
    "  --date TEXT          a date to print; none by default, so that the same question gives the same page\n"
    "  --help               this text\n"
    "\n"
    "  lammer report --rules wa-freebet --out wa-freebet.html\n"
    "  lammer report --rules ma-blackjack --wager all --set decks=8 --out all.html --date 2025-06-30\n"
    "\n"
    "Exits 0 on success, 2 on bad usage or input.\n";

static bool cannot_write(const char *path)
{
    cli_error("%s cannot be written: %s", path, strerror(errno));
    return false;
}

/* Writes the page and closes the file. */
static bool fill(FILE *file, const lm_text *page)
{
    bool written = file && fwrite(page->data, 1, page->n, file) == page->n;
    return file && fclose(file) == 0 && written;
}

static bool replace_file(const char *path, const lm_text *page)
{
    char beside[PATH_MAX];
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside) {
        errno = ENAMETOOLONG;
        return cannot_write(path);
    }
    mode_t mask = umask(0);
    umask(mask);
    int handle = mkstemp(beside);
    if (handle < 0) return cannot_write(path);
    fchmod(handle, 0666 & ~mask);
    if (fill(fdopen(handle, "w"), page) && rename(beside, path) == 0) return true;
    cannot_write(path);
    unlink(beside);
    return false;
}

/* Only a file can be replaced: a pipe or a device is written directly. */
static bool write_page(const char *path, const lm_text *page)
{
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (strcmp(path, "-") == 0) return fill(stdout, page) || cannot_write(path);
    if (!there || S_ISREG(info.st_mode)) return replace_file(path, page);
    return fill(fopen(path, "w"), page) || cannot_write(path);
}

int cmd_report(int argc, char **argv)
{
    static lm_ask ask;
    lm_study *study = NULL;
    lm_text page = { 0 };
    if (!lm_ask_read(&ask, argc, argv, &cli_ear)) return CLI_BAD;
    if (ask.help) return cli_print_help(usage);
    bool fine = lm_study_answer(&study, &ask, &cli_ear, &page) == CLI_YES && write_page(ask.out, &page);
    lm_study_close(study);
    lm_text_free(&page);
    return fine ? CLI_YES : CLI_BAD;
}
