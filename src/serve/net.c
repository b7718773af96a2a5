/* net.c - libwebsockets: one context, one listener, and the dispatch of its callbacks.
 *
 * The server uses its listener, event loop, timers and TLS, and speaks HTTP and WebSocket itself (head.c, frames.c):
 * the HTTP of Debian's version loops for ever over a POST that comes in one packet behind another request, and accepts
 * frames that no client may send. */
#include <errno.h>
#include <fcntl.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "room.h"

enum { HANDLERS = 128, SPARE_FILES = 300 };

static int destroyed(peer *p, void *in, size_t size)
{
    if (p) peer_close(p);
    return 0;
}

static int ended(peer *p, void *in, size_t size)
{
    if (p) socket_end(p);
    return 0;
}

/* Everything that concerns one connection. */
static int (*const handlers[HANDLERS])(peer *p, void *in, size_t size) = {
    [LWS_CALLBACK_RAW_RX] = traffic_receive,
    [LWS_CALLBACK_RAW_WRITEABLE] = traffic_writeable,
    [LWS_CALLBACK_RAW_CLOSE] = ended,
    [LWS_CALLBACK_WSI_DESTROY] = destroyed,
};

static server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static void take_signal(server *s)
{
    struct signalfd_siginfo signal;
    while (read(s->signals, &signal, sizeof signal) == sizeof signal)
        server_signal(s, (int)signal.ssi_signo);
}

static int admit(server *s, const struct lws_filter_network_conn_args *from)
{
    return from && peers_admit(s, &from->cli_addr) ? 0 : -1;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    switch (reason) {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS: server_of(wsi)->tls = user; return 0;
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return admit(server_of(wsi), user);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
    case LWS_CALLBACK_RAW_ADOPT: return lws_get_opaque_user_data(wsi) || peer_open(server_of(wsi), wsi) ? 0 : -1;
    case LWS_CALLBACK_RAW_RX_FILE: take_signal(server_of(wsi)); return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: server_turn_soon(server_of(wsi)); return 0;
    default: break;
    }
    if ((int)reason < 0 || (int)reason >= HANDLERS || !handlers[reason]) return 0;
    return handlers[reason](lws_get_opaque_user_data(wsi), in, size);
}

static const struct lws_protocols protocols[] = { { .name = "lammer", .callback = on_event }, { 0 } };

/* Raises the limit of descriptors to what connections need, or lowers the number of connections to that limit. */
static void fit_files(server *s)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)s->options.connections + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
    s->options.connections = limit.rlim_cur > 2 * SPARE_FILES ? (int)limit.rlim_cur - SPARE_FILES : SPARE_FILES;
    log_line("warning", "few files",
             json_pack("{s:i, s:s}", "connections", s->options.connections, "why",
                       "the limit of open files is too low for the limit of connections"));
}

static bool fail(server *s, const char *what)
{
    snprintf(s->text, sizeof s->text, "%s", what);
    return false;
}

static bool readable(server *s, const char *path, const char *what)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) close(file);
    if (file < 0) snprintf(s->text, sizeof s->text, "%s: the %s cannot be read: %s", path, what, strerror(errno));
    return file >= 0;
}

/* The key of the certificate, as those of the house: other users must not read it. */
static bool key_is_private(server *s)
{
    char text[LM_STORE_TEXT];
    if (!readable(s, s->options.cert_key, "certificate's key")) return false;
    if (lm_key_file_is_private(s->options.cert_key, text)) return true;
    snprintf(s->text, sizeof s->text, "%s", text);
    return false;
}

static void close_loop(server *s)
{
    loop_close(s->loop);
    s->loop = NULL;
}

/* NULL where libev or the plugin of libwebsockets for it is missing. */
static struct lws_context *open_on_loop(server *s, struct lws_context_creation_info info)
{
    s->loop = loop_open();
    if (!s->loop) return NULL;
    void *loops[] = { loop_foreign(s->loop) };
    info.options |= LWS_SERVER_OPTION_LIBEV;
    info.foreign_loops = loops;
    lws_set_log_level(0, NULL); /* the plugin may be missing */
    struct lws_context *context = lws_create_context(&info);
    lws_set_log_level(LLL_ERR | LLL_WARN, log_lws);
    if (!context) close_loop(s);
    return context;
}

