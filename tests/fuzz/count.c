/* count.c - what a simulation is given in files: a counting system, or a chart as JSON. */
/* room: study */
#include "fuzz.h"
#include "sim/sim.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static lm_count count;
    static lm_chart chart;
    char why[LM_WORDS_WHY];
    const char *path = fuzz_file(data, size);
    if (sim_read_count(&count, path, NULL)) {
        MUST_HOLD(count.indices <= LM_COUNT_INDICES && count.steps <= LM_COUNT_RAMP);
        for (int i = 1; i < count.steps; i++)
            MUST_HOLD(count.from[i] > count.from[i - 1]);
    }
    if (lm_words_chart(&chart, path, why)) MUST_HOLD(chart.exceptions <= LM_EXCEPTIONS);
    return 0;
}
