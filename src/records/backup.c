/* backup.c - writes and restores backups: a whole house in one file that proves itself.
 *
 * A backup is a house in SQLite, even if it came from PostgreSQL, so the code that copies and proves houses also makes
 * and reads backups. Its seal (seal.h) follows the database's last page, where SQLite does not look. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lammer/server/records.h"
#include "seal.h"

enum { PATH_MOST = 900 };

static lm_store_why fail_about(char *text, const char *path, const char *what)
{
    snprintf(text, LM_STORE_TEXT, "%.150s: %.200s", path, what);
    return LM_STORE_FAILED;
}

static void remove_house(const char *path)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal", ".lock" };
    char name[PATH_MOST + 40];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static lm_store *open_sqlite(const char *path, lm_store_mode mode, const lm_signer *signer, char *text)
{
    char url[PATH_MOST + 40];
    snprintf(url, sizeof url, "sqlite:%s", path);
    lm_store_options options = { .url = url, .mode = mode, .signer = signer };
    return lm_store_open(&options, text);
}

/* Files that SQLite would read together with the backup (a log, a journal) are not covered by the seal. */
static lm_store_why check_alone(const char *path, char *text)
{
    static const char *const ends[] = { "-wal", "-journal" };
    char name[PATH_MOST + 40];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        if (access(name, F_OK) == 0)
            return fail_about(text, name,
                              "this file does not belong to the backup but would be read as part of it; move it away");
    }
    return LM_STORE_DONE;
}

/* Returns NULL, or the first thing that is wrong. */
static lm_store_why prove_house(lm_store *store, const char *path, const char *head, lm_store_report *report,
                                char *text)
{
    lm_store_proof how = { .kept_head = head };
    lm_store_why why = lm_store_verify(store, &how, report, text);
    if (why != LM_STORE_DONE || !report->wrong) return why;
    snprintf(text, LM_STORE_TEXT,
             /* say:backup-books-wrong */ "%.100s: the books of its house are wrong: %.60s, record %lld: %.150s", path,
             report->first_stream, (long long)report->first_seq, report->first);
    return LM_STORE_FAILED;
}

static lm_store_why copy_into(lm_store *from, const char *part, char *text)
{
    lm_store *to = open_sqlite(part, LM_STORE_SERVE, NULL, text);
    if (!to) return LM_STORE_FAILED;
    lm_store_why why = lm_store_copy(from, to, text);
    lm_store_close(to);
    return why;
}

/* Sets the two bytes of SQLite's header that say how the file is written: with a log (2) or without (1). A closed file
 * may have either; with 1, reading it makes no files beside it. */
static const char *forget_log(int file)
{
    static const uint8_t without[2] = { 1, 1 };
    return pwrite(file, without, sizeof without, 18) == sizeof without && fsync(file) == 0 ? NULL : strerror(errno);
}

/* Proves the house in the file and notes the heads of its chains. */
static lm_store_why note_head(const char *part, const lm_signer *signer, char **head, lm_store_report *report,
                              char *text)
{
    lm_store *store = open_sqlite(part, LM_STORE_READ, signer, text);
    if (!store) return LM_STORE_FAILED;
    lm_store_why why = lm_store_head(store, head, text);
    if (why == LM_STORE_DONE) why = prove_house(store, part, *head, report, text);
    lm_store_close(store);
    return why;
}

static lm_store_why seal_part(const char *part, const lm_signer *signer, lm_store_report *report, char *text)
{
    char *head = NULL;
    int file = open(part, O_RDWR | O_CLOEXEC);
    if (file < 0) return fail_about(text, part, strerror(errno));
    lm_store_why why = check_alone(part, text);
    const char *wrong = why == LM_STORE_DONE ? forget_log(file) : NULL;
    if (wrong) why = fail_about(text, part, wrong);
    if (why == LM_STORE_DONE) why = note_head(part, signer, &head, report, text);
    if (why == LM_STORE_DONE && (wrong = seal_write(file, head, signer))) why = fail_about(text, part, wrong);
    close(file);
    free(head);
    return why;
}

