/* errand.c - a request with several steps: what it carries between them, and how it ends. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "people.h"

enum { ERRAND_TRIES = 64 };

house_errand *errand_of(house_request *request)
{
    if (!request->own) request->own = zeroed_or_end(sizeof(house_errand));
    return request->own;
}

void errand_end(house_request *request)
{
    house_errand *e = request->own;
    if (!e) return;
    json_decref(e->answer);
    json_decref(e->kept);
    sodium_memzero(e, sizeof *e);
    free(e);
    request->own = NULL;
}

void errand_answer(house_request *request, json_t *body)
{
    errand_end(request);
    request_answer(request, body);
}

void errand_refuse(house_request *request, lm_kind kind, const char *format, ...)
{
    char why[LM_HOUSE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    errand_end(request);
    request_refuse(request, kind, NULL, "%s", why);
}

static void committed(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_errand *e = request->own;
    if (e->person[0]) session_forget(request->house, e->person);
    if (outcome->why == LM_STORE_DONE) {
        json_t *answer = e->answer;
        e->answer = NULL;
        errand_answer(request, answer);
    } else if (outcome->why == LM_STORE_VERSION && e->again && ++e->tries < ERRAND_TRIES) {
        e->again(request);
    } else {
        lm_store_outcome copy = *outcome;
        errand_end(request);
        request_refuse_outcome(request, &copy);
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
