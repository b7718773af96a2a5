/* json.h - the door at which JSON is parsed: requests, acts and meters of records, settings, as objects of libjansson.
 *
 * No other header of this folder names a libjansson type: rooms hand each other typed values and finished text. */
#ifndef LAMMER_SERVER_JSON_H
#define LAMMER_SERVER_JSON_H

#include <jansson.h>

#include "lammer/server/acts.h"
#include "lammer/server/calendar.h"
#include "lammer/server/out.h"

/* --- requests --------------------------------------------------------------------------------------------------- */

/* A request is kept as the parsed object, because its row is found before its sender is known, and its fields are read
 * only afterwards. */
struct lm_request {
    json_t *object; /* borrowed */
};

/* --- acts ------------------------------------------------------------------------------------------------------- */

/* Reads the fields of a row. It ignores "do" and the keys in `also` (ends with NULL, or NULL), which the caller reads.
 * False with a sentence that names what is wrong, and the nearest field where one is unknown. */
bool lm_act_read(lm_act *act, const lm_act_row *row, lm_act_from from, const json_t *object, const char *const *also,
                 char *why, size_t size);

/* The row of an act of a record, found by its "do" and its fields; NULL: there is no such act. */
const lm_act_row *lm_act_recorded(const json_t *object);

/* Reads an act of a record; its "do" and its fields decide which row it has. */
bool lm_act_recall(lm_act *act, const json_t *object, char *why, size_t size);

/* What is told in a sentence of journal.def: an act ("do"), an event, or the body of a record of the house. */
typedef struct {
    const json_t *fields;
    const char *actor;             /* of its record */
    const lm_wager *const *wagers; /* give wagers their titles; NULL: sentences have ids */
} lm_telling;

/* Adds the sentence of an act, or else that of the event or record kind called `word`. False: there is none. */
bool lm_tell(lm_out *out, const char *word, const lm_telling *of);

/* --- records of a table ---------------------------------------------------------------------------------------- */

struct house_list; /* felt.h */
struct house_play;
struct house_state;

/* play.c: play_act for an act of a record. */
bool play_recorded(struct house_play *play, const json_t *act);

/* meters_kept.c: takes over the shared meters that a record states (links_write); NULL: it states none. */
bool links_read(struct house_state *state, const json_t *values);

/* record.c: between written text and JSON. What is returned is a new reference. */
json_t *list_read(const struct house_list *list);
void list_take(struct house_list *list, const json_t *array); /* appends the array's values */
json_t *out_read(lm_out *out);                                /* frees the text */

/* --- settings --------------------------------------------------------------------------------------------------- */

/* Reads the fields that are present. Returns NULL, or what is wrong with them. */
const char *config_read(report_config *config, const json_t *object);
json_t *config_write(const report_config *config);
/* Adds a new value to the setting, which also keeps its earlier values. A new reference. */
json_t *config_add(const json_t *kept, const report_config *next, int64_t now_ms);

/* --- as text ---------------------------------------------------------------------------------------------------- */

void lm_out_json(lm_out *out, const json_t *json);

/* --- memory ------------------------------------------------------------------------------------------------------ */

/* memory.c: makes jansson allocate by memory_or_end. With `kept`, each thread reuses freed memory until it ends, which suits
 * long-lived threads. */
void memory_for_json(bool kept);

#endif
