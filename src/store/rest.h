/* rest.h - digests of what lies outside the chains; see rest.c. */
#ifndef LAMMER_STORE_REST_H
#define LAMMER_STORE_REST_H

#include "room.h"

/* Hands over the digest of each kind of row, as it is in the present view (store_look). */
lm_store_why rest_read(lm_store *store, bool (*receiver)(void *context, const head_rest *rest), void *context,
                       char *text);

#endif
