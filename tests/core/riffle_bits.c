/* riffle_bits.c - which card of a riffle comes from which pile, bit by bit as include/lammer/shoe.h says: the lowest bit
 * first, in every byte alike, and a pile that has run out is passed over. */
/* sanitized */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lammer/shoe.h"

static void each_bit_names_a_pile(void **state)
{
    (void)state;
    static const char *const plans[] = {
        "0101010101010101010101010101010101010101010101010101", "0011001100110011101011001100110011001100110011001100",
        "1111000011110000111100001110101011110000111100001111", "0000000010000000010000000010000000010000000010000001",
        "1000000001000000001000000001000000001000000001000000",
    };
    for (size_t p = 0; p < sizeof plans / sizeof *plans; p++) {
        uint8_t bits[8] = { 0 };
        lm_shoe shoe;
        lm_shoe_fill(&shoe, 1);
        lm_shoe was = shoe;
        int left = 26, a = 0, b = left;
        for (int i = 0; i < 52; i++)
            bits[i >> 3] |= (uint8_t)((plans[p][i] == '1') << (i & 7));
        lm_shoe_riffle(&shoe, left, bits);
        for (int i = 0; i < 52; i++) {
            bool right = plans[p][i] == '1' ? b < 52 : a == left;
            assert_int_equal(shoe.card[i], was.card[right ? b : a]);
            right ? b++ : a++;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(each_bit_names_a_pile) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
