/* secret.c - the key that seals what lies face down: 32 bytes in a file that only its owner may read.
 *
 * A secret belongs to a house and is made with it. A house whose secret is gone, and a secret whose house is gone, are
 * mistakes of an operator (a wrong folder, a disk that was not mounted, a backup without its keys): a new secret or a
 * new house would hide them. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "floor.h"

static bool hear_opened(void *found, const lm_record *record)
{
    *(bool *)found = true;
    return false;
}

/* *founded: the store holds a house. Returns false, with the reason, if the store cannot be read. */
static bool house_is_founded(lm_house *house, bool *founded, char *text)
{
    *founded = false;
    return lm_store_records(house->store, "house", 1, hear_opened, founded, text) == LM_STORE_DONE;
}

/* The name of a secret until its house is founded. If a power cut ends the start, a secret without a house remains, and
 * the next start uses it. */
static const char *waiting_path(const lm_house *house, char path[LM_HOUSE_TEXT])
{
    snprintf(path, LM_HOUSE_TEXT, "%s.new", house->options.secret_path);
    return path;
}

static bool refuse_unwritten(const lm_house *house, char *text)
{
    snprintf(text, LM_HOUSE_TEXT, /* say:secret-not-written */ "%s: the house's secret cannot be written: %s",
             house->options.secret_path, strerror(errno));
    return false;
}

static bool make_secret(lm_house *house, const char *path, char *text)
{
    unlink(path); /* a file that a power cut left incomplete */
    int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    randombytes_buf(house->key, sizeof house->key);
    bool whole = made >= 0 && write(made, house->key, sizeof house->key) == sizeof house->key && fsync(made) == 0;
    if (!whole) refuse_unwritten(house, text);
    if (made >= 0) close(made);
    if (made >= 0 && !whole) unlink(path);
    return whole;
}

static bool read_secret(lm_house *house, const char *path, int file, char *text)
{
    bool whole = read(file, house->key, sizeof house->key) == sizeof house->key;
    if (!whole)
        snprintf(text, LM_HOUSE_TEXT, /* say:not-a-house-key */ "%s: this is not a house's key: %s", path,
                 "it is too short");
    return whole && lm_key_is_private(file, path, text);
}

static bool refuse_new_secret(const char *path, char *text)
{
    snprintf(text, LM_HOUSE_TEXT,
             /* say:secret-is-missing */
             "%s, the secret of this house, is missing: without it open shoes cannot be dealt further, and all "
             "sessions end. "
             "Put your copy of it back. If there is none, start once with a new secret",
             path);
    return false;
}

static bool refuse_new_house(const char *path, char *text)
{
    snprintf(text, LM_HOUSE_TEXT,
             /* say:house-is-missing */
             "%s is the secret of a house, but the store holds none: restore the house from its backup, or correct "
             "the address of the store. To found a new house there, move this file and the key beside it away",
             path);
    return false;
}

static bool open_secret(lm_house *house, const char *path, char *text)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        int why = errno;
        snprintf(text, LM_HOUSE_TEXT, "%s: the house's secret cannot be read: %s", path, strerror(why));
        errno = why;
        return false;
    }
    bool whole = read_secret(house, path, file, text);
    close(file);
    errno = 0;
    return whole;
}

bool secret_read(lm_house *house, char *text)
{
    const char *path = house->options.secret_path;
    char waiting[LM_HOUSE_TEXT];
    bool founded;
    if (!path) {
        randombytes_buf(house->key, sizeof house->key);
        return true;
    }
    if (!house_is_founded(house, &founded, text)) return false;
    if (open_secret(house, path, text)) return founded || refuse_new_house(path, text);
    if (errno != ENOENT) return false;
    house->secret_waits = true;
    if (open_secret(house, waiting_path(house, waiting), text)) return true;
    if (founded && !house->options.new_secret) return refuse_new_secret(path, text);
    return make_secret(house, waiting, text);
}

/* Two servers that found one house at the same moment may each have made a secret: the first to rename its file
 * wins. */
bool secret_keep(lm_house *house, char *text)
{
    const char *path = house->options.secret_path;
    char waiting[LM_HOUSE_TEXT];
    uint8_t key[sizeof house->key];
    if (!house->secret_waits) return true;
    bool named = link(waiting_path(house, waiting), path) == 0;
    if (!named && errno != EEXIST) return refuse_unwritten(house, text);
    unlink(waiting);
    memcpy(key, house->key, sizeof key);
    if (named || (open_secret(house, path, text) && memcmp(key, house->key, sizeof key) == 0)) return true;
    snprintf(text, LM_HOUSE_TEXT, "another server founded this house at the same moment; start again");
    return false;
}

/* A key of its own for each use: what servers show each other says nothing about the seals of cards. */
void lm_house_prove(const lm_house *house, const char *text, size_t size, char proof[LM_HOUSE_PROOF])
{
    static const char use[] = "lammer link between servers";
    uint8_t key[32], hash[32];
    crypto_generichash(key, sizeof key, (const unsigned char *)use, sizeof use, house->key, sizeof house->key);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, size, key, sizeof key);
    sodium_bin2hex(proof, LM_HOUSE_PROOF, hash, sizeof hash);
    sodium_memzero(key, sizeof key);
}
