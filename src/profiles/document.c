/* document.c - one YAML document as libyaml events, driven by the rule table.
 *
 * Only mappings, lists and plain scalars are accepted. A problem is reported with its line, and reading continues after
 * it, so that all problems of a file are reported at once; only text that is not YAML ends the reading. */
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "loader.h"

typedef struct {
    loader *l; /* NULL: report nothing */
    const source *s;
    yaml_parser_t parser;
    yaml_event_t event; /* the current one */
    bool broken;
    int seen[LM_RULE_COUNT]; /* line of a rule in this file */
} document;

static int line_of(const document *d)
{
    return (int)d->event.start_mark.line + 1;
}

#define PROBLEM(d, line, ...)                                                                                          \
    do {                                                                                                               \
        if ((d)->l) report((d)->l, (d)->s->shown, (line), __VA_ARGS__);                                                \
    } while (0)

/* The line of the first NUL, which libyaml would accept or report less clearly; 0: none. */
static int nul_line(const source *s)
{
    int line = 1;
    for (size_t i = 0; i < s->size; i++) {
        if (s->data[i] == '\0') return line;
        line += s->data[i] == '\n';
    }
    return 0;
}

static bool advance(document *d)
{
    yaml_event_delete(&d->event);
    memset(&d->event, 0, sizeof d->event);
    if (d->broken) return false;
    if (yaml_parser_parse(&d->parser, &d->event)) return true;
    d->broken = true;
    const yaml_parser_t *p = &d->parser;
    int line = (int)p->problem_mark.line + 1;
    if (p->error == YAML_READER_ERROR) { /* its mark stays at the start; count the lines up to the byte */
        line = 1;
        for (size_t i = 0; i < p->problem_offset && i < d->s->size; i++)
            line += d->s->data[i] == '\n';
    }
    PROBLEM(d, line, /* say:no-yaml */ "this is not YAML: %s%s%s", p->problem ? p->problem : "it cannot be read",
            p->context ? ", " : "", p->context ? p->context : "");
    return false;
}

/* Skips the node that starts with the current event. */
static void skip_node(document *d)
{
    int depth = 0;
    do {
        switch (d->event.type) {
        case YAML_MAPPING_START_EVENT:
        case YAML_SEQUENCE_START_EVENT: depth++; break;
        case YAML_MAPPING_END_EVENT:
        case YAML_SEQUENCE_END_EVENT: depth--; break;
        default: break;
        }
    } while (depth > 0 && advance(d));
}

/* Anchors, aliases and tags are refused: in a submission every value must stand where it applies. */
static void refuse_extras(document *d)
{
    const yaml_char_t *anchor = NULL, *tag = NULL;
    switch (d->event.type) {
    case YAML_ALIAS_EVENT: anchor = d->event.data.alias.anchor; break;
    case YAML_SCALAR_EVENT:
        anchor = d->event.data.scalar.anchor;
        tag = d->event.data.scalar.tag;
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = d->event.data.sequence_start.anchor;
        tag = d->event.data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = d->event.data.mapping_start.anchor;
        tag = d->event.data.mapping_start.tag;
        break;
    default: break;
    }
    if (anchor)
        PROBLEM(d, line_of(d),
                /* say:no-anchors */ "profiles have no anchors or aliases; write the value out");
    if (tag) PROBLEM(d, line_of(d), /* say:no-yaml-tags */ "profiles have no YAML tags; write the value alone");
}

/* The current event as text; an overlong one is cut in a way that cannot be a legal value. */
static bool scalar(document *d, char text[SCALAR])
{
    if (d->event.type != YAML_SCALAR_EVENT) return false;
    const char *value = (const char *)d->event.data.scalar.value;
    snprintf(text, SCALAR, "%.*s", SCALAR - 1, value);
    return true;
}

/* The next key of a mapping, with its value as the current event; "" for a key that is not a scalar. False at the
 * end. */
