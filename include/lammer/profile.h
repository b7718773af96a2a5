/* profile.h - reads a rules submission into lm_rules.
 *
 * A profile is YAML: `inherits: NAME`, one `rule: value` a line, `offer:` a list (or a comma-separated text)
 * that replaces the inherited one; docs/profiles.md is the whole format. It knows the rule table and nothing
 * about legality: lm_rules_check judges what was read. All problems are reported, each with file and line.
 * Aliases and anchors are refused. */
#ifndef LAMMER_PROFILE_H
#define LAMMER_PROFILE_H

#include <stddef.h>

#include "lammer/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the value of a rule or an offer came from, for messages. A preset has neither file nor line, a
 * setting beside the file has the file "setting" and line 0. */
typedef struct {
    char file[256];
    int line;
} lm_origin;

/* What a submission says about itself. A field is empty where the submission leaves it out; none is inherited. */
typedef struct {
    char title[96];
    char regulator[96];
    char filed[32];    /* a date */
    char approved[32]; /* a date */
} lm_submission;

typedef struct {
    lm_rules rules;
    lm_submission about;
    lm_origin origin[LM_RULE_COUNT];
    lm_origin offer_origin[LM_OFFERS];
} lm_profile;

/* `file` is a path, the name of a shipped profile with .yaml, "setting", or "" if the name is not a profile; line 0: no
 * line. */
typedef struct {
    void (*problem)(void *self, const char *file, int line, const char *text);
    void *self;
} lm_profile_reader;

enum { LM_PROFILE_BYTES = 1 << 20 }; /* a longer file is refused unread */

/* `name` is a shipped profile or a path (it contains '/' or ends in .yaml). `settings` are n texts
 * "key=value" applied after the file, `offer=a,b:T` among them. The result is sealed. False when anything
 * was reported. */
bool lm_profile_load(lm_profile *profile, const lm_wager *const *wagers, const char *name, const char *const *settings,
                     int n, const lm_profile_reader *reader);

/* Applies one further setting "key=value" to a loaded profile and seals it again. */
bool lm_profile_set(lm_profile *profile, const lm_wager *const *wagers, const char *setting,
                    const lm_profile_reader *reader);

/* Loads only the rules of a submission, with settings "key=value" separated by spaces. False with all complaints in
 * `text`, separated by "; " and as far as they fit. */
bool lm_profile_rules(const lm_wager *const *wagers, const char *name, const char *settings, lm_rules *rules,
                      char *text, size_t size);

/* What the submission calls itself, or else the name of its rules. */
static inline const char *lm_profile_title(const lm_profile *profile)
{
    return profile->about.title[0] ? profile->about.title : profile->rules.name;
}

/* Names of the shipped profiles, NULL-terminated. */
const char *const *lm_profile_names(void);

#ifdef __cplusplus
}
#endif

#endif
