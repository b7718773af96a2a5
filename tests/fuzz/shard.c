/* shard.c - a part of a simulation: read with a right checksum or a wrong one, saved and read again, merged. */
/* room: sim */
#include <sodium.h>

#include "fuzz.h"
#include "lammer/sim.h"

static lm_sim_shard one, two;

/* Most inputs of a fuzzer would fail at the checksum, so the last line is corrected, unless it is left out. */
static char *with_checksum(const uint8_t *data, size_t size, size_t *whole)
{
    static const char mark[] = "\nchecksum ";
    uint8_t digest[LM_SIM_DIGEST];
    char hex[2 * LM_SIM_DIGEST + 1], *text = malloc(size + sizeof mark + sizeof hex + 1);
    const uint8_t *end = memmem(data, size, mark, sizeof mark - 1);
    size_t n = end ? (size_t)(end - data) : size;
    memcpy(text, data, n);
    memcpy(text + n, mark, sizeof mark);
    n += sizeof mark - 1;
    crypto_generichash(digest, sizeof digest, (const uint8_t *)text, n, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
    *whole = n + (size_t)sprintf(text + n, "%s\n", hex);
    return text;
}

static void check_merge(void)
{
    char why[LM_SHARD_TEXT] = "";
    lm_sim_shard sum;
    memset(&sum, 0, sizeof sum);
    memcpy(sum.rules, one.rules, sizeof sum.rules);
    memcpy(sum.job_hash, one.job_hash, sizeof sum.job_hash);
    sum.rules_hash = one.rules_hash;
    sum.seed = one.seed;
    MUST_HOLD(lm_sim_shard_merge(&sum, &one, why));
    MUST_HOLD(one.ranges == 0 || !lm_sim_shard_merge(&sum, &one, why)); /* the same rounds twice */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[LM_SHARD_TEXT] = "", path[64];
    size_t whole;
    char *text = with_checksum(data, size, &whole);
    if (!lm_sim_shard_load(&one, fuzz_file(data, size), why)) MUST_HOLD(why[0]);
    bool well = lm_sim_shard_load(&one, fuzz_file(text, whole), why);
    free(text);
    if (!well) return 0;
    check_merge();
    snprintf(path, sizeof path, "/dev/shm/lammer-shard-%d", (int)getpid());
    MUST_HOLD(lm_sim_shard_save(&one, path, why));
    MUST_HOLD(lm_sim_shard_load(&two, path, why));
    unlink(path);
    MUST_HOLD(memcmp(&one, &two, sizeof one) == 0);
    return 0;
}
