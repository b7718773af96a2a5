/* commands.c - remembers the commands that tables and the house have done: a repeated one has no second effect, and a
 * client that missed the answer gets it. Another request under a used number is refused. */
#include <sodium.h>
#include <string.h>

#include "floor.h"

void command_client(const house_request *request, const house_table *table, char name[LM_STORE_NAME + 1])
{
    snprintf(name, LM_STORE_NAME + 1, "%s/%s", request->caller.client, table->id);
}

/* --- the same request or another ---------------------------------------------------------------------------------- */

static int add_to_digest(const char *text, size_t size, void *state)
{
    return crypto_generichash_update(state, (const uint8_t *)text, size);
}

/* Keyed with the session, which the store does not have: a reader of the database cannot try passwords by it. */
void command_digest(house_request *r)
{
    static const char *const of_delivery[] = { "n", "session", "client", "seen" };
    uint8_t digest[(sizeof r->digest - 1) / 2];
    crypto_generichash_state state;
    size_t key = strlen(r->session);
    if (!r->is_numbered || !r->caller.client[0]) return;
    json_t *body = json_copy(r->body);
    for (size_t i = 0; i < sizeof of_delivery / sizeof *of_delivery; i++)
        json_object_del(body, of_delivery[i]);
    crypto_generichash_init(&state, (const uint8_t *)r->session, key > 64 ? 64 : key, sizeof digest);
    json_dump_callback(body, add_to_digest, &state, JSON_COMPACT | JSON_SORT_KEYS);
    crypto_generichash_final(&state, digest, sizeof digest);
    sodium_bin2hex(r->digest, sizeof r->digest, digest, sizeof digest);
    json_decref(body);
}

typedef struct {
    char first[40], digest[33], approval[20];
} kept_answer;

static void read_kept_answer(const char *answer, kept_answer *kept)
{
    memset(kept, 0, sizeof *kept);
    sscanf(answer ? answer : "", "%39s %32s %19s", kept->first, kept->digest, kept->approval);
}

/* An answer that begins with a number is of a table's record, any other of a command to the house. */
static bool is_of_table(const kept_answer *kept)
{
    return kept->first[0] >= '0' && kept->first[0] <= '9';
}

/* Earlier houses kept no digest, and still earlier ones "{}" in place of the word. */
static bool is_same_request(const house_request *request, const kept_answer *kept)
{
    bool word = is_of_table(kept) || kept->first[0] == '{' || !kept->first[0] ||
                (request->word && strcmp(kept->first, request->word->word) == 0);
    return word && (!kept->digest[0] || strcmp(kept->digest, request->digest) == 0);
}

void command_refuse_another(house_request *request)
{
    request_refuse(request, LM_REFUSED_NOW,
                   /* say:another-command */ "you sent another command under this number; use a new one");
}

void command_repeated(house_request *request, const char *answer)
{
    kept_answer kept;
    read_kept_answer(answer, &kept);
    if (!is_same_request(request, &kept))
        command_refuse_another(request);
    else if (kept.approval[0])
        request->house->turns->tell(request, kept.approval);
    else if (request->repeated)
        request->repeated(request);
    else if (is_of_table(&kept))
        request_answer(request,
                       json_pack("{s:I, s:b}", "seq", (json_int_t)strtoll(kept.first, NULL, 10), "repeated", 1));
    else
        request_answer(request, json_pack("{s:b}", "repeated", 1));
}

/* --- commands without a record ------------------------------------------------------------------------------------- */

/* A client's last command that left no record is remembered as long as this server has the table. */
void idle_remember(house_table *t, const house_request *r)
{
    int slot = 0;
    if (r->n < 1 || !r->caller.client[0]) return;
    while (slot < HOUSE_RACKS && t->idle[slot].last.client != r->client)
        slot++;
    if (slot == HOUSE_RACKS) {
        slot = t->idle_next;
        t->idle_next = (slot + 1) % HOUSE_RACKS;
    }
    t->idle[slot].last = (house_client){ r->client, r->n, t->state.seq };
    memcpy(t->idle[slot].digest, r->digest, sizeof r->digest);
}

int64_t idle_recall(const house_table *t, const house_request *r)
{
    for (int i = 0; i < HOUSE_RACKS; i++) {
        const house_client *last = &t->idle[i].last;
        if (last->client != r->client || last->number < r->n) continue;
        if (last->number > r->n) return IDLE_LATER;
        return strcmp(t->idle[i].digest, r->digest) == 0 ? last->seq : IDLE_ANOTHER;
    }
    return 0;
}

int64_t idle_last(const house_table *t, uint64_t client)
{
    for (int i = 0; i < HOUSE_RACKS; i++) {
        if (t->idle[i].last.client == client) return t->idle[i].last.number;
    }
    return 0;
}

/* --- asking the store ------------------------------------------------------------------------------------------------ */

/* A failure of the store does not mean that the command was never done. */
static void asked(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    if (outcome->why == LM_STORE_SEQ)
        request_refuse_here(request, request->refusal, NULL);
    else
        request_refuse_outcome(request, outcome);
}

static void keep_refusal(house_request *request, lm_kind kind, const char *clause, const char *why)
{
    request->refusal = memory_or_end(sizeof *request->refusal);
    *request->refusal = (house_refusal){ .kind = kind, .clause = clause };
    snprintf(request->refusal->text, sizeof request->refusal->text, "%s", why);
}

/* The batch is never done: the opening is always record 1 of the house. */
static void ask_store(house_request *request, lm_batch *batch)
{
    lm_batch_append(batch, "house", 1, "asked", "house", "{}", 2);
    request_submit(request, batch, asked);
}

/* Many commands cannot be done twice: the person exists already, the award is paid. A sender who missed the answer must
 * hear that it was done, not that it is impossible. */
bool command_ask(house_request *request, lm_kind kind, const char *clause, const char *why)
{
    const lm_house *house = request->house;
    bool may_be_done = kind == LM_REFUSED_PERSON || kind == LM_REFUSED_UNKNOWN || kind == LM_REFUSED_NOW;
    bool numbered = request->n > 0 && request->caller.client[0];
    bool asks = request->word && request->word->second && !request->approver[0];
    bool at_house = request->word && request->word->where == LM_AT_HOUSE && !(request->word->when & LM_ACT_READS);
    if (!may_be_done || !numbered || !(at_house || asks) || request->refusal || house->fault[0] || house->unread)
        return false;
    keep_refusal(request, kind, clause, why);
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    request_command(request, batch);
    ask_store(request, batch);
    return true;
}

void command_recall(house_request *request, const house_table *table)
{
    char client[LM_STORE_NAME + 1];
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    keep_refusal(request, LM_REFUSED_NOW, NULL,
                 /* say:late-not-done */
                 "a later command came first, and this one was not done; send it under a new "
                 "number");
    command_client(request, table, client);
    lm_batch_command(batch, client, request->n, "", 0);
    ask_store(request, batch);
}
