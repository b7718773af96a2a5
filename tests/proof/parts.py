"""The parts into which Eva takes a round apart: each is analysed by itself, on any round within its bounds, and where another part calls it
its contract stands in its place. A contract says which arguments a part needs (`needs_`, which each caller is shown to keep), which
fields of the round it may write, and what it returns.

What an argument may be follows from its type and name in the source.
"""
import re

import cut

# By type and name: any such argument, and what it needs. `$` is the argument.
DOMAINS = {
    "lm_step *s": ("s", None),
    "lm_round *r": ("s->r", None),
    "lm_rules *k": ("s->k", None),
    "uint8_t box": ("BYTE(1, LM_BOXES)", "needs_box($)"),
    "uint8_t hand": ("BYTE(0, LM_HANDS - 1)", "needs_hand($)"),
    "uint8_t bettor": ("BYTE(0, LM_BETTORS - 1)", "needs_bettor($)"),
    "uint8_t spot": ("BYTE(0, LM_SPOTS - 1)", "needs_spot($)"),
    "uint8_t outcome": ("BYTE(0, LM_OUTCOMES - 1)", "needs_outcome($)"),
    "uint8_t slot": ("BYTE(0, 255)", None),
    "uint8_t box_bettor": ("BYTE(0, 255)", None),
    "lm_card card": ("BYTE(0, LM_CARD_DOWN)", "needs_card($)"),
    "lm_result result": ("BETWEEN(LM_RESULT_NONE, LM_VOID)", "needs_result($)"),
    "lm_verdict v": ("any_verdict()", "needs_verdict($)"),
    "lm_window window": ("BETWEEN(0, LM_AFTER_ALL)", "needs_window($)"),
    "lm_side_bet *bet": ("any_bet(s->r)", "needs_bet(s->r, $)"),
    "lm_outcomes *found": ("any_found()", "needs_found($)"),
    "lm_where at": ("any_where()", "needs_where($)"),
    "lm_cents won": ("ANY_PRIZE", "needs_prize($)"),
    "lm_cents amount": ("ANY_PRIZE", "needs_prize($)"),
    "lm_hand *hand": ("any_hand_of(s->r)", "needs_hand_of(s->r, $)"),
    "lm_box *box": ("any_box_of(s->r)", "needs_box_of(s->r, $)"),
    "int side": ("BETWEEN(0, s->r->sides - 1)", "needs_side(s->r, $)"),
    "lm_money_cause cause": ("BETWEEN(0, 255)", None),
    "lm_cite_id step": ("BETWEEN(0, LM_CITE_COUNT - 1)", "needs_step($)"),
    "lm_why why": ("BETWEEN(0, LM_WHY_COUNT - 1)", "needs_why($)"),
    "lm_rules *rules": ("s->k", None),
    "lm_event *e": ("any_tucked()", "needs_tucked($)"),
    "lm_event event": ("any_event()", "needs_event(event)"),
    "lm_action *a": ("any_action()", "needs_action($)"),
    "bool": ("EITHER", None),
}
SAME = {"h": "hand", "hand_index": "hand", "box_number": "box", "round": "r"}


class Part:
    def __init__(
        self, writes, needs=None, returns=None, sides=False, given=None, split=(), on_turn=False, before="", after=None
    ):
        self.writes, self.needs, self.returns, self.sides = writes, needs, returns, sides
        self.turns = "any_flow" in writes or "any_deal(" in writes or "any_prize" in writes
        self.given, self.split, self.on_turn, self.after = given or {}, split, on_turn, after
        self.before = before


