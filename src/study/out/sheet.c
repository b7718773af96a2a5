/* sheet.c - see sheet.h. */
#include "sheet.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"

void sheet_begin(sheet *sh, const lm_study *s, const char *key, const char *title)
{
    memset(sh, 0, sizeof *sh);
    sh->study = s;
    sh->key = key;
    sh->title = title;
}

void sheet_free(sheet *sh)
{
    for (int i = 0; i < sh->tables; i++)
        free(sh->table[i].cell);
    sh->tables = 0;
}

void sheet_number(sheet *sh, sheet_column what, double number)
{
    assert(sh->facts < SHEET_FACTS);
    sh->fact[sh->facts++] = (sheet_fact){ what, { .number = number } };
}

void sheet_word(sheet *sh, const char *key, const char *heading, const char *word)
{
    assert(sh->facts < SHEET_FACTS);
    sh->fact[sh->facts++] = (sheet_fact){ { key, heading, SHEET_TEXT, 0 }, { .text = words_of("%s", word) } };
}

void sheet_note(sheet *sh, const char *sentence)
{
    assert(sh->notes < SHEET_NOTES);
    sh->note[sh->notes++] = sentence;
}

void sheet_table_begin(sheet *sh, const char *key, const char *title, const sheet_column *columns, int n)
{
    assert(sh->tables < SHEET_TABLES && n <= SHEET_COLUMNS);
    sheet_table *t = &sh->table[sh->tables++];
    *t = (sheet_table){ .key = key, .title = title, .columns = n };
    memcpy(t->column, columns, sizeof *columns * (size_t)n);
}

static void add_cell(sheet *sh, sheet_cell cell)
{
    sheet_table *t = &sh->table[sh->tables - 1];
    if (t->rows == t->room && t->cells == 0) {
        int room = t->room ? 2 * t->room : 32;
        sheet_cell *more = realloc(t->cell, sizeof *more * (size_t)(room * t->columns));
        if (!more) {
            sh->failed = true;
            return;
        }
        t->cell = more;
        t->room = room;
    }
    t->cell[t->rows * t->columns + t->cells++] = cell;
    if (t->cells < t->columns) return;
    t->cells = 0;
    t->rows++;
}

void sheet_put(sheet *sh, double number)
{
    if (!sh->failed) add_cell(sh, (sheet_cell){ .number = number });
}

void sheet_put_word(sheet *sh, const char *word)
{
    if (!sh->failed) add_cell(sh, (sheet_cell){ .text = words_of("%s", word) });
}

/* --- text */

static short_words shown(const sheet_column *what, const sheet_cell *cell)
{
    double x = cell->number;
    if (what->kind == SHEET_TEXT) return cell->text;
    if (isnan(x)) return words_of("-");
    switch (what->kind) {
    case SHEET_SIGNED: return words_of("%+.*f", what->decimals, x);
    case SHEET_PERCENT: return words_of("%.*f %%", what->decimals, 100 * x);
    case SHEET_COUNT: return words_of("%.0f", x);
    case SHEET_YES: return words_of("%s", x != 0 ? "yes" : "no");
    default: return words_of("%.*f", what->decimals, x);
    }
}

static const sheet_cell *cell_at(const sheet_table *t, int row, int column)
{
    return &t->cell[row * t->columns + column];
}

/* Words stand at the left, numbers at the right. */
static void print_padded(lm_text *out, const char *text, int width, bool left)
{
    put(out, left ? "  %-*s" : "  %*s", width, text);
}

static void print_line(const sheet_table *t, const int *width, int row, lm_text *out)
{
    for (int c = 0; c < t->columns; c++) {
        short_words text = row < 0 ? words_of("%s", t->column[c].heading) : shown(&t->column[c], cell_at(t, row, c));
        print_padded(out, text.text, width[c], t->column[c].kind == SHEET_TEXT);
    }
    while (out->n && out->data[out->n - 1] == ' ')
        out->data[--out->n] = '\0';
    put(out, "\n");
}

static void print_table(const sheet_table *t, lm_text *out)
{
    int width[SHEET_COLUMNS];
    put(out, "\n%s\n\n", t->title);
    for (int c = 0; c < t->columns; c++) {
        width[c] = (int)strlen(t->column[c].heading);
        for (int row = 0; row < t->rows; row++) {
            int n = (int)strlen(shown(&t->column[c], cell_at(t, row, c)).text);
            if (n > width[c]) width[c] = n;
        }
    }
    for (int row = -1; row < t->rows; row++)
        print_line(t, width, row, out);
}

