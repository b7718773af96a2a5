/* choices.c - closed lists of words: which fields of requests and answers have one (CHOICE in replies.def), and the words of
 * each list, from the rows and names that the program itself uses. */
#include <string.h>

#include "act.h"
#include "lammer/event.h"
#include "lammer/story.h"
#include "lammer/table.h"

static const struct {
    const char *name, *fields, *words;
} choices[] = {
#define CHOICE(name, fields, words) { #name, fields, words },
#include "lammer/server/replies.def"
};

typedef struct {
    lm_word_heard *hear;
    void *self;
} listener;

static void say_list(const listener *to, const char *const *words)
{
    for (; *words; words++)
        to->hear(to->self, *words);
}

static void say_acts(const listener *to)
{
    for (int i = 0; i < LM_ACT_COUNT; i++)
        to->hear(to->self, lm_act_rows[i].word);
}

/* Kinds of records, which are acts or have their row in journal.def. */
static void say_kinds(const listener *to)
{
    static const char *const news[] = {
#define NEWS(word, text) word,
#include "lammer/server/journal.def"
        NULL
    };
    say_acts(to);
    say_list(to, news);
}

#define SAY_EACH(function, count)                                                                                      \
    for (int i = 0; i < (count); i++)                                                                                  \
    to->hear(to->self, function(i))

static void say_events(const listener *to)
{
    SAY_EACH(lm_event_name, LM_EV_COUNT);
    say_kinds(to);
}

static void say_roles(const listener *to)
{
    static const char *const words[] = {
#define X(name, word) word,
        LM_HOUSE_ROLES(X)
#undef X
            NULL
    };
    say_list(to, words);
}

static void say_staff_roles(const listener *to)
{
    say_list(to, lm_words_list(LM_LIST_ROLES));
}

static void say_prompts(const listener *to)
{
    static const char *const words[] = {
#define X(name, word, staff) word,
        LM_PROMPTS(X)
#undef X
            NULL
    };
    say_list(to, words);
}

static void say_causes(const listener *to)
{
    static const char *const words[] = {
#define X(name, word) word,
        LM_CAUSES(X)
#undef X
            NULL
    };
    say_list(to, words);
}

static void say_messages(const listener *to)
{
    SAY_EACH(lm_message_name, LM_SAY_COUNT);
}

static void say_phases(const listener *to)
{
    SAY_EACH(lm_words_of_phase, LM_DONE + 1);
}

static void say_table_phases(const listener *to)
{
    SAY_EACH(lm_words_of_table_phase, LM_TABLE_ROUND + 1);
}

static void say_stages(const listener *to)
{
    SAY_EACH(lm_words_of_stage, LM_STAGES);
}

static void say_hand_states(const listener *to)
{
    SAY_EACH(lm_words_of_hand_state, LM_HAND_OVER + 1);
}

static void say_bet_states(const listener *to)
{
    SAY_EACH(lm_words_of_bet_state, LM_BET_UNCONFIRMED + 1);
}

static void say_actors(const listener *to)
{
    SAY_EACH(lm_words_of_actor, LM_BY_NOBODY + 1);
}

static const struct {
    const char *name;
    void (*say)(const listener *to);
    lm_act_type type; /* where `say` is NULL: a type of fields */
} named[] = {
    { "act", say_acts },
    { "actor", say_actors },
    { "bet_state", say_bet_states },
    { "cause", say_causes },
    { "event", say_events },
    { "hand_state", say_hand_states },
    { "how", NULL, LM_TYPE_HOW },
    { "instrument", NULL, LM_TYPE_INSTRUMENT },
    { "irregularity", NULL, LM_TYPE_IRREGULARITY },
    { "kind", say_kinds },
    { "message", say_messages },
    { "phase", say_phases },
    { "prompt", say_prompts },
    { "ride", NULL, LM_TYPE_RIDE },
    { "role", say_roles },
    { "shoe_stage", say_stages },
    { "side", NULL, LM_TYPE_SIDE },
    { "staff_role", say_staff_roles },
    { "table_phase", say_table_phases },
};

/* Words of a row, with | between them. */
static void say_words(const listener *to, const char *words)
{
    char word[32];
    for (; *words; words += *words == '|') {
        size_t n = strcspn(words, "|");
        snprintf(word, sizeof word, "%.*s", (int)n, words);
        to->hear(to->self, word);
        words += n;
    }
}

static bool names_field(const char *fields, const char *of, const char *field)
{
    char one[80], any[80];
    snprintf(one, sizeof one, " %s.%s ", of, field);
    snprintf(any, sizeof any, " *.%s ", field);
    return strstr(fields, one) || strstr(fields, any);
}

bool lm_choice_words(const char *of, const char *field, lm_word_heard *hear, void *self)
{
    const listener to = { hear, self };
    size_t i = 0;
    while (i < sizeof choices / sizeof *choices && !names_field(choices[i].fields, of, field))
        i++;
    if (i == sizeof choices / sizeof *choices) return false;
    say_words(&to, choices[i].words);
    for (size_t k = 0; k < sizeof named / sizeof *named; k++) {
        if (strcmp(named[k].name, choices[i].name) != 0) continue;
        if (named[k].say)
            named[k].say(&to);
        else
            say_list(&to, lm_type_words(named[k].type));
    }
    return true;
}
