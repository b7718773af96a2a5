/* journal.c - `lammer journal` on a house with a played table: verify settles every round again, show
 * tells one. */
/* A writer of the database can write a whole house anew, with hashes and a ledger that agree. Such a
 * writer cannot make the rules order another payment: that is what these tests try. */
#include "kit/recall_help.h"
#include "said.h"
#include "server_rooms.h"

#include <sys/wait.h>

int cmd_journal(int argc, char **argv);

enum { OUTPUT = 1 << 20 };

typedef struct {
    int status;
    char out[OUTPUT], err[OUTPUT];
} ran;

static void read_back(FILE *file, char *text)
{
    rewind(file);
    size_t n = fread(text, 1, OUTPUT - 1, file);
    text[n] = '\0';
    fclose(file);
}

/* Runs the command in a process of its own, so that its output can be read. */
static void journal(ran *r, const char *const *args)
{
    char *argv[16] = { (char[]){ "journal" } };
    int argc = 1, status;
    for (; args[argc - 1]; argc++)
        argv[argc] = strdup(args[argc - 1]);
    FILE *out = tmpfile(), *err = tmpfile();
    assert_true(out && err);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        int result = cmd_journal(argc, argv);
        fflush(NULL);
        _exit(result);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    r->status = WEXITSTATUS(status);
    read_back(out, r->out);
    read_back(err, r->err);
    for (int i = 1; i < argc; i++)
        free(argv[i]);
}

/* ---- a store with the driver's records ----------------------------------------------------------------------- */

typedef struct {
    lm_store *store;
    json_t *accounts; /* names of those that are open */
} writer;

static void open_account(writer *w, lm_batch *batch, const char *name)
{
    bool house = strncmp(name, "cage/", 5) == 0 || strncmp(name, "world/", 6) == 0 || strncmp(name, "seeds/", 6) == 0;
    if (json_object_get(w->accounts, name)) return;
    json_object_set_new(w->accounts, name, json_true());
    lm_batch_open(batch, name, house);
}

static void move(writer *w, lm_batch *batch, const char *from, const char *to, int64_t cents, const char *reason)
{
    open_account(w, batch, from);
    open_account(w, batch, to);
    lm_batch_move(batch, from, to, cents, reason);
}

static void submit(writer *w, lm_batch *batch)
{
    char text[LM_STORE_TEXT];
    lm_store_outcome outcome = lm_store_do(w->store, batch);
    lm_store_outcome_text(&outcome, text, sizeof text);
    if (outcome.why != LM_STORE_DONE) fail_msg("%s", text);
    lm_batch_free(batch);
}

static void write_record(writer *w, const kept_record *kept, int64_t less_cents, const driver *d)
{
    size_t at = 0;
    lm_effect effect;
    lm_batch *batch = lm_batch_new();
    lm_batch_append(batch, kept->stream, kept->seq, kept->kind, kept->actor, kept->body, strlen(kept->body));
    while (lm_effect_next(kept->effects, kept->effects_size, &at, &effect)) {
        bool pays = effect.kind == LM_EFFECT_MOVE && strcmp(effect.reason, "pay") == 0;
        if (effect.kind == LM_EFFECT_COMMAND) lm_batch_command(batch, effect.name, effect.number, "{}", 2);
        if (effect.kind != LM_EFFECT_MOVE) continue;
        move(w, batch, effect.name, effect.to, effect.number - (pays ? less_cents : 0), effect.reason);
        if (pays) less_cents = 0;
    }
    if (kept->seq == d->state.seq) {
        size_t size;
        void *state = state_seal(&d->state, d->rules, d->key, d->id, &size);
        lm_batch_snapshot(batch, kept->stream, kept->seq, state, size);
        free(state);
    }
    submit(w, batch);
}

static bool has_payment(const kept_record *kept)
{
    size_t at = 0;
    lm_effect effect;
    while (lm_effect_next(kept->effects, kept->effects_size, &at, &effect)) {
        if (effect.kind == LM_EFFECT_MOVE && strcmp(effect.reason, "pay") == 0) return true;
    }
    return false;
}

