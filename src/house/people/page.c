/* page.c - reads one page of a list from the store, on another thread where rows must be searched for. */
#include <string.h>

#include "page.h"

bool page_begin(house_request *request, const char *prefix, int reads, house_page *page)
{
    int64_t most = field_int(request, LM_FIELD_PAGE_LIMIT, PAGE_ROWS);
    if (most < 1 || most > PAGE_ROWS_MOST)
        return request_refuse(request, LM_REFUSED_FORM, "\"limit\" must be 1 to %d, not %lld", PAGE_ROWS_MOST,
                              (long long)most);
    *page = (house_page){ .most = (size_t)most, .reads = reads };
    snprintf(page->first, sizeof page->first, "%s%s", prefix, field_text(request, LM_FIELD_PAGE_AFTER));
    return true;
}

bool page_takes(house_page *page, const lm_value_row *row)
{
    bool full = page->shown == page->most || page->reads-- <= 0 || page->bytes >= PAGE_BYTES;
    if (full) snprintf(page->next, sizeof page->next, "%s", row->key);
    return !full;
}

void page_shows(house_page *page, size_t bytes)
{
    page->shown++;
    page->bytes += bytes;
}

const char *page_next(const house_page *page, const char *prefix)
{
    return page->next[0] ? page->next + strlen(prefix) : NULL;
}

typedef struct {
    house_request *request;
    house_page *page;
    json_t *rows;
    char last[LM_STORE_NAME + 1];
    bool skipped; /* reading continues after the keys that the list skips */
} page_reading;

/* Whether a page may end before this row. If "next" shows only a part of the key, rows with the same part stay on one
 * page. */
static bool may_end_before(const page_reading *r, const lm_value_row *row)
{
    const house_errand *e = r->request->own;
    size_t tells = e->list->tells;
    return !tells || strncmp(row->key, r->last, strlen(e->prefix) + tells) != 0;
}

static bool read_row(void *context, const lm_value_row *row)
{
    page_reading *r = context;
    const house_errand *e = r->request->own;
    r->skipped = e->list->skips && strncmp(row->key, e->list->skips, strlen(e->list->skips)) == 0;
    if (r->skipped) return false;
    if (!page_takes(r->page, row)) {
        if (may_end_before(r, row)) return false;
        r->page->next[0] = '\0';
    }
    snprintf(r->last, sizeof r->last, "%s", row->key);
    json_t *value = json_loadb(row->value, row->size, 0, NULL);
    if (value && e->list->shows(r->request, row->key + strlen(e->prefix), value, r->rows)) {
        json_array_append(r->rows, value);
        page_shows(r->page, row->size);
    }
    json_decref(value);
    return true;
}

/* Reads until the page is full, without the keys that the list skips. */
static void read_page(house_request *request)
{
    house_errand *e = request->own;
    char text[LM_STORE_TEXT], behind[LM_STORE_NAME + 2];
    page_reading r = { .request = request, .page = &e->page, .rows = json_array() };
    const char *from = e->page.first;
    lm_store *store = e->list->here ? request->house->store : house_reader(request->house, LM_WORK_LIST);
    do {
        r.skipped = false;
        e->failed = lm_store_values_from(store, e->prefix, from, read_row, &r, text) != LM_STORE_DONE;
        snprintf(behind, sizeof behind, "%s\x7f", e->list->skips ? e->list->skips : "");
        from = behind;
    } while (r.skipped && !e->failed);
    if (e->list->adds && !e->failed) e->list->adds(store, r.rows);
    e->kept = r.rows;
}

static void answer_page(house_request *request)
{
    const house_errand *e = request->own;
    if (e->failed) {
        request_refuse(request, LM_REFUSED_LATER,
                       LM_SAYS(STORE_UNREAD, "", "the house cannot read its store; try again"));
        return;
    }
    json_t *answer = json_pack("{s:O}", e->list->name, e->kept);
    const char *next = page_next(&e->page, e->prefix);
    if (next) json_object_set_new(answer, "next", json_stringn(next, e->list->tells ? e->list->tells : strlen(next)));
    request_answer(request, answer);
}

void page_answer(house_request *request, const struct paged_list *list, const char *prefix)
{
    house_errand *e = errand_of(request);
    e->list = list;
    snprintf(e->prefix, sizeof e->prefix, "%s", prefix);
    if (!page_begin(request, prefix, list->here ? PAGE_READ_HERE : PAGE_READ_LATER, &e->page)) return;
    if (list->here) {
        read_page(request);
        answer_page(request);
    } else {
        request_later(request, LM_WORK_LIST, read_page, answer_page);
    }
}
