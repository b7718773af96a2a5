/* reports.h - common parts of the pit's reports: reading a table's journal, and making rows.
 *
 * A report reads only records and ledger lines, never a running table. It runs on the thread for slow work and uses
 * only its query. */
#ifndef LAMMER_RECORDS_REPORTS_H
#define LAMMER_RECORDS_REPORTS_H

#include "lammer/server/felt.h"
#include "lammer/server/json.h"
#include "lammer/server/records.h"

enum {
    REPORT_CHUNK = 512,    /* records read at a time: other readers get their turn in between */
    PAGE_ROWS_MOST = 1000, /* rows of one answer */
    REPORT_STAKES = 512,   /* wagers of one round */
    REPORT_WAGER = 24,
    REPORT_ASKED = 400,
};

/* Settings and when each took effect, the oldest first. The value CONFIG_KEY holds the present settings, with
 * `since_ms` and, in `earlier`, those before. */
typedef struct {
    int64_t since_ms;
    report_config config;
} config_era;

typedef struct {
    int eras;
    config_era era[REPORT_ERAS];
} config_history;

void history_read(config_history *history, const json_t *kept);

/* --- a report ------------------------------------------------------------------------------------------------- */

typedef struct report_query {
    lm_store *store;
    lm_records_owner owner;
    report_config config; /* the present settings, which apply always if there is no history */
    config_history history;
    int64_t from_ms, to_ms; /* from <= time < to */
    int64_t now_ms;         /* when the report was requested; 0: long after the query's end */
    char table[LM_HOUSE_ID], person[LM_HOUSE_ID];
    char shift[REPORT_SHIFT_NAME], money[8];
    char seat[8];         /* a search: at this box only; "": at all */
    lm_cents least_cents; /* a search: with an amount of at least so much; 0: with any */
    int64_t round, limit;
    bool goes_on;                        /* with a later page than the first: */
    char from_stream[LM_STORE_NAME + 1]; /* a list of records goes on in this stream */
    int64_t from_seq;                    /* at this record, line or row */
    char word[32], meter[64];
    char asked[REPORT_ASKED]; /* by which its pages find a kept report */
    json_t *win, *slips;      /* the rows behind a closed day, for its document */
    char text[LM_STORE_TEXT]; /* why the report could not be made */
} report_query;

/* The settings at a moment, and the gaming day and the shift by these settings; gaming_midnight, gaming_day_of and
 * shift_at compute them for one setting. */
typedef struct {
    char name[REPORT_SHIFT_NAME];
    int number;
    int64_t midnight_ms, began_ms; /* midnight_ms is the date of its gaming day */
} shift_name;
const report_config *config_at(const report_query *query, int64_t time_ms);
int64_t query_midnight(const report_query *query, int64_t time_ms);
int64_t query_day_of(const report_query *query, int64_t midnight_ms);
void query_shift(const report_query *query, int64_t time_ms, shift_name *shift);
/* When the shift that holds a moment is over. */
int64_t query_shift_end(const report_query *query, int64_t time_ms);

/* The end of the time that a report covers: now, or the end of the query if that is earlier. */
int64_t query_end(const report_query *query);

/* Makes the rows, an array of flat objects; NULL with query->text. May add members beside the rows to `more`. */
typedef json_t *report_maker(report_query *query, json_t *more);

report_maker report_win, report_ratings, report_currency, report_cage, report_tax, report_review, report_search,
    report_significant, report_meter, report_recall, report_slips, report_decks, report_games, report_close,
    report_rounds;

/* --- rows (reports_rows.c) ----------------------------------------------------------------------------------------- */

/* Adds a row with the fields of a reply, in the order of replies.def. The arguments are their values: const char *
 * (NULL: none) for texts, int64_t for whole numbers and cents, double for numbers, json_t * (stolen; NULL: none) for
 * everything else. In a field that may be null, 0 and NAN mean null. Returns a borrowed reference. */
json_t *add_row(json_t *rows, const char *reply, ...);
json_t *no_rows(json_t *rows); /* frees the rows and returns NULL */
int64_t whole_cents(double cents);
double share_of(double part, double whole); /* NAN if `whole` is 0 */

/* The sums of these fields of the rows of one kind of money (NULL: of all): an object, with hold and the band of theory
 * where the rows have them. */
extern const char win_sums[];
json_t *rows_total(const json_t *rows, const char *sums, const char *money);

/* Rows as CSV; `columns` is a list separated by spaces. */
void report_csv(lm_out *out, const json_t *rows, const char *columns, bool heads);

/* The rows of the law of a year (reports_thresholds.c). */
json_t *laws_of(const char *jurisdiction, int year);

/* pdf.c: the document of a closed day from its whole report, signed by the house's key. False with query->text. */
bool close_document(report_query *query, const json_t *whole, lm_out *out);

/* --- lists of records (reports_journal.c) ---------------------------------------------------------------------------- */

/* A page of rows, some for each record. A reader's context begins with it. */
typedef struct {
    report_query *query;
    json_t *rows;
    json_t *carried; /* balances that every record changes: then all records of a stream are read; NULL: none */
    size_t before;   /* rows before those of the present record */
    size_t bytes;
    int reads;
    bool full;
    char next[LM_STORE_NAME + 40];
} record_list;

/* Reads the streams of the query's table, or all of them, up to the query's end. Notes in `more` where the next page
 * begins. The rows stream by stream, or NULL with query->text. */
