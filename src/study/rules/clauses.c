/* clauses.c - `lammer rules clauses`: the clause index and the readings, from the documents in the
 * program. */
#include <stdio.h>
#include <string.h>

#include "lammer/embedded.h"
#include "say.h"
#include "rules.h"

enum { CELLS = 5, MOST = 2048 };

/* A piece of an embedded document. */
typedef struct {
    const char *at;
    size_t n;
} slice;

/* A row of a table of either document: id, kind or severity, requirement or problem, parameters or place,
 * test idea or resolution. */
typedef struct {
    char id[40];
    slice cell[CELLS];
    bool is_reading;
} clause;

static clause all[MOST];
static int n_all;

static const char *id_at(int i)
{
    return i < n_all ? all[i].id : NULL;
}

static slice trim(const char *at, size_t n)
{
    while (n && at[0] == ' ')
        at++, n--;
    while (n && at[n - 1] == ' ')
        n--;
    return (slice){ at, n };
}

static bool is_id(slice text)
{
    const char *dash = memchr(text.at, '-', text.n);
    return dash && dash != text.at && text.at[0] >= 'A' && text.at[0] <= 'Z' && !memchr(text.at, ' ', text.n);
}

/* "| id | ... |" with exactly five cells. */
static bool read_row(const char *line, size_t length, clause *row)
{
    size_t at = 1;
    if (length < 2 || line[0] != '|') return false;
    for (int n = 0; n < CELLS; n++) {
        const char *bar = memchr(line + at, '|', length - at);
        if (!bar) return false;
        row->cell[n] = trim(line + at, (size_t)(bar - line) - at);
        at = (size_t)(bar - line) + 1;
    }
    if (at < length || !is_id(row->cell[0])) return false;
    snprintf(row->id, sizeof row->id, "%.*s", (int)row->cell[0].n, row->cell[0].at);
    row->is_reading = strncmp(row->id, "C-", 2) == 0;
    return true;
}

static void read_all(void)
{
    n_all = 0;
    for (int i = 0; lm_embedded_rules_docs[i].name; i++) {
        const char *text = lm_embedded_rules_docs[i].data;
        while (*text && n_all < MOST) {
            size_t n = strcspn(text, "\n");
            n_all += read_row(text, n, &all[n_all]);
            text += n + (text[n] == '\n');
        }
    }
}

/* Whether a clause is the wanted one or a part of it: MBJ-8(a) is a part of MBJ-8, MBJ-80 is not. "" matches all. */
static bool matches(const char *id, const char *wanted)
{
    size_t n = strlen(wanted);
    if (strncmp(id, wanted, n) != 0) return false;
    return !n || !id[n] || strchr("-.(", id[n]) || wanted[n - 1] == '-';
}

/* The readings that a clause names, without repetitions. */
static void print_readings_of(lm_text *out, const clause *c)
{
    for (int i = 0; i < n_all; i++) {
        size_t n = strlen(all[i].id);
        bool named = false;
        const char *end = c->cell[CELLS - 1].at + c->cell[CELLS - 1].n;
        for (const char *at = c->cell[2].at; all[i].is_reading && at + n <= end; at++)
            named |= strncmp(at, all[i].id, n) == 0 && !(at[n] >= '0' && at[n] <= '9');
        if (named) put(out, "    reading %s: %.*s\n", all[i].id, (int)all[i].cell[4].n, all[i].cell[4].at);
    }
}

static void print_whole(lm_text *out, const clause *c)
{
    static const char *const names[2][3] = { { "requires", "parameters", "test" },
                                             { "problem", "where", "resolution" } };
    put(out, "%s (%.*s)\n", c->id, (int)c->cell[1].n, c->cell[1].at);
    for (int i = 0; i < 3; i++) {
        slice cell = c->cell[i + 2];
        if (cell.n > 1) put(out, "    %s: %.*s\n", names[c->is_reading][i], (int)cell.n, cell.at);
    }
    if (!c->is_reading) print_readings_of(out, c);
}

static void write_clause(out_json *j, const clause *c)
{
    static const char *const names[2][4] = { { "kind", "requires", "parameters", "test" },
                                             { "severity", "problem", "where", "resolution" } };
    out_put(j, "{ id:s", c->id);
    for (int i = 0; i < 4; i++)
        out_put(j, "*:S", names[c->is_reading][i], c->cell[i + 1].at, c->cell[i + 1].n);
    out_put(j, "}");
}

/* Lists many clauses with one line each, or a few in full. */
static void print_clauses(lm_text *out, const char *wanted, int found)
{
    enum { FEW = 20 };
    for (int i = 0; i < n_all; i++) {
        const clause *c = &all[i];
        if (!matches(c->id, wanted)) continue;
        if (found <= FEW) {
            print_whole(out, c);
        } else {
            put(out, "%-20s %-12.*s %.*s\n", c->id, (int)c->cell[1].n, c->cell[1].at, (int)c->cell[2].n, c->cell[2].at);
        }
    }
}

static void write_clauses(lm_text *out, const char *wanted, int found)
{
    out_json j = out_begin(out, 0);
    out_put(&j, "[");
    for (int i = 0; i < n_all; i++) {
        if (matches(all[i].id, wanted)) write_clause(&j, &all[i]);
    }
    out_put(&j, "]");
}

int rules_clauses(const rules_args *args)
{
    const char *wanted = args->names ? args->name[0] : "";
    int found = 0;
    read_all();
    for (int i = 0; i < n_all; i++)
        found += matches(all[i].id, wanted);
    if (!found) {
        char hint[LM_MEANT_TEXT];
        say(args->ear, /* say:no-such-clause */ "\"%s\" is not a clause%s (lammer rules clauses lists them all)",
            wanted, lm_words_meant(lm_words_nearest(wanted, id_at), hint));
        return LM_ANSWER_BAD;
    }
    (args->format == LM_ASK_JSON ? write_clauses : print_clauses)(args->out, wanted, found);
    return LM_ANSWER_YES;
}
