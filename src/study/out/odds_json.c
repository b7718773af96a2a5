/* odds_json.c - the odds as JSON (docs/odds-json.md) and as lines for a spreadsheet. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "study.h"
#include "rules/rules.h"

/* JSON has no word for what is not a number. */
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* ---- the main game ------------------------------------------------------------------------------------- */

/* One table of figures serves both formats. */
enum { FIGURES = 17 };
typedef struct {
    const char *name;
    double value;
} figure;

static void figures_of(const lm_figures *f, figure list[FIGURES])
{
    const figure all[FIGURES] = {
        { "house_edge", -f->mean },
        { "sd", f->sd },
        { "element_of_risk", f->staked > 0 ? -f->mean / f->staked : (double)NAN },
        { "win", f->win },
        { "push", f->push },
        { "lose", f->lose },
        { "staked", f->staked },
        { "free_doubles", f->free_doubles },
        { "paid_doubles", f->paid_doubles },
        { "free_splits", f->free_splits },
        { "paid_splits", f->paid_splits },
        { "surrenders", f->surrenders },
        { "blackjacks", f->blackjacks },
        { "dealer_blackjacks", f->dealer_blackjacks },
        { "busts", f->busts },
        { "hands_ahead", f->advance },
        { "hands_behind", f->fall },
    };
    memcpy(list, all, sizeof all);
}

static json_t *figures_json(const lm_figures *f)
{
    figure list[FIGURES];
    json_t *json = json_object(), *lammers = json_array();
    figures_of(f, list);
    for (int i = 0; i < FIGURES; i++)
        json_object_set_new(json, list[i].name, number(list[i].value));
    for (int n = 0; n < 8; n++)
        json_array_append_new(lammers, number(f->lammers[n]));
    json_object_set_new(json, "lammers", lammers);
    return json;
}

static json_t *main_json(const odds_answer *answer)
{
    study *s = answer->study;
    if (!answer->wagers.main) return json_null();
    const lm_figures *best = study_best(s);
    json_t *json = json_pack("{s:o, s:o}", "house_edge", number(-best->mean), "chart_house_edge",
                             number(study_chart_edge(s)));
    json_t *figures = figures_json(best);
    json_object_update_missing(json, figures);
    json_decref(figures);
    double wins = study_insured(s);
    json_object_set_new(json, "insurance_house_edge",
                        s->rules->insurance ? number(1 - 3 * wins) : json_null());
    if (answer->eor) {
        json_t *removal = json_object();
        for (int v = 1; v <= 10; v++)
            json_object_set_new(removal, v == 10 ? "T" : value_word(v), number(answer->removal[v]));
        json_object_set_new(json, "effect_of_removal", removal);
    }
    return json;
}

/* ---- a wager ------------------------------------------------------------------------------------------- */

static bool is_told(const study *s, const asked_wager *w, int row)
{
    return !row || w->insurance || outcome_shown(s->rules, &w->offer, row);
}

static json_t *outcomes_json(const study *s, const asked_wager *w)
{
    const lm_price *p = &w->price;
    json_t *list = json_array();
    for (int row = 0; row < p->outcomes; row++) {
        char ways[LM_WIDE_TEXT];
        lm_odds pays = row ? p->pays[row] : (lm_odds){ 0, 1, LM_TO, 0 };
        if (!is_told(s, w, row)) continue;
        json_t *json = json_pack("{s:s, s:o, s:o}", "name", p->wager->outcomes[row], "pays", odds_json(pays),
                                 "probability", number(p->probability[row]));
        if (p->exact) {
            lm_wide_write(&p->ways[row], ways);
            json_object_set_new(json, "ways", json_string(ways));
        }
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *meters_json(const lm_price *p)
{
    json_t *list = json_array();
    for (int i = 0; i < p->meters; i++) {
        const lm_priced_meter *m = &p->meter[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", m->name, "seed",
                                        number(m->seed), "contribution", number(m->contribution), "reserve",
                                        number(m->reserve), "won_whole", number(m->whole), "dollar_value",
                                        number(m->value), "break_even",
                                        m->kind == LM_METER_MUST_HIT ? json_null() : number(m->break_even),
                                        "cost", number(m->cost)));
    }
    return list;
}

static json_t *printed_json(const study *s, const asked_wager *w)
{
    printed_figure found[PRINTED_MOST];
    int n = printed_figures(s, w, found);
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:f, s:f, s:b, s:s}", "clause", found[i].clause, "figure",
                                        found[i].figure, "printed", found[i].printed, "ours", found[i].ours,
                                        "agrees", (int)found[i].agrees, "note", found[i].note));
    }
    return list;
}

static json_t *removal_json(const asked_wager *w)
{
    json_t *json = json_object();
    for (int card = 0; card < LM_CARDS; card++) {
        char word[3];
        lm_card_write((lm_card)card, word);
        json_object_set_new(json, word, number(w->removal[card]));
    }
    return json;
}

static json_t *string_or_null(const char *text)
{
    return text ? json_string(text) : json_null();
}

