/* parse.c - reads a script file and splits it into commands; args.c reads their arguments. */
#include "script.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "args.h"
#include "table.h"

bool script_complain(const script *s, const script_command *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fprintf(stderr, "%s:%d: ", s->name, c->line);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    if (c->text && *c->text) fprintf(stderr, "    %s\n", c->text);
    va_end(args);
    return false;
}

void script_warn(const script *s, const script_command *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fprintf(stderr, "%s:%d: warning: ", s->name, c->line);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
}

__attribute__((format(printf, 2, 3))) static bool unread(script *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->why, sizeof s->why, format, args);
    va_end(args);
    return false;
}

static bool read_stream(script *s, FILE *in)
{
    struct stat about;
    if (fstat(fileno(in), &about) == 0 && S_ISDIR(about.st_mode)) {
        return unread(s, /* say:script-is-directory */ "%s is a directory; name the .round files in it", s->name);
    }
    s->bytes = malloc(SCRIPT_BYTES + 2);
    if (!s->bytes) return unread(s, "not enough memory to read %s", s->name);
    size_t size = fread(s->bytes, 1, SCRIPT_BYTES + 1, in);
    if (ferror(in)) return unread(s, "cannot read %s: %s", s->name, strerror(errno));
    if (size > SCRIPT_BYTES) {
        return unread(s, /* say:script-too-long */ "%s is too long: scripts have at most %d bytes", s->name,
                      SCRIPT_BYTES);
    }
    s->bytes[size] = '\0';
    size_t text = strlen(s->bytes);
    if (text < size)
        return unread(s, /* say:zero-byte-in-script */ "%s is not a text file: byte %zu is zero", s->name, text + 1);
    return true;
}

static bool read_file(script *s, const char *path)
{
    if (strcmp(path, "-") == 0) return read_stream(s, stdin);
    FILE *in = fopen(path, "rb");
    if (!in) return unread(s, /* say:script-cannot-open */ "cannot open %s: %s", path, strerror(errno));
    bool ok = read_stream(s, in);
    fclose(in);
    return ok;
}

/* Ends the line at its comment and drops blanks. Commands are plain ASCII; comments need not be. */
static bool trim_line(const script *s, char *line, int number)
{
    script_command here = { .line = number };
    size_t length = strlen(line);
    if (length > SCRIPT_LINE) {
        return script_complain(s, &here, /* say:line-too-long */ "the line is %zu bytes long; at most %d are read",
                               length, SCRIPT_LINE);
    }
    size_t end = strcspn(line, "#");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        bool allowed = (c >= ' ' && c < 127) || c == '\t' || c == '\r' || (i > end && c >= 128);
        if (!allowed)
            return script_complain(s, &here,
                                   /* say:byte-in-script */ "byte 0x%02x in column %zu is not allowed in a script", c,
                                   i + 1);
    }
    while (end && strchr(" \t\r", line[end - 1]))
        end--;
    line[end] = '\0';
    return true;
}

static const char *verb_at(int i)
{
    return i < script_verb_count ? script_word(&script_verbs[i]) : NULL;
}

/* `dealer.2` is the word `dealer` for the second dealer hand. */
static const script_verb *find_verb(const char *word, uint8_t *dealer_hand)
{
    size_t base = strcspn(word, ".");
    *dealer_hand = 0;
    if (word[base]) {
        bool hand = word[base + 1] >= '1' && word[base + 1] <= '0' + LM_SPOTS && !word[base + 2];
        if (!hand || strncmp(word, "dealer", base) != 0 || base != strlen("dealer")) return NULL;
        *dealer_hand = (uint8_t)(word[base + 1] - '1');
    }
    for (int i = 0; i < script_verb_count; i++) {
        if (strlen(verb_at(i)) == base && strncmp(verb_at(i), word, base) == 0) return &script_verbs[i];
    }
    return NULL;
}

static bool unknown_verb(const script *s, const script_command *c, const char *word)
{
    const char *near = lm_words_nearest(word, verb_at);
    if (near)
        return script_complain(
            s, c, /* say:no-such-word-near */ "\"%s\" is not a word of a script. Did you mean \"%s\"?", word, near);
    char all[512] = "";
    for (int i = 0; i < script_verb_count; i++)
        lm_words_add(all, sizeof all, " %s", verb_at(i));
    return script_complain(s, c, /* say:no-such-word */ "\"%s\" is not a word of a script. A line starts with one of%s",
                           word, all);
}

