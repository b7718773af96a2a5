/* first.c - makes the first administrator with a token that the server prints at its start.
 *
 * All servers of the house accept the token, because its hash is in the store. It ends when it is used, after seven
 * days, or when a server of the house is started. */
#include <stdlib.h>
#include <string.h>

#include "enter.h"

enum { TOKEN_TEXT = 41, TOKEN_MS = 7 * DAY_MS };

/* The store has the digest of one token at a time; every start of a server replaces it. Older versions stored a value
 * for each token, and a start removes these. */
static const char FIRST_KEY[] = "~first/token";

typedef struct {
    char digest[2 * LM_STORE_HASH + 1];
    int64_t created_ms;
} first_row;

static const row_field first_fields[] = {
    ROW_HAS(TEXT, first_row, digest),
    ROW_HAS(INT, first_row, created_ms),
    ROW_END,
};

static void token_digest(const char *token, char digest[2 * LM_STORE_HASH + 1])
{
    char key[LM_STORE_NAME + 1];
    token_key("", token, key);
    memcpy(digest, key, 2 * LM_STORE_HASH + 1);
}

static bool drop_earlier(void *batch, const lm_value_row *row)
{
    lm_batch_drop(batch, row->key);
    return true;
}

/* Ends the tokens of all earlier starts, and stores this one unless it is "". False if the store refused. */
static bool keep_token(lm_house *house, const char *token)
{
    char text[LM_STORE_TEXT];
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    bool read = lm_store_values(house->store, "~first/", drop_earlier, batch, text) == LM_STORE_DONE;
    first_row row = { .created_ms = house->now_ms };
    token_digest(token, row.digest);
    if (*token) row_put(batch, first_fields, &row, LM_STORE_ANY, "%s", FIRST_KEY);
    lm_store_outcome outcome = lm_store_do(house->store, batch);
    lm_batch_free(batch);
    return read && outcome.why == LM_STORE_DONE;
}

static bool is_administrated(lm_house *house)
{
    json_t *list;
    int64_t version;
    int able = administrators(house, &list, &version);
    json_decref(list);
    return able > 0;
}

/* A token is also made when every administrator is locked, so that a person who can start the server can make
 * another administrator. */
void people_token(lm_house *house, char *token, size_t size)
{
    char text[TOKEN_TEXT];
    token[0] = '\0';
    struct people *all = zeroed_or_end(sizeof *all);
    house->people = all;
    sem_init(&all->gate, 0, 2);
    bool administrated = is_administrated(house);
    random_hex(text, sizeof text);
    if (keep_token(house, administrated ? "" : text) && !administrated) snprintf(token, size, "%s", text);
}

void people_close(lm_house *house)
{
    struct people *all = house->people;
    if (!all) return;
    sem_destroy(&all->gate);
    sodium_memzero(all, sizeof *all);
    free(all);
    house->people = NULL;
}

static bool may_be_first(house_request *request)
{
    first_row kept;
    char digest[2 * LM_STORE_HASH + 1];
    bool administrated = is_administrated(request->house);
    token_digest(field_text(request, LM_FIELD_TOKEN), digest);
    if (!row_load(request->house, first_fields, &kept, NULL, "%s", FIRST_KEY) ||
        sodium_memcmp(kept.digest, digest, sizeof digest) != 0 || request->house->now_ms - kept.created_ms >= TOKEN_MS)
        return request_refuse(
            request, LM_REFUSED_PERSON,
            LM_STAFF_SAYS(/* say:token-not-first */
                          "This token does not make an administrator: it was used, is older than seven days, or is "
                          "not the one that the last start of a server printed. Sign in, or start a house "
                          "without an administrator again for a new token."));
    if (administrated) request_refuse(request, LM_REFUSED_NOW, LM_STAFF_SAYS("the house has an administrator already"));
    return !administrated;
}

static void make_first(house_request *request)
{
    house_person p;
    if (!may_be_first(request) || !enter_new_person(request, LM_HOUSE_BIT(ADMINISTRATOR), &p)) return;
    lm_batch *batch = enter_batch(request, &p, "with the token printed at the server's start");
    administrators_put(request->house, batch, &p);
    lm_batch_drop(batch, FIRST_KEY);
    json_t *answer = enter_open(request, batch, &p);
    errand_submit(request, batch, answer, make_first);
}

void first_administrator(house_request *request)
{
    if (!enter_take_password(request) || !may_be_first(request)) return;
    password_make(request, make_first);
}
