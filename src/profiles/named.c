/* named.c - loads the rules of a submission by name and settings, with all errors in one text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/profile.h"

enum { SETTINGS = 64, SETTINGS_TEXT = 512 };

typedef struct {
    char *text;
    size_t size;
} complaints;

static void add_complaint(void *self, const char *file, int line, const char *text)
{
    complaints *all = self;
    size_t used = strlen(all->text);
    (void)file, (void)line;
    if (used + 1 < all->size) snprintf(all->text + used, all->size - used, "%s%s", used ? "; " : "", text);
}

bool lm_profile_rules(const lm_wager *const *wagers, const char *name, const char *settings, lm_rules *rules,
                      char *text, size_t size)
{
    char copy[SETTINGS_TEXT];
    const char *list[SETTINGS];
    int n = 0;
    complaints all = { text, size };
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *save, *one = strtok_r(copy, " ", &save); one && n < SETTINGS; one = strtok_r(NULL, " ", &save))
        list[n++] = one;
    lm_profile *profile = calloc(1, sizeof *profile);
    text[0] = '\0';
    bool good = profile && lm_profile_load(profile, wagers, name, list, n, &(lm_profile_reader){ add_complaint, &all });
    if (good) *rules = profile->rules;
    free(profile);
    return good;
}
