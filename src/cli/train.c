#include "cli.h"
int cmd_train(int argc, char **argv) { (void)argc; (void)argv; return 0; }
