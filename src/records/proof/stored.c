/* stored.c - compares the rows of a store with its records: ends of streams, ledger lines, accounts, values, clients,
 * signatures. */
#include "stored.h"

#include <inttypes.h>
#include <sodium.h>
#include <string.h>

const char by_snapshot[] = "snapshot";

/* --- streams ---------------------------------------------------------------------------------------------------- */

bool stored_stream(void *context, const lm_stream_row *listed)
{
    proving *p = context;
    proved_stream *stream = named_add(&p->streams, listed->name);
    p->report->streams += !stream->listed;
    stream->listed = true;
    stream->end_seq = listed->seq;
    stream->epoch = listed->epoch;
    memcpy(stream->end_hash, listed->hash, LM_STORE_HASH);
    return true;
}

/* A stream must end where the list of streams says it does. */
static void check_end(proving *p, const proved_stream *s)
{
    const char *name = s->row.name;
    if (!s->listed) {
        found_wrong(p, name, 1, "the stream is missing from the list of streams");
    } else if (!s->seq && s->end_seq > 0) {
        found_wrong(p, name, 1, "all %" PRId64 " records are missing", s->end_seq);
    } else if (s->seq < s->end_seq) {
        found_wrong(p, name, s->seq + 1, "records %" PRId64 " to %" PRId64 " are missing at the end", s->seq + 1,
                    s->end_seq);
    } else if (s->seq > s->end_seq || (s->seq && memcmp(s->hash, s->end_hash, LM_STORE_HASH) != 0)) {
        found_wrong(p, name, s->seq, "the stream does not end as the list of streams says (record %" PRId64 ")",
                    s->end_seq);
    }
}

void stored_ends(proving *p)
{
    int64_t before = p->report->wrong;
    for (const named_row *row = p->streams.first; row; row = row->next)
        check_end(p, (const void *)row);
    p->report->unchained += p->report->wrong - before;
}

/* --- the ledger --------------------------------------------------------------------------------------------------- */

bool stored_line(void *context, const lm_line_row *line)
{
    proving *p = context;
    proved_account *a = named_add(&p->accounts, line->account);
    record_place at = { .seq = line->seq };
    snprintf(at.stream, sizeof at.stream, "%s", line->stream);
    if (line->n != a->line_n + 1)
        found_account(p, line->account, at, "account %s: line %" PRId64 " follows line %" PRId64, line->account,
                      line->n, a->line_n);
    a->line_n = line->n;
    if (__builtin_add_overflow(a->line_cents, line->cents, &a->line_cents) || a->line_cents != line->balance_cents)
        found_account(p, line->account, at, "account %s: the balance of line %" PRId64 " is wrong", line->account,
                      line->n);
    a->line_cents = line->balance_cents;
    a->line_mix += ledger_mix(line->stream, line->seq, line->cents);
    return true;
}

static bool receive_account(void *context, const lm_account_row *account)
{
    proving *p = context;
    const char *name = account->name;
    proved_account *a = named_add(&p->accounts, name);
    a->listed = true;
    p->report->accounts++;
    if (account->house != a->house)
        found_account(p, name, a->told,
                      "account %s is listed as the house's or a player's, but its record opened the other kind", name);
    if (account->cents != a->cents)
        found_account(
            p, name, a->told,
            /* say:account-holds */ "account %s holds %" PRId64 " cents, but the journal moved %" PRId64 " there", name,
            account->cents, a->cents);
    if (account->lines != a->lines)
        found_account(p, name, a->told, "account %s counts %" PRId64 " lines, but the journal has %" PRId64, name,
                      account->lines, a->lines);
    return true;
}

static void check_accounts(proving *p)
{
    __extension__ __int128 sum = 0;
    for (const named_row *row = p->accounts.first; row; row = row->next) {
        const proved_account *a = (const void *)row;
        sum += a->line_cents;
        if (!a->listed) found_account(p, row->name, a->told, "account %s is missing", row->name);
        if (a->line_n != a->lines || a->line_mix != a->mix)
            found_account(p, row->name, a->told, "account %s: its ledger lines are not those of the journal",
                          row->name);
    }
    if (sum != 0) found_wrong(p, "", 0, "the ledger does not add up to zero");
}

/* --- values --------------------------------------------------------------------------------------------------------- */

static bool digest_fits(const void *data, size_t size, const uint8_t digest[LM_STORE_HASH])
{
    uint8_t found[LM_STORE_HASH];
    crypto_generichash(found, sizeof found, data, size, NULL, 0);
    return memcmp(found, digest, sizeof found) == 0;
}

