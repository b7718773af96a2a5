/* proof.c - proves the journal, and notes the accounts and tables that are wrong. */
#include <string.h>

#include "proof.h"

const char *proof_word(proof_state state)
{
    static const char *const words[] = { [PROOF_NOT_YET] = "not yet",
                                         [PROOF_RUNS] = "running",
                                         [PROOF_RIGHT] = "right",
                                         [PROOF_WRONG] = "wrong",
                                         [PROOF_FAILED] = "failed" };
    return words[state];
}

proof_state proof_quick(lm_store *store, lm_store_report *report, char *text)
{
    lm_store_proof how = { .since_snapshots = true };
    if (lm_store_verify(store, &how, report, text) != LM_STORE_DONE) return PROOF_FAILED;
    return report->wrong ? PROOF_WRONG : PROOF_RIGHT;
}

static void add_name(proof_finding *f, const char *name)
{
    for (int i = 0; i < f->names; i++) {
        if (strcmp(f->name[i], name) == 0) return;
    }
    if (f->names < PROOF_NAMES) snprintf(f->name[f->names++], sizeof *f->name, "%s", name);
}

static void hear_account(void *context, const char *account)
{
    proof_finding *f = context;
    f->about_account = true;
    add_name(f, account);
}

/* A wrong account is reported with the record that last moved it, but the table of that record is not wrong. */
static void hear_wrong(void *context, const char *stream, int64_t seq, const char *what)
{
    proof_finding *f = context;
    (void)seq, (void)what;
    if (!f->about_account && strncmp(stream, "table/", 6) == 0) add_name(f, stream);
    f->about_account = false;
}

lm_store_proof proof_into(proof_finding *finding, const lm_signer *signer, const char *head)
{
    memset(finding, 0, sizeof *finding);
    return (lm_store_proof){ .kept_head = head,
                             .public_key = signer ? lm_signer_public(signer) : NULL,
                             .found = hear_wrong,
                             .account = hear_account,
                             .context = finding };
}

void proof_whole(proof_finding *finding, lm_store *store, const lm_signer *signer, const char *head)
{
    lm_store_proof how = proof_into(finding, signer, head);
    if (lm_store_verify(store, &how, &finding->report, finding->text) != LM_STORE_DONE) {
        finding->state = PROOF_FAILED;
    } else {
        finding->state = finding->report.wrong ? PROOF_WRONG : PROOF_RIGHT;
    }
}