/* Writes the records up to record `stingy`, whose first payment is half a dollar short; all of them where it is -1. */
static void write_house(const driver *d, const char *folder, const char *name, int stingy)
{
    static const char *const wallets[] = { "wallet/play/ann", "wallet/play/bob", "wallet/play/cho" };
    char url[128], key[128], text[LM_STORE_TEXT];
    snprintf(url, sizeof url, "sqlite:%s/%s.db", folder, name);
    snprintf(key, sizeof key, "%s/sign.key", folder);
    lm_signer *signer = lm_signer_load(key, true, text);
    lm_store_options options = { .url = url, .signer = signer };
    writer w = { lm_store_open(&options, text), json_object() };
    if (!w.store) fail_msg("%s", text);
    lm_batch *batch = lm_batch_new();
    lm_batch_append(batch, "house", 1, "opened", "admin", "{}", 2);
    for (int i = 0; i < 3; i++)
        move(&w, batch, "world/play", wallets[i], 100000000, "deposit");
    submit(&w, batch);
    int records = stingy < 0 ? d->records : stingy + 1;
    for (int i = 0; i < records; i++)
        write_record(&w, &d->trail[i], i == stingy ? 50 : 0, d);
    lm_store_close(w.store);
    lm_signer_free(signer);
    json_decref(w.accounts);
}

/* ---- the tests ------------------------------------------------------------------------------------------------- */

typedef struct {
    char folder[64], url[128], stingy_url[140], secret[128];
    driver *d;
    int stingy;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/lammer-journal-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    f->d = new_driver("t1", 31337);
    assert_true(open_table(f->d, "ma-freebet", "virtual"));
    while (f->d->records < 500 || !f->d->state.opened_number)
        one_thing(f->d);
    f->stingy = f->d->records / 2;
    while (!has_payment(&f->d->trail[f->stingy]))
        f->stingy++;
    snprintf(f->url, sizeof f->url, "sqlite:%s/good.db", f->folder);
    snprintf(f->stingy_url, sizeof f->stingy_url, "sqlite:%s/stingy.db", f->folder);
    snprintf(f->secret, sizeof f->secret, "%s/house.key", f->folder);
    FILE *secret = fopen(f->secret, "wb");
    assert_true(secret && fwrite(f->d->key, 1, sizeof f->d->key, secret) == sizeof f->d->key);
    fclose(secret);
    write_house(f->d, f->folder, "good", -1);
    write_house(f->d, f->folder, "stingy", f->stingy);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", f->folder);
    assert_int_equal(system(command), 0);
    free_driver(f->d);
    free(f);
    return 0;
}

static void test_verify(void **state)
{
    const fixture *f = *state;
    static ran r;
    journal(&r, (const char *const[]){ "verify", "--store", f->url, "--secret", f->secret, "--format", "json", NULL });
    assert_string_equal(r.err, "");
    assert_int_equal(r.status, 0);
    json_t *report = json_loads(r.out, 0, NULL), *replayed = json_object_get(report, "replayed");
    assert_true(json_is_true(json_object_get(report, "ok")));
    assert_int_equal(json_integer_value(json_object_get(replayed, "tables")), 1);
    assert_int_equal(json_integer_value(json_object_get(replayed, "records")), f->d->records);
    assert_int_equal(json_integer_value(json_object_get(replayed, "rounds")), f->d->state.round);
    assert_int_equal(json_integer_value(json_object_get(replayed, "shoes")), f->d->state.opened_number);
    assert_int_equal(json_integer_value(json_object_get(replayed, "snapshots")), 1);
    json_decref(report);
    journal(&r, (const char *const[]){ "verify", "--store", f->url, NULL });
    assert_int_equal(r.status, 0);
    assert_said(r.out, "say:tables-played-again|1");
    assert_said(r.out, "say:journal-whole");
}

/* Chains, ledger and signatures are sound; the payment is not what the rules order. */
static void test_stingy(void **state)
{
    const fixture *f = *state;
    static ran r;
    char where[64];
    journal(&r, (const char *const[]){ "verify", "--store", f->stingy_url, NULL });
    assert_int_equal(r.status, 1);
    snprintf(where, sizeof where, "lammer: table/t1, record %d: ", f->stingy + 1);
    assert_non_null(strstr(r.err, where));
    assert_said(r.err, "say:movement-not-ordered");
    assert_said(r.out, "say:one-thing-wrong");
    journal(&r, (const char *const[]){ "show", "--store", f->stingy_url, "--table", "t1", "--round", "10000", NULL });
    assert_int_equal(r.status, 1);
}

