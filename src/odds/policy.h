/* policy.h - charts and policies: a chart looks at totals, a policy at cards. */
#ifndef LM_ODDS_POLICY_H
#define LM_ODDS_POLICY_H

#include "joint.h"

int chart_row(const lm_game *g, hand_id h);

/* What a chart does with every hand of a column. */
void policy_of_chart(const lm_game *g, const column *c, const lm_chart *chart, policy *p);

/* The worth of a column when it is played by a chart, weighed by its chance; leaves policy and worth in g->trial and
 * g->scratch. `rough`: as far as it takes to compare two charts. */
lm_real chart_column_mean(lm_game *g, const lm_chart *chart, int which, bool rough);

#endif
