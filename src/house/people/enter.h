/* enter.h - functions shared by the commands that create a person or sign one in. */
#ifndef LAMMER_HOUSE_PEOPLE_ENTER_H
#define LAMMER_HOUSE_PEOPLE_ENTER_H

#include "people.h"

/* Takes a new password out of the body into the errand; false when it was refused. */
bool enter_take_password(house_request *request);
/* Makes a person from the body's "person" and "name" and the errand's hash. Refuses and returns false if the name is
 * taken or invalid. */
bool enter_new_person(house_request *request, uint32_t roles, house_person *p);
/* A batch with the record, the value, the sign-in name and the wallets of a new person. */
lm_batch *enter_batch(house_request *request, const house_person *p, const char *reason);
/* Opens a session for the person in the batch, and returns the answer with it. The device is known from then on. */
json_t *enter_open(house_request *request, lm_batch *batch, const house_person *p);

/* tries.c: counts an attempt at the errand's login, compares the password, then calls `then`; refuses if the sender
 * must wait. */
void tries_begin(house_request *request, lm_act_field password, void (*then)(house_request *));
void tries_failed(house_request *request, lm_batch *batch);
void tries_succeeded(house_request *request, lm_batch *batch);

/* device.c: whether the request comes from a known device of the errand's person; device_keep makes it known. */
bool device_recognise(house_request *request);
void device_keep(house_request *request, lm_batch *batch, const char *person);

/* login.c: finds the person who has this sign-in name, for errand->person; "" if the name is free. */
void login_find(house_request *request, const char *login);
/* Gives the person the sign-in name, or their id if none was chosen; false when refused. */
bool login_choose(house_request *request, const char *wanted, house_person *p);
void login_keep(const house_request *request, lm_batch *batch, const house_person *p);

/* Called when the errand's hash is ready: proceeds at once or, for staff, asks for a second person first (second.c). */
void second_for_staff(house_request *request, bool staff, house_handler *then);
/* True when the second person has approved; the errand then has the stored hash. */
bool second_has_allowed(house_request *request);

#endif
