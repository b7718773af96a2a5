/* words.c - the registry of functions that answer commands to the house. */
#include <stdlib.h>

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
    [LM_ACT_DISPUTES] = dispute_list,
    [LM_ACT_ALARM] = alarm_show,
    [LM_ACT_END_ALARM] = alarm_end,
    [LM_ACT_FATE] = command_fates,
    [LM_ACT_NUMBERS] = command_numbers,
};

static const lm_question *question_find(const lm_house *house, lm_act_word word)
{
    for (const lm_question *q = house->options.questions; q && q->word >= 0; q++) {
        if (q->word == (int)word) return q;
    }
    return NULL;
}

/* A command while another room works on it. */
typedef struct {
    lm_inquiry inquiry;
    lm_request body;
    const lm_question *question;
    lm_kind kind;
    void *kept;
    lm_out answer;
    char text[LM_HOUSE_TEXT];
} asked_room;

static lm_work work_of(const lm_question *question)
{
    return question->searches ? LM_WORK_SEARCH : LM_WORK_REPORT;
}

static void let_answer(house_request *request)
{
    asked_room *asked = request->asked;
    asked->kind = asked->question->answer(&asked->inquiry, &asked->answer, asked->text);
}

static void tell_answer(house_request *request)
{
    asked_room *asked = request->asked;
    if (asked->kind == LM_UNFINISHED) {
        request_later(request, work_of(asked->question), let_answer, tell_answer);
        return;
    }
    if (asked->kind == LM_ANSWERED)
        request_answer_text(request, &asked->answer);
    else
        request_refuse(request, asked->kind, "%s", asked->text);
    lm_out_free(&asked->answer);
    free(asked);
}

static void ask_room(house_request *request)
{
    const lm_house_options *options = &request->house->options;
    const lm_question *question = question_find(request->house, lm_act_word_of(request->word));
    lm_work kind = work_of(question);
    if (!request_may_wait(request, kind)) return;
    asked_room *asked = zeroed_or_end(sizeof *asked);
    asked->question = question;
    asked->body.object = request->body;
    asked->inquiry = (lm_inquiry){ .word = (int)lm_act_word_of(request->word),
                                   .body = &asked->body,
                                   .store = house_reader(request->house, kind),
                                   .now_ms = request->house->now_ms,
                                   .self = options->questions_self,
                                   .kept = &asked->kept };
    request->asked = asked;
    request_later(request, kind, let_answer, tell_answer);
}

house_handler *word_handler(const lm_house *house, const lm_act_row *row)
{
    lm_act_word word = lm_act_word_of(row);
    return handlers[word] ? handlers[word] : question_find(house, word) ? ask_room : NULL;
}
