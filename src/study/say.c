/* say.c - see say.h. */
#include "say.h"

#include <stdarg.h>
#include <stdio.h>

enum { SENTENCE = 2048 };

bool say(const lm_study_ear *ear, const char *format, ...)
{
    char text[SENTENCE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (ear && ear->say) ear->say(ear->self, text);
    return false;
}

void say_progress(const lm_study_ear *ear, const char *format, ...)
{
    char text[SENTENCE];
    if (!ear || !ear->progress) return;
    if (format) {
        va_list args;
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
    }
    ear->progress(ear->self, format ? text : NULL);
}

void say_unlawful(void *lawful, const lm_finding *finding)
{
    const lawful_ear *self = lawful;
    if (finding->severity != LM_ERROR) return;
    if (self->offers_only && finding->offer < 0 && finding->other_offer < 0) return;
    say(self->ear, "warning: %s: %s [%s]; the figures are given all the same", self->rules->name, finding->text,
        finding->clause);
}

typedef struct {
    const lm_profile *profile;
    const lm_study_ear *ear;
} reading;

short_words words_of(const char *format, ...)
{
    short_words words;
    va_list args;
    va_start(args, format);
    vsnprintf(words.text, sizeof words.text, format, args);
    va_end(args);
    return words;
}

short_words rules_hash(const lm_rules *rules)
{
    return words_of("%016llx", (unsigned long long)rules->hash);
}

long_words origin_words(const lm_origin *origin, const char *otherwise)
{
    bool known = origin && origin->file[0];
    long_words words;
    snprintf(words.text, sizeof words.text, known && origin->line ? "%s:%d" : "%s", known ? origin->file : otherwise,
             known ? origin->line : 0);
    return words;
}

static void say_problem(void *self, const char *file, int line, const char *text)
{
    const lm_study_ear *ear = ((const reading *)self)->ear;
    if (line) {
        say(ear, "%s:%d: %s", file, line, text);
    } else {
        say(ear, "%s%s%s", file, *file ? ": " : "", text);
    }
}

bool lm_study_rules(lm_profile *profile, const char *name, const char *const *settings, int n, const lm_study_ear *ear)
{
    reading self = { profile, ear };
    lm_profile_reader reader = { say_problem, &self };
    return lm_profile_load(profile, lm_wagers, name, settings, n, &reader);
}

static void say_finding(void *self, const lm_finding *finding)
{
    const reading *r = self;
    if (finding->severity != LM_ERROR) return;
    const lm_origin *origin = NULL;
    if (finding->rule != LM_RULE_COUNT) origin = &r->profile->origin[finding->rule];
    if (finding->offer >= 0) origin = &r->profile->offer_origin[finding->offer];
    if (origin && !origin->line) origin = NULL; /* a setting has no line, so the table's name is more useful */
    say(r->ear, "%s: %s [%s]", origin_words(origin, r->profile->rules.name).text, finding->text, finding->clause);
}

int say_findings(const lm_profile *profile, const lm_study_ear *ear)
{
    reading self = { profile, ear };
    lm_finder finder = { say_finding, &self };
    return lm_rules_check(&profile->rules, &finder);
}

bool lm_study_legal_rules(lm_profile *profile, const char *name, const char *const *settings, int n,
                          const lm_study_ear *ear)
{
    return lm_study_rules(profile, name, settings, n, ear) && say_findings(profile, ear) == 0;
}
