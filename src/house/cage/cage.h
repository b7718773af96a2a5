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

/* By q->name; false when there is none, or it could not be read. */
bool account_read(lm_store *store, account_question *q);
void account_refuse_unread(house_request *request); /* ends it */
void wallet_name(const char *player, house_money money, char name[LM_STORE_NAME + 1]);

/* Every command at the counter that changes something begins and ends with these: a cashier who missed the answer and
 * repeats the command gets the same answer, with "repeated". Steals the answer. */
void cage_begin(house_request *request);
/* The same for a command that serves a customer; false when refused: cashiers cannot serve themselves. */
bool cage_begin_for(house_request *request, house_person *customer);
/* True where the amount needs a second person, who has not approved it yet: the request now waits, or was refused. */
bool cage_asks_second(house_request *request, lm_cents cents, bool coupon);
void cage_submit(house_request *request, lm_batch *batch, json_t *answer, house_handler *again);

#endif
