/* loader.h - the state of the reader while it loads one profile. */
#ifndef LAMMER_LOADER_H
#define LAMMER_LOADER_H

#include "lammer/profile.h"
#include "lammer/words.h"

enum {
    DEEPEST = 16,     /* profiles in one chain of inherits */
    MOST_OFFERS = 64, /* entries of one offer list; a table may offer fewer, which is a separate error */
    SCALAR = 128,     /* longest key or value */
};

/* One entry of an offer list, kept as text until every rule is known: decks and document choose pay
 * tables. */
typedef struct {
    char text[SCALAR];
    lm_origin origin;
    int pays;
    struct {
        char outcome[SCALAR];
        char odds[SCALAR];
        int line;
    } pay[LM_OUTCOMES];
} wanted_offer;

typedef struct {
    lm_profile *profile;
    const lm_wager *const *wagers;
    const lm_profile_reader *reader;
    bool failed;
    int offers;
    wanted_offer offer[MOST_OFFERS];
    int depth;
    const struct source *chain[DEEPEST]; /* the profiles being read, outermost first */
} loader;

/* A text file in memory: a shipped profile or one from the disk. */
typedef struct source {
    char shown[256];            /* its name in messages */
    unsigned long long file[2]; /* identifies the file, by whatever path; 0 for a shipped profile */
    const char *data;
    size_t size;
    char *owned; /* to free, or NULL */
} source;

void report(loader *l, const char *file, int line, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* source.c. `from` is the including file or NULL; problems are reported at its line. */
bool source_open(loader *l, source *s, const char *name, const source *from, int line);
void source_close(source *s);

/* document.c: reads the top-level `inherits` of a source, if possible; document_read reads the rest of the source. */
bool document_inherits(const source *s, char value[SCALAR], int *line);
void document_read(loader *l, const source *s);

/* settings.c */
char *about_field(lm_submission *about, const char *key, size_t *size); /* NULL: nothing has that name */
bool set_rule(loader *l, const char *key, const char *value, const char *file, int line);
void set_offer_text(loader *l, const char *text, const char *file, int line);
wanted_offer *add_offer(loader *l, const char *text, const char *file, int line);
void apply_setting(loader *l, const char *setting);
void apply_offers(loader *l);

/* suggest.c: the end of a complaint about a name, `. Did you mean "X"?` or "". */
const char *suggest(const char *word, const char *const *names, int n, char text[LM_MEANT_TEXT]);
const char *suggest_rule(const char *word, char text[LM_MEANT_TEXT]);
const char *suggest_listed(const char *word, const char *list, char text[LM_MEANT_TEXT]);

#endif
