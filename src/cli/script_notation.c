/* script_notation.c - how seats, wagers and clauses are written in scripts and JSON lines. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char bettor_letters[] = "bct"; /* of LM_SECOND, LM_THIRD and LM_TIP */
static const char *const slots[] = { [LM_MAIN] = "main", [LM_INSURANCE] = "insurance" };

bool script_seat_read(const char *text, bool hand, script_seat *seat)
{
    size_t digits = strspn(text, "0123456789");
    if (digits < 1 || digits > 2) return false;
    *seat = (script_seat){ .box = (uint8_t)strtol(text, NULL, 10) };
    text += digits;
    const char *letter = *text ? strchr(bettor_letters, *text) : NULL;
    if (letter) {
        seat->bettor = (uint8_t)(letter - bettor_letters + 1);
        text++;
    }
    if (hand && text[0] == '.' && text[1] >= '1' && text[1] <= '9') {
        seat->hand = (uint8_t)(text[1] - '0');
        text += 2;
    }
    return *text == '\0';
}

void script_seat_write(uint8_t box, uint8_t bettor, uint8_t hand, char text[16])
{
    if (box == 0) {
        strcpy(text, "dealer");
        return;
    }
    int n = snprintf(text, 16, "%d", box);
    if (bettor > 0 && bettor < LM_BETTORS) text[n++] = bettor_letters[bettor - 1];
    text[n] = '\0';
    if (hand) snprintf(text + n, 16 - (size_t)n, ".%d", hand);
}

/* Cuts "main.2" into the id and 2; 1 where no number is named. False when no number follows the dot. */
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

static bool exists(const char *id)
{
    if (strcmp(id, slots[LM_MAIN]) == 0 || strcmp(id, slots[LM_INSURANCE]) == 0) return true;
    for (int i = 0; lm_wagers[i]; i++) {
        if (strcmp(lm_wagers[i]->id, id) == 0) return true;
    }
    return false;
}

bool script_wager_known(const char *name)
{
    char id[32];
    int number;
    return exists(name) || (cut_suffix(name, id, sizeof id, &number) && exists(id));
}

enum { NO_SUCH_SLOT = LM_SIDE + LM_OFFERS };

bool script_wager_find(const lm_rules *rules, const char *name, uint8_t *slot, uint8_t *n)
{
    char id[32];
    int number = 1;
    int found = lm_rules_slot(rules, name);
    if (found < 0 && cut_suffix(name, id, sizeof id, &number)) found = lm_rules_slot(rules, id);
    *slot = (uint8_t)(found < 0 ? NO_SUCH_SLOT : found);
    *n = (uint8_t)(number - 1);
    return found >= 0 || script_wager_known(name);
}

void script_wager_write(const lm_rules *rules, uint8_t slot, uint8_t n, char *text, size_t size)
{
    const char *id = slot < LM_SIDE                   ? slots[slot]
                     : slot - LM_SIDE < rules->offers ? rules->offer[slot - LM_SIDE].wager->id
                                                      : "unknown";
    if (n) {
        snprintf(text, size, "%s.%d", id, n + 1);
    } else {
        snprintf(text, size, "%s", id);
    }
}

int script_instrument_read(const char *text)
{
    static const char *const words[LM_INSTRUMENTS] = {
        [LM_CHIPS] = "chips", [LM_PLAQUE] = "plaque", [LM_COUPON] = "coupon", [LM_CASH] = "cash"
    };
    for (int i = 0; i < LM_INSTRUMENTS; i++) {
        if (strcmp(words[i], text) == 0) return i;
    }
    return -1;
}

int script_role_read(const char *text)
{
    for (int i = 0; i < LM_ROLE_COUNT; i++) {
        if (strcmp(lm_role_word((lm_role)i), text) == 0) return i;
    }
    return -1;
}

int script_how_read(const char *text)
{
    static const struct {
        const char *word;
        int how;
    } words[] = {
        { "forward", LM_MISDEAL_FORWARD },
        { "dealer", LM_MISDEAL_DEALER },
        { "burn", LM_MISDEAL_BURN },
        { "late", true },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, text) == 0) return words[i].how;
    }
    return -1;
}

int script_irregular_read(const char *text)
{
    for (int i = 0; i < LM_IR_COUNT; i++) {
        if (strcmp(lm_irregular_word((lm_irregularity)i), text) == 0) return i;
    }
    return -1;
}

bool script_clause_matches(const char *clause, const char *id)
{
    size_t n = strlen(id);
    return n && strncmp(clause, id, n) == 0 && (clause[n] == '\0' || clause[n] == '.' || clause[n] == '(');
}
