/* ctype.h - letters of ASCII. */
#ifndef LAMMER_WASM_CTYPE_H
#define LAMMER_WASM_CTYPE_H

int toupper(int c);
int tolower(int c);

#endif
