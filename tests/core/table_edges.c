/* table_edges.c - the first and the last box of a table, and what a shoe takes over from the one before it. */
/* sanitized */
#include "kit/table_help.h"

#define QUICK "load:y burn "

/* clang-format off */
static const table_case entry[] = {
    { "MBJ-3(i)", MBJ, "mid_shoe_bar=on", QUICK "play:b2:b5 open !bet:b1:a1000=MBJ-3(i) !bet:b6:a1000=MBJ-3(i) bet:b2:a1000 bet:b5:a1000" },
    { "MBJ-3(i)", MBJ, "mid_shoe_bar=on", QUICK "play:b1:b6 open bet:b1:a1000 bet:b6:a1000 !bet:b2:a1000=MBJ-3(i) !bet:b5:a1000=MBJ-3(i)" },
    { "MBJ-3(i)", MBJ, "mid_shoe_bar=on", QUICK "play:b2:b6 readmit:b1 open bet:b1:a1000 bet:b2:a1000 bet:b6:a1000 !bet:b3:a1000=MBJ-3(i)" },
    { "MBJ-3(i)", MBJ, "mid_shoe_bar=on", QUICK "play:b1:b2 readmit:b6 open bet:b6:a1000 bet:b1:a1000 !bet:b5:a1000=MBJ-3(i)" },
    { "MBJ-3(i)", MBJ, "mid_shoe_bar=on", QUICK "play:b1 play:b1 load:y burn open bet:b2:a1000 bet:b6:a1000 bet:b1:a1000" },
    { "MFB-5(b)", MFB, "mid_shoe_bar=on", QUICK "play:b1:b7 open bet:b1:a1000 bet:b7:a1000 !bet:b2:a1000=MFB-5(b) !bet:b6:a1000=MFB-5(b)" },
    { NULL, NULL, NULL, NULL },
};

static const table_case seats[] = {
    { "MBJ-5(f)", MBJ, "", "arrive:b6 arrive:b1 deliver:a6 to:cut ?player:cut:b6 refuse-cut:b6 ?player:cut:b1 refuse-cut:b1 ?dealer:cut" },
    { "MFB-4(d)", MFB, "", "arrive:b1 arrive:b7 deliver:a6 to:cut ?player:cut:b1 refuse-cut:b1 ?player:cut:b7 refuse-cut:b7 ?dealer:cut" },
    { "MBJ-5(j)", MBJ, "", "arrive:b1 arrive:b6 leave:b1 leave:b6 !leave:b1=MBJ-4(b) !leave:b6=MBJ-4(b)" },
    { "MBJ-5(j)", MBJ, "", "!leave:b1=MBJ-4(b) arrive:b1 !leave:b2=MBJ-4(b) leave:b1" },
    { "MBJ-5(j)", MBJ, "", QUICK "play:b1:b6 !idle=MBJ-5(j) leave:b1 !idle=MBJ-5(j) leave:b6 idle +idle" },
    { "MFB-4(h)", MFB, "", QUICK "play:b1:b7 !idle=MFB-4(h) leave:b7 !idle=MFB-4(h) leave:b1 idle +idle" },
    { NULL, NULL, NULL, NULL },
};

/* A prepared shoe begins anew: what the one before it owed does not carry over. */
static const table_case shoes[] = {
    { "MBJ-6(l)", MBJ, "", QUICK "play:b1 load:y &out=0 burn &out=1 play:b1 load:y &out=0 burn &out=1" },
    { "MFB-6(d).1", MFB, "", QUICK "play:b1 load:y &out=0 burn &out=1 play:b1" },
    { NULL, NULL, NULL, NULL },
};
/* clang-format on */

static void test_entry(void **state)
{
    (void)state;
    live(entry);
}

static void test_seats(void **state)
{
    (void)state;
    live(seats);
}

static void test_shoes(void **state)
{
    (void)state;
    live(shoes);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_entry), cmocka_unit_test(test_seats),
                                        cmocka_unit_test(test_shoes) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