# What a contract leaves open, by the function of bounds.h that does so, and which fields of a round the part may therefore write.
MONEY = {"felt_cents", "tray_cents", "*net"}
SETTLED = set(
    "felt_cents tray_cents dealer_cents insurance_settled insurance_won tucked insured state marks chips result waits".split()
)
SETTLED |= {"doubled", "outcome", "net", "*net", "*coupon", "*stake"}
DEALT = set("card hard hidden marks n first n_first seen".split())
AWAITED = {"awaiting", "awaiting_box", "awaiting_kind", "shown_cents"}
TURN = {"at_box", "at_hand", "due", "phase", "deal_pass"}
FLOW = (
    SETTLED
    | DEALT
    | AWAITED
    | TURN
    | {"decider", "hands", "last_box", "spot", "dealer", "main_settled", "totals", "offered"}
)
FLOW |= {"must_hit_paid", "next_card", "next_is_dealers", "set_aside", "with_double", "with_split"}
OF_STEP = {"window", "cause"}  # no part of the round
OPEN = {
    "": set(),
    "any_shares(share_cents, n);": set(),
    "any_hidden(v);": set(),
    "any_money(s->r);": MONEY,
    "int found = any_late_hand(r);": {"due", "at_box", "at_hand"},
    "any_amounts(a);": set(),
    "any_stakes(a);": set(),
    "any_standing(box);": {"state", "waits"},
    "any_seen(s->r);": {"seen"},
    "any_finished_hand(s->r, hand);": {"state", "due"},
    "int finished = any_finish(s->r);": {"state", "due", "at_hand"},
    "lm_hand *right = any_divided(box);": {"hands", "hand", "card", "n", "hard", "hidden", "marks", "*right"},
    "any_settled(s->r);": SETTLED,
    "any_dealt(s->r);": DEALT,
    "any_shown(s->r);": SETTLED | DEALT,
    "any_prize(s->r, side);": AWAITED,
    "lm_side_bet *bet = any_join(r, box_bettor, slot);": {"side", "sides"},
    "any_leave(r);": {"side", "sides"},
    "any_withdrawal(s->r, a);": {"side", "sides", "felt_cents", "*stake", "*coupon", "owner"},
    "any_flow(s->r);": FLOW,
    "any_deal(s->r);": FLOW,
}


def nothing(returns, **more):
    return Part("", returns=returns, **more)


def settles(**more):
    return Part("any_settled(s->r);", **more)


def flows(**more):
    return Part("any_flow(s->r);", **more)


FACTORS = {
    "stake": ("BETWEEN(0, LM_CENTS_MAX)", "needs_stake($)"),
    "a": ("BETWEEN(0, INT32_MAX)", "needs_factor($)"),
    "b": ("BETWEEN(1, INT32_MAX)", "needs_divisor($)"),
    "chip_unit": ("BETWEEN(0, LM_CENTS_MAX)", "needs_stake($)"),
}
ON_TURN = "s->r->at_box >= 1 && s->r->at_box <= LM_BOXES && s->r->at_hand <= LM_HANDS"
# What a run must show of `result`, by what the contract returns.
RESULTS = {
    "any_place(r)": "//@ assert kept_result: -1 <= result < s->r->sides;",
    "*any_found()": "needs_found(&result);",
    "ANY_AWARD": "//@ assert kept_result: -MOST_LAID <= result <= MOST_PRIZE / 10;",
    "BETWEEN(0, LM_NEEDS_COMPLETE)": "//@ assert kept_result: 0 <= result <= LM_NEEDS_COMPLETE;",
    "EITHER ? 0 : bet_in_use()": "if (result) needs_bet(s->r, result);",
    "bet": "//@ assert kept_result: &s->r->side[0] <= result <= &s->r->side[LM_SIDE_BETS - 1];",
    "right": "//@ assert kept_result: &s->r->box[which].hand[1] <= result <= &s->r->box[which].hand[LM_HANDS - 1];",
}
ANYWHERE = "lm_begin_reveal"  # the turn may have gone beyond the last box
ODDS = {"odds": ("(lm_odds){ 0 }", None), "stake": FACTORS["stake"], "chip_unit": FACTORS["chip_unit"]}
SHARES = dict.fromkeys(("cap_cents", "due_cents", "stake_cents", "share_cents"), ("0", None)) | {
    "n": ("0", "needs_winners($)")
}
DIVIDED = """    int which = BETWEEN(0, LM_BOXES - 1), at = BETWEEN(0, LM_HANDS - 2);
    //@ split which;
    //@ split at;
    if (at >= s->r->box[which].hands || s->r->box[which].hands >= LM_HANDS) Frama_C_abort();
"""
# The box is done: the turn stands behind its last hand until the caller moves it on, as any_finish says.
FINISHED = """if (!result) {
        //@ assert kept_own_hand: s->r->at_hand < s->r->box[s->r->at_box - 1].hands;
        return;
    }
    //@ assert kept_behind: s->r->at_hand <= LM_HANDS;
    s->r->at_hand = 0;"""
