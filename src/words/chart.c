/* chart.c - a chart from JSON: what `lammer strategy --format json` prints, or an object like it.
 *
 * {"open": false, "real": {"hard": {"4": ["H", ...], ...}, "soft": {...}, "pairs": {"A": [...], ...}}, "free": ...}
 * Each row has a cell for each column: up cards 2 to 10 and ace. "free" is for hands that a lammer stakes and may
 * be left out. A cell is a letter or a word: H hit, S stand, D or Dh double or else hit, Ds double or else stand,
 * P split, Pf split only while it is free, R or Rh surrender or else hit, Rs surrender or else stand, Rp surrender or
 * else split; in a row of pairs anything but P and R means: by its total.
 *
 * "exceptions": [{"hand": [10, 2], "dealer": [4], "kind": "real", "best": "hit"},
 *                {"total": "16", "cards": 3, "dealer": "T", "best": "S"}]
 * The first is one hand, the second hard 16 of three cards or more; "s18" is soft 18. "kind" is "real" if it is left
 * out. */
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lammer/words.h"

/* clang-format off */
static const struct {
    const char *text;
    uint8_t first, otherwise;
} cells[] = {
    { "h",  LM_PLAY_HIT,       LM_PLAY_HIT },   { "hit",              LM_PLAY_HIT,       LM_PLAY_HIT },
    { "s",  LM_PLAY_STAND,     LM_PLAY_STAND }, { "stand",            LM_PLAY_STAND,     LM_PLAY_STAND },
    { "d",  LM_PLAY_DOUBLE,    LM_PLAY_HIT },   { "double",           LM_PLAY_DOUBLE,    LM_PLAY_HIT },
    { "dh", LM_PLAY_DOUBLE,    LM_PLAY_HIT },   { "double/hit",       LM_PLAY_DOUBLE,    LM_PLAY_HIT },
    { "ds", LM_PLAY_DOUBLE,    LM_PLAY_STAND }, { "double/stand",     LM_PLAY_DOUBLE,    LM_PLAY_STAND },
    { "r",  LM_PLAY_SURRENDER, LM_PLAY_HIT },   { "surrender",        LM_PLAY_SURRENDER, LM_PLAY_HIT },
    { "rh", LM_PLAY_SURRENDER, LM_PLAY_HIT },   { "surrender/hit",    LM_PLAY_SURRENDER, LM_PLAY_HIT },
    { "rs", LM_PLAY_SURRENDER, LM_PLAY_STAND }, { "surrender/stand",  LM_PLAY_SURRENDER, LM_PLAY_STAND },
    { "p",  LM_PLAY_SPLIT,     LM_PLAY_SPLIT }, { "split",            LM_PLAY_SPLIT,     LM_PLAY_SPLIT },
    { "pf", LM_PLAY_SPLIT,     LM_PLAY_NONE },  { "split/free",       LM_PLAY_SPLIT,     LM_PLAY_NONE },
    { "rp", LM_PLAY_SURRENDER, LM_PLAY_SPLIT }, { "surrender/split",  LM_PLAY_SURRENDER, LM_PLAY_SPLIT },
    { NULL, 0, 0 },
};
/* clang-format on */

/* The place in the file, for messages. */
typedef struct {
    const char *path, *part, *kind, *row;
    char *why;
} place;

__attribute__((format(printf, 2, 3))) static bool refuse(char *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, LM_WORDS_WHY, format, args);
    va_end(args);
    return false;
}

static bool refuse_chart(const place *at, const char *what)
{
    return refuse(at->why, "%s: %s, %s %s: %s", at->path, at->part, at->kind, at->row, what);
}

static bool read_cell(const char *text, lm_advice *advice)
{
    char word[24] = "";
    size_t n = 0;
    for (; *text && n + 1 < sizeof word; text++) {
        if (*text != ' ') word[n++] = *text == ',' ? '/' : (char)tolower((unsigned char)*text);
    }
    word[n] = '\0';
    for (int i = 0; cells[i].text; i++) {
        if (strcmp(cells[i].text, word) != 0) continue;
        *advice = (lm_advice){ cells[i].first, cells[i].otherwise };
        return true;
    }
    return false;
}

