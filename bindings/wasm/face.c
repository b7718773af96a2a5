/* face.c - what the host calls: the words of a command go in, the text of its answer comes out through host_write.
 *
 * The commands are those of the program, compiled for WebAssembly, so an answer is the program's answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "host.h"

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
    static char *words[MOST_WORDS + 1];
    char *at = input;
    if (!input || argc < 1 || argc > MOST_WORDS) return CLI_BAD;
    for (int i = 0; i < argc; i++) {
        words[i] = at;
        at += strlen(at) + 1;
    }
    words[argc] = NULL;
    int code = run(argc, words);
    fflush(stdout);
    fflush(stderr);
    json_forget();
    return code;
}