PARTS = {
    # round.c, cite.c
    "lm_refuse": nothing("(lm_status){ why, ANY_TEXT }"),
    "lm_cite": nothing("ANY_TEXT"),
    "tucked": nothing("ANY_TEXT", sides=True),
    "lm_tell_event": nothing(None, before="    s->ear = &ear;\n"),
    # money.c: acsl/money.acsl proves more of it
    "lm_cents_times": nothing("any_product(stake, a, b, chip_unit)", given=FACTORS),
    # What a wager wins: rules are sealed only where each payment fits.
    "lm_odds_net": nothing("Frama_C_long_long_interval(-MOST_LAID, LM_CENTS_MAX - MOST_LAID)", given=ODDS),
    # hide.c: the driver `wagers` of runtime.py analyses it with any view
    "lm_view_hide": Part("any_hidden(v);", given={"v": ("0", None), "wager": ("0", None)}),
    # share.c: acsl/share.acsl proves more of it
    "lm_share_capped": Part("any_shares(share_cents, n);", given=SHARES),
    # chips.c
    "lm_lay": Part("any_money(s->r);"),
    "lm_take": Part("any_money(s->r);"),
    "lm_give_back": Part("any_money(s->r);"),
    "lm_pay": Part("any_money(s->r);"),
    "lm_clear_cards": settles(),
    "lm_clear_or_tuck": settles(),
    "lm_remove_lammers": nothing(None),
    "has_early_wager": nothing("EITHER", sides=True),
    # settle.c
    "lm_settle_coupon": settles(),
    "settle_spots": settles(),
    "lm_settle_insurance": settles(),
    "lm_settle_paid_blackjack": settles(),
    "lm_settle_blackjacks": settles(),
    "lm_settle_surrender": settles(),
    "lm_collect_bust": settles(),
    "lm_settle_bust": settles(),
    "settle_box_against_blackjack": settles(),
    "settle_box": settles(),
    "lm_collect_cards": flows(),
    "lm_settle_dealer_blackjack": flows(),
    "lm_settle_round": flows(),
    "end_dealer_hand": flows(),
    # sides.c
    "lm_find_side": nothing("any_place(r)", sides=True),
    "lm_has_undecided_side": nothing("EITHER", sides=True),
    "lm_collects_lammers": nothing("EITHER", sides=True),
    "next_prize": nothing("any_place(r)", sides=True),
    "classify": nothing("*any_found()", sides=True),
    "prize_of": nothing("ANY_AWARD", sides=True),
    "pay_others": settles(sides=True),
    "settle_side": settles(sides=True),
    "let_wait": settles(sides=True),
    "lm_settle_box_window": settles(sides=True),
    "lm_settle_window": settles(),
    "lm_settle_sides_against_blackjack": settles(sides=True),
    "lm_warn_of_split": nothing(None, sides=True),
    "lm_start_game": settles(sides=True),
    "lm_end_game": nothing(None, sides=True),
    "lm_offer_third_card": flows(sides=True, returns="EITHER"),
    "await_witness": Part("any_prize(s->r, side);", sides=True),
    "await_prize": Part("any_prize(s->r, side);", sides=True),
    "lm_begin_awards": flows(sides=True, returns="EITHER"),
    "lm_pay_before_play": flows(sides=True),
    "lm_finish_award": flows(sides=True),
    "lm_may_award": Part(
        "any_amounts(a);",
        sides=True,
        returns="any_answer()",
        given={"a": ("any_request()", None)},
        after="//@ assert kept_most: 0 <= request.least_cents <= LM_CENTS_MAX && 0 <= request.most_cents <= LM_CENTS_MAX;",
    ),
    "lm_do_award": flows(sides=True, on_turn=True, given={"a": ("any_prized()", "needs_prized($)")}),
    # dealer.c
    "lm_dealer_needs": nothing("BETWEEN(0, LM_NEEDS_COMPLETE)", sides=True),
    "lm_dealer_must_draw": nothing("EITHER"),
    "third_card_comes_first": nothing("EITHER", sides=True),
    "second_card_known": settles(),
    "lm_begin_reveal": flows(),
    "lm_begin_draw": flows(),
    # deal.c
    "why_dealt": nothing("ANY_TEXT", sides=True, given={"box": ("BYTE(0, LM_BOXES)", "needs_box_or_dealer($)")}),
    "why_shown": nothing("ANY_TEXT", sides=True),
    "lm_go_on_dealing": flows(needs="s->r->phase == LM_DEALING"),
    "lm_begin_deal": Part("any_deal(s->r);"),
    "lm_give_card": Part(
        "any_dealt(s->r);", split=("box", "hand"), given={"box": ("BYTE(0, LM_BOXES)", "needs_box_or_dealer($)")}
    ),
    "lm_deliver": flows(on_turn=True, split=("s->r->at_box", "s->r->at_hand")),
    "lm_show_card": Part(
        "any_shown(s->r);",
        split=("box_number", "hand_index"),
        given={"card": ("BYTE(0, LM_CARDS - 1)", "needs_seen_card($)")},
    ),
    "lm_must_expose": nothing("EITHER", sides=True),
    # bets.c
    "may_bet_side": Part(
        "any_stakes(a);",
        returns="any_answer()",
        given={"a": ("any_wagered()", "needs_wagered($)")},
        after="//@ assert kept_limits: 0 <= request.least_cents && request.most_cents <= MOST_LAID;",
    ),
    "tied_side": nothing("EITHER ? 0 : bet_in_use()", sides=True),
    "is_companion": nothing("EITHER", sides=True),
    "has_open_one": nothing("EITHER", sides=True),
    "carries_others": nothing("EITHER", sides=True),
    "side_of": Part(
        "lm_side_bet *bet = any_join(r, box_bettor, slot);",
        returns="bet",
        sides=True,
        given={
            "box_bettor": ("BYTE(LM_BETTORS, LM_BOXES * LM_BETTORS + LM_TIP)", "needs_key($)"),
            "slot": ("BYTE(LM_SIDE, LAST_SLOT)", "needs_slot($)"),
        },
    ),
    "remove_side": Part(
        "any_leave(r);",
        sides=True,
        before="    int before = s->r->sides;\n",
        after="//@ assert kept_count: s->r->sides == before - 1;",
    ),
    "lm_do_withdraw": Part(
        "any_withdrawal(s->r, a);",
        sides=True,
        given={"a": ("any_withdrawn()", "needs_withdrawal($)")},
    ),
    "lm_close_insurance": flows(),
    "end_insurance": flows(),
    "lm_go_on_insuring": flows(on_turn=True),
    "lm_begin_insurance": flows(),
    # play.c
    "divide": Part(
        "lm_hand *right = any_divided(box);",
        needs="box->hands < LM_HANDS && (hand_of_box || at < box->hands)",
        returns="right",
        given={"box": ("&s->r->box[which]", "needs_box_of(&round, $)"), "at": ("at", None)},
        before=DIVIDED,
    ),
    "hand_is_finished": Part("any_finished_hand(s->r, hand);", returns="EITHER"),
    "box_is_finished": Part(
        "int finished = any_finish(s->r);",
        needs=ON_TURN,
        returns="finished",
        split=("s->r->at_box", "s->r->at_hand"),
        before=f"    s->r->at_hand = BYTE(0, LM_HANDS);\n    if (!({ON_TURN})) Frama_C_abort();\n",
        after=FINISHED,
    ),
    "next_waiting": Part(
        "int found = any_late_hand(r);",
        returns="found",
        after="if (result) //@ assert kept_own_hand: s->r->at_box >= 1 && s->r->at_hand < s->r->box[s->r->at_box - 1].hands;\n        ;",
    ),
    "lm_go_on_playing": flows(
        needs="(s->r->phase == LM_PLAYING || s->r->phase == LM_OFFERING) && " + ON_TURN,
    ),
    "lm_begin_play": flows(),
    # irregular.c
    "has_lit_bet": nothing("EITHER", sides=True),
    "stand_as_it_lies": Part("any_standing(box);"),
    "do_exhaust": Part("any_seen(s->r);", given={"a": ("any_action()", None)}),
    "can_fail_to_show": nothing(
        "EITHER && a->box >= 1 && a->box <= LM_BOXES",
        sides=True,
        given={"a": ("any_request()", None)},
        after="if (result) //@ assert kept_box: 1 <= request.box <= LM_BOXES;",
    ),
    "do_fail_to_show": flows(sides=True, on_turn=True, given={"a": ("any_action()", None)}),
    # dead.c
    "lm_void_hand": settles(),
    "void_sides": settles(sides=True),
    "void_insurance": settles(),
    "lm_void_box": settles(),
    "lm_void_round": flows(),
    "lm_awaited_clause": nothing(
        "ANY_TEXT",
        sides=True,
        needs="r->awaiting_kind != LM_AWAITING_AWARD || r->awaiting_box < r->sides || prize_in_use",
    ),
    "lm_award_confirmed": flows(sides=True, needs="s->r->awaiting_box < s->r->sides || prize_in_use"),
    "lm_go_on_without": flows(on_turn=True),
}


