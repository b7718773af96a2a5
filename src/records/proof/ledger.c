/* ledger.c - adds up what the records say about accounts, values and clients' numbers, over the whole journal. */
#include "proof.h"

#include <inttypes.h>
#include <sodium.h>
#include <string.h>

/* A hash of one movement. If the sums of these hashes are equal, two sets of lines are equal, whatever their order. */
uint64_t ledger_mix(const char *stream, int64_t seq, int64_t cents)
{
    char text[LM_STORE_NAME + 64];
    uint64_t number;
    uint8_t hash[crypto_generichash_BYTES_MIN];
    int n = snprintf(text, sizeof text, "%s %" PRId64 " %" PRId64, stream, seq, cents);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text, (unsigned long long)n, NULL, 0);
    memcpy(&number, hash, sizeof number);
    return number;
}

static void tell_by(record_place *told, const lm_record *record)
{
    snprintf(told->stream, sizeof told->stream, "%s", record->stream);
    told->seq = record->seq;
}

static void hear_line(proving *p, const lm_record *record, const char *account, int64_t cents)
{
    proved_account *a = named_add(&p->accounts, account);
    if (__builtin_add_overflow(a->cents, cents, &a->cents))
        found_wrong(p, record->stream, record->seq, "account %s cannot hold that much", account);
    a->lines++;
    a->mix += ledger_mix(record->stream, record->seq, cents);
    tell_by(&a->told, record);
}

static void hear_move(proving *p, const lm_record *record, const lm_effect *e)
{
    p->report->moves++;
    if (e->number < 1) {
        found_wrong(p, record->stream, record->seq, "a movement must be at least one cent");
        return;
    }
    hear_line(p, record, e->name, -e->number);
    hear_line(p, record, e->to, e->number);
}

/* An account's opening may be read after its movements, because streams are read one after the other. */
static void hear_opening(proving *p, const lm_record *record, const lm_effect *e)
{
    proved_account *a = named_add(&p->accounts, e->name);
    if (a->opened) found_wrong(p, record->stream, record->seq, "the record opens account %s a second time", e->name);
    a->opened = true;
    a->house = e->number != 0;
    if (a->lines == 0) tell_by(&a->told, record);
}

static void hear_put(proving *p, const lm_record *record, const lm_effect *e)
{
    proved_value *value = named_add(&p->values, e->name);
    value->puts++;
    if (e->number <= value->version) return; /* a later version was read before, in another stream */
    value->version = e->number;
    memcpy(value->digest, e->digest, LM_STORE_HASH);
    tell_by(&value->told, record);
}

static void hear_command(proving *p, const lm_record *record, const lm_effect *e)
{
    proved_client *client = named_add(&p->clients, e->name);
    if (e->number <= client->number && client->told.seq) return;
    client->number = e->number;
    tell_by(&client->told, record);
}

/* Keeps the answers to a client's highest numbers, which the store may still remember. */
static void hear_answer(proving *p, const lm_effect *e)
{
    proved_client *client = named_add(&p->clients, e->name);
    int slot = 0;
    if (client->answers < LM_STORE_REMEMBERED) {
        slot = client->answers++;
    } else {
        for (int i = 1; i < LM_STORE_REMEMBERED; i++)
            slot = client->answer[i].number < client->answer[slot].number ? i : slot;
        if (client->answer[slot].number > e->number) return;
    }
    client->answer[slot].number = e->number;
    memcpy(client->answer[slot].digest, e->digest, LM_STORE_HASH);
}

void ledger_hear(proving *p, const lm_record *record)
{
    lm_effect e;
    size_t at = 0;
    while (lm_effect_next(record->effects, record->effects_size, &at, &e)) {
        bool named = lm_store_name_fits(e.name) && (e.kind != LM_EFFECT_MOVE || lm_store_name_fits(e.to));
        if (!named) {
            found_wrong(p, record->stream, record->seq,
                        /* say:not-a-ledger-name */ "an effect has a malformed name of an account, a key or a client");
            continue;
        }
        switch (e.kind) {
        case LM_EFFECT_COMMAND: hear_command(p, record, &e); break;
        case LM_EFFECT_ANSWER: hear_answer(p, &e); break;
        case LM_EFFECT_OPEN: hear_opening(p, record, &e); break;
        case LM_EFFECT_MOVE: hear_move(p, record, &e); break;
        case LM_EFFECT_PUT: hear_put(p, record, &e); break;
        }
    }
    if (at == SIZE_MAX) found_wrong(p, record->stream, record->seq, "the record's effects cannot be read");
}

void ledger_close(proving *p)
{
    for (const named_row *row = p->accounts.first; row; row = row->next) {
        const proved_account *a = (const void *)row;
        if (!a->opened)
            found_account(p, row->name, a->told, /* say:no-record-opens */ "no record opens account %s", row->name);
        if (a->opened && !a->house && a->cents < 0)
            found_account(p, row->name, a->told, "account %s is overdrawn, which only accounts of the house may be",
                          row->name);
    }
    for (const named_row *row = p->values.first; row; row = row->next) {
        const proved_value *value = (const void *)row;
        if (value->version != value->puts) /* each put adds one version */
            found_wrong(p, value->told.stream, value->told.seq,
                        "value %s has %" PRId64 " versions, but some of them are in no record", row->name,
                        value->version);
    }
}
