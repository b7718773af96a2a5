/* action.c - actions as JSON: one row for each verb says which fields it has. */
#include <string.h>

#include "fields.h"

/* clang-format off */
#define F LM_WORD_BIT
static const lm_words_row rows[] = {
    /* the round */
    { "bet", F(SEAT) | F(CENTS), F(WAGER) | F(BY) | F(IN), LM_BET, LM_MAIN },
    { "withdraw", F(SEAT), F(WAGER), LM_WITHDRAW, LM_MAIN },
    { "confirm", F(ROLE), 0, LM_CONFIRM, 0 },
    { "deal", 0, 0, LM_DEAL, 0 },
    { "determinant", F(CARD) | F(SIDE), 0, LM_DETERMINE, 0 },
    { "card", F(CARD), 0, LM_CARD, 0 },
    { "down", 0, 0, LM_DOWN, 0 },
    { "turn", F(CARD), F(SEAT), LM_TURN, 0 },
    { "peek", F(BLACKJACK), 0, LM_PEEK, 0 },
    { "insure", F(SEAT) | F(CENTS), F(WAGER), LM_INSURE, LM_INSURANCE },
    { "evenmoney", F(SEAT), 0, LM_EVEN_MONEY, 0 },
    { "close", 0, 0, LM_CLOSE, 0 },
    { "hit", F(SEAT), 0, LM_HIT, 0 },
    { "stand", F(SEAT), 0, LM_STAND, 0 },
    { "double", F(SEAT), F(CENTS) | F(DOWN), LM_DOUBLE, 0 },
    { "split", F(SEAT), F(CENTS), LM_SPLIT, 0 },
    { "surrender", F(SEAT), 0, LM_SURRENDER, 0 },
    { "with-double", F(SEAT) | F(CENTS), 0, LM_WITH_DOUBLE, 0 },
    { "with-split", F(SEAT) | F(RIDE), 0, LM_WITH_SPLIT, 0 },
    { "award", F(SEAT) | F(WAGER) | F(CENTS), F(MUST_HIT), LM_AWARD, 0 },
    { "irregular", F(NAME), F(SEAT) | F(CARD) | F(HOW), LM_IRREGULAR, 0 },
    { "discard", F(SEAT), 0, LM_DISCARD, 0 },
    /* the table */
    { "deliver", F(COUNT), F(PACK), LM_DELIVER, 0 },
    { "inspect", 0, 0, LM_INSPECT, 0 },
    { "verify", F(ROLE), 0, LM_VERIFY, 0 },
    { "spread", 0, 0, LM_SPREAD, 0 },
    { "view", F(SEAT), 0, LM_VIEW, 0 },
    { "wash", 0, 0, LM_WASH, 0 },
    { "stack", 0, 0, LM_STACK, 0 },
    { "plug", 0, 0, LM_PLUG, 0 },
    { "riffle", 0, 0, LM_RIFFLE, 0 },
    { "turn-half", 0, 0, LM_TURN_HALF, 0 },
    { "strip", 0, 0, LM_STRIP, 0 },
    { "shuffle-cut", 0, 0, LM_SHUFFLE_CUT, 0 },
    { "device-shuffle", 0, 0, LM_DEVICE_SHUFFLE, 0 },
    { "jam", 0, 0, LM_JAM, 0 },
    { "sign", F(ON), 0, LM_SIGN, 0 },
    { "swap", F(PACK), 0, LM_SWAP, 0 },
    { "cut", F(PLACE) | F(COUNT), 0, LM_CUT, 0 },
    { "refuse-cut", F(SEAT), 0, LM_REFUSE_CUT, 0 },
    { "recut", F(ROLE), 0, LM_RECUT, 0 },
    { "cover", F(COUNT), 0, LM_COVER, 0 },
    { "load", 0, F(PREPARED), LM_LOAD, 0 },
    { "burn", 0, 0, LM_BURN, 0 },
    { "show-burn", F(CARD), 0, LM_SHOW_BURN, 0 },
    { "forgot-burn", 0, 0, LM_FORGOT_BURN, 0 },
    { "new-dealer", 0, 0, LM_NEW_DEALER, 0 },
    { "open", 0, 0, LM_OPEN, 0 },
    { "cover-seen", F(PLACE), 0, LM_COVER_SEEN, 0 },
    { "order-shuffle", F(ROLE), 0, LM_ORDER_SHUFFLE, 0 },
    { "unload", F(COUNT), F(PACK), LM_UNLOAD, 0 },
    { "idle", 0, F(FACE_DOWN), LM_IDLE, 0 },
    { "request-spread", F(SEAT), 0, LM_REQUEST_SPREAD, 0 },
    { "change-decks", 0, 0, LM_CHANGE_DECKS, 0 },
    { "hours", F(COUNT), 0, LM_HOURS, 0 },
    { "arrive", F(SEAT), 0, LM_ARRIVE, 0 },
    { "leave", F(SEAT), 0, LM_LEAVE, 0 },
    { "readmit", F(SEAT), 0, LM_READMIT, 0 },
    { 0 },
};
#undef F
/* clang-format on */

