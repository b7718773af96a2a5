/* journal.c - `lammer journal`: proves, shows and exports the journal. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "journal_cli.h"
#include "lammer/server/records.h"
#include "lammer/server/serve.h"
#include "options.h"

enum { MOST_LINES = 20 };

void journal_print(json_t *json)
{
    json_dumpf(json, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
    putchar('\n');
    json_decref(json);
}

void journal_complain(void *context, const char *stream, int64_t seq, const char *what)
{
    journal_complaints *c = context;
    if (c->wrong++ == 0) {
        snprintf(c->first_stream, sizeof c->first_stream, "%s", stream ? stream : "");
        snprintf(c->first, sizeof c->first, "%s", what);
        c->first_seq = seq;
        c->first_line = c->line;
    }
    if (c->wrong > MOST_LINES) return;
    char where[LM_STORE_TEXT] = "", record[LM_STORE_NAME + 64] = "";
    if (c->file && c->line) snprintf(where, sizeof where, "%.200s, line %" PRId64 ": ", c->file, c->line);
    if (c->file && !c->line) snprintf(where, sizeof where, "%.200s: ", c->file);
    if (seq) snprintf(record, sizeof record, "%s, record %" PRId64 ": ", stream, seq);
    cli_error("%s%s%s", where, record, what);
}

static int prove(lm_store *store, const char *head, const journal_key *key, journal_complaints *c,
                 lm_store_report *report)
{
    char text[LM_STORE_TEXT];
    lm_store_proof proof = { .kept_head = head, .found = journal_complain, .context = c };
    if (key && key->known) proof.public_key = key->public_key;
    return lm_store_verify(store, &proof, report, text) == LM_STORE_DONE ? CLI_YES : cli_error("%s", text);
}

static int exit_code(const journal_complaints *c)
{
    if (c->wrong > MOST_LINES) cli_error("and %" PRId64 " more", c->wrong - MOST_LINES);
    return c->wrong ? CLI_NO : CLI_YES;
}

int journal_prove(lm_store *store, const char *head, lm_store_report *report)
{
    journal_complaints c = { 0 };
    int result = prove(store, head, NULL, &c, report);
    return result == CLI_YES ? exit_code(&c) : result;
}

/* Everything that a verification finds out. */
typedef struct {
    lm_store_report stored;
    lm_replayed played;
    journal_complaints complaints;
    journal_key key;
    char fingerprint[LM_STORE_FINGERPRINT]; /* of the key that signatures were checked with; "": none */
} verdict;

/* A key that comes from the store proves only that the store is consistent. */
static void print_key(const verdict *v)
{
    if (v->key.known && v->key.file[0]) {
        printf(/* say:key-in-file */ "signatures checked with the key in %s, fingerprint %s\n", v->key.file,
               v->fingerprint);
    } else if (v->key.known) {
        printf(/* say:key-of-fingerprint */ "signatures checked with the key of fingerprint %s\n", v->fingerprint);
    } else if (v->fingerprint[0]) {
        printf(/* say:key-the-store-names */
               "signatures checked with the key in the store, fingerprint %s. A person who "
               "can write to the store can replace it: give the house's own with --key FILE or --fingerprint HEX\n",
               v->fingerprint);
    }
}

static void print_unsigned(const lm_store_report *r)
{
    if (r->unsigned_streams)
        printf(/* say:unsigned-streams */ "not covered by any signature: %" PRId64
                                          " stream%s, the first is %s; a server of this version signs "
                                          "them within a minute\n",
               r->unsigned_streams, r->unsigned_streams == 1 ? "" : "s", r->first_unsigned);
    if (r->unsigned_records)
        printf(/* say:records-behind-signature */ "%" PRId64 " record%s after the last signature: only a "
                                                  "later head will show whether they were altered\n",
               r->unsigned_records, r->unsigned_records == 1 ? " lies" : "s lie");
    if (r->unproved_answers)
        printf(/* say:answers-of-no-record */ "%" PRId64 " remembered answers are in no record: an "
                                              "older program wrote them\n",
               r->unproved_answers);
}