static bool open_context(server *s)
{
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_VALIDATE_UTF8 | (s->options.cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
        .user = s,
        .gid = -1,
        .uid = -1,
        .pt_serv_buf_size = 16 * 1024,
        .server_string = "lammer",
    };
    lws_set_log_level(LLL_ERR | LLL_WARN, log_lws);
    fit_files(s);
    s->context = open_on_loop(s, info);
    if (s->context) return true;
    log_line("info", "polls",
             json_pack("{s:s}", "why",
                       "libwebsockets lacks its plugin for libev, so it polls; install libwebsockets-evlib-ev to serve "
                       "thousands of sockets"));
    s->context = lws_create_context(&info);
    return s->context || fail(s, "libwebsockets does not start");
}

/* A server with TLS opens a second door for the other servers of the house, which prove that they are; so does one that
 * is given an address for it. A wildcard cannot be called: then it is the first address of this machine. */
static bool open_door(server *s)
{
    char host[100];
    int port = 0;
    const char *asked = s->options.inside;
    if (!s->lets_servers_in || (!asked && !s->options.cert)) return true;
    if (!asked) asked = s->host;
    if (s->options.inside && !host_and_port(asked, host, sizeof host, &port)) {
        snprintf(s->text, sizeof s->text,
                 "\"%.100s\" is not an address for other servers; give ADDRESS:PORT, such as 10.0.0.2:2223, or off",
                 asked);
        return false;
    }
    if (!s->options.inside) snprintf(host, sizeof host, "%s", s->host);
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG |
                   (strchr(host, ':') || !host[0] ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .port = port,
        .iface = host[0] ? host : NULL,
        .protocols = protocols,
        .vhost_name = "inside",
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = "lammer",
        .timeout_secs = REQUEST_S,
    };
    s->door = lws_create_vhost(s->context, &info);
    if (!s->door) return fail(s, "the server cannot listen for other servers there; choose another address");
    snprintf(s->door_host, sizeof s->door_host, "%s", host);
    s->door_port = lws_get_vhost_listen_port(s->door);
    return true;
}

static bool open_listener(server *s)
{
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG |
                   (s->options.cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0) |
                   (strchr(s->host, ':') || !s->host[0] ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .port = s->port,
        .iface = s->host[0] ? s->host : NULL,
        .protocols = protocols,
        .vhost_name = "lammer",
        .alpn = "http/1.1",
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = "lammer",
        .timeout_secs = REQUEST_S,
        .ssl_cert_filepath = s->options.cert,
        .ssl_private_key_filepath = s->options.cert_key,
        .ssl_cipher_list = "ECDHE+AESGCM:ECDHE+CHACHA20", /* for TLS 1.2; the defaults of TLS 1.3 are as strong */
        .ssl_options_set = SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION,
    };
    if (s->options.cert && (!readable(s, s->options.cert, "certificate") || !key_is_private(s))) return false;
    errno = 0;
    s->vhost = lws_create_vhost(s->context, &info);
    if (s->vhost) {
        s->port = lws_get_vhost_listen_port(s->vhost);
        return true;
    }
    s->may_help = errno == EADDRINUSE;
    if (errno == EADDRINUSE)
        snprintf(s->text, sizeof s->text, "another program listens at %s; stop it, or choose another address",
                 s->options.listen);
    else
        snprintf(s->text, sizeof s->text, "%s: the server cannot listen there%s%s%s", s->options.listen,
                 errno ? ": " : "", errno ? strerror(errno) : "",
                 s->options.cert ? "; or the certificate and its key do not match" : "; choose another address");
    return false;
}

/* Signals that end the server arrive through a readable descriptor; they are blocked before any thread starts. They
 * need a virtual host of their own: the listener's would treat the descriptor as a raw socket, which fails. */
static bool open_signals(server *s)
{
    const struct lws_context_creation_info info = { .port = CONTEXT_PORT_NO_LISTEN,
                                                    .protocols = protocols,
                                                    .vhost_name = "signals" };
    sigset_t set;
    server_signals(&set);
    s->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    struct lws_vhost *vhost = s->plain = lws_create_vhost(s->context, &info);
    lws_sock_file_fd_type file = { .filefd = s->signals };
    return (s->signals >= 0 && vhost &&
            lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, "lammer", NULL)) ||
           fail(s, "signals cannot be received");
}

bool net_open(server *s)
{
    return open_context(s) && open_listener(s) && open_door(s) && open_signals(s);
}

bool net_service(server *s)
{
    if (!s->loop) return lws_service(s->context, 0) >= 0;
    loop_run(s->loop);
    return true;
}

void net_close(server *s)
{
    pthread_mutex_lock(&s->waking);
    struct lws_context *context = s->context;
    s->context = NULL;
    pthread_mutex_unlock(&s->waking);
    if (context) lws_context_destroy(context);
    close_loop(s);
}
