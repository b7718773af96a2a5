/* commands.c - remembers the commands that tables and the house have done: a repeated one has no second effect, and a
 * client that missed the answer gets it. Another request under a used number is refused. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

void command_client(const house_request *request, const house_table *table, char name[LM_STORE_NAME + 1])
{
    name_join(name, request->caller.client, table->id, NULL);
}

/* --- the same request or another ---------------------------------------------------------------------------------- */

static bool is_of_delivery(const char *key)
{
    static const char *const of_delivery[] = { "n", "session", "client", "seen" };
    for (size_t i = 0; i < sizeof of_delivery / sizeof *of_delivery; i++) {
        if (strcmp(key, of_delivery[i]) == 0) return true;
    }
    return false;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Writes the request in a canonical form: fields sorted by name, no spaces, and without fields that differ between
 * deliveries of the same request. */
static void write_request(lm_out *out, const json_t *body)
{
    size_t n = 0;
    const char **key = memory_or_end((json_object_size(body) + 1) * sizeof *key);
    for (void *i = json_object_iter((json_t *)(uintptr_t)body); i;
         i = json_object_iter_next((json_t *)(uintptr_t)body, i)) {
        if (!is_of_delivery(json_object_iter_key(i))) key[n++] = json_object_iter_key(i);
    }
    qsort(key, n, sizeof *key, by_text);
    lm_out_begin(out, '{');
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_object_get(body, key[i]);
        lm_out_key(out, key[i]);
        char *sorted =
            json_is_object(value) || json_is_array(value) ? json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
        if (sorted)
            lm_out_value(out, sorted, strlen(sorted));
        else
            lm_out_json(out, value);
        free(sorted);
    }
    lm_out_end(out, '}');
    free(key);
}

/* The digest is keyed with the session, which the store does not have, so a reader of the database cannot use it to
 * guess a password. */
void command_digest(house_request *r)
{
    uint8_t digest[(sizeof r->digest - 1) / 2];
    size_t key = strlen(r->session);
    lm_out *out = &r->house->written;
    if (!r->is_numbered || !r->caller.client[0]) return;
    lm_out_clear(out);
    write_request(out, r->body);
    if (out->failed) memory_end();
    crypto_generichash(digest, sizeof digest, (const uint8_t *)out->at, out->size, (const uint8_t *)r->session,
                       key > 64 ? 64 : key);
    sodium_bin2hex(r->digest, sizeof r->digest, digest, sizeof digest);
}

typedef struct {
    char first[40], digest[33], approval[20];
} kept_answer;

static void read_kept_answer(const char *answer, kept_answer *kept)
{
    memset(kept, 0, sizeof *kept);
    sscanf(answer ? answer : "", "%39s %32s %19s", kept->first, kept->digest, kept->approval);
}

/* An answer that begins with a number belongs to a table's record, any other to a command to the house. */
static bool is_of_table(const kept_answer *kept)
{
    return kept->first[0] >= '0' && kept->first[0] <= '9';
}

/* Older versions stored no digest, and the oldest stored "{}" in place of the word. */
static bool is_same_request(const house_request *request, const kept_answer *kept)
{
    bool word = is_of_table(kept) || kept->first[0] == '{' || !kept->first[0] ||
                (request->word && strcmp(kept->first, request->word->word) == 0);
    return word && (!kept->digest[0] || strcmp(kept->digest, request->digest) == 0);
}

void command_refuse_another(house_request *request)
{
    request_refuse(request, LM_REFUSED_NOW,
                   LM_SAYS(ANOTHER_COMMAND, "", "you sent another command under this number; use a new one"));
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

/* Only LM_STORE_SEQ proves that the command was never done; a failure of the store does not. */
static void asked(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    if (outcome->why == LM_STORE_SEQ)
        request_refuse_here(request, request->refusal, NULL);
    else
        request_refuse_outcome(request, outcome);
}

static void keep_refusal(house_request *request, const house_refusal *refusal)
{
    request->refusal = memory_or_end(sizeof *request->refusal);
    *request->refusal = *refusal;
}

/* Asks without writing: the batch contains record 1 of the house, which exists, so the store checks the number of the
 * command and refuses the record. */
static void ask_store(house_request *request, lm_batch *batch)
{
    lm_batch_append(batch, "house", 1, "asked", "house", "{}", 2);
    request_submit(request, batch, asked);
}

/* Many commands cannot be done twice: the person exists already, the award is paid. A sender who missed the answer must
 * hear that it was done, not that it is impossible. */
bool command_ask(house_request *request, const house_refusal *refusal)
{
    const lm_house *house = request->house;
    lm_kind kind = refusal->kind;
    bool may_be_done = kind == LM_REFUSED_PERSON || kind == LM_REFUSED_UNKNOWN || kind == LM_REFUSED_NOW;
    bool numbered = request->n > 0 && request->caller.client[0];
    bool asks = request->word && request->word->second && !request->approver[0];
    bool at_house = request->word && request->word->where == LM_AT_HOUSE && !(request->word->when & LM_ACT_READS);
    if (!may_be_done || !numbered || !(at_house || asks) || request->refusal || house->fault[0] || house->unread)
        return false;
    keep_refusal(request, refusal);
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
    house_refusal late;
    refuse_into(&late, LM_REFUSED_NOW,
                LM_SAYS(LATE_NOT_DONE, "",
                        "a later command came first, and this one was not done; send it under a new "
                        "number"));
    keep_refusal(request, &late);
    command_client(request, table, client);
    lm_batch_command(batch, client, request->n, "", 0);
    ask_store(request, batch);
}
