/* serve.c - `lammer serve`: the house. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lammer/server/serve.h"
#include "lammer/server/store.h"
#include "lammer/text.h"
#include "options.h"

typedef struct {
    lm_serve_options serve;
    const char *log;
    unsigned log_format;
    bool openapi, asyncapi, types, no_contain, require_contain;
    bool for_people, for_programs; /* who reads the start message: a person at a terminal, or a program behind a pipe */
    lm_text data;
} serve_args;

/* auto: for people if the log goes to a terminal. */
enum { FORMAT_AUTO, FORMAT_JSON, FORMAT_TEXT };
static const char *const log_formats[] = { "auto", "json", "text", NULL };

static const char usage[] =
    /* say:serve-help */
    "usage: lammer serve [OPTION ...]\n\n"
    "Starts the house: tables for the browser, HTTP and WebSocket. Prints the address to open.\n\n"
    "  --listen ADDRESS:PORT   where to listen; default 127.0.0.1:2222; :2222 for every address\n"
    "  --store URL             sqlite:FILE or postgresql://...; default: a file in the data directory\n"
    "  --name SERVER           this server's name among the servers of the house\n"
    "  --address URL           where clients find this server, if not where it listens\n"
    "  --inside ADDRESS:PORT   where the other servers of the house reach this one, if not where it listens; off: "
    "clients\n"
    "                          are sent to the server that runs their table instead of being served through this one\n"
    "  --hosts NAME,...        further names by which clients call this server, besides that of --address; a request\n"
    "                          that names another host is refused\n"
    "  --key FILE              the key that signs the journal; default: beside the store\n"
    "  --secret FILE           the key that seals face-down cards; default: beside the store\n"
    "  --new-secret            make a new one for a house that has lost it; its open shoes cannot be dealt further\n"
    "  --cert FILE --key-file FILE\n"
    "                          TLS: certificate chain and its key (PEM)\n"
    "  --trust-proxy           believe X-Forwarded-For and X-Forwarded-Proto: only behind a proxy of yours\n"
    "  --drain SECONDS         how long a stop waits for open rounds; default 10\n"
    "  --no-demo               open no demonstration tables in a new house\n"
    "  --recover PERSON        print a token with which this person sets a new password and is unlocked\n"
    "  --connections N         the most connections at once; default 16000\n"
    "  --per-address N         the most at once from one address; default 500, 0 no limit\n"
    "  --address-rate N        requests a second from one address; default 500, 0 no limit\n"
    "  --session-rate N        requests a second of one session; default 50, 0 no limit\n"
    "  --busy MS               refuse a command at once if it would wait longer; default 500, 0 never\n"
    "  --guests N              guests of one network in an hour, except from this machine; default 200, 0 no limit\n"
    "  --reserve MB            with less free space no round begins, and with less than twice as much no guest or\n"
    "                          player is made; default 128, 0: not watched. For SQLite, the free space of its disk\n"
    "  --store-limit MB        how large the database may become: what is left of this counts as free space. For\n"
    "                          PostgreSQL, whose disk the server does not see; default 0, no limit\n"
    "  --open-metrics          show /metrics to every address, not only to this machine\n"
    "  --log FILE              where the log goes; default: stderr\n"
    "  --log-format auto|json|text\n"
    "                          one JSON object a line, or lines for people without colour; auto writes lines for\n"
    "                          people to a terminal, in colour unless NO_COLOR is set, and JSON to anything else\n"
    "  --manifest FILE         digests that this program must match; default: beside it or in ../share/lammer\n"
    "  --verify SECONDS        how often the program is compared with its manifest; default 86400, 0: at the start "
    "only\n"
    "  --heads FOLDER          also write signed heads of the journal there, on another disk or machine. The last\n"
    "                          head there must match the store, or the server does not start\n"
    "  --head FILE             the head that the store must match instead\n"
    "  --head-every SECONDS    how often a head is signed, if there are new records; default 60\n"
    "  --stamp URL|PROGRAM     the RFC 3161 authority that stamps heads: http://..., or a program that is called with\n"
    "                          a request file and a reply file; stamps the first head, one an hour, and the last\n"
    "  --scrub SECONDS         seconds between proofs of the whole journal; default 60, 0: only at the start\n"
    "                          and after a lost database connection\n"
    "  --require-contain       do not start if the kernel cannot contain the server fully\n"
    "  --no-contain            keep all rights: for debugging only, never on a public address\n"
    "  --openapi               print the interface as an OpenAPI document and stop\n"
    "  --asyncapi              print the messages of the socket as an AsyncAPI document and stop\n"
    "  --types                 print the interface as TypeScript types and stop\n\n"
    "SIGTERM or SIGINT stops it: open rounds are finished first, or kept for the next start. SIGHUP opens the log\n"
    "and reads the certificate again.\n"
    "Exits 0 when it was stopped, 1 when the journal is wrong or does not match its head, the program differs from "
    "its\n"
    "manifest, or the disk failed, 2 when it could not start.\n";

