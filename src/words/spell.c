/* spell.c - how boxes, wagers and small enumerations are written. */
#include "lammer/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"

static const char bettor_letters[] = "bct"; /* of LM_SECOND, LM_THIRD and LM_TIP */

/* The rest of the text after a leading seat; NULL when there is no seat. */
static const char *read_seat(const char *text, lm_seat *seat)
{
    size_t digits = strspn(text, "0123456789");
    if (digits < 1 || digits > 2) return NULL;
    *seat = (lm_seat){ .box = (uint8_t)strtol(text, NULL, 10) };
    text += digits;
    const char *letter = *text ? strchr(bettor_letters, *text) : NULL;
    if (!letter) return text;
    seat->bettor = (uint8_t)(letter - bettor_letters + 1);
    return text + 1;
}

bool lm_words_seat(const char *text, uint8_t *box, uint8_t *bettor)
{
    lm_seat seat;
    const char *rest = read_seat(text, &seat);
    if (!rest || *rest) return false;
    *box = seat.box;
    *bettor = seat.bettor;
    return true;
}

bool lm_words_hand(const char *text, lm_seat *seat)
{
    const char *rest = read_seat(text, seat);
    if (!rest) return false;
    if (rest[0] == '.' && rest[1] >= '1' && rest[1] <= '9') {
        seat->hand = (uint8_t)(rest[1] - '0');
        rest += 2;
    }
    return *rest == '\0';
}

void lm_words_of_seat(uint8_t box, uint8_t bettor, uint8_t hand, char text[LM_SEAT_TEXT])
{
    if (box == 0) {
        strcpy(text, "dealer");
        return;
    }
    int n = 0;
    if (box >= 10) n = snprintf(text, LM_SEAT_TEXT, "%d", box / 10);
    text[n++] = (char)('0' + box % 10);
    if (bettor > 0 && bettor < LM_BETTORS) text[n++] = bettor_letters[bettor - 1];
    text[n] = '\0';
    if (hand) snprintf(text + n, LM_SEAT_TEXT - (size_t)n, ".%d", hand);
}

static const char *const slots[] = { [LM_MAIN] = "main", [LM_INSURANCE] = "insurance" };
enum { NO_SUCH_SLOT = LM_SIDE + LM_OFFERS };

/* Splits "main.2" into the id and 2; without a number, 1. False when no number follows the dot. */
static bool cut_suffix(const char *name, char *id, size_t size, int *number)
{
    size_t base = strcspn(name, ".");
    *number = 1;
    if (base == 0 || base >= size) return false;
    memcpy(id, name, base);
    id[base] = '\0';
    if (!name[base]) return true;
    *number = name[base + 1] - '0';
    return *number >= 1 && *number <= 9 && !name[base + 2];
}

static bool exists(const lm_wager *const *wagers, const char *id)
{
    if (strcmp(id, slots[LM_MAIN]) == 0 || strcmp(id, slots[LM_INSURANCE]) == 0) return true;
    for (int i = 0; wagers && wagers[i]; i++) {
        if (strcmp(wagers[i]->id, id) == 0) return true;
    }
    return false;
}

bool lm_words_wager_exists(const lm_wager *const *wagers, const char *name)
{
    char id[32];
    int number;
    return exists(wagers, name) || (cut_suffix(name, id, sizeof id, &number) && exists(wagers, id));
}

const char *lm_words_nearest_wager(const lm_wager *const *wagers, const char *name)
{
    enum { MOST = 64 };
    const char *names[MOST] = { slots[LM_MAIN], slots[LM_INSURANCE] };
    for (int i = 0; wagers && wagers[i] && i + 2 < MOST; i++)
        names[i + 2] = wagers[i]->id;
    return lm_words_nearest_of(name, names, MOST);
}

bool lm_words_wager(const lm_rules *rules, const char *name, uint8_t *slot, uint8_t *n)
{
    char id[32];
    int number = 1;
    int found = lm_rules_slot(rules, name);
    if (found < 0 && cut_suffix(name, id, sizeof id, &number)) found = lm_rules_slot(rules, id);
    *slot = (uint8_t)(found < 0 ? NO_SUCH_SLOT : found);
    *n = (uint8_t)(number - 1);
    return found >= 0;
}

void lm_words_of_wager(const lm_rules *rules, uint8_t slot, uint8_t n, char text[LM_WAGER_TEXT])
{
    const char *id = slot < LM_SIDE                   ? slots[slot]
                     : slot - LM_SIDE < rules->offers ? rules->offer[slot - LM_SIDE].wager->id
                                                      : "unknown";
    if (n) {
        snprintf(text, LM_WAGER_TEXT, "%s.%d", id, n + 1);
    } else {
        snprintf(text, LM_WAGER_TEXT, "%s", id);
    }
}

const char *const instrument_words[] = { "chips", "plaque", "coupon", "cash", NULL };
const char *const ride_words[] = { "left", "right", "both", NULL };
const char *const side_words[] = { "A", "B", NULL };
const char *const misdeal_words[] = { "forward", "dealer", "burn", NULL };
#define X(name, word) word,
const char *const role_words[] = { LM_ROLES(X) NULL };
#undef X
#define X(name, word, free_bet, blackjack) word,
const char *const irregular_words[] = { LM_IRREGULARITIES(X) NULL };
#undef X

