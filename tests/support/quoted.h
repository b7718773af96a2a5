/* quoted.h - JSON as a test writes it: ' stands for ". */
#ifndef LAMMER_TESTS_HOUSE_QUOTED_H
#define LAMMER_TESTS_HOUSE_QUOTED_H

#include <jansson.h>
#include <stdio.h>

static inline json_t *quoted(const char *text)
{
    char copy[600];
    assert_true((size_t)snprintf(copy, sizeof copy, "%s", text) < sizeof copy);
    for (char *at = copy; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    json_t *body = json_loads(copy, 0, NULL);
    if (!body) fail_msg("no JSON: %s", text);
    return body;
}

#endif
