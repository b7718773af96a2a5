/* common.c - passwords that guessers try first: the most common ones of published lists, and a person's own names. */
#include <ctype.h>
#include <string.h>

#include "people.h"

/* Common passwords, in small letters and without the digits and marks that many people append. */
static const char *const words[] = {
    "abc",          "abcabc",     "abcd",
    "abcdef",       "abcdefg",    "abcdefgh",
    "access",       "admin",      "administrator",
    "aaaa",         "arsenal",    "asdf",
    "asdfasdf",     "asdfgh",     "asdfghjk",
    "asdfghjkl",    "ashley",     "bailey",
    "baseball",     "basketball", "batman",
    "blackjack",    "blink",      "buster",
    "casino",       "changeme",   "charlie",
    "cheese",       "chelsea",    "chocolate",
    "computer",     "cookie",     "corvette",
    "daniel",       "dealer",     "default",
    "donald",       "dragon",     "facebook",
    "flower",       "football",   "freedom",
    "fuckyou",      "george",     "ginger",
    "google",       "hannah",     "harley",
    "hello",        "hellohello", "hockey",
    "hunter",       "iloveu",     "iloveyou",
    "internet",     "jennifer",   "jessica",
    "jordan",       "joshua",     "justin",
    "killer",       "lammer",     "letmein",
    "liverpool",    "login",      "london",
    "lovely",       "loveme",     "lucky",
    "maggie",       "marina",     "master",
    "matrix",       "matthew",    "maverick",
    "mercedes",     "merlin",     "michael",
    "michelle",     "midnight",   "monkey",
    "mustang",      "myspace",    "naruto",
    "nicole",       "ninja",      "nothing",
    "p@ssw0rd",     "p@ssword",   "passw0rd",
    "passwd",       "password",   "passwordpassword",
    "pepper",       "player",     "pokemon",
    "princess",     "purple",     "qazwsx",
    "qazwsxedc",    "qwer",       "qwerty",
    "qwertyqwerty", "qwertyui",   "qwertyuiop",
    "ranger",       "samantha",   "secret",
    "shadow",       "snoopy",     "soccer",
    "solo",         "spiderman",  "starwars",
    "startrek",     "summer",     "sunshine",
    "superman",     "superstar",  "swordfish",
    "test",         "testing",    "testtest",
    "thomas",       "tigger",     "trustno",
    "trustnoone",   "unknown",    "victoria",
    "welcome",      "whatever",   "william",
    "winter",       "zaq",        "zaqxsw",
    "zxcvbn",       "zxcvbnm",    "q1w2e3r4",
    "q1w2e3r4t5",   "1q2w3e4r",   "1q2w3e4r5t",
    "1qaz2wsx",     "1qazxsw2",   "zaq12wsx",
};

/* Copies the text in lower case; returns the length without trailing digits and marks. */
static size_t simplify(const char *password, char *simple, size_t size)
{
    size_t n = 0;
    for (; password[n] && n + 1 < size; n++)
        simple[n] = (char)tolower((unsigned char)password[n]);
    simple[n] = '\0';
    while (n && !isalpha((unsigned char)simple[n - 1]) && (unsigned char)simple[n - 1] < 0x80)
        n--;
    return n;
}

/* 11111111, 12345678, 87654321, abababab: short steps that repeat. */
static bool is_regular(const char *text)
{
    size_t n = strlen(text);
    bool steps = true, repeats = false;
    for (size_t i = 2; i < n; i++)
        steps &= text[i] - text[i - 1] == text[1] - text[0];
    for (size_t period = 1; period <= 4 && !repeats; period++) {
        repeats = true;
        for (size_t i = period; i < n; i++)
            repeats &= text[i] == text[i - period];
    }
    bool counts = strspn(text, "0123456789") == n; /* digits only: a date or a telephone number */
    return (n > 2 && steps && (text[1] - text[0]) * (text[1] - text[0]) <= 1) || repeats || counts;
}

bool password_is_common(const char *password)
{
    char simple[PASSWORD_MOST + 1];
    size_t n = simplify(password, simple, sizeof simple);
    if (is_regular(simple)) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (strcmp(simple, words[i]) == 0 || (n == length && strncmp(simple, words[i], n) == 0)) return true;
    }
    return false;
}

bool password_is_name(const char *password, const char *name)
{
    char simple[PASSWORD_MOST + 1], known[PASSWORD_MOST + 1];
    size_t n = simplify(password, simple, sizeof simple);
    simplify(name, known, sizeof known);
    return *name && (strcmp(simple, known) == 0 || (n == strlen(known) && strncmp(simple, known, n) == 0));
}