#define X(name, word, staff) word,
const char *const prompt_words[] = { LM_PROMPTS(X) NULL };
#undef X
#define X(name, word) word,
const char *const cause_words[] = { LM_CAUSES(X) NULL };
#undef X

const char *lm_words_of_prompt(lm_prompt prompt)
{
    return prompt_words[prompt];
}

const char *lm_words_of_cause(lm_money_cause cause)
{
    return cause_words[cause];
}

const char *lm_words_of_how(lm_irregularity kind, uint8_t how)
{
    if (kind == LM_IR_MISDEAL) return misdeal_words[how];
    return how ? "late" : "";
}

int word_index(const char *const *words, const char *text)
{
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], text) == 0) return i;
    }
    return -1;
}

const char *const *lm_words_list(lm_words_list_of list)
{
    static const char *const *const lists[] = {
        [LM_LIST_INSTRUMENTS] = instrument_words,
        [LM_LIST_RIDES] = ride_words,
        [LM_LIST_SIDES] = side_words,
        [LM_LIST_ROLES] = role_words,
        [LM_LIST_IRREGULARITIES] = irregular_words,
    };
    return lists[list];
}

int lm_words_instrument(const char *text)
{
    return word_index(instrument_words, text);
}

int lm_words_role(const char *text)
{
    return word_index(role_words, text);
}

int lm_words_irregularity(const char *text)
{
    return word_index(irregular_words, text);
}

int lm_words_how(const char *text)
{
    return strcmp(text, "late") == 0 ? 1 : word_index(misdeal_words, text);
}

/* The words of an enumeration, and the function that gives them. */
#define SPELL(name, type, ...)                                                                                         \
    const char *lm_words_of_##name(type value)                                                                         \
    {                                                                                                                  \
        static const char *const words[] = { __VA_ARGS__ };                                                            \
        return words[value];                                                                                           \
    }
/* clang-format off */
SPELL(phase, lm_phase, [LM_BETTING] = "betting", [LM_DETERMINING] = "determining", [LM_DEALING] = "dealing",
      [LM_EXPOSING] = "exposing", [LM_INSURING] = "insuring", [LM_PEEKING] = "peeking", [LM_PLAYING] = "playing",
      [LM_OFFERING] = "offering", [LM_DRAWING] = "drawing", [LM_REVEALING] = "revealing", [LM_SHOWING] = "showing",
      [LM_AWARDING] = "awarding", [LM_DONE] = "done")
SPELL(table_phase, lm_table_phase, [LM_TABLE_EMPTY] = "empty", [LM_TABLE_IDLE] = "idle", [LM_TABLE_ROUND] = "round")
SPELL(stage, lm_stage, [LM_TO_DELIVER] = "deliver", [LM_TO_INSPECT] = "inspect", [LM_TO_VERIFY] = "verify",
      [LM_TO_SPREAD] = "spread", [LM_TO_VIEW] = "view", [LM_TO_WASH] = "wash", [LM_TO_STACK] = "stack",
      [LM_TO_SHUFFLE] = "shuffle", [LM_TO_SWAP] = "swap", [LM_TO_CUT] = "cut", [LM_TO_COVER] = "cover",
      [LM_TO_COVER_BOTTOM] = "cover-bottom", [LM_TO_LOAD] = "load", [LM_TO_OPEN] = "open", [LM_IN_ROUND] = "round",
      [LM_TO_UNLOAD] = "unload", [LM_STOPPED] = "stopped")
SPELL(hand_state, lm_hand_state, [LM_HAND_NONE] = "none", [LM_HAND_OPEN] = "open", [LM_HAND_STANDS] = "stands",
      [LM_HAND_BLACKJACK] = "blackjack", [LM_HAND_BUST] = "bust", [LM_HAND_SURRENDERED] = "surrendered",
      [LM_HAND_OVER] = "over")
SPELL(bet_state, lm_bet_state, [LM_BET_NONE] = "none", [LM_BET_LIVE] = "live", [LM_BET_WAITS] = "waits",
      [LM_BET_HELD] = "held", [LM_BET_DECIDED] = "decided", [LM_BET_UNCONFIRMED] = "unconfirmed")
SPELL(place, lm_place, [LM_AWAY] = "away", [LM_SPREAD_OUT] = "spread", [LM_STACKED] = "stacked",
      [LM_IN_DEVICE] = "in-device", [LM_IN_PLAY] = "in-play")
SPELL(actor, lm_actor, [LM_BY_PLAYERS] = "players", [LM_BY_PLAYER] = "player", [LM_BY_SHOE] = "shoe",
      [LM_BY_DEALER] = "dealer", [LM_BY_STAFF] = "staff", [LM_BY_NOBODY] = "nobody")
SPELL(play, lm_play, "stand", "hit", "double", "split", "surrender", "none")
/* clang-format on */

void lm_words_add(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}
