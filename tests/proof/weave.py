"""Contracts woven into a copy of a source. A file of contracts names its source, and before which line each block of ACSL belongs:

    file: src/core/money.c

    ## before: bool lm_cents_add(lm_cents a, lm_cents b, lm_cents *sum)
    /*@ requires ... */

A line that occurs several times is named with its turn: `## before: for (...) #2`. A line that is not there is an error, so that
a change of the source is followed by its contract. A line `with: account share` puts the sources of those files of contracts before this
one, whose contracts then have their predicates too."""

import re
from pathlib import Path


def source_of(text):
    return re.search(r"^file: (.*)$", text, re.M)[1]


def weave(contracts, source):
    """The source with its contracts; each line is still reported as the line of the source that it was."""
    lines, blocks = source.split("\n"), []
    for block in re.split(r"^## before: ", contracts, flags=re.M)[1:]:
        head, text = block.split("\n", 1)
        turn = re.search(r" #(\d+)$", head)
        head = re.sub(r" #\d+$", "", head).strip()
        found = [at for at, line in enumerate(lines) if line.strip() == head]
        which = int(turn[1]) if turn else 1
        assert len(found) >= which and (
            turn or len(found) == 1
        ), f"{source_of(contracts)} has {len(found)} lines: {head}"
        at = found[which - 1]
        blocks.append((at, [*text.rstrip().split("\n"), f'#line {at + 1} "{source_of(contracts)}"']))
    for at, text in sorted(blocks, key=lambda block: -block[0]):
        lines[at:at] = text
    return "\n".join(lines)


def with_files(room, name):
    """The files of contracts whose sources stand before those of `name`."""
    before = re.search(r"^with: (.*)$", (Path(room) / f"{name}.acsl").read_text(encoding="utf-8"), re.M)
    return before[1].split() if before else []


def woven(room, name, read):
    """(the sources that the file of contracts `name` weaves, their text with the contracts); `read` has the text of a source."""
    contracts = (Path(room) / f"{name}.acsl").read_text(encoding="utf-8")
    source, parts = source_of(contracts), [woven(room, one, read) for one in with_files(room, name)]
    parts.append(([source], f'#line 1 "{source}"\n{weave(contracts, read(source))}'))
    return [one for sources, _ in parts for one in sources], "\n".join(text for _, text in parts)
