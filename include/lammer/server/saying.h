/* saying.h - a sentence that a person is told, with its message id and what stands in its gaps.
 *
 * The sentence is written once, where it is said: LM_SAYS(LACKS_CHIPS, "who lacks_cents", "%s lacks %s in chips"). A
 * client that speaks another language finds its own sentence by the id and fills it with the arguments; every other
 * client shows the sentence. The id stands in front of the format, so a constant text keeps its id when "%s" passes it on.
 *
 * Gaps are named in their order. A name that ends in _cents is an amount, written in dollars and sent in cents; + joins
 * a conversion to the one before it ($%lld.%02lld). The reasons of the engine (status.h, meter.h) have ids of their own:
 * WHY_ and METER_ before their names. tests/web/told.sh demands a translation of each. */
#ifndef LAMMER_SERVER_SAYING_H
#define LAMMER_SERVER_SAYING_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "lammer/meter.h"
#include "lammer/server/out.h"
#include "lammer/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LM_SAYS(id, gaps, text) #id " " gaps "\x1f" text
/* A refusal that only staff and programs can get. They read English, so it has no id. */
#define LM_STAFF_SAYS(text) text

enum { LM_SAYING_GAPS = 6, LM_SAYING_ID = 48 };

/* The head of a sentence, and where the written text has the values of its gaps. */
typedef struct {
    const char *head; /* "LACKS_CHIPS who lacks_cents", up to byte 31; NULL: without an id */
    int gaps;
    struct {
        uint16_t at, size;
        bool is_number; /* by its conversion */
    } gap[LM_SAYING_GAPS];
} lm_saying;

/* Writes the sentence to `text` and remembers its id and gaps. */
void lm_saying_write(lm_saying *saying, char *text, size_t size, const char *format, va_list args);

/* A reason of the engine or of a meter. */
void lm_saying_why(lm_saying *saying, lm_why why);
void lm_saying_meter_why(lm_saying *saying, lm_meter_why why);

/* Writes "id" and, where the sentence has gaps, "args" into an open object. */
void lm_saying_put(const lm_saying *saying, const char *text, lm_out *out);

#ifdef __cplusplus
}
#endif

#endif