static bool next_key(document *d, char key[SCALAR], int *line)
{
    if (!advance(d) || d->event.type == YAML_MAPPING_END_EVENT) return false;
    *line = line_of(d);
    refuse_extras(d);
    if (!scalar(d, key)) key[0] = '\0';
    skip_node(d);
    if (!advance(d)) return false;
    refuse_extras(d);
    return true;
}

/* One or more `outcome: odds`. */
static void read_pays(document *d, wanted_offer *offer)
{
    char outcome[SCALAR], odds[SCALAR];
    int line;
    if (d->event.type != YAML_MAPPING_START_EVENT) {
        PROBLEM(d, line_of(d), /* say:pays-mapping */ "pays must map outcomes to odds");
        skip_node(d);
        return;
    }
    while (next_key(d, outcome, &line)) {
        bool valued = scalar(d, odds);
        skip_node(d);
        if (!outcome[0] || !valued) {
            PROBLEM(d, line, "pays must have one outcome and its odds on each line");
        } else if (offer && offer->pays < LM_OUTCOMES) {
            snprintf(offer->pay[offer->pays].outcome, SCALAR, "%s", outcome);
            snprintf(offer->pay[offer->pays].odds, SCALAR, "%s", odds);
            offer->pay[offer->pays++].line = line;
        }
    }
}

/* {wager: "buster:A", pays: {"bust with 8 or more cards": "300:1"}}: the wager comes first. */
static void read_offer_mapping(document *d)
{
    char key[SCALAR], value[SCALAR], hint[LM_MEANT_TEXT];
    wanted_offer *offer = NULL;
    int start = line_of(d), line;
    bool named = false;
    while (next_key(d, key, &line)) {
        if (strcmp(key, "wager") == 0 && scalar(d, value)) {
            offer = add_offer(d->l, value, d->s->shown, line);
            named = true;
        } else if (strcmp(key, "pays") == 0) {
            read_pays(d, offer);
        } else {
            PROBLEM(d, line, /* say:offer-keys */ "an offer has the keys wager and pays, not \"%.64s\"%s", key,
                    suggest_listed(key, "wager|pays", hint));
            skip_node(d);
        }
    }
    if (!named) PROBLEM(d, start, /* say:offer-unnamed */ "the offer has no wager; begin it with wager:");
}

static void read_offers(document *d)
{
    char text[SCALAR];
    if (scalar(d, text)) {
        const char *value = (const char *)d->event.data.scalar.value;
        set_offer_text(d->l, value, d->s->shown, line_of(d));
        return;
    }
    if (d->event.type != YAML_SEQUENCE_START_EVENT) {
        PROBLEM(d, line_of(d), /* say:offer-list */ "offer must be a list of wagers such as [buster:A, 21+3:B]");
        skip_node(d);
        return;
    }
    d->l->offers = 0;
    while (advance(d) && d->event.type != YAML_SEQUENCE_END_EVENT) {
        refuse_extras(d);
        if (scalar(d, text)) {
            add_offer(d->l, text, d->s->shown, line_of(d));
        } else if (d->event.type == YAML_MAPPING_START_EVENT) {
            read_offer_mapping(d);
        } else {
            PROBLEM(d, line_of(d), /* say:offer-entry */ "an entry of offer must be a wager such as buster:A");
            skip_node(d);
        }
    }
}

static bool read_about(document *d, const char *key, const char *value)
{
    size_t size;
    char *text = about_field(&d->l->profile->about, key, &size);
    if (!text) return false;
    if (strlen(value) >= size) {
        PROBLEM(d, line_of(d), "%s is longer than %zu characters", key, size - 1);
    } else {
        memcpy(text, value, strlen(value) + 1);
    }
    return true;
}

