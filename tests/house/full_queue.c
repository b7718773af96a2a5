/* full_queue.c - the store's queue is full: the house keeps working, and what waits is written in its order
 * when there is room. */
/* sanitized */
#define HAND_QUEUE 1
#include <unistd.h>

#include "kit/hand_house.h"

enum { GUESTS = 6, PATIENCE_S = 20 };

static hand_house h;

static int set_up(void **state)
{
    (void)state;
    hand_open(&h, false);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    hand_stop(&h);
    hand_remove(&h);
    return 0;
}

static bool is_answered(uint64_t token)
{
    return h.answer[token % HAND_ANSWERS].token == token;
}

/* If the house waited here, it would wait for ever, because only this test steps the store; an alarm signal then ends
 * the test. */
static void requests_return_while_the_queue_is_full(void **state)
{
    uint64_t token[GUESTS];
    (void)state;
    alarm(PATIENCE_S);
    json_t *body = json_pack("{s:s}", "do", "guest");
    for (int i = 0; i < GUESTS; i++) {
        token[i] = ++h.token;
        lm_house_request(h.house, token[i], &(lm_house_client){ 0 }, &(lm_request){ body });
        lm_house_poll(h.house);
    }
    json_decref(body);
    alarm(0);
    for (int i = 0; i < GUESTS; i++)
        assert_false(is_answered(token[i]));
    for (int i = 0; i < GUESTS; i++) {
        for (int n = 0; n < HAND_PATIENCE && !is_answered(token[i]); n++) {
            lm_store_step(h.store);
            lm_house_poll(h.house);
        }
        assert_true(is_answered(token[i]));
        assert_int_equal(h.answer[token[i] % HAND_ANSWERS].status, 200);
        if (i + 1 < GUESTS) assert_false(is_answered(token[GUESTS - 1]));
    }
}

/* Before the house closes, it writes all commands that wait. */
static void nothing_is_lost_at_the_end(void **state)
{
    (void)state;
    json_t *body = json_pack("{s:s}", "do", "guest");
    for (int i = 0; i < GUESTS; i++)
        lm_house_request(h.house, ++h.token, &(lm_house_client){ 0 }, &(lm_request){ body });
    json_decref(body);
    uint64_t last = h.token;
    alarm(PATIENCE_S);
    lm_house_close(h.house);
    alarm(0);
    h.house = NULL;
    assert_true(is_answered(last));
    assert_int_equal(h.answer[last % HAND_ANSWERS].status, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(requests_return_while_the_queue_is_full, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_lost_at_the_end, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
