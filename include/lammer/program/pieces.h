/* pieces.h - the main game for a page that must show something at once: an estimate, and the exact work shared by several
 * processes.
 *
 * A piece is a column of the chart, or the dealer's open 21, which has no column. One game writes its results for a piece as
 * bytes, and another game of the same rules, cards and build takes them. A game that has taken every piece of both kinds
 * answers lm_game_chart, lm_game_chart_mean of that chart and lm_game_figures at once, bit for bit as if computed. */
#ifndef LAMMER_PROGRAM_PIECES_H
#define LAMMER_PROGRAM_PIECES_H

#include "lammer/study.h"

typedef enum { LM_PIECE_CHART, LM_PIECE_FIGURES } lm_piece;

int lm_game_pieces(const lm_game *game);
size_t lm_game_piece_size(void);
void lm_game_piece(lm_game *game, int at, lm_piece what, void *bytes);
void lm_game_take(lm_game *game, int at, const void *bytes);
bool lm_game_has(const lm_game *game, lm_piece what); /* whether it has every piece of this kind */

/* Estimates only `mean`, `sd`, `win`, `push` and `lose` of the optimum: the cards of one split hand are not removed from the
 * shoe for the others. */
void lm_game_estimate(lm_game *game, lm_figures *figures);

/* The study of a question: *kept if its rules and cards are the same, else a new one. NULL: the ear has heard why. */
lm_study *lm_study_for(lm_study **kept, const lm_ask *ask, const lm_study_ear *ear);

#endif
