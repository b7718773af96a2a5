/* recover.c - the way back at the console: the server is started with --recover PERSON and prints a token.
 *
 * The token sets a new password for that person and unlocks them, once, within an hour. Only the person who can start the
 * server sees it, and issuing and using it are records of the house. */
#include <string.h>

#include "enter.h"

enum { RECOVER_BYTES = 20, RECOVER_MS = 60 * 60 * 1000 };

static void recover_key(const char *token, char key[LM_STORE_NAME + 1])
{
    uint8_t digest[LM_STORE_HASH];
    crypto_generichash(digest, sizeof digest, (const uint8_t *)token, strlen(token), NULL, 0);
    strcpy(key, "~recover/");
    sodium_bin2hex(key + strlen(key), 2 * LM_STORE_HASH + 1, digest, sizeof digest);
}

bool people_recover(lm_house *house, const char *id, char *token, size_t size, char *text)
{
    uint8_t secret[RECOVER_BYTES];
    char key[LM_STORE_NAME + 1], made[2 * RECOVER_BYTES + 1];
    house_person p;
    token[0] = '\0';
    if (!person_read(house, id, &p) || !p.hash[0]) {
        snprintf(text, LM_HOUSE_TEXT,
                 "\"%.31s\" cannot be recovered: no person of that id has a password in this house. Give the "
                 "id as "
                 "the journal has it.",
                 id);
        return false;
    }
    sodium_memzero(&p, sizeof p);
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(made, sizeof made, secret, sizeof secret);
    recover_key(made, key);
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    batch_record(batch, "recovery-issued", "console",
                 json_pack("{s:s, s:s}", "person", id, "reason", "the server was started with --recover"));
    batch_put(batch, key, 0, json_pack("{s:s, s:I}", "person", id, "seen_ms", (json_int_t)house_now_ms(house)));
    lm_store_outcome outcome = lm_store_do(house_store(house), batch);
    if (outcome.why == LM_STORE_DONE)
        snprintf(token, size, "%s", made);
    else
        lm_store_outcome_text(&outcome, text, LM_HOUSE_TEXT);
    lm_batch_free(batch);
    return outcome.why == LM_STORE_DONE;
}

/* --- the word ---------------------------------------------------------------------------------------------------- */

static bool recover_find(house_request *request, char key[LM_STORE_NAME + 1], house_person *p)
{
    house_errand *e = request->own;
    recover_key(text_in(request->body, "token"), key);
    json_t *value = house_value(request->house, key, NULL);
    int64_t age = house_now_ms(request->house) - int_in(value, "seen_ms", 0);
    bool good = value && age < RECOVER_MS && person_read(request->house, text_in(value, "person"), p);
    json_decref(value);
    if (good) snprintf(e->person, sizeof e->person, "%s", p->id);
    if (!good)
        errand_refuse(request, LM_REFUSED_PERSON,
                      "This token is unknown, used or older than an hour. Start the server again to get another.");
    return good;
}

static void recover_keep(house_request *request)
{
    house_errand *e = request->own;
    char key[LM_STORE_NAME + 1];
    house_person p;
    if (!recover_find(request, key, &p)) return;
    snprintf(request->caller.person, sizeof request->caller.person, "%s", p.id);
    lm_batch *batch =
        house_batch(request, "recovered",
                    json_pack("{s:s, s:s, s:s, s:b}", "person", p.id, "reason", "with the token of the console",
                              "address", request->address, "was_locked", p.locked));
    memcpy(p.hash, e->hash, sizeof p.hash);
    p.password_by[0] = '\0';
    p.locked = false;
    p.generation++;
    person_put(batch, &p);
    lm_batch_drop(batch, key);
    session_changed(request->house, batch, p.id);
    json_t *answer = enter_open(request, batch, &p);
    sodium_memzero(&p, sizeof p);
    errand_submit(request, batch, answer, recover_keep);
}

void enter_recover(house_request *request)
{
    char key[LM_STORE_NAME + 1];
    house_person p;
    memset(&request->caller, 0, sizeof request->caller);
    if (!enter_take_password(request, "password") || !recover_find(request, key, &p)) return;
    sodium_memzero(&p, sizeof p);
    password_make(request, recover_keep);
}
