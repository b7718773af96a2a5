/* embed.c - turns files into one C source: embed OUT.c SYMBOL FILE...
 *
 * The rows are what include/lammer/embedded.h declares. Each file becomes string literals, one for each of its
 * lines, so that the generated source can be read; bytes that a literal cannot hold become octal escapes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what, const char *path)
{
    fprintf(stderr, "embed: %s: ", path);
    perror(what);
    exit(1);
}

/* A file's name without folder and extension, as {start, length}. */
static const char *stem(const char *path, int *length)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    *length = (int)(dot && dot != name ? (size_t)(dot - name) : strlen(name));
    return name;
}

/* Every '?' is escaped because C17 still reads trigraphs. */
static void write_byte(FILE *out, int c)
{
    if (c == '\n') {
        fputs("\\n\"\n    \"", out);
    } else if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?') {
        fprintf(out, "\\%03o", (unsigned)c);
    } else {
        fputc(c, out);
    }
}

static void write_file(FILE *out, int index, const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in) die("cannot open", path);
    fprintf(out, "static const char file_%d[] =\n    \"", index);
    for (int c; (c = fgetc(in)) != EOF;) {
        write_byte(out, c);
    }
    fputs("\";\n\n", out);
    if (ferror(in)) die("cannot read", path);
    fclose(in);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: embed OUT.c SYMBOL FILE...\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    if (!out) die("cannot create", argv[1]);

    fputs("#include \"lammer/embedded.h\"\n\n", out);
    for (int i = 3; i < argc; i++) {
        write_file(out, i - 3, argv[i]);
    }
    fprintf(out, "const lm_embedded_file %s[] = {\n", argv[2]);
    for (int i = 3; i < argc; i++) {
        int length;
        const char *name = stem(argv[i], &length);
        const char *type = name[length] == '.' ? name + length + 1 : "";
        fprintf(out, "    {\"%.*s\", file_%d, sizeof file_%d - 1, \"%s\"},\n", length, name, i - 3, i - 3, type);
    }
    fputs("    {0},\n};\n", out);
    if (fclose(out) != 0) die("cannot write", argv[1]);
    return 0;
}
