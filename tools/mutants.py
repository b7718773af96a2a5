"""The small mistakes that tools/mutate makes on purpose: found in the tokens of a C file, each a replacement of one span of text."""
import re
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<skip>/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*|\s+)"""
    r"""|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*)"""
    r"""|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.S | re.M | re.X,
)

SWAPS = {  # operator: what stands there instead, and what kind of mistake that is
    "<": [("<=", "boundary"), (">=", "relational")],
    ">": [(">=", "boundary"), ("<=", "relational")],
    "<=": [("<", "boundary"), (">", "relational")],
    ">=": [(">", "boundary"), ("<", "relational")],
    "==": [("!=", "relational")],
    "!=": [("==", "relational")],
    "&&": [("||", "logical")],
    "||": [("&&", "logical")],
    "+": [("-", "arithmetic")],
    "-": [("+", "arithmetic")],
    "*": [("/", "arithmetic")],
    "/": [("*", "arithmetic")],
    "%": [("/", "arithmetic")],
    "+=": [("-=", "arithmetic")],
    "-=": [("+=", "arithmetic")],
    "++": [("--", "arithmetic")],
    "--": [("++", "arithmetic")],
    "&": [("|", "bitwise")],
    "|": [("&", "bitwise")],
    "<<": [(">>", "bitwise")],
    ">>": [("<<", "bitwise")],
    "|=": [("&=", "bitwise")],
    "&=": [("|=", "bitwise")],
}
BINARY_ONLY = set("+-*&")  # these have a unary form, which is left alone
KEYWORDS = {"return", "case", "sizeof", "else", "if", "while", "for", "switch", "do", "goto", "break", "continue"}
TYPES = re.compile(r"lm_\w+|const|char|void|int|bool|u?int\d+_t|listing|span")
INTEGERS = re.compile(r"(?:static )?(?:inline )?(?:int|u?int\d+_t|lm_cents(?:32)?|unsigned|size_t|lm_card) ")
RESULTS = [  # the type before a function's name: a wrong thing to return
    (re.compile(r"(?:static )?(?:inline )?bool "), "!({})"),
    (INTEGERS, "({}) + 1"),
    (re.compile(r"(?:static )?lm_status "), "lm_accept()"),
    (re.compile(r"(?:static )?lm_meter_status "), "lm_meter_done()"),
]


class Token(NamedTuple):
    kind: str
    text: str
    at: int

    @property
    def end(self):
        return self.at + len(self.text)


class Mutant(NamedTuple):
    file: str
    line: int
    at: int
    end: int
    new: str
    kind: str
    old: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.kind}: {' '.join(self.old.split())} -> {' '.join(self.new.split()) or '(nothing)'}"

    def apply(self, text):
        return text[: self.at] + self.new + text[self.end :]


def tokens_of(text):
    found = [Token(match.lastgroup, match.group(), match.start()) for match in TOKEN.finditer(text)]
    return [token for token in found if token.kind != "skip"]


def partners(tokens):
    """For each opening bracket the index of the one that closes it."""
    pairs, open_ = {}, []
    for i, token in enumerate(tokens):
        if token.text in "([{" and token.kind == "sign":
            open_.append(i)
        elif token.text in ")]}" and token.kind == "sign" and open_:
            pairs[open_.pop()] = i
    return pairs