/* A row of pairs has only splits and surrenders. */
static lm_advice pair_advice(lm_advice advice)
{
    static const lm_advice by_total = { LM_PLAY_NONE, LM_PLAY_NONE };
    if (advice.first == LM_PLAY_SPLIT) return advice;
    if (advice.first != LM_PLAY_SURRENDER) return by_total;
    if (advice.otherwise != LM_PLAY_SPLIT) advice.otherwise = LM_PLAY_NONE;
    return advice;
}

static bool read_row(const place *at, json_t *list, bool pair, int columns, lm_advice *row)
{
    if (!json_is_array(list) || (int)json_array_size(list) != columns)
        return refuse_chart(at, /* say:sim-cells */ "a row has one cell for each column");
    for (int column = 0; column < columns; column++) {
        const char *text = json_string_value(json_array_get(list, (size_t)column));
        lm_advice advice = { LM_PLAY_NONE, LM_PLAY_NONE };
        bool is_said = text && read_cell(text, &advice);
        if (!is_said && (!pair || !text))
            return refuse_chart(at, /* say:sim-none-of */ "a cell is none of H S D Dh Ds P Pf R Rh Rs Rp");
        row[column] = pair ? pair_advice(advice) : advice;
    }
    return true;
}

static json_t *find_row(json_t *rows, const char *name, const char *other)
{
    json_t *row = json_object_get(rows, name);
    return row || !other ? row : json_object_get(rows, other);
}

static bool read_rows(place *at, json_t *part, lm_chart *chart, int staked, const char *kind, int base, int least,
                      int most)
{
    bool pair = base == LM_ROW_PAIR;
    json_t *rows = json_object_get(part, kind);
    if (!rows && pair) rows = json_object_get(part, "pair");
    at->kind = kind;
    for (int i = least; i <= most; i++) {
        char name[8];
        snprintf(name, sizeof name, "%d", i);
        const char *other = !pair ? NULL : i == 1 ? "A" : i == 10 ? "T" : NULL;
        json_t *row = find_row(rows, name, other);
        at->row = other && i == 1 ? other : name;
        if (!row) return refuse_chart(at, /* say:sim-chart-holes */ "this row of the chart is missing");
        if (!read_row(at, row, pair, lm_chart_columns(chart), chart->cell[staked][base + i])) return false;
    }
    return true;
}

static bool read_part(place *at, json_t *part, lm_chart *chart, int staked)
{
    return read_rows(at, part, chart, staked, "hard", LM_ROW_HARD, 4, 21) &&
           read_rows(at, part, chart, staked, "soft", LM_ROW_SOFT, 12, 21) &&
           read_rows(at, part, chart, staked, "pairs", LM_ROW_PAIR, 1, 10);
}

static json_t *part_named(json_t *root, const char *const *names)
{
    json_t *charts = json_object_get(root, "charts");
    for (; *names; names++) {
        json_t *part = json_object_get(root, *names);
        if (!part && charts) part = json_object_get(charts, *names);
        if (part) return part;
    }
    return NULL;
}

static bool refuse_exception(const place *at, size_t i, const char *what)
{
    return refuse(at->why, "%s: exception %zu: %s", at->path, i + 1, what);
}

/* 1 to 10 of a number or of a word such as "A", "7", "T"; 0 if it is neither. */
static int value_of(const json_t *item)
{
    const char *text = json_string_value(item);
    int value = text ? *text == 'A' ? 1 : *text == 'T' ? 10 : atoi(text) : (int)json_integer_value(item);
    return value >= 1 && value <= 10 ? value : 0;
}

/* The column of an up card, or of the dealer's total with an open hole card: "17", "s17". -1: no such column. */
static int column_of(const lm_chart *chart, const json_t *dealer)
{
    if (json_is_array(dealer)) dealer = json_array_size(dealer) == 1 ? json_array_get(dealer, 0) : NULL;
    if (!chart->open) return value_of(dealer) ? lm_chart_column(chart, value_of(dealer), 0) : -1;
    const char *text = json_string_value(dealer);
    bool soft = text && *text == 's';
    int total = text ? atoi(text + soft) : 0;
    if (soft) return total >= 12 && total <= 20 ? 17 + total - 12 : -1;
    return total >= 4 && total <= 20 ? total - 4 : -1;
}

