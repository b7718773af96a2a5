/* errand.c - a request with several steps: the state between them, and its end. */
#include <stdlib.h>

#include "enter.h"

enum { ERRAND_TRIES = 64 };

house_errand *errand_of(house_request *request)
{
    if (!request->own) request->own = zeroed_or_end(sizeof(house_errand));
    return request->own;
}

static void uncount(house_request *request);

static void uncounted(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    if (outcome->why == LM_STORE_VERSION && ++e->tries < ERRAND_TRIES)
        uncount(request);
    else
        request_refuse_outcome(request, &(lm_store_outcome){ .why = LM_STORE_REPEATED, .answer = e->done_answer });
}

/* The same command was done at the same moment, so this attempt at the password was not a wrong one. */
static void uncount(house_request *request)
{
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    tries_undo(request, batch);
    request_submit(request, batch, uncounted);
}

static void committed(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    if (e->person[0]) session_forget(request->house, e->person);
    if (outcome->why == LM_STORE_DONE) {
        request_answer(request, json_incref(e->answer));
    } else if (outcome->why == LM_STORE_VERSION && e->again && ++e->tries < ERRAND_TRIES) {
        e->again(request);
    } else if (outcome->why == LM_STORE_REPEATED && e->then) {
        snprintf(e->done_answer, sizeof e->done_answer, "%.*s", (int)outcome->answer_size,
                 (const char *)outcome->answer);
        e->tries = 0;
        uncount(request);
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
