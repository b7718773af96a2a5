/* cage.h - what the files of the cage share. */
#ifndef LAMMER_HOUSE_CAGE_H
#define LAMMER_HOUSE_CAGE_H

#include "people/people.h"

typedef struct {
    char name[LM_STORE_NAME + 1];
    bool found, unread; /* unread: the store could not be read */
    lm_cents cents;
    int64_t lines;
} account_question;

/* Reads the account q->name; false if it does not exist or cannot be read. */
bool account_read(lm_store *store, account_question *q);
void account_refuse_unread(house_request *request); /* ends the request */
void wallet_name(const char *player, house_money money, char name[LM_STORE_NAME + 1]);

/* Every command at the counter that changes something begins with cage_begin and ends with cage_submit, which steals
 * the answer. A cashier who missed the answer and repeats the command gets the same answer, with "repeated". */
void cage_begin(house_request *request);
/* As cage_begin, for a command that serves a customer; refuses and returns false if cashiers would serve themselves. */
bool cage_begin_for(house_request *request, house_person *customer);
/* True if the amount needs a second person who has not approved it yet. The request then waits, or was refused. */
bool cage_asks_second(house_request *request, lm_cents cents, bool coupon);
void cage_submit(house_request *request, lm_batch *batch, json_t *answer, house_handler *again);

#endif
