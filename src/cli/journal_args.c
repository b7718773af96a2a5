/* journal_args.c - the options of `lammer journal` and `lammer store`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "journal_cli.h"

/* The value of `--name VALUE` or `--name=VALUE`, moving on past it; NULL when the word is another option. */
static const char *option_value(const char *name, int argc, char **argv, int *i)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], name, n) != 0) return NULL;
    if (argv[*i][n] == '=') return argv[*i] + n + 1;
    if (argv[*i][n]) return NULL;
    return *i + 1 < argc ? argv[++*i] : "";
}

static bool read_number(const char *option, const char *text, int64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    if (*text && !*end && errno == 0 && *number >= 1) return true;
    cli_error(/* say:number-from-one */ "%s is a number, 1 or more, not '%s'", option, text);
    return false;
}

static bool read_format(const char *text, bool *json)
{
    *json = strcmp(text, "json") == 0;
    if (*json || strcmp(text, "text") == 0) return true;
    cli_error(/* say:format-text-or-json */ "--format is text or json, not '%s'", text);
    return false;
}

static bool read_option(journal_args *args, const char *command, int argc, char **argv, int *i)
{
    struct {
        const char *name, **value;
    } const texts[] = { { "--store", &args->store },   { "--head", &args->head },
                        { "--key", &args->key },       { "--out", &args->out },
                        { "--stream", &args->stream }, { "--table", &args->table },
                        { "--secret", &args->secret }, { "--fingerprint", &args->fingerprint },
                        { "--tsa-ca", &args->tsa_ca } };
    const char *word = argv[*i], *value;
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        if (!(value = option_value(texts[t].name, argc, argv, i))) continue;
        *texts[t].value = value;
        if (!value[0])
            cli_error(/* say:value-lacks */ "%s lacks its value; see lammer %s --help", texts[t].name, command);
        return value[0];
    }
    if ((value = option_value("--from", argc, argv, i))) return read_number("--from", value, &args->from);
    if ((value = option_value("--round", argc, argv, i))) return read_number("--round", value, &args->round);
    if ((value = option_value("--format", argc, argv, i))) return read_format(value, &args->json);
    cli_error("there is no option %s; see lammer %s --help", word, command);
    return false;
}

bool journal_read_args(journal_args *args, const char *command, int argc, char **argv)
{
    *args = (journal_args){ .from = 1 };
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!read_option(args, command, argc, argv, &i)) return false;
        } else if (args->names == JOURNAL_NAMES) {
            cli_error(/* say:one-name-too-many */ "'%s' is one name too many; see lammer %s --help", argv[i], command);
            return false;
        } else {
            args->name[args->names++] = argv[i];
        }
    }
    return true;
}

/* FILE.key lies beside a SQLite file unless another one is named. */
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
            cli_error(/* say:fingerprint-is */ "--fingerprint is the house's public key, %d digits of 0 to 9 "
                                               "and a to f: the line "
                                               "\"key\" of "
                                               "its heads",
                      2 * LM_STORE_HASH);
        return key->known;
    }
    if (!key_path(args, key->file, sizeof key->file)) return true;
    if (!args->key && access(key->file, F_OK) != 0) return true; /* the reader may not have it */
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
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, room = 0, n = 1;
    while (file && n > 0) {
        if (room - size < 2) {
            char *larger = realloc(text, room = 2 * room + 65536);
            if (!larger) break;
            text = larger;
        }
        n = fread(text + size, 1, room - size - 1, file);
        size += n;
    }
    if (file && !ferror(file) && n == 0) {
        text[size] = '\0';
        fclose(file);
        return text;
    }
    cli_error(/* say:file-unreadable */ "%s: it cannot be read: %s", path, strerror(errno));
    if (file) fclose(file);
    free(text);
    return NULL;
}
