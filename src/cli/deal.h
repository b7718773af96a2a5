/* deal.h - the two ways to drive a table from the command line. */
#ifndef LAMMER_DEAL_H
#define LAMMER_DEAL_H

#include <stdio.h>

#include "lammer/rules.h"

/* Reads one JSON object a line and answers each with one line, to the end of input; see docs/json-lines.md. */
int deal_json(const lm_rules *rules, FILE *in, FILE *out);

#endif
