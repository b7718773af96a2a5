/* words.c - the registry of functions that answer commands to the house. */
#include "floor.h"

static house_handler *const handlers[LM_ACT_COUNT] = {
    [LM_ACT_GUEST] = enter_guest,
    [LM_ACT_REGISTER] = enter_register,
    [LM_ACT_SIGN_IN] = enter_sign_in,
    [LM_ACT_SIGN_OUT] = enter_sign_out,
    [LM_ACT_SIGN_OUT_EVERYWHERE] = sessions_end_all,
    [LM_ACT_SESSIONS] = sessions_list,
    [LM_ACT_ROUNDS] = rounds_list,
    [LM_ACT_WHO_AM_I] = enter_who,
    [LM_ACT_FIRST_ADMINISTRATOR] = first_administrator,
    [LM_ACT_RECOVER] = enter_recover,
    [LM_ACT_SET_LOGIN] = login_change,
    [LM_ACT_RE_AUTHENTICATE] = enter_again,
    [LM_ACT_BEGIN_SECOND_FACTOR] = factor_begin,
    [LM_ACT_CONFIRM_SECOND_FACTOR] = factor_confirm,
    [LM_ACT_DROP_SECOND_FACTOR] = factor_drop,
    [LM_ACT_SET_PASSWORD] = enter_set_password,
    [LM_ACT_CREATE_PERSON] = manage_create,
    [LM_ACT_SET_ROLES] = manage_roles,
    [LM_ACT_LOCK] = manage_lock,
    [LM_ACT_UNLOCK] = manage_unlock,
    [LM_ACT_PEOPLE] = manage_list,
    [LM_ACT_LIMITS] = limits_show,
    [LM_ACT_SET_LIMITS] = limits_set,
    [LM_ACT_APPROVALS] = approval_list,
    [LM_ACT_APPROVE] = approval_approve,
    [LM_ACT_DECLINE] = approval_decline,
    [LM_ACT_DEPOSIT] = cage_deposit,
    [LM_ACT_WITHDRAWAL] = cage_withdraw,
    [LM_ACT_PLAY_MONEY] = cage_play_money,
    [LM_ACT_WALLET] = wallet_show,
    [LM_ACT_STATEMENT] = wallet_statement,
    [LM_ACT_ISSUE_COUPON] = coupon_issue,
    [LM_ACT_COUPONS] = coupon_list,
    [LM_ACT_LOBBY] = pit_lobby,
    [LM_ACT_TABLES] = pit_tables,
    [LM_ACT_OPEN_TABLE] = pit_open_table,
    [LM_ACT_SERVERS] = server_list,
    [LM_ACT_MOVE_TABLE] = server_move_table,
    [LM_ACT_CONFIG] = pit_config,
    [LM_ACT_SET_CONFIG] = pit_set_config,
    [LM_ACT_DISPUTE] = dispute_open,
    [LM_ACT_RESOLVE_DISPUTE] = dispute_resolve,
    [LM_ACT_APPEAL] = dispute_appeal,
    [LM_ACT_DISPUTES] = dispute_list,
    [LM_ACT_ALARM] = alarm_show,
    [LM_ACT_END_ALARM] = alarm_end,
    [LM_ACT_FATE] = command_fates,
    [LM_ACT_NUMBERS] = command_numbers,
};

house_handler *word_handler(const lm_house *house, const lm_act_row *row)
{
    lm_act_word word = lm_act_word_of(row);
    return handlers[word] ? handlers[word] : room_answers(house, word) ? room_ask : NULL;
}
