/* fields.h - the fields of an action as JSON: how each is read and written. */
#ifndef LAMMER_WORDS_FIELDS_H
#define LAMMER_WORDS_FIELDS_H

#include "lammer/program/words_json.h"

/* Words that stand for a small number, each list in the order of its enum and ended by NULL. */
extern const char *const instrument_words[];
extern const char *const ride_words[];
extern const char *const side_words[];
extern const char *const misdeal_words[];
extern const char *const role_words[];
extern const char *const irregular_words[];
extern const char *const prompt_words[];
extern const char *const cause_words[];
int word_index(const char *const *words, const char *text); /* -1: none of them */

/* Where an error message is written. */
typedef struct {
    char *why;
    size_t size;
} complaint;

/* Always false. */
bool complain(const complaint *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The field of a set with this key; LM_WORD_FIELDS: none. */
lm_words_field field_find(const char *key, uint32_t set);

/* Puts a value into the action. */
bool field_read(const lm_words_reader *reader, lm_words_field field, const json_t *value, lm_action *action,
                const complaint *to);

/* Writes the required fields of an action, and the optional ones that have a value. An offered amount is a range. */
void fields_write(const lm_rules *rules, const lm_action *action, uint32_t needs, uint32_t takes, bool is_offer,
                  json_t *object);

/* Put one field into an object. */
void lm_words_set_seat(json_t *object, uint8_t box, uint8_t bettor);
void lm_words_set_wager(const lm_rules *rules, json_t *object, uint8_t slot, uint8_t n);

#endif
