/* edge.h - exact odds for the house's reports, computed once for each set of rules. */
#ifndef LAMMER_SERVE_EDGE_H
#define LAMMER_SERVE_EDGE_H

#include <pthread.h>
#include <stdbool.h>

#include "lammer/rules.h"

typedef struct known_edge known_edge;

typedef struct {
    pthread_mutex_t mutex; /* one computation at a time, and none twice */
    known_edge *first;
} edges;

void edges_open(edges *e);
void edges_close(edges *e);

/* As lm_house_owner.edge. The first question about a set of rules takes a second or two. From any thread. */
bool edges_ask(edges *e, const lm_rules *rules, const char *wager, double *edge, double *sd);

#endif
