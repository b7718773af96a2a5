/* pieces.c - the main game shared by several instances: an estimate at once, pieces of the exact answer, and one instance that
 * takes them all (lm_game_piece). A piece travels as hexadecimal text. */
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "lammer/program/pieces.h"

/* What the page shows until the figures are there, and how many pieces the work has. */
static int say_estimate(lm_game *game, lm_text *answer)
{
    lm_figures f;
    lm_game_estimate(game, &f);
    lm_text_print(
        answer,
        "{\"pieces\": %d, \"house_edge\": %.17g, \"sd\": %.17g, \"win\": %.17g, \"push\": %.17g, \"lose\": %.17g}\n",
        lm_game_pieces(game), -f.mean, f.round_sd, f.round_win, f.round_push, f.round_lose);
    return LM_ANSWER_YES;
}

static int say_edges(lm_study *study, lm_text *answer)
{
    double chart = lm_study_chart_edge(study);
    lm_text_print(answer, "{\"house_edge\": %.17g, \"chart_house_edge\": %.17g}\n", -lm_game_mean(lm_study_game(study)),
                  chart);
    return LM_ANSWER_YES;
}

static int say_piece(lm_game *game, int at, const char *what, lm_text *answer)
{
    size_t size = lm_game_piece_size();
    unsigned char *bytes = malloc(size);
    if (!bytes) return LM_ANSWER_BAD;
    lm_game_piece(game, at, strcmp(what, "chart") == 0 ? LM_PIECE_CHART : LM_PIECE_FIGURES, bytes);
    for (size_t i = 0; i < size; i++)
        lm_text_print(answer, "%02x", bytes[i]);
    free(bytes);
    return LM_ANSWER_YES;
}

static int take_piece(lm_game *game, int at, const char *hex)
{
    static const char digits[] = "0123456789abcdef";
    size_t size = lm_game_piece_size();
    unsigned char *bytes = malloc(size);
    bool whole = bytes && strlen(hex) == 2 * size && strspn(hex, digits) == 2 * size;
    for (size_t i = 0; whole && i < size; i++) {
        long high = strchr(digits, hex[2 * i]) - digits, low = strchr(digits, hex[2 * i + 1]) - digits;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    if (whole) lm_game_take(game, at, bytes);
    free(bytes);
    return whole ? LM_ANSWER_YES : LM_ANSWER_BAD;
}

bool is_of_pieces(const char *word)
{
    return strcmp(word, "estimate") == 0 || strcmp(word, "edges") == 0 || strcmp(word, "piece") == 0 ||
           strcmp(word, "take") == 0;
}

/* The words are: estimate, edges, piece AT chart|figures, or take AT HEX; then a question of odds, which names the rules. */
int run_pieces(lm_study **kept, int n, char **words, lm_text *answer)
{
    lm_ask ask;
    bool sent = strcmp(words[0], "piece") == 0 || strcmp(words[0], "take") == 0;
    int own = sent ? 3 : 1;
    if (n <= own || !lm_ask_read(&ask, n - own, words + own, &face_ear)) return LM_ANSWER_BAD;
    lm_study *study = lm_study_for(kept, &ask, &face_ear);
    lm_game *game = study ? lm_study_game(study) : NULL;
    if (!game) return LM_ANSWER_BAD;
    if (strcmp(words[0], "estimate") == 0) return say_estimate(game, answer);
    if (strcmp(words[0], "edges") == 0) return say_edges(study, answer);
    int at = atoi(words[1]);
    if (at < 0 || at >= LM_CHART_COLUMNS) return LM_ANSWER_BAD;
    return strcmp(words[0], "piece") == 0 ? say_piece(game, at, words[2], answer) : take_piece(game, at, words[2]);
}
