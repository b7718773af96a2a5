/* statuses.h - how a request ended, as a number that tests compare: the one that a client of the server receives. */
#ifndef LAMMER_TESTS_STATUSES_H
#define LAMMER_TESTS_STATUSES_H

#include "lammer/server/desk.h"

static const int status_of[LM_KINDS] = {
    [LM_ANSWERED] = 200,        [LM_REFUSED_FORM] = 400,  [LM_REFUSED_STRANGER] = 401,  [LM_REFUSED_PERSON] = 403,
    [LM_REFUSED_UNKNOWN] = 404, [LM_REFUSED_NOW] = 409,   [LM_REFUSED_ELSEWHERE] = 421, [LM_REFUSED_OFTEN] = 429,
    [LM_REFUSED_FAULT] = 500,   [LM_REFUSED_LATER] = 503,
};

#endif
