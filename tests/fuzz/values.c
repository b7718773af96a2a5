/* values.c - single words: cards, amounts, seats, wagers, settings and events, one a line. */
/* room: script */
#include "fuzz.h"
#include "lammer/words.h"
#include "script.h"

static lm_profile base, changed;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    MUST_HOLD(lm_profile_load(&base, lm_wagers, "ma-blackjack", NULL, 0, NULL));
    return 0;
}

static void try_money(const char *word)
{
    char text[32];
    lm_cents cents, again;
    if (!lm_cents_read(word, &cents)) return;
    lm_cents_write(cents, text);
    MUST_HOLD(lm_cents_read(text, &again) && again == cents);
}

static void try_card(const char *word)
{
    char text[3];
    lm_card card;
    if (!lm_card_read(word, &card)) return;
    lm_card_write(card, text);
    MUST_HOLD(strncmp(text, word, 2) == 0);
}

static void try_seat(const char *word)
{
    char text[LM_SEAT_TEXT];
    uint8_t box, bettor;
    lm_words_seat(word, &box, &bettor);
    lm_seat seat, again;
    if (!lm_words_hand(word, &seat) || seat.box == 0) return;
    lm_words_of_seat(seat.box, seat.bettor, seat.hand, text);
    MUST_HOLD(lm_words_hand(text, &again) && memcmp(&seat, &again, sizeof seat) == 0);
}

static void try_wager(const char *word)
{
    char text[LM_WAGER_TEXT];
    uint8_t slot, n;
    lm_words_wager_exists(lm_wagers, word);
    lm_words_wager_exists(lm_wagers, word);
    if (!lm_words_wager(&base.rules, word, &slot, &n)) return;
    lm_words_of_wager(&base.rules, slot, n, text);
    MUST_HOLD(text[0]);
}

/* An accepted setting can be written, and is accepted again. */
static void try_setting(const char *word)
{
    changed = base;
    if (!lm_profile_set(&changed, lm_wagers, word, NULL)) return;
    MUST_HOLD(changed.rules.hash);
    uint64_t hash = changed.rules.hash;
    MUST_HOLD(lm_profile_set(&changed, lm_wagers, word, NULL) && changed.rules.hash == hash);
}

static void try_event(const char *word)
{
    static const lm_event event = { .kind = 0 };
    script_event_known(word);
    script_event_matches(&base.rules, &event, word);
    script_clause_matches("MFB-9(b)(2)(ii)", word);
}

static void try_word(const char *word)
{
    lm_words_instrument(word);
    lm_words_role(word);
    lm_words_irregularity(word);
    lm_words_how(word);
    lm_rule_find(word);
    try_money(word);
    try_card(word);
    try_seat(word);
    try_wager(word);
    try_setting(word);
    try_event(word);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *line = text;
    for (char *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        char *word = strndup(line, end ? (size_t)(end - line) : strlen(line)); /* its own end */
        try_word(word);
        free(word);
    }
    free(text);
    return 0;
}
