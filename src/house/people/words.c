/* words.c - what answers the words about people. */
#include "enter.h"

const house_word people_words[] = {
    { LM_ACT_GUEST, enter_guest },
    { LM_ACT_REGISTER, enter_register },
    { LM_ACT_SIGN_IN, enter_sign_in },
    { LM_ACT_SIGN_OUT, enter_sign_out },
    { LM_ACT_WHO_AM_I, enter_who },
    { LM_ACT_FIRST_ADMINISTRATOR, first_administrator },
    { LM_ACT_RECOVER, enter_recover },
    { LM_ACT_SET_LOGIN, login_change },
    { LM_ACT_RE_AUTHENTICATE, enter_again },
    { LM_ACT_SET_PASSWORD, enter_set_password },
    { LM_ACT_CREATE_PERSON, manage_create },
    { LM_ACT_SET_ROLES, manage_roles },
    { LM_ACT_LOCK, manage_lock },
    { LM_ACT_UNLOCK, manage_unlock },
    { LM_ACT_PEOPLE, manage_list },
    { LM_ACT_LIMITS, limits_show },
    { LM_ACT_SET_LIMITS, limits_set },
    { LM_ACT_COUNT, NULL },
};
