/* words_json.h - actions, events and tables as objects of libjansson, for rooms of the program that read or write JSON.
 *
 * liblammer does not ship this header: a program that uses the library does not depend on libjansson's types. Every
 * object returned is a new reference. */
#ifndef LAMMER_PROGRAM_WORDS_JSON_H
#define LAMMER_PROGRAM_WORDS_JSON_H

#include <jansson.h>

#include "lammer/story.h"
#include "lammer/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads {"do":"hit","seat":"3"}. False with the reason: no such verb, a field that is missing, unknown or malformed. */
bool lm_words_action(const lm_words_reader *reader, const json_t *object, lm_action *action, char *why, size_t size);

/* The same for a row that the caller defines; "do" is ignored. `given` gets the fields that the object has. */
bool lm_words_read(const lm_words_reader *reader, const lm_words_row *row, const json_t *object, lm_action *action,
                   uint32_t *given, char *why, size_t size);

/* The request that does this action, with its amount. */
json_t *lm_words_of_action(const lm_rules *rules, const lm_action *action);

/* An offered action: has least, most and step in place of the amount, and leaves out the fields in `less`. */
json_t *lm_words_of_offer(const lm_rules *rules, const lm_action *action, uint32_t less);

/* The actions that are allowed now, as offers, for one box and bettor; box 0: for all boxes. */
json_t *lm_words_legal(const lm_table *table, const lm_rules *rules, uint8_t box, uint8_t bettor);

/* The irregularities that are possible now, as offers and as actions. Those that differ only in their card are listed once. */
enum { LM_WORDS_MISHAPS = 2048 }; /* more than 22 kinds times 52 cards, or times 7 boxes and 3 ways */
json_t *lm_words_mishaps(const lm_table *table, const lm_rules *rules);
int lm_words_list_mishaps(const lm_table *table, const lm_rules *rules, lm_action list[LM_WORDS_MISHAPS]);

/* Receives the fields of an event or a turn in their order, to make a JSON object or a text of them. */
typedef struct {
    void *self;
    void (*word)(void *self, const char *key, const char *word);
    void (*number)(void *self, const char *key, int64_t number);
    void (*flag)(void *self, const char *key, bool on);
} lm_words_sink;
void lm_words_put_event(const lm_rules *rules, const lm_event *event, const lm_words_sink *to);
void lm_words_put_turn(const lm_rules *rules, lm_turn turn, const lm_words_sink *to);
/* A sentence of the story: its message as "say", and the arguments that the message uses. */
void lm_words_put_sentence(const lm_sentence *sentence, const lm_words_sink *to);
json_t *lm_words_of_sentence(const lm_sentence *sentence);

json_t *lm_words_of_event(const lm_rules *rules, const lm_event *event);
/* Reads an event back; its clause points into the object. False when the object is not an event of the engine. */
bool lm_words_event(const lm_rules *rules, const json_t *object, lm_event *event);
json_t *lm_words_of_turn(const lm_rules *rules, lm_turn turn);

/* The whole table: rules, phase, dealer, boxes, wagers, turn, seats, packs. */
json_t *lm_words_of_table(const lm_table *table, const lm_rules *rules);

#ifdef __cplusplus
}
#endif

#endif
