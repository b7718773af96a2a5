/* words.c - the words about people, and who may say them. */
#include "enter.h"

#define R(role) LM_HOUSE_BIT(role)

/* clang-format off */
const house_word people_words[] = {
    { { .word = "guest", .where = LM_AT_HOUSE, .roles = 0, .fields = "",
        .help = "Makes a guest with $1,000.00 of play money and a session." }, enter_guest },
    { { .word = "register", .where = LM_AT_HOUSE, .roles = 0, .fields = "person?:id login?:id password:text name?:text device?:text",
        .help = "Makes a player and signs them in. The login is what the player signs in with, and only they see it; the name is what others see. Without a person an id is made." }, enter_register },
    { { .word = "sign-in", .where = LM_AT_HOUSE, .roles = 0, .fields = "login?:id person?:id password:text device?:text",
        .help = "Opens a session. After three wrong passwords in a row the sender waits, longer each time; the account is never locked by it, and a known device does not wait for strangers. \"person\" is the older spelling of \"login\"." }, enter_sign_in },
    { { .word = "sign-out", .where = LM_AT_HOUSE, .roles = 0, .fields = "",
        .help = "Ends this session." }, enter_sign_out },
    { { .word = "who-am-i", .where = LM_AT_HOUSE, .roles = 0, .fields = "", .reads = true,
        .help = "Whose session this is, his roles, and the token that a browser sends with what it posts." }, enter_who },
    { { .word = "first-administrator", .where = LM_AT_HOUSE, .roles = 0, .fields = "token:text person:id login?:id password:text name?:text device?:text",
        .help = "Makes the first administrator, with the token that the server printed when it was started." }, first_administrator },
    { { .word = "recover", .where = LM_AT_HOUSE, .roles = 0, .fields = "token:text password:text device?:text",
        .help = "Sets the password of a person and unlocks them, with the token that a server started with --recover printed." }, enter_recover },
    { { .word = "set-login", .where = LM_AT_HOUSE, .roles = LM_HOUSE_ROLES_ALL & ~R(GUEST), .fields = "login:id",
        .help = "Another sign-in name for oneself. Others do not see it." }, login_change },
    { { .word = "re-authenticate", .where = LM_AT_HOUSE, .roles = LM_HOUSE_ROLES_ALL, .fields = "password:text",
        .help = "The password again, after 15 minutes in which staff did nothing." }, enter_again },
    { { .word = "set-password", .where = LM_AT_HOUSE, .roles = LM_HOUSE_ROLES_ALL & ~R(GUEST), .second = R(ADMINISTRATOR) | R(EXECUTIVE), .sometimes = true, .fields = "password:text old?:text person?:id",
        .help = "Another password: one's own with the old one, or somebody's as administrator; that of staff with a second person's approval, once there is one. Ends his sessions." }, enter_set_password },
    { { .word = "create-person", .where = LM_AT_HOUSE, .roles = R(ADMINISTRATOR), .second = R(ADMINISTRATOR) | R(EXECUTIVE), .sometimes = true, .fields = "person:id roles:list password:text login?:id name?:text reason?:text",
        .help = "Makes a person with any roles; staff with a second person's approval, once there is one. He takes part in what wants two people when he has set a password of his own." }, manage_create },
    { { .word = "set-roles", .where = LM_AT_HOUSE, .roles = R(ADMINISTRATOR), .second = R(ADMINISTRATOR) | R(EXECUTIVE), .fields = "person:id roles:list reason:text",
        .help = "Gives a person other roles." }, manage_roles },
    { { .word = "lock", .where = LM_AT_HOUSE, .roles = R(SUPERVISOR) | R(ADMINISTRATOR), .fields = "person:id reason:text",
        .help = "Ends a person's sessions and lets him in no more." }, manage_lock },
    { { .word = "unlock", .where = LM_AT_HOUSE, .roles = R(SUPERVISOR) | R(ADMINISTRATOR), .fields = "person:id reason:text",
        .help = "Lets a locked person in again." }, manage_unlock },
    { { .word = "people", .where = LM_AT_HOUSE, .roles = R(ADMINISTRATOR) | R(SUPERVISOR) | R(EXECUTIVE) | R(CASHIER) | R(SURVEILLANCE) | R(AUDITOR), .fields = "role?:text guests?:bool", .reads = true,
        .help = "Everybody the house knows." }, manage_list },
    { { .word = "limits", .where = LM_AT_HOUSE, .roles = LM_HOUSE_ROLES_ALL, .fields = "", .reads = true,
        .help = "One's own limits, those that will hold later, and what has been used today." }, limits_show },
    { { .word = "set-limits", .where = LM_AT_HOUSE, .roles = LM_HOUSE_ROLES_ALL, .fields = "deposit_cents?:int loss_cents?:int time_out_hours?:int exclude_days?:int",
        .help = "Limits for oneself: stricter ones hold at once, looser ones after 24 hours; -1 takes a money limit away." }, limits_set },
    { { .word = NULL }, NULL },
};
/* clang-format on */
