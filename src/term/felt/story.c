/* story.c - the story as lines beside the felt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "felt.h"

void felt_say(felt *f, const char *text)
{
    if (f->lines == FELT_LINES) {
        memmove(f->line[0], f->line[1], sizeof f->line - sizeof f->line[0]);
        f->lines--;
    }
    snprintf(f->line[f->lines++], FELT_LINE, "%s", text);
    f->scrolled = 0;
}

/* The teller writes for a page. The screen needs neither its blank lines nor its table of cards, which are on the
 * felt. */
static void say_lines(felt *f, char *text)
{
    enum { SENTENCE = 2 };
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        size_t indent = strspn(line, " ");
        if (indent <= SENTENCE && line[indent]) felt_say(f, line + indent);
    }
}

void felt_tell(felt *f)
{
    solo_table *p = f->p;
    char *text = NULL;
    size_t size = 0;
    if (f->round != p->now.dealer.table.rounds) {
        f->round = p->now.dealer.table.rounds;
        f->told = 0;
        f->lines = 0;
    }
    if (p->events <= f->told) return;
    f->teller.out = open_memstream(&text, &size);
    if (!f->teller.out) return;
    if (f->told == 0) f->teller.rounds = 0; /* the felt needs no headings */
    solo_tell(p, &f->teller, f->told);
    fclose(f->teller.out);
    f->told = p->events;
    if (text) say_lines(f, text);
    free(text);
}
