/* commands.c - remembers the commands that tables and the house have done: a repeated one has no second effect, and a
 * client that missed the answer gets it. */
#include <sodium.h>
#include <string.h>

#include "floor.h"

void command_client(const house_request *request, const house_table *table, char name[LM_STORE_NAME + 1])
{
    snprintf(name, LM_STORE_NAME + 1, "%s/%s", request->caller.client, table->id);
}

/* A client's last command that left no record is remembered as long as this server has the table. */
void idle_remember(house_table *t, const house_request *r)
{
    int slot = 0;
    if (r->n < 1 || !r->caller.client[0]) return;
    while (slot < HOUSE_RACKS && t->idle[slot].client != r->client)
        slot++;
    if (slot == HOUSE_RACKS) {
        slot = t->idle_next;
        t->idle_next = (slot + 1) % HOUSE_RACKS;
    }
    t->idle[slot] = (house_client){ r->client, r->n, t->state.seq };
}

/* As state_recall_command. */
int64_t idle_recall(const house_table *t, uint64_t client, int64_t number)
{
    for (int i = 0; i < HOUSE_RACKS; i++) {
        const house_client *last = &t->idle[i];
        if (last->client == client && last->number == number) return last->seq;
        if (last->client == client && last->number > number) return -1;
    }
    return 0;
}

/* A failure of the store does not mean that the command was never done. */
static void asked(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    if (outcome->why == LM_STORE_SEQ || outcome->why == LM_STORE_LATE)
        request_refuse_here(request, request->refusal, NULL);
    else
        request_refuse_outcome(request, outcome);
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
    request->refusal = memory_or_end(sizeof *request->refusal);
    *request->refusal = (house_refusal){ .kind = kind, .clause = clause };
    snprintf(request->refusal->text, sizeof request->refusal->text, "%s", why);
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    request_command(request, batch);
    lm_batch_append(batch, "house", 1, "asked", "house", "{}", 2); /* never done: the opening is always record 1 */
    request_submit(request, batch, asked);
    return true;
}
