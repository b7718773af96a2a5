/* reports_rows.c - rows of a report: objects with the fields of their reply (replies.def), and comma-separated text. */
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reports.h"

static const char *fields_of(const char *reply)
{
    const lm_reply_row *row = lm_replies;
    while (row->name && strcmp(row->name, reply) != 0)
        row++;
    assert(row->name);
    return row->fields;
}

/* NULL: the field has no value. */
static json_t *value_of(const lm_reply_field *field, va_list *values)
{
    bool plain = !field->lists && !field->by_name;
    if (plain && (strcmp(field->type, "text") == 0 || strcmp(field->type, "money") == 0 ||
                  strcmp(field->type, "dealing") == 0)) {
        const char *text = va_arg(*values, const char *);
        return text ? json_string(text) : NULL;
    }
    if (plain && (strcmp(field->type, "int") == 0 || strcmp(field->type, "cents") == 0)) {
        int64_t number = va_arg(*values, int64_t);
        return field->nullable && !number ? json_null() : json_integer(number);
    }
    if (plain && strcmp(field->type, "number") == 0) {
        double number = va_arg(*values, double);
        return isnan(number) ? json_null() : json_real(number);
    }
    return va_arg(*values, json_t *);
}

json_t *add_row(json_t *rows, const char *reply, ...)
{
    const char *at = fields_of(reply);
    lm_reply_field field;
    json_t *row = json_object();
    va_list values;
    va_start(values, reply);
    while (lm_reply_next(&at, &field)) {
        json_t *value = value_of(&field, &values);
        if (value) json_object_set_new(row, field.name, value);
    }
    va_end(values);
    json_array_append_new(rows, row);
    return row;
}

json_t *no_rows(json_t *rows)
{
    json_decref(rows);
    return NULL;
}

int64_t whole_cents(double cents)
{
    return llround(cents);
}

double share_of(double part, double whole)
{
    return whole > 0 ? part / whole : (double)NAN;
}

/* Quotes a field that has a comma, a quote or a line end. A field that a spreadsheet would take for a formula gets an
 * apostrophe, because players supply some texts. */
static void write_text(lm_out *out, const char *text)
{
    bool formula = *text && strchr("=+-@\t\r", *text);
    if (!formula && !strpbrk(text, ",\"\r\n")) {
        lm_out_raw(out, text, strlen(text));
        return;
    }
    lm_out_raw(out, "\"'", formula ? 2 : 1);
    for (; *text; text++)
        lm_out_raw(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    lm_out_raw(out, "\"", 1);
}

static void write_value(lm_out *out, const json_t *value)
{
    if (!value || json_is_null(value)) return;
    if (json_is_string(value)) {
        write_text(out, json_string_value(value));
        return;
    }
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(9));
    if (!text) memory_end();
    if (json_is_number(value) || json_is_boolean(value))
        lm_out_raw(out, text, strlen(text));
    else
        write_text(out, text);
    free(text);
}

/* `row` NULL: writes the heading line. */
static void write_line(lm_out *out, const json_t *row, const char *columns)
{
    for (const char *at = columns; *at;) {
        size_t length = strcspn(at, " ");
        if (at != columns) lm_out_raw(out, ",", 1);
        if (row)
            write_value(out, json_object_getn(row, at, length));
        else
            lm_out_raw(out, at, length);
        at += length;
        at += strspn(at, " ");
    }
    lm_out_raw(out, "\r\n", 2);
}

void report_csv(lm_out *out, const json_t *rows, const char *columns, bool heads)
{
    if (heads) write_line(out, NULL, columns);
    for (size_t i = 0; i < json_array_size(rows); i++)
        write_line(out, json_array_get(rows, i), columns);
}

/* --- totals ---------------------------------------------------------------------------------------------------------- */

const char win_sums[] = "opener_cents fills_cents credits_cents closer_cents drop_cents win_cents rounds hands minutes "
                        "staked_cents theory_cents unpriced_cents";

static int64_t int_at(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* Rows are independent, so the squares of their bands add up. */
static void total_band(json_t *total, double squares)
{
    double mean = (double)int_at(total, "theory_cents"), reach = sqrt(squares);
    json_object_set_new(total, "band_low_cents", json_integer(whole_cents(mean - reach)));
    json_object_set_new(total, "band_high_cents", json_integer(whole_cents(mean + reach)));
}

json_t *rows_total(const json_t *rows, const char *sums, const char *money)
{
    json_t *total = json_object();
    double squares = 0;
    for (const char *at = sums; *at; at += strcspn(at, " "), at += strspn(at, " "))
        json_object_setn_new(total, at, strcspn(at, " "), json_integer(0));
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        const char *key, *kind = json_string_value(json_object_get(row, "money"));
        json_t *sum;
        if (money && (!kind || strcmp(kind, money) != 0)) continue;
        json_object_foreach(total, key, sum) json_integer_set(sum, json_integer_value(sum) + int_at(row, key));
        double reach = (double)(int_at(row, "band_high_cents") - int_at(row, "band_low_cents")) / 2;
        squares += reach * reach;
    }
    if (json_object_get(total, "theory_cents")) total_band(total, squares);
    if (json_object_get(total, "win_cents")) {
        double hold = share_of((double)int_at(total, "win_cents"), (double)int_at(total, "drop_cents"));
        json_object_set_new(total, "hold", isnan(hold) ? json_null() : json_real(hold));
    }
    return total;
}