static bool read_args(serve_args *args, int argc, char **argv, int *result)
{
    lm_serve_options *s = &args->serve;
    enum { MOST = 1000000 };
    const cli_option options[] = {
        { "--listen", .text = &s->listen },
        { "--store", .text = &s->store },
        { "--name", .text = &s->name },
        { "--address", .text = &s->address },
        { "--hosts", .text = &s->hosts },
        { "--inside", .text = &s->inside },
        { "--key", .text = &s->key },
        { "--secret", .text = &s->secret },
        { "--new-secret", .flag = &s->new_secret },
        { "--cert", .text = &s->cert },
        { "--key-file", .text = &s->cert_key },
        { "--trust-proxy", .flag = &s->trust_proxy },
        { "--no-demo", .off = &s->demo },
        { "--recover", .text = &s->recover },
        { "--open-metrics", .flag = &s->open_metrics },
        { "--drain", .number = &s->drain_s, .most = MOST },
        { "--connections", .number = &s->connections, .most = MOST },
        { "--per-address", .number = &s->per_address, .most = MOST },
        { "--address-rate", .number = &s->address_rate, .most = MOST },
        { "--session-rate", .number = &s->session_rate, .most = MOST },
        { "--busy", .number = &s->busy_ms, .most = MOST },
        { "--guests", .number = &s->guests, .most = MOST },
        { "--reserve", .number = &s->reserve_mb, .most = MOST },
        { "--store-limit", .number = &s->store_limit_mb, .most = MOST },
        { "--log", .text = &args->log },
        { "--log-format", .choice = &args->log_format, .words = log_formats },
        { "--no-contain", .flag = &args->no_contain },
        { "--require-contain", .flag = &args->require_contain },
        { "--manifest", .text = &s->manifest },
        { "--verify", .number = &s->verify_s, .most = MOST },
        { "--head", .text = &s->head },
        { "--heads", .text = &s->heads },
        { "--head-every", .number = &s->head_s, .most = MOST },
        { "--stamp", .text = &s->stamp },
        { "--scrub", .number = &s->scrub_s, .most = MOST },
        { "--openapi", .flag = &args->openapi },
        { "--asyncapi", .flag = &args->asyncapi },
        { "--types", .flag = &args->types },
        { NULL },
    };
    if (!options_read("serve", usage, options, argc, argv, result)) return false;
    if (args->require_contain) s->contain = LM_CONTAIN_WHOLLY;
    if (args->no_contain) s->contain = LM_CONTAIN_NOT;
    if (!s->cert == !s->cert_key) return true;
    *result = cli_error("TLS needs --cert FILE and --key-file FILE together");
    return false;
}

static void print_recovery(FILE *out, const char *address, const char *recovery)
{
    fprintf(out,
            "This link sets a new password and unlocks the account, once, within an hour:\n\n"
            "  %s/sign-in#back=%s\n\n",
            address, recovery);
}

static void print_token(FILE *out, const char *address, const char *token)
{
    fprintf(out,
            "The house has no administrator yet. This token makes one, once:\n\n  %s\n\n"
            "  curl -H 'Content-Type: application/json' %s/api/first-administrator \\\n"
            "    -d '{\"token\":\"%s\",\"person\":\"NAME\",\"password\":\"PASSWORD\"}'\n\n",
            token, address, token);
}

/* Scripts read it: the address at the end of the first line, the token on a line of its own. */
static void tell_programs(const char *address, const char *token, const char *recovery)
{
    printf("Lammer is open at %s\n", address);
    if (token[0]) print_token(stdout, address, token);
    if (recovery[0]) print_recovery(stdout, address, recovery);
    fflush(stdout);
}

