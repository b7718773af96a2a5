/* cage.h - what the files of the cage share. */
#ifndef LAMMER_HOUSE_CAGE_H
#define LAMMER_HOUSE_CAGE_H

#include "people.h"

typedef struct {
    char name[LM_STORE_NAME + 1];
    bool found;
    lm_cents cents;
    int64_t lines;
} account_question;

bool account_read(lm_store *store, account_question *q); /* by q->name; false when there is none */
void wallet_name(const char *player, house_money money, char name[LM_STORE_NAME + 1]);

void wallet_show(house_request *request);
void wallet_statement(house_request *request);

#endif