static bool read_hand(lm_exception *e, const json_t *hand)
{
    for (size_t i = 0; i < json_array_size(hand); i++) {
        int value = value_of(json_array_get(hand, i));
        if (!value) return false;
        e->count[value - 1]++;
    }
    return json_array_size(hand) >= 2 && json_array_size(hand) <= 21;
}

static bool read_total(lm_exception *e, const json_t *total, const json_t *cards)
{
    const char *text = json_string_value(total);
    bool soft = text && *text == 's';
    int row = text ? atoi(text + soft) : (int)json_integer_value(total), least = (int)json_integer_value(cards);
    if (row < (soft ? 12 : 4) || row > 20 || least < 2 || least > 21) return false;
    e->row = (uint8_t)((soft ? LM_ROW_SOFT : LM_ROW_HARD) + row);
    e->least = (uint8_t)least;
    return true;
}

static bool read_exception(const place *at, const json_t *item, size_t i, lm_chart *chart)
{
    lm_exception e = { 0 };
    const json_t *hand = json_object_get(item, "hand");
    const char *kind = json_string_value(json_object_get(item, "kind"));
    const char *best = json_string_value(json_object_get(item, "best"));
    int column = column_of(chart, json_object_get(item, "dealer"));
    if (column < 0)
        return refuse_exception(at, i,
                                chart->open
                                    ? /* say:chart-dealer-total */ "\"dealer\" must be the dealer's total, such "
                                                                   "as \"17\" or \"s17\""
                                    : /* say:chart-up-card */ "\"dealer\" must be one up card, such as \"T\"");
    if (hand ? !read_hand(&e, hand) : !read_total(&e, json_object_get(item, "total"), json_object_get(item, "cards")))
        return refuse_exception(at, i, /* say:chart-exception-hand */
                                "name a \"hand\" of two cards or more, such as [10, 2], or a \"total\" and the least "
                                "number of \"cards\"");
    if (!best || !read_cell(best, &e.advice))
        return refuse_exception(at, i, "\"best\" is none of H S D Dh Ds P Pf R Rh Rs Rp");
    e.column = (uint8_t)column;
    e.staked = kind && strcmp(kind, "free") == 0 ? LM_STAKED_LAMMER : LM_STAKED_CHIPS;
    chart->exception[chart->exceptions++] = e;
    return true;
}

static bool read_exceptions(const place *at, const json_t *list, lm_chart *chart)
{
    if (json_array_size(list) > LM_EXCEPTIONS)
        return refuse(at->why, /* say:chart-exceptions-most */ "%s: %zu exceptions; a chart has at most %d", at->path,
                      json_array_size(list), LM_EXCEPTIONS);
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_exception(at, json_array_get(list, i), i, chart)) return false;
    }
    return true;
}

static bool read_json(lm_chart *chart, json_t *root, const char *path, char *why)
{
    static const char *const real_names[] = { "real", "chips", "chart", NULL };
    static const char *const free_names[] = { "free", "lammer", NULL };
    place at = { path, "real", "", "", why };
    json_t *real = part_named(root, real_names), *lammer = part_named(root, free_names);
    memset(chart, 0, sizeof *chart);
    chart->open = json_is_true(json_object_get(root, "open"));
    if (!real && json_object_get(root, "hard")) real = root;
    if (!real)
        return refuse(why, "%s is not a chart: it must have an object \"real\" with \"hard\", \"soft\" and \"pairs\"",
                      path);
    if (!read_part(&at, real, chart, LM_STAKED_CHIPS)) return false;
    at.part = lammer ? "free" : "real";
    if (!read_part(&at, lammer ? lammer : real, chart, LM_STAKED_LAMMER)) return false;
    return read_exceptions(&at, json_object_get(root, "exceptions"), chart);
}

bool lm_words_chart(lm_chart *chart, const char *path, char why[LM_WORDS_WHY])
{
    json_error_t error;
    if (access(path, R_OK) != 0) return refuse(why, "%s cannot be read: %s", path, strerror(errno));
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root) return refuse(why, "%s:%d: %s", path, error.line < 0 ? 0 : error.line, error.text);
    bool ok = read_json(chart, root, path, why);
    json_decref(root);
    return ok;
}