/* A browser does not send the part after #, so the token is in no request, no log and no Referer. */
static void tell_people(const serve_args *args, const char *address, const char *token, const char *recovery)
{
    bool inked = args->serve.log_format == LM_LOG_COLOUR;
    fputs(inked ? "\n\033[1m" : "\n", stderr);
    fprintf(stderr, /* say:serve-open */ "Lammer is open at %s\n%s\n", address, inked ? "\033[0m" : "");
    if (token[0] && lm_serve_has_sign_in_page()) {
        fprintf(stderr,
                /* say:serve-first-administrator */
                "Play at once as a guest. To run the house, open this link and choose a name and\n"
                "a password: it makes you the administrator, once, within seven days.\n\n"
                "  %s/sign-in#first=%s\n\n",
                address, token);
    } else if (token[0]) {
        print_token(stderr, address, token);
    }
    if (recovery[0]) print_recovery(stderr, address, recovery);
    fprintf(stderr, /* say:serve-data */ "Data: %s\n", args->data.data ? args->data.data : "");
    if (args->log) fprintf(stderr, /* say:serve-log */ "Log:  %s\n", args->log);
    fputs(/* say:serve-stop */ "Stop: Ctrl-C. Open rounds are finished first, or kept for the next start.\n\n", stderr);
}

static void print_start(void *context, const char *address, const char *token, const char *recovery)
{
    const serve_args *args = context;
    if (args->for_people) tell_people(args, address, token, recovery);
    if (args->for_programs) tell_programs(address, token, recovery);
}

/* The address of a database may contain a password, so it is not printed. */
static void find_data(const char *store, lm_text *data)
{
    static const char sqlite[] = "sqlite:";
    char url[PATH_MAX], here[PATH_MAX];
    if (!store && lm_store_default_url(url, sizeof url)) store = url;
    if (!store || strncmp(store, sqlite, sizeof sqlite - 1) != 0) {
        lm_text_print(data, "the database that --store names");
        return;
    }
    const char *path = store + sizeof sqlite - 1;
    if (path[0] != '/' && getcwd(here, sizeof here)) lm_text_print(data, "%s/", here);
    lm_text_print(data, "%s", path);
}

/* Checked before the server starts: a contained process can no longer inspect its files. */
static void choose_readers(serve_args *args)
{
    lm_serve_options *s = &args->serve;
    args->for_people = isatty(STDERR_FILENO) && args->log_format != FORMAT_JSON;
    args->for_programs = !args->for_people || !isatty(STDOUT_FILENO);
    find_data(s->store, &args->data);
    if (args->log_format == FORMAT_AUTO && isatty(s->log_file)) {
        s->log_format = cli_has_colour(s->log_file) ? LM_LOG_COLOUR : LM_LOG_TERMINAL;
    } else {
        s->log_format = args->log_format == FORMAT_TEXT ? LM_LOG_TEXT : LM_LOG_JSON;
    }
}

/* Frees the text. */
static int print_interface(char *text)
{
    if (!text) return cli_error("not enough memory for the text");
    puts(text);
    free(text);
    return CLI_YES;
}

int cmd_serve(int argc, char **argv)
{
    char text[LM_SERVE_TEXT];
    serve_args args = { .serve = lm_serve_defaults() };
    int result;
    if (!read_args(&args, argc, argv, &result)) return result;
    if (args.openapi) return print_interface(lm_serve_openapi(shipped_rules.wagers));
    if (args.asyncapi) return print_interface(lm_serve_asyncapi(shipped_rules.wagers));
    if (args.types) return print_interface(lm_serve_types());
    if (args.log) {
        args.serve.log_file = open(args.log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
        args.serve.log_path = args.log;
        if (args.serve.log_file < 0) return cli_error("%s: the log cannot be opened: %s", args.log, strerror(errno));
    }
    choose_readers(&args);
    args.serve.ready = print_start;
    args.serve.context = &args;
    args.serve.rules = shipped_rules;
    result = lm_serve(&args.serve, text);
    lm_text_free(&args.data);
    if (result != CLI_YES) cli_error("%s", text);
    return result;
}