/* A player's chips when a round is opened, read after the record that opens it: there are no bets yet. */
static lm_cents rack_at_opening(const driver *d, int round, const char *account)
{
    char text[LM_HOUSE_TEXT];
    lm_recall *recall = lm_recall_new(&shipped_rules, NULL, text);
    for (int i = 0; i < d->records && lm_recall_rounds(recall) < round; i++) {
        lm_record record = record_of(&d->trail[i]);
        assert_true(lm_recall_record(recall, &record, text));
    }
    lm_cents cents = json_integer_value(json_object_get(recall->books, account));
    lm_recall_free(recall);
    return cents;
}

/* Every card that the round was dealt, all money before and after. */
static void check_round(const fixture *f, int round)
{
    static ran text, json;
    char number[16], title[80];
    snprintf(number, sizeof number, "%d", round);
    snprintf(title, sizeof title, "REPLAY of round %d at table t1, rules ma-freebet", round);
    journal(&text, (const char *const[]){ "show", "--store", f->url, "--table", "t1", "--round", number, NULL });
    journal(&json, (const char *const[]){ "show", "--store", f->url, "--table", "t1", "--round", number, "--format",
                                          "json", NULL });
    assert_int_equal(text.status, 0);
    assert_int_equal(json.status, 0);
    assert_memory_equal(text.out, title, strlen(title));
    json_t *told = json_loads(json.out, 0, NULL);
    assert_true(json_is_true(json_object_get(told, "replay")));
    json_t *records = json_object_get(told, "records");
    assert_true(json_array_size(records) > 0);
    for (size_t i = 0; i < json_array_size(records); i++) {
        char by[80];
        json_t *record = json_array_get(records, i);
        int64_t seq = json_integer_value(json_object_get(record, "seq"));
        json_t *body = json_loads(f->d->trail[seq - 1].body, 0, NULL);
        assert_true(json_equal(json_object_get(record, "acts"), json_object_get(body, "acts")));
        snprintf(by, sizeof by, "by %s]", f->d->trail[seq - 1].actor);
        if (i) assert_non_null(strstr(text.out, by));
        json_decref(body);
    }
    json_decref(told);
}

/* Money before and after a round: the record that opens it also pays the round before, and that does not
 * belong to it. */
static void test_ends(void **state)
{
    const fixture *f = *state;
    static ran r;
    char number[16], line[120];
    for (int round = 2; round < 12; round++) {
        lm_cents rack[2] = { 0 };
        snprintf(number, sizeof number, "%d", round);
        for (int end = 0; end < 2; end++)
            rack[end] = rack_at_opening(f->d, round + end, "rack/t1/ann");
        char before[24], after[24];
        lm_cents_write(rack[0], before);
        lm_cents_write(rack[1], after);
        snprintf(line, sizeof line, "%-40s %14s %14s\n", "rack/t1/ann", before, after);
        journal(&r, (const char *const[]){ "show", "--store", f->url, "--table", "t1", "--round", number, NULL });
        bool moved = strstr(r.out, "rack/t1/ann") != NULL;
        if (moved ? !strstr(r.out, line) : rack[0] != rack[1]) fail_msg("round %d: not %s in\n%s", round, line, r.out);
    }
}

static void test_show(void **state)
{
    const fixture *f = *state;
    static ran r;
    check_round(f, 1);
    check_round(f, 7);
    check_round(f, (int)f->d->state.round);
    char number[16];
    snprintf(number, sizeof number, "%d", (int)f->d->state.round + 1);
    journal(&r, (const char *const[]){ "show", "--store", f->url, "--table", "t1", "--round", number, NULL });
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "rounds"));
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_verify), cmocka_unit_test(test_stingy),
                                        cmocka_unit_test(test_show), cmocka_unit_test(test_ends) };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
