/* count.c - what a simulation is given in files: a counting system, or a chart as JSON. */
/* room: study */
#include "fuzz.h"
#include "sim/sim.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static lm_count count;
    static lm_chart chart;
    const char *path = fuzz_file(data, size);
    if (sim_read_count(&count, path, NULL)) {
        MUST_HOLD(count.indices <= LM_COUNT_INDICES && count.steps <= LM_COUNT_RAMP);
        for (int i = 1; i < count.steps; i++)
            MUST_HOLD(count.from[i] > count.from[i - 1]);
    }
    sim_read_chart(&chart, path, NULL);
    return 0;
}
