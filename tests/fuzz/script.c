/* script.c - a round script, read, dealt and narrated. */
/* room: cli */
#include "fuzz.h"
#include "script.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script s;
    script_options options = {
        .rules = "ma-freebet", .tell = true, .clauses = size & 1, .events = size & 2, .quiet = true
    };
    if (script_read(&s, fuzz_file(data, size))) script_run(&s, &options);
    script_free(&s);
    return 0;
}
