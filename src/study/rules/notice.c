/* notice.c - `lammer rules notice`: what must be posted at the table, as text or as one page of HTML.
 *
 * The sentences are in the rules' rows (rules.def). A sentence that depends on one of our readings is marked for the
 * house. */
#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lammer/meter.h"
#include "lammer/words.h"
#include "out/draw.h"
#include "rules.h"

const char posted_limits[] = "min_bet boxes_per_player bettors_per_box shared_boxes round_up";

/* The order of the notice: cards, dealer's hand, payouts, players' choices, free bets, optional wagers. */
const char posted_rules[] =
    "decks shoe multiple_action mid_shoe_bar dealer_soft17 dealer_22 hole_card dealer_bj_takes ties "
    "blackjack_pays special_blackjack bonus_678 bonus_777 five_card_21 insurance late_insurance even_money surrender "
    "double_on double_after_split double_card split_hands resplit_aces split_aces split_blackjack "
    "free_double free_split rule_set dealer_bets super4_suit push22_limit buster_bonus twenty_point_cap";

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

/* The readings that a rule or an offer rests on; rule is LM_RULE_COUNT, or offer -1. */
static void put_marks(const page *p, lm_rule_id rule, int offer)
{
    for (int i = 0; i < p->list.n; i++) {
        const lm_finding *f = &p->list.item[i];
        if (f->severity != LM_RULING || f->offer != offer || (offer < 0 && f->rule != rule)) continue;
        put(p->out, p->html ? " <span class=\"mark for-house\">needs ruling %s</span>" : " [needs ruling %s]",
            f->clause);
    }
}

static void heading(const page *p, const char *text)
{
    put_text(p->html ? "<h2>" : "\n", p->out);
    put_plain(p, text);
    put_text(p->html ? "</h2>\n" : "\n\n", p->out);
}

static void begin_item(const page *p)
{
    put_text(p->html ? "<li>" : "  - ", p->out);
}

static void end_item(const page *p)
{
    put(p->out, "%s\n", p->html ? "</li>" : "");
}

static void put_sentences(const page *p, const char *names)
{
    char text[512];
    put_text(p->html ? "<ul>\n" : "", p->out);
    for (lm_rule_id id; (id = lm_words_next_rule(&names)) != LM_RULE_COUNT;) {
        if (!lm_words_of_rule(&p->profile->rules, id, LM_RULE_POSTED, text, sizeof text)) continue;
        begin_item(p);
        put_plain(p, text);
        put_marks(p, id, -1);
        end_item(p);
    }
    put_text(p->html ? "</ul>\n" : "", p->out);
}

static void put_stakes(const page *p, const lm_offer *offer)
{
    const lm_rules *rules = &p->profile->rules;
    lm_stakes stakes = lm_wager_stakes(rules, offer->wager);
    bool one = stakes.least == stakes.most, tied = !stakes.fixed && lm_wager_is_tied(rules, offer->wager);
    put(p->out, "$%s", lm_dollars(stakes.least).text);
    if (!one) put(p->out, "%s$%s", stakes.fixed ? " or " : " to ", lm_dollars(stakes.most).text);
    if (!one && tied) put_text(/* say:not-above */ ", not above the blackjack wager", p->out);
}

/* If a wager has several meters, the award names the one that pays it: "100 % of the Star meter". */
static short_words award_words(const page *p, int i, int row)
{
    const lm_odds pays = p->profile->rules.offer[i].pays[row];
    int game = lm_meters_game(&p->meters, LM_SIDE + i);
    int meter = game < 0 ? -1 : lm_meters_index(&p->meters, game, pays);
    const char *name = meter < 0 ? "" : lm_meter_name((lm_meter_kind)p->meters.meter[meter].kind);
    const char *own = strchr(name, '.');
    if (!own) return odds_words(pays);
    return words_of("%d %% of the %c%s meter", pays.a, toupper((unsigned char)own[1]), own + 2);
}

static void put_paytable(const page *p, int i)
{
    const lm_offer *offer = &p->profile->rules.offer[i];
    if (p->html) put_text("<table>\n", p->out);
    for (int row = LM_OUTCOMES - 1; row > 0; row--) {
        if (!outcome_shown(&p->profile->rules, offer, row)) continue;
        short_words award = award_words(p, i, row);
        if (p->html) {
            put_html_in(p->out, "<tr><td>", offer->wager->outcomes[row], "</td>");
            put(p->out, "<td>%s</td></tr>\n", award.text);
        } else {
            put(p->out, "    %-48s %s\n", offer->wager->outcomes[row], award.text);
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
    put_marks(p, LM_RULE_COUNT, i);
    put(p->out, "%s\n", p->html ? "</p>" : "");
    put_paytable(p, i);
}

static void put_duties(const page *p)
{
    if (p->html) put_text("<section class=\"for-house\">\n", p->out);
    heading(p, /* say:before-table-opens */ "Before the table opens");
    put_text(p->html ? "<ul>\n" : "", p->out);
    for (int i = 0; i < p->list.n; i++) {
        const lm_finding *f = &p->list.item[i];
        if (f->severity != LM_DUTY) continue;
        begin_item(p);
        put_plain(p, f->text);
        put(p->out, p->html ? " <span class=\"clause\">%s</span>" : " [%s]", f->clause);
        end_item(p);
    }
    put_text(p->html ? "</ul>\n</section>\n" : "", p->out);
}

static void put_head(const page *p)
{
    const char *title = lm_profile_title(p->profile);
    if (p->html) draw_page_begin(p->out, title, "notice");
    put_text(p->html ? "<h1>" : "", p->out);
    put_plain(p, title);
    put_text(p->html ? "</h1>\n<p>" : "\n", p->out);
    put_plain(p, lm_documents[p->profile->rules.rule_set].title);
    put_text(p->html ? "</p>\n" : "\n", p->out);
}

static void put_page(const page *p)
{
    put_head(p);
    heading(p, "Limits");
    put_sentences(p, posted_limits);
    heading(p, "Rules of this table");
    put_sentences(p, posted_rules);
    if (p->profile->rules.offers) heading(p, /* say:optional-wagers */ "Optional wagers");
    for (int i = 0; i < p->profile->rules.offers; i++)
        put_offer(p, i);
    put_duties(p);
    put(p->out, p->html ? "<footer>Rules %s, %s</footer>\n</body>\n</html>\n" : "\nRules %s, %s\n",
        p->profile->rules.name, rules_hash(&p->profile->rules).text);
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
        say(args->ear, "%s is not legal, so it has no notice", profile->rules.name);
    }
    findings_free(&p.list);
    free(profile);
    return legal ? LM_ANSWER_YES : LM_ANSWER_NO;
}
