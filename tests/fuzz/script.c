/* script.c - a round script, read, dealt and narrated. */
#include "fuzz.h"
#include "lammer/program/script.h"
#include "lammer/program/tell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    teller narrator;
    char why[SCRIPT_WHY];
    teller_start(&narrator, size & 1);
    script_ear ear = { &narrator, teller_hear_table, teller_hear_events, NULL };
    script_options options = { .rules = "ma-freebet", .ear = &ear, .events = size & 2, .quiet = true };
    script_deal(fuzz_file(data, size), &options, why);
    return 0;
}
