/* lines.c - lines from the standard input that a signal may interrupt at any moment.
 *
 * Signals are delivered only while the program waits. A signal that comes before the wait ends it at once, so no signal
 * is lost. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "play.h"

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
    caught = number;
}

void waits_catch(const int *signals, int n)
{
    struct sigaction act = { .sa_handler = on_signal };
    sigset_t blocked;
    sigemptyset(&act.sa_mask);
    sigemptyset(&blocked);
    for (int i = 0; i < n; i++) {
        sigaddset(&blocked, signals[i]);
        if (signals[i] != SIGWINCH) sigaction(signals[i], &act, NULL);
    }
    sigprocmask(SIG_BLOCK, &blocked, NULL);
}

int waits_caught(void)
{
    return caught;
}

bool waits_for_input(void)
{
    fd_set in;
    sigset_t open;
    FD_ZERO(&in);
    FD_SET(STDIN_FILENO, &in);
    sigemptyset(&open);
    return pselect(STDIN_FILENO + 1, &in, NULL, NULL, NULL, &open) > 0;
}

void lines_catch_signals(void)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
    waits_catch(ends, sizeof ends / sizeof *ends);
}

static struct {
    char text[4096];
    size_t n;
    bool over, skipping;
} input;

/* Returns the first line received. A line that does not fit is truncated. */
static bool take_line(char *line, size_t size)
{
    char *end = memchr(input.text, '\n', input.n);
    bool whole = end || input.over;
    if (!whole && input.n < sizeof input.text) return false;
    size_t length = end ? (size_t)(end - input.text) : input.n, used = end ? length + 1 : length;
    bool rest = input.skipping;
    if (!rest && length + used > 0) {
        size_t kept = length < size ? length : size - 1;
        memcpy(line, input.text, kept);
        line[kept] = '\0';
    }
    memmove(input.text, input.text + used, input.n - used);
    input.n -= used;
    input.skipping = !end && !input.over;
    return !rest && used > 0;
}

static bool read_more(void)
{
    while (!caught) {
        if (!waits_for_input()) continue;
        ssize_t n = read(STDIN_FILENO, input.text + input.n, sizeof input.text - input.n);
        if (n < 0 && errno == EINTR) continue;
        if (n > 0) {
            input.n += (size_t)n;
            return true;
        }
        input.over = true;
        return input.n > 0;
    }
    return false;
}

bool lines_read(char *line, size_t size)
{
    while (!caught) {
        bool was_rest = input.skipping;
        if (take_line(line, size)) return true;
        if (was_rest && !input.skipping) continue; /* the end of an overlong line */
        if (input.over || !read_more()) return false;
    }
    return false;
}

bool term_load(lm_profile *profile, const term_rules *rules)
{
    return rules->load(profile, rules->name, rules->setting, rules->settings);
}