/* Refuses a key that occurs twice; rules are remembered by id, other keys in a small list. */
static bool is_repeated(document *d, const char *key, int line, char others[][SCALAR], int *n)
{
    lm_rule_id id = lm_rule_find(key);
    int first = 0;
    if (id != LM_RULE_COUNT) {
        first = d->seen[id];
        if (!first) d->seen[id] = line;
    } else {
        for (int i = 0; i < *n; i++)
            first |= strcmp(others[i], key) == 0;
        if (!first && *n < 8) snprintf(others[(*n)++], SCALAR, "%s", key);
        if (first) PROBLEM(d, line, /* say:key-twice */ "%.64s occurs twice in this file", key);
        return first != 0;
    }
    if (first) PROBLEM(d, line, /* say:rule-set-before */ "%.64s is already set on line %d of this file", key, first);
    return first != 0;
}

/* The current event is the value of `key`, on line `line`. */
static void read_value(document *d, const char *key, int line)
{
    char value[SCALAR];
    if (strcmp(key, "offer") == 0) {
        read_offers(d);
    } else if (!scalar(d, value)) {
        bool known = lm_rule_find(key) != LM_RULE_COUNT || strcmp(key, "inherits") == 0;
        if (known) {
            PROBLEM(d, line, /* say:one-value */ "%.64s must have one value, not a list or a mapping", key);
        } else {
            set_rule(d->l, key, "", d->s->shown, line);
        }
        skip_node(d);
    } else if (strcmp(key, "inherits") != 0 && !read_about(d, key, value)) {
        set_rule(d->l, key, value, d->s->shown, line);
    }
}

static void read_pairs(document *d)
{
    char key[SCALAR], others[8][SCALAR];
    int n = 0, line;
    while (next_key(d, key, &line)) {
        if (!key[0]) PROBLEM(d, line, /* say:key-one-word */ "a key must be one word, not a list or a mapping");
        if (!key[0] || d->event.type == YAML_ALIAS_EVENT || is_repeated(d, key, line, others, &n)) {
            skip_node(d);
        } else {
            read_value(d, key, line);
        }
    }
}

static void open_document(document *d, loader *l, const source *s)
{
    memset(d, 0, sizeof *d);
    d->l = l;
    d->s = s;
    if (!yaml_parser_initialize(&d->parser)) {
        d->broken = true;
        return;
    }
    yaml_parser_set_encoding(&d->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&d->parser, (const unsigned char *)s->data, s->size);
}

static void close_document(document *d)
{
    yaml_event_delete(&d->event);
    yaml_parser_delete(&d->parser);
}

/* Reads up to the top-level mapping; false when there is none. */
static bool find_mapping(document *d)
{
    bool started = advance(d) && advance(d); /* the stream, the document */
    if (!started) return false;
    if (d->event.type == YAML_STREAM_END_EVENT) {
        PROBLEM(d, 1, /* say:profile-empty */ "the profile is empty");
        return false;
    }
    if (!advance(d)) return false;
    if (d->event.type == YAML_MAPPING_START_EVENT) {
        refuse_extras(d);
        return true;
    }
    PROBLEM(d, line_of(d), /* say:profile-lines */ "a profile must consist of lines such as 'decks: 6'");
    return false;
}

bool document_inherits(const source *s, char value[SCALAR], int *line)
{
    document d;
    char key[SCALAR];
    bool found = false;
    open_document(&d, NULL, s);
    if (!nul_line(s) && find_mapping(&d)) {
        while (!found && advance(&d) && d.event.type == YAML_SCALAR_EVENT) {
            scalar(&d, key);
            if (!advance(&d)) break;
            *line = line_of(&d);
            found = strcmp(key, "inherits") == 0 && scalar(&d, value);
            skip_node(&d);
        }
    }
    close_document(&d);
    return found;
}

void document_read(loader *l, const source *s)
{
    document d;
    int nul = nul_line(s);
    if (nul) {
        report(l, s->shown, nul, /* say:zero-byte */ "this is not a text file: it has a zero byte");
        return;
    }
    open_document(&d, l, s);
    if (find_mapping(&d)) {
        read_pairs(&d);
        if (advance(&d) && advance(&d) && d.event.type == YAML_DOCUMENT_START_EVENT) {
            PROBLEM(&d, line_of(&d),
                    /* say:one-document */ "a profile must be one YAML document; a second begins here");
        }
    }
    close_document(&d);
}
