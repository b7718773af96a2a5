/* server_words.c - commands of staff about the servers of the house: list them, and move a table. */
#include "people/people.h"
#include "rows.h"
#include "servers.h"

void server_list(house_request *request)
{
    lm_house *house = request->house;
    json_t *rows = json_array();
    leases_list(house);
    for (int i = 0; i < house->servers; i++) {
        const house_server *s = &house->server_list[i];
        if (s->is_silent) continue;
        json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:i, s:I, s:b}", "server", s->name, "address",
                                              s->address, "inside", s->inside, "tables", s->tables, "records_per_s",
                                              (json_int_t)(s->load + 0.5), "leaving", (int)s->leaving));
    }
    request_answer(request, json_pack("{s:s, s:o}", "here", house->server, "servers", rows));
}

/* Names the server that shall run a table from now on; "" lets the servers decide. The server that holds the table
 * finds out when it next reads the leases. */
void server_move_table(house_request *request)
{
    lm_house *house = request->house;
    const char *id = field_text(request, LM_FIELD_TABLE), *name = field_text(request, LM_FIELD_SERVER);
    char key[LM_STORE_NAME + 1], hint[LM_MEANT_TEXT];
    leases_list(house);
    if (!table_find(house, id)) {
        request_refuse(request, LM_REFUSED_UNKNOWN, LM_STAFF_SAYS("there is no table \"%s\"; \"lobby\" lists them%s"),
                       id, table_meant(house, id, hint));
        return;
    }
    if (*name && !server_taking(house, name)) {
        request_refuse(
            request, LM_REFUSED_UNKNOWN,
            LM_STAFF_SAYS(/* say:no-such-server */ "no server \"%s\" takes tables now; \"servers\" lists the "
                                                   "servers of the house"),
            name);
        return;
    }
    lm_batch *batch = house_batch(
        request, "table-moved",
        json_pack("{s:s, s:s, s:s}", "table", id, "server", name, "reason", field_text(request, LM_FIELD_REASON)));
    snprintf(key, sizeof key, "~heir/%s", id);
    if (*name)
        put_unsorted(batch, key, LM_STORE_ANY, json_pack("{s:s, s:b}", "server", name, "pinned", 1));
    else
        lm_batch_drop(batch, key);
    errand_submit(request, batch, NULL, server_move_table);
}
