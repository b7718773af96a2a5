/* told.h - the fields that JSON lines (src/study/answers.def) and the house (server/replies.def) have in common when they report
 * a table. src/words writes these fields for both; a row of either file adds its own. */
#ifndef LAMMER_PROGRAM_TOLD_H
#define LAMMER_PROGRAM_TOLD_H

/* clang-format off */
#define TOLD_EVENT "event:text seat?:seat hand?:int wager?:text cents?:cents side?:text name?:text total?:int pack?:int count?:int role?:text on?:bool n?:int outcome?:text clause?:text about?:text for?:text how?:text"
#define TOLD_TURN "do?:text seat?:seat hand?:int wager?:text clause?:text"
#define TOLD_OFFER "do:text seat?:seat wager?:text card?:card blackjack?:bool ride?:text name?:text how?:text role?:text side?:text pack?:int down?:bool on?:bool face_down?:bool prepared?:bool must_hit?:bool by?:text|null in?:text cents?:cents count?:int least?:cents most?:cents step?:cents"
#define TOLD_HAND "total:int soft:bool state:text free:bool doubled:bool doubled_cents:cents free_double:bool"
#define TOLD_BET "seat:seat wager:text cents:cents"
#define TOLD_SIDE TOLD_BET " state:text net:cents"
#define TOLD_DEALER "total:int blackjack:bool"
/* clang-format on */

#endif
