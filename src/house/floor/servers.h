/* servers.h - the servers of one house, and how they share its tables: for leases.c, servers.c, spread.c and tables.c. */
#ifndef LAMMER_HOUSE_SERVERS_H
#define LAMMER_HOUSE_SERVERS_H

#include "floor.h"

/* servers.c: what each server writes about itself, under "~server/NAME". */
void servers_list(lm_house *house); /* reads the list; counts the tables of this server only */
void servers_announce(lm_house *house, lm_batch *batch);
void servers_retire(lm_house *house, lm_batch *batch);
house_server *server_find(lm_house *house, const char *name); /* NULL: not known */
/* A server that takes tables: heard of lately, and not being stopped. */
bool server_takes(const house_server *server);
house_server *server_taking(lm_house *house, const char *name);
double server_weight(const house_server *server);

/* spread.c: which server takes a table, and which table leaves. */
void spread_heirs(lm_house *house);                     /* reads which server is named for each table */
bool spread_takes(lm_house *house, house_table *table); /* whether this server shall take a free table */
void spread_tick(lm_house *house);                      /* decides which tables leave */
void spread_drain(lm_house *house);                     /* lets all tables leave */
void heir_name(const lm_house *house, const house_table *table, lm_batch *batch); /* when the lease is released */
void heir_end(const house_table *table, lm_batch *batch);                         /* when the table is taken */

#endif
