/* first.c - how a house gets its first administrator: a token that only whoever started the server has seen. */
#include <stdlib.h>
#include <string.h>

#include "people.h"
#include "enter.h"

enum { TOKEN_BYTES = 20, TOKEN_MS = 7 * DAY_MS };

/* Other servers of the house must know it, too; they know its hash. */
static void token_key(const char *token, char key[LM_STORE_NAME + 1])
{
    uint8_t hash[LM_STORE_HASH];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)token, strlen(token), NULL, 0);
    strcpy(key, "~first/");
    sodium_bin2hex(key + strlen(key), 2 * LM_STORE_HASH + 1, hash, sizeof hash);
}

static bool keep_token(lm_house *house, const char *token)
{
    char key[LM_STORE_NAME + 1];
    lm_batch *batch = lm_batch_new();
    if (!batch) return false;
    token_key(token, key);
    batch_put(batch, key, 0, json_pack("{s:I}", "created_ms", (json_int_t)house_now_ms(house)));
    lm_store_outcome outcome = lm_store_do(house_store(house), batch);
    lm_batch_free(batch);
    return outcome.why == LM_STORE_DONE;
}

/* Also when every administrator is locked: whoever can start the server can let one in. */
void people_token(lm_house *house, char *token, size_t size)
{
    uint8_t secret[TOKEN_BYTES];
    char text[2 * TOKEN_BYTES + 1];
    json_t *list;
    int64_t version;
    token[0] = '\0';
    struct people *all = zeroed_or_end(sizeof *all);
    *house_people(house) = all;
    sem_init(&all->gate, 0, 2);
    int able = administrators(house, &list, &version);
    json_decref(list);
    if (able) return;
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(text, sizeof text, secret, sizeof secret);
    if (keep_token(house, text)) snprintf(token, size, "%s", text);
}

void people_close(lm_house *house)
{
    struct people *all = *house_people(house);
    if (!all) return;
    sem_destroy(&all->gate);
    sodium_memzero(all, sizeof *all);
    free(all);
    *house_people(house) = NULL;
}

/* --- the word ---------------------------------------------------------------------------------------------------- */

static bool token_is_good(house_request *request, char key[LM_STORE_NAME + 1])
{
    token_key(text_in(request->body, "token"), key);
    json_t *value = house_value(request->house, key, NULL);
    int64_t age = house_now_ms(request->house) - int_in(value, "created_ms", 0);
    bool good = value && age < TOKEN_MS;
    json_decref(value);
    return good;
}

static bool may_be_first(house_request *request, char key[LM_STORE_NAME + 1])
{
    json_t *list;
    int64_t version;
    int able = administrators(request->house, &list, &version);
    json_decref(list);
    if (!token_is_good(request, key)) {
        errand_refuse(request, LM_REFUSED_PERSON, "this is not the token that the server printed when it was started");
        return false;
    }
    if (able) errand_refuse(request, LM_REFUSED_NOW, "the house has an administrator already");
    return !able;
}

static void make_first(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    house_person p;
    if (!may_be_first(request, key) || !enter_new_person(request, LM_HOUSE_BIT(ADMINISTRATOR), &p)) return;
    lm_batch *batch = enter_batch(request, &p, "with the token of the server's start");
    administrators_put(request->house, batch, &p);
    lm_batch_drop(batch, key);
    json_t *answer = enter_open(request, batch, &p);
    errand_submit(request, batch, answer, make_first);
}

void first_administrator(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    if (!enter_take_password(request, "password") || !may_be_first(request, key)) return;
    password_make(request, make_first);
}
