/* recall_books.c - the books of a recalled table, kept from the ledger's movements and compared with the play's. */
#include <string.h>

#include "recall.h"

bool recall_owns(const lm_recall *recall, const char *account)
{
    static const char *const kinds[] = { "felt/", "tray/", "drop/", "tokes/", "rack/", "meter/" };
    size_t id = strlen(recall->id);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t kind = strlen(kinds[i]);
        if (strncmp(account, kinds[i], kind) != 0 || strncmp(account + kind, recall->id, id) != 0) continue;
        const char *rest = account + kind + id;
        bool is_meter = i == sizeof kinds / sizeof *kinds - 1;
        return (*rest == '\0' || *rest == '/') && !(is_meter && recall->play->state.terms.link[0]);
    }
    return false;
}

/* Accounts are named by the state after the whole record, as when the record was written. */
static bool same_move(const lm_recall *recall, const house_move *move, const lm_effect *effect)
{
    char from[LM_STORE_NAME + 1], to[LM_STORE_NAME + 1];
    account_name(&recall->play->state, recall->id, move->from, from);
    account_name(&recall->play->state, recall->id, move->to, to);
    return strcmp(from, effect->name) == 0 && strcmp(to, effect->to) == 0 && move->cents == effect->number &&
           strcmp(reason_word((house_reason)move->reason), effect->reason) == 0;
}

static bool tell_difference(const lm_recall *recall, int i, const lm_effect *effect, char *text)
{
    char ordered[160] = "nothing", from[LM_STORE_NAME + 1], to[LM_STORE_NAME + 1];
    char moved[160] = "nothing";
    if (i < recall->play->moves) {
        const house_move *move = &recall->play->move[i];
        account_name(&recall->play->state, recall->id, move->from, from);
        account_name(&recall->play->state, recall->id, move->to, to);
        snprintf(ordered, sizeof ordered, "%lld from %.50s to %.50s (%.20s)", (long long)move->cents, from, to,
                 reason_word((house_reason)move->reason));
    }
    if (effect)
        snprintf(moved, sizeof moved, "%lld from %.50s to %.50s (%.20s)", (long long)effect->number, effect->name,
                 effect->to, effect->reason);
    return refuse_text(text, /* say:movement-not-ordered */ "movement %d is %s; the rules order %s", i + 1, moved,
                       ordered);
}

/* False if an account of the table would go below zero. */
static bool carry_into_books(lm_recall *recall, const char *account, lm_cents cents)
{
    lm_cents before = json_integer_value(json_object_get(recall->books, account)), after;
    if (!json_object_get(recall->before, account)) json_object_set_new(recall->before, account, json_integer(before));
    if (!lm_cents_add(before, cents, &after)) return false;
    json_object_set_new(recall->books, account, json_integer(after));
    if (strncmp(account, "rack/", 5) == 0) recall->rack_cents += cents;
    return after >= 0 || !recall_owns(recall, account);
}

static bool follow_moves(lm_recall *recall, const lm_record *record, char *text)
{
    size_t at = 0;
    int i = 0;
    lm_effect effect;
    while (lm_effect_next(record->effects, record->effects_size, &at, &effect)) {
        if (effect.kind != LM_EFFECT_MOVE) continue;
        bool same = i < recall->play->moves && same_move(recall, &recall->play->move[i], &effect);
        if (!same) return tell_difference(recall, i, &effect, text);
        if (!carry_into_books(recall, effect.name, -effect.number) ||
            !carry_into_books(recall, effect.to, effect.number))
            return refuse_text(text, "movement %d overdraws its account", i + 1);
        i++;
    }
    return i == recall->play->moves || tell_difference(recall, i, NULL, text);
}

static bool account_agrees(const lm_recall *recall, int account, lm_cents cents, char *text)
{
    char name[LM_STORE_NAME + 1];
    account_name(&recall->play->state, recall->id, account, name);
    if (!recall_owns(recall, name)) return true;
    lm_cents booked = json_integer_value(json_object_get(recall->books, name));
    if (booked == cents) return true;
    return refuse_text(text, "the ledger has %lld cents in %.100s, the table has %lld", (long long)booked, name,
                       (long long)cents);
}

/* Felt, tray, drop, tokes, meters and every rack, each to the cent. */
static bool all_agree(const lm_recall *recall, char *text)
{
    const house_state *s = &recall->play->state;
    lm_cents racks = 0;
    for (int account = 0; account < ACCOUNT_METER + s->meters.meters; account++) {
        if (!account_is_house(account) && !account_agrees(recall, account, s->cents[account], text)) return false;
    }
    for (int i = 0; i < HOUSE_RACKS; i++) {
        racks += s->rack[i].chips_cents;
        bool taken = s->rack[i].player[0] && rack_of(s, s->rack[i].player) == i;
        if (taken && !account_agrees(recall, ACCOUNT_RACK + i, s->rack[i].chips_cents, text)) return false;
    }
    if (racks == recall->rack_cents) return true;
    return refuse_text(text, "chips were left at the place of a player who has gone");
}

bool recall_books(lm_recall *recall, const lm_record *record, char *text)
{
    json_object_clear(recall->before);
    return follow_moves(recall, record, text) && all_agree(recall, text);
}