_Static_assert(sizeof rows / sizeof *rows == LM_TABLE_VERB_COUNT + 1, "every verb has its word");

const lm_words_row *lm_words_rows(void)
{
    return rows;
}

const lm_words_row *lm_words_row_of(const char *word)
{
    for (const lm_words_row *row = rows; row->word; row++) {
        if (strcmp(row->word, word) == 0) return row;
    }
    return NULL;
}

const lm_words_row *lm_words_row_of_verb(uint8_t verb)
{
    const lm_words_row *row = rows;
    while (row->word && row->verb != verb)
        row++;
    return row->word ? row : NULL;
}

/* ---- reading --------------------------------------------------------------------------------------- */

static bool is_callers(const lm_words_reader *reader, const char *key)
{
    if (strcmp(key, "do") == 0) return true;
    for (int i = 0; reader->also && reader->also[i]; i++) {
        if (strcmp(reader->also[i], key) == 0) return true;
    }
    return false;
}

static bool has_needed(const lm_words_row *row, uint32_t given, const complaint *to)
{
    for (int field = 0; field < LM_WORD_FIELDS; field++) {
        if (row->needs >> field & 1 && !(given >> field & 1)) {
            return complain(to, /* say:wants-field */ "\"%s\" wants a field \"%s\"", row->word,
                            lm_words_key((lm_words_field)field));
        }
    }
    return true;
}

/* jansson's iterators only read, and want what may be written all the same. */
static json_t *readable(const json_t *object)
{
    return (json_t *)(uintptr_t)object;
}

bool lm_words_read(const lm_words_reader *reader, const lm_words_row *row, const json_t *object,
                   lm_action *action, uint32_t *given, char *why, size_t size)
{
    complaint to = { why, size };
    const char *key;
    json_t *value;
    *action = (lm_action){ .verb = row->verb, .wager = row->wager };
    *given = 0;
    json_object_foreach(readable(object), key, value)
    {
        lm_words_field field = field_find(key, row->needs | row->takes);
        if (field == LM_WORD_FIELDS) {
            if (is_callers(reader, key)) continue;
            return complain(&to, /* say:takes-no-field */ "\"%s\" takes no field \"%.60s\"", row->word, key);
        }
        if (!field_read(reader, field, value, action, &to)) return false;
        *given |= 1u << field;
    }
    return has_needed(row, *given, &to);
}

bool lm_words_action(const lm_words_reader *reader, const json_t *object, lm_action *action, char *why,
                     size_t size)
{
    complaint to = { why, size };
    uint32_t given;
    const char *word = json_string_value(json_object_get(object, "do"));
    if (!word) return complain(&to, "there must be a text \"do\"");
    const lm_words_row *row = lm_words_row_of(word);
    if (!row) return complain(&to, /* say:nothing-called */ "there is nothing to do called \"%.60s\"", word);
    if (!lm_words_read(reader, row, object, action, &given, why, size)) return false;
    bool left_out = row->takes & ~given & LM_WORD_BIT(CENTS);
    if (left_out && reader->table)
        action->amount_cents = lm_words_usual_amount(reader->table, reader->rules, action);
    return true;
}

/* ---- writing --------------------------------------------------------------------------------------- */

static json_t *write_action(const lm_rules *rules, const lm_action *action, uint32_t less, bool is_offer)
{
    const lm_words_row *row = lm_words_row_of_verb(action->verb);
    if (!row) return NULL;
    json_t *object = json_pack("{s:s}", "do", row->word);
    fields_write(rules, action, row->needs & ~less, row->takes & ~less, is_offer, object);
    return object;
}

json_t *lm_words_of_action(const lm_rules *rules, const lm_action *action)
{
    return write_action(rules, action, 0, false);
}

json_t *lm_words_of_offer(const lm_rules *rules, const lm_action *action, uint32_t less)
{
    return write_action(rules, action, less, true);
}
