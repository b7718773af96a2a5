/* pdf.c - the document of a closed gaming day: a PDF of lines of text, signed by the house's key.
 *
 * The fonts are those that every reader of PDF has, and the file is plain ASCII, so it needs no library and the same day
 * gives the same bytes but for the moment at which it was made. The line behind its end is the signature of all bytes
 * before it, as in heads (lm_text_sign); readers of PDF ignore it. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reports.h"

enum { PAGES_MOST = 2000, WIDE = 792, HIGH = 612, EDGE = 40, LINE = 13, FIRST_PAGE = 6 };
typedef enum { PLAIN, BOLD, FIXED } font;

typedef struct {
    lm_out *out, page; /* the file, and the page that is being written */
    size_t at[FIRST_PAGE + 2 * PAGES_MOST];
    int pages;
    double y;
    const char *foot;
    report_query *query;
    json_t *names;
} pdf;

static void put(lm_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(lm_out *out, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    lm_out_raw(out, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}

/* --- text -------------------------------------------------------------------------------------------------------------------- */

/* The next character of UTF-8 as Latin-1; '?' for one that it lacks. */
static unsigned char next_latin(const char **at)
{
    unsigned char c = (unsigned char)*(*at)++;
    unsigned long full = c;
    if (c < 0x80) return c;
    full &= c >= 0xf0 ? 0x07 : c >= 0xe0 ? 0x0f : 0x1f;
    while (((unsigned char)**at & 0xc0) == 0x80)
        full = full << 6 | ((unsigned char)*(*at)++ & 0x3f);
    return full >= 0xa0 && full < 0x100 ? (unsigned char)full : '?';
}

static void put_text(lm_out *out, const char *text)
{
    while (*text) {
        unsigned char c = next_latin(&text);
        if (c == '(' || c == ')' || c == '\\')
            put(out, "\\%c", c);
        else if (c < ' ' || c > '~')
            put(out, "\\%03o", c < ' ' ? ' ' : c);
        else
            put(out, "%c", c);
    }
}

/* Width in thousandths of the size; the digits and signs of amounts are exact, and only they are set to the right. */
static int width_of(const char *text)
{
    int sum = 0;
    for (; *text; text++)
        sum += strchr(".,: /", *text) ? 278 : *text == '-' ? 333 : *text == '%' ? 889 : 556;
    return sum;
}

static void write_at(pdf *p, double x, font f, double size, const char *color, const char *text)
{
    put(&p->page, "BT %s rg /F%d %.1f Tf %.2f %.2f Td (", color, f + 1, size, x, p->y);
    put_text(&p->page, text);
    put(&p->page, ") Tj ET\n");
}

static const char black[] = "0 0 0", grey[] = "0.35 0.35 0.35", red[] = "0.75 0 0", green[] = "0 0.4 0.1";

/* --- pages ------------------------------------------------------------------------------------------------------------------- */

static void end_page(pdf *p)
{
    char foot[160];
    if (!p->page.at) return;
    snprintf(foot, sizeof foot, "%s  -  page %d", p->foot, p->pages);
    p->y = EDGE - 14;
    write_at(p, EDGE, PLAIN, 8, grey, foot);
    int page = FIRST_PAGE + 2 * (p->pages - 1);
    p->at[page] = p->out->size;
    put(p->out,
        "%d 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 "
        "0 R "
        ">> >> /Contents %d 0 R >>\nendobj\n",
        page, WIDE, HIGH, page + 1);
    p->at[page + 1] = p->out->size;
    put(p->out, "%d 0 obj\n<< /Length %zu >>\nstream\n", page + 1, p->page.size);
    lm_out_raw(p->out, p->page.at, p->page.size);
    put(p->out, "endstream\nendobj\n");
    p->out->failed |= p->page.failed;
    lm_out_free(&p->page);
    p->page = (lm_out){ 0 };
}

static void begin_page(pdf *p)
{
    end_page(p);
    p->pages++;
    p->y = HIGH - EDGE - 10;
    put(&p->page, "0.5 w\n");
}

/* Makes room for so many lines; true if that began a page. */
static bool make_room(pdf *p, int lines)
{
    if (p->y - LINE * lines >= EDGE || p->pages == PAGES_MOST) return false;
    begin_page(p);
    return true;
}

static void line(pdf *p, font f, double size, const char *color, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static void line(pdf *p, font f, double size, const char *color, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    make_room(p, 1);
    write_at(p, EDGE, f, size, color, text);
    p->y -= size + 4;
}

static void heading(pdf *p, const char *text)
{
    make_room(p, 4);
    p->y -= 8;
    write_at(p, EDGE, BOLD, 12, black, text);
    p->y -= LINE + 4;
}

/* --- tables ------------------------------------------------------------------------------------------------------------------ */

typedef enum { AS_TEXT, AS_CENTS, AS_SHARE, AS_INT, AS_PERSON, AS_DONE, AS_CHIPS } shape;

typedef struct {
    const char *key, *head;
    int wide;
    shape as;
} column;

static bool keep_name(void *context, const lm_value_row *row)
{
    json_t *person = json_loadb(row->value, row->size, 0, NULL);
    *(json_t **)context = json_incref(json_object_get(person, "name"));
    json_decref(person);
    return false;
}

/* The name of a person, or the id where there is none, or where its letters are not in the fonts. */
static const char *name_of(pdf *p, const char *id)
{
    char key[LM_STORE_NAME + 1], why[LM_STORE_TEXT];
    json_t *name = json_object_get(p->names, id);
    if (!name) {
        snprintf(key, sizeof key, "person/%.64s", id);
        if (lm_store_value(p->query->store, key, keep_name, &name, why) != LM_STORE_DONE) name = NULL;
        const char *text = json_string_value(name);
        bool fits = text && *text;
        for (const char *at = text; fits && *at;)
            fits = next_latin(&at) != '?';
        json_object_set_new(p->names, id, json_string(fits ? text : id));
        json_decref(name);
        name = json_object_get(p->names, id);
    }
    return json_string_value(name);
}

static void write_cents(lm_cents cents, char text[40])
{
    char digits[24];
    bool less = cents < 0;
    uint64_t whole = (less ? -(uint64_t)cents : (uint64_t)cents);
    int n = snprintf(digits, sizeof digits, "%" PRIu64, whole / 100), out = 0;
    if (less) text[out++] = '-';
    text[out++] = '$';
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0) text[out++] = ',';
        text[out++] = digits[i];
    }
    snprintf(text + out, 40 - (size_t)out, ".%02d", (int)(whole % 100));
}

/* What a cell says; red where it is less than nothing or not done. */
static const char *cell(pdf *p, const column *c, const json_t *row, char text[200])
{
    const json_t *value = json_object_get(row, c->key);
    const char *said = json_string_value(value), *color = black;
    *text = '\0';
    switch (c->as) {
    case AS_CENTS:
        if (!value || json_is_null(value)) break;
        write_cents(json_integer_value(value), text);
        if (json_integer_value(value) < 0) color = red;
        break;
    case AS_SHARE:
        if (json_is_number(value)) snprintf(text, 200, "%.1f %%", 100 * json_number_value(value));
        break;
    case AS_INT: snprintf(text, 200, "%" JSON_INTEGER_FORMAT, json_integer_value(value)); break;
    case AS_PERSON: snprintf(text, 200, "%.60s", said && *said ? name_of(p, said) : ""); break;
    case AS_DONE:
        snprintf(text, 200, "%s", json_is_true(value) ? "done" : "to do");
        color = json_is_true(value) ? green : red;
        break;
    case AS_CHIPS:
    case AS_TEXT: snprintf(text, 200, "%s", said ? said : ""); break;
    }
    /* a text that is wider than its column is cut */
    size_t most = (size_t)(c->wide / 4.4);
    if (c->as != AS_CENTS && c->as != AS_INT && c->as != AS_SHARE && strlen(text) > most) {
        while (most > 1 && ((unsigned char)text[most - 1] & 0xc0) == 0x80)
            most--;
        snprintf(text + most - 1, 3, "..");
    }
    return color;
}

static void write_heads(pdf *p, const column *columns)
{
    double x = EDGE;
    for (const column *c = columns; c->key; c++) {
        bool right = c->as == AS_CENTS || c->as == AS_INT || c->as == AS_SHARE;
        double size = 8, wide = width_of(c->head) * size / 1000.0;
        write_at(p, right ? x + c->wide - 6 - wide : x, BOLD, size, grey, c->head);
        x += c->wide;
    }
    put(&p->page, "%d %.2f m %.2f %.2f l S\n", EDGE, p->y - 3, x, p->y - 3);
    p->y -= LINE;
}

static void write_rows(pdf *p, const column *columns, const json_t *rows, const char *none)
{
    size_t i;
    json_t *row;
    if (!json_array_size(rows)) {
        line(p, PLAIN, 9, grey, "%s", none);
        return;
    }
    write_heads(p, columns);
    json_array_foreach(rows, i, row)
    {
        double x = EDGE;
        if (make_room(p, 1)) write_heads(p, columns);
        for (const column *c = columns; c->key; c++) {
            char text[200];
            const char *color = cell(p, c, row, text);
            bool right = c->as == AS_CENTS || c->as == AS_INT || c->as == AS_SHARE;
            write_at(p, right ? x + c->wide - 6 - width_of(text) * 8 / 1000.0 : x, PLAIN, 8, color, text);
            x += c->wide;
        }
        p->y -= LINE;
    }
}

/* --- the day ----------------------------------------------------------------------------------------------------------------- */

static const column of_totals[] = {
    { "money", "money", 44, AS_TEXT },           { "opener_cents", "openers", 72, AS_CENTS },
    { "fills_cents", "fills", 66, AS_CENTS },    { "credits_cents", "credits", 66, AS_CENTS },
    { "closer_cents", "closers", 72, AS_CENTS }, { "drop_cents", "drop", 72, AS_CENTS },
    { "win_cents", "win", 66, AS_CENTS },        { "hold", "hold", 44, AS_SHARE },
    { "theory_cents", "theory", 60, AS_CENTS },  { "band_low_cents", "band from", 66, AS_CENTS },
    { "band_high_cents", "to", 66, AS_CENTS },   { NULL, NULL, 0, AS_TEXT },
};

static const column of_counts[] = {
    { "money", "money", 44, AS_TEXT },
    { "rounds", "rounds", 60, AS_INT },
    { "hands", "hands", 60, AS_INT },
    { "counted_cents", "drop counted", 90, AS_CENTS },
    { "difference_cents", "over or short", 90, AS_CENTS },
    { NULL, NULL, 0, AS_TEXT },
};

static const column of_win[] = {
    { "table", "table", 74, AS_TEXT },          { "money", "money", 34, AS_TEXT },
    { "shift", "shift", 40, AS_TEXT },          { "opener_cents", "opener", 66, AS_CENTS },
    { "fills_cents", "fills", 60, AS_CENTS },   { "credits_cents", "credits", 60, AS_CENTS },
    { "closer_cents", "closer", 66, AS_CENTS }, { "drop_cents", "drop", 60, AS_CENTS },
    { "win_cents", "win", 60, AS_CENTS },       { "hold", "hold", 40, AS_SHARE },
    { "theory_cents", "theory", 54, AS_CENTS }, { "band_low_cents", "band from", 54, AS_CENTS },
    { "band_high_cents", "to", 50, AS_CENTS },  { NULL, NULL, 0, AS_TEXT },
};

static const column of_slips[] = {
    { "kind", "slip", 42, AS_TEXT },
    { "number", "no.", 26, AS_INT },
    { "table", "table", 70, AS_TEXT },
    { "time", "time (UTC)", 92, AS_TEXT },
    { "cents", "amount", 66, AS_CENTS },
    { "book_cents", "books", 66, AS_CENTS },
    { "difference_cents", "over or short", 62, AS_CENTS },
    { "chips", "chips (number x cents)", 120, AS_CHIPS },
    { "by", "by", 62, AS_PERSON },
    { "approved", "approved", 62, AS_PERSON },
    { "person", "paid to", 50, AS_PERSON },
    { NULL, NULL, 0, AS_TEXT },
};

static const column of_steps[] = {
    { "done", "", 40, AS_DONE },       { "step", "step", 64, AS_TEXT },     { "table", "table", 80, AS_TEXT },
    { "money", "money", 44, AS_TEXT }, { "cents", "amount", 80, AS_CENTS }, { "what", "what", 400, AS_TEXT },
    { NULL, NULL, 0, AS_TEXT },
};

static bool write_head(void *context, const lm_snapshot_row *row)
{
    pdf *p = context;
    const char *at = (const char *)row->state, *end = at + row->size;
    while (at < end) {
        size_t n = 0;
        while (at + n < end && at[n] != '\n')
            n++;
        line(p, FIXED, 7, black, "%.*s", (int)(n < 160 ? n : 160), at);
        at += n + 1;
    }
    return false;
}

static bool write_day(pdf *p, const json_t *whole, const char *fingerprint)
{
    const report_query *q = p->query;
    const json_t *day = json_object_get(whole, "day");
    const char *date = json_string_value(json_object_get(day, "date"));
    bool closed = json_is_true(json_object_get(whole, "closed"));
    char from[24], to[24], now[24];
    time_write(json_integer_value(json_object_get(day, "from_ms")), from);
    time_write(json_integer_value(json_object_get(day, "to_ms")), to);
    time_write(q->now_ms, now);
    begin_page(p);
    line(p, BOLD, 17, black, "Close of the gaming day %s", date ? date : "");
    line(p, PLAIN, 9, grey, "House %s. From %s to %s. Made at %s.", lm_store_house(q->store), from, to, now);
    line(p, BOLD, 11, closed ? green : red,
         closed ? "Closed: nothing is left to do." : "Not closed: see what is to do.");
    heading(p, "Totals");
    write_rows(p, of_totals, json_object_get(whole, "totals"), "No table was open.");
    p->y -= 6;
    write_rows(p, of_counts, json_object_get(whole, "totals"), "");
    line(p, PLAIN, 8, grey,
         "Win is drop + closers + credits - openers - fills. At least 95 of 100 results lie in the band.");
    heading(p, "What is done and what is to do");
    write_rows(p, of_steps, json_object_get(whole, "rows"), "There was nothing to do.");
    heading(p, "Tables and shifts");
    write_rows(p, of_win, q->win, "No table was open.");
    heading(p, "Slips");
    write_rows(p, of_slips, q->slips, "No slip was made.");
    heading(p, "Signatures");
    make_room(p, 4);
    p->y -= 22;
    put(&p->page, "%d %.2f m %d %.2f l %d %.2f m %d %.2f l S\n", EDGE, p->y, EDGE + 300, p->y, EDGE + 340, p->y,
        EDGE + 640, p->y);
    p->y -= 10;
    write_at(p, EDGE, PLAIN, 8, grey, "supervisor, date");
    write_at(p, EDGE + 340, PLAIN, 8, grey, "accounting, date");
    p->y -= LINE;
    heading(p, "The journal's head");
    line(
        p, PLAIN, 8, grey,
        "The last head that the house signed. A head that is kept elsewhere shows later whether records were removed.");
    if (lm_store_snapshot(q->store, LM_STORE_HEADS, write_head, p, p->query->text) != LM_STORE_DONE) return false;
    line(p, PLAIN, 8, grey, "The line behind the end of this file signs it with the key %s", fingerprint);
    line(p, PLAIN, 8, grey, "The program checks it with this key (lammer journal verify).");
    return true;
}

static void end_file(pdf *p)
{
    static const char *const fonts[] = { "Helvetica", "Helvetica-Bold", "Courier" };
    end_page(p);
    p->at[1] = p->out->size;
    put(p->out, "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n");
    p->at[2] = p->out->size;
    put(p->out, "2 0 obj\n<< /Type /Pages /Count %d /Kids [", p->pages);
    for (int i = 0; i < p->pages; i++)
        put(p->out, "%s%d 0 R", i ? " " : "", FIRST_PAGE + 2 * i);
    put(p->out, "] >>\nendobj\n");
    for (int i = 0; i < 3; i++) {
        p->at[3 + i] = p->out->size;
        put(p->out, "%d 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>\nendobj\n",
            3 + i, fonts[i]);
    }
    int objects = FIRST_PAGE + 2 * p->pages;
    size_t xref = p->out->size;
    put(p->out, "xref\n0 %d\n0000000000 65535 f \n", objects);
    for (int i = 1; i < objects; i++)
        put(p->out, "%010zu 00000 n \n", p->at[i]);
    put(p->out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%zu\n%%%%EOF\n", objects, xref);
}

bool close_document(report_query *query, const json_t *whole, lm_out *out)
{
    const lm_signer *signer = query->owner.signer;
    char fingerprint[LM_STORE_FINGERPRINT], foot[80], signature[LM_SIGNATURE_LINE + 1];
    if (!signer) {
        snprintf(query->text, sizeof query->text,
                 "this server has no key to sign the day with; ask the server of the house");
        return false;
    }
    lm_store_fingerprint(lm_signer_public(signer), fingerprint);
    const char *date = json_string_value(json_object_get(json_object_get(whole, "day"), "date"));
    snprintf(foot, sizeof foot, "Gaming day %.12s", date ? date : "");
    pdf *p = zeroed_or_end(sizeof *p);
    p->out = out;
    p->query = query;
    p->foot = foot;
    p->names = json_object();
    put(out, "%%PDF-1.4\n");
    bool well = write_day(p, whole, fingerprint);
    end_file(p);
    lm_out_free(&p->page);
    json_decref(p->names);
    free(p);
    lm_text_sign(signer, out->at, out->size, signature);
    lm_out_raw(out, signature, strlen(signature));
    return well && !out->failed;
}
