/* secret.c - the secret of a house and the house belong together: neither is made anew where the other is found. */
/* sanitized */
#include <sys/stat.h>
#include <unistd.h>

#include "kit/people_help.h"
#include "said.h"

static char path[LM_STORE_TEXT], text[LM_HOUSE_TEXT];

static lm_house *open_house(bool new_secret)
{
    lm_house_options options = { SERVER_ROOMS,
                                 .store = store,
                                 .owner = { .answer = keep_answer, .status = status_of, .send = no_message },
                                 .server = "a",
                                 .address = "http://test",
                                 .clock_ms = read_test_clock,
                                 .secret_path = path,
                                 .new_secret = new_secret };
    text[0] = '\0';
    return lm_house_open(&options, text);
}

static void found(void)
{
    lm_house *house = open_house(false);
    if (!house) fail_msg("%s", text);
    lm_house_close(house);
}

static void name_secret(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", h.folder, name);
    unlink(path);
}

static void a_house_without_its_secret_is_not_opened(void **state)
{
    name_secret("lost.secret");
    found();
    found(); /* with the secret that was made */
    assert_int_equal(unlink(path), 0);
    assert_null(open_house(false));
    assert_said(text, "say:secret-is-missing");
    assert_int_not_equal(access(path, F_OK), 0); /* and no other was made */
    lm_house *house = open_house(true);
    assert_non_null(house);
    lm_house_close(house);
    found();
}

static void a_secret_without_its_house_founds_none(void **state)
{
    name_secret("left.secret");
    FILE *left = fopen(path, "w");
    assert_non_null(left);
    assert_int_equal(fwrite(path, 1, 32, left), 32);
    fclose(left);
    assert_int_equal(chmod(path, 0600), 0);
    assert_null(open_house(false));
    assert_said(text, "say:house-is-missing");
    assert_int_equal(records_of(NULL, NULL), 0);
}

/* A power cut ends the first start: the next one continues with the secret that was made. */
static void a_founding_that_was_cut_off_goes_on(void **state)
{
    char waiting[sizeof path + 4];
    name_secret("cut.secret");
    found();
    snprintf(waiting, sizeof waiting, "%s.new", path);
    assert_int_not_equal(access(waiting, F_OK), 0);
    assert_int_equal(rename(path, waiting), 0); /* founded, and not named yet */
    found();
    assert_int_equal(access(path, F_OK), 0);
    assert_int_not_equal(access(waiting, F_OK), 0);
    FILE *torn = fopen(waiting, "w");
    fclose(torn);
    found(); /* the house has its secret: what else lies there does not count */
}

static void a_torn_secret_of_a_first_start_is_made_anew(void **state)
{
    char waiting[sizeof path + 4];
    name_secret("torn.secret");
    snprintf(waiting, sizeof waiting, "%s.new", path);
    FILE *torn = fopen(waiting, "w");
    assert_true(torn && fputs("short", torn) >= 0);
    fclose(torn);
    found();
    found();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOUSE_TEST(a_house_without_its_secret_is_not_opened),
        HOUSE_TEST(a_secret_without_its_house_founds_none),
        HOUSE_TEST(a_founding_that_was_cut_off_goes_on),
        HOUSE_TEST(a_torn_secret_of_a_first_start_is_made_anew),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
