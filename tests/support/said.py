"""Whether a text holds a sentence of the program, named by its message id: see tools/sentences."""

import functools
import importlib.machinery
import importlib.util
import re
import sys
from pathlib import Path

TOOL = str(Path(__file__).resolve().parents[2] / "tools/sentences")
OPEN_GAP = r"[^\n]*?"


@functools.cache
def tool():
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("sentences", TOOL)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("sentences", loader))
    loader.exec_module(module)
    return module


@functools.cache
def catalogue():
    return tool().catalogue()


def pattern(message):
    """The regular expression of "say:id" or "say:id|what stands in the first gap|..."."""
    return tool().pattern(message, catalogue())


def sentence(message):
    """The sentence as it stands; what fills its gaps must be given: "say:id|4"."""
    name, *filled = message.split("|")
    fill = iter(filled)
    return "".join(next(fill) if part is None else part for part in catalogue()[name])


def filled(name, gaps):
    """The regular expression of a sentence with an expression of its own in each gap."""
    fill = iter(gaps)
    return "".join(next(fill) if part is None else re.escape(part) for part in catalogue()[name])


def resolved(expression):
    """A regular expression with each say:id in it replaced by the first line of that sentence, because runners of tests
    cut long output; say:id<a><> has the expression a in its first gap and leaves the second open."""
    return re.sub(r"(say:[a-z0-9-]+)((?:<[^<>]*>)*)", resolved_sentence, expression)


def resolved_sentence(match):
    parts, out = catalogue()[match[1]], ""
    fill = re.findall(r"<([^<>]*)>", match[2])
    if len(fill) > parts.count(None):
        raise KeyError(f"{match[1]} has {parts.count(None)} gaps, not {len(fill)}")
    for part in parts:
        if part is None:
            expression = fill.pop(0) if fill else ""
            out += f"(?:{resolved(expression)})" if expression else OPEN_GAP
        else:
            line, newline, _ = part.partition("\n")
            out += re.escape(line)
            if newline:
                break
    return re.sub(f"^(?:{re.escape(OPEN_GAP)})+|(?:{re.escape(OPEN_GAP)})+$", "", out)


def is_said(text, message):
    """Whether it is said; messages joined by " & " must all be said, and without an id a message is a piece of text."""
    return all(re.search(pattern(one), text) for one in message.split(" & "))


def assert_said(message, text):
    assert is_said(text, message), f"{message} is not said: {text}"


def assert_not_said(message, text):
    assert not is_said(text, message), f"{message} is said: {text}"
