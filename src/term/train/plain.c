/* plain.c - the coach in lines. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lammer/words.h"
#include "train.h"

static void ask_play(const train *t, const question *q)
{
    char text[160], words[32];
    train_ask(t, q, text, sizeof text);
    if (t->args.rounds) {
        printf("\n%d of %d.%s ", t->asked + 1, t->args.rounds, q->again ? " Again:" : "");
    } else {
        printf("\n%d.%s ", t->asked + 1, q->again ? " Again:" : "");
    }
    printf("You hold %s.\n", text);
    train_others(t, q, text, sizeof text);
    if (text[0]) printf("%s\n", text);
    for (int play = 0, n = 0; play < LM_PLAYS; play++) {
        if (!(q->allowed >> play & 1)) continue;
        train_play_words(q, (lm_play)play, words, sizeof words);
        printf("%s%s", n++ ? ", " : "", words);
    }
    printf(" > ");
}

static void tell_verdict(const train *t, const question *q, verdict v)
{
    char text[200], words[32], basis[120];
    lm_play plays[LM_PLAYS];
    int n = train_order(q, plays);
    train_answer(q, v, text, sizeof text);
    train_basis(t, q, basis, sizeof basis);
    printf("  %s%s%s\n", text, basis[0] ? " " : "", basis);
    for (int i = 0; i < n; i++) {
        train_play_words(q, plays[i], words, sizeof words);
        printf("    %-12s %+.6f%s\n", words, q->prices.value[plays[i]], plays[i] == v.play ? "  yours" : "");
    }
}

/* Reads the word of a play or its beginning; p means split and u surrender, as in `lammer play`. */
static lm_play read_play(const question *q, const char *word)
{
    size_t length = strlen(word);
    lm_play found = LM_PLAY_NONE;
    for (int play = 0; play < LM_PLAYS && length; play++) {
        if (!(q->allowed >> play & 1)) continue;
        if (length == 1 && word[0] == train_keys[play]) return (lm_play)play;
        if (strncmp(lm_words_of_play((lm_play)play), word, length) == 0)
            found = found == LM_PLAY_NONE ? (lm_play)play : LM_PLAYS + 1;
    }
    return found < LM_PLAYS ? found : LM_PLAY_NONE;
}

/* Asks until there is an answer; false at the end of the input. */
static bool answered(const train *t, const question *q, lm_play *play)
{
    char line[128];
    for (;;) {
        ask_play(t, q);
        if (fflush(stdout) != 0 || !lines_read(line, sizeof line)) return false;
        if (!isatty(STDIN_FILENO)) putchar('\n');
        char *word = line + strspn(line, " \t");
        word[strcspn(word, " \t\r\n")] = '\0';
        for (char *c = word; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        if (strcmp(word, "quit") == 0 || strcmp(word, "q") == 0) return false;
        *play = read_play(q, word);
        if (*play != LM_PLAY_NONE) return true;
        printf("  \"%s\" is not an answer here; quit leaves.\n", word);
    }
}

static void sum_up(const train *t)
{
    char text[200];
    if (t->asked) {
        printf("\n%d of %d right", t->right, t->asked);
        if (t->right < t->asked) printf("; the mistakes cost %.4f bets together", t->cost);
        printf(".\n");
    }
    progress_sentence(t, text, sizeof text);
    printf("%s\n", text);
    fflush(stdout);
}

void train_plain(train *t)
{
    char text[200];
    question q;
    lm_play play;
    lines_catch_signals();
    progress_sentence(t, text, sizeof text);
    printf("%s, drill %s. %s\n", lm_profile_title(&t->profile), drill_word(t->args.drill), text);
    while (!t->args.rounds || t->asked < t->args.rounds) {
        train_deal(t, &q);
        if (!answered(t, &q, &play)) break;
        verdict v = train_judge(&q, play);
        progress_note(t, &q, v);
        tell_verdict(t, &q, v);
    }
    sum_up(t);
    t->signal = waits_caught();
}
