/* wire.c - a connection from its first byte to its last: HTTP requests with bodies and queries, an upgrade, WebSocket
 * messages. The target plays the house behind it and the network before it.
 *
 * The first byte says how the bytes are cut, whether the house is slow, whether there is a proxy, and whether rates are
 * low. */
/* room: serve */
#include "fuzz.h"
#include "room.h"

enum { PENDING = 512, PIECE = 1 << 20 };

static buckets addresses, sessions; /* tables so large that they are made once */

static struct {
    server server;
    uint64_t token[PENDING]; /* questions that the house has not answered */
    int pending, connected;
    bool dropped;
    int64_t us;
    peer *peer;
} w;

/* --- the network ------------------------------------------------------------------------------------------ */

int lws_callback_on_writable(struct lws *wsi)
{
    (void)wsi;
    return 0;
}

lws_sockfd_type lws_get_socket_fd(struct lws *wsi)
{
    (void)wsi;
    return -1;
}

int lws_rx_flow_control(struct lws *wsi, int enable)
{
    (void)wsi, (void)enable;
    return 0;
}

int lws_send_pipe_choked(struct lws *wsi)
{
    (void)wsi;
    return 0;
}

void lws_set_opaque_user_data(struct lws *wsi, void *data)
{
    (void)wsi;
    w.peer = data;
}

void lws_set_timeout(struct lws *wsi, enum pending_timeout reason, int seconds)
{
    (void)wsi, (void)reason, (void)seconds;
    w.dropped = true;
}

int lws_write(struct lws *wsi, unsigned char *data, size_t size, enum lws_write_protocol protocol)
{
    static volatile uint8_t sum;
    (void)wsi, (void)protocol;
    for (size_t i = 0; i < size; i++) /* reads every byte, so that the sanitizer notices an unwritten one */
        sum = (uint8_t)(sum ^ data[i]);
    return (int)size;
}

/* --- the clock and the rest of the server ------------------------------------------------------------------- */

int64_t now_us(void)
{
    return w.us += 3;
}

int64_t now_ms(void)
{
    return now_us() / 1000;
}

void server_turn_soon(server *s)
{
    (void)s;
}

void metrics_reply(peer *p)
{
    http_reply(p, 200, "text/plain", "", 0);
}

void health_reply(peer *p)
{
    http_reply_json(p, 200, json_object());
}

/* --- the house ---------------------------------------------------------------------------------------------- */

void lm_house_connect(lm_house *house, uint64_t connection)
{
    (void)house, (void)connection;
    w.connected++;
}

void lm_house_disconnect(lm_house *house, uint64_t connection)
{
    (void)house, (void)connection;
    w.connected--;
}

void lm_house_request(lm_house *house, uint64_t token, const lm_house_client *from, const lm_request *request)
{
    const json_t *body = request->object;
    (void)house;
    MUST_HOLD(json_is_object(body) && json_is_string(json_object_get(body, "do")));
    MUST_HOLD(strlen(from->session) < SESSION_BYTES && strlen(from->device) < SESSION_BYTES);
    MUST_HOLD(strlen(from->address) < LM_HOUSE_ADDRESS && strlen(from->network) < LM_HOUSE_ADDRESS);
    MUST_HOLD(w.pending < PENDING);
    w.token[w.pending++] = token;
}

/* An answer for each question: some begin a session, some refuse. */
static void answer_all(void)
{
    static const char session[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    int n = w.pending;
    uint64_t token[PENDING];
    memcpy(token, w.token, sizeof token);
    w.pending = 0;
    for (int i = 0; i < n; i++) {
        bool good = token[i] % 3;
        const char *text = good ? "{\"ok\":true,\"list\":[1]}" : "{\"ok\":false,\"why\":\"not now\"}";
        lm_house_answer answer = { .kind = good ? LM_ANSWERED : LM_REFUSED_NOW,
                                   .text = text,
                                   .size = strlen(text),
                                   .session = good ? session : NULL };
        ask_answered(&w.server, token[i], &answer);
    }
}

/* --- a connection ------------------------------------------------------------------------------------------- */

/* Delivers pending answers and waiting bytes. Afterwards the peer is read again or is closing. */
static bool settle(void)
{
    for (int turns = 0; turns < 10000; turns++) {
        if (w.dropped) return false;
        if (w.pending) answer_all();
        traffic_flush(&w.server);
        if (w.dropped || traffic_writeable(w.peer, NULL, 0) < 0) return false;
        if (!w.pending && !w.peer->first && w.peer->stage != PEER_SENDS && w.peer->stage != PEER_WAITS) break;
    }
    MUST_HOLD(!w.pending && !w.peer->first);
    MUST_HOLD(!w.peer->held || w.peer->closes || w.peer->stage == PEER_LINGERS);
    return w.peer->stage != PEER_LINGERS;
}

static void talk(const uint8_t *data, size_t size, size_t step, bool slow)
{
    bool goes_on = true;
    for (size_t at = 0; at < size && goes_on; at += step) {
        size_t n = size - at < step ? size - at : step;
        unsigned char *piece = malloc(n);
        memcpy(piece, data + at, n);
        w.us += 1000;
        if (w.peer->held) goes_on = settle();
        if (goes_on) goes_on = traffic_receive(w.peer, piece, n) >= 0;
        free(piece);
        if (goes_on && !slow) goes_on = settle();
        MUST_HOLD(w.peer->in_size <= 2 * BODY_BYTES);
    }
    if (goes_on && settle()) ask_message(&w.server, w.peer->id, "{\"table\":\"x\"}", 13);
    if (!w.dropped && w.peer->stage != PEER_LINGERS) peers_sweep(&w.server);
}

static void open_server(uint8_t how)
{
    server *s = &w.server;
    static char document[] = "{}";
    memset(&w, 0, sizeof w);
    s->options = lm_serve_defaults();
    s->options.trust_proxy = how & 0x20;
    s->options.per_address = 3;
    s->options.hosts = "h";
    s->openapi = s->asyncapi = document;
    snprintf(s->name, sizeof s->name, "fuzz");
    addresses.rate = sessions.rate = how & 0x40 ? 2 : 0;
    if (addresses.rate) { /* without a rate the rows are not used */
        memset(addresses.row, 0, sizeof *addresses.row * BUCKET_SETS * BUCKET_WAYS);
        memset(sessions.row, 0, sizeof *sessions.row * BUCKET_SETS * BUCKET_WAYS);
    }
    s->addresses = addresses;
    s->sessions = sessions;
}

static void close_server(void)
{
    server *s = &w.server;
    while (w.pending)
        answer_all();
    MUST_HOLD(s->asks.held == 0 && s->peers.held == 0 && w.connected == 0 && s->sockets == 0);
    slots_free(&s->asks);
    slots_free(&s->peers);
    message_release(s->last);
    lm_out_free(&s->written);
    free(s->unsent);
}

lm_serve_options lm_serve_defaults(void)
{
    return (lm_serve_options){ .connections = 10 };
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    log_open(open("/dev/null", O_WRONLY), LM_LOG_JSON);
    MUST_HOLD(buckets_open(&addresses, 0) && buckets_open(&sessions, 0));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) return 0;
    open_server(data[0]);
    MUST_HOLD(peer_open(&w.server, (struct lws *)(void *)&w));
    talk(data + 1, size - 1, data[0] & 7 ? (size_t)1 << 2 * (data[0] & 7) : PIECE, data[0] & 8);
    peer_close(w.peer);
    close_server();
    return 0;
}
