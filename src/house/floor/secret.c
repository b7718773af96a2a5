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

/* Whether the store holds a house already. False with the reason: it cannot be read. */
static bool house_is_founded(lm_house *house, bool *founded, char *text)
{
    *founded = false;
    return lm_store_records(house->store, "house", 1, hear_opened, founded, text) == LM_STORE_DONE;
}

static bool make_secret(lm_house *house, const char *path, char *text)
{
    int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    randombytes_buf(house->key, sizeof house->key);
    bool whole = made >= 0 && write(made, house->key, sizeof house->key) == sizeof house->key && fsync(made) == 0;
    if (!whole)
        snprintf(text, LM_HOUSE_TEXT, /* say:secret-not-written */ "%s: the house's secret cannot be written: %s", path,
                 strerror(errno));
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

/* A server that starts while another founds the house may find the secret before the house: started again, it finds
 * both. */
bool secret_read(lm_house *house, char *text)
{
    const char *path = house->options.secret_path;
    bool founded, read;
    if (!path) {
        randombytes_buf(house->key, sizeof house->key);
        return true;
    }
    if (!house_is_founded(house, &founded, text)) return false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 && errno != ENOENT) {
        snprintf(text, LM_HOUSE_TEXT, "%s: the house's secret cannot be read: %s", path, strerror(errno));
        return false;
    }
    if (file < 0)
        read = founded && !house->options.new_secret ? refuse_new_secret(path, text) : make_secret(house, path, text);
    else
        read = read_secret(house, path, file, text) && (founded || refuse_new_house(path, text));
    if (file >= 0) close(file);
    return read;
}
