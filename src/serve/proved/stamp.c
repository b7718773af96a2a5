/* stamp.c - RFC 3161 stamps of heads: asking for them, and checking them.
 *
 * The server itself may neither open a connection nor start a program once it listens. So a separate process fetches
 * stamps. It is started first, reads only file names from the server, and ends with it. */
#define _GNU_SOURCE /* pipe2 */
#include "stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/http.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ts.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log.h"
#include "signed_heads.h"
#include "lammer/server/serve.h"

enum { PATIENCE_S = 30, REPLY_MOST = 256 * 1024, PATH_ROOM = HEADS_PATH + 16 };

static bool set_imprint(TS_REQ *request, const char *head)
{
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256((const unsigned char *)head, strlen(head), digest);
    X509_ALGOR *algorithm = X509_ALGOR_new();
    TS_MSG_IMPRINT *imprint = TS_MSG_IMPRINT_new();
    bool well = algorithm && imprint && X509_ALGOR_set0(algorithm, OBJ_nid2obj(NID_sha256), V_ASN1_NULL, NULL) == 1 &&
                TS_MSG_IMPRINT_set_algo(imprint, algorithm) == 1 &&
                TS_MSG_IMPRINT_set_msg(imprint, digest, sizeof digest) == 1 &&
                TS_REQ_set_msg_imprint(request, imprint) == 1;
    X509_ALGOR_free(algorithm);
    TS_MSG_IMPRINT_free(imprint);
    return well;
}

static bool set_nonce(TS_REQ *request)
{
    uint64_t random = 0;
    ASN1_INTEGER *nonce = ASN1_INTEGER_new();
    bool well = nonce && RAND_bytes((unsigned char *)&random, sizeof random) == 1 &&
                ASN1_INTEGER_set_uint64(nonce, random >> 1 | 1) == 1 && TS_REQ_set_nonce(request, nonce) == 1;
    ASN1_INTEGER_free(nonce);
    return well;
}

static TS_REQ *request_for(const char *head)
{
    TS_REQ *request = TS_REQ_new();
    if (request && TS_REQ_set_version(request, 1) == 1 && set_imprint(request, head) && set_nonce(request) &&
        TS_REQ_set_cert_req(request, 1) == 1)
        return request;
    TS_REQ_free(request);
    return NULL;
}

/* Checks the bytes and the format always, the authority's certificate if its root is known. */
static bool reply_fits(TS_RESP *reply, const char *head, const char *ca)
{
    TS_VERIFY_CTX *context = TS_VERIFY_CTX_new();
    X509_STORE *roots = ca ? X509_STORE_new() : NULL;
    int flags = TS_VFY_VERSION | TS_VFY_DATA | (ca ? TS_VFY_SIGNATURE : 0);
    bool well = context && (!ca || (roots && X509_STORE_load_locations(roots, ca, NULL) == 1));
    if (well) {
        TS_VERIFY_CTX_set_flags(context, flags);
        TS_VERIFY_CTX_set_data(context, BIO_new_mem_buf(head, (int)strlen(head))); /* freed with the context */
        if (ca) TS_VERIFY_CTX_set_store(context, roots);                           /* the same */
        well = TS_RESP_verify_response(context, reply) == 1;
    } else {
        X509_STORE_free(roots);
    }
    TS_VERIFY_CTX_free(context);
    return well;
}

static void time_of(TS_RESP *reply, char *text, size_t size)
{
    TS_TST_INFO *info = TS_RESP_get_tst_info(reply);
    BIO *out = BIO_new(BIO_s_mem());
    int n = 0;
    if (out && info && ASN1_GENERALIZEDTIME_print(out, TS_TST_INFO_get_time(info)) == 1)
        n = BIO_read(out, text, (int)size - 1);
    text[n > 0 ? n : 0] = '\0';
    BIO_free(out);
}

bool lm_stamp_verify(const char *head, const char *path, const char *ca, char *text)
{
    BIO *file = BIO_new_file(path, "rb");
    TS_RESP *reply = file ? d2i_TS_RESP_bio(file, NULL) : NULL;
    bool well = reply && reply_fits(reply, head, ca);
    if (well) {
        time_of(reply, text, LM_SERVE_TEXT);
    } else {
        const char *why = ERR_reason_error_string(ERR_peek_last_error());
        snprintf(text, LM_SERVE_TEXT, /* say:stamp-of-another-head */
                 "%.200s: this is not a stamp of this head by that authority (%.200s)", path,
                 !file ? "the file cannot be opened"
                 : why ? why
                       : "it is not a stamp");
    }
    TS_RESP_free(reply);
    BIO_free(file);
    ERR_clear_error();
    return well;
}

