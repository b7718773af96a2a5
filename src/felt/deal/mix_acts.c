/* mix_acts.c - the players' part in the shuffle of a shoe: commit, reveal, mix-shoe, void-shoe (docs/fair-shoe.md).
 *
 * A player commits to a value before the house commits to a shoe, and reveals it after the house's commitment and the
 * cut are published. So neither the house nor a player can fit their part to another's. A player who sees the others'
 * values and withholds their own would choose between two orders; therefore a withheld value voids the shoe, and the next
 * one is drawn by those who have revealed. */
#include <sodium.h>
#include <string.h>

#include "deal.h"
#include "play.h"
#include "lammer/words.h"

/* The number of shoes for which a player who withholds a value is left out. */
enum { LEFT_OUT_SHOES = 3 };

static bool player_of_act(house_play *play, const lm_act *act, int *rack)
{
    *rack = rack_of(&play->state, lm_act_text(act, LM_FIELD_PLAYER));
    if (*rack < 0) return play_refuse(play, LM_REFUSED_PERSON, NULL, LM_SAYS(SIT_FIRST, "", "sit down first"));
    return play->state.terms.dealing == DEALT_VIRTUALLY ||
           play_refuse(play, LM_REFUSED_NOW, NULL,
                       LM_SAYS(DEALER_SHUFFLES, "", "at this table a dealer shuffles the cards"));
}

bool act_commit(house_play *play, lm_act *act)
{
    int rack;
    if (!player_of_act(play, act, &rack) || !mix_keeps(play, act, rack)) return false;
    act_tell(play, act, NULL);
    return true;
}

static bool takes_part(const house_state *s, int rack)
{
    const house_rack *r = &s->rack[rack];
    return rack_is_taken(s, rack) && r->commits && !r->left_out && (!s->redraws || s->redrawn >> rack & 1);
}

static void add_part(house_state *s, int place, int rack)
{
    house_part *part = &s->mix.part[s->mix.parts++];
    *part = (house_part){ .place = (uint8_t)place, .rack = (uint8_t)rack };
    memcpy(part->bytes, s->rack[rack].commitment, sizeof part->bytes);
    s->rack[rack].commits = 0;
}

/* A commitment serves for one shoe. */
void mix_close(house_play *play)
{
    house_state *s = &play->state;
    memset(&s->mix, 0, sizeof s->mix);
    for (uint8_t box = 1; box <= LM_BOXES; box++) {
        for (uint8_t bettor = 0; bettor < LM_TIP; bettor++) {
            int rack = rack_at(s, box, bettor);
            if (rack >= 0 && takes_part(s, rack)) add_part(s, LM_PLACE(box, bettor), rack);
        }
    }
    for (int rack = 0; rack < HOUSE_RACKS; rack++)
        if (s->rack[rack].left_out) s->rack[rack].left_out--;
    s->redraws = 0;
    s->redrawn = 0;
}

void mix_begin(house_play *play)
{
    house_state *s = &play->state;
    s->mix_seq = s->seq + 1;
    s->shoe_stage = s->mix.parts ? SHOE_MIXING : SHOE_LOADED;
}

static house_part *part_of(house_mix *mix, int rack)
{
    for (int i = 0; i < mix->parts; i++) {
        if (mix->part[i].rack == rack) return &mix->part[i];
    }
    return NULL;
}

/* A value that is revealed before the shoe is sealed and cut would let others choose their part by it. */
static bool may_reveal(house_play *play, const house_part *part)
{
    const house_state *s = &play->state;
    if (s->shoe_stage != SHOE_MIXING || !part || part->revealed)
        return play_refuse(
            play, LM_REFUSED_NOW, NULL,
            LM_SAYS(NO_VALUE_DUE, "",
                    "no shoe waits for a value of yours: commit first, and reveal when the shoe is sealed and cut"));
    if (s->mix_seq > s->seq)
        return play_refuse(
            play, LM_REFUSED_FAULT, NULL,
            /* say:revealed-too-early */ "a value is revealed only after commitment and cut were published");
    return true;
}

bool act_reveal(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    uint8_t commitment[LM_STORE_HASH];
    int rack;
    if (!player_of_act(play, act, &rack)) return false;
    house_part *part = part_of(&s->mix, rack), shown = { .revealed = 1 };
    if (!may_reveal(play, part)) return false;
    if (!shoes_read_hex(lm_act_text(act, LM_FIELD_VALUE), shown.bytes, sizeof shown.bytes))
        return shoes_malformed(play, "reveal");
    fair_commitment_of(&shown, commitment);
    if (memcmp(commitment, part->bytes, sizeof commitment) != 0)
        return play_refuse(play, LM_REFUSED_NOW, NULL,
                           LM_SAYS(NOT_YOUR_VALUE, "", "that is not the value that you committed to"));
    if (!mix_keeps(play, act, rack)) return false;
    memcpy(part->bytes, shown.bytes, sizeof part->bytes);
    part->revealed = 1;
    act_tell(play, act, NULL);
    return true;
}

static bool mixes(house_play *play, const lm_act *act, const char *word)
{
    const house_state *s = &play->state;
    if (s->shoe_stage != SHOE_MIXING)
        return play_refuse(play, LM_REFUSED_NOW, NULL, LM_SAYS(NO_SHOE_MIXES, "", "no shoe waits for values"));
    return lm_act_int(act, LM_FIELD_NUMBER) == s->shoe_number || shoes_malformed(play, word);
}

/* In mid-round a shoe cannot be voided, because opening it would reveal which cards lie face down. So a withheld value
 * is left out instead. */
bool act_mix_shoe(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    if (!mixes(play, act, "mix-shoe")) return false;
    if (!mix_is_complete(&s->mix) && !deal_in_round(s))
        return play_refuse(play, LM_REFUSED_FAULT, NULL,
                           /* say:value-left-out */ "the shuffle of shoe %u leaves out a value that was committed to",
                           s->shoe_number);
    fair_seed(&s->mix, play->id, s->shoe_number, s->commitment);
    if (play->secret) fair_mix(&play->secret->shoe, &s->mix);
    s->shoe_stage = SHOE_LOADED;
    lm_out *event = event_begin(play, "mix-shoe");
    lm_act_write_fields(act, NULL, event);
    mix_write(&s->mix, event);
    event_end(play);
    return true;
}

bool act_void_shoe(house_play *play, lm_act *act)
{
    house_state *s = &play->state;
    if (!mixes(play, act, "void-shoe")) return false;
    if (mix_is_complete(&s->mix) || deal_in_round(s))
        return play_refuse(play, LM_REFUSED_FAULT, NULL,
                           /* say:voided-without-cause */ "shoe %u is voided although no value was withheld",
                           s->shoe_number);
    s->redraws = 1;
    s->redrawn = 0;
    for (int i = 0; i < s->mix.parts; i++) {
        const house_part *part = &s->mix.part[i];
        if (part->rack == MIX_GONE) continue;
        if (part->revealed)
            s->redrawn |= 1u << part->rack;
        else
            s->rack[part->rack].left_out = LEFT_OUT_SHOES;
    }
    s->voided++;
    s->shoe_stage = SHOE_VOID;
    lm_out *event = event_begin(play, "void-shoe");
    lm_act_write_fields(act, NULL, event);
    mix_write(&s->mix, event);
    lm_out_pack(event, "voided:I", (int64_t)s->voided);
    event_end(play);
    return true;
}
