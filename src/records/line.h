/* line.h - a record as the object of its exported line. */
#ifndef LAMMER_RECORDS_LINE_H
#define LAMMER_RECORDS_LINE_H

#include <jansson.h>

#include "lammer/server/records.h"

/* A new reference, or NULL without memory; `previous` is the hash of the record before it, or NULL. */
json_t *line_json(const lm_record *record, const uint8_t *previous);

#endif
