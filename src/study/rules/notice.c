/* notice.c - `lammer rules notice`: what must be posted at the table, as text or as one page of
 * HTML.
 *
 * Each sentence is a row: the rule it tells of, when it is said, and the words. {name} is a rule's value.
 * What rests on one of our readings is marked, so that nobody posts it unawares. */
#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/meter.h"
#include "rules.h"

#define FREE_BET "rule_set=mfb|vfb|wfb|ifb"

/* clang-format off */
static const struct {
    lm_rule_id rule;
    const char *when;
    const char *say;
} sentences[] = {
    { LM_RULE_decks, "decks=1 shoe!=double", "The game is dealt from one deck." },
    { LM_RULE_decks, "decks>1 shoe!=double", "The game is dealt from {decks} decks." },
    { LM_RULE_shoe, "shoe=double",
      "Two shoes of {decks} decks each are in use; a determinant card chooses the shoe of each round." },
    { LM_RULE_shoe, "shoe=continuous", "A continuous shuffler is in use." },
    { LM_RULE_shoe, "shoe=hand", "Cards are dealt from the hand, players' cards face down." },
    { LM_RULE_multiple_action, "multiple_action=2",
      "Multiple action: your hand plays against two dealer hands that share the up card." },
    { LM_RULE_multiple_action, "multiple_action=3",
      /* say:notice-multiple */ "Multiple action: your hand plays against two or three dealer hands that share the up card." },
    { LM_RULE_multiple_action, "multiple_action=all",
      "Multiple action: your hand plays against three dealer hands that share the up card; all three must "
      "be wagered on." },
    { LM_RULE_mid_shoe_bar, "mid_shoe_bar=on",
      "Whoever sits out a round may have to wait for the next shuffle." },

    { LM_RULE_dealer_soft17, "dealer_soft17=stand", /* say:notice-stands-17 */ "The dealer stands on all 17s." },
    { LM_RULE_dealer_soft17, "dealer_soft17=hit", "The dealer hits soft 17." },
    { LM_RULE_dealer_22, "dealer_22=push",
      /* say:notice-22 */ "A dealer total of 22 is a push for every hand still in play; blackjacks are paid before." },
    { LM_RULE_hole_card, "hole_card=none",
      "The dealer takes his second card after all players have played." },
    { LM_RULE_dealer_bj_takes, "hole_card=none|unseen",
      "A dealer blackjack takes only the original wager of doubled and split hands." },
    { LM_RULE_hole_card, "hole_card=unseen",
      "The dealer's second card is dealt face down and not looked at until all players have played." },
    { LM_RULE_hole_card, "hole_card=reader",
      "With an ace or a ten-value card up the dealer checks for blackjack before players draw." },
    { LM_RULE_hole_card, "hole_card=face-up", /* say:notice-face-up */ "Both dealer cards are dealt face up." },
    { LM_RULE_ties, "ties=push", "Equal totals are a push." },
    { LM_RULE_ties, "ties=lose", "Equal totals lose; a blackjack beats a dealer blackjack." },

    { LM_RULE_blackjack_pays, "blackjack_pays=3:2", /* say:notice-3-2 */ "Blackjack pays 3 to 2." },
    { LM_RULE_blackjack_pays, "blackjack_pays=6:5", /* say:notice-6-5 */ "Blackjack pays 6 to 5." },
    { LM_RULE_blackjack_pays, "blackjack_pays=1:1", "Blackjack pays 1 to 1." },
    { LM_RULE_special_blackjack, "special_blackjack!=off", /* say:notice-special */ "The blackjack {special_blackjack} pays 2 to 1." },
    { LM_RULE_bonus_678, "bonus_678=on", "A 6-7-8 of one suit pays 2 to 1." },
    { LM_RULE_bonus_777, "bonus_777=on", "Three sevens pay 3 to 2." },
    { LM_RULE_five_card_21, "five_card_21=on", "A five-card 21 pays 2 to 1 unless the dealer has 21." },
    { LM_RULE_insurance, "insurance=on",
      "Insurance pays 2 to 1. It is offered against an ace, for up to half the wager." },
    { LM_RULE_insurance, "insurance=off", "There is no insurance." },
    { LM_RULE_late_insurance, "late_insurance=on", "Insurance may be taken up to your own first decision." },
    { LM_RULE_even_money, "even_money=on", /* say:notice-even-money */ "Even money is offered for a blackjack against an ace." },
    { LM_RULE_surrender, "surrender=on",
      /* say:notice-surrender */ "Surrender: before any other decision you may give up half your wager." },
    { LM_RULE_surrender, "surrender=off", /* say:notice-no-surrender */ "There is no surrender." },

    { LM_RULE_double_on, "double_on=any game=standard",
      "You may double down on any first two cards, for up to the amount of your wager." },
    { LM_RULE_double_on, "double_on=any game=six-to-five",
      "You may double down on any first two cards, for up to the amount of your wager, in multiples of "
      "${bet_step}." },
    { LM_RULE_double_on, "double_on=9-11", "You may double down on 9, 10 or 11 only." },
    { LM_RULE_double_after_split, "double_after_split=off", "Split hands may not be doubled." },
    { LM_RULE_double_card, "double_card=down", "The card of a doubled hand is dealt face down." },
    { LM_RULE_double_card, "double_card=request",
      /* say:notice-double-request */ "The card of a doubled hand is dealt face down if you ask for it." },
    { LM_RULE_split_hands, "split_hands=2", "Pairs may be split once." },
    { LM_RULE_split_hands, "split_hands>2", "Pairs may be split again, to {split_hands} hands." },
    { LM_RULE_resplit_aces, "split_hands>2 resplit_aces=off", /* say:notice-aces-once */ "Aces may be split only once." },
    { LM_RULE_split_aces, "split_aces=one-card", "Split aces take one card each." },
    { LM_RULE_split_aces, "split_aces=play-on", "Split aces may be played on." },
    { LM_RULE_split_blackjack, "split_blackjack=off",
      "An ace and a ten on a split hand count 21, not blackjack." },

    { LM_RULE_free_double, FREE_BET " free_double!=none",
      /* say:notice-free-double */ "Free double: the house doubles a first two-card hard 9, 10 or 11 for you." },
    { LM_RULE_free_split, FREE_BET " free_split!=none",
      "Free split: the house pays for splitting every pair but ten-value cards." },
    { LM_RULE_rule_set, FREE_BET,
      "A free bet that wins is paid the amount of your original wager. If the hand loses or pushes, the "
      "lammer is taken and costs you nothing." },
    { LM_RULE_dealer_bets, "dealer_bets=on " FREE_BET,
      "A bet for the dealer shares free doubles and splits." },
    { LM_RULE_dealer_bets, "rule_set=mbj @kings-bounty",
      "King's Bounty may be bet for the dealer, and no other wager." },
    { LM_RULE_super4_suit, "@super4",
      /* say:notice-suit */ "Super 4: the chosen suit of the top award is {super4_suit}." },
    { LM_RULE_push22_limit, "@push22 push22_limit=29",
      /* say:notice-push22-limit */ "Push 22 loses if your original hand totals more than 29." },
    { LM_RULE_buster_bonus, "buster_bonus=B1",
      "Buster Free Bonus: a blackjack with a Buster wager of $5 or more wins $1,000 if the dealer busts "
      "with 7 cards, $8,000 with 8 or more." },
    { LM_RULE_buster_bonus, "buster_bonus=B3",
      "Buster Free Bonus: a blackjack with a Buster wager of $5 or more wins $1,000 if the dealer busts "
      "with 7 cards, $5,000 with 8 or more." },
    { LM_RULE_twenty_point_cap, "twenty_point_cap!=none",
      "All top awards of the twenty point bonus in one round together are limited to ${twenty_point_cap}." },
};

