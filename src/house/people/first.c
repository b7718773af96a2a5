/* first.c - makes the first administrator with a token that the server prints at its start.
 *
 * All servers of the house accept the token: the store has its hash. */
#include <stdlib.h>
#include <string.h>

#include "enter.h"

enum { TOKEN_TEXT = 41, TOKEN_MS = 7 * DAY_MS };

static bool keep_token(lm_house *house, const char *token)
{
    char key[LM_STORE_NAME + 1];
    lm_batch *batch = lm_batch_new();
    if (!batch) return false;
    token_key("~first/", token, key);
    number_put(batch, "created_ms", house->now_ms, 0, "%s", key);
    lm_store_outcome outcome = lm_store_do(house->store, batch);
    lm_batch_free(batch);
    return outcome.why == LM_STORE_DONE;
}

static bool is_administrated(lm_house *house)
{
    json_t *list;
    int64_t version;
    int able = administrators(house, &list, &version);
    json_decref(list);
    return able > 0;
}

/* Also when every administrator is locked: a person who can start the server can make another. */
void people_token(lm_house *house, char *token, size_t size)
{
    char text[TOKEN_TEXT];
    token[0] = '\0';
    struct people *all = zeroed_or_end(sizeof *all);
    house->people = all;
    sem_init(&all->gate, 0, 2);
    if (is_administrated(house)) return;
    random_hex(text, sizeof text);
    if (keep_token(house, text)) snprintf(token, size, "%s", text);
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

static bool may_be_first(house_request *request, char key[LM_STORE_NAME + 1])
{
    int64_t created_ms;
    bool administrated = is_administrated(request->house);
    token_key("~first/", field_text(request, LM_FIELD_TOKEN), key);
    if (!number_load(request->house, "created_ms", &created_ms, NULL, "%s", key) ||
        request->house->now_ms - created_ms >= TOKEN_MS)
        return request_refuse(request, LM_REFUSED_PERSON,
                              /* say:token-not-first */
                              "This token does not make an administrator: it was used, is older than seven days, or is "
                              "not the one that the server printed. Sign in, or start a house without an "
                              "administrator again for a new token.");
    if (administrated) request_refuse(request, LM_REFUSED_NOW, "the house has an administrator already");
    return !administrated;
}

static void make_first(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    house_person p;
    if (!may_be_first(request, key) || !enter_new_person(request, LM_HOUSE_BIT(ADMINISTRATOR), &p)) return;
    lm_batch *batch = enter_batch(request, &p, "with the token printed at the server's start");
    administrators_put(request->house, batch, &p);
    lm_batch_drop(batch, key);
    json_t *answer = enter_open(request, batch, &p);
    errand_submit(request, batch, answer, make_first);
}

void first_administrator(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    if (!enter_take_password(request) || !may_be_first(request, key)) return;
    password_make(request, make_first);
}
