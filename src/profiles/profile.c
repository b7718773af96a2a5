/* profile.c - loads a profile: its chain of inherits, then the settings of the command line. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/embedded.h"
#include "loader.h"

void report(loader *l, const char *file, int line, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    l->failed = true;
    if (l->reader) l->reader->problem(l->reader->self, file, line, text);
}

/* The chain as "a.yaml > b.yaml > a.yaml", which shows its author where to break it. */
static void report_cycle(loader *l, const source *s, const char *file, int line)
{
    char text[DEEPEST * 64] = "";
    size_t used = 0;
    for (int i = 0; i < l->depth && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.56s > ", l->chain[i]->shown);
    report(l, file, line, /* say:inherits-circle */ "inherits is circular: %s%.56s", text, s->shown);
}

static bool is_same(const source *a, const source *b)
{
    if (a->file[0] || a->file[1]) return a->file[0] == b->file[0] && a->file[1] == b->file[1];
    return strcmp(a->shown, b->shown) == 0;
}

static bool enter_chain(loader *l, const source *s, const char *file, int line)
{
    for (int i = 0; i < l->depth; i++) {
        if (is_same(s, l->chain[i])) {
            report_cycle(l, s, file, line);
            return false;
        }
    }
    if (l->depth == DEEPEST) {
        report(l, file, line, "more than %d profiles inherit from each other", DEEPEST);
        return false;
    }
    l->chain[l->depth++] = s;
    return true;
}

static void load_profile_file(loader *l, const char *name, const source *from, int line)
{
    source s;
    char base[SCALAR];
    int base_line;
    if (!source_open(l, &s, name, from, line)) return;
    if (enter_chain(l, &s, from ? from->shown : s.shown, line)) {
        if (document_inherits(&s, base, &base_line)) load_profile_file(l, base, &s, base_line);
        memset(&l->profile->about, 0, sizeof l->profile->about);
        document_read(l, &s);
        l->depth--;
    }
    source_close(&s);
}

/* The profile's name: a path without folder and extension. */
static void name_rules(lm_rules *rules, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *stem = slash ? slash + 1 : name;
    const char *dot = strrchr(stem, '.');
    size_t n = dot && dot != stem ? (size_t)(dot - stem) : strlen(stem);
    snprintf(rules->name, sizeof rules->name, "%.*s", (int)n, stem);
}

static loader *new_loader(lm_profile *profile, const lm_wager *const *wagers, const lm_profile_reader *reader)
{
    loader *l = calloc(1, sizeof *l);
    if (l) {
        l->profile = profile;
        l->wagers = wagers;
        l->reader = reader;
    } else if (reader) {
        reader->problem(reader->self, "profile", 0, "not enough memory to read it");
    }
    return l;
}

static bool end_loader(loader *l)
{
    bool good = !l->failed;
    lm_rules_seal(&l->profile->rules);
    free(l);
    return good;
}

bool lm_profile_load(lm_profile *profile, const lm_wager *const *wagers, const char *name, const char *const *settings,
                     int n, const lm_profile_reader *reader)
{
    memset(profile, 0, sizeof *profile);
    lm_rules_preset(&profile->rules);
    loader *l = new_loader(profile, wagers, reader);
    if (!l) return false;
    load_profile_file(l, name, NULL, 0);
    for (int i = 0; i < n; i++)
        apply_setting(l, settings[i]);
    apply_offers(l);
    name_rules(&profile->rules, name);
    return end_loader(l);
}

bool lm_profile_set(lm_profile *profile, const lm_wager *const *wagers, const char *setting,
                    const lm_profile_reader *reader)
{
    loader *l = new_loader(profile, wagers, reader);
    if (!l) return false;
    l->offers = -1; /* the list stays, unless the setting replaces it */
    apply_setting(l, setting);
    if (l->offers >= 0) {
        memset(profile->rules.offer, 0, sizeof profile->rules.offer);
        profile->rules.offers = 0;
        apply_offers(l);
    }
    return end_loader(l);
}

const char *const *lm_profile_names(void)
{
    static const char *names[64];
    for (int i = 0; i < 63 && lm_embedded_profiles[i].name; i++)
        names[i] = lm_embedded_profiles[i].name;
    return names;
}