static bool receive_value(void *context, const lm_value_row *row)
{
    proving *p = context;
    proved_value *value = named_find(&p->values, row->key);
    p->report->values++;
    if (row->key[0] == '~') return true; /* passing keys (~) are in no record */
    if (!value) {
        found_wrong(p, "", 0, "no record has put value %s", row->key);
        return true;
    }
    value->listed = true;
    if (row->version != value->version || !digest_fits(row->value, row->size, value->digest))
        found_wrong(p, value->told.stream, value->told.seq,
                    /* say:value-not-put */ "value %s is not the one that this record put", row->key);
    return true;
}

static void check_values(proving *p)
{
    for (const named_row *row = p->values.first; row; row = row->next) {
        const proved_value *value = (const void *)row;
        if (!value->listed) found_wrong(p, value->told.stream, value->told.seq, "value %s is missing", row->name);
    }
}

/* --- clients ---------------------------------------------------------------------------------------------------------- */

/* A remembered answer must be the one in the record. Records of older versions have no answers. So an answer to a
 * number before the first record with one cannot be checked and is only counted. */
static void check_answer(proving *p, const proved_client *client, int64_t number, const void *answer, size_t size)
{
    int64_t first = INT64_MAX;
    for (int i = 0; i < client->answers; i++) {
        if (client->answer[i].number < first) first = client->answer[i].number;
        if (client->answer[i].number != number) continue;
        if (!digest_fits(answer, size, client->answer[i].digest))
            found_wrong(p, client->told.stream, client->told.seq,
                        /* say:answer-altered */
                        "client %s: the answer that is remembered for its number %" PRId64 " was altered",
                        client->row.name, number);
        return;
    }
    if (number < first) {
        p->report->unproved_answers++;
    } else {
        found_wrong(p, client->told.stream, client->told.seq,
                    /* say:answer-of-no-record */
                    "client %s: an answer is remembered for its number %" PRId64 ", which is in no record",
                    client->row.name, number);
    }
}

/* A client whose number was lowered could repeat a command. A higher number is right, because commands without a record
 * raise it, too. */
static bool receive_client(void *context, const lm_client_row *row)
{
    proving *p = context;
    proved_client *client = named_find(&p->clients, row->name);
    if (!client) return true;
    client->listed = true;
    if (row->number < client->number)
        found_wrong(p, client->told.stream, client->told.seq,
                    "client %s is at number %" PRId64 ", but this record has its number %" PRId64, row->name,
                    row->number, client->number);
    for (int i = 0; i < row->answers; i++)
        check_answer(p, client, row->answer[i].number, row->answer[i].data, row->answer[i].size);
    return true;
}

static void check_clients(proving *p)
{
    for (const named_row *row = p->clients.first; row; row = row->next) {
        const proved_client *client = (const void *)row;
        if (!client->listed)
            found_wrong(p, client->told.stream, client->told.seq,
                        "client %s is missing; its command %" PRId64 " is this record", row->name, client->number);
    }
}

lm_store_why stored_rows(proving *p, lm_store *store, char *text)
{
    lm_store_why why = lm_store_accounts(store, "", receive_account, p, text);
    if (why == LM_STORE_DONE) ledger_close(p); /* now accounts that no record opened are known as well */
    if (why == LM_STORE_DONE) check_accounts(p);
    if (why == LM_STORE_DONE) why = lm_store_values(store, "", receive_value, p, text);
    if (why == LM_STORE_DONE) check_values(p);
    if (why == LM_STORE_DONE) why = lm_store_clients(store, receive_client, p, text);
    if (why == LM_STORE_DONE) check_clients(p);
    return why;
}

/* --- what is signed ----------------------------------------------------------------------------------------------------- */

typedef struct {
    proving *p;
    lm_store *store;
    const uint8_t *public_key;
} snapshot_check;

static const uint8_t *key_of(const proving *p, const lm_store *store)
{
    return p->asked->public_key ? p->asked->public_key : lm_store_public(store);
}

/* An attacker who can write the database can replace its key together with all signatures. */
void stored_key(proving *p, const lm_store *store)
{
    const uint8_t *given = p->asked->public_key, *named = lm_store_public(store);
    if (given && (!named || memcmp(given, named, LM_STORE_HASH) != 0))
        found_wrong(p, "", 0,
                    /* say:key-replaced */
                    "the store names another key than the one that was given: it was replaced, or this is the "
                    "key of another house");
    p->has_list = true;
    p->keyless = !given && !named;
    snprintf(p->names.house, sizeof p->names.house, "%s", lm_store_house(store));
    if (!p->keyless) lm_store_fingerprint(key_of(p, store), p->names.key);
}

