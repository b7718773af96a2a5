/* account.h - the accounts inside one meter, for this room only. */
#ifndef LAMMER_METERS_ACCOUNT_H
#define LAMMER_METERS_ACCOUNT_H

#include "lammer/meter.h"

lm_meter_status lm_meter_done(void);
lm_meter_status lm_meter_refuse(const lm_meter *meter, lm_meter_why why);

bool lm_meter_terms_valid(lm_meter_terms terms);

/* Whether every account is within LM_METER_MOST and LM_METER_PARTS_MOST: then no sum of the next act overflows. */
bool lm_meter_has_room(const lm_meter *meter);

/* Sets valid terms at once, or keeps them until no award waits. */
void lm_meter_take_terms(lm_meter *meter, lm_meter_terms terms);

/* Adds parts to display and reserve, or takes them back. If awards wait, the parts take effect after the last of them. */
void lm_meter_give(lm_meter *meter, int64_t parts, int64_t reserve_parts);

/* Does the same at once, even if awards wait. It also moves overflow to the display up to the limit and makes up
 * shortfalls. */
void lm_meter_absorb(lm_meter *meter, int64_t parts, int64_t reserve_parts);

/* Takes an award off the display, which pays at most what it holds, and returns what it paid. `empties`: the whole meter
 * is won, so seed, reserve and overflow start it again. lm_meter_pay_whole pays all that the display shows. */
lm_cents lm_meter_pay(lm_meter *meter, lm_cents amount, bool empties);
lm_cents lm_meter_pay_whole(lm_meter *meter);

/* The line of waiting awards. lm_line_find returns an index or -1; lm_line_holds says whether an award of the round waits;
 * lm_line_prize is what an award would pay. lm_line_pay pays the first award, or one that lm_line_may_pay allows. */
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
