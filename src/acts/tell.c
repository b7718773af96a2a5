/* tell.c - sentences of journal.def, written with the fields of an act, of an event or of a record's body.
 *
 * Texts that people typed are shown on terminals and pages: a control character in one becomes a space. */
#include <ctype.h>
#include <string.h>

#include "act.h"
#include "lammer/story.h"
#include "lammer/wager.h"

static const char *const texts[LM_ACT_COUNT] = {
#define TOLD(act, text) [LM_ACT_##act] = text,
#include "lammer/server/journal.def"
};

/* LM_SAY_NOTHING: the act has a text of its own. */
static const uint16_t messages[LM_ACT_COUNT] = {
#define SAME(act, message) [LM_ACT_##act] = LM_SAY_##message,
#include "lammer/server/journal.def"
};

static const struct {
    const char *word, *text;
} news[] = {
#define NEWS(word, text) { word, text },
#include "lammer/server/journal.def"
};

const char *lm_told_act(lm_act_word word)
{
    return messages[word] ? lm_message_text((lm_message)messages[word]) : texts[word];
}

const char *lm_told_news(const char *word)
{
    for (size_t i = 0; i < sizeof news / sizeof *news; i++) {
        if (strcmp(news[i].word, word) == 0) return news[i].text;
    }
    return NULL;
}

/* What is being told, and into which text. */
typedef struct {
    lm_out *out;
    const lm_telling *of;
} telling;

/* Writes a value under the key; false: it has nothing to say. */
typedef bool putter(const telling *t, const char *key, const json_t *value);

static void add_text(const telling *t, const char *text)
{
    size_t from = t->out->size;
    lm_out_raw(t->out, text, strlen(text));
    for (; from < t->out->size; from++) {
        unsigned char c = (unsigned char)t->out->at[from];
        if (c < ' ' || c == 0x7f) t->out->at[from] = ' ';
    }
}

static bool ends_with(const char *key, const char *end)
{
    size_t k = strlen(key), e = strlen(end);
    return k >= e && strcmp(key + k - e, end) == 0;
}

static bool put_number(const telling *t, const char *key, const json_t *value)
{
    char text[40];
    long long number = json_integer_value(value);
    if (ends_with(key, "cents"))
        lm_story_money(number, text, sizeof text);
    else if (ends_with(key, "_ms"))
        snprintf(text, sizeof text, "%g s", (double)number / 1000);
    else
        snprintf(text, sizeof text, "%lld", number);
    add_text(t, text);
    return true;
}

static bool put_plain(const telling *t, const char *key, const json_t *value)
{
    if (json_is_integer(value)) return put_number(t, key, value);
    if (json_is_string(value)) add_text(t, json_string_value(value));
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (i) add_text(t, ", ");
        put_plain(t, key, json_array_get(value, i));
    }
    return json_array_size(value) > 0 || json_string_length(value) > 0;
}

/* "no-insurance" as "no insurance". */
static bool put_spaced(const telling *t, const char *key, const json_t *value)
{
    size_t from = t->out->size;
    bool said = put_plain(t, key, value);
    for (; from < t->out->size; from++) {
        if (t->out->at[from] == '-') t->out->at[from] = ' ';
    }
    return said;
}

static bool put_box(const telling *t, const char *key, const json_t *value)
{
    uint8_t box, bettor;
    char text[16];
    (void)key;
    if (!json_is_string(value) || !lm_words_seat(json_string_value(value), &box, &bettor)) return false;
    snprintf(text, sizeof text, "box %d", box);
    add_text(t, text);
    return true;
}

static bool put_who(const telling *t, const char *key, const json_t *value)
{
    static const char *const bettors[LM_BETTORS] = { "", "the second bettor on ", "the third bettor on ",
                                                     "the player of " };
    const char *seat = json_string_value(value);
    uint8_t box, bettor;
    if (seat && strcmp(seat, "dealer") == 0) {
        add_text(t, "the dealer");
        return true;
    }
    if (!seat || !lm_words_seat(seat, &box, &bettor)) return false;
    add_text(t, bettors[bettor]);
    put_box(t, key, value);
    if (bettor == LM_TIP) add_text(t, ", for the dealer,");
    return true;
}

/* Adds no words: the name of the place already says that the bettor is behind a box. */
static bool is_behind(const telling *t, const char *key, const json_t *value)
{
    uint8_t box, bettor;
    (void)t;
    (void)key;
    return json_is_string(value) && lm_words_seat(json_string_value(value), &box, &bettor) && bettor != LM_DECIDER;
}

/* The wager's title; the main wager is not named. */
static bool put_wager(const telling *t, const char *key, const json_t *value)
{
    const char *id = json_string_value(value);
    (void)key;
    if (!id || !*id || strcmp(id, "main") == 0) return false;
    for (int i = 0; t->of->wagers && t->of->wagers[i]; i++) {
        if (strcmp(t->of->wagers[i]->id, id) == 0) id = t->of->wagers[i]->title;
    }
    add_text(t, id);
    return true;
}

static bool put_instrument(const telling *t, const char *key, const json_t *value)
{
    const char *word = json_string_value(value);
    if (!word || strcmp(word, "chips") == 0) return false;
    if (strcmp(word, "cash") != 0) add_text(t, "a ");
    return put_plain(t, key, value);
}

