/* chance.h - whether bets follow a count more closely than chance explains.
 *
 * Bets of one shoe depend on each other: a player who raises after a win raises again, and the count moves slowly. Shoes
 * do not. So each shoe counts as one observation, however many bets it has, and streaks within it raise no alarm. */
#ifndef LAMMER_RECORDS_CHANCE_H
#define LAMMER_RECORDS_CHANCE_H

#include <stdint.h>

enum { CHANCE_SHOES = 10 }; /* the least number of shoes for which a probability is given */

/* Begins as zero. */
typedef struct {
    double all[4], shoe[4]; /* sums of xy, -y, -x and 1: of all shoes, and of the present one */
    double products[4][4];  /* of the sums of each shoe, added up */
    int64_t shoes;
} count_chance;

void chance_add(count_chance *c, double count, double bet);
void chance_shoe(count_chance *c); /* the shoe is over */
/* The probability that bets which do not depend on the count follow it at least so closely: small where they rise with
 * it. NAN if there are too few shoes, or count or bets never change. */
double chance_of(const count_chance *c);

#endif
