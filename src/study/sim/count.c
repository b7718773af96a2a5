/* count.c - a counting system from a small file.
 *
 *     tags   A -1  2 1  3 1  4 1  5 1  6 1  7 0  8 0  9 0  T -1    # a rank, or a card such as 7h for one suit
 *     count  true                                                  # or: running
 *     start  0                                                     # running count of a new shoe, for each deck
 *     insure 3                                                     # insurance from this count on
 *     play   16 T stand from 0                                     # hard 16 against a ten; s18 is soft, 9,9 a pair
 *     play   12 4 hit below 0
 *     ramp   -99:1 1:2 2:4 3:8 4:12                                # count:bets; 0 bets sits the round out */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { LINE = 512, WORDS = 128 };

typedef struct {
    const char *path;
    const lm_study_ear *ear;
    int line;
    char *word[WORDS];
    int words;
} source;

static bool refuse_line(const source *s, const char *what, const char *word)
{
    return say(s->ear, "%s:%d: %s%s%s", s->path, s->line, what, word ? ": " : "", word ? word : "");
}

static bool read_int(const char *text, int least, int most, int *number)
{
    char *end;
    long value = strtol(text, &end, 10);
    *number = (int)value;
    return end != text && !*end && value >= least && value <= most;
}

/* The value, 1 to 10, of A, 2 .. 9, T (or 10, J, Q, K); 0 if the text is not a rank. */
static int value_of(const char *text)
{
    static const char ranks[] = "A23456789TJQK";
    if (strcmp(text, "10") == 0) return 10;
    const char *at = text[0] && !text[1] ? strchr(ranks, text[0]) : NULL;
    if (!at) return 0;
    return at - ranks < 9 ? (int)(at - ranks) + 1 : 10;
}

static bool set_tag(lm_count *count, const char *name, int tag)
{
    lm_card one;
    if (lm_card_read(name, &one) && !name[2]) {
        count->tag[one] = (int8_t)tag;
        return true;
    }
    int value = value_of(name);
    bool face = value == 10 && strcmp(name, "T") != 0 && strcmp(name, "10") != 0;
    if (!value) return false;
    for (lm_card card = 0; card < LM_CARDS; card++) {
        bool meant = face ? lm_card_name(card).text[0] == name[0] : lm_card_value(card) == value;
        if (meant) count->tag[card] = (int8_t)tag;
    }
    return true;
}

static bool read_tags(lm_count *count, const source *s)
{
    for (int i = 1; i < s->words; i += 2) {
        int tag;
        if (i + 1 == s->words || !read_int(s->word[i + 1], -100, 100, &tag))
            return refuse_line(s, "tags are pairs of a card and a number from -100 to 100", s->word[i]);
        if (!set_tag(count, s->word[i], tag)) return refuse_line(s, "not a card", s->word[i]);
    }
    return true;
}

static bool read_way(lm_count *count, const source *s)
{
    count->running = s->words == 2 && strcmp(s->word[1], "running") == 0;
    if (count->running || (s->words == 2 && strcmp(s->word[1], "true") == 0)) return true;
    return refuse_line(s, "count is true or running", NULL);
}

static bool read_one(const source *s, int *number, const char *what)
{
    return (s->words == 2 && read_int(s->word[1], -1000, 1000, number)) || refuse_line(s, what, NULL);
}

static bool read_start(lm_count *count, const source *s)
{
    return read_one(s, &count->start, "start is the running count of a new shoe for each deck");
}

static bool read_insure(lm_count *count, const source *s)
{
    count->insures = true;
    return read_one(s, &count->insure_from, "insure is the count from which insurance is taken");
}

/* The chart row of "16", "s18" or "9,9"; 0 if the text is not a hand. */
static int row_of(char *text)
{
    int total;
    if (read_int(text, 4, 21, &total)) return LM_ROW_HARD + total;
    if (text[0] == 's' && read_int(text + 1, 12, 21, &total)) return LM_ROW_SOFT + total;
    char *comma = strchr(text, ',');
    if (!comma) return 0;
    *comma = '\0';
    int first = value_of(text), second = value_of(comma + 1);
    *comma = ',';
    return first && first == second ? LM_ROW_PAIR + first : 0;
}

