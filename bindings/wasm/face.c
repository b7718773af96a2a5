/* face.c - what the host calls: the words of a command go in, the text of its answer comes out through host_write.
 *
 * The commands are those of the program, compiled for WebAssembly, so an answer is the program's answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "host.h"
#include "input.h"

#define EXPORT(name) __attribute__((export_name(name)))

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    { "odds", cmd_odds },
    { "report", cmd_report },
    { "rules", cmd_rules },
    { "strategy", cmd_strategy },
};

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

/* Whether progress is told from now on. */
EXPORT("watch") void lammer_watch(int on)
{
    is_watched = on != 0;
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

static int run(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, argv[0]) == 0) return commands[i].run(argc, argv);
    }
    return cli_error("there is no '%s' here; there are odds, report, rules and strategy", argv[0]);
}

/* Runs the command whose `argc` words lie in the input; the result is its exit code. */
EXPORT("run") int lammer_run(int argc)
{
    char *words[MOST_WORDS + 1];
    const char *const *given = input_words(argc);
    if (!given) return CLI_BAD;
    memcpy(words, given, (size_t)(argc + 1) * sizeof *words);
    int code = run(argc, words);
    fflush(stdout);
    fflush(stderr);
    json_forget();
    return code;
}
