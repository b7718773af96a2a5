/* verify_ledger.c - accounts, ledger lines, keyed values and clients' numbers against the records that tell of them. */
#include <sodium.h>
#include <string.h>

#include "record.h"
#include "verify.h"

/* A number that stands for "this record moved that many cents here". Sums of it compare two heaps of lines. */
static uint64_t line_number(const char *stream, int64_t seq, int64_t cents)
{
    char text[LM_STORE_NAME + 64];
    uint64_t number;
    uint8_t hash[crypto_generichash_BYTES_MIN];
    int n = snprintf(text, sizeof text, "%s %lld %lld", stream, (long long)seq, (long long)cents);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text, (unsigned long long)n, NULL, 0);
    memcpy(&number, hash, sizeof number);
    return number;
}

static tally *tally_of(verification *v, const char *account)
{
    return proved_row(v, &v->tallies, sizeof(tally), account);
}

static void hear_line(verification *v, const record_row *record, const char *account, int64_t cents)
{
    tally *t = tally_of(v, account);
    if (!t) return;
    if (__builtin_add_overflow(t->cents, cents, &t->cents))
        found_wrong(v, record->stream, record->seq, "account %s cannot hold that much", account);
    t->lines++;
    t->mix += line_number(record->stream, record->seq, cents);
    memcpy(t->stream, record->stream, sizeof t->stream);
    t->seq = record->seq;
}

static void hear_put(verification *v, const record_row *record, const lm_effect *effect)
{
    last_put *put = proved_row(v, &v->puts, sizeof *put, effect->name);
    if (!put || effect->number <= put->version) return; /* streams are scanned one after the other */
    put->version = effect->number;
    memcpy(put->digest, effect->digest, LM_STORE_HASH);
    memcpy(put->stream, record->stream, sizeof put->stream);
    put->seq = record->seq;
}

static void hear_command(verification *v, const record_row *record, const lm_effect *effect)
{
    last_command *last = proved_row(v, &v->commands, sizeof *last, effect->name);
    if (!last || (effect->number <= last->number && last->seq)) return;
    last->number = effect->number;
    memcpy(last->stream, record->stream, sizeof last->stream);
    last->seq = record->seq;
}

/* The answers that may still be remembered: those to the highest numbers. */
static void hear_answer(verification *v, const lm_effect *effect)
{
    last_command *last = proved_row(v, &v->commands, sizeof *last, effect->name);
    int slot = 0;
    if (!last) return;
    if (last->answers < LM_STORE_REMEMBERED) {
        slot = last->answers++;
    } else {
        for (int i = 1; i < LM_STORE_REMEMBERED; i++)
            slot = last->answer[i].number < last->answer[slot].number ? i : slot;
        if (last->answer[slot].number > effect->number) return;
    }
    last->answer[slot].number = effect->number;
    memcpy(last->answer[slot].digest, effect->digest, LM_STORE_HASH);
}

/* May come after movements of the account: streams are scanned by name. */
static void hear_opening(verification *v, const record_row *record, const lm_effect *effect)
{
    tally *t = tally_of(v, effect->name);
    if (!t) return;
    t->opened = true;
    t->house = effect->number != 0;
    if (t->lines == 0) {
        memcpy(t->stream, record->stream, sizeof t->stream);
        t->seq = record->seq;
    }
}

void ledger_hear(verification *v, const record_row *record)
{
    lm_effect effect;
    size_t at = 0;
    while (lm_effect_next(record->effects.data, record->effects.size, &at, &effect)) {
        switch (effect.kind) {
        case LM_EFFECT_COMMAND: hear_command(v, record, &effect); break;
        case LM_EFFECT_ANSWER: hear_answer(v, &effect); break;
        case LM_EFFECT_OPEN: hear_opening(v, record, &effect); break;
        case LM_EFFECT_MOVE:
            hear_line(v, record, effect.name, -effect.number);
            hear_line(v, record, effect.to, effect.number);
            v->report->moves++;
            break;
        case LM_EFFECT_PUT: hear_put(v, record, &effect); break;
        }
    }
    if (at == SIZE_MAX) found_wrong(v, record->stream, record->seq, "the record's effects cannot be read");
}

/* --- against the tables ----------------------------------------------------------------------------------- */

/* The complaint names the record that the line names. */
static tally *line_of(tally *at, const tally *t, const line_row *line)
{
    *at = *t;
    memcpy(at->stream, line->stream, sizeof at->stream);
    at->seq = line->seq;
    return at;
}

bool receive_line(void *context, const void *row)
{
    verification *v = context;
    const line_row *line = row;
    tally *t = tally_of(v, line->account), at;
    if (!t) return false;
    v->received++;
    if (line->n != t->line_n + 1)
        found_account(v, line_of(&at, t, line), "account %s: line %lld follows line %lld", line->account,
                      (long long)line->n, (long long)t->line_n);
    t->line_n = line->n;
    if (__builtin_add_overflow(t->line_cents, line->cents, &t->line_cents) || t->line_cents != line->balance_cents)
        found_account(v, line_of(&at, t, line), "account %s: the balance of line %lld is wrong", line->account,
                      (long long)line->n);
    t->line_cents = line->balance_cents;
    t->line_mix += line_number(line->stream, line->seq, line->cents);
    return true;
}

static bool receive_account(void *context, const void *row)
{
    verification *v = context;
    const account_row *account = row;
    tally *t = tally_of(v, account->name);
    if (!t) return false;
    t->seen = true;
    v->report->accounts++;
    if (account->house != t->house)
        found_account(v, t, "account %s: it was opened as the other kind of account", account->name);
    if (account->cents != t->cents)
        found_account(v, t,
                      /* say:account-holds */ "account %s holds %lld cents, but the journal moved %lld there",
                      account->name, (long long)account->cents, (long long)t->cents);
    if (account->lines != t->lines)
        found_account(v, t, "account %s counts %lld lines, but the journal tells of %lld", account->name,
                      (long long)account->lines, (long long)t->lines);
    if (!account->house && account->cents < 0) found_account(v, t, "account %s is below 0", account->name);
    return true;
}

