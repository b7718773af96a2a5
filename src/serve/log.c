/* log.c - the log: time, level, event and its fields, as one JSON object a line or as a line for people.
 * At a terminal a line is short: it has the local time and no empty fields, and events that the start message tells are
 * left out.
 *
 * Callers keep secrets out of the log: passwords, sessions, tokens, face-down cards. As a second safeguard, members
 * with those names are removed here. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "room.h"

static const char *const secrets[] = { "password", "new_password", "session", "csrf", "token", "secret",
                                       "salt",     "order",        "sealed",  "hole", NULL };

/* libwebsockets has one log for the process and passes only the text. */
static int log_file = STDERR_FILENO;
static lm_log_format log_format = LM_LOG_JSON;
static atomic_bool has_served;
static pthread_mutex_t one_line = PTHREAD_MUTEX_INITIALIZER;

/* The zone is read here: a contained process can no longer open its file. */
void log_open(int file, lm_log_format format)
{
    log_file = file;
    log_format = format;
    tzset();
}

void log_move(int file)
{
    pthread_mutex_lock(&one_line);
    int before = log_file;
    log_file = file;
    pthread_mutex_unlock(&one_line);
    if (before != STDERR_FILENO && before != STDOUT_FILENO) close(before);
}

static bool at_terminal(void)
{
    return log_format == LM_LOG_TERMINAL || log_format == LM_LOG_COLOUR;
}

/* Events of a successful start, and events of the network before the house serves: if they end the start, its error
 * message tells them. */
static bool is_routine(const char *level, const char *event)
{
    if (strcmp(event, "serving") == 0) has_served = true;
    if (!has_served && strcmp(event, "network") == 0) return true;
    static const char *const routine[] = { "journal proved", "key", "program", "contained", "serving", "table-taken" };
    bool found = false;
    for (size_t i = 0; i < sizeof routine / sizeof *routine; i++)
        found |= strcmp(routine[i], event) == 0;
    return found && strcmp(level, "info") == 0;
}

static bool is_secret(const char *name)
{
    int i = 0;
    while (secrets[i] && strcmp(secrets[i], name) != 0)
        i++;
    return secrets[i];
}

/* Hides the values of secret fields, at any depth. */
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

enum { TIME_TEXT = 64 };

static void time_now(char with_ms[TIME_TEXT])
{
    struct timespec now;
    struct tm parts;
    char text[40];
    clock_gettime(CLOCK_REALTIME, &now);
    if (at_terminal()) {
        localtime_r(&now.tv_sec, &parts);
        strftime(with_ms, TIME_TEXT, "%H:%M:%S", &parts);
        return;
    }
    gmtime_r(&now.tv_sec, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(with_ms, TIME_TEXT, "%s.%03ldZ", text, now.tv_nsec / 1000000);
}

static char *json_line(const char *time, const char *level, const char *event, json_t *more)
{
    json_t *line = json_pack("{s:s, s:s, s:s}", "time", time, "level", level, "event", event);
    if (line) json_object_update_missing(line, more);
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    json_decref(line);
    return text;
}

#define INK_OFF "\033[0m"
#define INK_BOLD "\033[1m"
#define INK_DIM "\033[2m"
#define INK_RED "\033[1;31m"
#define INK_GREEN "\033[32m"
#define INK_YELLOW "\033[1;33m"
#define INK_CYAN "\033[36m"

static const char *ink_of_level(const char *level)
{
    if (strcmp(level, "error") == 0) return INK_RED;
    return strcmp(level, "warning") == 0 ? INK_YELLOW : INK_GREEN;
}

static void put_inked(FILE *out, const char *ink, int width, const char *text)
{
    bool inked = log_format == LM_LOG_COLOUR;
    fprintf(out, "%s%-*s%s", inked ? ink : "", width, text, inked ? INK_OFF : "");
}

/* Letters, digits and the marks of addresses and paths: a value that needs no quotes. */
static bool is_plain(const char *text)
{
    size_t plain = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@+%?&#[]()*,~");
    return plain > 0 && !text[plain];
}

/* Clients choose some values, so only ASCII is printed, the rest escaped: no value can control the terminal. */
static void put_value(FILE *out, const json_t *value)
{
    const char *word = json_string_value(value);
    bool plain = word && strlen(word) == json_string_length(value) && is_plain(word);
    char *text = plain ? NULL : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    fputs(plain ? word : text ? text : "?", out);
    free(text);
}

static char *text_line(const char *time, const char *level, const char *event, json_t *more)
{
    enum { LEVEL_WIDTH = 7 };
    char *text = NULL;
    size_t size;
    const char *name;
    json_t *value;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    put_inked(out, INK_DIM, 0, time);
    putc(' ', out);
    put_inked(out, ink_of_level(level), LEVEL_WIDTH, level);
    putc(' ', out);
    put_inked(out, INK_BOLD, 0, event);
    json_object_foreach(more, name, value)
    {
        if (at_terminal() && json_is_string(value) && !json_string_length(value)) continue;
        putc(' ', out);
        put_inked(out, INK_CYAN, 0, name);
        putc('=', out);
        put_value(out, value);
    }
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* The house continues even if its log cannot be written. */
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
    char time[TIME_TEXT];
    time_now(time);
    strike_out(more);
    bool told = !at_terminal() || !is_routine(level, event);
    char *text = told ? (log_format == LM_LOG_JSON ? json_line : text_line)(time, level, event, more) : NULL;
    size_t size = text ? strlen(text) : 0;
    if (text) text[size] = '\n'; /* replaces the final 0 */
    if (text) write_line(text, size + 1);
    free(text);
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
