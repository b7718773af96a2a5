/* step_why.c - explains to watchers why chips move: what decided, with which cards, and the terms of the amount. */
#include "lammer/story.h"
#include "play.h"

/* A face-down card is null. */
static void write_cards(lm_out *out, const char *key, const lm_told_cards *cards)
{
    lm_out_key(out, key);
    lm_out_begin(out, '[');
    for (int i = 0; i < cards->n; i++) {
        char text[3];
        lm_card_write(cards->card[i], text);
        if (cards->card[i] < LM_CARDS)
            lm_out_word(out, text);
        else
            lm_out_null(out);
    }
    lm_out_end(out, ']');
}

static void write_sentence(lm_out *out, const char *key, const lm_sentence *sentence)
{
    lm_out_key(out, key);
    lm_out_begin(out, '{');
    lm_out_sentence(out, sentence);
    lm_out_end(out, '}');
}

static void write_term(lm_out *out, const lm_term *term)
{
    lm_sentence say = lm_sentence_of_term(term);
    lm_out_begin(out, '{');
    write_sentence(out, "say", &say);
    lm_out_pack(out, "adds:I", (int64_t)term->cents);
    if (term->clause) lm_out_pack(out, "clause:s", term->clause);
    lm_out_end(out, '}');
}

void step_explain(play_step *step, const lm_event *event)
{
    const house_play *play = step->play;
    lm_reckoning reckoning;
    if (!lm_reckon(&play->state.table.round, play->rules, event, &reckoning)) return;
    lm_out one = { 0 };
    lm_sentence because = lm_sentence_of_reckoning(play->rules, event, &reckoning);
    lm_out_begin(&one, '{');
    write_sentence(&one, "because", &because);
    lm_out_key(&one, "terms");
    lm_out_begin(&one, '[');
    for (int i = 0; i < reckoning.terms; i++)
        write_term(&one, &reckoning.term[i]);
    lm_out_end(&one, ']');
    write_cards(&one, "mine", &reckoning.mine);
    write_cards(&one, "dealers", &reckoning.dealers);
    lm_out_end(&one, '}');
    lm_out_raw(&step->whys, one.at, one.size);
    step->whys.failed |= one.failed;
    lm_out_free(&one);
}