static void print_verdict(const char *what, const char *name, const verdict *v)
{
    const lm_store_report *r = &v->stored;
    printf(/* say:file-records */ "%s %s: %" PRId64 " records in %" PRId64 " streams, %" PRId64
                                  " movements between %" PRId64 " accounts, %" PRId64 " values, %" PRId64
                                  " snapshots, %" PRId64 " heads\n",
           what, name, r->records, r->streams, r->moves, r->accounts, r->values, r->snapshots, r->heads);
    if (v->played.tables)
        printf(/* say:tables-played-again */ "%" PRId64 " tables played again: %" PRId64 " records, %" PRId64
                                             " rounds, %" PRId64 " opened shoes\n",
               v->played.tables, v->played.records, v->played.rounds, v->played.shoes);
    if (v->played.snapshots) printf("%" PRId64 " snapshots match their records\n", v->played.snapshots);
    print_key(v);
    print_unsigned(r);
    if (!v->complaints.wrong) puts(/* say:journal-whole */ "everything is as it was written");
    if (v->complaints.wrong == 1) puts(/* say:one-thing-wrong */ "1 thing is wrong");
    if (v->complaints.wrong > 1) printf("%" PRId64 " things are wrong\n", v->complaints.wrong);
}

static void print_verdict_json(const char *what, const char *name, const verdict *v)
{
    const lm_store_report *r = &v->stored;
    const journal_complaints *c = &v->complaints;
    json_t *json =
        json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", what, name, "ok", c->wrong == 0, "wrong",
                  (json_int_t)c->wrong, "streams", (json_int_t)r->streams, "records", (json_int_t)r->records, "moves",
                  (json_int_t)r->moves, "accounts", (json_int_t)r->accounts, "values", (json_int_t)r->values,
                  "snapshots", (json_int_t)r->snapshots, "heads", (json_int_t)r->heads);
    json_object_set_new(json, "replayed",
                        json_pack("{s:I, s:I, s:I, s:I, s:I}", "tables", (json_int_t)v->played.tables, "records",
                                  (json_int_t)v->played.records, "rounds", (json_int_t)v->played.rounds, "shoes",
                                  (json_int_t)v->played.shoes, "snapshots", (json_int_t)v->played.snapshots));
    if (v->fingerprint[0])
        json_object_set_new(json, "key",
                            json_pack("{s:s, s:s}", "fingerprint", v->fingerprint, "from",
                                      !v->key.known    ? "store"
                                      : v->key.file[0] ? "file"
                                                       : "option"));
    json_object_set_new(json, "unsigned",
                        json_pack("{s:I, s:s, s:I, s:I}", "streams", (json_int_t)r->unsigned_streams, "first",
                                  r->first_unsigned, "records", (json_int_t)r->unsigned_records, "answers",
                                  (json_int_t)r->unproved_answers));
    if (c->wrong)
        json_object_set_new(
            json, "first",
            json_pack("{s:s, s:I, s:s}", "stream", c->first_stream, "seq", (json_int_t)c->first_seq, "what", c->first));
    if (c->first_line) json_object_set_new(json_object_get(json, "first"), "line", json_integer(c->first_line));
    journal_print(json);
}

/* The lines of an export prove themselves, but only a head shows that lines are missing at the end. */
static void print_file_verdict(const journal_args *args, const lm_file_report *r, const journal_complaints *c)
{
    verdict v = { .stored = r->proved, .played = r->played, .complaints = *c };
    (args->json ? print_verdict_json : print_verdict)("file", args->name[0], &v);
    if (args->json) return;
    if (r->key[0])
        printf("heads of house %s, signed with key %s: check that this is the house's key\n", r->house, r->key);
    if (!args->head) puts(/* say:no-head-given */ "no head was given, so missing records at the end cannot be noticed");
}

/* An export's head names its own key; a reader who knows the house's key can check it. */
static void compare_key(const journal_key *key, const lm_file_report *report, journal_complaints *c)
{
    char fingerprint[LM_STORE_FINGERPRINT];
    if (!key->known || !report->key[0]) return;
    lm_store_fingerprint(key->public_key, fingerprint);
    c->line = 0;
    if (strcmp(fingerprint, report->key) != 0)
        journal_complain(c, NULL, 0, "the heads are signed with another key than the one that was given");
}

