/* enter.h - functions shared by the commands that create a person or sign one in. */
#ifndef LAMMER_HOUSE_PEOPLE_ENTER_H
#define LAMMER_HOUSE_PEOPLE_ENTER_H

#include "people.h"
#include "totp.h"

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
/* Takes this attempt out of the counts again: the password was right, and the code will be asked for. */
void tries_undo(house_request *request, lm_batch *batch);
void tries_refuse(house_request *request, int64_t wait_ms);
void tries_failed(house_request *request, lm_batch *batch);
void tries_succeeded(house_request *request, lm_batch *batch);

/* The value of a second factor. */
enum { FACTOR_SEALED = 128 };
typedef struct {
    char sealed[FACTOR_SEALED]; /* the secret, in hexadecimal digits; "": none */
    int64_t last_step;          /* of the last code that was taken: it and earlier ones count no longer */
    int64_t wrong, wrong_ms;    /* wrong codes in a row, with the right password, from unknown devices */
    json_t *recovery;           /* hashes of unused codes */
    int64_t version;
} factor_row;

/* sign.c: tries the caller's own password. Then: it, or the code with it, was wrong; the judged factor, or NULL, is kept. */
void enter_try_own(house_request *request, lm_act_field field, house_handler *then);
void enter_failed(house_request *request, factor_row *judged);

/* factor.c: whether the request has the code that the person's second factor demands. A known device does not wait for
 * the wrong codes of others. What was judged, empty where there is no factor, must be kept with the record that follows
 * from PASSED or WRONG. */
typedef enum { FACTOR_PASSED, FACTOR_NEEDED, FACTOR_WRONG, FACTOR_REFUSED } factor_verdict;
factor_verdict factor_judge(house_request *request, const house_person *p, bool known, factor_row *judged);
void factor_keep(lm_batch *batch, const char *person, factor_row *judged);
void factor_forget(factor_row *judged);
/* A new secret, in base32; it counts when a code has confirmed it. Then recovery codes come with it. */
void factor_make(lm_house *house, lm_batch *batch, const char *person, char text[TOTP_TEXT]);
bool factor_confirms(lm_house *house, const char *person, const char *code, factor_row *row);
json_t *factor_start(lm_batch *batch, const char *person, factor_row *row);

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
