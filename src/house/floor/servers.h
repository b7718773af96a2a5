/* servers.h - the servers of one house, and how they share its tables: for leases.c, servers.c, spread.c and tables.c. */
#ifndef LAMMER_HOUSE_SERVERS_H
#define LAMMER_HOUSE_SERVERS_H

#include "floor.h"

/* servers.c: what each server says of itself, under "~server/NAME". */
void servers_list(lm_house *house); /* reads it; counts the tables of this server alone */
void servers_announce(lm_house *house, lm_batch *batch);
void servers_retire(lm_house *house, lm_batch *batch);
house_server *server_find(lm_house *house, const char *name); /* NULL: not known */
/* A server that takes tables: heard of lately, and not being stopped. */
bool server_takes(const house_server *server);
house_server *server_taking(lm_house *house, const char *name);
double server_weight(const house_server *server);

/* spread.c: which server takes a table, and which table leaves. */
void spread_heirs(lm_house *house);                     /* reads who is named for which table */
bool spread_takes(lm_house *house, house_table *table); /* a free table is for this server */
void spread_tick(lm_house *house);                      /* decides which tables leave */
void spread_drain(lm_house *house);                     /* all of them leave */
void heir_name(const lm_house *house, const house_table *table, lm_batch *batch); /* with the release of its lease */
void heir_end(const house_table *table, lm_batch *batch);                         /* with the take */

#endif