int journal_prove_file(const journal_args *args, const char *head, journal_complaints *c, lm_file_report *report)
{
    char text[LM_STORE_TEXT];
    lm_file_proof asked = { .path = args->name[0],
                            .head = head,
                            .stream = args->stream,
                            .from = args->from,
                            .rules = &shipped_rules,
                            .found = journal_complain,
                            .context = c,
                            .line = &c->line };
    c->file = asked.path;
    return lm_file_verify(&asked, report, text) ? CLI_YES : cli_error("%s: %s", asked.path, text);
}

/* Files that are not exported lines begin with words of their own. A pipe can be read only once, so it is not looked
 * into. */
static bool file_begins(const char *path, const char *with)
{
    char text[16];
    size_t n = strlen(with);
    struct stat st;
    assert(n <= sizeof text);
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) return false;
    FILE *file = fopen(path, "rb");
    bool begins = file && fread(text, n, 1, file) == 1 && memcmp(text, with, n) == 0;
    if (file) fclose(file);
    return begins;
}

/* The document of a closed day: its last line signs everything before it. */
static int verify_document(const char *path, const journal_key *key)
{
    if (!key->known)
        return cli_error(
            /* say:document-needs-key */ "%s is a signed document: give the house's key with --fingerprint or "
                                         "--key",
            path);
    char *text = journal_read_file(path);
    if (!text) return CLI_BAD;
    const char *wrong = lm_text_unsigned(text, strlen(text), key->public_key);
    free(text);
    if (wrong) {
        printf(/* say:document-altered */ "%s: %s\n", path, wrong);
        return CLI_NO;
    }
    printf(/* say:document-signed */ "%s is as the house signed it\n", path);
    return CLI_YES;
}

static int verify_file(const journal_args *args, const char *head)
{
    if (file_begins(args->name[0], "SQLite format 3"))
        return cli_error(/* say:store-not-lines */ "%s is a SQLite store, not exported lines: verify it with "
                                                   "--store sqlite:%s",
                         args->name[0], args->name[0]);
    journal_complaints c = { 0 };
    lm_file_report report = { 0 };
    journal_key key = { .known = false };
    if ((args->key || args->fingerprint) && !journal_find_key(args, &key)) return CLI_BAD;
    if (file_begins(args->name[0], "%PDF-")) return verify_document(args->name[0], &key);
    int result = journal_prove_file(args, head, &c, &report);
    if (result != CLI_YES) return result;
    compare_key(&key, &report, &c);
    result = exit_code(&c);
    print_file_verdict(args, &report, &c);
    return result;
}

/* A stamp proves that a head existed at that time: even the owner of the house's key cannot make an old head later. */
static int check_stamp(const journal_args *args, const char *head)
{
    char path[1100], text[LM_SERVE_TEXT];
    if (!args->head) return CLI_YES;
    snprintf(path, sizeof path, "%s.tsr", args->head);
    bool there = access(path, F_OK) == 0;
    if (!there && !args->tsa_ca) return CLI_YES;
    if (!lm_stamp_verify(head, path, args->tsa_ca, text)) {
        cli_error("%s", text);
        return CLI_NO;
    }
    if (!args->json)
        printf(/* say:head-stamped */ "the head was stamped on %s%s\n", text,
               args->tsa_ca ? "" : "; the authority was not checked: give its root certificate with --tsa-ca FILE");
    return CLI_YES;
}

static int replay(lm_store *store, const char *secret, verdict *v)
{
    char text[LM_STORE_TEXT];
    lm_replay asked = { &shipped_rules, secret, journal_complain, &v->complaints };
    return lm_replay_tables(store, &asked, &v->played, text) ? CLI_YES : cli_error("%s", text);
}

