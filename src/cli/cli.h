/* cli.h - what the subcommands share: exit codes, errors, and the rules asked for on the command line. */
#ifndef LAMMER_CLI_H
#define LAMMER_CLI_H

#include "lammer/check.h"
#include "lammer/profile.h"

/* DESIGN: every command exits with one of these. */
enum { CLI_YES = 0, CLI_NO = 1, CLI_BAD = 2 };

/* The wagers this program knows (src/wagers/list.c). */
extern const lm_wager *const lm_wagers[];

/* "lammer: what is wrong, where, and what to do" on stderr; returns CLI_BAD. */
int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Loads NAME|FILE with settings; prints every problem; false when there was one. */
bool cli_load_rules(lm_profile *profile, const char *name, const char *const *settings, int n);

/* As above, and prints every error of lm_rules_check: for commands that deal at a table. */
bool cli_load_legal_rules(lm_profile *profile, const char *name, const char *const *settings, int n);

/* Prints every error of lm_rules_check with file, line and clause; returns how many. */
int cli_print_errors(const lm_profile *profile);

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