static bool put_decks(const telling *t, const char *key, const json_t *value)
{
    if (!json_is_integer(value)) return false;
    put_plain(t, key, value);
    add_text(t, json_integer_value(value) == 1 ? " deck" : " decks");
    return true;
}

static bool put_pack(const telling *t, const char *key, const json_t *value)
{
    (void)key;
    if (json_is_integer(value)) add_text(t, json_integer_value(value) ? "batch B" : "batch A");
    return json_is_integer(value);
}

static bool put_actor(const telling *t, const char *key, const json_t *value)
{
    bool is_house = strcmp(t->of->actor, "house") == 0;
    if (!put_plain(t, key, value)) add_text(t, !is_house ? t->of->actor : t->out->size ? "the house" : "The house");
    return true;
}

/* Words in braces that need a key or a spelling of their own; any other word is the key of its field. */
static const struct {
    const char *word, *key;
    putter *put;
} words[] = {
    { "who", "seat", put_who },      { "box", "seat", put_box },      { "behind", "seat", is_behind },
    { "money", "cents", put_plain }, { "purse", "money", put_plain }, { "decks", "count", put_decks },
    { "pack", "pack", put_pack },    { "wager", "wager", put_wager }, { "in", "in", put_instrument },
    { "name", "name", put_spaced },  { "how", "how", put_spaced },    { "did", "did", put_spaced },
    { "by", "by", put_actor },       { "some", "count", put_plain },
};

static const json_t *field_at(const json_t *fields, const char *path)
{
    for (size_t size = strcspn(path, "."); path[size]; size = strcspn(path, ".")) {
        fields = json_object_getn(fields, path, size);
        path += size + 1;
    }
    return json_object_get(fields, path);
}

/* The function that writes a word in braces, and the key of its field. */
static putter *find_word(char *word, const char **key)
{
    word[0] = (char)tolower((unsigned char)word[0]);
    *key = word;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, word) != 0) continue;
        *key = words[i].key;
        return words[i].put;
    }
    return put_plain;
}

static void copy_word(char word[32], const char *from, size_t size)
{
    snprintf(word, 32, "%.*s", (int)size, from);
}

static void put_word(const telling *t, const char *from, size_t size)
{
    char word[32];
    const char *key;
    size_t before = t->out->size;
    copy_word(word, from, size);
    putter *put = find_word(word, &key);
    put(t, key, field_at(t->of->fields, key));
    if (isupper((unsigned char)*from) && t->out->size > before)
        t->out->at[before] = (char)toupper((unsigned char)t->out->at[before]);
}

/* The first `stop` of the text that is not inside braces; `end` where there is none. */
static const char *find_outside(const char *c, const char *end, char stop)
{
    for (int depth = 0; c < end && (depth || *c != stop); c++)
        depth += (*c == '{') - (*c == '}');
    return c;
}

static void put_text(const telling *t, const char *text, const char *end);

/* Whether a word takes its first form. The reader of a journal is not one of the players, so forms for "you" are never
 * used. */
static bool takes_first(const telling *t, const char *from, size_t size)
{
    static const char *const yours[] = { "who", "box", "other" };
    char word[32];
    const char *key;
    lm_out unsaid = { 0 };
    copy_word(word, from, size);
    putter *put = find_word(word, &key);
    const json_t *value = field_at(t->of->fields, key);
    if (strcmp(word, "count") == 0 || strcmp(word, "number") == 0) return json_integer_value(value) == 1;
    for (size_t i = 0; i < sizeof yours / sizeof *yours; i++) {
        if (strcmp(word, yours[i]) == 0) return false;
    }
    if (json_is_integer(value) && !json_integer_value(value) && put == put_plain) return false;
    bool said = json_is_true(value) || put(&(telling){ &unsaid, t->of }, key, value);
    lm_out_free(&unsaid);
    return said;
}

/* "word:FORM|FORM" from its forms on. */
static void put_form(const telling *t, const char *word, const char *form, const char *end)
{
    const char *stop = find_outside(form, end, '|');
    if (!takes_first(t, word, (size_t)(form - word - 1)) && stop < end) {
        form = stop + 1;
        stop = end;
    }
    put_text(t, form, stop);
}

static void put_text(const telling *t, const char *text, const char *end)
{
    while (text < end) {
        const char *brace = memchr(text, '{', (size_t)(end - text));
        lm_out_raw(t->out, text, (size_t)((brace ? brace : end) - text));
        if (!brace) return;
        const char *word = brace + 1, *stop = find_outside(word, end, '}');
        size_t size = strcspn(word, ":}");
        if (word[size] == ':')
            put_form(t, word, word + size + 1, stop);
        else
            put_word(t, word, size);
        text = stop + 1;
    }
}

static const char *text_of(const lm_telling *of, const char *word)
{
    const lm_act_row *row = lm_act_recorded(of->fields);
    const char *text = row ? lm_told_act(lm_act_word_of(row)) : lm_told_news(word);
    for (int i = 0; !text && of->fields && i < LM_ACT_COUNT; i++)
        text = strcmp(lm_act_rows[i].word, word) == 0 ? lm_told_act((lm_act_word)i) : NULL;
    return text;
}

bool lm_tell(lm_out *out, const char *word, const lm_telling *of)
{
    const char *text = text_of(of, word);
    if (text) put_text(&(telling){ out, of }, text, text + strlen(text));
    return text != NULL;
}
