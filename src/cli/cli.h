/* cli.h - common parts of the subcommands: exit codes, errors, and rules named on the command line. */
#ifndef LAMMER_CLI_H
#define LAMMER_CLI_H

#include "lammer/profile.h"
#include "lammer/program/term.h"
#include "lammer/server/desk.h"
#include "lammer/study.h"

/* Every command exits with one of these. */
enum { CLI_YES = 0, CLI_NO = 1, CLI_BAD = 2 };

/* The wagers this program knows (src/wagers/list.c). */
extern const lm_wager *const lm_wagers[];

/* Prints "lammer: " and a message, which says what is wrong and what to do, on stderr; returns CLI_BAD. */
int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says that "chek" is not a command of lammer rules, and names the nearest one; returns CLI_BAD. */
int cli_unknown(const char *called, const char *kind, const char *word, const char *near);

/* Loads NAME|FILE with settings for a table; prints every problem, and every error of lm_rules_check. False after an
 * error. */
bool cli_load_legal_rules(lm_profile *profile, const char *name, const char *const *settings, int n);

/* The ear of a study: prints problems on stderr, and progress if stderr is a terminal. `self`, if set, is an lm_text
 * that is printed first. */
extern const lm_study_ear cli_ear;

/* Prints and empties the text; false when it could not be written. */
bool cli_print(lm_text *text);

/* Prints an answer and frees it. Returns `result`, or CLI_BAD after an error message if it could not be printed. */
int cli_print_answer(lm_text *text, int result);
int cli_print_help(const char *usage);

/* Whether the file is a terminal that shows colours, and its user wants them (NO_COLOR). */
bool cli_has_colour(int file);

/* The width of the terminal on stderr, now; 80 if it does not tell. */
int cli_columns(void);

/* The source of rules for tables: the program's own wagers and its shipped submissions. */
extern const lm_rules_source shipped_rules;

/* Reports the end of a session at the terminal: raises the signal that ended it, or returns the exit code. */
int cli_end_session(const term_end *end);

/* A command that a study answers. */
int cli_answer(const char *usage, int argc, char **argv);

/* One subcommand each; argv[0] is the subcommand's name. */
int cmd_bench(int argc, char **argv);
int cmd_deal(int argc, char **argv);
int cmd_journal(int argc, char **argv);
int cmd_odds(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_sim(int argc, char **argv);
int cmd_store(int argc, char **argv);
int cmd_strategy(int argc, char **argv);
int cmd_train(int argc, char **argv);

#endif
