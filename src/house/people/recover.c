/* recover.c - recovers an account: a server started with --recover PERSON prints a token.
 *
 * The token sets a new password for that person and unlocks them, once, within an hour. Only the person who can start
 * the server sees it, and issuing and using it are records of the house. */
#include <string.h>

#include "enter.h"

enum { RECOVER_TEXT = 41, RECOVER_MS = 60 * 60 * 1000 };

typedef struct {
    char person[LM_HOUSE_ID];
    int64_t seen_ms;
} recover_row;

static const row_field recover_fields[] = {
    ROW_HAS(TEXT, recover_row, person),
    ROW_HAS(INT, recover_row, seen_ms),
    ROW_END,
};

bool people_recover(lm_house *house, const char *id, char *token, size_t size, char *text)
{
    char key[LM_STORE_NAME + 1], made[RECOVER_TEXT];
    house_person p;
    token[0] = '\0';
    if (!person_read(house, id, &p) || !p.hash[0]) {
        snprintf(text, LM_HOUSE_TEXT,
                 "\"%.31s\" cannot be recovered: no person of that id has a password in this house. Give the "
                 "id as the journal has it.",
                 id);
        return false;
    }
    sodium_memzero(p.hash, sizeof p.hash);
    random_hex(made, sizeof made);
    token_key("~recover/", made, key);
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    batch_record(batch, "recovery-issued", "console",
                 json_pack("{s:s, s:s}", "person", id, "reason", "the server was started to recover this person"));
    recover_row row = { .seen_ms = house->now_ms };
    memcpy(row.person, p.id, sizeof row.person);
    row_put(batch, recover_fields, &row, 0, "%s", key);
    lm_store_outcome outcome = lm_store_do(house->store, batch);
    if (outcome.why == LM_STORE_DONE)
        snprintf(token, size, "%s", made);
    else
        lm_store_outcome_text(&outcome, text, LM_HOUSE_TEXT);
    lm_batch_free(batch);
    return outcome.why == LM_STORE_DONE;
}

static bool recover_find(house_request *request, char key[LM_STORE_NAME + 1], house_person *p)
{
    house_errand *e = request->own;
    recover_row row;
    token_key("~recover/", field_text(request, LM_FIELD_TOKEN), key);
    bool good = row_load(request->house, recover_fields, &row, NULL, "%s", key) &&
                request->house->now_ms - row.seen_ms < RECOVER_MS && person_read(request->house, row.person, p);
    if (good) snprintf(e->person, sizeof e->person, "%s", p->id);
    if (!good)
        request_refuse(
            request, LM_REFUSED_PERSON,
            LM_STAFF_SAYS("This token is unknown, used or older than an hour. Start the server again to get another."));
    return good;
}

static void recover_keep(house_request *request)
{
    house_errand *e = request->own;
    char key[LM_STORE_NAME + 1];
    house_person p;
    if (!recover_find(request, key, &p)) return;
    snprintf(request->caller.person, sizeof request->caller.person, "%s", p.id);
    lm_batch *batch = house_batch(request, "recovered",
                                  json_pack("{s:s, s:s, s:s, s:b, s:b}", "person", p.id, "reason",
                                            "with the token printed at the console", "address", request->address,
                                            "was_locked", p.locked, "had_second_factor", p.second_factor));
    memcpy(p.hash, e->hash, sizeof p.hash);
    p.password_by[0] = '\0';
    p.locked = false;
    factor_clear(request->house, batch, &p);
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
    if (!enter_take_password(request) || !recover_find(request, key, &p)) return;
    sodium_memzero(&p, sizeof p);
    password_make(request, recover_keep);
}
