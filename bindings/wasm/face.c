/* face.c - what the host calls: the words of a command go in, the text of its answer comes out on standard output.
 *
 * The commands are those of the program, compiled for WebAssembly, so an answer is the program's answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input.h"
#include "lammer/program/options.h"
#include "lammer/program/submissions.h"
#include "lammer/words.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { MOST_WORDS = 600 };

static char *input;

/* Room for the words of a question, each ended by a zero byte; NULL when there is no memory. */
EXPORT("input") char *lammer_input(size_t size)
{
    free(input);
    input = malloc(size + 1);
    if (input) input[size] = '\0';
    return input;
}

const char *input_text(void)
{
    return input;
}

const char *const *input_words(int n)
{
    static const char *words[MOST_WORDS + 1];
    const char *at = input;
    if (!input || n < 1 || n > MOST_WORDS) return NULL;
    for (int i = 0; i < n; i++) {
        words[i] = at;
        at += strlen(at) + 1;
    }
    words[n] = NULL;
    return words;
}

static void say_to_stderr(void *self, const char *sentence)
{
    (void)self;
    fprintf(stderr, "lammer: %s\n", sentence);
}

static void show_progress(void *self, const char *what)
{
    (void)self;
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%s", what ? what : "\033[K");
}

const lm_study_ear face_ear = { say_to_stderr, show_progress, NULL };

static const char *rules_command_at(int i)
{
    return lm_rules_commands[i].name;
}

static int run_rules(int n, char **words, lm_text *answer)
{
    for (int i = 0; n && lm_rules_commands[i].name; i++) {
        if (strcmp(lm_rules_commands[i].name, words[0]) == 0) return lm_rules_answer(i, n, words, &face_ear, answer);
    }
    char text[320];
    const char *word = n ? words[0] : "";
    lm_options_unknown(text, sizeof text, "lammer rules", "a command", word, lm_words_nearest(word, rules_command_at));
    face_ear.say(NULL, text);
    return LM_ANSWER_BAD;
}

/* One study is kept between questions, so that the main game of a table is solved once, not at every hand. */
static int run_command(int n, char **words, lm_text *answer)
{
    static lm_ask ask;
    static lm_study *kept;
    if (strcmp(words[0], "rules") == 0) return run_rules(n - 1, words + 1, answer);
    if (is_of_pieces(words[0])) return run_pieces(&kept, n, words, answer);
    if (!lm_ask_read(&ask, n, words, &face_ear)) return LM_ANSWER_BAD;
    return ask.help ? LM_ANSWER_YES : lm_study_answer(&kept, &ask, &face_ear, answer);
}

/* Runs the command whose `argc` words lie in the input; the result is its exit code. */
EXPORT("run") int lammer_run(int argc)
{
    char *words[MOST_WORDS + 1];
    const char *const *given = input_words(argc);
    if (!given) return LM_ANSWER_BAD;
    memcpy(words, given, (size_t)(argc + 1) * sizeof *words);
    lm_text answer = { 0 };
    int code = run_command(argc, words, &answer);
    fwrite(answer.data, 1, answer.n, stdout);
    fflush(stdout);
    lm_text_free(&answer);
    return code;
}
