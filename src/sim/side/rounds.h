/* rounds.h - the tables of wagers fed from rounds of the scalar driver: for tests, and for the few rounds that a fast
 * machine leaves to it. */
#ifndef LAMMER_SIM_SIDE_ROUNDS_H
#define LAMMER_SIM_SIDE_ROUNDS_H

#include "scalar/driver.h"
#include "side.h"

/* Adds the wagers of the round that was just played. */
void side_add_round(side_book *book, const driver *driver);

#endif
