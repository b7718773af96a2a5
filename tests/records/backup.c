/* backup.c - a backup is cut and altered in every way we can think of; none of it is restored, and
 * nothing is left of the attempt.
 *
 * Some alterations are those of a person who knows the format and corrects the digest, but lacks the house's key. */
/* sanitized */
/* soak */
#include "../store/kit/harness.h"

#include <inttypes.h>
#include <sodium.h>

#include "proof.h"
#include "seal.h"
#include "said.h"

enum { RECORDS = 60, SHOWN = 120 };

static char backup_path[256], spoiled_path[256], key_path[256];
static uint8_t *right, *wrong;
static size_t size, wrong_size;

/* --- a house and its backup --------------------------------------------------------------------------------- */

static void play(lm_store *store)
{
    char body[80];
    open_accounts(store);
    for (int i = 0; i < RECORDS; i++) {
        lm_batch *batch = lm_batch_new();
        snprintf(body, sizeof body, "{\"bet\":%d,\"of\":\"%s\"}", i, i % 2 ? "ann" : "bob");
        append(batch, i % 3 ? "table/1" : "table/2", body);
        lm_batch_move(batch, i % 2 ? "ann" : "bob", "bank", 1, "bet");
        lm_batch_put(batch, "last", i, body, strlen(body));
        assert_why(finish(store, batch), LM_STORE_DONE);
    }
    lm_batch *session = lm_batch_new();
    lm_batch_put(session, "~session/1", 0, "{}", 2); /* no record tells of it: the seal alone guards it */
    assert_why(finish(store, session), LM_STORE_DONE);
}

static void read_whole(const char *path)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0 && fstat(file, &about) == 0);
    size = (size_t)about.st_size;
    right = malloc(size);
    wrong = malloc(2 * size);
    assert_int_equal(read(file, right, size), size);
    close(file);
}

static int set_up(void **state)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    if (harness_set_up(false) != 0) return -1;
    in_folder("monday.backup", backup_path);
    in_folder("spoiled.backup", spoiled_path);
    lm_signer *signer = lm_signer_load(in_folder("house.key", key_path), true, text);
    lm_store *store = open_with((lm_store_options){ .url = sqlite_url("house.db"), .signer = signer });
    play(store);
    if (lm_store_backup(store, backup_path, &report, text) != LM_STORE_DONE) fail_msg("%s", text);
    assert_int_equal(report.records, RECORDS + 1);
    lm_store_close(store);
    lm_signer_free(signer);
    read_whole(backup_path);
    return 0;
}

static int tear_down(void **state)
{
    free(right);
    free(wrong);
    return harness_tear_down();
}

/* --- ways to spoil it ------------------------------------------------------------------------------------------- */

static size_t below(uint64_t *chance, size_t n)
{
    return (size_t)(proof_random(chance) % n);
}

/* Head and seal are small parts: choose them as often as the rest. */
static size_t somewhere(uint64_t *chance)
{
    return below(chance, 3) ? below(chance, size) : size - 1 - below(chance, 900);
}

static void flip(uint64_t *chance, char *what)
{
    size_t at = somewhere(chance);
    wrong[at] = (uint8_t)(wrong[at] ^ 1 << below(chance, 8));
    snprintf(what, SHOWN, "a bit of byte %zu flipped", at);
}

static void cut(uint64_t *chance, char *what)
{
    wrong_size = somewhere(chance);
    snprintf(what, SHOWN, "cut to %zu bytes", wrong_size);
}

static void leave_out(uint64_t *chance, char *what)
{
    size_t at = somewhere(chance), n = 1 + below(chance, size - at);
    memmove(wrong + at, wrong + at + n, size - at - n);
    wrong_size = size - n;
    snprintf(what, SHOWN, "%zu bytes at %zu left out", n, at);
}

static void repeat(uint64_t *chance, char *what)
{
    size_t at = somewhere(chance), n = 1 + below(chance, size - at);
    memmove(wrong + at + n, wrong + at, size - at);
    wrong_size = size + n;
    snprintf(what, SHOWN, "%zu bytes at %zu twice", n, at);
}

static void exchange_pages(uint64_t *chance, char *what)
{
    enum { PAGE = 4096 };
    uint8_t page[PAGE];
    size_t pages = size / PAGE, one = below(chance, pages), other = below(chance, pages);
    memcpy(page, wrong + one * PAGE, PAGE);
    memcpy(wrong + one * PAGE, wrong + other * PAGE, PAGE);
    memcpy(wrong + other * PAGE, page, PAGE);
    snprintf(what, SHOWN, "pages %zu and %zu exchanged", one, other);
}

static void add(uint64_t *chance, char *what)
{
    size_t n = 1 + below(chance, 5000);
    memset(wrong + size, (int)below(chance, 256), n);
    wrong_size = size + n;
    snprintf(what, SHOWN, "%zu bytes added", n);
}

