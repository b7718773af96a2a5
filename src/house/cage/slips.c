/* slips.c - chips that exist, and the filing of jackpot slips.
 *
 * People count chips, so what goes into the tray of a live table, or comes out, is a sum of the house's denominations
 * (config, "chips_cents"). The tray of a table that the program deals is a number only. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "floor/floor.h"
#include "people/page.h"

/* Bills, which a drop box holds beside chips. */
static const lm_cents bills[] = { 100, 200, 500, 1000, 2000, 5000, 10000 };

static bool is_chip(const report_config *config, lm_cents cents, bool in_drop)
{
    bool found = false;
    for (int i = 0; i < config->chips; i++)
        found |= config->chip_cents[i] == cents;
    for (size_t i = 0; in_drop && i < sizeof bills / sizeof *bills; i++)
        found |= bills[i] == cents;
    return found;
}

/* Reads "40x2500 20x500"; the sum, or -1 where the text is not a count of these denominations. */
static lm_cents count_chips(const report_config *config, const char *text, bool in_drop)
{
    lm_cents sum = 0;
    while (*text) {
        char *end;
        if (!isdigit((unsigned char)*text)) return -1;
        int64_t number = strtoll(text, &end, 10);
        if (*end != 'x' || !isdigit((unsigned char)end[1])) return -1;
        int64_t cents = strtoll(end + 1, &end, 10);
        if (number < 1 || number > 1000000 || !is_chip(config, cents, in_drop)) return -1;
        sum += number * cents;
        if (sum > 1000 * LM_CENTS_MAX || (*end && *end != ' ')) return -1;
        text = *end ? end + 1 : end;
    }
    return sum;
}

bool chips_exist(house_request *request)
{
    lm_act_word word = lm_act_word_of(request->word);
    bool drop = word == LM_ACT_DROP_COUNT;
    if (word != LM_ACT_TRAY_OPEN && word != LM_ACT_TRAY_CLOSE && word != LM_ACT_FILL && word != LM_ACT_CREDIT && !drop)
        return true;
    report_config config;
    config_of_house(request->house, &config, &(int64_t){ 0 });
    const char *chips = lm_act_text(&request->act, LM_FIELD_CHIPS);
    lm_cents cents = lm_act_int(&request->act, LM_FIELD_CENTS), sum = count_chips(&config, chips, drop);
    const house_state *state = house_table_state(request->house, request_table(request), NULL);
    bool live = state && state->terms.dealing == DEALT_LIVE;
    if (*chips && sum < 0)
        return request_refuse(
            request, LM_REFUSED_FORM,
            LM_STAFF_SAYS(/* say:chips-unknown */
                          "\"chips\" must count chips that the house has, such as \"40x2500 20x500\"; "
                          "\"config\" lists the denominations (chips_cents)"));
    if (*chips && sum != cents)
        return request_refuse(
            request, LM_REFUSED_FORM,
            LM_STAFF_SAYS(/* say:chips-differ */ "the chips add up to %lld cents, and \"cents\" says %lld"),
            (long long)sum, (long long)cents);
    if (!live || drop || cents % config.chip_cents[0] == 0) return true;
    return request_refuse(
        request, LM_REFUSED_FORM,
        LM_STAFF_SAYS(/* say:chips-too-small */
                      "no chips add up to this amount: the smallest chip of the house is $%lld.%02lld"),
        (long long)config.chip_cents[0] / 100, (long long)config.chip_cents[0] % 100);
}

/* --- filing ----------------------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t filed_ms;
    char by[LM_HOUSE_ID];
} filed_row;

static const row_field filed_fields[] = {
    ROW_HAS(INT, filed_row, filed_ms),
    ROW_HAS(TEXT, filed_row, by),
    ROW_END,
};

static bool pays_award(void *context, const lm_record *record)
{
    *(bool *)context = strcmp(record->kind, "pay-award") == 0;
    return false;
}

void slip_file(house_request *request)
{
    char stream[LM_STORE_NAME + 1], text[LM_STORE_TEXT];
    const char *table = field_text(request, LM_FIELD_TABLE);
    long long seq = lm_act_int(&request->act, LM_FIELD_RECORD);
    int64_t version = 0;
    bool paid = false;
    filed_row row = { 0 };
    name_join(stream, "table", table, NULL);
    if (seq > 0 && lm_store_records(request->house->store, stream, seq, pays_award, &paid, text) != LM_STORE_DONE)
        request->house->unread = true;
    bool filed = row_load(request->house, filed_fields, &row, &version, "filed/%s/%lld", table, seq);
    house_refusal unread;
    if (house_could_not_read(request->house, &unread)) {
        request_refuse_here(request, &unread, NULL);
    } else if (!paid) {
        request_refuse(request, LM_REFUSED_UNKNOWN,
                       LM_STAFF_SAYS(/* say:slip-of-no-jackpot */ "record %lld of table \"%s\" paid no jackpot"), seq,
                       table);
    } else if (filed) {
        request_refuse(request, LM_REFUSED_NOW, LM_STAFF_SAYS("%s has filed this slip already"), row.by);
    } else {
        row.filed_ms = request->house->now_ms;
        memcpy(row.by, request->caller.person, sizeof row.by);
        lm_batch *batch = house_batch(request, "slip-filed",
                                      json_pack("{s:s, s:I, s:s}", "table", table, "seq", (json_int_t)seq, "note",
                                                field_text(request, LM_FIELD_NOTE)));
        row_put(batch, filed_fields, &row, version, "filed/%s/%lld", table, seq);
        errand_submit(request, batch, NULL, slip_file);
    }
    row_drop(filed_fields, &row);
}
