/* text.h - a growing text buffer for answers, records and messages.
 *
 * When memory runs out the text is marked as failed and takes no more; its owner checks once, at the end. */
#ifndef LAMMER_TEXT_THAT_GROWS_H
#define LAMMER_TEXT_THAT_GROWS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Initialise with zeros. */
typedef struct {
    char *data;     /* ends with a zero byte; NULL while the text is empty */
    size_t n, room; /* room is 0 after a failure, so that only the slow path has to look at `failed` */
    bool failed;
} lm_text;

void lm_text_free(lm_text *text);

void lm_text_bytes(lm_text *text, const char *bytes, size_t n);

static inline void lm_text_byte(lm_text *text, char byte)
{
    if (text->n + 1 >= text->room) {
        lm_text_bytes(text, &byte, 1);
        return;
    }
    text->data[text->n++] = byte;
    text->data[text->n] = '\0';
}

void lm_text_print(lm_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds bytes as a JSON string. Like libjansson, escapes only quotes, backslashes and control characters. */
void lm_text_quoted(lm_text *text, const char *bytes, size_t n);

#ifdef __cplusplus
}
#endif

#endif
