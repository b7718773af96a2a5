/* account.h - the accounts inside one meter, for this room only. */
#ifndef LAMMER_METERS_ACCOUNT_H
#define LAMMER_METERS_ACCOUNT_H

#include "lammer/meter.h"

lm_meter_status lm_meter_done(void);
lm_meter_status lm_meter_refuse(const lm_meter *meter, lm_meter_why why);

bool lm_meter_terms_valid(lm_meter_terms terms);

/* Adds parts to display and reserve, or takes them back; behind the last award that waits, if any. */
void lm_meter_give(lm_meter *meter, int64_t parts, int64_t reserve_parts);

/* The same at once, before the awards that wait. Even with nothing to add it moves overflow to the display up to the
 * limit, and makes up shortfalls. */
void lm_meter_absorb(lm_meter *meter, int64_t parts, int64_t reserve_parts);

/* An award leaves the display. `empties`: the whole of it is won, so seed, reserve and overflow start it again. */
void lm_meter_pay(lm_meter *meter, lm_cents amount, bool empties);

/* The line of awards: index of one, or -1; put one in; the value of one at the head; pay one; take one out. */
int lm_line_find(const lm_meter *meter, uint32_t table, uint32_t round, int place);
bool lm_line_holds(const lm_meter *meter, uint32_t table, uint32_t round);
lm_meter_status lm_line_join(lm_meter *meter, const lm_award *award);
lm_cents lm_line_pay(lm_meter *meter, int i);
void lm_line_leave(lm_meter *meter, int i);
lm_cents lm_line_prize(const lm_meter *meter, int i);

/* The meter as it will be when every award in the line has been paid. */
lm_meter lm_line_paid(const lm_meter *meter);

/* Whether the other awards in the line allow this one to be paid now. */
lm_meter_status lm_line_may_pay(const lm_meter *meter, int i);

#endif
