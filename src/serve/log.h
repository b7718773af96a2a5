/* log.h - the log: one event a line, from any thread. */
#ifndef LAMMER_SERVE_LOG_H
#define LAMMER_SERVE_LOG_H

#include <jansson.h>

#include "lammer/server/serve.h"

void log_open(int file, lm_log_format format);
void log_move(int file); /* into another file; closes the one before */

/* `more` is stolen and may be NULL. */
void log_line(const char *level, const char *event, json_t *more);
void log_house(void *self, const char *level, const char *event, const char *more, size_t size);
void log_lws(int level, const char *line);

#endif
