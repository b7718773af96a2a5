/* log.c - the log: one JSON object a line, with time, level and event.
 *
 * The author of a line keeps out what must never be in a log: passwords, sessions, tokens, face-down cards. This is the second lock:
 * members of those names are struck out here. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "room.h"

static const char *const secrets[] = { "password", "new_password", "session", "csrf", "token", "secret",
                                       "salt",     "order",        "sealed",  "hole", NULL };

/* libwebsockets has one log for the process and hands over nothing but the text. */
static int log_file = STDERR_FILENO;
static pthread_mutex_t one_line = PTHREAD_MUTEX_INITIALIZER;

void log_open(int file)
{
    log_file = file;
}

static bool is_secret(const char *name)
{
    int i = 0;
    while (secrets[i] && strcmp(secrets[i], name) != 0)
        i++;
    return secrets[i];
}

/* At any depth. */
static void strike_out(json_t *line)
{
    const char *name;
    json_t *value;
    void *next;
    size_t i;
    json_object_foreach_safe(line, next, name, value)
    {
        if (is_secret(name)) {
            json_object_set_new(line, name, json_string("(kept out)"));
        } else {
            strike_out(value);
        }
    }
    json_array_foreach(line, i, value)
    {
        strike_out(value);
    }
}

static json_t *time_now(void)
{
    struct timespec now;
    struct tm parts;
    char text[40], with_ms[64];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(with_ms, sizeof with_ms, "%s.%03ldZ", text, now.tv_nsec / 1000000);
    return json_string(with_ms);
}

/* The house deals on when its log cannot be written. */
static void write_line(const char *text, size_t size)
{
    pthread_mutex_lock(&one_line);
    while (size > 0) {
        ssize_t n = write(log_file, text, size);
        if (n <= 0) break;
        text += n;
        size -= (size_t)n;
    }
    pthread_mutex_unlock(&one_line);
}

void log_line(const char *level, const char *event, json_t *more)
{
    json_t *line = json_pack("{s:o, s:s, s:s}", "time", time_now(), "level", level, "event", event);
    if (line && more) {
        strike_out(more);
        json_object_update_missing(line, more);
    }
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    size_t size = text ? strlen(text) : 0;
    if (text) text[size] = '\n'; /* in place of its end */
    if (text) write_line(text, size + 1);
    free(text);
    json_decref(line);
    json_decref(more);
}

void log_house(void *self, const char *level, const char *event, const char *more, size_t size)
{
    log_line(level, event, json_loadb(more, size, 0, NULL));
}

void log_lws(int level, const char *line)
{
    const char *text = strstr(line, ": ");
    char what[200];
    snprintf(what, sizeof what, "%s", text ? text + 2 : line);
    what[strcspn(what, "\r\n")] = '\0';
    log_line(level & LLL_ERR ? "error" : "warning", "network", json_pack("{s:s%}", "what", what, strlen(what)));
}
