/* errand.c - a request with several steps: the state between them, and its end. */
#include <stdlib.h>

#include "people.h"

enum { ERRAND_TRIES = 64 };

house_errand *errand_of(house_request *request)
{
    if (!request->own) request->own = zeroed_or_end(sizeof(house_errand));
    return request->own;
}

static void committed(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    if (e->person[0]) session_forget(request->house, e->person);
    if (outcome->why == LM_STORE_DONE) {
        request_answer(request, json_incref(e->answer));
    } else if (outcome->why == LM_STORE_VERSION && e->again && ++e->tries < ERRAND_TRIES) {
        e->again(request);
    } else {
        request_refuse_outcome(request, outcome);
    }
}

void errand_submit(house_request *request, lm_batch *batch, json_t *answer, house_handler *again)
{
    house_errand *e = errand_of(request);
    json_decref(e->answer);
    e->answer = answer;
    e->again = again;
    request_submit(request, batch, committed);
}
