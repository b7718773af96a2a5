/* page.h - lists of any length: an answer has one page of rows, and says where the next page begins.
 *
 * Every word that lists values of the store has "after" and "limit" in its row of acts.def and "next" in its reply. A
 * page ends with the rows that were asked for, with its bytes, or when it has read too many rows that it does not show:
 * then it may be empty, and still has a "next". So no answer costs more than a page, however long the list is. */
#ifndef LAMMER_HOUSE_PAGE_H
#define LAMMER_HOUSE_PAGE_H

#include "people.h"

enum {
    PAGE_ROWS = 50, /* unless the caller asks for another number */
    PAGE_ROWS_MOST = 200,
    PAGE_BYTES = 128 * 1024, /* of values; the last row may exceed it */
    PAGE_READ_HERE = 400,    /* rows read on the house's thread */
    PAGE_READ_LATER = 2000,  /* on another */
};

/* Reads "after" and "limit" of the request, for keys with this prefix. False if the request was refused. */
bool page_begin(house_request *request, const char *prefix, int reads, house_page *page);
/* Whether the page can take the row; if not, the next page begins with it. */
bool page_takes(house_page *page, const lm_value_row *row);
void page_shows(house_page *page, size_t bytes); /* counts a row that was added */
/* The value of "next": the key without its prefix; NULL on the last page. */
const char *page_next(const house_page *page, const char *prefix);

/* A list of values. */
struct paged_list {
    const char *name;  /* the member of the answer that holds the rows */
    const char *skips; /* keys that begin so are not read; NULL: none */
    size_t tells;      /* the number of characters of a key in "next"; pages end where these change; 0: the whole key */
    bool here;         /* read on the house's thread, because every row is shown */
    /* Completes the rows of a page from other values; NULL: they are complete. May run on another thread. */
    void (*adds)(lm_store *store, json_t *rows);
    /* Whether the row is shown; removes what the caller must not see. May run on another thread. */
    bool (*shows)(const house_request *request, const char *id, json_t *value, const json_t *list);
};
void page_answer(house_request *request, const struct paged_list *list, const char *prefix);

#endif
