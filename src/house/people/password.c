/* password.c - hashes passwords with Argon2id on other threads, two at a time. An unknown name takes just as long. */
#include <string.h>

#include "people.h"

/* 32 MiB and three passes: more than OWASP's minimum (19 MiB, two passes), and about as slow as libsodium's
 * INTERACTIVE; two at once need 64 MiB. */
enum { PASSES = 3, MEMORY = 32 * 1024 * 1024 };

const char *password_complaint(const char *password)
{
    size_t n = strlen(password);
    if (n < PASSWORD_LEAST) return LM_SAYS(PASSWORD_SHORT, "", "a password must have at least eight characters");
    if (n > PASSWORD_MOST) return LM_SAYS(PASSWORD_LONG, "", "a password must have at most 200 bytes");
    if (password_is_common(password))
        return LM_SAYS(PASSWORD_COMMON, "", "guessers try this password first: choose another one");
    return NULL;
}

/* A hash that matches no password: comparing with it takes as long as with a real one. */
static const char *hash_of_none(void)
{
    static char text[crypto_pwhash_STRBYTES];
    if (!text[0])
        snprintf(text, sizeof text,
                 "$argon2id$v=19$m=%d,t=%d,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                 MEMORY / 1024, PASSES);
    return text;
}

static void compare(house_request *request)
{
    house_errand *e = request->own;
    while (sem_wait(e->gate) != 0)
        ;
    e->right = crypto_pwhash_str_verify(e->compared, e->password, strlen(e->password)) == 0;
    sem_post(e->gate);
}

static void make(house_request *request)
{
    house_errand *e = request->own;
    while (sem_wait(e->gate) != 0)
        ;
    e->failed = crypto_pwhash_str(e->hash, e->password, strlen(e->password), PASSES, MEMORY) != 0;
    sem_post(e->gate);
}

static void worked(house_request *request)
{
    house_errand *e = request->own;
    sodium_memzero(e->password, sizeof e->password);
    if (e->failed) {
        request_refuse(
            request, LM_REFUSED_LATER,
            LM_SAYS(NO_MEMORY_FOR_PASSWORDS, "", "not enough memory to check passwords; try again in a moment"));
        return;
    }
    e->then(request);
}

static void work_on(house_request *request, void (*work)(house_request *), void (*then)(house_request *))
{
    house_errand *e = request->own;
    e->gate = &request->house->people->gate;
    e->then = then;
    e->failed = false;
    request_later(request, LM_WORK_HASH, work, worked);
}

void password_check(house_request *request, const char *hash, void (*then)(house_request *))
{
    house_errand *e = request->own;
    e->right = false;
    snprintf(e->compared, sizeof e->compared, "%s", *hash ? hash : hash_of_none());
    work_on(request, compare, then);
}

bool password_holds(const house_errand *e, const house_person *p)
{
    return e->right && strcmp(e->compared, p->hash) == 0;
}

void password_make(house_request *request, void (*then)(house_request *))
{
    work_on(request, make, then);
}
