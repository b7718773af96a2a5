/* money.c - the accounts of a table: their names in the ledger, what they hold, and the one function that moves money. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "play.h"

bool play_refuse(house_play *play, lm_kind kind, const char *clause, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lm_saying_write(&play->refusal.saying, play->refusal.text, sizeof play->refusal.text, format, args);
    va_end(args);
    play->refusal.kind = kind;
    play->refusal.clause = clause;
    return false;
}

bool play_refuse_engine(house_play *play, lm_status status)
{
    play_refuse(play, LM_REFUSED_NOW, status.clause, "%s", lm_why_text(status.why));
    lm_saying_why(&play->refusal.saying, status.why);
    return false;
}

bool play_refuse_meter(house_play *play, lm_meter_status status)
{
    play_refuse(play, LM_REFUSED_NOW, status.clause, "%s", lm_meter_why_text(status.why));
    lm_saying_meter_why(&play->refusal.saying, status.why);
    return false;
}

bool play_refuse_why(house_play *play, lm_why why)
{
    return play_refuse_engine(play, (lm_status){ why, lm_why_clause(why, (int)play->rules->rule_set) });
}

/* A refusal without a message id of its own gets that of its kind, with the English sentence as argument. */
static const char *head_of_kind(lm_kind kind)
{
    switch (kind) {
    case LM_REFUSED_FORM: return LM_SAYS(MALFORMED, "what", "");
    case LM_REFUSED_LATER: return LM_SAYS(TRY_LATER, "what", "");
    case LM_REFUSED_FAULT: return LM_SAYS(HOUSE_FAULT, "what", "");
    default: return NULL;
    }
}

void refusal_put(const house_refusal *refusal, lm_out *out)
{
    lm_saying saying = refusal->saying;
    if (!saying.head) {
        saying = (lm_saying){ .head = head_of_kind(refusal->kind), .gaps = 1 };
        saying.gap[0].size = (uint16_t)strlen(refusal->text);
    }
    lm_out_pack(out, "why:s", refusal->text);
    lm_saying_put(&saying, refusal->text, out);
    if (refusal->clause && *refusal->clause) lm_out_pack(out, "clause:s", refusal->clause);
}

const char *reason_word(house_reason reason)
{
    static const char *const words[] = {
#define X(name, word) [REASON_##name] = word,
        HOUSE_REASONS(X)
#undef X
    };
    return words[reason];
}

static const char *kind_word(const house_state *state)
{
    return state->terms.money == MONEY_REAL ? "real" : "play";
}

/* A shared meter is named after the link, every other one after its table. */
static void meter_account(const house_state *state, const char *id, int meter, char *name)
{
    const char *owner = state->terms.link[0] ? state->terms.link : id;
    snprintf(name, LM_STORE_NAME + 1, "meter/%s/%s", owner,
             lm_meter_name((lm_meter_kind)state->meters.meter[meter].kind));
}

void name_join(char *name, const char *first, const char *second, const char *third)
{
    const char *parts[] = { first, second, third };
    char *at = name, *last = name + LM_STORE_NAME;
    for (int i = 0; i < 3 && parts[i]; i++) {
        if (i && at < last) *at++ = '/';
        for (const char *c = parts[i]; *c && at < last; c++)
            *at++ = *c;
    }
    *at = '\0';
}

void account_name(const house_state *state, const char *id, int account, char *name)
{
    static const char *const of_table[] = { "felt", "tray", "drop", "tokes" };
    static const char *const of_house[] = { "cage", "world", "seeds" };
    if (account <= ACCOUNT_TOKES) {
        name_join(name, of_table[account], id, NULL);
    } else if (account <= ACCOUNT_SEEDS) {
        name_join(name, of_house[account - ACCOUNT_CAGE], kind_word(state), NULL);
    } else if (account < ACCOUNT_RACK) {
        meter_account(state, id, account - ACCOUNT_METER, name);
    } else if (account < ACCOUNT_WALLET) {
        name_join(name, "rack", id, state->rack[account - ACCOUNT_RACK].player);
    } else {
        name_join(name, "wallet", kind_word(state), state->rack[account - ACCOUNT_WALLET].player);
    }
}

bool account_is_house(int account)
{
    return account >= ACCOUNT_CAGE && account <= ACCOUNT_SEEDS;
}

/* The table's balance of an account; NULL for a wallet, whose balance only the store knows. */
static lm_cents *balance(house_state *state, int account)
{
    if (account < ACCOUNT_RACK) return &state->cents[account];
    return account < ACCOUNT_WALLET ? &state->rack[account - ACCOUNT_RACK].chips_cents : NULL;
}

static bool refuse_lack(house_play *play, int account, lm_cents lacks)
{
    char amount[24], name[LM_STORE_NAME + 1];
    lm_cents_write(lacks, amount);
    if (account >= ACCOUNT_RACK)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(LACKS_CHIPS, "who lacks_cents", "%s lacks %s in chips"),
                           play->state.rack[account - ACCOUNT_RACK].player, amount);
    account_name(&play->state, play->id, account, name);
    return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(ACCOUNT_LACKS, "account lacks_cents", "%s lacks %s"), name,
                       amount);
}