static const struct {
    lm_rule_id rule;
    const char *when;
    const char *say;
} limits[] = {
    { LM_RULE_min_bet, "", /* say:notice-limits */ "Wagers from ${min_bet} to ${max_bet}, in multiples of ${bet_step}." },
    { LM_RULE_boxes_per_player, "boxes_per_player=1", "One box for each player." },
    { LM_RULE_boxes_per_player, "boxes_per_player>1 " FREE_BET,
      /* say:notice-adjacent */ "Up to {boxes_per_player} adjacent boxes for each player." },
    { LM_RULE_boxes_per_player, "boxes_per_player>1 rule_set=mbj",
      /* say:notice-boxes */ "Up to {boxes_per_player} boxes for each player." },
    { LM_RULE_bettors_per_box, "bettors_per_box>1", "Up to {bettors_per_box} players may bet on one box." },
    { LM_RULE_shared_boxes, "bettors_per_box>1 shared_boxes=1",
      "More than one player may bet on one box of this table." },
    { LM_RULE_shared_boxes, "bettors_per_box>1 shared_boxes>1",
      /* say:notice-shared */ "More than one player may bet on up to {shared_boxes} boxes of this table." },
    { LM_RULE_round_up, "round_up=on",
      "Payouts that chips of ${chip_unit} cannot make are rounded up in your favour." },
};
/* clang-format on */

/* --- a page, as text or as HTML ------------------------------------------------------------------------- */

