/* journal_args.c - the options of `lammer journal` and `lammer store`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "journal_cli.h"
#include "options.h"

static bool read_positive(void *into, const char *text)
{
    char *end;
    int64_t *number = into;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return !*end && errno == 0 && *number >= 1;
}

bool journal_read_args(journal_args *args, const char *command, int argc, char **argv)
{
    static const char *const formats[] = { "text", "json", NULL }, positive[] = "a number, 1 or more";
    int result;
    *args = (journal_args){ .from = 1 };
    const cli_option options[] = {
        { "--store", .text = &args->store },
        { "--head", .text = &args->head },
        { "--key", .text = &args->key },
        { "--out", .text = &args->out },
        { "--stream", .text = &args->stream },
        { "--table", .text = &args->table },
        { "--secret", .text = &args->secret },
        { "--fingerprint", .text = &args->fingerprint },
        { "--tsa-ca", .text = &args->tsa_ca },
        { "--from", positive, .read = read_positive, .into = &args->from },
        { "--round", positive, .read = read_positive, .into = &args->round },
        { "--format", .choice = &args->json, .words = formats },
        { "", .list = args->name, .n = &args->names, .most = JOURNAL_NAMES },
        { NULL },
    };
    return options_read(command, NULL, options, argc, argv, &result);
}

/* The default key is FILE.key beside a SQLite file. */
static bool key_path(const journal_args *args, char *path, size_t size)
{
    char url[1024] = "";
    if (args->key) return (size_t)snprintf(path, size, "%s", args->key) < size;
    if (args->store) snprintf(url, sizeof url, "%s", args->store);
    if (!args->store && !lm_store_default_url(url, sizeof url)) return false;
    if (strncmp(url, "sqlite:", 7) != 0) return false;
    return (size_t)snprintf(path, size, "%s.key", url + 7) < size;
}

bool journal_find_key(const journal_args *args, journal_key *key)
{
    char text[LM_STORE_TEXT];
    *key = (journal_key){ .known = false };
    if (args->fingerprint) {
        key->known = lm_store_fingerprint_read(args->fingerprint, key->public_key);
        if (!key->known)
            cli_error(
                /* say:fingerprint-is */ "--fingerprint is the house's public key: %d digits of 0 to 9 and a to f, "
                                         "as the line \"key\" of its heads has them",
                2 * LM_STORE_HASH);
        return key->known;
    }
    if (!key_path(args, key->file, sizeof key->file)) return true;
    if (!args->key && access(key->file, F_OK) != 0) return true; /* the key is optional */
    lm_signer *signer = lm_signer_load(key->file, false, text);
    if (!signer) {
        cli_error("%s", text);
        return false;
    }
    key->known = true;
    memcpy(key->public_key, lm_signer_public(signer), sizeof key->public_key);
    lm_signer_free(signer);
    return true;
}

lm_store *journal_open(const journal_args *args, lm_signer **signer)
{
    char path[1100], text[LM_STORE_TEXT];
    lm_store_options options = { .url = args->store, .mode = LM_STORE_READ };
    if (signer) {
        if (!key_path(args, path, sizeof path)) {
            cli_error("a head is signed with the house's key; name its file with --key");
            return NULL;
        }
        if (!(*signer = lm_signer_load(path, false, text))) {
            cli_error("%s", text);
            return NULL;
        }
        options.signer = *signer;
    }
    lm_store *store = lm_store_open(&options, text);
    if (store) return store;
    cli_error("%s", text);
    if (signer) lm_signer_free(*signer);
    return NULL;
}

char *journal_read_file(const char *path)
{
    errno = 0;
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    bool filled = file && getdelim(&text, &room, '\0', file) >= 0, empty = file && !filled && !errno;
    if (!filled && !empty) cli_error(/* say:file-unreadable */ "%s cannot be read: %s", path, strerror(errno));
    if (file) fclose(file);
    if (filled) return text;
    free(text);
    return empty ? strdup("") : NULL;
}
