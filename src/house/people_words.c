/* people_words.c - the words about people, and who may say them. */
#include "people_enter.h"

#define R(role) LM_HOUSE_BIT(role)

/* clang-format off */
const house_word people_words[] = {
    { { "guest", LM_AT_HOUSE, 0, 0, "",
        "Makes a guest with $1,000.00 of play money and a session." }, enter_guest },
    { { "register", LM_AT_HOUSE, 0, 0, "person:id password:text name?:text",
        "Makes a player, and signs him in." }, enter_register },
    { { "sign-in", LM_AT_HOUSE, 0, 0, "person:id password:text",
        "A session for whoever knows the password. Three failures in a row lock the account." }, enter_sign_in },
    { { "sign-out", LM_AT_HOUSE, 0, 0, "",
        "Ends this session." }, enter_sign_out },
    { { "who-am-i", LM_AT_HOUSE, 0, 0, "",
        "Whose session this is, his roles, and the token that a browser sends with what it posts." }, enter_who },
    { { "first-administrator", LM_AT_HOUSE, 0, 0, "token:text person:id password:text name?:text",
        "Makes the first administrator, with the token that the server printed when it was started." }, first_administrator },
    { { "re-authenticate", LM_AT_HOUSE, ROLES_ALL, 0, "password:text",
        "The password again, after 15 minutes in which staff did nothing." }, enter_again },
    { { "set-password", LM_AT_HOUSE, ROLES_ALL & ~R(GUEST), 0, "password:text old?:text person?:id",
        "Another password: one's own with the old one, or somebody's as administrator. Ends his sessions." }, enter_set_password },
    { { "create-person", LM_AT_HOUSE, R(ADMINISTRATOR), 0, "person:id roles:list password:text name?:text reason?:text",
        "Makes a person with any roles." }, manage_create },
    { { "set-roles", LM_AT_HOUSE, R(ADMINISTRATOR), R(ADMINISTRATOR) | R(EXECUTIVE), "person:id roles:list reason:text",
        "Gives a person other roles." }, manage_roles },
    { { "lock", LM_AT_HOUSE, R(SUPERVISOR) | R(ADMINISTRATOR), 0, "person:id reason:text",
        "Ends a person's sessions and lets him in no more." }, manage_lock },
    { { "unlock", LM_AT_HOUSE, R(SUPERVISOR) | R(ADMINISTRATOR), 0, "person:id reason:text",
        "Lets a locked person in again." }, manage_unlock },
    { { "people", LM_AT_HOUSE, R(ADMINISTRATOR) | R(SUPERVISOR) | R(EXECUTIVE) | R(CASHIER) | R(SURVEILLANCE) | R(AUDITOR), 0,
        "role?:text guests?:bool",
        "Everybody the house knows." }, manage_list },
    { { "limits", LM_AT_HOUSE, ROLES_ALL, 0, "",
        "One's own limits, those that will hold later, and what has been used today." }, limits_show },
    { { "set-limits", LM_AT_HOUSE, ROLES_ALL, 0,
        "deposit_cents?:int loss_cents?:int time_out_hours?:int exclude_days?:int",
        "Limits for oneself: stricter ones hold at once, looser ones after 24 hours; -1 takes a money limit away." }, limits_set },
    { { 0 }, NULL },
};
/* clang-format on */