typedef struct {
    bool html;
    lm_text *out;
    const lm_profile *profile;
    findings list;
    lm_meters meters;
} page;

static void put_plain(const page *p, const char *text)
{
    if (p->html) {
        put_html(p->out, text);
    } else {
        put_text(text, p->out);
    }
}

static void put_mark(const page *p, const char *reading)
{
    put(p->out, p->html ? " <span class=\"mark\">needs ruling %s</span>" : " [needs ruling %s]", reading);
}

static void heading(const page *p, const char *text)
{
    put_text(p->html ? "<h2>" : "\n", p->out);
    put_plain(p, text);
    put_text(p->html ? "</h2>\n" : "\n\n", p->out);
}

static void begin_list(const page *p)
{
    if (p->html) put_text("<ul>\n", p->out);
}

static void end_list(const page *p)
{
    if (p->html) put_text("</ul>\n", p->out);
}

static void begin_item(const page *p)
{
    put_text(p->html ? "<li>" : "  - ", p->out);
}

static void end_item(const page *p)
{
    put(p->out, "%s\n", p->html ? "</li>" : "");
}

/* --- what it says --------------------------------------------------------------------------------------- */

/* Replaces {name} by the rule's value. */
static void fill(const lm_rules *rules, const char *say, char *text, size_t size)
{
    size_t used = 0;
    while (*say && used + 1 < size) {
        const char *close = *say == '{' ? strchr(say, '}') : NULL;
        if (!close) {
            text[used++] = *say++;
            continue;
        }
        char name[48], value[64];
        snprintf(name, sizeof name, "%.*s", (int)(close - say - 1), say + 1);
        lm_rule_id id = lm_rule_find(name);
        lm_rule_write(id, rules->value[id], value, sizeof value);
        used += (size_t)snprintf(text + used, size - used, "%s", value);
        say = close + 1;
    }
    text[used < size ? used : size - 1] = '\0';
}

static void sentence(const page *p, lm_rule_id rule, const char *when, const char *say)
{
    char text[512];
    if (!lm_rules_match(&p->profile->rules, when)) return;
    fill(&p->profile->rules, say, text, sizeof text);
    begin_item(p);
    put_plain(p, text);
    for (int i = 0; i < p->list.n; i++) {
        const lm_finding *f = &p->list.item[i];
        if (f->severity == LM_RULING && f->rule == rule && f->offer < 0) put_mark(p, f->clause);
    }
    end_item(p);
}

static void put_stakes(const page *p, const lm_offer *offer)
{
    const lm_rules *rules = &p->profile->rules;
    char least_text[24], most_text[24], line[96];
    lm_stakes stakes = lm_wager_stakes(rules, offer->wager);
    lm_cents_write(stakes.least, least_text);
    lm_cents_write(stakes.most, most_text);
    if (stakes.least == stakes.most) {
        snprintf(line, sizeof line, "$%s", least_text);
    } else if (stakes.fixed) {
        snprintf(line, sizeof line, "$%s or $%s", least_text, most_text);
    } else {
        snprintf(line, sizeof line, "$%s to $%s%s", least_text, most_text,
                 lm_wager_is_tied(rules, offer->wager) ? /* say:not-above */ ", not above the blackjack wager" : "");
    }
    put_plain(p, line);
}

/* Where a wager has several meters, the award says which one pays it: "100 % of the Star meter". */
static void award_words(const page *p, int i, int row, char *text, size_t size)
{
    const lm_odds pays = p->profile->rules.offer[i].pays[row];
    int game = lm_meters_game(&p->meters, LM_SIDE + i);
    int meter = game < 0 ? -1 : lm_meters_index(&p->meters, game, pays);
    const char *name = meter < 0 ? "" : lm_meter_name((lm_meter_kind)p->meters.meter[meter].kind);
    const char *own = strchr(name, '.');
    odds_words(pays, text, size);
    if (own) snprintf(text, size, "%d %% of the %c%s meter", pays.a, toupper((unsigned char)own[1]), own + 2);
}

static void put_paytable(const page *p, int i)
{
    const lm_offer *offer = &p->profile->rules.offer[i];
    char odds[48];
    if (p->html) put_text("<table>\n", p->out);
    for (int row = LM_OUTCOMES - 1; row > 0; row--) {
        if (!outcome_shown(&p->profile->rules, offer, row)) continue;
        award_words(p, i, row, odds, sizeof odds);
        if (p->html) {
            put_text("<tr><td>", p->out);
            put_plain(p, offer->wager->outcomes[row]);
            put(p->out, "</td><td>%s</td></tr>\n", odds);
        } else {
            put(p->out, "    %-48s %s\n", offer->wager->outcomes[row], odds);
        }
    }
    if (p->html) put_text("</table>\n", p->out);
}

