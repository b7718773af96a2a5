"""Cuts functions out of a source, so that Eva analyses each by itself: the definition of f becomes that of proved_f, and every call of f
reaches the contract of that name in eva/*.c."""

import re

DEFINITION = re.compile(
    r"^(?:static |inline |__attribute__\(\([^)]*\)\) )*((?:const )?(?:struct )?\w+ \**)(\w+)\(([^;{}]*?)\)\n\{$", re.M
)


def cut(text, names):
    """The source with the named functions cut out, and which of them it defines."""
    found = []

    def rename(match):
        kind, name, arguments = match.groups()
        if name not in names:
            return match[0]
        found.append(name)
        return f"{kind}{name}({arguments}); {kind}proved_{name}({arguments})\n{{"

    # Each stays on its line, so that a report names the lines of the source.
    return DEFINITION.sub(rename, text), found
