/* systems.c - the progressive system that runs a table: recorded with its version, refused if the approval requires a
 * higher one.
 *
 * Versions are numbers with dots between, compared number by number: 1.10 is higher than 1.3 (C-46). */
#include <stdlib.h>
#include <string.h>

#include "deal/deal.h"
#include "play.h"

/* Approved for Blazing 7's, each in the version named or a higher one: WB7-SYS.1. */
static const struct {
    const char *component, *least;
} approved[] = {
    { "game-manager", "1.3.0" },
    { "table-controller", "2.0.0" },
    { "display", "" },
};

/* The number at the start of *text, which moves past it and its dot; -1 if there is no number. */
static long next_number(const char **text)
{
    char *end;
    if (**text < '0' || **text > '9') return -1;
    long number = strtol(*text, &end, 10);
    *text = *end == '.' ? end + 1 : end;
    return number;
}

static bool is_at_least(const char *version, const char *least)
{
    while (*least || *version) {
        long mine = *version ? next_number(&version) : 0, wanted = *least ? next_number(&least) : 0;
        if (mine < 0 || wanted < 0) return false;
        if (mine != wanted) return mine > wanted;
    }
    return true;
}

bool act_system(house_play *play, lm_act *act)
{
    const char *component = lm_act_text(act, LM_FIELD_COMPONENT), *version = lm_act_text(act, LM_FIELD_VERSION);
    for (size_t i = 0; i < sizeof approved / sizeof *approved; i++) {
        if (strcmp(component, approved[i].component) != 0) continue;
        if (!*version || !is_at_least(version, approved[i].least))
            return play_refuse(play, LM_REFUSED_NOW, "WB7-SYS.1",
                               LM_STAFF_SAYS("the approval requires version %s or higher"),
                               *approved[i].least ? approved[i].least : "0");
        act_tell(play, act, (const lm_act_field[]){ LM_FIELD_PERSON, LM_FIELDS });
        return true;
    }
    return play_refuse(play, LM_REFUSED_FORM, NULL, "\"component\" must be game-manager, table-controller or display");
}