json_t *list_records(record_list *list, lm_record_reader reader, json_t *more);

/* --- pages (pages.c) -------------------------------------------------------------------------------------------------- */

/* Reads "after" and "limit"; `by_number`: "after" is the number of a line. NULL, or what is wrong with them. */
const char *page_read(report_query *q, const json_t *body, bool by_number);
/* Around the rows of a record. False: the page is full, and the next one begins with this record. */
bool list_takes(record_list *list, const lm_record *record);
bool list_took(record_list *list, const lm_record *record);
/* Balances before a record, kept when a page ends there. */
const json_t *balances_kept(const lm_pages *pages, const char *stream, int64_t seq);
/* A report with all its rows, kept for its pages (a new reference, or NULL), and a page of it, a new object. The first
 * is called before the report is made, which may widen the query. */
json_t *page_kept(report_query *q, int word);
json_t *page_cut(const report_query *q, json_t *whole);

/* reports.c: a whole number, also as text, because a GET query has only texts. */
bool read_whole(const json_t *body, const char *key, int64_t otherwise, int64_t most, int64_t *value);

/* --- reading a table's stream ----------------------------------------------------------------------------------- */

typedef enum { THING_ACT, THING_MOVE, THING_STAKE, THING_ROUND } thing_kind;

/* A wager; the player is "" where unknown. */
typedef struct {
    char player[LM_HOUSE_ID], wager[REPORT_WAGER];
    uint8_t box, bettor;
    lm_cents cents;
} report_stake;

/* An item of a table's records, in their order. A stake is reported at the deal, or when insurance is bought, because
 * it can no longer be taken back then. */
typedef struct {
    thing_kind kind;
    bool inside; /* whether it is within the query's time */
    int64_t seq, time_ms;
    const lm_act *act;         /* ACT: without fields if they cannot be read */
    const json_t *recorded;    /* the act as its record has it */
    const lm_effect *move;     /* MOVE */
    const report_stake *stake; /* STAKE */
} thing;

/* Whether a stake counts as a hand: the main wager of a box, but not that of a bettor behind. */
bool is_hand(const report_stake *stake);

/* A table while its stream is read. */
typedef struct table_reading {
    report_query *query;
    const char *table; /* id */
    char title[64], money[8];
    lm_rules *rules;                   /* NULL if they cannot be read */
    uint32_t round;                    /* number of rounds opened so far */
    bool busy;                         /* a player is at the table */
    report_stake stake[REPORT_STAKES]; /* stakes for the next deal */
    int stakes;
    void (*hear)(void *self, const struct table_reading *reading, const thing *what);
    void *self;
} table_reading;

/* Reads every table of the query, in the order of their names; calls `begin` and `end` around each. False with
 * query->text. */
typedef struct {
    void *self;
    void (*begin)(void *self, const table_reading *reading);
    void (*hear)(void *self, const table_reading *reading, const thing *what);
    void (*end)(void *self, const table_reading *reading);
} table_listener;
bool read_tables(report_query *query, const table_listener *listener);

/* Hands over a stream's records from a number on, in chunks. */
bool read_stream(report_query *query, const char *stream, int64_t from_seq, lm_record_reader reader, void *context);
/* Reads the streams with this prefix, or only that of the query's table, in the order of their names. */
bool each_stream(report_query *query, const char *prefix, bool (*read)(void *context, const char *stream),
                 void *context);
/* The first record of a stream that is not earlier than a moment; 1 after the last record if there is none. */
int64_t seq_at(report_query *query, const char *stream, int64_t time_ms);
/* The acts of a record as an array: a new reference, or NULL if it has none. */
json_t *record_acts(const lm_record *record);
/* The next movement of money from *at on; advances *at. False at the end. */
bool next_move(const lm_record *record, size_t *at, lm_effect *move);

/* The person in the name of an account with this prefix ("rack/", "wallet/"); otherwise NULL. */
const char *account_person(const char *account, const char *prefix);
/* Whether an account is KIND/TABLE, or begins with KIND/TABLE/. */
bool account_is(const char *account, const char *kind, const char *table);

/* --- what theory expects (reports_theory.c) ------------------------------------------------------------------------ */

/* The house's expected win from stakes, and how far chance may move it. */
typedef struct {
    double mean_cents, variance;
    double widest;               /* the greatest variance that the results can have */
    double box_sd[LM_BOXES + 1]; /* of the round being added up: main wagers by box, and all other wagers */
    double other_sd;
    double tie;             /* correlation of the main wagers of two boxes */
    bool dealt;             /* that round has been dealt */
    lm_cents staked_cents;  /* stakes with a known edge */
    lm_cents unknown_cents; /* stakes without a known edge */
} theory;

void theory_stake(theory *t, const table_reading *reading, const report_stake *staked);
void theory_round(theory *t);         /* the stakes so far were one round */
double theory_reach(const theory *t); /* 95 of 100 results lie within this distance of the mean */

/* hands.c: a finished round for all readers, LM_UNFINISHED after a slice of the journal. */
lm_kind hand_answer(report_query *query, void **kept, lm_out *answer, char *text);

/* feed.c: answers of the change feed, as lm_question.answer. */
lm_kind feed_answer(const lm_inquiry *inquiry, lm_out *answer, char *text);
lm_kind feed_head_answer(const lm_inquiry *inquiry, lm_out *answer, char *text);

#endif
