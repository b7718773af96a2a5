/* guard.c - binds a command to the rights of its person: the rights must not change before the command is committed.
 *
 * Sessions are cached, and another server may lock a person, change their roles or password or end the session at any
 * moment. So the store commits a batch only if the person has the version that was read and the session exists. This
 * applies to commands to the house and, at a table, to commands that move a wallet or come from staff. */
#include <string.h>

#include "floor.h"
#include "people/people.h"

const char asker_gone[] = "the person who asked for this is no longer allowed to do it";

static void person_key(const house_request *request, char key[LM_STORE_NAME + 1])
{
    snprintf(key, LM_STORE_NAME + 1, "person/%s", request->caller.person);
}

/* Signing out twice succeeds, so it needs no session. */
static bool is_bound(const house_request *request)
{
    return request->caller.version && request->word && lm_act_word_of(request->word) != LM_ACT_SIGN_OUT;
}

void request_guard(const house_request *request, lm_batch *batch)
{
    char key[LM_STORE_NAME + 1];
    if (!is_bound(request)) return;
    person_key(request, key);
    lm_batch_guard(batch, key, request->caller.version);
    if (session_key(request->session, key)) lm_batch_guard(batch, key, LM_STORE_ANY);
}

/* A guarded record makes the table wait for the store. Bets are frequent, so they are guarded only if the house has
 * another server, which could have revoked a right that this one still trusts. */
bool table_is_guarded(const lm_house *house, const house_play *play, const house_request *request)
{
    if (!request || !is_bound(request)) return false;
    bool of_staff = !(request->word->roles & (LM_HOUSE_BIT(PLAYER) | LM_HOUSE_BIT(GUEST)));
    bool bets = lm_act_word_of(request->word) == LM_ACT_BET && house->alive > 1;
    return play->shares || of_staff || bets;
}

bool guard_refused(const house_request *request, const lm_store_outcome *outcome)
{
    char key[LM_STORE_NAME + 1];
    if (outcome->why != LM_STORE_VERSION || !is_bound(request) || request->guarded >= HOUSE_TRIES) return false;
    person_key(request, key);
    if (strcmp(outcome->subject, key) == 0) return true;
    return session_key(request->session, key) && strcmp(outcome->subject, key) == 0;
}
