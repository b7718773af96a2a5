/* assert.h - a failed assertion is told to the host, and the instance ends there. */
#undef assert
#define assert(what) ((what) ? (void)0 : failed_assertion(#what, __FILE__, __LINE__))
#ifndef static_assert
#define static_assert _Static_assert
#endif

#ifndef LAMMER_WASM_ASSERT_H
#define LAMMER_WASM_ASSERT_H

_Noreturn void failed_assertion(const char *what, const char *file, int line);

#endif
