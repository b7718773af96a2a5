/* profile.h - reads a rules submission into lm_rules.
 *
 * A profile is YAML: `inherits: NAME`, one `rule: value` a line, `offer:` a list (or a comma-separated text)
 * that replaces the inherited one. It knows the rule table and nothing about legality: lm_rules_check judges
 * what was read. All problems are reported, each with file and line. Aliases and anchors are refused. */
#ifndef LAMMER_PROFILE_H
#define LAMMER_PROFILE_H

#include "lammer/rules.h"

/* Where the value of each rule and offer came from, for messages: line 0 is a preset or a --set. */
typedef struct {
    char file[256];
    int line;
} lm_origin;

typedef struct {
    lm_rules rules;
    lm_origin origin[LM_RULE_COUNT];
    lm_origin offer_origin;
} lm_profile;

typedef struct {
    void (*problem)(void *self, const char *file, int line, const char *text);
    void *self;
} lm_profile_reader;

enum { LM_PROFILE_BYTES = 1 << 20 }; /* a longer file is refused unread */

/* `name` is a shipped profile or a path (it contains '/' or ends in .yaml). `settings` are n texts "key=value"
 * applied after the file, `offer=a,b:T` among them. The result is sealed. False when anything was reported. */
bool lm_profile_load(lm_profile *profile, const lm_wager *const *wagers, const char *name, const char *const *settings, int n,
                     const lm_profile_reader *reader);

/* One further setting "key=value" on a loaded profile; reseals. */
bool lm_profile_set(lm_profile *profile, const lm_wager *const *wagers, const char *setting, const lm_profile_reader *reader);

/* Names of the shipped profiles, NULL-terminated. */
const char *const *lm_profile_names(void);

#endif