/* The digest is made right again; only the signature, which needs the key, stays as it was. */
static void forge(uint64_t *chance, char *what)
{
    uint8_t digest[LM_STORE_HASH];
    char hex[2 * LM_STORE_HASH + 1];
    size_t before = size - SEAL_SIZE, at = below(chance, before);
    wrong[at] = (uint8_t)(wrong[at] + 1 + below(chance, 255));
    crypto_generichash(digest, sizeof digest, wrong, before, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
    memcpy(wrong + before + SEAL_SIGNED - 1 - 2 * LM_STORE_HASH, hex, 2 * LM_STORE_HASH);
    snprintf(what, SHOWN, /* say:test-digest-made-right */ "byte %zu altered, the digest made right", at);
}

static void (*const ways[])(uint64_t *, char *) = { flip, flip, cut, leave_out, repeat, exchange_pages, add, forge };

/* --- the proof --------------------------------------------------------------------------------------------------- */

static void write_spoiled(void)
{
    int file = open(spoiled_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, wrong, wrong_size), wrong_size);
    close(file);
}

static void spoiled_backups_are_refused(void **state)
{
    char target[256], text[LM_STORE_TEXT], what[SHOWN] = "";
    lm_store_report report;
    int64_t done = 0, forged = 0;
    proof p = proof_begin("backup-altered", 2000, 200000);
    uint64_t chance = p.seed;
    in_folder("target.db", target);
    for (; proof_goes_on(&p, done); done++) {
        size_t way = below(&chance, sizeof ways / sizeof *ways);
        memcpy(wrong, right, size);
        wrong_size = size;
        ways[way](&chance, what);
        forged += ways[way] == forge;
        if (wrong_size == size && memcmp(wrong, right, size) == 0) continue;
        write_spoiled();
        if (lm_store_restore(spoiled_path, sqlite_url("target.db"), NULL, &report, text) == LM_STORE_DONE)
            fail_msg(/* say:test-backup-restored */ "seed %" PRIu64 ", step %" PRId64 ": %s: it was restored", p.seed,
                     done, what);
        if (!text[0] || access(target, F_OK) == 0)
            fail_msg("seed %" PRIu64 ", step %" PRId64 ": %s: refused, but something is left", p.seed, done, what);
    }
    proof_end(&p, done, "cut, altered and forged backups", "%" PRId64 " of them with a digest made right, 0 restored",
              forged);
}

static void right_one_is_restored(void **state)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    if (lm_store_restore(backup_path, sqlite_url("again.db"), NULL, &report, text) != LM_STORE_DONE)
        fail_msg("%s", text);
    assert_int_equal(report.records, RECORDS + 1);
    lm_store *again = open_url(sqlite_url("again.db"));
    assert_int_equal(balance(again, "ann"), 100 - RECORDS / 2);
    assert_int_equal(balance(again, "bank"), -200 + RECORDS);
    assert_int_equal(records_in(again, "table/2"), RECORDS / 3);
    lm_store_close(again);
    assert_int_equal(lm_store_restore(backup_path, sqlite_url("again.db"), NULL, &report, text), LM_STORE_FAILED);
    assert_non_null(strstr(text, "already"));
}

/* The maker of a backup can sign it with any key: the reader's key decides. */
static void key_of_another_is_refused(void **state)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    lm_signer *other = new_signer("another.key"), *own = lm_signer_load(key_path, false, text);
    assert_int_equal(lm_store_restore(backup_path, sqlite_url("keyed.db"), lm_signer_public(other), &report, text),
                     LM_STORE_FAILED);
    assert_said(text, "say:signed-with-another-key");
    assert_int_equal(lm_store_restore(backup_path, sqlite_url("keyed.db"), lm_signer_public(own), &report, text),
                     LM_STORE_DONE);
    lm_signer_free(other);
    lm_signer_free(own);
}

static void backup_needs_the_key_and_a_new_name(void **state)
{
    char text[LM_STORE_TEXT], other[256];
    lm_store_report report;
    lm_store *store = open_with((lm_store_options){ .url = sqlite_url("house.db"), .mode = LM_STORE_READ });
    assert_int_equal(lm_store_backup(store, in_folder("other.backup", other), &report, text), LM_STORE_FAILED);
    assert_non_null(strstr(text, "key"));
    assert_int_not_equal(access(other, F_OK), 0);
    lm_store_close(store);
    lm_signer *signer = lm_signer_load(key_path, false, text);
    store = open_with((lm_store_options){ .url = sqlite_url("house.db"), .mode = LM_STORE_READ, .signer = signer });
    assert_int_equal(lm_store_backup(store, backup_path, &report, text), LM_STORE_FAILED);
    assert_non_null(strstr(text, "already"));
    assert_int_equal(lm_store_backup(store, in_folder("no/such/folder", other), &report, text), LM_STORE_FAILED);
    lm_store_close(store);
    lm_signer_free(signer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_one_is_restored),
        cmocka_unit_test(key_of_another_is_refused),
        cmocka_unit_test(backup_needs_the_key_and_a_new_name),
        cmocka_unit_test(spoiled_backups_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
