/* dealer.c - the dealer's final totals by up card, as text, JSON and CSV. */
#include <math.h>

#include "out.h"
#include "study.h"

/* Columns of a table: 22 and more are also given together. */
enum { BUST = LM_FINALS, COLUMNS };
static const char *const labels[COLUMNS] = { "17", "18", "19", "20", "21", "22", "over 22", "blackjack", "bust" };
static const char *const keys[COLUMNS] = { "17", "18", "19", "20", "21", "22", "over_22", "blackjack", "bust" };
static const uint8_t order[LM_VALUES] = { 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 0 };

/* The reader has excluded a blackjack in the second of two tables. */
typedef enum { BEFORE_READER, AFTER_READER, READERS } reader;
static const char *const reader_words[READERS] = { "before", "after" };

static const char *up_word(int up)
{
    return up ? value_word(up) : "any";
}

static double chance_of(const lm_dealer_table *t, reader when, int up, int column)
{
    const double *final = t->final[up];
    double rest = when == AFTER_READER ? 1 - final[LM_FINAL_BLACKJACK] : 1;
    if (column == BUST) return (final[LM_FINAL_22] + final[LM_FINAL_OVER]) / rest;
    return column == LM_FINAL_BLACKJACK && when == AFTER_READER ? 0 : final[column] / rest;
}

static void print_table(const lm_dealer_table *t, reader when, lm_text *out)
{
    put(out, "  %-4s", "up");
    for (int c = 0; c < COLUMNS; c++)
        put(out, " %9s", labels[c]);
    put(out, "\n");
    for (int i = 0; i < LM_VALUES; i++) {
        put(out, "  %-4s", up_word(order[i]));
        for (int c = 0; c < COLUMNS; c++)
            put(out, " %9.6f", chance_of(t, when, order[i], c));
        put(out, "\n");
    }
}

static void dealer_text(const dealer_answer *y, lm_text *out)
{
    const lm_study *s = y->study;
    static const char *const titles[READERS] = { /* say:dealer-before */ "before the reader has answered",
                                                 /* say:dealer-after */ "after the reader has excluded a blackjack" };
    put(out, "%s: %s\n%s\n", s->rules->name, lm_profile_title(s->profile), rules_sentence(s->rules).text);
    for (int removed = 0; removed < (y->each ? LM_VALUES : 1); removed++) {
        for (int when = 0; when < READERS; when++) {
            put(out, "\nThe dealer's final hand, %s%s%s\n", titles[when], removed ? ", without one " : "",
                removed ? value_word(removed) : "");
            print_table(&y->table[removed], (reader)when, out);
        }
    }
}

static void write_table(out_json *j, const lm_dealer_table *t)
{
    for (int when = 0; when < READERS; when++) {
        out_put(j, "*:{", reader_words[when]);
        for (int i = 0; i < LM_VALUES; i++) {
            out_put(j, "*:{", order[i] == 10 ? "T" : up_word(order[i]));
            for (int c = 0; c < COLUMNS; c++)
                out_put(j, "*:f", keys[c], chance_of(t, (reader)when, order[i], c));
            out_put(j, "}");
        }
        out_put(j, "}");
    }
}

static void dealer_json(const dealer_answer *y, lm_text *out)
{
    const lm_study *s = y->study;
    out_json j = out_begin(out, 0);
    out_put(&j, "{ rules:s decks:i hash:s infinite:b removed:i dealer:{", s->rules->name, (int)s->rules->decks,
            rules_hash(s->rules).text, s->infinite, s->removed);
    write_table(&j, &y->table[0]);
    if (y->each) out_put(&j, "without:{");
    for (int v = 1; v < LM_VALUES && y->each; v++) {
        out_put(&j, "*:{", v == 10 ? "T" : value_word(v));
        write_table(&j, &y->table[v]);
        out_put(&j, "}");
    }
    out_put(&j, y->each ? "} } }" : "} }");
}

static void dealer_csv(const dealer_answer *y, lm_text *out)
{
    put_text("without,reader,up", out);
    for (int c = 0; c < COLUMNS; c++)
        put(out, ",%s", keys[c]);
    put_char('\n', out);
    for (int removed = 0; removed < (y->each ? LM_VALUES : 1); removed++) {
        for (int i = 0; i < READERS * LM_VALUES; i++) {
            reader when = (reader)(i / LM_VALUES);
            int up = order[i % LM_VALUES];
            put(out, "%s,%s,%s", removed ? value_word(removed) : "", reader_words[when], up_word(up));
            for (int c = 0; c < COLUMNS; c++) {
                double chance = chance_of(&y->table[removed], when, up, c);
                put(out, isfinite(chance) ? ",%.15g" : ",", chance);
            }
            put_char('\n', out);
        }
    }
}

void dealer_write(const dealer_answer *y, lm_ask_format format, lm_text *out)
{
    (format == LM_ASK_JSON ? dealer_json : format == LM_ASK_CSV ? dealer_csv : dealer_text)(y, out);
}