def of_signature(arguments):
    """[(type, name)] of a parameter list."""
    found = []
    for part in arguments.split(","):
        kind, name = re.match(r"(?:const )?(.*?)(\w+)$", " ".join(part.split())).groups()
        found.append((kind.strip(), name))
    return found


def domain(part, kind, name):
    if name in part.given:
        return part.given[name]
    key = f"{kind} {SAME.get(name, name)}".replace("* ", "*")
    return DOMAINS.get(key) or DOMAINS[kind]


def contract(part, returned, name, arguments):
    """The C function that stands in for a part where another calls it."""
    lines, named = [], of_signature(arguments)
    step = "s" in [n for _, n in named]
    if not step and re.search(
        r"\bs->",
        " ".join([part.writes, part.needs or "", part.returns or ""]) + str([domain(part, *one)[1] for one in named]),
    ):
        lines.append("lm_step here = { &round, &rules, 0, LM_AFTER_DEAL, 0 }, *s = &here;")
    for kind, argument in named:
        check = domain(part, kind, argument)[1]
        if check:
            lines.append(check.replace("$", argument) + ";")
    if part.needs:
        lines.append(f"//@ assert needs_{name}: {part.needs};")
    if part.turns and name != ANYWHERE:
        lines.append("needs_place(s->r);")
    if part.on_turn:
        lines.append("needs_turn(s->r);")
    lines.append(part.writes)
    if part.returns == "EITHER" and part.turns:  # false: no prize waits
        lines += ["if (s->r->awaiting || EITHER) return 1;", "any_place_of_turn(s->r);", "return 0;"]
    elif part.returns:
        lines.append(f"return {part.returns};")
    body = "\n".join(f"    {line}" for line in lines if line)
    return f"{returned}{name}({arguments})\n{{\n{body}\n}}\n"


