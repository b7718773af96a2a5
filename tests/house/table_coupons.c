/* table_coupons.c - coupons where they are laid: once, by their owner or the table's dealer for the
 * owner, and given back when the wager is withdrawn. MBJ-3(d).1, MBJ-3(k) */
/* sanitized */
#include "kit/coupon_table.h"

/* A dealer of another table, or of none, plays here like other players: with coupons of their own. */
static void a_dealer_who_plays_has_a_coupon_or_none(void **state)
{
    coupon_id coupon;
    (void)state;
    issue("pat", "match-play", "", 1000, coupon);
    SAY(deb, "{'do':'bet','table':'t','seat':'1','cents':1000,'in':'coupon','coupon':'nothing'}", 409);
    SAY(deb, "{'do':'bet','table':'t','seat':'1','cents':1000,'in':'coupon','coupon':'#'}", 409);
    SAY(deb, "{'do':'bet','table':'t','seat':'1','cents':1000,'in':'coupon'}", 400);
    assert_false(is_used("pat", coupon));
}

/* The dealer lays the player's coupon: a paper one, or one with a number, which is then used. */
static void the_dealer_lays_the_players_coupon(void **state)
{
    coupon_id coupon;
    (void)state;
    issue("pat", "match-play", "", 1000, coupon);
    SAY(dan, "{'do':'bet','table':'t','seat':'3','cents':1000,'in':'coupon','coupon':'#'}", 409); /* ann's place */
    SAY(dan, "{'do':'bet','table':'t','seat':'2','cents':1000,'in':'coupon','coupon':'#'}", 200);
    assert_true(is_used("pat", coupon));
    SAY(dan, "{'do':'bet','table':'t','seat':'3','cents':1000,'in':'coupon'}", 200);
}

/* A progressive that is withdrawn before the first card gives the coupon back, but only once. */
static void a_withdrawn_coupon_comes_back(void **state)
{
    coupon_id coupon;
    (void)state;
    issue("pat", "progressive", "aces", 100, coupon);
    int64_t tray = balance(store, "tray/t"), rack = balance(store, "rack/t/pat");
    for (int i = 0; i < 2; i++) {
        SAY(pat, "{'do':'bet','table':'t','seat':'2','wager':'aces','cents':100,'in':'coupon','coupon':'#'}", 200);
        assert_true(is_used("pat", coupon));
        SAY(i ? dan : pat, "{'do':'withdraw','table':'t','seat':'2','wager':'aces'}", 200);
        assert_false(is_used("pat", coupon));
    }
    SAY(pat, "{'do':'withdraw','table':'t','seat':'2','wager':'aces'}", 409);
    SAY(pat, "{'do':'bet','table':'t','seat':'2','wager':'aces','cents':100,'in':'coupon','coupon':'#'}", 200);
    SAY(ann, "{'do':'bet','table':'t','seat':'3','wager':'aces','cents':100}", 200);
    SAY(ann, "{'do':'withdraw','table':'t','seat':'3','wager':'aces'}", 200); /* chips; pat's coupon stays */
    assert_true(is_used("pat", coupon));
    SAY(pat, "{'do':'withdraw','table':'t','seat':'2','wager':'aces'}", 200);
    SAY(pat, "{'do':'bet','table':'t','seat':'2','wager':'aces','cents':100}", 200); /* with chips this time */
    SAY(pat, "{'do':'bet','table':'t','seat':'2','wager':'aces','cents':100,'in':'coupon','coupon':'#'}", 409);
    SAY(pat, "{'do':'withdraw','table':'t','seat':'2','wager':'aces'}", 200);
    assert_int_equal(balance(store, "tray/t"), tray);
    assert_int_equal(balance(store, "rack/t/pat"), rack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_TABLE(a_dealer_who_plays_has_a_coupon_or_none),
        AT_TABLE(the_dealer_lays_the_players_coupon),
        AT_TABLE(a_withdrawn_coupon_comes_back),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
