/* serve.c - `lammer serve`: the house. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "lammer/server/serve.h"
#include "shipped.h"

typedef struct {
    lm_serve_options serve;
    const char *log;
    bool openapi, types, no_contain, require_contain;
} serve_args;

/* --- options ------------------------------------------------------------------------------------------------ */

typedef enum { TEXT, NUMBER, YES, NOT } option_kind;

typedef struct {
    const char *name;
    option_kind kind;
    void *value;
} option;

static bool read_number(const char *name, const char *text, int *value)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (*text && !*end && errno == 0 && number >= 0 && number <= 1000000) {
        *value = (int)number;
        return true;
    }
    cli_error("%s is a number from 0 to 1000000, not '%s'", name, text);
    return false;
}

/* Takes `--name VALUE` or `--name=VALUE` at *i, moving on. */
static bool take_option(const option *o, int argc, char **argv, int *i)
{
    size_t n = strlen(o->name);
    const char *value = argv[*i][n] == '=' ? argv[*i] + n + 1 : NULL;
    if (o->kind == YES || o->kind == NOT) {
        *(bool *)o->value = o->kind == YES;
        if (value) cli_error("%s takes no value", o->name);
        return !value;
    }
    if (!value && *i + 1 < argc) value = argv[++*i];
    if (!value || !*value) {
        cli_error("%s lacks its value; see lammer serve --help", o->name);
        return false;
    }
    if (o->kind == NUMBER) return read_number(o->name, value, o->value);
    *(const char **)o->value = value;
    return true;
}

static bool read_args(serve_args *args, int argc, char **argv)
{
    lm_serve_options *s = &args->serve;
    const option options[] = {
        { "--listen", TEXT, &s->listen },
        { "--store", TEXT, &s->store },
        { "--name", TEXT, &s->name },
        { "--address", TEXT, &s->address },
        { "--key", TEXT, &s->key },
        { "--secret", TEXT, &s->secret },
        { "--cert", TEXT, &s->cert },
        { "--key-file", TEXT, &s->cert_key },
        { "--trust-proxy", YES, &s->trust_proxy },
        { "--no-demo", NOT, &s->demo },
        { "--recover", TEXT, &s->recover },
        { "--open-metrics", YES, &s->open_metrics },
        { "--drain", NUMBER, &s->drain_s },
        { "--connections", NUMBER, &s->connections },
        { "--per-address", NUMBER, &s->per_address },
        { "--address-rate", NUMBER, &s->address_rate },
        { "--session-rate", NUMBER, &s->session_rate },
        { "--log", TEXT, &args->log },
        { "--no-contain", YES, &args->no_contain },
        { "--require-contain", YES, &args->require_contain },
        { "--manifest", TEXT, &s->manifest },
        { "--verify", NUMBER, &s->verify_s },
        { "--head", TEXT, &s->head },
        { "--heads", TEXT, &s->heads },
        { "--head-every", NUMBER, &s->head_s },
        { "--stamp", TEXT, &s->stamp },
        { "--scrub", NUMBER, &s->scrub_s },
        { "--openapi", YES, &args->openapi },
        { "--types", YES, &args->types },
        { 0 },
    };
    for (int i = 1; i < argc; i++) {
        int o = 0;
        size_t n = strcspn(argv[i], "=");
        while (options[o].name && (strlen(options[o].name) != n || strncmp(options[o].name, argv[i], n) != 0))
            o++;
        if (!options[o].name) {
            cli_error("there is no option %s; see lammer serve --help", argv[i]);
            return false;
        }
        if (!take_option(&options[o], argc, argv, &i)) return false;
    }
    if (args->require_contain) s->contain = LM_CONTAIN_WHOLLY;
    if (args->no_contain) s->contain = LM_CONTAIN_NOT;
    if (!s->cert == !s->cert_key) return true;
    cli_error("TLS needs --cert FILE and --key-file FILE together");
    return false;
}

