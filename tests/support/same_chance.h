/* same_chance.h - a test that includes this deals the same cards, and gives the same names, every time it
 * runs. */
#ifndef LAMMER_TESTS_HOUSE_SAME_CHANCE_H
#define LAMMER_TESTS_HOUSE_SAME_CHANCE_H

#include "seeded.h"

__attribute__((constructor)) static void begin_with_the_same_chance(void)
{
    use_seeded_chance(1);
}

#endif