/* Reads the backup once from disk, as a restore would, before an operator relies on it. */
static lm_store_why read_again(const char *path, char *text)
{
    seal s = { .head = NULL };
    int file = open(path, O_RDONLY | O_CLOEXEC);
    const char *wrong = file < 0 ? strerror(errno) : seal_read(file, &s);
    if (file >= 0) close(file);
    free(s.head);
    return wrong ? fail_about(text, path, wrong) : LM_STORE_DONE;
}

static void sync_folder(const char *path)
{
    char folder[PATH_MOST + 20];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) fsync(file);
    if (file >= 0) close(file);
}

lm_store_why lm_store_backup(lm_store *from, const char *path, lm_store_report *report, char *text)
{
    char part[PATH_MOST + 20];
    if (!lm_store_signer(from)) return fail_about(text, path, "a backup is signed with the house's key; name its file");
    if (strlen(path) >= PATH_MOST) return fail_about(text, path, "the name is too long");
    if (access(path, F_OK) == 0)
        return fail_about(text, path, /* say:backup-file-there */ "this file exists already; name another");
    snprintf(part, sizeof part, "%s.part", path);
    remove_house(part);
    lm_store_why why = copy_into(from, part, text);
    if (why == LM_STORE_DONE) why = seal_part(part, lm_store_signer(from), report, text);
    if (why == LM_STORE_DONE) why = read_again(part, text);
    if (why == LM_STORE_DONE && rename(part, path) != 0) why = fail_about(text, path, strerror(errno));
    remove_house(part);
    if (why == LM_STORE_DONE) sync_folder(path);
    return why;
}

/* Checks digest, signature, chains, ledger and heads before anything is written. */
static lm_store *open_proved(const char *path, const uint8_t *public_key, seal *s, lm_store_report *report, char *text)
{
    if (strlen(path) >= PATH_MOST) fail_about(text, path, "the name is too long");
    if (strlen(path) >= PATH_MOST || check_alone(path, text) != LM_STORE_DONE) return NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    const char *wrong = file < 0 ? strerror(errno) : seal_read(file, s);
    if (file >= 0) close(file);
    if (wrong) fail_about(text, path, wrong);
    lm_store *store = wrong ? NULL : open_sqlite(path, LM_STORE_READ, NULL, text);
    if (!store) return NULL;
    lm_store_why why = LM_STORE_DONE;
    const uint8_t *named = lm_store_public(store);
    if (public_key && (!named || memcmp(public_key, named, LM_STORE_HASH) != 0))
        why = fail_about(text, path,
                         /* say:signed-with-another-key */ "it is not signed with the key that was given");
    if (why == LM_STORE_DONE && !seal_is_signed(s, named))
        why = fail_about(text, path, "its seal was not signed with the house's key");
    if (why == LM_STORE_DONE) why = prove_house(store, path, s->head, report, text);
    if (why == LM_STORE_DONE) why = check_alone(path, text); /* no such file was created meanwhile */
    if (why == LM_STORE_DONE) return store;
    lm_store_close(store);
    return NULL;
}

static lm_store_why fill_store(lm_store *backup, const char *url, const char *head, lm_store_report *report, char *text)
{
    lm_store_options options = { .url = url };
    lm_store *to = lm_store_open(&options, text);
    if (!to) return LM_STORE_FAILED;
    lm_store_why why = lm_store_copy(backup, to, text);
    if (why == LM_STORE_DONE) why = prove_house(to, url, head, report, text);
    lm_store_close(to);
    return why;
}

/* Removes a new file that could not be filled. */
lm_store_why lm_store_restore(const char *path, const char *url, const uint8_t *public_key, lm_store_report *report,
                              char *text)
{
    seal s = { .head = NULL };
    const char *made = strncmp(url, "sqlite:", 7) == 0 && access(url + 7, F_OK) != 0 ? url + 7 : NULL;
    memset(report, 0, sizeof *report);
    lm_store *backup = open_proved(path, public_key, &s, report, text);
    lm_store_why why = backup ? fill_store(backup, url, s.head, report, text) : LM_STORE_FAILED;
    if (backup && why != LM_STORE_DONE && made && strlen(made) < PATH_MOST) remove_house(made);
    lm_store_close(backup);
    free(s.head);
    return why;
}