static bool receive_snapshot(void *context, const lm_snapshot_row *snapshot)
{
    const snapshot_check *c = context;
    proving *p = c->p;
    lm_head_line line = { .seq = snapshot->seq };
    p->report->snapshots++;
    if (!c->public_key || !lm_snapshot_signed(c->public_key, p->names.house, snapshot)) {
        found_wrong(p, snapshot->stream, snapshot->seq, "the signature of the snapshot is wrong");
        return true;
    }
    snprintf(line.stream, sizeof line.stream, "%s", snapshot->stream);
    memcpy(line.hash, snapshot->hash, LM_STORE_HASH);
    p->who = by_snapshot;
    heads_mark(p, &line);
    if (strcmp(snapshot->stream, LM_STORE_HEADS) == 0)
        heads_hear(p, /* say:head-in-the-store */ "head in the store", snapshot->state, snapshot->size,
                   snapshot->stream, snapshot->seq);
    return true;
}

lm_store_why stored_gather_marks(proving *p, lm_store *store, char *text)
{
    snapshot_check check = { p, store, key_of(p, store) };
    lm_store_why why = LM_STORE_DONE;
    if (!p->asked->only_head) why = lm_store_snapshots(store, receive_snapshot, &check, text);
    if (why == LM_STORE_DONE) heads_hear_kept(p);
    return why;
}

typedef struct {
    proving *p;
    proof_mark *mark;
} mark_check;

static bool meet_mark(void *context, const lm_record *record)
{
    const mark_check *c = context;
    mark_judge(c->p, c->mark, record);
    return false;
}

/* Whether no record was added since the kept head, other than records of heads. */
static bool is_at_rest(const proving *p)
{
    int64_t kept = 0, now = 0;
    for (size_t i = 0; i < p->marks; i++) {
        const proof_mark *m = &p->mark[i];
        if (m->who == kept_head && strcmp(m->line.stream, LM_STORE_HEADS) != 0) kept += m->line.seq;
    }
    for (const named_row *row = p->streams.first; row; row = row->next) {
        if (strcmp(row->name, LM_STORE_HEADS) != 0) now += ((const proved_stream *)(const void *)row)->end_seq;
    }
    return kept == now;
}

static bool compare_rest(void *context, const lm_head_rest *rest)
{
    static const char *const words[][2] = { { "leases", "leases" },
                                            { "answers", "remembered answers or command numbers" },
                                            { "scratch",
                                              /* say:passing-keys */ "sessions, approvals or other passing keys" } };
    proving *p = context;
    for (size_t i = 0; i < p->rests; i++) {
        const lm_head_rest *kept = &p->rest[i];
        if (strcmp(kept->name, rest->name) != 0 || memcmp(kept->digest, rest->digest, LM_STORE_HASH) == 0) continue;
        const char *what = rest->name;
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            what = strcmp(words[w][0], rest->name) == 0 ? words[w][1] : what;
        p->report->against_head++;
        found_wrong(
            p, "", 0,
            /* say:rest-altered */ "%s were altered since the kept head (%" PRId64 " rows then, %" PRId64 " now)", what,
            kept->rows, rest->rows);
    }
    return true;
}

/* Reports what no signature covers. This is not an error: the latest records are never covered yet. */
static void count_unsigned(proving *p)
{
    lm_store_report *r = p->report;
    for (const named_row *row = p->streams.first; row; row = row->next) {
        const proved_stream *s = (const void *)row;
        if (s->end_seq > s->signed_seq) r->unsigned_records += s->end_seq - s->signed_seq;
        if (s->signed_seq || !s->end_seq) continue;
        if (!r->unsigned_streams++) memcpy(r->first_unsigned, row->name, sizeof r->first_unsigned);
    }
}

lm_store_why stored_check_marks(proving *p, lm_store *store, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (size_t i = 0; i < p->marks && why == LM_STORE_DONE; i++) {
        mark_check check = { p, &p->mark[i] };
        const lm_head_line *line = &check.mark->line;
        why = lm_store_records_between(store, line->stream, line->seq, line->seq, meet_mark, &check, text);
        if (why == LM_STORE_DONE && !check.mark->met) mark_judge(p, check.mark, NULL);
    }
    if (why == LM_STORE_DONE && p->rests && is_at_rest(p)) why = lm_store_rest(store, compare_rest, p, text);
    if (why == LM_STORE_DONE) count_unsigned(p);
    return why;
}
