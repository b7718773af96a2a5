/* service.c - what a service manager expects: signals, notices of the start, a reload and a stop.
 *
 * SIGTERM and SIGINT stop in order, SIGQUIT stops at once, SIGHUP opens the log again and reads the certificate again,
 * SIGUSR1 opens the log again. Notices go to the socket that NOTIFY_SOCKET names, as sd_notify(3) describes. */
#include <errno.h>
#include <fcntl.h>
#include <openssl/ssl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "room.h"

void server_signals(sigset_t *set)
{
    static const int signals[] = { SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGUSR1, SIGUSR2 };
    sigemptyset(set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaddset(set, signals[i]);
}

/* --- notices ------------------------------------------------------------------------------------------------------- */

/* Connected before the process gives up its rights. '@' stands for the zero byte of an abstract address. */
void service_open(server *s)
{
    const char *path = getenv("NOTIFY_SOCKET"), *watchdog = getenv("WATCHDOG_USEC");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    s->service = -1;
    if (!path || strlen(path) >= sizeof to.sun_path) return;
    memcpy(to.sun_path, path, strlen(path));
    if (path[0] == '@') to.sun_path[0] = '\0';
    s->service = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (s->service >= 0 && connect(s->service, (const struct sockaddr *)&to, size) != 0) service_close(s);
    s->watched = s->service >= 0 && watchdog && *watchdog;
}

void service_close(server *s)
{
    if (s->service >= 0) close(s->service);
    s->service = -1;
}

/* A lost notice does not stop the house. */
void service_notify(const server *s, const char *text)
{
    if (s->service >= 0 && send(s->service, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        log_line("warning", "service manager", json_pack("{s:s}", "why", strerror(errno)));
}

/* --- reload --------------------------------------------------------------------------------------------------------- */

/* A rotated log was renamed: its successor is a new file of the old name. */
static void reopen_log(const server *s)
{
    if (!s->options.log_path) return;
    int file = open(s->options.log_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
    if (file < 0) {
        log_line("error", "log not reopened",
                 json_pack("{s:s, s:s}", "file", s->options.log_path, "why", strerror(errno)));
        return;
    }
    log_move(file);
    log_line("info", "log reopened", json_pack("{s:s}", "file", s->options.log_path));
}

static bool load_certificate(SSL_CTX *tls, const server *s)
{
    char text[LM_STORE_TEXT];
    return lm_key_file_is_private(s->options.cert_key, text) &&
           SSL_CTX_use_certificate_chain_file(tls, s->options.cert) == 1 &&
           SSL_CTX_use_PrivateKey_file(tls, s->options.cert_key, SSL_FILETYPE_PEM) == 1 &&
           SSL_CTX_check_private_key(tls) == 1;
}

/* Tries the new certificate on a separate context first, because one that does not match its key must not replace the
 * old one. Open connections keep the certificate they began with. */
static void reload_certificate(const server *s)
{
    if (!s->options.cert || !s->tls) return;
    SSL_CTX *trial = SSL_CTX_new(TLS_server_method());
    bool read = trial && load_certificate(trial, s) && load_certificate(s->tls, s);
    SSL_CTX_free(trial);
    if (read)
        log_line("info", "certificate read again", json_pack("{s:s}", "file", s->options.cert));
    else
        log_line("error", /* say:certificate-kept */ "the certificate cannot be read again; the old one still serves",
                 json_pack("{s:s, s:s}", "file", s->options.cert, "key", s->options.cert_key));
}

static void reload(const server *s)
{
    char text[100];
    snprintf(text, sizeof text, "RELOADING=1\nMONOTONIC_USEC=%lld", (long long)now_us());
    service_notify(s, text);
    reopen_log(s);
    reload_certificate(s);
    service_notify(s, "READY=1");
}

/* Allows the folder of a file that is replaced while the server runs and, if the file is a link as certificate tools
 * make them, the folder to which the link leads. */
static void may_find(contain_plan *plan, const char *path, void (*may)(contain_plan *, const char *))
{
    char folder[CONTAIN_PATH];
    char *real = realpath(path, NULL);
    const char *paths[] = { path, real };
    for (int i = 0; i < 2; i++) {
        if (!paths[i] || strlen(paths[i]) >= sizeof folder) continue;
        snprintf(folder, sizeof folder, "%s", paths[i]);
        char *slash = strrchr(folder, '/');
        if (slash) slash[slash == folder] = '\0';
        may(plan, slash ? folder : ".");
    }
    free(real);
}

void service_needs(const server *s, contain_plan *plan)
{
    if (s->options.log_path) may_find(plan, s->options.log_path, contain_may_keep);
    if (s->options.cert) may_find(plan, s->options.cert, contain_may_read);
    if (s->options.cert_key) may_find(plan, s->options.cert_key, contain_may_read);
}

void server_signal(server *s, int signal)
{
    log_line("info", "signal", json_pack("{s:i}", "number", signal));
    switch (signal) {
    case SIGHUP: reload(s); break;
    case SIGUSR1: reopen_log(s); break;
    case SIGUSR2: break; /* means nothing here, and must not end the house */
    case SIGQUIT:
        s->options.drain_s = 0;
        server_stop(s);
        break;
    default: server_stop(s); break;
    }
}