/* A `refuse` applies to the command before it. */
static bool refuse_follows_command(const script *s, const script_command *c)
{
    const script_command *before = s->commands ? &s->command[s->commands - 1] : NULL;
    if (before && before->verb->kind != KIND_EXPECT && before->verb->kind != KIND_REFUSE &&
        before->verb->run != run_shoe) {
        return true;
    }
    return script_complain(s, c,
                           /* say:refuse-after-command */ "write \"refuse\" after the command that must be refused");
}

/* Reads a command: its verb and its arguments, with no words after them. */
static bool parse_command(script *s, script_command c, char **word, int words)
{
    c.verb = find_verb(word[0], &c.dealer_hand);
    if (!c.verb) return unknown_verb(s, &c, word[0]);
    if (opens_table(&c)) s->tables++;
    if (c.verb->verb != NO_VERB) c.action.verb = c.verb->verb;
    c.table = s->tables ? s->tables : 1;
    if (c.verb->kind == KIND_REFUSE && !refuse_follows_command(s, &c)) return false;
    script_reader reader = { s, &c, word, words, 1 };
    for (int i = 0; i < SCRIPT_ARGS && c.verb->takes[i]; i++) {
        if (!c.verb->takes[i](&reader, &c)) return false;
    }
    if (peek_word(&reader)) return extra_word(&reader);
    s->command[s->commands++] = c;
    return true;
}

/* "box 1" is the same as "1": a number takes the place of a word "box" before it. */
static int before_number(char *const *word, int words, const char *next)
{
    bool numbered = words > 1 && *next >= '0' && *next <= '9' && strcmp(word[words - 1], "box") == 0;
    return words - numbered;
}

/* A line is a command, perhaps followed by its `refuse`. */
static bool parse_line(script *s, const char *text, char *split, int number)
{
    char **word = s->word + s->words;
    int words = 0, refuse = 0;
    for (char *save, *w = strtok_r(split, " \t\r", &save); w; w = strtok_r(NULL, " \t\r", &save)) {
        if (words && strcmp(w, "refuse") == 0) refuse = words;
        words = before_number(word, words, w);
        word[words++] = w;
    }
    s->words += words;
    if (!words) return true;
    script_command c = { .line = number, .text = text };
    if (!refuse) return parse_command(s, c, word, words);
    return parse_command(s, c, word, refuse) && parse_command(s, c, word + refuse, words - refuse);
}

/* Allocates enough for any script of this size: a line has at most half as many words as bytes, and a word is at most
 * one card or one command. */
static bool make_room(script *s)
{
    size_t size = strlen(s->bytes), words = size / 2 + 1, lines = 1;
    for (const char *at = s->bytes; (at = strchr(at, '\n')); at++)
        lines++;
    s->split = malloc(size + 1);
    s->word = calloc(words, sizeof *s->word);
    s->card = calloc(words, sizeof *s->card);
    s->command = calloc(2 * lines, sizeof *s->command);
    if (!s->split || !s->word || !s->card || !s->command) return unread(s, "not enough memory to read %s", s->name);
    memcpy(s->split, s->bytes, size + 1);
    return true;
}

static bool parse(script *s)
{
    int number = 1;
    for (char *line = s->bytes; line; number++) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        if (!trim_line(s, line, number)) return false;
        char *split = s->split + (line - s->bytes);
        strcpy(split, line);
        const char *text = line + strspn(line, " \t\r");
        if (!parse_line(s, text, split, number)) return false;
        line = end ? end + 1 : NULL;
    }
    return true;
}

bool script_clause_matches(const char *clause, const char *id)
{
    size_t n = strlen(id);
    return n && strncmp(clause, id, n) == 0 && (clause[n] == '\0' || clause[n] == '.' || clause[n] == '(');
}

bool script_read(script *s, const char *path)
{
    *s = (script){ 0 };
    snprintf(s->name, sizeof s->name, "%s", strcmp(path, "-") == 0 ? "stdin" : path);
    return read_file(s, path) && make_room(s) && parse(s);
}

void script_free(script *s)
{
    free(s->bytes);
    free(s->split);
    free(s->word);
    free(s->card);
    free(s->command);
    *s = (script){ 0 };
}

script_result script_deal(const char *path, const script_options *options, char why[SCRIPT_WHY])
{
    script s;
    script_result result = script_read(&s, path) ? script_run(&s, options) : SCRIPT_BAD;
    memcpy(why, s.why, sizeof s.why);
    script_free(&s);
    return result;
}
