"""Rules submissions: a shipped profile or a YAML file, with settings over it."""
from collections import namedtuple

from ._library import ffi, lib, text

Finding = namedtuple("Finding", "severity clause text")


class RulesError(Exception):
    """A profile that cannot be read; `problems` has every reason."""

    def __init__(self, problems):
        super().__init__("\n".join(problems))
        self.problems = problems


def profiles():
    """The names of the shipped profiles."""
    names, i = lib.lm_profile_names(), 0
    found = []
    while names[i] != ffi.NULL:
        found.append(text(names[i]))
        i += 1
    return found


def cards(words):
    """Cards as the engine counts them, from "8h 8d" or ["8h", "8d"]."""
    found = []
    card = ffi.new("lm_card *")
    for word in words.split() if isinstance(words, str) else words:
        if not lib.lm_card_read(word.encode(), card):
            raise ValueError(f"{word!r} is not a card; write a rank A23456789TJQK and a suit c d h s, such as 8h")
        found.append(card[0])
    return found


def card_word(card):
    """The two letters of a card; ?? for one that lies face down."""
    word = ffi.new("char[3]")
    lib.lm_card_write(card, word)
    return ffi.string(word).decode()


class Rules:
    """What a house has chosen. `Rules("ma-freebet", decks=8, offer="push22:A")`; a dotted rule goes into `settings`."""

    def __init__(self, name="ma-freebet", settings=(), **chosen):
        wanted = list(settings.items() if isinstance(settings, dict) else settings) + list(chosen.items())
        words = [f"{key}={self._word(value)}".encode() for key, value in wanted]
        keep = [ffi.new("char[]", word) for word in words]
        problems = []

        @ffi.callback("void(void *, const char *, int, const char *)")
        def problem(_, file, line, why):
            where = f"{text(file)}:{line}: " if line else f"{text(file)}: " if text(file) else ""
            problems.append(where + text(why))

        self.profile = ffi.new("lm_profile *")
        reader = ffi.new("lm_profile_reader *", {"problem": problem})
        list_of = ffi.new("const char *[]", keep or [ffi.NULL])
        if not lib.lm_profile_load(self.profile, lib.lm_wagers, name.encode(), list_of, len(keep), reader):
            raise RulesError(problems)
        self.c = ffi.addressof(self.profile, "rules")

    @staticmethod
    def _word(value):
        return ("off", "on")[value] if isinstance(value, bool) else value

    @property
    def name(self):
        return ffi.string(self.c.name).decode()

    @property
    def hash(self):
        return f"{self.c.hash:016x}"

    @property
    def offers(self):
        """The ids of the offered wagers; their slot in a round is LM_SIDE plus the place in this list."""
        return [text(self.c.offer[i].wager.id) for i in range(self.c.offers)]

    @staticmethod
    def table():
        """Every house rule: {name: (kind, legal values, preset, clauses, help)}."""
        rows = (lib.lm_rule_table[i] for i in range(lib.LM_RULE_COUNT))
        return {
            text(row.name): (row.kind, text(row.legal), text(row.preset), text(row.clauses), text(row.help))
            for row in rows
        }

    def __getitem__(self, rule):
        """The value of a rule as text: rules["decks"]."""
        found = lib.lm_rule_find(rule.encode())
        if found == lib.LM_RULE_COUNT:
            raise KeyError(rule)
        word = ffi.new("char[128]")
        lib.lm_rule_write(found, self.c.value[found], word, 128)
        return ffi.string(word).decode()

    def check(self):
        """Every finding on these rules. They are legal when none is an error."""
        found = []

        @ffi.callback("void(void *, const lm_finding *)")
        def find(_, finding):
            found.append(
                Finding(
                    text(lib.lm_severity_name(finding.severity)),
                    ffi.string(finding.clause).decode(),
                    ffi.string(finding.text).decode(),
                )
            )

        lib.lm_rules_check(self.c, ffi.new("lm_finder *", {"find": find}))
        return found