/* Players are always paid at once: a tray that lacks chips gets a numbered fill up to its par, or as much as is
 * needed. */
static bool fill_tray(house_play *play, lm_cents needed)
{
    house_state *s = &play->state;
    lm_cents lacks = needed - s->cents[ACCOUNT_TRAY];
    lm_cents to_par = s->terms.par_cents - s->cents[ACCOUNT_TRAY];
    lm_cents cents = to_par > lacks ? to_par : lacks;
    s->slips++;
    s->fills_cents += cents;
    lm_out_pack(event_begin(play, "fill"), "cents:I slip:i automatic:b", cents, (int)s->slips, true);
    event_end(play);
    return play_move(play, ACCOUNT_CAGE, ACCOUNT_TRAY, REASON_FILL, cents);
}

/* Whether a movement of the tray counts as the house's result on play. */
static bool is_result(house_reason reason)
{
    switch (reason) {
    case REASON_TAKE:
    case REASON_PAY:
    case REASON_BONUS:
    case REASON_CONTRIBUTION:
    case REASON_REFUND:
    case REASON_AWARD:
    case REASON_CORRECTION:
    case REASON_BET:      /* a progressive stake laid by coupon */
    case REASON_WITHDRAW: /* such a stake withdrawn */
    case REASON_RETURN: /* or returned */ return true;
    default: return false;
    }
}

static bool append_move(house_play *play, int from, int to, house_reason reason, lm_cents cents)
{
    if (play->moves == HOUSE_MOVES)
        return play_refuse(play, LM_REFUSED_FAULT, NULL, "too many movements of money in one record");
    play->move[play->moves++] = (house_move){ (uint8_t)from, (uint8_t)to, (uint8_t)reason, cents };
    if (from >= ACCOUNT_WALLET || to >= ACCOUNT_WALLET) play->shares = true;
    return true;
}

/* The only place where money moves: what one account loses the other gains. NULL stands for a wallet, whose balance the
 * store has. Changes nothing and returns false if the target cannot hold the sum. */
static bool carry(lm_cents *source, lm_cents *target, lm_cents cents)
{
    lm_cents sum = 0;
    if (target && !lm_cents_add(*target, cents, &sum)) return false;
    if (source) *source -= cents;
    if (target) *target += cents;
    return true;
}

bool play_move(house_play *play, int from, int to, house_reason reason, lm_cents cents)
{
    if (!cents) return true;
    if (cents < 0)
        return play_refuse(play, LM_REFUSED_FAULT, NULL, /* say:negative-movement */ "a movement must not be negative");
    lm_cents *source = balance(&play->state, from), *target = balance(&play->state, to);
    if (from == ACCOUNT_TRAY && *source < cents && reason != REASON_CREDIT && reason != REASON_CLOSER &&
        !fill_tray(play, cents))
        return false;
    if (source && !account_is_house(from) && *source < cents) return refuse_lack(play, from, cents - *source);
    if (!append_move(play, from, to, reason, cents)) return false;
    if (!carry(source, target, cents))
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(TOO_MUCH_TO_HOLD, "", "no account can hold that much"));
    if (to != ACCOUNT_FELT) state_chips_move(&play->state, from);
    state_chips_move(&play->state, to);
    if (from == ACCOUNT_TRAY && is_result(reason)) play->state.net_cents -= cents;
    if (to == ACCOUNT_TRAY && is_result(reason)) play->state.net_cents += cents;
    return true;
}

lm_cents money_of(const house_play *play)
{
    const house_state *s = &play->state;
    lm_cents sum = 0;
    for (int i = 0; i < ACCOUNT_METER + LM_METERS; i++)
        sum += s->cents[i];
    for (int i = 0; i < HOUSE_RACKS; i++)
        sum += s->rack[i].chips_cents;
    for (int i = 0; i < play->moves; i++) {
        const house_move *move = &play->move[i];
        if (move->to >= ACCOUNT_WALLET) sum += move->cents;
        if (move->from >= ACCOUNT_WALLET) sum -= move->cents;
    }
    return sum;
}

bool money_follows(const house_state *before, const house_play *play)
{
    lm_cents moved[ACCOUNT_COUNT] = { 0 };
    house_state *was = (house_state *)(uintptr_t)before, *is = (house_state *)(uintptr_t)&play->state;
    for (int i = 0; i < play->moves; i++) {
        moved[play->move[i].from] -= play->move[i].cents;
        moved[play->move[i].to] += play->move[i].cents;
    }
    for (int i = 0; i < ACCOUNT_WALLET; i++) {
        if (*balance(is, i) - *balance(was, i) != moved[i]) return false;
    }
    return true;
}