def run(part, name, returned, arguments):
    """The C function that runs the part itself with any arguments."""
    named = of_signature(arguments)
    given = ", ".join(
        argument if argument in part.split else domain(part, kind, argument)[0] for kind, argument in named
    )
    needs = re.sub(r"(?<!s->)\br->", "s->r->", part.needs or "")
    guard = "    s->r->at_box = s->r->at_hand = BYTE(0, 255);\n" if name == ANYWHERE else ""
    guard += part.before or (f"    if (!({needs})) Frama_C_abort();\n" if needs else "")
    if re.search(r"int side|lm_side_bet \*", arguments):
        guard += "    if (!s->r->sides) Frama_C_abort();\n"
    for kind, argument in named:
        if argument in part.split:
            guard = f"    {kind} {argument};\n{guard}    {argument} = {domain(part, kind, argument)[0]};\n"
            guard += f"    //@ split {argument};\n    ;\n"
    for place in part.split:
        if "->" in place:
            guard += f"    //@ split {place};\n    ;\n"
    call = f"proved_{name}({given});"
    if part.returns == "EITHER" and part.turns:
        call = f"if ({call[:-1]}) return;\n    //@ assert kept_quiet: s->r->awaiting == 0 && s->r->at_box <= LM_BOXES && s->r->at_hand < LM_HANDS;\n    Frama_C_abort();"
    after = part.after or RESULTS.get(part.returns)
    if after:
        result = "" if returned.strip() == "void" else f"{returned}result = "
        call = f"{result}{call}\n    {after}\n    ;"
    return f"static void run_{name}(lm_step *s)\n{{\n{guard}    {call}\n}}\n"


