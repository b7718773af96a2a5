/* guests.c - guests: strangers with play money.
 *
 * A guest who only looks around has a session, but no record, no person and no account. Before the first command that
 * writes (taking a box, to bet), the house creates the person and the wallet. A guest without such a command is
 * forgotten after two hours, and one network gets a limited number of guests an hour. */
#include <string.h>

#include "enter.h"

enum { QUOTA_MS = 60 * 60 * 1000 };

bool guest_is_passing(const house_caller *caller)
{
    return caller->roles == LM_HOUSE_BIT(GUEST) && !caller->version;
}

bool guest_person(const char *id, int64_t created_ms, int64_t generation, house_person *p)
{
    static const char prefix[] = "guest-";
    if (strncmp(id, prefix, sizeof prefix - 1) != 0) return false;
    memset(p, 0, sizeof *p);
    p->roles = LM_HOUSE_BIT(GUEST);
    p->created_ms = created_ms;
    p->generation = generation;
    snprintf(p->id, sizeof p->id, "%s", id);
    snprintf(p->name, sizeof p->name, "Guest %.4s", id + sizeof prefix - 1);
    return true;
}

typedef struct {
    int64_t n, since_ms;
} guests_row;

static const row_field guests_fields[] = {
    ROW_HAS(INT, guests_row, n),
    ROW_HAS(INT, guests_row, since_ms),
    ROW_END,
};

/* Counts the guest for its network; false when it was refused. */
static bool count_guest(house_request *request, lm_batch *batch)
{
    lm_house *house = request->house;
    char key[LM_STORE_NAME + 1];
    int64_t version, most = house->options.guests;
    guests_row row;
    if (!most || request->is_local || !request->network[0]) return true;
    token_key("~guests/", request->network, key);
    row_load(house, guests_fields, &row, &version, "%s", key);
    int64_t age = house->now_ms - row.since_ms;
    if (age < 0 || age >= QUOTA_MS) row = (guests_row){ .since_ms = house->now_ms };
    if (row.n >= most) {
        request->retry_s = (int)((row.since_ms + QUOTA_MS - house->now_ms) / 1000) + 1;
        return request_refuse(
            request, LM_REFUSED_OFTEN,
            LM_SAYS(TOO_MANY_GUESTS, "guests",
                    "%lld guests have come from your network within an hour; come back later, or register"),
            (long long)most);
    }
    row.n++;
    row_put(batch, guests_fields, &row, version, "%s", key);
    return true;
}

/* A guest has a random name and no password: only the session identifies them. */
void enter_guest(house_request *request)
{
    char hex[11], id[LM_HOUSE_ID];
    house_person p;
    if (!space_for_people(request)) return;
    errand_of(request);
    random_hex(hex, sizeof hex);
    snprintf(id, sizeof id, "guest-%s", hex);
    guest_person(id, request->house->now_ms, 0, &p);
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    if (!count_guest(request, batch)) {
        lm_batch_free(batch);
        return;
    }
    json_t *answer = enter_open(request, batch, &p);
    errand_submit(request, batch, answer, enter_guest);
}

static void stayed(house_request *request, lm_batch *batch, const lm_store_outcome *outcome)
{
    house_person p;
    lm_house *house = request->house;
    session_forget(house, request->caller.person);
    bool kept = person_read(house, request->caller.person, &p);
    if (kept && !house->unread) { /* this request, or another of the same guest, created the person */
        request->caller.version = p.version;
        house->turns->dispatch(request);
    } else if (outcome->why == LM_STORE_VERSION && request->tries++ < HOUSE_TRIES) {
        guest_stays(request);
    } else {
        request_refuse_outcome(request, outcome);
    }
}

void guest_stays(house_request *request)
{
    house_person p;
    lm_house *house = request->house;
    lm_batch *batch = lm_batch_new();
    if (!batch) memory_end();
    guest_person(request->caller.person, house->now_ms, 0, &p);
    batch_record(batch, "person-created", p.id,
                 json_pack("{s:s, s:s, s:n, s:o}", "person", p.id, "reason", "a guest came to bet", "before", "after",
                           person_view(&p)));
    person_put(batch, &p);
    person_accounts(batch, &p, PLAY_MONEY_CENTS);
    session_stays(house, batch, request->session);
    request_submit(request, batch, stayed);
}