static int help(FILE *out)
{
    fprintf(out,
            /* say:serve-help */
            "usage: lammer serve [OPTION ...]\n\n"
            "Starts the house: tables for the browser, HTTP and WebSocket. Prints the address to open.\n\n"
            "  --listen ADDRESS:PORT   where to listen; 127.0.0.1:2222 otherwise, :2222 for every address\n"
            "  --store URL             sqlite:FILE or postgresql://...; a file in the data directory otherwise\n"
            "  --name SERVER           this server's name among those of the house\n"
            "  --address URL           where clients find this server, when that is not where it listens\n"
            "  --key FILE              the key that signs the journal; beside the store otherwise\n"
            "  --secret FILE           the key that seals face-down cards; beside the store otherwise\n"
            "  --cert FILE --key-file FILE\n"
            "                          TLS: certificate chain and its key (PEM)\n"
            "  --trust-proxy           believe X-Forwarded-For and X-Forwarded-Proto: only behind a proxy of "
            "yours\n"
            "  --drain SECONDS         how long a stop waits for open rounds; 10\n"
            "  --no-demo               a new house gets no tables of its own\n"
            "  --recover PERSON        print a token with which this person sets a new password and is unlocked\n"
            "  --connections N         at once; 16000\n"
            "  --per-address N         at once from one address; 500, 0 no limit\n"
            "  --address-rate N        requests a second from one address; 500, 0 no limit\n"
            "  --session-rate N        requests a second of one session; 50, 0 no limit\n"
            "  --open-metrics          /metrics for everybody, not for this machine alone\n"
            "  --log FILE              the log, one JSON object a line; stderr otherwise\n"
            "  --manifest FILE         what this program must be; beside it or in ../share/lammer otherwise\n"
            "  --verify SECONDS        how often the running program is compared with it; 86400, 0 at the start "
            "only\n"
            "  --heads FOLDER          signed heads of the journal go there, too: on another disk or machine. "
            "The head that\n"
            "                          this server left there last must fit the store, or it is not opened\n"
            "  --head FILE             the head that the store must fit instead\n"
            "  --head-every SECONDS    how often a head is signed, where there are new records; 60\n"
            "  --stamp URL|PROGRAM     who stamps heads by RFC 3161: http://..., or a program that is called "
            "with a file of\n"
            "                          the request and a file for the reply; the first, one an hour, and the "
            "last\n"
            "  --scrub SECONDS         how long after a proof of the whole journal the next one begins; 60, 0 at "
            "the start\n"
            "                          and after a loss of the database only\n"
            "  --require-contain       do not start where the kernel cannot contain the server wholly\n"
            "  --no-contain            keep all files and system calls: for debuggers, never before strangers\n"
            "  --openapi               print the interface as an OpenAPI document and stop\n"
            "  --types                 print it as types of TypeScript and stop\n\n"
            "SIGTERM or SIGINT stops it: open rounds are finished first, or kept as they stand.\n"
            "Exits 0 when it was stopped, 1 when the journal does not prove or fit its head, the program is not "
            "what its\n"
            "manifest says or the disk failed, 2 when it could not start.\n");
    return CLI_YES;
}

/* --- running ------------------------------------------------------------------------------------------------ */

static void ready(void *context, const char *address, const char *token, const char *recovery)
{
    printf("Lammer is open at %s\n", address);
    if (token[0])
        printf("There is no administrator yet. This token makes one, once:\n\n  %s\n\n"
               "  curl -H 'Content-Type: application/json' %s/api/first-administrator \\\n"
               "    -d '{\"token\":\"%s\",\"person\":\"NAME\",\"password\":\"PASSWORD\"}'\n\n",
               token, address, token);
    if (recovery[0])
        printf("This link sets a new password and unlocks the account, once, within an hour:\n\n"
               "  %s/sign-in#back=%s\n\n",
               address, recovery);
    fflush(stdout);
}

/* Steals the text. */
static int print_interface(char *text)
{
    if (!text) return cli_error("there is no memory");
    puts(text);
    free(text);
    return CLI_YES;
}

int cmd_serve(int argc, char **argv)
{
    char text[LM_SERVE_TEXT];
    serve_args args = { .serve = lm_serve_defaults() };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return help(stdout);
    }
    if (!read_args(&args, argc, argv)) return CLI_BAD;
    if (args.openapi) return print_interface(lm_serve_openapi());
    if (args.types) return print_interface(lm_serve_types());
    if (args.log) {
        args.serve.log_file = open(args.log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
        if (args.serve.log_file < 0) return cli_error("%s: the log cannot be opened: %s", args.log, strerror(errno));
    }
    args.serve.ready = ready;
    args.serve.rules = shipped_rules;
    int result = lm_serve(&args.serve, text);
    if (result != CLI_YES) cli_error("%s", text);
    return result;
}