static int verify(const journal_args *args)
{
    verdict v = { 0 };
    char *head = NULL;
    if (args->names && args->store) return cli_error(/* say:store-or-file */ "give verify a store or a file, not both");
    if (args->names && args->secret)
        return cli_error(/* say:secret-for-snapshots */ "--secret opens snapshots, which only a store has");
    if (!args->names && (args->stream || args->from > 1))
        return cli_error(
            /* say:stream-of-a-file */ "--stream and --from name the part of the journal that a file holds");
    if (args->tsa_ca && !args->head) return cli_error("--tsa-ca checks the stamp of a head; name it with --head");
    if (args->head && !(head = journal_read_file(args->head))) return CLI_BAD;
    int stamped = check_stamp(args, head);
    if (args->names) {
        int file = verify_file(args, head);
        free(head);
        return file == CLI_YES ? stamped : file;
    }
    lm_store *store = journal_find_key(args, &v.key) ? journal_open(args, NULL) : NULL;
    const uint8_t *public_key = v.key.known ? v.key.public_key : store ? lm_store_public(store) : NULL;
    if (public_key) lm_store_fingerprint(public_key, v.fingerprint);
    int result = store ? prove(store, head, &v.key, &v.complaints, &v.stored) : CLI_BAD;
    if (result == CLI_YES) result = replay(store, args->secret, &v);
    if (result == CLI_YES) {
        result = exit_code(&v.complaints);
        (args->json ? print_verdict_json : print_verdict)("house", lm_store_house(store), &v);
    }
    lm_store_close(store);
    free(head);
    return result == CLI_YES ? stamped : result;
}

typedef struct {
    FILE *out;
    int64_t from; /* the first record to print; the one before it is read for its hash */
    bool failed, has_previous;
    uint8_t previous[LM_STORE_HASH];
} printing;

static bool print(void *context, const lm_record *record)
{
    printing *p = context;
    if (record->seq < p->from) {
        memcpy(p->previous, record->hash, sizeof p->previous);
        p->has_previous = true;
        return true;
    }
    p->failed |= !lm_line_print(p->out, record, p->has_previous ? p->previous : NULL);
    p->has_previous = false;
    return !p->failed;
}

const char *journal_meant(lm_store *store, const char *before, const char *name, char hint[LM_MEANT_TEXT])
{
    lm_streams streams;
    char text[LM_STORE_TEXT];
    size_t n = lm_streams_list(store, before, &streams, text) ? streams.n : 0;
    const char **names = calloc(n + 1, sizeof *names);
    for (size_t i = 0; i < n && names; i++)
        names[i] = streams.name[i] + strlen(before);
    lm_words_meant(names ? lm_words_nearest_of(name, names, (int)n) : NULL, hint);
    free(names);
    lm_streams_free(&streams);
    return hint;
}

/* Prints all streams, or the one that --stream names. */
static int print_streams(lm_store *store, const journal_args *args, const lm_streams *streams, FILE *out)
{
    char text[LM_STORE_TEXT];
    printing p = { .out = out, .from = args->from };
    int shown = 0;
    for (size_t i = 0; i < streams->n && !p.failed; i++) {
        if (args->stream && strcmp(args->stream, streams->name[i]) != 0) continue;
        bool part = args->out && args->from > 1; /* needs the hash of the record before it, which proves it */
        int64_t first = part ? args->from - 1 : args->from;
        p.has_previous = false;
        if (lm_store_records(store, streams->name[i], first, print, &p, text) != LM_STORE_DONE)
            return cli_error("%s", text);
        shown++;
    }
    if (fflush(out) != 0 || p.failed) return cli_error("the output could not be written: %s", strerror(errno));
    if (args->stream && !shown) {
        char hint[LM_MEANT_TEXT];
        return cli_error(/* say:no-such-stream */ "there is no stream %s; lammer journal show lists all records%s",
                         args->stream, journal_meant(store, "", args->stream, hint));
    }
    return CLI_YES;
}

static int print_records(lm_store *store, const journal_args *args, FILE *out)
{
    lm_streams streams;
    char text[LM_STORE_TEXT];
    bool listed = lm_streams_list(store, args->stream ? args->stream : "", &streams, text);
    int result = listed ? print_streams(store, args, &streams, out) : cli_error("%s", text);
    lm_streams_free(&streams);
    return result;
}

static int show(const journal_args *args)
{
    if (!args->table != !args->round)
        return cli_error(/* say:bound-together */ "give --table T and --round N together to show a round");
    lm_store *store = journal_open(args, NULL);
    int result = !store        ? CLI_BAD
                 : args->table ? journal_round(store, args, false)
                               : print_records(store, args, stdout);
    lm_store_close(store);
    return result;
}

