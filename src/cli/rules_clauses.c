/* rules_clauses.c - `lammer rules clauses`: the clause index and the readings, from the documents in the program. */
#include <stdlib.h>
#include <string.h>

#include "lammer/embedded.h"
#include "nearest.h"
#include "rules_cli.h"

enum { CELLS = 5, ID = 40, TEXT = 2000 };

/* A row of a table of either document: id, kind or severity, requirement or problem, parameters or place, test
 * idea or resolution. */
typedef struct {
    char id[ID];
    char cell[CELLS][TEXT];
    bool is_reading;
} clause;

static clause *all;
static int n_all;

static const char *id_at(int i)
{
    return i < n_all ? all[i].id : NULL;
}

static bool is_id(const char *text)
{
    const char *dash = strchr(text, '-');
    return dash && dash != text && dash[1] && text[0] >= 'A' && text[0] <= 'Z' && !strchr(text, ' ');
}

/* Copies one cell without the blanks around it; bold marks go. */
static void copy_cell(char *to, size_t size, const char *from, size_t n)
{
    size_t used = 0;
    while (n && from[0] == ' ')
        from++, n--;
    while (n && from[n - 1] == ' ')
        n--;
    for (size_t i = 0; i < n && used + 1 < size; i++) {
        if (from[i] != '*' || i + 1 >= n || from[i + 1] != '*') {
            to[used++] = from[i];
        } else {
            i++;
        }
    }
    to[used] = '\0';
}

/* "| id | ... |" with exactly five cells. */
static bool read_row(const char *line, size_t length, clause *row)
{
    int n = 0;
    size_t at = 1;
    if (length < 2 || line[0] != '|') return false;
    while (at < length && n < CELLS) {
        const char *bar = memchr(line + at, '|', length - at);
        if (!bar) return false;
        copy_cell(row->cell[n++], TEXT, line + at, (size_t)(bar - line) - at);
        at = (size_t)(bar - line) + 1;
    }
    if (n != CELLS || memchr(line + at, '|', length - at) || !is_id(row->cell[0])) return false;
    snprintf(row->id, sizeof row->id, "%.*s", ID - 1, row->cell[0]);
    row->is_reading = strncmp(row->id, "C-", 2) == 0;
    return true;
}

static bool add_row(const clause *row)
{
    clause *more = realloc(all, (size_t)(n_all + 1) * sizeof *more);
    if (!more) return false;
    all = more;
    all[n_all++] = *row;
    return true;
}

static bool read_all(void)
{
    static clause row;
    for (int i = 0; lm_embedded_rules_docs[i].name; i++) {
        const char *text = lm_embedded_rules_docs[i].data;
        while (*text) {
            size_t n = strcspn(text, "\n");
            if (read_row(text, n, &row) && !add_row(&row)) return false;
            text += n + (text[n] == '\n');
        }
    }
    return true;
}

/* The id itself, or one that goes on at a boundary: MBJ-8 takes in MBJ-8(a), not MBJ-80. */
static bool matches(const char *id, const char *wanted)
{
    size_t n = strlen(wanted);
    return strncmp(id, wanted, n) == 0 && (!id[n] || strchr("-.(", id[n]) || (n && wanted[n - 1] == '-'));
}

static void print_readings_of(const clause *c)
{
    for (int cell = 2; cell < CELLS; cell++) {
        for (const char *at = c->cell[cell]; (at = strstr(at, "C-")); at++) {
            for (int i = 0; i < n_all; i++) {
                size_t n = strlen(all[i].id);
                if (!all[i].is_reading || strncmp(at, all[i].id, n) != 0 || (at[n] >= '0' && at[n] <= '9'))
                    continue;
                printf("    reading %s: %s\n", all[i].id, all[i].cell[4]);
            }
        }
    }
}

static void print_whole(const clause *c)
{
    static const char *const names[2][3] = { { "requires", "parameters", "test" },
                                             { "problem", "where", "resolution" } };
    printf("%s (%s)\n", c->id, c->cell[1]);
    for (int i = 0; i < 3; i++) {
        if (strcmp(c->cell[i + 2], "-") != 0) printf("    %s: %s\n", names[c->is_reading][i], c->cell[i + 2]);
    }
    if (!c->is_reading) print_readings_of(c);
}

static json_t *clause_json(const clause *c)
{
    static const char *const names[2][4] = { { "kind", "requires", "parameters", "test" },
                                             { "severity", "problem", "where", "resolution" } };
    json_t *json = json_pack("{s:s}", "id", c->id);
    for (int i = 0; i < 4; i++)
        json_object_set_new(json, names[c->is_reading][i], json_string(c->cell[i + 1]));
    return json;
}

static int print_matching(const rules_args *args, const char *wanted)
{
    json_t *list = json_array();
    int found = 0;
    for (int i = 0; i < n_all; i++)
        found += matches(all[i].id, wanted);
    for (int i = 0; i < n_all; i++) {
        if (!matches(all[i].id, wanted)) continue;
        if (args->format == FORMAT_JSON) {
            json_array_append_new(list, clause_json(&all[i]));
        } else if (found > 20) {
            printf("%-20s %-12s %s\n", all[i].id, all[i].cell[1], all[i].cell[2]);
        } else {
            print_whole(&all[i]);
        }
    }
    int result = CLI_YES;
    if (found && args->format == FORMAT_JSON) {
        result = print_json(list);
    } else {
        json_decref(list);
    }
    if (found) return result;
    const char *near = nearest_name(wanted, id_at);
    return cli_error("there is no clause %s%s%s; lammer rules clauses lists them all", wanted,
                     near ? ", did you mean " : "", near ? near : "");
}

int rules_clauses(const rules_args *args)
{
    if (!read_all()) return cli_error("no memory for the clauses");
    int result = print_matching(args, args->names ? args->name[0] : "");
    free(all);
    all = NULL;
    n_all = 0;
    return result;
}
