/* sheet.h - an answer as named figures and tables, written the same way as text, JSON and CSV.
 *
 * A sheet owns its tables until sheet_free. Keys, headings and notes are the caller's and must outlive it. A number that
 * is NAN has no value: text shows a dash, JSON null, CSV an empty field. */
#ifndef LAMMER_STUDY_SHEET_H
#define LAMMER_STUDY_SHEET_H

#include "study.h"

typedef enum {
    SHEET_TEXT,
    SHEET_REAL,
    SHEET_SIGNED,  /* with its sign */
    SHEET_PERCENT, /* text shows 100 times the number; JSON and CSV have the number */
    SHEET_COUNT,
    SHEET_YES, /* 1 or 0 */
} sheet_kind;

typedef struct {
    const char *key, *heading;
    sheet_kind kind;
    int decimals;
} sheet_column;

typedef struct {
    double number;
    short_words text;
} sheet_cell;

typedef struct {
    sheet_column what;
    sheet_cell value;
} sheet_fact;

enum { SHEET_COLUMNS = 16, SHEET_FACTS = 24, SHEET_TABLES = 3, SHEET_NOTES = 8 };

typedef struct {
    const char *key, *title;
    int columns, rows, room, cells; /* cells: of the row that is being filled */
    sheet_column column[SHEET_COLUMNS];
    sheet_cell *cell;
} sheet_table;

typedef struct {
    const lm_study *study;
    const char *key, *title; /* the member of the JSON that holds the answer, and what it is in a line of text */
    int facts, tables, notes;
    sheet_fact fact[SHEET_FACTS];
    sheet_table table[SHEET_TABLES]; /* CSV has the first one; without a table it has the figures */
    const char *note[SHEET_NOTES];
    bool failed; /* no memory for a row */
} sheet;

void sheet_begin(sheet *sh, const lm_study *s, const char *key, const char *title);
void sheet_free(sheet *sh);

void sheet_number(sheet *sh, sheet_column what, double number);
void sheet_word(sheet *sh, const char *key, const char *heading, const char *word);
void sheet_note(sheet *sh, const char *sentence);

/* Adds a table, and the cells of its rows one after another. */
void sheet_table_begin(sheet *sh, const char *key, const char *title, const sheet_column *columns, int n);
void sheet_put(sheet *sh, double number);
void sheet_put_word(sheet *sh, const char *word);

/* Writes the sheet and frees it; false when memory ran out. */
bool sheet_write(sheet *sh, lm_ask_format format, lm_text *out);

#endif
