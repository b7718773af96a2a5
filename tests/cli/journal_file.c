/* journal_file.c - an exported journal proves itself. A house plays, its exported lines are altered in every way that
 * changes their meaning, and `lammer journal verify FILE` finds each; with a kept head it also finds records cut off at
 * the end, or rewritten with good hashes (docs/store.md, "Exported lines"). */
/* sanitized */
#include "../house/kit/house_help.h"
#include "cli.h"
#include "journal_cli.h"
#include "proof.h"
#include "said.h"

enum { LINES = 4096, SPOILED = 200 };

static struct {
    char folder[64], url[96], file[96], head[96], key[96];
    char *line[LINES]; /* as exported, each with its end */
    int lines;
    char *head_text;
    uint64_t chance;
} all;

static int below(int n)
{
    return (int)(proof_random(&all.chance) % (uint64_t)n);
}

/* --- the command -------------------------------------------------------------------------------------------------- */

typedef struct {
    int result;
    journal_complaints wrong;
    lm_file_report report;
} verdict;

/* The result of the command, without its sentences. */
static verdict prove(const char *head, const char *stream, int64_t from)
{
    verdict v = { 0 };
    journal_args args = { .name = { all.file }, .names = 1, .stream = stream, .from = from };
    int kept = dup(2);
    assert_non_null(freopen("/dev/null", "w", stderr));
    v.result = journal_prove_file(&args, head, &v.wrong, &v.report);
    fflush(stderr);
    dup2(kept, 2);
    close(kept);
    return v;
}

static int run(int argc, const char *const *words)
{
    char *argv[16];
    for (int i = 0; i < argc; i++)
        argv[i] = (char *)(uintptr_t)words[i];
    return cmd_journal(argc, argv);
}

static void export(const char *stream, const char *from)
{
    const char *const words[] = { "journal", "export", "--store", all.url,  "--out", all.file,   "--head",
                                  all.head,  "--key",  all.key,   "--from", from,    "--stream", stream };
    assert_int_equal(run(stream ? 14 : 12, words), CLI_YES);
}

