/* batch.c - builds batches; judge.c accepts or refuses them. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"

lm_batch *lm_batch_new(void)
{
    lm_batch *batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    batch->end = &batch->first;
    batch->server = "";
    return batch;
}

void lm_batch_free(lm_batch *batch)
{
    if (!batch) return;
    arena_free(&batch->memory);
    free(batch);
}

static const void *keep(lm_batch *batch, const void *data, size_t size)
{
    const void *copy = arena_copy(&batch->memory, data, size);
    if (!copy) batch->short_of_memory = true;
    batch->bytes += size;
    return copy;
}

/* A copy of a name, or NULL when it is not a name. */
static const char *keep_name(lm_batch *batch, const char *name)
{
    return name && lm_store_name_fits(name) ? keep(batch, name, strlen(name)) : NULL;
}

static store_bytes keep_bytes(lm_batch *batch, const void *data, size_t size)
{
    return (store_bytes){ keep(batch, data, size), size };
}

void lm_batch_command(lm_batch *batch, const char *client, int64_t number, const void *answer, size_t size)
{
    batch->client = keep_name(batch, client);
    batch->bad_client = !batch->client || number < 1 || size > LM_STORE_ANSWER;
    batch->number = number;
    batch->answer = keep_bytes(batch, answer, size);
}

void lm_batch_guard(lm_batch *batch, const char *key, int64_t version)
{
    int i = 0;
    while (i < batch->guards && strcmp(batch->guard[i].key, key) != 0)
        i++;
    if (i == LM_STORE_GUARDS || !lm_store_name_fits(key)) {
        batch->bad_guard = true;
        return;
    }
    if (i == batch->guards) batch->guard[batch->guards].key = keep_name(batch, key);
    if (!batch->guard[i].key) return; /* out of memory: the batch will not be done */
    if (i == batch->guards) batch->guards++;
    batch->guard[i].version = version;
}

void lm_batch_lease(lm_batch *batch, const char *server, int64_t epoch)
{
    batch->server = keep_name(batch, server);
    batch->epoch = epoch;
}

static int add_operation(lm_batch *batch, operation op)
{
    operation *kept = arena_take(&batch->memory, sizeof *kept);
    if (!kept) {
        batch->short_of_memory = true;
        return batch->operations;
    }
    *kept = op;
    *batch->end = kept;
    batch->end = &kept->next;
    return batch->operations++;
}

int lm_batch_append(lm_batch *batch, const char *stream, int64_t seq, const char *kind, const char *actor,
                    const void *body, size_t size)
{
    return add_operation(batch, (operation){ .kind = OP_APPEND,
                                             .name = keep_name(batch, stream),
                                             .other = batch->server,
                                             .epoch = batch->epoch,
                                             .record_kind = keep_name(batch, kind),
                                             .text = keep_name(batch, actor),
                                             .number = seq,
                                             .bytes = keep_bytes(batch, body, size) });
}

int lm_batch_open(lm_batch *batch, const char *account, bool house)
{
    return add_operation(batch, (operation){ .kind = OP_OPEN, .name = keep_name(batch, account), .number = house });
}

int lm_batch_move(lm_batch *batch, const char *from, const char *to, int64_t cents, const char *reason)
{
    return add_operation(batch, (operation){ .kind = OP_MOVE,
                                             .name = keep_name(batch, from),
                                             .other = keep_name(batch, to),
                                             .text = keep(batch, reason, strlen(reason)),
                                             .number = cents });
}

int lm_batch_put(lm_batch *batch, const char *key, int64_t version, const void *value, size_t size)
{
    return add_operation(batch, (operation){ .kind = OP_PUT,
                                             .name = keep_name(batch, key),
                                             .number = version,
                                             .bytes = keep_bytes(batch, value, size) });
}

int lm_batch_drop(lm_batch *batch, const char *key)
{
    return add_operation(batch, (operation){ .kind = OP_DROP, .name = keep_name(batch, key) });
}

int lm_batch_take(lm_batch *batch, const char *stream, const char *server, int64_t ms)
{
    return add_operation(batch, (operation){ .kind = OP_TAKE,
                                             .name = keep_name(batch, stream),
                                             .other = keep_name(batch, server),
                                             .number = ms });
}

static int add_leased(lm_batch *batch, op_kind kind, const char *stream, int64_t number)
{
    return add_operation(batch, (operation){ .kind = kind,
                                             .name = keep_name(batch, stream),
                                             .other = batch->server,
                                             .epoch = batch->epoch,
                                             .number = number });
}

int lm_batch_renew(lm_batch *batch, const char *stream, int64_t ms)
{
    return add_leased(batch, OP_RENEW, stream, ms);
}

int lm_batch_release(lm_batch *batch, const char *stream)
{
    return add_leased(batch, OP_RELEASE, stream, 0);
}

int lm_batch_snapshot(lm_batch *batch, const char *stream, int64_t seq, const void *state, size_t size)
{
    return add_operation(batch, (operation){ .kind = OP_SNAPSHOT,
                                             .name = keep_name(batch, stream),
                                             .number = seq,
                                             .bytes = keep_bytes(batch, state, size) });
}

int64_t lm_batch_result(const lm_batch *batch, int number)
{
    const operation *op = batch->first;
    while (op && number-- > 0)
        op = op->next;
    return op ? op->result : 0;
}
