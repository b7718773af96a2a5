/* alarm_stops.c - what an alarm stops: commands at the cage, and plays that would move money of a frozen account. */
#include <string.h>

#include "floor.h"

bool alarm_names(const json_t *names, const char *name)
{
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)(uintptr_t)names, i, one)
    {
        if (strcmp(json_string_value(one), name) == 0) return true;
    }
    return false;
}

static const char stopped[] =
    LM_SAYS(BOOKS_CLOSED, "",
            "the books of the house are wrong, so the cage is closed and no chips are sold; ask the "
            "pit");

bool alarm_stops(house_request *request)
{
    static const lm_act_word words[] = { LM_ACT_DEPOSIT, LM_ACT_WITHDRAWAL, LM_ACT_PLAY_MONEY, LM_ACT_ISSUE_COUPON };
    if (!request->house->alarm.raised) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (lm_act_word_of(request->word) != words[i]) continue;
        request_refuse(request, LM_REFUSED_LATER, "%s", stopped);
        return true;
    }
    return false;
}

static bool is_cage(int account)
{
    return account == ACCOUNT_CAGE || account == ACCOUNT_WORLD;
}

static bool is_frozen(const lm_house *house, const house_play *play, int account)
{
    char name[LM_STORE_NAME + 1];
    account_name(&play->state, play->id, account, name);
    return alarm_names(house->alarm.names, name);
}

bool alarm_allows(const lm_house *house, house_play *play)
{
    for (int i = 0; i < play->moves && house->alarm.raised; i++) {
        const house_move *m = &play->move[i];
        if (m->from >= ACCOUNT_WALLET || is_cage(m->from) || is_cage(m->to))
            return play_refuse(play, LM_REFUSED_LATER, NULL, "%s", stopped);
        if (is_frozen(house, play, m->from) || is_frozen(house, play, m->to))
            return play_refuse(
                play, LM_REFUSED_LATER, NULL,
                LM_SAYS(ACCOUNT_FROZEN, "",
                        "this would move money of a frozen account, whose books are wrong; ask the pit"));
    }
    return true;
}
