/* store.c - `lammer store`: backs up, restores and copies a house. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "journal_cli.h"
#include "options.h"

static void print_report(const char *house, const lm_store_report *report, const char *what)
{
    printf("%s: %" PRId64 " records in %" PRId64 " streams, %" PRId64 " movements between %" PRId64 " accounts %s\n",
           house, report->records, report->streams, report->moves, report->accounts, what);
}

static int copy_into(lm_store *from, const char *url)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    lm_store_options options = { .url = url };
    lm_store *to = lm_store_open(&options, text);
    if (!to) return cli_error("%s", text);
    int result = lm_store_copy(from, to, text) == LM_STORE_DONE ? CLI_YES : cli_error("%s: %s", url, text);
    if (result == CLI_YES) result = journal_prove(to, NULL, &report);
    if (result == CLI_YES)
        printf(/* say:copied-and-proved */ "house %s: %" PRId64 " records in %" PRId64 " streams copied and proved\n",
               lm_store_house(to), report.records, report.streams);
    lm_store_close(to);
    return result;
}

static int copy(const journal_args *args)
{
    lm_store *from = journal_open(args, NULL);
    if (!from) return CLI_BAD;
    int result = copy_into(from, args->name[1]);
    lm_store_close(from);
    return result;
}

static int backup(const journal_args *args)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    lm_signer *signer = NULL;
    lm_store *from = journal_open(args, &signer);
    if (!from) return CLI_BAD;
    int result = CLI_YES;
    if (lm_store_backup(from, args->name[1], &report, text) != LM_STORE_DONE) {
        cli_error("%s", text);
        result = CLI_NO;
    } else {
        print_report(args->name[1], &report, "backed up, proved and signed");
    }
    lm_store_close(from);
    lm_signer_free(signer);
    return result;
}

static int restore(const journal_args *args)
{
    char text[LM_STORE_TEXT];
    lm_store_report report;
    journal_key key;
    if (!journal_find_key(args, &key)) return CLI_BAD;
    if (access(args->name[0], R_OK) != 0)
        return cli_error(/* say:backup-unreadable */ "%s: the backup cannot be read: %s", args->name[0],
                         strerror(errno));
    if (lm_store_restore(args->name[0], args->name[1], key.known ? key.public_key : NULL, &report, text) ==
        LM_STORE_DONE) {
        if (!key.known)
            puts("signatures checked with the key in the backup, which its maker may have chosen: "
                 "give the house's own with --key FILE or --fingerprint HEX");
        print_report(args->name[1], &report, "restored and proved");
        return CLI_YES;
    }
    cli_error("%s", text);
    return CLI_NO;
}

static const struct {
    const char *name, *takes;
    int (*run)(const journal_args *);
    const char *help;
} commands[] = {
    { "backup", "STORE FILE", backup,
      "back up a whole house, running or not, into a new file: proved, signed, re-read" },
    { "restore", "FILE STORE", restore,
      "restore a backup into an empty store; refused as a whole if anything in it is wrong" },
    { "copy", "FROM TO", copy, "copy a whole house into an empty store, and prove the copy; stop its server first" },
    { 0 },
};

static const char *command_at(int i)
{
    return commands[i].name;
}

static int help(FILE *out)
{
    fprintf(out, "usage: lammer store COMMAND FROM TO [--key FILE|--fingerprint HEX]\n\n");
    for (int i = 0; commands[i].name; i++)
        fprintf(out, "  %s %-*s %s\n", commands[i].name, (int)(18 - strlen(commands[i].name)), commands[i].takes,
                commands[i].help);
    fprintf(out,
            "\n  --key FILE         the house's key. backup: STORE.key beside a SQLite file otherwise; restore: "
            "a backup\n"
            "                     that was signed with another key is refused\n"
            "  --fingerprint HEX  restore: the same without a key file: the public key, as heads name it\n\n"
            "Stores are sqlite:FILE or postgresql://... Copies and backups do not include the key files: keep them\n"
            "separately, and put them where the new server looks for them.\n\n"
            "Exits 0 on success, 1 when the answer is no: the backup or the copy is wrong, or the\n"
            "target is not empty; 2 on bad usage or input.\n\n"
            "  lammer store backup sqlite:house.db monday.backup\n"
            "  lammer store restore monday.backup sqlite:again.db\n"
            "  lammer store copy sqlite:house.db postgresql://casino@db/house\n");
    return CLI_YES;
}

int cmd_store(int argc, char **argv)
{
    journal_args args;
    int result, c = subcommand_find("store", command_at, help, argc, argv, &result);
    if (c < 0) return result;
    if (!journal_read_args(&args, "store", argc - 1, argv + 1)) return CLI_BAD;
    if (args.names != 2)
        return cli_error(/* say:store-takes-two */ "name two places; write lammer store %s %s", argv[1],
                         commands[c].takes);
    args.store = args.name[0];
    return commands[c].run(&args);
}