class Source:
    def __init__(self, file, text):
        self.file, self.text = file, text
        self.tokens = tokens_of(text)
        self.pairs = partners(self.tokens)
        self.found = []
        self.guarded = self.asserted()

    def asserted(self):
        """Tokens inside assertions, which get no mutants: no test can do what an assertion forbids."""
        inside = set()
        for i, token in enumerate(self.tokens):
            if token.text in ("assert", "_Static_assert") and i + 1 in self.pairs:
                inside.update(range(i, self.pairs[i + 1] + 1))
        return inside

    def add(self, at, end, new, kind):
        line = self.text.count("\n", 0, at) + 1
        self.found.append(Mutant(self.file, line, at, end, new, kind, self.text[at:end]))

    def is_binary(self, i):
        before = self.tokens[i - 1]
        if self.tokens[i].text == "*" and TYPES.fullmatch(before.text):
            return False
        return (
            before.kind in ("number", "text")
            or before.text in (")", "]")
            or (before.kind == "name" and before.text not in KEYWORDS)
        )

    def declares_array(self, i):
        """char text[64]: its size is not a rule."""
        if i < 3 or self.tokens[i - 1].text != "[" or self.tokens[i + 1].text != "]":
            return False
        before = self.tokens[i - 3]
        return (before.kind == "name" and before.text not in KEYWORDS) or before.text == "*"

    def operators(self, i, token):
        if token.text in BINARY_ONLY and not self.is_binary(i):
            if token.text == "-" and self.tokens[i + 1].kind == "number":
                self.add(token.at, token.end, "", "sign")
            return
        for new, kind in SWAPS.get(token.text, []):
            self.add(token.at, token.end, new, kind)
        if token.text == "!":
            self.add(token.at, token.end, "", "logical")

    def constant(self, i, token):
        if self.declares_array(i):
            return
        digits = token.text.rstrip("uUlL")
        value, suffix = int(digits, 0), token.text[len(digits) :]
        for other in {value + 1, value - 1} - {-1}:
            self.add(token.at, token.end, f"{other}{suffix}", "constant")
        after, then = self.tokens[i + 1 : i + 3] if i + 3 <= len(self.tokens) else (None, None)
        if after and after.text == "," and then.kind == "number" and then.text != token.text:
            self.add(token.at, then.end, f"{then.text}, {token.text}", "swapped numbers")

    def condition(self, i):
        if self.tokens[i + 1].text == "(" and i + 1 in self.pairs:
            first, last = self.tokens[i + 1], self.tokens[self.pairs[i + 1]]
            inside = self.text[first.end : last.at]
            self.add(first.end, last.at, f"!({inside})", "negated condition")

    def end_of_statement(self, i):
        while i < len(self.tokens) and self.tokens[i].text != ";":
            i = self.pairs.get(i, i) + 1
        return i

    def result(self, i):
        end = self.end_of_statement(i)
        head = self.text.rfind("\n{", 0, self.tokens[i].at)
        begin = self.text.rfind("\n", 0, self.text.rfind("(", 0, head)) if head > 0 else -1
        while begin > 0 and self.text[begin + 1] in " \t":
            begin = self.text.rfind("\n", 0, begin)
        value = self.text[self.tokens[i].end : self.tokens[end].at].strip()
        for kind, wrong in RESULTS:
            if value and kind.match(self.text, begin + 1):
                new = f"return {wrong.format(value)}"
                if value not in (wrong, "true", "false"):
                    self.add(self.tokens[i].at, self.tokens[end].at, new, "return value")

    def statement(self, i):
        """Leaves out a statement: a call, an assignment or a jump, but not a declaration."""
        token, after = self.tokens[i], self.tokens[i + 1]
        before = self.tokens[i - 1].text
        begins = (
            before in ("{", "}", ";", "else")
            or (before == ":" and self.is_label(i - 1))
            or (before == ")" and self.is_head(i - 1))
        )
        if any(a < i < b for a, b in self.pairs.items() if self.tokens[a].text == "("):
            return
        if (
            not begins
            or (token.kind != "name" and token.text not in "*+-")
            or token.text in KEYWORDS - {"break", "continue"}
        ):
            return
        if after.kind == "name" or (after.text == "*" and self.tokens[i + 2].kind == "name" and token.kind == "name"):
            return  # a declaration
        end = self.end_of_statement(i)
        if end < len(self.tokens) and self.depth(i) == self.depth(end) and self.depth(i) > 0:
            self.add(token.at, self.tokens[end].at, "", "deleted statement")

    def is_label(self, colon):
        return self.tokens[colon - 1].text == "default" or self.tokens[colon - 2].text == "case"

    def is_head(self, close):
        opens = [a for a, b in self.pairs.items() if b == close]
        return bool(opens) and self.tokens[opens[0] - 1].text in ("if", "while", "for")

    def depth(self, i):
        at = self.tokens[i].at
        return sum(1 for a, b in self.braces if a < at < b)

    def branches(self, i):
        """a ? b : c with b and c exchanged."""
        colon, end = i + 1, None
        while colon < len(self.tokens) and self.tokens[colon].text not in (":", ";", "?"):
            colon = self.pairs.get(colon, colon) + 1
        if colon >= len(self.tokens) or self.tokens[colon].text != ":":
            return
        end = colon + 1
        while self.tokens[end].text not in (",", ";", ")", "]", "}", ":", "?"):
            end = self.pairs.get(end, end) + 1
        if self.tokens[end].text == "?":
            return
        one = self.text[self.tokens[i].end : self.tokens[colon].at].strip()
        two = self.text[self.tokens[colon].end : self.tokens[end].at].strip()
        self.add(self.tokens[i].end, self.tokens[end].at, f" {two} : {one}", "exchanged branches")

    def mutants(self):
        self.braces = [
            (self.tokens[a].at, self.tokens[b].at) for a, b in self.pairs.items() if self.tokens[a].text == "{"
        ]
        for i, token in enumerate(self.tokens[:-2]):
            if i in self.guarded or i == 0:
                continue
            if token.kind == "sign":
                self.operators(i, token)
            if token.kind == "number":
                self.constant(i, token)
            if token.text in ("true", "false"):
                self.add(token.at, token.end, "false" if token.text == "true" else "true", "constant")
            if token.text in ("if", "while"):
                self.condition(i)
            if token.text == "return":
                self.result(i)
            if token.text == "?":
                self.branches(i)
            self.statement(i)
        return self.found


def mutants_of(file, text):
    return Source(file, text).mutants()
