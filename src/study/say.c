/* say.c - see say.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

int say_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("lammer: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return ANSWER_BAD;
}

static void print_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    if (line) {
        say_error("%s:%d: %s", file, line, text);
    } else {
        say_error("%s: %s", file, text);
    }
}

bool say_load_rules(lm_profile *profile, const char *name, const char *const *settings, int n)
{
    lm_profile_reader reader = { print_problem, NULL };
    return lm_profile_load(profile, lm_wagers, name, settings, n, &reader);
}

static void print_error(void *self, const lm_finding *finding)
{
    const lm_profile *profile = self;
    if (finding->severity != LM_ERROR) return;
    const lm_origin *origin = NULL;
    if (finding->rule != LM_RULE_COUNT) origin = &profile->origin[finding->rule];
    if (finding->offer >= 0) origin = &profile->offer_origin[finding->offer];
    if (origin && origin->line) {
        say_error("%s:%d: %s [%s]", origin->file, origin->line, finding->text, finding->clause);
    } else {
        say_error("%s: %s [%s]", profile->rules.name, finding->text, finding->clause);
    }
}

int say_print_errors(const lm_profile *profile)
{
    lm_profile *self =
        (lm_profile *)(uintptr_t)profile; /* a finder's self is not const; print_error only reads */
    lm_finder finder = { print_error, self };
    return lm_rules_check(&profile->rules, &finder);
}

bool lm_study_legal_rules(lm_profile *profile, const char *name, const char *const *settings, int n)
{
    return say_load_rules(profile, name, settings, n) && say_print_errors(profile) == 0;
}