def signatures(texts):
    return {m[2]: (m[1], " ".join(m[3].split())) for text in texts for m in cut.DEFINITION.finditer(text)}


# --- what a part writes -------------------------------------------------------------------------------------

PATH = r"(\w+)(?:\((?:[^()]|\([^()]*\))*\))?(?:\[(?:[^\[\]]|\[[^\]]*\])*\])*(?:(?:->|\.)(?:\w+)(?:\[(?:[^\[\]]|\[[^\]]*\])*\])*)*(?:->|\.)(\w+)"
INDEX = r"(?:\[(?:[^\[\]]|\[[^\]]*\])*\])*"
WRITES = [
    re.compile(rf"(?:\+\+|--){PATH}"),
    re.compile(rf"{PATH}{INDEX}(?:\+\+|--)"),
    re.compile(rf"{PATH}{INDEX}\s*(?:=(?!=)|[-+|&^*/]=|<<=|>>=)"),
    re.compile(r"^\s*(\*)(\w+)\s*(?:=(?!=)|[-+|&^]=)", re.M),
]
OF_ROUND = {"r", "s", "round", "box", "hand", "bet", "other", "b", "h", "dealer", "left", "right", "lm_box_at", "*"}
BODY = re.compile(cut.DEFINITION.pattern.replace(r"\)\n\{$", r"\)\n\{\n(.*?)^\}"), re.M | re.S)


def bodies(texts):
    """{function: its statements}; functions of one name in several files stand together."""
    found = {}
    for text in texts:
        for match in BODY.finditer(re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
            found[match[2]] = found.get(match[2], "") + match[4]
    return found


def written(statements, name, seen=None):
    """The fields of a round that a function writes, with the functions that it calls but for other parts."""
    seen = seen if seen is not None else {name}
    body = statements.get(name, "")
    fields = {
        ("*" if root == "*" else "") + field
        for find in WRITES
        for root, field in find.findall(body)
        if root in OF_ROUND
    }
    for called in set(re.findall(r"\b(\w+)\(", body)) & statements.keys() - seen - PARTS.keys():
        seen.add(called)
        fields |= written(statements, called, seen)
    return fields


def beyond_contract(texts):
    """{part: fields that it writes although its contract does not leave them open}."""
    statements = bodies(texts)
    found = {name: written(statements, name) - OPEN[part.writes] - OF_STEP for name, part in PARTS.items()}
    return {name: fields for name, fields in found.items() if fields}
