#include "play_cli.h"
int solo_screen(solo_table *p) { return solo_plain(p); }
bool screen_is_possible(const char **why) { *why = NULL; return false; }
int cmd_train(int argc, char **argv) { (void)argc; (void)argv; return 0; }
