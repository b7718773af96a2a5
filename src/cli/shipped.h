/* shipped.h - how the program reads the rules of tables. */
#ifndef LAMMER_CLI_SHIPPED_H
#define LAMMER_CLI_SHIPPED_H

#include "lammer/server/desk.h"

extern const lm_rules_source shipped_rules;

#endif
