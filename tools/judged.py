"""Judgements of branches that no test takes: read, and laid beside what was measured. For tools/coverage.

A judgement names the file, the function and the text of the line, which outlive a line's number, and says how many of the
line's branches it excuses. * stands for every line of a function.

    memory: An allocation that fails.           a category and its reason

    src/house/floor/outbox.c
      make_room
        memory 1: if (!wider) return false;
      pass_on
        lost *
"""
import re
from collections import Counter
from pathlib import Path

REASON = re.compile(r"([a-z-]+): (.+)")
JUDGEMENT = re.compile(r" {4}([a-z-]+) (?:(\d+): (.+)|\*)")


def read_judgements(path):
    """category -> reason, and (file, function, text or *) -> Counter of categories."""
    reasons, judged, file, function = {}, {}, "", ""
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        if not line or line.lstrip().startswith("#"):
            continue
        if words := JUDGEMENT.fullmatch(line):
            if not function or words[1] not in reasons:
                raise SystemExit(f"{path}:{number}: no function, or a category without a reason: {line}")
            judged.setdefault((file, function, words[3] or "*"), Counter())[words[1]] += int(words[2] or 1)
        elif words := re.fullmatch(r" {2}(\w+)", line):
            function = words[1]
        elif words := REASON.fullmatch(line):
            reasons[words[1]] = words[2]
        elif line.startswith("src/"):
            file, function = line, ""
        else:
            raise SystemExit(f"{path}:{number}: neither a reason nor a file, a function or a judgement: {line}")
    return reasons, judged


def judge(missed, judged):
    """Three lists of branches: not taken and judged (file, function, text, category, n); not taken and not judged; judged but taken. The last two have no category."""
    found, unjudged, stale = [], [], []
    for key, n in sorted(missed.items()):
        excuses = [*judged.get(key, {}).items(), *((category, n) for category in judged.get((*key[:2], "*"), {}))]
        for category, most in excuses:
            used = min(most, n)
            found += [(*key, category, used)] if used else []
            n -= used
        unjudged += [(*key, n)] if n else []
    for key, categories in sorted(judged.items()):
        is_open = sum(n for other, n in missed.items() if other[:2] == key[:2] and key[2] in ("*", other[2]))
        unused = sum(categories.values()) - is_open
        stale += [(*key, unused)] if unused > 0 else []
    return found, unjudged, stale
