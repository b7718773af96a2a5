/* nearest.h - "did you mean ...?" */
#ifndef LAMMER_NEAREST_H
#define LAMMER_NEAREST_H

/* The name that differs least from the word, NULL when none is close. `name_at` gives the i-th name and NULL
 * after the last. */
const char *nearest_name(const char *word, const char *(*name_at)(int i));

#endif