static void write_text(const sheet *sh, lm_text *out)
{
    const lm_study *s = sh->study;
    int label = 0, value = 0;
    put(out, "%s: %s\n", s->rules->name, lm_profile_title(s->profile));
    put_wrapped(out, "", 100, rules_sentence(s->rules).text);
    put(out, "\n%s\n\n", sh->title);
    for (int i = 0; i < sh->facts; i++) {
        const sheet_fact *f = &sh->fact[i];
        int a = (int)strlen(f->what.heading), b = (int)strlen(shown(&f->what, &f->value).text);
        if (a > label) label = a;
        if (f->what.kind != SHEET_TEXT && b > value) value = b;
    }
    for (int i = 0; i < sh->facts; i++) {
        const sheet_fact *f = &sh->fact[i];
        bool word = f->what.kind == SHEET_TEXT;
        put(out, word ? "  %-*s  %-*s\n" : "  %-*s  %*s\n", label, f->what.heading, word ? 0 : value,
            shown(&f->what, &f->value).text);
    }
    for (int i = 0; i < sh->tables; i++)
        print_table(&sh->table[i], out);
    if (sh->notes) put(out, "\n");
    for (int i = 0; i < sh->notes; i++)
        put_wrapped(out, "", 100, sh->note[i]);
}

/* --- JSON and CSV */

static void put_member(out_json *j, const sheet_column *what, const sheet_cell *cell)
{
    switch (what->kind) {
    case SHEET_TEXT: out_put(j, "*:s", what->key, cell->text.text); break;
    case SHEET_COUNT:
        if (isnan(cell->number))
            out_put(j, "*:f", what->key, cell->number);
        else
            out_put(j, "*:i", what->key, (int)cell->number);
        break;
    case SHEET_YES: out_put(j, "*:b", what->key, cell->number != 0); break;
    default: out_put(j, "*:f", what->key, cell->number);
    }
}

static void write_json(const sheet *sh, lm_text *out)
{
    const lm_study *s = sh->study;
    out_json j = out_begin(out, 0);
    out_put(&j, "{ rules:s decks:i hash:s infinite:b removed:i *:{", s->rules->name, (int)s->rules->decks,
            rules_hash(s->rules).text, s->infinite, s->removed, sh->key);
    for (int i = 0; i < sh->facts; i++)
        put_member(&j, &sh->fact[i].what, &sh->fact[i].value);
    for (int i = 0; i < sh->tables; i++) {
        const sheet_table *t = &sh->table[i];
        out_put(&j, "*:[", t->key);
        for (int row = 0; row < t->rows; row++) {
            out_put(&j, "{");
            for (int c = 0; c < t->columns; c++)
                put_member(&j, &t->column[c], cell_at(t, row, c));
            out_put(&j, "}");
        }
        out_put(&j, "]");
    }
    out_put(&j, "} }");
}

static void put_cell(const sheet_column *what, const sheet_cell *cell, lm_text *out)
{
    if (what->kind == SHEET_TEXT)
        put_field(cell->text.text, out);
    else if (what->kind == SHEET_YES)
        put(out, "%s", cell->number != 0 ? "yes" : "no");
    else if (!isnan(cell->number))
        put(out, "%.15g", cell->number);
}

static void write_csv(const sheet *sh, lm_text *out)
{
    const sheet_table *t = sh->tables ? &sh->table[0] : NULL;
    if (!t) put_text("figure,value\n", out);
    for (int i = 0; !t && i < sh->facts; i++) {
        put(out, "%s,", sh->fact[i].what.key);
        put_cell(&sh->fact[i].what, &sh->fact[i].value, out);
        put(out, "\n");
    }
    for (int row = -1; t && row < t->rows; row++) {
        for (int c = 0; c < t->columns; c++) {
            if (c) put(out, ",");
            if (row < 0)
                put_field(t->column[c].key, out);
            else
                put_cell(&t->column[c], cell_at(t, row, c), out);
        }
        put(out, "\n");
    }
}

bool sheet_write(sheet *sh, lm_ask_format format, lm_text *out)
{
    bool fine = !sh->failed;
    if (fine) (format == LM_ASK_JSON ? write_json : format == LM_ASK_CSV ? write_csv : write_text)(sh, out);
    sheet_free(sh);
    return fine || say(&sh->study->ear, "no memory for the answer");
}
