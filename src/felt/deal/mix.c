/* mix.c - the shuffle by the players' values (docs/fair-shoe.md): a published function of all revealed values, so that
 * any reader can repeat it.
 *
 * The house commits to its order before it knows any value, and the players commit to their values before they know the
 * house's order. So no party can choose the resulting order. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "deal.h"
#include "play.h"
#include "lammer/words.h"

enum { WORD = 4, MIX_TEXT = 160 };

/* Numbers of 32 bits from BLAKE2b-256(seed ‖ block), low byte first; block counts from 0 in four bytes. */
typedef struct {
    uint8_t input[LM_STORE_HASH + WORD], output[LM_STORE_HASH];
    uint32_t block;
    int at;
} stream;

static uint32_t stream_next(stream *s)
{
    if (s->at == LM_STORE_HASH) {
        for (int i = 0; i < WORD; i++)
            s->input[LM_STORE_HASH + i] = (uint8_t)(s->block >> 8 * i);
        crypto_generichash(s->output, sizeof s->output, s->input, sizeof s->input, NULL, 0);
        s->block++;
        s->at = 0;
    }
    const uint8_t *b = s->output + s->at;
    s->at += WORD;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Numbers in the last, incomplete run of `bound` numbers below 2^32 are skipped, because they would favour small
 * results. */
static uint32_t stream_below(stream *s, uint32_t bound)
{
    uint64_t all = (uint64_t)1 << 32, whole = all - all % bound;
    uint32_t number;
    do
        number = stream_next(s);
    while (number >= whole);
    return number % bound;
}

/* For each place from the last to the second, the place to exchange it with: a Fisher-Yates shuffle. */
typedef uint16_t exchanges[HOUSE_SIDES][LM_SHOE_CARDS];

static void draw_exchanges(const house_deck *deck, const house_mix *mix, exchanges with)
{
    stream s = { .at = LM_STORE_HASH };
    memcpy(s.input, mix->seed, sizeof mix->seed);
    for (int side = 0; side < HOUSE_SIDES; side++) {
        for (int i = deck->cards[side] - 1; i > 0; i--)
            with[side][i] = (uint16_t)stream_below(&s, (uint32_t)i + 1);
    }
}

static void hash_text(crypto_generichash_state *hash, const char *text)
{
    crypto_generichash_update(hash, (const uint8_t *)text, strlen(text));
}

static void exchange(lm_card *card, int i, int j)
{
    lm_card held = card[i];
    card[i] = card[j];
    card[j] = held;
}

void fair_mix(house_deck *deck, const house_mix *mix)
{
    exchanges with;
    if (!mix->mixed || !deck->known) return;
    draw_exchanges(deck, mix, with);
    for (int side = 0; side < HOUSE_SIDES; side++) {
        for (int i = deck->cards[side] - 1; i > 0; i--)
            exchange(deck->order[side], i, with[side][i]);
    }
}

void fair_unmix(house_deck *deck, const house_mix *mix)
{
    exchanges with;
    if (!mix->mixed || !deck->known) return;
    draw_exchanges(deck, mix, with);
    for (int side = 0; side < HOUSE_SIDES; side++) {
        for (int i = 1; i < deck->cards[side]; i++)
            exchange(deck->order[side], i, with[side][i]);
    }
}

void fair_commitment_of(const house_part *part, uint8_t commitment[LM_STORE_HASH])
{
    if (part->revealed)
        crypto_generichash(commitment, LM_STORE_HASH, part->bytes, sizeof part->bytes, NULL, 0);
    else
        memcpy(commitment, part->bytes, sizeof part->bytes);
}

/* The seed includes the table, the number and the commitment, so that no two shoes have the same seed. */
void fair_seed(house_mix *mix, const char *table, uint32_t number, const uint8_t commitment[LM_STORE_HASH])
{
    char text[MIX_TEXT];
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, LM_STORE_HASH);
    snprintf(text, sizeof text, "lammer mix\n%s\n%u\n", table, number);
    hash_text(&hash, text);
    crypto_generichash_update(&hash, commitment, LM_STORE_HASH);
    for (int i = 0; i < mix->parts; i++) {
        const house_part *part = &mix->part[i];
        char seat[LM_SEAT_TEXT + 1];
        if (!part->revealed) continue;
        lm_words_of_seat((uint8_t)(part->place / LM_BETTORS), (uint8_t)(part->place % LM_BETTORS), 0, seat);
        hash_text(&hash, strcat(seat, "\n"));
        crypto_generichash_update(&hash, part->bytes, sizeof part->bytes);
        mix->mixed = 1;
    }
    if (mix->mixed) crypto_generichash_final(&hash, mix->seed, sizeof mix->seed);
}

/* --- the parts of the players ------------------------------------------------------------------------------ */

bool mix_keeps(house_play *play, const lm_act *act, int rack)
{
    house_rack *r = &play->state.rack[rack];
    uint8_t bytes[LM_STORE_HASH];
    if (!lm_act_has(act, LM_FIELD_COMMITMENT) || play->state.terms.dealing != DEALT_VIRTUALLY) return true;
    if (!shoes_read_hex(lm_act_text(act, LM_FIELD_COMMITMENT), bytes, sizeof bytes))
        return play_refuse(play, LM_REFUSED_FORM, NULL,
                           /* say:commitment-form */ "a commitment has %d hexadecimal digits", 2 * LM_STORE_HASH);
    memcpy(r->commitment, bytes, sizeof bytes);
    r->commits = 1;
    return true;
}

void mix_forgets(house_state *s, int rack)
{
    s->rack[rack].commits = 0;
    s->redrawn &= ~(1u << rack);
    for (int i = 0; i < s->mix.parts; i++) {
        if (s->mix.part[i].rack == rack) s->mix.part[i].rack = MIX_GONE;
    }
}

static void write_part(const house_part *part, lm_out *out)
{
    uint8_t commitment[LM_STORE_HASH];
    shoe_hex text;
    lm_out_begin(out, '{');
    lm_out_seat(out, (uint8_t)(part->place / LM_BETTORS), (uint8_t)(part->place % LM_BETTORS));
    fair_commitment_of(part, commitment);
    shoes_hex(commitment, text);
    lm_out_pack(out, "commitment:s", text);
    if (part->revealed) {
        shoes_hex(part->bytes, text);
        lm_out_pack(out, "value:s", text);
    }
    lm_out_end(out, '}');
}

void mix_write(const house_mix *mix, lm_out *out)
{
    shoe_hex seed;
    if (!mix->parts) return;
    lm_out_pack(out, "parts:[");
    for (int i = 0; i < mix->parts; i++)
        write_part(&mix->part[i], out);
    lm_out_end(out, ']');
    if (!mix->mixed) return;
    shoes_hex(mix->seed, seed);
    lm_out_pack(out, "seed:s", seed);
}

uint32_t mix_waits_for(const house_state *s)
{
    uint32_t racks = 0;
    for (int i = 0; i < s->mix.parts; i++) {
        const house_part *part = &s->mix.part[i];
        if (!part->revealed && part->rack != MIX_GONE) racks |= 1u << part->rack;
    }
    return racks;
}

bool mix_is_complete(const house_mix *mix)
{
    for (int i = 0; i < mix->parts; i++) {
        if (!mix->part[i].revealed) return false;
    }
    return true;
}
