/* journal.c - `lammer journal`: prove, show and export what happened. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "journal_cli.h"
#include "nearest.h"

/* --- verify ----------------------------------------------------------------------------------------------- */

enum { MOST_LINES = 20 };

typedef struct {
    int64_t printed;
} complaints;

static void complain(void *context, const char *stream, int64_t seq, const char *what)
{
    complaints *c = context;
    if (c->printed++ >= MOST_LINES) return;
    if (seq) {
        cli_error("%s, record %" PRId64 ": %s", stream, seq, what);
    } else {
        cli_error("%s", what);
    }
}

int journal_prove(lm_store *store, const char *head, lm_store_report *report)
{
    char text[LM_STORE_TEXT];
    complaints c = { 0 };
    lm_store_proof proof = { .kept_head = head, .found = complain, .context = &c };
    if (lm_store_verify(store, &proof, report, text) != LM_STORE_DONE) return cli_error("%s", text);
    if (c.printed > MOST_LINES) cli_error("and %" PRId64 " more", c.printed - MOST_LINES);
    return report->wrong ? CLI_NO : CLI_YES;
}

static void print_report(const lm_store *store, const lm_store_report *r)
{
    printf("house %s: %" PRId64 " records in %" PRId64 " streams, %" PRId64 " movements between %" PRId64
           " accounts, %" PRId64 " values, %" PRId64 " snapshots, %" PRId64 " heads\n",
           lm_store_house(store), r->records, r->streams, r->moves, r->accounts, r->values, r->snapshots,
           r->heads);
    if (!r->wrong) puts("everything is as it was written");
    if (r->wrong == 1) puts("1 thing is wrong");
    if (r->wrong > 1) printf("%" PRId64 " things are wrong\n", r->wrong);
}

