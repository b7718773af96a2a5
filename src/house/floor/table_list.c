/* table_list.c - the list of tables that this server knows. */
#include <stdlib.h>
#include <string.h>

#include "floor.h"

/* Every request names its table, so tables are found by a hash with linear probing. */
static uint16_t *place_of(lm_house *house, const char *id)
{
    unsigned at = 5381;
    for (const char *c = id; *c; c++)
        at = at * 33 + (unsigned char)*c;
    for (at %= 2 * HOUSE_TABLES; house->place[at]; at = (at + 1) % (2 * HOUSE_TABLES)) {
        if (strcmp(house->table[house->place[at] - 1]->id, id) == 0) break;
    }
    return &house->place[at];
}

house_table *table_find(lm_house *house, const char *id)
{
    uint16_t place = *place_of(house, id);
    return place ? house->table[place - 1] : NULL;
}

const char *table_meant(const lm_house *house, const char *id, char text[LM_MEANT_TEXT])
{
    const char *names[HOUSE_TABLES];
    for (int i = 0; i < house->tables; i++)
        names[i] = house->table[i]->id;
    return lm_words_meant(lm_words_nearest_of(id, names, house->tables), text);
}

house_table *table_add(lm_house *house, const char *id)
{
    house_table *t = house->tables < HOUSE_TABLES ? calloc(1, sizeof *t) : NULL;
    if (!t) return NULL;
    snprintf(t->id, sizeof t->id, "%s", id);
    snprintf(t->stream, sizeof t->stream, "table/%s", id);
    uint16_t *place = place_of(house, id);
    house->table[house->tables++] = t;
    *place = (uint16_t)house->tables;
    return t;
}

bool table_is_playing(const house_table *t)
{
    return t->holding == TABLE_HELD && t->state.table.stage == LM_IN_ROUND && t->state.table.round.phase != LM_BETTING;
}
