/* said.h - whether a text holds a sentence of the program, named by its message id (tools/sentences).
 *
 * "say:wallet-holds" is the sentence behind that id wherever the program writes it, in any
 * wording; "say:wallet-holds|5" wants 5 in its first gap, and an empty field leaves a gap open. What
 * stands before "say:" must stand before the sentence, " & " joins messages that must all be said, and
 * without an id a message is a piece of text. An id that no sentence has fails the test. */
#ifndef LAMMER_TEST_SAID_H
#define LAMMER_TEST_SAID_H

#include <stdbool.h>

bool is_said(const char *text, const char *message);

#define assert_said(text, message) said_check(text, message, true, __FILE__, __LINE__)
#define assert_not_said(text, message) said_check(text, message, false, __FILE__, __LINE__)
void said_check(const char *text, const char *message, bool wanted, const char *file, int line);

#endif
