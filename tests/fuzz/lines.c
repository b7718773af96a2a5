/* lines.c - exported records as `lammer journal verify FILE` proves them: any file is judged, and a line that
 * agrees with its record is written back unchanged. */
/* room: cli */
#include "fuzz.h"
#include "journal_cli.h"

/* Complaints are counted here; standard error is closed. */
static void read_again(const char *text, size_t size)
{
    lm_line line, again;
    char *written = NULL;
    size_t whole = 0;
    if (!lm_line_read(text, size, &line)) {
        FILE *out = open_memstream(&written, &whole);
        MUST_HOLD(lm_line_print(out, &line.record, line.has_previous ? line.previous : NULL));
        fclose(out);
        MUST_HOLD(!lm_line_read(written, whole, &again));
        MUST_HOLD(json_equal(line.parsed, again.parsed));
        MUST_HOLD(line.record.body_size == again.record.body_size);
        MUST_HOLD(memcmp(line.record.body, again.record.body, line.record.body_size) == 0);
        lm_line_free(&again);
        free(written);
    }
    lm_line_free(&line);
}

static void read_lines(const char *text, size_t size)
{
    for (size_t at = 0, n; at < size; at += n + 1) {
        const char *end = memchr(text + at, '\n', size - at);
        n = end ? (size_t)(end - text) - at : size - at;
        read_again(text + at, n);
    }
}

/* The part after a line "---" is a kept head. */
static void prove(const uint8_t *data, size_t size)
{
    static const char mark[] = "\n---\n";
    const uint8_t *split = memmem(data, size, mark, sizeof mark - 1);
    size_t lines = split ? (size_t)(split - data) + 1 : size;
    char *head = split ? fuzz_text(split + sizeof mark - 1, size - lines - (sizeof mark - 2)) : NULL;
    journal_args args = { .name = { fuzz_file(data, lines) }, .names = 1, .from = 1 };
    journal_complaints complaints = { 0 };
    lm_file_report report = { 0 };
    journal_prove_file(&args, head, &complaints, &report);
    MUST_HOLD(complaints.wrong || report.proved.records);
    free(head);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    read_lines(text, size);
    prove(data, size);
    free(text);
    return 0;
}