/* Ignores proxies of the environment, so that only the authority sees the request. */
static TS_RESP *ask_over_http(const char *url, const unsigned char *request, int request_size)
{
    char *host = NULL, *port = NULL, *path = NULL;
    BIO *query = BIO_new_mem_buf(request, request_size), *answer = NULL;
    if (query && OSSL_HTTP_parse_url(url, NULL, NULL, &host, &port, NULL, &path, NULL, NULL) == 1)
        answer = OSSL_HTTP_transfer(NULL, host, port, path, 0, "", NULL, NULL, NULL, NULL, NULL, 0, NULL,
                                    "application/timestamp-query", query, NULL, 1, REPLY_MOST, PATIENCE_S, 0);
    TS_RESP *reply = answer ? d2i_TS_RESP_bio(answer, NULL) : NULL;
    BIO_free(answer);
    BIO_free(query);
    OPENSSL_free(host);
    OPENSSL_free(port);
    OPENSSL_free(path);
    return reply;
}

static bool write_file(const char *path, const unsigned char *bytes, int size)
{
    FILE *file = fopen(path, "wb");
    bool well = file && fwrite(bytes, 1, (size_t)size, file) == (size_t)size;
    return file && fclose(file) == 0 && well;
}

static TS_RESP *ask_program(const char *program, const char *head_path, const unsigned char *request, int request_size)
{
    char query[PATH_ROOM], answer[PATH_ROOM];
    int status = -1;
    snprintf(query, sizeof query, "%s.tsq", head_path);
    snprintf(answer, sizeof answer, "%s.tsr.part", head_path);
    if (!write_file(query, request, request_size)) return NULL;
    pid_t child = fork();
    if (child == 0) {
        execlp(program, program, query, answer, (char *)NULL);
        _exit(127);
    }
    if (child > 0) waitpid(child, &status, 0);
    BIO *file = status == 0 ? BIO_new_file(answer, "rb") : NULL;
    TS_RESP *reply = file ? d2i_TS_RESP_bio(file, NULL) : NULL;
    BIO_free(file);
    unlink(query);
    unlink(answer);
    return reply;
}

static bool keep_reply(TS_RESP *reply, const char *head_path)
{
    char path[PATH_ROOM];
    unsigned char *bytes = NULL;
    snprintf(path, sizeof path, "%s.tsr", head_path);
    int size = i2d_TS_RESP(reply, &bytes);
    bool well = size > 0 && write_file(path, bytes, size);
    OPENSSL_free(bytes);
    return well;
}

static bool stamp(const char *source, const char *head_path)
{
    unsigned char *bytes = NULL;
    char *head = text_of_file(head_path);
    TS_REQ *request = head ? request_for(head) : NULL;
    int size = request ? i2d_TS_REQ(request, &bytes) : -1;
    TS_RESP *reply = NULL;
    if (size > 0)
        reply = strncmp(source, "http://", 7) == 0 ? ask_over_http(source, bytes, size)
                                                   : ask_program(source, head_path, bytes, size);
    bool well = reply && reply_fits(reply, head, NULL) && keep_reply(reply, head_path);
    TS_RESP_free(reply);
    OPENSSL_free(bytes);
    TS_REQ_free(request);
    free(head);
    return well;
}

static void fetch_stamps(const char *source, int paths)
{
    char line[HEADS_PATH + 2];
    FILE *in = fdopen(paths, "r");
    while (in && fgets(line, sizeof line, in)) {
        int status = -1;
        line[strcspn(line, "\n")] = '\0';
        pid_t child = fork();
        if (child == 0) _exit(stamp(source, line) ? 0 : 1);
        if (child > 0) waitpid(child, &status, 0);
        if (status != 0) log_line("error", "no stamp", json_pack("{s:s, s:s}", "head", line, "source", source));
    }
}

int stamp_start(const char *source)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        close(ends[1]);
        fetch_stamps(source, ends[0]);
        _exit(0);
    }
    close(ends[0]);
    if (child > 0) return ends[1];
    close(ends[1]);
    return -1;
}