static bool read_play(lm_count *count, const source *s)
{
    static const char *const plays[LM_PLAYS] = { "stand", "hit", "double", "split", "surrender" };
    lm_count_index *index = &count->index[count->indices];
    int from, row = s->words == 6 ? row_of(s->word[1]) : 0;
    if (!row)
        return refuse_line(s, "a play is written: play HAND UP stand|hit|double|split|surrender from|below COUNT",
                           NULL);
    if (count->indices == LM_COUNT_INDICES) return refuse_line(s, "there are too many plays", NULL);
    *index = (lm_count_index){ .row = (uint8_t)row, .up = (uint8_t)value_of(s->word[2]), .play = LM_PLAY_NONE };
    for (uint8_t play = 0; play < LM_PLAYS; play++) {
        if (strcmp(plays[play], s->word[3]) == 0) index->play = play;
    }
    index->below = strcmp(s->word[4], "below") == 0;
    if (!index->up) return refuse_line(s, "not an up card", s->word[2]);
    if (index->play == LM_PLAY_NONE) return refuse_line(s, "not a play", s->word[3]);
    if (!index->below && strcmp(s->word[4], "from") != 0)
        return refuse_line(s, "write from or below before the count, not", s->word[4]);
    if (!read_int(s->word[5], -100, 100, &from)) return refuse_line(s, "a count is a number", s->word[5]);
    index->from = (int8_t)from;
    count->indices++;
    return true;
}

static bool read_ramp(lm_count *count, const source *s)
{
    for (int i = 1; i < s->words; i++) {
        char *colon = strchr(s->word[i], ':');
        if (count->steps == LM_COUNT_RAMP) return refuse_line(s, "the ramp has too many steps", NULL);
        if (colon) *colon = '\0';
        if (!colon || !read_int(s->word[i], -1000, 1000, &count->from[count->steps]) ||
            !read_int(colon + 1, 0, 10000, &count->units[count->steps]))
            return refuse_line(s, "a step of the ramp is COUNT:BETS", s->word[i]);
        if (count->steps && count->from[count->steps] <= count->from[count->steps - 1])
            return refuse_line(s, /* say:sim-ascend */ "the steps of the ramp ascend", s->word[i]);
        count->steps++;
    }
    return true;
}

static bool read_line(lm_count *count, source *s)
{
    static const struct {
        const char *name;
        bool (*read)(lm_count *, const source *);
    } lines[] = { { "tags", read_tags },     { "count", read_way }, { "start", read_start },
                  { "insure", read_insure }, { "play", read_play }, { "ramp", read_ramp } };
    for (size_t i = 0; s->words && i < sizeof lines / sizeof *lines; i++) {
        if (strcmp(lines[i].name, s->word[0]) == 0) return lines[i].read(count, s);
    }
    return !s->words || refuse_line(s, "a line begins with tags, count, start, insure, play or ramp, not", s->word[0]);
}

static void cut_words(source *s, char *line)
{
    char *save = NULL;
    line[strcspn(line, "#\n\r")] = '\0';
    s->words = 0;
    for (char *word = strtok_r(line, " \t", &save); word && s->words < WORDS; word = strtok_r(NULL, " \t", &save))
        s->word[s->words++] = word;
}

bool sim_read_count(lm_count *count, const char *path, const lm_study_ear *ear)
{
    char line[LINE];
    source s = { .path = path, .ear = ear };
    FILE *file = fopen(path, "r");
    if (!file) return say(ear, "%s cannot be read: %s", path, strerror(errno));
    memset(count, 0, sizeof *count);
    bool ok = true;
    while (ok && fgets(line, sizeof line, file)) {
        s.line++;
        cut_words(&s, line);
        ok = read_line(count, &s);
    }
    fclose(file);
    return ok;
}
