/* books.c - the accounts of a table in any state within its bounds: any movement between any two accounts, any list of movements, and
 * the name of any account.
 *
 * What belongs to other rooms is any value here: the words of a refusal, and what is told to the watchers. */
#include <__fc_builtin.h>
#include <stdarg.h>

#include "play.h"

#define EITHER Frama_C_interval(0, 1)
#define CENTS Frama_C_long_long_interval(-1000000000000000, 1000000000000000)

static lm_out told;

lm_out *event_begin(house_play *play, const char *word)
{
    return &told;
}

void event_end(house_play *play)
{
}

void state_chips_move(house_state *state, int account)
{
}

void lm_out_pack(lm_out *out, const char *fields, ...)
{
}

void lm_saying_write(lm_saying *saying, char *text, size_t size, const char *format, va_list args)
{
    Frama_C_make_unknown(text, size);
    text[size - 1] = '\0';
}

static void any_text(char *text, int size)
{
    Frama_C_make_unknown(text, (size_t)size);
    text[size - 1] = '\0';
}

static void any_state(house_state *state)
{
    for (int i = 0; i < ACCOUNT_METER + LM_METERS; i++)
        state->cents[i] = CENTS;
    for (int i = 0; i < HOUSE_RACKS; i++) {
        state->rack[i].chips_cents = CENTS;
        any_text(state->rack[i].player, sizeof state->rack[i].player);
    }
    for (int i = 0; i < LM_METERS; i++)
        state->meters.meter[i].kind = (uint8_t)Frama_C_interval(0, LM_METER_KIND_COUNT - 1);
    any_text(state->terms.link, sizeof state->terms.link);
    state->terms.money = (uint8_t)EITHER;
    state->terms.par_cents = Frama_C_long_long_interval(0, 1000000000000000);
    state->fills_cents = CENTS;
    state->net_cents = CENTS;
    state->slips = Frama_C_unsigned_int_interval(0, 4294967295U);
}

static void any_moves(house_play *play)
{
    play->moves = Frama_C_interval(0, HOUSE_MOVES);
    for (int i = 0; i < HOUSE_MOVES; i++) {
        play->move[i].from = (uint8_t)Frama_C_interval(0, ACCOUNT_COUNT - 1);
        play->move[i].to = (uint8_t)Frama_C_interval(0, ACCOUNT_COUNT - 1);
        play->move[i].cents = Frama_C_long_long_interval(0, 1000000000000);
    }
}

/* Told apart: the tray, which fills itself, the other accounts of the table, racks, and wallets, whose balance the table does not know. */
#define ANY_ACCOUNT(account)                                                                                           \
    switch (Frama_C_interval(0, 4)) {                                                                                  \
    case 0: account = ACCOUNT_FELT; break;                                                                             \
    case 1: account = ACCOUNT_TRAY; break;                                                                             \
    case 2: account = Frama_C_interval(ACCOUNT_DROP, ACCOUNT_RACK - 1); break;                                         \
    case 3: account = Frama_C_interval(ACCOUNT_RACK, ACCOUNT_WALLET - 1); break;                                       \
    default: account = Frama_C_interval(ACCOUNT_WALLET, ACCOUNT_COUNT - 1); break;                                     \
    }

int main(void)
{
    static house_play play;
    static house_state before;
    static const char id[] = "blackjack-1";
    char name[LM_STORE_NAME + 1];
    any_state(&play.state);
    any_state(&before);
    any_moves(&play);
    play.id = id;
    int account, other;
    ANY_ACCOUNT(account);
    ANY_ACCOUNT(other);
    switch (Frama_C_interval(0, 3)) {
    case 0:
        play_move(&play, account, other, (house_reason)Frama_C_interval(0, REASON_COUNT - 1),
                  Frama_C_long_long_interval(INT64_MIN, 1000000000000));
        //@ assert kept_moves: 0 <= play.moves <= HOUSE_MOVES;
        break;
    case 1:
        account_name(&play.state, id, account, name);
        account_is_house(account);
        reason_word((house_reason)Frama_C_interval(0, REASON_COUNT - 1));
        break;
    case 2: money_of(&play); break;
    default: money_follows(&before, &play); break;
    }
    return 0;
}