static void write_lines(void)
{
    FILE *out = fopen(all.file, "wb");
    assert_non_null(out);
    for (int i = 0; i < all.lines; i++)
        assert_true(!all.line[i] || fputs(all.line[i], out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static void read_lines(void)
{
    FILE *in = fopen(all.file, "rb");
    size_t room = 0;
    char *text = NULL;
    assert_non_null(in);
    for (all.lines = 0; getline(&text, &room, in) > 0; all.lines++) {
        assert_true(all.lines < LINES);
        all.line[all.lines] = strdup(text);
    }
    free(text);
    fclose(in);
}

static void forget_lines(void)
{
    for (int i = 0; i < all.lines; i++)
        free(all.line[i]);
    all.lines = 0;
}

static const char *stream_of(const char *line, char stream[LM_STORE_NAME + 1])
{
    assert_int_equal(sscanf(line, "{\"stream\":\"%120[^\"]", stream), 1);
    return stream;
}

/* --- a house that has played -------------------------------------------------------------------------------------- */

static void say(test_house *t, const char *session, const char *text, int64_t n)
{
    json_t *body = json_loads(text, 0, NULL);
    assert_non_null(body);
    json_object_set_new(body, "table", json_string("wa-freebet"));
    if (n) json_object_set_new(body, "n", json_integer(n));
    test_say(t, 1, session, body);
}

/* Everything that the table may ask for, until some rounds are over: a player alone at a practice table has no clock.
 * */
static void play(test_house *t)
{
    char session[80];
    int64_t n = 0;
    const json_t *answer = test_do(t, 0, "", json_pack("{s:s}", "do", "guest"));
    snprintf(session, sizeof session, "%s", json_string_value(json_object_get(answer, "session")));
    say(t, session, "{\"do\":\"watch\"}", 0);
    say(t, session, "{\"do\":\"sit\",\"seat\":\"1\"}", ++n);
    say(t, session, "{\"do\":\"buy\",\"cents\":50000}", ++n);
    for (int i = 0; i < 40; i++) {
        say(t, session, "{\"do\":\"cut\",\"seat\":\"1\",\"count\":100}", ++n);
        test_pass(t, 2000);
        say(t, session, "{\"do\":\"bet\",\"seat\":\"1\",\"cents\":1000}", ++n);
        say(t, session, "{\"do\":\"bet\",\"seat\":\"1\",\"wager\":\"blazing7\",\"cents\":100}", ++n);
        say(t, session, "{\"do\":\"ready\"}", ++n);
        say(t, session, "{\"do\":\"insure\",\"seat\":\"1\",\"cents\":0}", ++n);
        say(t, session, "{\"do\":\"stand\",\"seat\":\"1\"}", ++n);
        test_pass(t, 2000);
    }
    say(t, session, "{\"do\":\"leave\"}", ++n);
}

/* Records whose bodies and effects are not what a house writes. */
static void write_odd_records(lm_store *store)
{
    static const char *const bodies[] = { "",        "{\"a\": 1}",        "no JSON", "{\"base64\":\"AA==\"}",
                                          "0.1",     "{\"a\":1,\"a\":2}", "\"\\/\"", "{\"b\":1,\"a\":[null,true]}",
                                          "\xff\xfe" };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char account[32], other[32];
        lm_batch *batch = lm_batch_new();
        snprintf(account, sizeof account, "odd/%d", (int)i);
        snprintf(other, sizeof other, "odd/%d/b", (int)i);
        lm_batch_command(batch, "odd", (int64_t)i + 1, "", 0);
        lm_batch_append(batch, "odd", LM_STORE_ANY, "odd", "nobody", bodies[i], strlen(bodies[i]));
        lm_batch_put(batch, account, 0, "x", 1);
        lm_batch_open(batch, account, i % 2);
        lm_batch_move(batch, "world/play", account, 100, "caf\xc3\xa9 \"\\\n");
        lm_batch_open(batch, other, false);
        lm_batch_move(batch, account, other, 50, i % 3 ? "back" : "\xff");
        assert_int_equal(lm_store_do(store, batch).why, LM_STORE_DONE);
        lm_batch_free(batch);
    }
}

static int begin(void **state)
{
    static test_house t;
    char command[300];
    (void)state;
    test_house_open(&t, true);
    t.keep = false;
    play(&t);
    write_odd_records(t.hand.store);
    hand_stop(&t.hand);
    strcpy(all.folder, "/tmp/lammer-lines-XXXXXX");
    assert_non_null(mkdtemp(all.folder));
    snprintf(all.url, sizeof all.url, "sqlite:%s/house.db", all.folder);
    snprintf(all.file, sizeof all.file, "%s/out.jsonl", all.folder);
    snprintf(all.head, sizeof all.head, "%s/kept.head", all.folder);
    snprintf(all.key, sizeof all.key, "%s/sign.key", all.folder);
    snprintf(command, sizeof command, "cp %s/* %s", t.hand.folder, all.folder);
    assert_int_equal(system(command), 0);
    test_house_remove(&t);
    export(NULL, "1");
    all.head_text = journal_read_file(all.head);
    assert_non_null(all.head_text);
    all.chance = 1;
    return 0;
}

static int end(void **state)
{
    char command[128];
    (void)state;
    free(all.head_text);
    snprintf(command, sizeof command, "rm -r %s", all.folder);
    return system(command);
}

/* --- as it was written -------------------------------------------------------------------------------------------- */

static void test_as_written(void **state)
{
    (void)state;
    lm_store_report stored;
    lm_store_proof asked = { 0 };
    char text[LM_STORE_TEXT];
    export(NULL, "1");
    verdict v = prove(all.head_text, NULL, 1);
    assert_int_equal(v.result, CLI_YES);
    if (v.wrong.wrong) fail_msg("line %lld: %s", (long long)v.wrong.first_line, v.wrong.first);
    lm_store *store = lm_store_open(&(lm_store_options){ .url = all.url, .mode = LM_STORE_READ }, text);
    assert_non_null(store);
    assert_int_equal(lm_store_verify(store, &asked, &stored, text), LM_STORE_DONE);
    lm_store_close(store);
    assert_int_equal(v.report.proved.records, stored.records);
    assert_int_equal(v.report.proved.streams, stored.streams);
    assert_int_equal(v.report.proved.moves, stored.moves);
    assert_int_equal(v.report.proved.accounts, stored.accounts);
    assert_true(v.report.played.tables > 5 && v.report.played.rounds > 10);
    assert_int_equal(prove(NULL, NULL, 1).wrong.wrong, 0);
    const char *const words[] = { "journal", "verify", all.file, "--head", all.head };
    assert_int_equal(run(5, words), CLI_YES);
}

/* One stream, or its end, is proved as what it is and is not taken for the whole. */
static void test_parts(void **state)
{
    (void)state;
    export("table/wa-freebet", "1");
    assert_int_equal(prove(all.head_text, "table/wa-freebet", 1).wrong.wrong, 0);
    assert_true(prove(all.head_text, NULL, 1).wrong.wrong > 0);
    assert_true(prove(all.head_text, "house", 1).wrong.wrong > 0);
    export("table/wa-freebet", "7");
    assert_int_equal(prove(all.head_text, "table/wa-freebet", 7).wrong.wrong, 0);
    assert_true(prove(NULL, "table/wa-freebet", 1).wrong.wrong > 0);
    assert_true(prove(NULL, "table/wa-freebet", 8).wrong.wrong > 0);
    read_lines(); /* the hash of the record before it proves the first record of a part */
    char *actor = strstr(all.line[0], "\"actor\":\"");
    actor[9] = actor[9] == 'x' ? 'y' : 'x';
    write_lines();
    verdict v = prove(all.head_text, "table/wa-freebet", 7);
    assert_int_equal(v.wrong.wrong, 1);
    assert_int_equal(v.wrong.first_line, 1);
    assert_int_equal(v.wrong.first_seq, 7);
    forget_lines();
}

/* --- spoiled ------------------------------------------------------------------------------------------------------ */

/* Whether a line still has the same meaning. */
static bool says_same(const char *line, const char *other)
{
    json_error_t error;
    json_t *one = json_loads(line, 0, &error), *two = json_loads(other, 0, &error);
    bool same = one && two && json_equal(one, two);
    json_decref(one);
    json_decref(two);
    return same;
}

static void must_find(const char *what, int line)
{
    write_lines();
    verdict v = prove(NULL, NULL, 1);
    assert_int_equal(v.result, CLI_YES);
    if (!v.wrong.wrong) fail_msg(/* say:test-line-unnoticed */ "line %d %s: it went unnoticed", line + 1, what);
    if (v.wrong.first_line < line + 1 || v.wrong.first_line > line + 2)
        fail_msg("line %d %s: found in line %lld", line + 1, what, (long long)v.wrong.first_line);
}

static void test_altered(void **state)
{
    (void)state;
    export(NULL, "1");
    read_lines();
    for (int i = 0; i < SPOILED; i++) {
        int at = below(all.lines);
        char *was = all.line[at], *now = strdup(was);
        now[below((int)strlen(now) - 1)] = (char)(' ' + below(95));
        all.line[at] = now;
        if (!says_same(was, now)) must_find("altered", at);
        all.line[at] = was;
        free(now);
    }
    forget_lines();
}

/* Two records of one stream, so that the second shows that the first is missing. */
static int pair(void)
{
    char one[LM_STORE_NAME + 1], two[LM_STORE_NAME + 1];
    int at;
    do
        at = below(all.lines - 1);
    while (strcmp(stream_of(all.line[at], one), stream_of(all.line[at + 1], two)) != 0);
    return at;
}

static void test_cut_swapped_doubled(void **state)
{
    (void)state;
    export(NULL, "1");
    read_lines();
    for (int i = 0; i < SPOILED / 10; i++) {
        int at = pair();
        char *was = all.line[at];
        all.line[at] = NULL;
        must_find("cut out", at - 1); /* the next one stands in its place */
        all.line[at] = all.line[at + 1];
        all.line[at + 1] = was;
        must_find("swapped", at);
        all.line[at + 1] = all.line[at];
        all.line[at] = was;
        size_t size = strlen(was);
        char *twice = malloc(2 * size + 1);
        memcpy(twice, was, size);
        memcpy(twice + size, was, size + 1);
        all.line[at] = twice;
        must_find("doubled", at);
        twice[size + size / 2] = '\0'; /* and truncated in its middle */
        twice[size + size / 2 - 1] = '\n';
        must_find("torn", at);
        all.line[at] = was;
        free(twice);
    }
    forget_lines();
}

/* A line must not have parts that no hash covers: another field, or another body beside the hashed bytes. */
static void test_says_more(void **state)
{
    (void)state;
    static const char *const pairs[][2] = { { "\"body\":{\"a\":1},\"bytes\"", "\"body\":{\"a\":7},\"bytes\"" },
                                            { ",\"hash\"", ",\"note\":\"paid\",\"hash\"" },
                                            { ",\"hash\"", ",\"order\":\"\",\"hash\"" },
                                            { ",\"hash\"", ",\"effects\":\"\",\"hash\"" } };
    export(NULL, "1");
    read_lines();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int at = 0;
        while (at < all.lines && !strstr(all.line[at], pairs[i][0]))
            at++;
        assert_true(at < all.lines);
        char *was = all.line[at], *from = strstr(was, pairs[i][0]), *now = malloc(strlen(was) + 64);
        sprintf(now, "%.*s%s%s", (int)(from - was), was, pairs[i][1], from + strlen(pairs[i][0]));
        all.line[at] = now;
        must_find(/* say:test-further-field */ "given a further field", at);
        all.line[at] = was;
        free(now);
    }
    forget_lines();
}

/* --- against a kept head ------------------------------------------------------------------------------------------ */

/* The last record of each stream is cut off: the lines alone cannot tell, the head does, by name and number. */
static void test_cut_off(void **state)
{
    (void)state;
    int cut = 0;
    char one[LM_STORE_NAME + 1], two[LM_STORE_NAME + 1];
    export(NULL, "1");
    read_lines();
    for (int at = 0; at < all.lines; at++) {
        char *was = all.line[at];
        stream_of(was, one);
        bool last = at + 1 == all.lines || strcmp(one, stream_of(all.line[at + 1], two)) != 0;
        if (!last) continue;
        all.line[at] = NULL;
        write_lines();
        verdict v = prove(all.head_text, NULL, 1);
        if (!v.wrong.wrong)
            fail_msg(/* say:test-lost-record-unnoticed */ "%s has lost its last record, unnoticed", one);
        all.line[at] = was;
        cut++;
    }
    assert_true(cut > 5);
    all.line[--all.lines][0] = '\0'; /* the end of the file */
    write_lines();
    assert_int_equal(prove(all.head_text, "table/wa-freebet", 1).wrong.first_line, 1); /* not that stream alone */
    verdict v = prove(all.head_text, NULL, 1);
    assert_int_equal(v.wrong.first_line, 0);
    assert_string_equal(v.wrong.first_stream, one);
    assert_said(v.wrong.first, "say:record-missing & say:kept-head");
    const char *const words[] = { "journal", "verify", all.file, "--head", all.head };
    assert_int_equal(run(5, words), CLI_NO);
    assert_int_equal(run(3, words), CLI_YES);
    all.lines++;
    forget_lines();
}

/* An attacker who can write the file can rewrite it from some record on, with good hashes; not the head. */
static void test_written_anew(void **state)
{
    (void)state;
    char stream[LM_STORE_NAME + 1];
    uint8_t previous[LM_STORE_HASH] = { 0 };
    int altered = 0;
    export(NULL, "1");
    read_lines();
    FILE *out = fopen(all.file, "wb");
    for (int at = 0; at < all.lines; at++) {
        lm_line line;
        assert_null(lm_line_read(all.line[at], strlen(all.line[at]), &line));
        bool odd = strcmp(stream_of(all.line[at], stream), "odd") == 0;
        if (odd && line.record.seq == 2) {
            line.record.actor = "somebody";
            altered = at + 1;
        }
        if (odd) lm_record_hash(previous, &line.record, line.hash);
        memcpy(previous, line.hash, sizeof previous);
        if (!odd) memset(previous, 0, sizeof previous);
        assert_true(lm_line_print(out, &line.record, NULL));
        lm_line_free(&line);
    }
    fclose(out);
    assert_true(altered);
    assert_int_equal(prove(NULL, NULL, 1).wrong.wrong, 0);
    verdict v = prove(all.head_text, NULL, 1);
    assert_int_equal(v.wrong.wrong, 1);
    assert_string_equal(v.wrong.first_stream, "odd");
    assert_said(v.wrong.first, "say:record-not-the-one & say:kept-head");
    forget_lines();
}

static void test_heads(void **state)
{
    (void)state;
    export(NULL, "1");
    for (int i = 0; i < 40; i++) {
        char *head = strdup(all.head_text);
        int at = below((int)strlen(head) - 1);
        head[at] = head[at] == '1' ? '2' : '1';
        if (strcmp(head, all.head_text) != 0) assert_true(prove(head, NULL, 1).wrong.wrong > 0);
        free(head);
    }
    assert_true(prove("no head", NULL, 1).wrong.wrong > 0);
    assert_true(prove("", NULL, 1).wrong.wrong > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_written),          cmocka_unit_test(test_parts),     cmocka_unit_test(test_altered),
        cmocka_unit_test(test_cut_swapped_doubled), cmocka_unit_test(test_says_more), cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_written_anew),        cmocka_unit_test(test_heads),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
