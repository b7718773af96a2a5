/* schemas.h - JSON schemas of requests and answers, which the OpenAPI and the AsyncAPI document share (openapi.c). All
 * return new references; names refer to "#/components/schemas". */
#ifndef LAMMER_SERVE_SCHEMAS_H
#define LAMMER_SERVE_SCHEMAS_H

#include "lammer/wager.h"
#include "room.h"

json_t *schema_reference(const char *name);
json_t *schema_of_request(const lm_act_row *word);
json_t *schema_of_answer(const lm_act_row *word); /* done, or waiting for approval */
json_t *schema_of_refusal(void);
json_t *schemas_by_name(const lm_wager *const *wagers);

#endif