static json_t *wager_json(const study *s, const asked_wager *w)
{
    const lm_price *p = &w->price;
    char all[LM_WIDE_TEXT];
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "id", p->wager->id, "paytable", p->paytable->id,
                  "title", p->wager->title, "clause", p->paytable->clause, "house_edge",
                  number(p->house_edge), "hit_frequency", number(p->hit_frequency), "sd",
                  p->sd_known ? number(p->sd) : json_null(), "outcomes", outcomes_json(s, w));
    if (p->exact) {
        lm_wide_write(&p->all, all);
        json_object_set_new(json, "ways", json_string(all));
    }
    json_object_set_new(json, "fixed_return", number(p->fixed_return));
    json_object_set_new(json, "envy_return", number(p->envy_return));
    json_object_set_new(json, "players", json_integer(p->players ? p->players : 1));
    json_object_set_new(json, "stake_cents", json_integer(p->stake_cents));
    json_object_set_new(json, "meters", meters_json(p));
    json_object_set_new(json, "strategy", string_or_null(p->strategy));
    json_object_set_new(json, "caveat", string_or_null(p->caveat));
    json_object_set_new(json, "printed", printed_json(s, w));
    if (w->has_removal) json_object_set_new(json, "effect_of_removal", removal_json(w));
    return json;
}

int odds_print_json(const odds_answer *answer)
{
    const study *s = answer->study;
    char hash[24];
    json_t *wagers = json_array();
    for (int i = 0; i < answer->wagers.n; i++)
        json_array_append_new(wagers, wager_json(s, &answer->wagers.item[i]));
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)s->rules->hash);
    return print_json(json_pack("{s:s, s:i, s:s, s:b, s:i, s:o, s:o}", "rules", s->rules->name, "decks",
                                (int)s->rules->decks, "hash", hash, "infinite", (int)s->infinite, "removed",
                                s->removed, "main", main_json(answer), "wagers", wagers));
}

/* ---- CSV ----------------------------------------------------------------------------------------------- */

/* A field with a comma or a quote stands in quotes. */
static void put_field(const char *text, FILE *out)
{
    bool quoted = strpbrk(text, ",\"\n") != NULL;
    if (quoted) fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    if (quoted) fputc('"', out);
}

/* rules,decks,wager,paytable,item,name,pays,value */
static void put_line(const study *s, const char *wager, const char *table, const char *item, const char *name,
                     const char *pays, double value, FILE *out)
{
    put_field(s->rules->name, out);
    fprintf(out, ",%d,%s,%s,%s,", (int)s->rules->decks, wager, table, item);
    put_field(name, out);
    fprintf(out, ",%s,", pays);
    if (isfinite(value)) fprintf(out, "%.15g", value);
    fputc('\n', out);
}

static void put_main(const odds_answer *answer, FILE *out)
{
    study *s = answer->study;
    const lm_figures *best = study_best(s);
    figure list[FIGURES];
    figures_of(best, list);
    for (int i = 0; i < FIGURES; i++)
        put_line(s, "main", "", "figure", list[i].name, "", list[i].value, out);
    put_line(s, "main", "", "figure", "chart_house_edge", "", study_chart_edge(s), out);
    for (int n = 0; n < 8; n++) {
        char name[16];
        snprintf(name, sizeof name, "lammers_%d", n);
        put_line(s, "main", "", "figure", name, "", best->lammers[n], out);
    }
    for (int v = 1; v <= 10 && answer->eor; v++)
        put_line(s, "main", "", "effect_of_removal", v == 10 ? "T" : value_word(v), "", answer->removal[v],
                 out);
}

static void put_meters(const study *s, const lm_price *p, FILE *out)
{
    for (int i = 0; i < p->meters; i++) {
        const lm_priced_meter *m = &p->meter[i];
        const figure list[] = { { "seed", m->seed },          { "contribution", m->contribution },
                                { "reserve", m->reserve },    { "won_whole", m->whole },
                                { "dollar_value", m->value }, { "break_even", m->break_even },
                                { "cost", m->cost } };
        for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s.%s", m->name, list[k].name);
            put_line(s, p->wager->id, p->paytable->id, "meter", name, "", list[k].value, out);
        }
    }
}

static void put_wager(const study *s, const asked_wager *w, FILE *out)
{
    const lm_price *p = &w->price;
    const char *id = p->wager->id, *table = p->paytable->id;
    put_line(s, id, table, "figure", "house_edge", "", p->house_edge, out);
    put_line(s, id, table, "figure", "hit_frequency", "", p->hit_frequency, out);
    put_line(s, id, table, "figure", "sd", "", p->sd_known ? p->sd : (double)NAN, out);
    put_line(s, id, table, "figure", "fixed_return", "", p->fixed_return, out);
    for (int row = 0; row < p->outcomes; row++) {
        char odds[48] = "lost";
        if (!is_told(s, w, row)) continue;
        if (row) odds_words(p->pays[row], odds, sizeof odds);
        put_line(s, id, table, "outcome", p->wager->outcomes[row], odds, p->probability[row], out);
    }
    put_meters(s, p, out);
    for (int card = 0; card < LM_CARDS && w->has_removal; card++) {
        char word[3];
        lm_card_write((lm_card)card, word);
        put_line(s, id, table, "effect_of_removal", word, "", w->removal[card], out);
    }
}

void odds_print_csv(const odds_answer *answer, FILE *out)
{
    fputs("rules,decks,wager,paytable,item,name,pays,value\n", out);
    if (answer->wagers.main) put_main(answer, out);
    for (int i = 0; i < answer->wagers.n; i++)
        put_wager(answer->study, &answer->wagers.item[i], out);
}
