/* store.c - `lammer store`: a house from one database to another. */
#include <inttypes.h>
#include <string.h>

#include "cli.h"
#include "journal_cli.h"

static int help(FILE *out)
{
    fprintf(
        out,
        "usage: lammer store copy FROM TO\n\n"
        "  copy FROM TO       a whole house into an empty store, proved afterwards; stop its server first\n\n"
        "FROM and TO are sqlite:FILE or postgresql://... The key file is not copied: put it where the new\n"
        "server looks for it.\n\n"
        "Exits 0 on success, 1 when the copy is not what it should be, 2 on bad usage or input.\n\n"
        "  lammer store copy sqlite:house.db postgresql://casino@db/house\n");
    return CLI_YES;
}

static int copy(lm_store *from, const char *url)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    lm_store_options options = { .url = url };
    lm_store *to = lm_store_open(&options, text);
    if (!to) return cli_error("%s", text);
    int result = lm_store_copy(from, to, text) == LM_STORE_DONE ? CLI_YES : cli_error("%s: %s", url, text);
    if (result == CLI_YES) result = journal_prove(to, NULL, &report);
    if (result == CLI_YES)
        printf("house %s: %" PRId64 " records in %" PRId64 " streams copied and proved\n", lm_store_house(to),
               report.records, report.streams);
    lm_store_close(to);
    return result;
}

int cmd_store(int argc, char **argv)
{
    journal_args args;
    if (argc < 2) {
        help(stderr);
        return CLI_BAD;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return help(stdout);
    }
    if (strcmp(argv[1], "copy") != 0)
        return cli_error("there is no 'lammer store %s'; see lammer store --help", argv[1]);
    if (!journal_read_args(&args, "store", argc - 1, argv + 1)) return CLI_BAD;
    if (args.names != 2) return cli_error("usage: lammer store copy FROM TO; see lammer store --help");
    args.store = args.name[0];
    lm_store *from = journal_open(&args, NULL);
    if (!from) return CLI_BAD;
    int result = copy(from, args.name[1]);
    lm_store_close(from);
    return result;
}