static void check_tallies(verification *v)
{
    __extension__ __int128 sum = 0;
    for (const set_row *row = v->tallies.first; row; row = row->next) {
        const tally *t = row->now;
        sum += t->line_cents;
        if (!t->opened) found_account(v, t, "account %s was opened by no record", t->name);
        if (!t->seen) found_account(v, t, "account %s is missing", t->name);
        if (t->line_n != t->lines || t->line_mix != t->mix)
            found_account(v, t, "account %s: its ledger lines are not those of the journal", t->name);
    }
    if (sum != 0) found_wrong(v, "", 0, "the ledger does not add up to zero");
}

static bool receive_entry(void *context, const void *row)
{
    verification *v = context;
    const entry_row *entry = row;
    uint8_t digest[LM_STORE_HASH];
    v->report->values++;
    if (entry->name[0] == '~') return true;
    set_row *found = set_find(&v->puts, entry->name);
    if (!found) {
        found_wrong(v, "", 0, "value %s is in no record", entry->name);
        return true;
    }
    last_put *put = found->now;
    put->seen = true;
    bytes_hash(entry->data.data, entry->data.size, digest);
    if (entry->version != put->version || memcmp(digest, put->digest, LM_STORE_HASH) != 0)
        found_wrong(v, put->stream, put->seq,
                    /* say:value-not-put */ "value %s is not what this record has put there", entry->name);
    return true;
}

static void check_puts(verification *v)
{
    for (const set_row *row = v->puts.first; row; row = row->next) {
        const last_put *put = row->now;
        if (!put->seen) found_wrong(v, put->stream, put->seq, "value %s is missing", put->name);
    }
}

static bool answer_fits(const last_command *last, int i, const remembered *r)
{
    uint8_t digest[LM_STORE_HASH];
    bytes_hash(r->answer.data, r->answer.size, digest);
    return memcmp(digest, last->answer[i].digest, LM_STORE_HASH) == 0;
}

/* What a client would be told again is what its records say it was told. Records of older programs do not tell: their clients
 * are counted, and so is what came before the first record that does. */
static void check_answer(verification *v, const last_command *last, const remembered *r)
{
    int64_t first = INT64_MAX;
    for (int i = 0; i < last->answers; i++) {
        if (last->answer[i].number < first) first = last->answer[i].number;
        if (last->answer[i].number != r->number) continue;
        if (!answer_fits(last, i, r))
            found_wrong(v, last->stream, last->seq,
                        /* say:answer-altered */
                        "client %s: the answer that is remembered for its number %lld was altered", last->name,
                        (long long)r->number);
        return;
    }
    if (r->number < first) {
        v->report->unproved_answers++;
    } else {
        found_wrong(v, last->stream, last->seq,
                    /* say:answer-of-no-record */
                    "client %s: an answer is remembered for its number %lld, which is in no record", last->name,
                    (long long)r->number);
    }
}

static void check_answers(verification *v, const last_command *last, const client_row *client)
{
    remembered known[LM_STORE_REMEMBERED];
    int n = read_remembered(client->recent, known);
    for (int i = 0; i < n; i++)
        check_answer(v, last, &known[i]);
}

/* Whose number was taken back could do the same once more. Commands without records raise it too. */
static bool receive_client(void *context, const void *row)
{
    verification *v = context;
    const client_row *client = row;
    set_row *found = set_find(&v->commands, client->name);
    if (!found) return true;
    last_command *last = found->now;
    last->seen = true;
    if (client->number < last->number)
        found_wrong(v, last->stream, last->seq, "client %s is at number %lld, but this record is its number %lld",
                    client->name, (long long)client->number, (long long)last->number);
    check_answers(v, last, client);
    return true;
}

static void check_commands(verification *v)
{
    for (const set_row *row = v->commands.first; row; row = row->next) {
        const last_command *last = row->now;
        if (!last->seen)
            found_wrong(v, last->stream, last->seq, "client %s, whose number %lld this record is, is missing",
                        last->name, (long long)last->number);
    }
}

/* Accounts whose last lines were added since the others were heard. */
static lm_store_why hear_last_lines(verification *v, char *text)
{
    lm_store_why why = LM_STORE_DONE;
    for (set_row *row = v->tallies.first; row && why == LM_STORE_DONE; row = row->next) {
        const tally *t = row->now;
        store_range range = { t->name, false, t->line_n + 1, INT64_MAX };
        if (t->line_n != t->lines) why = store_scan(v->store, TABLE_LINES, &range, receive_line, v, text);
    }
    return why;
}

lm_store_why ledger_check(verification *v, bool lines_heard, char *text)
{
    const struct {
        table_id table;
        db_receiver receive;
        void (*check)(verification *v);
    } steps[] = {
        { TABLE_ACCOUNTS, receive_account, check_tallies },
        { TABLE_ENTRIES, receive_entry, check_puts },
        { TABLE_CLIENTS, receive_client, check_commands },
    };
    lm_store_why why =
        lines_heard ? hear_last_lines(v, text) : store_scan(v->store, TABLE_LINES, &RANGE_ALL, receive_line, v, text);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && why == LM_STORE_DONE; i++) {
        why = store_scan(v->store, steps[i].table, &RANGE_ALL, steps[i].receive, v, text);
        if (why == LM_STORE_DONE) steps[i].check(v);
    }
    return why;
}
