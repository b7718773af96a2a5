/* commands.c - the commands that a table has done, so that a repeated one has no second effect. */
#include <sodium.h>
#include <string.h>

#include "lammer/server/felt.h"

uint64_t client_hash(const char *client)
{
    uint8_t digest[crypto_generichash_BYTES_MIN];
    uint64_t hash;
    crypto_generichash(digest, sizeof digest, (const uint8_t *)client, strlen(client), NULL, 0);
    memcpy(&hash, digest, sizeof hash);
    return hash;
}

/* Whether the slot is free, or a later command of the same client is remembered. */
static bool can_be_forgotten(const house_state *state, int slot)
{
    const house_client *old = &state->client[slot];
    if (!old->number) return true;
    for (int i = 0; i < HOUSE_CLIENTS; i++) {
        if (state->client[i].client == old->client && state->client[i].number > old->number) return true;
    }
    return false;
}

void state_remember(house_state *state, uint64_t client, int64_t number, int64_t seq)
{
    int slot = state->client_next;
    for (int i = 0; i < HOUSE_CLIENTS && !can_be_forgotten(state, slot); i++)
        slot = (slot + 1) % HOUSE_CLIENTS;
    state->client[slot] = (house_client){ client, number, seq };
    state->client_next = (uint8_t)((slot + 1) % HOUSE_CLIENTS);
}

bool state_knows_client(const house_state *state, uint64_t client)
{
    for (int i = 0; i < HOUSE_CLIENTS; i++) {
        if (state->client[i].client == client && state->client[i].number) return true;
    }
    return false;
}

int64_t state_recall_command(const house_state *state, uint64_t client, int64_t number)
{
    bool later = false;
    for (int i = 0; i < HOUSE_CLIENTS; i++) {
        if (state->client[i].client != client || !state->client[i].number) continue;
        if (state->client[i].number == number) return state->client[i].seq;
        later |= state->client[i].number > number;
    }
    return later ? -1 : 0;
}
