/* loaded.h - the profile that is being simulated; what is wrong with it is printed. */
#ifndef LAMMER_TEST_SIM_LOADED_H
#define LAMMER_TEST_SIM_LOADED_H

#include <stdio.h>

#include "lammer/profile.h"

extern const lm_wager *const lm_wagers[];

static lm_profile profile;

static inline void print_problem(void *self, const char *file, int line, const char *text)
{
    (void)self;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

static const lm_profile_reader printer = { print_problem, NULL };

static inline bool load(const char *rules, const char *const *settings, int n)
{
    return lm_profile_load(&profile, lm_wagers, rules, settings, n, &printer);
}

#endif
