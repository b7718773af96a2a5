/* recall.h - the state of a recall: a table being rebuilt from its records. */
#ifndef LAMMER_RECORDS_RECALL_H
#define LAMMER_RECORDS_RECALL_H

#include "lammer/server/felt.h"
#include "lammer/server/json.h"
#include "lammer/server/records_json.h"

struct lm_recall {
    char id[LM_HOUSE_ID];
    lm_rules_source source;
    lm_rules *rules;  /* NULL before the first record */
    house_play *play; /* play->state is the table after the last record */
    house_secret secret;
    uint8_t key[HOUSE_KEY];
    bool has_key, is_broken;
    bool names_owners;     /* the records name the owners of coupons, as older ones do not */
    int64_t shoes;         /* number of shoes that were opened and matched their commitment */
    house_list round_acts; /* acts recorded since the round was opened */
    json_t *books;         /* {account: cents} of the table's own accounts, from the ledger's movements alone */
    lm_cents rack_cents;   /* all players' chips, by these movements */
    json_t *before;        /* {account: cents} before the last record, of the accounts that it moved */
    json_t *record;        /* the last record: seq, time_ms, kind, by, as */
    lm_meters meters_before;
    /* In a record that opens a round: how many acts, events and movements came before the opening. */
    struct {
        bool round;
        size_t acts, events;
        int moves;
    } opens;
};

/* Writes why a record does not follow, LM_HOUSE_TEXT bytes at most; false. */
#define refuse_text(text, ...) (snprintf(text, LM_HOUSE_TEXT, __VA_ARGS__), false)

/* recall_books.c: adds the record's movements to the books, and compares them with the movements of the play and the
 * books with the table's balances. False with a sentence of LM_HOUSE_TEXT bytes. */
bool recall_books(lm_recall *recall, const lm_record *record, char *text);

/* recall_coupons.c: compares the coupons of the record with those of the play. */
bool recall_coupons(lm_recall *recall, const lm_record *record, const json_t *body, char *text);

/* round.c: looks for the records of one round; a lm_record_reader. */
typedef struct {
    lm_recall *recall;
    int64_t round;
    json_t *stories; /* the records that have a part of the round */
    bool is_broken;  /* a record does not follow; the reason is in `text` (LM_HOUSE_TEXT bytes) */
    char *text;
} round_search;
bool round_take_record(void *context, const lm_record *record);

/* Whether all movements of the account are in this table's stream. */
bool recall_owns(const lm_recall *recall, const char *account);

#endif
