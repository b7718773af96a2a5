/* embedded.h - data files compiled into the program.
 *
 * The build turns each listed file into one row (tools/embed.c). Knows nothing of what the files mean.
 * Everything is constant and lives as long as the program; a row with a null name ends the list. */
#ifndef LAMMER_EMBEDDED_H
#define LAMMER_EMBEDDED_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *name; /* the file's name without folder and extension: "ma-freebet" */
    const char *data; /* its bytes, and a NUL behind them */
    size_t size;      /* without that NUL */
    const char *type; /* the file's extension: "html" */
} lm_embedded_file;

extern const lm_embedded_file lm_embedded_profiles[];   /* the shipped profiles, in the room `profiles` */
extern const lm_embedded_file lm_embedded_rules_docs[]; /* "clauses" and "conflicts", in the room `study` */
extern const lm_embedded_file lm_embedded_styles[];     /* for printed pages, in the room `study` */
extern const lm_embedded_file lm_embedded_www[];        /* pages, in the room `serve` */

#ifdef __cplusplus
}
#endif

#endif
