/* limits.h - the limits that players set for themselves, for limits.c and its words. */
#ifndef LAMMER_HOUSE_PEOPLE_LIMITS_H
#define LAMMER_HOUSE_PEOPLE_LIMITS_H

#include "people.h"

enum { LIMIT_DEPOSIT, LIMIT_LOSS, LIMIT_TIME_OUT, LIMIT_EXCLUSION, LIMITS };

typedef enum { LESS_IS_STRICT, MORE_IS_STRICT } limit_sense;

typedef struct {
    const char *name;
    limit_sense strict;
    int64_t none;
    bool may_loosen; /* after 24 hours */
} limit_row;
extern const limit_row limit_rows[LIMITS];

typedef struct {
    int64_t value;
    int64_t wanted, wanted_at_ms; /* a looser value and when it begins to hold; at 0: none */
} limit;

typedef struct {
    limit limit[LIMITS];
    int64_t seen_ms; /* the latest time at which one was set */
    int64_t version;
} limits;

int64_t limit_now(const limit *l, int64_t now_ms);
/* False: this limit is never loosened. */
bool limit_set(limits *all, int which, int64_t value, int64_t now_ms);

void limits_read(lm_house *house, const char *player, limits *all);
void limits_put(lm_house *house, lm_batch *batch, const char *player, const limits *all);
json_t *limits_write(const limits *all);

#endif
