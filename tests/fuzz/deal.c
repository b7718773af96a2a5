/* deal.c - JSON lines to a table; the first byte names the rules it has. */
#include "fuzz.h"
#include "lammer/profile.h"
#include "lammer/program/script.h"

static const lm_rules *rules_of(uint8_t which)
{
    static lm_profile *kept[256];
    const char *const *names = lm_profile_names();
    int n = 0, i;
    while (names[n])
        n++;
    i = which % n;
    if (!kept[i]) {
        kept[i] = calloc(1, sizeof *kept[i]);
        MUST_HOLD(lm_profile_load(kept[i], lm_wagers, names[i], NULL, 0, NULL));
    }
    return &kept[i]->rules;
}

/* Checks that there are as many answers as lines, and that each is an object. */
static void check_answers(const uint8_t *data, size_t size, const char *out, size_t written)
{
    size_t lines = 0, answers = 0;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n' || i + 1 == size;
    for (size_t i = 0; i < written; i++)
        answers += out[i] == '\n';
    MUST_HOLD(lines == answers && (!written || out[0] == '{'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = NULL;
    size_t written = 0;
    if (size < 2) return 0;
    FILE *in = fmemopen((void *)(uintptr_t)(data + 1), size - 1, "r"), *out = open_memstream(&text, &written);
    MUST_HOLD(in && out);
    MUST_HOLD(!script_lines_run(rules_of(data[0]), in, out));
    fclose(in);
    fclose(out);
    check_answers(data + 1, size - 1, text, written);
    free(text);
    return 0;
}