static void put_offer(const page *p, int i)
{
    const lm_offer *offer = &p->profile->rules.offer[i];
    const lm_paytable *table = &offer->wager->paytables[offer->paytable];
    put_text(p->html ? "<h3>" : "  ", p->out);
    put_plain(p, offer->wager->title);
    if (table->id[0]) put(p->out, ", table %s", table->id);
    put_text(p->html ? "</h3>\n<p>" : ": ", p->out);
    put_stakes(p, offer);
    for (int f = 0; f < p->list.n; f++) {
        const lm_finding *finding = &p->list.item[f];
        if (finding->severity == LM_RULING && finding->offer == i) put_mark(p, finding->clause);
    }
    put(p->out, "%s\n", p->html ? "</p>" : "");
    put_paytable(p, i);
}

static void put_duties(const page *p)
{
    heading(p, /* say:before-table-opens */ "Before the table opens");
    begin_list(p);
    for (int i = 0; i < p->list.n; i++) {
        const lm_finding *f = &p->list.item[i];
        if (f->severity != LM_DUTY) continue;
        begin_item(p);
        put_plain(p, f->text);
        put(p->out, p->html ? " <span class=\"clause\">%s</span>" : " [%s]", f->clause);
        end_item(p);
    }
    end_list(p);
}

static const char style[] =
    "<style>\n"
    "body { font: 13pt/1.4 Georgia, serif; max-width: 44em; margin: 2em auto; padding: 0 1em; color: #111; "
    "background: #fff }\n"
    "h1 { font-size: 1.7em; margin-bottom: 0 } h2 { font-size: 1.2em; border-bottom: 1px solid #111 } h3 { "
    "margin-bottom: 0 }\n"
    "table { border-collapse: collapse; width: 100% } td { border-bottom: 1px solid #bbb; padding: .15em "
    ".4em }\n"
    "td:last-child { text-align: right; white-space: nowrap } p { margin: .2em 0 }\n"
    ".mark { border: 1px solid #a00; color: #a00; padding: 0 .3em; font-size: .75em; white-space: nowrap }\n"
    ".clause { color: #555; font-size: .8em } footer { margin-top: 2em; color: #555; font-size: .8em }\n"
    "@media print { body { margin: 0; max-width: none } h2, h3, tr { break-inside: avoid; break-after: avoid "
    "} }\n"
    "</style>\n";

static void put_head(const page *p)
{
    const lm_profile *profile = p->profile;
    const char *title = profile->about.title[0] ? profile->about.title : profile->rules.name;
    if (p->html) {
        put_text("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", p->out);
        put_plain(p, title);
        put(p->out, "</title>\n%s</head>\n<body>\n<h1>", style);
    }
    put_plain(p, title);
    put_text(p->html ? "</h1>\n<p>" : "\n", p->out);
    put_plain(p, lm_documents[profile->rules.rule_set].title);
    put(p->out, "%s\n", p->html ? "</p>" : "");
}

static void put_page(const page *p)
{
    put_head(p);
    heading(p, "Limits");
    begin_list(p);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        sentence(p, limits[i].rule, limits[i].when, limits[i].say);
    end_list(p);
    heading(p, "Rules of this table");
    begin_list(p);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        sentence(p, sentences[i].rule, sentences[i].when, sentences[i].say);
    end_list(p);
    if (p->profile->rules.offers) heading(p, /* say:optional-wagers */ "Optional wagers");
    for (int i = 0; i < p->profile->rules.offers; i++)
        put_offer(p, i);
    put_duties(p);
    put(p->out, p->html ? "<footer>Rules %s, %016llx</footer>\n</body>\n</html>\n" : "\nRules %s, %016llx\n",
        p->profile->rules.name, (unsigned long long)p->profile->rules.hash);
}

int rules_notice(const rules_args *args)
{
    lm_profile *profile = load_profile(args, args->name[0]);
    if (!profile) return LM_ANSWER_BAD;
    page p = {
        .html = args->format == LM_ASK_HTML, .out = args->out, .profile = profile, .list = findings_of(&profile->rules)
    };
    bool legal = !p.list.errors;
    lm_meters_open(&p.meters, &profile->rules, 1);
    if (legal) {
        put_page(&p);
    } else {
        say_findings(profile, args->ear);
        say(args->ear, "%s is not legal, so there is nothing to post", profile->rules.name);
    }
    findings_free(&p.list);
    free(profile);
    return legal ? LM_ANSWER_YES : LM_ANSWER_NO;
}
