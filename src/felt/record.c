/* record.c - the body of a record: what was done together, when, under which rules and by which engine. */
#include <jansson.h>
#include <stdio.h>

#include "lammer/server/felt.h"
#include "lammer/version.h"

json_t *record_body(const house_play *play)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)play->rules->hash);
    json_t *body = json_pack("{s:s, s:s, s:I, s:O}", "engine", LAMMER_VERSION, "rules", hash, "time_ms",
                             (json_int_t)play->now_ms, "acts", play->acts);
    return body;
}