static void print_report_json(const lm_store *store, const lm_store_report *r)
{
    json_t *json = json_pack(
        "{s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "house", lm_store_house(store), "ok",
        r->wrong == 0, "wrong", (json_int_t)r->wrong, "streams", (json_int_t)r->streams, "records",
        (json_int_t)r->records, "moves", (json_int_t)r->moves, "accounts", (json_int_t)r->accounts, "values",
        (json_int_t)r->values, "snapshots", (json_int_t)r->snapshots, "heads", (json_int_t)r->heads);
    if (r->wrong)
        json_object_set_new(json, "first",
                            json_pack("{s:s, s:I, s:s}", "stream", r->first_stream, "seq",
                                      (json_int_t)r->first_seq, "what", r->first));
    json_dumpf(json, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
    putchar('\n');
    json_decref(json);
}

static int verify(const journal_args *args)
{
    lm_store_report report;
    char *head = NULL;
    if (args->head && !(head = journal_read_file(args->head))) return CLI_BAD;
    lm_store *store = journal_open(args, NULL);
    int result = store ? journal_prove(store, head, &report) : CLI_BAD;
    if (result != CLI_BAD) (args->json ? print_report_json : print_report)(store, &report);
    lm_store_close(store);
    free(head);
    return result;
}

/* --- show and export -------------------------------------------------------------------------------------- */

typedef struct {
    FILE *out;
    const journal_args *args;
    char (*stream)[LM_STORE_NAME + 1];
    int streams, room;
    bool failed;
} printing;

static bool print(void *context, const lm_record *record)
{
    printing *p = context;
    p->failed |= !journal_print_record(p->out, record);
    return !p->failed;
}

static bool note_stream(void *context, const lm_stream_row *row)
{
    printing *p = context;
    if (p->streams == p->room) {
        p->room = 2 * p->room + 64;
        void *larger = realloc(p->stream, (size_t)p->room * sizeof *p->stream);
        p->failed |= !larger;
        if (!larger) return false;
        p->stream = larger;
    }
    snprintf(p->stream[p->streams++], sizeof *p->stream, "%s", row->name);
    return true;
}

static int print_streams(lm_store *store, printing *p)
{
    char text[LM_STORE_TEXT];
    const char *only = p->args->stream;
    lm_store_why why = lm_store_streams(store, only ? only : "", note_stream, p, text);
    int shown = 0;
    for (int i = 0; i < p->streams && why == LM_STORE_DONE && !p->failed; i++) {
        if (only && strcmp(only, p->stream[i]) != 0) continue;
        why = lm_store_records(store, p->stream[i], p->args->from, print, p, text);
        shown++;
    }
    if (why != LM_STORE_DONE) return cli_error("%s", text);
    if (fflush(p->out) != 0 || p->failed)
        return cli_error("the output could not be written: %s", strerror(errno));
    if (only && !shown)
        return cli_error("there is no stream %s; lammer journal show lists all records", only);
    return CLI_YES;
}

static int show(const journal_args *args)
{
    printing p = { .out = stdout, .args = args };
    lm_store *store = journal_open(args, NULL);
    int result = store ? print_streams(store, &p) : CLI_BAD;
    free(p.stream);
    lm_store_close(store);
    return result;
}

static int write_head(lm_store *store, const char *path)
{
    char text[LM_STORE_TEXT], *head;
    if (lm_store_head(store, &head, text) != LM_STORE_DONE) return cli_error("%s", text);
    FILE *out = fopen(path, "wb");
    bool well = out && fputs(head, out) != EOF;
    if (out && fclose(out) != 0) well = false;
    free(head);
    return well ? CLI_YES : cli_error("%s: the head could not be written: %s", path, strerror(errno));
}

/* The head is taken first: the records then hold at least what it vouches for. */
static int export(const journal_args *args)
{
    if (!args->out && !args->head) return cli_error("export needs --out FILE, --head FILE or both");
    lm_signer *signer = NULL;
    printing p = { .args = args };
    lm_store *store = journal_open(args, args->head ? &signer : NULL);
    int result = store ? CLI_YES : CLI_BAD;
    if (store && args->head) result = write_head(store, args->head);
    if (result == CLI_YES && args->out) {
        p.out = fopen(args->out, "wb");
        result = p.out ? print_streams(store, &p) : cli_error("%s: %s", args->out, strerror(errno));
        if (p.out && fclose(p.out) != 0) result = cli_error("%s: %s", args->out, strerror(errno));
    }
    free(p.stream);
    lm_store_close(store);
    if (store) lm_signer_free(signer);
    return result;
}

/* --- the command ------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    int (*run)(const journal_args *);
    const char *help;
} commands[] = {
    { "verify", verify,
      "recompute every chain, the ledger and all signatures; says what is wrong and where" },
    { "show", show, "records as lines of JSON" },
    { "export", export, "the same into a file, and a signed head to be kept elsewhere" },
    { 0 },
};

static const char *command_at(int i)
{
    return commands[i].name;
}

static int help(FILE *out)
{
    fprintf(out, "usage: lammer journal COMMAND [--store URL] [OPTION ...]\n\n");
    for (int i = 0; commands[i].name; i++)
        fprintf(out, "  %-18s %s\n", commands[i].name, commands[i].help);
    fprintf(
        out,
        "\n  --store URL        sqlite:FILE or postgresql://...; the house in the data directory otherwise\n"
        "  --head FILE        verify: against this kept head; export: write a signed head there\n"
        "  --key FILE         the house's key (export --head); FILE.key beside a SQLite file otherwise\n"
        "  --stream NAME      show, export: this stream alone\n"
        "  --from N           show, export: from record N on\n"
        "  --out FILE         export: where the records go\n"
        "  --format text|json verify: how to print the result\n\n"
        "Exits 0 on success, 1 when something is wrong with the journal, 2 on bad usage or input.\n"
        "A head that is kept elsewhere shows later that records were cut off or written anew.\n");
    return CLI_YES;
}

int cmd_journal(int argc, char **argv)
{
    journal_args args;
    if (argc < 2) {
        help(stderr);
        return CLI_BAD;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return help(stdout);
    }
    for (int c = 0; commands[c].name; c++) {
        if (strcmp(commands[c].name, argv[1]) != 0) continue;
        if (!journal_read_args(&args, "journal", argc - 1, argv + 1)) return CLI_BAD;
        if (args.names)
            return cli_error("'%s' is one name too many; see lammer journal --help", args.name[0]);
        int result = commands[c].run(&args);
        if (fflush(stdout) != 0) return cli_error("the output could not be written");
        return result;
    }
    const char *near = nearest_name(argv[1], command_at);
    if (near) return cli_error("there is no 'lammer journal %s'; did you mean '%s'?", argv[1], near);
    return cli_error("there is no 'lammer journal %s'; see lammer journal --help", argv[1]);
}