static int explain(const journal_args *args)
{
    if (!args->table || !args->round) return cli_error("name the round to explain: --table T --round N");
    lm_store *store = journal_open(args, NULL);
    int result = store ? journal_round(store, args, true) : CLI_BAD;
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

/* Takes the head first, so that the exported records include everything it covers. */
static int export(const journal_args *args)
{
    if (!args->out && !args->head) return cli_error("export needs --out FILE, --head FILE or both");
    lm_signer *signer = NULL;
    lm_store *store = journal_open(args, args->head ? &signer : NULL);
    int result = store ? CLI_YES : CLI_BAD;
    if (store && args->head) result = write_head(store, args->head);
    if (result == CLI_YES && args->out) {
        FILE *out = fopen(args->out, "wb");
        result = out ? print_records(store, args, out) : cli_error("%s: %s", args->out, strerror(errno));
        if (out && fclose(out) != 0) result = cli_error("%s: %s", args->out, strerror(errno));
    }
    lm_store_close(store);
    if (store) lm_signer_free(signer);
    return result;
}

static const struct {
    const char *name, *call;
    int (*run)(const journal_args *);
    const char *help;
} commands[] = {
    { "verify", "verify [FILE]", verify,
      "prove chains, ledger and signatures of a store or a file, and play every table again" },
    { "show", "show", show, "print records as lines of JSON; or a round as a story" },
    { "explain", "explain", explain, "explain a round: its wagers, cards, clauses and arithmetic" },
    { "export", "export", export, "write records to a file, and a signed head to be kept elsewhere" },
    { 0 },
};

static const char *command_at(int i)
{
    return commands[i].name;
}

static int help(FILE *out)
{
    fprintf(out, "usage: lammer journal COMMAND [--store URL] [OPTION ...]\n"
                 "       lammer journal verify FILE [--head FILE] [OPTION ...]\n\n");
    for (int i = 0; commands[i].name; i++)
        fprintf(out, "  %-18s %s\n", commands[i].call, commands[i].help);
    fprintf(out, "\n  --store URL        sqlite:FILE or postgresql://...; default: the house in the data directory\n"
                 "  --head FILE        verify: against this kept head; export: write a signed head there\n"
                 "  --key FILE         the house's key; FILE.key beside a SQLite file otherwise. verify checks "
                 "signatures\n"
                 "                     with it and fails when the store names another key\n"
                 "  --fingerprint HEX  verify: the same for a reader who has no key file: the public key, as heads "
                 "name it\n"
                 "  --tsa-ca FILE      verify --head: the root certificate of the authority that stamped the head "
                 "(FILE.tsr)\n"
                 "  --stream NAME      show, export: only this stream; verify FILE: the stream that was exported\n"
                 "  --from N           show, export: from record N on; verify FILE: the first record of the file\n"
                 "  --table T          show, explain: a round of this table,\n"
                 "  --round N          and which one, counted from 1\n"
                 "  --secret FILE      verify: the key that seals shoes, to compare snapshots as well\n"
                 "  --out FILE         export: where the records go\n"
                 "  --format text|json verify, show --round, explain: how to print it\n\n"
                 "Exits 0 on success, 1 when something is wrong with the journal, 2 on bad usage or input.\n"
                 "A head that is kept elsewhere shows later whether records were cut off or replaced. Nothing is ever\n"
                 "rewritten: a settlement that differs from the rules is reported, but not changed.\n");
    return CLI_YES;
}

int cmd_journal(int argc, char **argv)
{
    journal_args args;
    int result, c = subcommand_find("journal", command_at, help, argc, argv, &result);
    if (c < 0) return result;
    if (!journal_read_args(&args, "journal", argc - 1, argv + 1)) return CLI_BAD;
    if (args.names && (commands[c].run != verify || args.names > 1))
        return cli_error(
            /* say:one-name-too-many-here */ "\"%s\" is one name too many. See lammer journal --help.", args.name[0]);
    result = commands[c].run(&args);
    if (fflush(stdout) != 0) return cli_error("the output could not be written");
    return result;
}
