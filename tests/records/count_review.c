/* count_review.c - the count of a shoe and how a player's bets follow it, over a journal written by hand. */
/* sanitized */
#define _GNU_SOURCE
#include "kit/hand_journal.h"

static int value_of(char rank)
{
    return strchr("23456", rank) ? 1 : strchr("TJQKA", rank) ? -1 : 0;
}

/* Rounds of random cards. ann bets with the count and insures from +3 on; bob bets the same always and
 * never insures. The test keeps its own count and takes the correlation in two passes. */
static void test_review(void **state)
{
    enum { ROUNDS = 60 };
    double count[ROUNDS], bet[ROUNDS], taken = 0, declined = 0;
    int running = 0, out = 0, takes = 0, offers = 0, shoe = 0;
    uint32_t seed = 12345;
    (void)state;
    begin_journal();
    acts("t1", "sue", OPEN_TABLE, NULL);
    sit_down("t1");
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}",
         "cage/real tray/t1 1000000 opener\ncage/real rack/t1/ann 9000000 chips for a buy-in\ncage/real "
         "rack/t1/bob 9000000 chips for a buy-in");
    for (int i = 0; i < ROUNDS; i++) {
        char list[1000], moves[200], *to = list;
        at(9, i);
        if (i % 20 == 0) {
            snprintf(list, sizeof list,
                     "{'do':'shoe','number':%d,'cards':312},{'do':'cut-shoe','seat':'1','count':60},{'do':'"
                     "load'},{'do':'burn'}",
                     ++shoe);
            acts("t1", "dealer", list, NULL);
            running = 0;
            out = 1; /* the burned card */
        }
        count[i] = running / ((312 - out) / 52.0);
        bet[i] = count[i] > 1 ? 2000 + 1000 * floor(count[i]) : 1000;
        acts("t1", "dealer", "{'do':'open'}", NULL);
        snprintf(list, sizeof list, "{'do':'bet','seat':'1','cents':%d}", (int)bet[i]);
        snprintf(moves, sizeof moves, "rack/t1/ann felt/t1 %d bet", (int)bet[i]);
        acts("t1", "ann", list, moves);
        acts("t1", "bob", "{'do':'bet','seat':'2','cents':1500}", "rack/t1/bob felt/t1 1500 bet");
        to += sprintf(to, "{'do':'deal'}");
        for (int c = 0; c < 9; c++) {
            seed = seed * 1664525u + 1013904223u;
            char rank = "23456789TJQKA"[(seed >> 16) % 13];
            if (c == 4)
                to += sprintf(to, ",{'do':'down'}");
            else
                to += sprintf(to, ",{'do':'card','card':'%ch'}", rank), running += value_of(rank);
        }
        acts("t1", "dealer", list, NULL);
        out += 9;
        double now = running / ((312 - out) / 52.0);
        if (i % 3 == 0) {
            bool insures = now >= 3;
            offers++;
            takes += insures;
            *(insures ? &taken : &declined) += now;
            if (insures) acts("t1", "ann", "{'do':'insure','seat':'1','cents':500}", "rack/t1/ann felt/t1 500 insure");
            acts("t1", "bob", "{'do':'insure','seat':'2','cents':0}", NULL);
            acts("t1", "clock", "{'do':'close'},{'do':'peek','blackjack':false}", NULL);
        }
        acts("t1", "dealer", "{'do':'turn','card':'5s'}", NULL);
        running++;
    }
    double mean_c = 0, mean_b = 0, cb = 0, cc = 0, bb = 0;
    for (int i = 0; i < ROUNDS; i++)
        mean_c += count[i] / ROUNDS, mean_b += bet[i] / ROUNDS;
    for (int i = 0; i < ROUNDS; i++) {
        cb += (count[i] - mean_c) * (bet[i] - mean_b);
        cc += (count[i] - mean_c) * (count[i] - mean_c);
        bb += (bet[i] - mean_b) * (bet[i] - mean_b);
    }
    assert_true(takes > 0 && takes < offers);
    set_times();
    report_query q = query();
    json_t *more = json_object(), *rows = ask(report_review, &q, more);
    assert_int_equal(json_array_size(rows), 2);
    assert_int_equal(whole(rows, 0, "bets"), ROUNDS);
    is_close(real(rows, 0, "correlation"), cb / sqrt(cc * bb));
    assert_true(real(rows, 0, "correlation") > 0.5);
    is_close(real(rows, 0, "mean_count"), mean_c);
    is_close(real(rows, 0, "mean_cents"), mean_b);
    assert_int_equal(whole(rows, 0, "insured"), takes);
    assert_int_equal(whole(rows, 0, "declined"), offers - takes);
    is_close(real(rows, 0, "insured_mean_count"), taken / takes);
    is_close(real(rows, 0, "declined_mean_count"), declined / (offers - takes));
    assert_string_equal(text(rows, 1, "player"), "bob");
    assert_true(json_is_null(json_object_get(json_array_get(rows, 1), "correlation")));
    assert_int_equal(whole(rows, 1, "declined"), offers);
    /* every bet is listed under one count */
    int64_t bets = 0;
    const json_t *by_count = json_object_get(more, "by_count");
    for (size_t i = 0; i < json_array_size(by_count); i++)
        bets += whole(by_count, i, "bets");
    assert_int_equal(bets, 2 * ROUNDS);
    json_decref(rows);
    json_decref(more);
    end_journal();
}

/* A correction that cuts acts off counts what is entered again once, and a recount changes the count of
 * what came before. */
static void test_review_corrected(void **state)
{
    (void)state;
    begin_journal();
    at(9, 0);
    acts("t1", "sue", OPEN_TABLE, NULL);
    sit_down("t1");
    acts("t1", "sue", "{'do':'tray-open','cents':1000000}",
         "cage/real tray/t1 1000000 opener\ncage/real rack/t1/ann 9000000 chips for a buy-in");
    acts("t1", "dealer", "{'do':'shoe','number':1,'cards':312},{'do':'load'},{'do':'burn'}", NULL);
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':1000}", "rack/t1/ann felt/t1 1000 bet");
    acts("t1", "dealer",
         "{'do':'deal'},{'do':'card','card':'2h'},{'do':'card','card':'3h'},{'do':'card','card':'Th'},"
         "{'do':'down'},{'do':'card','card':'5h'}",
         NULL);
    acts("t1", "sue", "{'do':'correct','number':2,'was':'3h','card':'Kh','kept':5,'reason':'misread'}", NULL);
    acts("t1", "dealer", "{'do':'down'},{'do':'card','card':'6h'}", NULL); /* +1 -1 -1 +1, five cards */
    acts("t1", "dealer", "{'do':'open'}", NULL);
    acts("t1", "sue", "{'do':'recount','was':'2h','card':'Kd','reason':'misread'}", NULL); /* -2 */
    acts("t1", "ann", "{'do':'bet','seat':'1','cents':1000}", "rack/t1/ann felt/t1 1000 bet");
    acts("t1", "dealer", "{'do':'deal'},{'do':'card','card':'9h'}", NULL);
    acts("t1", "dealer", "{'do':'open'}", NULL);
    set_times();
    report_query q = query();
    json_t *more = json_object(), *rows = ask(report_review, &q, more);
    assert_int_equal(whole(rows, 0, "bets"), 2);
    is_close(real(rows, 0, "mean_count"), (0 - 2 / ((312 - 6) / 52.0)) / 2);
    json_decref(rows);
    json_decref(more);
    end_journal();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_review_corrected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
