/* sim_args.h - the command line of `lammer sim`. */
#ifndef LAMMER_SIM_ARGS_H
#define LAMMER_SIM_ARGS_H

#include "cli.h"
#include "lammer/program/simulation.h"

/* Reads it; false after an error was printed. */
bool sim_args_read(sim_ask *args, int argc, char **argv);

#endif
